// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the animation share: a format is a row of one table, and its functions stand in
// one file.

#pragma once

#include "lw-animation.h"

G_BEGIN_DECLS

/// Takes picture k.
typedef gboolean (*LwAnimationFunc) (cairo_surface_t *image, guint k, void *writer, GError **error);

typedef struct
{
  const char *suffixes[2]; ///< of names; the first one is given to a name without any
  double rate;             ///< pictures per second, where nobody asks for another
  double tick;             ///< s; pictures change at multiples of it
  int shortest;            ///< ticks that a picture is shown at least
  bool alike;              ///< where it can be, all pictures are shown for the same number of ticks
  const char *program;     ///< writes it and must be in PATH; NULL: none

  // A file. The writer begins with open (), which gives NULL and an error when there is none, and
  // ends with close ().
  gpointer (*open) (const LwAnimation *animation,
                    const LwAnimationFrames *film,
                    GCancellable *cancellable,
                    GError **error);
  LwAnimationFunc look; ///< all pictures in order, before they are kept; NULL: need not be seen
  LwAnimationFunc keep; ///< all pictures in order
  GBytes *(*finish) (gpointer writer, GError **error);
  void (*close) (gpointer writer);

  /// A folder; NULL: it is a file.
  gboolean (*write) (const LwAnimation *self,
                     LwAnimationFrames *film,
                     GFile *file,
                     LwAnimationProgress progress,
                     void *data,
                     GCancellable *cancellable,
                     GError **error);
} LwAnimationClass;

extern const LwAnimationClass lw_animation_webp_class;
extern const LwAnimationClass lw_animation_gif_class;
extern const LwAnimationClass lw_animation_png_class;
extern const LwAnimationClass lw_animation_webm_class;
extern const LwAnimationClass lw_animation_mp4_class;
extern const LwAnimationClass lw_animation_folder_class;

const LwAnimationClass *lw_animation_get_class (LwAnimationFormat format);

/// All pictures, in order; FALSE as soon as one cannot be kept, or it is cancelled.
gboolean lw_animation_each (const LwAnimation *self,
                            LwAnimationFrames *film,
                            LwAnimationFunc look,
                            LwAnimationFunc keep,
                            void *writer,
                            LwAnimationProgress progress,
                            void *data,
                            GCancellable *cancellable,
                            GError **error);

/// An LW_ERROR_IO with the end of a sentence; FALSE.
gboolean lw_animation_refuse (const char *reason, GError **error);
/// The smallest box in which two pictures of a size differ, px; false when they are the same.
/// Their pixels have 4 bytes, of which the highest does not count.
bool lw_animation_find_change (const guint32 *a,
                               const guint32 *b,
                               int width,
                               int height,
                               cairo_rectangle_int_t *box);
/// Pixels 0x00rrggbb of a picture, without gaps.
void lw_animation_copy_pixels (cairo_surface_t *image, guint32 *pixels);

G_END_DECLS
