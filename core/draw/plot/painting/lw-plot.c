// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws a plot: its frame and axes, and its parts in order.

#include "lw-plot-painting.h"

#include <math.h>

/// Returns "quantity / displayed unit", with the factor that the numbers omit, as a prefix of the
/// unit if it takes one.
static char *
axis_name (const LwPlotDrawing *self, const LwPlotAxis *axis)
{
  const char *quantity = axis->quantity != NULL ? axis->quantity : "";
  const char *shown = lw_plot_shown_unit (self->plot, axis->unit);
  const char *prefix = lw_plot_axis_prefix (self->plot, axis);
  char power[LW_NUMBER_SIZE];

  if (prefix != NULL)
    return g_strdup_printf ("%s / %s%s", quantity, prefix, shown);
  if (axis->ticks.exponent != 0)
    return g_strdup_printf ("%s / %s%s%s", quantity, lw_format_power (power, axis->ticks.exponent),
                            *shown != '\0' ? "\u2009" : "", shown);
  if (*shown == '\0')
    return g_strdup (quantity);
  return g_strdup_printf ("%s / %s", quantity, shown);
}

const char *
lw_plot_decimal_point (const LwPlotDrawing *self)
{
  return lw_fonts_get_decimal_point (self->geometry->fonts);
}

static void
draw_grid (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  const LwTicks *x_ticks = &self->geometry->x_axis.ticks, *y_ticks = &self->geometry->y_axis.ticks;

  for (int i = 0; i < y_ticks->n; i++) {
    const double y = floor (lw_scale_map (&self->geometry->y_axis.scale, y_ticks->value[i]));

    lw_painter_fill_boxes (self->painter, (const double[]){ frame->x, y, frame->width, 1.0 }, 1,
                           self->palette->grid_coarse);
  }
  for (int i = 0; i < x_ticks->n; i++) {
    const double x = floor (lw_scale_map (&self->geometry->x_axis.scale, x_ticks->value[i]));

    lw_painter_fill_boxes (self->painter, (const double[]){ x, frame->y, 1.0, frame->height }, 1,
                           self->palette->grid_coarse);
  }
}

/// Adds the ticks of a vertical axis, outwards; `direction` is -1 at the left, 1 at the right.
static void
add_ticks (const LwPlotDrawing *self, const LwPlotAxis *axis, double x, double direction)
{
  for (int i = 0; i < axis->ticks.n; i++) {
    const double y = floor (lw_scale_map (&axis->scale, axis->ticks.value[i])) + 0.5;

    lw_painter_line (self->painter, x + 4.0 * direction, y, x, y);
  }
}

static void
draw_axes (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  LwPainter *painter = self->painter;
  const double bottom = frame->y + frame->height, right = frame->x + frame->width;

  add_ticks (self, &self->geometry->y_axis, frame->x, -1.0);
  for (int i = 0; i < self->geometry->x_axis.ticks.n; i++) {
    const double x =
      floor (lw_scale_map (&self->geometry->x_axis.scale, self->geometry->x_axis.ticks.value[i]))
      + 0.5;

    lw_painter_line (painter, x, bottom, x, bottom + 4.0);
  }
  lw_painter_move_to (painter, frame->x + 0.5, frame->y);
  lw_painter_line_to (painter, frame->x + 0.5, bottom + 0.5);
  lw_painter_line_to (painter, right, bottom + 0.5);
  if (frame->has_right) {
    lw_painter_line_to (painter, right, frame->y);
    add_ticks (self, &self->geometry->right_axis, right, 1.0);
  }
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke (painter, self->palette->axis, 1.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

/// Draws the numbers of a vertical axis outside the frame, and its name inside the upper corner.
static void
draw_y_numbers (const LwPlotDrawing *self, const LwPlotAxis *axis, bool right)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  const double size = self->plot->font_size;
  const double x = right ? frame->x + frame->width : frame->x;
  const double outward = right ? 1.0 : -1.0;
  g_autofree char *name = axis_name (self, axis);
  LwTextStyle style = lw_plot_number_style (self->plot, self->palette->text_2);
  LwTextStyle name_style = lw_text_style (size, 500, self->palette->text);
  char text[LW_NUMBER_SIZE];

  style.anchor = right ? LW_ANCHOR_START : LW_ANCHOR_END;
  style.centred = true;
  for (int i = 0; i < axis->ticks.n; i++) {
    lw_format_tick (text, &axis->ticks, i, axis->scale.logarithmic, lw_plot_decimal_point (self));
    lw_painter_text (self->painter, x + 7.0 * outward,
                     floor (lw_scale_map (&axis->scale, axis->ticks.value[i])) + 0.5, text, &style);
  }
  name_style.anchor = right ? LW_ANCHOR_END : LW_ANCHOR_START;
  name_style.outline_colour = self->palette->paper;
  name_style.outline = 4.0;
  lw_painter_text (self->painter, x - 6.0 * outward, frame->y + size + 2.0, name, &name_style);
}

static void
draw_x_numbers (const LwPlotDrawing *self)
{
  const LwPlotAxis *axis = &self->geometry->x_axis;
  const LwPlotFrame *frame = &self->geometry->frame;
  const double size = self->plot->font_size;
  const double baseline = frame->y + frame->height + size + 6.0;
  g_autofree char *name_text = axis_name (self, axis);
  LwTextStyle style = lw_plot_number_style (self->plot, self->palette->text_2);
  LwTextStyle name_style = lw_text_style (size, 500, self->palette->text);
  LwTextExtents name, number;
  char text[LW_NUMBER_SIZE];

  lw_painter_measure (self->painter, name_text, &name_style, &name);
  style.anchor = LW_ANCHOR_MIDDLE;
  for (int i = 0; i < axis->ticks.n; i++) {
    const double x = lw_scale_map (&axis->scale, axis->ticks.value[i]);

    lw_format_tick (text, &axis->ticks, i, false, lw_plot_decimal_point (self));
    lw_painter_measure (self->painter, text, &style, &number);
    // The name of the axis replaces the last number.
    if (x + 0.5 * number.width + 6.0 < frame->x + frame->width - name.width)
      lw_painter_text (self->painter, x, baseline, text, &style);
  }
  name_style.anchor = LW_ANCHOR_END;
  lw_painter_text (self->painter, frame->x + frame->width, baseline, name_text, &name_style);
}

/// Shades the part after the cursor of a paused run, which is still open.
static void
shade_future (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  const double x = lw_scale_map (&frame->x_scale, self->plot->cursor);

  if (isnan (self->plot->cursor) || x >= frame->x + frame->width
      || !lw_plot_is_over_time (self->plot))
    return;
  lw_painter_rect (self->painter, MAX (x, frame->x), frame->y,
                   frame->x + frame->width - MAX (x, frame->x), frame->height);
  lw_painter_fill (self->painter, lw_colour_alpha (self->palette->text, 0.05));
}

void
lw_plot_draw (const LwPlot *self,
              LwPainter *painter,
              const LwPalette *palette,
              double x,
              double y,
              double width,
              double height,
              LwPlotFrame *frame)
{
  LwPlotGeometry geometry;
  LwPlotDrawing drawing = {
    .plot = self,
    .geometry = &geometry,
    .painter = painter,
    .palette = palette,
  };

  lw_plot_geometry_init (&geometry, self, lw_painter_get_fonts (painter), x, y, width, height);
  if (self->paused)
    shade_future (&drawing);
  lw_plot_draw_noise_band (&drawing);
  // Without curves there are no values, and the caller may show other content instead.
  if (self->n_curves > 0) {
    draw_grid (&drawing);
    draw_axes (&drawing);
  }
  lw_plot_draw_curves (&drawing);
  if (self->n_curves > 0)
    draw_y_numbers (&drawing, &geometry.y_axis, false);
  if (geometry.frame.has_right)
    draw_y_numbers (&drawing, &geometry.right_axis, true);
  draw_x_numbers (&drawing);
  lw_plot_draw_events (&drawing);
  lw_plot_draw_marks (&drawing);
  lw_plot_draw_cursor (&drawing);
  lw_plot_draw_title (&drawing);
  lw_plot_draw_readout (&drawing);
  if (frame != NULL)
    *frame = geometry.frame;
  lw_plot_geometry_clear (&geometry);
}

void
lw_plot_draw_instant (const LwPlot *self,
                      LwPainter *painter,
                      const LwPalette *palette,
                      const LwPlotFrame *frame)
{
  LwPlotGeometry geometry;
  LwPlotDrawing drawing = {
    .plot = self,
    .geometry = &geometry,
    .painter = painter,
    .palette = palette,
  };

  lw_plot_geometry_init_in_frame (&geometry, self, lw_painter_get_fonts (painter), frame);
  if (self->paused)
    shade_future (&drawing);
  lw_plot_draw_cursor (&drawing);
  lw_plot_draw_readout (&drawing);
}
