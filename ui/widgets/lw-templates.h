// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Labels and keys, which rows, cards and windows share.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Returns a label at the left of its row, with a style class; NULL for none.
GtkWidget *lw_label_new (const char *text, const char *style);
/// Returns one that is shortened at its end.
GtkWidget *lw_label_new_short (const char *text, const char *style);
/// Returns one that is wrapped.
GtkWidget *lw_label_new_wrapped (const char *text, const char *style);

/// Calls a function for keys ("Escape", "<Shift>F10|Menu") that the widget or its children receive.
void
lw_widget_add_key (GtkWidget *widget, const char *keys, GtkShortcutFunc callback, gpointer data);
/// Activates an action for them.
void lw_widget_add_key_action (GtkWidget *widget, const char *keys, const char *action);

G_END_DECLS
