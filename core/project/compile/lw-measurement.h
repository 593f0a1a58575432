// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Value of a measurement: a distance or an angle between points of bodies, and its rate.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Computes the points of a measurement in the world, m, and their velocities, m/s, unless
/// `velocities` is NULL. Returns false if one of its bodies is not in the model.
bool lw_measurement_get_points (const LwMeasurement *self,
                                MbdState *state,
                                double points[LW_MEASUREMENT_POINTS][3],
                                double velocities[LW_MEASUREMENT_POINTS][3]);
/// Returns the distance, m, or the angle, 0 .. pi rad, of points in the world; 0 for a position.
double lw_measurement_compute (guint n_points, const double points[LW_MEASUREMENT_POINTS][3]);
/// Returns the rate of the distance or angle, m/s or rad/s. Returns 0 if it is undefined: for
/// coincident points and for angles of 0 and pi.
double lw_measurement_compute_rate (guint n_points,
                                    const double points[LW_MEASUREMENT_POINTS][3],
                                    const double velocities[LW_MEASUREMENT_POINTS][3]);
/// Returns "m" or "rad".
const char *lw_measurement_get_unit (const LwMeasurement *self);

G_END_DECLS
