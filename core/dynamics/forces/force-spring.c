// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Linear spring-damper between point A on body_a and point B on body_b.
//
//   r = x_B - x_A,  l = |r|,  c = r / l,  l' = c.(v_B - v_A)
//   tension  T = k (l - l0) + d l'     (positive pulls the points together)
//   force on B: -T c,  on A: +T c      potential energy: k (l - l0)^2 / 2
//
// With a law the tension is its value at l, l' and t. The part of the law at rest, T (l, 0, t), is
// stored if the law does not depend on t: its potential is the integral of it from l0, by
// Gauss-Legendre in one panel (exact for polynomials up to degree 19); the remainder is dissipated.
//
// With a function of time and of the motion instead, an actuator, the tension is its value: nothing is
// stored or dissipated, and all its power is that of a load.
//
// At l = 0 the direction is the z axis of body_a (x axis if both bodies move in the plane), carried
// by it, like a rod.

#include <math.h>

#include "expression-private.h"
#include "force-private.h"
#include "signal-private.h"

static MbdStatus
spring_check (const MbdForceDef *def, MbdDiagnosis *why)
{
  const double values[3] = { def->stiffness, def->damping, def->free_length };
  for (int i = 0; i < 3; i++)
    if (!(values[i] >= 0)) {
      why->value = values[i];
      return i < 2 ? MBD_STATUS_NEGATIVE_CONSTANT : MBD_STATUS_BAD_PARAMETER;
    }
  return MBD_STATUS_OK;
}

/// Returns the value of the law; where it jumps in time, the later one.
static double
law_tension (const MbdExpression *law, double length, double rate, double time)
{
  const double variables[] = { length, rate, time };
  double tension = NAN;

  if (law->switches && law->used[2]) {
    const MbdJet jets[] = { { .value = length }, { .value = rate }, { time, 1, 0 } };
    MbdJet after;
    mbd_expression_evaluate (law, jets, &after);
    return isfinite (after.value) ? after.value : NAN;
  }
  return mbd_expression_value (law, variables, &tension) == MBD_STATUS_OK ? tension : NAN;
}

/// Returns the energy that a law stores between its free length and this length.
static double
law_potential (const MbdForceDef *def, double length, double time)
{
  // Nodes and weights of the Gauss-Legendre rule with 10 points (Abramowitz and Stegun, 25.4.30).
  static const double nodes[] = { 0.148874338981631211, 0.433395394129247191, 0.679409568299024406,
                                  0.865063366688984511, 0.973906528517171720 };
  static const double weights[] = { 0.295524224714752870, 0.269266719309996355,
                                    0.219086362515982044, 0.149451349150580593,
                                    0.066671344308688138 };
  const double middle = (length + def->free_length) / 2, half = (length - def->free_length) / 2;
  double sum = 0;

  for (int i = 0; i < 5; i++)
    sum += weights[i]
           * (law_tension (def->law, middle - half * nodes[i], 0, time)
              + law_tension (def->law, middle + half * nodes[i], 0, time));
  return half * sum;
}

/// Finds both ends, the direction c, and the length with its rate.
static void
find_line (const MbdBoundForce *spring,
           const MbdPose *pose,
           MbdForceAction *action,
           double c[3],
           double dv[3])
{
  double v[2][3], r[3];

  mbd_point_motion (&pose->space[spring->body_a], spring->point_a, action->position[0], v[0]);
  mbd_point_motion (&pose->space[spring->body_b], spring->point_b, action->position[1], v[1]);
  subtract3 (action->position[1], action->position[0], r);
  subtract3 (v[1], v[0], dv);

  double length = sqrt (dot3 (r, r));
  if (length > 1e-300)
    for (int i = 0; i < 3; i++)
      c[i] = r[i] / length;
  else
    column3 (pose->space[spring->body_a].R, spring->in_plane ? 0 : 2, c);
  action->length = length;
  action->rate = dot3 (c, dv);
}

static void
spring_act (const MbdBoundForce *spring, const MbdPose *pose, MbdForceAction *action)
{
  const MbdForceDef *def = spring->def;
  double c[3], dv[3];

  *action = (MbdForceAction){ 0 };
  find_line (spring, pose, action, c, dv);
  const double length = action->length;
  double stretch = length - def->free_length;
  if (def->force_function[0] != NULL)
    action->tension = mbd_function_at (def->force_function[0], spring->signal[0], pose);
  else if (def->law != NULL) {
    action->tension = law_tension (def->law, length, action->rate, pose->time);
    action->potential = law_potential (def, length, pose->time);
    action->dissipated =
      (action->tension - law_tension (def->law, length, 0, pose->time)) * action->rate;
  } else {
    action->tension = def->stiffness * stretch + def->damping * action->rate;
    action->potential = 0.5 * def->stiffness * stretch * stretch;
    action->dissipated = def->damping * action->rate * action->rate;
  }
  for (int i = 0; i < 3; i++) {
    action->force[0][i] = action->tension * c[i];
    action->force[1][i] = -action->tension * c[i];
  }
}

/// Computes the derivatives of the law by length and by rate.
static void
differentiate_law (const MbdForceDef *def,
                   const MbdForceAction *action,
                   double time,
                   MbdForceDirection *direction)
{
  MbdJet variables[3] = { { action->length }, { action->rate }, { time } }, tension = { 0 };

  variables[0].first = 1;
  mbd_expression_evaluate (def->law, variables, &tension);
  direction->stiffness = isfinite (tension.first) ? tension.first : 0;
  variables[0].first = 0;
  variables[1].first = 1;
  mbd_expression_evaluate (def->law, variables, &tension);
  direction->damping = isfinite (tension.first) ? tension.first : 0;
}

static int
spring_directions (const MbdBoundForce *spring, const MbdPose *pose, MbdForceDirection *direction)
{
  const MbdForceDef *def = spring->def;
  MbdForceAction action;
  double c[3], dv[3], arm[3], turn[3];

  if (def->force_function[0] != NULL)
    return 0;
  find_line (spring, pose, &action, c, dv);
  *direction = (MbdForceDirection){ 0 };
  for (int end = 0; end < 2; end++) {
    const MbdSpacePose *body = &pose->space[end == 0 ? spring->body_a : spring->body_b];
    const double sign = end == 0 ? -1 : 1;
    mbd_add_direction (body, action.position[end], c, sign, direction->g[end], direction->w[end]);
    // The line turns: dc = (u - c c.u) / l.
    subtract3 (action.position[end], body->x, arm);
    if (action.length <= 1e-300)
      continue;
    for (int i = 0; i < 3; i++)
      turn[i] = sign * (dv[i] - c[i] * action.rate) / action.length;
    add3 (direction->w[end], turn, direction->w[end]);
    cross3 (arm, turn, turn);
    add3 (direction->w[end] + 3, turn, direction->w[end] + 3);
  }
  direction->stiffness = def->stiffness;
  direction->damping = def->damping;
  if (def->law != NULL)
    differentiate_law (def, &action, pose->time, direction);
  return 1;
}

/// Computes the effect of a tension.
static void
spring_component (const MbdBoundForce *spring, const MbdPose *pose, int component, double g[2][6])
{
  MbdForceAction action;
  double c[3], dv[3], arm[3];

  find_line (spring, pose, &action, c, dv);
  for (int end = 0; end < 2; end++) {
    for (int i = 0; i < 3; i++)
      g[end][i] = end == 0 ? c[i] : -c[i];
    subtract3 (action.position[end], pose->space[end == 0 ? spring->body_a : spring->body_b].x,
               arm);
    cross3 (arm, g[end], g[end] + 3);
  }
}

static bool
spring_supplies (const MbdForceDef *def)
{
  return def->force_function[0] != NULL || (def->law != NULL && def->law->used[2]);
}

const MbdForceClass *
mbd_spring_class (void)
{
  static const MbdForceClass spring_class = {
    .name = "spring",
    .check = spring_check,
    .acts_on_a = true,
    .act = spring_act,
    .directions = spring_directions,
    .component = spring_component,
    .supplies = spring_supplies,
  };
  return &spring_class;
}
