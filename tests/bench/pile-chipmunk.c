// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <math.h>
#include <stdlib.h>

#include <chipmunk/chipmunk.h>

#include "pile-bench.h"

typedef struct
{
  const Scene *scene;
  cpSpace *space;
  cpBody **bodies;
} World;

static double
half_of (const SceneBody *body)
{
  return (body->b > 0 ? body->b : body->a) / 2;
}

static void
add_body (World *world, const SceneBody *body, cpBody **out)
{
  const bool disc = body->b == 0;
  const double inertia = disc ? cpMomentForCircle (body->mass, 0, body->a / 2, cpvzero)
                              : cpMomentForBox (body->mass, body->a, body->b);

  *out = cpSpaceAddBody (world->space, cpBodyNew (body->mass, inertia));
  cpBodySetPosition (*out, cpv (body->position[0], body->position[1]));
  cpBodySetAngle (*out, body->position[2]);
  cpBodySetVelocity (*out, cpv (body->velocity[0], body->velocity[1]));
  cpBodySetAngularVelocity (*out, body->velocity[2]);
  cpShape *shape = disc ? cpCircleShapeNew (*out, body->a / 2, cpvzero)
                        : cpBoxShapeNew (*out, body->a, body->b, 0);
  cpShapeSetFriction (shape, sqrt (world->scene->friction));
  // Links of a chain do not collide with the bodies that they hang on.
  if (world->scene->n_joints > 0)
    cpShapeSetFilter (shape, cpShapeFilterNew (1, CP_ALL_CATEGORIES, CP_ALL_CATEGORIES));
  cpSpaceAddShape (world->space, shape);
}

static void *
create (const Scene *scene, const PileEffort *effort)
{
  World *world = calloc (1, sizeof *world);

  world->scene = scene;
  world->space = cpSpaceNew ();
  world->bodies = calloc ((size_t) scene->n_bodies, sizeof (cpBody *));
  cpSpaceSetGravity (world->space, cpv (scene->gravity[0], scene->gravity[1]));
  cpSpaceSetIterations (world->space, effort->iterations);
  cpBody *fixed = cpSpaceGetStaticBody (world->space);
  if (scene->ground) {
    cpShape *ground = cpBoxShapeNew2 (fixed, cpBBNew (-1000, -100, 1000, 0), 0);
    // Chipmunk multiplies the coefficients of a pair.
    cpShapeSetFriction (ground, sqrt (scene->friction));
    cpSpaceAddShape (world->space, ground);
  }
  for (int i = 0; i < scene->n_bodies; i++)
    add_body (world, &scene->bodies[i], &world->bodies[i]);
  for (int i = 0; i < scene->n_joints; i++) {
    const SceneJoint *pin = &scene->joints[i];
    const cpVect upper = cpv (0, pin->upper >= 0 ? -half_of (&scene->bodies[pin->upper]) : 0);
    const cpVect lower = cpv (0, half_of (&scene->bodies[pin->lower]));
    cpSpaceAddConstraint (world->space,
                          cpPivotJointNew2 (pin->upper >= 0 ? world->bodies[pin->upper] : fixed,
                                            world->bodies[pin->lower], upper, lower));
  }
  return world;
}

static void
step (void *world, double h)
{
  cpSpaceStep (((World *) world)->space, h);
}

static void
pose (void *data, int index, double position[3], double velocity[3])
{
  const World *world = data;
  const cpVect x = cpBodyGetPosition (world->bodies[index]);
  const cpVect v = cpBodyGetVelocity (world->bodies[index]);

  position[0] = x.x;
  position[1] = x.y;
  position[2] = cpBodyGetAngle (world->bodies[index]);
  velocity[0] = v.x;
  velocity[1] = v.y;
  velocity[2] = cpBodyGetAngularVelocity (world->bodies[index]);
}

static void
destroy (void *data)
{
  World *world = data;

  cpSpaceFree (world->space);
  free (world->bodies);
  free (world);
}

static const PileEffort efforts[] = {
  { "10 iterations", 10, 0, 1 },  { "40 iterations", 40, 0, 1 },    { "160 iterations", 160, 0, 1 },
  { "10, 4 substeps", 10, 0, 4 }, { "10, 16 substeps", 10, 0, 16 }, { NULL },
};

const PileEngine pile_chipmunk = { "Chipmunk", efforts, create, step, pose, destroy };
