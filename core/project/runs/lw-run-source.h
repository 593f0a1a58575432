// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of programs without a window: from a mechanism to a recorded run in one call, in the calling
// thread.

#pragma once

#include "lw-channels.h"
#include "lw-project.h"

G_BEGIN_DECLS

/// Called after each sample with the finished part, 0 to 1; false cancels the run.
typedef bool (*LwRunProgress) (double part, void *data);

/// A mechanism to be run. All members are borrowed.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model; ///< compiled from the mechanism
  LwChannels *channels;
  LwRunSettings settings;
  LwRunProgress progress; ///< NULL: not called
  void *data;
} LwRunSource;

/// Returns a run at its start. On failure sets an LW_ERROR_SIMULATION with the reason.
LwRun *lw_run_source_start (const LwRunSource *self, GError **error);
/// Advances to the next sample. If the run has stopped, sets the error to the time and the reason;
/// G_IO_ERROR_CANCELLED if it was cancelled.
gboolean lw_run_source_next (const LwRunSource *self, LwRun *run, GError **error);
/// Runs to the end, and records as the window does: positions, velocities, the channels (guint; NULL:
/// none), and those of broken elements, which are drawn broken. For channels with a formula records
/// those that it uses. If the run stops early, *stopped has the reason; `stopped` NULL: it fails.
/// `events`: array of MbdEvent, to which those are added that plots mark; may be NULL.
LwProjectRun *lw_run_source_record (const LwRunSource *self,
                                    const GArray *channels,
                                    const char *name,
                                    GArray *events,
                                    GError **stopped,
                                    GError **error);
/// Sets an LW_ERROR_SIMULATION from a diagnosis of the engine, after a prefix and a colon.
void lw_run_source_set_failure (const LwMechanism *mechanism,
                                MbdStatus status,
                                const MbdDiagnosis *why,
                                const char *prefix,
                                GError **error);

G_END_DECLS
