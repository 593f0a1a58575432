// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scales for the accelerations of rows, by island. An island consists of couplings connected
// through moving bodies; values in one island do not determine the round-off of another. A flywheel
// at 1e7 rad/s^2 must not hide that a body falls a micrometre away.

#include "state-private.h"

#include <math.h>
#include <string.h>

static int
find_root (int *parent, int i)
{
  while (parent[i] != i)
    i = parent[i] = parent[parent[i]];
  return i;
}

bool
mbd_model_find_islands (MbdModel *m, MbdArena *scratch)
{
  int *parent = MBD_TAKE (scratch, int, m->n_bodies);
  int *island = MBD_TAKE (scratch, int, m->n_bodies);

  m->row_island = MBD_TAKE (&m->arena, int, m->n_rows);
  if (scratch->failed || m->arena.failed)
    return false;
  for (int i = 0; i < m->n_bodies; i++) {
    parent[i] = i;
    island[i] = -1;
  }
  // In every coupling with rows the last moving side represents it.
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < m->n_couplings; i++) {
      const MbdModelCoupling *c = &m->couplings[i];
      int moving = -1;
      for (int side = 0; side < c->sides && c->rows > 0; side++) {
        if (m->bodies[c->body[side]].degrees == 0)
          continue;
        if (moving >= 0)
          parent[find_root (parent, moving)] = find_root (parent, c->body[side]);
        moving = c->body[side];
      }
      if (pass == 0 || moving < 0)
        continue;
      const int root = find_root (parent, moving);
      if (island[root] < 0)
        island[root] = m->n_islands++;
      for (int r = 0; r < c->rows; r++)
        m->row_island[mbd_model_row (m, c, r)] = island[root];
    }
  return true;
}

void
mbd_find_row_scales (MbdState *state, bool all)
{
  const MbdModel *m = state->model;
  const double *gamma = mbd_stabilised_gamma (state);

  mbd_weigh (state, state->system.f);
  // The replacement for a mass of 0 would turn a load on it into an enormous acceleration.
  for (int i = 0; m->has_massless && i < m->n_bodies; i++)
    if (m->bodies[i].massless)
      memset (state->system.wf + m->bodies[i].u, 0,
              sizeof *state->system.wf * (size_t) m->bodies[i].degrees);
  mbd_jacobian_multiply (state, state->system.wf, state->system.rate);
  memset (state->solution.island_scale, 0,
          sizeof *state->solution.island_scale * (size_t) m->n_islands);
  for (int row = 0; row < m->n_rows; row++)
    if (all || mbd_row_is_solved (state, row))
      mbd_raise_row_scale (state, row, fabs (gamma[row]) + fabs (state->system.rate[row]));
}
