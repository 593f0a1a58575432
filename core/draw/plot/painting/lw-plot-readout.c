// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the box with the values at one time: beside the line of that time or, on a plot against a
// value, beside the point of the curve.

#include "lw-plot-painting.h"

#include <math.h>

#define RING_RADIUS 4.5
#define ROW_HEIGHT 18.0

char *
lw_plot_dup_axis_unit (const LwPlotDrawing *self, const LwPlotAxis *axis, double *factor)
{
  const char *prefix = lw_plot_axis_prefix (self->plot, axis);
  const char *unit = lw_units_shown (&self->plot->units, axis->unit);

  *factor = axis->factor * (prefix != NULL ? pow (10, -axis->ticks.exponent) : 1.0);
  return g_strconcat (prefix != NULL ? prefix : "", unit, NULL);
}

char *
lw_plot_dup_value_unit (const LwPlotDrawing *self, const LwPlotCurve *curve, double *factor)
{
  const LwPlotAxis *axis = lw_plot_axis_of (self->geometry, curve);
  const char *unit = lw_plot_curve_unit (self->plot, curve);

  if (g_strcmp0 (unit, axis->unit) == 0)
    return lw_plot_dup_axis_unit (self, axis, factor);
  *factor = lw_plot_shown_factor (self->plot, unit);
  return g_strdup (lw_units_shown (&self->plot->units, unit));
}

void
lw_plot_format_value (const LwPlotDrawing *self,
                      const LwPlotCurve *curve,
                      double value,
                      char number[LW_NUMBER_SIZE])
{
  double factor;
  g_autofree char *unit = lw_plot_dup_value_unit (self, curve, &factor);

  lw_format_quantity (number, lw_plot_clean (curve, value) * factor, 4, unit,
                      lw_plot_decimal_point (self));
}

void
lw_plot_format_x (const LwPlotDrawing *self, double x, char number[LW_NUMBER_SIZE])
{
  double factor;
  g_autofree char *unit = lw_plot_dup_axis_unit (self, &self->geometry->x_axis, &factor);

  lw_format_quantity (number, x * factor, 4, unit, lw_plot_decimal_point (self));
}

char *
lw_plot_dup_x (const LwPlotDrawing *self, double x)
{
  const LwPlotAxis *axis = &self->geometry->x_axis;
  char number[LW_NUMBER_SIZE];
  double factor, pixel;
  g_autofree char *unit = lw_plot_dup_axis_unit (self, axis, &factor);

  pixel = factor / axis->factor * (axis->scale.maximum - axis->scale.minimum)
          / self->geometry->frame.width;
  lw_format_decimals (number, x * factor, MAX ((int) ceil (-log10 (pixel)), 0),
                      lw_plot_decimal_point (self));
  return g_strdup_printf ("%s\u2009%s", number, lw_unit_shown (g_intern_string (unit)));
}

// ---- values at one time -----------------------------------------------------------------------

typedef struct
{
  double labels, values; ///< px, widths of the columns
  int rows;
} ReadoutSize;

/// Formats the value on the axis of a plot against a value. Returns false if the plot is over time
/// or has no value.
static bool
format_axis_value (const LwPlotDrawing *self, double time, char number[LW_NUMBER_SIZE])
{
  double x, y;

  if (lw_plot_is_over_time (self->plot))
    return false;
  for (size_t i = 0; i < self->plot->n_curves; i++)
    if (self->plot->curves[i].other_run == 0
        && lw_plot_value_at (&self->plot->curves[i], time, &x, &y)) {
      lw_plot_format_x (self, x, number);
      return true;
    }
  return false;
}

static void
grow (const LwPlotDrawing *self,
      ReadoutSize *size,
      const char *label,
      const char *number,
      const LwTextStyle *style,
      const LwTextStyle *bold)
{
  LwTextExtents extents;

  lw_painter_measure (self->painter, number, bold, &extents);
  size->values = MAX (size->values, extents.width);
  lw_painter_measure (self->painter, label != NULL ? label : "", style, &extents);
  size->labels = MAX (size->labels, extents.width);
  size->rows++;
}

static ReadoutSize
measure_rows (const LwPlotDrawing *self,
              double time,
              const LwTextStyle *style,
              const LwTextStyle *bold)
{
  ReadoutSize size = { 0 };
  char number[LW_NUMBER_SIZE];
  double x, value;

  if (format_axis_value (self, time, number))
    grow (self, &size, self->plot->x_quantity, number, style, bold);
  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];

    if (!lw_plot_value_at (curve, time, &x, &value))
      continue;
    lw_plot_format_value (self, curve, value, number);
    grow (self, &size, curve->label, number, style, bold);
  }
  return size;
}

/// Draws a row for every curve: sample, label, value.
static void
draw_rows (const LwPlotDrawing *self,
           double time,
           double left,
           double right,
           double y,
           const LwTextStyle *style,
           LwTextStyle bold)
{
  const double row = lw_plot_letters (self->plot, ROW_HEIGHT);
  char of_axis[LW_NUMBER_SIZE];
  double x, value;

  bold.anchor = LW_ANCHOR_END;
  if (format_axis_value (self, time, of_axis)) {
    y += row;
    lw_painter_text (self->painter, left + 36.0, y, self->plot->x_quantity, style);
    lw_painter_text (self->painter, right - 12.0, y, of_axis, &bold);
  }
  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];
    char number[LW_NUMBER_SIZE];

    if (!lw_plot_value_at (curve, time, &x, &value))
      continue;
    y += row;
    lw_plot_draw_sample (self, curve, left + 12.0, y, 16.0);
    lw_painter_text (self->painter, left + 36.0, y, curve->label != NULL ? curve->label : "",
                     style);
    lw_plot_format_value (self, curve, value, number);
    lw_painter_text (self->painter, right - 12.0, y, number, &bold);
  }
}

/// Returns a heading such as "t = 0.800 s".
static char *
dup_head (const LwPlotDrawing *self, double time)
{
  const LwPlot *plot = self->plot;
  char number[LW_NUMBER_SIZE];
  g_autofree char *shown = NULL;

  if (!lw_plot_is_over_time (plot)) {
    lw_format_quantity (number, time * lw_plot_shown_factor (plot, "s"), 4,
                        lw_plot_shown_unit (plot, "s"), lw_plot_decimal_point (self));
    return g_strdup_printf ("t = %s", number);
  }
  shown = lw_plot_dup_x (self, time);
  return g_strdup_printf ("%s = %s", plot->x_quantity, shown);
}

/// Draws the time and the values beside x. `y` is the middle of the box; if it is NAN, the box is
/// at the top.
static void
draw_box (const LwPlotDrawing *self, double time, double x, double y)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  LwTextStyle style = lw_text_style (lw_plot_letters (self->plot, 12.5), 400, self->palette->text);
  LwTextStyle bold = lw_text_style (lw_plot_letters (self->plot, 12.5), 600, self->palette->text);
  g_autofree char *head = dup_head (self, time);
  const double row = lw_plot_letters (self->plot, ROW_HEIGHT);
  ReadoutSize size;
  LwTextExtents extents;
  double width, height, left, top;

  bold.tabular = true;
  bold.centred = style.centred = true;
  size = measure_rows (self, time, &style, &bold);
  if (size.rows == 0)
    return;
  lw_painter_measure (self->painter, head, &bold, &extents);
  width = MAX (12.0 + 16.0 + 8.0 + size.labels + 16.0 + size.values + 12.0, extents.width + 24.0);
  height = 20.0 + row * (size.rows + 1);
  left = x + 14.0 + width <= frame->x + frame->width ? x + 14.0 : x - 14.0 - width;
  left = MAX (left, self->geometry->x + 2.0);
  top = isnan (y) ? frame->y + 8.0 : MAX (y - height / 2, frame->y + 8.0);
  top = MAX (MIN (top, frame->y + frame->height - height), self->geometry->y + 2.0);
  lw_painter_round_rect (self->painter, left + 0.5, top + 0.5, width - 1.0, height - 1.0, 8.0);
  lw_painter_fill_stroke (self->painter, self->palette->card, self->palette->separator, 1.0);
  lw_painter_text (self->painter, left + 12.0, top + row, head, &bold);
  draw_rows (self, time, left, left + width, top + row, &style, bold);
}

/// Draws rings on the curves of a plot against a value at a time, and the box beside the first.
static void
draw_on_curves (const LwPlotDrawing *self, double time, bool rings)
{
  double x, y, box_x = NAN, box_y = NAN;

  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];

    if (!lw_plot_place_at (self->geometry, curve, time, &x, &y))
      continue;
    if (isnan (box_x)) {
      box_x = x;
      box_y = y;
    }
    if (!rings)
      continue;
    lw_painter_circle (self->painter, x, y, RING_RADIUS);
    lw_painter_fill_stroke (self->painter, self->palette->paper, self->palette->text_2, 1.5);
  }
  if (!isnan (box_x))
    draw_box (self, time, box_x, box_y);
}

void
lw_plot_draw_readout (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwPlotFrame *frame = &self->geometry->frame;
  const double time = !isnan (plot->hover) ? plot->hover : plot->readout ? plot->cursor : NAN;

  if (isnan (time))
    return;
  if (!lw_plot_is_over_time (plot)) {
    draw_on_curves (self, time, !isnan (plot->hover));
    return;
  }
  if (!isnan (plot->hover)) {
    const double x = lw_scale_map (&frame->x_scale, plot->hover);

    lw_painter_line (self->painter, x, frame->y, x, frame->y + frame->height);
    lw_painter_stroke (self->painter, self->palette->text_2, 1.0);
  }
  draw_box (self, time, lw_scale_map (&frame->x_scale, time), NAN);
}
