// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every picture is drawn three times. The first round determines the scales of arrows. The second
// moves labels, with these scales, to their positions at the end, so that the first picture kept
// follows the last one smoothly and all formats keep the same pictures. The third round writes
// them.

#include "lw-animation-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-export.h"

/// Part of the time that each round before the last one takes.
#define ROUND_PART 0.2
/// Ratio by which the frame rate may deviate from the requested one so that all frames have the
/// same duration.
#define RATE_PART 0.75
/// s; motions shorter than SHORT are slowed down to last at least WATCHED.
#define SHORT 0.2
#define WATCHED 2.0
/// Limits of the number of decimals of times in pictures.
#define LEAST_DECIMALS 2
#define MOST_DECIMALS 9

LwAnimation
lw_animation_default (LwAnimationFormat format)
{
  return (LwAnimation){
    .format = format,
    .speed = 1,
    .rate = lw_animation_get_class (format)->rate,
  };
}

double
lw_animation_choose_speed (double length)
{
  static const double steps[] = { 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002 };

  if (!(length > 0 && length < SHORT))
    return 1;
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (length / steps[i] >= WATCHED)
      return steps[i];
  return LW_ANIMATION_SPEED_MIN;
}

// ---- times ----------------------------------------------------------------------------------

/// Returns the length of the animation, s.
static double
get_length (const LwAnimation *self)
{
  return (self->end - self->start) / self->speed;
}

/// Returns the number of pictures closest to the requested rate.
static double
count (const LwAnimation *self)
{
  const LwAnimationClass *class = lw_animation_get_class (self->format);
  const double wanted = get_length (self) * self->rate;
  const double ticks = round (get_length (self) / class->tick);
  double n = fmin (round (wanted), floor (ticks / class->shortest));
  double nearest = -log (RATE_PART);

  if (!class->alike || !(wanted < LW_ANIMATION_FRAMES_MAX / RATE_PART))
    return n;
  for (double delay = fmax (class->shortest, ceil (RATE_PART * ticks / wanted));
       delay * RATE_PART <= ticks / wanted; delay++)
    if (fmod (ticks, delay) == 0 && fabs (log (ticks / delay / wanted)) < nearest) {
      nearest = fabs (log (ticks / delay / wanted));
      n = ticks / delay;
    }
  return n;
}

guint
lw_animation_count (const LwAnimation *self)
{
  return (guint) count (self);
}

static gboolean
check_range (const char *what, double value, double minimum, double maximum, GError **error)
{
  if (value >= minimum && value <= maximum)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s must be between %g and %g, not %g."), what,
               minimum, maximum, value);
  return FALSE;
}

gboolean
lw_animation_check (const LwAnimation *self, double duration, GError **error)
{
  double n;

  if (!check_range (_ ("The speed"), self->speed, LW_ANIMATION_SPEED_MIN, LW_ANIMATION_SPEED_MAX,
                    error)
      || !check_range (_ ("The number of frames per second"), self->rate, LW_ANIMATION_RATE_MIN,
                       LW_ANIMATION_RATE_MAX, error))
    return FALSE;
  // Typed times have fewer digits than the recorded ones.
  if (!(self->start >= 0 && self->end > self->start && self->end <= duration * (1 + 1e-9))) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The interval from %.6g s to %.6g s is not part of the run, which goes from 0 to %.6g s."),
      self->start, self->end, duration);
    return FALSE;
  }
  n = count (self);
  if (n >= 2 && n <= LW_ANIMATION_FRAMES_MAX)
    return TRUE;
  if (n < 2)
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The length of %.4g s is less than two frames; choose a slower speed or more frames "
         "per second."),
      get_length (self));
  else
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("The length of %.4g s has more than %d frames; choose a shorter one, a faster speed "
         "or fewer frames per second."),
      get_length (self), LW_ANIMATION_FRAMES_MAX);
  return FALSE;
}

double
lw_animation_get_time (const LwAnimation *self, guint k)
{
  return self->start + (self->end - self->start) * k / lw_animation_count (self);
}

int
lw_animation_get_decimals (const LwAnimation *self)
{
  const double step = (self->end - self->start) / lw_animation_count (self);
  const double decimals = step > 0 && isfinite (step) ? ceil (-log10 (step) - 1e-9) : 0;

  return (int) fmin (fmax (decimals, LEAST_DECIMALS), MOST_DECIMALS);
}

int
lw_animation_get_begin_ms (const LwAnimation *self, guint k)
{
  const double tick = lw_animation_get_class (self->format)->tick;
  const guint n = lw_animation_count (self);

  return (int) lround (1000 * tick * lround (get_length (self) / tick * k / n));
}

double
lw_animation_get_rate (const LwAnimation *self)
{
  const guint n = lw_animation_count (self);

  return 1000.0 * n / lw_animation_get_begin_ms (self, n);
}

bool
lw_animation_differs (const LwAnimation *self)
{
  const guint n = lw_animation_count (self);

  return n != round (get_length (self) * self->rate)
         || fabs (lw_animation_get_begin_ms (self, n) - 1000 * get_length (self)) > 1;
}

// ---- rounds ---------------------------------------------------------------------------------

/// Draws all pictures and passes them to a function, with progress from one part to another.
static gboolean
go_round (const LwAnimation *self,
          LwAnimationFrames *film,
          LwAnimationFunc take,
          void *writer,
          const double parts[2],
          LwAnimationProgress progress,
          void *data,
          GCancellable *cancellable,
          GError **error)
{
  const guint n = lw_animation_count (self);

  for (guint k = 0; k < n; k++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !take (lw_animation_frames_draw (film, lw_animation_get_time (self, k)), k, writer,
                  error))
      return FALSE;
    if (progress != NULL)
      progress (parts[0] + (parts[1] - parts[0]) * (k + 1) / n, data);
  }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

static gboolean
look_at_nothing (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  return TRUE;
}

gboolean
lw_animation_each (const LwAnimation *self,
                   LwAnimationFrames *film,
                   LwAnimationFunc look,
                   LwAnimationFunc keep,
                   void *writer,
                   LwAnimationProgress progress,
                   void *data,
                   GCancellable *cancellable,
                   GError **error)
{
  const guint n = lw_animation_count (self);
  const double parts[3] = { ROUND_PART, 2 * ROUND_PART, 1 };

  for (guint k = 0; k < n; k++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    lw_animation_frames_prepare (film, lw_animation_get_time (self, k));
    if (progress != NULL)
      progress (parts[0] * (k + 1) / n, data);
  }
  lw_animation_frames_settle (film);
  return go_round (self, film, look != NULL ? look : look_at_nothing, writer, parts, progress, data,
                   cancellable, error)
         && go_round (self, film, keep, writer, parts + 1, progress, data, cancellable, error);
}

// ---- for the writers ------------------------------------------------------------------------

gboolean
lw_animation_refuse (const char *reason, GError **error)
{
  g_set_error (error, LW_ERROR, LW_ERROR_IO, _ ("The animation could not be made: %s."), reason);
  return FALSE;
}

void
lw_animation_copy_pixels (cairo_surface_t *image, guint32 *pixels)
{
  const int width = cairo_image_surface_get_width (image);
  const int height = cairo_image_surface_get_height (image);
  const int stride = cairo_image_surface_get_stride (image);
  const unsigned char *data = cairo_image_surface_get_data (image);

  for (int y = 0; y < height; y++) {
    const guint32 *row = (const guint32 *) (const void *) (data + (gsize) y * (gsize) stride);

    for (int x = 0; x < width; x++)
      *pixels++ = row[x] & 0xffffff;
  }
}

bool
lw_animation_find_change (const guint32 *a,
                          const guint32 *b,
                          int width,
                          int height,
                          cairo_rectangle_int_t *box)
{
  int left = width, right = -1, top = height, bottom = -1;

  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      if (a[y * width + x] != b[y * width + x]) {
        left = MIN (left, x);
        right = MAX (right, x);
        top = MIN (top, y);
        bottom = y;
      }
  if (right < 0)
    return false;
  *box = (cairo_rectangle_int_t){ left, top, right - left + 1, bottom - top + 1 };
  return true;
}

// ---- files ----------------------------------------------------------------------------------

GBytes *
lw_animation_to_bytes (const LwAnimation *self,
                       LwAnimationFrames *film,
                       LwAnimationProgress progress,
                       void *data,
                       GCancellable *cancellable,
                       GError **error)
{
  const LwAnimationClass *class = lw_animation_get_class (self->format);
  GBytes *bytes = NULL;
  gpointer writer;

  g_return_val_if_fail (class->open != NULL, NULL);

  if (!lw_animation_check (self, lw_animation_frames_get_duration (film), error))
    return NULL;
  writer = class->open (self, film, cancellable, error);
  if (writer == NULL)
    return NULL;
  if (lw_animation_each (self, film, class->look, class->keep, writer, progress, data, cancellable,
                         error))
    bytes = class->finish (writer, error);
  class->close (writer);
  return bytes;
}

gboolean
lw_animation_to_file (const LwAnimation *self,
                      LwAnimationFrames *film,
                      GFile *file,
                      LwAnimationProgress progress,
                      void *data,
                      GCancellable *cancellable,
                      GError **error)
{
  const LwAnimationClass *class = lw_animation_get_class (self->format);
  g_autoptr (GBytes) bytes = NULL;

  if (!lw_animation_check (self, lw_animation_frames_get_duration (film), error))
    return FALSE;
  if (class->write != NULL)
    return class->write (self, film, file, progress, data, cancellable, error);
  bytes = lw_animation_to_bytes (self, film, progress, data, cancellable, error);
  return bytes != NULL && lw_export_save (file, bytes, cancellable, error);
}
