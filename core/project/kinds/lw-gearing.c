// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-gearing.h"

static double
ratio_itself (const double *values, bool crossed)
{
  return values[0];
}

static double
ratio_of_radii (const double *values, bool crossed)
{
  return (crossed ? -1 : 1) * values[0] / values[1];
}

static double
ratio_of_pitch (const double *values, bool crossed)
{
  return values[0] / (2 * G_PI);
}

static double
map_ratio (const double factors[2], double scale)
{
  return factors[1] / factors[0];
}

/// The factors are 1 or -1 for angles, and may contain the scale for slides.
static double
map_length (const double factors[2], double scale)
{
  return factors[0] * factors[1];
}

static double
map_radii (const double factors[2], double scale)
{
  return scale;
}

const LwGearingEntry lw_gearings[LW_GEARINGS] = {
  [LW_GEARING_RATIO] = { .key = "ratio",
                         .n_values = 1,
                         .usual = 0.05,
                         .get_ratio = ratio_itself,
                         .map = map_ratio },
  [LW_GEARING_BELT] = { .key = "radii",
                        .n_values = 2,
                        .wraps = true,
                        .mesh = MBD_MESH_BELT,
                        .measure = LW_MEASURE_RADII,
                        .usual = 0.05,
                        .get_ratio = ratio_of_radii,
                        .map = map_radii },
  [LW_GEARING_RACK] = { .key = "radius",
                        .n_values = 1,
                        .measure = LW_MEASURE_RADII,
                        .slides = true,
                        .usual = 0.05,
                        .get_ratio = ratio_itself,
                        .map = map_length },
  [LW_GEARING_SCREW] = { .key = "pitch",
                         .n_values = 1,
                         .measure = LW_MEASURE_PITCH,
                         .slides = true,
                         .advances = true,
                         .usual = 0.01 / (2 * G_PI),
                         .get_ratio = ratio_of_pitch,
                         .map = map_length },
};
