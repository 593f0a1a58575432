// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounds of box rows that follow a load. In joint friction the load is the reaction of the joint,
// in the tangents of a friction group the multiplier of the normal:
//
//   limit = effort_limit + mu r |F|        limit = mu (lambda_n + c)
//
// A slipping row carries its limit, which changes the load. The two are brought into agreement by
// repeating the solve with the existing factor. Each pass shrinks the difference by about mu r over
// the size of the bodies.

#include <math.h>
#include <string.h>

#include "coordinate-private.h"
#include "mechanism-private.h"
#include "state-private.h"

enum
{
  MOST_PASSES = 100
};

/// Largest difference of a limit, relative to itself and to the largest force, that counts as
/// agreement.
static const double agreed = 1e-14, agreed_of_forces = 1e-15;

bool
mbd_bound_follows (const MbdState *state, int coupling)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];

  return state->roles.running[coupling].mode == MBD_MODE_FRICTION || c->presses >= 0;
}

/// Returns the limit of tangent r of a friction group.
static double
limit_of_tangent (const MbdState *state, const MbdModelCoupling *c, int r)
{
  const int normal = state->model->batches[c->batch].first + c->slot * c->rows;

  switch (state->roles.rows[normal].role) {
  case MBD_ROW_SOLVED:
    return c->def.friction * fmax (state->solution.lambda[c->first_row] + c->def.cohesion, 0);
  case MBD_ROW_COMPLIANT:
    return state->roles.limit[normal + r]; // mbd_prescribe () has set it
  default:
    return 0; // an open normal has no cohesion
  }
}

double
mbd_limit_by_load (MbdState *state, int coupling, int r)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  const MbdCouplingDef *def = &c->def;
  double force, moment;

  if (state->roles.running[coupling].mode == MBD_MODE_FRICTION)
    return r == 0 ? INFINITY : limit_of_tangent (state, c, r);
  if (!mbd_state_coupling_flags (state, c->presses).active)
    return 0;
  if (def->friction == 0)
    return def->effort_limit;
  mbd_coupling_loads (state, c->presses, &force, &moment);
  const double arm = mbd_coordinate_is_length (def->coordinate[0]) ? 1 : def->friction_radius;
  return def->effort_limit + def->friction * arm * force;
}

double
mbd_update_limits (MbdState *state)
{
  const MbdModel *m = state->model;
  double change = 0, largest = 0;

  if (!state->roles.any_following)
    return 0;
  for (int i = 0; i < m->n_v; i++)
    largest = fmax (largest, fabs (state->system.f[i]));
  mbd_publish_multipliers (state);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    if (c->rows == 0 || !mbd_bound_follows (state, i)
        || !mbd_state_coupling_flags (state, i).active)
      continue;
    for (int r = 0; r < c->rows; r++) {
      const int row = m->batches[c->batch].first + c->slot * c->rows + r;
      const double limit = mbd_limit_by_load (state, i, r);
      const bool slips = state->roles.rows[row].role != MBD_ROW_SOLVED;
      const double size = agreed * limit + agreed_of_forces * largest;
      if (slips && isfinite (limit) && fabs (limit - state->roles.limit[row]) > size)
        change = fmax (change, fabs (limit - state->roles.limit[row]));
      state->roles.limit[row] = limit;
    }
  }
  return change;
}

void
mbd_follow_loads (MbdState *state, int refinements)
{
  double previous = INFINITY;

  for (int pass = 0; pass < MOST_PASSES; pass++) {
    const double change = mbd_update_limits (state);
    // A change that no longer shrinks is round-off, or the row is wedged.
    if (!(change > 0) || (pass > 10 && change > 0.9 * previous))
      return;
    previous = change;
    mbd_forces (state);
    mbd_prescribe (state);
    mbd_load_right_side (state, state->system.f, mbd_stabilised_gamma (state));
    mbd_forward (state);
    mbd_backward (state);
    mbd_recover (state, state->system.f, state->solution.au);
    if (refinements > 0)
      mbd_refine (state, refinements);
  }
}
