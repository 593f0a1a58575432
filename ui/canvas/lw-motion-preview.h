// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A free motion of the shown mechanism, to and fro on the canvas until it is stopped. Nothing of
// the mechanism or its run changes.

#pragma once

#include "lw-canvas.h"

G_BEGIN_DECLS

#define LW_TYPE_WIGGLE (lw_wiggle_get_type ())
G_DECLARE_FINAL_TYPE (LwWiggle, lw_wiggle, LW, WIGGLE, GObject)

// Property: "motion" (int, read-only, notified): the motion that is shown; -1: none.

/// `canvas` is borrowed and must live as long.
LwWiggle *lw_wiggle_new (LwCanvas *canvas);
/// Show a motion of the mobility of the player on the canvas, from the shown instant on; a run is
/// paused first.
void lw_wiggle_start (LwWiggle *self, int motion);
void lw_wiggle_stop (LwWiggle *self);
int lw_wiggle_get_motion (LwWiggle *self);

G_END_DECLS
