// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection onto the position and velocity constraints (docs/theory/equations.md).
//
//   positions:  [M G'; G -R] [dq; .] = [0; -eps]     repeated, with step control
//   velocities: [M G'; G -R] [dv; .] = [0; -eps']    the nearest velocities in the M-norm

#include <math.h>
#include <string.h>

#include "projection-private.h"
#include "mechanism-private.h"
#include "vector-private.h"

enum
{
  ITERATIONS = 20,
  HALVINGS = 8,
  PARAMETER_BYTES = 512,
};

/// Tolerance of errors: times L for lengths, in rad for angles.
static const double tolerance = 1e-12;
/// Remaining velocity errors, relative to the largest speed.
static const double velocity_tolerance = 1e-9;
/// Tolerance of rows that depend on others, over L or in rad: the axes of overconstrained linkages are
/// typed with eight digits at most.
static const double redundant_tolerance = 1e-8;

/// Returns the share of the tolerance of rows that depend on others that other rows have.
static double
share_of_tolerance (const MbdState *state, int y)
{
  return state->pivots.rho[y] == MBD_RHO_DEPENDENT ? tolerance / redundant_tolerance : 1;
}

/// Returns the largest error of a coupling over its tolerance, of rows that are solved.
static double
coupling_error (const MbdState *state, const MbdModelBatch *batch, int k, const double *eps)
{
  const MbdModel *m = state->model;
  double largest = 0;
  const int first = batch->first + k * batch->view.rows;
  for (int row = first; row < first + batch->view.rows; row++) {
    if (!mbd_row_is_solved (state, row))
      continue;
    double error = share_of_tolerance (state, batch->y[k] + row - first) * fabs (eps[row])
                   / (tolerance * m->row_unit[row]);
    largest = larger (largest, error);
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
      largest = larger (largest, error);
    }
  return largest;
}

/// Marks the couplings with remaining errors and writes a diagnosis of the worst.
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
      // The worst is named even if all are small by these tolerances: speeds may be tiny.
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
  mbd_position_errors (work, work->system.eps);
  mbd_silence_levels (work, work->system.eps, NULL);
  for (int row = 0; row < work->model->n_rows; row++)
    work->system.eps[row] =
      work->stabilised.projected[row] ? work->system.eps[row] - work->roles.held[row] : 0;
  if (largest_error (work, work->system.eps) * tolerance <= tolerance_of_size)
    return MBD_STATUS_OK;
  return report_conflict (work, work->system.eps, NULL, why);
}

/// Checks couplings between fixed bodies, which have no rows, so that their errors cannot be
/// corrected.
static MbdStatus
check_between_fixed (MbdState *state, bool *failed, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const MbdPose pose = mbd_pose_of (state);
  MbdStatus status = MBD_STATUS_OK;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &state->parameters.couplings[i];
    const MbdCouplingClass *class_ = c->def.class_;
    const double angle[2] = { 0 };
    if (!c->between_fixed || !state->roles.running[i].enabled || c->mode != MBD_MODE_LOCK
        || class_->parameter_size[MBD_SPACE_SPACE] > PARAMETER_BYTES)
      continue;
    double parameters[PARAMETER_BYTES / sizeof (double)], eps[MBD_MOST_ROWS];
    MbdBinding binding = mbd_model_binding (c);
    class_->bind (&binding, parameters);
    const MbdBatch batch = {
      .count = 1,
      .space = c->space,
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
mbd_solve_rows_with (MbdState *state,
                     const double *f,
                     const double *rhs,
                     bool has_factor,
                     double *change)
{
  if (has_factor) {
    mbd_load_right_side (state, f, rhs);
    mbd_forward (state);
  } else {
    mbd_load (state, f, rhs);
    mbd_eliminate (state, state->pivots.rho);
  }
  mbd_backward (state);
  mbd_recover (state, f, change);
}

void
mbd_solve_rows (MbdState *state, const double *rhs, bool has_factor, double *change)
{
  mbd_solve_rows_with (state, NULL, rhs, has_factor, change);
}

/// Selects the rows that position projection closes: rows at the position level that are not
/// springs, and unilateral rows that are violated according to `eps`.
static void
take_closing_roles (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    int row = batch->first;
    for (int k = 0; k < batch->view.count; k++) {
      for (int r = 0; r < batch->view.rows; r++, row++) {
        const MbdMode mode = mbd_row_mode (state, batch->coupling[k], r);
        MbdRowRun *run = &state->roles.rows[row];
        if (run->role == MBD_ROW_OFF || run->compliant)
          continue;
        bool closes = run->level == MBD_LEVEL_POSITION && mode != MBD_MODE_BOX
                      && (mode != MBD_MODE_UNILATERAL || state->system.eps[row] < 0);
        run->role = closes ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
      }
    }
  }
  mbd_roles_changed (state);
}

/// Sets pose and errors at q. Returns the largest error over its tolerance.
static double
errors_at (MbdState *state, const double *q)
{
  mbd_pose (state, state->pose.time, q, state->pose.v);
  mbd_position_errors (state, state->system.eps);
  if (state->roles.any_bounds || state->roles.any_levels)
    take_closing_roles (state);
  return largest_error (state, state->system.eps);
}

/// Makes Newton iterations on q in place. Returns true if all errors are met. eps of the state is
/// left at q.
static bool
close_positions (MbdState *state, const MbdCloser *closer, double *q, double *trial)
{
  const MbdModel *m = state->model;
  double *step = state->solution.correction;
  double error = errors_at (state, q);

  for (int iteration = 0; iteration < ITERATIONS && error > 1; iteration++) {
    mbd_rows (state);
    for (int row = 0; row < m->n_rows; row++)
      state->solution.residual_rows[row] = -state->system.eps[row];
    closer->solve (state, state->solution.residual_rows, false, step, closer->data);

    // Take a full step, or the first of its successive halves that lowers the error.
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

/// Returns true if the rows that row k (node layout) depends on include one that follows a function of
/// time: then it is not redundant, but the mechanism is where it cannot follow.
static bool
depends_on_time (MbdState *state, int k)
{
  const MbdModel *m = state->model;

  memset (state->solution.y, 0, sizeof *state->solution.y * (size_t) m->n_y);
  state->solution.y[k] = state->pivots.rho[k] * state->pivots.g[k];
  mbd_forward (state);
  mbd_backward (state);
  const double own = fabs (state->solution.y[k]) * sqrt (state->pivots.g[k]);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &state->parameters.couplings[i];
    const int first = c->rows > 0 && c->def.function != NULL ? m->columns[c->node].y : 0;
    for (int r = 0; r < c->rows && c->def.function != NULL; r++)
      if (fabs (state->solution.y[first + r]) * sqrt (state->pivots.g[first + r]) > 1e-6 * own)
        return true;
  }
  return false;
}

/// Leaves the rows that depend on others to those, at the rows of the state. Returns false if there
/// are none, or if they depend on functions of time.
static bool
mark_dependent_rows (MbdState *state)
{
  bool any = false;

  mbd_load (state, NULL, state->system.gamma);
  mbd_find_dependent_rows (state);
  for (int y = 0; y < state->model->n_y; y++)
    if (state->pivots.rho[y] == MBD_RHO_DEPENDENT) {
      if (depends_on_time (state, y))
        return false;
      any = true;
    }
  return any;
}

/// Solves for the nearest change in the M-norm.
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
  if (!mbd_all_finite (state->pose.q, m->n_q) || !mbd_all_finite (state->pose.v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  MbdStatus status = check_between_fixed (state, failed, why);
  if (status != MBD_STATUS_OK)
    return status;

  state->pose.is_current = state->system.is_current = state->solution.is_current = false;
  if (errors_at (state, state->pose.q) > 1) {
    const size_t bytes = sizeof *state->pose.q * (size_t) m->n_q;
    memcpy (state->q_trial[0], state->pose.q, bytes);
    bool closed = close_positions (state, closer, state->q_trial[0], state->q_trial[1]);
    if (!closed)
      status = report_conflict (state, state->system.eps, failed, why);
    errors_at (state, state->pose.q);
    mbd_rows (state);
    if (!closed && mark_dependent_rows (state)) {
      memcpy (state->q_trial[0], state->pose.q, bytes);
      closed = close_positions (state, closer, state->q_trial[0], state->q_trial[1]);
    }
    mbd_reset_rho (state);
    if (closed) {
      memcpy (state->pose.q, state->q_trial[0], bytes);
      status = MBD_STATUS_OK;
      if (failed != NULL)
        memset (failed, 0, sizeof *failed * (size_t) m->n_couplings);
    }
  }
  mbd_reset_roles (state, MBD_ROW_LOWER);
  return status;
}

MbdStatus
mbd_state_assemble (MbdState *state, bool *failed, MbdDiagnosis *why)
{
  return mbd_assemble_with (state, &nearest, failed, why);
}

/// Excludes rows at the acceleration level from the velocity projection: they constrain only
/// changes of velocities.
static void
open_acceleration_rows (MbdState *state)
{
  for (int row = 0; row < state->model->n_rows; row++) {
    MbdRowRun *run = &state->roles.rows[row];
    if (run->role == MBD_ROW_SOLVED && run->level == MBD_LEVEL_ACCELERATION)
      run->role = MBD_ROW_LOWER;
  }
  mbd_roles_changed (state);
}

double
mbd_largest_speed (const MbdModel *m, const double *u)
{
  double speed = 0;

  for (int i = 1; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    for (int k = 0; k < body->degrees; k++)
      speed = fmax (speed, (mbd_turns (body, k) ? m->size : 1) * fabs (u[body->u + k]));
  }
  return speed;
}

/// Returns the largest of values by row as a length; angles are multiplied by the radius L.
static double
largest_as_length (const MbdModel *m, const double *rows)
{
  double largest = 0;

  for (int row = 0; row < m->n_rows; row++)
    largest = fmax (largest, m->size / m->row_unit[row] * fabs (rows[row]));
  return largest;
}

/// Returns the reference speed for velocity errors, m/s: of a point, or of rows that depend on
/// time.
static double
speed_scale (MbdState *state, const double *u)
{
  const MbdModel *m = state->model;
  double *moved = state->solution.residual_rows;

  if (!m->has_time_rates)
    return mbd_largest_speed (m, u);
  mbd_jacobian_multiply (state, u, moved);
  mbd_velocity_errors (state, u, state->system.rate);
  for (int row = 0; row < m->n_rows; row++)
    moved[row] -= state->system.rate[row];
  return fmax (mbd_largest_speed (m, u), largest_as_length (m, moved));
}

/// Selects the rows that velocities must satisfy; unilateral ones if they touch and would close.
/// `change` is scratch.
static void
find_velocity_roles (MbdState *state,
                     const MbdCloser *closer,
                     const double *u,
                     double speed,
                     double *change)
{
  const double least = tolerance * speed / state->model->size;

  if (!state->roles.any_bounds && !state->roles.any_levels)
    return;
  mbd_position_errors (state, state->system.eps);
  mbd_velocity_errors (state, u, state->system.rate);
  mbd_silence_levels (state, state->system.eps, NULL);
  bool any_closes, touches = mbd_take_touching (state, least, &any_closes);
  open_acceleration_rows (state);
  if (!touches)
    return;
  for (int row = 0; row < state->model->n_rows; row++)
    state->solution.residual_rows[row] = -state->system.rate[row];
  mbd_find_impulse_roles (state, state->solution.residual_rows, closer->solve, closer->data, least,
                          change);
}

/// Returns the share sigma of a row of unit length that remains in the combination r / g of rows,
/// where r are the errors in residual_rows: |M^(-1/2) G' (r / g)| / |r / sqrt g|. If passes no
/// longer lower r, that is the singular value of the direction in which it cannot be met.
static double
share_of_rest (MbdState *state)
{
  const MbdModel *m = state->model;
  double whole = 0, sum = 0, *force = state->system.fl;

  memset (state->solution.x, 0, sizeof *state->solution.x * (size_t) m->n_y);
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int i = 0; i < batch->view.count * batch->view.rows; i++) {
      const int y = batch->y[i / batch->view.rows] + i % batch->view.rows;
      const double r = state->solution.residual_rows[batch->first + i], g = state->pivots.g[y];
      state->solution.x[y] = g > 0 ? r / g : 0;
      whole += r * state->solution.x[y];
    }
  }
  memset (force, 0, sizeof *force * (size_t) (m->n_v + 6));
  mbd_jacobian_transpose_add (state, state->solution.x, force);
  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    const double *f = force + body->u, *W = body->inverse_inertia;
    double moment[3], turn[3];
    if (body->degrees == 3)
      sum += body->inverse_mass * (f[0] * f[0] + f[1] * f[1]) + W[8] * f[2] * f[2];
    else if (body->degrees == 6) {
      rotate3_back (state->pose.space[b].R, f + 3, moment);
      rotate3 (W, moment, turn);
      sum += body->inverse_mass * dot3 (f, f) + dot3 (moment, turn);
    }
  }
  return whole > 0 ? sqrt (sum / whole) : 0;
}

/// Returns true if the errors in residual_rows are sufficiently small relative to `speed`: 1e-9.
///
/// Near a singular pose larger errors are allowed. There a combination of rows, of unit length in
/// its parts, amounts only to sigma; positions that are closed to 1e-12 L may be off such a pose by
/// sqrt (2e-12) L, which makes both sigma and the error of the combination differ from 0. Such an
/// error, at most sqrt (2e-12), is not a contradiction if velocities of the existing size, err /
/// sigma, would meet it. Rows that depend on each other (sigma at round-off) and drives at their
/// dead point (an error that does not vanish with sigma) get no such allowance.
static bool
velocities_are_met (MbdState *state, double largest, double speed)
{
  const double singular_tolerance = 1.5e-6, most_gain = 100;

  return largest <= velocity_tolerance * speed
         || (largest <= singular_tolerance * speed
             && largest <= most_gain * share_of_rest (state) * speed);
}

/// Makes passes on the velocities `u` until all rows are met. Returns false if they cannot be.
static bool
close_velocities (MbdState *state, const MbdCloser *closer, double *u, double speed)
{
  enum
  {
    USUAL_PASSES = 8,
    PASSES = 100, // limit while they help: near a singular position each removes a part
  };
  const MbdModel *m = state->model;
  double *change = state->solution.correction + m->n_v + 6;
  double previous = INFINITY;

  for (int pass = 0;; pass++) {
    mbd_velocity_errors (state, u, state->system.rate);
    for (int b = 0; b < m->n_batches; b++)
      for (int i = 0; i < m->batches[b].view.count * m->batches[b].view.rows; i++) {
        const int row = m->batches[b].first + i, rows = m->batches[b].view.rows;
        const double share = share_of_tolerance (state, m->batches[b].y[i / rows] + i % rows);
        state->solution.residual_rows[row] =
          mbd_row_is_solved (state, row) ? -share * state->system.rate[row] : 0;
      }
    const double largest = largest_as_length (m, state->solution.residual_rows);
    // Already consistent to round-off: nothing is changed.
    if (largest <= tolerance * speed)
      return true;
    const bool stays = pass == PASSES || !(largest < 0.95 * previous);
    if (pass >= USUAL_PASSES && (stays || largest <= velocity_tolerance * speed))
      return velocities_are_met (state, largest, speed);
    previous = largest;
    closer->solve (state, state->solution.residual_rows, pass > 0, change, closer->data);
    for (int i = 0; i < m->n_v; i++)
      u[i] += change[i];
    mbd_to_body_axes (state, u, state->pose.v);
    if (closer->keep_velocities != NULL)
      closer->keep_velocities (state, state->q_trial[0], state->pose.v, closer->data);
    state->solution.is_current = false;
  }
}

MbdStatus
mbd_assemble_velocities_with (MbdState *state,
                              const MbdCloser *closer,
                              bool *failed,
                              MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  double *u = state->solution.correction;
  MbdStatus status = MBD_STATUS_OK;

  if (failed != NULL)
    memset (failed, 0, sizeof *failed * (size_t) m->n_couplings);
  if (!mbd_all_finite (state->pose.q, m->n_q) || !mbd_all_finite (state->pose.v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  mbd_state_prepare (state);
  mbd_world_velocities (state, u);
  const double speed = speed_scale (state, u);
  find_velocity_roles (state, closer, u, speed, state->solution.correction + m->n_v + 6);
  memcpy (state->q_trial[0], state->pose.v, sizeof *state->pose.v * (size_t) m->n_v);

  bool closed = close_velocities (state, closer, u, speed);
  if (!closed) {
    status = report_conflict (state, state->system.rate, failed, why);
    memcpy (state->pose.v, state->q_trial[0], sizeof *state->pose.v * (size_t) m->n_v);
    mbd_pose_velocities (state, state->pose.v);
    if (mark_dependent_rows (state)) {
      mbd_world_velocities (state, u);
      closed = close_velocities (state, closer, u, speed);
    }
    mbd_reset_rho (state);
    if (closed) {
      status = MBD_STATUS_OK;
      if (failed != NULL)
        memset (failed, 0, sizeof *failed * (size_t) m->n_couplings);
    } else
      memcpy (state->pose.v, state->q_trial[0], sizeof *state->pose.v * (size_t) m->n_v);
  }
  mbd_pose_velocities (state, state->pose.v);
  state->system.is_current = false;
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
  double *change = work->solution.correction, *u = work->solution.correction + m->n_v + 6;
  // Rows on massless bodies have an R that is not small compared with them, so a pass leaves a
  // part.
  const int passes = m->needs_passes ? 4 : 1;

  if (!has_factor) {
    mbd_pose (work, time, q, v);
    mbd_rows (work);
  }
  for (int pass = 0; pass < passes; pass++) {
    if (pass > 0)
      mbd_pose (work, time, q, v);
    mbd_position_errors (work, work->system.eps);
    for (int row = 0; row < m->n_rows; row++)
      work->solution.residual_rows[row] =
        work->stabilised.projected[row] && work->roles.rows[row].level == MBD_LEVEL_POSITION
          ? work->roles.held[row] - work->system.eps[row]
          : 0;
    mbd_solve_rows (work, work->solution.residual_rows, has_factor || pass > 0, change);
    mbd_displace (m, q, change);
  }

  mbd_pose (work, time, q, v);
  mbd_rows (work);
  for (int pass = 0; pass < passes; pass++) {
    mbd_world_velocities (work, u);
    mbd_velocity_errors (work, u, work->system.rate);
    for (int row = 0; row < m->n_rows; row++)
      work->solution.residual_rows[row] =
        work->stabilised.projected[row] && work->roles.rows[row].level < MBD_LEVEL_ACCELERATION
          ? -work->system.rate[row]
          : 0;
    mbd_solve_rows (work, work->solution.residual_rows, pass > 0, change);
    mbd_to_body_axes (work, change, work->system.wf);
    for (int i = 0; i < m->n_v; i++)
      v[i] += work->system.wf[i];
    mbd_pose_velocities (work, v);
  }
  if (a != NULL)
    mbd_accelerate_again (work, a);
}
