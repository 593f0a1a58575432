// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Motor sizing: a bar of length 2 L that a motor turns at constant speed w about its end needs the
// torque m g L cos (w t), whose peak over whole turns is m g L and whose RMS is m g L / sqrt (2); the
// power is w times that.

#include <math.h>

#include "lw-drive-sizing.h"
#include "testing-motion.h"

#define MASS 2.0
#define ARM 0.5
#define SPEED 4.0
#define GRAVITY 9.81

/// Two turns, in 400 intervals.
#define TURNING                                                                                    \
  "{\"linkwright\": 1, \"gravity\": [0, -9.81], \"bodies\": [{\"name\": \"Bar\", \"mass\": 2,"     \
  " \"inertia\": 0.1, \"position\": [0.5, 0]}], \"couplings\": ["                                  \
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"                      \
  "{\"name\": \"Motor\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"4 * t\"}],"           \
  " \"run\": {\"duration\": 3.141592653589793, \"interval\": 0.007853981633974483}}"

static void
test_closed_form (void)
{
  LwRecording *recording = lw_recording_new (3);
  const double torque = MASS * GRAVITY * ARM;
  LwDriveSize size;
  Motion motion;

  motion_begin (&motion, testing_parse (TURNING), 0);
  do {
    const double sample[] = { motion_value (&motion, "time"),
                              motion_value (&motion, "Motor.effort"),
                              motion_value (&motion, "Motor.power") };

    g_assert_true (lw_recording_append (recording, sample));
  } while (motion_next (&motion));
  g_assert_true (lw_drive_sizing_compute ((LwSeries){ recording, 1 }, &size));
  g_assert_cmpfloat_with_epsilon (size.peak, torque, 1e-6 * torque);
  // Straight lines between samples lose (w h)^2 / 12 of the mean square.
  g_assert_cmpfloat_with_epsilon (size.rms, torque / sqrt (2), 1e-4 * torque);
  g_assert_true (lw_drive_sizing_compute ((LwSeries){ recording, 2 }, &size));
  g_assert_cmpfloat_with_epsilon (size.peak, SPEED * torque, 1e-6 * SPEED * torque);
  g_assert_cmpfloat_with_epsilon (size.rms, SPEED * torque / sqrt (2), 1e-4 * SPEED * torque);
  motion_end (&motion);
  lw_recording_unref (recording);
}

static void
test_nothing (void)
{
  LwRecording *recording = lw_recording_new (2);
  const double samples[][2] = { { 0, (double) NAN }, { 1, (double) NAN } };
  LwDriveSize size;

  for (int i = 0; i < 2; i++) {
    g_assert_false (lw_drive_sizing_compute ((LwSeries){ recording, 1 }, &size));
    g_assert_true (isnan (size.peak) && isnan (size.rms));
    g_assert_true (lw_recording_append (recording, samples[i]));
  }
  g_assert_false (lw_drive_sizing_compute ((LwSeries){ recording, 1 }, &size));
  lw_recording_unref (recording);
}

static void
clear_plot (gpointer data)
{
  LwPlotLayout *plot = data;

  g_free (plot->title);
  g_free (plot->against);
  g_strfreev (plot->channels);
}

static void
test_plots (void)
{
  g_autoptr (GArray) plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));
  const LwPlotLayout *plot;

  g_array_set_clear_func (plots, clear_plot);
  g_assert_true (lw_drive_sizing_add_plots (plots, "Motor", 3));
  g_assert_cmpuint (plots->len, ==, 2);
  plot = &g_array_index (plots, LwPlotLayout, 0);
  g_assert_cmpstr (plot->channels[0], ==, "Motor.effort");
  g_assert_cmpstr (plot->against, ==, "Motor.coordinate");
  plot = &g_array_index (plots, LwPlotLayout, 1);
  g_assert_cmpstr (plot->channels[0], ==, "Motor.power");
  g_assert_false (lw_drive_sizing_add_plots (plots, "Motor", 3));
  g_assert_cmpuint (plots->len, ==, 2);
  g_assert_true (lw_drive_sizing_add_plots (plots, "M2", 3));
  g_assert_cmpuint (plots->len, ==, 3);
  g_assert_cmpstr (g_array_index (plots, LwPlotLayout, 0).channels[0], ==, "M2.effort");
  g_assert_cmpstr (g_array_index (plots, LwPlotLayout, 2).channels[0], ==, "Motor.effort");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/drive-sizing/closed-form", test_closed_form);
  g_test_add_func ("/drive-sizing/nothing", test_nothing);
  g_test_add_func ("/drive-sizing/plots", test_plots);
  return g_test_run ();
}
