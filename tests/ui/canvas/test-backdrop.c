// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Background images: unusable ones produce one message and change nothing; usable ones are drawn.

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <string.h>

#include "lw-background.h"
#include "lw-canvas-private.h"
#include "lw-text.h"
#include "lw-window-private.h"
#include "testing-window.h"

/// Returns a picture with content in all its parts, as a file of this format.
static GBytes *
encode (const char *format)
{
  g_autoptr (GdkPixbuf) picture = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, 320, 200);
  guchar *pixels = gdk_pixbuf_get_pixels (picture);
  const int stride = gdk_pixbuf_get_rowstride (picture);
  char *data;
  gsize size;

  for (int y = 0; y < 200; y++)
    for (int x = 0; x < 320; x++) {
      pixels[y * stride + 3 * x] = (guchar) (x * y);
      pixels[y * stride + 3 * x + 1] = (guchar) (x ^ y);
      pixels[y * stride + 3 * x + 2] = (guchar) (3 * x + y);
    }
  g_assert_true (gdk_pixbuf_save_to_buffer (picture, &data, &size, format, NULL, NULL));
  return g_bytes_new_take (data, size);
}

static guint32
checksum (const guchar *data, gsize size)
{
  guint32 sum = 0xffffffff;

  for (gsize i = 0; i < size; i++) {
    sum ^= data[i];
    for (int bit = 0; bit < 8; bit++)
      sum = sum & 1 ? sum >> 1 ^ 0xedb88320 : sum >> 1;
  }
  return ~sum;
}

static void
put_number (guchar *data, guint32 value)
{
  for (int i = 0; i < 4; i++)
    data[i] = (guchar) (value >> (24 - 8 * i));
}

/// Returns a valid PNG file except for the size in its header.
static GBytes *
claim_size (GBytes *png, guint32 width, guint32 height)
{
  gsize size;
  const guchar *data = g_bytes_get_data (png, &size);
  guchar *copy = g_memdup2 (data, size);

  put_number (copy + 16, width);
  put_number (copy + 20, height);
  put_number (copy + 29, checksum (copy + 12, 17));
  return g_bytes_new_take (copy, size);
}

/// Returns the file without its end.
static GBytes *
cut (GBytes *file, double share)
{
  return g_bytes_new_from_bytes (file, 0, (gsize) (share * (double) g_bytes_get_size (file)));
}

static GBytes *
of_size (GBytes *start, gsize size)
{
  char *data = g_malloc0 (size);

  memcpy (data, g_bytes_get_data (start, NULL), g_bytes_get_size (start));
  return g_bytes_new_take (data, size);
}

static void
assert_sentence (const char *sentence, const char *word)
{
  g_test_message ("%s", sentence);
  g_assert_true (g_str_has_suffix (sentence, "."));
  g_assert_null (strchr (sentence, '\n'));
  g_assert_nonnull (strstr (sentence, word));
}

/// Gives a file to the window, as when it is dropped, and checks that it is refused.
static void
assert_refused (LwWindow *window, GFile *file, GBytes *bytes, const char *word)
{
  g_autofree char *before = lw_text_write (lw_document_get_mechanism (window->document));
  g_autofree char *after = NULL;
  gsize size;
  const char *data = g_bytes_get_data (bytes, &size);

  g_assert_true (g_file_replace_contents (file, size > 0 ? data : "", size, NULL, FALSE,
                                          G_FILE_CREATE_NONE, NULL, NULL, NULL));
  lw_window_show_message (window, NULL);
  lw_window_set_background (window, file);
  wait_until (lw_window_get_message (window) != NULL);
  assert_sentence (lw_window_get_message (window), word);
  after = lw_text_write (lw_document_get_mechanism (window->document));
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 0);
}

static void
test_refused (void)
{
  g_autoptr (GBytes) png = encode ("png");
  g_autoptr (GBytes) jpeg = encode ("jpeg");
  const struct
  {
    GBytes *bytes;
    const char *word;
  } cases[] = {
    { g_bytes_new (NULL, 0), "PNG or JPEG" },
    { g_bytes_new ("GIF89a\1\0\1\0", 10), "PNG or JPEG" },
    { cut (png, 0), "PNG or JPEG" },
    { g_bytes_new_from_bytes (png, 0, 8), "damaged or not complete" },
    { cut (png, 0.5), "damaged or not complete" },
    { cut (png, 0.999), "damaged or not complete" },
    { g_bytes_new_from_bytes (jpeg, 0, 3), "damaged or not complete" },
    { cut (jpeg, 0.05), "damaged or not complete" },
    { cut (jpeg, 0.5), "damaged or not complete" },
    { cut (jpeg, 0.999), "damaged or not complete" },
    { claim_size (png, 8000, 5001), "more than 40 million pixels" },
    { claim_size (png, 1000000, 1000000), "" },
    { claim_size (png, 0, 10), "damaged or not complete" },
    { claim_size (png, 0x80000000, 1), "damaged or not complete" },
    { claim_size (png, 5000, 5000), "damaged or not complete" },
    { of_size (png, LW_BACKGROUND_MAX_BYTES + 1), "larger than 16 MiB" },
    { of_size (jpeg, 3 * LW_BACKGROUND_MAX_BYTES), "larger than 16 MiB" },
  };
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *folder = g_dir_make_tmp ("lw-backdrop-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "Image", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) none = g_file_new_for_path ("/nowhere/Image.png");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_test_message ("case %u", i);
    assert_refused (window, file, cases[i].bytes, cases[i].word);
    g_bytes_unref (cases[i].bytes);
  }
  lw_window_show_message (window, NULL);
  lw_window_set_background (window, none);
  wait_until (lw_window_get_message (window) != NULL);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 0);
  g_remove (path);
  g_rmdir (folder);
  testing_close (window);
}

/// Both formats are drawn; setting another image, or none, replaces one that is still being
/// decoded.
static void
test_shown (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *folder = g_dir_make_tmp ("lw-backdrop-XXXXXX", NULL);
  const char *formats[] = { "png", "jpeg" };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++) {
    g_autofree char *path = g_build_filename (folder, formats[i], NULL);
    g_autoptr (GFile) file = g_file_new_for_path (path);
    g_autoptr (GBytes) image = encode (formats[i]);

    g_assert_true (g_file_set_contents (path, g_bytes_get_data (image, NULL),
                                        (gssize) g_bytes_get_size (image), NULL));
    lw_window_set_background (window, file);
    wait_until (lw_document_get_n_steps (window->document) == i + 1);
    wait_until (window->canvas->backdrop.image != NULL);
    g_assert_cmpint (cairo_image_surface_get_width (window->canvas->backdrop.image), ==, 320);
    g_remove (path);
  }
  for (int i = 0; i < 6; i++) {
    if (i % 2 == 0)
      lw_document_undo (window->document);
    else
      lw_document_redo (window->document);
    g_main_context_iteration (NULL, FALSE);
  }
  lw_document_undo (window->document);
  lw_document_undo (window->document);
  wait_until (window->canvas->backdrop.shown == NULL);
  testing_run (0.5);
  g_assert_null (window->canvas->backdrop.image);
  g_rmdir (folder);
  lw_document_redo (window->document);
  testing_close (window);
}

/// If a project contains an image that cannot be shown, the window reports why and shows the rest.
static void
test_told (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autoptr (GBytes) whole = encode ("png");
  g_autoptr (GBytes) half = cut (whole, 0.5);
  g_autoptr (LwBackground) background = lw_background_new (half, NULL);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_background (lw_document_get_mechanism (window->document), background);

  lw_document_edit (window->document, "Edit", next);
  wait_until (lw_window_get_message (window) != NULL);
  assert_sentence (lw_window_get_message (window), "damaged or not complete");
  g_assert_null (window->canvas->backdrop.image);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/backdrop/refused", test_refused);
  g_test_add_func ("/backdrop/shown", test_shown);
  g_test_add_func ("/backdrop/told", test_told);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
