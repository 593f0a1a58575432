// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mechanism still needs before it can run, in the place of its plots: each with why it
// matters, and a button that selects what it is about. Seen while something is missing and nothing
// has run.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_CHECKLIST_VIEW (lw_checklist_view_get_type ())
G_DECLARE_FINAL_TYPE (LwChecklistView, lw_checklist_view, LW, CHECKLIST_VIEW, GtkBox)

GtkWidget *lw_checklist_view_new (LwSelection *selection);

void lw_checklist_view_set_player (LwChecklistView *self, LwPlayer *player);
/// The sentence that tells why the drawing could not be computed; NULL: it could.
void lw_checklist_view_set_problem (LwChecklistView *self, const char *problem);

G_END_DECLS
