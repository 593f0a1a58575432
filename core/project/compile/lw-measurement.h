// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a measurement reads: a distance or an angle of points of bodies, and its rate.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// The points of a measurement in the world, as a state has them, m; with `velocities` (m/s) unless
/// it is NULL. False when a body of it is not in the model.
bool lw_measurement_get_points (const LwMeasurement *self,
                                MbdState *state,
                                double points[LW_MEASUREMENT_POINTS][3],
                                double velocities[LW_MEASUREMENT_POINTS][3]);
/// The distance, m, or the angle, 0 .. pi rad, of points in the world; 0 for a position.
double lw_measurement_compute (guint n_points, const double points[LW_MEASUREMENT_POINTS][3]);
/// Its rate, m/s or rad/s; 0 where it has none: in coincident points, and in angles of 0 and pi.
double lw_measurement_compute_rate (guint n_points,
                                    const double points[LW_MEASUREMENT_POINTS][3],
                                    const double velocities[LW_MEASUREMENT_POINTS][3]);
/// "m" or "rad".
const char *lw_measurement_get_unit (const LwMeasurement *self);

G_END_DECLS
