// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Operators and functions of expressions, applied to jets. A jet is (x, x', x''), the derivatives
// along one parameter. Then
//
//   f(x):     f' = f_x x',             f'' = f_xx x'^2 + f_x x''
//   f(a, b):  f' = f_a a' + f_b b'
//             f'' = f_aa a'^2 + 2 f_ab a' b' + f_bb b'^2 + f_a a'' + f_b b''
//
// in which a term drops out when its factor from the arguments is 0, even if the partial derivative
// is infinite. For a sum, product and quotient q = a / b, differentiating q b = a twice:
//
//   (a b)' = a' b + a b'               (a b)'' = a'' b + 2 a' b' + a b''
//   q' = (a' - q b') / b               q'' = (a'' - 2 q' b' - q b'') / b
//
// At a kink or jump of a function, the piece that holds an instant later is taken: the sign of a
// jet an instant later is the sign of the first of x, x', x'' that is not 0 (after ()).

#include "expression-private.h"

#include <math.h>
#include <string.h>

/* Chain rule ---------------------------------------------------------------------------------- */

static double
times (double x, double slope)
{
  return x == 0 ? 0 : x * slope;
}

static MbdJet
chain (MbdJet x, double f, double f_x, double f_xx)
{
  return (MbdJet){
    .value = f,
    .first = times (x.first, f_x),
    .second = times (x.first * x.first, f_xx) + times (x.second, f_x),
  };
}

/// Partial derivatives of a function of two arguments.
typedef struct
{
  double a, b, aa, ab, bb;
} Partials;

static MbdJet
chain2 (MbdJet a, MbdJet b, double f, const Partials *f_)
{
  return (MbdJet){
    .value = f,
    .first = times (a.first, f_->a) + times (b.first, f_->b),
    .second = times (a.first * a.first, f_->aa) + times (2 * a.first * b.first, f_->ab)
              + times (b.first * b.first, f_->bb) + times (a.second, f_->a)
              + times (b.second, f_->b),
  };
}

static MbdJet
constant (double value)
{
  return (MbdJet){ .value = value };
}

static bool
is_constant (MbdJet x)
{
  return x.first == 0 && x.second == 0;
}

/// Returns the sign of x an instant later; NaN for NaN.
static double
after (MbdJet x)
{
  const double parts[3] = { x.value, x.first, x.second };

  for (int i = 0; i < 3; i++)
    if (parts[i] != 0)
      return isnan (parts[i]) ? NAN : copysign (1, parts[i]);
  return 0;
}

/* Arithmetic ---------------------------------------------------------------------------------- */

static double
add (const double *a)
{
  return a[0] + a[1];
}

static MbdJet
add_jet (const MbdJet *a)
{
  return (MbdJet){ a[0].value + a[1].value, a[0].first + a[1].first, a[0].second + a[1].second };
}

static double
subtract (const double *a)
{
  return a[0] - a[1];
}

static MbdJet
subtract_jet (const MbdJet *a)
{
  return (MbdJet){ a[0].value - a[1].value, a[0].first - a[1].first, a[0].second - a[1].second };
}

static MbdJet
difference (MbdJet a, MbdJet b)
{
  return subtract_jet ((MbdJet[]){ a, b });
}

static double
multiply (const double *a)
{
  return a[0] * a[1];
}

static MbdJet
multiply_jet (const MbdJet *a)
{
  return (MbdJet){
    .value = a[0].value * a[1].value,
    .first = a[0].first * a[1].value + a[0].value * a[1].first,
    .second = a[0].second * a[1].value + 2 * a[0].first * a[1].first + a[0].value * a[1].second,
  };
}

static double
divide (const double *a)
{
  return a[0] / a[1];
}

static MbdJet
divide_jet (const MbdJet *a)
{
  double b = a[1].value;
  double q = a[0].value / b;
  double q_1 = (a[0].first - q * a[1].first) / b;

  return (MbdJet){ q, q_1, (a[0].second - 2 * q_1 * a[1].first - q * a[1].second) / b };
}

static double
negate (const double *a)
{
  return -a[0];
}

static MbdJet
negate_jet (const MbdJet *a)
{
  return (MbdJet){ -a[0].value, -a[0].first, -a[0].second };
}

/* Powers --------------------------------------------------------------------------------------- */

static double
power (double x, double y)
{
  if (isnan (x) || isnan (y))
    return NAN; // also for its 0th power, for which pow () returns 1
  if (y == 2)
    return x * x;
  if (y == 1)
    return x;
  return pow (x, y);
}

static double
power_value (const double *a)
{
  return power (a[0], a[1]);
}

/// Returns x^p (ln x)^k, with its limit at x = 0.
static double
power_log (double x, double p, int k)
{
  if (x == 0 && p > 0)
    return 0;
  return power (x, p) * (k == 1 ? log (x) : log (x) * log (x));
}

// x^y with a constant y is differentiated as a power, which holds for negative x if y is a whole
// number, and at 0:  f_x = y x^(y-1), f_xx = y (y-1) x^(y-2), with no term at all from a factor 0.
// With a varying y the base must not be negative:
//   f_y = x^y ln x    f_yy = x^y ln^2 x    f_xy = x^(y-1) + y x^(y-1) ln x
static MbdJet
power_jet (const MbdJet *a)
{
  double x = a[0].value, y = a[1].value;
  double f = power (x, y);
  double f_x = y == 0 ? 0 : y * power (x, y - 1);
  double f_xx = y == 0 || y == 1 ? 0 : y * (y - 1) * power (x, y - 2);

  if (is_constant (a[1]))
    return chain (a[0], f, f_x, f_xx);

  Partials f_ = {
    .a = f_x,
    .b = power_log (x, y, 1),
    .aa = f_xx,
    .ab = power (x, y - 1) + times (y, power_log (x, y - 1, 1)),
    .bb = power_log (x, y, 2),
  };

  return chain2 (a[0], a[1], f, &f_);
}

static void
sqrt_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 0.5 / f;
  slopes[1] = -0.5 * slopes[0] / x;
}

static void
cbrt_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / (3 * f * f);
  slopes[1] = -2 * slopes[0] / (3 * x);
}

static double
length2 (const double *a)
{
  return isnan (a[0]) || isnan (a[1]) ? NAN : hypot (a[0], a[1]);
}

// With c = a / f and s = b / f: f_a = c, f_b = s, f_aa = s^2 / f, f_ab = -c s / f, f_bb = c^2 / f.
// At the tip of the cone, h seconds later, f = |h v + h^2 w / 2| with v = (a', b'), w = (a'', b''):
// f' = |v|, f'' = v.w / |v|, or |w| when v = 0.
static MbdJet
length2_jet (const MbdJet *a)
{
  double f = length2 ((double[]){ a[0].value, a[1].value });

  if (f == 0) {
    double v = hypot (a[0].first, a[1].first);
    double along = v > 0 ? a[0].first / v * a[0].second + a[1].first / v * a[1].second
                         : hypot (a[0].second, a[1].second);

    return (MbdJet){ 0, v, along };
  }

  double c = a[0].value / f, s = a[1].value / f;
  Partials f_ = { .a = c, .b = s, .aa = s * s / f, .ab = -c * s / f, .bb = c * c / f };

  return chain2 (a[0], a[1], f, &f_);
}

/* Exponentials and logarithms ------------------------------------------------------------------ */

static void
exp_slopes (double x, double f, double slopes[2])
{
  slopes[0] = f;
  slopes[1] = f;
}

static void
log_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / x;
  slopes[1] = -slopes[0] / x;
}

static void
log10_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 0.43429448190325182765 / x; // 1 / ln 10
  slopes[1] = -slopes[0] / x;
}

static void
log2_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1.4426950408889634074 / x; // 1 / ln 2
  slopes[1] = -slopes[0] / x;
}

/* Angles --------------------------------------------------------------------------------------- */

static void
sin_slopes (double x, double f, double slopes[2])
{
  slopes[0] = cos (x);
  slopes[1] = -f;
}

static void
cos_slopes (double x, double f, double slopes[2])
{
  slopes[0] = -sin (x);
  slopes[1] = -f;
}

static void
tan_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 + f * f;
  slopes[1] = 2 * f * slopes[0];
}

static void
asin_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / sqrt ((1 - x) * (1 + x));
  slopes[1] = x * slopes[0] * slopes[0] * slopes[0];
}

static void
acos_slopes (double x, double f, double slopes[2])
{
  asin_slopes (x, f, slopes);
  slopes[0] = -slopes[0];
  slopes[1] = -slopes[1];
}

static void
atan_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / (1 + x * x);
  slopes[1] = -2 * (x * slopes[0]) * slopes[0];
}

static void
sinh_slopes (double x, double f, double slopes[2])
{
  slopes[0] = cosh (x);
  slopes[1] = f;
}

static void
cosh_slopes (double x, double f, double slopes[2])
{
  slopes[0] = sinh (x);
  slopes[1] = f;
}

// 1 / cosh^2 keeps its digits where 1 - tanh^2 loses them.
static void
tanh_slopes (double x, double f, double slopes[2])
{
  double c = 1 / cosh (x);

  slopes[0] = c * c;
  slopes[1] = -2 * f * slopes[0];
}

static void
asinh_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / hypot (1, x);
  slopes[1] = -(x * slopes[0]) * slopes[0] * slopes[0];
}

static void
acosh_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / (sqrt (x - 1) * sqrt (x + 1));
  slopes[1] = -(x * slopes[0]) * slopes[0] * slopes[0];
}

static void
atanh_slopes (double x, double f, double slopes[2])
{
  slopes[0] = 1 / ((1 - x) * (1 + x));
  slopes[1] = 2 * x * slopes[0] * slopes[0];
}

static double
angle2 (const double *a)
{
  return atan2 (a[0], a[1]);
}

// atan2 (a, b) with r = |(a, b)|, s = a / r, c = b / r: f_a = c / r, f_b = -s / r,
// f_aa = -2 s c / r^2, f_bb = 2 s c / r^2, f_ab = (s^2 - c^2) / r^2.
static MbdJet
angle2_jet (const MbdJet *a)
{
  double r = hypot (a[0].value, a[1].value);
  double s = a[0].value / r, c = a[1].value / r;
  Partials f_ = {
    .a = c / r,
    .b = -s / r,
    .aa = -2 * s / r * c / r,
    .ab = (s - c) / r * (s + c) / r,
    .bb = 2 * s / r * c / r,
  };

  return chain2 (a[0], a[1], atan2 (a[0].value, a[1].value), &f_);
}

/* Pieces --------------------------------------------------------------------------------------- */

static double
absolute (const double *a)
{
  return fabs (a[0]);
}

static MbdJet
absolute_jet (const MbdJet *a)
{
  double sign = after (a[0]);

  return (MbdJet){ fabs (a[0].value), sign * a[0].first, sign * a[0].second };
}

static double
minimum (const double *a)
{
  if (isnan (a[0]) || isnan (a[1]))
    return NAN;
  return a[1] < a[0] ? a[1] : a[0];
}

static MbdJet
minimum_jet (const MbdJet *a)
{
  MbdJet least = after (difference (a[1], a[0])) < 0 ? a[1] : a[0];

  least.value = minimum ((double[]){ a[0].value, a[1].value });
  return least;
}

static double
maximum (const double *a)
{
  if (isnan (a[0]) || isnan (a[1]))
    return NAN;
  return a[1] > a[0] ? a[1] : a[0];
}

static MbdJet
maximum_jet (const MbdJet *a)
{
  MbdJet most = after (difference (a[1], a[0])) > 0 ? a[1] : a[0];

  most.value = maximum ((double[]){ a[0].value, a[1].value });
  return most;
}

static double
clamp (const double *a)
{
  if (!(a[1] <= a[2]))
    return NAN;
  return minimum ((double[]){ maximum (a), a[2] });
}

static MbdJet
clamp_jet (const MbdJet *a)
{
  if (!(a[1].value <= a[2].value))
    return constant (NAN);
  return minimum_jet ((MbdJet[]){ maximum_jet (a), a[2] });
}

static double
modulo (const double *a)
{
  double rest = fmod (a[0], a[1]);

  return rest != 0 && signbit (rest) != signbit (a[1]) ? rest + a[1] : rest;
}

/// Returns true if x falls from its value (sign 1) or rises from it (sign -1).
static bool
leaves (MbdJet x, double sign)
{
  x.value = 0;
  return after (x) * sign < 0;
}

// a - n b with the whole number n = floor (a / b), which does not vary.
static MbdJet
modulo_jet (const MbdJet *a)
{
  double rest = modulo ((double[]){ a[0].value, a[1].value });

  if (rest == 0 && is_constant (a[1]) && leaves (a[0], a[1].value))
    rest = a[1].value;

  double n = round ((a[0].value - rest) / a[1].value);

  return (MbdJet){
    .value = rest,
    .first = a[0].first - times (a[1].first, n),
    .second = a[0].second - times (a[1].second, n),
  };
}

static MbdJet
floor_jet (const MbdJet *a)
{
  double whole = floor (a[0].value);

  return constant (whole == a[0].value && leaves (a[0], 1) ? whole - 1 : whole);
}

static MbdJet
ceil_jet (const MbdJet *a)
{
  double whole = ceil (a[0].value);

  return constant (whole == a[0].value && leaves (a[0], -1) ? whole + 1 : whole);
}

static MbdJet
round_jet (const MbdJet *a)
{
  double below = floor (a[0].value);

  if (a[0].value - below == 0.5 && !is_constant (a[0]))
    return constant (leaves (a[0], 1) ? below : below + 1);
  return constant (round (a[0].value));
}

static double
sign_of (const double *a)
{
  return isnan (a[0]) ? NAN : (a[0] > 0) - (a[0] < 0);
}

static MbdJet
sign_jet (const MbdJet *a)
{
  return constant (after (a[0]));
}

static double
step (const double *a)
{
  return isnan (a[0]) || isnan (a[1]) ? NAN : a[0] >= a[1];
}

static double
ramp (const double *a)
{
  if (!(a[1] < a[2]))
    return NAN;
  if (a[0] <= a[1])
    return 0;
  if (a[0] >= a[2])
    return 1;
  return (a[0] - a[1]) / (a[2] - a[1]);
}

static MbdJet
ramp_jet (const MbdJet *a)
{
  if (!(a[1].value < a[2].value))
    return constant (NAN);
  if (after (difference (a[0], a[1])) <= 0)
    return constant (0);
  if (after (difference (a[0], a[2])) >= 0)
    return constant (1);
  return divide_jet ((MbdJet[]){ difference (a[0], a[1]), difference (a[2], a[1]) });
}

static double
quintic (double u)
{
  return u * u * u * (10 + u * (6 * u - 15));
}

static double
smooth (const double *a)
{
  return quintic (ramp (a));
}

// s = u^3 (10 - 15 u + 6 u^2), s' = 30 u^2 (1 - u)^2, s'' = 60 u (1 - u) (1 - 2 u).
static MbdJet
smooth_jet (const MbdJet *a)
{
  MbdJet blend = ramp_jet (a);
  double u = blend.value, rest = 1 - u;

  return chain (blend, quintic (u), 30 * u * u * rest * rest, 60 * u * rest * (1 - 2 * u));
}

/* Truth ---------------------------------------------------------------------------------------- */

#define COMPARISON(name, sign)                                                                     \
  static double name (const double *a)                                                             \
  {                                                                                                \
    return isnan (a[0]) || isnan (a[1]) ? NAN : a[0] sign a[1];                                    \
  }

COMPARISON (less, <)
COMPARISON (at_most, <=)
COMPARISON (greater, >)
COMPARISON (at_least, >=)
COMPARISON (equal, ==)
COMPARISON (unequal, !=)

#define COMPARISON_AFTER(name, sign)                                                               \
  static MbdJet name##_jet (const MbdJet *a)                                                       \
  {                                                                                                \
    double apart = after (difference (a[0], a[1]));                                                \
    return constant (isnan (apart) ? NAN : apart sign 0);                                          \
  }

// Equality at an instant only is evaluated at that instant: x == 0 ? 1 : sin(x)/x.
COMPARISON_AFTER (less, <)
COMPARISON_AFTER (at_most, <=)
COMPARISON_AFTER (greater, >)
COMPARISON_AFTER (at_least, >=)

static double
both (const double *a)
{
  if (isnan (a[0]))
    return NAN;
  if (a[0] == 0)
    return 0; // never -0
  return isnan (a[1]) ? NAN : a[1] != 0;
}

static double
either (const double *a)
{
  if (isnan (a[0]))
    return NAN;
  if (a[0] != 0)
    return 1;
  return isnan (a[1]) ? NAN : a[1] != 0;
}

static double not(const double *a)
{
  return isnan (a[0]) ? NAN : a[0] == 0;
}

static double
choose (const double *a)
{
  return isnan (a[0]) ? NAN : a[0] != 0 ? a[1] : a[2];
}

static MbdJet
choose_jet (const MbdJet *a)
{
  return isnan (a[0].value) ? constant (NAN) : a[0].value != 0 ? a[1] : a[2];
}

/* The table ------------------------------------------------------------------------------------ */

/* clang-format off */

const MbdOperation mbd_operations[] = {
  [MBD_OPERATION_NUMBER] = { NULL },
  [MBD_OPERATION_VARIABLE] = { NULL },
  [MBD_OPERATION_ADD] = { NULL, 2, 2, .value = add, .jet = add_jet, .piece = mbd_piece_add, .range = mbd_range_add, .rule = MBD_RULE_ALIKE },
  [MBD_OPERATION_SUBTRACT] = { NULL, 2, 2, .value = subtract, .jet = subtract_jet, .piece = mbd_piece_subtract, .range = mbd_range_subtract, .rule = MBD_RULE_ALIKE },
  [MBD_OPERATION_MULTIPLY] = { NULL, 2, 2, .value = multiply, .jet = multiply_jet, .piece = mbd_piece_multiply, .range = mbd_range_multiply, .rule = MBD_RULE_PRODUCT },
  [MBD_OPERATION_DIVIDE] = { NULL, 2, 2, .value = divide, .jet = divide_jet, .piece = mbd_piece_divide, .range = mbd_range_divide, .rule = MBD_RULE_QUOTIENT },
  [MBD_OPERATION_NEGATE] = { NULL, 1, 1, .value = negate, .jet = negate_jet, .piece = mbd_piece_negate, .range = mbd_range_negate, .rule = MBD_RULE_ALIKE },
  [MBD_OPERATION_POWER] = { NULL, 2, 2, .value = power_value, .jet = power_jet, .range = mbd_range_power, .rule = MBD_RULE_POWER },
  [MBD_OPERATION_LESS] = { NULL, 2, 2, .value = less, .jet = less_jet, .piece = mbd_piece_less, .range = mbd_range_less, .rule = MBD_RULE_COMPARED },
  [MBD_OPERATION_AT_MOST] = { NULL, 2, 2, .value = at_most, .jet = at_most_jet, .piece = mbd_piece_at_most, .range = mbd_range_at_most, .rule = MBD_RULE_COMPARED },
  [MBD_OPERATION_GREATER] = { NULL, 2, 2, .value = greater, .jet = greater_jet, .piece = mbd_piece_greater, .range = mbd_range_greater, .rule = MBD_RULE_COMPARED },
  [MBD_OPERATION_AT_LEAST] = { NULL, 2, 2, .value = at_least, .jet = at_least_jet, .piece = mbd_piece_at_least, .range = mbd_range_at_least, .rule = MBD_RULE_COMPARED },
  [MBD_OPERATION_EQUAL] = { NULL, 2, 2, .value = equal, .piece = mbd_piece_equal, .range = mbd_range_equal, .rule = MBD_RULE_COMPARED },
  [MBD_OPERATION_UNEQUAL] = { NULL, 2, 2, .value = unequal, .piece = mbd_piece_unequal, .range = mbd_range_unequal, .rule = MBD_RULE_COMPARED },
  [MBD_OPERATION_AND] = { NULL, 2, 2, .value = both, .piece = mbd_piece_and, .range = mbd_range_and },
  [MBD_OPERATION_OR] = { NULL, 2, 2, .value = either, .piece = mbd_piece_or, .range = mbd_range_or },
  [MBD_OPERATION_NOT] = { NULL, 1, 1, .value = not, .range = mbd_range_not },
  [MBD_OPERATION_CHOOSE] = { NULL, 3, 3, .value = choose, .jet = choose_jet, .piece = mbd_piece_choose, .range = mbd_range_choose, .rule = MBD_RULE_CHOICE },

  { "sin", 1, 1, .one = sin, .slopes = sin_slopes, .range = mbd_range_sine, .rule = MBD_RULE_OF_ANGLE },
  { "cos", 1, 1, .one = cos, .slopes = cos_slopes, .range = mbd_range_cosine, .rule = MBD_RULE_OF_ANGLE },
  { "tan", 1, 1, .one = tan, .slopes = tan_slopes, .range = mbd_range_tangent, .rule = MBD_RULE_OF_ANGLE },
  { "asin", 1, 1, .one = asin, .slopes = asin_slopes, .rule = MBD_RULE_TO_ANGLE },
  { "acos", 1, 1, .one = acos, .slopes = acos_slopes, .range = mbd_range_arc_cosine, .rule = MBD_RULE_TO_ANGLE },
  { "atan", 1, 1, .one = atan, .slopes = atan_slopes, .rule = MBD_RULE_TO_ANGLE },
  { "atan2", 2, 2, .value = angle2, .jet = angle2_jet, .range = mbd_range_angle, .rule = MBD_RULE_ALIKE_TO_ANGLE },
  { "sinh", 1, 1, .one = sinh, .slopes = sinh_slopes },
  { "cosh", 1, 1, .one = cosh, .slopes = cosh_slopes, .range = mbd_range_hyperbolic_cosine },
  { "tanh", 1, 1, .one = tanh, .slopes = tanh_slopes },
  { "asinh", 1, 1, .one = asinh, .slopes = asinh_slopes },
  { "acosh", 1, 1, .one = acosh, .slopes = acosh_slopes },
  { "atanh", 1, 1, .one = atanh, .slopes = atanh_slopes },
  { "exp", 1, 1, .one = exp, .slopes = exp_slopes },
  { "ln", 1, 1, .one = log, .slopes = log_slopes },
  { "log", 1, 1, .one = log, .slopes = log_slopes },
  { "log10", 1, 1, .one = log10, .slopes = log10_slopes },
  { "log2", 1, 1, .one = log2, .slopes = log2_slopes },
  { "sqrt", 1, 1, .one = sqrt, .slopes = sqrt_slopes, .rule = MBD_RULE_SQUARE_ROOT },
  { "cbrt", 1, 1, .one = cbrt, .slopes = cbrt_slopes, .rule = MBD_RULE_CUBE_ROOT },
  { "pow", 2, 2, .value = power_value, .jet = power_jet, .range = mbd_range_power, .rule = MBD_RULE_POWER },
  { "hypot", 2, 2, .value = length2, .jet = length2_jet, .range = mbd_range_length, .rule = MBD_RULE_ALIKE },
  { "abs", 1, 1, .value = absolute, .jet = absolute_jet, .piece = mbd_piece_absolute, .range = mbd_range_absolute, .rule = MBD_RULE_ALIKE },
  { "sign", 1, 1, .value = sign_of, .jet = sign_jet, .piece = mbd_piece_sign, .range = mbd_range_sign, .rule = MBD_RULE_COMPARED },
  { "floor", 1, 1, .one = floor, .jet = floor_jet, .piece = mbd_piece_floor },
  { "ceil", 1, 1, .one = ceil, .jet = ceil_jet, .piece = mbd_piece_ceil },
  { "round", 1, 1, .one = round, .jet = round_jet, .piece = mbd_piece_round },
  { "mod", 2, 2, .value = modulo, .jet = modulo_jet, .piece = mbd_piece_modulo, .range = mbd_range_modulo, .rule = MBD_RULE_ALIKE },
  { "min", 2, MBD_ANY_NUMBER, .value = minimum, .jet = minimum_jet, .piece = mbd_piece_minimum, .range = mbd_range_minimum, .rule = MBD_RULE_ALIKE },
  { "max", 2, MBD_ANY_NUMBER, .value = maximum, .jet = maximum_jet, .piece = mbd_piece_maximum, .range = mbd_range_maximum, .rule = MBD_RULE_ALIKE },
  { "clamp", 3, 3, .value = clamp, .jet = clamp_jet, .piece = mbd_piece_clamp, .range = mbd_range_clamp, .rule = MBD_RULE_ALIKE },
  { "if", 3, 3, .value = choose, .jet = choose_jet, .piece = mbd_piece_choose, .range = mbd_range_choose, .rule = MBD_RULE_CHOICE },
  { "step", 2, 2, .value = step, .jet = at_least_jet, .piece = mbd_piece_at_least, .range = mbd_range_at_least, .rule = MBD_RULE_COMPARED },
  { "ramp", 3, 3, .value = ramp, .jet = ramp_jet, .piece = mbd_piece_ramp, .range = mbd_range_ramp, .rule = MBD_RULE_COMPARED },
  { "smooth", 3, 3, .value = smooth, .jet = smooth_jet, .piece = mbd_piece_smooth, .range = mbd_range_smooth, .rule = MBD_RULE_COMPARED },
  { NULL },
};

/* clang-format on */

int
mbd_operation_by_name (const char *name, int length)
{
  for (int i = MBD_OPERATION_FIRST_FUNCTION; mbd_operations[i].name != NULL; i++)
    if (strncmp (mbd_operations[i].name, name, (size_t) length) == 0
        && mbd_operations[i].name[length] == '\0')
      return i;
  return -1;
}

double
mbd_operation_value (const MbdOperation *operation, const double *arguments)
{
  return operation->one != NULL ? operation->one (arguments[0]) : operation->value (arguments);
}

MbdJet
mbd_operation_jet (const MbdOperation *operation, const MbdJet *arguments)
{
  if (operation->jet != NULL)
    return operation->jet (arguments);
  if (operation->slopes != NULL) {
    double f = operation->one (arguments[0].value), slopes[2];

    operation->slopes (arguments[0].value, f, slopes);
    return chain (arguments[0], f, slopes[0], slopes[1]);
  }

  double values[3]; // no operation takes more

  for (int i = 0; i < operation->least; i++)
    values[i] = arguments[i].value;
  return constant (mbd_operation_value (operation, values));
}
