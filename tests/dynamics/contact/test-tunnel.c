// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Nothing passes through a wall: discs, links, boxes and polygons, fast and spinning, against walls
// of a millimetre, by accurate motion and by time stepping.

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
} Flier;

static const Flier fliers[] = {
  { MBD_SHAPE_DISC, 1, { 0, 0 }, 0.05 },
  { MBD_SHAPE_DISC, 1, { 0.1, 0 }, 0.002 },
  { MBD_SHAPE_CAPSULE, 2, { -0.25, 0, 0.25, 0 }, 0.01 },
  { MBD_SHAPE_POLYGON, 4, { -0.1, -0.03, 0.1, -0.03, 0.1, 0.03, -0.1, 0.03 }, 0 },
  { MBD_SHAPE_POLYGON, 3, { -0.2, -0.1, 0.25, -0.05, -0.1, 0.2 }, 0 },
};

typedef struct
{
  double x, y, turn; // place and angle of the scene
} Place;

static void
turned (const Place *place, double x, double y, double out[2])
{
  out[0] = place->x + cos (place->turn) * x - sin (place->turn) * y;
  out[1] = place->y + sin (place->turn) * x + cos (place->turn) * y;
}

/// Returns how far the corners of a flier have come.
static double
foremost (const Flier *flier, const Place *place, const double *q)
{
  const double c = cos (place->turn), s = sin (place->turn);
  double most = -INFINITY;

  for (int i = 0; i < flier->count; i++) {
    const double *p = flier->points + 2 * i;
    const double x = q[0] + cos (q[2]) * p[0] - sin (q[2]) * p[1] - place->x;
    const double y = q[1] + sin (q[2]) * p[0] + cos (q[2]) * p[1] - place->y;
    most = fmax (most, c * x + s * y + flier->radius);
  }
  return most;
}

/// A flier starts 1 m before a wall of the given thickness and height, at a speed towards it and
/// across, turning at `spin`. No corner comes to the other side of the wall.
static void
fly (const Flier *flier,
     const Place *place,
     double speed,
     double across,
     double spin,
     double restitution,
     double step)
{
  const double thick = 1e-3, tall = 50;
  const double corners[4][2] = { { 0, -tall }, { thick, -tall }, { thick, tall }, { 0, tall } };
  const double time = 2.5 / speed;
  double wall[8], at[2];
  World world;
  MbdBodyDef def = mbd_body_default ();
  static const double none[3];

  world_init (&world, 1e-8);
  mbd_mechanism_set_gravity (world.mechanism, none);
  for (int i = 0; i < 4; i++)
    turned (place, corners[i][0], corners[i][1], wall + 2 * i);
  world_shape (&world, MBD_GROUND, MBD_SHAPE_POLYGON, wall, 4, 0, 0.3, restitution);
  def.id = ++world.bodies;
  def.inertia[2] = 0.02;
  turned (place, -1, 0, at);
  def.position[0] = at[0];
  def.position[1] = at[1];
  def.angle = place->turn;
  turned (&(Place){ .turn = place->turn }, speed, across, def.velocity);
  def.angular_velocity[2] = spin;
  g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
  world_shape (&world, 1, flier->kind, flier->points, flier->count, flier->radius, 0.3,
               restitution);
  world.settings.method = step > 0 ? MBD_METHOD_TIME_STEPPING : MBD_METHOD_VERNER65;
  world.settings.step = step;
  world.settings.duration = time;
  world_start (&world);
  for (int i = 1; i <= 50; i++) {
    const double *q = world_advance (&world, time * i / 50);
    const double x = foremost (flier, place, q);
    if (!(x < thick))
      g_error ("%.3g s: x = %.4g m, kind %d, %g, %g m/s, %g rad/s, e = %g, h = %g", time * i / 50,
               x, flier->kind, speed, across, spin, restitution, step);
  }
  world_clear (&world);
}

static void
fly_all (double step)
{
  static const double speeds[] = { 1, 10, 100, 1000 }, spins[] = { 0, 10, -1000 };
  static const Place places[] = { { 0, 0, 0 }, { 20, -3, 0.9 } };

  for (guint f = 0; f < G_N_ELEMENTS (fliers); f++)
    for (guint k = 0; k < G_N_ELEMENTS (speeds); k++)
      for (guint w = 0; w < G_N_ELEMENTS (spins); w++)
        for (int e = 0; e < 2; e++)
          for (int oblique = 0; oblique < 2; oblique++)
            fly (&fliers[f], &places[e], speeds[k], oblique * speeds[k], spins[w], e, step);
}

static void
test_accurate (void)
{
  fly_all (0);
}

static void
test_steps (void)
{
  fly_all (1e-3);
  fly_all (1.0 / 60);
}

/// A link on a pin that turns fast stops at a thin wall in its way.
static void
turn_link (double spin, double step)
{
  static const double rod[] = { 0, 0, 1, 0 };
  static const double wall[] = { 0.6, 0.7, 0.601, 0.7, 0.601, 0.9, 0.6, 0.9 };
  MbdCouplingDef pin = mbd_loop_default (MBD_LOOP_PIN);
  MbdBodyDef def = mbd_body_default ();
  World world;

  world_init (&world, 1e-8);
  world_shape (&world, MBD_GROUND, MBD_SHAPE_POLYGON, wall, 4, 0, 0, 0);
  def.id = 1;
  def.inertia[2] = 1;
  def.angle = -1;
  def.angular_velocity[2] = spin;
  g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
  world_shape (&world, 1, MBD_SHAPE_CAPSULE, rod, 2, 0.005, 0, 0);
  pin.id = 1;
  pin.body_b = 1;
  g_assert_cmpint (mbd_mechanism_add_coupling (world.mechanism, &pin, NULL), ==, MBD_STATUS_OK);
  world.settings.method = step > 0 ? MBD_METHOD_TIME_STEPPING : MBD_METHOD_VERNER65;
  world.settings.step = step;
  world.settings.duration = 10 / spin;
  world_start (&world);
  const double *q = world_advance (&world, 10 / spin);
  // The edge of the wall is at atan (0.7 / 0.601).
  g_assert_cmpfloat (q[2], <, atan (0.7 / 0.601));
  g_assert_cmpfloat (q[2], >, 0.8);
  world_clear (&world);
}

static void
test_link (void)
{
  static const double spins[] = { 10, 100, 1000 };

  for (guint i = 0; i < G_N_ELEMENTS (spins); i++) {
    turn_link (spins[i], 0);
    turn_link (spins[i], 1e-3);
    turn_link (spins[i], 1.0 / 60);
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tunnel/accurate", test_accurate);
  g_test_add_func ("/tunnel/steps", test_steps);
  g_test_add_func ("/tunnel/link", test_link);
  return g_test_run ();
}
