// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Class table of a force element kind; one file per kind, like couplings.

#pragma once

#include "mbd-api.h"
#include "mbd-coupling-class.h"
#include "mbd-signal.h"

MBD_BEGIN_DECLS

/// A bound force element: the definition with its points relative to the centres of mass.
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
  /// indices of the signals of force_function and torque_function, by component
  short signal[6][MBD_MOST_SIGNALS];
} MbdBoundForce;

/// Action of a force element at an instant: wrenches in world axes at the two points.
typedef struct
{
  double position[2][3]; ///< m, world position of the two points
  double force[2][3];    ///< N, on body_a and on body_b
  double moment[2][3];   ///< N m, about the points
  double length;         ///< m, along the line; 0 for a load
  double rate;           ///< m/s, of the length; 0 for a load
  double tension;        ///< N, positive pulls together; 0 for a load
  double potential;      ///< J stored
  double dissipated;     ///< W, >= 0, dissipated
  double residual;       ///< W, power of the spring part that does not change the potential
  bool gimbal_lock;      ///< bushing: true if its angles are not determined
  bool has_heading;      ///< bushing in space with rotational constants: true
  double heading[2];     ///< cos pitch times cos and sin of yaw: 0 if roll and yaw are not
                         ///< determined
} MbdForceAction;

/// A direction in which a force element is stiff or damped: with small displacements u and changes
/// of velocity du' of both bodies its forces change by -g (stiffness g.u + damping (g.du' + w.u)).
typedef struct
{
  double g[2][6];   ///< force and moment about the centre of mass, on body_a and body_b; world axes
  double w[2][6];   ///< change of the damped rate g.u' with a displacement
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
  bool acts_on_a; ///< true if body_a takes part
  /// Computes the forces, energies and powers at a pose.
  void (*act) (const MbdBoundForce *force, const MbdPose *pose, MbdForceAction *action);
  /// Computes the directions at a pose, for implicit integration, and returns their number.
  /// Together they are the derivative by velocities, and the derivative by positions except for the
  /// turning of the current force (small compared with the stiffness where the element is stiff).
  /// NULL if the derivative is taken by differences of act ().
  int (*directions) (const MbdBoundForce *force,
                     const MbdPose *pose,
                     MbdForceDirection *directions);
  /// Computes the effect of one of its functions, `component` of MbdBoundForce: with the value 1 the
  /// forces and moments about the centres of mass of body_a and body_b, world axes. `g` is zeroed. NULL
  /// for kinds without functions.
  void (*component) (const MbdBoundForce *force,
                     const MbdPose *pose,
                     int component,
                     double g[2][6]);
  /// Returns true if an element supplies or takes energy otherwise than by its store, as a load or a
  /// law that depends on time does. NULL for kinds that never do.
  bool (*supplies) (const MbdForceDef *def);
};

MBD_END_DECLS
