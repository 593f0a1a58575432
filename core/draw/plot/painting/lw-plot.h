// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One plot in a rectangle. Drawing time depends on the number of pixels, not of samples.

#pragma once

#include "lw-palette.h"
#include "lw-plot-data.h"
#include "lw-plot-geometry.h"

G_BEGIN_DECLS

/// Draws the plot with the upper left corner of the rectangle at (x, y). `frame` may be NULL.
void lw_plot_draw (const LwPlot *self,
                   LwPainter *painter,
                   const LwPalette *palette,
                   double x,
                   double y,
                   double width,
                   double height,
                   LwPlotFrame *frame);
/// Draws the displayed time of a plot that was drawn without a cursor: the cursor, its dots and
/// readout, the shade after it. For callers that keep a picture of the plot while only the time
/// changes; `frame` is the layout from drawing that picture.
void lw_plot_draw_instant (const LwPlot *self,
                           LwPainter *painter,
                           const LwPalette *palette,
                           const LwPlotFrame *frame);
/// Draws the line sample of a curve in the legend, from x = 0 to LW_PLOT_LEGEND_SAMPLE.
void lw_plot_draw_legend_sample (const LwPlot *self,
                                 LwPainter *painter,
                                 const LwPalette *palette,
                                 size_t curve,
                                 double y);

G_END_DECLS
