// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A separate window with plots, for a second screen: one plot, or all of them. It shows the plots
// of the dock from which it was opened, at the same time, and closes with the dock.

#pragma once

#include "lw-plots-dock.h"
#include "lw-sub-window.h"

G_BEGIN_DECLS

#define LW_TYPE_PLOTS_WINDOW (lw_plots_window_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotsWindow, lw_plots_window, LW, PLOTS_WINDOW, LwSubWindow)

/// Returns a new window. `home`: the dock. `title`: title of the only plot to be shown; NULL shows
/// all.
LwPlotsWindow *lw_plots_window_new (LwPlotsDock *home, const char *title);
LwPlotsDock *lw_plots_window_get_dock (LwPlotsWindow *self);

G_END_DECLS
