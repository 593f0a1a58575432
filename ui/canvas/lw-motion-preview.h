// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A free motion of the shown mechanism, to and fro on the canvas until it is stopped. Nothing of
// the mechanism or its run changes.

#pragma once

#include "lw-canvas.h"

G_BEGIN_DECLS

#define LW_TYPE_MOTION_PREVIEW (lw_motion_preview_get_type ())
G_DECLARE_FINAL_TYPE (LwMotionPreview, lw_motion_preview, LW, MOTION_PREVIEW, GObject)

// Property: "motion" (int, read-only, notified): the motion that is shown; -1: none.

/// `canvas` is borrowed and must live as long.
LwMotionPreview *lw_motion_preview_new (LwCanvas *canvas);
/// Show a motion of the mobility of the player on the canvas, from the shown instant on; a run is
/// paused first.
void lw_motion_preview_start (LwMotionPreview *self, int motion);
void lw_motion_preview_stop (LwMotionPreview *self);
int lw_motion_preview_get_motion (LwMotionPreview *self);

G_END_DECLS
