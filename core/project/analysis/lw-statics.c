// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-statics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lw-body-pose.h"
#include "lw-joint-frame.h"
#include "mbd-analysis.h"

/// A pose within this part of the size is the same pose.
#define SAME 1e-9

typedef struct
{
  MbdState *state;
  const double *before;
} Balanced;

static LwBody *
rest_body (const LwBody *old, void *data)
{
  Balanced *balanced = data;
  MbdState *const state = balanced->state;
  const int index = mbd_model_body_by_id (mbd_state_model (state), old->element.id);
  LwBody *body = lw_body_dup_at_pose (old, state, balanced->before);
  const double origin[3] = { 0 };
  double attitude[4];

  if (old->def.mobility == MBD_FIXED)
    return body;
  if (body == NULL)
    body = lw_body_copy (old);
  mbd_state_body_point (state, index, origin, NULL, body->def.velocity, NULL);
  mbd_state_body_angular_velocity (state, index, body->def.angular_velocity);
  // From world to body axes.
  mbd_state_body_pose (state, index, NULL, attitude);
  for (int i = 1; i < 4; i++)
    attitude[i] = -attitude[i];
  lw_joint_frame_rotate (attitude, body->def.angular_velocity);
  return body;
}

/// Returns true if the mechanism is where it was, and at rest if nothing drives it.
static bool
was_balanced (MbdState *state, const double *before, const double *velocities)
{
  const MbdModel *model = mbd_state_model (state);
  const double limit = SAME * fmax (mbd_model_size (model), SAME);

  for (int i = 0; i < mbd_model_position_count (model); i++)
    if (!(fabs (mbd_state_positions (state)[i] - before[i]) <= limit))
      return false;
  for (int i = 0; i < mbd_model_velocity_count (model); i++)
    if (!(fabs (mbd_state_velocities (state)[i] - velocities[i]) <= limit))
      return false;
  return true;
}

static GArray *
find_holdings (const LwMechanism *mechanism, MbdState *state)
{
  GArray *holdings = g_array_new (FALSE, FALSE, sizeof (LwHolding));
  const MbdModel *model = mbd_state_model (state);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const int index = mbd_model_coupling_by_id (model, coupling->element.id);
    LwHolding holding = { .drive = coupling->element.id };

    if (!lw_coupling_is_input (coupling) || !mbd_state_coupling_flags (state, index).active
        || mbd_model_coupling_rows (model, index) < 1)
      continue;
    holding.turns = mbd_state_coupling (state, index)->coordinate[0] == MBD_COORDINATE_ANGLE;
    holding.effort = mbd_state_multipliers (state)[mbd_model_coupling_first_row (model, index)];
    g_array_append_val (holdings, holding);
  }
  return holdings;
}

/// Fills the result from the state in equilibrium.
static void
take_state (LwStatics *self, LwMechanism *mechanism, MbdState *state, const double *start)
{
  const MbdModel *model = mbd_state_model (state);
  const double *velocities = start + mbd_model_position_count (model);
  const LwMechanismChanges changes = { .body = rest_body };
  Balanced balanced = { state, start };

  self->holdings = find_holdings (mechanism, state);
  // Drives prescribe velocities; if they do not fit, the start of a run reports it.
  mbd_state_assemble_velocities (state, NULL, NULL);
  self->mechanism = was_balanced (state, start, velocities)
                      ? lw_mechanism_ref (mechanism)
                      : lw_mechanism_change (mechanism, &changes, &balanced);
}

LwStatics *
lw_statics_new (LwMechanism *mechanism, GError **error)
{
  MbdModel *model = lw_mechanism_compile (mechanism, error);
  g_autofree double *start = NULL;
  LwStatics *self = NULL;
  MbdEquilibrium report = { 0 };
  MbdDiagnosis why = { .row = -1 };
  MbdState *state;
  int n_q, n_v;

  if (model == NULL)
    return NULL;
  state = mbd_state_new (model);
  n_q = mbd_model_position_count (model);
  n_v = mbd_model_velocity_count (model);
  start = g_new0 (double, n_q + n_v + 1);
  memcpy (start, mbd_state_positions (state), (size_t) n_q * sizeof *start);
  memcpy (start + n_q, mbd_state_velocities (state), (size_t) n_v * sizeof *start);
  why.code = mbd_state_equilibrium (state, NULL, &report, &why);
  if (why.code == MBD_STATUS_OK) {
    self = g_new0 (LwStatics, 1);
    self->neutral = report.neutral;
    self->indeterminate = report.indeterminate;
    self->n_contacts = report.n_contacts;
    take_state (self, mechanism, state, start);
  } else {
    lw_mechanism_set_error (mechanism, LW_ERROR_SIMULATION, &why, error);
  }
  free (report.contacts);
  mbd_state_free (state);
  mbd_model_unref (model);
  return self;
}

void
lw_statics_free (LwStatics *self)
{
  lw_mechanism_unref (self->mechanism);
  g_array_unref (self->holdings);
  g_free (self);
}
