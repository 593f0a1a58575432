// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-run-columns.h"

/// Computations are done in slices of this length, s.
#define SLICE 60

struct _LwRunColumns
{
  LwChannels *channels;
  LwProjectRun *run;
  GPtrArray *computations; ///< by channel; NULL if not computed, or recorded itself
};

static void
free_computation_cb (void *data)
{
  if (data != NULL)
    lw_computation_free (data);
}

LwRunColumns *
lw_run_columns_new (LwChannels *channels, LwProjectRun *run)
{
  LwRunColumns *self = g_new0 (LwRunColumns, 1);

  self->channels = lw_channels_ref (channels);
  self->run = lw_project_run_ref (run);
  self->computations = g_ptr_array_new_with_free_func (free_computation_cb);
  g_ptr_array_set_size (self->computations, (int) lw_channels_get_n (channels));
  return self;
}

void
lw_run_columns_free (LwRunColumns *self)
{
  g_ptr_array_unref (self->computations);
  lw_channels_unref (self->channels);
  lw_project_run_unref (self->run);
  g_free (self);
}

LwColumn
lw_run_columns_source (void *data, guint channel, LwOther other)
{
  return other.number > 0 ? (LwColumn){ NULL, 0 } : lw_run_columns_get (data, channel);
}

LwComputation *
lw_run_columns_compute (LwRunColumns *self, LwDerivation *derivation)
{
  LwComputation *computation = lw_computation_new (derivation);

  while (!lw_computation_extend (computation, lw_run_columns_source, self, true, SLICE))
    ;
  return computation;
}

static LwColumn
compute (LwRunColumns *self, guint channel, LwDerivation *derivation)
{
  LwComputation *computation = self->computations->pdata[channel];

  if (computation == NULL) {
    computation = lw_run_columns_compute (self, derivation);
    self->computations->pdata[channel] = computation;
  }
  return (LwColumn){ lw_computation_get_recording (computation), 1 };
}

LwColumn
lw_run_columns_get (LwRunColumns *self, guint channel)
{
  LwDerivation *derivation = lw_channels_get_derivation (self->channels, channel);
  int column;

  if (derivation != NULL)
    return compute (self, channel, derivation);
  // Time, the first channel, is the first column.
  column =
    channel == 0
      ? 0
      : lw_project_run_find_channel (self->run, lw_channels_get_name (self->channels, channel));
  return column >= 0 ? (LwColumn){ self->run->recording, (gsize) column } : (LwColumn){ NULL, 0 };
}
