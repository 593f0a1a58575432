// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of force elements.

#include "lw-channels-private.h"

static const Line spring_lines[] = {
  { "length", NULL, "l", "m", SOURCE_SPRING_LENGTH, 0, "distance of its ends" },
  { "rate", NULL, "v", "m/s", SOURCE_SPRING_RATE, 0, "rate of its length, positive when it grows" },
  { "tension", NULL, "T", "N", SOURCE_SPRING_TENSION, 0,
    "force along it, positive pulls its ends together" },
};

static const Line stored_lines[] = {
  { "energy", NULL, "E", "J", SOURCE_STORED, 0, "energy that it has stored" },
};

static const Line dissipated_lines[] = {
  { "dissipated_power", NULL, "P", "W", SOURCE_DISSIPATED, 0,
    "power that it takes out of the mechanism" },
  { "dissipated_energy", "dissipated", "E", "J", SOURCE_FORCE_TAKEN, 0,
    "energy that it has taken out of the mechanism since the start of the run" },
};

static const Line work_lines[] = {
  { "work", "work", "E", "J", SOURCE_FORCE_INPUT, 0,
    "work that it has put into the bodies since the start of the run, without what it had stored" },
};

static const Line residual_lines[] = {
  { "residual_power", NULL, "P", "W", SOURCE_RESIDUAL, 0,
    "power of its springs that does not change the stored energy; 0 of the law that is "
    "consistent" },
};

static const Line action_lines[] = {
  { "force", NULL, "|F|", "N", SOURCE_ACTION_FORCE_SIZE, 0, "magnitude of the force on its body" },
  { "force_x", "x", "F", "N", SOURCE_ACTION_FORCE, 0,
    "x component of the force on its (second) body, world axes" },
  { "force_y", "y", "F", "N", SOURCE_ACTION_FORCE, 1,
    "y component of the force on its (second) body, world axes" },
};

#define ABOUT_ITS_POINT " of the moment on its (second) body about the point it acts at, world axes"

static const Line planar_action_lines[] = {
  { "moment", NULL, "M", "N m", SOURCE_ACTION_MOMENT, 2,
    "moment on its (second) body about the point it acts at, positive about +z" },
};

static const Line spatial_action_lines[] = {
  { "force_z", "z", "F", "N", SOURCE_ACTION_FORCE, 2,
    "z component of the force on its (second) body, world axes" },
  { "moment_x", "x", "M", "N m", SOURCE_ACTION_MOMENT, 0, "x component" ABOUT_ITS_POINT },
  { "moment_y", "y", "M", "N m", SOURCE_ACTION_MOMENT, 1, "y component" ABOUT_ITS_POINT },
  { "moment_z", "z", "M", "N m", SOURCE_ACTION_MOMENT, 2, "z component" ABOUT_ITS_POINT },
};

#define HALF_WAY " of its second frame against the first, along the axes half-way between them"
#define IN_FIRST " of its second frame against the first, along the axes of the first"

static const Line planar_bushing_lines[] = {
  { "angle", NULL, "φ", "rad", SOURCE_BUSHING_ANGLE, 2,
    "angle of its second frame against the first, positive about +z" },
  { "angle_rate", NULL, "φ̇", "rad/s", SOURCE_BUSHING_ANGLE_RATE, 2, "rate of that angle" },
  { "x", "x", "x", "m", SOURCE_BUSHING_SHIFT, 0, "x displacement" HALF_WAY },
  { "y", "y", "x", "m", SOURCE_BUSHING_SHIFT, 1, "y displacement" HALF_WAY },
  { "vx", "x", "v", "m/s", SOURCE_BUSHING_SHIFT_RATE, 0, "rate of the x displacement" },
  { "vy", "y", "v", "m/s", SOURCE_BUSHING_SHIFT_RATE, 1, "rate of the y displacement" },
  { "x_in_a", "x", "x", "m", SOURCE_BUSHING_SHIFT_A, 0, "x displacement" IN_FIRST },
  { "y_in_a", "y", "x", "m", SOURCE_BUSHING_SHIFT_A, 1, "y displacement" IN_FIRST },
};

static const Line spatial_bushing_lines[] = {
  { "roll", "roll", "φ", "rad", SOURCE_BUSHING_ANGLE, 0,
    "angle about the x axis of its second frame, turned last" },
  { "pitch", "pitch", "φ", "rad", SOURCE_BUSHING_ANGLE, 1, "angle about y, turned between" },
  { "yaw", "yaw", "φ", "rad", SOURCE_BUSHING_ANGLE, 2,
    "angle about the z axis of its first frame, turned first" },
  { "roll_rate", "roll", "φ̇", "rad/s", SOURCE_BUSHING_ANGLE_RATE, 0, "rate of the roll angle" },
  { "pitch_rate", "pitch", "φ̇", "rad/s", SOURCE_BUSHING_ANGLE_RATE, 1, "rate of the pitch angle" },
  { "yaw_rate", "yaw", "φ̇", "rad/s", SOURCE_BUSHING_ANGLE_RATE, 2, "rate of the yaw angle" },
  { "x", "x", "x", "m", SOURCE_BUSHING_SHIFT, 0, "x displacement" HALF_WAY },
  { "y", "y", "x", "m", SOURCE_BUSHING_SHIFT, 1, "y displacement" HALF_WAY },
  { "z", "z", "x", "m", SOURCE_BUSHING_SHIFT, 2, "z displacement" HALF_WAY },
  { "vx", "x", "v", "m/s", SOURCE_BUSHING_SHIFT_RATE, 0, "rate of the x displacement" },
  { "vy", "y", "v", "m/s", SOURCE_BUSHING_SHIFT_RATE, 1, "rate of the y displacement" },
  { "vz", "z", "v", "m/s", SOURCE_BUSHING_SHIFT_RATE, 2, "rate of the z displacement" },
  { "x_in_a", "x", "x", "m", SOURCE_BUSHING_SHIFT_A, 0, "x displacement" IN_FIRST },
  { "y_in_a", "y", "x", "m", SOURCE_BUSHING_SHIFT_A, 1, "y displacement" IN_FIRST },
  { "z_in_a", "z", "x", "m", SOURCE_BUSHING_SHIFT_A, 2, "z displacement" IN_FIRST },
};

void
lw_channels_add_force (LwChannels *self, const Owner *owner, const MbdForceDef *def, bool space)
{
  const LwFamily *family = lw_family_of (def->class_);

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
  if (family->is_load || family->is_compliant_joint || def->law != NULL)
    ADD_LINES (self, owner, work_lines);
}
