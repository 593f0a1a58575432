// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli-recording.h"

#include "lw-event-text.h"

void
cli_recording_init (CliRecording *self, const CliMechanism *mechanism, const GArray *channels)
{
  const guint time = 0;

  *self = (CliRecording){
    .channels = mechanism->channels,
    .recorded = g_array_new (FALSE, FALSE, sizeof (guint)),
    .events = g_array_new (FALSE, FALSE, sizeof (MbdEvent)),
  };
  g_array_append_val (self->recorded, time);
  for (guint i = 0; i < channels->len; i++)
    lw_channels_collect (mechanism->channels, g_array_index (channels, guint, i), self->recorded);
  self->recording = lw_recording_new (self->recorded->len);
  if (self->recording != NULL)
    self->series =
      lw_series_set_new (mechanism->channels, &(LwSeriesSource){ .recording = self->recording,
                                                                 .recorded = self->recorded });
  self->values = g_new (double, self->recorded->len);
}

void
cli_recording_clear (CliRecording *self)
{
  g_clear_pointer (&self->series, lw_series_set_free);
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_clear_pointer (&self->recorded, g_array_unref);
  g_clear_pointer (&self->events, g_array_unref);
  g_clear_pointer (&self->values, g_free);
}

static gboolean
refuse_memory (GError **error)
{
  g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                       "There is not enough memory for all samples.");
  return FALSE;
}

static gboolean
add_sample (CliRecording *self, LwRun *run, GError **error)
{
  size_t n;
  const MbdEvent *events = lw_run_events (run, &n);

  for (size_t i = 0; i < n; i++)
    if (lw_event_is_marked (&events[i]))
      g_array_append_val (self->events, events[i]);
  lw_channels_evaluate_run (self->channels, run, (const guint *) (void *) self->recorded->data,
                            self->recorded->len, self->values);
  return (self->recording != NULL && lw_recording_append (self->recording, self->values))
         || refuse_memory (error);
}

gboolean
cli_recording_run (CliRecording *self,
                   const CliMechanism *mechanism,
                   LwRun *run,
                   GError **stopped,
                   GError **error)
{
  do {
    if (!add_sample (self, run, error))
      return FALSE;
    if (self->sampled != NULL)
      self->sampled (self->data);
  } while (!lw_run_is_finished (run) && cli_next (mechanism, run, stopped));
  return TRUE;
}

gboolean
cli_recording_check (CliRecording *self, const GArray *channels, GError **error)
{
  for (guint i = 0; i < channels->len; i++) {
    const guint channel = g_array_index (channels, guint, i);
    const char *name = lw_channels_get (self->channels, channel)->name;
    const LwSeries series = lw_series_set_get (self->series, channel);

    if (!lw_series_exists (series)) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” compares with another run, of which there is none on the command line.",
                   name);
      return FALSE;
    }
    if (lw_series_n_samples (series) < lw_recording_n_samples (self->recording))
      return refuse_memory (error);
  }
  return TRUE;
}
