// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curved slot: the origin of frame S on body_b, the axis of a pin, follows a curve in x and y of frame P
// on body_a. With C the signed distance of S from the curve, positive on its left, and z along z of P
// (coordinate-curve.c, coordinate.c):
//
//   plane:  eps = C                 G = the gradient of C,           gamma = -C''(a = 0)
//   space:  eps = C, and eps = z    G = the gradients of C and z,    gamma = -C''(a = 0), -z''(a = 0)
//
// lambda is the force with which the curve pushes S towards its left. The curve continues straight
// beyond its ends; end stops are a limit of the arc length (coupling-limit.c).

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "coordinate-private.h"

static MbdStatus
slot_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = 0;
  return def->curve != NULL ? MBD_STATUS_OK : MBD_STATUS_CURVE_MISSING;
}

static unsigned
slot_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return 0;
}

static int
slot_rows (unsigned variant, MbdSpace space)
{
  return space == MBD_SPACE_PLANE ? 1 : 2;
}

static bool
slot_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static const char *const row_names[] = { "across", "z", NULL };

static const char *
slot_row_name (unsigned variant, MbdSpace space, int row)
{
  return row_names[row];
}

static void
slot_bind (const MbdBinding *binding, void *parameters)
{
  mbd_ends_bind (binding, MBD_FIRST_PAIR, parameters);
}

static MbdCoordinateAt
slot_at (const MbdBatch *batch, int k, MbdCoordinate coordinate)
{
  return (MbdCoordinateAt){
    .space = batch->space,
    .coordinate = coordinate,
    .ends = (const MbdEnds *) batch->parameters + k,
    .a = batch->body_a[k],
    .b = batch->body_b[k],
    .near = batch->angle[2 * k],
  };
}

static void
slot_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  for (int k = 0; k < batch->count; k++, G += 6) {
    const MbdCoordinateAt at = slot_at (batch, k, MBD_COORDINATE_ARC);
    memset (G, 0, 6 * sizeof *G);
    gamma[k] = -mbd_across_motion (&at, pose, 1, G, G + 3).quadratic;
  }
}

static void
slot_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  for (int k = 0; k < batch->count; k++, G += 24, gamma += 2) {
    const MbdCoordinateAt at = slot_at (batch, k, MBD_COORDINATE_ARC);
    const MbdCoordinateAt z = slot_at (batch, k, MBD_COORDINATE_SLIDE_Z);
    memset (G, 0, 24 * sizeof *G);
    gamma[0] = -mbd_across_motion (&at, pose, 1, G, G + 12).quadratic;
    gamma[1] = -mbd_coordinate_motion (&z, pose, 1, G + 6, G + 18).quadratic;
  }
}

static void
slot_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  for (int k = 0; k < batch->count; k++) {
    const MbdCoordinateAt at = slot_at (batch, k, MBD_COORDINATE_ARC);
    eps[k] = mbd_coordinate_foot (&at, pose).distance;
  }
}

static void
slot_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  for (int k = 0; k < batch->count; k++) {
    const MbdCoordinateAt at = slot_at (batch, k, MBD_COORDINATE_ARC);
    const MbdCoordinateAt z = slot_at (batch, k, MBD_COORDINATE_SLIDE_Z);
    eps[2 * k] = mbd_coordinate_foot (&at, pose).distance;
    eps[2 * k + 1] = mbd_coordinate_value (&z, pose);
  }
}

/// The arc length with its laps.
static void
slot_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    const MbdCoordinateAt at = slot_at (batch, k, MBD_COORDINATE_ARC);
    angle[2 * k] = mbd_coordinate_value (&at, pose);
    angle[2 * k + 1] = 0;
  }
}

static bool
slot_keeps_angles (unsigned variant, MbdSpace space)
{
  return true;
}

/// The place on the curve is that of the pose.
static void
slot_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  angle[0] = NAN;
  angle[1] = 0;
}

const MbdCouplingClass *
mbd_curved_slot_class (void)
{
  static const MbdCouplingClass slot_class = {
    .name = "curved slot",
    .can_press = true,
    .frames_in_plane = true,
    .acts_at_b = true,
    .parameter_size = { sizeof (MbdEnds), sizeof (MbdEnds) },
    .check = slot_check,
    .variant = slot_variant,
    .rows = slot_rows,
    .row_is_length = slot_row_is_length,
    .row_name = slot_row_name,
    .row_names = row_names,
    .bind = slot_bind,
    .plane_rows = slot_plane_rows,
    .space_rows = slot_space_rows,
    .plane_errors = slot_plane_errors,
    .space_errors = slot_space_errors,
    .angles = slot_angles,
    .keeps_angles = slot_keeps_angles,
    .start_angles = slot_start_angles,
  };
  return &slot_class;
}
