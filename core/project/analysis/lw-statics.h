// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Static equilibrium of a drawing: the pose near the start in which it rests, with its contacts, and
// the efforts by which its drives hold it.

#pragma once

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Effort by which a drive holds its joint.
typedef struct
{
  int drive;     ///< id
  double effort; ///< N m or N, positive increases the coordinate
  bool turns;    ///< true for a moment on an angle, false for a force on a slide
} LwHolding;

typedef struct
{
  LwMechanism *mechanism; ///< at rest; the same object if it was in equilibrium
  bool neutral;           ///< a motion exists along which no force acts: the pose is one of many
  bool indeterminate;     ///< other contact forces balance as well
  int n_contacts;         ///< number of contact points
  GArray *holdings;       ///< array of LwHolding of the active drives
} LwStatics;

/// Finds a stable equilibrium. Drives keep the positions that they prescribe at the start, so bodies
/// keep the velocities of these; without them all velocities become zero. Returns NULL and sets the
/// error if there is none.
LwStatics *lw_statics_new (LwMechanism *mechanism, GError **error);
void lw_statics_free (LwStatics *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwStatics, lw_statics_free)

G_END_DECLS
