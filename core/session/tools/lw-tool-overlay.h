// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the overlay of a mechanism while a tool is used: the snap candidate with its word and guide
// lines, length and angle, the rubber band, the crosshair, and marks of points that look joined but
// are not.

#pragma once

#include "lw-palette.h"
#include "lw-tool.h"
#include "lw-view.h"

G_BEGIN_DECLS

void lw_tool_overlay_draw (LwPainter *painter,
                           const LwPalette *palette,
                           const LwView *view,
                           double link_width_px,
                           const LwToolFeedback *feedback);

G_END_DECLS
