// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism with shapes and its motion, for tests of contact and friction in the plane.

#pragma once

#include "mbd.h"

typedef struct
{
  MbdMechanism *mechanism;
  MbdModel *model;
  MbdState *state;
  MbdIntegrator *integrator;
  MbdIntegratorSettings settings;
  int bodies, shapes; ///< their numbers; the next element has the next id
} World;

void world_init (World *world, double accuracy); ///< empty, the automatic method
void world_clear (World *world);
void world_shape (World *world,
                  int body,
                  MbdShapeKind kind,
                  const double *points,
                  int count,
                  double radius,
                  double friction,
                  double restitution);
void world_ground (World *world, double friction, double restitution); ///< below y = 0
/// Adds a planar body, which moves along x at first. Returns its id.
int
world_body (World *world, double mass, double inertia, double x, double y, double angle, double vx);
/// Compiles and starts; the test fails if that is refused.
void world_start (World *world);
MbdStatus world_try_start (World *world, MbdDiagnosis *why);
/// Advances to the time. Returns the positions there, like mbd_state_positions ().
const double *world_advance (World *world, double time);
