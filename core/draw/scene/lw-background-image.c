// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first bytes of an image select its decoder. Files come from any source, so the decoder
// receives them in blocks, within a limit of processor time. Large images are reduced.

#include "lw-background-image.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gi18n.h>
#include <string.h>

#include "lw-thread-time.h"

/// Longer side of the reduced image, px.
#define SIDE_MAX 4096
/// Bytes passed to a decoder in one call.
#define BLOCK_SIZE 16384
/// Scans of a JPEG file; a progressive one has about ten.
#define SCANS_MAX 200

typedef struct
{
  bool known; ///< true once the size is known
  bool too_large;
} Size;

static void
size_prepared_cb (GdkPixbufLoader *loader, int width, int height, gpointer data)
{
  Size *size = data;
  const int longer = MAX (width, height);

  size->known = true;
  size->too_large = (double) width * height > LW_BACKGROUND_PIXELS_MAX;
  if (size->too_large) {
    // Do not allocate memory for an image of zero size.
    gdk_pixbuf_loader_set_size (loader, 0, 0);
  } else if (longer > SIDE_MAX)
    gdk_pixbuf_loader_set_size (loader, (int) MAX (1, (gint64) width * SIDE_MAX / longer),
                                (int) MAX (1, (gint64) height * SIDE_MAX / longer));
}

/// Converts a pixel for an image surface, whose red, green and blue are multiplied by the opacity.
static guint32
pixel_of (const guchar *from, int n_channels)
{
  const guint32 alpha = n_channels == 4 ? from[3] : 255;
  guint32 pixel = alpha << 24;

  for (int i = 0; i < 3; i++)
    pixel |= (from[i] * alpha + 127) / 255 << (16 - 8 * i);
  return pixel;
}

static cairo_surface_t *
create_surface (GdkPixbuf *pixbuf)
{
  g_autoptr (GdkPixbuf) upright = gdk_pixbuf_apply_embedded_orientation (pixbuf);
  const int width = gdk_pixbuf_get_width (upright);
  const int height = gdk_pixbuf_get_height (upright);
  const int n_channels = gdk_pixbuf_get_n_channels (upright);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  const gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  const guchar *from = gdk_pixbuf_read_pixels (upright);
  guchar *to = cairo_image_surface_get_data (surface);

  for (int y = 0; to != NULL && y < height; y++) {
    guint32 *row = (guint32 *) (void *) (to + (gsize) y * stride);

    for (int x = 0; x < width; x++)
      row[x] = pixel_of (from + (gsize) y * (gsize) gdk_pixbuf_get_rowstride (upright)
                           + (gsize) x * (gsize) n_channels,
                         n_channels);
  }
  cairo_surface_mark_dirty (surface);
  return surface;
}

// ---- reading --------------------------------------------------------------------------------

/// Blocks written to a decoder, each small enough to be decoded in a short time.
typedef struct
{
  GArray *ends; ///< array of gsize, end of each block
  guint n_scans;
  bool is_whole; ///< the end of the image was found; the decoders accept half a file
} Blocks;

static void
blocks_clear (Blocks *self)
{
  g_clear_pointer (&self->ends, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Blocks, blocks_clear)

/// Adds blocks from the last end to this one.
static void
add_blocks (Blocks *self, gsize end)
{
  gsize at = self->ends->len > 0 ? g_array_index (self->ends, gsize, self->ends->len - 1) : 0;

  while (at < end) {
    at = MIN (at + BLOCK_SIZE, end);
    g_array_append_val (self->ends, at);
  }
}

/// Finds the chunks of a PNG file, up to its last one.
static void
find_png_blocks (Blocks *self, const guchar *data, gsize size)
{
  gsize at = 8;

  while (!self->is_whole && size >= 12 && at <= size - 12) {
    const gsize length = (gsize) data[at] << 24 | (gsize) data[at + 1] << 16
                         | (gsize) data[at + 2] << 8 | data[at + 3];

    self->is_whole = memcmp (data + at + 4, "IEND", 4) == 0;
    at = length <= size - 12 - at ? at + 12 + length : size;
  }
  add_blocks (self, size);
}

/// Returns the position after the next marker, skipping compressed data; 0 if there is no marker.
static gsize
find_marker (const guchar *data, gsize at, gsize size)
{
  while (at + 1 < size
         && !(data[at] == 0xff && data[at + 1] != 0 && data[at + 1] != 0xff
              && !(data[at + 1] >= 0xd0 && data[at + 1] <= 0xd7)))
    at++;
  return at + 1 < size ? at + 2 : 0;
}

/// Finds blocks that hold at most one scan of a JPEG file each: a scan may cost as much as the
/// whole image, however short it is. Data after the end of the image is ignored.
static void
find_jpeg_blocks (Blocks *self, const guchar *data, gsize size)
{
  gsize at = 2;

  while (!self->is_whole && (at = find_marker (data, at, size)) != 0) {
    const guchar marker = data[at - 1];

    self->is_whole = marker == 0xd9;
    if (marker == 0xda) {
      add_blocks (self, at - 2);
      self->n_scans++;
    }
    // The end marker has no length, and neither do these two.
    if (!self->is_whole && marker != 0x01 && marker != 0xd8 && at + 2 <= size)
      at += (gsize) data[at] << 8 | data[at + 1];
  }
  add_blocks (self, self->is_whole ? at : size);
}

static bool
write_blocks (GdkPixbufLoader *loader,
              const Blocks *blocks,
              const guchar *data,
              const LwDeadline *deadline)
{
  gsize at = 0;

  for (guint i = 0; i < blocks->ends->len; i++) {
    const gsize end = g_array_index (blocks->ends, gsize, i);

    if (lw_deadline_is_over (deadline)
        || !gdk_pixbuf_loader_write (loader, data + at, end - at, NULL))
      return false;
    at = end;
  }
  return true;
}

static void
set_failure (const Size *size, const Blocks *blocks, const LwDeadline *deadline, GError **error)
{
  if (g_cancellable_is_cancelled (deadline->cancellable))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The background image is not shown: reading it was cancelled."));
  else if (size->too_large)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("The background image has more than %d million pixels; make it smaller."),
                 (int) (LW_BACKGROUND_PIXELS_MAX / 1e6));
  else if (blocks->n_scans > SCANS_MAX || lw_deadline_is_over (deadline))
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The background image takes far longer to read than its size allows; "
                            "save it again with another program."));
  else
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The background image is damaged or not complete; save it again from its source."));
}

LwDeadline
lw_background_deadline (GCancellable *cancellable)
{
  return (LwDeadline){ lw_thread_time () + LW_BACKGROUND_DECODE_S * G_USEC_PER_SEC, cancellable };
}

cairo_surface_t *
lw_background_decode (GBytes *file, const LwDeadline *deadline, GError **error)
{
  const char *format = lw_background_get_format (file);
  const bool is_png = g_strcmp0 (format, "png") == 0;
  g_auto (Blocks) blocks = { .ends = g_array_new (FALSE, FALSE, sizeof (gsize)) };
  g_autoptr (GdkPixbufLoader) loader = NULL;
  GdkPixbuf *pixbuf = NULL;
  Size size = { false, false };
  gsize n_bytes;
  const guchar *data = g_bytes_get_data (file, &n_bytes);
  bool good;

  if (format != NULL)
    loader = gdk_pixbuf_loader_new_with_type (format, NULL);
  if (loader == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The background image must be a PNG or JPEG file."));
    return NULL;
  }
  if (is_png)
    find_png_blocks (&blocks, data, n_bytes);
  else
    find_jpeg_blocks (&blocks, data, n_bytes);
  g_signal_connect (loader, "size-prepared", G_CALLBACK (size_prepared_cb), &size);
  good = blocks.n_scans <= SCANS_MAX && write_blocks (loader, &blocks, data, deadline);
  // The loader must be closed even after an error.
  good = gdk_pixbuf_loader_close (loader, NULL) && good && blocks.is_whole;
  if (good && !size.too_large)
    pixbuf = gdk_pixbuf_loader_get_pixbuf (loader);
  if (pixbuf != NULL)
    return create_surface (pixbuf);
  set_failure (&size, &blocks, deadline, error);
  return NULL;
}

// ---- drawing --------------------------------------------------------------------------------

void
lw_background_paint (const LwBackground *self,
                     cairo_surface_t *image,
                     cairo_t *cairo,
                     const LwView *view)
{
  double width, height, x, y, scale;

  if (!self->visible || !(self->opacity > 0))
    return;
  width = cairo_image_surface_get_width (image);
  height = cairo_image_surface_get_height (image);
  scale = self->width / width * view->scale;
  lw_view_project (view, (double[3]){ self->centre[0], self->centre[1], view->centre[2] }, &x, &y);
  // The image is smaller than a pixel, or so far away or large that screen coordinates cannot hold
  // it.
  if (!(scale * MAX (width, height) >= 1) || !(scale < 1e4) || !(ABS (x) < 1e6) || !(ABS (y) < 1e6))
    return;
  cairo_save (cairo);
  cairo_translate (cairo, x, y);
  cairo_rotate (cairo, -self->angle);
  cairo_scale (cairo, scale, scale);
  cairo_translate (cairo, -0.5 * width, -0.5 * height);
  cairo_set_source_surface (cairo, image, 0, 0);
  // This filter keeps panning smooth.
  cairo_pattern_set_filter (cairo_get_source (cairo), CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cairo, self->opacity);
  cairo_restore (cairo);
}
