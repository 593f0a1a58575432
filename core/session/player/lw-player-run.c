// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The run that a player shows, and its mechanism.

#include "lw-background.h"
#include "lw-channel-names.h"
#include "lw-marks.h"
#include "lw-player-private.h"
#include "lw-signals.h"

// ---- a different mechanism ------------------------------------------------------------------

/// Returns true if two mechanisms are equal in everything that affects the motion.
static bool
moves_alike (const LwMechanism *a, const LwMechanism *b)
{
  g_autoptr (LwMechanism) copy = NULL, noted = NULL, alike = NULL;
  g_autofree LwPlotLayout *plots = g_new0 (LwPlotLayout, lw_mechanism_get_n_plots (a));

  // Most edits end here, without copies.
  if (!lw_mechanism_has_equal_parts (a, b))
    return false;
  copy = lw_mechanism_with_title (b, lw_mechanism_get_title (a));
  noted = lw_mechanism_with_notes (copy, lw_mechanism_get_notes (a));
  for (guint i = 0; i < lw_mechanism_get_n_plots (a); i++)
    plots[i] = *lw_mechanism_get_plot (a, i);
  alike = lw_mechanism_with_plots (noted, plots, lw_mechanism_get_n_plots (a));
  lw_mechanism_share_marks (alike, a);
  lw_mechanism_set_background (alike, lw_mechanism_get_background (a));
  return lw_mechanism_equal (a, alike);
}

static void
set_mechanism (LwMechanism **place, LwMechanism *mechanism)
{
  lw_mechanism_ref (mechanism);
  lw_mechanism_unref (*place);
  *place = mechanism;
}

/// Renames the channels of the displayed run after the current names of elements.
static void
rename_shown (LwPlayer *self, const LwMechanism *before)
{
  g_autoptr (GPtrArray) runs = g_ptr_array_new ();

  if (self->run == NULL)
    return;
  g_ptr_array_add (runs, self->run);
  lw_channel_names_follow_runs (before, self->mechanism, runs);
  self->run = runs->pdata[0];
}

/// Adopts a mechanism with different names, which do not affect the motion: the run continues,
/// and its channels are renamed.
static bool
take_names (LwPlayer *self, LwMechanism *mechanism)
{
  g_autoptr (LwMechanism) unnamed = lw_signals_share_names (mechanism, self->mechanism);
  g_autoptr (LwMechanism) started = NULL;
  g_autoptr (LwMechanism) before = NULL;
  LwChannels *channels;

  if (!moves_alike (self->mechanism, unnamed))
    return false;
  started = lw_signals_share_names (self->started, mechanism);
  channels = lw_channels_new (started, self->model);
  if (lw_channels_get_n (channels) != lw_channels_get_n (self->channels)) {
    lw_channels_unref (channels);
    return false;
  }
  lw_channels_unref (self->channels);
  self->channels = channels;
  set_mechanism (&self->started, started);
  lw_changes_rename (self->changes, self->mechanism, mechanism);
  before = lw_mechanism_ref (self->mechanism);
  set_mechanism (&self->mechanism, mechanism);
  rename_shown (self, before);
  lw_player_rename_compared (self, before);
  lw_curves_free (self->curves);
  self->curves = lw_curves_new (mechanism, self->channels);
  lw_player_derive (self);
  g_signal_emit_by_name (self, "changed");
  g_signal_emit_by_name (self, "curves-changed");
  return true;
}

bool
lw_player_take_mechanism (LwPlayer *self, LwMechanism *mechanism)
{
  bool looks_other;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  if (mechanism == self->mechanism)
    return true;
  if (!moves_alike (self->mechanism, mechanism))
    return take_names (self, mechanism) || lw_player_change_run (self, mechanism);
  looks_other = !lw_marks_equal (self->mechanism, mechanism)
                || !lw_background_equal (lw_mechanism_get_background (self->mechanism),
                                         lw_mechanism_get_background (mechanism));
  set_mechanism (&self->mechanism, mechanism);
  if (!lw_changes_is_other (self->changes))
    set_mechanism (&self->started, mechanism);
  lw_curves_free (self->curves);
  self->curves = lw_curves_new (mechanism, self->channels);
  lw_player_derive (self);
  g_signal_emit_by_name (self, "curves-changed");
  if (looks_other)
    g_signal_emit_by_name (self, "changed");
  return true;
}

// ---- runs -----------------------------------------------------------------------------------

static void
append_name (GStrvBuilder *names, GStrvBuilder *units, const LwChannel *channel)
{
  g_strv_builder_add (names, channel->name);
  g_strv_builder_add (units, channel->unit);
}

LwProjectRun *
lw_player_dup_run (LwPlayer *self, const char *name)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) units = g_strv_builder_new ();
  g_auto (GStrv) channels = NULL;
  g_auto (GStrv) channel_units = NULL;
  LwRecording *recording;
  LwProjectRun *run = NULL;

  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  lw_simulation_pause (self->simulation);
  lw_simulation_wait (self->simulation);
  recording = lw_simulation_ref_recording (self->simulation);
  for (guint i = 0; i < self->recorded->len; i++)
    append_name (names, units,
                 lw_channels_get (self->channels, g_array_index (self->recorded, guint, i)));
  channels = g_strv_builder_end (names);
  channel_units = g_strv_builder_end (units);
  if (lw_recording_n_samples (recording) > 1)
    run = lw_project_run_new (name, self->started, lw_mechanism_get_run (self->started), recording,
                              (guint) mbd_model_position_count (self->model),
                              (guint) mbd_model_velocity_count (self->model),
                              (const char *const *) channels, (const char *const *) channel_units);
  if (run != NULL)
    lw_project_run_set_changes (run, self->changes);
  lw_recording_unref (recording);
  return run;
}

bool
lw_player_has_finished (LwPlayer *self)
{
  LwSimulationStatus status;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  lw_simulation_get_status (self->simulation, &status);
  return status.phase == LW_SIMULATION_FINISHED || status.phase == LW_SIMULATION_FAILED;
}

bool
lw_player_is_present (LwPlayer *self, const LwProjectRun *run)
{
  LwRecording *recording;
  bool same;

  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  recording = lw_simulation_ref_recording (self->simulation);
  same = run->recording == recording;
  lw_recording_unref (recording);
  return same;
}

/// Returns true if the run belongs to the mechanism. Method and duration may differ: channels that
/// were not recorded are computed with the settings of the run.
static bool
is_of (const LwMechanism *mechanism, const LwProjectRun *run)
{
  g_autoptr (LwMechanism) other = NULL;

  if (lw_mechanism_has_fingerprint (mechanism, run->fingerprint))
    return true;
  if (lw_run_settings_equal (lw_mechanism_get_run (mechanism), &run->settings))
    return false;
  other = lw_mechanism_with_run (mechanism, &run->settings);
  return lw_mechanism_has_fingerprint (other, run->fingerprint);
}

bool
lw_player_can_show (LwPlayer *self, const LwProjectRun *run)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), false);

  // The model is compiled from the mechanism at the start of the run.
  return is_of (self->started, run)
         && run->n_positions == (guint) mbd_model_position_count (self->model)
         && run->n_velocities == (guint) mbd_model_velocity_count (self->model);
}

LwProjectRun *
lw_player_get_run (LwPlayer *self)
{
  g_return_val_if_fail (LW_IS_PLAYER (self), NULL);

  return self->run;
}

void
lw_player_show_run (LwPlayer *self, LwProjectRun *run)
{
  gsize n_columns;

  g_return_if_fail (LW_IS_PLAYER (self));

  if (run != NULL && lw_player_is_present (self, run))
    run = NULL;
  if (run == self->run)
    return;
  lw_player_pause (self);
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_clear_pointer (&self->recording, lw_recording_unref);
  self->run = run != NULL ? lw_project_run_ref (run) : NULL;
  g_clear_pointer (&self->run_changes, lw_changes_free);
  if (run != NULL && run->changes != NULL)
    self->run_changes = lw_changes_resolved (run->changes, self->model);
  lw_player_take_touching (self);
  self->recording = run != NULL ? lw_recording_ref (run->recording)
                                : lw_simulation_ref_recording (self->simulation);
  self->ever_changed = self->ever_changed || (run != NULL && run->changes != NULL);
  self->n_samples = lw_recording_n_samples (self->recording);
  n_columns = lw_recording_n_columns (self->recording);
  self->sample = g_renew (double, self->sample, n_columns);
  self->next_sample = g_renew (double, self->next_sample, n_columns);
  // Both recordings begin with time, positions and velocities.
  self->following = false;
  lw_player_derive (self);
  lw_player_emit_grown (self);
  if (self->n_samples > 0)
    lw_player_show_sample (self, lw_player_nearest_sample (self, self->time));
  g_signal_emit_by_name (self, "run-changed");
}
