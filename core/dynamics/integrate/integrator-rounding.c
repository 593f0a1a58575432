// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The accuracy that rounding allows. Positions and velocities at the stages of a step are rounded,
// and accelerations differ by what the mechanism makes of that. The error estimate of a step sees
// T h w noise / L of it, where w is the sum of the sizes of the estimate's weights: it falls only with
// h, not with a high power of it. Steps tested against less would be short without being better. So
// the tolerance of a step is at least a multiple of that, and the least accuracy is reported.
//
// The noise is measured: the acceleration at the start of a step is found again with positions and
// velocities changed in their last digit.
//
// At high accuracies the regularisation rho of the rows of overconstrained mechanisms matters, too, and
// is chosen with them.

#include <float.h>
#include <math.h>
#include <string.h>

#include "integrator-private.h"
#include "model-private.h"

/// With accuracies below this rho is smaller in proportion, down to this share of its usual value: in
/// overconstrained mechanisms it causes errors of up to a thousand times itself. Near a singular position, where pivots have collapsed
/// by more than this, it must be larger than the round-off that they amplify.
static const double accuracy_of_rho = 1e-8, least_share_of_rho = 1e-2, far_from_singular = 100;
/// Accuracies that rounding does not limit in mechanisms of usual proportions.
static const double usual_accuracy = 1e-9;
/// Steps between measurements, and the share that remains of a larger one before.
enum
{
  BETWEEN = 16
};
static const double memory = 0.9;
/// The tolerance over the noise in the estimate, and its largest value.
static const double above_noise = 4, largest_tolerance = 1e-8;

/// Changes the last digit of n numbers, up or down in a sequence that differs from time to time.
static void
shake (int n, const double *x, long seed, double *out)
{
  unsigned long bits = (unsigned long) seed * 2654435761u + 12345;

  for (int i = 0; i < n; i++) {
    bits = bits * 1103515245u + 12345;
    out[i] = x[i] * ((bits >> 16) & 1 ? 1 + DBL_EPSILON : 1 - DBL_EPSILON);
  }
}

void
mbd_choose_rho (MbdIntegrator *self)
{
  const double share = self->settings.accuracy / accuracy_of_rho;
  const bool is_far =
    self->n_dependent > 0 && self->work->pivots.worst_collapse < far_from_singular;
  MbdInstant *start = &self->start;

  // All stages of a step have the same rho.
  if (share >= 1 || self->settings.step > 0
      || !mbd_limit_rho (self->work,
                         MBD_RHO_INTEGRATE * (is_far ? fmax (share, least_share_of_rho) : 1)))
    return;
  mbd_touching_accelerate (self, start->time, start->q, start->v, start->a);
  self->statistics.evaluations++;
}

void
mbd_watch_rounding (MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  const MbdInstant *start = &self->start;
  double *a = self->error_v, largest = 0;

  if (self->settings.accuracy >= usual_accuracy || self->settings.step > 0
      || self->tableau->implicit || self->statistics.steps % BETWEEN != 0)
    return;
  shake (m->n_q, start->q, self->statistics.steps, self->stage_q);
  shake (m->n_v, start->v, self->statistics.steps + 1, self->stage_v);
  mbd_touching_accelerate (self, start->time, self->stage_q, self->stage_v, a);
  self->statistics.evaluations++;
  for (int i = 1; i < m->n_bodies; i++)
    for (int k = 0; k < m->bodies[i].degrees; k++) {
      const int at = m->bodies[i].v + k;
      const double change = fabs (a[at] - start->a[at]);
      largest = fmax (largest, (mbd_turns (&m->bodies[i], k) ? m->bodies[i].arm : 1) * change);
    }
  self->noise = fmax (largest, memory * self->noise);
  mbd_pose (self->work, start->time, start->q, start->v);
}

double
mbd_step_tolerance (const MbdIntegrator *self, double h)
{
  const double T = fmin (1, self->settings.duration);
  double weights = 0;

  if (!(self->noise > 0))
    return self->settings.accuracy;
  for (int j = 0; j < self->tableau->stages; j++)
    weights += fabs (self->tableau->e[j]);
  const double seen = T * h * weights * self->noise / self->model->size;
  return fmax (self->settings.accuracy, fmin (above_noise * seen, largest_tolerance));
}
