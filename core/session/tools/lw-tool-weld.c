// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Weld: fixes two bodies to each other.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  return lw_tool_join_here (gesture, MBD_LOOP_WELD, 0, made, problem);
}

const LwToolClass *
lw_tool_weld_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "weld",
              .word = N_ ("Weld"),
              .title = N_ ("Weld Bodies Together"),
              .key = "W",
              .icon = "lw-weld-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Weld"),
    .hints = { N_ ("Click where bodies overlap, or a single body to fix it to the ground") },
    .n_points = 1,
    .joins_here = true,
    .build = build,
  };

  return &class;
}
