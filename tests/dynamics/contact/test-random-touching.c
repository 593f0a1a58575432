// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Random scenes of bodies that touch each other and a plane, some of them on pins, rods, ropes and
// springs: the motion does not depend on the interval of the output, the method, the order of the
// bodies, or on where and how the scene lies in the plane. It is compared up to the time where a copy
// that begins 1e-9 m aside is 1e-6 m away, since no accuracy follows a motion longer.
// LW_RANDOM_SEED=n runs one scene.

#include <stdlib.h>
#include <string.h>

#include <glib.h>
#include <math.h>

#include "mbd.h"
#include "testing-world.h"
#include "testing.h"

enum
{
  MOST_BODIES = 3,
  SAMPLES = 20, // in `duration`
};

static const double duration = 1;

/// A way to run a scene.
typedef struct
{
  const char *name;
  MbdMethod method;
  int parts; // outputs for each sample
  bool reversed;
  double x, y, turn; // place and angle of the scene
  double aside;      // m
} Way;

static const Way ways[] = {
  { "every 50 ms", MBD_METHOD_AUTOMATIC, 1, false, 0, 0, 0, 0 },
  { "1e-9 m aside", MBD_METHOD_AUTOMATIC, 1, false, 0, 0, 0, 1e-9 },
  { "every 10 ms", MBD_METHOD_AUTOMATIC, 5, false, 0, 0, 0, 0 },
  { "of higher order", MBD_METHOD_VERNER87, 1, false, 0, 0, 0, 0 },
  { "in reverse order", MBD_METHOD_AUTOMATIC, 1, true, 0, 0, 0, 0 },
  { "moved and turned", MBD_METHOD_AUTOMATIC, 1, false, 0.3, -0.2, 0.7, 0 },
};

typedef struct
{
  int bodies;
  double positions[SAMPLES][MOST_BODIES][2]; // bodies in their order; back in the axes of the scene
} Result;

typedef struct
{
  MbdBodyDef body;
  MbdShapeKind kind;
  double points[12], radius;
  int count;
  double friction, restitution;
  int joint; // 0 none, 1 pin, 2 rod, 3 rope, 4 spring
} Piece;

typedef struct
{
  int n;
  Piece pieces[MOST_BODIES];
  double slope, friction, restitution;
} Scene;

static double
one_of (GRand *rand, const double *values, int n)
{
  return values[g_rand_int_range (rand, 0, n)];
}

/// Sets a random shape. Returns the largest distance of its points from the centre.
static double
random_shape (GRand *rand, Piece *piece)
{
  const double size = random_in (rand, 0.05, 0.2), w = size, h = size * random_in (rand, 0.3, 1);

  switch (g_rand_int_range (rand, 0, 4)) {
  case 0:
    piece->kind = MBD_SHAPE_DISC;
    piece->count = 1;
    piece->radius = size;
    return size;
  case 1: {
    const double box[] = { -w, -h, w, -h, w, h, -w, h };
    piece->kind = MBD_SHAPE_POLYGON;
    piece->count = 4;
    memcpy (piece->points, box, sizeof box);
    return hypot (w, h);
  }
  case 2:
    piece->kind = MBD_SHAPE_POLYGON;
    piece->count = g_rand_int_range (rand, 3, 7);
    for (int i = 0; i < piece->count; i++) {
      piece->points[2 * i] = size * cos (2 * G_PI * i / piece->count + 0.3);
      piece->points[2 * i + 1] = size * sin (2 * G_PI * i / piece->count + 0.3);
    }
    return size;
  default:
    piece->kind = MBD_SHAPE_CAPSULE;
    piece->count = 2;
    piece->points[0] = -size;
    piece->points[2] = size;
    piece->radius = 0.02;
    return size + piece->radius;
  }
}

static void
random_scene (guint32 seed, Scene *scene)
{
  static const double slopes[] = { 0, 0, 0.2, -0.4 }, frictions[] = { 0, 0.1, 0.3, 0.6, 1 };
  static const double bounces[] = { 0, 0, 0.3, 0.6, 0.9 }, heights[] = { 0.3, 0.05, 0.1 };
  GRand *rand = g_rand_new_with_seed (seed);
  double x = 0;

  memset (scene, 0, sizeof *scene);
  scene->n = g_rand_int_range (rand, 1, MOST_BODIES + 1);
  scene->slope = one_of (rand, slopes, G_N_ELEMENTS (slopes));
  scene->friction = one_of (rand, frictions, G_N_ELEMENTS (frictions));
  scene->restitution = one_of (rand, bounces, G_N_ELEMENTS (bounces));
  for (int i = 0; i < scene->n; i++) {
    Piece *piece = &scene->pieces[i];
    MbdBodyDef *body = &piece->body;
    const double reach = random_shape (rand, piece);
    *body = mbd_body_default ();
    body->mass = pow (10, random_in (rand, -1, 1));
    body->inertia[2] = body->mass * reach * reach * random_in (rand, 0.2, 0.6);
    body->position[0] = x;
    body->position[1] = fabs (scene->slope) * (3 * fabs (x + 0.5) + 0.3) + reach + 0.1
                        + one_of (rand, heights, G_N_ELEMENTS (heights));
    body->angle = random_in (rand, -1, 1);
    piece->friction = one_of (rand, frictions, G_N_ELEMENTS (frictions));
    piece->restitution = one_of (rand, bounces, G_N_ELEMENTS (bounces));
    piece->joint = g_rand_boolean (rand) ? 0 : g_rand_int_range (rand, 1, 5);
    if (piece->joint == 0 || piece->joint == 4) {
      body->velocity[0] = random_in (rand, -1, 1);
      body->velocity[1] = random_in (rand, -0.5, 0.5);
      body->angular_velocity[2] = random_in (rand, -3, 3);
    }
    x += reach + random_in (rand, 0.25, 0.45);
  }
  g_rand_free (rand);
}

/// Converts a point of the scene to the world.
static void
place_point (const Way *way, double x, double y, double out[2])
{
  out[0] = way->x + cos (way->turn) * x - sin (way->turn) * y;
  out[1] = way->y + sin (way->turn) * x + cos (way->turn) * y;
}

/// Joins a body to the ground.
static void
add_joint (World *world, const Piece *piece, const Way *way, int id)
{
  MbdCouplingDef joint = piece->joint == 1 ? mbd_loop_default (MBD_LOOP_PIN) : mbd_rod_default ();
  MbdForceDef spring = mbd_spring_default ();
  const double *p = piece->body.position, a = piece->body.angle;
  double above[2];

  if (piece->joint == 0)
    return;
  place_point (way, p[0] + 0.2, p[1] + 0.5, above);
  joint.id = spring.id = id;
  joint.body_b = spring.body_b = id;
  if (piece->joint == 4) {
    memcpy (spring.point_a, above, sizeof above);
    spring.stiffness = 100 * piece->body.mass;
    spring.free_length = 0.3;
    g_assert_cmpint (mbd_mechanism_add_force (world->mechanism, &spring, NULL), ==, MBD_STATUS_OK);
    return;
  }
  if (piece->joint == 1) {
    place_point (way, p[0] + 0.03, p[1], joint.frame_a.point);
    joint.frame_b.point[0] = cos (a) * 0.03;
    joint.frame_b.point[1] = -sin (a) * 0.03;
  } else {
    memcpy (joint.frame_a.point, above, sizeof above);
    joint.rod = piece->joint == 2 ? MBD_ROD_BAR : MBD_ROD_ROPE;
    joint.length = hypot (0.2, 0.5) * (piece->joint == 2 ? 1 : 1.1);
  }
  g_assert_cmpint (mbd_mechanism_add_coupling (world->mechanism, &joint, NULL), ==, MBD_STATUS_OK);
}

static void
add_piece (World *world, const Piece *piece, const Way *way, int id)
{
  MbdBodyDef body = piece->body;

  body.id = id;
  place_point (way, body.position[0] + (piece->joint == 0 ? way->aside : 0), body.position[1],
               body.position);
  place_point (&(Way){ .turn = way->turn }, body.velocity[0], body.velocity[1], body.velocity);
  body.angle += way->turn;
  g_assert_cmpint (mbd_mechanism_add_body (world->mechanism, &body, NULL), ==, MBD_STATUS_OK);
  world_shape (world, id, piece->kind, piece->points, piece->count, piece->radius, piece->friction,
               piece->restitution);
}

static void
run (const Scene *scene, const Way *way, Result *result)
{
  const double c = cos (scene->slope), s = sin (scene->slope);
  double line[4], gravity[3] = { 0 };
  World world;

  world_init (&world, 1e-10);
  place_point (&(Way){ .turn = way->turn }, 9.81 * way->aside, -9.81, gravity);
  mbd_mechanism_set_gravity (world.mechanism, gravity);
  place_point (way, -c, -s, line);
  place_point (way, c, s, line + 2);
  world_shape (&world, MBD_GROUND, MBD_SHAPE_HALF_PLANE, line, 2, 0, scene->friction,
               scene->restitution);
  for (int i = 0; i < scene->n; i++) {
    const int k = way->reversed ? scene->n - 1 - i : i;
    add_piece (&world, &scene->pieces[k], way, k + 1);
  }
  for (int i = 0; i < scene->n; i++) {
    const int k = way->reversed ? scene->n - 1 - i : i;
    add_joint (&world, &scene->pieces[k], way, k + 1);
  }
  world.settings.method = way->method;
  world.settings.duration = duration;
  world_start (&world);
  result->bodies = scene->n;
  for (int i = 1; i <= SAMPLES * way->parts; i++) {
    const double *q = world_advance (&world, duration * i / (SAMPLES * way->parts));
    for (int k = 0; k < scene->n && i % way->parts == 0; k++) {
      const double *p = q + 3 * (way->reversed ? scene->n - 1 - k : k);
      const double dx = p[0] - way->x, dy = p[1] - way->y;
      double *out = result->positions[i / way->parts - 1][k];
      out[0] = cos (way->turn) * dx + sin (way->turn) * dy;
      out[1] = cos (way->turn) * dy - sin (way->turn) * dx;
    }
  }
  world_clear (&world);
}

/// Returns the number of samples that agree.
static int
count_alike (const Result *a, const Result *b, double tolerance)
{
  for (int i = 0; i < SAMPLES; i++)
    for (int k = 0; k < a->bodies; k++)
      for (int j = 0; j < 2; j++)
        if (!(fabs (a->positions[i][k][j] - b->positions[i][k][j]) < tolerance))
          return i;
  return SAMPLES;
}

static void
test_same (void)
{
  const char *one = g_getenv ("LW_RANDOM_SEED");
  const guint32 count = one != NULL ? 1 : testing_torture () ? 2000 : 60;
  int compared = 0, different = 0;

  for (guint32 i = 0; i < count; i++) {
    const guint32 seed = one != NULL ? (guint32) g_ascii_strtoull (one, NULL, 10) : i;
    static Result results[G_N_ELEMENTS (ways)];
    Scene scene;
    random_scene (seed, &scene);
    for (guint w = 0; w < G_N_ELEMENTS (ways); w++)
      run (&scene, &ways[w], &results[w]);
    const int horizon = count_alike (&results[0], &results[1], 1e-6);
    compared += horizon;
    for (guint w = 2; w < G_N_ELEMENTS (ways); w++) {
      const int alike = count_alike (&results[0], &results[w], 1e-5);
      if (alike < horizon) {
        g_test_message ("scene %u, %s: other at %g s", seed, ways[w].name,
                        duration * (alike + 1) / SAMPLES);
        different++;
      }
    }
  }
  const double share = (double) compared / (SAMPLES * (double) count);
  g_test_message ("%u scenes, compared over %.3g of their time, %d differ", count, share,
                  different);
  // The last impact that bounces may differ where impacts become ever smaller.
  g_assert_cmpint (different, <=, testing_torture () ? (int) count / 200 : 0);
  g_assert_cmpfloat (share, >, 0.8);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/random-touching/same", test_same);
  return g_test_run ();
}
