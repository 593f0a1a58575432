// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Driver: a joint coordinate q (coordinate.c) between frame P on body_a and frame S on body_b
// follows a function of time, as a position s0 (t) or, at the velocity level, as a speed u (t).
//
//   position:  eps = q - s0,   eps' = q' - s0',   gamma = -q''(a = 0) + s0''
//   speed:     eps = 0,        eps' = q' - u,     gamma = -q''(a = 0) + u'
//   G = the gradient of q; lambda is the effort (N or N m), positive when it increases q
//   power put into the bodies = lambda q'
//
// A motor is a speed driver with limited effort: its row is a box, |lambda| <= limit. A position
// driver with such a limit would make up for lost time at any speed, so it is refused.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "coordinate-private.h"

typedef struct
{
  const MbdFunction *function; // borrowed: the definition holds the reference
  MbdEnds ends;
} Driver;

/// Returns the coordinate from the variant, which holds coordinate and level.
static MbdCoordinate
coordinate_of (unsigned variant)
{
  return (MbdCoordinate) (variant & 3);
}

static MbdLevel
level_of (unsigned variant)
{
  return (MbdLevel) (variant >> 2);
}

static MbdStatus
driver_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  const MbdStatus status = mbd_coordinate_check (def, why);

  if (status != MBD_STATUS_OK)
    return status;
  why->value = (int) def->level;
  if (def->level != MBD_LEVEL_POSITION && def->level != MBD_LEVEL_VELOCITY)
    return MBD_STATUS_DRIVER_LEVEL;
  why->value = 0;
  if (def->function == NULL)
    return MBD_STATUS_NO_FUNCTION;
  why->value = def->effort_limit;
  if (isfinite (def->effort_limit) && def->level == MBD_LEVEL_POSITION)
    return MBD_STATUS_EFFORT_NEEDS_SPEED;
  return MBD_STATUS_OK;
}

static unsigned
driver_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return (unsigned) def->coordinate[0] | (unsigned) def->level << 2;
}

static int
driver_rows (unsigned variant, MbdSpace space)
{
  // Nothing moves along z in the plane.
  return space == MBD_SPACE_PLANE && coordinate_of (variant) == MBD_COORDINATE_SLIDE_Z ? 0 : 1;
}

static bool
driver_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return mbd_coordinate_is_length (coordinate_of (variant));
}

static MbdMode
driver_mode (const MbdCouplingDef *def)
{
  return isfinite (def->effort_limit) ? MBD_MODE_BOX : MBD_MODE_LOCK;
}

static void
driver_bind (const MbdBinding *binding, void *parameters)
{
  Driver *driver = parameters;
  driver->function = binding->def->function;
  mbd_ends_bind (binding, MBD_FIRST_PAIR, &driver->ends);
}

static MbdCoordinateAt
driver_at (const MbdBatch *batch, MbdSpace space, int k)
{
  const Driver *drivers = batch->parameters;
  return (MbdCoordinateAt){
    .space = space,
    .coordinate = coordinate_of (batch->variant),
    .ends = &drivers[k].ends,
    .a = batch->body_a[k],
    .b = batch->body_b[k],
    .near = batch->angle != NULL ? batch->angle[2 * k] : 0,
  };
}

/// Returns the prescribed position, speed and its rate at this instant. The position of a speed
/// driver is never used.
static MbdJet
prescribed (const MbdBatch *batch, const MbdPose *pose, int k)
{
  const Driver *drivers = batch->parameters;
  MbdJet jet = mbd_function_evaluate (drivers[k].function, pose->time);
  if (level_of (batch->variant) == MBD_LEVEL_VELOCITY)
    jet = (MbdJet){ .first = jet.value, .second = jet.first };
  return jet;
}

static void
rows_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *G, double *gamma)
{
  const int columns = space == MBD_SPACE_PLANE ? 3 : 6;

  for (int k = 0; k < batch->count; k++, G += 2 * columns) {
    MbdCoordinateAt at = driver_at (batch, space, k);
    memset (G, 0, 2 * (size_t) columns * sizeof *G);
    MbdCoordinateMotion q = mbd_coordinate_motion (&at, pose, 1, G, G + columns);
    gamma[k] = prescribed (batch, pose, k).second - q.quadratic;
  }
}

static void
driver_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_PLANE, G, gamma);
}

static void
driver_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_SPACE, G, gamma);
}

static void
errors_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *eps)
{
  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt at = driver_at (batch, space, k);
    eps[k] = level_of (batch->variant) == MBD_LEVEL_VELOCITY
               ? 0
               : mbd_coordinate_value (&at, pose) - prescribed (batch, pose, k).value;
  }
}

static void
driver_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_PLANE, eps);
}

static void
driver_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_SPACE, eps);
}

static void
driver_time_rates (const MbdBatch *batch, const MbdPose *pose, double *rate)
{
  for (int k = 0; k < batch->count; k++)
    rate[k] = -prescribed (batch, pose, k).first;
}

static void
driver_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt at = driver_at (batch, batch->space, k);
    angle[2 * k] = mbd_coordinate_kept (&at, pose);
    angle[2 * k + 1] = 0;
  }
}

static bool
driver_keeps_angles (unsigned variant, MbdSpace space)
{
  return mbd_coordinate_is_kept (coordinate_of (variant), space);
}

/// Sets the turns of a prescribed angle, or laps, to those of its prescribed value. A spring is wound up
/// by the difference between that value and the angle of the pose, which has no turns.
static void
driver_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  const bool prescribes =
    def->level == MBD_LEVEL_POSITION && !def->compliant
    && (def->coordinate[0] == MBD_COORDINATE_ANGLE || def->coordinate[0] == MBD_COORDINATE_ARC);
  double start = prescribes ? mbd_function_evaluate (def->function, time).value : 0;
  angle[0] = isfinite (start) ? start : 0;
  angle[1] = 0;
}

const MbdCouplingClass *
mbd_driver_class (void)
{
  static const MbdCouplingClass driver_class = {
    .name = "driver",
    .drives = true,
    .frames_in_plane = true,
    .parameter_size = { sizeof (Driver), sizeof (Driver) },
    .check = driver_check,
    .variant = driver_variant,
    .rows = driver_rows,
    .row_is_length = driver_row_is_length,
    .mode = driver_mode,
    .bind = driver_bind,
    .plane_rows = driver_plane_rows,
    .space_rows = driver_space_rows,
    .plane_errors = driver_plane_errors,
    .space_errors = driver_space_errors,
    .time_rates = driver_time_rates,
    .angles = driver_angles,
    .keeps_angles = driver_keeps_angles,
    .start_angles = driver_start_angles,
  };
  return &driver_class;
}
