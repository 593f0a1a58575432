// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts that begin and end within a step of the integrator: shapes that are apart at both ends of
// a step may have been in each other between them, as a ball that grazes a corner.
//
// The step is followed by its interpolant. From a pose the shapes are apart for a time that follows
// from their distances and the bounds of their speeds (pile-clear.c). Where that time does not reach
// the end of the step, the pose after it is the next probe, or that after a part of the step if this
// is later. The gap of a place of contact that closes at one probe and opens at the next has a minimum
// between them: the least value of the cubic through both gaps and their rates. Where the places of
// contact change, as where two corners pass each other, the probe at which the closing ends is found
// by halving.

#include "accurate-contact-private.h"

#include <math.h>

enum
{
  PROBES = 16,  // largest number of probes in a step
  HALVINGS = 12 // largest number between two probes
};

/// Overlap over L that is none: events are located with up to half of it.
static const double none = 4e-13;

/// The nearest separate place of contact among those that close.
typedef struct
{
  double gap;  // m, of all separate places; INFINITY if there are none
  double soon; // s, until the place meets at its speed; INFINITY if none closes
  MbdTouch touch;
  MbdTouchState state;
} Probe;

static void
probe_at (MbdIntegrator *self, const MbdInstant *at, double h, Probe *probe)
{
  MbdTouching *t = self->touching;

  probe->gap = probe->soon = INFINITY;
  if (!mbd_touching_collide (self, at->q, at->v, h)) {
    t->exhausted = true;
    return;
  }
  for (int i = 0; i < t->pile->n_pairs; i++)
    for (int k = 0; k < t->pile->pairs[i].manifold.count; k++) {
      MbdTouch touch;
      MbdTouchState now;
      mbd_touch_decode (t->pile, i, k, &touch);
      if (mbd_touching_is_held (self, &touch, at->q, at->v))
        continue;
      mbd_touching_evaluate (self, &touch, at->q, at->v, &now);
      probe->gap = fmin (probe->gap, now.gap);
      if (now.rate < 0 && fmax (now.gap, 0) < -now.rate * probe->soon) {
        probe->soon = fmax (now.gap, 0) / -now.rate;
        probe->touch = touch;
        probe->state = now;
      }
    }
}

/// Returns the place between 0 and 1 of the minimum of the cubic with the values e0, e1 and the
/// derivatives d0 < 0, d1 > 0 at its ends.
static double
find_minimum (double e0, double d0, double e1, double d1)
{
  const double b = 3 * (e1 - e0) - 2 * d0 - d1, c = d0 + d1 - 2 * (e1 - e0);
  const double root = sqrt (fmax (b * b - 3 * c * d0, 0));

  return b + root != 0 ? fmin (fmax (-d0 / (b + root), 0), 1) : 1;
}

/// Returns the gap below which shapes overlap. Overlaps at the start are being opened.
static double
deepest_of (const MbdIntegrator *self)
{
  return 1.02 * fmin (self->touching->start_gap, 0) - none * self->model->size;
}

/// Returns a place of the step between two probes where shapes overlap; 1 if none is found.
static double
probe_between (MbdIntegrator *self, double h, double from, const Probe *first, double to)
{
  MbdTouchState then;
  Probe probe;

  if (isinf (first->soon))
    return 1;
  const double dt = (to - from) * h;
  mbd_sample (self, to, &self->output);
  mbd_touching_evaluate (self, &first->touch, self->output.q, self->output.v, &then);
  // It closes up to `to`, where it is not yet closed.
  if (then.rate <= 0 && then.gap >= deepest_of (self))
    return 1;
  double part = then.rate > 0 ? find_minimum (first->state.gap, dt * first->state.rate, then.gap,
                                              dt * then.rate)
                              : fmin (fmax (first->soon / dt, 0.01), 0.5);
  for (int i = 0; i < HALVINGS; i++) {
    const double at = from + part * (to - from);
    mbd_sample (self, at, &self->output);
    probe_at (self, &self->output, h, &probe);
    if (probe.gap < deepest_of (self))
      return at;
    // A gap that is far from closing at this speed needs no further probe.
    if (isinf (probe.soon))
      to = at;
    else if (probe.soon > (to - at) * h)
      return 1;
    else
      from = at;
    part = 0.5;
  }
  return 1;
}

double
mbd_touching_find_graze (MbdIntegrator *self, double h)
{
  const MbdModel *m = self->model;
  const double deepest = deepest_of (self);
  const MbdInstant *at = &self->start;
  double *a = self->error_v, s = 0; // scratch between steps
  Probe probe;

  for (int i = 0; i < m->n_v; i++)
    a[i] = fabs (self->end.a[i]) > fabs (self->start.a[i]) ? self->end.a[i] : self->start.a[i];
  for (;;) {
    const double left = (1 - s) * h;
    const double clear = mbd_stepper_clear_time (self, self->touching->stepper, at, a, left, 0,
                                                 mbd_touching_is_held_pair, self->touching);
    if (clear >= left)
      return 1;
    probe_at (self, at, h, &probe);
    if (s > 0 && probe.gap < deepest)
      return s;
    const double next = fmin (1, s + fmax (clear / h, 1. / PROBES));
    const double place = probe_between (self, h, s, &probe, next);
    if (place < 1 || next == 1)
      return place;
    s = next;
    mbd_sample (self, s, &self->output);
    at = &self->output;
  }
}
