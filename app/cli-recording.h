// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run of the command line with all its samples: what plots, and channels that are made of others,
// need.

#pragma once

#include "cli.h"
#include "lw-computation.h"

/// Called after each sample.
typedef void (*CliSampleFunc) (void *data);

typedef struct
{
  LwChannels *channels; ///< borrowed
  LwRecording *recording;
  GArray *recorded;        ///< of guint: the channels of its columns, time first
  GPtrArray *computations; ///< by channel; NULL: not done, or recorded itself
  GArray *events;          ///< of MbdEvent: what is worth a mark
  double *values;
  CliSampleFunc sampled; ///< NULL: nobody is told
  void *data;
} CliRecording;

/// For these channels (guint), and those that they are made of.
void cli_recording_init (CliRecording *self, const CliMechanism *mechanism, const GArray *channels);
void cli_recording_clear (CliRecording *self);
/// All samples from where the run stands. When it stops early, *stopped tells why.
gboolean cli_recording_run (CliRecording *self,
                            const CliMechanism *mechanism,
                            LwRun *run,
                            GError **stopped,
                            GError **error);
/// Where a channel is, when all is recorded.
LwColumn cli_recording_column (CliRecording *self, guint channel);
/// Whether all of these are there; the error tells which is not.
gboolean cli_recording_check (CliRecording *self, const GArray *channels, GError **error);
