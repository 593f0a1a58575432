// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of menu items for screen readers.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Gives menu items an accessible name, in all menus that are shown afterwards. Call it once, when
/// GTK is ready.
///
/// GTK labels a menu item by the label inside it; from GTK 4.10 onwards that label has the role
/// "presentation" and provides no name (observed in 4.14 and 4.18). This function sets the text
/// itself as the name of such an item.
void lw_menu_names_install (void);

G_END_DECLS
