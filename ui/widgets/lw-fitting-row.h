// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of texts in order of importance: those at the end are left out where they have no room.
// A text that is cut off is of no use.

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define LW_TYPE_FITTING_ROW (lw_fitting_row_get_type ())
G_DECLARE_FINAL_TYPE (LwFittingRow, lw_fitting_row, LW, FITTING_ROW, GtkWidget)

void lw_fitting_row_append (LwFittingRow *self, GtkWidget *child);

G_END_DECLS
