// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places in the plane, some of which are a given distance from each other: where the rest goes when
// some of them are dragged.

#pragma once

#include <glib.h>
#include <stdbool.h>

G_BEGIN_DECLS

/// A place: that of its point, and how far it is from it. Places of one point move as one.
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
  double (*points)[2];       ///< m, as they are, with all lengths right; where they go
  const LwLockedRole *roles; ///< of the points
  double by[2];              ///< m, the way of those that are dragged
  guint n_places;
  const LwLockedPlace *places;
  guint n_edges;
  const LwLockedEdge *edges;
} LwLockedProblem;

/// What is dragged goes all the way and the rest follows by as little as it can, or it goes to the
/// nearest place that the lengths allow: false then.
bool lw_locked_solve (LwLockedProblem *self);

G_END_DECLS
