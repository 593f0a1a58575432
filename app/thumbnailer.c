// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-thumbnailer: writes a small picture of a file as PNG, for file managers, which start it
// for every file that they show. So it reads any file under limits, and has no window toolkit.

#include <locale.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "lw-export.h"
#include "lw-preview-drawing.h"

#define SIZE_DEFAULT 256
#define SIZE_MIN 16
#define SIZE_MAX_PX 1024
#define FILE_MAX_MIB 64
#define PROCESSOR_S 20

/// Ends a program that a file keeps busy; the limits of reading normally act much earlier.
static void
limit_time (void)
{
  const struct rlimit limit = { PROCESSOR_S, PROCESSOR_S + 1 };

  setrlimit (RLIMIT_CPU, &limit);
}

static gboolean
check_size (GFile *file, GError **error)
{
  g_autoptr (GFileInfo) info =
    g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE, G_FILE_QUERY_INFO_NONE, NULL, error);

  if (info == NULL)
    return FALSE;
  if (g_file_info_get_size (info) <= (goffset) FILE_MAX_MIB << 20)
    return TRUE;
  g_set_error (error, LW_ERROR, LW_ERROR_BAD_FILE,
               "The file is larger than %d MiB, the most for a small picture.", FILE_MAX_MIB);
  return FALSE;
}

static void
loaded_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static LwPreview *
load (GFile *file, GError **error)
{
  GAsyncResult *result = NULL;
  LwPreview *preview;

  if (!check_size (file, error))
    return NULL;
  lw_preview_load_async (file, NULL, loaded_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  preview = lw_preview_load_finish (result, error);
  g_object_unref (result);
  return preview;
}

static cairo_status_t
append_cb (void *data, const unsigned char *bytes, unsigned int length)
{
  g_byte_array_append (data, bytes, length);
  return CAIRO_STATUS_SUCCESS;
}

static GBytes *
draw (LwPreview *preview, int size)
{
  g_autoptr (LwPreviewDrawing) drawing = lw_preview_drawing_new (preview);
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  GByteArray *bytes = g_byte_array_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, size, size);
  cairo_t *cairo = cairo_create (surface);
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  cairo_set_source_rgb (cairo, 1, 1, 1);
  cairo_paint (cairo);
  lw_preview_drawing_draw (drawing, painter, &palette, size, size);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  cairo_surface_write_to_png_stream (surface, append_cb, bytes);
  cairo_surface_destroy (surface);
  return g_byte_array_free_to_bytes (bytes);
}

static gboolean
make (const char *from, const char *to, int size, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_commandline_arg (from);
  g_autoptr (GFile) target = g_file_new_for_commandline_arg (to);
  g_autoptr (LwPreview) preview = load (source, error);
  g_autoptr (GBytes) bytes = NULL;

  if (preview == NULL)
    return FALSE;
  bytes = draw (preview, size);
  return lw_export_save (target, bytes, NULL, error);
}

int
main (int argc, char **argv)
{
  int size = SIZE_DEFAULT;
  const GOptionEntry entries[] = {
    { "size", 's', 0, G_OPTION_ARG_INT, &size, "Width and height, px", "PX" },
    { 0 },
  };
  g_autoptr (GOptionContext) context = g_option_context_new ("FILE PICTURE.png");
  g_autoptr (GError) error = NULL;

  setlocale (LC_ALL, "");
  limit_time ();
  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_summary (context,
                                "Writes a small picture of a mechanism for file managers.");
  if (g_option_context_parse (context, &argc, &argv, &error)) {
    if (argc != 3 || size < SIZE_MIN || size > SIZE_MAX_PX)
      g_set_error (&error, LW_ERROR, LW_ERROR_USAGE,
                   "Give a file, a picture to write, and a size from %d to %d px.", SIZE_MIN,
                   SIZE_MAX_PX);
    else if (make (argv[1], argv[2], size, &error))
      return EXIT_SUCCESS;
  }
  g_printerr ("linkwright-thumbnailer: %s\n", error->message);
  return EXIT_FAILURE;
}
