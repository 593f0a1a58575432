// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Polygons as shapes: check for simplicity, and decomposition into convex pieces. Ears are cut off
// one by one; the triangles are then joined across diagonals as long as the union stays convex
// (Hertel and Mehlhorn: at most four times the smallest possible number of pieces).

#include "mbd-shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"

static double
turn (const double *p, int a, int b, int c)
{
  return (p[2 * b] - p[2 * a]) * (p[2 * c + 1] - p[2 * a + 1])
         - (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c] - p[2 * a]);
}

static double
area_of (const double *p, int count)
{
  double sum = 0;

  for (int i = 0; i < count; i++) {
    const int j = (i + 1) % count;
    sum += (p[2 * i] - p[0]) * (p[2 * j + 1] - p[1]) - (p[2 * j] - p[0]) * (p[2 * i + 1] - p[1]);
  }
  return sum / 2;
}

/// Returns true if corner c is on the segment a - b; the three must be collinear.
static bool
is_between (const double *p, int a, int b, int c)
{
  return fmin (p[2 * a], p[2 * b]) <= p[2 * c] && p[2 * c] <= fmax (p[2 * a], p[2 * b])
         && fmin (p[2 * a + 1], p[2 * b + 1]) <= p[2 * c + 1]
         && p[2 * c + 1] <= fmax (p[2 * a + 1], p[2 * b + 1]);
}

static bool
edges_meet (const double *p, int a, int b, int c, int d)
{
  const double t1 = turn (p, a, b, c), t2 = turn (p, a, b, d);
  const double t3 = turn (p, c, d, a), t4 = turn (p, c, d, b);

  if (((t1 > 0 && t2 < 0) || (t1 < 0 && t2 > 0)) && ((t3 > 0 && t4 < 0) || (t3 < 0 && t4 > 0)))
    return true;
  return (t1 == 0 && is_between (p, a, b, c)) || (t2 == 0 && is_between (p, a, b, d))
         || (t3 == 0 && is_between (p, c, d, a)) || (t4 == 0 && is_between (p, c, d, b));
}

MbdStatus
mbd_polygon_check (const double *p, int count, MbdDiagnosis *why)
{
  double size = 0, width = 0;
  int farthest = 0;

  for (int i = 0; i < 2 * count; i++) {
    if (!isfinite (p[i]))
      return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, p[i]);
    if (fabs (p[i] - p[i % 2]) > size) {
      size = fabs (p[i] - p[i % 2]);
      farthest = i / 2;
    }
  }
  for (int i = 0; i < count; i++)
    width = fmax (width, fabs (turn (p, 0, farthest, i)));
  if (count < 3 || !(width > 1e-12 * size * size))
    return mbd_diagnose (why, MBD_STATUS_POLYGON_FLAT, MBD_ELEMENT_NONE, 0, 0);
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++) {
      const int i1 = (i + 1) % count, j1 = (j + 1) % count;
      bool bad;
      if (i1 == j || j1 == i) {
        // Neighbours share a corner; one must not run back along the other.
        const int a = i1 == j ? i : j, b = i1 == j ? i1 : j1, c = i1 == j ? j1 : i1;
        const double back = (p[2 * b] - p[2 * a]) * (p[2 * c] - p[2 * b])
                            + (p[2 * b + 1] - p[2 * a + 1]) * (p[2 * c + 1] - p[2 * b + 1]);
        bad = (turn (p, a, b, c) == 0 && back < 0)
              || (p[2 * a] == p[2 * b] && p[2 * a + 1] == p[2 * b + 1]);
      } else
        bad = edges_meet (p, i, i1, j, j1);
      if (bad) {
        MbdStatus status =
          mbd_diagnose (why, MBD_STATUS_POLYGON_CROSSES, MBD_ELEMENT_NONE, 0, j + 1);
        if (why != NULL)
          why->row = i;
        return status;
      }
    }
  return MBD_STATUS_OK;
}

static bool
is_in_triangle (const double *p, int a, int b, int c, int x)
{
  return turn (p, a, b, x) >= 0 && turn (p, b, c, x) >= 0 && turn (p, c, a, x) >= 0;
}

/// Returns true if corner k of the ring is an ear: convex, with no other corner in its triangle.
static bool
is_ear (const double *p, const int *ring, int n, int k)
{
  const int a = ring[(k + n - 1) % n], b = ring[k], c = ring[(k + 1) % n];

  if (turn (p, a, b, c) <= 0)
    return false;
  for (int i = 0; i < n; i++)
    if (ring[i] != a && ring[i] != b && ring[i] != c && is_in_triangle (p, a, b, c, ring[i]))
      return false;
  return true;
}

/// Joins piece b to piece a across the edge at place i of a and j of b, where a[i] = b[j + 1] and
/// a[i + 1] = b[j], and writes the result to `out` if it is convex. Returns its size, or 0 if it is
/// not convex.
static int
join (const double *p, const int *a, int n, int i, const int *b, int m, int j, int *out)
{
  int count = 0;

  for (int k = 1; k <= n; k++)
    out[count++] = a[(i + k) % n]; // from a[i + 1] round to a[i]
  for (int k = 2; k < m; k++)
    out[count++] = b[(j + k) % m];
  for (int k = 0; k < count; k++)
    if (turn (p, out[k], out[(k + 1) % count], out[(k + 2) % count]) < 0)
      return 0;
  return count;
}

/// Joins piece k with another piece if their union is convex. Returns true if it was joined.
static bool
join_any (const double *p, int *first, int *corners, int pieces, int k, int *work)
{
  const int *b = corners + first[k], m = first[k + 1] - first[k];

  for (int l = 0; l < pieces; l++) {
    const int *a = corners + first[l], n = first[l + 1] - first[l];
    if (l == k)
      continue;
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++) {
        if (a[i] != b[(j + 1) % m] || a[(i + 1) % n] != b[j])
          continue;
        const int count = join (p, a, n, i, b, m, j, work);
        if (count == 0)
          continue;
        // The joined piece replaces both, at the end.
        int place = 0, piece = 0, keep[2] = { l, k };
        for (int s = 0; s < pieces; s++) {
          if (s == keep[0] || s == keep[1])
            continue;
          const int from = first[s], size = first[s + 1] - first[s];
          memmove (corners + place, corners + from, sizeof *corners * (size_t) size);
          first[piece++] = place;
          place += size;
        }
        first[piece] = place;
        memcpy (corners + place, work, sizeof *work * (size_t) count);
        first[piece + 1] = place + count;
        return true;
      }
  }
  return false;
}

int
mbd_polygon_decompose (const double *p, int count, int *first, int *corners)
{
  if (mbd_polygon_check (p, count, NULL) != MBD_STATUS_OK)
    return 0;
  int *ring = malloc (sizeof *ring * 2 * (size_t) count);
  int *work = ring != NULL ? ring + count : NULL;
  int n = 0, pieces = 0, place = 0;

  if (ring == NULL)
    return 0;
  const bool clockwise = area_of (p, count) < 0;
  // Corners in line with their neighbours are redundant.
  for (int i = 0; i < count; i++) {
    const int k = clockwise ? count - 1 - i : i;
    const int before = clockwise ? (k + 1) % count : (k + count - 1) % count;
    const int after = clockwise ? (k + count - 1) % count : (k + 1) % count;
    if (turn (p, before, k, after) != 0)
      ring[n++] = k;
  }
  bool convex = true;
  for (int k = 0; k < n; k++)
    convex &= turn (p, ring[k], ring[(k + 1) % n], ring[(k + 2) % n]) > 0;
  first[0] = 0;
  if (convex) {
    memcpy (corners, ring, sizeof *ring * (size_t) n);
    first[1] = n;
    free (ring);
    return 1;
  }
  while (n >= 3) {
    int ear = 0;
    while (ear < n && !is_ear (p, ring, n, ear))
      ear++;
    // Round-off can hide the last ears of thin polygons: cut the most convex corner.
    if (ear == n)
      for (int k = ear = 0; k < n; k++)
        if (turn (p, ring[(k + n - 1) % n], ring[k], ring[(k + 1) % n])
            > turn (p, ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]))
          ear = k;
    const int triangle[] = { ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n] };
    if (turn (p, triangle[0], triangle[1], triangle[2]) > 0) {
      memcpy (corners + place, triangle, sizeof triangle);
      place += 3;
      first[++pieces] = place;
    }
    memmove (ring + ear, ring + ear + 1, sizeof *ring * (size_t) (n - ear - 1));
    n--;
  }
  for (int k = 0; k < pieces;)
    if (join_any (p, first, corners, pieces, k, work)) {
      pieces--;
      k = 0;
    } else
      k++;
  free (ring);
  return pieces;
}
