// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run with all channels, which reports and plots of an animation need: recorded when it is
// first requested, and then kept. Any number of threads may request it.

#pragma once

#include <gio/gio.h>

#include "lw-project.h"
#include "mbd.h"

G_BEGIN_DECLS

typedef struct _LwFullRun LwFullRun;

/// Resolution of the progress of a recording.
#define LW_FULL_RUN_PARTS 1000

LwFullRun *lw_full_run_new (void);
LwFullRun *lw_full_run_ref (LwFullRun *self);
void lw_full_run_unref (LwFullRun *self);
/// Returns the run, after recording it with lw_full_run_record () if there is none. If that is
/// cancelled, the next who needs the run records it.
LwProjectRun *lw_full_run_dup (LwFullRun *self,
                               LwMechanism *mechanism,
                               MbdModel *model,
                               LwProjectRun *run,
                               GCancellable *cancellable,
                               GError **error);
/// Returns the progress of recording it, 0 to 1; 0 if it has not begun.
double lw_full_run_get_part (LwFullRun *self);

/// Runs a mechanism again, with all channels: the numbers are the same as in any other run of it.
/// Changes during a run cannot be repeated; such a run is returned as it was recorded. `run` may be
/// NULL. `parts` (may be NULL) receives the progress, of LW_FULL_RUN_PARTS, atomically.
LwProjectRun *lw_full_run_record (LwMechanism *mechanism,
                                  MbdModel *model,
                                  LwProjectRun *run,
                                  GCancellable *cancellable,
                                  int *parts,
                                  GError **error);

G_END_DECLS
