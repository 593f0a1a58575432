// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-drives.h"

int
testing_add_wheel (Design *design, MbdMobility mobility, int carrier, double x, double inertia)
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

void
testing_add_torque (Design *design, int body, double torque)
{
  MbdForceDef load = mbd_load_default ();

  load.body_b = body;
  load.torque[2] = torque;
  design_add_force (design, &load);
}

int
testing_add_gear (Design *design, int carrier, int first, int second, double ratio)
{
  MbdCouplingDef gear = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_ANGLE, ratio);

  gear.body_a = gear.body_c = carrier;
  gear.body_b = first;
  gear.body_d = second;
  return design_add_coupling (design, &gear) - 1;
}

int
testing_add_driver (Design *design, int body, MbdFunction *function, MbdLevel level)
{
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);

  driver.body_b = body;
  driver.level = level;
  return design_add_coupling (design, &driver) - 1;
}

MbdFunction *
testing_constant (double value)
{
  MbdFunction *function;

  assert_ok (mbd_function_new_constant (value, &function, NULL));
  return function;
}

double
testing_multiplier (MbdState *state, int coupling)
{
  int row = mbd_model_coupling_first_row (mbd_state_model (state), coupling);
  return mbd_state_multipliers (state)[row];
}

double
testing_spin (MbdState *state, int body)
{
  double omega[3];

  mbd_state_body_angular_velocity (state, body, omega);
  return omega[2];
}

void
testing_assemble (MbdState *state)
{
  MbdDiagnosis why = { 0 };

  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
}

void
testing_run_to (MbdState *state, double time)
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
