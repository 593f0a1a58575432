// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view of several lines of text that is as high as the text needs at its width, with a minimum of
// a few lines. A GtkTextView computes its height while it is being allocated, which is too late for
// requesting it: a text that was set before the first allocation would not be visible.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_NOTES_VIEW (lw_notes_view_get_type ())
G_DECLARE_FINAL_TYPE (LwNotesView, lw_notes_view, LW, NOTES_VIEW, GtkTextView)

GtkWidget *lw_notes_view_new (void);

G_END_DECLS
