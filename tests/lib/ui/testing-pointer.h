// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The pointer of the X server in the hand of a test.

#pragma once

/// What xdotool is told: "mousemove 10 20 mousedown 1". The server has it when this returns; the
/// main loop has not seen it. Without a window manager windows are at the top left of the screen.
void testing_point (const char *what);
/// The main loop for so long, and longer where it does not get to work.
void testing_wait (double seconds);
