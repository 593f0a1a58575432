// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events: ropes and struts, end stops, limited motors, breaking, knots of functions of time; each
// compared with its closed form.

#include "testing.h"

/// A run that keeps its events.
typedef struct
{
  MbdState *state;
  MbdIntegrator *integrator;
  MbdEvent events[64];
  int count;
} Run;

static Run
run_start_by (Design *design, MbdMethod method, double step, double accuracy)
{
  Run run = { .state = testing_state (design) };
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why;

  settings.method = method;
  settings.step = step;
  settings.accuracy = accuracy;
  run.integrator = mbd_integrator_new (mbd_state_model (run.state), &settings);
  assert_ok (mbd_integrator_start (run.integrator, run.state, &why));
  return run;
}

static Run
run_start (Design *design, double step, double accuracy)
{
  return run_start_by (design, mbd_integrator_default ().method, step, accuracy);
}

static void
run_to (Run *run, double time)
{
  MbdDiagnosis why;

  assert_ok (mbd_integrator_advance (run->integrator, time, run->state, &why));
  assert_ok (mbd_state_solve (run->state, &why));
  run->count += mbd_integrator_take_events (run->integrator, run->events + run->count,
                                            (int) G_N_ELEMENTS (run->events) - run->count);
}

static void
run_end (Run *run)
{
  mbd_integrator_free (run->integrator);
  testing_state_free (run->state);
}

/// Creates a point of 1 kg at (x, y) and a rod, rope or strut of 1 m to the origin; gravity 10
/// along -y.
static Design *
tethered (double x, double y, MbdRodKind kind, bool swapped)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef rod = mbd_rod_default ();

  design->gravity[1] = -10;
  body.position[0] = x;
  body.position[1] = y;
  rod.rod = kind;
  rod.body_a = swapped ? 1 : 0;
  rod.body_b = swapped ? 0 : 1;
  design_add_body (design, &body);
  design_add_coupling (design, &rod);
  return design;
}

/// A mass falls freely until its rope becomes taut, is caught without bouncing, and swings.
static void
test_rope (void)
{
  const double taut = sqrt (2 * (0.9 + sqrt (0.99)) / 10);
  MbdDiagnosis why;

  for (int fixed = 0; fixed < 2; fixed++)
    for (int swapped = 0; swapped < 2; swapped++) {
      Run run = run_start (tethered (0.1, 0.9, MBD_ROD_ROPE, swapped), fixed ? 0.01 : 0, 1e-10);
      run_to (&run, 0.6);
      g_assert_cmpfloat (mbd_state_tension (run.state, 0), ==, 0);
      assert_close (mbd_state_velocities (run.state)[1], -6, 1e-12);
      double worst = 0;
      for (int i = 62; i <= 262; i++) {
        run_to (&run, 0.01 * i);
        const double *q = mbd_state_positions (run.state);
        worst = worst_of (worst, fabs (q[0] * q[0] + q[1] * q[1] - 1));
        g_assert_cmpfloat (mbd_state_tension (run.state, 0), >, 0);
      }
      assert_at_most (worst, 1e-12);
      g_assert_cmpint (run.count, ==, 1);
      g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_CLOSED);
      assert_close (run.events[0].time, taut, 1e-12);
      assert_close (run.events[0].value, 6.125418456, 1e-9);

      // From just after the catch the energy of the swing is conserved.
      MbdEnergy energy;
      mbd_state_energy (run.state, &energy);
      double caught = 0.5 * (pow (0.612541846, 2) + pow (0.061562772, 2)) - 10 * sqrt (0.99);
      assert_close (energy.total, caught, 1e-8);
      run_end (&run);
    }

  // The mirror case: a strut stops a mass that comes nearer, and releases it again.
  Design *design = tethered (-3, 0, MBD_ROD_STRUT, false);
  design->gravity[1] = 0;
  design->bodies[0].velocity[0] = 2;
  Run run = run_start (design, 0, 1e-8);
  run_to (&run, 3);
  g_assert_cmpint (run.count, ==, 1);
  assert_close (run.events[0].time, 1, 1e-12);
  assert_close (run.events[0].value, 2, 1e-12);
  assert_close (mbd_state_positions (run.state)[0], -1, 1e-12);
  // Pulled away it parts immediately.
  const double away[3] = { -1, 0, 0 };
  mbd_state_set (run.state, 3, NULL, away);
  assert_ok (mbd_integrator_restart (run.integrator, run.state, &why));
  run_to (&run, 4);
  assert_close (mbd_state_positions (run.state)[0], -2, 1e-12);
  run_end (&run);
}

/// A rope that becomes looser at both ends of one large step is taut between them: it catches the mass
/// where the slack, a cubic with its least value inside, first is 0.
static void
test_rope_within_step (void)
{
  // The slack is E + k (t^3 / 3 - (a + b) t^2 / 2 + a b t), its rate k (t - a) (t - b).
  const double E = 1e-3, k = 100, a = 0.02, b = 0.08;

  for (int turned = 0; turned < 2; turned++)
    for (int method = 0; method < 3; method++) {
      static const MbdMethod methods[] = { MBD_METHOD_VERNER65, MBD_METHOD_VERNER87,
                                           MBD_METHOD_DOPRI54 };
      Design *design =
        tethered (turned == 0 ? 1 - E : 0, turned == 0 ? 0 : 1 - E, MBD_ROD_ROPE, false);
      MbdForceDef load = mbd_load_default ();
      MbdFunction *pull = NULL;
      double low = 0, high = b, position[3];

      design->gravity[1] = 0;
      design->bodies[0].velocity[turned] = -k * a * b;
      assert_ok (
        mbd_function_new_polynomial ((const double[]){ k * (a + b), -2 * k }, 2, 0, &pull, NULL));
      load.body_b = 1;
      load.force_function[turned] = pull;
      design_add_force (design, &load);
      for (int i = 0; i < 60; i++) {
        const double t = (low + high) / 2;
        *(E + k * (t * t * t / 3 - (a + b) * t * t / 2 + a * b * t) > 0 ? &low : &high) = t;
      }
      Run run = run_start_by (design, methods[method], 0.1, 1e-8);
      run_to (&run, 0.1);
      g_assert_cmpint (run.count, >=, 1);
      g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_CLOSED);
      assert_close (run.events[0].time, low, 1e-9);
      mbd_state_body_pose (run.state, 1, position, NULL);
      g_assert_cmpfloat (position[turned], <, 1 + 1e-9);
      run_end (&run);
      mbd_function_unref (pull);
    }
}

/// A mass thrown upwards on a taut rope leaves the circle where the tension is 0: v^2 = g r cos
/// (angle from the top), from below with v0^2 = 4 g r: cos = (v0^2 - 2 g r) / (3 g r).
static void
test_rope_goes_slack (void)
{
  Design *design = tethered (0, -1, MBD_ROD_ROPE, false);
  const double g = 10, v0 = sqrt (4 * g), height = (v0 * v0 - 2 * g) / (3 * g);

  design->bodies[0].velocity[0] = v0;
  Run run = run_start (design, 0, 1e-10);
  run_to (&run, 0.4);
  while (run.count == 0)
    run_to (&run, mbd_state_time (run.state) + 0.01);
  g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_OPENED);
  g_assert_cmpfloat (mbd_state_tension (run.state, 0), ==, 0);

  // Back along the parabola to the instant of parting.
  const double *q = mbd_state_positions (run.state), *v = mbd_state_velocities (run.state);
  double t = run.events[0].time - mbd_state_time (run.state);
  assert_close (q[1] + v[1] * t - g * t * t / 2, height, 1e-8);
  run_end (&run);
}

/// A bar on a pin with an end stop: it falls on the stop without bouncing and rests there with the
/// moment m g l / 2 cos; thrown off, it comes back.
static void
test_stop (void)
{
  Design *design = design_new ();
  MbdBodyDef bar = mbd_body_default ();
  MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_ANGLE, -1, INFINITY);

  bar.mass = 2;
  bar.inertia[2] = 2.0 / 3 - 2 * 0.25;
  bar.centre_of_mass[0] = 0.5;
  design_add_body (design, &bar);
  design_add_pin (design, 0, 0, 0, 1, 0, 0);
  stop.body_b = 1;
  design_add_coupling (design, &stop);
  Run run = run_start (design, 0, 1e-10);
  run_to (&run, 3);
  assert_close (mbd_state_positions (run.state)[2], -1, 1e-11);
  assert_close (mbd_state_velocities (run.state)[2], 0, 1e-12);
  assert_close (mbd_state_multipliers (run.state)[2], 2 * 9.81 * 0.5 * cos (1), 1e-9);
  g_assert_cmpint (run.count, ==, 1);
  g_assert_cmpint (run.events[0].coupling, ==, 1);
  // omega^2 = 3 g sin 1 about the pin, I = 2/3: the impulse about it is I omega
  assert_close (run.events[0].value, 2.0 / 3 * sqrt (3 * 9.81 * sin (1)), 1e-9);
  run_end (&run);
}

/// A motor with a limit accelerates a disc evenly, holds its speed, and slips again under a load
/// that grows with time.
static void
test_motor (void)
{
  Design *design = design_new ();
  MbdBodyDef disc = mbd_body_default ();
  MbdFunction *speed;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  design_add_body (design, &disc);
  design_add_pin (design, 0, 0, 0, 1, 0, 0);
  assert_ok (mbd_function_new_constant (2, &speed, &why));
  MbdCouplingDef motor = mbd_motor_default (speed, 0.5);
  motor.body_b = 1;
  design_add_coupling (design, &motor);
  Run run = run_start (design, 0, 1e-8);
  run_to (&run, 3);
  assert_close (mbd_state_velocities (run.state)[2], 1.5, 1e-10);
  assert_close (mbd_state_multipliers (run.state)[2], 0.5, 1e-12);
  g_assert_cmpint (mbd_state_row_role (run.state, 2), ==, MBD_ROW_UPPER);
  assert_close (mbd_state_power (run.state, 1), 0.5 * 1.5, 1e-9);
  run_to (&run, 6);
  assert_close (mbd_state_positions (run.state)[2], 4 + 4, 1e-9);
  assert_close (mbd_state_multipliers (run.state)[2], 0, 1e-10);
  g_assert_cmpint (run.count, ==, 1);
  g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_HELD);
  assert_close (run.events[0].time, 4, 1e-10);
  run_end (&run);
  mbd_function_unref (speed);
}

/// A rod of limited strength breaks where the tension of the falling pendulum, 3 g sin, reaches it;
/// reconnected, it holds again.
static void
test_breaking (void)
{
  Design *design = design_pendulum (MBD_PLANAR);
  const double strength = 20;

  design->couplings[0].break_force = strength;
  Run run = run_start (design, 0, 1e-11);
  run_to (&run, 0.1);
  double before = mbd_state_tension (run.state, 0);
  g_assert_cmpfloat (before, >, 0);
  while (run.count == 0)
    run_to (&run, mbd_state_time (run.state) + 0.01);
  g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_BROKEN);
  assert_close (run.events[0].value, strength, 1e-8);
  g_assert_true (mbd_state_coupling_flags (run.state, 0).broken);
  g_assert_cmpfloat (mbd_state_tension (run.state, 0), ==, 0);
  // Free flight from there: energy is conserved, the height at breaking is 20 / (3 g) below the
  // pivot.
  const double *q = mbd_state_positions (run.state), *v = mbd_state_velocities (run.state);
  double t = run.events[0].time - mbd_state_time (run.state);
  assert_close (q[1] + v[1] * t - 9.81 * t * t / 2, -strength / (3 * 9.81), 1e-8);
  mbd_state_set_broken (run.state, 0, false);
  g_assert_true (mbd_state_coupling_flags (run.state, 0).active);
  run_end (&run);

  // Breaking by impulse: the same rope with less strength than the catch needs.
  design = tethered (0.1, 0.9, MBD_ROD_ROPE, false);
  design->couplings[0].break_impulse = 6;
  run = run_start (design, 0, 1e-9);
  run_to (&run, 1);
  g_assert_true (mbd_state_coupling_flags (run.state, 0).broken);
  g_assert_cmpfloat (hypot (mbd_state_positions (run.state)[0], mbd_state_positions (run.state)[1]),
                     >, 1.5);
  run_end (&run);
}

/// A clamp breaks when the moment of a load that grows with time reaches its strength.
/// A motor and stops end with the joint that they are on: the body turns on at the same rate.
static void
test_breaking_with_motor (void)
{
  MbdFunction *speed;
  MbdDiagnosis why;

  assert_ok (mbd_function_new_constant (50, &speed, &why));
  for (int by_steps = 0; by_steps < 2; by_steps++) {
    Design *design = design_pendulum (MBD_PLANAR);
    MbdCouplingDef *pin = &design->couplings[0];
    MbdCouplingDef motor = mbd_motor_default (speed, 0.5);
    MbdCouplingDef stop = mbd_limit_default (MBD_COORDINATE_ANGLE, -1.9, 1.9);

    pin->break_force = 20;
    motor.body_b = stop.body_b = pin->body_b;
    motor.frame_a = stop.frame_a = pin->frame_a;
    motor.frame_b = stop.frame_b = pin->frame_b;
    motor.on_joint[0] = stop.on_joint[0] = pin->id;
    design_add_coupling (design, &motor);
    design_add_coupling (design, &stop);
    Run run = by_steps ? run_start_by (design, MBD_METHOD_TIME_STEPPING, 1e-4, 1e-9)
                       : run_start (design, 0, 1e-11);
    while (run.count == 0)
      run_to (&run, mbd_state_time (run.state) + 0.01);
    g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_BROKEN);
    g_assert_false (mbd_state_coupling_flags (run.state, 1).active);
    g_assert_false (mbd_state_coupling_flags (run.state, 2).active);
    const double rate = mbd_state_velocities (run.state)[2];
    g_assert_cmpfloat (fabs (rate), >, 0.1);
    run_to (&run, mbd_state_time (run.state) + 10);
    assert_close (mbd_state_velocities (run.state)[2], rate, 1e-9);
    g_assert_cmpfloat (fabs (mbd_state_positions (run.state)[2]), >, 1.9);
    mbd_state_set_broken (run.state, 0, false);
    g_assert_true (mbd_state_coupling_flags (run.state, 1).active);
    run_end (&run);
  }
  mbd_function_unref (speed);
}

static void
test_breaking_moment (void)
{
  Design *design = design_new ();
  MbdBodyDef arm = mbd_body_default ();
  MbdCouplingDef clamp = mbd_loop_default (MBD_LOOP_WELD);
  MbdForceDef load = mbd_load_default ();
  MbdFunction *force;
  MbdDiagnosis why;

  design->gravity[1] = 0;
  load.body_b = clamp.body_b = design_add_body (design, &arm);
  clamp.break_moment = 6;
  design_add_coupling (design, &clamp);
  assert_ok (mbd_function_new_expression ("-2*t", NULL, NULL, 0, &force, &why));
  load.point_b[0] = 1.5;
  load.force_function[1] = force;
  design_add_force (design, &load);
  Run run = run_start (design, 0, 1e-8);
  run_to (&run, 3);
  g_assert_cmpint (run.count, ==, 1);
  g_assert_cmpint (run.events[0].kind, ==, MBD_EVENT_BROKEN);
  assert_close (run.events[0].time, 2, 1e-9);
  assert_close (run.events[0].value, 6, 1e-9);
  run_end (&run);
  mbd_function_unref (force);
}

/// A rod that is disabled at 4.9 s and enabled again.
static void
test_disabling (void)
{
  Run run = run_start (design_pendulum (MBD_PLANAR), 0, 1e-10);
  MbdDiagnosis why;
  double gap;

  run_to (&run, 4.9);
  mbd_state_gap (run.state, 0, &gap, NULL);
  assert_close (gap, 0, 1e-10);
  int rows = mbd_state_active_row_count (run.state);
  mbd_state_set_enabled (run.state, 0, false);
  g_assert_cmpint (mbd_state_active_row_count (run.state), ==, rows - 1);
  assert_ok (mbd_integrator_restart (run.integrator, run.state, &why));
  run_to (&run, 5.2);
  mbd_state_gap (run.state, 0, &gap, NULL);
  g_assert_cmpfloat (fabs (gap), >, 1e-2);
  mbd_state_set_enabled (run.state, 0, true);
  double same;
  mbd_state_gap (run.state, 0, &same, NULL);
  g_assert_cmpfloat (same, ==, gap);
  assert_ok (mbd_state_assemble (run.state, NULL, &why));
  assert_ok (mbd_state_assemble_velocities (run.state, NULL, &why));
  mbd_state_gap (run.state, 0, &gap, NULL);
  assert_close (gap, 0, 1e-12);
  assert_ok (mbd_integrator_restart (run.integrator, run.state, &why));
  run_to (&run, 6);
  mbd_state_gap (run.state, 0, &gap, NULL);
  assert_close (gap, 0, 1e-10);
  run_end (&run);
}

/// A driven slider follows a table exactly, also over its knots; the effort is m s''.
static void
test_knots (void)
{
  const double times[] = { 0, 1, 1.5, 3 }, values[] = { 0, 1, 0.5, 2 };
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);
  MbdFunction *table;
  MbdDiagnosis why;

  body.mass = 3;
  design_add_body (design, &body);
  slider.body_b = 1;
  design_add_coupling (design, &slider);
  assert_ok (mbd_function_new_table (times, values, 4, MBD_SPLINE_NATURAL, NULL, &table, &why));
  MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_SLIDE, table);
  driver.body_b = 1;
  design_add_coupling (design, &driver);
  Run run = run_start (design, 0, 1e-8);
  for (int i = 1; i <= 40; i++) {
    double t = 0.1 * i;
    MbdJet jet = mbd_function_evaluate (table, t);
    run_to (&run, t);
    assert_close (mbd_state_positions (run.state)[0], jet.value, 1e-11);
    assert_close (mbd_state_velocities (run.state)[0], jet.first, 1e-10);
    assert_close (mbd_state_multipliers (run.state)[2], 3 * jet.second, 1e-8);
    assert_close (mbd_state_power (run.state, 1), 3 * jet.second * jet.first, 1e-8);
  }
  run_end (&run);
  mbd_function_unref (table);
}

/// A slider that is driven past the reach of its crank: the run ends in the stretched position of
/// the crank, with a body or coupling named, in any mode of stepping.
static void
test_out_of_reach (void)
{
  for (int fixed = 0; fixed < 2; fixed++) {
    Design *design = design_slider_crank (MBD_PLANAR, 0.7, 0);
    const double start = design->bodies[2].position[0], reach = 0.1 + 0.3, speed = 0.05;
    const double line[2] = { start, speed };
    MbdFunction *function;
    MbdDiagnosis why;

    assert_ok (mbd_function_new_polynomial (line, 2, 0, &function, &why));
    MbdCouplingDef driver = mbd_driver_default (MBD_COORDINATE_SLIDE, function);
    driver.body_b = 3;
    design_add_coupling (design, &driver);
    MbdState *state = testing_state (design);
    assert_ok (mbd_state_assemble (state, NULL, &why));
    assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
    MbdIntegratorSettings settings = mbd_integrator_default ();
    settings.step = fixed ? 0.01 : 0;
    MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
    assert_ok (mbd_integrator_start (integrator, state, &why));
    g_assert_cmpint (mbd_integrator_advance (integrator, 5, state, &why), !=, MBD_STATUS_OK);
    assert_close (mbd_state_time (state), (reach - start) / speed, fixed ? 0.02 : 1e-4);
    g_assert_cmpint (why.element, !=, MBD_ELEMENT_NONE);
    mbd_integrator_free (integrator);
    testing_state_free (state);
    mbd_function_unref (function);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/events/rope-within-step", test_rope_within_step);
  g_test_add_func ("/events/rope", test_rope);
  g_test_add_func ("/events/rope-goes-slack", test_rope_goes_slack);
  g_test_add_func ("/events/stop", test_stop);
  g_test_add_func ("/events/motor", test_motor);
  g_test_add_func ("/events/breaking", test_breaking);
  g_test_add_func ("/events/breaking-with-motor", test_breaking_with_motor);
  g_test_add_func ("/events/breaking-moment", test_breaking_moment);
  g_test_add_func ("/events/disabling", test_disabling);
  g_test_add_func ("/events/knots", test_knots);
  g_test_add_func ("/events/out-of-reach", test_out_of_reach);
  return g_test_run ();
}
