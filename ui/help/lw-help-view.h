// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A page of the help. A text view: WebKitGTK would be larger than the program, and Yelp is not
// installed on every desktop and cannot show the formulas. Tab leads from link to link.

#pragma once

#include <gtk/gtk.h>

#include "lw-help-book.h"

G_BEGIN_DECLS

#define LW_TYPE_HELP_VIEW (lw_help_view_get_type ())
G_DECLARE_FINAL_TYPE (LwHelpView, lw_help_view, LW, HELP_VIEW, GtkBox)

// Signal: "follow" (a string): a link was clicked.

GtkWidget *lw_help_view_new (void);
/// Shows a text with a title, from the place of the anchor (may be NULL) on.
void lw_help_view_show (LwHelpView *self, const char *title, const char *text, const char *anchor);
/// Returns the text as it is shown. Free with g_free ().
char *lw_help_view_dup_text (LwHelpView *self);

G_END_DECLS
