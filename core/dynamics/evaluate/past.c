// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The past as spans, one for each step, each with the polynomial through the values at the points of
// Chebyshev and Lobatto, s = (1 - cos (pi k / n)) / 2, which is evaluated by the barycentric formula with
// the weights +-1, half as large at both ends (Berrut and Trefethen 2004). A span refers to the one before
// it. The first one has no beginning, and one value for each function. A second reference skips spans so that one is found in
// a number of steps that grows as the logarithm of their number (Myers 1983).

#include "past-private.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct MbdPast
{
  atomic_int references;
  MbdPast *before; // NULL: the time before the start
  MbdPast *far;    // a span long before, for searches; the time before the start refers to itself
  int depth;       // number of spans before
  int level;       // level of the jump at its start, see mbd_past_next_jump (); -1 if there is none
  int count;
  double start, end, origin;
  double values[];
};

/// Times that are the same up to the round-off of a sum, over their size.
static const double same = 8e-14;

/// Sets the reference that skips spans.
static void
link (MbdPast *self)
{
  MbdPast *before = self->before;

  self->depth = before != NULL ? before->depth + 1 : 0;
  if (before == NULL)
    self->far = self;
  else if (before->depth - before->far->depth == before->far->depth - before->far->far->depth)
    self->far = before->far->far;
  else
    self->far = before;
}

static MbdPast *
new_span (MbdPast *before, int count, double start, double end, const double *values, int nodes)
{
  const size_t n = (size_t) count * (size_t) nodes;
  MbdPast *self = malloc (sizeof *self + n * sizeof (double));

  if (self == NULL)
    return NULL;
  atomic_init (&self->references, 1);
  self->before = mbd_past_ref (before);
  self->start = start;
  self->end = end;
  self->origin = before != NULL ? before->origin : end;
  self->count = count;
  self->level = 0;
  link (self);
  if (values != NULL && n > 0)
    memcpy (self->values, values, n * sizeof *values);
  return self;
}

MbdPast *
mbd_past_begin (int count, double start, const double *values)
{
  return new_span (NULL, count, -INFINITY, start, values, 1);
}

MbdPast *
mbd_past_continue (MbdPast *before, double end, const double *values, int level)
{
  MbdPast *self = new_span (before, before->count, before->end, end, values, MBD_PAST_NODES);

  if (self != NULL)
    self->level = level;
  return self;
}

void
mbd_past_add_jump (MbdPast *past)
{
  past->level = past->level < 0 ? 0 : past->level;
}

double
mbd_past_node (int node)
{
  return node == 0                    ? 0
         : node == MBD_PAST_NODES - 1 ? 1
                                      : (1 - cos (M_PI * node / (MBD_PAST_NODES - 1))) / 2;
}

MbdPast *
mbd_past_ref (MbdPast *past)
{
  if (past != NULL)
    atomic_fetch_add (&past->references, 1);
  return past;
}

void
mbd_past_unref (MbdPast *past)
{
  // A loop: a long run has very many spans.
  while (past != NULL && atomic_fetch_sub (&past->references, 1) == 1) {
    MbdPast *before = past->before;
    free (past);
    past = before;
  }
}

int
mbd_past_count (const MbdPast *past)
{
  return past->count;
}

double
mbd_past_start (const MbdPast *past)
{
  return past->origin;
}

double
mbd_past_end (const MbdPast *past)
{
  return past->end;
}

/// Evaluates the polynomial of a span.
static double
interpolate (const MbdPast *span, int memory, double time)
{
  const double *values = span->values + (size_t) memory * MBD_PAST_NODES;
  const double s = fmin (fmax ((time - span->start) / (span->end - span->start), 0), 1);
  double sum = 0, weights = 0;

  for (int k = 0; k < MBD_PAST_NODES; k++) {
    const double apart = s - mbd_past_node (k);
    const double half = k == 0 || k == MBD_PAST_NODES - 1 ? 0.5 : 1;
    if (apart == 0)
      return values[k];
    const double weight = (k % 2 == 0 ? half : -half) / apart;
    sum += weight * values[k];
    weights += weight;
  }
  return sum / weights;
}

/// Returns true if a span begins after a time; at a start up to `tie`.
static bool
begins_after (const MbdPast *span, double time, double tie)
{
  return span->before != NULL && time < span->start + tie;
}

/// Returns the last span that does not begin after a time.
static MbdPast *
find_span (MbdPast *past, double time, double tie)
{
  while (begins_after (past, time, tie))
    past = begins_after (past->far, time, tie) ? past->far : past->before;
  return past;
}

double
mbd_past_value (const MbdPast *past, int memory, double time, bool before)
{
  const double tie = same * fmax (fabs (past->end), 1e-3);

  past = find_span ((MbdPast *) past, time, before ? tie : -tie);
  return past->before == NULL ? past->values[memory] : interpolate (past, memory, time);
}

MbdPast *
mbd_past_until (MbdPast *past, double time)
{
  const double tie = same * fmax (fabs (time), 1e-3);

  past = find_span (past, time, tie);
  if (past->before == NULL || past->end <= time + tie)
    return mbd_past_ref (past);
  MbdPast *cut = new_span (past->before, past->count, past->start, time, NULL, MBD_PAST_NODES);
  if (cut == NULL)
    return NULL;
  cut->level = past->level;
  for (int i = 0; i < past->count; i++)
    for (int k = 0; k < MBD_PAST_NODES; k++)
      cut->values[i * MBD_PAST_NODES + k] =
        interpolate (past, i, past->start + mbd_past_node (k) * (time - past->start));
  return cut;
}

double
mbd_past_size (const MbdPast *past, int memory)
{
  double largest = 0;

  for (; past != NULL; past = past->before) {
    const int nodes = past->before == NULL ? 1 : MBD_PAST_NODES;
    for (int k = 0; k < nodes; k++)
      largest = fmax (largest, fabs (past->values[memory * nodes + k]));
  }
  return largest;
}

double
mbd_past_next_jump (const MbdPast *past, double time, double delay, int levels, int *level)
{
  const double tie = same * fmax (fabs (time), 1e-3);
  double next = INFINITY;

  // The time before the start ends with a jump of level 0, at which the first span begins.
  for (; past != NULL; past = past->before) {
    const double at = (past->before != NULL ? past->start : past->end) + delay;
    if (!(at > time + tie))
      break;
    if (past->level >= 0 && past->level < levels) {
      next = at;
      *level = past->level + 1;
    }
  }
  return next;
}
