// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Gear: couples the motions of two joints. Two pins are meshing gears or, with Shift or Ctrl,
// pulleys of a belt; a pin and a slider are pinion and rack.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

/// Radius of a pulley without a disc, in parts of the distance of its pins.
#define PULLEY_SHARE 0.15

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

/// Returns the radius of the disc that turns on a pin; 0 if the body is not a disc.
static double
disc_radius (const LwMechanism *mechanism, const LwCoupling *pin)
{
  const int ids[] = { pin->def.body_b, pin->def.body_a };

  for (int i = 0; i < 2; i++) {
    const LwBody *body = lw_mechanism_find_body (mechanism, ids[i]);

    if (body != NULL && body->shape.kind == LW_SHAPE_DISC)
      return body->shape.size[0];
  }
  return 0;
}

/// Creates a gear between two pins: the discs mesh externally; without discs, both turn at the same
/// speed in opposite directions.
static LwCoupling *
new_gear (const LwMechanism *mechanism,
          const LwCoupling *first,
          const LwCoupling *second,
          const char *word)
{
  MbdCoordinate q[2];
  MbdCouplingDef def;
  LwCoupling *gear;
  double radius[2] = { disc_radius (mechanism, first), disc_radius (mechanism, second) };
  g_autofree char *name = lw_names_unique (mechanism, word);

  lw_coupling_get_coordinate (&first->def, &q[0]);
  lw_coupling_get_coordinate (&second->def, &q[1]);
  // The pinion is the first joint.
  if (q[0] != MBD_COORDINATE_ANGLE && q[1] == MBD_COORDINATE_ANGLE)
    return new_gear (mechanism, second, first, word);
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

/// Returns the direction, +1 or -1, in which the pin's angle turns the body that it joins to the
/// ground.
static double
sense_of (const LwCoupling *pin)
{
  return pin->def.body_b == MBD_GROUND ? -1 : 1;
}

/// Creates a belt whose pulleys are the discs on the pins. Returns false and sets a message if that
/// is impossible.
static bool
make_belt (const LwToolGesture *gesture,
           const LwCoupling *first,
           const LwCoupling *second,
           LwCoupling *gear,
           char **problem)
{
  const LwCoupling *pins[] = { first, second };
  const bool crossed = !(gesture->modifiers & LW_TOOL_SHIFT);
  double at[2][2];
  double distance;

  if (gear->def.coordinate[0] != MBD_COORDINATE_ANGLE
      || gear->def.coordinate[1] != MBD_COORDINATE_ANGLE) {
    *problem = g_strdup (_ ("A belt runs over two pins: click a pin, not a slider."));
    return false;
  }
  for (int i = 0; i < 2; i++)
    lw_geometry_joint_point (gesture->mechanism, pins[i], at[i]);
  distance = hypot (at[1][0] - at[0][0], at[1][1] - at[0][1]);
  if (!(distance * gesture->view->px_per_m > LW_TOOL_CLICK_PX)) {
    *problem = g_strdup (_ ("A belt needs two pins that are apart: click another one."));
    return false;
  }
  for (int i = 0; i < 2; i++) {
    gear->radius[i] = disc_radius (gesture->mechanism, pins[i]);
    if (!(gear->radius[i] > 0))
      gear->radius[i] = lw_tool_two_figures (PULLEY_SHARE * distance);
  }
  gear->gearing = LW_GEARING_BELT;
  gear->crossed = crossed != (sense_of (first) * sense_of (second) < 0);
  return true;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwCoupling *first = joint_at (gesture, &gesture->points[0]);
  const LwCoupling *second = joint_at (gesture, &gesture->points[gesture->n_points - 1]);
  const bool belt = gesture->modifiers & (LW_TOOL_SHIFT | LW_TOOL_CONTROL);
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
  gear = new_gear (gesture->mechanism, first, second, belt ? _ ("Belt") : _ ("Gear"));
  if (belt && !make_belt (gesture, first, second, gear, problem)) {
    lw_coupling_unref (gear);
    return NULL;
  }
  // The wheels mesh in the drawn pose.
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
              .title = N_ ("Couple Two Joints by Gears, a Belt or a Rack"),
              .key = "G",
              .icon = "lw-gear-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Couple Joints"),
    .hints = { N_ ("Click the pin or slider of the first gear; Shift: belt, Ctrl: crossed belt"),
               N_ ("Click the pin or slider of the second gear; Shift: belt, Ctrl: crossed belt") },
    .n_points = 2,
    .uses_control = true,
    .build = build,
  };

  return &class;
}

// ---- tool Belt ------------------------------------------------------------------------------

static LwMechanism *
build_belt (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  LwToolGesture belt = *gesture;

  // Both keys: Ctrl is what crosses it.
  belt.modifiers =
    gesture->modifiers & LW_TOOL_CONTROL ? LW_TOOL_CONTROL : (unsigned) LW_TOOL_SHIFT;
  return build (&belt, made, problem);
}

const LwToolClass *
lw_tool_belt_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "belt",
              .word = N_ ("Belt"),
              .title = N_ ("Lay a Belt or a Chain over Two Pulleys"),
              .key = "",
              .icon = "lw-belt-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Add Belt"),
    .hints = { N_ ("Click the pin of the first pulley or sprocket; Ctrl: crossed belt"),
               N_ ("Click the pin of the second one; Ctrl: crossed belt") },
    .n_points = 2,
    .uses_control = true,
    .build = build_belt,
  };

  return &class;
}
