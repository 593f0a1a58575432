// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Delays: e (t - T) for a function e of the motion. After each step e is evaluated at the points of a span
// (past.c) in the states that the step delivers as output there; a step in which e is not a polynomial, to
// the accuracy, is divided into several spans. No step is longer than the shortest delay,
// so that stages need the past only, whatever the method.
//
// A jump of e, or of one of its derivatives, appears again after T: steps end there too. The motion
// integrates it at least once, so that the jump returns one derivative higher (Bellen and Zennaro 2003,
// chapter 2); after `levels` returns the error of a step no longer notices it. The start is such a jump,
// since e is constant before it.

#include <math.h>
#include <string.h>

#include "integrator-private.h"

enum
{
  LEVELS = 9,
  MOST_HALVES = 12 // divisions of a step
};

/// By how much a delayed value of a state may differ from the past that it continues, over the size of
/// the function.
static const double alike = 1e-6;

static const MbdBoundSignal *
signal_of (const MbdIntegrator *self, int memory)
{
  return &self->model->signals[self->model->memories[memory]];
}

static bool
is_delay (const MbdIntegrator *self, int memory)
{
  return signal_of (self, memory)->def.kind == MBD_SIGNAL_DELAY;
}

static double
evaluate (const MbdIntegrator *self, int memory)
{
  const MbdPose pose = mbd_pose_of (self->work);

  return mbd_function_at (signal_of (self, memory)->def.of, signal_of (self, memory)->inner, &pose);
}

/// Returns true if a past leads to the delayed values in q.
static bool
leads_to (const MbdIntegrator *self, const MbdPast *past, double time, const double *q)
{
  const double *memories = q + self->model->n_q - self->model->n_memories;
  const double least = 2 * mbd_least_step (time);

  if (past == NULL || mbd_past_count (past) != self->model->n_memories
      || time <= mbd_past_start (past) + least || time > mbd_past_end (past) + least)
    return false;
  for (int k = 0; k < self->model->n_memories; k++)
    if (is_delay (self, k)
        && !(fabs (mbd_past_value (past, k, time - signal_of (self, k)->def.period, false)
                   - memories[k])
             <= alike * mbd_past_size (past, k)))
      return false;
  return true;
}

/// Evaluates all delayed functions at the start, each after those that it follows.
static MbdPast *
begin_past (MbdIntegrator *self)
{
  MbdInstant *at = &self->start;
  double *memories = mbd_memories_of (self->model, at->q);

  for (int k = 0; k < self->model->n_memories; k++) {
    if (!is_delay (self, k))
      continue;
    mbd_pose (self->work, at->time, at->q, at->v);
    memories[k] = evaluate (self, k);
  }
  return mbd_past_begin (self->model->n_memories, at->time, memories);
}

bool
mbd_begin_delays (MbdIntegrator *self, const MbdState *state)
{
  MbdStatePose *pose = &self->work->pose;
  MbdPast *before = state->pose.past != NULL ? state->pose.past : pose->past;

  self->shortest_delay = INFINITY;
  self->jump_level = 0;
  if (!self->model->has_delays)
    return true;
  for (int k = 0; k < self->model->n_memories; k++)
    if (is_delay (self, k))
      self->shortest_delay = fmin (self->shortest_delay, signal_of (self, k)->def.period);
  pose->follows_past = false;
  MbdPast *past = leads_to (self, before, self->start.time, self->start.q)
                    ? mbd_past_until (before, self->start.time)
                    : begin_past (self);
  mbd_past_unref (pose->past);
  pose->past = past;
  pose->follows_past = past != NULL;
  return past != NULL;
}

/// Evaluates all delayed functions at a time of the last step, the values `stride` apart.
static void
evaluate_at (MbdIntegrator *self, double time, double *values, int stride)
{
  const MbdInstant *at = &self->output;

  if (time == self->start.time)
    at = &self->start;
  else if (time == self->end.time)
    at = &self->end;
  else
    mbd_output_at (self, time);
  mbd_pose (self->work, at->time, at->q, at->v);
  for (int k = 0; k < self->model->n_memories; k++)
    values[k * stride] = is_delay (self, k) ? evaluate (self, k) : 0;
}

/// Returns true if the polynomials of a span are the functions, to the accuracy, also between its nodes.
static bool
spans_hold (MbdIntegrator *self, const MbdPast *span, double from, double to)
{
  static const double places[] = { 0.14, 0.62, 0.86 };
  const int n = self->model->n_memories;
  double *values = self->span + (size_t) n * MBD_PAST_NODES;

  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const double time = from + places[i] * (to - from);
    evaluate_at (self, time, values, 1);
    for (int k = 0; k < n; k++) {
      double size = fabs (values[k]);
      for (int node = 0; node < MBD_PAST_NODES; node++)
        size = fmax (size, fabs (self->span[k * MBD_PAST_NODES + node]));
      const double apart = fabs (mbd_past_value (span, k, time, false) - values[k]);
      if (apart > fmax (self->settings.accuracy, 1e-12) * size)
        return false;
    }
  }
  return true;
}

/// Adds a part of the last step, in spans as short as their polynomials need. The shortest ones count as
/// jumps at both ends if they are not polynomials: there is a kink.
static bool
record (MbdIntegrator *self, double from, double to, int halves)
{
  MbdStatePose *pose = &self->work->pose;
  const bool is_stepped = mbd_stepper_in_use (self) != NULL;

  for (int node = 0; node < MBD_PAST_NODES; node++) {
    const double place = mbd_past_node (node);
    const double time = place == 1 ? to : from + place * (to - from);
    evaluate_at (self, time, self->span + node, MBD_PAST_NODES);
  }
  MbdPast *past = mbd_past_continue (pose->past, to, self->span, self->jump_level);
  if (past == NULL)
    return false;
  const bool is_resolved = is_stepped || spans_hold (self, past, from, to);
  const bool is_short = halves == 0 || to - from < 8 * mbd_least_step (to);
  if (!is_resolved && is_short)
    mbd_past_add_jump (past);
  else if (!is_resolved) {
    const double middle = from + (to - from) / 2;
    mbd_past_unref (past);
    return record (self, from, middle, halves - 1) && record (self, middle, to, halves - 1);
  }
  mbd_past_unref (pose->past);
  pose->past = past;
  self->jump_level = is_resolved ? -1 : 0;
  return true;
}

bool
mbd_record_delays (MbdIntegrator *self)
{
  const double end = self->end.time;

  if (!self->model->has_delays || !(end > self->start.time))
    return true;
  if (!record (self, self->start.time, end, MOST_HALVES))
    return false;
  // Kinks bring further knots.
  if (!mbd_is_at_knot (self, end))
    mbd_pass_knots (self, end);
  return true;
}

void
mbd_set_delayed (const MbdIntegrator *self, double time, double *q)
{
  if (!self->work->pose.follows_past)
    return;
  for (int k = 0; k < self->model->n_memories; k++)
    if (is_delay (self, k))
      mbd_memories_of (self->model, q)[k] =
        mbd_past_value (self->work->pose.past, k, time - signal_of (self, k)->def.period, false);
}

double
mbd_delayed_knot (const MbdIntegrator *self, double time, int *level)
{
  double next = INFINITY;
  const bool jumps = self->jump_level >= 0 && self->jump_level < LEVELS;

  *level = 0;
  if (!self->work->pose.follows_past)
    return next;
  for (int k = 0; k < self->model->n_memories; k++) {
    int its_level = 0;
    if (!is_delay (self, k))
      continue;
    const double delay = signal_of (self, k)->def.period;
    double at = mbd_past_next_jump (self->work->pose.past, time, delay, LEVELS, &its_level);
    // The span that begins with the jump at this time does not exist yet.
    if (jumps && time + delay < at) {
      at = time + delay;
      its_level = self->jump_level + 1;
    }
    if (at < next) {
      next = at;
      *level = its_level;
    }
  }
  return next;
}
