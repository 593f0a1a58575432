// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the markers of a plot with their differences.

#include "lw-plot-painting.h"

#include <math.h>

#define DIFFERENCE_GAP 22.0

// ---- markers ----------------------------------------------------------------------------------

static void
draw_badge (const LwPlotDrawing *self, int index, double x, double y)
{
  LwTextStyle style = lw_text_style (10.0, 700, self->palette->paper);
  const char digit[2] = { (char) ('1' + index), '\0' };

  lw_painter_round_rect (self->painter, x - 8.0, y - 7.5, 16.0, 15.0, 3.0);
  lw_painter_fill (self->painter, self->palette->text_2);
  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  lw_painter_text (self->painter, x, y, digit, &style);
}

static void
draw_marker (const LwPlotDrawing *self, int index)
{
  static const double dots[] = { 2.0, 3.0 };
  const LwPlotFrame *frame = &self->geometry->frame;
  const double x = floor (lw_scale_map (&frame->x_scale, self->plot->markers[index])) + 0.5;

  if (!(x >= frame->x - 0.5 && x <= frame->x + frame->width + 0.5))
    return;
  lw_painter_set_cap (self->painter, LW_CAP_BUTT);
  lw_painter_set_dash (self->painter, dots, G_N_ELEMENTS (dots), 0.0);
  lw_painter_line (self->painter, x, frame->y, x, frame->y + frame->height);
  lw_painter_stroke (self->painter, self->palette->text_2, 1.0);
  lw_painter_set_dash (self->painter, NULL, 0, 0.0);
  lw_painter_set_cap (self->painter, LW_CAP_ROUND);
  draw_badge (self, index, x, frame->y + 6.5);
}

/// Draws a marker on a plot against a value: a dot on every curve of the displayed run, with the
/// number beside it.
static void
draw_marker_on_curves (const LwPlotDrawing *self, int index)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  double x, y;

  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];

    if (curve->other_run != 0
        || !lw_plot_place_at (self->geometry, curve, self->plot->markers[index], &x, &y))
      continue;
    lw_painter_circle (self->painter, x, y, 3.5);
    lw_painter_fill_stroke (self->painter, self->palette->text_2, self->palette->paper, 1.5);
    draw_badge (self, index, x + 14.0 <= frame->x + frame->width ? x + 14.0 : x - 14.0,
                y - 12.0 >= frame->y ? y - 12.0 : y + 12.0);
  }
}

/// A line of text written from left to right as far as there is space.
typedef struct
{
  const LwPlotDrawing *drawing;
  double x, y;
  bool full;
} Line;

static void
put_difference (Line *line, const char *label, const char *number)
{
  const LwPlotDrawing *self = line->drawing;
  const double end = self->geometry->x + self->geometry->width - LW_PLOT_MARGIN_SIDE;
  LwTextStyle style = lw_text_style (lw_plot_letters (self->plot, 12.0), 600, self->palette->text);
  g_autofree char *text = g_strdup_printf ("Δ%s %s", label != NULL ? label : "", number);
  LwTextExtents extents;

  if (line->full)
    return;
  style.centred = true;
  style.tabular = true;
  lw_painter_measure (self->painter, text, &style, &extents);
  line->full = line->x + extents.width > end;
  lw_painter_text (self->painter, line->x, line->y, line->full ? "…" : text, &style);
  line->x += extents.width + DIFFERENCE_GAP;
}

static void
put_time_difference (const LwPlotDrawing *self, Line *line, double way)
{
  const LwPlot *plot = self->plot;
  char number[LW_NUMBER_SIZE];
  g_autofree char *time = NULL;

  if (!lw_plot_is_over_time (plot)) {
    lw_format_quantity (number, way * lw_plot_shown_factor (plot, "s"), 4,
                        lw_plot_shown_unit (plot, "s"), lw_plot_decimal_point (self));
    put_difference (line, "t", number);
    return;
  }
  time = lw_plot_dup_x (self, way);
  put_difference (line, plot->x_quantity, time);
}

/// Draws "Δt 0.800 s   ΔB −7.86 N", from marker 1 to marker 2; on a plot against a value, the
/// difference of that value is inserted.
static void
draw_differences (const LwPlotDrawing *self, double y)
{
  const LwPlot *plot = self->plot;
  Line line = { self, self->geometry->x + LW_PLOT_MARGIN_SIDE + 4.0, y, false };
  char number[LW_NUMBER_SIZE];
  bool told = lw_plot_is_over_time (plot);

  put_time_difference (self, &line, plot->markers[1] - plot->markers[0]);
  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    double from, to, a, b;

    if (!lw_plot_value_at (curve, plot->markers[0], &from, &a)
        || !lw_plot_value_at (curve, plot->markers[1], &to, &b))
      continue;
    if (!told && curve->other_run == 0) {
      lw_plot_format_x (self, to - from, number);
      put_difference (&line, plot->x_quantity, number);
      told = true;
    }
    lw_plot_format_value (self, curve, b - a, number);
    put_difference (&line, curve->label, number);
  }
}

// ---- the foot ---------------------------------------------------------------------------------

void
lw_plot_draw_marks (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  double y = self->geometry->y + self->geometry->height
             - lw_plot_foot_height (plot, self->geometry->height)
             + 0.5 * lw_plot_letters (plot, LW_PLOT_DIFFERENCE_LINE) - 2.0;

  for (int i = 0; i < 2; i++) {
    if (isnan (plot->markers[i]))
      continue;
    if (lw_plot_is_over_time (plot))
      draw_marker (self, i);
    else
      draw_marker_on_curves (self, i);
  }
  if (lw_plot_has_markers (plot)) {
    draw_differences (self, y);
    y += lw_plot_letters (plot, LW_PLOT_DIFFERENCE_LINE);
  }
  if (plot->statistics)
    lw_plot_draw_statistics (self, y);
}
