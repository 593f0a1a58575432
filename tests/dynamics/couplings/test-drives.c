// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mechanisms with drivers, motors, gears, racks, screws and end stops compared with their closed
// forms: accelerations, efforts, reactions, power, and many turns in plane and space.

#include "testing.h"

#define PI 3.14159265358979323846

static const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL };

/// Adds a wheel at (x, 0) on its axle along z on `carrier`, given by a point of the carrier.
static int
add_wheel (Design *design, MbdMobility mobility, int carrier, double x, double inertia)
{
  MbdBodyDef body = mbd_body_default ();

  body.mobility = mobility;
  body.mass = 2;
  memcpy (body.inertia, (double[]){ 0.6 * inertia, 0.6 * inertia, inertia, 0, 0, 0 },
          sizeof body.inertia);
  body.position[0] = x;
  int id = design_add_body (design, &body);
  design_add_pin (design, carrier, x, 0, id, 0, 0);
  return id;
}

static void
add_torque (Design *design, int body, double torque)
{
  MbdForceDef load = mbd_load_default ();

  load.body_b = body;
  load.torque[2] = torque;
  design_add_force (design, &load);
}

/// Joins the angles of two wheels against their carrier. Returns the index of the coupling.
static int
add_gear (Design *design, int carrier, int first, int second, double ratio)
{
  MbdCouplingDef gear = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_ANGLE, ratio);

  gear.body_a = gear.body_c = carrier;
  gear.body_b = first;
  gear.body_d = second;
  return design_add_coupling (design, &gear) - 1;
}

static int
add_driver (Design *design, int body, MbdFunction *function, MbdLevel level)
{
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);

  driver.body_b = body;
  driver.level = level;
  return design_add_coupling (design, &driver) - 1;
}

static MbdFunction *
constant (double value)
{
  MbdFunction *function;

  assert_ok (mbd_function_new_constant (value, &function, NULL));
  return function;
}

static double
multiplier (MbdState *state, int coupling)
{
  int row = mbd_model_coupling_first_row (mbd_state_model (state), coupling);
  return mbd_state_multipliers (state)[row];
}

/// Returns the angular velocity of a body about z.
static double
spin (MbdState *state, int body)
{
  double omega[3];

  mbd_state_body_angular_velocity (state, body, omega);
  return omega[2];
}

/// Finds the velocities that meet all rows, as near as possible to those at the start.
static void
assemble (MbdState *state)
{
  MbdDiagnosis why = { 0 };

  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
}

/// Advances from the current state to `time`.
static void
run_to (MbdState *state, double time)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why = { 0 };

  settings.accuracy = 1e-10;
  settings.duration = time;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  mbd_integrator_free (integrator);
}

static void
test_gear_pair (void)
{
  // Two wheels 1 m apart, outside (r < 0) or by a belt (r > 0), 3 N m on the first.
  static const double ratios[] = { -0.4, 0.4, -2.5 };
  const double J1 = 2, J2 = 3, torque = 3;

  for (int i = 0; i < 6; i++) {
    const double r = ratios[i / 2];
    Design *design = design_new ();
    int first = add_wheel (design, mobilities[i % 2], MBD_GROUND, 0, J1);
    int second = add_wheel (design, mobilities[i % 2], MBD_GROUND, 1, J2);
    int gear = add_gear (design, MBD_GROUND, first, second, r);

    add_torque (design, first, torque);
    MbdState *state = testing_state (design);
    assemble (state);
    assert_ok (mbd_state_solve (state, NULL));
    double acceleration = torque / (J1 + r * r * J2), effort = J2 * r * acceleration;
    assert_close (multiplier (state, gear), effort, 1e-13);

    // Torques on the wheels in the ratio, and the ground holds the difference; no power is lost.
    double moments[3], power = 0;
    run_to (state, 4);
    assert_close (spin (state, first), 4 * acceleration, 1e-8);
    assert_close (spin (state, second), 4 * r * acceleration, 1e-8);
    assert_ok (mbd_state_solve (state, NULL));
    g_assert_cmpint (mbd_model_coupling_sides (mbd_state_model (state), gear), ==, 3);
    for (int side = 0; side < 3; side++) {
      MbdWrench wrench;
      mbd_state_reaction (state, gear, side, MBD_AXES_WORLD, &wrench);
      moments[side] = wrench.moment[2];
      power += wrench.moment[2] * spin (state, wrench.body);
      assert_close (max_norm (3, wrench.force), 0, 1e-12);
    }
    assert_close (moments[1], -r * effort, 1e-9);
    assert_close (moments[2], effort, 1e-9);
    assert_close (moments[0], -(1 - r) * effort, 1e-9);
    assert_close (power, 0, 1e-9);
    testing_state_free (state);
  }
}

static void
test_many_turns (void)
{
  // A driver through two gears for 95 turns: the last wheel is at the angle given by the ratios.
  for (int i = 0; i < 2; i++) {
    Design *design = design_new ();
    double coefficients[] = { 0.2, 3 }, errors[64], axis[3];
    MbdFunction *turning;
    int wheels[3];

    assert_ok (mbd_function_new_polynomial (coefficients, 2, 0, &turning, NULL));
    for (int k = 0; k < 3; k++)
      wheels[k] = add_wheel (design, mobilities[i], MBD_GROUND, k, 1);
    add_gear (design, MBD_GROUND, wheels[0], wheels[1], -0.7);
    add_gear (design, MBD_GROUND, wheels[1], wheels[2], -1.3);
    add_driver (design, wheels[0], turning, MBD_LEVEL_POSITION);
    MbdState *state = testing_state (design);
    assemble (state);
    run_to (state, 200);

    double angle = 0.2 + 3 * 200, last = 0.91 * angle;
    mbd_state_body_point (state, wheels[2], (double[]){ 1, 0, 0 }, axis, NULL, NULL);
    assert_close (axis[0] - 2, cos (last), 1e-9);
    assert_close (axis[1], sin (last), 1e-9);
    mbd_state_errors (state, errors, NULL, NULL);
    assert_close (max_norm (mbd_model_row_count (mbd_state_model (state)), errors), 0, 1e-11);
    testing_state_free (state);
    mbd_function_unref (turning);
  }
}

static void
test_meshed_start (void)
{
  // Wheels in space that mesh as drawn, up to whole turns, are not moved by assembly.
  Design *design = design_new ();
  int first = add_wheel (design, MBD_SPATIAL, MBD_GROUND, 0, 1);
  int second = add_wheel (design, MBD_SPATIAL, MBD_GROUND, 1, 1);
  double errors[16];

  quaternion_from_vector ((double[]){ 0, 0, 2 }, design->bodies[0].quaternion);
  quaternion_from_vector ((double[]){ 0, 0, -5 }, design->bodies[1].quaternion);
  add_gear (design, MBD_GROUND, first, second, -2.5);
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  mbd_state_errors (state, errors, NULL, NULL);
  assert_close (max_norm (mbd_model_row_count (model), errors), 0, 1e-14);

  int places = mbd_model_position_count (model);
  double *before = g_memdup2 (mbd_state_positions (state), (size_t) places * sizeof *before);
  assemble (state);
  assert_identical (places, mbd_state_positions (state), before);
  g_free (before);
  testing_state_free (state);
}

static void
test_rack (void)
{
  // A rack of 4 kg on the x axis, a pinion of 0.1 m and 0.05 kg m^2 on the ground, 6 N on the rack.
  const double m = 4, J = 0.05, radius = 0.1, force = 6;

  for (int i = 0; i < 2; i++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);
    MbdCouplingDef rack = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_SLIDE, radius);
    MbdForceDef load = mbd_load_default ();

    body.mobility = mobilities[i];
    body.mass = m;
    int sliding = design_add_body (design, &body);
    slider.body_b = sliding;
    design_add_coupling (design, &slider);
    rack.body_b = add_wheel (design, mobilities[i], MBD_GROUND, 0.3, J);
    rack.body_d = sliding;
    int gear = design_add_coupling (design, &rack) - 1;
    load.body_b = sliding;
    load.force[0] = force;
    design_add_force (design, &load);
    MbdState *state = testing_state (design);

    double acceleration = force / (m + J / (radius * radius)), position[3];
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (multiplier (state, gear), m * acceleration - force, 1e-12);
    run_to (state, 3);
    mbd_state_body_pose (state, sliding, position, NULL);
    assert_close (position[0], 4.5 * acceleration, 1e-8);
    assert_close (spin (state, rack.body_b), 3 * acceleration / radius, 1e-7);
    testing_state_free (state);
  }
}

static void
test_screw (void)
{
  // A vertical spindle in a nut on the ground, turned by 2 N m against its weight, upright and with
  // the whole tilted: (J + m p^2) theta'' = torque - m g p, p = pitch / (2 pi).
  const double m = 3, J = 0.02, pitch = 0.15, torque = 2, p = pitch / (2 * PI);
  const double acceleration = (torque - m * DESIGN_GRAVITY * p) / (J + m * p * p);

  for (int slanted = 0; slanted < 2; slanted++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef guide = mbd_loop_default (MBD_LOOP_CYLINDRICAL);
    MbdCouplingDef screw = mbd_screw_default (pitch);
    double turn[4], axis[3], start[3], end[3], omega[3];

    memcpy (design->gravity, (double[]){ 0, 0, -DESIGN_GRAVITY }, sizeof design->gravity);
    body.mobility = MBD_SPATIAL;
    body.mass = m;
    memcpy (body.inertia, (double[]){ 0.3, 0.3, J, 0, 0, 0 }, sizeof body.inertia);
    guide.body_b = design_add_body (design, &body);
    design_add_coupling (design, &guide);
    screw.body_b = screw.body_d = guide.body_b;
    int index = design_add_coupling (design, &screw) - 1;
    add_torque (design, guide.body_b, torque);
    quaternion_from_vector ((double[]){ 0.7 * slanted, -0.4 * slanted, 0.2 * slanted }, turn);
    design_move (design, turn, (double[]){ 0.1 * slanted, 0.2, 0 });
    quaternion_turn (turn, (double[]){ 0, 0, 1 }, axis);
    MbdState *state = testing_state (design);

    assert_ok (mbd_state_solve (state, NULL));
    // lambda is the effort on the slide: it lifts the weight and accelerates it.
    assert_close (multiplier (state, index), m * (DESIGN_GRAVITY + p * acceleration), 1e-10);
    mbd_state_body_pose (state, guide.body_b, start, NULL);
    run_to (state, 1.5);
    mbd_state_body_pose (state, guide.body_b, end, NULL);
    mbd_state_body_angular_velocity (state, guide.body_b, omega);
    // Some ten turns.
    g_assert_cmpfloat (fabs (1.125 * acceleration), >, 50);
    for (int k = 0; k < 3; k++) {
      assert_close (omega[k], 1.5 * acceleration * axis[k], 1e-7);
      assert_close (end[k] - start[k], 1.125 * acceleration * p * axis[k], 1e-8);
    }
    testing_state_free (state);
  }
}

static void
test_planetary (void)
{
  // Sun and ring at given speeds, one planet on a carrier, a ring with inner teeth. Willis: (w_ring
  // - w_carrier) = -zs / zr (w_sun - w_carrier); the torques split like the teeth.
  const double zs = 20, zp = 15, zr = 50, torque = 7;
  static const double speeds[][2] = { { 7, 0 }, { 7, 1.5 }, { 0, 3 }, { 5, -2 } }; // sun, ring

  for (int i = 0; i < 8; i++) {
    const double w_sun = speeds[i / 2][0], w_ring = speeds[i / 2][1];
    const double w_carrier = (zs * w_sun + zr * w_ring) / (zs + zr);
    MbdFunction *sun_speed = constant (w_sun), *ring_speed = constant (w_ring);
    MbdMobility mobility = mobilities[i % 2];
    Design *design = design_new ();

    design->gravity[1] = 0;
    int sun = add_wheel (design, mobility, MBD_GROUND, 0, 0.4);
    int carrier = add_wheel (design, mobility, MBD_GROUND, 0, 0.9);
    int planet = add_wheel (design, mobility, carrier, 0.35, 0.2);
    int ring = add_wheel (design, mobility, MBD_GROUND, 0, 2);
    add_gear (design, carrier, sun, planet, -zs / zp);
    add_gear (design, carrier, planet, ring, zp / zr);
    int sun_drive = add_driver (design, sun, sun_speed, MBD_LEVEL_VELOCITY);
    int ring_drive = add_driver (design, ring, ring_speed, MBD_LEVEL_VELOCITY);
    add_torque (design, carrier, torque);
    MbdState *state = testing_state (design);

    g_assert_cmpint (mbd_model_freedoms_by_count (mbd_state_model (state)), ==, 0);
    assemble (state);
    run_to (state, 2);
    assert_close (spin (state, carrier), w_carrier, 1e-9);
    assert_close (spin (state, planet), w_carrier - zs / zp * (w_sun - w_carrier), 1e-9);
    assert_ok (mbd_state_solve (state, NULL));
    double on_sun = multiplier (state, sun_drive), on_ring = multiplier (state, ring_drive);
    assert_close (on_sun, -torque * zs / (zs + zr), 1e-8);
    assert_close (on_ring, -torque * zr / (zs + zr), 1e-8);
    assert_close (on_sun * w_sun + on_ring * w_ring + torque * w_carrier, 0, 1e-7);
    testing_state_free (state);
    mbd_function_unref (sun_speed);
    mbd_function_unref (ring_speed);
  }
}

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
    int driver = add_driver (design, bar, swing, MBD_LEVEL_POSITION);
    MbdState *state = testing_state (design);
    assemble (state);
    for (int k = 1; k <= 20; k++) {
      run_to (state, 0.1 * k);
      assert_ok (mbd_state_solve (state, NULL));
      MbdJet s = mbd_function_evaluate (swing, 0.1 * k);
      double effort = J * s.second + m * DESIGN_GRAVITY * l / 2 * cos (s.value);
      worst = worst_of (worst, fabs (multiplier (state, driver) - effort));
      assert_close (spin (state, bar), s.first, 1e-10);
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
    int driver = add_driver (design, 1, turning, MBD_LEVEL_POSITION);
    MbdState *state = testing_state (design);
    assemble (state);
    for (int k = 1; k <= 10; k++) {
      double rate = 0, power = 0;
      for (int n = 0; n < 5; n++) {
        MbdEnergy energy;
        run_to (state, 0.1 * k + (n - 2) * step);
        mbd_state_energy (state, &energy);
        if (n == 2) {
          assert_ok (mbd_state_solve (state, NULL));
          power = multiplier (state, driver) * speed;
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
    MbdFunction *speed = constant (5);
    MbdCouplingDef motor = mbd_motor_default (speed, 3);

    int wheel = add_wheel (design, mobilities[i], MBD_GROUND, 0, 2);
    add_torque (design, wheel, -1);
    motor.body_b = wheel;
    int index = design_add_coupling (design, &motor) - 1;
    MbdState *state = testing_state (design);
    run_to (state, 4);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (spin (state, wheel), 4, 1e-8);
    assert_close (multiplier (state, index), 3, 1e-12);
    run_to (state, 9);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (spin (state, wheel), 5, 1e-8);
    assert_close (multiplier (state, index), 1, 1e-8);
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
    run_to (state, 0.2);
    g_assert_cmpfloat (fabs (spin (state, limit.body_b)), >, 1);
    run_to (state, 2);
    assert_ok (mbd_state_solve (state, NULL));
    mbd_state_body_point (state, limit.body_b, (double[]){ 0.5, 0, 0 }, end, NULL, NULL);
    assert_close (atan2 (end[1], end[0]), stop, 1e-9);
    assert_close (spin (state, limit.body_b), 0, 1e-9);
    assert_close (multiplier (state, index), m * DESIGN_GRAVITY * 0.5 * cos (stop), 1e-7);
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

    limit.body_b = add_wheel (design, mobilities[i], MBD_GROUND, 0, 1);
    design->bodies[0].angular_velocity[2] = 2;
    int index = design_add_coupling (design, &limit) - 1;
    MbdState *state = testing_state (design);
    run_to (state, 9.4);
    assert_close (spin (state, limit.body_b), 2, 1e-12);
    mbd_state_gap (state, index, &gap, NULL);
    assert_close (gap, 6 * PI - 18.8, 1e-9);
    run_to (state, 10);
    assert_close (spin (state, limit.body_b), 0, 1e-12);
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
    mbd_driver_default (MBD_COORDINATE_ANGLE, *function = constant (free_angle));
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
    assert_close (multiplier (state, spring), 2.5 * (free_angle - start), 1e-12 * 60);
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
      assert_close (multiplier (state, spring), 2.5 * (free_angle - q), 1e-5);
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
    const int driver = add_driver (design, 1, function, MBD_LEVEL_POSITION);
    design->couplings[driver].frame_b.point[0] = -0.5;
    MbdState *state = testing_state (design);
    assemble (state);
    for (int c = 0; c < 2; c++) {
      g_assert_true (mbd_state_coordinate (state, c, 0, MBD_COORDINATE_ANGLE, &angle, NULL));
      assert_close (angle, starts[i / 2], 1e-12);
    }
    run_to (state, 4);
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
  g_test_add_func ("/drives/gear-pair", test_gear_pair);
  g_test_add_func ("/drives/many-turns", test_many_turns);
  g_test_add_func ("/drives/meshed-start", test_meshed_start);
  g_test_add_func ("/drives/rack", test_rack);
  g_test_add_func ("/drives/screw", test_screw);
  g_test_add_func ("/drives/planetary", test_planetary);
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
