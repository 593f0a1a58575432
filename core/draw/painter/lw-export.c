// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports to PDF and PNG by cairo, and to SVG by the program's own painter. Files do not depend on
// the clock, the locale or the machine.

#include "lw-export.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>

#include "lw-file-error.h"
#include "lw-mechanism.h"
#include "lw-png-chunks.h"
#include "lw-save.h"

#define POINTS_PER_MM (72.0 / 25.4)
#define MM_MAX 5000.0
#define PNG_PIXELS_MAX 32000.0

LwExport
lw_export_default (LwExportFormat format)
{
  return (LwExport){
    .format = format,
    .width_mm = 160.0,
    .height_mm = 90.0,
    .dots_per_inch = 254.0,
  };
}

gboolean
lw_export_format_for_name (const char *name, LwExportFormat *format, GError **error)
{
  static const struct
  {
    const char *suffix;
    LwExportFormat format;
  } formats[] = {
    { ".pdf", LW_EXPORT_PDF },
    { ".svg", LW_EXPORT_SVG },
    { ".png", LW_EXPORT_PNG },
  };
  g_autofree char *lower = g_ascii_strdown (name, -1);

  for (size_t i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix)) {
      *format = formats[i].format;
      return TRUE;
    }
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               _ ("The file name “%s” must end with .pdf, .svg or .png, which selects the format."),
               name);
  return FALSE;
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static gboolean
check_cairo (cairo_status_t status, GError **error)
{
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_IO, _ ("The drawing could not be written: %s."),
               cairo_status_to_string (status));
  return FALSE;
}

static LwFonts *
paper_fonts (const LwExport *self)
{
  LwFonts *fonts = lw_fonts_new (self->font_family);

  lw_fonts_set_exact (fonts, true);
  return fonts;
}

/// Draws on a cairo surface with `scale` surface units per px, and finishes it.
static gboolean
draw_on (const LwExport *self,
         cairo_surface_t *surface,
         double scale,
         LwExportFunc draw,
         void *data,
         GError **error)
{
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = paper_fonts (self);
  LwPainter *painter;
  cairo_status_t status;

  cairo_scale (cairo, scale, scale);
  painter = lw_painter_new_cairo (cairo, fonts);
  draw (painter, self->width_mm / LW_EXPORT_MM_PER_PX, self->height_mm / LW_EXPORT_MM_PER_PX, data);
  lw_painter_free (painter);
  status = cairo_status (cairo);
  cairo_destroy (cairo);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (surface);
  return check_cairo (status, error);
}

/// Returns the creation date of a reproducible file: SOURCE_DATE_EPOCH, otherwise the epoch.
static char *
creation_date (void)
{
  const char *text = g_getenv ("SOURCE_DATE_EPOCH");
  gint64 seconds = 0;
  g_autoptr (GDateTime) time = NULL;

  if (text != NULL && !g_ascii_string_to_signed (text, 10, 0, G_MAXINT32, &seconds, NULL))
    seconds = 0;
  time = g_date_time_new_from_unix_utc (seconds);
  return g_date_time_format (time, "%Y-%m-%dT%H:%M:%SZ");
}

/// Returns a surface that appends a PDF file to the bytes.
static cairo_surface_t *
new_pdf (const LwExport *self, GByteArray *bytes)
{
  g_autofree char *date = creation_date ();
  cairo_surface_t *surface = cairo_pdf_surface_create_for_stream (
    append_cb, bytes, self->width_mm * POINTS_PER_MM, self->height_mm * POINTS_PER_MM);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATE_DATE, date);
  if (self->title != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, self->title);
  if (self->provenance != NULL)
    cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_SUBJECT, self->provenance);
  return surface;
}

/// Finishes the file. Returns NULL and the error if it could not be drawn.
static GBytes *
finish_pdf (cairo_surface_t *surface, GByteArray *bytes, gboolean drawn, GError **error)
{
  cairo_surface_finish (surface);
  if (drawn)
    drawn = check_cairo (cairo_surface_status (surface), error);
  cairo_surface_destroy (surface);
  if (drawn)
    return g_byte_array_free_to_bytes (bytes);
  g_byte_array_unref (bytes);
  return NULL;
}

static GBytes *
export_pdf (const LwExport *self, LwExportFunc draw, void *data, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = new_pdf (self, bytes);
  const gboolean drawn =
    draw_on (self, surface, LW_EXPORT_MM_PER_PX * POINTS_PER_MM, draw, data, error);

  return finish_pdf (surface, bytes, drawn, error);
}

/// A page to be drawn.
typedef struct
{
  guint page;
  LwPageFunc draw;
  void *data;
} Page;

static void
draw_page_cb (LwPainter *painter, double width, double height, void *data)
{
  const Page *page = data;

  page->draw (painter, page->page, page->data);
}

GBytes *
lw_export_pages_to_bytes (const LwExport *self,
                          guint n,
                          LwPageFunc draw,
                          void *data,
                          GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = new_pdf (self, bytes);
  gboolean drawn = TRUE;

  for (guint i = 0; i < n && drawn; i++) {
    Page page = { i, draw, data };

    drawn =
      draw_on (self, surface, LW_EXPORT_MM_PER_PX * POINTS_PER_MM, draw_page_cb, &page, error);
    cairo_surface_show_page (surface);
    drawn = drawn && lw_progress_continue (&self->progress, (i + 1.0) / n, error);
  }
  return finish_pdf (surface, bytes, drawn, error);
}

static GBytes *
export_svg (const LwExport *self, LwExportFunc draw, void *data)
{
  const double width = self->width_mm / LW_EXPORT_MM_PER_PX;
  const double height = self->height_mm / LW_EXPORT_MM_PER_PX;
  g_autoptr (LwFonts) fonts = paper_fonts (self);
  g_autoptr (LwPainter) painter =
    lw_painter_new_svg (width, height, LW_EXPORT_MM_PER_PX, self->title, self->provenance, fonts);

  draw (painter, width, height, data);
  return g_string_free_to_bytes (lw_painter_svg_finish (painter));
}

/// Inserts resolution and texts, which cairo does not write, after the header.
static GBytes *
annotate_png (const LwExport *self, GByteArray *plain)
{
  const guint32 dots_per_m = (guint32) lround (self->dots_per_inch / 0.0254);
  g_autoptr (GByteArray) resolution = g_byte_array_new ();
  GByteArray *bytes = g_byte_array_sized_new (plain->len + 1024);

  g_byte_array_append (bytes, plain->data, LW_PNG_HEADER_SIZE);
  lw_png_append_number (resolution, dots_per_m);
  lw_png_append_number (resolution, dots_per_m);
  g_byte_array_append (resolution, (const guint8 *) "\1", 1);
  lw_png_append_chunk (bytes, "pHYs", resolution);
  if (self->title != NULL)
    lw_png_append_text (bytes, "Title", self->title);
  if (self->provenance != NULL)
    lw_png_append_text (bytes, "Description", self->provenance);
  g_byte_array_append (bytes, plain->data + LW_PNG_HEADER_SIZE, plain->len - LW_PNG_HEADER_SIZE);
  return g_byte_array_free_to_bytes (bytes);
}

static GBytes *
export_png (const LwExport *self, LwExportFunc draw, void *data, GError **error)
{
  const double dots_per_mm = self->dots_per_inch / 25.4;
  const double width = round (self->width_mm * dots_per_mm);
  const double height = round (self->height_mm * dots_per_mm);
  g_autoptr (GByteArray) plain = g_byte_array_new ();
  cairo_surface_t *surface;
  gboolean drawn;

  if (!(width >= 1.0 && height >= 1.0 && width <= PNG_PIXELS_MAX && height <= PNG_PIXELS_MAX)) {
    g_set_error (
      error, LW_ERROR, LW_ERROR_USAGE,
      _ ("A picture of %.0f × %.0f dots cannot be written; choose a smaller size or fewer "
         "dots per inch."),
      width, height);
    return NULL;
  }
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  drawn = draw_on (self, surface, dots_per_mm * LW_EXPORT_MM_PER_PX, draw, data, error)
          && check_cairo (lw_png_append_picture (plain, surface), error);
  cairo_surface_destroy (surface);
  return drawn ? annotate_png (self, plain) : NULL;
}

static GBytes *
export_as (const LwExport *self, LwExportFunc draw, void *data, GError **error)
{
  switch (self->format) {
  case LW_EXPORT_PDF:
    return export_pdf (self, draw, data, error);
  case LW_EXPORT_SVG:
    return export_svg (self, draw, data);
  case LW_EXPORT_PNG:
    return export_png (self, draw, data, error);
  }
  g_return_val_if_reached (NULL);
}

GBytes *
lw_export_to_bytes (const LwExport *self, LwExportFunc draw, void *data, GError **error)
{
  g_autoptr (GBytes) bytes = NULL;

  if (!(self->width_mm >= 1.0 && self->height_mm >= 1.0 && self->width_mm <= MM_MAX
        && self->height_mm <= MM_MAX)) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 _ ("The size of the drawing must be between 1 and %.0f mm each way."), MM_MAX);
    return NULL;
  }
  bytes = export_as (self, draw, data, error);
  return bytes != NULL && !g_cancellable_set_error_if_cancelled (self->progress.cancellable, error)
           ? g_steal_pointer (&bytes)
           : NULL;
}

gboolean
lw_export_save (GFile *file, GBytes *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (GError) reason = NULL;

  if (lw_save (file, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), cancellable,
               &reason))
    return TRUE;
  lw_file_error_set_from (error, file, LW_FILE_WRITTEN, reason);
  return FALSE;
}

gboolean
lw_export_to_file (const LwExport *self,
                   GFile *file,
                   LwExportFunc draw,
                   void *data,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (GBytes) bytes = lw_export_to_bytes (self, draw, data, error);

  return bytes != NULL && lw_export_save (file, bytes, cancellable, error);
}
