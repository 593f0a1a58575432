// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The energy ledger: the balance of every method, energies absorbed and released by springs, drag,
// bushings of both laws, loads, drivers and impacts, compared with closed forms.

#include "testing.h"

static const MbdMethod methods[] = { MBD_METHOD_VERNER65, MBD_METHOD_VERNER87, MBD_METHOD_ESDIRK43,
                                     MBD_METHOD_RADAU9, MBD_METHOD_AUTOMATIC };

/// Runs to `time`. Returns the largest error of the balance at 50 instants over the largest energy
/// exchanged: the change of kinetic energy, dissipated or lost energy, energy put in.
static double
run (MbdState *state, MbdMethod method, double accuracy, double time)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why;
  MbdEnergy start, energy;
  MbdEnergyBalance balance;
  double worst = 0, exchanged = 0;

  settings.method = method;
  settings.accuracy = accuracy;
  settings.duration = time;
  settings.keep_ledger = true;
  settings.step = method == MBD_METHOD_TIME_STEPPING ? 1e-3 : 0;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  mbd_state_energy (state, &start);
  for (int i = 1; i <= 50; i++) {
    assert_ok (mbd_integrator_advance (integrator, time * i / 50, state, &why));
    mbd_state_energy (state, &energy);
    mbd_state_energy_balance (state, &balance);
    worst = worst_of (worst, fabs (balance.error));
    exchanged = fmax (exchanged, fabs (energy.kinetic - start.kinetic));
    exchanged = fmax (exchanged, balance.dissipated + balance.impact_loss);
    exchanged = fmax (exchanged, fabs (balance.force_input) + fabs (balance.driver_input));
  }
  mbd_integrator_free (integrator);
  return worst / exchanged;
}

/// Creates two spatial bodies tumbling on bushings of a law, with a spring and drag.
static Design *
design_tumbling (MbdBushingLaw law)
{
  Design *design = design_new ();
  MbdForceDef spring = mbd_spring_default (), drag = mbd_drag_default ();

  for (int i = 0; i < 2; i++) {
    MbdBodyDef body = mbd_body_default ();
    MbdForceDef bushing = mbd_bushing_default ();
    body.mobility = MBD_SPATIAL;
    body.mass = 1 + i;
    body.inertia[0] = 0.02;
    body.inertia[1] = 0.03;
    body.inertia[2] = 0.04;
    body.position[0] = 0.3 * (i + 1);
    body.angular_velocity[1] = 2;
    body.velocity[1] = 1;
    design_add_body (design, &body);
    bushing.body_a = i;
    bushing.body_b = i + 1;
    bushing.point_a[0] = 0.3;
    bushing.bushing_law = law;
    for (int k = 0; k < 3; k++) {
      bushing.bushing.translational_stiffness[k] = 400 + 100 * k;
      bushing.bushing.translational_damping[k] = 1;
      bushing.bushing.rotational_stiffness[k] = 5;
      bushing.bushing.rotational_damping[k] = 0.02;
    }
    design_add_force (design, &bushing);
  }
  spring.body_b = 2;
  spring.point_a[1] = 1;
  spring.stiffness = 50;
  spring.damping = 0.5;
  spring.free_length = 0.8;
  design_add_force (design, &spring);
  drag.body_b = 1;
  drag.damping = 0.3;
  drag.rotational_damping = 0.01;
  design_add_force (design, &drag);
  return design;
}

/// The required 1e-5 of the largest energy exchanged, with a tenth of it; only the quasi-symmetric
/// law does not conserve energy, and its account shows how much.
static void
test_balance (gconstpointer data)
{
  const MbdMethod method = methods[GPOINTER_TO_INT (data)];

  for (int law = 0; law < 2; law++) {
    MbdState *state = testing_state (
      design_tumbling (law == 0 ? MBD_BUSHING_QUASI_SYMMETRIC : MBD_BUSHING_ENERGY_CONSISTENT));
    assert_at_most (run (state, method, 1e-8, 2), 1e-6);
    double bushings = 0;
    for (int i = 0; i < 2; i++)
      bushings += fabs (mbd_state_force_work (state, i).input);
    assert_at_most (fabs (mbd_state_force_work (state, 2).input), 1e-6);
    assert_at_most (fabs (mbd_state_force_work (state, 3).input), 1e-6);
    for (int i = 0; i < 4; i++)
      g_assert_cmpfloat (mbd_state_force_work (state, i).dissipated, >, 1e-3);
    if (law == 0)
      g_assert_cmpfloat (bushings, >, 1e-4);
    else
      assert_at_most (bushings, 1e-6);
    testing_state_free (state);
  }
  MbdState *state = testing_state (design_andrews (MBD_PLANAR));
  assert_at_most (run (state, method, 1e-8, 0.03), 1e-7);
  testing_state_free (state);
}

/// The stiff governor at its required accuracy.
static void
test_governor (void)
{
  MbdState *state = testing_state (design_governor ());

  assert_at_most (run (state, MBD_METHOD_AUTOMATIC, 1e-5, 5), 1e-5);
  testing_state_free (state);
}

/// A falling body with drag -c v: v = -(g m / c) (1 - e^(-c t / m)), the dissipated energy is the
/// lost potential energy less the kinetic energy.
static void
test_drag (void)
{
  const double m = 2, c = 0.8, time = 3;
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef drag = mbd_drag_default ();

  body.mass = m;
  drag.body_b = design_add_body (design, &body);
  drag.damping = c;
  design_add_force (design, &drag);
  MbdState *state = testing_state (design);
  run (state, MBD_METHOD_AUTOMATIC, 1e-10, time);
  const double limit = DESIGN_GRAVITY * m / c, fast = 1 - exp (-c * time / m);
  const double fallen = limit * (time - m / c * fast), speed = limit * fast;
  assert_close (mbd_state_force_work (state, 0).dissipated,
                m * DESIGN_GRAVITY * fallen - 0.5 * m * speed * speed, 1e-8);
  testing_state_free (state);
}

/// A weight falls into a rope: all its kinetic energy is an impact loss.
static void
test_impact (void)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef rope = mbd_rod_default ();
  MbdEnergyBalance balance;

  body.mass = 3;
  rope.body_b = design_add_body (design, &body);
  rope.rod = MBD_ROD_ROPE;
  rope.length = 0.5;
  rope.frame_a.point[1] = 0.1;
  design_add_coupling (design, &rope);
  MbdState *state = testing_state (design);
  assert_at_most (run (state, MBD_METHOD_AUTOMATIC, 1e-10, 1), 1e-8);
  mbd_state_energy_balance (state, &balance);
  // It hangs 0.4 m lower.
  assert_close (balance.impact_loss, 3 * DESIGN_GRAVITY * 0.4, 1e-8);
  testing_state_free (state);
}

/// A pendulum with dry friction in its pin has one freedom; its loss is dissipated, nothing is
/// supplied. A brake, a motor that prescribes no speed, does the same.
static void
test_friction (void)
{
  MbdFunction *still;
  assert_ok (mbd_function_new_constant (0, &still, NULL));

  for (int brake = 0; brake < 2; brake++)
    for (int steps = 0; steps < 2; steps++) {
      Design *design = design_new ();
      MbdEnergyBalance balance;
      MbdEnergy energy, start;
      MbdCouplingDef friction;

      design_add_bar (design, MBD_PLANAR, (double[]){ 0, 0 }, (double[]){ 2, 0 }, 3);
      const int pin = design_add_pin (design, MBD_GROUND, 0, 0, 1, -1, 0);
      if (brake)
        friction = mbd_motor_default (still, 1);
      else {
        friction = mbd_joint_friction_default (&design->couplings[pin - 1]);
        friction.friction = 0.3;
        friction.friction_radius = 0.05;
      }
      friction.body_b = 1;
      friction.frame_b.point[0] = -1;
      design_add_coupling (design, &friction);
      MbdState *state = testing_state (design);
      g_assert_cmpint (mbd_state_freedoms_by_count (state), ==, brake ? 0 : 1);
      g_assert_cmpint (mbd_model_freedoms_by_count (mbd_state_model (state)), ==, brake ? 0 : 1);
      mbd_state_energy (state, &start);
      assert_at_most (
        run (state, steps ? MBD_METHOD_TIME_STEPPING : MBD_METHOD_AUTOMATIC, 1e-10, 4),
        steps ? 0.06 : 1e-9);
      mbd_state_energy_balance (state, &balance);
      mbd_state_energy (state, &energy);
      assert_close (balance.driver_input, 0, 0);
      g_assert_cmpfloat (balance.dissipated, >, 1);
      assert_close (balance.dissipated, start.total - energy.total, steps ? 2 : 1e-8);
      testing_state_free (state);
    }
  mbd_function_unref (still);
}

/// Without a ledger everything is 0.
static void
test_none (void)
{
  MbdState *state = testing_state (design_governor ());
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  MbdEnergyBalance balance;
  MbdDiagnosis why;

  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 0.01, state, &why));
  mbd_state_energy_balance (state, &balance);
  assert_close (balance.dissipated, 0, 0);
  assert_close (balance.error, 0, 0);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  static const char *const names[] = { "verner65", "verner87", "esdirk43", "radau9", "automatic" };

  g_test_init (&argc, &argv, NULL);
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    g_autofree char *path = g_strdup_printf ("/ledger/balance/%s", names[i]);
    g_test_add_data_func (path, GINT_TO_POINTER (i), test_balance);
  }
  g_test_add_func ("/ledger/governor", test_governor);
  g_test_add_func ("/ledger/drag", test_drag);
  g_test_add_func ("/ledger/impact", test_impact);
  g_test_add_func ("/ledger/friction", test_friction);
  g_test_add_func ("/ledger/none", test_none);
  return g_test_run ();
}
