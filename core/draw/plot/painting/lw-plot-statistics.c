// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the statistics of the visible part of the curves: a table under the plot with a line for
// each curve.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-plot-painting.h"

#define MEAN_ROUND_OFF 1e-14 ///< in parts of the largest value
#define GAP 12.0             ///< px, between columns
#define SAMPLE_GAP 6.0
#define LEAST_LABEL 48.0 ///< px, least width of a shortened label

enum
{
  MINIMUM,
  MAXIMUM,
  MEAN,
  RMS,
  N_VALUES,
};

static const char *const headings[N_VALUES] = {
  [MINIMUM] = N_ ("min"),
  [MAXIMUM] = N_ ("max"),
  [MEAN] = N_ ("mean"),
  [RMS] = N_ ("RMS"),
};

typedef struct
{
  const LwPlotCurve *curve; ///< NULL for the value of the axis
  const char *label, *unit; ///< unit as displayed
  char values[N_VALUES][LW_NUMBER_SIZE];
} Row;

// ---- values -----------------------------------------------------------------------------------

static void
put_value (const LwPlotDrawing *self,
           Row *row,
           int index,
           double value,
           double limit,
           double factor)
{
  lw_format_number (row->values[index], fabs (value) <= limit ? 0.0 : value * factor, 4,
                    lw_plot_decimal_point (self));
}

static void
fill_row (const LwPlotDrawing *self,
          Row *row,
          const char *unit,
          double factor,
          double round_off,
          const LwPlotStatistics *statistics)
{
  const LwRecordingIntegrals *integrals = &statistics->integrals;
  const double largest = fmax (fabs (statistics->minimum), fabs (statistics->maximum));
  // A sum of cancelling larger values has the same round-off as they have.
  const double limit = fmax (round_off, MEAN_ROUND_OFF * largest);

  row->unit = lw_unit_shown (g_intern_string (unit));
  put_value (self, row, MINIMUM, statistics->minimum, limit, factor);
  put_value (self, row, MAXIMUM, statistics->maximum, limit, factor);
  // A single instant has no mean.
  if (!(integrals->time > 0.0))
    return;
  put_value (self, row, MEAN, integrals->value / integrals->time, limit, factor);
  put_value (self, row, RMS, sqrt (fmax (integrals->square / integrals->time, 0.0)), limit, factor);
}

/// Computes the statistics of a curve in the visible range; sets `of_axis` only on a plot against a
/// value.
static bool
find_statistics (const LwPlotDrawing *self,
                 const LwPlotCurve *curve,
                 LwPlotStatistics *of_axis,
                 LwPlotStatistics *statistics)
{
  const LwScale *x_scale = &self->geometry->frame.x_scale;
  double box[4];

  if (lw_plot_is_over_time (self->plot))
    return lw_plot_time_statistics (curve, x_scale->minimum, x_scale->maximum, statistics);
  lw_plot_visible_box (self->geometry, curve, box);
  return lw_plot_phase_statistics (curve, box, of_axis, statistics);
}

/// Returns the number of rows filled.
static size_t
fill_rows (const LwPlotDrawing *self, Row *rows)
{
  const LwPlot *plot = self->plot;
  bool told = lw_plot_is_over_time (plot);
  size_t left = lw_plot_count_shown_statistics (plot, self->geometry->height), n = 0;

  for (size_t i = 0; i < plot->n_curves && left > 0; i++) {
    const LwPlotCurve *curve = &plot->curves[i];
    LwPlotStatistics of_axis, statistics;
    g_autofree char *unit = NULL;
    double factor;

    if (!lw_plot_has_samples (curve))
      continue;
    left--;
    if (!find_statistics (self, curve, &of_axis, &statistics))
      continue;
    if (!told) {
      g_autofree char *of_x = lw_plot_dup_axis_unit (self, &self->geometry->x_axis, &factor);

      rows[n].label = plot->x_quantity;
      fill_row (self, &rows[n++], of_x, factor, 0.0, &of_axis);
    }
    told = true;
    rows[n].curve = curve;
    rows[n].label = curve->label != NULL ? curve->label : "";
    unit = lw_plot_dup_value_unit (self, curve, &factor);
    fill_row (self, &rows[n++], unit, factor, curve->round_off, &statistics);
  }
  return n;
}

// ---- drawing ----------------------------------------------------------------------------------

static double
measure (const LwPlotDrawing *self, const char *text, const LwTextStyle *style)
{
  LwTextExtents extents;

  lw_painter_measure (self->painter, text, style, &extents);
  return extents.width;
}

static void
draw_row (const LwPlotDrawing *self,
          const Row *row,
          const double *ends,
          size_t n_values,
          double y,
          LwTextStyle style)
{
  const double x = self->geometry->x + LW_PLOT_MARGIN_SIDE;
  const double label_x = x + LW_PLOT_LEGEND_SAMPLE + SAMPLE_GAP;
  g_autofree char *label = lw_plot_dup_shortened (lw_painter_get_fonts (self->painter), row->label,
                                                  &style, ends[0] - label_x - GAP);

  if (row->curve != NULL)
    lw_plot_draw_sample (self, row->curve, x, y, LW_PLOT_LEGEND_SAMPLE);
  lw_painter_text (self->painter, label_x, y, label, &style);
  lw_painter_text (self->painter, ends[N_VALUES] + 4.0, y, row->unit, &style);
  style.anchor = LW_ANCHOR_END;
  style.tabular = true;
  for (size_t i = 0; i < n_values; i++)
    lw_painter_text (self->painter, ends[i + 1], y, row->values[i], &style);
}

/// Finds the columns, right-aligned with the unit last, and leaves out the last ones where a narrow
/// plot has no space for them. `ends`: begin of the values, then the end of each, px; [N_VALUES]: the
/// last shown. Returns the number of columns with values.
static size_t
find_columns (const LwPlotDrawing *self,
              const Row *rows,
              size_t n,
              const LwTextStyle *style,
              double ends[N_VALUES + 1])
{
  const double right = self->geometry->x + self->geometry->width - LW_PLOT_MARGIN_SIDE;
  const double least =
    self->geometry->x + LW_PLOT_MARGIN_SIDE + LW_PLOT_LEGEND_SAMPLE + SAMPLE_GAP + LEAST_LABEL;
  LwTextStyle tabular = *style;
  double widths[N_VALUES], units = 0.0, sum = 0.0;
  size_t n_values = N_VALUES;

  tabular.tabular = true;
  for (size_t value = 0; value < N_VALUES; value++) {
    widths[value] = measure (self, _ (headings[value]), style);
    for (size_t i = 0; i < n; i++)
      widths[value] = fmax (widths[value], measure (self, rows[i].values[value], &tabular));
    widths[value] += GAP;
    sum += widths[value];
  }
  for (size_t i = 0; i < n; i++)
    units = fmax (units, measure (self, rows[i].unit, style) + 4.0);
  while (n_values > 2 && right - units - sum < least)
    sum -= widths[--n_values];
  ends[0] = right - units - sum;
  for (size_t value = 0; value < n_values; value++)
    ends[value + 1] = ends[value] + widths[value];
  ends[N_VALUES] = right - units;
  return n_values;
}

void
lw_plot_draw_statistics (const LwPlotDrawing *self, double y)
{
  const LwPlot *plot = self->plot;
  const size_t n_curves = lw_plot_count_statistics (plot),
               n_shown = lw_plot_count_shown_statistics (plot, self->geometry->height);
  LwTextStyle style = lw_text_style (lw_plot_letters (plot, 12.0), 400, self->palette->text);
  LwTextStyle heading = lw_text_style (lw_plot_letters (plot, 11.0), 400, self->palette->text_2);
  g_autofree Row *rows = g_new0 (Row, n_shown + 1);
  const size_t n = fill_rows (self, rows);
  const double line = lw_plot_letters (plot, LW_PLOT_STATISTICS_LINE);
  double ends[N_VALUES + 1];
  size_t n_values;

  style.centred = heading.centred = true;
  if (n == 0)
    return;
  n_values = find_columns (self, rows, n, &style, ends);
  if (n_shown < n_curves) {
    // Translators: number of curves in a table, and of all curves
    g_autofree char *part =
      g_strdup_printf (_ ("%u of %u"), (unsigned) n_shown, (unsigned) n_curves);

    lw_painter_text (self->painter, self->geometry->x + LW_PLOT_MARGIN_SIDE, y, part, &heading);
  }
  heading.anchor = LW_ANCHOR_END;
  for (size_t value = 0; value < n_values; value++)
    lw_painter_text (self->painter, ends[value + 1], y, _ (headings[value]), &heading);
  for (size_t i = 0; i < n; i++)
    draw_row (self, &rows[i], ends, n_values, y + line * (double) (i + 1), style);
}
