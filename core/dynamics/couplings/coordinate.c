// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joint coordinates (docs/theory/couplings.md): frame P on the predecessor (a), frame S on the
// successor (b); p, s the arms of their origins from the centres of mass, d = p_S - p_P.
//
// Slide along an axis n of P (x, or z), n carried by body a, u = v_S - v_P:
//   q   = n . d
//   q'  = n . (u - wP x d)
//   q'' = n . [wS x (wS x s) - wP x (wP x p) - 2 wP x u + wP x (wP x d)]   at zero acceleration
//   G   : on b [n; s x n], on a -[n; (p + d) x n]
//
// Angle in the plane: q = theta_S - theta_P with all its turns, q'' = 0, G 1 on b and -1 on a.
//
// Angle in space: n = R_P' x_S, the x axis of S in the axes of P, and q the angle of its projection
// onto the x-y plane of P. In the axes of P: w = relative angular velocity R_P' (w_S - w_P), W =
// R_P' w_P, at zero acceleration w' = -W x w; n' = w x n, n'' = w' x n + w x n', rho^2 = n_x^2 +
// n_y^2:
//   q   = atan2 (n_y, n_x) + 2 pi turns
//   q'  = (n_x n_y' - n_y n_x') / rho^2 = A . w,   A = (-n_x n_z / rho^2, -n_y n_z / rho^2, 1)
//   q'' = (n_x n_y'' - n_y n_x'' - 2 q' (n_x n_x' + n_y n_y')) / rho^2
//   G   : on b [0; R_P A], on a -[0; R_P A]
// A is z of P where the z axes are aligned, as in a pin; it is exact for every other joint too.
// Where x of S is parallel to z of P there is no projection: q keeps its value, and A = z of P.

#include "coordinate-private.h"
#include "coordinate-slide-private.h"

#include <math.h>

#include "vector-private.h"

/// Square of the projected length of x_S below which the projection has no direction: the angle is
/// then accurate to no better than 1e-8.
static const double no_shadow = 1e-16;

bool
mbd_coordinate_is_known (MbdCoordinate coordinate)
{
  return coordinate == MBD_COORDINATE_ANGLE || coordinate == MBD_COORDINATE_SLIDE
         || coordinate == MBD_COORDINATE_SLIDE_Z;
}

MbdStatus
mbd_coordinate_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = (int) def->coordinate[0];
  if (def->coordinate[0] == MBD_COORDINATE_ARC)
    return def->curve != NULL ? MBD_STATUS_OK : MBD_STATUS_CURVE_MISSING;
  return mbd_coordinate_is_known (def->coordinate[0]) ? MBD_STATUS_OK : MBD_STATUS_BAD_PARAMETER;
}

MbdStatus
mbd_coordinates_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  for (int i = 0; i < 2; i++) {
    why->value = (int) def->coordinate[i];
    if (def->coordinate[i] == MBD_COORDINATE_ARC)
      return MBD_STATUS_CURVE_COORDINATE;
    if (!mbd_coordinate_is_known (def->coordinate[i]))
      return MBD_STATUS_BAD_PARAMETER;
  }
  return MBD_STATUS_OK;
}

double
mbd_coordinate_start (const MbdCouplingDef *def, double lower, double upper)
{
  double period = 2 * M_PI;

  if (def->coordinate[0] == MBD_COORDINATE_ARC)
    period = mbd_curve_is_closed (def->curve) ? mbd_curve_length (def->curve) : INFINITY;
  return upper - lower < period ? (lower + upper) / 2 : fmin (fmax (0, lower), upper);
}

double
mbd_coordinate_kept (const MbdCoordinateAt *at, const MbdPose *pose)
{
  const bool is_kept =
    at->coordinate == MBD_COORDINATE_ANGLE || at->coordinate == MBD_COORDINATE_ARC;

  return is_kept ? mbd_coordinate_value (at, pose) : 0;
}

bool
mbd_coordinate_is_length (MbdCoordinate coordinate)
{
  return coordinate != MBD_COORDINATE_ANGLE;
}

void
mbd_ends_bind (const MbdBinding *binding, MbdEndPair pair, MbdEnds *ends)
{
  const bool first = pair == MBD_FIRST_PAIR;
  const double *p = first ? binding->point_a : binding->point_c;
  const double *s = first ? binding->point_b : binding->point_d;

  ends->curve = binding->def != NULL ? binding->def->curve : NULL;
  if (binding->space == MBD_SPACE_PLANE) {
    const double alpha = first ? binding->angle_a : binding->angle_c;
    const double beta = first ? binding->angle_b : binding->angle_d;
    for (int i = 0; i < 2; i++) {
      ends->plane.p[i] = p[i];
      ends->plane.s[i] = s[i];
    }
    ends->plane.cos_alpha = cos (alpha);
    ends->plane.sin_alpha = sin (alpha);
    // A frame has no turns: the choice between its two quaternions must not matter.
    ends->plane.angle = mbd_nearest_angle (beta - alpha, 0);
  } else {
    double S[9];
    for (int i = 0; i < 3; i++) {
      ends->space.p[i] = p[i];
      ends->space.s[i] = s[i];
    }
    quaternion_matrix (first ? binding->quaternion_a : binding->quaternion_c, ends->space.P);
    quaternion_matrix (first ? binding->quaternion_b : binding->quaternion_d, S);
    column3 (S, 0, ends->space.x);
  }
}

MbdPlaneSlide
mbd_plane_slide (const MbdEnds *ends, const MbdPlanePose *a, const MbdPlanePose *b)
{
  const double *p = ends->plane.p, *s = ends->plane.s;
  MbdPlaneSlide slide;
  slide.px = a->c * p[0] - a->s * p[1];
  slide.py = a->s * p[0] + a->c * p[1];
  slide.sx = b->c * s[0] - b->s * s[1];
  slide.sy = b->s * s[0] + b->c * s[1];
  slide.dx = (b->x - a->x) + (slide.sx - slide.px);
  slide.dy = (b->y - a->y) + (slide.sy - slide.py);
  slide.nx = a->c * ends->plane.cos_alpha - a->s * ends->plane.sin_alpha;
  slide.ny = a->s * ends->plane.cos_alpha + a->c * ends->plane.sin_alpha;
  return slide;
}

MbdCoordinateMotion
mbd_plane_slide_motion (const MbdPlaneSlide *slide,
                        const MbdPlanePose *a,
                        const MbdPlanePose *b,
                        double factor,
                        double Ga[3],
                        double Gb[3])
{
  const MbdPlaneSlide k = *slide;
  double ux = (b->vx - b->w * k.sy) - (a->vx - a->w * k.py);
  double uy = (b->vy + b->w * k.sx) - (a->vy + a->w * k.px);
  double wa2 = a->w * a->w, wb2 = b->w * b->w;
  double hx = -wb2 * k.sx + wa2 * k.px + 2 * a->w * uy - wa2 * k.dx;
  double hy = -wb2 * k.sy + wa2 * k.py - 2 * a->w * ux - wa2 * k.dy;
  double ex = k.px + k.dx, ey = k.py + k.dy;

  Ga[0] -= factor * k.nx;
  Ga[1] -= factor * k.ny;
  Ga[2] -= factor * (ex * k.ny - ey * k.nx);
  Gb[0] += factor * k.nx;
  Gb[1] += factor * k.ny;
  Gb[2] += factor * (k.sx * k.ny - k.sy * k.nx);
  return (MbdCoordinateMotion){
    .value = k.nx * k.dx + k.ny * k.dy,
    .rate = k.nx * (ux + a->w * k.dy) + k.ny * (uy - a->w * k.dx),
    .quadratic = k.nx * hx + k.ny * hy,
  };
}

/// Computes the x axis of S in the axes of P; RP: P to world. Returns false if it has no
/// projection.
static bool
shadow (const MbdEnds *ends, const double RP[9], const MbdSpacePose *b, double n[3])
{
  rotate3 (b->R, ends->space.x, n);
  rotate3_back (RP, n, n);
  return n[0] * n[0] + n[1] * n[1] >= no_shadow;
}

/// Adds [n; m] times `factor` to G.
static void
add_row (double factor, const double n[3], const double m[3], double G[6])
{
  for (int i = 0; i < 3; i++) {
    G[i] += factor * n[i];
    G[3 + i] += factor * m[i];
  }
}

static MbdCoordinateMotion
space_angle_motion (const MbdEnds *ends,
                    const MbdSpacePose *a,
                    const MbdSpacePose *b,
                    double near,
                    double factor,
                    double Ga[6],
                    double Gb[6])
{
  static const double none[3] = { 0 };
  double RP[9], n[3], w[3], W[3], dw[3], A[3] = { 0, 0, 1 };
  MbdCoordinateMotion motion;

  multiply3 (a->R, ends->space.P, RP);
  subtract3 (b->w, a->w, w);
  rotate3_back (RP, w, w);
  rotate3_back (RP, a->w, W);
  cross3 (w, W, dw);
  if (shadow (ends, RP, b, n)) {
    const double rho2 = n[0] * n[0] + n[1] * n[1];
    double dn[3], ddn[3], t[3];
    cross3 (w, n, dn);
    cross3 (dw, n, ddn);
    cross3 (w, dn, t);
    add3 (ddn, t, ddn);
    A[0] = -n[0] * n[2] / rho2;
    A[1] = -n[1] * n[2] / rho2;
    motion.value = mbd_nearest_angle (atan2 (n[1], n[0]), near);
    motion.rate = dot3 (A, w);
    motion.quadratic =
      (n[0] * ddn[1] - n[1] * ddn[0] - 2 * motion.rate * (n[0] * dn[0] + n[1] * dn[1])) / rho2;
  } else {
    motion.value = near;
    motion.rate = w[2];
    motion.quadratic = dw[2];
  }
  rotate3 (RP, A, A);
  add_row (-factor, none, A, Ga);
  add_row (factor, none, A, Gb);
  return motion;
}

void
mbd_space_slide (const MbdEnds *ends,
                 MbdCoordinate coordinate,
                 const MbdSpacePose *a,
                 const MbdSpacePose *b,
                 MbdSpaceSlide *slide)
{
  column3 (ends->space.P, coordinate == MBD_COORDINATE_SLIDE_Z ? 2 : 0, slide->n);
  rotate3 (a->R, slide->n, slide->n);
  rotate3 (a->R, ends->space.p, slide->p);
  rotate3 (b->R, ends->space.s, slide->s);
  for (int i = 0; i < 3; i++)
    slide->d[i] = (b->x[i] - a->x[i]) + (slide->s[i] - slide->p[i]);
}

MbdCoordinateMotion
mbd_space_slide_motion (const MbdSpaceSlide *slide,
                        const MbdSpacePose *a,
                        const MbdSpacePose *b,
                        double factor,
                        double Ga[6],
                        double Gb[6])
{
  const MbdSpaceSlide k = *slide;
  double u[3], h[3], t[3], arm[3], ma[3], mb[3];

  cross3 (b->w, k.s, u);
  cross3 (a->w, k.p, t);
  for (int i = 0; i < 3; i++)
    u[i] = (b->v[i] + u[i]) - (a->v[i] + t[i]);

  centripetal3 (b->w, k.s, h);
  centripetal3 (a->w, k.p, t);
  subtract3 (h, t, h);
  cross3 (a->w, u, t);
  for (int i = 0; i < 3; i++)
    h[i] -= 2 * t[i];
  centripetal3 (a->w, k.d, t);
  add3 (h, t, h);

  add3 (k.p, k.d, arm);
  cross3 (arm, k.n, ma);
  cross3 (k.s, k.n, mb);
  add_row (-factor, k.n, ma, Ga);
  add_row (factor, k.n, mb, Gb);
  cross3 (a->w, k.d, t);
  subtract3 (u, t, u);
  return (MbdCoordinateMotion){
    .value = dot3 (k.n, k.d),
    .rate = dot3 (k.n, u),
    .quadratic = dot3 (k.n, h),
  };
}

double
mbd_coordinate_value (const MbdCoordinateAt *at, const MbdPose *pose)
{
  if (at->coordinate == MBD_COORDINATE_ARC)
    return mbd_coordinate_foot (at, pose).s;
  if (at->space == MBD_SPACE_PLANE) {
    const MbdPlanePose *a = &pose->plane[at->a], *b = &pose->plane[at->b];
    if (at->coordinate == MBD_COORDINATE_ANGLE)
      return b->angle - a->angle + at->ends->plane.angle;
    MbdPlaneSlide slide = mbd_plane_slide (at->ends, a, b);
    return slide.nx * slide.dx + slide.ny * slide.dy;
  }

  const MbdSpacePose *a = &pose->space[at->a], *b = &pose->space[at->b];
  if (at->coordinate == MBD_COORDINATE_ANGLE) {
    double RP[9], n[3];
    multiply3 (a->R, at->ends->space.P, RP);
    return shadow (at->ends, RP, b, n) ? mbd_nearest_angle (atan2 (n[1], n[0]), at->near)
                                       : at->near;
  }
  MbdSpaceSlide slide;
  mbd_space_slide (at->ends, at->coordinate, a, b, &slide);
  return dot3 (slide.n, slide.d);
}

MbdCoordinateMotion
mbd_coordinate_motion (const MbdCoordinateAt *at,
                       const MbdPose *pose,
                       double factor,
                       double *Ga,
                       double *Gb)
{
  if (at->coordinate == MBD_COORDINATE_ARC)
    return mbd_along_motion (at, pose, factor, Ga, Gb);
  if (at->space == MBD_SPACE_PLANE) {
    const MbdPlanePose *a = &pose->plane[at->a], *b = &pose->plane[at->b];
    if (at->coordinate != MBD_COORDINATE_ANGLE) {
      const MbdPlaneSlide slide = mbd_plane_slide (at->ends, a, b);
      return mbd_plane_slide_motion (&slide, a, b, factor, Ga, Gb);
    }
    Ga[2] -= factor;
    Gb[2] += factor;
    return (MbdCoordinateMotion){ b->angle - a->angle + at->ends->plane.angle, b->w - a->w, 0 };
  }

  const MbdSpacePose *a = &pose->space[at->a], *b = &pose->space[at->b];
  if (at->coordinate == MBD_COORDINATE_ANGLE)
    return space_angle_motion (at->ends, a, b, at->near, factor, Ga, Gb);
  MbdSpaceSlide slide;
  mbd_space_slide (at->ends, at->coordinate, a, b, &slide);
  return mbd_space_slide_motion (&slide, a, b, factor, Ga, Gb);
}
