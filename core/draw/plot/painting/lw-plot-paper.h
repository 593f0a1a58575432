// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots on a page: a title, one or two columns, legends in the plots or beside them.

#pragma once

#include "lw-plot-paper-options.h"
#include "lw-plot.h"
#include "lw-progress.h"

G_BEGIN_DECLS

/// Initialises the palette of the style.
void lw_plot_paper_init_palette (const LwPlotPaper *self, LwPalette *palette);
/// Draws the background, the title and n plots on an area of full_width x full_height px. `progress` may be NULL.
void lw_plot_paper_draw (const LwPlotPaper *self,
                         LwPlot *plots,
                         guint n,
                         LwPainter *painter,
                         double full_width,
                         double full_height,
                         const LwProgress *progress);

G_END_DECLS
