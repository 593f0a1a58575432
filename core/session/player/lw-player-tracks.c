// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns of the channels of a run: in its recording, derived from its positions and velocities, or
// computed from other channels. The displayed run has a track, and so has each run displayed for
// comparison; values are computed in idle time.

#include "lw-channel-names.h"
#include "lw-computation.h"
#include "lw-player-private.h"

#define DERIVE_SLICE_S 0.004

struct LwTrack
{
  LwProjectRun *run;       ///< NULL for the current run
  LwRecording *recording;  ///< recording of the run
  LwDerived *derived;      ///< NULL if nothing is, or can be, derived
  GPtrArray *computations; ///< array of LwComputation: one for each defined channel
};

static void
free_computation (gpointer data)
{
  lw_computation_free (data);
}

static LwTrack *
track_new (LwProjectRun *run)
{
  LwTrack *self = g_new0 (LwTrack, 1);

  self->run = run != NULL ? lw_project_run_ref (run) : NULL;
  self->computations = g_ptr_array_new_with_free_func (free_computation);
  return self;
}

static void
track_free (LwTrack *self)
{
  g_clear_pointer (&self->derived, lw_derived_free);
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_ptr_array_unref (self->computations);
  g_free (self);
}

// ---- columns --------------------------------------------------------------------------------

/// Returns the column in the recording; -1 if it does not contain the channel.
static int
find_recorded (LwPlayer *self, const LwTrack *track, guint channel)
{
  if (channel == 0)
    return 0;
  if (track->run != NULL)
    return lw_project_run_find_channel (track->run,
                                        lw_channels_get (self->channels, channel)->name);
  for (guint i = 0; i < self->recorded->len; i++)
    if (g_array_index (self->recorded, guint, i) == channel)
      return (int) (lw_simulation_channel_column (self->simulation) + i);
  return -1;
}

static LwColumn
find_column (LwPlayer *self, const LwTrack *track, guint channel)
{
  LwColumn column = { NULL, 0 };
  int found;

  if (channel >= self->curves->n_recordable) {
    const guint index = channel - self->curves->n_recordable;

    if (index < track->computations->len)
      column = (LwColumn){ lw_computation_get_recording (track->computations->pdata[index]), 1 };
    return column;
  }
  found = find_recorded (self, track, channel);
  if (found >= 0)
    return (LwColumn){ track->recording, (gsize) found };
  if (track->derived == NULL)
    return column;
  found = lw_derived_find (track->derived, channel);
  if (found >= 0)
    column = (LwColumn){ lw_derived_get_recording (track->derived), (gsize) found };
  return column;
}

bool
lw_player_find_column (LwPlayer *self, guint channel, LwRecording **recording, gsize *column)
{
  LwColumn found;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  found = find_column (self, self->track, channel);
  *recording = found.recording != NULL ? found.recording : self->recording;
  *column = found.column;
  return found.recording != NULL;
}

// ---- computing ------------------------------------------------------------------------------

/// Source of a computation: channels of its own run, and of the runs displayed for comparison.
typedef struct
{
  LwPlayer *player;
  const LwTrack *track;
} ColumnSource;

/// Returns NULL if the run is not displayed for comparison.
static const LwTrack *
find_other (LwPlayer *self, LwOther other)
{
  if (other.run == NULL)
    return other.number <= self->compared->len ? self->compared->pdata[other.number - 1] : NULL;
  for (guint i = 0; i < self->compared->len; i++)
    if (g_str_equal (lw_player_get_compared (self, i)->name, other.run))
      return self->compared->pdata[i];
  return NULL;
}

static LwColumn
get_column_cb (void *data, guint channel, LwOther other)
{
  const ColumnSource *source = data;
  const LwTrack *track = other.number == 0 ? source->track : find_other (source->player, other);

  return track != NULL ? find_column (source->player, track, channel) : (LwColumn){ NULL, 0 };
}

static bool
extend_track (LwPlayer *self, LwTrack *track)
{
  ColumnSource source = { self, track };
  bool complete = track->run != NULL || lw_player_has_finished (self);
  bool done = true;

  if (track->derived != NULL)
    done = lw_derived_extend (track->derived, DERIVE_SLICE_S);
  complete = complete && done;
  for (guint i = 0; i < track->computations->len; i++)
    if (!lw_computation_extend (track->computations->pdata[i], get_column_cb, &source, complete,
                                DERIVE_SLICE_S))
      return false;
  return done;
}

static bool
extend (LwPlayer *self)
{
  bool done = true;

  // Runs for comparison come first, because values of the displayed run may depend on them.
  for (guint i = 0; i < self->compared->len; i++)
    done = extend_track (self, self->compared->pdata[i]) && done;
  return extend_track (self, self->track) && done;
}

static gboolean
derive_cb (gpointer data)
{
  LwPlayer *self = data;
  bool done = extend (self);

  lw_player_emit_grown (self);
  if (!done)
    return G_SOURCE_CONTINUE;
  self->derive_id = 0;
  return G_SOURCE_REMOVE;
}

// ---- channels to be computed ----------------------------------------------------------------

/// Returns true if the player's model is the model of the run.
static bool
can_derive (LwPlayer *self, const LwTrack *track)
{
  return track->run == NULL || lw_player_can_show (self, track->run);
}

static void
prepare_derived (LwPlayer *self, LwTrack *track, LwRecording *recording)
{
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint));
  bool same = track->derived != NULL && lw_derived_get_source (track->derived) == recording;
  const LwChanges *changes =
    track->run != NULL ? track->run->changes : lw_player_get_shown_changes (self);
  g_autoptr (LwChanges) resolved = NULL;
  const LwRunSettings *settings =
    track->run != NULL ? &track->run->settings : lw_player_get_shown_settings (self);

  for (guint i = 0; i < self->curves->recorded->len; i++) {
    guint channel = g_array_index (self->curves->recorded, guint, i);

    if (find_recorded (self, track, channel) < 0) {
      g_array_append_val (missing, channel);
      same = same && lw_derived_find (track->derived, channel) >= 0;
    }
  }
  if (same)
    return;
  g_clear_pointer (&track->derived, lw_derived_free);
  // The changes of a run that was read from a file contain only ids.
  if (missing->len > 0 && can_derive (self, track) && track->run != NULL && changes != NULL)
    changes = resolved = lw_changes_resolved (changes, self->model);
  if (missing->len > 0 && can_derive (self, track))
    track->derived =
      lw_derived_new (self->channels, self->model, recording, self->position_column,
                      self->velocity_column, changes, &settings->integrator.stabilisation, missing);
}

/// Keeps computations whose definition has not changed.
static void
prepare_computations (LwPlayer *self, LwTrack *track)
{
  const guint n = lw_channels_get_n (self->curves->channels);

  g_ptr_array_set_size (track->computations,
                        (int) MIN (track->computations->len, n - self->curves->n_recordable));
  for (guint channel = self->curves->n_recordable; channel < n; channel++) {
    LwDerivation *derivation = lw_channels_get_derivation (self->curves->channels, channel);
    const guint index = channel - self->curves->n_recordable;

    if (index >= track->computations->len) {
      g_ptr_array_add (track->computations, lw_computation_new (derivation));
    } else if (lw_computation_get_derivation (track->computations->pdata[index]) != derivation) {
      lw_computation_free (track->computations->pdata[index]);
      track->computations->pdata[index] = lw_computation_new (derivation);
    }
  }
}

static void
prepare (LwPlayer *self, LwTrack *track, LwRecording *recording)
{
  lw_recording_ref (recording);
  g_clear_pointer (&track->recording, lw_recording_unref);
  track->recording = recording;
  prepare_derived (self, track, recording);
  prepare_computations (self, track);
}

static bool
has_work (const LwTrack *track)
{
  return track->derived != NULL || track->computations->len > 0;
}

bool
lw_player_is_deriving (LwPlayer *self)
{
  return self->track != NULL && has_work (self->track);
}

void
lw_player_prepare_tracks (LwPlayer *self)
{
  if (self->track == NULL)
    self->track = track_new (NULL);
  if (self->track->run != self->run) {
    g_clear_pointer (&self->track->run, lw_project_run_unref);
    self->track->run = self->run != NULL ? lw_project_run_ref (self->run) : NULL;
  }
  prepare (self, self->track, self->recording);
  for (guint i = 0; i < self->compared->len; i++) {
    LwTrack *track = self->compared->pdata[i];

    prepare (self, track, track->run->recording);
  }
}

void
lw_player_derive (LwPlayer *self)
{
  bool work;

  lw_player_prepare_tracks (self);
  work = has_work (self->track);
  for (guint i = 0; i < self->compared->len; i++)
    work = work || has_work (self->compared->pdata[i]);
  if (!work)
    g_clear_handle_id (&self->derive_id, g_source_remove);
  else if (self->derive_id == 0)
    self->derive_id = g_idle_add (derive_cb, self);
}

void
lw_player_derive_changed (LwPlayer *self, const LwChanges *changes)
{
  if (self->track != NULL && self->track->derived != NULL)
    lw_derived_set_changes (self->track->derived, changes);
}

// ---- runs for comparison --------------------------------------------------------------------

void
lw_player_init_tracks (LwPlayer *self)
{
  self->compared = g_ptr_array_new_with_free_func ((GDestroyNotify) track_free);
}

void
lw_player_clear_tracks (LwPlayer *self)
{
  g_clear_handle_id (&self->derive_id, g_source_remove);
  g_clear_pointer (&self->track, track_free);
  g_clear_pointer (&self->compared, g_ptr_array_unref);
}

void
lw_player_set_compared (LwPlayer *self, LwProjectRun *const *runs, guint n)
{
  bool same;

  g_return_if_fail (LW_IS_PLAYER (self));

  same = n == self->compared->len;
  for (guint i = 0; i < n && same; i++)
    same = lw_player_get_compared (self, i)->recording == runs[i]->recording
           && g_str_equal (lw_player_get_compared (self, i)->name, runs[i]->name);
  if (same)
    return;
  g_ptr_array_set_size (self->compared, 0);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (self->compared, track_new (runs[i]));
  lw_player_derive (self);
  g_signal_emit_by_name (self, "curves-changed");
}

void
lw_player_rename_compared (LwPlayer *self, const LwMechanism *before)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  for (guint i = 0; i < self->compared->len; i++)
    g_ptr_array_add (runs, ((LwTrack *) self->compared->pdata[i])->run);
  lw_channel_names_follow_runs (before, self->mechanism, runs);
  for (guint i = 0; i < self->compared->len; i++)
    ((LwTrack *) self->compared->pdata[i])->run = runs->pdata[i];
}

guint
lw_player_get_n_compared (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), 0);

  return self->compared->len;
}

LwProjectRun *
lw_player_get_compared (LwPlayer *self, guint index)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);
  g_return_val_if_fail (index < self->compared->len, NULL);

  return ((LwTrack *) self->compared->pdata[index])->run;
}

bool
lw_player_find_compared_column (LwPlayer *self,
                                guint index,
                                guint channel,
                                LwRecording **recording,
                                gsize *column)
{
  LwColumn found;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);
  g_return_val_if_fail (index < self->compared->len, false);

  found = find_column (self, self->compared->pdata[index], channel);
  *recording = found.recording;
  *column = found.column;
  return found.recording != NULL;
}
