// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time: code common to all kinds, and the kinds with a closed form. Tables are in
// function-table.c.
//
//   harmonic     f = m + A sin p,  f' = A w cos p,  f'' = -A w^2 sin p  with p = w t + phase
//   polynomial   Horner's scheme for f, f' and f'' / 2 together, from the highest coefficient down:
//                f''/2 <- f''/2 s + f',  f' <- f' s + f,  f <- f s + c

#include "expression-private.h"
#include "function-private.h"

#include <math.h>
#include <stdlib.h>

/* All kinds ------------------------------------------------------------------------------------ */

MbdStatus
mbd_function_refuse (MbdStatus code, int row, double value, MbdDiagnosis *why)
{
  if (why != NULL)
    *why = (MbdDiagnosis){ .code = code, .row = row, .value = value };
  return code;
}

MbdStatus
mbd_function_check_finite (const double *numbers, int count, MbdDiagnosis *why)
{
  for (int i = 0; i < count; i++)
    if (!isfinite (numbers[i]))
      return mbd_function_refuse (MBD_STATUS_NOT_FINITE, i, numbers[i], why);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_function_new_custom (const MbdFunctionClass *class_,
                         void *user_data,
                         MbdFunction **function,
                         MbdDiagnosis *why)
{
  *function = NULL;
  if (class_ == NULL || class_->evaluate == NULL)
    return mbd_function_refuse (MBD_STATUS_BAD_PARAMETER, -1, 0, why);

  MbdFunction *self = malloc (sizeof *self);

  if (self == NULL)
    return mbd_function_refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  atomic_init (&self->references, 1);
  self->class_ = *class_;
  self->user_data = user_data;
  *function = self;
  return MBD_STATUS_OK;
}

MbdStatus
mbd_function_take (const MbdFunctionClass *class_,
                   void *user_data,
                   MbdFunction **function,
                   MbdDiagnosis *why)
{
  *function = NULL;
  if (user_data == NULL)
    return mbd_function_refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);

  MbdStatus status = mbd_function_new_custom (class_, user_data, function, why);

  if (status != MBD_STATUS_OK)
    class_->destroy (user_data);
  return status;
}

MbdFunction *
mbd_function_ref (const MbdFunction *function)
{
  MbdFunction *self = (MbdFunction *) function;

  if (self != NULL)
    atomic_fetch_add (&self->references, 1);
  return self;
}

void
mbd_function_unref (const MbdFunction *function)
{
  MbdFunction *self = (MbdFunction *) function;

  if (self == NULL || atomic_fetch_sub (&self->references, 1) != 1)
    return;
  if (self->class_.destroy != NULL)
    self->class_.destroy (self->user_data);
  free (self);
}

MbdJet
mbd_function_evaluate (const MbdFunction *function, double t)
{
  return function->class_.evaluate (t, function->user_data);
}

double
mbd_function_next_knot (const MbdFunction *function, double t)
{
  if (function->class_.next_knot == NULL)
    return INFINITY;
  return function->class_.next_knot (t, function->user_data);
}

int
mbd_knots_until (const double *knots, int count, double t)
{
  int low = 0, high = count; // the first knot after t is among low ... high

  while (low < high) {
    int middle = low + (high - low) / 2;

    if (knots[middle] > t)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

double
mbd_knot_after (const double *knots, int count, double t)
{
  int index = mbd_knots_until (knots, count, t);

  return index < count ? knots[index] : INFINITY;
}

/* Constant and harmonic ------------------------------------------------------------------------ */

typedef struct
{
  double mean, amplitude, frequency, phase;
} Harmonic;

static MbdJet
harmonic_evaluate (double t, void *user_data)
{
  const Harmonic *self = user_data;
  double angle = self->frequency * t + self->phase;
  double swing = self->amplitude * sin (angle);

  return (MbdJet){
    .value = self->mean + swing,
    .first = self->frequency * (self->amplitude * cos (angle)),
    .second = -self->frequency * (self->frequency * swing),
  };
}

MbdStatus
mbd_function_new_harmonic (double mean,
                           double amplitude,
                           double frequency,
                           double phase,
                           MbdFunction **function,
                           MbdDiagnosis *why)
{
  static const MbdFunctionClass harmonic_class = { .evaluate = harmonic_evaluate, .destroy = free };
  MbdStatus status =
    mbd_function_check_finite ((double[]){ mean, amplitude, frequency, phase }, 4, why);

  *function = NULL;
  if (status != MBD_STATUS_OK)
    return status;

  Harmonic *self = malloc (sizeof *self);

  if (self != NULL)
    *self = (Harmonic){ mean, amplitude, frequency, phase };
  return mbd_function_take (&harmonic_class, self, function, why);
}

MbdStatus
mbd_function_new_constant (double value, MbdFunction **function, MbdDiagnosis *why)
{
  return mbd_function_new_polynomial (&value, 1, 0, function, why);
}

/* Polynomial ----------------------------------------------------------------------------------- */

typedef struct
{
  double origin;
  int count;
  double coefficients[];
} Polynomial;

static MbdJet
polynomial_evaluate (double t, void *user_data)
{
  const Polynomial *self = user_data;
  double s = t - self->origin;
  double value = self->coefficients[self->count - 1], first = 0, half_second = 0;

  for (int k = self->count - 2; k >= 0; k--) {
    half_second = half_second * s + first;
    first = first * s + value;
    value = value * s + self->coefficients[k];
  }
  return (MbdJet){ value, first, 2 * half_second };
}

MbdStatus
mbd_function_new_polynomial (const double *coefficients,
                             int count,
                             double origin,
                             MbdFunction **function,
                             MbdDiagnosis *why)
{
  static const MbdFunctionClass polynomial_class = { .evaluate = polynomial_evaluate,
                                                     .destroy = free };

  *function = NULL;
  if (count < 1)
    return mbd_function_refuse (MBD_STATUS_BAD_PARAMETER, -1, count, why);
  if (!isfinite (origin))
    return mbd_function_refuse (MBD_STATUS_NOT_FINITE, -1, origin, why);

  MbdStatus status = mbd_function_check_finite (coefficients, count, why);

  if (status != MBD_STATUS_OK)
    return status;

  Polynomial *self = malloc (sizeof *self + (size_t) count * sizeof *coefficients);

  if (self != NULL) {
    self->origin = origin;
    self->count = count;
    for (int k = 0; k < count; k++)
      self->coefficients[k] = coefficients[k];
  }
  return mbd_function_take (&polynomial_class, self, function, why);
}

/* Expression ----------------------------------------------------------------------------------- */

static MbdJet
formula_evaluate (double t, void *user_data)
{
  MbdJet time = { t, 1, 0 }, result;

  mbd_expression_evaluate (user_data, &time, &result);
  return result;
}

static double
formula_next_knot (double t, void *user_data)
{
  return mbd_expression_next_knot (user_data, 0, t).time;
}

static void
formula_destroy (void *user_data)
{
  mbd_expression_unref (user_data);
}

const MbdExpression *
mbd_function_expression (const MbdFunction *function)
{
  return function->class_.evaluate == formula_evaluate ? function->user_data : NULL;
}

MbdKnot
mbd_function_knot_after (const MbdFunction *function, double t)
{
  const MbdExpression *expression = mbd_function_expression (function);
  if (expression == NULL)
    expression = mbd_function_feedback (function);
  const double time = mbd_function_next_knot (function, t);
  if (expression != NULL) {
    const MbdKnot knot = mbd_expression_next_knot (expression, 0, t);
    // Otherwise a signal has a knot before.
    if (knot.time <= time)
      return knot;
  }
  return (MbdKnot){ time, mbd_knot_blur (time) };
}

MbdStatus
mbd_expression_compile_of_time (const char *text,
                                const char *const *names,
                                const double *values,
                                int count,
                                int free_count,
                                MbdExpression **expression,
                                MbdDiagnosis *why)
{
  *expression = NULL;
  if (count < 0)
    return mbd_function_refuse (MBD_STATUS_BAD_PARAMETER, -1, count, why);

  MbdStatus status = mbd_function_check_finite (values, count - free_count, why);

  if (status != MBD_STATUS_OK)
    return status;

  // The time precedes the names; the rows of a diagnosis count only names.
  const char **all_names = malloc (((size_t) count + 1) * sizeof *all_names);
  MbdDiagnosis reason = { .row = -1 };

  if (all_names == NULL)
    return mbd_function_refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  all_names[0] = "t";
  for (int i = 0; i < count; i++)
    all_names[i + 1] = names[i];
  status = mbd_expression_compile_bound (text, all_names, count + 1, 1 + free_count, values,
                                         expression, &reason);
  free (all_names);
  if (status != MBD_STATUS_OK) {
    if (reason.row > 0)
      reason.row--;
    if (why != NULL)
      *why = reason;
  }
  return status;
}

MbdStatus
mbd_function_new_expression (const char *text,
                             const char *const *names,
                             const double *values,
                             int count,
                             MbdFunction **function,
                             MbdDiagnosis *why)
{
  static const MbdFunctionClass formula_class = {
    .evaluate = formula_evaluate,
    .next_knot = formula_next_knot,
    .destroy = formula_destroy,
  };
  MbdExpression *expression;
  const MbdStatus status =
    mbd_expression_compile_of_time (text, names, values, count, 0, &expression, why);

  *function = NULL;
  return status == MBD_STATUS_OK ? mbd_function_take (&formula_class, expression, function, why)
                                 : status;
}
