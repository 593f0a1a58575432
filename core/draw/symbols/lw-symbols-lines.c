// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elements that act along a line: rods, springs, dashpots; also spirals and drag.

#include "lw-symbols-private.h"

#include <math.h>

static const double disabled_dash[] = { 3.0, 3.0 };

/// Returns the ink of an element.
static LwColour
element_ink (const LwBrush *self, LwSymbolState state)
{
  return state == LW_SYMBOL_STATE_DISABLED ? self->palette->ink_2 : self->palette->ink;
}

/// Draws the ring of a selected or failed element along its line, in the current coordinates.
static void
line_ring (const LwBrush *self, double length, double half, LwSymbolState state)
{
  const double points[] = { 0.0, 0.0, length, 0.0 };

  if (state == LW_SYMBOL_STATE_NORMAL || state == LW_SYMBOL_STATE_DISABLED)
    return;
  lw_brush_hull_path (self, points, 2, half);
  lw_brush_paint_outline (self, self->palette->paper,
                          lw_colour_mix (self->palette->paper, self->palette->ink, 0.08),
                          self->palette->paper, 0.0, state);
}

/// Changes to coordinates with the element along x from 0; returns its length. Undone by
/// lw_painter_restore ().
static double
begin_line (const LwBrush *self, double x1, double y1, double x2, double y2)
{
  lw_painter_save (self->painter);
  lw_painter_translate (self->painter, x1, y1);
  lw_painter_rotate (self->painter, atan2 (y2 - y1, x2 - x1));
  return hypot (x2 - x1, y2 - y1);
}

static void
rod_arrow (const LwBrush *self, double x, double sign, LwColour colour)
{
  lw_painter_move_to (self->painter, x - 5.0 * sign, -8.0);
  lw_painter_line_to (self->painter, x + 6.0 * sign, 0.0);
  lw_painter_line_to (self->painter, x - 5.0 * sign, 8.0);
  lw_painter_close (self->painter);
  lw_painter_fill_stroke (self->painter, colour, self->palette->paper, lw_brush_stroke (self, 1.5));
}

void
lw_symbol_rod (const LwBrush *brush,
               double x1,
               double y1,
               double x2,
               double y2,
               double tension,
               double part,
               LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double ring = lw_brush_is_tiny (brush) ? 2.5 : 0.24 * brush->w;
  const bool loaded = tension != 0.0 && state != LW_SYMBOL_STATE_DISABLED;
  const double width = lw_brush_stroke (brush, loaded ? 3.0 + 4.0 * CLAMP (part, 0.0, 1.0) : 3.0);
  LwColour colour = element_ink (brush, state);
  double length;

  if (loaded)
    colour = palette->hue[tension > 0.0 ? LW_HUE_BLUE : LW_HUE_VERMILLION].line;
  length = begin_line (brush, x1, y1, x2, y2);
  line_ring (brush, length, 0.5 * width + 1.0, state);
  if (state == LW_SYMBOL_STATE_DISABLED) {
    lw_painter_set_dash (painter, disabled_dash, G_N_ELEMENTS (disabled_dash), 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
  }
  lw_painter_line (painter, 0.0, 0.0, length, 0.0);
  lw_painter_stroke (painter, colour, width);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
  if (loaded && length > 60.0) {
    const double inward = tension > 0.0 ? 1.0 : -1.0;

    rod_arrow (brush, 0.3 * length, inward, colour);
    rod_arrow (brush, 0.7 * length, -inward, colour);
  }
  lw_brush_end_ring (brush, 0.0, 0.0, ring, element_ink (brush, state));
  lw_brush_end_ring (brush, length, 0.0, ring, element_ink (brush, state));
  lw_painter_restore (painter);
}

static LwColour
load_colour (const LwBrush *self, double tension, LwSymbolState state)
{
  if (tension == 0.0 || state == LW_SYMBOL_STATE_DISABLED)
    return element_ink (self, state);
  return self->palette->hue[tension > 0.0 ? LW_HUE_BLUE : LW_HUE_VERMILLION].line;
}

void
lw_symbol_rope (const LwBrush *brush,
                const double *points,
                size_t n,
                bool slack,
                double tension,
                double part,
                LwSymbolState state)
{
  static const double slack_dash[] = { 6.0, 4.0 };
  LwPainter *painter = brush->painter;
  const double ring = lw_brush_is_tiny (brush) ? 2.5 : 0.24 * brush->w;
  const double *end = &points[2 * (n - 1)];

  if (!slack && n > 2) {
    const double width =
      lw_brush_stroke (brush, tension != 0.0 ? 3.0 + 4.0 * CLAMP (part, 0.0, 1.0) : 2.0);

    lw_painter_polyline (painter, points, n, false);
    lw_brush_paint_casing (brush, width, state);
    lw_brush_stroke_line (brush, load_colour (brush, tension, state), width, state);
  } else if (!slack) {
    const double width =
      lw_brush_stroke (brush, tension != 0.0 ? 3.0 + 4.0 * CLAMP (part, 0.0, 1.0) : 2.0);
    const double length = begin_line (brush, points[0], points[1], end[0], end[1]);
    const LwColour colour = load_colour (brush, tension, state);

    lw_painter_line (painter, 0.0, 0.0, length, 0.0);
    lw_brush_paint_casing (brush, width, state);
    lw_brush_stroke_line (brush, colour, width, state);
    if (tension != 0.0 && length > 60.0) {
      rod_arrow (brush, 0.3 * length, 1.0, colour);
      rod_arrow (brush, 0.7 * length, -1.0, colour);
    }
    lw_painter_restore (painter);
  } else {
    lw_painter_polyline (painter, points, n, false);
    lw_brush_paint_casing (brush, 2.0, state);
    lw_painter_set_dash (painter, slack_dash, G_N_ELEMENTS (slack_dash), 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
    lw_painter_stroke (painter, brush->palette->ink_2,
                       lw_brush_stroke (brush, state == LW_SYMBOL_STATE_HOVER ? 3.0 : 2.0));
    lw_painter_set_dash (painter, NULL, 0, 0.0);
    lw_painter_set_cap (painter, LW_CAP_ROUND);
  }
  lw_brush_end_ring (brush, points[0], points[1], ring, element_ink (brush, state));
  lw_brush_end_ring (brush, end[0], end[1], ring, element_ink (brush, state));
}

void
lw_symbol_pulley (const LwBrush *brush, double x, double y, double radius, LwSymbolState state)
{
  const double least = lw_brush_is_tiny (brush) ? 2.5 : 0.24 * brush->w;
  LwPainter *painter = brush->painter;

  if (radius > 1.6 * least) {
    lw_painter_circle (painter, x, y, radius);
    lw_brush_stroke_line (brush, element_ink (brush, state), lw_brush_outline (brush), state);
    if (radius > 3.0 * least) {
      lw_painter_circle (painter, x, y, radius - 0.22 * brush->w);
      lw_painter_stroke (painter, brush->palette->ink_2, lw_brush_stroke (brush, 1.0));
    }
  }
  lw_brush_end_ring (brush, x, y, least, element_ink (brush, state));
}

void
lw_symbol_strut (const LwBrush *brush,
                 double x1,
                 double y1,
                 double x2,
                 double y2,
                 double reach,
                 double tension,
                 double part,
                 LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const double plate = 0.36 * brush->w;
  const bool loaded = tension != 0.0 && state != LW_SYMBOL_STATE_DISABLED;
  const double width = lw_brush_stroke (brush, loaded ? 3.0 + 4.0 * CLAMP (part, 0.0, 1.0) : 3.0);
  const double length = begin_line (brush, x1, y1, x2, y2);
  const double butt = MIN (0.3 * brush->w, 0.2 * length);
  const double end = CLAMP (reach, 0.0, 1.0) * length - butt;

  // Plates that it can leave, and ends without rings, because a strut is not held there.
  lw_painter_line (painter, butt, 0.0, end, 0.0);
  lw_painter_line (painter, butt, -0.6 * plate, butt, 0.6 * plate);
  lw_painter_line (painter, end, -0.6 * plate, end, 0.6 * plate);
  lw_brush_paint_casing (brush, width, state);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_brush_stroke_line (brush, load_colour (brush, tension, state), width, state);
  for (int side = 0; side < 2; side++) {
    const double at = side == 0 ? 0.5 * butt : length - 0.5 * butt;

    lw_painter_line (painter, at, -plate, at, plate);
  }
  lw_painter_stroke (painter, element_ink (brush, state), lw_brush_stroke (brush, 3.0));
  if (loaded && length > 60.0) {
    rod_arrow (brush, 0.3 * length, -1.0, load_colour (brush, tension, state));
    rod_arrow (brush, 0.7 * length, 1.0, load_colour (brush, tension, state));
  }
  lw_painter_restore (painter);
}

void
lw_symbol_actuator (const LwBrush *brush,
                    double x1,
                    double y1,
                    double x2,
                    double y2,
                    double tension,
                    double part,
                    LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwTones *tones = &brush->palette->hue[LW_HUE_ORANGE];
  const double ring = lw_brush_is_tiny (brush) ? 2.5 : 0.24 * brush->w;
  const bool loaded = tension != 0.0 && state != LW_SYMBOL_STATE_DISABLED;
  const double width = lw_brush_stroke (brush, loaded ? 3.0 + 4.0 * CLAMP (part, 0.0, 1.0) : 3.0);
  const double length = begin_line (brush, x1, y1, x2, y2);
  const double from = MIN (0.4 * brush->w, 0.15 * length), to = 0.58 * length;
  const double half = 0.3 * brush->w, piston = 0.46 * length;

  line_ring (brush, length, half + 1.0, state);
  lw_painter_line (painter, 0.0, 0.0, length, 0.0);
  lw_brush_stroke_line (brush, load_colour (brush, tension, state), width, state);
  lw_painter_round_rect (painter, from, -half, to - from, 2.0 * half, 2.5);
  if (state == LW_SYMBOL_STATE_SELECTED || state == LW_SYMBOL_STATE_ERROR)
    lw_painter_fill_stroke (painter, tones->fill, brush->palette->ink, lw_brush_outline (brush));
  else
    lw_brush_paint_outline (brush, tones->fill, tones->hover, element_ink (brush, state),
                            lw_brush_outline (brush), state);
  lw_painter_line (painter, piston, 0.0, to, 0.0);
  lw_brush_stroke_line (brush, load_colour (brush, tension, state), width, state);
  lw_painter_line (painter, piston, -half + 2.5, piston, half - 2.5);
  lw_painter_stroke (painter, element_ink (brush, state), lw_brush_stroke (brush, 3.5));
  lw_brush_end_ring (brush, 0.0, 0.0, ring, element_ink (brush, state));
  lw_brush_end_ring (brush, length, 0.0, ring, element_ink (brush, state));
  lw_painter_restore (painter);
}

void
lw_symbol_pin_ball_rod (const LwBrush *brush,
                        double x1,
                        double y1,
                        double x2,
                        double y2,
                        double ax,
                        double ay,
                        LwSymbolState state)
{
  static const double axis_dash[] = { 8.0, 3.0, 2.0, 3.0 };
  LwPainter *painter = brush->painter;
  const LwColour ink = element_ink (brush, state);
  const double w = brush->w, ball = lw_brush_is_tiny (brush) ? 2.5 : 0.3 * w;
  const double along = hypot (ax, ay);

  lw_painter_line (painter, x1, y1, x2, y2);
  lw_brush_paint_casing (brush, 3.0, state);
  lw_brush_stroke_line (brush, ink, lw_brush_stroke (brush, 3.0), state);
  if (along > 0.15) {
    // The axis is viewed from the side: draw a hub along it.
    lw_painter_set_dash (painter, axis_dash, G_N_ELEMENTS (axis_dash), 0.0);
    lw_painter_line (painter, x1 - 1.5 * w * ax, y1 - 1.5 * w * ay, x1 + 1.5 * w * ax,
                     y1 + 1.5 * w * ay);
    lw_painter_stroke (painter, brush->palette->ink_2, lw_brush_stroke (brush, 1.0));
    lw_painter_set_dash (painter, NULL, 0, 0.0);
    lw_painter_save (painter);
    lw_painter_translate (painter, x1, y1);
    lw_painter_rotate (painter, atan2 (ay, ax));
    lw_painter_round_rect (painter, -0.6 * w * along, -0.22 * w, 1.2 * w * along, 0.44 * w, 2.5);
    lw_painter_fill_stroke (painter, brush->palette->paper, ink, lw_brush_outline (brush));
    lw_painter_restore (painter);
  } else {
    lw_brush_end_ring (brush, x1, y1, ball, ink);
    lw_painter_circle (painter, x1, y1, MAX (1.2, 0.07 * w));
    lw_painter_fill (painter, ink);
  }
  lw_painter_circle (painter, x2, y2, ball);
  lw_painter_fill_stroke (painter, lw_colour_mix (brush->palette->paper, ink, 0.45), ink,
                          lw_brush_outline (brush));
  lw_painter_circle (painter, x2 - 0.3 * ball, y2 - 0.3 * ball, 0.28 * ball);
  lw_painter_fill (painter, brush->palette->paper);
}

/// Adds a coil viewed from the side: x = pitch * t + 0.31 pitch (1 - cos), y = -amplitude sin.
static void
coil_path (const LwBrush *self, double from, double to, double y, double amplitude, int loops)
{
  const double pitch = (to - from) / loops;
  const int steps = 16;

  for (int i = 0; i <= loops * steps; i++) {
    const double angle = 2.0 * G_PI * i / steps;

    lw_painter_line_to (self->painter,
                        from + pitch * i / steps + 0.31 * pitch * (1.0 - cos (angle)),
                        y - amplitude * sin (angle));
  }
}

static int
coil_loops (const LwBrush *self, double length)
{
  return self->w < 16.0 || length < 60.0 ? 4 : 7;
}

/// Returns the length of the straight ends: half a link width, less on short elements.
static double
straight_end (const LwBrush *self, double length)
{
  return MIN (0.5 * self->w, 0.2 * length);
}

void
lw_symbol_spring (const LwBrush *brush,
                  double x1,
                  double y1,
                  double x2,
                  double y2,
                  LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwColour ink = element_ink (brush, state);
  const double length = begin_line (brush, x1, y1, x2, y2);
  const double end = straight_end (brush, length);

  line_ring (brush, length, 0.5 * brush->w, state);
  lw_painter_move_to (painter, 0.0, 0.0);
  coil_path (brush, end, length - end, 0.0, 0.42 * brush->w, coil_loops (brush, length));
  lw_painter_line_to (painter, length, 0.0);
  lw_painter_stroke (painter, ink, lw_brush_outline (brush));
  lw_brush_end_ring (brush, 0.0, 0.0, 0.2 * brush->w, ink);
  lw_brush_end_ring (brush, length, 0.0, 0.2 * brush->w, ink);
  lw_painter_restore (painter);
}

/// Draws cup and piston along y = const from x = from to x = to.
static void
draw_dashpot (const LwBrush *self, double from, double to, double y, double half, LwColour ink)
{
  LwPainter *painter = self->painter;
  const double length = to - from;
  const double bottom = from + 0.30 * length, mouth = from + 0.68 * length;
  const double piston = from + 0.54 * length;
  const double stroke = lw_brush_outline (self);

  lw_painter_rect (painter, bottom, y - half, 0.34 * length, 2.0 * half);
  lw_painter_fill (painter,
                   lw_colour_mix (self->palette->paper, self->palette->hue[LW_HUE_SKY].fill, 0.95));
  lw_painter_line (painter, from, y, bottom, y);
  lw_painter_move_to (painter, mouth, y - half);
  lw_painter_line_to (painter, bottom, y - half);
  lw_painter_line_to (painter, bottom, y + half);
  lw_painter_line_to (painter, mouth, y + half);
  lw_painter_line (painter, piston, y, to, y);
  lw_painter_stroke (painter, ink, stroke);
  lw_painter_line (painter, piston, y - half + 2.5, piston, y + half - 2.5);
  lw_painter_stroke (painter, ink, lw_brush_stroke (self, 3.5));
}

void
lw_symbol_dashpot (const LwBrush *brush,
                   double x1,
                   double y1,
                   double x2,
                   double y2,
                   LwSymbolState state)
{
  const LwColour ink = element_ink (brush, state);
  const double length = begin_line (brush, x1, y1, x2, y2);

  line_ring (brush, length, 0.5 * brush->w, state);
  draw_dashpot (brush, 0.0, length, 0.0, 0.42 * brush->w, ink);
  lw_brush_end_ring (brush, 0.0, 0.0, 0.2 * brush->w, ink);
  lw_brush_end_ring (brush, length, 0.0, 0.2 * brush->w, ink);
  lw_painter_restore (brush->painter);
}

void
lw_symbol_spring_dashpot (const LwBrush *brush,
                          double x1,
                          double y1,
                          double x2,
                          double y2,
                          LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwColour ink = element_ink (brush, state);
  const double length = begin_line (brush, x1, y1, x2, y2);
  const double end = straight_end (brush, length);
  const double offset = 0.52 * brush->w;

  line_ring (brush, length, 0.95 * brush->w, state);
  lw_painter_line (painter, 0.0, 0.0, end, 0.0);
  lw_painter_line (painter, length - end, 0.0, length, 0.0);
  lw_painter_line (painter, end, -offset, end, offset);
  lw_painter_line (painter, length - end, -offset, length - end, offset);
  lw_painter_move_to (painter, end, -offset);
  coil_path (brush, end + 3.0, length - end - 3.0, -offset, 0.34 * brush->w,
             coil_loops (brush, length));
  lw_painter_line_to (painter, length - end, -offset);
  lw_painter_stroke (painter, ink, lw_brush_outline (brush));
  draw_dashpot (brush, end, length - end, offset, 0.3 * brush->w, ink);
  lw_brush_end_ring (brush, 0.0, 0.0, 0.2 * brush->w, ink);
  lw_brush_end_ring (brush, length, 0.0, 0.2 * brush->w, ink);
  lw_painter_restore (painter);
}

void
lw_symbol_spiral (const LwBrush *brush, const double *points, size_t n, LwSymbolState state)
{
  const double *end = &points[2 * (n - 1)];
  const LwColour ink = element_ink (brush, state);

  lw_painter_polyline (brush->painter, points, n, false);
  lw_brush_paint_casing (brush, 1.75, state);
  lw_brush_stroke_line (
    brush, ink, lw_brush_stroke (brush, state == LW_SYMBOL_STATE_HOVER ? 2.75 : 1.75), state);
  for (int side = 0; side < 2; side++) {
    const double *tip = side == 0 ? points : end;

    lw_painter_circle (brush->painter, tip[0], tip[1], MAX (1.5, 0.07 * brush->w));
    lw_painter_fill (brush->painter, ink);
  }
}

void
lw_symbol_drag (const LwBrush *brush, double x, double y, LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwTones *tones = &brush->palette->hue[LW_HUE_SKY];
  const LwColour ink = element_ink (brush, state);
  const double radius = lw_brush_is_tiny (brush) ? 3.5 : 0.42 * brush->w;
  const double wave = 0.62 * radius;

  lw_brush_paint_ring (brush, x, y, radius, state);
  lw_painter_circle (painter, x, y, radius);
  if (state != LW_SYMBOL_STATE_DISABLED)
    lw_painter_fill_keep (painter, state == LW_SYMBOL_STATE_HOVER ? tones->hover : tones->fill);
  lw_brush_stroke_line (brush, tones->line, lw_brush_stroke (brush, 1.5), state);
  if (lw_brush_is_tiny (brush))
    return;
  for (int row = -1; row <= 1; row++) {
    const double half = row == 0 ? wave : 0.72 * wave;

    for (int i = 0; i <= 24; i++)
      lw_painter_line_to (painter, x - half + half * i / 12.0,
                          y + 0.4 * radius * row
                            - 0.1 * radius * sin (2.0 * G_PI * (half / wave) * (i - 12) / 12.0));
    lw_painter_stroke (painter, ink, lw_brush_stroke (brush, 1.25));
  }
}
