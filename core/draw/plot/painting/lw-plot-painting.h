// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the parts of a plot while it is drawn.

#pragma once

#include "lw-plot.h"

G_BEGIN_DECLS

/// The plot being drawn.
typedef struct
{
  const LwPlot *plot;
  const LwPlotGeometry *geometry;
  LwPainter *painter;
  const LwPalette *palette;
} LwPlotDrawing;

#define LW_PLOT_CASING 0.8 ///< width of the casing of a curve on either side

const char *lw_plot_decimal_point (const LwPlotDrawing *self);

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
double lw_plot_curve_width (const LwPlotDrawing *self);
/// Strokes the current path as this curve.
void lw_plot_stroke_curve (const LwPlotDrawing *self, const LwCurveStyle *style, double width);

void lw_plot_draw_noise_band (const LwPlotDrawing *self);
/// Draws the envelope of a curve that is only round-off.
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
/// Draws the box with the values at the cursor, or at the pointer.
void lw_plot_draw_readout (const LwPlotDrawing *self);
/// Draws markers and, under the plot, their differences and the statistics.
void lw_plot_draw_marks (const LwPlotDrawing *self);
/// Draws the table of statistics; `y`: middle of its first line.
void lw_plot_draw_statistics (const LwPlotDrawing *self, double y);
/// Draws ticks for events.
void lw_plot_draw_events (const LwPlotDrawing *self);
void lw_plot_draw_title (const LwPlotDrawing *self);

/// Returns the unit in which values of an axis, or of a curve, are displayed, with the prefix that the
/// axis shows ("kN"), and the displayed units per unit of the recording. Free with g_free ().
char *lw_plot_dup_axis_unit (const LwPlotDrawing *self, const LwPlotAxis *axis, double *factor);
char *lw_plot_dup_value_unit (const LwPlotDrawing *self, const LwPlotCurve *curve, double *factor);
void lw_plot_format_value (const LwPlotDrawing *self,
                           const LwPlotCurve *curve,
                           double value,
                           char number[LW_NUMBER_SIZE]);
void lw_plot_format_x (const LwPlotDrawing *self, double x, char number[LW_NUMBER_SIZE]);
/// Returns a value of the x axis, with its unit, to the resolution of a pixel. Free with g_free ().
char *lw_plot_dup_x (const LwPlotDrawing *self, double x);

G_END_DECLS
