// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Pin: joins two overlapping bodies; a single body is pinned to the ground.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  return lw_tool_join_here (gesture, MBD_LOOP_PIN, 0, made, problem);
}

const LwToolClass *
lw_tool_pin_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "pin",
              .word = N_ ("Pin"),
              .title = N_ ("Pin Bodies Together"),
              .key = "J",
              .icon = "lw-pin-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Pin"),
    .hints = { N_ ("Click where bodies overlap, or a single body to pin it to the ground") },
    .n_points = 1,
    .joins_here = true,
    .may_join_ground = true,
    .build = build,
  };

  return &class;
}
