// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The class table of a kind of force element: one file each, as for couplings.

#pragma once

#include "mbd-coupling-class.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A bound force element: the definition with its points taken from the centres of mass.
typedef struct
{
  int body_a, body_b; ///< indices
  bool in_plane;      ///< no spatial body takes part
  double point_a[3], point_b[3];
  double quaternion_a[4], quaternion_b[4]; ///< frame to body, to world on a fixed body
  const MbdForceDef *def;
} MbdBoundForce;

/// What a force element does at an instant: wrenches in world axes at the two points.
typedef struct
{
  double position[2][3]; ///< m, world position of the two points
  double force[2][3];    ///< N, on body_a and on body_b
  double moment[2][3];   ///< N m, about the points
  double length, rate;   ///< m, m/s along the line; 0 for a load
  double tension;        ///< N, positive pulls together; 0 for a load
  double potential;      ///< J stored
  double dissipated;     ///< W, >= 0, taken out of the mechanism
  double residual;       ///< W, work of the spring part that is no change of the potential
  bool gimbal_lock;      ///< of a bushing: its angles cannot be told
} MbdForceAction;

struct MbdForceClass
{
  const char *name;
  MbdStatus (*check) (const MbdForceDef *def, MbdDiagnosis *why);
  bool acts_on_a; ///< whether body_a takes part
  void (*act) (const MbdBoundForce *force, const MbdPose *pose, MbdForceAction *action);
};

#ifdef __cplusplus
}
#endif
