// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots under the transport, side by side.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"

G_BEGIN_DECLS

/// px
#define LW_PLOTS_DOCK_HEIGHT 204
#define LW_PLOTS_DOCK_MINIMUM_HEIGHT 120

#define LW_TYPE_PLOTS_DOCK (lw_plots_dock_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotsDock, lw_plots_dock, LW, PLOTS_DOCK, GtkBox)

/// One plot view for each plot of the player's layout, at most six; NULL: none.
void lw_plots_dock_set_player (LwPlotsDock *self, LwPlayer *player);
/// Whose layout the menus of the plots edit; NULL: none.
void lw_plots_dock_set_document (LwPlotsDock *self, LwDocument *document);

/// Only the plot with this title; NULL: all. Before there is a player.
void lw_plots_dock_set_only (LwPlotsDock *self, const char *title);
/// Show one plot (by its title), or all (NULL), in a window of its own beside the dock as well; a
/// dock that is in such a window itself opens none.
void lw_plots_dock_pop_out (LwPlotsDock *self, const char *title);

/// Only the first plot is seen, for a presentation, or all again.
void lw_plots_dock_show_first (LwPlotsDock *self, bool only);
/// One below the other, for a narrow window.
void lw_plots_dock_set_stacked (LwPlotsDock *self, bool stacked);

G_END_DECLS
