// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Viscous drag on body_b: -c v at the point, -c_r omega. In the plane omega is the rate about z.

#include "force-private.h"
#include "vector-private.h"

static MbdStatus
drag_check (const MbdForceDef *def, MbdDiagnosis *why)
{
  const double values[] = { def->damping, def->rotational_damping };
  for (int i = 0; i < 2; i++)
    if (!(values[i] >= 0)) {
      why->value = values[i];
      return MBD_STATUS_NEGATIVE_CONSTANT;
    }
  return MBD_STATUS_OK;
}

static void
drag_act (const MbdBoundForce *drag, const MbdPose *pose, MbdForceAction *action)
{
  const MbdSpacePose *b = &pose->space[drag->body_b];
  double v[3];

  *action = (MbdForceAction){ 0 };
  mbd_point_motion (b, drag->point_b, action->position[1], v);
  for (int i = 0; i < 3; i++) {
    action->position[0][i] = action->position[1][i];
    action->force[1][i] = -drag->def->damping * v[i];
    action->moment[1][i] = -drag->def->rotational_damping * b->w[i];
  }
  action->dissipated = -dot3 (action->force[1], v) - dot3 (action->moment[1], b->w);
}

static int
drag_directions (const MbdBoundForce *drag, const MbdPose *pose, MbdForceDirection *directions)
{
  const MbdSpacePose *b = &pose->space[drag->body_b];
  double position[3], v[3];
  int count = 0;

  mbd_point_motion (b, drag->point_b, position, v);
  for (int axis = 0; axis < 3; axis++) {
    const double c[3] = { axis == 0, axis == 1, axis == 2 };
    if (!drag->in_plane || axis < 2) {
      MbdForceDirection *along = &directions[count++];
      *along = (MbdForceDirection){ .damping = drag->def->damping };
      mbd_add_direction (b, position, c, 1, along->g[1], along->w[1]);
    }
    if (!drag->in_plane || axis == 2) {
      MbdForceDirection *about = &directions[count++];
      *about = (MbdForceDirection){ .damping = drag->def->rotational_damping };
      about->g[1][3 + axis] = 1;
    }
  }
  return count;
}

const MbdForceClass *
mbd_drag_class (void)
{
  static const MbdForceClass drag_class = {
    .name = "drag",
    .check = drag_check,
    .acts_on_a = false,
    .act = drag_act,
    .directions = drag_directions,
  };
  return &drag_class;
}
