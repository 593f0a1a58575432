// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Box: from corner to corner. A box that begins on a sloping line, as the side of an incline or
// the guide of a slider, is parallel to it.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-shape-mass.h"
#include "lw-tool-private.h"

#define ON_LINE 1e-9 ///< distance from a line, in parts of the size of the drawing

/// Returns the angle of the line of the drawing on which a point lies, rad; 0 if it lies on none, or on
/// an end, where lines of different directions may meet. `near` is the tolerance, m.
static double
find_slope (const LwToolGesture *gesture, const LwToolPoint *point, double near)
{
  g_autoptr (GArray) lines = lw_geometry_seen_lines (gesture->mechanism);

  for (guint i = 0; i < lines->len; i++) {
    const LwDrawnLine *line = &g_array_index (lines, LwDrawnLine, i);
    const double x = point->x - line->x, y = point->y - line->y;
    const double along = x * line->dx + y * line->dy;

    if (fabs (x * line->dy - y * line->dx) <= near
        && (line->length == 0 || (along > near && along < line->length - near)))
      return atan2 (line->dy, line->dx);
  }
  return 0;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *a = &gesture->points[0];
  const LwToolPoint *b = &gesture->points[gesture->n_points - 1];
  const double near = ON_LINE * lw_geometry_size (gesture->mechanism, 1e-3);
  // A box turned by a right angle is the same: it keeps its width the way that it is drawn.
  const double slope = remainder (find_slope (gesture, a, near), G_PI_2);
  const double c = cos (slope), s = sin (slope), x = b->x - a->x, y = b->y - a->y;
  const double size[2] = { fabs (c * x + s * y), fabs (c * y - s * x) };
  g_autofree char *name = NULL;
  LwBody *body;

  if (gesture->n_points < 2 || size[0] <= near || size[1] <= near)
    return NULL;
  name = lw_names_unique (gesture->mechanism, _ ("Box"));
  body = lw_body_new (lw_mechanism_next_body_id (gesture->mechanism), name);
  body->def.position[0] = 0.5 * (a->x + b->x);
  body->def.position[1] = 0.5 * (a->y + b->y);
  body->hue = lw_tool_next_hue (gesture->mechanism);
  body->shape.kind = LW_SHAPE_BOX;
  body->def.angle = slope;
  body->shape.size[0] = size[0];
  body->shape.size[1] = size[1];
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
    .hints = { N_ (
                 "Press at one corner, on a slope for a box along it, and release at the opposite one"),
               N_ ("Click the opposite corner") },
    .n_points = 2,
    .build = build,
  };

  return &class;
}
