// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Polygon: a body with an outline of straight sides.

#include <glib/gi18n.h>

#include "lw-shape-mass.h"
#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *first = &gesture->points[0];
  g_autofree char *name = NULL;
  LwBody *body;

  if (gesture->n_points < 3)
    return NULL;
  name = lw_names_unique (gesture->mechanism, _ ("Plate"));
  body = lw_body_new (lw_mechanism_next_body_id (gesture->mechanism), name);
  // The body frame is at the first corner, parallel to the world axes.
  body->def.position[0] = first->x;
  body->def.position[1] = first->y;
  body->hue = lw_tool_next_hue (gesture->mechanism);
  body->shape.kind = LW_SHAPE_POLYGON;
  body->shape.points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  for (guint i = 0; i < gesture->n_points; i++) {
    const double corner[3] = { gesture->points[i].x - first->x, gesture->points[i].y - first->y,
                               0 };

    g_array_append_vals (body->shape.points, corner, 1);
  }
  if (!lw_body_set_plate_mass (body)) {
    lw_body_unref (body);
    *problem = g_strdup (_ ("The outline has no area: choose corners that do not lie in a line."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_BODY, body->element.id };
  return lw_mechanism_replace_body (gesture->mechanism, body);
}

const LwToolClass *
lw_tool_polygon_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "polygon",
              .word = N_ ("Polygon"),
              .title = N_ ("Draw a Polygon"),
              .key = "P",
              .icon = "lw-polygon-symbolic",
              .group = LW_TOOLS_DRAW },
    .step = N_ ("Draw Polygon"),
    .hints = { N_ ("Click the first corner"),
               N_ ("Click the next corner; Enter or the first corner closes the outline") },
    .n_points = 0,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
