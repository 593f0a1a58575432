// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Load: a force F at a point and a torque T on one body, in world axes or, if the load follows the
// body, in body axes; each component is a number, or a function of time or of the motion.

#include "mbd-force-class.h"

#include <string.h>

#include "signal-private.h"
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
      action->force[1][i] = mbd_function_at (load->def->force_function[i], load->signal[i], pose);
    if (load->def->torque_function[i] != NULL)
      action->moment[1][i] =
        mbd_function_at (load->def->torque_function[i], load->signal[3 + i], pose);
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

static void
load_component (const MbdBoundForce *load, const MbdPose *pose, int component, double g[2][6])
{
  const MbdSpacePose *b = &pose->space[load->body_b];
  double axis[3] = { 0 }, arm[3];

  axis[component % 3] = 1;
  if (load->def->follows_body)
    rotate3 (b->R, axis, axis);
  memcpy (g[1] + (component < 3 ? 0 : 3), axis, sizeof axis);
  if (component >= 3)
    return;
  rotate3 (b->R, load->point_b, arm);
  cross3 (arm, axis, g[1] + 3);
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
    .component = load_component,
    .supplies = load_supplies,
  };
  return &load_class;
}
