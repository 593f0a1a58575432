// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One example of the gallery: its picture, its title and what it is about. It moves under the
// pointer and while it has the focus.

#pragma once

#include <gtk/gtk.h>

#include "lw-thumbnail.h"

G_BEGIN_DECLS

#define LW_TYPE_EXAMPLE_CARD (lw_example_card_get_type ())
G_DECLARE_FINAL_TYPE (LwExampleCard, lw_example_card, LW, EXAMPLE_CARD, GtkFlowBoxChild)

/// `gallery` holds categories and caption in the group named like the file without its suffix; it
/// may be NULL, or know nothing of the file.
GtkWidget *lw_example_card_new (GFile *file, GKeyFile *gallery);
GFile *lw_example_card_get_file (LwExampleCard *self);
const char *lw_example_card_get_title (LwExampleCard *self);
LwThumbnail *lw_example_card_get_thumbnail (LwExampleCard *self);
/// Whether title, caption or notes hold the words; NULL matches all.
bool lw_example_card_matches (LwExampleCard *self, const char *words);

/// Whether it is of this category; NULL matches all.
bool lw_example_card_is_in (LwExampleCard *self, const char *category);
/// The order of the cards: as in the gallery, then by title.
int lw_example_card_compare (LwExampleCard *self, LwExampleCard *other);

G_END_DECLS
