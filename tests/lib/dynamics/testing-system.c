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
  for (int j = 0; j < n; j++) {
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

/// Solves L x = b in place for the n x n lower triangle L (row-major), or L' x = b.
static void
triangle_solve (int n, const double *L, bool transposed, double *x)
{
  for (int s = 0; s < n; s++) {
    int i = transposed ? n - 1 - s : s;

    for (int j = transposed ? i + 1 : 0; j < (transposed ? n : i); j++)
      x[i] -= (transposed ? L[j * n + i] : L[i * n + j]) * x[j];
    x[i] /= L[i * n + i];
  }
}

/// The rows G L^-T scaled to length 1, where M = L L', with their lengths sqrt (g).
typedef struct
{
  double *L, *rows, *length;
} Scaled;

static Scaled
scale_rows (const System *system)
{
  int n = system->n, m = system->m;
  Scaled scaled = {
    .L = g_memdup2 (system->M, (size_t) (n * n + 1) * sizeof (double)),
    .rows = g_memdup2 (system->G, (size_t) (m * n + 1) * sizeof (double)),
    .length = g_new0 (double, m + 1),
  };
  lapack_int info = LAPACKE_dpotrf (LAPACK_ROW_MAJOR, 'L', n, scaled.L, n);

  g_assert_cmpint (info, ==, 0);
  for (int i = 0; i < m; i++) {
    double *row = scaled.rows + i * n;

    triangle_solve (n, scaled.L, false, row);
    scaled.length[i] = sqrt (dot (n, row, row));
    for (int j = 0; j < n && scaled.length[i] > 0; j++)
      row[j] /= scaled.length[i];
  }
  return scaled;
}

static void
scaled_clear (Scaled *scaled)
{
  g_free (scaled->L);
  g_free (scaled->rows);
  g_free (scaled->length);
}

/// Computes the singular values of an m x n matrix, which is overwritten. Returns the number of
/// nonzero ones.
static int
singular_values (int m, int n, double *A, double tolerance, double *s, double *U, double *Vt)
{
  int k = MIN (m, n), rank = 0;
  double *superb = g_new0 (double, k + 1);
  lapack_int info = LAPACKE_dgesvd (LAPACK_ROW_MAJOR, 'A', 'A', m, n, A, n, s, U, m, Vt, n, superb);

  g_assert_cmpint (info, ==, 0);
  while (rank < k && s[rank] > tolerance * s[0])
    rank++;
  g_free (superb);
  return rank;
}

int
system_rank (const System *system, double tolerance, bool *redundant)
{
  int n = system->n, m = system->m, rank;
  double *U = g_new0 (double, m *m + 1), *Vt = g_new0 (double, n *n + 1);
  double *s = g_new0 (double, MIN (m, n) + 1);
  Scaled scaled = scale_rows (system);

  rank = m > 0 && n > 0 ? singular_values (m, n, scaled.rows, tolerance, s, U, Vt) : 0;
  for (int i = 0; i < m && redundant != NULL; i++) {
    // The null vectors of G' are the remaining columns of U; their span decides, not their choice.
    double part = 0;

    for (int j = rank; j < m; j++)
      part += U[i * m + j] * U[i * m + j];
    redundant[i] = sqrt (part) > 1e-6;
  }
  scaled_clear (&scaled);
  g_free (U);
  g_free (Vt);
  g_free (s);
  return rank;
}

int
system_solve (const System *system, double tolerance, double *a, double *lambda)
{
  int n = system->n, m = system->m, rank = 0;
  double *U = g_new0 (double, m *m + 1), *Vt = g_new0 (double, n *n + 1);
  double *s = g_new0 (double, MIN (m, n) + 1), *error = g_new0 (double, m + 1);
  Scaled scaled = scale_rows (system);

  // y = L' a = L^-1 f + A' mu and A y = r, with the mu of least length.
  memcpy (a, system->f, (size_t) n * sizeof *a);
  triangle_solve (n, scaled.L, false, a);
  for (int i = 0; i < m; i++) {
    lambda[i] = 0;
    if (scaled.length[i] > 0)
      error[i] = system->gamma[i] / scaled.length[i] - dot (n, scaled.rows + i * n, a);
  }
  if (m > 0 && n > 0)
    rank = singular_values (m, n, scaled.rows, tolerance, s, U, Vt);
  for (int i = 0; i < rank; i++) {
    double along = 0;

    for (int j = 0; j < m; j++)
      along += U[j * m + i] * error[j];
    for (int j = 0; j < n; j++)
      a[j] += Vt[i * n + j] * along / s[i];
    for (int j = 0; j < m; j++)
      lambda[j] += U[j * m + i] * along / (s[i] * s[i]);
  }
  triangle_solve (n, scaled.L, true, a);
  for (int i = 0; i < m; i++)
    lambda[i] = scaled.length[i] > 0 ? lambda[i] / scaled.length[i] : 0;
  scaled_clear (&scaled);
  g_free (U);
  g_free (Vt);
  g_free (s);
  g_free (error);
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
  double worst = 0, scale = system->least_force, largest = max_norm (n, a);

  for (int i = 0; i < n; i++) {
    double r = -system->f[i], size = fabs (system->f[i]);

    for (int j = 0; j < n; j++) {
      r += system->M[i * n + j] * a[j];
      size += fabs (system->M[i * n + j] * a[j]);
    }
    for (int k = 0; k < m; k++) {
      r -= system->G[k * n + i] * lambda[k];
      size += fabs (system->G[k * n + i] * lambda[k]);
    }
    worst = isnan (r) ? INFINITY : fmax (worst, fabs (r));
    scale = fmax (scale, size);
  }
  *forces = scale > 0 ? worst / scale : worst;

  // Rows are also measured by the accelerations that the forces by themselves would give: if all of
  // them cancel, only their round-off remains.
  for (int i = 0; i < n; i++)
    if (system->M[i * n + i] > 0)
      largest = fmax (largest, fabs (system->f[i]) / system->M[i * n + i]);
  worst = scale = 0;
  for (int k = 0; k < m; k++) {
    double r = -system->gamma[k], size = fabs (system->gamma[k]);

    for (int j = 0; j < n; j++) {
      r += system->G[k * n + j] * a[j];
      size += fabs (system->G[k * n + j]) * largest;
    }
    worst = isnan (r) ? INFINITY : fmax (worst, fabs (r));
    scale = fmax (scale, size);
  }
  *rows = scale > 0 ? worst / scale : worst;
}
