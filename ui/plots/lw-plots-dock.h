// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots below the transport, side by side.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"

G_BEGIN_DECLS

/// Heights in px.
#define LW_PLOTS_DOCK_HEIGHT 204
#define LW_PLOTS_DOCK_MINIMUM_HEIGHT 120

#define LW_TYPE_PLOTS_DOCK (lw_plots_dock_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotsDock, lw_plots_dock, LW, PLOTS_DOCK, GtkBox)

/// Shows one view for each plot of the player's layout, at most six; NULL shows none.
void lw_plots_dock_set_player (LwPlotsDock *self, LwPlayer *player);
/// Sets the document whose layout the menus of the plots edit; NULL if there is none.
void lw_plots_dock_set_document (LwPlotsDock *self, LwDocument *document);

/// Shows only the plot with this title; NULL shows all. Call it before there is a player.
void lw_plots_dock_set_only (LwPlotsDock *self, const char *title);
/// Shows one plot (by its title), or all (NULL), in an additional separate window; a dock that is
/// in such a window opens none.
void lw_plots_dock_pop_out (LwPlotsDock *self, const char *title);

/// Shows a widget before the plots, on which a prediction is drawn; NULL: none.
void lw_plots_dock_set_sheet (LwPlotsDock *self, GtkWidget *sheet);
/// Shows only the first plot, for a presentation, or all again.
void lw_plots_dock_show_first (LwPlotsDock *self, bool only);
/// Stacks the plots vertically, for a narrow window.
void lw_plots_dock_set_stacked (LwPlotsDock *self, bool stacked);

G_END_DECLS
