// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time as values, and their conversion to engine functions.

#include "lw-function.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static LwFunction *
function_new (LwFunctionKind kind, const double *numbers, guint n)
{
  LwFunction *self = g_new0 (LwFunction, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->kind = kind;
  self->numbers = g_array_new (FALSE, FALSE, sizeof (double));
  if (n > 0)
    g_array_append_vals (self->numbers, numbers, n);
  return self;
}

LwFunction *
lw_function_new_constant (double value)
{
  return function_new (LW_FUNCTION_CONSTANT, &value, 1);
}

LwFunction *
lw_function_new_harmonic (double mean, double amplitude, double frequency, double phase)
{
  const double numbers[] = { mean, amplitude, frequency, phase };

  return function_new (LW_FUNCTION_HARMONIC, numbers, 4);
}

LwFunction *
lw_function_new_polynomial (const double *coefficients, guint n_coefficients, double origin)
{
  LwFunction *self = function_new (LW_FUNCTION_POLYNOMIAL, coefficients, n_coefficients);

  self->origin = origin;
  return self;
}

LwFunction *
lw_function_new_table (const double *rows,
                       guint n_rows,
                       MbdSplineEnds ends,
                       const double end_rates[2])
{
  LwFunction *self = function_new (LW_FUNCTION_TABLE, rows, 2 * n_rows);

  self->ends = ends;
  if (end_rates != NULL)
    memcpy (self->end_rates, end_rates, sizeof self->end_rates);
  return self;
}

LwFunction *
lw_function_new_expression (const char *text)
{
  LwFunction *self = function_new (LW_FUNCTION_EXPRESSION, NULL, 0);

  self->expression = g_strdup (text);
  return self;
}

LwFunction *
lw_function_ref (const LwFunction *self)
{
  // The function itself is immutable; only its reference count changes.
  LwFunction *shared = (LwFunction *) self;

  if (shared != NULL)
    g_atomic_ref_count_inc (&shared->ref_count);
  return shared;
}

void
lw_function_unref (LwFunction *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_array_unref (self->numbers);
  g_free (self->expression);
  g_free (self);
}

gboolean
lw_function_equal (const LwFunction *a, const LwFunction *b)
{
  if (a == b)
    return TRUE;
  return a != NULL && b != NULL && a->kind == b->kind && a->numbers->len == b->numbers->len
         && (a->numbers->len == 0
             || memcmp (a->numbers->data, b->numbers->data, a->numbers->len * sizeof (double)) == 0)
         && memcmp (&a->origin, &b->origin, sizeof a->origin) == 0 && a->ends == b->ends
         && memcmp (a->end_rates, b->end_rates, sizeof a->end_rates) == 0
         && g_strcmp0 (a->expression, b->expression) == 0;
}

gsize
lw_function_size (const LwFunction *self)
{
  if (self == NULL)
    return 0;
  return sizeof *self + self->numbers->len * sizeof (double)
         + (self->expression != NULL ? strlen (self->expression) + 1 : 0);
}

const double *
lw_function_get_numbers (const LwFunction *self)
{
  return (const double *) self->numbers->data;
}

guint
lw_function_get_n_rows (const LwFunction *self)
{
  return self->numbers->len / 2;
}

// Scaling

/// Returns "-(a)" for "a", and "a" for "-(a)".
static char *
negated (const char *expression)
{
  const gsize length = strlen (expression);
  int depth = 0;

  if (!g_str_has_prefix (expression, "-(") || expression[length - 1] != ')')
    return g_strdup_printf ("-(%s)", expression);
  for (gsize i = 1; i < length; i++) {
    depth += expression[i] == '(' ? 1 : expression[i] == ')' ? -1 : 0;
    // The first bracket closes before the end, so it does not enclose the whole expression.
    if (depth == 0 && i + 1 < length)
      return g_strdup_printf ("-(%s)", expression);
  }
  return g_strndup (expression + 2, length - 3);
}

static char *
scaled_expression (const char *expression, double factor)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  if (factor == -1)
    return negated (expression);
  return g_strdup_printf ("%s*(%s)", g_ascii_dtostr (number, sizeof number, factor), expression);
}

LwFunction *
lw_function_scaled (const LwFunction *self, double factor)
{
  LwFunction *scaled =
    function_new (self->kind, (const double *) (void *) self->numbers->data, self->numbers->len);
  double *numbers = (double *) (void *) scaled->numbers->data;

  scaled->origin = self->origin;
  scaled->ends = self->ends;
  for (int i = 0; i < 2; i++)
    scaled->end_rates[i] = factor * self->end_rates[i];
  switch (self->kind) {
  case LW_FUNCTION_CONSTANT:
  case LW_FUNCTION_POLYNOMIAL:
    for (guint i = 0; i < scaled->numbers->len; i++)
      numbers[i] *= factor;
    break;
  case LW_FUNCTION_HARMONIC:
    numbers[0] *= factor;
    numbers[1] *= factor;
    break;
  case LW_FUNCTION_TABLE:
    for (guint i = 1; i < scaled->numbers->len; i += 2)
      numbers[i] *= factor;
    break;
  case LW_FUNCTION_EXPRESSION:
    scaled->expression =
      factor == 1 ? g_strdup (self->expression) : scaled_expression (self->expression, factor);
    break;
  }
  return scaled;
}

// Conversion to engine functions

static MbdStatus
compile_table (const LwFunction *self, MbdFunction **function, MbdDiagnosis *why)
{
  const guint n = lw_function_get_n_rows (self);
  const double *rows = lw_function_get_numbers (self);
  g_autofree double *columns = g_new (double, 2 * (gsize) n + 1);

  for (guint i = 0; i < n; i++) {
    columns[i] = rows[2 * i];
    columns[n + i] = rows[2 * i + 1];
  }
  return mbd_function_new_table (columns, columns + n, (int) n, self->ends,
                                 self->ends == MBD_SPLINE_CLAMPED ? self->end_rates : NULL,
                                 function, why);
}

static MbdStatus
compile_expression (const LwFunction *self,
                    const GPtrArray *parameters,
                    MbdFunction **function,
                    MbdDiagnosis *why,
                    char **reason)
{
  // The time comes first in messages that list the known names.
  g_autofree const char **names = g_new (const char *, parameters->len + 1);
  g_autofree double *values = g_new (double, parameters->len + 1);
  char sentence[1024];
  MbdStatus status;

  names[0] = "t";
  for (guint i = 0; i < parameters->len; i++) {
    const LwParameter *parameter = parameters->pdata[i];

    names[i + 1] = parameter->name;
    values[i] = parameter->value;
  }
  status = mbd_function_new_expression (self->expression, names + 1, values, (int) parameters->len,
                                        function, why);
  if (status != MBD_STATUS_OK) {
    mbd_expression_explain (self->expression, names, (int) parameters->len + 1, why, sentence,
                            sizeof sentence);
    *reason = g_strdup (sentence);
  }
  return status;
}

// Returns the engine's error about a number or a row as text.
static char *
explain (const LwFunction *self, MbdStatus status, const MbdDiagnosis *why)
{
  if (self->kind == LW_FUNCTION_TABLE && why->row >= 0)
    return g_strdup_printf (_ ("%s (row %d)"), _ (mbd_status_text (status)), why->row + 1);
  if (self->kind == LW_FUNCTION_POLYNOMIAL && status == MBD_STATUS_BAD_PARAMETER)
    return g_strdup (_ ("a polynomial needs at least one coefficient"));
  return g_strdup (_ (mbd_status_text (status)));
}

MbdFunction *
lw_function_compile (const LwFunction *self, const GPtrArray *parameters, char **reason)
{
  MbdDiagnosis why = { .row = -1 };
  MbdFunction *function = NULL;
  MbdStatus status = MBD_STATUS_OK;
  const double *numbers = lw_function_get_numbers (self);

  *reason = NULL;
  switch (self->kind) {
  case LW_FUNCTION_CONSTANT:
    status = mbd_function_new_constant (numbers[0], &function, &why);
    break;
  case LW_FUNCTION_HARMONIC:
    status =
      mbd_function_new_harmonic (numbers[0], numbers[1], numbers[2], numbers[3], &function, &why);
    break;
  case LW_FUNCTION_POLYNOMIAL:
    status = mbd_function_new_polynomial (numbers, (int) self->numbers->len, self->origin,
                                          &function, &why);
    break;
  case LW_FUNCTION_TABLE:
    status = compile_table (self, &function, &why);
    break;
  case LW_FUNCTION_EXPRESSION:
    status = compile_expression (self, parameters, &function, &why, reason);
    break;
  }
  if (status != MBD_STATUS_OK && *reason == NULL)
    *reason = explain (self, status, &why);
  return function;
}
