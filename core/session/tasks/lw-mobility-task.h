// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a mechanism can do at a pose, and how it swings, found beside the main loop: a large one
// takes its time.

#pragma once

#include <gio/gio.h>

#include "lw-changes.h"
#include "lw-mobility.h"

G_BEGIN_DECLS

/// `q` and `changes` are copied. `source` is the object that `callback` is called with: with NULL
/// when it asks again before its turn has come.
void lw_mobility_async (GObject *source,
                        MbdModel *model,
                        const LwChanges *changes,
                        double time,
                        const double *q,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer data);
/// NULL when it cannot be had.
LwMobility *lw_mobility_finish (GAsyncResult *result);

/// The same for a swing along a motion (which is copied), see lw_mobility_swing ().
void lw_swing_async (GObject *source,
                     MbdModel *model,
                     const LwChanges *changes,
                     double time,
                     const double *q,
                     const double *motion,
                     int n,
                     GCancellable *cancellable,
                     GAsyncReadyCallback callback,
                     gpointer data);
/// The poses; NULL when they cannot be had. Free with g_free ().
double *lw_swing_finish (GAsyncResult *result);

G_END_DECLS
