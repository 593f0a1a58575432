// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Animated PNG (PNG specification, third edition, 11.3.2). Of each picture except the first only
// the box that has changed is written, and in it only the changed pixels; the others are
// transparent. Programs without support for animations show the first picture. All pictures must
// have an alpha channel, which cairo omits if everything is opaque; and the filters of PNG make
// drawings larger, not smaller.

#include "lw-animation-private.h"

#include <glib/gi18n.h>
#include <zlib.h>

#include "lw-png-chunks.h"

#define DISPOSE_NONE 0
#define BLEND_OVER 1
#define N_CHANNELS 4
#define LEVEL 9 ///< compression level of zlib
#define TICKS_PER_S 1000

typedef struct
{
  const LwAnimation *animation;
  GByteArray *bytes; ///< bytes of the file
  guint number;      ///< number of the next chunk that requires one
  int width, height;
  guint32 *pixels;
  guint32 *last;
} Png;

static gpointer
png_open (const LwAnimation *animation,
          const LwAnimationFrames *film,
          GCancellable *cancellable,
          GError **error)
{
  Png *self = g_new0 (Png, 1);

  self->animation = animation;
  self->width = lw_animation_frames_get_width (film);
  self->height = lw_animation_frames_get_height (film);
  self->bytes = g_byte_array_new ();
  self->pixels = g_new (guint32, (gsize) self->width * (gsize) self->height);
  self->last = g_new (guint32, (gsize) self->width * (gsize) self->height);
  return self;
}

static void
png_close (gpointer writer)
{
  Png *self = writer;

  g_byte_array_unref (self->bytes);
  g_free (self->pixels);
  g_free (self->last);
  g_free (self);
}

/// Writes the header, the texts, and the chunk for an animation that repeats forever.
static void
put_head (Png *self)
{
  g_autoptr (GByteArray) header = g_byte_array_new ();
  g_autoptr (GByteArray) control = g_byte_array_new ();

  g_byte_array_append (self->bytes, (const guint8 *) LW_PNG_SIGNATURE, 8);
  lw_png_append_number (header, (guint32) self->width);
  lw_png_append_number (header, (guint32) self->height);
  // 8 bits; red, green, blue and opacity; the only compression and filters; not interlaced.
  g_byte_array_append (header, (guint8[]){ 8, 6, 0, 0, 0 }, 5);
  lw_png_append_chunk (self->bytes, "IHDR", header);
  if (self->animation->title != NULL)
    lw_png_append_text (self->bytes, "Title", self->animation->title);
  if (self->animation->provenance != NULL)
    lw_png_append_text (self->bytes, "Description", self->animation->provenance);
  lw_png_append_number (control, lw_animation_count (self->animation));
  lw_png_append_number (control, 0);
  lw_png_append_chunk (self->bytes, "acTL", control);
}

static void
append_short (GByteArray *bytes, int value)
{
  g_byte_array_append (bytes, (guint8[]){ (guint8) (value >> 8), (guint8) value }, 2);
}

/// Writes the position and duration of picture k.
static void
put_frame (Png *self, guint k, const cairo_rectangle_int_t *box)
{
  g_autoptr (GByteArray) control = g_byte_array_new ();

  lw_png_append_number (control, self->number++);
  lw_png_append_number (control, (guint32) box->width);
  lw_png_append_number (control, (guint32) box->height);
  lw_png_append_number (control, (guint32) box->x);
  lw_png_append_number (control, (guint32) box->y);
  append_short (control, lw_animation_get_begin_ms (self->animation, k + 1)
                           - lw_animation_get_begin_ms (self->animation, k));
  append_short (control, TICKS_PER_S);
  g_byte_array_append (control, (guint8[]){ DISPOSE_NONE, BLEND_OVER }, 2);
  lw_png_append_chunk (self->bytes, "fcTL", control);
}

/// Returns the pixels of the box that have changed since the last picture; for the first picture,
/// all of them. Each row begins with its filter type: none.
static guint8 *
dup_rows (const Png *self, guint k, const cairo_rectangle_int_t *box, gsize *size)
{
  const gsize row = 1 + N_CHANNELS * (gsize) box->width;
  guint8 *rows = g_malloc0 (row * (gsize) box->height);

  for (int y = 0; y < box->height; y++)
    for (int x = 0; x < box->width; x++) {
      const gsize at = (gsize) (box->y + y) * (gsize) self->width + (gsize) box->x + (gsize) x;
      guint8 *to = rows + (gsize) y * row + 1 + N_CHANNELS * (gsize) x;

      if (k > 0 && self->pixels[at] == self->last[at])
        continue;
      for (int i = 0; i < 3; i++)
        to[i] = (guint8) (self->pixels[at] >> (16 - 8 * i));
      to[3] = 255;
    }
  *size = row * (gsize) box->height;
  return rows;
}

/// Writes the data of a picture. All pictures except the first have chunks of a different type,
/// with numbers.
static bool
put_data (Png *self, guint k, const cairo_rectangle_int_t *box)
{
  g_autoptr (GByteArray) content = g_byte_array_new ();
  g_autofree guint8 *compressed = NULL;
  g_autofree guint8 *rows = NULL;
  gsize size;
  uLongf length;

  rows = dup_rows (self, k, box, &size);
  length = compressBound ((uLong) size);
  compressed = g_malloc (length);
  if (compress2 (compressed, &length, rows, (uLong) size, LEVEL) != Z_OK)
    return false;
  if (k > 0)
    lw_png_append_number (content, self->number++);
  g_byte_array_append (content, compressed, (guint) length);
  lw_png_append_chunk (self->bytes, k > 0 ? "fdAT" : "IDAT", content);
  return true;
}

static gboolean
png_keep (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  Png *self = writer;
  guint32 *pixels = self->pixels;
  // If nothing has changed, the picture has one pixel.
  cairo_rectangle_int_t box = { 0, 0, 1, 1 };

  lw_animation_copy_pixels (image, pixels);
  if (k == 0) {
    box = (cairo_rectangle_int_t){ 0, 0, self->width, self->height };
    put_head (self);
  } else
    lw_animation_find_change (self->last, pixels, self->width, self->height, &box);
  put_frame (self, k, &box);
  if (!put_data (self, k, &box))
    return lw_animation_refuse (_ ("there is not enough memory"), error);
  self->pixels = self->last;
  self->last = pixels;
  return TRUE;
}

static GBytes *
png_finish (gpointer writer, GError **error)
{
  Png *self = writer;
  g_autoptr (GByteArray) nothing = g_byte_array_new ();

  lw_png_append_chunk (self->bytes, "IEND", nothing);
  return g_bytes_new (self->bytes->data, self->bytes->len);
}

const LwAnimationClass lw_animation_png_class = {
  .suffixes = { ".png", ".apng" },
  .rate = 25,
  .tick = 1.0 / TICKS_PER_S,
  .shortest = 1,
  .open = png_open,
  .keep = png_keep,
  .finish = png_finish,
  .close = png_close,
};
