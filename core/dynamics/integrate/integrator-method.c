// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Automatic choice of the method for a step.
//
// Explicit. The last two stages of Verner 6(5) are at the same instant, so that their difference
// gives the largest rate (E. Hairer and G. Wanner, Solving Ordinary Differential Equations II,
// section IV.2):
//   rate = |a_9 - a_8| / |v_9 - v_8|
// The method is stable to h rate = 4.86 on the negative real axis and 2.59 on the imaginary one. On
// smooth motion accuracy keeps h rate near 0.3 (accuracy / 1e-6)^(1/6); measured on four mechanisms
// at accuracies 1e-3 to 1e-10: medians of 0.16 to 0.27 of that formula's scale 1 without stiffness,
// 2 to 4.9 on the governor and on bushings of 1e7 N/m. If it stays above the scale (at most 2.3,
// where stability limits the step) in consecutive steps, stiffness and not the motion determines
// the step size, and the next step is implicit.
// Implicit. Its evaluations over its step, which cost half as much again, are compared with those
// Implicit. The evaluations of a step, which cost one and a half times as much, over its size are
// compared with those that the explicit method needed before and, as the stiffness may have
// vanished, with those that it would need now: each direction stores its stiffness and damping and
// gives the masses that it acts on. A single direction, with mu = g' W g, has the rates x of x^2 +
// d mu x + k mu = 0; an explicit step could be 3.3 / rate long, and for accuracy about half the
// implicit one. If the explicit method would be cheaper in consecutive steps, the next step is
// explicit, and the next change requires more patience.
//
// Fixed steps. The rates of directions at the start decide: implicit if h rate is above 2.3.

#include <math.h>

#include "integrator-private.h"

enum
{
  FIRST_PATIENCE = 15,
  MOST_PATIENCE = 1000,
  FORGETTING = 6, // steps against a change that restart the count
};

static const double usual_rate = 1, usual_accuracy = 1e-6;
static const double stability_limited = 2.3, stable_step = 3.3;
static const double accuracy_share = 0.5, implicit_cost = 1.5;

int
mbd_most_stages (MbdMethod method)
{
  const int stages = mbd_tableau (method)->stages;
  const int other = method == MBD_METHOD_AUTOMATIC ? mbd_tableau (MBD_METHOD_RADAU9)->stages : 0;
  return stages > other ? stages : other;
}

MbdMethod
mbd_method_in_use (const MbdIntegrator *self)
{
  if (self->settings.method != MBD_METHOD_AUTOMATIC)
    return self->settings.method;
  return self->tableau->implicit ? MBD_METHOD_RADAU9 : MBD_METHOD_VERNER65;
}

void
mbd_start_method (MbdIntegrator *self)
{
  self->tableau = mbd_tableau (self->settings.method);
  self->choice = (MbdMethodChoice){ .patience = FIRST_PATIENCE };
}

void
mbd_restart_method (MbdIntegrator *self)
{
  const MbdState *work = self->work;

  // The stiffness may have changed, and with it the shape of the matrices.
  mbd_stiff_free (self->stiff);
  self->stiff = NULL;
  self->choice.may_be_stiff = work->roles.any_prescribed;
  for (int i = 0; i < self->model->n_forces; i++)
    self->choice.may_be_stiff |= work->parameters.forces[i].def->enabled;
  // Contacts are found by explicit stages.
  self->choice.may_be_stiff &= self->touching == NULL;
  self->choice.steps_for_change = self->choice.steps_against = 0;
  // Steps of a fixed size cannot wait: beyond its stability limit a method diverges immediately.
  if (self->settings.method == MBD_METHOD_AUTOMATIC && self->settings.step > 0
      && self->choice.may_be_stiff) {
    const bool stiff = self->settings.step * mbd_rate_at_start (self->work) > stability_limited;
    self->tableau = mbd_tableau (stiff ? MBD_METHOD_RADAU9 : MBD_METHOD_VERNER65);
  }
}

/// Returns the largest difference of two stages in a norm of lengths.
static double
stage_difference (const MbdIntegrator *self, const double *x, const double *y)
{
  const MbdModel *m = self->model;
  double largest = 0;

  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    for (int i = 0; i < body->degrees; i++) {
      const bool turns = body->degrees == 3 ? i == 2 : i > 2;
      const double size = fabs (x[body->v + i] - y[body->v + i]) * (turns ? body->arm : 1);
      largest = fmax (largest, size);
    }
  }
  return largest;
}

/// Returns the rate from the last two stages of the step just made by Verner 6(5).
static double
explicit_rate (MbdIntegrator *self, double h)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  const int last = t->stages - 1;
  double *dv = self->error_v;

  for (int i = 0; i < m->n_v; i++) {
    dv[i] = 0;
    for (int k = 1; k < last; k++)
      dv[i] += h * (t->a[last][k] - t->a[last - 1][k]) * self->kv[k][i];
  }
  const double dv_size = stage_difference (self, dv, self->zeros);
  // Below the round-off of the velocities the quotient is meaningless.
  const double least = 1e-14 * stage_difference (self, self->start.v, self->zeros);
  return dv_size > least ? stage_difference (self, self->kv[last], self->kv[last - 1]) / dv_size
                         : 0;
}

static bool
speaks_for_change (MbdIntegrator *self, double h)
{
  MbdMethodChoice *choice = &self->choice;
  const double made = (double) (self->statistics.evaluations - choice->evaluations) / h;

  if (!self->tableau->implicit) {
    const double usual = usual_rate * pow (self->settings.accuracy / usual_accuracy, 1. / 6);
    choice->rate = explicit_rate (self, h);
    choice->explicit_cost = made;
    return h * choice->rate > fmin (usual, stability_limited);
  }
  const double known = mbd_stiff_rate (self->stiff);
  double cost = choice->explicit_cost;
  if (known >= 0) {
    const double step = fmin (accuracy_share * h, stable_step / fmax (known, 1e-300));
    cost = fmin (cost, mbd_tableau (MBD_METHOD_VERNER65)->stages / step);
  }
  return cost < implicit_cost * made;
}

void
mbd_review_step (MbdIntegrator *self)
{
  MbdMethodChoice *choice = &self->choice;
  const double h = self->end.time - self->start.time;

  if (self->tableau->implicit)
    self->statistics.implicit_steps++;
  if (self->settings.method != MBD_METHOD_AUTOMATIC || self->settings.step > 0
      || mbd_stepper_in_use (self) != NULL || !choice->may_be_stiff || !(h > 0))
    return;
  if (speaks_for_change (self, h)) {
    choice->steps_for_change++;
    choice->steps_against = 0;
  } else if (++choice->steps_against >= FORGETTING)
    choice->steps_for_change = 0;
}

void
mbd_choose_method (MbdIntegrator *self)
{
  MbdMethodChoice *choice = &self->choice;

  choice->evaluations = self->statistics.evaluations;
  if (choice->steps_for_change < choice->patience)
    return;
  if (self->tableau->implicit && choice->patience < MOST_PATIENCE)
    choice->patience *= 4;
  self->tableau = mbd_tableau (self->tableau->implicit ? MBD_METHOD_VERNER65 : MBD_METHOD_RADAU9);
  choice->steps_for_change = choice->steps_against = 0;
  self->previous_error = 1;
  self->statistics.switches++;
  mbd_stiff_forget (self->stiff);
}
