// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What kinds of force element share.

#pragma once

#include "mbd-force-class.h"
#include "vector-private.h"

/// Position and velocity, world axes, of a point bound to a body.
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

/// The law of a bushing at a pose: R of frame A in the world, positions of both origins, and what
/// the law gives.
void mbd_bushing_of_pose (const MbdBoundForce *bushing,
                          const MbdPose *pose,
                          double world_a[9],
                          MbdForceAction *action,
                          MbdBushingForces *forces);
