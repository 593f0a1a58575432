// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mechanism can do as it stands: degrees of freedom, rows that say the same thing twice or
// contradict each other, whether the drawing fits, and the motions that are free, as poses for a
// picture that moves.

#pragma once

#include <gio/gio.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Found once and not changed any more. Owns its arrays.
typedef struct
{
  int rank;             ///< of all active rows
  int freedoms;         ///< by rank, drives let go
  int by_count;         ///< by count (Gruebler), drives let go
  int driven;           ///< how many of the freedoms drives take
  int redundant;        ///< rows, drives among them
  bool *is_redundant;   ///< by coupling: one of its rows takes part in the dependence
  bool *is_conflicting; ///< by coupling: cannot be met together with the others; NULL: not known
  bool any_conflict;
  bool drawn_fits;        ///< the start satisfies the constraints as it is drawn
  bool can_fit;           ///< or can be made to
  bool *is_unmet;         ///< by coupling: what assembly of the start could not meet
  bool *is_indeterminate; ///< by body: it can move without moving a mass, drives in place
  bool any_indeterminate;
  bool *is_singular; ///< by coupling: its rows depend on others at this pose, but not beside it
  bool any_singular;
  int n_velocities;
  int n_motions;
  double *motions; ///< n_motions x n_velocities: with drives let go; the fastest point has 1 m/s
} LwMobility;

/// At the pose of the state, whose couplings it uses. The state is changed. NULL when it is too
/// large for that, or when nobody wants to know any more (`cancellable`, may be NULL).
LwMobility *lw_mobility_new (MbdState *state, GCancellable *cancellable);
void lw_mobility_free (LwMobility *self);

/// Poses of a swing along a motion (length n_velocities) through that of the state: `n` to each
/// side, of which each satisfies the constraints as far as they let it go; drives are let go.
/// `poses`: (2 n + 1) x positions, the pose of the state in the middle. The amplitude is a part of
/// the size of the mechanism that is easily seen. The state is changed.
void lw_mobility_swing (MbdState *state, const double *motion, int n, double *poses);

/// The drawing closed: bodies where the engine assembles them. The same one when it fits already.
/// NULL, and a sentence that names the couplings that could not be met.
LwMechanism *lw_mechanism_assemble (LwMechanism *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwMobility, lw_mobility_free)

G_END_DECLS
