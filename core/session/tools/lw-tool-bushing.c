// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Bushing: a compliant joint. A click where bodies overlap puts it there, like a pin; a drag
// from point to point draws both points together.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-compliant-joint.h"
#include "lw-tool-private.h"

static bool
is_enough (const LwToolGesture *gesture)
{
  g_autofree char *problem = NULL;
  int pair[2];

  return lw_tool_find_pair (gesture, pair, &problem);
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *first = &gesture->points[0];
  const LwToolPoint *last = &gesture->points[gesture->n_points - 1];
  const bool click = lw_tool_is_click (gesture);
  const double ends[2][2] = { { first->x, first->y },
                              { click ? first->x : last->x, click ? first->y : last->y } };
  const LwBody *body_a, *body_b;
  MbdBushingConstants constants;
  MbdForceDef def;
  int pair[2];
  g_autofree char *reason = NULL;
  g_autofree char *name = NULL;

  // If no bodies overlap, a second point may follow.
  if (click ? !lw_tool_find_pair (gesture, pair, &reason)
            : !lw_tool_find_ends (gesture, pair, problem))
    return NULL;
  constants = lw_mechanism_suggest_constants (mechanism, pair[0], pair[1], MBD_LOCK_X | MBD_LOCK_Y,
                                              click ? 0 : lw_tool_length (gesture));
  def = lw_compliant_default (&constants);
  def.body_a = pair[0];
  def.body_b = pair[1];
  body_a = lw_mechanism_find_body (mechanism, pair[0]);
  body_b = lw_mechanism_find_body (mechanism, pair[1]);
  lw_geometry_to_body (body_a, ends[0], def.point_a);
  lw_geometry_to_body (body_b, ends[1], def.point_b);
  // Both frames are parallel to the world axes, so that the bushing is at rest in the drawn pose.
  lw_geometry_turn (body_a != NULL ? 0 - lw_geometry_angle (body_a) : 0, def.quaternion_a);
  lw_geometry_turn (body_b != NULL ? 0 - lw_geometry_angle (body_b) : 0, def.quaternion_b);
  name = lw_names_unique (mechanism, _ ("Bushing"));
  *made = (LwElementRef){ LW_SELECTION_FORCE, lw_mechanism_next_force_id (mechanism) };
  return lw_mechanism_replace_force (mechanism, lw_force_new (&def, made->id, name));
}

const LwToolClass *
lw_tool_bushing_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "bushing",
              .word = N_ ("Bushing"),
              .title = N_ ("Join Bodies by a Bushing"),
              .key = "U",
              .icon = "lw-bushing-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Bushing"),
    .hints = { N_ ("Click where bodies overlap, or drag from one body to another"),
               N_ ("Click what the bushing holds this point to") },
    .n_points = 2,
    .second_optional = true,
    .is_enough = is_enough,
    .shows_length = true,
    .joins_here = true,
    .build = build,
  };

  return &class;
}
