// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One example of the gallery: its picture, its title and its subject. The picture moves while the
// pointer is over the card or the card has the focus. A button opens a description.

#pragma once

#include <gtk/gtk.h>

#include "lw-gallery.h"
#include "lw-thumbnail.h"

G_BEGIN_DECLS

#define LW_TYPE_EXAMPLE_CARD (lw_example_card_get_type ())
G_DECLARE_FINAL_TYPE (LwExampleCard, lw_example_card, LW, EXAMPLE_CARD, GtkFlowBoxChild)

typedef enum
{
  LW_EXAMPLE_ORDER_SUGGESTED, ///< position in the gallery
  LW_EXAMPLE_ORDER_TITLE,
  LW_EXAMPLE_ORDER_SIMPLEST, ///< fewest bodies first
} LwExampleOrder;

/// Returns a new card. The entry must exist as long as the card.
GtkWidget *lw_example_card_new (const LwGalleryEntry *entry);
const LwGalleryEntry *lw_example_card_get_entry (LwExampleCard *self);
const char *lw_example_card_get_title (LwExampleCard *self);
LwThumbnail *lw_example_card_get_thumbnail (LwExampleCard *self);
/// Returns true if title, caption, notes, tags or source contain every one of the words; NULL
/// matches all.
bool lw_example_card_matches (LwExampleCard *self, const char *words);

/// Returns true if the example belongs to this category; NULL matches all.
bool lw_example_card_is_in (LwExampleCard *self, const char *category);
int lw_example_card_compare (LwExampleCard *self, LwExampleCard *other, LwExampleOrder order);

G_END_DECLS
