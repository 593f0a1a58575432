// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges of an expression: the code is run with intervals instead of numbers (R. E. Moore, Interval
// Analysis, 1966). The result contains every value that the expression has for variables in their
// ranges; it is wider if a variable occurs more than once, but shrinks with the ranges. A range that
// is not known reaches from -INFINITY to INFINITY. Bounds are not rounded outwards: they decide
// where a function of time must be evaluated, with a tolerance above round-off.

#include "expression-private.h"

#include <math.h>

static const MbdRange everything = { -INFINITY, INFINITY };

static MbdRange
point (double value)
{
  return (MbdRange){ value, value };
}

static bool
is_point (MbdRange a)
{
  return a.low == a.high;
}

static bool
contains (MbdRange a, double x)
{
  return a.low <= x && x <= a.high;
}

/// Returns the least range with these values.
static MbdRange
hull (const double *values, int count)
{
  MbdRange range = { INFINITY, -INFINITY };

  for (int i = 0; i < count; i++) {
    if (isnan (values[i]))
      return everything;
    range.low = fmin (range.low, values[i]);
    range.high = fmax (range.high, values[i]);
  }
  return range;
}

static MbdRange
unite (MbdRange a, MbdRange b)
{
  return (MbdRange){ fmin (a.low, b.low), fmax (a.high, b.high) };
}

/* Arithmetic ----------------------------------------------------------------------------------- */

MbdRange
mbd_range_add (const MbdRange *a)
{
  return (MbdRange){ a[0].low + a[1].low, a[0].high + a[1].high };
}

MbdRange
mbd_range_negate (const MbdRange *a)
{
  return (MbdRange){ -a[0].high, -a[0].low };
}

MbdRange
mbd_range_subtract (const MbdRange *a)
{
  return (MbdRange){ a[0].low - a[1].high, a[0].high - a[1].low };
}

/// 0 times anything is 0.
static double
product (double a, double b)
{
  return a == 0 || b == 0 ? 0 : a * b;
}

MbdRange
mbd_range_multiply (const MbdRange *a)
{
  const double corners[] = { product (a[0].low, a[1].low), product (a[0].low, a[1].high),
                             product (a[0].high, a[1].low), product (a[0].high, a[1].high) };

  return hull (corners, 4);
}

MbdRange
mbd_range_divide (const MbdRange *a)
{
  if (contains (a[1], 0))
    return everything;
  return mbd_range_multiply ((MbdRange[]){ a[0], { 1 / a[1].high, 1 / a[1].low } });
}

MbdRange
mbd_range_power (const MbdRange *a)
{
  if (!is_point (a[1]) && !(a[0].low > 0))
    return everything;
  const double corners[] = { pow (a[0].low, a[1].low), pow (a[0].high, a[1].low),
                             pow (a[0].low, a[1].high), pow (a[0].high, a[1].high) };
  MbdRange range = hull (corners, 4);
  // Between the ends only where the base passes 0.
  if (contains (a[0], 0))
    range = a[1].low < 0 ? everything : unite (range, point (pow (0, a[1].low)));
  return range;
}

MbdRange
mbd_range_length (const MbdRange *a)
{
  const MbdRange x = mbd_range_absolute (&a[0]), y = mbd_range_absolute (&a[1]);

  return (MbdRange){ hypot (x.low, y.low), hypot (x.high, y.high) };
}

/* Functions ------------------------------------------------------------------------------------ */

/// Returns the range of sin (x - shift).
static MbdRange
sine (MbdRange x, double shift)
{
  const double turn = 8 * atan (1);
  const double low = x.low - shift, high = x.high - shift;

  if (!(high - low < turn))
    return (MbdRange){ -1, 1 };
  MbdRange range = hull ((double[]){ sin (low), sin (high) }, 2);
  // A peak at turn / 4 and a trough at -turn / 4, both repeated.
  if (floor ((high - turn / 4) / turn) > floor ((low - turn / 4) / turn))
    range.high = 1;
  if (floor ((high + turn / 4) / turn) > floor ((low + turn / 4) / turn))
    range.low = -1;
  return range;
}

MbdRange
mbd_range_sine (const MbdRange *a)
{
  return sine (a[0], 0);
}

MbdRange
mbd_range_cosine (const MbdRange *a)
{
  return sine (a[0], -2 * atan (1));
}

MbdRange
mbd_range_tangent (const MbdRange *a)
{
  const double half_turn = 4 * atan (1);
  const double first = floor (a[0].low / half_turn + 0.5),
               last = floor (a[0].high / half_turn + 0.5);

  return first == last ? (MbdRange){ tan (a[0].low), tan (a[0].high) } : everything;
}

MbdRange
mbd_range_arc_cosine (const MbdRange *a)
{
  return hull ((double[]){ acos (a[0].low), acos (a[0].high) }, 2);
}

MbdRange
mbd_range_angle (const MbdRange *a)
{
  // Smooth unless the ranges reach the negative axis of the second argument.
  if (a[1].low <= 0 && contains (a[0], 0))
    return (MbdRange){ -4 * atan (1), 4 * atan (1) };
  const double corners[] = { atan2 (a[0].low, a[1].low), atan2 (a[0].low, a[1].high),
                             atan2 (a[0].high, a[1].low), atan2 (a[0].high, a[1].high) };
  return hull (corners, 4);
}

MbdRange
mbd_range_hyperbolic_cosine (const MbdRange *a)
{
  const MbdRange x = mbd_range_absolute (a);

  return (MbdRange){ cosh (x.low), cosh (x.high) };
}

/* Pieces --------------------------------------------------------------------------------------- */

MbdRange
mbd_range_absolute (const MbdRange *a)
{
  if (a[0].low >= 0)
    return a[0];
  if (a[0].high <= 0)
    return (MbdRange){ -a[0].high, -a[0].low };
  return (MbdRange){ 0, fmax (-a[0].low, a[0].high) };
}

MbdRange
mbd_range_sign (const MbdRange *a)
{
  return (MbdRange){ (a[0].low > 0) - (a[0].low < 0), (a[0].high > 0) - (a[0].high < 0) };
}

MbdRange
mbd_range_modulo (const MbdRange *a)
{
  if (!is_point (a[1]) || a[1].low == 0)
    return everything;
  const double turns = floor (a[0].low / a[1].low);
  if (turns == floor (a[0].high / a[1].low))
    return (MbdRange){ a[0].low - turns * a[1].low, a[0].high - turns * a[1].low };
  return (MbdRange){ fmin (0, a[1].low), fmax (0, a[1].low) };
}

MbdRange
mbd_range_minimum (const MbdRange *a)
{
  return (MbdRange){ fmin (a[0].low, a[1].low), fmin (a[0].high, a[1].high) };
}

MbdRange
mbd_range_maximum (const MbdRange *a)
{
  return (MbdRange){ fmax (a[0].low, a[1].low), fmax (a[0].high, a[1].high) };
}

MbdRange
mbd_range_clamp (const MbdRange *a)
{
  const MbdRange above = mbd_range_maximum (a);

  return mbd_range_minimum ((MbdRange[]){ above, a[2] });
}

MbdRange
mbd_range_ramp (const MbdRange *a)
{
  if (!is_point (a[1]) || !is_point (a[2]) || !(a[1].low < a[2].low))
    return (MbdRange){ 0, 1 };
  const double width = a[2].low - a[1].low;
  return (MbdRange){ fmin (fmax ((a[0].low - a[1].low) / width, 0), 1),
                     fmin (fmax ((a[0].high - a[1].low) / width, 0), 1) };
}

MbdRange
mbd_range_smooth (const MbdRange *a)
{
  const MbdRange u = mbd_range_ramp (a);

  return (MbdRange){ u.low * u.low * u.low * (10 + u.low * (6 * u.low - 15)),
                     u.high * u.high * u.high * (10 + u.high * (6 * u.high - 15)) };
}

/* Truth ---------------------------------------------------------------------------------------- */

static MbdRange
truth (bool always, bool never)
{
  return (MbdRange){ always, !never };
}

MbdRange
mbd_range_less (const MbdRange *a)
{
  return truth (a[0].high < a[1].low, a[0].low >= a[1].high);
}

MbdRange
mbd_range_at_most (const MbdRange *a)
{
  return truth (a[0].high <= a[1].low, a[0].low > a[1].high);
}

MbdRange
mbd_range_greater (const MbdRange *a)
{
  return truth (a[0].low > a[1].high, a[0].high <= a[1].low);
}

MbdRange
mbd_range_at_least (const MbdRange *a)
{
  return truth (a[0].low >= a[1].high, a[0].high < a[1].low);
}

MbdRange
mbd_range_equal (const MbdRange *a)
{
  return truth (is_point (a[0]) && is_point (a[1]) && a[0].low == a[1].low,
                a[0].high < a[1].low || a[0].low > a[1].high);
}

MbdRange
mbd_range_unequal (const MbdRange *a)
{
  const MbdRange equal = mbd_range_equal (a);

  return (MbdRange){ 1 - equal.high, 1 - equal.low };
}

static bool
is_true (MbdRange a)
{
  return !contains (a, 0);
}

static bool
is_false (MbdRange a)
{
  return a.low == 0 && a.high == 0;
}

MbdRange
mbd_range_and (const MbdRange *a)
{
  return truth (is_true (a[0]) && is_true (a[1]), is_false (a[0]) || is_false (a[1]));
}

MbdRange
mbd_range_or (const MbdRange *a)
{
  return truth (is_true (a[0]) || is_true (a[1]), is_false (a[0]) && is_false (a[1]));
}

MbdRange
mbd_range_not (const MbdRange *a)
{
  return truth (is_false (a[0]), is_true (a[0]));
}

MbdRange
mbd_range_choose (const MbdRange *a)
{
  return is_true (a[0]) ? a[1] : is_false (a[0]) ? a[2] : unite (a[1], a[2]);
}

/* Code ----------------------------------------------------------------------------------------- */

MbdRange
mbd_expression_range (const MbdExpression *expression, const MbdRange *variables)
{
  MbdRange stack[MBD_EXPRESSION_DEPTH];
  MbdRange *top = stack; // after the last value

  for (int i = 0; i < expression->n_code; i++) {
    const MbdInstruction instruction = expression->code[i];

    if (instruction.operation == MBD_OPERATION_NUMBER)
      *top++ = point (expression->numbers[instruction.index]);
    else if (instruction.operation == MBD_OPERATION_VARIABLE)
      *top++ = variables[instruction.index];
    else {
      const MbdOperation *operation = &mbd_operations[instruction.operation];

      top -= operation->least;
      *top = operation->range != NULL
               ? operation->range (top)
               : (MbdRange){ operation->one (top[0].low), operation->one (top[0].high) };
      // Outside of its domain a function is not known.
      if (!(top->low <= top->high))
        *top = everything;
      top++;
    }
  }
  return stack[0];
}
