// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact points of two convex pieces in the plane: at most two, with a normal from a to b.
//
// A piece is the convex hull of its corners (anticlockwise) grown by its radius; a capsule is a
// rectangle without width. Polygons: among all edges of both, the one from which the other piece
// lies farthest (separating axes); the edge of the other piece that faces it is clipped to its
// sides. If the hulls are separate and the nearest points are two corners, the line between them is
// the normal. Features: a number composed of the two edges and the end, so that points keep their
// forces from step to step.

#include "pile-private.h"

#include <math.h>
#include <string.h>

typedef struct
{
  int count;
  const double *x, *n; // corners and normals, world
  double radius;
} Hull;

static Hull
hull_of (const MbdPile *pile, const MbdPiece *piece)
{
  return (Hull){ piece->count, pile->world + 2 * piece->first, pile->normal + 2 * piece->first,
                 piece->radius };
}

/// Returns how far b lies beyond edge e of a.
static double
separation (const Hull *a, int e, const Hull *b)
{
  const double *n = a->n + 2 * e, *x = a->x + 2 * e;
  double least = INFINITY;

  for (int i = 0; i < b->count; i++)
    least = fmin (least, n[0] * (b->x[2 * i] - x[0]) + n[1] * (b->x[2 * i + 1] - x[1]));
  return least;
}

static int
best_edge (const Hull *a, const Hull *b, double *best)
{
  int edge = 0;

  *best = -INFINITY;
  for (int e = 0; e < a->count; e++) {
    const double s = separation (a, e, b);
    if (s > *best) {
      *best = s;
      edge = e;
    }
  }
  return edge;
}

static void
add_point (MbdManifold *m, double x, double y, double gap, int feature)
{
  m->point[m->count++] = (MbdManifoldPoint){ { x, y }, gap, feature };
}

/// Sets one point: the ends of the shortest line between p on a and q on b.
static void
take_points (MbdManifold *m,
             const double p[2],
             const double q[2],
             double radius_a,
             double radius_b,
             double margin,
             int feature)
{
  const double dx = q[0] - p[0], dy = q[1] - p[1], distance = hypot (dx, dy);
  const double gap = distance - radius_a - radius_b;

  if (gap >= margin)
    return;
  m->n[0] = distance > 0 ? dx / distance : 0;
  m->n[1] = distance > 0 ? dy / distance : 1;
  const double along = 0.5 * (distance + radius_a - radius_b);
  add_point (m, p[0] + along * m->n[0], p[1] + along * m->n[1], gap, feature);
}

/// Returns the point of the segment p - q nearest to x, as a fraction.
static double
nearest_on (const double *p, const double *q, const double *x)
{
  const double dx = q[0] - p[0], dy = q[1] - p[1], length = dx * dx + dy * dy;
  const double t = length > 0 ? ((x[0] - p[0]) * dx + (x[1] - p[1]) * dy) / length : 0;

  return fmin (fmax (t, 0), 1);
}

/// Collides a hull with a disc: `flip` if the hull is b.
static void
collide_disc (const Hull *hull, const Hull *disc, double margin, bool flip, MbdManifold *m)
{
  double s, best[2] = { 0 };
  int e = best_edge (hull, disc, &s), feature = e;
  const double *c = disc->x;

  if (s > 0) {
    // The nearest point lies within the edge that is farthest from the disc, if it lies within any;
    // the two edges of a link differ only in their normals. Otherwise it is a corner.
    const double *p = hull->x + 2 * e, *q = hull->x + 2 * ((e + 1) % hull->count);
    const double t = nearest_on (p, q, c);
    if (t > 0 && t < 1) {
      best[0] = p[0] + t * (q[0] - p[0]);
      best[1] = p[1] + t * (q[1] - p[1]);
    } else {
      double least = INFINITY;
      for (int i = 0; i < hull->count; i++) {
        const double distance = hypot (c[0] - hull->x[2 * i], c[1] - hull->x[2 * i + 1]);
        if (distance < least) {
          least = distance;
          memcpy (best, hull->x + 2 * i, sizeof best);
          feature = hull->count + i;
        }
      }
    }
    if (flip)
      take_points (m, c, best, disc->radius, hull->radius, margin, feature);
    else
      take_points (m, best, c, hull->radius, disc->radius, margin, feature);
    m->axis = e;
    return;
  }
  const double *n = hull->n + 2 * e, sign = flip ? -1 : 1;
  const double gap = s - hull->radius - disc->radius;
  if (gap >= margin)
    return;
  m->n[0] = sign * n[0];
  m->n[1] = sign * n[1];
  m->axis = e;
  const double along = 0.5 * (hull->radius - disc->radius - s);
  add_point (m, c[0] + along * n[0], c[1] + along * n[1], gap, feature);
}

/// Returns the edge of b that faces the normal most.
static int
facing_edge (const Hull *b, const double *n)
{
  double least = INFINITY;
  int edge = 0;

  for (int e = 0; e < b->count; e++) {
    const double along = n[0] * b->n[2 * e] + n[1] * b->n[2 * e + 1];
    // Take the first of two edges with the same direction (a long edge before one without length).
    if (along < least - 1e-12) {
      least = along;
      edge = e;
    }
  }
  return edge;
}

/// If two edges are apart and their nearest points are corners, takes that pair of corners and
/// returns true.
static bool
collide_corners (const Hull *a,
                 int edge_a,
                 const Hull *b,
                 int edge_b,
                 double margin,
                 bool flip,
                 MbdManifold *m)
{
  const int ends_a[] = { edge_a, (edge_a + 1) % a->count };
  const int ends_b[] = { edge_b, (edge_b + 1) % b->count };
  const double *p[] = { a->x + 2 * ends_a[0], a->x + 2 * ends_a[1] };
  const double *q[] = { b->x + 2 * ends_b[0], b->x + 2 * ends_b[1] };
  double least = INFINITY;
  int corner_a = -1, corner_b = -1;

  for (int i = 0; i < 2; i++) {
    const double t = nearest_on (q[0], q[1], p[i]), u = nearest_on (p[0], p[1], q[i]);
    const double on_b = hypot (q[0][0] + t * (q[1][0] - q[0][0]) - p[i][0],
                               q[0][1] + t * (q[1][1] - q[0][1]) - p[i][1]);
    const double on_a = hypot (p[0][0] + u * (p[1][0] - p[0][0]) - q[i][0],
                               p[0][1] + u * (p[1][1] - p[0][1]) - q[i][1]);
    if (on_b < least) {
      least = on_b;
      corner_a = t <= 0 || t >= 1 ? i : -1;
      corner_b = t >= 1;
    }
    if (on_a < least) {
      least = on_a;
      corner_a = u <= 0 || u >= 1 ? u >= 1 : -1;
      corner_b = i;
    }
  }
  if (corner_a < 0)
    return false;
  const int feature =
    MBD_FEATURE_CORNERS | (flip ? MBD_FEATURE_FLIP : 0) | ends_a[corner_a] << 10 | ends_b[corner_b];
  if (flip)
    take_points (m, q[corner_b], p[corner_a], b->radius, a->radius, margin, feature);
  else
    take_points (m, p[corner_a], q[corner_b], a->radius, b->radius, margin, feature);
  return true;
}

/// Returns true if a corner is beside the edge p - q, and not beyond one of its ends.
static bool
is_beside (const double *corner, const double *p, const double *q)
{
  const double t = nearest_on (p, q, corner);

  return (t > 0 && t < 1) || hypot (q[0] - p[0], q[1] - p[1]) == 0;
}

/// Clips the facing edge of `other` to the sides of edge e of `reference`. A point at a side is the
/// corner of `reference` on the facing edge; if round shapes are tilted against each other, it may be
/// beyond the end of that edge and then does not touch.
static void
collide_edge (const Hull *reference,
              int e,
              double s,
              const Hull *other,
              double margin,
              bool flip,
              MbdManifold *m)
{
  const double *n = reference->n + 2 * e, *v = reference->x + 2 * e;
  const double *w = reference->x + 2 * ((e + 1) % reference->count);
  const double radius = reference->radius + other->radius;
  const int f = facing_edge (other, n);

  if (radius > 0 && s > 1e-3 * radius && collide_corners (reference, e, other, f, margin, flip, m))
    return;
  const double tx = -n[1], ty = n[0]; // from v to w
  const double low = tx * v[0] + ty * v[1], high = tx * w[0] + ty * w[1];
  const double *q[] = { other->x + 2 * f, other->x + 2 * ((f + 1) % other->count) };
  double along[] = { tx * q[0][0] + ty * q[0][1], tx * q[1][0] + ty * q[1][1] };
  double x[2][2] = { { q[0][0], q[0][1] }, { q[1][0], q[1][1] } };
  int id[2] = { 0, 1 };
  const double span = along[1] - along[0];

  // The incident edge runs against the reference edge.
  if (along[0] < low || along[1] > high)
    return;
  if (along[0] > high) {
    const double t = span != 0 ? (high - along[0]) / span : 0;
    for (int k = 0; k < 2; k++)
      x[0][k] = q[0][k] + t * (q[1][k] - q[0][k]);
    id[0] = 2;
  }
  if (along[1] < low) {
    const double t = span != 0 ? (low - along[0]) / span : 1;
    for (int k = 0; k < 2; k++)
      x[1][k] = q[0][k] + t * (q[1][k] - q[0][k]);
    id[1] = 3;
  }
  m->n[0] = flip ? -n[0] : n[0];
  m->n[1] = flip ? -n[1] : n[1];
  for (int k = 0; k < 2; k++) {
    const double distance = n[0] * (x[k][0] - v[0]) + n[1] * (x[k][1] - v[1]);
    if (distance - radius >= margin)
      continue;
    if (id[k] >= 2 && radius > 0 && !is_beside (id[k] == 2 ? w : v, q[0], q[1]))
      continue;
    if (k == 1 && m->count == 1 && hypot (x[1][0] - x[0][0], x[1][1] - x[0][1]) == 0)
      continue;
    const double shift = 0.5 * (reference->radius - other->radius - distance);
    add_point (m, x[k][0] + shift * n[0], x[k][1] + shift * n[1], distance - radius,
               (flip ? MBD_FEATURE_FLIP : 0) | e << 12 | f << 2 | id[k]);
  }
}

static void
collide_half_plane (const Hull *plane, const Hull *other, double margin, bool flip, MbdManifold *m)
{
  const double *n = plane->n, *v = plane->x;
  double gap[2] = { INFINITY, INFINITY };
  int corner[2] = { -1, -1 };

  // The two deepest corners.
  for (int i = 0; i < other->count; i++) {
    const double g =
      n[0] * (other->x[2 * i] - v[0]) + n[1] * (other->x[2 * i + 1] - v[1]) - other->radius;
    const int k = g < gap[0] ? 0 : g < gap[1] ? 1 : 2;
    if (k == 0) {
      gap[1] = gap[0];
      corner[1] = corner[0];
    }
    if (k < 2) {
      gap[k] = g;
      corner[k] = i;
    }
  }
  // A capsule has every end twice.
  if (corner[1] >= 0 && other->x[2 * corner[0]] == other->x[2 * corner[1]]
      && other->x[2 * corner[0] + 1] == other->x[2 * corner[1] + 1])
    for (int i = 0; i < other->count; i++)
      if (other->x[2 * i] != other->x[2 * corner[0]]
          || other->x[2 * i + 1] != other->x[2 * corner[0] + 1]) {
        corner[1] = i;
        gap[1] =
          n[0] * (other->x[2 * i] - v[0]) + n[1] * (other->x[2 * i + 1] - v[1]) - other->radius;
        break;
      }
  m->n[0] = flip ? -n[0] : n[0];
  m->n[1] = flip ? -n[1] : n[1];
  m->axis = 0;
  for (int k = 0; k < 2; k++)
    if (corner[k] >= 0 && gap[k] < margin) {
      const double shift = -other->radius - 0.5 * gap[k];
      add_point (m, other->x[2 * corner[k]] + shift * n[0],
                 other->x[2 * corner[k] + 1] + shift * n[1], gap[k], corner[k]);
    }
}

void
mbd_collide (const MbdPile *pile,
             const MbdPiece *a,
             const MbdPiece *b,
             double margin,
             double hysteresis,
             MbdManifold *m)
{
  const Hull A = hull_of (pile, a), B = hull_of (pile, b);
  const int last = m->axis;

  m->count = 0;
  m->axis = -1;
  if (a->kind == MBD_SHAPE_HALF_PLANE || b->kind == MBD_SHAPE_HALF_PLANE) {
    if (a->kind != b->kind)
      collide_half_plane (a->kind == MBD_SHAPE_HALF_PLANE ? &A : &B,
                          a->kind == MBD_SHAPE_HALF_PLANE ? &B : &A, margin,
                          b->kind == MBD_SHAPE_HALF_PLANE, m);
  } else if (a->kind == MBD_SHAPE_DISC && b->kind == MBD_SHAPE_DISC)
    take_points (m, A.x, B.x, A.radius, B.radius, margin, 0);
  else if (b->kind == MBD_SHAPE_DISC)
    collide_disc (&A, &B, margin, false, m);
  else if (a->kind == MBD_SHAPE_DISC)
    collide_disc (&B, &A, margin, true, m);
  else {
    double s_a, s_b;
    int e_a = best_edge (&A, &B, &s_a), e_b = best_edge (&B, &A, &s_b);
    const double radius = A.radius + B.radius;
    if (fmax (s_a, s_b) - radius >= margin)
      return;
    bool flip = s_b > s_a + 0.1 * hysteresis;
    // Keep the axis of the last step unless another is clearly better.
    if (last >= 0 && last < A.count) {
      const double s = separation (&A, last, &B);
      if (s > fmax (s_a, s_b) - hysteresis) {
        e_a = last;
        s_a = s;
        flip = false;
      }
    } else if (last >= A.count && last < A.count + B.count) {
      const double s = separation (&B, last - A.count, &A);
      if (s > fmax (s_a, s_b) - hysteresis) {
        e_b = last - A.count;
        s_b = s;
        flip = true;
      }
    }
    m->axis = flip ? A.count + e_b : e_a;
    if (flip)
      collide_edge (&B, e_b, s_b, &A, margin, true, m);
    else
      collide_edge (&A, e_a, s_a, &B, margin, false, m);
  }
}
