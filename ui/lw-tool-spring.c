// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Spring–damper: point to point, without force at the length that is drawn.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define STIFFNESS 1000 ///< N/m
#define DAMPING 10     ///< N s/m

static int
body_at (const LwToolPoint *point)
{
  return point->body == LW_NO_BODY ? MBD_GROUND : point->body;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *a = &gesture->points[0];
  const LwToolPoint *b = &gesture->points[gesture->n_points - 1];
  const double ends[2][2] = { { a->x, a->y }, { b->x, b->y } };
  MbdForceDef def = mbd_spring_default ();
  g_autofree char *name = NULL;

  if (gesture->n_points < 2 || !(lw_tool_length (gesture) > 0))
    return NULL;
  def.body_a = body_at (a);
  def.body_b = body_at (b);
  if (def.body_a == def.body_b) {
    *problem = g_strdup (
      _ ("Both ends are on the same body: let one of them end on another body or on the ground."));
    return NULL;
  }
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, def.body_a), ends[0], def.point_a);
  lw_geometry_to_body (lw_mechanism_find_body (mechanism, def.body_b), ends[1], def.point_b);
  def.free_length = lw_tool_length (gesture);
  def.stiffness = STIFFNESS;
  def.damping = DAMPING;
  name = lw_names_unique (mechanism, _ ("Spring"));
  *made = (LwElementRef){ LW_SELECTION_FORCE, lw_mechanism_next_force_id (mechanism) };
  return lw_mechanism_replace_force (mechanism, lw_force_new (&def, made->id, name));
}

const LwToolClass *
lw_tool_spring_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "spring",
              .word = N_ ("Spring"),
              .title = N_ ("Draw a Spring with a Damper"),
              .key = "D",
              .icon = "lw-spring-symbolic",
              .group = LW_TOOLS_DRIVE },
    .step = N_ ("Draw Spring"),
    .hints = { N_ ("Press on a body and release on another one or on the ground"),
               N_ ("Click where the spring ends") },
    .n_points = 2,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
