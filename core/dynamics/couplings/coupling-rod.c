// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rod: a massless bar, rope or strut of length d > 0 between point P on body_a and point Q on
// body_b. The length is a number or a function d(t) of time.
//
//   u = Q - P,  l = |u|,  c = u / l,  v_rel = v_Q - v_P,  p, q the arms from the centres of mass
//   sigma = -1 for a rope, 1 for a bar and a strut
//
//   eps   = sigma (l - d)
//   eps'  = sigma (c . v_rel - d')          G: on b sigma [c; q x c], on a -sigma [c; p x c]
//   eps'' = sigma (c . (a_Q - a_P) + (|v_rel|^2 - (c . v_rel)^2) / l - d'')
//   gamma = -sigma (c . [w_b x (w_b x q) - w_a x (w_a x p)]
//                   + (|v_rel|^2 - (c . v_rel)^2) / l - d'')
//
//   bar     eps = l - d, any lambda, which is thrust
//   rope    eps = d - l >= 0, lambda = tension >= 0
//   strut   eps = l - d >= 0, lambda = thrust >= 0
//   tension, positive pulls together: lambda of a rope, -lambda of the others
//
// Where the points coincide the direction is the z axis of body_a (its x axis in the plane),
// carried by it: c' = w_a x c, and the term with 1 / l is c' . v_rel.
//
// A length that is a function must be positive at t = 0. If it becomes negative later, no pose has
// that distance and the rod is in conflict.

#include "mbd-coupling-class.h"

#include <string.h>

#include "coupling-line-private.h"

typedef struct
{
  LineEnds ends;
  double length;               // used if there is no function
  const MbdFunction *function; // function of the length, or NULL; the model holds a reference
} Rod;

/// Variant bits: the kind of rod, and this bit if its length is a function.
enum
{
  TIMED = 4
};

static MbdStatus
rod_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  why->value = def->rod;
  if (def->rod != MBD_ROD_BAR && def->rod != MBD_ROD_ROPE && def->rod != MBD_ROD_STRUT)
    return MBD_STATUS_BAD_PARAMETER;
  why->value = def->function != NULL ? mbd_function_evaluate (def->function, 0).value : def->length;
  if (!isfinite (why->value))
    return MBD_STATUS_NOT_FINITE;
  return why->value > 0 ? MBD_STATUS_OK : MBD_STATUS_ZERO_LENGTH;
}

static unsigned
rod_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return (unsigned) def->rod | (def->function != NULL ? TIMED : 0);
}

static int
rod_rows (unsigned variant, MbdSpace space)
{
  return 1;
}

static bool
rod_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static const char *
rod_row_name (unsigned variant, MbdSpace space, int row)
{
  return "length";
}

static MbdMode
rod_mode (const MbdCouplingDef *def)
{
  return def->rod == MBD_ROD_BAR ? MBD_MODE_LOCK : MBD_MODE_UNILATERAL;
}

/// Sets the axis that a rod uses if it has no direction, in the axes in which body_a is bound: body
/// axes, or world axes if it is fixed.
static void
bind_axis (const MbdBinding *binding, double axis[3])
{
  static const double z[3] = { 0, 0, 1 };
  double frame[4], body[4], R[9];

  quaternion_conjugate (binding->def->frame_a.quaternion, frame);
  quaternion_multiply (binding->quaternion_a, frame, body);
  if (binding->space == MBD_SPACE_PLANE) {
    double angle = 2 * atan2 (body[3], body[0]);
    axis[0] = cos (angle), axis[1] = sin (angle), axis[2] = 0;
  } else {
    quaternion_matrix (body, R);
    rotate3 (R, z, axis);
  }
}

static void
rod_bind (const MbdBinding *binding, void *parameters)
{
  const MbdFunction *function = binding->def->function;
  Rod *rod = parameters;

  memcpy (rod->ends.p, binding->point_a, sizeof rod->ends.p);
  memcpy (rod->ends.q, binding->point_b, sizeof rod->ends.q);
  bind_axis (binding, rod->ends.axis);
  rod->function = function;
  rod->length = function != NULL ? mbd_function_evaluate (function, 0).value : binding->def->length;
  rod->ends.length = rod->length;
}

static double
sign_of (unsigned variant)
{
  return (variant & ~(unsigned) TIMED) == MBD_ROD_ROPE ? -1 : 1;
}

static void
rod_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const Rod *rods = batch->parameters;
  const double sign = sign_of (batch->variant);

  for (int k = 0; k < batch->count; k++, G += 6) {
    const MbdPlanePose *a = &pose->plane[batch->body_a[k]];
    const MbdPlanePose *b = &pose->plane[batch->body_b[k]];
    PlaneLine line = plane_line (&rods[k].ends, a, b);
    gamma[k] = plane_line_row (&line, a, b, sign, G);
    if (batch->variant & TIMED)
      gamma[k] += sign * mbd_function_evaluate (rods[k].function, pose->time).second;
  }
}

static void
rod_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  const Rod *rods = batch->parameters;
  const double sign = sign_of (batch->variant);

  for (int k = 0; k < batch->count; k++, G += 12) {
    const MbdSpacePose *a = &pose->space[batch->body_a[k]];
    const MbdSpacePose *b = &pose->space[batch->body_b[k]];
    SpaceLine line;
    space_line (&rods[k].ends, a, b, &line);
    gamma[k] = space_line_row (&line, a, b, sign, G, G + 6);
    if (batch->variant & TIMED)
      gamma[k] += sign * mbd_function_evaluate (rods[k].function, pose->time).second;
  }
}

/// Returns the prescribed length of a rod at a time.
static inline double
length_at (const Rod *rod, unsigned variant, double time)
{
  return variant & TIMED ? mbd_function_evaluate (rod->function, time).value : rod->length;
}

static void
rod_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const Rod *rods = batch->parameters;
  const double sign = sign_of (batch->variant);

  for (int k = 0; k < batch->count; k++) {
    PlaneLine line =
      plane_line (&rods[k].ends, &pose->plane[batch->body_a[k]], &pose->plane[batch->body_b[k]]);
    eps[k] = sign * (line.length - length_at (&rods[k], batch->variant, pose->time));
  }
}

static void
rod_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  const Rod *rods = batch->parameters;
  const double sign = sign_of (batch->variant);

  for (int k = 0; k < batch->count; k++) {
    SpaceLine line;
    space_line (&rods[k].ends, &pose->space[batch->body_a[k]], &pose->space[batch->body_b[k]],
                &line);
    eps[k] = sign * (line.length - length_at (&rods[k], batch->variant, pose->time));
  }
}

static void
rod_time_rates (const MbdBatch *batch, const MbdPose *pose, double *rate)
{
  const Rod *rods = batch->parameters;
  const double sign = sign_of (batch->variant);

  for (int k = 0; k < batch->count; k++)
    rate[k] = batch->variant & TIMED
                ? -sign * mbd_function_evaluate (rods[k].function, pose->time).first
                : 0;
}

static double
rod_tension (const MbdCouplingDef *def, const double *lambda)
{
  return def->rod == MBD_ROD_ROPE ? lambda[0] : -lambda[0];
}

const MbdCouplingClass *
mbd_rod_class (void)
{
  static const MbdCouplingClass rod_class = {
    .name = "rod",
    .parameter_size = { sizeof (Rod), sizeof (Rod) },
    .check = rod_check,
    .variant = rod_variant,
    .rows = rod_rows,
    .row_is_length = rod_row_is_length,
    .row_name = rod_row_name,
    .mode = rod_mode,
    .bind = rod_bind,
    .plane_rows = rod_plane_rows,
    .space_rows = rod_space_rows,
    .plane_errors = rod_plane_errors,
    .space_errors = rod_space_errors,
    .time_rates = rod_time_rates,
    .tension = rod_tension,
  };
  return &rod_class;
}
