// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The linear system of an instant, for inspection by users.

#include "mbd-inspect.h"

#include <string.h>

#include "analysis-private.h"
#include "mbd-row.h"

MbdStabilisation
mbd_state_row_stabilisation (const MbdState *state, int row, double *time_constant)
{
  const int place = mbd_row_place (state->model, row, NULL);
  const double rate = state->stabilised.baumgarte[place];

  if (time_constant != NULL)
    *time_constant = rate > 0 ? 1 / rate : 0;
  if (rate > 0)
    return MBD_STABILISATION_BAUMGARTE;
  return state->stabilised.projected[place] ? MBD_STABILISATION_PROJECTION : MBD_STABILISATION_NONE;
}

void
mbd_state_stabilised_gamma (MbdState *state, double *gamma)
{
  const MbdModel *m = state->model;
  const double *stabilised;

  mbd_state_prepare (state);
  stabilised = mbd_stabilised_gamma (state);
  for (int row = 0; row < mbd_model_row_count (m); row++) {
    const int place = mbd_row_place (m, row, NULL);

    gamma[row] = state->roles.rows[place].role == MBD_ROW_OFF ? 0 : stabilised[place];
  }
}

void
mbd_state_residuals (MbdState *state, double *motion, double *rows)
{
  const MbdModel *m = state->model;

  mbd_state_prepare (state);
  if (motion != NULL) {
    mbd_forces (state);
    mbd_to_body_axes (state, state->system.f, motion);
    mbd_to_world_axes (state, state->solution.a, state->system.fl);
    mbd_mass_times (state, state->system.fl, state->solution.residual_v);
    mbd_to_body_axes (state, state->solution.residual_v, state->system.fl);
    for (int i = 0; i < m->n_v; i++)
      motion[i] = state->system.fl[i] - motion[i];
  }
  if (rows != NULL)
    memcpy (state->solution.residual_rows, mbd_stabilised_gamma (state),
            sizeof *state->solution.residual_rows * (size_t) m->n_rows);
  for (int row = 0; row < mbd_model_row_count (m); row++) {
    MbdRow entries;

    mbd_state_row (state, row, &entries);
    if (rows != NULL) {
      const int place = mbd_row_place (m, row, NULL);

      rows[row] = 0;
      if (mbd_row_is_solved (state, place))
        rows[row] =
          mbd_row_multiply (&entries, state->solution.a) - state->solution.residual_rows[place];
    }
    if (motion != NULL)
      mbd_row_transpose_add (&entries, -entries.multiplier, motion);
  }
}

void
mbd_state_coupling_slice (MbdState *state,
                          int coupling,
                          double *G,
                          double *gamma,
                          double *position,
                          double *velocity,
                          double *acceleration,
                          double *lambda)
{
  const MbdModel *m = state->model;
  const int n = m->n_v, first = mbd_model_coupling_first_row (m, coupling);

  if (position != NULL || velocity != NULL)
    mbd_state_gap (state, coupling, position, velocity);
  for (int r = 0; r < mbd_model_coupling_rows (m, coupling); r++) {
    const bool is_off = mbd_state_row_role (state, first + r) == MBD_ROW_OFF;
    MbdRow row;

    mbd_state_row (state, first + r, &row);
    row.count = is_off ? 0 : row.count;
    row.known_term = is_off ? 0 : row.known_term;
    for (int i = 0; G != NULL && i < n; i++)
      G[r * n + i] = 0;
    for (int e = 0; G != NULL && e < row.count; e++)
      G[r * n + row.column[e]] = row.jacobian[e];
    if (gamma != NULL)
      gamma[r] = -row.known_term;
    if (acceleration != NULL)
      acceleration[r] = mbd_row_multiply (&row, state->solution.a) + row.known_term;
    if (lambda != NULL)
      lambda[r] = is_off ? 0 : row.multiplier;
  }
}
