// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Motion of a mechanism whose drivers determine it. From one instant to the next
//
//   predict   q + h v + h^2 a / 2,  v + h a   (if drivers prescribe speeds: q by Runge-Kutta)
//   assemble  positions and velocities there, which decides
//   accept    if assembly moved it little against the step itself; else half the step
//
// so that the branch is the one to which the motion led. At a singular pose the prediction omits
// the acceleration, which is not unique there.

#include <math.h>
#include <string.h>

#include "analysis-private.h"
#include "mechanism-private.h"
#include "vector-private.h"

/// Largest change of a body per step: times L, or in rad; the second if speeds are integrated.
static const double largest_change = 0.15, largest_change_of_speeds = 0.02;
/// Largest correction of a prediction by assembly: part of the step, and at least (times L, or in
/// rad).
static const double part_of_step = 0.25, least_allowed = 5e-3;
/// Smallest step over the remaining time.
static const double least_step = 1e-9;
/// Largest remaining acceleration error, over the terms that cause it, at a singular pose.
static const double acceleration_tolerance = 1e-6;

/// Returns the largest part of a displacement: over L, or in rad.
static double
change_of (const MbdModel *m, const double *u)
{
  double largest = 0;

  for (int b = 0; b < m->n_bodies; b++)
    for (int i = 0; i < m->bodies[b].degrees; i++) {
      const bool turns = i >= (m->bodies[b].degrees == 6 ? 3 : 2);
      largest = fmax (largest, fabs (u[m->bodies[b].u + i]) / (turns ? 1 : m->size));
    }
  return largest;
}

/// Returns the largest part of the difference of two sets of positions: over L, or in rad.
static double
distance (const MbdModel *m, const double *p, const double *q)
{
  double largest = 0;

  for (int b = 0; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    const double *x = p + body->q, *y = q + body->q;
    for (int i = 0; i < (body->degrees == 6 ? 3 : body->degrees); i++)
      largest = fmax (largest, fabs (x[i] - y[i]) / (i == 2 && body->degrees == 3 ? 1 : m->size));
    if (body->degrees != 6)
      continue;
    double back[4], turn[4];
    quaternion_conjugate (x + 3, back);
    quaternion_multiply (back, y + 3, turn);
    largest = fmax (largest, 2 * atan2 (sqrt (dot3 (turn + 1, turn + 1)), fabs (turn[0])));
  }
  return largest;
}

/// Solves velocities, then accelerations and multipliers of an assembled pose.
static MbdStatus
solve_instant (MbdState *state, MbdKinematics *report, int *missing, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  int rank = 0;

  MbdStatus status = mbd_state_assemble_velocities (state, NULL, why);
  if (status != MBD_STATUS_OK)
    return status;
  status = mbd_state_rank (state, &rank, NULL);
  if (status != MBD_STATUS_OK)
    return mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, 0);
  *missing = m->n_v - rank;
  report->singular = *missing > 0;
  status = mbd_state_solve (state, why);
  if (status == MBD_STATUS_MASSLESS && report->singular) {
    memset (state->solution.a, 0, sizeof *state->solution.a * (size_t) m->n_v);
    memset (state->solution.lambda, 0, sizeof *state->solution.lambda * (size_t) m->n_rows);
    return MBD_STATUS_OK;
  }
  if (status != MBD_STATUS_OK)
    return status;

  double scale = 0, left = 0;
  mbd_to_world_axes (state, state->solution.a, state->system.fl);
  mbd_jacobian_multiply (state, state->system.fl, state->system.rate);
  for (int row = 0; row < m->n_rows; row++)
    if (mbd_row_is_solved (state, row)) {
      scale = fmax (scale, fabs (state->system.gamma[row]) + fabs (state->system.rate[row]));
      left = fmax (left, fabs (state->system.rate[row] - state->system.gamma[row]));
    }
  report->singular |= left > acceleration_tolerance * scale;
  return MBD_STATUS_OK;
}

/// Extrapolates the displacement in world axes to a time h later, by velocities and accelerations.
/// Returns its size.
static double
extrapolate (MbdState *state, bool singular, double h, double *step)
{
  const MbdModel *m = state->model;

  mbd_to_world_axes (state, state->solution.a, step);
  mbd_to_world_axes (state, state->pose.v, state->system.fl);
  for (int i = 0; i < m->n_v; i++)
    step[i] = h * (state->system.fl[i] + (singular ? 0 : 0.5 * h * step[i]));
  return change_of (m, step);
}

/// Returns the largest step towards h whose change is within the limit.
static double
limit_step (MbdState *state, bool singular, double h, double *step)
{
  const double most = state->roles.any_levels ? largest_change_of_speeds : largest_change;
  for (int i = 0; i < 200 && extrapolate (state, singular, h, step) > most; i++)
    h *= 0.8;
  return h;
}

/// Replaces `step` by a step of the classical Runge-Kutta method on the velocities that the rows
/// prescribe. Leaves the state at one of its stages.
static MbdStatus
integrate_speeds (MbdState *state, const MbdState *last, double h, double *step, MbdDiagnosis *why)
{
  static const double at[4] = { 0, 0.5, 0.5, 1 }, weight[4] = { 1, 2, 2, 1 };
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  double *q = MBD_TAKE (&scratch, double, m->n_q);
  double *k = MBD_TAKE (&scratch, double, m->n_v + 6);
  MbdStatus status = scratch.failed ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  memset (step, 0, sizeof *step * (size_t) (m->n_v + 6));
  for (int stage = 0; stage < 4 && status == MBD_STATUS_OK; stage++) {
    memcpy (q, last->pose.q, sizeof *q * (size_t) m->n_q);
    for (int i = 0; i < m->n_v; i++)
      k[i] *= at[stage] * h;
    mbd_displace (m, q, k);
    mbd_state_set (state, last->pose.time + at[stage] * h, q, NULL);
    status = mbd_state_assemble_velocities (state, NULL, why);
    mbd_state_prepare (state);
    mbd_to_world_axes (state, state->pose.v, k);
    for (int i = 0; i < m->n_v; i++)
      step[i] += h / 6 * weight[stage] * k[i];
  }
  mbd_arena_clear (&scratch);
  return status;
}

/// Makes one step of at most h from `last`, to *time. Returns OK, or the reason against this step.
static MbdStatus
try_step (MbdState *state,
          const MbdState *last,
          double *h,
          double *step,
          double *q,
          MbdKinematics *report,
          MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdStatus status = MBD_STATUS_OK;
  int missing;

  mbd_state_prepare (state);
  *h = limit_step (state, report->singular, *h, step);
  double change = extrapolate (state, report->singular, *h, step);
  if (state->roles.any_levels)
    status = integrate_speeds (state, last, *h, step, why);
  if (status != MBD_STATUS_OK)
    return status;

  memcpy (q, last->pose.q, sizeof *q * (size_t) m->n_q);
  mbd_displace (m, q, step);
  for (int i = 0; i < m->n_v; i++)
    state->solution.residual_v[i] =
      last->pose.v[i] + (report->singular ? 0 : *h * last->solution.a[i]);
  mbd_state_set (state, last->pose.time + *h, q, state->solution.residual_v);
  status = mbd_state_assemble (state, NULL, why);
  if (status != MBD_STATUS_OK)
    return status;
  if (!(distance (m, q, state->pose.q) <= part_of_step * change + least_allowed))
    return mbd_diagnose (why, MBD_STATUS_STEP_TOO_SMALL, MBD_ELEMENT_NONE, 0, state->pose.time);
  MbdKinematics found = *report;
  status = solve_instant (state, &found, &missing, why);
  if (status == MBD_STATUS_OK)
    report->singular = found.singular;
  return status;
}

MbdStatus
mbd_kinematics_advance (MbdState *state, double time, MbdKinematics *report, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const double start = state->pose.time;
  MbdState *last = mbd_state_new (m);
  MbdArena scratch = { 0 };
  double *step = MBD_TAKE (&scratch, double, m->n_v + 6);
  double *q = MBD_TAKE (&scratch, double, m->n_q);
  MbdStatus status = MBD_STATUS_OK;

  if (last == NULL || scratch.failed)
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  else if (!isfinite (time))
    status = mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, time);
  report->steps = 0;
  while (status == MBD_STATUS_OK && state->pose.time != time) {
    double h = time - state->pose.time;
    mbd_state_copy (last, state);
    MbdKinematics now = *report;
    for (;;) {
      const double whole = time - last->pose.time;
      status = try_step (state, last, &h, step, q, &now, why);
      if (status == MBD_STATUS_OK) {
        // The end is exactly the requested time.
        if (h == whole)
          state->pose.time = time;
        break;
      }
      mbd_state_copy (state, last);
      now = *report;
      h /= 2;
      if (fabs (h) < least_step * fmax (fabs (time - start), 1e-12 * fabs (time))) {
        if (status != MBD_STATUS_CONFLICT)
          status =
            mbd_diagnose (why, MBD_STATUS_STEP_TOO_SMALL, MBD_ELEMENT_NONE, 0, state->pose.time);
        break;
      }
    }
    report->singular = now.singular;
    report->steps++;
  }
  mbd_arena_clear (&scratch);
  mbd_state_free (last);
  return status;
}

/// Checks whether the rank that is missing at this instant is also missing a little later; *missing
/// becomes that number.
static MbdStatus
look_ahead (MbdState *state, int *missing, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const double ahead = 1e-3;
  MbdState *later = mbd_state_new (m);
  MbdStatus status = later == NULL
                       ? mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0)
                       : mbd_state_copy_couplings (later, state);
  if (status == MBD_STATUS_OK) {
    mbd_state_copy (later, state);
    mbd_state_prepare (later);
    mbd_world_velocities (later, later->solution.residual_v);
    const double speed = change_of (m, later->solution.residual_v);
    MbdKinematics found = { 0 };
    int less = *missing;
    if (speed > 0) {
      const double h = ahead / speed;
      memcpy (later->q_trial[0], later->pose.q, sizeof *later->pose.q * (size_t) m->n_q);
      for (int i = 0; i < m->n_v; i++)
        later->solution.residual_v[i] *= h;
      mbd_displace (m, later->q_trial[0], later->solution.residual_v);
      mbd_state_set (later, state->pose.time + h, later->q_trial[0], NULL);
      if (mbd_state_assemble (later, NULL, NULL) == MBD_STATUS_OK
          && solve_instant (later, &found, &less, NULL) == MBD_STATUS_OK && less < *missing)
        *missing = less;
    }
  }
  mbd_state_free (later);
  return status;
}

/// Lets drivers hold whatever effort that takes.
static void
hold_drivers (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];

    if (c->def.class_->drives && c->rows > 0 && mbd_state_mode (state, i) == MBD_MODE_BOX
        && !state->roles.rows[mbd_row_place (m, c->first_row, NULL)].compliant)
      mbd_state_set_mode (state, i, MBD_MODE_LOCK);
  }
}

MbdStatus
mbd_kinematics_start (MbdState *state, MbdKinematics *report, MbdDiagnosis *why)
{
  int missing = 0;

  for (int i = 0; i < state->model->n_forces; i++)
    for (int k = 0; k < MBD_FORCE_COMPONENTS; k++) {
      const MbdForceDef *def = state->parameters.forces[i].def;
      const MbdFunction *function = mbd_force_component (def, k);
      if (function != NULL && def->enabled && mbd_function_has_memory (function))
        return mbd_diagnose (why, MBD_STATUS_NEEDS_MOTION, MBD_ELEMENT_FORCE, def->id, 0);
    }

  *report = (MbdKinematics){ 0 };
  hold_drivers (state);
  MbdStatus status = mbd_state_assemble (state, NULL, why);
  if (status == MBD_STATUS_OK)
    status = mbd_state_assemble_velocities (state, NULL, why);
  int rank = 0;
  if (status == MBD_STATUS_OK)
    status = mbd_state_rank (state, &rank, NULL);
  missing = state->model->n_v - rank;
  if (status == MBD_STATUS_OK && missing > 0)
    status = look_ahead (state, &missing, why);
  if (status != MBD_STATUS_OK)
    return status;
  if (missing > 0)
    return mbd_diagnose (why, MBD_STATUS_NOT_DRIVEN, MBD_ELEMENT_NONE, 0, missing);
  return solve_instant (state, report, &missing, why);
}
