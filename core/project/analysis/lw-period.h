// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Search for the period of a recorded motion: a time after which positions and velocities are the
// same. Whole turns are ignored.

#pragma once

#include <gio/gio.h>

#include "lw-recording.h"
#include "mbd.h"

G_BEGIN_DECLS

/// Maximum difference of a motion that counts as cyclic, as a fraction of the size of the
/// mechanism, of 1 rad, and of the largest velocities of the run.
#define LW_PERIOD_TOLERANCE 1e-3

typedef struct
{
  double start;   ///< s, one period before the end
  double end;     ///< s, time of the last sample
  double opening; ///< the largest difference between the two, in units of the tolerance
} LwPeriod;

/// Finds the shortest period with which the end of a recording repeats the preceding motion; q and
/// v begin at these columns. Returns false if there is none within this tolerance.
bool lw_period_find (const LwRecording *recording,
                     const MbdModel *model,
                     gsize position_column,
                     gsize velocity_column,
                     double tolerance,
                     GCancellable *cancellable,
                     LwPeriod *period);

/// Like lw_period_find (), in a worker thread. References both.
void lw_period_async (GObject *source,
                      LwRecording *recording,
                      const MbdModel *model,
                      gsize position_column,
                      gsize velocity_column,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer data);
/// Returns false if there is no period or the search was cancelled.
bool lw_period_finish (GAsyncResult *result, LwPeriod *period);

G_END_DECLS
