// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Requests to end: from another thread, from a signal handler, and withdrawn. Also run under the
// thread sanitizer, hence pthreads, which it supports.

#include "testing.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

/// One of each family of methods.
static const struct
{
  MbdMethod method;
  double step; ///< s; 0: by error control
} runs[] = {
  { MBD_METHOD_AUTOMATIC, 0 },   { MBD_METHOD_RK4, 1e-3 },           { MBD_METHOD_VERNER65, 1e-3 },
  { MBD_METHOD_ESDIRK43, 0 },    { MBD_METHOD_RADAU9, 0 },           { MBD_METHOD_RADAU9, 1e-3 },
  { MBD_METHOD_ESDIRK43, 1e-3 }, { MBD_METHOD_TIME_STEPPING, 1e-3 },
};

static MbdIntegrator *
start_run (const MbdState *state, gsize run)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  settings.method = runs[run].method;
  settings.step = runs[run].step;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  return integrator;
}

static void
test_token (void)
{
  MbdStopToken token = { 0 };

  g_assert_false (mbd_stop_token_is_requested (NULL));
  g_assert_false (mbd_stop_token_is_requested (&token));
  mbd_stop_token_request (&token);
  mbd_stop_token_request (&token);
  g_assert_true (mbd_stop_token_is_requested (&token));
  mbd_stop_token_clear (&token);
  g_assert_false (mbd_stop_token_is_requested (&token));
}

static MbdStopToken signalled;

static void
request_cb (int number)
{
  (void) number;
  mbd_stop_token_request (&signalled);
}

/// A stop between two steps that is withdrawn leaves no trace in the motion.
static void
test_go_on (void)
{
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  MbdState *reached = testing_state (design_fourbar (MBD_PLANAR));
  const int n = mbd_model_position_count (mbd_state_model (state));
  double *expected = g_new (double, n);

  signal (SIGUSR1, request_cb);
  for (gsize run = 0; run < G_N_ELEMENTS (runs); run++) {
    MbdIntegrator *integrator = start_run (state, run);
    assert_ok (mbd_integrator_advance (integrator, 0.1, reached, NULL));
    assert_ok (mbd_integrator_advance (integrator, 0.2, reached, NULL));
    memcpy (expected, mbd_state_positions (reached), (gsize) n * sizeof (double));
    mbd_integrator_free (integrator);

    integrator = start_run (state, run);
    mbd_integrator_set_stop (integrator, &signalled);
    assert_ok (mbd_integrator_advance (integrator, 0.1, reached, NULL));
    raise (SIGUSR1);
    assert_status (mbd_integrator_advance (integrator, 0.2, reached, NULL), MBD_STATUS_STOPPED);
    assert_status (mbd_integrator_step (integrator, reached, NULL), MBD_STATUS_STOPPED);
    mbd_stop_token_clear (&signalled);
    assert_ok (mbd_integrator_advance (integrator, 0.2, reached, NULL));
    assert_identical (n, mbd_state_positions (reached), expected);
    mbd_integrator_free (integrator);
  }
  signal (SIGUSR1, SIG_DFL);
  g_free (expected);
  testing_state_free (reached);
  testing_state_free (state);
}

typedef struct
{
  MbdIntegrator *integrator;
  sem_t runs;
  MbdStatus status;
} Run;

static void *
run_thread (void *data)
{
  Run *run = data;

  while ((run->status = mbd_integrator_step (run->integrator, NULL, NULL)) == MBD_STATUS_OK)
    sem_post (&run->runs);
  return NULL;
}

/// A run without an end ends when another thread requests it, wherever in a step it is; the state
/// it has reached is valid.
static void
test_other_thread (void)
{
  MbdState *state = testing_state (design_pendulum (MBD_PLANAR));
  MbdState *reached = testing_state (design_pendulum (MBD_PLANAR));

  for (int round = 0; round < (testing_torture () ? 500 : 5); round++)
    for (gsize i = 0; i < G_N_ELEMENTS (runs); i++) {
      Run run = { .integrator = start_run (state, i) };
      MbdStopToken token = { 0 };
      MbdIntegratorStatistics statistics;
      pthread_t thread;

      mbd_integrator_set_stop (run.integrator, &token);
      sem_init (&run.runs, 0, 0);
      g_assert_cmpint (pthread_create (&thread, NULL, run_thread, &run), ==, 0);
      for (int steps = 0; steps < 3 + round; steps++)
        sem_wait (&run.runs);
      mbd_stop_token_request (&token);
      g_assert_cmpint (pthread_join (thread, NULL), ==, 0);
      assert_status (run.status, MBD_STATUS_STOPPED);

      mbd_stop_token_clear (&token);
      mbd_integrator_statistics (run.integrator, &statistics);
      g_assert_cmpint (statistics.steps, >=, 3 + round);
      assert_ok (mbd_integrator_step (run.integrator, reached, NULL));
      assert_ok (mbd_state_solve (reached, NULL));
      sem_destroy (&run.runs);
      mbd_integrator_free (run.integrator);
    }
  testing_state_free (reached);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/stop/token", test_token);
  g_test_add_func ("/stop/go-on", test_go_on);
  g_test_add_func ("/stop/other-thread", test_other_thread);
  return g_test_run ();
}
