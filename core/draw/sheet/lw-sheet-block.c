// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Title block and list of parts.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-sheet-private.h"

#define ROW_HEIGHT (8 * LW_SHEET_MM)
#define TITLE_HEIGHT (11 * LW_SHEET_MM)
#define LIST_ROW_HEIGHT (6 * LW_SHEET_MM)
#define PADDING (1.6 * LW_SHEET_MM)
#define LABEL_SIZE 9.0
#define TEXT_SIZE 13.0
#define TITLE_SIZE 20.0
#define THIN 1.0
#define THICK 2.0

/// A cell of the title block: its part of the width, a small label and a text.
typedef struct
{
  double part;
  const char *label;
  const char *text;
} Cell;

/// Draws a text that is cut, with an ellipsis, where it is wider than the room.
static void
draw_text (LwPainter *painter,
           double x,
           double y,
           double room,
           const char *text,
           const LwTextStyle *style)
{
  g_autoptr (GString) cut = g_string_new (text);
  LwTextExtents extents;

  lw_painter_measure (painter, cut->str, style, &extents);
  if (extents.width > room) {
    glong n = g_utf8_strlen (text, -1);

    // Proportion first, so that a very long name is not measured letter by letter.
    n = MIN (n, (glong) (1.3 * (double) n * room / extents.width) + 1);
    for (; n > 0 && extents.width > room; n--) {
      g_string_truncate (cut, (gsize) (g_utf8_offset_to_pointer (text, n - 1) - text));
      g_string_append (cut, "…");
      lw_painter_measure (painter, cut->str, style, &extents);
    }
  }
  lw_painter_text (painter, x, y, cut->str, style);
}

static void
draw_cells (LwPainter *painter,
            const LwPalette *palette,
            const LwSheetBox *box,
            const Cell *cells,
            gsize n,
            double size)
{
  const LwTextStyle label = lw_text_style (LABEL_SIZE, 400, palette->ink_2);
  const LwTextStyle text = lw_text_style (size, size > TEXT_SIZE ? 600 : 400, palette->ink);
  double x = box->x;

  for (gsize i = 0; i < n; i++) {
    const double width = cells[i].part * box->width;

    if (i > 0) {
      lw_painter_line (painter, x, box->y, x, box->y + box->height);
      lw_painter_stroke (painter, palette->ink, THIN);
    }
    draw_text (painter, x + PADDING, box->y + PADDING + 0.75 * LABEL_SIZE, width - 2 * PADDING,
               cells[i].label, &label);
    draw_text (painter, x + PADDING, box->y + box->height - PADDING, width - 2 * PADDING,
               cells[i].text, &text);
    x += width;
  }
}

static bool
has_second_row (const LwSheet *self)
{
  return self->options.author != NULL || self->options.number != NULL
         || self->options.tolerance != NULL;
}

double
lw_sheet_block_height (const LwSheet *self)
{
  return TITLE_HEIGHT + (has_second_row (self) ? 3 : 2) * ROW_HEIGHT;
}

double
lw_sheet_table_height (guint n_rows)
{
  return (n_rows + 1) * LIST_ROW_HEIGHT;
}

/// Returns the time of the position that is drawn in full, and how many others are drawn.
static char *
dup_position (const LwSheet *self)
{
  char number[LW_NUMBER_SIZE];

  if (self->run == NULL)
    return g_strdup (_ ("Start"));
  g_ascii_formatd (number, sizeof number, "%.6g", self->time);
  if (self->options.positions > 1)
    // Translators: the time of the position that is drawn in full, and the number of others
    return g_strdup_printf (_ ("t = %s s; %d positions"), number, (int) self->options.positions);
  return g_strdup_printf (_ ("t = %s s"), number);
}

static const char *
get_unit_words (const LwSheet *self)
{
  switch (self->units.length) {
  case LW_LENGTH_M:
    return _ ("Dimensions in m");
  case LW_LENGTH_IN:
    return _ ("Dimensions in inches");
  case LW_LENGTH_MM:
  case LW_LENGTH_UNITS:
    break;
  }
  return _ ("Dimensions in mm");
}

void
lw_sheet_draw_block (const LwSheet *self, LwPainter *painter, const LwPalette *palette)
{
  const LwSheetBox *block = &self->block;
  const char *title = lw_mechanism_get_title (self->mechanism);
  g_autofree char *scale = lw_sheet_dup_scale (self);
  g_autofree char *position = dup_position (self);
  LwSheetBox row = *block;
  const Cell first[] = {
    { 0.68, _ ("Title"), *title != '\0' ? title : _ ("Mechanism") },
    { 0.18, _ ("Scale"), scale },
    { 0.14, _ ("Paper"), lw_sheet_get_paper_name (self->options.paper) },
  };
  const Cell second[] = {
    { 0.36, _ ("Drawn by"), self->options.author != NULL ? self->options.author : "" },
    { 0.32, _ ("Number"), self->options.number != NULL ? self->options.number : "" },
    { 0.32, _ ("Tolerances"), self->options.tolerance != NULL ? self->options.tolerance : "" },
  };
  const Cell third[] = {
    { 0.36, _ ("Unit"), get_unit_words (self) },
    { 0.32, _ ("Position"), position },
    { 0.32, _ ("View"), self->view.spatial ? _ ("Parallel projection") : _ ("Plane") },
  };
  const Cell last[] = {
    { 1, _ ("Source"), self->provenance != NULL ? self->provenance : "Linkwright" },
  };

  row.height = TITLE_HEIGHT;
  draw_cells (painter, palette, &row, first, G_N_ELEMENTS (first), TITLE_SIZE);
  row.y += row.height;
  row.height = ROW_HEIGHT;
  for (int i = has_second_row (self) ? 0 : 1; i < 3; i++) {
    lw_painter_line (painter, row.x, row.y, row.x + row.width, row.y);
    lw_painter_stroke (painter, palette->ink, THIN);
    if (i == 0)
      draw_cells (painter, palette, &row, second, G_N_ELEMENTS (second), TEXT_SIZE);
    else if (i == 1)
      draw_cells (painter, palette, &row, third, G_N_ELEMENTS (third), TEXT_SIZE);
    else
      draw_cells (painter, palette, &row, last, G_N_ELEMENTS (last), LABEL_SIZE);
    row.y += row.height;
  }
  lw_painter_rect (painter, block->x, block->y, block->width, block->height);
  lw_painter_stroke (painter, palette->ink, THICK);
}

// ---- list of parts --------------------------------------------------------------------------

enum
{
  COLUMN_NUMBER,
  COLUMN_NAME,
  COLUMN_SIZE,
  COLUMN_THICKNESS,
  COLUMN_HOLES,
  COLUMN_DENSITY,
  COLUMN_MASS,
  N_COLUMNS
};

static const struct
{
  double part; ///< part of the width
  bool is_number;
} columns[N_COLUMNS] = {
  [COLUMN_NUMBER] = { 0.06, true }, [COLUMN_NAME] = { 0.30 },
  [COLUMN_SIZE] = { 0.17, true },   [COLUMN_THICKNESS] = { 0.10, true },
  [COLUMN_HOLES] = { 0.13, true },  [COLUMN_DENSITY] = { 0.12, true },
  [COLUMN_MASS] = { 0.12, true },
};

static void
draw_list_row (LwPainter *painter,
               const LwPalette *palette,
               const LwSheetBox *box,
               char *const texts[N_COLUMNS],
               bool is_head)
{
  LwTextStyle style = is_head ? lw_text_style (LABEL_SIZE, 500, palette->ink_2)
                              : lw_text_style (TEXT_SIZE - 2, 400, palette->ink);
  double x = box->x;

  style.centred = true;
  style.tabular = !is_head;
  for (int i = 0; i < N_COLUMNS; i++) {
    const double width = columns[i].part * box->width;
    const double room = width - 2 * PADDING;

    style.anchor = columns[i].is_number ? LW_ANCHOR_END : LW_ANCHOR_START;
    if (texts[i] != NULL)
      draw_text (painter, columns[i].is_number ? x + width - PADDING : x + PADDING,
                 box->y + 0.5 * box->height, room, texts[i], &style);
    x += width;
    if (i + 1 < N_COLUMNS) {
      lw_painter_line (painter, x, box->y, x, box->y + box->height);
      lw_painter_stroke (painter, palette->separator, THIN);
    }
  }
  lw_painter_line (painter, box->x, box->y + box->height, box->x + box->width,
                   box->y + box->height);
  lw_painter_stroke (painter, is_head ? palette->ink : palette->separator, THIN);
}

static char *
dup_size (const LwSheet *self, const LwPartRow *part)
{
  g_autofree char *length = lw_sheet_dup_length (self, part->length, false);
  g_autofree char *width = lw_sheet_dup_length (self, part->width, false);

  if (part->is_round)
    return g_strdup_printf ("⌀ %s", length);
  if (part->width > 0)
    return g_strdup_printf ("%s × %s", length, width);
  return g_strdup (length);
}

static char *
dup_number (double value)
{
  char number[LW_NUMBER_SIZE];

  return g_strdup (g_ascii_formatd (number, sizeof number, "%.4g", value));
}

static char *
dup_holes (const LwSheet *self, const LwPartRow *part)
{
  g_autofree char *diameter = lw_sheet_dup_length (self, part->hole_diameter, false);

  return part->n_holes > 0 ? g_strdup_printf ("%u × ⌀ %s", part->n_holes, diameter)
                           : g_strdup ("–");
}

static void
free_texts (char *texts[N_COLUMNS])
{
  for (int i = 0; i < N_COLUMNS; i++)
    g_clear_pointer (&texts[i], g_free);
}

static void
draw_head (LwPainter *painter, const LwPalette *palette, const LwSheetBox *box)
{
  char *texts[N_COLUMNS] = {
    [COLUMN_NUMBER] = _ ("No."),    [COLUMN_NAME] = _ ("Part"),
    [COLUMN_SIZE] = _ ("Size"),     [COLUMN_THICKNESS] = _ ("Thickness"),
    [COLUMN_HOLES] = _ ("Holes"),   [COLUMN_DENSITY] = _ ("kg/m³"),
    [COLUMN_MASS] = _ ("Mass, kg"),
  };

  draw_list_row (painter, palette, box, texts, true);
}

static void
draw_part (const LwSheet *self,
           LwPainter *painter,
           const LwPalette *palette,
           const LwSheetBox *box,
           guint i)
{
  const LwPartRow *part = &g_array_index (self->parts, LwPartRow, i);
  char *texts[N_COLUMNS] = {
    [COLUMN_NUMBER] = g_strdup_printf ("%u", i + 1),
    [COLUMN_NAME] = g_strdup (part->name),
    [COLUMN_SIZE] = dup_size (self, part),
    [COLUMN_THICKNESS] =
      part->thickness > 0 ? lw_sheet_dup_length (self, part->thickness, false) : g_strdup ("–"),
    [COLUMN_HOLES] = dup_holes (self, part),
    [COLUMN_DENSITY] = part->density > 0 ? dup_number (part->density) : g_strdup ("–"),
    [COLUMN_MASS] = dup_number (part->mass),
  };

  draw_list_row (painter, palette, box, texts, false);
  free_texts (texts);
}

void
lw_sheet_draw_parts (const LwSheet *self, LwPainter *painter, const LwPalette *palette)
{
  const LwSheetBox *table = &self->table;
  const guint n_rows = (guint) floor (table->height / LIST_ROW_HEIGHT + 1e-6);
  LwSheetBox row = { table->x, table->y, table->width, LIST_ROW_HEIGHT };

  draw_head (painter, palette, &row);
  for (guint i = 0; i < self->parts->len && i + 1 < n_rows; i++) {
    row.y += row.height;
    // The last row counts the parts for which there is no room.
    if (i + 2 == n_rows && i + 1 < self->parts->len) {
      const guint left = self->parts->len - i;
      char *texts[N_COLUMNS] = {
        [COLUMN_NAME] = g_strdup_printf (g_dngettext (NULL, "%u more", "%u more", left), left),
      };

      draw_list_row (painter, palette, &row, texts, false);
      free_texts (texts);
    } else {
      draw_part (self, painter, palette, &row, i);
    }
  }
  lw_painter_rect (painter, table->x, table->y, table->width, table->height);
  lw_painter_stroke (painter, palette->ink, THICK);
}
