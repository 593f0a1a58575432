// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A live plot. Its cursor is at the displayed time: a click seeks, dragging the cursor scrubs. The
// wheel zooms at the pointer, a drag pans a zoomed plot or scales an axis, a double click shows the
// whole range, the legend switches curves, a right click opens the menu.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_PLOT_VIEW (lw_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotView, lw_plot_view, LW, PLOT_VIEW, GtkWidget)

/// Ranges of the axes, in the units of the recording; NAN shows everything.
typedef struct
{
  double x_minimum, x_maximum;
  double y_minimum, y_maximum;
  double right_minimum, right_maximum;
} LwPlotRange;

/// Returns a view of the plot at `index` of the player's layout. Its menu edits the document; NULL
/// if it cannot be edited.
GtkWidget *lw_plot_view_new (LwPlayer *player, guint index, LwDocument *document);

/// Sets the shown part of the time axis, s.
void lw_plot_view_get_range (LwPlotView *self, double *minimum, double *maximum);
void lw_plot_view_zoom (LwPlotView *self, double time, double factor); ///< about `time`, s
/// Zooms the axis at the left or right about a value.
void lw_plot_view_zoom_values (LwPlotView *self, bool right, double value, double factor);
void lw_plot_view_fit (LwPlotView *self); ///< shows the whole run, all values
/// Shows another player, or another plot of its layout. Keeps ranges, markers and switched-off
/// curves if they still apply.
void lw_plot_view_show (LwPlotView *self, LwPlayer *player, guint index);
const char *lw_plot_view_get_title (LwPlotView *self);
/// Exports as a picture or, depending on the file name suffix, as CSV: time and the curves. Returns
/// false and sets the error if the suffix is unknown or the file cannot be written.
gboolean lw_plot_view_export (LwPlotView *self, GFile *file, GError **error);
/// Places where values can be dropped.
typedef enum
{
  LW_PLOT_PLACE_CURVES,
  LW_PLOT_PLACE_AXIS, ///< the first value becomes the horizontal axis
  LW_PLOT_PLACE_NEW,  ///< a new plot after the others
} LwPlotPlace;
/// Adds values as one undo step. `names`: names of channels, one per line. Returns false if none of
/// them exists.
bool lw_plot_view_drop (LwPlotView *self, const char *names, LwPlotPlace place);
/// Returns the place for values that are dropped at this height of the view, px.
LwPlotPlace lw_plot_view_place_at (LwPlotView *self, double y);
/// Sets the area of the curves, px in the widget. Returns false before the first drawing.
bool lw_plot_view_get_area (LwPlotView *self, GdkRectangle *area);

G_END_DECLS
