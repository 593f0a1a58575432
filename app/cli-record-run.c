// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Records a run as the window keeps it: positions, velocities and channels.

#include <string.h>

#include "cli.h"

/// Returns the indices (guint) of the channels, and of those that record broken elements, which are
/// drawn broken. Derived channels are computed again from the others.
static GArray *
find_channels (const CliMechanism *mechanism, const GArray *channels)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint n = lw_channels_get_n (mechanism->channels);
  g_autofree bool *is_chosen = g_new0 (bool, n);

  for (guint i = 0; channels != NULL && i < channels->len; i++)
    is_chosen[g_array_index (channels, guint, i)] = true;
  // Time is the first column anyway.
  for (guint i = 1; i < n; i++)
    if (g_str_has_suffix (lw_channels_get_name (mechanism->channels, i), ".broken")
        || (is_chosen[i] && lw_channels_get_derivation (mechanism->channels, i) == NULL))
      g_array_append_val (found, i);
  return found;
}

static gboolean
record (const CliMechanism *mechanism,
        LwRun *run,
        LwRecording *recording,
        const GArray *channels,
        GError **stopped,
        GError **error)
{
  const gsize n_q = (gsize) mbd_model_position_count (mechanism->model);
  const gsize n_v = (gsize) mbd_model_velocity_count (mechanism->model);
  g_autofree double *row = g_new (double, 1 + n_q + n_v + channels->len);
  bool goes_on = true;

  while (goes_on) {
    MbdState *state = lw_run_state (run);

    row[0] = mbd_state_time (state);
    memcpy (&row[1], mbd_state_positions (state), n_q * sizeof *row);
    memcpy (&row[1 + n_q], mbd_state_velocities (state), n_v * sizeof *row);
    lw_channels_evaluate_run (mechanism->channels, run,
                              (const guint *) (const void *) channels->data, channels->len,
                              &row[1 + n_q + n_v]);
    if (!lw_recording_append (recording, row)) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                           "There is not enough memory for all samples.");
      return FALSE;
    }
    goes_on = !lw_run_is_finished (run) && cli_next (mechanism, run, stopped);
  }
  return TRUE;
}

LwProjectRun *
cli_record_run (const CliMechanism *self,
                const GArray *channels,
                const char *name,
                GError **stopped,
                GError **error)
{
  const guint n_q = (guint) mbd_model_position_count (self->model);
  const guint n_v = (guint) mbd_model_velocity_count (self->model);
  g_autoptr (GArray) all = find_channels (self, channels);
  g_autofree const char **names = g_new0 (const char *, all->len + 1);
  g_autofree const char **units = g_new0 (const char *, all->len + 1);
  g_autoptr (GError) end = NULL;
  LwRecording *recording;
  LwProjectRun *kept = NULL;
  LwRun *run = cli_start (self, error);

  if (run == NULL)
    return NULL;
  for (guint i = 0; i < all->len; i++) {
    const LwChannel *channel = lw_channels_get (self->channels, g_array_index (all, guint, i));

    names[i] = channel->name;
    units[i] = channel->unit;
  }
  recording = lw_recording_new (1 + n_q + n_v + all->len);
  if (record (self, run, recording, all, &end, error))
    kept = lw_project_run_new (name, self->mechanism, &self->settings, recording, n_q, n_v, names,
                               units);
  lw_recording_unref (recording);
  lw_run_free (run);
  if (kept != NULL && end != NULL && stopped == NULL) {
    g_propagate_error (error, g_steal_pointer (&end));
    g_clear_pointer (&kept, lw_project_run_unref);
  } else if (stopped != NULL) {
    *stopped = g_steal_pointer (&end);
  }
  return kept;
}
