// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every picture is drawn twice: the first round finds the scales of arrows and brings labels to
// where they are at the end, so that the first picture follows on the last one.

#include "lw-animation-private.h"

#include <math.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "lw-export.h"

/// Of lossless compression, 0 to 100 and 0 to 6: more takes longer and saves little.
#define EFFORT 50.0f
#define METHOD 4
/// The first round takes little of the time.
#define FIRST_ROUND_PART 0.2

LwAnimation
lw_animation_default (LwAnimationFormat format)
{
  return (LwAnimation){ .format = format, .speed = 1, .rate = 25 };
}

gboolean
lw_animation_format_for_name (const char *name, LwAnimationFormat *format, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (name, -1);

  if (g_str_has_suffix (lower, ".webp"))
    *format = LW_ANIMATION_WEBP;
  else if (g_str_has_suffix (lower, "/"))
    *format = LW_ANIMATION_PICTURES;
  else {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "The file name “%s” must end with .webp, or with / for a folder of pictures.",
                 name);
    return FALSE;
  }
  return TRUE;
}

// ---- times ----------------------------------------------------------------------------------

/// s of the animation.
static double
get_length (const LwAnimation *self)
{
  return (self->end - self->start) / self->speed;
}

static gboolean
check_range (const char *what, double value, double minimum, double maximum, GError **error)
{
  if (value >= minimum && value <= maximum)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "%s must be between %g and %g, not %g.", what,
               minimum, maximum, value);
  return FALSE;
}

gboolean
lw_animation_check (const LwAnimation *self, double duration, GError **error)
{
  double n;

  if (!check_range ("The speed", self->speed, LW_ANIMATION_SPEED_MIN, LW_ANIMATION_SPEED_MAX, error)
      || !check_range ("The number of frames per second", self->rate, LW_ANIMATION_RATE_MIN,
                       LW_ANIMATION_RATE_MAX, error))
    return FALSE;
  // Times are typed with fewer digits than they have.
  if (!(self->start >= 0 && self->end > self->start && self->end <= duration * (1 + 1e-9))) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      "The length from %.6g s to %.6g s is no part of the run, which goes from 0 to %.6g s.",
      self->start, self->end, duration);
    return FALSE;
  }
  n = round (get_length (self) * self->rate);
  if (n >= 2 && n <= LW_ANIMATION_FRAMES_MAX)
    return TRUE;
  if (n < 2)
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      "The length of %.4g s is less than two frames; choose a slower speed or more frames "
      "per second.",
      get_length (self));
  else
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      "The length of %.4g s has more than %d frames; choose a shorter one, a faster speed "
      "or fewer frames per second.",
      get_length (self), LW_ANIMATION_FRAMES_MAX);
  return FALSE;
}

guint
lw_animation_count (const LwAnimation *self)
{
  return (guint) round (get_length (self) * self->rate);
}

double
lw_animation_get_time (const LwAnimation *self, guint k)
{
  return self->start + (self->end - self->start) * k / lw_animation_count (self);
}

int
lw_animation_get_begin_ms (const LwAnimation *self, guint k)
{
  return (int) lround (1000 * get_length (self) * k / lw_animation_count (self));
}

// ---- both rounds ----------------------------------------------------------------------------

gboolean
lw_animation_each (const LwAnimation *self,
                   LwFilm *film,
                   LwAnimationFunc keep,
                   void *keep_data,
                   LwAnimationProgress progress,
                   void *data,
                   GCancellable *cancellable,
                   GError **error)
{
  const guint n = lw_animation_count (self);

  for (guint k = 0; k < n; k++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error))
      return FALSE;
    lw_film_prepare (film, lw_animation_get_time (self, k));
    if (progress != NULL)
      progress (FIRST_ROUND_PART * (k + 1) / n, data);
  }
  lw_film_settle (film);
  for (guint k = 0; k < n; k++) {
    if (g_cancellable_set_error_if_cancelled (cancellable, error)
        || !keep (lw_film_draw (film, lw_animation_get_time (self, k)), k, keep_data, error))
      return FALSE;
    if (progress != NULL)
      progress (FIRST_ROUND_PART + (1 - FIRST_ROUND_PART) * (k + 1) / n, data);
  }
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

// ---- WebP -----------------------------------------------------------------------------------

typedef struct
{
  const LwAnimation *animation;
  WebPAnimEncoder *encoder;
  WebPConfig config;
  WebPPicture picture;
} WebP;

static gboolean
refuse (const char *reason, GError **error)
{
  g_set_error (error, LW_ERROR, LW_ERROR_IO, "The animation could not be made: %s.", reason);
  return FALSE;
}

static gboolean
webp_init (WebP *self, const LwAnimation *animation, const LwFilm *film, GError **error)
{
  WebPAnimEncoderOptions options;

  *self = (WebP){ .animation = animation };
  if (!WebPAnimEncoderOptionsInit (&options) || !WebPConfigInit (&self->config)
      || !WebPPictureInit (&self->picture))
    return refuse ("libwebp is another version than it was built for", error);
  options.anim_params.loop_count = 0; // for ever
  self->config.lossless = 1;
  self->config.quality = EFFORT;
  self->config.method = METHOD;
  self->picture.use_argb = 1;
  self->picture.width = lw_film_get_width (film);
  self->picture.height = lw_film_get_height (film);
  self->encoder = WebPAnimEncoderNew (self->picture.width, self->picture.height, &options);
  if (self->encoder == NULL || !WebPPictureAlloc (&self->picture))
    return refuse ("there is not enough memory", error);
  return TRUE;
}

static void
webp_clear (WebP *self)
{
  WebPPictureFree (&self->picture);
  WebPAnimEncoderDelete (self->encoder);
}

static gboolean
webp_keep_cb (cairo_surface_t *image, guint k, void *data, GError **error)
{
  WebP *self = data;
  const unsigned char *pixels = cairo_image_surface_get_data (image);
  const int stride = cairo_image_surface_get_stride (image);

  for (int y = 0; y < self->picture.height; y++) {
    const guint32 *from = (const guint32 *) (const void *) (pixels + (gsize) y * (gsize) stride);
    guint32 *to = self->picture.argb + (gsize) y * (gsize) self->picture.argb_stride;

    for (int x = 0; x < self->picture.width; x++)
      to[x] = 0xff000000u | from[x];
  }
  if (WebPAnimEncoderAdd (self->encoder, &self->picture,
                          lw_animation_get_begin_ms (self->animation, k), &self->config))
    return TRUE;
  return refuse (WebPAnimEncoderGetError (self->encoder), error);
}

/// Title and provenance where readers of pictures look for them.
static char *
dup_xmp (const LwAnimation *self)
{
  return g_markup_printf_escaped (
    "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">"
    "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">"
    "<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">"
    "<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></dc:title>"
    "<dc:description><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></dc:description>"
    "</rdf:Description></rdf:RDF></x:xmpmeta>",
    self->title != NULL ? self->title : "", self->provenance != NULL ? self->provenance : "");
}

static GBytes *
webp_finish (WebP *self, GError **error)
{
  const guint n = lw_animation_count (self->animation);
  g_autofree char *xmp = dup_xmp (self->animation);
  const WebPData chunk = { (const guint8 *) xmp, strlen (xmp) };
  GBytes *bytes = NULL;
  WebPData plain, whole;
  WebPMux *mux = NULL;

  WebPDataInit (&plain);
  WebPDataInit (&whole);
  if (!WebPAnimEncoderAdd (self->encoder, NULL, lw_animation_get_begin_ms (self->animation, n),
                           NULL)
      || !WebPAnimEncoderAssemble (self->encoder, &plain)) {
    refuse (WebPAnimEncoderGetError (self->encoder), error);
    return NULL;
  }
  mux = WebPMuxCreate (&plain, 0);
  if (mux != NULL && WebPMuxSetChunk (mux, "XMP ", &chunk, 0) == WEBP_MUX_OK
      && WebPMuxAssemble (mux, &whole) == WEBP_MUX_OK)
    bytes = g_bytes_new (whole.bytes, whole.size);
  else
    refuse ("there is not enough memory", error);
  WebPDataClear (&whole);
  WebPMuxDelete (mux);
  WebPDataClear (&plain);
  return bytes;
}

GBytes *
lw_animation_to_bytes (const LwAnimation *self,
                       LwFilm *film,
                       LwAnimationProgress progress,
                       void *data,
                       GCancellable *cancellable,
                       GError **error)
{
  GBytes *bytes = NULL;
  WebP webp;

  if (!lw_animation_check (self, lw_film_get_duration (film), error))
    return NULL;
  if (webp_init (&webp, self, film, error)
      && lw_animation_each (self, film, webp_keep_cb, &webp, progress, data, cancellable, error))
    bytes = webp_finish (&webp, error);
  webp_clear (&webp);
  return bytes;
}

gboolean
lw_animation_to_file (const LwAnimation *self,
                      LwFilm *film,
                      GFile *file,
                      LwAnimationProgress progress,
                      void *data,
                      GCancellable *cancellable,
                      GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (!lw_animation_check (self, lw_film_get_duration (film), error))
    return FALSE;
  if (self->format == LW_ANIMATION_PICTURES)
    return lw_animation_to_folder (self, film, file, progress, data, cancellable, error);
  bytes = lw_animation_to_bytes (self, film, progress, data, cancellable, error);
  return bytes != NULL && lw_export_save (file, bytes, cancellable, error);
}
