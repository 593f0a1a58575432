// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time and signals: an expression whose variables are the time, then the signals.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "function-private.h"
#include "mbd-signal.h"

/// Times over which sampling periods are resolved, s: shorter ones count as this.
static const double least_period = 1e-9;

typedef struct
{
  MbdExpression *expression;
  char *key;   // text, names and values, for comparisons
  size_t size; // bytes of the key
  int n_signals;
  MbdSignalDef signals[MBD_MOST_SIGNALS];
} Feedback;

static MbdJet
feedback_evaluate (double t, void *user_data)
{
  return (MbdJet){ NAN, NAN, NAN };
}

/// Returns the first multiple of a period after t.
static double
next_instant (double period, double t)
{
  const double step = fmax (period, least_period);
  double next = step * (floor (t / step) + 1);

  while (!(next > t))
    next = fmax (next + step, nextafter (t, INFINITY));
  return next;
}

static double
feedback_next_knot (double t, void *user_data)
{
  const Feedback *self = user_data;
  double next = mbd_expression_next_knot (self->expression, 0, t).time;

  for (int i = 0; i < self->n_signals; i++) {
    const MbdSignalDef *signal = &self->signals[i];
    if (signal->of != NULL)
      next = fmin (next, mbd_function_knot_after (signal->of, t).time);
    if (signal->kind == MBD_SIGNAL_SAMPLE)
      next = fmin (next, next_instant (signal->period, t));
  }
  return next;
}

static void
feedback_destroy (void *user_data)
{
  Feedback *self = user_data;

  for (int i = 0; i < self->n_signals; i++)
    mbd_function_unref ((MbdFunction *) self->signals[i].of);
  mbd_expression_unref (self->expression);
  free (self->key);
  free (self);
}

static const Feedback *
feedback_of (const MbdFunction *function)
{
  return function->class_.evaluate == feedback_evaluate ? function->user_data : NULL;
}

const MbdExpression *
mbd_function_feedback (const MbdFunction *function)
{
  const Feedback *self = feedback_of (function);
  return self != NULL ? self->expression : NULL;
}

const MbdSignalDef *
mbd_function_signals (const MbdFunction *function, int *count)
{
  const Feedback *self = feedback_of (function);
  *count = self != NULL ? self->n_signals : 0;
  return self != NULL ? self->signals : NULL;
}

bool
mbd_function_is_same_feedback (const MbdFunction *a, const MbdFunction *b)
{
  const Feedback *first = a != NULL ? feedback_of (a) : NULL;
  const Feedback *second = b != NULL ? feedback_of (b) : NULL;

  if (first == NULL || second == NULL)
    return a == b;
  if (first->n_signals != second->n_signals || first->size != second->size
      || memcmp (first->key, second->key, first->size) != 0)
    return false;
  for (int i = 0; i < first->n_signals; i++)
    if (!mbd_signal_equal (&first->signals[i], &second->signals[i]))
      return false;
  return true;
}

/// Joins text without spaces, names and values. Returns false if there is not enough memory.
static bool
make_key (Feedback *self,
          const char *text,
          const char *const *names,
          const double *values,
          int count)
{
  const size_t n_values = (size_t) (count - self->n_signals);
  size_t most = strlen (text) + 1 + n_values * sizeof *values, at = 0;

  for (int i = 0; i < count; i++)
    most += strlen (names[i]) + 1;
  self->key = malloc (most);
  if (self->key == NULL)
    return false;
  for (const char *sign = text; *sign != '\0'; sign++)
    if (*sign != ' ')
      self->key[at++] = *sign;
  self->key[at++] = '\0';
  for (int i = 0; i < count; i++) {
    memcpy (self->key + at, names[i], strlen (names[i]) + 1);
    at += strlen (names[i]) + 1;
  }
  if (n_values > 0)
    memcpy (self->key + at, values, n_values * sizeof *values);
  self->size = at + n_values * sizeof *values;
  return true;
}

MbdStatus
mbd_function_new_feedback (const char *text,
                           const char *const *names,
                           const double *values,
                           int count,
                           const MbdSignalDef *signals,
                           int n_signals,
                           MbdFunction **function,
                           MbdDiagnosis *why)
{
  static const MbdFunctionClass feedback_class = {
    .evaluate = feedback_evaluate,
    .next_knot = feedback_next_knot,
    .destroy = feedback_destroy,
  };

  *function = NULL;
  if (n_signals < 0 || count < n_signals)
    return mbd_function_refuse (MBD_STATUS_BAD_PARAMETER, -1, count, why);
  if (n_signals > MBD_MOST_SIGNALS)
    return mbd_function_refuse (MBD_STATUS_TOO_MANY_SIGNALS, -1, n_signals, why);

  Feedback *self = calloc (1, sizeof *self);
  if (self == NULL)
    return mbd_function_refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  self->n_signals = n_signals;
  for (int i = 0; i < n_signals; i++) {
    self->signals[i] = signals[i];
    mbd_function_ref (signals[i].of);
  }

  MbdStatus status =
    mbd_expression_compile_of_time (text, names, values, count, n_signals, &self->expression, why);
  if (status == MBD_STATUS_OK && !make_key (self, text, names, values, count))
    status = mbd_function_refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  if (status != MBD_STATUS_OK) {
    feedback_destroy (self);
    return status;
  }
  return mbd_function_take (&feedback_class, self, function, why);
}
