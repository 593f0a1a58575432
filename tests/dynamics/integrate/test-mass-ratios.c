// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Motion of bodies whose masses or inertias are out of proportion: each moves as accurately as
// equal bodies do, in as many steps.

#include "testing.h"

/// Moves a design for a while and returns its final state. *steps: number of steps.
static MbdState *
move (Design *design, double duration, double accuracy, long *steps)
{
  MbdState *state = testing_state (design);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why;

  settings.accuracy = accuracy;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, duration, state, &why));
  mbd_integrator_statistics (integrator, &statistics);
  *steps = statistics.steps;
  mbd_integrator_free (integrator);
  return state;
}

static void
add_pin (Design *design, int a, double ax, double ay, int b, double bx, double by)
{
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);

  pin.body_a = a;
  pin.body_b = b;
  pin.frame_a.point[0] = ax;
  pin.frame_a.point[1] = ay;
  pin.frame_b.point[0] = bx;
  pin.frame_b.point[1] = by;
  design_add_coupling (design, &pin);
}

static void
add_bar (Design *design, double mass, double inertia, double x, double y, double angle)
{
  MbdBodyDef body = mbd_body_default ();

  body.mass = mass;
  body.inertia[2] = inertia;
  body.position[0] = x;
  body.position[1] = y;
  body.angle = angle;
  design_add_body (design, &body);
}

/// Creates a crank-rocker whose crank turns at 10 rad/s at the start, with a coupler of this mass.
/// `reversed`: its joints in the opposite order.
static Design *
crank_rocker (double mass, bool reversed)
{
  Design *design = design_new ();
  const double rise = acos (5. / 7), lean = G_PI - acos (0.2);

  add_bar (design, 0.5, 1. / 600, 0.1, 0, 0);
  add_bar (design, mass, mass * 0.49 / 12, 0.45, 0.35 * sin (rise), rise);
  add_bar (design, 0.9, 0.01875, 0.65, 0.25 * sin (lean), G_PI - lean);
  for (int i = 0; i < 4; i++)
    switch (reversed ? 3 - i : i) {
    case 0:
      add_pin (design, 0, 0, 0, 1, -0.1, 0);
      break;
    case 1:
      add_pin (design, 1, 0.1, 0, 2, -0.35, 0);
      break;
    case 2:
      add_pin (design, 2, 0.35, 0, 3, 0.25, 0);
      break;
    default:
      add_pin (design, 0, 0.6, 0, 3, -0.25, 0);
      break;
    }
  for (int i = 0; i < 3; i++) {
    design->bodies[i].angular_velocity[2] = i == 0 ? 10 : -5;
    design->bodies[i].velocity[0] = i == 0 ? 0 : sqrt (1.5);
    design->bodies[i].velocity[1] = i == 0 ? 1 : i == 1 ? 0.75 : -0.25;
  }
  return design;
}

/// A light coupler between heavy links, down to none: the error follows the accuracy, the steps are
/// those of a heavy one, and the motion tends to that of a massless one.
static void
test_coupler (void)
{
  const double masses[] = { 0.1, 1e-4, 1e-6, 1e-8, 1e-10, 1e-12, 0 };
  double massless = NAN;
  long usual_steps = 0;

  for (int i = (int) G_N_ELEMENTS (masses) - 1; i >= 0; i--) {
    long steps, more_steps;
    MbdState *state = move (crank_rocker (masses[i], i % 2 == 0), 2, 1e-8, &steps);
    MbdState *exact = move (crank_rocker (masses[i], false), 2, 1e-11, &more_steps);
    const double *q = mbd_state_positions (state), *e = mbd_state_positions (exact);
    g_test_message ("%g kg: error %.2g rad, %ld steps", masses[i], fabs (q[8] - e[8]), steps);
    for (int k = 0; k < 9; k++)
      assert_close (q[k], e[k], 1e-7);
    if (masses[i] == 0) {
      massless = e[8];
      usual_steps = steps;
    }
    g_assert_cmpint (steps, <, usual_steps * 5 / 4);
    assert_close (e[8], massless, 10 * masses[i] + 2e-10);
    testing_state_free (state);
    testing_state_free (exact);
  }
}

/// A point of 1 kg on an arm of 1 m, from the horizontal: after a period of 4 K (1/sqrt 2) / sqrt g
/// it is back and at rest, whatever its small inertia.
static void
test_point_mass (void)
{
  const double inertias[] = { 1e-6, 1e-9, 1e-12, 0 };

  for (int i = 0; i < (int) G_N_ELEMENTS (inertias); i++) {
    Design *design = design_new ();
    const double g = 9.81 / (1 + inertias[i]);
    long steps;

    design->gravity[1] = -9.81;
    add_bar (design, 1, inertias[i], 1, 0, 0);
    add_pin (design, 0, 0, 0, 1, -1, 0);
    MbdState *state = move (design, 4 * 1.8540746773013719 / sqrt (g), 1e-10, &steps);
    assert_close (mbd_state_positions (state)[2], 0, 1e-9);
    assert_close (mbd_state_velocities (state)[2], 0, 1e-9);
    g_assert_cmpint (steps, <, 600);
    testing_state_free (state);
  }
}

/// A thin rod has no inertia about its axis. Whatever its axes are called, and although nothing
/// determines how it spins about itself, it moves like the same rod with any inertia about its axis
/// that does not spin.
static void
test_thin_rod (void)
{
  GRand *rand = g_rand_new_with_seed (7);

  for (int i = 0; i < 6; i++) {
    double along[3], ends[3][3];
    random_vector (rand, 3, 1, along);
    if (i == 0)
      along[1] = along[2] = 0;
    if (i == 1)
      along[1] = along[0], along[2] = 0;
    const double length = sqrt (dot (3, along, along));
    for (int thick = 0; thick < 3; thick++) {
      Design *design = design_new ();
      MbdBodyDef rod = mbd_body_default ();
      MbdCouplingDef joint = mbd_loop_default (MBD_LOOP_SPHERICAL);
      long steps;

      rod.mobility = MBD_SPATIAL;
      for (int k = 0; k < 3; k++) {
        const double e[3] = { along[0] / length, along[1] / length, along[2] / length };
        const double bare = thick * 0.05;
        rod.inertia[k] = 0.3 * (1 - e[k] * e[k]) + bare * e[k] * e[k];
        rod.inertia[3 + k] = (bare - 0.3) * e[k == 2] * e[k == 0 ? 1 : 2];
        rod.position[k] = e[k];
        joint.frame_b.point[k] = -e[k];
      }
      joint.body_b = design_add_body (design, &rod);
      design_add_coupling (design, &joint);
      MbdState *state = move (design, 1, 1e-9, &steps);
      memcpy (ends[thick], mbd_state_positions (state), sizeof ends[thick]);
      testing_state_free (state);
    }
    for (int k = 0; k < 3; k++) {
      assert_close (ends[0][k], ends[1][k], 1e-8);
      assert_close (ends[2][k], ends[1][k], 1e-8);
    }
  }
  g_rand_free (rand);
}

/// Chains of bars that alternate between light and heavy.
static void
test_chain (void)
{
  for (int first = 0; first < 2; first++)
    for (double light = 1e-3; light > 1e-10; light *= 1e-3) {
      MbdState *states[2];
      for (int tight = 0; tight < 2; tight++) {
        Design *design = design_new ();
        long steps;

        design->gravity[1] = -9.81;
        for (int i = 0; i < 5; i++) {
          const double mass = (i + first) % 2 == 0 ? 1 : light;
          add_bar (design, mass, mass / 12, i + 0.5, 0, 0);
          add_pin (design, i, i == 0 ? 0 : 0.5, 0, i + 1, -0.5, 0);
        }
        // A light bar at the end would vibrate fast.
        if (first == 1)
          design->bodies[4].mass = design->bodies[4].inertia[2] = 1;
        states[tight] = move (design, 1, tight ? 1e-11 : 1e-8, &steps);
        g_assert_cmpint (steps, <, 1000);
      }
      for (int k = 0; k < 12; k++)
        assert_close (mbd_state_positions (states[0])[k], mbd_state_positions (states[1])[k], 1e-7);
      testing_state_free (states[0]);
      testing_state_free (states[1]);
    }
}

/// A small bob (of a moment far below m l^2) at the end of a massless rod that a driver holds up: the pin
/// carries its weight, and the driver m g l cos.
static void
test_held_bob (void)
{
  const double angle = 0.3, gravity = 9.81, mass = 2;
  const double arms[] = { 1e-3, 0.1, 1, 30 }, radii[] = { 1e-1, 1e-3, 1e-5 };

  for (gsize i = 0; i < G_N_ELEMENTS (arms) * G_N_ELEMENTS (radii); i++) {
    const double arm = arms[i % 4], radius = radii[i / 4] * arm;
    Design *design = design_new ();
    MbdFunction *hold;
    MbdWrench wrench;
    design->gravity[1] = -gravity;
    add_bar (design, 0, 0, 0, 0, angle);
    add_bar (design, mass, mass * radius * radius, arm * cos (angle), arm * sin (angle), angle);
    add_pin (design, 0, 0, 0, 1, 0, 0);
    MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
    weld.body_a = 1;
    weld.body_b = 2;
    weld.frame_a.point[0] = arm;
    design_add_coupling (design, &weld);
    assert_ok (mbd_function_new_polynomial (&angle, 1, 0, &hold, NULL));
    MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, hold);
    driver.body_b = 1;
    design_add_coupling (design, &driver);
    MbdState *state = testing_state (design);
    assert_ok (mbd_state_solve (state, NULL));
    mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
    assert_close (wrench.force[1], mass * gravity, 1e-11 * mass * gravity);
    mbd_state_reaction (state, 2, 1, MBD_AXES_WORLD, &wrench);
    assert_close (wrench.moment[2], mass * gravity * arm * cos (angle),
                  1e-11 * mass * gravity * arm);
    testing_state_free (state);
    mbd_function_unref (hold);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mass-ratios/coupler", test_coupler);
  g_test_add_func ("/mass-ratios/point-mass", test_point_mass);
  g_test_add_func ("/mass-ratios/thin-rod", test_thin_rod);
  g_test_add_func ("/mass-ratios/chain", test_chain);
  g_test_add_func ("/mass-ratios/held-bob", test_held_bob);
  return g_test_run ();
}
