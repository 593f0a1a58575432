// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bar under the canvas with a slider that moves one coordinate: the mechanism on the canvas follows by
// position analysis. The drawing and the run are not changed.

#pragma once

#include "lw-canvas.h"
#include "lw-driven-motion.h"

G_BEGIN_DECLS

#define LW_TYPE_DRIVER_BAR (lw_driver_bar_get_type ())
G_DECLARE_FINAL_TYPE (LwDriverBar, lw_driver_bar, LW, DRIVER_BAR, GtkBox)

// Properties: "coupling" (int, read-only, notified): id of the drive or joint that is moved, 0 while the
// bar is hidden.

GtkWidget *lw_driver_bar_new (LwCanvas *canvas);
/// Shows the bar for a drive or a joint with a coordinate, in the pose of the drawing. It stays after
/// edits, and ends when the player plays or shows another time.
void lw_driver_bar_start (LwDriverBar *self, int coupling);
void lw_driver_bar_stop (LwDriverBar *self);
int lw_driver_bar_get_coupling (LwDriverBar *self);
/// Returns the motion that is shown, borrowed; NULL until its range is found.
LwDrivenMotion *lw_driver_bar_get_motion (LwDriverBar *self);

G_END_DECLS
