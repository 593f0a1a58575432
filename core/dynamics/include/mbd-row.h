// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One constraint row by itself: what a solver needs of it, as a plain value that can be copied,
// changed and compared. Taken from a state at an instant (mbd_state_row ()) or filled in by the
// caller.
//
// The row is one of a problem  G x + cfm lambda + b = 0  (or its inequality), x = accelerations or
// velocities in published coordinates, unit of b that of G x.

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
  int count;                             ///< entries
  int column[MBD_ROW_MOST_ENTRIES];      ///< velocity coordinate of an entry
  double jacobian[MBD_ROW_MOST_ENTRIES]; ///< entry of G
  double weighted[MBD_ROW_MOST_ENTRIES]; ///< entry of M^-1 G'
  double known_term;                     ///< b; from a state: -gamma
  double multiplier;                     ///< lambda; from a state: that of the last solve
  double cfm;                            ///< of this problem, 1/kg for accelerations; default 0
  MbdMode mode;                          ///< never MBD_MODE_BY_KIND
  double limit;                          ///< of a box, N or N m
  bool active;                           ///< false: takes no part
  bool linear;                           ///< G does not depend on the pose
} MbdRow;

/// A row of the system (public numbering) at the instant of the state.
void mbd_state_row (MbdState *state, int row, MbdRow *out);
/// Returns true if all data of two rows are equal, bit by bit.
bool mbd_row_equal (const MbdRow *a, const MbdRow *b);

/// G x.
double mbd_row_multiply (const MbdRow *row, const double *x);
/// x += M^-1 G' delta.
void mbd_row_apply (const MbdRow *row, double delta, double *x);
/// y += G' lambda.
void mbd_row_transpose_add (const MbdRow *row, double lambda, double *y);
/// G M^-1 G' + cfm: the inverse effective mass, 1/kg or 1/(kg m^2).
double mbd_row_inverse_mass (const MbdRow *row);
/// c = G x + cfm lambda + b with the multiplier of the row.
double mbd_row_residual (const MbdRow *row, const double *x);
/// By how much a residual c breaks the row: LOCK c; UNILATERAL min (c, 0); BOX 0 at an active
/// bound, else c; FREE, FRICTION and rows that take no part 0.
double mbd_row_violation (const MbdRow *row, double c);
/// The multiplier becomes the nearest one that is admissible: LOCK any, UNILATERAL >= 0, BOX within
/// the limit, FREE and rows that take no part 0. FRICTION needs its group: mbd_project_on_cone ().
void mbd_row_project (MbdRow *row);
/// The row as row `index` (0-based) of a matrix in compressed rows: its entries go to columns and
/// values from `place` on; answers the place after them. The same arrays are the column of the
/// transpose in compressed columns.
int mbd_row_put (const MbdRow *row, int place, int *columns, double *values);

/// Nearest point (Euclidean) of the cone |(u, v)| <= friction (n + cohesion), n >= -cohesion to
/// (n, u, v), in place. friction, cohesion >= 0. Idempotent.
void mbd_project_on_cone (double friction, double cohesion, double *n, double *u, double *v);

/// A spring k (N/m) with damping b (N s/m) as a soft row of a time step h with forces as unknowns:
/// N v + cfm f + erp eps / h = 0 with cfm = 1/(h k + b), erp = h k / (h k + b). k = b = 0 makes
/// both infinite and 0: no force.
void mbd_soften (double stiffness, double damping, double step, double *cfm, double *erp);
/// The inverse: k = erp / (cfm h), b = (1 - erp) / cfm.
void mbd_harden (double cfm, double erp, double step, double *stiffness, double *damping);

MBD_END_DECLS
