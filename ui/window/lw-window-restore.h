// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// State kept between sessions: the open projects and their views, and the recovery of projects
// after a crash.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

/// Stores the projects of all windows.
void lw_window_restore_remember (LwWindowHost *host);
/// Called when a window is closed: its project is remembered if it is the last window, and
/// forgotten otherwise.
void lw_window_restore_forget (LwWindow *window);
/// Opens the projects of the last session. Returns false if there are none, or the user does not
/// restore sessions.
bool lw_window_restore_open (LwWindowHost *host);

/// Offers to recover the projects left by a crash, in a dialog over the window. Returns false if
/// there are none.
bool lw_window_restore_offer_recovery (LwWindow *window);
/// Reports that edits cannot be stored for recovery; `message` is the cause.
void lw_window_restore_report (LwWindow *window, const char *message);

G_END_DECLS
