// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves parts of a drawing so that it stays joined.

#pragma once

#include "lw-element-ref.h"
#include "lw-plane-map.h"

G_BEGIN_DECLS

/// Moves elements, or one point of the shape of a body, by dx, dy. Their joints move with them, and
/// the links on the other side of these are stretched and turned.
LwMechanism *lw_move_elements (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double dx,
                               double dy);
/// Like lw_move_elements (), for any map. Loads in world axes are turned if they are elements
/// themselves. Returns NULL and sets an LW_ERROR_USAGE if one of these follows functions that
/// cannot be turned, or the result is out of range.
LwMechanism *lw_move_by_map (const LwMechanism *mechanism,
                             const LwElementRef *elements,
                             guint n_elements,
                             const LwPlaneMap *map,
                             GError **error);
LwMechanism *
lw_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy);

G_END_DECLS
