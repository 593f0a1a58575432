// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The time for which bodies can move before a contact may be passed over.
//
// Convex pieces are apart as long as they are apart along one axis n. With s the distance along n,
// and c the speed at which it can shrink,
//
//   c = -n.(v_b - v_a) + |w_a| r_a + |w_b| r_b + acceleration times half the step,
//
// they cannot meet before s / c. The axes are the normals of the edges, and the line between the
// nearest points of discs and corners; r is the largest distance of corners from the centre of mass:
// a disc that turns about its own centre does not move. A pair that may meet is followed
// until they may be as deep in each other as a share of the thinner one: not at all, or as long as
// the side from which they came is still known.

#include "pile-private.h"

#include <math.h>

/// Least width of a piece among the directions of its edges, m. A piece whose width is round-off of the
/// division of an outline counts as wider: other pieces are beside it.
static double
thickness_of (const MbdPile *pile, const MbdPiece *piece)
{
  const double sliver = 1e-6; // over its largest width
  double least = INFINITY, most = 0;

  if (piece->kind == MBD_SHAPE_HALF_PLANE)
    return INFINITY;
  for (int e = piece->first; e < piece->first + piece->count && piece->kind != MBD_SHAPE_DISC;
       e++) {
    double width = 0;
    for (int i = piece->first; i < piece->first + piece->count; i++) {
      const double *n = pile->normal_l + 2 * e, *p = pile->local + 2 * e, *q = pile->local + 2 * i;
      width = fmax (width, n[0] * (p[0] - q[0]) + n[1] * (p[1] - q[1]));
    }
    least = fmin (least, width);
    most = fmax (most, width);
  }
  return (isinf (least) ? 0 : fmax (least, sliver * most)) + 2 * piece->radius;
}

/// The largest distance of a corner from the centre of mass.
static double
turning_reach (const MbdPile *pile, const MbdPiece *piece)
{
  double reach = 0;

  for (int i = piece->first; i < piece->first + piece->count; i++)
    reach = fmax (reach, hypot (pile->local[2 * i], pile->local[2 * i + 1]));
  return reach;
}

/// The motion of two pieces towards each other.
typedef struct
{
  double v[2];     // m/s, of b against a
  double turn;     // m/s, by turning
  double gain;     // m/s, by accelerations in the whole time
  double time;     // time up to which they are apart along the best axis so far
  double rate;     // m/s, along that axis
  double distance; // m, along that axis
} Approach;

static void
take_axis (Approach *approach, double nx, double ny, double distance)
{
  const double rate = approach->turn + approach->gain - nx * approach->v[0] - ny * approach->v[1];
  const double time = distance <= 0 ? 0 : rate > 0 ? distance / rate : INFINITY;

  // Pieces that touch are nearest to being apart along one axis.
  if (time > approach->time || (time == approach->time && distance > approach->distance)) {
    approach->time = time;
    approach->rate = rate;
    approach->distance = distance;
  }
}

/// Takes the normals of the edges of one piece, which points to the other if `sign` is 1.
static void
take_edges (const MbdPile *pile,
            const MbdPiece *edges,
            const MbdPiece *other,
            double sign,
            Approach *approach)
{
  if (edges->kind == MBD_SHAPE_DISC || other->kind == MBD_SHAPE_HALF_PLANE)
    return;
  for (int e = edges->first; e < edges->first + edges->count; e++) {
    const double *n = pile->normal + 2 * e, *p = pile->world + 2 * e;
    double least = INFINITY;
    for (int i = other->first; i < other->first + other->count; i++)
      least =
        fmin (least, n[0] * (pile->world[2 * i] - p[0]) + n[1] * (pile->world[2 * i + 1] - p[1]));
    if (n[0] != 0 || n[1] != 0)
      take_axis (approach, sign * n[0], sign * n[1], least - edges->radius - other->radius);
  }
}

/// Takes the lines from the corners of one piece to those of another, for round corners.
static void
take_corners (const MbdPile *pile, const MbdPiece *a, const MbdPiece *b, Approach *approach)
{
  double x = 0, y = 0, least = INFINITY;

  if (a->kind == MBD_SHAPE_HALF_PLANE || b->kind == MBD_SHAPE_HALF_PLANE
      || a->radius + b->radius == 0)
    return;
  for (int i = a->first; i < a->first + a->count; i++)
    for (int k = b->first; k < b->first + b->count; k++) {
      const double dx = pile->world[2 * k] - pile->world[2 * i];
      const double dy = pile->world[2 * k + 1] - pile->world[2 * i + 1];
      if (hypot (dx, dy) < least) {
        least = hypot (dx, dy);
        x = dx;
        y = dy;
      }
    }
  if (!(least > 0))
    return;
  // Along this line the pieces reach as far as their farthest corners.
  double from = -INFINITY, to = INFINITY;
  for (int i = a->first; i < a->first + a->count; i++)
    from = fmax (from, (x * pile->world[2 * i] + y * pile->world[2 * i + 1]) / least);
  for (int k = b->first; k < b->first + b->count; k++)
    to = fmin (to, (x * pile->world[2 * k] + y * pile->world[2 * k + 1]) / least);
  take_axis (approach, x / least, y / least, to - from - a->radius - b->radius);
}

/// Returns the time for which two pieces may move, at most h.
static double
clear_time_of (MbdPile *pile,
               MbdPiece *a,
               MbdPiece *b,
               const double *accelerations,
               double h,
               double deepest)
{
  const double *va = pile->v + 4 * a->body, *vb = pile->v + 4 * b->body;
  const double ra = turning_reach (pile, a), rb = turning_reach (pile, b);
  Approach approach = { .v = { vb[0] - va[0], vb[1] - va[1] },
                        .turn = fabs (va[2]) * ra + fabs (vb[2]) * rb,
                        .time = -1,
                        .distance = -INFINITY };

  if (accelerations != NULL) {
    const double *aa = accelerations + 3 * a->body, *ab = accelerations + 3 * b->body;
    approach.gain = 0.5 * h
                    * (hypot (ab[0] - aa[0], ab[1] - aa[1]) + fabs (aa[2]) * ra + fabs (ab[2]) * rb
                       + va[2] * va[2] * ra + vb[2] * vb[2] * rb);
  }
  mbd_pile_place_piece (pile, a);
  mbd_pile_place_piece (pile, b);
  take_edges (pile, a, b, 1, &approach);
  take_edges (pile, b, a, -1, &approach);
  take_corners (pile, a, b, &approach);
  if (approach.time >= h || !(approach.rate > 0))
    return h;
  const double thin = fmin (a->thickness, b->thickness);
  double time = approach.time + deepest * thin / approach.rate;
  // An arm that turns by an angle t leaves the line of its start by r t^2 / 2.
  for (int side = 0; side < 2; side++) {
    const double w = fabs (side == 0 ? va[2] : vb[2]), r = side == 0 ? ra : rb;
    if (w > 0 && r > 0)
      time = fmin (time, approach.time + sqrt (deepest * thin / r) / w);
  }
  return fmin (time, h);
}

/// Returns the longest way of a point of a body in the time h.
static double
travel_of (const double *v, const double *a, double reach, double h)
{
  double speed = sqrt (v[0] * v[0] + v[1] * v[1]) + fabs (v[2]) * reach;

  if (a != NULL)
    speed += 0.5 * h * (sqrt (a[0] * a[0] + a[1] * a[1]) + fabs (a[2]) * reach);
  return h * speed;
}

bool
mbd_pile_is_slow (MbdPile *pile,
                  int body,
                  const double *v,
                  const double *a,
                  double h,
                  double deepest)
{
  for (; pile->n_measured < pile->n_pieces; pile->n_measured++) {
    MbdPiece *piece = &pile->pieces[pile->n_measured];
    piece->thickness = thickness_of (pile, piece);
    if (pile->n_measured == 0 || piece->thickness < pile->thinnest)
      pile->thinnest = piece->thickness;
  }
  return pile->n_pieces == 0
         || travel_of (v, a, pile->bodies[body].reach, h) <= 0.5 * deepest * pile->thinnest;
}

/// Finds the box that a piece cannot leave in the time h, and whether it is fast.
static void
sweep_piece (MbdPile *pile, MbdPiece *piece, const double *acceleration, double h, double deepest)
{
  const double *v = pile->v + 4 * piece->body, *x = pile->bodies[piece->body].x;
  double *box = piece->swept;

  piece->fast =
    piece->body != 0 && !mbd_pile_is_slow (pile, piece->body, v, acceleration, h, deepest);
  box[0] = box[1] = -INFINITY;
  box[2] = box[3] = INFINITY;
  if (piece->kind == MBD_SHAPE_HALF_PLANE)
    return;
  if (piece->body != 0) {
    const double reach =
      piece->reach + travel_of (v, acceleration, pile->bodies[piece->body].reach, h);
    for (int k = 0; k < 2; k++) {
      box[k] = x[k] - reach;
      box[2 + k] = x[k] + reach;
    }
    return;
  }
  mbd_pile_place_piece (pile, piece);
  box[0] = box[1] = INFINITY;
  box[2] = box[3] = -INFINITY;
  for (int i = piece->first; i < piece->first + piece->count; i++)
    for (int k = 0; k < 2; k++) {
      box[k] = mbd_least (box[k], pile->world[2 * i + k] - piece->radius);
      box[2 + k] = mbd_most (box[2 + k], pile->world[2 * i + k] + piece->radius);
    }
}

/// Sweeps all pieces and sorts them by the left sides of their boxes; they are nearly sorted from
/// the last time. Returns false if none is fast.
static bool
sweep_pieces (MbdPile *pile, const double *accelerations, double h, double deepest)
{
  bool any_fast = false;

  for (int i = 0; i < pile->n_pieces; i++) {
    MbdPiece *piece = &pile->pieces[i];
    sweep_piece (pile, piece, accelerations != NULL ? accelerations + 3 * piece->body : NULL, h,
                 deepest);
    any_fast |= piece->fast;
  }
  for (int i = 1; i < pile->n_pieces && any_fast; i++) {
    const int moving = pile->by_sweep[i];
    const double x = pile->pieces[moving].swept[0];
    int k = i;
    for (; k > 0 && pile->pieces[pile->by_sweep[k - 1]].swept[0] > x; k--)
      pile->by_sweep[k] = pile->by_sweep[k - 1];
    pile->by_sweep[k] = moving;
  }
  return any_fast;
}

/// Returns true if two pieces may come near each other in the time for which they were swept.
static bool
may_come_near (const MbdPile *pile, const MbdPiece *a, const MbdPiece *b)
{
  const double *xa = pile->bodies[a->body].x, *xb = pile->bodies[b->body].x;

  if (a->swept[1] > b->swept[3] || b->swept[1] > a->swept[3])
    return false;
  if (a->body == 0 || b->body == 0)
    return true;
  const double reach_a = a->swept[2] - xa[0], reach_b = b->swept[2] - xb[0];
  return hypot (xb[0] - xa[0], xb[1] - xa[1]) <= reach_a + reach_b;
}

double
mbd_pile_clear_time (MbdPile *pile,
                     double h,
                     double deepest,
                     const double *accelerations,
                     bool (*skips) (const void *data, int piece_a, int piece_b),
                     const void *data)
{
  double time = h;

  if (!sweep_pieces (pile, accelerations, h, deepest))
    return h;
  for (int i = 0; i < pile->n_pieces; i++) {
    const int first = pile->by_sweep[i];
    MbdPiece *a = &pile->pieces[first];
    for (int k = i + 1; k < pile->n_pieces; k++) {
      const int second = pile->by_sweep[k];
      MbdPiece *b = &pile->pieces[second];
      if (b->swept[0] > a->swept[2])
        break;
      if ((a->fast || b->fast) && may_come_near (pile, a, b) && mbd_pile_may_collide (pile, a, b)
          && (skips == NULL || !skips (data, first, second)))
        time = fmin (time, clear_time_of (pile, a, b, accelerations, h, deepest));
    }
  }
  return time;
}
