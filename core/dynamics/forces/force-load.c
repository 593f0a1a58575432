// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Load: a force F at a point and a torque T on one body, in world axes or, if the load follows the
// body, in body axes; each component is a number or a function of time.

#include "mbd-force-class.h"

#include <string.h>

#include "vector-private.h"

static MbdStatus
load_check (const MbdForceDef *def, MbdDiagnosis *why)
{
  return MBD_STATUS_OK;
}

static void
load_act (const MbdBoundForce *load, const MbdPose *pose, MbdForceAction *action)
{
  const MbdSpacePose *b = &pose->space[load->body_b];
  double arm[3];

  memset (action, 0, sizeof *action);
  rotate3 (b->R, load->point_b, arm);
  add3 (b->x, arm, action->position[1]);
  memcpy (action->position[0], action->position[1], sizeof action->position[0]);
  memcpy (action->force[1], load->def->force, sizeof action->force[1]);
  memcpy (action->moment[1], load->def->torque, sizeof action->moment[1]);
  for (int i = 0; i < 3; i++) {
    if (load->def->force_function[i] != NULL)
      action->force[1][i] = mbd_function_evaluate (load->def->force_function[i], pose->time).value;
    if (load->def->torque_function[i] != NULL)
      action->moment[1][i] =
        mbd_function_evaluate (load->def->torque_function[i], pose->time).value;
  }
  if (load->def->follows_body) {
    rotate3 (b->R, action->force[1], action->force[1]);
    rotate3 (b->R, action->moment[1], action->moment[1]);
  }
}

static int
load_directions (const MbdBoundForce *load, const MbdPose *pose, MbdForceDirection *directions)
{
  return 0;
}

static bool
load_supplies (const MbdForceDef *def)
{
  return true;
}

const MbdForceClass *
mbd_load_class (void)
{
  static const MbdForceClass load_class = {
    .name = "load",
    .check = load_check,
    .acts_on_a = false,
    .act = load_act,
    .directions = load_directions,
    .supplies = load_supplies,
  };
  return &load_class;
}
