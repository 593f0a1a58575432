// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Typed lengths: a tool may request a length after its points have been placed; it is typed and
// confirmed by Enter.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-tool-private.h"

bool
lw_tools_is_asking (LwTools *self)
{
  const LwToolClass *class = lw_tool_get_class (self->tool);

  return class->asked != NULL && self->points->len >= class->n_points;
}

void
lw_tools_show_question (LwTools *self)
{
  const LwToolPoint *first = lw_tools_get_point (self, 0);
  const LwToolPoint *last = lw_tools_get_point (self, self->points->len - 1);

  self->snap = (LwSnap){ .kind = LW_SNAP_NONE, .x = last->x, .y = last->y, .body = LW_NO_BODY };
  self->dimension[0] = first->x;
  self->dimension[1] = first->y;
  self->dimension[2] = last->x;
  self->dimension[3] = last->y;
  self->has_dimension = true;
}

void
lw_tools_take_back_last (LwTools *self)
{
  g_array_set_size (self->points, self->points->len - 1);
  lw_tool_entry_clear (&self->entry);
}

bool
lw_tools_take_answer (LwTools *self)
{
  g_autofree char *formula = NULL;
  g_autoptr (GError) error = NULL;

  self->answer = 0;
  if (!lw_tool_entry_get (&self->entry, 0, "m", self->mechanism, &self->view.units, &self->answer,
                          &formula, &error)) {
    lw_tools_refuse (self, error != NULL ? error->message
                                         : _ ("Type the distance first, with its unit or in the "
                                              "unit of the drawing, then press Enter."));
    return false;
  }
  if (!(self->answer > 0) || !isfinite (self->answer)) {
    lw_tools_refuse (self, _ ("The distance must be greater than zero; type another one."));
    return false;
  }
  return true;
}
