// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arrows of the scale card. Dragging a tip scales all arrows by the same factor.

#include <math.h>

#include "lw-canvas-private.h"

#define SHORTEST_PX 4.0

bool
lw_canvas_is_on_scale (LwCanvas *self, double x, double y)
{
  return self->scene != NULL && self->show_scales
         && lw_scene_find_scale (self->scene, x, y, NULL, NULL) >= 0;
}

bool
lw_canvas_press_scale (LwCanvas *self, double x, double y)
{
  int kind;

  if (!lw_canvas_is_on_scale (self, x, y))
    return false;
  kind = lw_scene_find_scale (self->scene, x, y, &self->scale_base, &self->scale_length);
  lw_scene_hold_scale (self->scene, kind);
  self->scale_factor = self->arrow_factor;
  self->drag_scales = true;
  return true;
}

void
lw_canvas_drag_scale (LwCanvas *self, double x)
{
  const double factor =
    self->scale_factor * fmax (x - self->scale_base, SHORTEST_PX) / self->scale_length;

  lw_canvas_set_arrow_factor (
    self, CLAMP (factor, 1 / LW_CANVAS_LONGEST_FACTOR, LW_CANVAS_LONGEST_FACTOR));
}

void
lw_canvas_release_scale (LwCanvas *self)
{
  self->drag_scales = false;
  if (self->scene != NULL)
    lw_scene_hold_scale (self->scene, -1);
  lw_canvas_redraw (self);
}
