// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The definition of a mechanism: what a caller fills in. Nothing here computes; mbd-model.h
// compiles it. SI units, radians, right-handed axes. Plane mechanisms lie in x-y, rotation about +z
// positive.

#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "mbd-status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct MbdMechanism MbdMechanism;
typedef struct MbdCouplingClass MbdCouplingClass;
typedef struct MbdForceClass MbdForceClass;

/// The id of the ground, which every mechanism has.
#define MBD_GROUND 0

/// How a body can move.
typedef enum
{
  MBD_FIXED,   ///< no velocities
  MBD_PLANAR,  ///< q = (x, y, theta), v = (x', y', omega)
  MBD_SPATIAL, ///< q = (x, y, z, quaternion w x y z body to world), v = (x', y', z', omega in body
               ///< axes)
} MbdMobility;

/// A frame fixed in a body: its origin and its axes, both in the axes of the body frame.
typedef struct
{
  double point[3];      ///< m, from the origin of the body frame
  double quaternion[4]; ///< w x y z, frame to body, unit length
} MbdFrame;

/// A body. Start from mbd_body_default ().
typedef struct
{
  int id;               ///< unique among bodies, not MBD_GROUND
  const char *name;     ///< unique among bodies or NULL; copied
  MbdMobility mobility; ///< default MBD_PLANAR
  double mass;          ///< kg, >= 0; default 1
  double inertia[6]; ///< kg m^2 about the centre of mass, body axes: xx yy zz xy xz yz; planar uses
                     ///< zz
  double centre_of_mass[3]; ///< m, in the body frame
  double position[3];       ///< m, start position of the origin of the body frame, world
  double quaternion[4];     ///< start attitude, body to world; planar: a rotation about z
  double angle;       ///< rad, start angle about z of a planar or fixed body, applied after the
                      ///< quaternion (keeps turns)
  double velocity[3]; ///< m/s, start velocity of the origin of the body frame, world
  double angular_velocity[3]; ///< rad/s, start angular velocity, body axes; planar uses z
} MbdBodyDef;

/// How a coupling is kept closed while the motion is integrated.
typedef enum
{
  MBD_STABILISATION_INHERIT, ///< as the run says
  MBD_STABILISATION_PROJECTION,
  MBD_STABILISATION_BAUMGARTE,
  MBD_STABILISATION_NONE,
} MbdStabilisation;

/// Axes that a loop joint locks, in the axes of the frame on the predecessor.
enum
{
  MBD_LOCK_X = 1 << 0,
  MBD_LOCK_Y = 1 << 1,
  MBD_LOCK_Z = 1 << 2,
  MBD_LOCK_RX = 1 << 3,
  MBD_LOCK_RY = 1 << 4,
  MBD_LOCK_RZ = 1 << 5,

  MBD_LOOP_WELD = 0x3f,
  MBD_LOOP_PIN = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z | MBD_LOCK_RX | MBD_LOCK_RY, ///< turns about
                                                                                   ///< z
  MBD_LOOP_SLIDER = 0x3f & ~MBD_LOCK_X,                                       ///< slides along x
  MBD_LOOP_CYLINDRICAL = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_RX | MBD_LOCK_RY, ///< about and along z
  MBD_LOOP_SPHERICAL = MBD_LOCK_X | MBD_LOCK_Y | MBD_LOCK_Z,
  MBD_LOOP_UNIVERSAL = MBD_LOOP_SPHERICAL | MBD_LOCK_RZ, ///< turns about x of P and y of S
  MBD_LOOP_PIN_IN_SLOT = MBD_LOOP_PIN & ~MBD_LOCK_X,     ///< slides along x, turns about z
};

/// A coupling between a predecessor (body_a) and a successor (body_b). Start from
/// mbd_loop_default () or mbd_rod_default ().
typedef struct
{
  int id;                         ///< unique among couplings
  const char *name;               ///< unique among couplings or NULL; copied
  const MbdCouplingClass *class_; ///< the kind: mbd_loop_class (), mbd_rod_class ()
  int body_a, body_b;             ///< ids; MBD_GROUND is allowed
  MbdFrame frame_a, frame_b;      ///< loop: P and S; rod: only the points are used
  unsigned locked;                ///< loop: MBD_LOCK_* bits
  double length;                  ///< rod: m, > 0
  bool enabled;                   ///< default true; disabled: no rows, all forces exactly 0
  MbdStabilisation stabilisation; ///< default MBD_STABILISATION_INHERIT
  double time_constant;           ///< s, > 0, of Baumgarte; default 0.1
} MbdCouplingDef;

/// A force element. Start from mbd_spring_default (), mbd_force_default () or mbd_torque_default
/// ().
typedef struct
{
  int id;                      ///< unique among force elements
  const char *name;            ///< unique among force elements or NULL; copied
  const MbdForceClass *class_; ///< mbd_spring_class (), mbd_load_class ()
  int body_a, body_b;          ///< spring: both ends; load: body_b is acted upon, body_a is unused
  double point_a[3];           ///< m, in the body frame of body_a
  double point_b[3];           ///< m, in the body frame of body_b; where a load acts
  double stiffness;            ///< spring: N/m, >= 0
  double damping;              ///< spring: N s/m, >= 0
  double free_length;          ///< spring: m, >= 0
  double force[3];             ///< load: N
  double torque[3];            ///< load: N m
  bool follows_body; ///< load: force and torque turn with the body; default false: world axes
  bool enabled;      ///< default true
} MbdForceDef;

/// All defaults, in one place.
MbdFrame mbd_frame_default (void);
MbdBodyDef mbd_body_default (void);
MbdCouplingDef mbd_loop_default (unsigned locked);
MbdCouplingDef mbd_rod_default (void);
MbdForceDef mbd_spring_default (void);
MbdForceDef mbd_load_default (void);

/// The kinds of coupling and of force element that the engine brings.
const MbdCouplingClass *mbd_loop_class (void);
const MbdCouplingClass *mbd_rod_class (void);
const MbdForceClass *mbd_spring_class (void);
const MbdForceClass *mbd_load_class (void);

/// A mechanism with the ground only and gravity (0, -9.81, 0). NULL when there is no memory.
MbdMechanism *mbd_mechanism_new (void);
void mbd_mechanism_free (MbdMechanism *mechanism);

/// Gravity, m/s^2, world axes.
void mbd_mechanism_set_gravity (MbdMechanism *mechanism, const double gravity[3]);

/// Add an element; the definition is copied. Ids and names must be new; bodies may be added after
/// the couplings that name them. Range checks of the numbers happen here, so a refused element
/// leaves the mechanism as it was.
MbdStatus
mbd_mechanism_add_body (MbdMechanism *mechanism, const MbdBodyDef *def, MbdDiagnosis *why);
MbdStatus
mbd_mechanism_add_coupling (MbdMechanism *mechanism, const MbdCouplingDef *def, MbdDiagnosis *why);
MbdStatus
mbd_mechanism_add_force (MbdMechanism *mechanism, const MbdForceDef *def, MbdDiagnosis *why);

#ifdef __cplusplus
}
#endif
