// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Drag: a force or moment against the motion of a body, in proportion to its speed.

#include <glib/gi18n.h>

#include "lw-tool-private.h"

#define DAMPING 1.0    ///< N s/m
#define ROTATIONAL 0.1 ///< N m s/rad

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  g_autoptr (GArray) here = lw_tool_find_bodies (gesture, &gesture->points[0]);
  const LwBody *body =
    here->len > 0 ? lw_mechanism_find_body (mechanism, g_array_index (here, int, here->len - 1))
                  : NULL;
  const double at[2] = { gesture->points[0].x, gesture->points[0].y };
  MbdForceDef def = mbd_drag_default ();
  g_autofree char *name = NULL;

  if (body == NULL) {
    *problem = g_strdup (_ ("There is no body here: click the body that is to be braked."));
    return NULL;
  }
  name = lw_names_unique (mechanism, _ ("Drag"));
  def.body_b = body->element.id;
  lw_geometry_to_body (body, at, def.point_b);
  if (gesture->modifiers & LW_TOOL_SHIFT)
    def.rotational_damping = ROTATIONAL;
  else
    def.damping = DAMPING;
  *made = (LwElementRef){ LW_SELECTION_FORCE, lw_mechanism_next_force_id (mechanism) };
  return lw_mechanism_replace_force (mechanism, lw_force_new (&def, made->id, name));
}

const LwToolClass *
lw_tool_drag_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "drag",
              .word = N_ ("Drag"),
              .title = N_ ("Brake a Body by a Viscous Drag"),
              .key = "",
              .icon = "lw-drag-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Add Drag"),
    .hints = { N_ ("Click the point of a body that is to be braked; Shift: brakes its rotation") },
    .n_points = 1,
    .build = build,
  };

  return &class;
}
