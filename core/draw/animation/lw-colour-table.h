// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A few colours that represent all colours of some pictures. The most frequent ones are exact; the
// others are chosen to make the largest distance of any colour to its nearest entry small. Depends
// only on the pictures.

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define LW_COLOUR_TABLE_MAX 255u

typedef struct _LwColourTable LwColourTable;

LwColourTable *lw_colour_table_new (void);
void lw_colour_table_free (LwColourTable *self);
/// Adds the colours 0x00rrggbb of a picture; called before the table is chosen.
void lw_colour_table_add (LwColourTable *self, const guint32 *pixels, gsize n);
/// Chooses the table; returns at most LW_COLOUR_TABLE_MAX colours, borrowed.
const guint32 *lw_colour_table_choose (LwColourTable *self, guint *n);
/// Returns the index of the entry nearest to a colour.
guint lw_colour_table_find (LwColourTable *self, guint32 colour);

G_END_DECLS
