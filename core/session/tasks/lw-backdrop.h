// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The background image of a mechanism, drawn on the sheet under the grid.

#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "lw-background.h"
#include "lw-view.h"

G_BEGIN_DECLS

/// A background and its decoded image; must be zero-initialised.
typedef struct
{
  LwBackground *shown;    ///< NULL if none
  cairo_surface_t *image; ///< image of `shown`; NULL if it is not decoded yet, or cannot be
  GCancellable *decoding; ///< NULL if no image is being decoded
} LwBackdrop;

/// Called after the image has been decoded, or with the reason `why` if it cannot be.
typedef void (*LwBackdropReady) (GObject *owner, const GError *why);

/// Sets the background (NULL: none). Returns true if it must be redrawn. A new image is decoded in
/// a worker thread; then `ready` is called. `self` is part of `owner`, and must be cleared when
/// `owner` is disposed of.
bool lw_backdrop_update (LwBackdrop *self,
                         const LwBackground *background,
                         GObject *owner,
                         LwBackdropReady ready);
/// Draws the background in a plane view.
void lw_backdrop_paint (const LwBackdrop *self, cairo_t *cairo, const LwView *view);
void lw_backdrop_clear (LwBackdrop *self);

G_END_DECLS
