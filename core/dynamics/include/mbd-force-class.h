// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The class table of a kind of force element: one file each, as for couplings.

#pragma once

#include "mbd-api.h"
#include "mbd-coupling-class.h"

MBD_BEGIN_DECLS

/// A bound force element: the definition with its points taken from the centres of mass.
typedef struct
{
  int body_a;             ///< index of body_a
  int body_b;             ///< index of body_b
  bool in_plane;          ///< true if neither body is spatial
  double point_a[3];      ///< m, from the centre of mass of body_a, body axes; world axes if fixed
  double point_b[3];      ///< m, from the centre of mass of body_b, body axes; world axes if fixed
  double quaternion_a[4]; ///< frame to body_a, or to world if it is fixed
  double quaternion_b[4]; ///< frame to body_b, or to world if it is fixed
  const MbdForceDef *def; ///< definition
} MbdBoundForce;

/// What a force element does at an instant: wrenches in world axes at the two points.
typedef struct
{
  double position[2][3]; ///< m, world position of the two points
  double force[2][3];    ///< N, on body_a and on body_b
  double moment[2][3];   ///< N m, about the points
  double length;         ///< m, along the line; 0 for a load
  double rate;           ///< m/s, of the length; 0 for a load
  double tension;        ///< N, positive pulls together; 0 for a load
  double potential;      ///< J stored
  double dissipated;     ///< W, >= 0, taken out of the mechanism
  double residual;       ///< W, work of the spring part that is no change of the potential
  bool gimbal_lock;      ///< of a bushing: its angles cannot be told
} MbdForceAction;

/// A direction in which a force element is stiff or damped: with small displacements u and changes
/// of velocity du' of both bodies its forces change by -g (stiffness g.u + damping (g.du' + w.u)).
typedef struct
{
  double g[2][6];   ///< force and moment about the centre of mass, on body_a and body_b; world axes
  double w[2][6];   ///< what a displacement changes of the rate g.u' that is damped
  double stiffness; ///< N/m or N m/rad
  double damping;   ///< N s/m or N m s/rad
} MbdForceDirection;

/// Largest number of directions of a force element.
#define MBD_MOST_DIRECTIONS 6

/// Kind of force element.
struct MbdForceClass
{
  const char *name; ///< name of the kind, in English
  /// Checks the ranges of a definition. Returns OK, or a status with the value in `why`.
  MbdStatus (*check) (const MbdForceDef *def, MbdDiagnosis *why);
  bool acts_on_a; ///< whether body_a takes part
  /// Computes the forces, energies and powers at a pose.
  void (*act) (const MbdBoundForce *force, const MbdPose *pose, MbdForceAction *action);
  /// The directions at a pose, for implicit integration; answers how many. Together they are the
  /// derivative by velocities, and that by positions but for what turns of the present force (small
  /// beside stiffness where the element is stiff). NULL: differences of act () are taken.
  int (*directions) (const MbdBoundForce *force,
                     const MbdPose *pose,
                     MbdForceDirection *directions);
};

MBD_END_DECLS
