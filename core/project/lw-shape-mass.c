// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plate is put together from pieces whose moments are known in closed form: triangles with the
// origin (Green's theorem) for outlines, and for a link, which is a convex hull with a margin r
// round it, that hull, a rectangle of width r along each edge and a sector of a circle at each
// corner. The sectors of all corners make a full turn, so two points give a bar with round ends and
// one point a disc.

#include "lw-shape-mass.h"

#include <math.h>
#include <string.h>

#define LINK_WIDTH_PART 0.1

/// Moments of an area: of order zero, one (x, y) and two about the origin.
typedef struct
{
  double area;
  double first[2];
  double polar;
} Moments;

static void
add_piece (Moments *sum, double area, double x, double y, double polar_about_centre)
{
  sum->area += area;
  sum->first[0] += area * x;
  sum->first[1] += area * y;
  sum->polar += polar_about_centre + area * (x * x + y * y);
}

/// An outline of n points, x y z each; clockwise ones give negative moments.
static void
add_outline (Moments *sum, const double *points, guint n)
{
  for (guint i = 0; i < n; i++) {
    const double *a = points + 3 * i;
    const double *b = points + 3 * ((i + 1) % n);
    double twice = a[0] * b[1] - b[0] * a[1];

    sum->area += 0.5 * twice;
    sum->first[0] += twice * (a[0] + b[0]) / 6;
    sum->first[1] += twice * (a[1] + b[1]) / 6;
    sum->polar +=
      twice * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0] + a[1] * a[1] + a[1] * b[1] + b[1] * b[1])
      / 12;
  }
}

static double
cross (const double *o, const double *a, const double *b)
{
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

static int
compare_points (const void *first, const void *second)
{
  const double *a = first;
  const double *b = second;

  if (a[0] != b[0])
    return a[0] < b[0] ? -1 : 1;
  return a[1] < b[1] ? -1 : a[1] > b[1];
}

/// The convex hull, counter-clockwise (Andrew's monotone chain); at least one point of n >= 1.
static guint
convex_hull (const double *points, guint n, double *hull)
{
  g_autofree double *sorted = g_memdup2 (points, 3 * (gsize) n * sizeof *points);
  guint m = 0;

  qsort (sorted, n, 3 * sizeof *sorted, compare_points);
  for (int half = 0; half < 2; half++) {
    const guint start = m;

    for (guint i = 0; i < n; i++) {
      const double *point = sorted + 3 * (half == 0 ? i : n - 1 - i);

      while (m >= start + 2 && cross (hull + 3 * (m - 2), hull + 3 * (m - 1), point) <= 0)
        m--;
      memcpy (hull + 3 * m, point, 3 * sizeof *hull);
      m++;
    }
    // The last point of a half is the first of the other.
    m--;
  }
  return MAX (m, 1);
}

/// A sector at `corner` from direction `from` over `angle`, rad.
static void
add_sector (Moments *sum, const double *corner, double radius, double from, double angle)
{
  const double area = 0.5 * angle * radius * radius;
  const double distance = angle > 0 ? 4 * radius * sin (0.5 * angle) / (3 * angle) : 0;
  const double middle = from + 0.5 * angle;

  add_piece (sum, area, corner[0] + distance * cos (middle), corner[1] + distance * sin (middle),
             0.25 * angle * pow (radius, 4) - area * distance * distance);
}

static void
add_link (Moments *sum, const double *points, guint n, double radius)
{
  g_autofree double *hull = g_new (double, 6 * (gsize) n + 6);
  const guint m = convex_hull (points, n, hull);
  double before = 0;

  if (m == 1) {
    add_sector (sum, hull, radius, 0, 2 * G_PI);
    return;
  }
  add_outline (sum, hull, m);
  // Direction outwards of the edge that ends at the first corner.
  before = atan2 (hull[1] - hull[3 * m - 2], hull[0] - hull[3 * m - 3]) - G_PI / 2;
  for (guint i = 0; i < m; i++) {
    const double *a = hull + 3 * i;
    const double *b = hull + 3 * ((i + 1) % m);
    const double length = hypot (b[0] - a[0], b[1] - a[1]);
    const double outwards = atan2 (b[1] - a[1], b[0] - a[0]) - G_PI / 2;
    double turn = outwards - before;

    // Directions jump by a full turn; an angle of nothing may be negative by round-off.
    if (turn < -1e-9)
      turn += 2 * G_PI;
    add_sector (sum, a, radius, before, fmax (turn, 0));
    add_piece (sum, length * radius, 0.5 * (a[0] + b[0]) + 0.5 * radius * cos (outwards),
               0.5 * (a[1] + b[1]) + 0.5 * radius * sin (outwards),
               length * radius * (length * length + radius * radius) / 12);
    before = outwards;
  }
}

double
lw_shape_link_width (const LwShape *shape)
{
  const double *points =
    shape->points != NULL ? (const double *) (void *) shape->points->data : NULL;
  const guint n = points != NULL ? shape->points->len : 0;
  double longest = 0;

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++)
      longest = fmax (longest,
                      hypot (points[3 * i] - points[3 * k], points[3 * i + 1] - points[3 * k + 1]));
  return LINK_WIDTH_PART * longest;
}

bool
lw_shape_get_mass (const LwShape *shape, double density, double thickness, LwShapeMass *result)
{
  const double *points =
    shape->points != NULL ? (const double *) (void *) shape->points->data : NULL;
  const guint n = points != NULL ? shape->points->len : 0;
  const double *size = shape->size;
  Moments sum = { 0 };
  double sign;

  memset (result, 0, sizeof *result);
  switch (shape->kind) {
  case LW_SHAPE_LINK:
    if (n > 0)
      add_link (&sum, points, n, 0.5 * lw_shape_link_width (shape));
    break;
  case LW_SHAPE_DISC:
    add_piece (&sum, G_PI * size[0] * size[0], shape->centre[0], shape->centre[1],
               0.5 * G_PI * pow (size[0], 4));
    break;
  case LW_SHAPE_BOX:
    add_piece (&sum, size[0] * size[1], shape->centre[0], shape->centre[1],
               size[0] * size[1] * (size[0] * size[0] + size[1] * size[1]) / 12);
    break;
  case LW_SHAPE_POLYGON:
    add_outline (&sum, points, n);
    break;
  }
  sign = sum.area < 0 ? -1 : 1;
  if (!(sum.area * sign > 0) || !isfinite (sum.polar) || !isfinite (sum.area * density * thickness))
    return false;
  result->mass = sign * sum.area * density * thickness;
  result->centre[0] = sum.first[0] / sum.area;
  result->centre[1] = sum.first[1] / sum.area;
  result->inertia =
    sign * density * thickness
    * (sum.polar - (sum.first[0] * sum.first[0] + sum.first[1] * sum.first[1]) / sum.area);
  return result->mass > 0 && result->inertia > 0;
}

bool
lw_body_set_plate_mass (LwBody *body)
{
  LwShapeMass plate;

  if (!lw_shape_get_mass (&body->shape, LW_PLATE_DENSITY, LW_PLATE_THICKNESS, &plate))
    return false;
  body->def.mass = plate.mass;
  body->def.centre_of_mass[0] = plate.centre[0];
  body->def.centre_of_mass[1] = plate.centre[1];
  body->def.inertia[2] = plate.inertia;
  return true;
}

bool
lw_body_has_plate_mass (const LwBody *body)
{
  LwShapeMass plate;

  return lw_shape_get_mass (&body->shape, LW_PLATE_DENSITY, LW_PLATE_THICKNESS, &plate)
         && body->def.mass == plate.mass && body->def.inertia[2] == plate.inertia
         && body->def.centre_of_mass[0] == plate.centre[0]
         && body->def.centre_of_mass[1] == plate.centre[1];
}
