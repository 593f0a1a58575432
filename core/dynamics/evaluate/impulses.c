// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Impulses of couplings at an instant. Unilateral rows that touch are candidates, with
//
//   0 <= G v+ + (time rate)  and  Lambda >= 0, one of them 0
//
// Dry friction whose limit follows a load carries impulses as large as those of its load allow. Such rows
// are candidates too, with one of
//
//   eps'(v+) = 0, |Lambda| <= limit;   Lambda = limit, eps'(v+) <= 0;   Lambda = -limit, eps'(v+) >= 0
//   limit = mu r |Lambda of the joint|        limit = mu Lambda_n
//
// The constant part of a limit is a force and carries no impulse. For limits that are given, the problem
// is that of a convex quadratic program, and its impulses are continuous in the limits and bounded; so
// limits that agree with their loads always exist (Brouwer). They are found from 0 on (bounds.c).
//
// The roles of candidates are found by an active set, as those of accelerations (active-set.c).

#include <math.h>
#include <string.h>

#include "projection-private.h"
#include "row-law-private.h"

/// Largest error that counts as touching, and largest rate per second that counts as zero, over the
/// unit of the row.
static const double touching = 1e-9, resting = 1e-8;
/// Share by which an impulse of a joint that wedges may exceed its friction, which steps approach.
static const double wedging = 1e-6;

/* Roles ------------------------------------------------------------------------------------ */

bool
mbd_take_touching (MbdState *state, double closing, bool *any_closes)
{
  bool any_touches = false;

  *any_closes = false;
  memset (state->roles.candidate, 0,
          sizeof *state->roles.candidate * (size_t) state->model->n_rows);
  for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);) {
    const double unit = state->model->row_unit[c.row], rate = state->system.rate[c.row] / unit;
    const bool touches = c.mode == MBD_MODE_UNILATERAL
                         && state->system.eps[c.row] <= touching * unit
                         && state->roles.rows[c.row].level < MBD_LEVEL_ACCELERATION;

    state->roles.candidate[c.row] = touches;
    any_touches |= touches;
    *any_closes |= touches && rate < -closing;
    state->roles.rows[c.row].role =
      state->roles.wedged[c.row] || (touches && rate <= closing) ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
  }
  mbd_roles_changed (state);
  return any_touches;
}

/* Limits of friction ----------------------------------------------------------------------- */

static void
swap_limits (MbdState *state)
{
  double *held = state->roles.limit;

  state->roles.limit = state->roles.impulse_limit;
  state->roles.impulse_limit = held;
}

bool
mbd_begin_impulse_limits (MbdState *state)
{
  bool any = false;

  swap_limits (state);
  state->roles.loads = MBD_LOADS_OF_IMPULSES;
  memset (state->roles.limit, 0, sizeof *state->roles.limit * (size_t) state->model->n_rows);
  for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);) {
    MbdRowRun *run = &state->roles.rows[c.row];
    if (!c.follows || run->level >= MBD_LEVEL_ACCELERATION || state->roles.wedged[c.row])
      continue;
    const double rate = state->system.rate[c.row] / state->model->row_unit[c.row];
    any = state->roles.candidate[c.row] = true;
    run->role = fabs (rate) <= resting ? MBD_ROW_SOLVED : rate > 0 ? MBD_ROW_LOWER : MBD_ROW_UPPER;
  }
  if (any)
    mbd_roles_changed (state);
  return any;
}

void
mbd_end_impulse_limits (MbdState *state)
{
  swap_limits (state);
  state->roles.loads = MBD_LOADS_OF_FORCES;
  state->roles.contradict = false;
}

/* Candidates ------------------------------------------------------------------------------- */

/// The candidate that violates its conditions most, and the role that corrects this.
typedef struct
{
  double worst; // rate over the unit of the row
  int row;
  MbdRowRole role;
} Offender;

/// Returns by how much a candidate violates its conditions, a rate over the unit of its row. `left`: target
/// change of its rate less that by the impulses. *then: the role that corrects this.
static double
offence_of (const MbdState *state, const MbdRowLaw *c, double left, MbdRowRole *then)
{
  const double unit = state->model->row_unit[c->row];
  const double least = c->mode == MBD_MODE_BOX ? -state->roles.limit[c->row] : 0;
  const double most = c->mode == MBD_MODE_BOX ? state->roles.limit[c->row] : INFINITY;
  const double impulse = state->solution.y[c->y], g = state->pivots.g[c->y];

  *then = MBD_ROW_SOLVED;
  switch (state->roles.rows[c->row].role) {
  case MBD_ROW_SOLVED:
    *then = impulse < least ? MBD_ROW_LOWER : MBD_ROW_UPPER;
    return g * fmax (least - impulse, impulse - most) / unit;
  case MBD_ROW_LOWER:
    return left / unit;
  default:
    return -left / unit;
  }
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

  // As in mbd_find_roles (), in the end the first offender is taken, and then rows only leave the set.
  for (int tries = 0; tries <= 4 * rows; tries++) {
    Offender offender = { .row = -1 };
    mbd_roles_changed (state);
    solve (state, wanted, false, change, data);
    mbd_jacobian_multiply (state, change, state->system.rate);
    for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);) {
      MbdRowRole then;
      if (!state->roles.candidate[c.row] || (tries > rows && offender.row >= 0))
        continue;
      const double offence =
        offence_of (state, &c, wanted[c.row] - state->system.rate[c.row], &then);
      if ((then != MBD_ROW_SOLVED || tries <= 2 * rows) && offence > tolerance
          && offence > offender.worst)
        offender = (Offender){ offence, c.row, then };
    }
    if (offender.row < 0)
      return;
    state->roles.rows[offender.row].role = offender.role;
  }
}

/* Bounces ---------------------------------------------------------------------------------- */

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
  const double slow = mbd_slow_rate (state->model);

  for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);)
    if (c.mode == MBD_MODE_UNILATERAL && state->roles.candidate[c.row]
        && state->system.rate[c.row] < -slow * state->model->row_unit[c.row])
      state->roles.bounce[c.row] = -c.restitution * state->system.rate[c.row];
}

/* Impulses --------------------------------------------------------------------------------- */

/// Computes the changes of rates that impulses are to produce, from velocities u. Rows whose velocity
/// errors are kept (Baumgarte, none) require no change, except unilateral ones, as a contact must not
/// penetrate, friction that holds, and wedged ones.
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

/// Sets the impulses of friction that slips; f becomes those of the bodies. Returns NULL if all are 0.
static double *
prescribe_friction (MbdState *state)
{
  const MbdModel *m = state->model;
  double *f = state->system.f;
  bool any = false;

  memset (state->roles.prescribed, 0, sizeof *state->roles.prescribed * (size_t) m->n_rows);
  memset (state->solution.x, 0, sizeof *state->solution.x * (size_t) m->n_y);
  for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);) {
    const MbdRowRole role = state->roles.rows[c.row].role;
    if (!state->roles.candidate[c.row] || c.mode != MBD_MODE_BOX || role == MBD_ROW_SOLVED
        || state->roles.limit[c.row] == 0)
      continue;
    any = true;
    state->roles.prescribed[c.row] = (role == MBD_ROW_UPPER ? 1 : -1) * state->roles.limit[c.row];
    state->solution.x[c.y] = state->roles.prescribed[c.row];
  }
  memset (f, 0, sizeof *f * (size_t) (m->n_v + 6));
  if (any)
    mbd_jacobian_transpose_add (state, state->solution.x, f);
  return any ? f : NULL;
}

/// Solves for the impulses of the rows that are solved, beside those of friction that slips.
static void
solve_with_friction (MbdState *state,
                     const double *rhs,
                     bool has_factor,
                     double *change,
                     void *data)
{
  mbd_solve_rows_with (state, prescribe_friction (state), rhs, has_factor, change);
}

/// Finds the roles of all candidates, and limits of friction that agree with their loads.
static void
find_roles (MbdState *state, const double *u, double tolerance, double *change)
{
  int pass = 0;

  do
    mbd_find_impulse_roles (state, wanted_changes (state, u), solve_with_friction, NULL, tolerance,
                            change);
  while (mbd_next_limits (state, pass++));
}

/// Finds which candidates push, and adds to velocities u (u layout) what the impulses change.
/// `impulse` of the state receives them.
static void
apply_impulses (MbdState *state, double tolerance, double *u)
{
  const MbdModel *m = state->model;
  double *change = state->solution.correction + m->n_v + 6, *impulse = state->roles.impulse;

  find_roles (state, u, tolerance, change);
  // The second pass corrects round-off.
  for (int pass = 0; pass < 2; pass++) {
    const double *wanted = wanted_changes (state, u);
    if (pass == 0) {
      solve_with_friction (state, wanted, false, change, NULL);
      memcpy (impulse, state->roles.prescribed, sizeof *impulse * (size_t) m->n_rows);
    } else
      mbd_solve_rows (state, wanted, true, change);
    for (int i = 0; i < m->n_v; i++)
      u[i] += change[i];
    for (int b = 0; b < m->n_batches; b++)
      for (int i = 0; i < m->batches[b].view.count * m->batches[b].view.rows; i++)
        impulse[m->batches[b].first + i] +=
          state->solution
            .y[m->batches[b].y[i / m->batches[b].view.rows] + i % m->batches[b].view.rows];
  }
}

/// Computes velocities u, and the errors of rows at them. Returns the largest speed over L.
static double
find_errors (MbdState *state, double *u)
{
  mbd_world_velocities (state, u);
  mbd_position_errors (state, state->system.eps);
  mbd_velocity_errors (state, u, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  return mbd_largest_speed (state->model, u) / state->model->size;
}

/// Returns true if a row has an error of its rate although no function of time drives it.
static bool
has_drifted (const MbdState *state, int coupling, int r)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];

  return c->def.function == NULL && mbd_row_mode (state, coupling, r) == MBD_MODE_LOCK
         && state->stabilised.projected[mbd_model_row (state->model, c, r)];
}

/// Removes from velocities u the errors that steps have left at rows without a function of time. This is not
/// an impact, to which friction in joints would answer.
static void
remove_drift (MbdState *state, double *u)
{
  const MbdModel *m = state->model;
  double *change = state->solution.correction + m->n_v + 6, *wanted = state->solution.residual_rows;

  memset (wanted, 0, sizeof *wanted * (size_t) m->n_rows);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int r = 0; r < c->rows; r++)
      if (has_drifted (state, i, r))
        wanted[mbd_model_row (m, c, r)] = -state->system.rate[mbd_model_row (m, c, r)];
  }
  mbd_solve_rows (state, wanted, false, change);
  for (int i = 0; i < m->n_v; i++)
    u[i] += change[i];
  mbd_velocity_errors (state, u, state->system.rate);
  mbd_silence_levels (state, NULL, state->system.rate);
}

/// Makes the errors of such rows those that they are to keep.
static void
keep_drift (MbdState *state)
{
  for (int i = 0; i < state->model->n_couplings; i++)
    for (int r = 0; r < state->model->couplings[i].rows; r++)
      if (has_drifted (state, i, r)) {
        const int row = mbd_model_row (state->model, &state->model->couplings[i], r);
        state->roles.bounce[row] = state->system.rate[row];
      }
}

/// Sets the roles for impulses. Returns true if a row closes, or a row that is locked does not have the rate
/// that it keeps.
static bool
is_struck (MbdState *state, double speed)
{
  const MbdModel *m = state->model;
  bool any;

  mbd_take_touching (state, 1e-12 * speed, &any);
  for (int row = 0; row < m->n_rows && m->has_time_rates; row++)
    any |= state->roles.rows[row].role == MBD_ROW_SOLVED && state->stabilised.projected[row]
           && !state->roles.candidate[row]
           && fabs (state->system.rate[row] - state->roles.bounce[row])
                > 1e-9 * fmax (speed, 1) * m->row_unit[row];
  return any;
}

bool
mbd_catch (MbdState *state, bool keeps_drift, double *v)
{
  const size_t rows = (size_t) state->model->n_rows;
  double *u = state->solution.correction;
  const double speed = find_errors (state, u);

  memset (state->roles.wedged, 0, sizeof *state->roles.wedged * rows);
  memset (state->roles.impulse, 0, sizeof *state->roles.impulse * rows);
  memset (state->roles.bounce, 0, sizeof *state->roles.bounce * rows);
  if (keeps_drift)
    keep_drift (state);
  if (!is_struck (state, speed))
    return false;
  bool strikes = true;
  if (state->roles.any_following && !keeps_drift) {
    mbd_reset_roles (state, MBD_ROW_LOWER);
    remove_drift (state, u);
    strikes = is_struck (state, speed);
  }
  if (strikes) {
    find_bounces (state);
    mbd_begin_impulse_limits (state);
    apply_impulses (state, 1e-12 * speed, u);
    mbd_end_impulse_limits (state);
  }
  mbd_to_body_axes (state, u, v);
  return true;
}

/* Joints that wedge ------------------------------------------------------------------------ */

/// Marks the rows that are to come to rest: one (batch layout) or, if it is -1, those whose limits
/// contradict their loads. Returns false if there is none.
static bool
take_wedged (MbdState *state, int row)
{
  bool any = false;

  for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);) {
    const bool moves = fabs (state->system.rate[c.row]) > resting * state->model->row_unit[c.row];
    state->roles.wedged[c.row] =
      moves && (row < 0 ? mbd_limit_contradicts (state, c.row) : c.row == row);
    any |= state->roles.wedged[c.row];
  }
  return any;
}

/// Returns true if wedged joints come to rest with velocities u, and none of their impulses is more than its
/// load, published, allows. A joint that a driver moves is not at rest.
static bool
are_wedged_allowed (MbdState *state, const double *u)
{
  mbd_velocity_errors (state, u, state->system.rate);
  for (MbdRowLaw c = { .coupling = -1 }; mbd_next_bounded_row (state, &c);)
    if (state->roles.wedged[c.row]
        && !(fabs (state->system.rate[c.row]) <= resting * state->model->row_unit[c.row]
             && fabs (state->roles.impulse[c.row])
                  <= (1 + wedging) * mbd_limit_by_load (state, c.coupling, c.r)))
      return false;
  return true;
}

bool
mbd_jam (MbdState *state, int row, double *v)
{
  const MbdModel *m = state->model;
  double *u = state->solution.correction;
  const double speed = find_errors (state, u);
  bool closes;

  if (!take_wedged (state, row))
    return false;
  mbd_take_touching (state, 1e-12 * speed, &closes);
  memset (state->roles.bounce, 0, sizeof *state->roles.bounce * (size_t) m->n_rows);
  mbd_begin_impulse_limits (state);
  apply_impulses (state, 1e-12 * speed, u);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    for (int r = 0; r < c->rows; r++)
      state->solution.lambda[c->first_row + r] = state->roles.impulse[mbd_model_row (m, c, r)];
  }
  const bool allowed = are_wedged_allowed (state, u);
  mbd_end_impulse_limits (state);
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
