// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws the curves of a plot. With few samples, each is a point of the line. With many, every pixel
// column contributes its first, smallest, largest and last value, which strokes to the same
// picture. If the line goes up and down so much that stroking would be slow, the covered part of
// each column is filled as a bar of one pixel. In a file, the line goes through the samples.

#include "lw-plot-painting.h"

#include <math.h>

#define CURVE_WIDTH 1.75
#define MARKER_PITCH 48
#define ZERO_PITCH 9.0
#define DOT_RADIUS 3.8
#define RING_RADIUS 5.0

/// Lines longer than this many heights of the plot are drawn as bars.
#define BARS_FROM 24.0

/// Dashes of the runs shown for comparison.
static const double other_run_dashes[][4] = {
  { 6.0, 3.0, 6.0, 3.0 },
  { 2.0, 2.5, 2.0, 2.5 },
  { 9.0, 3.0, 2.0, 3.0 },
};

static bool
has_other_runs (const LwPlot *plot)
{
  for (size_t i = 0; i < plot->n_curves; i++)
    if (plot->curves[i].other_run > 0)
      return true;
  return false;
}

void
lw_plot_curve_style (const LwPlotDrawing *self, const LwPlotCurve *curve, LwCurveStyle *style)
{
  lw_palette_curve (self->palette, curve->style, style);
  // Beside other runs dashes tell the runs apart, and colours the values.
  if (!self->palette->print && has_other_runs (self->plot)) {
    style->dash = NULL;
    style->n_dash = 0;
  }
  if (curve->other_run > 0) {
    style->dash = other_run_dashes[(curve->other_run - 1) % G_N_ELEMENTS (other_run_dashes)];
    style->n_dash = G_N_ELEMENTS (other_run_dashes[0]);
    style->marker = LW_CURVE_MARKER_NONE;
  }
}

void
lw_plot_run_style (const LwPlotDrawing *self, const LwPlotCurve *curve, LwCurveStyle *style)
{
  lw_plot_curve_style (self, curve, style);
  style->colour = self->palette->text_2;
  style->cased = false;
}

double
lw_plot_curve_width (const LwPlotDrawing *self)
{
  return CURVE_WIDTH * self->plot->emphasis + self->palette->outline_extra;
}

void
lw_plot_stroke_curve (const LwPlotDrawing *self, const LwCurveStyle *style, double width)
{
  lw_painter_set_dash (self->painter, style->dash, style->n_dash, 0.0);
  lw_painter_set_cap (self->painter, LW_CAP_BUTT);
  if (style->cased)
    lw_painter_stroke_keep (self->painter, style->casing, width + 2.0 * LW_PLOT_CASING);
  lw_painter_stroke (self->painter, style->colour, width);
  lw_painter_set_cap (self->painter, LW_CAP_ROUND);
  lw_painter_set_dash (self->painter, NULL, 0, 0.0);
}

/// Draws a marker in the colour of its curve, with an edge that separates it from the line.
static void
draw_marker (const LwPlotDrawing *self, const LwCurveStyle *style, double x, double y)
{
  switch (style->marker) {
  case LW_CURVE_MARKER_NONE:
    return;
  case LW_CURVE_MARKER_CIRCLE:
    lw_painter_circle (self->painter, x, y, 3.0);
    break;
  case LW_CURVE_MARKER_SQUARE:
    lw_painter_rect (self->painter, x - 2.75, y - 2.75, 5.5, 5.5);
    break;
  case LW_CURVE_MARKER_TRIANGLE:
    lw_painter_move_to (self->painter, x - 3.5, y + 2.5);
    lw_painter_line_to (self->painter, x + 3.5, y + 2.5);
    lw_painter_line_to (self->painter, x, y - 3.75);
    lw_painter_close (self->painter);
    break;
  }
  lw_painter_fill_stroke (self->painter, style->colour, self->palette->paper, 1.0);
}

void
lw_plot_draw_style (const LwPlotDrawing *self,
                    const LwCurveStyle *style,
                    double x,
                    double y,
                    double length)
{
  lw_painter_line (self->painter, x, y, x + length, y);
  lw_plot_stroke_curve (self, style, 2.25);
  draw_marker (self, style, x + 0.5 * length, y);
}

void
lw_plot_draw_sample (const LwPlotDrawing *self,
                     const LwPlotCurve *curve,
                     double x,
                     double y,
                     double length)
{
  LwCurveStyle style;

  lw_plot_curve_style (self, curve, &style);
  lw_plot_draw_style (self, &style, x, y, length);
}

#define ZERO_HALF 3.5

/// Draws a hollow triangle on the axis, for zero or a value below the axis. It is drawn completely
/// even at the ends of the axis.
static void
draw_zero (const LwPlotDrawing *self, double at, LwColour colour)
{
  const double y = self->geometry->frame.y + self->geometry->frame.height - 1.0;
  const double left = self->geometry->frame.x + ZERO_HALF + 1.0;
  const double x =
    CLAMP (at, left, self->geometry->frame.x + self->geometry->frame.width - ZERO_HALF - 1.0);

  lw_painter_move_to (self->painter, x - ZERO_HALF, y - 6.5);
  lw_painter_line_to (self->painter, x + ZERO_HALF, y - 6.5);
  lw_painter_line_to (self->painter, x, y);
  lw_painter_close (self->painter);
  lw_painter_fill_stroke (self->painter, self->palette->paper, colour, 1.25);
}

/// Part of a pixel column that a line covers, px; empty if top > bottom.
typedef struct
{
  double top, bottom;
} Extent;

static void
cover (Extent *extent, double a, double b)
{
  extent->top = MIN (extent->top, MIN (a, b));
  extent->bottom = MAX (extent->bottom, MAX (a, b));
}

static Extent *
extents_new (const LwPlotDrawing *self)
{
  Extent *extents = g_new (Extent, self->geometry->n_columns);

  for (size_t i = 0; i < self->geometry->n_columns; i++)
    extents[i] = (Extent){ INFINITY, -INFINITY };
  return extents;
}

/// Covers the columns between two points of the line.
static void
cover_segment (const LwPlotDrawing *self,
               Extent *extents,
               double x1,
               double y1,
               double x2,
               double y2)
{
  const double last = (double) self->geometry->n_columns - 1.0;
  const double slope = x2 > x1 ? (y2 - y1) / (x2 - x1) : 0.0;
  double from, to;

  x1 -= self->geometry->frame.x;
  x2 -= self->geometry->frame.x;
  from = floor (MAX (x1, 0.0));
  to = floor (MIN (x2, last));
  for (double c = from; c <= to; c++) {
    const double left = MAX (c, x1), right = MIN (c + 1.0, x2);

    if (right >= left)
      cover (&extents[(size_t) c], x2 > x1 ? y1 + slope * (left - x1) : y1,
             x2 > x1 ? y1 + slope * (right - x1) : y2);
  }
}

static void
cover_samples (const LwPlotDrawing *self,
               const LwPlotCurve *curve,
               size_t begin,
               size_t end,
               Extent *extents)
{
  const LwScale *scale = lw_plot_scale_of (&self->geometry->frame, curve);
  double before_x = NAN, before_y = NAN;

  for (size_t i = begin; i < end; i++) {
    const double x = lw_scale_map (&self->geometry->frame.x_scale, lw_series_time (curve->y, i));
    const double y = lw_plot_map_y (self->geometry, scale, lw_series_value (curve->y, i));

    if (!isnan (y))
      cover_segment (self, extents, isnan (before_y) ? x : before_x,
                     isnan (before_y) ? y : before_y, x, y);
    before_x = x;
    before_y = y;
  }
}

/// Covers from the smallest to the largest value, joined to the last value of the previous column.
static void
cover_columns (const LwPlotDrawing *self,
               const LwScale *scale,
               const LwPlotColumn *columns,
               Extent *extents)
{
  const double floor_px = self->geometry->frame.y + self->geometry->frame.height;
  double before = NAN;

  for (size_t i = 0; i < self->geometry->n_columns; i++) {
    const LwPlotColumn *column = &columns[i];
    double top, bottom;

    if (!column->any)
      continue;
    top = lw_plot_map_y (self->geometry, scale, column->maximum);
    bottom = lw_plot_map_y (self->geometry, scale, column->minimum);
    if (!isnan (top)) {
      cover (&extents[i], top, isnan (bottom) ? floor_px : bottom);
      if (!isnan (before))
        cover (&extents[i], before, before);
    }
    before = isfinite (column->last) ? lw_plot_map_y (self->geometry, scale, column->last) : NAN;
  }
}

/// Returns the distance that a pen would travel to draw the line, px.
static double
travel (const LwPlotDrawing *self, const Extent *extents)
{
  double sum = 0.0;

  for (size_t i = 0; i < self->geometry->n_columns; i++)
    if (extents[i].top <= extents[i].bottom)
      sum += extents[i].bottom - extents[i].top;
  return sum;
}

/// Draws marks along a curve, which distinguish it from the other solid one, and marks for zero on
/// a logarithmic axis.
static void
draw_marks (const LwPlotDrawing *self,
            const LwScale *scale,
            const LwPlotColumn *columns,
            const LwCurveStyle *style)
{
  double next_zero = -INFINITY;

  for (size_t i = 0; i < self->geometry->n_columns; i++) {
    const double x = self->geometry->frame.x + (double) i + 0.5;

    if (!columns[i].any)
      continue;
    if (self->plot->logarithmic && isnan (lw_plot_map_y (self->geometry, scale, columns[i].minimum))
        && x >= next_zero) {
      draw_zero (self, x, style->colour);
      next_zero = x + ZERO_PITCH;
    }
  }
  for (size_t i = MARKER_PITCH / 2;
       style->marker != LW_CURVE_MARKER_NONE && i < self->geometry->n_columns; i += MARKER_PITCH) {
    size_t at = i;
    double y;

    // Find the next column with a value: with few samples most columns are empty.
    while (at < self->geometry->n_columns && at < i + MARKER_PITCH && !columns[at].any)
      at++;
    if (at >= self->geometry->n_columns || !columns[at].any)
      continue;
    y = lw_plot_map_y (self->geometry, scale, columns[at].last);
    if (isnan (y))
      continue;
    draw_marker (self, style, self->geometry->frame.x + (double) at + 0.5, y);
  }
}

/// Draws every sample as a point; the neighbours outside the visible range define the direction of
/// the line there.
static void
draw_samples_line (const LwPlotDrawing *self,
                   const LwPlotCurve *curve,
                   const LwCurveStyle *style,
                   size_t begin,
                   size_t end)
{
  const LwScale *scale = lw_plot_scale_of (&self->geometry->frame, curve);
  bool pen_down = false;

  for (size_t i = begin; i < end; i++) {
    const double x = lw_scale_map (&self->geometry->frame.x_scale, lw_series_time (curve->y, i));
    const double y = lw_plot_map_y (self->geometry, scale, lw_series_value (curve->y, i));

    if (isnan (y))
      pen_down = false;
    else if (pen_down)
      lw_painter_line_to (self->painter, x, y);
    else {
      lw_painter_move_to (self->painter, x, y);
      pen_down = true;
    }
  }
  lw_plot_stroke_curve (self, style, lw_plot_curve_width (self));
}

/// Width of a cell of the paper, 0.05 mm, in which a line in a file has four points at most, px.
#define CELL 0.25

/// Points of a curve in one cell: first, lowest, highest and last.
typedef struct
{
  double x[4], y[4];
  size_t sample[4];
  double number; ///< number of the cell, from the left; NAN if there is none
} Cell;

static void
add_to_cell (Cell *self, size_t sample, double x, double y)
{
  const double number = floor (x / CELL);
  const bool begins = self->number != number;
  const bool replaces[4] = { begins, begins || y < self->y[1], begins || y > self->y[2], true };

  self->number = number;
  for (int i = 0; i < 4; i++)
    if (replaces[i]) {
      self->x[i] = x;
      self->y[i] = y;
      self->sample[i] = sample;
    }
}

/// Adds the points of a cell to the line, in the order of the samples and each once.
static void
end_cell (const LwPlotDrawing *self, Cell *cell, bool *pen_down)
{
  const bool lowest_first = cell->sample[1] < cell->sample[2];
  const int order[4] = { 0, lowest_first ? 1 : 2, lowest_first ? 2 : 1, 3 };

  if (isnan (cell->number))
    return;
  for (int i = 0; i < 4; i++) {
    const int k = order[i];

    if (i > 0 && cell->sample[k] == cell->sample[order[i - 1]])
      continue;
    if (*pen_down)
      lw_painter_line_to (self->painter, cell->x[k], cell->y[k]);
    else
      lw_painter_move_to (self->painter, cell->x[k], cell->y[k]);
    *pen_down = true;
  }
  cell->number = NAN;
}

/// Draws a line through the samples, for a file: of samples that are closer than a pen or an eye can
/// separate, the extreme values remain.
static void
draw_exact_line (const LwPlotDrawing *self,
                 const LwPlotCurve *curve,
                 const LwCurveStyle *style,
                 size_t begin,
                 size_t end)
{
  const LwScale *scale = lw_plot_scale_of (&self->geometry->frame, curve);
  Cell cell = { .number = NAN };
  bool pen_down = false;

  for (size_t i = begin; i < end; i++) {
    const double x = lw_scale_map (&self->geometry->frame.x_scale, lw_series_time (curve->y, i));
    const double y = lw_plot_map_y (self->geometry, scale, lw_series_value (curve->y, i));

    if (isnan (y) || cell.number != floor (x / CELL))
      end_cell (self, &cell, &pen_down);
    if (isnan (y))
      pen_down = false;
    else
      add_to_cell (&cell, i, x, y);
  }
  end_cell (self, &cell, &pen_down);
  lw_plot_stroke_curve (self, style, lw_plot_curve_width (self));
}

/// Draws first, smallest, largest and last value of every column, from its left to its right edge,
/// so that a slope is straight and not a staircase. Points that add nothing to the line are
/// omitted.
static void
draw_columns_line (const LwPlotDrawing *self,
                   const LwScale *scale,
                   const LwPlotColumn *columns,
                   const LwCurveStyle *style)
{
  bool pen_down = false;
  double before = 0.0;

  for (size_t i = 0; i < self->geometry->n_columns; i++) {
    const LwPlotColumn *column = &columns[i];
    const bool rising =
      fabs (column->first - column->minimum) < fabs (column->first - column->maximum);
    const double values[4] = { column->first, rising ? column->minimum : column->maximum,
                               rising ? column->maximum : column->minimum, column->last };

    if (column->end == column->begin)
      continue;
    if (!column->any)
      pen_down = false;
    for (int k = 0; column->any && k < 4; k++) {
      const double x = self->geometry->frame.x + (double) i + k / 3.0;
      const double y =
        isfinite (values[k]) ? lw_plot_map_y (self->geometry, scale, values[k]) : NAN;

      if ((k == 1 || k == 2) && (values[k] == column->first || values[k] == column->last))
        continue;
      if (k == 0 && pen_down && fabs (y - before) < 0.3)
        continue;
      if (isnan (y)) {
        pen_down = false;
        continue;
      }
      if (pen_down)
        lw_painter_line_to (self->painter, x, y);
      else
        lw_painter_move_to (self->painter, x, y);
      pen_down = true;
      before = y;
    }
  }
  lw_plot_stroke_curve (self, style, lw_plot_curve_width (self));
}

/// Returns true if the dash pattern has ink at a distance along the axis, px.
static bool
dash_is_on (const LwCurveStyle *style, double distance)
{
  double total = 0.0;

  for (int i = 0; i < style->n_dash; i++)
    total += style->dash[i];
  if (!(total > 0.0))
    return true;
  distance = fmod (distance, total);
  for (int i = 0; i < style->n_dash; i++) {
    if (distance < style->dash[i])
      return i % 2 == 0;
    distance -= style->dash[i];
  }
  return true;
}

static void
fill_bars (const LwPlotDrawing *self,
           const Extent *extents,
           const LwCurveStyle *style,
           double half_width,
           LwColour colour)
{
  g_autofree double *boxes = g_new (double, 4 * self->geometry->n_columns);
  const size_t reach = half_width > 1.0 ? 1 : 0;
  size_t n = 0;

  for (size_t i = 0; i < self->geometry->n_columns; i++) {
    Extent extent = { INFINITY, -INFINITY };

    if (!dash_is_on (style, (double) i))
      continue;
    // A wide line also covers the neighbouring columns.
    for (size_t k = i - MIN (i, reach); k <= i + reach && k < self->geometry->n_columns; k++)
      if (extents[k].top <= extents[k].bottom)
        cover (&extent, extents[k].top, extents[k].bottom);
    if (!(extent.top <= extent.bottom))
      continue;
    boxes[4 * n] = self->geometry->frame.x + (double) i;
    boxes[4 * n + 1] = extent.top - half_width;
    boxes[4 * n + 2] = 1.0;
    boxes[4 * n + 3] = extent.bottom - extent.top + 2.0 * half_width;
    n++;
  }
  lw_painter_fill_boxes (self->painter, boxes, n, colour);
}

static void
draw_over_time (const LwPlotDrawing *self,
                const LwPlotCurve *curve,
                const LwPlotColumn *columns,
                const LwCurveStyle *style)
{
  const double half_width = 0.5 * lw_plot_curve_width (self);
  const LwScale *scale = lw_plot_scale_of (&self->geometry->frame, curve);
  const size_t n = lw_series_n_samples (curve->y);
  const size_t first = columns[0].begin, last = columns[self->geometry->n_columns - 1].end;
  const size_t begin = first - (first > 0), end = last + (last < n);
  const bool few = end - begin < 2 * self->geometry->n_columns;
  g_autofree Extent *extents = extents_new (self);

  if (self->plot->exact) {
    draw_exact_line (self, curve, style, begin, end);
    draw_marks (self, scale, columns, style);
    return;
  }
  if (lw_plot_is_noise (self->plot, curve, columns, self->geometry->n_columns)) {
    lw_plot_draw_noise (self, curve, columns, style);
    return;
  }
  if (few)
    cover_samples (self, curve, begin, end, extents);
  else
    cover_columns (self, scale, columns, extents);
  if (travel (self, extents) > BARS_FROM * self->geometry->frame.height) {
    if (style->cased)
      fill_bars (self, extents, style, half_width + LW_PLOT_CASING, style->casing);
    fill_bars (self, extents, style, half_width, style->colour);
  } else if (few) {
    draw_samples_line (self, curve, style, begin, end);
  } else {
    draw_columns_line (self, scale, columns, style);
  }
  draw_marks (self, scale, columns, style);
}

void
lw_plot_draw_curves (const LwPlotDrawing *self)
{
  lw_painter_save (self->painter);
  lw_painter_clip_rect (self->painter, self->geometry->frame.x, self->geometry->frame.y - 1.0,
                        self->geometry->frame.width, self->geometry->frame.height + 2.0);
  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];
    const LwPlotColumn *columns = self->geometry->columns[i];
    LwCurveStyle style;

    if (!lw_plot_has_samples (curve))
      continue;
    lw_plot_curve_style (self, curve, &style);
    if (columns == NULL)
      lw_plot_draw_phase (self, curve, &style);
    else
      draw_over_time (self, curve, columns, &style);
  }
  lw_painter_restore (self->painter);
}

/// Draws dots on the samples that the readout shows.
static void
draw_dots (const LwPlotDrawing *self)
{
  for (size_t i = 0; i < self->plot->n_curves; i++) {
    const LwPlotCurve *curve = &self->plot->curves[i];
    LwCurveStyle style;
    double x, value, y;

    if (!lw_plot_value_at (curve, self->plot->cursor, &x, &value))
      continue;
    y = lw_plot_map_y (self->geometry, lw_plot_scale_of (&self->geometry->frame, curve), value);
    lw_plot_curve_style (self, curve, &style);
    x = curve->x.column == 0 ? lw_scale_map (&self->geometry->frame.x_scale, self->plot->cursor)
                             : lw_scale_map (&self->geometry->frame.x_scale, x);
    if (isnan (y) || y < self->geometry->frame.y - 1.0
        || y > self->geometry->frame.y + self->geometry->frame.height + 1.0)
      continue;
    if (curve->x.column != 0) {
      // Drawn like a tracer on the canvas, separated from a curve of the same colour.
      lw_painter_circle (self->painter, x, y, RING_RADIUS + 2.5);
      lw_painter_fill (self->painter, self->palette->paper);
      lw_painter_circle (self->painter, x, y, RING_RADIUS);
      lw_painter_fill_stroke (self->painter, self->palette->paper,
                              style.cased ? style.casing : style.colour, 2.25);
      continue;
    }
    lw_painter_circle (self->painter, x, y, DOT_RADIUS);
    lw_painter_fill_stroke (self->painter, style.colour,
                            style.cased ? style.casing : self->palette->paper, 1.25);
  }
}

void
lw_plot_draw_cursor (const LwPlotDrawing *self)
{
  const LwPlotFrame *frame = &self->geometry->frame;
  const bool over_time = lw_plot_is_over_time (self->plot);
  const double x = lw_scale_map (&frame->x_scale, self->plot->cursor);

  if (isnan (self->plot->cursor) || self->plot->spectrum || self->plot->n_curves == 0)
    return;
  if (over_time && x >= frame->x - 0.5 && x <= frame->x + frame->width + 0.5) {
    lw_painter_set_cap (self->painter, LW_CAP_BUTT);
    lw_painter_line (self->painter, x, frame->y - 3.0, x, frame->y + frame->height);
    lw_painter_stroke (self->painter, self->palette->selection, 1.5);
    lw_painter_set_cap (self->painter, LW_CAP_ROUND);
    lw_painter_move_to (self->painter, x - 5.0, frame->y - 6.0);
    lw_painter_line_to (self->painter, x + 5.0, frame->y - 6.0);
    lw_painter_line_to (self->painter, x, frame->y);
    lw_painter_close (self->painter);
    lw_painter_fill (self->painter, self->palette->selection);
  }
  draw_dots (self);
}
