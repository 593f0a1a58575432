// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Contact: defines contact between two bodies, or between a body and the ground.

#include <glib/gi18n.h>

#include "lw-contact.h"
#include "lw-tool-private.h"

/// Returns the body at a point; the ground if the point is outside all bodies.
static int
body_at (const LwToolPoint *point)
{
  return point->body == LW_NO_BODY ? MBD_GROUND : point->body;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwMechanism *mechanism = gesture->mechanism;
  const int first = body_at (&gesture->points[0]);
  const int second = body_at (&gesture->points[gesture->n_points - 1]);
  g_autoptr (GError) error = NULL;
  LwMechanism *next;
  int floor;

  if (first == MBD_GROUND) {
    *problem = g_strdup (_ ("There is no body here: click the first of two bodies that touch."));
    return NULL;
  }
  *made = (LwElementRef){ LW_SELECTION_BODY, first };
  if (gesture->n_points < 2)
    return NULL;
  if (first == second) {
    *problem = g_strdup (
      _ ("This is the same body: click a different one, or outside all bodies for the ground."));
    return NULL;
  }
  next = lw_contact_touch (mechanism, first, second, &floor, &error);
  if (next == NULL) {
    *problem = g_strdup (error->message);
    return NULL;
  }
  if (lw_contact_get_pair (mechanism, first, floor != 0 ? floor : second).touches) {
    lw_mechanism_unref (next);
    *problem = g_strdup (_ ("These bodies already touch: change their contact in the inspector."));
    return NULL;
  }
  return next;
}

const LwToolClass *
lw_tool_contact_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "contact",
              .word = N_ ("Contact"),
              .title = N_ ("Let Bodies Touch"),
              .key = "K",
              .icon = "lw-contact-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Contact"),
    .hints = { N_ ("Click the first of two bodies that are to touch"),
               N_ ("Click the other body, or outside all bodies for the ground") },
    .n_points = 2,
    .takes_bodies = true,
    .build = build,
  };

  return &class;
}
