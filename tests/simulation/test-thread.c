// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The simulation thread: effects of commands, pacing does not affect numbers, real time is kept,
// and random command sequences leave it intact. Also meant to run under the thread sanitizer.

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "testing-seed.h"
#include "testing-thread.h"

/// Checks a thread at rest: the pose is the last sample, and the times are as expected.
static void
check_consistent (LwSimulation *simulation, double duration, double interval)
{
  const LwSimulationStatus status = testing_status_of (simulation);
  LwRecording *recording = lw_simulation_ref_recording (simulation);
  const size_t n = lw_recording_n_samples (recording);
  double time, q[3], v[3], row[8];

  g_assert_cmpuint (n, ==, status.n_samples);
  g_assert_cmpuint (n, >, 0);
  lw_simulation_get_pose (simulation, &time, q, v);
  lw_recording_sample (recording, n - 1, row);
  g_assert_true (memcmp (&time, &row[0], sizeof time) == 0);
  g_assert_true (memcmp (q, &row[lw_simulation_position_column (simulation)], sizeof q) == 0);
  g_assert_true (memcmp (v, &row[lw_simulation_velocity_column (simulation)], sizeof v) == 0);
  g_assert_cmpfloat (status.time, ==, time);
  g_assert_cmpfloat (time, ==, MIN ((double) (n - 1) * interval, duration));
  g_assert_cmpint (status.phase == LW_SIMULATION_FINISHED, ==, time == duration);
  lw_recording_unref (recording);
}

static void
test_commands (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  atomic_int notifications = 0;
  LwSimulationSettings settings = testing_settings_new (0.3, 0.1, 0.0);
  LwSimulation *simulation;
  int before;

  settings.notify = testing_count_notification;
  settings.notify_data = &notifications;
  simulation = lw_simulation_new (model, &settings);
  g_assert_cmpuint (lw_simulation_position_column (simulation), ==, 1);
  g_assert_cmpuint (lw_simulation_velocity_column (simulation), ==, 4);
  g_assert_cmpuint (lw_simulation_channel_column (simulation), ==, 7);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 1);
  check_consistent (simulation, 0.3, 0.1);

  // A step is one sample and a notification.
  before = atomic_load (&notifications);
  g_assert_cmpint (before, >=, 1);
  lw_simulation_step (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 2);
  g_assert_cmpint (atomic_load (&notifications), >, before);
  check_consistent (simulation, 0.3, 0.1);

  // Pausing while paused, and invalid speeds, change nothing.
  lw_simulation_pause (simulation);
  lw_simulation_set_speed (simulation, -1.0);
  lw_simulation_set_speed (simulation, 0.0 / 0.0);
  lw_simulation_wait (simulation);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 2);
  g_assert_cmpfloat (testing_status_of (simulation).speed, ==, 0.0);

  // Played to the end; then only a reset helps.
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 4);
  g_assert_cmpfloat (testing_status_of (simulation).time, ==, 0.3);
  lw_simulation_step (simulation);
  lw_simulation_play (simulation);
  lw_simulation_pause (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  check_consistent (simulation, 0.3, 0.1);
  lw_simulation_reset (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  check_consistent (simulation, 0.3, 0.1);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// A run that was reset has not ended, not even before the thread has executed the reset.
static void
test_reset_and_play (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (0.3, 0.1, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);

  for (int i = 0; i < 100; i++) {
    lw_simulation_play (simulation);
    lw_simulation_wait (simulation);
    g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
    lw_simulation_reset (simulation);
    g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  }
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// Rejected settings, and runs that end where they begin.
static void
test_borders (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  LwSimulationSettings settings = testing_settings_new (1.0, 0.0, 0.0);
  LwSimulation *simulation;

  g_assert_null (lw_simulation_new (model, &settings));
  settings = testing_settings_new (-1.0, 0.1, 0.0);
  g_assert_null (lw_simulation_new (model, &settings));
  settings = testing_settings_new (1.0, 0.1, 0.0);
  settings.integrator.accuracy = -1.0;
  g_assert_null (lw_simulation_new (model, &settings));

  settings = testing_settings_new (0.0, 0.1, 1.0);
  simulation = lw_simulation_new (model, &settings);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  check_consistent (simulation, 0.0, 0.1);
  lw_simulation_free (simulation);

  // An interval longer than the run.
  settings = testing_settings_new (0.25, 1.0, 0.0);
  simulation = lw_simulation_new (model, &settings);
  lw_simulation_step (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  check_consistent (simulation, 0.25, 1.0);
  lw_simulation_free (simulation);
  lw_simulation_free (NULL);
  mbd_model_unref (model);
}

/// As fast as possible and without an end in sight, a pause takes effect.
static void
test_pause_unpaced (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (1e9, 1e-3, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  LwRecording *old;

  lw_simulation_play (simulation);
  while (testing_status_of (simulation).n_samples < 100)
    usleep (100);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_RUNNING);
  lw_simulation_pause (simulation);
  lw_simulation_wait (simulation);
  // Nowhere near the end of the run, which is days away.
  g_assert_cmpfloat (testing_status_of (simulation).time, <, 1e8);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  check_consistent (simulation, 1e9, 1e-3);

  // A step in the middle of the run pauses it, a reset starts again and leaves the old samples
  // unchanged.
  old = lw_simulation_ref_recording (simulation);
  lw_simulation_play (simulation);
  lw_simulation_step (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  lw_simulation_reset (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpuint (lw_recording_n_samples (old), >, 100);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 1);
  lw_simulation_play (simulation);
  lw_simulation_free (simulation);
  lw_recording_unref (old);
  mbd_model_unref (model);
}

static void
assert_same_samples (const LwRecording *a, const LwRecording *b)
{
  const size_t n = lw_recording_n_samples (a);
  const size_t n_columns = lw_recording_n_columns (a);
  double row_a[8], row_b[8];

  g_assert_cmpuint (n_columns, ==, 8);
  g_assert_cmpuint (lw_recording_n_columns (b), ==, n_columns);
  g_assert_cmpuint (lw_recording_n_samples (b), ==, n);
  for (size_t i = 0; i < n; i++) {
    lw_recording_sample (a, i, row_a);
    lw_recording_sample (b, i, row_b);
    g_assert_true (memcmp (row_a, row_b, sizeof row_a) == 0);
  }
}

/// Paced, unpaced, stepped, interrupted and repeated runs give the same bits.
static void
test_determinism (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  LwSimulationSettings settings = testing_settings_new (0.5, 0.003, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  LwSimulation *other;
  LwRecording *unpaced, *recording;

  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  unpaced = lw_simulation_ref_recording (simulation);
  g_assert_cmpuint (lw_recording_n_samples (unpaced), ==, 168);

  settings.speed = 3.0;
  other = lw_simulation_new (model, &settings);
  lw_simulation_play (other);
  lw_simulation_wait (other);
  recording = lw_simulation_ref_recording (other);
  assert_same_samples (unpaced, recording);
  lw_recording_unref (recording);
  lw_simulation_free (other);

  lw_simulation_reset (simulation);
  lw_simulation_wait (simulation);
  while (testing_status_of (simulation).phase != LW_SIMULATION_FINISHED) {
    lw_simulation_step (simulation);
    lw_simulation_play (simulation);
    lw_simulation_pause (simulation);
    lw_simulation_wait (simulation);
  }
  recording = lw_simulation_ref_recording (simulation);
  g_assert_true (recording != unpaced);
  assert_same_samples (unpaced, recording);
  lw_recording_unref (recording);
  lw_recording_unref (unpaced);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// At speed 1 simulated time follows the wall clock, without running ahead. A busy machine may miss
/// it occasionally, not every time.
static void
test_real_time (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (2.0, 0.01, 1.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  double ratio = 0.0, achieved = 0.0;

  for (int attempt = 0; attempt < 100 && (ratio < 0.99 || fabs (achieved - 1.0) > 0.05);
       attempt++) {
    double begin, wall;

    lw_simulation_reset (simulation);
    lw_simulation_wait (simulation);
    begin = testing_wall_clock ();
    lw_simulation_play (simulation);
    lw_simulation_wait (simulation);
    wall = testing_wall_clock () - begin;
    ratio = 2.0 / wall;
    achieved = testing_status_of (simulation).achieved_speed;
    g_test_message ("2 s took %.4f s of wall time, ratio %.4f, achieved speed reported %.4f", wall,
                    ratio, achieved);
    g_assert_cmpfloat (wall, >=, 2.0);
  }
  g_assert_cmpfloat (ratio, >=, 0.99);
  g_assert_cmpfloat_with_epsilon (achieved, 1.0, 0.05);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// A change of speed counts from the moment of its execution.
static void
test_speed (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (1000.0, 0.01, 1e-5);
  LwSimulation *simulation = lw_simulation_new (model, &settings);

  // At this speed the first sample is due after 1000 s.
  lw_simulation_play (simulation);
  usleep (50000);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 1);
  lw_simulation_set_speed (simulation, 20.0);
  while (testing_status_of (simulation).time < 2.0)
    usleep (1000);
  g_assert_cmpfloat (testing_status_of (simulation).speed, ==, 20.0);
  lw_simulation_set_speed (simulation, 0.0);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

static void
test_failure (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  LwSimulationSettings settings = testing_settings_new (10.0, 0.001, 0.0);
  MbdDiagnosis why = { MBD_STATUS_OK };
  LwSimulation *simulation;
  LwRecording *recording;

  // The first samples fall within one step; a later one needs more than the allowed number.
  settings.interval = 1.0;
  settings.integrator.accuracy = 1e-11;
  settings.integrator.maximum_steps = 2;
  simulation = lw_simulation_new (model, &settings);
  g_assert_false (lw_simulation_get_diagnosis (simulation, &why));
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FAILED);
  g_assert_true (lw_simulation_get_diagnosis (simulation, &why));
  g_assert_cmpint (why.code, ==, MBD_STATUS_TOO_MANY_STEPS);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 1);
  recording = lw_simulation_ref_recording (simulation);
  g_assert_cmpfloat (lw_recording_value (recording, 1, 0), ==, 1.0);
  lw_recording_unref (recording);
  // A reset begins again.
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FAILED);
  lw_simulation_reset (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  g_assert_false (lw_simulation_get_diagnosis (simulation, &why));
  lw_simulation_free (simulation);
  mbd_model_unref (model);

  model = testing_pendulum_new (1.0, true);
  settings = testing_settings_new (10.0, 0.1, 0.0);
  simulation = lw_simulation_new (model, &settings);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FAILED);
  g_assert_true (lw_simulation_get_diagnosis (simulation, &why));
  g_assert_cmpint (why.code, ==, MBD_STATUS_CONFLICT);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 0);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// Sends one command or one query, chosen at random.
static void
act (GRand *random, LwSimulation *simulation)
{
  static const double speeds[] = { 0.0, 0.5, 1.0, 10.0, 1000.0 };
  double time, q[3], v[3];
  LwRecording *recording;
  size_t n;

  switch (g_rand_int_range (random, 0, 9)) {
  case 0:
  case 1:
    lw_simulation_play (simulation);
    break;
  case 2:
    lw_simulation_pause (simulation);
    break;
  case 3:
    lw_simulation_step (simulation);
    break;
  case 4:
    lw_simulation_reset (simulation);
    break;
  case 5:
    lw_simulation_set_speed (simulation, speeds[g_rand_int_range (random, 0, 5)]);
    break;
  case 6:
    lw_simulation_get_pose (simulation, &time, q, v);
    g_assert_cmpfloat_with_epsilon (q[0] * q[0] + q[1] * q[1], 1.0, 1e-9);
    break;
  case 7:
    recording = lw_simulation_ref_recording (simulation);
    n = lw_recording_n_samples (recording);
    if (n > 0) {
      const size_t sample = (size_t) g_rand_int_range (random, 0, (int) n);
      double minimum, maximum;

      g_assert_cmpuint (lw_recording_find (recording, 0.001 * (double) sample), ==, sample);
      g_assert_true (lw_recording_range (recording, 1, 0, n, &minimum, &maximum));
      g_assert_cmpfloat (maximum, ==, 1.0);
    }
    lw_recording_unref (recording);
    break;
  default:
    usleep ((unsigned) g_rand_int_range (random, 0, 400));
    break;
  }
}

/// Random sequences with a fixed seed; each ends by freeing the simulation in its current state.
static void
test_random (void)
{
  const int n_sequences = g_getenv ("LW_TORTURE") != NULL ? 20000 : 1000;
  GRand *random = g_rand_new_with_seed (testing_seed (20260101));
  MbdModel *model = testing_pendulum_new (1.0, false);

  for (int i = 0; i < n_sequences; i++) {
    const double duration = i % 3 == 0 ? 0.02 : 1e6;
    const LwSimulationSettings settings =
      testing_settings_new (duration, 0.001, i % 2 ? 0.0 : 10.0);
    LwSimulation *simulation = lw_simulation_new (model, &settings);
    const int n_actions = g_rand_int_range (random, 0, 20);

    for (int j = 0; j < n_actions; j++)
      act (random, simulation);
    if (g_rand_boolean (random)) {
      lw_simulation_pause (simulation);
      lw_simulation_wait (simulation);
      check_consistent (simulation, duration, 0.001);
    }
    lw_simulation_free (simulation);
  }
  mbd_model_unref (model);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread/commands", test_commands);
  g_test_add_func ("/thread/reset-and-play", test_reset_and_play);
  g_test_add_func ("/thread/borders", test_borders);
  g_test_add_func ("/thread/pause-unpaced", test_pause_unpaced);
  g_test_add_func ("/thread/determinism", test_determinism);
  g_test_add_func ("/thread/real-time", test_real_time);
  g_test_add_func ("/thread/speed", test_speed);
  g_test_add_func ("/thread/failure", test_failure);
  g_test_add_func ("/thread/random", test_random);
  return g_test_run ();
}
