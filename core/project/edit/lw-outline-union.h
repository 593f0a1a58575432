// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Union of outlines in the plane.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// Largest number of corners that is processed.
#define LW_OUTLINE_UNION_MAX 4000

/// Computes the union. `loops` (GArray of double[3], x y z, closed): loop i is part of the outline
/// of piece owners[i] (from 0, ascending), which is the area enclosed by an odd number of its
/// loops. Returns the loops round the points that are in any piece: counter-clockwise outside,
/// clockwise round holes; places nearer than 1e-9 of the whole are one. Returns NULL if the union
/// cannot be determined, or there are too many corners.
GPtrArray *lw_outline_union (const GPtrArray *loops, const guint *owners);

G_END_DECLS
