// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One example of the gallery: its picture, its title and its subject. The picture moves while the
// pointer is over the card or the card has the focus.

#pragma once

#include <gtk/gtk.h>

#include "lw-thumbnail.h"

G_BEGIN_DECLS

#define LW_TYPE_EXAMPLE_CARD (lw_example_card_get_type ())
G_DECLARE_FINAL_TYPE (LwExampleCard, lw_example_card, LW, EXAMPLE_CARD, GtkFlowBoxChild)

/// Returns a new card. `gallery` contains categories and caption in a group named like the file
/// without its suffix; it may be NULL, or have no such group.
GtkWidget *lw_example_card_new (GFile *file, GKeyFile *gallery);
GFile *lw_example_card_get_file (LwExampleCard *self);
const char *lw_example_card_get_title (LwExampleCard *self);
LwThumbnail *lw_example_card_get_thumbnail (LwExampleCard *self);
/// Returns true if title, caption or notes contain the words; NULL matches all.
bool lw_example_card_matches (LwExampleCard *self, const char *words);

/// Returns true if the example belongs to this category; NULL matches all.
bool lw_example_card_is_in (LwExampleCard *self, const char *category);
/// Compares two cards for sorting: by position in the gallery, then by title.
int lw_example_card_compare (LwExampleCard *self, LwExampleCard *other);

G_END_DECLS
