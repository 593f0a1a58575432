// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Work-around for editable labels of GTK 4.8 that are freed while they are being edited.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/// Guards a label against a bug of GTK 4.8. Call it for each new GtkEditableLabel.
///
/// Shortly after the focus has left the label, GTK checks whether to end its editing. GTK 4.8 also
/// does so if the label has been removed in the meantime, and then uses freed memory.
void lw_label_guard (GtkWidget *label);

G_END_DECLS
