// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The measured speed of a displayed run, with a simulated clock.

#include <math.h>

#include "lw-speed-meter.h"

/// Runs 60 frames per second for `seconds`, while the run advances at `speed` from *time onwards.
/// Returns the number of new values.
static int
watch (LwSpeedMeter *pace, gint64 *now_usec, double *time, double seconds, double speed)
{
  int figures = 0;

  for (int frame = 0; frame < (int) (60 * seconds); frame++) {
    *now_usec += G_USEC_PER_SEC / 60;
    *time += speed / 60;
    figures += lw_speed_meter_update (pace, *now_usec, *time);
  }
  return figures;
}

static void
test_pace (void)
{
  LwSpeedMeter pace;
  gint64 now_usec = 1000;
  double time = 0;

  lw_speed_meter_reset (&pace);
  g_assert_true (isnan (pace.pace));
  g_assert_false (lw_speed_meter_lags (&pace, 1));
  // There is one value per second; the requested speed is reproduced to within a frame.
  g_assert_cmpint (watch (&pace, &now_usec, &time, 5.1, 0.5), ==, 5);
  g_assert_cmpfloat_with_epsilon (pace.pace, 0.5, 0.02);
  g_assert_false (lw_speed_meter_lags (&pace, 0.5));
  g_assert_true (lw_speed_meter_lags (&pace, 1));
  // As fast as possible is never too slow.
  g_assert_false (lw_speed_meter_lags (&pace, 0));
  // A run that does not advance.
  watch (&pace, &now_usec, &time, 2.1, 0);
  g_assert_cmpfloat (pace.pace, ==, 0);
  g_assert_true (lw_speed_meter_lags (&pace, 0.1));
}

/// On a jump back to the start of a loop, nothing is measured across the jump.
static void
test_jump (void)
{
  LwSpeedMeter pace;
  gint64 now_usec = 1000;
  double time = 10;

  lw_speed_meter_reset (&pace);
  watch (&pace, &now_usec, &time, 1.5, 1);
  time = 0;
  g_assert_cmpint (watch (&pace, &now_usec, &time, 0.9, 1), ==, 0);
  g_assert_cmpint (watch (&pace, &now_usec, &time, 0.5, 1), ==, 1);
  g_assert_cmpfloat_with_epsilon (pace.pace, 1, 0.02);
}

/// A loop from the start of the run, played any number of times.
static void
test_loop (void)
{
  LwSpeedMeter pace;
  gint64 now_usec = 1000;

  lw_speed_meter_reset (&pace);
  for (int turn = 0; turn < 20; turn++) {
    double time = 0;

    watch (&pace, &now_usec, &time, turn < 10 ? 0.4 : 1.2, 1);
    g_assert_false (lw_speed_meter_lags (&pace, 1));
  }
  g_assert_cmpfloat_with_epsilon (pace.pace, 1, 0.02);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pace/pace", test_pace);
  g_test_add_func ("/pace/jump", test_jump);
  g_test_add_func ("/pace/loop", test_loop);
  return g_test_run ();
}
