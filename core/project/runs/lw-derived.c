// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-derived.h"

#include <math.h>

#define SAMPLES_PER_LOOK 8 ///< samples between two checks of the clock

struct LwDerived
{
  LwChannels *channels;
  MbdModel *model;
  MbdState *state;
  LwRecording *source;
  LwRecording *recording;
  GArray *derived; ///< array of guint
  MbdStabilisationSettings stabilisation;
  LwChanges *changes;
  double *sample; ///< one sample of the source
  double *row;    ///< one sample of the recording

  gsize position_column;
  gsize velocity_column;
};

LwDerived *
lw_derived_new (const LwReplay *replay, LwRecording *source, const GArray *derived)
{
  LwDerived *self = g_new0 (LwDerived, 1);

  self->channels = lw_channels_ref (replay->channels);
  self->model = mbd_model_ref (replay->model);
  self->state = mbd_state_new (replay->model);
  self->source = lw_recording_ref (source);
  self->recording = lw_recording_new (1 + derived->len);
  self->derived = g_array_copy ((GArray *) derived);
  self->changes = replay->changes != NULL ? lw_changes_copy (replay->changes) : lw_changes_new ();
  self->stabilisation = *replay->stabilisation;
  self->sample = g_new0 (double, lw_recording_n_columns (source));
  self->row = g_new0 (double, 1 + derived->len);
  self->position_column = replay->position_column;
  self->velocity_column = replay->velocity_column;
  if (self->state == NULL || self->recording == NULL)
    g_clear_pointer (&self, lw_derived_free);
  return self;
}

void
lw_derived_free (LwDerived *self)
{
  g_clear_pointer (&self->state, mbd_state_free);
  g_clear_pointer (&self->recording, lw_recording_unref);
  lw_recording_unref (self->source);
  lw_channels_unref (self->channels);
  mbd_model_unref (self->model);
  g_array_unref (self->derived);
  lw_changes_free (self->changes);
  g_free (self->sample);
  g_free (self->row);
  g_free (self);
}

void
lw_derived_set_changes (LwDerived *self, const LwChanges *changes)
{
  lw_changes_free (self->changes);
  self->changes = lw_changes_copy (changes);
}

static bool
append (LwDerived *self, gsize index)
{
  lw_recording_sample (self->source, index, self->sample);
  mbd_state_set_stabilisation (self->state, &self->stabilisation);
  // A sample at exactly the time of a change was taken before the change.
  if (lw_changes_get_n (self->changes) > 0)
    lw_changes_apply (self->changes, self->model, self->state,
                      nextafter (self->sample[0], -INFINITY));
  self->row[0] = self->sample[0];
  mbd_state_set (self->state, self->sample[0], self->sample + self->position_column,
                 self->sample + self->velocity_column);
  if (mbd_state_solve (self->state, NULL) == MBD_STATUS_OK)
    lw_channels_evaluate (self->channels, self->state,
                          (const guint *) (const void *) self->derived->data, self->derived->len,
                          self->row + 1);
  else
    for (guint i = 0; i < self->derived->len; i++)
      self->row[1 + i] = NAN;
  for (guint i = 0; i < self->derived->len; i++)
    if (lw_channels_is_of_run (self->channels, g_array_index (self->derived, guint, i)))
      self->row[1 + i] = NAN;
  return lw_recording_append (self->recording, self->row);
}

bool
lw_derived_extend (LwDerived *self, double seconds)
{
  const gint64 end_usec = g_get_monotonic_time () + (gint64) (seconds * G_USEC_PER_SEC);
  const gsize n = lw_recording_n_samples (self->source);

  for (gsize i = lw_recording_n_samples (self->recording); i < n; i++) {
    // If memory is exhausted, the curve ends here.
    if (!append (self, i))
      return true;
    if (i % SAMPLES_PER_LOOK == 0 && g_get_monotonic_time () > end_usec)
      return i + 1 == n;
  }
  return true;
}

LwRecording *
lw_derived_get_source (LwDerived *self)
{
  return self->source;
}

LwSeries
lw_derived_get (LwDerived *self, guint channel)
{
  for (guint i = 0; i < self->derived->len; i++)
    if (g_array_index (self->derived, guint, i) == channel)
      return (LwSeries){ self->recording, 1 + i };
  return LW_SERIES_NONE;
}
