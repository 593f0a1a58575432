// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes of couplings during motion: flags, mode, levels, compliance, and the numbers of the
// definition. The state shares the definitions and bound parameters of the model until one is
// changed; then it has its own.

#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "row-law-private.h"

static bool
is_active (const MbdState *state, int coupling)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  const MbdCouplingRun *run = &state->roles.running[coupling];

  for (int k = 0; k < 2; k++)
    if (c->on_joint[k] >= 0 && state->roles.running[c->on_joint[k]].broken)
      return false;
  return c->rows > 0 && run->enabled && !run->redundant && !run->broken
         && run->mode != MBD_MODE_FREE;
}

static bool
has_bounds (const MbdState *state, int coupling)
{
  const MbdMode mode = mbd_row_mode (state, coupling, 0);
  return mode == MBD_MODE_UNILATERAL || mode == MBD_MODE_BOX;
}

/* Roles ------------------------------------------------------------------------------------ */

void
mbd_roles_changed (MbdState *state)
{
  const MbdModel *m = state->model;

  state->roles.any_masked = state->roles.any_prescribed = false;
  memset (state->roles.masked, 0, (size_t) m->n_columns);
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    int row = batch->first;
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++, row++) {
        MbdRowRole role = state->roles.rows[row].role;
        if (role == MBD_ROW_SOLVED)
          continue;
        state->roles.any_masked = true;
        state->roles.any_prescribed |= role != MBD_ROW_OFF;
        state->roles.prescribed[row] = 0;
        state->roles.masked[m->couplings[batch->coupling[k]].node] |= (unsigned char) (1u << r);
      }
  }
  state->solution.is_current = false;
}

void
mbd_reset_roles (MbdState *state, MbdRowRole bounded)
{
  const MbdModel *m = state->model;

  state->roles.any_bounds = state->roles.any_levels = state->roles.any_breaking =
    state->roles.any_following = false;
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    const MbdCouplingDef *def = &state->parameters.couplings[i].def;
    state->roles.any_breaking |= is_active (state, i)
                                 && (isfinite (def->break_force) || isfinite (def->break_moment)
                                     || isfinite (def->break_impulse));
    const bool follows = mbd_bound_follows (state, i);
    state->roles.any_following |= follows && is_active (state, i);
    for (int r = 0; r < c->rows; r++) {
      MbdRowRun *row = &state->roles.rows[mbd_model_row (m, c, r)];
      if (!follows)
        state->roles.limit[mbd_model_row (m, c, r)] = def->effort_limit;
      bool bound = is_active (state, i) && has_bounds (state, i) && !row->compliant;
      row->role = !is_active (state, i) ? MBD_ROW_OFF
                  : row->compliant      ? MBD_ROW_COMPLIANT
                  : bound               ? bounded
                                        : MBD_ROW_SOLVED;
      state->roles.any_bounds |= bound;
      state->roles.any_levels |= row->level != MBD_LEVEL_POSITION;
    }
  }
  state->roles.are_known = !state->roles.any_bounds;
  mbd_roles_changed (state);
}

/// Returns the multiplier of a row that is not solved. The tangents of a soft friction group follow
/// its normal at once.
static double
prescribed_multiplier (MbdState *state, int coupling, int r)
{
  const MbdRowLaw law = mbd_row_law (state, coupling, r);

  switch (state->roles.rows[law.row].role) {
  case MBD_ROW_LOWER:
    return law.mode == MBD_MODE_BOX ? law.least : 0;
  case MBD_ROW_UPPER:
    return law.mode == MBD_MODE_BOX ? law.most : 0;
  case MBD_ROW_COMPLIANT:
    break;
  default:
    return 0;
  }
  const double lambda =
    mbd_soft_multiplier (&law, state->system.eps[law.row], state->system.rate[law.row]);
  if (r == 0 && state->roles.running[coupling].mode == MBD_MODE_FRICTION) {
    const MbdCouplingDef *def = &state->parameters.couplings[coupling].def;
    for (int k = 1; k < state->model->couplings[coupling].rows; k++)
      state->roles.limit[law.row + k] =
        state->system.eps[law.row] > 0 ? 0 : def->friction * (lambda + def->cohesion);
  }
  return lambda;
}

void
mbd_prescribe (MbdState *state)
{
  const MbdModel *m = state->model;

  if (!state->roles.any_prescribed)
    return;
  mbd_position_errors (state, state->system.eps);
  mbd_world_velocities (state, state->system.fl);
  mbd_velocity_errors (state, state->system.fl, state->system.rate);
  mbd_silence_levels (state, state->system.eps, state->system.rate);
  memset (state->solution.x, 0, sizeof *state->solution.x * (size_t) m->n_y);
  for (int b = 0; b < m->n_batches; b++) {
    const MbdModelBatch *batch = &m->batches[b];
    int row = batch->first;
    for (int k = 0; k < batch->view.count; k++)
      for (int r = 0; r < batch->view.rows; r++, row++) {
        const bool solved = state->roles.rows[row].role == MBD_ROW_SOLVED;
        if (!solved)
          state->roles.prescribed[row] = prescribed_multiplier (state, batch->coupling[k], r);
        state->solution.x[batch->y[k] + r] = solved ? 0 : state->roles.prescribed[row];
      }
  }
  mbd_jacobian_transpose_add (state, state->solution.x, state->system.f);
}

void
mbd_silence_levels (const MbdState *state, double *eps, double *rate)
{
  for (int row = 0; row < state->model->n_rows && state->roles.any_levels; row++) {
    if (eps != NULL && state->roles.rows[row].level >= MBD_LEVEL_VELOCITY)
      eps[row] = 0;
    if (rate != NULL && state->roles.rows[row].level >= MBD_LEVEL_ACCELERATION)
      rate[row] = 0;
  }
}

MbdRowRole
mbd_state_row_role (const MbdState *state, int row)
{
  const MbdModel *m = state->model;
  int index = mbd_model_coupling_by_row (m, row);
  if (index < 0)
    return MBD_ROW_OFF;
  const MbdModelCoupling *c = &m->couplings[index];
  return state->roles.rows[mbd_model_row (m, c, row - c->first_row)].role;
}

int
mbd_state_active_row_count (const MbdState *state)
{
  int count = 0;
  for (int i = 0; i < state->model->n_couplings; i++)
    count += is_active (state, i) ? state->model->couplings[i].rows : 0;
  return count;
}

int
mbd_state_freedoms_by_count (const MbdState *state)
{
  const MbdModel *m = state->model;
  int rows = 0;
  // Compliant rows and dry friction remove no freedom.
  for (int i = 0; i < m->n_couplings; i++)
    if (is_active (state, i)
        && mbd_mode_locks (&state->parameters.couplings[i].def, state->roles.running[i].mode))
      for (int r = 0; r < m->couplings[i].rows; r++)
        rows += !state->roles.rows[mbd_model_row (m, &m->couplings[i], r)].compliant;
  return m->n_v - rows;
}

/* Flags, modes, levels, compliance --------------------------------------------------------- */

MbdCouplingFlags
mbd_state_coupling_flags (const MbdState *state, int coupling)
{
  const MbdCouplingRun *run = &state->roles.running[coupling];
  return (MbdCouplingFlags){
    .valid = state->model->couplings[coupling].rows > 0,
    .enabled = run->enabled,
    .redundant = run->redundant,
    .broken = run->broken,
    .active = is_active (state, coupling),
  };
}

void
mbd_state_set_enabled (MbdState *state, int coupling, bool enabled)
{
  state->roles.running[coupling].enabled = enabled;
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

void
mbd_state_set_redundant (MbdState *state, int coupling, bool redundant)
{
  state->roles.running[coupling].redundant = redundant;
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

void
mbd_state_set_broken (MbdState *state, int coupling, bool broken)
{
  state->roles.running[coupling].broken = broken;
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

MbdMode
mbd_state_mode (const MbdState *state, int coupling)
{
  return state->roles.running[coupling].mode;
}

void
mbd_state_set_mode (MbdState *state, int coupling, MbdMode mode)
{
  if (mode == MBD_MODE_BY_KIND) {
    const MbdCouplingClass *class_ = state->parameters.couplings[coupling].def.class_;
    mode = class_->mode != NULL ? class_->mode (&state->parameters.couplings[coupling].def)
                                : MBD_MODE_LOCK;
  }
  state->roles.running[coupling].mode = mode;
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

MbdLevel
mbd_state_level (const MbdState *state, int coupling, int row)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  return row < c->rows ? state->roles.rows[mbd_model_row (state->model, c, row)].level
                       : MBD_LEVEL_POSITION;
}

void
mbd_state_set_level (MbdState *state, int coupling, int row, MbdLevel level)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  for (int r = 0; r < c->rows; r++)
    if (row < 0 || r == row)
      state->roles.rows[mbd_model_row (state->model, c, r)].level = level;
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

MbdStatus
mbd_state_set_compliance (MbdState *state,
                          int coupling,
                          int row,
                          bool compliant,
                          double stiffness,
                          double damping)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];

  if (!(stiffness >= 0 && damping >= 0 && isfinite (stiffness) && isfinite (damping)))
    return MBD_STATUS_NEGATIVE_CONSTANT;
  for (int r = 0; r < c->rows; r++)
    if (row < 0 || r == row) {
      MbdRowRun *run = &state->roles.rows[mbd_model_row (state->model, c, r)];
      run->compliant = compliant;
      run->stiffness = stiffness;
      run->damping = damping;
    }
  mbd_reset_roles (state, MBD_ROW_LOWER);
  return MBD_STATUS_OK;
}

bool
mbd_state_compliance (const MbdState *state,
                      int coupling,
                      int row,
                      double *stiffness,
                      double *damping)
{
  const MbdModelCoupling *c = &state->model->couplings[coupling];
  const MbdRowRun *run =
    row < c->rows ? &state->roles.rows[mbd_model_row (state->model, c, row)] : NULL;

  *stiffness = run != NULL ? run->stiffness : 0;
  *damping = run != NULL ? run->damping : 0;
  return run != NULL && run->compliant;
}

/* Definitions ------------------------------------------------------------------------------ */

const MbdCouplingDef *
mbd_state_coupling (const MbdState *state, int coupling)
{
  return &state->parameters.couplings[coupling].def;
}

/// Returns the size in bytes of the bound parameters of the batches before `until`.
static size_t
parameter_bytes (const MbdModel *m, int until)
{
  size_t bytes = 0;
  for (int b = 0; b < until; b++)
    bytes +=
      (size_t) m->batches[b].view.count * m->batches[b].class_->parameter_size[m->batches[b].space];
  return bytes;
}

static uint64_t
next_serial (void)
{
  static atomic_uint_fast64_t last;
  return atomic_fetch_add (&last, 1) + 1;
}

/// Gives the state its own definitions and parameters, copied from the current ones.
static bool
take_own (MbdState *state)
{
  const MbdModel *m = state->model;

  if (state->parameters.own_couplings != NULL)
    return true;
  state->parameters.own_couplings =
    malloc (sizeof *state->parameters.own_couplings * (size_t) m->n_couplings);
  state->parameters.own_parameters = malloc (parameter_bytes (m, m->n_batches) + 1);
  if (state->parameters.own_couplings == NULL || state->parameters.own_parameters == NULL) {
    free (state->parameters.own_couplings);
    free (state->parameters.own_parameters);
    state->parameters.own_couplings = NULL;
    state->parameters.own_parameters = NULL;
    return false;
  }
  memcpy (state->parameters.own_couplings, m->couplings,
          sizeof *m->couplings * (size_t) m->n_couplings);
  for (int i = 0; i < m->n_couplings; i++)
    mbd_coupling_def_ref (&m->couplings[i].def);
  for (int b = 0; b < m->n_batches; b++) {
    char *own = state->parameters.own_parameters + parameter_bytes (m, b);
    memcpy (own, m->batches[b].view.parameters,
            parameter_bytes (m, b + 1) - parameter_bytes (m, b));
    state->parameters.views[b].parameters = own;
  }
  state->parameters.couplings = state->parameters.own_couplings;
  return true;
}

/// Returns true if a changed definition still fits the compiled place of the coupling.
static bool
fits (const MbdModelCoupling *now, const MbdModelCoupling *then)
{
  const MbdCouplingDef *a = &now->def, *b = &then->def;
  bool same_name =
    a->name == b->name || (a->name != NULL && b->name != NULL && strcmp (a->name, b->name) == 0);
  return same_name && a->id == b->id && a->class_ == b->class_ && a->body_a == b->body_a
         && a->body_b == b->body_b
         && (now->ends == 2 || (a->body_c == b->body_c && a->body_d == b->body_d))
         && now->variant == then->variant;
}

MbdStatus
mbd_state_change_coupling (MbdState *state,
                           int coupling,
                           const MbdCouplingDef *def,
                           MbdDiagnosis *why)
{
  const MbdModel *m = state->model;
  MbdModelCoupling changed = state->parameters.couplings[coupling];

  MbdStatus status = mbd_check_coupling (def, why);
  if (status != MBD_STATUS_OK)
    return status;
  changed.def = *def;
  if (def->class_ != state->parameters.couplings[coupling].def.class_)
    return mbd_diagnose (why, MBD_STATUS_NOT_AT_RUN_TIME, MBD_ELEMENT_COUPLING, def->id, 0);
  status = mbd_model_bind (m, &changed, why);
  if (status != MBD_STATUS_OK)
    return status;
  if (!fits (&changed, &state->parameters.couplings[coupling]))
    return mbd_diagnose (why, MBD_STATUS_NOT_AT_RUN_TIME, MBD_ELEMENT_COUPLING, def->id, 0);
  if (!take_own (state))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_COUPLING, def->id, 0);

  mbd_coupling_def_ref (def);
  mbd_coupling_def_unref (&state->parameters.own_couplings[coupling].def);
  changed.def.name = m->couplings[coupling].def.name;
  // A mode that was not chosen for this run follows the definition: a limit may have become finite.
  if (state->roles.running[coupling].mode == state->parameters.own_couplings[coupling].mode)
    state->roles.running[coupling].mode = changed.mode;
  state->parameters.own_couplings[coupling] = changed;
  if (changed.rows > 0) {
    const MbdModelBatch *batch = &m->batches[changed.batch];
    MbdBinding binding = mbd_model_binding (&changed);
    batch->class_->bind (&binding,
                         state->parameters.own_parameters + parameter_bytes (m, changed.batch)
                           + (size_t) changed.slot * batch->class_->parameter_size[batch->space]);
  }
  state->parameters.serial = next_serial ();
  state->system.is_current = state->solution.is_current = false;
  mbd_resolve_stabilisation (state);
  mbd_reset_roles (state, MBD_ROW_LOWER);
  return MBD_STATUS_OK;
}

/// Returns to the definitions and parameters of the model.
static void
share_model (MbdState *state)
{
  const MbdModel *m = state->model;

  for (int i = 0; state->parameters.own_couplings != NULL && i < m->n_couplings; i++)
    mbd_coupling_def_unref (&state->parameters.own_couplings[i].def);
  free (state->parameters.own_couplings);
  free (state->parameters.own_parameters);
  state->parameters.own_couplings = NULL;
  state->parameters.own_parameters = NULL;
  state->parameters.couplings = m->couplings;
  state->parameters.serial = 0;
  for (int b = 0; b < m->n_batches; b++) {
    state->parameters.views[b] = m->batches[b].view;
    state->parameters.views[b].angle =
      m->batches[b].angle < 0 ? NULL : state->turns.angle + m->batches[b].angle;
  }
}

void
mbd_state_reset_couplings (MbdState *state)
{
  const MbdModel *m = state->model;

  share_model (state);
  mbd_share_forces (state);
  state->parameters.grip = (MbdGrip){ 0 };
  for (int i = 0; i < m->n_couplings; i++) {
    const MbdModelCoupling *c = &m->couplings[i];
    state->roles.running[i] = (MbdCouplingRun){ .enabled = c->def.enabled, .mode = c->mode };
    for (int r = 0; r < c->rows; r++) {
      const MbdRowDef row = mbd_row_of_variant (&c->def, c->variant, c->space, r);
      state->roles.rows[mbd_model_row (m, c, r)] = (MbdRowRun){
        .level = row.level,
        .compliant = row.compliant,
        .stiffness = row.stiffness,
        .damping = row.damping,
      };
    }
  }
  state->system.is_current = false;
  mbd_resolve_stabilisation (state);
  mbd_reset_roles (state, MBD_ROW_LOWER);
}

MbdStatus
mbd_state_copy_couplings (MbdState *to, const MbdState *from)
{
  const MbdModel *m = from->model;

  if (!mbd_copy_forces (to, from))
    return MBD_STATUS_OUT_OF_MEMORY;
  to->parameters.grip = from->parameters.grip;
  memcpy (to->roles.running, from->roles.running,
          sizeof *to->roles.running * (size_t) m->n_couplings);
  memcpy (to->roles.rows, from->roles.rows, sizeof *to->roles.rows * (size_t) m->n_rows);
  if (to->parameters.serial != from->parameters.serial) {
    share_model (to);
    if (from->parameters.own_couplings != NULL) {
      if (!take_own (to))
        return MBD_STATUS_OUT_OF_MEMORY;
      for (int i = 0; i < m->n_couplings; i++) {
        mbd_coupling_def_ref (&from->parameters.own_couplings[i].def);
        mbd_coupling_def_unref (&to->parameters.own_couplings[i].def);
      }
      memcpy (to->parameters.own_couplings, from->parameters.own_couplings,
              sizeof *to->parameters.own_couplings * (size_t) m->n_couplings);
      memcpy (to->parameters.own_parameters, from->parameters.own_parameters,
              parameter_bytes (m, m->n_batches));
      to->parameters.serial = from->parameters.serial;
    }
  }
  mbd_copy_angles (to, from);
  to->roles.any_bounds = from->roles.any_bounds;
  to->roles.any_levels = from->roles.any_levels;
  to->roles.any_breaking = from->roles.any_breaking;
  to->roles.any_following = from->roles.any_following;
  memcpy (to->roles.limit, from->roles.limit, sizeof *to->roles.limit * (size_t) m->n_rows);
  to->roles.are_known = from->roles.are_known;
  to->system.is_current = false;
  mbd_resolve_stabilisation (to);
  mbd_roles_changed (to);
  return MBD_STATUS_OK;
}
