// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank and redundant rows: a rank-revealing QR factorisation of A = M^(-1/2) G' diag (1 / sqrt g),
// one column a row of G, with column pivoting (LAPACK dgeqp3). Components of the mechanism that
// share no moving body are factored apart.
//
//   A P = Q [R11 R12; 0 0]: the null vectors of A are P [-R11^-1 R12; I]; rows with a place in any
//   of them form the dependent set, the whole of it.

#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "state-private.h"
#include "vector-private.h"

static const double rank_tolerance = 1e-9;
/// Doubles in the matrix of the largest component that is still factored densely.
static const size_t largest_matrix = 64u << 20;

/// Couplings and bodies that hang together.
typedef struct
{
  const MbdModel *model;
  int *parent; // of a body, union-find
  int *column; // of a body: first column of its velocities in the matrix of its component
  int *row;    // of a coupling
} Components;

static int
root_of (const Components *c, int body)
{
  while (c->parent[body] != body) {
    c->parent[body] = c->parent[c->parent[body]];
    body = c->parent[body];
  }
  return body;
}

static void
join_bodies (Components *c)
{
  const MbdModel *m = c->model;
  for (int b = 0; b < m->n_bodies; b++)
    c->parent[b] = b;
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *coupling = &m->couplings[i];
    int first = -1;
    for (int side = 0; side < coupling->sides && coupling->rows > 0; side++) {
      int b = coupling->body[side];
      if (m->bodies[b].degrees == 0)
        continue;
      if (first >= 0)
        c->parent[root_of (c, first)] = root_of (c, b);
      first = b;
    }
  }
}

static int
component_of (const Components *c, const MbdModelCoupling *coupling)
{
  int side = 0;
  while (c->model->bodies[coupling->body[side]].degrees == 0)
    side++;
  return root_of (c, coupling->body[side]);
}

/// x <- M^(-1/2) x for the block of G of a body, up to an orthogonal factor, which changes no rank:
/// the Cholesky factor of M is used for its root.
static void
weigh_block (const MbdState *state, int b, double *x)
{
  const MbdModelBody *body = &state->model->bodies[b];

  if (body->degrees == 3) {
    x[0] *= sqrt (body->inverse_mass);
    x[1] *= sqrt (body->inverse_mass);
    x[2] *= sqrt (body->inverse_inertia[8]);
    return;
  }
  for (int i = 0; i < 3; i++)
    x[i] *= sqrt (body->inverse_mass);
  // inverse inertia = C C' with lower C; the new part is C' times the moment in body axes
  const double *W = body->inverse_inertia;
  double m[3], c00 = sqrt (W[0]), c10 = W[3] / c00, c20 = W[6] / c00;
  double c11 = sqrt (W[4] - c10 * c10), c21 = (W[7] - c20 * c10) / c11;
  double c22 = sqrt (W[8] - c20 * c20 - c21 * c21);
  rotate3_back (state->space[b].R, x + 3, m);
  x[3] = c00 * m[0] + c10 * m[1] + c20 * m[2];
  x[4] = c11 * m[1] + c21 * m[2];
  x[5] = c22 * m[2];
}

/// Column `row` of A: the scaled row of a coupling.
static void
fill_column (const MbdState *state,
             const Components *c,
             const MbdModelCoupling *coupling,
             int row,
             double *column)
{
  const MbdModel *m = state->model;
  const MbdModelBatch *batch = &m->batches[coupling->batch];
  const double *G = state->G + batch->G + coupling->slot * batch->stride;
  double parts[MBD_MOST_ENDS][6] = { 0 }, g = 0;

  for (int side = 0; side < coupling->sides; side++) {
    const int degrees = batch->degrees[side], b = coupling->body[side];
    if (m->bodies[b].degrees > 0) {
      memcpy (parts[side], G + row * degrees, sizeof (double) * (size_t) degrees);
      weigh_block (state, b, parts[side]);
      for (int i = 0; i < degrees; i++)
        g += parts[side][i] * parts[side][i];
    }
    G += coupling->rows * degrees;
  }
  bool solved = mbd_row_is_solved (state, batch->first + coupling->slot * batch->view.rows + row);
  double scale = g > 0 && solved ? 1 / sqrt (g) : 0;
  for (int side = 0; side < coupling->sides; side++)
    for (int i = 0; i < m->bodies[coupling->body[side]].degrees; i++)
      column[c->column[coupling->body[side]] + i] += scale * parts[side][i];
}

/// Rank of A (velocities x rows, column major, overwritten); dependent[row] is set for the
/// dependent set.
static int
factor_component (double *A, int velocities, int rows, MbdArena *scratch, bool *dependent)
{
  lapack_int *pivots = MBD_TAKE (scratch, lapack_int, rows);
  double *tau = MBD_TAKE (scratch, double, rows);
  const int shorter = velocities < rows ? velocities : rows;

  if (scratch->failed
      || LAPACKE_dgeqp3 (LAPACK_COL_MAJOR, velocities, rows, A, velocities, pivots, tau) != 0)
    return -1;
  int rank = 0;
  while (rank < shorter
         && fabs (A[(size_t) rank * (size_t) velocities + (size_t) rank]) > rank_tolerance)
    rank++;
  for (int k = rank; k < rows; k++) {
    // solve R11 x = R12 column by back substitution, in place
    double *x = A + (size_t) k * (size_t) velocities;
    dependent[pivots[k] - 1] = true;
    for (int i = rank - 1; i >= 0; i--) {
      double sum = x[i];
      for (int j = i + 1; j < rank; j++)
        sum -= A[(size_t) j * (size_t) velocities + (size_t) i] * x[j];
      x[i] = sum / A[(size_t) i * (size_t) velocities + (size_t) i];
      if (fabs (x[i]) > 1e-7)
        dependent[pivots[i] - 1] = true;
    }
  }
  return rank;
}

static MbdStatus
rank_of_component (MbdState *state, Components *c, int root, int *rank, bool *redundant)
{
  const MbdModel *m = state->model;
  int velocities = 0, rows = 0;

  for (int b = 0; b < m->n_bodies; b++)
    if (m->bodies[b].degrees > 0 && root_of (c, b) == root) {
      c->column[b] = velocities;
      velocities += m->bodies[b].degrees;
    }
  for (int i = 0; i < m->n_couplings; i++)
    if (m->couplings[i].rows > 0 && component_of (c, &m->couplings[i]) == root) {
      c->row[i] = rows;
      rows += m->couplings[i].rows;
    }
  if (rows == 0)
    return MBD_STATUS_OK;
  if ((size_t) rows * (size_t) velocities > largest_matrix)
    return MBD_STATUS_OUT_OF_MEMORY;

  MbdArena scratch = { 0 };
  double *A = MBD_TAKE (&scratch, double, (size_t) rows *(size_t) velocities);
  bool *dependent = MBD_TAKE (&scratch, bool, rows);
  int found = -1;
  if (!scratch.failed) {
    for (int i = 0; i < m->n_couplings; i++)
      if (m->couplings[i].rows > 0 && component_of (c, &m->couplings[i]) == root)
        for (int row = 0; row < m->couplings[i].rows; row++)
          fill_column (state, c, &m->couplings[i], row,
                       A + (size_t) (c->row[i] + row) * (size_t) velocities);
    found = factor_component (A, velocities, rows, &scratch, dependent);
  }
  if (found >= 0) {
    *rank += found;
    for (int i = 0; i < m->n_couplings && redundant != NULL; i++) {
      const MbdModelCoupling *coupling = &m->couplings[i];
      if (coupling->rows == 0 || component_of (c, coupling) != root)
        continue;
      const int first = m->batches[coupling->batch].first + coupling->slot * coupling->rows;
      for (int r = 0; r < coupling->rows; r++)
        redundant[coupling->first_row + r] =
          dependent[c->row[i] + r] && mbd_row_is_solved (state, first + r);
    }
  }
  mbd_arena_clear (&scratch);
  return found >= 0 ? MBD_STATUS_OK : MBD_STATUS_OUT_OF_MEMORY;
}

MbdStatus
mbd_state_rank (MbdState *state, int *rank, bool *redundant)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  Components c = {
    .model = m,
    .parent = MBD_TAKE (&scratch, int, m->n_bodies),
    .column = MBD_TAKE (&scratch, int, m->n_bodies),
    .row = MBD_TAKE (&scratch, int, m->n_couplings),
  };
  MbdStatus status = scratch.failed ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  *rank = 0;
  if (status == MBD_STATUS_OK) {
    mbd_state_prepare (state);
    if (state->any_bounds && !state->roles_known)
      mbd_find_roles (state);
    join_bodies (&c);
    for (int b = 0; b < m->n_bodies && status == MBD_STATUS_OK; b++)
      if (m->bodies[b].degrees > 0 && root_of (&c, b) == b)
        status = rank_of_component (state, &c, b, rank, redundant);
  }
  mbd_arena_clear (&scratch);
  return status;
}
