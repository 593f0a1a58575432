// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inspection of the linear system of an instant. In addition to G, gamma, M, f and the errors of
// mbd-state.h: the stabilisation of each row, the residuals of both equations, and how close the
// rows are to being linearly dependent.

#pragma once

#include "mbd-api.h"
#include "mbd-state.h"

MBD_BEGIN_DECLS

/// Returns the stabilisation of a row at this state, never MBD_STABILISATION_INHERIT;
/// *time_constant (s, may be NULL) is the time constant for Baumgarte, otherwise 0.
MbdStabilisation
mbd_state_row_stabilisation (const MbdState *state, int row, double *time_constant);

/// Computes gamma by row, including the Baumgarte terms of rows that have them; 0 for rows that are
/// off.
void mbd_state_stabilised_gamma (MbdState *state, double *gamma);

/// Computes the residuals of a and lambda of the last solve: motion = M a - f - G' lambda by
/// velocity (N, N m), rows = G a - gamma with the Baumgarte terms of rows that have them (m/s^2,
/// rad/s^2; 0 for rows that are not solved). NULL skips one.
void mbd_state_residuals (MbdState *state, double *motion, double *rows);

/// Computes the singular values of diag (1/sqrt g) G M^(-1/2) for the rows that are solved, in
/// descending order: those that are 0 (to 1e-9 of 1) indicate rows that depend on each other, and
/// the number of the others is the rank; the largest over the smallest bounds how much errors can
/// grow in the multipliers. `values` has room for the number of velocities; *count of them are set.
/// Allocates memory; slow beyond some hundred velocities. Returns TOO_LARGE for systems too large
/// for a dense factorisation.
MbdStatus mbd_state_singular_values (MbdState *state, double *values, int *count);

/// Computes the part of a coupling of the data of the system: its rows of G (rows x velocities, row-major),
/// of gamma (without stabilisation terms), of the position and velocity errors (mbd_state_gap ()), of the
/// acceleration errors G a - gamma, and of lambda, these two from the last solve. All but the position and
/// velocity errors are 0 for rows that are off. NULL skips one.
void mbd_state_coupling_slice (MbdState *state,
                               int coupling,
                               double *G,
                               double *gamma,
                               double *position,
                               double *velocity,
                               double *acceleration,
                               double *lambda);

MBD_END_DECLS
