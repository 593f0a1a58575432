// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exports have sizes in mm, the same bytes every time, text as text, and files that are complete or
// unchanged.

#include <glib/gstdio.h>
#include <string.h>

#include "lw-export.h"
#include "lw-mechanism.h"
#include "plots.h"

static void
draw_cb (LwPainter *painter, double width, double height, void *data)
{
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  plot_picture (GPOINTER_TO_INT (data), painter, &palette, width, height);
}

static LwExport
export_of (LwExportFormat format)
{
  LwExport export = lw_export_default (format);

  export.title = "Reaction force";
  export.provenance = "Linkwright 0.1.0, forces in N";
  export.font_family = "DejaVu Sans";
  return export;
}

static GBytes *
bytes_of (const LwExport *export, int kind)
{
  g_autoptr (GError) error = NULL;
  GBytes *bytes = lw_export_to_bytes (export, draw_cb, GINT_TO_POINTER (kind), &error);

  g_assert_no_error (error);
  g_assert_cmpuint (g_bytes_get_size (bytes), >, 1000);
  return bytes;
}

static bool
contains (GBytes *bytes, const char *text)
{
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  return memmem (data, size, text, strlen (text)) != NULL;
}

/// Returns a PDF file with its streams decompressed: cairo 1.18 compresses the dictionaries too.
static GBytes *
readable_pdf (GBytes *bytes)
{
  static const char begin[] = "stream\n";
  GByteArray *readable = g_byte_array_new ();
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);
  const char *end = data + size;

  g_byte_array_append (readable, (const guint8 *) data, (guint) size);
  for (const char *stream = data;
       (stream = memmem (stream, (size_t) (end - stream), begin, strlen (begin))) != NULL;) {
    g_autoptr (GConverter) inflate =
      G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
    g_autoptr (GInputStream) packed = NULL;
    g_autoptr (GInputStream) plain = NULL;
    char block[4096];
    gssize n;

    stream += strlen (begin);
    packed = g_memory_input_stream_new_from_data (stream, end - stream, NULL);
    plain = g_converter_input_stream_new (packed, inflate);
    // Streams that use a different compression cannot be read, and need not be.
    while ((n = g_input_stream_read (plain, block, sizeof block, NULL, NULL)) > 0)
      g_byte_array_append (readable, (const guint8 *) block, (guint) n);
  }
  return g_byte_array_free_to_bytes (readable);
}

static void
test_reproducible (void)
{
  for (int format = LW_EXPORT_PDF; format <= LW_EXPORT_PNG; format++)
    for (int kind = 0; kind < PLOT_KINDS; kind++) {
      const LwExport export = export_of ((LwExportFormat) format);
      g_autoptr (GBytes) first = bytes_of (&export, kind);
      g_autoptr (GBytes) second = bytes_of (&export, kind);

      g_assert_true (g_bytes_equal (first, second));
    }
}

static void
test_pdf (void)
{
  const LwExport export = export_of (LW_EXPORT_PDF);
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = NULL;
  g_autoptr (GBytes) plain = NULL;
  g_autoptr (GBytes) dated = NULL;

  g_unsetenv ("SOURCE_DATE_EPOCH");
  first = bytes_of (&export, 0);
  g_assert_true (contains (first, "%PDF-"));
  plain = readable_pdf (first);
  g_assert_true (contains (plain, "(19700101000000"));
  // 160 x 90 mm in points.
  g_assert_true (contains (plain, "/MediaBox [ 0 0 453.543307 255.11811 ]")
                 || contains (plain, "453.54"));
  g_assert_true (contains (plain, "DejaVu"));
  g_setenv ("SOURCE_DATE_EPOCH", "1700000000", TRUE);
  second = bytes_of (&export, 0);
  dated = readable_pdf (second);
  g_assert_true (contains (dated, "(20231114221320"));
  g_unsetenv ("SOURCE_DATE_EPOCH");
}

static void
test_svg (void)
{
  const LwExport export = export_of (LW_EXPORT_SVG);
  g_autoptr (GBytes) bytes = bytes_of (&export, 1);

  g_assert_true (contains (bytes, "width=\"160mm\" height=\"90mm\" viewBox=\"0 0 800 450\""));
  g_assert_true (contains (bytes, "<desc>Linkwright 0.1.0, forces in N</desc>"));
  g_assert_true (contains (bytes, ">Pin B error</text>"));
  g_assert_true (contains (bytes, ">10\u207b\u00b9\u2070</text>"));
  g_assert_false (contains (bytes, "<image"));
}

static void
test_png (void)
{
  LwExport export = export_of (LW_EXPORT_PNG);
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *path = NULL;
  cairo_surface_t *surface;
  g_autoptr (GError) error = NULL;

  export.dots_per_inch = 127.0;
  bytes = bytes_of (&export, 2);
  g_assert_true (contains (bytes, "pHYs"));
  g_assert_true (contains (bytes, "Linkwright 0.1.0, forces in N"));
  // Readers verify the checksums of the inserted chunks.
  path = g_build_filename (g_get_tmp_dir (), "test-export-XXXXXX", NULL);
  g_close (g_mkstemp (path), NULL);
  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes),
                       &error);
  g_assert_no_error (error);
  surface = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_surface_status (surface), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 800);
  g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 450);
  cairo_surface_destroy (surface);
  g_unlink (path);
}

static void
test_bad_requests (void)
{
  static const char *const names[] = { "plot", "plot.jpg", "", "pdf", "plot.pdf.txt" };
  LwExport export = export_of (LW_EXPORT_PNG);
  LwExportFormat format;

  for (size_t i = 0; i < G_N_ELEMENTS (names); i++) {
    g_autoptr (GError) error = NULL;

    g_assert_false (lw_export_format_for_name (names[i], &format, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  }
  g_assert_true (lw_export_format_for_name ("Plot.SVG", &format, NULL));
  g_assert_cmpint (format, ==, LW_EXPORT_SVG);
  for (int i = 0; i < 4; i++) {
    static const double sizes[][3] = {
      { 0.0, 90.0, 254.0 }, { 160.0, -1.0, 254.0 }, { 1e9, 90.0, 254.0 }, { 160.0, 90.0, 1e6 }
    };
    g_autoptr (GError) error = NULL;

    export.width_mm = sizes[i][0];
    export.height_mm = sizes[i][1];
    export.dots_per_inch = sizes[i][2];
    g_assert_null (lw_export_to_bytes (&export, draw_cb, NULL, &error));
    g_assert_error (error, LW_ERROR, LW_ERROR_USAGE);
  }
}

static void
test_files (void)
{
  const LwExport export = export_of (LW_EXPORT_SVG);
  g_autofree char *folder = g_dir_make_tmp ("test-export-XXXXXX", NULL);
  g_autoptr (GFile) parent = g_file_new_for_path (folder);
  g_autoptr (GFile) file = g_file_get_child (parent, "plot.svg");
  g_autoptr (GFile) nowhere = g_file_get_child (file, "below-a-file.svg");
  g_autoptr (GFile) missing = g_file_new_build_filename (folder, "no", "plot.svg", NULL);
  g_autoptr (GBytes) expected = bytes_of (&export, 0);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GBytes) found = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (lw_export_to_file (&export, file, draw_cb, NULL, NULL, &error));
  g_assert_no_error (error);
  found = g_file_load_bytes (file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_bytes_equal (found, expected));
  // A failed export leaves the existing file unchanged.
  g_cancellable_cancel (cancelled);
  g_assert_false (
    lw_export_to_file (&export, file, draw_cb, GINT_TO_POINTER (1), cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_clear_pointer (&found, g_bytes_unref);
  found = g_file_load_bytes (file, NULL, NULL, NULL);
  g_assert_true (g_bytes_equal (found, expected));
  g_assert_false (lw_export_to_file (&export, missing, draw_cb, NULL, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_IO);
  g_clear_error (&error);
  g_assert_false (lw_export_to_file (&export, nowhere, draw_cb, NULL, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_IO);
  g_clear_error (&error);
  g_assert_false (lw_export_to_file (&export, parent, draw_cb, NULL, NULL, &error));
  g_assert_error (error, LW_ERROR, LW_ERROR_IO);
  g_file_delete (file, NULL, NULL);
  g_assert_true (g_file_delete (parent, NULL, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/reproducible", test_reproducible);
  g_test_add_func ("/export/pdf", test_pdf);
  g_test_add_func ("/export/svg", test_svg);
  g_test_add_func ("/export/png", test_png);
  g_test_add_func ("/export/bad-requests", test_bad_requests);
  g_test_add_func ("/export/files", test_files);
  return g_test_run ();
}
