// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main window: opens a mechanism, shows it on the canvas, plays it, plots it.

#pragma once

#include <adwaita.h>

#include "lw-document.h"
#include "lw-player.h"
#include "lw-window-host.h"

G_BEGIN_DECLS

#define LW_TYPE_WINDOW (lw_window_get_type ())
G_DECLARE_FINAL_TYPE (LwWindow, lw_window, LW, WINDOW, AdwApplicationWindow)

LwWindow *lw_window_new (LwWindowHost *host);
/// The window that shows this file; NULL if there is none.
LwWindow *lw_window_find (LwWindowHost *host, GFile *file);

/// Read the file beside the main loop and show it in place of what is shown; emits "opened" at the
/// end. A file that cannot be opened leaves what is shown, and says why.
void lw_window_open (LwWindow *self, GFile *file);
/// As above, but as a new mechanism that belongs to no file.
void lw_window_open_example (LwWindow *self, GFile *file);
/// Ask about unsaved changes first; a file that another window shows is not opened twice.
void lw_window_ask_open (LwWindow *self, GFile *file, bool as_copy);
void lw_window_new_mechanism (LwWindow *self);
/// Show a document that was made in memory; a large one not before it has been prepared.
void lw_window_adopt_document (LwWindow *self, LwDocument *document);
void lw_window_show_start_page (LwWindow *self);

/// Save beside the main loop; emits "saved" at the end. What goes wrong is told in a dialog.
void lw_window_save (LwWindow *self);
void lw_window_save_as (LwWindow *self);
void lw_window_save_to (LwWindow *self, GFile *file); ///< adds the suffix of projects
bool lw_window_is_saving (LwWindow *self);

bool lw_window_is_empty (LwWindow *self);
bool lw_window_is_opening (LwWindow *self);
LwDocument *lw_window_get_document (LwWindow *self); ///< NULL while the start page is shown
LwPlayer *lw_window_get_player (LwWindow *self);     ///< NULL while nothing is open
/// Show a mechanism that belongs to no document. `name` is for the header bar.
void lw_window_set_player (LwWindow *self, LwPlayer *player, const char *name);
char *lw_window_dup_title (LwWindow *self);
/// The sentence that is shown to the user; NULL: none.
const char *lw_window_get_message (LwWindow *self);

G_END_DECLS
