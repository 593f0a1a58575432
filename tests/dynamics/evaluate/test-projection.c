// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Assembly: perturbed mechanisms close, an assembled state is bitwise unchanged, couplings that
// cannot be met are named and move nothing, velocities are the nearest in the mass metric.

#include "testing-seed.h"
#include "testing.h"

static void
copy_state (MbdState *state, double *q, double *v)
{
  const MbdModel *model = mbd_state_model (state);

  memcpy (q, mbd_state_positions (state), (size_t) mbd_model_position_count (model) * sizeof *q);
  memcpy (v, mbd_state_velocities (state), (size_t) mbd_model_velocity_count (model) * sizeof *v);
}

/// Returns the largest position error, lengths divided by the size of the mechanism.
static double
position_error (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model);
  double *errors = g_new0 (double, m + 1), worst = 0;

  mbd_state_errors (state, errors, NULL, NULL);
  for (int i = 0; i < m; i++) {
    double size = mbd_model_row_is_length (model, i) ? mbd_model_size (model) : 1;

    worst = errors[i] == errors[i] ? fmax (worst, fabs (errors[i]) / size) : INFINITY;
  }
  g_free (errors);
  return worst;
}

static double
velocity_error (MbdState *state)
{
  int m = mbd_model_row_count (mbd_state_model (state));
  double *errors = g_new0 (double, m + 1), worst;

  mbd_state_errors (state, NULL, errors, NULL);
  worst = max_norm (m, errors);
  g_free (errors);
  return worst;
}

/// Displaces the start state by random amounts up to `size` and assembles it again.
static void
check_closing (Design *design, GRand *rand, double size)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model), nq = mbd_model_position_count (model);
  double *q = g_new0 (double, nq), *again = g_new0 (double, nq);
  double *off = g_new0 (double, n), *again_v = g_new0 (double, n);
  MbdDiagnosis why = { 0 };

  random_vector (rand, n, size * mbd_model_size (model), off);
  move_along (model, mbd_state_positions (state), off, 1, q);
  mbd_state_set (state, 0.5, q, NULL);
  g_assert_cmpfloat (position_error (state), >, 1e-4 * size);
  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_at_most (position_error (state), 1e-12);
  assert_close (mbd_state_time (state), 0.5, 0);

  // Roughly not further than the pose from which it was displaced: the nearest, not any, pose.
  copy_state (state, again, again_v);
  for (int i = 0; i < nq; i++)
    assert_close (again[i], q[i], 20 * size * fmax (1, mbd_model_size (model)));

  // A second assembly moves nothing, not even by round-off.
  assert_ok (mbd_state_assemble (state, NULL, &why));
  assert_identical (nq, mbd_state_positions (state), again);

  // Velocities are displaced as well.
  random_vector (rand, n, 1, off);
  mbd_state_set (state, 0.5, NULL, off);
  assert_ok (mbd_state_assemble_velocities (state, NULL, &why));
  assert_at_most (velocity_error (state), 1e-11 * (1 + max_norm (n, mbd_state_velocities (state))));
  assert_identical (nq, mbd_state_positions (state), again);

  g_free (q);
  g_free (again);
  g_free (again_v);
  g_free (off);
  testing_state_free (state);
}

static void
test_closing (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (11));
  int rounds = testing_torture () ? 100 : 5;

  for (int round = 0; round < rounds; round++) {
    static const MbdMobility mobilities[] = { MBD_PLANAR, MBD_SPATIAL };

    for (int i = 0; i < 2; i++) {
      check_closing (design_fourbar (mobilities[i]), rand, 0.02);
      check_closing (design_slider_crank (mobilities[i], 0.7, 20), rand, 0.02);
      check_closing (design_chain (10, 0.5, mobilities[i]), rand, 0.005);
      check_closing (design_pendulum (mobilities[i]), rand, 0.02);
      check_closing (design_nfourbar (4, 0.4, 1, mobilities[i]), rand, 0.005);
    }
    check_closing (design_bricard (), rand, 0.005);
    for (int kind = 0; kind <= 4; kind++)
      check_closing (design_hinged_body (kind), rand, 0.02);
  }
  g_rand_free (rand);
}

static void
test_assembled_is_kept (void)
{
  Design *const designs[] = {
    design_fourbar (MBD_PLANAR), design_chain (10, 0, MBD_SPATIAL),
    design_bricard (),           design_nfourbar (10, 0, 1, MBD_PLANAR),
    design_andrews (MBD_PLANAR), design_slanted_pin (),
  };

  for (guint i = 0; i < G_N_ELEMENTS (designs); i++) {
    MbdState *state = testing_state (designs[i]);
    const MbdModel *model = mbd_state_model (state);
    double q[128], v[128];

    g_assert_cmpint (mbd_model_position_count (model), <=, 128);
    copy_state (state, q, v);
    assert_ok (mbd_state_assemble (state, NULL, NULL));
    assert_identical (mbd_model_position_count (model), mbd_state_positions (state), q);
    assert_identical (mbd_model_velocity_count (model), mbd_state_velocities (state), v);
    testing_state_free (state);
  }
}

static void
test_quaternion_is_kept (void)
{
  // A free body's quaternion of length 1 to round-off is unchanged; a longer one is normalised
  // whenever the state is projected.
  MbdState *state = testing_state (design_hinged_body (2));
  double q[7], length;

  memcpy (q, mbd_state_positions (state), sizeof q);
  for (int k = 3; k < 7; k++)
    q[k] *= 1.01;
  q[0] += 0.01;
  mbd_state_set (state, 0, q, NULL);
  assert_ok (mbd_state_assemble (state, NULL, NULL));
  length = sqrt (dot (4, mbd_state_positions (state) + 3, mbd_state_positions (state) + 3));
  assert_close (length, 1, 1e-14);
  assert_at_most (position_error (state), 1e-12);
  testing_state_free (state);
}

/// Checks that CONFLICT leaves the state unchanged and reports these failed couplings.
static void
check_conflict (Design *design, int failed_count, const int *failed_ids)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  int couplings = mbd_model_coupling_count (model), count = 0;
  double q[64], v[64];
  bool failed[16] = { false }, named = false;
  MbdDiagnosis why = { 0 };

  copy_state (state, q, v);
  assert_status (mbd_state_assemble (state, failed, &why), MBD_STATUS_CONFLICT);
  assert_identical (mbd_model_position_count (model), mbd_state_positions (state), q);
  assert_identical (mbd_model_velocity_count (model), mbd_state_velocities (state), v);
  g_assert_cmpint (why.code, ==, MBD_STATUS_CONFLICT);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_true (isfinite (why.value) && why.value != 0);
  for (int i = 0; i < failed_count; i++) {
    g_assert_true (failed[mbd_model_coupling_by_id (model, failed_ids[i])]);
    named |= why.id == failed_ids[i];
  }
  g_assert_true (named);
  for (int c = 0; c < couplings; c++)
    count += failed[c];
  g_assert_cmpint (count, ==, failed_count);
  testing_state_free (state);
}

static void
test_contradictory_rods (void)
{
  // Rods of 1.0 m and 1.1 m between the same points; a third, valid rod elsewhere is not named.
  static const int ids[] = { 1, 2 };
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef rod = mbd_rod_default ();
  MbdState *state;

  mass.position[0] = 1;
  design_add_body (design, &mass);
  mass.position[0] = 2;
  design_add_body (design, &mass);
  rod.body_b = 1;
  rod.length = 1;
  design_add_coupling (design, &rod);
  rod.length = 1.1;
  design_add_coupling (design, &rod);
  rod.body_b = 2;
  rod.length = 2.01;
  design_add_coupling (design, &rod);

  // The accelerations exist anyway.
  state = mbd_state_new (design_compile (design));
  assert_ok (mbd_state_solve (state, NULL));
  assert_close (mbd_state_accelerations (state)[1], -DESIGN_GRAVITY, 1e-9);
  assert_close (mbd_state_accelerations (state)[0], 0, 1e-9);
  testing_state_free (state);
  check_conflict (design, 2, ids);
}

static void
test_out_of_reach (void)
{
  // A four-bar whose rocker pivot is 3 m away cannot close.
  static const int ids[] = { 1, 2, 3, 4 };
  Design *design = design_fourbar (MBD_PLANAR);
  MbdState *state;
  MbdDiagnosis why = { 0 };
  double q[16], v[16];

  design->couplings[3].frame_a.point[0] = 3;
  state = testing_state (design);
  copy_state (state, q, v);
  assert_status (mbd_state_assemble (state, NULL, &why), MBD_STATUS_CONFLICT);
  g_assert_cmpint (why.element, ==, MBD_ELEMENT_COUPLING);
  g_assert_cmpint (why.id, >=, ids[0]);
  g_assert_cmpint (why.id, <=, ids[3]);
  assert_identical (9, mbd_state_positions (state), q);
  assert_identical (9, mbd_state_velocities (state), v);
  testing_state_free (state);
}

static void
test_fixed_bodies (void)
{
  // Between fixed bodies nothing can move: a met condition is fine, an unmet one is a conflict.
  for (int met = 0; met < 2; met++) {
    static const int ids[] = { 1 };
    Design *design = design_new ();
    MbdBodyDef wall = mbd_body_default (), mass = mbd_body_default ();
    MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);

    wall.mobility = MBD_FIXED;
    wall.position[0] = met ? 0 : 0.5;
    design_add_body (design, &wall);
    design_add_body (design, &mass);
    weld.body_b = 1;
    design_add_coupling (design, &weld);
    if (met) {
      MbdState *state = testing_state (design);

      assert_ok (mbd_state_assemble (state, NULL, NULL));
      assert_ok (mbd_state_solve (state, NULL));
      assert_close (mbd_state_accelerations (state)[1], -DESIGN_GRAVITY, 1e-13);
      testing_state_free (state);
    } else {
      check_conflict (design, 1, ids);
    }
  }
}

/// Checks that the correction of the velocities is M-orthogonal to every velocity that the
/// constraints allow: M dv is in the range of G', so x' M dv = 0 for every x with G x = 0.
static void
check_nearest (Design *design, GRand *rand)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  int n = mbd_model_velocity_count (model);
  double *before = g_new0 (double, n), *change = g_new0 (double, n), *force = g_new0 (double, n);
  double *allowed = g_new0 (double, n);

  random_vector (rand, n, 1, before);
  mbd_state_set (state, 0, NULL, before);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  for (int i = 0; i < n; i++)
    change[i] = mbd_state_velocities (state)[i] - before[i];
  mbd_state_mass_multiply (state, change, force);

  for (int round = 0; round < 3; round++) {
    random_vector (rand, n, 1, allowed);
    mbd_state_set (state, 0, NULL, allowed);
    assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
    // Relative to the size of the terms; G x = 0 itself holds to 1e-12.
    double work = dot (n, force, mbd_state_velocities (state));
    double scale = max_norm (n, force) * max_norm (n, mbd_state_velocities (state)) * n;
    assert_at_most (fabs (work), 1e-11 * scale + 1e-15);
  }
  g_free (before);
  g_free (change);
  g_free (force);
  g_free (allowed);
  testing_state_free (state);
}

static void
test_nearest_velocities (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (12));

  check_nearest (design_fourbar (MBD_PLANAR), rand);
  check_nearest (design_fourbar (MBD_SPATIAL), rand);
  check_nearest (design_chain (10, 0.5, MBD_PLANAR), rand);
  check_nearest (design_chain (10, 0.5, MBD_SPATIAL), rand);
  check_nearest (design_slider_crank (MBD_PLANAR, 0.7, 1), rand);
  check_nearest (design_bricard (), rand);
  check_nearest (design_hub (12, MBD_PLANAR), rand);
  g_rand_free (rand);
}

static void
test_nearest_closed_form (void)
{
  // Masses 1 kg and 3 kg on a rod along x, moving towards each other: they get a common velocity.
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef rod = mbd_rod_default ();
  MbdState *state;

  mass.velocity[0] = 1;
  mass.velocity[1] = 0.5;
  design_add_body (design, &mass);
  mass.mass = 3;
  mass.position[0] = 1;
  mass.velocity[0] = -1;
  design_add_body (design, &mass);
  rod.body_a = 1;
  rod.body_b = 2;
  design_add_coupling (design, &rod);
  state = testing_state (design);
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  assert_all_close (6, mbd_state_velocities (state), ((double[]){ -0.5, 0.5, 0, -0.5, 0.5, 0 }),
                    1e-12);
  testing_state_free (state);
}

static void
test_singular_pose (void)
{
  // The N-four-bar in its flat pose: assembled and consistent, so projection has nothing to do;
  // after a small displacement it closes again.
  GRand *rand = g_rand_new_with_seed (testing_seed (13));
  MbdState *state = testing_state (design_nfourbar (4, asin (1.0), 0, MBD_PLANAR));
  const MbdModel *model = mbd_state_model (state);
  double q[64], off[64];

  assert_ok (mbd_state_assemble (state, NULL, NULL));
  assert_ok (mbd_state_assemble_velocities (state, NULL, NULL));
  random_vector (rand, mbd_model_velocity_count (model), 1e-3, off);
  move_along (model, mbd_state_positions (state), off, 1, q);
  mbd_state_set (state, 0, q, NULL);
  assert_ok (mbd_state_assemble (state, NULL, NULL));
  assert_at_most (position_error (state), 1e-12);
  testing_state_free (state);
  g_rand_free (rand);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/projection/closing", test_closing);
  g_test_add_func ("/projection/assembled-is-kept", test_assembled_is_kept);
  g_test_add_func ("/projection/quaternion-is-kept", test_quaternion_is_kept);
  g_test_add_func ("/projection/conflict/rods", test_contradictory_rods);
  g_test_add_func ("/projection/conflict/out-of-reach", test_out_of_reach);
  g_test_add_func ("/projection/conflict/fixed-bodies", test_fixed_bodies);
  g_test_add_func ("/projection/velocities/nearest", test_nearest_velocities);
  g_test_add_func ("/projection/velocities/closed-form", test_nearest_closed_form);
  g_test_add_func ("/projection/singular-pose", test_singular_pose);
  return g_test_run ();
}
