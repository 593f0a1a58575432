// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plate consists of pieces whose moments are known in closed form. For outlines these are
// triangles with the origin (Green's theorem). A link is a convex hull with a margin r round it:
// its pieces are the hull, a rectangle of width r along each edge and a sector of a circle at each
// corner. The sectors of all corners add up to a full circle, so two points give a bar with round
// ends and one point a disc. Holes are discs that are subtracted.

#include "lw-shape-mass.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define LINK_WIDTH_PART 0.1
/// Round-off of a centre of mass, as a fraction of the radius of gyration.
#define ROUND_OFF 1e-13

/// Moments of an area about the origin: of order zero, one (x, y) and two (xx, yy, xy).
typedef struct
{
  double area;
  double first[2];
  double second[3];
} Moments;

/// Adds an outline of n points, x y z each; clockwise outlines have negative moments.
static void
add_outline (Moments *sum, const double *points, guint n)
{
  for (guint i = 0; i < n; i++) {
    const double *a = points + 3 * i;
    const double *b = points + 3 * ((i + 1) % n);
    const double twice = a[0] * b[1] - b[0] * a[1];

    sum->area += 0.5 * twice;
    for (int d = 0; d < 2; d++) {
      sum->first[d] += twice * (a[d] + b[d]) / 6;
      sum->second[d] += twice * (a[d] * a[d] + a[d] * b[d] + b[d] * b[d]) / 12;
    }
    sum->second[2] += twice * (2 * a[0] * a[1] + a[0] * b[1] + b[0] * a[1] + 2 * b[0] * b[1]) / 24;
  }
}

/// Adds a piece whose moments are given relative to (x, y).
static void
add_moved (Moments *sum, const Moments *piece, double x, double y)
{
  const double *first = piece->first;

  sum->area += piece->area;
  sum->first[0] += first[0] + piece->area * x;
  sum->first[1] += first[1] + piece->area * y;
  sum->second[0] += piece->second[0] + 2 * x * first[0] + piece->area * x * x;
  sum->second[1] += piece->second[1] + 2 * y * first[1] + piece->area * y * y;
  sum->second[2] += piece->second[2] + x * first[1] + y * first[0] + piece->area * x * y;
}

/// Adds a sector at `corner` from direction `from` over `angle`, rad; a full turn is a disc. A
/// negative `sign` subtracts it.
static void
add_sector (Moments *sum,
            const double *corner,
            double radius,
            double from,
            double angle,
            double sign)
{
  const double to = from + angle;
  const double cube = sign * pow (radius, 3) / 3, fourth = sign * pow (radius, 4) / 4;
  const Moments piece = {
    .area = sign * 0.5 * angle * radius * radius,
    .first = { cube * (sin (to) - sin (from)), cube * (cos (from) - cos (to)) },
    .second = { fourth * (0.5 * angle + 0.25 * (sin (2 * to) - sin (2 * from))),
                fourth * (0.5 * angle - 0.25 * (sin (2 * to) - sin (2 * from))),
                fourth * 0.25 * (cos (2 * from) - cos (2 * to)) },
  };

  add_moved (sum, &piece, corner[0], corner[1]);
}

static void
add_disc (Moments *sum, const double *centre, double radius, double sign)
{
  const double area = sign * G_PI * radius * radius;
  const Moments piece = {
    .area = area,
    .second = { 0.25 * area * radius * radius, 0.25 * area * radius * radius, 0 },
  };

  add_moved (sum, &piece, centre[0], centre[1]);
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

// Andrew's monotone chain.
guint
lw_shape_convex_hull (const double *points, guint n, double *hull)
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
    // The last point of a half is the first of the other half.
    m--;
  }
  return MAX (m, 1);
}

static void
add_link (Moments *sum, const double *points, guint n, double radius)
{
  g_autofree double *hull = g_new (double, 6 * (gsize) n + 6);
  const guint m = lw_shape_convex_hull (points, n, hull);
  double before = 0;

  if (m == 1) {
    add_disc (sum, hull, radius, 1);
    return;
  }
  add_outline (sum, hull, m);
  // Outward direction of the edge that ends at the first corner.
  before = atan2 (hull[1] - hull[3 * m - 2], hull[0] - hull[3 * m - 3]) - G_PI / 2;
  for (guint i = 0; i < m; i++) {
    const double *a = hull + 3 * i;
    const double *b = hull + 3 * ((i + 1) % m);
    const double outwards = atan2 (b[1] - a[1], b[0] - a[0]) - G_PI / 2;
    const double x = radius * cos (outwards), y = radius * sin (outwards);
    const double strip[] = { a[0],     a[1],     0, a[0] + x, a[1] + y, 0,
                             b[0] + x, b[1] + y, 0, b[0],     b[1],     0 };
    double turn = outwards - before;

    // Directions jump by a full turn; round-off can make a zero angle negative.
    if (turn < -1e-9)
      turn += 2 * G_PI;
    add_sector (sum, a, radius, before, fmax (turn, 0), 1);
    add_outline (sum, strip, 4);
    before = outwards;
  }
}

/// Subtracts one hole at each place that has points.
static void
add_holes (Moments *sum, const double *points, guint n, double radius)
{
  for (guint i = 0; i < n; i++) {
    bool again = false;

    for (guint k = 0; k < i; k++)
      again = again || (points[3 * i] == points[3 * k] && points[3 * i + 1] == points[3 * k + 1]);
    if (!again)
      add_disc (sum, points + 3 * i, radius, -1);
  }
}

static void
add_box (Moments *sum, const double *centre, const double *size)
{
  const double area = size[0] * size[1];
  const Moments piece = {
    .area = area,
    .second = { area * size[0] * size[0] / 12, area * size[1] * size[1] / 12, 0 },
  };

  add_moved (sum, &piece, centre[0], centre[1]);
}

static const double *
get_points (const LwShape *shape, guint *n)
{
  *n = shape->points != NULL ? shape->points->len : 0;
  return *n > 0 ? (const double *) (void *) shape->points->data : NULL;
}

/// Computes the greatest and least distance of two points that do not coincide.
static void
find_distances (const LwShape *shape, double *longest, double *shortest)
{
  guint n;
  const double *points = get_points (shape, &n);

  *longest = 0;
  *shortest = INFINITY;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < i; k++) {
      const double distance =
        hypot (points[3 * i] - points[3 * k], points[3 * i + 1] - points[3 * k + 1]);

      *longest = fmax (*longest, distance);
      if (distance > 0)
        *shortest = fmin (*shortest, distance);
    }
}

double
lw_shape_link_width (const LwShape *shape, const LwPlate *plate)
{
  double longest, shortest;

  if (plate != NULL && plate->width > 0)
    return plate->width;
  find_distances (shape, &longest, &shortest);
  return LINK_WIDTH_PART * longest;
}

const char *
lw_plate_find_fault (const LwShape *shape, const LwPlate *plate)
{
  double longest, shortest;

  if (shape->kind != LW_SHAPE_LINK || !(plate->hole_radius > 0))
    return NULL;
  find_distances (shape, &longest, &shortest);
  if (!(2 * plate->hole_radius < lw_shape_link_width (shape, plate)))
    return _ ("its holes are as wide as the link; make them smaller, or the link wider");
  if (2 * plate->hole_radius > shortest)
    return _ ("its holes run into one another; make them smaller");
  return NULL;
}

static void
find_moments (const LwShape *shape, const LwPlate *plate, Moments *sum)
{
  guint n;
  const double *points = get_points (shape, &n);

  switch (shape->kind) {
  case LW_SHAPE_LINK:
    if (n > 0)
      add_link (sum, points, n, 0.5 * lw_shape_link_width (shape, plate));
    if (plate->hole_radius > 0)
      add_holes (sum, points, n, plate->hole_radius);
    break;
  case LW_SHAPE_DISC:
    add_disc (sum, shape->centre, shape->size[0], 1);
    break;
  case LW_SHAPE_BOX:
    add_box (sum, shape->centre, shape->size);
    break;
  case LW_SHAPE_POLYGON:
    add_outline (sum, points, n);
    break;
  }
}

bool
lw_shape_get_mass (const LwShape *shape, const LwPlate *plate, LwShapeMass *result)
{
  const double surface = plate->density * plate->thickness;
  Moments sum = { 0 };
  double sign, xx, yy, xy, along;

  memset (result, 0, sizeof *result);
  if (lw_plate_find_fault (shape, plate) != NULL)
    return false;
  find_moments (shape, plate, &sum);
  sign = sum.area < 0 ? -surface : surface;
  if (!(sum.area * sign > 0) || !isfinite (sum.area * sign)
      || !isfinite (sum.second[0] + sum.second[1]))
    return false;
  xx = sign * (sum.second[0] - sum.first[0] * sum.first[0] / sum.area);
  yy = sign * (sum.second[1] - sum.first[1] * sum.first[1] / sum.area);
  xy = sign * (sum.second[2] - sum.first[0] * sum.first[1] / sum.area);
  result->mass = sign * sum.area;
  // The plate extends symmetrically about z = 0.
  along = result->mass * plate->thickness * plate->thickness / 12;
  // In an outline that crosses itself, parts count as holes, so the remainder may have moments that
  // are impossible for a plate.
  if (!(xx + yy > 0) || xx + along < 0 || yy + along < 0
      || (xx + along) * (yy + along) < (1 - ROUND_OFF) * xy * xy)
    return false;
  // A centre within round-off of the origin is set to exactly zero.
  for (int d = 0; d < 2; d++)
    if (fabs (sum.first[d] / sum.area) > ROUND_OFF * sqrt ((xx + yy) / result->mass))
      result->centre[d] = sum.first[d] / sum.area;
  result->inertia[0] = yy + along;
  result->inertia[1] = xx + along;
  result->inertia[2] = xx + yy;
  result->inertia[3] = -xy;
  return true;
}

LwPlate
lw_plate_default (void)
{
  return (LwPlate){ .density = LW_PLATE_DENSITY, .thickness = LW_PLATE_THICKNESS };
}

bool
lw_body_follow_plate (LwBody *body)
{
  const LwPlate *plate = &body->plate;
  LwShapeMass mass;

  if (!(plate->density > 0))
    return true;
  if (!lw_shape_get_mass (&body->shape, plate, &mass))
    return false;
  if (!(plate->typed & LW_TYPED_MASS))
    body->def.mass = mass.mass;
  if (!(plate->typed & LW_TYPED_CENTRE))
    memcpy (body->def.centre_of_mass, mass.centre, sizeof mass.centre);
  if (!(plate->typed & LW_TYPED_INERTIA))
    memcpy (body->def.inertia, mass.inertia, sizeof mass.inertia);
  return true;
}

static bool
same_shape (const LwShape *a, const LwShape *b)
{
  guint n_a, n_b;
  const double *points_a = get_points (a, &n_a), *points_b = get_points (b, &n_b);

  return a->kind == b->kind && n_a == n_b && memcmp (a->centre, b->centre, sizeof a->centre) == 0
         && memcmp (a->size, b->size, sizeof a->size) == 0
         && (n_a == 0 || memcmp (points_a, points_b, 3 * (gsize) n_a * sizeof (double)) == 0);
}

void
lw_body_follow_change (const LwBody *old, LwBody *body)
{
  LwPlate *plate = &body->plate;

  if (plate->density > 0 && plate->typed == old->plate.typed && plate->density == old->plate.density
      && same_shape (&old->shape, &body->shape)) {
    if (body->def.mass != old->def.mass)
      plate->typed |= LW_TYPED_MASS;
    if (memcmp (body->def.centre_of_mass, old->def.centre_of_mass, sizeof old->def.centre_of_mass))
      plate->typed |= LW_TYPED_CENTRE;
    if (memcmp (body->def.inertia, old->def.inertia, sizeof old->def.inertia))
      plate->typed |= LW_TYPED_INERTIA;
  }
  // If the shape no longer has an area, the numbers stay, as if they had been entered by the user.
  if (!lw_body_follow_plate (body))
    plate->typed = LW_TYPED_ALL;
}

bool
lw_body_set_plate_mass (LwBody *body)
{
  const LwPlate before = body->plate;

  body->plate = lw_plate_default ();
  if (lw_body_follow_plate (body))
    return true;
  body->plate = before;
  return false;
}

bool
lw_body_has_plate_mass (const LwBody *body)
{
  return body->plate.density > 0 && body->plate.typed == 0;
}
