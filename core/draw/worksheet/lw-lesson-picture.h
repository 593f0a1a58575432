// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A mechanism as a picture of a lesson, on a worksheet and in the window.

#pragma once

#include "lw-mechanism.h"
#include "lw-palette.h"

G_BEGIN_DECLS

/// Draws a mechanism at its start, in px, with the painter that `begin` returns. Returns false, and does not
/// begin, if it is empty or cannot be compiled.
bool lw_lesson_picture_draw (LwMechanism *mechanism,
                             LwPainter *(*begin) (void *data),
                             void *data,
                             const LwPalette *palette,
                             double width,
                             double height);

G_END_DECLS
