// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moving parts of a drawing so that it stays joined.

#pragma once

#include "lw-element-ref.h"
#include "lw-plane-map.h"

G_BEGIN_DECLS

/// Elements, or one point of the shape of a body, moved by dx, dy; joints that they are in go with
/// them, and the links at the other side of these are stretched and turned.
LwMechanism *lw_move_elements (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double dx,
                               double dy);
/// The same for any map. Loads in world axes are turned when they are elements themselves. NULL,
/// and an LW_ERROR_USAGE, when one of these follows functions that cannot be turned, or the map
/// leaves nothing.
LwMechanism *lw_move_by_map (const LwMechanism *mechanism,
                             const LwElementRef *elements,
                             guint n_elements,
                             const LwPlaneMap *map,
                             GError **error);
LwMechanism *
lw_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy);

G_END_DECLS
