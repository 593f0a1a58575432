// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout of the parts of a plot: the ranges of the axes, the width of their numbers, and the values
// of each curve in every column of pixels.

#include "lw-plot-private.h"

#include <math.h>

#define NAME_WIDTH 72.0 ///< px, in which the name of a vertical axis may stand
#define MARGIN_LEFT 54.0
/// Most decades of a logarithmic axis; smaller values are marked on the axis.
#define DECADES 14

const char *
lw_plot_shown_unit (const LwPlot *plot, const char *unit)
{
  return lw_unit_shown (lw_units_shown (&plot->units, unit));
}

double
lw_plot_shown_factor (const LwPlot *plot, const char *unit)
{
  return lw_units_to_shown (&plot->units, unit, 1.0);
}

const char *
lw_plot_decimal_point (const LwPlotDrawing *self)
{
  return lw_fonts_get_decimal_point (lw_painter_get_fonts (self->painter));
}

LwTextStyle
lw_plot_number_style (const LwPlotDrawing *self)
{
  LwTextStyle style = lw_text_style (self->plot->font_size, 400, self->palette->text_2);

  style.tabular = true;
  return style;
}

/// Returns true for angles in degrees, which have their own ticks.
static bool
in_degrees (const LwPlot *plot, const char *unit)
{
  return unit != NULL && g_str_equal (lw_units_shown (&plot->units, unit), "deg");
}

void
lw_plot_axis_init (LwPlotAxis *self,
                   const LwPlot *plot,
                   const char *quantity,
                   const char *unit,
                   const LwScale *scale,
                   double spacing)
{
  *self = (LwPlotAxis){
    .quantity = quantity,
    .unit = unit,
    .factor = lw_plot_shown_factor (plot, unit),
    .scale = *scale,
  };
  self->scale.minimum *= self->factor;
  self->scale.maximum *= self->factor;
  lw_axis_ticks (&self->scale, spacing, in_degrees (plot, unit), &self->ticks);
}

bool
lw_plot_has_samples (const LwPlotCurve *curve)
{
  return !curve->hidden && curve->recording != NULL
         && lw_recording_n_samples (curve->recording) > 0;
}

const LwRecording *
lw_plot_x_recording (const LwPlotCurve *curve)
{
  return curve->x_recording != NULL ? curve->x_recording : curve->recording;
}

size_t
lw_plot_n_samples (const LwPlotCurve *curve)
{
  return MIN (lw_recording_n_samples (curve->recording),
              lw_recording_n_samples (lw_plot_x_recording (curve)));
}

double
lw_plot_x_value (const LwPlotCurve *curve, size_t sample)
{
  return lw_recording_value (lw_plot_x_recording (curve), curve->x_column, sample);
}

bool
lw_plot_is_over_time (const LwPlot *plot)
{
  return plot->n_curves == 0 || plot->curves[0].x_column == 0;
}

const LwScale *
lw_plot_scale_of (const LwPlotDrawing *self, const LwPlotCurve *curve)
{
  return curve->right ? &self->frame.right_scale : &self->frame.y_scale;
}

/// Computes the x range; limits that the plot does not specify come from the data.
static void
find_x_range (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  double low = INFINITY, high = -INFINITY;
  bool over_time = true;

  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    double a, b;

    if (!lw_plot_has_samples (curve))
      continue;
    over_time = over_time && curve->x_column == 0;
    if (lw_recording_range (lw_plot_x_recording (curve), curve->x_column, 0,
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

    if (!lw_plot_has_samples (curve) || curve->x_column != 0)
      continue;
    self->columns[i] = g_new (LwPlotColumn, self->n_columns);
    lw_plot_columns (curve->recording, curve->y_column, self->frame.x_scale.minimum,
                     self->frame.x_scale.maximum, self->columns[i], self->n_columns);
  }
}

/// Computes the smallest and largest visible value of the curves of an axis; on a logarithmic axis
/// only values above zero.
static bool
visible_range (const LwPlotDrawing *self, bool right, double *minimum, double *maximum)
{
  const bool positive = self->plot->logarithmic;
  double low = INFINITY, high = -INFINITY;

  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];
    double a, b;

    if (curve->right != right)
      continue;
    for (size_t k = 0; self->columns[i] != NULL && k < self->n_columns; k++) {
      const LwPlotColumn *column = &self->columns[i][k];

      if (!column->any || (positive && !(column->maximum > 0.0)))
        continue;
      // A column that reaches down to zero counts with its largest value.
      a = positive ? column->minimum > 0.0 ? column->minimum : column->maximum
                   : lw_plot_clean (curve, column->minimum);
      b = positive ? column->maximum : lw_plot_clean (curve, column->maximum);
      low = MIN (low, a);
      high = MAX (high, b);
    }
    if (self->columns[i] != NULL || !lw_plot_has_samples (curve))
      continue;
    if (lw_recording_range (curve->recording, curve->y_column, 0,
                            lw_recording_n_samples (curve->recording), &a, &b)) {
      low = MIN (low, !positive ? lw_plot_clean (curve, a) : a > 0.0 ? a : b);
      high = MAX (high, positive ? b : lw_plot_clean (curve, b));
    }
  }
  *minimum = low;
  *maximum = high;
  return low <= high && (!positive || low > 0.0);
}

/// Returns the largest visible value of the curves of an axis below its name, which is in the upper
/// corner.
static double
largest_below_name (const LwPlotDrawing *self, bool right, double otherwise)
{
  const size_t width = MIN ((size_t) NAME_WIDTH, self->n_columns);
  const size_t first = right ? self->n_columns - width : 0;
  double largest = -INFINITY;

  for (size_t i = 0; i < self->plot->n_curves; i++) {
    if (lw_plot_has_samples (&self->plot->curves[i]) && self->columns[i] == NULL)
      return otherwise;
    for (size_t k = first; self->columns[i] != NULL && k < first + width; k++)
      if (self->columns[i][k].any && self->plot->curves[i].right == right)
        largest = fmax (largest, self->columns[i][k].maximum);
  }
  return largest;
}

/// Raises the upper limit until the name of the axis covers no curve.
static void
make_room_for_name (const LwPlotDrawing *self, bool right, LwScale *scale)
{
  const double height = self->frame.height, band = self->plot->font_size + 6.0;
  const double part = band / height;
  double low = scale->minimum, high = scale->maximum;
  double value = largest_below_name (self, right, high);

  // A low plot needs its height for the curves.
  if (height < 4.0 * band)
    return;
  if (scale->logarithmic) {
    low = log10 (low);
    high = log10 (high);
    value = log10 (value);
  }
  if (!(value <= high) || !(value > high - part * (high - low)))
    return;
  high = (value - part * low) / (1.0 - part);
  scale->maximum = scale->logarithmic ? pow (10.0, high) : high;
}

/// Computes the range of an axis; limits that are not specified come from the data.
static void
find_y_range (const LwPlotDrawing *self, bool right, double minimum, double maximum, LwScale *scale)
{
  const LwPlot *plot = self->plot;
  double low, high;

  scale->logarithmic = plot->logarithmic;
  if (!visible_range (self, right, &low, &high)) {
    low = plot->logarithmic ? 1e-9 : 0.0;
    high = 1.0;
  }
  if (plot->logarithmic) {
    low = MAX (low, high * pow (10.0, 1 - DECADES));
    lw_plot_show_noise_level (self, right, &low, &high);
    lw_axis_log_range (&low, &high);
  } else {
    lw_axis_range (&low, &high);
  }
  scale->minimum = isnan (minimum) ? low : minimum;
  scale->maximum = isnan (maximum) ? high : maximum;
  if (plot->logarithmic && !(scale->minimum > 0.0))
    scale->minimum = MIN (low, 0.1 * scale->maximum);
  if (!(scale->maximum > scale->minimum))
    scale->maximum = plot->logarithmic ? 10.0 * scale->minimum : scale->minimum + 1.0;
  if (isnan (maximum))
    make_room_for_name (self, right, scale);
}

/// Returns the width of the numbers of an axis, px.
static double
numbers_width (const LwPlotDrawing *self, const LwPlotAxis *axis)
{
  const LwTextStyle style = lw_plot_number_style (self);
  double widest = 0.0;

  for (int i = 0; i < axis->ticks.n; i++) {
    char text[LW_NUMBER_SIZE];
    LwTextExtents extents;

    lw_format_tick (text, &axis->ticks, i, axis->scale.logarithmic, lw_plot_decimal_point (self));
    lw_painter_measure (self->painter, text, &style, &extents);
    widest = MAX (widest, extents.width);
  }
  return widest;
}

static void
free_columns (LwPlotDrawing *self)
{
  for (size_t i = 0; i < self->plot->n_curves; i++)
    g_free (self->columns[i]);
  g_clear_pointer (&self->columns, g_free);
}

/// Computes both vertical axes, whose numbers depend only on the height.
static void
find_y_axes (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  LwPlotFrame *frame = &self->frame;

  find_y_range (self, false, plot->y_minimum, plot->y_maximum, &frame->y_scale);
  frame->y_scale.from = frame->y + frame->height;
  frame->y_scale.to = frame->y;
  lw_plot_axis_init (&self->y_axis, plot, plot->y_quantity, plot->y_unit, &frame->y_scale,
                     LW_PLOT_TICKS_Y);
  if (!frame->has_right)
    return;
  find_y_range (self, true, plot->right_minimum, plot->right_maximum, &frame->right_scale);
  frame->right_scale.from = frame->y_scale.from;
  frame->right_scale.to = frame->y_scale.to;
  lw_plot_axis_init (&self->right_axis, plot, plot->right_quantity, plot->right_unit,
                     &frame->right_scale, LW_PLOT_TICKS_Y);
}

static void
widen (LwScale *scale, double factor)
{
  const double middle = 0.5 * (scale->minimum + scale->maximum);
  const double half = 0.5 * (scale->maximum - scale->minimum) * factor;

  scale->minimum = middle - half;
  scale->maximum = middle + half;
}

/// Extends the axis with more px per unit about its middle until both have equal scales.
static void
equalise (LwPlotDrawing *self)
{
  LwPlotFrame *frame = &self->frame;
  const double x = (frame->x_scale.maximum - frame->x_scale.minimum) / frame->width;
  const double y = (frame->y_scale.maximum - frame->y_scale.minimum) / frame->height;

  if (lw_plot_is_over_time (self->plot) || frame->y_scale.logarithmic || !(x > 0.0) || !(y > 0.0))
    return;
  if (x < y)
    widen (&frame->x_scale, y / x);
  else
    widen (&frame->y_scale, x / y);
  lw_plot_axis_init (&self->y_axis, self->plot, self->plot->y_quantity, self->plot->y_unit,
                     &frame->y_scale, LW_PLOT_TICKS_Y);
}

void
lw_plot_find_frame (LwPlotDrawing *self)
{
  const LwPlot *plot = self->plot;
  LwPlotFrame *frame = &self->frame;
  double left = MARGIN_LEFT, right = LW_PLOT_MARGIN_SIDE;

  find_x_range (self);
  for (size_t i = 0; i < plot->n_curves; i++)
    frame->has_right = frame->has_right || plot->curves[i].right;
  lw_plot_legend_init (&self->legend, plot, lw_painter_get_fonts (self->painter), self->width,
                       self->height);
  frame->y =
    floor (self->y + LW_PLOT_MARGIN_TOP + (double) self->legend.n_lines * LW_PLOT_LEGEND_LINE);
  frame->height = floor (self->y + self->height - lw_plot_foot_height (plot, self->height)
                         - plot->font_size - 19.0)
                  - frame->y;
  frame->height = MAX (frame->height, 8.0);
  if (frame->has_right)
    right = MARGIN_LEFT;
  // Columns are computed for the usual margins first; wide numbers only cut off some at the sides.
  for (int pass = 0; pass < 2; pass++) {
    double wide_left, wide_right;

    frame->x = floor (self->x + left);
    frame->width = MAX (8.0, floor (self->x + self->width - right) - frame->x);
    find_columns (self);
    find_y_axes (self);
    wide_left = numbers_width (self, &self->y_axis) + 14.0;
    wide_right = frame->has_right ? numbers_width (self, &self->right_axis) + 14.0 : 0.0;
    if (pass == 1 || (wide_left <= left && wide_right <= right))
      break;
    left = MAX (left, wide_left);
    right = MAX (right, wide_right);
    free_columns (self);
  }
  frame->x_scale.from = frame->x;
  frame->x_scale.to = frame->x + frame->width;
  if (plot->equal_scale)
    equalise (self);
  lw_plot_axis_init (&self->x_axis, plot, plot->x_quantity, plot->x_unit, &frame->x_scale,
                     LW_PLOT_TICKS_X);
}

void
lw_plot_visible (const LwPlotDrawing *self, const LwPlotCurve *curve, size_t *first, size_t *last)
{
  LwPlotColumn column;

  lw_plot_columns (curve->recording, curve->y_column, self->frame.x_scale.minimum,
                   self->frame.x_scale.maximum, &column, 1);
  *first = column.begin;
  *last = column.end;
}
