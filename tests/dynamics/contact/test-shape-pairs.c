// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each shape comes to rest on each shape: by accurate motion and by time stepping, in either order, and
// however the scene is turned.

#include <glib.h>
#include <math.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

typedef struct
{
  MbdShapeKind kind;
  int count;
  double points[8], radius;
  double top; ///< height of its surface over its origin, m
} Shape;

static const Shape floors[] = {
  { MBD_SHAPE_DISC, 1, { 0, 0 }, 2, 2 },
  { MBD_SHAPE_CAPSULE, 2, { -1, 0, 1, 0 }, 0.05, 0.05 },
  { MBD_SHAPE_CAPSULE, 2, { 1, 0, -1, 0 }, 0.05, 0.05 },
  { MBD_SHAPE_POLYGON, 4, { -1, -0.05, 1, -0.05, 1, 0.05, -1, 0.05 }, 0, 0.05 },
};

static const Shape fallers[] = {
  { MBD_SHAPE_DISC, 1, { 0, 0 }, 0.1, 0.1 },
  { MBD_SHAPE_CAPSULE, 2, { -0.1, 0, 0.1, 0 }, 0.05, 0.05 },
  { MBD_SHAPE_CAPSULE, 2, { 0, 0.1, 0, -0.1 }, 0.05, 0.15 },
  { MBD_SHAPE_POLYGON, 4, { -0.1, -0.05, 0.1, -0.05, 0.1, 0.05, -0.1, 0.05 }, 0, 0.05 },
};

static void
add_shape (World *world, int body, const Shape *shape, double turn)
{
  double points[8];

  // Points on the ground are along world axes.
  for (int i = 0; i < shape->count; i++) {
    const double *p = shape->points + 2 * i;
    const double angle = body == MBD_GROUND ? turn : 0;

    points[2 * i] = cos (angle) * p[0] - sin (angle) * p[1];
    points[2 * i + 1] = sin (angle) * p[0] + cos (angle) * p[1];
  }
  world_shape (world, body, shape->kind, points, shape->count, shape->radius, 0.5, 0);
}

/// The second shape falls by 0.1 m onto the first.
static void
fall (const Shape *floor, const Shape *faller, double turn, bool floor_first, double step)
{
  const double up[2] = { -sin (turn), cos (turn) };
  const double rest = floor->top + faller->top;
  MbdBodyDef def = mbd_body_default ();
  World world;

  world_init (&world, 1e-8);
  mbd_mechanism_set_gravity (world.mechanism, (double[]){ -9.81 * up[0], -9.81 * up[1], 0 });
  def.id = ++world.bodies;
  def.inertia[2] = 0.01;
  def.position[0] = (rest + 0.1) * up[0];
  def.position[1] = (rest + 0.1) * up[1];
  def.angle = turn;
  g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
  if (floor_first)
    add_shape (&world, MBD_GROUND, floor, turn);
  add_shape (&world, 1, faller, turn);
  if (!floor_first)
    add_shape (&world, MBD_GROUND, floor, turn);
  world.settings.method = step > 0 ? MBD_METHOD_TIME_STEPPING : MBD_METHOD_VERNER65;
  world.settings.step = step;
  world.settings.duration = 0.2;
  world_start (&world);
  for (int i = 1; i <= 20; i++) {
    const double time = 0.01 * i;
    const double *q = world_advance (&world, time);
    const double height = q[0] * up[0] + q[1] * up[1] - rest;
    // Free fall until it touches, then rest; time stepping meets the floor within a step.
    const double expected = fmax (0.1 - 0.5 * 9.81 * time * time, 0);

    if (!(fabs (height - expected) < (step > 0 ? 2e-3 : 1e-6)))
      g_error (
        "kind %d on kind %d, turned by %.3g, floor %s, h = %g: %.3g m above the floor at %g s, "
        "%.3g m expected",
        faller->kind, floor->kind, turn, floor_first ? "first" : "second", step, height, time,
        expected);
  }
  world_clear (&world);
}

static void
fall_all (double step)
{
  for (guint f = 0; f < G_N_ELEMENTS (floors); f++)
    for (guint k = 0; k < G_N_ELEMENTS (fallers); k++)
      for (int turn = 0; turn < 12; turn++)
        for (int first = 0; first < 2; first++)
          fall (&floors[f], &fallers[k], turn * G_PI / 6, first, step);
}

static void
test_accurate (void)
{
  fall_all (0);
}

static void
test_steps (void)
{
  fall_all (5e-4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/shape-pairs/accurate", test_accurate);
  g_test_add_func ("/shape-pairs/steps", test_steps);
  return g_test_run ();
}
