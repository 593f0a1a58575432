// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rod: a massless bar of length d > 0 between point P on body_a and point Q on body_b.
//
//   u = Q - P,  l = |u|,  c = u / l,  v_rel = v_Q - v_P,  p, q the arms from the centres of mass
//   eps   = l - d
//   eps'  = c . v_rel                       G: on b [c; q x c], on a -[c; p x c]
//   eps'' = c . (a_Q - a_P) + (|v_rel|^2 - eps'^2) / l
//   gamma = -c . [w_b x (w_b x q) - w_a x (w_a x p)] - (|v_rel|^2 - eps'^2) / l
//   tension = -lambda, positive pulls together
//
// Where the points coincide the direction is the z axis of body_a (its x axis in the plane),
// carried by it: c' = w_a x c, and the last term of eps'' is c' . v_rel.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "vector-private.h"

typedef struct
{
  double p[3], q[3]; // body axes
  double length;
} Rod;

/// Below this fraction of its length a rod has lost its direction.
static const double coincident = 1e-12;

static MbdStatus
rod_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = def->length;
  if (!isfinite (def->length))
    return MBD_STATUS_NOT_FINITE;
  return def->length > 0 ? MBD_STATUS_OK : MBD_STATUS_ZERO_LENGTH;
}

static unsigned
rod_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return 0;
}

static int
rod_rows (unsigned variant, MbdSpace space)
{
  return 1;
}

static bool
rod_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static void
rod_bind (const MbdBinding *binding, void *parameters)
{
  Rod *rod = parameters;
  memcpy (rod->p, binding->point_a, sizeof rod->p);
  memcpy (rod->q, binding->point_b, sizeof rod->q);
  rod->length = binding->def->length;
}

/// Arms, direction and length of a rod in the plane.
typedef struct
{
  double px, py, qx, qy;
  double cx, cy;
  double length;
  bool coincides;
} PlaneLine;

static inline PlaneLine
plane_line (const Rod *rod, const MbdPlanePose *a, const MbdPlanePose *b)
{
  PlaneLine line;
  line.px = a->c * rod->p[0] - a->s * rod->p[1];
  line.py = a->s * rod->p[0] + a->c * rod->p[1];
  line.qx = b->c * rod->q[0] - b->s * rod->q[1];
  line.qy = b->s * rod->q[0] + b->c * rod->q[1];
  double ux = (b->x - a->x) + (line.qx - line.px), uy = (b->y - a->y) + (line.qy - line.py);
  line.length = sqrt (ux * ux + uy * uy);
  line.coincides = !(line.length > coincident * rod->length);
  line.cx = line.coincides ? a->c : ux / line.length;
  line.cy = line.coincides ? a->s : uy / line.length;
  return line;
}

static void
rod_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const Rod *rods = batch->parameters;

  for (int k = 0; k < batch->count; k++, G += 6) {
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    PlaneLine line = plane_line (&rods[k], a, b);
    double vx = (b->vx - b->w * line.qy) - (a->vx - a->w * line.py);
    double vy = (b->vy + b->w * line.qx) - (a->vy + a->w * line.px);
    double rate = line.cx * vx + line.cy * vy;
    double turning = line.coincides ? a->w * (line.cx * vy - line.cy * vx)
                                    : (vx * vx + vy * vy - rate * rate) / line.length;
    double wa2 = a->w * a->w, wb2 = b->w * b->w;

    G[0] = -line.cx, G[1] = -line.cy, G[2] = line.py * line.cx - line.px * line.cy;
    G[3] = line.cx, G[4] = line.cy, G[5] = line.qx * line.cy - line.qy * line.cx;
    gamma[k] = line.cx * (wb2 * line.qx - wa2 * line.px) + line.cy * (wb2 * line.qy - wa2 * line.py)
               - turning;
  }
}

static void
rod_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const Rod *rods = batch->parameters;
  for (int k = 0; k < batch->count; k++)
    eps[k] =
      plane_line (&rods[k], &pose->plane[batch->body_a[k]], &pose->plane[batch->body_b[k]]).length
      - rods[k].length;
}

typedef struct
{
  double p[3], q[3], c[3];
  double length;
  bool coincides;
} SpaceLine;

static void
space_line (const Rod *rod, const MbdSpacePose *a, const MbdSpacePose *b, SpaceLine *line)
{
  double u[3];
  rotate3 (a->R, rod->p, line->p);
  rotate3 (b->R, rod->q, line->q);
  for (int i = 0; i < 3; i++)
    u[i] = (b->x[i] - a->x[i]) + (line->q[i] - line->p[i]);
  line->length = sqrt (dot3 (u, u));
  line->coincides = !(line->length > coincident * rod->length);
  if (line->coincides)
    column3 (a->R, 2, line->c);
  else
    for (int i = 0; i < 3; i++)
      line->c[i] = u[i] / line->length;
}

static void
rod_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const Rod *rods = batch->parameters;

  for (int k = 0; k < batch->count; k++, G += 12) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    SpaceLine line;
    double va[3], vb[3], v[3], ca[3], cb[3], c_rate[3];

    space_line (&rods[k], a, b, &line);
    cross3 (a->w, line.p, va);
    cross3 (b->w, line.q, vb);
    for (int i = 0; i < 3; i++)
      v[i] = (b->v[i] + vb[i]) - (a->v[i] + va[i]);
    double rate = dot3 (line.c, v);
    cross3 (a->w, line.c, c_rate);
    double turning = line.coincides ? dot3 (c_rate, v) : (dot3 (v, v) - rate * rate) / line.length;
    centripetal3 (a->w, line.p, ca);
    centripetal3 (b->w, line.q, cb);
    gamma[k] = -(dot3 (line.c, cb) - dot3 (line.c, ca)) - turning;

    double ma[3], mb[3];
    cross3 (line.p, line.c, ma);
    cross3 (line.q, line.c, mb);
    for (int i = 0; i < 3; i++) {
      G[i] = -line.c[i];
      G[3 + i] = -ma[i];
      G[6 + i] = line.c[i];
      G[9 + i] = mb[i];
    }
  }
}

static void
rod_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const Rod *rods = batch->parameters;
  for (int k = 0; k < batch->count; k++) {
    SpaceLine line;
    space_line (&rods[k], &pose->space[batch->body_a[k]], &pose->space[batch->body_b[k]], &line);
    eps[k] = line.length - rods[k].length;
  }
}

static double
rod_tension (const MbdCouplingDef *def, const double *lambda)
{
  return -lambda[0];
}

const MbdCouplingClass *
mbd_rod_class (void)
{
  static const MbdCouplingClass rod_class = {
    .name = "rod",
    .parameter_size = { sizeof (Rod), sizeof (Rod) },
    .check = rod_check,
    .variant = rod_variant,
    .rows = rod_rows,
    .row_is_length = rod_row_is_length,
    .bind = rod_bind,
    .plane_rows = rod_plane_rows,
    .space_rows = rod_space_rows,
    .plane_errors = rod_plane_errors,
    .space_errors = rod_space_errors,
    .tension = rod_tension,
  };
  return &rod_class;
}
