// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joint coordinate q between frame P on a predecessor (a) and frame S on a successor (b), used by
// drivers, limits and gears: value, rate, and the terms of G and gamma.

#pragma once

#include <math.h>

#include "mbd-coupling-class.h"

/// The frames P and S as bound.
typedef union
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
  int a, b;    ///< indices of the bodies
  double near; ///< rad: angles in space are the nearest ones to this
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
/// Returns true if `coordinate` is a value of the enumeration; definitions come from outside the
/// engine.
bool mbd_coordinate_is_known (MbdCoordinate coordinate);
/// Returns true if the coordinate is a length (m), false if it is an angle (rad).
bool mbd_coordinate_is_length (MbdCoordinate coordinate);
void mbd_ends_bind (const MbdBinding *binding, MbdEndPair pair, MbdEnds *ends);

double mbd_coordinate_value (const MbdCoordinateAt *at, const MbdPose *pose);

/// Computes value, rate and quadratic term. Adds the gradients of q, [fx fy mz] or [force, moment]
/// in world axes about the centres of mass, multiplied by `factor`, to Ga and Gb.
MbdCoordinateMotion mbd_coordinate_motion (const MbdCoordinateAt *at,
                                           const MbdPose *pose,
                                           double factor,
                                           double *Ga,
                                           double *Gb);
