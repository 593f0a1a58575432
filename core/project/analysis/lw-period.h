// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a recorded motion repeats: a time after which positions and velocities are what they
// were. What has turned by whole turns counts as being where it was.

#pragma once

#include <gio/gio.h>

#include "lw-recording.h"
#include "mbd.h"

G_BEGIN_DECLS

/// How far from closed a motion may be that counts as cyclic, as a part of the size of the
/// mechanism, of 1 rad, and of the largest velocities of the run.
#define LW_PERIOD_TOLERANCE 1e-3

typedef struct
{
  double start;   ///< s, one period before the end
  double end;     ///< s, of the last sample
  double opening; ///< the largest difference between the two, in the measure of the tolerance
} LwPeriod;

/// The shortest period with which the end of a recording repeats what was before; q and v begin at
/// these columns. False when there is none of this tolerance.
bool lw_period_find (const LwRecording *recording,
                     const MbdModel *model,
                     gsize position_column,
                     gsize velocity_column,
                     double tolerance,
                     GCancellable *cancellable,
                     LwPeriod *period);

/// The same beside the main loop. References both.
void lw_period_async (GObject *source,
                      LwRecording *recording,
                      const MbdModel *model,
                      gsize position_column,
                      gsize velocity_column,
                      GCancellable *cancellable,
                      GAsyncReadyCallback callback,
                      gpointer data);
/// False: there is none, or it was cancelled.
bool lw_period_finish (GAsyncResult *result, LwPeriod *period);

G_END_DECLS
