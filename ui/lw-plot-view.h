// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One live plot. Its cursor is the shown instant: pressing or dragging in it seeks. The wheel zooms
// the time axis at the pointer, a double click shows the whole run, the legend switches curves.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_PLOT_VIEW (lw_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotView, lw_plot_view, LW, PLOT_VIEW, GtkWidget)

/// The plot at `index` of the player's layout.
GtkWidget *lw_plot_view_new (LwPlayer *player, guint index);

/// The shown part of the time axis, s.
void lw_plot_view_get_range (LwPlotView *self, double *minimum, double *maximum);
void lw_plot_view_zoom (LwPlotView *self, double time, double factor); ///< `time` stays where it is
void lw_plot_view_fit (LwPlotView *self);                              ///< the whole run
/// The area of the curves, px in the widget; false before it was drawn.
bool lw_plot_view_get_area (LwPlotView *self, GdkRectangle *area);

G_END_DECLS
