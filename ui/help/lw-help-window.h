// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window of the help: contents and search at the side, a page, back and forward.

#pragma once

#include <adwaita.h>

#include <stdbool.h>

#include "lw-help-book.h"
#include "lw-help-view.h"

G_BEGIN_DECLS

#define LW_TYPE_HELP_WINDOW (lw_help_window_get_type ())
G_DECLARE_FINAL_TYPE (LwHelpWindow, lw_help_window, LW, HELP_WINDOW, AdwWindow)

/// Shows a link ("page#heading") in the window of the help, which there is once.
LwHelpWindow *lw_help_window_show (GtkWindow *parent, const char *link);
/// Shows a link. A link that leads nowhere shows the first page.
void lw_help_window_go (LwHelpWindow *self, const char *link);
const char *lw_help_window_get_page (LwHelpWindow *self);
LwHelpView *lw_help_window_get_view (LwHelpWindow *self);
/// Types into the search.
void lw_help_window_search (LwHelpWindow *self, const char *words);

/// Saves all pages as PDF. Returns false and sets the error on failure.
bool lw_help_window_save (LwHelpWindow *self, GFile *chosen, GError **error);

/// Returns a book with everything: also commands, examples and lessons.
LwHelpBook *lw_help_window_new_book (void);

G_END_DECLS
