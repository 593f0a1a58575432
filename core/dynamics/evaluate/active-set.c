// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Roles of rows with bounds at an instant, found by a primal active set on accelerations.
//
// A unilateral row that touches and does not separate (eps <= 0, eps' <= 0) is a candidate:
//   0 <= eps'' = G a - gamma  and  lambda >= 0, one of them 0.
// A box row whose rate is 0 is a candidate, with one of
//   eps'' = 0, |lambda| <= limit;   lambda = limit, eps'' <= 0;   lambda = -limit, eps'' >= 0.
// A box row that slips has lambda = -limit sign (eps').
//
// Comparisons use an acceleration of the row (a multiplier times its g) over the unit of its error,
// L or 1 rad, so that lengths and angles are comparable, also in extreme units.
//
// All candidates begin as solved; then, one at a time, the worst offender changes its role. After
// as many changes as there are rows the first offender is taken instead of the worst (Bland's rule,
// which cannot cycle in the convex cases). If rows contradict each other by round-off it may still
// cycle; so in the end rows only leave the set, and no row that pulls remains.

#include <math.h>
#include <string.h>

#include "row-law-private.h"

/// Largest error that counts as touching, and largest rate per second that counts as zero, over the
/// unit of the row.
static const double touching = 1e-9, resting = 1e-8;
/// A row whose motion takes it no farther than this, over its unit, before it comes back counts as
/// resting. The value is the depth to which events may be missed (integrator-events.c). Without it
/// two stops that pass a body to and fro would never come to rest.
static const double invisible = 1e-13;
/// Largest violation of its condition by an acceleration, over the scale of its row.
static const double missed = 1e-10;

/// Visits the rows with bounds of active couplings, until `visit` returns false.
static void
for_each_bounded (MbdState *state,
                  bool (*visit) (MbdState *state, const MbdRowLaw *candidate, void *data),
                  void *data)
{
  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (state, &law);)
    if (!visit (state, &law, data))
      return;
}

/// Returns the largest rate that takes a row no farther than `invisible`: r^2 / (2 eps''), doubled
/// for the impact that caused it.
static double
returning_rate (const MbdState *state, int row)
{
  return 2 * sqrt (2 * invisible * mbd_row_scale (state, row) * state->model->row_unit[row]);
}

/// Sets the first role: candidates are solved, the others are at the bound that corresponds to
/// their motion. eps and rate of the state hold the errors.
static bool
take_start_role (MbdState *state, const MbdRowLaw *c, void *data)
{
  const double scale = state->model->row_unit[c->row];
  const double eps = state->system.eps[c->row], rate = state->system.rate[c->row];
  MbdRowRole *role = &state->roles.rows[c->row].role;
  bool *is_candidate = data;

  if (c->mode == MBD_MODE_UNILATERAL) {
    // A row that is not projected would keep the rate and drift while it is held.
    const double parting = state->stabilised.projected[c->row]
                             ? fmax (resting * scale, returning_rate (state, c->row))
                             : resting * scale;
    is_candidate[c->row] = eps <= touching * scale && rate <= parting;
    *role = is_candidate[c->row] ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
  } else {
    is_candidate[c->row] = fabs (rate) <= resting * scale;
    *role = is_candidate[c->row] ? MBD_ROW_SOLVED : rate > 0 ? MBD_ROW_LOWER : MBD_ROW_UPPER;
  }
  if (is_candidate[c->row] && state->roles.hint[c->row] != 0)
    *role = (MbdRowRole) state->roles.hint[c->row];
  return true;
}

typedef struct
{
  const bool *is_candidate;
  const double *acceleration; // eps'' of all rows
  bool first;                 // true to take the first offender
  bool only_leave;            // true if no row may enter the set again
  double worst;               // over the scale of its row
  int row;
  MbdRowRole role;
} Offender;

/// Records a candidate that violates its conditions more than any before, with the role that would
/// correct this. Returns false to end the search.
static bool
look_for_offender (MbdState *state, const MbdRowLaw *c, void *data)
{
  Offender *offender = data;
  const double scale = fmax (mbd_row_scale (state, c->row), 1e-300);
  const double acceleration = offender->acceleration[c->row];
  const double lambda = state->solution.y[c->y], g = fmax (state->pivots.g[c->y], 1e-300);
  MbdRowRole now = state->roles.rows[c->row].role, then = now;
  double offence = 0;

  if (!offender->is_candidate[c->row])
    return true;
  if (now == MBD_ROW_SOLVED) {
    offence = g * fmax (c->least - lambda, lambda - c->most);
    then = lambda < c->least ? MBD_ROW_LOWER : MBD_ROW_UPPER;
  } else {
    offence = now == MBD_ROW_LOWER ? -acceleration : acceleration;
    then = MBD_ROW_SOLVED;
    if (offender->only_leave)
      return true;
  }
  if (offence > missed * scale && offence / scale > offender->worst) {
    offender->worst = offence / scale;
    offender->row = c->row;
    offender->role = then;
  }
  return !(offender->first && offender->row >= 0);
}

/// Solves with the current roles and finds the worst offender.
static Offender
solve_and_look (MbdState *state, const bool *is_candidate, bool first, bool only_leave)
{
  const MbdModel *m = state->model;

  mbd_roles_changed (state);
  mbd_forces (state);
  mbd_prescribe (state);
  mbd_load (state, state->system.f, mbd_stabilised_gamma (state));
  mbd_eliminate (state, state->pivots.rho_report);
  mbd_backward (state);
  mbd_recover (state, state->system.f, state->solution.au);
  mbd_refine (state, mbd_report_passes (m));
  mbd_follow_loads (state, mbd_report_passes (m));

  const double *gamma = mbd_stabilised_gamma (state);
  memset (state->solution.island_scale, 0,
          sizeof *state->solution.island_scale * (size_t) m->n_islands);
  mbd_jacobian_multiply (state, state->solution.au, state->system.rate);
  for (int row = 0; row < m->n_rows; row++) {
    mbd_raise_row_scale (state, row, fabs (gamma[row]) + fabs (state->system.rate[row]));
    state->system.rate[row] -= gamma[row];
  }
  Offender offender = {
    .is_candidate = is_candidate,
    .acceleration = state->system.rate,
    .first = first,
    .only_leave = only_leave,
    .row = -1,
  };
  for_each_bounded (state, look_for_offender, &offender);
  return offender;
}

void
mbd_start_roles (MbdState *state)
{
  const MbdModel *m = state->model;

  mbd_forces (state);
  mbd_find_row_scales (state, true);
  mbd_position_errors (state, state->system.eps);
  mbd_world_velocities (state, state->system.fl);
  mbd_velocity_errors (state, state->system.fl, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  memset (state->roles.candidate, 0, sizeof *state->roles.candidate * (size_t) m->n_rows);
  for_each_bounded (state, take_start_role, state->roles.candidate);
}

void
mbd_find_roles (MbdState *state)
{
  const MbdModel *m = state->model;

  mbd_start_roles (state);
  for (int change = 0; change <= 4 * m->n_rows; change++) {
    Offender offender =
      solve_and_look (state, state->roles.candidate, change > m->n_rows, change > 2 * m->n_rows);
    if (offender.row < 0)
      break;
    state->roles.rows[offender.row].role = offender.role;
  }
  mbd_roles_changed (state);
  state->roles.are_known = true;
}

static bool
look_for_pull (MbdState *state, const MbdRowLaw *c, void *data)
{
  const double most = 1e-8 * mbd_row_scale (state, c->row);
  bool *any = data;

  if (state->roles.rows[c->row].role == MBD_ROW_SOLVED)
    *any |= c->mode == MBD_MODE_UNILATERAL
              ? (c->least - state->solution.y[c->y]) * state->pivots.g[c->y] > most
              : (fabs (state->solution.y[c->y]) - c->most) * state->pivots.g[c->y] > most;
  return !*any;
}

bool
mbd_any_pulls (MbdState *state)
{
  bool any = false;

  mbd_find_row_scales (state, false);
  for_each_bounded (state, look_for_pull, &any);
  return any;
}

void
mbd_release_pulling (MbdState *state)
{
  const int rows = state->model->n_rows;

  for (int row = 0; row < rows; row++)
    state->roles.candidate[row] = state->roles.rows[row].role == MBD_ROW_SOLVED;
  for (int change = 0; change <= rows; change++) {
    const Offender offender = solve_and_look (state, state->roles.candidate, false, true);
    if (offender.row < 0)
      return;
    state->roles.rows[offender.row].role = offender.role;
  }
}
