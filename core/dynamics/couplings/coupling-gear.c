// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gear: two joint coordinates (coordinate.c) in a fixed ratio r, q1 between frame P on body_a and
// frame S on body_b, q2 between frame P on body_c and frame S on body_d.
//
//   eps   = q2 - r q1 - c0
//   G     = (gradient of q2) - r (gradient of q1); ends on one body add up
//   gamma = -(q2'' - r q1'')   at zero acceleration
//   the effort on q2 is lambda, on q1 it is -r lambda: power passes from one to the other without loss
//
//   gears outside     angle, angle: r = -z1 / z2       belt or chain   r = radius 1 / radius 2
//   ring and pinion   angle, angle: r = z1 / z2        rack            angle, slide: r = radius
//   screw             angle and slide along z of one pair: r = pitch / (2 pi)
//
// Angles are measured relative to the body that carries the axle. With a moving carrier as body_a
// and body_c the row is (w_d - w_carrier) = r (w_b - w_carrier), Willis' equation, and the moment
// on the carrier follows from the same gradients. The row is a couple about each axle; the forces of
// teeth and belts, which press on the bearings, follow from it (coupling-gear-mesh.c) and make no
// difference to the motion.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "coordinate-private.h"
#include "gear-mesh-private.h"

typedef struct
{
  double ratio, offset;
  MbdEnds ends[2]; // ends of q1 and q2
} Gear;

/// Returns a coordinate from the variant, which holds both.
static MbdCoordinate
coordinate_of (unsigned variant, MbdEndPair pair)
{
  return (MbdCoordinate) (pair == MBD_FIRST_PAIR ? variant & 3 : variant >> 2);
}

static bool
same_frame (const MbdFrame *a, const MbdFrame *b)
{
  for (int i = 0; i < 3; i++)
    if (a->point[i] != b->point[i])
      return false;
  for (int i = 0; i < 4; i++)
    if (a->quaternion[i] != b->quaternion[i])
      return false;
  return true;
}

static MbdStatus
gear_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  const MbdStatus status = mbd_coordinates_check (def, why);

  if (status != MBD_STATUS_OK)
    return status;
  why->value = def->ratio;
  if (!isfinite (def->ratio) || def->ratio == 0)
    return MBD_STATUS_BAD_RATIO;
  why->value = def->offset;
  if (!isfinite (def->offset))
    return MBD_STATUS_NOT_FINITE;
  const double not_negative[] = { def->pressure_angle, def->pitch_radius, def->belt_tension };
  for (int i = 0; i < 3; i++) {
    why->value = not_negative[i];
    if (!(not_negative[i] >= 0 && isfinite (not_negative[i])))
      return MBD_STATUS_NEGATIVE_CONSTANT;
  }
  why->value = def->pressure_angle;
  if (!(cos (def->pressure_angle) > 1e-3))
    return MBD_STATUS_BAD_PARAMETER;
  why->value = (int) def->mesh;
  if ((int) def->mesh < 0 || def->mesh > MBD_MESH_COUPLE)
    return MBD_STATUS_BAD_PARAMETER;
  why->value = 0;
  if (def->coordinate[0] == def->coordinate[1] && def->body_a == def->body_c
      && def->body_b == def->body_d && same_frame (&def->frame_a, &def->frame_c)
      && same_frame (&def->frame_b, &def->frame_d))
    return MBD_STATUS_SAME_COORDINATE;
  return MBD_STATUS_OK;
}

static unsigned
gear_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return (unsigned) def->coordinate[0] | (unsigned) def->coordinate[1] << 2;
}

static int
gear_rows (unsigned variant, MbdSpace space)
{
  // A motion along z is zero in the plane, and so is the motion coupled to it; a row for the other
  // motion only would hide that.
  bool along_z = coordinate_of (variant, MBD_FIRST_PAIR) == MBD_COORDINATE_SLIDE_Z
                 || coordinate_of (variant, MBD_SECOND_PAIR) == MBD_COORDINATE_SLIDE_Z;
  return space == MBD_SPACE_PLANE && along_z ? 0 : 1;
}

static bool
gear_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return mbd_coordinate_is_length (coordinate_of (variant, MBD_SECOND_PAIR));
}

static void
gear_bind (const MbdBinding *binding, void *parameters)
{
  Gear *gear = parameters;
  gear->ratio = binding->def->ratio;
  gear->offset = binding->def->offset;
  mbd_ends_bind (binding, MBD_FIRST_PAIR, &gear->ends[0]);
  mbd_ends_bind (binding, MBD_SECOND_PAIR, &gear->ends[1]);
}

static MbdCoordinateAt
end_pair_at (const MbdBatch *batch, MbdSpace space, int k, MbdEndPair pair)
{
  const Gear *gears = batch->parameters;
  const int which = pair == MBD_FIRST_PAIR ? 0 : 1, p = 2 * which, s = p + 1;
  return (MbdCoordinateAt){
    .space = space,
    .coordinate = coordinate_of (batch->variant, pair),
    .ends = &gears[k].ends[which],
    .a = batch->body[batch->side[p]][k],
    .b = batch->body[batch->side[s]][k],
    .near = space == MBD_SPACE_SPACE ? batch->angle[2 * k + which] : 0,
  };
}

/// Returns both coordinates. Undetermined turns of one are taken from the other.
static void
gear_at (const MbdBatch *batch,
         const MbdPose *pose,
         MbdSpace space,
         int k,
         MbdCoordinateAt *q1,
         MbdCoordinateAt *q2)
{
  const Gear *gear = (const Gear *) batch->parameters + k;

  *q1 = end_pair_at (batch, space, k, MBD_FIRST_PAIR);
  *q2 = end_pair_at (batch, space, k, MBD_SECOND_PAIR);
  if (isnan (q1->near))
    q1->near = (mbd_coordinate_value (q2, pose) - gear->offset) / gear->ratio;
  if (isnan (q2->near))
    q2->near = gear->ratio * mbd_coordinate_value (q1, pose) + gear->offset;
}

static void
rows_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *G, double *gamma)
{
  const Gear *gears = batch->parameters;
  const int columns = space == MBD_SPACE_PLANE ? 3 : 6, *side = batch->side;

  for (int k = 0; k < batch->count; k++, G += batch->sides * columns) {
    const double ratio = gears[k].ratio;
    MbdCoordinateAt q1, q2;

    gear_at (batch, pose, space, k, &q1, &q2);
    memset (G, 0, (size_t) (batch->sides * columns) * sizeof *G);
    MbdCoordinateMotion m1 =
      mbd_coordinate_motion (&q1, pose, -ratio, G + columns * side[0], G + columns * side[1]);
    MbdCoordinateMotion m2 =
      mbd_coordinate_motion (&q2, pose, 1, G + columns * side[2], G + columns * side[3]);
    gamma[k] = ratio * m1.quadratic - m2.quadratic;
  }
}

static void
gear_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_PLANE, G, gamma);
}

static void
gear_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_SPACE, G, gamma);
}

static void
errors_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *eps)
{
  const Gear *gears = batch->parameters;

  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt q1, q2;
    gear_at (batch, pose, space, k, &q1, &q2);
    eps[k] = mbd_coordinate_value (&q2, pose) - gears[k].ratio * mbd_coordinate_value (&q1, pose)
             - gears[k].offset;
  }
}

static void
gear_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_PLANE, eps);
}

static void
gear_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_SPACE, eps);
}

static double
angle_of (const MbdCoordinateAt *q, const MbdPose *pose)
{
  return q->coordinate == MBD_COORDINATE_ANGLE ? mbd_coordinate_value (q, pose) : 0;
}

static void
gear_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt q1, q2;
    gear_at (batch, pose, MBD_SPACE_SPACE, k, &q1, &q2);
    angle[2 * k] = angle_of (&q1, pose);
    angle[2 * k + 1] = angle_of (&q2, pose);
  }
}

/// Lets teeth mesh at the nearest gap: the turns of one angle are undetermined (NaN) until the
/// first instant is accepted. The other coordinate, if it is an angle, starts within half a turn of
/// 0.
static void
gear_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  const bool first_is_angle = def->coordinate[0] == MBD_COORDINATE_ANGLE;
  const bool second_is_angle = def->coordinate[1] == MBD_COORDINATE_ANGLE;

  angle[0] = first_is_angle && !second_is_angle ? NAN : 0;
  angle[1] = second_is_angle ? NAN : 0;
}

const MbdCouplingClass *
mbd_gear_class (void)
{
  static const MbdCouplingClass gear_class = {
    .name = "gear",
    .ends = 4,
    .frames_in_plane = true,
    .parameter_size = { sizeof (Gear), sizeof (Gear) },
    .check = gear_check,
    .variant = gear_variant,
    .rows = gear_rows,
    .row_is_length = gear_row_is_length,
    .bind = gear_bind,
    .plane_rows = gear_plane_rows,
    .space_rows = gear_space_rows,
    .plane_errors = gear_plane_errors,
    .space_errors = gear_space_errors,
    .angles = gear_angles,
    .start_angles = gear_start_angles,
    .press = mbd_gear_press,
  };
  return &gear_class;
}
