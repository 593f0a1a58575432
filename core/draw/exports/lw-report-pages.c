// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-report-pages.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-palette.h"
#include "lw-report-blocks.h"

#define MM (1 / LW_EXPORT_MM_PER_PX) ///< px per mm
#define WIDTH_MM 210.0
#define HEIGHT_MM 297.0
#define MARGIN (18 * MM)
#define ROOM (WIDTH_MM * MM - 2 * MARGIN) ///< width between the margins
#define BOTTOM (HEIGHT_MM * MM - MARGIN)
#define ROW_HEIGHT (6 * MM)
#define CELL_GAP (3 * MM)
#define TABLE_SIZE 14.0
#define PAGE_NUMBER_SIZE 11.0

/// Line of text, row of a table, or picture on a page.
typedef struct
{
  guint page;
  double x, y; ///< px; y is the base line of text, the top of others
  char *text;  ///< NULL if it is not a line of text
  LwTextStyle style;
  const LwBlock *picture; ///< NULL if it is not a picture
  double factor;          ///< size on the page per size of the picture
  bool rule;              ///< a line over the whole width
} Item;

struct _LwReportPages
{
  GPtrArray *blocks;
  GArray *items; ///< array of Item
  LwFonts *fonts;
  LwPalette palette;
  guint n_pages;
  double y; ///< while it is laid out
};

static const struct
{
  double size;
  int weight;
  double before, after; ///< px, space
  double line;          ///< height of a line in sizes
  bool grey;
} looks[LW_BLOCKS] = {
  [LW_BLOCK_TITLE] = { 30, 700, 0, 4 * MM, 1.2, false },
  [LW_BLOCK_HEADING] = { 21, 600, 7 * MM, 2 * MM, 1.3, false },
  [LW_BLOCK_TEXT] = { 16, 400, 0, 2.5 * MM, 1.4, false },
  [LW_BLOCK_FOOT] = { 12, 400, 3 * MM, 0, 1.4, true },
  [LW_BLOCK_TABLE] = { 0, 0, 1 * MM, 3 * MM, 0, false },
  [LW_BLOCK_PICTURE] = { 0, 0, 1 * MM, 3 * MM, 0, false },
};

static void
clear_item_cb (void *data)
{
  Item *item = data;

  g_free (item->text);
}

static void
new_page (LwReportPages *self)
{
  self->n_pages++;
  self->y = MARGIN;
}

/// Begins a page unless this height is left on the current one.
static void
need (LwReportPages *self, double height)
{
  if (self->y + height > BOTTOM && self->y > MARGIN)
    new_page (self);
}

static Item *
add_item (LwReportPages *self, double x, double y)
{
  const Item item = { .page = self->n_pages - 1, .x = x, .y = y };

  g_array_append_val (self->items, item);
  return &g_array_index (self->items, Item, self->items->len - 1);
}

static double
measure (LwReportPages *self, const char *text, const LwTextStyle *style)
{
  LwTextExtents extents;

  lw_fonts_measure (self->fonts, text, style, &extents);
  return extents.width;
}

/// Returns the number of bytes of the longest beginning of a text that fits into the width: whole
/// words, or letters of a word that is wider.
static gsize
find_break (LwReportPages *self, const char *text, const LwTextStyle *style, double width)
{
  const char *best = NULL;

  for (const char *at = text;; at = g_utf8_next_char (at)) {
    const bool is_end = *at == '\0' || *at == '\n';

    if (is_end || *at == ' ') {
      g_autofree char *part = g_strndup (text, (gsize) (at - text));

      if (measure (self, part, style) > width)
        break;
      best = at;
    }
    if (is_end)
      break;
  }
  if (best != NULL && best > text)
    return (gsize) (best - text);
  for (const char *at = text; *at != '\0' && *at != '\n'; at = g_utf8_next_char (at)) {
    g_autofree char *part = g_strndup (text, (gsize) (g_utf8_next_char (at) - text));

    if (measure (self, part, style) > width)
      return MAX ((gsize) (at - text), (gsize) (g_utf8_next_char (text) - text));
  }
  return strcspn (text, "\n");
}

static void
lay_out_text (LwReportPages *self, const LwBlock *block)
{
  const double height = looks[block->kind].size * looks[block->kind].line;
  const LwTextStyle style =
    lw_text_style (looks[block->kind].size, looks[block->kind].weight,
                   looks[block->kind].grey ? self->palette.ink_2 : self->palette.ink);
  const char *rest = block->text;

  while (*rest != '\0') {
    const gsize n = find_break (self, rest, &style, ROOM);
    Item *item;

    // A heading stays with the first rows after it.
    need (self, block->kind == LW_BLOCK_HEADING ? height + 4 * ROW_HEIGHT : height);
    item = add_item (self, MARGIN, self->y + 0.8 * height);
    item->text = g_strndup (rest, n);
    item->style = style;
    self->y += height;
    rest += n;
    while (*rest == ' ' || *rest == '\n')
      rest++;
  }
}

/// Finds the left edges and widths of the columns: as wide as their texts, with the rest of the room
/// divided among them, or smaller in proportion.
static void
find_columns (LwReportPages *self, const LwBlock *block, guint n, double *widths)
{
  const LwTextStyle style = lw_text_style (TABLE_SIZE, 600, self->palette.ink);
  double sum = 0;

  for (guint k = 0; k < n; k++) {
    widths[k] = measure (self, block->heads[k], &style) + CELL_GAP;
    for (guint i = 0; i < block->rows->len; i++) {
      const LwBlockCell *cell = &g_array_index ((GArray *) block->rows->pdata[i], LwBlockCell, k);

      widths[k] = fmax (widths[k], measure (self, cell->text, &style) + CELL_GAP);
    }
    sum += widths[k];
  }
  for (guint k = 0; k < n; k++)
    widths[k] = sum > ROOM ? widths[k] * ROOM / sum : widths[k] + (ROOM - sum) / n;
}

/// Adds the text of a cell, shortened where it is wider.
static void
add_cell (LwReportPages *self,
          double x,
          double width,
          const char *text,
          bool is_number,
          const LwTextStyle *style)
{
  const double room = width - CELL_GAP;
  Item *item = add_item (self, x, self->y + 0.7 * ROW_HEIGHT);

  item->text = g_strdup (text);
  item->style = *style;
  if (measure (self, text, style) > room + 0.5) {
    const gsize n = find_break (self, text, style, room - measure (self, "…", style));

    g_free (item->text);
    item->text = g_strdup_printf ("%.*s…", (int) n, text);
  } else if (is_number) {
    item->x = x + room;
    item->style.anchor = LW_ANCHOR_END;
    item->style.tabular = true;
  }
}

static void
add_heads (LwReportPages *self, const LwBlock *block, guint n, const double *widths)
{
  const LwTextStyle style = lw_text_style (TABLE_SIZE, 600, self->palette.ink_2);
  const GArray *first = block->rows->len > 0 ? block->rows->pdata[0] : NULL;
  double x = MARGIN;

  for (guint k = 0; k < n; k++) {
    add_cell (self, x, widths[k], block->heads[k],
              first != NULL && g_array_index (first, LwBlockCell, k).is_number, &style);
    x += widths[k];
  }
  self->y += ROW_HEIGHT;
  add_item (self, MARGIN, self->y)->rule = true;
}

/// Returns the number of columns that the head, which is translated, and all rows have.
static guint
count_columns (const LwBlock *block)
{
  guint n = g_strv_length (block->heads);

  for (guint i = 0; i < block->rows->len; i++)
    n = MIN (n, ((const GArray *) block->rows->pdata[i])->len);
  return n;
}

static void
lay_out_table (LwReportPages *self, const LwBlock *block)
{
  const LwTextStyle style = lw_text_style (TABLE_SIZE, 400, self->palette.ink);
  const guint n = count_columns (block);
  g_autofree double *widths = g_new0 (double, n);

  find_columns (self, block, n, widths);
  need (self, 3 * ROW_HEIGHT);
  add_heads (self, block, n, widths);
  for (guint i = 0; i < block->rows->len; i++) {
    const GArray *row = block->rows->pdata[i];
    double x = MARGIN;

    if (self->y + ROW_HEIGHT > BOTTOM) {
      new_page (self);
      add_heads (self, block, n, widths);
    }
    for (guint k = 0; k < n; k++) {
      const LwBlockCell *cell = &g_array_index (row, LwBlockCell, k);

      add_cell (self, x, widths[k], cell->text, cell->is_number, &style);
      x += widths[k];
    }
    self->y += ROW_HEIGHT;
    add_item (self, MARGIN, self->y)->rule = true;
  }
}

static void
lay_out_picture (LwReportPages *self, const LwBlock *block)
{
  const double factor = fmin (1, ROOM / (block->width_mm * MM));
  Item *item;

  if (block->full_page) {
    new_page (self);
    add_item (self, 0, 0)->picture = block;
    g_array_index (self->items, Item, self->items->len - 1).factor = 1;
    self->y = BOTTOM + 1;
    return;
  }
  need (self, factor * block->height_mm * MM);
  item = add_item (self, MARGIN, self->y);
  item->picture = block;
  item->factor = factor;
  self->y += factor * block->height_mm * MM;
}

static void (*const lay_out[LW_BLOCKS]) (LwReportPages *self, const LwBlock *block) = {
  [LW_BLOCK_TITLE] = lay_out_text,  [LW_BLOCK_HEADING] = lay_out_text,
  [LW_BLOCK_TEXT] = lay_out_text,   [LW_BLOCK_FOOT] = lay_out_text,
  [LW_BLOCK_TABLE] = lay_out_table, [LW_BLOCK_PICTURE] = lay_out_picture,
};

/// Returns true if a heading only announces a picture that takes a whole page.
static bool
is_needless (const LwReportPages *self, guint i)
{
  const LwBlock *block = self->blocks->pdata[i];
  const LwBlock *next = i + 1 < self->blocks->len ? self->blocks->pdata[i + 1] : NULL;

  return block->kind == LW_BLOCK_HEADING && next != NULL && next->full_page;
}

LwReportPages *
lw_report_pages_new (const LwSheetSource *source, const LwReportOptions *options, GError **error)
{
  GPtrArray *blocks = lw_report_blocks_new (source, options, true, error);
  LwReportPages *self;

  if (blocks == NULL)
    return NULL;
  self = g_new0 (LwReportPages, 1);
  self->blocks = blocks;
  self->items = g_array_new (FALSE, FALSE, sizeof (Item));
  g_array_set_clear_func (self->items, clear_item_cb);
  self->fonts = lw_fonts_new (NULL);
  lw_fonts_set_exact (self->fonts, true);
  lw_palette_init (&self->palette, false, false);
  new_page (self);
  for (guint i = 0; i < blocks->len; i++) {
    const LwBlock *block = blocks->pdata[i];

    if (is_needless (self, i))
      continue;
    if (self->y > MARGIN)
      self->y += looks[block->kind].before;
    lay_out[block->kind](self, block);
    self->y += looks[block->kind].after;
  }
  return self;
}

void
lw_report_pages_free (LwReportPages *self)
{
  g_array_unref (self->items);
  g_ptr_array_unref (self->blocks);
  lw_fonts_unref (self->fonts);
  g_free (self);
}

guint
lw_report_pages_get_n (const LwReportPages *self)
{
  return self->n_pages;
}

double
lw_report_pages_get_width (const LwReportPages *self)
{
  return WIDTH_MM;
}

double
lw_report_pages_get_height (const LwReportPages *self)
{
  return HEIGHT_MM;
}

static void
draw_item (const LwReportPages *self, const Item *item, LwPainter *painter)
{
  if (item->text != NULL)
    lw_painter_text (painter, item->x, item->y, item->text, &item->style);
  if (item->rule) {
    lw_painter_line (painter, item->x, item->y, item->x + ROOM, item->y);
    lw_painter_stroke (painter, self->palette.separator, 1);
  }
  if (item->picture != NULL) {
    lw_painter_save (painter);
    lw_painter_translate (painter, item->x, item->y);
    lw_painter_scale (painter, item->factor, item->factor);
    item->picture->draw (painter, item->picture->width_mm * MM, item->picture->height_mm * MM,
                         item->picture->data);
    lw_painter_restore (painter);
  }
}

bool
lw_report_pages_is_drawing (const LwReportPages *self, guint page)
{
  for (guint i = 0; i < self->items->len; i++) {
    const Item *item = &g_array_index (self->items, Item, i);

    if (item->page == page && item->picture != NULL && item->picture->full_page)
      return true;
  }
  return false;
}

void
lw_report_pages_draw (const LwReportPages *self, guint page, LwPainter *painter)
{
  LwTextStyle style = lw_text_style (PAGE_NUMBER_SIZE, 400, self->palette.ink_2);
  // Translators: the number of a page and of all pages
  g_autofree char *number = g_strdup_printf (_ ("%u of %u"), page + 1, self->n_pages);

  lw_painter_rect (painter, 0, 0, WIDTH_MM * MM, HEIGHT_MM * MM);
  lw_painter_fill (painter, self->palette.paper);
  for (guint i = 0; i < self->items->len; i++) {
    const Item *item = &g_array_index (self->items, Item, i);

    if (item->page == page)
      draw_item (self, item, painter);
  }
  style.anchor = LW_ANCHOR_END;
  if (!lw_report_pages_is_drawing (self, page))
    lw_painter_text (painter, WIDTH_MM * MM - MARGIN, HEIGHT_MM * MM - MARGIN / 2, number, &style);
}

static void
draw_page_cb (LwPainter *painter, guint page, void *data)
{
  lw_report_pages_draw (data, page, painter);
}

GBytes *
lw_report_write_pdf (const LwSheetSource *source, const LwReportOptions *options, GError **error)
{
  g_autoptr (LwReportPages) pages = lw_report_pages_new (source, options, error);
  LwExport export = lw_export_default (LW_EXPORT_PDF);

  if (pages == NULL)
    return NULL;
  export.width_mm = WIDTH_MM;
  export.height_mm = HEIGHT_MM;
  export.title = lw_mechanism_get_title (source->mechanism);
  export.provenance = source->provenance;
  export.progress = lw_progress_step (&source->progress, LW_REPORT_BLOCKS_PART, 1);
  return lw_export_pages_to_bytes (&export, pages->n_pages, draw_page_cb, pages, error);
}
