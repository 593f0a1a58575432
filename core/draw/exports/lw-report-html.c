// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A report as HTML. The file is also well-formed XML. Pictures are SVG in data URIs, so that their
// identifiers do not collide.

#include "lw-report-blocks.h"

#include <glib/gi18n.h>
#include <string.h>

static const char style[] =
  "body{font:15px/1.5 Cantarell,Inter,sans-serif;color:#2e3436;max-width:52rem;margin:2rem auto;"
  "padding:0 1rem}h1{font-size:1.7rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem;"
  "border-bottom:1px solid #dedede}table{border-collapse:collapse;width:100%}th,td{text-align:left;"
  "padding:.2rem .8rem .2rem 0;border-bottom:1px solid #ebebeb;vertical-align:top}th{font-weight:"
  "600;color:#5c6164}td.n{text-align:right;font-variant-numeric:tabular-nums}img{width:100%;"
  "break-inside:avoid}footer{margin-top:2rem;color:#5c6164;font-size:.85rem;overflow-wrap:anywhere}";

static void
append_text (GString *html, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (html, escaped);
}

static void
append_element (GString *html, const char *name, const char *text)
{
  g_string_append_printf (html, "<%s>", name);
  append_text (html, text);
  g_string_append_printf (html, "</%s>\n", name);
}

static gboolean
append_title (GString *html, const LwBlock *block, GError **error)
{
  append_element (html, "h1", block->text);
  return TRUE;
}

static gboolean
append_heading (GString *html, const LwBlock *block, GError **error)
{
  append_element (html, "h2", block->text);
  return TRUE;
}

static gboolean
append_paragraph (GString *html, const LwBlock *block, GError **error)
{
  append_element (html, "p", block->text);
  return TRUE;
}

static gboolean
append_foot (GString *html, const LwBlock *block, GError **error)
{
  g_string_append (html, "<footer>\n");
  append_element (html, "p", block->text);
  g_string_append (html, "</footer>\n");
  return TRUE;
}

static gboolean
append_table (GString *html, const LwBlock *block, GError **error)
{
  g_string_append (html, "<table>\n<tr>");
  for (char **head = block->heads; *head != NULL; head++) {
    g_string_append (html, "<th>");
    append_text (html, *head);
    g_string_append (html, "</th>");
  }
  g_string_append (html, "</tr>\n");
  for (guint i = 0; i < block->rows->len; i++) {
    const GArray *row = block->rows->pdata[i];

    g_string_append (html, "<tr>");
    for (guint k = 0; k < row->len; k++) {
      const LwBlockCell *cell = &g_array_index (row, LwBlockCell, k);

      g_string_append (html, cell->is_number ? "<td class=\"n\">" : "<td>");
      append_text (html, cell->text);
      g_string_append (html, "</td>");
    }
    g_string_append (html, "</tr>\n");
  }
  g_string_append (html, "</table>\n");
  return TRUE;
}

static gboolean
append_picture (GString *html, const LwBlock *block, GError **error)
{
  LwExport export = lw_export_default (LW_EXPORT_SVG);
  g_autoptr (GBytes) svg = NULL;
  g_autofree char *encoded = NULL;
  const guchar *data;
  gsize size;

  export.width_mm = block->width_mm;
  export.height_mm = block->height_mm;
  export.title = block->title;
  export.provenance = block->provenance;
  svg = lw_export_to_bytes (&export, block->draw, block->data, error);
  if (svg == NULL)
    return FALSE;
  data = g_bytes_get_data (svg, &size);
  encoded = g_base64_encode (data, size);
  g_string_append (html, "<p><img alt=\"");
  append_text (html, block->text);
  g_string_append_printf (html, "\" src=\"data:image/svg+xml;base64,%s\"/></p>\n", encoded);
  return TRUE;
}

static gboolean (*const append[LW_BLOCKS]) (GString *html, const LwBlock *block, GError **error) = {
  [LW_BLOCK_TITLE] = append_title,    [LW_BLOCK_HEADING] = append_heading,
  [LW_BLOCK_TEXT] = append_paragraph, [LW_BLOCK_FOOT] = append_foot,
  [LW_BLOCK_TABLE] = append_table,    [LW_BLOCK_PICTURE] = append_picture,
};

/// Returns the language of the texts, "en" or that of the translation in use, which its header names.
static char *
dup_language (void)
{
  g_auto (GStrv) lines = g_strsplit (g_dgettext (NULL, ""), "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "Language: "))
      return g_strdelimit (g_strdup (lines[i] + strlen ("Language: ")), "_", '-');
  return g_strdup ("en");
}

GBytes *
lw_report_write (const LwSheetSource *source, const LwReportOptions *options, GError **error)
{
  const LwProgress pictures = lw_progress_step (&source->progress, LW_REPORT_BLOCKS_PART, 1);
  g_autoptr (GPtrArray) blocks = lw_report_blocks_new (source, options, false, error);
  g_autofree char *language = NULL;
  g_autoptr (GString) html = NULL;

  if (blocks == NULL)
    return NULL;
  language = dup_language ();
  html = g_string_new ("<!DOCTYPE html>\n");
  g_string_append_printf (html, "<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\"/>\n",
                          language);
  append_element (html, "title", ((const LwBlock *) blocks->pdata[0])->text);
  g_string_append_printf (html, "<style>%s</style>\n</head>\n<body>\n", style);
  for (guint i = 0; i < blocks->len; i++) {
    const LwBlock *block = blocks->pdata[i];

    if (!append[block->kind](html, block, error)
        || !lw_progress_continue (&pictures, (i + 1.0) / blocks->len, error))
      return NULL;
  }
  g_string_append (html, "</body>\n</html>\n");
  return g_string_free_to_bytes (g_steal_pointer (&html));
}
