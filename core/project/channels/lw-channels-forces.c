// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of force elements.

#include <glib/gi18n.h>

#include "lw-channels-private.h"

// Reading

static double
read_spring_length (Reading *self, const Channel *channel)
{
  double length, rate, tension;

  mbd_state_spring (self->state, channel->index, &length, &rate, &tension);
  return length;
}

static double
read_spring_rate (Reading *self, const Channel *channel)
{
  double length, rate, tension;

  mbd_state_spring (self->state, channel->index, &length, &rate, &tension);
  return rate;
}

static double
read_spring_tension (Reading *self, const Channel *channel)
{
  double length, rate, tension;

  mbd_state_spring (self->state, channel->index, &length, &rate, &tension);
  return tension;
}

static double
read_stored (Reading *self, const Channel *channel)
{
  return mbd_state_force_potential (self->state, channel->index);
}

static double
read_dissipated (Reading *self, const Channel *channel)
{
  double dissipated, residual;

  mbd_state_force_power (self->state, channel->index, &dissipated, &residual);
  return dissipated;
}

static double
read_residual (Reading *self, const Channel *channel)
{
  double dissipated, residual;

  mbd_state_force_power (self->state, channel->index, &dissipated, &residual);
  return residual;
}

static double
read_force_input (Reading *self, const Channel *channel)
{
  return mbd_state_force_work (self->state, channel->index).input;
}

static double
read_force_taken (Reading *self, const Channel *channel)
{
  return mbd_state_force_work (self->state, channel->index).dissipated;
}

static double
read_action_force (Reading *self, const Channel *channel)
{
  MbdWrench wrench;

  mbd_state_force_wrench (self->state, channel->index, 1, &wrench);
  return wrench.force[channel->component];
}

static double
read_action_force_size (Reading *self, const Channel *channel)
{
  MbdWrench wrench;

  mbd_state_force_wrench (self->state, channel->index, 1, &wrench);
  return lw_reading_norm (wrench.force, 3);
}

static double
read_action_moment (Reading *self, const Channel *channel)
{
  MbdWrench wrench;

  mbd_state_force_wrench (self->state, channel->index, 1, &wrench);
  return wrench.moment[channel->component];
}

static MbdBushingForces
get_bushing (Reading *self, const Channel *channel)
{
  MbdBushingForces bushing;

  mbd_state_bushing (self->state, channel->index, &bushing);
  return bushing;
}

static double
read_bushing_angle (Reading *self, const Channel *channel)
{
  return get_bushing (self, channel).angles[channel->component];
}

static double
read_bushing_angle_rate (Reading *self, const Channel *channel)
{
  return get_bushing (self, channel).angle_rates[channel->component];
}

static double
read_bushing_shift (Reading *self, const Channel *channel)
{
  return get_bushing (self, channel).displacement_mid[channel->component];
}

static double
read_bushing_shift_rate (Reading *self, const Channel *channel)
{
  return get_bushing (self, channel).displacement_rates[channel->component];
}

static double
read_bushing_shift_a (Reading *self, const Channel *channel)
{
  const MbdBushingForces bushing = get_bushing (self, channel);
  double sum = 0;

  for (int k = 0; k < 3; k++)
    sum += bushing.mid_frame[3 * channel->component + k] * bushing.displacement_mid[k];
  return sum;
}

// Sources and lines

static const Source spring_length = { read_spring_length };
static const Source spring_rate = { read_spring_rate };
static const Source spring_tension = { read_spring_tension };
static const Source stored = { read_stored, .is_square = true };
static const Source dissipated = { read_dissipated };
static const Source residual = { read_residual };
static const Source force_input = { read_force_input, .is_integral = true };
static const Source force_taken = { read_force_taken, .is_integral = true };
static const Source action_force = { read_action_force };
static const Source action_force_size = { read_action_force_size };
static const Source action_moment = { read_action_moment };
static const Source bushing_angle = { read_bushing_angle };
static const Source bushing_angle_rate = { read_bushing_angle_rate };
// Along the axes half-way between the frames.
static const Source bushing_shift = { read_bushing_shift };
static const Source bushing_shift_rate = { read_bushing_shift_rate };
// Along the axes of the first frame.
static const Source bushing_shift_a = { read_bushing_shift_a };

static const Line spring_lines[] = {
  { "length", NULL, "l", "m", &spring_length, 0, LW_GROUP_POSITION, N_ ("distance of its ends"),
    .rate = "rate" },
  { "rate", NULL, "v", "m/s", &spring_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of its length, positive when it grows") },
  { "tension", NULL, "T", "N", &spring_tension, 0, LW_GROUP_FORCE,
    N_ ("force along it, positive pulls its ends together") },
};

static const Line stored_lines[] = {
  { "energy", NULL, "E", "J", &stored, 0, LW_GROUP_ENERGY, N_ ("energy that it has stored") },
};

static const Line dissipated_lines[] = {
  { "dissipated_power", NULL, "P", "W", &dissipated, 0, LW_GROUP_POWER,
    N_ ("power that it takes out of the mechanism") },
  { "dissipated_energy", N_ ("dissipated"), "E", "J", &force_taken, 0, LW_GROUP_ENERGY,
    N_ ("energy that it has taken out of the mechanism since the start of the run") },
};

static const Line work_lines[] = {
  { "work", N_ ("work"), "E", "J", &force_input, 0, LW_GROUP_ENERGY,
    N_ ("work that it has put into the bodies since the start of the run, without what it had "
        "stored") },
};

static const Line residual_lines[] = {
  { "residual_power", NULL, "P", "W", &residual, 0, LW_GROUP_POWER,
    N_ ("power of its springs that does not change the stored energy; 0 of the law that is "
        "consistent") },
};

static const Line action_lines[] = {
  { "force", NULL, "|F|", "N", &action_force_size, 0, LW_GROUP_FORCE,
    N_ ("magnitude of the force on its body") },
  { "force_x", "x", "F", "N", &action_force, 0, LW_GROUP_FORCE,
    N_ ("x component of the force on its (second) body, world axes") },
  { "force_y", "y", "F", "N", &action_force, 1, LW_GROUP_FORCE,
    N_ ("y component of the force on its (second) body, world axes") },
};

static const Line planar_action_lines[] = {
  { "moment", NULL, "M", "N m", &action_moment, 2, LW_GROUP_MOMENT,
    N_ ("moment on its (second) body about the point it acts at, positive about +z") },
};

static const Line spatial_action_lines[] = {
  { "force_z", "z", "F", "N", &action_force, 2, LW_GROUP_FORCE,
    N_ ("z component of the force on its (second) body, world axes") },
  { "moment_x", "x", "M", "N m", &action_moment, 0, LW_GROUP_MOMENT,
    N_ ("x component of the moment on its (second) body about the point it acts at, world axes") },
  { "moment_y", "y", "M", "N m", &action_moment, 1, LW_GROUP_MOMENT,
    N_ ("y component of the moment on its (second) body about the point it acts at, world axes") },
  { "moment_z", "z", "M", "N m", &action_moment, 2, LW_GROUP_MOMENT,
    N_ ("z component of the moment on its (second) body about the point it acts at, world axes") },
};

static const Line planar_bushing_lines[] = {
  { "angle", NULL, "φ", "rad", &bushing_angle, 2, LW_GROUP_ANGLE,
    N_ ("angle of its second frame against the first, positive about +z"), .rate = "angle_rate" },
  { "angle_rate", NULL, "φ̇", "rad/s", &bushing_angle_rate, 2, LW_GROUP_VELOCITY,
    N_ ("rate of that angle") },
  { "x", "x", "x", "m", &bushing_shift, 0, LW_GROUP_POSITION,
    N_ ("x displacement of its second frame against the first, along the axes half-way "
        "between them"),
    .rate = "vx" },
  { "y", "y", "x", "m", &bushing_shift, 1, LW_GROUP_POSITION,
    N_ ("y displacement of its second frame against the first, along the axes half-way "
        "between them"),
    .rate = "vy" },
  { "vx", "x", "v", "m/s", &bushing_shift_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of the x displacement") },
  { "vy", "y", "v", "m/s", &bushing_shift_rate, 1, LW_GROUP_VELOCITY,
    N_ ("rate of the y displacement") },
  { "x_in_a", "x", "x", "m", &bushing_shift_a, 0, LW_GROUP_POSITION,
    N_ ("x displacement of its second frame against the first, along the axes of the first") },
  { "y_in_a", "y", "x", "m", &bushing_shift_a, 1, LW_GROUP_POSITION,
    N_ ("y displacement of its second frame against the first, along the axes of the first") },
};

// The rates of displacements are those of the law, which in space may approximate them.
static const Line spatial_bushing_lines[] = {
  { "roll", N_ ("roll"), "φ", "rad", &bushing_angle, 0, LW_GROUP_ANGLE,
    N_ ("angle about the x axis of its second frame, turned last"), .rate = "roll_rate" },
  { "pitch", N_ ("pitch"), "φ", "rad", &bushing_angle, 1, LW_GROUP_ANGLE,
    N_ ("angle about y, turned between"), .rate = "pitch_rate" },
  { "yaw", N_ ("yaw"), "φ", "rad", &bushing_angle, 2, LW_GROUP_ANGLE,
    N_ ("angle about the z axis of its first frame, turned first"), .rate = "yaw_rate" },
  { "roll_rate", N_ ("roll"), "φ̇", "rad/s", &bushing_angle_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of the roll angle") },
  { "pitch_rate", N_ ("pitch"), "φ̇", "rad/s", &bushing_angle_rate, 1, LW_GROUP_VELOCITY,
    N_ ("rate of the pitch angle") },
  { "yaw_rate", N_ ("yaw"), "φ̇", "rad/s", &bushing_angle_rate, 2, LW_GROUP_VELOCITY,
    N_ ("rate of the yaw angle") },
  { "x", "x", "x", "m", &bushing_shift, 0, LW_GROUP_POSITION,
    N_ ("x displacement of its second frame against the first, along the axes half-way "
        "between them") },
  { "y", "y", "x", "m", &bushing_shift, 1, LW_GROUP_POSITION,
    N_ ("y displacement of its second frame against the first, along the axes half-way "
        "between them") },
  { "z", "z", "x", "m", &bushing_shift, 2, LW_GROUP_POSITION,
    N_ ("z displacement of its second frame against the first, along the axes half-way "
        "between them") },
  { "vx", "x", "v", "m/s", &bushing_shift_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of the x displacement") },
  { "vy", "y", "v", "m/s", &bushing_shift_rate, 1, LW_GROUP_VELOCITY,
    N_ ("rate of the y displacement") },
  { "vz", "z", "v", "m/s", &bushing_shift_rate, 2, LW_GROUP_VELOCITY,
    N_ ("rate of the z displacement") },
  { "x_in_a", "x", "x", "m", &bushing_shift_a, 0, LW_GROUP_POSITION,
    N_ ("x displacement of its second frame against the first, along the axes of the first") },
  { "y_in_a", "y", "x", "m", &bushing_shift_a, 1, LW_GROUP_POSITION,
    N_ ("y displacement of its second frame against the first, along the axes of the first") },
  { "z_in_a", "z", "x", "m", &bushing_shift_a, 2, LW_GROUP_POSITION,
    N_ ("z displacement of its second frame against the first, along the axes of the first") },
};

void
lw_channels_add_force (LwChannels *self, const Owner *owner, const LwForce *force, bool space)
{
  const LwFamily *family = lw_family_of (force->def.class_);

  if (family->has_law)
    ADD_LINES (self, owner, spring_lines);
  if (family->is_compliant_joint && space)
    ADD_LINES (self, owner, spatial_bushing_lines);
  if (family->is_compliant_joint && !space)
    ADD_LINES (self, owner, planar_bushing_lines);
  if (!family->has_law) {
    ADD_LINES (self, owner, action_lines);
    if (space)
      ADD_LINES (self, owner, spatial_action_lines);
    else
      ADD_LINES (self, owner, planar_action_lines);
  }
  if (family->stores_energy)
    ADD_LINES (self, owner, stored_lines);
  if (family->dissipates)
    ADD_LINES (self, owner, dissipated_lines);
  if (family->is_compliant_joint)
    ADD_LINES (self, owner, residual_lines);
  if (family->is_load || family->is_compliant_joint || force->law != NULL)
    ADD_LINES (self, owner, work_lines);
}
