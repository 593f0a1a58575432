// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// With x the points, u the unit vectors along the edges and c = |difference| - length their errors,
// J = dc/dx has u and -u in the columns of the two ends. With M = 1 for the points that move and 0
// for the others,
//
//   projection:  dx = -M J' (J M J')^-1 c         until c is of the size of rounding
//   direction:   d  = r - M J' (J M J')^-1 J r    r = weight (target of a point - x)
//
// First the dragged points are held at the pointer's target, in small steps, and the other points
// are projected. If that does not converge, the dragged points are released: the weighted distance
// of all points from their targets is reduced along d, with a projection after each step, until d
// vanishes. J M J' is solved by conjugate gradients, which also work if lengths are redundant.

#include "lw-locked-solve.h"

#include <math.h>
#include <string.h>

#define STEP 0.1 ///< step along the way, relative to the shortest length
#define STEPS_MAX 64
#define NEWTON_MAX 60
#define DESCENT_MAX 200
#define TOLERANCE 1e-13 ///< relative to the longest length
#define LIGHT 1e-6      ///< weight of points that are not dragged
#define STRIDE_MAX 0.5  ///< largest correction of one projection, relative to the shortest length

typedef struct
{
  LwLockedProblem *problem;
  double (*x)[2];
  double (*trial)[2];
  double (*step)[2];
  double (*along)[2];                           ///< unit vectors of the edges
  double *mobility;                             ///< M of the points
  double *c, *lambda;                           ///< by edge
  double *residual, *search, *image, *diagonal; ///< vectors of the conjugate gradients
  double shortest, longest;
} Solver;

// ---- edges ----------------------------------------------------------------------------------

static const LwLockedPlace *
place_of (const Solver *self, guint edge, int end)
{
  return &self->problem->places[self->problem->edges[edge].place[end]];
}

/// Computes the errors of the lengths, and directions. Returns the largest error.
static double
find_errors (Solver *self, double (*x)[2])
{
  double largest = 0;

  for (guint e = 0; e < self->problem->n_edges; e++) {
    const LwLockedPlace *a = place_of (self, e, 0), *b = place_of (self, e, 1);
    double v[2], size;

    for (int d = 0; d < 2; d++)
      v[d] = x[a->point][d] + a->offset[d] - x[b->point][d] - b->offset[d];
    size = hypot (v[0], v[1]);
    self->along[e][0] = size > 0 ? v[0] / size : 1;
    self->along[e][1] = size > 0 ? v[1] / size : 0;
    self->c[e] = size - self->problem->edges[e].length;
    largest = fmax (largest, fabs (self->c[e]));
  }
  return largest;
}

/// Computes y = M J' lambda, by point.
static void
spread (const Solver *self, const double *lambda, double (*y)[2])
{
  memset (y, 0, self->problem->n_points * sizeof *y);
  for (guint e = 0; e < self->problem->n_edges; e++)
    for (int d = 0; d < 2; d++) {
      y[place_of (self, e, 0)->point][d] += self->along[e][d] * lambda[e];
      y[place_of (self, e, 1)->point][d] -= self->along[e][d] * lambda[e];
    }
  for (guint i = 0; i < self->problem->n_points; i++)
    for (int d = 0; d < 2; d++)
      y[i][d] *= self->mobility[i];
}

/// Computes J y, by edge.
static void
gather (const Solver *self, double (*y)[2], double *rates)
{
  for (guint e = 0; e < self->problem->n_edges; e++) {
    const double *a = y[place_of (self, e, 0)->point], *b = y[place_of (self, e, 1)->point];

    rates[e] = self->along[e][0] * (a[0] - b[0]) + self->along[e][1] * (a[1] - b[1]);
  }
}

static double
inner (const double *a, const double *b, guint n)
{
  double sum = 0;

  for (guint i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

/// Solves J M J' lambda = right by conjugate gradients, scaled by the diagonal.
static void
solve (Solver *self, const double *right)
{
  const guint n = self->problem->n_edges;
  double rho, first;

  memset (self->lambda, 0, n * sizeof *self->lambda);
  memcpy (self->residual, right, n * sizeof *right);
  for (guint e = 0; e < n; e++) {
    const double sum =
      self->mobility[place_of (self, e, 0)->point] + self->mobility[place_of (self, e, 1)->point];

    self->diagonal[e] = sum > 0 ? 1 / sum : 0;
    self->search[e] = self->diagonal[e] * self->residual[e];
  }
  rho = first = inner (self->residual, self->search, n);
  for (guint i = 0; i < 2 * n + 20 && rho > 1e-30 * first && rho > 0; i++) {
    double curvature, next = 0;

    spread (self, self->search, self->step);
    gather (self, self->step, self->image);
    curvature = inner (self->search, self->image, n);
    if (!(curvature > 1e-14 * rho))
      return;
    for (guint e = 0; e < n; e++) {
      self->lambda[e] += rho / curvature * self->search[e];
      self->residual[e] -= rho / curvature * self->image[e];
      next += self->diagonal[e] * self->residual[e] * self->residual[e];
    }
    for (guint e = 0; e < n; e++)
      self->search[e] = self->diagonal[e] * self->residual[e] + next / rho * self->search[e];
    rho = next;
  }
}

/// Projects x to the nearest points with correct lengths. Returns false if there are none near.
static bool
project (Solver *self, double (*x)[2])
{
  const guint n = self->problem->n_points;

  for (int i = 0; i < NEWTON_MAX; i++) {
    const double error = find_errors (self, x);
    double largest = 0, factor;

    if (!isfinite (error))
      return false;
    if (error <= TOLERANCE * self->longest)
      return true;
    solve (self, self->c);
    spread (self, self->lambda, self->step);
    for (guint k = 0; k < n; k++)
      largest = fmax (largest, hypot (self->step[k][0], self->step[k][1]));
    factor = largest > STRIDE_MAX * self->shortest ? STRIDE_MAX * self->shortest / largest : 1;
    for (guint k = 0; k < n; k++)
      for (int d = 0; d < 2; d++)
        x[k][d] -= factor * self->step[k][d];
  }
  return false;
}

// ---- the way --------------------------------------------------------------------------------

static void
set_mobility (Solver *self, bool held)
{
  for (guint i = 0; i < self->problem->n_points; i++) {
    const LwLockedRole role = self->problem->roles[i];

    self->mobility[i] = role == LW_LOCKED_FIXED || (role == LW_LOCKED_DRAGGED && held) ? 0 : 1;
  }
}

/// Returns the weight of a point's distance from its target.
static double
weight_of (const Solver *self, guint point)
{
  const LwLockedRole role = self->problem->roles[point];

  return role == LW_LOCKED_FIXED ? 0 : role == LW_LOCKED_FREE ? LIGHT : 1;
}

/// Follows the way in parts, with the dragged points held on it. Returns true if all of it is
/// reached.
static bool
follow (Solver *self)
{
  const LwLockedProblem *problem = self->problem;
  const guint n = problem->n_points;
  const double parts = ceil (hypot (problem->by[0], problem->by[1]) / (STEP * self->shortest));
  const int n_steps = (int) CLAMP (parts, 1, STEPS_MAX);

  set_mobility (self, true);
  for (int i = 1; i <= n_steps; i++) {
    memcpy (self->trial, self->x, n * sizeof *self->x);
    for (guint k = 0; k < n; k++)
      for (int d = 0; d < 2 && problem->roles[k] == LW_LOCKED_DRAGGED; d++)
        self->trial[k][d] = problem->points[k][d] + problem->by[d] * i / n_steps;
    if (!project (self, self->trial))
      return false;
    memcpy (self->x, self->trial, n * sizeof *self->x);
  }
  return true;
}

/// Returns half of the weighted square of the remaining distances.
static double
find_distance (const Solver *self, double (*x)[2])
{
  const LwLockedProblem *problem = self->problem;
  double sum = 0;

  for (guint k = 0; k < problem->n_points; k++)
    for (int d = 0; d < 2; d++) {
      const double by = problem->roles[k] == LW_LOCKED_DRAGGED ? problem->by[d] : 0;
      const double missing = problem->points[k][d] + by - x[k][d];

      sum += 0.5 * weight_of (self, k) * missing * missing;
    }
  return sum;
}

static double
product (const Solver *self, double (*a)[2], double (*b)[2])
{
  double sum = 0;

  for (guint k = 0; k < self->problem->n_points; k++)
    for (int d = 0; d < 2 && self->mobility[k] > 0; d++)
      sum += a[k][d] * b[k][d];
  return sum;
}

/// Projects a direction at x onto the directions that the lengths allow.
static void
allow (Solver *self, double (*way)[2])
{
  gather (self, way, self->c);
  solve (self, self->c);
  spread (self, self->lambda, self->step);
  for (guint k = 0; k < self->problem->n_points; k++)
    for (int d = 0; d < 2; d++)
      way[k][d] -= self->step[k][d];
}

/// Computes the steepest descent at x that the lengths allow.
static void
find_descent (Solver *self, double (*down)[2])
{
  const LwLockedProblem *problem = self->problem;

  find_errors (self, self->x);
  for (guint k = 0; k < problem->n_points; k++)
    for (int d = 0; d < 2; d++) {
      const double by = problem->roles[k] == LW_LOCKED_DRAGGED ? problem->by[d] : 0;

      down[k][d] = weight_of (self, k) * (problem->points[k][d] + by - self->x[k][d]);
    }
  allow (self, down);
}

/// Returns the distance after a stride, with the lengths corrected, or infinity if they cannot be.
static double
try_stride (Solver *self, double (*way)[2], double stride)
{
  for (guint k = 0; k < self->problem->n_points; k++)
    for (int d = 0; d < 2; d++)
      self->trial[k][d] = self->x[k][d] + stride * way[k][d];
  return project (self, self->trial) ? find_distance (self, self->trial) : INFINITY;
}

/// Line search: halves the stride until the distance decreases sufficiently, then tries the minimum
/// of a parabola. Returns false if there is no decrease. Moves x.
static bool
go_down (Solver *self, double (*way)[2], double slope, double *stride)
{
  const gsize size = self->problem->n_points * sizeof *self->x;
  const double before = find_distance (self, self->x);
  double after, foot;

  for (*stride = fmin (4, 2 * *stride);; *stride *= 0.5) {
    after = try_stride (self, way, *stride);
    if (after < before - 0.01 * *stride * slope)
      break;
    if (*stride < 1e-9)
      return false;
  }
  foot = 0.5 * slope * *stride * *stride / (after - before + slope * *stride);
  if (foot > 0 && foot < 4 * *stride && try_stride (self, way, foot) < after)
    *stride = foot;
  else
    try_stride (self, way, *stride);
  memcpy (self->x, self->trial, size);
  return true;
}

/// Approaches the targets as far as the lengths allow, by nonlinear conjugate gradients (Polak and
/// Ribiere).
static void
approach (Solver *self)
{
  const guint n = self->problem->n_points;
  g_autofree double *room = g_new0 (double, 6 * (gsize) n + 6);
  double (*way)[2] = (double (*)[2]) (void *) room;
  double (*down)[2] = way + n, (*last)[2] = down + n;
  double stride = 1, last_square = 0;

  set_mobility (self, false);
  for (int i = 0; i < DESCENT_MAX; i++) {
    double square, turn, slope;

    find_descent (self, down);
    square = product (self, down, down);
    if (!(sqrt (square) > 1e-10 * self->longest))
      return;
    turn = last_square > 0 ? (square - product (self, down, last)) / last_square : 0;
    for (guint k = 0; k < n; k++)
      for (int d = 0; d < 2; d++)
        way[k][d] = down[k][d] + fmax (0, turn) * way[k][d];
    allow (self, way);
    slope = product (self, down, way);
    if (!(slope > 0.1 * square)) {
      memcpy (way, down, n * sizeof *way);
      slope = square;
    }
    if (!go_down (self, way, slope, &stride))
      return;
    memcpy (last, down, n * sizeof *last);
    last_square = square;
  }
}

bool
lw_locked_solve (LwLockedProblem *problem)
{
  const gsize n = problem->n_points, m = problem->n_edges;
  g_autofree double *room = g_new0 (double, 7 * n + 8 * m + 1);
  Solver self = { .problem = problem, .shortest = INFINITY };
  double *at = room;
  bool reached;

  for (guint e = 0; e < m; e++) {
    self.shortest = fmin (self.shortest, problem->edges[e].length);
    self.longest = fmax (self.longest, problem->edges[e].length);
  }
  self.x = (double (*)[2]) (void *) at;
  self.trial = self.x + n;
  self.step = self.trial + n;
  self.along = self.step + n;
  at += 6 * n + 2 * m;
  self.mobility = at;
  self.c = self.mobility + n;
  self.lambda = self.c + m;
  self.residual = self.lambda + m;
  self.search = self.residual + m;
  self.image = self.search + m;
  self.diagonal = self.image + m;
  memcpy (self.x, problem->points, n * sizeof *self.x);
  reached = follow (&self);
  if (!reached)
    approach (&self);
  memcpy (problem->points, self.x, n * sizeof *self.x);
  return reached;
}
