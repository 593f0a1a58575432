// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The main window: opens a mechanism, shows it on the canvas, plays and plots it.

#pragma once

#include <adwaita.h>

#include "lw-canvas.h"
#include "lw-document.h"
#include "lw-player.h"
#include "lw-window-host.h"

G_BEGIN_DECLS

#define LW_TYPE_WINDOW (lw_window_get_type ())
G_DECLARE_FINAL_TYPE (LwWindow, lw_window, LW, WINDOW, AdwApplicationWindow)

LwWindow *lw_window_new (LwWindowHost *host);
/// Returns the window that shows this file; NULL if there is none.
LwWindow *lw_window_find (LwWindowHost *host, GFile *file);

/// Reads the file in a worker thread and shows it in place of the current mechanism; emits "opened"
/// at the end. If the file cannot be opened, keeps the current mechanism and shows an error.
void lw_window_open (LwWindow *self, GFile *file);
/// Like lw_window_open (), but opens the file as a new mechanism that belongs to no file.
void lw_window_open_example (LwWindow *self, GFile *file);
/// Like lw_window_open (), but asks about unsaved changes first; if another window shows the file,
/// presents that window.
void lw_window_ask_open (LwWindow *self, GFile *file, bool as_copy);
void lw_window_new_mechanism (LwWindow *self);
/// Shows a document that was created in memory; a large one after it has been compiled in a worker
/// thread.
void lw_window_adopt_document (LwWindow *self, LwDocument *document);
void lw_window_show_start_page (LwWindow *self);

/// Saves in a worker thread; emits "saved" at the end. Errors are shown in a dialog.
void lw_window_save (LwWindow *self);
void lw_window_save_as (LwWindow *self);
void lw_window_save_to (LwWindow *self, GFile *file); ///< adds the suffix of projects
bool lw_window_is_saving (LwWindow *self);

bool lw_window_is_empty (LwWindow *self);
bool lw_window_is_opening (LwWindow *self);
LwDocument *lw_window_get_document (LwWindow *self); ///< NULL while the start page is shown
/// Returns the player of the document's mechanism; NULL while nothing is open. Makes it now, if it is
/// still being made after an edit.
LwPlayer *lw_window_get_player (LwWindow *self);
LwCanvas *lw_window_get_canvas (LwWindow *self);
/// Shows a mechanism that belongs to no document. `name` is shown in the header bar.
void lw_window_set_player (LwWindow *self, LwPlayer *player, const char *name);
char *lw_window_dup_title (LwWindow *self);
/// Returns the message that is shown to the user; NULL if there is none.
const char *lw_window_get_message (LwWindow *self);

G_END_DECLS
