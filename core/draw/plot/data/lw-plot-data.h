// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data of a plot: its curves and settings, and the values of the curves. Places are in
// lw-plot-geometry.h, the appearance in lw-plot.h.

#pragma once

#include "lw-series.h"
#include "lw-units.h"

G_BEGIN_DECLS

#define LW_PLOT_FONT_SIZE 11.0 ///< px, of the numbers of the axes in letters of the usual size

/// A series over another one. Borrowed.
typedef struct
{
  LwSeries y;        ///< does not exist if nothing has been recorded yet
  LwSeries x;        ///< column 0: time; without a recording, a column of that of `y`
  const char *label; ///< for legend and readout
  const char *unit;  ///< ASCII, for the readout; NULL for the unit of the axis
  guint style;       ///< index of lw_palette_curve ()
  guint other_run;   ///< 0 for the displayed run; others have a dash pattern each
  /// name of the other run: the legend has one entry for all its curves, named by this; NULL: each
  /// curve has an entry
  const char *run;
  bool hidden;      ///< switched off in the legend
  bool right;       ///< uses the axis at the right
  double round_off; ///< values up to it are round-off and shown as zero; 0 if none are
} LwPlotCurve;

/// An event: a tick on the axis of a plot over time.
typedef struct
{
  double time; ///< s
  bool ends;   ///< end of something that began before: an open tick
} LwPlotEvent;

/// Parameters of a plot; start from lw_plot_default (). Strings and curves are borrowed.
typedef struct
{
  const char *title;
  const char *x_quantity, *x_unit;         ///< default "t", "s"
  const char *y_quantity, *y_unit;         ///< ASCII units of the recording: SI
  const char *right_quantity, *right_unit; ///< axis at the right, if a curve uses it
  LwUnits units;                           ///< displayed units; default lw_units_default ()
  const LwPlotCurve *curves;
  size_t n_curves;
  bool logarithmic;
  bool equal_scale;                    ///< equal px per unit on both axes; not over time
  bool spectrum;                       ///< column 0 of the recordings is a frequency
  double x_minimum, x_maximum;         ///< NAN to fit the data
  double y_minimum, y_maximum;         ///< NAN to fit the visible data
  double right_minimum, right_maximum; ///< axis at the right; NAN to fit the visible data
  double cursor;                       ///< in x; NAN if none
  bool paused;  ///< the part after the cursor is shaded, and a pause sign is shown
  bool readout; ///< show a box with the values at the cursor
  /// in x: a line and a box with the values there; NAN if none. On a plot against a value it is a
  /// time, s: rings on the curves, and the box
  double hover;
  double markers[2]; ///< in x, or times in s: values there, and their differences; NAN if not set
  const LwPlotEvent *events; ///< borrowed, in order of time
  size_t n_events;
  bool statistics;   ///< show smallest, largest, mean and RMS value of the visible part
  double title_room; ///< px left free at the right end of the title line
  /// for a file: lines through the samples, of which those closer than 0.05 mm are merged
  bool exact;
  bool no_legend;  ///< the caller draws a legend
  double emphasis; ///< factor on the width of curves; default 1; 2 in a presentation
  double
    font_size; ///< px, of the axis numbers; default LW_PLOT_FONT_SIZE. Other text is in proportion
} LwPlot;

LwPlot lw_plot_default (void);
/// Returns true if the x axis is time or frequency, false for a value against another.
bool lw_plot_is_over_time (const LwPlot *self);
/// Returns true if a curve uses the axis at the right.
bool lw_plot_has_right (const LwPlot *self);
/// Returns true if both markers are set.
bool lw_plot_has_markers (const LwPlot *self);
/// Returns the number of displayed units per unit of the recording: degrees per rad.
double lw_plot_shown_factor (const LwPlot *self, const char *unit);
/// Returns the unit of the curve, which may differ from the unit of the axis.
const char *lw_plot_curve_unit (const LwPlot *self, const LwPlotCurve *curve);
/// Returns the noise level of a logarithmic axis: values below it are round-off for every curve; 0
/// if there is none.
double lw_plot_noise_level (const LwPlot *self, bool right);

bool lw_plot_has_samples (const LwPlotCurve *curve);
/// Returns the series of the x axis of a curve, with its recording.
LwSeries lw_plot_x (const LwPlotCurve *curve);
/// Returns the number of samples that both axes have.
size_t lw_plot_n_samples (const LwPlotCurve *curve);
/// Returns the value of the x axis at a sample.
double lw_plot_x_value (const LwPlotCurve *curve, size_t sample);
/// Finds the sample of a curve at a time: the last one at or before it. Returns false if there is
/// none.
bool lw_plot_value_at (const LwPlotCurve *curve, double time, double *x, double *y);
/// Returns the value, or zero if it is round-off.
double lw_plot_clean (const LwPlotCurve *curve, double value);

/// Values of a curve in one pixel column: first and last, smallest and largest.
typedef struct
{
  bool any;
  double first, last, minimum, maximum;
  size_t begin, end; ///< samples [begin, end)
} LwPlotColumn;

/// Computes the curve in `n` columns of equal width over [x_minimum, x_maximum]; time must be
/// column 0.
void lw_plot_columns (LwSeries series,
                      double x_minimum,
                      double x_maximum,
                      LwPlotColumn *columns,
                      size_t n);
/// Returns true if a curve is only round-off in these columns.
bool lw_plot_is_noise (const LwPlot *self,
                       const LwPlotCurve *curve,
                       const LwPlotColumn *columns,
                       size_t n);

/// Statistics of a part of a column.
typedef struct
{
  double minimum, maximum;
  LwRecordingIntegrals integrals;
} LwPlotStatistics;

/// Computes the statistics of a curve over time for the times [from, to], s. Returns false if it
/// has no value there.
bool lw_plot_time_statistics (const LwPlotCurve *curve,
                              double from,
                              double to,
                              LwPlotStatistics *statistics);
/// Computes the statistics of both axes for a curve over a value, from the points in a box: least
/// and largest x, least and largest y, in the units of the recording. Returns false if there are
/// none.
bool lw_plot_phase_statistics (const LwPlotCurve *curve,
                               const double box[4],
                               LwPlotStatistics *of_axis,
                               LwPlotStatistics *statistics);

G_END_DECLS
