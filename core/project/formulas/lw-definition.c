// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-definition.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-evaluation.h"
#include "lw-formula.h"

/// Maximum number of names proposed for a missing one.
#define NEAREST_MAX 3

/// Returns the number of letters to insert, delete or replace to turn one name into the other
/// (Levenshtein).
static guint
find_distance (const char *a, const char *b)
{
  const gsize n = strlen (b);
  g_autofree guint *row = g_new (guint, n + 1);

  for (gsize k = 0; k <= n; k++)
    row[k] = (guint) k;
  for (gsize i = 0; a[i] != '\0'; i++) {
    guint corner = row[0]++;

    for (gsize k = 0; k < n; k++) {
      const guint changed = corner + (a[i] != b[k]);

      corner = row[k + 1];
      row[k + 1] = MIN (changed, MIN (corner, row[k]) + 1);
    }
  }
  return row[n];
}

/// Returns the names of the parameters most similar to `name`: "length, width, l2".
static char *
dup_nearest (const LwMechanism *mechanism, const char *name)
{
  const guint n = lw_mechanism_get_n_parameters (mechanism);
  g_autofree bool *named = g_new0 (bool, n);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint round = 0; round < MIN (n, NEAREST_MAX); round++) {
    guint best = n;
    guint best_distance = G_MAXUINT;

    for (guint i = 0; i < n; i++) {
      const guint distance =
        named[i] ? G_MAXUINT
                 : find_distance (name, lw_mechanism_get_parameter (mechanism, i)->name);

      if (distance < best_distance) {
        best = i;
        best_distance = distance;
      }
    }
    named[best] = true;
    g_string_append_printf (names, "%s%s", round > 0 ? ", " : "",
                            lw_mechanism_get_parameter (mechanism, best)->name);
  }
  return g_strdup (names->str);
}

static void
refuse_name (const LwMechanism *mechanism, const char *name, GError **error)
{
  const guint n = lw_mechanism_get_n_parameters (mechanism);
  g_autofree char *nearest = n > 0 ? dup_nearest (mechanism, name) : NULL;

  if (n == 0)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("There is no parameter %s; the mechanism has no parameters."), name);
  else if (n <= NEAREST_MAX)
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("There is no parameter %s; the parameters are: %s."), name, nearest);
  else
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("There is no parameter %s; the nearest names are: %s."), name, nearest);
}

/// Applies a definition. `next` has not been handed out: its parameters are changed in place.
static bool
define (LwMechanism *next, const char *definition, GError **error)
{
  const char *equal = g_utf8_validate (definition, -1, NULL) ? strchr (definition, '=') : NULL;
  g_autofree char *name = NULL;
  LwParameter *parameter;
  LwFormulaScope scope = { .mechanism = next };
  g_autoptr (GError) why = NULL;
  double value;

  if (equal == NULL || equal == definition) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("A parameter is given by NAME=VALUE, such as length=300mm."));
    return false;
  }
  name = g_strstrip (g_strndup (definition, (gsize) (equal - definition)));
  parameter = (LwParameter *) lw_mechanism_find_parameter (next, name);
  if (parameter == NULL) {
    refuse_name (next, name, error);
    return false;
  }
  scope.unit = parameter->unit;
  if (!lw_formula_evaluate (equal + 1, &scope, &value, &why)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("The parameter %s, %s: %s"), name, equal + 1,
                 why->message);
    return false;
  }
  lw_parameter_set_expression (parameter, NULL);
  parameter->value = value;
  return true;
}

LwMechanism *
lw_mechanism_define (const LwMechanism *self, const char *const *definitions, GError **error)
{
  g_autoptr (LwMechanism) next = lw_mechanism_copy (self);

  for (const char *const *definition = definitions; *definition != NULL; definition++)
    if (!define (next, *definition, error))
      return NULL;
  return lw_mechanism_evaluate (next, error);
}
