// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A function of time as the user gave it: what a driver, a motor or the length of a rod follows. A
// value that can be written to a file; the engine gets an MbdFunction made of it. Immutable and
// shared by reference.

#pragma once

#include <glib-object.h>

#include "mbd.h"

G_BEGIN_DECLS

/// The most coefficients of a polynomial, and the most rows of a table.
#define LW_FUNCTION_MAX_COEFFICIENTS 64
#define LW_FUNCTION_MAX_ROWS 100000
/// The most parameters of a mechanism.
#define LW_MECHANISM_MAX_PARAMETERS 1000

typedef enum
{
  LW_FUNCTION_CONSTANT,
  LW_FUNCTION_HARMONIC,
  LW_FUNCTION_POLYNOMIAL,
  LW_FUNCTION_TABLE,
  LW_FUNCTION_EXPRESSION,
} LwFunctionKind;

/// For reading only. Numbers are in the unit of what follows the function.
typedef struct
{
  gatomicrefcount ref_count;
  LwFunctionKind kind;
  /// Constant: the value. Harmonic: mean, amplitude, frequency (rad/s), phase (rad). Polynomial:
  /// the coefficients from the lowest power up. Table: pairs of time (s) and value.
  GArray *numbers;
  double origin;       ///< polynomial: s, where its variable t - origin is 0
  MbdSplineEnds ends;  ///< table
  double end_rates[2]; ///< table with clamped ends: first derivative at both, per s
  char *expression;    ///< of t and the parameters of the mechanism; else NULL
} LwFunction;

/// A named number that expressions may use.
typedef struct
{
  char *name;       ///< as mbd_expression_is_name () wants it, not "t"
  double value;     ///< SI
  char *note;       ///< what it is; "" when nothing is said
  char *unit;       ///< of SI, in ASCII, as lw_units_shown () takes it; "1": a plain number
  char *expression; ///< what the value follows, as lw_formula_evaluate () takes it; NULL: nothing
  double minimum;   ///< the ends of its slider, SI; infinite: none
  double maximum;
} LwParameter;

/// Nothing is checked here: what cannot be followed is refused when the mechanism is compiled.
LwFunction *lw_function_new_constant (double value);
LwFunction *
lw_function_new_harmonic (double mean, double amplitude, double frequency, double phase);
LwFunction *
lw_function_new_polynomial (const double *coefficients, guint n_coefficients, double origin);
/// `rows`: pairs of time and value. `end_rates` may be NULL: 0 and 0.
LwFunction *lw_function_new_table (const double *rows,
                                   guint n_rows,
                                   MbdSplineEnds ends,
                                   const double end_rates[2]);
LwFunction *lw_function_new_expression (const char *text);

/// NULL is allowed in all of these.
LwFunction *lw_function_ref (const LwFunction *self);
void lw_function_unref (LwFunction *self);
/// Equal in every value (bit by bit for numbers).
gboolean lw_function_equal (const LwFunction *a, const LwFunction *b);
gsize lw_function_size (const LwFunction *self); ///< bytes, estimated
/// The function with all its values multiplied.
LwFunction *lw_function_scaled (const LwFunction *self, double factor);

const double *lw_function_get_numbers (const LwFunction *self);
guint lw_function_get_n_rows (const LwFunction *self); ///< of a table
/// The function for the engine, with these values of the parameters (of LwParameter). NULL, and in
/// *reason (free with g_free ()) how it must be changed, as the end of a sentence.
MbdFunction *
lw_function_compile (const LwFunction *self, const GPtrArray *parameters, char **reason);
/// What is wrong with the names of parameters, as the end of a sentence; NULL when nothing is.
char *lw_function_check_parameters (const GPtrArray *parameters);

/// A plain number without ends.
LwParameter *lw_parameter_new (const char *name, double value, const char *note);
void lw_parameter_set_name (LwParameter *self, const char *name);
void lw_parameter_set_unit (LwParameter *self, const char *unit);
void lw_parameter_set_expression (LwParameter *self, const char *expression); ///< NULL: none
gboolean lw_parameter_equal (const LwParameter *a, const LwParameter *b);
LwParameter *lw_parameter_copy (const LwParameter *self);
void lw_parameter_free (LwParameter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwFunction, lw_function_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwParameter, lw_parameter_free)

G_END_DECLS
