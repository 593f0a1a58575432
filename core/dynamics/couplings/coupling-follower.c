// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Follower: a drive of a joint coordinate q1, between frame P on body_a and frame S on body_b, whose
// function f names one other joint coordinate q2, between body_c and body_d, besides the time.
//
//   position:  eps = q1 - f (t, q2)                    G = (gradient of q1) - f_q (gradient of q2)
//   speed:     eps = 0, eps' = q1' - f (t, q2)         G = (gradient of q1)
//   of a rate: eps = 0, eps' = q1' - f (t, q2')        G = (gradient of q1) - f_q (gradient of q2)
//
// with f_q the derivative by the second variable. The parts of eps' and of gamma besides G follow from f
// along the motion, by jets whose variables are t, q2, q2' and q2'' at zero acceleration:
//
//   position:  eps' = G v - f_t                        gamma = f'' - q1''
//   speed:     eps' = G v - f                          gamma = f' - q1''
//   of a rate: eps' = G v - f + f_q q2'                gamma = f' - q1''
//
// lambda is the effort on q1; the other joint carries -f_q lambda. The power of f_t is put in.

#include "mbd-coupling-class.h"

#include <math.h>
#include <string.h>

#include "coordinate-private.h"
#include "function-private.h"
#include "mbd-signal.h"

typedef struct
{
  const MbdExpression *expression; // function of t and q2 or its rate
  MbdEnds ends[2];                 // ends of q1 and q2
} Follower;

/// Quantity that a follower prescribes, from its variant.
typedef enum
{
  POSITION,
  SPEED,
  SPEED_OF_RATE
} Law;

static MbdCoordinate
coordinate_of (unsigned variant, MbdEndPair pair)
{
  return (MbdCoordinate) (pair == MBD_FIRST_PAIR ? variant & 3 : variant >> 2 & 3);
}

static Law
law_of (unsigned variant)
{
  return (Law) (variant >> 4);
}

static MbdStatus
follower_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  int count = 0;
  const MbdSignalDef *signals =
    def->function != NULL ? mbd_function_signals (def->function, &count) : NULL;

  const MbdStatus status = mbd_coordinates_check (def, why);

  if (status != MBD_STATUS_OK)
    return status;
  why->value = (int) def->level;
  if (def->level != MBD_LEVEL_POSITION && def->level != MBD_LEVEL_VELOCITY)
    return MBD_STATUS_DRIVER_LEVEL;
  why->value = count;
  if (count != 1 || signals[0].kind != MBD_SIGNAL_JOINT
      || (signals[0].is_rate && def->level == MBD_LEVEL_POSITION))
    return MBD_STATUS_FOLLOWS_JOINT;
  why->value = def->effort_limit;
  if (isfinite (def->effort_limit) && def->level == MBD_LEVEL_POSITION)
    return MBD_STATUS_EFFORT_NEEDS_SPEED;
  return MBD_STATUS_OK;
}

static unsigned
follower_variant (const MbdCouplingDef *def, MbdSpace space)
{
  int count;
  const MbdSignalDef *signals = mbd_function_signals (def->function, &count);
  const Law law = def->level == MBD_LEVEL_POSITION  ? POSITION
                  : count > 0 && signals[0].is_rate ? SPEED_OF_RATE
                                                    : SPEED;

  return (unsigned) def->coordinate[0] | (unsigned) def->coordinate[1] << 2 | (unsigned) law << 4;
}

static int
follower_rows (unsigned variant, MbdSpace space)
{
  // Nothing moves along z in the plane.
  return space == MBD_SPACE_PLANE
             && coordinate_of (variant, MBD_FIRST_PAIR) == MBD_COORDINATE_SLIDE_Z
           ? 0
           : 1;
}

static bool
follower_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return mbd_coordinate_is_length (coordinate_of (variant, MBD_FIRST_PAIR));
}

static MbdMode
follower_mode (const MbdCouplingDef *def)
{
  return isfinite (def->effort_limit) ? MBD_MODE_BOX : MBD_MODE_LOCK;
}

static void
follower_bind (const MbdBinding *binding, void *parameters)
{
  Follower *follower = parameters;

  follower->expression = mbd_function_feedback (binding->def->function);
  mbd_ends_bind (binding, MBD_FIRST_PAIR, &follower->ends[0]);
  mbd_ends_bind (binding, MBD_SECOND_PAIR, &follower->ends[1]);
}

static MbdCoordinateAt
pair_at (const MbdBatch *batch, MbdSpace space, int k, MbdEndPair pair)
{
  const Follower *followers = batch->parameters;
  const int which = pair == MBD_FIRST_PAIR ? 0 : 1, p = 2 * which, s = p + 1;

  return (MbdCoordinateAt){
    .space = space,
    .coordinate = coordinate_of (batch->variant, pair),
    .ends = &followers[k].ends[which],
    .a = batch->body[batch->side[p]][k],
    .b = batch->body[batch->side[s]][k],
    .near = space == MBD_SPACE_SPACE ? batch->angle[2 * k + which] : 0,
  };
}

/// Evaluates f with jets of its two variables.
static MbdJet
evaluate (const MbdBatch *batch, int k, MbdJet time, MbdJet other)
{
  const Follower *followers = batch->parameters;
  const MbdJet variables[] = { time, other };
  MbdJet result = { NAN, NAN, NAN };

  mbd_expression_evaluate (followers[k].expression, variables, &result);
  return result;
}

/// Returns f_q at these values of its variables.
static double
slope (const MbdBatch *batch, int k, double time, double other)
{
  return evaluate (batch, k, (MbdJet){ .value = time }, (MbdJet){ .value = other, .first = 1 })
    .first;
}

/// Returns both coordinates. Undetermined turns of the driven one are taken from its function.
static void
coordinates_at (const MbdBatch *batch,
                const MbdPose *pose,
                MbdSpace space,
                int k,
                MbdCoordinateAt *q1,
                MbdCoordinateAt *q2)
{
  *q1 = pair_at (batch, space, k, MBD_FIRST_PAIR);
  *q2 = pair_at (batch, space, k, MBD_SECOND_PAIR);
  if (!isnan (q1->near))
    return;
  const double other = mbd_coordinate_value (q2, pose);
  const double start =
    evaluate (batch, k, (MbdJet){ .value = pose->time }, (MbdJet){ .value = other }).value;
  q1->near = isfinite (start) ? start : 0;
}

static void
rows_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *G, double *gamma)
{
  const int columns = space == MBD_SPACE_PLANE ? 3 : 6, *side = batch->side;
  const Law law = law_of (batch->variant);

  for (int k = 0; k < batch->count; k++, G += batch->sides * columns) {
    double unused[2][6] = { 0 };
    MbdCoordinateAt q1, q2;

    coordinates_at (batch, pose, space, k, &q1, &q2);
    memset (G, 0, (size_t) (batch->sides * columns) * sizeof *G);
    const MbdCoordinateMotion m1 =
      mbd_coordinate_motion (&q1, pose, 1, G + columns * side[0], G + columns * side[1]);
    MbdCoordinateMotion m2 = mbd_coordinate_motion (&q2, pose, 1, unused[0], unused[1]);
    const MbdJet time = { .value = pose->time, .first = 1 };
    const MbdJet other = law == SPEED_OF_RATE ? (MbdJet){ .value = m2.rate, .first = m2.quadratic }
                                              : (MbdJet){ m2.value, m2.rate, m2.quadratic };
    const MbdJet f = evaluate (batch, k, time, other);
    if (law != SPEED)
      mbd_coordinate_motion (&q2, pose, -slope (batch, k, pose->time, other.value),
                             G + columns * side[2], G + columns * side[3]);
    gamma[k] = (law == POSITION ? f.second : f.first) - m1.quadratic;
  }
}

static void
follower_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_PLANE, G, gamma);
}

static void
follower_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  rows_in (batch, pose, MBD_SPACE_SPACE, G, gamma);
}

static void
errors_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *eps)
{
  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt q1, q2;

    eps[k] = 0;
    if (law_of (batch->variant) != POSITION)
      continue;
    coordinates_at (batch, pose, space, k, &q1, &q2);
    const MbdJet other = { .value = mbd_coordinate_value (&q2, pose) };
    eps[k] = mbd_coordinate_value (&q1, pose)
             - evaluate (batch, k, (MbdJet){ .value = pose->time }, other).value;
  }
}

static void
follower_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_PLANE, eps);
}

static void
follower_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  errors_in (batch, pose, MBD_SPACE_SPACE, eps);
}

static void
rates_in (const MbdBatch *batch, const MbdPose *pose, MbdSpace space, double *rate)
{
  const Law law = law_of (batch->variant);

  for (int k = 0; k < batch->count; k++) {
    double unused[2][6] = { 0 };
    MbdCoordinateAt q1, q2;

    coordinates_at (batch, pose, space, k, &q1, &q2);
    const MbdCoordinateMotion m2 = mbd_coordinate_motion (&q2, pose, 1, unused[0], unused[1]);
    const MbdJet time = { .value = pose->time, .first = 1 };
    const MbdJet other = { .value = law == SPEED_OF_RATE ? m2.rate : m2.value };
    const MbdJet f = evaluate (batch, k, time, other);
    if (law == POSITION)
      rate[k] = -f.first;
    else
      rate[k] =
        -f.value + (law == SPEED_OF_RATE ? slope (batch, k, pose->time, m2.rate) * m2.rate : 0);
  }
}

static void
follower_time_rates (const MbdBatch *batch, const MbdPose *pose, double *rate)
{
  rates_in (batch, pose, batch->space, rate);
}

static double
angle_of (const MbdCoordinateAt *q, const MbdPose *pose)
{
  return q->coordinate == MBD_COORDINATE_ANGLE ? mbd_coordinate_value (q, pose) : 0;
}

static void
follower_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    MbdCoordinateAt q1, q2;

    coordinates_at (batch, pose, MBD_SPACE_SPACE, k, &q1, &q2);
    angle[2 * k] = angle_of (&q1, pose);
    angle[2 * k + 1] = angle_of (&q2, pose);
  }
}

/// The turns of a prescribed angle are those of its function.
static void
follower_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  const bool prescribes = def->level == MBD_LEVEL_POSITION && !def->compliant
                          && def->coordinate[0] == MBD_COORDINATE_ANGLE;

  angle[0] = prescribes ? NAN : 0;
  angle[1] = 0;
}

const MbdCouplingClass *
mbd_follower_class (void)
{
  static const MbdCouplingClass follower_class = {
    .name = "follower",
    .ends = 4,
    .drives = true,
    .follows_joint = true,
    .frames_in_plane = true,
    .parameter_size = { sizeof (Follower), sizeof (Follower) },
    .check = follower_check,
    .variant = follower_variant,
    .rows = follower_rows,
    .row_is_length = follower_row_is_length,
    .mode = follower_mode,
    .bind = follower_bind,
    .plane_rows = follower_plane_rows,
    .space_rows = follower_space_rows,
    .plane_errors = follower_plane_errors,
    .space_errors = follower_space_errors,
    .time_rates = follower_time_rates,
    .angles = follower_angles,
    .start_angles = follower_start_angles,
  };
  return &follower_class;
}
