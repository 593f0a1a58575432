// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Extent of the motion of a mechanism and size of its reactions, determined by a short run in a
// worker thread ahead of time. With these the drawing fits the whole motion from the start, and the
// scale of arrows does not depend on the part displayed so far.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#include "lw-largest.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  double minimum[3]; ///< m, bounding box of all poses of the run
  double maximum[3];
  LwLargest *reactions;
} LwReach;

void lw_reach_async (GObject *source,
                     LwMechanism *mechanism,
                     MbdModel *model,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer data);
/// Returns false if there is no result or it was cancelled; otherwise the caller owns the
/// reactions.
bool lw_reach_finish (GAsyncResult *result, LwReach *reach);

G_END_DECLS
