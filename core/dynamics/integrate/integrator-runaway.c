// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Detection of a body that is accelerated without bound: nearly without inertia, turned by a torque
// that nothing opposes. The steps follow each of its turns, so they become shorter as it gets
// faster, and the run never ends although every step succeeds.
//
// Spans of SPAN steps are watched. Over one of them the fastest-turning body has accelerated from
// omega_0 to omega in the time T. If it continues at alpha = (omega - omega_0) / T, it turns by phi
// = omega t + alpha t^2 / 2 in the remaining time t of the run, and takes as many steps for each
// radian as it took in the span. If several consecutive spans show that this is too many, and the
// acceleration has never decreased, the run is abandoned. A body that turns fast at a constant
// speed, swings, or is braked continues, however many steps it takes, and so does one whose steps are
// short for another reason, such as stiffness: they follow no turns.

#include <math.h>

#include "integrator-private.h"
#include "model-private.h"

#define SPAN 4096      // steps
#define SPANS 4        // consecutive
#define MOST_STEPS 2e7 // until the end: some minutes for one body
#define STEADY 0.9     // share of the previous acceleration
#define FOLLOWED 5e-3  // rad, mean turn in a step that follows the turns

static double
turning_speed (const MbdIntegrator *self, const MbdModelBody *body)
{
  double square = 0;

  for (int k = 0; k < body->degrees; k++)
    if (mbd_turns (body, k))
      square += self->end.v[body->v + k] * self->end.v[body->v + k];
  return sqrt (square);
}

bool
mbd_runs_away (MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  MbdRunaway *watch = &self->runaway;
  const MbdRunaway before = *watch;
  const double rest = self->settings.duration - self->end.time;

  if (++watch->steps < SPAN)
    return false;
  *watch = (MbdRunaway){ .time = self->end.time };
  for (int i = 1; i < m->n_bodies; i++) {
    const double speed = turning_speed (self, &m->bodies[i]);

    if (speed > watch->speed) {
      watch->speed = speed;
      watch->body = i;
    }
  }
  const double span = watch->time - before.time;
  if (watch->body != before.body || !(span > 0) || !(watch->speed > before.speed))
    return false;
  watch->acceleration = (watch->speed - before.speed) / span;
  const double turned = (watch->speed + before.speed) / 2 * span;
  const double to_turn = (watch->speed + watch->acceleration * rest / 2) * rest;
  if (turned > FOLLOWED * SPAN && watch->acceleration >= STEADY * before.acceleration
      && to_turn * SPAN > MOST_STEPS * turned)
    watch->spans = before.spans + 1;
  return watch->spans >= SPANS;
}
