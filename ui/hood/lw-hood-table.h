// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of numbers that change often: hundreds of rows, of which only those in sight are widgets.
// A row that belongs to an element selects it.

#pragma once

#include <gtk/gtk.h>

#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_HOOD_TABLE_COLUMNS 7

#define LW_TYPE_HOOD_TABLE (lw_hood_table_get_type ())
G_DECLARE_FINAL_TYPE (LwHoodTable, lw_hood_table, LW, HOOD_TABLE, GtkBox)

/// The first column has names, the others numbers. NULL ends the titles.
GtkWidget *lw_hood_table_new (LwSelection *selection, const char *label, const char *const *titles);
/// Fill it anew: so many rows, then each of them.
void lw_hood_table_set_n_rows (LwHoodTable *self, guint n_rows);
void lw_hood_table_set_element (LwHoodTable *self, guint row, LwElementRef element);
void lw_hood_table_set_text (LwHoodTable *self, guint row, guint column, const char *text);
/// Six of the value's figures at most, as many as are asked for.
void lw_hood_table_set_number (LwHoodTable *self, guint row, guint column, double value);
/// The same with fewer figures.
void lw_hood_table_set_error (LwHoodTable *self, guint row, guint column, double value);
/// Marks the rows of what is selected.
void lw_hood_table_show_selection (LwHoodTable *self);
guint lw_hood_table_get_n_rows (LwHoodTable *self);
const char *lw_hood_table_get_text (LwHoodTable *self, guint row, guint column);

G_END_DECLS
