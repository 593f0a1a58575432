// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Slider: the body on top slides along a line of the one below it, without turning.

#include <glib/gi18n.h>

#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  return lw_tool_join_here (gesture, MBD_LOOP_SLIDER, lw_tool_direction (gesture, 0), made,
                            problem);
}

const LwToolClass *
lw_tool_slider_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "slider",
              .word = N_ ("Slider"),
              .title = N_ ("Add a Slider"),
              .key = "S",
              .icon = "lw-slider-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Slider"),
    .hints = { N_ ("Press on a body and drag along the way that it slides"),
               N_ ("Click to choose the way that it slides") },
    .n_points = 2,
    .second_optional = true,
    .directs = true,
    .shows_length = true,
    .joins_here = true,
    .may_join_ground = true,
    .build = build,
  };

  return &class;
}
