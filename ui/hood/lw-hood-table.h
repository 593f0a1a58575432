// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A table of numbers that change often: it may have hundreds of rows, and only the visible ones are
// widgets. A row that belongs to an element selects it.

#pragma once

#include <gtk/gtk.h>

#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_HOOD_TABLE_COLUMNS 7

#define LW_TYPE_HOOD_TABLE (lw_hood_table_get_type ())
G_DECLARE_FINAL_TYPE (LwHoodTable, lw_hood_table, LW, HOOD_TABLE, GtkBox)

/// Returns a new table. The first column has names, the others numbers. `titles` is
/// NULL-terminated. `numbers`: words of the columns for lw_help_explain_hood (), NULL for the first.
GtkWidget *lw_hood_table_new (LwSelection *selection,
                              const char *label,
                              const char *const *titles,
                              const char *const *numbers);
/// Sets the number of rows, which are then filled one by one.
void lw_hood_table_set_n_rows (LwHoodTable *self, guint n_rows);
void lw_hood_table_set_element (LwHoodTable *self, guint row, LwElementRef element);
void lw_hood_table_set_text (LwHoodTable *self, guint row, guint column, const char *text);
/// Sets a number with up to six significant figures.
void lw_hood_table_set_number (LwHoodTable *self, guint row, guint column, double value);
/// Sets a number with fewer figures than lw_hood_table_set_number ().
void lw_hood_table_set_error (LwHoodTable *self, guint row, guint column, double value);
/// Marks the rows of the selected elements.
void lw_hood_table_show_selection (LwHoodTable *self);
guint lw_hood_table_get_n_rows (LwHoodTable *self);
const char *lw_hood_table_get_text (LwHoodTable *self, guint row, guint column);

G_END_DECLS
