// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Newton's method for the stages of an implicit method, stage by stage, with the multipliers as
// unknowns. Stage i has the unknowns a and lambda; with v* and q* from the current rates of all stages
//   v = v* + h g a,   q = q* + h g q' (q, v)      (for quaternions q (1 - h g omega / 2) = q*)
//   M a - f (q, v) - G' lambda = 0,   G a - gamma = 0
// and one step of Newton's method with displacements h g dv and dv = h g da has the matrix
//   [ M - h g D - (h g)^2 K   G' ] [  da     ]
//   [ G                      -R  ] [ -dlambda ]      D = df/dv,  K = df/dq
// in world axes. The multipliers stay unknowns: eliminating them would make the matrix dense. All
// stages of a collocation method depend on each other. They are solved in sequence with the lower
// triangle B of A = B U (U with unit diagonal) in place of A (P. J. van der Houwen and J. J. B. de
// Swart, 1997; M. Weiser, 2015): v*_i = v + h sum A_ij a_j + h sum_(j < i) B_ij da_j - h B_ii a_i,
// g = B_ii. Stiff and non-stiff parts converge equally fast.

#include <math.h>
#include <string.h>

#include "stiff-private.h"
#include "vector-private.h"

bool
mbd_sweeps_prepare (MbdIntegrator *self)
{
  MbdStiff *stiff = self->stiff;
  MbdArena *arena = &stiff->arena;
  const MbdModel *m = self->model;

  stiff->a = MBD_TAKE (arena, double, m->n_v + 6);
  stiff->residual = MBD_TAKE (arena, double, m->n_v + 6);
  stiff->star_q = MBD_TAKE (arena, double, m->n_q);
  stiff->star_v = MBD_TAKE (arena, double, m->n_v);
  stiff->before_q = MBD_TAKE (arena, double, m->n_q);
  stiff->before_v = MBD_TAKE (arena, double, m->n_v);
  for (int j = 1; j < self->tableau->stages; j++) {
    stiff->lambda[j] = MBD_TAKE (arena, double, m->n_rows);
    stiff->sum_q[j] = MBD_TAKE (arena, double, m->n_q);
    stiff->sum_v[j] = MBD_TAKE (arena, double, m->n_v);
  }
  return !arena->failed && mbd_stiff_matrix_prepare (self);
}

void
mbd_sweeps_reset (MbdIntegrator *self)
{
  for (int j = 1; j < self->tableau->stages; j++)
    memset (self->stiff->lambda[j], 0, sizeof (double) * (size_t) self->model->n_rows);
}

/// Computes q and v of a stage from its acceleration (published layout).
static void
place_stage (const MbdIntegrator *self, double h_g, const double *a, double *q, double *v)
{
  const MbdModel *m = self->model;
  const MbdStiff *stiff = self->stiff;

  for (int i = 0; i < m->n_v; i++)
    v[i] = stiff->star_v[i] + h_g * a[i];
  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    const double *from = stiff->star_q + body->q, *rate = v + body->v;
    for (int i = 0; i < 3 && body->degrees > 0; i++)
      q[body->q + i] = from[i] + h_g * rate[i];
    if (body->degrees < 6)
      continue;
    // q (1 - h g omega / 2) = q*
    const double turn[4] = { 1, h_g * rate[3] / 2, h_g * rate[4] / 2, h_g * rate[5] / 2 };
    const double norm = 1 + dot3 (turn + 1, turn + 1);
    double product[4];
    quaternion_multiply (from + 3, turn, product);
    for (int i = 0; i < 4; i++)
      q[body->q + 3 + i] = product[i] / norm;
  }
}

/// Computes both residuals at the stage, into `right`.
static void
find_residuals (MbdIntegrator *self, double time, const double *q, const double *v, int stage)
{
  const MbdModel *m = self->model;
  MbdState *work = self->work;
  MbdStiff *stiff = self->stiff;

  mbd_pose (work, time, q, v);
  mbd_forces (work);
  mbd_rows (work);
  for (int i = 0; i < m->n_batches; i++)
    for (int k = 0; k < m->batches[i].view.count * m->batches[i].view.rows; k++)
      work->solution.y[m->batches[i].y[k / m->batches[i].view.rows] + k % m->batches[i].view.rows] =
        stiff->lambda[stage][m->batches[i].first + k];
  mbd_update_limits (work);
  mbd_prescribe (work);
  const double *gamma = mbd_stabilised_gamma (work);
  mbd_to_world_axes (work, self->kv[stage], stiff->a);
  mbd_jacobian_multiply (work, stiff->a, work->system.rate);
  for (int row = 0; row < m->n_rows; row++)
    stiff->right[m->n_v + row] =
      mbd_row_is_solved (work, row) ? gamma[row] - work->system.rate[row] : 0;
  mbd_mass_times (work, stiff->a, stiff->residual);
  for (int i = 0; i < m->n_v; i++)
    stiff->residual[i] = work->system.f[i] - stiff->residual[i];
  memset (stiff->residual + m->n_v, 0, 6 * sizeof *stiff->residual);
  mbd_jacobian_transpose_add (work, work->solution.y, stiff->residual);
  memcpy (stiff->right, stiff->residual, sizeof *stiff->right * (size_t) m->n_v);
}

/// Sums q and v with the current rates of all stages.
static void
sum_stages (MbdIntegrator *self, const MbdInstant *start, double h)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;

  for (int j = 1; j < t->stages; j++) {
    double *q = self->stiff->sum_q[j], *v = self->stiff->sum_v[j];
    memcpy (q, start->q, sizeof *q * (size_t) m->n_q);
    memcpy (v, start->v, sizeof *v * (size_t) m->n_v);
    for (int k = 0; k < t->stages; k++)
      if (t->a[j][k] != 0) {
        for (int i = 0; i < m->n_q; i++)
          q[i] += h * t->a[j][k] * self->kq[k][i];
        for (int i = 0; i < m->n_v; i++)
          v[i] += h * t->a[j][k] * self->kv[k][i];
      }
  }
}

/// Makes one Newton step of a stage. Returns the change in the norm of the step.
static double
correct_stage (MbdIntegrator *self, const MbdInstant *start, double h, int j, bool anew)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  MbdStiff *stiff = self->stiff;
  const double h_g = h * t->sweep[j][j];
  double *a = self->kv[j], *q = self->stage_q, *v = self->stage_v;

  for (int i = 0; i < m->n_q; i++)
    stiff->star_q[i] = stiff->sum_q[j][i] - h_g * self->kq[j][i];
  for (int i = 0; i < m->n_v; i++)
    stiff->star_v[i] = stiff->sum_v[j][i] - h_g * a[i];
  place_stage (self, h_g, a, q, v);
  memcpy (mbd_memories_of (m, q), mbd_memories_of (m, stiff->sum_q[j]),
          sizeof *q * (size_t) m->n_memories);
  find_residuals (self, fmin (start->time + t->c[j] * h, start->time + h), q, v, j);
  if (start->ledger != NULL)
    mbd_find_powers (self->work, self->power[j]);
  self->statistics.evaluations++;
  self->statistics.newton_iterations++;
  if ((anew && !mbd_stiff_factor (self, h_g, j)) || !mbd_stiff_solve (stiff, j))
    return NAN;
  for (int row = 0; row < m->n_rows; row++)
    stiff->lambda[j][row] -= stiff->right[m->n_v + row];
  mbd_to_body_axes (self->work, stiff->right, stiff->a);
  memcpy (stiff->before_v, a, sizeof *a * (size_t) m->n_v);
  memcpy (stiff->before_q, self->kq[j], sizeof *a * (size_t) m->n_q);
  for (int i = 0; i < m->n_v; i++)
    a[i] += stiff->a[i];
  place_stage (self, h_g, a, q, v);
  mbd_position_rates (m, q, v, self->kq[j]);
  mbd_set_memory_rates (self, self->kq[j]);
  return mbd_change_norm (self, h, stiff->a);
}

double
mbd_correct_by_sweep (MbdIntegrator *self, const MbdInstant *start, double h, bool anew)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  MbdStiff *stiff = self->stiff;
  double largest = 0;

  sum_stages (self, start, h);
  for (int j = 1; j < t->stages; j++) {
    const double change = correct_stage (self, start, h, j, anew);
    largest = larger (largest, change);
    for (int k = j + 1; k < t->stages; k++)
      if (t->sweep[k][j] != 0) {
        for (int i = 0; i < m->n_q; i++)
          stiff->sum_q[k][i] += h * t->sweep[k][j] * (self->kq[j][i] - stiff->before_q[i]);
        for (int i = 0; i < m->n_v; i++)
          stiff->sum_v[k][i] += h * t->sweep[k][j] * (self->kv[j][i] - stiff->before_v[i]);
      }
  }
  return largest;
}
