// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plane curves through given points: cubic splines with continuous curvature, by their arc length. A curve
// is immutable and shared by references.

#pragma once

#include <stdbool.h>

#include "mbd-api.h"
#include "mbd-status.h"

MBD_BEGIN_DECLS

/// Largest number of points of a curve.
#define MBD_MOST_CURVE_POINTS 500

typedef struct MbdCurve MbdCurve; ///< a curve

/// A place on a curve.
typedef struct
{
  double s;          ///< m, arc length from the first point; on a closed curve with its laps
  double point[2];   ///< m
  double tangent[2]; ///< unit vector in the sense of s
  double curvature;  ///< 1/m, positive if the curve bends to the left
  double bend;       ///< 1/m^2, derivative of the curvature by s
  double distance;   ///< m, of the point whose foot this is, positive on the left; else 0
} MbdCurvePoint;

/// Creates the curve through `count` points x, y (m). It is closed if the last point equals the first
/// one, else it has no curvature at its ends and continues straight beyond them. Fails with NOT_FINITE,
/// CURVE_SHORT, CURVE_LONG, CURVE_REPEATS, CURVE_SHARP, CURVE_CROSSES or OUT_OF_MEMORY; `row` of `why` is
/// then the index of the point, or -1.
MbdStatus mbd_curve_new (const double *points, int count, MbdCurve **curve, MbdDiagnosis *why);
/// Adds a reference; NULL is allowed.
MbdCurve *mbd_curve_ref (const MbdCurve *curve);
/// Drops a reference; NULL is allowed.
void mbd_curve_unref (const MbdCurve *curve);
/// Returns true if the curve is closed.
bool mbd_curve_is_closed (const MbdCurve *curve);
/// Returns the length between the ends, or of one lap, m.
double mbd_curve_length (const MbdCurve *curve);
/// Returns the distance, m, up to which every point has only one nearest point on the curve; close to the
/// smaller of the smallest radius of curvature and half the smallest gap between its parts.
double mbd_curve_reach (const MbdCurve *curve);
/// Returns the arc length at a given point of the definition, m.
double mbd_curve_place (const MbdCurve *curve, int point);
/// Returns the place at an arc length.
MbdCurvePoint mbd_curve_at (const MbdCurve *curve, double s);
/// Returns the foot of a point on the curve: the nearest place. Where several places compete, the one
/// with an arc length near `near` (NaN: not known), whose laps it has.
MbdCurvePoint mbd_curve_foot (const MbdCurve *curve, const double point[2], double near);

MBD_END_DECLS
