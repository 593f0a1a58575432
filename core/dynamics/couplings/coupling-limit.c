// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Limit: end stops of a joint coordinate q (coordinate.c) between frame P on body_a and frame S on
// body_b. One row for each finite limit, eps >= 0, lambda >= 0, one of them 0:
//
//   lower:  eps = q - lower,   G = the gradient of q,         gamma = -q''(a = 0)
//   upper:  eps = upper - q,   G = minus the gradient of q,   gamma =  q''(a = 0)
//
// lambda is the force or moment with which the stop pushes: the effort on q is +lambda at the lower
// and -lambda at the upper stop. Angles keep their turns, so a stop may be several turns away.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "coordinate-private.h"

typedef struct
{
  double lower, upper;
  MbdEnds ends;
} Limit;

/// Variant bits: the coordinate, and the limits that exist.
enum
{
  HAS_LOWER = 1 << 2,
  HAS_UPPER = 1 << 3,
};

static MbdCoordinate
coordinate_of (unsigned variant)
{
  return (MbdCoordinate) (variant & 3);
}

static MbdStatus
limit_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  const double lower = def->lower, upper = def->upper;

  const MbdStatus status = mbd_coordinate_check (def, why);

  if (status != MBD_STATUS_OK)
    return status;
  // A lower stop at plus infinity or an upper one at minus infinity is not valid.
  if (isnan (lower) || lower == INFINITY || isnan (upper) || upper == -INFINITY) {
    why->value = isnan (lower) || lower == INFINITY ? lower : upper;
    return MBD_STATUS_NOT_FINITE;
  }
  why->value = lower;
  if (isinf (lower) && isinf (upper))
    return MBD_STATUS_NO_LIMIT;
  // The rows of two stops at one place would be the same lock twice.
  return lower < upper ? MBD_STATUS_OK : MBD_STATUS_LIMIT_ORDER;
}

static unsigned
limit_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return (unsigned) def->coordinate[0] | (isfinite (def->lower) ? HAS_LOWER : 0)
         | (isfinite (def->upper) ? HAS_UPPER : 0);
}

static int
limit_rows (unsigned variant, MbdSpace space)
{
  // Nothing moves along z in the plane.
  if (space == MBD_SPACE_PLANE && coordinate_of (variant) == MBD_COORDINATE_SLIDE_Z)
    return 0;
  return __builtin_popcount (variant & (HAS_LOWER | HAS_UPPER));
}

static bool
limit_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return mbd_coordinate_is_length (coordinate_of (variant));
}

static const char *const row_names[] = { "lower", "upper", NULL };

static const char *
limit_row_name (unsigned variant, MbdSpace space, int row)
{
  return row_names[(variant & HAS_LOWER) && row == 0 ? 0 : 1];
}

static MbdMode
limit_mode (const MbdCouplingDef *def)
{
  return MBD_MODE_UNILATERAL;
}

static void
limit_bind (const MbdBinding *binding, void *parameters)
{
  Limit *limit = parameters;
  limit->lower = binding->def->lower;
  limit->upper = binding->def->upper;
  mbd_ends_bind (binding, MBD_FIRST_PAIR, &limit->ends);
}

static MbdCoordinateAt
limit_at (const MbdBatch *batch, MbdSpace space, int k)
{
  const Limit *limits = batch->parameters;
  return (MbdCoordinateAt){
    .space = space,
    .coordinate = coordinate_of (batch->variant),
    .ends = &limits[k].ends,
    .a = batch->body_a[k],
    .b = batch->body_b[k],
    .near = batch->angle != NULL ? batch->angle[2 * k] : 0,
  };
}

static void
rows_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *G, double *gamma)
{
  const int columns = space == MBD_SPACE_PLANE ? 3 : 6, rows = batch->rows;

  for (int k = 0; k < batch->count; k++, G += 2 * columns * rows, gamma += rows) {
    MbdCoordinateAt at = limit_at (batch, space, k);
    int row = 0;
    memset (G, 0, 2 * (size_t) (columns * rows) * sizeof *G);
    if (batch->variant & HAS_LOWER) {
      gamma[row] = -mbd_coordinate_motion (&at, pose, 1, G, G + columns * rows).quadratic;
      row++;
    }
    if (batch->variant & HAS_UPPER)
      gamma[row] =
        mbd_coordinate_motion (&at, pose, -1, G + columns * row, G + columns * (rows + row))
          .quadratic;
  }
}

static void
limit_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_PLANE, G, gamma);
}

static void
limit_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_SPACE, G, gamma);
}

static void
errors_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *eps)
{
  const Limit *limits = batch->parameters;

  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt at = limit_at (batch, space, k);
    double q = mbd_coordinate_value (&at, pose);
    if (batch->variant & HAS_LOWER)
      *eps++ = q - limits[k].lower;
    if (batch->variant & HAS_UPPER)
      *eps++ = limits[k].upper - q;
  }
}

static void
limit_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_PLANE, eps);
}

static void
limit_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_SPACE, eps);
}

static void
limit_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt at = limit_at (batch, batch->space, k);
    angle[2 * k] = mbd_coordinate_kept (&at, pose);
    angle[2 * k + 1] = 0;
  }
}

static bool
limit_keeps_angles (unsigned variant, MbdSpace space)
{
  return mbd_coordinate_is_kept (coordinate_of (variant), space);
}

static void
limit_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  angle[0] = mbd_coordinate_start (def, def->lower, def->upper);
  angle[1] = 0;
}

const MbdCouplingClass *
mbd_limit_class (void)
{
  static const MbdCouplingClass limit_class = {
    .name = "limit",
    .frames_in_plane = true,
    .parameter_size = { sizeof (Limit), sizeof (Limit) },
    .check = limit_check,
    .variant = limit_variant,
    .rows = limit_rows,
    .row_is_length = limit_row_is_length,
    .row_name = limit_row_name,
    .row_names = row_names,
    .mode = limit_mode,
    .bind = limit_bind,
    .plane_rows = limit_plane_rows,
    .space_rows = limit_space_rows,
    .plane_errors = limit_plane_errors,
    .space_errors = limit_space_errors,
    .angles = limit_angles,
    .keeps_angles = limit_keeps_angles,
    .start_angles = limit_start_angles,
  };
  return &limit_class;
}
