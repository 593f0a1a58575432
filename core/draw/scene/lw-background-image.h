// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The background image of a mechanism as it is drawn on the sheet, under the grid.

#pragma once

#include <cairo.h>

#include "lw-background.h"
#include "lw-deadline.h"
#include "lw-view.h"

G_BEGIN_DECLS

/// What an image may take, in the thread that is going to decode it; the largest take a tenth.
LwDeadline lw_background_deadline (GCancellable *cancellable);
/// A PNG or JPEG file as an image. NULL, and a sentence, when it cannot be decoded, has too many
/// pixels, or when the deadline is over.
cairo_surface_t *lw_background_decode (GBytes *file, const LwDeadline *deadline, GError **error);
/// In a plane view: nothing of one that is not visible.
void lw_background_paint (const LwBackground *self,
                          cairo_surface_t *image,
                          cairo_t *cairo,
                          const LwView *view);

G_END_DECLS
