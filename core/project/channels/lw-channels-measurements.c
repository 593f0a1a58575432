// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of measurements.

#include <math.h>

#include "lw-channels-private.h"
#include "lw-measurement.h"

static const Line position_lines[] = {
  { "x", "x", "x", "m", SOURCE_MEASURED_POINT, 0, "x coordinate of its point, world axes" },
  { "y", "y", "y", "m", SOURCE_MEASURED_POINT, 1, "y coordinate of its point, world axes" },
  { "z", "z", "z", "m", SOURCE_MEASURED_POINT, 2, "z coordinate of its point, world axes" },
};

static const Line distance_lines[] = {
  { "distance", NULL, "d", "m", SOURCE_MEASURED, 0, "distance of its two points" },
  { "rate", "rate", "ḋ", "m/s", SOURCE_MEASURED, 1, "rate of that distance" },
};

static const Line angle_lines[] = {
  { "angle", NULL, "φ", "rad", SOURCE_MEASURED, 0, "angle between its two directions, 0 to π" },
  { "rate", "rate", "φ̇", "rad/s", SOURCE_MEASURED, 1, "rate of that angle" },
};

void
lw_channels_add_measurement (LwChannels *self, Owner *owner, const LwMeasurement *measurement)
{
  owner->pattern.index = (int) self->measurements->len;
  g_array_append_vals (self->measurements, measurement, 1);
  // Only the points are used; the mechanism owns the name.
  g_array_index (self->measurements, LwMeasurement, owner->pattern.index).element.name = NULL;
  if (measurement->n_points == LW_MEASUREMENT_POSITION)
    ADD_LINES (self, owner, position_lines);
  else if (measurement->n_points == LW_MEASUREMENT_DISTANCE)
    ADD_LINES (self, owner, distance_lines);
  else
    ADD_LINES (self, owner, angle_lines);
}

double
lw_channels_read_measurement (const LwChannels *self, MbdState *state, const Channel *channel)
{
  const LwMeasurement *measurement =
    &g_array_index (self->measurements, LwMeasurement, channel->index);
  double points[LW_MEASUREMENT_POINTS][3], velocities[LW_MEASUREMENT_POINTS][3];

  if (!lw_measurement_get_points (measurement, state, points, velocities))
    return NAN;
  if (channel->source == SOURCE_MEASURED_POINT)
    return points[0][channel->component];
  return channel->component == 0
           ? lw_measurement_compute (measurement->n_points, points)
           : lw_measurement_compute_rate (measurement->n_points, points, velocities);
}
