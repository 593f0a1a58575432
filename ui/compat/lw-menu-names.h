// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of menu items for a screen reader.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Call it once, when GTK is ready; it holds for all menus that are shown afterwards.
///
/// An item of a menu is said to be labelled by the label in it, which from GTK 4.10 on is there for
/// presentation only, so that it names nothing (seen in 4.14 and 4.18). Such an item gets the text
/// itself as its name.
void lw_menu_names_install (void);

G_END_DECLS
