// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plots in a window of their own, for a second screen: one, or all of them. They are those of the
// dock that it was opened from, with the same instant, and it closes with that.

#pragma once

#include <adwaita.h>

#include "lw-plots-dock.h"

G_BEGIN_DECLS

#define LW_TYPE_PLOTS_WINDOW (lw_plots_window_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotsWindow, lw_plots_window, LW, PLOTS_WINDOW, AdwWindow)

/// `home`: the dock. `title`: that of the only plot to be shown; NULL: all.
LwPlotsWindow *lw_plots_window_new (LwPlotsDock *home, const char *title);
LwPlotsDock *lw_plots_window_get_dock (LwPlotsWindow *self);

G_END_DECLS
