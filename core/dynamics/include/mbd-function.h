// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time with their first and second derivative, used by drivers, loads and laws.

#pragma once

#include "mbd-api.h"
#include "mbd-expression.h"

MBD_BEGIN_DECLS

/// A function of time: constant and reference counted (atomically); any number of threads may
/// evaluate it at the same time (a custom function must allow that).
typedef struct MbdFunction MbdFunction;

/// Behaviour of a table before its first and after its last time.
typedef enum
{
  /// Second derivative 0; continues as a straight line, so that the function is C2 everywhere.
  MBD_SPLINE_NATURAL,
  /// Given first derivative; continues as a straight line with it. With the rate 0 the value is
  /// held. The second derivative jumps to 0 there.
  MBD_SPLINE_CLAMPED,
  /// Repeats; C2 everywhere. The last value must equal the first.
  MBD_SPLINE_PERIODIC,
} MbdSplineEnds;

/// Callbacks of a custom function. `next_knot` may be NULL if the function is smooth, `destroy` if
/// there is nothing to free. Called from any thread that evaluates.
typedef struct
{
  MbdJet (*evaluate) (double t, void *user_data);  ///< value and derivatives at t; required
  double (*next_knot) (double t, void *user_data); ///< like mbd_function_next_knot ()
  void (*destroy) (void *user_data);               ///< frees user_data
} MbdFunctionClass;

// Constructors. On failure *function is NULL, and `why` (may be NULL) has the code, the offending
// number in `value`, and in `row` its index or the row of the table. Numbers that are not finite
// are refused (MBD_STATUS_NOT_FINITE). Arrays are copied.

/// Creates f = value.
MbdStatus mbd_function_new_constant (double value, MbdFunction **function, MbdDiagnosis *why);

/// Creates f = mean + amplitude sin (frequency t + phase); frequency in rad/s, phase in rad.
MbdStatus mbd_function_new_harmonic (double mean,
                                     double amplitude,
                                     double frequency,
                                     double phase,
                                     MbdFunction **function,
                                     MbdDiagnosis *why);

/// Creates f = sum of coefficients[k] (t - origin)^k, k = 0 ... count - 1. Returns
/// MBD_STATUS_BAD_PARAMETER if count < 1.
MbdStatus mbd_function_new_polynomial (const double *coefficients,
                                       int count,
                                       double origin,
                                       MbdFunction **function,
                                       MbdDiagnosis *why);

/// Creates the C2 cubic spline through a table. The times must increase from row to row
/// (MBD_STATUS_TABLE_ORDER names the first row that does not). At least 2 rows, 3 if periodic
/// (MBD_STATUS_TABLE_TOO_SHORT). `end_rates`: first derivative at both ends if clamped, NULL for 0
/// and 0; otherwise not read.
MbdStatus mbd_function_new_table (const double *times,
                                  const double *values,
                                  int count,
                                  MbdSplineEnds ends,
                                  const double end_rates[2],
                                  MbdFunction **function,
                                  MbdDiagnosis *why);

/// Creates a function from the expression `text` of the time t and of `count` parameters, whose
/// values are fixed here. A parameter called t is refused (MBD_STATUS_DUPLICATE_NAME). Other
/// failures are those of mbd_expression_compile (); for mbd_expression_explain () the names are t
/// followed by the given names.
MbdStatus mbd_function_new_expression (const char *text,
                                       const char *const *names,
                                       const double *values,
                                       int count,
                                       MbdFunction **function,
                                       MbdDiagnosis *why);

/// Creates a custom function; the class table is copied. On failure (no `evaluate`:
/// MBD_STATUS_BAD_PARAMETER) user_data is not destroyed.
MbdStatus mbd_function_new_custom (const MbdFunctionClass *class_,
                                   void *user_data,
                                   MbdFunction **function,
                                   MbdDiagnosis *why);

/// Adds a reference and returns the function; NULL is allowed.
MbdFunction *mbd_function_ref (const MbdFunction *function);
/// Drops a reference; the last one frees the function. NULL is allowed.
void mbd_function_unref (const MbdFunction *function);

/// Returns f, f', f'' at t. Numbers that are not finite are returned unchanged; callers must check
/// them. Does not allocate.
MbdJet mbd_function_evaluate (const MbdFunction *function, double t);

/// Returns the next time after t at which the third or a lower derivative jumps, so that an
/// integration step may end there; INFINITY if there is none. For an expression these are the times
/// at which a comparison, abs, sign, floor, ceil, round, mod, min, max, clamp, step, ramp or smooth
/// switches between straight lines in t, as in step(t, 2), abs(2*t - 5) or mod(t, 1) < 0.1 ? 1 : 0,
/// nested and combined in any way; not all of them need be knots. The values from a knot onwards
/// belong to the piece that begins there.
double mbd_function_next_knot (const MbdFunction *function, double t);

MBD_END_DECLS
