// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the analyses share.

#pragma once

#include "mbd-analysis.h"
#include "state-private.h"

/// Motions of the rows that are solved: G z = 0.
typedef struct
{
  int count;
  double *vectors; ///< count x velocities, owned (free ()); z' (M + Sigma) z = 1, orthogonal
} MbdBasis;

/// mbd_state_rank () for the roles that are set, with the motions that are left (`basis` may be
/// NULL). `with_touching`: ropes and stops that touch count as if they held both ways.
MbdStatus
mbd_null_space (MbdState *state, bool with_touching, int *rank, bool *redundant, MbdBasis *basis);

/// Place of a public row in the batch layout; *y (may be NULL) that in the node layout.
static inline int
mbd_row_place (const MbdModel *m, int row, int *y)
{
  const MbdModelCoupling *c = &m->couplings[mbd_model_coupling_by_row (m, row)];
  const int r = row - c->first_row;
  if (y != NULL)
    *y = m->columns[c->node].y + r;
  return m->batches[c->batch].first + c->slot * c->rows + r;
}

/// Solve M a = f + G' lambda, G a = gamma for what stands in f and gamma of the state, refined as
/// numbers that are shown, with the roles that are set: `au` and `y`. Pose and rows must be there;
/// gamma is then no longer that of the rows, which the caller says by has_rows = false.
MbdStatus mbd_solve_loaded (MbdState *state, MbdDiagnosis *why);
/// Publish `au` as accelerations and `y` as multipliers; rows that are not solved have those that
/// are prescribed.
void mbd_publish_solution (MbdState *state);
