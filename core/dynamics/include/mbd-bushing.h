// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Law of the roll-pitch-yaw bushing on plain numbers, and the choice of its constants. Frame A is
// on link 0, frame C on link 1; R_AC = Rz (yaw) Ry (pitch) Rx (roll). Start from
// mbd_bushing_default () to add one to a mechanism.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"
#include "mbd-status.h"

MBD_BEGIN_DECLS

/// Law that converts displacements to forces. In the plane both laws are the same.
typedef enum
{
  /// The force acts half-way between the origins, along axes half-way between the frames; these
  /// axes are taken to turn with half of the relative angular velocity. Nearly symmetric in the two
  /// links, but its work is not the change of a potential if angles and displacements are large
  /// together.
  MBD_BUSHING_QUASI_SYMMETRIC,
  /// Equal forces, with the couple for which the spring part is the gradient of U = sum k q^2 / 2 +
  /// sum k x^2 / 2: conserves energy exactly.
  MBD_BUSHING_ENERGY_CONSISTENT,
} MbdBushingLaw;

/// Constants, all >= 0, in the order roll, pitch, yaw or x, y, z of the mid-frame. The plane uses
/// yaw, x and y.
typedef struct
{
  double rotational_stiffness[3];    ///< N m/rad
  double rotational_damping[3];      ///< N m s/rad
  double translational_stiffness[3]; ///< N/m
  double translational_damping[3];   ///< N s/m
} MbdBushingConstants;

/// Motion of C relative to A, all in axes of A.
typedef struct
{
  double quaternion[4];       ///< C to A, w x y z, unit length, either sign
  double displacement[3];     ///< m, from A's origin to C's
  double angular_velocity[3]; ///< rad/s
  double velocity[3];         ///< m/s, of C's origin as seen from A
  double turns;               ///< rad, added to yaw: whole turns of a bushing in the plane
} MbdBushingMotion;

/// Result of the law, in axes of A unless specified otherwise.
typedef struct
{
  double angles[3];             ///< rad: roll, pitch, yaw
  double angle_rates[3];        ///< rad/s
  double displacement_mid[3];   ///< m, in axes of the mid-frame B
  double displacement_rates[3]; ///< m/s, rates of displacement_mid
  double mid_frame[9];          ///< R_AB, row-major
  double force[3];              ///< N, on link 1
  double moment_on_c[3];        ///< N m, on link 1 about C's origin
  double moment_on_a[3];        ///< N m, on link 0 about A's origin; the force there is -force
  double potential;             ///< J
  double conservative_power;    ///< W, -dU/dt
  double dissipated_power;      ///< W, >= 0, dissipated by damping
  double residual_power;        ///< W, power of the spring part + dU/dt; 0 for the consistent law
  bool gimbal_lock; ///< true if |cos pitch| < 0.008 with rotational constants: no rotational part
} MbdBushingForces;

/// Returns NEGATIVE_CONSTANT unless all constants are >= 0 and finite.
MbdStatus mbd_bushing_check (const MbdBushingConstants *constants);
/// Computes the forces of a bushing for a given relative motion.
void mbd_bushing_evaluate (const MbdBushingConstants *constants,
                           MbdBushingLaw law,
                           const MbdBushingMotion *motion,
                           MbdBushingForces *forces);

/* Choosing constants ----------------------------------------------------------------------- */

/// Returns the stiffness that deflects by `deflection` under `load`: N and m, or N m and rad.
double mbd_stiffness_from_load (double load, double deflection);
/// Returns the stiffness with which `inertia` (kg or kg m^2) oscillates undamped at `frequency`,
/// Hz.
double mbd_stiffness_from_frequency (double inertia, double frequency);
/// Returns the damping of a spring k with natural frequency omega (rad/s) and damping ratio: 2
/// ratio k / omega.
double mbd_damping_from_ratio (double stiffness, double omega, double ratio);
/// Returns omega t_s at which a free motion has settled for good to the fraction `rest` (0 < rest <
/// 1) of its start, at a damping ratio >= 0: below 1 by its envelope, -ln (rest) / ratio; from 1
/// upwards exactly. (For large ratios that tends to -ln (2 rest s_z / s_2) / s_1, s_z = sqrt
/// (ratio^2 - 1), s_1,2 = ratio -+ s_z.) Infinite without damping.
double mbd_settling_product (double ratio, double rest);
/// Returns the natural frequency omega (rad/s) that settles within `time` s.
double mbd_frequency_from_settling (double time, double ratio, double rest);

MBD_END_DECLS
