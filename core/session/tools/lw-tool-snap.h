// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Snapping: finds the position near the pointer that the user means. Elements of the drawing take
// precedence over the grid; otherwise the nearest candidate is used.

#pragma once

#include "lw-geometry.h"

G_BEGIN_DECLS

typedef enum
{
  LW_SNAP_NONE,
  LW_SNAP_END,
  LW_SNAP_MIDPOINT,
  LW_SNAP_CENTRE,
  LW_SNAP_INTERSECTION,
  LW_SNAP_PERPENDICULAR, ///< foot of the perpendicular from the previous point on a line
  LW_SNAP_AXIS,          ///< on a line of the drawing
  LW_SNAP_DIRECTION,     ///< multiple of 15 degrees from the previous point
  LW_SNAP_LENGTH,        ///< same length as another element
  LW_SNAP_ALIGNED,       ///< level with a point, or above or below it
  LW_SNAP_GRID,
} LwSnapKind;

#define LW_SNAP_MAX_GUIDES 3

typedef struct
{
  LwSnapKind kind;
  double x, y; ///< m, world
  int body;    ///< body to which the point belongs; LW_NO_BODY if none
  int n_guides;
  double guides[LW_SNAP_MAX_GUIDES][4]; ///< lines from x, y to x, y that explain the snap
} LwSnap;

typedef struct
{
  const GArray *points; ///< lw_geometry_points () without the moved elements
  const GArray *lines;  ///< lw_geometry_lines () without the moved elements
  double px_per_m;
  double grid;          ///< m
  const double *anchor; ///< previous point; NULL if none
  bool directs;         ///< a direction is defined: round angles take precedence over the grid
  bool off;             ///< snapping is disabled
} LwSnapInput;

void lw_snap_find (const LwSnapInput *input, double x, double y, LwSnap *snap);
/// Returns its word, translated; NULL for LW_SNAP_NONE.
const char *lw_snap_get_word (LwSnapKind kind);
/// Returns true if it lies on an element to which an end can be joined.
bool lw_snap_is_point (LwSnapKind kind);
/// Returns the nearest multiple of a step, rounded correctly.
double lw_snap_round (double value, double step);

G_END_DECLS
