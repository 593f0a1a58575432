// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields of a function of time: its kind, and its numbers, rows or formula.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-inspector-private.h"
#include "lw-quantity.h"

/// Longer tables are described, not edited row by row.
#define ROWS_EDITED_MAX 500

static const char *const kinds[] = { N_ ("Constant"), N_ ("Harmonic"),   N_ ("Polynomial"),
                                     N_ ("Table"),    N_ ("Expression"), NULL };
// Kinds for a length, which may be constant.
static const char *const optional_kinds[] = {
  N_ ("None"), N_ ("Constant"), N_ ("Harmonic"), N_ ("Polynomial"), N_ ("Table"), N_ ("Expression"),
  NULL
};
static const char *const spline_ends[] = { N_ ("Straight on"), N_ ("Given rate"), N_ ("Repeated"),
                                           NULL };

static const LwFunction *
get_function (const LwMechanism *mechanism, int id)
{
  return lw_mechanism_find_coupling (mechanism, id)->function;
}

/// Returns the mechanism with this function of the coupling; NULL removes it. Takes ownership of
/// `function`.
static LwMechanism *
with_function (const LwMechanism *mechanism, int id, LwFunction *function)
{
  LwCoupling *coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, id));

  lw_coupling_set_function (coupling, function);
  lw_function_unref (function);
  return lw_mechanism_replace_coupling (mechanism, coupling);
}

/// Formats a number with as many digits as are needed to read the same number again.
static char *
dup_number (double value)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (buffer, sizeof buffer, "%.15g", value);
  if (g_ascii_strtod (buffer, NULL) != value)
    g_ascii_formatd (buffer, sizeof buffer, "%.17g", value);
  return g_strdup (buffer);
}

// ---- change of kind -------------------------------------------------------------------------

/// Returns the value of the function at the start; for a rod without a function, its length.
static double
get_start_value (const LwMechanism *mechanism, const LwCoupling *coupling)
{
  MbdCouplingDef def;
  double value = lw_family_of (coupling->def.class_)->may_slacken ? coupling->def.length : 0;

  if (!lw_mechanism_define_coupling (mechanism, coupling, &def, NULL))
    return value;
  if (def.function != NULL)
    value = mbd_function_evaluate (def.function, 0).value;
  lw_coupling_def_clear (&def);
  return value;
}

/// Returns the function as a formula if it has one, else `value` as a number.
char *
lw_inspector_dup_formula (const LwFunction *function, double value)
{
  g_autoptr (GString) text = g_string_new (NULL);
  const double *numbers = function != NULL ? lw_function_get_numbers (function) : NULL;
  const LwFunctionKind kind = function != NULL ? function->kind : LW_FUNCTION_CONSTANT;
  g_autofree char *first = dup_number (kind == LW_FUNCTION_HARMONIC ? numbers[0] : value);

  if (kind == LW_FUNCTION_EXPRESSION)
    return g_strdup (function->expression);
  if (kind == LW_FUNCTION_HARMONIC) {
    g_autofree char *amplitude = dup_number (numbers[1]);
    g_autofree char *frequency = dup_number (numbers[2]);
    g_autofree char *phase = dup_number (numbers[3]);

    return g_strdup_printf ("%s + %s * sin(%s * t + %s)", first, amplitude, frequency, phase);
  }
  if (kind != LW_FUNCTION_POLYNOMIAL)
    return g_steal_pointer (&first);
  for (guint i = 0; i < function->numbers->len; i++) {
    g_autofree char *coefficient = dup_number (numbers[i]);
    g_autofree char *origin = dup_number (function->origin);

    g_string_append_printf (text, "%s%s", i > 0 ? " + " : "", coefficient);
    if (i > 0)
      g_string_append_printf (text, " * (t - %s)^%u", origin, i);
  }
  return g_strdup (text->str);
}

static LwFunction *
new_function (LwFunctionKind kind, const LwFunction *before, double value)
{
  const double rows[] = { 0, value, 1, value };
  g_autofree char *formula = NULL;

  switch (kind) {
  case LW_FUNCTION_CONSTANT:
    return lw_function_new_constant (value);
  case LW_FUNCTION_HARMONIC:
    return lw_function_new_harmonic (value, 0, 2 * G_PI, 0);
  case LW_FUNCTION_POLYNOMIAL:
    return lw_function_new_polynomial (&value, 1, 0);
  case LW_FUNCTION_TABLE:
    return lw_function_new_table (rows, 2, MBD_SPLINE_NATURAL, NULL);
  case LW_FUNCTION_EXPRESSION:
    break;
  }
  formula = lw_inspector_dup_formula (before, value);
  return lw_function_new_expression (formula);
}

static void
get_kind (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = get_function (mechanism, id)->kind;
}

static LwMechanism *
with_kind (const LwMechanism *mechanism, int id, const double *values)
{
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, id);

  return with_function (mechanism, id,
                        new_function ((LwFunctionKind) values[0], coupling->function,
                                      get_start_value (mechanism, coupling)));
}

static void
get_optional_kind (const LwMechanism *mechanism, int id, double *values)
{
  const LwFunction *function = get_function (mechanism, id);

  values[0] = function != NULL ? 1 + (int) function->kind : 0;
}

static LwMechanism *
with_optional_kind (const LwMechanism *mechanism, int id, const double *values)
{
  const double kind = values[0] - 1;

  return kind < 0 ? with_function (mechanism, id, NULL) : with_kind (mechanism, id, &kind);
}

// ---- numbers --------------------------------------------------------------------------------

static LwFunction *
dup_function (const LwFunction *function)
{
  const double *n = lw_function_get_numbers (function);
  LwFunction *copy = NULL;

  switch (function->kind) {
  case LW_FUNCTION_CONSTANT:
    return lw_function_new_constant (n[0]);
  case LW_FUNCTION_HARMONIC:
    return lw_function_new_harmonic (n[0], n[1], n[2], n[3]);
  case LW_FUNCTION_POLYNOMIAL:
    return lw_function_new_polynomial (n, function->numbers->len, function->origin);
  case LW_FUNCTION_TABLE:
    copy = lw_function_new_table (n, lw_function_get_n_rows (function), function->ends,
                                  function->end_rates);
    return copy;
  case LW_FUNCTION_EXPRESSION:
    break;
  }
  return lw_function_new_expression (function->expression);
}

static void
get_ends (const LwMechanism *mechanism, int id, double *values)
{
  values[0] = get_function (mechanism, id)->ends;
}

static LwMechanism *
with_ends (const LwMechanism *mechanism, int id, const double *values)
{
  LwFunction *function = dup_function (get_function (mechanism, id));

  function->ends = (MbdSplineEnds) values[0];
  return with_function (mechanism, id, function);
}

// ---- lists of numbers -----------------------------------------------------------------------

/// Parses numbers in SI units, separated by spaces, line breaks or semicolons.
static GArray *
parse_numbers (const char *text, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \t\r\n;", -1);
  g_autoptr (GArray) numbers = g_array_new (FALSE, FALSE, sizeof (double));
  const LwUnits si = { LW_LENGTH_M, LW_ANGLE_RADIANS };

  for (char **word = words; *word != NULL; word++) {
    double value;

    if (**word == '\0')
      continue;
    if (!lw_quantity_parse (*word, &si, "1", 1, &value, NULL)) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   _ ("“%s” is not a number; type numbers separated by spaces."), *word);
      return NULL;
    }
    g_array_append_val (numbers, value);
  }
  return g_steal_pointer (&numbers);
}

static char *
get_coefficients (const LwMechanism *mechanism, int id)
{
  const LwFunction *function = get_function (mechanism, id);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < function->numbers->len; i++) {
    g_autofree char *number = dup_number (lw_function_get_numbers (function)[i]);

    g_string_append_printf (text, "%s%s", i > 0 ? "; " : "", number);
  }
  return g_string_free (text, FALSE);
}

static LwMechanism *
with_coefficients (const LwMechanism *mechanism, int id, const char *text, GError **error)
{
  g_autoptr (GArray) numbers = parse_numbers (text, error);

  if (numbers == NULL)
    return NULL;
  if (numbers->len == 0 || numbers->len > LW_FUNCTION_MAX_COEFFICIENTS) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type 1 to %d coefficients."),
                 LW_FUNCTION_MAX_COEFFICIENTS);
    return NULL;
  }
  return with_function (mechanism, id,
                        lw_function_new_polynomial ((const double *) (const void *) numbers->data,
                                                    numbers->len,
                                                    get_function (mechanism, id)->origin));
}

static char *
get_rows (const LwMechanism *mechanism, int id)
{
  const LwFunction *function = get_function (mechanism, id);
  const double *numbers = lw_function_get_numbers (function);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < lw_function_get_n_rows (function); i++) {
    g_autofree char *time = dup_number (numbers[2 * i]);
    g_autofree char *value = dup_number (numbers[2 * i + 1]);

    g_string_append_printf (text, "%s%s  %s", i > 0 ? "\n" : "", time, value);
  }
  return g_string_free (text, FALSE);
}

static LwMechanism *
with_rows (const LwMechanism *mechanism, int id, const char *text, GError **error)
{
  const LwFunction *function = get_function (mechanism, id);
  g_autoptr (GArray) numbers = parse_numbers (text, error);

  if (numbers == NULL)
    return NULL;
  if (numbers->len % 2 != 0) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("Type a time and a value in each row of the table."));
    return NULL;
  }
  if (numbers->len / 2 > LW_FUNCTION_MAX_ROWS) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type at most %d rows."),
                 LW_FUNCTION_MAX_ROWS);
    return NULL;
  }
  return with_function (mechanism, id,
                        lw_function_new_table ((const double *) (const void *) numbers->data,
                                               numbers->len / 2, function->ends,
                                               function->end_rates));
}

// ---- expressions ----------------------------------------------------------------------------

static char *
get_expression (const LwMechanism *mechanism, int id)
{
  return g_strdup (get_function (mechanism, id)->expression);
}

static LwMechanism *
with_expression (const LwMechanism *mechanism, int id, const char *text, GError **error)
{
  return with_function (mechanism, id, lw_function_new_expression (text));
}

bool
lw_inspector_find_expression_fault (const LwMechanism *mechanism,
                                    const char *const *own,
                                    const char *text,
                                    int *start,
                                    int *end)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  MbdExpression *expression = NULL;
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status;

  for (; *own != NULL; own++)
    g_ptr_array_add (names, (char *) *own);
  for (guint i = 0; i < lw_mechanism_get_n_parameters (mechanism); i++)
    g_ptr_array_add (names, lw_mechanism_get_parameter (mechanism, i)->name);
  status = mbd_expression_compile (text, (const char *const *) names->pdata, (int) names->len,
                                   &expression, &why);
  mbd_expression_unref (expression);
  *start = why.text_start;
  *end = why.text_start + why.text_length;
  return status != MBD_STATUS_OK;
}

static bool
find_fault (const LwMechanism *mechanism, const char *text, int *start, int *end)
{
  static const char *const own[] = { "t", NULL };

  return lw_inspector_find_expression_fault (mechanism, own, text, start, end);
}

// ---- fields ---------------------------------------------------------------------------------

static const LwFieldSpec kind_field = {
  N_ ("Function"),  N_ ("Change Function"), LW_EDITOR_CHOICE,
  .choices = kinds, .get = get_kind,        .set = with_kind
};
static const LwFieldSpec optional_kind_field = {
  N_ ("Function"),           N_ ("Change Function"),   LW_EDITOR_CHOICE,
  .choices = optional_kinds, .get = get_optional_kind, .set = with_optional_kind
};
static const LwFieldSpec origin_field = { N_ ("Origin"),     N_ ("Change Function"),
                                          LW_EDITOR_NUMBERS, .n = 1,
                                          .unit = "s",       .property = "function.origin" };
static const LwFieldSpec ends_field = { N_ ("Beyond its ends"), N_ ("Change Function"),
                                        LW_EDITOR_CHOICE,       .choices = spline_ends,
                                        .get = get_ends,        .set = with_ends };
static const LwFieldSpec coefficients_field = { N_ ("Coefficients"), N_ ("Change Function"),
                                                LW_EDITOR_TEXT, .get_text = get_coefficients,
                                                .set_text = with_coefficients };
static const LwFieldSpec rows_field = { N_ ("Time and value"), N_ ("Change Function"),
                                        LW_EDITOR_LINES, .get_text = get_rows,
                                        .set_text = with_rows };
static const LwFieldSpec expression_field = {
  N_ ("Expression"),          N_ ("Change Function"),      LW_EDITOR_TEXT,
  .get_text = get_expression, .set_text = with_expression, .find_fault = find_fault
};

#define OF_UNIT(u, rate)                                                                           \
  {                                                                                                \
    { N_ ("Value"), N_ ("Change Function"),      LW_EDITOR_NUMBERS, .n = 1,                        \
      .unit = u,    .property = "function.value" },                                                \
      { N_ ("Mean"), N_ ("Change Function"),     LW_EDITOR_NUMBERS, .n = 1,                        \
        .unit = u,   .property = "function.mean" },                                                \
      { N_ ("Amplitude"), N_ ("Change Function"),          LW_EDITOR_NUMBERS, .n = 1,              \
        .unit = u,        .property = "function.amplitude" },                                      \
      { N_ ("Frequency"), N_ ("Change Function"), LW_EDITOR_NUMBERS,                               \
        .n = 1,           .unit = "rad/s",        .property = "function.frequency" },              \
      { N_ ("Phase"), N_ ("Change Function"), LW_EDITOR_NUMBERS,                                   \
        .n = 1,       .unit = "rad",          .property = "function.phase" },                      \
    {                                                                                              \
      N_ ("End rates"), N_ ("Change Function"), LW_EDITOR_NUMBERS,                                 \
        .n = 2, .unit = rate, .property = "function.end_rates"                                     \
    }                                                                                              \
  }

/// Fields of a constant; mean, amplitude, frequency and phase; end rates.
static const LwFieldSpec unit_fields[][6] = {
  OF_UNIT ("rad", "rad/s"),
  OF_UNIT ("m", "m/s"),
  OF_UNIT ("rad/s", "rad/s^2"),
  OF_UNIT ("m/s", "m/s^2"),
};
static const char *const unit_remarks[] = { N_ ("in s and rad"), N_ ("in s and m"),
                                            N_ ("in s and rad/s"), N_ ("in s and m/s") };

const LwFieldSpec lw_inspector_constant_angle_field = {
  N_ ("Free angle"), N_ ("Change Free Angle"),    LW_EDITOR_NUMBERS, .n = 1,
  .unit = "rad",     .property = "function.value"
};

static void
add_table (LwInspector *self, LwElementRef target, const LwFunction *function, int unit)
{
  const guint n_rows = lw_function_get_n_rows (function);

  if (n_rows > ROWS_EDITED_MAX) {
    g_autofree char *words =
      g_strdup_printf (g_dngettext (NULL, "%u row", "%u rows", n_rows), n_rows);

    lw_inspector_add_words (self, _ ("Table"), words);
  } else {
    lw_inspector_add_fields (self, target, &rows_field, 1);
  }
  lw_inspector_add_fields (self, target, &ends_field, 1);
  if (function->ends == MBD_SPLINE_CLAMPED)
    lw_inspector_add_fields (self, target, &unit_fields[unit][5], 1);
}

void
lw_inspector_add_function (LwInspector *self,
                           const LwCoupling *coupling,
                           const char *title,
                           bool is_length,
                           bool is_rate)
{
  const LwElementRef target = { LW_SELECTION_COUPLING, coupling->element.id };
  const LwFunction *function = coupling->function;
  const int unit = 2 * is_rate + is_length;
  const bool plain = function != NULL && function->kind >= LW_FUNCTION_POLYNOMIAL;

  lw_inspector_begin_card (self, title, plain ? _ (unit_remarks[unit]) : NULL);
  lw_inspector_add_fields (
    self, target,
    lw_family_of (coupling->def.class_)->may_slacken ? &optional_kind_field : &kind_field, 1);
  if (function == NULL)
    return;
  switch (function->kind) {
  case LW_FUNCTION_CONSTANT:
    lw_inspector_add_fields (self, target, unit_fields[unit], 1);
    break;
  case LW_FUNCTION_HARMONIC:
    lw_inspector_add_fields (self, target, unit_fields[unit] + 1, 4);
    break;
  case LW_FUNCTION_POLYNOMIAL:
    lw_inspector_add_fields (self, target, &coefficients_field, 1);
    lw_inspector_add_fields (self, target, &origin_field, 1);
    break;
  case LW_FUNCTION_TABLE:
    add_table (self, target, function, unit);
    break;
  case LW_FUNCTION_EXPRESSION:
    lw_inspector_add_fields (self, target, &expression_field, 1);
    break;
  }
}
