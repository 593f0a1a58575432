// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-help-pdf.h"

#include <cairo-pdf.h>
#include <glib/gi18n.h>
#include <math.h>
#include <pango/pangocairo.h>
#include <stdbool.h>
#include <string.h>

#include "lw-formula-layout.h"
#include "lw-mechanism.h"
#include "lw-palette.h"
#include "lw-preview-drawing.h"

// Points; 72 are an inch.
#define PAGE_WIDTH 595.28
#define PAGE_HEIGHT 841.89
#define MARGIN 56.7
#define WIDTH (PAGE_WIDTH - 2 * MARGIN)
#define BOTTOM (PAGE_HEIGHT - MARGIN)
#define TEXT_SIZE 10.0
#define TABLE_SIZE 8.8
#define CODE_SIZE 8.5
#define FORMULA_SIZE 11.5
#define SPACE 6.0
#define INDENT 14.0
#define COLUMN_GAP 10.0
// A picture, px, and points of a pixel.
#define PICTURE_WIDTH 480
#define PICTURE_HEIGHT 270
#define PICTURE_SCALE 0.6
/// Height that stays with a heading.
#define KEPT 60.0
#define FONT "Cantarell, Inter, sans"
#define LINK_COLOUR "#1a5fb4"

typedef struct
{
  const LwHelpBook *book;
  const LwHelpPage *page; ///< NULL on the contents
  cairo_surface_t *surface;
  cairo_t *cairo;
  LwFonts *fonts;
  LwPalette palette;
  GHashTable *places; ///< names of places that have been marked
  double y;           ///< place of the next part
  guint number;       ///< number of the sheet of paper
} Writer;

/// A link in the text of a layout.
typedef struct
{
  int start, end; ///< bytes
  char *target;   ///< attributes of the link in the file
} Link;

// ---- sheets ---------------------------------------------------------------------------------

static PangoLayout *
new_layout (Writer *self, const char *markup, double size, double width)
{
  PangoLayout *layout = pango_cairo_create_layout (self->cairo);
  PangoFontDescription *font = pango_font_description_from_string (FONT);

  pango_font_description_set_absolute_size (font, size * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  if (width > 0)
    pango_layout_set_width (layout, (int) (width * PANGO_SCALE));
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_line_spacing (layout, 1.15f);
  pango_layout_set_markup (layout, markup, -1);
  pango_font_description_free (font);
  return layout;
}

static void
end_sheet (Writer *self)
{
  g_autofree char *number = g_strdup_printf ("%u", self->number);
  PangoLayout *layout = new_layout (self, number, 8.5, 0);

  cairo_set_source_rgb (self->cairo, 0.4, 0.4, 0.4);
  cairo_move_to (self->cairo, PAGE_WIDTH - MARGIN, PAGE_HEIGHT - 0.6 * MARGIN);
  pango_cairo_show_layout (self->cairo, layout);
  g_object_unref (layout);
  cairo_show_page (self->cairo);
  self->number++;
  self->y = MARGIN;
}

/// Makes sure that a part of this height is on one sheet.
static void
make_room (Writer *self, double height)
{
  if (self->y + height > BOTTOM && self->y > MARGIN)
    end_sheet (self);
}

// ---- places and links -----------------------------------------------------------------------

/// Returns the name of a place as cairo reads it. Free with g_free ().
static char *
dup_place (const char *page, const char *anchor)
{
  g_autoptr (GString) name = g_string_new (page);

  if (anchor != NULL)
    g_string_append_printf (name, "#%s", anchor);
  g_string_replace (name, "\\", "\\\\", 0);
  g_string_replace (name, "'", "\\'", 0);
  return g_strdup (name->str);
}

/// Marks the current place as the target of links.
static void
mark (Writer *self, const char *anchor)
{
  char *name = dup_place (self->page->id, anchor);
  g_autofree char *attributes = g_strdup_printf ("name='%s' x=%.1f y=%.1f", name, MARGIN, self->y);

  // A second place of the same name would be an error in the file.
  if (!g_hash_table_add (self->places, name))
    return;
  cairo_tag_begin (self->cairo, CAIRO_TAG_DEST, attributes);
  cairo_tag_end (self->cairo, CAIRO_TAG_DEST);
}

/// Returns the attributes of a link; NULL if it leads nowhere. Free with g_free ().
static char *
dup_target (const Writer *self, const char *link)
{
  g_autofree char *anchor = NULL;
  g_autofree char *name = NULL;
  gboolean outside;
  const LwHelpPage *page = lw_help_book_follow (self->book, self->page, link, &anchor, &outside);

  if (page != NULL) {
    const bool has_anchor = anchor != NULL && lw_help_has_anchor (page->text, anchor);

    name = dup_place (page->id, has_anchor ? anchor : NULL);
    return g_strdup_printf ("dest='%s'", name);
  }
  name = dup_place (link, NULL);
  return outside ? g_strdup_printf ("uri='%s'", name) : NULL;
}

static void
link_free (void *data)
{
  Link *link = data;

  g_free (link->target);
  g_free (link);
}

/// Returns Pango markup of a text, and its links (Link).
static char *
dup_markup (const Writer *self, const char *text, GPtrArray *links)
{
  g_autoptr (GPtrArray) spans = lw_help_spans (text);
  g_autoptr (GString) markup = g_string_new (NULL);
  int length = 0;

  for (guint i = 0; i < spans->len; i++) {
    const LwHelpSpan *span = spans->pdata[i];
    g_autofree char *escaped = g_markup_escape_text (span->text, -1);
    const int start = length;
    char *target = span->link != NULL ? dup_target (self, span->link) : NULL;

    length += (int) strlen (span->text);
    g_string_append (markup, "<span");
    if (span->style & LW_HELP_BOLD)
      g_string_append (markup, " weight=\"bold\"");
    if (span->style & LW_HELP_ITALIC)
      g_string_append (markup, " style=\"italic\"");
    if (span->style & LW_HELP_MONO)
      g_string_append (markup, " face=\"monospace\" size=\"90%\"");
    if (target != NULL) {
      const Link link = { start, length, target };

      g_string_append (markup, " foreground=\"" LINK_COLOUR "\"");
      g_ptr_array_add (links, g_memdup2 (&link, sizeof link));
    }
    g_string_append_printf (markup, ">%s</span>", escaped);
  }
  return g_strdup (markup->str);
}

/// Marks the parts of links that are on a line, which begins at x, y.
static void
put_links (Writer *self,
           PangoLayoutLine *line,
           const GPtrArray *links,
           double x,
           double y,
           double h)
{
  const int first = pango_layout_line_get_start_index (line);
  const int last = first + pango_layout_line_get_length (line);

  for (guint i = 0; links != NULL && i < links->len; i++) {
    const Link *link = links->pdata[i];
    g_autofree int *ranges = NULL;
    int n;

    if (link->end <= first || link->start >= last)
      continue;
    pango_layout_line_get_x_ranges (line, MAX (link->start, first), MIN (link->end, last), &ranges,
                                    &n);
    for (int k = 0; k < n; k++) {
      const double left = x + (double) ranges[2 * k] / PANGO_SCALE;
      const double width = (double) (ranges[2 * k + 1] - ranges[2 * k]) / PANGO_SCALE;
      g_autofree char *attributes = g_strdup_printf ("%s rect=[%.1f %.1f %.1f %.1f]", link->target,
                                                     left, y, fmax (width, 1), h);

      cairo_tag_begin (self->cairo, CAIRO_TAG_LINK, attributes);
      cairo_tag_end (self->cairo, CAIRO_TAG_LINK);
    }
  }
}

// ---- text -----------------------------------------------------------------------------------

/// Puts a layout line by line; it may continue on the next sheet. `self->y` is then below it.
static void
put_layout (Writer *self, PangoLayout *layout, const GPtrArray *links, double x)
{
  PangoLayoutIter *iter = pango_layout_get_iter (layout);

  do {
    PangoLayoutLine *line = pango_layout_iter_get_line_readonly (iter);
    PangoRectangle extents;
    int top, bottom;

    pango_layout_iter_get_line_extents (iter, NULL, &extents);
    pango_layout_iter_get_line_yrange (iter, &top, &bottom);
    const double height = (double) (bottom - top) / PANGO_SCALE;
    const double base = (double) (pango_layout_iter_get_baseline (iter) - top) / PANGO_SCALE;

    make_room (self, height);
    cairo_set_source_rgb (self->cairo, 0.11, 0.11, 0.13);
    cairo_move_to (self->cairo, x + (double) extents.x / PANGO_SCALE, self->y + base);
    pango_cairo_show_layout_line (self->cairo, line);
    put_links (self, line, links, x, self->y, height);
    self->y += height;
  } while (pango_layout_iter_next_line (iter));
  pango_layout_iter_free (iter);
}

static void
put_text (Writer *self, const char *text, double size, double indent)
{
  g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (link_free);
  g_autofree char *markup = dup_markup (self, text, links);
  PangoLayout *layout = new_layout (self, markup, size, WIDTH - indent);

  put_layout (self, layout, links, MARGIN + indent);
  self->y += SPACE;
  g_object_unref (layout);
}

static void
put_heading (Writer *self, const LwHelpBlock *block)
{
  static const double sizes[] = { 20, 14, 11.5, 10.5 };
  g_autofree char *bold = g_strdup_printf ("**%s**", block->text);

  make_room (self, KEPT);
  self->y += SPACE;
  if (block->anchor != NULL)
    mark (self, block->anchor);
  put_text (self, block->level > 1 ? bold : block->text, sizes[CLAMP (block->level, 1, 4) - 1], 0);
}

static void
put_item (Writer *self, const LwHelpBlock *block)
{
  g_autofree char *sign =
    block->number > 0 ? g_strdup_printf ("%u.", block->number) : g_strdup ("•");
  PangoLayout *layout = new_layout (self, sign, TEXT_SIZE, 0);

  make_room (self, 2 * TEXT_SIZE);
  cairo_set_source_rgb (self->cairo, 0.11, 0.11, 0.13);
  cairo_move_to (self->cairo, MARGIN, self->y);
  pango_cairo_show_layout (self->cairo, layout);
  g_object_unref (layout);
  put_text (self, block->text, TEXT_SIZE, INDENT);
  self->y -= 0.5 * SPACE;
}

static void
put_code (Writer *self, const char *code)
{
  g_autofree char *escaped = g_markup_escape_text (code, -1);
  g_autofree char *markup = g_strdup_printf ("<span face=\"monospace\">%s</span>", escaped);
  PangoLayout *layout = new_layout (self, markup, CODE_SIZE, WIDTH - INDENT);

  put_layout (self, layout, NULL, MARGIN + INDENT);
  self->y += SPACE;
  g_object_unref (layout);
}

static void
put_formula (Writer *self, const char *formula)
{
  LwFormulaLayout *layout = lw_formula_layout_new (formula, self->fonts, FORMULA_SIZE, WIDTH);
  const double height = lw_formula_layout_get_height (layout);
  LwPainter *painter;

  make_room (self, height);
  painter = lw_painter_new_cairo (self->cairo, self->fonts);
  lw_formula_layout_draw (layout, painter, MARGIN + INDENT, self->y, self->palette.text);
  lw_painter_free (painter);
  lw_formula_layout_free (layout);
  self->y += height + SPACE;
}

/// Puts a picture of the start of a mechanism; nothing if it cannot be read.
static void
put_picture (Writer *self, const LwHelpBlock *block)
{
  g_autoptr (GFile) file = g_file_new_for_uri (block->mechanism);
  g_autoptr (LwPreview) preview = lw_preview_new_of_start (file, NULL);
  g_autoptr (LwPreviewDrawing) drawing = NULL;
  LwPainter *painter;

  if (preview == NULL)
    return;
  drawing = lw_preview_drawing_new (preview);
  make_room (self, PICTURE_HEIGHT * PICTURE_SCALE);
  cairo_save (self->cairo);
  cairo_translate (self->cairo, MARGIN, self->y);
  cairo_scale (self->cairo, PICTURE_SCALE, PICTURE_SCALE);
  painter = lw_painter_new_cairo (self->cairo, self->fonts);
  lw_preview_drawing_draw (drawing, painter, &self->palette, PICTURE_WIDTH, PICTURE_HEIGHT);
  lw_painter_free (painter);
  cairo_restore (self->cairo);
  self->y += PICTURE_HEIGHT * PICTURE_SCALE + SPACE;
}

// ---- tables ---------------------------------------------------------------------------------

/// Shares the width among the columns: a narrow one gets what it needs.
static void
measure_columns (Writer *self, const GPtrArray *rows, guint n, bool code, double *widths)
{
  double sum = 0;
  const double room = WIDTH - COLUMN_GAP * (n - 1);

  for (guint k = 0; k < n; k++)
    widths[k] = 0;
  for (guint i = 0; i < rows->len; i++) {
    char **row = rows->pdata[i];

    for (guint k = 0; row[k] != NULL && k < n; k++) {
      g_autoptr (GPtrArray) links = g_ptr_array_new_with_free_func (link_free);
      g_autofree char *markup =
        code ? g_markup_escape_text (row[k], -1) : dup_markup (self, row[k], links);
      PangoLayout *layout = new_layout (self, markup, TABLE_SIZE, 0);
      int width;

      pango_layout_get_size (layout, &width, NULL);
      widths[k] = fmax (widths[k], (double) width / PANGO_SCALE + 1);
      g_object_unref (layout);
    }
  }
  for (guint k = 0; k < n; k++)
    sum += widths[k];
  if (sum <= room)
    return;
  // Columns that need less than their share keep it; the others share the rest.
  double rest = room;
  guint wide = 0;

  for (guint k = 0; k < n; k++)
    if (widths[k] <= room / n)
      rest -= widths[k];
    else
      wide++;
  for (guint k = 0; k < n; k++)
    if (widths[k] > room / n)
      widths[k] = rest / wide;
}

static void
put_row (Writer *self, char *const *row, guint n, bool code, bool head, const double *widths)
{
  PangoLayout *layouts[16] = { NULL };
  GPtrArray *links[16] = { NULL };
  double height = 0, x = MARGIN;
  const guint page = self->number;

  for (guint k = 0; k < n && row[k] != NULL; k++) {
    g_autofree char *markup = NULL;
    g_autofree char *bold = head ? g_strdup_printf ("**%s**", row[k]) : NULL;
    int size;

    links[k] = g_ptr_array_new_with_free_func (link_free);
    markup = code ? g_markup_escape_text (row[k], -1)
                  : dup_markup (self, head && *row[k] != '\0' ? bold : row[k], links[k]);
    layouts[k] = new_layout (self, markup, TABLE_SIZE, widths[k]);
    pango_layout_get_size (layouts[k], NULL, &size);
    height = fmax (height, (double) size / PANGO_SCALE);
  }
  make_room (self, head ? height + KEPT : height);
  if (!head && !code) {
    g_autofree char *anchor = lw_help_dup_row_anchor ((char **) row);

    if (anchor != NULL)
      mark (self, anchor);
  }
  const double top = self->y;
  for (guint k = 0; k < n && layouts[k] != NULL; k++) {
    // A row that is longer than a sheet continues on the next one, one cell after the other.
    if (height <= BOTTOM - MARGIN)
      self->y = top;
    put_layout (self, layouts[k], links[k], x);
    x += widths[k] + COLUMN_GAP;
    g_object_unref (layouts[k]);
    g_ptr_array_unref (links[k]);
  }
  if (self->number == page || height <= BOTTOM - MARGIN)
    self->y = top + height;
  self->y += 1.5;
  cairo_set_source_rgb (self->cairo, 0.85, 0.85, 0.85);
  cairo_set_line_width (self->cairo, 0.5);
  cairo_move_to (self->cairo, MARGIN, self->y);
  cairo_rel_line_to (self->cairo, WIDTH, 0);
  cairo_stroke (self->cairo);
  self->y += 2.5;
}

static void
put_table (Writer *self, const LwHelpBlock *block)
{
  const bool code = block->kind == LW_HELP_NUMBERS;
  double widths[16];
  guint n = 0;

  for (guint i = 0; i < block->rows->len; i++)
    n = MAX (n, g_strv_length (block->rows->pdata[i]));
  n = MIN (n, G_N_ELEMENTS (widths));
  if (n == 0)
    return;
  measure_columns (self, block->rows, n, code, widths);
  for (guint i = 0; i < block->rows->len; i++)
    put_row (self, block->rows->pdata[i], n, code, i == 0 && !code, widths);
  self->y += SPACE;
}

// ---- pages ----------------------------------------------------------------------------------

static void
put_blocks (Writer *self, const char *text)
{
  g_autoptr (GPtrArray) blocks = lw_help_parse (text);

  for (guint i = 0; i < blocks->len; i++) {
    const LwHelpBlock *block = blocks->pdata[i];

    switch (block->kind) {
    case LW_HELP_HEADING:
      put_heading (self, block);
      break;
    case LW_HELP_PARAGRAPH:
      put_text (self, block->text, TEXT_SIZE, 0);
      break;
    case LW_HELP_ITEM:
      put_item (self, block);
      break;
    case LW_HELP_CODE:
      put_code (self, block->text);
      break;
    case LW_HELP_FORMULA:
      put_formula (self, block->text);
      break;
    case LW_HELP_TABLE:
    case LW_HELP_NUMBERS:
      put_table (self, block);
      break;
    case LW_HELP_PICTURE:
      put_picture (self, block);
      break;
    }
  }
}

/// Puts a page under its title, and adds it to the outline of the file. Each group begins on a
/// separate sheet.
static void
put_page (Writer *self, const LwHelpPage *page, const char *group, int *outline)
{
  g_autofree char *plain = lw_help_dup_plain (page->title);
  const LwHelpBlock title = { .kind = LW_HELP_HEADING, .level = 1, .text = page->title };
  g_autofree char *name = dup_place (page->id, NULL);
  g_autofree char *target = g_strdup_printf ("dest='%s'", name);

  self->page = page;
  if (g_strcmp0 (group, page->group) != 0 && self->y > MARGIN)
    end_sheet (self);
  make_room (self, 3 * KEPT);
  self->y += self->y > MARGIN ? 2 * SPACE : 0;
  if (g_strcmp0 (group, page->group) != 0)
    *outline = cairo_pdf_surface_add_outline (self->surface, CAIRO_PDF_OUTLINE_ROOT,
                                              _ (page->group), target, 0);
  cairo_pdf_surface_add_outline (self->surface, *outline, plain, target, 0);
  mark (self, NULL);
  put_heading (self, &title);
  put_blocks (self, page->text);
}

static cairo_status_t
append_cb (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
put_book (Writer *self)
{
  g_autofree char *contents = lw_help_book_dup_contents (self->book);
  const LwHelpBlock title = { .kind = LW_HELP_HEADING, .level = 1, .text = (char *) "Linkwright" };
  const char *group = NULL;
  int outline = CAIRO_PDF_OUTLINE_ROOT;

  put_heading (self, &title);
  put_blocks (self, contents);
  for (guint i = 0; i < lw_help_book_get_n (self->book); i++) {
    const LwHelpPage *page = lw_help_book_get (self->book, i);

    put_page (self, page, group, &outline);
    group = page->group;
  }
  end_sheet (self);
}

GBytes *
lw_help_new_pdf (const LwHelpBook *book, GError **error)
{
  GByteArray *bytes = g_byte_array_new ();
  Writer self = { .book = book,
                  .page = lw_help_book_get (book, 0),
                  .fonts = lw_fonts_new (NULL),
                  .places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
                  .y = MARGIN,
                  .number = 1 };
  cairo_status_t status;

  lw_fonts_set_exact (self.fonts, true);
  lw_palette_init (&self.palette, false, false);
  self.surface = cairo_pdf_surface_create_for_stream (append_cb, bytes, PAGE_WIDTH, PAGE_HEIGHT);
  // Equal books give equal bytes.
  cairo_pdf_surface_set_metadata (self.surface, CAIRO_PDF_METADATA_CREATE_DATE,
                                  "1970-01-01T00:00:00Z");
  cairo_pdf_surface_set_metadata (self.surface, CAIRO_PDF_METADATA_TITLE, _ ("Linkwright Help"));
  self.cairo = cairo_create (self.surface);
  put_book (&self);
  status = cairo_status (self.cairo);
  cairo_destroy (self.cairo);
  cairo_surface_finish (self.surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status (self.surface);
  cairo_surface_destroy (self.surface);
  lw_fonts_unref (self.fonts);
  g_hash_table_unref (self.places);
  if (status != CAIRO_STATUS_SUCCESS) {
    g_byte_array_unref (bytes);
    g_set_error (error, LW_ERROR, LW_ERROR_IO, _ ("The help could not be written: %s."),
                 cairo_status_to_string (status));
    return NULL;
  }
  return g_byte_array_free_to_bytes (bytes);
}
