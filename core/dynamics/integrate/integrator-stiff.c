// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages of implicit methods, for stiff motion: the guess from the previous step, the iteration of
// Newton's method, the end of the step.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stiff-private.h"
#include "vector-private.h"

enum
{
  MOST_CORRECTIONS = 25,
  /// Number of unknowns up to which the small dense system is faster than the sparse one.
  MOST_DENSE = 100,
};

/// The step over the last one up to which its polynomials are continued; extrapolation grows with the
/// power of it.
static const double farthest_guess = 10;

/// Largest last correction, over the tolerance of the step.
static const double newton_tolerance = 1e-2;

void
mbd_stiff_free (MbdStiff *stiff)
{
  if (stiff == NULL)
    return;
  mbd_stiff_matrix_clear (stiff);
  mbd_arena_clear (&stiff->arena);
  free (stiff);
}

void
mbd_stiff_forget (MbdStiff *stiff)
{
  if (stiff != NULL)
    stiff->has_taken = stiff->has_old = false;
}

static bool
prepare (MbdIntegrator *self)
{
  const MbdModel *m = self->model;
  MbdStiff *stiff = calloc (1, sizeof *stiff);

  if (stiff == NULL)
    return false;
  self->stiff = stiff;
  stiff->old_end = NAN;
  for (int j = 0; j < self->tableau->stages; j++) {
    stiff->old_q[j] = MBD_TAKE (&stiff->arena, double, m->n_q);
    stiff->old_v[j] = MBD_TAKE (&stiff->arena, double, m->n_v);
  }
  stiff->most_rows = mbd_most_directions (self->work);
  stiff->by_directions =
    stiff->most_rows >= 0 && stiff->most_rows * (self->tableau->stages - 1) <= MOST_DENSE;
  if (stiff->by_directions)
    mbd_directions_prepare (self);
  else if (!mbd_sweeps_prepare (self))
    return false;
  return !stiff->arena.failed;
}

double
mbd_change_norm (const MbdIntegrator *self, double h, const double *a)
{
  const double share = 0.2; // share of the step: about the weight of a stage
  const MbdModel *m = self->model;
  const double T = fmin (1, self->settings.duration);
  const double accuracy = self->settings.step > 0 ? 1e-8 : self->settings.accuracy;
  double largest = 0;

  for (int b = 1; b < m->n_bodies; b++) {
    const MbdModelBody *body = &m->bodies[b];
    for (int i = 0; i < body->degrees; i++) {
      const bool turns = body->degrees == 3 ? i == 2 : i > 2;
      double size = fabs (a[body->u + i]) * (turns ? body->arm : 1);
      largest = larger (largest, size);
    }
  }
  return share * h * T * largest / (accuracy * m->size);
}

/// Computes the weights of the values at the points of the last step for the value at x steps from
/// its start.
static void
extrapolate (const MbdTableau *t, double x, double *w)
{
  for (int k = 1; k < t->stages; k++) {
    w[k] = 1;
    for (int i = 1; i < t->stages; i++)
      if (i != k)
        w[k] *= (x - t->c[i]) / (t->c[k] - t->c[i]);
  }
}

/// Exchanges the numbers, not the arrays: the integrator's arrays outlive the data of implicit
/// steps.
static void
exchange (double *a, double *b, int n)
{
  for (int i = 0; i < n; i++) {
    const double swap = a[i];
    a[i] = b[i];
    b[i] = swap;
  }
}

/// Guesses the initial rates of the stages: the polynomials of the last step continued, or
/// constant after a step that was much shorter.
static void
guess_stages (MbdIntegrator *self, const MbdInstant *start, double h)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;
  MbdStiff *stiff = self->stiff;

  if (stiff->has_taken && start->time == stiff->taken_end) {
    for (int j = 0; j < t->stages; j++) {
      exchange (stiff->old_q[j], self->kq[j], m->n_q);
      exchange (stiff->old_v[j], self->kv[j], m->n_v);
    }
    stiff->old_h = stiff->taken_h;
    stiff->old_end = stiff->taken_end;
    stiff->has_old = true;
  } else if (start->time != stiff->old_end)
    stiff->has_old = false;
  const bool continued = stiff->has_old && h <= farthest_guess * stiff->old_h;
  memcpy (self->kv[0], start->a, sizeof *start->a * (size_t) m->n_v);
  mbd_position_rates (m, start->q, start->v, self->kq[0]);
  mbd_set_memory_rates_at (self, start, self->kq[0]);
  for (int j = 1; j < t->stages; j++) {
    double *q = self->kq[j], *v = self->kv[j], w[MBD_MAXIMUM_STAGES];
    // The kept rates of a step are differences from its first stage.
    memcpy (q, continued ? stiff->old_q[0] : self->kq[0], sizeof *q * (size_t) m->n_q);
    memcpy (v, continued ? stiff->old_v[0] : self->kv[0], sizeof *v * (size_t) m->n_v);
    if (!continued)
      continue;
    extrapolate (t, 1 + t->c[j] * h / stiff->old_h, w);
    for (int k = 1; k < t->stages; k++) {
      for (int i = 0; i < m->n_q; i++)
        q[i] += w[k] * stiff->old_q[k][i];
      for (int i = 0; i < m->n_v; i++)
        v[i] += w[k] * stiff->old_v[k][i];
    }
  }
}

/// Computes the end of the step from its stages, in the form that the driver expects.
static void
finish (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end)
{
  const MbdTableau *t = self->tableau;
  const MbdModel *m = self->model;

  memcpy (end->q, start->q, sizeof *end->q * (size_t) m->n_q);
  memcpy (end->v, start->v, sizeof *end->v * (size_t) m->n_v);
  for (int j = 0; j < t->stages; j++)
    if (t->b[j] != 0) {
      for (int i = 0; i < m->n_q; i++)
        end->q[i] += h * t->b[j] * self->kq[j][i];
      for (int i = 0; i < m->n_v; i++)
        end->v[i] += h * t->b[j] * self->kv[j][i];
    }
  memcpy (end->a, self->kv[t->stages - 1], sizeof *end->a * (size_t) m->n_v);
  // The driver expects differences from the first stage.
  for (int j = 1; j < t->stages; j++) {
    for (int i = 0; i < m->n_q; i++)
      self->kq[j][i] -= self->kq[0][i];
    for (int i = 0; i < m->n_v; i++)
      self->kv[j][i] -= self->kv[0][i];
  }
}

bool
mbd_take_implicit_stages (MbdIntegrator *self, const MbdInstant *start, double h, MbdInstant *end)
{
  double previous = INFINITY;
  bool anew = true;

  end->time = start->time + h;
  if (self->stiff == NULL || !self->stiff->by_directions) {
    mbd_pose (self->work, start->time, start->q, start->v);
    mbd_rows (self->work);
    mbd_prescribe (self->work);
    mbd_load (self->work, NULL, self->work->system.gamma); // for g
  }
  if (self->stiff == NULL && !prepare (self)) {
    // Nothing half-built is left, and the step does not count.
    mbd_stiff_free (self->stiff);
    self->stiff = NULL;
    self->exhausted = self->stages_failed = true;
    return false;
  }
  MbdStiff *stiff = self->stiff;
  if (!stiff->has_taken && !stiff->by_directions)
    mbd_sweeps_reset (self);
  guess_stages (self, start, h);
  stiff->has_taken = false;
  for (int correction = 0; correction < MOST_CORRECTIONS; correction++) {
    if (mbd_stop_token_is_requested (self->stop))
      return false;
    const double change = stiff->by_directions ? mbd_correct_by_directions (self, start, h, anew)
                                               : mbd_correct_by_sweep (self, start, h, anew);
    const double rate = change / previous;
    if (!isfinite (change) || (correction > 2 && rate > 1.5))
      return false;
    // Memories of signals follow a correction only in the next one.
    const bool followed = correction > 0 || self->model->n_memories == 0;
    if ((change <= newton_tolerance && followed)
        || (correction > 1 && rate < 1 && change * rate / (1 - rate) <= newton_tolerance)) {
      finish (self, start, h, end);
      // The times of steps below the resolution do not identify them.
      stiff->has_taken = end->time > start->time;
      stiff->taken_end = end->time;
      stiff->taken_h = h;
      return true;
    }
    anew = false;
    previous = change;
  }
  return false;
}
