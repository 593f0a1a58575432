// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tool Ratchet: a wheel with saw teeth, and a pawl that falls into them and lets it turn one way only.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

#define TEETH 12
#define ROOT 0.85 ///< radius of the roots in parts of that of the tips

/// Pawl of a wheel of radius 1, in its own frame, and the place of its pin relative to the centre.
static const double pawl[][2] = {
  { 0.85, -0.16 }, { 0.2, 0.08 }, { -0.08, 0.08 }, { -0.08, -0.08 }, { 0.78, -0.18 },
};
static const double pawl_place[2] = { -0.9, 1.2 };

static LwMechanism *
build (const LwToolGesture *gesture, LwElementRef *made, char **problem)
{
  const LwToolPoint *centre = &gesture->points[0];
  const double radius = lw_tool_length (gesture);
  const double at[3] = { centre->x, centre->y, 0 };
  const double pawl_at[3] = { centre->x + pawl_place[0] * radius,
                              centre->y + pawl_place[1] * radius, 0 };
  double teeth[2 * TEETH][2], arm[G_N_ELEMENTS (pawl)][2];
  LwToolMachine machine;
  int wheel, arm_id;

  if (gesture->n_points < 2 || lw_tool_is_click (gesture))
    return NULL;
  // A root and the tip before it are at the same angle: that side of the tooth stops the pawl.
  for (int i = 0; i < 2 * TEETH; i++) {
    const double angle = 2 * G_PI * ((i + 1) / 2) / TEETH;
    const double r = (i % 2 == 0 ? ROOT : 1) * radius;

    teeth[i][0] = r * cos (angle);
    teeth[i][1] = r * sin (angle);
  }
  for (guint i = 0; i < G_N_ELEMENTS (pawl); i++)
    for (int d = 0; d < 2; d++)
      arm[i][d] = radius * pawl[i][d];
  lw_tool_machine_begin (&machine, gesture);
  wheel = lw_tool_machine_add_body (&machine, _ ("Ratchet wheel"), LW_SHAPE_POLYGON, teeth[0],
                                    2 * TEETH, at);
  arm_id = lw_tool_machine_add_body (&machine, _ ("Pawl"), LW_SHAPE_POLYGON, arm[0],
                                     G_N_ELEMENTS (pawl), pawl_at);
  lw_tool_machine_join (&machine, MBD_LOOP_PIN, (const int[]){ MBD_GROUND, wheel }, at, 0);
  lw_tool_machine_join (&machine, MBD_LOOP_PIN, (const int[]){ MBD_GROUND, arm_id }, pawl_at, 0);
  lw_tool_machine_touch (&machine, arm_id, wheel, problem);
  *made = (LwElementRef){ LW_SELECTION_BODY, wheel };
  return lw_tool_machine_end (&machine, problem);
}

const LwToolClass *
lw_tool_ratchet_class (void)
{
  static const LwToolClass class = {
    .info = { .name = "ratchet",
              .word = N_ ("Ratchet"),
              .title = N_ ("Draw a Ratchet Wheel with Its Pawl"),
              .key = "",
              .icon = "lw-ratchet-symbolic",
              .group = LW_TOOLS_MACHINES },
    .step = N_ ("Draw Ratchet"),
    .hints = { N_ ("Drag from the centre of the wheel to the tip of a tooth"),
               N_ ("Click where the tip of a tooth is") },
    .n_points = 2,
    .shows_length = true,
    .build = build,
  };

  return &class;
}
