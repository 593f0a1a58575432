// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Motor: turns a pin, or moves a slider, at a given speed.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define TURN_SPEED (2 * G_PI) ///< rad/s, one revolution per second
#define SLIDE_SPEED 0.1       ///< m/s

static bool
has_coordinate (const LwCoupling *coupling)
{
  MbdCoordinate coordinate;

  return lw_coupling_get_coordinate (&coupling->def, &coordinate);
}

static bool
is_driven (const LwMechanism *mechanism, int joint)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (lw_coupling_is_input (coupling) && coupling->joint[0] == joint)
      return true;
  }
  return false;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *point = &gesture->points[0];
  const LwCoupling *joint = lw_geometry_joint_at (
    mechanism, point->x, point->y, LW_TOOL_REACH_PX / gesture->view->px_per_m, has_coordinate);
  g_autoptr (LwFunction) speed = NULL;
  g_autofree char *name = NULL;
  MbdCouplingDef def;
  LwCoupling *motor;

  if (joint == NULL) {
    *problem =
      g_strdup (_ ("There is no pin or slider here: click the joint that is to be driven."));
    return NULL;
  }
  if (is_driven (mechanism, joint->element.id)) {
    *problem = g_strdup (_ ("This joint has a motor already: change its speed in the inspector."));
    return NULL;
  }
  def = mbd_motor_default (NULL, INFINITY);
  lw_coupling_get_coordinate (&joint->def, &def.coordinate[0]);
  speed =
    lw_function_new_constant (def.coordinate[0] == MBD_COORDINATE_ANGLE ? TURN_SPEED : SLIDE_SPEED);
  name = lw_names_unique (mechanism, _ ("Motor"));
  motor = lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
  motor->joint[0] = joint->element.id;
  lw_coupling_set_function (motor, speed);
  return lw_tool_add_coupling (mechanism, motor, made);
}

const LwToolClass *
lw_tool_motor_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "motor",
              .word = N_ ("Motor"),
              .title = N_ ("Drive a Joint by a Motor"),
              .key = "M",
              .icon = "lw-motor-symbolic",
              .group = LW_TOOLS_DRIVE },
    .step = N_ ("Add Motor"),
    .hints = { N_ ("Click the pin or slider that is to be driven") },
    .n_points = 1,
    .build = build,
  };

  return &class;
}
