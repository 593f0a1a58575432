// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank and redundant rows: a rank-revealing QR factorisation of A = M^(-1/2) G' diag (1 / sqrt g),
// one column a row of G, with column pivoting (LAPACK dgeqp3). Components of the mechanism that
// share no moving body are factored separately, and if the motions are not requested, parts that
// hang on one coupling are removed before (rank-leaves.c).
//
//   A P = Q [R11 R12; 0 0]: the null vectors of A are P [-R11^-1 R12; I]; rows with a place in any
//   of them form the dependent set, the whole of it.
//
// The last columns of Q are the null vectors of A', orthonormal: times M^(-1/2) they are the
// motions that the rows leave, orthonormal in the M-norm.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <lapacke.h>

#include "mbd-inspect.h"
#include "rank-private.h"
#include "vector-private.h"

static const double rank_tolerance = 1e-9;
/// Doubles in the largest matrix of a component, and of all motions: 256 MB.
static const size_t largest_matrix = 32u << 20;

/// Connected components of couplings and bodies.
typedef struct
{
  const MbdModel *model;
  int *parent;                         // by body, union-find
  int *first_body, *next_body;         // by root, by body: members of a component, -1 after the
                                       // last
  int *first_coupling, *next_coupling; // by root, by coupling: couplings of a component, -1 after
                                       // the last
  bool *taken;                         // by coupling: true if removed as a leaf
  int *column;        // by body: first column of its velocities in the matrix of its component
  int *row;           // by coupling: first row
  bool with_touching; // True if ropes and stops in contact count too
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

static bool
in_component (const Components *c, int coupling)
{
  return c->model->couplings[coupling].rows > 0 && !c->taken[coupling];
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
    for (int side = 0; side < coupling->sides && in_component (c, i); side++) {
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

/// Lists the members of each component, in the order of the model.
static void
list_members (Components *c)
{
  const MbdModel *m = c->model;

  for (int b = 0; b < m->n_bodies; b++)
    c->first_body[b] = c->first_coupling[b] = -1;
  for (int b = m->n_bodies - 1; b >= 0; b--)
    if (m->bodies[b].degrees > 0) {
      const int root = root_of (c, b);
      c->next_body[b] = c->first_body[root];
      c->first_body[root] = b;
    }
  for (int i = m->n_couplings - 1; i >= 0; i--)
    if (in_component (c, i)) {
      const int root = component_of (c, &m->couplings[i]);
      c->next_coupling[i] = c->first_coupling[root];
      c->first_coupling[root] = i;
    }
}

/// Computes the lower C with C C' = the inverse inertia of a spatial body: 00 10 20 11 21 22.
static void
inertia_root (const MbdModelBody *body, double C[6])
{
  const double *W = body->inverse_inertia;
  C[0] = sqrt (W[0]);
  C[1] = W[3] / C[0];
  C[2] = W[6] / C[0];
  C[3] = sqrt (W[4] - C[1] * C[1]);
  C[4] = (W[7] - C[2] * C[1]) / C[3];
  C[5] = sqrt (W[8] - C[2] * C[2] - C[4] * C[4]);
}

/// x <- M^(-1/2) x for the block of G of a body, up to an orthogonal factor, which does not change
/// the rank: the Cholesky factor of M is used as its root.
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
  // C' times the moment in body axes
  double m[3], C[6];
  inertia_root (body, C);
  rotate3_back (state->pose.space[b].R, x + 3, m);
  x[3] = C[0] * m[0] + C[1] * m[1] + C[2] * m[2];
  x[4] = C[3] * m[1] + C[4] * m[2];
  x[5] = C[5] * m[2];
}

/// Computes the velocities of a body, in velocity coordinates, from its weighed ones: the transpose
/// of weigh_block ().
static void
unweigh_block (const MbdModelBody *body, const double *y, double *v)
{
  const double root = sqrt (body->inverse_mass);

  if (body->degrees == 3) {
    v[0] = root * y[0];
    v[1] = root * y[1];
    v[2] = sqrt (body->inverse_inertia[8]) * y[2];
    return;
  }
  double C[6];
  inertia_root (body, C);
  for (int i = 0; i < 3; i++)
    v[i] = root * y[i];
  v[3] = C[0] * y[3];
  v[4] = C[1] * y[3] + C[3] * y[4];
  v[5] = C[2] * y[3] + C[4] * y[4] + C[5] * y[5];
}

/// Appends the motions of a component: the columns of Q from `rank` on (Q the product of the first
/// `rank` reflectors in A), or unit vectors if there are no rows.
static MbdStatus
append_motions (const Components *c,
                int root,
                const double *A,
                const double *tau,
                int velocities,
                int rank,
                MbdBasis *basis)
{
  const MbdModel *m = c->model;
  const int count = velocities - rank;
  const size_t places = (size_t) m->n_v;
  MbdArena scratch = { 0 };

  if ((size_t) (basis->count + count) * places > largest_matrix)
    return MBD_STATUS_TOO_LARGE;
  double *Q = MBD_TAKE (&scratch, double, (size_t) velocities *(size_t) count);
  double *grown =
    realloc (basis->vectors, sizeof *grown * ((size_t) (basis->count + count) * places + 1));

  basis->vectors = grown != NULL ? grown : basis->vectors;
  bool done = grown != NULL && !scratch.failed;
  for (int k = 0; k < count && done; k++)
    Q[(size_t) k * (size_t) velocities + (size_t) (rank + k)] = 1;
  if (done && rank > 0 && count > 0)
    done = LAPACKE_dormqr (LAPACK_COL_MAJOR, 'L', 'N', velocities, count, rank, A, velocities, tau,
                           Q, velocities)
           == 0;
  for (int k = 0; k < count && done; k++) {
    double *z = basis->vectors + (size_t) (basis->count + k) * places;
    memset (z, 0, sizeof *z * places);
    for (int b = c->first_body[root]; b >= 0; b = c->next_body[b])
      unweigh_block (&m->bodies[b], Q + (size_t) k * (size_t) velocities + c->column[b],
                     z + m->bodies[b].v);
  }
  basis->count += done ? count : 0;
  mbd_arena_clear (&scratch);
  return done ? MBD_STATUS_OK : MBD_STATUS_OUT_OF_MEMORY;
}

/// Fills column `row` of A: the scaled row of a coupling.
static void
fill_column (const MbdState *state,
             const Components *c,
             const MbdModelCoupling *coupling,
             int row,
             double *column)
{
  const MbdModel *m = state->model;
  const MbdModelBatch *batch = &m->batches[coupling->batch];
  const double *G = state->system.G + batch->G + coupling->slot * batch->stride;
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
  bool solved = mbd_rank_counts (state, coupling, row, c->with_touching);
  double scale = g > 0 && solved ? 1 / sqrt (g) : 0;
  for (int side = 0; side < coupling->sides; side++)
    for (int i = 0; i < m->bodies[coupling->body[side]].degrees; i++)
      column[c->column[coupling->body[side]] + i] += scale * parts[side][i];
}

/// Factors A (velocities x rows, column major, overwritten by its factors, with tau) and returns
/// its rank; dependent[row] is set for the dependent set.
static int
factor_component (double *A,
                  double *tau,
                  int velocities,
                  int rows,
                  MbdArena *scratch,
                  bool *dependent)
{
  lapack_int *pivots = MBD_TAKE (scratch, lapack_int, rows);
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
rank_of_component (MbdState *state,
                   Components *c,
                   int root,
                   int *rank,
                   bool *redundant,
                   MbdBasis *basis)
{
  const MbdModel *m = state->model;
  int velocities = 0, rows = 0;

  for (int b = c->first_body[root]; b >= 0; b = c->next_body[b]) {
    c->column[b] = velocities;
    velocities += m->bodies[b].degrees;
  }
  for (int i = c->first_coupling[root]; i >= 0; i = c->next_coupling[i]) {
    c->row[i] = rows;
    rows += m->couplings[i].rows;
  }
  if (rows == 0)
    return basis == NULL ? MBD_STATUS_OK
                         : append_motions (c, root, NULL, NULL, velocities, 0, basis);
  if ((size_t) rows * (size_t) velocities > largest_matrix)
    return MBD_STATUS_TOO_LARGE;

  MbdArena scratch = { 0 };
  double *A = MBD_TAKE (&scratch, double, (size_t) rows *(size_t) velocities);
  double *tau = MBD_TAKE (&scratch, double, rows);
  bool *dependent = MBD_TAKE (&scratch, bool, rows);
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;
  if (!scratch.failed) {
    for (int i = c->first_coupling[root]; i >= 0; i = c->next_coupling[i])
      for (int row = 0; row < m->couplings[i].rows; row++)
        fill_column (state, c, &m->couplings[i], row,
                     A + (size_t) (c->row[i] + row) * (size_t) velocities);
    const int found = factor_component (A, tau, velocities, rows, &scratch, dependent);
    if (found >= 0) {
      status =
        basis != NULL ? append_motions (c, root, A, tau, velocities, found, basis) : MBD_STATUS_OK;
      *rank += found;
    }
  }
  for (int i = c->first_coupling[root]; i >= 0 && redundant != NULL && status == MBD_STATUS_OK;
       i = c->next_coupling[i]) {
    const MbdModelCoupling *coupling = &m->couplings[i];
    for (int r = 0; r < coupling->rows; r++)
      redundant[coupling->first_row + r] =
        dependent[c->row[i] + r] && mbd_rank_counts (state, coupling, r, c->with_touching);
  }
  mbd_arena_clear (&scratch);
  return status;
}

MbdStatus
mbd_null_space (MbdState *state, bool with_touching, int *rank, bool *redundant, MbdBasis *basis)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  Components c = {
    .model = m,
    .parent = MBD_TAKE (&scratch, int, m->n_bodies),
    .column = MBD_TAKE (&scratch, int, m->n_bodies),
    .row = MBD_TAKE (&scratch, int, m->n_couplings),
    .first_body = MBD_TAKE (&scratch, int, m->n_bodies),
    .next_body = MBD_TAKE (&scratch, int, m->n_bodies),
    .first_coupling = MBD_TAKE (&scratch, int, m->n_bodies),
    .next_coupling = MBD_TAKE (&scratch, int, m->n_couplings),
    .taken = MBD_TAKE (&scratch, bool, m->n_couplings),
    .with_touching = with_touching,
  };
  MbdStatus status = scratch.failed ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_OK;

  *rank = 0;
  if (basis != NULL)
    *basis = (MbdBasis){ 0 };
  if (redundant != NULL)
    memset (redundant, 0, sizeof *redundant * (size_t) m->n_rows);
  if (status == MBD_STATUS_OK && basis == NULL
      && !mbd_rank_leaves (state, with_touching, c.taken, rank))
    status = MBD_STATUS_OUT_OF_MEMORY;
  if (status == MBD_STATUS_OK) {
    join_bodies (&c);
    list_members (&c);
    for (int b = 0; b < m->n_bodies && status == MBD_STATUS_OK; b++)
      if (m->bodies[b].degrees > 0 && root_of (&c, b) == b)
        status = rank_of_component (state, &c, b, rank, redundant, basis);
  }
  mbd_arena_clear (&scratch);
  return status;
}

MbdStatus
mbd_state_rank (MbdState *state, int *rank, bool *redundant)
{
  mbd_state_prepare (state);
  if (state->roles.any_bounds && !state->roles.are_known)
    mbd_find_roles (state);
  return mbd_null_space (state, false, rank, redundant, NULL);
}

MbdStatus
mbd_state_singular_values (MbdState *state, double *values, int *count)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  Components c = {
    .model = m,
    .column = MBD_TAKE (&scratch, int, m->n_bodies),
    .with_touching = true,
  };
  int rows = 0;

  *count = 0;
  mbd_state_prepare (state);
  if (state->roles.any_bounds && !state->roles.are_known)
    mbd_find_roles (state);
  for (int row = 0; row < m->n_rows; row++)
    rows += mbd_row_is_solved (state, row);
  if ((size_t) rows * (size_t) m->n_v > largest_matrix || scratch.failed) {
    const MbdStatus status = scratch.failed ? MBD_STATUS_OUT_OF_MEMORY : MBD_STATUS_TOO_LARGE;
    mbd_arena_clear (&scratch);
    return status;
  }
  for (int b = 0; b < m->n_bodies; b++)
    c.column[b] = m->bodies[b].v;

  double *A = MBD_TAKE (&scratch, double, (size_t) rows *(size_t) m->n_v + 1);
  double *sigma = MBD_TAKE (&scratch, double, (size_t) (rows < m->n_v ? rows : m->n_v) + 1);
  const int shorter = rows < m->n_v ? rows : m->n_v;
  bool done = !scratch.failed;
  int column = 0;
  for (int i = 0; i < m->n_couplings && done; i++)
    for (int r = 0; r < m->couplings[i].rows; r++)
      if (mbd_rank_counts (state, &m->couplings[i], r, true))
        fill_column (state, &c, &m->couplings[i], r, A + (size_t) column++ * (size_t) m->n_v);
  if (done && shorter > 0)
    done =
      LAPACKE_dgesdd (LAPACK_COL_MAJOR, 'N', m->n_v, rows, A, m->n_v, sigma, NULL, 1, NULL, 1) == 0;
  if (done) {
    memcpy (values, sigma, sizeof *values * (size_t) shorter);
    *count = shorter;
  }
  mbd_arena_clear (&scratch);
  return done ? MBD_STATUS_OK : MBD_STATUS_OUT_OF_MEMORY;
}
