// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws and writes an animation in a worker thread, from the data recorded when it was requested.

#pragma once

#include "lw-animation.h"
#include "lw-player.h"

G_BEGIN_DECLS

/// Data to be drawn; must be zero-initialised; fields are owned.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdModel *first_model;
  LwProjectRun *run;
  char *font_family;
  LwLargest *reactions;
  LwAnimationStyle look;
  bool plots; ///< plots beside the mechanism; default false
} LwAnimationSource;

/// Takes the run that the player shows, as far as it is recorded, and pauses the player for this.
/// Returns false if the run has no motion.
bool lw_animation_source_init (LwAnimationSource *self, LwPlayer *player);
void lw_animation_source_clear (LwAnimationSource *self);

/// Starts writing an animation; copies the data it needs. The caller owns the task and may query
/// its progress.
GTask *lw_animation_task_async (const LwAnimationSource *source,
                                const LwAnimation *animation,
                                GFile *file,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
/// Returns the progress, 0 to 1.
double lw_animation_task_get_part (GTask *task);
/// Returns the written file. Returns NULL and sets `error` on failure; G_IO_ERROR_CANCELLED if
/// cancelled.
GFile *lw_animation_task_finish (GAsyncResult *result, GError **error);

G_END_DECLS
