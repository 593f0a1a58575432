// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plot: ranges, frame, axes, title and legend, readout.

#include "lw-plot-private.h"

#include <math.h>

#define MARGIN_SIDE 12.0
#define MARGIN_LEFT 54.0
#define MARGIN_TOP 26.0
#define TITLE_LINE 12.0 ///< px from the top to the middle of the title
#define LEGEND_SAMPLE 18.0
#define LEGEND_GAP 6.0    ///< between a sample and its word
#define LEGEND_PITCH 14.0 ///< between entries
#define TICKS_X 72.0
#define TICKS_Y 38.0
/// Decades of a logarithmic axis at most; smaller values are marked on the axis.
#define DECADES 14

LwPlot
lw_plot_default (void)
{
  return (LwPlot){
    .x_quantity = "t",
    .x_unit = "s",
    .units = lw_units_default (),
    .x_minimum = NAN,
    .x_maximum = NAN,
    .y_minimum = NAN,
    .y_maximum = NAN,
    .cursor = NAN,
    .emphasis = 1.0,
    .font_size = 11.0,
  };
}

/// What a number is shown in, for a unit of the recording.
static const char *
shown_unit (const LwPlot *plot, const char *unit)
{
  return lw_unit_shown (lw_units_shown (&plot->units, unit));
}

static double
shown_factor (const LwPlot *plot, const char *unit)
{
  return lw_units_to_shown (&plot->units, unit, 1.0);
}

/// Angles in degrees have ticks of their own.
static bool
in_degrees (const LwPlot *plot, const char *unit)
{
  return unit != NULL && g_str_equal (lw_units_shown (&plot->units, unit), "deg");
}

static bool
has_samples (const LwPlotCurve *curve)
{
  return !curve->hidden && curve->recording != NULL
         && lw_recording_n_samples (curve->recording) > 0;
}

/// From the data where the plot leaves it open.
static void
find_x_range (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  double low = INFINITY, high = -INFINITY;
  bool over_time = true;

  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    double a, b;

    if (!has_samples (curve))
      continue;
    over_time = over_time && curve->x_column == 0;
    if (lw_recording_range (curve->recording, curve->x_column, 0,
                            lw_recording_n_samples (curve->recording), &a, &b)) {
      low = MIN (low, a);
      high = MAX (high, b);
    }
  }
  if (!(low <= high))
    low = 0.0, high = 1.0;
  if (!over_time)
    lw_axis_range (&low, &high);
  else if (!(high > low))
    high = low + 1.0;
  self->frame.x_scale.minimum = isnan (plot->x_minimum) ? low : plot->x_minimum;
  self->frame.x_scale.maximum = isnan (plot->x_maximum) ? high : plot->x_maximum;
  if (!(self->frame.x_scale.maximum > self->frame.x_scale.minimum))
    self->frame.x_scale.maximum = self->frame.x_scale.minimum + 1.0;
}

static void
find_columns (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;

  self->n_columns = (size_t) CLAMP (self->frame.width, 1.0, 1e4);
  self->columns = g_new0 (LwPlotColumn *, plot->n_curves + 1);
  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];

    if (!has_samples (curve) || curve->x_column != 0)
      continue;
    self->columns[i] = g_new (LwPlotColumn, self->n_columns);
    lw_plot_columns (curve->recording, curve->y_column, self->frame.x_scale.minimum,
                     self->frame.x_scale.maximum, self->columns[i], self->n_columns);
  }
}

/// Smallest and largest visible value; on a logarithmic axis those above zero.
static bool
visible_range (const LwPlotDrawing *self, double *minimum, double *maximum)
{
  const bool positive = self->plot->logarithmic;
  double low = INFINITY, high = -INFINITY;

  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];
    double a, b;

    for (size_t k = 0; self->columns[i] != NULL && k < self->n_columns; k++) {
      const LwPlotColumn *column = &self->columns[i][k];

      if (!column->any || (positive && !(column->maximum > 0.0)))
        continue;
      high = MAX (high, column->maximum);
      // A column that reaches down to zero counts with its largest value.
      low = MIN (low, positive && !(column->minimum > 0.0) ? column->maximum : column->minimum);
    }
    if (self->columns[i] != NULL || !has_samples (curve))
      continue;
    if (lw_recording_range (curve->recording, curve->y_column, 0,
                            lw_recording_n_samples (curve->recording), &a, &b)) {
      low = MIN (low, positive && !(a > 0.0) ? b : a);
      high = MAX (high, b);
    }
  }
  *minimum = low;
  *maximum = high;
  return low <= high && (!positive || low > 0.0);
}

static void
find_y_range (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  LwScale *scale = &self->frame.y_scale;
  double low, high;

  scale->logarithmic = plot->logarithmic;
  if (!visible_range (self, &low, &high)) {
    low = plot->logarithmic ? 1e-9 : 0.0;
    high = 1.0;
  }
  if (plot->logarithmic) {
    low = MAX (low, high * pow (10.0, 1 - DECADES));
    lw_axis_log_range (&low, &high);
  } else {
    lw_axis_range (&low, &high);
  }
  scale->minimum = isnan (plot->y_minimum) ? low : plot->y_minimum;
  scale->maximum = isnan (plot->y_maximum) ? high : plot->y_maximum;
  if (plot->logarithmic && !(scale->minimum > 0.0))
    scale->minimum = MIN (low, 0.1 * scale->maximum);
  if (!(scale->maximum > scale->minimum))
    scale->maximum = plot->logarithmic ? 10.0 * scale->minimum : scale->minimum + 1.0;
}

/// The scale in the units that are shown.
static LwScale
shown_scale (LwScale scale, double factor)
{
  scale.minimum *= factor;
  scale.maximum *= factor;
  return scale;
}

static LwTextStyle
number_style (const LwPlotDrawing *self)
{
  LwTextStyle style = lw_text_style (self->plot->font_size, 400, self->palette->text_2);

  style.tabular = true;
  return style;
}

static const char *
decimal_point (const LwPlotDrawing *self)
{
  return lw_fonts_get_decimal_point (lw_painter_get_fonts (self->painter));
}

/// Place the frame: its left edge depends on the numbers, and these on the height alone.
static void
find_frame (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwTextStyle style = number_style (self);
  LwPlotFrame *frame = &self->frame;
  double widest = 0.0;

  frame->y = floor (self->y + MARGIN_TOP);
  frame->height = floor (self->y + self->height - plot->font_size - 19.0) - frame->y;
  frame->height = MAX (frame->height, 8.0);
  frame->x = floor (self->x + MARGIN_LEFT);
  frame->width = MAX (8.0, floor (self->x + self->width - MARGIN_SIDE) - frame->x);
  find_columns (self);
  find_y_range (self);
  frame->y_scale.from = frame->y + frame->height;
  frame->y_scale.to = frame->y;
  self->y_factor = shown_factor (plot, plot->y_unit);
  self->y_shown = shown_scale (frame->y_scale, self->y_factor);
  lw_axis_ticks (&self->y_shown, TICKS_Y, in_degrees (plot, plot->y_unit), &self->y_ticks);
  for (int i = 0; i < self->y_ticks.n; i++) {
    char text[LW_NUMBER_SIZE];
    LwTextExtents extents;

    lw_format_tick (text, &self->y_ticks, i, plot->logarithmic, decimal_point (self));
    lw_painter_measure (self->painter, text, &style, &extents);
    widest = MAX (widest, extents.width);
  }
  // Columns were found for the usual margin; wide numbers only cut some off at the left.
  if (widest + 14.0 > MARGIN_LEFT) {
    frame->x = floor (self->x + widest + 14.0);
    frame->width = MAX (8.0, floor (self->x + self->width - MARGIN_SIDE) - frame->x);
    for (size_t i = 0; i < plot->n_curves; i++)
      g_free (self->columns[i]);
    g_free (self->columns);
    find_columns (self);
  }
  frame->x_scale.from = frame->x;
  frame->x_scale.to = frame->x + frame->width;
  self->x_factor = shown_factor (plot, plot->x_unit);
  self->x_shown = shown_scale (frame->x_scale, self->x_factor);
  lw_axis_ticks (&self->x_shown, TICKS_X, in_degrees (plot, plot->x_unit), &self->x_ticks);
}

/// "quantity / unit as shown", with the factor that the numbers leave out.
static char *
axis_name (const char *quantity, const char *shown, const LwTicks *ticks)
{
  char power[LW_NUMBER_SIZE];

  if (quantity == NULL)
    quantity = "";
  if (ticks->exponent != 0)
    return g_strdup_printf ("%s / %s%s%s", quantity, lw_format_power (power, ticks->exponent),
                            *shown != '\0' ? "\u2009" : "", shown);
  if (*shown == '\0')
    return g_strdup (quantity);
  return g_strdup_printf ("%s / %s", quantity, shown);
}

static void
draw_grid (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->frame;
  LwPainter *painter = self->painter;
  double boxes[8 * LW_TICKS_MAX];
  size_t n = 0;

  for (int i = 0; i < self->y_ticks.n; i++) {
    const double y = floor (lw_scale_map (&self->y_shown, self->y_ticks.value[i]));
    const double box[] = { frame->x, y, frame->width, 1.0 };

    for (int k = 0; k < 4; k++)
      boxes[4 * n + (size_t) k] = box[k];
    n++;
  }
  for (int i = 0; i < self->x_ticks.n; i++) {
    const double x = floor (lw_scale_map (&self->x_shown, self->x_ticks.value[i]));
    const double box[] = { x, frame->y, 1.0, frame->height };

    for (int k = 0; k < 4; k++)
      boxes[4 * n + (size_t) k] = box[k];
    n++;
  }
  for (size_t i = 0; i < n; i++)
    lw_painter_fill_boxes (painter, &boxes[4 * i], 1, self->palette->grid_coarse);
}

static void
draw_axes (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->frame;
  LwPainter *painter = self->painter;
  const double bottom = frame->y + frame->height;

  for (int i = 0; i < self->y_ticks.n; i++) {
    const double y = floor (lw_scale_map (&self->y_shown, self->y_ticks.value[i])) + 0.5;
    lw_painter_line (painter, frame->x - 4.0, y, frame->x, y);
  }
  for (int i = 0; i < self->x_ticks.n; i++) {
    const double x = floor (lw_scale_map (&self->x_shown, self->x_ticks.value[i])) + 0.5;
    lw_painter_line (painter, x, bottom, x, bottom + 4.0);
  }
  lw_painter_move_to (painter, frame->x + 0.5, frame->y);
  lw_painter_line_to (painter, frame->x + 0.5, bottom + 0.5);
  lw_painter_line_to (painter, frame->x + frame->width, bottom + 0.5);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke (painter, self->palette->axis, 1.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

static void
draw_numbers (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwPlotFrame *frame = &self->frame;
  const double size = plot->font_size;
  const double baseline = frame->y + frame->height + size + 6.0;
  g_autofree char *x_name =
    axis_name (plot->x_quantity, shown_unit (plot, plot->x_unit), &self->x_ticks);
  g_autofree char *y_name =
    axis_name (plot->y_quantity, shown_unit (plot, plot->y_unit), &self->y_ticks);
  LwTextStyle style = number_style (self);
  LwTextStyle name_style = lw_text_style (size, 500, self->palette->text);
  LwTextExtents name, number;
  char text[LW_NUMBER_SIZE];

  name_style.outline_colour = self->palette->paper;
  lw_painter_measure (self->painter, x_name, &name_style, &name);
  style.anchor = LW_ANCHOR_END;
  style.centred = true;
  for (int i = 0; i < self->y_ticks.n; i++) {
    lw_format_tick (text, &self->y_ticks, i, plot->logarithmic, decimal_point (self));
    lw_painter_text (self->painter, frame->x - 7.0,
                     floor (lw_scale_map (&self->y_shown, self->y_ticks.value[i])) + 0.5, text,
                     &style);
  }
  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = false;
  for (int i = 0; i < self->x_ticks.n; i++) {
    const double x = lw_scale_map (&self->x_shown, self->x_ticks.value[i]);

    lw_format_tick (text, &self->x_ticks, i, false, decimal_point (self));
    lw_painter_measure (self->painter, text, &style, &number);
    // The name of the axis takes the place of the last number.
    if (x + 0.5 * number.width + 6.0 < frame->x + frame->width - name.width)
      lw_painter_text (self->painter, x, baseline, text, &style);
  }
  name_style.anchor = LW_ANCHOR_END;
  lw_painter_text (self->painter, frame->x + frame->width, baseline, x_name, &name_style);
  name_style.anchor = LW_ANCHOR_START;
  name_style.outline = 4.0;
  lw_painter_text (self->painter, frame->x + 6.0, frame->y + size + 2.0, y_name, &name_style);
}

static LwTextStyle
title_style (const LwPalette *palette)
{
  LwTextStyle style = lw_text_style (12.5, 600, palette->text);

  style.centred = true;
  return style;
}

static LwTextStyle
legend_style (const LwPalette *palette)
{
  LwTextStyle style = lw_text_style (12.0, 500, palette->text);

  style.centred = true;
  return style;
}

/// Left edges of the legend's entries that fit beside the title; returns how many do. `more` is
/// where the count of the others stands.
static size_t
place_legend (const LwPlot *plot,
              LwFonts *fonts,
              double x,
              double width,
              double *lefts,
              double *more)
{
  static const LwPalette no_colours = { 0 };
  const LwTextStyle title = title_style (&no_colours), entry = legend_style (&no_colours);
  LwTextExtents extents;
  double available, total = 0.0;
  size_t shown = 0;

  lw_fonts_measure (fonts, plot->title != NULL ? plot->title : "", &title, &extents);
  available = width - 2.0 * MARGIN_SIDE - extents.width - 2.0 * LEGEND_PITCH;
  if (plot->paused)
    available -= 24.0;
  for (; shown < plot->n_curves; shown++) {
    const char *label = plot->curves[shown].label != NULL ? plot->curves[shown].label : "";
    double next;

    lw_fonts_measure (fonts, label, &entry, &extents);
    next = total + (shown > 0 ? LEGEND_PITCH : 0.0) + LEGEND_SAMPLE + LEGEND_GAP + extents.width;
    // Those that follow need room for their count.
    if (next + (shown + 1 < plot->n_curves ? 34.0 : 0.0) > available && shown > 0)
      break;
    lefts[shown] = next - LEGEND_SAMPLE - LEGEND_GAP - extents.width;
    total = next;
  }
  if (shown < plot->n_curves)
    total += 34.0;
  for (size_t i = 0; i < shown; i++)
    lefts[i] += x + width - MARGIN_SIDE - total;
  *more = x + width - MARGIN_SIDE;
  return shown;
}

static void
draw_legend_entry (const LwPlotDrawing *self, const LwPlotCurve *curve, double x, double y)
{
  LwTextStyle style = legend_style (self->palette);
  const char *label = curve->label != NULL ? curve->label : "";
  const double text_x = x + LEGEND_SAMPLE + LEGEND_GAP;
  LwTextExtents extents;

  if (curve->hidden)
    style.colour = self->palette->text_2;
  else
    lw_plot_draw_sample (self, curve, x, y, LEGEND_SAMPLE);
  lw_painter_text (self->painter, text_x, y, label, &style);
  if (!curve->hidden)
    return;
  lw_painter_measure (self->painter, label, &style, &extents);
  lw_painter_line (self->painter, x, y, text_x + extents.width, y);
  lw_painter_stroke (self->painter, style.colour, 1.0);
}

void
lw_plot_draw_title (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwTextStyle style = title_style (self->palette);
  const double y = self->y + TITLE_LINE;
  g_autofree double *lefts = g_new (double, plot->n_curves + 1);
  LwTextExtents extents = { 0 };
  double more;
  size_t shown;

  if (plot->title != NULL) {
    lw_painter_text (self->painter, self->x + MARGIN_SIDE, y, plot->title, &style);
    lw_painter_measure (self->painter, plot->title, &style, &extents);
  }
  if (plot->paused) {
    const double x = floor (self->x + MARGIN_SIDE + extents.width + 10.0);
    const double bars[] = { x, floor (y) - 5.0, 3.0, 10.0, x + 6.0, floor (y) - 5.0, 3.0, 10.0 };

    lw_painter_fill_boxes (self->painter, bars, 2, self->palette->text_2);
  }
  shown =
    place_legend (plot, lw_painter_get_fonts (self->painter), self->x, self->width, lefts, &more);
  for (size_t i = 0; i < shown; i++)
    draw_legend_entry (self, &plot->curves[i], lefts[i], y);
  if (shown < plot->n_curves) {
    LwTextStyle count = legend_style (self->palette);
    char text[24];

    count.colour = self->palette->text_2;
    count.anchor = LW_ANCHOR_END;
    g_snprintf (text, sizeof text, "+%u", (unsigned) (plot->n_curves - shown));
    lw_painter_text (self->painter, more, y, text, &count);
  }
}

int
lw_plot_legend_at (const LwPlot *self,
                   LwFonts *fonts,
                   double x,
                   double y,
                   double width,
                   double px,
                   double py)
{
  const LwPalette no_colours = { 0 };
  const LwTextStyle style = legend_style (&no_colours);
  g_autofree double *lefts = g_new (double, self->n_curves + 1);
  double more;
  const size_t shown = place_legend (self, fonts, x, width, lefts, &more);

  if (py < y || py > y + MARGIN_TOP - 2.0)
    return -1;
  for (size_t i = 0; i < shown; i++) {
    LwTextExtents extents;

    lw_fonts_measure (fonts, self->curves[i].label != NULL ? self->curves[i].label : "", &style,
                      &extents);
    if (px >= lefts[i] - 4.0 && px <= lefts[i] + LEGEND_SAMPLE + LEGEND_GAP + extents.width + 4.0)
      return (int) i;
  }
  return -1;
}

/// In the unit of the curve, which may be another one than that of the axis.
static void
format_value (const LwPlotDrawing *self,
              const LwPlotCurve *curve,
              double value,
              char number[LW_NUMBER_SIZE])
{
  const LwPlot *plot = self->plot;
  const char *unit = curve->unit != NULL ? curve->unit : plot->y_unit;

  lw_format_quantity (number, value * shown_factor (plot, unit), 4,
                      lw_units_shown (&plot->units, unit), decimal_point (self));
}

/// The time, then a row for every curve: sample, label, value.
void
lw_plot_draw_readout (const LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  const LwPlotFrame *frame = &self->frame;
  const double cursor = lw_scale_map (&frame->x_scale, plot->cursor);
  LwTextStyle style = lw_text_style (12.5, 400, self->palette->text);
  LwTextStyle bold = lw_text_style (12.5, 600, self->palette->text);
  char number[LW_NUMBER_SIZE];
  g_autofree char *head = NULL;
  LwTextExtents extents;
  double labels = 0.0, values = 0.0, width, height, left, top, x, value;
  int rows = 0;

  bold.tabular = true;
  bold.centred = style.centred = true;
  // As many places as a pixel is wide.
  lw_format_decimals (
    number, plot->cursor * self->x_factor,
    (int) ceil (-log10 ((self->x_shown.maximum - self->x_shown.minimum) / frame->width)),
    decimal_point (self));
  head =
    g_strdup_printf ("%s = %s\u2009%s", plot->x_quantity, number, shown_unit (plot, plot->x_unit));
  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];

    if (!lw_plot_value_at_cursor (self, curve, &x, &value))
      continue;
    format_value (self, curve, value, number);
    lw_painter_measure (self->painter, number, &bold, &extents);
    values = MAX (values, extents.width);
    lw_painter_measure (self->painter, curve->label ? curve->label : "", &style, &extents);
    labels = MAX (labels, extents.width);
    rows++;
  }
  if (rows == 0)
    return;
  lw_painter_measure (self->painter, head, &bold, &extents);
  width = MAX (12.0 + 16.0 + 8.0 + labels + 16.0 + values + 12.0, extents.width + 24.0);
  height = 20.0 + 18.0 * (rows + 1);
  left = cursor + 14.0 + width <= frame->x + frame->width ? cursor + 14.0 : cursor - 14.0 - width;
  top = MIN (frame->y + 8.0, frame->y + frame->height - height);
  lw_painter_round_rect (self->painter, left + 0.5, top + 0.5, width - 1.0, height - 1.0, 8.0);
  lw_painter_fill_stroke (self->painter, self->palette->card, self->palette->separator, 1.0);
  lw_painter_text (self->painter, left + 12.0, top + 18.0, head, &bold);
  bold.anchor = LW_ANCHOR_END;
  for (size_t i = 0, row = 1; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    const double y = top + 18.0 + 18.0 * (double) row;

    if (!lw_plot_value_at_cursor (self, curve, &x, &value))
      continue;
    lw_plot_draw_sample (self, curve, left + 12.0, y, 16.0);
    lw_painter_text (self->painter, left + 36.0, y, curve->label, &style);
    format_value (self, curve, value, number);
    lw_painter_text (self->painter, left + width - 12.0, y, number, &bold);
    row++;
  }
}

/// What comes after the cursor of a paused run is still open.
static void
shade_future (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->frame;
  const double x = lw_scale_map (&frame->x_scale, self->plot->cursor);

  if (isnan (self->plot->cursor) || x >= frame->x + frame->width)
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
  LwPlotDrawing drawing = {
    .plot = self,
    .painter = painter,
    .palette = palette,
    .x = x,
    .y = y,
    .width = width,
    .height = height,
  };

  find_x_range (&drawing);
  find_frame (&drawing);
  if (self->paused)
    shade_future (&drawing);
  draw_grid (&drawing);
  draw_axes (&drawing);
  lw_plot_draw_curves (&drawing);
  draw_numbers (&drawing);
  lw_plot_draw_cursor (&drawing);
  lw_plot_draw_title (&drawing);
  if (self->readout && !isnan (self->cursor))
    lw_plot_draw_readout (&drawing);
  for (size_t i = 0; i < self->n_curves; i++)
    g_free (drawing.columns[i]);
  g_free (drawing.columns);
  if (frame != NULL)
    *frame = drawing.frame;
}

void
lw_plot_draw_instant (const LwPlot *self,
                      LwPainter *painter,
                      const LwPalette *palette,
                      const LwPlotFrame *frame)
{
  LwPlotDrawing drawing = {
    .plot = self,
    .painter = painter,
    .palette = palette,
    .frame = *frame,
    .x = frame->x,
    .y = frame->y,
    .width = frame->width,
    .height = frame->height,
    .x_factor = shown_factor (self, self->x_unit),
    .y_factor = shown_factor (self, self->y_unit),
  };

  drawing.x_shown = shown_scale (frame->x_scale, drawing.x_factor);
  lw_axis_ticks (&drawing.x_shown, TICKS_X, in_degrees (self, self->x_unit), &drawing.x_ticks);
  if (self->paused)
    shade_future (&drawing);
  lw_plot_draw_cursor (&drawing);
  if (self->readout && !isnan (self->cursor))
    lw_plot_draw_readout (&drawing);
}
