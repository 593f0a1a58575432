// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines of several loops. A shape keeps one closed line: a hole is reached along an edge that is
// gone there and back (a cut), so that area and moments are those of the plate with its holes, and
// whatever moves points moves both ends of a cut alike.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// The loops of an outline of n points (x y z each) without the cuts between them: `order` has room
/// for n indices of points, `ends` for n / 3 + 1 numbers, where each loop ends in it. Returns how
/// many loops there are; 1 and all points in order when there are no cuts.
guint lw_loops_find (const double *points, guint n, guint *order, guint *ends);

/// Twice the area, positive when it is counter-clockwise.
double lw_loops_area (const double *points, guint n);
bool lw_loops_contain (const double *points, guint n, const double point[2]);

/// Loops (GArray of double[3]; closed, at least three points) become plates: each outermost loop
/// with the holes in it, holes with the islands in them, which are plates again. Each plate is one
/// outline with cuts, counter-clockwise. GPtrArray of GArray of double[3].
GPtrArray *lw_loops_make_plates (const GPtrArray *loops);

/// Plates (at least one) as one outline: each island is reached by a cut from the nearest corner of
/// those before it, outside the plates. GArray of double[3].
GArray *lw_loops_join_plates (const GPtrArray *plates);

/// Where two edges of loops cross or touch otherwise than at a common corner; false: nowhere.
bool lw_loops_find_crossing (const GPtrArray *loops, double point[2]);

G_END_DECLS
