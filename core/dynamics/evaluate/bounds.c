// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bounds of box rows that follow a load. In joint friction the load is the reaction of the joint,
// in the tangents of a friction group the multiplier of the normal:
//
//   limit = effort_limit + mu r |F|        limit = mu (lambda_n + c)
//
// of impulses (impulses.c) without the constant parts effort_limit and c.
//
// A slipping row carries its limit, which changes the load. The two are brought into agreement by
// repeating the solve with the existing factor: the limits x of a pass give the limits g (x) by load.
// Without more, each pass multiplies the difference by about mu r over the size of the bodies, which is more
// than 1 near self-locking. So the next limits are those of the secant through the last two passes
// (Anderson 1965, depth 1), with f = g - x:
//
//   x <- g - theta (g - g'),   theta = f . (f - f') / |f - f'|^2
//
// Limits of forces are first looked for by responses (limit-responses.c).
//
// Impulses and time steps always have a solution (impulses.c): where the secant finds none, plain repetition
// continues from its last limits. If they keep growing the joint wedges: they are raised until it holds, and
// repetition from above finds the largest limits that agree.
//
// Where a trial reverses the reaction of a joint, g is counted with the opposite sign: the solution with
// the reversed reaction, if there is one besides that with the first direction, is unstable.
//
// If the friction of a moving joint grows faster than the load that it leaves, no limits agree: the joint
// wedges (mbd_jam ()).

#include <math.h>
#include <string.h>

#include "bounds-private.h"
#include "coordinate-private.h"
#include "mechanism-private.h"

enum
{
  MOST_PASSES = 100,    // passes with the secant
  MOST_LIMITS = 200,    // all passes, for impulses and time steps
  MOST_REPETITIONS = 60 // before limits that grow are raised
};

/// Largest difference of a limit, relative to itself and to the largest force, that counts as
/// agreement.
static const double agreed = 1e-14, agreed_of_forces = 1e-15, agreed_holding = 1e-11,
                    agreed_in_steps = 1e-6;
/// Difference of a limit from the one by load, relative to both, from which there is no solution.
static const double contradicts = 1e-6, disagrees_in_steps = 1e-3;
/// Largest limit of an impulse, over the largest impulse, that counts as none.
static const double no_blow = 1e-12;
/// Share of a limit from which on it counts as reached.
static const double at_limit = 1e-6;
/// Share by which a limit grows in a pass that is then raised, and by how much.
static const double grows = 0.01, raise = 10;

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
  const bool impulses = state->roles.loads == MBD_LOADS_OF_IMPULSES;
  const double cohesion = impulses ? 0 : c->def.cohesion;

  switch (state->roles.rows[normal].role) {
  case MBD_ROW_SOLVED:
    return c->def.friction * fmax (state->solution.lambda[c->first_row] + cohesion, 0);
  case MBD_ROW_COMPLIANT:
    // mbd_prescribe () has set it; a spring carries no impulse.
    return impulses ? 0 : state->roles.limit[normal + r];
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
  const double constant = mbd_limit_without_load (state, coupling);
  if (def->friction == 0)
    return constant;
  mbd_coupling_loads (state, c->presses, &force, &moment);
  const double arm = mbd_coordinate_is_length (def->coordinate[0]) ? 1 : def->friction_radius;
  return constant + def->friction * arm * force;
}

double
mbd_limit_without_load (const MbdState *state, int coupling)
{
  const MbdCouplingDef *def = &state->parameters.couplings[coupling].def;

  if (state->roles.loads == MBD_LOADS_OF_IMPULSES)
    return 0;
  return state->roles.running[coupling].mode == MBD_MODE_FRICTION ? def->friction * def->cohesion
                                                                  : def->effort_limit;
}

/// Returns true if the limit of a row takes part in the search: of forces if it slips or with `all`, else if
/// it is reached or the load allows less. How rows that hold share their loads may be undetermined.
static bool
is_carried (const MbdState *state, int row, double multiplier, double by_load, bool all)
{
  if (state->roles.loads == MBD_LOADS_OF_FORCES)
    return all || state->roles.rows[row].role != MBD_ROW_SOLVED;
  return fabs (multiplier) >= state->roles.limit[row] * (1 - at_limit)
         || fabs (multiplier) > by_load * (1 + at_limit);
}

double
mbd_take_limits (MbdState *state, bool all)
{
  const MbdModel *m = state->model;
  const bool steps = state->roles.loads == MBD_LOADS_OF_STEPS;
  const bool impulses = state->roles.loads == MBD_LOADS_OF_IMPULSES;
  double change = 0, largest = 0, blow = 0;

  if (!state->roles.any_following)
    return 0;
  for (int i = 0; i < m->n_v; i++)
    largest = fmax (largest, fabs (state->system.f[i]));
  mbd_publish_multipliers (state);
  for (int row = 0; row < m->n_rows && impulses; row++)
    blow = fmax (blow, fabs (state->solution.lambda[row]));
  memset (state->roles.carried, 0, sizeof *state->roles.carried * (size_t) m->n_rows);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    // In time stepping the tangents of a friction group follow its normal within a solve.
    if (c->rows == 0 || !mbd_bound_follows (state, i) || (steps && c->presses < 0)
        || !mbd_state_coupling_flags (state, i).active)
      continue;
    for (int r = 0; r < c->rows; r++) {
      const int row = mbd_model_row (m, c, r);
      double limit = mbd_limit_by_load (state, i, r);
      // A joint that a blow elsewhere does not reach has round-off for its load.
      if (impulses && limit <= no_blow * blow)
        limit = 0;
      const double multiplier = state->solution.lambda[c->first_row + r];
      const bool slips = state->roles.rows[row].role != MBD_ROW_SOLVED;
      const double size = steps   ? agreed_in_steps * limit
                          : slips ? agreed * limit + agreed_of_forces * largest
                                  : agreed_holding * limit;
      state->roles.carried[row] =
        isfinite (limit) && is_carried (state, row, multiplier, limit, all);
      if (state->roles.carried[row] && fabs (limit - state->roles.limit[row]) > size)
        change = fmax (change, fabs (limit - state->roles.limit[row]));
      // A joint that a time step holds without a limit holds as long as its load allows. Else the least limit
      // is looked for.
      if (!(steps && isinf (state->roles.limit[row])))
        state->roles.limit[row] = limit;
      else if (state->roles.carried[row])
        state->roles.limit[row] = mbd_limit_without_load (state, i);
    }
  }
  return change;
}

double
mbd_update_limits (MbdState *state)
{
  return mbd_take_limits (state, false);
}

/// Replaces the limits by load by those of the secant.
static void
extrapolate (MbdState *state)
{
  const double *x = state->roles.tried[0], *x_before = state->roles.tried[1];
  const double *g_before = state->roles.found;
  double *g = state->roles.limit, along = 0, square = 0;
  const int n_rows = state->model->n_rows;

  for (int row = 0; row < n_rows; row++) {
    if (!state->roles.carried[row])
      continue;
    const double f = g[row] - x[row], change = f - (g_before[row] - x_before[row]);
    along += f * change;
    square += change * change;
  }
  const double theta = along / square;
  for (int row = 0; row < n_rows && isfinite (theta); row++) {
    const double next = g[row] - theta * (g[row] - g_before[row]);
    if (state->roles.carried[row])
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
      *limit = 2 * mbd_limit_without_load (state, i) - *limit;
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

bool
mbd_any_limit_contradicts (const MbdState *state)
{
  for (int row = 0; row < state->model->n_rows && state->roles.contradict; row++)
    if (mbd_limit_contradicts (state, row))
      return true;
  return false;
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
  const double change = mbd_take_limits (state, all);
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
    extrapolate (state);
  for (int row = 0; row < state->model->n_rows; row++)
    if (state->roles.limit[row] < 0)
      state->roles.limit[row] = state->roles.by_load[row];
  double *found = state->roles.found;
  state->roles.found = state->roles.found_now;
  state->roles.found_now = found;
  return true;
}

/// Repeats limits by the loads of the last solve. `raises`: those that grow are raised. Returns true if any
/// changed.
static bool
repeat_limits (MbdState *state, bool raises)
{
  const int n_rows = state->model->n_rows;
  double *x = state->roles.tried[0], *g = state->roles.limit;

  memcpy (x, g, sizeof *x * (size_t) n_rows);
  const bool changes = mbd_take_limits (state, true) > 0;
  for (int row = 0; row < n_rows && changes && raises; row++)
    if (state->roles.carried[row] && g[row] > (1 + grows) * x[row])
      g[row] *= raise;
  return changes;
}

/// Returns true if the search ended without limits that agree with their loads. Round-off of a time step is
/// larger than the difference that is aimed at if it is short.
static bool
any_disagrees (const MbdState *state)
{
  const double least = state->roles.loads == MBD_LOADS_OF_STEPS ? disagrees_in_steps : contradicts;

  for (int row = 0; row < state->model->n_rows && state->roles.contradict; row++) {
    const double x = state->roles.tried[0][row], g = state->roles.by_load[row];
    if (state->roles.carried[row] && !(fabs (g - x) <= least * (fabs (g) + fabs (x))))
      return true;
  }
  return false;
}

bool
mbd_next_limits (MbdState *state, int pass)
{
  if (pass == 0)
    state->roles.contradict = state->roles.repeats = false;
  if (!state->roles.any_following)
    return false;
  if (!state->roles.contradict) {
    if (mbd_improve_limits (state, pass, true))
      return true;
    state->roles.contradict = any_disagrees (state);
    return state->roles.contradict;
  }
  state->roles.repeats = true;
  state->roles.contradict = repeat_limits (state, pass > MOST_REPETITIONS);
  return state->roles.contradict && pass < MOST_LIMITS;
}

static void
solve_again (MbdState *state, int refinements)
{
  memcpy (state->system.f, state->roles.applied,
          sizeof *state->system.f * (size_t) (state->model->n_v + 6));
  mbd_prescribe (state);
  mbd_load_right_side (state, state->system.f, mbd_stabilised_gamma (state));
  mbd_forward (state);
  mbd_backward (state);
  mbd_recover (state, state->system.f, state->solution.au);
  if (refinements > 0)
    mbd_refine (state, refinements);
}

void
mbd_follow_loads (MbdState *state, int refinements)
{
  const size_t size = sizeof (double) * (size_t) state->model->n_rows;

  state->roles.contradict = false;
  if (!state->roles.any_following)
    return;
  memcpy (state->roles.tried[0], state->roles.limit, size);
  if (!(mbd_take_limits (state, false) > 0))
    return;
  mbd_forces (state);
  memcpy (state->roles.applied, state->system.f,
          sizeof *state->system.f * (size_t) (state->model->n_v + 6));
  if (mbd_find_limits (state, solve_again, refinements))
    return;
  int pass = 0;
  do
    solve_again (state, refinements);
  while (mbd_improve_limits (state, pass++, false));
}
