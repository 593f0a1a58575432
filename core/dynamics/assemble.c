// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection onto the position and velocity constraints (mechanics.md section 2).
//
//   positions:  [M G'; G -R] [dq; .] = [0; -eps]     repeated, with step control
//   velocities: [M G'; G -R] [dv; .] = [0; -eps']    the nearest velocities in the M-norm

#include <math.h>
#include <string.h>

#include "assemble-private.h"
#include "mechanism-private.h"

enum
{
  ITERATIONS = 20,
  HALVINGS = 8,
  PARAMETER_BYTES = 512,
};

/// Errors are met when each is below this: times L for lengths, in rad for angles.
static const double tolerance = 1e-12;
/// Velocity errors left over, over the largest speed of a point.
static const double velocity_tolerance = 1e-9;
/// The same where a pivot has fallen by this: positions that are closed to 1e-12 L at a singular
/// pose may be off it by the root of that, and so are the rows that vanish there.
static const double singular_velocity_tolerance = 2e-6, singular_collapse = 1e9;

static double
row_tolerance (const MbdModel *m, const MbdModelBatch *batch, int row)
{
  return batch->class_->row_is_length (batch->view.variant, batch->space, row) ? tolerance * m->size
                                                                               : tolerance;
}

/// Largest error of a coupling over its tolerance, of rows that are solved.
static double
coupling_error (const MbdState *state, const MbdModelBatch *batch, int k, const double *eps)
{
  const MbdModel *m = state->model;
  double largest = 0;
  eps += batch->first + k * batch->view.rows;
  for (int row = 0; row < batch->view.rows; row++) {
    if (!mbd_row_is_solved (state, batch->first + k * batch->view.rows + row))
      continue;
    double error = fabs (eps[row]) / row_tolerance (m, batch, row);
    largest = error <= largest ? largest : error;
  }
  return largest;
}

static double
largest_error (const MbdState *state, const double *eps)
{
  const MbdModel *m = state->model;
  double largest = 0;
  for (int b = 0; b < m->n_batches; b++)
    for (int k = 0; k < m->batches[b].view.count; k++) {
      const MbdModelBatch *batch = &m->batches[b];
      double error = coupling_error (state, batch, k, eps);
      largest = error <= largest ? largest : error;
    }
  return largest;
}

/// Mark the couplings whose errors remain and diagnose the worst.
static MbdStatus
report_conflict (const MbdState *state, const double *eps, bool *failed, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  double worst = -1;
  int id = 0;
  double value = 0;

  for (int b = 0; b < m->n_batches; b++)
    for (int k = 0; k < m->batches[b].view.count; k++) {
      const MbdModelBatch *batch = &m->batches[b];
      const double *own = eps + batch->first + k * batch->view.rows;
      double error = coupling_error (state, batch, k, eps);
      if (failed != NULL && !(error <= 1))
        failed[batch->coupling[k]] = true;
      // the worst is named also where all are small by these tolerances: speeds may be tiny
      if (!(error <= worst)) {
        worst = error;
        id = m->couplings[batch->coupling[k]].def.id;
        value = 0;
        for (int row = 0; row < batch->view.rows; row++)
          value = fmax (value, fabs (own[row]));
      }
    }
  return mbd_diagnose (why, MBD_STATUS_CONFLICT, MBD_ELEMENT_COUPLING, id, value);
}

MbdStatus
mbd_check_closed (MbdState *work, double tolerance_of_size, MbdDiagnosis *why)
{
  mbd_position_errors (work, work->eps);
  mbd_silence_levels (work, work->eps, NULL);
  for (int row = 0; row < work->model->n_rows; row++)
    if (!work->projected[row])
      work->eps[row] = 0;
  if (largest_error (work, work->eps) * tolerance <= tolerance_of_size)
    return MBD_STATUS_OK;
  return report_conflict (work, work->eps, NULL, why);
}

/// A coupling between fixed bodies has no rows; an error there cannot be mended.
static MbdStatus
check_between_fixed (MbdState *state, bool *failed, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const MbdPose pose = { state->time, state->plane, state->space };
  MbdStatus status = MBD_STATUS_OK;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &state->couplings[i];
    const MbdCouplingClass *class_ = c->def.class_;
    const double angle[2] = { 0 };
    if (!c->between_fixed || !state->running[i].enabled || c->mode != MBD_MODE_LOCK
        || class_->parameter_size[MBD_SPACE_SPACE] > PARAMETER_BYTES)
      continue;
    double parameters[PARAMETER_BYTES / sizeof (double)], eps[6];
    MbdBinding binding = mbd_model_binding (c);
    class_->bind (&binding, parameters);
    const MbdBatch batch = {
      .count = 1,
      .variant = c->variant,
      .rows = class_->rows (c->variant, c->space),
      .sides = c->sides,
      .side = { c->side[0], c->side[1], c->side[2], c->side[3] },
      .body = { &c->body[0], &c->body[1], &c->body[2], &c->body[3] },
      .angle = angle,
      .body_a = &c->body[0],
      .body_b = &c->body[1],
      .parameters = parameters,
    };
    class_->space_errors (&batch, &pose, eps);
    for (int row = 0; row < batch.rows; row++) {
      bool is_length = class_->row_is_length (c->variant, c->space, row);
      if (fabs (eps[row]) <= (is_length ? 1e-9 * m->size : 1e-9))
        continue;
      if (failed != NULL)
        failed[i] = true;
      if (status == MBD_STATUS_OK)
        status = mbd_diagnose (why, MBD_STATUS_CONFLICT, MBD_ELEMENT_COUPLING, c->def.id, eps[row]);
    }
  }
  return status;
}

void
mbd_solve_rows (MbdState *state, const double *rhs, bool has_factor, double *change)
{
  if (has_factor) {
    mbd_load_right_side (state, NULL, rhs);
    mbd_forward (state);
  } else {
    mbd_load (state, NULL, rhs);
    mbd_eliminate (state, state->rho);
  }
  mbd_backward (state);
  mbd_recover (state, NULL, change);
}

/// For closing positions: rows that live at the position level and are not springs; a unilateral
/// row where it is violated, which is what `eps` says.
static void
take_closing_roles (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    int row = batch->first;
    for (int k = 0; k < batch->view.count; k++) {
      const MbdMode mode = state->running[batch->coupling[k]].mode;
      for (int r = 0; r < batch->view.rows; r++, row++) {
        MbdRowRun *run = &state->rows[row];
        if (run->role == MBD_ROW_OFF || run->compliant)
          continue;
        bool closes = run->level == MBD_LEVEL_POSITION && mode != MBD_MODE_BOX
                      && (mode != MBD_MODE_UNILATERAL || state->eps[row] < 0);
        run->role = closes ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
      }
    }
  }
  mbd_roles_changed (state);
}

/// Pose and errors at q; answers the largest error over its tolerance.
static double
errors_at (MbdState *state, const double *q)
{
  mbd_pose (state, state->time, q, state->v);
  mbd_position_errors (state, state->eps);
  if (state->any_bounds || state->any_levels)
    take_closing_roles (state);
  return largest_error (state, state->eps);
}

/// Newton iterations on q in place; true when all errors are met. eps of the state is left at q.
static bool
close_positions (MbdState *state, const MbdCloser *closer, double *q, double *trial)
{
  const MbdModel *m = state->model;
  double *step = state->correction;
  double error = errors_at (state, q);

  for (int iteration = 0; iteration < ITERATIONS && error > 1; iteration++) {
    mbd_rows (state);
    for (int row = 0; row < m->n_rows; row++)
      state->residual_rows[row] = -state->eps[row];
    closer->solve (state, state->residual_rows, false, step, closer->data);

    // a full step, or the longest half of it that lowers the error
    double next = INFINITY;
    for (int halving = 0; halving < HALVINGS; halving++) {
      memcpy (trial, q, sizeof *q * (size_t) m->n_q);
      mbd_displace (m, trial, step);
      if (closer->keep_positions != NULL)
        closer->keep_positions (state, q, trial, closer->data);
      next = errors_at (state, trial);
      if (next < error || next <= 1)
        break;
      for (int i = 0; i < m->n_v; i++)
        step[i] /= 2;
    }
    if (!(next < error))
      break;
    memcpy (q, trial, sizeof *q * (size_t) m->n_q);
    error = next;
  }
  errors_at (state, q);
  return error <= 1;
}

/// The closest change in the M-norm.
static void
solve_nearest (MbdState *state, const double *rhs, bool has_factor, double *change, void *data)
{
  mbd_solve_rows (state, rhs, has_factor, change);
}

static const MbdCloser nearest = { .solve = solve_nearest };

MbdStatus
mbd_assemble_with (MbdState *state, const MbdCloser *closer, bool *failed, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  if (failed != NULL)
    memset (failed, 0, sizeof *failed * (size_t) m->n_couplings);
  if (!mbd_all_finite (state->q, m->n_q) || !mbd_all_finite (state->v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  MbdStatus status = check_between_fixed (state, failed, why);
  if (status != MBD_STATUS_OK)
    return status;

  state->has_pose = state->has_rows = state->has_solution = false;
  if (errors_at (state, state->q) > 1) {
    memcpy (state->q_trial[0], state->q, sizeof *state->q * (size_t) m->n_q);
    if (close_positions (state, closer, state->q_trial[0], state->q_trial[1]))
      memcpy (state->q, state->q_trial[0], sizeof *state->q * (size_t) m->n_q);
    else
      status = report_conflict (state, state->eps, failed, why);
  }
  mbd_reset_roles (state, MBD_ROW_LOWER);
  return status;
}

MbdStatus
mbd_state_assemble (MbdState *state, bool *failed, MbdDiagnosis *why)
{
  return mbd_assemble_with (state, &nearest, failed, why);
}

void
mbd_take_catching_roles (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    int row = batch->first;
    for (int k = 0; k < batch->view.count; k++) {
      const MbdMode mode = state->running[batch->coupling[k]].mode;
      for (int r = 0; r < batch->view.rows; r++, row++) {
        MbdRowRun *run = &state->rows[row];
        if (run->role == MBD_ROW_OFF || run->compliant)
          continue;
        double near = 1e3 * row_tolerance (m, batch, r);
        bool catches =
          mode == MBD_MODE_UNILATERAL && state->eps[row] <= near && state->rate[row] < 0;
        bool holds = mode != MBD_MODE_UNILATERAL && mode != MBD_MODE_BOX;
        run->role = holds || catches ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
      }
    }
  }
  mbd_roles_changed (state);
}

/// Of the rows that were caught the one that pulls most, if one does, is opened: the others move it
/// away by themselves. `least` is a change of a rate that counts. Answers whether there was one.
static bool
open_pulling_row (MbdState *state, double least)
{
  const MbdModel *m = state->model;
  double worst = least;
  int pulling = -1;

  for (int b = 0; b < m->n_batches && state->any_bounds; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int i = 0; i < batch->view.count * batch->view.rows; i++) {
      const int k = i / batch->view.rows, row = batch->first + i;
      const int y = batch->y[k] + i % batch->view.rows;
      if (state->running[batch->coupling[k]].mode != MBD_MODE_UNILATERAL
          || !mbd_row_is_solved (state, row) || !(-state->y[y] * state->g[y] > worst))
        continue;
      worst = -state->y[y] * state->g[y];
      pulling = row;
    }
  }
  if (pulling < 0)
    return false;
  state->rows[pulling].role = MBD_ROW_LOWER;
  mbd_roles_changed (state);
  return true;
}

/// Rows of the acceleration level have no say in velocities: they hold only changes of them.
static void
open_acceleration_rows (MbdState *state)
{
  for (int row = 0; row < state->model->n_rows; row++) {
    MbdRowRun *run = &state->rows[row];
    if (run->role == MBD_ROW_SOLVED && run->level == MBD_LEVEL_ACCELERATION)
      run->role = MBD_ROW_LOWER;
  }
  mbd_roles_changed (state);
}

/// The largest speed of velocities u as that of points, m/s: what turns counts with the radius L.
static double
largest_speed (const MbdModel *m, const double *u)
{
  double speed = 0;

  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    for (int k = 0; k < body->degrees; k++) {
      bool turns = k >= (body->degrees == 3 ? 2 : 3);
      speed = fmax (speed, (turns ? m->size : 1) * fabs (u[body->u + k]));
    }
  }
  return speed;
}

/// The largest of numbers by row as a length: angles count with the radius L.
static double
largest_as_length (const MbdModel *m, const double *rows)
{
  double largest = 0;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int i = 0; i < batch->view.count * batch->view.rows; i++) {
      bool is_length =
        batch->class_->row_is_length (batch->view.variant, batch->space, i % batch->view.rows);
      largest = fmax (largest, (is_length ? 1 : m->size) * fabs (rows[batch->first + i]));
    }
  }
  return largest;
}

MbdStatus
mbd_assemble_velocities_with (MbdState *state,
                              const MbdCloser *closer,
                              bool *failed,
                              MbdDiagnosis *why)
{
  enum
  {
    USUAL_PASSES = 8,
    PASSES = 100, // as long as they help: close to a singular position each takes a part
  };
  const MbdModel *m = state->model;
  double *u = state->correction, *change = state->correction + m->n_v + 6;
  double previous = INFINITY;

  if (failed != NULL)
    memset (failed, 0, sizeof *failed * (size_t) m->n_couplings);
  if (!mbd_all_finite (state->q, m->n_q) || !mbd_all_finite (state->v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  mbd_state_prepare (state);
  mbd_world_velocities (state, u);
  double speed = largest_speed (m, u);
  if (m->has_time_rates) {
    mbd_jacobian_multiply (state, u, state->residual_rows);
    mbd_velocity_errors (state, u, state->rate);
    for (int row = 0; row < m->n_rows; row++)
      state->residual_rows[row] -= state->rate[row];
    speed = fmax (speed, largest_as_length (m, state->residual_rows));
  }
  if (state->any_bounds || state->any_levels) {
    mbd_position_errors (state, state->eps);
    mbd_velocity_errors (state, u, state->rate);
    mbd_take_catching_roles (state);
    open_acceleration_rows (state);
  }
  MbdStatus status = MBD_STATUS_OK;
  memcpy (state->q_trial[0], state->v, sizeof *state->v * (size_t) m->n_v);

  for (int pass = 0; pass <= PASSES; pass++) {
    mbd_velocity_errors (state, u, state->rate);
    for (int row = 0; row < m->n_rows; row++)
      state->residual_rows[row] = mbd_row_is_solved (state, row) ? -state->rate[row] : 0;
    const double largest = largest_as_length (m, state->residual_rows);
    // already consistent to round-off: nothing is touched
    if (largest <= tolerance * speed)
      break;
    const bool met =
      largest <= speed
                   * (state->worst_collapse > singular_collapse ? singular_velocity_tolerance
                                                                : velocity_tolerance);
    if (pass >= USUAL_PASSES && (met || pass == PASSES || !(largest < 0.95 * previous))) {
      if (!met)
        status = report_conflict (state, state->rate, failed, why);
      break;
    }
    previous = largest;
    closer->solve (state, state->residual_rows, pass > 0, change, closer->data);
    if (pass == 0 && closer == &nearest && open_pulling_row (state, tolerance * speed)) {
      pass = -1;
      continue;
    }
    for (int i = 0; i < m->n_v; i++)
      u[i] += change[i];
    mbd_to_body_axes (state, u, state->v);
    if (closer->keep_velocities != NULL)
      closer->keep_velocities (state, state->q_trial[0], state->v, closer->data);
    state->has_solution = false;
  }
  if (status != MBD_STATUS_OK)
    memcpy (state->v, state->q_trial[0], sizeof *state->v * (size_t) m->n_v);
  mbd_pose_velocities (state, state->v);
  state->has_rows = false;
  mbd_reset_roles (state, MBD_ROW_LOWER);
  return status;
}

MbdStatus
mbd_state_assemble_velocities (MbdState *state, bool *failed, MbdDiagnosis *why)
{
  return mbd_assemble_velocities_with (state, &nearest, failed, why);
}

void
mbd_project (MbdState *work, double time, double *q, double *v, bool has_factor, double *a)
{
  const MbdModel *m = work->model;
  double *change = work->correction, *u = work->correction + m->n_v + 6;
  // rows on massless bodies have an R that is not small beside them, so a pass leaves a part
  const int passes = m->has_massless ? 4 : 1;

  if (!has_factor) {
    mbd_pose (work, time, q, v);
    mbd_rows (work);
  }
  for (int pass = 0; pass < passes; pass++) {
    if (pass > 0)
      mbd_pose (work, time, q, v);
    mbd_position_errors (work, work->eps);
    for (int row = 0; row < m->n_rows; row++)
      work->residual_rows[row] =
        work->projected[row] && work->rows[row].level == MBD_LEVEL_POSITION ? -work->eps[row] : 0;
    mbd_solve_rows (work, work->residual_rows, has_factor || pass > 0, change);
    mbd_displace (m, q, change);
  }

  mbd_pose (work, time, q, v);
  mbd_rows (work);
  for (int pass = 0; pass < passes; pass++) {
    mbd_world_velocities (work, u);
    mbd_velocity_errors (work, u, work->rate);
    for (int row = 0; row < m->n_rows; row++)
      work->residual_rows[row] =
        work->projected[row] && work->rows[row].level < MBD_LEVEL_ACCELERATION ? -work->rate[row]
                                                                               : 0;
    mbd_solve_rows (work, work->residual_rows, pass > 0, change);
    mbd_to_body_axes (work, change, work->wf);
    for (int i = 0; i < m->n_v; i++)
      v[i] += work->wf[i];
    mbd_pose_velocities (work, v);
  }
  if (a != NULL)
    mbd_accelerate_again (work, a);
}
