// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The menu of commands for the selection: in the header bar, on the canvas and on the outline.

#pragma once

#include <gtk/gtk.h>

#include "lw-selection.h"

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

#define LW_EDIT_MENU_ENTRIES 12 ///< most entries of a context menu, without those of submenus

/// Purpose of a context menu.
typedef enum
{
  LW_EDIT_CONTEXT_SHEET, ///< no element
  LW_EDIT_CONTEXT_BODY,
  LW_EDIT_CONTEXT_COUPLING,
  LW_EDIT_CONTEXT_CURVE, ///< a curved slot
  LW_EDIT_CONTEXT_OTHER, ///< a force, tracer or measurement
  LW_EDIT_CONTEXT_SEVERAL,
  LW_N_EDIT_CONTEXTS
} LwEditContext;

/// Returns the menu of commands that apply.
GMenuModel *lw_edit_menu_new_for (LwEditContext context);
/// Returns the context of a selection.
LwEditContext lw_edit_menu_find_context (LwSelection *selection);
/// Opens the menu of a context at a position of `parent`, px. *popover is created if it is NULL,
/// and is a child of `parent`, which must unparent it when it is disposed: a popover that is removed
/// while a button is pressed in it crashes GTK 4.8.
void lw_edit_menu_popup (GtkWidget **popover,
                         GtkWidget *parent,
                         LwEditContext context,
                         double x,
                         double y);

G_END_DECLS
