// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses of one instant: weighted assembly, the five-link rhombus, mobility, impacts by both
// paths, power, and the quantities of four-bar theory.

#include "testing-seed.h"
#include "testing.h"

/* The rhombus ------------------------------------------------------------------------------ */

/// The rhombus with torques tau in its joints.
static Design *
rhombus (const double q[5], const double rates[5], const double tau[5])
{
  static const int parent[5] = { 0, 1, 0, 3, 4 };
  Design *design = design_rhombus (q, rates);

  for (int i = 0; i < 5; i++) {
    MbdForceDef torque = mbd_load_default ();
    torque.body_b = i + 1;
    torque.torque[2] = tau[i];
    design_add_force (design, &torque);
    torque.body_b = parent[i];
    torque.torque[2] = -tau[i];
    if (parent[i] > 0)
      design_add_force (design, &torque);
  }
  return design;
}

static const double none[5] = { 0 };
static const double regular[5] = { 3 * M_PI / 4, -M_PI / 2, M_PI / 4, M_PI / 2, -M_PI / 2 };

/// Angular accelerations in the joints.
static void
joint_accelerations (MbdState *state, double alpha[5])
{
  const double *a = mbd_state_accelerations (state);

  alpha[0] = a[2];
  alpha[1] = a[5] - a[2];
  alpha[2] = a[8];
  alpha[3] = a[11] - a[8];
  alpha[4] = a[14] - a[11];
}

static void
test_r8 (void)
{
  const double rates[5] = { -1, -1, -2, 1, -1 }, tau[5] = { 1, -2, 3, -5, 7 };
  const double in_motion[5] = { 0.8361773185107827, -2.8262007908677194, -1.99002347235694,
                                2.826200790867724, -2.8262007908677207 };
  const double stretched[5] = { -4.809499263622976, 4.1460088365243015, -2.452356406480118,
                                -0.5682768777614142, 2.357142857142858 };
  double alpha[5];
  MbdWrench tip;
  MbdDiagnosis why = { 0 };

  MbdState *state = testing_state (rhombus (regular, rates, tau));
  assert_ok (mbd_state_solve (state, &why));
  joint_accelerations (state, alpha);
  assert_all_close (5, alpha, in_motion, 1e-9);
  mbd_state_reaction (state, 5, 1, MBD_AXES_WORLD, &tip);
  assert_all_close (2, tip.force, ((double[]){ -7.934468855124943, -4.813765395000728 }), 1e-9);
  testing_state_free (state);

  state = testing_state (rhombus (none, none, tau));
  assert_ok (mbd_state_solve (state, &why));
  joint_accelerations (state, alpha);
  assert_all_close (5, alpha, stretched, 1e-9);
  mbd_state_reaction (state, 5, 1, MBD_AXES_WORLD, &tip);
  assert_all_close (2, tip.force, ((double[]){ 0, 3.857142857142857 }), 1e-9);
  testing_state_free (state);
}

/// Positions and velocities of links 1 and 3.
static const bool links_1_and_3[15] = { true, true, true, [6] = true, true, true };

static void
test_r10_positions (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (10));
  const MbdAssemblyWeights weights = { .keep = links_1_and_3 };

  for (int round = 0; round < 20; round++) {
    double q[5], before[15], errors[18];
    memcpy (q, regular, sizeof q);
    if (round > 0)
      q[1] += random_in (rand, -0.05, 0.05), q[3] += random_in (rand, -0.05, 0.05),
        q[4] += random_in (rand, -0.05, 0.05);
    MbdState *state = testing_state (rhombus (q, none, none));
    MbdDiagnosis why = { 0 };

    memcpy (before, mbd_state_positions (state), sizeof before);
    mbd_state_errors (state, errors, NULL, NULL);
    g_assert_true (round == 0 || max_norm (13, errors) > 1e-3);
    assert_ok (mbd_state_assemble_weighted (state, &weights, NULL, &why));
    mbd_state_errors (state, errors, NULL, NULL);
    assert_at_most (max_norm (13, errors), 1e-12 * mbd_model_size (mbd_state_model (state)));
    assert_identical (3, mbd_state_positions (state), before);
    assert_identical (3, mbd_state_positions (state) + 6, before + 6);
    if (round == 0)
      assert_identical (15, mbd_state_positions (state), before);

    // An assembled state is unchanged.
    memcpy (before, mbd_state_positions (state), sizeof before);
    assert_ok (mbd_state_assemble_weighted (state, &weights, NULL, &why));
    assert_identical (15, mbd_state_positions (state), before);
    testing_state_free (state);
  }
  g_rand_free (rand);
}

static void
test_r10_velocities (void)
{
  const double rates[5] = { .01, .5, -.7, -.5, .3 };
  const MbdAssemblyWeights weights = { .keep = links_1_and_3 };
  MbdState *state = testing_state (rhombus (regular, rates, none));
  double before[15], errors[18];

  memcpy (before, mbd_state_velocities (state), sizeof before);
  mbd_state_errors (state, NULL, errors, NULL);
  g_assert_cmpfloat (max_norm (13, errors), >, 0.1);
  assert_ok (mbd_state_assemble_velocities_weighted (state, &weights, NULL, NULL));
  mbd_state_errors (state, NULL, errors, NULL);
  assert_at_most (max_norm (13, errors), 1e-12);
  assert_identical (3, mbd_state_velocities (state), before);
  assert_identical (3, mbd_state_velocities (state) + 6, before + 6);
  testing_state_free (state);
}

/// The larger the weight of a body, the less it moves; with equal weights the result is the nearest
/// pose.
static void
test_weights (void)
{
  double moved[3], weights[9];

  for (int heavy = 0; heavy < 3; heavy++) {
    MbdState *state = testing_state (design_slider_crank (MBD_PLANAR, 0.7, 0));
    double q[9], off[9] = { [3] = 0.02 };
    const MbdAssemblyWeights by = { .weights = weights };

    for (int i = 0; i < 9; i++)
      weights[i] = i < 3 ? pow (100, heavy) : 1;
    move_along (mbd_state_model (state), mbd_state_positions (state), off, 1, q);
    mbd_state_set (state, 0, q, NULL);
    assert_ok (mbd_state_assemble_weighted (state, &by, NULL, NULL));
    moved[heavy] = fabs (mbd_state_positions (state)[2] - q[2]);
    testing_state_free (state);
  }
  g_assert_cmpfloat (moved[1], <, 0.5 * moved[0]);
  g_assert_cmpfloat (moved[2], <, 0.5 * moved[1]);

  // In the M-norm with weights 1 the change of velocities equals plain assembly.
  for (int spatial = 0; spatial < 2; spatial++) {
    MbdState *states[2];
    GRand *rand = g_rand_new_with_seed (testing_seed (3));
    double v[30];
    random_vector (rand, 30, 1, v);
    for (int i = 0; i < 2; i++) {
      states[i] = testing_state (design_fourbar (spatial ? MBD_SPATIAL : MBD_PLANAR));
      mbd_state_set (states[i], 0, NULL, v);
    }
    assert_ok (mbd_state_assemble_velocities (states[0], NULL, NULL));
    assert_ok (
      mbd_state_assemble_velocities_weighted (states[1], &(MbdAssemblyWeights){ 0 }, NULL, NULL));
    assert_all_close (mbd_model_velocity_count (mbd_state_model (states[0])),
                      mbd_state_velocities (states[1]), mbd_state_velocities (states[0]), 1e-10);
    testing_state_free (states[0]);
    testing_state_free (states[1]);
    g_rand_free (rand);
  }
}

static void
test_weighted_refusals (void)
{
  // Moving links 2 and 4 apart while all else is kept is impossible: the state is unchanged, and
  // the couplings are named.
  double q[5], before[15];
  bool keep[15], failed[6];
  memcpy (q, regular, sizeof q);
  q[1] += 0.1;
  MbdState *state = testing_state (rhombus (q, none, none));
  MbdDiagnosis why = { 0 };

  for (int i = 0; i < 15; i++)
    keep[i] = true;
  memcpy (before, mbd_state_positions (state), sizeof before);
  assert_status (
    mbd_state_assemble_weighted (state, &(MbdAssemblyWeights){ .keep = keep }, failed, &why),
    MBD_STATUS_CONFLICT);
  assert_identical (15, mbd_state_positions (state), before);
  for (int i = 0; i < 6; i++)
    g_assert_cmpint (failed[i], ==, i == 5);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_cmpint (why.id, ==, 6);

  const double weights[15] = { 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 };
  assert_status (
    mbd_state_assemble_weighted (state, &(MbdAssemblyWeights){ .weights = weights }, NULL, &why),
    MBD_STATUS_BAD_PARAMETER);
  g_assert_cmpint (why.id, ==, 2);
  assert_identical (15, mbd_state_positions (state), before);
  testing_state_free (state);
}

/* Mobility --------------------------------------------------------------------------------- */

/// Motions meet G z = 0, their number is velocities less rank, they are independent and of unit
/// speed; the basis is orthonormal in the M-norm.
static void
check_freedoms (Design *design, int freedoms)
{
  MbdState *state = testing_state (design);
  System *system = system_new (state);
  const int n = system->n, m = system->m;
  MbdFreedoms *found;
  double *product = g_new0 (double, n + 1);

  assert_ok (mbd_freedoms_new (state, &found, NULL));
  g_assert_cmpint (found->freedoms, ==, freedoms);
  g_assert_cmpint (found->freedoms, ==, n - found->rank);
  g_assert_cmpint (found->freedoms, ==, n - system_rank (system, 1e-9, NULL));
  g_assert_cmpint (found->freedoms_by_count, ==, mbd_state_freedoms_by_count (state));
  g_assert_false (found->any_conflict);

  double *gram = g_new0 (double, (gsize) freedoms *(gsize) freedoms + 1);
  for (int k = 0; k < freedoms; k++) {
    const double *z = found->motions + k * n, *y = found->basis + k * n;
    for (int row = 0; row < m; row++) {
      assert_at_most (fabs (dot (n, system->G + row * n, z)), 1e-8);
      assert_at_most (fabs (dot (n, system->G + row * n, y)), 1e-9 * max_norm (n, y));
    }
    mbd_state_mass_multiply (state, y, product);
    for (int j = 0; j < freedoms; j++)
      assert_close (dot (n, found->basis + j * n, product), j == k, 1e-9);
    assert_at_most (max_norm (n, z), 1e3);
    g_assert_cmpfloat (max_norm (n, z), >, 0.1);
    // Coordinates of the motion in the basis: independent motions have a regular matrix of these.
    mbd_state_mass_multiply (state, z, product);
    for (int j = 0; j < freedoms; j++)
      gram[k * freedoms + j] = dot (n, found->basis + j * n, product);
  }
  for (int k = 0; k < freedoms; k++) {
    // Gauss elimination with row exchange.
    int pivot = k;
    for (int i = k; i < freedoms; i++)
      pivot = fabs (gram[i * freedoms + k]) > fabs (gram[pivot * freedoms + k]) ? i : pivot;
    for (int j = 0; j < freedoms; j++) {
      double t = gram[k * freedoms + j];
      gram[k * freedoms + j] = gram[pivot * freedoms + j];
      gram[pivot * freedoms + j] = t;
    }
    g_assert_cmpfloat (fabs (gram[k * freedoms + k]), >, 1e-6);
    for (int i = k + 1; i < freedoms; i++) {
      double factor = gram[i * freedoms + k] / gram[k * freedoms + k];
      for (int j = k; j < freedoms; j++)
        gram[i * freedoms + j] -= factor * gram[k * freedoms + j];
    }
  }
  g_free (gram);
  g_free (product);
  mbd_freedoms_free (found);
  system_free (system);
  testing_state_free (state);
}

static void
test_freedoms (void)
{
  check_freedoms (design_fourbar (MBD_PLANAR), 1);
  check_freedoms (design_fourbar (MBD_SPATIAL), 1);
  check_freedoms (design_bricard (), 1);
  check_freedoms (design_chain (10, 0.3, MBD_PLANAR), 10);
  check_freedoms (design_chain (5, 0.3, MBD_SPATIAL), 5);
  check_freedoms (design_free_body (), 6);
  check_freedoms (design_pendulum (MBD_SPATIAL), 5);
  check_freedoms (design_nfourbar (6, asin (1.0), 0, MBD_PLANAR), 7);
  check_freedoms (design_hinged_body (4), 1);
  check_freedoms (design_grid (4), 72 - 2 * (2 * 24 - 16 + 2) + 1);
  check_freedoms (design_hub (20, MBD_PLANAR), 21);
}

/// Motions that move few bodies come first, and unconnected bodies do not move together.
static void
test_sparse_motions (void)
{
  Design *design = design_chain (4, 0.3, MBD_PLANAR);
  MbdBodyDef apart = mbd_body_default ();
  MbdFreedoms *found;
  int last = 0;

  design_add_body (design, &apart);
  MbdState *state = testing_state (design);
  assert_ok (mbd_freedoms_new (state, &found, NULL));
  g_assert_cmpint (found->freedoms, ==, 7);
  for (int k = 0; k < 7; k++) {
    int moving = 0;
    bool chain = false, other = false;
    for (int b = 0; b < 5; b++) {
      bool moves = max_norm (3, found->motions + 15 * k + 3 * b) > 0;
      moving += moves;
      chain |= moves && b < 4;
      other |= moves && b == 4;
    }
    g_assert_false (chain && other);
    g_assert_cmpint (moving, >=, last);
    last = moving;
  }
  // Three motions of the free body and one that turns only the last bar.
  g_assert_cmpint (last, >=, 4);
  g_assert_cmpfloat (max_norm (12, found->motions), ==, 0);
  mbd_freedoms_free (found);
  testing_state_free (state);
}

static void
test_conflicts (void)
{
  Design *design = design_pendulum (MBD_PLANAR);
  MbdCouplingDef rod = design->couplings[0];
  MbdFreedoms *found;
  double before[3];

  rod.length = 1.1;
  design_add_coupling (design, &rod);
  MbdState *state = testing_state (design);
  memcpy (before, mbd_state_positions (state), sizeof before);
  assert_ok (mbd_freedoms_new (state, &found, NULL));
  g_assert_true (found->any_conflict && found->conflicting[0] && found->conflicting[1]);
  g_assert_true (found->redundant[0] && found->redundant[1]);
  g_assert_cmpint (found->rank, ==, 1);
  g_assert_cmpint (found->freedoms, ==, 2);
  g_assert_cmpint (found->freedoms_by_count, ==, 1);
  assert_identical (3, mbd_state_positions (state), before);
  mbd_freedoms_free (found);
  testing_state_free (state);
}

/* Impacts ---------------------------------------------------------------------------------- */

static void
test_r2 (void)
{
  for (int path = MBD_PATH_FACTOR; path <= MBD_PATH_DENSE; path++) {
    Design *design = design_new ();
    MbdBodyDef box = mbd_body_default ();
    MbdCouplingDef left = mbd_point_contact_default (), right = left;
    double impulses[3];
    MbdWrench on_left, on_right, on_ground;

    left.body_b = right.body_b = design_add_body (design, &box);
    left.frame_b.point[0] = -0.5;
    left.normal_count = 2;
    right.frame_b.point[0] = 0.5;
    design_add_coupling (design, &left);
    design_add_coupling (design, &right);
    MbdState *state = testing_state (design);

    mbd_state_set (state, 0, NULL, (double[]){ 2, -1, 0 });
    assert_ok (mbd_state_impact (state, NULL, (MbdPath) path, impulses, NULL));
    assert_all_close (3, mbd_state_velocities (state), none, 1e-11);
    assert_all_close (3, impulses, ((double[]){ 0.5, -2, 0.5 }), 1e-11);
    mbd_state_reaction (state, 0, 1, MBD_AXES_BODY, &on_left);
    mbd_state_reaction (state, 0, 0, MBD_AXES_WORLD, &on_ground);
    mbd_state_reaction (state, 1, 1, MBD_AXES_BODY, &on_right);
    assert_all_close (3, on_left.force, ((double[]){ -2, 0.5, 0 }), 1e-11);
    assert_all_close (3, on_ground.force, ((double[]){ 2, -0.5, 0 }), 1e-11);
    assert_all_close (3, on_right.force, ((double[]){ 0, 0.5, 0 }), 1e-11);
    assert_all_close (3, on_left.moment, none, 1e-11);
    assert_all_close (3, on_right.moment, none, 1e-11);
    testing_state_free (state);
  }
}

static void
test_r3_impulse (void)
{
  // Rz (.4) Ry (.5) Rx (.6); the joint rates give this angular velocity in world axes.
  const double omega[3] = { -0.7091637933759767, -1.9283862853888518, -0.6329191382332751 };
  const double impulse[3] = { -0.6960660860537071, -1.095542013929609, -1.4237267542378735 };
  const double vectors[3][3] = { { 0, 0, 0.4 }, { 0, 0.5, 0 }, { 0.6, 0, 0 } };

  for (int path = MBD_PATH_FACTOR; path <= MBD_PATH_DENSE; path++) {
    Design *design = design_new ();
    MbdBodyDef body = mbd_body_default ();
    MbdCouplingDef contact = mbd_point_contact_default ();
    double turn[4], back[4], impulses[3], velocity[3];

    body.mobility = MBD_SPATIAL;
    for (int i = 0; i < 3; i++) {
      quaternion_from_vector (vectors[i], turn);
      quaternion_multiply (body.quaternion, turn, body.quaternion);
      body.position[i] = 0.1 * (i + 1);
      body.velocity[i] = 1.1 + 0.1 * i;
    }
    for (int k = 0; k < 4; k++)
      back[k] = k == 0 ? body.quaternion[k] : -body.quaternion[k];
    quaternion_turn (back, omega, body.angular_velocity);
    contact.body_b = design_add_body (design, &body);
    contact.frame_b.point[1] = -1;
    contact.normal_count = 3;
    design_add_coupling (design, &contact);
    MbdState *state = testing_state (design);

    assert_ok (mbd_state_impact (state, NULL, (MbdPath) path, impulses, NULL));
    // The normals are y, x, z.
    assert_all_close (3, ((double[]){ impulses[1], impulses[0], impulses[2] }), impulse, 1e-11);
    mbd_state_body_point (state, 1, contact.frame_b.point, NULL, velocity, NULL);
    assert_all_close (3, velocity, none, 1e-11);
    testing_state_free (state);
  }
}

/// Both paths agree with each other and with M (v+ - v) = G' Lambda, for admissible prescribed
/// velocities.
static void
check_impact (Design *design, GRand *rand)
{
  MbdState *states[2] = { testing_state (design), NULL };
  const MbdModel *model = mbd_state_model (states[0]);
  const int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *v = g_new0 (double, n + 1), *w = g_new0 (double, n + 1), *push = g_new0 (double, n + 1);
  double *after = g_new0 (double, m + 1), *rates = g_new0 (double, m + 1);
  double *impulses[2] = { g_new0 (double, m + 1), g_new0 (double, m + 1) };
  System *system = system_new (states[0]);

  states[1] = mbd_state_new (model);
  random_vector (rand, n, 1, v);
  random_vector (rand, n, 1, w);
  for (int row = 0; row < m; row++)
    after[row] = dot (n, system->G + row * n, w);
  for (int i = 0; i < 2; i++) {
    mbd_state_set (states[i], 0, NULL, v);
    assert_ok (mbd_state_impact (states[i], after, (MbdPath) i, impulses[i], NULL));
    mbd_state_errors (states[i], NULL, rates, NULL);
    assert_all_close (m, rates, after, 1e-9 * (1 + max_norm (m, after)));
  }
  const double size = 1 + max_norm (m, impulses[0]);
  assert_all_close (n, mbd_state_velocities (states[1]), mbd_state_velocities (states[0]), 1e-8);
  assert_all_close (m, impulses[1], impulses[0], 1e-6 * size);
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < n; k++)
      w[k] = mbd_state_velocities (states[i])[k] - v[k];
    mbd_state_mass_multiply (states[0], w, push);
    for (int k = 0; k < n; k++) {
      double sum = 0;
      for (int row = 0; row < m; row++)
        sum += system->G[row * n + k] * impulses[i][row];
      assert_close (push[k], sum, 1e-9 * size);
    }
  }
  g_free (v);
  g_free (w);
  g_free (push);
  g_free (after);
  g_free (rates);
  g_free (impulses[0]);
  g_free (impulses[1]);
  system_free (system);
  mbd_state_free (states[1]);
  testing_state_free (states[0]);
}

static void
test_impact_paths (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (5));

  for (int round = 0; round < 3; round++) {
    check_impact (design_fourbar (MBD_PLANAR), rand);
    check_impact (design_fourbar (MBD_SPATIAL), rand);
    check_impact (design_bricard (), rand);
    check_impact (design_chain (6, 0.4, MBD_SPATIAL), rand);
    check_impact (design_hinged_body (4), rand);
    check_impact (design_grid (3), rand);
    check_impact (design_hub (12, MBD_PLANAR), rand);
  }
  g_rand_free (rand);
}

static void
test_impact_refused (void)
{
  // Two rods between the same points cannot lengthen at different rates.
  Design *design = design_pendulum (MBD_PLANAR);
  MbdCouplingDef rod = design->couplings[0];
  double before[3];

  design_add_coupling (design, &rod);
  MbdState *state = testing_state (design);
  memcpy (before, mbd_state_velocities (state), sizeof before);
  for (int path = MBD_PATH_FACTOR; path <= MBD_PATH_DENSE; path++) {
    MbdDiagnosis why = { 0 };
    assert_status (mbd_state_impact (state, (double[]){ 1, 2 }, (MbdPath) path, NULL, &why),
                   MBD_STATUS_CONFLICT);
    g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
    assert_identical (3, mbd_state_velocities (state), before);
  }
  testing_state_free (state);
}

static void
test_rope_catches (void)
{
  // A taut rope stops a body that moves away, not one that comes back.
  for (int path = MBD_PATH_FACTOR; path <= MBD_PATH_DENSE; path++)
    for (int away = -1; away <= 1; away += 2) {
      Design *design = design_pendulum (MBD_PLANAR);
      double impulse;

      design->couplings[0].rod = MBD_ROD_ROPE;
      MbdState *state = testing_state (design);
      mbd_state_set (state, 0, NULL, (double[]){ -3 * away, 2, 0 });
      assert_ok (mbd_state_impact (state, NULL, (MbdPath) path, &impulse, NULL));
      assert_close (impulse, away > 0 ? 3 : 0, 1e-11);
      assert_close (mbd_state_velocities (state)[0], away > 0 ? 0 : 3, 1e-11);
      assert_close (mbd_state_velocities (state)[1], 2, 1e-11);
      testing_state_free (state);
    }
}

/* Power ------------------------------------------------------------------------------------ */

static void
check_power (Design *design, GRand *rand)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  const int n = mbd_model_velocity_count (model);
  double *v = g_new0 (double, n + 1), *couplings = g_new0 (double, 100);
  MbdPowerBalance power;

  random_vector (rand, n, 1, v);
  mbd_state_set (state, 0, NULL, v);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_power_balance (state, couplings, NULL, &power);
  const double size = 1 + fabs (power.gravity) + fabs (power.forces)
                      + max_norm (mbd_model_row_count (model), mbd_state_multipliers (state));
  assert_close (power.kinetic_rate, power.couplings + power.forces + power.gravity, 1e-10 * size);
  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    assert_at_most (fabs (couplings[i]), 1e-10 * size);
  g_free (v);
  g_free (couplings);
  testing_state_free (state);
}

static void
test_power (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (6));

  for (int round = 0; round < 5; round++) {
    check_power (design_fourbar (MBD_PLANAR), rand);
    check_power (design_fourbar (MBD_SPATIAL), rand);
    check_power (design_bricard (), rand);
    check_power (design_andrews (MBD_PLANAR), rand);
    check_power (design_slanted_pin (), rand);
    check_power (design_perpendicular_pendulum ((double[]){ 1, 0.5 }, (double[]){ 0, 0 }), rand);
  }
  g_rand_free (rand);
}

static void
test_s7 (void)
{
  // A welded body under a load: the weld exerts the opposite, and no power on the motion that it
  // allows.
  Design *design = design_new ();
  MbdBodyDef body = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  MbdForceDef load = mbd_load_default ();
  MbdWrench wrench;
  MbdPowerBalance power;

  design->gravity[1] = 0;
  body.mobility = MBD_SPATIAL;
  weld.body_b = load.body_b = design_add_body (design, &body);
  design_add_coupling (design, &weld);
  for (int i = 0; i < 3; i++) {
    load.force[i] = i + 1;
    load.torque[i] = 10 * (i + 2);
  }
  design_add_force (design, &load);
  MbdState *state = testing_state (design);
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_reaction (state, 0, 1, MBD_AXES_WORLD, &wrench);
  assert_all_close (3, wrench.force, ((double[]){ -1, -2, -3 }), 1e-11);
  assert_all_close (3, wrench.moment, ((double[]){ -20, -30, -40 }), 1e-10);
  mbd_state_power_balance (state, NULL, NULL, &power);
  assert_close (power.couplings, 0, 0);
  testing_state_free (state);
}

/* Four-bar theory -------------------------------------------------------------------------- */

static void
test_instant_centre (void)
{
  // Instant centre of the coupler of a four-bar relative to the ground: the lines of both cranks
  // meet there; and of crank and coupler: their pin.
  MbdState *state = testing_state (design_fourbar (MBD_PLANAR));
  double a[3], b[3], c[3], d[3], centre[2], unused[3];

  mbd_state_coupling_points (state, 0, a, unused);
  mbd_state_coupling_points (state, 1, b, unused);
  mbd_state_coupling_points (state, 2, c, unused);
  mbd_state_coupling_points (state, 3, d, unused);
  const double u[2] = { b[0] - a[0], b[1] - a[1] }, w[2] = { c[0] - d[0], c[1] - d[1] };
  const double t = ((d[0] - a[0]) * w[1] - (d[1] - a[1]) * w[0]) / (u[0] * w[1] - u[1] * w[0]);
  g_assert_true (mbd_state_instant_centre (state, 0, 2, centre));
  assert_all_close (2, centre, ((double[]){ a[0] + t * u[0], a[1] + t * u[1] }), 1e-9);
  g_assert_true (mbd_state_instant_centre (state, 1, 2, centre));
  assert_all_close (2, centre, b, 1e-9);
  testing_state_free (state);

  // The coupler of a parallelogram only translates: the centre lies along the links, at infinity.
  state = testing_state (design_nfourbar (1, 0.4, 1, MBD_PLANAR));
  g_assert_false (mbd_state_instant_centre (state, 0, 3, centre));
  assert_close (fabs (centre[0] * cos (0.4) - centre[1] * sin (0.4)), 0, 1e-9);
  testing_state_free (state);
}

static void
test_transmission (void)
{
  const double joint[3] = { 1, 2, 0 }, coupler[3] = { 3, 2, 0 };

  assert_close (mbd_transmission_angle (coupler, joint, (double[]){ 1, 5, 0 }), M_PI / 2, 1e-15);
  assert_close (mbd_transmission_angle (coupler, joint, (double[]){ 0, 3, 0 }), M_PI / 4, 1e-15);
  assert_close (mbd_transmission_angle (coupler, joint, (double[]){ -4, 2, 0 }), 0, 1e-15);
  g_assert_true (isnan (mbd_transmission_angle (coupler, joint, joint)));

  assert_close (mbd_mechanical_advantage (3, 0.5), 6, 0);
  g_assert_true (isinf (mbd_mechanical_advantage (3, 0)));
  g_assert_true (isnan (mbd_mechanical_advantage (0, 0)));
}

static void
check_grashof (double base, double input, double coupler, double output, MbdGrashofClass expected)
{
  MbdGrashof found;
  const MbdFourBar bar = { base, input, coupler, output };

  assert_ok (mbd_grashof (&bar, &found));
  g_assert_cmpint (found.class_, ==, expected);
  if (expected == MBD_GRASHOF_IMPOSSIBLE)
    return;
  // Compares with the definition: the angles at which the circles of coupler and output meet.
  for (int link = 0; link < 2; link++) {
    const double own = link == 0 ? input : output, other = link == 0 ? output : input;
    const MbdSwing *swing = link == 0 ? &found.input : &found.output;
    for (int i = 0; i < 1000; i++) {
      const double angle = M_PI * (i + 0.5) / 1000;
      const double e = hypot (own * cos (angle) - base, own * sin (angle));
      const bool closes = e <= coupler + other && e >= fabs (coupler - other);
      g_assert_cmpint (closes, ==, angle >= swing->lower && angle <= swing->upper);
    }
  }
  const bool input_turns =
    expected == MBD_GRASHOF_CRANK_ROCKER || expected == MBD_GRASHOF_DOUBLE_CRANK;
  const bool output_turns =
    expected == MBD_GRASHOF_ROCKER_CRANK || expected == MBD_GRASHOF_DOUBLE_CRANK;
  if (expected != MBD_GRASHOF_CHANGE_POINT) {
    g_assert_cmpint (found.input.turns_round, ==, input_turns);
    g_assert_cmpint (found.output.turns_round, ==, output_turns);
  }
}

static void
test_grashof (void)
{
  MbdGrashof found;

  check_grashof (0.6, 0.2, 0.7, 0.5, MBD_GRASHOF_CRANK_ROCKER);
  check_grashof (0.6, 0.5, 0.7, 0.2, MBD_GRASHOF_ROCKER_CRANK);
  check_grashof (0.2, 0.6, 0.7, 0.5, MBD_GRASHOF_DOUBLE_CRANK);
  check_grashof (0.6, 0.7, 0.2, 0.5, MBD_GRASHOF_DOUBLE_ROCKER);
  check_grashof (1, 0.8, 0.7, 0.6, MBD_GRASHOF_TRIPLE_ROCKER);
  check_grashof (2, 1, 2, 1, MBD_GRASHOF_CHANGE_POINT);
  check_grashof (0.5, 0.2, 0.7, 0.4, MBD_GRASHOF_CHANGE_POINT);
  check_grashof (5, 1, 2, 1, MBD_GRASHOF_IMPOSSIBLE);
  assert_status (mbd_grashof (&(MbdFourBar){ 1, 0, 1, 1 }, &found), MBD_STATUS_BAD_PARAMETER);
  assert_status (mbd_grashof (&(MbdFourBar){ 1, NAN, 1, 1 }, &found), MBD_STATUS_BAD_PARAMETER);

  // Crank-rocker: at its limits crank and coupler lie in one line.
  assert_ok (mbd_grashof (&(MbdFourBar){ 0.6, 0.2, 0.7, 0.5 }, &found));
  const double upper = acos ((0.5 * 0.5 + 0.6 * 0.6 - 0.9 * 0.9) / (2 * 0.5 * 0.6));
  const double lower = acos ((0.5 * 0.5 + 0.6 * 0.6 - 0.5 * 0.5) / (2 * 0.5 * 0.6));
  assert_close (found.output.upper, upper, 1e-14);
  assert_close (found.output.lower, lower, 1e-14);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/analysis/cases/r8", test_r8);
  g_test_add_func ("/analysis/cases/r10-positions", test_r10_positions);
  g_test_add_func ("/analysis/cases/r10-velocities", test_r10_velocities);
  g_test_add_func ("/analysis/assembly/weights", test_weights);
  g_test_add_func ("/analysis/assembly/refusals", test_weighted_refusals);
  g_test_add_func ("/analysis/freedoms/motions", test_freedoms);
  g_test_add_func ("/analysis/freedoms/sparse", test_sparse_motions);
  g_test_add_func ("/analysis/freedoms/conflicts", test_conflicts);
  g_test_add_func ("/analysis/cases/r2", test_r2);
  g_test_add_func ("/analysis/cases/r3-impulse", test_r3_impulse);
  g_test_add_func ("/analysis/impact/paths", test_impact_paths);
  g_test_add_func ("/analysis/impact/refused", test_impact_refused);
  g_test_add_func ("/analysis/impact/rope", test_rope_catches);
  g_test_add_func ("/analysis/power/balance", test_power);
  g_test_add_func ("/analysis/cases/s7", test_s7);
  g_test_add_func ("/analysis/four-bar/instant-centre", test_instant_centre);
  g_test_add_func ("/analysis/four-bar/transmission", test_transmission);
  g_test_add_func ("/analysis/four-bar/grashof", test_grashof);
  return g_test_run ();
}
