// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves through points and the pin that follows one: against straight slots and rods, by energy, with end
// stops, friction and motors along the curve, in space, changed during a run, and refusals.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "testing-world.h"
#include "testing.h"

static const double gravity = 9.81;

static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_RADAU9,
                                     MBD_METHOD_TIME_STEPPING };

static MbdCurve *
curve_of (const double *points, int count)
{
  MbdCurve *curve;

  assert_ok (mbd_curve_new (points, count, &curve, NULL));
  return curve;
}

/// A closed circle about the origin through n points, anticlockwise from its lowest one.
static MbdCurve *
circle (double radius, int n)
{
  double *points = g_new (double, 2 * (n + 1));
  MbdCurve *curve;

  for (int i = 0; i <= n; i++) {
    points[2 * i] = radius * sin (2 * G_PI * (i % n) / n);
    points[2 * i + 1] = -radius * cos (2 * G_PI * (i % n) / n);
  }
  curve = curve_of (points, n + 1);
  g_free (points);
  return curve;
}

/// A smooth curve with bends to both sides.
static MbdCurve *
wave (void)
{
  static const double points[] = { -1, 0.4, -0.5, -0.2, 0, -0.3, 0.45, 0.1, 1, -0.1, 1.4, 0.5 };

  return curve_of (points, 6);
}

static int
add_slot (World *world, MbdCouplingDef *def, int id)
{
  def->id = id;
  assert_ok (mbd_mechanism_add_coupling (world->mechanism, def, NULL));
  return id;
}

/// The curve passes its points, has continuous curvature there, and its arc length is its length; feet
/// are found from near places and from none.
static void
test_curve (void)
{
  MbdCurve *curve = wave ();
  const double length = mbd_curve_length (curve), h = 1e-6;
  GRand *rand = g_rand_new_with_seed (testing_seed (1));

  g_assert_false (mbd_curve_is_closed (curve));
  assert_close (mbd_curve_place (curve, 5), length, 1e-15);
  assert_close (mbd_curve_at (curve, mbd_curve_place (curve, 3)).point[0], 0.45, 1e-14);
  for (int i = 1; i < 5; i++) {
    const double s = mbd_curve_place (curve, i);
    assert_close (mbd_curve_at (curve, s - h).curvature, mbd_curve_at (curve, s + h).curvature,
                  1e-3);
  }
  assert_close (mbd_curve_at (curve, 0).curvature, 0, 1e-14);
  assert_close (mbd_curve_at (curve, length).curvature, 0, 1e-12);
  for (int i = 0; i < 400; i++) {
    const double s = g_rand_double_range (rand, 0, length);
    const double d = mbd_curve_reach (curve) * g_rand_double_range (rand, -0.45, 0.45);
    const double near = i % 5 == 0 ? NAN : s + g_rand_double_range (rand, -0.1, 0.1);
    const MbdCurvePoint at = mbd_curve_at (curve, s), next = mbd_curve_at (curve, s + h);
    const double point[2] = { at.point[0] - d * at.tangent[1], at.point[1] + d * at.tangent[0] };
    const MbdCurvePoint foot = mbd_curve_foot (curve, point, near);
    assert_close (foot.s, s, 1e-12);
    assert_close (foot.distance, d, 1e-13);
    assert_close ((next.point[0] - at.point[0]) / h, at.tangent[0], 1e-4);
    assert_close ((next.point[1] - at.point[1]) / h, at.tangent[1], 1e-4);
    assert_close ((next.curvature - at.curvature) / h, at.bend, 1e-2);
  }
  // Beyond its ends it continues straight.
  const MbdCurvePoint end = mbd_curve_at (curve, length);
  const double beyond[2] = { end.point[0] + 0.3 * end.tangent[0],
                             end.point[1] + 0.3 * end.tangent[1] };
  assert_close (mbd_curve_foot (curve, beyond, length).s, length + 0.3, 1e-13);
  assert_close (mbd_curve_foot (curve, beyond, NAN).s, length + 0.3, 1e-13);
  g_rand_free (rand);
  mbd_curve_unref (curve);
}

/// The error of a circle through n points falls with n to the fourth power.
static void
test_circle_converges (void)
{
  double before = 0;

  for (int n = 8; n <= 256; n *= 2) {
    MbdCurve *curve = circle (0.3, n);
    double error = 0;
    g_assert_true (mbd_curve_is_closed (curve));
    for (int i = 0; i < 1000; i++) {
      const MbdCurvePoint at = mbd_curve_at (curve, 0.0037 * i - 1);
      error = fmax (error, fabs (hypot (at.point[0], at.point[1]) - 0.3));
    }
    assert_close (mbd_curve_length (curve), 0.6 * G_PI, 4 * error);
    if (before > 0)
      g_assert_cmpfloat (before / error, >, 15);
    before = error;
    mbd_curve_unref (curve);
  }
  g_assert_cmpfloat (before, <, 3e-10);
}

/// Through two or more points on a line it is a straight slot, wherever its body is and however it turns.
static void
test_straight (void)
{
  static const double points[] = { -0.5, 0.2, -0.1, 0.2, 0.6, 0.2, 1.5, 0.2 };

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int count = 2; count <= 4; count += 2) {
      MbdCurve *curve = curve_of (points, count);
      double q[2][6], force[2];

      for (int straight = 0; straight < 2; straight++) {
        World world;
        MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
        MbdCouplingDef def =
          straight ? mbd_loop_default (MBD_LOOP_PIN_IN_SLOT) : mbd_curved_slot_default (curve);

        world_init (&world, 1e-12);
        world.settings.method = methods[i];
        if (methods[i] == MBD_METHOD_TIME_STEPPING)
          world.settings.step = 1e-3;
        pin.body_b = def.body_a = world_body (&world, 2, 0.3, 3, 4, 0.7, 0);
        def.body_b = world_body (&world, 1, 0.05, 3 + 0.3 * cos (0.7) - 0.3 * sin (0.7),
                                 4 + 0.3 * sin (0.7) + 0.3 * cos (0.7), 0, 0);
        pin.frame_a.point[0] = 3;
        pin.frame_a.point[1] = 4;
        def.frame_a.point[1] = 0.1;
        if (straight)
          def.frame_a.point[1] += 0.2;
        add_slot (&world, &pin, 1);
        add_slot (&world, &def, 2);
        world_start (&world);
        memcpy (q[straight], world_advance (&world, 0.4), sizeof q[straight]);
        assert_ok (mbd_state_solve (world.state, NULL));
        MbdWrench wrench;
        mbd_state_reaction (world.state, 1, 1, MBD_AXES_WORLD, &wrench);
        force[straight] = hypot (wrench.force[0], wrench.force[1]);
        world_clear (&world);
      }
      for (int k = 0; k < 6; k++)
        assert_close (q[0][k], q[1][k], 1e-10);
      assert_close (force[0], force[1], 1e-8);
      g_assert_cmpfloat (force[0], >, 1);
      mbd_curve_unref (curve);
    }
}

/// A bead in a circular slot is a pendulum on a rod: the place, the force and the energy, also for
/// several turns, with an error that falls with the number of points.
static void
test_circle (void)
{
  const double radius = 0.3;

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    const bool steps = methods[i] == MBD_METHOD_TIME_STEPPING;
    for (int n = 50; n <= 400; n *= 8) {
      MbdCurve *curve = circle (radius, n);
      const double tolerance = steps ? 2e-3 : n == 50 ? 2e-5 : 1e-8;
      double q[2][3], force[2];

      for (int rod = 0; rod < 2; rod++) {
        World world;
        MbdCouplingDef def = rod ? mbd_rod_default () : mbd_curved_slot_default (curve);

        world_init (&world, 1e-11);
        world.settings.method = methods[i];
        if (steps)
          world.settings.step = 2e-5;
        def.body_b = world_body (&world, 2, 0.01, 1, 2 - radius, 0, 5);
        def.frame_a.point[0] = 1;
        def.frame_a.point[1] = 2;
        def.length = radius;
        add_slot (&world, &def, 1);
        world_start (&world);
        memcpy (q[rod], world_advance (&world, 1.2), sizeof q[rod]);
        assert_ok (mbd_state_solve (world.state, NULL));
        MbdWrench wrench;
        mbd_state_reaction (world.state, 0, 1, MBD_AXES_WORLD, &wrench);
        force[rod] = hypot (wrench.force[0], wrench.force[1]);
        if (!rod) {
          double s;
          g_assert_true (mbd_state_coordinate (world.state, 0, 0, MBD_COORDINATE_ARC, &s, NULL));
          g_assert_cmpfloat (s, >, 2 * mbd_curve_length (curve));
          g_assert_cmpfloat (s, <, 4 * mbd_curve_length (curve));
        }
        world_clear (&world);
      }
      for (int k = 0; k < 2; k++)
        assert_close (q[0][k], q[1][k], tolerance);
      // The curvature of a spline has an error of the second order.
      assert_close (force[0], force[1], steps ? 1 : n == 50 ? 0.15 : 2e-3);
      mbd_curve_unref (curve);
    }
  }
}

/// A body with a slot turns and moves freely, another one hangs in the slot: energy and momentum stay.
static void
test_energy (void)
{
  static const double accuracies[] = { 1e-6, 1e-9, 1e-11 };
  const double no_gravity[3] = { 0 };
  double last[3][6];

  for (int i = 0; i < 3; i++) {
    MbdCurve *curve = wave ();
    World world;
    MbdCouplingDef def = mbd_curved_slot_default (curve);
    MbdEnergy first, energy;
    // The curve is level at its start, so that the velocities agree with it.
    double low = mbd_curve_place (curve, 1), high = mbd_curve_place (curve, 2);
    for (int k = 0; k < 60; k++) {
      const double middle = (low + high) / 2;
      if (mbd_curve_at (curve, middle).tangent[1] < 0)
        low = middle;
      else
        high = middle;
    }
    const MbdCurvePoint at = mbd_curve_at (curve, low);

    world_init (&world, accuracies[i]);
    mbd_mechanism_set_gravity (world.mechanism, no_gravity);
    def.body_a = world_body (&world, 3, 0.8, 0, 0, 0, 0.4);
    def.body_b = world_body (&world, 1, 0.02, at.point[0] + 0.1, at.point[1], 0, 1.3);
    def.frame_b.point[0] = -0.1;
    add_slot (&world, &def, 1);
    mbd_curve_unref (curve); // the mechanism keeps it
    world_start (&world);
    mbd_state_energy (world.state, &first);
    for (int k = 1; k <= 20; k++) {
      memcpy (last[i], world_advance (&world, 0.05 * k), sizeof last[i]);
      mbd_state_energy (world.state, &energy);
      assert_close (energy.kinetic, first.kinetic, 30 * accuracies[i]);
      const double *v = mbd_state_velocities (world.state);
      assert_close (3 * v[1] + v[4], 0, 30 * accuracies[i]);
    }
    world_clear (&world);
  }
  for (int k = 0; k < 6; k++) {
    assert_close (last[0][k], last[2][k], 1e-4);
    assert_close (last[1][k], last[2][k], 1e-7);
  }
}

/// The wave again in time steps: it converges with the step.
static void
test_steps_converge (void)
{
  double reference[2] = { 0 }, errors[3];

  for (int i = 0; i < 4; i++) {
    MbdCurve *curve = wave ();
    World world;
    MbdCouplingDef def = mbd_curved_slot_default (curve);
    const MbdCurvePoint at = mbd_curve_at (curve, 0.1);

    world_init (&world, 1e-12);
    if (i > 0) {
      world.settings.method = MBD_METHOD_TIME_STEPPING;
      world.settings.step = 4e-4 / (1 << i);
    }
    def.body_b = world_body (&world, 1, 0.02, at.point[0], at.point[1], 0, 0);
    add_slot (&world, &def, 1);
    mbd_curve_unref (curve);
    world_start (&world);
    const double *q = world_advance (&world, 0.5);
    if (i == 0)
      memcpy (reference, q, sizeof reference);
    else
      errors[i - 1] = hypot (q[0] - reference[0], q[1] - reference[1]);
    world_clear (&world);
  }
  g_assert_cmpfloat (errors[0], <, 1e-2);
  g_assert_cmpfloat (errors[1], <, 0.6 * errors[0]);
  g_assert_cmpfloat (errors[2], <, 0.6 * errors[1]);
}

/// A bead slides down a straight slot, meets the end stop and rebounds by its restitution.
static void
test_stops (void)
{
  static const double points[] = { 0, 0, 0.3, -0.4, 0.6, -0.8 };

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    const bool steps = methods[i] == MBD_METHOD_TIME_STEPPING;
    MbdCurve *curve = curve_of (points, 3);
    World world;
    MbdCouplingDef def = mbd_curved_slot_default (curve);
    MbdCouplingDef stops = mbd_limit_default (MBD_COORDINATE_ARC, 0, mbd_curve_length (curve));
    const double a = 0.8 * gravity, hit = sqrt (2 / a), speed = a * hit;

    world_init (&world, 1e-10);
    world.settings.method = methods[i];
    if (steps)
      world.settings.step = 1e-4;
    stops.body_b = def.body_b = world_body (&world, 1, 0.02, 0, 0, 0, 0);
    stops.curve = curve;
    stops.restitution = 0.5;
    stops.on_joint[0] = add_slot (&world, &def, 1);
    add_slot (&world, &stops, 2);
    world_start (&world);
    const double *q = world_advance (&world, hit + 0.1);
    const double s = 1 - 0.5 * speed * 0.1 + 0.5 * a * 0.01;
    assert_close (q[0], 0.6 * s, steps ? 2e-3 : 1e-8);
    assert_close (q[1], -0.8 * s, steps ? 2e-3 : 1e-8);
    q = world_advance (&world, 5);
    assert_close (q[0], 0.6, steps ? 1e-5 : 1e-8);
    world_clear (&world);
    mbd_curve_unref (curve);
  }
}

/// In a closed slot a stop may be several laps away, and a motor drives along the curve.
static void
test_motor_and_laps (void)
{
  const double no_gravity[3] = { 0 };
  MbdCurve *curve = circle (0.3, 64);
  const double lap = mbd_curve_length (curve);
  MbdFunction *speed;
  World world;
  MbdCouplingDef def = mbd_curved_slot_default (curve);
  MbdCouplingDef motor, stops = mbd_limit_default (MBD_COORDINATE_ARC, -0.2, 2.5 * lap);
  double s, rate;

  assert_ok (mbd_function_new_constant (2, &speed, NULL));
  motor = mbd_motor_default (speed, 5);
  motor.coordinate[0] = MBD_COORDINATE_ARC;
  world_init (&world, 1e-10);
  mbd_mechanism_set_gravity (world.mechanism, no_gravity);
  def.body_b = motor.body_b = stops.body_b = world_body (&world, 1, 0.01, 0, -0.3, 0, 0);
  motor.curve = stops.curve = curve;
  add_slot (&world, &def, 1);
  add_slot (&world, &motor, 2);
  add_slot (&world, &stops, 3);
  world_start (&world);
  world_advance (&world, 1); // 5 N until 2 m/s are reached after 0.4 s
  g_assert_true (mbd_state_coordinate (world.state, 0, 0, MBD_COORDINATE_ARC, &s, &rate));
  assert_close (rate, 2, 1e-7);
  assert_close (s, 0.5 * 5 * 0.16 + 2 * 0.6, 1e-6);
  const double *q = world_advance (&world, 4);
  g_assert_true (mbd_state_coordinate (world.state, 0, 0, MBD_COORDINATE_ARC, &s, &rate));
  assert_close (s, 2.5 * lap, 1e-7);
  assert_close (rate, 0, 1e-7);
  assert_close (q[1], 0.3, 1e-6);
  world_clear (&world);
  mbd_function_unref (speed);
  mbd_curve_unref (curve);
}

/// Without gravity friction in a circular slot slows a bead by exp (-mu theta).
static void
test_friction (void)
{
  const double no_gravity[3] = { 0 }, mu = 0.2, radius = 0.3, v0 = 3;
  MbdCurve *curve = circle (radius, 200);
  World world;
  MbdCouplingDef def = mbd_curved_slot_default (curve);

  world_init (&world, 1e-9);
  mbd_mechanism_set_gravity (world.mechanism, no_gravity);
  def.body_b = world_body (&world, 1.7, 0.01, 0, -radius, 0, v0);
  add_slot (&world, &def, 1);
  MbdCouplingDef friction = mbd_joint_friction_default (&def);
  friction.friction = mu;
  add_slot (&world, &friction, 2);
  world_start (&world);
  for (int i = 1; i <= 10; i++) {
    double s, rate;
    world_advance (&world, 0.1 * i);
    g_assert_true (mbd_state_coordinate (world.state, 0, 0, MBD_COORDINATE_ARC, &s, &rate));
    assert_close (rate, v0 * exp (-mu * s / radius), 1e-5);
    assert_close (rate, v0 / (1 + mu * v0 * 0.1 * i / radius), 1e-5);
  }
  world_clear (&world);
  mbd_curve_unref (curve);
}

/// A bead in space in a circle that leans: a pendulum under the part of gravity in its plane, which
/// the slot leaves in no other direction.
static void
test_space (void)
{
  const double lean = 0.6, radius = 0.4;
  MbdCurve *curve = circle (radius, 300);
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef def = mbd_curved_slot_default (curve);
  World world;

  // The frame is turned about x, so that its y axis leans towards z.
  def.frame_a.quaternion[0] = cos (lean / 2);
  def.frame_a.quaternion[1] = sin (lean / 2);
  body.id = 1;
  body.mobility = MBD_SPATIAL;
  for (int i = 0; i < 3; i++)
    body.inertia[i] = 0.02;
  body.position[0] = radius; // a quarter up
  world_init (&world, 1e-11);
  assert_ok (mbd_mechanism_add_body (world.mechanism, &body, NULL));
  world.bodies++;
  def.body_b = 1;
  add_slot (&world, &def, 1);
  world_start (&world);
  for (int i = 1; i <= 10; i++) {
    const double *q = world_advance (&world, 0.07 * i), *v = mbd_state_velocities (world.state);
    const double y = q[1] * cos (lean) + q[2] * sin (lean);
    const double z = q[2] * cos (lean) - q[1] * sin (lean);
    assert_close (z, 0, 1e-10);
    assert_close (hypot (q[0], y), radius, 1e-8);
    // The speed follows from the height.
    assert_close (v[0] * v[0] + v[1] * v[1] + v[2] * v[2], -2 * gravity * q[1], 1e-6);
  }
  world_clear (&world);
  mbd_curve_unref (curve);
}

/// The curve is changed during a run, and is kept by the state as long as it needs it.
static void
test_change (void)
{
  MbdCurve *old = circle (0.3, 100), *wide = circle (0.5, 100);
  MbdCouplingDef def = mbd_curved_slot_default (old), changed;
  World world;

  world_init (&world, 1e-9);
  def.body_b = world_body (&world, 1, 0.02, 0, -0.3, 0, 1);
  add_slot (&world, &def, 1);
  world_start (&world);
  world_advance (&world, 0.3);
  changed = *mbd_state_coupling (world.state, 0);
  changed.curve = wide;
  changed.frame_a.point[1] = 0.2; // both touch at their lowest points
  assert_ok (mbd_state_change_coupling (world.state, 0, &changed, NULL));
  assert_ok (mbd_integrator_restart (world.integrator, world.state, NULL));
  mbd_curve_unref (old);
  mbd_curve_unref (wide);
  const double *q = world_advance (&world, 0.6);
  assert_close (hypot (q[0], q[1] - 0.2), 0.5, 1e-7);
  world_clear (&world);
}

static void
test_refusals (void)
{
  static const struct
  {
    double points[16];
    int count;
    MbdStatus status;
  } cases[] = {
    { { 0, 0 }, 1, MBD_STATUS_CURVE_SHORT },
    { { 0, 0, 1, 1, 0, 0 }, 3, MBD_STATUS_CURVE_SHORT },
    { { 0, 0 }, 501, MBD_STATUS_CURVE_LONG },
    { { 0, 0, 1, 0, 1, 0, 2, 1 }, 4, MBD_STATUS_CURVE_REPEATS },
    { { 0, 0, 0, 0 }, 2, MBD_STATUS_CURVE_REPEATS },
    { { 0, 0, 1, 0, 1, 1, 0.5, -1, -1, 0.2 }, 5, MBD_STATUS_CURVE_CROSSES },
    { { 0, 0, 1, 0, 0.5, 0 }, 3, MBD_STATUS_CURVE_CROSSES },
    { { 0, 0, 1, NAN }, 2, MBD_STATUS_NOT_FINITE },
    { { 0, 0, 1e300, 0, -1e300, 1e300, INFINITY, 0 }, 4, MBD_STATUS_NOT_FINITE },
  };

  for (size_t i = 0; i < G_N_ELEMENTS (cases); i++) {
    MbdCurve *curve = NULL;
    MbdDiagnosis why = { 0 };
    g_assert_cmpint (mbd_curve_new (cases[i].points, cases[i].count, &curve, &why), ==,
                     cases[i].status);
    g_assert_null (curve);
    g_assert_cmpint (why.code, ==, cases[i].status);
  }

  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdCouplingDef defs[] = { mbd_curved_slot_default (NULL),
                            mbd_limit_default (MBD_COORDINATE_ARC, 0, 1),
                            mbd_gear_default (MBD_COORDINATE_ARC, MBD_COORDINATE_ANGLE, 1) };
  const MbdStatus refused[] = { MBD_STATUS_CURVE_MISSING, MBD_STATUS_CURVE_MISSING,
                                MBD_STATUS_CURVE_COORDINATE };
  for (int i = 0; i < 3; i++) {
    MbdDiagnosis why = { 0 };
    defs[i].id = 7;
    defs[i].body_b = defs[i].body_d = 1;
    g_assert_cmpint (mbd_mechanism_add_coupling (mechanism, &defs[i], &why), ==, refused[i]);
    g_assert_cmpint (why.id, ==, 7);
  }
  mbd_mechanism_free (mechanism);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/curved-slot/curve", test_curve);
  g_test_add_func ("/curved-slot/circle-converges", test_circle_converges);
  g_test_add_func ("/curved-slot/straight", test_straight);
  g_test_add_func ("/curved-slot/circle", test_circle);
  g_test_add_func ("/curved-slot/energy", test_energy);
  g_test_add_func ("/curved-slot/steps-converge", test_steps_converge);
  g_test_add_func ("/curved-slot/stops", test_stops);
  g_test_add_func ("/curved-slot/motor-and-laps", test_motor_and_laps);
  g_test_add_func ("/curved-slot/friction", test_friction);
  g_test_add_func ("/curved-slot/space", test_space);
  g_test_add_func ("/curved-slot/change", test_change);
  g_test_add_func ("/curved-slot/refusals", test_refusals);
  return g_test_run ();
}
