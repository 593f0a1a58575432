// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Settings of a plot, and single values of its curves.

#include "lw-plot-data.h"

#include <math.h>

// ---- the plot -----------------------------------------------------------------------------------

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
    .right_minimum = NAN,
    .right_maximum = NAN,
    .hover = NAN,
    .markers = { NAN, NAN },
    .cursor = NAN,
    .emphasis = 1.0,
    .font_size = LW_PLOT_FONT_SIZE,
  };
}

bool
lw_plot_is_over_time (const LwPlot *self)
{
  return self->n_curves == 0 || self->curves[0].x.column == 0;
}

bool
lw_plot_has_right (const LwPlot *self)
{
  for (size_t i = 0; i < self->n_curves; i++)
    if (self->curves[i].right)
      return true;
  return false;
}

bool
lw_plot_has_markers (const LwPlot *self)
{
  return !isnan (self->markers[0]) && !isnan (self->markers[1]);
}

double
lw_plot_shown_factor (const LwPlot *self, const char *unit)
{
  return lw_units_to_shown (&self->units, unit, 1.0);
}

const char *
lw_plot_curve_unit (const LwPlot *self, const LwPlotCurve *curve)
{
  return curve->unit != NULL ? curve->unit : self->y_unit;
}

double
lw_plot_noise_level (const LwPlot *self, bool right)
{
  double level = INFINITY;

  if (!self->logarithmic)
    return 0.0;
  for (size_t i = 0; i < self->n_curves; i++)
    if (self->curves[i].right == right)
      level = MIN (level, self->curves[i].round_off);
  return isfinite (level) ? level : 0.0;
}

// ---- curves -------------------------------------------------------------------------------------

bool
lw_plot_has_samples (const LwPlotCurve *curve)
{
  return !curve->hidden && lw_series_n_samples (curve->y) > 0;
}

LwSeries
lw_plot_x (const LwPlotCurve *curve)
{
  return lw_series_exists (curve->x) ? curve->x : (LwSeries){ curve->y.recording, curve->x.column };
}

size_t
lw_plot_n_samples (const LwPlotCurve *curve)
{
  return MIN (lw_series_n_samples (curve->y), lw_series_n_samples (lw_plot_x (curve)));
}

double
lw_plot_x_value (const LwPlotCurve *curve, size_t sample)
{
  return lw_series_value (lw_plot_x (curve), sample);
}

bool
lw_plot_value_at (const LwPlotCurve *curve, double time, double *x, double *y)
{
  size_t n, sample;

  if (!lw_series_exists (curve->y) || curve->hidden || isnan (time))
    return false;
  n = lw_plot_n_samples (curve);
  if (n == 0 || lw_series_time (curve->y, 0) > time)
    return false;
  sample = MIN (lw_recording_find (curve->y.recording, time), n - 1);
  *x = lw_plot_x_value (curve, sample);
  *y = lw_series_value (curve->y, sample);
  return true;
}

double
lw_plot_clean (const LwPlotCurve *curve, double value)
{
  return fabs (value) <= curve->round_off ? 0.0 : value;
}

bool
lw_plot_is_noise (const LwPlot *self,
                  const LwPlotCurve *curve,
                  const LwPlotColumn *columns,
                  size_t n)
{
  if (!self->logarithmic || !(curve->round_off > 0.0))
    return false;
  for (size_t i = 0; i < n; i++)
    if (columns[i].any && columns[i].maximum > curve->round_off)
      return false;
  return true;
}

bool
lw_plot_time_statistics (const LwPlotCurve *curve,
                         double from,
                         double to,
                         LwPlotStatistics *statistics)
{
  LwPlotColumn column;

  lw_plot_columns (curve->y, from, to, &column, 1);
  if (!lw_series_range (curve->y, column.begin, column.end, &statistics->minimum,
                        &statistics->maximum))
    return false;
  statistics->integrals = lw_series_integrate (curve->y, column.begin, column.end);
  return true;
}
