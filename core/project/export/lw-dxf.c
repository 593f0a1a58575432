// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A DXF file is a list of pairs: a group code and a value, one to a line.

#include <math.h>

#include "lw-cut-files.h"
#include "lw-number.h"

#define MM 1e3

static void
put (GString *text, int code, const char *value)
{
  g_string_append_printf (text, "%d\r\n%s\r\n", code, value);
}

static void
put_integer (GString *text, int code, int value)
{
  g_string_append_printf (text, "%d\r\n%d\r\n", code, value);
}

static void
put_number (GString *text, int code, double value)
{
  char number[LW_NUMBER_SIZE];

  // Adding 0 turns a negative zero into a positive one.
  put (text, code, lw_number_format (value + 0.0, number));
}

static void
put_point (GString *text, int code, double x, double y)
{
  put_number (text, code, x * MM);
  put_number (text, code + 10, y * MM);
}

/// Writes a text: letters outside of ASCII as \U+XXXX, control characters as spaces.
static void
put_text (GString *text, int code, const char *value)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *c = value; *c != '\0'; c = g_utf8_next_char (c)) {
    const gunichar letter = g_utf8_get_char (c);

    if (letter < 0x20 || letter == 0x7f)
      g_string_append_c (plain, ' ');
    else if (letter < 0x80)
      g_string_append_c (plain, (char) letter);
    else if (letter <= 0xffff)
      g_string_append_printf (plain, "\\U+%04X", letter);
    else
      g_string_append_c (plain, '?');
  }
  put (text, code, plain->str);
}

// ---- head -----------------------------------------------------------------------------------

static void
put_header (GString *text, const LwCutParts *parts)
{
  double width, height;

  lw_cut_parts_get_size (parts, &width, &height);
  if (parts->provenance != NULL)
    put_text (text, 999, parts->provenance);
  put (text, 0, "SECTION");
  put (text, 2, "HEADER");
  put (text, 9, "$ACADVER");
  put (text, 1, "AC1009");
  // Millimetres. Programs that read R12 only ignore it and take them anyway.
  put (text, 9, "$INSUNITS");
  put_integer (text, 70, 4);
  put (text, 9, "$MEASUREMENT");
  put_integer (text, 70, 1);
  put (text, 9, "$EXTMIN");
  put_point (text, 10, 0, 0);
  put_number (text, 30, 0);
  put (text, 9, "$EXTMAX");
  put_point (text, 10, width, height);
  put_number (text, 30, 0);
  put (text, 0, "ENDSEC");
}

static void
put_layer (GString *text, const char *name, int colour)
{
  put (text, 0, "LAYER");
  put (text, 2, name);
  put_integer (text, 70, 0);
  put_integer (text, 62, colour);
  put (text, 6, "CONTINUOUS");
}

static void
put_tables (GString *text)
{
  put (text, 0, "SECTION");
  put (text, 2, "TABLES");
  put (text, 0, "TABLE");
  put (text, 2, "LTYPE");
  put_integer (text, 70, 1);
  put (text, 0, "LTYPE");
  put (text, 2, "CONTINUOUS");
  put_integer (text, 70, 0);
  put (text, 3, "Solid line");
  put_integer (text, 72, 65);
  put_integer (text, 73, 0);
  put_number (text, 40, 0);
  put (text, 0, "ENDTAB");
  put (text, 0, "TABLE");
  put (text, 2, "LAYER");
  put_integer (text, 70, 4);
  put_layer (text, "0", 7);
  put_layer (text, "CUT", 1);
  put_layer (text, "ENGRAVE", 5);
  put_layer (text, "SHEET", 8);
  put (text, 0, "ENDTAB");
  put (text, 0, "TABLE");
  put (text, 2, "STYLE");
  put_integer (text, 70, 1);
  put (text, 0, "STYLE");
  put (text, 2, "STANDARD");
  put_integer (text, 70, 0);
  put_number (text, 40, 0);
  put_number (text, 41, 1);
  put_number (text, 50, 0);
  put_integer (text, 71, 0);
  put_number (text, 42, 2.5);
  put (text, 3, "txt");
  put (text, 4, "");
  put (text, 0, "ENDTAB");
  put (text, 0, "ENDSEC");
}

// ---- entities -------------------------------------------------------------------------------

static void
put_polyline (GString *text, const GArray *outline, const char *layer, double x)
{
  put (text, 0, "POLYLINE");
  put (text, 8, layer);
  put_integer (text, 66, 1);
  put_point (text, 10, 0, 0);
  put_number (text, 30, 0);
  put_integer (text, 70, 1);
  for (guint i = 0; i < outline->len; i++) {
    const LwContourVertex *vertex = lw_contour_get (outline, i);

    put (text, 0, "VERTEX");
    put (text, 8, layer);
    put_point (text, 10, x + vertex->x, vertex->y);
    put_number (text, 30, 0);
    if (vertex->bulge != 0)
      put_number (text, 42, vertex->bulge);
  }
  put (text, 0, "SEQEND");
  put (text, 8, layer);
}

static void
put_outline (GString *text, const GArray *outline, double x)
{
  double centre[2], radius;

  if (!lw_contour_is_circle (outline, centre, &radius)) {
    put_polyline (text, outline, "CUT", x);
    return;
  }
  put (text, 0, "CIRCLE");
  put (text, 8, "CUT");
  put_point (text, 10, x + centre[0], centre[1]);
  put_number (text, 30, 0);
  put_number (text, 40, radius * MM);
}

static void
put_label (GString *text, const LwCutPart *part, double x)
{
  put (text, 0, "TEXT");
  put (text, 8, "ENGRAVE");
  // With an alignment the second point counts; the first one is for simple readers.
  put_point (text, 10, x + part->label[0], part->label[1]);
  put_number (text, 30, 0);
  put_number (text, 40, part->label_height * MM);
  put_text (text, 1, part->name);
  put_number (text, 50, part->label_angle * 180 / G_PI);
  put (text, 7, "STANDARD");
  put_integer (text, 72, 1);
  put_point (text, 11, x + part->label[0], part->label[1]);
  put_number (text, 31, 0);
  put_integer (text, 73, 2);
}

static void
put_sheet (GString *text, const LwCutSheet *sheet, double x)
{
  const double corners[] = {
    0, 0, 0, sheet->width, 0, 0, sheet->width, sheet->height, 0, 0, sheet->height, 0
  };
  g_autoptr (GArray) outline = lw_contour_new_polygon (corners, 4, 1);

  put_polyline (text, outline, "SHEET", x);
}

GBytes *
lw_dxf_write (const LwCutParts *parts)
{
  GString *text = g_string_new (NULL);

  put_header (text, parts);
  put_tables (text);
  put (text, 0, "SECTION");
  put (text, 2, "ENTITIES");
  for (guint i = 0; i < parts->sheets->len; i++)
    put_sheet (text, &g_array_index (parts->sheets, LwCutSheet, i),
               lw_cut_parts_get_sheet_x (parts, i));
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);
    const double x = lw_cut_parts_get_sheet_x (parts, part->sheet);

    if (parts->options.labels)
      put_label (text, part, x);
    // Holes first: the part may move once its outline is cut.
    for (guint k = part->cuts->len; k-- > 0;)
      put_outline (text, part->cuts->pdata[k], x);
  }
  put (text, 0, "ENDSEC");
  put (text, 0, "EOF");
  return g_string_free_to_bytes (text);
}
