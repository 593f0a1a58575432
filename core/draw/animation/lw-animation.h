// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of a recorded run as an animation: a file that loops for ever, a film, or a folder of
// numbered PNG pictures. Of n pictures, picture k shows the time start + k (end - start) / n: where
// the end is as the start, the last one does not repeat the first, and it goes round without a
// jerk. Nothing in it depends on the clock, the locale or the machine.

#pragma once

#include <gio/gio.h>

#include "lw-animation-frames.h"

G_BEGIN_DECLS

typedef enum
{
  LW_ANIMATION_WEBP,     ///< lossless
  LW_ANIMATION_PNG,      ///< lossless
  LW_ANIMATION_GIF,      ///< at most 255 colours; times are multiples of 1/100 s
  LW_ANIMATION_WEBM,     ///< by a program; plays once
  LW_ANIMATION_MP4,      ///< by a program; plays once
  LW_ANIMATION_PICTURES, ///< a folder with frame-0001.png ...
  LW_ANIMATION_FORMATS,
} LwAnimationFormat;

#define LW_ANIMATION_RATE_MIN 1.0
#define LW_ANIMATION_RATE_MAX 60.0
#define LW_ANIMATION_SPEED_MIN 0.001
#define LW_ANIMATION_SPEED_MAX 1000.0
#define LW_ANIMATION_FRAMES_MAX 10000

/// Start from lw_animation_default (); strings are borrowed.
typedef struct
{
  LwAnimationFormat format;
  double start, end;      ///< s of the run
  double speed;           ///< s of the run in a second of the animation; default 1
  double rate;            ///< pictures per second; default: that of the format, 20 or 25
  const char *title;      ///< NULL: none
  const char *provenance; ///< program and version, digest, units; NULL: none
} LwAnimation;

LwAnimation lw_animation_default (LwAnimationFormat format);
/// 1, or for what is over in no time (length in s) so much less that it can be watched.
double lw_animation_choose_speed (double length);
/// The format that a file name ends with, "/" for a folder; else an LW_ERROR_USAGE.
gboolean lw_animation_format_for_name (const char *name, LwAnimationFormat *format, GError **error);
/// What its file names end with; "/": a folder.
const char *lw_animation_format_get_suffix (LwAnimationFormat format);
bool lw_animation_format_has_suffix (LwAnimationFormat format, const char *name);
/// FALSE, and an LW_ERROR_USAGE, where the program that writes it is missing.
gboolean lw_animation_format_is_there (LwAnimationFormat format, GError **error);
/// FALSE, and an LW_ERROR_USAGE that names what is wrong, when there is no such animation of a run
/// of this duration, s.
gboolean lw_animation_check (const LwAnimation *self, double duration, GError **error);

// Of one that has been checked.

guint lw_animation_count (const LwAnimation *self);              ///< pictures
double lw_animation_get_time (const LwAnimation *self, guint k); ///< s of the run, picture k
/// When picture k is shown, ms from the beginning; of picture n, the end of the last one, it is the
/// whole length, rounded once to what the format counts in.
int lw_animation_get_begin_ms (const LwAnimation *self, guint k);
double lw_animation_get_rate (const LwAnimation *self); ///< pictures per second as they are shown
/// The format counts so coarsely that there are other pictures than would be of the rate that is
/// asked for, or that they play for another length, which users should be told.
bool lw_animation_differs (const LwAnimation *self);

/// How much is done, 0 to 1; called in the thread that writes.
typedef void (*LwAnimationProgress) (double part, void *data);

/// As a file; not of a folder. NULL and an error; G_IO_ERROR_CANCELLED when cancelled.
GBytes *lw_animation_to_bytes (const LwAnimation *self,
                               LwAnimationFrames *film,
                               LwAnimationProgress progress,
                               void *data,
                               GCancellable *cancellable,
                               GError **error);
/// The file, or the folder, is there whole, or all is as it was before. A folder must be new, or
/// empty.
gboolean lw_animation_to_file (const LwAnimation *self,
                               LwAnimationFrames *film,
                               GFile *file,
                               LwAnimationProgress progress,
                               void *data,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
