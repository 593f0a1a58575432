// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inside of a curve: its polynomials and the table of its arc length.

#pragma once

#include <stdatomic.h>

#include "mbd-curve.h"

/// Number of pieces of a segment.
#define MBD_CURVE_PIECES 4

/// Polynomial between two points.
typedef struct
{
  double u, h;    ///< m, parameter at its start, and its range
  double p[4][2]; ///< place and its three derivatives by the parameter at the start
} MbdCurveSegment;

/// Part of a segment.
typedef struct
{
  double u, s;      ///< m, parameter and arc length at its start
  MbdCurvePoint at; ///< its start, without s
} MbdCurvePiece;

struct MbdCurve
{
  atomic_int references;
  bool closed;
  int n_segments, n_pieces;
  MbdCurveSegment *segments;
  MbdCurvePiece *pieces; ///< n_pieces + 1, with the end of the last one
  double last_u, length, reach;
};

/// Computes place and derivatives by the parameter.
void mbd_curve_derivatives (const MbdCurve *self, double u, double p[4][2]);
/// Returns the place at a parameter, without its arc length.
MbdCurvePoint mbd_curve_point (const MbdCurve *self, double u);
/// Returns the place on the straight continuation, s < 0 or s > the length.
MbdCurvePoint mbd_curve_beyond (const MbdCurve *self, double s);
/// Returns the arc length at a parameter within the curve.
double mbd_curve_arc (const MbdCurve *self, double u);
/// Returns the parameter at an arc length within the curve.
double mbd_curve_parameter (const MbdCurve *self, double s);
