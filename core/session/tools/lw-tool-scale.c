// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Scale: scales the background image so that two of its points have their true distance. The
// first point keeps its position.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-background.h"
#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwBackground *old = lw_mechanism_get_background (gesture->mechanism);
  const LwToolPoint *first = &gesture->points[0];
  g_autoptr (LwBackground) background = NULL;
  g_autoptr (GError) error = NULL;
  double factor;

  if (old == NULL) {
    *problem = g_strdup (
      _ ("There is no background image: choose Background Image in the menu, or drop a file."));
    return NULL;
  }
  if (!old->visible) {
    *problem = g_strdup (_ ("The background image is hidden: show it in the inspector first."));
    return NULL;
  }
  if (gesture->answer == NULL || gesture->n_points < 2)
    return NULL;
  factor = *gesture->answer / lw_tool_length (gesture);
  background = lw_background_copy (old);
  background->width *= factor;
  background->centre[0] = first->x + factor * (old->centre[0] - first->x);
  background->centre[1] = first->y + factor * (old->centre[1] - first->y);
  if (!lw_background_check (background, &error)) {
    *problem = g_strdup (_ ("The image cannot become so small or so large: type another distance, "
                            "or choose points that are farther apart."));
    return NULL;
  }
  return lw_mechanism_with_background (gesture->mechanism, background);
}

const LwToolClass *
lw_tool_scale_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "scale-background",
              .word = N_ ("Scale"),
              .title = N_ ("Set the Scale of the Background Image by Two Points"),
              .key = "",
              .icon = "lw-measure-symbolic",
              .group = LW_TOOLS_NONE },
    .step = N_ ("Scale Background Image"),
    .hints = { N_ ("Click a point of the image whose distance from another one is known; with Ctrl "
                   "it snaps"),
               N_ ("Click the other point"),
               N_ ("Type the true distance of the two points, and press Enter") },
    .n_points = 2,
    .shows_length = true,
    .snaps_not = true,
    .asked = N_ ("True distance"),
    .build = build,
  };

  return &class;
}
