// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The linear system of an instant, for people to look at: beside G, gamma, M, f and the errors of
// mbd-state.h, how each row is kept closed, what the solution leaves of both equations, and how far
// the rows are from depending on each other.

#pragma once

#include "mbd-api.h"
#include "mbd-state.h"

MBD_BEGIN_DECLS

/// How a row is kept closed at this state, never MBD_STABILISATION_INHERIT; *time_constant (s, may
/// be NULL) is that of Baumgarte, 0 else.
MbdStabilisation
mbd_state_row_stabilisation (const MbdState *state, int row, double *time_constant);

/// gamma by row, with the Baumgarte terms of those rows that have them; 0 for rows that are off.
void mbd_state_stabilised_gamma (MbdState *state, double *gamma);

/// What a and lambda of the last solve leave of the equations: motion = M a - f - G' lambda by
/// velocity (N, N m), rows = G a - gamma with the Baumgarte terms of those rows that have them
/// (m/s^2, rad/s^2; 0 for rows that are not solved). NULL skips one.
void mbd_state_residuals (MbdState *state, double *motion, double *rows);

/// The singular values of diag (1/sqrt g) G M^(-1/2) for the rows that are solved, falling: 0 (to
/// 1e-9 of 1) where rows depend on each other, and their number above that is the rank; the largest
/// over the smallest is how much errors can grow in the multipliers. `values` has room for the
/// number of velocities; *count of them are set. Takes memory and, beyond some hundred velocities,
/// its time. TOO_LARGE for systems too large for a dense factorisation.
MbdStatus mbd_state_singular_values (MbdState *state, double *values, int *count);

MBD_END_DECLS
