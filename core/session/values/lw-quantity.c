// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-quantity.h"

#include <float.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-formula.h"
#include "lw-mechanism.h"

#define ROUND_OFF 1e-12 ///< in parts of the largest number of the list

/// Returns the factor from a displayed number to SI: 1e-3 for "ms", and for "m" displayed as "mm".
static double
shown_factor (const LwUnits *units, const char *unit)
{
  return lw_unit_factor (lw_units_shown (units, unit));
}

/// Reads a number in the format of the locale or, if that accepts less of the text, with a decimal
/// point; accepts the true minus sign.
static double
read_number (const char *text, const char **end)
{
  g_autofree char *plain = NULL;
  const char *minus = "−";
  gsize skipped = 0;
  char *local_end = NULL;
  char *point_end = NULL;
  double local_value;
  double point_value;

  if (g_str_has_prefix (text, minus)) {
    plain = g_strconcat ("-", text + strlen (minus), NULL);
    skipped = strlen (minus) - 1;
  } else {
    plain = g_strdup (text);
  }
  local_value = g_strtod (plain, &local_end);
  point_value = g_ascii_strtod (plain, &point_end);
  if (local_end == plain && point_end == plain) {
    *end = text;
    return 0;
  }
  if (point_end > local_end) {
    *end = text + (point_end - plain) + skipped;
    return point_value;
  }
  *end = text + (local_end - plain) + skipped;
  return local_value;
}

static const char *
skip_blanks (const char *text)
{
  while (g_unichar_isspace (g_utf8_get_char (text)) && *text != '\0')
    text = g_utf8_next_char (text);
  return text;
}

static void
refuse_count (guint n, const char *unit, GError **error)
{
  if (n > 1)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("Type %u numbers with commas or semicolons between them."), n);
  else if (*unit == '\0')
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type a number without a unit."));
  else
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("Type a number, with a unit such as %s if you like."), unit);
}

/// Returns the unit after a number, up to a separator or the next number.
static char *
dup_unit (const char *text, const char **end)
{
  const char *start = text;

  while (*text != '\0' && *text != ',' && *text != ';') {
    const char *next = skip_blanks (text);
    const char *after;

    if (next == text)
      next = g_utf8_next_char (text);
    else if (read_number (next, &after), after > next)
      break;
    text = next;
  }
  *end = text;
  return g_strchomp (g_strndup (start, (gsize) (text - start)));
}

/// Computes the SI value of one typed unit. Returns false and sets `error` if the unit does not
/// fit.
static bool
find_factor (const char *typed, const char *unit, const char *shown, double *factor, GError **error)
{
  if (*shown == '\0') {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type a number without a unit."));
    return false;
  }
  if (lw_unit_parse (typed, unit, factor))
    return true;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("“%s” is not a unit for this value; use %s, for example."), typed, shown);
  return false;
}

static bool
parse_plain (const char *text,
             const LwUnits *units,
             const char *unit,
             guint n,
             double *values,
             GError **error)
{
  const char *shown = lw_unit_shown (lw_units_shown (units, unit));
  guint first_plain = 0;

  for (guint i = 0; i < n; i++) {
    g_autofree char *typed = NULL;
    const char *end;
    double factor;

    text = skip_blanks (text);
    if (i > 0 && (*text == ',' || *text == ';'))
      text = skip_blanks (text + 1);
    values[i] = read_number (text, &end);
    if (end == text) {
      refuse_count (n, shown, error);
      return false;
    }
    typed = dup_unit (skip_blanks (end), &text);
    if (*typed == '\0')
      continue;
    if (!find_factor (typed, unit, shown, &factor, error))
      return false;
    for (; first_plain <= i; first_plain++)
      values[first_plain] *= factor;
  }
  if (*skip_blanks (text) != '\0') {
    refuse_count (n, shown, error);
    return false;
  }
  for (; first_plain < n; first_plain++)
    values[first_plain] *= shown_factor (units, unit);
  for (guint i = 0; i < n; i++)
    if (!isfinite (values[i])) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type a finite number."));
      return false;
    }
  return true;
}

// ---- formulas -------------------------------------------------------------------------------

/// Returns true if the error of parsing the text as a formula is more useful than that of parsing
/// it as a number.
static bool
looks_like_formula (const char *text)
{
  text = skip_blanks (text);
  if (*text == '_' || *text == '(' || g_unichar_isalpha (g_utf8_get_char (text)))
    return true;
  return *text != '\0' && strpbrk (text + 1, "+-*/^()<>=?!&|") != NULL;
}

/// Returns the part, preceded by as many spaces as there are characters before it, so that columns
/// in error messages refer to the whole text. *from is the start of the search; it becomes the end
/// of the part.
static char *
dup_in_place (const char *text, const char **from, const char *part)
{
  const char *start = strstr (*from, part);

  if (start == NULL)
    return g_strdup (part);
  *from = start + strlen (part);
  return g_strdup_printf ("%*s%s", (int) g_utf8_strlen (text, start - text), "", part);
}

/// Evaluates each number separately; a formula that uses parameters is returned in *kept, which is
/// otherwise unchanged.
static bool
parse_formulas (const char *text,
                const LwFormulaScope *scope,
                guint n,
                double *values,
                char **kept,
                GError **error)
{
  g_auto (GStrv) parts = lw_formula_split (text, scope->decimal_point);
  g_autoptr (GPtrArray) formulas = g_ptr_array_new_with_free_func (g_free);
  const char *from = text;

  if (g_strv_length (parts) != n) {
    refuse_count (n, lw_unit_shown (scope->shown), error);
    return false;
  }
  for (guint i = 0; i < n; i++) {
    g_autofree char *in_place = dup_in_place (text, &from, parts[i]);

    if (!lw_formula_evaluate (in_place, scope, &values[i], error))
      return false;
    g_ptr_array_add (formulas, lw_formula_dup_kept (parts[i], scope));
  }
  g_ptr_array_add (formulas, NULL);
  if (scope->mechanism != NULL && lw_formula_uses_parameters (text, scope->mechanism))
    *kept = g_strjoinv ("; ", (char **) formulas->pdata);
  return true;
}

/// Removes a leading "=", which is accepted as in a spreadsheet; a space in its place keeps the
/// columns.
static char *
dup_without_equals (const char *text)
{
  char *copy = g_strdup (text);
  const char *start = skip_blanks (copy);

  if (*start == '=')
    copy[start - copy] = ' ';
  return copy;
}

bool
lw_quantity_evaluate (const char *typed,
                      const LwMechanism *mechanism,
                      const LwUnits *units,
                      const char *unit,
                      guint n,
                      double *values,
                      char **formula,
                      GError **error)
{
  const LwFormulaScope scope = {
    .mechanism = mechanism,
    .unit = unit != NULL ? unit : "1",
    .shown = lw_units_shown (units, unit),
    .decimal_point = *localeconv ()->decimal_point,
  };
  g_autoptr (GError) plain_error = NULL;
  g_autoptr (GError) formula_error = NULL;
  g_autofree char *kept = NULL;
  g_autofree char *text = dup_without_equals (typed);

  *formula = NULL;
  if (parse_plain (text, units, unit, n, values, &plain_error))
    return true;
  if (parse_formulas (text, &scope, n, values, &kept, &formula_error)) {
    *formula = g_steal_pointer (&kept);
    return true;
  }
  if (looks_like_formula (text))
    g_propagate_error (error, g_steal_pointer (&formula_error));
  else
    g_propagate_error (error, g_steal_pointer (&plain_error));
  return false;
}

bool
lw_quantity_parse (const char *text,
                   const LwUnits *units,
                   const char *unit,
                   guint n,
                   double *values,
                   GError **error)
{
  g_autofree char *formula = NULL;

  return lw_quantity_evaluate (text, NULL, units, unit, n, values, &formula, error);
}

// ---- formatting -----------------------------------------------------------------------------

/// Appends a number with at most this many digits; metres keep their decimal places, so that a
/// column of them is aligned.
static void
append_number (GString *string, double value, int figures, bool padded, const char *decimal_point)
{
  char buffer[LW_NUMBER_SIZE];
  char format[8];
  char *point;
  gsize places;

  g_snprintf (format, sizeof format, "%%.%dg", figures);
  g_ascii_formatd (buffer, sizeof buffer, format, value + 0.0);
  if (buffer[0] == '-') {
    g_string_append (string, "−");
    memmove (buffer, buffer + 1, strlen (buffer));
  }
  if (strchr (buffer, 'e') != NULL || !isfinite (value)) {
    g_string_append (string, buffer);
    g_string_replace (string, "e-0", "e-", 1);
    g_string_replace (string, "e+0", "e", 1);
    g_string_replace (string, "e+", "e", 1);
    return;
  }
  point = strchr (buffer, '.');
  places = point != NULL ? strlen (point + 1) : 0;
  if (point != NULL)
    *point = '\0';
  g_string_append (string, buffer);
  if (places == 0 && !padded)
    return;
  g_string_append (string, decimal_point);
  if (point != NULL)
    g_string_append (string, point + 1);
  for (gsize i = places; padded && i < 3; i++)
    g_string_append_c (string, '0');
}

/// Returns the smallest number of digits, at least six, that reproduces the number when read,
/// except for the rounding of a conversion: a number typed with up to 15 digits is shown unchanged.
static int
count_figures (double value, double factor)
{
  char buffer[LW_NUMBER_SIZE];
  char format[8];
  int figures = 6;

  for (; figures < 15; figures++) {
    g_snprintf (format, sizeof format, "%%.%dg", figures);
    g_ascii_formatd (buffer, sizeof buffer, format, value / factor);
    if (fabs (g_ascii_strtod (buffer, NULL) * factor - value) <= 4 * DBL_EPSILON * fabs (value))
      break;
  }
  return figures;
}

static char *
format (const double *values, guint n, const LwUnits *units, const char *unit, bool is_exact)
{
  const char *decimal_point = localeconv ()->decimal_point;
  const char *separator = g_str_equal (decimal_point, ",") ? "; " : ", ";
  const char *ascii = lw_units_shown (units, unit);
  const char *shown = lw_unit_shown (ascii);
  const double factor = shown_factor (units, unit);
  GString *string = g_string_new (NULL);
  double largest = 0;

  for (guint i = 0; i < n; i++)
    if (isfinite (values[i]))
      largest = MAX (largest, fabs (values[i]));
  for (guint i = 0; i < n; i++) {
    // Round-off beside a larger component of the same point or vector is not shown.
    const bool is_round_off = !is_exact && fabs (values[i]) < ROUND_OFF * largest;

    if (i > 0)
      g_string_append (string, separator);
    append_number (string, is_round_off ? 0 : values[i] / factor,
                   is_exact ? count_figures (values[i], factor) : 6, g_str_equal (ascii, "m"),
                   decimal_point);
  }
  if (*shown != '\0')
    g_string_append_printf (string, " %s", shown);
  return g_string_free (string, FALSE);
}

char *
lw_quantity_format (const double *values, guint n, const LwUnits *units, const char *unit)
{
  return format (values, n, units, unit, false);
}

char *
lw_quantity_format_exact (const double *values, guint n, const LwUnits *units, const char *unit)
{
  return format (values, n, units, unit, true);
}
