// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A formula is a tree of boxes: measured from the leaves up, the outermost row broken into lines,
// and drawn from the root down. Every box has a base line with an ascent and a descent.

#include "lw-formula-private.h"

#include <math.h>
#include <string.h>

#define SCRIPT_PART 0.72    ///< size of an index
#define SMALLEST_SCRIPT 8.5 ///< px
#define FRACTION_PART 0.88
#define AXIS_PART 0.27  ///< height of fraction bars above the base line
#define INDENT_PART 1.6 ///< indentation of continued lines
#define LINE_GAP_PART 0.35

struct _LwFormulaLayout
{
  LwFormulaBox *root;
  GArray *starts; ///< array of guint: for each line, the child of the root at which it starts
  double size;
  double width, height;
};

// ---- measuring ------------------------------------------------------------------------------

static LwTextStyle
style_of (const LwFormulaBox *self, LwColour colour)
{
  LwTextStyle style = lw_text_style (self->size, self->bold ? 700 : 400, colour);

  style.italic = self->italic;
  return style;
}

static double
operator_space (const LwFormulaBox *self)
{
  return 0.24 * self->size;
}

static void measure (LwFormulaBox *self, LwFonts *fonts, double size);

static void
measure_row (LwFormulaBox *self, LwFonts *fonts)
{
  self->ascent = 0.7 * self->size;
  self->descent = 0.2 * self->size;
  for (guint i = 0; i < self->children->len; i++) {
    LwFormulaBox *box = lw_formula_box_child (self, i);

    measure (box, fonts, self->size);
    self->width += box->width;
    self->ascent = fmax (self->ascent, box->ascent);
    self->descent = fmax (self->descent, box->descent);
  }
}

static void
measure_text (LwFormulaBox *self, LwFonts *fonts)
{
  const LwTextStyle style = style_of (self, (LwColour){ 0 });
  LwTextExtents extents;

  lw_fonts_measure (fonts, self->text, &style, &extents);
  self->width = extents.width + (self->is_operator ? 2 * operator_space (self) : 0);
  // Most characters are lower than the font's ascent.
  self->ascent = fmin (extents.ascent, 0.82 * self->size);
  self->descent = fmin (extents.descent, 0.26 * self->size);
}

static double
script_rise (const LwFormulaBox *self)
{
  return fmax (0.42 * self->size, lw_formula_box_child (self, 0)->ascent
                                    - 0.42 * lw_formula_box_child (self, 2)->size);
}

static double
script_drop (const LwFormulaBox *self)
{
  return fmax (0.2 * self->size, lw_formula_box_child (self, 0)->descent - 0.1 * self->size);
}

static void
measure_script (LwFormulaBox *self, LwFonts *fonts)
{
  const double size = fmax (SCRIPT_PART * self->size, fmin (SMALLEST_SCRIPT, self->size));
  LwFormulaBox *base = lw_formula_box_child (self, 0);
  LwFormulaBox *lower = lw_formula_box_child (self, 1);
  LwFormulaBox *upper = lw_formula_box_child (self, 2);

  measure (base, fonts, self->size);
  measure (lower, fonts, size);
  measure (upper, fonts, size);
  self->width = base->width + fmax (lower->width, upper->width) + 0.06 * self->size;
  self->ascent = base->ascent;
  self->descent = base->descent;
  if (lower->width > 0)
    self->descent = fmax (self->descent, script_drop (self) + lower->descent);
  if (upper->width > 0)
    self->ascent = fmax (self->ascent, script_rise (self) + upper->ascent);
}

static void
measure_fraction (LwFormulaBox *self, LwFonts *fonts)
{
  LwFormulaBox *above = lw_formula_box_child (self, 0);
  LwFormulaBox *below = lw_formula_box_child (self, 1);
  const double gap = 0.12 * self->size;

  measure (above, fonts, FRACTION_PART * self->size);
  measure (below, fonts, FRACTION_PART * self->size);
  self->width = fmax (above->width, below->width) + 0.4 * self->size;
  self->ascent = AXIS_PART * self->size + gap + above->descent + above->ascent;
  self->descent = gap + below->ascent + below->descent - AXIS_PART * self->size;
}

static int
matrix_rows (const LwFormulaBox *self)
{
  return ((int) self->children->len + self->n - 1) / self->n;
}

static double
column_width (const LwFormulaBox *self, int column)
{
  double width = 0;

  for (guint i = (guint) column; i < self->children->len; i += (guint) self->n)
    width = fmax (width, lw_formula_box_child (self, i)->width);
  return width;
}

static void
row_height (const LwFormulaBox *self, int row, double *ascent, double *descent)
{
  *ascent = 0.7 * self->size;
  *descent = 0.2 * self->size;
  for (guint i = (guint) (row * self->n);
       i < self->children->len && i < (guint) ((row + 1) * self->n); i++) {
    *ascent = fmax (*ascent, lw_formula_box_child (self, i)->ascent);
    *descent = fmax (*descent, lw_formula_box_child (self, i)->descent);
  }
}

static void
measure_matrix (LwFormulaBox *self, LwFonts *fonts)
{
  double height = 0;
  double ascent;
  double descent;

  for (guint i = 0; i < self->children->len; i++)
    measure (lw_formula_box_child (self, i), fonts, self->size);
  for (int i = 0; i < self->n; i++)
    self->width += column_width (self, i) + (i > 0 ? 0.7 * self->size : 0);
  for (int i = 0; i < matrix_rows (self); i++) {
    row_height (self, i, &ascent, &descent);
    height += ascent + descent + (i > 0 ? 0.25 * self->size : 0);
  }
  if (matrix_rows (self) == 1) {
    row_height (self, 0, &self->ascent, &self->descent);
    return;
  }
  self->ascent = 0.5 * height + AXIS_PART * self->size;
  self->descent = height - self->ascent;
}

static bool
is_bracket (const LwFormulaBox *box, const char *bracket)
{
  return box->kind == BOX_TEXT && g_str_equal (box->text, bracket);
}

static void
measure (LwFormulaBox *self, LwFonts *fonts, double size)
{
  self->size = size;
  self->width = 0;
  switch (self->kind) {
  case BOX_ROW:
    measure_row (self, fonts);
    break;
  case BOX_TEXT:
    measure_text (self, fonts);
    break;
  case BOX_SPACE:
    self->width = 0.17 * size * self->n;
    break;
  case BOX_SCRIPT:
    measure_script (self, fonts);
    break;
  case BOX_FRACTION:
    measure_fraction (self, fonts);
    break;
  case BOX_ROOT:
    measure (lw_formula_box_child (self, 0), fonts, size);
    self->width = lw_formula_box_child (self, 0)->width + 0.75 * size;
    self->ascent = lw_formula_box_child (self, 0)->ascent + 0.22 * size;
    self->descent = lw_formula_box_child (self, 0)->descent;
    break;
  case BOX_DOTS:
    measure (lw_formula_box_child (self, 0), fonts, size);
    self->width = lw_formula_box_child (self, 0)->width;
    self->ascent = lw_formula_box_child (self, 0)->ascent + 0.12 * size;
    self->descent = lw_formula_box_child (self, 0)->descent;
    break;
  case BOX_MATRIX:
    measure_matrix (self, fonts);
    break;
  }
}

// ---- lines ----------------------------------------------------------------------------------

static double
indent (const LwFormulaLayout *self, guint line)
{
  return line > 0 ? INDENT_PART * self->size : 0;
}

static guint
line_end (const LwFormulaLayout *self, guint line)
{
  return line + 1 < self->starts->len ? g_array_index (self->starts, guint, line + 1)
                                      : self->root->children->len;
}

static void
line_extent (const LwFormulaLayout *self,
             guint line,
             double *width,
             double *ascent,
             double *descent)
{
  *width = indent (self, line);
  *ascent = 0.7 * self->size;
  *descent = 0.2 * self->size;
  for (guint i = g_array_index (self->starts, guint, line); i < line_end (self, line); i++) {
    const LwFormulaBox *box = lw_formula_box_child (self->root, i);

    *width += box->width;
    *ascent = fmax (*ascent, box->ascent);
    *descent = fmax (*descent, box->descent);
  }
}

/// Returns true if a line may start at this child: at an operator, or after a gap.
static bool
may_start (const LwFormulaBox *root, guint index)
{
  const LwFormulaBox *box = lw_formula_box_child (root, index);

  if (index == 0)
    return false;
  return (box->kind == BOX_TEXT && box->is_operator)
         || (lw_formula_box_child (root, index - 1)->kind == BOX_SPACE
             && lw_formula_box_child (root, index - 1)->n > 2 && box->kind != BOX_SPACE);
}

static void
break_lines (LwFormulaLayout *self, double width)
{
  const LwFormulaBox *root = self->root;
  guint start = 0;
  guint candidate = 0;
  double x = 0;

  g_array_append_val (self->starts, start);
  for (guint i = 0; i < root->children->len; i++) {
    if (may_start (root, i) && i > start)
      candidate = i;
    x += lw_formula_box_child (root, i)->width;
    if (x <= width || candidate <= start || lw_formula_box_child (root, i)->kind == BOX_SPACE)
      continue;
    start = candidate;
    g_array_append_val (self->starts, start);
    x = INDENT_PART * self->size;
    for (guint k = start; k <= i; k++)
      x += lw_formula_box_child (root, k)->width;
  }
}

LwFormulaLayout *
lw_formula_layout_new (const char *formula, LwFonts *fonts, double size, double width)
{
  LwFormulaLayout *self = g_new0 (LwFormulaLayout, 1);
  g_autofree char *valid = g_utf8_make_valid (formula, -1);

  self->root = lw_formula_parse (valid);
  self->starts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->size = size;
  measure (self->root, fonts, size);
  break_lines (self, width);
  for (guint i = 0; i < self->starts->len; i++) {
    double line_width;
    double ascent;
    double descent;

    line_extent (self, i, &line_width, &ascent, &descent);
    self->width = fmax (self->width, line_width);
    self->height += ascent + descent + (i > 0 ? LINE_GAP_PART * size : 0);
  }
  return self;
}

void
lw_formula_layout_free (LwFormulaLayout *self)
{
  lw_formula_box_free (self->root);
  g_array_unref (self->starts);
  g_free (self);
}

double
lw_formula_layout_get_width (const LwFormulaLayout *self)
{
  return self->width;
}

double
lw_formula_layout_get_height (const LwFormulaLayout *self)
{
  return self->height;
}

// ---- drawing --------------------------------------------------------------------------------

static void
draw (const LwFormulaBox *self, LwPainter *painter, double x, double y, LwColour colour);

/// Draws a bracket as high as its content.
static void
draw_bracket (const LwFormulaBox *self,
              LwPainter *painter,
              double x,
              double y,
              double ascent,
              double descent,
              LwColour colour)
{
  const bool round = strchr ("()", self->text[0]) != NULL;
  const bool left = strchr ("([", self->text[0]) != NULL;
  const double width = fmax (1, 0.07 * self->size);
  const double inner = x + (left ? 0.85 : 0.15) * self->width;
  const double outer = x + (left ? 0.3 : 0.7) * self->width;
  const double reach = round ? 1.15 * (outer - inner) : 0;

  lw_painter_move_to (painter, inner, y - ascent);
  if (round)
    lw_painter_curve_to (painter, inner + reach, y - 0.5 * ascent, inner + reach, y + 0.5 * descent,
                         inner, y + descent);
  else {
    lw_painter_line_to (painter, outer, y - ascent);
    lw_painter_line_to (painter, outer, y + descent);
    lw_painter_line_to (painter, inner, y + descent);
  }
  lw_painter_stroke (painter, colour, width);
}

/// Returns the box next to the bracket if it is higher than text; NULL if no tall bracket is
/// needed.
static const LwFormulaBox *
bracketed (const LwFormulaBox *row, guint index)
{
  const LwFormulaBox *box = lw_formula_box_child (row, index);
  const LwFormulaBox *other = NULL;

  if ((is_bracket (box, "[") || is_bracket (box, "(")) && index + 1 < row->children->len)
    other = lw_formula_box_child (row, index + 1);
  else if ((is_bracket (box, "]") || is_bracket (box, ")")) && index > 0)
    other = lw_formula_box_child (row, index - 1);
  return other != NULL && other->kind == BOX_MATRIX && matrix_rows (other) > 1 ? other : NULL;
}

static void
draw_children (const LwFormulaBox *self,
               guint from,
               guint to,
               LwPainter *painter,
               double x,
               double y,
               LwColour colour)
{
  for (guint i = from; i < to; i++) {
    const LwFormulaBox *box = lw_formula_box_child (self, i);
    const LwFormulaBox *inside = bracketed (self, i);

    if (inside != NULL)
      draw_bracket (box, painter, x, y, inside->ascent, inside->descent, colour);
    else
      draw (box, painter, x, y, colour);
    x += box->width;
  }
}

static void
draw_matrix (const LwFormulaBox *self, LwPainter *painter, double x, double y, LwColour colour)
{
  double top = y - self->ascent;

  for (int row = 0; row < matrix_rows (self); row++) {
    double ascent;
    double descent;
    double left = x;

    row_height (self, row, &ascent, &descent);
    for (int column = 0; column < self->n; column++) {
      const guint index = (guint) (row * self->n + column);
      const double width = column_width (self, column);

      if (index >= self->children->len)
        break;
      draw (lw_formula_box_child (self, index), painter,
            left + 0.5 * (width - lw_formula_box_child (self, index)->width), top + ascent, colour);
      left += width + 0.7 * self->size;
    }
    top += ascent + descent + 0.25 * self->size;
  }
}

static void
draw_fraction (const LwFormulaBox *self, LwPainter *painter, double x, double y, LwColour colour)
{
  const LwFormulaBox *above = lw_formula_box_child (self, 0);
  const LwFormulaBox *below = lw_formula_box_child (self, 1);
  const double line = y - AXIS_PART * self->size;
  const double gap = 0.12 * self->size;

  draw (above, painter, x + 0.5 * (self->width - above->width), line - gap - above->descent,
        colour);
  draw (below, painter, x + 0.5 * (self->width - below->width), line + gap + below->ascent, colour);
  lw_painter_line (painter, x + 0.1 * self->size, line, x + self->width - 0.1 * self->size, line);
  lw_painter_stroke (painter, colour, fmax (1, 0.06 * self->size));
}

static void
draw_root (const LwFormulaBox *self, LwPainter *painter, double x, double y, LwColour colour)
{
  const double top = y - self->ascent + 0.08 * self->size;
  const double foot = y + self->descent;

  lw_painter_move_to (painter, x + 0.08 * self->size, y - 0.22 * self->size);
  lw_painter_line_to (painter, x + 0.2 * self->size, y - 0.3 * self->size);
  lw_painter_line_to (painter, x + 0.36 * self->size, foot);
  lw_painter_line_to (painter, x + 0.56 * self->size, top);
  lw_painter_line_to (painter, x + self->width - 0.06 * self->size, top);
  lw_painter_stroke (painter, colour, fmax (1, 0.06 * self->size));
  draw (lw_formula_box_child (self, 0), painter, x + 0.62 * self->size, y, colour);
}

static void
draw_dots (const LwFormulaBox *self, LwPainter *painter, double x, double y, LwColour colour)
{
  const LwFormulaBox *box = lw_formula_box_child (self, 0);
  const double radius = fmax (0.8, 0.065 * self->size);
  const double step = 0.24 * self->size;
  // Letters without an ascender are half as high as the font.
  const double top =
    y - 0.72 * self->size - (box->ascent > 0.9 * self->size ? 0.1 * self->size : 0);
  const double middle = x + 0.5 * box->width + 0.03 * self->size;

  draw (box, painter, x, y, colour);
  for (int i = 0; i < self->n; i++) {
    lw_painter_circle (painter, middle + (i - 0.5 * (self->n - 1)) * step, top, radius);
    lw_painter_fill (painter, colour);
  }
}

static void
draw (const LwFormulaBox *self, LwPainter *painter, double x, double y, LwColour colour)
{
  switch (self->kind) {
  case BOX_ROW:
    draw_children (self, 0, self->children->len, painter, x, y, colour);
    break;
  case BOX_TEXT: {
    const LwTextStyle style = style_of (self, colour);

    lw_painter_text (painter, x + (self->is_operator ? operator_space (self) : 0), y, self->text,
                     &style);
    break;
  }
  case BOX_SPACE:
    break;
  case BOX_SCRIPT:
    draw (lw_formula_box_child (self, 0), painter, x, y, colour);
    x += lw_formula_box_child (self, 0)->width + 0.04 * self->size;
    draw (lw_formula_box_child (self, 1), painter, x, y + script_drop (self), colour);
    draw (lw_formula_box_child (self, 2), painter, x, y - script_rise (self), colour);
    break;
  case BOX_FRACTION:
    draw_fraction (self, painter, x, y, colour);
    break;
  case BOX_ROOT:
    draw_root (self, painter, x, y, colour);
    break;
  case BOX_DOTS:
    draw_dots (self, painter, x, y, colour);
    break;
  case BOX_MATRIX:
    draw_matrix (self, painter, x, y, colour);
    break;
  }
}

void
lw_formula_layout_draw (const LwFormulaLayout *self,
                        LwPainter *painter,
                        double x,
                        double y,
                        LwColour colour)
{
  for (guint i = 0; i < self->starts->len; i++) {
    double width;
    double ascent;
    double descent;

    line_extent (self, i, &width, &ascent, &descent);
    draw_children (self->root, g_array_index (self->starts, guint, i), line_end (self, i), painter,
                   x + indent (self, i), y + ascent, colour);
    y += ascent + descent + LINE_GAP_PART * self->size;
  }
}

// ---- words ----------------------------------------------------------------------------------

static void
append_plain (const LwFormulaBox *self, GString *text)
{
  static const char *const before[] = { [BOX_FRACTION] = "(", [BOX_ROOT] = "√(" };

  switch (self->kind) {
  case BOX_TEXT:
    g_string_append_printf (text, self->is_operator ? " %s " : "%s", self->text);
    return;
  case BOX_SPACE:
    g_string_append (text, self->n > 0 ? " " : "");
    return;
  case BOX_SCRIPT:
    append_plain (lw_formula_box_child (self, 0), text);
    for (guint i = 1; i < 3; i++)
      if (lw_formula_box_child (self, i)->children->len > 0) {
        g_string_append (text, i == 1 ? "_" : "^");
        append_plain (lw_formula_box_child (self, i), text);
      }
    return;
  case BOX_ROW:
  case BOX_FRACTION:
  case BOX_ROOT:
  case BOX_DOTS:
  case BOX_MATRIX:
    break;
  }
  if (self->kind == BOX_FRACTION || self->kind == BOX_ROOT)
    g_string_append (text, before[self->kind]);
  for (guint i = 0; i < self->children->len; i++) {
    if (i > 0 && self->kind == BOX_FRACTION)
      g_string_append (text, ")/(");
    else if (i > 0 && self->kind == BOX_MATRIX)
      g_string_append (text, i % (guint) self->n == 0 ? "; " : ", ");
    append_plain (lw_formula_box_child (self, i), text);
  }
  if (self->kind == BOX_FRACTION || self->kind == BOX_ROOT)
    g_string_append (text, ")");
  else if (self->kind == BOX_DOTS)
    g_string_append (text, self->n == 1 ? "′" : "″");
}

char *
lw_formula_dup_plain (const char *formula)
{
  g_autofree char *valid = g_utf8_make_valid (formula, -1);
  GString *text = g_string_new (NULL);
  LwFormulaBox *root = lw_formula_parse (valid);

  append_plain (root, text);
  lw_formula_box_free (root);
  return g_string_free (text, FALSE);
}
