// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Window with the velocity and the acceleration polygon at the displayed time.

#pragma once

#include "lw-canvas.h"
#include "lw-motion-polygon.h"
#include "lw-sub-window.h"

G_BEGIN_DECLS

#define LW_TYPE_POLYGON_WINDOW (lw_polygon_window_get_type ())
G_DECLARE_FINAL_TYPE (LwPolygonWindow, lw_polygon_window, LW, POLYGON_WINDOW, LwSubWindow)

/// Follows the player of the canvas, also when it is replaced.
GtkWidget *lw_polygon_window_new (GtkWindow *parent, LwCanvas *canvas);
/// Returns the points that are shown, an array of LwMotionPoint; NULL if there are none.
const GArray *lw_polygon_window_get_points (LwPolygonWindow *self);

G_END_DECLS
