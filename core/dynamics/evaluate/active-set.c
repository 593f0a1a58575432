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
// Impulses follow the same rules one level down: unilateral rows that touch are candidates, and
//   0 <= G v+ + (time rate)  and  Lambda >= 0, one of them 0.
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

#include "projection-private.h"
#include "row-law-private.h"

/// Largest error that counts as touching, and largest rate per second that counts as zero, over the
/// unit of the row.
static const double touching = 1e-9, resting = 1e-8;
/// A row whose motion takes it no farther than this, over its unit, before it comes back counts as
/// resting. The value is the depth to which events may be missed (integrator-events.c). Without it
/// two stops that pass a body to and fro would never come to rest.
static const double invisible = 1e-13;
/// Share by which an impulse of a joint that wedges may exceed its friction, which steps approach.
static const double wedging = 1e-6;
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

/* Impulses --------------------------------------------------------------------------------- */

typedef struct
{
  double closing; // rates below this, per second over the unit of the row, do not count as closing
  bool any_touches, any_closes;
} Touch;

static bool
take_touch (MbdState *state, const MbdRowLaw *c, void *data)
{
  Touch *touch = data;
  const double unit = state->model->row_unit[c->row], rate = state->system.rate[c->row] / unit;
  const bool touches = c->mode == MBD_MODE_UNILATERAL
                       && state->system.eps[c->row] <= touching * unit
                       && state->roles.rows[c->row].level < MBD_LEVEL_ACCELERATION;

  state->roles.candidate[c->row] = touches;
  touch->any_touches |= touches;
  touch->any_closes |= touches && rate < -touch->closing;
  state->roles.rows[c->row].role =
    state->roles.wedged[c->row] || (touches && rate <= touch->closing) ? MBD_ROW_SOLVED
                                                                       : MBD_ROW_LOWER;
  return true;
}

bool
mbd_take_touching (MbdState *state, double closing, bool *any_closes)
{
  Touch touch = { .closing = closing };

  memset (state->roles.candidate, 0,
          sizeof *state->roles.candidate * (size_t) state->model->n_rows);
  for_each_bounded (state, take_touch, &touch);
  mbd_roles_changed (state);
  *any_closes = touch.any_closes;
  return touch.any_touches;
}

/// The candidate that pulls most or, if left open, still closes most.
typedef struct
{
  const double *wanted;  // target change of the rate of every row
  const double *changed; // change that the impulses produce
  double tolerance;      // tolerance of a rate over the unit of the row
  bool first, only_leave;
  double worst;
  int row;
} Puller;

static bool
look_for_puller (MbdState *state, const MbdRowLaw *c, void *data)
{
  Puller *puller = data;
  const double unit = state->model->row_unit[c->row];

  if (!state->roles.candidate[c->row])
    return true;
  double offence = -state->solution.y[c->y] * state->pivots.g[c->y] / unit;
  if (state->roles.rows[c->row].role != MBD_ROW_SOLVED)
    offence = puller->only_leave ? 0 : (puller->wanted[c->row] - puller->changed[c->row]) / unit;
  if (offence > puller->tolerance && offence > puller->worst) {
    puller->worst = offence;
    puller->row = c->row;
  }
  return !(puller->first && puller->row >= 0);
}

void
mbd_find_impulse_roles (MbdState *state,
                        const double *wanted,
                        MbdRowSolver *solve,
                        void *data,
                        double tolerance,
                        double *change)
{
  const int rows = state->model->n_rows;

  // As in mbd_find_roles (), in the end rows only leave the set.
  for (int tries = 0; tries <= 4 * rows; tries++) {
    mbd_roles_changed (state);
    solve (state, wanted, false, change, data);
    mbd_jacobian_multiply (state, change, state->system.rate);
    Puller puller = {
      .wanted = wanted,
      .changed = state->system.rate,
      .tolerance = tolerance,
      .first = tries > rows,
      .only_leave = tries > 2 * rows,
      .row = -1,
    };
    for_each_bounded (state, look_for_puller, &puller);
    if (puller.row < 0)
      return;
    MbdRowRole *role = &state->roles.rows[puller.row].role;
    *role = *role == MBD_ROW_SOLVED ? MBD_ROW_LOWER : MBD_ROW_SOLVED;
  }
}

static bool
take_bounce (MbdState *state, const MbdRowLaw *c, void *data)
{
  const double *slow = data;

  if (state->roles.candidate[c->row]
      && state->system.rate[c->row] < -*slow * state->model->row_unit[c->row])
    state->roles.bounce[c->row] = -c->restitution * state->system.rate[c->row];
  return true;
}

double
mbd_slow_rate (const MbdModel *m)
{
  const double g = sqrt (m->gravity[0] * m->gravity[0] + m->gravity[1] * m->gravity[1]
                         + m->gravity[2] * m->gravity[2]);

  return 1e-4 * sqrt (fmax (g, 1e-3) / m->size);
}

/// Sets the rates with which closing rows open again.
static void
find_bounces (MbdState *state)
{
  double slow = mbd_slow_rate (state->model);

  memset (state->roles.bounce, 0, sizeof *state->roles.bounce * (size_t) state->model->n_rows);
  for_each_bounded (state, take_bounce, &slow);
}

/// Computes the changes of rates that impulses are to produce, from velocities u. Rows whose velocity
/// errors are kept (Baumgarte, none) require no change, except unilateral ones, as a contact must not
/// penetrate, and wedged ones.
static const double *
wanted_changes (MbdState *state, const double *u)
{
  mbd_velocity_errors (state, u, state->system.rate);
  mbd_silence_levels (state, NULL, state->system.rate);
  for (int row = 0; row < state->model->n_rows; row++)
    state->solution.residual_rows[row] =
      state->stabilised.projected[row] || state->roles.candidate[row] || state->roles.wedged[row]
        ? state->roles.bounce[row] - state->system.rate[row]
        : 0;
  return state->solution.residual_rows;
}

static void
solve_rows (MbdState *state, const double *rhs, bool has_factor, double *change, void *data)
{
  mbd_solve_rows (state, rhs, has_factor, change);
}

/// Finds which candidates push, and adds to velocities u (u layout) what the impulses change. `impulse`
/// (batch layout) receives them.
static void
apply_impulses (MbdState *state, double tolerance, double *u, double *impulse)
{
  enum
  {
    PASSES = 2
  };
  const MbdModel *m = state->model;
  double *change = state->solution.correction + m->n_v + 6;

  mbd_find_impulse_roles (state, wanted_changes (state, u), solve_rows, NULL, tolerance, change);
  memset (impulse, 0, sizeof *impulse * (size_t) m->n_rows);
  for (int pass = 0; pass < PASSES; pass++) {
    mbd_solve_rows (state, wanted_changes (state, u), pass > 0, change);
    for (int i = 0; i < m->n_v; i++)
      u[i] += change[i];
    for (int b = 0; b < m->n_batches; b++)
      for (int i = 0; i < m->batches[b].view.count * m->batches[b].view.rows; i++)
        impulse[m->batches[b].first + i] +=
          state->solution
            .y[m->batches[b].y[i / m->batches[b].view.rows] + i % m->batches[b].view.rows];
  }
}

bool
mbd_catch (MbdState *state, double *v, double *impulse)
{
  const MbdModel *m = state->model;
  double *u = state->solution.correction;

  mbd_world_velocities (state, u);
  const double speed = mbd_largest_speed (m, u) / m->size;
  mbd_position_errors (state, state->system.eps);
  mbd_velocity_errors (state, u, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  memset (state->roles.wedged, 0, sizeof *state->roles.wedged * (size_t) m->n_rows);
  bool any;
  mbd_take_touching (state, 1e-12 * speed, &any);
  for (int row = 0; row < m->n_rows && m->has_time_rates; row++)
    any |= state->roles.rows[row].role == MBD_ROW_SOLVED && state->stabilised.projected[row]
           && !state->roles.candidate[row]
           && fabs (state->system.rate[row]) > 1e-9 * fmax (speed, 1) * m->row_unit[row];
  if (!any)
    return false;

  find_bounces (state);
  apply_impulses (state, 1e-12 * speed, u, impulse);
  mbd_to_body_axes (state, u, v);
  return true;
}

/* Joints that wedge ------------------------------------------------------------------------ */

/// The rows that are to come to rest: one (batch layout) or, if it is -1, those whose limits contradict their
/// loads.
typedef struct
{
  int row;
  bool any;
} Wedge;

static bool
take_wedged (MbdState *state, const MbdRowLaw *c, void *data)
{
  Wedge *wedge = data;
  const bool moves = fabs (state->system.rate[c->row]) > resting * state->model->row_unit[c->row];

  state->roles.wedged[c->row] =
    moves && (wedge->row < 0 ? mbd_limit_contradicts (state, c->row) : c->row == wedge->row);
  wedge->any |= state->roles.wedged[c->row];
  return true;
}

/// Clears `data` if an impulse, published as multipliers, is more than its load allows. Constant parts of
/// limits allow no impulse.
static bool
check_wedged (MbdState *state, const MbdRowLaw *c, void *data)
{
  bool *allowed = data;

  if (state->roles.wedged[c->row]) {
    const MbdModelCoupling *coupling = &state->parameters.couplings[c->coupling];
    const double impulse = state->solution.lambda[coupling->first_row + c->r];
    const double limit =
      mbd_limit_by_load (state, c->coupling, c->r) - mbd_limit_without_load (state, c->coupling);
    *allowed &= fabs (impulse) <= (1 + wedging) * limit;
  }
  return true;
}

bool
mbd_jam (MbdState *state, int row, double *v, double *impulse)
{
  const MbdModel *m = state->model;
  double *u = state->solution.correction;
  Wedge wedge = { .row = row };
  bool closes, allowed = true;

  mbd_world_velocities (state, u);
  const double speed = mbd_largest_speed (m, u) / m->size;
  mbd_position_errors (state, state->system.eps);
  mbd_velocity_errors (state, u, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  for_each_bounded (state, take_wedged, &wedge);
  if (!wedge.any)
    return false;
  mbd_take_touching (state, 1e-12 * speed, &closes);
  memset (state->roles.bounce, 0, sizeof *state->roles.bounce * (size_t) m->n_rows);
  apply_impulses (state, 1e-12 * speed, u, impulse);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int r = 0; r < c->rows; r++)
      state->solution.lambda[c->first_row + r] = impulse[mbd_model_row (m, c, r)];
  }
  for_each_bounded (state, check_wedged, &allowed);
  if (allowed)
    mbd_to_body_axes (state, u, v);
  else {
    // The roles are still those of the impulses.
    memset (state->roles.wedged, 0, sizeof *state->roles.wedged * (size_t) m->n_rows);
    mbd_reset_roles (state, MBD_ROW_LOWER);
    mbd_find_roles (state);
  }
  return allowed;
}
