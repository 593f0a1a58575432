// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the parts of a plot share while it is drawn.

#pragma once

#include "lw-plot.h"

G_BEGIN_DECLS

/// An axis in the units in which it is shown.
typedef struct
{
  const char *quantity, *unit;
  double factor; ///< shown unit per recorded unit: degrees per rad
  LwScale scale;
  LwTicks ticks;
} LwPlotAxis;

/// An entry of the legend, from the upper left corner of the plot.
typedef struct
{
  double x, y, width; ///< px; y of its middle
  char *label;        ///< as much of it as has room; NULL: all
} LwPlotLegendEntry;

/// Where the legend lies.
typedef struct
{
  char *title; ///< as much of it as has room
  LwPlotLegendEntry *entries;
  size_t n_shown, n_lines; ///< lines below that of the title
  double more_x, more_y;   ///< px, the end of the count of those that have no room
} LwPlotLegend;

/// One plot being drawn.
typedef struct
{
  const LwPlot *plot;
  LwPainter *painter;
  const LwPalette *palette;
  LwPlotFrame frame;
  double x, y, width, height; ///< the whole rectangle, px
  LwPlotAxis x_axis, y_axis, right_axis;
  size_t n_columns;
  LwPlotColumn **columns; ///< by curve; NULL: not over time, or nothing to see
  LwPlotLegend legend;
} LwPlotDrawing;

/// What a number is shown in, for a unit of the recording.
const char *lw_plot_shown_unit (const LwPlot *plot, const char *unit);
double lw_plot_shown_factor (const LwPlot *plot, const char *unit);
const char *lw_plot_decimal_point (const LwPlotDrawing *self);
LwTextStyle lw_plot_number_style (const LwPlotDrawing *self);
/// The axis of a scale, with its ticks.
void lw_plot_axis_init (LwPlotAxis *self,
                        const LwPlot *plot,
                        const char *quantity,
                        const char *unit,
                        const LwScale *scale,
                        double spacing);
/// Px between the ticks of the axes.
#define LW_PLOT_TICKS_X 72.0
#define LW_PLOT_TICKS_Y 38.0
#define LW_PLOT_CASING 0.8 ///< of a curve, to either side
#define LW_PLOT_MARGIN_SIDE 12.0
#define LW_PLOT_MARGIN_TOP 26.0
#define LW_PLOT_LEGEND_LINE 17.0 ///< px of a line of the legend below the title

/// Ranges, columns and axes: where the plot comes to lie.
void lw_plot_find_frame (LwPlotDrawing *self);
bool lw_plot_has_samples (const LwPlotCurve *curve);
/// Samples that both axes have.
size_t lw_plot_n_samples (const LwPlotCurve *curve);
/// The value of the x axis at a sample.
double lw_plot_x_value (const LwPlotCurve *curve, size_t sample);
const LwScale *lw_plot_scale_of (const LwPlotDrawing *self, const LwPlotCurve *curve);

/// How a curve of the plot is drawn.
void lw_plot_curve_style (const LwPlotDrawing *self, const LwPlotCurve *curve, LwCurveStyle *style);
/// A sample of the line in the legend and the readout.
void lw_plot_draw_sample (const LwPlotDrawing *self,
                          const LwPlotCurve *curve,
                          double x,
                          double y,
                          double length);
/// Of a logarithmic axis: values below it are round-off of every curve; 0: none are.
double lw_plot_noise_level (const LwPlotDrawing *self, bool right);
/// Where something lies below it, the range reaches beyond it, and not far below it.
void lw_plot_show_noise_level (const LwPlotDrawing *self, bool right, double *low, double *high);
void lw_plot_draw_noise_band (const LwPlotDrawing *self);
/// All that is seen of a curve is round-off: its envelope.
bool
lw_plot_is_noise (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwPlotColumn *columns);
void lw_plot_draw_noise (const LwPlotDrawing *self,
                         const LwPlotCurve *curve,
                         const LwPlotColumn *columns,
                         const LwCurveStyle *style);
/// Curves, zeros on a logarithmic axis, and the dots on the cursor.
void lw_plot_draw_curves (const LwPlotDrawing *self);
void lw_plot_draw_cursor (const LwPlotDrawing *self);
/// One column of a recording over another.
void
lw_plot_draw_phase (const LwPlotDrawing *self, const LwPlotCurve *curve, const LwCurveStyle *style);
/// What lies behind the x axis of a curve.
const LwRecording *lw_plot_x_recording (const LwPlotCurve *curve);
/// Values go to px; NAN where a logarithmic axis cannot show one.
double lw_plot_map_y (const LwPlotDrawing *self, const LwScale *scale, double value);
double lw_plot_curve_width (const LwPlotDrawing *self);
/// Stroke the current path as this curve.
void lw_plot_stroke_curve (const LwPlotDrawing *self, const LwCurveStyle *style, double width);
/// The box with the values at the cursor, or where the pointer is.
void lw_plot_draw_readout (const LwPlotDrawing *self);
/// Markers, and under the plot their differences and the statistics.
void lw_plot_draw_marks (const LwPlotDrawing *self);
/// What is told of a column where it is visible.
typedef struct
{
  double minimum, maximum;
  LwRecordingIntegrals integrals;
} LwPlotStatistics;

/// Of a curve over a value: of both axes, where its points lie in the frame. False: nowhere.
bool lw_plot_phase_statistics (const LwPlotDrawing *self,
                               const LwPlotCurve *curve,
                               LwPlotStatistics *of_axis,
                               LwPlotStatistics *statistics);
/// The unit of the curve, which may be another one than that of the axis.
const char *lw_plot_curve_unit (const LwPlotDrawing *self, const LwPlotCurve *curve);
/// The value, or zero where it is round-off.
double lw_plot_clean (const LwPlotCurve *curve, double value);
void lw_plot_format_value (const LwPlotDrawing *self,
                           const LwPlotCurve *curve,
                           double value,
                           char number[LW_NUMBER_SIZE]);
/// A value of the x axis with as many places as a pixel is wide.
void lw_plot_format_x (const LwPlotDrawing *self, double x, char number[LW_NUMBER_SIZE]);
/// Where a curve over a value is at an instant, px. False: nowhere, or outside of the frame.
bool lw_plot_place_at (const LwPlotDrawing *self,
                       const LwPlotCurve *curve,
                       double time,
                       double *x,
                       double *y);
/// Ticks where something happened.
void lw_plot_draw_events (const LwPlotDrawing *self);
/// Px that these lines take.
double lw_plot_foot_height (const LwPlot *plot, double height); ///< of a plot of that height
/// Of a plot of this size, px.
void lw_plot_legend_init (LwPlotLegend *self,
                          const LwPlot *plot,
                          LwFonts *fonts,
                          double width,
                          double height);
void lw_plot_legend_clear (LwPlotLegend *self);
void lw_plot_draw_title (const LwPlotDrawing *self);
/// Sample of a curve at a time: the last one at or before it. False: there is none.
bool lw_plot_value_at (const LwPlotCurve *curve, double time, double *x, double *y);
/// Samples [*first, *last) of a curve in the visible range of a plot over time.
void
lw_plot_visible (const LwPlotDrawing *self, const LwPlotCurve *curve, size_t *first, size_t *last);

G_END_DECLS
