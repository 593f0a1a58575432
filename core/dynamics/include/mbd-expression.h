// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Formulas typed by the user, compiled once and evaluated with exact first and second derivatives.
//
// Grammar, from the weakest binding to the strongest:
//
//   c ? a : b            right to left; any number but 0 is true
//   a || b    a && b     1 or 0
//   < <= > >= == !=      1 or 0; not chained: write 0 < t && t < 1
//   a + b   a - b
//   a * b   a / b
//   -a   +a   !a
//   a ^ b                right to left: 2^3^2 is 2^9, -2^2 is -4, 2^-1 is 0.5
//
// Numbers have a decimal point in every locale: 2, 0.5, .5, 1e-3. Names are letters (Latin, Greek,
// Cyrillic), digits and underscores; case matters. Signs that editors insert are also accepted:
// U+2212 for minus, a middle dot or a cross for times, the obelus for division, and the single
// signs for <=, >= and !=.
//
// Constants: pi, tau = 2 pi, e, and the Greek letters of the first two. A variable of the same name
// hides a constant; a name followed by a parenthesis is always a function.
//
// Functions (angles in rad):
//
//   sin cos tan asin acos atan atan2(y, x) sinh cosh tanh asinh acosh atanh
//   exp ln log log10 log2 sqrt cbrt pow(a, b) hypot(a, b)        log is ln
//   abs sign floor ceil round mod(a, b)    round: halves away from 0; mod has the sign of b
//   min(a, b, ...) max(a, b, ...) clamp(a, low, high)            low <= high
//   if(c, a, b)           as c ? a : b
//   step(t, t0)           0 before t0, 1 from t0 onwards
//   ramp(t, t0, t1)       0 before t0, 1 after t1, straight between; t0 < t1
//   smooth(t, t0, t1)     like ramp, as a C2 quintic: u^3 (10 - 15 u + 6 u^2) with
//                         u = (t - t0) / (t1 - t0)
//
// Derivatives are taken along the common parameter of the jets (usually time), from the right where
// the two sides differ: |x| at x = 0 has the derivative |x'|, min and max take the argument that is
// the smaller or larger one an instant later, ramp rises from t0 onwards. Steps (sign, floor,
// comparisons, step) have the derivative 0 everywhere, also where they jump, and ?: chooses by the
// values at the instant. An argument whose first and second derivative are 0 counts as constant and
// adds nothing, even where the function itself has no derivative: sqrt(a) with a = 0 is valid for a
// parameter and not finite for sqrt(t) at t = 0.
//
// NaN is never hidden: comparisons, choices, min and max propagate it, and evaluation reports
// MBD_STATUS_NOT_FINITE. Only && and || ignore their right side if the left one decides, and the
// branch of a choice that is not taken may have any value.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd-api.h"
#include "mbd-status.h"

MBD_BEGIN_DECLS

/// A compiled expression: constant and reference counted (atomically); any number of threads may
/// evaluate it at the same time.
typedef struct MbdExpression MbdExpression;

/// A value with its first two derivatives along one parameter.
typedef struct
{
  double value;  ///< value
  double first;  ///< first derivative
  double second; ///< second derivative
} MbdJet;

enum
{
  MBD_EXPRESSION_LENGTH = 4096, ///< longest text, bytes
  MBD_EXPRESSION_DEPTH = 64,    ///< deepest nesting, and largest number of intermediate values at a
                                ///< time
};

/// Compiles `text` (UTF-8) with the given names of variables, in the order of the values at
/// evaluation. On failure *expression is NULL and `why` (may be NULL) has the code, the faulty part
/// of the text, and in `value` the number of arguments found if that number is wrong.
/// mbd_expression_explain () composes the message. BAD_VARIABLE_NAME: `row` is the index of a
/// variable name that is not valid; DUPLICATE_NAME: of one that occurs twice.
MbdStatus mbd_expression_compile (const char *text,
                                  const char *const *names,
                                  int count,
                                  MbdExpression **expression,
                                  MbdDiagnosis *why);
/// Compiles like mbd_expression_compile (), with the last `count` - `free` names as constants with
/// these values. The names are checked; the values need not be finite.
MbdStatus mbd_expression_compile_bound (const char *text,
                                        const char *const *names,
                                        int count,
                                        int free,
                                        const double *values,
                                        MbdExpression **expression,
                                        MbdDiagnosis *why);
/// Adds a reference and returns the expression; NULL is allowed.
MbdExpression *mbd_expression_ref (const MbdExpression *expression);
/// Drops a reference; the last one frees the expression. NULL is allowed.
void mbd_expression_unref (const MbdExpression *expression);

/// Computes the value and derivatives of the expression from those of the variables, one for each
/// name. To get the partial derivatives with respect to variable i, pass the jet (x, 1, 0) for it
/// and (x, 0, 0) for all others. Returns MBD_STATUS_NOT_FINITE if any of the three numbers is not
/// finite; they are written anyway. Does not allocate.
MbdStatus
mbd_expression_evaluate (const MbdExpression *expression, const MbdJet *variables, MbdJet *result);

/// Computes only the value, in less time: the same number to the last bit as the value of the jet if
/// the jet is finite and the variables have no derivatives or nothing jumps at this instant. Where a
/// step or comparison jumps, the jet has the value an instant later.
MbdStatus
mbd_expression_value (const MbdExpression *expression, const double *variables, double *result);

/// Returns the text, as compiled.
const char *mbd_expression_text (const MbdExpression *expression);
/// Returns the number of variables.
int mbd_expression_variable_count (const MbdExpression *expression);
/// Returns the name of a variable, or NULL if the index is out of range.
const char *mbd_expression_variable_name (const MbdExpression *expression, int variable);

/// Returns true if the expression uses this variable; false for an index out of range.
bool mbd_expression_uses (const MbdExpression *expression, int variable);
/// Returns true if the expression uses no variable, so that its value never changes.
bool mbd_expression_is_constant (const MbdExpression *expression);

/// Base quantities of a dimension. Angle is a separate base, so that 3 deg and 3 differ.
typedef enum
{
  MBD_BASE_LENGTH,
  MBD_BASE_MASS,
  MBD_BASE_TIME,
  MBD_BASE_ANGLE,
  MBD_BASE_CURRENT,
  MBD_BASE_TEMPERATURE,
  MBD_BASE_AMOUNT,
  MBD_BASE_LIGHT,
  MBD_BASE_COUNT
} MbdBase;

/// Powers of the base quantities; all 0 for a plain number.
typedef struct
{
  double power[MBD_BASE_COUNT]; ///< exponent of each base
  bool is_any;                  ///< true for a plain 0, which is compatible with every dimension
} MbdDimension;

/// Returns true if values of the two dimensions may be added. Angles are compared only if there is
/// neither length nor mass: N m and N m/rad are alike, rad/s and 1/s are not.
bool mbd_dimension_alike (const MbdDimension *a, const MbdDimension *b);
/// Returns true if all powers are 0.
bool mbd_dimension_is_number (const MbdDimension *dimension);

/// Computes the dimension of the value from values and dimensions of the variables; the values are
/// needed for exponents. Returns false if an operation does not suit the dimensions of its
/// arguments, which are then in `faults`; the second one is dimensionless if a plain number was
/// required.
bool mbd_expression_dimension (const MbdExpression *expression,
                               const double *values,
                               const MbdDimension *dimensions,
                               MbdDimension *result,
                               MbdDimension faults[2]);

/// Returns true if a text is a valid name of a variable.
bool mbd_expression_is_name (const char *name);

/// Writes the message for a failed mbd_expression_compile () with the same text and names, in
/// English, without a full stop: "the name ‘foo’ in column 5 is not known here; known are t and
/// length". Columns count characters from 1. Writes at most `size` bytes including the final 0 and
/// never part of a character; returns `buffer`. Codes that do not concern an expression yield the
/// text of the status.
char *mbd_expression_explain (const char *text,
                              const char *const *names,
                              int count,
                              const MbdDiagnosis *why,
                              char *buffer,
                              size_t size);

MBD_END_DECLS
