// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Contacts: infinite ground, points of contact, and outlines.

#include "lw-symbols-private.h"

#include <math.h>

#define HATCH_PITCH 7.0
#define HATCH_DEPTH 8.0
#define CONE_LENGTH 66.0 ///< px, along the sides of the cone
#define CONE_OPACITY 0.35
#define NORMAL_LENGTH 56.0
#define DOT_RADIUS 4.0

static const double outline_dash[] = { 4.0, 3.0 };

/// Draws whole periods of the hatch, so that its strokes keep their places when the view is panned.
void
lw_symbol_half_plane (const LwBrush *brush,
                      double x,
                      double y,
                      double angle,
                      double low,
                      double high,
                      LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const LwColour band = state == LW_SYMBOL_STATE_SELECTED ? palette->selection : palette->ink;
  const int first = (int) floor (low / HATCH_PITCH), last = (int) ceil (high / HATCH_PITCH);

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_rect (painter, low, 0.0, high - low, HATCH_DEPTH + 2.0);
  lw_painter_fill (painter, lw_colour_alpha (band, state == LW_SYMBOL_STATE_NORMAL ? 0.05 : 0.14));
  for (int i = first; i <= last; i++)
    lw_painter_line (painter, i * HATCH_PITCH, 1.0, i * HATCH_PITCH - HATCH_DEPTH + 1.5,
                     HATCH_DEPTH);
  lw_painter_stroke (painter, palette->ink_2, lw_brush_stroke (brush, 1.2));
  lw_painter_line (painter, low, 0.0, high, 0.0);
  lw_painter_stroke (painter, state == LW_SYMBOL_STATE_SELECTED ? palette->selection : palette->ink,
                     lw_brush_outline (brush) + (state == LW_SYMBOL_STATE_HOVER ? 1.0 : 0.0));
  lw_painter_restore (painter);
}

void
lw_symbol_contact_cone (const LwBrush *brush,
                        double x,
                        double y,
                        double angle,
                        double half,
                        double part)
{
  LwPainter *painter = brush->painter;
  const LwTones *amber = &brush->palette->hue[LW_HUE_AMBER];
  const double length = part * CONE_LENGTH;
  double tips[2][2];

  for (int i = 0; i < 2; i++) {
    tips[i][0] = x + length * cos (angle + (2 * i - 1) * half);
    tips[i][1] = y + length * sin (angle + (2 * i - 1) * half);
  }
  lw_painter_move_to (painter, x, y);
  lw_painter_line_to (painter, tips[0][0], tips[0][1]);
  lw_painter_line_to (painter, tips[1][0], tips[1][1]);
  lw_painter_close (painter);
  lw_painter_fill (painter, lw_colour_alpha (amber->curve, CONE_OPACITY));
  for (int i = 0; i < 2; i++)
    lw_painter_line (painter, x, y, tips[i][0], tips[i][1]);
  lw_painter_stroke (painter, amber->line, lw_brush_stroke (brush, 1.25));
}

void
lw_symbol_contact_normal (const LwBrush *brush, double x, double y, double angle, double part)
{
  LwPainter *painter = brush->painter;
  const double length = part * NORMAL_LENGTH, head = MIN (8.0, 0.4 * length);

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_line (painter, 0.0, 0.0, length, 0.0);
  lw_painter_move_to (painter, length - head, -0.6 * head);
  lw_painter_line_to (painter, length, 0.0);
  lw_painter_line_to (painter, length - head, 0.6 * head);
  lw_painter_stroke (painter, brush->palette->hue[LW_HUE_GREEN].line,
                     lw_brush_stroke (brush, 1.75));
  lw_painter_restore (painter);
}

/// Draws a filled point while the contact sticks; a ring with an arrow head beside it while it
/// slips.
void
lw_symbol_contact_point (const LwBrush *brush,
                         double x,
                         double y,
                         double angle,
                         int slips,
                         double part)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double radius = DOT_RADIUS * CLAMP (1.5 * part, 0.5, 1.0);
  const double ahead = radius + 3.5;

  lw_painter_circle (painter, x, y, radius);
  lw_painter_fill_stroke (painter, slips == 0 ? palette->ink : palette->paper,
                          slips == 0 ? palette->paper : palette->ink,
                          lw_brush_stroke (brush, slips == 0 ? 1.0 : 1.75));
  if (slips == 0)
    return;
  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle + slips * 0.5 * G_PI);
  lw_painter_move_to (painter, ahead, -radius);
  lw_painter_line_to (painter, ahead + radius, 0.0);
  lw_painter_line_to (painter, ahead, radius);
  lw_painter_stroke (painter, palette->ink, lw_brush_stroke (brush, 1.75));
  lw_painter_restore (painter);
}

void
lw_symbol_contact_outline (const LwBrush *brush, const double *points, size_t n, double radius)
{
  LwPainter *painter = brush->painter;

  if (radius > 0.0)
    lw_brush_hull_path (brush, points, n, radius);
  else
    lw_painter_polyline (painter, points, n, true);
  lw_painter_set_dash (painter, outline_dash, G_N_ELEMENTS (outline_dash), 0.0);
  lw_painter_stroke (painter, brush->palette->ink, lw_brush_stroke (brush, 1.25));
  lw_painter_set_dash (painter, NULL, 0, 0.0);
}
