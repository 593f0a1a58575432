// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How far a mechanism will reach and how large its reactions will be, found by running it ahead of
// time beside the main loop, for a short while at most. With this the drawing fits the whole motion
// from the start, and arrows have a scale that does not depend on what has been shown of it.

#pragma once

#include <gio/gio.h>
#include <stdbool.h>

#include "lw-largest.h"
#include "lw-mechanism.h"

G_BEGIN_DECLS

typedef struct
{
  double minimum[3]; ///< m, the box round all poses that were seen
  double maximum[3];
  LwLargest *reactions;
} LwReach;

void lw_reach_async (GObject *source,
                     LwMechanism *mechanism,
                     MbdModel *model,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer data);
/// False when nothing is known, or it was cancelled; else the reactions are the caller's.
bool lw_reach_finish (GAsyncResult *result, LwReach *reach);

G_END_DECLS
