// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work-around for synthesised motion events that cancel clicks in GTK 4.8.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Protects clicks from motion events that GTK synthesises, in all windows that are shown
/// afterwards. Call it once, when GTK is ready.
///
/// After each new layout GTK synthesises a motion event with the button state that the X server has
/// at that time. For a short click this may already be the state after the release, which the
/// program has not received: gestures then get a motion event without a button, conclude that their
/// press has ended elsewhere, and cancel it, so that the click is lost.
void lw_press_guard_install (void);

G_END_DECLS
