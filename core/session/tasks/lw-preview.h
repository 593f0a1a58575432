// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data of a small picture of a file: its mechanism, and the first seconds of its motion. Loaded in
// a worker thread, one file at a time, so that the window stays responsive.

#pragma once

#include <gio/gio.h>

#include "lw-mechanism.h"
#include "lw-recording.h"

G_BEGIN_DECLS

typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  LwRecording *recording; ///< time, positions, velocities; at least one sample
} LwPreview;

void lw_preview_free (LwPreview *self);
/// Returns a preview of the start of the motion only, at once. NULL and the error if the file cannot
/// be shown. Free with lw_preview_free ().
LwPreview *lw_preview_new_of_start (GFile *file, GError **error);

void lw_preview_load_async (GFile *file,
                            GCancellable *cancellable,
                            GAsyncReadyCallback callback,
                            gpointer data);
/// Returns NULL and sets `error` if the file cannot be shown. Free with lw_preview_free ().
LwPreview *lw_preview_load_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwPreview, lw_preview_free)

G_END_DECLS
