// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Marks of widgets: the page of the help, and the number that a widget shows. The window looks these
// up when F1, Shift+F1 or the right button is pressed.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Sets the page of the help ("panel-plots") of a widget and all its children without one.
void lw_help_mark_page (GtkWidget *widget, const char *page);
/// Sets the number that a widget shows: "channel:Crank.omega", "field:mass", "parameter:L",
/// "count:freedoms".
void lw_help_mark_number (GtkWidget *widget, const char *number);
/// Return the mark of the widget, or of the nearest parent that has one; NULL if there is none.
const char *lw_help_mark_find_page (GtkWidget *widget);
const char *lw_help_mark_find_number (GtkWidget *widget);
/// Returns a button "?" that shows a page.
GtkWidget *lw_help_mark_new_button (const char *page);

G_END_DECLS
