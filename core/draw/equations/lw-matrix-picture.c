// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the matrices of a sample. Each side of a matrix consists of blocks: bodies, couplings, or
// first bodies and then couplings.

#include "lw-matrix-picture.h"

#include <math.h>
#include <string.h>

#include "lw-axis.h"

#define USUAL_FONT 12.0 ///< px; the lengths below are for letters of this size
#define CELL_MAX 14     ///< px
#define CELL_MIN 1.25
#define CELL_NUMBER 34 ///< px, with a number
#define NUMBER_FIGURES 2
#define NAME_PART 0.26 ///< part of the width for the names of the rows
#define SWATCH 9       ///< px
#define HEAD 26        ///< px above the cells
#define SCALE_ROOM 25  ///< px at the right, for the colour scale without its words
#define SCALE_WORDS 19
#define STRENGTH 0.45

typedef struct
{
  const LwHood *hood;
  bool bodies, couplings; ///< kinds of blocks on this side
  bool whole;             ///< true if a cell is a whole block
} Side;

// ---- sides ----------------------------------------------------------------------------------

static Side
get_side (const LwMatrixPicture *self, bool of_rows, bool whole)
{
  const bool system = self->kind == LW_MATRIX_SYSTEM;
  const bool jacobian = self->kind == LW_MATRIX_JACOBIAN;

  return (Side){
    .hood = self->hood,
    .bodies = system || !of_rows || !jacobian,
    .couplings = system || (of_rows && jacobian),
    .whole = whole,
  };
}

static guint
n_blocks (const Side *side)
{
  return (side->bodies ? side->hood->bodies->len : 0)
         + (side->couplings ? side->hood->couplings->len : 0);
}

static bool
is_body (const Side *side, guint index)
{
  return side->bodies && index < side->hood->bodies->len;
}

static const LwHoodBlock *
get_block (const Side *side, guint index)
{
  if (is_body (side, index))
    return &g_array_index (side->hood->bodies, LwHoodBlock, index);
  return &g_array_index (side->hood->couplings, LwHoodBlock,
                         index - (side->bodies ? side->hood->bodies->len : 0));
}

/// Returns the number of cells before the couplings.
static int
body_cells (const Side *side)
{
  if (!side->bodies)
    return 0;
  return (int) (side->whole ? side->hood->bodies->len : side->hood->velocities->len);
}

static int
n_cells (const Side *side)
{
  return body_cells (side)
         + (side->couplings
              ? (int) (side->whole ? side->hood->couplings->len : side->hood->rows->len)
              : 0);
}

/// Returns the first cell of a block; sets `*n` to its number of cells.
static int
get_cells (const Side *side, guint index, int *n)
{
  const LwHoodBlock *block = get_block (side, index);

  *n = side->whole ? 1 : block->n;
  if (side->whole)
    return (int) index;
  return block->first + (is_body (side, index) ? 0 : body_cells (side));
}

/// Returns the block at a cell; -1 if there is none.
static int
find_block (const Side *side, int cell)
{
  for (guint i = 0; i < n_blocks (side); i++) {
    int n;
    const int first = get_cells (side, i, &n);

    if (cell >= first && cell < first + n)
      return (int) i;
  }
  return -1;
}

static bool
is_marked (const LwMatrixPicture *self, LwElementRef element)
{
  for (guint i = 0; i < self->n_marked; i++)
    if (self->marked[i].kind == element.kind && self->marked[i].id == element.id)
      return true;
  return false;
}

// ---- entries --------------------------------------------------------------------------------

static double
find_largest (const GArray *entries)
{
  double largest = 0;

  for (guint i = 0; i < entries->len; i++)
    largest = fmax (largest, fabs (g_array_index (entries, LwHoodEntry, i).value));
  return largest;
}

typedef void (*EntryFunc) (void *data, int row, int column, double part, const LwHoodEntry *entry);

static int
to_cell (const Side *side, const int *block_of, int number, bool of_couplings)
{
  if (!side->whole)
    return number + (of_couplings ? body_cells (side) : 0);
  return block_of[number] + (of_couplings ? body_cells (side) : 0);
}

/// Calls a function for all non-empty cells, with their values divided by the largest value of
/// their kind.
static void
for_each (const LwMatrixPicture *self, bool whole, EntryFunc func, void *data)
{
  const LwHood *hood = self->hood;
  const Side rows = get_side (self, true, whole);
  const Side columns = get_side (self, false, whole);
  const double mass = find_largest (hood->mass);
  const double jacobian = find_largest (hood->jacobian);
  const double compliance = find_largest (hood->compliance);
  g_autofree int *body_of = g_new0 (int, hood->velocities->len + 1);
  g_autofree int *coupling_of = g_new0 (int, hood->rows->len + 1);

  for (guint i = 0; i < hood->velocities->len; i++)
    body_of[i] = g_array_index (hood->velocities, LwHoodVelocity, i).body;
  for (guint i = 0; i < hood->rows->len; i++)
    coupling_of[i] = g_array_index (hood->rows, LwHoodRow, i).coupling;
  for (guint i = 0; i < hood->mass->len && self->kind != LW_MATRIX_JACOBIAN; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->mass, LwHoodEntry, i);

    func (data, to_cell (&rows, body_of, entry->row, false),
          to_cell (&columns, body_of, entry->column, false), entry->value / mass, entry);
  }
  for (guint i = 0; i < hood->jacobian->len && self->kind != LW_MATRIX_MASS; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->jacobian, LwHoodEntry, i);
    const int row = to_cell (&rows, coupling_of, entry->row, true);
    const int column = to_cell (&columns, body_of, entry->column, false);

    func (data, row, column, entry->value / jacobian, entry);
    if (self->kind == LW_MATRIX_SYSTEM)
      func (data, column, row, entry->value / jacobian, entry);
  }
  for (guint i = 0; i < hood->compliance->len && self->kind == LW_MATRIX_SYSTEM; i++) {
    const LwHoodEntry *entry = &g_array_index (hood->compliance, LwHoodEntry, i);

    func (data, to_cell (&rows, coupling_of, entry->row, true),
          to_cell (&columns, coupling_of, entry->column, true), entry->value / compliance, entry);
  }
}

// ---- measuring ------------------------------------------------------------------------------

void
lw_matrix_picture_measure (const LwMatrixPicture *self, LwFonts *fonts, LwMatrixFrame *frame)
{
  const double letters = self->font_size / USUAL_FONT;
  Side rows = get_side (self, true, false);
  Side columns = get_side (self, false, false);
  const double names = floor (NAME_PART * self->width);
  const double scale = SCALE_ROOM + letters * SCALE_WORDS;
  const double room = self->width - names - scale;
  double cell;

  frame->blocks = MAX (n_cells (&rows), n_cells (&columns)) > LW_MATRIX_CELLS_MAX;
  rows.whole = columns.whole = frame->blocks;
  frame->rows = n_cells (&rows);
  frame->columns = n_cells (&columns);
  cell = frame->columns > 0 ? floor (room / frame->columns * 4) / 4 : letters * CELL_MAX;
  frame->numbers = self->numbers && MAX (frame->rows, frame->columns) <= LW_MATRIX_NUMBERS_MAX;
  frame->cell = frame->numbers ? letters * CELL_NUMBER : CLAMP (cell, CELL_MIN, letters * CELL_MAX);
  frame->x = names;
  frame->y = letters * HEAD;
  frame->width = fmax (self->width, names + frame->columns * frame->cell + scale);
  frame->height = frame->y + frame->rows * frame->cell + 8;
}

// ---- drawing --------------------------------------------------------------------------------

typedef struct
{
  const LwMatrixFrame *frame;
  double *parts; ///< largest value of each cell in parts of the largest of its kind, rows x columns
  double *values; ///< that value itself
} Cells;

static void
collect (void *data, int row, int column, double part, const LwHoodEntry *entry)
{
  const Cells *cells = data;
  const gsize at = (gsize) row * (gsize) cells->frame->columns + (gsize) column;

  if (fabs (part) <= fabs (cells->parts[at]))
    return;
  cells->parts[at] = part;
  cells->values[at] = entry->value;
}

static LwColour
value_colour (const LwPalette *palette, double part)
{
  const LwColour full =
    part >= 0 ? palette->hue[LW_HUE_SKY].base : palette->hue[LW_HUE_ORANGE].base;

  return lw_colour_mix (palette->paper, full, 0.12 + 0.88 * pow (fmin (fabs (part), 1), STRENGTH));
}

/// Returns the colour of text that contrasts more with a colour.
static LwColour
readable_on (const LwPalette *palette, LwColour colour)
{
  return lw_colour_contrast (palette->text, colour) >= lw_colour_contrast (palette->paper, colour)
           ? palette->text
           : palette->paper;
}

/// Writes a value into its cell, smaller if it is long.
static void
draw_number (LwPainter *painter, double value, double x, double y, double cell, LwTextStyle style)
{
  char number[LW_NUMBER_SIZE];
  LwTextExtents extents;

  lw_format_number (number, value, NUMBER_FIGURES,
                    lw_fonts_get_decimal_point (lw_painter_get_fonts (painter)));
  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  style.tabular = true;
  lw_painter_measure (painter, number, &style, &extents);
  style.size *= fmin (1, (cell - 4) / fmax (extents.width, 1));
  lw_painter_text (painter, x + 0.5 * cell, y + 0.5 * cell, number, &style);
}

static void
draw_cells (const LwMatrixPicture *self,
            LwPainter *painter,
            const LwPalette *palette,
            const LwMatrixFrame *frame)
{
  const double gap = frame->cell >= 4 ? 1 : frame->cell >= 2.5 ? 0.5 : 0;
  const gsize n = (gsize) frame->rows * (gsize) frame->columns;
  Cells cells = { frame, g_new0 (double, n + 1), g_new0 (double, n + 1) };

  for_each (self, frame->blocks, collect, &cells);
  for (int row = 0; row < frame->rows; row++)
    for (int column = 0; column < frame->columns; column++) {
      const double part = cells.parts[(gsize) row * (gsize) frame->columns + (gsize) column];
      const double x = frame->x + column * frame->cell;
      const double y = frame->y + row * frame->cell;

      if (part == 0)
        continue;
      lw_painter_rect (painter, x + gap, y + gap, frame->cell - gap, frame->cell - gap);
      lw_painter_fill (painter, value_colour (palette, part));
      if (frame->numbers) {
        draw_number (painter, cells.values[(gsize) row * (gsize) frame->columns + (gsize) column],
                     x, y, frame->cell,
                     lw_text_style (self->font_size - 2, 400,
                                    readable_on (palette, value_colour (palette, part))));
      } else if (part < -0.2 && frame->cell >= 5) {
        lw_painter_rect (painter, x + 0.28 * frame->cell, y + 0.5 * frame->cell + 0.5 * gap - 0.6,
                         0.5 * frame->cell, 1.2);
        lw_painter_fill (painter, palette->dark ? palette->paper : palette->ink);
      }
    }
  g_free (cells.parts);
  g_free (cells.values);
}

static void
draw_line (LwPainter *painter,
           double x1,
           double y1,
           double x2,
           double y2,
           LwColour colour,
           double width)
{
  lw_painter_line (painter, floor (x1) + 0.5, floor (y1) + 0.5, floor (x2) + 0.5, floor (y2) + 0.5);
  lw_painter_stroke (painter, colour, width);
}

/// Draws thin lines between blocks, and a strong one between bodies and couplings.
static void
draw_grid (LwPainter *painter,
           const LwPalette *palette,
           const LwMatrixFrame *frame,
           const Side *rows,
           const Side *columns)
{
  const double width = frame->columns * frame->cell;
  const double height = frame->rows * frame->cell;
  const Side *sides[] = { rows, columns };

  for (guint k = 0; k < 2; k++) {
    const Side *side = sides[k];

    for (guint i = 1; i < n_blocks (side); i++) {
      int n;
      const double at = get_cells (side, i, &n) * frame->cell;
      const bool strong = side->bodies && i == side->hood->bodies->len;
      const LwColour colour = strong ? palette->ink : palette->grid_coarse;

      if (!strong && frame->blocks && frame->cell < 5)
        continue;
      if (k == 0)
        draw_line (painter, frame->x, frame->y + at, frame->x + width, frame->y + at, colour,
                   strong ? 1.5 : 1);
      else
        draw_line (painter, frame->x + at, frame->y, frame->x + at, frame->y + height, colour,
                   strong ? 1.5 : 1);
    }
  }
  lw_painter_rect (painter, floor (frame->x) + 0.5, floor (frame->y) + 0.5, floor (width),
                   floor (height));
  lw_painter_stroke (painter, palette->axis, 1);
}

static void
draw_bands (const LwMatrixPicture *self,
            LwPainter *painter,
            const LwPalette *palette,
            const LwMatrixFrame *frame,
            const Side *rows,
            const Side *columns)
{
  const LwColour band = lw_colour_alpha (palette->selection, palette->dark ? 0.32 : 0.2);
  const Side *sides[] = { rows, columns };

  for (guint k = 0; k < 2; k++)
    for (guint i = 0; i < n_blocks (sides[k]); i++) {
      int n;
      const double at = get_cells (sides[k], i, &n) * frame->cell;

      if (!is_marked (self, get_block (sides[k], i)->element))
        continue;
      if (k == 0)
        lw_painter_rect (painter, 0, frame->y + at, frame->x + frame->columns * frame->cell,
                         n * frame->cell);
      else
        lw_painter_rect (painter, frame->x + at, frame->y, n * frame->cell,
                         frame->rows * frame->cell);
      lw_painter_fill (painter, band);
    }
}

/// Returns a name shortened to a width.
static char *
dup_fitted (LwPainter *painter, const char *name, const LwTextStyle *style, double width)
{
  LwTextExtents extents;
  g_autofree char *text = g_strdup (name);

  lw_painter_measure (painter, text, style, &extents);
  for (glong n = g_utf8_strlen (name, -1) - 1; n > 0 && extents.width > width; n--) {
    g_autofree char *part = g_utf8_substring (name, 0, n);

    g_free (text);
    text = g_strconcat (part, "…", NULL);
    lw_painter_measure (painter, text, style, &extents);
  }
  return g_steal_pointer (&text);
}

static void
draw_swatch (LwPainter *painter, const LwPalette *palette, LwHue hue, double x, double y)
{
  lw_painter_round_rect (painter, x, y, SWATCH, SWATCH, 3);
  lw_painter_fill (painter, palette->hue[hue].base);
}

static void
draw_row_names (const LwMatrixPicture *self,
                LwPainter *painter,
                const LwPalette *palette,
                const LwMatrixFrame *frame,
                const Side *rows)
{
  double last = -INFINITY;

  for (guint i = 0; i < n_blocks (rows); i++) {
    const LwHoodBlock *block = get_block (rows, i);
    const bool marked = is_marked (self, block->element);
    LwTextStyle style = lw_text_style (self->font_size, marked ? 700 : 400, palette->text);
    g_autofree char *name = NULL;
    int n;
    const int first = get_cells (rows, i, &n);
    const double y = frame->y + (first + 0.5 * n) * frame->cell;

    // Omit names that would overlap.
    if (y - last < self->font_size + 1 && !marked)
      continue;
    last = y;
    style.anchor = LW_ANCHOR_END;
    style.centred = true;
    name = dup_fitted (painter, block->name, &style, frame->x - 10 - 6 - SWATCH - 8);
    lw_painter_text (painter, frame->x - 10, y, name, &style);
    if (is_body (rows, i))
      draw_swatch (painter, palette, block->hue, 4, y - 0.5 * SWATCH);
  }
}

static void
draw_column_names (const LwMatrixPicture *self,
                   LwPainter *painter,
                   const LwPalette *palette,
                   const LwMatrixFrame *frame,
                   const Side *columns)
{
  double last = -INFINITY;

  for (guint i = 0; i < n_blocks (columns); i++) {
    const LwHoodBlock *block = get_block (columns, i);
    const bool marked = is_marked (self, block->element);
    LwTextStyle style = lw_text_style (self->font_size - 1, marked ? 700 : 400, palette->text);
    g_autofree char *name = NULL;
    int n;
    const int first = get_cells (columns, i, &n);
    const double x = frame->x + (first + 0.5 * n) * frame->cell;
    LwTextExtents extents;

    if (is_body (columns, i)) {
      if (x - last >= SWATCH + 2)
        draw_swatch (painter, palette, block->hue, x - 0.5 * SWATCH, frame->y - SWATCH - 7);
      last = fmax (last, x);
      continue;
    }
    style.anchor = LW_ANCHOR_MIDDLE;
    name = dup_fitted (painter, block->name, &style, fmax (n * frame->cell + 4, 12));
    lw_painter_measure (painter, name, &style, &extents);
    if (x - 0.5 * extents.width < last + 3 || (g_str_has_suffix (name, "…") && !marked))
      continue;
    last = x + 0.5 * extents.width;
    lw_painter_text (painter, x, frame->y - 8, name, &style);
  }
}

static void
draw_parts (const LwMatrixPicture *self,
            LwPainter *painter,
            const LwPalette *palette,
            const LwMatrixFrame *frame)
{
  const Side side = get_side (self, true, frame->blocks);
  const double bodies = body_cells (&side) * frame->cell;
  const double whole = frame->rows * frame->cell;
  LwTextStyle style = lw_text_style (self->font_size + 3, 700, palette->text);

  // They would cover numbers.
  if (frame->numbers || self->kind != LW_MATRIX_SYSTEM || bodies < 60 || whole - bodies < 60)
    return;
  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  style.outline = 4;
  style.outline_colour = palette->paper;
  lw_painter_text (painter, frame->x + 0.76 * bodies, frame->y + 0.24 * bodies, "M", &style);
  lw_painter_text (painter, frame->x + bodies + 0.2 * (whole - bodies), frame->y + 0.86 * bodies,
                   "Gᵀ", &style);
  lw_painter_text (painter, frame->x + 0.86 * bodies, frame->y + bodies + 0.2 * (whole - bodies),
                   "G", &style);
  lw_painter_text (painter, frame->x + bodies + 0.5 * (whole - bodies),
                   frame->y + bodies + 0.5 * (whole - bodies), "−E", &style);
}

/// Draws the colour scale at the right.
static void
draw_colours (const LwMatrixPicture *self,
              LwPainter *painter,
              const LwPalette *palette,
              const LwMatrixFrame *frame)
{
  const double x = frame->x + frame->columns * frame->cell + 12;
  const double height = fmin (frame->rows * frame->cell, 150);
  LwTextStyle style = lw_text_style (self->font_size - 2, 400, palette->text_2);

  if (height < 40)
    return;
  for (int i = 0; i < (int) height; i++) {
    lw_painter_rect (painter, x, frame->y + i, 9, 1);
    lw_painter_fill (painter, value_colour (palette, 1 - 2 * (i + 0.5) / height));
  }
  style.centred = true;
  lw_painter_text (painter, x + 13, frame->y + 5, "+1", &style);
  lw_painter_text (painter, x + 13, frame->y + 0.5 * height, "0", &style);
  lw_painter_text (painter, x + 13, frame->y + height - 5, "−1", &style);
}

void
lw_matrix_picture_draw (const LwMatrixPicture *self,
                        LwPainter *painter,
                        const LwPalette *palette,
                        const LwMatrixFrame *frame)
{
  const Side rows = get_side (self, true, frame->blocks);
  const Side columns = get_side (self, false, frame->blocks);

  if (frame->rows == 0 || frame->columns == 0)
    return;
  lw_painter_rect (painter, frame->x, frame->y, frame->columns * frame->cell,
                   frame->rows * frame->cell);
  lw_painter_fill (painter, palette->paper);
  draw_bands (self, painter, palette, frame, &rows, &columns);
  draw_cells (self, painter, palette, frame);
  draw_grid (painter, palette, frame, &rows, &columns);
  draw_row_names (self, painter, palette, frame, &rows);
  draw_column_names (self, painter, palette, frame, &columns);
  draw_parts (self, painter, palette, frame);
  draw_colours (self, painter, palette, frame);
}

// ---- hit testing ----------------------------------------------------------------------------

typedef struct
{
  int row, column;
  LwMatrixCell *cell;
} Search;

static void
match (void *data, int row, int column, double part, const LwHoodEntry *entry)
{
  const Search *search = data;

  if (row != search->row || column != search->column
      || fabs (entry->value) <= fabs (search->cell->value))
    return;
  search->cell->value = entry->value;
  search->cell->has_value = true;
}

static int
find_cell (double place, double cell, int n)
{
  return place < 0 || place >= n * cell ? -1 : (int) (place / cell);
}

/// Returns the number of a cell among velocities or rows.
static int
number_of (const Side *side, int cell)
{
  if (side->whole)
    return -1;
  return cell < body_cells (side) ? cell : cell - body_cells (side);
}

bool
lw_matrix_picture_find (const LwMatrixPicture *self,
                        const LwMatrixFrame *frame,
                        double x,
                        double y,
                        LwMatrixCell *cell)
{
  const Side rows = get_side (self, true, frame->blocks);
  const Side columns = get_side (self, false, frame->blocks);
  const int row = find_cell (y - frame->y, frame->cell, frame->rows);
  const int column = find_cell (x - frame->x, frame->cell, frame->columns);
  const int row_block = row >= 0 ? find_block (&rows, row) : -1;
  const int column_block = column >= 0 ? find_block (&columns, column) : -1;
  const Search search = { row, column, cell };

  memset (cell, 0, sizeof *cell);
  cell->row = cell->column = -1;
  if (row_block >= 0 && (x < frame->x || column >= 0)) {
    cell->row_element = get_block (&rows, (guint) row_block)->element;
    cell->row = number_of (&rows, row);
  }
  if (column_block >= 0 && (y < frame->y || row >= 0)) {
    cell->column_element = get_block (&columns, (guint) column_block)->element;
    cell->column = number_of (&columns, column);
  }
  if (row_block >= 0 && column_block >= 0) {
    const bool row_is_body = is_body (&rows, (guint) row_block);
    const bool column_is_body = is_body (&columns, (guint) column_block);

    cell->part = row_is_body ? (column_is_body ? "M" : "Gᵀ") : (column_is_body ? "G" : "−E");
    for_each (self, frame->blocks, match, (void *) &search);
  }
  return cell->row_element.kind != LW_SELECTION_NONE
         || cell->column_element.kind != LW_SELECTION_NONE;
}
