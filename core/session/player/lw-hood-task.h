// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes the matrices and numbers of the displayed time in a worker thread.

#pragma once

#include <gio/gio.h>

#include "lw-hood.h"
#include "lw-player.h"

G_BEGIN_DECLS

/// Starts at the currently displayed time. `analyse` includes the time-consuming analysis.
void lw_hood_async (LwPlayer *player,
                    bool analyse,
                    GCancellable *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer data);
/// Returns NULL if cancelled or impossible. `*seconds` (may be NULL) is the computing time.
LwHood *lw_hood_finish (GAsyncResult *result, double *seconds);

G_END_DECLS
