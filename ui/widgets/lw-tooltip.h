// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tooltips that are told again and again, and seldom differ.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// As gtk_widget_set_tooltip_text (), which asks the display server where the pointer is each time;
/// this one only when the text is another one.
void lw_tooltip_set (GtkWidget *widget, const char *text);

G_END_DECLS
