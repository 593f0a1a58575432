// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Closed outlines of straight lines and arcs, in the plane, m. An outline is counter-clockwise
// about material and clockwise about a hole, so that the material is on its left.

#pragma once

#include <glib.h>
#include <stdbool.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// A corner, and the piece from it to the next one: bulge = tan (angle / 4) of an arc, positive if
/// it turns to the left, 0 for a straight line.
typedef struct
{
  double x, y;
  double bulge;
} LwContourVertex;

/// An outline is a GArray of LwContourVertex.
#define lw_contour_get(outline, i) (&g_array_index ((outline), LwContourVertex, (i)))
GArray *lw_contour_new (void);
/// Returns a circle, of two arcs; `turn` 1: about material, -1: about a hole.
GArray *lw_contour_new_circle (double x, double y, double radius, int turn);
/// Returns the hull of circles of the same radius about n > 0 points (x y z each).
GArray *lw_contour_new_hull (const double *points, guint n, double radius);
/// Returns the polygon through n points (x y z each), reversed if it does not turn as `turn`; points
/// that coincide with the previous one are left out.
GArray *lw_contour_new_polygon (const double *points, guint n, int turn);

/// Returns true if it is a circle as lw_contour_new_circle () makes it.
bool lw_contour_is_circle (const GArray *outline, double centre[2], double *radius);
/// Returns the area, positive about material.
double lw_contour_area (const GArray *outline);
/// Computes the bounding box: minimum x y, maximum x y.
void lw_contour_box (const GArray *outline, double box[4]);
/// Turns by `angle` about the origin, rad, then moves.
void lw_contour_move (GArray *outline, double angle, double x, double y);
/// Returns the outline moved away from its material by `distance` >= 0; convex corners become arcs.
/// Returns NULL if a piece is too short for that.
GArray *lw_contour_offset (const GArray *outline, double distance);
/// Returns points (double[2]) on the outline whose chords are nowhere further from it than
/// `tolerance`.
GArray *lw_contour_flatten (const GArray *outline, double tolerance);

G_END_DECLS
