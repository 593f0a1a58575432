// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the parts of a plot share while it is drawn.

#pragma once

#include "lw-plot.h"

G_BEGIN_DECLS

/// One plot being drawn.
typedef struct
{
  const LwPlot *plot;
  LwPainter *painter;
  const LwPalette *palette;
  LwPlotFrame frame;
  double x, y, width, height; ///< the whole rectangle, px
  double x_factor, y_factor;  ///< shown unit per recorded unit: degrees per rad
  LwTicks x_ticks, y_ticks;   ///< in shown units
  LwScale x_shown, y_shown;
  size_t n_columns;
  LwPlotColumn **columns; ///< by curve; NULL: not over time, or nothing to see
} LwPlotDrawing;

/// How a curve of the plot is drawn.
void lw_plot_curve_style (const LwPlotDrawing *self, const LwPlotCurve *curve, LwCurveStyle *style);
/// A sample of the line in the legend and the readout.
void lw_plot_draw_sample (const LwPlotDrawing *self,
                          const LwPlotCurve *curve,
                          double x,
                          double y,
                          double length);
/// Curves, zeros on a logarithmic axis, and the dots on the cursor.
void lw_plot_draw_curves (const LwPlotDrawing *self);
void lw_plot_draw_cursor (const LwPlotDrawing *self);
void lw_plot_draw_readout (const LwPlotDrawing *self);
void lw_plot_draw_title (const LwPlotDrawing *self);
/// Sample of a curve at the cursor: the last one at or before it. False: there is none.
bool
lw_plot_value_at_cursor (const LwPlotDrawing *self, const LwPlotCurve *curve, double *x, double *y);

G_END_DECLS
