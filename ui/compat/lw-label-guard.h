// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What labels of GTK 4.8 that can be edited have to be kept from.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Call it for each new GtkEditableLabel.
///
/// A moment after the focus has left it, it looks whether to end its editing. GTK 4.8 does so when
/// the label has gone in between as well, and uses what has been freed.
void lw_label_guard (GtkWidget *label);

G_END_DECLS
