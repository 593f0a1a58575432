// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From one session to the next: which projects were open and how they were looked at, and what a
// crash left behind.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

/// Remembers the projects of all windows.
void lw_window_restore_remember (LwWindowHost *host);
/// The window is closed: it is remembered if it is the last one, and forgotten otherwise.
void lw_window_restore_forget (LwWindow *window);
/// Opens what was open; false when that is nothing, or not wanted.
bool lw_window_restore_open (LwWindowHost *host);

/// Offers what a crash left behind, in a dialog over the window. False when there is nothing.
bool lw_window_restore_offer_recovery (LwWindow *window);

G_END_DECLS
