// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pyramids of boxes at rest and dropped, a stack, inclines and a chain with a heavy ball.

#include "pile-bench.h"

#include <math.h>
#include <stdlib.h>

static Scene
scene_new (int bodies, int joints)
{
  return (Scene){ .n_bodies = bodies,
                  .n_joints = joints,
                  .bodies = calloc ((size_t) bodies, sizeof (SceneBody)),
                  .joints = calloc ((size_t) joints + 1, sizeof (SceneJoint)),
                  .gravity = { 0, -9.81 },
                  .friction = 0.6,
                  .ground = true };
}

static Scene
stack (double unused)
{
  Scene scene = scene_new (10, 0);

  for (int i = 0; i < 10; i++)
    scene.bodies[i] = (SceneBody){ 1, 1, 1, { 0, i + 0.5, 0 }, { 0 } };
  return scene;
}

static Scene
pyramid (double rows)
{
  const int n = (int) rows;
  Scene scene = scene_new (n * (n + 1) / 2, 0);
  SceneBody *body = scene.bodies;

  for (int r = 0; r < n; r++)
    for (int j = 0; j < n - r; j++)
      *body++ = (SceneBody){ 1, 1, 1, { j + 0.5 * r, r + 0.5, 0 }, { 0 } };
  return scene;
}

/// A pyramid whose rows fall on each other.
static Scene
dropped (double rows)
{
  const int n = (int) rows;
  Scene scene = scene_new (n * (n + 1) / 2, 0);
  SceneBody *body = scene.bodies;

  for (int r = 0; r < n; r++)
    for (int j = 0; j < n - r; j++)
      *body++ = (SceneBody){ 1, 1, 1, { 1.05 * (j + 0.5 * r), r + 0.5 + 0.1 * (r + 1), 0 }, { 0 } };
  return scene;
}

static Scene
incline (double factor)
{
  Scene scene = scene_new (1, 0);
  const double angle = atan (scene.friction * factor);

  scene.gravity[0] = 9.81 * sin (angle);
  scene.gravity[1] = -9.81 * cos (angle);
  scene.bodies[0] = (SceneBody){ 1, 1, 1, { 0, 0.5, 0 }, { 0 } };
  return scene;
}

static Scene
chain (double angle)
{
  enum
  {
    LINKS = 20
  };
  Scene scene = scene_new (LINKS + 1, LINKS + 1);

  scene.ground = false;
  for (int i = 0; i <= LINKS; i++) {
    const double along = i < LINKS ? (i + 0.5) * 0.5 : LINKS * 0.5 + 0.5;
    scene.bodies[i] = (SceneBody){ i < LINKS ? 1 : 1000,
                                   i < LINKS ? 0.05 : 1,
                                   i < LINKS ? 0.5 : 0,
                                   { along * sin (angle), -along * cos (angle), angle },
                                   { 0 } };
    scene.joints[i] = (SceneJoint){ i - 1, i };
  }
  return scene;
}

void
scene_clear (Scene *scene)
{
  free (scene->bodies);
  free (scene->joints);
}

const SceneKind scene_kinds[] = {
  { "stack10", "stack of 10, 60 s", stack, 0, 3600, SCENE_RESTS },
  { "pyramid105", "pyramid of 105", pyramid, 14, 300, SCENE_RESTS },
  { "pyramid496", "pyramid of 496", pyramid, 31, 300, SCENE_RESTS },
  { "pyramid990", "pyramid of 990", pyramid, 44, 300, SCENE_RESTS },
  { "drop990", "990 boxes dropped", dropped, 44, 300, SCENE_MOVES },
  { "incline0.999", "box at 0.999 of the angle of friction", incline, 0.999, 300, SCENE_RESTS },
  { "incline1.001", "box at 1.001 of it", incline, 1.001, 300, SCENE_MOVES },
  { "chain", "chain of 20 with 1000 kg, from 30 degrees", chain, M_PI / 6, 300, SCENE_JOINED },
};
const int scene_kind_count = sizeof scene_kinds / sizeof *scene_kinds;
