// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layout of a plot in a rectangle: the ranges of its axes, and the places of curves, numbers,
// legend and foot. Measures text, and paints nothing.

#pragma once

#include "lw-axis.h"
#include "lw-painter.h"
#include "lw-plot-data.h"

G_BEGIN_DECLS

/// Places of the curves.
typedef struct
{
  double x, y, width, height; ///< px, area of the curves
  LwScale x_scale, y_scale;   ///< in the units of the recording
  LwScale right_scale;
  bool has_right; ///< true if a curve uses the axis at the right
} LwPlotFrame;

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

typedef struct
{
  const LwPlot *plot;         ///< borrowed
  LwFonts *fonts;             ///< borrowed
  double x, y, width, height; ///< px, the whole rectangle
  LwPlotFrame frame;
  LwPlotAxis x_axis, y_axis, right_axis;
  size_t n_columns;
  LwPlotColumn **columns; ///< by curve; NULL if not over time or not visible
  LwPlotLegend legend;
} LwPlotGeometry;

/// Computes the layout of a plot in a rectangle, px.
void lw_plot_geometry_init (LwPlotGeometry *self,
                            const LwPlot *plot,
                            LwFonts *fonts,
                            double x,
                            double y,
                            double width,
                            double height);
/// Computes what is needed for values at one time, in the frame of an earlier layout: no columns,
/// no legend and only the x axis.
void lw_plot_geometry_init_in_frame (LwPlotGeometry *self,
                                     const LwPlot *plot,
                                     LwFonts *fonts,
                                     const LwPlotFrame *frame);
void lw_plot_geometry_clear (LwPlotGeometry *self);

/// Returns a length for text in larger letters: `px` at the usual size of the numbers of the axes.
double lw_plot_letters (const LwPlot *plot, double px);

/// Distance between the ticks of the axes, px. These lengths are for letters of the usual size.
#define LW_PLOT_TICKS_X 72.0
#define LW_PLOT_TICKS_Y 38.0
#define LW_PLOT_MARGIN_SIDE 12.0
#define LW_PLOT_MARGIN_TOP 26.0
#define LW_PLOT_TITLE_LINE 12.0      ///< px, from the top to the middle of the title
#define LW_PLOT_LEGEND_LINE 17.0     ///< px, height of a line of the legend below the title
#define LW_PLOT_LEGEND_GAP 6.0       ///< px, between a line sample and its label
#define LW_PLOT_LEGEND_SAMPLE 18.0   ///< px
#define LW_PLOT_DIFFERENCE_LINE 20.0 ///< px, height of the line with differences of the markers
#define LW_PLOT_STATISTICS_LINE 16.0 ///< px, height of a line of the table of statistics

/// Returns the displayed form of the displayed unit for a unit of the recording.
const char *lw_plot_shown_unit (const LwPlot *plot, const char *unit);
/// Initialises the axis of a scale, with its ticks.
void lw_plot_axis_init (LwPlotAxis *self,
                        const LwPlot *plot,
                        const char *quantity,
                        const char *unit,
                        const LwScale *scale,
                        double spacing);
/// Returns the prefix of the displayed unit of an axis for the power of ten that its numbers omit;
/// NULL if there is none.
const char *lw_plot_axis_prefix (const LwPlot *plot, const LwPlotAxis *axis);
const LwPlotAxis *lw_plot_axis_of (const LwPlotGeometry *self, const LwPlotCurve *curve);
/// Computes the ranges of the x axis, and of a vertical axis from the columns.
void lw_plot_find_x_range (LwPlotGeometry *self);
void lw_plot_find_y_range (const LwPlotGeometry *self, bool right, LwScale *scale);
LwTextStyle lw_plot_number_style (const LwPlot *plot, LwColour colour);
const LwScale *lw_plot_scale_of (const LwPlotFrame *frame, const LwPlotCurve *curve);
/// Converts a value to px; NAN if a logarithmic axis cannot show it.
double lw_plot_map_y (const LwPlotGeometry *self, const LwScale *scale, double value);
/// Computes the place of a curve over a value at a time, px. Returns false if there is none, or if
/// it is outside the frame.
bool lw_plot_place_at (const LwPlotGeometry *self,
                       const LwPlotCurve *curve,
                       double time,
                       double *x,
                       double *y);
/// Computes the visible part of the plane of a curve over a value: least and largest x, least and
/// largest y, in the units of the recording.
void lw_plot_visible_box (const LwPlotGeometry *self, const LwPlotCurve *curve, double box[4]);

/// Computes the box of the samples [first, last) of a curve: least and largest x, least and largest
/// y, px. Returns false if it is undefined or, on a logarithmic axis, partly undefined.
bool lw_plot_sample_box (const LwPlotFrame *frame,
                         const LwPlotCurve *curve,
                         size_t first,
                         size_t last,
                         double box[4]);
/// Returns the time at which a curve that is not over time was nearest to a place of the plot;
/// NAN if there is none nearer than `reach` px.
double lw_plot_nearest_time (const LwPlot *plot,
                             const LwPlotFrame *frame,
                             double x,
                             double y,
                             double reach);

/// Computes the legend of a plot of this size, px.
void lw_plot_legend_init (LwPlotLegend *self,
                          const LwPlot *plot,
                          LwFonts *fonts,
                          double width,
                          double height);
void lw_plot_legend_clear (LwPlotLegend *self);
const char *lw_plot_legend_label (const LwPlot *plot, const LwPlotLegendEntry *entry);
LwTextStyle lw_plot_title_style (const LwPlot *plot, LwColour colour);
LwTextStyle lw_plot_legend_style (const LwPlot *plot, LwColour colour);
/// Returns a text shortened to `room` px, with an ellipsis if it was cut.
char *
lw_plot_dup_shortened (LwFonts *fonts, const char *text, const LwTextStyle *style, double room);

#define LW_PLOT_LEGEND_NONE (-1)
#define LW_PLOT_LEGEND_MORE (-2) ///< the count of omitted entries

/// Returns the index of the curve whose legend entry is at (px, py) from the upper left corner of a
/// plot of this size, or one of the constants above; of a named run, the first curve.
int lw_plot_legend_at (const LwPlot *plot,
                       LwFonts *fonts,
                       double width,
                       double height,
                       double px,
                       double py);

/// Returns the number of curves with statistics, and how many of them a plot of this height shows.
size_t lw_plot_count_statistics (const LwPlot *plot);
size_t lw_plot_count_shown_statistics (const LwPlot *plot, double height);
/// Returns the height of the lines under a plot of this height, px: differences of the markers, and
/// the table of statistics.
double lw_plot_foot_height (const LwPlot *plot, double height);

G_END_DECLS
