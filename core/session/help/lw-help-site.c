// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-site.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lw-export.h"
#include "lw-formula-layout.h"
#include "lw-palette.h"
#include "lw-preview-drawing.h"

#define FORMULA_SIZE 17.0 ///< px
#define FORMULA_WIDTH 620.0
#define PICTURE_WIDTH 480 ///< px
#define PICTURE_HEIGHT 270

typedef struct
{
  const LwHelpBook *book;
  const LwHelpPage *page;
  GString *html;
} Writer;

static const char style[] =
  "body{font:16px/1.55 sans-serif;margin:0;color:#1d1d20;background:#fff;display:flex}"
  "nav{width:17em;flex:none;height:100vh;overflow:auto;position:sticky;top:0;padding:1em;"
  "box-sizing:border-box;border-right:1px solid #ddd;font-size:14px}"
  "nav h2{font-size:14px;margin:1.2em 0 .3em}nav a{display:block;padding:.15em 0}"
  "nav input{width:100%;box-sizing:border-box;font:inherit;padding:.4em}"
  "main{max-width:46em;padding:1em 2.5em 4em;min-width:0;overflow-x:auto}"
  "a{color:#1a5fb4;text-decoration:none}a:hover{text-decoration:underline}"
  "h1{font-size:27px;margin:.3em 0 .6em}h2{font-size:20px;margin:1.5em 0 .4em}h3{font-size:17px}"
  "code{font:14px/1.4 monospace;background:#f2f2f4;padding:.1em .3em;border-radius:3px}"
  "pre{background:#f2f2f4;padding:.8em 1em;border-radius:6px;overflow:auto}pre code{padding:0}"
  "table{border-collapse:collapse;margin:.8em 0}td,th{border-bottom:1px solid #ddd;"
  "padding:.35em .8em .35em 0;text-align:left;vertical-align:top}"
  "footer{margin-top:3em;color:#666;font-size:13px}"
  "@media(prefers-color-scheme:dark){body{background:#1e1e20;color:#eee}a{color:#78aeed}"
  "code,pre{background:#2c2c30}nav,td,th{border-color:#444}img{filter:invert(1)}}"
  "@media(max-width:50em){body{display:block}nav{width:auto;height:auto;position:static}"
  "nav .all{display:none}main{padding:1em}}";

/// Shows the pages that contain all words, those with the words in the title first.
static const char script[] =
  "const box=document.querySelector('nav input'),all=document.querySelector('.all'),"
  "found=document.querySelector('.found');box.addEventListener('input',()=>{"
  "const words=box.value.toLowerCase().split(' ').filter(w=>w);found.textContent='';"
  "all.hidden=words.length>0;if(!words.length)return;"
  "pages.map(p=>[words.reduce((s,w)=>s<0?s:p[1].toLowerCase().includes(w)?s+9:"
  "p[2].includes(w)?s+1:-1,0),p]).filter(r=>r[0]>0).sort((a,b)=>b[0]-a[0]).slice(0,40)"
  ".forEach(r=>{const a=document.createElement('a');a.href=r[1][0]+'.html';"
  "a.textContent=r[1][1];found.append(a)})});";

static void
put_escaped (GString *html, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (html, escaped);
}

// ---- spans ----------------------------------------------------------------------------------

/// Appends the address of a link; nothing if it leads to no page.
static bool
put_address (Writer *self, const char *link)
{
  g_autofree char *anchor = NULL;
  gboolean outside;
  const LwHelpPage *target = lw_help_book_follow (self->book, self->page, link, &anchor, &outside);

  if (target == NULL && !outside)
    return false;
  g_string_append (self->html, "<a href=\"");
  if (outside)
    put_escaped (self->html, link);
  else
    g_string_append_printf (self->html, "%s.html", target->id);
  if (anchor != NULL) {
    g_string_append_c (self->html, '#');
    put_escaped (self->html, anchor);
  }
  g_string_append (self->html, "\">");
  return true;
}

static void
put_spans (Writer *self, const char *text)
{
  static const struct
  {
    unsigned style;
    const char *tag;
  } tags[] = { { LW_HELP_BOLD, "b" }, { LW_HELP_ITALIC, "i" }, { LW_HELP_MONO, "code" } };
  g_autoptr (GPtrArray) spans = lw_help_spans (text);

  for (guint i = 0; i < spans->len; i++) {
    const LwHelpSpan *span = spans->pdata[i];
    const bool linked = span->link != NULL && put_address (self, span->link);

    for (guint k = 0; k < G_N_ELEMENTS (tags); k++)
      if (span->style & tags[k].style)
        g_string_append_printf (self->html, "<%s>", tags[k].tag);
    put_escaped (self->html, span->text);
    for (guint k = G_N_ELEMENTS (tags); k-- > 0;)
      if (span->style & tags[k].style)
        g_string_append_printf (self->html, "</%s>", tags[k].tag);
    if (linked)
      g_string_append (self->html, "</a>");
  }
}

// ---- blocks ---------------------------------------------------------------------------------

static void
put_formula (Writer *self, const char *formula)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  g_autoptr (LwFormulaLayout) layout = NULL;
  g_autoptr (GString) svg = NULL;
  g_autofree char *plain = lw_formula_dup_plain (formula);
  g_autofree char *data = NULL;
  LwPalette palette;
  LwPainter *painter;
  double width, height;

  lw_fonts_set_exact (fonts, true);
  lw_palette_init (&palette, false, false);
  layout = lw_formula_layout_new (formula, fonts, FORMULA_SIZE, FORMULA_WIDTH);
  width = ceil (lw_formula_layout_get_width (layout)) + 2;
  height = ceil (lw_formula_layout_get_height (layout)) + 2;
  painter = lw_painter_new_svg (width, height, 25.4 / 96, plain, NULL, fonts);
  lw_formula_layout_draw (layout, painter, 1, 1, palette.text);
  svg = lw_painter_svg_finish (painter);
  lw_painter_free (painter);
  data = g_base64_encode ((const guchar *) svg->str, svg->len);
  g_string_append_printf (self->html, "<p><img width=\"%.0f\" height=\"%.0f\" alt=\"", width,
                          height);
  put_escaped (self->html, plain);
  g_string_append_printf (self->html, "\" src=\"data:image/svg+xml;base64,%s\"></p>\n", data);
}

/// Puts a picture of the start of a mechanism; nothing if it cannot be read.
static void
put_picture (Writer *self, const LwHelpBlock *block)
{
  g_autoptr (GFile) file = g_file_new_for_uri (block->mechanism);
  g_autoptr (LwPreview) preview = lw_preview_new_of_start (file, NULL);
  g_autoptr (LwPreviewDrawing) drawing = NULL;
  g_autoptr (LwFonts) fonts = lw_fonts_new (NULL);
  g_autoptr (GString) svg = NULL;
  g_autofree char *data = NULL;
  LwPalette palette;
  LwPainter *painter;

  if (preview == NULL)
    return;
  lw_fonts_set_exact (fonts, true);
  lw_palette_init (&palette, false, false);
  drawing = lw_preview_drawing_new (preview);
  painter = lw_painter_new_svg (PICTURE_WIDTH, PICTURE_HEIGHT, 25.4 / 96, block->text, NULL, fonts);
  lw_preview_drawing_draw (drawing, painter, &palette, PICTURE_WIDTH, PICTURE_HEIGHT);
  svg = lw_painter_svg_finish (painter);
  lw_painter_free (painter);
  data = g_base64_encode ((const guchar *) svg->str, svg->len);
  g_string_append_printf (self->html, "<p><img width=\"%d\" height=\"%d\" alt=\"", PICTURE_WIDTH,
                          PICTURE_HEIGHT);
  put_escaped (self->html, block->text);
  g_string_append_printf (self->html, "\" src=\"data:image/svg+xml;base64,%s\"></p>\n", data);
}

static void
put_row (Writer *self, char *const *row, const char *cell)
{
  g_autofree char *anchor = lw_help_dup_row_anchor (row);

  if (anchor != NULL) {
    g_string_append (self->html, "<tr id=\"");
    put_escaped (self->html, anchor);
    g_string_append (self->html, "\">");
  } else {
    g_string_append (self->html, "<tr>");
  }
  for (guint i = 0; row[i] != NULL; i++) {
    g_string_append_printf (self->html, "<%s>", cell);
    put_spans (self, row[i]);
    g_string_append_printf (self->html, "</%s>", cell);
  }
  g_string_append (self->html, "</tr>\n");
}

/// Appends rows of expressions, which are code, and their values.
static void
put_numbers (Writer *self, const LwHelpBlock *block)
{
  g_string_append (self->html, "<table>\n");
  for (guint i = 0; i < block->rows->len; i++) {
    char **row = block->rows->pdata[i];

    g_string_append (self->html, "<tr><td><code>");
    put_escaped (self->html, row[0]);
    g_string_append (self->html, "</code></td><td>");
    put_escaped (self->html, row[1]);
    g_string_append (self->html, "</td></tr>\n");
  }
  g_string_append (self->html, "</table>\n");
}

static void
put_table (Writer *self, const LwHelpBlock *block)
{
  g_string_append (self->html, "<table>\n");
  for (guint i = 0; i < block->rows->len; i++)
    put_row (self, block->rows->pdata[i], i == 0 ? "th" : "td");
  g_string_append (self->html, "</table>\n");
}

static void
put_code (Writer *self, const LwHelpBlock *block)
{
  g_string_append (self->html, "<pre><code>");
  put_escaped (self->html, block->text);
  g_string_append (self->html, "</code></pre>\n");
}

static void
put_heading (Writer *self, const LwHelpBlock *block)
{
  const int level = CLAMP (block->level, 2, 4);

  g_string_append_printf (self->html, "<h%d id=\"", level);
  put_escaped (self->html, block->anchor);
  g_string_append (self->html, "\">");
  put_spans (self, block->text);
  g_string_append_printf (self->html, "</h%d>\n", level);
}

static void
put_block (Writer *self, const LwHelpBlock *block)
{
  switch (block->kind) {
  case LW_HELP_HEADING:
    put_heading (self, block);
    break;
  case LW_HELP_PARAGRAPH:
    g_string_append (self->html, "<p>");
    put_spans (self, block->text);
    g_string_append (self->html, "</p>\n");
    break;
  case LW_HELP_ITEM:
    // A formula between the items ends the list; the numbers continue.
    if (block->number > 0)
      g_string_append_printf (self->html, "<li value=\"%u\">", block->number);
    else
      g_string_append (self->html, "<li>");
    put_spans (self, block->text);
    g_string_append (self->html, "</li>\n");
    break;
  case LW_HELP_CODE:
    put_code (self, block);
    break;
  case LW_HELP_FORMULA:
    put_formula (self, block->text);
    break;
  case LW_HELP_TABLE:
    put_table (self, block);
    break;
  case LW_HELP_NUMBERS:
    put_numbers (self, block);
    break;
  case LW_HELP_PICTURE:
    put_picture (self, block);
    break;
  }
}

static void
put_blocks (Writer *self, const char *text)
{
  g_autoptr (GPtrArray) blocks = lw_help_parse (text);
  const char *list = NULL;

  for (guint i = 0; i < blocks->len; i++) {
    const LwHelpBlock *block = blocks->pdata[i];
    const char *wanted = block->kind != LW_HELP_ITEM ? NULL : block->number > 0 ? "ol" : "ul";

    if (g_strcmp0 (list, wanted) != 0) {
      if (list != NULL)
        g_string_append_printf (self->html, "</%s>\n", list);
      if (wanted != NULL)
        g_string_append_printf (self->html, "<%s>\n", wanted);
      list = wanted;
    }
    put_block (self, block);
  }
  if (list != NULL)
    g_string_append_printf (self->html, "</%s>\n", list);
}

// ---- pages ----------------------------------------------------------------------------------

static void
put_contents (Writer *self)
{
  g_autofree char *text = lw_help_book_dup_contents (self->book);
  g_autoptr (GPtrArray) blocks = lw_help_parse (text);

  for (guint i = 0; i < blocks->len; i++) {
    const LwHelpBlock *block = blocks->pdata[i];

    if (block->kind == LW_HELP_HEADING)
      g_string_append (self->html, "<h2>");
    put_spans (self, block->text);
    if (block->kind == LW_HELP_HEADING)
      g_string_append (self->html, "</h2>\n");
  }
}

char *
lw_help_dup_html (const LwHelpBook *book, const LwHelpPage *page)
{
  Writer self = { .book = book, .page = page, .html = g_string_new (NULL) };

  g_string_append (self.html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta "
                              "charset=\"utf-8\">\n<meta name=\"viewport\" "
                              "content=\"width=device-width\">\n<title>");
  put_escaped (self.html, page->title);
  g_string_append_printf (self.html,
                          " – Linkwright</title>\n<style>%s</style>\n</head>\n<body>\n"
                          "<nav><input type=\"search\" placeholder=\"%s\" aria-label=\"%s\">"
                          "<div class=\"found\"></div><div class=\"all\">\n",
                          style, _ ("Search"), _ ("Search"));
  put_contents (&self);
  g_string_append (self.html, "</div></nav>\n<main>\n<h1>");
  put_escaped (self.html, page->title);
  g_string_append (self.html, "</h1>\n");
  put_blocks (&self, page->text);
  g_string_append_printf (self.html,
                          "<footer>Linkwright</footer>\n</main>\n<script src=\"pages.js\"></script>"
                          "\n<script>%s</script>\n</body>\n</html>\n",
                          script);
  return g_string_free (self.html, FALSE);
}

/// Appends a text as a string of JavaScript.
static void
put_string (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (; *text != '\0'; text++)
    if (*text == '"' || *text == '\\')
      g_string_append_printf (out, "\\%c", *text);
    else if (*text == '<')
      g_string_append (out, "\\x3c");
    else
      g_string_append_c (out, (guchar) *text < ' ' ? ' ' : *text);
  g_string_append_c (out, '"');
}

static GBytes *
new_search (const LwHelpBook *book)
{
  GString *out = g_string_new ("const pages=[\n");

  for (guint i = 0; i < lw_help_book_get_n (book); i++) {
    const LwHelpPage *page = lw_help_book_get (book, i);
    g_autofree char *folded = g_utf8_strdown (page->text, -1);

    g_string_append_c (out, '[');
    put_string (out, page->id);
    g_string_append_c (out, ',');
    put_string (out, page->title);
    g_string_append_c (out, ',');
    put_string (out, folded);
    g_string_append (out, "],\n");
  }
  g_string_append (out, "];\n");
  return g_string_free_to_bytes (out);
}

static gboolean
save (GFile *folder, const char *name, GBytes *bytes, GError **error)
{
  g_autoptr (GFile) file = g_file_get_child (folder, name);

  return lw_export_save (file, bytes, NULL, error);
}

gboolean
lw_help_write_site (LwHelpBook *book, GFile *folder, GError **error)
{
  const LwHelpPage *first = lw_help_book_get (book, 0);
  g_autoptr (GBytes) search = new_search (book);
  g_autoptr (GError) made = NULL;
  g_autofree char *start = NULL;
  g_autoptr (GBytes) index = NULL;

  if (!g_file_make_directory_with_parents (folder, NULL, &made)
      && !g_error_matches (made, G_IO_ERROR, G_IO_ERROR_EXISTS)) {
    g_propagate_error (error, g_steal_pointer (&made));
    return FALSE;
  }
  for (guint i = 0; i < lw_help_book_get_n (book); i++) {
    const LwHelpPage *page = lw_help_book_get (book, i);
    char *html = lw_help_dup_html (book, page);
    g_autoptr (GBytes) bytes = g_bytes_new_take (html, strlen (html));
    g_autofree char *name = g_strconcat (page->id, ".html", NULL);

    if (!save (folder, name, bytes, error))
      return FALSE;
  }
  start = lw_help_dup_html (book, first);
  index = g_bytes_new (start, strlen (start));
  return save (folder, "index.html", index, error) && save (folder, "pages.js", search, error);
}
