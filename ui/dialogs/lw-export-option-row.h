// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A row of a dialog for one option of an export: a switch, a list, a number or a text.

#pragma once

#include <adwaita.h>

#include "lw-export-option.h"

G_BEGIN_DECLS

/// Called after a change. `error`: why a text is not understood; the option then keeps its value.
typedef void (*LwOptionChangedFunc) (const GError *error, gpointer data);

/// Returns a row that shows an option of `values`, which are borrowed, and sets it.
GtkWidget *lw_export_option_row_new (const LwExportOption *option,
                                     void *values,
                                     LwOptionChangedFunc changed,
                                     gpointer data);
/// Shows the value of the option again, without a call of `changed`.
void lw_export_option_row_refresh (GtkWidget *row);

G_END_DECLS
