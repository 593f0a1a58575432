// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Replaces the model of a popover menu.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Replaces the model. GTK (seen from 4.8 to 4.14) leaves handlers of "notify::position" connected
/// to the removed items: the next change of the position would use freed memory.
void lw_popover_menu_set_model (GtkPopoverMenu *popover, GMenuModel *model);

G_END_DECLS
