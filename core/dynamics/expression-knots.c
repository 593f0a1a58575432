// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where an expression of one variable is not smooth, as far as it can be told from its code: where
// a comparison, abs, sign, min, max, clamp, step, ramp or smooth switches between values that are
// straight lines in the variable. The code is run with lines instead of numbers.

#include "expression-private.h"

#include <math.h>

/// at_zero + slope t; NaN in both when the value is not a straight line.
typedef struct
{
  double at_zero, slope;
} Line;

typedef struct
{
  double *times;
  int count;
} Found;

static void
find_meeting (Found *found, Line a, Line b)
{
  double t = -(a.at_zero - b.at_zero) / (a.slope - b.slope);

  if (isfinite (t))
    found->times[found->count++] = t;
}

static void
find_knots (Found *found, const MbdOperation *operation, const Line *a)
{
  if (operation->knots == MBD_KNOTS_AT_ZERO)
    find_meeting (found, a[0], (Line){ 0, 0 });
  if (operation->knots == MBD_KNOTS_AT_OTHERS)
    for (int i = 1; i < operation->least; i++)
      find_meeting (found, a[0], a[i]);
}

static Line
apply (const MbdInstruction *instruction, const Line *a)
{
  switch (instruction->operation) {
  case MBD_OPERATION_ADD:
    return (Line){ a[0].at_zero + a[1].at_zero, a[0].slope + a[1].slope };
  case MBD_OPERATION_SUBTRACT:
    return (Line){ a[0].at_zero - a[1].at_zero, a[0].slope - a[1].slope };
  case MBD_OPERATION_NEGATE:
    return (Line){ -a[0].at_zero, -a[0].slope };
  case MBD_OPERATION_MULTIPLY:
    if (a[0].slope == 0 || a[1].slope == 0)
      return (Line){ a[0].at_zero * a[1].at_zero,
                     a[0].slope * a[1].at_zero + a[0].at_zero * a[1].slope };
    break;
  case MBD_OPERATION_DIVIDE:
    if (a[1].slope == 0)
      return (Line){ a[0].at_zero / a[1].at_zero, a[0].slope / a[1].at_zero };
    break;
  default:
    break;
  }
  return (Line){ NAN, NAN };
}

int
mbd_expression_knots (const MbdExpression *expression, double *knots)
{
  Line stack[MBD_EXPRESSION_DEPTH];
  Line *top = stack; // behind the last value
  Found found = { .times = knots };

  for (int i = 0; i < expression->n_code; i++) {
    const MbdInstruction *instruction = &expression->code[i];

    if (instruction->operation == MBD_OPERATION_NUMBER) {
      *top++ = (Line){ expression->numbers[instruction->index], 0 };
    } else if (instruction->operation == MBD_OPERATION_VARIABLE) {
      *top++ = (Line){ 0, 1 };
    } else {
      const MbdOperation *operation = &mbd_operations[instruction->operation];

      top -= operation->least;
      find_knots (&found, operation, top);
      *top = apply (instruction, top);
      top++;
    }
  }
  return found.count;
}
