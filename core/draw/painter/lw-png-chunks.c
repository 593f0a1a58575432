// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-png-chunks.h"

#include <string.h>
#include <zlib.h>

void
lw_png_append_number (GByteArray *bytes, guint32 value)
{
  const guint32 swapped = GUINT32_TO_BE (value);

  g_byte_array_append (bytes, (const guint8 *) &swapped, 4);
}

void
lw_png_append_chunk (GByteArray *bytes, const char type[5], const GByteArray *data)
{
  uLong sum;

  lw_png_append_number (bytes, data->len);
  g_byte_array_append (bytes, (const guint8 *) type, 4);
  sum = crc32 (0, (const Bytef *) type, 4);
  // crc32 () without data would return the initial value.
  if (data->len > 0) {
    g_byte_array_append (bytes, data->data, data->len);
    sum = crc32 (sum, data->data, data->len);
  }
  lw_png_append_number (bytes, (guint32) sum);
}

void
lw_png_append_text (GByteArray *bytes, const char *keyword, const char *text)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();

  // Keyword, uncompressed, no language, no translation.
  g_byte_array_append (data, (const guint8 *) keyword, (guint) strlen (keyword) + 1);
  g_byte_array_append (data, (const guint8 *) "\0\0\0", 4);
  g_byte_array_append (data, (const guint8 *) text, (guint) strlen (text));
  lw_png_append_chunk (bytes, "iTXt", data);
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_status_t
lw_png_append_picture (GByteArray *bytes, cairo_surface_t *image)
{
  return cairo_surface_write_to_png_stream (image, append_cb, bytes);
}
