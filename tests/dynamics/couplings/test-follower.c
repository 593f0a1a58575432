// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Drives that follow another joint: two wheels of 1 kg m^2 that turn about fixed axles, the first of which
// is driven by a function of the angle of the second, or of its rate. Closed forms, by every method, in the
// plane and in space, and rejections.

#include "testing.h"

static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_VERNER87, MBD_METHOD_RADAU9 };

typedef struct
{
  const char *function; // function of q, the angle or the rate of the second wheel
  MbdLevel level;
  bool of_rate, spatial;
  double torque, rate; // on and of the second wheel
  double first_rate;   // rate of the first wheel
} Wheels;

static MbdFunction *
follow (const char *text, const MbdSignalDef *signals, int n)
{
  return testing_feedback (text, (const char *const[]){ "q", "p" }, signals, n);
}

static void
add_wheel (Design *design, const Wheels *wheels, double rate)
{
  const double inertia[6] = { 1, 1, 1, 0, 0, 0 };
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_REVOLUTE);

  body.angular_velocity[2] = rate;
  if (wheels->spatial) {
    body.mobility = MBD_SPATIAL;
    memcpy (body.inertia, inertia, sizeof inertia);
  }
  pin.body_b = design_add_body (design, &body);
  design_add_coupling (design, &pin);
}

/// Two wheels with a drive of the first one, whose function is returned.
static MbdFunction *
add_wheels (Design *design, const Wheels *wheels, MbdCouplingDef *drive)
{
  MbdSignalDef signal = mbd_signal_default (MBD_SIGNAL_JOINT);
  MbdForceDef load = mbd_load_default ();

  design->gravity[1] = 0;
  add_wheel (design, wheels, wheels->first_rate);
  add_wheel (design, wheels, wheels->rate);
  signal.body[1] = 2;
  signal.is_rate = wheels->of_rate;
  *drive = mbd_coupling_default (mbd_follower_class ());
  drive->level = wheels->level;
  drive->body_b = 1;
  drive->body_d = 2;
  drive->function = follow (wheels->function, &signal, 1);
  load.body_b = 2;
  load.torque[2] = wheels->torque;
  design_add_force (design, &load);
  return (MbdFunction *) drive->function;
}

/// Runs to `time`. Returns the state.
static MbdState *
run (const Wheels *wheels, double time, MbdMethod method, double step)
{
  Design *design = design_new ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdCouplingDef drive;
  MbdFunction *function = add_wheels (design, wheels, &drive);
  MbdDiagnosis why;

  design_add_coupling (design, &drive);
  MbdState *state = testing_state (design);
  mbd_function_unref (function);
  settings.method = method;
  settings.accuracy = 1e-11;
  settings.step = step;
  settings.duration = time;
  settings.keep_ledger = true;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  assert_ok (mbd_state_solve (state, &why));
  mbd_integrator_free (integrator);
  return state;
}

static double
angle_of (MbdState *state, int pin)
{
  double value, rate;

  g_assert_true (mbd_state_coordinate (state, pin, 0, MBD_COORDINATE_ANGLE, &value, &rate));
  return value;
}

/// Returns the effort of the drive.
static double
effort_of (MbdState *state)
{
  return mbd_state_multipliers (state)[mbd_model_coupling_first_row (mbd_state_model (state), 2)];
}

/// q1 = 2 q2: (4 + 1) q2'' = torque, over many turns; also as a speed that follows the rate.
static void
test_linear (void)
{
  const Wheels all[] = {
    { .function = "2 * q", .level = MBD_LEVEL_POSITION, .torque = 5 },
    { .function = "2 * q", .level = MBD_LEVEL_POSITION, .torque = 5, .spatial = true },
    { .function = "2 * q", .level = MBD_LEVEL_VELOCITY, .of_rate = true, .torque = 5 },
    { .function = "2 * q",
      .level = MBD_LEVEL_VELOCITY,
      .of_rate = true,
      .torque = 5,
      .spatial = true },
  };

  for (size_t w = 0; w < G_N_ELEMENTS (all); w++)
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
      MbdState *state = run (&all[w], 6, methods[i], 0);
      assert_close (angle_of (state, 1), 18, 1e-8);
      assert_close (angle_of (state, 0), 36, 1e-8);
      // The first wheel needs a torque of 2 N m.
      assert_close (effort_of (state), 2, 1e-8);
      testing_state_free (state);
    }
}

/// q1 = q2^2 / 2: the energy gives t = (q sqrt (1 + q^2) + asinh q) / 2 for q2 from 0 at 1 rad/s.
static void
test_nonlinear (void)
{
  for (int spatial = 0; spatial < 2; spatial++) {
    const Wheels wheels = {
      .function = "q^2 / 2", .level = MBD_LEVEL_POSITION, .rate = 1, .spatial = spatial
    };
    for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
      MbdState *state = run (&wheels, 3, methods[i], 0);
      MbdEnergyBalance balance;
      const double q = angle_of (state, 1);
      assert_close ((q * sqrt (1 + q * q) + asinh (q)) / 2, 3, 1e-9);
      assert_close (angle_of (state, 0), q * q / 2, 1e-10);
      mbd_state_energy_balance (state, &balance);
      assert_close (balance.error, 0, 1e-9);
      testing_state_free (state);
    }
  }
}

/// q1 = q2 sin t drives the second wheel, which turns at 1 rad/s and is not stopped: q2 is free of torque
/// only on average; its motion obeys ((sin^2 t + 1) q' + q sin t cos t)' = q cos^2 t + q' sin t cos t,
/// solved here by steps of Runge and Kutta.
static void
test_time (void)
{
  double y[2] = { 0, 1 };
  const int n = 4000;
  const double h = 2.0 / n;

  for (int i = 0; i < n; i++) {
    double k[4][2], at[2];
    for (int j = 0; j < 4; j++) {
      const double part = j == 0 ? 0 : j == 3 ? 1 : 0.5, t = (i + part) * h;
      for (int c = 0; c < 2; c++)
        at[c] = y[c] + (j == 0 ? 0 : part * h * k[j - 1][c]);
      // q1'' = q'' s + 2 q' c - q s, and q'' = -s q1''
      const double s = sin (t), c = cos (t);
      k[j][0] = at[1];
      k[j][1] = -s * (2 * at[1] * c - at[0] * s) / (1 + s * s);
    }
    for (int c = 0; c < 2; c++)
      y[c] += h / 6 * (k[0][c] + 2 * k[1][c] + 2 * k[2][c] + k[3][c]);
  }
  const Wheels wheels = { .function = "q * sin (t)", .level = MBD_LEVEL_POSITION, .rate = 1 };
  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    MbdState *state = run (&wheels, 2, methods[i], 0);
    MbdEnergyBalance balance;
    assert_close (angle_of (state, 1), y[0], 1e-9);
    assert_close (angle_of (state, 0), y[0] * sin (2), 1e-9);
    mbd_state_energy_balance (state, &balance);
    assert_close (balance.error, 0, 1e-9);
    testing_state_free (state);
  }
  double error[2];
  for (int i = 0; i < 2; i++) {
    MbdState *state = run (&wheels, 2, MBD_METHOD_TIME_STEPPING, i == 0 ? 1e-3 : 5e-4);
    error[i] = fabs (angle_of (state, 1) - y[0]);
    testing_state_free (state);
  }
  g_assert_cmpfloat (error[0], <, 1e-2);
  g_assert_cmpfloat (error[0] / error[1], >, 1.8);
}

/// A speed that follows an angle: q1' = q2 = t.
static void
test_speed (void)
{
  const Wheels wheels = { .function = "q", .level = MBD_LEVEL_VELOCITY, .rate = 1 };

  for (size_t i = 0; i < G_N_ELEMENTS (methods); i++) {
    MbdState *state = run (&wheels, 3, methods[i], 0);
    assert_close (angle_of (state, 1), 3, 1e-10);
    assert_close (angle_of (state, 0), 4.5, 1e-9);
    assert_close (effort_of (state), 1, 1e-9);
    testing_state_free (state);
  }
}

static void
test_refused (void)
{
  const Wheels wheels = { .function = "q", .level = MBD_LEVEL_POSITION };
  MbdSignalDef signals[2] = { mbd_signal_default (MBD_SIGNAL_JOINT),
                              mbd_signal_default (MBD_SIGNAL_POINT) };
  MbdMechanism *mechanism = mbd_mechanism_new ();
  Design *design = design_new ();
  MbdCouplingDef drive;
  MbdFunction *function = add_wheels (design, &wheels, &drive);
  MbdDiagnosis why;

  signals[0].body[1] = 2;
  signals[1].body[0] = 1;
  drive.id = 7;
  for (int i = 0; i < 2; i++) {
    // Two quantities, and one that is not that of a joint.
    drive.function = follow ("q", signals + i, 2 - i);
    assert_status (mbd_mechanism_add_coupling (mechanism, &drive, &why), MBD_STATUS_FOLLOWS_JOINT);
    g_assert_cmpint (why.id, ==, 7);
    mbd_function_unref ((MbdFunction *) drive.function);
  }
  signals[0].is_rate = true;
  drive.function = follow ("q", signals, 1);
  assert_status (mbd_mechanism_add_coupling (mechanism, &drive, &why), MBD_STATUS_FOLLOWS_JOINT);
  mbd_function_unref ((MbdFunction *) drive.function);
  mbd_function_unref (function);
  mbd_mechanism_free (mechanism);
  design_free (design);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/follower/linear", test_linear);
  g_test_add_func ("/follower/nonlinear", test_nonlinear);
  g_test_add_func ("/follower/time", test_time);
  g_test_add_func ("/follower/speed", test_speed);
  g_test_add_func ("/follower/refused", test_refused);
  return g_test_run ();
}
