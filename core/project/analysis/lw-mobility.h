// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Mobility of a mechanism at its pose: degrees of freedom, redundant or conflicting rows, whether
// the drawing can be assembled, and the free motions, as poses for an animation.

#pragma once

#include <gio/gio.h>

#include "lw-mechanism.h"

G_BEGIN_DECLS

/// Immutable result. Owns its arrays.
typedef struct
{
  int rank;             ///< rank of all active rows
  int freedoms;         ///< degrees of freedom by rank, drives released
  int by_count;         ///< degrees of freedom by count (Gruebler), drives released
  int driven;           ///< number of degrees of freedom taken by drives
  int redundant;        ///< number of redundant rows, including drives
  bool *is_redundant;   ///< by coupling: one of its rows is part of the dependence
  bool *is_conflicting; ///< by coupling: cannot be satisfied together with the others; NULL if
                        ///< unknown
  bool any_conflict;
  bool drawn_fits;        ///< the drawn start pose satisfies the constraints
  bool can_fit;           ///< the start pose can be assembled
  bool *is_unmet;         ///< by coupling: not satisfied by the assembly of the start pose
  bool *is_indeterminate; ///< by body: can move without moving a mass, with active drives
  bool any_indeterminate;
  bool *is_singular; ///< by coupling: its rows depend on others at this pose, but not at
                     ///< neighbouring poses
  bool any_singular;
  int n_velocities;
  int n_motions;
  double *motions; ///< n_motions x n_velocities, drives released; the fastest point has 1 m/s
} LwMobility;

/// Analyses the pose of the state with its current couplings. Changes the state. Returns NULL if
/// the system is too large or the analysis was cancelled (`cancellable` may be NULL).
LwMobility *lw_mobility_new (MbdState *state, GCancellable *cancellable);
void lw_mobility_free (LwMobility *self);

/// Computes poses of a swing along a motion (length n_velocities) through the pose of the state:
/// `n` to each side, each satisfying the constraints, until they stop the motion; drives are
/// released. `poses`: (2 n + 1) x positions, with the pose of the state in the middle. The
/// amplitude is a clearly visible fraction of the size of the mechanism. Changes the state.
void lw_mobility_swing (MbdState *state, const double *motion, int n, double *poses);

/// Returns the mechanism with the bodies at the poses found by assembly, or a new reference to the
/// same mechanism if it already fits. Returns NULL and sets `error`, which names the couplings that
/// could not be satisfied.
LwMechanism *lw_mechanism_assemble (LwMechanism *self, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwMobility, lw_mobility_free)

G_END_DECLS
