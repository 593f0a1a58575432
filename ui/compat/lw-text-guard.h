// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What entries of GTK 4.8 have to be kept from.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Call it once, when GTK is ready; it holds for all entries that are shown afterwards.
///
/// Who presses on selected text and moves begins to drag it. When it is no longer selected by then,
/// for something was typed or undone with the button held, GtkText of GTK 4.8 ends the program.
void lw_text_guard_install (void);

G_END_DECLS
