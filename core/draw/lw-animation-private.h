// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the animation share.

#pragma once

#include "lw-animation.h"

G_BEGIN_DECLS

/// Keeps picture k.
typedef gboolean (*LwAnimationFunc) (cairo_surface_t *image, guint k, void *data, GError **error);

/// All pictures, in order; FALSE as soon as one cannot be kept, or it is cancelled.
gboolean lw_animation_each (const LwAnimation *self,
                            LwFilm *film,
                            LwAnimationFunc keep,
                            void *keep_data,
                            LwAnimationProgress progress,
                            void *data,
                            GCancellable *cancellable,
                            GError **error);
/// Numbered pictures in a new folder.
gboolean lw_animation_to_folder (const LwAnimation *self,
                                 LwFilm *film,
                                 GFile *file,
                                 LwAnimationProgress progress,
                                 void *data,
                                 GCancellable *cancellable,
                                 GError **error);

G_END_DECLS
