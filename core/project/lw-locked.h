// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dragging where the lengths of some links are locked: these keep their lengths and take what is
// joined to them along; the others stretch.

#pragma once

#include "lw-element-ref.h"

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
/// A link that has a length which can be locked, and the mechanism with it locked or not.
bool lw_locked_can (const LwMechanism *mechanism, int body);
LwMechanism *lw_locked_set (const LwMechanism *mechanism, int body, bool locked);

G_END_DECLS
