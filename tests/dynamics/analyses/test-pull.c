// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pulling a point of a mechanism: it reaches the target, or the nearest place by a closed form,
// with all couplings closed; and the time that this takes.

#include <time.h>

#include "testing-seed.h"
#include "testing.h"

static const double origin[3] = { 0 };

static void
assert_closed (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  const int rows = mbd_model_row_count (model);
  double *errors = g_new0 (double, rows + 1);

  mbd_state_errors (state, errors, NULL, NULL);
  assert_at_most (max_norm (rows, errors), 1e-12 * fmax (1, mbd_model_size (model)));
  g_free (errors);
}

/// Pulls until there is no further gain. Returns the remaining distance.
static double
pull_far (MbdState *state, int body, const double point[3], double x, double y)
{
  const double target[3] = { x, y, 0 };
  double left = INFINITY, before;
  MbdDiagnosis why = { 0 };

  do {
    before = left;
    assert_ok (mbd_state_pull (state, body, point, target, &left, &why));
    g_assert_cmpfloat (left, <=, before);
    assert_closed (state);
  } while (left < before * (1 - 1e-4) && left > 1e-9);
  return left;
}

/// The tip of two bars of 1 m follows to every point within their reach.
static void
test_reach (void)
{
  static const double tip[3] = { 0.5, 0, 0 };
  MbdState *state = testing_state (design_chain (2, 0.3, MBD_PLANAR));
  GRand *rand = g_rand_new_with_seed (testing_seed (1));

  for (int i = 0; i < 50; i++) {
    const double angle = random_in (rand, -3, 3), radius = random_in (rand, 0.2, 1.8);
    double at[3];

    assert_at_most (pull_far (state, 2, tip, radius * cos (angle), radius * sin (angle)), 1e-9);
    mbd_state_body_point (state, 2, tip, at, NULL, NULL);
    assert_close (at[0], radius * cos (angle), 1e-9);
    assert_close (at[1], radius * sin (angle), 1e-9);
  }
  g_rand_free (rand);
  testing_state_free (state);
}

/// Out of reach the point stops where its circle comes nearest: on the line from the pivot.
static void
test_out_of_reach (void)
{
  MbdState *state = testing_state (design_pendulum (MBD_PLANAR));
  double at[3];

  for (int i = 0; i < 12; i++) {
    const double angle = M_PI + 0.5 * i;

    // The steps gain less and less, quadratically: the root of the last gain remains.
    assert_close (pull_far (state, 1, origin, 7 * cos (angle), 7 * sin (angle)), 6, 1e-3);
    mbd_state_body_point (state, 1, origin, at, NULL, NULL);
    assert_close (at[0], cos (angle), 0.02);
    assert_close (at[1], sin (angle), 0.02);
  }
  testing_state_free (state);
}

/// A crank is turned round, and the rocker is where the two circles meet, on the same branch.
static void
test_four_bar (void)
{
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  const double crank_end[3] = { 0.1, 0, 0 };
  double last = NAN;

  for (int i = 0; i <= 72; i++) {
    const double angle = i * M_PI / 36;
    double a[3], b[3], d[3], c[3], middle;

    assert_at_most (pull_far (state, 1, crank_end, 0.2 * cos (angle), 0.2 * sin (angle)), 1e-9);
    mbd_state_coupling_points (state, 1, a, b);
    mbd_state_coupling_points (state, 2, a, c);
    mbd_state_coupling_points (state, 3, a, d);
    assert_close (hypot (b[0] - c[0], b[1] - c[1]), 0.7, 1e-9);
    assert_close (hypot (c[0] - d[0], c[1] - d[1]), 0.5, 1e-9);
    middle = (c[0] - b[0]) * (d[1] - b[1]) - (c[1] - b[1]) * (d[0] - b[0]);
    g_assert_true (i == 0 || middle * last > 0);
    last = middle;
  }
  testing_state_free (state);
}

/// An end stop holds, and releases again.
static void
test_stop (void)
{
  Design *design = design_new ();
  MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_ANGLE, -0.5, 0.5);
  const double ends[2][2] = { { 0, 0 }, { 1, 0 } };
  const double tip[3] = { 0.5, 0, 0 };

  design_add_bar (design, MBD_PLANAR, ends[0], ends[1], 1);
  design_add_pin (design, 0, 0, 0, 1, -0.5, 0);
  stop.body_a = 0;
  stop.body_b = 1;
  stop.frame_b.point[0] = -0.5;
  design_add_coupling (design, &stop);
  MbdState *state = testing_state (design);

  pull_far (state, 1, tip, 0, 1);
  assert_close (mbd_state_body_angle (state, 1), 0.5, 1e-9);
  pull_far (state, 1, tip, cos (0.2), sin (0.2));
  assert_close (mbd_state_body_angle (state, 1), 0.2, 1e-9);
  pull_far (state, 1, tip, 0, -1);
  assert_close (mbd_state_body_angle (state, 1), -0.5, 1e-9);
  testing_state_free (state);
}

/// In space: the tip of a pendulum on two hinges.
static void
test_space (void)
{
  const double angles[2] = { 0.3, 0.4 }, rates[2] = { 0 };
  MbdState *state = testing_state (design_perpendicular_pendulum (angles, rates));
  const double point[3] = { 0.2, -0.4, 0.3 };
  double at[3], left;
  MbdDiagnosis why = { 0 };

  mbd_state_body_point (state, 2, point, at, NULL, NULL);
  MbdState *other = testing_state (design_perpendicular_pendulum ((double[2]){ 0.7, 0.1 }, rates));
  mbd_state_body_point (other, 2, point, at, NULL, NULL);
  for (int i = 0; i < 20; i++)
    assert_ok (mbd_state_pull (state, 2, point, at, &left, &why));
  assert_at_most (left, 1e-9);
  assert_closed (state);
  testing_state_free (other);
  testing_state_free (state);
}

/// Pulling during motion: a free disc on its spring, x'' + 2 d x' + w^2 x = 0, and a force that is
/// limited by the reach.
static void
test_grip (void)
{
  const double mass = 2, stiffness = 50, damping = 4, from = 0.3;
  const double d = damping / (2 * mass), w = sqrt (stiffness / mass - d * d);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdGrip grip = {
    .body = 1, .stiffness = stiffness, .damping = damping, .reach = 1, .target = { 1, 2, 0 }
  };
  MbdBodyDef body = mbd_body_default ();
  Design *design = design_new ();
  MbdDiagnosis why = { 0 };
  double at[3], force[3];

  memset (design->gravity, 0, sizeof design->gravity);
  body.mass = mass;
  body.position[0] = 1 + from;
  body.position[1] = 2;
  design_add_body (design, &body);
  MbdState *state = testing_state (design);
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);

  assert_ok (mbd_state_set_grip (state, &grip, &why));
  assert_ok (mbd_integrator_start (integrator, state, &why));
  for (int i = 1; i <= 20; i++) {
    const double t = 0.1 * i;
    assert_ok (mbd_integrator_advance (integrator, t, state, &why));
    mbd_state_body_point (state, 1, origin, at, NULL, NULL);
    assert_close (at[0] - 1, from * exp (-d * t) * (cos (w * t) + d / w * sin (w * t)), 1e-6);
    assert_close (at[1], 2, 1e-9);
  }
  mbd_integrator_free (integrator);

  grip.target[0] = at[0] + 10;
  mbd_state_set (state, 2, NULL, (double[3]){ 0 });
  assert_ok (mbd_state_set_grip (state, &grip, &why));
  g_assert_true (mbd_state_grip (state, &grip, at, force));
  assert_close (hypot (force[0], force[1]), stiffness * grip.reach, 1e-9);
  assert_ok (mbd_state_solve (state, &why));
  assert_close (mbd_state_accelerations (state)[0], force[0] / mass, 1e-12);

  grip.body = 0;
  assert_status (mbd_state_set_grip (state, &grip, &why), MBD_STATUS_BAD_PARAMETER);
  grip.body = 1, grip.target[0] = INFINITY;
  assert_status (mbd_state_set_grip (state, &grip, &why), MBD_STATUS_NOT_FINITE);
  assert_ok (mbd_state_set_grip (state, NULL, &why));
  g_assert_false (mbd_state_grip (state, &grip, at, force));
  testing_state_free (state);
}

static void
test_bad (void)
{
  MbdState *state = testing_state (design_chain (2, 0.3, MBD_PLANAR));
  const double there[3] = { 1, 1, 0 }, nowhere[3] = { NAN, 0, 0 }, far[3] = { 1e300, 0, 0 };
  double before[6];
  MbdDiagnosis why = { 0 };

  memcpy (before, mbd_state_positions (state), sizeof before);
  assert_status (mbd_state_pull (state, 0, origin, there, NULL, &why), MBD_STATUS_BAD_PARAMETER);
  assert_status (mbd_state_pull (state, 7, origin, there, NULL, &why), MBD_STATUS_BAD_PARAMETER);
  assert_status (mbd_state_pull (state, 1, origin, nowhere, NULL, &why), MBD_STATUS_NOT_FINITE);
  assert_status (mbd_state_pull (state, 1, origin, far, NULL, &why), MBD_STATUS_NOT_FINITE);
  assert_identical (6, mbd_state_positions (state), before);
  testing_state_free (state);
}

static double
thread_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * (double) time.tv_sec + 1e-6 * (double) time.tv_nsec;
}

/// Measures the time of one pull while a pointer moves in a circle, ms: mean and longest. Processor
/// time, so that other programs do not matter.
static void
measure (const char *name, Design *design, int body, double radius)
{
  MbdState *state = testing_state (design);
  double at[3], longest = 0, sum = 0;
  const int n = 60;

  mbd_state_body_point (state, body, origin, at, NULL, NULL);
  for (int i = 0; i < n; i++) {
    const double angle = 4 * M_PI * i / n;
    const double target[3] = { at[0] + radius * (cos (angle) - 1), at[1] + radius * sin (angle),
                               0 };
    const double start = thread_ms ();

    assert_ok (mbd_state_pull (state, body, origin, target, NULL, NULL));
    const double ms = thread_ms () - start;
    sum += ms;
    longest = fmax (longest, ms);
  }
  assert_closed (state);
  g_test_message ("%s: %d bodies, one pull takes %.2f ms, at most %.2f ms", name,
                  mbd_model_body_count (mbd_state_model (state)) - 1, sum / n, longest);
  g_test_minimized_result (sum / n, "%s: %.2f ms", name, sum / n);
  // A frame at 60 frames/s is 16.7 ms; half of it is for drawing. Not under a sanitizer.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  assert_at_most (sum / n, 8);
#endif
  testing_state_free (state);
}

static void
test_speed (void)
{
  measure ("chain of 10", design_chain (10, 0.3, MBD_PLANAR), 10, 0.5);
  measure ("chain of 50", design_chain (50, 0.3, MBD_PLANAR), 50, 0.5);
  measure ("chain of 200", design_chain (200, 0.3, MBD_PLANAR), 200, 0.5);
  measure ("4 four-bars", design_nfourbar (4, 0.3, 0, MBD_PLANAR), 6, 0.3);
  measure ("24 four-bars", design_nfourbar (24, 0.3, 0, MBD_PLANAR), 30, 0.3);
  measure ("99 four-bars", design_nfourbar (99, 0.3, 0, MBD_PLANAR), 150, 0.3);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pull/reach", test_reach);
  g_test_add_func ("/pull/out-of-reach", test_out_of_reach);
  g_test_add_func ("/pull/four-bar", test_four_bar);
  g_test_add_func ("/pull/stop", test_stop);
  g_test_add_func ("/pull/space", test_space);
  g_test_add_func ("/pull/grip", test_grip);
  g_test_add_func ("/pull/bad", test_bad);
  g_test_add_func ("/pull/speed", test_speed);
  return g_test_run ();
}
