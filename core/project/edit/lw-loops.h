// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Outlines of several loops. A shape stores one closed line: a hole is reached along an edge that
// is traversed in both directions (a cut). Area and moments are then those of the plate with its
// holes, and moving points moves both copies of a cut equally.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// Finds the loops of an outline of n points (x y z each) without the cuts between them. `order`
/// has room for n indices of points, `ends` for n / 3 + 1 end positions of loops in `order`.
/// Returns the number of loops; 1, with all points in order, if there are no cuts.
guint lw_loops_find (const double *points, guint n, guint *order, guint *ends);

/// Returns twice the area, positive if counter-clockwise.
double lw_loops_area (const double *points, guint n);
bool lw_loops_contain (const double *points, guint n, const double point[2]);

/// Makes plates of loops (GArray of double[3]; closed, at least three points): each outermost loop
/// with its holes; islands within holes are separate plates. Each plate is one outline with cuts,
/// counter-clockwise. Returns a GPtrArray of GArray of double[3].
GPtrArray *lw_loops_make_plates (const GPtrArray *loops);

/// Joins plates (at least one) to one outline: each island is reached by a cut from the nearest
/// corner of the previous ones, outside the plates. Returns a GArray of double[3].
GArray *lw_loops_join_plates (const GPtrArray *plates);

/// Finds a point where two edges of loops cross or touch other than at a common corner. Returns
/// false if there is none.
bool lw_loops_find_crossing (const GPtrArray *loops, double point[2]);

G_END_DECLS
