// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws ticks for events on the axis of a plot over time: filled at a beginning, open at an end.

#include "lw-plot-painting.h"

#include <math.h>

#define HEIGHT 7.0
#define HALF_WIDTH 3.0

static void
draw_kind (const LwPlotDrawing *self, bool ends)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  const double foot = frame->y + frame->height - 0.5;
  const LwColour colour = lw_colour_alpha (self->palette->ink, 0.6);
  double last = -INFINITY;
  bool any = false;

  for (size_t i = 0; i < self->plot->n_events; i++) {
    const double x = lw_scale_map (&frame->x_scale, self->plot->events[i].time);

    // Draw several events on the same px only once.
    if (self->plot->events[i].ends != ends || !(x >= frame->x && x <= frame->x + frame->width)
        || fabs (x - last) < 1.0)
      continue;
    lw_painter_move_to (self->painter, x, foot - HEIGHT + 0.5);
    lw_painter_line_to (self->painter, x - HALF_WIDTH, foot);
    lw_painter_line_to (self->painter, x + HALF_WIDTH, foot);
    lw_painter_close (self->painter);
    last = x;
    any = true;
  }
  if (!any)
    return;
  if (ends)
    lw_painter_fill_stroke (self->painter, self->palette->paper, colour, 1.0);
  else
    lw_painter_fill (self->painter, colour);
}

void
lw_plot_draw_events (const LwPlotDrawing *self)
{
  if (!lw_plot_is_over_time (self->plot) || self->plot->spectrum
      || !(self->geometry->frame.width > 0.0))
    return;
  draw_kind (self, true);
  draw_kind (self, false);
}
