// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The drift laboratory without a window: the order of the errors, and the table.

#include <math.h>
#include <string.h>

#include "lw-drift.h"
#include "lw-text.h"
#include "testing-text.h"

/// Returns the last line of the table.
static void
run (LwMechanism *mechanism, double step, double *last, guint *n_lines)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDrift) drift = lw_drift_new (mechanism, step, &error);
  g_autofree char *csv = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) fields = NULL;

  g_assert_no_error (error);
  csv = lw_drift_dup_csv (drift, &error);
  g_assert_no_error (error);
  lines = g_strsplit (csv, "\n", -1);
  // The last line is empty.
  *n_lines = g_strv_length (lines) - 1;
  fields = g_strsplit (lines[*n_lines - 1], ",", -1);
  g_assert_cmpuint (g_strv_length (fields), ==, 1 + LW_DRIFT_VARIANTS);
  for (guint i = 0; i < 1 + LW_DRIFT_VARIANTS; i++)
    last[i] = *fields[i] != '\0' ? g_ascii_strtod (fields[i], NULL) : NAN;
}

static void
test_order (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar-torque.json");
  double coarse[1 + LW_DRIFT_VARIANTS];
  double fine[1 + LW_DRIFT_VARIANTS];
  guint n;

  run (mechanism, 0.0025, coarse, &n);
  // A head, and samples from 0 to 5 s.
  g_assert_cmpuint (n, ==, 1 + 501);
  g_assert_cmpfloat (coarse[0], ==, 5);
  g_assert_cmpfloat (coarse[1], >, 1e-6);
  g_assert_cmpfloat (coarse[4], <, coarse[2]);
  g_assert_cmpfloat (coarse[LW_DRIFT_VARIANTS], <, 1e-6 * coarse[1]);
  // Order 4: with half the step the drift is about a sixteenth, at most an eighth.
  run (mechanism, 0.00125, fine, &n);
  g_assert_cmpfloat (fine[1], <, coarse[1] / 8);
  g_assert_cmpfloat (fine[1], >, coarse[1] / 80);
}

/// All couplings inherit the stabilisation, even if they have their own.
static void
test_inherits (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar-torque.json");
  LwCoupling *own = lw_coupling_copy (lw_mechanism_get_coupling (mechanism, 0));
  g_autoptr (LwMechanism) changed = NULL;
  g_autoptr (LwDrift) drift = NULL;

  own->def.stabilisation = MBD_STABILISATION_PROJECTION;
  changed = lw_mechanism_replace_coupling (mechanism, own);
  drift = lw_drift_new (changed, 0, NULL);
  g_assert_nonnull (drift);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (drift->mechanism); i++)
    g_assert_cmpint (lw_mechanism_get_coupling (drift->mechanism, i)->def.stabilisation, ==,
                     MBD_STABILISATION_INHERIT);
  g_assert_cmpfloat (drift->integrator.step, ==, 0.25 * lw_mechanism_get_run (mechanism)->interval);
}

static void
test_refuses (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar-torque.json");
  const double bad[] = { -1, NAN, INFINITY, 6 };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_null (lw_drift_new (mechanism, bad[i], &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  }
}

/// The opening of a pin is the distance of its two points, in size and direction, whichever body is
/// its second one; the largest is found. Pose: each body of the four-bar 1 mm further along x than the
/// one before.
static void
test_gap (void)
{
  g_autoptr (LwMechanism) mechanism = testing_load_example ("four-bar-torque.json");
  g_autoptr (GError) error = NULL;
  g_autoptr (LwDrift) drift = lw_drift_new (mechanism, 0, &error);
  MbdState *state = mbd_state_new (drift->model);
  g_autofree double *q = g_memdup2 (mbd_state_positions (state),
                                    sizeof (double) * mbd_model_position_count (drift->model));
  double largest = 0;
  LwDriftGap gap;

  g_assert_no_error (error);
  for (int body = 1; body <= 3; body++)
    q[mbd_model_body_first_position (drift->model, body)] += 1e-3 * body;
  mbd_state_set (state, 0, q, NULL);
  for (int i = 0; i < 4; i++) {
    double a[3], b[3];

    mbd_state_coupling_points (state, i, a, b);
    g_assert_true (lw_drift_find_gap (drift, state, i, &gap));
    g_assert_cmpint (gap.coupling, ==, i);
    g_assert_cmpfloat_with_epsilon (gap.gap[0], b[0] - a[0], 1e-15);
    g_assert_cmpfloat_with_epsilon (gap.gap[1], b[1] - a[1], 1e-15);
    g_assert_cmpfloat_with_epsilon (gap.place[0], a[0], 1e-15);
    largest = fmax (largest, hypot (gap.gap[0], gap.gap[1]));
  }
  g_assert_true (lw_drift_find_gap (drift, state, -1, &gap));
  g_assert_cmpfloat (hypot (gap.gap[0], gap.gap[1]), ==, largest);
  // Pin D between the ground and the third body.
  g_assert_cmpfloat_with_epsilon (largest, 3e-3, 1e-12);
  mbd_state_free (state);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/drift/order", test_order);
  g_test_add_func ("/drift/inherits", test_inherits);
  g_test_add_func ("/drift/refuses", test_refuses);
  g_test_add_func ("/drift/gap", test_gap);

  return g_test_run ();
}
