// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Tracer: a point of a body whose path is drawn. A drag moves the point off the body.

#include <glib/gi18n.h>

#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const LwToolPoint *last = &gesture->points[gesture->n_points - 1];
  const LwBody *body = lw_mechanism_find_body (mechanism, gesture->points[0].body);
  const double at[2] = { last->x, last->y };
  g_autofree char *name = NULL;
  double point[3];

  if (body == NULL) {
    *problem = g_strdup (_ ("There is no body here: press on the body that the point belongs to."));
    return NULL;
  }
  lw_geometry_to_body (body, at, point);
  name = lw_names_unique (mechanism, _ ("Tracer"));
  *made = (LwElementRef){ LW_SELECTION_TRACER, lw_mechanism_next_tracer_id (mechanism) };
  return lw_mechanism_replace_tracer (mechanism,
                                      lw_tracer_new (made->id, name, body->element.id, point));
}

const LwToolClass *
lw_tool_tracer_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "tracer",
              .word = N_ ("Tracer"),
              .title = N_ ("Trace the Path of a Point"),
              .key = "T",
              .icon = "lw-tracer-symbolic",
              .group = LW_TOOLS_OBSERVE },
    .step = N_ ("Add Tracer"),
    .hints = { N_ ("Click a point of a body, or press on the body and drag to the point"),
               N_ ("Click where the point is") },
    .n_points = 2,
    .second_optional = true,
    .build = build,
  };

  return &class;
}
