// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-contour.h"

#include <math.h>

#include "lw-shape-mass.h"

/// A turn below this is a straight line, rad.
#define STRAIGHT 1e-12
/// Least number of pieces of a full circle.
#define CIRCLE_PIECES 16
/// Most pieces of one arc.
#define ARC_PIECES_MAX 2048

GArray *
lw_contour_new (void)
{
  return g_array_new (FALSE, FALSE, sizeof (LwContourVertex));
}

static void
add (GArray *outline, double x, double y, double bulge)
{
  const LwContourVertex vertex = { x, y, bulge };

  g_array_append_val (outline, vertex);
}

GArray *
lw_contour_new_circle (double x, double y, double radius, int turn)
{
  GArray *outline = lw_contour_new ();

  add (outline, x + radius, y, turn);
  add (outline, x - radius, y, turn);
  return outline;
}

bool
lw_contour_is_circle (const GArray *outline, double centre[2], double *radius)
{
  const LwContourVertex *a = lw_contour_get (outline, 0), *b = lw_contour_get (outline, 1);

  if (outline->len != 2 || fabs (a->bulge) != 1 || a->bulge != b->bulge)
    return false;
  centre[0] = 0.5 * (a->x + b->x);
  centre[1] = 0.5 * (a->y + b->y);
  *radius = 0.5 * hypot (a->x - b->x, a->y - b->y);
  return true;
}

GArray *
lw_contour_new_hull (const double *points, guint n, double radius)
{
  g_autofree double *hull = g_new (double, 6 * (gsize) n + 6);
  const guint m = lw_shape_convex_hull (points, n, hull);
  GArray *outline;
  double before;

  if (m == 1)
    return lw_contour_new_circle (hull[0], hull[1], radius, 1);
  outline = lw_contour_new ();
  // Outward direction of the edge that ends at the first corner.
  before = atan2 (hull[1] - hull[3 * m - 2], hull[0] - hull[3 * m - 3]) - G_PI / 2;
  for (guint i = 0; i < m; i++) {
    const double *a = hull + 3 * i;
    const double *b = hull + 3 * ((i + 1) % m);
    const double outwards = atan2 (b[1] - a[1], b[0] - a[0]) - G_PI / 2;
    double turn = outwards - before;

    if (turn < -1e-9)
      turn += 2 * G_PI;
    if (turn > STRAIGHT)
      add (outline, a[0] + radius * cos (before), a[1] + radius * sin (before), tan (turn / 4));
    add (outline, a[0] + radius * cos (outwards), a[1] + radius * sin (outwards), 0);
    before = outwards;
  }
  return outline;
}

GArray *
lw_contour_new_polygon (const double *points, guint n, int turn)
{
  GArray *outline = lw_contour_new ();
  double area = 0;

  for (guint i = 0; i < n; i++) {
    const double *a = points + 3 * i, *b = points + 3 * ((i + 1) % n);

    area += a[0] * b[1] - b[0] * a[1];
  }
  for (guint i = 0; i < n; i++) {
    const double *point = points + 3 * (area * turn < 0 ? n - 1 - i : i);
    const LwContourVertex *last =
      outline->len > 0 ? lw_contour_get (outline, outline->len - 1) : NULL;

    if (last == NULL || last->x != point[0] || last->y != point[1])
      add (outline, point[0], point[1], 0);
  }
  if (outline->len > 1
      && lw_contour_get (outline, 0)->x == lw_contour_get (outline, outline->len - 1)->x
      && lw_contour_get (outline, 0)->y == lw_contour_get (outline, outline->len - 1)->y)
    g_array_set_size (outline, outline->len - 1);
  return outline;
}

// ---- measures -------------------------------------------------------------------------------

/// An arc from a vertex to the next one.
typedef struct
{
  double centre[2], radius;
  double from, turn; ///< rad; turn is negative to the right
} Arc;

static const LwContourVertex *
next_vertex (const GArray *outline, guint i)
{
  return lw_contour_get (outline, (i + 1) % outline->len);
}

/// Returns false for a straight piece.
static bool
find_arc (const LwContourVertex *a, const LwContourVertex *b, Arc *arc)
{
  const double dx = b->x - a->x, dy = b->y - a->y;
  const double chord = hypot (dx, dy), bulge = a->bulge;
  double height;

  if (bulge == 0 || !(chord > 0))
    return false;
  arc->turn = 4 * atan (bulge);
  // Signed distance of the centre from the chord, to the left.
  height = chord * (1 - bulge * bulge) / (4 * bulge);
  arc->radius = chord * (1 + bulge * bulge) / (4 * fabs (bulge));
  arc->centre[0] = 0.5 * (a->x + b->x) - height * dy / chord;
  arc->centre[1] = 0.5 * (a->y + b->y) + height * dx / chord;
  arc->from = atan2 (a->y - arc->centre[1], a->x - arc->centre[0]);
  return true;
}

double
lw_contour_area (const GArray *outline)
{
  double area = 0;

  for (guint i = 0; i < outline->len; i++) {
    const LwContourVertex *a = lw_contour_get (outline, i), *b = next_vertex (outline, i);
    Arc arc;

    area += 0.5 * (a->x * b->y - b->x * a->y);
    if (find_arc (a, b, &arc))
      area += 0.5 * arc.radius * arc.radius * (arc.turn - sin (arc.turn));
  }
  return area;
}

static void
include (double box[4], double x, double y)
{
  box[0] = fmin (box[0], x);
  box[1] = fmin (box[1], y);
  box[2] = fmax (box[2], x);
  box[3] = fmax (box[3], y);
}

void
lw_contour_box (const GArray *outline, double box[4])
{
  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (guint i = 0; i < outline->len; i++) {
    const LwContourVertex *a = lw_contour_get (outline, i);
    Arc arc;

    include (box, a->x, a->y);
    if (!find_arc (a, next_vertex (outline, i), &arc))
      continue;
    // The arc's own extreme points: those of the axes that it passes.
    for (int quarter = -8; quarter <= 8; quarter++) {
      const double angle = quarter * G_PI / 2;
      const double part = (angle - arc.from) / arc.turn;

      if (part > 0 && part < 1)
        include (box, arc.centre[0] + arc.radius * cos (angle),
                 arc.centre[1] + arc.radius * sin (angle));
    }
  }
}

void
lw_contour_move (GArray *outline, double angle, double x, double y)
{
  const double c = cos (angle), s = sin (angle);

  for (guint i = 0; i < outline->len; i++) {
    LwContourVertex *vertex = lw_contour_get (outline, i);
    const double old = vertex->x;

    vertex->x = x + c * old - s * vertex->y;
    vertex->y = y + s * old + c * vertex->y;
  }
}

GArray *
lw_contour_flatten (const GArray *outline, double tolerance)
{
  GArray *points = g_array_new (FALSE, FALSE, 2 * sizeof (double));

  for (guint i = 0; i < outline->len; i++) {
    const LwContourVertex *a = lw_contour_get (outline, i);
    double point[2] = { a->x, a->y };
    Arc arc;
    int n;

    g_array_append_vals (points, point, 1);
    if (!find_arc (a, next_vertex (outline, i), &arc))
      continue;
    // The height of an arc over its chord is r (1 - cos (half of its angle)).
    n = (int) fmin (ceil (fabs (arc.turn) / (2 * acos (fmax (1 - tolerance / arc.radius, 0)))),
                    ARC_PIECES_MAX);
    n = MAX (n, (int) ceil (fabs (arc.turn) * CIRCLE_PIECES / (2 * G_PI)));
    for (int k = 1; k < n; k++) {
      const double angle = arc.from + arc.turn * k / n;

      point[0] = arc.centre[0] + arc.radius * cos (angle);
      point[1] = arc.centre[1] + arc.radius * sin (angle);
      g_array_append_vals (points, point, 1);
    }
  }
  return points;
}

// ---- offset ---------------------------------------------------------------------------------

/// A piece moved away from the material, to the right.
typedef struct
{
  LwContourVertex a, b;
  double direction[2][2]; ///< unit tangents at both ends
} Piece;

/// Returns false if the radius of an arc about a hole is too small.
static bool
move_piece (const LwContourVertex *a, const LwContourVertex *b, double distance, Piece *piece)
{
  Arc arc;
  const bool is_arc = find_arc (a, b, &arc);
  const LwContourVertex ends[2] = { *a, *b };
  const double chord = hypot (b->x - a->x, b->y - a->y);

  for (int end = 0; end < 2; end++) {
    LwContourVertex *moved = end == 0 ? &piece->a : &piece->b;
    double *tangent = piece->direction[end];

    if (is_arc) {
      const double angle = arc.from + end * arc.turn;
      const double sign = arc.turn > 0 ? 1 : -1;

      tangent[0] = -sign * sin (angle);
      tangent[1] = sign * cos (angle);
    } else {
      tangent[0] = (b->x - a->x) / chord;
      tangent[1] = (b->y - a->y) / chord;
    }
    moved->x = ends[end].x + distance * tangent[1];
    moved->y = ends[end].y - distance * tangent[0];
    moved->bulge = a->bulge;
  }
  return !is_arc || arc.turn > 0 || arc.radius > distance;
}

/// Moves the common end of two straight pieces to where their lines meet.
static void
join_lines (Piece *piece, Piece *next)
{
  const double *u = piece->direction[1], *v = next->direction[0];
  const double cross = u[0] * v[1] - u[1] * v[0];
  double along;

  if (fabs (cross) < STRAIGHT)
    return;
  along = ((next->a.x - piece->b.x) * v[1] - (next->a.y - piece->b.y) * v[0]) / cross;
  piece->b.x += along * u[0];
  piece->b.y += along * u[1];
  next->a.x = piece->b.x;
  next->a.y = piece->b.y;
}

/// Returns true if a straight piece still runs in its direction.
static bool
is_forward (const Piece *piece)
{
  return piece->a.bulge != 0
         || (piece->b.x - piece->a.x) * piece->direction[0][0]
                + (piece->b.y - piece->a.y) * piece->direction[0][1]
              > 0;
}

GArray *
lw_contour_offset (const GArray *outline, double distance)
{
  const guint n = outline->len;
  g_autofree Piece *pieces = g_new0 (Piece, n + 1);
  g_autoptr (GArray) moved = lw_contour_new ();

  for (guint i = 0; i < n; i++)
    if (!move_piece (lw_contour_get (outline, i), next_vertex (outline, i), distance, &pieces[i]))
      return NULL;
  for (guint i = 0; i < n && distance > 0; i++) {
    Piece *piece = &pieces[i], *next = &pieces[(i + 1) % n];
    const double *u = piece->direction[1], *v = next->direction[0];

    // Only two lines can meet in a corner towards the material; arcs of our shapes are tangent.
    if (u[0] * v[1] - u[1] * v[0] < -STRAIGHT)
      join_lines (piece, next);
  }
  for (guint i = 0; i < n; i++) {
    const Piece *piece = &pieces[i], *next = &pieces[(i + 1) % n];
    const double *u = piece->direction[1], *v = next->direction[0];
    const double cross = u[0] * v[1] - u[1] * v[0];

    if (!is_forward (piece))
      return NULL;
    g_array_append_val (moved, piece->a);
    if (cross > STRAIGHT && distance > 0)
      add (moved, piece->b.x, piece->b.y, tan (atan2 (cross, u[0] * v[0] + u[1] * v[1]) / 4));
  }
  return g_steal_pointer (&moved);
}
