// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The displayed linear system: singular values against closed forms and rank, residuals against
// dense matrices, and the stabilisation of rows.

#include "testing.h"

/// The squares of the singular values of rows of length 1 add up to the number of rows, and the
/// number of nonzero values equals the rank.
static void
check_values (Design *design)
{
  MbdState *state = testing_state (design);
  const int n = mbd_model_velocity_count (mbd_state_model (state));
  double *values = g_new0 (double, n + 1);
  double squares = 0;
  int count, rank, above = 0;

  assert_ok (mbd_state_singular_values (state, values, &count));
  assert_ok (mbd_state_rank (state, &rank, NULL));
  for (int i = 0; i < count; i++) {
    g_assert_true (i == 0 || values[i] <= values[i - 1]);
    squares += values[i] * values[i];
    above += values[i] > 1e-9;
  }
  g_assert_cmpint (above, ==, rank);
  // n rows, each rounded once.
  assert_close (squares, mbd_state_active_row_count (state), 1e-13 * (1 + squares));
  g_free (values);
  testing_state_free (state);
}

static void
test_values (void)
{
  check_values (design_fourbar (MBD_PLANAR));
  check_values (design_fourbar (MBD_SPATIAL));
  check_values (design_bricard ());
  check_values (design_chain (10, 0.3, MBD_PLANAR));
  check_values (design_free_body ());
  check_values (design_hinged_body (4));
}

/// A mass held by two rows, along directions at an angle up to a right one: the values are sqrt (1
/// +- cos angle), without the cancellation of that formula.
static void
check_pair (double angle)
{
  Design *design = design_new ();
  MbdBodyDef mass = mbd_body_default ();
  MbdCouplingDef row = mbd_loop_default (MBD_LOCK_X);
  MbdState *state;
  double values[3];
  int count;

  mass.mass = 3;
  design_add_body (design, &mass);
  row.body_b = 1;
  design_add_coupling (design, &row);
  row.frame_a.quaternion[0] = cos (0.5 * angle);
  row.frame_a.quaternion[3] = sin (0.5 * angle);
  design_add_coupling (design, &row);
  state = testing_state (design);
  assert_ok (mbd_state_singular_values (state, values, &count));
  g_assert_cmpint (count, ==, 2);
  assert_close (values[0], G_SQRT2 * cos (0.5 * angle), 1e-15);
  assert_close (values[1], G_SQRT2 * sin (0.5 * angle), 1e-15);
  // A disabled coupling has no rows.
  mbd_state_set_enabled (state, 1, false);
  assert_ok (mbd_state_singular_values (state, values, &count));
  g_assert_cmpint (count, ==, 1);
  assert_close (values[0], 1, 1e-15);
  testing_state_free (state);
}

static void
test_pair (void)
{
  check_pair (0);
  check_pair (0.5);
  check_pair (G_PI / 2);
  check_pair (1e-6);
}

static void
test_residuals (void)
{
  MbdState *state = testing_state (design_fourbar (MBD_SPATIAL));
  const MbdModel *model = mbd_state_model (state);
  const MbdStabilisationSettings baumgarte = { MBD_STABILISATION_BAUMGARTE, 0.05 };
  const int n = mbd_model_velocity_count (model), m = mbd_model_row_count (model);
  double *motion = g_new0 (double, n), *rows = g_new0 (double, m), *term = g_new0 (double, m);
  double *error = g_new0 (double, m), *q = g_new0 (double, mbd_model_position_count (model));
  double *stabilised = g_new0 (double, m), *gamma = g_new0 (double, m);
  double T, rate;

  // Off the constraints, so that the Baumgarte terms are not small.
  memcpy (q, mbd_state_positions (state), sizeof *q * (size_t) mbd_model_position_count (model));
  q[0] += 1e-3;
  mbd_state_set (state, 0, q, NULL);
  g_assert_cmpint (mbd_state_row_stabilisation (state, 0, &T), ==, MBD_STABILISATION_PROJECTION);
  assert_ok (mbd_state_set_stabilisation (state, &baumgarte));
  g_assert_cmpint (mbd_state_row_stabilisation (state, 0, &T), ==, MBD_STABILISATION_BAUMGARTE);
  assert_close (T, 0.05, 1e-17);
  assert_ok (mbd_state_solve (state, NULL));
  mbd_state_residuals (state, motion, rows);
  mbd_state_errors (state, NULL, NULL, error);
  // Forces and accelerations of some tens, solved to round-off.
  assert_at_most (max_norm (n, motion), 1e-11);
  for (int coupling = 0; coupling < mbd_model_coupling_count (model); coupling++)
    mbd_state_stabilisation_term (state, coupling, &rate, &rate,
                                  term + mbd_model_coupling_first_row (model, coupling));
  g_assert_cmpfloat (max_norm (m, term), >, 0.1);
  // G a - gamma is the term; the residual of the system is round-off, or the part that rows in
  // contradiction cannot meet.
  mbd_state_stabilised_gamma (state, stabilised);
  mbd_state_jacobian (state, NULL, gamma);
  for (int i = 0; i < m; i++)
    assert_close (stabilised[i] - gamma[i], term[i],
                  1e-14 * (1 + fabs (gamma[i]) + fabs (term[i])));
  for (int i = 0; i < m; i++)
    assert_close (rows[i], error[i] - term[i], 1e-12 * (1 + fabs (term[i])));

  // And for other accelerations: M a - f - G' lambda of dense matrices.
  System *system = system_new (state);
  double *expected = g_new0 (double, n);
  const double *a = mbd_state_accelerations (state), *lambda = mbd_state_multipliers (state);

  for (int i = 0; i < n; i++) {
    expected[i] = -system->f[i];
    for (int k = 0; k < n; k++)
      expected[i] += system->M[i * n + k] * a[k];
    for (int k = 0; k < m; k++)
      expected[i] -= system->G[k * n + i] * lambda[k];
  }
  assert_all_close (n, motion, expected, 1e-11);
  system_free (system);
  g_free (expected);
  g_free (motion);
  g_free (rows);
  g_free (term);
  g_free (error);
  g_free (q);
  g_free (gamma);
  g_free (stabilised);
  testing_state_free (state);
}

/// Slices of each coupling are those of the whole system, also of a disabled one.
static void
check_slices (Design *design)
{
  MbdState *state = testing_state (design);
  const MbdModel *model = mbd_state_model (state);
  const size_t n = (size_t) mbd_model_velocity_count (model);
  const size_t rows = (size_t) mbd_model_row_count (model);
  g_autofree double *G = g_new0 (double, rows *n);
  g_autofree double *all[5], *own = g_new0 (double, 6 * n);
  MbdDiagnosis why;

  for (int i = 0; i < 5; i++)
    all[i] = g_new0 (double, rows);
  mbd_state_set_enabled (state, 0, false);
  assert_ok (mbd_state_solve (state, &why));
  mbd_state_jacobian (state, G, all[0]);
  mbd_state_errors (state, all[1], all[2], all[3]);
  memcpy (all[4], mbd_state_multipliers (state), rows * sizeof *all[4]);
  for (int c = 0; c < mbd_model_coupling_count (model); c++) {
    const size_t first = (size_t) mbd_model_coupling_first_row (model, c);
    const size_t count = (size_t) mbd_model_coupling_rows (model, c);
    double slice[5][6];
    mbd_state_coupling_slice (state, c, own, slice[0], slice[1], slice[2], slice[3], slice[4]);
    for (size_t i = 0; i < count * n; i++)
      assert_close (own[i], G[first * n + i], 1e-14);
    for (size_t r = 0; r < count; r++)
      for (int i = 0; i < 5; i++)
        if (c > 0 || (i != 1 && i != 2))
          assert_close (slice[i][r], all[i][first + r], 1e-10);
    mbd_state_coupling_slice (state, c, NULL, NULL, NULL, NULL, NULL, NULL);
  }
  for (int i = 1; i < 5; i++)
    g_free (all[i]);
  testing_state_free (state);
}

static void
test_slices (void)
{
  check_slices (design_fourbar (MBD_PLANAR));
  check_slices (design_fourbar (MBD_SPATIAL));
  check_slices (design_bricard ());
}

/// Rods, ropes and struts from (1, 2, 3) to (1, 5, 7), also disabled, and with their ends together.
static void
test_direction (void)
{
  for (int spatial = 0; spatial < 2; spatial++)
    for (int kind = 0; kind < 6; kind++) {
      Design *design = design_new ();
      MbdBodyDef body = mbd_body_default ();
      MbdCouplingDef rod = mbd_rod_default (), pin = mbd_loop_default (MBD_LOCK_X);
      const double z = spatial ? 4 : 0, length = hypot (3, z);
      const bool together = kind >= 3;
      const double inertia[6] = { 1, 1, 1, 0, 0, 0 };
      double direction[3];

      if (spatial) {
        body.mobility = MBD_SPATIAL;
        memcpy (body.inertia, inertia, sizeof inertia);
      }
      rod.body_a = design_add_body (design, &body);
      body.position[1] = together ? 0 : 3;
      body.position[2] = together ? 0 : z;
      rod.body_b = design_add_body (design, &body);
      rod.rod = kind % 3 == 0 ? MBD_ROD_BAR : kind % 3 == 1 ? MBD_ROD_ROPE : MBD_ROD_STRUT;
      rod.length = length;
      design_add_coupling (design, &rod);
      pin.body_b = 1;
      design_add_coupling (design, &pin);
      MbdState *state = testing_state (design);
      for (int enabled = 1; enabled >= 0; enabled--) {
        mbd_state_set_enabled (state, 0, enabled);
        g_assert_true (mbd_state_direction (state, 0, direction));
        assert_close (direction[0], together && !spatial, 1e-15);
        assert_close (direction[1], together ? 0 : 3 / length, 1e-15);
        assert_close (direction[2], together ? spatial : z / length, 1e-15);
      }
      g_assert_false (mbd_state_direction (state, 1, direction));
      testing_state_free (state);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/inspect/values", test_values);
  g_test_add_func ("/inspect/pair", test_pair);
  g_test_add_func ("/inspect/residuals", test_residuals);
  g_test_add_func ("/inspect/slices", test_slices);
  g_test_add_func ("/inspect/direction", test_direction);

  return g_test_run ();
}
