// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges of the axes of a plot.

#include "lw-plot-geometry.h"

#include <math.h>

#define NAME_WIDTH 72.0 ///< px, in which the name of a vertical axis may stand
/// Most decades of a logarithmic axis; smaller values are marked on the axis.
#define DECADES 14
/// Decades of the noise band that are shown, and decades above it that are always shown.
#define DECADES_BELOW 1e-3
#define DECADES_ABOVE 10.0

void
lw_plot_find_x_range (LwPlotGeometry *self)
{
  const LwPlot *plot = self->plot;
  double low = INFINITY, high = -INFINITY;
  bool over_time = true;

  for (size_t i = 0; i < plot->n_curves; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    double a, b;

    if (!lw_plot_has_samples (curve))
      continue;
    over_time = over_time && curve->x.column == 0;
    if (lw_series_range (lw_plot_x (curve), 0, lw_series_n_samples (curve->y), &a, &b)) {
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

/// Computes the smallest and largest visible value of the curves of an axis; on a logarithmic axis
/// only values above zero.
static bool
visible_range (const LwPlotGeometry *self, bool right, double *minimum, double *maximum)
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
    if (lw_series_range (curve->y, 0, lw_series_n_samples (curve->y), &a, &b)) {
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
largest_below_name (const LwPlotGeometry *self, bool right, double otherwise)
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
make_room_for_name (const LwPlotGeometry *self, bool right, LwScale *scale)
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

/// Extends the range beyond the noise level, but not far below it, if there are values below that
/// level.
static void
show_noise_level (const LwPlot *plot, bool right, double *low, double *high)
{
  const double level = lw_plot_noise_level (plot, right);

  if (!(level > 0.0) || *low > level)
    return;
  *low = MAX (*low, DECADES_BELOW * level);
  *high = MAX (*high, DECADES_ABOVE * level);
}

void
lw_plot_find_y_range (const LwPlotGeometry *self, bool right, LwScale *scale)
{
  const LwPlot *plot = self->plot;
  const double minimum = right ? plot->right_minimum : plot->y_minimum;
  const double maximum = right ? plot->right_maximum : plot->y_maximum;
  double low, high;

  scale->logarithmic = plot->logarithmic;
  if (!visible_range (self, right, &low, &high)) {
    low = plot->logarithmic ? 1e-9 : 0.0;
    high = 1.0;
  }
  if (plot->logarithmic) {
    low = MAX (low, high * pow (10.0, 1 - DECADES));
    show_noise_level (plot, right, &low, &high);
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
