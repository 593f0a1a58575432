// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One constraint row as a plain value with all data that a solver needs; it can be copied, changed
// and compared. Taken from a state at an instant (mbd_state_row ()) or filled in by the caller.
//
// The row belongs to a problem  G x + cfm lambda + b = 0  (or its inequality), x = accelerations or
// velocities in published coordinates, b in the unit of G x.

#pragma once

#include "mbd-api.h"
#include "mbd-state.h"

MBD_BEGIN_DECLS

enum
{
  MBD_ROW_MOST_ENTRIES = 24, ///< six velocities of each of four bodies
};

/// A row of the system with its data, as a value.
typedef struct
{
  int count;                             ///< number of entries
  int column[MBD_ROW_MOST_ENTRIES];      ///< velocity coordinate of an entry
  double jacobian[MBD_ROW_MOST_ENTRIES]; ///< entry of G
  double weighted[MBD_ROW_MOST_ENTRIES]; ///< entry of M^-1 G'
  double known_term;                     ///< b; from a state: -gamma
  double multiplier;                     ///< lambda; from a state: multiplier of the last solve
  double cfm;                            ///< cfm of this problem, 1/kg for accelerations; default 0
  MbdMode mode;                          ///< never MBD_MODE_BY_KIND
  double limit;                          ///< limit of a box, N or N m
  bool active;                           ///< false if the row takes no part
  bool linear;                           ///< true if G does not depend on the pose
} MbdRow;

/// Writes a row of the system (public numbering) at the instant of the state.
void mbd_state_row (MbdState *state, int row, MbdRow *out);
/// Returns true if all data of two rows are equal, bit by bit.
bool mbd_row_equal (const MbdRow *a, const MbdRow *b);

/// Returns G x.
double mbd_row_multiply (const MbdRow *row, const double *x);
/// Adds M^-1 G' delta to x.
void mbd_row_apply (const MbdRow *row, double delta, double *x);
/// Adds G' lambda to y.
void mbd_row_transpose_add (const MbdRow *row, double lambda, double *y);
/// Returns G M^-1 G' + cfm: the inverse effective mass, 1/kg or 1/(kg m^2).
double mbd_row_inverse_mass (const MbdRow *row);
/// Returns c = G x + cfm lambda + b with the multiplier of the row.
double mbd_row_residual (const MbdRow *row, const double *x);
/// Returns the amount by which a residual c violates the row: LOCK c; UNILATERAL min (c, 0); BOX 0
/// at an active bound, else c; FREE, FRICTION and rows that take no part 0.
double mbd_row_violation (const MbdRow *row, double c);
/// Moves the multiplier to the nearest admissible one: LOCK any, UNILATERAL >= 0, BOX within the
/// limit, FREE and rows that take no part 0. FRICTION requires its group: mbd_project_on_cone ().
void mbd_row_project (MbdRow *row);
/// Writes the row as a row of a matrix in compressed rows: its entries are written to columns and
/// values from `place` onwards. Returns the place after them. The same arrays are the column of the
/// transpose in compressed columns.
int mbd_row_put (const MbdRow *row, int place, int *columns, double *values);

/// Replaces (n, u, v) by the nearest point (Euclidean) of the cone |(u, v)| <= friction (n +
/// cohesion), n >= -cohesion. friction, cohesion >= 0. Idempotent.
void mbd_project_on_cone (double friction, double cohesion, double *n, double *u, double *v);

/// Converts a spring k (N/m) with damping b (N s/m) to a soft row of a time step h with forces as
/// unknowns: N v + cfm f + erp eps / h = 0 with cfm = 1/(h k + b), erp = h k / (h k + b). k = b = 0
/// yields infinite cfm and erp 0: no force.
void mbd_soften (double stiffness, double damping, double step, double *cfm, double *erp);
/// Converts a soft row back to a spring: k = erp / (cfm h), b = (1 - erp) / cfm.
void mbd_harden (double cfm, double erp, double step, double *stiffness, double *damping);

MBD_END_DECLS
