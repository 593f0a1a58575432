// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes the distance of every corner and edge midpoint of one outline from every edge of the
// other, and vice versa, minus the radii. Outlines have few corners, so no search structure is
// needed.

#include "lw-outline-distance.h"

#include <math.h>

/// Shape at its position in the world plane.
typedef struct
{
  const MbdShape *shape;
  double x, y, c, s;
} Placed;

static Placed
place (MbdState *state, int shape)
{
  const MbdModel *model = mbd_state_model (state);
  const int body = mbd_model_shape_body (model, shape);
  Placed placed = { .shape = mbd_model_shape (model, shape), .c = 1 };

  // The points of a shape on a fixed body are in world coordinates.
  if (mbd_model_body_mobility (model, body) != MBD_FIXED) {
    // Position of the centre of mass and angle: the points of a shape are relative to the centre of
    // mass.
    const double *q = mbd_state_positions (state) + mbd_model_body_first_position (model, body);

    placed.x = q[0];
    placed.y = q[1];
    placed.c = cos (q[2]);
    placed.s = sin (q[2]);
  }
  return placed;
}

static void
corner (const Placed *self, int i, double point[2])
{
  const double *p = self->shape->points + 2 * (i % self->shape->count);

  point[0] = self->x + self->c * p[0] - self->s * p[1];
  point[1] = self->y + self->s * p[0] + self->c * p[1];
}

static double
distance_to_edge (const double p[2], const double a[2], const double b[2])
{
  const double ux = b[0] - a[0], uy = b[1] - a[1], length = ux * ux + uy * uy;
  double t = length > 0 ? ((p[0] - a[0]) * ux + (p[1] - a[1]) * uy) / length : 0;

  t = fmin (fmax (t, 0), 1);
  return hypot (p[0] - a[0] - t * ux, p[1] - a[1] - t * uy);
}

/// Returns the distance of a point from the core of a shape, negative inside.
static double
distance_to (const double p[2], const Placed *to)
{
  const int n = to->shape->count;
  const bool closed = to->shape->kind == MBD_SHAPE_POLYGON;
  double least = INFINITY, a[2], b[2];
  bool inside = false;

  corner (to, 0, a);
  if (to->shape->kind == MBD_SHAPE_HALF_PLANE) {
    corner (to, 1, b);
    return ((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]))
           / hypot (b[0] - a[0], b[1] - a[1]);
  }
  if (n == 1)
    return hypot (p[0] - a[0], p[1] - a[1]);
  for (int i = 0; i < (closed ? n : n - 1); i++) {
    corner (to, i + 1, b);
    least = fmin (least, distance_to_edge (p, a, b));
    if ((a[1] > p[1]) != (b[1] > p[1])
        && p[0] < a[0] + (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]))
      inside = !inside;
    a[0] = b[0];
    a[1] = b[1];
  }
  return closed && inside ? -least : least;
}

/// Edge midpoints are needed too: when boxes overlap side by side, no corner is inside the other.
static double
corners_to (const Placed *from, const Placed *to)
{
  double least = INFINITY, p[2], q[2];

  for (int i = 0; i < from->shape->count; i++) {
    corner (from, i, p);
    corner (from, i + 1, q);
    least = fmin (least, distance_to (p, to));
    q[0] = 0.5 * (p[0] + q[0]);
    q[1] = 0.5 * (p[1] + q[1]);
    least = fmin (least, distance_to (q, to));
  }
  return least;
}

double
lw_outline_distance (MbdState *state, int shape_a, int shape_b)
{
  const Placed a = place (state, shape_a), b = place (state, shape_b);
  const double radii = a.shape->radius + b.shape->radius;
  double core = INFINITY;

  if (a.shape->kind != MBD_SHAPE_HALF_PLANE)
    core = fmin (core, corners_to (&a, &b));
  if (b.shape->kind != MBD_SHAPE_HALF_PLANE)
    core = fmin (core, corners_to (&b, &a));
  return core - radii;
}
