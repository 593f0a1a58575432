// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is being opened, with a way to let it be: a spinner, the name of the file, and a button that
// activates win.cancel-opening. Nothing is seen of it while nothing is opened.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_OPENING_VIEW (lw_opening_view_get_type ())
G_DECLARE_FINAL_TYPE (LwOpeningView, lw_opening_view, LW, OPENING_VIEW, GtkBox)

/// It shows itself after so long: most files are there sooner.
void lw_opening_view_start (LwOpeningView *self, const char *name, guint delay_ms);
void lw_opening_view_stop (LwOpeningView *self);

G_END_DECLS
