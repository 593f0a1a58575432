// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What has to be done before widgets with popovers are taken out of a window.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// The popovers in `widget`, or itself when it is one, are closed, and no pointer is on them. Call
/// it before `widget` goes, or gets another popover.
///
/// An open one has all events of its window, and GTK 4.8 leaves them to it when it is taken out:
/// the window would be dead.
///
/// A press that was under way when a popover closed reaches it afterwards, and makes it what holds
/// the pointer until the release. GTK 4.8 borrows the holder, and looks whether it is still one
/// only when a widget is mapped or unmapped, which a closed popover is already, or changes
/// sensitivity.
void lw_popover_release (GtkWidget *widget);

G_END_DECLS
