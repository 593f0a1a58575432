// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recorded run as pictures: the content of the canvas at any time of the run, at any size, drawn
// by the same functions over the background image of the mechanism. An object belongs to the thread
// that created it; a run does not change, so this may be any thread.

#pragma once

#include <gio/gio.h>

#include "lw-largest.h"
#include "lw-project.h"
#include "lw-scene.h"

G_BEGIN_DECLS

/// Limits of either side of a picture, px.
#define LW_ANIMATION_FRAMES_SIZE_MIN 16
#define LW_ANIMATION_FRAMES_SIZE_MAX 4096

/// Options of the pictures; start from lw_animation_style_default ().
typedef struct
{
  int width, height; ///< px; default 800 x 600
  bool fitted;       ///< the whole motion is in view, in the direction of `view`; default true
  /// used if not fitted: its visible area, on a surface of its own size, is visible in the picture
  LwView view;
  bool dark, high_contrast;
  bool grid; ///< default true
  LwOverlays overlays;
  double arrow_factor; ///< factor on the length of arrows, > 0; default 1
  /// for the scale of arrows, borrowed; NULL to compute it in lw_animation_frames_prepare ()
  const LwLargest *reactions;
  bool stamp;       ///< title and time in the upper corners
  int decimals;     ///< number of decimals of the time; default 2
  bool transparent; ///< no background, and no grid
  /// Draws additions of a time, s, beside the mechanism, on an area of width x height px; NULL:
  /// none. `beside_part`: their part of the width of the picture.
  void (*draw_beside) (LwPainter *painter, double width, double height, double time, void *data);
  void *beside_data;
  double beside_part;
  LwUnits units;           ///< units of values; default lw_units_default ()
  const char *font_family; ///< borrowed; NULL: LW_FONT_FAMILY
} LwAnimationStyle;

LwAnimationStyle lw_animation_style_default (void);

typedef struct _LwAnimationFrames LwAnimationFrames;

/// Creates the pictures of a run. Takes references to `mechanism` (to be drawn), its model, the run
/// and the model at the start of the run. Returns NULL and an LW_ERROR_USAGE if the size is invalid
/// or nothing is recorded; an LW_ERROR_BAD_FILE if the background image cannot be decoded, unless
/// it is hidden.
LwAnimationFrames *lw_animation_frames_new (LwMechanism *mechanism,
                                            const MbdModel *model,
                                            const MbdModel *first_model,
                                            LwProjectRun *run,
                                            const LwAnimationStyle *look,
                                            GCancellable *cancellable,
                                            GError **error);
void lw_animation_frames_free (LwAnimationFrames *self);
double lw_animation_frames_get_duration (
  const LwAnimationFrames *self); ///< Returns the time of the last sample, s.
int lw_animation_frames_get_width (const LwAnimationFrames *self);
int lw_animation_frames_get_height (const LwAnimationFrames *self);

/// Prepares a time, s. Call it for every time in sequence before any picture is kept, then
/// lw_animation_frames_settle (): the scales of arrows then fit the whole animation, and labels are
/// where they will be at its end.
void lw_animation_frames_prepare (LwAnimationFrames *self, double time);
void lw_animation_frames_settle (LwAnimationFrames *self);

/// Returns the picture of a time, s: CAIRO_FORMAT_RGB24, or ARGB32 if it is transparent; borrowed
/// until the next call.
cairo_surface_t *lw_animation_frames_draw (LwAnimationFrames *self, double time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwAnimationFrames, lw_animation_frames_free)

G_END_DECLS
