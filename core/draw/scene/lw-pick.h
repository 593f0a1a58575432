// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the elements of a drawn mechanism under a point of the screen.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

/// Finds the element that a press at (x, y) px selects: joints and tracers before rods, springs and
/// loads, these before bodies. An element is hit within `reach` px of its symbol; of several the
/// nearest is taken, of bodies the top one. Returns false and sets LW_SELECTION_NONE if there is
/// none.
bool lw_scene_pick (LwScene *self,
                    MbdState *state,
                    const LwView *view,
                    double x,
                    double y,
                    double reach,
                    LwElementRef *found);
/// Returns all elements that a press at this point could select (array of LwElementRef), starting
/// with the one that it selects. Free with g_array_unref ().
GArray *lw_scene_pick_all (LwScene *self,
                           MbdState *state,
                           const LwView *view,
                           double x,
                           double y,
                           double reach);

/// Computes the world point in the middle of an element, to which a view is centred. Returns false
/// if the element does not exist.
bool lw_scene_locate (LwScene *self, MbdState *state, const LwElementRef *element, double point[3]);

/// Finds the link whose length, displayed according to `options`, is drawn at a point. Returns
/// false if there is none.
bool lw_scene_find_length (LwScene *self,
                           MbdState *state,
                           const LwView *view,
                           const LwDrawOptions *options,
                           double x,
                           double y,
                           double reach,
                           int *body);

G_END_DECLS
