// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work-around for a crash of GTK 4.8 when text that is no longer selected is dragged.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Protects all entries that are shown afterwards against a crash in GtkText. Call it once, when
/// GTK is ready.
///
/// Pressing on selected text and moving the pointer begins to drag the text. If the text is no
/// longer selected by then, because something was typed or undone with the button held, GtkText of
/// GTK 4.8 aborts the program.
void lw_text_guard_install (void);

G_END_DECLS
