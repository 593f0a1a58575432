// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the kinds of functions of time.

#pragma once

#include <stdatomic.h>

#include "expression-private.h"
#include "mbd-function.h"

struct MbdFunction
{
  atomic_int references;
  MbdFunctionClass class_;
  void *user_data;
};

/// Fills in `why` (may be NULL) and returns the code.
MbdStatus mbd_function_refuse (MbdStatus code, int row, double value, MbdDiagnosis *why);
MbdStatus mbd_function_check_finite (const double *numbers, int count, MbdDiagnosis *why);

/// Creates a custom function like mbd_function_new_custom (), but destroys user_data on failure and
/// treats user_data NULL as lack of memory.
MbdStatus mbd_function_take (const MbdFunctionClass *class_,
                             void *user_data,
                             MbdFunction **function,
                             MbdDiagnosis *why);

/// Returns the expression of a function of time in its only variable; NULL for other kinds.
const MbdExpression *mbd_function_expression (const MbdFunction *function);
/// Returns the expression of a function of time and signals: its variables are the time, then the
/// signals; NULL for functions of time only.
const MbdExpression *mbd_function_feedback (const MbdFunction *function);
/// Returns true if two functions of time and signals are the same, written alike with the same values;
/// NULL is allowed.
bool mbd_function_is_same_feedback (const MbdFunction *a, const MbdFunction *b);
/// Compiles an expression of t, of `free_count` names and of `count` - `free_count` constants with these
/// values; rows of a diagnosis are indices of names.
MbdStatus mbd_expression_compile_of_time (const char *text,
                                          const char *const *names,
                                          const double *values,
                                          int count,
                                          int free_count,
                                          MbdExpression **expression,
                                          MbdDiagnosis *why);
/// Returns the next knot after t.
MbdKnot mbd_function_knot_after (const MbdFunction *function, double t);
/// Returns the number of these increasing times that are not after t.
int mbd_knots_until (const double *knots, int count, double t);
/// Returns the first of these increasing times after t, INFINITY if there is none.
double mbd_knot_after (const double *knots, int count, double t);
