// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From one session to the next: which projects were open and how they were looked at, and what a
// crash left behind.

#pragma once

#include "lw-window.h"

G_BEGIN_DECLS

/// Remember the projects of all windows.
void lw_session_save (LwApplication *application);
/// The last window is the session; others are just closed.
void lw_session_window_closed (LwWindow *window);
/// Open what was open; false when that is nothing, or not wanted.
bool lw_session_restore (LwApplication *application);

/// Offer what a crash left behind, in a dialog over the window. False when there is nothing.
bool lw_session_offer_recovery (LwWindow *window);

G_END_DECLS
