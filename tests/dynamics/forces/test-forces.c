// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Springs, dampers, laws, drag and loads as functions of time, compared with closed forms, and the
// energy that they dissipate and store.

#include "testing.h"

/// A body of 1 kg, I = (0.04, 0.1, 0.1), at `position`, gravity 9.80665 along -z, on a spring from
/// the origin.
static Design *
sprung (double x, double y, double stiffness, double damping, double free_length)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef spring = mbd_spring_default ();
  const double inertia[6] = { 0.04, 0.1, 0.1, 0, 0, 0 };

  design->gravity[1] = 0;
  design->gravity[2] = -9.80665;
  body.mobility = MBD_SPATIAL;
  memcpy (body.inertia, inertia, sizeof inertia);
  body.position[0] = x;
  body.position[1] = y;
  spring.body_b = design_add_body (design, &body);
  spring.stiffness = stiffness;
  spring.damping = damping;
  spring.free_length = free_length;
  design_add_force (design, &spring);
  return design;
}

static MbdState *
run (Design *design, double time)
{
  MbdState *state = testing_state (design);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why;

  settings.accuracy = 1e-11;
  settings.duration = fmax (time, 1e-3);
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  assert_ok (mbd_state_solve (state, &why));
  mbd_integrator_free (integrator);
  return state;
}

/// A mass starts at zero length and hangs along -z; the published numbers come from a test of
/// Project Chrono.
static void
test_from_zero_length (void)
{
  const double times[] = { 0.5, 1, 2, 5 };
  const double published[] = { -0.916700, -1.745020, -0.384982, -1.262420 };

  for (int i = 0; i < 4; i++) {
    double t = times[i], omega = sqrt (9.9375);
    double exact =
      -(9.80665 / 10) * (1 - exp (-0.25 * t) * (cos (omega * t) + 0.25 / omega * sin (omega * t)));
    MbdState *state = run (sprung (0, 0, 10, 0.5, 0), t);
    assert_close (mbd_state_positions (state)[2], exact, 1e-8);
    assert_close (mbd_state_positions (state)[2], published[i], 1e-5);
    testing_state_free (state);
  }
}

/// A mass swings on a spring with a free length.
static void
test_spring_pendulum (void)
{
  const double cases[][3] = {
    { 0.5, 1.7735470, -1.1621329 },
    { 1, -0.5973274, -2.1890686 },
    { 2, -1.9838343, -0.3247606 },
    { 5, -1.9451979, -0.7674010 },
  };

  for (int i = 0; i < 4; i++) {
    MbdState *state = run (sprung (0, 2, 100, 5, 2), cases[i][0]);
    double length, rate, tension;
    mbd_state_spring (state, 0, &length, &rate, &tension);
    assert_close (mbd_state_positions (state)[1], cases[i][1], 1e-5);
    assert_close (mbd_state_positions (state)[2], cases[i][2], 1e-5);
    if (i < 2)
      assert_close (tension, i == 0 ? 14.826308 : 26.391138, 1e-4);
    testing_state_free (state);
  }
}

/// A law equivalent to the constants gives the same motion, force and energy.
static void
test_law (void)
{
  const char *const names[] = { "length", "rate", "t" };
  MbdState *states[2];
  MbdDiagnosis why;

  for (int i = 0; i < 2; i++) {
    Design *design = sprung (0, 2, 100, 5, 2);
    MbdExpression *law = NULL;
    if (i == 1) {
      assert_ok (mbd_expression_compile ("100*(length - 2) + 5*rate", names, 3, &law, &why));
      design->forces[0].law = law;
      design->forces[0].stiffness = design->forces[0].damping = 0;
    }
    states[i] = run (design, 1.5);
    mbd_expression_unref (law);
  }
  MbdEnergy energies[2];
  double dissipated[2], residual, length, rate, tension[2];
  for (int i = 0; i < 2; i++) {
    mbd_state_energy (states[i], &energies[i]);
    mbd_state_force_power (states[i], 0, &dissipated[i], &residual);
    mbd_state_spring (states[i], 0, &length, &rate, &tension[i]);
  }
  assert_all_close (7, mbd_state_positions (states[1]), mbd_state_positions (states[0]), 1e-9);
  assert_close (energies[1].total, energies[0].total, 1e-8);
  assert_close (dissipated[1], dissipated[0], 1e-7);
  assert_close (tension[1], tension[0], 1e-7);
  testing_state_free (states[0]);
  testing_state_free (states[1]);
}

/// A custom law: the energy of a hardening spring, T = 50 x + 200 x^3, is conserved.
static void
test_hardening (void)
{
  const char *const names[] = { "length", "rate", "t" };
  Design *design = sprung (0, 2, 0, 0, 1.5);
  MbdExpression *law;
  MbdEnergy start, end;
  MbdDiagnosis why;

  assert_ok (
    mbd_expression_compile ("50*(length - 1.5) + 200*(length - 1.5)^3", names, 3, &law, &why));
  design->forces[0].law = law;
  MbdState *state = run (design, 0);
  mbd_state_energy (state, &start);
  assert_close (start.potential, 25 * 0.25 + 50 * 0.0625, 1e-12);
  testing_state_free (state);
  design = sprung (0, 2, 0, 0, 1.5);
  design->forces[0].law = law;
  state = run (design, 3);
  mbd_state_energy (state, &end);
  assert_close (end.total, start.total, 1e-7);
  testing_state_free (state);
  mbd_expression_unref (law);
}

/// Drag on a free body: v = v0 exp (-c t / m), omega = omega0 exp (-c_r t / I).
static void
test_drag (void)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef drag = mbd_drag_default ();
  MbdDiagnosis why = { 0 };

  design->gravity[1] = 0;
  body.mass = 2;
  body.inertia[2] = 0.5;
  body.velocity[0] = 3;
  body.angular_velocity[2] = 4;
  drag.body_b = design_add_body (design, &body);
  drag.damping = 0.7;
  drag.rotational_damping = 0.3;
  design_add_force (design, &drag);
  MbdState *state = run (design, 2);
  double dissipated, residual;
  assert_close (mbd_state_velocities (state)[0], 3 * exp (-0.7), 1e-9);
  assert_close (mbd_state_velocities (state)[2], 4 * exp (-1.2), 1e-9);
  mbd_state_force_power (state, 0, &dissipated, &residual);
  assert_close (dissipated, 0.7 * pow (3 * exp (-0.7), 2) + 0.3 * pow (4 * exp (-1.2), 2), 1e-8);
  testing_state_free (state);

  MbdMechanism *mechanism = mbd_mechanism_new ();
  drag.id = 3;
  drag.damping = -1;
  assert_status (mbd_mechanism_add_force (mechanism, &drag, &why), MBD_STATUS_NEGATIVE_CONSTANT);
  mbd_mechanism_free (mechanism);
}

/// A load as functions of time: the motion is their double integral; a torque about its axis.
static void
test_load_functions (void)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default ();
  MbdFunction *force, *torque;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  body.mass = 2;
  load.body_b = design_add_body (design, &body);
  assert_ok (mbd_function_new_expression ("6*t", NULL, NULL, 0, &force, &why));
  assert_ok (mbd_function_new_harmonic (0, 1, 2, 0, &torque, &why));
  load.force_function[0] = force;
  load.torque_function[2] = torque;
  design_add_force (design, &load);
  MbdState *state = run (design, 2);
  assert_close (mbd_state_positions (state)[0], 0.5 * 8, 1e-9); // 6 t / 2 integrated twice: t^3 / 2
  assert_close (mbd_state_velocities (state)[2], (1 - cos (4)) / 2, 1e-9);
  testing_state_free (state);
  mbd_function_unref (force);
  mbd_function_unref (torque);
}

/// A torsion spring is a compliant driver at rest: it keeps its turns, and its energy counts.
static void
test_torsion_spring (void)
{
  Design *design = design_new ();
  MbdBodyDef disc = mbd_body_default ();
  MbdFunction *rest;
  MbdEnergy start, end;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  disc.angle = 5 * 2 * M_PI;
  design_add_body (design, &disc);
  design_add_pin (design, 0, 0, 0, 1, 0, 0);
  assert_ok (mbd_function_new_constant (0, &rest, &why));
  MbdCouplingDef spring = mbd_driver_default (MBD_COORDINATE_ANGLE, rest);
  spring.body_b = 1;
  spring.compliant = true;
  spring.stiffness = 4;
  design_add_coupling (design, &spring);
  MbdState *state = testing_state (design);
  mbd_state_energy (state, &start);
  assert_close (start.potential, 2 * pow (10 * M_PI, 2), 1e-9);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 1, state, &why));
  assert_close (mbd_state_positions (state)[2], 10 * M_PI * cos (2), 1e-5);
  mbd_state_energy (state, &end);
  assert_close (end.total, start.total, 1e-4);
  mbd_integrator_free (integrator);
  testing_state_free (state);
  mbd_function_unref (rest);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/forces/from-zero-length", test_from_zero_length);
  g_test_add_func ("/forces/spring-pendulum", test_spring_pendulum);
  g_test_add_func ("/forces/law", test_law);
  g_test_add_func ("/forces/hardening", test_hardening);
  g_test_add_func ("/forces/drag", test_drag);
  g_test_add_func ("/forces/load-functions", test_load_functions);
  g_test_add_func ("/forces/torsion-spring", test_torsion_spring);
  return g_test_run ();
}
