// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joint friction: a joint coordinate q (coordinate.c) between frame P on body_a and frame S on
// body_b is held by dry friction. It lives at the velocity level,
//
//   eps = 0,   eps' = q',   gamma = -q''(a = 0),   G = the gradient of q
//
// and its row is a box: |lambda| <= limit holds the joint, a moving one has
// lambda = -limit sign (q'). The solver computes the limit (bounds.c):
// effort_limit + mu r |reaction of the joint|, with r = 1 for sliders.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "coordinate-private.h"

static MbdStatus
friction_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  const MbdStatus status = mbd_coordinate_check (def, why);

  if (status != MBD_STATUS_OK)
    return status;
  why->value = (int) def->level;
  if (def->level != MBD_LEVEL_VELOCITY)
    return MBD_STATUS_BAD_PARAMETER;
  why->value = def->effort_limit;
  return isfinite (def->effort_limit) ? MBD_STATUS_OK : MBD_STATUS_BAD_LIMIT;
}

static unsigned
friction_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return (unsigned) def->coordinate[0];
}

static int
friction_rows (unsigned variant, MbdSpace space)
{
  // Nothing moves along z in the plane.
  return space == MBD_SPACE_PLANE && variant == MBD_COORDINATE_SLIDE_Z ? 0 : 1;
}

static bool
friction_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return mbd_coordinate_is_length ((MbdCoordinate) variant);
}

static MbdMode
friction_mode (const MbdCouplingDef *def)
{
  return MBD_MODE_BOX;
}

static void
friction_bind (const MbdBinding *binding, void *parameters)
{
  mbd_ends_bind (binding, MBD_FIRST_PAIR, parameters);
}

static MbdCoordinateAt
friction_at (const MbdBatch *batch, int k)
{
  return (MbdCoordinateAt){
    .space = batch->space,
    .coordinate = (MbdCoordinate) batch->variant,
    .ends = (const MbdEnds *) batch->parameters + k,
    .a = batch->body_a[k],
    .b = batch->body_b[k],
    .near = batch->angle != NULL ? batch->angle[2 * k] : 0,
  };
}

static void
rows_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *G, double *gamma)
{
  const int columns = space == MBD_SPACE_PLANE ? 3 : 6;

  for (int k = 0; k < batch->count; k++, G += 2 * columns) {
    const MbdCoordinateAt at = friction_at (batch, k);
    memset (G, 0, 2 * (size_t) columns * sizeof *G);
    gamma[k] = -mbd_coordinate_motion (&at, pose, 1, G, G + columns).quadratic;
  }
}

static void
friction_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_PLANE, G, gamma);
}

static void
friction_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_SPACE, G, gamma);
}

static void
friction_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  memset (eps, 0, sizeof *eps * (size_t) (batch->count * batch->rows));
}

static bool
friction_keeps_angles (unsigned variant, MbdSpace space)
{
  return variant == MBD_COORDINATE_ARC;
}

static void
friction_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    const MbdCoordinateAt at = friction_at (batch, k);
    angle[2 * k] = mbd_coordinate_kept (&at, pose);
    angle[2 * k + 1] = 0;
  }
}

static void
friction_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  angle[0] = NAN; // the arc of the pose
  angle[1] = 0;
}

const MbdCouplingClass *
mbd_joint_friction_class (void)
{
  static const MbdCouplingClass friction_class = {
    .name = "joint friction",
    .frames_in_plane = true,
    .effort_may_vanish = true,
    .parameter_size = { sizeof (MbdEnds), sizeof (MbdEnds) },
    .check = friction_check,
    .variant = friction_variant,
    .rows = friction_rows,
    .row_is_length = friction_row_is_length,
    .mode = friction_mode,
    .bind = friction_bind,
    .plane_rows = friction_plane_rows,
    .space_rows = friction_space_rows,
    .plane_errors = friction_errors,
    .space_errors = friction_errors,
    .angles = friction_angles,
    .keeps_angles = friction_keeps_angles,
    .start_angles = friction_start_angles,
  };
  return &friction_class;
}
