// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files that were opened or saved last, in the list that all programs of the desktop share.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Written beside the main loop; the list shows it a moment later.
void lw_recent_add (GFile *file);
/// Those of this program, newest first: array of GtkRecentInfo. Give it to g_ptr_array_unref ().
GPtrArray *lw_recent_dup (guint n_max);
/// What it is called: the name of the file without its suffix. Free with g_free ().
char *lw_recent_dup_name (GtkRecentInfo *info);
/// Those of them that are still there, for the action win.open-file.
GMenuModel *lw_recent_dup_menu (guint n_max);
/// "Today, 14:05", "Yesterday", "3 days ago", "12 November". Free with g_free ().
char *lw_recent_dup_time (GDateTime *time, GDateTime *now);

G_END_DECLS
