// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Bodies: bars, plates, discs, boxes, polygons, and the state of their outlines.

#include "lw-symbols-private.h"

#include <math.h>

/// Distance of the ring of a selected or failed element from its outline, and the ring itself, px.
#define RING_GAP 2.5
#define RING_WIDTH 2.0
#define GLOW_WIDTH 2.5
/// Opacity of bodies, through which elements below are visible, such as a crank under a plate.
#define OPACITY 0.62

/// Rim on both sides of the outline of bodies that take part in contact, px.
#define RIM 2.5
#define RIM_OPACITY 0.28

static const double error_dash[] = { 7.0, 5.0 };
static const double disabled_dash[] = { 3.0, 3.0 };

void
lw_brush_paint_outline (const LwBrush *self,
                        LwColour fill,
                        LwColour hover,
                        LwColour line,
                        double stroke,
                        LwSymbolState state)
{
  LwPainter *painter = self->painter;
  const LwPalette *palette = self->palette;
  const double gap = stroke + 2.0 * RING_GAP;
  const double ring = gap + 2.0 * RING_WIDTH;

  switch (state) {
  case LW_SYMBOL_STATE_NORMAL:
    lw_painter_fill_stroke (painter, fill, line, stroke);
    break;
  case LW_SYMBOL_STATE_HOVER:
    lw_painter_fill_stroke (painter, hover, line, stroke + 1.0);
    break;
  case LW_SYMBOL_STATE_SELECTED:
    lw_painter_stroke_keep (painter, lw_colour_alpha (palette->selection, 0.2),
                            ring + 2.0 * GLOW_WIDTH);
    lw_painter_stroke_keep (painter, palette->selection, ring);
    lw_painter_stroke_keep (painter, palette->paper, gap);
    lw_painter_fill_stroke (painter, fill, line, stroke);
    break;
  case LW_SYMBOL_STATE_ERROR:
    lw_painter_set_dash (painter, error_dash, G_N_ELEMENTS (error_dash), 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
    lw_painter_stroke_keep (painter, palette->hue[LW_HUE_VERMILLION].line, ring);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
    lw_painter_set_cap (painter, LW_CAP_ROUND);
    lw_painter_stroke_keep (painter, palette->paper, gap);
    lw_painter_fill_stroke (painter, fill, line, stroke);
    break;
  case LW_SYMBOL_STATE_DISABLED:
    lw_painter_set_dash (painter, disabled_dash, G_N_ELEMENTS (disabled_dash), 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
    lw_painter_stroke (painter, line, stroke);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
    lw_painter_set_cap (painter, LW_CAP_ROUND);
    break;
  case LW_SYMBOL_STATE_GHOST:
    lw_painter_stroke (painter, lw_colour_alpha (line, 0.35), stroke);
    break;
  }
}

/// Returns the translucent colour that looks like `fill` over the background.
static LwColour
see_through (LwColour fill, LwColour paper)
{
  const double under = 1.0 - OPACITY;

  return (LwColour){
    CLAMP ((fill.red - under * paper.red) / OPACITY, 0.0, 1.0),
    CLAMP ((fill.green - under * paper.green) / OPACITY, 0.0, 1.0),
    CLAMP ((fill.blue - under * paper.blue) / OPACITY, 0.0, 1.0),
    OPACITY,
  };
}

/// Paints the current path as a body. Rings are drawn under the outline, so a body with a ring is
/// opaque.
static void
paint_body (const LwBrush *self, LwHue hue, LwSymbolState state)
{
  const LwTones *tones = &self->palette->hue[hue];
  const LwColour paper = self->palette->paper;
  const bool is_clear = state == LW_SYMBOL_STATE_NORMAL || state == LW_SYMBOL_STATE_HOVER;

  if (self->rim && is_clear)
    lw_painter_stroke_keep (self->painter, lw_colour_alpha (tones->line, RIM_OPACITY),
                            lw_brush_outline (self) + 2.0 * RIM);
  lw_brush_paint_outline (self, is_clear ? see_through (tones->fill, paper) : tones->fill,
                          see_through (tones->hover, paper), tones->line, lw_brush_outline (self),
                          state);
}

static double
cross (const double o[2], const double a[2], const double b[2])
{
  return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
}

static int
compare_points (const void *a_data, const void *b_data)
{
  const double *a = a_data, *b = b_data;

  if (a[0] != b[0])
    return a[0] < b[0] ? -1 : 1;
  return a[1] < b[1] ? -1 : a[1] > b[1];
}

/// Uses Andrew's monotone chain.
size_t
lw_convex_hull (double *points, size_t n, double *hull)
{
  size_t m = 0, lower;

  qsort (points, n, 2 * sizeof *points, compare_points);
  for (size_t i = 0; i < n; i++) {
    while (m >= 2 && cross (&hull[2 * m - 4], &hull[2 * m - 2], &points[2 * i]) <= 0.0)
      m--;
    hull[2 * m] = points[2 * i];
    hull[2 * m + 1] = points[2 * i + 1];
    m++;
  }
  lower = m + 1;
  for (size_t i = n - 1; i-- > 0;) {
    while (m >= lower && cross (&hull[2 * m - 4], &hull[2 * m - 2], &points[2 * i]) <= 0.0)
      m--;
    hull[2 * m] = points[2 * i];
    hull[2 * m + 1] = points[2 * i + 1];
    m++;
  }
  // The last point repeats the first.
  return m > 1 ? m - 1 : m;
}

void
lw_brush_hull_path (const LwBrush *self, const double *points, size_t n, double radius)
{
  g_autofree double *work = g_new (double, 6 * n + 4);
  double *hull = work + 2 * n;
  size_t m;
  double before;

  if (n == 0)
    return;
  for (size_t i = 0; i < 2 * n; i++)
    work[i] = points[i];
  m = lw_convex_hull (work, n, hull);
  if (m == 2 && hypot (hull[2] - hull[0], hull[3] - hull[1]) < 1e-6)
    m = 1;
  if (m == 1) {
    lw_painter_circle (self->painter, hull[0], hull[1], radius);
    return;
  }
  // The angle of the outward normal grows along the hull; arcs join the sides.
  before = atan2 (-(hull[0] - hull[2 * m - 2]), hull[1] - hull[2 * m - 1]);
  for (size_t i = 0; i < m; i++) {
    const double *point = &hull[2 * i], *next = &hull[2 * ((i + 1) % m)];
    double after = atan2 (-(next[0] - point[0]), next[1] - point[1]);

    while (after < before - 1e-12)
      after += 2.0 * G_PI;
    if (i == 0)
      lw_painter_move_to (self->painter, point[0] + radius * cos (before),
                          point[1] + radius * sin (before));
    lw_painter_arc (self->painter, point[0], point[1], radius, before, after);
    before = after;
  }
  lw_painter_close (self->painter);
}

/// Paints the selection ring of a hull of circles, which is a larger hull of circles.
static void
paint_selection_round (const LwBrush *self,
                       const double *points,
                       size_t n,
                       double radius,
                       LwSymbolState state)
{
  const double edge = radius + 0.5 * lw_brush_outline (self);
  const LwColour colour = self->palette->selection;

  if (state != LW_SYMBOL_STATE_SELECTED)
    return;
  lw_brush_hull_path (self, points, n, edge + RING_GAP + RING_WIDTH + 0.5 * GLOW_WIDTH);
  lw_painter_stroke (self->painter, lw_colour_alpha (colour, 0.2), GLOW_WIDTH);
  lw_brush_hull_path (self, points, n, edge + RING_GAP + 0.5 * RING_WIDTH);
  lw_painter_stroke (self->painter, colour, RING_WIDTH);
  lw_brush_hull_path (self, points, n, edge + 0.5 * RING_GAP);
  lw_painter_stroke (self->painter, self->palette->paper, RING_GAP);
}

void
lw_symbol_plate (const LwBrush *brush,
                 const double *points,
                 size_t n,
                 LwHue hue,
                 LwSymbolState state)
{
  const LwTones *tones = &brush->palette->hue[hue];
  double radius;

  if (n == 0)
    return;
  if (lw_brush_is_tiny (brush) && n == 2 && state != LW_SYMBOL_STATE_DISABLED) {
    lw_painter_polyline (brush->painter, points, n, false);
    if (state == LW_SYMBOL_STATE_SELECTED)
      lw_painter_stroke_keep (brush->painter, brush->palette->selection, 9.0);
    lw_painter_stroke (brush->painter,
                       state == LW_SYMBOL_STATE_ERROR ? brush->palette->hue[LW_HUE_VERMILLION].line
                                                      : tones->line,
                       4.0);
    return;
  }
  radius = lw_brush_is_tiny (brush) ? 2.0 : 0.5 * brush->w;
  paint_selection_round (brush, points, n, radius, state);
  lw_brush_hull_path (brush, points, n, radius);
  paint_body (brush, hue, state == LW_SYMBOL_STATE_SELECTED ? LW_SYMBOL_STATE_NORMAL : state);
}

void
lw_symbol_bar (const LwBrush *brush,
               double x1,
               double y1,
               double x2,
               double y2,
               LwHue hue,
               LwSymbolState state)
{
  const double points[] = { x1, y1, x2, y2 };

  lw_symbol_plate (brush, points, 2, hue, state);
}

void
lw_symbol_disc (const LwBrush *brush,
                double x,
                double y,
                double radius,
                LwHue hue,
                LwSymbolState state)
{
  paint_selection_round (brush, (double[2]){ x, y }, 1, radius, state);
  lw_painter_circle (brush->painter, x, y, radius);
  paint_body (brush, hue, state == LW_SYMBOL_STATE_SELECTED ? LW_SYMBOL_STATE_NORMAL : state);
}

void
lw_symbol_polygon (const LwBrush *brush,
                   const double *points,
                   size_t n,
                   LwHue hue,
                   LwSymbolState state)
{
  lw_painter_polyline (brush->painter, points, n, true);
  paint_body (brush, hue, state);
}

void
lw_symbol_loops (const LwBrush *brush,
                 const double *points,
                 const guint *ends,
                 guint n_loops,
                 LwHue hue,
                 LwSymbolState state)
{
  guint begin = 0;

  for (guint loop = 0; loop < n_loops; loop++) {
    lw_painter_polyline (brush->painter, points + 2 * (gsize) begin, ends[loop] - begin, true);
    begin = ends[loop];
  }
  paint_body (brush, hue, state);
}

void
lw_symbol_box (const LwBrush *brush, const double corners[8], LwHue hue, LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const double radius = 0.14 * brush->w;

  // A rounded corner is a curve between the points at a distance of `radius` on its two sides.
  for (int i = 0; i < 4; i++) {
    const double *corner = &corners[2 * i];
    const double *before = &corners[2 * ((i + 3) % 4)], *after = &corners[2 * ((i + 1) % 4)];
    const double length_before = hypot (before[0] - corner[0], before[1] - corner[1]);
    const double length_after = hypot (after[0] - corner[0], after[1] - corner[1]);
    const double a = length_before > 0.0 ? MIN (0.5, radius / length_before) : 0.0;
    const double b = length_after > 0.0 ? MIN (0.5, radius / length_after) : 0.0;
    const double ax = corner[0] + a * (before[0] - corner[0]);
    const double ay = corner[1] + a * (before[1] - corner[1]);
    const double bx = corner[0] + b * (after[0] - corner[0]);
    const double by = corner[1] + b * (after[1] - corner[1]);
    const double k = 0.55;

    if (i == 0)
      lw_painter_move_to (painter, ax, ay);
    else
      lw_painter_line_to (painter, ax, ay);
    lw_painter_curve_to (painter, ax + k * (corner[0] - ax), ay + k * (corner[1] - ay),
                         bx + k * (corner[0] - bx), by + k * (corner[1] - by), bx, by);
  }
  lw_painter_close (painter);
  paint_body (brush, hue, state);
}
