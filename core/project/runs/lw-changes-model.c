// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes of the whole mechanism during a run: bodies, gravity, materials, duration. A mechanism
// with the same elements and channels is recompiled, and the new model adopts the motion.

#include <string.h>

#include "lw-channels.h"
#include "lw-changes-private.h"
#include "lw-signals.h"

/// Number of past models that are kept; time is usually moved over a short range only.
#define MODELS_KEPT 8

// ---- compatibility --------------------------------------------------------------------------

/// Returns true if only start values differ, which do not affect a current run.
static bool
differs_at_start_only (const LwMechanism *from, const LwMechanism *to)
{
  g_autoptr (LwMechanism) like = lw_mechanism_copy (to);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (to); i++) {
    const LwBody *after = lw_mechanism_get_body (to, i);
    const LwBody *before = lw_mechanism_find_body (from, after->element.id);
    LwMechanism *next;
    LwBody *body;

    if (before == NULL || before == after)
      continue;
    body = lw_body_copy (after);
    memcpy (body->def.position, before->def.position, sizeof body->def.position);
    memcpy (body->def.quaternion, before->def.quaternion, sizeof body->def.quaternion);
    memcpy (body->def.velocity, before->def.velocity, sizeof body->def.velocity);
    memcpy (body->def.angular_velocity, before->def.angular_velocity,
            sizeof body->def.angular_velocity);
    body->def.angle = before->def.angle;
    next = lw_mechanism_replace_body (like, body);
    lw_mechanism_unref (like);
    like = next;
  }
  return lw_mechanism_equal (like, from);
}

/// Returns true if joints and forces are equal, so that their channels are equal too.
static bool
shares_elements (const LwMechanism *from, const LwMechanism *to)
{
  const guint n_bodies = lw_mechanism_get_n_bodies (from);
  const guint n_couplings = lw_mechanism_get_n_couplings (from);
  const guint n_forces = lw_mechanism_get_n_forces (from);
  bool shared = n_bodies == lw_mechanism_get_n_bodies (to)
                && n_couplings == lw_mechanism_get_n_couplings (to)
                && n_forces == lw_mechanism_get_n_forces (to);

  for (guint i = 0; shared && i < n_bodies; i++)
    shared = g_strcmp0 (lw_mechanism_get_body (from, i)->element.name,
                        lw_mechanism_get_body (to, i)->element.name)
             == 0;
  for (guint i = 0; shared && i < n_couplings; i++)
    shared =
      lw_coupling_equal (lw_mechanism_get_coupling (from, i), lw_mechanism_get_coupling (to, i));
  for (guint i = 0; shared && i < n_forces; i++)
    shared = lw_force_equal (lw_mechanism_get_force (from, i), lw_mechanism_get_force (to, i));
  return shared;
}

/// Returns true if the recorded points are equal. They belong to the channels, which a run keeps.
static bool
shares_points (const LwMechanism *from, const LwMechanism *to)
{
  const guint n_tracers = lw_mechanism_get_n_tracers (from);
  const guint n_measurements = lw_mechanism_get_n_measurements (from);
  bool shared = n_tracers == lw_mechanism_get_n_tracers (to)
                && n_measurements == lw_mechanism_get_n_measurements (to);

  for (guint i = 0; shared && i < n_tracers; i++)
    shared = lw_mechanism_get_tracer (from, i) == lw_mechanism_get_tracer (to, i);
  for (guint i = 0; shared && i < n_measurements; i++)
    shared = lw_mechanism_get_measurement (from, i) == lw_mechanism_get_measurement (to, i);
  return shared;
}

static bool
has_same_channels (const LwMechanism *from,
                   const MbdModel *model,
                   const LwMechanism *to,
                   const MbdModel *other)
{
  LwChannels *before = lw_channels_new ((LwMechanism *) from, (MbdModel *) model);
  LwChannels *after = lw_channels_new ((LwMechanism *) to, (MbdModel *) other);
  const bool same = lw_channels_have_same_names (before, after);

  lw_channels_unref (before);
  lw_channels_unref (after);
  return same;
}

static void
take (LwChanges *self, const LwMechanism *mechanism, MbdModel *model, double time)
{
  LwChange change = {
    .kind = LW_CHANGE_MECHANISM,
    .time = time,
    .coupling = -1,
    .force = -1,
    .mechanism = lw_mechanism_ref ((LwMechanism *) mechanism),
    .model = model,
  };

  lw_changes_take (self, &change);
  lw_changes_keep_order (self);
}

gboolean
lw_changes_append_mechanism (LwChanges *self,
                             const LwMechanism *from,
                             const LwMechanism *to,
                             const MbdModel *model,
                             double time)
{
  MbdModel *compiled;

  if (!shares_points (from, to) || differs_at_start_only (from, to))
    return FALSE;
  compiled = lw_mechanism_compile (to, NULL);
  if (compiled == NULL)
    return FALSE;
  if (!mbd_model_fits (model, compiled)
      || !((shares_elements (from, to) && mbd_model_shape_count (model) == 0)
           || has_same_channels (from, model, to, compiled))) {
    mbd_model_unref (compiled);
    return FALSE;
  }
  take (self, to, compiled, time);
  return TRUE;
}

bool
lw_changes_append_present_mechanism (LwChanges *self,
                                     const LwMechanism *mechanism,
                                     const MbdModel *model,
                                     double time)
{
  MbdModel *compiled = lw_mechanism_compile (mechanism, NULL);

  if (compiled == NULL || !mbd_model_fits (model, compiled)) {
    mbd_model_unref (compiled);
    return false;
  }
  take (self, mechanism, compiled, time);
  return true;
}

void
lw_changes_rename (LwChanges *self, const LwMechanism *before, const LwMechanism *after)
{
  for (guint i = 0; i < lw_changes_get_n (self); i++) {
    LwChange *change = lw_changes_at (self, i);
    LwMechanism *renamed;

    lw_change_rename_source (change, before, after);
    if (change->mechanism == NULL)
      continue;
    renamed = lw_signals_share_names (change->mechanism, after);
    lw_mechanism_unref (change->mechanism);
    change->mechanism = renamed;
  }
}

// ---- time -----------------------------------------------------------------------------------

/// Returns the index of the last mechanism in effect at a time, or -1 for the initial one.
int
lw_changes_find_mechanism (const LwChanges *self, double time)
{
  int found = -1;

  for (guint i = 0; i < lw_changes_get_n (self); i++) {
    const LwChange *change = lw_changes_get (self, i);

    if (change->kind == LW_CHANGE_MECHANISM && change->time < time)
      found = (int) i;
  }
  return found;
}

// ---- models ---------------------------------------------------------------------------------

static bool
has_to_be_made (const LwChange *change)
{
  return change->model == NULL && change->forgotten;
}

const MbdModel *
lw_changes_get_model (const LwChanges *self, const MbdModel *model, double time)
{
  const int index = self != NULL ? lw_changes_find_mechanism (self, time) : -1;
  LwChange *change = index >= 0 ? lw_changes_at (self, (guint) index) : NULL;

  if (change == NULL)
    return model;
  if (has_to_be_made (change))
    change->model = lw_mechanism_compile (change->mechanism, NULL);
  change->transient = false;
  return change->model != NULL ? change->model : model;
}

static void
let_go (LwChange *change)
{
  mbd_model_unref (change->model);
  change->model = NULL;
  change->forgotten = true;
  change->transient = false;
}

void
lw_changes_apply_model (const LwChanges *self, const MbdModel *model, MbdState *state, double time)
{
  const int index = self != NULL ? lw_changes_find_mechanism (self, time) : -1;
  LwChange *change = index >= 0 ? lw_changes_at (self, (guint) index) : NULL;

  // Callers that step through a run need one model at a time; the state has its own reference.
  if (change != NULL && has_to_be_made (change)) {
    for (guint i = 0; i < lw_changes_get_n (self); i++)
      if (lw_changes_at (self, i)->transient)
        let_go (lw_changes_at (self, i));
    change->model = lw_mechanism_compile (change->mechanism, NULL);
    change->transient = true;
  }
  mbd_state_take_model (state, change != NULL && change->model != NULL ? change->model : model);
}

/// Returns the index of the change that introduced a model, or -1 if there is none.
static int
find_model (const LwChanges *self, const MbdModel *model)
{
  for (guint i = lw_changes_get_n (self); i-- > 0;)
    if (lw_changes_get (self, i)->model == model)
      return (int) i;
  return -1;
}

void
lw_changes_forget_models (LwChanges *self, const MbdModel *present, double time)
{
  const int shown = lw_changes_find_mechanism (self, time);
  const int n = (int) lw_changes_get_n (self);
  int n_kept = 0;

  for (int i = present != NULL ? find_model (self, present) : n - 1; i >= 0; i--) {
    LwChange *change = lw_changes_at (self, (guint) i);

    if (change->model != NULL && n_kept++ >= MODELS_KEPT && i != shown)
      let_go (change);
  }
}

// ---- times of effect ------------------------------------------------------------------------

/// Removes mechanisms that were replaced at the same time at which they were set: since a mechanism
/// takes effect only after its time, they never did.
static bool
remove_idle (LwChanges *self, int present)
{
  bool any = false;
  int next = present;

  for (int i = present - 1; i >= 0; i--) {
    if (lw_changes_get (self, (guint) i)->kind != LW_CHANGE_MECHANISM)
      continue;
    if (lw_changes_get (self, (guint) i)->time == lw_changes_get (self, (guint) next)->time) {
      lw_changes_remove (self, (guint) i);
      next--;
      any = true;
    } else {
      next = i;
    }
  }
  return any;
}

bool
lw_changes_follow (LwChanges *self, const MbdModel *model, double since, double now)
{
  const int present = find_model (self, model);
  bool moved = false;

  for (guint i = 0; i < lw_changes_get_n (self); i++) {
    const LwChange *change = lw_changes_get (self, i);
    double time = change->time;

    if (change->kind != LW_CHANGE_MECHANISM)
      continue;
    if ((int) i > present)
      time = MAX (time, now);
    else if ((int) i == present)
      time = since;
    else
      time = MIN (time, since);
    moved = moved || time != change->time;
    lw_changes_set_time (self, i, time);
  }
  if (moved)
    lw_changes_keep_order (self);
  return (present >= 0 && remove_idle (self, present)) || moved;
}

void
lw_changes_drop_pending (LwChanges *self, const MbdModel *model)
{
  const int present = find_model (self, model);

  for (guint i = lw_changes_get_n (self); i-- > 0;)
    if ((int) i > present && lw_changes_get (self, i)->kind == LW_CHANGE_MECHANISM)
      lw_changes_remove (self, i);
}
