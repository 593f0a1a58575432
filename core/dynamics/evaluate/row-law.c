// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The laws of rows, read from definitions, flags and limits at run time.

#include "row-law-private.h"

#include <math.h>

MbdRowLaw
mbd_row_law (const MbdState *state, int coupling, int r)
{
  const MbdModelCoupling *c = &state->parameters.couplings[coupling];
  const MbdModelBatch *batch = &state->model->batches[c->batch];
  MbdRowLaw law = {
    .coupling = coupling,
    .r = r,
    .row = batch->first + c->slot * c->rows + r,
    .y = batch->y[c->slot] + r,
    .mode = mbd_row_mode (state, coupling, r),
    .least = -INFINITY,
    .most = INFINITY,
  };
  const MbdRowRun *run = &state->roles.rows[law.row];

  law.level = run->level;
  law.soft = run->compliant;
  law.held = state->roles.held[law.row];
  law.stiffness = law.level == MBD_LEVEL_POSITION ? run->stiffness : 0;
  law.damping = law.level != MBD_LEVEL_ACCELERATION ? run->damping : 0;
  law.follows = law.mode == MBD_MODE_BOX && mbd_bound_follows (state, coupling);
  if (law.mode == MBD_MODE_UNILATERAL) {
    law.least = state->roles.running[coupling].mode == MBD_MODE_FRICTION ? -c->def.cohesion : 0;
    law.restitution = c->def.restitution;
  } else if (law.mode == MBD_MODE_BOX) {
    law.most = state->roles.limit[law.row];
    law.least = 0 - law.most;
  }
  return law;
}

MbdRowBooking
mbd_row_booking (const MbdState *state, int row, double by_time)
{
  if (state->roles.rows[row].role != MBD_ROW_SOLVED)
    return by_time != 0 ? MBD_BOOK_INPUT : MBD_BOOK_LOSS;
  return state->roles.rows[row].level < MBD_LEVEL_ACCELERATION
             && (state->stabilised.projected[row] || state->stabilised.baumgarte[row] > 0)
           ? MBD_BOOK_TIME
           : MBD_BOOK_INPUT;
}

bool
mbd_next_bounded_row (const MbdState *state, MbdRowLaw *law)
{
  const MbdModel *m = state->model;

  for (;;) {
    if (law->coupling >= 0 && law->r + 1 < m->couplings[law->coupling].rows)
      law->r++;
    else {
      law->r = 0;
      do
        law->coupling++;
      while (law->coupling < m->n_couplings
             && (m->couplings[law->coupling].rows == 0
                 || mbd_row_mode (state, law->coupling, 0) == MBD_MODE_LOCK
                 || mbd_row_mode (state, law->coupling, 0) == MBD_MODE_FREE));
      if (law->coupling >= m->n_couplings)
        return false;
    }
    *law = mbd_row_law (state, law->coupling, law->r);
    const MbdRowRole role = state->roles.rows[law->row].role;
    if (role != MBD_ROW_OFF && role != MBD_ROW_COMPLIANT)
      return true;
  }
}

double
mbd_soft_multiplier (const MbdRowLaw *law, double eps, double rate)
{
  if (law->mode == MBD_MODE_UNILATERAL && eps > 0)
    return 0;
  return fmin (fmax (-(law->stiffness * eps + law->damping * rate), law->least), law->most);
}

double
mbd_soft_energy (const MbdRowLaw *law, double eps)
{
  const double force = mbd_soft_multiplier (law, eps, 0);

  // Up to the error at which the force reaches its bound the energy is a parabola, then a line.
  return law->stiffness > 0 ? -force * eps - 0.5 * force * force / law->stiffness : 0;
}
