// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Preview of a free motion of the mechanism, back and forth on the canvas until it is stopped. Does
// not change the mechanism or its run.

#pragma once

#include "lw-canvas.h"

G_BEGIN_DECLS

#define LW_TYPE_MOTION_PREVIEW (lw_motion_preview_get_type ())
G_DECLARE_FINAL_TYPE (LwMotionPreview, lw_motion_preview, LW, MOTION_PREVIEW, GObject)

// Property: "motion" (int, read-only, notified): the motion that is shown; -1 if none.

/// Returns a new preview. `canvas` is borrowed and must outlive it.
LwMotionPreview *lw_motion_preview_new (LwCanvas *canvas);
/// Shows a motion of the player's mobility on the canvas, starting at the displayed time; pauses a
/// run first.
void lw_motion_preview_start (LwMotionPreview *self, int motion);
void lw_motion_preview_stop (LwMotionPreview *self);
int lw_motion_preview_get_motion (LwMotionPreview *self);

G_END_DECLS
