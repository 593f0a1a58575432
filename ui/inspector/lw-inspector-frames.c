// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The frames of a coupling on its bodies: points and axis directions.

#include <glib/gi18n.h>
#include <stddef.h>

#include "lw-inspector-private.h"

static const LwFieldSpec direction_fields[2][2] = {
  {
    { N_ ("First direction"), N_ ("Turn Joint"), LW_EDITOR_NUMBERS, .n = 1, .unit = "rad",
      .property = "direction_p" },
    { N_ ("Second direction"), N_ ("Turn Joint"), LW_EDITOR_NUMBERS, .n = 1, .unit = "rad",
      .property = "direction_s" },
  },
  {
    { N_ ("First turns"), N_ ("Turn Joint"), LW_EDITOR_NUMBERS, .n = 3, .unit = "rad",
      .property = "turns_p" },
    { N_ ("Second turns"), N_ ("Turn Joint"), LW_EDITOR_NUMBERS, .n = 3, .unit = "rad",
      .property = "turns_s" },
  },
};

void
lw_inspector_add_frames (LwInspector *self,
                         LwElementRef target,
                         const MbdCouplingDef *def,
                         bool spatial,
                         const LwFieldSpec points[2])
{
  // The axes of a rod or a point contact have no effect.
  const bool has_axes = lw_family_of (def->class_)->has_axes;

  for (int i = 0; i < 2; i++) {
    lw_inspector_add_fields (self, target, &points[i], 1);
    if (has_axes)
      lw_inspector_add_fields (self, target, &direction_fields[spatial][i], 1);
  }
}

// ---- second pair ----------------------------------------------------------------------------

#define POINT(name, member, n)                                                                     \
  {                                                                                                \
    name, N_ ("Move Transmission"), LW_EDITOR_NUMBERS, offsetof (LwCoupling, def.member.point), n, \
      "m"                                                                                          \
  }
#define ANGLE(name, place)                                                                         \
  {                                                                                                \
    name, N_ ("Turn Transmission"), LW_EDITOR_NUMBERS, .n = 1, .unit = "rad",                      \
                                                       .property = "direction_" place              \
  }
#define TURNS(name, place)                                                                         \
  {                                                                                                \
    name, N_ ("Turn Transmission"), LW_EDITOR_NUMBERS, .n = 3, .unit = "rad",                      \
                                                       .property = "turns_" place                  \
  }

static const LwFieldSpec second_fields[2][4] = {
  { POINT (N_ ("Third point"), frame_c, 2), ANGLE (N_ ("Third direction"), "p_2"),
    POINT (N_ ("Fourth point"), frame_d, 2), ANGLE (N_ ("Fourth direction"), "s_2") },
  { POINT (N_ ("Third point"), frame_c, 3), TURNS (N_ ("Third turns"), "p_2"),
    POINT (N_ ("Fourth point"), frame_d, 3), TURNS (N_ ("Fourth turns"), "s_2") },
};

void
lw_inspector_add_second_frames (LwInspector *self, LwElementRef target, bool spatial)
{
  lw_inspector_add_fields (self, target, second_fields[spatial], G_N_ELEMENTS (second_fields[0]));
}
