// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Channels of measurements.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-channels-private.h"
#include "lw-measurement.h"

static bool
find_points (Reading *self,
             const Channel *channel,
             guint *n_points,
             double points[LW_MEASUREMENT_POINTS][3],
             double velocities[LW_MEASUREMENT_POINTS][3])
{
  const LwMeasurement *measurement =
    &g_array_index (self->channels->measurements, LwMeasurement, channel->index);

  *n_points = measurement->n_points;
  return lw_measurement_get_points (measurement, self->state, points, velocities);
}

static double
read_point (Reading *self, const Channel *channel)
{
  double points[LW_MEASUREMENT_POINTS][3], velocities[LW_MEASUREMENT_POINTS][3];
  guint n;

  return find_points (self, channel, &n, points, velocities) ? points[0][channel->component] : NAN;
}

static double
read_value (Reading *self, const Channel *channel)
{
  double points[LW_MEASUREMENT_POINTS][3], velocities[LW_MEASUREMENT_POINTS][3];
  guint n;

  return find_points (self, channel, &n, points, velocities) ? lw_measurement_compute (n, points)
                                                             : NAN;
}

static double
read_rate (Reading *self, const Channel *channel)
{
  double points[LW_MEASUREMENT_POINTS][3], velocities[LW_MEASUREMENT_POINTS][3];
  guint n;

  return find_points (self, channel, &n, points, velocities)
           ? lw_measurement_compute_rate (n, points, velocities)
           : NAN;
}

static const Source measured_point = { read_point };
static const Source measured = { read_value };
static const Source measured_rate = { read_rate };

static const Line position_lines[] = {
  { "x", "x", "x", "m", &measured_point, 0, LW_GROUP_POSITION,
    N_ ("x coordinate of its point, world axes") },
  { "y", "y", "y", "m", &measured_point, 1, LW_GROUP_POSITION,
    N_ ("y coordinate of its point, world axes") },
  { "z", "z", "z", "m", &measured_point, 2, LW_GROUP_POSITION,
    N_ ("z coordinate of its point, world axes") },
};

static const Line distance_lines[] = {
  { "distance", NULL, "d", "m", &measured, 0, LW_GROUP_POSITION, N_ ("distance of its two points"),
    .rate = "rate" },
  { "rate", N_ ("rate"), "ḋ", "m/s", &measured_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of that distance") },
};

static const Line angle_lines[] = {
  { "angle", NULL, "φ", "rad", &measured, 0, LW_GROUP_ANGLE,
    N_ ("angle between its two directions, 0 to π"), .rate = "rate" },
  { "rate", N_ ("rate"), "φ̇", "rad/s", &measured_rate, 0, LW_GROUP_VELOCITY,
    N_ ("rate of that angle") },
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
