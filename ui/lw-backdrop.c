// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images are decoded once, by the one decoder that their first bytes ask for: files come from
// anywhere. Large ones are kept smaller than they are.

#include "lw-backdrop.h"

#include <gdk/gdk.h>
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

static cairo_surface_t *
create_surface (GdkPixbuf *pixbuf)
{
  g_autoptr (GdkPixbuf) upright = gdk_pixbuf_apply_embedded_orientation (pixbuf);
  cairo_surface_t *surface = cairo_image_surface_create (
    CAIRO_FORMAT_ARGB32, gdk_pixbuf_get_width (upright), gdk_pixbuf_get_height (upright));
  cairo_t *cairo = cairo_create (surface);

  gdk_cairo_set_source_pixbuf (cairo, upright, 0, 0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
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
lw_backdrop_decode (GBytes *file, GError **error)
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

// ---- beside the main loop -------------------------------------------------------------------

typedef struct
{
  LwBackdrop *self;
  LwBackdropReady ready;
  GBytes *file;
} Job;

static void
free_job (gpointer data)
{
  Job *job = data;

  g_bytes_unref (job->file);
  g_free (job);
}

static void
destroy_image (gpointer image)
{
  cairo_surface_destroy (image);
}

static void
decode_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Job *job = data;
  GError *error = NULL;
  cairo_surface_t *image;

  if (g_task_return_error_if_cancelled (task))
    return;
  image = lw_backdrop_decode (job->file, &error);
  if (image != NULL)
    g_task_return_pointer (task, image, destroy_image);
  else
    g_task_return_error (task, error);
}

static void
decoded_cb (GObject *owner, GAsyncResult *result, gpointer data)
{
  const Job *job = g_task_get_task_data (G_TASK (result));
  cairo_surface_t *image = g_task_propagate_pointer (G_TASK (result), NULL);

  // Another image is shown by now, or none.
  if (g_cancellable_is_cancelled (g_task_get_cancellable (G_TASK (result)))) {
    g_clear_pointer (&image, cairo_surface_destroy);
    return;
  }
  g_clear_object (&job->self->decoding);
  job->self->image = image;
  job->ready (owner);
}

static void
decode_async (LwBackdrop *self, GBytes *file, GObject *owner, LwBackdropReady ready)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new (Job, 1);

  *job = (Job){ .self = self, .ready = ready, .file = g_bytes_ref (file) };
  self->decoding = g_cancellable_new ();
  task = g_task_new (owner, self->decoding, decoded_cb, NULL);
  g_task_set_task_data (task, job, free_job);
  g_task_run_in_thread (task, decode_thread);
}

static void
drop_image (LwBackdrop *self)
{
  if (self->decoding != NULL)
    g_cancellable_cancel (self->decoding);
  g_clear_object (&self->decoding);
  g_clear_pointer (&self->image, cairo_surface_destroy);
}

// ---- public ---------------------------------------------------------------------------------

bool
lw_backdrop_update (LwBackdrop *self,
                    const LwBackground *background,
                    GObject *owner,
                    LwBackdropReady ready)
{
  const bool same_image =
    self->shown != NULL && background != NULL && self->shown->image == background->image;

  if (lw_background_equal (self->shown, background))
    return false;
  if (!same_image) {
    drop_image (self);
    if (background != NULL)
      decode_async (self, background->image, owner, ready);
  }
  lw_background_free (self->shown);
  self->shown = background != NULL ? lw_background_copy (background) : NULL;
  return true;
}

void
lw_backdrop_paint (const LwBackdrop *self, cairo_t *cairo, const LwView *view)
{
  const LwBackground *shown = self->shown;
  double width, height, x, y, scale;

  if (shown == NULL || self->image == NULL || !shown->visible || !(shown->opacity > 0))
    return;
  width = cairo_image_surface_get_width (self->image);
  height = cairo_image_surface_get_height (self->image);
  scale = shown->width / width * view->scale;
  lw_view_project (view, (double[3]){ shown->centre[0], shown->centre[1], view->centre[2] }, &x,
                   &y);
  // Smaller than a pixel, or so far away or so large that numbers of the screen do not hold it.
  if (!(scale * MAX (width, height) >= 1) || !(scale < 1e4) || !(ABS (x) < 1e6) || !(ABS (y) < 1e6))
    return;
  cairo_save (cairo);
  cairo_translate (cairo, x, y);
  cairo_rotate (cairo, -shown->angle);
  cairo_scale (cairo, scale, scale);
  cairo_translate (cairo, -0.5 * width, -0.5 * height);
  cairo_set_source_surface (cairo, self->image, 0, 0);
  // Panning stays smooth with it.
  cairo_pattern_set_filter (cairo_get_source (cairo), CAIRO_FILTER_BILINEAR);
  cairo_paint_with_alpha (cairo, shown->opacity);
  cairo_restore (cairo);
}

void
lw_backdrop_clear (LwBackdrop *self)
{
  drop_image (self);
  g_clear_pointer (&self->shown, lw_background_free);
}
