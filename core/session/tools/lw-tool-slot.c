// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Slot: a point of the body on top slides along a slot of the one below it, and turns.

#include <glib/gi18n.h>

#include "lw-tool-private.h"

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  return lw_tool_join_here (gesture, MBD_LOOP_PIN_IN_SLOT, lw_tool_direction (gesture, 0), made,
                            problem);
}

const LwToolClass *
lw_tool_slot_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "slot",
              .word = N_ ("Slot"),
              .title = N_ ("Add a Pin in a Slot"),
              .key = "O",
              .icon = "lw-slot-symbolic",
              .group = LW_TOOLS_JOIN },
    .step = N_ ("Add Pin in Slot"),
    .hints = { N_ ("Press on a body and drag along the slot"),
               N_ ("Click to choose the direction of the slot") },
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
