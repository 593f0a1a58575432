// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A matrix of the instant as a picture. What is clicked becomes selected; what is under the pointer
// is told by "hovered".

#pragma once

#include <gtk/gtk.h>

#include "lw-matrix-picture.h"
#include "lw-selection.h"

G_BEGIN_DECLS

#define LW_TYPE_MATRIX_VIEW (lw_matrix_view_get_type ())
G_DECLARE_FINAL_TYPE (LwMatrixView, lw_matrix_view, LW, MATRIX_VIEW, GtkWidget)

// Signal: "hovered", after another cell is under the pointer, or none.

GtkWidget *lw_matrix_view_new (LwSelection *selection);
/// The hood is borrowed, until another one is set.
void lw_matrix_view_set_hood (LwMatrixView *self, const LwHood *hood);
void lw_matrix_view_set_kind (LwMatrixView *self, LwMatrixKind kind);
/// What is under the pointer. False when nothing is.
bool lw_matrix_view_get_hovered (LwMatrixView *self, LwMatrixCell *cell);
/// Where things are in the widget.
void lw_matrix_view_get_frame (LwMatrixView *self, LwMatrixFrame *frame);

G_END_DECLS
