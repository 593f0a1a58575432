// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes the mobility of a mechanism at a pose, and a swing along a motion, in a worker thread: a
// large mechanism takes its time.

#pragma once

#include <gio/gio.h>

#include "lw-changes.h"
#include "lw-mobility.h"

G_BEGIN_DECLS

/// Computes the mobility. `q` and `changes` are copied. `source` is the source object passed to
/// `callback`; if it requests again before its turn has come, the result is NULL.
void lw_mobility_async (GObject *source,
                        MbdModel *model,
                        const LwChanges *changes,
                        double time,
                        const double *q,
                        GCancellable *cancellable,
                        GAsyncReadyCallback callback,
                        gpointer data);
/// Returns NULL if the mobility cannot be computed.
LwMobility *lw_mobility_finish (GAsyncResult *result);

/// Like lw_mobility_async (), but computes a swing along a motion (which is copied), see
/// lw_mobility_swing ().
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
/// Returns the poses; NULL if they cannot be computed. Free with g_free ().
double *lw_swing_finish (GAsyncResult *result);

G_END_DECLS
