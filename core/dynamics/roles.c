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
    return true;
  }
  is_candidate[c->row] = fabs (rate) <= resting * scale;
  *role = is_candidate[c->row] ? MBD_ROW_SOLVED : rate > 0 ? MBD_ROW_LOWER : MBD_ROW_UPPER;
  return true;
}

typedef struct
{
  const bool *is_candidate;
  const double *acceleration; // eps'' of all rows
  double tolerance;           // of an acceleration of a row
  bool first;                 // take the first offender
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
solve_and_look (MbdState *state, const bool *is_candidate, bool first)
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
  for (int change = 0; change <= 4 * m->n_rows; change++) {
    Offender offender = solve_and_look (state, state->candidate, change > m->n_rows);
    if (offender.row < 0)
      break;
    state->rows[offender.row].role = offender.role;
  }
  mbd_roles_changed (state);
  state->roles_known = true;
}
