// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// An animation is drawn and written beside the main loop, from what was recorded when it was asked
// for.

#pragma once

#include "lw-animation.h"
#include "lw-player.h"

G_BEGIN_DECLS

/// What is drawn: begins as zeros; owned.
typedef struct
{
  LwMechanism *mechanism;
  MbdModel *model;
  MbdModel *first_model;
  LwProjectRun *run;
  char *font_family;
  LwLargest *reactions;
  LwAnimationStyle look;
} LwAnimationSource;

/// The run that the player shows, as far as it is recorded; it is paused for that. False when there
/// is no motion in it.
bool lw_animation_source_init (LwAnimationSource *self, LwPlayer *player);
void lw_animation_source_clear (LwAnimationSource *self);

/// Copies what it needs. The task is owned by the
/// caller, who may ask it how far it is.
GTask *lw_animation_task_async (const LwAnimationSource *source,
                                const LwAnimation *animation,
                                GFile *file,
                                GCancellable *cancellable,
                                GAsyncReadyCallback callback,
                                gpointer data);
/// 0 to 1.
double lw_animation_task_get_part (GTask *task);
/// The file that was written; NULL and an error, G_IO_ERROR_CANCELLED when cancelled.
GFile *lw_animation_task_finish (GAsyncResult *result, GError **error);

G_END_DECLS
