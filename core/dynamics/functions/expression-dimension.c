// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dimension of an expression: its code is run on powers of the base quantities instead of values.
// Each operation has a rule; values are computed too, for exponents: L^n is a length for n = 1
// only.

#include "expression-private.h"

#include <math.h>
#include <string.h>

/// Tolerance of powers, which roots make fractional.
static const double tolerance = 1e-9;

static bool
same_power (const MbdDimension *a, const MbdDimension *b, MbdBase base)
{
  return fabs (a->power[base] - b->power[base]) <= tolerance;
}

static bool
has (const MbdDimension *dimension, MbdBase base)
{
  return fabs (dimension->power[base]) > tolerance;
}

bool
mbd_dimension_alike (const MbdDimension *a, const MbdDimension *b)
{
  if (a->is_any || b->is_any)
    return true;
  for (int base = 0; base < MBD_BASE_COUNT; base++)
    if (base != MBD_BASE_ANGLE && !same_power (a, b, base))
      return false;
  return same_power (a, b, MBD_BASE_ANGLE) || has (a, MBD_BASE_LENGTH) || has (a, MBD_BASE_MASS);
}

bool
mbd_dimension_is_number (const MbdDimension *dimension)
{
  const MbdDimension number = { 0 };

  return mbd_dimension_alike (dimension, &number);
}

static MbdDimension
scaled (const MbdDimension *a, double factor)
{
  MbdDimension result = *a;

  for (int base = 0; base < MBD_BASE_COUNT; base++)
    result.power[base] *= factor;
  return result;
}

/// Returns a + factor b, of the powers.
static MbdDimension
combined (const MbdDimension *a, const MbdDimension *b, double factor)
{
  MbdDimension result = *a;

  for (int base = 0; base < MBD_BASE_COUNT; base++)
    result.power[base] += factor * b->power[base];
  result.is_any = a->is_any || (factor > 0 && b->is_any);
  return result;
}

/// Returns true if all from `first` onwards are alike, with the one that is not 0 everywhere in
/// *common.
static bool
are_alike (const MbdDimension *a, int first, int n, MbdDimension *common, MbdDimension faults[2])
{
  *common = a[first];
  for (int i = first + 1; i < n; i++) {
    if (!mbd_dimension_alike (common, &a[i])) {
      faults[0] = *common;
      faults[1] = a[i];
      return false;
    }
    if (common->is_any)
      *common = a[i];
  }
  return true;
}

static bool
are_numbers (const MbdDimension *a, int first, int n, MbdDimension faults[2])
{
  for (int i = first; i < n; i++)
    if (!mbd_dimension_is_number (&a[i])) {
      faults[0] = a[i];
      faults[1] = (MbdDimension){ 0 };
      return false;
    }
  return true;
}

/// Applies the rule of an operation to the dimensions `a` of its arguments, with the values
/// `values`; the result replaces the first.
static bool
apply (const MbdOperation *operation, MbdDimension *a, const double *values, MbdDimension faults[2])
{
  const MbdDimension number = { 0 };
  const MbdDimension angle = { .power = { [MBD_BASE_ANGLE] = 1 } };
  const int n = operation->least;
  MbdDimension common;

  switch (operation->rule) {
  case MBD_RULE_ALIKE:
    return are_alike (a, 0, n, &a[0], faults);
  case MBD_RULE_COMPARED:
    if (!are_alike (a, 0, n, &common, faults))
      return false;
    a[0] = number;
    return true;
  case MBD_RULE_CHOICE:
    if (!are_numbers (a, 0, 1, faults) || !are_alike (a, 1, n, &common, faults))
      return false;
    a[0] = common;
    return true;
  case MBD_RULE_PRODUCT:
    a[0] = combined (&a[0], &a[1], 1);
    return true;
  case MBD_RULE_QUOTIENT:
    a[0] = combined (&a[0], &a[1], -1);
    return true;
  case MBD_RULE_POWER:
    if (!are_numbers (a, 1, 2, faults))
      return false;
    a[0] = scaled (&a[0], isfinite (values[1]) ? values[1] : 1);
    return true;
  case MBD_RULE_SQUARE_ROOT:
    a[0] = scaled (&a[0], 1.0 / 2);
    return true;
  case MBD_RULE_CUBE_ROOT:
    a[0] = scaled (&a[0], 1.0 / 3);
    return true;
  case MBD_RULE_OF_ANGLE:
    if (!mbd_dimension_alike (&a[0], &angle) && !are_numbers (a, 0, 1, faults))
      return false;
    a[0] = number;
    return true;
  case MBD_RULE_TO_ANGLE:
    if (!are_numbers (a, 0, n, faults))
      return false;
    a[0] = angle;
    return true;
  case MBD_RULE_ALIKE_TO_ANGLE:
    if (!are_alike (a, 0, n, &common, faults))
      return false;
    a[0] = angle;
    return true;
  case MBD_RULE_NUMBERS:
    break;
  }
  if (!are_numbers (a, 0, n, faults))
    return false;
  a[0] = number;
  return true;
}

bool
mbd_expression_dimension (const MbdExpression *expression,
                          const double *values,
                          const MbdDimension *dimensions,
                          MbdDimension *result,
                          MbdDimension faults[2])
{
  MbdDimension stack[MBD_EXPRESSION_DEPTH];
  double numbers[MBD_EXPRESSION_DEPTH];
  int top = 0; // after the last value

  for (int i = 0; i < expression->n_code; i++) {
    const MbdInstruction *instruction = &expression->code[i];
    const MbdOperation *operation = &mbd_operations[instruction->operation];

    if (instruction->operation == MBD_OPERATION_NUMBER) {
      numbers[top] = expression->numbers[instruction->index];
      stack[top] = (MbdDimension){ .is_any = numbers[top] == 0 };
      top++;
    } else if (instruction->operation == MBD_OPERATION_VARIABLE) {
      numbers[top] = values[instruction->index];
      stack[top++] = dimensions[instruction->index];
    } else {
      top -= operation->least - 1;
      if (!apply (operation, &stack[top - 1], &numbers[top - 1], faults))
        return false;
      numbers[top - 1] = mbd_operation_value (operation, &numbers[top - 1]);
    }
  }
  *result = stack[0];
  return true;
}
