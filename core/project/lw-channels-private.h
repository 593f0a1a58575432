// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels, inside: what the list of them and the reading of their values share.

#pragma once

#include "lw-channels.h"

G_BEGIN_DECLS

// Where the value of a channel comes from.
typedef enum
{
  SOURCE_TIME,
  SOURCE_KINETIC,
  SOURCE_POTENTIAL,
  SOURCE_TOTAL,
  SOURCE_MOMENTUM,
  SOURCE_ANGULAR_MOMENTUM,
  SOURCE_POSITION, // of a point of a body
  SOURCE_VELOCITY,
  SOURCE_SPEED,
  SOURCE_ACCELERATION,
  SOURCE_ANGLE,
  SOURCE_QUATERNION,
  SOURCE_ANGULAR_VELOCITY,
  SOURCE_ANGULAR_ACCELERATION, // of a planar body
  SOURCE_LENGTH_ERROR,         // norms over the rows of a coupling that measure lengths ...
  SOURCE_ANGLE_ERROR, // ... and over those that measure angles; `component` is the derivative
  SOURCE_MULTIPLIER,
  SOURCE_FORCE,
  SOURCE_FORCE_SIZE,
  SOURCE_MOMENT,
  SOURCE_MOMENT_SIZE,
  SOURCE_ROD_TENSION,
  SOURCE_ROD_ERROR,
  SOURCE_COORDINATE, // of a joint, or of what a driver, limit or gear works on
  SOURCE_COORDINATE_RATE,
  SOURCE_EFFORT, // of a driver or limit on its coordinate, positive increases it
  SOURCE_POWER,
  SOURCE_GAP, // of a row
  SOURCE_ACTIVE,
  SOURCE_BROKEN,
  SOURCE_SPRING_LENGTH,
  SOURCE_SPRING_RATE,
  SOURCE_SPRING_TENSION,
} Source;

typedef struct
{
  LwChannel public;
  Source source;
  int component;
  int index;       // of the body, coupling or force element in the model
  double point[3]; // of the body
  int first_row;
  int n_length_rows;
  int n_angle_rows;
  MbdCoordinate coordinate; // component: which pair of the coupling
} Channel;

struct _LwChannels
{
  gatomicrefcount ref_count;
  GArray *channels;    // of Channel
  GHashTable *by_name; // name → index + 1
  int n_rows;
};

G_END_DECLS
