// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tooltips that are set often and seldom change.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Sets a tooltip if its text differs from the current one. gtk_widget_set_tooltip_text () queries the
/// display server for the pointer position in every call.
void lw_tooltip_set (GtkWidget *widget, const char *text);

G_END_DECLS
