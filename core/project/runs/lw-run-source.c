// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-run-source.h"

#include <gio/gio.h>
#include <string.h>

#include "lw-dead-point.h"
#include "lw-event-text.h"

void
lw_run_source_set_failure (const LwMechanism *mechanism,
                           MbdStatus status,
                           const MbdDiagnosis *why,
                           const char *prefix,
                           GError **error)
{
  MbdDiagnosis diagnosis = *why;

  diagnosis.code = status;
  lw_mechanism_set_error (mechanism, LW_ERROR_SIMULATION, &diagnosis, error);
  g_prefix_error (error, "%s: ", prefix);
}

LwRun *
lw_run_source_start (const LwRunSource *self, GError **error)
{
  const LwRunSettings *settings = &self->settings;
  MbdDiagnosis why = { .row = -1 };
  LwRun *run = lw_run_new (self->model, &settings->integrator, settings->duration,
                           settings->interval, settings->assemble);
  MbdStatus status = MBD_STATUS_OUT_OF_MEMORY;

  if (run != NULL)
    status = lw_run_start (run, &why);
  if (status == MBD_STATUS_OK)
    return run;
  why.code = status;
  lw_dead_point_explain (self->model, &why);
  lw_run_source_set_failure (self->mechanism, why.code, &why, "The run could not begin", error);
  lw_run_free (run);
  return NULL;
}

gboolean
lw_run_source_next (const LwRunSource *self, LwRun *run, GError **error)
{
  MbdDiagnosis why = { .row = -1 };
  MbdStatus status = lw_run_next (run, &why);
  const double time = lw_run_sample_time (run, lw_run_sample (run));
  char prefix[64];

  if (status == MBD_STATUS_OK) {
    if (self->progress == NULL || self->progress (time / self->settings.duration, self->data))
      return TRUE;
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The run was cancelled.");
    return FALSE;
  }
  why.code = status;
  if (lw_run_sample (run) == 0)
    lw_dead_point_explain (self->model, &why);
  g_snprintf (prefix, sizeof prefix, "The run stopped after t = %.9g s", time);
  lw_run_source_set_failure (self->mechanism, why.code, &why, prefix, error);
  return FALSE;
}

/// Returns the indices (guint) of the channels to be recorded; time is the first column anyway.
static GArray *
find_channels (const LwRunSource *self, const GArray *channels)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (guint));
  const guint n = lw_channels_get_n (self->channels);
  g_autofree bool *is_wanted = g_new0 (bool, n);

  for (guint i = 0; channels != NULL && i < channels->len; i++)
    lw_channels_collect (self->channels, g_array_index (channels, guint, i), wanted);
  for (guint i = 0; i < wanted->len; i++)
    is_wanted[g_array_index (wanted, guint, i)] = true;
  for (guint i = 1; i < n; i++)
    if (is_wanted[i] || g_str_has_suffix (lw_channels_get_name (self->channels, i), ".broken"))
      g_array_append_val (found, i);
  return found;
}

static void
add_events (GArray *events, const LwRun *run)
{
  size_t n;
  const MbdEvent *all = lw_run_events (run, &n);

  for (size_t i = 0; i < n; i++)
    if (lw_event_is_marked (&all[i]))
      g_array_append_val (events, all[i]);
}

static gboolean
record (const LwRunSource *self,
        LwRun *run,
        LwRecording *recording,
        const GArray *channels,
        GArray *events,
        GError **stopped,
        GError **error)
{
  const gsize n_q = (gsize) mbd_model_position_count (self->model);
  const gsize n_v = (gsize) mbd_model_velocity_count (self->model);
  g_autofree double *row = g_new (double, 1 + n_q + n_v + channels->len);
  bool goes_on = true;

  while (goes_on) {
    MbdState *state = lw_run_state (run);

    row[0] = mbd_state_time (state);
    memcpy (&row[1], mbd_state_positions (state), n_q * sizeof *row);
    memcpy (&row[1 + n_q], mbd_state_velocities (state), n_v * sizeof *row);
    lw_channels_evaluate_run (self->channels, run, (const guint *) (const void *) channels->data,
                              channels->len, &row[1 + n_q + n_v]);
    if (events != NULL)
      add_events (events, run);
    if (recording == NULL || !lw_recording_append (recording, row)) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                           "There is not enough memory for all samples.");
      return FALSE;
    }
    goes_on = !lw_run_is_finished (run) && lw_run_source_next (self, run, stopped);
  }
  return TRUE;
}

LwProjectRun *
lw_run_source_record (const LwRunSource *self,
                      const GArray *channels,
                      const char *name,
                      GArray *events,
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
  LwRun *run = lw_run_source_start (self, error);

  if (run == NULL)
    return NULL;
  for (guint i = 0; i < all->len; i++) {
    const LwChannel *channel = lw_channels_get (self->channels, g_array_index (all, guint, i));

    names[i] = channel->name;
    units[i] = channel->unit;
  }
  recording = lw_recording_new (1 + n_q + n_v + all->len);
  if (record (self, run, recording, all, events, &end, error))
    kept = lw_project_run_new (name, self->mechanism, &self->settings, recording, n_q, n_v, names,
                               units);
  if (recording != NULL)
    lw_recording_unref (recording);
  lw_run_free (run);
  if (kept != NULL && end != NULL
      && (stopped == NULL || g_error_matches (end, G_IO_ERROR, G_IO_ERROR_CANCELLED))) {
    g_propagate_error (error, g_steal_pointer (&end));
    g_clear_pointer (&kept, lw_project_run_unref);
  } else if (stopped != NULL) {
    *stopped = g_steal_pointer (&end);
  }
  return kept;
}
