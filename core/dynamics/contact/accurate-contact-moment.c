// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moments in which accurate motion continues by time stepping. Events of contacts may crowd: a wave of
// ever smaller impulses runs back and forth between bodies, and each one is an instant at which a step
// of the integrator has to end. Or the conditions of an instant have no solution that can be found. The
// problem of a time step always has one (Anitescu and Potra 1997), and a step takes all events within it
// together. So the whole mechanism continues by time stepping for a moment, in steps much shorter than
// those that a user would choose, and contacts are then settled as at any event. A moment that follows
// shortly after the last one is twice as long.

#include "accurate-contact-private.h"

#include <math.h>

#include "step-private.h"

/// s, duration of a moment and of its steps, over the duration of the run, at most 1 s.
static const double first_moment = 2e-3, longest_moment = 0.05, shortest_step = 2.5e-5;

static double
scale_of_time (const MbdIntegrator *self)
{
  return fmin (1, self->settings.duration);
}

bool
mbd_touching_steps (const MbdIntegrator *self)
{
  const MbdTouching *t = self->touching;

  return t != NULL && t->steps;
}

const MbdStepper *
mbd_stepper_in_use (const MbdIntegrator *self)
{
  if (self->stepper != NULL)
    return self->stepper;
  return self->touching != NULL && self->touching->stepped ? self->touching->stepper : NULL;
}

void
mbd_touching_flush (MbdIntegrator *self)
{
  if (mbd_touching_steps (self))
    mbd_stepper_flush (self, self->touching->stepper);
}

void
mbd_touching_forget_moment (MbdIntegrator *self)
{
  MbdTouching *t = self->touching;

  if (t == NULL)
    return;
  // A change during the run ends the moment.
  if (self->statistics.steps > 0)
    mbd_touching_flush (self);
  t->until = t->moment = 0;
  t->steps = t->stepped = false;
}

/// Lends the stepper to the integrator, with the step of the moment.
static double
lend (MbdIntegrator *self)
{
  const double step = self->settings.step;

  self->stepper = self->touching->stepper;
  self->settings.step = shortest_step * scale_of_time (self);
  return step;
}

static void
take_back (MbdIntegrator *self, double step)
{
  self->stepper = NULL;
  self->settings.step = step;
}

/// Finds the forces with which the moment begins at `start`.
static MbdStatus
find_first_forces (MbdIntegrator *self, MbdDiagnosis *why)
{
  const double step = lend (self);
  const MbdStatus status = mbd_stepper_begin (self, why);

  take_back (self, step);
  return status;
}

static void
swap_ends (MbdIntegrator *self)
{
  const MbdInstant held = self->start;

  self->start = self->end;
  self->end = held;
}

/// Finds them at `end`, where output is delivered before the next step.
static MbdStatus
find_forces_at_end (MbdIntegrator *self, MbdDiagnosis *why)
{
  mbd_copy_instant (self->model, &self->output, &self->start);
  swap_ends (self);
  const MbdStatus status = find_first_forces (self, why);
  swap_ends (self);
  mbd_copy_instant (self->model, &self->start, &self->output);
  return status;
}

MbdStatus
mbd_touching_hand_over (MbdIntegrator *self, MbdInstant *at, MbdEventKind cause, MbdDiagnosis *why)
{
  MbdTouching *t = self->touching;
  const double scale = scale_of_time (self);

  // A moment soon after the last one is longer.
  if (t->until > 0 && at->time - t->until < t->moment)
    t->moment = fmin (2 * t->moment, longest_moment * scale);
  else
    t->moment = first_moment * scale;
  t->until = at->time + t->moment;
  t->steps = true;
  t->n_touches = 0;
  self->stalls = 0;
  mbd_record_touch (self, cause, at->time, -1, -1, t->moment);
  mbd_touch_tracker_reset (t->stepper->tracker);
  const MbdStatus status =
    at == &self->start ? find_first_forces (self, why) : find_forces_at_end (self, why);
  t->stepped = true;
  return status;
}

void
mbd_touching_settle_step (MbdIntegrator *self, MbdInstant *at)
{
  const double step = lend (self);

  mbd_stepper_settle (self, at);
  take_back (self, step);
}

/// Returns the size of the next step of a moment. *limit: where it ends at the latest.
static double
size_of_step (MbdIntegrator *self, double grid, double *limit)
{
  const double usual = self->settings.step;

  *limit = self->touching->until;
  if (grid > 0)
    *limit = fmin (*limit, self->first_time + (double) (self->fixed_steps + 1) * grid);
  const double left = *limit - self->start.time;
  return mbd_limit_to_knots (self, mbd_limit_to_turns (self, left < 1.5 * usual ? left : usual));
}

MbdStatus
mbd_touching_step (MbdIntegrator *self, MbdDiagnosis *why)
{
  MbdTouching *t = self->touching;
  double limit;
  const double grid = lend (self);
  const double wanted = size_of_step (self, grid, &limit);
  double h = wanted;
  const MbdStatus status = mbd_stepper_step (self, &h, why);

  take_back (self, grid);
  if (status != MBD_STATUS_OK)
    return status;
  t->stepped = true;
  self->statistics.steps++;
  self->statistics.step = h;
  self->statistics.stepped_time += h;
  self->statistics.next_step = self->next_step = h;
  self->creeping = 0;
  if (self->ends_at_knot && h == wanted) {
    self->end.time = self->knot;
    self->must_settle = true;
  }
  if (limit - self->end.time <= mbd_least_step (limit) && grid > 0 && limit < t->until)
    self->fixed_steps++;
  if (t->until - self->end.time <= mbd_least_step (t->until)) {
    t->steps = false;
    mbd_stepper_flush (self, t->stepper);
    self->must_settle = true;
  }
  return MBD_STATUS_OK;
}
