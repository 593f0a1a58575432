// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection onto the constraints, for the integrator and the analyses.

#pragma once

#include "state-private.h"

/// Computes change = M^-1 G' (G M^-1 G' + R)^-1 rhs, u layout; rows must be set. With has_factor
/// the existing factor is used.
void mbd_solve_rows (MbdState *state, const double *rhs, bool has_factor, double *change);
/// Does the same beside impulses f of the bodies, u layout, NULL for none: change includes M^-1 f.
void mbd_solve_rows_with (MbdState *state,
                          const double *f,
                          const double *rhs,
                          bool has_factor,
                          double *change);
/// Returns CONFLICT if the errors of rows kept closed by projection exceed this fraction of L (or
/// this angle in rad) at the pose of the state.
MbdStatus mbd_check_closed (MbdState *work, double tolerance_of_size, MbdDiagnosis *why);
/// Makes one Newton pass on positions, then finds the nearest velocities there, in place, for rows
/// that are stabilised by projection; then computes the acceleration at the result (a may be NULL).
/// has_factor: pose, rows and factor at time, q, v exist from an evaluation there.
void mbd_project (MbdState *work, double time, double *q, double *v, bool has_factor, double *a);

/// Solves for a change (u layout) with G change = rhs for the rows that are solved, and leaves
/// multipliers in y and inverse effective masses in g of the state. With has_factor rows, pose and
/// roles are unchanged since the last call.
typedef void
MbdRowSolver (MbdState *state, const double *rhs, bool has_factor, double *change, void *data);

/// Method of closing rows, which selects one of all changes that satisfy them. `keep_*` restore
/// coordinates that must not move from the values before; NULL if there are none.
typedef struct
{
  MbdRowSolver *solve;
  void (*keep_positions) (MbdState *state, const double *before, double *q, void *data);
  void (*keep_velocities) (MbdState *state, const double *before, double *v, void *data);
  void *data;
} MbdCloser;

MbdStatus
mbd_assemble_with (MbdState *state, const MbdCloser *closer, bool *failed, MbdDiagnosis *why);
MbdStatus mbd_assemble_velocities_with (MbdState *state,
                                        const MbdCloser *closer,
                                        bool *failed,
                                        MbdDiagnosis *why);

/// Sets roles for impulses, by eps and rate of the state: a unilateral row is solved if it touches
/// and does not separate, so that it is caught without bouncing; a limited motor has no impulse.
/// `candidate` of the state marks rows that touch. `closing`: largest rate, 1/s over the unit of
/// the row, that does not count as closing; *any_closes is set if a row closes faster. Returns true
/// if any row touches.
bool mbd_take_touching (MbdState *state, double closing, bool *any_closes);
/// Selects, after mbd_take_touching (), the candidates that must be solved so that after impulses
/// no row closes and none pulls; `wanted` is the required change of the rate of every row. `change`
/// is scratch.
void mbd_find_impulse_roles (MbdState *state,
                             const double *wanted,
                             MbdRowSolver *solve,
                             void *data,
                             double tolerance,
                             double *change);
/// Returns the largest speed of velocities u, m/s; angular velocities are multiplied by the radius
/// L.
double mbd_largest_speed (const MbdModel *model, const double *u);
