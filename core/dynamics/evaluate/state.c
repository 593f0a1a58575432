// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state: memory, setting, solving, errors, and matrices for inspection.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "state-private.h"
#include "vector-private.h"

static bool
take_work_space (MbdState *s)
{
  const MbdModel *m = s->model;
  MbdArena *arena = &s->arena;
  const int places = m->n_v + 6;

  s->q = MBD_TAKE (arena, double, m->n_q);
  s->v = MBD_TAKE (arena, double, m->n_v);
  s->a = MBD_TAKE (arena, double, m->n_v);
  s->lambda = MBD_TAKE (arena, double, m->n_rows);
  s->ledger = MBD_TAKE (arena, double, mbd_energy_balance_length (m));
  for (int i = 0; i < 2; i++)
    s->q_trial[i] = MBD_TAKE (arena, double, m->n_q);
  s->baumgarte = MBD_TAKE (arena, double, m->n_rows);
  s->projected = MBD_TAKE (arena, bool, m->n_rows);
  s->plane = MBD_TAKE (arena, MbdPlanePose, m->n_bodies);
  s->space = MBD_TAKE (arena, MbdSpacePose, m->n_bodies);
  s->space_weight = MBD_TAKE (arena, double, m->planar ? 10 : 10 * m->n_bodies);
  s->world_inertia = MBD_TAKE (arena, double, m->planar ? 9 : 9 * m->n_bodies);
  s->G = MBD_TAKE (arena, double, m->n_G);
  s->squeeze = MBD_TAKE (arena, double, m->n_space_rows);
  s->gamma = MBD_TAKE (arena, double, m->n_rows);
  s->eps = MBD_TAKE (arena, double, m->n_rows);
  s->rate = MBD_TAKE (arena, double, m->n_rows);
  s->island_scale = MBD_TAKE (arena, double, m->n_islands);
  s->residual_rows = MBD_TAKE (arena, double, m->n_rows);
  s->f = MBD_TAKE (arena, double, places);
  s->external = MBD_TAKE (arena, double, places);
  s->wf = MBD_TAKE (arena, double, places);
  s->fl = MBD_TAKE (arena, double, places);
  s->au = MBD_TAKE (arena, double, places);
  s->correction = MBD_TAKE (arena, double, 2 * places);
  s->residual_v = MBD_TAKE (arena, double, places);
  s->y = MBD_TAKE (arena, double, m->n_y);
  s->x = MBD_TAKE (arena, double, m->n_y);
  s->g = MBD_TAKE (arena, double, m->n_y);
  s->rho_report = MBD_TAKE (arena, double, m->n_y);
  s->rho_usual = MBD_TAKE (arena, double, m->n_y);
  s->rho = MBD_TAKE (arena, double, m->n_y);
  s->factor = MBD_TAKE (arena, double, m->n_factor);
  s->collapse = MBD_TAKE (arena, double, m->n_columns);
  s->time_rate = MBD_TAKE (arena, double, m->has_time_rates ? m->n_rows : 0);
  s->views = MBD_TAKE (arena, MbdBatch, m->n_batches);
  s->memory = MBD_TAKE (arena, double, m->n_memories);
  s->angle = MBD_TAKE (arena, double, m->n_angles);
  s->angle_rate = MBD_TAKE (arena, double, m->n_angles);
  s->angle_before = MBD_TAKE (arena, double, m->n_angles);
  s->running = MBD_TAKE (arena, MbdCouplingRun, m->n_couplings);
  s->rows = MBD_TAKE (arena, MbdRowRun, m->n_rows);
  s->prescribed = MBD_TAKE (arena, double, m->n_rows);
  s->hint = MBD_TAKE (arena, unsigned char, m->n_rows);
  s->limit = MBD_TAKE (arena, double, m->n_rows);
  s->held = MBD_TAKE (arena, double, m->n_rows);
  s->bounce = MBD_TAKE (arena, double, m->n_rows);
  s->candidate = MBD_TAKE (arena, bool, m->n_rows);
  s->masked = MBD_TAKE (arena, unsigned char, m->n_columns);
  return !arena->failed;
}

/// Sets the pose of fixed bodies, which never changes, with the attitude 1 (model-private.h).
static void
pose_fixed_bodies (MbdState *s)
{
  for (int i = 0; i < s->model->n_bodies; i++) {
    const MbdModelBody *body = &s->model->bodies[i];
    if (body->degrees > 0)
      continue;
    s->plane[i] =
      (MbdPlanePose){ .x = body->start_position[0], .y = body->start_position[1], .c = 1 };
    s->space[i] = (MbdSpacePose){ .q = { 1, 0, 0, 0 }, .R = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
    memcpy (s->space[i].x, body->start_position, sizeof body->start_position);
  }
}

void
mbd_resolve_stabilisation (MbdState *s)
{
  const MbdModel *m = s->model;

  s->any_baumgarte = s->any_projected = false;
  for (int b = 0; b < m->n_batches; b++)
    for (int k = 0; k < m->batches[b].view.count; k++) {
      const MbdModelBatch *batch = &m->batches[b];
      const MbdCouplingDef *def = &s->couplings[batch->coupling[k]].def;
      bool inherits = def->stabilisation == MBD_STABILISATION_INHERIT;
      MbdStabilisation kind = inherits ? s->stabilisation.stabilisation : def->stabilisation;
      double T = inherits ? s->stabilisation.time_constant : def->time_constant;
      for (int r = 0; r < batch->view.rows; r++) {
        int row = batch->first + k * batch->view.rows + r;
        s->baumgarte[row] = kind == MBD_STABILISATION_BAUMGARTE ? 1 / T : 0;
        s->projected[row] = kind == MBD_STABILISATION_PROJECTION;
      }
      s->any_baumgarte |= kind == MBD_STABILISATION_BAUMGARTE;
      s->any_projected |= kind == MBD_STABILISATION_PROJECTION;
    }
}

/// rho of a row on a massless body when positions and velocities are closed; its g is as large as
/// for MBD_RHO_REPORT_MASSLESS.
static const double rho_massless = 1e-15;

void
mbd_reset_rho (MbdState *s)
{
  memcpy (s->rho, s->rho_usual, sizeof *s->rho * (size_t) s->model->n_y);
}

bool
mbd_limit_rho (MbdState *s, double most)
{
  bool changed = false;

  for (int i = 0; i < s->model->n_y; i++)
    if (s->rho[i] != MBD_RHO_DEPENDENT) {
      const double rho = fmin (s->rho_usual[i], most);
      changed |= s->rho[i] != rho;
      s->rho[i] = rho;
    }
  return changed;
}

static void
take_regularisation (MbdState *s)
{
  const MbdModel *m = s->model;

  for (int i = 0; i < m->n_y; i++) {
    s->rho_report[i] = m->n_heavy > 0 ? MBD_RHO_REPORT_HEAVY : MBD_RHO_REPORT;
    s->rho_usual[i] = MBD_RHO_INTEGRATE;
  }
  for (int i = 0; i < m->n_couplings && m->has_massless; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    bool massless = false;
    for (int side = 0; side < c->sides; side++)
      massless |= m->bodies[c->body[side]].massless;
    for (int r = 0; r < c->rows && massless; r++) {
      const int y = m->columns[c->node].y + r;
      s->rho_report[y] = MBD_RHO_REPORT_MASSLESS;
      s->rho_usual[y] = rho_massless;
    }
  }
  mbd_reset_rho (s);
}

MbdState *
mbd_state_new (const MbdModel *model)
{
  MbdState *s = calloc (1, sizeof *s);
  if (s == NULL)
    return NULL;
  s->model = mbd_model_ref (model);
  s->earliest = -INFINITY;
  s->latest = INFINITY;
  if (!take_work_space (s)) {
    mbd_state_free (s);
    return NULL;
  }
  s->stabilisation = (MbdStabilisationSettings){ MBD_STABILISATION_PROJECTION, 0.1 };
  mbd_state_reset_couplings (s);
  take_regularisation (s);
  pose_fixed_bodies (s);
  mbd_state_reset (s);
  return s;
}

void
mbd_state_free (MbdState *state)
{
  if (state == NULL)
    return;
  for (int i = 0; state->own_couplings != NULL && i < state->model->n_couplings; i++)
    mbd_function_unref (state->own_couplings[i].def.function);
  mbd_share_forces (state);
  free (state->own_couplings);
  free (state->own_parameters);
  mbd_arena_clear (&state->arena);
  mbd_model_unref (state->model);
  free (state);
}

static void
forget (MbdState *state)
{
  state->has_pose = state->has_rows = state->has_solution = state->roles_known = false;
  memset (state->held, 0, sizeof *state->held * (size_t) state->model->n_rows);
}

void
mbd_state_copy_contact_forces (MbdState *to, const MbdState *from)
{
  forget (to);
  to->has_external = from->has_external;
  memcpy (to->external, from->external, sizeof *to->external * (size_t) (to->model->n_v + 6));
}

void
mbd_state_copy (MbdState *to, const MbdState *from)
{
  const MbdModel *m = from->model;

  forget (to);
  to->has_external = from->has_external;
  memcpy (to->external, from->external, sizeof *to->external * (size_t) (m->n_v + 6));
  to->time = from->time;
  memcpy (to->q, from->q, sizeof *to->q * (size_t) m->n_q);
  memcpy (to->v, from->v, sizeof *to->v * (size_t) m->n_v);
  memcpy (to->a, from->a, sizeof *to->a * (size_t) m->n_v);
  memcpy (to->lambda, from->lambda, sizeof *to->lambda * (size_t) m->n_rows);
  mbd_copy_angles (to, from);
  memcpy (to->limit, from->limit, sizeof *to->limit * (size_t) m->n_rows);
  memcpy (to->held, from->held, sizeof *to->held * (size_t) m->n_rows);
  memcpy (to->ledger, from->ledger, sizeof *to->ledger * (size_t) mbd_energy_balance_length (m));
  for (int row = 0; row < m->n_rows; row++)
    to->rows[row].role = from->rows[row].role;
  mbd_roles_changed (to);
  to->roles_known = from->roles_known;
}

void
mbd_state_reset (MbdState *state)
{
  const MbdModel *m = state->model;

  forget (state);
  state->time = 0;
  mbd_start_angles (state);
  memset (state->a, 0, sizeof *state->a * (size_t) m->n_v);
  memset (state->ledger, 0, sizeof *state->ledger * (size_t) mbd_energy_balance_length (m));
  memset (state->lambda, 0, sizeof *state->lambda * (size_t) m->n_rows);
  memset (mbd_memories_of (m, state->q), 0, sizeof *state->q * (size_t) m->n_memories);
  for (int i = 0; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (body->degrees == 0)
      continue;
    double *q = state->q + body->q, *v = state->v + body->v;
    if (body->mobility == MBD_PLANAR) {
      q[0] = body->start_position[0], q[1] = body->start_position[1], q[2] = body->start_angle;
      v[0] = body->start_velocity[0], v[1] = body->start_velocity[1], v[2] = body->start_omega[2];
      continue;
    }
    memcpy (q, body->start_position, sizeof body->start_position);
    memcpy (q + 3, body->start_quaternion, sizeof body->start_quaternion);
    memcpy (v, body->start_velocity, sizeof body->start_velocity);
    memcpy (v + 3, body->start_omega, sizeof body->start_omega);
  }
}

const MbdModel *
mbd_state_model (const MbdState *state)
{
  return state->model;
}

MbdStatus
mbd_state_set_stabilisation (MbdState *state, const MbdStabilisationSettings *settings)
{
  if (settings->stabilisation == MBD_STABILISATION_BAUMGARTE
      && !(settings->time_constant > 0 && isfinite (settings->time_constant)))
    return MBD_STATUS_BAD_TIME_CONSTANT;
  state->stabilisation = *settings;
  if (state->stabilisation.stabilisation == MBD_STABILISATION_INHERIT)
    state->stabilisation.stabilisation = MBD_STABILISATION_PROJECTION;
  state->has_solution = false;
  mbd_resolve_stabilisation (state);
  return MBD_STATUS_OK;
}

double
mbd_state_time (const MbdState *state)
{
  return state->time;
}

const double *
mbd_state_positions (const MbdState *state)
{
  return state->q;
}

const double *
mbd_state_velocities (const MbdState *state)
{
  return state->v;
}

const double *
mbd_state_accelerations (const MbdState *state)
{
  return state->a;
}

const double *
mbd_state_multipliers (const MbdState *state)
{
  return state->lambda;
}

void
mbd_state_set (MbdState *state, double time, const double *q, const double *v)
{
  forget (state);
  state->has_external = false;
  state->angle_time = NAN;
  state->time = time;
  if (q != NULL)
    memcpy (state->q, q, sizeof *q * (size_t) state->model->n_q);
  if (v != NULL)
    memcpy (state->v, v, sizeof *v * (size_t) state->model->n_v);
}

/// Computes the pose without rows, for queries that need no Jacobian.
static void
prepare_pose (MbdState *state)
{
  if (state->has_pose)
    return;
  mbd_pose (state, state->time, state->q, state->v);
  mbd_accept_angles (state);
  state->has_pose = true;
}

void
mbd_state_prepare (MbdState *state)
{
  prepare_pose (state);
  if (state->has_rows)
    return;
  mbd_rows (state);
  state->has_rows = true;
}

/// Returns true if nothing depends on how a body with mass turns about an axis without inertia, and no
/// load turns it: a point, or a thin rod on spherical joints. `rest`: the part of a load on the body that
/// is not carried, u layout, whose moment gives the axis; scratch `axis` of its size.
static bool
is_idle (MbdState *state, int b, const double *rest, double *axis)
{
  const double negligible = 1e-6;
  const MbdModel *m = state->model;
  const MbdModelBody *body = &m->bodies[b];
  double size = 0, load = 0, loads = 0;

  memset (axis, 0, sizeof *axis * (size_t) (m->n_v + 6));
  for (int k = 0; k < body->degrees; k++) {
    const double part = rest[body->u + k];
    if (!mbd_turns (body, k) && (body->mass == 0 || fabs (part) > 1e-3))
      return false;
    axis[body->u + k] = mbd_turns (body, k) ? part : 0;
    size = fmax (size, fabs (axis[body->u + k]));
    load += axis[body->u + k] * state->f[body->u + k];
    loads = fmax (loads, fabs (state->f[body->u + k]) / (mbd_turns (body, k) ? 1 : 1 / body->arm));
  }
  mbd_jacobian_multiply (state, axis, state->rate);
  for (int row = 0; row < m->n_rows; row++)
    if (fabs (state->rate[row]) > negligible * size * m->row_unit[row])
      return false;
  return fabs (load) <= negligible * size * loads;
}

/// Checks that massless coordinates are determined, which means that a load on each is carried by
/// the constraints and by masses: applies one to each and checks that the equations of motion can
/// be met.
static MbdStatus
check_massless (MbdState *state, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  const size_t bytes = sizeof (double) * (size_t) (m->n_v + 6);
  double *load = state->correction, *a = state->correction + m->n_v + 6;

  memset (load, 0, bytes);
  memset (a, 0, bytes);
  memset (state->x, 0, sizeof *state->x * (size_t) m->n_y);
  for (int i = 0; i < m->n_bodies; i++)
    for (int k = 0; m->bodies[i].massless && k < m->bodies[i].degrees; k++)
      load[m->bodies[i].u + k] = 1 + 0.1 * k;

  // Correction passes for only this load, with its residual in `au`.
  for (int pass = 0; pass < 4; pass++) {
    mbd_mass_times (state, a, state->au);
    for (int i = 0; i < m->n_v; i++)
      state->au[i] = load[i] - state->au[i];
    memset (state->au + m->n_v, 0, 6 * sizeof *state->au);
    mbd_jacobian_transpose_add (state, state->x, state->au);
    if (pass == 3)
      break;
    mbd_jacobian_multiply (state, a, state->eps);
    for (int row = 0; row < m->n_rows; row++)
      state->eps[row] = -state->eps[row];
    mbd_load_right_side (state, state->au, state->eps);
    mbd_forward (state);
    mbd_backward (state);
    mbd_recover (state, state->au, state->residual_v);
    for (int i = 0; i < m->n_v; i++)
      a[i] += state->residual_v[i];
    for (int i = 0; i < m->n_y; i++)
      state->x[i] += state->y[i];
  }
  for (int i = 0; i < m->n_bodies; i++)
    for (int k = 0; m->bodies[i].massless && k < m->bodies[i].degrees; k++)
      if (!(fabs (state->au[m->bodies[i].u + k]) < 1e-3) && !is_idle (state, i, state->au, load))
        return mbd_diagnose (why, MBD_STATUS_MASSLESS, MBD_ELEMENT_BODY, m->bodies[i].id,
                             state->au[m->bodies[i].u + k]);
  return MBD_STATUS_OK;
}

void
mbd_publish_multipliers (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    if (c->rows == 0)
      continue;
    const MbdModelBatch *batch = &m->batches[c->batch];
    const double *solved = state->y + m->columns[c->node].y;
    for (int r = 0; r < c->rows; r++) {
      int row = batch->first + c->slot * c->rows + r;
      state->lambda[c->first_row + r] =
        mbd_row_is_solved (state, row) ? solved[r] : state->prescribed[row];
    }
  }
}

/// Solves for accelerations and multipliers with the current roles of the rows.
static MbdStatus
solve_roles (MbdState *state, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  mbd_forces (state);
  mbd_prescribe (state);
  mbd_load (state, state->f, mbd_stabilised_gamma (state));
  mbd_eliminate (state, state->rho_report);
  if (m->has_massless) {
    MbdStatus status = check_massless (state, why);
    if (status != MBD_STATUS_OK)
      return status;
    mbd_load_right_side (state, state->f, mbd_stabilised_gamma (state));
    mbd_forward (state);
  }
  mbd_backward (state);
  mbd_recover (state, state->f, state->au);
  mbd_refine (state, mbd_report_passes (m));
  mbd_follow_loads (state, mbd_report_passes (m));
  return MBD_STATUS_OK;
}

MbdStatus
mbd_state_solve (MbdState *state, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  if (state->has_solution)
    return MBD_STATUS_OK;
  if (!mbd_all_finite (state->q, m->n_q) || !mbd_all_finite (state->v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);

  mbd_state_prepare (state);
  const bool roles_were_known = state->roles_known;
  if (state->any_bounds && !roles_were_known)
    mbd_find_roles (state);
  MbdStatus status = solve_roles (state, why);
  // An integrator leaves dependent rows to others; here they share the load, and a row may pull
  // that must not.
  if (status == MBD_STATUS_OK && state->any_bounds && roles_were_known && mbd_any_pulls (state)) {
    mbd_find_roles (state);
    status = solve_roles (state, why);
  }
  if (status != MBD_STATUS_OK)
    return status;

  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].degrees > 0
        && !mbd_all_finite (state->au + m->bodies[i].u, m->bodies[i].degrees))
      return mbd_diagnose (why, MBD_STATUS_SINGULAR_FACTOR, MBD_ELEMENT_BODY, m->bodies[i].id, 0);
  mbd_to_body_axes (state, state->au, state->a);
  mbd_publish_multipliers (state);
  state->has_solution = true;
  return MBD_STATUS_OK;
}

/// Copies from the batch layout to public rows.
static void
publish_rows (const MbdModel *m, const double *from, double *to)
{
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    const int rows = batch->view.rows;
    for (int k = 0; k < batch->view.count; k++)
      memcpy (to + m->couplings[batch->coupling[k]].first_row, from + batch->first + k * rows,
              sizeof *to * (size_t) rows);
  }
}

/// Sets errors of rows that take no part to 0, except for unilateral rows that are violated.
static void
silence_idle_rows (const MbdState *state, double *errors, bool of_position)
{
  for (int row = 0; row < state->model->n_rows && state->any_masked; row++) {
    MbdRowRole role = state->rows[row].role;
    if (role == MBD_ROW_OFF || role == MBD_ROW_UPPER || (role == MBD_ROW_LOWER && !of_position))
      errors[row] = 0;
    else if (role == MBD_ROW_LOWER)
      errors[row] = fmin (errors[row], 0);
  }
}

void
mbd_state_errors (MbdState *state, double *position, double *velocity, double *acceleration)
{
  const MbdModel *m = state->model;

  mbd_state_prepare (state);
  if (position != NULL) {
    mbd_position_errors (state, state->eps);
    mbd_silence_levels (state, state->eps, NULL);
    silence_idle_rows (state, state->eps, true);
    publish_rows (m, state->eps, position);
  }
  if (velocity != NULL) {
    mbd_world_velocities (state, state->fl);
    mbd_velocity_errors (state, state->fl, state->rate);
    mbd_silence_levels (state, NULL, state->rate);
    silence_idle_rows (state, state->rate, false);
    publish_rows (m, state->rate, velocity);
  }
  if (acceleration != NULL) {
    mbd_to_world_axes (state, state->a, state->fl);
    mbd_jacobian_multiply (state, state->fl, state->rate);
    for (int row = 0; row < m->n_rows; row++)
      state->rate[row] -= state->gamma[row];
    silence_idle_rows (state, state->rate, false);
    publish_rows (m, state->rate, acceleration);
  }
}

void
mbd_state_gap (MbdState *state, int coupling, double *position, double *velocity)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];

  mbd_state_prepare (state);
  if (c->rows == 0)
    return;
  const int first = state->model->batches[c->batch].first + c->slot * c->rows;
  if (position != NULL) {
    mbd_position_errors (state, state->eps);
    memcpy (position, state->eps + first, sizeof *position * (size_t) c->rows);
  }
  if (velocity != NULL) {
    mbd_world_velocities (state, state->fl);
    mbd_velocity_errors (state, state->fl, state->rate);
    memcpy (velocity, state->rate + first, sizeof *velocity * (size_t) c->rows);
  }
}

void
mbd_state_jacobian (MbdState *state, double *G, double *gamma)
{
  const MbdModel *m = state->model;

  mbd_state_prepare (state);
  if (gamma != NULL) {
    publish_rows (m, state->gamma, gamma);
    for (int row = 0; row < m->n_rows; row++)
      if (state->any_masked && mbd_state_row_role (state, row) == MBD_ROW_OFF)
        gamma[row] = 0;
  }
  if (G == NULL)
    return;
  memset (G, 0, sizeof *G * (size_t) m->n_rows * (size_t) m->n_v);
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    if (c->rows == 0)
      continue;
    const MbdModelBatch *batch = &m->batches[c->batch];
    const double *block = state->G + batch->G + c->slot * batch->stride;
    if (state->rows[batch->first + c->slot * c->rows].role == MBD_ROW_OFF)
      continue;
    for (int side = 0; side < c->sides; side++) {
      const MbdModelBody *body = &m->bodies[c->body[side]];
      for (int row = 0; row < c->rows; row++, block += batch->degrees[side]) {
        double *out = G + (size_t) (c->first_row + row) * (size_t) m->n_v + body->v;
        if (body->degrees == 0)
          continue;
        for (int k = 0; k < 3; k++)
          out[k] = block[k];
        if (body->degrees == 6)
          rotate3_back (state->space[c->body[side]].R, block + 3, out + 3);
      }
    }
  }
}

void
mbd_state_forces (MbdState *state, double *f)
{
  prepare_pose (state);
  mbd_forces (state);
  mbd_to_body_axes (state, state->f, f);
}

void
mbd_state_mass_multiply (MbdState *state, const double *x, double *y)
{
  prepare_pose (state);
  mbd_to_world_axes (state, x, state->fl);
  mbd_mass_times (state, state->fl, state->wf);
  mbd_to_body_axes (state, state->wf, y);
}
