// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Piles for the engine and its peers: a scene is built in each of them from the same numbers,
// stepped at the same rate, and judged by the same measures.

#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A box of sides a and b, or a disc of radius a / 2 if b is 0. SI units.
typedef struct
{
  double mass, a, b;
  double position[3]; ///< x, y, angle
  double velocity[3];
} SceneBody;

/// A pin between the lower end of one body (-1: the origin) and the upper end of another: half of b
/// of a box, or of a of a disc, from its centre along its y axis.
typedef struct
{
  int upper, lower;
} SceneJoint;

typedef struct
{
  int n_bodies, n_joints;
  SceneBody *bodies;
  SceneJoint *joints;
  double gravity[2];
  double friction;
  bool ground; ///< True if y <= 0 is solid
} Scene;

/// Known properties of the motion of a scene.
typedef enum
{
  SCENE_MOVES,  ///< none
  SCENE_RESTS,  ///< all bodies remain at rest
  SCENE_JOINED, ///< pins do not open
} SceneTruth;

typedef struct
{
  const char *name, *title;
  Scene (*build) (double parameter);
  double parameter;
  int steps;
  SceneTruth truth;
} SceneKind;

extern const SceneKind scene_kinds[];
extern const int scene_kind_count;

void scene_clear (Scene *scene);

/// Effort of an engine.
typedef struct
{
  const char *name;
  int iterations, position_iterations;
  int substeps; ///< number of substeps in a step of 1/60 s
} PileEffort;

typedef struct
{
  const char *name;
  const PileEffort *efforts; ///< the default first; ends with a name of NULL
  void *(*create) (const Scene *scene, const PileEffort *effort);
  void (*step) (void *world, double h);
  void (*pose) (void *world, int body, double position[3], double velocity[3]);
  void (*destroy) (void *world);
} PileEngine;

extern const PileEngine pile_linkwright, pile_box2d, pile_chipmunk;

#ifdef __cplusplus
}
#endif
