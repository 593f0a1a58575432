// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Assembly with weights and with coordinates that do not move. With D the masses and moments of
// inertia of the coordinates times their weights, and with the columns of kept coordinates omitted
// from G, each step is the dz of least length in
//
//   diag (s) G D^(-1/2) dz = diag (s) rhs,   dq = D^(-1/2) dz,   s scales each row to length 1
//
// by a complete orthogonal factorisation (LAPACK dgelsy), which also handles rows that depend on
// each other or have nothing left to move. With A the matrix, dz = A' mu, and the multipliers
// lambda = diag (s) mu show which unilateral rows pull; g = 1 / s^2.

#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "analysis-private.h"
#include "projection-private.h"
#include "mechanism-private.h"

static const double rank_tolerance = 1e-9;

typedef struct
{
  const bool *keep; // by velocity coordinate, or NULL
  double *scale;    // D^(-1/2); 0 for a kept coordinate
  double *jacobian; // public rows x velocities
  double *A;        // solved rows x velocities, row major
  double *b, *mu;   // length: the larger of rows and velocities
  double *row_scale;
  int *row; // public number of each row of A
  lapack_int *pivots;
} Weighting;

static bool
is_kept (const Weighting *w, int i)
{
  return w->keep != NULL && w->keep[i];
}

/// Fills `A` with G of the solved rows, its columns and rows scaled. Returns the number of rows.
static int
fill_rows (MbdState *state, Weighting *w)
{
  const MbdModel *m = state->model;
  int count = 0;

  state->pose.is_current = state->system.is_current = true; // rows belong to the pose that is set
  mbd_state_jacobian (state, w->jacobian, NULL);
  for (int row = 0; row < m->n_rows; row++) {
    if (!mbd_row_is_solved (state, mbd_row_place (m, row, NULL)))
      continue;
    const double *G = w->jacobian + (size_t) row * (size_t) m->n_v;
    double *A = w->A + (size_t) count * (size_t) m->n_v, sum = 0;
    for (int i = 0; i < m->n_v; i++) {
      A[i] = G[i] * w->scale[i];
      sum += A[i] * A[i];
    }
    const double scale = sum > 0 ? 1 / sqrt (sum) : 0;
    for (int i = 0; i < m->n_v; i++)
      A[i] *= scale;
    w->row_scale[count] = scale;
    w->row[count++] = row;
  }
  return count;
}

/// Computes lambda and g of the solved rows from dz in `mu`. If rows contradict each other, the
/// part r of their right sides that dz leaves becomes r / rho, as with the sparse factor: it shows
/// which way they press.
static void
find_multipliers (MbdState *state, const double *rhs, Weighting *w)
{
  const MbdModel *m = state->model;
  const int rows = fill_rows (state, w), longer = rows > m->n_v ? rows : m->n_v;
  lapack_int rank = 0;
  double *rest = w->b;

  state->pose.is_current = state->system.is_current = false;
  for (int i = 0; i < rows; i++) {
    const double wanted = w->row_scale[i] * rhs[mbd_row_place (m, w->row[i], NULL)];
    double sum = 0;
    for (int j = 0; j < m->n_v; j++)
      sum += w->A[(size_t) i * (size_t) m->n_v + (size_t) j] * w->mu[j];
    rest[i] = fabs (wanted - sum) > rank_tolerance * fabs (wanted) ? wanted - sum : 0;
  }
  memset (w->pivots, 0, sizeof *w->pivots * (size_t) rows);
  // A by rows is A' by columns.
  if (LAPACKE_dgelsy (LAPACK_COL_MAJOR, m->n_v, rows, 1, w->A, m->n_v, w->mu, longer, w->pivots,
                      rank_tolerance, &rank)
      != 0)
    return;
  for (int i = 0; i < rows; i++) {
    const double s = w->row_scale[i];
    int y;
    mbd_row_place (m, w->row[i], &y);
    state->solution.y[y] = s * (w->mu[i] + rest[i] / MBD_RHO_INTEGRATE);
    state->pivots.g[y] = s > 0 ? 1 / (s * s) : 0;
  }
}

static void
solve_weighted (MbdState *state, const double *rhs, bool has_factor, double *change, void *data)
{
  const MbdModel *m = state->model;
  Weighting *w = data;
  const int rows = fill_rows (state, w);
  lapack_int rank = 0;

  state->pose.is_current = state->system.is_current = false;
  memset (state->solution.y, 0, sizeof *state->solution.y * (size_t) m->n_y);
  memset (change, 0, sizeof *change * (size_t) (m->n_v + 6));
  for (int i = 0; i < rows; i++)
    w->b[i] = w->row_scale[i] * rhs[mbd_row_place (m, w->row[i], NULL)];
  memset (w->pivots, 0, sizeof *w->pivots * (size_t) m->n_v);
  if (rows == 0
      || LAPACKE_dgelsy (LAPACK_ROW_MAJOR, rows, m->n_v, 1, w->A, m->n_v, w->b, 1, w->pivots,
                         rank_tolerance, &rank)
           != 0)
    return;
  memcpy (w->mu, w->b, sizeof *w->mu * (size_t) m->n_v);
  for (int i = 0; i < m->n_v; i++)
    w->b[i] *= w->scale[i];
  mbd_to_world_axes (state, w->b, change);
  if (state->roles.any_bounds)
    find_multipliers (state, rhs, w);
}

static void
keep_positions (MbdState *state, const double *before, double *q, void *data)
{
  const MbdModel *m = state->model;
  const Weighting *w = data;

  for (int b = 0; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    const int linear = body->degrees == 6 ? 3 : body->degrees;
    for (int i = 0; i < linear; i++)
      if (is_kept (w, body->v + i))
        q[body->q + i] = before[body->q + i];
    if (body->degrees == 6 && is_kept (w, body->v + 3) && is_kept (w, body->v + 4)
        && is_kept (w, body->v + 5))
      memcpy (q + body->q + 3, before + body->q + 3, 4 * sizeof *q);
  }
}

static void
keep_velocities (MbdState *state, const double *before, double *v, void *data)
{
  for (int i = 0; i < state->model->n_v; i++)
    if (is_kept (data, i))
      v[i] = before[i];
}

/// Computes D^(-1/2), also with the substitutes of zero masses.
static MbdStatus
take_scales (const MbdModel *m, const MbdAssemblyWeights *weights, Weighting *w, MbdDiagnosis *why)
{
  for (int b = 0; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    for (int i = 0; i < body->degrees; i++) {
      const bool turns = i >= (body->degrees == 6 ? 3 : 2);
      const int place = body->v + i, axis = body->degrees == 6 ? i - 3 : 2;
      const double weight = weights->weights != NULL ? weights->weights[place] : 1;
      if (!(weight > 0 && isfinite (weight)))
        return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_BODY, body->id, weight);
      const double inverse = turns ? body->inverse_inertia[4 * axis] : body->inverse_mass;
      w->scale[place] = is_kept (w, place) ? 0 : sqrt (inverse / weight);
    }
  }
  return MBD_STATUS_OK;
}

static MbdStatus
assemble (MbdState *state,
          const MbdAssemblyWeights *weights,
          bool velocities,
          bool *failed,
          MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const size_t places = (size_t) m->n_rows * (size_t) m->n_v;
  MbdArena scratch = { 0 };
  Weighting w = {
    .keep = weights->keep,
    .scale = MBD_TAKE (&scratch, double, m->n_v),
    .jacobian = MBD_TAKE (&scratch, double, places),
    .A = MBD_TAKE (&scratch, double, places),
    .b = MBD_TAKE (&scratch, double, m->n_rows + m->n_v),
    .mu = MBD_TAKE (&scratch, double, m->n_rows + m->n_v),
    .row_scale = MBD_TAKE (&scratch, double, m->n_rows),
    .row = MBD_TAKE (&scratch, int, m->n_rows),
    .pivots = MBD_TAKE (&scratch, lapack_int, m->n_rows + m->n_v),
  };
  const MbdCloser closer = { solve_weighted, keep_positions, keep_velocities, &w };
  MbdStatus status = scratch.failed
                       ? mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0)
                       : take_scales (m, weights, &w, why);

  if (status == MBD_STATUS_OK)
    status = velocities ? mbd_assemble_velocities_with (state, &closer, failed, why)
                        : mbd_assemble_with (state, &closer, failed, why);
  mbd_arena_clear (&scratch);
  return status;
}

MbdStatus
mbd_state_assemble_weighted (MbdState *state,
                             const MbdAssemblyWeights *weights,
                             bool *failed,
                             MbdDiagnosis *why)
{
  return assemble (state, weights, false, failed, why);
}

MbdStatus
mbd_state_assemble_velocities_weighted (MbdState *state,
                                        const MbdAssemblyWeights *weights,
                                        bool *failed,
                                        MbdDiagnosis *why)
{
  return assemble (state, weights, true, failed, why);
}
