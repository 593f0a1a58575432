// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A recorded run as pictures: what the canvas shows at any time of it, at any size, drawn by the
// same functions, over the background image of the mechanism. Belongs to the thread that made it; a
// run does not change, so that this may be any thread.

#pragma once

#include <gio/gio.h>

#include "lw-largest.h"
#include "lw-project.h"
#include "lw-scene.h"

G_BEGIN_DECLS

/// px, of either side of a picture.
#define LW_ANIMATION_FRAMES_SIZE_MIN 16
#define LW_ANIMATION_FRAMES_SIZE_MAX 4096

/// Start from lw_animation_style_default ().
typedef struct
{
  int width, height; ///< px; default 800 x 600
  bool fitted;       ///< the whole motion is in view, from where `view` looks; default true
  LwView view;       ///< else what is in view here, on a surface of its own size, is in view there
  bool dark, high_contrast;
  bool grid; ///< default true
  LwOverlays overlays;
  double arrow_factor; ///< > 0; default 1
  const LwLargest *
    reactions; ///< borrowed, for the scale of arrows; NULL: lw_animation_frames_prepare () finds them
  LwUnits units;           ///< of values; default lw_units_default ()
  const char *font_family; ///< borrowed; NULL: LW_FONT_FAMILY
} LwAnimationStyle;

LwAnimationStyle lw_animation_style_default (void);

typedef struct _LwAnimationFrames LwAnimationFrames;

/// References `mechanism`, as it is drawn, its model, the run and the model with which that began.
/// NULL and an LW_ERROR_USAGE when the pictures have an impossible size, or nothing is recorded; an
/// LW_ERROR_BAD_FILE when the background image cannot be decoded, unless it is hidden.
LwAnimationFrames *lw_animation_frames_new (LwMechanism *mechanism,
                                            const MbdModel *model,
                                            const MbdModel *first_model,
                                            LwProjectRun *run,
                                            const LwAnimationStyle *look,
                                            GCancellable *cancellable,
                                            GError **error);
void lw_animation_frames_free (LwAnimationFrames *self);
double lw_animation_frames_get_duration (
  const LwAnimationFrames *self); ///< s, the time of the last sample
int lw_animation_frames_get_width (const LwAnimationFrames *self);
int lw_animation_frames_get_height (const LwAnimationFrames *self);

/// Look at a time once before any picture is kept, one after the other: the scales of arrows become
/// those of the whole, and labels stand where they stand at the end. Then lw_animation_frames_settle ().
void lw_animation_frames_prepare (LwAnimationFrames *self, double time);
void lw_animation_frames_settle (LwAnimationFrames *self);

/// The picture of a time: CAIRO_FORMAT_RGB24, borrowed until the next one.
cairo_surface_t *lw_animation_frames_draw (LwAnimationFrames *self, double time);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwAnimationFrames, lw_animation_frames_free)

G_END_DECLS
