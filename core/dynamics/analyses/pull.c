// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pulling a point of a body through the motions that the couplings allow. A unit force e at the
// point gives the motion z of least z' M z among those that do the same work on it:
//
//   [M G'; G 0] [z; .] = [J' e; 0],   A = J [z_x z_y z_z]   (3 x 3, symmetric, >= 0)
//
// and the step that brings the point nearest to its target is z f with
//
//   f = (A^2 + delta^2)^-1 A (target - p),
//
// in which directions of little mobility, with small eigenvalues of A, are damped out; smaller
// steps are damped more. The step is then closed by projection, and halved until the point has come
// nearer.

#include <math.h>
#include <string.h>

#include "analysis-private.h"
#include "mechanism-private.h"
#include "vector-private.h"

enum
{
  STEPS = 16,
  HALVINGS = 8,
  STOPS = 8, // end stops and ropes found to hold in one step
  DAMPINGS = 10,
};

/// Largest turn and shift of a step, rad and L: it stays on its branch, and projection closes it.
static const double largest_turn = 0.2, largest_shift = 0.2;
/// Directions of A below this fraction of a free body's mobility are damped out; the fraction grows
/// by this factor while the step is too large.
static const double damping = 1e-4, more_damping = 3;
/// Part of the distance that a step must gain; part of L below which further pulling is useless.
static const double least_gain = 1e-6, near_enough = 1e-10;
/// Largest opening of a row in contact, over L or in rad.
static const double touching = 1e-9;

typedef struct
{
  MbdState *state;
  int body;
  const double *point, *target;
  double *q;    // positions where the step starts
  double *z[3]; // u layout
  double *step; // u layout
  double *f;
} Pull;

static double
distance_left (const Pull *pull, double left[3])
{
  double at[3];

  mbd_state_body_point (pull->state, pull->body, pull->point, at, NULL, NULL);
  subtract3 (pull->target, at, left);
  if (pull->state->model->bodies[pull->body].degrees == 3)
    left[2] = 0;
  return sqrt (dot3 (left, left));
}

/// Sets the roles: rows that hold both ways are kept at their current values, whatever their level;
/// stops hold if `stops` is set.
static void
take_roles (MbdState *state, const bool *stops)
{
  const MbdModel *m = state->model;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int i = 0; i < batch->view.count * batch->view.rows; i++) {
      const int row = batch->first + i;
      const MbdMode mode =
        mbd_row_mode (state, batch->coupling[i / batch->view.rows], i % batch->view.rows);
      MbdRowRun *run = &state->roles.rows[row];
      if (run->role == MBD_ROW_OFF || run->compliant)
        continue;
      const bool holds = mode == MBD_MODE_UNILATERAL
                           ? stops[row]
                           : mode != MBD_MODE_BOX && run->level < MBD_LEVEL_ACCELERATION;
      run->role = holds ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
    }
  }
  mbd_roles_changed (state);
}

/// Computes J' e: a unit force along a world axis at the point, u layout.
static void
press (const Pull *pull, const double arm[3], int axis, double *f)
{
  const MbdModelBody *body = &pull->state->model->bodies[pull->body];
  double force[3] = { 0 }, moment[3];

  memset (f, 0, sizeof *f * (size_t) (pull->state->model->n_v + 6));
  force[axis] = 1;
  cross3 (arm, force, moment);
  if (body->degrees == 3) {
    f[body->u] = force[0];
    f[body->u + 1] = force[1];
    f[body->u + 2] = moment[2];
    return;
  }
  memcpy (f + body->u, force, sizeof force);
  memcpy (f + body->u + 3, moment, sizeof moment);
}

/// Computes J z: the motion of the point.
static void
follow (const Pull *pull, const double arm[3], const double *z, double moved[3])
{
  const MbdModelBody *body = &pull->state->model->bodies[pull->body];
  const bool plane = body->degrees == 3;
  const double linear[3] = { z[body->u], z[body->u + 1], plane ? 0 : z[body->u + 2] };
  const double turning[3] = { plane ? 0 : z[body->u + 3], plane ? 0 : z[body->u + 4],
                              z[body->u + (plane ? 2 : 5)] };

  cross3 (turning, arm, moved);
  add3 (moved, linear, moved);
}

/// Computes x = (A^2 + delta^2)^-1 A b, by the adjugate.
static void
solve_damped (const double A[3][3], double delta, const double b[3], double x[3])
{
  double B[3][3], C[3][3], rhs[3];
  double determinant = 0;

  for (int i = 0; i < 3; i++) {
    rhs[i] = dot3 (A[i], b);
    for (int j = 0; j < 3; j++)
      B[i][j] = dot3 (A[i], A[j]) + (i == j ? delta * delta : 0);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      const int r = (i + 1) % 3, s = (i + 2) % 3, c = (j + 1) % 3, d = (j + 2) % 3;
      C[i][j] = B[r][c] * B[s][d] - B[r][d] * B[s][c];
    }
  for (int i = 0; i < 3; i++)
    determinant += B[0][i] * C[0][i];
  for (int i = 0; i < 3; i++)
    x[i] = determinant > 0 ? dot3 (C[i], rhs) / determinant : 0;
}

/// Returns the size of the step over its limit.
static double
step_size (const Pull *pull)
{
  const MbdModel *m = pull->state->model;
  double size = 0;

  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    for (int i = 0; i < body->degrees; i++) {
      const bool turns = i >= (body->degrees == 3 ? 2 : 3);
      size = fmax (size, fabs (pull->step[body->u + i])
                           / (turns ? largest_turn : largest_shift * m->size));
    }
  }
  return size;
}

/// Combines the motions into the step, limited to its largest size.
static void
combine (Pull *pull, const double A[3][3], const double left[3])
{
  const MbdModel *m = pull->state->model;
  double delta = damping * m->bodies[pull->body].inverse_mass, size = INFINITY;

  memset (pull->step + m->n_v, 0, 6 * sizeof *pull->step);
  for (int tried = 0; tried < DAMPINGS && size > 1; tried++, delta *= more_damping) {
    double f[3];
    solve_damped (A, delta, left, f);
    for (int i = 0; i < m->n_v; i++)
      pull->step[i] = pull->z[0][i] * f[0] + pull->z[1][i] * f[1] + pull->z[2][i] * f[2];
    size = step_size (pull);
  }
  for (int i = 0; i < m->n_v && size > 1; i++)
    pull->step[i] /= size;
}

/// Solves the step with the roles that are set.
static void
solve_step (Pull *pull, const double left[3])
{
  MbdState *state = pull->state;
  const MbdModel *m = state->model;
  const MbdPlanePose *plane = &state->pose.plane[pull->body];
  const bool is_plane = m->bodies[pull->body].degrees == 3;
  double at[3], arm[3], A[3][3];

  mbd_state_body_point (state, pull->body, pull->point, at, NULL, NULL);
  subtract3 (
    at, is_plane ? (double[3]){ plane->x, plane->y, at[2] } : state->pose.space[pull->body].x, arm);
  memset (state->solution.residual_rows, 0,
          sizeof *state->solution.residual_rows * (size_t) m->n_rows);
  for (int axis = 0; axis < 3; axis++) {
    press (pull, arm, axis, pull->f);
    if (axis == 0) {
      mbd_load (state, pull->f, state->solution.residual_rows);
      mbd_eliminate (state, state->pivots.rho);
    } else {
      mbd_load_right_side (state, pull->f, state->solution.residual_rows);
      mbd_forward (state);
    }
    mbd_backward (state);
    mbd_recover (state, pull->f, pull->z[axis]);
  }
  for (int axis = 0; axis < 3; axis++) {
    double moved[3];
    follow (pull, arm, pull->z[axis], moved);
    for (int i = 0; i < 3; i++)
      A[i][axis] = moved[i];
  }
  combine (pull, A, left);
}

/// Finds stops in contact that the step passes through and marks them to hold from now on. Returns
/// true if there are any.
static bool
find_stops (const Pull *pull, bool *stops)
{
  MbdState *state = pull->state;
  const MbdModel *m = state->model;
  bool found = false;

  if (!state->roles.any_bounds)
    return false;
  mbd_position_errors (state, state->system.eps);
  mbd_jacobian_multiply (state, pull->step, state->system.rate);
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int i = 0; i < batch->view.count * batch->view.rows; i++) {
      const int row = batch->first + i;
      const bool is_length =
        batch->class_->row_is_length (batch->view.variant, batch->space, i % batch->view.rows);
      if (state->roles.running[batch->coupling[i / batch->view.rows]].mode != MBD_MODE_UNILATERAL
          || stops[row] || state->roles.rows[row].role == MBD_ROW_OFF
          || state->roles.rows[row].compliant
          || state->system.eps[row] > touching * (is_length ? m->size : 1)
          || state->system.rate[row] >= -touching * touching * (is_length ? m->size : 1))
        continue;
      stops[row] = found = true;
    }
  }
  return found;
}

/// Makes the step, or the part of it that brings the point nearer. Returns false and restores the
/// state if no part does.
static bool
make_step (const Pull *pull, double *distance)
{
  MbdState *state = pull->state;
  const MbdModel *m = state->model;
  double left[3];

  memcpy (pull->q, state->pose.q, sizeof *state->pose.q * (size_t) m->n_q);
  for (int halving = 0; halving < HALVINGS; halving++) {
    mbd_state_set (state, state->pose.time, pull->q, NULL);
    mbd_displace (m, state->pose.q, pull->step);
    if (mbd_state_assemble (state, NULL, NULL) == MBD_STATUS_OK) {
      const double now = distance_left (pull, left);
      if (now < *distance * (1 - least_gain)) {
        *distance = now;
        return true;
      }
    }
    for (int i = 0; i < m->n_v; i++)
      pull->step[i] /= 2;
  }
  mbd_state_set (state, state->pose.time, pull->q, NULL);
  return false;
}

static void
pull_on (Pull *pull, bool *stops, double *distance)
{
  MbdState *state = pull->state;
  const MbdModel *m = state->model;
  double left[3];

  *distance = distance_left (pull, left);
  for (int step = 0; step<STEPS && * distance> near_enough * m->size; step++) {
    distance_left (pull, left);
    mbd_state_prepare (state);
    memset (stops, 0, sizeof *stops * (size_t) m->n_rows);
    for (int found = 0; found < STOPS; found++) {
      take_roles (state, stops);
      solve_step (pull, left);
      if (!find_stops (pull, stops))
        break;
    }
    mbd_reset_roles (state, MBD_ROW_LOWER);
    if (!make_step (pull, distance))
      break;
  }
}

MbdStatus
mbd_state_pull (MbdState *state,
                int body,
                const double point[3],
                const double target[3],
                double *distance,
                MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const int places = m->n_v + 6;
  MbdArena scratch = { 0 };
  double left;

  if (body <= 0 || body >= m->n_bodies || m->bodies[body].degrees == 0)
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_BODY,
                         body > 0 && body < m->n_bodies ? m->bodies[body].id : 0, 0);
  if (!mbd_all_finite (point, 3) || !mbd_all_finite (target, 3)
      || !(fabs (target[0]) + fabs (target[1]) + fabs (target[2]) < 1e6 * m->size))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_BODY, m->bodies[body].id, 0);
  MbdStatus status = mbd_state_assemble (state, NULL, why);
  if (status != MBD_STATUS_OK)
    return status;

  Pull pull = {
    .state = state,
    .body = body,
    .point = point,
    .target = target,
    .q = MBD_TAKE (&scratch, double, m->n_q),
    .z = { MBD_TAKE (&scratch, double, places), MBD_TAKE (&scratch, double, places),
           MBD_TAKE (&scratch, double, places) },
    .step = MBD_TAKE (&scratch, double, places),
    .f = MBD_TAKE (&scratch, double, places),
  };
  bool *stops = MBD_TAKE (&scratch, bool, m->n_rows + 1);
  if (scratch.failed)
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  else
    pull_on (&pull, stops, distance != NULL ? distance : &left);
  mbd_arena_clear (&scratch);
  return status;
}
