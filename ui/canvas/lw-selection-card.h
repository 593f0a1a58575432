// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A card on the canvas with the selection, for when no inspector is visible: its name, and its
// values at the displayed time. A click opens the inspector.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_SELECTION_CARD (lw_selection_card_get_type ())
G_DECLARE_FINAL_TYPE (LwSelectionCard, lw_selection_card, LW, SELECTION_CARD, GtkButton)

GtkWidget *lw_selection_card_new (LwSelection *selection);
void lw_selection_card_set_player (LwSelectionCard *self, LwPlayer *player);
/// Sets whether the card may be shown; it is hidden while the inspector is visible.
void lw_selection_card_set_wanted (LwSelectionCard *self, bool wanted);
/// Returns the line under the name.
const char *lw_selection_card_get_words (LwSelectionCard *self);

G_END_DECLS
