// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Motion of S's origin along an axis that is fixed in P, for coordinates along axes and curves.

#pragma once

#include "coordinate-private.h"

/// p, s, d and the x axis of P in the plane, world axes.
typedef struct
{
  double px, py, sx, sy;
  double dx, dy;
  double nx, ny;
} MbdPlaneSlide;

/// p, s, d and the axis of P, world axes.
typedef struct
{
  double p[3], s[3], d[3], n[3];
} MbdSpaceSlide;

MbdPlaneSlide mbd_plane_slide (const MbdEnds *ends, const MbdPlanePose *a, const MbdPlanePose *b);
/// Computes the motion along n, which may be changed before, and its gradients times `factor`.
MbdCoordinateMotion mbd_plane_slide_motion (const MbdPlaneSlide *slide,
                                            const MbdPlanePose *a,
                                            const MbdPlanePose *b,
                                            double factor,
                                            double Ga[3],
                                            double Gb[3]);
void mbd_space_slide (const MbdEnds *ends,
                      MbdCoordinate coordinate,
                      const MbdSpacePose *a,
                      const MbdSpacePose *b,
                      MbdSpaceSlide *slide);
/// Like mbd_plane_slide_motion (), in space.
MbdCoordinateMotion mbd_space_slide_motion (const MbdSpaceSlide *slide,
                                            const MbdSpacePose *a,
                                            const MbdSpacePose *b,
                                            double factor,
                                            double Ga[6],
                                            double Gb[6]);
/// Computes the arc length, like mbd_coordinate_motion ().
MbdCoordinateMotion mbd_along_motion (const MbdCoordinateAt *at,
                                      const MbdPose *pose,
                                      double factor,
                                      double *Ga,
                                      double *Gb);
