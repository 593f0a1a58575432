// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numeric cases of chains of bodies, each in a function named after it: R6 errors and static
// wrenches of the perpendicular pendulum, R7 errors of the five-link rhombus, R12 decay by
// Baumgarte, S1 ball-jointed chain, S2 and S3 a rod across a chain, K1, K4 and K5 swinging bodies.
// Numbers with many digits come from independent programs.

#include "testing.h"

static const double origin[3] = { 0, 0, 0 };

/* Runs ------------------------------------------------------------------------------------- */

typedef struct
{
  MbdState *state;
  MbdIntegrator *integrator;
} Run;

static Run
run_start (Design *design, MbdStabilisation stabilisation)
{
  MbdIntegratorSettings settings = mbd_integrator_default ();
  Run run = { .state = testing_state (design) };

  settings.accuracy = 1e-11;
  settings.duration = 5;
  settings.stabilisation.stabilisation = stabilisation;
  settings.stabilisation.time_constant = 0.1;
  run.integrator = mbd_integrator_new (mbd_state_model (run.state), &settings);
  g_assert_nonnull (run.integrator);
  assert_ok (mbd_integrator_start (run.integrator, run.state, NULL));
  return run;
}

static void
run_to (Run *run, double time)
{
  assert_ok (mbd_integrator_advance (run->integrator, time, run->state, NULL));
}

static void
run_end (Run *run)
{
  mbd_integrator_free (run->integrator);
  testing_state_free (run->state);
}

/* R6: the perpendicular pendulum ----------------------------------------------------------- */

static const double pendulum_angles[2] = { G_PI / 3, G_PI / 6 };

static void
test_r6_errors (void)
{
  const double c = cos (G_PI / 3), s = sin (G_PI / 3);
  const double position[10] = { 1, [5] = -c, [6] = s };
  const double velocity[10] = { 2, [5] = -2 * c, [6] = 2 * s };
  MbdState *state = testing_state (design_perpendicular_pendulum (pendulum_angles, origin));
  double q[14], v[12] = { 2 }, errors[10], term[5], rates[2];

  g_assert_cmpint (mbd_model_row_count (mbd_state_model (state)), ==, 10);
  memcpy (q, mbd_state_positions (state), sizeof q);
  q[0] += 1;
  mbd_state_set (state, 0, q, NULL);
  mbd_state_errors (state, errors, NULL, NULL);
  assert_all_close (10, errors, position, 1e-11);
  for (int coupling = 0; coupling < 2; coupling++) {
    mbd_state_stabilisation_term (state, coupling, &rates[0], &rates[1], term);
    assert_all_close (2, rates, ((double[]){ 10, 10 }), 1e-11);
    for (int row = 0; row < 5; row++)
      assert_close (term[row], -100 * position[5 * coupling + row], 1e-11 * 100);
  }

  // The original pose, with link 1 moving: the rows for turning do not detect it.
  q[0] -= 1;
  mbd_state_set (state, 0, q, v);
  mbd_state_errors (state, NULL, errors, NULL);
  assert_all_close (10, errors, velocity, 1e-11);
  for (int coupling = 0; coupling < 2; coupling++) {
    mbd_state_stabilisation_term (state, coupling, &rates[0], &rates[1], term);
    for (int row = 0; row < 5; row++)
      assert_close (term[row], -20 * velocity[5 * coupling + row], 1e-11 * 20);
  }
  testing_state_free (state);
}

static void
test_r6_static (void)
{
  const double tau[2] = { 14.867491119469342, -2.123927302781335 };
  const double y[3] = { -sin (G_PI / 3), cos (G_PI / 3), 0 }; // y axis of link 1, about which 2
                                                              // turns
  const double zero[12] = { 0 };
  const double moment[3] = { 0.6131249999999997, 1.0619636513906672, 2.1239273027813343 };
  Design *design = design_perpendicular_pendulum (pendulum_angles, origin);
  MbdForceDef torque = mbd_load_default ();
  MbdWrench on_2, on_1, from_ground;

  torque.body_b = 1;
  for (int k = 0; k < 3; k++)
    torque.torque[k] = (k == 2 ? tau[0] : 0) - tau[1] * y[k];
  design_add_force (design, &torque);
  torque.body_b = 2;
  for (int k = 0; k < 3; k++)
    torque.torque[k] = tau[1] * y[k];
  design_add_force (design, &torque);
  MbdState *state = testing_state (design);

  assert_ok (mbd_state_solve (state, NULL));
  assert_all_close (12, mbd_state_accelerations (state), zero, 1e-11);
  mbd_state_reaction (state, 1, 1, MBD_AXES_WORLD, &on_2);
  assert_all_close (3, on_2.force, ((double[]){ 0, 9.81, 0 }), 1e-11);
  assert_all_close (3, on_2.moment, moment, 1e-11);
  mbd_state_reaction (state, 1, 0, MBD_AXES_WORLD, &on_1);
  for (int k = 0; k < 3; k++) {
    assert_close (on_1.force[k], -on_2.force[k], 1e-11);
    assert_close (on_1.moment[k], -on_2.moment[k], 1e-11);
  }
  // The reaction in axes of link 1.
  mbd_state_reaction (state, 1, 0, MBD_AXES_BODY, &on_1);
  assert_all_close (3, on_1.moment, ((double[]){ -1.22625, 0, -2.123927302781 }), 1e-11);
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &from_ground);
  assert_all_close (3, from_ground.force, ((double[]){ 0, 19.62, 0 }), 1e-11);
  testing_state_free (state);
}

/* R7: the rhombus -------------------------------------------------------------------------- */

static void
test_r7 (void)
{
  static const double rates[5] = { -1, -1, -2, 1, -1 }, none[5] = { 0 };
  static const double folded[5] = { 3 * G_PI / 4, -G_PI, G_PI / 4, G_PI, 0 };
  static const double turned[5] = { 0, 0, G_PI + 0.1, 0, 0 };
  static const double closed[5] = { 3 * G_PI / 4, -G_PI_2, G_PI / 4, G_PI_2, -G_PI_2 };
  double errors[13];

  MbdState *state = testing_state (design_rhombus (folded, none));
  const MbdModel *model = mbd_state_model (state);
  int weld = mbd_model_coupling_by_id (model, 6), row = mbd_model_coupling_first_row (model, weld);
  g_assert_cmpint (mbd_model_row_count (model), ==, 13);
  for (int i = 0; i < 3; i++)
    g_assert_cmpint (mbd_model_coupling_by_row (model, row + i), ==, weld);
  mbd_state_errors (state, errors, NULL, NULL);
  assert_close (errors[row], 0, 1e-11);
  assert_close (errors[row + 2], -G_PI_2, 1e-11);
  testing_state_free (state);

  state = testing_state (design_rhombus (turned, none));
  mbd_state_errors (state, errors, NULL, NULL);
  assert_close (errors[row + 2], -(G_PI - 0.1), 1e-11);
  testing_state_free (state);

  state = testing_state (design_rhombus (closed, rates));
  mbd_state_errors (state, NULL, errors, NULL);
  assert_at_most (max_norm (13, errors), 1e-11);
  testing_state_free (state);
}

/* R12: Baumgarte --------------------------------------------------------------------------- */

/// A mass of 1 kg whose x is locked, 0.01 m off.
static Design *
mass_off_its_line (void)
{
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef line = mbd_loop_default (MBD_LOCK_X);

  mass.position[0] = 0.01;
  line.body_b = design_add_body (design, &mass);
  design_add_coupling (design, &line);
  return design;
}

static void
test_r12 (void)
{
  static const double times[] = { 0.1, 0.2, 0.5 };
  static const double errors[] = { 0.007357588823428847, 0.004060058497098381,
                                   0.000404276819945128 };
  Run decaying = run_start (mass_off_its_line (), MBD_STABILISATION_BAUMGARTE);
  Run kept = run_start (mass_off_its_line (), MBD_STABILISATION_NONE);

  for (int i = 0; i < 3; i++) {
    double error;
    run_to (&decaying, times[i]);
    mbd_state_errors (decaying.state, &error, NULL, NULL);
    assert_close (error, errors[i], 1e-12);
    run_to (&kept, times[i]);
    mbd_state_errors (kept.state, &error, NULL, NULL);
    assert_close (error, 0.01, 1e-15);
  }
  for (double T = 0; T >= -1; T -= 1)
    assert_status (mbd_state_set_stabilisation (
                     kept.state, &(MbdStabilisationSettings){ MBD_STABILISATION_BAUMGARTE, T }),
                   MBD_STATUS_BAD_TIME_CONSTANT);
  run_end (&decaying);
  run_end (&kept);
}

/* S1: five bodies on ball joints ----------------------------------------------------------- */

/// Adds a body on a ball joint at its own (0, own, 0) and at `point` of the body `parent`, turned
/// about x by `angle` from the world.
static int
hang_ball (Design *design, double mass, int parent, const double point[3], double own, double angle)
{
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef ball = mbd_loop_default (MBD_LOOP_SPHERICAL);
  const double to_joint[3] = { 0, own, 0 };
  double up[3];

  body.mobility = MBD_SPATIAL;
  body.mass = mass;
  for (int k = 0; k < 6; k++)
    body.inertia[k] = k < 3 ? 0.1 : 0.01;
  quaternion_from_vector ((double[]){ angle, 0, 0 }, body.quaternion);
  if (parent != MBD_GROUND) {
    quaternion_turn (design->bodies[parent - 1].quaternion, point, body.position);
    for (int k = 0; k < 3; k++)
      body.position[k] += design->bodies[parent - 1].position[k];
  }
  quaternion_turn (body.quaternion, to_joint, up);
  for (int k = 0; k < 3; k++)
    body.position[k] -= up[k];
  ball.body_a = parent;
  ball.body_b = design_add_body (design, &body);
  memcpy (ball.frame_a.point, point, sizeof ball.frame_a.point);
  memcpy (ball.frame_b.point, to_joint, sizeof to_joint);
  design_add_coupling (design, &ball);
  return ball.body_b;
}

static void
test_s1 (void)
{
  const double upper = 0.189000969332574, lower = 0.0628990902570866;
  static const double below[3] = { 0, -0.2, 0 };
  static const double reactions[5][3] = {
    { -.000626, 1077.988912, .000030 }, { -.005038, 495.288692, -18.767467 },
    { .004236, 495.287857, 18.767535 }, { .006251, 303.365940, -.202330 },
    { -.005933, 303.365472, .202301 },
  };
  Design *design = design_new ();
  MbdCouplingDef rod = mbd_rod_default ();

  design->gravity[1] = -9.8;
  int b1 = hang_ball (design, 10, MBD_GROUND, origin, 0, 0);
  int b2 = hang_ball (design, 20, b1, (double[]){ 0, -0.1, 0.2 }, 0.2, upper);
  int b3 = hang_ball (design, 20, b1, (double[]){ 0, -0.1, -0.2 }, 0.2, -upper);
  rod.body_a = hang_ball (design, 30, b2, below, 0.2, upper + lower);
  rod.body_b = hang_ball (design, 30, b3, below, 0.2, -upper - lower);
  rod.length = 0.15;
  int index = design_add_coupling (design, &rod) - 1;
  MbdState *state = testing_state (design);

  double length_error;
  mbd_state_gap (state, index, &length_error, NULL);
  assert_close (length_error, 5.3e-12, 1e-13);
  assert_ok (mbd_state_solve (state, NULL));
  for (int i = 0; i < 5; i++) {
    MbdWrench wrench;
    mbd_state_reaction (state, i, 1, MBD_AXES_BODY, &wrench);
    assert_all_close (3, wrench.force, reactions[i],
                      2e-6 * sqrt (dot (3, reactions[i], reactions[i])));
    assert_all_close (3, wrench.moment, origin, 1e-9);
  }
  assert_close (mbd_state_tension (state, index), 75.41632500, 2e-6 * 75.41632500);
  testing_state_free (state);
}

/* S2 and S3: a rod across a chain ---------------------------------------------------------- */

static const double near_end[3] = { 0.2, 0.3, -0.1 }, far_end[3] = { 0.1, -0.2, 0.3 };

/// Creates four bodies of 1 m on ball joints, drawn in an arc and moving at random; a rod of 3 m
/// between points of the first and of the last.
static Design *
chain_with_rod (void)
{
  static const double below[3] = { 0, -0.5, 0 };
  Design *design = design_new ();
  MbdCouplingDef rod = mbd_rod_default ();
  // A fixed seed, because the motion is required below not to be a rest.
  GRand *rand = g_rand_new_with_seed (32);
  int body = MBD_GROUND;

  for (int i = 0; i < 4; i++) {
    body = hang_ball (design, 1 + i, body, i == 0 ? origin : below, 0.5, 0.3 * i);
    random_vector (rand, 3, 1, design->bodies[i].angular_velocity);
  }
  rod.body_a = 1;
  rod.body_b = body;
  memcpy (rod.frame_a.point, near_end, sizeof near_end);
  memcpy (rod.frame_b.point, far_end, sizeof far_end);
  rod.length = 3;
  design_add_coupling (design, &rod);
  g_rand_free (rand);
  return design;
}

/// Computes the differences of position, velocity and acceleration of the ends of the rod.
static void
rod_difference (MbdState *state, double r[3], double v[3], double a[3])
{
  double near[3][3], far[3][3];

  mbd_state_body_point (state, 1, near_end, near[0], near[1], near[2]);
  mbd_state_body_point (state, 4, far_end, far[0], far[1], far[2]);
  for (int k = 0; k < 3; k++) {
    r[k] = far[0][k] - near[0][k];
    v[k] = far[1][k] - near[1][k];
    a[k] = far[2][k] - near[2][k];
  }
}

static double
rod_length (MbdState *state)
{
  double r[3], v[3], a[3];

  rod_difference (state, r, v, a);
  return sqrt (dot (3, r, r));
}

static void
test_s2 (void)
{
  MbdState *state = testing_state (chain_with_rod ());
  double r[3], v[3], a[3];

  g_assert_cmpfloat (fabs (rod_length (state) - 3), >, 0.01);
  assert_ok (mbd_state_assemble (state, NULL, NULL));
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  assert_ok (mbd_state_solve (state, NULL));
  rod_difference (state, r, v, a);
  g_assert_cmpfloat (dot (3, v, v), >, 0.01);
  assert_close (sqrt (dot (3, r, r)), 3, 1e-10);
  assert_close (dot (3, v, r), 0, 1e-10);
  assert_close (dot (3, a, r), -dot (3, v, v), 1e-10);
  testing_state_free (state);
}

static void
test_s3 (void)
{
  const int rod = 4;
  Run run = run_start (chain_with_rod (), MBD_STABILISATION_PROJECTION);

  assert_ok (mbd_state_assemble (run.state, NULL, NULL));
  assert_ok (mbd_state_assemble_velocities (run.state, NULL, NULL));
  assert_ok (mbd_integrator_start (run.integrator, run.state, NULL));
  for (int i = 1; i <= 49; i++) {
    run_to (&run, 0.1 * i);
    assert_close (rod_length (run.state), 3, 1e-6);
  }
  const int rows = mbd_state_active_row_count (run.state);
  mbd_state_set_enabled (run.state, rod, false);
  g_assert_cmpint (mbd_state_active_row_count (run.state), ==, rows - 1);
  assert_ok (mbd_integrator_restart (run.integrator, run.state, NULL));
  run_to (&run, 5.3);
  g_assert_cmpfloat (fabs (rod_length (run.state) - 3), >, 1e-3);

  const double length = rod_length (run.state);
  mbd_state_set_enabled (run.state, rod, true);
  g_assert_cmpint (mbd_state_active_row_count (run.state), ==, rows);
  g_assert_cmpfloat (rod_length (run.state), ==, length);
  assert_ok (mbd_state_assemble (run.state, NULL, NULL));
  assert_close (rod_length (run.state), 3, 1e-10);
  run_end (&run);
}

/* K1, K4, K5: swinging bodies -------------------------------------------------------------- */

typedef struct
{
  double time, y, z;
} Place;

/// Checks that body 1 passes these places of the y-z plane.
static void
check_places (Design *design, int n, const Place *places)
{
  Run run = run_start (design, MBD_STABILISATION_PROJECTION);

  for (int i = 0; i < n; i++) {
    double at[3];
    run_to (&run, places[i].time);
    mbd_state_body_point (run.state, 1, origin, at, NULL, NULL);
    assert_all_close (3, at, ((double[]){ 0, places[i].y, places[i].z }), 1e-8);
  }
  run_end (&run);
}

static void
test_k1 (void)
{
  static const Place places[] = {
    { 0.1, 1.999398989286, -.049027356039 }, { 0.5, 1.644570053174, -1.138151721082 },
    { 1, -.956545038436, -1.756422952892 },  { 2, -1.933288711505, -.512244822294 },
    { 5, -1.999998068490, -.002779575030 },
  };
  Run run = run_start (design_hinged_body (0), MBD_STABILISATION_PROJECTION);
  double velocity[3];

  check_places (design_hinged_body (0), G_N_ELEMENTS (places), places);
  run_to (&run, 0.5);
  mbd_state_body_point (run.state, 1, origin, NULL, velocity, NULL);
  assert_all_close (3, velocity, ((double[]){ 0, -2.688720009010, -3.885060599816 }), 1e-8);
  run_end (&run);
}

static void
test_k4 (void)
{
  static const Place places[] = {
    { 0.1, 1.999427946866, -.047831843924 }, { 0.5, 1.660807753738, -1.114323833149 },
    { 1, -.892381485529, -1.789875773423 },  { 2, -1.951117168778, -.439479002572 },
    { 5, -1.999683868884, -.035558747545 },
  };

  for (int kind = 1; kind <= 3; kind++) { // hinge, ball, universal
    MbdState *state = testing_state (design_hinged_body (kind));
    double acceleration[3];
    MbdWrench wrench;

    assert_ok (mbd_state_solve (state, NULL));
    mbd_state_body_point (state, 1, origin, NULL, NULL, acceleration);
    assert_close (acceleration[2], -9.567463414634, 1e-11);
    mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
    assert_close (wrench.force[2], 0.239186585366, 1e-11);
    testing_state_free (state);
    check_places (design_hinged_body (kind), G_N_ELEMENTS (places), places);
  }
}

static void
test_k5 (void)
{
  static const double times[] = { 0.5, 1, 2, 5 };
  static const double places[][3] = {
    { 2.8259098, 2.5770847, 2.4229153 },
    { 1.0421038, 3.4139002, 1.5860998 },
    { -.9999998, 2.0006269, 2.9993731 },
    { 1.2099605, 3.4063991, 1.5936009 },
  };
  Run run = run_start (design_slanted_pin (), MBD_STABILISATION_PROJECTION);
  double acceleration[3], q[4], alpha[3];
  MbdWrench wrench;

  assert_ok (mbd_state_solve (run.state, NULL));
  mbd_state_body_point (run.state, 1, origin, NULL, NULL, acceleration);
  assert_all_close (3, acceleration, ((double[]){ 0, 4.783731707317, -4.783731707317 }), 1e-11);
  mbd_state_body_pose (run.state, 1, NULL, q);
  quaternion_turn (q, mbd_state_accelerations (run.state) + 3, alpha);
  assert_all_close (3, alpha, ((double[]){ 0, 2.391865853659, 2.391865853659 }), 1e-11);
  mbd_state_reaction (run.state, 0, 0, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.force, ((double[]){ 0, -4.783731707, -5.022918293 }), 1e-9);
  assert_all_close (3, wrench.moment, ((double[]){ 0, 9.80665, -9.80665 }), 1e-9);
  for (int i = 0; i < 4; i++) {
    double at[3];
    run_to (&run, times[i]);
    mbd_state_body_point (run.state, 1, origin, at, NULL, NULL);
    // Seven decimals are given.
    assert_all_close (3, at, places[i], 6e-8);
  }
  run_end (&run);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cases/r6/errors", test_r6_errors);
  g_test_add_func ("/cases/r6/static", test_r6_static);
  g_test_add_func ("/cases/r7", test_r7);
  g_test_add_func ("/cases/r12", test_r12);
  g_test_add_func ("/cases/s1", test_s1);
  g_test_add_func ("/cases/s2", test_s2);
  g_test_add_func ("/cases/s3", test_s3);
  g_test_add_func ("/cases/k1", test_k1);
  g_test_add_func ("/cases/k4", test_k4);
  g_test_add_func ("/cases/k5", test_k5);
  return g_test_run ();
}
