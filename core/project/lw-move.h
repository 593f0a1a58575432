// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moving parts of a drawing so that it stays joined.

#pragma once

#include "lw-element-ref.h"

G_BEGIN_DECLS

/// Elements, or one point of the shape of a body, moved by dx, dy; joints that they are in go with
/// them, and the links at the other side of these are stretched and turned.
LwMechanism *lw_move_elements (const LwMechanism *mechanism,
                               const LwElementRef *elements,
                               guint n_elements,
                               double dx,
                               double dy);
LwMechanism *
lw_move_point (const LwMechanism *mechanism, int body, guint point, double dx, double dy);

G_END_DECLS
