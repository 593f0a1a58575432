// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time and signals: an expression whose variables are the time, then the signals.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "function-private.h"
#include "mbd-signal.h"

typedef struct
{
  MbdExpression *expression;
  int n_signals;
  MbdSignalDef signals[MBD_MOST_SIGNALS];
} Feedback;

static MbdJet
feedback_evaluate (double t, void *user_data)
{
  return (MbdJet){ NAN, NAN, NAN };
}

static double
feedback_next_knot (double t, void *user_data)
{
  const Feedback *self = user_data;
  return mbd_expression_next_knot (self->expression, 0, t).time;
}

static void
feedback_destroy (void *user_data)
{
  Feedback *self = user_data;
  mbd_expression_unref (self->expression);
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
  for (int i = 0; i < n_signals; i++)
    self->signals[i] = signals[i];

  const MbdStatus status =
    mbd_expression_compile_of_time (text, names, values, count, n_signals, &self->expression, why);
  if (status != MBD_STATUS_OK) {
    free (self);
    return status;
  }
  return mbd_function_take (&feedback_class, self, function, why);
}
