// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Inverse dynamics. With passive rows G a = gamma, actuator rows B, and desired accelerations a*:
//
//   exact     B a = B a*; when G and B have full column rank these rows determine all motion
//   relaxed   a0: free of actuators.  What they can add is a^ - a0 in the range of C B',
//             C = M^-1 - M^-1 G' (G M^-1 G')^+ G M^-1, so that in the M-norm the nearest is
//             a^ = a0 + C B' (B C B')^+ B C M (a* - a0)
//             With x = C M (a* - a0), the projection of a* - a0 onto the motions that G leaves,
//             the row conditions B a^ = B (a0 + x) say the same.
//
// Both end in one solve of M a = f + G' lambda + B' tau with rows for B; tau are the efforts.

#include <math.h>
#include <string.h>

#include "analysis-private.h"
#include "mechanism-private.h"

typedef struct
{
  MbdMode *modes;  // saved modes of the couplings
  bool *actuator;  // by coupling
  double *desired; // u layout
  double *target;  // batch layout: B a of actuator rows
  double *free;    // u layout: a0
} Inverse;

static bool
take_work_space (const MbdModel *m, MbdArena *scratch, Inverse *inverse)
{
  *inverse = (Inverse){
    .modes = MBD_TAKE (scratch, MbdMode, m->n_couplings),
    .actuator = MBD_TAKE (scratch, bool, m->n_couplings),
    .desired = MBD_TAKE (scratch, double, m->n_v + 6),
    .target = MBD_TAKE (scratch, double, m->n_rows),
    .free = MBD_TAKE (scratch, double, m->n_v + 6),
  };
  return !scratch->failed;
}

/// Actuators lock or are free; drivers that are not actuators are free.
static void
set_modes (MbdState *state, const Inverse *inverse, bool act)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_couplings; i++)
    if (inverse->actuator[i])
      state->roles.running[i].mode = act ? MBD_MODE_LOCK : MBD_MODE_FREE;
    else if (m->couplings[i].def.class_->drives)
      state->roles.running[i].mode = MBD_MODE_FREE;
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

/// Sets rows and forces, with `target` as gamma of actuator rows, and solves.
static MbdStatus
solve_motion (MbdState *state, const Inverse *inverse, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  state->system.is_current = false;
  mbd_state_prepare (state);
  for (int row = 0; row < m->n_rows; row++)
    if (inverse->actuator[mbd_model_coupling_by_row (m, row)]) {
      const int place = mbd_row_place (m, row, NULL);
      state->system.gamma[place] = inverse->target[place];
    }
  if (state->roles.any_bounds)
    mbd_find_roles (state);
  mbd_forces (state);
  mbd_prescribe (state);
  return mbd_solve_loaded (state, why);
}

/// Computes B a for a in the u layout.
static void
take_target (MbdState *state, Inverse *inverse, const double *a)
{
  mbd_jacobian_multiply (state, a, inverse->target);
}

/// Computes B (a0 + x).
static MbdStatus
find_nearest (MbdState *state, Inverse *inverse, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  set_modes (state, inverse, false);
  MbdStatus status = solve_motion (state, inverse, why);
  if (status != MBD_STATUS_OK)
    return status;
  memcpy (inverse->free, state->solution.au, sizeof *inverse->free * (size_t) m->n_v);
  for (int i = 0; i < m->n_v; i++)
    inverse->desired[i] -= inverse->free[i];
  mbd_mass_times (state, inverse->desired, state->system.f);
  memset (state->system.gamma, 0, sizeof *state->system.gamma * (size_t) m->n_rows);
  status = mbd_solve_loaded (state, why);
  for (int i = 0; i < m->n_v; i++)
    state->solution.au[i] += inverse->free[i];
  take_target (state, inverse, state->solution.au);
  return status;
}

/// Reports efforts and powers of actuator rows from the published multipliers.
static void
report_rows (MbdState *state, const Inverse *inverse, double *efforts, double *powers)
{
  const MbdModel *m = state->model;

  mbd_world_velocities (state, state->system.fl);
  mbd_jacobian_multiply (state, state->system.fl, state->system.rate);
  for (int row = 0; row < m->n_rows; row++) {
    const bool acts = inverse->actuator[mbd_model_coupling_by_row (m, row)];
    const double effort = acts ? state->solution.lambda[row] : 0;
    if (efforts != NULL)
      efforts[row] = effort;
    if (powers != NULL)
      powers[row] = acts ? effort * state->system.rate[mbd_row_place (m, row, NULL)] : 0;
  }
}

static MbdStatus
check_actuated (MbdState *state, MbdDiagnosis *why)
{
  int rank = 0;
  MbdStatus status = mbd_state_rank (state, &rank, NULL);
  if (status != MBD_STATUS_OK)
    return mbd_diagnose (why, status, MBD_ELEMENT_NONE, 0, 0);
  if (rank < state->model->n_v)
    return mbd_diagnose (why, MBD_STATUS_NOT_ACTUATED, MBD_ELEMENT_NONE, 0,
                         state->model->n_v - rank);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_state_inverse_dynamics (MbdState *state,
                            const double *desired,
                            const bool *actuators,
                            MbdInverse kind,
                            double *efforts,
                            double *powers,
                            MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  Inverse inverse;

  if (!mbd_all_finite (state->pose.q, m->n_q) || !mbd_all_finite (state->pose.v, m->n_v)
      || !mbd_all_finite (desired, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  if (!take_work_space (m, &scratch, &inverse)) {
    mbd_arena_clear (&scratch);
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  }
  for (int i = 0; i < m->n_couplings; i++) {
    const bool chosen = actuators != NULL ? actuators[i] : m->couplings[i].def.class_->drives;
    inverse.modes[i] = state->roles.running[i].mode;
    inverse.actuator[i] = chosen && mbd_state_coupling_flags (state, i).active;
  }
  mbd_state_prepare (state);
  mbd_to_world_axes (state, desired, inverse.desired);

  MbdStatus status = MBD_STATUS_OK;
  if (kind == MBD_INVERSE_EXACT) {
    set_modes (state, &inverse, true);
    status = check_actuated (state, why);
    take_target (state, &inverse, inverse.desired);
  } else
    status = find_nearest (state, &inverse, why);
  if (status == MBD_STATUS_OK) {
    set_modes (state, &inverse, true);
    status = solve_motion (state, &inverse, why);
  }
  if (status == MBD_STATUS_OK) {
    mbd_publish_solution (state);
    report_rows (state, &inverse, efforts, powers);
  }
  for (int i = 0; i < m->n_couplings; i++)
    state->roles.running[i].mode = inverse.modes[i];
  state->system.is_current = false;
  mbd_reset_roles (state, MBD_ROW_LOWER);
  mbd_arena_clear (&scratch);
  return status;
}
