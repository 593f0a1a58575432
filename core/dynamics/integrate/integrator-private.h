// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Private declarations of the integrator, shared by its files.

#pragma once

#include "state-private.h"
#include "tableau-private.h"

enum
{
  MBD_KEPT_EVENTS = 256,
  MBD_LAW_TIME = 2 // index of the time among the variables of a law
};

/// A point of the trajectory; q, v and a in the published layouts.
typedef struct
{
  double time;
  double *q, *v, *a;
  double *ledger, *power; // integrals up to this time, and powers at it; NULL if not recorded
} MbdInstant;

/// Data that only implicit stages need.
typedef struct MbdStiff MbdStiff;
/// Time stepping with contacts, and the bodies in contact in accurate motion.
typedef struct MbdStepper MbdStepper;
typedef struct MbdTouching MbdTouching;

/// Data for choosing the automatic method.
typedef struct
{
  bool may_be_stiff;    // True if the model has force elements or compliant rows
  double rate;          // 1/s, the largest rate of change of accelerations as last estimated
  double explicit_cost; // evaluations per second of the motion, of the last explicit step
  int steps_for_change; // consecutive steps that favour the other method
  int steps_against;    // consecutive steps since then that favour the current method
  int patience;         // number of such steps that a change requires
  long evaluations;     // before the last step
} MbdMethodChoice;

/// A span of steps over which a body accelerated without bound is watched.
typedef struct
{
  long steps;          ///< since the span began
  int spans;           ///< number of preceding spans that indicated that the run will not end
  int body;            ///< index of the body that turned fastest when the span began; 0 if none
  double time, speed;  ///< s, rad/s: at the beginning of the span
  double acceleration; ///< rad/s^2, over the previous span; 0 if unknown
} MbdRunaway;

/// The last impact of contacts, ropes or stops: the instant before it.
typedef struct
{
  bool known;
  double time, *q, *v;
  double *limit; ///< limits of friction in joints; batch layout
  bool *broken;  ///< by coupling
} MbdStruck;

struct MbdIntegrator
{
  const MbdModel *model;
  MbdArena arena;
  MbdIntegratorSettings settings;
  const MbdTableau *tableau;
  MbdIntegratorStatistics statistics;
  MbdState *work;           // state in which evaluations are made
  const MbdStopToken *stop; // NULL if nothing can stop the run

  MbdInstant start, end; // the last accepted step
  MbdInstant output;
  const MbdInstant *shown; // the one of these that was delivered last
  MbdStruck struck;
  double first_time, last_output;
  double next_step;
  double previous_error;
  double noise;           // m/s^2, by which rounding changes accelerations; 0: not measured
  int worst_body;         // body with the largest error in the last step
  double *usual_collapse; // running minimum of each column's collapse
  double *large_collapse; // collapse of each column that may indicate a singular position
  int *dependent;         // rows (batch layout) that are left to the rows they depend on
  int n_dependent;
  double looked;           // s, instant at which these were chosen
  double *looked_collapse; // collapse of each column then
  int unmet;               // steps from the current start that did not meet them
  bool ahead;              // true if they were chosen again at the end of a step from there
  int wait, longer_wait;   // steps until they are chosen again after all rows were solved for, and
                           // the same for the next time

  double *kq[MBD_MAXIMUM_STAGES], *kv[MBD_MAXIMUM_STAGES]; // rates of q and v: first stage, then
                                                           // differences from it
  double *power[MBD_MAXIMUM_STAGES];                       // at the stages, if a ledger is kept
  double *stage_q, *stage_v;
  double *error_q, *error_v;
  double *zeros; // length of q

  double shortest_delay; // s, INFINITY if there is none
  int jump_level;        // level of the jump at the start of the step, see mbd_past_continue ()
  int knot_level;        // that its jump will have where `knot` is one of a delayed function
  double *span;          // MBD_PAST_NODES values for each memory, and another one
  double *memory_weight, *memory_size; // by memory: see integrator-memory.c

  MbdMethodChoice choice;
  MbdStiff *stiff;       // created with the first implicit step
  MbdStepper *stepper;   // for time stepping, else NULL
  MbdTouching *touching; // if the model has shapes and the method is not time stepping, else NULL
  MbdTouching *posing;   // in its place where problems are posed without shapes; NULL until then
  bool exhausted;        // true if there was not enough memory in a step
  bool stages_failed;    // True if Newton's method did not converge

  double *rates[4]; // q' and q'' at start and end: q0', q1', q0'', q1''

  long creeping; // consecutive steps without progress
  MbdRunaway runaway;
  bool has_headings, was_near;    // for gimbal lock: there are bushings in space; one was near it
  int locked_force;               // force element at whose gimbal lock the run ends; -1: none
  long held;                      // consecutive steps whose motion was undone by projection
  int holding;                    // coupling with the largest multiplier in the last of these steps
  long fixed_steps;               // number of completed steps of the grid of fixed steps
  unsigned char *roles_before;    // batch layout, scratch of mbd_settle ()
  double *start_eps, *start_rate; // batch layout, of rows with bounds at the start of the step
  // Batch layout, units of multipliers, >= 0: by how much the stages overstate the excess of a
  // multiplier over its bound, as settling at the same instant showed
  double *overstated;
  bool may_break;    // True if a coupling has a breaking limit
  bool must_settle;  // the last step ended at an event or a knot
  double knot;       // s, next knot of a function of time
  bool has_courses;  // True if a function of time or a law of a spring is in use
  bool ends_at_knot; // True if the current step, at its full size, ends at a knot
  int stalls;        // consecutive events without progress in time
  MbdEvent event_ring[MBD_KEPT_EVENTS];
  int first_event, n_events;
};

MbdStepper *mbd_stepper_new (const MbdModel *model);
void mbd_stepper_free (MbdStepper *stepper);
/// Checks that time stepping can move all bodies of a model.
MbdStatus mbd_stepper_check (const MbdModel *model, MbdDiagnosis *why);
/// Moves from `start` to `end` in one step, of size *h or a shorter one that ends where shapes strike
/// each other.
MbdStatus mbd_stepper_step (MbdIntegrator *self, double *h, MbdDiagnosis *why);
/// Finds the contact forces at `start`, where a run begins, as the first step will find them.
MbdStatus mbd_stepper_begin (MbdIntegrator *self, MbdDiagnosis *why);
/// Takes the jump of a function of time at a knot. Roles are found by the steps.
void mbd_stepper_settle (MbdIntegrator *self, MbdInstant *at);
/// Records what began in the last step and would be recorded in the next one, if there is none.
void mbd_stepper_flush (MbdIntegrator *self, MbdStepper *stepper);
void mbd_stepper_output (MbdIntegrator *self, double time, MbdInstant *out);
/// Returns the contact forces in the last step, u layout.
const double *mbd_stepper_forces (const MbdStepper *stepper);
/// Returns the longest time step from the start in which no contact of shapes can be passed over.
double mbd_stepper_limit_to_shapes (MbdIntegrator *self, double h);
/// Returns mbd_pile_clear_time () from a pose with the velocities v and accelerations a.
double mbd_stepper_clear_time (const MbdIntegrator *self,
                               MbdStepper *stepper,
                               const MbdInstant *from,
                               const double *a,
                               double h,
                               double deepest,
                               bool (*skips) (const void *data, int piece_a, int piece_b),
                               const void *data);
struct MbdPile *mbd_stepper_pile (const MbdStepper *stepper);
/// Converts the index of a body of the pile to the index in the model, and back.
int mbd_stepper_body (const MbdStepper *stepper, int pile_body);
int mbd_stepper_index (const MbdStepper *stepper, int body);

/// Returns true if a model is planar and small enough to be solved densely.
bool mbd_touching_fits (const MbdModel *model);
MbdTouching *mbd_touching_new (const MbdModel *model);
void mbd_touching_free (MbdTouching *self);
/// Checks that contacts can be followed accurately together with the couplings of the model.
MbdStatus mbd_touching_check (const MbdIntegrator *self, MbdDiagnosis *why);
/// Like mbd_accelerate (), with contacts.
void mbd_touching_accelerate (MbdIntegrator *self,
                              double time,
                              const double *q,
                              const double *v,
                              double *a);
/// Like mbd_find_powers (), after mbd_touching_accelerate () at these velocities, and includes the
/// power lost to friction in contacts.
void mbd_find_touching_powers (MbdIntegrator *self, const double *v, double *powers);
/// Like mbd_finish_step () while bodies are in contact. Returns false if there is no contact.
bool mbd_touching_finish (MbdIntegrator *self);
/// Projects positions and velocities onto the rows of couplings and of contacts.
void mbd_touching_close (MbdIntegrator *self, double time, double *q, double *v);
/// Returns true if bodies are in contact now.
bool mbd_is_touching (const MbdIntegrator *self);
/// Returns true, once, if memory was exhausted in a step.
bool mbd_touching_is_exhausted (MbdIntegrator *self);
void mbd_touching_watch_start (MbdIntegrator *self);
/// Returns the distance of the end of the step of size h from an event: below 0 there was one within the
/// step.
double mbd_touching_margin_of_end (MbdIntegrator *self, double h);
/// Returns the distance of forces and slips at an instant from an event, and the accelerations there; NaN
/// if it is not known.
double mbd_touching_margin_at (MbdIntegrator *self, const MbdInstant *at, double *a);
/// Returns the place, as a fraction of the step of size h just finished, at which shapes overlap that
/// are apart at both its ends; 1 if there is none.
double mbd_touching_find_graze (MbdIntegrator *self, double h);
MbdStatus mbd_touching_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why);
int mbd_touching_contacts (const MbdIntegrator *self, MbdIntegratorContact *contacts, int most);
/// Returns true if the next step is one of time stepping although the method is not: in a moment in which
/// events crowd (accurate-contact-moment.c).
bool mbd_touching_steps (const MbdIntegrator *self);
/// Records what began in the last step of such a moment and would be recorded in the next one.
void mbd_touching_flush (MbdIntegrator *self);
/// Ends such a moment, at the start of a run or at a change during it.
void mbd_touching_forget_moment (MbdIntegrator *self);
/// Takes this step.
MbdStatus mbd_touching_step (MbdIntegrator *self, MbdDiagnosis *why);
/// Returns the time stepping that made the last step; NULL if none did.
const MbdStepper *mbd_stepper_in_use (const MbdIntegrator *self);
/// Returns the contact forces at an instant of the last step, u layout.
const double *mbd_touching_forces (MbdIntegrator *self, const MbdInstant *at);
/// Overlap over L from which it is reported.
#define MBD_DEEP_OVERLAP 1e-3
/// Describes a failure of the integration, and names the element at fault or the body that was hardest
/// to follow. Returns the status, or that of the cause.
MbdStatus mbd_blame (MbdIntegrator *self, MbdStatus status, double time, MbdDiagnosis *why);
/// Returns BLOCKED and names a driver whose speed other conditions contradict at an instant where
/// impulses have been taken.
MbdStatus mbd_check_driven (MbdIntegrator *self, const MbdInstant *at, MbdDiagnosis *why);
/// Returns NOT_FINITE and names the force element whose force is not finite at the pose of the work
/// state; otherwise returns `status`.
MbdStatus mbd_blame_force (MbdIntegrator *self, MbdStatus status, MbdDiagnosis *why);
/// Records an event of two shapes.
void mbd_record_touch (MbdIntegrator *self,
                       MbdEventKind kind,
                       double time,
                       int shape_a,
                       int shape_b,
                       double value);

/// Takes all stages from `start` with step h and stores the result in `end`, unprojected. Returns
/// true if a pivot collapsed on the way. With a first-same-as-last method the work state is left at
/// the end.
bool mbd_take_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end);
/// Computes the ledger at an instant from the ledger at the start of a step and the powers at its
/// stages.
void mbd_sum_powers (MbdIntegrator *self,
                     const MbdInstant *start,
                     double h,
                     const double *weights,
                     MbdInstant *end);
/// Like mbd_take_stages (), for implicit methods. Returns false if Newton's method does not
/// converge. kv, kq and end->a are the values of the stages.
bool
mbd_take_implicit_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end);
void mbd_stiff_free (MbdStiff *stiff);
/// Discards the accelerations of the last step after a jump, so that those of the next step are not
/// guessed from them.
void mbd_stiff_forget (MbdStiff *stiff);
/// Returns the largest rate (1/s) at which the directions of the last implicit step act on the
/// masses; -1 if the step was not solved by directions.
double mbd_stiff_rate (const MbdStiff *stiff);

/// Returns this rate at a state for which an acceleration has just been found. Allocates memory for
/// the duration of the call.
double mbd_rate_at_start (MbdState *work);

/// Returns the number of stages for which a setting needs memory.
int mbd_most_stages (MbdMethod method);
MbdMethod mbd_method_in_use (const MbdIntegrator *self);
/// Called at the start of a run, and whenever it restarts.
void mbd_start_method (MbdIntegrator *self);
void mbd_restart_method (MbdIntegrator *self);
/// Updates the choice of method from the step just made.
void mbd_review_step (MbdIntegrator *self);
/// Chooses the method of the next step.
void mbd_choose_method (MbdIntegrator *self);
/// Returns the error of the stages just taken, in units of `tolerance` times L; NaN stays NaN.
double mbd_error_norm (MbdIntegrator *self, double h, double tolerance);
void mbd_copy_instant (const MbdModel *model, MbdInstant *to, const MbdInstant *from);
/// Finds the state at a time within the last step by a separate step from the start of that step,
/// so that it is as accurate as the ends of steps. If the separate step passes close to a singular
/// position and its error estimate shows that its stages lost accuracy, interpolates between the
/// two ends instead. Always interpolates with implicit methods, whose steps resolve the slow motion
/// only.
void mbd_output_at (MbdIntegrator *self, double time);
/// Evaluates the last step at the fraction s of it, as accurately as stages are, without projection.
void mbd_sample (MbdIntegrator *self, double s, MbdInstant *out);
/// Checks that projection has closed the rows at the output. If it has not, conditions have become
/// contradictory, such as a driver and the stop that it runs into.
MbdStatus mbd_check_output (MbdIntegrator *self, MbdDiagnosis *why);
/// Projects the end of a step onto the constraints and finds its acceleration.
void mbd_finish_step (MbdIntegrator *self);
bool mbd_end_is_finite (const MbdIntegrator *self);
/// Keeps the turns of angles at the end of a step, if it is finite.
void mbd_accept_end (MbdIntegrator *self);
/// Sets the collapse of every column from which it may indicate a singular position.
void mbd_limit_collapse (MbdIntegrator *self);
/// Updates the running minimum of every pivot's collapse, at the starts of steps.
void mbd_remember_pivots (MbdIntegrator *self);
/// Chooses rho for the next step.
void mbd_choose_rho (MbdIntegrator *self);
/// Measures from time to time, at the start of a step, by how much rounding changes accelerations.
void mbd_watch_rounding (MbdIntegrator *self);
/// Returns the tolerance of a step of size h: the requested accuracy, or the one that rounding allows.
double mbd_step_tolerance (const MbdIntegrator *self, double h);
/// Finds the rows that depend on others and resets the history of pivots, after roles have changed.
void mbd_look_at_rows (MbdIntegrator *self, const MbdInstant *at);
/// Chooses dependent rows again, before a step, if the other rows have come close to depending on
/// each other.
void mbd_watch_dependent_rows (MbdIntegrator *self);
/// Returns true if the other rows still meet the dependent rows at the end of the step.
bool mbd_dependent_rows_are_met (MbdIntegrator *self);
/// Chooses dependent rows again, once per step, at the end of the stages just taken, whose pivots have
/// collapsed. Returns true if others are left out now: then the step must be repeated.
bool mbd_choose_rows_ahead (MbdIntegrator *self);
/// Changes the dependent rows or the step, of size h, after a step that did not meet them. Returns the
/// size of the next attempt.
double mbd_revise_dependent_rows (MbdIntegrator *self, double h);

/// Returns the time difference, s, up to which steps treat times as equal.
double mbd_least_step (double time);
/// Selects the functions of time valid after `time`, up to the next knot. Called at the start of a
/// run and at a knot.
void mbd_pass_knots (MbdIntegrator *self, double time);
/// Returns true if a time is at the next knot, or too close to it for a step.
bool mbd_is_at_knot (const MbdIntegrator *self, double time);
/// Returns the longest step from the start that passes no knot of a function of time.
double mbd_limit_to_knots (MbdIntegrator *self, double h);
/// Returns the longest step from the start in which no contact of shapes can be passed over.
double mbd_limit_to_shapes (MbdIntegrator *self, double h);
/// Returns the longest step from the start that turns no body too far and passes no shape.
double mbd_limit_to_turns (MbdIntegrator *self, double h);
/// Determines if there are functions of time in which pulses may hide.
void mbd_find_courses (MbdIntegrator *self);
/// Returns the longest step from the start in which the stages see all that happens in functions of
/// time.
double mbd_limit_to_pulses (MbdIntegrator *self, double h);
/// Records the state of rows with bounds at the start of a step.
void mbd_watch_start (MbdIntegrator *self);
/// Detects an event within the step of size h that was just finished. If there is one, the step is
/// repeated to end at the event, and the next one must settle. Returns the size of the step.
double mbd_end_at_event (MbdIntegrator *self, double h);
/// Returns the least margin of rows and breaking limits at the end of the step that was just
/// finished; margins of solved rows only if `by_multipliers`.
double mbd_least_margin (MbdIntegrator *self, bool by_multipliers);
/// Returns the place, as a fraction of the step, where an open row may have dipped below 0 between
/// ends at which it is above: the minimum of the cubic through both ends with their rates. Returns
/// 1 if there is none.
double mbd_find_dip (MbdIntegrator *self, double h);
/// Records an event of a row.
void mbd_record_row (MbdIntegrator *self,
                     MbdEventKind kind,
                     double time,
                     int coupling,
                     int row,
                     double value);
/// Returns the largest load of a coupling, by the published multipliers, over its limit; 0 if it has
/// no limit.
double mbd_load_over_limit (MbdState *work, int coupling, double *value);
/// Returns the coupling whose load is the largest over its limit, which would reach it first if all published
/// loads grew in proportion, or -1 if none has a limit. *share: load over limit.
int mbd_first_to_break (MbdState *work, double *share, double *limit);
/// Keeps the instant of an impact, with the velocities before it.
void mbd_remember_impact (MbdIntegrator *self, const MbdInstant *at, const double *v);
/// Records events for the impulses of rows (batch layout) that close. Returns true if there is one.
bool mbd_record_impulses (MbdIntegrator *self, const MbdInstant *at, const double *impulse);
/// Breaks couplings whose limits the impulses of rows (batch layout) exceed. Returns true if one broke.
bool mbd_break_by_impulses (MbdIntegrator *self, const MbdInstant *at, const double *impulse);
/// Breaks couplings whose limit is reached by the forces at the instant. Returns true if one broke.
bool mbd_break_overloaded (MbdIntegrator *self, const MbdInstant *at);
/// Makes each box row that begins to hold do so at the position to which it has slipped: from then
/// on it may not drift, and nothing pulls it back. `before`: roles, batch layout.
void mbd_hold_in_place (MbdIntegrator *self, const unsigned char *before, bool in_motion);
/// Records events of rows whose roles differ from `before`.
void mbd_record_roles (MbdIntegrator *self, const MbdInstant *at, const unsigned char *before);
/// Cuts the step that was just made at the first gimbal lock of a bushing, at which the run then ends.
void mbd_end_at_gimbal_lock (MbdIntegrator *self);
/// Returns GIMBAL_LOCK if the run is at one.
MbdStatus mbd_check_gimbal_lock (const MbdIntegrator *self, MbdDiagnosis *why);
/// Like mbd_check_gimbal_lock (), at the start of a run.
MbdStatus mbd_start_gimbals (MbdIntegrator *self, MbdDiagnosis *why);
/// Finds roles, impulses and accelerations at an instant where they may have changed.
MbdStatus mbd_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why);
/// Brings joints that friction wedges to rest (one row, or -1). As the forces of a joint that wedges grow
/// without bound, it or a coupling on their way breaks instead if its load is limited. Returns true if
/// anything changed.
bool mbd_jam_joints (MbdIntegrator *self, int row, MbdInstant *at);
/// Brings a joint to rest at the start of the step that friction is about to wedge; its acceleration grows
/// without bound before that instant, which no step reaches. Returns true if there is one; then the start is
/// to be settled.
bool mbd_jam_ahead (MbdIntegrator *self);

/// Sets the rates of the memories of signals among those of positions, from the pose of the work state.
static inline void
mbd_set_memory_rates (MbdIntegrator *self, double *rate)
{
  if (self->model->n_memories > 0)
    mbd_find_memory_rates (self->work, mbd_memories_of (self->model, rate));
}
/// Like mbd_set_memory_rates (), at an instant, whose pose the work state takes.
static inline void
mbd_set_memory_rates_at (MbdIntegrator *self, const MbdInstant *at, double *rate)
{
  if (self->model->n_memories == 0)
    return;
  mbd_pose (self->work, at->time, at->q, at->v);
  mbd_set_memory_rates (self, rate);
}
/// Finds the past of delayed functions where a motion begins or continues. Returns false if there is not
/// enough memory.
bool mbd_begin_delays (MbdIntegrator *self, const MbdState *state);
/// Adds the last step to it. Returns false if there is not enough memory.
bool mbd_record_delays (MbdIntegrator *self);
/// Sets the memories of delayed functions in positions, at a time of the last step.
void mbd_set_delayed (const MbdIntegrator *self, double time, double *q);
/// Returns the first jump of a delayed function after a time that is known, and what its level will be.
double mbd_delayed_knot (const MbdIntegrator *self, double time, int *level);
/// Updates the weights of errors of memories, at the start of a step.
void mbd_weigh_memories (MbdIntegrator *self);
/// Returns the error of memories in the errors of positions, m.
double mbd_memory_error (const MbdIntegrator *self, const double *error_q);
/// Returns the change of the rate of a memory, over a step of size h, that the accuracy allows.
double mbd_memory_rate_tolerance (const MbdIntegrator *self, int memory, double h);
/// Computes q' of the bodies from q and v: velocities, and for quaternions q omega / 2.
void mbd_position_rates (const MbdModel *model, const double *q, const double *v, double *rate);
/// Scales quaternions back to unit length if they are off by more than 1e-14.
void mbd_normalise (const MbdModel *model, double *q);

/// Called after every accepted step: returns true if a body is accelerated so that the run will not
/// end, and sets `runaway.body` to it.
bool mbd_runs_away (MbdIntegrator *self);
