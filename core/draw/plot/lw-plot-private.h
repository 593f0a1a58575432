// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the parts of a plot while it is drawn.

#pragma once

#include "lw-plot.h"

G_BEGIN_DECLS

/// An axis in displayed units.
typedef struct
{
  const char *quantity, *unit;
  double factor; ///< displayed units per recorded unit: degrees per rad
  LwScale scale;
  LwTicks ticks;
} LwPlotAxis;

/// An entry of the legend, relative to the upper left corner of the plot.
typedef struct
{
  size_t curve;       ///< the curve, or the first one of another run
  double x, y, width; ///< px; y of its middle
  char *label;        ///< shortened to the available width; NULL if complete
} LwPlotLegendEntry;

/// Layout of the legend.
typedef struct
{
  char *title; ///< shortened to the available width
  LwPlotLegendEntry *entries;
  size_t n_entries;
  size_t n_shown, n_lines; ///< entries shown; lines below the title line
  double more_x, more_y;   ///< px, end of the count of omitted entries
} LwPlotLegend;

/// State of the plot being drawn.
typedef struct
{
  const LwPlot *plot;
  LwPainter *painter;
  const LwPalette *palette;
  LwPlotFrame frame;
  double x, y, width, height; ///< px, the whole rectangle
  LwPlotAxis x_axis, y_axis, right_axis;
  size_t n_columns;
  LwPlotColumn **columns; ///< by curve; NULL if not over time or not visible
  LwPlotLegend legend;
} LwPlotDrawing;

/// Returns a text shortened to `room` px, with an ellipsis if it was cut.
char *
lw_plot_dup_shortened (LwFonts *fonts, const char *text, const LwTextStyle *style, double room);
/// Returns the displayed unit for a unit of the recording.
const char *lw_plot_shown_unit (const LwPlot *plot, const char *unit);
double lw_plot_shown_factor (const LwPlot *plot, const char *unit);
const char *lw_plot_decimal_point (const LwPlotDrawing *self);
LwTextStyle lw_plot_number_style (const LwPlotDrawing *self);
/// Initialises the axis of a scale, with its ticks.
void lw_plot_axis_init (LwPlotAxis *self,
                        const LwPlot *plot,
                        const char *quantity,
                        const char *unit,
                        const LwScale *scale,
                        double spacing);
/// Distance between the ticks of the axes, px.
#define LW_PLOT_TICKS_X 72.0
#define LW_PLOT_TICKS_Y 38.0
#define LW_PLOT_CASING 0.8 ///< width of the casing of a curve on either side
#define LW_PLOT_MARGIN_SIDE 12.0
#define LW_PLOT_MARGIN_TOP 26.0
#define LW_PLOT_LEGEND_LINE 17.0 ///< px, height of a line of the legend below the title

/// Computes ranges, columns and axes, and from them the frame.
void lw_plot_find_frame (LwPlotDrawing *self);
bool lw_plot_has_samples (const LwPlotCurve *curve);
/// Returns the number of samples that both axes have.
size_t lw_plot_n_samples (const LwPlotCurve *curve);
/// Returns the value of the x axis at a sample.
double lw_plot_x_value (const LwPlotCurve *curve, size_t sample);
const LwScale *lw_plot_scale_of (const LwPlotDrawing *self, const LwPlotCurve *curve);

/// Computes the style of a curve of the plot.
void lw_plot_curve_style (const LwPlotDrawing *self, const LwPlotCurve *curve, LwCurveStyle *style);
/// Computes the style of all curves of another run: its dash in the colour of text.
void lw_plot_run_style (const LwPlotDrawing *self, const LwPlotCurve *curve, LwCurveStyle *style);
/// Draws a sample of a line in the legend and the readout.
void lw_plot_draw_style (const LwPlotDrawing *self,
                         const LwCurveStyle *style,
                         double x,
                         double y,
                         double length);
void lw_plot_draw_sample (const LwPlotDrawing *self,
                          const LwPlotCurve *curve,
                          double x,
                          double y,
                          double length);
/// Returns the noise level of a logarithmic axis: values below it are round-off for every curve; 0
/// if there is none.
double lw_plot_noise_level (const LwPlotDrawing *self, bool right);
/// Extends the range beyond the noise level, but not far below it, if there are values below that
/// level.
void lw_plot_show_noise_level (const LwPlotDrawing *self, bool right, double *low, double *high);
void lw_plot_draw_noise_band (const LwPlotDrawing *self);
/// Returns true if the visible part of a curve is only round-off, of which the envelope is drawn.
bool
lw_plot_is_noise (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwPlotColumn *columns);
void lw_plot_draw_noise (const LwPlotDrawing *self,
                         const LwPlotCurve *curve,
                         const LwPlotColumn *columns,
                         const LwCurveStyle *style);
/// Draws curves, zeros on a logarithmic axis, and the dots on the cursor.
void lw_plot_draw_curves (const LwPlotDrawing *self);
void lw_plot_draw_cursor (const LwPlotDrawing *self);
/// Draws one column of a recording over another.
void
lw_plot_draw_phase (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwCurveStyle *style);
/// Returns the recording behind the x axis of a curve.
const LwRecording *lw_plot_x_recording (const LwPlotCurve *curve);
/// Converts a value to px; NAN if a logarithmic axis cannot show it.
double lw_plot_map_y (const LwPlotDrawing *self, const LwScale *scale, double value);
double lw_plot_curve_width (const LwPlotDrawing *self);
/// Strokes the current path as this curve.
void lw_plot_stroke_curve (const LwPlotDrawing *self, const LwCurveStyle *style, double width);
/// Draws the box with the values at the cursor, or at the pointer.
void lw_plot_draw_readout (const LwPlotDrawing *self);
/// Draws markers and, under the plot, their differences and the statistics.
void lw_plot_draw_marks (const LwPlotDrawing *self);
/// Statistics of the visible part of a column.
typedef struct
{
  double minimum, maximum;
  LwRecordingIntegrals integrals;
} LwPlotStatistics;

/// Computes the statistics of both axes for a curve over a value, from the points in the frame.
/// Returns false if there are none.
bool lw_plot_phase_statistics (const LwPlotDrawing *self,
                               const LwPlotCurve *curve,
                               LwPlotStatistics *of_axis,
                               LwPlotStatistics *statistics);
/// Returns the height of the table of statistics of a plot of this height, px; 0 if it has none.
double lw_plot_statistics_height (const LwPlot *plot, double height);
/// Draws that table; `y`: middle of its first line.
void lw_plot_draw_statistics (const LwPlotDrawing *self, double y);
/// Returns the unit of the curve, which may differ from the unit of the axis.
const char *lw_plot_curve_unit (const LwPlotDrawing *self, const LwPlotCurve *curve);
/// Returns the value, or zero if it is round-off.
double lw_plot_clean (const LwPlotCurve *curve, double value);
void lw_plot_format_value (const LwPlotDrawing *self,
                           const LwPlotCurve *curve,
                           double value,
                           char number[LW_NUMBER_SIZE]);
/// Formats a value of the x axis with the resolution of a pixel.
void lw_plot_format_x (const LwPlotDrawing *self, double x, char number[LW_NUMBER_SIZE]);
/// Computes the place of a curve over a value at a time, px. Returns false if there is none, or if
/// it is outside the frame.
bool lw_plot_place_at (const LwPlotDrawing *self,
                       const LwPlotCurve *curve,
                       double time,
                       double *x,
                       double *y);
/// Draws ticks for events.
void lw_plot_draw_events (const LwPlotDrawing *self);
/// Returns the height of these lines for a plot of this height, px.
double lw_plot_foot_height (const LwPlot *plot, double height);
/// Computes the legend of a plot of this size, px.
void lw_plot_legend_init (LwPlotLegend *self,
                          const LwPlot *plot,
                          LwFonts *fonts,
                          double width,
                          double height);
void lw_plot_legend_clear (LwPlotLegend *self);
void lw_plot_draw_title (const LwPlotDrawing *self);
/// Finds the sample of a curve at a time: the last one at or before it. Returns false if there is
/// none.
bool lw_plot_value_at (const LwPlotCurve *curve, double time, double *x, double *y);
/// Finds the samples [*first, *last) of a curve in the visible range of a plot over time.
void
lw_plot_visible (const LwPlotDrawing *self, const LwPlotCurve *curve, size_t *first, size_t *last);

G_END_DECLS
