// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Base of the windows and dialogs beside the main window: header bar, content below it, closed by
// Escape and with its parent. It can follow the displayed time of a player.

#pragma once

#include <adwaita.h>

#include "lw-appearance.h"
#include "lw-player.h"

G_BEGIN_DECLS

#define LW_TYPE_SUB_WINDOW (lw_sub_window_get_type ())
G_DECLARE_DERIVABLE_TYPE (LwSubWindow, lw_sub_window, LW, SUB_WINDOW, AdwWindow)

struct _LwSubWindowClass
{
  AdwWindowClass parent_class;

  /// Shows the displayed time of the player, which may be NULL. NULL: the window follows none
  void (*update) (LwSubWindow *self);
  /// Called before the first update () of another player; may be NULL
  void (*player_changed) (LwSubWindow *self);
};

/// Sets title and default size, px.
void lw_sub_window_set_up (LwSubWindow *self, const char *title, int width, int height);
AdwHeaderBar *lw_sub_window_get_header (LwSubWindow *self);
LwAppearance *lw_sub_window_get_look (LwSubWindow *self);
/// Adds a widget below those that have been added.
void lw_sub_window_append (LwSubWindow *self, GtkWidget *widget);
/// Makes it a dialog: the header bar has the buttons Cancel and `accept` (with a mnemonic) instead of
/// those of the window. `accepted`, with `data` as its first argument, is called for the latter, which
/// is returned and also activated by Enter.
GtkWidget *lw_sub_window_add_buttons (LwSubWindow *self,
                                      const char *accept,
                                      GCallback accepted,
                                      gpointer data);
/// Follows the players that the property "player" of a widget has in succession.
void lw_sub_window_follow (LwSubWindow *self, GtkWidget *canvas);
LwPlayer *lw_sub_window_get_player (LwSubWindow *self); ///< NULL if there is none

G_END_DECLS
