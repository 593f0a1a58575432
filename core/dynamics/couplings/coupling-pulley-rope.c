// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rope over pulleys: a massless rope of length d > 0, a number or a function of time, from a point
// A of body_a over a pulley C of body_c, then D of body_d, then C again ..., `passes` times in all,
// to a point B of body_b. The origins of the frames are the anchors and the axes of the pulleys;
// pulleys have no friction, and the rope pulls at their axes only. rope-path.c computes the path.
//
//   L = sum l_k + sum theta_i r_i            strands and arcs
//
// L depends on the centres X_i only, and a strand that turns about its ends does not change it:
// with t_k the direction of strand k from X_k to X_{k+1} and v_k = X_{k+1}' - X_k',
//
//   L'  = sum t_k . v_k
//   t_k' = (n_k . v_k / l_k) n_k,  n_k = z x t_k
//   L'' = sum t_k . (X_{k+1}'' - X_k'') + sum (n_k . v_k)^2 / l_k
//
//   eps = d - L >= 0,  lambda = tension >= 0
//   G      on the body of X_k        [t_k; x_k x t_k]
//          on the body of X_{k+1}   -[t_k; x_{k+1} x t_k],       x the arm from the centre of mass
//   gamma = L'' at zero acceleration - d''
//
// The path is the shortest one that passes each pulley on its side: a pulley that would have to pull
// is left out, until the rope touches it again. L and L' are continuous there, L'' jumps.
//
// In space pulleys are eyes (radius 0); the same formulas with vectors, and
// |v_k|^2 - (t_k . v_k)^2 in place of (n_k . v_k)^2.

#include "mbd-coupling-class.h"

#include <string.h>

#include "coordinate-private.h"
#include "mbd-rope.h"
#include "vector-private.h"

typedef struct
{
  double point[MBD_MOST_ENDS][3]; // A, B, C, D from the centres of mass, in body axes
  double radius[2];
  double length;               // used if there is no function
  const MbdFunction *function; // function of the length, or NULL; the model holds a reference
  long passes;
} Rope;

/// Variant bit: the length is a function.
enum
{
  TIMED = 1
};

/// Most whole turns by which a rope can have wound up between two poses that do not follow each other.
#define MOST_TURNS 6

/// Below this share of the length of the rope a strand does not turn: its ends coincide.
static const double coincident = 1e-12;

static MbdStatus
rope_check (const MbdCouplingDef *def, MbdDiagnosis *why)
{
  const bool far = def->passes > 1;

  why->value = def->passes;
  if (!(def->passes >= 1 && def->passes <= MBD_MOST_PASSES))
    return MBD_STATUS_BAD_PARAMETER;
  for (int i = 0; i < 2; i++) {
    why->value = def->pulley_radius[i];
    if (!isfinite (def->pulley_radius[i]))
      return MBD_STATUS_NOT_FINITE;
  }
  why->value = def->body_a;
  if (def->body_a == def->body_b && def->body_a == def->body_c
      && (!far || def->body_a == def->body_d))
    return MBD_STATUS_SAME_BODY;
  why->value = def->function != NULL ? mbd_function_evaluate (def->function, 0).value : def->length;
  if (!isfinite (why->value))
    return MBD_STATUS_NOT_FINITE;
  return why->value > 0 ? MBD_STATUS_OK : MBD_STATUS_ZERO_LENGTH;
}

static bool
rope_works_in_space (const MbdCouplingDef *def)
{
  return def->pulley_radius[0] == 0 && (def->passes == 1 || def->pulley_radius[1] == 0);
}

static unsigned
rope_variant (const MbdCouplingDef *def, MbdSpace space)
{
  return def->function != NULL ? TIMED : 0;
}

static int
rope_rows (unsigned variant, MbdSpace space)
{
  return 1;
}

static bool
rope_row_is_length (unsigned variant, MbdSpace space, int row)
{
  return true;
}

static const char *
rope_row_name (unsigned variant, MbdSpace space, int row)
{
  return "length";
}

static MbdMode
rope_mode (const MbdCouplingDef *def)
{
  return MBD_MODE_UNILATERAL;
}

static void
rope_bind (const MbdBinding *binding, void *parameters)
{
  const MbdCouplingDef *def = binding->def;
  Rope *rope = parameters;

  memcpy (rope->point[0], binding->point_a, sizeof rope->point[0]);
  memcpy (rope->point[1], binding->point_b, sizeof rope->point[1]);
  memcpy (rope->point[2], binding->point_c, sizeof rope->point[2]);
  memcpy (rope->point[3], binding->point_d, sizeof rope->point[3]);
  memcpy (rope->radius, def->pulley_radius, sizeof rope->radius);
  rope->passes = def->passes;
  rope->function = def->function;
  rope->length =
    def->function != NULL ? mbd_function_evaluate (def->function, 0).value : def->length;
}

/// Returns the length of a rope and its rates at a time.
static MbdJet
length_at (const Rope *rope, unsigned variant, double time)
{
  if (variant & TIMED)
    return mbd_function_evaluate (rope->function, time);
  return (MbdJet){ .value = rope->length };
}

static const MbdPlanePose *
plane_body (const MbdBatch *batch, const MbdPose *pose, int k, int end)
{
  return &pose->plane[batch->body[batch->side[end]][k]];
}

/// Computes the arms of the four ends in world axes. Returns the shape.
static MbdRopeShape
plane_shape (const MbdBatch *batch, const MbdPose *pose, int k, double arm[MBD_MOST_ENDS][2])
{
  const Rope *rope = (const Rope *) batch->parameters + k;
  MbdRopeShape shape = {
    .radius = { rope->radius[0], rope->radius[1] },
    .passes = (int) rope->passes,
    .turn = { batch->angle[2 * k], batch->angle[2 * k + 1] },
  };

  for (int end = 0; end < MBD_MOST_ENDS; end++) {
    const MbdPlanePose *body = plane_body (batch, pose, k, end);
    const double *p = rope->point[end];
    double *at = end < 2 ? shape.anchor[end] : shape.centre[end - 2];
    arm[end][0] = body->c * p[0] - body->s * p[1];
    arm[end][1] = body->s * p[0] + body->c * p[1];
    at[0] = body->x + arm[end][0];
    at[1] = body->y + arm[end][1];
  }
  return shape;
}

/// Computes the arms of the four ends in world axes, and the path.
static void
plane_path (const MbdBatch *batch,
            const MbdPose *pose,
            int k,
            double arm[MBD_MOST_ENDS][2],
            MbdRopePath *path)
{
  const MbdRopeShape shape = plane_shape (batch, pose, k, arm);

  mbd_rope_path (&shape, path);
}

static void
rope_plane_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  for (int k = 0; k < batch->count; k++, G += 3 * batch->sides) {
    const Rope *rope = (const Rope *) batch->parameters + k;
    double arm[MBD_MOST_ENDS][2], second = 0;
    MbdRopePath path;

    plane_path (batch, pose, k, arm, &path);
    memset (G, 0, sizeof *G * 3 * (size_t) batch->sides);
    for (int s = 0; s < path.n_nodes - 1; s++) {
      const MbdRopeStrand *strand = &path.strand[s];
      const double tx = strand->direction[0], ty = strand->direction[1];
      double v[2] = { 0 }, centripetal[2] = { 0 };
      for (int side = 0; side < 2; side++) {
        const int end = path.node[s + side].end;
        const MbdPlanePose *body = plane_body (batch, pose, k, end);
        const double *r = arm[end], sign = side == 0 ? -1 : 1;
        double *block = G + 3 * batch->side[end];
        v[0] += sign * (body->vx - body->w * r[1]);
        v[1] += sign * (body->vy + body->w * r[0]);
        centripetal[0] -= sign * body->w * body->w * r[0];
        centripetal[1] -= sign * body->w * body->w * r[1];
        block[0] -= sign * tx;
        block[1] -= sign * ty;
        block[2] -= sign * (r[0] * ty - r[1] * tx);
      }
      const double across = tx * v[1] - ty * v[0];
      second += tx * centripetal[0] + ty * centripetal[1];
      if (strand->length > coincident * rope->length)
        second += across * across / strand->length;
    }
    gamma[k] = second - length_at (rope, batch->variant, pose->time).second;
  }
}

static void
rope_plane_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  for (int k = 0; k < batch->count; k++) {
    const Rope *rope = (const Rope *) batch->parameters + k;
    double arm[MBD_MOST_ENDS][2];
    MbdRopePath path;

    plane_path (batch, pose, k, arm, &path);
    eps[k] = length_at (rope, batch->variant, pose->time).value - path.length;
  }
}

/// Returns the end at a place of a rope through eyes.
static int
eye_end (const Rope *rope, int place)
{
  if (place == 0 || place == rope->passes + 1)
    return place == 0 ? 0 : 1;
  return place % 2 == 1 ? 2 : 3;
}

static const MbdSpacePose *
space_body (const MbdBatch *batch, const MbdPose *pose, int k, int end)
{
  return &pose->space[batch->body[batch->side[end]][k]];
}

/// Computes the strand from place s to the next: arms and the direction. Returns the length.
static double
space_strand (const MbdBatch *batch,
              const MbdPose *pose,
              int k,
              int s,
              double arm[2][3],
              double t[3])
{
  const Rope *rope = (const Rope *) batch->parameters + k;
  double x[2][3], length;

  for (int side = 0; side < 2; side++) {
    const int end = eye_end (rope, s + side);
    const MbdSpacePose *body = space_body (batch, pose, k, end);
    rotate3 (body->R, rope->point[end], arm[side]);
    add3 (body->x, arm[side], x[side]);
  }
  subtract3 (x[1], x[0], t);
  length = sqrt (dot3 (t, t));
  for (int i = 0; i < 3; i++)
    t[i] = length > 0 ? t[i] / length : 0;
  return length;
}

static void
rope_space_rows (const MbdBatch *batch, const MbdPose *pose, double *G, double *gamma)
{
  for (int k = 0; k < batch->count; k++, G += 6 * batch->sides) {
    const Rope *rope = (const Rope *) batch->parameters + k;
    double second = 0;

    memset (G, 0, sizeof *G * 6 * (size_t) batch->sides);
    for (int s = 0; s <= rope->passes; s++) {
      double arm[2][3], t[3], v[3] = { 0 }, centripetal[3] = { 0 };
      const double length = space_strand (batch, pose, k, s, arm, t);
      for (int side = 0; side < 2; side++) {
        const int end = eye_end (rope, s + side);
        const MbdSpacePose *body = space_body (batch, pose, k, end);
        const double sign = side == 0 ? -1 : 1;
        double *block = G + 6 * batch->side[end], turning[3], pull[3], moment[3];
        cross3 (body->w, arm[side], turning);
        centripetal3 (body->w, arm[side], pull);
        cross3 (arm[side], t, moment);
        for (int i = 0; i < 3; i++) {
          v[i] += sign * (body->v[i] + turning[i]);
          centripetal[i] += sign * pull[i];
          block[i] -= sign * t[i];
          block[3 + i] -= sign * moment[i];
        }
      }
      const double along = dot3 (t, v);
      second += dot3 (t, centripetal);
      if (length > coincident * rope->length)
        second += (dot3 (v, v) - along * along) / length;
    }
    gamma[k] = second - length_at (rope, batch->variant, pose->time).second;
  }
}

static void
rope_space_errors (const MbdBatch *batch, const MbdPose *pose, double *eps)
{
  for (int k = 0; k < batch->count; k++) {
    const Rope *rope = (const Rope *) batch->parameters + k;

    if (rope->radius[0] != 0 || (rope->passes > 1 && rope->radius[1] != 0)) {
      eps[k] = 0; // pulleys in space between fixed bodies only: there is no row
      continue;
    }
    eps[k] = length_at (rope, batch->variant, pose->time).value;
    for (int s = 0; s <= rope->passes; s++) {
      double arm[2][3], t[3];
      eps[k] -= space_strand (batch, pose, k, s, arm, t);
    }
  }
}

static void
rope_time_rates (const MbdBatch *batch, const MbdPose *pose, double *rate)
{
  for (int k = 0; k < batch->count; k++)
    rate[k] = length_at ((const Rope *) batch->parameters + k, batch->variant, pose->time).first;
}

/// The turns of the line of centres at the first and the last pass.
static void
rope_angles (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  for (int k = 0; k < batch->count; k++) {
    double arm[MBD_MOST_ENDS][2];
    MbdRopePath path;

    plane_path (batch, pose, k, arm, &path);
    angle[2 * k] = path.turn[0];
    angle[2 * k + 1] = path.turn[1];
  }
}

static bool
rope_keeps_angles (unsigned variant, MbdSpace space)
{
  return space == MBD_SPACE_PLANE;
}

/// A taut rope shows its turns by its length: those with which it is as long as it should be, if it
/// is not with the nearest ones.
static void
rope_find_turns (const MbdBatch *batch, const MbdPose *pose, double *angle)
{
  const double close = 1e-5; // share of the length, which accurate motion keeps much better

  for (int k = 0; k < batch->count; k++) {
    const Rope *rope = (const Rope *) batch->parameters + k;
    const double length = length_at (rope, batch->variant, pose->time).value;
    const bool turns[2] = { rope->radius[0] != 0 || rope->passes > 2,
                            rope->passes > 1 && (rope->radius[0] != 0 || rope->radius[1] != 0) };
    double arm[MBD_MOST_ENDS][2];
    MbdRopeShape shape = plane_shape (batch, pose, k, arm);
    MbdRopePath path;

    mbd_rope_path (&shape, &path);
    if (fabs (path.length - length) <= close * length)
      continue;
    bool found = false;
    for (int i = turns[0] ? -MOST_TURNS : 0; i <= (turns[0] ? MOST_TURNS : 0) && !found; i++)
      for (int j = turns[1] ? -MOST_TURNS : 0; j <= (turns[1] ? MOST_TURNS : 0) && !found; j++) {
        shape.turn[0] = angle[2 * k] + 2 * M_PI * i;
        shape.turn[1] = angle[2 * k + 1] + 2 * M_PI * j;
        mbd_rope_path (&shape, &path);
        found = fabs (path.length - length) <= close * length;
      }
    if (found) {
      angle[2 * k] = path.turn[0];
      angle[2 * k + 1] = path.turn[1];
    }
  }
}

static void
rope_start_angles (const MbdCouplingDef *def, double time, double angle[2])
{
  angle[0] = angle[1] = MBD_ROPE_FIRST_TURN;
}

static double
rope_tension (const MbdCouplingDef *def, const double *lambda)
{
  return lambda[0];
}

const MbdCouplingClass *
mbd_pulley_rope_class (void)
{
  static const MbdCouplingClass rope_class = {
    .name = "rope over pulleys",
    .ends = 4,
    .ends_may_share = true,
    .parameter_size = { sizeof (Rope), sizeof (Rope) },
    .check = rope_check,
    .works_in_space = rope_works_in_space,
    .variant = rope_variant,
    .rows = rope_rows,
    .row_is_length = rope_row_is_length,
    .row_name = rope_row_name,
    .mode = rope_mode,
    .bind = rope_bind,
    .plane_rows = rope_plane_rows,
    .space_rows = rope_space_rows,
    .plane_errors = rope_plane_errors,
    .space_errors = rope_space_errors,
    .time_rates = rope_time_rates,
    .angles = rope_angles,
    .keeps_angles = rope_keeps_angles,
    .find_turns = rope_find_turns,
    .start_angles = rope_start_angles,
    .tension = rope_tension,
  };
  return &rope_class;
}
