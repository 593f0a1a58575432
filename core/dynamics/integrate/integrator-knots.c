// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Knots of functions of time, of couplings as well as of loads and laws of springs: no step passes
// one. Each step goes exactly from knot to knot, and its stages see functions only as they are
// within that window, so that a jump counts from its instant onwards, whatever the comparison, and
// a pulse gives its whole impulse. The next knot is searched for when one has been passed, so that
// the search costs smooth motion nothing.

#include <math.h>

#include "function-private.h"
#include "integrator-private.h"

double
mbd_least_step (double time)
{
  return 2e-14 * fmax (fabs (time), 1e-3);
}

static void
take_sooner (MbdKnot *knot, MbdKnot other)
{
  if (other.time < knot->time)
    *knot = other;
}

static void
take_function (MbdKnot *knot, const MbdFunction *function, double time)
{
  if (function != NULL)
    take_sooner (knot, mbd_function_knot_after (function, time));
}

/// Returns the first knot after a time of all enabled functions.
static MbdKnot
find_knot (const MbdState *work, double time)
{
  MbdKnot knot = { INFINITY, 0 };

  for (int i = 0; i < work->model->n_couplings; i++) {
    const MbdCouplingDef *def = &work->parameters.couplings[i].def;
    if (!work->roles.running[i].enabled)
      continue;
    take_function (&knot, def->function, time);
    if (def->class_->next_knot != NULL) {
      const double own = def->class_->next_knot (def, time);
      take_sooner (&knot, (MbdKnot){ own, mbd_knot_blur (own) });
    }
  }
  for (int i = 0; i < work->model->n_forces; i++) {
    const MbdForceDef *def = work->parameters.forces[i].def;
    if (!def->enabled)
      continue;
    for (int k = 0; k < 3; k++) {
      take_function (&knot, def->force_function[k], time);
      take_function (&knot, def->torque_function[k], time);
    }
    if (def->law != NULL)
      take_sooner (&knot, mbd_expression_next_knot (def->law, MBD_LAW_TIME, time));
  }
  return knot;
}

void
mbd_pass_knots (MbdIntegrator *self, double time)
{
  MbdState *work = self->work;
  double earliest = -INFINITY;
  MbdKnot knot = find_knot (work, time - mbd_least_step (time));
  int level;

  while (knot.time - knot.blur <= time + mbd_least_step (time)) {
    earliest = knot.time + knot.blur;
    knot = find_knot (work, earliest);
  }
  const double delayed = mbd_delayed_knot (self, time, &level);
  self->knot_level = 0;
  if (delayed < knot.time - mbd_least_step (delayed)) {
    knot = (MbdKnot){ delayed, 0 };
    self->knot_level = level;
  }
  const double latest = knot.time - knot.blur;
  work->pose.earliest = earliest <= latest ? earliest : (earliest + latest) / 2;
  work->pose.latest = fmax (work->pose.earliest, latest);
  self->knot = knot.time;
}

bool
mbd_is_at_knot (const MbdIntegrator *self, double time)
{
  return time >= self->knot - mbd_least_step (time);
}

double
mbd_limit_to_knots (MbdIntegrator *self, double h)
{
  h = fmin (h, self->shortest_delay);
  self->ends_at_knot = mbd_is_at_knot (self, self->start.time + h);
  return self->ends_at_knot ? self->knot - self->start.time : h;
}
