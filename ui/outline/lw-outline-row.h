// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of the outline: the name and kind of an element, and marks for hidden and locked. It can be
// dragged to another place among the elements of its kind.

#pragma once

#include <gtk/gtk.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

#define LW_TYPE_OUTLINE_ITEM (lw_outline_item_get_type ())
G_DECLARE_FINAL_TYPE (LwOutlineItem, lw_outline_item, LW, OUTLINE_ITEM, GObject)

struct _LwOutlineItem
{
  GObject parent_instance;

  char *name;
  char *kind;
  const char *heading; ///< translated; set for the first element of its kind
  const char *icon_name;
  char *on; ///< name of the parent element; NULL for a top-level row
  LwElementRef element;
  unsigned marks; ///< flags of LwMark
};

#define LW_TYPE_OUTLINE_ROW (lw_outline_row_get_type ())
G_DECLARE_FINAL_TYPE (LwOutlineRow, lw_outline_row, LW, OUTLINE_ROW, GtkBox)

GtkWidget *lw_outline_row_new (void);

void lw_outline_row_set_position (LwOutlineRow *self, guint position); ///< in the list
/// Shows an item of a tree, at `position` of the list.
void lw_outline_row_bind (LwOutlineRow *self, GtkTreeListRow *row, guint position);

G_END_DECLS
