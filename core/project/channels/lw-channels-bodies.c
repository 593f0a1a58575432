// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of bodies and tracers.

#include "lw-channels-private.h"

#define OF_ORIGIN " of the origin of its frame, world axes"

static const Line planar_body_lines[] = {
  { "x", "x", "x", "m", SOURCE_POSITION, 0, "x coordinate" OF_ORIGIN },
  { "y", "y", "y", "m", SOURCE_POSITION, 1, "y coordinate" OF_ORIGIN },
  { "angle", NULL, "φ", "rad", SOURCE_ANGLE, 0, "angle about +z with all its turns" },
  { "vx", "x", "v", "m/s", SOURCE_VELOCITY, 0, "x velocity" OF_ORIGIN },
  { "vy", "y", "v", "m/s", SOURCE_VELOCITY, 1, "y velocity" OF_ORIGIN },
  { "omega", NULL, "ω", "rad/s", SOURCE_ANGULAR_VELOCITY, 2, "angular velocity about +z" },
  { "ax", "x", "a", "m/s^2", SOURCE_ACCELERATION, 0, "x acceleration" OF_ORIGIN },
  { "ay", "y", "a", "m/s^2", SOURCE_ACCELERATION, 1, "y acceleration" OF_ORIGIN },
  { "alpha", NULL, "α", "rad/s^2", SOURCE_ANGULAR_ACCELERATION, 2,
    "angular acceleration about +z" },
};

static const Line account_lines[] = {
  { "kinetic_energy", "kinetic", "E", "J", SOURCE_BODY_KINETIC, 0,
    "its kinetic energy, of translation and rotation" },
  { "gravity_energy", "gravity", "E", "J", SOURCE_BODY_GRAVITY, 0,
    "its potential energy of gravity (zero at the world origin)" },
  { "momentum_x", "x", "p", "N s", SOURCE_BODY_MOMENTUM, 0, "its momentum, x, world axes" },
  { "momentum_y", "y", "p", "N s", SOURCE_BODY_MOMENTUM, 1, "its momentum, y, world axes" },
};

static const Line planar_account_lines[] = {
  { "angular_momentum", NULL, "L", "N m s", SOURCE_BODY_SPIN, 2,
    "its angular momentum about its centre of mass, positive about +z" },
};

#define ABOUT_CENTRE "its angular momentum about its centre of mass, "

static const Line spatial_account_lines[] = {
  { "momentum_z", "z", "p", "N s", SOURCE_BODY_MOMENTUM, 2, "its momentum, z, world axes" },
  { "angular_momentum_x", "x", "L", "N m s", SOURCE_BODY_SPIN, 0, ABOUT_CENTRE "x, world axes" },
  { "angular_momentum_y", "y", "L", "N m s", SOURCE_BODY_SPIN, 1, ABOUT_CENTRE "y, world axes" },
  { "angular_momentum_z", "z", "L", "N m s", SOURCE_BODY_SPIN, 2, ABOUT_CENTRE "z, world axes" },
};

static const Line spatial_body_lines[] = {
  { "x", "x", "x", "m", SOURCE_POSITION, 0, "x coordinate" OF_ORIGIN },
  { "y", "y", "y", "m", SOURCE_POSITION, 1, "y coordinate" OF_ORIGIN },
  { "z", "z", "z", "m", SOURCE_POSITION, 2, "z coordinate" OF_ORIGIN },
  { "qw", "w", "q", "1", SOURCE_QUATERNION, 0, "attitude, scalar part of the quaternion" },
  { "qx", "x", "q", "1", SOURCE_QUATERNION, 1, "attitude, x of the quaternion, body to world" },
  { "qy", "y", "q", "1", SOURCE_QUATERNION, 2, "attitude, y of the quaternion, body to world" },
  { "qz", "z", "q", "1", SOURCE_QUATERNION, 3, "attitude, z of the quaternion, body to world" },
  { "vx", "x", "v", "m/s", SOURCE_VELOCITY, 0, "x velocity" OF_ORIGIN },
  { "vy", "y", "v", "m/s", SOURCE_VELOCITY, 1, "y velocity" OF_ORIGIN },
  { "vz", "z", "v", "m/s", SOURCE_VELOCITY, 2, "z velocity" OF_ORIGIN },
  { "wx", "x", "ω", "rad/s", SOURCE_ANGULAR_VELOCITY, 0, "angular velocity, x, world axes" },
  { "wy", "y", "ω", "rad/s", SOURCE_ANGULAR_VELOCITY, 1, "angular velocity, y, world axes" },
  { "wz", "z", "ω", "rad/s", SOURCE_ANGULAR_VELOCITY, 2, "angular velocity, z, world axes" },
  { "ax", "x", "a", "m/s^2", SOURCE_ACCELERATION, 0, "x acceleration" OF_ORIGIN },
  { "ay", "y", "a", "m/s^2", SOURCE_ACCELERATION, 1, "y acceleration" OF_ORIGIN },
  { "az", "z", "a", "m/s^2", SOURCE_ACCELERATION, 2, "z acceleration" OF_ORIGIN },
  { "alpha_x", "x", "α", "rad/s^2", SOURCE_ANGULAR_ACCELERATION, 0,
    "angular acceleration, x, world axes" },
  { "alpha_y", "y", "α", "rad/s^2", SOURCE_ANGULAR_ACCELERATION, 1,
    "angular acceleration, y, world axes" },
  { "alpha_z", "z", "α", "rad/s^2", SOURCE_ANGULAR_ACCELERATION, 2,
    "angular acceleration, z, world axes" },
};

static const Line tracer_lines[] = {
  { "x", "x", "x", "m", SOURCE_POSITION, 0, "x coordinate, world axes" },
  { "y", "y", "y", "m", SOURCE_POSITION, 1, "y coordinate, world axes" },
  { "speed", NULL, "|v|", "m/s", SOURCE_SPEED, 0, "magnitude of its velocity" },
  { "vx", "x", "v", "m/s", SOURCE_VELOCITY, 0, "x velocity, world axes" },
  { "vy", "y", "v", "m/s", SOURCE_VELOCITY, 1, "y velocity, world axes" },
  { "ax", "x", "a", "m/s^2", SOURCE_ACCELERATION, 0, "x acceleration, world axes" },
  { "ay", "y", "a", "m/s^2", SOURCE_ACCELERATION, 1, "y acceleration, world axes" },
};

static const Line tracer_z_lines[] = {
  { "z", "z", "z", "m", SOURCE_POSITION, 2, "z coordinate, world axes" },
  { "vz", "z", "v", "m/s", SOURCE_VELOCITY, 2, "z velocity, world axes" },
  { "az", "z", "a", "m/s^2", SOURCE_ACCELERATION, 2, "z acceleration, world axes" },
};

void
lw_channels_add_body (LwChannels *self, const Owner *owner, MbdMobility mobility)
{
  if (mobility == MBD_FIXED)
    return;
  if (mobility == MBD_PLANAR)
    ADD_LINES (self, owner, planar_body_lines);
  else
    ADD_LINES (self, owner, spatial_body_lines);
  ADD_LINES (self, owner, account_lines);
  if (mobility == MBD_PLANAR)
    ADD_LINES (self, owner, planar_account_lines);
  else
    ADD_LINES (self, owner, spatial_account_lines);
}

void
lw_channels_add_tracer (LwChannels *self, const Owner *owner, bool space)
{
  ADD_LINES (self, owner, tracer_lines);
  if (space)
    ADD_LINES (self, owner, tracer_z_lines);
}
