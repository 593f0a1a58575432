// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Force elements whose numbers change during motion: the state shares the model's elements until
// the first change, then it has its own.

#include <stdlib.h>
#include <string.h>

#include "mechanism-private.h"
#include "state-private.h"

void
mbd_share_forces (MbdState *state)
{
  for (int i = 0; state->parameters.own_force_defs != NULL && i < state->model->n_forces; i++)
    mbd_force_def_unref (&state->parameters.own_force_defs[i]);
  free (state->parameters.own_force_defs);
  free (state->parameters.own_forces);
  state->parameters.own_force_defs = NULL;
  state->parameters.own_forces = NULL;
  state->parameters.forces = state->model->forces;
}

/// Gives the state its own force elements, equal to `forces`.
static bool
take_own_forces (MbdState *state, const MbdBoundForce *forces)
{
  const size_t n = (size_t) state->model->n_forces;
  MbdBoundForce *own = malloc (sizeof *own * (n + 1));
  MbdForceDef *defs = malloc (sizeof *defs * (n + 1));

  if (own == NULL || defs == NULL) {
    free (own);
    free (defs);
    return false;
  }
  for (size_t i = 0; i < n; i++) {
    defs[i] = *forces[i].def;
    mbd_force_def_ref (&defs[i]);
    own[i] = forces[i];
    own[i].def = &defs[i];
  }
  mbd_share_forces (state);
  state->parameters.own_forces = own;
  state->parameters.own_force_defs = defs;
  state->parameters.forces = own;
  return true;
}

bool
mbd_copy_forces (MbdState *to, const MbdState *from)
{
  if (from->parameters.own_forces != NULL)
    return take_own_forces (to, from->parameters.forces);
  mbd_share_forces (to);
  return true;
}

const MbdForceDef *
mbd_state_force (const MbdState *state, int force)
{
  return state->parameters.forces[force].def;
}

MbdStatus
mbd_state_change_force (MbdState *state, int force, const MbdForceDef *def, MbdDiagnosis *why)
{
  const MbdForceDef *now = state->parameters.forces[force].def;
  MbdBoundForce bound;

  MbdStatus status = mbd_check_force (def, why);
  if (status == MBD_STATUS_OK
      && (def->class_ != now->class_ || def->id != now->id || def->body_a != now->body_a
          || def->body_b != now->body_b))
    status = mbd_diagnose (why, MBD_STATUS_NOT_AT_RUN_TIME, MBD_ELEMENT_FORCE, def->id, 0);
  if (status == MBD_STATUS_OK)
    status = mbd_model_bind_force (state->model, def, &bound, why);
  if (status != MBD_STATUS_OK)
    return status;
  if (state->parameters.own_forces == NULL && !take_own_forces (state, state->parameters.forces))
    return mbd_diagnose (why, MBD_STATUS_OUT_OF_MEMORY, MBD_ELEMENT_FORCE, def->id, 0);

  MbdForceDef *own = &state->parameters.own_force_defs[force];
  mbd_force_def_ref (def);
  mbd_force_def_unref (own);
  const char *name = state->model->force_defs[force].name;
  *own = *def;
  own->name = name;
  state->parameters.own_forces[force] = bound;
  state->parameters.own_forces[force].def = own;
  state->solution.is_current = false;
  return MBD_STATUS_OK;
}
