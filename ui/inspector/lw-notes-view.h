// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Text of several lines that is as high as it needs to be at its width, and at least a few lines. A
// GtkTextView finds its height while it is being placed, when it is too late to ask for it: a text
// that was there before the first time is not seen at all.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_NOTES_VIEW (lw_notes_view_get_type ())
G_DECLARE_FINAL_TYPE (LwNotesView, lw_notes_view, LW, NOTES_VIEW, GtkTextView)

GtkWidget *lw_notes_view_new (void);

G_END_DECLS
