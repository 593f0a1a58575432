// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the force element kinds.

#pragma once

#include "mbd-force-class.h"
#include "vector-private.h"

/// Computes position and velocity, world axes, of a point bound to a body.
static inline void
mbd_point_motion (const MbdSpacePose *pose,
                  const double point[3],
                  double position[3],
                  double velocity[3])
{
  double arm[3], turn[3];
  rotate3 (pose->R, point, arm);
  add3 (pose->x, arm, position);
  cross3 (pose->w, arm, turn);
  add3 (pose->v, turn, velocity);
}

/// Adds to a direction a force along c at a point of one body (sign +1 or -1): g, and in w the
/// turning of the arm with the body.
static inline void
mbd_add_direction (const MbdSpacePose *pose,
                   const double position[3],
                   const double c[3],
                   double sign,
                   double g[6],
                   double w[6])
{
  double arm[3], turn[3];
  subtract3 (position, pose->x, arm);
  cross3 (arm, c, turn);
  for (int i = 0; i < 3; i++) {
    g[i] += sign * c[i];
    g[3 + i] += sign * turn[i];
  }
  // c.(omega x (u x r)) = u.(r x (c x omega))
  cross3 (c, pose->w, turn);
  cross3 (arm, turn, turn);
  for (int i = 0; i < 3; i++)
    w[3 + i] += sign * turn[i];
}

/// Evaluates a bushing at a pose: R of frame A in the world, positions of both origins, and the
/// results of the law.
void mbd_bushing_of_pose (const MbdBoundForce *bushing,
                          const MbdPose *pose,
                          double world_a[9],
                          MbdForceAction *action,
                          MbdBushingForces *forces);

/// Effect of a unit force or torque along one coordinate of a bushing, in axes of A: the force on C
/// (its opposite acts on A), and moments about the origins of C and A.
typedef struct
{
  double force[3], moment_on_c[3], moment_on_a[3];
  double stiffness, damping;
} MbdBushingDirection;

/// Computes the directions roll, pitch, yaw, x, y, z. Returns 6.
int mbd_bushing_directions (const MbdBushingConstants *constants,
                            MbdBushingLaw law,
                            const MbdBushingMotion *motion,
                            MbdBushingDirection *directions);
