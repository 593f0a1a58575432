// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projected Gauss-Seidel with over-relaxation, variable by variable, the tangents of one normal
// together:
//
//   z_i <- P (z_i - omega w_i / M_ii),   w_i = (M z + q)_i with the newest values
//
// P is the projection onto the set; tangents are bounded by the newest normal. The method is simple
// and cheap for each sweep, and slow for bodies that stand on one another: it is provided to show
// this.

#include "complementarity-private.h"

#include <math.h>
#include <string.h>

enum
{
  MOST_IN_GROUP = 16,
  SWEEPS = 1000
};

static double
row_value (const MbdComplementarityProblem *problem, int i, const double *z)
{
  const double *row = problem->M + (size_t) i * (size_t) problem->n;
  double sum = problem->q[i];

  for (int j = 0; j < problem->n; j++)
    sum += row[j] * z[j];
  return sum;
}

/// Moves all tangents of a group by one step each with the largest diagonal, then projects.
static void
sweep_tangents (const MbdComplementarityProblem *problem, int first, double omega, double *z)
{
  const MbdSet *set = &problem->sets[first];
  const double bound = set->friction * fmax (z[set->normal], 0);
  int list[MOST_IN_GROUP] = { first, set->partner };
  double x[MOST_IN_GROUP], g = 0;
  int count = set->partner < 0 ? mbd_complementarity_polygon (problem, first, list, MOST_IN_GROUP)
                               : 2 * (set->partner > first);

  // Coupled tangents: the sum of the sizes of a row bounds the largest eigenvalue.
  for (int k = 0; k < count; k++) {
    double sum = 0;
    for (int l = 0; l < count; l++)
      sum += fabs (problem->M[list[k] * problem->n + list[l]]);
    g = fmax (g, sum);
  }
  for (int k = 0; k < count; k++)
    x[k] = g > 0 ? z[list[k]] - omega * row_value (problem, list[k], z) / g : z[list[k]];
  if (set->partner < 0)
    mbd_project_on_polygon (count, bound, x);
  else if (count == 2) {
    const double size = hypot (x[0], x[1]);
    for (int k = 0; k < 2 && size > bound; k++)
      x[k] *= bound / size;
  }
  for (int k = 0; k < count; k++)
    z[list[k]] = x[k];
}

MbdComplementarityReport
mbd_solve_by_sweeps (MbdComplementarity *self,
                     const MbdComplementarityProblem *problem,
                     const MbdComplementaritySettings *settings,
                     double *z)
{
  const int n = problem->n, most = settings->iterations > 0 ? settings->iterations : SWEEPS;
  MbdComplementarityReport report = { .status = MBD_COMPLEMENTARITY_NOT_CONVERGED,
                                      .method = MBD_COMPLEMENTARITY_SWEEPS };

  for (int i = 0; i < n && settings->warm; i++)
    z[i] = isfinite (z[i]) ? z[i] : 0;
  mbd_complementarity_project (problem, z);
  memcpy (self->best, z, sizeof *z * (size_t) n);
  report.residual = mbd_complementarity_residual (problem, z, &report.gap);
  while (report.residual > settings->tolerance && report.iterations < most) {
    for (int i = 0; i < n; i++) {
      const MbdSet *set = problem->sets != NULL ? &problem->sets[i] : NULL;
      const double g = problem->M[i * n + i];
      if (set != NULL && set->kind == MBD_SET_FRICTION) {
        sweep_tangents (problem, i, settings->relaxation, z);
        continue;
      }
      if (!(g > 0))
        continue;
      double x = z[i] - settings->relaxation * row_value (problem, i, z) / g;
      if (set == NULL || set->kind == MBD_SET_NONNEGATIVE)
        x = fmax (x, 0);
      else if (set->kind == MBD_SET_BOX)
        x = fmin (fmax (x, set->lower), set->upper);
      z[i] = x;
    }
    report.iterations++;
    double gap, residual = mbd_complementarity_residual (problem, z, &gap);
    if (!isfinite (residual))
      break;
    if (residual < report.residual) {
      report.residual = residual;
      report.gap = gap;
      memcpy (self->best, z, sizeof *z * (size_t) n);
    }
  }
  memcpy (z, self->best, sizeof *z * (size_t) n);
  if (report.residual <= settings->tolerance)
    report.status = MBD_COMPLEMENTARITY_SOLVED;
  return report;
}
