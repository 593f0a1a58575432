// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Impacts with prescribed velocities of the rows afterwards:
//
//   M dv = G' Lambda,   G dv = after - eps'(v-),   v+ = v- + dv
//
// by the sparse factor, or as one dense system scaled to unit masses and rows, which LAPACK solves
// with a decision on its rank (dgelsy): among all Lambda, the one with the least sum of g Lambda^2.

#include <math.h>
#include <string.h>

#include <lapacke.h>

#include "analysis-private.h"
#include "projection-private.h"
#include "mechanism-private.h"

/// Largest remaining velocity error, over the prescribed and the initial velocities.
static const double tolerance = 1e-9;
/// Rank tolerance of the dense system.
static const double rank_tolerance = 1e-10;

static MbdStatus
solve_by_factor (MbdState *state, const double *rhs, MbdDiagnosis *why)
{
  memset (state->system.f, 0, sizeof *state->system.f * (size_t) (state->model->n_v + 6));
  memcpy (state->system.gamma, rhs, sizeof *rhs * (size_t) state->model->n_rows);
  MbdStatus status = mbd_solve_loaded (state, why);
  state->system.is_current = false;
  return status;
}

/// Fills in the dense system: D^(-1/2) M D^(-1/2), and G D^(-1/2) with unit rows; `scale` receives
/// D^(-1/2) and the scales of the rows. `jacobian` comes from mbd_state_jacobian ().
static void
fill_dense (MbdState *state,
            const double *jacobian,
            const int *rows,
            int count,
            double *A,
            double *scale)
{
  const MbdModel *m = state->model;
  const size_t n = (size_t) m->n_v, size = n + (size_t) count;
  double *unit = state->solution.correction;

  for (int b = 0; b < m->n_bodies; b++)
    for (int i = 0; i < m->bodies[b].degrees; i++) {
      const bool turns = i >= (m->bodies[b].degrees == 6 ? 3 : 2);
      const int axis = m->bodies[b].degrees == 6 ? i - 3 : 2;
      scale[m->bodies[b].v + i] =
        sqrt (turns ? m->bodies[b].inverse_inertia[4 * axis] : m->bodies[b].inverse_mass);
    }
  for (size_t j = 0; j < n; j++) {
    memset (unit, 0, sizeof *unit * n);
    unit[j] = scale[j];
    mbd_state_mass_multiply (state, unit, state->solution.residual_v);
    for (size_t i = 0; i < n; i++)
      A[i * size + j] = scale[i] * state->solution.residual_v[i];
  }
  for (size_t r = 0; r < (size_t) count; r++) {
    const double *G = jacobian + (size_t) rows[r] * n;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
      sum += G[i] * scale[i] * G[i] * scale[i];
    scale[n + r] = sum > 0 ? 1 / sqrt (sum) : 0;
    for (size_t i = 0; i < n; i++) {
      A[(n + r) * size + i] = scale[n + r] * G[i] * scale[i];
      A[i * size + n + r] = -A[(n + r) * size + i];
    }
  }
}

static MbdStatus
solve_dense (MbdState *state, const double *rhs, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  int *rows = MBD_TAKE (&scratch, int, m->n_rows), count = 0;
  for (int row = 0; row < m->n_rows && !scratch.failed; row++)
    if (mbd_row_is_solved (state, mbd_row_place (m, row, NULL)))
      rows[count++] = row;
  const int size = m->n_v + count;
  double *A = MBD_TAKE (&scratch, double, (size_t) size *(size_t) size);
  double *b = MBD_TAKE (&scratch, double, size), *scale = MBD_TAKE (&scratch, double, size);
  double *jacobian = MBD_TAKE (&scratch, double, (size_t) m->n_rows *(size_t) m->n_v);
  lapack_int *pivots = MBD_TAKE (&scratch, lapack_int, size), rank = 0;
  bool solved = !scratch.failed;

  if (solved) {
    mbd_state_jacobian (state, jacobian, NULL);
    fill_dense (state, jacobian, rows, count, A, scale);
    for (int r = 0; r < count; r++)
      b[m->n_v + r] = scale[m->n_v + r] * rhs[mbd_row_place (m, rows[r], NULL)];
    solved =
      LAPACKE_dgelsy (LAPACK_ROW_MAJOR, size, size, 1, A, size, b, 1, pivots, rank_tolerance, &rank)
      == 0;
  }
  if (solved) {
    for (int i = 0; i < size; i++)
      b[i] *= scale[i];
    mbd_to_world_axes (state, b, state->solution.au);
    for (int r = 0; r < count; r++) {
      int y;
      mbd_row_place (m, rows[r], &y);
      state->solution.y[y] = b[m->n_v + r];
      state->pivots.g[y] = scale[m->n_v + r] > 0 ? 1 / (scale[m->n_v + r] * scale[m->n_v + r]) : 0;
    }
  }
  mbd_arena_clear (&scratch);
  return solved ? MBD_STATUS_OK
                : mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
}

/// The way of finding the change of velocities.
typedef struct
{
  MbdPath path;
  MbdStatus status;
  MbdDiagnosis *why;
} Solving;

static void
solve_impact (MbdState *state, const double *rhs, bool has_factor, double *change, void *data)
{
  Solving *solving = data;

  mbd_state_prepare (state);
  if (solving->status == MBD_STATUS_OK)
    solving->status = solving->path == MBD_PATH_DENSE ? solve_dense (state, rhs, solving->why)
                                                      : solve_by_factor (state, rhs, solving->why);
  memcpy (change, state->solution.au, sizeof *change * (size_t) (state->model->n_v + 6));
}

/// Checks the residual of the conditions after `change`, over their size.
static MbdStatus
check_met (MbdState *state, const double *rhs, const double *change, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  double scale = 0, worst = 0;
  int at = -1;

  mbd_state_prepare (state);
  mbd_jacobian_multiply (state, change, state->system.rate);
  for (int row = 0; row < m->n_rows; row++) {
    const int place = mbd_row_place (m, row, NULL);
    if (!mbd_row_is_solved (state, place))
      continue;
    scale = fmax (scale, fabs (rhs[place]) + fabs (state->system.rate[place]));
    double left = fabs (rhs[place] - state->system.rate[place]);
    if (!(left <= worst)) {
      worst = left;
      at = row;
    }
  }
  if (at < 0 || worst <= tolerance * scale)
    return MBD_STATUS_OK;
  return mbd_diagnose (why, MBD_STATUS_CONFLICT, MBD_ELEMENT_COUPLING,
                       m->couplings[mbd_model_coupling_by_row (m, at)].def.id, worst);
}

MbdStatus
mbd_state_impact (MbdState *state,
                  const double *after,
                  MbdPath path,
                  double *impulses,
                  MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdArena scratch = { 0 };
  double *rhs = MBD_TAKE (&scratch, double, m->n_rows);
  double *u = MBD_TAKE (&scratch, double, m->n_v + 6);
  double *v = MBD_TAKE (&scratch, double, m->n_v);
  MbdStatus status = MBD_STATUS_OK;
  Solving solving = { path, MBD_STATUS_OK, why };
  double scale = 0;
  bool any_closes;

  if (scratch.failed)
    status = mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_NONE, 0, 0);
  else if (!mbd_all_finite (state->pose.q, m->n_q) || !mbd_all_finite (state->pose.v, m->n_v)
           || (after != NULL && !mbd_all_finite (after, m->n_rows)))
    status = mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);
  if (status != MBD_STATUS_OK) {
    mbd_arena_clear (&scratch);
    return status;
  }

  mbd_state_prepare (state);
  mbd_world_velocities (state, u);
  mbd_position_errors (state, state->system.eps);
  mbd_velocity_errors (state, u, state->system.rate);
  for (int row = 0; row < m->n_rows; row++) {
    const int place = mbd_row_place (m, row, NULL);
    rhs[place] = (after != NULL ? after[row] : 0) - state->system.rate[place];
    scale = fmax (scale, fabs (rhs[place]) / m->row_unit[place]);
  }
  mbd_silence_levels (state, state->system.eps, NULL);
  mbd_take_touching (state, 0, &any_closes);
  mbd_find_impulse_roles (state, rhs, solve_impact, &solving, 1e-12 * scale, u);
  status = solving.status;

  if (status == MBD_STATUS_OK) {
    memset (state->roles.prescribed, 0, sizeof *state->roles.prescribed * (size_t) m->n_rows);
    mbd_publish_solution (state); // in state->a for the moment: the change of v
    status = check_met (state, rhs, state->solution.au, why);
  }
  if (status == MBD_STATUS_OK) {
    for (int i = 0; i < m->n_v; i++)
      v[i] = state->pose.v[i] + state->solution.a[i];
    if (impulses != NULL)
      memcpy (impulses, state->solution.lambda, sizeof *impulses * (size_t) m->n_rows);
    mbd_state_set (state, state->pose.time, NULL, v);
  }
  memset (state->solution.a, 0, sizeof *state->solution.a * (size_t) m->n_v);
  mbd_reset_roles (state, MBD_ROW_LOWER);
  mbd_arena_clear (&scratch);
  return status;
}
