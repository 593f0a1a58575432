// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Motion of S's origin along and across a curve in x and y of P (docs/theory/couplings.md). In the axes of
// P, rho = R_P' (p_S - p_P); at its foot the curve has the tangent T, the normal N = z x T on its left,
// the curvature kappa and its derivative kappa_s. With C the signed distance, D = 1 - kappa C and
// sigma = T . rho':
//
//   s'  = sigma / D                        G   : the row of T, divided by D
//   s'' = (T . rho'' + 2 kappa s' C' + kappa_s C s'^2) / D
//   C'  = N . rho'                         G   : the row of N
//   C'' = N . rho'' - kappa sigma^2 / D
//
// The rows of T and N, and T . rho'' and N . rho'' at zero acceleration, are those of a slide along an axis
// of P in these directions (coordinate.c). D = 0 at the centre of curvature, where the foot jumps.

#include "coordinate-slide-private.h"

#include <string.h>

#include "vector-private.h"

/// Least size of D.
static const double least = 1e-9;

/// Direction in which the motion is taken.
typedef enum
{
  ALONG,
  ACROSS
} Way;

/// The slide along T, and along N, in the plane.
typedef struct
{
  MbdPlaneSlide tangent, normal;
  MbdCurvePoint foot;
} PlaneCurve;

typedef struct
{
  MbdSpaceSlide tangent, normal;
  MbdCurvePoint foot;
} SpaceCurve;

static double
straightness (const MbdCurvePoint *foot)
{
  const double d = 1 - foot->curvature * foot->distance;
  return fabs (d) > least ? d : copysign (least, d);
}

static PlaneCurve
plane_curve (const MbdCoordinateAt *at, const MbdPose *pose)
{
  const MbdPlaneSlide k = mbd_plane_slide (at->ends, &pose->plane[at->a], &pose->plane[at->b]);
  const double rho[2] = { k.nx * k.dx + k.ny * k.dy, k.nx * k.dy - k.ny * k.dx };
  PlaneCurve curve = { k, k, mbd_curve_foot (at->ends->curve, rho, at->near) };
  const double *t = curve.foot.tangent;

  curve.tangent.nx = k.nx * t[0] - k.ny * t[1];
  curve.tangent.ny = k.ny * t[0] + k.nx * t[1];
  curve.normal.nx = -curve.tangent.ny;
  curve.normal.ny = curve.tangent.nx;
  return curve;
}

static void
space_curve (const MbdCoordinateAt *at, const MbdPose *pose, SpaceCurve *curve)
{
  const MbdSpacePose *a = &pose->space[at->a];
  double x[3], y[3];

  mbd_space_slide (at->ends, MBD_COORDINATE_SLIDE, a, &pose->space[at->b], &curve->tangent);
  curve->normal = curve->tangent;
  memcpy (x, curve->tangent.n, sizeof x);
  column3 (at->ends->space.P, 1, y);
  rotate3 (a->R, y, y);
  const double rho[2] = { dot3 (x, curve->tangent.d), dot3 (y, curve->tangent.d) };
  curve->foot = mbd_curve_foot (at->ends->curve, rho, at->near);
  const double *t = curve->foot.tangent;
  for (int i = 0; i < 3; i++) {
    curve->tangent.n[i] = t[0] * x[i] + t[1] * y[i];
    curve->normal.n[i] = t[0] * y[i] - t[1] * x[i];
  }
}

MbdCurvePoint
mbd_coordinate_foot (const MbdCoordinateAt *at, const MbdPose *pose)
{
  SpaceCurve curve;

  if (at->space == MBD_SPACE_PLANE)
    return plane_curve (at, pose).foot;
  space_curve (at, pose, &curve);
  return curve.foot;
}

/// Combines the motions along T and N.
static MbdCoordinateMotion
combine (const MbdCurvePoint *foot, MbdCoordinateMotion t, MbdCoordinateMotion n, Way way)
{
  const double kappa = foot->curvature, d = straightness (foot), rate = t.rate / d;

  if (way == ACROSS)
    return (MbdCoordinateMotion){
      .value = foot->distance,
      .rate = n.rate,
      .quadratic = n.quadratic - kappa * t.rate * rate,
    };
  return (MbdCoordinateMotion){
    .value = foot->s,
    .rate = rate,
    .quadratic =
      (t.quadratic + 2 * kappa * rate * n.rate + foot->bend * foot->distance * rate * rate) / d,
  };
}

static MbdCoordinateMotion
curve_motion (const MbdCoordinateAt *at,
              const MbdPose *pose,
              Way way,
              double factor,
              double *Ga,
              double *Gb)
{
  double unused[2][6] = { 0 };
  double *G[2][2] = { { Ga, Gb }, { unused[0], unused[1] } };
  double **along = G[way == ALONG ? 0 : 1], **across = G[way == ALONG ? 1 : 0];

  if (at->space == MBD_SPACE_PLANE) {
    const MbdPlanePose *a = &pose->plane[at->a], *b = &pose->plane[at->b];
    const PlaneCurve curve = plane_curve (at, pose);
    const double share = factor / straightness (&curve.foot);
    const MbdCoordinateMotion t =
      mbd_plane_slide_motion (&curve.tangent, a, b, share, along[0], along[1]);
    return combine (&curve.foot, t,
                    mbd_plane_slide_motion (&curve.normal, a, b, factor, across[0], across[1]),
                    way);
  }

  const MbdSpacePose *a = &pose->space[at->a], *b = &pose->space[at->b];
  SpaceCurve curve;
  space_curve (at, pose, &curve);
  const double share = factor / straightness (&curve.foot);
  const MbdCoordinateMotion t =
    mbd_space_slide_motion (&curve.tangent, a, b, share, along[0], along[1]);
  return combine (&curve.foot, t,
                  mbd_space_slide_motion (&curve.normal, a, b, factor, across[0], across[1]), way);
}

MbdCoordinateMotion
mbd_along_motion (const MbdCoordinateAt *at,
                  const MbdPose *pose,
                  double factor,
                  double *Ga,
                  double *Gb)
{
  return curve_motion (at, pose, ALONG, factor, Ga, Gb);
}

MbdCoordinateMotion
mbd_across_motion (const MbdCoordinateAt *at,
                   const MbdPose *pose,
                   double factor,
                   double *Ga,
                   double *Gb)
{
  return curve_motion (at, pose, ACROSS, factor, Ga, Gb);
}
