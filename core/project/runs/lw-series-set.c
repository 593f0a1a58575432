// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-series-set.h"

/// Formulas of complete runs are computed in slices of this length, s.
#define SLICE_S 60

struct _LwSeriesSet
{
  // owned
  LwChannels *channels;
  LwRecording *recording;
  LwProjectRun *run;       ///< NULL: the columns are those of `recorded`
  GArray *recorded;        ///< array of guint
  LwDerived *derived;      ///< NULL if nothing is, or can be, derived
  GPtrArray *computations; ///< array of LwComputation: one for each channel with a formula; NULL
                           ///< before it is needed

  // borrowed
  LwOtherSetFunc find_other; ///< NULL: there are no other runs
  void *data;

  gsize first_column;
  guint n_plain; ///< number of channels without a formula, which come first
  bool grows;    ///< formulas are computed by lw_series_set_extend ()
};

static void
free_computation_cb (void *data)
{
  if (data != NULL)
    lw_computation_free (data);
}

LwSeriesSet *
lw_series_set_new_growing (LwOtherSetFunc find_other, void *data)
{
  LwSeriesSet *self = g_new0 (LwSeriesSet, 1);

  self->computations = g_ptr_array_new_with_free_func (free_computation_cb);
  self->find_other = find_other;
  self->data = data;
  self->grows = true;
  return self;
}

LwSeriesSet *
lw_series_set_new (LwChannels *channels, const LwSeriesSource *source)
{
  LwSeriesSet *self = lw_series_set_new_growing (NULL, NULL);

  self->grows = false;
  lw_series_set_take (self, channels, source);
  return self;
}

LwSeriesSet *
lw_series_set_new_for_run (LwChannels *channels, LwProjectRun *run)
{
  return lw_series_set_new (channels, &(LwSeriesSource){ .recording = run->recording, .run = run });
}

static void
clear_source (LwSeriesSet *self)
{
  g_clear_pointer (&self->recording, lw_recording_unref);
  g_clear_pointer (&self->run, lw_project_run_unref);
  g_clear_pointer (&self->recorded, g_array_unref);
  g_clear_pointer (&self->channels, lw_channels_unref);
}

void
lw_series_set_free (LwSeriesSet *self)
{
  g_clear_pointer (&self->derived, lw_derived_free);
  g_ptr_array_unref (self->computations);
  clear_source (self);
  g_free (self);
}

// ---- series ---------------------------------------------------------------------------------

/// Returns the series in the recording itself.
static LwSeries
find_recorded (const LwSeriesSet *self, guint channel)
{
  // Time, the first channel, is the first column.
  if (channel == 0)
    return (LwSeries){ self->recording, 0 };
  if (self->run != NULL)
    return lw_project_run_find (self->run, lw_channels_get_name (self->channels, channel));
  for (guint i = 0; i < self->recorded->len; i++)
    if (g_array_index (self->recorded, guint, i) == channel)
      return (LwSeries){ self->recording, self->first_column + i };
  return LW_SERIES_NONE;
}

/// Returns the series that a formula uses; an LwSeriesFunc.
static LwSeries
get_operand_cb (void *data, guint channel, LwOther other)
{
  LwSeriesSet *self = data;

  if (other.number > 0)
    self = self->find_other != NULL ? self->find_other (self->data, other) : NULL;
  return self != NULL ? lw_series_set_get (self, channel) : LW_SERIES_NONE;
}

bool
lw_series_set_compute (LwSeriesSet *self, LwComputation *computation, double seconds)
{
  return lw_computation_extend (computation, get_operand_cb, self, true, seconds);
}

/// Returns the computation of a channel with a formula, complete if the run is.
static LwComputation *
get_computation (LwSeriesSet *self, guint channel)
{
  const guint index = channel - self->n_plain;
  LwComputation *computation = self->computations->pdata[index];

  if (computation == NULL && !self->grows) {
    computation = lw_computation_new (lw_channels_get_derivation (self->channels, channel));
    self->computations->pdata[index] = computation;
    while (!lw_series_set_compute (self, computation, SLICE_S))
      ;
  }
  return computation;
}

LwSeries
lw_series_set_get (LwSeriesSet *self, guint channel)
{
  LwSeries series;

  if (channel >= self->n_plain + self->computations->len)
    return LW_SERIES_NONE;
  if (channel >= self->n_plain)
    return lw_computation_get_series (get_computation (self, channel));
  series = find_recorded (self, channel);
  if (!lw_series_exists (series) && self->derived != NULL)
    series = lw_derived_get (self->derived, channel);
  return series;
}

// ---- runs that still grow -------------------------------------------------------------------

/// Keeps computations whose formula has not changed.
static void
take_formulas (LwSeriesSet *self)
{
  const guint n = lw_channels_get_n (self->channels);
  guint n_plain = n;

  while (n_plain > 0 && lw_channels_get_derivation (self->channels, n_plain - 1) != NULL)
    n_plain--;
  self->n_plain = n_plain;
  g_ptr_array_set_size (self->computations, (int) (n - n_plain));
  if (!self->grows)
    return;
  for (guint i = 0; i < self->computations->len; i++) {
    LwDerivation *derivation = lw_channels_get_derivation (self->channels, n_plain + i);
    LwComputation *before = self->computations->pdata[i];

    if (before != NULL && lw_computation_get_derivation (before) == derivation)
      continue;
    self->computations->pdata[i] = lw_computation_new (derivation);
    free_computation_cb (before);
  }
}

void
lw_series_set_take (LwSeriesSet *self, LwChannels *channels, const LwSeriesSource *source)
{
  lw_channels_ref (channels);
  lw_recording_ref (source->recording);
  if (source->run != NULL)
    lw_project_run_ref (source->run);
  if (source->recorded != NULL)
    g_array_ref (source->recorded);
  clear_source (self);
  self->channels = channels;
  self->recording = source->recording;
  self->run = source->run;
  self->recorded = source->recorded;
  self->first_column = source->first_column;
  if (self->derived != NULL && lw_derived_get_source (self->derived) != self->recording)
    g_clear_pointer (&self->derived, lw_derived_free);
  take_formulas (self);
}

bool
lw_series_set_lacks (LwSeriesSet *self, const GArray *channels)
{
  for (guint i = 0; i < channels->len; i++)
    if (!lw_series_exists (lw_series_set_get (self, g_array_index (channels, guint, i))))
      return true;
  return false;
}

void
lw_series_set_derive (LwSeriesSet *self, const GArray *channels, const LwReplay *replay)
{
  g_autoptr (GArray) missing = g_array_new (FALSE, FALSE, sizeof (guint));

  g_clear_pointer (&self->derived, lw_derived_free);
  for (guint i = 0; i < channels->len; i++)
    if (!lw_series_exists (find_recorded (self, g_array_index (channels, guint, i))))
      g_array_append_val (missing, g_array_index (channels, guint, i));
  if (missing->len > 0)
    self->derived = lw_derived_new (replay, self->recording, missing);
}

void
lw_series_set_set_changes (LwSeriesSet *self, const LwChanges *changes)
{
  if (self->derived != NULL)
    lw_derived_set_changes (self->derived, changes);
}

bool
lw_series_set_extend (LwSeriesSet *self, bool complete, double seconds)
{
  bool done = true;

  if (self->derived != NULL)
    done = lw_derived_extend (self->derived, seconds);
  complete = complete && done;
  for (guint i = 0; i < self->computations->len; i++)
    if (!lw_computation_extend (self->computations->pdata[i], get_operand_cb, self, complete,
                                seconds))
      return false;
  return done;
}

bool
lw_series_set_has_work (const LwSeriesSet *self)
{
  return self->derived != NULL || self->computations->len > 0;
}
