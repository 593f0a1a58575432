// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The state: memory, setting, solving, errors, and matrices for inspection.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "row-law-private.h"
#include "state-private.h"
#include "vector-private.h"

static bool
take_work_space (MbdState *s)
{
  const MbdModel *m = s->model;
  MbdArena *arena = &s->arena;
  const int places = m->n_v + 6;

  s->pose.q = MBD_TAKE (arena, double, m->n_q);
  s->pose.v = MBD_TAKE (arena, double, m->n_v);
  s->solution.a = MBD_TAKE (arena, double, m->n_v);
  s->solution.lambda = MBD_TAKE (arena, double, m->n_rows);
  s->ledger = MBD_TAKE (arena, double, mbd_energy_balance_length (m));
  for (int i = 0; i < 2; i++)
    s->q_trial[i] = MBD_TAKE (arena, double, m->n_q);
  s->stabilised.baumgarte = MBD_TAKE (arena, double, m->n_rows);
  s->stabilised.projected = MBD_TAKE (arena, bool, m->n_rows);
  s->pose.plane = MBD_TAKE (arena, MbdPlanePose, m->n_bodies);
  s->pose.space = MBD_TAKE (arena, MbdSpacePose, m->n_bodies);
  s->pose.space_weight = MBD_TAKE (arena, double, m->planar ? 10 : 10 * m->n_bodies);
  s->pose.world_inertia = MBD_TAKE (arena, double, m->planar ? 9 : 9 * m->n_bodies);
  s->system.G = MBD_TAKE (arena, double, m->n_G);
  s->system.squeeze = MBD_TAKE (arena, double, m->n_space_rows);
  s->system.gamma = MBD_TAKE (arena, double, m->n_rows);
  s->system.eps = MBD_TAKE (arena, double, m->n_rows);
  s->system.rate = MBD_TAKE (arena, double, m->n_rows);
  s->solution.island_scale = MBD_TAKE (arena, double, m->n_islands);
  s->solution.residual_rows = MBD_TAKE (arena, double, m->n_rows);
  s->system.f = MBD_TAKE (arena, double, places);
  s->system.external = MBD_TAKE (arena, double, places);
  s->system.wf = MBD_TAKE (arena, double, places);
  s->system.fl = MBD_TAKE (arena, double, places);
  s->solution.au = MBD_TAKE (arena, double, places);
  s->solution.correction = MBD_TAKE (arena, double, 2 * places);
  s->solution.residual_v = MBD_TAKE (arena, double, places);
  s->solution.y = MBD_TAKE (arena, double, m->n_y);
  s->solution.x = MBD_TAKE (arena, double, m->n_y);
  s->pivots.g = MBD_TAKE (arena, double, m->n_y);
  s->pivots.rho_report = MBD_TAKE (arena, double, m->n_y);
  s->pivots.rho_usual = MBD_TAKE (arena, double, m->n_y);
  s->pivots.rho = MBD_TAKE (arena, double, m->n_y);
  s->pivots.factor = MBD_TAKE (arena, double, m->n_factor);
  s->pivots.collapse = MBD_TAKE (arena, double, m->n_columns);
  s->system.time_rate = MBD_TAKE (arena, double, m->has_time_rates ? m->n_rows : 0);
  s->parameters.views = MBD_TAKE (arena, MbdBatch, m->n_batches);
  s->pose.memory = MBD_TAKE (arena, double, m->n_memories);
  s->turns.angle = MBD_TAKE (arena, double, m->n_angles);
  s->turns.rate = MBD_TAKE (arena, double, m->n_angles);
  s->turns.before = MBD_TAKE (arena, double, m->n_angles);
  s->roles.running = MBD_TAKE (arena, MbdCouplingRun, m->n_couplings);
  s->roles.rows = MBD_TAKE (arena, MbdRowRun, m->n_rows);
  s->roles.prescribed = MBD_TAKE (arena, double, m->n_rows);
  s->roles.hint = MBD_TAKE (arena, unsigned char, m->n_rows);
  s->roles.limit = MBD_TAKE (arena, double, m->n_rows);
  s->roles.tried[0] = MBD_TAKE (arena, double, m->n_rows);
  s->roles.tried[1] = MBD_TAKE (arena, double, m->n_rows);
  s->roles.found = MBD_TAKE (arena, double, m->n_rows);
  s->roles.found_now = MBD_TAKE (arena, double, m->n_rows);
  s->roles.by_load = MBD_TAKE (arena, double, m->n_rows);
  s->roles.responses = MBD_TAKE (arena, double, (MBD_MOST_RESPONSES + 1) * (size_t) m->n_rows);
  s->roles.applied = MBD_TAKE (arena, double, m->n_v + 6);
  s->roles.carried = MBD_TAKE (arena, bool, m->n_rows);
  s->roles.first_loads = MBD_TAKE (arena, double, m->n_rows);
  s->roles.impulse_limit = MBD_TAKE (arena, double, m->n_rows);
  s->roles.impulse = MBD_TAKE (arena, double, m->n_rows);
  s->roles.wedged = MBD_TAKE (arena, bool, m->n_rows);
  s->roles.held = MBD_TAKE (arena, double, m->n_rows);
  s->roles.bounce = MBD_TAKE (arena, double, m->n_rows);
  s->roles.candidate = MBD_TAKE (arena, bool, m->n_rows);
  s->roles.masked = MBD_TAKE (arena, unsigned char, m->n_columns);
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
    s->pose.plane[i] =
      (MbdPlanePose){ .x = body->start_position[0], .y = body->start_position[1], .c = 1 };
    s->pose.space[i] = (MbdSpacePose){ .q = { 1, 0, 0, 0 }, .R = { 1, 0, 0, 0, 1, 0, 0, 0, 1 } };
    memcpy (s->pose.space[i].x, body->start_position, sizeof body->start_position);
  }
}

void
mbd_resolve_stabilisation (MbdState *s)
{
  const MbdModel *m = s->model;

  s->stabilised.any_baumgarte = s->stabilised.any_projected = false;
  for (int b = 0; b < m->n_batches; b++)
    for (int k = 0; k < m->batches[b].view.count; k++) {
      const MbdModelBatch *batch = &m->batches[b];
      const MbdCouplingDef *def = &s->parameters.couplings[batch->coupling[k]].def;
      bool inherits = def->stabilisation == MBD_STABILISATION_INHERIT;
      MbdStabilisation kind = inherits ? s->stabilised.settings.stabilisation : def->stabilisation;
      double T = inherits ? s->stabilised.settings.time_constant : def->time_constant;
      for (int r = 0; r < batch->view.rows; r++) {
        int row = batch->first + k * batch->view.rows + r;
        s->stabilised.baumgarte[row] = kind == MBD_STABILISATION_BAUMGARTE ? 1 / T : 0;
        s->stabilised.projected[row] = kind == MBD_STABILISATION_PROJECTION;
      }
      s->stabilised.any_baumgarte |= kind == MBD_STABILISATION_BAUMGARTE;
      s->stabilised.any_projected |= kind == MBD_STABILISATION_PROJECTION;
    }
}

/// rho of a row on a massless body when positions and velocities are closed; its g is as large as
/// for MBD_RHO_REPORT_MASSLESS.
static const double rho_massless = 1e-15;

void
mbd_reset_rho (MbdState *s)
{
  memcpy (s->pivots.rho, s->pivots.rho_usual, sizeof *s->pivots.rho * (size_t) s->model->n_y);
}

bool
mbd_limit_rho (MbdState *s, double most)
{
  bool changed = false;

  for (int i = 0; i < s->model->n_y; i++)
    if (s->pivots.rho[i] != MBD_RHO_DEPENDENT) {
      const double rho = fmin (s->pivots.rho_usual[i], most);
      changed |= s->pivots.rho[i] != rho;
      s->pivots.rho[i] = rho;
    }
  return changed;
}

static void
take_regularisation (MbdState *s)
{
  const MbdModel *m = s->model;

  for (int i = 0; i < m->n_y; i++) {
    s->pivots.rho_report[i] = m->n_heavy > 0 ? MBD_RHO_REPORT_HEAVY : MBD_RHO_REPORT;
    s->pivots.rho_usual[i] = MBD_RHO_INTEGRATE;
  }
  for (int i = 0; i < m->n_couplings && m->has_massless; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    bool massless = false;
    for (int side = 0; side < c->sides; side++)
      massless |= m->bodies[c->body[side]].massless;
    for (int r = 0; r < c->rows && massless; r++) {
      const int y = m->columns[c->node].y + r;
      s->pivots.rho_report[y] = MBD_RHO_REPORT_MASSLESS;
      s->pivots.rho_usual[y] = rho_massless;
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
  s->pose.earliest = -INFINITY;
  s->pose.latest = INFINITY;
  if (!take_work_space (s)) {
    mbd_state_free (s);
    return NULL;
  }
  s->stabilised.settings = (MbdStabilisationSettings){ MBD_STABILISATION_PROJECTION, 0.1 };
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
  for (int i = 0; state->parameters.own_couplings != NULL && i < state->model->n_couplings; i++)
    mbd_coupling_def_unref (&state->parameters.own_couplings[i].def);
  mbd_share_forces (state);
  free (state->parameters.own_couplings);
  free (state->parameters.own_parameters);
  mbd_past_unref (state->pose.past);
  mbd_arena_clear (&state->arena);
  mbd_model_unref (state->model);
  free (state);
}

static void
forget (MbdState *state)
{
  state->pose.is_current = state->system.is_current = state->solution.is_current =
    state->roles.are_known = false;
  memset (state->roles.held, 0, sizeof *state->roles.held * (size_t) state->model->n_rows);
}

void
mbd_state_copy_contact_forces (MbdState *to, const MbdState *from)
{
  forget (to);
  to->system.has_external = from->system.has_external;
  memcpy (to->system.external, from->system.external,
          sizeof *to->system.external * (size_t) (to->model->n_v + 6));
}

void
mbd_take_past (MbdState *state, MbdPast *past)
{
  MbdPast *before = state->pose.past;

  state->pose.past = mbd_past_ref (past);
  mbd_past_unref (before);
}

void
mbd_state_copy (MbdState *to, const MbdState *from)
{
  const MbdModel *m = from->model;

  forget (to);
  to->system.has_external = from->system.has_external;
  memcpy (to->system.external, from->system.external,
          sizeof *to->system.external * (size_t) (m->n_v + 6));
  to->pose.time = from->pose.time;
  // A state set from a recording has no past: the one that is known may lead to it.
  if (from->pose.past != NULL)
    mbd_take_past (to, from->pose.past);
  memcpy (to->pose.q, from->pose.q, sizeof *to->pose.q * (size_t) m->n_q);
  memcpy (to->pose.v, from->pose.v, sizeof *to->pose.v * (size_t) m->n_v);
  memcpy (to->solution.a, from->solution.a, sizeof *to->solution.a * (size_t) m->n_v);
  memcpy (to->solution.lambda, from->solution.lambda,
          sizeof *to->solution.lambda * (size_t) m->n_rows);
  mbd_copy_angles (to, from);
  memcpy (to->roles.limit, from->roles.limit, sizeof *to->roles.limit * (size_t) m->n_rows);
  memcpy (to->roles.held, from->roles.held, sizeof *to->roles.held * (size_t) m->n_rows);
  memcpy (to->ledger, from->ledger, sizeof *to->ledger * (size_t) mbd_energy_balance_length (m));
  for (int row = 0; row < m->n_rows; row++)
    to->roles.rows[row].role = from->roles.rows[row].role;
  mbd_roles_changed (to);
  to->roles.are_known = from->roles.are_known;
}

void
mbd_state_reset (MbdState *state)
{
  const MbdModel *m = state->model;

  forget (state);
  mbd_take_past (state, NULL);
  state->pose.time = 0;
  mbd_start_angles (state);
  memset (state->solution.a, 0, sizeof *state->solution.a * (size_t) m->n_v);
  memset (state->ledger, 0, sizeof *state->ledger * (size_t) mbd_energy_balance_length (m));
  memset (state->solution.lambda, 0, sizeof *state->solution.lambda * (size_t) m->n_rows);
  memset (mbd_memories_of (m, state->pose.q), 0, sizeof *state->pose.q * (size_t) m->n_memories);
  for (int i = 0; i < m->n_bodies; i++) {
    const MbdModelBody *body = &m->bodies[i];
    if (body->degrees == 0)
      continue;
    double *q = state->pose.q + body->q, *v = state->pose.v + body->v;
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
  mbd_take_lasting_values (state);
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
  state->stabilised.settings = *settings;
  if (state->stabilised.settings.stabilisation == MBD_STABILISATION_INHERIT)
    state->stabilised.settings.stabilisation = MBD_STABILISATION_PROJECTION;
  state->solution.is_current = false;
  mbd_resolve_stabilisation (state);
  return MBD_STATUS_OK;
}

double
mbd_state_time (const MbdState *state)
{
  return state->pose.time;
}

const double *
mbd_state_positions (const MbdState *state)
{
  return state->pose.q;
}

const double *
mbd_state_velocities (const MbdState *state)
{
  return state->pose.v;
}

const double *
mbd_state_accelerations (const MbdState *state)
{
  return state->solution.a;
}

const double *
mbd_state_multipliers (const MbdState *state)
{
  return state->solution.lambda;
}

void
mbd_state_set (MbdState *state, double time, const double *q, const double *v)
{
  forget (state);
  state->system.has_external = false;
  state->turns.time = NAN;
  state->pose.time = time;
  if (q != NULL)
    memcpy (state->pose.q, q, sizeof *q * (size_t) state->model->n_q);
  if (v != NULL)
    memcpy (state->pose.v, v, sizeof *v * (size_t) state->model->n_v);
}

/// Computes the pose without rows, for queries that need no Jacobian.
static void
prepare_pose (MbdState *state)
{
  if (state->pose.is_current)
    return;
  mbd_pose (state, state->pose.time, state->pose.q, state->pose.v);
  mbd_accept_angles (state);
  state->pose.is_current = true;
}

void
mbd_state_prepare (MbdState *state)
{
  prepare_pose (state);
  if (state->system.is_current)
    return;
  mbd_rows (state);
  state->system.is_current = true;
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
    load += axis[body->u + k] * state->system.f[body->u + k];
    loads =
      fmax (loads, fabs (state->system.f[body->u + k]) / (mbd_turns (body, k) ? 1 : 1 / body->arm));
  }
  mbd_jacobian_multiply (state, axis, state->system.rate);
  for (int row = 0; row < m->n_rows; row++)
    if (fabs (state->system.rate[row]) > negligible * size * m->row_unit[row])
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
  double *load = state->solution.correction, *a = state->solution.correction + m->n_v + 6;

  memset (load, 0, bytes);
  memset (a, 0, bytes);
  memset (state->solution.x, 0, sizeof *state->solution.x * (size_t) m->n_y);
  for (int i = 0; i < m->n_bodies; i++)
    for (int k = 0; m->bodies[i].massless && k < m->bodies[i].degrees; k++)
      load[m->bodies[i].u + k] = 1 + 0.1 * k;

  // Correction passes for only this load, with its residual in `au`.
  for (int pass = 0; pass < 4; pass++) {
    mbd_mass_times (state, a, state->solution.au);
    for (int i = 0; i < m->n_v; i++)
      state->solution.au[i] = load[i] - state->solution.au[i];
    memset (state->solution.au + m->n_v, 0, 6 * sizeof *state->solution.au);
    mbd_jacobian_transpose_add (state, state->solution.x, state->solution.au);
    if (pass == 3)
      break;
    mbd_jacobian_multiply (state, a, state->system.eps);
    for (int row = 0; row < m->n_rows; row++)
      state->system.eps[row] = -state->system.eps[row];
    mbd_load_right_side (state, state->solution.au, state->system.eps);
    mbd_forward (state);
    mbd_backward (state);
    mbd_recover (state, state->solution.au, state->solution.residual_v);
    for (int i = 0; i < m->n_v; i++)
      a[i] += state->solution.residual_v[i];
    for (int i = 0; i < m->n_y; i++)
      state->solution.x[i] += state->solution.y[i];
  }
  for (int i = 0; i < m->n_bodies; i++)
    for (int k = 0; m->bodies[i].massless && k < m->bodies[i].degrees; k++)
      if (!(fabs (state->solution.au[m->bodies[i].u + k]) < 1e-3)
          && !is_idle (state, i, state->solution.au, load))
        return mbd_diagnose (why, MBD_STATUS_MASSLESS, MBD_ELEMENT_BODY, m->bodies[i].id,
                             state->solution.au[m->bodies[i].u + k]);
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
    const double *solved = state->solution.y + m->columns[c->node].y;
    for (int r = 0; r < c->rows; r++) {
      int row = batch->first + c->slot * c->rows + r;
      state->solution.lambda[c->first_row + r] =
        mbd_row_is_solved (state, row) ? solved[r] : state->roles.prescribed[row];
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
  mbd_load (state, state->system.f, mbd_stabilised_gamma (state));
  mbd_eliminate (state, state->pivots.rho_report);
  if (m->has_massless) {
    MbdStatus status = check_massless (state, why);
    if (status != MBD_STATUS_OK)
      return status;
    mbd_load_right_side (state, state->system.f, mbd_stabilised_gamma (state));
    mbd_forward (state);
  }
  mbd_backward (state);
  mbd_recover (state, state->system.f, state->solution.au);
  mbd_refine (state, mbd_report_passes (m));
  mbd_follow_loads (state, mbd_report_passes (m));
  return MBD_STATUS_OK;
}

/// Returns WEDGED, with the coupling, if limits of friction and loads do not agree. Samples of time stepping,
/// which solves for impulses, are not checked.
static MbdStatus
check_limits (const MbdState *state, MbdDiagnosis *why)
{
  for (MbdRowLaw law = { .coupling = -1 }; mbd_next_bounded_row (state, &law);)
    if (mbd_limit_contradicts (state, law.row))
      return mbd_diagnose (why, MBD_STATUS_WEDGED, MBD_ELEMENT_COUPLING,
                           state->model->couplings[law.coupling].def.id, 0);
  return MBD_STATUS_OK;
}

MbdStatus
mbd_state_solve (MbdState *state, MbdDiagnosis *why)
{
  const MbdModel *m = state->model;

  if (state->solution.is_current)
    return MBD_STATUS_OK;
  if (!mbd_all_finite (state->pose.q, m->n_q) || !mbd_all_finite (state->pose.v, m->n_v))
    return mbd_diagnose (why, MBD_STATUS_NOT_FINITE, MBD_ELEMENT_NONE, 0, 0);

  mbd_state_prepare (state);
  const bool roles_were_known = state->roles.are_known;
  if (state->roles.any_bounds && !roles_were_known)
    mbd_find_roles (state);
  MbdStatus status = solve_roles (state, why);
  // An integrator leaves dependent rows to others; here they share the load, and a row may pull
  // that must not.
  if (status == MBD_STATUS_OK && state->roles.any_bounds && roles_were_known
      && mbd_any_pulls (state)) {
    mbd_find_roles (state);
    status = solve_roles (state, why);
  }
  if (status == MBD_STATUS_OK && !roles_were_known)
    status = check_limits (state, why);
  if (status != MBD_STATUS_OK)
    return status;

  for (int i = 0; i < m->n_bodies; i++)
    if (m->bodies[i].degrees > 0
        && !mbd_all_finite (state->solution.au + m->bodies[i].u, m->bodies[i].degrees))
      return mbd_diagnose (why, MBD_STATUS_SINGULAR_FACTOR, MBD_ELEMENT_BODY, m->bodies[i].id, 0);
  mbd_to_body_axes (state, state->solution.au, state->solution.a);
  mbd_publish_multipliers (state);
  state->solution.is_current = true;
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
  for (int row = 0; row < state->model->n_rows && state->roles.any_masked; row++) {
    MbdRowRole role = state->roles.rows[row].role;
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
    mbd_position_errors (state, state->system.eps);
    mbd_silence_levels (state, state->system.eps, NULL);
    silence_idle_rows (state, state->system.eps, true);
    publish_rows (m, state->system.eps, position);
  }
  if (velocity != NULL) {
    mbd_world_velocities (state, state->system.fl);
    mbd_velocity_errors (state, state->system.fl, state->system.rate);
    mbd_silence_levels (state, NULL, state->system.rate);
    silence_idle_rows (state, state->system.rate, false);
    publish_rows (m, state->system.rate, velocity);
  }
  if (acceleration != NULL) {
    mbd_to_world_axes (state, state->solution.a, state->system.fl);
    mbd_jacobian_multiply (state, state->system.fl, state->system.rate);
    for (int row = 0; row < m->n_rows; row++)
      state->system.rate[row] -= state->system.gamma[row];
    silence_idle_rows (state, state->system.rate, false);
    publish_rows (m, state->system.rate, acceleration);
  }
}

void
mbd_state_gap (MbdState *state, int coupling, double *position, double *velocity)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];

  mbd_state_prepare (state);
  if (c->rows == 0)
    return;
  const int first = mbd_model_row (state->model, c, 0);
  if (position != NULL) {
    mbd_position_errors (state, state->system.eps);
    memcpy (position, state->system.eps + first, sizeof *position * (size_t) c->rows);
  }
  if (velocity != NULL) {
    mbd_world_velocities (state, state->system.fl);
    mbd_velocity_errors (state, state->system.fl, state->system.rate);
    memcpy (velocity, state->system.rate + first, sizeof *velocity * (size_t) c->rows);
  }
}

void
mbd_state_jacobian (MbdState *state, double *G, double *gamma)
{
  const MbdModel *m = state->model;

  mbd_state_prepare (state);
  if (gamma != NULL) {
    publish_rows (m, state->system.gamma, gamma);
    for (int row = 0; row < m->n_rows; row++)
      if (state->roles.any_masked && mbd_state_row_role (state, row) == MBD_ROW_OFF)
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
    const double *block = state->system.G + batch->G + c->slot * batch->stride;
    if (state->roles.rows[batch->first + c->slot * c->rows].role == MBD_ROW_OFF)
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
          rotate3_back (state->pose.space[c->body[side]].R, block + 3, out + 3);
      }
    }
  }
}

void
mbd_state_forces (MbdState *state, double *f)
{
  prepare_pose (state);
  mbd_forces (state);
  mbd_to_body_axes (state, state->system.f, f);
}

void
mbd_state_mass_multiply (MbdState *state, const double *x, double *y)
{
  prepare_pose (state);
  mbd_to_world_axes (state, x, state->system.fl);
  mbd_mass_times (state, state->system.fl, state->system.wf);
  mbd_to_body_axes (state, state->system.wf, y);
}
