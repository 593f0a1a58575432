// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The recently opened or saved files, in the list that all programs of the desktop share.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Adds a file to the list. The list is written in a thread, so it changes a moment later.
void lw_recent_add (GFile *file);
/// Returns the files of this program, newest first: an array of GtkRecentInfo. Free with
/// g_ptr_array_unref ().
GPtrArray *lw_recent_dup (guint n_max);
/// Returns the display name: the name of the file without its suffix. Free with g_free ().
char *lw_recent_dup_name (GtkRecentInfo *info);
/// Returns a menu of the recent files that still exist, for the action win.open-file.
GMenuModel *lw_recent_dup_menu (guint n_max);
/// Formats a time as "Today, 14:05", "Yesterday", "3 days ago" or "12 November". Free with g_free
/// ().
char *lw_recent_dup_time (GDateTime *time, GDateTime *now);

G_END_DECLS
