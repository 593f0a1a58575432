// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Alternating directions with Newton's method, on plain matrices: the method of mbd-pile.h in the forces
// instead of the velocities. With g the diagonal of M, S = share diag (g), P the projection onto the sets
// and u the force of the splitting, an iteration is
//
//   z = (M + S)^-1 (S y - u - q),   y = P (z + S^-1 u),   u += S (z - y)
//
// At its limit z = y and u = -w. One factor serves all iterations. They find out which contacts hold and
// slip but converge slowly, so that after some of them Newton's method continues, on
//
//   F (z) = z - P (x) = 0,   x = z - w / g
//
// whose derivative is I - P' (I - diag (1 / g) M), with P' one element of the generalised derivative of
// P (Alart and Curnier 1991). If it fails, the iterations continue from where they were.

#include "complementarity-private.h"

#include <math.h>
#include <string.h>

#include "dense-private.h"

enum
{
  MOST_IN_GROUP = 16,
  BETWEEN = 40,     // iterations from one attempt of Newton's method to the next
  MOST_NEWTON = 40, // steps of an attempt
  MOST_HALVINGS = 12
};

/// S over the diagonal of M, in turn: which one is fastest depends on the problem.
static const double shares[] = { 0.03, 0.3, 0.003 };
/// Smallest pivot of a Newton step, over the largest entry.
static const double least_pivot = 1e-13;

/// Tangents with a common bound, or one variable.
typedef struct
{
  int count, members[MOST_IN_GROUP];
  double bound; // largest size of tangents
} Group;

static MbdSetKind
kind_of (const MbdComplementarityProblem *problem, int i)
{
  return problem->sets != NULL ? problem->sets[i].kind : MBD_SET_NONNEGATIVE;
}

/// Finds the tangents that are projected together with tangent i. Returns false if i is not the first
/// of them.
static bool
find_group (const MbdComplementarityProblem *problem, const double *x, int i, Group *group)
{
  const MbdSet *set = &problem->sets[i];

  group->bound = set->friction * fmax (x[set->normal], 0);
  if (set->partner >= 0) {
    group->count = 2;
    group->members[0] = i;
    group->members[1] = set->partner;
    return set->partner > i;
  }
  group->count = mbd_complementarity_polygon (problem, i, group->members, MOST_IN_GROUP);
  return group->count > 0;
}

/// Computes F into `f` and x into `x`. Returns the largest |F g|, with which steps are compared.
static double
evaluate (const MbdComplementarity *self,
          const MbdComplementarityProblem *problem,
          const double *z,
          double *x,
          double *f)
{
  const double *g = self->diagonal;
  double worst = 0;

  mbd_complementarity_rows (problem, z, x);
  for (int i = 0; i < problem->n; i++)
    f[i] = x[i] = z[i] - x[i] / g[i];
  mbd_complementarity_project (problem, f);
  for (int i = 0; i < problem->n; i++) {
    f[i] = z[i] - f[i];
    worst = fmax (worst, fabs (f[i]) * g[i]);
  }
  return worst;
}

/// Sets the derivative of a variable that is not a tangent: M_i / g, or the unit row where the
/// projection does not move.
static void
set_row (const MbdComplementarity *self,
         const MbdComplementarityProblem *problem,
         int i,
         bool moves)
{
  const int n = problem->n;
  const double *M = problem->M + (size_t) i * (size_t) n;
  double *row = self->factor + (size_t) i * (size_t) n;

  for (int k = 0; k < n; k++)
    row[k] = moves ? M[k] / self->diagonal[i] : 0;
  if (!moves)
    row[i] = 1;
}

/// row -= weight (e_k - M_k / g)
static void
subtract_row (const MbdComplementarity *self,
              const MbdComplementarityProblem *problem,
              int k,
              double weight,
              double *row)
{
  const int n = problem->n;
  const double *M = problem->M + (size_t) k * (size_t) n;

  for (int j = 0; j < n && weight != 0; j++)
    row[j] += weight * M[j] / self->diagonal[k];
  row[k] -= weight;
}

/// Sets the derivatives of tangents at their bound: of a disc b x / |x|, and of a polygon
/// sign (x) (|x| - low), where low keeps the sum of those above it at the bound.
static void
set_sliding (const MbdComplementarity *self,
             const MbdComplementarityProblem *problem,
             const double *x,
             const Group *group)
{
  const int n = problem->n;
  const MbdSet *set = &problem->sets[group->members[0]];
  const double along = x[set->normal] > 0 ? set->friction : 0;
  double d[MOST_IN_GROUP], size = 0;
  int above = 0;

  for (int k = 0; k < group->count; k++)
    d[k] = x[group->members[k]];
  if (set->partner >= 0) {
    size = hypot (d[0], d[1]);
    for (int k = 0; k < group->count; k++)
      d[k] /= size;
  } else {
    mbd_project_on_polygon (group->count, group->bound, d);
    for (int k = 0; k < group->count; k++) {
      above += d[k] != 0;
      d[k] = d[k] != 0 ? copysign (1, d[k]) : 0;
    }
    // A bound of 0 leaves none: the largest is the one that it will free first.
    if (above == 0) {
      int most = 0;
      for (int k = 1; k < group->count; k++)
        if (fabs (x[group->members[k]]) > fabs (x[group->members[most]]))
          most = k;
      d[most] = copysign (1, x[group->members[most]]);
      above = 1;
    }
  }
  for (int i = 0; i < group->count; i++) {
    double *row = self->factor + (size_t) group->members[i] * (size_t) n;
    memset (row, 0, sizeof *row * (size_t) n);
    row[group->members[i]] = 1;
    for (int k = 0; k < group->count; k++) {
      const double weight = set->partner >= 0 ? group->bound / size * ((i == k) - d[i] * d[k])
                                              : (i == k && d[i] != 0) - d[i] * d[k] / above;
      subtract_row (self, problem, group->members[k], weight, row);
    }
    subtract_row (self, problem, set->normal, along * (set->partner >= 0 ? d[i] : d[i] / above),
                  row);
  }
}

static void
set_derivative (const MbdComplementarity *self,
                const MbdComplementarityProblem *problem,
                const double *x)
{
  for (int i = 0; i < problem->n; i++) {
    const MbdSetKind kind = kind_of (problem, i);
    Group group;

    if (kind != MBD_SET_FRICTION) {
      set_row (self, problem, i,
               kind == MBD_SET_FREE || (kind == MBD_SET_NONNEGATIVE && x[i] > 0)
                 || (kind == MBD_SET_BOX && x[i] > problem->sets[i].lower
                     && x[i] < problem->sets[i].upper));
      continue;
    }
    if (!find_group (problem, x, i, &group))
      continue;
    double size = 0;
    for (int k = 0; k < group.count; k++)
      size = problem->sets[i].partner >= 0 ? hypot (size, x[group.members[k]])
                                           : size + fabs (x[group.members[k]]);
    if (size > group.bound)
      set_sliding (self, problem, x, &group);
    else
      for (int k = 0; k < group.count; k++)
        set_row (self, problem, group.members[k], true);
  }
}

/// Newton's method from z, which becomes the solution. Returns false if it does not get there; z is
/// then of no use.
static bool
polish (MbdComplementarity *self,
        const MbdComplementarityProblem *problem,
        double tolerance,
        double *z,
        MbdComplementarityReport *report)
{
  const int n = problem->n;
  double *x = self->w, *f = self->q, *step = self->answer, *trial = self->trial;
  double error = evaluate (self, problem, z, x, f);

  for (int i = 0; i < MOST_NEWTON; i++) {
    double size = 1, next = INFINITY;
    report->residual = mbd_complementarity_residual (problem, z, &report->gap);
    if (report->residual <= tolerance)
      return true;
    set_derivative (self, problem, x);
    const int rank = mbd_dense_factor (n, self->factor, self->rows, self->columns, least_pivot);
    mbd_dense_solve (n, rank, self->factor, self->rows, self->columns, f, step, self->work);
    for (int half = 0; half < MOST_HALVINGS; half++, size /= 2) {
      for (int k = 0; k < n; k++)
        trial[k] = z[k] - size * step[k];
      next = evaluate (self, problem, trial, x, f);
      if (next < error)
        break;
    }
    report->iterations++;
    if (!(next < error))
      return false;
    memcpy (z, trial, sizeof *z * (size_t) n);
    error = next;
  }
  return false;
}

/// Factors M + S, scaled by rows to a unit diagonal of S.
static int
factor_split (MbdComplementarity *self, const MbdComplementarityProblem *problem, double share)
{
  const int n = problem->n;

  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      self->factor[i * n + k] = problem->M[i * n + k] / self->diagonal[i];
    self->factor[i * n + i] += share;
  }
  return mbd_dense_factor (n, self->factor, self->rows, self->columns, 1e-15);
}

/// Keeps y if its residual is less than the last one kept. Returns false if it is not finite: the iterations
/// diverge.
static bool
keep (MbdComplementarity *self,
      const MbdComplementarityProblem *problem,
      const double *y,
      double *best)
{
  const double residual = mbd_complementarity_residual (problem, y, NULL);

  for (int i = 0; i < problem->n; i++)
    if (!isfinite (y[i]))
      return false;
  if (!(residual < *best))
    return isfinite (residual);
  *best = residual;
  memcpy (self->kept, y, sizeof *y * (size_t) problem->n);
  return true;
}

MbdComplementarityReport
mbd_solve_by_admm (MbdComplementarity *self,
                   const MbdComplementarityProblem *problem,
                   const MbdComplementaritySettings *settings,
                   double *z)
{
  const int n = problem->n, most = settings->iterations > 0 ? settings->iterations : 2000;
  const double *g = self->diagonal;
  double *y = self->start, *u = self->best, *right = self->q, *next = self->answer;
  const int n_shares = (int) (sizeof shares / sizeof *shares);
  double best = INFINITY, share = shares[0];
  MbdComplementarityReport report = { .status = MBD_COMPLEMENTARITY_NOT_CONVERGED,
                                      .method = MBD_COMPLEMENTARITY_ADMM };

  for (int i = 0; i < n; i++)
    self->diagonal[i] = mbd_complementarity_diagonal (problem, i);
  // u is stored over S. The first forces are those of the start, with nothing left to split.
  memcpy (y, z, sizeof *y * (size_t) n);
  mbd_complementarity_project (problem, y);
  memset (u, 0, sizeof *u * (size_t) n);
  memset (self->kept, 0, sizeof *self->kept * (size_t) n);
  for (int attempt = 0; report.iterations < most; attempt++) {
    const double next_share = shares[attempt % n_shares];
    for (int k = 0; k < n; k++)
      u[k] *= share / next_share;
    share = next_share;
    const int rank = factor_split (self, problem, share);
    for (int i = 0; i < BETWEEN; i++, report.iterations++) {
      for (int k = 0; k < n; k++)
        right[k] = share * (y[k] - u[k]) - problem->q[k] / g[k];
      mbd_dense_solve (n, rank, self->factor, self->rows, self->columns, right, next, self->work);
      for (int k = 0; k < n; k++)
        y[k] = next[k] + u[k];
      mbd_complementarity_project (problem, y);
      for (int k = 0; k < n; k++)
        u[k] += next[k] - y[k];
    }
    if (!keep (self, problem, y, &best))
      break;
    memcpy (z, y, sizeof *z * (size_t) n);
    if (polish (self, problem, settings->tolerance, z, &report)) {
      mbd_complementarity_project (problem, z);
      report.status = MBD_COMPLEMENTARITY_SOLVED;
      return report;
    }
  }
  memcpy (z, self->kept, sizeof *z * (size_t) n);
  report.residual = mbd_complementarity_residual (problem, z, &report.gap);
  return report;
}
