// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes while a player runs: edits of couplings that take effect immediately, and couplings that
// break and are reconnected.

#include <math.h>
#include <string.h>

#include "lw-element-words.h"
#include "lw-player-private.h"

// ---- edits that take effect immediately -----------------------------------------------------

static void
send (LwPlayer *self, const LwChange *change)
{
  MbdCouplingDef def = change->def;

  if (change->kind == LW_CHANGE_FORCE) {
    lw_simulation_change_force (self->simulation, change->force, &change->force_def);
    return;
  }
  if (change->kind == LW_CHANGE_MECHANISM) {
    const LwRunSettings *run = lw_mechanism_get_run (change->mechanism);
    const LwRunChange asked = { change->model, run->integrator, run->duration, run->interval,
                                run->assemble };

    lw_simulation_change_model (self->simulation, &asked);
    return;
  }
  if (change->kind == LW_CHANGE_INTEGRATOR) {
    lw_simulation_set_integrator (self->simulation, &change->integrator);
    return;
  }
  if (change->redefined) {
    def.name = mbd_model_coupling_name (self->model, change->coupling);
    lw_simulation_change_coupling (self->simulation, change->coupling, &def);
  }
  if (change->switched)
    lw_simulation_set_enabled (self->simulation, change->coupling, change->enabled);
}

/// Returns true if an edit is an event of the run: the run is running, or it is paused and its end
/// is shown. At the start of the run and at an earlier time the drawing is edited instead; so it is
/// if a paused edit changes the drawing, which shows the start.
static bool
can_change (LwPlayer *self, const LwSimulationStatus *status, const LwMechanism *mechanism)
{
  const bool runs = status->phase == LW_SIMULATION_RUNNING;

  if (self->run != NULL || self->mode == LW_PLAYER_REPLAYING)
    return false;
  if (self->mode == LW_PLAYER_LIVE)
    return runs;
  // The thread may not have received the pause request yet.
  return (runs || status->phase == LW_SIMULATION_PAUSED) && status->time > 0
         && lw_mechanism_is_drawn_alike (self->mechanism, mechanism)
         && (self->following || self->time >= lw_player_get_recorded_time (self));
}

bool
lw_player_change_run (LwPlayer *self, LwMechanism *mechanism)
{
  const guint before = lw_changes_get_n (self->changes);
  LwSimulationStatus status;

  lw_simulation_get_status (self->simulation, &status);
  if (!can_change (self, &status, mechanism)
      || !(lw_changes_append (self->changes, self->mechanism, mechanism, self->model, status.time)
           || lw_changes_append_mechanism (self->changes, self->mechanism, mechanism, self->model,
                                           status.time)))
    return false;
  for (guint i = before; i < lw_changes_get_n (self->changes); i++)
    send (self, lw_changes_get (self->changes, i));
  self->following = true;
  self->ever_changed = true;
  lw_player_derive_changed (self, self->changes);
  lw_mechanism_unref (self->mechanism);
  self->mechanism = lw_mechanism_ref (mechanism);
  self->state_known = false;
  lw_touching_forget (self->touching);
  g_signal_emit_by_name (self, "changed");
  g_signal_emit_by_name (self, "curves-changed");
  lw_player_ask_mobility (self);
  return true;
}

bool
lw_player_is_changed (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  return lw_changes_is_other (self->changes);
}

const LwChanges *
lw_player_get_changes (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->changes;
}

LwMechanism *
lw_player_get_started (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->started;
}

const LwChanges *
lw_player_get_shown_changes (LwPlayer *self)
{
  return self->run != NULL ? self->run_changes : self->changes;
}

const LwRunSettings *
lw_player_get_shown_settings (LwPlayer *self)
{
  return self->run != NULL ? &self->run->settings : lw_mechanism_get_run (self->started);
}

void
lw_player_follow_model (LwPlayer *self, const LwSimulationStatus *status)
{
  if (!lw_changes_follow (self->changes, status->model, status->model_time, status->time))
    return;
  self->state_known = false;
  lw_player_derive_changed (self, self->changes);
}

void
lw_player_take_refusal (LwPlayer *self)
{
  MbdDiagnosis why = { 0 };
  g_autoptr (GError) error = NULL;

  if (!lw_simulation_take_refusal (self->simulation, &why))
    return;
  lw_mechanism_set_error (self->mechanism, LW_ERROR_SIMULATION, &why, &error);
  {
    LwSimulationStatus status;

    lw_simulation_get_status (self->simulation, &status);
    lw_changes_drop_pending (self->changes, status.model);
  }
  if (self->continued_from != NULL)
    lw_player_forget_branch (self, error->message);
  else
    g_signal_emit_by_name (self, "refused", error->message);
}

// ---- pulling --------------------------------------------------------------------------------

bool
lw_player_can_pull (LwPlayer *self)
{
  LwSimulationStatus status;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  lw_simulation_get_status (self->simulation, &status);
  return self->mode == LW_PLAYER_LIVE && self->run == NULL && status.phase == LW_SIMULATION_RUNNING;
}

/// Chooses a spring with half critical damping that holds the whole weight at a length of 1/20 of
/// the mechanism.
static void
choose_spring (LwPlayer *self, MbdGrip *grip)
{
  const double *gravity = lw_mechanism_get_gravity (self->mechanism);
  const double weight = hypot (hypot (gravity[0], gravity[1]), gravity[2]);
  const double size = mbd_model_size (self->model) > 0 ? mbd_model_size (self->model) : 1;
  double mass = 0;

  for (int i = 1; i < mbd_model_body_count (self->model); i++)
    mass += mbd_model_body_mass (self->model, i);
  if (!(mass > 0))
    mass = 1;
  grip->stiffness = 20 * mass * fmax (weight, 1) / size;
  grip->damping = sqrt (grip->stiffness * mass);
  grip->reach = size;
}

static void
set_grip (LwPlayer *self, const MbdGrip *grip)
{
  LwSimulationStatus status;

  lw_simulation_get_status (self->simulation, &status);
  lw_simulation_set_grip (self->simulation, grip);
  lw_changes_append_grip (self->changes, grip,
                          grip != NULL ? mbd_model_body_id (self->model, grip->body) : 0,
                          status.time);
  self->ever_changed = true;
  self->pulled = grip != NULL;
  self->state_known = false;
  lw_touching_forget (self->touching);
}

void
lw_player_pull (LwPlayer *self, int body, const double point[3], const double target[3])
{
  MbdGrip grip = { .body = body };

  g_return_if_fail (LW_IS_PLAYER (self));

  if (!lw_player_can_pull (self))
    return;
  memcpy (grip.point, point, sizeof grip.point);
  memcpy (grip.target, target, sizeof grip.target);
  choose_spring (self, &grip);
  set_grip (self, &grip);
}

void
lw_player_let_go (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  if (self->pulled)
    set_grip (self, NULL);
}

// ---- breaking -------------------------------------------------------------------------------

static int
find_broken_channel (LwPlayer *self, int coupling)
{
  return lw_channels_find_of (lw_player_get_channels (self),
                              (LwElementRef){ LW_SELECTION_COUPLING, coupling }, "broken");
}

/// Adds a channel unless it is recorded already.
static void
record (LwPlayer *self, guint channel)
{
  for (guint i = 0; i < self->recorded->len; i++)
    if (g_array_index (self->recorded, guint, i) == channel)
      return;
  g_array_append_val (self->recorded, channel);
}

void
lw_player_add_recorded (LwPlayer *self)
{
  // They cannot be derived later.
  for (guint i = 0; i < lw_channels_get_n (self->channels); i++)
    if (lw_channels_is_of_run (self->channels, i))
      record (self, i);
  for (int i = 0; i < mbd_model_coupling_count (self->model); i++) {
    const int found = find_broken_channel (self, mbd_model_coupling_id (self->model, i));
    const guint channel = (guint) found;

    if (found >= 0) {
      record (self, channel);
      g_array_append_val (self->breaking, i);
    }
  }
}

/// Returns true if the coupling was reconnected after the sample; the next sample contains this
/// itself.
static bool
is_mended (LwPlayer *self, int coupling, double sample_time)
{
  const int index = mbd_model_coupling_by_id (self->model, coupling);

  for (guint i = 0; i < self->mended->len && self->run == NULL; i++) {
    const LwMend *mend = &g_array_index (self->mended, LwMend, i);

    if (mend->coupling == index && mend->time >= sample_time && mend->time <= self->time)
      return true;
  }
  return false;
}

bool
lw_player_is_broken (LwPlayer *self, int coupling)
{
  LwSeries series;
  gsize sample;
  int channel;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  channel = find_broken_channel (self, coupling);
  if (channel < 0 || self->n_samples == 0)
    return false;
  series = lw_player_find_series (self, (guint) channel);
  if (lw_series_n_samples (series) == 0)
    return false;
  sample = lw_recording_find (series.recording, self->time);
  return lw_series_value (series, sample) != 0
         && !is_mended (self, coupling, lw_series_time (series, sample));
}

bool
lw_player_can_mend (LwPlayer *self)
{
  LwSimulationStatus status;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  lw_simulation_get_status (self->simulation, &status);
  return self->run == NULL && self->following
         && (status.phase == LW_SIMULATION_PAUSED || status.phase == LW_SIMULATION_RUNNING);
}

void
lw_player_show_latest (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  if (self->run != NULL || self->n_samples == 0 || self->mode != LW_PLAYER_PAUSED)
    return;
  lw_player_show_sample (self, self->n_samples - 1);
  self->following = true;
}

void
lw_player_mend (LwPlayer *self, int coupling)
{
  LwMend mend;

  g_return_if_fail (LW_IS_PLAYER (self));

  mend.coupling = mbd_model_coupling_by_id (self->model, coupling);
  mend.time = self->time;
  if (mend.coupling < 0 || !lw_player_can_mend (self))
    return;
  lw_simulation_mend (self->simulation, mend.coupling);
  g_array_append_val (self->mended, mend);
  lw_changes_append_mend (self->changes, mend.coupling, coupling, mend.time);
  self->state_known = false;
  lw_touching_forget (self->touching);
  lw_player_emit_moved (self);
}
