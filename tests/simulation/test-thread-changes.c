// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The simulation thread: changes during a run, continuing from another run, little memory, and
// random actions of all kinds. Also meant to run under the thread sanitizer.

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <glib.h>

#include "testing-seed.h"
#include "testing-thread.h"

/// Creates a ball that hangs on a rod of length 1, which is a number or a function of time.
static MbdModel *
hanging_new (bool timed)
{
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef rod = mbd_rod_default ();
  MbdModel *model = NULL;
  MbdFunction *function = NULL;

  g_assert_cmpint (mbd_function_new_constant (1, &function, NULL), ==, MBD_STATUS_OK);
  body.id = 1;
  body.position[1] = -1;
  g_assert_cmpint (mbd_mechanism_add_body (mechanism, &body, NULL), ==, MBD_STATUS_OK);
  rod.id = 1;
  rod.name = "R";
  rod.body_b = 1;
  rod.function = timed ? function : NULL;
  g_assert_cmpint (mbd_mechanism_add_coupling (mechanism, &rod, NULL), ==, MBD_STATUS_OK);
  mbd_function_unref (function);
  g_assert_cmpint (mbd_model_compile (mechanism, &model, NULL), ==, MBD_STATUS_OK);
  mbd_mechanism_free (mechanism);
  return model;
}

static double
height_of (LwSimulation *simulation)
{
  double q[3];

  lw_simulation_get_pose (simulation, NULL, q, NULL);
  return q[1];
}

static void
step (LwSimulation *simulation)
{
  lw_simulation_step (simulation);
  lw_simulation_wait (simulation);
}

/// Changes during a run: switched off, the ball falls; switched on again, it is caught; the length
/// may change; invalid changes are rejected without effect.
static void
test_changes (void)
{
  MbdModel *model = hanging_new (false);
  const LwSimulationSettings settings = testing_settings_new (10.0, 0.1, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  MbdState *state = mbd_state_new (model);
  MbdCouplingDef def = *mbd_state_coupling (state, 0);
  MbdDiagnosis why;

  lw_simulation_set_enabled (simulation, 0, false);
  step (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -1 - 0.5 * 9.81 * 0.01, 1e-9);
  lw_simulation_set_enabled (simulation, 0, true);
  step (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -1, 1e-9);

  def.length = 0.75;
  lw_simulation_change_coupling (simulation, 0, &def);
  lw_simulation_wait (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -0.75, 1e-9);
  g_assert_cmpfloat (testing_status_of (simulation).time, ==, 0.2);
  g_assert_false (lw_simulation_take_refusal (simulation, &why));

  def.length = 0;
  lw_simulation_change_coupling (simulation, 0, &def);
  lw_simulation_wait (simulation);
  g_assert_true (lw_simulation_take_refusal (simulation, &why));
  g_assert_cmpint (why.code, ==, MBD_STATUS_ZERO_LENGTH);
  g_assert_cmpint (why.id, ==, 1);
  g_assert_false (lw_simulation_take_refusal (simulation, &why));
  lw_simulation_set_enabled (simulation, 5, true); // there is no such coupling
  step (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -0.75, 1e-9);

  // A reset restores the drawing.
  lw_simulation_reset (simulation);
  step (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -1, 1e-9);
  lw_simulation_change_coupling (simulation, 0, &def);
  lw_simulation_free (simulation); // with a command that was perhaps not executed
  mbd_state_free (state);
  mbd_model_unref (model);
}

/// A function of time is replaced during a run; each function lives as long as it is needed.
static void
test_change_function (void)
{
  MbdModel *model = hanging_new (true);
  const LwSimulationSettings settings = testing_settings_new (10.0, 0.1, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  MbdState *state = mbd_state_new (model);
  MbdCouplingDef def = *mbd_state_coupling (state, 0);
  MbdFunction *function = NULL;
  MbdDiagnosis why;

  step (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -1, 1e-9);
  g_assert_cmpint (mbd_function_new_polynomial ((double[]){ 0.5, 1 }, 2, 0.1, &function, NULL), ==,
                   MBD_STATUS_OK);
  def.function = function;
  lw_simulation_change_coupling (simulation, 0, &def);
  mbd_function_unref (function);
  step (simulation);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -0.6, 1e-9);
  g_assert_false (lw_simulation_take_refusal (simulation, &why));

  // Only the drawing decides whether there is a function.
  def.function = NULL;
  lw_simulation_change_coupling (simulation, 0, &def);
  step (simulation);
  g_assert_true (lw_simulation_take_refusal (simulation, &why));
  g_assert_cmpint (why.code, ==, MBD_STATUS_NOT_AT_RUN_TIME);
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -0.7, 1e-9);
  lw_simulation_free (simulation);
  mbd_state_free (state);
  mbd_model_unref (model);
}

/// A pendulum is pulled up to its own height, comes to rest there, and falls when it is released.
static void
test_grip (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (1000.0, 10.0, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  MbdGrip grip = {
    .body = 1, .stiffness = 1e4, .damping = 200, .reach = 10, .target = { 1, 0, 0 }
  };
  MbdDiagnosis why;

  lw_simulation_set_grip (simulation, &grip);
  step (simulation);
  // It yields by weight over stiffness, 9.81e-4 m; the arc and the arm change that by 1e-6.
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -9.81e-4, 2e-6);
  grip.body = 7;
  lw_simulation_set_grip (simulation, &grip);
  step (simulation);
  g_assert_true (lw_simulation_take_refusal (simulation, &why));
  g_assert_cmpfloat_with_epsilon (height_of (simulation), -9.81e-4, 2e-6);
  for (int i = 0; i < 1000; i++)
    lw_simulation_set_grip (simulation, i % 2 == 0 ? &grip : NULL);
  lw_simulation_step (simulation);
  lw_simulation_wait (simulation);
  g_assert_false (fabs (height_of (simulation) + 9.81e-4) < 2e-6);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// A run that continues from a sample of another one: earlier samples are kept bit by bit, and
/// later ones equal the other run within the accuracy.
static void
test_continue (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (2.0, 0.01, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  MbdState *state = mbd_state_new (model);
  LwRecording *first, *second;
  double sample[8];
  MbdDiagnosis why;

  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  first = lw_simulation_ref_recording (simulation);
  lw_recording_sample (first, 70, sample);
  mbd_state_set (state, sample[0], sample + 1, sample + 4);
  lw_simulation_continue (simulation, first, 71, state);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_PAUSED);
  g_assert_cmpfloat (testing_status_of (simulation).time, ==, sample[0]);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 71);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  second = lw_simulation_ref_recording (simulation);
  g_assert_true (second != first);
  g_assert_cmpuint (lw_recording_n_samples (second), ==, 201);
  for (size_t i = 0; i < 201; i++)
    for (size_t column = 0; column < 8; column++) {
      const double before = lw_recording_value (first, column, i);
      const double after = lw_recording_value (second, column, i);

      // Different steps: both are accurate to 1e-8 over 2 s.
      if (i <= 70 || column == 0)
        g_assert_cmpfloat (before, ==, after);
      else
        g_assert_cmpfloat_with_epsilon (before, after, 1e-6);
    }

  // A state that cannot be followed is rejected, and the run is unchanged.
  state = mbd_state_new (model);
  mbd_state_set (state, 0.5, (double[]){ NAN, 0, 0 }, NULL);
  lw_simulation_continue (simulation, first, 51, state);
  lw_simulation_wait (simulation);
  g_assert_true (lw_simulation_take_refusal (simulation, &why));
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 201);
  lw_recording_unref (first);
  lw_recording_unref (second);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// With little memory the run continues to its end, and only every stride-th sample is kept.
static void
test_memory (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  LwSimulationSettings settings = testing_settings_new (20.0, 0.001, 0.0);
  LwSimulation *simulation;
  LwRecording *recording;
  LwRecording *continued;
  MbdState *state = mbd_state_new (model);
  double sample[8];
  size_t n;

  settings.memory = lw_recording_size (8, 3000);
  simulation = lw_simulation_new (model, &settings);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  g_assert_cmpfloat (testing_status_of (simulation).time, ==, 20.0);
  g_assert_cmpuint (testing_status_of (simulation).stride, ==, 8);
  recording = lw_simulation_ref_recording (simulation);
  n = lw_recording_n_samples (recording);
  g_assert_cmpuint (n, ==, 2501);
  // Whole chunks of 1024 samples: 3072.
  g_assert_cmpuint (lw_recording_size (8, n), <=, lw_recording_size (8, 3072));
  for (size_t i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (lw_recording_value (recording, 0, i), 0.008 * (double) i,
                                    1e-12);

  // It continues with the same stride.
  lw_recording_sample (recording, 1000, sample);
  mbd_state_set (state, sample[0], sample + 1, sample + 4);
  lw_simulation_continue (simulation, recording, 1001, state);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  continued = lw_simulation_ref_recording (simulation);
  g_assert_cmpuint (lw_recording_n_samples (continued), ==, n);
  g_assert_cmpfloat (lw_recording_value (continued, 0, 1001), ==,
                     lw_recording_value (recording, 0, 1001));
  lw_recording_unref (continued);
  lw_recording_unref (recording);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

static atomic_int memory_left; ///< number of allocations of recordings that succeed

static void *
allocate_scarcely (size_t size)
{
  return atomic_fetch_sub (&memory_left, 1) > 0 ? malloc (size) : NULL;
}

/// Without memory even for a thinner copy, the run continues to its end and reports this, the
/// earlier recording is kept, and recording resumes as soon as there is memory.
static void
test_starved (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (20.0, 0.001, 0.0);
  LwSimulation *simulation;
  LwRecording *recording;

  // A page and its first chunk are seven; each further chunk takes four.
  atomic_store (&memory_left, 11);
  lw_recording_set_allocator (allocate_scarcely);
  simulation = lw_simulation_new (model, &settings);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  g_assert_cmpint (testing_status_of (simulation).phase, ==, LW_SIMULATION_FINISHED);
  g_assert_cmpfloat (testing_status_of (simulation).time, ==, 20.0);
  g_assert_true (testing_status_of (simulation).starved);
  recording = lw_simulation_ref_recording (simulation);
  g_assert_cmpuint (lw_recording_n_samples (recording), ==, 2048);
  g_assert_cmpfloat_with_epsilon (lw_recording_value (recording, 0, 2047), 2.047, 1e-12);
  lw_recording_unref (recording);

  lw_recording_set_allocator (NULL);
  lw_simulation_reset (simulation);
  step (simulation);
  g_assert_false (testing_status_of (simulation).starved);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, ==, 2);
  lw_simulation_free (simulation);

  // First there is none; then there is enough for a thinner recording.
  atomic_store (&memory_left, 11);
  lw_recording_set_allocator (allocate_scarcely);
  simulation = lw_simulation_new (model, &settings);
  for (int i = 0; i < 2050; i++)
    lw_simulation_step (simulation);
  lw_simulation_wait (simulation);
  g_assert_true (testing_status_of (simulation).starved);
  atomic_store (&memory_left, 1000);
  step (simulation);
  step (simulation);
  g_assert_false (testing_status_of (simulation).starved);
  g_assert_cmpuint (testing_status_of (simulation).n_samples, >, 2048);
  lw_recording_set_allocator (NULL);
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// Another method and another stabilisation in the middle of a run: the motion continues within the
/// accuracy, integrals too, and invalid settings have no effect.
static void
test_set_integrator (void)
{
  MbdModel *model = testing_pendulum_new (1.0, false);
  const LwSimulationSettings settings = testing_settings_new (2.0, 0.1, 0.0);
  LwSimulation *simulation = lw_simulation_new (model, &settings);
  MbdIntegratorSettings integrator = mbd_integrator_default ();
  MbdDiagnosis why;

  step (simulation);
  integrator.method = MBD_METHOD_RADAU9;
  integrator.stabilisation.stabilisation = MBD_STABILISATION_BAUMGARTE;
  lw_simulation_set_integrator (simulation, &integrator);
  step (simulation);
  g_assert_false (lw_simulation_take_refusal (simulation, &why));
  g_assert_cmpint (testing_status_of (simulation).statistics.method, ==, MBD_METHOD_RADAU9);
  g_assert_cmpfloat (testing_status_of (simulation).time, ==, 0.2);
  integrator.accuracy = -1;
  lw_simulation_set_integrator (simulation, &integrator);
  step (simulation);
  g_assert_true (lw_simulation_take_refusal (simulation, &why));
  g_assert_cmpint (testing_status_of (simulation).statistics.method, ==, MBD_METHOD_RADAU9);
  lw_simulation_play (simulation);
  lw_simulation_wait (simulation);
  {
    LwRecording *recording = lw_simulation_ref_recording (simulation);
    double minimum, maximum;

    // A pendulum conserves its energy; 2 s at the accuracy 1e-8.
    g_assert_true (lw_recording_range (recording, 7, 0, 21, &minimum, &maximum));
    g_assert_cmpfloat (maximum - minimum, <, 1e-5);
    lw_recording_unref (recording);
  }
  lw_simulation_free (simulation);
  mbd_model_unref (model);
}

/// Sends one command of any kind, with valid or invalid values.
static void
act_wildly (GRand *random, const MbdModel *model, LwSimulation *simulation)
{
  static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_RK4, MBD_METHOD_RADAU9 };
  MbdIntegratorSettings integrator = mbd_integrator_default ();
  const MbdGrip grip = { .body = g_rand_int_range (random, 0, 3),
                         .stiffness = 100,
                         .damping = 10,
                         .reach = 1,
                         .target = { 1, g_rand_double (random), 0 } };
  MbdDiagnosis why;
  LwRecording *recording;
  size_t n;

  switch (g_rand_int_range (random, 0, 9)) {
  case 0:
    lw_simulation_set_enabled (simulation, 0, g_rand_boolean (random));
    break;
  case 8: {
    MbdModel *other = testing_pendulum_of (1, g_rand_double_range (random, 0.5, 2),
                                           g_rand_double_range (random, -0.5, 0.5), false);
    const LwRunChange change = { other, integrator, g_rand_boolean (random) ? 1e6 : 1e5,
                                 g_rand_boolean (random) ? 0.001 : 0.0013, true };

    lw_simulation_change_model (simulation, &change);
    mbd_model_unref (other);
    break;
  }
  case 1:
    lw_simulation_set_grip (simulation, g_rand_boolean (random) ? &grip : NULL);
    break;
  case 2:
    integrator.method = methods[g_rand_int_range (random, 0, 3)];
    integrator.step = g_rand_boolean (random) ? 1e-3 : 0;
    integrator.stabilisation.stabilisation =
      g_rand_boolean (random) ? MBD_STABILISATION_BAUMGARTE : MBD_STABILISATION_PROJECTION;
    lw_simulation_set_integrator (simulation, &integrator);
    break;
  case 3:
    recording = lw_simulation_ref_recording (simulation);
    n = lw_recording_n_samples (recording);
    if (n > 0) {
      MbdState *state = mbd_state_new (model);
      double sample[8];
      const size_t i = (size_t) g_rand_int_range (random, 0, (int) n);

      lw_recording_sample (recording, i, sample);
      mbd_state_set (state, sample[0], sample + 1, sample + 4);
      lw_simulation_continue (simulation, recording, i + 1, state);
    }
    lw_recording_unref (recording);
    break;
  case 4:
    lw_simulation_mend (simulation, g_rand_int_range (random, -1, 2));
    break;
  case 5:
    lw_simulation_take_refusal (simulation, &why);
    lw_simulation_get_diagnosis (simulation, &why);
    break;
  case 6:
    if (g_rand_boolean (random))
      lw_simulation_play (simulation);
    else
      lw_simulation_pause (simulation);
    break;
  default:
    usleep ((unsigned) g_rand_int_range (random, 0, 200));
    break;
  }
}

/// Checks that times of a recording increase, whatever the commands.
static void
check_order (LwSimulation *simulation)
{
  LwRecording *recording = lw_simulation_ref_recording (simulation);
  const size_t n = lw_recording_n_samples (recording);

  for (size_t i = 1; i < n; i++)
    g_assert_cmpfloat (lw_recording_value (recording, 0, i - 1), <,
                       lw_recording_value (recording, 0, i));
  lw_recording_unref (recording);
}

/// Random actions of all kinds with a fixed seed, on a thread with little memory.
static void
test_random_actions (void)
{
  const int n_actions = g_getenv ("LW_TORTURE") != NULL ? 1000 : 250;
  GRand *random = g_rand_new_with_seed (testing_seed (20261122));
  MbdModel *model = testing_pendulum_new (1.0, false);
  LwSimulation *simulation = NULL;

  for (int i = 0; i < n_actions; i++) {
    LwSimulationSettings settings = testing_settings_new (1e6, 0.001, 0.0);

    // A new simulation from time to time; the old one is freed in its current state.
    settings.memory = lw_recording_size (8, 2048);
    if (i % 50 == 0) {
      lw_simulation_free (simulation);
      simulation = lw_simulation_new (model, &settings);
    }
    act_wildly (random, model, simulation);
    if (i % 10 == 9)
      check_order (simulation);
  }
  lw_simulation_free (simulation);
  mbd_model_unref (model);
  g_rand_free (random);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/thread-changes/changes", test_changes);
  g_test_add_func ("/thread-changes/change-function", test_change_function);
  g_test_add_func ("/thread-changes/grip", test_grip);
  g_test_add_func ("/thread-changes/continue", test_continue);
  g_test_add_func ("/thread-changes/memory", test_memory);
  g_test_add_func ("/thread-changes/starved", test_starved);
  g_test_add_func ("/thread-changes/set-integrator", test_set_integrator);
  g_test_add_func ("/thread-changes/random-actions", test_random_actions);
  return g_test_run ();
}
