// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One live plot. Its cursor is the shown instant: a click seeks, dragging the cursor scrubs. The
// wheel zooms at the pointer, a drag moves what is zoomed or scales an axis, a double click shows
// all, the legend switches curves, a right click opens the menu.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_PLOT_VIEW (lw_plot_view_get_type ())
G_DECLARE_FINAL_TYPE (LwPlotView, lw_plot_view, LW, PLOT_VIEW, GtkWidget)

/// What the axes show, in the units of the recording; NAN: all there is.
typedef struct
{
  double x_minimum, x_maximum;
  double y_minimum, y_maximum;
  double right_minimum, right_maximum;
} LwPlotRange;

/// The plot at `index` of the player's layout. Its menu edits the document; NULL: it cannot.
GtkWidget *lw_plot_view_new (LwPlayer *player, guint index, LwDocument *document);

/// The shown part of the time axis, s.
void lw_plot_view_get_range (LwPlotView *self, double *minimum, double *maximum);
void lw_plot_view_zoom (LwPlotView *self, double time, double factor); ///< `time` stays where it is
/// The same of the axis at the left or right, about a value.
void lw_plot_view_zoom_values (LwPlotView *self, bool right, double value, double factor);
void lw_plot_view_fit (LwPlotView *self); ///< the whole run, all values
/// Another player, or another place in the layout of it. Ranges, markers and what is switched off
/// stay where there still is what they belong to.
void lw_plot_view_show (LwPlotView *self, LwPlayer *player, guint index);
const char *lw_plot_view_get_title (LwPlotView *self);
/// As a picture or, with the name ending so, as CSV: time and the curves. An error that says what
/// is wrong with the name, or why it cannot be written.
gboolean lw_plot_view_export (LwPlotView *self, GFile *file, GError **error);
/// Where values are dropped.
typedef enum
{
  LW_PLOT_PLACE_CURVES,
  LW_PLOT_PLACE_AXIS, ///< the plot is drawn against the first of them
  LW_PLOT_PLACE_NEW,  ///< a plot behind the others
} LwPlotPlace;
/// Names of channels, one on a line; false when there is none among them. One step of the history.
bool lw_plot_view_drop (LwPlotView *self, const char *names, LwPlotPlace place);
/// What becomes of values that are dropped at this height of the view, px.
LwPlotPlace lw_plot_view_place_at (LwPlotView *self, double y);
/// The area of the curves, px in the widget; false before it was drawn.
bool lw_plot_view_get_area (LwPlotView *self, GdkRectangle *area);

G_END_DECLS
