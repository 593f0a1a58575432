// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// List of the things that a mechanism still needs before it can run, shown in place of its plots:
// each with the reason, and a button that selects the element. Visible while something is missing
// and nothing has run.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_CHECKLIST_VIEW (lw_checklist_view_get_type ())
G_DECLARE_FINAL_TYPE (LwChecklistView, lw_checklist_view, LW, CHECKLIST_VIEW, GtkBox)

GtkWidget *lw_checklist_view_new (LwSelection *selection);

void lw_checklist_view_set_player (LwChecklistView *self, LwPlayer *player);
/// Sets the message about why the drawing could not be computed; NULL if it could.
void lw_checklist_view_set_problem (LwChecklistView *self, const char *problem);

G_END_DECLS
