// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The computed references compared with stored ones of other origin.

#include <glib.h>
#include <math.h>

#include "exact.h"
#include "reference.h"

#define ROWS 64

static int
read_times (const Reference *reference, double *times)
{
  g_assert_cmpint (reference->rows, <=, ROWS);
  for (int row = 0; row < reference->rows; row++)
    times[row] = reference_at (reference, row, 0);
  return reference->rows;
}

static void
test_nfourbar (gconstpointer data)
{
  int n = GPOINTER_TO_INT (data);
  g_autofree char *name = g_strdup_printf ("nfourbar_exact_N%d.csv", n);
  Reference *reference = reference_read (name);
  double times[ROWS];
  long double phi[ROWS], rate[ROWS];
  int rows = read_times (reference, times);

  exact_nfourbar (n, rows, times, phi, rate);
  for (int row = 0; row < rows; row++) {
    double x = (double) sinl (phi[row]), y = (double) cosl (phi[row]), w = (double) rate[row];

    g_assert_cmpfloat_with_epsilon (x, reference_at (reference, row, 1), 1e-12);
    g_assert_cmpfloat_with_epsilon (y, reference_at (reference, row, 2), 1e-12);
    g_assert_cmpfloat_with_epsilon (w * y, reference_at (reference, row, 3), 1e-11);
    g_assert_cmpfloat_with_epsilon (-w * x, reference_at (reference, row, 4), 1e-11);
  }
  reference_free (reference);
}

static void
test_chain (void)
{
  enum
  {
    N = 10
  };
  Reference *reference = reference_read ("chain10.csv");
  double times[ROWS];
  long double angle[ROWS * N], rate[ROWS * N];
  int rows = read_times (reference, times);

  exact_chain (N, rows, times, angle, rate);
  for (int row = 0; row < rows; row++)
    for (int i = 0; i < N; i++) {
      double theta = (double) angle[row * N + i], omega = (double) rate[row * N + i];

      g_assert_cmpfloat_with_epsilon (theta, reference_at (reference, row, 6 * i + 3), 1e-14);
      g_assert_cmpfloat_with_epsilon (omega, reference_at (reference, row, 6 * i + 6), 1e-13);
    }
  reference_free (reference);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/exact/nfourbar/1", GINT_TO_POINTER (1), test_nfourbar);
  g_test_add_data_func ("/exact/nfourbar/10", GINT_TO_POINTER (10), test_nfourbar);
  g_test_add_func ("/exact/chain", test_chain);
  return g_test_run ();
}
