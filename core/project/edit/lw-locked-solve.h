// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places in the plane, some with given distances from each other: computes how the other places
// move when some of them are dragged.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// A place: a point and an offset from it. Places of one point move together.
typedef struct
{
  guint point;
  double offset[2]; ///< m
} LwLockedPlace;

typedef struct
{
  guint place[2];
  double length; ///< m, > 0
} LwLockedEdge;

typedef enum
{
  LW_LOCKED_FREE,
  LW_LOCKED_FIXED,
  LW_LOCKED_DRAGGED,
} LwLockedRole;

typedef struct
{
  guint n_points;
  double (*points)[2];       ///< m, current places with all lengths correct; receives the result
  const LwLockedRole *roles; ///< by point
  double by[2];              ///< m, displacement of the dragged points
  guint n_places;
  const LwLockedPlace *places;
  guint n_edges;
  const LwLockedEdge *edges;
} LwLockedProblem;

/// Moves the dragged points all the way, and the others as little as possible. If the lengths
/// prevent that, moves them to the nearest allowed places and returns false.
bool lw_locked_solve (LwLockedProblem *self);

G_END_DECLS
