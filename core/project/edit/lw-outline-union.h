// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The union of outlines in the plane.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// More corners than these are not looked at.
#define LW_OUTLINE_UNION_MAX 4000

/// `loops` (GArray of double[3], x y z, closed): loop i is part of the outline of piece owners[i]
/// (from 0, ascending), which is what an odd number of its loops go round. The loops that go round
/// what is in any piece: counter-clockwise outside, clockwise round holes; places nearer than 1e-9
/// of the whole are one. NULL when it cannot be told, or there are too many corners.
GPtrArray *lw_outline_union (const GPtrArray *loops, const guint *owners);

G_END_DECLS
