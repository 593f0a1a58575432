// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gears, racks and screws compared with their closed forms: accelerations, reactions, and many turns in
// plane and space.

#include "testing-drives.h"

#define PI 3.14159265358979323846

static const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL };

static void
test_gear_pair (void)
{
  // Two wheels 1 m apart, outside (r < 0) or by a belt (r > 0), 3 N m on the first.
  static const double ratios[] = { -0.4, 0.4, -2.5 };
  const double J1 = 2, J2 = 3, torque = 3;

  for (int i = 0; i < 6; i++) {
    const double r = ratios[i / 2];
    Design *design = design_new ();
    int first = testing_add_wheel (design, mobilities[i % 2], MBD_GROUND, 0, J1);
    int second = testing_add_wheel (design, mobilities[i % 2], MBD_GROUND, 1, J2);
    int gear = testing_add_gear (design, MBD_GROUND, first, second, r);

    testing_add_torque (design, first, torque);
    MbdState *state = testing_state (design);
    testing_assemble (state);
    assert_ok (mbd_state_solve (state, NULL));
    double acceleration = torque / (J1 + r * r * J2), effort = J2 * r * acceleration;
    assert_close (testing_multiplier (state, gear), effort, 1e-13);

    // Torques on the wheels in the ratio, and the ground holds the difference; no power is lost.
    double moments[3], power = 0;
    testing_run_to (state, 4);
    assert_close (testing_spin (state, first), 4 * acceleration, 1e-8);
    assert_close (testing_spin (state, second), 4 * r * acceleration, 1e-8);
    assert_ok (mbd_state_solve (state, NULL));
    g_assert_cmpint (mbd_model_coupling_sides (mbd_state_model (state), gear), ==, 3);
    for (int side = 0; side < 3; side++) {
      MbdWrench wrench;
      mbd_state_reaction (state, gear, side, MBD_AXES_WORLD, &wrench);
      moments[side] = wrench.moment[2];
      power += wrench.moment[2] * testing_spin (state, wrench.body);
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
      wheels[k] = testing_add_wheel (design, mobilities[i], MBD_GROUND, k, 1);
    testing_add_gear (design, MBD_GROUND, wheels[0], wheels[1], -0.7);
    testing_add_gear (design, MBD_GROUND, wheels[1], wheels[2], -1.3);
    testing_add_driver (design, wheels[0], turning, MBD_LEVEL_POSITION);
    MbdState *state = testing_state (design);
    testing_assemble (state);
    testing_run_to (state, 200);

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
  int first = testing_add_wheel (design, MBD_SPATIAL, MBD_GROUND, 0, 1);
  int second = testing_add_wheel (design, MBD_SPATIAL, MBD_GROUND, 1, 1);
  double errors[16];

  quaternion_from_vector ((double[]){ 0, 0, 2 }, design->bodies[0].quaternion);
  quaternion_from_vector ((double[]){ 0, 0, -5 }, design->bodies[1].quaternion);
  testing_add_gear (design, MBD_GROUND, first, second, -2.5);
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  mbd_state_errors (state, errors, NULL, NULL);
  assert_close (max_norm (mbd_model_row_count (model), errors), 0, 1e-14);

  int places = mbd_model_position_count (model);
  double *before = g_memdup2 (mbd_state_positions (state), (size_t) places * sizeof *before);
  testing_assemble (state);
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
    rack.body_b = testing_add_wheel (design, mobilities[i], MBD_GROUND, 0.3, J);
    rack.body_d = sliding;
    int gear = design_add_coupling (design, &rack) - 1;
    load.body_b = sliding;
    load.force[0] = force;
    design_add_force (design, &load);
    MbdState *state = testing_state (design);

    double acceleration = force / (m + J / (radius * radius)), position[3];
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (testing_multiplier (state, gear), m * acceleration - force, 1e-12);
    testing_run_to (state, 3);
    mbd_state_body_pose (state, sliding, position, NULL);
    assert_close (position[0], 4.5 * acceleration, 1e-8);
    assert_close (testing_spin (state, rack.body_b), 3 * acceleration / radius, 1e-7);
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
    testing_add_torque (design, guide.body_b, torque);
    quaternion_from_vector ((double[]){ 0.7 * slanted, -0.4 * slanted, 0.2 * slanted }, turn);
    design_move (design, turn, (double[]){ 0.1 * slanted, 0.2, 0 });
    quaternion_turn (turn, (double[]){ 0, 0, 1 }, axis);
    MbdState *state = testing_state (design);

    assert_ok (mbd_state_solve (state, NULL));
    // lambda is the effort on the slide: it lifts the weight and accelerates it.
    assert_close (testing_multiplier (state, index), m * (DESIGN_GRAVITY + p * acceleration),
                  1e-10);
    mbd_state_body_pose (state, guide.body_b, start, NULL);
    testing_run_to (state, 1.5);
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
    MbdFunction *sun_speed = testing_constant (w_sun), *ring_speed = testing_constant (w_ring);
    MbdMobility mobility = mobilities[i % 2];
    Design *design = design_new ();

    design->gravity[1] = 0;
    int sun = testing_add_wheel (design, mobility, MBD_GROUND, 0, 0.4);
    int carrier = testing_add_wheel (design, mobility, MBD_GROUND, 0, 0.9);
    int planet = testing_add_wheel (design, mobility, carrier, 0.35, 0.2);
    int ring = testing_add_wheel (design, mobility, MBD_GROUND, 0, 2);
    testing_add_gear (design, carrier, sun, planet, -zs / zp);
    testing_add_gear (design, carrier, planet, ring, zp / zr);
    int sun_drive = testing_add_driver (design, sun, sun_speed, MBD_LEVEL_VELOCITY);
    int ring_drive = testing_add_driver (design, ring, ring_speed, MBD_LEVEL_VELOCITY);
    testing_add_torque (design, carrier, torque);
    MbdState *state = testing_state (design);

    g_assert_cmpint (mbd_model_freedoms_by_count (mbd_state_model (state)), ==, 0);
    testing_assemble (state);
    testing_run_to (state, 2);
    assert_close (testing_spin (state, carrier), w_carrier, 1e-9);
    assert_close (testing_spin (state, planet), w_carrier - zs / zp * (w_sun - w_carrier), 1e-9);
    assert_ok (mbd_state_solve (state, NULL));
    double on_sun = testing_multiplier (state, sun_drive),
           on_ring = testing_multiplier (state, ring_drive);
    assert_close (on_sun, -torque * zs / (zs + zr), 1e-8);
    assert_close (on_ring, -torque * zr / (zs + zr), 1e-8);
    assert_close (on_sun * w_sun + on_ring * w_ring + torque * w_carrier, 0, 1e-7);
    testing_state_free (state);
    mbd_function_unref (sun_speed);
    mbd_function_unref (ring_speed);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gears/gear-pair", test_gear_pair);
  g_test_add_func ("/gears/many-turns", test_many_turns);
  g_test_add_func ("/gears/meshed-start", test_meshed_start);
  g_test_add_func ("/gears/rack", test_rack);
  g_test_add_func ("/gears/screw", test_screw);
  g_test_add_func ("/gears/planetary", test_planetary);
  return g_test_run ();
}
