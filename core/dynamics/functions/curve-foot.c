// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Foot of a point q on a curve p(u): f(u) = (p - q) . p' = 0 with f' > 0, where the distance is smallest.
//
// A foot that Newton's method finds near the last one is taken if it is closer than half the reach of the
// curve, and so the only one there. Otherwise every piece whose start is nearer than those beside it is
// searched, and the candidates compete by
//
//   |distance| + 0.02 |s - near|
//
// so that a coupling that is far apart, as in an assembly, stays on its part of the curve.

#include <math.h>

#include "curve-private.h"

/// Weight of a distance along the curve, for one away from it.
static const double along_weight = 0.02;
/// Share of the length that counts as nothing.
static const double coincident = 1e-9;

typedef struct
{
  const MbdCurve *curve;
  const double *q;
  double near;
} Search;

/// Returns f, and its derivative in *slope.
static double
residual (const Search *self, double u, double *slope)
{
  double p[4][2];

  mbd_curve_derivatives (self->curve, u, p);
  const double x = p[0][0] - self->q[0], y = p[0][1] - self->q[1];
  *slope = p[1][0] * p[1][0] + p[1][1] * p[1][1] + x * p[2][0] + y * p[2][1];
  return x * p[1][0] + y * p[1][1];
}

static MbdCurvePoint
with_distance (const Search *self, MbdCurvePoint at)
{
  const double length = self->curve->length;

  at.distance =
    at.tangent[0] * (self->q[1] - at.point[1]) - at.tangent[1] * (self->q[0] - at.point[0]);
  if (self->curve->closed && isfinite (self->near))
    at.s += length * rint ((self->near - at.s) / length);
  return at;
}

static MbdCurvePoint
place (const Search *self, double u)
{
  MbdCurvePoint at = mbd_curve_point (self->curve, u);

  at.s = mbd_curve_arc (self->curve, u);
  return with_distance (self, at);
}

/// Finds the foot on the straight continuation at an end. Returns false if there is none.
static bool
foot_beyond (const Search *self, bool last, MbdCurvePoint *at)
{
  const MbdCurve *curve = self->curve;
  const MbdCurvePoint *end = &curve->pieces[last ? curve->n_pieces : 0].at;
  const double along =
    end->tangent[0] * (self->q[0] - end->point[0]) + end->tangent[1] * (self->q[1] - end->point[1]);

  if (curve->closed || (last ? along <= 0 : along >= 0))
    return false;
  *at = with_distance (self, mbd_curve_beyond (curve, last ? curve->length + along : along));
  return true;
}

/// Follows the foot from the last one. Returns false if it gets lost or has come too far.
static bool
follow (const Search *self, MbdCurvePoint *at)
{
  const MbdCurve *curve = self->curve;
  const double last = curve->last_u, length = curve->length, near = self->near;
  const double lap = curve->closed ? floor (near / length) * length : 0;
  double u = mbd_curve_parameter (curve, fmin (fmax (near - lap, 0), length)), slope;
  bool close = false, was_at_end = false;

  for (int i = 0; i < 20; i++) {
    const double f = residual (self, u, &slope);
    if (!(slope > 0))
      return false;
    const double step = -f / slope;
    u += step;
    if (curve->closed) {
      u -= last * floor (u / last);
    } else if (u < 0 || u > last) {
      const bool at_last = u > last;
      u = at_last ? last : 0;
      if (was_at_end) {
        if (!foot_beyond (self, at_last, at))
          *at = place (self, u);
        const MbdCurvePoint start = mbd_curve_at (curve, near);
        const double moved = hypot (self->q[0] - start.point[0], self->q[1] - start.point[1]);
        return fabs (at->distance) < curve->reach / 2
               && fabs (at->s - near) <= 2 * moved + coincident * length;
      }
      was_at_end = true;
      continue;
    }
    if (close || step == 0)
      break;
    close = fabs (step) < 1e-8 * last;
  }
  *at = place (self, u);
  return close && fabs (at->distance) < curve->reach / 2;
}

/// Finds the foot between two parameters at whose ends f has opposite signs.
static double
bracketed (const Search *self, double low, double high)
{
  double u = (low + high) / 2, slope;

  for (int i = 0; i < 100 && high - low > 4e-16 * self->curve->last_u; i++) {
    const double f = residual (self, u, &slope);
    if (f < 0)
      low = u;
    else
      high = u;
    const double newton = u - f / slope;
    const bool inside = slope > 0 && newton > low && newton < high;
    const double next = inside ? newton : (low + high) / 2;
    if (next == u)
      break;
    u = next;
  }
  return u;
}

static double
cost_of (const Search *self, const MbdCurvePoint *at)
{
  const double length = self->curve->length;
  const double beyond = self->curve->closed ? 0 : fmax (fmax (-at->s, at->s - length), 0);

  return hypot (self->q[0] - at->point[0], self->q[1] - at->point[1])
         + along_weight * (isfinite (self->near) ? fabs (at->s - self->near) : beyond);
}

static void
compete (const Search *self, MbdCurvePoint at, MbdCurvePoint *best, double *least)
{
  const double cost = cost_of (self, &at);

  if (cost < *least) {
    *least = cost;
    *best = at;
  }
}

static double
distance_to (const Search *self, int piece)
{
  const double *p = self->curve->pieces[piece].at.point;

  return hypot (p[0] - self->q[0], p[1] - self->q[1]);
}

static MbdCurvePoint
search (const Search *self)
{
  const MbdCurve *curve = self->curve;
  const MbdCurvePiece *pieces = curve->pieces;
  const int n = curve->n_pieces;
  MbdCurvePoint best = pieces[0].at, beyond;
  double least = INFINITY, slope;
  double before = curve->closed ? distance_to (self, n - 1) : INFINITY;
  double here = distance_to (self, 0);

  for (int i = 0; i <= (curve->closed ? n - 1 : n); i++) {
    const double after = i < n ? distance_to (self, i + 1) : INFINITY;
    const double low = i > 0 ? pieces[i - 1].u : curve->closed ? pieces[n - 1].u : 0;
    const double high = i < n ? pieces[i + 1].u : curve->last_u;
    const double longest =
      fmax (i < n ? pieces[i + 1].s - pieces[i].s : 0,
            i > 0 ? pieces[i].s - pieces[i - 1].s : pieces[n].s - pieces[n - 1].s);
    if (here <= before && here <= after && here - longest < least) {
      // The start of a closed curve lies within the last or the first piece. Beyond the ends of an open
      // one feet are on its continuations.
      const bool backwards = residual (self, pieces[i].u, &slope) > 0;
      const double start = backwards && i == 0 && curve->closed ? curve->last_u : pieces[i].u;
      if (i != (backwards ? 0 : n) || !foot_beyond (self, !backwards, &beyond))
        compete (
          self,
          place (self, backwards ? bracketed (self, low, start) : bracketed (self, start, high)),
          &best, &least);
    }
    before = here;
    here = after;
  }
  for (int last = 0; last < 2; last++)
    if (foot_beyond (self, last != 0, &beyond))
      compete (self, beyond, &best, &least);
  return best;
}

MbdCurvePoint
mbd_curve_foot (const MbdCurve *curve, const double point[2], double near)
{
  const Search self = { curve, point, near };
  MbdCurvePoint at;

  if (isfinite (near) && follow (&self, &at))
    return at;
  return search (&self);
}
