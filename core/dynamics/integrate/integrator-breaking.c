// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Couplings that break: by their force or moment, by an impulse, or on the way to a load that grows without
// bound.

#include "integrator-private.h"

#include <math.h>

#include "mechanism-private.h"

double
mbd_load_over_limit (MbdState *work, int coupling, double *value)
{
  const MbdCouplingDef *def = &work->parameters.couplings[coupling].def;
  double force, moment;

  if (!(isfinite (def->break_force) || isfinite (def->break_moment))
      || !mbd_state_coupling_flags (work, coupling).active)
    return 0;
  mbd_coupling_loads (work, coupling, &force, &moment);
  *value = force / def->break_force >= moment / def->break_moment ? force : moment;
  return fmax (force / def->break_force, moment / def->break_moment);
}

int
mbd_first_to_break (MbdState *work, double *share, double *limit)
{
  double value = 0;
  int first = -1;

  *share = 0;
  for (int i = 0; i < work->model->n_couplings; i++) {
    const double own = mbd_load_over_limit (work, i, &value);
    if (own > *share) {
      *share = own;
      *limit = value / own;
      first = i;
    }
  }
  return first;
}

bool
mbd_break_by_impulses (MbdIntegrator *self, const MbdInstant *at, const double *impulse)
{
  MbdState *work = self->work;
  const MbdModel *m = self->model;
  bool broke = false;

  for (int i = 0; i < m->n_couplings && work->roles.any_breaking; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    double sum = 0;
    for (int r = 0; r < c->rows; r++) {
      double part = impulse[mbd_model_row (m, c, r)];
      sum += part * part;
    }
    if (sqrt (sum) > work->parameters.couplings[i].def.break_impulse
        && !work->roles.running[i].broken) {
      work->roles.running[i].broken = broke = true;
      mbd_record_row (self, MBD_EVENT_BROKEN, at->time, i, -1, sqrt (sum));
    }
  }
  return broke;
}

bool
mbd_break_overloaded (MbdIntegrator *self, const MbdInstant *at)
{
  MbdState *work = self->work;
  bool broke = false;

  if (!work->roles.any_breaking)
    return false;
  mbd_publish_multipliers (work);
  for (int i = 0; i < self->model->n_couplings; i++) {
    double value = 0;
    if (mbd_load_over_limit (work, i, &value) < 1 - 1e-12)
      continue;
    work->roles.running[i].broken = broke = true;
    mbd_record_row (self, MBD_EVENT_BROKEN, at->time, i, -1, value);
  }
  return broke;
}
