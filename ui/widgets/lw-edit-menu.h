// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands for what is selected, as a menu: behind the button in the header bar, on the canvas
// and on the outline.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// A command, and the key that does it.
typedef struct
{
  const char *action; ///< with its target, as g_action_parse_detailed_name () takes it
  const char *label;  ///< untranslated, with a mnemonic
  const char *keys;   ///< as gtk_accelerator_parse () takes it
} LwEditCommand;

/// All of them; the end has no action.
const LwEditCommand *lw_edit_menu_get_commands (void);
GMenuModel *lw_edit_menu_new (void);

/// The menu at a place of `parent`, px, in *popover, which is made when it is NULL and belongs to
/// the parent, whose owner unparents it at the end: a popover that goes while a button is pressed
/// in it takes GTK 4.8 down.
void lw_edit_menu_popup (GtkWidget **popover, GtkWidget *parent, double x, double y);

G_END_DECLS
