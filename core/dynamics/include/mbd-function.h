// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time with their first and second derivative, as drivers, loads and laws need them.

#pragma once

#include "mbd-api.h"
#include "mbd-expression.h"

MBD_BEGIN_DECLS

/// A function of time: constant and reference counted (atomically); any number of threads may
/// evaluate one at a time (a function of one's own must allow that).
typedef struct MbdFunction MbdFunction;

/// How a table ends, at its first and at its last time.
typedef enum
{
  /// Second derivative 0; goes on as a straight line, so that the function is C2 everywhere.
  MBD_SPLINE_NATURAL,
  /// Given first derivative; goes on as a straight line with it. With the rate 0 the value is held.
  /// The second derivative jumps to 0 there.
  MBD_SPLINE_CLAMPED,
  /// Repeats; C2 everywhere. The last value must equal the first.
  MBD_SPLINE_PERIODIC,
} MbdSplineEnds;

/// What a function of one's own does. `next_knot` may be NULL when the function is smooth,
/// `destroy` when there is nothing to destroy. Called from any thread that evaluates.
typedef struct
{
  MbdJet (*evaluate) (double t, void *user_data);  ///< value and derivatives at t; required
  double (*next_knot) (double t, void *user_data); ///< as mbd_function_next_knot ()
  void (*destroy) (void *user_data);               ///< frees user_data
} MbdFunctionClass;

// Constructors. On failure *function is NULL, `why` (may be NULL) has the code, the offending
// number in `value` and its index, or the row of the table, in `row`. Numbers that are not finite
// are refused (MBD_STATUS_NOT_FINITE). Arrays are copied.

/// f = value.
MbdStatus mbd_function_new_constant (double value, MbdFunction **function, MbdDiagnosis *why);

/// f = mean + amplitude sin (frequency t + phase); frequency in rad/s, phase in rad.
MbdStatus mbd_function_new_harmonic (double mean,
                                     double amplitude,
                                     double frequency,
                                     double phase,
                                     MbdFunction **function,
                                     MbdDiagnosis *why);

/// f = sum of coefficients[k] (t - origin)^k, k = 0 ... count - 1; count >= 1, else
/// MBD_STATUS_BAD_PARAMETER.
MbdStatus mbd_function_new_polynomial (const double *coefficients,
                                       int count,
                                       double origin,
                                       MbdFunction **function,
                                       MbdDiagnosis *why);

/// The C2 cubic spline through a table. The times must increase from row to row
/// (MBD_STATUS_TABLE_ORDER names the first row that does not). At least 2 rows, 3 when periodic
/// (MBD_STATUS_TABLE_TOO_SHORT). `end_rates`: first derivative at both ends when clamped, NULL for
/// 0 and 0; else not read.
MbdStatus mbd_function_new_table (const double *times,
                                  const double *values,
                                  int count,
                                  MbdSplineEnds ends,
                                  const double end_rates[2],
                                  MbdFunction **function,
                                  MbdDiagnosis *why);

/// The expression `text` of the time t and of `count` parameters, whose values are those given here
/// for good. A parameter called t is refused (MBD_STATUS_DUPLICATE_NAME). Other failures as in
/// mbd_expression_compile (); for mbd_expression_explain () the names are t and those given here.
MbdStatus mbd_function_new_expression (const char *text,
                                       const char *const *names,
                                       const double *values,
                                       int count,
                                       MbdFunction **function,
                                       MbdDiagnosis *why);

/// A function of one's own; the class table is copied. On failure (no `evaluate`:
/// MBD_STATUS_BAD_PARAMETER) user_data is not destroyed.
MbdStatus mbd_function_new_custom (const MbdFunctionClass *class_,
                                   void *user_data,
                                   MbdFunction **function,
                                   MbdDiagnosis *why);

/// Adds a reference and returns the function; NULL is allowed.
MbdFunction *mbd_function_ref (const MbdFunction *function);
/// Drops a reference; the last one frees the function. NULL is allowed.
void mbd_function_unref (const MbdFunction *function);

/// f, f', f'' at t. Numbers that are not finite come out as they are: whoever uses the function
/// looks. Takes no memory.
MbdJet mbd_function_evaluate (const MbdFunction *function, double t);

/// The next time after t at which the third or a lower derivative jumps, so that an integration
/// step may end there; INFINITY when there is none. Of an expression those times are known at which
/// a comparison, abs, sign, floor, ceil, round, mod, min, max, clamp, step, ramp or smooth switches
/// between straight lines in t, as in step(t, 2), abs(2*t - 5) or mod(t, 1) < 0.1 ? 1 : 0, nested
/// and combined as one likes; not all of them need be knots. The values from a knot on are those of
/// the piece that begins there.
double mbd_function_next_knot (const MbdFunction *function, double t);

MBD_END_DECLS
