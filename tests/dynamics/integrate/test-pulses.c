// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pulses of functions of time on a motion at rest, however narrow and wherever they are, and
// conditions that a load meets within a step that moves nothing.

#include "testing.h"

/// A run with its events.
typedef struct
{
  MbdState *state;
  MbdEvent events[64];
  int count;
  long steps;
} Result;

static MbdFunction *
formula (const char *text)
{
  MbdFunction *function;
  MbdDiagnosis why;

  assert_ok (mbd_function_new_expression (text, NULL, NULL, 0, &function, &why));
  return function;
}

/// Creates the state of a design and releases its functions.
static MbdState *
take_state (Design *design)
{
  const MbdFunction *functions[4] = { NULL };
  const MbdExpression *laws[4] = { NULL };
  const int count = design->force_count;

  for (int i = 0; i < count; i++) {
    functions[i] = design->forces[i].force_function[1];
    laws[i] = design->forces[i].law;
  }
  MbdState *state = testing_state (design);
  for (int i = 0; i < count; i++) {
    mbd_function_unref (functions[i]);
    mbd_expression_unref (laws[i]);
  }
  return state;
}

/// Runs a design with output every `interval`.
static Result
run (Design *design, const MbdIntegratorSettings *settings, double duration, double interval)
{
  Result result = { .state = take_state (design) };
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (result.state), settings);

  assert_ok (mbd_integrator_start (integrator, result.state, &why));
  for (int i = 1; i * interval < duration + interval / 2; i++)
    assert_ok (mbd_integrator_advance (integrator, i * interval, result.state, &why));
  result.count = mbd_integrator_take_events (integrator, result.events, 64);
  mbd_integrator_statistics (integrator, &statistics);
  result.steps = statistics.steps;
  mbd_integrator_free (integrator);
  return result;
}

/// Adds a body of 1 kg at (0, y) with a load along y, without gravity.
static void
add_loaded (Design *design, double y, const char *load_text)
{
  MbdBodyDef body = mbd_body_default ();
  MbdForceDef load = mbd_load_default ();

  design->gravity[1] = 0;
  body.position[1] = y;
  design_add_body (design, &body);
  load.body_b = 1;
  load.force_function[1] = formula (load_text);
  design_add_force (design, &load);
}

/// Adds a rod, or a rope, of 1 m from the origin.
static void
add_rod (Design *design, MbdRodKind kind, double break_force)
{
  MbdCouplingDef rod = mbd_rod_default ();

  rod.rod = kind;
  rod.body_b = 1;
  rod.break_force = break_force;
  design_add_coupling (design, &rod);
}

/// A body at rest is pushed by 1 N s, by each method.
static void
test_push (void)
{
  const double widths[] = { 0.05, 1e-3, 1e-6 }, places[] = { 1.37, 1.493, 4.87 };
  const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_DOPRI54, MBD_METHOD_VERNER87,
                                MBD_METHOD_ESDIRK43, MBD_METHOD_RADAU9 };

  for (int w = 0; w < 3; w++)
    for (int p = 0; p < 3; p++)
      for (int m = 0; m < 5; m++) {
        MbdIntegratorSettings settings = mbd_integrator_default ();
        Design *design = design_new ();
        char text[100];

        g_snprintf (text, sizeof text, "exp(-((t-%g)/%g)^2)/(sqrt(pi)*%g)", places[p], widths[w],
                    widths[w]);
        add_loaded (design, 0, text);
        settings.method = methods[m];
        const Result result = run (design, &settings, 10, 10);
        g_test_message ("%g %g %d: %.3g, %ld steps", widths[w], places[p], m,
                        mbd_state_velocities (result.state)[1] - 1, result.steps);
        assert_close (mbd_state_velocities (result.state)[1], 1, 1e-6);
        g_assert_cmpint (result.steps, <, 2000);
        testing_state_free (result.state);
      }
}

/// A switch whose instants are not written in the expression: 40 times for 2 acos (0.999) / 50.
static void
test_switch (void)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  Design *design = design_new ();

  add_loaded (design, 0, "sin(50*t) > 0.999 ? 100 : 0");
  const Result result = run (design, &settings, 5, 5);
  assert_close (mbd_state_velocities (result.state)[1], 100 * 40 * 2 * acos (0.999) / 50, 1e-5);
  testing_state_free (result.state);
}

/// A spring at its free length whose law pushes for a moment, with the body at either end.
static void
test_law (void)
{
  const char *names[] = { "x", "v", "t" };

  for (int first = 0; first < 2; first++) {
    MbdIntegratorSettings settings = mbd_integrator_default ();
    Design *design = design_new ();
    MbdForceDef spring = mbd_spring_default ();
    MbdExpression *law;
    MbdDiagnosis why;

    add_loaded (design, -1, "0");
    assert_ok (mbd_expression_compile ("-100*exp(-((t-1.37)/0.001)^2)+0*x", names, 3, &law, &why));
    spring.body_a = first == 1 ? 1 : MBD_GROUND;
    spring.body_b = first == 1 ? MBD_GROUND : 1;
    spring.free_length = 1;
    spring.law = law;
    design_add_force (design, &spring);
    const Result result = run (design, &settings, 5, 5);
    assert_close (mbd_state_velocities (result.state)[1], -0.1 * sqrt (G_PI), 1e-7);
    testing_state_free (result.state);
  }
}

/// A ball that hangs on a rope is lifted for half a second and falls back into it: the same events
/// at any length of steps and any interval.
static void
test_lifted (void)
{
  const double intervals[] = { 3, 0.5, 0.1, 0.02, 0.001 };
  double slack = NAN, taut = NAN, impulse = NAN;

  for (int i = 0; i < 2 * (int) G_N_ELEMENTS (intervals); i++) {
    MbdIntegratorSettings settings = mbd_integrator_default ();
    Design *design = design_new ();

    add_loaded (design, -1, "20*exp(-((t-1.37)/0.2)^2)");
    design->gravity[1] = -9.81;
    add_rod (design, MBD_ROD_ROPE, INFINITY);
    settings.maximum_step = i % 2 == 0 ? INFINITY : 0.01;
    const Result result = run (design, &settings, 3, intervals[i / 2]);
    g_assert_cmpint (result.count, ==, 2);
    g_assert_cmpint (result.events[0].kind, ==, MBD_EVENT_OPENED);
    g_assert_cmpint (result.events[1].kind, ==, MBD_EVENT_CLOSED);
    if (i == 0) {
      slack = result.events[0].time;
      taut = result.events[1].time;
      impulse = result.events[1].value;
    }
    assert_close (result.events[0].time, 1.37 - 0.2 * sqrt (log (20 / 9.81)), 1e-9);
    assert_close (result.events[0].time, slack, 1e-9);
    assert_close (result.events[1].time, taut, 1e-7);
    assert_close (result.events[1].value, impulse, 1e-6);
    testing_state_free (result.state);
  }
}

/// A rod breaks when the load on it passes its limit, and holds below it, though nothing moves.
static void
test_breaking_load (void)
{
  const double peaks[] = { 11, 10.1, 10.001, 9.999 }, shifts[] = { 0, 0.123 };

  for (int p = 0; p < 4; p++)
    for (int s = 0; s < 2; s++)
      for (int fine = 0; fine < 2; fine++) {
        MbdIntegratorSettings settings = mbd_integrator_default ();
        Design *design = design_new ();
        char text[60];

        g_snprintf (text, sizeof text, "-%g*exp(-(t-%g)^2)", peaks[p], 1.37 + shifts[s]);
        add_loaded (design, -1, text);
        add_rod (design, MBD_ROD_BAR, 10);
        const Result result = run (design, &settings, 5, fine ? 0.01 : 5);
        g_assert_cmpint (result.count, ==, peaks[p] > 10);
        if (peaks[p] > 10) {
          g_assert_cmpint (result.events[0].kind, ==, MBD_EVENT_BROKEN);
          assert_close (result.events[0].time, 1.37 + shifts[s] - sqrt (log (peaks[p] / 10)), 1e-8);
        }
        testing_state_free (result.state);
      }
}

/// A ball thrown on a rod of 1 m: the tension is largest in the lowest position, within a step.
static void
test_breaking_swing (void)
{
  for (int i = 0; i < 2; i++) {
    MbdIntegratorSettings settings = mbd_integrator_default ();
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();

    design->gravity[1] = -10;
    body.position[0] = 1;
    design_add_body (design, &body);
    add_rod (design, MBD_ROD_BAR, i == 0 ? 29.999 : 30.001); // at most m g + 2 m g
    settings.accuracy = 1e-7;
    const Result result = run (design, &settings, 3, 3);
    g_assert_cmpint (result.count, ==, i == 0);
    testing_state_free (result.state);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pulses/push", test_push);
  g_test_add_func ("/pulses/switch", test_switch);
  g_test_add_func ("/pulses/law", test_law);
  g_test_add_func ("/pulses/lifted", test_lifted);
  g_test_add_func ("/pulses/breaking-load", test_breaking_load);
  g_test_add_func ("/pulses/breaking-swing", test_breaking_swing);
  return g_test_run ();
}
