// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Animated PNG (PNG specification, third edition, 11.3.6): the chunks of the pictures that cairo
// writes, put together. Of each picture but the first only the box that has changed is there, and in
// it only pixels that have; the others are seen through. What knows nothing of animations shows the
// first picture.

#include "lw-animation-private.h"

#include <string.h>

#include "lw-png-chunks.h"

#define DISPOSE_NONE 0
#define BLEND_OVER 1
#define OPAQUE 0xff000000u
#define TICKS_PER_S 1000

typedef struct
{
  const LwAnimation *animation;
  GByteArray *bytes; ///< of the file
  guint number;      ///< of the next chunk that has one
  int width, height;
  guint32 *pixels;
  guint32 *last;
} Png;

static gpointer
png_open (const LwAnimation *animation,
          const LwFilm *film,
          GCancellable *cancellable,
          GError **error)
{
  Png *self = g_new0 (Png, 1);

  self->animation = animation;
  self->width = lw_film_get_width (film);
  self->height = lw_film_get_height (film);
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

/// Header, texts, and that it is an animation which goes on for ever.
static void
put_head (Png *self, const GByteArray *picture)
{
  g_autoptr (GByteArray) control = g_byte_array_new ();

  g_byte_array_append (self->bytes, picture->data, LW_PNG_HEADER_SIZE);
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

/// Where picture k lies, and for how long it is shown.
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

/// What is compressed in a picture; of all but the first under another name, with numbers.
static void
put_data (Png *self, guint k, const GByteArray *picture)
{
  gsize at = 8;
  const char *type;
  const guint8 *data;
  guint length;

  while (lw_png_next_chunk (picture, &at, &type, &data, &length)) {
    g_autoptr (GByteArray) content = g_byte_array_new ();

    if (memcmp (type, "IDAT", 4) != 0)
      continue;
    if (k > 0)
      lw_png_append_number (content, self->number++);
    g_byte_array_append (content, data, length);
    lw_png_append_chunk (self->bytes, k > 0 ? "fdAT" : "IDAT", content);
  }
}

/// What of the box has changed since the last picture; of the first one, all.
static cairo_surface_t *
create_part (const Png *self, guint k, const cairo_rectangle_int_t *box)
{
  cairo_surface_t *part =
    cairo_image_surface_create (CAIRO_FORMAT_ARGB32, box->width, box->height);
  const gsize stride = (gsize) cairo_image_surface_get_stride (part);
  unsigned char *data = cairo_image_surface_get_data (part);

  if (cairo_surface_status (part) != CAIRO_STATUS_SUCCESS)
    return part;
  for (int y = 0; y < box->height; y++) {
    guint32 *row = (guint32 *) (void *) (data + (gsize) y * stride);

    for (int x = 0; x < box->width; x++) {
      const gsize at =
        (gsize) (box->y + y) * (gsize) self->width + (gsize) box->x + (gsize) x;

      row[x] = k > 0 && self->pixels[at] == self->last[at] ? 0 : OPAQUE | self->pixels[at];
    }
  }
  cairo_surface_mark_dirty (part);
  return part;
}

static gboolean
png_keep (cairo_surface_t *image, guint k, void *writer, GError **error)
{
  Png *self = writer;
  guint32 *pixels = self->pixels;
  // Where nothing has changed there is a picture of one pixel.
  cairo_rectangle_int_t box = { 0, 0, 1, 1 };
  g_autoptr (GByteArray) picture = g_byte_array_new ();
  cairo_surface_t *part;
  cairo_status_t status;

  lw_animation_copy_pixels (image, pixels);
  if (k == 0)
    box = (cairo_rectangle_int_t){ 0, 0, self->width, self->height };
  else
    lw_animation_find_change (self->last, pixels, self->width, self->height, &box);
  part = create_part (self, k, &box);
  status = lw_png_append_picture (picture, part);
  cairo_surface_destroy (part);
  if (status != CAIRO_STATUS_SUCCESS)
    return lw_animation_refuse (cairo_status_to_string (status), error);
  if (k == 0)
    put_head (self, picture);
  put_frame (self, k, &box);
  put_data (self, k, picture);
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
