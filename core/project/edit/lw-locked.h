// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dragging where the lengths of some links are locked: these keep their lengths and take what is
// joined to them along; the others stretch.

#pragma once

#include "lw-element-ref.h"
#include "lw-plane-map.h"

G_BEGIN_DECLS

/// As lw_move_elements () and lw_move_point (). What cannot go all the way goes to the nearest
/// place that the lengths allow.
LwMechanism *lw_locked_move_elements (const LwMechanism *mechanism,
                                      const LwElementRef *elements,
                                      guint n_elements,
                                      double dx,
                                      double dy);
LwMechanism *
lw_locked_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy);
/// As lw_move_by_map (), but NULL, and an LW_ERROR_USAGE that names it, when a locked link that is
/// none of the elements would get another length. Those that are elements scale with the rest.
LwMechanism *lw_locked_move_by_map (const LwMechanism *mechanism,
                                    const LwElementRef *elements,
                                    guint n_elements,
                                    const LwPlaneMap *map,
                                    GError **error);
/// False, with that error, when a locked link that is none of the elements has another length.
bool lw_locked_check (const LwMechanism *before,
                      const LwMechanism *after,
                      const LwElementRef *elements,
                      guint n_elements,
                      GError **error);
/// A link that has a length which can be locked, and the mechanism with it locked or not.
bool lw_locked_can (const LwMechanism *mechanism, int body);
LwMechanism *lw_locked_set (const LwMechanism *mechanism, int body, bool locked);

G_END_DECLS
