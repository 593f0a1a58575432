// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a project: one of them is shown, each can be renamed or deleted. The present run is
// kept when it has come to its end, and before another one takes its place.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_RUN_LIST (lw_run_list_get_type ())
G_DECLARE_FINAL_TYPE (LwRunList, lw_run_list, LW, RUN_LIST, GtkBox)

// Signals: "changed" when there are other runs or another one is shown, "removed" (name) after one
// was deleted.

/// Both may be NULL. Another player of the same document: the run of the one before is kept.
void lw_run_list_set (LwRunList *self, LwDocument *document, LwPlayer *player);
/// Keep the present run, if there is motion in it.
void lw_run_list_keep (LwRunList *self);
/// Kept runs and, after them, the present one while it is not kept.
guint lw_run_list_get_n (LwRunList *self);
char *lw_run_list_dup_name (LwRunList *self, guint index);
guint lw_run_list_get_shown (LwRunList *self);
/// A run of another mechanism cannot be shown.
bool lw_run_list_can_show (LwRunList *self, guint index);
void lw_run_list_show (LwRunList *self, guint index);
void lw_run_list_remove (LwRunList *self, guint index);
/// Whether a kept run is drawn beside the shown one in the plots, and what other () in formulas
/// means: the first of them. One of another mechanism too, with what it has recorded.
bool lw_run_list_get_compared (LwRunList *self, guint index);
void lw_run_list_set_compared (LwRunList *self, guint index, bool compared);
/// Make the rows, before they are shown: with every edit is too often. They follow while they are.
void lw_run_list_fill (LwRunList *self);
/// Bring back the run that was deleted last.
void lw_run_list_restore (LwRunList *self);

G_END_DECLS
