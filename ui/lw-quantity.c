// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-quantity.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "lw-axis.h"
#include "lw-mechanism.h"

typedef enum
{
  KIND_NUMBER,
  KIND_LENGTH,
  KIND_TIME,
  KIND_MASS,
  KIND_ANGLE,
  KIND_INERTIA,
  KIND_VELOCITY,
  KIND_ANGULAR_VELOCITY,
  KIND_ACCELERATION,
  KIND_FORCE,
  KIND_TORQUE,
  KIND_STIFFNESS,
  KIND_DAMPING,
} Kind;

/// Spellings of units. The first of a kind with a factor is how it is shown.
static const struct
{
  const char *name;
  Kind kind;
  double factor; ///< SI per unit
} units[] = {
  { "1", KIND_NUMBER, 1 },
  { "m", KIND_LENGTH, 1 },
  { "mm", KIND_LENGTH, 1e-3 },
  { "cm", KIND_LENGTH, 1e-2 },
  { "km", KIND_LENGTH, 1e3 },
  { "µm", KIND_LENGTH, 1e-6 },
  { "um", KIND_LENGTH, 1e-6 },
  { "in", KIND_LENGTH, 0.0254 },
  { "ft", KIND_LENGTH, 0.3048 },
  { "s", KIND_TIME, 1 },
  { "ms", KIND_TIME, 1e-3 },
  { "µs", KIND_TIME, 1e-6 },
  { "us", KIND_TIME, 1e-6 },
  { "min", KIND_TIME, 60 },
  { "kg", KIND_MASS, 1 },
  { "g", KIND_MASS, 1e-3 },
  { "t", KIND_MASS, 1e3 },
  { "lb", KIND_MASS, 0.45359237 },
  { "rad", KIND_ANGLE, 1 },
  { "°", KIND_ANGLE, G_PI / 180 },
  { "deg", KIND_ANGLE, G_PI / 180 },
  { "kg m²", KIND_INERTIA, 1 },
  { "kg m^2", KIND_INERTIA, 1 },
  { "kg m2", KIND_INERTIA, 1 },
  { "g mm²", KIND_INERTIA, 1e-9 },
  { "m/s", KIND_VELOCITY, 1 },
  { "mm/s", KIND_VELOCITY, 1e-3 },
  { "km/h", KIND_VELOCITY, 1 / 3.6 },
  { "rad/s", KIND_ANGULAR_VELOCITY, 1 },
  { "°/s", KIND_ANGULAR_VELOCITY, G_PI / 180 },
  { "deg/s", KIND_ANGULAR_VELOCITY, G_PI / 180 },
  { "rpm", KIND_ANGULAR_VELOCITY, G_PI / 30 },
  { "m/s²", KIND_ACCELERATION, 1 },
  { "m/s^2", KIND_ACCELERATION, 1 },
  { "m/s2", KIND_ACCELERATION, 1 },
  { "N", KIND_FORCE, 1 },
  { "kN", KIND_FORCE, 1e3 },
  { "mN", KIND_FORCE, 1e-3 },
  { "N m", KIND_TORQUE, 1 },
  { "Nm", KIND_TORQUE, 1 },
  { "N mm", KIND_TORQUE, 1e-3 },
  { "N/m", KIND_STIFFNESS, 1 },
  { "kN/m", KIND_STIFFNESS, 1e3 },
  { "N/mm", KIND_STIFFNESS, 1e3 },
  { "N s/m", KIND_DAMPING, 1 },
  { "Ns/m", KIND_DAMPING, 1 },
};

static int
find_unit (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (units[i].name, name))
      return (int) i;
  return -1;
}

/// A number in the locale or, where that takes less of the text, with a point; true minus is one.
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
  if (n == 1)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("Type a number, with a unit such as %s if you like."), unit);
  else
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("Type %u numbers with commas or semicolons between them."), n);
}

bool
lw_quantity_parse (const char *text, const char *unit, guint n, double *values, GError **error)
{
  const bool plain = g_str_equal (unit, "1");
  int own = find_unit (unit);
  int typed = own;

  g_return_val_if_fail (own >= 0, false);

  for (guint i = 0; i < n; i++) {
    const char *end;

    text = skip_blanks (text);
    if (i > 0 && (*text == ',' || *text == ';'))
      text = skip_blanks (text + 1);
    values[i] = read_number (text, &end);
    if (end == text) {
      refuse_count (n, plain ? "" : unit, error);
      return false;
    }
    text = end;
  }
  text = skip_blanks (text);
  if (*text != '\0') {
    g_autofree char *name = g_strchomp (g_strdup (text));

    typed = find_unit (name);
    if (typed < 0 || units[typed].kind != units[own].kind) {
      if (g_ascii_isdigit (name[0]) || name[0] == ',' || name[0] == ';')
        refuse_count (n, unit, error);
      else if (plain)
        g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type a number without a unit."));
      else
        g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                     _ ("“%s” is no unit for this value; use %s, for example."), name, unit);
      return false;
    }
  }
  for (guint i = 0; i < n; i++) {
    values[i] *= units[typed].factor;
    if (!isfinite (values[i])) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("Type a finite number."));
      return false;
    }
  }
  return true;
}

/// Six figures at most; lengths do not lose their places, so that a column of them reads well.
static void
append_number (GString *string, double value, bool padded, const char *decimal_point)
{
  char buffer[LW_NUMBER_SIZE];
  char *point;
  gsize places;

  g_ascii_formatd (buffer, sizeof buffer, "%.6g", value + 0.0);
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

char *
lw_quantity_format (const double *values, guint n, const char *unit)
{
  const char *decimal_point = localeconv ()->decimal_point;
  const char *separator = g_str_equal (decimal_point, ",") ? "; " : ", ";
  GString *string = g_string_new (NULL);
  int own = find_unit (unit);

  g_return_val_if_fail (own >= 0, g_string_free (string, FALSE));

  for (guint i = 0; i < n; i++) {
    if (i > 0)
      g_string_append (string, separator);
    append_number (string, values[i] / units[own].factor, units[own].kind == KIND_LENGTH,
                   decimal_point);
  }
  if (units[own].kind != KIND_NUMBER)
    g_string_append_printf (string, " %s", unit);
  return g_string_free (string, FALSE);
}
