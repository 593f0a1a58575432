// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank of the parts that hang on one coupling. The velocities of a leaf, a body with one coupling,
// are in the rows of that coupling only. If those rows are independent on the leaf by itself, they
// are independent of all others,
//
//   rank [A 0; B L] = rank A + rows of L,  L of full row rank,
//
// and no null vector of G' has a part in them. So leaves are removed in sequence, in linear time:
// nothing remains of a tree, otherwise the loops remain.

#include <math.h>
#include <string.h>

#include "rank-private.h"

/// Residual of a row of unit length in speeds, beside the rows before it: below this the leaf is
/// kept for the factorisation, which compares the sizes of rows.
static const double independent = 1e-6;

bool
mbd_rank_counts (const MbdState *state, const MbdModelCoupling *coupling, int row, bool touching)
{
  const MbdModelBatch *batch = &state->model->batches[coupling->batch];
  const int index = (int) (coupling - state->model->couplings);

  return mbd_row_is_solved (state, batch->first + coupling->slot * batch->view.rows + row)
         && (touching || state->roles.running[index].mode != MBD_MODE_UNILATERAL);
}

/// Takes the part of row `row` of a coupling that moves body b, over its length, turns by the reach
/// of the body. Returns false if there is none.
static bool
take_part (const MbdState *state, const MbdModelCoupling *coupling, int row, int b, double part[6])
{
  const MbdModelBody *body = &state->model->bodies[b];
  const MbdModelBatch *batch = &state->model->batches[coupling->batch];
  const double *G = state->system.G + batch->G + coupling->slot * batch->stride;
  const int turns = body->degrees == 6 ? 3 : 2;
  double sum = 0;

  memset (part, 0, 6 * sizeof *part);
  for (int side = 0; side < coupling->sides; side++) {
    const int degrees = batch->degrees[side];
    for (int i = 0; i < degrees && coupling->body[side] == b; i++)
      part[i] += G[row * degrees + i] / (i < turns ? 1 : body->arm);
    G += coupling->rows * degrees;
  }
  for (int i = 0; i < body->degrees; i++)
    sum += part[i] * part[i];
  for (int i = 0; i < body->degrees && sum > 0; i++)
    part[i] /= sqrt (sum);
  return sum > 0;
}

/// Returns the number of counted rows of a coupling if they are independent on the body by itself;
/// else -1.
static int
independent_rows (const MbdState *state, const MbdModelCoupling *coupling, int b, bool touching)
{
  const int degrees = state->model->bodies[b].degrees;
  double rows[6][6];
  int count = 0;

  for (int row = 0; row < coupling->rows; row++) {
    double *x = rows[count], left = 0;
    if (!mbd_rank_counts (state, coupling, row, touching))
      continue;
    if (count == degrees || !take_part (state, coupling, row, b, x))
      return -1;
    for (int k = 0; k < count; k++) {
      double along = 0;
      for (int i = 0; i < degrees; i++)
        along += rows[k][i] * x[i];
      for (int i = 0; i < degrees; i++)
        x[i] -= along * rows[k][i];
    }
    for (int i = 0; i < degrees; i++)
      left += x[i] * x[i];
    if (!(sqrt (left) > independent))
      return -1;
    for (int i = 0; i < degrees; i++)
      x[i] /= sqrt (left);
    count++;
  }
  return count;
}

/// Lists the moving bodies, each once. Returns their number.
static int
moving_bodies (const MbdModel *m, const MbdModelCoupling *coupling, int bodies[MBD_MOST_ENDS])
{
  int count = 0;

  for (int side = 0; side < coupling->sides && coupling->rows > 0; side++) {
    bool known = m->bodies[coupling->body[side]].degrees == 0;
    for (int k = 0; k < count; k++)
      known |= bodies[k] == coupling->body[side];
    if (!known)
      bodies[count++] = coupling->body[side];
  }
  return count;
}

bool
mbd_rank_leaves (const MbdState *state, bool touching, bool *taken, int *rank)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  // By body: number of remaining couplings, and the exclusive or of their indices, which for a leaf
  // is the index of the last one.
  int *left = MBD_TAKE (&scratch, int, m->n_bodies);
  int *last = MBD_TAKE (&scratch, int, m->n_bodies);
  int *leaves = MBD_TAKE (&scratch, int, m->n_bodies);
  int bodies[MBD_MOST_ENDS], n_leaves = 0;

  if (scratch.failed) {
    mbd_arena_clear (&scratch);
    return false;
  }
  for (int i = 0; i < m->n_couplings; i++)
    for (int k = moving_bodies (m, &m->couplings[i], bodies) - 1; k >= 0; k--) {
      left[bodies[k]]++;
      last[bodies[k]] ^= i;
    }
  for (int b = 0; b < m->n_bodies; b++)
    if (left[b] == 1)
      leaves[n_leaves++] = b;
  while (n_leaves > 0) {
    const int b = leaves[--n_leaves], i = last[b];
    const int rows = left[b] == 1 ? independent_rows (state, &m->couplings[i], b, touching) : -1;
    if (rows < 0)
      continue;
    taken[i] = true;
    *rank += rows;
    for (int k = moving_bodies (m, &m->couplings[i], bodies) - 1; k >= 0; k--) {
      last[bodies[k]] ^= i;
      if (--left[bodies[k]] == 1)
        leaves[n_leaves++] = bodies[k];
    }
  }
  mbd_arena_clear (&scratch);
  return true;
}
