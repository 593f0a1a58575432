// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is peculiar about the pose of a mechanism: motions that no mass answers, and dependences
// between rows that hold at this pose only.

#pragma once

#include "lw-mobility.h"

G_BEGIN_DECLS

/// Fills is_indeterminate and any_indeterminate: bodies that move along `motions`
/// (n_motions x velocities, those that the rows leave free), or along a combination of them,
/// without kinetic energy.
void lw_mobility_find_indeterminate (LwMobility *self,
                                     MbdState *state,
                                     const double *motions,
                                     int n_motions);

/// Fills is_singular and any_singular. Needs is_redundant and the motions with drives let go; the
/// state is that of the pose with the drives in it, and is not changed.
void lw_mobility_find_singular (LwMobility *self, const MbdState *state);

G_END_DECLS
