// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mbd-pile.h"
#include "pile-bench.h"

typedef struct
{
  const Scene *scene;
  MbdPile *pile;
  MbdPileRow *rows;
} World;

static void *
create (const Scene *scene, const PileEffort *effort)
{
  static const double line[] = { 0, 0, 1, 0 }, centre[] = { 0, 0 };
  MbdPileSettings settings = mbd_pile_default ();
  MbdShape ground = mbd_shape_default (MBD_SHAPE_HALF_PLANE);
  World *world = calloc (1, sizeof *world);

  memcpy (settings.gravity, scene->gravity, sizeof settings.gravity);
  world->scene = scene;
  world->pile = mbd_pile_new (&settings);
  world->rows = calloc (2 * (size_t) scene->n_joints + 1, sizeof *world->rows);
  ground.points = line;
  ground.count = 2;
  ground.friction = scene->friction;
  if (scene->ground)
    mbd_pile_add_shape (world->pile, MBD_PILE_STATIC, &ground, NULL, NULL);
  for (int i = 0; i < scene->n_bodies; i++) {
    const SceneBody *b = &scene->bodies[i];
    const double corners[] = { -b->a / 2, -b->b / 2, b->a / 2,  -b->b / 2,
                               b->a / 2,  b->b / 2,  -b->a / 2, b->b / 2 };
    const bool disc = b->b == 0;
    MbdShape shape = mbd_shape_default (disc ? MBD_SHAPE_DISC : MBD_SHAPE_POLYGON);
    const double inertia =
      disc ? b->mass * b->a * b->a / 8 : b->mass * (b->a * b->a + b->b * b->b) / 12;
    const int body = mbd_pile_add_body (world->pile, b->mass, inertia, b->position);
    shape.points = disc ? centre : corners;
    shape.count = disc ? 1 : 4;
    shape.radius = disc ? b->a / 2 : 0;
    shape.friction = scene->friction;
    mbd_pile_add_shape (world->pile, body, &shape, NULL, NULL);
    mbd_pile_set (world->pile, body, b->position, b->velocity);
  }
  for (int i = 0; i < scene->n_joints; i++)
    for (int k = 0; k < scene->n_bodies && scene->joints[i].upper >= 0; k++)
      mbd_pile_ignore (world->pile, scene->joints[i].upper + 1, scene->joints[i].lower + 1);
  return world;
}

static double
half_of (const SceneBody *body)
{
  return (body->b > 0 ? body->b : body->a) / 2;
}

/// Computes the rows of one pin at the current poses of its bodies.
static void
fill_pin (World *world, int joint, double h)
{
  const SceneJoint *pin = &world->scene->joints[joint];
  const int body[2] = { pin->upper + 1, pin->lower + 1 };
  double x[2][3] = { { 0 } }, arm[2][2];

  for (int side = 0; side < 2; side++) {
    const double half = body[side] > 0 ? half_of (&world->scene->bodies[body[side] - 1]) : 0;
    const double sign = side == 0 ? 1 : -1;
    if (body[side] > 0)
      mbd_pile_get (world->pile, body[side], x[side], NULL);
    arm[side][0] = sign * half * sin (x[side][2]);
    arm[side][1] = -sign * half * cos (x[side][2]);
  }
  for (int k = 0; k < 2; k++) {
    MbdPileRow *row = &world->rows[2 * joint + k];
    const double gap = x[1][k] + arm[1][k] - x[0][k] - arm[0][k];
    *row = (MbdPileRow){ .kind = MBD_PILE_LOCK,
                         .sides = 2,
                         .body = { body[0], body[1] },
                         .e = 0.2 * gap / h,
                         .impulse = row->impulse };
    row->G[0][k] = -1;
    row->G[0][2] = k == 0 ? arm[0][1] : -arm[0][0];
    row->G[1][k] = 1;
    row->G[1][2] = k == 0 ? -arm[1][1] : arm[1][0];
    row->curvature[0] = -arm[0][k];
    row->curvature[1] = arm[1][k];
  }
}

static void
step (void *data, double h)
{
  World *world = data;

  for (int i = 0; i < world->scene->n_joints; i++)
    fill_pin (world, i, h);
  mbd_pile_step (world->pile, h, NULL, world->rows, 2 * world->scene->n_joints, NULL);
}

static void
pose (void *data, int body, double position[3], double velocity[3])
{
  mbd_pile_get (((World *) data)->pile, body + 1, position, velocity);
}

static void
destroy (void *data)
{
  World *world = data;

  mbd_pile_free (world->pile);
  free (world->rows);
  free (world);
}

static const PileEffort efforts[] = { { "default", 0, 0, 1 }, { NULL } };

const PileEngine pile_linkwright = { "linkwright", efforts, create, step, pose, destroy };
