// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The series of the displayed run and of the runs displayed for comparison, which are derived and
// computed in idle time.

#include "lw-channel-names.h"
#include "lw-player-private.h"

#define DERIVE_SLICE_S 0.004

/// A run and its series.
struct LwTrack
{
  LwProjectRun *run; ///< NULL for the current run
  LwSeriesSet *series;
};

/// Returns the series of a run displayed for comparison; an LwOtherSetFunc.
static LwSeriesSet *
find_other_cb (void *data, LwOther other)
{
  LwPlayer *self = data;

  for (guint i = 0; i < self->compared->len; i++) {
    const LwTrack *track = self->compared->pdata[i];

    if (other.run != NULL ? g_str_equal (track->run->name, other.run) : i + 1 == other.number)
      return track->series;
  }
  return NULL;
}

static LwTrack *
track_new (LwPlayer *self, LwProjectRun *run)
{
  LwTrack *track = g_new0 (LwTrack, 1);

  track->run = run != NULL ? lw_project_run_ref (run) : NULL;
  track->series = lw_series_set_new_growing (find_other_cb, self);
  return track;
}

static void
track_free (LwTrack *self)
{
  lw_series_set_free (self->series);
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_free (self);
}

LwSeries
lw_player_find_series (LwPlayer *self, guint channel)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), LW_SERIES_NONE);

  return lw_series_set_get (self->track->series, channel);
}

// ---- computing ------------------------------------------------------------------------------

static bool
extend_track (LwPlayer *self, const LwTrack *track)
{
  const bool complete = track->run != NULL || lw_player_has_finished (self);

  return lw_series_set_extend (track->series, complete, DERIVE_SLICE_S);
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
derive (LwPlayer *self, LwTrack *track)
{
  const LwChanges *changes =
    track->run != NULL ? track->run->changes : lw_player_get_shown_changes (self);
  const LwRunSettings *settings =
    track->run != NULL ? &track->run->settings : lw_player_get_shown_settings (self);
  g_autoptr (LwChanges) resolved = NULL;

  // The changes of a run that was read from a file contain only ids.
  if (track->run != NULL && changes != NULL)
    changes = resolved = lw_changes_resolved (changes, self->model);
  lw_series_set_derive (track->series, self->curves->recorded,
                        &(LwReplay){ .channels = self->channels,
                                     .model = self->model,
                                     .position_column = self->position_column,
                                     .velocity_column = self->velocity_column,
                                     .changes = changes,
                                     .stabilisation = &settings->integrator.stabilisation });
}

static void
prepare (LwPlayer *self, LwTrack *track, LwRecording *recording)
{
  const LwSeriesSource source = {
    .recording = recording,
    .run = track->run,
    .recorded = self->recorded,
    .first_column = lw_simulation_channel_column (self->simulation),
  };

  lw_series_set_take (track->series, self->curves->channels, &source);
  if (can_derive (self, track) && lw_series_set_lacks (track->series, self->curves->recorded))
    derive (self, track);
}

bool
lw_player_is_deriving (LwPlayer *self)
{
  return self->track != NULL && lw_series_set_has_work (self->track->series);
}

void
lw_player_prepare_tracks (LwPlayer *self)
{
  if (self->track == NULL)
    self->track = track_new (self, NULL);
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
  work = lw_player_is_deriving (self);
  for (guint i = 0; i < self->compared->len; i++)
    work = work || lw_series_set_has_work (((LwTrack *) self->compared->pdata[i])->series);
  if (!work)
    g_clear_handle_id (&self->derive_id, g_source_remove);
  else if (self->derive_id == 0)
    self->derive_id = g_idle_add (derive_cb, self);
}

void
lw_player_derive_changed (LwPlayer *self, const LwChanges *changes)
{
  if (self->track != NULL)
    lw_series_set_set_changes (self->track->series, changes);
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
    g_ptr_array_add (self->compared, track_new (self, runs[i]));
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

LwSeries
lw_player_find_compared_series (LwPlayer *self, guint index, guint channel)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), LW_SERIES_NONE);
  g_return_val_if_fail (index < self->compared->len, LW_SERIES_NONE);

  return lw_series_set_get (((LwTrack *) self->compared->pdata[index])->series, channel);
}
