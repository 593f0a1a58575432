// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Ground: fixes a body, or makes a fixed body free.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-element-words.h"
#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const int id = gesture->points[0].body;
  const LwBody *old = lw_mechanism_find_body (gesture->mechanism, id);
  LwBody *body;

  if (old == NULL) {
    *problem = g_strdup (_ ("There is no body here: click the body that is to be fixed."));
    return NULL;
  }
  body = lw_body_copy (old);
  body->def.mobility = old->def.mobility == MBD_FIXED ? MBD_PLANAR : MBD_FIXED;
  for (int i = 0; i < 3 && body->def.mobility == MBD_FIXED; i++) {
    body->def.velocity[i] = 0;
    body->def.angular_velocity[i] = 0;
  }
  *made = (LwElementRef){ LW_SELECTION_BODY, id };
  return lw_mechanism_replace_body (gesture->mechanism, body);
}

static char *
describe (const LwMechanism *mechanism, LwElementRef made)
{
  const LwBody *body = lw_mechanism_find_body (mechanism, made.id);
  g_autofree char *name = lw_element_words_dup_name (mechanism, made);

  return g_strdup_printf (body->def.mobility == MBD_FIXED ? _ ("Release %s from the ground")
                                                          : _ ("Fix %s to the ground"),
                          name);
}

const LwToolClass *
lw_tool_ground_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "ground",
              .word = N_ ("Ground"),
              .title = N_ ("Fix a Body to the Ground"),
              .key = "A",
              .icon = "lw-ground-symbolic",
              .group = LW_TOOLS_DRAW },
    .step = N_ ("Fix Body"),
    .hints = { N_ ("Click the body that is to be fixed; a fixed one becomes free") },
    .n_points = 1,
    .takes_bodies = true,
    .describe = describe,
    .build = build,
  };

  return &class;
}
