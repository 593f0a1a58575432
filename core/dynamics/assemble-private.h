// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Projection as the integrator uses it.

#pragma once

#include "state-private.h"

/// change = M^-1 G' (G M^-1 G' + R)^-1 rhs, u layout; rows must be set. With has_factor the factor
/// that is there is used.
void mbd_solve_rows (MbdState *state, const double *rhs, bool has_factor, double *change);
/// One Newton pass on positions and the nearest velocities there, in place, for rows that are
/// stabilised by projection; then the acceleration at the result (a may be NULL).
/// has_factor: pose, rows and factor at time, q, v are in place from an evaluation there.
void mbd_project (MbdState *work, double time, double *q, double *v, bool has_factor, double *a);
