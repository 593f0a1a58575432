// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signals and the functions that follow them. With x the positions and v the velocities of the points
// and c a direction, the gradient g of a quantity s is a force c at each point:
//
//   point      s = x_k                       c = e_k
//   distance   s = |x_1 - x_0|               c = -+ (x_1 - x_0) / s
//   angle      s = atan2 (|u x w|, u . w)    along u:  u x n / u^2,  along w:  n x w / w^2
//              u = x_1 - x_0,  w = x_3 - x_2,  n = u x w / |u x w|
//
// since n is the axis about which w turns away from u. The rate is g . v in every case. Where the
// direction is not determined (both points together, both lines parallel) the rate is 0.

#include "signal-private.h"

#include <math.h>
#include <string.h>

#include "force-private.h"
#include "function-private.h"

int
mbd_signal_ends (MbdSignalKind kind)
{
  static const int ends[MBD_SIGNAL_KINDS] = { 1, 1, 2, 2, 4, 0, 0, 0 };
  return (unsigned) kind < MBD_SIGNAL_KINDS ? ends[kind] : 0;
}

double
mbd_least_delay (void)
{
  return 1e-6;
}

MbdSignalDef
mbd_signal_default (MbdSignalKind kind)
{
  MbdSignalDef def = { .kind = kind };
  for (int end = 0; end < MBD_SIGNAL_ENDS; end++)
    def.frame[end] = mbd_frame_default ();
  return def;
}

bool
mbd_signal_equal (const MbdSignalDef *a, const MbdSignalDef *b)
{
  bool equal = a->kind == b->kind && a->is_rate == b->is_rate && a->axis == b->axis
               && a->coordinate == b->coordinate && a->period == b->period
               && mbd_function_is_same_feedback (a->of, b->of);

  for (int end = 0; equal && end < mbd_signal_ends (a->kind); end++)
    equal = a->body[end] == b->body[end]
            && memcmp (a->frame[end].point, b->frame[end].point, sizeof a->frame[end].point) == 0
            && memcmp (a->frame[end].quaternion, b->frame[end].quaternion,
                       sizeof a->frame[end].quaternion)
                 == 0;
  return equal;
}

/* Quantities ------------------------------------------------------------------------------- */

typedef struct
{
  double x[MBD_SIGNAL_ENDS][3], v[MBD_SIGNAL_ENDS][3];
} Points;

static void
find_points (const MbdBoundSignal *signal, const MbdPose *pose, Points *points)
{
  for (int end = 0; end < signal->ends; end++)
    mbd_point_motion (&pose->space[signal->body[end]], signal->point[end], points->x[end],
                      points->v[end]);
}

/// Adds a force c times `sign` at a point to the gradient.
static void
pull (const MbdBoundSignal *signal,
      const MbdPose *pose,
      const Points *points,
      int end,
      const double c[3],
      double sign,
      MbdSignalGradient g)
{
  double arm[3], turn[3];

  subtract3 (points->x[end], pose->space[signal->body[end]].x, arm);
  cross3 (arm, c, turn);
  for (int i = 0; i < 3; i++) {
    g[end][i] += sign * c[i];
    g[end][3 + i] += sign * turn[i];
  }
}

static MbdSignalMotion
point_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  double c[3] = { 0 };
  Points points;

  find_points (signal, pose, &points);
  c[signal->def.axis] = 1;
  pull (signal, pose, &points, 0, c, 1, g);
  return (MbdSignalMotion){ points.x[0][signal->def.axis], points.v[0][signal->def.axis] };
}

static MbdSignalMotion
turn_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  const int body = signal->body[0], axis = signal->def.axis;

  g[0][3 + axis] = 1;
  if (signal->space == MBD_SPACE_PLANE)
    return (MbdSignalMotion){ pose->plane[body].angle, pose->plane[body].w };
  return (MbdSignalMotion){ NAN, pose->space[body].w[axis] };
}

static MbdSignalMotion
joint_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  const MbdCoordinateAt at = {
    .space = signal->space,
    .coordinate = signal->def.coordinate,
    .ends = &signal->joint,
    .a = signal->body[0],
    .b = signal->body[1],
    .near = signal->angle >= 0 ? pose->angle[signal->angle] : 0,
  };
  MbdCoordinateMotion q;

  if (signal->space == MBD_SPACE_SPACE)
    q = mbd_coordinate_motion (&at, pose, 1, g[0], g[1]);
  else {
    double flat[2][3] = { 0 };
    q = mbd_coordinate_motion (&at, pose, 1, flat[0], flat[1]);
    for (int end = 0; end < 2; end++) {
      g[end][0] = flat[end][0];
      g[end][1] = flat[end][1];
      g[end][5] = flat[end][2];
    }
  }
  return (MbdSignalMotion){ q.value, q.rate };
}

static MbdSignalMotion
distance_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  double c[3], dv[3];
  Points points;

  find_points (signal, pose, &points);
  subtract3 (points.x[1], points.x[0], c);
  subtract3 (points.v[1], points.v[0], dv);
  const double length = sqrt (dot3 (c, c));
  for (int i = 0; i < 3; i++)
    c[i] = length > 0 ? c[i] / length : 0;
  pull (signal, pose, &points, 0, c, -1, g);
  pull (signal, pose, &points, 1, c, 1, g);
  return (MbdSignalMotion){ length, dot3 (c, dv) };
}

static MbdSignalMotion
angle_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  double u[3], w[3], n[3], du[3], dw[3], along[2][3];
  Points points;

  find_points (signal, pose, &points);
  subtract3 (points.x[1], points.x[0], u);
  subtract3 (points.x[3], points.x[2], w);
  subtract3 (points.v[1], points.v[0], du);
  subtract3 (points.v[3], points.v[2], dw);
  cross3 (u, w, n);
  const double size = sqrt (dot3 (n, n)), uu = dot3 (u, u), ww = dot3 (w, w);
  for (int i = 0; i < 3; i++)
    n[i] = size > 0 ? n[i] / size : 0;
  cross3 (u, n, along[0]);
  cross3 (n, w, along[1]);
  for (int i = 0; i < 3; i++) {
    along[0][i] = uu > 0 ? along[0][i] / uu : 0;
    along[1][i] = ww > 0 ? along[1][i] / ww : 0;
  }
  for (int end = 0; end < 4; end++)
    pull (signal, pose, &points, end, along[end / 2], end % 2 == 0 ? -1 : 1, g);
  return (MbdSignalMotion){ atan2 (size, dot3 (u, w)), dot3 (along[0], du) + dot3 (along[1], dw) };
}

/// A memory does not move with the bodies.
static MbdSignalMotion
memory_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  return (MbdSignalMotion){ pose->memory[signal->memory], 0 };
}

MbdSignalMotion
mbd_signal_motion (const MbdBoundSignal *signal, const MbdPose *pose, MbdSignalGradient g)
{
  static MbdSignalMotion (*const motions[MBD_SIGNAL_KINDS]) (const MbdBoundSignal *,
                                                             const MbdPose *, MbdSignalGradient) = {
    [MBD_SIGNAL_POINT] = point_motion,   [MBD_SIGNAL_TURN] = turn_motion,
    [MBD_SIGNAL_JOINT] = joint_motion,   [MBD_SIGNAL_DISTANCE] = distance_motion,
    [MBD_SIGNAL_ANGLE] = angle_motion,   [MBD_SIGNAL_INTEGRAL] = memory_motion,
    [MBD_SIGNAL_SAMPLE] = memory_motion, [MBD_SIGNAL_DELAY] = memory_motion,
  };
  MbdSignalGradient unused;

  if (g == NULL)
    g = unused;
  memset (g, 0, sizeof unused);
  return motions[signal->def.kind](signal, pose, g);
}

/* Functions -------------------------------------------------------------------------------- */

int
mbd_function_variables (const MbdFunction *function,
                        const short *signals,
                        const MbdPose *pose,
                        double variables[1 + MBD_MOST_SIGNALS])
{
  int count;

  mbd_function_signals (function, &count);
  variables[0] = pose->time;
  for (int i = 0; i < count; i++) {
    const MbdBoundSignal *signal = &pose->signals[signals[i]];
    const MbdSignalMotion motion = mbd_signal_motion (signal, pose, NULL);
    variables[1 + i] = signal->def.is_rate ? motion.rate : motion.value;
  }
  return 1 + count;
}

bool
mbd_function_has_memory (const MbdFunction *function)
{
  int count;
  const MbdSignalDef *signals = mbd_function_signals (function, &count);

  for (int i = 0; i < count; i++)
    if (signals[i].of != NULL)
      return true;
  return false;
}

/// Sets the variables as constants. Returns the number of signals.
static int
set_variables (const MbdFunction *function,
               const short *signals,
               const MbdPose *pose,
               MbdJet jets[1 + MBD_MOST_SIGNALS])
{
  double variables[1 + MBD_MOST_SIGNALS];
  const int count = mbd_function_variables (function, signals, pose, variables);

  for (int i = 0; i < count; i++)
    jets[i] = (MbdJet){ .value = variables[i] };
  return count - 1;
}

double
mbd_function_at (const MbdFunction *function, const short *signals, const MbdPose *pose)
{
  const MbdExpression *expression = mbd_function_feedback (function);
  MbdJet variables[1 + MBD_MOST_SIGNALS], result;

  if (expression == NULL)
    return mbd_function_evaluate (function, pose->time).value;
  set_variables (function, signals, pose, variables);
  variables[0].first = 1;
  mbd_expression_evaluate (expression, variables, &result);
  return result.value;
}

int
mbd_function_slopes (const MbdFunction *function,
                     const short *signals,
                     const MbdPose *pose,
                     double slopes[MBD_MOST_SIGNALS])
{
  const MbdExpression *expression = function != NULL ? mbd_function_feedback (function) : NULL;
  MbdJet variables[1 + MBD_MOST_SIGNALS], result;

  if (expression == NULL)
    return 0;
  const int count = set_variables (function, signals, pose, variables);
  for (int i = 0; i < count; i++) {
    variables[1 + i].first = 1;
    mbd_expression_evaluate (expression, variables, &result);
    variables[1 + i].first = 0;
    slopes[i] = isfinite (result.first) ? result.first : 0;
  }
  return count;
}
