// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Point on a circle: a coupling kind in one file, which uses only the installed headers.
// docs/adding-a-coupling.md describes it section by section.
//
// Point Q of body_b (the origin of frame_b) stays on a circle that is fixed in body_a: centre O the
// origin of frame_a, plane x-y of frame_a, radius R = parameters[0], m, > 0.
//
//   u = Q - O,  v = v_Q - v_O,  o, q the arms of O and Q from the centres of mass, z the normal
//
//   radius  C     = (u . u - R^2) / (2 R)                     m; 0 on the circle
//           Cdot  = u . v / R
//           J     : on b [u; q x u] / R,  on a -[u; o x u] / R
//           gamma = -(v . v + u . [w_b x (w_b x q) - w_a x (w_a x o)]) / R
//   plane   C     = z . u                                     m; only in space
//           Cdot  = z . v + (w_a x z) . u
//           J     : on b [z; q x z],  on a -[z; (o + u) x z]
//           gamma = -(z . [w_b x (w_b x q) - w_a x (w_a x o)] + 2 (w_a x z) . v
//                     + (w_a x (w_a x z)) . u)
//
// On the circle the gradient of the first C has length 1, so that its multiplier is the force on
// body_b away from the centre, in N. At the centre there is no direction, and J is 0.

#include <math.h>
#include <string.h>

#include "mbd-coupling-class.h"

/// Declare this where the kind is used.
const MbdCouplingClass *point_on_circle_class (void);

/* 1. Parameters of one coupling ------------------------------------------------------------ */

typedef struct
{
  double o[3], q[3]; // from the centres of mass, in the axes of body_a and body_b
  double z[3];       // in the axes of body_a
  double radius;
} Circle;

/* 2. Check of the definition --------------------------------------------------------------- */

static MbdStatus
circle_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = def->parameters[0];
  return def->parameters[0] > 0 ? MBD_STATUS_OK : MBD_STATUS_BAD_PARAMETER;
}

/* 3. Number and units of the rows ---------------------------------------------------------- */

static unsigned
circle_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return 0;
}

static int
circle_rows (unsigned variant, MbdSpace space)
{
  return space == MBD_SPACE_PLANE ? 1 : 2;
}

static bool
circle_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static const char *
circle_row_name (unsigned variant, MbdSpace space, int row)
{
  return row == 0 ? "radius" : "plane";
}

/* 4. Binding of the parameters ------------------------------------------------------------- */

static void
circle_bind (const MbdBinding *binding, void *parameters)
{
  Circle *circle = parameters;
  const double *e = binding->quaternion_a;

  memcpy (circle->o, binding->point_a, sizeof circle->o);
  memcpy (circle->q, binding->point_b, sizeof circle->q);
  // the third column of the rotation matrix of a unit quaternion
  circle->z[0] = 2 * (e[1] * e[3] + e[0] * e[2]);
  circle->z[1] = 2 * (e[2] * e[3] - e[0] * e[1]);
  circle->z[2] = 1 - 2 * (e[1] * e[1] + e[2] * e[2]);
  circle->radius = binding->def->parameters[0];
}

/* 5. In the plane -------------------------------------------------------------------------- */

typedef struct
{
  double ox, oy, qx, qy; // arms in world axes
  double ux, uy;
} PlaneCircle;

static PlaneCircle
circle_in_plane (const Circle *circle, const MbdPlanePose *a, const MbdPlanePose *b)
{
  PlaneCircle now;

  now.ox = a->c * circle->o[0] - a->s * circle->o[1];
  now.oy = a->s * circle->o[0] + a->c * circle->o[1];
  now.qx = b->c * circle->q[0] - b->s * circle->q[1];
  now.qy = b->s * circle->q[0] + b->c * circle->q[1];
  now.ux = b->x + now.qx - a->x - now.ox;
  now.uy = b->y + now.qy - a->y - now.oy;
  return now;
}

static void
circle_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const Circle *circles = batch->parameters;

  for (int k = 0; k < batch->count; k++) {
    PlaneCircle now =
      circle_in_plane (&circles[k], &pose->plane[batch->body_a[k]], &pose->plane[batch->body_b[k]]);
    double R = circles[k].radius;
    eps[k] = (now.ux * now.ux + now.uy * now.uy - R * R) / (2 * R);
  }
}

static void
circle_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const Circle *circles = batch->parameters;

  for (int k = 0; k < batch->count; k++, G += 6) {
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    PlaneCircle now = circle_in_plane (&circles[k], a, b);
    double nx = now.ux / circles[k].radius, ny = now.uy / circles[k].radius;
    double vx = b->vx - b->w * now.qy - a->vx + a->w * now.oy;
    double vy = b->vy + b->w * now.qx - a->vy - a->w * now.ox;
    // w x (w x r) = -w^2 r
    double cx = a->w * a->w * now.ox - b->w * b->w * now.qx;
    double cy = a->w * a->w * now.oy - b->w * b->w * now.qy;

    G[0] = -nx, G[1] = -ny, G[2] = -(now.ox * ny - now.oy * nx);
    G[3] = nx, G[4] = ny, G[5] = now.qx * ny - now.qy * nx;
    gamma[k] = -((vx * vx + vy * vy) / circles[k].radius + nx * cx + ny * cy);
  }
}

/* 6. In space ------------------------------------------------------------------------------ */

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross (const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

/// Converts from body axes to world axes.
static void
to_world (const double R[9], const double x[3], double out[3])
{
  for (int i = 0; i < 3; i++)
    out[i] = dot (R + 3 * i, x);
}

typedef struct
{
  double o[3], q[3], z[3], u[3]; // world axes
} SpaceCircle;

static void
circle_in_space (const Circle *circle,
                 const MbdSpacePose *a,
                 const MbdSpacePose *b,
                 SpaceCircle *now)
{
  to_world (a->R, circle->o, now->o);
  to_world (b->R, circle->q, now->q);
  to_world (a->R, circle->z, now->z);
  for (int i = 0; i < 3; i++)
    now->u[i] = b->x[i] + now->q[i] - a->x[i] - now->o[i];
}

static void
circle_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const Circle *circles = batch->parameters;

  for (int k = 0; k < batch->count; k++, eps += 2) {
    const double R = circles[k].radius;
    SpaceCircle now;

    circle_in_space (&circles[k], &pose->space[batch->body_a[k]], &pose->space[batch->body_b[k]],
                     &now);
    eps[0] = (dot (now.u, now.u) - R * R) / (2 * R);
    eps[1] = dot (now.z, now.u);
  }
}

/// Sets the row [n; arm_b x n] on b and -[n; arm_a x n] on a.
static void
set_row (const double n[3], const double arm_a[3], const double arm_b[3], double *Ga, double *Gb)
{
  cross (arm_a, n, Ga + 3);
  cross (arm_b, n, Gb + 3);
  for (int i = 0; i < 3; i++) {
    Ga[i] = -n[i];
    Ga[3 + i] = -Ga[3 + i];
    Gb[i] = n[i];
  }
}

static void
circle_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const Circle *circles = batch->parameters;

  // Per coupling: both rows on a, then both on b, 6 numbers each.
  for (int k = 0; k < batch->count; k++, G += 24, gamma += 2) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    SpaceCircle now;
    double n[3], arm[3], va[3], vb[3], ca[3], cb[3], dz[3], ddz[3], v[3], c[3];

    circle_in_space (&circles[k], a, b, &now);
    cross (a->w, now.o, va);
    cross (b->w, now.q, vb);
    cross (a->w, va, ca);
    cross (b->w, vb, cb);
    cross (a->w, now.z, dz);
    cross (a->w, dz, ddz);
    for (int i = 0; i < 3; i++) {
      v[i] = b->v[i] + vb[i] - a->v[i] - va[i];
      c[i] = cb[i] - ca[i];
      n[i] = now.u[i] / circles[k].radius;
      arm[i] = now.o[i] + now.u[i];
    }
    set_row (n, now.o, now.q, G, G + 12);
    set_row (now.z, arm, now.q, G + 6, G + 18);
    gamma[0] = -(dot (v, v) / circles[k].radius + dot (n, c));
    gamma[1] = -(dot (now.z, c) + 2 * dot (dz, v) + dot (ddz, now.u));
  }
}

/* 7. The table ----------------------------------------------------------------------------- */

const MbdCouplingClass *
point_on_circle_class (void)
{
  static const MbdCouplingClass circle_class = {
    .name = "point on circle",
    .frames_in_plane = true,
    .parameter_size = { sizeof (Circle), sizeof (Circle) },
    .check = circle_check,
    .variant = circle_variant,
    .rows = circle_rows,
    .row_is_length = circle_row_is_length,
    .row_name = circle_row_name,
    .bind = circle_bind,
    .plane_rows = circle_plane_rows,
    .plane_errors = circle_plane_errors,
    .space_rows = circle_space_rows,
    .space_errors = circle_space_errors,
  };
  return &circle_class;
}
