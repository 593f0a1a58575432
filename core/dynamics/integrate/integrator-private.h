// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The integrator as its own files see it.

#pragma once

#include "state-private.h"
#include "tableau-private.h"

enum
{
  MBD_KEPT_EVENTS = 256
};

/// A point of the trajectory; q, v and a in the published layouts.
typedef struct
{
  double time;
  double *q, *v, *a;
  double *ledger, *power; // integrals up to there and powers there; NULL where none are kept
} MbdInstant;

/// What implicit stages need beside the rest.
typedef struct MbdStiff MbdStiff;
/// Time stepping with contacts, and what touches in accurate motion.
typedef struct MbdStepper MbdStepper;
typedef struct MbdTouching MbdTouching;

/// What the automatic method goes by.
typedef struct
{
  bool may_be_stiff;    // there are force elements or compliant rows
  double rate;          // 1/s, the largest rate of change of accelerations as last estimated
  double explicit_cost; // evaluations per second of the motion, of the last explicit step
  int steps_for_change; // in a row that speak for the other method
  int steps_against;    // in a row since that speak for this one
  int patience;         // how many it takes
  long evaluations;     // before the last step
} MbdMethodChoice;

/// The span of steps in which a body is watched that is accelerated without bound.
typedef struct
{
  long steps;          ///< since the span began
  int spans;           ///< so many before it have told that the run will not end
  int body;            ///< index: that turned fastest when it began; 0: none
  double time, speed;  ///< s, rad/s: then
  double acceleration; ///< rad/s^2, over the span before; 0: not known
} MbdRunaway;

struct MbdIntegrator
{
  const MbdModel *model;
  MbdArena arena;
  MbdIntegratorSettings settings;
  const MbdTableau *tableau;
  MbdIntegratorStatistics statistics;
  MbdState *work;           // where evaluations are made
  const MbdStopToken *stop; // NULL: nothing stops it

  MbdInstant start, end; // the last accepted step
  MbdInstant output;
  const MbdInstant *shown; // of these the one that was delivered last
  double first_time, last_output;
  double next_step;
  double previous_error;
  int worst_body;         // with the largest error in the last step
  double *usual_collapse; // running minimum of each column's collapse
  int *dependent;         // rows (batch layout) that are left to those they depend on
  int n_dependent;

  double *kq[MBD_MAXIMUM_STAGES], *kv[MBD_MAXIMUM_STAGES]; // rates of q and v: first stage, then
                                                           // differences from it
  double *power[MBD_MAXIMUM_STAGES];                       // of the stages, where a ledger is kept
  double *stage_q, *stage_v;
  double *error_q, *error_v;
  double *zeros; // as long as q

  MbdMethodChoice choice;
  MbdStiff *stiff;       // made with the first implicit step
  MbdStepper *stepper;   // of time stepping, else NULL
  MbdTouching *touching; // where the model has shapes and the method is another one, else NULL
  bool stages_failed;    // Newton's method did not end

  double *rates[4]; // q' and q'' at start and end: q0', q1', q0'', q1''

  long creeping; // steps in a row that make no progress
  MbdRunaway runaway;
  long held;                      // steps in a row whose motion projection took back
  int holding;                    // the coupling with the largest multiplier in the last of them
  long fixed_steps;               // of the grid of fixed steps, passed
  unsigned char *roles_before;    // batch layout, scratch of mbd_settle ()
  double *start_eps, *start_rate; // batch layout, of rows with bounds at the start of the step
  bool may_break;                 // some coupling has a breaking limit
  bool must_settle;               // the last step ended at an event or a knot
  double knot;                    // s, the next of a function of time
  bool ends_at_knot;              // the step in hand, at its full size
  int stalls;                     // events in a row without progress in time
  MbdEvent event_ring[MBD_KEPT_EVENTS];
  int first_event, n_events;
};

MbdStepper *mbd_stepper_new (const MbdModel *model);
void mbd_stepper_free (MbdStepper *stepper);
/// Whether time stepping can move all bodies of a model.
MbdStatus mbd_stepper_check (const MbdModel *model, MbdDiagnosis *why);
/// From `start` to `end` in one step.
MbdStatus mbd_stepper_step (MbdIntegrator *self, double h, MbdDiagnosis *why);
/// The forces of contacts at `start`, where a run begins, as the first step will find them.
MbdStatus mbd_stepper_begin (MbdIntegrator *self, MbdDiagnosis *why);
void mbd_stepper_output (MbdIntegrator *self, double time, MbdInstant *out);
/// Forces of contacts in the last step, u layout.
const double *mbd_stepper_forces (const MbdStepper *stepper);
struct MbdPile *mbd_stepper_pile (const MbdStepper *stepper);
/// Body of the model of a body of the pile, and the other way.
int mbd_stepper_body (const MbdStepper *stepper, int pile_body);
int mbd_stepper_index (const MbdStepper *stepper, int body);

/// Whether a model is small enough to be solved densely, and in the plane.
bool mbd_touching_fits (const MbdModel *model);
MbdTouching *mbd_touching_new (const MbdModel *model);
void mbd_touching_free (MbdTouching *self);
/// Whether contacts can be followed accurately together with the couplings there are.
MbdStatus mbd_touching_check (const MbdIntegrator *self, MbdDiagnosis *why);
/// mbd_accelerate () with what touches.
void mbd_touching_accelerate (MbdIntegrator *self,
                              double time,
                              const double *q,
                              const double *v,
                              double *a);
/// mbd_find_powers () after mbd_touching_accelerate () at these velocities, with what friction in
/// contacts takes.
void mbd_find_touching_powers (MbdIntegrator *self, const double *v, double *powers);
/// mbd_finish_step () while something touches; false when nothing does.
bool mbd_touching_finish (MbdIntegrator *self);
/// Positions and velocities onto the rows of couplings and of what touches.
void mbd_touching_close (MbdIntegrator *self, double time, double *q, double *v);
/// Whether something touches now.
bool mbd_is_touching (const MbdIntegrator *self);
void mbd_touching_watch_start (MbdIntegrator *self);
double mbd_touching_end_at_event (MbdIntegrator *self, double h);
MbdStatus mbd_touching_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why);
int mbd_touching_contacts (const MbdIntegrator *self, MbdIntegratorContact *contacts, int most);
/// Forces of contacts at an instant of the last step, u layout.
const double *mbd_touching_forces (MbdIntegrator *self, const MbdInstant *at);
/// Of an overlap over L: worth telling.
#define MBD_DEEP_OVERLAP 1e-3
/// NOT_FINITE, naming the force element whose force is not finite at the pose of the work state;
/// otherwise `status` is kept.
MbdStatus mbd_blame_force (MbdIntegrator *self, MbdStatus status, MbdDiagnosis *why);
/// Keep an event of two shapes.
void mbd_record_touch (MbdIntegrator *self,
                       MbdEventKind kind,
                       double time,
                       int shape_a,
                       int shape_b,
                       double value);

/// All stages from `start` with step h; the result goes to `end`, unprojected. Answers whether a
/// pivot collapsed on the way. With a first-same-as-last method the work state is left at the end.
bool mbd_take_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end);
/// The ledger at an instant from that at the start of a step and the powers of its stages.
void mbd_sum_powers (MbdIntegrator *self,
                     const MbdInstant *start,
                     double h,
                     const double *weights,
                     MbdInstant *end);
/// The same for implicit methods; false when Newton's method does not end. kv, kq and end->a are
/// those of the stages.
bool
mbd_take_implicit_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end);
void mbd_stiff_free (MbdStiff *stiff);
/// Accelerations have jumped: do not guess those of the next step from the last.
void mbd_stiff_forget (MbdStiff *stiff);
/// The largest rate (1/s) at which the directions of the last implicit step work on the masses; -1
/// when it was not made by directions.
double mbd_stiff_rate (const MbdStiff *stiff);

/// The same for a state at which an acceleration was just found; takes memory for the time of the
/// call.
double mbd_rate_at_start (MbdState *work);

/// Stages for which a setting needs memory.
int mbd_most_stages (MbdMethod method);
MbdMethod mbd_method_in_use (const MbdIntegrator *self);
/// At the start of a run, and whenever it begins anew.
void mbd_start_method (MbdIntegrator *self);
void mbd_restart_method (MbdIntegrator *self);
/// After a step: what it says about the method.
void mbd_review_step (MbdIntegrator *self);
/// Before a step: which method it shall use.
void mbd_choose_method (MbdIntegrator *self);
/// The error of the stages just taken, in units of `tolerance` times L; NaN stays NaN.
double mbd_error_norm (MbdIntegrator *self, double h, double tolerance);
void mbd_copy_instant (const MbdModel *model, MbdInstant *to, const MbdInstant *from);
/// The state at a time within the last step: by a step of its own from the start of that step, so
/// that it is as good as the ends of steps. Where that passes close by a singular position and its
/// error estimate says that its stages suffered, the two ends are interpolated. With implicit
/// methods always: their steps resolve the slow motion only.
void mbd_output_at (MbdIntegrator *self, double time);
/// Whether projection has closed the rows at the output. Where it has not, conditions have come to
/// contradict each other: a driver and the stop that it runs into.
MbdStatus mbd_check_output (MbdIntegrator *self, MbdDiagnosis *why);
/// Bring the end of a step onto the constraints and find its acceleration.
void mbd_finish_step (MbdIntegrator *self);
/// The running minimum of every pivot's collapse, at the starts of steps.
void mbd_remember_pivots (MbdIntegrator *self);
/// Look for rows that depend on others, and forget how pivots were: after roles have changed.
void mbd_look_at_rows (MbdIntegrator *self, const MbdInstant *at);

/// Times that differ by no more are the same as far as steps are concerned, s.
double mbd_least_step (double time);
/// At the start of a run and at a knot: from this time on functions of time are those after it, up
/// to the next knot.
void mbd_pass_knots (MbdIntegrator *self, double time);
/// Whether a time is that of the next knot, or too close to it for a step.
bool mbd_is_at_knot (const MbdIntegrator *self, double time);
/// Longest step from the start that passes no knot of a function of time.
double mbd_limit_to_knots (MbdIntegrator *self, double h);
/// Longest step from the start that turns no body too far.
double mbd_limit_to_turns (const MbdIntegrator *self, double h);
/// Remember what rows with bounds are at the start of a step.
void mbd_watch_start (MbdIntegrator *self);
/// Whether something happens within the step of size h that was just finished; if so the step is
/// repeated to end there, and the next one must settle. Answers the size of the step.
double mbd_end_at_event (MbdIntegrator *self, double h);
/// The least margin of rows and breaking limits at the end of the step that was just finished;
/// those of rows that are solved only where their multipliers tell.
double mbd_least_margin (MbdIntegrator *self, bool by_multipliers);
/// Where, as a fraction of the step, an open row may have dipped below 0 between ends at which it
/// is above: the minimum of the cubic through both ends with their rates. 1 when there is none.
double mbd_find_dip (MbdIntegrator *self, double h);
/// Keep an event of a row.
void mbd_record_row (MbdIntegrator *self,
                     MbdEventKind kind,
                     double time,
                     int coupling,
                     int row,
                     double value);
/// Impulses of rows, batch layout: events, and couplings whose limit they exceed break. Answers
/// whether one did.
bool mbd_take_impulses (MbdIntegrator *self, const MbdInstant *at, const double *impulse);
/// Couplings whose limit is reached by the forces at the instant break. Answers whether one did.
bool mbd_break_overloaded (MbdIntegrator *self, const MbdInstant *at);
/// A box row that begins to hold does so where it has slipped to: from there on it may not drift,
/// and nothing pulls it back. `before`: roles, batch layout.
void mbd_hold_in_place (MbdIntegrator *self, const unsigned char *before, bool in_motion);
/// Events of rows whose roles are no longer those before.
void mbd_record_roles (MbdIntegrator *self, const MbdInstant *at, const unsigned char *before);
/// Roles, impulses and accelerations at an instant where something may have changed.
MbdStatus mbd_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why);

/// q' from q and v: velocities, and for quaternions q omega / 2.
void mbd_position_rates (const MbdModel *model, const double *q, const double *v, double *rate);
/// Quaternions back to unit length where they are off by more than 1e-14.
void mbd_normalise (const MbdModel *model, double *q);

/// Asked after every accepted step: whether some body is accelerated so that the run will not end.
/// It is then `runaway.body`.
bool mbd_runs_away (MbdIntegrator *self);
