// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Box: from corner to corner.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-shape-mass.h"
#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *a = &gesture->points[0];
  const LwToolPoint *b = &gesture->points[gesture->n_points - 1];
  g_autofree char *name = NULL;
  LwBody *body;

  if (gesture->n_points < 2 || a->x == b->x || a->y == b->y)
    return NULL;
  name = lw_names_unique (gesture->mechanism, _ ("Box"));
  body = lw_body_new (lw_mechanism_next_body_id (gesture->mechanism), name);
  body->def.position[0] = 0.5 * (a->x + b->x);
  body->def.position[1] = 0.5 * (a->y + b->y);
  body->hue = lw_tool_next_hue (gesture->mechanism);
  body->shape.kind = LW_SHAPE_BOX;
  body->shape.size[0] = fabs (b->x - a->x);
  body->shape.size[1] = fabs (b->y - a->y);
  if (!lw_body_set_plate_mass (body)) {
    lw_body_unref (body);
    *problem = g_strdup (_ ("A box of this size has no mass: draw it larger or smaller."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_BODY, body->element.id };
  return lw_mechanism_replace_body (gesture->mechanism, body);
}

const LwToolClass *
lw_tool_box_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "box",
              .word = N_ ("Box"),
              .title = N_ ("Draw a Box"),
              .key = "B",
              .icon = "lw-box-symbolic",
              .group = LW_TOOLS_DRAW },
    .step = N_ ("Draw Box"),
    .hints = { N_ ("Press at one corner and release at the opposite one"),
               N_ ("Click the opposite corner") },
    .n_points = 2,
    .build = build,
  };

  return &class;
}
