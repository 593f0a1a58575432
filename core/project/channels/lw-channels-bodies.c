// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of bodies and tracers.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

#include <string.h>

#include "lw-joint-frame.h"

// Reading

static double
read_position (Reading *self, const Channel *channel)
{
  lw_reading_find_point (self, channel);
  return self->position[channel->component];
}

static double
read_velocity (Reading *self, const Channel *channel)
{
  lw_reading_find_point (self, channel);
  return self->velocity[channel->component];
}

static double
read_speed (Reading *self, const Channel *channel)
{
  lw_reading_find_point (self, channel);
  return lw_reading_norm (self->velocity, 3);
}

static double
read_acceleration (Reading *self, const Channel *channel)
{
  lw_reading_find_point (self, channel);
  return self->acceleration[channel->component];
}

static double
read_angle (Reading *self, const Channel *channel)
{
  return mbd_state_body_angle (self->state, channel->index);
}

static double
read_quaternion (Reading *self, const Channel *channel)
{
  double q[4];

  mbd_state_body_pose (self->state, channel->index, NULL, q);
  return q[channel->component];
}

static double
read_angular_velocity (Reading *self, const Channel *channel)
{
  double w[3];

  mbd_state_body_angular_velocity (self->state, channel->index, w);
  return w[channel->component];
}

/// In space, the channel's axes are world axes, but the state has the acceleration in body axes.
static double
read_angular_acceleration (Reading *self, const Channel *channel)
{
  const MbdModel *model = mbd_state_model (self->state);
  const double *a =
    mbd_state_accelerations (self->state) + mbd_model_body_first_velocity (model, channel->index);
  double q[4], alpha[3];

  if (mbd_model_body_mobility (model, channel->index) == MBD_PLANAR)
    return a[2];
  memcpy (alpha, a + 3, sizeof alpha);
  mbd_state_body_pose (self->state, channel->index, NULL, q);
  lw_joint_frame_rotate (q, alpha);
  return alpha[channel->component];
}

static MbdBodyAccount
get_account (Reading *self, const Channel *channel)
{
  MbdBodyAccount account;

  mbd_state_body_account (self->state, channel->index, &account);
  return account;
}

static double
read_kinetic (Reading *self, const Channel *channel)
{
  return get_account (self, channel).kinetic;
}

static double
read_gravity (Reading *self, const Channel *channel)
{
  return get_account (self, channel).gravity;
}

static double
read_momentum (Reading *self, const Channel *channel)
{
  return get_account (self, channel).linear[channel->component];
}

static double
read_spin (Reading *self, const Channel *channel)
{
  return get_account (self, channel).angular[channel->component];
}

// Sources and lines

static const Source position = { read_position };
static const Source velocity = { read_velocity };
static const Source speed = { read_speed };
static const Source acceleration = { read_acceleration };
static const Source angle = { read_angle };
static const Source quaternion = { read_quaternion };
static const Source angular_velocity = { read_angular_velocity };
// About z, or about an axis of the world.
static const Source angular_acceleration = { read_angular_acceleration };
static const Source kinetic = { read_kinetic, .is_square = true };
static const Source gravity = { read_gravity };
static const Source momentum = { read_momentum };
static const Source spin = { read_spin }; // about the centre of mass

static const Line planar_body_lines[] = {
  { "x", "x", "x", "m", &position, 0, LW_GROUP_POSITION,
    N_ ("x coordinate of the origin of its frame, world axes"), .rate = "vx" },
  { "y", "y", "y", "m", &position, 1, LW_GROUP_POSITION,
    N_ ("y coordinate of the origin of its frame, world axes"), .rate = "vy" },
  { "angle", NULL, "φ", "rad", &angle, 0, LW_GROUP_ANGLE, N_ ("angle about +z with all its turns"),
    .rate = "omega" },
  { "vx", "x", "v", "m/s", &velocity, 0, LW_GROUP_VELOCITY,
    N_ ("x velocity of the origin of its frame, world axes") },
  { "vy", "y", "v", "m/s", &velocity, 1, LW_GROUP_VELOCITY,
    N_ ("y velocity of the origin of its frame, world axes") },
  { "omega", NULL, "ω", "rad/s", &angular_velocity, 2, LW_GROUP_VELOCITY,
    N_ ("angular velocity about +z") },
  { "ax", "x", "a", "m/s^2", &acceleration, 0, LW_GROUP_ACCELERATION,
    N_ ("x acceleration of the origin of its frame, world axes") },
  { "ay", "y", "a", "m/s^2", &acceleration, 1, LW_GROUP_ACCELERATION,
    N_ ("y acceleration of the origin of its frame, world axes") },
  { "alpha", NULL, "α", "rad/s^2", &angular_acceleration, 2, LW_GROUP_ACCELERATION,
    N_ ("angular acceleration about +z") },
};

static const Line account_lines[] = {
  { "kinetic_energy", N_ ("kinetic"), "E", "J", &kinetic, 0, LW_GROUP_ENERGY,
    N_ ("its kinetic energy, of translation and rotation") },
  { "gravity_energy", N_ ("gravity"), "E", "J", &gravity, 0, LW_GROUP_ENERGY,
    N_ ("its potential energy of gravity (zero at the world origin)") },
  { "momentum_x", "x", "p", "N s", &momentum, 0, LW_GROUP_MOMENTUM,
    N_ ("its momentum, x, world axes") },
  { "momentum_y", "y", "p", "N s", &momentum, 1, LW_GROUP_MOMENTUM,
    N_ ("its momentum, y, world axes") },
};

static const Line planar_account_lines[] = {
  { "angular_momentum", NULL, "L", "N m s", &spin, 2, LW_GROUP_MOMENTUM,
    N_ ("its angular momentum about its centre of mass, positive about +z") },
};

static const Line spatial_account_lines[] = {
  { "momentum_z", "z", "p", "N s", &momentum, 2, LW_GROUP_MOMENTUM,
    N_ ("its momentum, z, world axes") },
  { "angular_momentum_x", "x", "L", "N m s", &spin, 0, LW_GROUP_MOMENTUM,
    N_ ("its angular momentum about its centre of mass, x, world axes") },
  { "angular_momentum_y", "y", "L", "N m s", &spin, 1, LW_GROUP_MOMENTUM,
    N_ ("its angular momentum about its centre of mass, y, world axes") },
  { "angular_momentum_z", "z", "L", "N m s", &spin, 2, LW_GROUP_MOMENTUM,
    N_ ("its angular momentum about its centre of mass, z, world axes") },
};

static const Line spatial_body_lines[] = {
  { "x", "x", "x", "m", &position, 0, LW_GROUP_POSITION,
    N_ ("x coordinate of the origin of its frame, world axes"), .rate = "vx" },
  { "y", "y", "y", "m", &position, 1, LW_GROUP_POSITION,
    N_ ("y coordinate of the origin of its frame, world axes"), .rate = "vy" },
  { "z", "z", "z", "m", &position, 2, LW_GROUP_POSITION,
    N_ ("z coordinate of the origin of its frame, world axes"), .rate = "vz" },
  { "qw", "w", "q", "1", &quaternion, 0, LW_GROUP_ANGLE,
    N_ ("attitude, scalar part of the quaternion") },
  { "qx", "x", "q", "1", &quaternion, 1, LW_GROUP_ANGLE,
    N_ ("attitude, x of the quaternion, body to world") },
  { "qy", "y", "q", "1", &quaternion, 2, LW_GROUP_ANGLE,
    N_ ("attitude, y of the quaternion, body to world") },
  { "qz", "z", "q", "1", &quaternion, 3, LW_GROUP_ANGLE,
    N_ ("attitude, z of the quaternion, body to world") },
  { "vx", "x", "v", "m/s", &velocity, 0, LW_GROUP_VELOCITY,
    N_ ("x velocity of the origin of its frame, world axes") },
  { "vy", "y", "v", "m/s", &velocity, 1, LW_GROUP_VELOCITY,
    N_ ("y velocity of the origin of its frame, world axes") },
  { "vz", "z", "v", "m/s", &velocity, 2, LW_GROUP_VELOCITY,
    N_ ("z velocity of the origin of its frame, world axes") },
  { "wx", "x", "ω", "rad/s", &angular_velocity, 0, LW_GROUP_VELOCITY,
    N_ ("angular velocity, x, world axes") },
  { "wy", "y", "ω", "rad/s", &angular_velocity, 1, LW_GROUP_VELOCITY,
    N_ ("angular velocity, y, world axes") },
  { "wz", "z", "ω", "rad/s", &angular_velocity, 2, LW_GROUP_VELOCITY,
    N_ ("angular velocity, z, world axes") },
  { "ax", "x", "a", "m/s^2", &acceleration, 0, LW_GROUP_ACCELERATION,
    N_ ("x acceleration of the origin of its frame, world axes") },
  { "ay", "y", "a", "m/s^2", &acceleration, 1, LW_GROUP_ACCELERATION,
    N_ ("y acceleration of the origin of its frame, world axes") },
  { "az", "z", "a", "m/s^2", &acceleration, 2, LW_GROUP_ACCELERATION,
    N_ ("z acceleration of the origin of its frame, world axes") },
  { "alpha_x", "x", "α", "rad/s^2", &angular_acceleration, 0, LW_GROUP_ACCELERATION,
    N_ ("angular acceleration, x, world axes") },
  { "alpha_y", "y", "α", "rad/s^2", &angular_acceleration, 1, LW_GROUP_ACCELERATION,
    N_ ("angular acceleration, y, world axes") },
  { "alpha_z", "z", "α", "rad/s^2", &angular_acceleration, 2, LW_GROUP_ACCELERATION,
    N_ ("angular acceleration, z, world axes") },
};

static const Line tracer_lines[] = {
  { "x", "x", "x", "m", &position, 0, LW_GROUP_POSITION, N_ ("x coordinate, world axes"),
    .rate = "vx" },
  { "y", "y", "y", "m", &position, 1, LW_GROUP_POSITION, N_ ("y coordinate, world axes"),
    .rate = "vy" },
  { "speed", NULL, "|v|", "m/s", &speed, 0, LW_GROUP_VELOCITY, N_ ("magnitude of its velocity") },
  { "vx", "x", "v", "m/s", &velocity, 0, LW_GROUP_VELOCITY, N_ ("x velocity, world axes") },
  { "vy", "y", "v", "m/s", &velocity, 1, LW_GROUP_VELOCITY, N_ ("y velocity, world axes") },
  { "ax", "x", "a", "m/s^2", &acceleration, 0, LW_GROUP_ACCELERATION,
    N_ ("x acceleration, world axes") },
  { "ay", "y", "a", "m/s^2", &acceleration, 1, LW_GROUP_ACCELERATION,
    N_ ("y acceleration, world axes") },
};

static const Line tracer_z_lines[] = {
  { "z", "z", "z", "m", &position, 2, LW_GROUP_POSITION, N_ ("z coordinate, world axes"),
    .rate = "vz" },
  { "vz", "z", "v", "m/s", &velocity, 2, LW_GROUP_VELOCITY, N_ ("z velocity, world axes") },
  { "az", "z", "a", "m/s^2", &acceleration, 2, LW_GROUP_ACCELERATION,
    N_ ("z acceleration, world axes") },
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
