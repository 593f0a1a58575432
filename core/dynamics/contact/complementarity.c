// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Complementarity problems: checks, residuals, and the choice of the solver.

#include "complementarity-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dense-private.h"

enum
{
  MOST_IN_POLYGON = 16,
  MOST_RAYS = 512,
  /// Unknowns from which contacts at rest are first solved as a convex problem.
  MANY = 32
};

MbdComplementaritySettings
mbd_complementarity_default (void)
{
  return (MbdComplementaritySettings){ .tolerance = 1e-10, .relaxation = 1, .pairs = 8 };
}

const char *
mbd_complementarity_status_text (MbdComplementarityStatus status)
{
  static const char *const texts[] = {
    [MBD_COMPLEMENTARITY_SOLVED] = "solved",
    [MBD_COMPLEMENTARITY_NO_SOLUTION] = "no forces that satisfy all conditions were found",
    [MBD_COMPLEMENTARITY_NOT_CONVERGED] = "the forces did not converge",
    [MBD_COMPLEMENTARITY_BAD_INPUT] = "a number of the problem is not finite or out of its range",
    [MBD_COMPLEMENTARITY_NOT_APPLICABLE] = "the method is not for problems of this form or size",
  };
  return texts[status];
}

/// Returns the room of Lemke's table for `n` variables: a contact in the plane has a normal, a
/// tangent of two directions and a slack, and as many again against rolling; in space a normal, two
/// tangents of 2 pairs directions and a slack.
static int
lemke_size (int n, int pairs)
{
  const int in_space = n / 3 * (2 * pairs + 2), in_plane = n / 3 * 7;
  return (in_space > in_plane ? in_space : in_plane) + 4 * (n % 3) + 2;
}

static void
reserve_cones (MbdComplementarity *self)
{
  MbdArena *arena = &self->arena;
  MbdConesRoom *room = &self->cones;

  room->most = self->most < MOST_RAYS ? self->most : MOST_RAYS;
  const size_t n = (size_t) room->most;
  double **squares[] = { &room->S, &room->L, &room->M };
  for (size_t i = 0; i < sizeof squares / sizeof *squares; i++)
    *squares[i] = MBD_TAKE (arena, double, n *n);
  double **vectors[] = { &room->c, &room->x, &room->y, &room->q, &room->z };
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = MBD_TAKE (arena, double, n);
  int **lists[] = { &room->carries, &room->left_out, &room->carried, &room->members };
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    *lists[i] = MBD_TAKE (arena, int, n);
  room->rays = MBD_TAKE (arena, MbdLemkeVariable, n);
  room->sets = MBD_TAKE (arena, MbdSet, n);
  room->part_of = MBD_TAKE (arena, int, self->most);
}

MbdComplementarity *
mbd_complementarity_new (int most, int most_lemke, int most_pairs)
{
  if (most < 0 || most_lemke < 0 || most_pairs < 0 || most > 20000 || most_lemke > most
      || most_pairs > 64)
    return NULL;
  MbdComplementarity *self = calloc (1, sizeof *self);
  if (self == NULL)
    return NULL;
  MbdArena *arena = &self->arena;
  MbdLemke *lemke = &self->lemke;
  const size_t n = (size_t) most;

  self->most = most;
  self->most_lemke = most_lemke;
  self->most_pairs = most_pairs;
  lemke->most = most_lemke > 0 ? lemke_size (most_lemke, most_pairs) : 0;
  const size_t size = (size_t) lemke->most, cells = (size_t) most_lemke * (size_t) most_lemke;
  lemke->M = MBD_TAKE (arena, double, size *size);
  lemke->system = MBD_TAKE (arena, double, size *size);
  lemke->table = MBD_TAKE (arena, double, size *(2 * size + 2));
  double **vectors[] = { &lemke->q,     &lemke->z,      &lemke->scale,
                         &lemke->cover, &lemke->vector, &lemke->work };
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
    *vectors[i] = MBD_TAKE (arena, double, size);
  lemke->basis = MBD_TAKE (arena, int, size);
  lemke->columns = MBD_TAKE (arena, int, size);
  self->variables = MBD_TAKE (arena, MbdLemkeVariable, size);
  self->start = MBD_TAKE (arena, double, n);
  self->factor = MBD_TAKE (arena, double, n *n);
  self->solved = MBD_TAKE (arena, double, (size_t) most_lemke *(size_t) (most_lemke + 1));
  self->M = MBD_TAKE (arena, double, cells);
  self->q = MBD_TAKE (arena, double, n);
  self->answer = MBD_TAKE (arena, double, n);
  self->best = MBD_TAKE (arena, double, n);
  self->w = MBD_TAKE (arena, double, n);
  self->diagonal = MBD_TAKE (arena, double, n);
  self->trial = MBD_TAKE (arena, double, n);
  self->kept = MBD_TAKE (arena, double, n);
  self->work = MBD_TAKE (arena, double, n);
  self->reduced = MBD_TAKE (arena, int, n);
  self->free = MBD_TAKE (arena, int, n);
  self->rows = MBD_TAKE (arena, int, n);
  self->columns = MBD_TAKE (arena, int, n);
  reserve_cones (self);
  if (arena->failed) {
    mbd_complementarity_free (self);
    return NULL;
  }
  return self;
}

void
mbd_complementarity_free (MbdComplementarity *self)
{
  if (self == NULL)
    return;
  mbd_arena_clear (&self->arena);
  free (self);
}

/* Sets ------------------------------------------------------------------------------------- */

static bool
set_is_valid (const MbdComplementarityProblem *problem, int i)
{
  const MbdSet *set = &problem->sets[i];

  switch (set->kind) {
  case MBD_SET_NONNEGATIVE:
  case MBD_SET_FREE:
    return true;
  case MBD_SET_BOX:
    return set->lower <= set->upper && set->lower < INFINITY && set->upper > -INFINITY;
  case MBD_SET_FRICTION:
    if (!(set->friction >= 0) || !isfinite (set->friction) || set->normal < 0
        || set->normal >= problem->n || problem->sets[set->normal].kind != MBD_SET_NONNEGATIVE
        || (set->alone && set->partner >= 0))
      return false;
    if (set->partner < 0)
      return true;
    return set->partner < problem->n && set->partner != i
           && problem->sets[set->partner].kind == MBD_SET_FRICTION
           && problem->sets[set->partner].partner == i
           && problem->sets[set->partner].normal == set->normal
           && problem->sets[set->partner].friction == set->friction;
  default:
    return false;
  }
}

static bool
problem_is_valid (const MbdComplementarityProblem *problem)
{
  const int n = problem->n;
  double sum = 0;

  for (int i = 0; i < n * n; i++)
    sum += 0 * problem->M[i];
  for (int i = 0; i < n; i++)
    sum += 0 * problem->q[i];
  for (int i = 0; i < n && problem->sets != NULL; i++) {
    int list[MOST_IN_POLYGON];
    if (!set_is_valid (problem, i)
        || mbd_complementarity_polygon (problem, i, list, MOST_IN_POLYGON) < 0)
      return false;
  }
  return sum == 0;
}

int
mbd_complementarity_polygon (const MbdComplementarityProblem *problem,
                             int first,
                             int *list,
                             int most)
{
  const MbdSet *sets = problem->sets;
  int count = 0;

  if (sets == NULL || sets[first].kind != MBD_SET_FRICTION || sets[first].partner >= 0)
    return 0;
  if (sets[first].alone) {
    list[0] = first;
    return 1;
  }
  for (int i = 0; i < problem->n; i++) {
    if (sets[i].kind != MBD_SET_FRICTION || sets[i].partner >= 0 || sets[i].alone
        || sets[i].normal != sets[first].normal)
      continue;
    if (i < first)
      return 0;
    if (count == most)
      return -1;
    list[count++] = i;
  }
  return count;
}

void
mbd_project_on_polygon (int n, double radius, double *x)
{
  double sum = 0, low = 0, high = 0;

  for (int i = 0; i < n; i++) {
    sum += fabs (x[i]);
    high = fmax (high, fabs (x[i]));
  }
  if (sum <= radius)
    return;
  // The shift by which all sizes shrink, never below 0: piecewise linear, so that Newton's steps
  // from below end at it.
  for (int pass = 0; pass <= n; pass++) {
    int above = 0;
    sum = 0;
    for (int i = 0; i < n; i++)
      if (fabs (x[i]) > low) {
        sum += fabs (x[i]) - low;
        above++;
      }
    if (above == 0 || sum <= radius)
      break;
    low = fmin (low + (sum - radius) / above, high);
  }
  for (int i = 0; i < n; i++)
    x[i] = copysign (fmax (fabs (x[i]) - low, 0), x[i]);
}

/// Projects the tangents that begin at `i` onto the bound of their normal.
static void
project_tangents (const MbdComplementarityProblem *problem, int i, double bound, double *z)
{
  const MbdSet *set = &problem->sets[i];
  int list[MOST_IN_POLYGON];
  double x[MOST_IN_POLYGON];

  bound = fmax (bound, 0);
  if (set->partner > i) {
    const double size = hypot (z[i], z[set->partner]);
    if (size > bound) {
      z[i] *= bound / size;
      z[set->partner] *= bound / size;
    }
    return;
  }
  int count = mbd_complementarity_polygon (problem, i, list, MOST_IN_POLYGON);
  for (int k = 0; k < count; k++)
    x[k] = z[list[k]];
  mbd_project_on_polygon (count, bound, x);
  for (int k = 0; k < count; k++)
    z[list[k]] = x[k];
}

/// Projects onto the sets, with the normals of `bounds` for the tangents.
static void
project (const MbdComplementarityProblem *problem, const double *bounds, double *z)
{
  for (int i = 0; i < problem->n; i++) {
    const MbdSet *set = problem->sets != NULL ? &problem->sets[i] : NULL;
    if (set == NULL || set->kind == MBD_SET_NONNEGATIVE)
      z[i] = fmax (z[i], 0);
    else if (set->kind == MBD_SET_BOX)
      z[i] = fmin (fmax (z[i], set->lower), set->upper);
  }
  for (int i = 0; i < problem->n && problem->sets != NULL; i++)
    if (problem->sets[i].kind == MBD_SET_FRICTION)
      project_tangents (problem, i, problem->sets[i].friction * bounds[problem->sets[i].normal], z);
}

void
mbd_complementarity_project (const MbdComplementarityProblem *problem, double *z)
{
  project (problem, z, z);
}

double
mbd_complementarity_rows (const MbdComplementarityProblem *problem, const double *z, double *w)
{
  const int n = problem->n;
  double scale = 0;

  for (int i = 0; i < n; i++) {
    const double *row = problem->M + (size_t) i * (size_t) n;
    double sum = problem->q[i], size = fabs (sum);
    for (int j = 0; j < n; j++) {
      sum += row[j] * z[j];
      size += fabs (row[j] * z[j]);
    }
    w[i] = sum;
    scale = fmax (scale, size);
  }
  return scale;
}

/// A residual is measured by the sizes of the terms, but no more than this times q. Otherwise a
/// matrix that is singular up to round-off would accept huge z that cancel to anything.
static const double most_cancelling = 1e6;

double
mbd_complementarity_diagonal (const MbdComplementarityProblem *problem, int i)
{
  const int n = problem->n;
  double g = problem->M[i * n + i];

  if (problem->sets != NULL && problem->sets[i].kind == MBD_SET_FRICTION && !problem->sets[i].alone)
    for (int k = 0; k < n; k++)
      if (problem->sets[k].kind == MBD_SET_FRICTION && !problem->sets[k].alone
          && problem->sets[k].normal == problem->sets[i].normal)
        g = fmax (g, problem->M[k * n + k]);
  return g > 0 ? g : 1;
}

/// Visits one group of tangents or one variable at a time, so that no memory is needed.
double
mbd_complementarity_residual (const MbdComplementarityProblem *problem,
                              const double *z,
                              double *gap)
{
  const int n = problem->n;
  double scale = 0, worst = 0, sum_gap = 0, known = 0;

  for (int i = 0; i < n; i++) {
    const MbdSet *set = problem->sets != NULL ? &problem->sets[i] : NULL;
    int list[MOST_IN_POLYGON] = { i }, count = 1;
    double x[MOST_IN_POLYGON], w[MOST_IN_POLYGON];
    const double g = mbd_complementarity_diagonal (problem, i);
    if (set != NULL && set->kind == MBD_SET_FRICTION) {
      count = set->partner < 0 ? mbd_complementarity_polygon (problem, i, list, MOST_IN_POLYGON)
                               : 2 * (set->partner > i);
      list[1] = set->partner < 0 ? list[1] : set->partner;
    }
    for (int k = 0; k < count; k++) {
      const double *row = problem->M + (size_t) list[k] * (size_t) n;
      double size = fabs (problem->q[list[k]]);
      known = fmax (known, size);
      w[k] = problem->q[list[k]];
      for (int j = 0; j < n; j++) {
        w[k] += row[j] * z[j];
        size += fabs (row[j] * z[j]);
      }
      scale = fmax (scale, size);
      x[k] = z[list[k]] - w[k] / g;
    }
    if (set == NULL || set->kind == MBD_SET_NONNEGATIVE) {
      x[0] = fmax (x[0], 0);
      sum_gap += fabs (z[i] * w[0]);
    } else if (set->kind == MBD_SET_BOX)
      x[0] = fmin (fmax (x[0], set->lower), set->upper);
    else if (set->kind == MBD_SET_FRICTION) {
      const double bound = set->friction * fmax (z[set->normal], 0);
      const double size = count == 2 && set->partner >= 0 ? hypot (x[0], x[1]) : 0;
      if (set->partner < 0)
        mbd_project_on_polygon (count, bound, x);
      else if (size > bound)
        for (int k = 0; k < 2; k++)
          x[k] *= bound / size;
    }
    for (int k = 0; k < count; k++) {
      const double left = fabs (z[list[k]] - x[k]) * g;
      // This comparison also propagates NaN.
      worst = left <= worst ? worst : left;
    }
  }
  if (gap != NULL)
    *gap = sum_gap;
  scale = fmin (scale, most_cancelling * known);
  return scale > 0 ? worst / scale : worst;
}

/* Solving ---------------------------------------------------------------------------------- */

static MbdComplementarityReport
solve_linear (MbdComplementarity *self,
              const MbdComplementarityProblem *problem,
              const MbdComplementaritySettings *settings,
              double *z)
{
  const int n = problem->n;
  MbdComplementarityReport report = { .method = MBD_COMPLEMENTARITY_LINEAR, .iterations = 1 };

  memcpy (self->factor, problem->M, sizeof *self->factor * (size_t) n * (size_t) n);
  int rank = mbd_dense_factor (n, self->factor, self->rows, self->columns, 1e-12);
  memset (z, 0, sizeof *z * (size_t) n);
  // The second pass is a correction.
  for (int pass = 0; pass < 2; pass++) {
    mbd_complementarity_rows (problem, z, self->w);
    mbd_dense_solve (n, rank, self->factor, self->rows, self->columns, self->w, self->answer,
                     self->work);
    for (int i = 0; i < n; i++)
      z[i] -= self->answer[i];
  }
  double scale = mbd_complementarity_rows (problem, z, self->w);
  for (int i = 0; i < n; i++)
    report.residual = fmax (report.residual, fabs (self->w[i]));
  report.residual = scale > 0 ? report.residual / scale : 0;
  report.status = report.residual <= settings->tolerance ? MBD_COMPLEMENTARITY_SOLVED
                                                         : MBD_COMPLEMENTARITY_NO_SOLUTION;
  return report;
}

MbdComplementarityReport
mbd_solve_part (MbdComplementarity *self,
                const MbdComplementarityProblem *problem,
                const MbdComplementaritySettings *settings,
                double *z)
{
  const int n = problem->n;
  MbdComplementarityMethod method = settings->method;
  MbdComplementarityReport report = { .status = MBD_COMPLEMENTARITY_NOT_CONVERGED,
                                      .method = method };
  const bool cones =
    method == MBD_COMPLEMENTARITY_CONES || (method == MBD_COMPLEMENTARITY_AUTOMATIC && n >= MANY);

  if (cones && mbd_solve_by_cones (self, problem, settings->tolerance, z, &report))
    return report;
  if (method == MBD_COMPLEMENTARITY_MODES) {
    report.status = MBD_COMPLEMENTARITY_NOT_APPLICABLE;
    mbd_solve_by_modes (self, problem, settings->tolerance, z, &report);
  }
  if (method == MBD_COMPLEMENTARITY_CONES || method == MBD_COMPLEMENTARITY_MODES) {
    report.residual = mbd_complementarity_residual (problem, z, &report.gap);
    return report;
  }
  if (method == MBD_COMPLEMENTARITY_ADMM)
    return mbd_solve_by_admm (self, problem, settings, z);
  if (method == MBD_COMPLEMENTARITY_AUTOMATIC)
    method = n <= self->most_lemke ? MBD_COMPLEMENTARITY_LEMKE : MBD_COMPLEMENTARITY_SWEEPS;
  if (method == MBD_COMPLEMENTARITY_LINEAR)
    return solve_linear (self, problem, settings, z);
  return method == MBD_COMPLEMENTARITY_SWEEPS ? mbd_solve_by_sweeps (self, problem, settings, z)
                                              : mbd_solve_by_lemke (self, problem, settings, z);
}

MbdComplementarityReport
mbd_complementarity_solve (MbdComplementarity *self,
                           const MbdComplementarityProblem *problem,
                           const MbdComplementaritySettings *settings,
                           double *z,
                           double *w)
{
  const int n = problem->n;
  const MbdComplementarityMethod method = settings->method;
  MbdComplementarityReport report = { .status = MBD_COMPLEMENTARITY_BAD_INPUT, .method = method };

  if (!settings->warm)
    memset (z, 0, sizeof *z * (size_t) (n > 0 ? n : 0));
  if (w != NULL)
    memset (w, 0, sizeof *w * (size_t) (n > 0 ? n : 0));
  if (n < 0 || n > self->most || !(settings->tolerance > 0) || settings->iterations < 0
      || !(settings->relaxation > 0 && settings->relaxation < 2) || settings->pairs < 1
      || !problem_is_valid (problem))
    return report;
  if (method == MBD_COMPLEMENTARITY_LEMKE && n > self->most_lemke) {
    report.status = MBD_COMPLEMENTARITY_NOT_APPLICABLE;
    return report;
  }
  if (n == 0) {
    report.status = MBD_COMPLEMENTARITY_SOLVED;
    return report;
  }
  if (method != MBD_COMPLEMENTARITY_AUTOMATIC || n < MANY || problem->sets == NULL || settings->warm
      || !mbd_solve_by_parts (self, problem, settings, z, &report))
    report = mbd_solve_part (self, problem, settings, z);
  if (w != NULL)
    mbd_complementarity_rows (problem, z, w);
  return report;
}
