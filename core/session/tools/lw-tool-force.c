// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Force: point of application, then direction and magnitude. Shift creates a torque.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define FORCE 10             ///< N, for a click
#define TORQUE_PER_FORCE 0.1 ///< m

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const double at[2] = { gesture->points[0].x, gesture->points[0].y };
  const LwBody *body = lw_mechanism_find_body (mechanism, gesture->points[0].body);
  const double angle = lw_tool_direction (gesture, -G_PI / 2);
  const double drawn =
    lw_tool_length (gesture) * gesture->view->px_per_m * gesture->view->newton_per_px;
  const double size = lw_tool_is_click (gesture) ? FORCE : lw_tool_two_figures (drawn);
  const bool torque = gesture->modifiers & LW_TOOL_SHIFT;
  MbdForceDef def = mbd_load_default ();
  g_autofree char *name = NULL;

  if (body == NULL) {
    *problem = g_strdup (_ ("There is no body here: press on the body that the force acts on."));
    return NULL;
  }
  name = lw_names_unique (mechanism, torque ? _ ("Torque") : _ ("Force"));
  def.body_b = body->element.id;
  lw_geometry_to_body (body, at, def.point_b);
  if (torque) {
    def.torque[2] = (cos (angle) < -1e-9 ? -1 : 1) * TORQUE_PER_FORCE * size;
  } else {
    def.force[0] = fabs (cos (angle)) < 1e-9 ? 0 : size * cos (angle);
    def.force[1] = fabs (sin (angle)) < 1e-9 ? 0 : size * sin (angle);
  }
  *made = (LwElementRef){ LW_SELECTION_FORCE, lw_mechanism_next_force_id (mechanism) };
  return lw_mechanism_replace_force (mechanism, lw_force_new (&def, made->id, name));
}

const LwToolClass *
lw_tool_force_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "force",
              .word = N_ ("Force"),
              .title = N_ ("Add a Force or a Torque"),
              .key = "F",
              .icon = "lw-force-symbolic",
              .group = LW_TOOLS_DRIVE },
    .step = N_ ("Add Force"),
    .hints = { N_ ("Press on a body and drag the arrow; Shift: torque"),
               N_ ("Click where the arrow ends; Shift: torque") },
    .n_points = 2,
    .second_optional = true,
    .directs = true,
    .shows_length = true,
    .unit = "N",
    .build = build,
  };

  return &class;
}
