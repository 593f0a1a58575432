// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Point contact: point Q of body_b (the origin of frame_b) has no velocity relative to body_a along
// one to three orthogonal unit normals, which are fixed in the world. All rows of one point are one
// coupling. The rows are at the velocity level: the position of Q does not matter, and the contact
// point on body_a is the current position of Q (frame_a is not used).
//
//   q the arm of Q from the centre of mass of body_b,  e = Q - x_a its arm from that of body_a
//   eps   = 0
//   eps'  = n . (v_b + w_b x q - v_a - w_a x e)      G: on b [n; q x n], on a -[n; e x n]
//   eps'' = n . (a_Q - a_a - w_a' x e - w_a x (v_Q - v_a)),  since e' = v_Q - v_a
//   gamma = -n . [w_b x (w_b x q) - w_a x (v_Q - v_a)]
// lambda is the force on body_b along n.
//
// (eps'' is the derivative of eps' as written. Unless Q rests on body_a, it differs from the
// difference of the accelerations of two material points, which ignores that Q moves over body_a.)
//
// In the plane nothing moves along z: the part of a normal along z adds nothing, and a normal along
// z has no row, like the axes out of the plane of a loop joint.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "vector-private.h"

typedef struct
{
  double q[3]; // in the axes of body_b
  double normals[3][3];
} PointContact;

/// Tolerance of normals for unit length and right angles, because typed numbers are rounded.
static const double slack = 1e-6;

static MbdStatus
point_contact_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = def->normal_count;
  if (def->normal_count < 1 || def->normal_count > 3)
    return MBD_STATUS_NORMAL_COUNT;
  for (int i = 0; i < def->normal_count; i++)
    for (int j = 0; j <= i; j++) {
      why->row = i;
      why->value = dot3 (def->normals[i], def->normals[j]);
      if (!isfinite (why->value))
        return MBD_STATUS_NOT_FINITE;
      if (!(fabs (why->value - (i == j)) <= slack))
        return MBD_STATUS_BAD_NORMALS;
    }
  return MBD_STATUS_OK;
}

/// Returns one bit for each normal that has a row.
static unsigned
point_contact_variant (const MbdCouplingDef *def, MbdSpace space)
{
  unsigned variant = 0;
  for (int i = 0; i < def->normal_count; i++)
    if (space == MBD_SPACE_SPACE || hypot (def->normals[i][0], def->normals[i][1]) > slack)
      variant |= 1u << i;
  return variant;
}

static int
point_contact_rows (unsigned variant, MbdSpace space)
{
  return __builtin_popcount (variant);
}

static bool
point_contact_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static const char *
point_contact_row_name (unsigned variant, MbdSpace space, int row)
{
  static const char *const names[] = { "n1", "n2", "n3" };
  for (int i = 0; i < 3; i++)
    if ((variant & (1u << i)) != 0 && row-- == 0)
      return names[i];
  return NULL;
}

static void
point_contact_bind (const MbdBinding *binding, void *parameters)
{
  PointContact *contact = parameters;
  unsigned variant = point_contact_variant (binding->def, binding->space);
  int row = 0;

  memcpy (contact->q, binding->point_b, sizeof contact->q);
  for (int i = 0; i < 3; i++)
    if (variant & (1u << i))
      memcpy (contact->normals[row++], binding->def->normals[i], sizeof contact->normals[0]);
}

static void
point_contact_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const PointContact *contacts = batch->parameters;
  const int rows = batch->rows;

  for (int k = 0; k < batch->count; k++, G += 6 * rows, gamma += rows) {
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    const double *arm = contacts[k].q;
    double qx = b->c * arm[0] - b->s * arm[1], qy = b->s * arm[0] + b->c * arm[1];
    double ex = (b->x - a->x) + qx, ey = (b->y - a->y) + qy;
    double vx = b->vx - b->w * qy - a->vx, vy = b->vy + b->w * qx - a->vy;
    double gx = b->w * b->w * qx - a->w * vy, gy = b->w * b->w * qy + a->w * vx;

    for (int row = 0; row < rows; row++) {
      double nx = contacts[k].normals[row][0], ny = contacts[k].normals[row][1];
      double *Ga = G + 3 * row, *Gb = G + 3 * (rows + row);
      Ga[0] = -nx, Ga[1] = -ny, Ga[2] = ey * nx - ex * ny;
      Gb[0] = nx, Gb[1] = ny, Gb[2] = qx * ny - qy * nx;
      gamma[row] = nx * gx + ny * gy;
    }
  }
}

static void
point_contact_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const PointContact *contacts = batch->parameters;
  const int rows = batch->rows;

  for (int k = 0; k < batch->count; k++, G += 12 * rows, gamma += rows) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    double q[3], e[3], v[3], t[3], g[3];

    rotate3 (b->R, contacts[k].q, q);
    cross3 (b->w, q, t);
    for (int i = 0; i < 3; i++) {
      e[i] = (b->x[i] - a->x[i]) + q[i];
      v[i] = b->v[i] + t[i] - a->v[i];
    }
    centripetal3 (b->w, q, g);
    cross3 (a->w, v, t);
    subtract3 (g, t, g);

    for (int row = 0; row < rows; row++) {
      const double *n = contacts[k].normals[row];
      double *Ga = G + 6 * row, *Gb = G + 6 * (rows + row);
      double ma[3], mb[3];
      cross3 (e, n, ma);
      cross3 (q, n, mb);
      for (int i = 0; i < 3; i++) {
        Ga[i] = -n[i];
        Ga[3 + i] = -ma[i];
        Gb[i] = n[i];
        Gb[3 + i] = mb[i];
      }
      gamma[row] = -dot3 (n, g);
    }
  }
}

static void
point_contact_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  memset (eps, 0, (size_t) batch->count * (size_t) batch->rows * sizeof *eps);
}

const MbdCouplingClass *
mbd_point_contact_class (void)
{
  static const MbdCouplingClass point_contact_class = {
    .name = "point contact",
    .acts_at_b = true,
    .parameter_size = { sizeof (PointContact), sizeof (PointContact) },
    .check = point_contact_check,
    .variant = point_contact_variant,
    .rows = point_contact_rows,
    .row_is_length = point_contact_row_is_length,
    .row_name = point_contact_row_name,
    .bind = point_contact_bind,
    .plane_rows = point_contact_plane_rows,
    .space_rows = point_contact_space_rows,
    .plane_errors = point_contact_errors,
    .space_errors = point_contact_errors,
  };
  return &point_contact_class;
}
