// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Function of time as the user defined it, followed by a driver, a motor or the length of a rod. A
// value that can be written to a file and converted to an MbdFunction. Immutable and shared by
// reference.

#pragma once

#include <glib-object.h>

#include "mbd.h"

G_BEGIN_DECLS

/// Maximum numbers of coefficients of a polynomial and of rows of a table.
#define LW_FUNCTION_MAX_COEFFICIENTS 64
#define LW_FUNCTION_MAX_ROWS 100000
/// Maximum number of parameters of a mechanism.
#define LW_MECHANISM_MAX_PARAMETERS 1000

typedef enum
{
  LW_FUNCTION_CONSTANT,
  LW_FUNCTION_HARMONIC,
  LW_FUNCTION_POLYNOMIAL,
  LW_FUNCTION_TABLE,
  LW_FUNCTION_EXPRESSION,
} LwFunctionKind;

/// Read-only data. Numbers are in the unit of the quantity that follows the function.
typedef struct
{
  gatomicrefcount ref_count;
  LwFunctionKind kind;
  /// Constant: the value. Harmonic: mean, amplitude, frequency (rad/s), phase (rad). Polynomial:
  /// coefficients from the lowest power upwards. Table: pairs of time (s) and value.
  GArray *numbers;
  double origin;       ///< polynomial: time at which its variable t - origin is 0, s
  MbdSplineEnds ends;  ///< table
  double end_rates[2]; ///< table with clamped ends: first derivative at both ends, per s
  char *expression;    ///< expression of t and the parameters of the mechanism; else NULL
} LwFunction;

/// Named number for use in expressions.
typedef struct
{
  char *name;       ///< valid for mbd_expression_is_name (), not "t"
  double value;     ///< SI
  char *note;       ///< description; "" if there is none
  char *unit;       ///< SI unit, in ASCII, as lw_units_shown () takes it; "1": a plain number
  char *expression; ///< expression for the value, for lw_formula_evaluate (); NULL if it is a fixed
                    ///< number
  double minimum;   ///< limits of its slider, SI; infinite: no limit
  double maximum;
} LwParameter;

/// These functions check nothing: functions that cannot be followed are refused on compiling.
LwFunction *lw_function_new_constant (double value);
LwFunction *
lw_function_new_harmonic (double mean, double amplitude, double frequency, double phase);
LwFunction *
lw_function_new_polynomial (const double *coefficients, guint n_coefficients, double origin);
/// Returns a table. `rows`: pairs of time and value. `end_rates` may be NULL: 0 and 0.
LwFunction *lw_function_new_table (const double *rows,
                                   guint n_rows,
                                   MbdSplineEnds ends,
                                   const double end_rates[2]);
LwFunction *lw_function_new_expression (const char *text);

/// NULL is allowed in all of these functions.
LwFunction *lw_function_ref (const LwFunction *self);
void lw_function_unref (LwFunction *self);
/// Returns TRUE if all values are equal (bit by bit for numbers).
gboolean lw_function_equal (const LwFunction *a, const LwFunction *b);
gsize lw_function_size (const LwFunction *self); ///< bytes, estimated
/// Returns the function with all its values multiplied by `factor`.
LwFunction *lw_function_scaled (const LwFunction *self, double factor);

const double *lw_function_get_numbers (const LwFunction *self);
guint lw_function_get_n_rows (const LwFunction *self); ///< number of rows of a table
/// Returns the function for the engine, with these values of the parameters (array of LwParameter).
/// On failure returns NULL and sets *reason (free with g_free ()) to a
/// clause (no capital, no full stop) that says how to correct the function.
MbdFunction *
lw_function_compile (const LwFunction *self, const GPtrArray *parameters, char **reason);
/// Returns the error in the names or values of parameters as a clause (no
/// capital, no full stop), or NULL if there is none.
char *lw_function_check_parameters (const GPtrArray *parameters);

/// Returns a parameter that is a plain number without limits.
LwParameter *lw_parameter_new (const char *name, double value, const char *note);
void lw_parameter_set_name (LwParameter *self, const char *name);
void lw_parameter_set_unit (LwParameter *self, const char *unit);
void lw_parameter_set_expression (LwParameter *self, const char *expression); ///< NULL: a fixed
                                                                              ///< number
gboolean lw_parameter_equal (const LwParameter *a, const LwParameter *b);
LwParameter *lw_parameter_copy (const LwParameter *self);
void lw_parameter_free (LwParameter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwFunction, lw_function_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwParameter, lw_parameter_free)

G_END_DECLS
