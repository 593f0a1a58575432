// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which rows with bounds hold at an instant: a primal active set on accelerations.
//
// A unilateral row that touches and does not part (eps <= 0, eps' <= 0) is a candidate:
//   0 <= eps'' = G a - gamma  and  lambda >= 0, one of them 0.
// A box row whose rate is 0 is a candidate:
//   eps'' = 0 with |lambda| <= limit,  or lambda = limit with eps'' <= 0,  or -limit with eps'' >=
//   0.
// One that slips has lambda = -limit sign (eps').
//
// All candidates begin as solved; then, one at a time, the worst offender changes its role. After
// as many changes as there are rows the first offender is taken instead of the worst (Bland's rule,
// which cannot cycle in the cases that are convex).

#include <math.h>
#include <string.h>

#include "assemble-private.h"
#include "state-private.h"

/// What still counts as touching: times L, or in rad; and what counts as no rate, times L/s or in
/// rad/s.
static const double touching = 1e-9, resting = 1e-8;

/// A row with bounds, as the active set sees it.
typedef struct
{
  int row; // batch layout
  int y;   // node layout
  MbdMode mode;
  double limit; // of the multiplier of a box row
} Candidate;

/// Visit the rows with bounds of active couplings; `visit` answers whether to go on.
static void
for_each_bounded (MbdState *state,
                  bool (*visit) (MbdState *state, const Candidate *candidate, void *data),
                  void *data)
{
  const MbdModel *m = state->model;

  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    for (int k = 0; k < batch->view.count; k++) {
      const MbdCouplingRun *run = &state->running[batch->coupling[k]];
      if (run->mode != MBD_MODE_UNILATERAL && run->mode != MBD_MODE_BOX)
        continue;
      for (int r = 0; r < batch->view.rows; r++) {
        const Candidate candidate = {
          .row = batch->first + k * batch->view.rows + r,
          .y = batch->y[k] + r,
          .mode = run->mode,
          .limit = state->couplings[batch->coupling[k]].def.effort_limit,
        };
        MbdRowRole role = state->rows[candidate.row].role;
        if (role == MBD_ROW_OFF || role == MBD_ROW_COMPLIANT)
          break;
        if (!visit (state, &candidate, data))
          return;
      }
    }
  }
}

/// Scale of a row's error: L for lengths, 1 for angles.
static double
scale_of (const MbdState *state, int row)
{
  const MbdModel *m = state->model;
  int b = 0;
  while (b + 1 < m->n_batches && m->batches[b + 1].first <= row)
    b++;
  const MbdModelBatch *batch = &m->batches[b];
  int r = (row - batch->first) % batch->view.rows;
  return batch->class_->row_is_length (batch->view.variant, batch->space, r) ? m->size : 1;
}

/// Candidates are solved, the others rest at the bound that their motion tells. eps and rate of the
/// state hold the errors.
static bool
take_start_role (MbdState *state, const Candidate *c, void *data)
{
  const double scale = scale_of (state, c->row);
  const double eps = state->eps[c->row], rate = state->rate[c->row];
  MbdRowRole *role = &state->rows[c->row].role;
  bool *is_candidate = data;

  if (c->mode == MBD_MODE_UNILATERAL) {
    is_candidate[c->row] = eps <= touching * scale && rate <= resting * scale;
    *role = is_candidate[c->row] ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
  } else {
    is_candidate[c->row] = fabs (rate) <= resting * scale;
    *role = is_candidate[c->row] ? MBD_ROW_SOLVED : rate > 0 ? MBD_ROW_LOWER : MBD_ROW_UPPER;
  }
  if (is_candidate[c->row] && state->hint[c->row] != 0)
    *role = (MbdRowRole) state->hint[c->row];
  return true;
}

typedef struct
{
  const bool *is_candidate;
  const double *acceleration; // eps'' of all rows
  double tolerance;           // of an acceleration of a row
  bool first;                 // take the first offender
  bool only_leave;            // none is taken in again
  double worst;
  int row;
  MbdRowRole role;
} Offender;

/// How far a candidate is from its conditions, as an acceleration of the row, and the role that
/// would mend it.
static bool
look_for_offender (MbdState *state, const Candidate *c, void *data)
{
  Offender *offender = data;
  const double acceleration = offender->acceleration[c->row];
  const double lambda = state->y[c->y], g = fmax (state->g[c->y], 1e-300);
  MbdRowRole now = state->rows[c->row].role, then = now;
  double offence = 0;

  if (!offender->is_candidate[c->row])
    return true;
  if (now == MBD_ROW_SOLVED) {
    double least = c->mode == MBD_MODE_UNILATERAL ? 0 : -c->limit;
    double most = c->mode == MBD_MODE_UNILATERAL ? INFINITY : c->limit;
    offence = g * fmax (least - lambda, lambda - most);
    then = lambda < least ? MBD_ROW_LOWER : MBD_ROW_UPPER;
  } else {
    offence = now == MBD_ROW_LOWER ? -acceleration : acceleration;
    then = MBD_ROW_SOLVED;
    if (offender->only_leave)
      return true;
  }
  if (offence > offender->tolerance && offence > offender->worst) {
    offender->worst = offence;
    offender->row = c->row;
    offender->role = then;
  }
  return !(offender->first && offender->row >= 0);
}

/// Solve with the roles that are set and find the worst offender.
static Offender
solve_and_look (MbdState *state, const bool *is_candidate, bool first, bool only_leave)
{
  const MbdModel *m = state->model;

  mbd_roles_changed (state);
  mbd_forces (state);
  mbd_prescribe (state);
  mbd_load (state, state->f, mbd_stabilised_gamma (state));
  mbd_eliminate (state, state->rho_report);
  mbd_backward (state);
  mbd_recover (state, state->f, state->au);
  mbd_refine (state, 4);

  const double *gamma = mbd_stabilised_gamma (state);
  double scale = 0;
  mbd_jacobian_multiply (state, state->au, state->rate);
  for (int row = 0; row < m->n_rows; row++) {
    scale = fmax (scale, fabs (gamma[row]) + fabs (state->rate[row]));
    state->rate[row] -= gamma[row];
  }
  Offender offender = {
    .is_candidate = is_candidate,
    .acceleration = state->rate,
    .tolerance = 1e-10 * scale,
    .first = first,
    .only_leave = only_leave,
    .row = -1,
  };
  for_each_bounded (state, look_for_offender, &offender);
  return offender;
}

void
mbd_find_roles (MbdState *state)
{
  const MbdModel *m = state->model;

  mbd_position_errors (state, state->eps);
  mbd_world_velocities (state, state->fl);
  mbd_velocity_errors (state, state->fl, state->rate);
  mbd_silence_levels (state, state->eps, state->rate);
  for_each_bounded (state, take_start_role, state->candidate);
  // where rows contradict each other a little the set can go round for ever: in the end rows only
  // leave it, so that none is left that pulls
  for (int change = 0; change <= 4 * m->n_rows; change++) {
    Offender offender =
      solve_and_look (state, state->candidate, change > m->n_rows, change > 2 * m->n_rows);
    if (offender.row < 0)
      break;
    state->rows[offender.row].role = offender.role;
  }
  mbd_roles_changed (state);
  state->roles_known = true;
}

typedef struct
{
  double scale; // of an acceleration of a row
  bool any;
} Pull;

static bool
look_for_pull (MbdState *state, const Candidate *c, void *data)
{
  Pull *pull = data;
  const double most = 1e-8 * pull->scale;

  if (state->rows[c->row].role == MBD_ROW_SOLVED)
    pull->any |= c->mode == MBD_MODE_UNILATERAL
                   ? -state->y[c->y] * state->g[c->y] > most
                   : (fabs (state->y[c->y]) - c->limit) * state->g[c->y] > most;
  return !pull->any;
}

bool
mbd_any_pulls (MbdState *state)
{
  Pull pull = { .scale = mbd_row_scale (state) };

  for_each_bounded (state, look_for_pull, &pull);
  return pull.any;
}

/* Impulses --------------------------------------------------------------------------------- */

typedef struct
{
  const double *rate; // before the impulses
  double closing;     // slower than this does not close
  bool *touches;
  bool any;
} Touch;

/// A unilateral row that touches is solved for at first when it closes or rests.
static bool
take_touch (MbdState *state, const Candidate *c, void *data)
{
  Touch *touch = data;
  const double scale = scale_of (state, c->row);

  touch->touches[c->row] = c->mode == MBD_MODE_UNILATERAL && state->eps[c->row] <= touching * scale;
  bool closes = touch->touches[c->row] && touch->rate[c->row] <= touch->closing;
  touch->any |= touch->touches[c->row] && touch->rate[c->row] < -touch->closing;
  state->rows[c->row].role = closes ? MBD_ROW_SOLVED : MBD_ROW_LOWER;
  return true;
}

/// A row that would pull, or one left open that would close.
static bool
look_for_puller (MbdState *state, const Candidate *c, void *data)
{
  Offender *offender = data;
  const MbdRowRole now = state->rows[c->row].role;
  const double rate = offender->acceleration[c->row]; // after the impulses

  if (!offender->is_candidate[c->row])
    return true;
  double offence = now == MBD_ROW_SOLVED ? -state->y[c->y] * state->g[c->y] : -rate;
  if (offence > offender->tolerance && offence > offender->worst) {
    offender->worst = offence;
    offender->row = c->row;
    offender->role = now == MBD_ROW_SOLVED ? MBD_ROW_LOWER : MBD_ROW_SOLVED;
  }
  return !(offender->first && offender->row >= 0);
}

/// Impulses of the rows that are solved now, from the velocities u: y of the state, and the change
/// of u. Rows whose velocity errors are kept (Baumgarte, none) get no impulse of their own, but
/// unilateral ones do: a contact may not sink in.
static void
solve_impulses (MbdState *state, const double *u, double *change)
{
  mbd_velocity_errors (state, u, state->rate);
  mbd_silence_levels (state, NULL, state->rate);
  for (int row = 0; row < state->model->n_rows; row++)
    state->residual_rows[row] =
      mbd_row_is_solved (state, row) && (state->projected[row] || state->candidate[row])
        ? -state->rate[row]
        : 0;
  mbd_solve_rows (state, state->residual_rows, false, change);
}

bool
mbd_catch (MbdState *state, double *v, double *impulse)
{
  enum
  {
    PASSES = 2
  };
  const MbdModel *m = state->model;
  double *u = state->correction, *change = state->correction + m->n_v + 6;
  double speed = 0;

  mbd_world_velocities (state, u);
  mbd_position_errors (state, state->eps);
  mbd_velocity_errors (state, u, state->rate);
  mbd_silence_levels (state, state->eps, state->rate);
  for (int i = 0; i < m->n_v; i++)
    speed = fmax (speed, fabs (u[i]));
  memset (state->candidate, 0, sizeof *state->candidate * (size_t) m->n_rows);
  Touch touch = { .rate = state->rate, .closing = 1e-12 * speed, .touches = state->candidate };
  for_each_bounded (state, take_touch, &touch);
  for (int row = 0; row < m->n_rows && m->has_time_rates; row++)
    touch.any |= state->rows[row].role == MBD_ROW_SOLVED && state->projected[row]
                 && !state->candidate[row]
                 && fabs (state->rate[row]) > 1e-9 * fmax (speed, m->size);
  if (!touch.any)
    return false;

  for (int tries = 0; tries <= 4 * m->n_rows; tries++) {
    mbd_roles_changed (state);
    solve_impulses (state, u, change);
    mbd_jacobian_multiply (state, change, state->residual_rows);
    for (int row = 0; row < m->n_rows; row++)
      state->rate[row] += state->residual_rows[row];
    Offender offender = {
      .is_candidate = state->candidate,
      .acceleration = state->rate,
      .tolerance = touch.closing,
      .first = tries > m->n_rows,
      .row = -1,
    };
    for_each_bounded (state, look_for_puller, &offender);
    if (offender.row < 0)
      break;
    state->rows[offender.row].role = offender.role;
  }
  memset (impulse, 0, sizeof *impulse * (size_t) m->n_rows);
  for (int pass = 0; pass < PASSES; pass++) {
    solve_impulses (state, u, change);
    for (int i = 0; i < m->n_v; i++)
      u[i] += change[i];
    for (int b = 0; b < m->n_batches; b++)
      for (int i = 0; i < m->batches[b].view.count * m->batches[b].view.rows; i++)
        impulse[m->batches[b].first + i] +=
          state->y[m->batches[b].y[i / m->batches[b].view.rows] + i % m->batches[b].view.rows];
  }
  mbd_to_body_axes (state, u, v);
  return true;
}
