// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The implicit methods: the same motion as the explicit one if that can follow, their orders, stiff
// bushings and the flyball governor, with fewer evaluations; derivatives of force elements against
// differences; the choice of the method.

#include <time.h>

#include "testing-seed.h"
#include "testing.h"

#include "mbd-force-class.h"

static MbdIntegratorStatistics
run (MbdState *state, MbdMethod method, double accuracy, double time)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why;

  settings.method = method;
  settings.accuracy = accuracy;
  settings.duration = time;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, time, state, &why));
  mbd_integrator_statistics (integrator, &statistics);
  mbd_integrator_free (integrator);
  return statistics;
}

/// Compares both methods from the same start.
static void
compare (Design *(*design) (void), MbdMethod method, double time, double accuracy, double tolerance)
{
  MbdState *one = testing_state (design ()), *other = testing_state (design ());
  const int n = mbd_model_position_count (mbd_state_model (one));

  run (one, MBD_METHOD_VERNER65, 1e-10, time);
  run (other, method, accuracy, time);
  assert_all_close (n, mbd_state_positions (other), mbd_state_positions (one), tolerance);
  testing_state_free (one);
  testing_state_free (other);
}

static Design *
plane_fourbar (void)
{
  return design_fourbar (MBD_PLANAR);
}

static Design *
space_fourbar (void)
{
  return design_fourbar (MBD_SPATIAL);
}

static Design *
perpendicular (void)
{
  const double angles[2] = { 1, 0.5 }, rates[2] = { 2, -1 };
  return design_perpendicular_pendulum (angles, rates);
}

/// Creates a chain of planar bars held together and to the ground by bushings: too many directions
/// for the small dense system, so that the stages are found by sweeps with the sparse one.
static Design *
bushed_chain (void)
{
  enum
  {
    BARS = 12
  };
  Design *design = design_new ();

  for (int i = 0; i < BARS; i++) {
    MbdForceDef bushing = mbd_bushing_default ();
    design_add_bar (design, MBD_PLANAR, (double[]){ 0.2 * i, 0 }, (double[]){ 0.2 * (i + 1), 0 },
                    1);
    bushing.body_a = i;
    bushing.body_b = i + 1;
    bushing.point_a[0] = i == 0 ? 0 : 0.1;
    bushing.point_b[0] = -0.1;
    for (int k = 0; k < 3; k++) {
      bushing.bushing.translational_stiffness[k] = 1e5;
      bushing.bushing.translational_damping[k] = 1e3;
      bushing.bushing.rotational_damping[k] = 0.1;
    }
    design_add_force (design, &bushing);
  }
  return design;
}

static void
test_same_motion (gconstpointer data)
{
  const MbdMethod method = (MbdMethod) GPOINTER_TO_INT (data);

  compare (plane_fourbar, method, 0.5, 1e-8, 2e-6);
  compare (space_fourbar, method, 0.5, 1e-8, 2e-6);
  compare (perpendicular, method, 1, 1e-8, 2e-6);
  compare (design_free_body, method, 5, 1e-8, 2e-6);
  compare (design_bricard, method, 0.5, 1e-8, 2e-6);
  compare (bushed_chain, method, 0.2, 1e-8, 2e-6);
}

/// Returns the error of an integration with steps of this size.
static double
error_of_steps (MbdMethod method, double step, double end, const MbdState *exact)
{
  MbdState *state = testing_state (perpendicular ());
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why;
  double error = 0;

  settings.method = method;
  settings.step = step;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, end, state, &why));
  for (int k = 0; k < 14; k++)
    error =
      worst_of (error, fabs (mbd_state_positions (state)[k] - mbd_state_positions (exact)[k]));
  mbd_integrator_free (integrator);
  testing_state_free (state);
  return error;
}

/// Half the step: the error falls by 2 to the order.
static void
test_order (void)
{
  const double end = 0.8;
  MbdState *exact = testing_state (perpendicular ());

  run (exact, MBD_METHOD_VERNER87, 1e-13, end);
  assert_close (log2 (error_of_steps (MBD_METHOD_ESDIRK43, 0.02, end, exact)
                      / error_of_steps (MBD_METHOD_ESDIRK43, 0.01, end, exact)),
                4, 0.4);
  // At shorter steps the remainder of Newton's method (1e-10 of a step) becomes visible.
  assert_close (log2 (error_of_steps (MBD_METHOD_RADAU9, 0.4, end, exact)
                      / error_of_steps (MBD_METHOD_RADAU9, 0.2, end, exact)),
                9, 1);
  testing_state_free (exact);
}

/// Positions at times between the steps are as accurate as those at their ends.
static void
test_output (void)
{
  enum
  {
    OUTPUTS = 200
  };
  MbdState *one = testing_state (design_governor ()), *other = testing_state (design_governor ());
  const int n = mbd_model_position_count (mbd_state_model (one));
  const MbdMethod methods[2] = { MBD_METHOD_VERNER65, MBD_METHOD_RADAU9 };
  MbdState *states[2] = { one, other };
  MbdIntegrator *integrators[2];
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why;

  for (int i = 0; i < 2; i++) {
    MbdIntegratorSettings settings = mbd_integrator_default ();
    settings.method = methods[i];
    settings.accuracy = i == 0 ? 1e-6 : 1e-7;
    integrators[i] = mbd_integrator_new (mbd_state_model (states[i]), &settings);
    assert_ok (mbd_integrator_start (integrators[i], states[i], &why));
  }
  for (int k = 1; k <= OUTPUTS; k++) {
    for (int i = 0; i < 2; i++)
      assert_ok (mbd_integrator_advance (integrators[i], 0.005 * k, states[i], &why));
    assert_all_close (n, mbd_state_positions (other), mbd_state_positions (one), 1e-7);
  }
  mbd_integrator_statistics (integrators[1], &statistics);
  g_assert_cmpint (statistics.steps, <, OUTPUTS / 2);
  for (int i = 0; i < 2; i++) {
    mbd_integrator_free (integrators[i]);
    testing_state_free (states[i]);
  }
}

/// A four-bar with bushings of 1e7 N/m for pins: the right motion (of the rigid mechanism, except
/// for the small time that loads need), with a fortieth of the evaluations.
static void
test_bushed_fourbar (void)
{
  MbdState *states[2];
  MbdIntegratorStatistics statistics[2];

  for (int i = 0; i < 2; i++) {
    Design *design = design_fourbar (MBD_PLANAR);
    for (int c = 0; c < design->coupling_count; c++) {
      MbdCouplingDef *pin = &design->couplings[c];
      MbdForceDef bushing = mbd_bushing_default ();
      bushing.body_a = pin->body_a;
      bushing.body_b = pin->body_b;
      memcpy (bushing.point_a, pin->frame_a.point, sizeof bushing.point_a);
      memcpy (bushing.point_b, pin->frame_b.point, sizeof bushing.point_b);
      for (int k = 0; k < 3; k++) {
        bushing.bushing.translational_stiffness[k] = 1e7;
        bushing.bushing.translational_damping[k] = 1e4;
      }
      pin->enabled = false;
      design_add_force (design, &bushing);
    }
    states[i] = testing_state (design);
    statistics[i] =
      run (states[i], i == 0 ? MBD_METHOD_VERNER65 : MBD_METHOD_RADAU9, i == 0 ? 1e-9 : 1e-5, 0.3);
  }
  assert_all_close (9, mbd_state_positions (states[1]), mbd_state_positions (states[0]), 2e-4);
  g_test_message ("evaluations: explicit %ld, implicit %ld", statistics[0].evaluations,
                  statistics[1].evaluations);
  g_assert_cmpint (40 * statistics[1].evaluations, <, statistics[0].evaluations);
  testing_state_free (states[0]);
  testing_state_free (states[1]);
}

static double
largest_difference (int n, const double *a, const double *b)
{
  double largest = 0;
  for (int i = 0; i < n; i++)
    largest = worst_of (largest, fabs (a[i] - b[i]));
  return largest;
}

/// The flyball governor, 10 s: as accurate as the explicit method with a thirtieth of its
/// evaluations. The reference is explicit and a thousand times tighter; nothing turns the shaft, so
/// the angular momentum about it is constant.
static void
test_governor (void)
{
  enum
  {
    REFERENCE,
    EXPLICIT,
    AUTOMATIC,
    RUNS
  };
  const MbdMethod methods[RUNS] = { MBD_METHOD_VERNER65, MBD_METHOD_VERNER65,
                                    MBD_METHOD_AUTOMATIC };
  const double accuracies[RUNS] = { 1e-6, 1e-3, 1e-5 };
  MbdIntegratorStatistics statistics[RUNS];
  MbdState *states[RUNS];
  double seconds[RUNS], errors[RUNS], linear[3], before[3], after[3];

  for (int i = 0; i < RUNS; i++) {
    states[i] = testing_state (design_governor ());
    mbd_state_momentum (states[i], linear, before);
    const double start = (double) clock () / CLOCKS_PER_SEC;
    statistics[i] = run (states[i], methods[i], accuracies[i], 10);
    seconds[i] = (double) clock () / CLOCKS_PER_SEC - start;
    mbd_state_momentum (states[i], linear, after);
    assert_close (after[2], before[2], 1e-5 * before[2]);
    errors[i] =
      largest_difference (mbd_model_position_count (mbd_state_model (states[i])),
                          mbd_state_positions (states[i]), mbd_state_positions (states[REFERENCE]));
  }
  g_test_message ("explicit: %.2g m, %ld evaluations, %.1f ms; automatic: %.2g m, %ld evaluations, "
                  "%.1f ms: %.1f times",
                  errors[EXPLICIT], statistics[EXPLICIT].evaluations, 1e3 * seconds[EXPLICIT],
                  errors[AUTOMATIC], statistics[AUTOMATIC].evaluations, 1e3 * seconds[AUTOMATIC],
                  seconds[EXPLICIT] / seconds[AUTOMATIC]);
  g_assert_cmpfloat (errors[AUTOMATIC], <=, errors[EXPLICIT]);
  g_assert_cmpint (25 * statistics[AUTOMATIC].evaluations, <=, statistics[EXPLICIT].evaluations);
  g_assert_cmpint (statistics[AUTOMATIC].method, ==, MBD_METHOD_RADAU9);
  g_assert_cmpint (statistics[AUTOMATIC].switches, ==, 1);
  for (int i = 0; i < RUNS; i++)
    testing_state_free (states[i]);
}

/* Derivatives ------------------------------------------------------------------------------ */

static void
find_matrix (MbdSpacePose *pose)
{
  for (int axis = 0; axis < 3; axis++) {
    const double unit[3] = { axis == 0, axis == 1, axis == 2 };
    double column[3];
    quaternion_turn (pose->q, unit, column);
    for (int i = 0; i < 3; i++)
      pose->R[3 * i + axis] = column[i];
  }
}

static void
random_pose (GRand *random, MbdSpacePose *pose, double turn, double speed)
{
  double norm = 0;

  for (int i = 0; i < 3; i++) {
    pose->x[i] = g_rand_double_range (random, -1, 1);
    pose->v[i] = speed * g_rand_double_range (random, -1, 1);
    pose->w[i] = speed * g_rand_double_range (random, -1, 1);
    pose->q[1 + i] = turn * g_rand_double_range (random, -1, 1);
  }
  pose->q[0] = 1;
  for (int i = 0; i < 4; i++)
    norm = hypot (norm, pose->q[i]);
  for (int i = 0; i < 4; i++)
    pose->q[i] /= norm;
  find_matrix (pose);
}

/// Computes forces and moments about the centres of mass of both bodies.
static void
generalised_forces (const MbdBoundForce *force, const MbdSpacePose *space, double f[12])
{
  static const MbdPlanePose plane[3];
  const MbdPose pose = { 0.3, plane, space };
  MbdForceAction action;

  force->def->class_->act (force, &pose, &action);
  for (int end = 0; end < 2; end++) {
    const double *x = space[1 + end].x, *F = action.force[end];
    double arm[3], moment[3];
    for (int i = 0; i < 3; i++)
      arm[i] = action.position[end][i] - x[i];
    moment[0] = arm[1] * F[2] - arm[2] * F[1];
    moment[1] = arm[2] * F[0] - arm[0] * F[2];
    moment[2] = arm[0] * F[1] - arm[1] * F[0];
    for (int i = 0; i < 3; i++) {
      const bool acts = end == 1 || force->def->class_->acts_on_a;
      f[6 * end + i] = acts ? F[i] : 0;
      f[6 * end + 3 + i] = acts ? moment[i] + action.moment[end][i] : 0;
    }
  }
}

/// Returns the largest difference between the derivatives by directions and by differences, over
/// the largest value.
static double
disagreement (const MbdBoundForce *force, const MbdSpacePose *space, bool of_velocity)
{
  static const MbdPlanePose plane[3];
  const MbdPose pose = { 0.3, plane, space };
  const double step = 1e-6;
  MbdForceDirection directions[MBD_MOST_DIRECTIONS];
  const int count = force->def->class_->directions (force, &pose, directions);
  double largest = 0, worst = 0;

  for (int column = 0; column < 12; column++) {
    double f[2][12], *sides[2] = { f[0], f[1] };
    for (int side = 0; side < 2; side++) {
      MbdSpacePose moved[3];
      const double by = side == 0 ? -step : step;
      memcpy (moved, space, sizeof moved);
      MbdSpacePose *body = &moved[1 + column / 6];
      const int c = column % 6;
      if (of_velocity)
        *(c < 3 ? &body->v[c] : &body->w[c - 3]) += by;
      else if (c < 3)
        body->x[c] += by;
      else {
        double turn[4] = { cos (by / 2) }, q[4];
        turn[c - 2] = sin (by / 2);
        memcpy (q, body->q, sizeof q);
        quaternion_multiply (turn, q, body->q);
        find_matrix (body);
      }
      generalised_forces (force, moved, sides[side]);
    }
    for (int row = 0; row < 12; row++) {
      const double difference = (f[1][row] - f[0][row]) / (2 * step);
      double told = 0;
      for (int k = 0; k < count; k++) {
        const MbdForceDirection *d = &directions[k];
        const double g = d->g[column / 6][column % 6], w = d->w[column / 6][column % 6];
        told -= d->g[row / 6][row % 6]
                * (of_velocity ? d->damping * g : d->stiffness * g + d->damping * w);
      }
      largest = fmax (largest, fabs (difference));
      worst = worst_of (worst, fabs (difference - told));
    }
  }
  return largest > 0 ? worst / largest : worst;
}

static MbdForceDef
random_element (GRand *random, int kind)
{
  MbdForceDef def = kind < 2   ? mbd_spring_default ()
                    : kind < 4 ? mbd_bushing_default ()
                               : mbd_drag_default ();

  def.damping = 3e3;
  def.rotational_damping = 2e2;
  def.stiffness = 1e5;
  def.bushing_law = kind == 2 ? MBD_BUSHING_QUASI_SYMMETRIC : MBD_BUSHING_ENERGY_CONSISTENT;
  for (int i = 0; i < 3; i++) {
    def.bushing.translational_stiffness[i] = 1e5 * (i + 1);
    def.bushing.translational_damping[i] = 1e3 * (3 - i);
    def.bushing.rotational_stiffness[i] = 1e3 * (i + 2);
    def.bushing.rotational_damping[i] = 30 * (i + 1);
  }
  return def;
}

/// By velocities the directions are exact: springs, a law, bushings of both laws, drag, in motion
/// and deflected. By positions they are exact without deflection and motion, otherwise to the load
/// over the stiffness: the turning of a present force is neglected.
static void
test_directions (void)
{
  static const char *const names[] = { "length", "rate", "t" };
  GRand *random = g_rand_new_with_seed (testing_seed (6));
  MbdExpression *law = NULL;

  assert_ok (mbd_expression_compile ("2e5*(length-0.7)^3 + 900*rate*abs(rate) + 50*rate*length + t",
                                     names, 3, &law, NULL));
  for (int trial = 0; trial < 200; trial++) {
    const int kind = trial % 5; // spring, law, both bushings, drag
    MbdForceDef def = random_element (random, kind);
    MbdBoundForce force = { .body_a = 1, .body_b = 2, .def = &def };
    MbdSpacePose space[3] = { { .q = { 1 }, .R = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } } };

    for (int i = 0; i < 3; i++) {
      force.point_a[i] = g_rand_double_range (random, -0.5, 0.5);
      force.point_b[i] = g_rand_double_range (random, -0.5, 0.5);
    }
    force.quaternion_a[0] = force.quaternion_b[0] = 1;
    random_pose (random, &space[1], 0.5, 1);
    random_pose (random, &space[2], 0.5, 1);
    if (kind == 1)
      def.law = law;
    // The step of 1e-6 leaves round-off and curvature of the law, most where two terms cancel.
    assert_at_most (disagreement (&force, space, true), 1e-5);
    if (kind == 1)
      continue;

    // Undeflected and at rest: frames and points coincide, a spring has its free length.
    double point[2][3];
    memcpy (space[2].q, space[1].q, sizeof space[2].q);
    memcpy (space[2].R, space[1].R, sizeof space[2].R);
    for (int end = 0; end < 2; end++) {
      memset (space[1 + end].v, 0, sizeof space[1].v);
      memset (space[1 + end].w, 0, sizeof space[1].w);
    }
    for (int i = 0; i < 3; i++) {
      point[0][i] = point[1][i] = 0;
      for (int k = 0; k < 3; k++) {
        point[0][i] += space[1].R[3 * i + k] * force.point_a[k];
        point[1][i] += space[2].R[3 * i + k] * force.point_b[k];
      }
    }
    for (int i = 0; i < 3 && kind > 1; i++)
      space[2].x[i] = space[1].x[i] + point[0][i] - point[1][i];
    double square = 0;
    for (int i = 0; i < 3; i++)
      square += pow (space[2].x[i] + point[1][i] - space[1].x[i] - point[0][i], 2);
    def.free_length = sqrt (square);
    assert_at_most (disagreement (&force, space, false), 1e-6);
  }
  mbd_expression_unref (law);
  g_rand_free (random);
}

/* The choice ------------------------------------------------------------------------------- */

/// Creates a bar on a pin with a damped spring of 1e6 N/m that is released at 1 s.
static MbdState *
state_release (void)
{
  static const char *const names[] = { "length", "rate", "t" };
  Design *design = design_new ();
  MbdForceDef spring = mbd_spring_default ();
  MbdExpression *law = NULL;
  MbdState *state;

  design_add_bar (design, MBD_PLANAR, (double[]){ 0, 0 }, (double[]){ 1, 0 }, 1);
  design_add_pin (design, 0, 0, 0, 1, -0.5, 0);
  assert_ok (mbd_expression_compile ("(1e6*(length-1) + 2e4*rate)*(1-step(t,1)) + 0.01*rate", names,
                                     3, &law, NULL));
  spring.body_b = 1;
  spring.point_a[0] = 1;
  spring.point_a[1] = 1;
  spring.point_b[0] = 0.5;
  spring.law = law;
  design_add_force (design, &spring);
  state = testing_state (design);
  mbd_expression_unref (law);
  return state;
}

/// Explicit without stiffness, bitwise equal to selecting that method; implicit while a spring
/// holds, and explicit again after its release.
static void
test_automatic (void)
{
  MbdState *states[2];
  MbdIntegratorStatistics statistics;
  MbdDiagnosis why;

  for (int i = 0; i < 2; i++) {
    states[i] = testing_state (design_andrews (MBD_PLANAR));
    statistics = run (states[i], i == 0 ? MBD_METHOD_VERNER65 : MBD_METHOD_AUTOMATIC, 1e-8, 0.03);
    g_assert_cmpint (statistics.method, ==, MBD_METHOD_VERNER65);
    g_assert_cmpint (statistics.switches, ==, 0);
    g_assert_cmpint (statistics.implicit_steps, ==, 0);
  }
  const MbdModel *model = mbd_state_model (states[0]);
  g_assert_cmpmem (
    mbd_state_positions (states[0]), sizeof (double) * (size_t) mbd_model_position_count (model),
    mbd_state_positions (states[1]), sizeof (double) * (size_t) mbd_model_position_count (model));
  testing_state_free (states[0]);
  testing_state_free (states[1]);

  MbdState *state = state_release ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  settings.duration = 4;
  settings.accuracy = 1e-6;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 0.9, state, &why));
  mbd_integrator_statistics (integrator, &statistics);
  g_assert_cmpint (statistics.method, ==, MBD_METHOD_RADAU9);
  g_assert_cmpint (statistics.implicit_steps, >, 0);
  assert_ok (mbd_integrator_advance (integrator, 4, state, &why));
  mbd_integrator_statistics (integrator, &statistics);
  g_assert_cmpint (statistics.method, ==, MBD_METHOD_VERNER65);
  g_assert_cmpint (statistics.switches, ==, 2);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

/// Fixed steps beyond the stability of the explicit method do not diverge.
static void
test_fixed_steps (void)
{
  MbdState *state = state_release ();
  MbdIntegratorSettings settings = mbd_integrator_default ();
  MbdDiagnosis why;

  settings.step = 1e-3;
  MbdIntegrator *integrator = mbd_integrator_new (mbd_state_model (state), &settings);
  assert_ok (mbd_integrator_start (integrator, state, &why));
  assert_ok (mbd_integrator_advance (integrator, 0.5, state, &why));
  // It hangs on the spring, which yields by its load over 1e6 N/m.
  assert_close (mbd_state_positions (state)[2], 0, 1e-4);
  mbd_integrator_free (integrator);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/stiff/same-motion/esdirk43", GINT_TO_POINTER (MBD_METHOD_ESDIRK43),
                        test_same_motion);
  g_test_add_data_func ("/stiff/same-motion/radau9", GINT_TO_POINTER (MBD_METHOD_RADAU9),
                        test_same_motion);
  g_test_add_func ("/stiff/order", test_order);
  g_test_add_func ("/stiff/output", test_output);
  g_test_add_func ("/stiff/bushed-fourbar", test_bushed_fourbar);
  g_test_add_func ("/stiff/governor", test_governor);
  g_test_add_func ("/stiff/directions", test_directions);
  g_test_add_func ("/stiff/automatic", test_automatic);
  g_test_add_func ("/stiff/fixed-steps", test_fixed_steps);
  return g_test_run ();
}
