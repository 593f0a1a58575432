// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SVG for lasers: y points down, so everything is mirrored about the middle of the height.

#include <math.h>

#include "lw-cut-files.h"
#include "lw-number.h"

#define MM 1e3
/// Middle of letters over the base line, in parts of their size.
#define HALF_LETTER 0.35

static void
append_number (GString *text, double value)
{
  char number[LW_NUMBER_SIZE];

  g_string_append (text, lw_number_format (value + 0.0, number));
}

static void
append_point (GString *text, const char *before, double x, double y)
{
  g_string_append (text, before);
  append_number (text, x);
  g_string_append_c (text, ' ');
  append_number (text, y);
}

/// Appends an attribute ` name="value"`.
static void
append_attribute (GString *text, const char *name, double value)
{
  g_string_append_printf (text, " %s=\"", name);
  append_number (text, value);
  g_string_append_c (text, '"');
}

/// Appends a text as the content of an element; characters that XML cannot have become spaces.
static void
append_content (GString *text, const char *content)
{
  g_autofree char *plain = g_strdup (content);
  g_autofree char *escaped = NULL;

  for (char *c = plain; *c != '\0'; c++)
    if ((guchar) *c < 0x20)
      *c = ' ';
  escaped = g_markup_escape_text (plain, -1);
  g_string_append (text, escaped);
}

static void
append_outline (GString *text, const GArray *outline, double x, double height)
{
  for (guint i = 0; i < outline->len; i++) {
    const LwContourVertex *a = lw_contour_get (outline, i);
    const LwContourVertex *b = lw_contour_get (outline, (i + 1) % outline->len);
    const double bulge = a->bulge;

    if (i == 0)
      append_point (text, "M", (x + a->x) * MM, (height - a->y) * MM);
    if (bulge == 0) {
      // The last straight line is the one that closes the path.
      if (i + 1 < outline->len)
        append_point (text, "L", (x + b->x) * MM, (height - b->y) * MM);
      continue;
    }
    g_string_append_c (text, 'A');
    append_number (text, hypot (b->x - a->x, b->y - a->y) * (1 + bulge * bulge) / (4 * fabs (bulge))
                           * MM);
    g_string_append_c (text, ' ');
    append_number (text, hypot (b->x - a->x, b->y - a->y) * (1 + bulge * bulge) / (4 * fabs (bulge))
                           * MM);
    g_string_append_printf (text, " 0 %d %d", fabs (bulge) > 1, bulge < 0);
    append_point (text, " ", (x + b->x) * MM, (height - b->y) * MM);
  }
  g_string_append_c (text, 'Z');
}

static void
append_sheets (GString *text, const LwCutParts *parts, double height)
{
  g_string_append (text,
                   "<g id=\"SHEET\" fill=\"none\" stroke=\"#808080\" stroke-width=\"0.1\">\n");
  for (guint i = 0; i < parts->sheets->len; i++) {
    const LwCutSheet *sheet = &g_array_index (parts->sheets, LwCutSheet, i);

    g_string_append (text, "<rect");
    append_attribute (text, "x", lw_cut_parts_get_sheet_x (parts, i) * MM);
    append_attribute (text, "y", (height - sheet->height) * MM);
    append_attribute (text, "width", sheet->width * MM);
    append_attribute (text, "height", sheet->height * MM);
    g_string_append (text, "/>\n");
  }
  g_string_append (text, "</g>\n");
}

static void
append_label (GString *text, const LwCutPart *part, double x, double height)
{
  // Not every reader centres letters vertically by itself.
  g_string_append (text, "<text text-anchor=\"middle\"");
  append_attribute (text, "y", HALF_LETTER * part->label_height * MM);
  append_attribute (text, "font-size", part->label_height * MM);
  g_string_append (text, " transform=\"translate(");
  append_number (text, (x + part->label[0]) * MM);
  g_string_append_c (text, ' ');
  append_number (text, (height - part->label[1]) * MM);
  g_string_append (text, ") rotate(");
  append_number (text, -part->label_angle * 180 / G_PI);
  g_string_append (text, ")\">");
  append_content (text, part->name);
  g_string_append (text, "</text>\n");
}

static void
append_labels (GString *text, const LwCutParts *parts, double height)
{
  g_string_append (text, "<g id=\"ENGRAVE\" fill=\"#0000FF\" font-family=\"sans-serif\">\n");
  for (guint i = 0; parts->options.labels && i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);

    append_label (text, part, lw_cut_parts_get_sheet_x (parts, part->sheet), height);
  }
  g_string_append (text, "</g>\n");
}

static void
append_cuts (GString *text, const LwCutParts *parts, double height)
{
  g_string_append (text, "<g id=\"CUT\" fill=\"none\" stroke=\"#FF0000\" stroke-width=\"0.1\">\n");
  for (guint i = 0; i < parts->parts->len; i++) {
    const LwCutPart *part = lw_cut_parts_get (parts, i);
    const double x = lw_cut_parts_get_sheet_x (parts, part->sheet);

    // Holes first: the part may move once its outline is cut.
    for (guint k = part->cuts->len; k-- > 0;) {
      g_string_append (text, "<path d=\"");
      append_outline (text, part->cuts->pdata[k], x, height);
      g_string_append (text, "\"/>\n");
    }
  }
  g_string_append (text, "</g>\n");
}

GBytes *
lw_cut_svg_write (const LwCutParts *parts)
{
  GString *text = g_string_new ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"");
  double width, height;

  lw_cut_parts_get_size (parts, &width, &height);
  append_number (text, width * MM);
  g_string_append (text, "mm\" height=\"");
  append_number (text, height * MM);
  g_string_append (text, "mm\" viewBox=\"0 0 ");
  append_number (text, width * MM);
  g_string_append_c (text, ' ');
  append_number (text, height * MM);
  g_string_append (text, "\">\n<title>");
  append_content (text, parts->title);
  g_string_append (text, "</title>\n<desc>");
  append_content (text, parts->provenance != NULL ? parts->provenance : "Linkwright");
  g_string_append (text, "</desc>\n");
  append_sheets (text, parts, height);
  append_labels (text, parts, height);
  append_cuts (text, parts, height);
  g_string_append (text, "</svg>\n");
  return g_string_free_to_bytes (text);
}
