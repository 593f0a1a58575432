// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Integration: conserved quantities, orders of the methods, output at requested times.

#include "testing.h"

static const MbdMethod methods[] = {
  MBD_METHOD_VERNER65,
  MBD_METHOD_DOPRI54,
  MBD_METHOD_VERNER87,
  MBD_METHOD_RK4,
};
static const int orders[] = { 6, 5, 8, 4 };

static MbdIntegrator *
start (MbdState *state, const MbdIntegratorSettings *settings)
{
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), settings);
  MbdDiagnosis why = { 0 };

  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  return integrator;
}

static MbdIntegratorSettings
settings_with (MbdMethod method, double accuracy, double duration)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.method = method;
  settings.accuracy = accuracy;
  settings.duration = duration;
  return settings;
}

/// Returns the drift of the energy over the run, relative to the largest kinetic energy in it.
static double
energy_drift (Design *design, MbdMethod method, double accuracy, double duration)
{
  MbdState *state = testing_state (design);
  MbdIntegratorSettings settings = settings_with (method, accuracy, duration);
  MbdIntegrator *integrator = start (state, &settings);
  MbdEnergy energy;
  double first, worst = 0, kinetic = 0;

  mbd_state_energy (state, &energy);
  first = energy.total;
  for (int i = 1; i <= 50; i++) {
    assert_ok (mbd_integrator_advance (integrator, i * duration / 50, state, NULL));
    mbd_state_energy (state, &energy);
    assert_close (energy.kinetic + energy.potential, energy.total, 1e-12 * (1 + energy.kinetic));
    worst = worst_of (worst, fabs (energy.total - first));
    kinetic = fmax (kinetic, energy.kinetic);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
  return worst / kinetic;
}

static void
test_energy (void)
{
  // The energy of smooth mechanisms is constant to some ten to hundred times the accuracy, and the
  // drift falls with it.
  for (int m = 0; m < 3; m++) {
    assert_at_most (energy_drift (design_chain (2, 0, MBD_PLANAR), methods[m], 1e-7, 2), 1e-5);
    assert_at_most (energy_drift (design_chain (2, 0, MBD_PLANAR), methods[m], 1e-10, 2), 1e-8);
    assert_at_most (energy_drift (design_slider_crank (MBD_PLANAR, 0.7, 20), methods[m], 1e-8, 2),
                    1e-6);
    assert_at_most (energy_drift (design_bricard (), methods[m], 1e-8, 2), 1e-6);
    assert_at_most (energy_drift (design_slanted_pin (), methods[m], 1e-8, 2), 1e-6);
  }
  assert_at_most (energy_drift (design_chain (5, 0.5, MBD_SPATIAL), MBD_METHOD_VERNER65, 1e-9, 1),
                  1e-7);
}

static void
test_spring_energy (void)
{
  // Two bodies on a spring without damping, in space and spinning.
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef spring = mbd_spring_default ();

  body.mobility = MBD_SPATIAL;
  body.angular_velocity[0] = 1;
  design_add_body (design, &body);
  body.position[0] = 1.5;
  body.velocity[1] = 1;
  body.angular_velocity[2] = 2;
  design_add_body (design, &body);
  spring.body_a = 1;
  spring.body_b = 2;
  spring.point_a[1] = 0.2;
  spring.point_b[2] = 0.3;
  spring.stiffness = 50;
  spring.free_length = 1;
  design_add_force (design, &spring);
  assert_at_most (energy_drift (design, MBD_METHOD_VERNER65, 1e-9, 3), 1e-7);
}

static void
test_momentum (void)
{
  // Two free bodies joined by a universal joint, without gravity: momentum and angular momentum
  // about the world origin are constant, the latter also with an offset centre of mass.
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef joint = mbd_loop_default (MBD_LOOP_UNIVERSAL);
  double before[2][3], after[2][3];
  MbdState *state;

  design->gravity[1] = 0;
  body.mobility = MBD_SPATIAL;
  body.mass = 2;
  memcpy (body.inertia, (double[]){ 1, 2, 2.5, 0.1, -0.2, 0.05 }, sizeof body.inertia);
  memcpy (body.centre_of_mass, (double[]){ 0.1, -0.2, 0.3 }, sizeof body.centre_of_mass);
  memcpy (body.velocity, (double[]){ 1, 2, -1 }, sizeof body.velocity);
  memcpy (body.angular_velocity, (double[]){ 1, -2, 0.5 }, sizeof body.angular_velocity);
  design_add_body (design, &body);
  body.position[0] = 2;
  design_add_body (design, &body);
  joint.body_a = 1;
  joint.body_b = 2;
  joint.frame_a.point[0] = 1;
  joint.frame_b.point[0] = -1;
  design_add_coupling (design, &joint);
  state = testing_state (design);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  mbd_state_momentum (state, before[0], before[1]);

  MbdIntegratorSettings settings = settings_with (MBD_METHOD_VERNER65, 1e-9, 5);
  MbdIntegrator *integrator = start (state, &settings);
  assert_ok (mbd_integrator_advance (integrator, 5, state, NULL));
  mbd_state_momentum (state, after[0], after[1]);
  // Linear momentum is conserved by every step; the rest to the accuracy times the size 3 m.
  assert_all_close (3, after[0], before[0], 1e-7);
  assert_all_close (3, after[1], before[1], 1e-6);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_free_flight (void)
{
  // A thrown body follows its parabola: polynomials of degree 2 are exact for every method.
  for (int m = 0; m < 4; m++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdIntegratorSettings settings = settings_with (methods[m], 1e-7, 2);
    MbdState *state;

    body.velocity[0] = 3;
    body.velocity[1] = 7;
    body.angular_velocity[2] = -4;
    design_add_body (design, &body);
    state = testing_state (design);
    if (methods[m] == MBD_METHOD_RK4)
      settings.step = 0.05;
    MbdIntegrator *integrator = start (state, &settings);
    // Verner's 6(5) has coefficients and weights of some 200 that cancel: as doubles they meet the
    // conditions to 1e-11 only, which is visible in steps as long as these (2 s).
    for (int i = 1; i <= 20; i++) {
      double t = 0.0987 * i;

      assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
      assert_all_close (3, mbd_state_positions (state),
                        ((double[]){ 3 * t, 7 * t - 0.5 * 9.81 * t * t, -4 * t }), 1e-9);
      assert_all_close (3, mbd_state_velocities (state), ((double[]){ 3, 7 - 9.81 * t, -4 }), 1e-9);
    }
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
}

/// Computes q of the free asymmetric body, which tumbles through its intermediate axis, after 8 s.
static void
tumble (MbdMethod method, double step, double *q)
{
  const double duration = 8;
  MbdState *state = testing_state (design_free_body ());
  MbdIntegratorSettings settings = settings_with (method, 1e-12, duration);
  MbdIntegratorStatistics statistics;

  settings.step = step;
  MbdIntegrator *integrator = start (state, &settings);
  assert_ok (mbd_integrator_advance (integrator, duration, state, NULL));
  mbd_integrator_statistics (integrator, &statistics);
  memcpy (q, mbd_state_positions (state), 7 * sizeof *q);
  if (step > 0) {
    // Steps of exactly this size and no rejections; one more may have been taken past the end.
    g_assert_cmpint (statistics.rejected, ==, 0);
    g_assert_cmpint (ABS (statistics.steps - lround (duration / step)), <=, 1);
    assert_close (statistics.step, step, 1e-12);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static double
tumble_error (MbdMethod method, double step, const double *truth)
{
  double q[7];

  tumble (method, step, q);
  for (int i = 0; i < 7; i++)
    q[i] -= truth[i];
  return max_norm (7, q);
}

static void
test_orders (void)
{
  // Slope of the error over two halvings of the step, where the error is far above round-off
  // (1e-12 here) and in the asymptotic range; Verner's 8(7) shows order 9 on this problem.
  static const double first[] = { 1 / 2.0, 1 / 16.0, 1, 1 / 16.0 };
  double truth[7];

  tumble (MBD_METHOD_VERNER87, 1 / 64.0, truth);
  for (int m = 0; m < 4; m++) {
    double coarse = tumble_error (methods[m], first[m], truth);
    double fine = tumble_error (methods[m], first[m] / 4, truth);
    double slope = log (coarse / fine) / log (4);

    g_test_message ("method %d: error %.3g at %g s, %.3g at %g s, slope %.2f", m, coarse, first[m],
                    fine, first[m] / 4, slope);
    g_assert_cmpfloat (fine, >, 5e-12);
    g_assert_cmpfloat (slope, >, orders[m] - 0.3);
    // A slope far above the order would be a wrong experiment.
    g_assert_cmpfloat (slope, <, orders[m] + 1.3);
  }
}

static void
test_rk4_ladder (void)
{
  // Each halving of the step divides the error of the classical method by sixteen.
  double truth[7], last;

  tumble (MBD_METHOD_VERNER87, 1 / 64.0, truth);
  last = tumble_error (MBD_METHOD_RK4, 1 / 16.0, truth);
  for (double step = 1 / 32.0; step > 1 / 300.0; step /= 2) {
    double error = tumble_error (MBD_METHOD_RK4, step, truth);

    assert_close (log2 (last / error), 4, 0.1);
    last = error;
  }
}

static void
test_methods_agree (void)
{
  double truth[7], q[7];

  tumble (MBD_METHOD_VERNER87, 1 / 64.0, truth);
  for (int m = 0; m < 3; m++) {
    tumble (methods[m], 0, q);
    assert_all_close (7, q, truth, 1e-10);
  }
}

static void
test_output_times_change_nothing (void)
{
  for (int m = 0; m < 4; m++) {
    MbdState *few = testing_state (design_fourbar (MBD_PLANAR));
    MbdState *many = testing_state (design_fourbar (MBD_PLANAR));
    MbdIntegratorSettings settings = settings_with (methods[m], 1e-7, 1);
    MbdIntegratorStatistics statistics[2];

    if (methods[m] == MBD_METHOD_RK4)
      settings.step = 1e-3;
    MbdIntegrator *a = start (few, &settings), *b = start (many, &settings);
    assert_ok (mbd_integrator_advance (a, 0.9, few, NULL));
    for (int i = 1; i <= 900; i++)
      assert_ok (mbd_integrator_advance (b, i == 900 ? 0.9 : i * 0.001 + 1e-5, many, NULL));
    mbd_integrator_statistics (a, &statistics[0]);
    mbd_integrator_statistics (b, &statistics[1]);
    assert_identical (9, mbd_state_positions (few), mbd_state_positions (many));
    assert_identical (9, mbd_state_velocities (few), mbd_state_velocities (many));
    g_assert_cmpint (statistics[0].steps, ==, statistics[1].steps);
    g_assert_cmpint (statistics[0].rejected, ==, statistics[1].rejected);
    g_assert_true (statistics[0].next_step == statistics[1].next_step);
    mbd_integrator_free (a);
    mbd_integrator_free (b);
    testing_state_free (few);
    testing_state_free (many);
  }
}

/// Largest differences of the positions and of the velocities of two states.
typedef struct
{
  double q, v;
} Distance;

static void
add_distance (MbdState *a, MbdState *b, Distance *worst)
{
  const MbdModel *model = mbd_state_model (a);

  for (int i = 0; i < mbd_model_position_count (model); i++)
    worst->q = worst_of (worst->q, fabs (mbd_state_positions (a)[i] - mbd_state_positions (b)[i]));
  for (int i = 0; i < mbd_model_velocity_count (model); i++)
    worst->v =
      worst_of (worst->v, fabs (mbd_state_velocities (a)[i] - mbd_state_velocities (b)[i]));
}

/// Finds the largest errors over the run at ends of steps, and at quarters between them.
static void
output_errors (Design *(*design) (MbdMobility),
               MbdMethod method,
               double accuracy,
               double duration,
               Distance *at_ends,
               Distance *between)
{
  MbdState *ends = testing_state (design (MBD_PLANAR));
  MbdState *state = testing_state (design (MBD_PLANAR));
  MbdState *truth = testing_state (design (MBD_PLANAR));
  MbdIntegratorSettings settings = settings_with (method, accuracy, duration);
  MbdIntegratorSettings accurate = settings_with (MBD_METHOD_VERNER87, 1e-12, duration);

  // Short steps: interpolation of the reference run is far more accurate than the compared values.
  accurate.maximum_step = duration / 2000;
  MbdIntegrator *stepper = start (ends, &settings), *output = start (state, &settings);
  MbdIntegrator *exact = start (truth, &accurate);

  *at_ends = *between = (Distance){ 0 };
  for (double last = 0; last < duration;) {
    Distance same = { 0 };

    assert_ok (mbd_integrator_step (stepper, ends, NULL));
    double end = mbd_state_time (ends);

    g_assert_cmpfloat (end, >, last);
    for (int k = 1; k < 4; k++) {
      double time = last + 0.25 * k * (end - last);

      assert_ok (mbd_integrator_advance (output, time, state, NULL));
      assert_ok (mbd_integrator_advance (exact, time, truth, NULL));
      add_distance (state, truth, between);
    }
    assert_ok (mbd_integrator_advance (output, end, state, NULL));
    assert_ok (mbd_integrator_advance (exact, end, truth, NULL));
    add_distance (ends, truth, at_ends);
    // A requested time at the end of a step gets that end.
    add_distance (state, ends, &same);
    g_assert_true (same.q == 0 && same.v == 0);
    last = end;
  }
  mbd_integrator_free (stepper);
  mbd_integrator_free (output);
  mbd_integrator_free (exact);
  testing_state_free (ends);
  testing_state_free (state);
  testing_state_free (truth);
}

static Design *
double_pendulum (MbdMobility mobility)
{
  return design_chain (2, 0.3, mobility);
}

static Design *
slider_crank (MbdMobility mobility)
{
  return design_slider_crank (mobility, 0.7, 20);
}

static void
test_output_accuracy (void)
{
  static const struct
  {
    Design *(*design) (MbdMobility);
    double duration;
  } cases[] = {
    { double_pendulum, 2 }, { design_fourbar, 1 }, { slider_crank, 1 }, { design_andrews, 0.03 }
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (int m = 0; m < 3; m++)
      for (double accuracy = 1e-4; accuracy > 1e-9; accuracy /= 1000) {
        Distance ends, between;

        output_errors (cases[i].design, methods[m], accuracy, cases[i].duration, &ends, &between);
        g_test_message ("case %u, method %d, accuracy %g: q at ends %.3g, between %.3g; "
                        "v at ends %.3g, between %.3g",
                        i, m, accuracy, ends.q, between.q, ends.v, between.v);
        // Twice, and the error of the run that serves as reference (speeds of up to 1000 rad/s).
        assert_at_most (between.q, 2 * ends.q + 1e-11);
        assert_at_most (between.v, 2 * ends.v + 1e-9);
      }
}

static void
test_output_is_projected (void)
{
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  MbdIntegratorSettings settings = settings_with (MBD_METHOD_VERNER65, 1e-4, 1);
  MbdIntegrator *integrator = start (state, &settings);

  for (int i = 1; i <= 100; i++) {
    double position[8], velocity[8];

    assert_ok (mbd_integrator_advance (integrator, 0.01 * i, state, NULL));
    mbd_state_errors (state, position, velocity, NULL);
    assert_at_most (max_norm (8, position), 1e-12);
    // Speeds of 5 m/s: round-off of G v.
    assert_at_most (max_norm (8, velocity), 1e-11);
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_advance_twice (void)
{
  // A repeated time gives the same state; an earlier time is rejected, and the run continues.
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = start (state, &settings);
  double q[9];

  assert_ok (mbd_integrator_advance (integrator, 0.3, state, NULL));
  memcpy (q, mbd_state_positions (state), sizeof q);
  assert_ok (mbd_integrator_advance (integrator, 0.3, state, NULL));
  assert_identical (9, mbd_state_positions (state), q);
  g_assert_cmpint (mbd_integrator_advance (integrator, 0.1, state, NULL), !=, MBD_STATUS_OK);
  assert_identical (9, mbd_state_positions (state), q);
  assert_ok (mbd_integrator_advance (integrator, 0.4, state, NULL));
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_start_again (void)
{
  // An integrator started twice at the same state gives the same run bit by bit.
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = start (state, &settings);
  double q[9];

  assert_ok (mbd_integrator_advance (integrator, 0.7, state, NULL));
  memcpy (q, mbd_state_positions (state), sizeof q);
  mbd_state_reset (state);
  assert_close (mbd_state_time (state), 0, 0);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  assert_ok (mbd_integrator_advance (integrator, 0.7, state, NULL));
  assert_identical (9, mbd_state_positions (state), q);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_step_limit (void)
{
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.maximum_steps = 3;
  MbdIntegrator *integrator = start (state, &settings);
  assert_status (mbd_integrator_advance (integrator, 5, state, NULL), MBD_STATUS_TOO_MANY_STEPS);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// A mass on a straight string between two fixed points: no finite tension carries a transverse
/// load, and without one it simply rests.
static void
test_straight_string (void)
{
  for (int across = 0; across < 2; across++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdDiagnosis why = { 0 };

    design->gravity[0] = across ? 0 : -10;
    design->gravity[1] = across ? -10 : 0;
    design_add_body (design, &body);
    for (int side = -1; side <= 1; side += 2) {
      MbdCouplingDef rod = mbd_rod_default ();
      rod.frame_a.point[0] = side;
      rod.body_b = 1;
      design_add_coupling (design, &rod);
    }
    MbdState *state = testing_state (design);
    MbdIntegrator *integrator = start (state, &settings);
    MbdStatus status = mbd_integrator_advance (integrator, 1, state, &why);
    g_assert_cmpint (status, ==, across ? MBD_STATUS_STUCK : MBD_STATUS_OK);
    if (across)
      g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
    // The tolerance of positions, 1e-12 of L = 2 m, leaves sqrt (2 1e-12 2 m 1 m) across.
    assert_at_most (max_norm (3, mbd_state_positions (state)), 2e-6);
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
}

static void
test_maximum_step (void)
{
  MbdState *state = testing_state (design_pendulum (MBD_PLANAR));
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.accuracy = 1e-3;
  settings.maximum_step = 0.01;
  MbdIntegrator *integrator = start (state, &settings);
  for (int i = 0; i < 50; i++) {
    double before = mbd_state_time (state);

    assert_ok (mbd_integrator_step (integrator, state, NULL));
    assert_at_most (mbd_state_time (state) - before, 0.01 * (1 + 1e-12));
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

static void
test_singular_passage (void)
{
  // The flat pose is passed, the statistics report this, and the energy equals that at the start.
  static const int counts[] = { 1, 4, 40 };

  for (int i = 0; i < (testing_torture () ? 3 : 2); i++) {
    MbdState *state = testing_state (design_nfourbar (counts[i], 0, 1, MBD_PLANAR));
    MbdIntegratorSettings settings = settings_with (MBD_METHOD_VERNER65, 1e-8, 5);
    MbdIntegrator *integrator = start (state, &settings);
    MbdIntegratorStatistics statistics;
    MbdEnergy first, last;

    mbd_state_energy (state, &first);
    assert_ok (mbd_integrator_advance (integrator, 5, state, NULL));
    mbd_state_energy (state, &last);
    mbd_integrator_statistics (integrator, &statistics);
    g_assert_true (statistics.passed_singular);
    // n times some 2 N times 20 J.
    assert_close (last.total, first.total, 1e-3 * counts[i] * 40);
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }

  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = start (state, &settings);
  MbdIntegratorStatistics statistics;
  assert_ok (mbd_integrator_advance (integrator, 2, state, NULL));
  mbd_integrator_statistics (integrator, &statistics);
  g_assert_false (statistics.passed_singular);
  g_assert_cmpint (statistics.steps, >, 0);
  g_assert_cmpint (statistics.evaluations, >, statistics.steps);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// An accuracy that rounding does not allow is bounded, and this is reported; one that it allows is
/// not.
static void
test_rounding (void)
{
  static const double accuracies[] = { 1e-8, 1e-10, 1e-12, 1e-14 };
  Design *(*const designs[]) (MbdMobility) = { design_fourbar, design_andrews };
  const double times[] = { 3, 0.03 };

  for (guint d = 0; d < G_N_ELEMENTS (designs); d++)
    for (int space = 0; space < 2; space++) {
      long steps[4];
      for (guint i = 0; i < G_N_ELEMENTS (accuracies); i++) {
        MbdState *state = testing_state (designs[d](space ? MBD_SPATIAL : MBD_PLANAR));
        MbdIntegratorSettings settings = mbd_integrator_default ();
        MbdIntegratorStatistics statistics;

        settings.method = MBD_METHOD_VERNER65;
        settings.accuracy = accuracies[i];
        MbdIntegrator *integrator = start (state, &settings);
        assert_ok (mbd_integrator_advance (integrator, times[d], state, NULL));
        mbd_integrator_statistics (integrator, &statistics);
        g_test_message ("%u %d at %g: %ld steps, %.2g allowed", d, space, accuracies[i],
                        statistics.steps, statistics.rounding);
        steps[i] = statistics.steps;
        if (i < 2)
          assert_close (statistics.rounding, 0, 0);
        if (i == 3) {
          g_assert_cmpfloat (statistics.rounding, >, 1e-14);
          assert_at_most (statistics.rounding, 1e-10);
        }
        mbd_integrator_free (integrator);
        testing_state_free (state);
      }
      g_assert_cmpint (steps[3], <, 3 * steps[2] / 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/integrate/energy", test_energy);
  g_test_add_func ("/integrate/spring-energy", test_spring_energy);
  g_test_add_func ("/integrate/momentum", test_momentum);
  g_test_add_func ("/integrate/free-flight", test_free_flight);
  g_test_add_func ("/integrate/orders", test_orders);
  g_test_add_func ("/integrate/rk4-ladder", test_rk4_ladder);
  g_test_add_func ("/integrate/methods-agree", test_methods_agree);
  g_test_add_func ("/integrate/output/times-change-nothing", test_output_times_change_nothing);
  g_test_add_func ("/integrate/output/accuracy", test_output_accuracy);
  g_test_add_func ("/integrate/output/projected", test_output_is_projected);
  g_test_add_func ("/integrate/output/twice", test_advance_twice);
  g_test_add_func ("/integrate/start-again", test_start_again);
  g_test_add_func ("/integrate/step-limit", test_step_limit);
  g_test_add_func ("/integrate/straight-string", test_straight_string);
  g_test_add_func ("/integrate/maximum-step", test_maximum_step);
  g_test_add_func ("/integrate/singular-passage", test_singular_passage);
  g_test_add_func ("/integrate/rounding", test_rounding);
  return g_test_run ();
}
