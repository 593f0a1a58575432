// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Influence coefficients: the velocities z per unit rate of one driver,
//
//   G z = e_k,   z' M z least
//
// where e_k is 1 in the row of driver k and 0 in all other rows that hold now. Rows of other springs
// and of joint friction hold nothing; drivers hold whatever they are able to bear.

#include <math.h>
#include <string.h>

#include "analysis-private.h"
#include "mechanism-private.h"
#include "projection-private.h"
#include "vector-private.h"

/// Remaining errors of the rows, whose largest is 1.
static const double tolerance = 1e-9;

enum
{
  PASSES = 50,
};

/// Drivers hold at the position; rows that are compliant and dry friction, a loss, do not hold at all.
/// `driven`: the row of the driver that moves, which does also if it is compliant.
static void
set_roles (MbdState *state, int driven)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    const bool drives = c->def.class_->drives && mbd_state_coupling_flags (state, i).active;

    for (int r = 0; r < c->rows; r++) {
      const int row = mbd_row_place (m, c->first_row + r, NULL);
      MbdRowRun *run = &state->roles.rows[row];

      if (run->role == MBD_ROW_OFF)
        continue;
      if (row != driven && (run->compliant || c->def.class_ == mbd_joint_friction_class ()))
        run->role = MBD_ROW_LOWER;
      else if (drives)
        run->role = MBD_ROW_SOLVED;
    }
  }
  mbd_roles_changed (state);
}

MbdStatus
mbd_state_influence (const MbdState *state, int coupling, MbdState *to, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const int driven = mbd_row_place (m, m->couplings[coupling].first_row, NULL);
  double *z = to->solution.correction, *change = to->solution.correction + m->n_v + 6;
  double largest = INFINITY, previous;
  MbdStatus status = mbd_state_copy_couplings (to, state);

  if (status != MBD_STATUS_OK)
    return mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, 0);
  mbd_state_copy (to, state);
  mbd_state_prepare (to);
  if (!mbd_state_coupling_flags (to, coupling).active)
    return mbd_diagnose (why, MBD_STATUS_NOT_DRIVEN, MBD_ELEMENT_COUPLING,
                         m->couplings[coupling].def.id, 0);
  set_roles (to, driven);
  memset (z, 0, sizeof *z * (size_t) (m->n_v + 6));
  for (int pass = 0;; pass++) {
    double *rest = to->solution.residual_rows;

    previous = largest;
    largest = 0;
    mbd_jacobian_multiply (to, z, to->system.rate);
    for (int row = 0; row < m->n_rows; row++) {
      rest[row] = mbd_row_is_solved (to, row) ? (row == driven) - to->system.rate[row] : 0;
      const double size = fabs (rest[row]) * m->row_unit[driven] / m->row_unit[row];
      largest = larger (largest, size);
    }
    if (largest <= tolerance * tolerance || pass == PASSES || !(largest < 0.95 * previous))
      break;
    mbd_solve_rows (to, rest, pass > 0, change);
    for (int i = 0; i < m->n_v; i++)
      z[i] += change[i];
  }
  mbd_to_body_axes (to, z, to->pose.v);
  mbd_pose_velocities (to, to->pose.v);
  to->system.is_current = to->solution.is_current = false;
  mbd_reset_roles (to, MBD_ROW_LOWER);
  if (largest <= tolerance)
    return MBD_STATUS_OK;
  return mbd_diagnose (why, MBD_STATUS_CONFLICT, MBD_ELEMENT_COUPLING,
                       m->couplings[coupling].def.id, largest);
}
