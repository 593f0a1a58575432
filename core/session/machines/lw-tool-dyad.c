// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Two Links: a point by its distances from two others, and a link from each of them, joined there
// by a pin. Ends that are not on a body are pinned to the ground.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

/// Pins an end of a link to the body at the point, or to the ground.
static void
pin_end (LwToolMachine *machine, int link, const LwToolPoint *point)
{
  const int other = point->joins && point->body != LW_NO_BODY ? point->body : MBD_GROUND;

  lw_tool_machine_join (machine, MBD_LOOP_PIN, (const int[]){ other, link },
                        (const double[]){ point->x, point->y }, 0);
}

static int
add_link (LwToolMachine *machine, const LwToolPoint *from, const LwToolPoint *to)
{
  const double ends[4] = { 0, 0, hypot (to->x - from->x, to->y - from->y), 0 };
  const double place[3] = { from->x, from->y, atan2 (to->y - from->y, to->x - from->x) };
  const int link = lw_tool_machine_add_body (machine, _ ("Link"), LW_SHAPE_LINK, ends, 2, place);

  pin_end (machine, link, from);
  return link;
}

static bool
is_near (const LwToolGesture *gesture, const LwToolPoint *a, const LwToolPoint *b)
{
  return hypot (a->x - b->x, a->y - b->y) * gesture->view->px_per_m < LW_TOOL_CLICK_PX;
}

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *points = gesture->points, *apex = &points[gesture->n_points - 1];
  const double at[2] = { apex->x, apex->y };
  LwToolMachine machine;
  int links[2];

  if (gesture->n_points < 3)
    return NULL;
  if (is_near (gesture, &points[0], &points[1])) {
    *problem = g_strdup (_ ("The first two points are the same: click two that are apart."));
    return NULL;
  }
  if (is_near (gesture, &points[0], apex) || is_near (gesture, &points[1], apex))
    return NULL;
  lw_tool_machine_begin (&machine, gesture);
  for (int i = 0; i < 2; i++)
    links[i] = add_link (&machine, &points[i], apex);
  lw_tool_machine_join (&machine, MBD_LOOP_PIN, links, at, 0);
  *made = (LwElementRef){ LW_SELECTION_BODY, links[0] };
  return lw_tool_machine_end (&machine, problem);
}

const LwToolClass *
lw_tool_dyad_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "dyad",
              .word = N_ ("Two Links"),
              .title = N_ ("Join Two Points by Two Links of Given Lengths"),
              .key = "",
              .icon = "lw-dyad-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Draw Two Links"),
    .hints = { N_ ("Click the first point, on a body or on the ground"),
               N_ ("Click the second point, on a body or on the ground"),
               N_ ("Click where the links meet, or type their lengths with Tab between them") },
    .n_points = 3,
    .by_distances = true,
    .build = build,
  };

  return &class;
}
