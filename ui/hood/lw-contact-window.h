// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Window of the contact laboratory: the contact problem at the displayed time as a complementarity
// problem with its numbers, and what several methods make of it.

#pragma once

#include "lw-canvas.h"
#include "lw-sub-window.h"

G_BEGIN_DECLS

#define LW_TYPE_CONTACT_WINDOW (lw_contact_window_get_type ())
G_DECLARE_FINAL_TYPE (LwContactWindow, lw_contact_window, LW, CONTACT_WINDOW, LwSubWindow)

/// Follows the player of the canvas, also when it is replaced.
GtkWidget *lw_contact_window_new (GtkWindow *parent, LwCanvas *canvas);
/// Returns the text of a cell of the table of solutions: in the column of a method, its name in row 0; NULL
/// if there is no such cell.
const char *lw_contact_window_get_cell (LwContactWindow *self, int method, int row);

G_END_DECLS
