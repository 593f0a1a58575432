// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Least violation of rows of equations and inequalities: least squares without any code of the
// engine. x is eliminated first (the part that no columns of G reach remains), then the gaps of the
// inequalities are the non-negative least squares of Lawson and Hanson.

#include "testing.h"

#include <lapacke.h>

/// Computes the part of a vector that no columns of G reach, in place: U comes from the singular
/// values of G, and its first `rank` columns span the range.
static void
take_out_range (int m, const double *U, int rank, double *x)
{
  for (int i = 0; i < rank; i++) {
    double along = 0;
    for (int j = 0; j < m; j++)
      along += U[j * m + i] * x[j];
    for (int j = 0; j < m; j++)
      x[j] -= U[j * m + i] * along;
  }
}

/// Computes the z that minimises |B z - c|, of the columns of B (m long, consecutive) in the set.
static void
solve_columns (int m, int k, const double *B, const bool *in_set, const double *c, double *z)
{
  double *A = g_new0 (double, m *k + 1), *b = g_new0 (double, MAX (m, k) + 1);
  double *s = g_new0 (double, k + 1);
  int count = 0, used = 0;
  lapack_int rank;

  for (int j = 0; j < k; j++)
    if (in_set[j])
      memcpy (A + m * count++, B + m * j, (size_t) m * sizeof *A);
  memcpy (b, c, (size_t) m * sizeof *b);
  g_assert_cmpint (
    LAPACKE_dgelsd (LAPACK_COL_MAJOR, m, count, 1, A, m, b, MAX (m, count), s, 1e-9, &rank), ==, 0);
  for (int j = 0; j < k; j++)
    z[j] = in_set[j] ? b[used++] : 0;
  g_free (A);
  g_free (b);
  g_free (s);
}

/// Returns the least |B z - c| for z >= 0: the active set of Lawson and Hanson. B has k columns of
/// m.
static double
least_nonnegative (int m, int k, const double *B, const double *c, double tolerance)
{
  double *z = g_new0 (double, k + 1), *next = g_new0 (double, k + 1);
  double *rest = g_memdup2 (c, (size_t) (m + 1) * sizeof *rest), least;
  bool *in_set = g_new0 (bool, k + 1);

  for (int changes = 0; changes < 10 * k; changes++) {
    int best = -1;
    double steepest = tolerance;
    for (int j = 0; j < k; j++)
      if (!in_set[j] && dot (m, B + m * j, rest) > steepest) {
        best = j;
        steepest = dot (m, B + m * j, rest);
      }
    if (best < 0)
      break;
    in_set[best] = true;
    for (bool inside = false; !inside;) {
      double share = 1;
      solve_columns (m, k, B, in_set, c, next);
      for (int j = 0; j < k; j++)
        if (in_set[j] && next[j] < 0)
          share = fmin (share, z[j] / (z[j] - next[j]));
      inside = share == 1;
      for (int j = 0; j < k; j++) {
        z[j] += share * (next[j] - z[j]);
        in_set[j] &= inside || z[j] > 1e-14;
      }
    }
    for (int i = 0; i < m; i++) {
      rest[i] = c[i];
      for (int j = 0; j < k; j++)
        rest[i] -= B[m * j + i] * z[j];
    }
  }
  least = sqrt (dot (m, rest, rest));
  g_free (z);
  g_free (next);
  g_free (rest);
  g_free (in_set);
  return least;
}

double
system_least_violation (const System *system, const bool *one_sided, double tolerance)
{
  int n = system->n, m = system->m, least = MIN (m, n), rank = 0, k = 0;
  double *A = g_memdup2 (system->G, (size_t) (m * n + 1) * sizeof *A), result;
  double *U = g_new0 (double, m *m + 1), *Vt = g_new0 (double, n *n + 1);
  double *s = g_new0 (double, least + 1), *superb = g_new0 (double, least + 1);
  double *B = g_new0 (double, m *m + 1), *c = g_new0 (double, m + 1);

  if (least > 0)
    g_assert_cmpint (
      LAPACKE_dgesvd (LAPACK_ROW_MAJOR, 'A', 'A', m, n, A, n, s, U, m, Vt, n, superb), ==, 0);
  while (rank < least && s[rank] > tolerance * s[0])
    rank++;
  for (int i = 0; i < m; i++) {
    c[i] = -system->gamma[i];
    if (one_sided[i]) {
      B[m * k + i] = 1;
      take_out_range (m, U, rank, B + m * k++);
    }
  }
  take_out_range (m, U, rank, c);
  result = least_nonnegative (m, k, B, c, 1e-13 * max_norm (m, system->gamma));
  g_free (A);
  g_free (U);
  g_free (Vt);
  g_free (s);
  g_free (superb);
  g_free (B);
  g_free (c);
  return result;
}
