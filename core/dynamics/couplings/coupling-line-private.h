// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Line from point P of body_a to point Q of body_b: its length l, its direction c and their rates.
// For kinds that hold a distance; inline, so that a constant sign costs nothing.
//
//   u = Q - P,  l = |u|,  c = u / l,  v = v_Q - v_P,  p, q the arms from the centres of mass
//   l'  = c . v                             gradient: on b [c; q x c], on a -[c; p x c]
//   l'' = c . (a_Q - a_P) + (|v|^2 - l'^2) / l
//
// Where the points coincide c is an axis carried by body_a: c' = w_a x c, and the last term of l''
// is c' . v.

#pragma once

#include "mbd-coupling-class.h"

#include <math.h>

#include "vector-private.h"

/// The two points, and the direction of a line without length.
typedef struct
{
  double p[3], q[3]; // in the axes of body_a and of body_b
  double axis[3];    // in the axes of body_a, unit length
  double length;     // m, length of the initial line: a length that is tiny compared with it has no
                     // direction
} LineEnds;

/// Fraction of the initial length below which a line has lost its direction.
static const double coincident = 1e-12;

typedef struct
{
  double px, py, qx, qy;
  double cx, cy;
  double length;
  bool coincides;
} PlaneLine;

static inline PlaneLine
plane_line (const LineEnds *ends, const MbdPlanePose *a, const MbdPlanePose *b)
{
  PlaneLine line;
  line.px = a->c * ends->p[0] - a->s * ends->p[1];
  line.py = a->s * ends->p[0] + a->c * ends->p[1];
  line.qx = b->c * ends->q[0] - b->s * ends->q[1];
  line.qy = b->s * ends->q[0] + b->c * ends->q[1];
  double ux = (b->x - a->x) + (line.qx - line.px), uy = (b->y - a->y) + (line.qy - line.py);
  line.length = sqrt (ux * ux + uy * uy);
  line.coincides = !(line.length > coincident * ends->length);
  if (line.coincides) {
    line.cx = a->c * ends->axis[0] - a->s * ends->axis[1];
    line.cy = a->s * ends->axis[0] + a->c * ends->axis[1];
  } else {
    line.cx = ux / line.length;
    line.cy = uy / line.length;
  }
  return line;
}

/// Computes the row of eps = sign l: G on a, then on b, 3 each. Returns -eps'' at zero
/// acceleration.
static inline double
plane_line_row (const PlaneLine *line,
                const MbdPlanePose *a,
                const MbdPlanePose *b,
                double sign,
                double G[6])
{
  double vx = (b->vx - b->w * line->qy) - (a->vx - a->w * line->py);
  double vy = (b->vy + b->w * line->qx) - (a->vy + a->w * line->px);
  double rate = line->cx * vx + line->cy * vy;
  double turning = line->coincides ? a->w * (line->cx * vy - line->cy * vx)
                                   : (vx * vx + vy * vy - rate * rate) / line->length;
  double wa2 = a->w * a->w, wb2 = b->w * b->w;
  double cx = sign * line->cx, cy = sign * line->cy;

  G[0] = -cx, G[1] = -cy, G[2] = line->py * cx - line->px * cy;
  G[3] = cx, G[4] = cy, G[5] = line->qx * cy - line->qy * cx;
  return cx * (wb2 * line->qx - wa2 * line->px) + cy * (wb2 * line->qy - wa2 * line->py)
         - sign * turning;
}

typedef struct
{
  double p[3], q[3], u[3], c[3];
  double length;
  bool coincides;
} SpaceLine;

static inline void
space_line (const LineEnds *ends, const MbdSpacePose *a, const MbdSpacePose *b, SpaceLine *line)
{
  rotate3 (a->R, ends->p, line->p);
  rotate3 (b->R, ends->q, line->q);
  for (int i = 0; i < 3; i++)
    line->u[i] = (b->x[i] - a->x[i]) + (line->q[i] - line->p[i]);
  line->length = sqrt (dot3 (line->u, line->u));
  line->coincides = !(line->length > coincident * ends->length);
  if (line->coincides)
    rotate3 (a->R, ends->axis, line->c);
  else
    for (int i = 0; i < 3; i++)
      line->c[i] = line->u[i] / line->length;
}

/// Computes the velocity of Q minus the velocity of P.
static inline void
space_line_velocity (const SpaceLine *line,
                     const MbdSpacePose *a,
                     const MbdSpacePose *b,
                     double v[3])
{
  double va[3], vb[3];
  cross3 (a->w, line->p, va);
  cross3 (b->w, line->q, vb);
  for (int i = 0; i < 3; i++)
    v[i] = (b->v[i] + vb[i]) - (a->v[i] + va[i]);
}

/// Computes the row of eps = sign l: G on a and on b, 6 each. Returns -eps'' at zero acceleration.
static inline double
space_line_row (const SpaceLine *line,
                const MbdSpacePose *a,
                const MbdSpacePose *b,
                double sign,
                double Ga[6],
                double Gb[6])
{
  double v[3], ca[3], cb[3], c[3], c_rate[3], ma[3], mb[3];

  space_line_velocity (line, a, b, v);
  double rate = dot3 (line->c, v);
  cross3 (a->w, line->c, c_rate);
  double turning = line->coincides ? dot3 (c_rate, v) : (dot3 (v, v) - rate * rate) / line->length;
  centripetal3 (a->w, line->p, ca);
  centripetal3 (b->w, line->q, cb);

  for (int i = 0; i < 3; i++)
    c[i] = sign * line->c[i];
  cross3 (line->p, c, ma);
  cross3 (line->q, c, mb);
  for (int i = 0; i < 3; i++) {
    Ga[i] = -c[i];
    Ga[3 + i] = -ma[i];
    Gb[i] = c[i];
    Gb[3 + i] = mb[i];
  }
  return -(dot3 (c, cb) - dot3 (c, ca)) - sign * turning;
}
