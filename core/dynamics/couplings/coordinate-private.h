// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The joint coordinate q between frame P on a predecessor (a) and frame S on a successor (b), as
// drivers, limits and gears use it: value, rate, and what G and gamma are made of.

#pragma once

#include <math.h>

#include "mbd-coupling-class.h"

/// The frames P and S as bound.
typedef union
{
  struct
  {
    double p[2], s[2];           ///< m, origins from the centres of mass, body axes
    double cos_alpha, sin_alpha; ///< of P in its body
    double angle;                ///< rad, of S in its body less that of P, in (-pi, pi]
  } plane;
  struct
  {
    double p[3], s[3]; ///< m, origins from the centres of mass, body axes
    double P[9];       ///< axes of P, frame to body
    double x[3];       ///< x axis of S, body axes
  } space;
} MbdEnds;

/// The pair of ends of a definition: body_a and body_b, or body_c and body_d.
typedef enum
{
  MBD_FIRST_PAIR,
  MBD_SECOND_PAIR,
} MbdEndPair;

/// A joint coordinate of one coupling: between which ends of which bodies.
typedef struct
{
  MbdSpace space;
  MbdCoordinate coordinate;
  const MbdEnds *ends;
  int a, b;    ///< indices of the bodies
  double near; ///< rad: angles in space are the ones nearest to this
} MbdCoordinateAt;

/// q, its rate, and its second derivative at zero acceleration: q'' = G a + quadratic.
typedef struct
{
  double value, rate, quadratic;
} MbdCoordinateMotion;

/// The angle with the turns that bring it nearest to `near`.
static inline double
mbd_nearest_angle (double angle, double near)
{
  return angle + 2 * M_PI * rint ((near - angle) / (2 * M_PI));
}
/// Whether `coordinate` is one of the enumeration; definitions come from outside.
bool mbd_coordinate_is_known (MbdCoordinate coordinate);
/// Whether it is a length (m) or an angle (rad).
bool mbd_coordinate_is_length (MbdCoordinate coordinate);
void mbd_ends_bind (const MbdBinding *binding, MbdEndPair pair, MbdEnds *ends);

double mbd_coordinate_value (const MbdCoordinateAt *at, const MbdPose *pose);

/// All of the motion; the gradients of q, [fx fy mz] or [force, moment] in world axes about the
/// centres of mass, times `factor`, are added to Ga and Gb.
MbdCoordinateMotion mbd_coordinate_motion (const MbdCoordinateAt *at,
                                           const MbdPose *pose,
                                           double factor,
                                           double *Ga,
                                           double *Gb);
