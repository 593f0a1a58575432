// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of a mechanism of thousands of elements, for panning. It extends beyond the edges of
// the view, and areas that become visible are drawn in strips: panning costs a copy and
// occasionally a strip.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

typedef struct _LwPanLayer LwPanLayer;

LwPanLayer *lw_pan_layer_new (void);
void lw_pan_layer_free (LwPanLayer *self);
/// Discards the picture, because the mechanism's appearance has changed.
void lw_pan_layer_clear (LwPanLayer *self);

/// Paints the mechanism on a context whose unit is a px, `factor` device pixels wide: the drawing
/// of lw_draw_mechanism () without the scale card, at most half a device pixel from its exact
/// position. Only the centre of the view may have changed since lw_pan_layer_clear (); after any
/// other change call that first. A different scale or size of the view is detected. Plane views
/// only.
void lw_pan_layer_paint (LwPanLayer *self,
                         cairo_t *cairo,
                         int factor,
                         LwScene *scene,
                         const LwPalette *palette,
                         LwFonts *fonts,
                         const LwView *view,
                         MbdState *state,
                         const LwDrawOptions *options);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPanLayer, lw_pan_layer_free)

G_END_DECLS
