// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Vectors: the head shows the kind, and so does the colour.

#include "lw-symbols-private.h"

#include <math.h>

#define LONGEST 160.0 ///< px; longer arrows are cut and end here
#define SHORTEST 6.0  ///< px; shorter arrows are a dot
#define CASING 1.1    ///< px of background on each side
#define HEAD 11.0
#define HALF_HEAD 4.6
#define MOMENT_RADIUS 28.0

LwColour
lw_symbol_arrow_colour (const LwPalette *palette, LwArrowKind kind)
{
  static const LwHue hues[LW_ARROW_KINDS] = { LW_HUE_VERMILLION, LW_HUE_BLUE, LW_HUE_GREEN,
                                              LW_HUE_PURPLE };

  return palette->hue[hues[kind]].line;
}

LwColour
lw_symbol_arrow_text_colour (const LwPalette *palette, LwArrowKind kind)
{
  static const LwHue hues[LW_ARROW_KINDS] = { LW_HUE_VERMILLION, LW_HUE_BLUE, LW_HUE_GREEN,
                                              LW_HUE_PURPLE };

  return palette->hue[hues[kind]].text;
}

/// Adds a straight shaft from 0 to `to`, with a gap and two strokes in the middle if the arrow is
/// cut.
static void
shaft_path (LwPainter *painter, double to, bool cut)
{
  if (cut) {
    lw_painter_line (painter, 0.0, 0.0, 0.5 * to - 6.0, 0.0);
    lw_painter_line (painter, 0.5 * to + 6.0, 0.0, to, 0.0);
  } else {
    lw_painter_line (painter, 0.0, 0.0, to, 0.0);
  }
}

static void
cut_strokes (const LwBrush *self, double to, LwColour colour)
{
  const double middle = 0.5 * to;

  lw_painter_line (self->painter, middle - 8.0, 8.0, middle - 2.0, -8.0);
  lw_painter_line (self->painter, middle + 2.0, 8.0, middle + 8.0, -8.0);
  lw_painter_stroke_keep (self->painter, self->palette->paper,
                          lw_brush_stroke (self, 2.0 + 2.0 * CASING));
  lw_painter_stroke (self->painter, colour, lw_brush_stroke (self, 2.0));
}

static void
filled_head_path (LwPainter *painter, double tip)
{
  lw_painter_move_to (painter, tip, 0.0);
  lw_painter_line_to (painter, tip - HEAD, -HALF_HEAD);
  lw_painter_line_to (painter, tip - HEAD, HALF_HEAD);
  lw_painter_close (painter);
}

static void
reaction_arrow (const LwBrush *self, double length, bool cut, LwColour colour)
{
  LwPainter *painter = self->painter;
  const LwColour paper = self->palette->paper;
  const double width = lw_brush_stroke (self, 2.5);
  const double shaft = MAX (0.0, length - HEAD + 1.0);

  lw_painter_set_cap (painter, LW_CAP_BUTT);
  shaft_path (painter, shaft, cut);
  lw_painter_stroke (painter, paper, width + 2.0 * CASING);
  filled_head_path (painter, length);
  lw_painter_fill_stroke (painter, paper, paper, 1.0 + 2.0 * CASING);
  shaft_path (painter, shaft, cut);
  lw_painter_stroke (painter, colour, width);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
  filled_head_path (painter, length);
  lw_painter_fill_stroke (painter, colour, colour, 1.0);
}

static void
load_arrow (const LwBrush *self, double length, LwColour colour)
{
  LwPainter *painter = self->painter;
  const LwPalette *palette = self->palette;
  const double head = MIN (HEAD, 0.75 * length), shaft = length - head;
  const double width = lw_brush_stroke (self, 1.75);

  lw_painter_move_to (painter, 0.0, -3.2);
  lw_painter_line_to (painter, shaft, -3.2);
  lw_painter_line_to (painter, shaft, -6.8);
  lw_painter_line_to (painter, length, 0.0);
  lw_painter_line_to (painter, shaft, 6.8);
  lw_painter_line_to (painter, shaft, 3.2);
  lw_painter_line_to (painter, 0.0, 3.2);
  lw_painter_close (painter);
  lw_painter_stroke_keep (painter, palette->paper, width + 2.0 * CASING);
  lw_painter_fill_stroke (
    painter, lw_colour_mix (palette->paper, palette->hue[LW_HUE_BLUE].base, 0.3), colour, width);
}

static void
open_head_path (LwPainter *painter, double tip)
{
  lw_painter_move_to (painter, tip - 10.0, -HALF_HEAD);
  lw_painter_line_to (painter, tip, 0.0);
  lw_painter_line_to (painter, tip - 10.0, HALF_HEAD);
}

static void
open_arrow (const LwBrush *self, double length, bool cut, int heads, LwColour colour)
{
  LwPainter *painter = self->painter;
  const double width = lw_brush_stroke (self, 2.0);

  shaft_path (painter, length, cut);
  for (int i = 0; i < heads; i++)
    open_head_path (painter, length - 6.0 * i);
  lw_painter_stroke_keep (painter, self->palette->paper, width + 2.0 * CASING);
  lw_painter_stroke (painter, colour, width);
}

void
lw_symbol_arrow (const LwBrush *brush, LwArrowKind kind, double x, double y, double dx, double dy)
{
  LwPainter *painter = brush->painter;
  const LwColour colour = lw_symbol_arrow_colour (brush->palette, kind);
  const double length = hypot (dx, dy);
  const double shown = MIN (length, LONGEST);
  const bool cut = length > LONGEST;

  if (!(length > 0.0) || !isfinite (length))
    return;
  if (length < SHORTEST) {
    lw_painter_circle (painter, x, y, 6.0);
    lw_painter_stroke (painter, colour, lw_brush_stroke (brush, 1.5));
    lw_painter_circle (painter, x, y, 2.4);
    lw_painter_fill (painter, colour);
    return;
  }
  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, atan2 (dy, dx));
  switch (kind) {
  case LW_ARROW_LOAD:
    load_arrow (brush, shown, colour);
    break;
  case LW_ARROW_VELOCITY:
    open_arrow (brush, shown, cut, 1, colour);
    break;
  case LW_ARROW_ACCELERATION:
    open_arrow (brush, shown, cut, 2, colour);
    break;
  case LW_ARROW_REACTION:
  case LW_ARROW_KINDS:
    reaction_arrow (brush, shown, cut, colour);
    break;
  }
  if (cut)
    cut_strokes (brush, shown, colour);
  lw_painter_restore (painter);
}

void
lw_symbol_moment (const LwBrush *brush,
                  LwArrowKind kind,
                  double x,
                  double y,
                  bool counter_clockwise)
{
  LwPainter *painter = brush->painter;
  const LwColour colour = lw_symbol_arrow_colour (brush->palette, kind);
  const double width = lw_brush_stroke (brush, kind == LW_ARROW_LOAD ? 4.0 : 2.5);
  const double radius = MOMENT_RADIUS;
  const double turn = counter_clockwise ? -1.0 : 1.0;
  const double from = counter_clockwise ? G_PI / 6.0 : G_PI * 5.0 / 6.0;
  const double tip = from + turn * G_PI, neck = tip - turn * HEAD / radius;
  const double tip_x = x + radius * cos (tip), tip_y = y + radius * sin (tip);

  lw_painter_move_to (painter, x + radius * cos (from), y + radius * sin (from));
  lw_painter_arc (painter, x, y, radius, from, neck + turn * 0.04);
  lw_painter_stroke_keep (painter, brush->palette->paper, width + 4.0);
  lw_painter_stroke (painter, colour, width);
  lw_painter_move_to (painter, tip_x, tip_y);
  for (int side = -1; side <= 1; side += 2)
    lw_painter_line_to (painter, x + (radius + side * 5.0) * cos (neck),
                        y + (radius + side * 5.0) * sin (neck));
  lw_painter_close (painter);
  lw_painter_fill_stroke (painter, colour, colour, 1.0);
}
