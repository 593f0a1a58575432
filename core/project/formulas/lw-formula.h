// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A number as a person types it: "2 in + 3 mm", "L/2 - 3 mm", "2 * (a + b) mm", "atan2(h, w)". The
// grammar is that of mbd-expression.h with units behind numbers and parentheses. What is added or
// compared must be of one dimension; a number without a unit is a plain number, except that a
// result that is one counts in the unit in which the value is shown.

#pragma once

#include "lw-mechanism.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// The longest one, bytes.
#define LW_FORMULA_LENGTH 2000

/// Where a formula stands.
typedef struct
{
  const LwMechanism *mechanism; ///< whose parameters it may use; NULL: none
  const char *unit;             ///< of SI: what the value must be
  const char *shown;            ///< in which a result without a unit counts; NULL: `unit`
  char decimal_point;           ///< read beside '.'; 0: that alone
} LwFormulaScope;

/// The value, SI. False, and a sentence that tells what is wrong.
bool
lw_formula_evaluate (const char *text, const LwFormulaScope *scope, double *value, GError **error);
/// A name whose value comes when an expression is evaluated.
typedef struct
{
  const char *name; ///< as mbd_expression_is_name () wants it
  MbdDimension dimension;
} LwFormulaVariable;

/// Compile an expression of these variables, in this order, and the parameters of the mechanism.
/// `typed` is for sentences: the text that `text`, which is as long, was made of. False, and a
/// sentence that tells what is wrong.
bool lw_formula_compile (const char *text,
                         const char *typed,
                         const LwMechanism *mechanism,
                         const LwFormulaVariable *variables,
                         guint n_variables,
                         MbdExpression **expression,
                         MbdDimension *dimension,
                         GError **error);
/// The parameters of the mechanism that it uses, in the order in which it does, each once. Free
/// with g_ptr_array_unref ().
GPtrArray *lw_formula_find_parameters (const char *text, const LwMechanism *mechanism);
/// Whether it uses a parameter of the mechanism.
bool lw_formula_uses_parameters (const char *text, const LwMechanism *mechanism);
/// Whether it uses this name as that of a parameter; `with_units`: units are read as such.
bool lw_formula_uses (const char *text, const char *name, bool with_units);
/// The text with something else in the place of a name. Free with g_free ().
char *
lw_formula_replace (const char *text, const char *name, const char *replacement, bool with_units);
/// The parts between commas and semicolons outside of parentheses, without blanks around them.
char **lw_formula_split (const char *text, char decimal_point);
/// As it is kept in a file: with decimal points, and with the unit in which a plain result counts.
/// Evaluates to the same in every locale and system of units. Free with g_free ().
char *lw_formula_dup_kept (const char *text, const LwFormulaScope *scope);

G_END_DECLS
