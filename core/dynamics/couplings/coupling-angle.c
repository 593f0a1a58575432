// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Angle: axes of two bodies keep an angle alpha, 0 < alpha < pi; nothing else is constrained.
//
// In space between b = z of frame P on body_a and c = z of frame S on body_b, in either sense of
// turning. b' = w_a x b, c' = w_b x c:
//   eps   = b . c - cos alpha
//   eps'  = (w_b - w_a) . n,  n = c x b             G: on b [0; n], on a -[0; n]
//   gamma = -[(w_a x (w_a x b)) . c + 2 b' . c' + b . (w_b x (w_b x c))]
// |n| = sin alpha where eps = 0: at 0 and pi the row would vanish, and two rows are needed instead.
//
// In the plane from x of P to x of S, about +z:
//   eps   = theta_S - theta_P - alpha, taken into (-pi, pi]     G: on b 1, on a -1;  gamma = 0
// Exchange the bodies for the other sense of turning.

#include "mbd-coupling-class.h"

#include <math.h>

#include "vector-private.h"

typedef struct
{
  double angle; // angle of S in body_b minus angle of P in body_a minus alpha
} PlaneAngle;

typedef struct
{
  double b[3], c[3]; // in the axes of body_a and of body_b
  double cosine;     // cosine of alpha
} SpaceAngle;

static MbdStatus
angle_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = def->angle;
  if (!isfinite (def->angle))
    return MBD_STATUS_NOT_FINITE;
  return def->angle > 0 && def->angle < M_PI ? MBD_STATUS_OK : MBD_STATUS_BAD_ANGLE;
}

static unsigned
angle_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return 0;
}

static int
angle_rows (unsigned variant, MbdSpace space)
{
  return 1;
}

static bool
angle_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return false;
}

static const char *
angle_row_name (unsigned variant, MbdSpace space, int row)
{
  return "angle";
}

static void
angle_bind (const MbdBinding *binding, void *parameters)
{
  if (binding->space == MBD_SPACE_PLANE) {
    PlaneAngle *angle = parameters;
    angle->angle = binding->angle_b - binding->angle_a - binding->def->angle;
    return;
  }
  SpaceAngle *angle = parameters;
  double R[9];
  quaternion_matrix (binding->quaternion_a, R);
  column3 (R, 2, angle->b);
  quaternion_matrix (binding->quaternion_b, R);
  column3 (R, 2, angle->c);
  angle->cosine = cos (binding->def->angle);
}

static void
angle_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  for (int k = 0; k < batch->count; k++, G += 6) {
    G[0] = G[1] = 0, G[2] = -1;
    G[3] = G[4] = 0, G[5] = 1;
    gamma[k] = 0;
  }
}

static void
angle_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const PlaneAngle *angles = batch->parameters;

  for (int k = 0; k < batch->count; k++) {
    double turned = pose->plane[batch->body_b[k]].angle - pose->plane[batch->body_a[k]].angle;
    turned = remainder (turned + angles[k].angle, 2 * M_PI);
    eps[k] = turned == -M_PI ? M_PI : turned;
  }
}

static void
angle_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const SpaceAngle *angles = batch->parameters;

  for (int k = 0; k < batch->count; k++, G += 12) {
    const MbdSpacePose *body_a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *body_b = &pose->space[batch->body_b[k]];
    double b[3], c[3], n[3], db[3], dc[3], ddb[3], ddc[3];

    rotate3 (body_a->R, angles[k].b, b);
    rotate3 (body_b->R, angles[k].c, c);
    cross3 (c, b, n);
    cross3 (body_a->w, b, db);
    cross3 (body_b->w, c, dc);
    cross3 (body_a->w, db, ddb);
    cross3 (body_b->w, dc, ddc);
    for (int i = 0; i < 3; i++) {
      G[i] = G[6 + i] = 0;
      G[3 + i] = -n[i];
      G[9 + i] = n[i];
    }
    gamma[k] = -(dot3 (ddb, c) + 2 * dot3 (db, dc) + dot3 (b, ddc));
  }
}

static void
angle_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const SpaceAngle *angles = batch->parameters;

  for (int k = 0; k < batch->count; k++) {
    double b[3], c[3];
    rotate3 (pose->space[batch->body_a[k]].R, angles[k].b, b);
    rotate3 (pose->space[batch->body_b[k]].R, angles[k].c, c);
    eps[k] = dot3 (b, c) - angles[k].cosine;
  }
}

const MbdCouplingClass *
mbd_angle_class (void)
{
  static const MbdCouplingClass angle_class = {
    .name = "angle",
    .frames_in_plane = true,
    .linear = true,
    .parameter_size = { sizeof (PlaneAngle), sizeof (SpaceAngle) },
    .check = angle_check,
    .variant = angle_variant,
    .rows = angle_rows,
    .row_is_length = angle_row_is_length,
    .row_name = angle_row_name,
    .bind = angle_bind,
    .plane_rows = angle_plane_rows,
    .space_rows = angle_space_rows,
    .plane_errors = angle_plane_errors,
    .space_errors = angle_space_errors,
  };
  return &angle_class;
}
