// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Times at which an expression is not smooth in one of its variables t, as far as its code
// determines them. The code is run with pieces instead of numbers: the straight line that a value
// follows right of t, and the knot at which that line ends. A comparison, abs, min, step, floor,
// ... of straight lines is itself a straight line up to the point where they meet or reach the next
// whole number. Pieces that are not chosen or are multiplied by 0 are distinguished from the
// others, so that only relevant knots are found.
//
// A knot is the root of a difference of lines. When the expression is evaluated, rounding moves the
// crossing of the values: by up to a fixed number of roundings of the terms of the difference,
// divided by its slope. This is the blur of the knot.

#include "expression-private.h"

#include <float.h>
#include <math.h>

static const double roundings = 8;

double
mbd_knot_blur (double time)
{
  return roundings * DBL_EPSILON * fmax (fabs (time), 1e-3);
}

static const MbdKnot no_knot = { INFINITY, 0 };

static MbdKnot
sooner (MbdKnot a, MbdKnot b)
{
  return b.time < a.time ? b : a;
}

/* Pieces --------------------------------------------------------------------------------------- */

static MbdPiece
constant (double value, MbdKnot until)
{
  return (MbdPiece){ .at_zero = value, .size = { fabs (value), 0 }, .until = until };
}

/// Returns a piece that is smooth but not a straight line, or not known.
static MbdPiece
unknown (MbdKnot until)
{
  return (MbdPiece){ .at_zero = NAN, .slope = NAN, .until = until };
}

static bool
is_line (MbdPiece a)
{
  return isfinite (a.at_zero) && isfinite (a.slope);
}

static bool
is_constant (MbdPiece a)
{
  return isfinite (a.at_zero) && a.slope == 0;
}

static MbdPiece
scaled (MbdPiece a, double factor)
{
  a.at_zero *= factor;
  a.slope *= factor;
  a.size[0] *= fabs (factor);
  a.size[1] *= fabs (factor);
  return a;
}

static MbdPiece
sum (MbdPiece a, MbdPiece b)
{
  return (MbdPiece){ a.at_zero + b.at_zero,
                     a.slope + b.slope,
                     { a.size[0] + b.size[0], a.size[1] + b.size[1] },
                     sooner (a.until, b.until) };
}

static MbdPiece
difference (MbdPiece a, MbdPiece b)
{
  return sum (a, scaled (b, -1));
}

/// Returns the time at which a line passes 0.
static MbdKnot
root (MbdPiece line)
{
  const double time = -line.at_zero / line.slope;
  const double noise = roundings * DBL_EPSILON * (line.size[0] + line.size[1] * fabs (time));

  return isfinite (time) && line.slope != 0
           ? (MbdKnot){ time, fmax (noise / fabs (line.slope), mbd_knot_blur (time)) }
           : no_knot;
}

/// Returns the sign of a line right of t. *until becomes the time at which it changes if that is
/// sooner.
static double
sign_after (MbdPiece line, double t, MbdKnot *until)
{
  if (line.slope == 0)
    return (line.at_zero > 0) - (line.at_zero < 0);
  const MbdKnot zero = root (line);
  if (!(zero.time > t))
    return line.slope;
  *until = sooner (*until, zero);
  return -line.slope;
}

/* Comparisons ---------------------------------------------------------------------------------- */

/// Returns a comparison that holds for differences of the given signs.
static MbdPiece
compare (const MbdPiece *a, double t, bool below, bool equal, bool above)
{
  const MbdPiece apart = difference (a[0], a[1]);
  MbdKnot until = apart.until;

  if (!is_line (apart))
    return unknown (until);
  const double sign = sign_after (apart, t, &until);
  return constant (sign < 0 ? below : sign > 0 ? above : equal, until);
}

MbdPiece
mbd_piece_less (const MbdPiece *a, double t)
{
  return compare (a, t, true, false, false);
}

MbdPiece
mbd_piece_at_most (const MbdPiece *a, double t)
{
  return compare (a, t, true, true, false);
}

MbdPiece
mbd_piece_greater (const MbdPiece *a, double t)
{
  return compare (a, t, false, false, true);
}

MbdPiece
mbd_piece_at_least (const MbdPiece *a, double t)
{
  return compare (a, t, false, true, true);
}

MbdPiece
mbd_piece_equal (const MbdPiece *a, double t)
{
  return compare (a, t, false, true, false);
}

MbdPiece
mbd_piece_unequal (const MbdPiece *a, double t)
{
  return compare (a, t, true, false, true);
}

/// Combines by AND if `decisive` is false, by OR if true. One operand with the value `decisive`
/// determines the result.
static MbdPiece
combine (const MbdPiece *a, bool decisive)
{
  const MbdKnot until = sooner (a[0].until, a[1].until);

  for (int i = 0; i < 2; i++)
    if (is_constant (a[i]) && (a[i].at_zero != 0) == decisive)
      return constant (decisive, a[i].until);
  return is_constant (a[0]) && is_constant (a[1]) ? constant (!decisive, until) : unknown (until);
}

MbdPiece
mbd_piece_and (const MbdPiece *a, double t)
{
  return combine (a, false);
}

MbdPiece
mbd_piece_or (const MbdPiece *a, double t)
{
  return combine (a, true);
}

MbdPiece
mbd_piece_choose (const MbdPiece *a, double t)
{
  if (!is_constant (a[0]))
    return unknown (sooner (a[0].until, sooner (a[1].until, a[2].until)));
  MbdPiece chosen = a[0].at_zero != 0 ? a[1] : a[2];
  chosen.until = sooner (chosen.until, a[0].until);
  return chosen;
}

/* Functions ------------------------------------------------------------------------------------ */

/// Returns one of two pieces by the sign of a difference right of t: the first if it is not above
/// 0.
static MbdPiece
choose_by_sign (MbdPiece apart, MbdPiece first, MbdPiece second, double t)
{
  MbdKnot until = sooner (apart.until, sooner (first.until, second.until));

  if (!is_line (apart))
    return unknown (until);
  MbdPiece chosen = sign_after (apart, t, &until) > 0 ? second : first;
  chosen.until = until;
  return chosen;
}

MbdPiece
mbd_piece_absolute (const MbdPiece *a, double t)
{
  return choose_by_sign (a[0], scaled (a[0], -1), a[0], t);
}

MbdPiece
mbd_piece_sign (const MbdPiece *a, double t)
{
  MbdKnot until = a[0].until;

  if (!is_line (a[0]))
    return unknown (until);
  const double sign = sign_after (a[0], t, &until);
  return constant ((sign > 0) - (sign < 0), until);
}

MbdPiece
mbd_piece_minimum (const MbdPiece *a, double t)
{
  return choose_by_sign (difference (a[0], a[1]), a[0], a[1], t);
}

MbdPiece
mbd_piece_maximum (const MbdPiece *a, double t)
{
  return choose_by_sign (difference (a[1], a[0]), a[0], a[1], t);
}

MbdPiece
mbd_piece_clamp (const MbdPiece *a, double t)
{
  return mbd_piece_minimum ((MbdPiece[]){ mbd_piece_maximum (a, t), a[2] }, t);
}

MbdPiece
mbd_piece_ramp (const MbdPiece *a, double t)
{
  const MbdPiece above = difference (a[0], a[1]), height = difference (a[2], a[1]);
  const MbdKnot until = sooner (above.until, height.until);
  MbdPiece rise = above;

  // Between lines that are not parallel the rise is not a straight line.
  if (is_constant (height))
    rise = scaled (above, 1 / height.at_zero);
  else
    rise.at_zero = rise.slope = NAN;
  rise.until = until;
  return choose_by_sign (above, constant (0, until),
                         choose_by_sign (difference (a[0], a[2]), rise, constant (1, until), t), t);
}

MbdPiece
mbd_piece_smooth (const MbdPiece *a, double t)
{
  const MbdPiece ramp = mbd_piece_ramp (a, t);

  return is_constant (ramp) ? ramp : unknown (ramp.until);
}

/// Returns the whole number n for which n + shift <= line < n + 1 + shift right of t, or n + shift
/// < line <= n + 1 + shift if the line falls. *until becomes the time at which the next one begins.
static double
whole_part (MbdPiece line, double shift, double t, MbdKnot *until)
{
  const double step = line.slope > 0 ? 1 : -1;
  double next; // value at which it changes

  if (line.slope == 0)
    return floor (line.at_zero - shift);
  next = floor (line.at_zero + line.slope * t - shift) + (step > 0);
  for (int trial = 0; trial < 3; trial++, next += step) {
    MbdPiece rest = line;

    rest.at_zero -= next + shift;
    rest.size[0] += fabs (next + shift);
    const MbdKnot knot = root (rest);
    if (trial < 2 && !(knot.time > t))
      continue;
    if (knot.time > t)
      *until = sooner (*until, knot);
    break;
  }
  return next - (step > 0);
}

MbdPiece
mbd_piece_floor (const MbdPiece *a, double t)
{
  MbdKnot until = a[0].until;

  return is_line (a[0]) ? constant (whole_part (a[0], 0, t, &until), until) : unknown (until);
}

MbdPiece
mbd_piece_ceil (const MbdPiece *a, double t)
{
  const MbdPiece below = scaled (a[0], -1);

  return scaled (mbd_piece_floor (&below, t), -1);
}

MbdPiece
mbd_piece_round (const MbdPiece *a, double t)
{
  const MbdPiece shifted = sum (a[0], constant (0.5, no_knot));

  return mbd_piece_floor (&shifted, t);
}

MbdPiece
mbd_piece_modulo (const MbdPiece *a, double t)
{
  const MbdPiece turns = scaled (a[0], 1 / a[1].at_zero);
  MbdKnot until = sooner (a[0].until, a[1].until);

  if (!is_constant (a[1]) || !is_line (turns))
    return unknown (until);
  const double whole = whole_part (turns, 0, t, &until);
  MbdPiece rest = sum (a[0], constant (-whole * a[1].at_zero, no_knot));
  rest.until = until;
  return rest;
}

/* Arithmetic ----------------------------------------------------------------------------------- */

MbdPiece
mbd_piece_add (const MbdPiece *a, double t)
{
  return sum (a[0], a[1]);
}

MbdPiece
mbd_piece_subtract (const MbdPiece *a, double t)
{
  return difference (a[0], a[1]);
}

MbdPiece
mbd_piece_negate (const MbdPiece *a, double t)
{
  return scaled (a[0], -1);
}

MbdPiece
mbd_piece_multiply (const MbdPiece *a, double t)
{
  const MbdKnot until = sooner (a[0].until, a[1].until);

  // 0 times any piece, smooth or not.
  for (int i = 0; i < 2; i++)
    if (is_constant (a[i]) && a[i].at_zero == 0)
      return a[i];
  if (!is_constant (a[0]) && !is_constant (a[1]))
    return unknown (until);
  MbdPiece product = is_constant (a[0]) ? scaled (a[1], a[0].at_zero) : scaled (a[0], a[1].at_zero);
  product.until = until;
  return product;
}

MbdPiece
mbd_piece_divide (const MbdPiece *a, double t)
{
  if (!is_constant (a[1]))
    return unknown (sooner (a[0].until, a[1].until));
  MbdPiece quotient = scaled (a[0], 1 / a[1].at_zero);
  quotient.until = sooner (a[0].until, a[1].until);
  return quotient;
}

/* Code ----------------------------------------------------------------------------------------- */

static MbdPiece
apply (const MbdOperation *operation, const MbdPiece *a, double t)
{
  MbdKnot until = no_knot;
  double values[3]; // no operation takes more
  bool constants = true;

  for (int i = 0; i < operation->least; i++) {
    until = sooner (until, a[i].until);
    values[i] = a[i].at_zero;
    constants &= is_constant (a[i]);
  }
  if (operation->piece != NULL)
    return operation->piece (a, t);
  return constants ? constant (mbd_operation_value (operation, values), until) : unknown (until);
}

/// Returns the piece of the expression right of t.
static MbdPiece
find_piece (const MbdExpression *expression, int variable, double t)
{
  MbdPiece stack[MBD_EXPRESSION_DEPTH];
  MbdPiece *top = stack; // after the last value

  for (int i = 0; i < expression->n_code; i++) {
    const MbdInstruction *instruction = &expression->code[i];

    if (instruction->operation == MBD_OPERATION_NUMBER) {
      *top++ = constant (expression->numbers[instruction->index], no_knot);
    } else if (instruction->operation == MBD_OPERATION_VARIABLE) {
      *top++ = instruction->index == variable
                 ? (MbdPiece){ .slope = 1, .size = { 0, 1 }, .until = no_knot }
                 : unknown (no_knot);
    } else {
      const MbdOperation *operation = &mbd_operations[instruction->operation];

      top -= operation->least;
      *top = apply (operation, top, t);
      top++;
    }
  }
  return stack[0];
}

MbdKnot
mbd_expression_next_knot (const MbdExpression *expression, int variable, double t)
{
  enum
  {
    MOST_ALIKE = 1000
  };

  if (!expression->switches)
    return no_knot;
  // At a switch inside the expression its value may continue as the same line.
  MbdPiece piece = find_piece (expression, variable, t);
  for (int i = 0; i < MOST_ALIKE && is_line (piece) && isfinite (piece.until.time); i++) {
    const MbdPiece next = find_piece (expression, variable, piece.until.time);
    if (next.at_zero != piece.at_zero || next.slope != piece.slope)
      break;
    piece = next;
  }
  return piece.until;
}
