// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rank of the constraints at a pose, found beside the main loop: a large mechanism takes its
// time.

#pragma once

#include <gio/gio.h>

#include "mbd.h"

G_BEGIN_DECLS

/// `q` is copied. `source` is the object that `callback` is called with.
void lw_rank_async (GObject *source,
                    MbdModel *model,
                    const double *q,
                    GCancellable *cancellable,
                    GAsyncReadyCallback callback,
                    gpointer data);
/// -1 when it cannot be had.
int lw_rank_finish (GAsyncResult *result, bool **redundant);

G_END_DECLS
