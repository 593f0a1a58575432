// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spheres, capsules and boxes have one representation: a core, which is a box with zero, one or
// three extents, and a radius about it. If two cores are separate, the normal is along the shortest
// line between them (solid-distance.c); if they overlap, it is the axis along which they do so
// least, among the normals of faces and the products of edges. Along the normal
//
//   - a face of one core is met by the corners of the nearest face, edge or corner of the other,
//     clipped to it, each with its own gap,
//   - two parallel edges meet at the ends of their common part,
//   - all other features meet in the one point where the cores are nearest.

#include "solid-private.h"

#include <math.h>
#include <string.h>

#include "mechanism-private.h"
#include "vector-private.h"

enum
{
  MOST_CORNERS = 16
};

/// Sine of an angle within which a normal counts as normal to a face, and edges as parallel.
static const double aligned = 1e-6, parallel = 1e-4;
/// Over the sizes: cores this near count as touching.
static const double touching = 1e-10;
/// Faces are preferred to edges that overlap a little less, over the sizes.
static const double face_share = 1e-6;

MbdStatus
mbd_solid_check (const MbdSolid *solid, MbdDiagnosis *why)
{
  const bool box = solid->kind == MBD_SOLID_BOX, capsule = solid->kind == MBD_SOLID_CAPSULE;

  if ((int) solid->kind < 0 || solid->kind > MBD_SOLID_PLANE)
    return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_SHAPE, 0, solid->kind);
  for (int i = 0; i < 3; i++)
    if ((box || (capsule && i == 2)) && !(solid->half[i] > 0 && isfinite (solid->half[i])))
      return mbd_diagnose (why, MBD_STATUS_BAD_PARAMETER, MBD_ELEMENT_SHAPE, 0, solid->half[i]);
  if (solid->kind != MBD_SOLID_PLANE
      && !(isfinite (solid->radius) && (box ? solid->radius >= 0 : solid->radius > 0)))
    return mbd_diagnose (why, MBD_STATUS_BAD_RADIUS, MBD_ELEMENT_SHAPE, 0, solid->radius);
  return MBD_STATUS_OK;
}

static MbdCore
core_of (const MbdSolid *solid, const MbdSolidPose *pose)
{
  MbdCore core = { .radius = solid->kind == MBD_SOLID_PLANE ? 0 : solid->radius };
  double R[9];

  quaternion_matrix (pose->quaternion, R);
  for (int k = 0; k < 3; k++) {
    core.centre[k] = pose->position[k];
    for (int i = 0; i < 3; i++)
      core.axis[i][k] = R[3 * k + i];
  }
  if (solid->kind == MBD_SOLID_BOX)
    memcpy (core.half, solid->half, sizeof core.half);
  else if (solid->kind == MBD_SOLID_CAPSULE)
    core.half[2] = solid->half[2];
  return core;
}

double
mbd_core_reach (const MbdCore *core, const double n[3])
{
  double sum = 0;

  for (int i = 0; i < 3; i++)
    sum += fabs (dot3 (n, core->axis[i])) * core->half[i];
  return sum;
}

static double
size_of (const MbdCore *a, const MbdCore *b)
{
  return a->half[0] + a->half[1] + a->half[2] + b->half[0] + b->half[1] + b->half[2] + a->radius
         + b->radius;
}

/* The normal of cores that overlap ----------------------------------------------------------- */

/// Returns the distance between the cores along a unit axis; *sign: the direction from a to b.
static double
separation (const MbdCore *a, const MbdCore *b, const double n[3], double *sign)
{
  double t[3];

  subtract3 (b->centre, a->centre, t);
  const double along = dot3 (t, n);
  *sign = along < 0 ? -1 : 1;
  return fabs (along) - mbd_core_reach (a, n) - mbd_core_reach (b, n);
}

static void
try_axis (const MbdCore *a,
          const MbdCore *b,
          const double n[3],
          double handicap,
          double *best,
          double normal[3])
{
  double sign, apart = separation (a, b, n, &sign) - handicap;

  if (!(apart > *best))
    return;
  *best = apart;
  for (int k = 0; k < 3; k++)
    normal[k] = sign * n[k];
}

static void
least_overlap (const MbdCore *a, const MbdCore *b, double normal[3])
{
  const double handicap = face_share * size_of (a, b);
  double best = -INFINITY;

  for (int i = 0; i < 3; i++) {
    try_axis (a, b, a->axis[i], 0, &best, normal);
    try_axis (a, b, b->axis[i], 0, &best, normal);
  }
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      double n[3];
      cross3 (a->axis[i], b->axis[k], n);
      const double length = sqrt (dot3 (n, n));
      if (!(length > parallel))
        continue;
      for (int c = 0; c < 3; c++)
        n[c] /= length;
      // Between segments there are no faces to prefer.
      const bool edges =
        (a->half[0] == 0 && a->half[1] == 0) || (b->half[0] == 0 && b->half[1] == 0);
      try_axis (a, b, n, edges ? 0 : handicap, &best, normal);
    }
}

/* Features ----------------------------------------------------------------------------------- */

/// Returns the axis of a face of the core with this normal, in either direction; -1 if there is
/// none.
static int
face_with (const MbdCore *core, const double n[3])
{
  for (int i = 0; i < 3; i++) {
    double s[3];
    cross3 (core->axis[i], n, s);
    if (core->half[(i + 1) % 3] > 0 && core->half[(i + 2) % 3] > 0
        && dot3 (s, s) <= aligned * aligned)
      return i;
  }
  return -1;
}

/// Lists the corners of the face, edge or corner that lies farthest along n, in order round it.
static int
farthest_feature (const MbdCore *core, const double n[3], double corners[4][3])
{
  static const double signs[4][2] = { { 1, 1 }, { -1, 1 }, { -1, -1 }, { 1, -1 } };
  int fixed = -1, free[3], n_free = 0;

  // Only one end of the axis nearest to n belongs to the feature of a box.
  for (int i = 0; i < 3; i++)
    if (core->half[0] > 0 && core->half[1] > 0 && core->half[2] > 0
        && (fixed < 0 || fabs (dot3 (n, core->axis[i])) > fabs (dot3 (n, core->axis[fixed]))))
      fixed = i;
  for (int i = 0; i < 3; i++)
    if (i != fixed && core->half[i] > 0)
      free[n_free++] = i;
  const int count = n_free == 2 ? 4 : n_free == 1 ? 2 : 1;
  for (int c = 0; c < count; c++)
    for (int k = 0; k < 3; k++) {
      corners[c][k] = core->centre[k];
      if (fixed >= 0)
        corners[c][k] +=
          copysign (core->half[fixed], dot3 (n, core->axis[fixed])) * core->axis[fixed][k];
      for (int f = 0; f < n_free; f++)
        corners[c][k] +=
          signs[n_free == 1 ? 2 * c : c][f] * core->half[free[f]] * core->axis[free[f]][k];
    }
  return count;
}

typedef struct
{
  double x[3];
  int id;
} Corner;

/// Clips a polygon (or segment, or point) to sign axis . (x - centre) <= half.
static int
clip (const MbdCore *core, int axis, int sign, Corner *corners, int count)
{
  Corner out[MOST_CORNERS];
  int kept = 0;

  for (int i = 0; i < count; i++) {
    const Corner *p = &corners[i], *q = &corners[(i + 1) % count];
    double dp[3], dq[3];
    subtract3 (p->x, core->centre, dp);
    subtract3 (q->x, core->centre, dq);
    const double up = sign * dot3 (dp, core->axis[axis]) - core->half[axis];
    const double uq = sign * dot3 (dq, core->axis[axis]) - core->half[axis];
    if (up <= 0 && kept < MOST_CORNERS)
      out[kept++] = *p;
    // A segment has one edge, not two.
    if (((up < 0 && uq > 0) || (up > 0 && uq < 0)) && (count > 2 || i == 0)
        && kept < MOST_CORNERS) {
      const double s = up / (up - uq);
      for (int k = 0; k < 3; k++)
        out[kept].x[k] = p->x[k] + s * (q->x[k] - p->x[k]);
      out[kept++].id = 64 * (2 * axis + (sign > 0) + 1) + p->id % 64;
    }
  }
  memcpy (corners, out, sizeof *out * (size_t) kept);
  return kept;
}

static void
add_point (MbdSolidContact *contact, const double x[3], double gap, double margin, int feature)
{
  if (!(gap <= margin) || contact->count == MBD_SOLID_POINTS)
    return;
  MbdSolidPoint *point = &contact->point[contact->count++];
  memcpy (point->point, x, sizeof point->point);
  point->gap = gap;
  point->feature = feature;
}

/// Collides the corners of `other` with a face of `core` whose outward normal is `out`.
static void
meet_face (const MbdCore *core,
           int face,
           const MbdCore *other,
           const double out[3],
           double margin,
           int flag,
           MbdSolidContact *contact)
{
  double corners[4][3];
  Corner polygon[MOST_CORNERS];
  const double back[] = { -out[0], -out[1], -out[2] };
  int count = farthest_feature (other, back, corners);

  for (int i = 0; i < count; i++) {
    memcpy (polygon[i].x, corners[i], sizeof polygon[i].x);
    polygon[i].id = i;
  }
  for (int k = 1; k < 3 && core->half[0] > 0; k++)
    for (int sign = -1; sign <= 1; sign += 2)
      count = clip (core, (face + k) % 3, sign, polygon, count);
  for (int i = 0; i < count; i++) {
    double d[3], middle[3];
    subtract3 (polygon[i].x, core->centre, d);
    const double gap = dot3 (d, out) - core->half[face] - core->radius - other->radius;
    for (int k = 0; k < 3; k++)
      middle[k] = polygon[i].x[k] - (other->radius + gap / 2) * out[k];
    add_point (contact, middle, gap, margin, flag | face << 10 | polygon[i].id);
  }
}

/// Returns the axis of an edge of the core across n; -1 if the core ends in a corner there.
static int
edge_across (const MbdCore *core, const double n[3])
{
  int edge = -1;

  for (int i = 0; i < 3; i++)
    if (core->half[i] > 0 && fabs (dot3 (n, core->axis[i])) <= parallel)
      edge = i;
  return edge;
}

/// Collides two parallel edges that meet along n: the ends of their common part. Returns false if
/// they are not parallel.
static bool
meet_edges (const MbdCore *a,
            const MbdCore *b,
            const double near_a[3],
            const double near_b[3],
            double gap,
            double margin,
            MbdSolidContact *contact)
{
  const int i = edge_across (a, contact->normal), k = edge_across (b, contact->normal);
  double across[3], t[3];

  if (i < 0 || k < 0)
    return false;
  cross3 (a->axis[i], b->axis[k], across);
  if (dot3 (across, across) > parallel * parallel)
    return false;
  subtract3 (b->centre, a->centre, t);
  const double centre = dot3 (t, a->axis[i]);
  const double low = fmax (-a->half[i], centre - b->half[k]);
  const double high = fmin (a->half[i], centre + b->half[k]);
  if (!(high > low))
    return false;
  subtract3 (near_a, a->centre, t);
  const double at = dot3 (t, a->axis[i]);
  for (int end = 0; end < 2; end++) {
    double x[3];
    for (int c = 0; c < 3; c++)
      x[c] = 0.5 * (near_a[c] + near_b[c]) + ((end ? high : low) - at) * a->axis[i][c]
             + 0.5 * (a->radius - b->radius) * contact->normal[c];
    add_point (contact, x, gap, margin, 1 << 14 | end);
  }
  return true;
}

/* Collision ---------------------------------------------------------------------------------- */

static void
collide_cores (const MbdCore *a, const MbdCore *b, double margin, MbdSolidContact *contact)
{
  double near_a[3], near_b[3], sign;
  double *n = contact->normal;
  const double distance = mbd_core_distance (a, b, near_a, near_b);
  const double radii = a->radius + b->radius;

  if (distance > touching * size_of (a, b))
    for (int k = 0; k < 3; k++)
      n[k] = (near_b[k] - near_a[k]) / distance;
  else
    least_overlap (a, b, n);
  const double gap = separation (a, b, n, &sign) - radii;
  if (!(gap <= margin))
    return;
  const int face_a = face_with (a, n), face_b = face_with (b, n);
  const double back[] = { -n[0], -n[1], -n[2] };
  if (face_a >= 0)
    meet_face (a, face_a, b, n, margin, 0, contact);
  else if (face_b >= 0)
    meet_face (b, face_b, a, back, margin, 1 << 13, contact);
  else if (!meet_edges (a, b, near_a, near_b, gap, margin, contact)) {
    double middle[3];
    for (int k = 0; k < 3; k++)
      middle[k] = 0.5 * (near_a[k] + near_b[k]) + 0.5 * (a->radius - b->radius) * n[k];
    add_point (contact, middle, gap, margin, 1 << 15);
  }
}

int
mbd_solid_collide (const MbdSolid *a,
                   const MbdSolidPose *pose_a,
                   const MbdSolid *b,
                   const MbdSolidPose *pose_b,
                   double margin,
                   MbdSolidContact *contact)
{
  const MbdCore core_a = core_of (a, pose_a), core_b = core_of (b, pose_b);

  memset (contact, 0, sizeof *contact);
  if (a->kind == MBD_SOLID_PLANE && b->kind == MBD_SOLID_PLANE)
    return 0;
  if (a->kind != MBD_SOLID_PLANE && b->kind != MBD_SOLID_PLANE)
    collide_cores (&core_a, &core_b, margin, contact);
  else {
    const bool flip = b->kind == MBD_SOLID_PLANE;
    const MbdCore *plane = flip ? &core_b : &core_a;
    meet_face (plane, 2, flip ? &core_a : &core_b, plane->axis[2], margin, flip ? 1 << 13 : 0,
               contact);
    for (int k = 0; k < 3; k++)
      contact->normal[k] = (flip ? -1 : 1) * plane->axis[2][k];
  }
  return contact->count;
}
