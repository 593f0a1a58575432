// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contact points of solids in space: closed forms, and random pairs whose normal must be the
// direction in which they are farthest apart, their gap that distance, and their points on both
// surfaces.

#include <glib.h>
#include <math.h>
#include <string.h>

#include "testing-seed.h"
#include "mbd.h"
#include "testing.h"

static const MbdSolidPose origin = { { 0, 0, 0 }, { 1, 0, 0, 0 } };

static MbdSolid
solid (MbdSolidKind kind, double radius, double x, double y, double z)
{
  return (MbdSolid){ .kind = kind, .radius = radius, .half = { x, y, z } };
}

static void
rotate (const double q[4], const double v[3], double out[3])
{
  const double *e = q + 1;
  double t[3];

  for (int k = 0; k < 3; k++)
    t[k] = 2 * (e[(k + 1) % 3] * v[(k + 2) % 3] - e[(k + 2) % 3] * v[(k + 1) % 3]);
  for (int k = 0; k < 3; k++)
    out[k] = v[k] + q[0] * t[k] + e[(k + 1) % 3] * t[(k + 2) % 3] - e[(k + 2) % 3] * t[(k + 1) % 3];
}

static double
along (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Returns how far a solid reaches along n from its origin.
static double
reach (const MbdSolid *s, const MbdSolidPose *pose, const double n[3])
{
  double sum = s->radius;

  for (int i = 0; i < 3; i++) {
    double axis[3], unit[3] = { i == 0, i == 1, i == 2 };
    rotate (pose->quaternion, unit, axis);
    if (s->kind == MBD_SOLID_BOX || (s->kind == MBD_SOLID_CAPSULE && i == 2))
      sum += s->half[i] * fabs (along (axis, n));
  }
  return sum;
}

static double
apart (const MbdSolid *a,
       const MbdSolidPose *pa,
       const MbdSolid *b,
       const MbdSolidPose *pb,
       const double n[3])
{
  const double t[] = { pb->position[0] - pa->position[0], pb->position[1] - pa->position[1],
                       pb->position[2] - pa->position[2] };
  return along (t, n) - reach (a, pa, n) - reach (b, pb, n);
}

/// Returns how far a point is outside a solid; inside, minus its depth.
static double
outside (const MbdSolid *s, const MbdSolidPose *pose, const double x[3])
{
  const double back[] = { pose->quaternion[0], -pose->quaternion[1], -pose->quaternion[2],
                          -pose->quaternion[3] };
  const double d[] = { x[0] - pose->position[0], x[1] - pose->position[1],
                       x[2] - pose->position[2] };
  double y[3], sum = 0, deepest = -INFINITY;

  rotate (back, d, y);
  for (int i = 0; i < 3; i++) {
    const double half =
      s->kind == MBD_SOLID_BOX || (s->kind == MBD_SOLID_CAPSULE && i == 2) ? s->half[i] : 0;
    const double over = fabs (y[i]) - half;
    deepest = fmax (deepest, over);
    sum += over > 0 ? over * over : 0;
  }
  return (deepest > 0 ? sqrt (sum) : deepest) - s->radius;
}

static void
test_closed_forms (void)
{
  const MbdSolid plane = solid (MBD_SOLID_PLANE, 0, 0, 0, 0);
  const MbdSolid ball = solid (MBD_SOLID_SPHERE, 0.5, 0, 0, 0);
  const MbdSolid rod = solid (MBD_SOLID_CAPSULE, 0.1, 0, 0, 1);
  const MbdSolid cube = solid (MBD_SOLID_BOX, 0, 0.5, 0.5, 0.5);
  const double q = sqrt (0.5);
  MbdSolidContact c;

  MbdSolidPose pose = { { 1, 2, 0.4 }, { 1, 0, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&plane, &origin, &ball, &pose, 0.01, &c), ==, 1);
  g_assert_cmpfloat_with_epsilon (c.point[0].gap, -0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (c.point[0].point[2], -0.05, 1e-12);
  g_assert_cmpfloat (c.normal[2], ==, 1);
  // In the other order the normal is reversed.
  g_assert_cmpint (mbd_solid_collide (&ball, &pose, &plane, &origin, 0.01, &c), ==, 1);
  g_assert_cmpfloat (c.normal[2], ==, -1);
  // A lying capsule has two points; a cube standing on its face four, on a corner one.
  pose = (MbdSolidPose){ { 0, 0, 0.1 }, { q, q, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&plane, &origin, &rod, &pose, 0.01, &c), ==, 2);
  g_assert_cmpfloat_with_epsilon (fabs (c.point[0].point[1]), 1, 1e-12);
  pose = (MbdSolidPose){ { 0, 0, 0.5 }, { 1, 0, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&plane, &origin, &cube, &pose, 0.01, &c), ==, 4);
  g_assert_cmpint (mbd_solid_collide (&plane, &origin, &plane, &pose, 0.01, &c), ==, 0);
  // Cube on cube, shifted: the four corners of their common area.
  pose = (MbdSolidPose){ { 0.3, 0.2, 1.001 }, { 1, 0, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&cube, &origin, &cube, &pose, 0.01, &c), ==, 4);
  double low = 1, high = -1;
  for (int i = 0; i < 4; i++) {
    g_assert_cmpfloat_with_epsilon (c.point[i].gap, 0.001, 1e-12);
    g_assert_cmpfloat_with_epsilon (c.point[i].point[2], 0.5005, 1e-12);
    low = fmin (low, c.point[i].point[0]);
    high = fmax (high, c.point[i].point[0]);
  }
  g_assert_cmpfloat_with_epsilon (low, -0.2, 1e-12);
  g_assert_cmpfloat_with_epsilon (high, 0.5, 1e-12);
  // Parallel capsules share a segment, crossed ones a point.
  pose = (MbdSolidPose){ { 0.25, 0, 0.5 }, { 1, 0, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&rod, &origin, &rod, &pose, 0.1, &c), ==, 2);
  g_assert_cmpfloat_with_epsilon (c.point[0].gap, 0.05, 1e-12);
  g_assert_cmpfloat_with_epsilon (fabs (c.point[0].point[2] - c.point[1].point[2]), 1.5, 1e-12);
  pose = (MbdSolidPose){ { 0.19, 0, 0 }, { q, q, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&rod, &origin, &rod, &pose, 0.1, &c), ==, 1);
  g_assert_cmpfloat_with_epsilon (c.point[0].gap, -0.01, 1e-12);
  g_assert_cmpfloat_with_epsilon (c.point[0].point[0], 0.095, 1e-12);
  // A ball over the edge of a cube.
  pose = (MbdSolidPose){ { 0.5 + 0.36, 0, 0.5 + 0.48 }, { 1, 0, 0, 0 } };
  g_assert_cmpint (mbd_solid_collide (&cube, &origin, &ball, &pose, 0.2, &c), ==, 1);
  g_assert_cmpfloat_with_epsilon (c.point[0].gap, 0.1, 1e-12);
  g_assert_cmpfloat_with_epsilon (c.normal[0], 0.6, 1e-12);
}

static MbdSolid
random_solid (GRand *rand)
{
  MbdSolid s = solid ((MbdSolidKind) g_rand_int_range (rand, 0, 3), 0, 0, 0, 0);

  for (int i = 0; i < 3; i++)
    s.half[i] = g_rand_double_range (rand, 0.1, 1);
  s.radius =
    s.kind == MBD_SOLID_BOX && g_rand_boolean (rand) ? 0 : g_rand_double_range (rand, 0.1, 0.5);
  return s;
}

static void
random_unit (GRand *rand, int n, double *out)
{
  double size = 0;

  while (size < 0.01 || size > 1) {
    size = 0;
    for (int i = 0; i < n; i++) {
      out[i] = g_rand_double_range (rand, -1, 1);
      size += out[i] * out[i];
    }
  }
  for (int i = 0; i < n; i++)
    out[i] /= sqrt (size);
}

static void
test_random (void)
{
  GRand *rand = g_rand_new_with_seed (testing_seed (31));
  int separated = 0, overlapping = 0;
  double worst_gap = 0, worst_place = 0, worst_normal = -INFINITY;

  for (int k = 0; k < (testing_torture () ? 100000 : 4000); k++) {
    const MbdSolid a = random_solid (rand), b = random_solid (rand);
    MbdSolidPose pa = { { 0 }, { 0 } }, pb = { { 0 }, { 0 } };
    MbdSolidContact c;
    random_unit (rand, 4, pa.quaternion);
    random_unit (rand, 4, pb.quaternion);
    for (int i = 0; i < 3; i++)
      pb.position[i] = g_rand_double_range (rand, -2, 2);
    const int count = mbd_solid_collide (&a, &pa, &b, &pb, 100, &c);
    g_assert_cmpint (count, >=, 1);
    g_assert_cmpfloat_with_epsilon (along (c.normal, c.normal), 1, 1e-12);
    const double gap = apart (&a, &pa, &b, &pb, c.normal);
    // No direction separates them farther.
    for (int i = 0; i < 200; i++) {
      double n[3];
      random_unit (rand, 3, n);
      for (int j = 0; j < 3 && i < 100; j++)
        n[j] = c.normal[j] + 0.02 * n[j];
      const double size = sqrt (along (n, n));
      for (int j = 0; j < 3; j++)
        n[j] /= size;
      worst_normal = worst_of (worst_normal, apart (&a, &pa, &b, &pb, n) - gap);
    }
    double least = INFINITY;
    for (int i = 0; i < count; i++)
      least = fmin (least, c.point[i].gap);
    if (gap > 0) {
      separated++;
      worst_gap = worst_of (worst_gap, fabs (least - gap));
    } else {
      overlapping++;
      // Corners beside a face do not meet it.
      g_assert_cmpfloat (least, >=, gap - 1e-9);
    }
    for (int i = 0; i < count && gap > 0; i++) {
      const MbdSolidPoint *p = &c.point[i];
      double on_a[3], on_b[3];
      // Corners that lie farther back reach the other's surface at a slant.
      if (p->gap > least + 1e-9)
        continue;
      for (int j = 0; j < 3; j++) {
        on_a[j] = p->point[j] - 0.5 * p->gap * c.normal[j];
        on_b[j] = p->point[j] + 0.5 * p->gap * c.normal[j];
      }
      worst_place = worst_of (worst_place, fabs (outside (&a, &pa, on_a)));
      worst_place = worst_of (worst_place, fabs (outside (&b, &pb, on_b)));
      g_assert_cmpint (p->feature, >=, 0);
      for (int j = 0; j < i; j++)
        g_assert_cmpint (p->feature, !=, c.point[j].feature);
    }
  }
  g_test_message ("%d apart, %d overlapping: gap %.1e m, places %.1e m, other normals %.1e m",
                  separated, overlapping, worst_gap, worst_place, worst_normal);
  g_assert_cmpint (separated, >, 1000);
  // some 520 +- 22
  g_assert_cmpint (overlapping, >, 350);
  g_assert_cmpfloat (worst_gap, <, 1e-9);
  g_assert_cmpfloat (worst_place, <, 1e-9);
  g_assert_cmpfloat (worst_normal, <, 1e-5);
  g_rand_free (rand);
}

static void
test_refused (void)
{
  MbdDiagnosis why;
  MbdSolid bad = solid (MBD_SOLID_SPHERE, 0, 0, 0, 0);

  g_assert_cmpint (mbd_solid_check (&bad, &why), ==, MBD_STATUS_BAD_RADIUS);
  bad = solid (MBD_SOLID_BOX, 0, 1, NAN, 1);
  g_assert_cmpint (mbd_solid_check (&bad, &why), ==, MBD_STATUS_BAD_PARAMETER);
  bad = solid (MBD_SOLID_CAPSULE, 0.1, 0, 0, -1);
  g_assert_cmpint (mbd_solid_check (&bad, &why), ==, MBD_STATUS_BAD_PARAMETER);
  bad = solid (MBD_SOLID_BOX, 0, 1, 1, 1);
  g_assert_cmpint (mbd_solid_check (&bad, NULL), ==, MBD_STATUS_OK);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/solid/closed-forms", test_closed_forms);
  g_test_add_func ("/solid/random", test_random);
  g_test_add_func ("/solid/refused", test_refused);
  return g_test_run ();
}
