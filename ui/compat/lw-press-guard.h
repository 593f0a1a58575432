// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What presses have to be kept from in GTK 4.8.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Call it once, when GTK is ready; it holds for all windows that are shown afterwards.
///
/// After each new layout GTK makes a motion of its own, with the buttons as the X server has them
/// at that time. Of a short click it may have the release already, which the program has not been
/// told of: gestures then see a motion without a button, take their press for one that has ended
/// elsewhere and cancel it, and the click is lost.
void lw_press_guard_install (void);

G_END_DECLS
