// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector: shows the selected element, or the mechanism when nothing is selected. Values can
// be edited; each edit is one step of the document's history. Live values follow the player.

#pragma once

#include <gtk/gtk.h>

#include "lw-document.h"
#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_INSPECTOR (lw_inspector_get_type ())
G_DECLARE_FINAL_TYPE (LwInspector, lw_inspector, LW, INSPECTOR, GtkBox)

void lw_inspector_set_selection (LwInspector *self, LwSelection *selection);
/// Sets the document to edit; NULL if nothing can be edited.
void lw_inspector_set_document (LwInspector *self, LwDocument *document);
/// Sets the player to show; NULL shows nothing.
/// Sets whether the player of the document's mechanism is still being made. Elements that it does not have
/// yet remain selected, and are shown once it is set.
void lw_inspector_set_behind (LwInspector *self, bool behind);
void lw_inspector_set_player (LwInspector *self, LwPlayer *player);
/// Returns the name of a method of integration, translated.
const char *lw_inspector_get_method_name (MbdMethod method);
/// Moves the focus to the name of the selected element.
void lw_inspector_edit_name (LwInspector *self);

G_END_DECLS
