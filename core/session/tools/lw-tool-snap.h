// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Snapping: which place near the pointer is meant. Things of the drawing come before the grid; of
// the rest the nearest counts.

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
  LW_SNAP_PERPENDICULAR, ///< where the perpendicular from the point before meets a line
  LW_SNAP_AXIS,          ///< on a line of the drawing
  LW_SNAP_DIRECTION,     ///< a multiple of 15 degrees from the point before
  LW_SNAP_LENGTH,        ///< as long as something else
  LW_SNAP_ALIGNED,       ///< level with a point, or above or below it
  LW_SNAP_GRID,
} LwSnapKind;

#define LW_SNAP_MAX_GUIDES 3

typedef struct
{
  LwSnapKind kind;
  double x, y; ///< m, world
  int body;    ///< that the point belongs to; LW_NO_BODY: to none
  int n_guides;
  double guides[LW_SNAP_MAX_GUIDES][4]; ///< lines from x, y to x, y that explain it
} LwSnap;

typedef struct
{
  const GArray *points; ///< lw_geometry_points (), without what is being moved
  const GArray *lines;  ///< lw_geometry_lines (), likewise
  double px_per_m;
  double grid;          ///< m
  const double *anchor; ///< the point before; NULL: none
  bool directs;         ///< a direction is meant: round ones are preferred to the grid
  bool off;             ///< nothing is snapped to
} LwSnapInput;

void lw_snap_find (const LwSnapInput *input, double x, double y, LwSnap *snap);
/// The word for it, translated; NULL for LW_SNAP_NONE.
const char *lw_snap_get_word (LwSnapKind kind);
/// It lies on something that an end can be joined to.
bool lw_snap_is_point (LwSnapKind kind);
/// The nearest multiple of a step, as exact as a number can be.
double lw_snap_round (double value, double step);

G_END_DECLS
