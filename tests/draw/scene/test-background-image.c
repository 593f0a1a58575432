// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Images from untrusted sources: each is decoded, or refused with one message before it has cost
// much time.

#include <string.h>

#include "lw-background-image.h"
#include "lw-thread-time.h"

// ---- files ----------------------------------------------------------------------------------

static void
append_number (GByteArray *file, gsize value, int n_bytes)
{
  for (int i = n_bytes - 1; i >= 0; i--)
    g_byte_array_append (file, &(guint8){ (guint8) (value >> 8 * i) }, 1);
}

static void
append_zeros (GByteArray *file, gsize n)
{
  g_autofree guint8 *zeros = g_malloc0 (n + 1);

  g_byte_array_append (file, zeros, (guint) n);
}

/// Appends the header of a scan of one component; `first` and `last` are its frequencies.
static void
append_scan_head (GByteArray *file, guint8 first, guint8 last)
{
  const guint8 head[] = { 0xff, 0xda, 0, 8, 1, 1, 0, first, last, 0 };

  g_byte_array_append (file, head, sizeof head);
}

/// Appends a table of one symbol, whose code is one bit, 0.
static void
append_table (GByteArray *file, guint8 class_and_number, guint8 symbol)
{
  const guint8 table[] = {
    0xff, 0xc4, 0, 20, class_and_number, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, symbol
  };

  g_byte_array_append (file, table, sizeof table);
}

/// Creates a progressive grey square: one scan of the means, then `n_empty` scans that add nothing,
/// each preceded by the `n_between` bytes of `between`.
static GBytes *
new_jpeg (guint side, guint n_empty, const void *between, gsize n_between)
{
  GByteArray *file = g_byte_array_new ();
  const gsize n_blocks = (gsize) ((side + 7) / 8) * ((side + 7) / 8);
  const guint8 begin[] = { 0xff, 0xd8, 0xff, 0xdb, 0, 67, 0 };
  const guint8 frame[] = { 0xff, 0xc2, 0, 11, 8 };
  const guint8 component[] = { 1, 1, 0x11, 0 };

  g_byte_array_append (file, begin, sizeof begin);
  for (int i = 0; i < 64; i++)
    append_number (file, 1, 1);
  g_byte_array_append (file, frame, sizeof frame);
  append_number (file, side, 2);
  append_number (file, side, 2);
  g_byte_array_append (file, component, sizeof component);
  append_table (file, 0x00, 0);
  // Blocks end in runs of 2^14 plus the value of 14 bits.
  append_table (file, 0x10, 0xe0);
  append_scan_head (file, 0, 0);
  append_zeros (file, (n_blocks + 7) / 8);
  for (guint i = 0; i < n_empty; i++) {
    g_byte_array_append (file, between, (guint) n_between);
    append_scan_head (file, 1, 63);
    append_zeros (file, (15 * (n_blocks / 16384 + 1) + 7) / 8);
  }
  append_number (file, 0xffd9, 2);
  return g_byte_array_free_to_bytes (file);
}

static guint32
find_checksum (const guint8 *data, gsize size)
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
append_chunk (GByteArray *file, const char *type, const void *data, gsize size)
{
  const guint start = file->len + 4;

  append_number (file, size, 4);
  g_byte_array_append (file, (const guint8 *) type, 4);
  g_byte_array_append (file, data, (guint) size);
  append_number (file, find_checksum (file->data + start, file->len - start), 4);
}

static GByteArray *
new_deflated (gsize n_zeros)
{
  g_autoptr (GZlibCompressor) compressor = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB, 9);
  g_autofree guint8 *zeros = g_malloc0 (n_zeros + 1);
  GByteArray *out = g_byte_array_new ();
  gsize done = 0;
  GConverterResult result = G_CONVERTER_CONVERTED;

  while (result != G_CONVERTER_FINISHED) {
    guint8 block[4096];
    gsize n_read, n_written;

    result =
      g_converter_convert (G_CONVERTER (compressor), zeros + done, n_zeros - done, block,
                           sizeof block, G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL);
    g_assert_cmpint (result, !=, G_CONVERTER_ERROR);
    done += n_read;
    g_byte_array_append (out, block, (guint) n_written);
  }
  return out;
}

/// Creates a black square of 8 bits, with `n_texts` texts of `n_zeros` zeros each before its
/// pixels.
static GBytes *
new_png (guint side, guint n_texts, gsize n_zeros)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GByteArray) header = g_byte_array_new ();
  g_autoptr (GByteArray) pixels = new_deflated ((gsize) side * (side + 1));
  g_autoptr (GByteArray) text = g_byte_array_new ();
  g_autoptr (GByteArray) zeros = new_deflated (n_zeros);
  const guint8 kind[] = { 8, 0, 0, 0, 0 };

  g_byte_array_append (file, (const guint8 *) "\x89PNG\r\n\x1a\n", 8);
  append_number (header, side, 4);
  append_number (header, side, 4);
  g_byte_array_append (header, kind, sizeof kind);
  append_chunk (file, "IHDR", header->data, header->len);
  g_byte_array_append (text, (const guint8 *) "Comment\0\0", 9);
  g_byte_array_append (text, zeros->data, zeros->len);
  for (guint i = 0; i < n_texts; i++)
    append_chunk (file, "zTXt", text->data, text->len);
  append_chunk (file, "IDAT", pixels->data, pixels->len);
  append_chunk (file, "IEND", NULL, 0);
  return g_byte_array_free_to_bytes (file);
}

// ---- decoding -------------------------------------------------------------------------------

static cairo_surface_t *
decode (GBytes *file, GError **error)
{
  const LwDeadline deadline = lw_background_deadline (NULL);

  return lw_background_decode (file, &deadline, error);
}

static void
assert_shown (GBytes *file, int side)
{
  g_autoptr (GError) error = NULL;
  cairo_surface_t *image = decode (file, &error);

  g_assert_no_error (error);
  g_assert_cmpint (cairo_image_surface_get_width (image), ==, side);
  g_assert_cmpint (cairo_image_surface_get_height (image), ==, side);
  cairo_surface_destroy (image);
}

static void
assert_refused (GBytes *file, const LwDeadline *deadline, const char *word)
{
  const LwDeadline usual = lw_background_deadline (NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (lw_background_decode (file, deadline != NULL ? deadline : &usual, &error));
  g_test_message ("%s", error->message);
  g_assert_true (g_str_has_suffix (error->message, "."));
  g_assert_null (strchr (error->message, '\n'));
  g_assert_nonnull (strstr (error->message, word));
}

/// Files with a usual number of scans are decoded, whether of one block or of many.
static void
test_scans (void)
{
  static const guint sides[] = { 1, 64, 600, 5000 };
  static const guint counts[] = { 0, 1, 9, 40 };

  for (gsize i = 0; i < G_N_ELEMENTS (sides); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (counts) - (sides[i] > 1000 ? 2 : 0); k++) {
      g_autoptr (GBytes) file = new_jpeg (sides[i], counts[k], NULL, 0);

      assert_shown (file, MIN ((int) sides[i], 4096));
    }
}

/// Scans that cost time but no bytes are counted, however small the image, and regardless of the
/// content between them: a comment, marks without a length, padding.
static void
test_many_scans (void)
{
  static const struct
  {
    const char *bytes;
    gsize n;
  } between[] = {
    { "", 0 },
    { "\xff\xfe\0\4ab", 6 },
    { "\xff\x01", 2 },
    { "\xff\xff\xff", 3 },
    { "\xff\xfe\0\4\xff\xda", 6 },
  };
  static const guint counts[] = { 200, 2000 };

  for (gsize i = 0; i < G_N_ELEMENTS (between); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (counts); k++) {
      g_autoptr (GBytes) file = new_jpeg (40, counts[k], between[i].bytes, between[i].n);

      assert_refused (file, NULL, "takes far longer");
    }
}

/// Data that only looks like scans, in a comment or after the end, is not counted.
static void
test_no_scans (void)
{
  g_autoptr (GByteArray) more = g_byte_array_new ();
  g_autoptr (GBytes) plain = new_jpeg (40, 3, NULL, 0);
  g_autoptr (GBytes) followed = NULL;
  g_autoptr (GBytes) commented = NULL;

  g_byte_array_append (more, (const guint8 *) "\xff\xfe\x20\x02", 4);
  for (int i = 0; i < 0x1000; i++)
    append_number (more, 0xffda, 2);
  commented = new_jpeg (40, 3, more->data, more->len);
  g_byte_array_prepend (more, g_bytes_get_data (plain, NULL), (guint) g_bytes_get_size (plain));
  followed = g_bytes_new (more->data, more->len);
  assert_shown (plain, 40);
  assert_shown (commented, 40);
  assert_shown (followed, 40);
}

/// The limit on processor time stops images that cost too much of it, and so does cancelling; the
/// same files are shown if there is enough time.
static void
test_deadline (void)
{
  g_autoptr (GBytes) bomb = new_png (16, 300, 7 << 20);
  g_autoptr (GBytes) jpeg = new_jpeg (64, 9, NULL, 0);
  g_autoptr (GBytes) png = new_png (16, 3, 1 << 20);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const LwDeadline over = { .end_usec = 1 };
  const LwDeadline cancelled = { .cancellable = cancellable };
  const LwDeadline none = { 0 };
  GBytes *const files[] = { bomb, jpeg, png };
  const gint64 start = lw_thread_time ();
  const LwDeadline soon = { .end_usec = start + 50000 };
  g_autoptr (GError) error = NULL;
  cairo_surface_t *image;

  // Each of its texts takes several ms; only a few of them are read.
  assert_refused (bomb, &soon, "takes far longer");
  g_cancellable_cancel (cancellable);
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    assert_refused (files[i], &over, "takes far longer");
    assert_refused (files[i], &cancelled, "cancelled");
    g_assert_null (lw_background_decode (files[i], &cancelled, &error));
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    g_clear_error (&error);
  }
  assert_shown (jpeg, 64);
  assert_shown (png, 16);
  image = lw_background_decode (png, &none, &error);
  g_assert_no_error (error);
  cairo_surface_destroy (image);
}

/// A file truncated anywhere is not complete; blocks may end anywhere.
static void
test_cut (void)
{
  g_autoptr (GBytes) jpeg = new_jpeg (600, 5, NULL, 0);
  g_autoptr (GBytes) png = new_png (300, 1, 1000);
  GBytes *const files[] = { jpeg, png };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++) {
    const gsize size = g_bytes_get_size (files[i]);

    for (gsize length = 8; length < size; length += MAX (size / 97, 1)) {
      g_autoptr (GBytes) part = g_bytes_new_from_bytes (files[i], 0, length);

      assert_refused (part, NULL, "damaged or not complete");
    }
  }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/background/scans", test_scans);
  g_test_add_func ("/background/many-scans", test_many_scans);
  g_test_add_func ("/background/no-scans", test_no_scans);
  g_test_add_func ("/background/deadline", test_deadline);
  g_test_add_func ("/background/cut", test_cut);
  return g_test_run ();
}
