// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The few colours that stand for all colours of some pictures. Those that cover most of them are
// there exactly; the others are chosen so that the largest distance of any colour to its nearest
// one becomes small. Depends on nothing but the pictures.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LW_COLOUR_TABLE_MAX 255u

typedef struct _LwColourTable LwColourTable;

LwColourTable *lw_colour_table_new (void);
void lw_colour_table_free (LwColourTable *self);
/// Colours 0x00rrggbb of a picture; before the table is chosen.
void lw_colour_table_add (LwColourTable *self, const guint32 *pixels, gsize n);
/// At most LW_COLOUR_TABLE_MAX colours, borrowed.
const guint32 *lw_colour_table_choose (LwColourTable *self, guint *n);
/// The place of the nearest one of those that were chosen.
guint lw_colour_table_find (LwColourTable *self, guint32 colour);

G_END_DECLS
