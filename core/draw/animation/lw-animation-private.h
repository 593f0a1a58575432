// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Declarations shared by the files of the animation. Each format is a row of one table; its
// functions are in one file.

#pragma once

#include "lw-animation.h"

G_BEGIN_DECLS

/// Processes picture k.
typedef gboolean (*LwAnimationFunc) (cairo_surface_t *image, guint k, void *writer, GError **error);

typedef struct
{
  const char *suffixes[2]; ///< file name suffixes; the first is appended to a name without a suffix
  double rate;             ///< pictures per second, if not specified
  double tick;             ///< s; durations of pictures are multiples of it
  int shortest;            ///< least duration of a picture, ticks
  bool alike;              ///< if possible, all pictures have the same number of ticks
  const char *program;     ///< program in PATH that writes the format; NULL if none

  // Functions for a file. open () creates the writer, or returns NULL and sets `error`; close ()
  // ends it.
  gpointer (*open) (const LwAnimation *animation,
                    const LwAnimationFrames *film,
                    GCancellable *cancellable,
                    GError **error);
  LwAnimationFunc look; ///< called with all pictures in order before `keep`; NULL if not needed
  LwAnimationFunc keep; ///< called with all pictures in order
  GBytes *(*finish) (gpointer writer, GError **error);
  void (*close) (gpointer writer);

  /// Writes a folder; NULL if the format is a file.
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

/// Processes all pictures in order. Returns FALSE as soon as one cannot be kept, or if cancelled.
gboolean lw_animation_each (const LwAnimation *self,
                            LwAnimationFrames *film,
                            LwAnimationFunc look,
                            LwAnimationFunc keep,
                            void *writer,
                            LwAnimationProgress progress,
                            void *data,
                            GCancellable *cancellable,
                            GError **error);

/// Sets an LW_ERROR_IO whose message ends with `reason`. Returns FALSE.
gboolean lw_animation_refuse (const char *reason, GError **error);
/// Finds the smallest box in which two pictures of the same size differ, px. Returns false if they
/// are equal. Pixels have 4 bytes, of which the highest is ignored.
bool lw_animation_find_change (const guint32 *a,
                               const guint32 *b,
                               int width,
                               int height,
                               cairo_rectangle_int_t *box);
/// Copies the pixels 0x00rrggbb of a picture, without gaps.
void lw_animation_copy_pixels (cairo_surface_t *image, guint32 *pixels);

G_END_DECLS
