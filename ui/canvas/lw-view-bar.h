// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The standard views, on the canvas: front, top, right, axonometric. Visible while a spatial
// mechanism is shown.

#pragma once

#include "lw-canvas.h"

G_BEGIN_DECLS

#define LW_TYPE_VIEW_BAR (lw_view_bar_get_type ())
G_DECLARE_FINAL_TYPE (LwViewBar, lw_view_bar, LW, VIEW_BAR, GtkBox)

/// Returns a new bar. The canvas must outlive it.
GtkWidget *lw_view_bar_new (LwCanvas *canvas);

G_END_DECLS
