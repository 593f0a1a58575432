// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Navigation in the time of a player: several steps in one call, a range that is repeated, and a
// run that continues from the displayed time.

#include <math.h>

#include "lw-player-private.h"

// ---- steps ----------------------------------------------------------------------------------

/// Steps beyond the recorded time.
static void
step_on (LwPlayer *self, int n)
{
  if (self->run != NULL)
    return;
  self->following = true;
  for (int i = 0; i < n; i++)
    lw_simulation_step (self->simulation);
}

void
lw_player_step_by (LwPlayer *self, int n)
{
  gsize index;
  gsize last;

  g_return_if_fail (LW_IS_PLAYER (self));

  lw_player_pause (self);
  if (self->n_samples == 0 || n == 0)
    return;
  last = self->n_samples - 1;
  index = lw_recording_find (self->recording, self->time);
  if (n > 0 && self->following) {
    step_on (self, n);
    return;
  }
  if (n > 0) {
    lw_player_show_sample (self, MIN (index + (gsize) n, last));
    if (index + (gsize) n > last)
      step_on (self, n - (int) (last - index));
    return;
  }
  self->following = false;
  // Between two samples, going to the previous one is already a step back.
  if (lw_recording_value (self->recording, 0, index) < self->time)
    n++;
  lw_player_show_sample (self, index - MIN (index, (gsize) -n));
}

// ---- loop -----------------------------------------------------------------------------------

void
lw_player_set_loop (LwPlayer *self, bool looping, double start, double end)
{
  g_return_if_fail (LW_IS_PLAYER (self));

  if (!(start >= 0) || !(end > start) || !isfinite (end))
    return;
  if (looping == self->looping && start == self->loop_start && end == self->loop_end)
    return;
  self->looping = looping;
  self->loop_start = start;
  self->loop_end = end;
  g_signal_emit_by_name (self, "loop-changed");
}

bool
lw_player_get_loop (LwPlayer *self, double *start, double *end)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  // The default is the whole run.
  if (start != NULL)
    *start = self->loop_start;
  if (end != NULL)
    *end = self->loop_end > 0 ? self->loop_end : lw_player_get_duration (self);
  return self->looping;
}

double
lw_player_wrap (LwPlayer *self, double time)
{
  double end = self->loop_end;

  if (!self->looping)
    return time;
  if (lw_player_has_ended (self))
    end = MIN (end, lw_player_get_recorded_time (self));
  if (end <= self->loop_start)
    return time;
  if (time < self->loop_start)
    return self->loop_start;
  return time < end ? time
                    : self->loop_start + fmod (time - self->loop_start, end - self->loop_start);
}

// ---- continuing from a time -----------------------------------------------------------------

bool
lw_player_is_made_alike (LwPlayer *self)
{
  const MbdIntegratorSettings *started = &lw_mechanism_get_run (self->started)->integrator;
  MbdIntegratorSettings shown = lw_player_get_shown_settings (self)->integrator;

  shown.duration = started->duration;
  return lw_changes_same_integrator (&shown, started);
}

bool
lw_player_can_continue (LwPlayer *self)
{
  const LwRunSettings *run;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  run = lw_mechanism_get_run (self->mechanism);
  if (!lw_player_is_made_alike (self))
    return false;
  return self->n_samples > 0 && self->mode != LW_PLAYER_LIVE
         && self->time < run->duration - 0.5 * run->interval
         && !(self->following && self->run == NULL && !lw_player_has_ended (self));
}

/// Returns the first n samples with the columns that the thread records; columns that a kept run
/// does not have are NAN. Returns NULL if memory is exhausted.
static LwRecording *
dup_head (LwPlayer *self, gsize n)
{
  const gsize first = lw_simulation_channel_column (self->simulation);
  LwRecording *recording = lw_recording_new (first + self->recorded->len);
  g_autofree double *row = g_new0 (double, first + self->recorded->len);

  for (gsize i = 0; recording != NULL && i < n; i++) {
    for (gsize column = 0; column < first; column++)
      row[column] = lw_recording_value (self->recording, column, i);
    for (guint k = 0; k < self->recorded->len; k++) {
      const guint channel = g_array_index (self->recorded, guint, k);
      const LwSeries series =
        lw_project_run_find (self->run, lw_channels_get_name (self->channels, channel));

      row[first + k] = lw_series_exists (series) ? lw_series_value (series, i) : NAN;
    }
    if (!lw_recording_append (recording, row))
      g_clear_pointer (&recording, lw_recording_unref);
  }
  return recording;
}

/// Creates a state of the displayed time with the changes made up to it.
static MbdState *
new_branch_state (LwPlayer *self, const LwChanges *changes)
{
  MbdState *state = mbd_state_new (self->model);

  if (state == NULL)
    return NULL;
  lw_player_prepare (self, state);
  // Apply the changes at this time as well; a different model has different coordinates of the same
  // pose.
  lw_changes_apply (changes, self->model, state, nextafter (self->time, INFINITY));
  for (guint i = 0; i < self->breaking->len; i++) {
    const int coupling = g_array_index (self->breaking, int, i);

    mbd_state_set_broken (
      state, coupling, lw_player_is_broken (self, mbd_model_coupling_id (self->model, coupling)));
  }
  if (mbd_state_model (state) == lw_player_get_model (self))
    mbd_state_set (state, self->time, self->q, self->v);
  return state;
}

void
lw_player_continue (LwPlayer *self)
{
  LwChanges *changes;
  LwRecording *recording;
  MbdState *state;
  gsize n;

  g_return_if_fail (LW_IS_PLAYER (self));

  if (!lw_player_can_continue (self))
    return;
  lw_player_pause (self);
  lw_player_show_sample (self, lw_player_nearest_sample (self, self->time));
  changes = lw_changes_branch (lw_player_get_shown_changes (self), self->changes, self->started,
                               self->mechanism, self->model, self->time);
  if (changes == NULL)
    return;
  n = lw_recording_find (self->recording, self->time) + 1;
  recording = self->run != NULL ? dup_head (self, n) : lw_recording_ref (self->recording);
  state = new_branch_state (self, changes);
  if (recording != NULL && state != NULL) {
    lw_player_show_run (self, NULL);
    self->following = true;
    self->failed = false;
    self->ever_changed = true;
    g_array_set_size (self->mended, 0);
    g_clear_pointer (&self->continued_from, lw_changes_free);
    self->continued_from = self->changes;
    self->changes = g_steal_pointer (&changes);
    lw_simulation_continue (self->simulation, recording, n, g_steal_pointer (&state));
  }
  mbd_state_free (state);
  lw_recording_unref (recording);
  g_clear_pointer (&changes, lw_changes_free);
}

void
lw_player_forget_branch (LwPlayer *self, const char *message)
{
  lw_changes_free (self->changes);
  self->changes = g_steal_pointer (&self->continued_from);
  g_signal_emit_by_name (self, "failed", message);
}
