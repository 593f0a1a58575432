// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Releases popovers before widgets that have them are removed from a window.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Closes the popovers in `widget`, or `widget` itself if it is a popover, and makes pointers leave
/// them. Call it before `widget` is removed or gets another popover.
///
/// An open popover receives all events of its window, and GTK 4.8 does not release them when the
/// popover is removed: the window would no longer respond.
///
/// A press that was in progress when a popover closed reaches the popover afterwards, and makes it
/// the implicit grab holder until the release. GTK 4.8 borrows a reference to the holder, and
/// checks it only when a widget is mapped or unmapped (a closed popover already is unmapped) or
/// changes sensitivity.
void lw_popover_release (GtkWidget *widget);

G_END_DECLS
