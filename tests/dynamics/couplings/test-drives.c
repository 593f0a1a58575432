// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms with drivers, motors, end stops and torsion springs compared with their closed forms:
// accelerations, efforts, power, and many turns in plane and space.

#include "testing-drives.h"

#define PI 3.14159265358979323846

static const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL };

static void
test_crank (void)
{
  // A bar of 0.8 m and 1.5 kg swung by a driver: effort = J s'' + m g l / 2 cos s.
  const double m = 1.5, l = 0.8, J = m * l * l / 3;

  for (int i = 0; i < 2; i++) {
    Design *design = design_new ();
    MbdFunction *swing;
    double worst = 0;

    assert_ok (mbd_function_new_harmonic (0, 1.2, 5, 0, &swing, NULL));
    int bar = design_add_bar (design, mobilities[i], (double[]){ 0, 0 }, (double[]){ l, 0 }, m);
    design_add_pin (design, MBD_GROUND, 0, 0, bar, -l / 2, 0);
    int driver = testing_add_driver (design, bar, swing, MBD_LEVEL_POSITION);
    MbdState *state = testing_state (design);
    testing_assemble (state);
    for (int k = 1; k <= 20; k++) {
      testing_run_to (state, 0.1 * k);
      assert_ok (mbd_state_solve (state, NULL));
      MbdJet s = mbd_function_evaluate (swing, 0.1 * k);
      double effort = J * s.second + m * DESIGN_GRAVITY * l / 2 * cos (s.value);
      worst = worst_of (worst, fabs (testing_multiplier (state, driver) - effort));
      assert_close (testing_spin (state, bar), s.first, 1e-10);
    }
    assert_at_most (worst, 1e-9);
    testing_state_free (state);
    mbd_function_unref (swing);
  }
}

static void
test_power (void)
{
  // A slider-crank at a constant speed of its crank: effort times speed is the rate of the energy.
  const double speed = 11, step = 2e-3;
  static const double weights[4] = { 1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0 };

  for (int i = 0; i < 2; i++) {
    Design *design = design_slider_crank (mobilities[i], 0.4, speed);
    double coefficients[] = { 0.4, speed };
    MbdFunction *turning;

    assert_ok (mbd_function_new_polynomial (coefficients, 2, 0, &turning, NULL));
    int driver = testing_add_driver (design, 1, turning, MBD_LEVEL_POSITION);
    MbdState *state = testing_state (design);
    testing_assemble (state);
    for (int k = 1; k <= 10; k++) {
      double rate = 0, power = 0;
      for (int n = 0; n < 5; n++) {
        MbdEnergy energy;
        testing_run_to (state, 0.1 * k + (n - 2) * step);
        mbd_state_energy (state, &energy);
        if (n == 2) {
          assert_ok (mbd_state_solve (state, NULL));
          power = testing_multiplier (state, driver) * speed;
        } else {
          rate += weights[n < 2 ? n : n - 1] * energy.total / step;
        }
      }
      // Up to 100 W; truncation speed^5 step^4 / 30 of an energy of 2 J, a few harmonics.
      assert_close (power, rate, 1e-4);
    }
    testing_state_free (state);
    mbd_function_unref (turning);
  }
}

static void
test_motor (void)
{
  // 3 N m on 2 kg m^2 up to 5 rad/s, which is reached after 10/3 s and held against a load of 1 N m
  // (2 N m remain for acceleration: 5 s), in plane and space.
  for (int i = 0; i < 2; i++) {
    Design *design = design_new ();
    MbdFunction *speed = testing_constant (5);
    MbdCouplingDef motor = mbd_motor_default (speed, 3);

    int wheel = testing_add_wheel (design, mobilities[i], MBD_GROUND, 0, 2);
    testing_add_torque (design, wheel, -1);
    motor.body_b = wheel;
    int index = design_add_coupling (design, &motor) - 1;
    MbdState *state = testing_state (design);
    testing_run_to (state, 4);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (testing_spin (state, wheel), 4, 1e-8);
    assert_close (testing_multiplier (state, index), 3, 1e-12);
    testing_run_to (state, 9);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (testing_spin (state, wheel), 5, 1e-8);
    assert_close (testing_multiplier (state, index), 1, 1e-8);
    testing_state_free (state);
    mbd_function_unref (speed);
  }
}

static void
test_stops (void)
{
  // A bar of 1 m falls from the horizontal onto a stop at -50 degrees and rests there.
  const double m = 2, stop = -50 * PI / 180;

  for (int i = 0; i < 2; i++) {
    Design *design = design_new ();
    MbdCouplingDef limit = mbd_limit_default (MBD_COORDINATE_ANGLE, stop, 1);
    double end[3];

    limit.body_b =
      design_add_bar (design, mobilities[i], (double[]){ 0, 0 }, (double[]){ 1, 0 }, m);
    design_add_pin (design, MBD_GROUND, 0, 0, limit.body_b, -0.5, 0);
    int index = design_add_coupling (design, &limit) - 1;
    MbdState *state = testing_state (design);
    testing_run_to (state, 0.2);
    g_assert_cmpfloat (fabs (testing_spin (state, limit.body_b)), >, 1);
    testing_run_to (state, 2);
    assert_ok (mbd_state_solve (state, NULL));
    mbd_state_body_point (state, limit.body_b, (double[]){ 0.5, 0, 0 }, end, NULL, NULL);
    assert_close (atan2 (end[1], end[0]), stop, 1e-9);
    assert_close (testing_spin (state, limit.body_b), 0, 1e-9);
    assert_close (testing_multiplier (state, index), m * DESIGN_GRAVITY * 0.5 * cos (stop), 1e-7);
    testing_state_free (state);
  }
}

static void
test_stop_after_turns (void)
{
  // A wheel at 2 rad/s meets a stop after three turns and not before.
  for (int i = 0; i < 2; i++) {
    Design *design = design_new ();
    MbdCouplingDef limit = mbd_limit_default (MBD_COORDINATE_ANGLE, -INFINITY, 6 * PI);
    double gap;

    limit.body_b = testing_add_wheel (design, mobilities[i], MBD_GROUND, 0, 1);
    design->bodies[0].angular_velocity[2] = 2;
    int index = design_add_coupling (design, &limit) - 1;
    MbdState *state = testing_state (design);
    testing_run_to (state, 9.4);
    assert_close (testing_spin (state, limit.body_b), 2, 1e-12);
    mbd_state_gap (state, index, &gap, NULL);
    assert_close (gap, 6 * PI - 18.8, 1e-9);
    testing_run_to (state, 10);
    assert_close (testing_spin (state, limit.body_b), 0, 1e-12);
    mbd_state_gap (state, index, &gap, NULL);
    assert_close (gap, 0, 1e-9);
    testing_state_free (state);
  }
}

/* Turns ------------------------------------------------------------------------------------ */

/// Creates a bar on a pin along z at its end, without gravity; with a spring that is free at this
/// angle, or without a spring for NAN. As drawn the angle is `drawn`.
static Design *
design_wound (MbdMobility mobility, double drawn, double free_angle, MbdFunction **function)
{
  const double end[2] = { cos (drawn), sin (drawn) };
  Design *design = design_new ();
  const int bar = design_add_bar (design, mobility, (double[]){ 0, 0 }, end, 3);

  memset (design->gravity, 0, sizeof design->gravity);
  design_add_pin (design, MBD_GROUND, 0, 0, bar, -0.5, 0);
  *function = NULL;
  if (isnan (free_angle))
    return design;
  MbdCouplingDef spring =
    mbd_driver_default (MBD_COORDINATE_ANGLE, *function = testing_constant (free_angle));
  spring.body_b = bar;
  spring.frame_b.point[0] = -0.5;
  spring.compliant = true;
  spring.stiffness = 2.5;
  design_add_coupling (design, &spring);
  return design;
}

/// A torsion spring is wound up by all the turns between its free angle and the drawn one, and
/// counts the turns of its motion: q = free - (free - drawn) cos (w t), w^2 = k / J with J = m l^2
/// / 3.
static void
test_torsion_springs (void)
{
  static const double angles[] = { 4, 2 * PI + 1, -5, -13, 0.3, 20 }, drawn[] = { 0, 0.7, -2.9 };
  static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_DOPRI54, MBD_METHOD_RADAU9,
                                       MBD_METHOD_RK4 };
  const double turn = 0.4, quaternion[4] = { cos (turn / 2), 0, 0, sin (turn / 2) };
  const double tilt[4] = { 0.5, 0.1, -0.7, 0.5 }, shift[3] = { 3, -2, 0 };
  const double w = sqrt (2.5);

  for (int i = 0; i < 6 * 3 * 2 * 4 * 2; i++) {
    const double free_angle = angles[i % 6], start = drawn[i / 6 % 3];
    const MbdMobility mobility = mobilities[i / 18 % 2];
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdFunction *function;
    Design *design = design_wound (mobility, start, free_angle, &function);

    if (i % 2 == 1)
      design_move (design, mobility == MBD_PLANAR ? quaternion : tilt, shift);
    if (i / 144 == 1)
      design_reverse (design);
    settings.method = methods[i / 36 % 4];
    settings.step = settings.method == MBD_METHOD_RK4 ? 1e-3 : 0;
    settings.accuracy = 1e-9;
    settings.duration = 3;
    MbdState *state = testing_state (design);
    const MbdModel *model = mbd_state_model (state);
    const int spring = mbd_model_coupling_by_id (model, 2),
              pin = mbd_model_coupling_by_id (model, 1);

    assert_ok (mbd_state_solve (state, NULL));
    assert_close (testing_multiplier (state, spring), 2.5 * (free_angle - start), 1e-12 * 60);
    MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
    assert_ok (mbd_integrator_start (integrator, state, NULL));
    for (int k = 0; k <= 6; k++) {
      const double t = 0.5 * k, q = free_angle - (free_angle - start) * cos (w * t);
      double angle;
      assert_ok (mbd_integrator_advance (integrator, t, state, NULL));
      g_assert_true (mbd_state_coordinate (state, spring, 0, MBD_COORDINATE_ANGLE, &angle, NULL));
      assert_close (angle, q, 2e-6);
      g_assert_true (mbd_state_coordinate (state, pin, 0, MBD_COORDINATE_ANGLE, &angle, NULL));
      assert_close (angle, q, 2e-6);
      assert_ok (mbd_state_solve (state, NULL));
      assert_close (testing_multiplier (state, spring), 2.5 * (free_angle - q), 1e-5);
    }
    mbd_integrator_free (integrator);
    testing_state_free (state);
    mbd_function_unref (function);
  }
}

/// The angle of a pin continues past half a turn in space as in the plane, for steps and samples of
/// any length.
static void
test_turns_of_pins (void)
{
  static const double accuracies[] = { 1e-2, 1e-5, 1e-9 };
  static const double speeds[] = { 40, -40, 3 };

  for (int i = 0; i < 3 * 3 * 2 * 2; i++) {
    const double speed = speeds[i % 3];
    MbdIntegratorSettings settings = mbd_integrator_default ();
    MbdFunction *function;
    Design *design = design_wound (mobilities[i / 9 % 2], 1, NAN, &function);
    double angle, rate;

    settings.method = i / 18 == 0 ? MBD_METHOD_VERNER87 : MBD_METHOD_AUTOMATIC;
    settings.accuracy = accuracies[i / 3 % 3];
    settings.duration = 5;
    design_set_motion (design, 1, -0.5 * speed * sin (1), 0.5 * speed * cos (1), speed);
    MbdState *state = testing_state (design);
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    assert_ok (mbd_integrator_start (integrator, state, NULL));
    for (int k = 0; k <= 5; k++) {
      assert_ok (mbd_integrator_advance (integrator, k, state, NULL));
      g_assert_true (mbd_state_coordinate (state, 0, 0, MBD_COORDINATE_ANGLE, &angle, &rate));
      assert_close (rate, speed, fabs (speed) * settings.accuracy + 1e-9);
      assert_close (angle, 1 + speed * k, 2);
    }
    mbd_integrator_free (integrator);
    testing_state_free (state);
  }
}

/// A driver that starts turns away from the drawn pose and the pin that it turns report the same
/// angle.
static void
test_turns_of_drivers (void)
{
  static const double starts[] = { 7, -20, 2 };

  for (int i = 0; i < 3 * 2; i++) {
    MbdFunction *none, *function;
    Design *design = design_wound (mobilities[i % 2], 0, NAN, &none);
    const double numbers[2] = { starts[i / 2], 3 };
    double angle;

    assert_ok (mbd_function_new_polynomial (numbers, 2, 0, &function, NULL));
    const int driver = testing_add_driver (design, 1, function, MBD_LEVEL_POSITION);
    design->couplings[driver].frame_b.point[0] = -0.5;
    MbdState *state = testing_state (design);
    testing_assemble (state);
    for (int c = 0; c < 2; c++) {
      g_assert_true (mbd_state_coordinate (state, c, 0, MBD_COORDINATE_ANGLE, &angle, NULL));
      assert_close (angle, starts[i / 2], 1e-12);
    }
    testing_run_to (state, 4);
    for (int c = 0; c < 2; c++) {
      g_assert_true (mbd_state_coordinate (state, c, 0, MBD_COORDINATE_ANGLE, &angle, NULL));
      assert_close (angle, starts[i / 2] + 12, 1e-8);
    }
    testing_state_free (state);
    mbd_function_unref (function);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/drives/crank", test_crank);
  g_test_add_func ("/drives/power", test_power);
  g_test_add_func ("/drives/motor", test_motor);
  g_test_add_func ("/drives/stops", test_stops);
  g_test_add_func ("/drives/stop-after-turns", test_stop_after_turns);
  g_test_add_func ("/drives/turns/torsion-springs", test_torsion_springs);
  g_test_add_func ("/drives/turns/pins", test_turns_of_pins);
  g_test_add_func ("/drives/turns/drivers", test_turns_of_drivers);
  return g_test_run ();
}
