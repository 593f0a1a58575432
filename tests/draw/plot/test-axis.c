// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ticks, ranges and numbers.

#include <float.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "lw-axis.h"

static void
test_nice (void)
{
  static const struct
  {
    double value, up, down;
  } rows[] = {
    { 1.0, 1.0, 1.0 },     { 1.01, 2.0, 1.0 },      { 3.0, 5.0, 2.0 },         { 7.0, 10.0, 5.0 },
    { 10.0, 10.0, 10.0 },  { 0.03, 0.05, 0.02 },    { 0.1 + 0.2, 0.5, 0.2 },   { 1e-9, 1e-9, 1e-9 },
    { 99.0, 100.0, 50.0 }, { 2e-15, 2e-15, 2e-15 }, { 4.9e300, 5e300, 2e300 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++) {
    g_assert_cmpfloat_with_epsilon (lw_axis_nice_up (rows[i].value) / rows[i].up, 1.0, 1e-12);
    g_assert_cmpfloat_with_epsilon (lw_axis_nice_down (rows[i].value) / rows[i].down, 1.0, 1e-12);
  }
  // Nice values are not changed, to the last bit if a double can represent them.
  g_assert_cmpfloat (lw_axis_nice_up (0.2), ==, 0.2);
  g_assert_cmpfloat (lw_axis_nice_down (0.5), ==, 0.5);
}

static bool
is_one_two_five (double step)
{
  const double mantissa = step / pow (10.0, floor (log10 (step) + 1e-9));

  return fabs (mantissa - 1.0) < 1e-9 || fabs (mantissa - 2.0) < 1e-9
         || fabs (mantissa - 5.0) < 1e-9;
}

/// For any range, steps are 1-2-5, not closer than requested and at most 2.5 times as far; ticks
/// are multiples of the step within the range, and none is missing.
static void
test_ticks_random (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (7));
  LwTicks ticks;

  for (int i = 0; i < 20000; i++) {
    const double middle =
      g_rand_double_range (rand, -1.0, 1.0) * pow (10.0, g_rand_double_range (rand, -8.0, 8.0));
    const double half = pow (10.0, g_rand_double_range (rand, -9.0, 9.0));
    const LwScale scale = { .minimum = middle - half,
                            .maximum = middle + half,
                            .from = 0.0,
                            .to = g_rand_double_range (rand, 100.0, 1500.0) };
    const double range = scale.maximum - scale.minimum;
    double pitch;

    // Ranges narrower than the resolution of doubles have no sensible ticks.
    if (half < 1e-6 * fabs (middle))
      continue;
    lw_axis_ticks (&scale, 38.0, false, &ticks);
    pitch = ticks.step / range * scale.to;
    g_assert_true (is_one_two_five (ticks.step));
    g_assert_cmpfloat (pitch, >=, 38.0 * (1.0 - 1e-9));
    g_assert_cmpfloat (pitch, <=, 2.5 * 38.0 * (1.0 + 1e-9));
    g_assert_cmpint (ticks.n, >=, (int) floor (range / ticks.step));
    for (int k = 0; k < ticks.n; k++) {
      const double multiple = ticks.value[k] / ticks.step;

      g_assert_cmpfloat (fabs (multiple - round (multiple)), <, 1e-6);
      g_assert_cmpfloat (ticks.value[k], >=, scale.minimum - 1e-6 * ticks.step);
      g_assert_cmpfloat (ticks.value[k], <=, scale.maximum + 1e-6 * ticks.step);
    }
  }
  g_rand_free (rand);
}

/// Labels of neighbouring ticks differ, and parsing a label returns the tick.
static void
test_tick_labels (void)
{
  static const struct
  {
    double minimum, maximum;
    const char *labels;
    int exponent;
  } rows[] = {
    { 0.0, 4.0, "0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0", 0 },
    { 0.0, 45.0, "0 5 10 15 20 25 30 35 40 45", 0 },
    { -0.4, 0.4, "\u22120.4 \u22120.3 \u22120.2 \u22120.1 0 0.1 0.2 0.3 0.4", 0 },
    { 0.0, 4e6, "0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0", 6 },
    { 0.0, 4e-7, "0 50 100 150 200 250 300 350 400", -9 },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++) {
    const LwScale scale = { rows[i].minimum, rows[i].maximum, 0.0, 400.0, false };
    g_autoptr (GString) labels = g_string_new (NULL);
    LwTicks ticks;

    lw_axis_ticks (&scale, 38.0, false, &ticks);
    for (int k = 0; k < ticks.n; k++) {
      char text[LW_NUMBER_SIZE];
      g_string_append_printf (labels, "%s%s", k > 0 ? " " : "",
                              lw_format_tick (text, &ticks, k, false, "."));
    }
    g_assert_cmpstr (labels->str, ==, rows[i].labels);
    g_assert_cmpint (ticks.exponent, ==, rows[i].exponent);
  }
}

static void
test_degrees (void)
{
  static const struct
  {
    double range, px, step;
  } rows[] = { { 360.0, 290.0, 90.0 },   { 180.0, 400.0, 45.0 }, { 90.0, 300.0, 30.0 },
               { 60.0, 400.0, 15.0 },    { 10.0, 400.0, 2.0 },   { 720.0, 290.0, 180.0 },
               { 7200.0, 300.0, 1800.0 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++) {
    const LwScale scale = { 0.0, rows[i].range, 0.0, rows[i].px, false };
    LwTicks ticks;

    lw_axis_ticks (&scale, 72.0, true, &ticks);
    g_assert_cmpfloat_with_epsilon (ticks.step, rows[i].step, 1e-9);
  }
}

static void
test_log (void)
{
  const LwScale wide = { 1e-11, 1e-6, 154.0, 0.0, true };
  const LwScale tight = { 1e-16, 1e2, 150.0, 0.0, true };
  LwTicks ticks;
  char text[LW_NUMBER_SIZE];

  lw_axis_ticks (&wide, 38.0, false, &ticks);
  g_assert_cmpint (ticks.n, ==, 6);
  g_assert_cmpstr (lw_format_tick (text, &ticks, 0, true, "."), ==, "10\u207b\u00b9\u00b9");
  g_assert_cmpstr (lw_format_tick (text, &ticks, 5, true, "."), ==, "10\u207b\u2076");
  // 18 decades in 150 px: every third decade.
  lw_axis_ticks (&tight, 38.0, false, &ticks);
  g_assert_cmpint (ticks.n, ==, 6);
  for (int i = 0; i < ticks.n; i++)
    g_assert_cmpint ((int) lround (log10 (ticks.value[i])) % 3, ==, 0);
}

/// A logarithmic axis can be zoomed until the quotient of its ends overflows a double.
static void
test_log_wide (void)
{
  const LwScale scales[] = { { 1e-200, 1e250, 150.0, 0.0, true },
                             { 1e-300, 1e300, 150.0, 0.0, true },
                             { DBL_TRUE_MIN, DBL_MAX, 150.0, 0.0, true },
                             { 1e-200, 1e250, 1e-12, 0.0, true },
                             { 0.0, 1.0, 150.0, 0.0, true } };
  LwTicks ticks;

  for (guint i = 0; i < G_N_ELEMENTS (scales); i++) {
    const LwScale *scale = &scales[i];

    lw_axis_ticks (scale, 38.0, false, &ticks);
    g_assert_cmpint (ticks.n, <=, LW_TICKS_MAX);
    if (i > 2)
      continue;
    g_assert_cmpint (ticks.n, >=, 3);
    for (int k = 0; k < ticks.n; k++) {
      const double px = lw_scale_map (scale, ticks.value[k]);

      g_assert_cmpfloat (px, >=, -1e-6);
      g_assert_cmpfloat (px, <=, 150 + 1e-6);
    }
    if (i > 1)
      continue;
    // There and back: 1e-9 of hundreds of decades.
    g_assert_cmpfloat_with_epsilon (
      lw_scale_map (scale, 1.0),
      lw_scale_map (scale, lw_scale_unmap (scale, lw_scale_map (scale, 1.0))), 1e-6);
  }
}

static void
test_scale (void)
{
  const LwScale linear = { -2.0, 6.0, 100.0, 20.0, false };
  const LwScale decades = { 1e-9, 1e-3, 0.0, 60.0, true };

  g_assert_cmpfloat_with_epsilon (lw_scale_map (&linear, 0.0), 80.0, 1e-12);
  g_assert_cmpfloat_with_epsilon (lw_scale_map (&decades, 1e-6), 30.0, 1e-9);
  for (double px = -10.0; px < 120.0; px += 7.0) {
    g_assert_cmpfloat_with_epsilon (lw_scale_map (&linear, lw_scale_unmap (&linear, px)), px, 1e-9);
    g_assert_cmpfloat_with_epsilon (lw_scale_map (&decades, lw_scale_unmap (&decades, px)), px,
                                    1e-9);
  }
}

/// Ranges contain the data, have a width, and include 0 if it is near.
static void
test_ranges (void)
{
  static const double rows[][2] = { { 0.0, 42.0 },  { 3.0, 42.0 },   { 40.0, 42.0 },
                                    { -3.0, 42.0 }, { -42.0, -3.0 }, { 5.0, 5.0 },
                                    { 0.0, 0.0 },   { -5.0, -5.0 },  { 1e9, 1e9 + 1e-3 } };

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++) {
    double low = rows[i][0], high = rows[i][1];

    lw_axis_range (&low, &high);
    g_assert_cmpfloat (low, <=, rows[i][0]);
    g_assert_cmpfloat (high, >=, rows[i][1]);
    g_assert_cmpfloat (high, >, low);
  }
  {
    double low = 3.0, high = 42.0;

    lw_axis_range (&low, &high);
    g_assert_cmpfloat (low, ==, 0.0);
    low = 3e-9;
    high = 4e-7;
    lw_axis_log_range (&low, &high);
    g_assert_cmpfloat_with_epsilon (low / 1e-9, 1.0, 1e-12);
    g_assert_cmpfloat_with_epsilon (high / 1e-6, 1.0, 1e-12);
    low = high = 1e-6;
    lw_axis_log_range (&low, &high);
    g_assert_cmpfloat (high, >, low);
  }
}

static void
test_numbers (void)
{
  static const struct
  {
    double value;
    int significant;
    const char *text;
  } rows[] = {
    { 36.449, 4, "36.45" },
    { -34.53, 4, "\u221234.53" },
    { 0.0, 3, "0" },
    { 0.5, 3, "0.500" },
    { 12345.0, 3, "12345" },
    { 123456.0, 3, "1.23\u2009\u00b7\u200910\u2075" },
    { 6.7e-9, 2, "6.7\u2009\u00b7\u200910\u207b\u2079" },
    { -8.3e-6, 2, "\u22128.3\u2009\u00b7\u200910\u207b\u2076" },
    { 0.00123, 3, "0.00123" },
    { 9.9999, 3, "10.0" },
    { INFINITY, 3, "\u221e" },
    { -INFINITY, 3, "\u2212\u221e" },
    { NAN, 3, "\u2013" },
    { 1e300, 3, "1.00\u2009\u00b7\u200910\u00b3\u2070\u2070" },
  };
  char text[LW_NUMBER_SIZE];

  for (size_t i = 0; i < G_N_ELEMENTS (rows); i++)
    g_assert_cmpstr (lw_format_number (text, rows[i].value, rows[i].significant, "."), ==,
                     rows[i].text);
  g_assert_cmpstr (lw_format_number (text, 2.5, 3, ","), ==, "2,50");
  g_assert_cmpstr (lw_format_decimals (text, -0.0004, 2, "."), ==, "0.00");
  g_assert_cmpstr (lw_format_quantity (text, 36.5, 3, "N", "."), ==, "36.5\u2009N");
  g_assert_cmpstr (lw_format_quantity (text, 6.1, 2, "m/s^2", "."), ==, "6.1\u2009m/s\u00b2");
  g_assert_cmpstr (lw_format_quantity (text, 38.0, 3, "deg", "."), ==, "38.0\u00b0");
  g_assert_cmpstr (lw_format_quantity (text, 3.0, 1, "1", "."), ==, "3");
  g_assert_cmpstr (lw_format_quantity (text, 2.5, 2, "kg mm^2", "."), ==,
                   "2.5\u2009kg\u2009mm\u00b2");
  g_assert_cmpstr (lw_format_quantity (text, 2.5, 2, "lbf in", "."), ==, "2.5\u2009lbf\u00b7in");
  g_assert_cmpstr (lw_format_power (text, -12), ==, "10\u207b\u00b9\u00b2");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/nice", test_nice);
  g_test_add_func ("/axis/ticks-random", test_ticks_random);
  g_test_add_func ("/axis/tick-labels", test_tick_labels);
  g_test_add_func ("/axis/degrees", test_degrees);
  g_test_add_func ("/axis/log", test_log);
  g_test_add_func ("/axis/log-wide", test_log_wide);
  g_test_add_func ("/axis/scale", test_scale);
  g_test_add_func ("/axis/ranges", test_ranges);
  g_test_add_func ("/axis/numbers", test_numbers);
  return g_test_run ();
}
