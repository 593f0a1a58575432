// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Explains the symbols of a formula. A symbol that the card of its element defines is explained by that
// definition; all others by the table.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-equations.h"
#include "lw-formula-private.h"

/// Separates the definitions of the row of symbols.
#define SEPARATOR ",   "

typedef enum
{
  WITH_ANY,
  WITH_INDEX,
  WITHOUT_INDEX,
} Index;

static const struct
{
  const char *symbol;
  bool bold;
  Index index;
  const char *beside; ///< part of some formula of the card, else the entry is not meant; NULL: any
  const char *words;
} symbols[] = {
  { "ε", false, WITH_ANY, NULL, N_ ("error of the condition, m or rad") },
  { "ε", true, WITH_ANY, NULL, N_ ("errors of the conditions, m or rad") },
  { "λ", false, WITH_ANY, NULL, N_ ("multiplier: force or moment of a row, N or N m") },
  { "λ", true, WITH_ANY, NULL, N_ ("multipliers: forces and moments of the rows, N or N m") },
  { "γ", false, WITH_ANY, NULL, N_ ("acceleration that the condition demands, m/s² or rad/s²") },
  { "γ", true, WITH_ANY, NULL, N_ ("accelerations that the conditions demand, m/s² or rad/s²") },
  { "G", false, WITH_ANY, NULL, N_ ("Jacobian: rates of the conditions per unit of velocity") },
  { "M", false, WITHOUT_INDEX, NULL, N_ ("mass matrix of all bodies") },
  { "M", false, WITH_INDEX, NULL, N_ ("moment, N m") },
  { "M", true, WITH_ANY, NULL, N_ ("moment, N m") },
  { "E", false, WITHOUT_INDEX, NULL, N_ ("compliance of elastic rows; zero for all others") },
  { "f", true, WITHOUT_INDEX, NULL, N_ ("forces on the bodies except those of the rows") },
  { "v", true, WITHOUT_INDEX, NULL, N_ ("velocities of all bodies") },
  { "v", true, WITH_INDEX, NULL, N_ ("velocity of the point, m/s") },
  { "q", true, WITHOUT_INDEX, NULL, N_ ("positions of all bodies") },
  { "q", true, WITH_INDEX, NULL, N_ ("attitude of the body, a unit quaternion") },
  { "a", true, WITH_ANY, "λ_{a}", N_ ("axis of the first body along which the joint is locked") },
  { "a", true, WITH_ANY, NULL, N_ ("accelerations of all bodies") },
  { "ω", true, WITH_ANY, NULL, N_ ("angular velocity, rad/s") },
  { "ω", false, WITH_ANY, NULL, N_ ("angular velocity, rad/s") },
  { "θ", false, WITH_ANY, NULL, N_ ("angle, rad") },
  { "α", false, WITH_ANY, NULL, N_ ("angle that is kept, rad") },
  { "φ", false, WITH_ANY, NULL, N_ ("angle between the axes, rad") },
  { "d", false, WITH_ANY, NULL, N_ ("length that is prescribed, m") },
  { "l", false, WITH_ANY, NULL, N_ ("length, m") },
  { "s", false, WITH_ANY, NULL, N_ ("coordinate of the joint, m or rad") },
  { "u", false, WITH_ANY, NULL, N_ ("speed that is prescribed, m/s or rad/s") },
  { "r", false, WITH_ANY, NULL, N_ ("ratio of the gear") },
  { "r", true, WITH_ANY, NULL, N_ ("from the centre of mass to the point, m") },
  { "c", false, WITH_INDEX, NULL, N_ ("offset, m or rad") },
  { "c", true, WITH_ANY, "κ", N_ ("place on the curve, in the axes of the first body, m") },
  { "κ", false, WITH_ANY, NULL, N_ ("curvature, 1/m, positive to the left") },
  { "t", true, WITH_ANY, NULL, N_ ("direction along the curve or strand, a unit vector") },
  { "X", true, WITH_ANY, NULL, N_ ("ends of the rope and axes of the pulleys, m") },
  { "p", true, WITH_ANY, NULL, N_ ("place of the point, m") },
  { "x", true, WITH_INDEX, NULL, N_ ("place, m") },
  { "P", true, WITH_ANY, NULL, N_ ("point of the first body, m") },
  { "Q", true, WITH_ANY, NULL, N_ ("point of the second body, m") },
  { "n", true, WITH_ANY, NULL, N_ ("normal, a unit vector") },
  { "F", false, WITH_ANY, NULL, N_ ("force, N") },
  { "F", true, WITH_ANY, NULL, N_ ("force, N") },
  { "k", false, WITH_ANY, NULL, N_ ("stiffness, N/m or N m/rad") },
  { "b", false, WITH_ANY, NULL, N_ ("damping, N s/m or N m s/rad") },
  { "τ", false, WITH_ANY, NULL, N_ ("moment, N m") },
  { "U", false, WITH_ANY, NULL, N_ ("energy, J") },
  { "R", false, WITH_ANY, NULL, N_ ("rotation matrix") },
  { "I", false, WITHOUT_INDEX, NULL, N_ ("identity matrix") },
  { "T", false, WITHOUT_INDEX, NULL, N_ ("time constant of the stabilisation, s") },
  { "t", false, WITHOUT_INDEX, NULL, N_ ("time, s") },
  { "μ", true, WITH_ANY, NULL, N_ ("multipliers of the correction of the positions") },
  { "ν", true, WITH_ANY, NULL, N_ ("multipliers of the correction of the velocities") },
};

typedef struct
{
  const char *text; ///< borrowed from the tree
  bool bold, has_index;
} Symbol;

/// Appends the symbols of a box in order; those in indices are not explained.
static void
collect (const LwFormulaBox *box, bool has_index, GArray *found)
{
  if (box->kind == BOX_TEXT && box->text != NULL) {
    const Symbol symbol = { box->text, box->bold, has_index };

    // Upright words and numbers have no explanation.
    if (box->italic || box->bold)
      g_array_append_val (found, symbol);
    return;
  }
  if (box->kind == BOX_SCRIPT) {
    const LwFormulaBox *lower = lw_formula_box_child (box, 1);

    collect (lw_formula_box_child (box, 0), lower->children->len > 0, found);
    return;
  }
  for (guint i = 0; box->children != NULL && i < box->children->len; i++)
    collect (lw_formula_box_child (box, i), has_index && box->kind != BOX_MATRIX, found);
}

static bool
has_symbol (const char *formula, const Symbol *symbol)
{
  LwFormulaBox *root = lw_formula_parse (formula);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Symbol));
  bool has = false;

  collect (root, false, found);
  for (guint i = 0; i < found->len && !has; i++) {
    const Symbol *other = &g_array_index (found, Symbol, i);

    has = other->bold == symbol->bold && g_str_equal (other->text, symbol->text);
  }
  lw_formula_box_free (root);
  return has;
}

/// Returns the definition of a symbol among the symbols of the card, as plain text; NULL if it has none.
static char *
dup_definition (const GArray *equations, const Symbol *symbol)
{
  for (guint i = 0; i < equations->len; i++) {
    const LwEquation *equation = &g_array_index (equations, LwEquation, i);
    g_auto (GStrv) parts = NULL;

    if (equation->role != LW_EQUATION_SYMBOLS)
      continue;
    parts = g_strsplit (equation->formula, SEPARATOR, -1);
    for (guint k = 0; parts[k] != NULL; k++) {
      const char *equals = strstr (parts[k], " = ");
      g_autofree char *left =
        equals != NULL ? g_strndup (parts[k], (gsize) (equals - parts[k])) : NULL;

      if (left != NULL && has_symbol (left, symbol))
        return lw_formula_dup_plain (parts[k]);
    }
  }
  return NULL;
}

static bool
is_beside (const GArray *equations, const char *part)
{
  for (guint i = 0; i < equations->len; i++)
    if (strstr (g_array_index (equations, LwEquation, i).formula, part) != NULL)
      return true;
  return false;
}

static const char *
find_words (const GArray *equations, const Symbol *symbol)
{
  for (guint i = 0; i < G_N_ELEMENTS (symbols); i++)
    if (symbols[i].bold == symbol->bold && g_str_equal (symbols[i].symbol, symbol->text)
        && (symbols[i].index == WITH_ANY || (symbols[i].index == WITH_INDEX) == symbol->has_index)
        && (symbols[i].beside == NULL || is_beside (equations, symbols[i].beside)))
      return symbols[i].words;
  return NULL;
}

char *
lw_equations_explain (const GArray *equations, guint index)
{
  LwFormulaBox *root = lw_formula_parse (g_array_index (equations, LwEquation, index).formula);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (Symbol));
  g_autoptr (GHashTable) said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GString *text = g_string_new (NULL);

  collect (root, false, found);
  for (guint i = 0; i < found->len; i++) {
    const Symbol *symbol = &g_array_index (found, Symbol, i);
    g_autofree char *line = dup_definition (equations, symbol);
    const char *words = line == NULL ? find_words (equations, symbol) : NULL;

    if (words != NULL)
      line = g_strdup_printf ("%s: %s", symbol->text, _ (words));
    if (line == NULL || g_hash_table_contains (said, line))
      continue;
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", line);
    g_hash_table_add (said, g_steal_pointer (&line));
  }
  lw_formula_box_free (root);
  return g_string_free (text, text->len == 0);
}
