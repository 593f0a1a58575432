// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a project: one of them is shown; each can be renamed or deleted. The current run is
// kept when it has finished, and before another one replaces it.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_RUN_LIST (lw_run_list_get_type ())
G_DECLARE_FINAL_TYPE (LwRunList, lw_run_list, LW, RUN_LIST, GtkBox)

// Signals: "changed" when the set of runs or the shown run has changed, "removed" (name) after one
// was deleted.

/// Sets the document and its player; both may be NULL. If the document is the same, the run of the
/// previous player is kept.
void lw_run_list_set (LwRunList *self, LwDocument *document, LwPlayer *player);
/// Keeps the current run, if there is motion in it.
void lw_run_list_keep (LwRunList *self);
/// Returns the number of kept runs, plus one for the current run while it is not kept.
guint lw_run_list_get_n (LwRunList *self);
char *lw_run_list_dup_name (LwRunList *self, guint index);
guint lw_run_list_get_shown (LwRunList *self);
/// Returns false for a run of another mechanism, which cannot be shown.
bool lw_run_list_can_show (LwRunList *self, guint index);
void lw_run_list_show (LwRunList *self, guint index);
void lw_run_list_remove (LwRunList *self, guint index);
/// Returns true if a kept run is drawn beside the shown one in the plots; the first of them is the
/// run of other () in formulas. Runs of another mechanism can be compared too, with the channels
/// that they have recorded.
bool lw_run_list_get_compared (LwRunList *self, guint index);
void lw_run_list_set_compared (LwRunList *self, guint index, bool compared);
/// Builds the rows. Call it before they are shown, not after every edit; while visible they are
/// updated automatically.
void lw_run_list_fill (LwRunList *self);
/// Restores the run that was deleted last.
void lw_run_list_restore (LwRunList *self);

G_END_DECLS
