// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A part of a recorded run as an animation: a file that loops forever, a film, or a folder of
// numbered PNG pictures. Of n pictures, picture k shows the time start + k (end - start) / n: if
// the end equals the start, the last picture does not repeat the first, and the loop has no jerk.
// The result does not depend on the clock, the locale or the machine.

#pragma once

#include <gio/gio.h>

#include "lw-animation-frames.h"

G_BEGIN_DECLS

typedef enum
{
  LW_ANIMATION_WEBP,     ///< lossless
  LW_ANIMATION_PNG,      ///< lossless
  LW_ANIMATION_GIF,      ///< at most 255 colours; times are multiples of 1/100 s
  LW_ANIMATION_WEBM,     ///< written by a program; plays once
  LW_ANIMATION_MP4,      ///< written by a program; plays once
  LW_ANIMATION_PICTURES, ///< a folder with frame-0001.png ...
  LW_ANIMATION_FORMATS,
} LwAnimationFormat;

#define LW_ANIMATION_RATE_MIN 1.0
#define LW_ANIMATION_RATE_MAX 60.0
#define LW_ANIMATION_SPEED_MIN 0.001
#define LW_ANIMATION_SPEED_MAX 1000.0
#define LW_ANIMATION_FRAMES_MAX 10000

/// Parameters of an animation; start from lw_animation_default (). Strings are borrowed.
typedef struct
{
  LwAnimationFormat format;
  double start, end;      ///< s, time in the run
  double speed;           ///< s of the run per second of the animation; default 1
  double rate;            ///< pictures per second; default: the rate of the format, 20 or 25
  const char *title;      ///< NULL if none
  const char *provenance; ///< program and version, digest, units; NULL if none
} LwAnimation;

LwAnimation lw_animation_default (LwAnimationFormat format);
/// Returns 1 or, for a very short motion (length in s), a speed slow enough to watch it.
double lw_animation_choose_speed (double length);
/// Finds the format for the suffix of a file name, "/" for a folder. Sets an LW_ERROR_USAGE if
/// there is none.
gboolean lw_animation_format_for_name (const char *name, LwAnimationFormat *format, GError **error);
/// Returns the file name suffix of the format; "/" for a folder.
const char *lw_animation_format_get_suffix (LwAnimationFormat format);
bool lw_animation_format_has_suffix (LwAnimationFormat format, const char *name);
/// Returns FALSE and sets an LW_ERROR_USAGE if the program that writes the format is missing.
gboolean lw_animation_format_is_there (LwAnimationFormat format, GError **error);
/// Checks the parameters for a run of this duration, s. Returns FALSE and sets an LW_ERROR_USAGE
/// that names the invalid parameter.
gboolean lw_animation_check (const LwAnimation *self, double duration, GError **error);

// For parameters that have been checked.

guint lw_animation_count (const LwAnimation *self); ///< Returns the number of pictures.
/// Returns the time of picture k in the run, s.
double lw_animation_get_time (const LwAnimation *self, guint k);
/// Returns the number of decimals, from 2, with which the times of pictures differ.
int lw_animation_get_decimals (const LwAnimation *self);
/// Returns the time at which picture k is shown, ms from the beginning; for picture n, the end of
/// the last one, this is the whole length, rounded once to the ticks of the format.
int lw_animation_get_begin_ms (const LwAnimation *self, guint k);
/// Returns the actual number of pictures per second.
double lw_animation_get_rate (const LwAnimation *self);
/// Returns true if, because of the coarse ticks of the format, the number of pictures or the length
/// differs from the requested values. Users should be notified of this.
bool lw_animation_differs (const LwAnimation *self);

/// Reports the progress, 0 to 1; called in the thread that writes.
typedef void (*LwAnimationProgress) (double part, void *data);

/// Writes an animation to memory; not available for a folder. Returns NULL and sets `error` on
/// failure; G_IO_ERROR_CANCELLED if cancelled.
GBytes *lw_animation_to_bytes (const LwAnimation *self,
                               LwAnimationFrames *film,
                               LwAnimationProgress progress,
                               void *data,
                               GCancellable *cancellable,
                               GError **error);
/// Writes a file or folder completely, or leaves everything unchanged on failure. A folder must be
/// new or empty.
gboolean lw_animation_to_file (const LwAnimation *self,
                               LwAnimationFrames *film,
                               GFile *file,
                               LwAnimationProgress progress,
                               void *data,
                               GCancellable *cancellable,
                               GError **error);

G_END_DECLS
