// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sidebar, which shows the inspector, the outline, or the steps of an open lesson.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_SIDEBAR (lw_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (LwSidebar, lw_sidebar, LW, SIDEBAR, GtkBox)

// Property: "page", "inspector", "outline" or "lesson".

GtkWidget *lw_sidebar_new (LwSelection *selection);
void lw_sidebar_set_document (LwSidebar *self, LwDocument *document);
void lw_sidebar_set_player (LwSidebar *self, LwPlayer *player);
/// Adds the page "lesson", which is hidden until lw_sidebar_show_lesson () shows it.
void lw_sidebar_add_lesson (LwSidebar *self, GtkWidget *page);
void lw_sidebar_show_lesson (LwSidebar *self, bool shown);
/// Sets whether the player of the document's mechanism is still being made.
void lw_sidebar_set_behind (LwSidebar *self, bool behind);

G_END_DECLS
