// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges of expressions: they contain the values at all points between, and shrink to the value.

#include "expression-private.h"
#include "testing.h"

static const char *texts[] = {
  "t + 2*t - t/3",
  "t*t*t - 4*t + 1",
  "t^2",
  "(t - 1.5)^3",
  "2^t",
  "abs(t)^1.5",
  "pow(t*t + 1, sin(t))",
  "sin(3*t) + cos(5*t - 1)",
  "tan(t)",
  "asin(t/20) + acos(t/20) + atan(t)",
  "atan2(t, 2 - t)",
  "sinh(t/3) - cosh(t/2) + tanh(t)",
  "asinh(t) + acosh(11 + t) + atanh(t/20)",
  "exp(-((t - 1)/0.3)^2)",
  "ln(t + 11) + log10(t + 12) + log2(t*t + 1)",
  "sqrt(t + 10) + cbrt(t)",
  "hypot(t - 1, 2*t)",
  "1/(t*t + 0.1)",
  "1/t",
  "abs(t) + sign(t)",
  "floor(t) + 2*ceil(t) - round(t/2)",
  "mod(t, 2) + mod(t, -3)",
  "min(t, 1, t*t) - max(2*t, -3)",
  "clamp(t, -1, 2)",
  "t < 1 ? t : 2 - t",
  "t <= 1 && t > -2 || t >= 3",
  "!(t == 1) + (t != 2)",
  "step(t, 1) - step(t, 2) + ramp(t, -1, 3) + smooth(t, 0, 2)",
};

static void
test_contains (void)
{
  const char *names[] = { "t" };
  GRand *rand = g_rand_new_with_seed (7);
  MbdDiagnosis why;
  int known = 0;

  for (int i = 0; i < (int) G_N_ELEMENTS (texts); i++) {
    MbdExpression *expression;
    if (mbd_expression_compile (texts[i], names, 1, &expression, &why) != MBD_STATUS_OK)
      g_error ("%s", texts[i]);
    for (int trial = 0; trial < 400; trial++) {
      const double low = random_in (rand, -10, 10);
      const double width = pow (10, random_in (rand, -6, 1));
      const MbdRange span = { low, fmin (low + width, 10) };
      const MbdRange range = mbd_expression_range (expression, &span);
      for (int k = 0; k <= 50; k++) {
        const double t = span.low + (span.high - span.low) * k / 50;
        double value;
        if (mbd_expression_value (expression, &t, &value) != MBD_STATUS_OK)
          continue;
        const double slack = 1e-12 * (1 + fabs (value));
        if (value < range.low - slack || value > range.high + slack)
          g_error ("%s at %.17g is %.17g, not in %g ... %g", texts[i], t, value, range.low,
                   range.high);
      }
      known += isfinite (range.low) && isfinite (range.high);
    }
    // A narrow range has the width of the variation.
    for (int trial = 0; trial < 50; trial++) {
      const double t = random_in (rand, -9, 9);
      const MbdRange span = { t, t };
      const MbdRange range = mbd_expression_range (expression, &span);
      double value;
      if (mbd_expression_value (expression, &t, &value) == MBD_STATUS_OK) {
        assert_close (range.low, value, 1e-10 * (1 + fabs (value)));
        assert_close (range.high, value, 1e-10 * (1 + fabs (value)));
      }
    }
    mbd_expression_unref (expression);
  }
  g_assert_cmpint (known, >, 350 * (int) G_N_ELEMENTS (texts));
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/range/contains", test_contains);
  return g_test_run ();
}
