// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of a matrix at the displayed time. A click selects an element; the signal "hovered"
// reports the cell under the pointer.

#pragma once

#include <gtk/gtk.h>

#include "lw-matrix-picture.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_MATRIX_VIEW (lw_matrix_view_get_type ())
G_DECLARE_FINAL_TYPE (LwMatrixView, lw_matrix_view, LW, MATRIX_VIEW, GtkWidget)

// Signal: "hovered", emitted when the cell under the pointer changes.

GtkWidget *lw_matrix_view_new (LwSelection *selection);
/// Sets the hood, which is borrowed until another one is set.
void lw_matrix_view_set_hood (LwMatrixView *self, const LwHood *hood);
void lw_matrix_view_set_kind (LwMatrixView *self, LwMatrixKind kind);
/// Writes the values into the cells, if the matrix is small enough; default false.
void lw_matrix_view_set_numbers (LwMatrixView *self, bool numbers);
/// Sets the cell under the pointer. Returns false if there is none.
bool lw_matrix_view_get_hovered (LwMatrixView *self, LwMatrixCell *cell);
/// Sets the placement of the matrix in the widget.
void lw_matrix_view_get_frame (LwMatrixView *self, LwMatrixFrame *frame);

G_END_DECLS
