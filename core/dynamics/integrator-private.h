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
} MbdInstant;

/// What implicit stages need beside the rest.
typedef struct MbdStiff MbdStiff;

struct MbdIntegrator
{
  const MbdModel *model;
  MbdArena arena;
  MbdIntegratorSettings settings;
  const MbdTableau *tableau;
  MbdIntegratorStatistics statistics;
  MbdState *work; // where evaluations are made

  MbdInstant start, end; // the last accepted step
  MbdInstant output;
  double first_time, last_output;
  double next_step;
  double previous_error;
  int worst_body;         // with the largest error in the last step
  double *usual_collapse; // running minimum of each column's collapse
  int *dependent;         // rows (batch layout) that are left to those they depend on
  int n_dependent;

  double *kq[MBD_MAXIMUM_STAGES], *kv[MBD_MAXIMUM_STAGES]; // rates of q and v: first stage, then
                                                           // differences from it
  double *stage_q, *stage_v;
  double *error_q, *error_v;
  double *zeros; // as long as q

  MbdStiff *stiff;    // made with the first implicit step
  bool stages_failed; // Newton's method did not end

  double *rates[4]; // q' and q'' at start and end: q0', q1', q0'', q1''

  long creeping;                  // steps in a row that make no progress
  long held;                      // steps in a row whose motion projection took back
  int holding;                    // the coupling with the largest multiplier in the last of them
  long fixed_steps;               // of the grid of fixed steps, passed
  unsigned char *roles_before;    // batch layout, scratch of mbd_settle ()
  double *start_eps, *start_rate; // batch layout, of rows with bounds at the start of the step
  bool may_break;                 // some coupling has a breaking limit
  bool must_settle;               // the last step ended at an event or a knot
  double settle_time;             // where the next step starts then
  int stalls;                     // events in a row without progress in time
  MbdEvent event_ring[MBD_KEPT_EVENTS];
  int first_event, n_events;
};

/// All stages from `start` with step h; the result goes to `end`, unprojected. Answers whether a
/// pivot collapsed on the way. With a first-same-as-last method the work state is left at the end.
bool mbd_take_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end);
/// The same for implicit methods; false when Newton's method does not end. kv, kq and end->a are
/// those of the stages.
bool
mbd_take_implicit_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end);
void mbd_stiff_free (MbdStiff *stiff);
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

/// Longest step from the start that passes no knot of a function of time and turns no body too far.
double mbd_limit_to_knots (MbdIntegrator *self, double h);
/// Remember what rows with bounds are at the start of a step.
void mbd_watch_start (MbdIntegrator *self);
/// Whether something happens within the step of size h that was just finished; if so the step is
/// repeated to end there, and the next one must settle. Answers the size of the step.
double mbd_end_at_event (MbdIntegrator *self, double h);
/// Roles, impulses and accelerations at an instant where something may have changed.
MbdStatus mbd_settle (MbdIntegrator *self, MbdInstant *at, MbdDiagnosis *why);

/// q' from q and v: velocities, and for quaternions q omega / 2.
void mbd_position_rates (const MbdModel *model, const double *q, const double *v, double *rate);
/// Quaternions back to unit length where they are off by more than 1e-14.
void mbd_normalise (const MbdModel *model, double *q);
