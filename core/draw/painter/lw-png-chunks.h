// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writes the chunks of PNG files, and pictures as such files.

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

#define LW_PNG_SIGNATURE "\211PNG\r\n\032\n"
/// Bytes of the signature and of the first chunk, IHDR.
#define LW_PNG_HEADER_SIZE (8 + 25)

/// Appends a number, highest byte first.
void lw_png_append_number (GByteArray *bytes, guint32 value);
/// Appends a chunk: length, type, data, checksum.
void lw_png_append_chunk (GByteArray *bytes, const char type[5], const GByteArray *data);
/// Appends an iTXt chunk: `text` is UTF-8.
void lw_png_append_text (GByteArray *bytes, const char *keyword, const char *text);
/// Appends a picture as a complete file.
cairo_status_t lw_png_append_picture (GByteArray *bytes, cairo_surface_t *image);

G_END_DECLS
