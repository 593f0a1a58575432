// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Forces, energy, gradient and Hessian at a pose of the descent to an equilibrium.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "equilibrium-descent-private.h"
#include "row-law-private.h"
#include "vector-private.h"

/// Length of differences, times L.
static const double difference = 1e-5;
enum
{
  most_motions = 1500 // largest number of motions whose eigenvalues are found in each iteration
};

/* Forces and energy ------------------------------------------------------------------------ */

void
mbd_descent_take_roles (MbdDescent *d)
{
  const MbdModel *m = d->m;
  MbdState *state = d->state;

  mbd_reset_roles (state, MBD_ROW_LOWER);
  if (!state->roles.any_bounds)
    return;
  mbd_position_errors (state, state->system.eps);
  for (int row = 0; row < m->n_rows; row++) {
    const int c = mbd_model_coupling_by_row (m, row);
    const MbdMode mode = mbd_row_mode (state, c, row - m->couplings[c].first_row);
    const int place = mbd_row_place (m, row, NULL);
    MbdRowRun *run = &state->roles.rows[place];
    const double scale = mbd_model_row_is_length (m, row) ? m->size : 1;
    if (run->role != MBD_ROW_LOWER)
      continue;
    if (mode == MBD_MODE_BOX)
      run->role = d->slips[place] == 0  ? MBD_ROW_SOLVED
                  : d->slips[place] > 0 ? MBD_ROW_UPPER
                                        : MBD_ROW_LOWER;
    else if (state->system.eps[place] <= 1e-9 * scale && !d->open[place])
      run->role = MBD_ROW_SOLVED;
  }
  mbd_roles_changed (state);
}

void
mbd_descent_set_pose (MbdDescent *d, const double *q)
{
  MbdState *state = d->state;

  mbd_pose (state, state->pose.time, q, d->still);
  mbd_rows (state);
  mbd_forces (state);
  mbd_prescribe (state);
}

static void
take_actions (MbdDescent *d, MbdForceAction *actions)
{
  const MbdPose pose = mbd_pose_of (d->state);

  for (int i = 0; i < d->m->n_forces; i++) {
    const MbdBoundForce *force = &d->state->parameters.forces[i];
    if (force->def->enabled)
      force->def->class_->act (force, &pose, &actions[i]);
    else
      actions[i] = (MbdForceAction){ 0 };
  }
}

/// Computes the rotation vector (world axes) of a body from its attitude in p to that in q.
static void
turn_between (const MbdModelBody *body, const double *p, const double *q, double turn[3])
{
  memset (turn, 0, 3 * sizeof *turn);
  if (body->degrees == 3)
    turn[2] = q[body->q + 2] - p[body->q + 2];
  if (body->degrees != 6)
    return;
  double back[4], way[4];
  quaternion_conjugate (p + body->q + 3, back);
  quaternion_multiply (q + body->q + 3, back, way);
  const double s = sqrt (dot3 (way + 1, way + 1));
  const double angle = 2 * atan2 (s, fabs (way[0]));
  for (int i = 0; i < 3 && s > 0; i++)
    turn[i] = copysign (angle / s, way[0]) * way[1 + i];
}

/// Returns the work of an element without potential on one of its bodies, by the mean of both ends.
static double
work_of (const MbdForceAction *a,
         const MbdForceAction *b,
         int side,
         const MbdModelBody *body,
         const double *p,
         const double *q)
{
  double turn[3], work = 0;

  turn_between (body, p, q, turn);
  for (int i = 0; i < 3; i++)
    work +=
      0.5 * (a->force[side][i] + b->force[side][i]) * (b->position[side][i] - a->position[side][i])
      + 0.5 * (a->moment[side][i] + b->moment[side][i]) * turn[i];
  return work;
}

double
mbd_descent_energy_rise (MbdDescent *d, const double *p, const double *q)
{
  const MbdModel *m = d->m;
  double rise = 0;

  for (int b = 0; b < m->n_bodies; b++)
    for (int i = 0; i < 3 && m->bodies[b].degrees > (i < 2 ? 0 : 3); i++)
      rise -= m->bodies[b].mass * m->gravity[i] * (q[m->bodies[b].q + i] - p[m->bodies[b].q + i]);
  take_actions (d, d->then);
  for (int i = 0; i < m->n_forces; i++) {
    const MbdBoundForce *force = &d->state->parameters.forces[i];
    const MbdForceAction *a = &d->before[i], *b = &d->then[i];
    if (a->potential != 0 || b->potential != 0) {
      rise += b->potential - a->potential;
      continue;
    }
    rise -= work_of (a, b, 1, &m->bodies[force->body_b], p, q);
    if (force->def->class_->acts_on_a)
      rise -= work_of (a, b, 0, &m->bodies[force->body_a], p, q);
  }
  return rise;
}

/* Gradient and Hessian --------------------------------------------------------------------- */

/// Changes the role of the worst row that pulls, or of a box beyond its limit; false if none.
static bool
release_row (MbdDescent *d)
{
  const MbdModel *m = d->m;
  const MbdState *state = d->state;
  MbdRowLaw released = { .row = -1 };
  double worst = 1e-9;

  for (MbdRowLaw law = { .coupling = -1 };
       state->roles.any_bounds && mbd_next_bounded_row (state, &law);) {
    const double lambda = state->solution.y[law.y];
    const int row = m->couplings[law.coupling].first_row + law.r;
    const double reach = mbd_model_row_is_length (m, row) ? 1 : m->size;
    const double excess = fmax (law.least - lambda, lambda - law.most) / reach;
    if (!mbd_row_is_solved (state, law.row) || !(excess > worst * d->force_scale))
      continue;
    worst = excess / d->force_scale;
    released = law;
  }
  if (released.row < 0)
    return false;
  if (released.mode == MBD_MODE_UNILATERAL)
    d->open[released.row] = true;
  else
    d->slips[released.row] = state->solution.y[released.y] > 0 ? 1 : -1;
  return true;
}

/// Returns the larger of the force along a coordinate and the contact force added to it.
static double
largest_of (const MbdDescent *d, int coordinate)
{
  const double contact = d->contact.external != NULL ? d->contact.external[coordinate] : 0;

  return fmax (fabs (d->f[coordinate]), fabs (contact));
}

/// Returns the largest force: weights, elements, contacts, moments over the reach of their body.
static double
largest_force (MbdDescent *d)
{
  const MbdModel *m = d->m;
  double largest = 0;

  for (int b = 0; b < m->n_bodies; b++)
    for (int i = 0; i < m->bodies[b].degrees; i++)
      largest = fmax (largest, largest_of (d, m->bodies[b].u + i)
                                 / (mbd_is_turn (&m->bodies[b], i) ? m->bodies[b].arm : 1));
  for (int i = 0; i < m->n_forces; i++)
    for (int side = 0; side < 2; side++)
      largest = fmax (largest, sqrt (dot3 (d->before[i].force[side], d->before[i].force[side])));
  return largest;
}

/// Finds the motions of the rows, orthonormal with turns scaled by the reach of their body.
static MbdStatus
take_motions (MbdDescent *d)
{
  const MbdModel *m = d->m;
  const size_t places = (size_t) m->n_v + 6;
  int rank = 0;
  MbdBasis basis;
  MbdStatus status = mbd_null_space (d->state, true, &rank, NULL, &basis);
  const size_t count = (size_t) basis.count;

  if (status == MBD_STATUS_OK && basis.count > most_motions)
    status = MBD_STATUS_TOO_LARGE;
  mbd_arena_clear (&d->per_pose);
  d->per_pose = (MbdArena){ 0 };
  d->count = 0;
  if (status != MBD_STATUS_OK) {
    free (basis.vectors);
    return status;
  }
  d->count = basis.count;
  d->Z = MBD_TAKE (&d->per_pose, double, count *places);
  d->H = MBD_TAKE (&d->per_pose, double, count *count);
  d->h = MBD_TAKE (&d->per_pose, double, count);
  d->g = MBD_TAKE (&d->per_pose, double, count);
  d->p = MBD_TAKE (&d->per_pose, double, count);
  double *tau = MBD_TAKE (&d->per_pose, double, count);
  if (d->per_pose.failed)
    status = MBD_STATUS_OUT_OF_MEMORY;
  for (size_t k = 0; k < count && status == MBD_STATUS_OK; k++) {
    double *z = d->Z + k * places;
    mbd_to_world_axes (d->state, basis.vectors + k * (size_t) m->n_v, z);
    for (int b = 0; b < m->n_bodies; b++)
      for (int i = 0; i < m->bodies[b].degrees; i++)
        z[m->bodies[b].u + i] *= mbd_is_turn (&m->bodies[b], i) ? m->bodies[b].arm : 1;
  }
  if (status == MBD_STATUS_OK && count > 0
      && (LAPACKE_dgeqrf (LAPACK_COL_MAJOR, m->n_v, d->count, d->Z, m->n_v + 6, tau) != 0
          || LAPACKE_dorgqr (LAPACK_COL_MAJOR, m->n_v, d->count, d->count, d->Z, m->n_v + 6, tau)
               != 0))
    status = MBD_STATUS_OUT_OF_MEMORY;
  for (size_t k = 0; k < count && status == MBD_STATUS_OK; k++)
    for (int b = 0; b < m->n_bodies; b++)
      for (int i = 0; i < m->bodies[b].degrees; i++)
        d->Z[k * places + (size_t) (m->bodies[b].u + i)] /=
          mbd_is_turn (&m->bodies[b], i) ? m->bodies[b].arm : 1;
  free (basis.vectors);
  return status;
}

static double
along (const MbdDescent *d, int k, const double *x)
{
  const double *z = d->Z + (size_t) k * (size_t) (d->m->n_v + 6);
  double sum = 0;
  for (int i = 0; i < d->m->n_v; i++)
    sum += z[i] * x[i];
  return sum;
}

void
mbd_descent_give_contact (MbdDescent *d)
{
  d->state->system.has_external = d->contact.external != NULL;
  if (d->state->system.has_external)
    memcpy (d->state->system.external, d->contact.external,
            sizeof *d->contact.external * (size_t) d->m->n_v);
}

void
mbd_descent_take_forces (MbdDescent *d)
{
  const MbdModel *m = d->m;
  MbdState *state = d->state;

  mbd_descent_give_contact (d);
  mbd_pose (state, state->pose.time, d->q, d->still);
  memset (d->open, 0, sizeof *d->open * (size_t) m->n_rows);
  for (int change = 0; change <= 2 * m->n_rows; change++) {
    mbd_descent_take_roles (d);
    mbd_descent_set_pose (d, d->q);
    memset (state->system.gamma, 0, sizeof *state->system.gamma * (size_t) m->n_rows);
    mbd_load (state, state->system.f, state->system.gamma);
    mbd_eliminate (state, state->pivots.rho_report);
    mbd_backward (state);
    mbd_follow_loads (state, 0);
    memcpy (d->f, state->system.f, sizeof *d->f * (size_t) m->n_v);
    memcpy (d->lambda, state->solution.y, sizeof *d->lambda * (size_t) m->n_y);
    take_actions (d, d->before);
    d->force_scale = fmax (d->force_scale, largest_force (d));
    if (!release_row (d))
      break;
  }
  // Heavy bodies have accelerations, not multipliers, in the node layout.
  for (int h = 0; h < m->n_heavy; h++)
    memset (d->lambda + m->heavy_bodies[h].y, 0,
            sizeof *d->lambda * (size_t) m->bodies[m->heavy_bodies[h].body].degrees);
}

MbdStatus
mbd_descent_take_gradient (MbdDescent *d, double *size)
{
  double largest = 0;

  mbd_descent_take_forces (d);
  MbdStatus status = take_motions (d);
  for (int k = 0; k < d->count && status == MBD_STATUS_OK; k++) {
    d->g[k] = -along (d, k, d->f);
    largest = fmax (largest, fabs (d->g[k]));
  }
  *size = d->force_scale > 0 ? largest / d->force_scale : 0;
  return status;
}

bool
mbd_descent_take_hessian (MbdDescent *d)
{
  const MbdModel *m = d->m;
  const int n = d->count;
  const double length = difference * m->size;

  for (int k = 0; k < n; k++) {
    for (int side = 0; side < 2; side++) {
      for (int i = 0; i < m->n_v; i++)
        d->step[i] =
          (side == 0 ? -length : length) * d->Z[(size_t) k * (size_t) (m->n_v + 6) + (size_t) i];
      memcpy (d->trial, d->q, sizeof *d->q * (size_t) m->n_q);
      mbd_displace (m, d->trial, d->step);
      mbd_descent_set_pose (d, d->trial);
      mbd_jacobian_transpose_add (d->state, d->lambda, d->state->system.f);
      memcpy (d->r[side], d->state->system.f, sizeof *d->f * (size_t) m->n_v);
    }
    for (int i = 0; i < m->n_v; i++)
      d->r[1][i] = -(d->r[1][i] - d->r[0][i]) / (2 * length);
    for (int j = 0; j < n; j++)
      d->H[(size_t) k * (size_t) n + (size_t) j] = along (d, j, d->r[1]);
  }
  for (int k = 0; k < n; k++)
    for (int j = 0; j < k; j++) {
      double *a = &d->H[(size_t) k * (size_t) n + (size_t) j];
      double *b = &d->H[(size_t) j * (size_t) n + (size_t) k];
      *a = *b = 0.5 * (*a + *b);
    }
  mbd_descent_set_pose (d, d->q);
  return n == 0 || LAPACKE_dsyev (LAPACK_COL_MAJOR, 'V', 'U', n, d->H, n, d->h) == 0;
}
