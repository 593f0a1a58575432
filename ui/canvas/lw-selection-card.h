// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is selected, on the canvas where no inspector is in sight: name, and its values at the shown
// instant. A click opens the inspector.

#pragma once

#include <gtk/gtk.h>

#include "lw-player.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_SELECTION_CARD (lw_selection_card_get_type ())
G_DECLARE_FINAL_TYPE (LwSelectionCard, lw_selection_card, LW, SELECTION_CARD, GtkButton)

GtkWidget *lw_selection_card_new (LwSelection *selection);
void lw_selection_card_set_player (LwSelectionCard *self, LwPlayer *player);
/// While the inspector is in sight there is no card.
void lw_selection_card_set_wanted (LwSelectionCard *self, bool wanted);
/// The line under the name.
const char *lw_selection_card_get_words (LwSelectionCard *self);

G_END_DECLS
