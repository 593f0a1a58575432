// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loads and tensions that follow the motion: closed loops compared with their closed form, by every
// method, the work of such loads, and what is refused.

#include "testing.h"

static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_VERNER87, MBD_METHOD_ESDIRK43,
                                     MBD_METHOD_RADAU9 };

static MbdFunction *
follow (const char *text, const MbdSignalDef *signals, int n)
{
  return testing_feedback (text, (const char *const[]){ "x", "v" }, signals, n);
}

/// Runs a design to `time`, frees it, and returns the state.
static MbdState *
run (Design *design, double time, MbdMethod method, double step)
{
  MbdState *state = testing_state (design);
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why;

  settings.method = method;
  settings.accuracy = 1e-11;
  settings.step = step;
  settings.duration = time;
  settings.keep_ledger = true;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  mbd_integrator_free (integrator);
  return state;
}

/// Runs a mass of 1 kg, at first at (3, 0), with a load along x that follows its x and v.
static MbdState *
run_mass (const char *text, double time, MbdMethod method, double step)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default ();
  MbdSignalDef signals[2] = { mbd_signal_default (MBD_SIGNAL_POINT),
                              mbd_signal_default (MBD_SIGNAL_POINT) };

  design->gravity[1] = 0;
  body.position[0] = 3;
  load.body_b = signals[0].body[0] = signals[1].body[0] = design_add_body (design, &body);
  signals[1].is_rate = true;
  load.force_function[0] = follow (text, signals, 2);
  design_add_force (design, &load);
  MbdState *state = run (design, time, method, step);
  mbd_function_unref (load.force_function[0]);
  return state;
}

/// x of x'' + 2 d x' + (d^2 + w^2) x = 0 from 1 at rest.
static double
decay (double t, double d, double w)
{
  return exp (-d * t) * (cos (w * t) + d / w * sin (w * t));
}

static void
test_oscillator (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    MbdState *state = run_mass ("-25 * (x - 2) - 6 * v", 1.3, methods[i], 0);
    MbdEnergyBalance balance;

    assert_close (mbd_state_positions (state)[0], 2 + decay (1.3, 3, 4), 1e-9);
    mbd_state_energy_balance (state, &balance);
    const double v = mbd_state_velocities (state)[0];
    // The order of ESDIRK43 is the lowest: 1e-9 there.
    assert_close (balance.force_input, v * v / 2, 1e-8);
    assert_close (balance.dissipated, 0, 1e-12);
    testing_state_free (state);
  }
}

/// The control begins at 0.123 s: a step is cut there.
static void
test_delayed (void)
{
  MbdState *state =
    run_mass ("step(t, 0.123) * (-25 * (x - 2) - 6 * v)", 1.3, MBD_METHOD_AUTOMATIC, 0);
  assert_close (mbd_state_positions (state)[0], 2 + decay (1.3 - 0.123, 3, 4), 1e-9);
  testing_state_free (state);
}

/// A stiff loop: implicit steps find it by its derivatives. Fast mode 1e4 1/s, slow mode 1 1/s.
static void
test_stiff (void)
{
  const double fast = 1e4, slow = 1;
  for (size_t i = 2; i < G_N_ELEMENTS (methods); i++) {
    MbdState *state = run_mass ("-1e4 * (x - 2) - 10001 * v", 1, methods[i], 0);
    const double exact = (fast * exp (-slow) - slow * exp (-fast)) / (fast - slow);
    assert_close (mbd_state_positions (state)[0], 2 + exact, 1e-8);
    testing_state_free (state);
  }
}

/// Time stepping evaluates such loads at the start of a step: its error halves with the step.
static void
test_time_stepping (void)
{
  double error[2];
  for (int i = 0; i < 2; i++) {
    MbdState *state =
      run_mass ("-25 * (x - 2) - 6 * v", 1, MBD_METHOD_TIME_STEPPING, i == 0 ? 1e-4 : 5e-5);
    error[i] = fabs (mbd_state_positions (state)[0] - 2 - decay (1, 3, 4));
    testing_state_free (state);
  }
  g_assert_cmpfloat (error[0], <, 1e-3);
  g_assert_cmpfloat (fabs (error[0] / error[1] - 2), <, 0.02);
}

/// An actuator with the tension of a spring and a damper, and the spring and damper itself.
static void
test_actuator (void)
{
  double q[2][3];
  for (int built_in = 0; built_in < 2; built_in++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdForceDef spring = mbd_spring_default ();
    MbdSignalDef signals[2] = { mbd_signal_default (MBD_SIGNAL_DISTANCE),
                                mbd_signal_default (MBD_SIGNAL_DISTANCE) };
    MbdFunction *tension;

    body.position[0] = 1;
    body.velocity[1] = 2;
    spring.body_b = design_add_body (design, &body);
    spring.point_b[1] = 0.2;
    spring.stiffness = 40;
    spring.damping = 3;
    spring.free_length = 0.7;
    for (int s = 0; s < 2; s++) {
      signals[s].body[1] = spring.body_b;
      signals[s].frame[1].point[1] = 0.2;
    }
    signals[1].is_rate = true;
    tension = follow ("40 * (x - 0.7) + 3 * v", signals, 2);
    if (!built_in)
      spring.force_function[0] = tension;
    design_add_force (design, &spring);
    MbdState *state = run (design, 2, MBD_METHOD_AUTOMATIC, 0);
    memcpy (q[built_in], mbd_state_positions (state), sizeof q[0]);
    testing_state_free (state);
    mbd_function_unref (tension);
  }
  for (int i = 0; i < 3; i++)
    assert_close (q[0][i], q[1][i], 1e-10);
}

/// A rotor in space on a pin, held at three turns by the angle of its joint: turns are counted.
static void
test_turns (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdForceDef load = mbd_load_default ();
    MbdSignalDef signals[2] = { mbd_signal_default (MBD_SIGNAL_JOINT),
                                mbd_signal_default (MBD_SIGNAL_JOINT) };
    const double inertia[6] = { 1, 1, 1, 0, 0, 0 };

    body.mobility = MBD_SPATIAL;
    memcpy (body.inertia, inertia, sizeof inertia);
    load.body_b = design_add_body (design, &body);
    design_add_pin (design, MBD_GROUND, 0, 0, load.body_b, 0, 0);
    for (int s = 0; s < 2; s++) {
      signals[s].coordinate = MBD_COORDINATE_ANGLE;
      signals[s].body[1] = load.body_b;
    }
    signals[1].is_rate = true;
    load.torque_function[2] = follow ("-25 * (x - 6 * pi) - 6 * v", signals, 2);
    design_add_force (design, &load);
    MbdState *state = run (design, 1.3, methods[i], 0);
    double angle;
    g_assert_true (mbd_state_coordinate (state, 0, 0, MBD_COORDINATE_ANGLE, &angle, NULL));
    const double exact = 6 * M_PI * (1 - decay (1.3, 3, 4));
    assert_close (sin (angle - exact), 0, 1e-8);
    testing_state_free (state);
    mbd_function_unref (load.torque_function[2]);
  }
}

/// Runs a mass of 1 kg, at first at rest at `x`, with a load along x that follows its x, its v and a
/// memory, to `time` with `parts` outputs.
static double
run_memory (const char *text,
            const MbdSignalDef *memory,
            double x,
            double time,
            const MbdIntegratorSettings *settings,
            int parts,
            bool spatial)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default ();
  MbdSignalDef signals[3] = { mbd_signal_default (MBD_SIGNAL_POINT),
                              mbd_signal_default (MBD_SIGNAL_POINT), *memory };
  const char *const names[] = { "x", "v", "z" };
  const double inertia[6] = { 1, 1, 1, 0, 0, 0 };
  MbdFunction *function;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  body.position[0] = x;
  if (spatial) {
    body.mobility = MBD_SPATIAL;
    memcpy (body.inertia, inertia, sizeof inertia);
  }
  load.body_b = signals[0].body[0] = signals[1].body[0] = design_add_body (design, &body);
  signals[1].is_rate = true;
  assert_ok (mbd_function_new_feedback (text, names, NULL, 3, signals, 3, &function, NULL));
  load.force_function[0] = function;
  design_add_force (design, &load);
  MbdState *state = testing_state (design);
  mbd_function_unref (function);
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  for (int i = 1; i <= parts; i++)
    assert_ok (mbd_integrator_advance (integrator, time * i / parts, state, &why));
  const double end = mbd_state_positions (state)[0];
  mbd_integrator_free (integrator);
  testing_state_free (state);
  return end;
}

/// Returns an integral or a sample of a function of x and v of body 1.
static MbdSignalDef
memory_of (MbdSignalKind kind, const char *text, double period)
{
  MbdSignalDef signals[2] = { mbd_signal_default (MBD_SIGNAL_POINT),
                              mbd_signal_default (MBD_SIGNAL_POINT) };
  MbdSignalDef memory = mbd_signal_default (kind);

  signals[0].body[0] = signals[1].body[0] = 1;
  signals[1].is_rate = true;
  memory.of = follow (text, signals, 2);
  memory.period = period;
  return memory;
}

/// x of x''' + 6 x'' + 11 x' + 6 x = 6, from 0 at rest with x'' = 9.
static double
third_order (double t)
{
  return 1 + 1.5 * exp (-t) - 6 * exp (-2 * t) + 3.5 * exp (-3 * t);
}

/// Proportional, integral and rate control against a constant force: by every method, in the plane and
/// in space, with two accuracies and numbers of outputs.
static void
test_integral (void)
{
  const char *law = "11 * (1 - x) - 6 * v + 6 * z - 2";
  const MbdSignalDef integral = memory_of (MBD_SIGNAL_INTEGRAL, "1 - x", 0);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int k = 0; k < 8; k++) {
      const double accuracy = k % 2 == 0 ? 1e-11 : 1e-7;
      const MbdIntegratorSettings settings = testing_settings (methods[i], accuracy, 0, 3);
      const int parts = k / 2 % 2 == 0 ? 1 : 37;
      const double x = run_memory (law, &integral, 0, 2.345, &settings, parts, k > 3);
      // Errors of steps add up.
      assert_close (x, third_order (2.345), 20 * accuracy + 1e-9);
    }
  double error[2];
  for (int i = 0; i < 2; i++) {
    const MbdIntegratorSettings settings =
      testing_settings (MBD_METHOD_TIME_STEPPING, 1e-8, i == 0 ? 1e-4 : 5e-5, 3);
    error[i] = fabs (run_memory (law, &integral, 0, 1, &settings, 1, false) - third_order (1));
  }
  g_assert_cmpfloat (error[0], <, 1e-4);
  g_assert_cmpfloat (fabs (error[0] / error[1] - 2), <, 0.02);
  mbd_function_unref ((MbdFunction *) integral.of);
}

/// x of a mass whose force is held between multiples of T, step by step.
static double
held (double x, double time, double T)
{
  double v = 0;

  for (double t = 0; t < time; t += T) {
    const double f = -25 * x - 6 * v, h = fmin (T, time - t);
    x += h * v + h * h / 2 * f;
    v += h * f;
  }
  return x;
}

/// Sampled control: exact between samples, so that the accuracy does not matter.
static void
test_sample (void)
{
  const MbdSignalDef sample = memory_of (MBD_SIGNAL_SAMPLE, "-25 * x - 6 * v", 0.125);

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++)
    for (int k = 0; k < 8; k++) {
      const MbdIntegratorSettings settings =
        testing_settings (methods[i], k % 2 == 0 ? 1e-10 : 1e-5, 0, 3);
      const int parts = k / 2 % 2 == 0 ? 1 : 37;
      const double x = run_memory ("z", &sample, 1, 2.3, &settings, parts, k > 3);
      assert_close (x, held (1, 2.3, 0.125), 1e-11);
    }
  mbd_function_unref ((MbdFunction *) sample.of);
}

/// An integral of pulses in time, which hide between steps.
static void
test_integral_of_pulse (void)
{
  const char *pulses = "exp(-((t - 1) / 0.001)^2) + (t > 0.5 && t < 0.5001)";
  const MbdSignalDef integral = memory_of (MBD_SIGNAL_INTEGRAL, pulses, 0);
  // The force jumps by the areas of the pulses, of which the first is spread by 0.001 / sqrt (2).
  const double exact = 0.001 * sqrt (G_PI) * (1 + 5e-7) / 2 + 1e-4 * 1.49995 * 1.49995 / 2;

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    const MbdIntegratorSettings settings = testing_settings (methods[i], 1e-9, 0, 3);
    assert_close (run_memory ("z", &integral, 0, 2, &settings, 1, false), exact, 2e-9);
  }
  mbd_function_unref ((MbdFunction *) integral.of);
}

/// The memory belongs to the state: a run can be continued from a copy of it.
static void
test_memory_of_state (void)
{
  const MbdSignalDef integral = memory_of (MBD_SIGNAL_INTEGRAL, "1 - x", 0);
  const MbdIntegratorSettings settings = testing_settings (MBD_METHOD_VERNER87, 1e-11, 0, 3);
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default ();
  MbdSignalDef signals[3] = { mbd_signal_default (MBD_SIGNAL_POINT),
                              mbd_signal_default (MBD_SIGNAL_POINT), integral };
  const char *const names[] = { "x", "v", "z" };
  MbdFunction *function;
  MbdKinematics report;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  load.body_b = signals[0].body[0] = signals[1].body[0] = design_add_body (design, &body);
  signals[1].is_rate = true;
  assert_ok (mbd_function_new_feedback ("11 * (1 - x) - 6 * v + 6 * z - 2", names, NULL, 3, signals,
                                        3, &function, NULL));
  load.force_function[0] = function;
  design_add_force (design, &load);
  MbdState *state = testing_state (design);
  MbdState *copy = mbd_state_new (mbd_state_model (state));
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_cmpint (mbd_model_position_count (mbd_state_model (state)), ==, 4);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 1, state, &why));
  // The equation of motion, solved for the integral.
  const double *q = mbd_state_positions (state), v = mbd_state_velocities (state)[0];
  const double a = 1.5 * exp (-1) - 24 * exp (-2) + 31.5 * exp (-3);
  assert_close (q[3], (a - 11 * (1 - q[0]) + 6 * v + 2) / 6, 1e-9);
  mbd_state_copy (copy, state);
  assert_ok (mbd_integrator_restart (integrator, copy, &why));
  assert_ok (mbd_integrator_advance (integrator, 2.345, copy, &why));
  assert_close (mbd_state_positions (copy)[0], third_order (2.345), 1e-9);
  mbd_state_reset (copy);
  assert_close (mbd_state_positions (copy)[3], 0, 0);
  // A motion that is not simulated has no memory.
  assert_status (mbd_kinematics_start (copy, &report, &why), MBD_STATUS_NEEDS_MOTION);
  mbd_integrator_free (integrator);
  mbd_state_free (copy);
  testing_state_free (state);
  mbd_function_unref (function);
  mbd_function_unref ((MbdFunction *) integral.of);
}

static void
test_refused (void)
{
  const MbdSignalDef signals[2] = { mbd_signal_default (MBD_SIGNAL_POINT),
                                    mbd_signal_default (MBD_SIGNAL_POINT) };
  MbdFunction *function = follow ("x", signals, 2), *none;
  MbdMechanism *mechanism = mbd_mechanism_new ();
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_ANGLE, function);
  MbdBodyDef body = mbd_body_default ();
  MbdDiagnosis why;

  body.id = driver.body_b = driver.id = 7;
  assert_ok (mbd_mechanism_add_body (mechanism, &body, &why));
  assert_status (mbd_mechanism_add_coupling (mechanism, &driver, &why), MBD_STATUS_NEEDS_TIME_ONLY);
  g_assert_cmpint (why.id, ==, 7);
  assert_status (mbd_function_new_feedback ("1", NULL, NULL, 17, signals, 17, &none, &why),
                 MBD_STATUS_TOO_MANY_SIGNALS);
  g_assert_null (none);
  mbd_mechanism_free (mechanism);
  mbd_function_unref (function);
}

/// Two masses of 1 kg on guides along y: each load follows the distance or the place like a spring of
/// 50 N/m, without a potential. At rest y = m g / k below the free place; velocities are 0 there.
static void
test_equilibrium (void)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default (), actuator = mbd_spring_default ();
  MbdSignalDef place = mbd_signal_default (MBD_SIGNAL_POINT);
  MbdSignalDef distance = mbd_signal_default (MBD_SIGNAL_DISTANCE);
  MbdEquilibrium report = { 0 };
  MbdDiagnosis why;

  body.position[0] = 1;
  body.position[1] = 0.3;
  body.velocity[1] = 2;
  load.body_b = place.body[0] = design_add_body (design, &body);
  place.axis = 1;
  load.force_function[1] = follow ("-50 * x", &place, 1);
  design_add_force (design, &load);
  MbdCouplingDef slide = mbd_loop_default (MBD_LOOP_SLIDER);
  slide.frame_a.quaternion[0] = slide.frame_a.quaternion[3] = sqrt (0.5);
  slide.frame_b.quaternion[0] = slide.frame_b.quaternion[3] = sqrt (0.5);
  slide.body_b = load.body_b;
  slide.frame_a.point[0] = 1;
  design_add_coupling (design, &slide);
  body.position[0] = 0;
  body.position[1] = -0.9;
  actuator.body_b = distance.body[1] = design_add_body (design, &body);
  actuator.force_function[0] = follow ("50 * (x - 1)", &distance, 1);
  design_add_force (design, &actuator);
  slide.body_b = actuator.body_b;
  slide.frame_a.point[0] = 0;
  design_add_coupling (design, &slide);
  MbdState *state = testing_state (design);
  assert_ok (mbd_state_equilibrium (state, NULL, &report, &why));
  assert_close (mbd_state_positions (state)[1], -9.81 / 50, 1e-7);
  assert_close (mbd_state_positions (state)[4], -1 - 9.81 / 50, 1e-7);
  free (report.contacts);
  mbd_function_unref (load.force_function[1]);
  mbd_function_unref (actuator.force_function[0]);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feedback/oscillator", test_oscillator);
  g_test_add_func ("/feedback/delayed", test_delayed);
  g_test_add_func ("/feedback/stiff", test_stiff);
  g_test_add_func ("/feedback/time-stepping", test_time_stepping);
  g_test_add_func ("/feedback/actuator", test_actuator);
  g_test_add_func ("/feedback/turns", test_turns);
  g_test_add_func ("/feedback/integral", test_integral);
  g_test_add_func ("/feedback/sample", test_sample);
  g_test_add_func ("/feedback/integral-of-pulse", test_integral_of_pulse);
  g_test_add_func ("/feedback/memory", test_memory_of_state);
  g_test_add_func ("/feedback/refused", test_refused);
  g_test_add_func ("/feedback/equilibrium", test_equilibrium);
  return g_test_run ();
}
