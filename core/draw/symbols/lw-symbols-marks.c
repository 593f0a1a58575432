// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Traces, centres of mass, errors, dimensions, frames.

#include "lw-symbols-private.h"

#include <math.h>

/// px; between points farther apart than this the curve is rounded.
#define SMOOTH_FROM 4.0
/// Points stroked in one call.
#define TRACE_PIECE 48

/// Adds a smooth curve through points [from, to] (Catmull and Rom): samples of a run may be far
/// apart on the screen, and the path between them was not straight.
static void
smooth_path (LwPainter *painter, const double *points, size_t n, size_t from, size_t to)
{
  lw_painter_move_to (painter, points[2 * from], points[2 * from + 1]);
  for (size_t i = from; i < to; i++) {
    const double *a = &points[2 * (i > 0 ? i - 1 : 0)], *b = &points[2 * i];
    const double *c = &points[2 * (i + 1)], *d = &points[2 * (i + 2 < n ? i + 2 : n - 1)];

    if (hypot (c[0] - b[0], c[1] - b[1]) < SMOOTH_FROM)
      lw_painter_line_to (painter, c[0], c[1]);
    else
      lw_painter_curve_to (painter, b[0] + (c[0] - a[0]) / 6.0, b[1] + (c[1] - a[1]) / 6.0,
                           c[0] - (d[0] - b[0]) / 6.0, c[1] - (d[1] - b[1]) / 6.0, c[0], c[1]);
  }
}

void
lw_symbol_trace (const LwBrush *brush, const double *points, size_t n)
{
  const double width = lw_brush_stroke (brush, 2.0);
  const LwColour casing = lw_colour_alpha (brush->palette->paper, 0.75);
  const LwColour line = brush->palette->hue[LW_HUE_PURPLE].line;

  // Stroke in pieces: a long path that crosses itself costs more than the sum of its parts.
  for (int pass = 0; pass < 2; pass++)
    for (size_t from = 0; from + 1 < n; from += TRACE_PIECE) {
      smooth_path (brush->painter, points, n, from, MIN (from + TRACE_PIECE, n - 1));
      lw_painter_stroke (brush->painter, pass == 0 ? casing : line,
                         pass == 0 ? width + 2.5 : width);
    }
}

void
lw_symbol_trace_dot (const LwBrush *brush, double x, double y)
{
  lw_painter_circle (brush->painter, x, y, 2.6);
  lw_painter_fill_stroke (brush->painter, brush->palette->hue[LW_HUE_PURPLE].line,
                          brush->palette->paper, 1.0);
}

void
lw_symbol_tracer (const LwBrush *brush, double x, double y, LwSymbolState state)
{
  const double radius = brush->w < 16.0 ? 3.0 : 4.5;

  lw_brush_paint_ring (brush, x, y, radius, state);
  lw_painter_circle (brush->painter, x, y, radius);
  lw_painter_fill_stroke (brush->painter, brush->palette->paper,
                          brush->palette->hue[LW_HUE_PURPLE].line, lw_brush_stroke (brush, 2.5));
}

void
lw_symbol_centre_of_mass (const LwBrush *brush, double x, double y)
{
  LwPainter *painter = brush->painter;
  const LwColour ink = brush->palette->ink;

  lw_painter_circle (painter, x, y, 7.0);
  lw_painter_fill_stroke (painter, brush->palette->paper, ink, lw_brush_stroke (brush, 1.5));
  for (int quarter = -1; quarter <= 1; quarter += 2) {
    const double from = quarter < 0 ? -0.5 * G_PI : 0.5 * G_PI;

    lw_painter_move_to (painter, x, y);
    lw_painter_arc (painter, x, y, 7.0, from, from + 0.5 * G_PI);
    lw_painter_close (painter);
  }
  lw_painter_fill (painter, ink);
}

void
lw_symbol_error (const LwBrush *brush, double x, double y, double decades)
{
  static const double dash[] = { 4.0, 3.0 };
  LwPainter *painter = brush->painter;
  const double base = 0.27 * brush->w;
  const double grown = MIN (8.0 + 3.0 * MAX (0.0, decades), 32.0);
  const LwTones *tones = &brush->palette->hue[LW_HUE_VERMILLION];

  lw_painter_circle (painter, x, y, base + grown);
  lw_painter_fill_keep (painter, lw_colour_alpha (tones->base, 0.14 + 0.12 * (grown - 8.0) / 24.0));
  lw_painter_set_dash (painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke (painter, tones->line, lw_brush_stroke (brush, 1.5));
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

void
lw_symbol_warning (const LwBrush *brush, double x, double y)
{
  LwPainter *painter = brush->painter;
  const LwColour colour = brush->palette->hue[LW_HUE_VERMILLION].line;
  const LwColour paper = brush->palette->paper;

  lw_painter_circle (painter, x, y, 9.0);
  lw_painter_fill (painter, paper);
  lw_painter_move_to (painter, x, y - 5.2);
  lw_painter_line_to (painter, x + 5.4, y + 4.6);
  lw_painter_line_to (painter, x - 5.4, y + 4.6);
  lw_painter_close (painter);
  lw_painter_fill_stroke (painter, colour, colour, 2.0);
  lw_painter_line (painter, x, y - 1.9, x, y + 0.9);
  lw_painter_stroke (painter, paper, 1.7);
  lw_painter_circle (painter, x, y + 3.4, 1.05);
  lw_painter_fill (painter, paper);
}

/// Draws a dimension line along x from a to b: with heads outwards or, if it is too short, inwards
/// from outside.
static void
dimension_line (const LwBrush *brush,
                double length,
                double offset,
                double text_width,
                bool outside,
                LwColour line)
{
  LwPainter *painter = brush->painter;
  const double gap = text_width > 0.0 && !outside ? 0.5 * text_width + 8.0 : 0.0;

  if (outside) {
    lw_painter_line (painter, -18.0, offset, length + 14.0, offset);
  } else {
    lw_painter_line (painter, 0.0, offset, 0.5 * length - gap, offset);
    lw_painter_line (painter, 0.5 * length + gap, offset, length, offset);
  }
  lw_painter_stroke (painter, line, lw_brush_stroke (brush, 1.0));
  for (int end = 0; end < 2; end++) {
    const double tip = end ? length : 0.0;
    const double back = tip + ((end == 1) == outside ? 8.0 : -8.0);

    lw_painter_move_to (painter, tip, offset);
    lw_painter_line_to (painter, back, offset - 2.8);
    lw_painter_line_to (painter, back, offset + 2.8);
    lw_painter_close (painter);
  }
  lw_painter_fill (painter, line);
}

void
lw_symbol_dimension_in (const LwBrush *brush,
                        double x1,
                        double y1,
                        double x2,
                        double y2,
                        double offset,
                        const char *text,
                        LwColour line,
                        LwColour ink)
{
  LwPainter *painter = brush->painter;
  LwTextStyle style = lw_text_style (12.0, 500, ink);
  const double length = hypot (x2 - x1, y2 - y1);
  const double angle = atan2 (y2 - y1, x2 - x1);
  const double away = offset < 0.0 ? -5.0 : 5.0;
  LwTextExtents extents = { 0 };
  bool outside;

  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  style.tabular = true;
  style.outline = 3.5;
  style.outline_colour = brush->palette->paper;
  if (*text != '\0')
    lw_painter_measure (painter, text, &style, &extents);
  outside = length < extents.width + 38.0;
  lw_painter_save (painter);
  lw_painter_translate (painter, x1, y1);
  lw_painter_rotate (painter, angle);
  lw_painter_line (painter, 0.0, away, 0.0, offset + away);
  lw_painter_line (painter, length, away, length, offset + away);
  lw_painter_stroke (painter, line, lw_brush_stroke (brush, 1.0));
  dimension_line (brush, length, offset, extents.width, outside, line);
  // If there is no space in the line, put the text beyond it.
  lw_painter_translate (painter, 0.5 * length, outside ? offset + 2.4 * away : offset);
  // Text is readable from below or from the right, never upside down.
  if (angle > 0.5 * G_PI + 1e-9 || angle <= -0.5 * G_PI + 1e-9)
    lw_painter_rotate (painter, G_PI);
  if (*text != '\0')
    lw_painter_text (painter, 0.0, 0.0, text, &style);
  lw_painter_restore (painter);
}

void
lw_symbol_padlock (const LwBrush *brush, double x, double y)
{
  LwPainter *painter = brush->painter;
  const LwColour ink = brush->palette->ink;

  lw_painter_circle (painter, x, y, 9.0);
  lw_painter_fill (painter, brush->palette->paper);
  // The shackle, then the body.
  lw_painter_move_to (painter, x - 2.8, y - 0.5);
  lw_painter_line_to (painter, x - 2.8, y - 2.4);
  lw_painter_arc (painter, x, y - 2.4, 2.8, G_PI, 2.0 * G_PI);
  lw_painter_line_to (painter, x + 2.8, y - 0.5);
  lw_painter_stroke (painter, ink, 1.6);
  lw_painter_round_rect (painter, x - 4.5, y - 0.9, 9.0, 6.4, 1.2);
  lw_painter_fill (painter, ink);
}

void
lw_symbol_dimension (const LwBrush *brush,
                     double x1,
                     double y1,
                     double x2,
                     double y2,
                     double offset,
                     const char *text)
{
  lw_symbol_dimension_in (brush, x1, y1, x2, y2, offset, text, brush->palette->ink_2,
                          brush->palette->ink);
}

void
lw_symbol_length_lock (const LwBrush *brush, double x, double y)
{
  LwPainter *painter = brush->painter;
  const LwColour ink = brush->palette->ink_2;

  lw_painter_circle (painter, x, y, 8.0);
  lw_painter_fill (painter, lw_colour_alpha (brush->palette->paper, 0.85));
  lw_painter_move_to (painter, x - 2.6, y - 0.5);
  lw_painter_line_to (painter, x - 2.6, y - 2.4);
  lw_painter_arc (painter, x, y - 2.4, 2.6, G_PI, 2.0 * G_PI);
  lw_painter_line_to (painter, x + 2.6, y - 0.5);
  lw_painter_stroke (painter, ink, 1.5);
  lw_painter_round_rect (painter, x - 4.2, y - 1.0, 8.4, 6.2, 1.2);
  lw_painter_fill (painter, ink);
}

void
lw_symbol_frame (const LwBrush *brush, double x, double y, double angle)
{
  LwPainter *painter = brush->painter;
  const LwColour blue = brush->palette->hue[LW_HUE_BLUE].line;
  LwTextStyle style = lw_text_style (13.0, 600, brush->palette->ink);
  const double c = cos (angle), s = sin (angle);

  style.italic = true;
  style.centred = true;
  style.anchor = LW_ANCHOR_MIDDLE;
  style.outline = 3.5;
  style.outline_colour = brush->palette->paper;
  lw_symbol_arrow (brush, LW_ARROW_REACTION, x, y, 64.0 * c, 64.0 * s);
  lw_symbol_arrow (brush, LW_ARROW_VELOCITY, x, y, 58.0 * s, -58.0 * c);
  lw_painter_circle (painter, x, y, 5.0);
  lw_painter_fill_stroke (painter, brush->palette->paper, blue, lw_brush_stroke (brush, 1.75));
  lw_painter_circle (painter, x, y, 1.6);
  lw_painter_fill (painter, blue);
  lw_painter_text (painter, x + 75.0 * c, y + 75.0 * s, "x", &style);
  lw_painter_text (painter, x + 58.0 * s + 11.0 * c, y - 58.0 * c + 11.0 * s, "y", &style);
}
