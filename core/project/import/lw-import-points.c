// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves from tables: two columns are x and y. They are those whose names end in "x" and "y", as the
// program's own tables have them, or the first two that have no other unit. A length unit may follow the
// name in brackets, as in "T.x [m]"; without one, numbers are in mm.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-import-private.h"

#define COLUMNS_MAX 1000

/// Columns of x and y, and the units of their numbers, m.
typedef struct
{
  int columns[2];
  double units[2];
} Head;

/// Returns the fields of a line without quotation marks.
static char **
split (const char *line, char separator)
{
  GPtrArray *fields = g_ptr_array_new ();
  GString *field = g_string_new (NULL);
  bool is_quoted = false;

  for (const char *c = line;; c++) {
    const bool is_space = separator == ' ' && g_ascii_isspace (*c);

    if (*c == '"')
      is_quoted = !is_quoted;
    else if (*c == '\0' || (!is_quoted && (*c == separator || is_space))) {
      // Several spaces separate once.
      if ((!is_space && *c != '\0') || field->len > 0 || separator != ' ')
        g_ptr_array_add (fields, g_strstrip (g_strdup (field->str)));
      g_string_truncate (field, 0);
      if (*c == '\0' || fields->len > COLUMNS_MAX)
        break;
    } else
      g_string_append_c (field, *c);
  }
  g_string_free (field, TRUE);
  g_ptr_array_add (fields, NULL);
  return (char **) g_ptr_array_free (fields, FALSE);
}

static char
find_separator (const char *text)
{
  static const char separators[] = { ';', '\t', ',' };
  const gsize length = strcspn (text, "\r\n");

  for (gsize i = 0; i < G_N_ELEMENTS (separators); i++)
    if (memchr (text, separators[i], length) != NULL)
      return separators[i];
  return ' ';
}

/// Reads a number; with semicolons between the columns, its decimals may follow a comma.
static bool
read_number (const char *field, char separator, double *number)
{
  g_autofree char *plain = g_strdup (field);
  char *end;

  if (separator != ',')
    g_strdelimit (plain, ",", '.');
  *number = g_ascii_strtod (plain, &end);
  return end != plain && *end == '\0' && isfinite (*number);
}

/// Returns the unit in brackets, m; 0 if it is not a length, that of mm if there is none.
static double
find_unit (const char *name)
{
  static const struct
  {
    const char *word;
    double size;
  } units[] = { { "[m]", 1 }, { "[mm]", 1e-3 }, { "[cm]", 1e-2 }, { "[in]", 0.0254 } };
  const char *bracket = strchr (name, '[');

  if (bracket == NULL)
    return 1e-3;
  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    if (strcmp (bracket, units[i].word) == 0)
      return units[i].size;
  return 0;
}

static bool
ends_in (const char *name, char letter)
{
  gsize length = strcspn (name, "[ ");

  return length > 0 && g_ascii_tolower (name[length - 1]) == letter
         && (length == 1 || name[length - 2] == '.' || name[length - 2] == '_');
}

/// Reads the names of the columns, if the line has names.
static void
read_head (char **fields, char separator, Head *head)
{
  double number;
  int found[2] = { -1, -1 }, lengths[2] = { 0, 1 }, n_lengths = 0;

  *head = (Head){ { 0, 1 }, { 1e-3, 1e-3 } };
  if (fields[0] != NULL && read_number (fields[0], separator, &number))
    return;
  for (int i = 0; fields[i] != NULL; i++) {
    if (find_unit (fields[i]) == 0)
      continue;
    if (n_lengths < 2)
      lengths[n_lengths++] = i;
    // y belongs to the x before it.
    if (found[0] < 0 && ends_in (fields[i], 'x'))
      found[0] = i;
    else if (found[0] >= 0 && found[1] < 0 && ends_in (fields[i], 'y'))
      found[1] = i;
  }
  for (int k = 0; k < 2; k++) {
    const int column = found[1] >= 0 ? found[k] : lengths[k];

    head->columns[k] = column;
    if (column < (int) g_strv_length (fields) && find_unit (fields[column]) > 0)
      head->units[k] = find_unit (fields[column]);
  }
}

bool
lw_import_read_points (const char *text,
                       gsize length,
                       GArray *points,
                       guint *n_left_out,
                       GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) length);
  const char *start = g_str_has_prefix (valid, "\xef\xbb\xbf") ? valid + 3 : valid;
  g_auto (GStrv) lines = g_strsplit_set (start, "\r\n", -1);
  char separator = '\0';
  Head head;

  for (guint i = 0; lines[i] != NULL; i++) {
    g_auto (GStrv) fields = NULL;
    double point[3] = { 0 };
    bool is_first = separator == '\0', is_point = true;

    if (lines[i][0] == '#' || lines[i][strspn (lines[i], " \t")] == '\0')
      continue;
    if (is_first)
      separator = find_separator (lines[i]);
    fields = split (lines[i], separator);
    if (is_first)
      read_head (fields, separator, &head);
    for (int k = 0; k < 2; k++) {
      double number;

      is_point = is_point && head.columns[k] < (int) g_strv_length (fields)
                 && read_number (fields[head.columns[k]], separator, &number);
      point[k] = is_point ? head.units[k] * number : 0;
    }
    if (is_point && fabs (point[0]) < LW_IMPORT_FAR && fabs (point[1]) < LW_IMPORT_FAR)
      g_array_append_val (points, point);
    else if (!is_first)
      ++*n_left_out;
    if (points->len > LW_IMPORT_POINTS_MAX) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                           _ ("The table has more than 10000 points; take every second one."));
      return false;
    }
  }
  if (points->len >= 2)
    return true;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                       _ ("There are no two points in the table: two columns are x and y, in mm "
                          "unless their names have a unit in brackets."));
  return false;
}
