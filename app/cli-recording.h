// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of the command line with all its samples, which plots and derived channels require.

#pragma once

#include "cli.h"
#include "lw-series-set.h"

/// Called after each sample.
typedef void (*CliSampleFunc) (void *data);

typedef struct
{
  LwChannels *channels; ///< borrowed
  LwRecording *recording;
  GArray *recorded;    ///< array of guint: the channels of its columns, time first
  LwSeriesSet *series; ///< valid once the recording is complete; NULL if memory is exhausted
  GArray *events;      ///< array of MbdEvent: events to mark
  double *values;
  CliSampleFunc sampled; ///< NULL if not called
  void *data;
} CliRecording;

/// Prepares recording these channels (guint), and the channels they are derived from.
void cli_recording_init (CliRecording *self, const CliMechanism *mechanism, const GArray *channels);
void cli_recording_clear (CliRecording *self);
/// Records all samples from the current time. If the run stops early, *stopped has the reason.
gboolean cli_recording_run (CliRecording *self,
                            const CliMechanism *mechanism,
                            LwRun *run,
                            GError **stopped,
                            GError **error);
/// Checks that all these channels are available; the error names one that is not.
gboolean cli_recording_check (CliRecording *self, const GArray *channels, GError **error);
