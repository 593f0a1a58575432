// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The dense system of a state, and its solution by LAPACK's singular values.

#include "testing.h"

#include <lapacke.h>

System *
system_new (MbdState *state)
{
  const MbdModel *model = mbd_state_model (state);
  System *system = g_new0 (System, 1);
  int n = system->n = mbd_model_velocity_count (model);
  int m = system->m = mbd_model_row_count (model);
  double *unit = g_new0 (double, n + 1), *column = g_new0 (double, n + 1);

  system->M = g_new0 (double, n *n + 1);
  system->G = g_new0 (double, m *n + 1);
  system->f = g_new0 (double, n + 1);
  system->gamma = g_new0 (double, m + 1);
  mbd_state_jacobian (state, system->G, system->gamma);
  mbd_state_forces (state, system->f);
  for (int j = 0; j < n; j++)
    {
      unit[j] = 1;
      mbd_state_mass_multiply (state, unit, column);
      unit[j] = 0;
      for (int i = 0; i < n; i++)
        system->M[i * n + j] = column[i];
    }
  g_free (unit);
  g_free (column);
  return system;
}

void
system_free (System *system)
{
  g_free (system->M);
  g_free (system->G);
  g_free (system->f);
  g_free (system->gamma);
  g_free (system);
}

/// Solve L x = b in place for the n x n lower triangle L (row-major), or L' x = b.
static void
triangle_solve (int n, const double *L, bool transposed, double *x)
{
  for (int s = 0; s < n; s++)
    {
      int i = transposed ? n - 1 - s : s;

      for (int j = transposed ? i + 1 : 0; j < (transposed ? n : i); j++)
        x[i] -= (transposed ? L[j * n + i] : L[i * n + j]) * x[j];
      x[i] /= L[i * n + i];
    }
}

/// Multipliers and the transformed acceleration y = L' a from the singular values of A, where
/// y = y0 + A' mu and A y = r has the solution of least |mu|.
static int
solve_scaled (int m, int n, double *A, const double *r, double tolerance, double *y, double *mu)
{
  int k = MIN (m, n), rank = 0;
  double *s = g_new0 (double, k + 1), *U = g_new0 (double, m *m + 1), *Vt = g_new0 (double, n *n + 1);
  double *superb = g_new0 (double, k + 1), *error = g_new0 (double, m + 1);

  for (int i = 0; i < m; i++)
    error[i] = r[i] - dot (n, A + i * n, y);
  g_assert_cmpint (LAPACKE_dgesvd (LAPACK_ROW_MAJOR, 'A', 'A', m, n, A, n, s, U, m, Vt, n, superb), ==, 0);
  memset (mu, 0, (size_t) m * sizeof *mu);
  for (int i = 0; i < k && s[i] > tolerance * s[0]; i++, rank++)
    {
      double along = 0;

      for (int j = 0; j < m; j++)
        along += U[j * m + i] * error[j];
      for (int j = 0; j < n; j++)
        y[j] += Vt[i * n + j] * along / s[i];
      for (int j = 0; j < m; j++)
        mu[j] += U[j * m + i] * along / (s[i] * s[i]);
    }
  g_free (s);
  g_free (U);
  g_free (Vt);
  g_free (superb);
  g_free (error);
  return rank;
}

int
system_solve (const System *system, double tolerance, double *a, double *lambda)
{
  int n = system->n, m = system->m, rank = 0;
  double *L = g_memdup2 (system->M, (size_t) (n * n + 1) * sizeof *L);
  double *A = g_memdup2 (system->G, (size_t) (m * n + 1) * sizeof *A);
  double *r = g_memdup2 (system->gamma, (size_t) (m + 1) * sizeof *r);
  double *scale = g_new0 (double, m + 1);

  // M = L L'; y = L' a; rows of A = G L^-T / sqrt (g), where sqrt (g) is the length of the row.
  g_assert_cmpint (LAPACKE_dpotrf (LAPACK_ROW_MAJOR, 'L', n, L, n), ==, 0);
  for (int i = 0; i < m; i++)
    {
      double *row = A + i * n;

      triangle_solve (n, L, false, row);
      scale[i] = sqrt (dot (n, row, row));
      for (int j = 0; j < n && scale[i] > 0; j++)
        row[j] /= scale[i];
      r[i] = scale[i] > 0 ? r[i] / scale[i] : 0;
    }
  memcpy (a, system->f, (size_t) n * sizeof *a);
  triangle_solve (n, L, false, a);
  if (m > 0 && n > 0)
    rank = solve_scaled (m, n, A, r, tolerance, a, lambda);
  triangle_solve (n, L, true, a);
  for (int i = 0; i < m; i++)
    lambda[i] = scale[i] > 0 ? lambda[i] / scale[i] : 0;
  g_free (L);
  g_free (A);
  g_free (r);
  g_free (scale);
  return rank;
}

void
system_residuals (const System *system,
                  const double *a,
                  const double *lambda,
                  double *forces,
                  double *rows)
{
  int n = system->n, m = system->m;
  double worst = 0, scale = 0;

  for (int i = 0; i < n; i++)
    {
      double r = -system->f[i], size = fabs (system->f[i]);

      for (int j = 0; j < n; j++)
        {
          r += system->M[i * n + j] * a[j];
          size += fabs (system->M[i * n + j] * a[j]);
        }
      for (int k = 0; k < m; k++)
        {
          r -= system->G[k * n + i] * lambda[k];
          size += fabs (system->G[k * n + i] * lambda[k]);
        }
      worst = isnan (r) ? INFINITY : fmax (worst, fabs (r));
      scale = fmax (scale, size);
    }
  *forces = scale > 0 ? worst / scale : worst;

  worst = scale = 0;
  for (int k = 0; k < m; k++)
    {
      double r = -system->gamma[k], size = fabs (system->gamma[k]);

      for (int j = 0; j < n; j++)
        {
          r += system->G[k * n + j] * a[j];
          size += fabs (system->G[k * n + j] * a[j]);
        }
      worst = isnan (r) ? INFINITY : fmax (worst, fabs (r));
      scale = fmax (scale, size);
    }
  *rows = scale > 0 ? worst / scale : worst;
}
