// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What of a drawn mechanism lies under a point of the screen.

#pragma once

#include "lw-scene.h"

G_BEGIN_DECLS

/// The element that a press at (x, y) px takes: joints and tracers before rods, springs and loads,
/// these before bodies. Elements may be missed by `reach` px; of several the nearest is taken, of
/// bodies the one on top. False, and LW_SELECTION_NONE, when nothing is there.
bool lw_scene_pick (LwScene *self,
                    MbdState *state,
                    const LwView *view,
                    double x,
                    double y,
                    double reach,
                    LwElementRef *found);
/// All that a press there could take (of LwElementRef), the one that it takes first. Free with
/// g_array_unref ().
GArray *lw_scene_pick_all (LwScene *self,
                           MbdState *state,
                           const LwView *view,
                           double x,
                           double y,
                           double reach);

/// World point in the middle of an element, where a view goes to show it; false when there is no
/// such element.
bool lw_scene_locate (LwScene *self, MbdState *state, const LwElementRef *element, double point[3]);

/// The link whose length, as these options show it, is drawn at a place. False: none.
bool lw_scene_find_length (LwScene *self,
                           MbdState *state,
                           const LwView *view,
                           const LwDrawOptions *options,
                           double x,
                           double y,
                           double reach,
                           int *body);

G_END_DECLS
