// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joint coordinate q between frame P on a predecessor (a) and frame S on a successor (b), used by
// drivers, limits and gears: value, rate, and the terms of G and gamma.

#pragma once

#include <math.h>

#include "mbd-coupling-class.h"

/// The frames P and S as bound.
typedef struct
{
  union
  {
    struct
    {
      double p[2], s[2];           ///< m, origins from the centres of mass, body axes
      double cos_alpha, sin_alpha; ///< angle of P in its body
      double angle;                ///< rad, angle of S in its body minus angle of P, in (-pi, pi]
    } plane;
    struct
    {
      double p[3], s[3]; ///< m, origins from the centres of mass, body axes
      double P[9];       ///< axes of P, frame to body
      double x[3];       ///< x axis of S, body axes
    } space;
  };
  const MbdCurve *curve; ///< the curve of an arc, in x and y of P; borrowed from the definition
} MbdEnds;

/// Pair of ends of a definition: body_a and body_b, or body_c and body_d.
typedef enum
{
  MBD_FIRST_PAIR,
  MBD_SECOND_PAIR,
} MbdEndPair;

/// A joint coordinate of one coupling, with the ends and bodies that it is measured between.
typedef struct
{
  MbdSpace space;
  MbdCoordinate coordinate;
  const MbdEnds *ends;
  int a, b; ///< indices of the bodies
  double
    near; ///< rad or m: angles in space and laps of arcs are the nearest ones to this; NaN: not
          ///< known
} MbdCoordinateAt;

/// q, its rate, and its second derivative at zero acceleration: q'' = G a + quadratic.
typedef struct
{
  double value, rate, quadratic;
} MbdCoordinateMotion;

/// Returns the angle plus the whole turns that bring it nearest to `near`.
static inline double
mbd_nearest_angle (double angle, double near)
{
  // Half a turn in either direction is half a turn forwards, whatever round-off says.
  const double tie = 1e-10;
  return angle + 2 * M_PI * rint ((near - angle) / (2 * M_PI) + tie);
}
/// Returns true if `coordinate` is a value of the enumeration other than an arc; definitions come from
/// outside the engine.
bool mbd_coordinate_is_known (MbdCoordinate coordinate);
/// Returns true if the coordinate is a length (m), false if it is an angle (rad).
bool mbd_coordinate_is_length (MbdCoordinate coordinate);
/// Checks the first coordinate of a definition, which may be an arc.
MbdStatus mbd_coordinate_check (const MbdCouplingDef *def, MbdDiagnosis *why);
/// Checks both coordinates of a definition, which cannot be arcs.
MbdStatus mbd_coordinates_check (const MbdCouplingDef *def, MbdDiagnosis *why);
/// Returns true if couplings with this coordinate keep it from step to step, by its turns or laps.
static inline bool
mbd_coordinate_is_kept (MbdCoordinate coordinate, MbdSpace space)
{
  return coordinate == MBD_COORDINATE_ARC || space == MBD_SPACE_SPACE;
}
/// Returns the angle or arc length that counts as the last accepted one at a start, for a coordinate
/// between two limits: if their range is narrower than a turn or lap, every value in it is within half of
/// one of its middle. Otherwise it is the one nearest to 0.
double mbd_coordinate_start (const MbdCouplingDef *def, double lower, double upper);
/// Returns the value of an angle or arc, which is kept from step to step; 0 for other coordinates.
double mbd_coordinate_kept (const MbdCoordinateAt *at, const MbdPose *pose);
void mbd_ends_bind (const MbdBinding *binding, MbdEndPair pair, MbdEnds *ends);

double mbd_coordinate_value (const MbdCoordinateAt *at, const MbdPose *pose);

/// Computes value, rate and quadratic term. Adds the gradients of q, [fx fy mz] or [force, moment]
/// in world axes about the centres of mass, multiplied by `factor`, to Ga and Gb.
MbdCoordinateMotion mbd_coordinate_motion (const MbdCoordinateAt *at,
                                           const MbdPose *pose,
                                           double factor,
                                           double *Ga,
                                           double *Gb);
/// Computes the signed distance of S's origin from the curve in x and y of P, like mbd_coordinate_motion ().
MbdCoordinateMotion mbd_across_motion (const MbdCoordinateAt *at,
                                       const MbdPose *pose,
                                       double factor,
                                       double *Ga,
                                       double *Gb);
/// Returns the foot of S's origin on the curve.
MbdCurvePoint mbd_coordinate_foot (const MbdCoordinateAt *at, const MbdPose *pose);
