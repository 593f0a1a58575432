// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Disc: centre, then radius.

#include <glib/gi18n.h>

#include "lw-shape-mass.h"
#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *centre = &gesture->points[0];
  g_autofree char *name = NULL;
  LwBody *body;

  if (gesture->n_points < 2 || !(lw_tool_length (gesture) > 0))
    return NULL;
  name = lw_names_unique (gesture->mechanism, _ ("Disc"));
  body = lw_body_new (lw_mechanism_next_body_id (gesture->mechanism), name);
  body->def.position[0] = centre->x;
  body->def.position[1] = centre->y;
  body->hue = lw_tool_next_hue (gesture->mechanism);
  body->shape.kind = LW_SHAPE_DISC;
  body->shape.size[0] = lw_tool_length (gesture);
  if (!lw_body_set_plate_mass (body)) {
    lw_body_unref (body);
    *problem = g_strdup (_ ("A disc of this size has no mass: draw it larger or smaller."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_BODY, body->element.id };
  return lw_mechanism_replace_body (gesture->mechanism, body);
}

const LwToolClass *
lw_tool_disc_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "disc",
              .word = N_ ("Disc"),
              .title = N_ ("Draw a Disc"),
              .key = "C",
              .icon = "lw-disc-symbolic",
              .group = LW_TOOLS_DRAW },
    .step = N_ ("Draw Disc"),
    .hints = { N_ ("Press at the centre and release at the rim"), N_ ("Click where the rim is") },
    .n_points = 2,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
