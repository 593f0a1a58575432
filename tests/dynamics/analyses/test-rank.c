// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank of G, the whole dependent set of rows, and freedoms, on mechanisms whose mobility is known.

#include "mbd-analysis.h"
#include "testing.h"

/// Checks rank, remaining freedoms (velocities minus rank) and, against independently computed
/// singular values, both the rank and which rows are dependent.
static void
check_rank (Design *design, int rows, int freedoms, int redundant_rows)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  int m = mbd_model_row_count (model), n = mbd_model_velocity_count (model), rank = -1, count = 0;
  bool *redundant = g_new0 (bool, m + 1), *expected = g_new0 (bool, m + 1);
  System *system = system_new (state);

  g_assert_cmpint (mbd_state_active_row_count (state), ==, rows);
  assert_ok (mbd_state_rank (state, &rank, redundant));
  g_assert_cmpint (n - rank, ==, freedoms);
  g_assert_cmpint (system_rank (system, 1e-9, expected), ==, rank);
  for (int i = 0; i < m; i++) {
    // A row of an inactive coupling is not redundant but absent.
    expected[i] &= mbd_state_row_role (state, i) != MBD_ROW_OFF;
    g_assert_cmpint (redundant[i], ==, expected[i]);
    count += redundant[i];
  }
  if (redundant_rows >= 0)
    g_assert_cmpint (count, ==, redundant_rows);

  // The rank can be requested without the dependent rows.
  int again = -1;
  assert_ok (mbd_state_rank (state, &again, NULL));
  g_assert_cmpint (again, ==, rank);
  system_free (system);
  g_free (redundant);
  g_free (expected);
  testing_state_free (state);
}

static void
test_independent (void)
{
  check_rank (design_fourbar (MBD_PLANAR), 8, 1, 0);
  check_rank (design_slider_crank (MBD_PLANAR, 0.7, 1), 8, 1, 0);
  check_rank (design_chain (10, 0.3, MBD_PLANAR), 20, 10, 0);
  check_rank (design_chain (5, 0.3, MBD_SPATIAL), 25, 5, 0);
  check_rank (design_pendulum (MBD_PLANAR), 1, 2, 0);
  check_rank (design_pendulum (MBD_SPATIAL), 1, 5, 0);
  check_rank (design_andrews (MBD_PLANAR), 20, 1, 0);
  check_rank (design_nfourbar (4, 0, 1, MBD_PLANAR), 26, 1, 0);
  check_rank (design_hub (20, MBD_PLANAR), 42, 21, 0);
  check_rank (design_free_body (), 0, 6, 0);
  check_rank (design_perpendicular_pendulum ((double[]){ 1, 0.5 }, (double[]){ 0, 0 }), 10, 2, 0);
}

static void
test_dependent (void)
{
  // A plane loop in space: of the 12 rows out of the plane (z, about x, about y per pin) 9 count.
  check_rank (design_fourbar (MBD_SPATIAL), 20, 1, 12);
  // Bricard: 30 rows, rank 29.
  check_rank (design_bricard (), 30, 1, -1);
  // A pin and a universal joint in one place: 9 rows, rank 5.
  check_rank (design_hinged_body (4), 9, 1, -1);
  check_rank (design_grid (4), 2 * (2 * 24 - 16 + 2), 72 - 2 * (2 * 24 - 16 + 2) + 1, -1);
}

static void
test_flat (void)
{
  // In the flat pose the n-four-bar gains n freedoms.
  for (int n = 1; n <= 6; n++)
    check_rank (design_nfourbar (n, asin (1.0), 0, MBD_PLANAR), 6 * n + 2, n + 1, -1);
}

static void
test_duplicate_rods (void)
{
  for (int rods = 1; rods <= 3; rods++) {
    Design *design = design_pendulum (MBD_PLANAR);

    for (int i = 1; i < rods; i++) {
      MbdCouplingDef rod = design->couplings[0];

      design_add_coupling (design, &rod);
    }
    check_rank (design, rods, 2, rods == 1 ? 0 : rods);
  }
}

static void
test_disabled (void)
{
  Design *design = design_fourbar (MBD_PLANAR);

  design->couplings[1].enabled = false;
  check_rank (design, 6, 3, 0);
}

static void
test_zero_row (void)
{
  // A row between two fixed bodies moves nothing: it never counts.
  Design *design = design_pendulum (MBD_PLANAR);
  MbdBodyDef wall = mbd_body_default ();
  MbdCouplingDef weld = mbd_loop_default (MBD_LOOP_WELD);
  MbdState *state;
  int rank = -1;

  wall.mobility = MBD_FIXED;
  design_add_body (design, &wall);
  weld.body_b = 2;
  design_add_coupling (design, &weld);
  state = testing_state (design);
  assert_ok (mbd_state_rank (state, &rank, NULL));
  g_assert_cmpint (rank, ==, 1);
  testing_state_free (state);
}

/// Parts that hang on one coupling never depend on others, and hide no dependent rows.
static void
test_leaves (void)
{
  for (int twice = 0; twice <= 10; twice++) {
    Design *design = design_chain (10, 0.3, MBD_PLANAR);

    if (twice < 10) {
      MbdCouplingDef pin = design->couplings[twice];
      design_add_coupling (design, &pin);
    }
    check_rank (design, twice < 10 ? 22 : 20, 10, twice < 10 ? 4 : 0);
  }
}

/// The rank of trees takes memory and time in proportion to their size; the motions of large
/// systems are rejected.
static void
test_large (void)
{
  MbdState *state = testing_state (design_chain (5000, 0.3, MBD_PLANAR));
  bool *redundant = g_new0 (bool, 10000);
  MbdFreedoms *freedoms = NULL;
  MbdDiagnosis why = { 0 };
  int rank = -1;

  redundant[17] = true;
  assert_ok (mbd_state_rank (state, &rank, redundant));
  g_assert_cmpint (rank, ==, 10000);
  for (int i = 0; i < 10000; i++)
    g_assert_false (redundant[i]);
  assert_status (mbd_freedoms_new (state, &freedoms, &why), MBD_STATUS_TOO_LARGE);
  g_assert_null (freedoms);
  assert_status (mbd_state_equilibrium (state, NULL, NULL, &why), MBD_STATUS_TOO_LARGE);
  g_free (redundant);
  testing_state_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/rank/independent", test_independent);
  g_test_add_func ("/rank/dependent", test_dependent);
  g_test_add_func ("/rank/flat", test_flat);
  g_test_add_func ("/rank/duplicate-rods", test_duplicate_rods);
  g_test_add_func ("/rank/disabled", test_disabled);
  g_test_add_func ("/rank/zero-row", test_zero_row);
  g_test_add_func ("/rank/leaves", test_leaves);
  g_test_add_func ("/rank/large", test_large);
  return g_test_run ();
}
