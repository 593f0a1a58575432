// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GIF by giflib: one colour table for all pictures, no dithering. Of each picture except the first
// only the box that has changed is written, and in it only the changed pixels; the others are
// transparent.

#include <gif_lib.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-animation-private.h"
#include "lw-colour-table.h"

/// Bytes of a comment per block.
#define BLOCK_MAX 255

typedef struct
{
  const LwAnimation *animation;
  LwColourTable *colours;
  GifFileType *gif;  ///< NULL until the first picture is written
  GByteArray *bytes; ///< bytes of the file
  int width, height;
  guint n_colours; ///< the next index is the transparent colour
  guint32 *pixels;
  guint32 *last; ///< last picture, as indices into the table
  GifByteType *line;
} Gif;

static gpointer
gif_open (const LwAnimation *animation,
          const LwAnimationFrames *film,
          GCancellable *cancellable,
          GError **error)
{
  Gif *self = g_new0 (Gif, 1);
  gsize n;

  self->animation = animation;
  self->width = lw_animation_frames_get_width (film);
  self->height = lw_animation_frames_get_height (film);
  n = (gsize) self->width * (gsize) self->height;
  self->colours = lw_colour_table_new ();
  self->bytes = g_byte_array_new ();
  self->pixels = g_new (guint32, n);
  self->last = g_new (guint32, n);
  self->line = g_new (GifByteType, (gsize) self->width);
  return self;
}

static void
gif_close (gpointer writer)
{
  Gif *self = writer;

  // Closing also writes the end of the file, which is discarded here.
  if (self->gif != NULL)
    EGifCloseFile (self->gif, NULL);
  lw_colour_table_free (self->colours);
  g_byte_array_unref (self->bytes);
  g_free (self->pixels);
  g_free (self->last);
  g_free (self->line);
  g_free (self);
}

static gboolean
gif_look (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  Gif *self = writer;

  lw_animation_copy_pixels (image, self->pixels);
  lw_colour_table_add (self->colours, self->pixels, (gsize) self->width * (gsize) self->height);
  return TRUE;
}

// ---- before the first picture ---------------------------------------------------------------

static int
write_cb (GifFileType *gif, const GifByteType *data, int n)
{
  Gif *self = gif->UserData;

  g_byte_array_append (self->bytes, data, (guint) n);
  return n;
}

static bool
put_screen (Gif *self)
{
  const guint32 *chosen = lw_colour_table_choose (self->colours, &self->n_colours);
  const int size = 1 << GifBitSize ((int) self->n_colours + 1);
  ColorMapObject *map = GifMakeMapObject (size, NULL);
  bool put;

  if (map == NULL)
    return false;
  for (guint i = 0; i < self->n_colours; i++)
    map->Colors[i] = (GifColorType){ (GifByteType) (chosen[i] >> 16),
                                     (GifByteType) (chosen[i] >> 8), (GifByteType) chosen[i] };
  EGifSetGifVersion (self->gif, true);
  put = EGifPutScreenDesc (self->gif, self->width, self->height, 8, 0, map) == GIF_OK;
  GifFreeMapObject (map);
  return put;
}

/// Writes the block for endless repetition.
static bool
put_loop (Gif *self)
{
  return EGifPutExtensionLeader (self->gif, APPLICATION_EXT_FUNC_CODE) == GIF_OK
         && EGifPutExtensionBlock (self->gif, 11, "NETSCAPE2.0") == GIF_OK
         && EGifPutExtensionBlock (self->gif, 3, "\1\0\0") == GIF_OK
         && EGifPutExtensionTrailer (self->gif) == GIF_OK;
}

static bool
put_comment (Gif *self, const char *text)
{
  if (text == NULL || *text == '\0')
    return true;
  if (EGifPutExtensionLeader (self->gif, COMMENT_EXT_FUNC_CODE) != GIF_OK)
    return false;
  for (gsize left = strlen (text); left > 0;) {
    const int n = (int) MIN (left, BLOCK_MAX);

    if (EGifPutExtensionBlock (self->gif, n, text) != GIF_OK)
      return false;
    text += n;
    left -= (gsize) n;
  }
  return EGifPutExtensionTrailer (self->gif) == GIF_OK;
}

static bool
begin (Gif *self)
{
  self->gif = EGifOpen (self, write_cb, NULL);
  return self->gif != NULL && put_screen (self) && put_loop (self)
         && put_comment (self, self->animation->title)
         && put_comment (self, self->animation->provenance);
}

// ---- pictures -------------------------------------------------------------------------------

/// Writes the duration of a picture and its transparent colour.
static bool
put_control (Gif *self, guint k)
{
  const int begin_ms = lw_animation_get_begin_ms (self->animation, k);
  const int end_ms = lw_animation_get_begin_ms (self->animation, k + 1);
  const GraphicsControlBlock control = {
    .DisposalMode = DISPOSE_DO_NOT,
    .DelayTime = (end_ms - begin_ms) / 10,
    .TransparentColor = k == 0 ? NO_TRANSPARENT_COLOR : (int) self->n_colours,
  };
  GifByteType block[4];

  return EGifPutExtension (self->gif, GRAPHICS_EXT_FUNC_CODE,
                           (int) EGifGCBToExtension (&control, block), block)
         == GIF_OK;
}

static bool
put_picture (Gif *self, guint k)
{
  // If nothing has changed, the picture has one pixel.
  cairo_rectangle_int_t box = { 0, 0, 1, 1 };

  if (k == 0)
    box = (cairo_rectangle_int_t){ 0, 0, self->width, self->height };
  else
    lw_animation_find_change (self->last, self->pixels, self->width, self->height, &box);
  if (!put_control (self, k)
      || EGifPutImageDesc (self->gif, box.x, box.y, box.width, box.height, false, NULL) != GIF_OK)
    return false;
  for (int y = box.y; y < box.y + box.height; y++) {
    const gsize row = (gsize) y * (gsize) self->width + (gsize) box.x;

    for (int x = 0; x < box.width; x++) {
      const gsize at = row + (gsize) x;
      const bool through = k > 0 && self->pixels[at] == self->last[at];

      self->line[x] = (GifByteType) (through ? self->n_colours : self->pixels[at]);
    }
    if (EGifPutLine (self->gif, self->line, box.width) != GIF_OK)
      return false;
  }
  return true;
}

static gboolean
gif_keep (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  Gif *self = writer;
  guint32 *pixels = self->pixels;

  if (k == 0 && !begin (self))
    return lw_animation_refuse (_ ("there is not enough memory"), error);
  lw_animation_copy_pixels (image, pixels);
  for (gsize i = 0; i < (gsize) self->width * (gsize) self->height; i++)
    pixels[i] = lw_colour_table_find (self->colours, pixels[i]);
  if (!put_picture (self, k))
    return lw_animation_refuse (_ ("there is not enough memory"), error);
  self->pixels = self->last;
  self->last = pixels;
  return TRUE;
}

static GBytes *
gif_finish (gpointer writer, GError **error)
{
  Gif *self = writer;
  GifFileType *gif = g_steal_pointer (&self->gif);

  if (EGifCloseFile (gif, NULL) == GIF_OK)
    return g_bytes_new (self->bytes->data, self->bytes->len);
  lw_animation_refuse (_ ("there is not enough memory"), error);
  return NULL;
}

const LwAnimationClass lw_animation_gif_class = {
  .suffixes = { ".gif" },
  .rate = 20,
  .tick = 1e-2,
  // Viewers display frames shorter than 20 ms for 100 ms.
  .shortest = 2,
  .alike = true,
  .open = gif_open,
  .look = gif_look,
  .keep = gif_keep,
  .finish = gif_finish,
  .close = gif_close,
};
