// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shortest line between two cores (E. G. Gilbert, D. W. Johnson, S. S. Keerthi, A fast procedure
// for computing the distance between complex objects, 1988): the point v nearest to the origin, of
// a simplex of differences of corners, moves towards the origin with each corner that lies farthest
// along -v, until none lies farther than v itself. The number of corners is small, so the search
// ends.
//
// The nearest point of a simplex is found among the nearest points of all its faces: for each face,
// the point of its plane nearest to the origin, if its weights are positive.

#include "solid-private.h"

#include <math.h>
#include <string.h>

#include "vector-private.h"

enum
{
  MOST_ITERATIONS = 64,
  CORNERS = 4
};

/// Over the square of the distance.
static const double near_enough = 1e-14;
/// Determinant, over the product of its diagonal, below which the corners lie in a plane, line or
/// point.
static const double flat = 1e-14;

typedef struct
{
  double a[3], b[3], d[3]; // corners of both and b - a
} Difference;

static void
farthest_corner (const MbdCore *core, const double n[3], double out[3])
{
  memcpy (out, core->centre, 3 * sizeof *out);
  for (int i = 0; i < 3; i++) {
    const double along = core->half[i] * (dot3 (n, core->axis[i]) < 0 ? -1 : 1);
    for (int k = 0; k < 3; k++)
      out[k] += along * core->axis[i][k];
  }
}

/// Computes the weights of the point nearest to the origin of the plane through `count` corners.
/// Returns false if a weight is not positive, or if the corners do not span that plane.
static bool
weights_of (const Difference *corners, const int *list, int count, double weights[CORNERS])
{
  double E[3][3], A[3][4];
  const double *origin = corners[list[0]].d;
  const int n = count - 1;
  double diagonal = 1, determinant = 1;

  for (int i = 0; i < n; i++)
    subtract3 (corners[list[i + 1]].d, origin, E[i]);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < n; k++)
      A[i][k] = dot3 (E[i], E[k]);
    A[i][n] = -dot3 (E[i], origin);
    diagonal *= A[i][i];
  }
  // A Gram matrix needs no pivoting.
  for (int k = 0; k < n; k++) {
    determinant *= A[k][k];
    if (!(determinant > flat * diagonal))
      return false;
    for (int i = k + 1; i < n; i++) {
      const double l = A[i][k] / A[k][k];
      for (int c = k; c <= n; c++)
        A[i][c] -= l * A[k][c];
    }
  }
  weights[0] = 1;
  for (int k = n - 1; k >= 0; k--) {
    double sum = A[k][n];
    for (int c = k + 1; c < n; c++)
      sum -= A[k][c] * weights[c + 1];
    weights[k + 1] = sum / A[k][k];
    weights[0] -= weights[k + 1];
  }
  for (int i = 0; i < count; i++)
    if (!(weights[i] >= 0))
      return false;
  return true;
}

/// Keeps the corners of a simplex that carry its point nearest to the origin; sets v and the two
/// near points to that point.
static int
reduce (Difference *corners, int count, double v[3], double near_a[3], double near_b[3])
{
  int best[CORNERS] = { 0 }, n_best = 0;
  double best_weights[CORNERS] = { 0 }, least = INFINITY;
  Difference kept[CORNERS];

  for (int set = 1; set < 1 << count; set++) {
    int list[CORNERS], n = 0;
    double weights[CORNERS], x[3] = { 0 };
    for (int i = 0; i < count; i++)
      if (set & 1 << i)
        list[n++] = i;
    if (!weights_of (corners, list, n, weights))
      continue;
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 3; k++)
        x[k] += weights[i] * corners[list[i]].d[k];
    const double size = dot3 (x, x);
    if (!(size < least))
      continue;
    least = size;
    n_best = n;
    memcpy (best, list, sizeof best);
    memcpy (best_weights, weights, sizeof best_weights);
  }
  for (int k = 0; k < 3; k++) {
    v[k] = near_a[k] = near_b[k] = 0;
    for (int i = 0; i < n_best; i++) {
      v[k] += best_weights[i] * corners[best[i]].d[k];
      near_a[k] += best_weights[i] * corners[best[i]].a[k];
      near_b[k] += best_weights[i] * corners[best[i]].b[k];
    }
  }
  for (int i = 0; i < n_best; i++)
    kept[i] = corners[best[i]];
  memcpy (corners, kept, sizeof *kept * (size_t) n_best);
  return n_best;
}

double
mbd_core_distance (const MbdCore *a, const MbdCore *b, double near_a[3], double near_b[3])
{
  Difference corners[CORNERS];
  double v[3], size = 0;
  int count = 0;

  subtract3 (b->centre, a->centre, v);
  memcpy (near_a, a->centre, 3 * sizeof *near_a);
  memcpy (near_b, b->centre, 3 * sizeof *near_b);
  for (int i = 0; i < 3; i++)
    size += a->half[i] * a->half[i] + b->half[i] * b->half[i];
  for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
    Difference *corner = &corners[count];
    const double back[] = { -v[0], -v[1], -v[2] };
    farthest_corner (a, v, corner->a);
    farthest_corner (b, back, corner->b);
    subtract3 (corner->b, corner->a, corner->d);
    // The first v does not belong to the difference and must not end the search.
    if (count > 0 && dot3 (v, v) - dot3 (v, corner->d) <= near_enough * dot3 (v, v))
      break;
    bool known = false;
    for (int i = 0; i < count; i++)
      known |= memcmp (corners[i].d, corner->d, sizeof corner->d) == 0;
    if (known)
      break;
    count = reduce (corners, count + 1, v, near_a, near_b);
    if (count == CORNERS || dot3 (v, v) <= 1e-28 * size)
      return 0;
  }
  return sqrt (dot3 (v, v));
}
