// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Controls the pointer of the X server from a test.

#pragma once

/// Passes commands to xdotool, e.g. "mousemove 10 20 mousedown 1". When this returns, the server
/// has processed them, but the main loop has not. Without a window manager windows are at the top
/// left of the screen.
void testing_point (const char *what);
/// Runs the main loop for this time, and longer if it gets too few rounds.
void testing_wait (double seconds);
