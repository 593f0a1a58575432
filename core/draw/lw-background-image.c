// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images are decoded by the one decoder that their first bytes ask for: files come from anywhere.
// Large ones are kept smaller than they are.

#include "lw-background-image.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gi18n.h>
#include <string.h>

/// Pixels; more of them are not decoded.
#define PIXELS_MAX 40e6
/// Of the longer side of what is kept.
#define SIDE_MAX 4096

typedef struct
{
  bool known; ///< the size is
  bool too_large;
} Size;

static void
size_prepared_cb (GdkPixbufLoader *loader, int width, int height, gpointer data)
{
  Size *size = data;
  const int longer = MAX (width, height);

  size->known = true;
  size->too_large = (double) width * height > PIXELS_MAX;
  if (size->too_large) {
    // No room is taken for an image of no size.
    gdk_pixbuf_loader_set_size (loader, 0, 0);
  } else if (longer > SIDE_MAX)
    gdk_pixbuf_loader_set_size (loader, (int) MAX (1, (gint64) width * SIDE_MAX / longer),
                                (int) MAX (1, (gint64) height * SIDE_MAX / longer));
}

/// Red, green and blue of an image surface are multiplied by its opacity.
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

static bool
has_bytes (const guchar *data, gsize from, gsize size, const char *wanted)
{
  const gsize length = strlen (wanted);

  for (gsize i = from; i + length <= size; i++)
    if (memcmp (data + i, wanted, length) == 0)
      return true;
  return false;
}

/// Where the first scan of a JPEG file begins; before it there may be a small picture with an end
/// of its own.
static gsize
find_scan (const guchar *data, gsize size)
{
  gsize at = 2;

  while (at + 4 <= size && data[at] == 0xff && data[at + 1] != 0xda)
    at += 2 + ((gsize) data[at + 2] << 8 | data[at + 3]);
  return at;
}

/// The decoders take the half of a file for a whole one.
static bool
has_end (GBytes *file, const char *format)
{
  gsize size;
  const guchar *data = g_bytes_get_data (file, &size);

  return g_str_equal (format, "png") ? has_bytes (data, 0, size, "IEND")
                                     : has_bytes (data, find_scan (data, size), size, "\xff\xd9");
}

cairo_surface_t *
lw_background_decode (GBytes *file, GError **error)
{
  const char *format = lw_background_get_format (file);
  g_autoptr (GdkPixbufLoader) loader = NULL;
  g_autoptr (GError) why = NULL;
  GdkPixbuf *pixbuf;
  Size size = { false, false };
  gboolean good;

  if (format != NULL)
    loader = gdk_pixbuf_loader_new_with_type (format, NULL);
  if (loader == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_BAD_FILE,
                         _ ("The background image must be a PNG or JPEG file."));
    return NULL;
  }
  g_signal_connect (loader, "size-prepared", G_CALLBACK (size_prepared_cb), &size);
  good = gdk_pixbuf_loader_write_bytes (loader, file, &why);
  // It must be closed in any case.
  good = gdk_pixbuf_loader_close (loader, good ? &why : NULL) && good && has_end (file, format);
  pixbuf = good && !size.too_large ? gdk_pixbuf_loader_get_pixbuf (loader) : NULL;
  if (pixbuf != NULL)
    return create_surface (pixbuf);
  if (size.too_large)
    g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
                 _ ("The background image has more than %d million pixels; make it smaller."),
                 (int) (PIXELS_MAX / 1e6));
  else
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_BAD_FILE,
      _ ("The background image is damaged or not complete; save it again from where it is from."));
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
  // Smaller than a pixel, or so far away or so large that numbers of the screen do not hold it.
  if (!(scale * MAX (width, height) >= 1) || !(scale < 1e4) || !(ABS (x) < 1e6) || !(ABS (y) < 1e6))
    return;
  cairo_save (cairo);
  cairo_translate (cairo, x, y);
  cairo_rotate (cairo, -self->angle);
  cairo_scale (cairo, scale, scale);
  cairo_translate (cairo, -0.5 * width, -0.5 * height);
  cairo_set_source_surface (cairo, image, 0, 0);
  // Panning stays smooth with it.
  cairo_pattern_set_filter (cairo_get_source (cairo), CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cairo, self->opacity);
  cairo_restore (cairo);
}
