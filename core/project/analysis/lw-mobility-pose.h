// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Special properties of a pose: motions that move no mass, and dependences between rows that exist
// at this pose only.

#pragma once

#include "lw-mobility.h"

G_BEGIN_DECLS

/// Sets is_indeterminate and any_indeterminate: bodies that move along `motions` (n_motions x
/// velocities, the null space of the rows), or along a combination of them, without kinetic energy.
void lw_mobility_find_indeterminate (LwMobility *self,
                                     MbdState *state,
                                     const double *motions,
                                     int n_motions);

/// Sets is_singular and any_singular. Requires is_redundant and the motions with drives released;
/// the state has the pose with the drives active, and is not changed.
void lw_mobility_find_singular (LwMobility *self, const MbdState *state);

G_END_DECLS
