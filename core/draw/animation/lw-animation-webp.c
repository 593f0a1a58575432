// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Animated WebP, lossless, by libwebp.

#include <glib/gi18n.h>
#include <string.h>
#include <webp/encode.h>
#include <webp/mux.h>

#include "lw-animation-private.h"

/// Effort of lossless compression, 0 to 100 and 0 to 6: higher values take longer and save little.
#define EFFORT 50.0f
#define METHOD 4

typedef struct
{
  const LwAnimation *animation;
  WebPAnimEncoder *encoder;
  WebPConfig config;
  WebPPicture picture;
} WebP;

static void
webp_close (gpointer writer)
{
  WebP *self = writer;

  WebPPictureFree (&self->picture);
  WebPAnimEncoderDelete (self->encoder);
  g_free (self);
}

static gboolean
init (WebP *self, const LwAnimationFrames *film, GError **error)
{
  WebPAnimEncoderOptions options;

  if (!WebPAnimEncoderOptionsInit (&options) || !WebPConfigInit (&self->config)
      || !WebPPictureInit (&self->picture))
    return lw_animation_refuse (
      _ ("the version of libwebp differs from the version used to build the program"), error);
  options.anim_params.loop_count = 0; // endless repetition
  self->config.lossless = 1;
  self->config.quality = EFFORT;
  self->config.method = METHOD;
  self->picture.use_argb = 1;
  self->picture.width = lw_animation_frames_get_width (film);
  self->picture.height = lw_animation_frames_get_height (film);
  self->encoder = WebPAnimEncoderNew (self->picture.width, self->picture.height, &options);
  if (self->encoder == NULL || !WebPPictureAlloc (&self->picture))
    return lw_animation_refuse (_ ("there is not enough memory"), error);
  return TRUE;
}

static gpointer
webp_open (const LwAnimation *animation,
           const LwAnimationFrames *film,
           GCancellable *cancellable,
           GError **error)
{
  WebP *self = g_new0 (WebP, 1);

  self->animation = animation;
  if (init (self, film, error))
    return self;
  webp_close (self);
  return NULL;
}

static gboolean
webp_keep (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  WebP *self = writer;
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
  return lw_animation_refuse (WebPAnimEncoderGetError (self->encoder), error);
}

/// Returns title and provenance in the format (XMP) in which image viewers look for them.
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
webp_finish (gpointer writer, GError **error)
{
  WebP *self = writer;
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
    lw_animation_refuse (WebPAnimEncoderGetError (self->encoder), error);
    return NULL;
  }
  mux = WebPMuxCreate (&plain, 0);
  if (mux != NULL && WebPMuxSetChunk (mux, "XMP ", &chunk, 0) == WEBP_MUX_OK
      && WebPMuxAssemble (mux, &whole) == WEBP_MUX_OK)
    bytes = g_bytes_new (whole.bytes, whole.size);
  else
    lw_animation_refuse (_ ("there is not enough memory"), error);
  WebPDataClear (&whole);
  WebPMuxDelete (mux);
  WebPDataClear (&plain);
  return bytes;
}

const LwAnimationClass lw_animation_webp_class = {
  .suffixes = { ".webp" },
  .rate = 25,
  .tick = 1e-3,
  .shortest = 1,
  .open = webp_open,
  .keep = webp_keep,
  .finish = webp_finish,
  .close = webp_close,
};
