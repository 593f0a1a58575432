// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas as a user enters them: "2 in + 3 mm", "L/2 - 3 mm", "2 * (a + b) mm", "atan2(h, w)". The
// grammar is that of mbd-expression.h with units after numbers and parentheses. Terms of a sum or a
// comparison must have the same dimension. A number without a unit is a plain number, but a plain
// result is taken to be in the unit in which the value is displayed.

#pragma once

#include "lw-mechanism.h"
#include "lw-units.h"

G_BEGIN_DECLS

/// Maximum length, bytes.
#define LW_FORMULA_LENGTH 2000

/// Context of a formula.
typedef struct
{
  const LwMechanism *mechanism; ///< its parameters may be used; NULL: no parameters
  const char *unit;             ///< required SI unit of the value
  const char *shown;            ///< unit of a plain result; NULL: `unit`
  char decimal_point;           ///< accepted in addition to '.'; 0: none
} LwFormulaScope;

/// Evaluates a formula in SI. Returns false and sets the error if it is invalid.
bool
lw_formula_evaluate (const char *text, const LwFormulaScope *scope, double *value, GError **error);
/// Variable whose value is known only when an expression is evaluated.
typedef struct
{
  const char *name; ///< valid for mbd_expression_is_name ()
  MbdDimension dimension;
} LwFormulaVariable;

/// Compiles an expression of these variables, in this order, and the parameters of the mechanism.
/// `typed` is used in error messages: the original of `text`, with the same length. Returns false
/// and sets the error if it is invalid.
bool lw_formula_compile (const char *text,
                         const char *typed,
                         const LwMechanism *mechanism,
                         const LwFormulaVariable *variables,
                         guint n_variables,
                         MbdExpression **expression,
                         MbdDimension *dimension,
                         GError **error);
/// Returns the parameters of the mechanism that the text uses, in the order of their first use,
/// without duplicates. Free with g_ptr_array_unref ().
GPtrArray *lw_formula_find_parameters (const char *text, const LwMechanism *mechanism);
/// Returns true if it uses a parameter of the mechanism.
bool lw_formula_uses_parameters (const char *text, const LwMechanism *mechanism);
/// Returns true if it uses this name as a parameter; `with_units`: units are recognised.
bool lw_formula_uses (const char *text, const char *name, bool with_units);
/// Returns the text with a name replaced. Free with g_free ().
char *
lw_formula_replace (const char *text, const char *name, const char *replacement, bool with_units);
/// Returns the parts between commas and semicolons outside parentheses, without surrounding spaces.
char **lw_formula_split (const char *text, char decimal_point);
/// Returns the text in the form stored in files: with decimal points, and with the unit of a plain
/// result. It has the same value in every locale and unit system. Free with g_free ().
char *lw_formula_dup_kept (const char *text, const LwFormulaScope *scope);

G_END_DECLS
