// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection as the integrator and the analyses use it.

#pragma once

#include "state-private.h"

/// change = M^-1 G' (G M^-1 G' + R)^-1 rhs, u layout; rows must be set. With has_factor the factor
/// that is there is used.
void mbd_solve_rows (MbdState *state, const double *rhs, bool has_factor, double *change);
/// CONFLICT when the rows that projection keeps closed are off by more than this fraction of L (or
/// this angle in rad) at the pose of the state.
MbdStatus mbd_check_closed (MbdState *work, double tolerance_of_size, MbdDiagnosis *why);
/// One Newton pass on positions and the nearest velocities there, in place, for rows that are
/// stabilised by projection; then the acceleration at the result (a may be NULL).
/// has_factor: pose, rows and factor at time, q, v are in place from an evaluation there.
void mbd_project (MbdState *work, double time, double *q, double *v, bool has_factor, double *a);

/// Solves for a change (u layout) with G change = rhs for the rows that are solved, and leaves
/// multipliers in y and inverse effective masses in g of the state. With has_factor rows, pose and
/// roles are those of the last call.
typedef void
MbdRowSolver (MbdState *state, const double *rhs, bool has_factor, double *change, void *data);

/// How the rows are closed: which of all changes that meet them. `keep_*` put back what must not
/// move, from the values before; NULL: nothing.
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

/// Roles for impulses, by eps and rate of the state: a unilateral row where it touches and does not
/// part, so that it is caught without bouncing; a limited motor gives none. `candidate` of the
/// state marks what touches. `closing`: a rate, 1/s over the unit of the row, that does not count.
/// Answers whether anything touches.
bool mbd_take_touching (MbdState *state, double closing, bool *any_closes);
/// Then of the candidates those that must be solved, so that after impulses none closes and none
/// pulls; `wanted` is the change of the rate of every row. `change` is scratch.
void mbd_find_impulse_roles (MbdState *state,
                             const double *wanted,
                             MbdRowSolver *solve,
                             void *data,
                             double tolerance,
                             double *change);
/// The largest speed of velocities u as that of points, m/s: what turns counts with the radius L.
double mbd_largest_speed (const MbdModel *model, const double *u);
