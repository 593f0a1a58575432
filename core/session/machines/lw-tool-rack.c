// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Rack: a rack that meshes with a pinion, a disc on a pin, and slides on the ground.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define HEIGHT 0.4 ///< height of the rack in parts of the radius of the pinion
#define LEAST_LENGTH 4.0

static bool
is_pin (const LwCoupling *coupling)
{
  MbdCoordinate coordinate;

  return lw_coupling_get_coordinate (&coupling->def, &coordinate)
         && coordinate == MBD_COORDINATE_ANGLE;
}

/// Returns the disc that turns on a pin to the ground; NULL if there is none. *sense: +1 if the angle of
/// the pin turns it, -1 if it turns the ground.
static const LwBody *
find_pinion (const LwMechanism *mechanism, const LwCoupling *pin, int *sense)
{
  const bool is_second = pin->def.body_a == MBD_GROUND;
  const LwBody *body =
    lw_mechanism_find_body (mechanism, is_second ? pin->def.body_b : pin->def.body_a);

  *sense = is_second ? 1 : -1;
  return (is_second || pin->def.body_b == MBD_GROUND) && body != NULL
             && body->shape.kind == LW_SHAPE_DISC
           ? body
           : NULL;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwCoupling *pin =
    lw_geometry_joint_at (gesture->mechanism, gesture->points[0].x, gesture->points[0].y,
                          LW_TOOL_REACH_PX / gesture->view->px_per_m, is_pin);
  const double direction = lw_tool_direction (gesture, 0);
  LwToolMachine machine;
  const LwBody *pinion;
  LwCoupling *mesh;
  g_autofree char *name = NULL;
  MbdCouplingDef def;
  double centre[2], size[2], place[3], radius, offset;
  int rack, guide, sense;

  if (pin == NULL || (pinion = find_pinion (gesture->mechanism, pin, &sense)) == NULL) {
    *problem = g_strdup (_ ("There is no pinion here: click a pin on which a disc turns on the "
                            "ground."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_COUPLING, pin->element.id };
  if (gesture->n_points < 2)
    return NULL;
  lw_geometry_joint_point (gesture->mechanism, pin, centre);
  radius = pinion->shape.size[0];
  size[0] = fmax (2 * lw_tool_length (gesture), LEAST_LENGTH * radius);
  size[1] = HEIGHT * radius;
  // Below the pinion, seen along the direction, so that a turn to the left moves it forwards.
  place[0] = centre[0] + (radius + 0.5 * size[1]) * sin (direction);
  place[1] = centre[1] - (radius + 0.5 * size[1]) * cos (direction);
  place[2] = direction;
  lw_tool_machine_begin (&machine, gesture);
  rack = lw_tool_machine_add_body (&machine, _ ("Rack"), LW_SHAPE_BOX, size, 2, place);
  guide = lw_tool_machine_join (&machine, MBD_LOOP_SLIDER, (const int[]){ MBD_GROUND, rack }, place,
                                direction);
  def = mbd_gear_default (MBD_COORDINATE_ANGLE, MBD_COORDINATE_SLIDE, radius);
  name = lw_names_unique (machine.mechanism, _ ("Rack and pinion"));
  mesh = lw_coupling_new (&def, lw_mechanism_next_coupling_id (machine.mechanism), name);
  mesh->joint[0] = pin->element.id;
  mesh->joint[1] = guide;
  mesh->gearing = LW_GEARING_RACK;
  mesh->radius[0] = sense * radius;
  if (lw_mechanism_get_start_offset (machine.mechanism, mesh, &offset))
    mesh->def.offset = offset;
  lw_tool_machine_add_coupling (&machine, mesh);
  *made = (LwElementRef){ LW_SELECTION_BODY, rack };
  return lw_tool_machine_end (&machine, problem);
}

const LwToolClass *
lw_tool_rack_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "rack",
              .word = N_ ("Rack"),
              .title = N_ ("Draw a Rack for a Pinion"),
              .key = "",
              .icon = "lw-rack-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Draw Rack"),
    .hints = { N_ ("Press on the pin of a disc and drag along the way of the rack"),
               N_ ("Click where the rack ends") },
    .n_points = 2,
    .directs = true,
    .build = build,
  };

  return &class;
}
