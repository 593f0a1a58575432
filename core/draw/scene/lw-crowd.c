// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The view is divided into cells. A mark occupies its cell, and later marks find it occupied. Cells
// move with the mechanism during panning, so that marks do not flicker.

#include "lw-crowd-private.h"

#include <math.h>

/// px; the dots of the joints would cover shorter links.
#define PINNED_LENGTH_MIN 10.0
/// With fewer elements there is no gain.
#define ELEMENTS_MIN 400
/// px; dots of joints have a diameter of 5, grounds are 12 wide and arrows up to 160 long.
#define PIN_CELL 5.0
#define GROUND_CELL 16.0
#define ERROR_CELL 16.0
#define ARROW_CELL 12.0
/// px; shorter links of the same colour in the same cell cannot be distinguished.
#define LINK_CELL 2.0
/// As in lw-symbols-bodies.c, lw-symbols-joints.c and lw-symbols-arrows.c.
#define LINK_WIDTH 4.0
#define PIN_RADIUS 2.5
#define SPRING_WIDTH 1.5
#define ARROW_WIDTH 2.5
#define ARROW_CASING 1.1
#define ARROW_LONGEST 160.0
#define ARROW_SHORTEST 6.0
#define CUT_GAP 6.0    ///< px from the middle to either side
#define CUT_HEIGHT 8.0 ///< height of these strokes, px to either side
#define CUT_WIDTH 2.0
#define HEAD 11.0
#define HALF_HEAD 4.6
/// px; the coils of a shorter spring are not visible.
#define SPRING_LENGTH_MAX 60.0

typedef struct
{
  double size;      ///< px
  double left, top; ///< px, corner of the first cell
  int columns, rows;
  float *value; ///< value of each cell: 0, or the largest that occupies it
} Cells;

typedef struct
{
  double start[2], direction[2]; ///< px; unit
  double size;                   ///< px, without the cut
  double length;                 ///< px, as drawn
  bool cut;                      ///< drawn shorter than its size
  int cell;                      ///< cell in which it may be drawn; -1 if it is out of sight
} Arrow;

struct _LwCrowd
{
  bool has_pins; ///< true if joints can be distinguished
  Cells pins, arrow_cells;
  Cells marks[LW_CROWD_MARKS];
  Cells short_links;           ///< 1 + the hue of the last link
  GArray *links[LW_HUE_COUNT]; ///< array of double: x1 y1 x2 y2
  GArray *springs;             ///< array of double: x1 y1 x2 y2
  GArray *dots;                ///< array of double: x y
  GArray *arrows;              ///< array of Arrow; reactions
};

// ---- cells ----------------------------------------------------------------------------------

/// Creates cells with the origin of the world at a corner.
static void
init_cells (Cells *self, double size, const LwView *view)
{
  const double origin[3] = { 0.0, 0.0, 0.0 };
  double x, y;

  lw_view_project (view, origin, &x, &y);
  self->size = size;
  self->left = isfinite (x) ? fmod (x, size) - size : 0.0;
  self->top = isfinite (y) ? fmod (y, size) - size : 0.0;
  self->columns = (int) (view->width / size) + 4;
  self->rows = (int) (view->height / size) + 4;
  self->value = g_new0 (float, (gsize) self->columns *(gsize) self->rows);
}

/// Returns the index of a cell, -1 if the place is out of sight.
static int
cell_at (const Cells *self, double x, double y)
{
  const double column = floor ((x - self->left) / self->size);
  const double row = floor ((y - self->top) / self->size);

  if (!(column >= 0.0 && column < self->columns && row >= 0.0 && row < self->rows))
    return -1;
  return (int) row * self->columns + (int) column;
}

/// Occupies a cell. Returns false if it is occupied already or out of sight.
static bool
claim (Cells *self, double x, double y)
{
  const int cell = cell_at (self, x, y);

  if (cell < 0 || self->value[cell] > 0.0)
    return false;
  self->value[cell] = 1.0;
  return true;
}

// ---- collecting -----------------------------------------------------------------------------

bool
lw_crowd_is_one (double w, const LwView *view, guint n_elements)
{
  return n_elements >= ELEMENTS_MIN && lw_brush_is_tiny (&(LwBrush){ .w = w }) && !view->spatial
         && view->width > 0.0 && view->height > 0.0;
}

LwCrowd *
lw_crowd_new (const LwBrush *brush, const LwView *view, guint n_elements, double link_length)
{
  LwCrowd *self;

  if (!lw_crowd_is_one (brush->w, view, n_elements))
    return NULL;
  self = g_new0 (LwCrowd, 1);
  self->has_pins = link_length * view->scale >= PINNED_LENGTH_MIN;
  init_cells (&self->pins, PIN_CELL, view);
  init_cells (&self->marks[LW_CROWD_GROUND], GROUND_CELL, view);
  init_cells (&self->marks[LW_CROWD_ERROR], ERROR_CELL, view);
  init_cells (&self->arrow_cells, ARROW_CELL, view);
  init_cells (&self->short_links, LINK_CELL, view);
  for (int hue = 0; hue < LW_HUE_COUNT; hue++)
    self->links[hue] = g_array_new (FALSE, FALSE, sizeof (double));
  self->springs = g_array_new (FALSE, FALSE, sizeof (double));
  self->dots = g_array_new (FALSE, FALSE, sizeof (double));
  self->arrows = g_array_new (FALSE, FALSE, sizeof (Arrow));
  return self;
}

void
lw_crowd_free (LwCrowd *self)
{
  if (self == NULL)
    return;
  g_free (self->pins.value);
  for (int mark = 0; mark < LW_CROWD_MARKS; mark++)
    g_free (self->marks[mark].value);
  g_free (self->arrow_cells.value);
  g_free (self->short_links.value);
  for (int hue = 0; hue < LW_HUE_COUNT; hue++)
    g_array_unref (self->links[hue]);
  g_array_unref (self->springs);
  g_array_unref (self->dots);
  g_array_unref (self->arrows);
  g_free (self);
}

/// Occupies the cell of a link. Returns false if a similar link occupies it or it is out of sight.
static bool
claim_link (Cells *self, const double line[4], LwHue hue)
{
  const int cell = cell_at (self, 0.5 * (line[0] + line[2]), 0.5 * (line[1] + line[3]));

  if (cell < 0 || self->value[cell] == (float) (1 + hue))
    return false;
  self->value[cell] = (float) (1 + hue);
  return true;
}

bool
lw_crowd_take_link (LwCrowd *self, const double *points, size_t n, LwHue hue, LwSymbolState state)
{
  double line[4];

  if (self == NULL || state != LW_SYMBOL_STATE_NORMAL || n == 0 || n > 2)
    return false;
  for (int i = 0; i < 2; i++) {
    line[i] = points[i];
    line[2 + i] = points[2 * (n - 1) + (size_t) i];
  }
  if (hypot (line[2] - line[0], line[3] - line[1]) >= LINK_CELL
      || claim_link (&self->short_links, line, hue))
    g_array_append_vals (self->links[hue], line, 4);
  return true;
}

bool
lw_crowd_take_spring (LwCrowd *self,
                      double x1,
                      double y1,
                      double x2,
                      double y2,
                      LwSymbolState state)
{
  const double line[4] = { x1, y1, x2, y2 };

  if (self == NULL || state != LW_SYMBOL_STATE_NORMAL
      || !(hypot (x2 - x1, y2 - y1) < SPRING_LENGTH_MAX))
    return false;
  g_array_append_vals (self->springs, line, 4);
  return true;
}

bool
lw_crowd_take_pin (LwCrowd *self, double x, double y, LwSymbolState state)
{
  const double dot[2] = { x, y };

  if (self == NULL || state != LW_SYMBOL_STATE_NORMAL)
    return false;
  if (self->has_pins && claim (&self->pins, x, y))
    g_array_append_vals (self->dots, dot, 2);
  return true;
}

bool
lw_crowd_has_mark (LwCrowd *self, LwCrowdMark mark, double x, double y)
{
  Cells *cells = self != NULL ? &self->marks[mark] : NULL;

  return cells != NULL && cell_at (cells, x, y) >= 0 && !claim (cells, x, y);
}

bool
lw_crowd_take_arrow (LwCrowd *self, LwArrowKind kind, const double start[2], const double along[2])
{
  const double length = hypot (along[0], along[1]);
  Arrow arrow = { .cell = -1 };

  if (self == NULL || kind != LW_ARROW_REACTION || !isfinite (length))
    return false;
  arrow.cell = cell_at (&self->arrow_cells, start[0], start[1]);
  if (!(length >= ARROW_SHORTEST) || arrow.cell < 0
      || (float) length < self->arrow_cells.value[arrow.cell])
    return true;
  self->arrow_cells.value[arrow.cell] = (float) length;
  arrow.size = length;
  arrow.length = MIN (length, ARROW_LONGEST);
  arrow.cut = length > ARROW_LONGEST;
  for (int i = 0; i < 2; i++) {
    arrow.start[i] = start[i];
    arrow.direction[i] = along[i] / length;
  }
  g_array_append_val (self->arrows, arrow);
  return true;
}

// ---- drawing --------------------------------------------------------------------------------

/// Polygons that are filled in one call.
typedef struct
{
  GArray *points;  ///< array of double: x y
  GArray *corners; ///< array of guint8: corners of each polygon
} Shapes;

static void
shapes_init (Shapes *self)
{
  self->points = g_array_new (FALSE, FALSE, sizeof (double));
  self->corners = g_array_new (FALSE, FALSE, sizeof (guint8));
}

static void
add_shape (Shapes *self, const double *points, guint8 n)
{
  g_array_append_vals (self->points, points, 2u * n);
  g_array_append_val (self->corners, n);
}

/// Draws the polygons and removes them from the list.
static void
shapes_fill (Shapes *self, LwPainter *painter, LwColour colour)
{
  lw_painter_fill_polygons (painter, (const double *) (const void *) self->points->data,
                            (const guint8 *) (const void *) self->corners->data, self->corners->len,
                            colour);
  g_array_unref (self->points);
  g_array_unref (self->corners);
}

/// Adds a line of a given width. Round ends have five corners each.
static void
add_line (Shapes *self, double x1, double y1, double x2, double y2, double width, bool round)
{
  const double length = hypot (x2 - x1, y2 - y1), r = 0.5 * width;
  const double ux = length > 0.0 ? r * (x2 - x1) / length : r;
  const double uy = length > 0.0 ? r * (y2 - y1) / length : 0.0;
  const double c = 0.70710678;
  const double ends[20] = {
    x2 + uy,
    y2 - ux,
    x2 + c * (ux + uy),
    y2 + c * (uy - ux),
    x2 + ux,
    y2 + uy,
    x2 + c * (ux - uy),
    y2 + c * (uy + ux),
    x2 - uy,
    y2 + ux,
    x1 - uy,
    y1 + ux,
    x1 - c * (ux + uy),
    y1 - c * (uy - ux),
    x1 - ux,
    y1 - uy,
    x1 - c * (ux - uy),
    y1 - c * (uy + ux),
    x1 + uy,
    y1 - ux,
  };
  const double sides[8] = {
    x1 + uy, y1 - ux, x2 + uy, y2 - ux, x2 - uy, y2 + ux, x1 - uy, y1 + ux
  };

  if (round)
    add_shape (self, ends, 10);
  else if (length > 0.0)
    add_shape (self, sides, 4);
}

static void
add_lines (Shapes *self, const GArray *lines, double width, bool round)
{
  const double *points = (const double *) (const void *) lines->data;

  for (guint i = 0; i < lines->len; i += 4)
    add_line (self, points[i], points[i + 1], points[i + 2], points[i + 3], width, round);
}

void
lw_crowd_draw_links (const LwCrowd *self, const LwBrush *brush)
{
  if (self == NULL)
    return;
  for (int hue = 0; hue < LW_HUE_COUNT; hue++) {
    Shapes shapes;

    shapes_init (&shapes);
    // Where links are long enough to show their ends, joints cover them.
    add_lines (&shapes, self->links[hue], LINK_WIDTH, !self->has_pins);
    shapes_fill (&shapes, brush->painter, brush->palette->hue[hue].line);
  }
}

void
lw_crowd_draw_springs (const LwCrowd *self, const LwBrush *brush)
{
  Shapes shapes;

  if (self == NULL)
    return;
  shapes_init (&shapes);
  add_lines (&shapes, self->springs, lw_brush_stroke (brush, SPRING_WIDTH), true);
  shapes_fill (&shapes, brush->painter, brush->palette->ink);
}

/// Adds an octagon, which looks like a circle at this size.
static void
add_octagon (Shapes *self, double x, double y)
{
  static const double a = PIN_RADIUS, b = 0.41421356 * PIN_RADIUS;
  const double corners[16] = {
    x + a, y - b, x + a, y + b, x + b, y + a, x - b, y + a,
    x - a, y + b, x - a, y - b, x - b, y - a, x + b, y - a,
  };

  add_shape (self, corners, 8);
}

void
lw_crowd_draw_pins (const LwCrowd *self, const LwBrush *brush)
{
  const double *dots;
  Shapes shapes;

  if (self == NULL)
    return;
  shapes_init (&shapes);
  dots = (const double *) (const void *) self->dots->data;
  for (guint i = 0; i < self->dots->len; i += 2)
    add_octagon (&shapes, dots[i], dots[i + 1]);
  shapes_fill (&shapes, brush->painter, brush->palette->ink);
}

/// Returns true for the longest arrow of each cell.
static bool
is_shown (const LwCrowd *self, const Arrow *arrow)
{
  return (float) arrow->size >= self->arrow_cells.value[arrow->cell];
}

/// Adds a piece of an arrow, given by its extents along the arrow and across it, px.
static void
add_piece (Shapes *self,
           const Arrow *arrow,
           const double from[2],
           const double to[2],
           double width,
           bool round)
{
  const double *start = arrow->start, ux = arrow->direction[0], uy = arrow->direction[1];

  add_line (self, start[0] + from[0] * ux - from[1] * uy, start[1] + from[0] * uy + from[1] * ux,
            start[0] + to[0] * ux - to[1] * uy, start[1] + to[0] * uy + to[1] * ux, width, round);
}

/// Draws the shafts, in two parts where an arrow is cut.
static void
draw_shafts (const LwCrowd *self, LwPainter *painter, LwColour colour, double width)
{
  Shapes shapes;

  shapes_init (&shapes);
  for (guint i = 0; i < self->arrows->len; i++) {
    const Arrow *arrow = &g_array_index (self->arrows, Arrow, i);
    const double shaft = MAX (0.0, arrow->length - HEAD + 1.0);
    const double start[2] = { 0.0, 0.0 }, end[2] = { shaft, 0.0 };
    const double gap[2] = { 0.5 * shaft - CUT_GAP, 0.0 }, next[2] = { 0.5 * shaft + CUT_GAP, 0.0 };

    if (!is_shown (self, arrow))
      continue;
    add_piece (&shapes, arrow, start, arrow->cut ? gap : end, width, false);
    if (arrow->cut)
      add_piece (&shapes, arrow, next, end, width, false);
  }
  shapes_fill (&shapes, painter, colour);
}

/// Draws two strokes across the middle of each arrow that is cut.
static void
draw_cuts (const LwCrowd *self, LwPainter *painter, LwColour colour, double width)
{
  Shapes shapes;

  shapes_init (&shapes);
  for (guint i = 0; i < self->arrows->len; i++) {
    const Arrow *arrow = &g_array_index (self->arrows, Arrow, i);

    for (int side = -1; arrow->cut && is_shown (self, arrow) && side <= 1; side += 2) {
      const double middle = 0.5 * arrow->length + 5.0 * side;

      add_piece (&shapes, arrow, (double[]){ middle - 3.0, CUT_HEIGHT },
                 (double[]){ middle + 3.0, -CUT_HEIGHT }, width, true);
    }
  }
  shapes_fill (&shapes, painter, colour);
}

#define HEAD_CORNERS 9

/// Computes a triangle with a line of 1 px round it: corners as distances along the arrow from its
/// tip, and across it.
static void
find_head (double corners[2 * HEAD_CORNERS])
{
  const double x[3] = { 0.0, -HEAD, -HEAD }, y[3] = { 0.0, HALF_HEAD, -HALF_HEAD };

  for (int i = 0; i < 3; i++) {
    const int before = (i + 2) % 3, after = (i + 1) % 3;
    double turns[3];

    // Outward normals of the previous side and the next side, and the direction between them.
    turns[0] = atan2 (x[before] - x[i], y[i] - y[before]);
    turns[2] = atan2 (x[i] - x[after], y[after] - y[i]);
    if (turns[2] < turns[0])
      turns[2] += 2.0 * G_PI;
    turns[1] = 0.5 * (turns[0] + turns[2]);
    for (int k = 0; k < 3; k++) {
      corners[6 * i + 2 * k] = x[i] + 0.5 * cos (turns[k]);
      corners[6 * i + 2 * k + 1] = y[i] + 0.5 * sin (turns[k]);
    }
  }
}

static void
add_head (Shapes *self, const Arrow *arrow, const double head[2 * HEAD_CORNERS])
{
  const double ux = arrow->direction[0], uy = arrow->direction[1];
  double corners[2 * HEAD_CORNERS];

  for (int i = 0; i < 2 * HEAD_CORNERS; i += 2) {
    const double along = arrow->length + head[i], aside = head[i + 1];

    corners[i] = arrow->start[0] + along * ux - aside * uy;
    corners[i + 1] = arrow->start[1] + along * uy + aside * ux;
  }
  add_shape (self, corners, HEAD_CORNERS);
}

static void
draw_heads (const LwCrowd *self, LwPainter *painter, LwColour colour)
{
  double head[2 * HEAD_CORNERS];
  Shapes shapes;

  find_head (head);
  shapes_init (&shapes);
  for (guint i = 0; i < self->arrows->len; i++) {
    const Arrow *arrow = &g_array_index (self->arrows, Arrow, i);

    if (is_shown (self, arrow))
      add_head (&shapes, arrow, head);
  }
  shapes_fill (&shapes, painter, colour);
}

void
lw_crowd_draw_arrows (const LwCrowd *self, const LwBrush *brush)
{
  LwPainter *painter = brush->painter;
  const LwColour paper = brush->palette->paper;
  const double width = lw_brush_stroke (brush, ARROW_WIDTH);
  const double cut_width = lw_brush_stroke (brush, CUT_WIDTH);
  LwColour colour;

  if (self == NULL || self->arrows->len == 0)
    return;
  colour = lw_symbol_arrow_colour (brush->palette, LW_ARROW_REACTION);
  draw_shafts (self, painter, paper, width + 2.0 * ARROW_CASING);
  draw_shafts (self, painter, colour, width);
  draw_cuts (self, painter, paper, cut_width + 2.0 * ARROW_CASING);
  draw_cuts (self, painter, colour, cut_width);
  draw_heads (self, painter, colour);
}
