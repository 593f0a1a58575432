// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One contact point as a constraint. With w_a the angular velocity of a, z x r = (-r_y, r_x),
// d = p - s the corner p of b from the point s of the edge of a, and n turning with a, t = z x n:
//
//   corner on edge   gap = n.d - r_a - r_b,        n' = w_a t
//     rate  = n.u + w_a t.d                         u = v_p - v_s
//     rate' = n.c + 2 w_a t.u - w_a^2 n.d           c = -w_b^2 r_p + w_a^2 r_s
//     slip  = t.u - r_a w_a - r_b w_b,   slip' = t.c - w_a n.u
//   two corners      gap = |d| - r_a - r_b,         n = d/|d|,  n' = (t.u/|d|) t
//     rate  = n.u
//     rate' = n.c + (t.u)^2/|d|
//     slip  = t.u - r_a w_a - r_b w_b,   slip' = t.c - (n.u)(t.u)/|d|
//
// rate' and slip' without accelerations of the bodies: c is the acceleration of the points due to
// turning. The slip is measured between the material points at the place of contact, so that a
// rolling disc has none.

#include "touch-private.h"

#include <math.h>
#include <string.h>

static void
turn (double angle, const double p[2], double out[2])
{
  const double c = cos (angle), s = sin (angle);

  out[0] = c * p[0] - s * p[1];
  out[1] = s * p[0] + c * p[1];
}

/* Features --------------------------------------------------------------------------------- */

static void
set_corner_on_edge (const MbdPile *pile,
                    const MbdPiece *edge_piece,
                    int edge,
                    const MbdPiece *corner_piece,
                    int corner,
                    MbdTouch *touch)
{
  const int e = edge_piece->first + edge, c = corner_piece->first + corner;

  touch->corners = false;
  touch->piece_a = (int) (edge_piece - pile->pieces);
  touch->piece_b = (int) (corner_piece - pile->pieces);
  touch->edge = edge;
  touch->corner = corner;
  memcpy (touch->on_a, pile->local + 2 * e, sizeof touch->on_a);
  memcpy (touch->normal, pile->normal_l + 2 * e, sizeof touch->normal);
  memcpy (touch->on_b, pile->local + 2 * c, sizeof touch->on_b);
}

static void
set_corners (const MbdPile *pile,
             const MbdPiece *a,
             int corner_a,
             const MbdPiece *b,
             int corner_b,
             MbdTouch *touch)
{
  touch->corners = true;
  touch->piece_a = (int) (a - pile->pieces);
  touch->piece_b = (int) (b - pile->pieces);
  touch->edge = corner_a;
  touch->corner = corner_b;
  memcpy (touch->on_a, pile->local + 2 * (a->first + corner_a), sizeof touch->on_a);
  memcpy (touch->on_b, pile->local + 2 * (b->first + corner_b), sizeof touch->on_b);
}

/// Features as numbered by collision.c.
static void
decode_polygons (const MbdPile *pile,
                 const MbdPiece *a,
                 const MbdPiece *b,
                 int feature,
                 MbdTouch *touch)
{
  if (feature & MBD_FEATURE_CORNERS) {
    const int i = feature >> 10 & 0x3ff, k = feature & 0x3ff;
    if (feature & MBD_FEATURE_FLIP)
      set_corners (pile, a, k, b, i, touch);
    else
      set_corners (pile, a, i, b, k, touch);
    return;
  }
  const bool flip = feature & MBD_FEATURE_FLIP;
  const MbdPiece *reference = flip ? b : a, *other = flip ? a : b;
  const int e = feature >> 12 & 0x3ff, f = feature >> 2 & 0x3ff, id = feature & 3;
  if (id < 2)
    set_corner_on_edge (pile, reference, e, other, (f + id) % other->count, touch);
  else
    set_corner_on_edge (pile, other, f, reference, (e + (id == 2)) % reference->count, touch);
}

void
mbd_touch_decode (const MbdPile *pile, int index, int point, MbdTouch *touch)
{
  const MbdPilePair *pair = &pile->pairs[index];
  const MbdPiece *a = &pile->pieces[pair->a], *b = &pile->pieces[pair->b];
  const int feature = pair->manifold.point[point].feature;

  memset (touch, 0, sizeof *touch);
  if (a->kind == MBD_SHAPE_HALF_PLANE || b->kind == MBD_SHAPE_HALF_PLANE) {
    const bool flip = b->kind == MBD_SHAPE_HALF_PLANE;
    set_corner_on_edge (pile, flip ? b : a, 0, flip ? a : b, feature, touch);
  } else if (a->kind == MBD_SHAPE_DISC && b->kind == MBD_SHAPE_DISC)
    set_corners (pile, a, 0, b, 0, touch);
  else if (a->kind == MBD_SHAPE_DISC || b->kind == MBD_SHAPE_DISC) {
    const MbdPiece *disc = a->kind == MBD_SHAPE_DISC ? a : b, *hull = disc == a ? b : a;
    if (feature < hull->count)
      set_corner_on_edge (pile, hull, feature, disc, 0, touch);
    else
      set_corners (pile, hull, feature - hull->count, disc, 0, touch);
  } else
    decode_polygons (pile, a, b, feature, touch);
  touch->pair = index;
  touch->body_a = pile->pieces[touch->piece_a].body;
  touch->body_b = pile->pieces[touch->piece_b].body;
  touch->radius_a = pile->pieces[touch->piece_a].radius;
  touch->radius_b = pile->pieces[touch->piece_b].radius;
  touch->friction = pair->friction;
  touch->restitution = pair->restitution;
  touch->rolling = pair->rolling;
}

bool
mbd_touch_same (const MbdTouch *a, const MbdTouch *b)
{
  if (a->corners != b->corners)
    return false;
  if (a->piece_a == b->piece_a && a->piece_b == b->piece_b)
    return a->edge == b->edge && a->corner == b->corner;
  return a->corners && a->piece_a == b->piece_b && a->piece_b == b->piece_a && a->edge == b->corner
         && a->corner == b->edge;
}

/* Rows ------------------------------------------------------------------------------------- */

/// Computes the velocity of a point at the arm r.
static void
point_velocity (const double v[3], const double r[2], double out[2])
{
  out[0] = v[0] - v[2] * r[1];
  out[1] = v[1] + v[2] * r[0];
}

static double
dot (const double a[2], const double b[2])
{
  return a[0] * b[0] + a[1] * b[1];
}

static void
set_rows (const double n[2], const double arm_a[2], const double arm_b[2], double rows[2][3])
{
  rows[0][0] = -n[0];
  rows[0][1] = -n[1];
  rows[0][2] = -(arm_a[0] * n[1] - arm_a[1] * n[0]);
  rows[1][0] = n[0];
  rows[1][1] = n[1];
  rows[1][2] = arm_b[0] * n[1] - arm_b[1] * n[0];
}

void
mbd_touch_evaluate (const MbdTouch *touch,
                    const double xa[3],
                    const double va[3],
                    const double xb[3],
                    const double vb[3],
                    MbdTouchState *out)
{
  const double wa = va[2], wb = vb[2];
  double ra[2], rb[2], n[2], d[2], vp[2], vs[2], relative[2], central[2];

  turn (xa[2], touch->on_a, ra);
  turn (xb[2], touch->on_b, rb);
  for (int k = 0; k < 2; k++)
    d[k] = xb[k] + rb[k] - xa[k] - ra[k];
  point_velocity (va, ra, vs);
  point_velocity (vb, rb, vp);
  for (int k = 0; k < 2; k++) {
    relative[k] = vp[k] - vs[k];
    central[k] = -wb * wb * rb[k] + wa * wa * ra[k];
  }
  if (touch->corners) {
    const double distance = sqrt (dot (d, d));
    n[0] = distance > 0 ? d[0] / distance : 0;
    n[1] = distance > 0 ? d[1] / distance : 1;
    out->gap = distance - touch->radius_a - touch->radius_b;
  } else {
    turn (xa[2], touch->normal, n);
    out->gap = dot (n, d) - touch->radius_a - touch->radius_b;
  }
  const double t[2] = { -n[1], n[0] };
  // Arms to the place of contact: on b's surface, and the same place seen from a.
  double arm_a[2], arm_b[2];
  for (int k = 0; k < 2; k++) {
    arm_b[k] = rb[k] - touch->radius_b * n[k];
    arm_a[k] =
      touch->corners ? ra[k] + touch->radius_a * n[k] : xb[k] + arm_b[k] - xa[k] - out->gap * n[k];
    out->point[k] = xb[k] + arm_b[k];
    out->n[k] = n[k];
  }
  set_rows (n, arm_a, arm_b, out->N);
  set_rows (t, arm_a, arm_b, out->F);
  out->rate = out->slip = 0;
  out->spin = wb - wa;
  for (int k = 0; k < 3; k++) {
    out->rate += out->N[0][k] * va[k] + out->N[1][k] * vb[k];
    out->slip += out->F[0][k] * va[k] + out->F[1][k] * vb[k];
  }
  if (touch->corners) {
    const double distance = out->gap + touch->radius_a + touch->radius_b;
    const double across = dot (t, relative), along = dot (n, relative);
    const double spin = distance > 0 ? across / distance : 0; // turning rate of n
    out->kN = dot (n, central) + across * spin;
    // slip = t.(v_q - v_p) - r_b w_b - r_a w_a
    out->kF = dot (t, central) - along * spin;
    return;
  }
  // n turns with a: n' = w_a t. rate = n.relative + w_a t.d
  out->kN = dot (n, central) + 2 * wa * dot (t, relative) - wa * wa * dot (n, d);
  // slip = t.relative - r_b w_b - w_a n.(arm_a - ra), n.(arm_a - ra) constant while they touch
  out->kF = dot (t, central) - wa * dot (n, relative);
}
