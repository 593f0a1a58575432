// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inset of the drift laboratory: the opening of a joint, magnified by a stated factor.

#pragma once

#include "lw-drift.h"
#include "lw-painter.h"
#include "lw-palette.h"
#include "lw-view.h"

G_BEGIN_DECLS

/// Returns the largest of the factors 1, 2, 5, 10 ... that draws an opening (m) within an inset of this
/// radius, compared with the drawing; INFINITY if there is no opening.
double lw_drift_inset_factor (double gap, double px_per_m, double radius);

/// Draws the inset round x, y, and a line to the joint in the view: a ring where the point of the first
/// body is, and a dot where that of the second one is. Text to the right of it names the joint and the
/// factor, in letters larger by `letters`, but smaller where `room` px are too few.
void lw_draw_drift_inset (LwPainter *painter,
                          const LwPalette *palette,
                          const LwView *view,
                          const LwDriftGap *gap,
                          const char *name,
                          double factor,
                          double letters,
                          double room,
                          double x,
                          double y,
                          double radius);

G_END_DECLS
