// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounds of box rows that follow a load. In joint friction the load is the reaction of the joint,
// in the tangents of a friction group the multiplier of the normal:
//
//   limit = effort_limit + mu r |F|        limit = mu (lambda_n + c)
//
// A slipping row carries its limit, which changes the load. The two are brought into agreement by
// repeating the solve with the existing factor: the limits x of a pass give the limits g (x) by load.
// Without more, each pass multiplies the difference by about mu r over the size of the bodies, which is more
// than 1 near self-locking. So the next limits are those of the secant through the last two passes
// (Anderson 1965, depth 1), with f = g - x:
//
//   x <- g - theta (g - g'),   theta = f . (f - f') / |f - f'|^2
//
// Where a trial reverses the reaction of a joint, g is counted with the opposite sign: the solution with
// the reversed reaction, if there is one besides that with the first direction, is unstable.
//
// If the friction of a moving joint grows faster than the load that it leaves, no limits agree: the joint
// wedges (mbd_jam ()).

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
static const double agreed = 1e-14, agreed_of_forces = 1e-15, agreed_holding = 1e-11;
/// Difference of a limit from the one by load, relative to both, from which there is no solution.
static const double contradicts = 1e-6;

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
  const int normal = mbd_model_row (state->model, c, 0);

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
mbd_limit_without_load (const MbdState *state, int coupling)
{
  const MbdCouplingDef *def = &state->parameters.couplings[coupling].def;

  return state->roles.running[coupling].mode == MBD_MODE_FRICTION ? def->friction * def->cohesion
                                                                  : def->effort_limit;
}

/// Sets the limits by load. Returns the largest change, of rows that slip and, if `all`, of others.
static double
take_limits (MbdState *state, bool all)
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
      const int row = mbd_model_row (m, c, r);
      const double limit = mbd_limit_by_load (state, i, r);
      const bool slips = state->roles.rows[row].role != MBD_ROW_SOLVED;
      const double size =
        slips ? agreed * limit + agreed_of_forces * largest : agreed_holding * limit;
      if ((slips || all) && isfinite (limit) && fabs (limit - state->roles.limit[row]) > size)
        change = fmax (change, fabs (limit - state->roles.limit[row]));
      state->roles.limit[row] = limit;
    }
  }
  return change;
}

double
mbd_update_limits (MbdState *state)
{
  return take_limits (state, false);
}

/// Returns true if the limit of a row takes part in the secant. `all`: also while the row holds.
static bool
is_unknown (const MbdState *state, int row, bool all)
{
  return isfinite (state->roles.limit[row])
         && (all || state->roles.rows[row].role != MBD_ROW_SOLVED);
}

/// Replaces the limits by load by those of the secant.
static void
extrapolate (MbdState *state, bool all)
{
  const double *x = state->roles.tried[0], *x_before = state->roles.tried[1];
  const double *g_before = state->roles.found;
  double *g = state->roles.limit, along = 0, square = 0;
  const int n_rows = state->model->n_rows;

  for (int row = 0; row < n_rows; row++) {
    if (!is_unknown (state, row, all))
      continue;
    const double f = g[row] - x[row], change = f - (g_before[row] - x_before[row]);
    along += f * change;
    square += change * change;
  }
  const double theta = along / square;
  for (int row = 0; row < n_rows && isfinite (theta); row++) {
    const double next = g[row] - theta * (g[row] - g_before[row]);
    if (is_unknown (state, row, all))
      g[row] = next;
  }
}

/// Counts limits by reactions against those of the first pass as negative.
static void
give_signs (MbdState *state)
{
  const MbdModel *m = state->model;
  const double *now = state->solution.lambda, *first = state->roles.first_loads;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    if (c->rows == 0 || c->presses < 0)
      continue;
    const MbdModelCoupling *joint = &m->couplings[c->presses];
    double along = 0;
    for (int row = joint->first_row; row < joint->first_row + joint->rows; row++)
      along += now[row] * first[row];
    double *limit = state->roles.limit + mbd_model_row (m, c, 0);
    if (along < 0)
      *limit = 2 * c->def.effort_limit - *limit;
  }
}

bool
mbd_limit_contradicts (const MbdState *state, int row)
{
  const double tried = state->roles.tried[0][row], by_load = state->roles.by_load[row];

  return state->roles.any_following && state->roles.contradict
         && state->roles.rows[row].role != MBD_ROW_SOLVED
         && fabs (by_load - tried) > contradicts * (fabs (by_load) + fabs (tried));
}

/// Returns true if no further pass improves the limits by load, after a pass that changed them.
static bool
is_last_pass (MbdState *state, int pass, double change)
{
  const double previous = state->roles.last_change;

  state->roles.last_change = change;
  // A change that no longer shrinks is round-off, or there is no solution.
  return pass + 1 >= MOST_PASSES || (pass > 10 && change > 0.9 * previous);
}

bool
mbd_improve_limits (MbdState *state, int pass, bool all)
{
  const size_t size = sizeof (double) * (size_t) state->model->n_rows;
  double **tried = state->roles.tried, *before = tried[1];

  tried[1] = tried[0];
  tried[0] = before;
  memcpy (tried[0], state->roles.limit, size);
  const double change = take_limits (state, all);
  state->roles.contradict = false;
  if (!(change > 0))
    return false;
  memcpy (state->roles.by_load, state->roles.limit, size);
  if (is_last_pass (state, pass, change)) {
    state->roles.contradict = true;
    return false;
  }
  if (pass == 0)
    memcpy (state->roles.first_loads, state->solution.lambda, size);
  give_signs (state);
  memcpy (state->roles.found_now, state->roles.limit, size);
  if (pass > 0)
    extrapolate (state, all);
  for (int row = 0; row < state->model->n_rows; row++)
    if (state->roles.limit[row] < 0)
      state->roles.limit[row] = state->roles.by_load[row];
  double *found = state->roles.found;
  state->roles.found = state->roles.found_now;
  state->roles.found_now = found;
  return true;
}

void
mbd_follow_loads (MbdState *state, int refinements)
{
  for (int pass = 0; mbd_improve_limits (state, pass, false); pass++) {
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
