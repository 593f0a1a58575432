// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a coupling sits on its bodies: the points, and the directions of the axes.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-inspector-private.h"

static const LwFieldSpec direction_fields[2][2] = {
  {
    { N_ ("First direction"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 1, .unit = "rad",
      .property = "direction_p" },
    { N_ ("Second direction"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 1, .unit = "rad",
      .property = "direction_s" },
  },
  {
    { N_ ("First turns"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 3, .unit = "rad",
      .property = "turns_p" },
    { N_ ("Second turns"), N_ ("Turn Joint"), LW_FIELD_NUMBERS, .n = 3, .unit = "rad",
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
  // Of a rod only its points matter.
  const bool has_axes =
    def->class_ != mbd_rod_class () && def->class_ != mbd_point_contact_class ();

  for (int i = 0; i < 2; i++) {
    lw_inspector_add_fields (self, target, &points[i], 1);
    if (has_axes)
      lw_inspector_add_fields (self, target, &direction_fields[spatial][i], 1);
  }
}
