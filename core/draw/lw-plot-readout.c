// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers read off a plot: the box with the values at one time, markers with their differences, and
// the statistics of what is visible.

#include "lw-plot-private.h"

#include <math.h>

#define FOOT_LINE 20.0
/// Curves whose statistics are told.
#define STATISTICS_MAX 3

/// In the unit of the curve, which may be another one than that of the axis.
static const char *
unit_of (const LwPlotDrawing *self, const LwPlotCurve *curve)
{
  return curve->unit != NULL ? curve->unit : self->plot->y_unit;
}

static void
format_value (const LwPlotDrawing *self,
              const LwPlotCurve *curve,
              double value,
              char number[LW_NUMBER_SIZE])
{
  const LwPlot *plot = self->plot;
  const char *unit = unit_of (self, curve);

  lw_format_quantity (number, value * lw_plot_shown_factor (plot, unit), 4,
                      lw_units_shown (&plot->units, unit), lw_plot_decimal_point (self));
}

/// A value of the x axis with as many places as a pixel is wide.
static void
format_x (const LwPlotDrawing *self, double x, char number[LW_NUMBER_SIZE])
{
  const LwScale *scale = &self->x_axis.scale;
  const double pixel = (scale->maximum - scale->minimum) / self->frame.width;

  lw_format_decimals (number, x * self->x_axis.factor, MAX ((int) ceil (-log10 (pixel)), 0),
                      lw_plot_decimal_point (self));
}

// ---- values at one time -----------------------------------------------------------------------

typedef struct
{
  double labels, values; ///< px that the columns take
  int rows;
} ReadoutSize;

static ReadoutSize
measure_rows (const LwPlotDrawing *self,
              double time,
              const LwTextStyle *style,
              const LwTextStyle *bold)
{
  ReadoutSize size = { 0 };
  char number[LW_NUMBER_SIZE];
  LwTextExtents extents;
  double x, value;

  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];

    if (!lw_plot_value_at (curve, time, &x, &value))
      continue;
    format_value (self, curve, value, number);
    lw_painter_measure (self->painter, number, bold, &extents);
    size.values = MAX (size.values, extents.width);
    lw_painter_measure (self->painter, curve->label != NULL ? curve->label : "", style, &extents);
    size.labels = MAX (size.labels, extents.width);
    size.rows++;
  }
  return size;
}

/// A row for every curve: sample, label, value.
static void
draw_rows (const LwPlotDrawing *self,
           double time,
           double left,
           double right,
           double y,
           const LwTextStyle *style,
           LwTextStyle bold)
{
  double x, value;

  bold.anchor = LW_ANCHOR_END;
  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];
    char number[LW_NUMBER_SIZE];

    if (!lw_plot_value_at (curve, time, &x, &value))
      continue;
    y += 18.0;
    lw_plot_draw_sample (self, curve, left + 12.0, y, 16.0);
    lw_painter_text (self->painter, left + 36.0, y, curve->label != NULL ? curve->label : "",
                     style);
    format_value (self, curve, value, number);
    lw_painter_text (self->painter, right - 12.0, y, number, &bold);
  }
}

/// The time, then the values.
static void
draw_box (const LwPlotDrawing *self, double time)
{
  const LwPlot *plot = self->plot;
  const LwPlotFrame *frame = &self->frame;
  const double at = lw_scale_map (&frame->x_scale, time);
  LwTextStyle style = lw_text_style (12.5, 400, self->palette->text);
  LwTextStyle bold = lw_text_style (12.5, 600, self->palette->text);
  g_autofree char *head = NULL;
  char number[LW_NUMBER_SIZE];
  ReadoutSize size;
  LwTextExtents extents;
  double width, height, left, top;

  bold.tabular = true;
  bold.centred = style.centred = true;
  size = measure_rows (self, time, &style, &bold);
  if (size.rows == 0)
    return;
  format_x (self, time, number);
  head = g_strdup_printf ("%s = %s\u2009%s", plot->x_quantity, number,
                          lw_plot_shown_unit (plot, plot->x_unit));
  lw_painter_measure (self->painter, head, &bold, &extents);
  width = MAX (12.0 + 16.0 + 8.0 + size.labels + 16.0 + size.values + 12.0, extents.width + 24.0);
  height = 20.0 + 18.0 * (size.rows + 1);
  left = at + 14.0 + width <= frame->x + frame->width ? at + 14.0 : at - 14.0 - width;
  left = MAX (left, self->x + 2.0);
  top = MAX (MIN (frame->y + 8.0, frame->y + frame->height - height), self->y + 2.0);
  lw_painter_round_rect (self->painter, left + 0.5, top + 0.5, width - 1.0, height - 1.0, 8.0);
  lw_painter_fill_stroke (self->painter, self->palette->card, self->palette->separator, 1.0);
  lw_painter_text (self->painter, left + 12.0, top + 18.0, head, &bold);
  draw_rows (self, time, left, left + width, top + 18.0, &style, bold);
}

void
lw_plot_draw_readout (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwPlotFrame *frame = &self->frame;

  if (!lw_plot_is_over_time (plot))
    return;
  if (!isnan (plot->hover)) {
    const double x = lw_scale_map (&frame->x_scale, plot->hover);

    lw_painter_line (self->painter, x, frame->y, x, frame->y + frame->height);
    lw_painter_stroke (self->painter, self->palette->text_2, 1.0);
    draw_box (self, plot->hover);
  } else if (plot->readout && !isnan (plot->cursor)) {
    draw_box (self, plot->cursor);
  }
}

// ---- markers ----------------------------------------------------------------------------------

static bool
has_both_markers (const LwPlot *plot)
{
  return !isnan (plot->markers[0]) && !isnan (plot->markers[1]) && lw_plot_is_over_time (plot);
}

static void
draw_marker (const LwPlotDrawing *self, int index)
{
  static const double dots[] = { 2.0, 3.0 };
  const LwPlotFrame *frame = &self->frame;
  const double x = floor (lw_scale_map (&frame->x_scale, self->plot->markers[index])) + 0.5;
  LwTextStyle style = lw_text_style (10.0, 700, self->palette->paper);
  char digit[2] = { (char) ('1' + index), '\0' };

  if (!(x >= frame->x - 0.5 && x <= frame->x + frame->width + 0.5))
    return;
  lw_painter_set_cap (self->painter, LW_CAP_BUTT);
  lw_painter_set_dash (self->painter, dots, G_N_ELEMENTS (dots), 0.0);
  lw_painter_line (self->painter, x, frame->y, x, frame->y + frame->height);
  lw_painter_stroke (self->painter, self->palette->text_2, 1.0);
  lw_painter_set_dash (self->painter, NULL, 0, 0.0);
  lw_painter_set_cap (self->painter, LW_CAP_ROUND);
  lw_painter_round_rect (self->painter, x - 8.0, frame->y - 1.0, 16.0, 15.0, 3.0);
  lw_painter_fill (self->painter, self->palette->text_2);
  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  lw_painter_text (self->painter, x, frame->y + 6.5, digit, &style);
}

/// "ΔB −7.86 N   Δt 0.800 s", from marker 1 to marker 2.
static void
draw_differences (const LwPlotDrawing *self, double y)
{
  const LwPlot *plot = self->plot;
  LwTextStyle style = lw_text_style (12.0, 600, self->palette->text);
  double left = self->x + LW_PLOT_MARGIN_SIDE + 4.0;
  char number[LW_NUMBER_SIZE];
  g_autofree char *time = NULL;
  LwTextExtents extents;

  style.centred = true;
  style.tabular = true;
  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    g_autofree char *text = NULL;
    double x, a, b;

    if (!lw_plot_value_at (curve, plot->markers[0], &x, &a)
        || !lw_plot_value_at (curve, plot->markers[1], &x, &b))
      continue;
    format_value (self, curve, b - a, number);
    text = g_strdup_printf ("Δ%s %s", curve->label != NULL ? curve->label : "", number);
    lw_painter_text (self->painter, left, y, text, &style);
    lw_painter_measure (self->painter, text, &style, &extents);
    left += extents.width + 22.0;
  }
  format_x (self, plot->markers[1] - plot->markers[0], number);
  time = g_strdup_printf ("Δ%s %s\u2009%s", plot->x_quantity, number,
                          lw_plot_shown_unit (plot, plot->x_unit));
  lw_painter_text (self->painter, left, y, time, &style);
}

// ---- statistics -------------------------------------------------------------------------------

static int
n_statistics (const LwPlot *plot)
{
  int n = 0;

  for (size_t i = 0; plot->statistics && lw_plot_is_over_time (plot) && i < plot->n_curves; i++)
    n += lw_plot_has_samples (&plot->curves[i]) && n < STATISTICS_MAX;
  return n;
}

/// Right-aligned: what the curve does in the visible range.
static bool
draw_statistics_of (const LwPlotDrawing *self, const LwPlotCurve *curve, double y)
{
  LwTextStyle style = lw_text_style (12.0, 400, self->palette->text_2);
  char low[LW_NUMBER_SIZE], high[LW_NUMBER_SIZE], mean[LW_NUMBER_SIZE], rms[LW_NUMBER_SIZE];
  const char *point = lw_plot_decimal_point (self);
  const char *unit = unit_of (self, curve);
  const double factor = lw_plot_shown_factor (self->plot, unit);
  g_autofree char *text = NULL;
  LwRecordingIntegrals integrals;
  double minimum, maximum;
  size_t first, last;

  lw_plot_visible (self, curve, &first, &last);
  if (!lw_recording_range (curve->recording, curve->y_column, first, last, &minimum, &maximum))
    return false;
  integrals = lw_recording_integrate (curve->recording, curve->y_column, first, last);
  lw_format_number (low, minimum * factor, 4, point);
  lw_format_number (high, maximum * factor, 4, point);
  if (integrals.time > 0.0) {
    const char *shown = lw_units_shown (&self->plot->units, unit);

    lw_format_number (mean, integrals.value / integrals.time * factor, 4, point);
    lw_format_quantity (rms, sqrt (fmax (integrals.square / integrals.time, 0.0)) * factor, 4,
                        shown, point);
    text = g_strdup_printf ("%s: min %s, max %s, mean %s, RMS %s",
                            curve->label != NULL ? curve->label : "", low, high, mean, rms);
  } else {
    text =
      g_strdup_printf ("%s: min %s, max %s", curve->label != NULL ? curve->label : "", low, high);
  }
  style.anchor = LW_ANCHOR_END;
  style.centred = true;
  style.tabular = true;
  lw_painter_text (self->painter, self->x + self->width - LW_PLOT_MARGIN_SIDE, y, text, &style);
  return true;
}

// ---- the foot ---------------------------------------------------------------------------------

double
lw_plot_foot_height (const LwPlot *plot)
{
  // Differences have a line of their own: on a narrow plot they would run into the statistics.
  return FOOT_LINE * (n_statistics (plot) + (has_both_markers (plot) ? 1 : 0));
}

void
lw_plot_draw_marks (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  double y = self->y + self->height - lw_plot_foot_height (plot) + 0.5 * FOOT_LINE - 2.0;
  int left = n_statistics (plot);

  for (int i = 0; i < 2 && lw_plot_is_over_time (plot); i++)
    if (!isnan (plot->markers[i]))
      draw_marker (self, i);
  if (has_both_markers (plot)) {
    draw_differences (self, y);
    y += FOOT_LINE;
  }
  for (size_t i = 0; i < plot->n_curves && left > 0; i++) {
    if (!lw_plot_has_samples (&plot->curves[i]))
      continue;
    if (draw_statistics_of (self, &plot->curves[i], y))
      y += FOOT_LINE;
    left--;
  }
}
