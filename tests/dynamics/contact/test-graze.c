// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Shapes that graze each other within a step: the touch is found, at the time that geometry gives,
// however flat it is and whatever the interval of the output. Sides end where they end.

#include <glib.h>
#include <math.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

typedef struct
{
  double x, y, turn; // place and angle of the scene
} Place;

/// A motion without gravity that grazes something at rest.
typedef struct
{
  MbdShapeKind kind;
  int count;
  double points[8], radius; // moving shape
  MbdShapeKind fixed_kind;
  int fixed_count;
  double fixed[8], fixed_radius;
  double speed, spin; // m/s along x, rad/s
  double start[2];    // place at time 0, where it would pass without a touch
  double reach;       // m, sum of the radii, or distance of the corners from the centre
} Graze;

// A disc touches a corner where its centre is at its radius from it, a disc where their centres are at
// the sum of the radii. A corner of a body that turns touches a plane where it is as low as the plane.
static const Graze grazes[] = {
  // a disc over a disc
  { MBD_SHAPE_DISC, 1, { 0, 0 }, 0.1, MBD_SHAPE_DISC, 1, { 0, 0 }, 0.3, 10, 0, { -1, 0.4 }, 0.4 },
  // a disc over the corner of a square that stands on its tip
  { MBD_SHAPE_DISC,
    1,
    { 0, 0 },
    0.2,
    MBD_SHAPE_POLYGON,
    4,
    { 0, 0, -0.5, -0.5, 0, -1, 0.5, -0.5 },
    0,
    3,
    0,
    { -0.7, 0.2 },
    0.2 },
  // the tip of a bar that turns over a plane
  { MBD_SHAPE_CAPSULE,
    2,
    { -0.5, 0, 0.5, 0 },
    0.01,
    MBD_SHAPE_HALF_PLANE,
    2,
    { -1, 0, 1, 0 },
    0,
    0,
    -2,
    { 0, 0.51 },
    0.5 },
  // the corner of a plate that turns over a plane
  { MBD_SHAPE_POLYGON,
    4,
    { -0.3, -0.4, 0.3, -0.4, 0.3, 0.4, -0.3, 0.4 },
    0,
    MBD_SHAPE_HALF_PLANE,
    2,
    { -1, 0, 1, 0 },
    0,
    0,
    30,
    { 0, 0.5 },
    0.5 },
};

static void
turned (const Place *place, double x, double y, double out[2])
{
  out[0] = place->x + cos (place->turn) * x - sin (place->turn) * y;
  out[1] = place->y + sin (place->turn) * x + cos (place->turn) * y;
}

/// Returns the time of the first touch if the path is lower by `depth` than the one that just passes.
static double
time_of (const Graze *graze, double depth)
{
  const double r = graze->reach;

  if (graze->spin == 0) {
    const double way = sqrt (depth * (2 * r - depth));
    return (-graze->start[0] - way) / graze->speed;
  }
  // The lowest corner is at the angle -90 degrees - half less than its nearest approach.
  const double half = acos ((r - depth) / r);
  double first = INFINITY;
  for (int i = 0; i < graze->count; i++) {
    const double angle = atan2 (graze->points[2 * i + 1], graze->points[2 * i]);
    double way = graze->spin > 0 ? -G_PI / 2 - angle : angle + G_PI / 2;
    way = fmod (way + 4 * G_PI, 2 * G_PI) - half;
    first = fmin (first, way / fabs (graze->spin));
  }
  return first;
}

/// `wall`: m, distance of a wall behind the place where it grazes; 0: none.
static void
pass (const Graze *graze,
      const Place *place,
      double depth,
      double interval,
      MbdMethod method,
      double wall)
{
  static const double none[3];
  const double expected = time_of (graze, depth);
  double fixed[8], at[2], touched = NAN;
  World world;
  MbdBodyDef def = mbd_body_default ();
  MbdEvent events[16];

  world_init (&world, 1e-10);
  mbd_mechanism_set_gravity (world.mechanism, none);
  for (int i = 0; i < graze->fixed_count; i++)
    turned (place, graze->fixed[2 * i], graze->fixed[2 * i + 1], fixed + 2 * i);
  world_shape (&world, MBD_GROUND, graze->fixed_kind, fixed, graze->fixed_count,
               graze->fixed_radius, 0, 0.5);
  if (wall > 0) {
    const double corners[4][2] = {
      { wall, -1 }, { wall + 0.1, -1 }, { wall + 0.1, 1 }, { wall, 1 }
    };
    for (int i = 0; i < 4; i++)
      turned (place, corners[i][0], corners[i][1], fixed + 2 * i);
    world_shape (&world, MBD_GROUND, MBD_SHAPE_POLYGON, fixed, 4, 0, 0, 0.5);
  }
  def.id = ++world.bodies;
  def.inertia[2] = 0.02;
  turned (place, graze->start[0], graze->start[1] - depth, at);
  def.position[0] = at[0];
  def.position[1] = at[1];
  def.angle = place->turn;
  turned (&(Place){ .turn = place->turn }, graze->speed, 0, def.velocity);
  def.angular_velocity[2] = graze->spin;
  g_assert_cmpint (mbd_mechanism_add_body (world.mechanism, &def, NULL), ==, MBD_STATUS_OK);
  world_shape (&world, 1, graze->kind, graze->points, graze->count, graze->radius, 0, 0.5);
  world.settings.method = method;
  world.settings.duration = 1;
  world_start (&world);
  for (double time = interval; isnan (touched) && time < 1.1 * expected + interval;
       time += interval) {
    world_advance (&world, time);
    const int count = mbd_integrator_take_events (world.integrator, events, 16);
    for (int i = 0; i < count && isnan (touched); i++)
      if (events[i].kind == MBD_EVENT_TOUCHED)
        touched = events[i].time;
  }
  // The depth is known to the round-off of positions.
  const double uncertain = 1e-9 + fabs (time_of (graze, depth * 1.01 + 1e-12) - expected);
  if (!(fabs (touched - expected) <= uncertain))
    g_error ("graze %d, %g m deep, output every %g s: touches at %.12g instead of %.12g s",
             (int) (graze - grazes), depth, interval, touched, expected);
  world_clear (&world);
}

static void
test_found (void)
{
  static const double depths[] = { 1e-2, 1e-4, 1e-6, 1e-8 }, intervals[] = { 1, 0.013 };
  static const Place places[] = { { 0, 0, 0 }, { 2, -3, 0.9 }, { 0.1, 0.2, -2.5 } };
  static const MbdMethod methods[] = { MBD_METHOD_AUTOMATIC, MBD_METHOD_VERNER87,
                                       MBD_METHOD_DOPRI54 };

  for (guint g = 0; g < G_N_ELEMENTS (grazes); g++)
    for (guint d = 0; d < G_N_ELEMENTS (depths); d++)
      for (guint i = 0; i < G_N_ELEMENTS (intervals); i++)
        for (guint p = 0; p < G_N_ELEMENTS (places); p++)
          pass (&grazes[g], &places[p], depths[d], intervals[i], methods[p], 0);
}

/// Right behind the place where it is grazed there is a wall that the same step would reach.
static void
test_first (void)
{
  static const double depths[] = { 1e-3, 1e-5, 1e-7 };
  static const Place places[] = { { 0, 0, 0 }, { 2, -3, 0.9 } };

  for (guint g = 0; g < G_N_ELEMENTS (grazes) && grazes[g].spin == 0; g++)
    for (guint d = 0; d < G_N_ELEMENTS (depths); d++)
      for (guint p = 0; p < G_N_ELEMENTS (places); p++)
        for (int i = 1; i <= 10; i++)
          pass (&grazes[g], &places[p], depths[d], 1, MBD_METHOD_AUTOMATIC,
                grazes[g].radius + 0.005 * i);
}

/// Adds a link without friction, 0.4 m long with round ends of 2 cm, at an angle to the scene.
static void
add_link (World *world, const Place *place, double x, double y, double angle, double vx, double vy)
{
  static const double line[] = { -0.2, 0, 0.2, 0 };
  MbdBodyDef def = mbd_body_default ();

  def.id = ++world->bodies;
  def.inertia[2] = 0.02;
  turned (place, x, y, def.position);
  turned (&(Place){ .turn = place->turn }, vx, vy, def.velocity);
  def.angle = place->turn + angle;
  g_assert_cmpint (mbd_mechanism_add_body (world->mechanism, &def, NULL), ==, MBD_STATUS_OK);
  world_shape (world, def.id, MBD_SHAPE_CAPSULE, line, 2, 0.02, 0, 0);
}

/// Adds a post whose top reaches from `left` to `right`, at y = 0.
static void
add_post (World *world, const Place *place, double left, double right)
{
  const double corners[4][2] = {
    { left, 0 }, { left - 0.01, -1 }, { right + 0.01, -1 }, { right, 0 }
  };
  const int count = left < right ? 4 : 3;
  double points[8];

  for (int i = 0; i < count; i++)
    turned (place, corners[i][0], corners[i][1], points + 2 * i);
  world_shape (world, MBD_GROUND, MBD_SHAPE_POLYGON, points, count, 0, 0, 0);
}

/// A link slides over the tips of two posts and leaves the first one where its straight side ends: the round end
/// curves away faster than the link falls.
static void
test_end_of_side (void)
{
  static const Place places[] = { { 0, 0, 0 }, { 2, -3, 0.9 }, { 0.1, 0.2, -2.5 } };
  static const double intervals[] = { 0.5, 0.02, 0.001 };

  for (guint p = 0; p < G_N_ELEMENTS (places); p++)
    for (guint k = 0; k < G_N_ELEMENTS (intervals); k++)
      for (double speed = 1; speed < 3; speed += 0.37) {
        double gravity[3] = { 0 }, parted = NAN;
        MbdEvent events[64];
        World world;
        world_init (&world, 1e-8);
        turned (&(Place){ .turn = places[p].turn }, 0, -9.81, gravity);
        mbd_mechanism_set_gravity (world.mechanism, gravity);
        add_post (&world, &places[p], 0, 0);
        add_post (&world, &places[p], 0.25, 0.25);
        add_link (&world, &places[p], 0.12, 0.02, 0, speed, 0);
        world.settings.duration = 0.5;
        world_start (&world);
        for (double time = intervals[k]; time < 0.1 + intervals[k]; time += intervals[k])
          world_advance (&world, time);
        const int count = mbd_integrator_take_events (world.integrator, events, 64);
        for (int i = 0; i < count && isnan (parted); i++)
          if (events[i].kind == MBD_EVENT_OPENED)
            parted = events[i].time;
        g_assert_cmpfloat_with_epsilon (parted, 0.08 / speed, 1e-6);
        world_clear (&world);
      }
}

/// A tilted link passes the corner of a post at a distance of 0.1 mm; its end comes below the top of
/// the post, but beside it.
static void
test_beside (void)
{
  static const Place places[] = { { 0, 0, 0 }, { 2, -3, 0.9 }, { 0.1, 0.2, -2.5 } };
  static const double none[3];

  for (guint p = 0; p < G_N_ELEMENTS (places); p++)
    for (double angle = 0.1; angle < 1.5; angle += 0.1) {
      const double c = cos (angle), s = sin (angle), away = 0.02 + 1e-4;
      MbdEvent event;
      World world;
      world_init (&world, 1e-8);
      mbd_mechanism_set_gravity (world.mechanism, none);
      add_post (&world, &places[p], -0.05, 0);
      // Along its own axis, to the right and down, with its side above the corner.
      add_link (&world, &places[p], -0.1 * c + away * s, 0.1 * s + away * c, -angle, 1.3 * c,
                -1.3 * s);
      world.settings.maximum_step = 1e-4;
      world_start (&world);
      world_advance (&world, 0.4);
      g_assert_cmpint (mbd_integrator_take_events (world.integrator, &event, 1), ==, 0);
      world_clear (&world);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/graze/found", test_found);
  g_test_add_func ("/graze/first", test_first);
  g_test_add_func ("/graze/end-of-side", test_end_of_side);
  g_test_add_func ("/graze/beside", test_beside);
  return g_test_run ();
}
