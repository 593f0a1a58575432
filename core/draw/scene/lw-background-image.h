// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The background image of a mechanism, drawn on the sheet under the grid.

#pragma once

#include <cairo.h>

#include "lw-background.h"
#include "lw-deadline.h"
#include "lw-view.h"

G_BEGIN_DECLS

/// Pixels; larger images are not decoded.
#define LW_BACKGROUND_PIXELS_MAX 40e6
/// Processor time for decoding, s.
#define LW_BACKGROUND_DECODE_S 10

/// Returns the limit on processor time for decoding an image, for the thread that decodes it; the
/// largest images need a tenth of it.
LwDeadline lw_background_deadline (GCancellable *cancellable);
/// Decodes a PNG or JPEG file. Returns NULL and sets `error` if it cannot be decoded, has too many
/// pixels, or the deadline has passed.
cairo_surface_t *lw_background_decode (GBytes *file, const LwDeadline *deadline, GError **error);
/// Draws the image in a plane view. Draws nothing if the image is not visible.
void lw_background_paint (const LwBackground *self,
                          cairo_surface_t *image,
                          cairo_t *cairo,
                          const LwView *view);

G_END_DECLS
