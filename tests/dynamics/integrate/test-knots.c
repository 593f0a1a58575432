// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions of time that jump: a pulse of any width gives its whole impulse by every method, steps
// that would end beside a knot end at it, and values at a knot are the values after it.

#include "testing-seed.h"
#include "testing-world.h"
#include "testing.h"

#include "mbd-coupling-class.h"

#define DELAY 0.123

typedef struct
{
  MbdMethod method;
  double step;
} Way;

static const Way ways[] = {
  { MBD_METHOD_AUTOMATIC, 0 },    { MBD_METHOD_VERNER65, 0 },
  { MBD_METHOD_DOPRI54, 0 },      { MBD_METHOD_VERNER87, 0 },
  { MBD_METHOD_ESDIRK43, 0 },     { MBD_METHOD_RADAU9, 0 },
  { MBD_METHOD_VERNER65, 0.007 }, { MBD_METHOD_DOPRI54, 0.01 },
  { MBD_METHOD_RK4, 0.01 },       { MBD_METHOD_ESDIRK43, 0.01 },
  { MBD_METHOD_RADAU9, 1 / 60. }, { MBD_METHOD_TIME_STEPPING, 0.01 },
};

static MbdFunction *
expression (const char *text)
{
  MbdFunction *function;

  g_test_message ("%s", text);
  assert_ok (mbd_function_new_expression (text, NULL, NULL, 0, &function, NULL));
  return function;
}

static void
unref_function (void *function)
{
  mbd_function_unref (function);
}

static MbdIntegrator *
begin (MbdState *state, Way way, double duration)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();

  settings.method = way.method;
  settings.step = way.step;
  settings.duration = duration;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  g_assert_nonnull (integrator);
  assert_ok (mbd_integrator_start (integrator, state, NULL));
  return integrator;
}

static void
run_to (MbdState *state, Way way, double time)
{
  MbdIntegrator *integrator = begin (state, way, time);

  assert_ok (mbd_integrator_advance (integrator, time, state, NULL));
  mbd_integrator_free (integrator);
}

/* Pulses ----------------------------------------------------------------------------------- */

/// Creates a pulse of size f from a to b, written in one of many ways; *integral: f (b - a), or
/// less for other shapes than rectangles.
static MbdFunction *
pulse (GRand *rand, double f, double a, double b, double *integral)
{
  static const char *const forms[] = {
    "F*(step(t, A) - step(t, B))",
    "t > A && t < B ? F : 0",
    "F*(t >= A)*(t <= B)",
    "t < A || t >= B ? 0 : F",
    "if(t < A, 0, t > B ? 0 : F)",
    "F*(ramp(t, A, B) > 0 && ramp(t, A, B) < 1)",
    "clamp(F*sign(t - A) - F*sign(t - B), min(0, F), max(0, F))",
    "floor((t - A)/(B - A)) == 0 ? F : 0",
    "step(2*t - 2*A, 0)*step(3*B, 3*t)*F",
    "abs(2*t - A - B) < B - A ? F : 0",
    // Triangles and a train of five teeth.
    "2*F*max(0, min(t - A, B - t))/(B - A)",
    "F*(ramp(t, A, (A + B)/2) - ramp(t, (A + B)/2, B))",
    "t >= A && t < B ? 2*F*(mod(t - A, (B - A)/5) < (B - A)/10) : 0",
  };
  const char *const names[] = { "F", "A", "B" };
  // A double resolves times within a pulse of 1e-6 s to 1e-9 of it: enough for a rectangle.
  const int rectangles = 10, all = G_N_ELEMENTS (forms);
  const int form = g_rand_int_range (rand, 0, b - a > 1e-4 ? all : rectangles);
  MbdFunction *function;

  assert_ok (
    mbd_function_new_expression (forms[form], names, (double[]){ f, a, b }, 3, &function, NULL));
  *integral = f * (b - a) * (form == 10 || form == 11 ? 0.5 : 1);
  return function;
}

/// Creates free, turning bodies with pulses on them, which give 6 numbers of `momentum` to each
/// body; *sum: the total without signs.
static Design *
design_pushed (GRand *rand,
               MbdMobility mobility,
               double until,
               GPtrArray *functions,
               double *momentum,
               double *sum)
{
  const int bodies = g_rand_int_range (rand, 1, 4);
  Design *design = design_new ();

  memset (design->gravity, 0, sizeof design->gravity);
  *sum = 0;
  for (int i = 0; i < bodies; i++) {
    MbdBodyDef body = mbd_body_default ();
    body.mobility = mobility;
    body.mass = exp (random_in (rand, -2, 2));
    for (int k = 0; k < 3; k++)
      body.inertia[k] = 0.3 * body.mass;
    random_vector (rand, mobility == MBD_PLANAR ? 2 : 3, 5, body.position);
    random_vector (rand, mobility == MBD_PLANAR ? 2 : 3, 1, body.velocity);
    body.angle = random_in (rand, -3, 3);
    body.angular_velocity[2] = random_in (rand, -1, 1);
    if (mobility == MBD_SPATIAL) {
      random_quaternion (rand, body.quaternion);
      random_vector (rand, 3, 1, body.angular_velocity);
    }
    design_add_body (design, &body);
  }
  for (int i = g_rand_int_range (rand, 1, 6); i > 0; i--) {
    MbdForceDef load = mbd_load_default ();
    const int body = g_rand_int_range (rand, 0, bodies);
    const int axis = g_rand_int_range (rand, 0, mobility == MBD_PLANAR ? 2 : 3);
    const double width = exp (random_in (rand, log (1e-6), log (1)));
    const double start = random_in (rand, 0, until - width) + DELAY,
                 force = random_in (rand, -3, 3);
    double integral;
    // A force large enough for the width to matter.
    MbdFunction *function = pulse (rand, force / width, start, start + width, &integral);

    load.body_b = body + 1;
    // In space a torque is in axes that turn, and is followed as accurately as the method can.
    const bool turns = mobility == MBD_PLANAR && g_rand_boolean (rand);
    *(turns ? &load.torque_function[2] : &load.force_function[axis]) = function;
    momentum[6 * body + (turns ? 5 : axis)] += integral;
    *sum += fabs (integral);
    design_add_force (design, &load);
    g_ptr_array_add (functions, function);
  }
  return design;
}

/// Computes linear and angular momentum in world axes of a body, about its centre.
static void
momentum_of (MbdState *state, const Design *design, int id, double p[6])
{
  const double origin[3] = { 0 };
  const MbdBodyDef *def = NULL;
  double at[3], a[3];

  for (int i = 0; i < design->body_count; i++)
    if (design->bodies[i].id == id)
      def = &design->bodies[i];
  const int body = mbd_model_body_by_id (mbd_state_model (state), id);

  mbd_state_body_point (state, body, origin, at, p, a);
  mbd_state_body_angular_velocity (state, body, p + 3);
  for (int k = 0; k < 3; k++) {
    p[k] *= def->mass;
    p[3 + k] *= def->inertia[k];
  }
}

static void
test_pulses (void)
{
  const int rounds = testing_torture () ? 3000 : 60;
  GRand *rand = g_rand_new_with_seed (testing_seed (33));

  for (int i = 0; i < rounds; i++) {
    const Way way = ways[i % (int) G_N_ELEMENTS (ways)];
    g_test_message ("method %d, step %g", way.method, way.step);
    const bool plane = way.method == MBD_METHOD_TIME_STEPPING || g_rand_boolean (rand);
    const double until = random_in (rand, 2, 6);
    double momentum[18] = { 0 }, before[3][6], sum;
    GPtrArray *functions = g_ptr_array_new_with_free_func (unref_function);
    Design *design =
      design_pushed (rand, plane ? MBD_PLANAR : MBD_SPATIAL, until, functions, momentum, &sum);
    if (g_rand_boolean (rand))
      design_reverse (design);
    MbdModel *model = design_compile (design);
    MbdState *state = mbd_state_new (model);

    for (int b = 1; b <= design->body_count; b++) {
      momentum_of (state, design, b, before[b - 1]);
      for (int k = 0; k < 6; k++)
        sum += fabs (before[b - 1][k]);
    }
    run_to (state, way, until + 1 + DELAY);
    for (int b = 1; b <= design->body_count; b++) {
      double after[6];
      momentum_of (state, design, b, after);
      for (int k = 0; k < 6; k++)
        if (plane || k < 3)
          assert_close (after[k] - before[b - 1][k], momentum[6 * (b - 1) + k], 1e-9 * sum);
    }
    mbd_state_free (state);
    mbd_model_unref (model);
    design_free (design);
    g_ptr_array_unref (functions);
  }
  g_rand_free (rand);
}

/* Steps ------------------------------------------------------------------------------------ */

/// Creates a bar on a pin, to which loads are added.
static Design *
design_bar (MbdMobility mobility, int *bar)
{
  Design *design = design_new ();

  *bar = design_add_bar (design, mobility, (double[]){ 0, 0 }, (double[]){ 1, 0 }, 2);
  design_add_pin (design, MBD_GROUND, 0, 0, *bar, -0.5, 0);
  return design;
}

/// Steps of a grid, some of which would end within rounding of a knot: all are made, and only knots
/// between them add steps.
static void
test_grids (void)
{
  static const char *const speeds[] = { "step(t, 0.5)",
                                        "ramp(t, 0.5, 1)",
                                        "ramp(t, 0.3, 0.7) - step(t, 0.9)",
                                        "t > 0.623 ? 1 : 0",
                                        "floor(10*t)/10",
                                        "round(10*t + 0.5)/10",
                                        "step(t, 0.49999999999999994)",
                                        "step(t, 0.50000000000000022)" };
  static const double steps[] = { 0.1, 0.05, 0.01, 0.005, 0.001, 1 / 60., 1 / 240. };

  for (int i = 0; i < (int) G_N_ELEMENTS (speeds); i++)
    for (int k = 0; k < (int) G_N_ELEMENTS (steps); k++)
      for (int w = 0; w < 3; w++) {
        static const MbdMethod methods[] = { MBD_METHOD_TIME_STEPPING, MBD_METHOD_RK4,
                                             MBD_METHOD_VERNER65 };
        MbdFunction *speed = expression (speeds[i]);
        MbdCouplingDef motor = mbd_motor_default (speed, INFINITY);
        MbdIntegratorStatistics statistics;
        Design *design = design_bar (MBD_PLANAR, &motor.body_b);

        motor.frame_b.point[0] = -0.5;
        design_add_coupling (design, &motor);
        MbdState *state = testing_state (design);
        MbdIntegrator *integrator = begin (state, (Way){ methods[w], steps[k] }, 2);
        assert_ok (mbd_integrator_advance (integrator, 2, state, NULL));
        mbd_integrator_statistics (integrator, &statistics);
        assert_at_most (statistics.steps * steps[k], 2 + 24 * steps[k]);
        assert_close (mbd_state_velocities (state)[2], mbd_function_evaluate (speed, 2).value,
                      1e-6);
        mbd_integrator_free (integrator);
        testing_state_free (state);
        mbd_function_unref (speed);
      }
}

/// `>` and `>=` differ at one instant only, which has no duration.
static void
test_comparisons (void)
{
  static const char *const pairs[][2] = {
    { "t > 0.5 ? 1 : 0", "t >= 0.5 ? 1 : 0" },
    { "t > 0.623 ? 1 : 0", "t >= 0.623 ? 1 : 0" },
    { "t <= 0.623 ? 1 : -2", "t < 0.623 ? 1 : -2" },
    { "t > 0 ? 1 : 0", "t >= 0 ? 1 : 0" },
    { "1000 + t > 1000.3 ? 1 : 0", "1000 + t >= 1000.3 ? 1 : 0" },
    { "1 - step(0.623, t)", "step(t, 0.623)" },
  };

  for (int i = 0; i < (int) G_N_ELEMENTS (pairs); i++)
    for (int w = 0; w < (int) G_N_ELEMENTS (ways); w++)
      for (int space = 0; space < (ways[w].method == MBD_METHOD_TIME_STEPPING ? 1 : 2); space++)
        for (int limited = 0; limited < 2; limited++) {
          double angle[2];
          for (int side = 0; side < 2; side++) {
            MbdFunction *speed = expression (pairs[i][side]);
            MbdCouplingDef motor = mbd_motor_default (speed, limited ? 1000 : INFINITY);
            Design *design = design_bar (space ? MBD_SPATIAL : MBD_PLANAR, &motor.body_b);

            motor.frame_b.point[0] = -0.5;
            memset (design->gravity, 0, sizeof design->gravity);
            const int coupling = design_add_coupling (design, &motor) - 1;
            MbdState *state = testing_state (design);
            assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
            run_to (state, ways[w], 2);
            g_assert_true (
              mbd_state_coordinate (state, coupling, 0, MBD_COORDINATE_ANGLE, &angle[side], NULL));
            testing_state_free (state);
            mbd_function_unref (speed);
          }
          const double tolerance = ways[w].method == MBD_METHOD_TIME_STEPPING ? 1e-9 : 1e-7;
          assert_close (angle[0], angle[1], tolerance);
          if (!limited && i == 0 && ways[w].method != MBD_METHOD_TIME_STEPPING)
            assert_close (angle[0], 1.5, 1e-7);
        }
}

/* Places of functions ---------------------------------------------------------------------- */

static double
knot_of_own_kind (const MbdCouplingDef *def, double time)
{
  return time < def->parameters[0] ? def->parameters[0] : INFINITY;
}

/// Returns true if some step of the run ends at the time.
static bool
ends_step (Design *design, double time)
{
  MbdState *state = testing_state (design);
  bool found = false;

  MbdIntegrator *integrator = begin (state, ways[0], 2);
  while (mbd_state_time (state) < 2) {
    assert_ok (mbd_integrator_step (integrator, state, NULL));
    found |= fabs (mbd_state_time (state) - time) < 1e-14;
  }
  mbd_integrator_free (integrator);
  testing_state_free (state);
  return found;
}

/// Every function of a mechanism cuts steps; the function of a disabled element does not.
static void
test_places (void)
{
  const double times[] = { 0, DELAY + 1, 3 }, lengths[] = { 1, 1.01, 1.02 };
  static MbdCouplingClass own;
  MbdFunction *steps = expression ("step(t, 1.123)"), *table;
  MbdExpression *law;

  assert_ok (mbd_function_new_table (times, lengths, 3, MBD_SPLINE_NATURAL, NULL, &table, NULL));
  assert_ok (mbd_expression_compile ("(t > 1.123 ? 20 : 10)*(length - 0.5)",
                                     (const char *const[]){ "length", "rate", "t" }, 3, &law,
                                     NULL));
  for (int place = 0; place < 12; place++)
    for (int space = 0; space < 2; space++) {
      int bar;
      const bool enabled = place % 2 == 0;
      Design *design = design_bar (space ? MBD_SPATIAL : MBD_PLANAR, &bar);
      MbdCouplingDef coupling = mbd_driver_default (MBD_COORDINATE_ANGLE, steps);
      MbdForceDef force = mbd_load_default ();

      switch (place / 2) {
      case 0:
        coupling.level = MBD_LEVEL_VELOCITY;
        coupling.frame_b.point[0] = -0.5;
        break;
      case 1:
        coupling = mbd_rod_default ();
        coupling.function = table;
        coupling.frame_a.point[1] = 1;
        coupling.frame_b.point[0] = -0.1;
        break;
      case 2:
        force.force_function[1] = steps;
        break;
      case 3:
        force.torque_function[2] = steps;
        break;
      case 4:
        force = mbd_spring_default ();
        force.law = law;
        force.point_a[1] = 2;
        break;
      default:
        own = *mbd_limit_class ();
        own.next_knot = knot_of_own_kind;
        coupling = mbd_limit_default (MBD_COORDINATE_ANGLE, -10, INFINITY);
        coupling.frame_b.point[0] = -0.5;
        coupling.class_ = &own;
        coupling.parameters[0] = 1.123;
      }
      force.enabled = coupling.enabled = enabled;
      coupling.body_b = force.body_b = bar;
      if (place / 2 >= 2 && place / 2 <= 4)
        design_add_force (design, &force);
      else
        design_add_coupling (design, &coupling);
      g_test_message ("place %d, %s", place / 2, enabled ? "enabled" : "not enabled");
      g_assert_true (ends_step (design, 1.123) == enabled);
    }
  mbd_function_unref (steps);
  mbd_function_unref (table);
  mbd_expression_unref (law);
}

/// At a knot a sample has the values after it, however many samples there are.
static void
test_samples (void)
{
  for (int w = 0; w < (int) G_N_ELEMENTS (ways); w++)
    for (int often = 1; often <= 100; often *= 10) {
      MbdFunction *speed = expression ("t > 0.5 ? 2 : 0");
      MbdCouplingDef motor = mbd_motor_default (speed, INFINITY);
      Design *design = design_bar (MBD_PLANAR, &motor.body_b);
      bool seen = false;

      motor.frame_b.point[0] = -0.5;
      design_add_coupling (design, &motor);
      MbdState *state = testing_state (design);
      MbdIntegrator *integrator = begin (state, ways[w], 1);
      for (int i = 0; i <= 2 * often; i++) {
        const double time = i * (0.5 / often);
        assert_ok (mbd_integrator_advance (integrator, time, state, NULL));
        g_assert_true (mbd_state_time (state) == time);
        assert_close (mbd_state_velocities (state)[2], time < 0.5 ? 0 : 2, 1e-9);
        seen |= time == 0.5;
      }
      g_assert_true (seen);
      mbd_integrator_free (integrator);
      testing_state_free (state);
      mbd_function_unref (speed);
    }
}

/// Time stepping with steps that are cut short again and again: resting bodies remain at rest, and
/// overlapping or drifted bodies are not thrown.
static void
test_cut_time_steps (void)
{
  static const double corners[] = { -0.5, -0.5, 0.5, -0.5, 0.5, 0.5, -0.5, 0.5 };
  static const double overlaps[] = { 0, 1e-3 };

  for (int i = 0; i < (int) G_N_ELEMENTS (overlaps); i++) {
    MbdFunction *bursts =
      expression ("mod(t, 0.1) < 1e-9 || mod(t + 1e-4, 0.01) < 1e-12 ? 1e-6 : 0");
    MbdForceDef load = mbd_load_default ();
    World world;
    double fastest[2] = { 0, 0 };

    world_init (&world, 1e-10);
    world.settings.method = MBD_METHOD_TIME_STEPPING;
    world.settings.step = 1e-3;
    world_ground (&world, 0.5, 0);
    const int box = world_body (&world, 1, 1 / 6., 0, 0.5 - overlaps[i], 0, 0);
    world_shape (&world, box, MBD_SHAPE_POLYGON, corners, 4, 0, 0.5, 0);
    load.id = 1;
    load.body_b = world_body (&world, 1, 1, 5, 5, 0, 0);
    load.force_function[0] = bursts;
    assert_ok (mbd_mechanism_add_force (world.mechanism, &load, NULL));
    MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
    pin.id = 1;
    pin.body_a = MBD_GROUND;
    pin.body_b = load.body_b;
    pin.frame_a.point[0] = 5;
    pin.frame_a.point[1] = 5 + overlaps[i];
    assert_ok (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL));
    world_start (&world);
    while (mbd_state_time (world.state) < 1) {
      assert_ok (mbd_integrator_step (world.integrator, world.state, NULL));
      for (int j = 0; j < 6; j++)
        fastest[j / 3] = fmax (fastest[j / 3], fabs (mbd_state_velocities (world.state)[j]));
      if (overlaps[i] == 0)
        assert_close (mbd_state_positions (world.state)[1], 0.5, 1e-9);
    }
    // A whole step removes a fifth of an overlap, and four fifths of a drift.
    assert_at_most (fastest[0], 0.25 * overlaps[i] / 1e-3 + 1e-6);
    assert_at_most (fastest[1], 0.85 * overlaps[i] / 1e-3 + 1e-6);
    world_clear (&world);
    mbd_function_unref (bursts);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/knots/pulses", test_pulses);
  g_test_add_func ("/knots/grids", test_grids);
  g_test_add_func ("/knots/comparisons", test_comparisons);
  g_test_add_func ("/knots/places", test_places);
  g_test_add_func ("/knots/samples", test_samples);
  g_test_add_func ("/knots/cut-time-steps", test_cut_time_steps);
  return g_test_run ();
}
