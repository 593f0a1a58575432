// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Gear: ties the motions of two joints together. Two pins mesh; a pin and a slider are pinion and
// rack.

#include <glib/gi18n.h>

#include "lw-tool-private.h"

static bool
has_coordinate (const LwCoupling *coupling)
{
  MbdCoordinate coordinate;

  return lw_coupling_get_coordinate (&coupling->def, &coordinate);
}

static const LwCoupling *
joint_at (const LwToolGesture *gesture, const LwToolPoint *point)
{
  return lw_geometry_joint_at (gesture->mechanism, point->x, point->y,
                               LW_TOOL_REACH_PX / gesture->view->px_per_m, has_coordinate);
}

/// Radius of the disc that turns on a pin; 0: it is no disc.
static double
disc_radius (const LwMechanism *mechanism, const LwCoupling *pin)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, pin->def.body_b);

  return body != NULL && body->shape.kind == LW_SHAPE_DISC ? body->shape.size[0] : 0;
}

/// From pin to pin the discs mesh outside; where there are none, both turn alike but opposite.
static LwCoupling *
new_gear (const LwMechanism *mechanism, const LwCoupling *first, const LwCoupling *second)
{
  MbdCoordinate q[2];
  MbdCouplingDef def;
  LwCoupling *gear;
  double radius[2] = { disc_radius (mechanism, first), disc_radius (mechanism, second) };
  g_autofree char *name = lw_names_unique (mechanism, _ ("Gear"));

  lw_coupling_get_coordinate (&first->def, &q[0]);
  lw_coupling_get_coordinate (&second->def, &q[1]);
  // The pinion comes first.
  if (q[0] != MBD_COORDINATE_ANGLE && q[1] == MBD_COORDINATE_ANGLE)
    return new_gear (mechanism, second, first);
  def = mbd_gear_default (q[0], q[1], radius[0] > 0 && radius[1] > 0 ? -radius[0] / radius[1] : -1);
  gear = lw_coupling_new (&def, lw_mechanism_next_coupling_id (mechanism), name);
  gear->joint[0] = first->element.id;
  gear->joint[1] = second->element.id;
  if (q[0] == MBD_COORDINATE_ANGLE && q[1] == MBD_COORDINATE_SLIDE && radius[0] > 0) {
    gear->gearing = LW_GEARING_RACK;
    gear->radius[0] = radius[0];
  }
  return gear;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwCoupling *first = joint_at (gesture, &gesture->points[0]);
  const LwCoupling *second = joint_at (gesture, &gesture->points[gesture->n_points - 1]);
  LwCoupling *gear;
  double offset;

  if (first == NULL) {
    *problem = g_strdup (_ ("There is no pin or slider here: click the joint of the first gear."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_COUPLING, first->element.id };
  if (gesture->n_points < 2)
    return NULL;
  if (second == NULL || second == first) {
    *problem =
      g_strdup (_ ("There is no other pin or slider here: click the joint of the second gear."));
    return NULL;
  }
  gear = new_gear (gesture->mechanism, first, second);
  // It meshes as it is drawn.
  if (lw_mechanism_get_start_offset (gesture->mechanism, gear, &offset))
    gear->def.offset = offset;
  return lw_tool_add_coupling (gesture->mechanism, gear, made);
}

const LwToolClass *
lw_tool_gear_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "gear",
              .word = N_ ("Gear"),
              .title = N_ ("Couple Two Joints by Gears"),
              .key = "G",
              .icon = "lw-gear-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Gear"),
    .hints = { N_ ("Click the pin or slider of the first gear"),
               N_ ("Click the pin or slider of the second gear") },
    .n_points = 2,
    .build = build,
  };

  return &class;
}
