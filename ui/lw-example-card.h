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

GtkWidget *lw_example_card_new (GFile *file);
GFile *lw_example_card_get_file (LwExampleCard *self);
const char *lw_example_card_get_title (LwExampleCard *self);
LwThumbnail *lw_example_card_get_thumbnail (LwExampleCard *self);
/// Whether title or notes hold the words; NULL matches all.
bool lw_example_card_matches (LwExampleCard *self, const char *words);

G_END_DECLS
