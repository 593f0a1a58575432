// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A picture of a mechanism of thousands that is moved with the sheet. It reaches beyond the edges
// of the view, and what comes into it from there is drawn in strips: to pan costs a copy, and now
// and then a strip.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

typedef struct _LwPanLayer LwPanLayer;

LwPanLayer *lw_pan_layer_new (void);
void lw_pan_layer_free (LwPanLayer *self);
/// The mechanism looks otherwise now: the next picture is drawn from nothing.
void lw_pan_layer_clear (LwPanLayer *self);

/// Lay the mechanism on a context whose unit is a px, `factor` device pixels wide: what
/// lw_draw_mechanism () draws, without the scale card, and not farther than half a device pixel
/// from where that would draw it. Everything but the centre of the view must be as it was since
/// lw_pan_layer_clear (), else that is called first; another scale or size of the view is noticed.
/// Plane views only.
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
