// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Progress of opening a file: a spinner, the name of the file, and a button that activates
// win.cancel-opening. Hidden while no file is being opened.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_OPENING_VIEW (lw_opening_view_get_type ())
G_DECLARE_FINAL_TYPE (LwOpeningView, lw_opening_view, LW, OPENING_VIEW, GtkBox)

/// Shows the view after a delay, because most files open sooner.
void lw_opening_view_start (LwOpeningView *self, const char *name, guint delay_ms);
void lw_opening_view_stop (LwOpeningView *self);

G_END_DECLS
