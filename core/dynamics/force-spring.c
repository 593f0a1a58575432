// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Linear spring-damper between point A on body_a and point B on body_b.
//
//   r = x_B - x_A,  l = |r|,  c = r / l,  l' = c.(v_B - v_A)
//   tension  T = k (l - l0) + d l'     (positive pulls the points together)
//   force on B: -T c,  on A: +T c      potential energy: k (l - l0)^2 / 2
//
// At l = 0 the direction is the z axis of body_a (x axis when both bodies move in the plane),
// carried by it, as for a rod.

#include "mbd-force-class.h"

#include "vector-private.h"

static MbdStatus
spring_check (const MbdForceDef *def, MbdDiagnosis *why)
{
  const double values[3] = { def->stiffness, def->damping, def->free_length };
  for (int i = 0; i < 3; i++)
    if (!(values[i] >= 0)) {
      why->value = values[i];
      return MBD_STATUS_BAD_PARAMETER;
    }
  return MBD_STATUS_OK;
}

static void
point_motion (const MbdSpacePose *pose,
              const double point[3],
              double position[3],
              double velocity[3])
{
  double arm[3], turn[3];
  rotate3 (pose->R, point, arm);
  add3 (pose->x, arm, position);
  cross3 (pose->w, arm, turn);
  add3 (pose->v, turn, velocity);
}

static void
spring_act (const MbdBoundForce *spring, const MbdPose *pose, MbdForceAction *action)
{
  const MbdForceDef *def = spring->def;
  double v[2][3], r[3], dv[3], c[3];

  *action = (MbdForceAction){ 0 };
  point_motion (&pose->space[spring->body_a], spring->point_a, action->position[0], v[0]);
  point_motion (&pose->space[spring->body_b], spring->point_b, action->position[1], v[1]);
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
  double stretch = length - def->free_length;
  action->tension = def->stiffness * stretch + def->damping * action->rate;
  action->potential = 0.5 * def->stiffness * stretch * stretch;
  for (int i = 0; i < 3; i++) {
    action->force[0][i] = action->tension * c[i];
    action->force[1][i] = -action->tension * c[i];
  }
}

const MbdForceClass *
mbd_spring_class (void)
{
  static const MbdForceClass spring_class = {
    .name = "spring",
    .check = spring_check,
    .acts_on_a = true,
    .act = spring_act,
  };
  return &spring_class;
}
