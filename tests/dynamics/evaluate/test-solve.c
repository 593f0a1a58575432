// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accelerations, multipliers and reactions: both equations are satisfied, closed forms, the signs
// and frames of reactions; and constraints do no work.

#include "testing-seed.h"
#include "testing.h"

#include "perpendicular-pendulum.h"

/// Round-off of a refined solution relative to the largest terms of an equation; two to three
/// passes reach a few 1e-15, an order of magnitude is left for long sums.
#define ROUND_OFF 1e-13

static const double origin[3];

static void
check_solved (MbdState *state, double limit)
{
  MbdDiagnosis why = { 0 };
  double forces, rows;

  assert_ok (mbd_state_solve (state, &why));
  System *system = system_new (state);
  system_residuals (system, mbd_state_accelerations (state), mbd_state_multipliers (state), &forces,
                    &rows);
  assert_at_most (forces, limit);
  assert_at_most (rows, limit);
  system_free (system);
}

/// Checks that action and reaction sum to zero: forces, and moments about a distant point.
static void
check_balance (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  const double about[3] = { 3, -7, 5 };

  for (int c = 0; c < mbd_model_coupling_count (model); c++) {
    MbdWrench wrench[2];
    double force[3] = { 0 }, moment[3] = { 0 }, scale = 0;

    for (int side = 0; side < 2; side++) {
      double arm[3], turn[3];

      mbd_state_reaction (state, c, side, MBD_AXES_WORLD, &wrench[side]);
      for (int k = 0; k < 3; k++)
        arm[k] = wrench[side].point[k] - about[k];
      cross (arm, wrench[side].force, turn);
      for (int k = 0; k < 3; k++) {
        force[k] += wrench[side].force[k];
        moment[k] += wrench[side].moment[k] + turn[k];
      }
      scale += 10 * max_norm (3, wrench[side].force) + max_norm (3, wrench[side].moment);
    }
    // Round-off of the sums at arms of some 10 m.
    assert_at_most (max_norm (3, force), 1e-14 * scale);
    assert_at_most (max_norm (3, moment), 1e-14 * scale);
  }
}

/// Checks the same reaction in world, body and frame axes: lengths agree, and turning converts one
/// to another.
static void
check_axes (MbdState *state, const Design *design)
{
  const MbdModel *model = mbd_state_model (state);

  for (int c = 0; c < mbd_model_coupling_count (model); c++)
    for (int side = 0; side < 2; side++) {
      const MbdFrame *frame = side ? &design->couplings[c].frame_b : &design->couplings[c].frame_a;
      MbdWrench world, body, local;
      double q[4], turned[3];
      int bodies[2];

      mbd_model_coupling_bodies (model, c, bodies);
      mbd_state_reaction (state, c, side, MBD_AXES_WORLD, &world);
      mbd_state_reaction (state, c, side, MBD_AXES_BODY, &body);
      mbd_state_reaction (state, c, side, MBD_AXES_FRAME, &local);
      g_assert_cmpint (world.body, ==, bodies[side]);
      mbd_state_body_pose (state, bodies[side], NULL, q);

      double tolerance = 1e-14 * (1 + max_norm (3, world.force) + max_norm (3, world.moment));
      quaternion_turn (q, body.force, turned);
      assert_all_close (3, turned, world.force, tolerance);
      quaternion_turn (q, body.moment, turned);
      assert_all_close (3, turned, world.moment, tolerance);
      quaternion_turn (frame->quaternion, local.force, turned);
      assert_all_close (3, turned, body.force, tolerance);
      quaternion_turn (frame->quaternion, local.moment, turned);
      assert_all_close (3, turned, body.moment, tolerance);
      assert_all_close (3, body.point, world.point, 0);
      assert_all_close (3, local.point, world.point, 0);
    }
}

/// Checks that reactions and applied wrenches on each body, from the queries, give its acceleration
/// by Newton and Euler: the reactions belong to the solution and are not merely balanced.
static void
check_newton (MbdState *state, const Design *design)
{
  const MbdModel *model = mbd_state_model (state);
  int bodies = mbd_model_body_count (model);

  for (int b = 1; b < bodies; b++) {
    const MbdBodyDef *def = &design->bodies[b - 1];
    double centre[3], acceleration[3], force[3], scale = 1;

    if (def->mobility == MBD_FIXED)
      continue;
    mbd_state_body_point (state, b, def->centre_of_mass, centre, NULL, acceleration);
    for (int k = 0; k < 3; k++)
      force[k] = def->mass * design->gravity[k];
    for (int c = 0; c < mbd_model_coupling_count (model) + mbd_model_force_count (model); c++)
      for (int side = 0; side < 2; side++) {
        MbdWrench wrench;

        if (c < mbd_model_coupling_count (model))
          mbd_state_reaction (state, c, side, MBD_AXES_WORLD, &wrench);
        else
          mbd_state_force_wrench (state, c - mbd_model_coupling_count (model), side, &wrench);
        for (int k = 0; k < 3 && wrench.body == b; k++)
          force[k] += wrench.force[k];
        scale = fmax (scale, max_norm (3, wrench.force));
      }
    for (int k = 0; k < (def->mobility == MBD_PLANAR ? 2 : 3); k++)
      assert_close (force[k], def->mass * acceleration[k], 1e-12 * scale);
  }
}

/// Checks that constraint forces do no work on velocities that satisfy the constraints.
static void
check_workless (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  const double *lambda = mbd_state_multipliers (state), *v = mbd_state_velocities (state);
  double *rates = g_new0 (double, m + 1), power = 0, scale = 1e-300;

  mbd_state_errors (state, NULL, rates, NULL);
  power = dot (m, lambda, rates);
  scale = (1 + max_norm (m, lambda)) * (1 + max_norm (n, v)) * m;
  assert_at_most (fabs (power), 1e-13 * scale);

  // The reactions' power over both bodies equals the multipliers' power, and vanishes as well.
  power = 0;
  for (int c = 0; c < mbd_model_coupling_count (model); c++)
    for (int side = 0; side < 2; side++) {
      MbdWrench wrench;
      double x[3], q[4], back[4], arm[3], local[3], velocity[3], omega[3];

      mbd_state_reaction (state, c, side, MBD_AXES_WORLD, &wrench);
      mbd_state_body_pose (state, wrench.body, x, q);
      for (int k = 0; k < 3; k++) {
        arm[k] = wrench.point[k] - x[k];
        back[k + 1] = -q[k + 1];
      }
      back[0] = q[0];
      quaternion_turn (back, arm, local);
      mbd_state_body_point (state, wrench.body, local, NULL, velocity, NULL);
      mbd_state_body_angular_velocity (state, wrench.body, omega);
      power += dot (3, wrench.force, velocity) + dot (3, wrench.moment, omega);
    }
  assert_at_most (fabs (power), 1e-12 * scale);
  g_free (rates);
}

static void
check_everything (Design *design)
{
  MbdState *state = mbd_state_new (design_compile (design));

  check_solved (state, ROUND_OFF);
  check_balance (state);
  check_axes (state, design);
  check_newton (state, design);
  check_workless (state);
  testing_state_free (state);
  design_free (design);
}

static void
test_planar_mechanisms (void)
{
  check_everything (design_fourbar (MBD_PLANAR));
  check_everything (design_slider_crank (MBD_PLANAR, 0.7, 20));
  check_everything (design_chain (2, 0, MBD_PLANAR));
  check_everything (design_chain (100, 0.8, MBD_PLANAR));
  check_everything (design_pendulum (MBD_PLANAR));
  check_everything (design_nfourbar (10, 0.3, 1, MBD_PLANAR));
  check_everything (design_andrews (MBD_PLANAR));
  check_everything (design_hub (40, MBD_PLANAR));
}

static void
test_spatial_mechanisms (void)
{
  check_everything (design_fourbar (MBD_SPATIAL));
  check_everything (design_slider_crank (MBD_SPATIAL, 0.7, 20));
  check_everything (design_chain (20, 0.8, MBD_SPATIAL));
  check_everything (design_nfourbar (3, 0.3, 1, MBD_SPATIAL));
  check_everything (design_andrews (MBD_SPATIAL));
  check_everything (design_bricard ());
  check_everything (design_hub (12, MBD_SPATIAL));
  check_everything (design_perpendicular_pendulum ((double[]){ 1, 0.5 }, (double[]){ 3, 1.5 }));
  for (int kind = 0; kind <= 4; kind++)
    check_everything (design_hinged_body (kind));
  check_everything (design_slanted_pin ());
}

/// Checks a mechanism of many planar bodies, body by body: m a and I alpha result from gravity and
/// the reactions, and the rows hold.
static void
check_large (Design *design)
{
  MbdState *state = mbd_state_new (design_compile (design));
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model), couplings = mbd_model_coupling_count (model);
  double *missing = g_new0 (double, 3 * (design->body_count + 1)), *error = g_new0 (double, m);
  double largest = DESIGN_GRAVITY, scale = 1;

  assert_ok (mbd_state_solve (state, NULL));
  for (int b = 1; b <= design->body_count; b++) {
    const MbdBodyDef *def = &design->bodies[b - 1];
    const double *a = mbd_state_accelerations (state) + mbd_model_body_first_velocity (model, b);

    missing[3 * b] = def->mass * (a[0] - design->gravity[0]);
    missing[3 * b + 1] = def->mass * (a[1] - design->gravity[1]);
    missing[3 * b + 2] = def->inertia[2] * a[2];
    largest = fmax (largest, max_norm (3, a));
  }
  for (int c = 0; c < couplings; c++)
    for (int side = 0; side < 2; side++) {
      MbdWrench wrench;
      double x[3], arm[3], turn[3];

      mbd_state_reaction (state, c, side, MBD_AXES_WORLD, &wrench);
      mbd_state_body_pose (state, wrench.body, x, NULL);
      for (int k = 0; k < 3; k++)
        arm[k] = wrench.point[k] - x[k];
      cross (arm, wrench.force, turn);
      missing[3 * wrench.body] -= wrench.force[0];
      missing[3 * wrench.body + 1] -= wrench.force[1];
      missing[3 * wrench.body + 2] -= wrench.moment[2] + turn[2];
      scale = fmax (scale, max_norm (3, wrench.force));
    }
  assert_at_most (max_norm (3 * design->body_count, missing + 3), 1e-12 * scale);
  mbd_state_errors (state, NULL, NULL, error);
  assert_at_most (max_norm (m, error), 1e-11 * largest);
  g_free (missing);
  g_free (error);
  testing_state_free (state);
  design_free (design);
}

static void
test_large (void)
{
  check_large (design_chain (5000, 0.8, MBD_PLANAR));
  check_large (design_nfourbar (500, 0.3, 1, MBD_PLANAR));
  check_large (design_hub (1000, MBD_PLANAR));
  check_large (design_grid (20));
}

/// Adds body `id` of 2 kg at (x, y) on a rod of `length` from the ground's `hook`.
static void
hang (Design *design, int id, double hook_x, double hook_y, double length)
{
  MbdCouplingDef rod = mbd_rod_default ();

  rod.body_a = MBD_GROUND;
  rod.frame_a.point[0] = hook_x;
  rod.frame_a.point[1] = hook_y;
  rod.body_b = id;
  rod.length = length;
  design_add_coupling (design, &rod);
}

static Design *
one_mass (MbdMobility mobility, double mass, double x, double y)
{
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();

  body.mobility = mobility;
  body.mass = mass;
  body.position[0] = x;
  body.position[1] = y;
  design_add_body (design, &body);
  return design;
}

static void
test_rod_tension (void)
{
  static const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL };

  // A mass hanging from a rod pulls, the same mass standing on it pushes.
  for (int i = 0; i < 2; i++)
    for (int above = 0; above < 2; above++) {
      Design *design = one_mass (mobilities[i], 2, 0, above ? 1 : -1);
      MbdState *state;

      hang (design, 1, 0, 0, 1);
      state = testing_state (design);
      assert_ok (mbd_state_solve (state, NULL));
      assert_close (mbd_state_tension (state, 0), above ? -19.62 : 19.62, 1e-12);
      assert_close (mbd_state_multipliers (state)[0], above ? 19.62 : -19.62, 1e-12);
      assert_close (max_norm (mbd_model_velocity_count (mbd_state_model (state)),
                              mbd_state_accelerations (state)),
                    0, 1e-13);
      testing_state_free (state);
    }
}

static void
test_spinning_pair (void)
{
  // Masses 1 and 3 kg on 2 m turn at 3 rad/s: tension mu omega^2 d = 13.5, for any common velocity.
  for (int drift = 0; drift < 2; drift++) {
    Design *design = one_mass (MBD_PLANAR, 1, -1.5, 0);
    MbdBodyDef other = mbd_body_default ();
    MbdCouplingDef rod = mbd_rod_default ();
    MbdState *state;

    design->gravity[1] = 0;
    other.mass = 3;
    other.position[0] = 0.5;
    design_add_body (design, &other);
    design_set_motion (design, 1, 7.0 * drift, -4.5 + 5.0 * drift, 0);
    design_set_motion (design, 2, 7.0 * drift, 1.5 + 5.0 * drift, 0);
    rod.body_a = 1;
    rod.body_b = 2;
    rod.length = 2;
    design_add_coupling (design, &rod);
    state = testing_state (design);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (mbd_state_tension (state, 0), 13.5, 1e-12);
    testing_state_free (state);
  }
}

static void
test_pendulum_tension (void)
{
  // Tension m (d theta'^2 + g sin theta) at states of the pendulum given as an angle and its rate.
  static const double states[][2] = { { 0, 0 }, { 0.3, 1.2 }, { 1.5, -3 }, { 2.8, 2 } };

  for (int i = 0; i < 4; i++) {
    const double angle = states[i][0], rate = states[i][1], d = 2;
    Design *design = one_mass (MBD_PLANAR, 1, d * cos (angle), -d * sin (angle));
    MbdState *state;

    design_set_motion (design, 1, -d * rate * sin (angle), -d * rate * cos (angle), 0);
    hang (design, 1, 0, 0, d);
    state = testing_state (design);
    assert_ok (mbd_state_solve (state, NULL));
    assert_close (mbd_state_tension (state, 0), d * rate * rate + DESIGN_GRAVITY * sin (angle),
                  1e-12);
    testing_state_free (state);
  }
}

static void
test_duplicate_rods (void)
{
  // Two rods in one place share the load equally; three take a third each.
  for (int rods = 2; rods <= 3; rods++) {
    Design *design = one_mass (MBD_PLANAR, 2, 0, -1);
    MbdState *state;

    for (int i = 0; i < rods; i++)
      hang (design, 1, 0, 0, 1);
    state = testing_state (design);
    check_solved (state, ROUND_OFF);
    // The share of the load degrades as rho shrinks: with 1e-10 it is accurate to some 1e-6.
    for (int i = 0; i < rods; i++)
      assert_close (mbd_state_tension (state, i), 19.62 / rods, 1e-5);
    testing_state_free (state);
  }
}

static void
test_disabled_rod (void)
{
  Design *design = one_mass (MBD_PLANAR, 2, 0, -1.25);
  MbdWrench wrench;
  MbdState *state;
  double a[3], b[3];

  hang (design, 1, 0, 0, 1);
  design->couplings[0].enabled = false;
  state = testing_state (design);
  assert_ok (mbd_state_solve (state, NULL));
  assert_close (mbd_state_accelerations (state)[1], -DESIGN_GRAVITY, 1e-14);
  g_assert_true (mbd_state_tension (state, 0) == 0);
  for (int side = 0; side < 2; side++) {
    mbd_state_reaction (state, 0, side, MBD_AXES_WORLD, &wrench);
    g_assert_true (max_norm (3, wrench.force) == 0 && max_norm (3, wrench.moment) == 0);
  }
  // Its points are still available.
  mbd_state_coupling_points (state, 0, a, b);
  assert_close (b[1] - a[1], -1.25, 1e-15);
  testing_state_free (state);
}

static void
test_coincident_rod_points (void)
{
  // Error -d, no NaN, and a direction: x of body_a in the plane, z of it in space.
  for (int i = 0; i < 2; i++) {
    Design *design = one_mass (i ? MBD_SPATIAL : MBD_PLANAR, 2, 0, 0);
    const double velocity[3] = { 0.25, 0, i ? 0.5 : 0 };
    double position, rate, G[6], gamma;
    MbdState *state;

    memcpy (design->bodies[0].velocity, velocity, sizeof velocity);
    hang (design, 1, 0, 0, 1);
    state = testing_state (design);
    mbd_state_errors (state, &position, &rate, NULL);
    mbd_state_jacobian (state, G, &gamma);
    assert_close (position, -1, 0);
    assert_close (rate, i ? 0.5 : 0.25, 1e-15);
    assert_close (G[i ? 2 : 0], 1, 1e-15);
    assert_ok (mbd_state_solve (state, NULL));
    g_assert_true (isfinite (mbd_state_tension (state, 0)));
    assert_ok (mbd_state_assemble (state, NULL, NULL));
    mbd_state_errors (state, &position, NULL, NULL);
    assert_close (position, 0, 1e-12);
    testing_state_free (state);
  }
}

/// Converts the angular acceleration of a body from body-axis coordinates to world axes.
static void
angular_acceleration (MbdState *state, int body, double alpha[3])
{
  const MbdModel *model = mbd_state_model (state);
  double q[4];

  mbd_state_body_pose (state, body, NULL, q);
  quaternion_turn (
    q, mbd_state_accelerations (state) + mbd_model_body_first_velocity (model, body) + 3, alpha);
}

static void
test_perpendicular_pendulum (void)
{
  const double pi = 3.14159265358979323846;
  const double angles[2] = { pi / 3, pi / 6 }, rates[2] = { pi, pi / 2 };
  MbdState *state;
  double alpha[3], a[3];
  MbdWrench wrench;

  state = testing_state (design_perpendicular_pendulum ((double[]){ 0, 0 }, (double[]){ 0, 0 }));
  check_solved (state, ROUND_OFF);
  angular_acceleration (state, 1, alpha);
  assert_all_close (3, alpha, ((double[]){ 0, 0, -2.2638461538461536 }), 1e-9);
  testing_state_free (state);

  state = testing_state (design_perpendicular_pendulum (angles, (double[]){ 0, 0 }));
  check_solved (state, ROUND_OFF);
  angular_acceleration (state, 1, alpha);
  assert_all_close (3, alpha, ((double[]){ 0, 0, -7.261739678757 }), 1e-9);
  testing_state_free (state);

  state = testing_state (design_perpendicular_pendulum (angles, rates));
  check_solved (state, ROUND_OFF);
  angular_acceleration (state, 1, alpha);
  assert_all_close (3, alpha, ((double[]){ 0, 0, -6.007037437577 }), 1e-9);
  angular_acceleration (state, 2, alpha);
  assert_all_close (
    3, alpha, ((double[]){ 0.09852917972385808, -5.755104606200659, -6.007037437576868 }), 1e-9);
  mbd_state_body_point (state, 1, (double[]){ 0, -0.5, 0 }, NULL, NULL, a);
  assert_all_close (3, a, ((double[]){ -5.775423427717259, -0.133722410940534, 0 }), 1e-9);
  mbd_state_body_point (state, 2, (double[]){ 0.5, 0, 0 }, NULL, NULL, a);
  assert_all_close (3, a, ((double[]){ -9.46205569041417, -6.78660162063526, 1.8998154150661841 }),
                    1e-9);
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.force,
                    ((double[]){ -15.237479118131, 12.699675968424, 1.899815415066 }), 1e-9);
  mbd_state_reaction (state, 1, 1, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.force,
                    ((double[]){ -9.462055690414, 3.023398379365, 1.899815415066 }), 1e-9);
  testing_state_free (state);
}

static void
test_perpendicular_pendulum_in_angles (void)
{
  // Random states against the equations in the joint angles.
  GRand *rand = g_rand_new_with_seed (testing_seed (21));

  for (int round = 0; round < 50; round++) {
    double angles[2], rates[2], second[2], alpha[3], q[4], axis[3];
    MbdState *state;

    random_vector (rand, 2, 3, angles);
    random_vector (rand, 2, 3, rates);
    perpendicular_accelerations (angles, rates, second);
    state = testing_state (design_perpendicular_pendulum (angles, rates));
    check_solved (state, ROUND_OFF);
    angular_acceleration (state, 1, alpha);
    assert_all_close (3, alpha, ((double[]){ 0, 0, second[0] }), 1e-11);
    // About the joint axis, y of link 1, where the turning of link 1 adds nothing.
    mbd_state_body_pose (state, 1, NULL, q);
    quaternion_turn (q, (double[]){ 0, 1, 0 }, axis);
    angular_acceleration (state, 2, alpha);
    assert_close (dot (3, alpha, axis), second[1], 1e-11);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

/// Adds a load of this moment about the world origin and force to the body of a design.
static void
add_wrench (Design *design, int body, const double moment[3], const double force[3])
{
  MbdBodyDef *def = &design->bodies[body - 1];
  MbdForceDef load = mbd_load_default ();
  double turn[3];

  // The load is applied at the frame origin; its moment is transferred from the world origin.
  cross (def->position, force, turn);
  load.body_b = body;
  for (int k = 0; k < 3; k++) {
    load.force[k] = force[k];
    load.torque[k] = moment[k] - turn[k];
  }
  design_add_force (design, &load);
}

static void
test_perpendicular_pendulum_loaded (void)
{
  const double pi = 3.14159265358979323846;
  Design *design =
    design_perpendicular_pendulum ((double[]){ pi / 3, pi / 6 }, (double[]){ pi, pi / 2 });
  MbdState *state;
  double alpha[3], q[4], about_y[3] = { 0, 1, 0 };

  add_wrench (design, 1, (double[]){ 7.922073295595544, 9.594924263929030, 6.557406991565868 },
              (double[]){ 0.3571167857418955, 8.491293058687772, 9.339932477575505 });
  add_wrench (design, 2, (double[]){ 6.787351548577734, 7.577401305783335, 7.431324681249162 },
              (double[]){ 3.922270195341682, 6.554778901775567, 1.711866878115618 });
  state = testing_state (design);
  check_solved (state, ROUND_OFF);
  angular_acceleration (state, 1, alpha);
  assert_close (alpha[2], 0.805214063588, 1e-9);
  // The joint angle's acceleration is the relative acceleration about the joint axis, y of link 1,
  // which has no Coriolis part along itself.
  angular_acceleration (state, 2, alpha);
  mbd_state_body_pose (state, 1, NULL, q);
  quaternion_turn (q, about_y, about_y);
  assert_close (dot (3, alpha, about_y), -3.625033082557, 1e-9);
  testing_state_free (state);
}

static void
test_hinged_body (void)
{
  // Turning about world x with 4.1 kg m^2 about the pin; a rod holds only the point mass.
  for (int kind = 1; kind <= 4; kind++) {
    MbdState *state = testing_state (design_hinged_body (kind));
    double a[3];
    MbdWrench wrench;

    check_solved (state, ROUND_OFF);
    mbd_state_body_point (state, 1, origin, NULL, NULL, a);
    assert_all_close (3, a, ((double[]){ 0, 0, -9.567463414634 }), 1e-11);
    if (kind < 4) {
      mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
      assert_all_close (3, wrench.force, ((double[]){ 0, 0, 0.239186585366 }), 1e-11);
      assert_all_close (3, wrench.moment, origin, 1e-11);
    }
    testing_state_free (state);
  }
}

static void
test_slanted_pin (void)
{
  MbdState *state = testing_state (design_slanted_pin ());
  MbdWrench wrench;
  double a[3];

  check_solved (state, ROUND_OFF);
  mbd_state_body_point (state, 1, origin, NULL, NULL, a);
  assert_all_close (3, a, ((double[]){ 0, 4.783731707317, -4.783731707317 }), 1e-11);
  angular_acceleration (state, 1, a);
  assert_all_close (3, a, ((double[]){ 0, 2.391865853659, 2.391865853659 }), 1e-11);
  mbd_state_reaction (state, 0, 0, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.point, ((double[]){ 1, 2, 3 }), 1e-14);
  assert_all_close (3, wrench.force, ((double[]){ 0, -4.783731707, -5.022918293 }), 1e-9);
  assert_all_close (3, wrench.moment, ((double[]){ 0, 9.80665, -9.80665 }), 1e-11);
  testing_state_free (state);
}

static void
test_weld_reaction (void)
{
  // A weld opposes an applied force and torque, at its point.
  Design *design = one_mass (MBD_SPATIAL, 1, 0, 0);
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  MbdForceDef load = mbd_load_default ();
  MbdWrench wrench;
  MbdState *state;

  design->gravity[1] = 0;
  weld.body_b = 1;
  design_add_coupling (design, &weld);
  load.body_b = 1;
  memcpy (load.force, (double[]){ 1, 2, 3 }, sizeof load.force);
  memcpy (load.torque, (double[]){ 20, 30, 40 }, sizeof load.torque);
  design_add_force (design, &load);
  state = testing_state (design);
  check_solved (state, ROUND_OFF);
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.force, ((double[]){ -1, -2, -3 }), 1e-12);
  assert_all_close (3, wrench.moment, ((double[]){ -20, -30, -40 }), 1e-12);
  mbd_state_reaction (state, 0, 0, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.moment, ((double[]){ 20, 30, 40 }), 1e-12);
  testing_state_free (state);
}

static void
test_slider_reaction (void)
{
  // A slider 3 m out on a horizontal guide carries a weight of 1 kg: at the guide's point the body
  // exerts its weight and the moment 3 m times the weight, about z.
  Design *design = one_mass (MBD_PLANAR, 1, 3, 0);
  MbdCouplingDef slider = mbd_loop_default (MBD_LOOP_SLIDER);
  MbdWrench wrench;
  MbdState *state;

  slider.body_b = 1;
  design_add_coupling (design, &slider);
  design_set_motion (design, 1, 2, 0, 0);
  state = testing_state (design);
  check_solved (state, ROUND_OFF);
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.point, ((double[]){ 3, 0, 0 }), 1e-15);
  assert_all_close (3, wrench.force, ((double[]){ 0, 9.81, 0 }), 1e-13);
  assert_all_close (3, wrench.moment, origin, 1e-13);
  mbd_state_reaction (state, 0, 0, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.point, origin, 1e-15);
  assert_all_close (3, wrench.force, ((double[]){ 0, -9.81, 0 }), 1e-13);
  assert_all_close (3, wrench.moment, ((double[]){ 0, 0, -29.43 }), 1e-12);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/solve/planar-mechanisms", test_planar_mechanisms);
  g_test_add_func ("/solve/spatial-mechanisms", test_spatial_mechanisms);
  g_test_add_func ("/solve/large", test_large);
  g_test_add_func ("/solve/rod/tension", test_rod_tension);
  g_test_add_func ("/solve/rod/spinning-pair", test_spinning_pair);
  g_test_add_func ("/solve/rod/pendulum", test_pendulum_tension);
  g_test_add_func ("/solve/rod/duplicates", test_duplicate_rods);
  g_test_add_func ("/solve/rod/disabled", test_disabled_rod);
  g_test_add_func ("/solve/rod/coincident-points", test_coincident_rod_points);
  g_test_add_func ("/solve/cases/r5", test_perpendicular_pendulum);
  g_test_add_func ("/solve/cases/r5-in-angles", test_perpendicular_pendulum_in_angles);
  g_test_add_func ("/solve/cases/r5-loaded", test_perpendicular_pendulum_loaded);
  g_test_add_func ("/solve/hinged-body", test_hinged_body);
  g_test_add_func ("/solve/slanted-pin", test_slanted_pin);
  g_test_add_func ("/solve/weld-reaction", test_weld_reaction);
  g_test_add_func ("/solve/slider-reaction", test_slider_reaction);
  return g_test_run ();
}
