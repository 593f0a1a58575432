// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One model shared by threads, each with its own state and integrator: the runs are bitwise
// identical. Also run under the thread sanitizer, hence pthreads, which it supports.

#include "testing.h"

#include <pthread.h>

enum
{
  THREADS = 4,
  POSITIONS = 9,
};

typedef struct
{
  const MbdModel *model;
  double q[POSITIONS];
  double reaction[3];
  MbdStatus status;
} Run;

static void *
run_thread (void *data)
{
  Run *run = data;
  const MbdModel *model = mbd_model_ref (run->model);
  MbdState *state = mbd_state_new (model);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
  MbdWrench wrench;

  run->status = mbd_integrator_start (integrator, state, NULL);
  for (int i = 1; i <= 20 && run->status == MBD_STATUS_OK; i++) {
    run->status = mbd_integrator_advance (integrator, 0.01 * i, state, NULL);
    if (run->status == MBD_STATUS_OK)
      run->status = mbd_state_solve (state, NULL);
  }
  mbd_state_reaction (state, 1, 1, MBD_AXES_BODY, &wrench);
  memcpy (run->reaction, wrench.force, sizeof wrench.force);
  memcpy (run->q, mbd_state_positions (state), sizeof run->q);
  mbd_integrator_free (integrator);
  mbd_state_free (state);
  mbd_model_unref (model);
  return NULL;
}

static void
test_shared_model (void)
{
  for (int round = 0; round < (testing_torture () ? 200 : 5); round++) {
    MbdModel *model = design_take_model (design_fourbar (MBD_PLANAR));
    Run alone = { .model = model }, runs[THREADS];
    pthread_t threads[THREADS];

    run_thread (&alone);
    assert_ok (alone.status);
    for (int i = 0; i < THREADS; i++) {
      runs[i] = (Run){ .model = model };
      g_assert_cmpint (pthread_create (&threads[i], NULL, run_thread, &runs[i]), ==, 0);
    }
    // The threads hold their own references to the model.
    for (int i = 0; i < THREADS; i++)
      g_assert_cmpint (pthread_join (threads[i], NULL), ==, 0);
    mbd_model_unref (model);
    for (int i = 0; i < THREADS; i++) {
      assert_ok (runs[i].status);
      assert_identical (POSITIONS, runs[i].q, alone.q);
      assert_identical (3, runs[i].reaction, alone.reaction);
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/threads/shared-model", test_shared_model);
  return g_test_run ();
}
