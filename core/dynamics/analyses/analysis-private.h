// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the analyses.

#pragma once

#include "mbd-analysis.h"
#include "state-private.h"

/// Motions that the solved rows leave: G z = 0.
typedef struct
{
  int count;
  double *vectors; ///< count x velocities, owned (free ()); z' (M + Sigma) z = 1, orthogonal
} MbdBasis;

/// Like mbd_state_rank () for the roles that are set, and returns the remaining motions (`basis`
/// may be NULL). `with_touching`: ropes and stops in contact count as if they held both ways.
MbdStatus
mbd_null_space (MbdState *state, bool with_touching, int *rank, bool *redundant, MbdBasis *basis);

/// Returns the place of a public row in the batch layout; *y (may be NULL) is its place in the node
/// layout.
static inline int
mbd_row_place (const MbdModel *m, int row, int *y)
{
  const MbdModelCoupling *c = &m->couplings[mbd_model_coupling_by_row (m, row)];
  const int r = row - c->first_row;
  if (y != NULL)
    *y = m->columns[c->node].y + r;
  return mbd_model_row (m, c, r);
}

/// Solves M a = f + G' lambda, G a = gamma for the state's f and gamma, refined to the accuracy of
/// displayed numbers, with the roles that are set; the result is `au` and `y`. Pose and rows must
/// be set; afterwards gamma no longer belongs to the rows, which the caller marks by has_rows =
/// false.
MbdStatus mbd_solve_loaded (MbdState *state, MbdDiagnosis *why);
/// Publishes `au` as accelerations and `y` as multipliers; rows that are not solved get the
/// prescribed ones.
void mbd_publish_solution (MbdState *state);
