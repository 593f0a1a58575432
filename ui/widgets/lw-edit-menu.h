// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of commands for the selection: in the header bar, on the canvas and on the outline.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// A command and its key.
typedef struct
{
  const char *action; ///< detailed action name, as for g_action_parse_detailed_name ()
  const char *label;  ///< translatable, with a mnemonic
  const char *keys;   ///< as for gtk_accelerator_parse ()
} LwEditCommand;

/// Returns all commands; the array ends with an entry whose action is NULL.
const LwEditCommand *lw_edit_menu_get_commands (void);
GMenuModel *lw_edit_menu_new (void);

/// Opens the menu at a position of `parent`, px. *popover is created if it is NULL, and is a child
/// of `parent`, which must unparent it when it is disposed: a popover that is removed while a
/// button is pressed in it crashes GTK 4.8.
void lw_edit_menu_popup (GtkWidget **popover, GtkWidget *parent, double x, double y);

G_END_DECLS
