// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The background image of a mechanism as it is drawn on the sheet, under the grid.

#pragma once

#include <cairo.h>
#include <gio/gio.h>

#include "lw-background.h"
#include "lw-view.h"

G_BEGIN_DECLS

/// What of a background has been decoded; begins as zeros.
typedef struct
{
  LwBackground *shown;    ///< NULL: none
  cairo_surface_t *image; ///< of `shown`; NULL: it is not decoded yet, or cannot be
  GCancellable *decoding; ///< NULL: nothing is being decoded
} LwBackdrop;

/// Its image has been decoded; or it cannot be, which `why` tells.
typedef void (*LwBackdropReady) (GObject *owner, const GError *why);

/// Takes over the background (NULL: none). True when it is to be drawn otherwise than before. A new
/// image is decoded beside the main loop; then `ready` is called. `self` is part of `owner`, and
/// cleared when that is disposed of.
bool lw_backdrop_update (LwBackdrop *self,
                         const LwBackground *background,
                         GObject *owner,
                         LwBackdropReady ready);
/// In a plane view.
void lw_backdrop_paint (const LwBackdrop *self, cairo_t *cairo, const LwView *view);
void lw_backdrop_clear (LwBackdrop *self);

G_END_DECLS
