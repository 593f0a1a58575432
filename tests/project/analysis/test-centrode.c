// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Centrodes. A bar of length L whose ends slide along crossed lines has the Cardan circles: its centre
// runs on a circle of radius L about the crossing, and in the bar on the circle with the bar as its
// diameter. A body that turns about a pin has only the pin.

#include "lw-centrode.h"

#include <math.h>
#include <string.h>

#include "testing-motion.h"

#define LENGTH 0.5

/// Ends A on the x axis and B on the y axis; the centre of mass is in the middle. Half a turn of the
/// bar, driven at the pin in the first slot.
#define BAR                                                                                                          \
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": [{\"name\": \"Bar\", \"mass\": 1,"                           \
  " \"inertia\": 0.1, \"position\": [0.25, 0], \"velocity\": [0, -0.5], \"angular_velocity\": 2}], \"couplings\": [" \
  "{\"name\": \"X\", \"kind\": \"pin in slot\", \"bodies\": [0, 1], \"points\": [[0.5, 0], "                         \
  "[0.25, 0]]},"                                                                                                     \
  "{\"name\": \"Y\", \"kind\": \"pin in slot\", \"bodies\": [0, 1], \"frames\": [{\"point\": [0, "                   \
  "0], \"angle\": 1.5707963267948966}, {\"point\": [-0.25, 0], \"angle\": 1.5707963267948966}]},"                    \
  "{\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"2 * t\"}],"                             \
  " \"run\": {\"duration\": 1.5, \"interval\": 0.01}}"

/// Pinned at (1, 2), off its centre of mass at the origin.
#define PINNED                                                                                                  \
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": [{\"name\": \"Bar\", \"mass\": 1,"                      \
  " \"inertia\": 0.1, \"position\": [0, 0], \"velocity\": [6, -3], \"angular_velocity\": 3}], \"couplings\": [" \
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [1, 2]},"                                   \
  "{\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"sin (3 * t)\"}],"                  \
  " \"run\": {\"duration\": 1, \"interval\": 0.01}}"

/// Runs the mechanism and records its positions and velocities after the time.
static LwRecording *
record (Motion *motion, const char *text)
{
  LwRecording *recording = NULL;

  motion_begin (motion, testing_parse (text), 0);
  do {
    const size_t n_q = (size_t) mbd_model_position_count (motion->model);
    const size_t n_v = (size_t) mbd_model_velocity_count (motion->model);
    g_autofree double *sample = g_new (double, 1 + n_q + n_v);

    if (recording == NULL)
      recording = lw_recording_new (1 + n_q + n_v);
    sample[0] = motion_value (motion, "time");
    memcpy (&sample[1], mbd_state_positions (lw_run_state (motion->run)), n_q * sizeof *sample);
    memcpy (&sample[1 + n_q], mbd_state_velocities (lw_run_state (motion->run)),
            n_v * sizeof *sample);
    g_assert_true (lw_recording_append (recording, sample));
  } while (motion_next (motion));
  return recording;
}

static void
test_cardan (void)
{
  Motion motion;
  LwRecording *recording = record (&motion, BAR);
  g_autoptr (GArray) points = lw_centrode_new (recording, motion.model, 1, 1, 40);

  g_assert_cmpuint (points->len, ==, 40);
  for (guint i = 0; i < points->len; i++) {
    const LwCentrodePoint *point = &g_array_index (points, LwCentrodePoint, i);

    // Velocities of the run agree with its positions to the accuracy of the integrator, 1e-8.
    g_assert_cmpfloat_with_epsilon (hypot (point->fixed[0], point->fixed[1]), LENGTH, 1e-7);
    g_assert_cmpfloat_with_epsilon (hypot (point->moving[0], point->moving[1]), LENGTH / 2, 1e-7);
  }
  // The curves touch where the bar is: at the start, in its end A.
  g_assert_cmpfloat_with_epsilon (g_array_index (points, LwCentrodePoint, 0).fixed[0], LENGTH,
                                  1e-7);
  g_assert_cmpfloat_with_epsilon (g_array_index (points, LwCentrodePoint, 0).moving[0], LENGTH / 2,
                                  1e-7);
  motion_end (&motion);
  lw_recording_unref (recording);
}

static void
test_pin (void)
{
  Motion motion;
  LwRecording *recording = record (&motion, PINNED);
  g_autoptr (GArray) points = lw_centrode_new (recording, motion.model, 1, 1, 1000);
  g_autoptr (GArray) ground = lw_centrode_new (recording, motion.model, 1, 0, 1000);

  g_assert_cmpuint (points->len, ==, lw_recording_n_samples (recording));
  for (guint i = 0; i < points->len; i++) {
    const LwCentrodePoint *point = &g_array_index (points, LwCentrodePoint, i);

    g_assert_cmpfloat_with_epsilon (point->fixed[0], 1, 1e-7);
    g_assert_cmpfloat_with_epsilon (point->fixed[1], 2, 1e-7);
    g_assert_cmpfloat_with_epsilon (point->moving[0], 1, 1e-7);
    g_assert_cmpfloat_with_epsilon (point->moving[1], 2, 1e-7);
  }
  g_assert_cmpuint (ground->len, ==, 0);
  motion_end (&motion);
  lw_recording_unref (recording);
}

/// The coupler of a crank-rocker turns back and forth: where it reverses, its centre passes infinity,
/// and the curves have a gap, however few points there are.
static void
test_infinity (void)
{
  g_autofree char *text = NULL;
  g_autofree char *path = g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), "four-bar.json", NULL);
  Motion motion;
  LwRecording *recording;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  recording = record (&motion, text);
  // Two turns of the crank: it reverses four times.
  for (size_t most = 60; most < 200; most += 45) {
    const int coupler = mbd_model_body_by_id (motion.model, 2);
    g_autoptr (GArray) points = lw_centrode_new (recording, motion.model, 1, coupler, most);
    int gaps = 0;

    for (guint i = 1; i < points->len; i++) {
      const double *a = g_array_index (points, LwCentrodePoint, i - 1).moving;
      const double *b = g_array_index (points, LwCentrodePoint, i).moving;

      gaps += isnan (b[0]);
      if (a[0] * b[0] + a[1] * b[1] < 0)
        g_assert_cmpfloat (fmin (hypot (a[0], a[1]), hypot (b[0], b[1])), <, 1);
    }
    g_assert_cmpint (gaps, ==, 4);
  }
  motion_end (&motion);
  lw_recording_unref (recording);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/centrode/cardan", test_cardan);
  g_test_add_func ("/centrode/pin", test_pin);
  g_test_add_func ("/centrode/infinity", test_infinity);
  return g_test_run ();
}
