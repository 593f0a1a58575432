// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads that follow the motion with a delay: the method of steps in closed form, by every method and with
// different numbers of outputs, jumps that return, and motions that continue from a state.

#include "testing.h"

static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_VERNER65, MBD_METHOD_DOPRI54,
                                     MBD_METHOD_VERNER87, MBD_METHOD_RADAU9 };

static const char *const names[] = { "x", "v", "z" };

/// Returns a function of x and v of a body, and of a further signal unless that is NULL.
static MbdFunction *
follow (const char *text, int body, const MbdSignalDef *further)
{
  MbdSignalDef signals[3] = { mbd_signal_default (MBD_SIGNAL_POINT),
                              mbd_signal_default (MBD_SIGNAL_POINT) };
  const int n = further != NULL ? 3 : 2;

  signals[0].body[0] = signals[1].body[0] = body;
  signals[1].is_rate = true;
  if (further != NULL)
    signals[2] = *further;
  return testing_feedback (text, names, signals, n);
}

/// Returns the delay of such a function.
static MbdSignalDef
delay_of (const char *text, int body, const MbdSignalDef *further, double delay)
{
  MbdSignalDef def = mbd_signal_default (MBD_SIGNAL_DELAY);

  def.of = follow (text, body, further);
  def.period = delay;
  return def;
}

/// A mass of 1 kg at x = 0 with a velocity along x, and a load that follows its x and v, and z.
static Design *
new_mass (const char *text, const MbdSignalDef *z, double velocity)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default ();

  design->gravity[1] = 0;
  body.velocity[0] = velocity;
  load.body_b = design_add_body (design, &body);
  load.force_function[0] = follow (text, load.body_b, z);
  design_add_force (design, &load);
  return design;
}

/// Compiles and frees the design, with the function of its load.
static MbdState *
take_state (Design *design)
{
  MbdFunction *function = (MbdFunction *) design->forces[0].force_function[0];
  MbdState *state = testing_state (design);

  mbd_function_unref (function);
  return state;
}

/// Runs to `time` with `parts` outputs.
static void
run (MbdState *state, const MbdIntegratorSettings *settings, double time, int parts)
{
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), settings);
  MbdDiagnosis why;

  assert_ok (mbd_integrator_start (integrator, state, &why));
  for (int i = 1; i <= parts; i++)
    assert_ok (mbd_integrator_advance (integrator, time * i / parts, state, &why));
  mbd_integrator_free (integrator);
}

/// Returns y of y' = -y (t - T), y = 1 until 0, by the method of steps.
static double
steps (double t, double T)
{
  double sum = 0, term = 1;

  for (int k = 0; t - (k - 1) * T > 0; k++) {
    term = 1;
    for (int i = 1; i <= k; i++)
      term *= -(t - (k - 1) * T) / i;
    sum += term;
  }
  return sum;
}

/// The velocity obeys v' = -v (t - T), which is wrong by 0.1 without the delay; also with a delay of a
/// delay, and with many outputs.
static void
test_steps (void)
{
  for (int nested = 0; nested < 2; nested++) {
    const MbdSignalDef inner = delay_of ("v", 1, NULL, 0.3);
    const MbdSignalDef z = nested ? delay_of ("z", 1, &inner, 0.7) : delay_of ("v", 1, NULL, 1);
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
      for (int parts = 1; parts < 100; parts += 36) {
        const MbdIntegratorSettings settings = testing_settings (methods[i], 1e-10, 0, 4);
        MbdState *state = take_state (new_mass ("-z", &z, 1));
        run (state, &settings, 3.4, parts);
        assert_close (mbd_state_velocities (state)[0], steps (3.4, 1), 1e-8);
        // The memory of a state is the delayed value.
        assert_close (mbd_state_positions (state)[nested ? 4 : 3], steps (2.4, 1), 1e-8);
        testing_state_free (state);
      }
    mbd_function_unref ((MbdFunction *) z.of);
    mbd_function_unref ((MbdFunction *) inner.of);
  }
}

/// Fixed steps that are longer and shorter than the delay; time stepping is of first order.
static void
test_fixed_steps (void)
{
  const MbdSignalDef z = delay_of ("v", 1, NULL, 0.25);
  double error[2];

  for (int i = 0; i < 3; i++) {
    const double step[] = { 0.4, 0.1, 0.01 };
    const MbdIntegratorSettings settings = testing_settings (MBD_METHOD_RK4, 1e-8, step[i], 4);
    MbdState *state = take_state (new_mass ("-z", &z, 1));
    run (state, &settings, 2, 1);
    assert_close (mbd_state_velocities (state)[0], steps (2, 0.25), i == 2 ? 1e-9 : 1e-4);
    testing_state_free (state);
  }
  for (int i = 0; i < 2; i++) {
    const MbdIntegratorSettings settings =
      testing_settings (MBD_METHOD_TIME_STEPPING, 1e-8, i == 0 ? 1e-3 : 5e-4, 4);
    MbdState *state = take_state (new_mass ("-z", &z, 1));
    run (state, &settings, 2, 1);
    error[i] = fabs (mbd_state_velocities (state)[0] - steps (2, 0.25));
    testing_state_free (state);
  }
  g_assert_cmpfloat (error[0], <, 1e-3);
  g_assert_cmpfloat (fabs (error[0] / error[1] - 2), <, 0.1);
  mbd_function_unref ((MbdFunction *) z.of);
}

/// Jumps and pulses in time return after the delay, exactly.
static void
test_jumps (void)
{
  const char *text = "step(t, 0.3) + 100 * (t > 0.5 && t < 0.5001)";
  const MbdSignalDef z = delay_of (text, 1, NULL, 0.5123);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int parts = 1; parts < 100; parts += 36) {
      const MbdIntegratorSettings settings = testing_settings (methods[i], 1e-9, 0, 4);
      MbdState *state = take_state (new_mass ("z", &z, 0));
      run (state, &settings, 3, parts);
      assert_close (mbd_state_velocities (state)[0], 3 - 0.8123 + 0.01, 1e-11);
      testing_state_free (state);
    }
  mbd_function_unref ((MbdFunction *) z.of);
}

/// A narrow pulse of a mass at rest, and a kink within a step, return unchanged.
static void
test_shapes (void)
{
  const MbdSignalDef pulse = delay_of ("exp(-((t - 1) / 0.001)^2)", 1, NULL, 0.5);
  const MbdSignalDef kink = delay_of ("abs (x - 0.5)", 2, NULL, 0.3);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    const MbdIntegratorSettings settings = testing_settings (methods[i], 1e-9, 0, 4);
    MbdState *state = take_state (new_mass ("z", &pulse, 0));
    run (state, &settings, 3, 1);
    assert_close (mbd_state_velocities (state)[0], 0.001 * sqrt (G_PI), 1e-8);
    testing_state_free (state);

    Design *design = new_mass ("z", &kink, 0);
    MbdBodyDef body = mbd_body_default ();
    body.velocity[0] = 1;
    design_add_body (design, &body);
    state = take_state (design);
    run (state, &settings, 2, 1);
    assert_close (mbd_state_velocities (state)[0], 0.15 + 0.125 + 0.72, 1e-7);
    testing_state_free (state);
  }
  mbd_function_unref ((MbdFunction *) pulse.of);
  mbd_function_unref ((MbdFunction *) kink.of);
}

/// A jump of the motion returns too: a mass strikes a stop at 0.5 s, and another one is driven by what its
/// velocity was 0.7 s ago.
static void
test_impact (void)
{
  const MbdSignalDef z = delay_of ("v", 2, NULL, 0.7);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int parts = 1; parts < 100; parts += 36) {
      const MbdIntegratorSettings settings = testing_settings (methods[i], 1e-9, 0, 4);
      Design *design = new_mass ("z", &z, 0);
      MbdBodyDef body = mbd_body_default ();
      MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_SLIDE, -INFINITY, 0.5);
      body.velocity[0] = 1;
      stop.body_b = design_add_body (design, &body);
      g_assert_cmpint (stop.body_b, ==, 2);
      design_add_coupling (design, &stop);
      MbdState *state = take_state (design);
      run (state, &settings, 2, parts);
      assert_close (mbd_state_velocities (state)[3], 0, 1e-12);
      assert_close (mbd_state_velocities (state)[0], 1.2, 1e-9);
      assert_close (mbd_state_positions (state)[0], 0.72 + 1.2 * 0.8, 1e-9);
      testing_state_free (state);
    }
  mbd_function_unref ((MbdFunction *) z.of);
}

/// A motion continues with its past from a copy of a state between steps, in another integrator, and from
/// the numbers of an earlier state in the same one. From other numbers there is none, and the value then
/// counts as the earlier one.
static void
test_continue (void)
{
  const MbdSignalDef z = delay_of ("v", 1, NULL, 1);
  const MbdIntegratorSettings settings = testing_settings (MBD_METHOD_VERNER87, 1e-11, 0, 4);
  MbdState *state = take_state (new_mass ("-z", &z, 1));
  const MbdModel *model = mbd_state_model (state);
  MbdState *copy = mbd_state_new (model), *numbers = mbd_state_new (model);
  MbdIntegrator *integrator = mbd_integrator_new (model, &settings);
  MbdIntegrator *other = mbd_integrator_new (model, &settings);
  MbdKinematics report;
  MbdDiagnosis why;

  assert_close (mbd_state_positions (state)[3], 1, 0);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 1.7, state, &why));
  mbd_state_copy (copy, state);
  mbd_state_set (numbers, 1.7, mbd_state_positions (state), mbd_state_velocities (state));
  assert_ok (mbd_integrator_advance (integrator, 3, state, &why));
  assert_close (mbd_state_velocities (state)[0], steps (3, 1), 1e-9);

  assert_ok (mbd_integrator_start (other, copy, &why));
  assert_ok (mbd_integrator_advance (other, 3, copy, &why));
  assert_close (mbd_state_velocities (copy)[0], steps (3, 1), 1e-9);
  assert_ok (mbd_integrator_restart (integrator, numbers, &why));
  assert_ok (mbd_integrator_advance (integrator, 3, numbers, &why));
  assert_close (mbd_state_velocities (numbers)[0], steps (3, 1), 1e-9);

  mbd_state_reset (numbers);
  assert_ok (mbd_integrator_start (integrator, numbers, &why));
  assert_ok (mbd_integrator_advance (integrator, 3, numbers, &why));
  assert_close (mbd_state_velocities (numbers)[0], steps (3, 1), 1e-9);
  const double q[] = { 0, 0, 0, 7 }, v[] = { 2, 0, 0 };
  mbd_state_set (copy, 1.7, q, v);
  assert_ok (mbd_integrator_start (other, copy, &why));
  assert_ok (mbd_integrator_advance (other, 3.2, copy, &why));
  assert_close (mbd_state_velocities (copy)[0], 2 * steps (1.5, 1), 1e-9);
  // A motion that is not simulated has no past.
  mbd_state_reset (copy);
  assert_status (mbd_kinematics_start (copy, &report, &why), MBD_STATUS_NEEDS_MOTION);
  mbd_integrator_free (integrator);
  mbd_integrator_free (other);
  mbd_state_free (copy);
  mbd_state_free (numbers);
  testing_state_free (state);
  mbd_function_unref ((MbdFunction *) z.of);
}

/// At rest, a delayed value is the current one.
static void
test_equilibrium (void)
{
  const MbdSignalDef z = delay_of ("x", 1, NULL, 1);
  MbdState *state = take_state (new_mass ("-50 * z - 10 * (x - z) + 5", &z, 0));
  MbdDiagnosis why;

  // The other directions are held by nothing, and nothing pulls there.
  assert_ok (mbd_state_equilibrium (state, NULL, NULL, &why));
  assert_close (mbd_state_positions (state)[0], 0.1, 1e-9);
  assert_close (mbd_state_positions (state)[3], 0.1, 1e-9);
  testing_state_free (state);
  mbd_function_unref ((MbdFunction *) z.of);
}

static void
test_refused (void)
{
  const double wrong[] = { 0, -1, 1e-7, NAN, INFINITY };

  for (size_t i = 0; i < G_N_ELEMENTS (wrong); i++) {
    const MbdSignalDef z = delay_of ("v", 1, NULL, wrong[i]);
    Design *design = new_mass ("-z", &z, 1);
    MbdMechanism *mechanism = design_mechanism (design);
    MbdModel *model = NULL;
    MbdDiagnosis why;
    assert_status (mbd_model_compile (mechanism, &model, &why), MBD_STATUS_BAD_PARAMETER);
    g_assert_null (model);
    mbd_mechanism_free (mechanism);
    mbd_function_unref ((MbdFunction *) design->forces[0].force_function[0]);
    design_free (design);
    mbd_function_unref ((MbdFunction *) z.of);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/delay/steps", test_steps);
  g_test_add_func ("/delay/fixed-steps", test_fixed_steps);
  g_test_add_func ("/delay/jumps", test_jumps);
  g_test_add_func ("/delay/shapes", test_shapes);
  g_test_add_func ("/delay/impact", test_impact);
  g_test_add_func ("/delay/continue", test_continue);
  g_test_add_func ("/delay/equilibrium", test_equilibrium);
  g_test_add_func ("/delay/refused", test_refused);
  return g_test_run ();
}
