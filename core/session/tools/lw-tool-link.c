// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Link: a bar from point to point. An end that lands on a body or a joint is pinned to it.

#include <glib/gi18n.h>

#include "lw-shape-mass.h"
#include "lw-tool-private.h"

static LwBody *
new_bar (const LwToolGesture *gesture)
{
  const LwToolPoint *first = &gesture->points[0];
  const double ends[2][3] = { { 0 }, { lw_tool_length (gesture) } };
  g_autofree char *name = lw_names_unique (gesture->mechanism, _ ("Link"));
  LwBody *body = lw_body_new (lw_mechanism_next_body_id (gesture->mechanism), name);

  // The body frame is at the first end, with x along the bar.
  body->def.position[0] = first->x;
  body->def.position[1] = first->y;
  body->def.angle = lw_tool_direction (gesture, 0);
  body->hue = lw_tool_next_hue (gesture->mechanism);
  body->shape.kind = LW_SHAPE_LINK;
  body->shape.points = g_array_new (FALSE, FALSE, sizeof ends[0]);
  g_array_append_vals (body->shape.points, ends, 2);
  return body;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  LwMechanism *next;
  LwBody *body;
  int id;

  if (gesture->n_points < 2 || !(lw_tool_length (gesture) > 0))
    return NULL;
  body = new_bar (gesture);
  if (!lw_body_set_plate_mass (body)) {
    lw_body_unref (body);
    *problem = g_strdup (_ ("A link of this length has no mass: draw it longer or shorter."));
    return NULL;
  }
  id = body->element.id;
  *made = (LwElementRef){ LW_SELECTION_BODY, id };
  next = lw_mechanism_replace_body (gesture->mechanism, body);
  next = lw_tool_pin_end (next, id, &gesture->points[0]);
  return lw_tool_pin_end (next, id, &gesture->points[gesture->n_points - 1]);
}

const LwToolClass *
lw_tool_link_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "link",
              .word = N_ ("Link"),
              .title = N_ ("Draw Links"),
              .key = "L",
              .icon = "lw-link-symbolic",
              .group = LW_TOOLS_DRAW },
    .step = N_ ("Draw Link"),
    .hints = { N_ ("Press at one end of the link and release at the other"),
               N_ ("Click where the link ends; Esc ends the chain") },
    .n_points = 2,
    .chains = true,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
