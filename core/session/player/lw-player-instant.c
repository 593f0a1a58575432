// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The displayed time of a player: a sample of the recording, or a time between two samples.

#include <string.h>

#include "lw-instant.h"
#include "lw-player-private.h"

static void
take_sample (LwPlayer *self, const double *sample)
{
  memcpy (self->q, sample + self->position_column,
          (gsize) mbd_model_position_count (self->model) * sizeof (double));
  memcpy (self->v, sample + self->velocity_column,
          (gsize) mbd_model_velocity_count (self->model) * sizeof (double));
}

void
lw_player_show_sample (LwPlayer *self, gsize index)
{
  lw_recording_sample (self->recording, index, self->sample);
  take_sample (self, self->sample);
  self->time = self->sample[0];
  self->blended = false;
  lw_player_emit_moved (self);
}

/// Shows a time inside the recording, s. Between two samples the pose is blended, so that slow
/// motion is smooth; when the motion stops, the displayed time moves to a sample, where all numbers
/// are exact.
void
lw_player_show_time (LwPlayer *self, double time)
{
  self->blended = lw_instant_read (self->recording, self->n_samples, self->model,
                                   self->position_column, time, self->sample, self->next_sample);
  take_sample (self, self->sample);
  self->time = self->sample[0];
  lw_player_emit_moved (self);
}

/// Returns the sample nearest to a time, s.
gsize
lw_player_nearest_sample (LwPlayer *self, double time)
{
  gsize index = lw_recording_find (self->recording, time);

  if (index + 1 < self->n_samples
      && lw_recording_value (self->recording, 0, index + 1) - time
           < time - lw_recording_value (self->recording, 0, index))
    index++;
  return index;
}

bool
lw_player_is_blended (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  return self->blended;
}

const double *
lw_player_get_positions (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->q;
}

const double *
lw_player_get_velocities (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->v;
}

void
lw_player_prepare (LwPlayer *self, MbdState *state)
{
  const LwChanges *changes;

  g_return_if_fail (LW_IS_PLAYER (self));

  changes = lw_player_get_shown_changes (self);
  mbd_state_set_stabilisation (state,
                               &lw_player_get_shown_settings (self)->integrator.stabilisation);
  if ((changes != NULL && lw_changes_get_n (changes) > 0) || self->ever_changed)
    lw_changes_apply (changes, self->model, state, self->time);
  for (guint i = 0; i < self->breaking->len; i++) {
    const int coupling = g_array_index (self->breaking, int, i);

    mbd_state_set_broken (
      state, coupling, lw_player_is_broken (self, mbd_model_coupling_id (self->model, coupling)));
  }
  mbd_state_set (state, self->time, self->q, self->v);
  lw_player_add_contacts (self, state);
}

static bool
state_is_shown (LwPlayer *self)
{
  const gsize n_q = (gsize) mbd_model_position_count (self->model);
  const gsize n_v = (gsize) mbd_model_velocity_count (self->model);

  // Broken or changed couplings there depend on more than the displayed time.
  return self->breaking->len == 0 && !self->ever_changed
         && mbd_state_time (self->state) == self->time
         && memcmp (mbd_state_positions (self->state), self->q, n_q * sizeof (double)) == 0
         && memcmp (mbd_state_velocities (self->state), self->v, n_v * sizeof (double)) == 0;
}

/// Releases models of changes that are no longer displayed.
static gboolean
forget_models_cb (gpointer data)
{
  LwPlayer *self = data;
  LwSimulationStatus status;

  self->forget_id = 0;
  lw_simulation_get_status (self->simulation, &status);
  lw_changes_forget_models (self->changes, status.model, self->time);
  if (self->run_changes != NULL)
    lw_changes_forget_models (self->run_changes, NULL, self->time);
  return G_SOURCE_REMOVE;
}

void
lw_player_check_state (LwPlayer *self)
{
  self->state_known = self->state_known && state_is_shown (self);
  if (self->ever_changed && self->forget_id == 0)
    self->forget_id = g_idle_add (forget_models_cb, self);
}

MbdState *
lw_player_get_state (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  if (self->state == NULL)
    self->state = mbd_state_new (self->model);
  if (self->state == NULL)
    return NULL;
  if (!self->state_known) {
    lw_player_prepare (self, self->state);
    self->state_solved = mbd_state_solve (self->state, NULL) == MBD_STATUS_OK;
    self->state_known = true;
  }
  return self->state_solved ? self->state : NULL;
}

void
lw_player_make_ready (LwPlayer *self)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  lw_simulation_wait (self->simulation);
  lw_simulation_get_pose (self->simulation, &self->time, self->q, self->v);
  lw_player_get_state (self);
  self->scene = lw_player_take_scene (self, &self->scene_state);
}

LwScene *
lw_player_take_scene (LwPlayer *self, MbdState **state)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  if (self->scene == NULL) {
    *state = mbd_state_new (self->model);
    return lw_scene_new (self->mechanism, self->model);
  }
  *state = g_steal_pointer (&self->scene_state);
  return g_steal_pointer (&self->scene);
}
