// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots below the canvas, for tests of windows.

#pragma once

#include "lw-plot-view-private.h"
#include "testing-window.h"

LwPlotView *testing_plot_at (LwWindow *window, guint index);
/// Exports in the format that the suffix of the name selects. Free with g_object_unref ().
GFile *testing_export_plot (LwPlotView *plot, const char *folder, const char *name);
/// Returns a window with an example that has been played with these plots.
LwWindow *testing_window_with_plots (const char *example, const LwPlotLayout *layouts, guint n);
char *testing_content_of (GFile *file); ///< free with g_free ()
