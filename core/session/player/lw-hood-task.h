// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looking under the hood of the shown instant in a thread of its own.

#pragma once

#include <gio/gio.h>

#include "lw-hood.h"
#include "lw-player.h"

G_BEGIN_DECLS

/// At the instant that the player shows now. `analyse`: with what takes its time.
void lw_hood_async (LwPlayer *player,
                    bool analyse,
                    GCancellable *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer data);
/// NULL when it was cancelled or cannot be had. *seconds (may be NULL): how long it took.
LwHood *lw_hood_finish (GAsyncResult *result, double *seconds);

G_END_DECLS
