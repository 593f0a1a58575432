// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Loop joint in the plane (docs/theory/couplings.md): frame P on the predecessor (body_a), frame S
// on the successor (body_b); any of the rows tx, ty (axes of P) and rz may be locked.
//
//   p = arm of P's origin, s = arm of S's origin (from the centres of mass, world axes)
//   e = x_b + s - x_a         arm of S's origin seen from the centre of mass of body_a
//   d = e - p                 from P's origin to S's origin
//
// Translation row along a (an axis of P, turning with body_a):
//   eps   = a . d
//   G     : on b [a; s x a], on a -[a; e x a]
//   gamma = -a . [-wS^2 s + wP^2 p - 2 wP z x (vS - vP) - wP^2 d]
// Rotation row:
//   eps   = (theta_b + beta) - (theta_a + alpha), taken into (-pi, pi]
//   G     : on b 1, on a -1
//   gamma = 0

#include "coupling-loop-private.h"

#include <assert.h>
#include <math.h>

enum
{
  X = MBD_LOCK_X,
  Y = MBD_LOCK_Y,
  RZ = MBD_LOCK_RZ,
};

typedef struct
{
  double p[2], s[2];           // body axes
  double cos_alpha, sin_alpha; // angle of P in body_a
  double angle;                // beta - alpha
} PlaneLoop;

static_assert (sizeof (PlaneLoop) == MBD_LOOP_PLANE_SIZE, "the class table states the size");

void
mbd_loop_plane_bind (const MbdBinding *binding, void *parameters)
{
  PlaneLoop *loop = parameters;
  for (int i = 0; i < 2; i++) {
    loop->p[i] = binding->point_a[i];
    loop->s[i] = binding->point_b[i];
  }
  loop->cos_alpha = cos (binding->angle_a);
  loop->sin_alpha = sin (binding->angle_a);
  loop->angle = binding->angle_b - binding->angle_a;
}

static inline __attribute__ ((always_inline)) void
plane_rows (const MbdBatch *batch,
            const MbdPose *pose,
            double *restrict G,
            double *restrict gamma,
            unsigned locked)
{
  const PlaneLoop *loops = batch->parameters;
  const int rows = ((locked & X) != 0) + ((locked & Y) != 0) + ((locked & RZ) != 0);

  for (int k = 0; k < batch->count; k++, G += 6 * rows, gamma += rows) {
    const PlaneLoop *loop = &loops[k];
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    double *restrict Ga = G;
    double *restrict Gb = G + 3 * rows;
    int row = 0;

    if (locked & (X | Y)) {
      double px = a->c * loop->p[0] - a->s * loop->p[1], py = a->s * loop->p[0] + a->c * loop->p[1];
      double sx = b->c * loop->s[0] - b->s * loop->s[1], sy = b->s * loop->s[0] + b->c * loop->s[1];
      double ex = b->x + sx - a->x, ey = b->y + sy - a->y;
      double ux = b->vx - b->w * sy - a->vx + a->w * py;
      double uy = b->vy + b->w * sx - a->vy - a->w * px;
      double wa2 = a->w * a->w, wb2 = b->w * b->w;
      double gx = wb2 * sx - 2 * a->w * uy + wa2 * (ex - px) - wa2 * px;
      double gy = wb2 * sy + 2 * a->w * ux + wa2 * (ey - py) - wa2 * py;
      double cx = a->c * loop->cos_alpha - a->s * loop->sin_alpha;
      double cy = a->s * loop->cos_alpha + a->c * loop->sin_alpha;
      if (locked & X) {
        Ga[0] = -cx, Ga[1] = -cy, Ga[2] = ey * cx - ex * cy;
        Gb[0] = cx, Gb[1] = cy, Gb[2] = sx * cy - sy * cx;
        gamma[row++] = cx * gx + cy * gy;
      }
      if (locked & Y) {
        Ga[3 * row] = cy, Ga[3 * row + 1] = -cx, Ga[3 * row + 2] = -ex * cx - ey * cy;
        Gb[3 * row] = -cy, Gb[3 * row + 1] = cx, Gb[3 * row + 2] = sx * cx + sy * cy;
        gamma[row++] = cx * gy - cy * gx;
      }
    }
    if (locked & RZ) {
      Ga[3 * row] = 0, Ga[3 * row + 1] = 0, Ga[3 * row + 2] = -1;
      Gb[3 * row] = 0, Gb[3 * row + 1] = 0, Gb[3 * row + 2] = 1;
      gamma[row] = 0;
    }
  }
}

void
mbd_loop_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  // One specialised loop per set of axes.
  switch (batch->variant) {
  case X | Y:
    plane_rows (batch, pose, G, gamma, X | Y);
    break;
  case X | Y | RZ:
    plane_rows (batch, pose, G, gamma, X | Y | RZ);
    break;
  case Y | RZ:
    plane_rows (batch, pose, G, gamma, Y | RZ);
    break;
  case X | RZ:
    plane_rows (batch, pose, G, gamma, X | RZ);
    break;
  case Y:
    plane_rows (batch, pose, G, gamma, Y);
    break;
  case X:
    plane_rows (batch, pose, G, gamma, X);
    break;
  default:
    plane_rows (batch, pose, G, gamma, RZ);
    break;
  }
}

void
mbd_loop_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const PlaneLoop *loops = batch->parameters;
  const unsigned locked = batch->variant;

  for (int k = 0; k < batch->count; k++) {
    const PlaneLoop *loop = &loops[k];
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    double px = a->c * loop->p[0] - a->s * loop->p[1], py = a->s * loop->p[0] + a->c * loop->p[1];
    double sx = b->c * loop->s[0] - b->s * loop->s[1], sy = b->s * loop->s[0] + b->c * loop->s[1];
    double dx = (b->x - a->x) + (sx - px), dy = (b->y - a->y) + (sy - py);
    double cx = a->c * loop->cos_alpha - a->s * loop->sin_alpha;
    double cy = a->s * loop->cos_alpha + a->c * loop->sin_alpha;
    if (locked & X)
      *eps++ = cx * dx + cy * dy;
    if (locked & Y)
      *eps++ = cx * dy - cy * dx;
    if (locked & RZ) {
      double angle = b->angle - a->angle + loop->angle;
      angle = remainder (angle, 2 * M_PI);
      *eps++ = angle == -M_PI ? M_PI : angle;
    }
  }
}
