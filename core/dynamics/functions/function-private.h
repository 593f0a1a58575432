// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the kinds of functions of time share.

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

/// Fill `why` (may be NULL) and return the code.
MbdStatus mbd_function_refuse (MbdStatus code, int row, double value, MbdDiagnosis *why);
MbdStatus mbd_function_check_finite (const double *numbers, int count, MbdDiagnosis *why);

/// As mbd_function_new_custom (), but a failure destroys user_data, and NULL for it means that
/// there was no memory.
MbdStatus mbd_function_take (const MbdFunctionClass *class_,
                             void *user_data,
                             MbdFunction **function,
                             MbdDiagnosis *why);

/// The next knot after t.
MbdKnot mbd_function_knot_after (const MbdFunction *function, double t);
/// How many of these increasing times are not after t.
int mbd_knots_until (const double *knots, int count, double t);
/// The first of these increasing times after t, INFINITY when there is none.
double mbd_knot_after (const double *knots, int count, double t);
