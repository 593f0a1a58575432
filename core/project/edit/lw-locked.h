// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dragging with locked link lengths: locked links keep their lengths and take joined elements
// along; other links stretch.

#pragma once

#include "lw-element-ref.h"
#include "lw-plane-map.h"

G_BEGIN_DECLS

/// Like lw_move_elements () and lw_move_point (). Elements that cannot move all the way move to the
/// nearest place that the lengths allow.
LwMechanism *lw_locked_move_elements (const LwMechanism *mechanism,
                                      const LwElementRef *elements,
                                      guint n_elements,
                                      double dx,
                                      double dy);
LwMechanism *
lw_locked_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy);
/// Like lw_move_by_map (), but returns NULL and sets an LW_ERROR_USAGE that names the link if the
/// length of a locked link would change that is not among the elements. Locked links among the
/// elements are scaled.
LwMechanism *lw_locked_move_by_map (const LwMechanism *mechanism,
                                    const LwElementRef *elements,
                                    guint n_elements,
                                    const LwPlaneMap *map,
                                    GError **error);
/// Returns false and sets that error if the length of a locked link that is not among the elements
/// differs.
bool lw_locked_check (const LwMechanism *before,
                      const LwMechanism *after,
                      const LwElementRef *elements,
                      guint n_elements,
                      GError **error);
/// Returns true for a link whose length can be locked.
bool lw_locked_can (const LwMechanism *mechanism, int body);
LwMechanism *lw_locked_set (const LwMechanism *mechanism, int body, bool locked);

G_END_DECLS
