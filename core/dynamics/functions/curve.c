// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plane curve through points: cubic splines x(u), y(u) over the chord length u, with continuous second
// derivatives m at the knots. On a segment with h = u_{i+1} - u_i, t = u - u_i:
//
//   h_{i-1} m_{i-1} + 2 (h_{i-1} + h_i) m_i + h_i m_{i+1} = 6 (d_i - d_{i-1}),   d_i = (p_{i+1} - p_i) / h_i
//   open: m = 0 at the ends;  closed: the same equation at every point, in a circle
//   p = p_i + b t + m_i t^2 / 2 + c t^3 / 6,   c = (m_{i+1} - m_i) / h,   b = d_i - h (2 m_i + m_{i+1}) / 6
//
// Every segment is divided into pieces, at whose ends s is tabulated; s within a piece is integrated
// by Gauss's rule. Arc length, tangent, curvature and its derivative:
//
//   s' = v = |p'|,   T = p' / v,   kappa = (p' x p'') / v^3
//   d kappa / ds = [(p' x p''') / v^3 - 3 (p' x p'') (p' . p'') / v^5] / v
//
// The reach of a curve (Federer) is the infimum of |q - p|^2 / (2 |T_p x (q - p)|) over its points p, q.
// Within it every point has a single nearest place, so that a local foot at a smaller distance needs no
// other candidates.

#include "mbd-curve.h"

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "curve-private.h"

/// Share of its length below which a curve counts as sharp, and points as coincident.
static const double sharp = 1e-6, coincident = 1e-9;

enum
{
  MOST_SAMPLES = 1200, // Number of places whose pairs give the reach
};

static const double gauss_nodes[4] = { 0.18343464249564980494, 0.52553240991632898582,
                                       0.79666647741362673959, 0.96028985649753623168 };
static const double gauss_weights[4] = { 0.36268378337836198297, 0.31370664587788728734,
                                         0.22238103445337447054, 0.10122853629037625915 };

/* Second derivatives --------------------------------------------------------------------------- */

/// Solves the tridiagonal equations below[i] x[i-1] + middle[i] x[i] + above[i] x[i+1] = x[i] in place;
/// middle is overwritten.
static void
solve_tridiagonal (int n, const double *below, double *middle, const double *above, double *x)
{
  for (int i = 1; i < n; i++) {
    const double factor = below[i] / middle[i - 1];
    middle[i] -= factor * above[i - 1];
    x[i] -= factor * x[i - 1];
  }
  for (int i = n - 1; i >= 0; i--)
    x[i] = (x[i] - (i < n - 1 ? above[i] * x[i + 1] : 0)) / middle[i];
}

/// Spans of a point: indices of the segments before and after it.
static void
segments_at (const MbdCurve *self, int i, int *before, int *after)
{
  *after = i;
  *before = i > 0 ? i - 1 : self->n_segments - 1;
}

/// Solves for m at the points of an open curve, one coordinate; work: 4 n numbers.
static void
bend_open (const MbdCurve *self, const double *slope, double *m, double *work)
{
  const int n = self->n_segments - 1;
  double *below = work, *middle = work + n, *above = work + 2 * n, *x = work + 3 * n;

  for (int i = 0; i < n; i++) {
    below[i] = self->segments[i].h;
    above[i] = self->segments[i + 1].h;
    middle[i] = 2 * (below[i] + above[i]);
    x[i] = 6 * (slope[i + 1] - slope[i]);
  }
  solve_tridiagonal (n, below, middle, above, x);
  m[0] = m[n + 1] = 0;
  if (n > 0)
    memcpy (m + 1, x, sizeof *m * (size_t) n);
}

/// Solves for m at the points of a closed curve, one coordinate: the corners of the cyclic matrix are
/// split off as u v' (Sherman and Morrison). work: 5 n numbers.
static void
bend_closed (const MbdCurve *self, const double *slope, double *m, double *work)
{
  const int n = self->n_segments;
  double *below = work, *middle = work + n, *above = work + 2 * n, *x = work + 3 * n;
  double *y = work + 4 * n;

  for (int i = 0; i < n; i++) {
    int before, after;
    segments_at (self, i, &before, &after);
    below[i] = self->segments[before].h;
    above[i] = self->segments[after].h;
    middle[i] = 2 * (below[i] + above[i]);
    x[i] = 6 * (slope[after] - slope[before]);
    y[i] = 0;
  }
  const double corner = below[0], gamma = -middle[0];
  y[0] = gamma;
  y[n - 1] = corner;
  middle[0] -= gamma;
  middle[n - 1] -= corner * corner / gamma;
  double *copy = m; // a second diagonal: the first solve overwrites one
  memcpy (copy, middle, sizeof *copy * (size_t) n);
  solve_tridiagonal (n, below, middle, above, x);
  solve_tridiagonal (n, below, copy, above, y);
  const double factor = (x[0] + corner * x[n - 1] / gamma) / (1 + y[0] + corner * y[n - 1] / gamma);
  for (int i = 0; i < n; i++)
    m[i] = x[i] - factor * y[i];
  m[n] = m[0];
}

/// Computes the polynomials of all segments. work: 8 n numbers, n > the number of segments.
static void
bend (MbdCurve *self, const double *points, double *work)
{
  const int n = self->n_segments;
  double *slope = work, *m = work + n + 1;

  for (int d = 0; d < 2; d++) {
    for (int i = 0; i < n; i++)
      slope[i] = (points[2 * i + 2 + d] - points[2 * i + d]) / self->segments[i].h;
    if (self->closed)
      bend_closed (self, slope, m, work + 2 * (n + 1));
    else
      bend_open (self, slope, m, work + 2 * (n + 1));
    for (int i = 0; i < n; i++) {
      MbdCurveSegment *segment = &self->segments[i];
      segment->p[0][d] = points[2 * i + d];
      segment->p[1][d] = slope[i] - segment->h * (2 * m[i] + m[i + 1]) / 6;
      segment->p[2][d] = m[i];
      segment->p[3][d] = (m[i + 1] - m[i]) / segment->h;
    }
  }
}

/* Places on the curve -------------------------------------------------------------------------- */

void
mbd_curve_derivatives (const MbdCurve *self, double u, double p[4][2])
{
  int i = 0, end = self->n_segments;

  while (end - i > 1) {
    const int middle = (i + end) / 2;
    if (u < self->segments[middle].u)
      end = middle;
    else
      i = middle;
  }
  const MbdCurveSegment *segment = &self->segments[i];
  const double t = u - segment->u;
  for (int d = 0; d < 2; d++) {
    const double b = segment->p[1][d], m = segment->p[2][d], c = segment->p[3][d];
    p[0][d] = segment->p[0][d] + t * (b + t * (m / 2 + t * c / 6));
    p[1][d] = b + t * (m + t * c / 2);
    p[2][d] = m + t * c;
    p[3][d] = c;
  }
}

static double
speed_at (const MbdCurve *self, double u)
{
  double p[4][2];

  mbd_curve_derivatives (self, u, p);
  return hypot (p[1][0], p[1][1]);
}

/// Integrates the speed over a part of a piece.
static double
arc (const MbdCurve *self, double from, double to)
{
  const double middle = (from + to) / 2, half = (to - from) / 2;
  double sum = 0;

  for (int i = 0; i < 4; i++)
    sum += gauss_weights[i]
           * (speed_at (self, middle - half * gauss_nodes[i])
              + speed_at (self, middle + half * gauss_nodes[i]));
  return half * sum;
}

/// Returns the number of the piece that holds a value of an increasing column of pieces.
static int
piece_of (const MbdCurve *self, double value, bool by_arc)
{
  int i = 0, end = self->n_pieces;

  while (end - i > 1) {
    const int middle = (i + end) / 2;
    if (value < (by_arc ? self->pieces[middle].s : self->pieces[middle].u))
      end = middle;
    else
      i = middle;
  }
  return i;
}

double
mbd_curve_arc (const MbdCurve *self, double u)
{
  const MbdCurvePiece *piece = &self->pieces[piece_of (self, u, false)];

  return piece->s + arc (self, piece->u, u);
}

double
mbd_curve_parameter (const MbdCurve *self, double s)
{
  const MbdCurvePiece *piece = &self->pieces[piece_of (self, s, true)];
  const double share = (s - piece->s) / (piece[1].s - piece->s);
  double u = piece->u + share * (piece[1].u - piece->u);

  // Newton's method converges monotonically after its first step, as the speed hardly changes.
  for (int i = 0; i < 20; i++) {
    const double step = (s - piece->s - arc (self, piece->u, u)) / speed_at (self, u);
    u = fmin (fmax (u + step, piece->u), piece[1].u);
    if (fabs (step) <= 4e-16 * self->length)
      break;
  }
  return u;
}

MbdCurvePoint
mbd_curve_point (const MbdCurve *self, double u)
{
  MbdCurvePoint at = { 0 };
  double p[4][2];

  mbd_curve_derivatives (self, u, p);
  const double v2 = p[1][0] * p[1][0] + p[1][1] * p[1][1], v = sqrt (v2);
  const double turn = p[1][0] * p[2][1] - p[1][1] * p[2][0];
  const double turn_rate = p[1][0] * p[3][1] - p[1][1] * p[3][0];
  const double speed_up = p[1][0] * p[2][0] + p[1][1] * p[2][1];
  for (int d = 0; d < 2; d++) {
    at.point[d] = p[0][d];
    at.tangent[d] = p[1][d] / v;
  }
  at.curvature = turn / (v2 * v);
  at.bend = (turn_rate - 3 * turn * speed_up / v2) / (v2 * v2);
  return at;
}

MbdCurvePoint
mbd_curve_beyond (const MbdCurve *self, double s)
{
  MbdCurvePoint at = mbd_curve_point (self, s < 0 ? 0 : self->last_u);
  const double further = s < 0 ? s : s - self->length;

  at.s = s;
  at.curvature = at.bend = 0;
  for (int d = 0; d < 2; d++)
    at.point[d] += further * at.tangent[d];
  return at;
}

MbdCurvePoint
mbd_curve_at (const MbdCurve *self, double s)
{
  if (!self->closed && (s < 0 || s > self->length))
    return mbd_curve_beyond (self, s);
  const double lap = self->closed ? floor (s / self->length) * self->length : 0;
  MbdCurvePoint at = mbd_curve_point (self, mbd_curve_parameter (self, s - lap));
  at.s = s;
  return at;
}

double
mbd_curve_place (const MbdCurve *self, int point)
{
  return self->pieces[point * MBD_CURVE_PIECES].s;
}

/* Creation ------------------------------------------------------------------------------------- */

static MbdStatus
refuse (MbdStatus code, int row, double value, MbdDiagnosis *why)
{
  if (why != NULL)
    *why = (MbdDiagnosis){ .code = code, .row = row, .value = value };
  return code;
}

static MbdStatus
check_points (const double *points, int count, MbdDiagnosis *why)
{
  double size = 0;

  if (count < 2)
    return refuse (MBD_STATUS_CURVE_SHORT, -1, count, why);
  if (count > MBD_MOST_CURVE_POINTS)
    return refuse (MBD_STATUS_CURVE_LONG, -1, count, why);
  for (int i = 0; i < count; i++) {
    if (!isfinite (points[2 * i]) || !isfinite (points[2 * i + 1]))
      return refuse (MBD_STATUS_NOT_FINITE, i, points[2 * i], why);
    size = fmax (size, hypot (points[2 * i] - points[0], points[2 * i + 1] - points[1]));
  }
  if (!isfinite (size))
    return refuse (MBD_STATUS_NOT_FINITE, -1, size, why);
  for (int i = 1; i < count; i++) {
    const double *p = points + 2 * i;
    if (!(hypot (p[0] - p[-2], p[1] - p[-1]) > coincident * size))
      return refuse (MBD_STATUS_CURVE_REPEATS, i, p[0], why);
  }
  // A way there and back again is not a closed curve.
  const bool closed = points[0] == points[2 * count - 2] && points[1] == points[2 * count - 1];
  return closed && count < 4 ? refuse (MBD_STATUS_CURVE_SHORT, -1, count, why) : MBD_STATUS_OK;
}

/// Tabulates arc lengths and the places of the ends of the pieces.
static void
measure (MbdCurve *self)
{
  MbdCurvePiece *piece = self->pieces;
  double s = 0;

  for (int i = 0; i < self->n_segments; i++)
    for (int k = 0; k < MBD_CURVE_PIECES; k++, piece++) {
      const MbdCurveSegment *segment = &self->segments[i];
      piece->u = segment->u + segment->h * k / MBD_CURVE_PIECES;
      piece->s = s;
      s += arc (self, piece->u, segment->u + segment->h * (k + 1) / MBD_CURVE_PIECES);
    }
  piece->u = self->last_u;
  piece->s = self->length = s;
  for (int i = 0; i <= self->n_pieces; i++)
    self->pieces[i].at = mbd_curve_point (self, self->pieces[i].u);
}

/// Finds the smallest radius of curvature, or returns the segment that has none.
static int
find_sharp (MbdCurve *self)
{
  const int fine = 4;

  self->reach = self->length;
  for (int i = 0; i < self->n_pieces; i++)
    for (int k = 0; k < fine; k++) {
      const MbdCurvePiece *piece = &self->pieces[i];
      const double u = piece->u + (piece[1].u - piece->u) * k / fine;
      const double radius = 1 / fabs (mbd_curve_point (self, u).curvature);
      if (!(radius > sharp * self->length))
        return i / MBD_CURVE_PIECES;
      self->reach = fmin (self->reach, radius);
    }
  return -1;
}

static double
side_of (const double a[2], const double b[2], const double p[2])
{
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static bool
cross (const double a[2], const double b[2], const double c[2], const double d[2])
{
  if (fmax (a[0], b[0]) < fmin (c[0], d[0]) || fmax (c[0], d[0]) < fmin (a[0], b[0])
      || fmax (a[1], b[1]) < fmin (c[1], d[1]) || fmax (c[1], d[1]) < fmin (a[1], b[1]))
    return false;
  return side_of (a, b, c) * side_of (a, b, d) <= 0 && side_of (c, d, a) * side_of (c, d, b) <= 0;
}

/// Returns the segment at which the curve crosses an earlier part of itself, or -1.
static int
find_crossing (const MbdCurve *self)
{
  const MbdCurvePiece *p = self->pieces;

  for (int i = 0; i < self->n_pieces; i++)
    for (int j = i + 2; j < self->n_pieces; j++) {
      if (self->closed && i == 0 && j == self->n_pieces - 1)
        continue;
      if (cross (p[i].at.point, p[i + 1].at.point, p[j].at.point, p[j + 1].at.point))
        return j / MBD_CURVE_PIECES;
    }
  return -1;
}

/// Lowers the reach to what pairs of places allow.
static void
find_reach (MbdCurve *self)
{
  const int stride = 1 + self->n_pieces / MOST_SAMPLES;
  const double least = coincident * self->length;

  for (int i = 0; i <= self->n_pieces; i += stride)
    for (int j = 0; j <= self->n_pieces; j += stride) {
      const double *p = self->pieces[i].at.point, *t = self->pieces[i].at.tangent;
      const double *q = self->pieces[j].at.point;
      const double x = q[0] - p[0], y = q[1] - p[1], square = x * x + y * y;
      const double across = fabs (t[0] * y - t[1] * x);
      // The ends of a closed curve are one place.
      if (square > least * least && 2 * across * self->reach > square)
        self->reach = square / (2 * across);
    }
}

static MbdStatus
fill (MbdCurve *self, const double *points, MbdDiagnosis *why)
{
  double *work = calloc ((size_t) self->n_segments + 1, 8 * sizeof *work);
  double u = 0;

  if (work == NULL)
    return refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  for (int i = 0; i < self->n_segments; i++) {
    const double *p = points + 2 * i;
    self->segments[i].u = u;
    self->segments[i].h = hypot (p[2] - p[0], p[3] - p[1]);
    u += self->segments[i].h;
  }
  self->last_u = u;
  bend (self, points, work);
  free (work);
  measure (self);
  int where = find_sharp (self);
  if (where >= 0)
    return refuse (MBD_STATUS_CURVE_SHARP, where, 0, why);
  where = find_crossing (self);
  if (where >= 0)
    return refuse (MBD_STATUS_CURVE_CROSSES, where, 0, why);
  find_reach (self);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_curve_new (const double *points, int count, MbdCurve **curve, MbdDiagnosis *why)
{
  *curve = NULL;
  MbdStatus status = check_points (points, count, why);
  if (status != MBD_STATUS_OK)
    return status;

  MbdCurve *self = calloc (1, sizeof *self);
  if (self == NULL)
    return refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  atomic_init (&self->references, 1);
  self->closed = points[0] == points[2 * count - 2] && points[1] == points[2 * count - 1];
  self->n_segments = count - 1;
  self->n_pieces = self->n_segments * MBD_CURVE_PIECES;
  self->segments = calloc ((size_t) self->n_segments, sizeof *self->segments);
  self->pieces = calloc ((size_t) self->n_pieces + 1, sizeof *self->pieces);
  status = self->segments != NULL && self->pieces != NULL
             ? fill (self, points, why)
             : refuse (MBD_STATUS_OUT_OF_MEMORY, -1, 0, why);
  if (status == MBD_STATUS_OK)
    *curve = self;
  else
    mbd_curve_unref (self);
  return status;
}

MbdCurve *
mbd_curve_ref (const MbdCurve *curve)
{
  MbdCurve *self = (MbdCurve *) curve;

  if (self != NULL)
    atomic_fetch_add (&self->references, 1);
  return self;
}

void
mbd_curve_unref (const MbdCurve *curve)
{
  MbdCurve *self = (MbdCurve *) curve;

  if (self == NULL || atomic_fetch_sub (&self->references, 1) != 1)
    return;
  free (self->segments);
  free (self->pieces);
  free (self);
}

bool
mbd_curve_is_closed (const MbdCurve *curve)
{
  return curve->closed;
}

double
mbd_curve_length (const MbdCurve *curve)
{
  return curve->length;
}

double
mbd_curve_reach (const MbdCurve *curve)
{
  return curve->reach;
}
