// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Symbols of couplings at joints, and of couplings that connect bodies without being joints: motors
// and drivers, end stops, gears, belts, racks, threads, angles, contacts, and the marks of
// compliance, breaking and redundancy.

#include "lw-symbols-private.h"

#include <math.h>

#define HEAD 9.0 ///< px, head of the arrow of a drive
#define RING_GAP 2.5
#define RING_WIDTH 2.0

static const double error_dash[] = { 7.0, 5.0 };
static const double disabled_dash[] = { 3.0, 3.0 };
static const double pitch_dash[] = { 8.0, 3.0, 2.0, 3.0 };

void
lw_brush_paint_casing (const LwBrush *self, double width, LwSymbolState state)
{
  LwPainter *painter = self->painter;
  const LwPalette *palette = self->palette;
  const double gap = width + 2.0 * RING_GAP, ring = gap + 2.0 * RING_WIDTH;

  if (state == LW_SYMBOL_STATE_SELECTED) {
    lw_painter_stroke_keep (painter, lw_colour_alpha (palette->selection, 0.2), ring + 5.0);
    lw_painter_stroke_keep (painter, palette->selection, ring);
  } else if (state == LW_SYMBOL_STATE_ERROR) {
    lw_painter_set_dash (painter, error_dash, G_N_ELEMENTS (error_dash), 0.0);
    lw_painter_stroke_keep (painter, palette->hue[LW_HUE_VERMILLION].line, ring);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
  }
  if (state == LW_SYMBOL_STATE_SELECTED || state == LW_SYMBOL_STATE_ERROR)
    lw_painter_stroke_keep (painter, palette->paper, gap);
}

void
lw_brush_stroke_line (const LwBrush *self, LwColour colour, double width, LwSymbolState state)
{
  LwPainter *painter = self->painter;

  if (state == LW_SYMBOL_STATE_DISABLED) {
    lw_painter_set_dash (painter, disabled_dash, G_N_ELEMENTS (disabled_dash), 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
  }
  lw_painter_stroke (painter, state == LW_SYMBOL_STATE_DISABLED ? self->palette->ink_2 : colour,
                     width + (state == LW_SYMBOL_STATE_HOVER ? 1.0 : 0.0));
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

// ---- drives ----------------------------------------------------------------------------------

static LwColour
drive_colour (const LwBrush *self, LwSymbolState state)
{
  const LwTones *tones = &self->palette->hue[LW_HUE_ORANGE];

  return state == LW_SYMBOL_STATE_DISABLED ? self->palette->ink_2 : tones->base;
}

/// Draws a letter on a round (speed) or square (position) background.
static void
drive_badge (const LwBrush *self, double x, double y, const LwDriveSign *sign, LwSymbolState state)
{
  LwPainter *painter = self->painter;
  const LwTones *tones = &self->palette->hue[LW_HUE_ORANGE];
  const double half = self->w < 16.0 ? 4.0 : 7.5;
  const bool off = state == LW_SYMBOL_STATE_DISABLED;
  const LwColour line =
    off ? self->palette->ink_2
        : self->palette->hue[sign->saturated ? LW_HUE_VERMILLION : LW_HUE_ORANGE].text;
  const LwColour fill = off               ? self->palette->paper
                        : sign->saturated ? self->palette->hue[LW_HUE_VERMILLION].fill
                                          : tones->fill;
  LwTextStyle style = lw_text_style (11.0, 700, self->palette->text);

  if (sign->position)
    lw_painter_round_rect (painter, x - half, y - half, 2.0 * half, 2.0 * half, 2.5);
  else
    lw_painter_circle (painter, x, y, half);
  lw_painter_fill_stroke (painter, fill, line, lw_brush_stroke (self, 1.5));
  if (self->w < 16.0)
    return;
  style.centred = true;
  style.anchor = LW_ANCHOR_MIDDLE;
  if (off)
    style.colour = self->palette->text_2;
  lw_painter_text (painter, x, y, sign->letter, &style);
}

void
lw_symbol_drive (const LwBrush *brush,
                 const double *points,
                 size_t n,
                 const LwDriveSign *sign,
                 LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwTones *tones = &brush->palette->hue[LW_HUE_ORANGE];
  const LwColour colour = drive_colour (brush, state);
  const bool cased = tones->cased && state != LW_SYMBOL_STATE_DISABLED;
  const double width = lw_brush_stroke (brush, sign->rigid ? 4.5 : 3.0);
  const double scale = brush->w < 16.0 ? 0.75 : 1.0;
  const double *tip = &points[2 * (n - 1)];
  size_t neck = n - 1;
  double angle;

  while (neck > 0
         && hypot (points[2 * neck] - tip[0], points[2 * neck + 1] - tip[1]) < HEAD * scale)
    neck--;
  angle = atan2 (tip[1] - points[2 * neck + 1], tip[0] - points[2 * neck]);
  lw_painter_polyline (painter, points, neck + 1, false);
  lw_brush_paint_casing (brush, width, state);
  if (state != LW_SYMBOL_STATE_SELECTED && state != LW_SYMBOL_STATE_ERROR)
    lw_painter_stroke_keep (painter, brush->palette->paper, width + 3.6);
  if (cased)
    lw_painter_stroke_keep (painter, tones->text, width + 1.6);
  lw_brush_stroke_line (brush, colour, width, state);
  // A double line: the drive does not yield.
  if (sign->rigid && state != LW_SYMBOL_STATE_DISABLED) {
    lw_painter_polyline (painter, points, neck + 1, false);
    lw_painter_stroke (painter, brush->palette->paper, lw_brush_stroke (brush, 1.3));
  }
  lw_painter_save (painter);
  lw_painter_translate (painter, tip[0], tip[1]);
  lw_painter_rotate (painter, angle);
  lw_painter_move_to (painter, 1.0, 0.0);
  lw_painter_line_to (painter, -HEAD * scale, -5.2 * scale);
  lw_painter_line_to (painter, -HEAD * scale, 5.2 * scale);
  lw_painter_close (painter);
  lw_painter_fill_stroke (painter, colour, cased ? tones->text : colour, 1.0);
  lw_painter_restore (painter);
  drive_badge (brush, points[0], points[1], sign, state);
}

// ---- end stops -------------------------------------------------------------------------------

void
lw_symbol_stop_track (const LwBrush *brush, const double *points, size_t n, LwSymbolState state)
{
  lw_painter_polyline (brush->painter, points, n, false);
  lw_brush_paint_casing (brush, lw_brush_stroke (brush, 1.5), state);
  if (state != LW_SYMBOL_STATE_SELECTED && state != LW_SYMBOL_STATE_ERROR)
    lw_painter_stroke_keep (brush->painter, brush->palette->paper, lw_brush_stroke (brush, 4.0));
  lw_brush_stroke_line (brush, brush->palette->ink_2, lw_brush_stroke (brush, 1.5), state);
}

void
lw_symbol_stop (const LwBrush *brush,
                double x,
                double y,
                double angle,
                double half,
                bool touching,
                LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const bool accented = touching && state != LW_SYMBOL_STATE_DISABLED;
  const LwColour colour = state == LW_SYMBOL_STATE_DISABLED ? palette->ink_2
                          : accented                        ? palette->hue[LW_HUE_VERMILLION].line
                                                            : palette->ink;
  const double thick = lw_brush_stroke (brush, accented ? 5.0 : 3.5);

  // The front of the stop is the line y = 0; its hatch is behind it, at y > 0.
  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  if (accented) {
    lw_painter_line (painter, -half - 3.0, 0.0, half + 3.0, 0.0);
    lw_painter_stroke (painter, lw_colour_alpha (colour, 0.25), thick + 8.0);
  }
  if (brush->w >= 13.0) {
    for (int i = 0; i < 3; i++) {
      const double at = half * (2.0 * i / 3.0 - 0.55);

      lw_painter_line (painter, at, 1.0, at + 4.5, 6.5);
    }
    lw_painter_stroke (painter, accented ? colour : palette->ink_2, lw_brush_stroke (brush, 1.2));
  }
  lw_painter_line (painter, -half, 0.0, half, 0.0);
  lw_painter_stroke_keep (painter, palette->paper, thick + 2.0);
  lw_brush_stroke_line (brush, colour, thick, state);
  lw_painter_restore (painter);
}

// ---- gears, belts, racks ---------------------------------------------------------------------

/// Adds the outline of the teeth; `inward` for a ring with teeth inside.
static void
teeth_path (const LwBrush *self, const LwWheelPlace *place, bool inward)
{
  const double m = 2.0 * place->radius / place->teeth, turn = 2.0 * G_PI / place->teeth;
  const double root = inward ? place->radius + m : place->radius - m;
  const double top = inward ? place->radius - m : place->radius + m;
  // Half widths at the root and at the tip, in parts of the pitch.
  static const double parts[4] = { -0.34, -0.14, 0.14, 0.34 };

  for (int tooth = 0; tooth < place->teeth; tooth++)
    for (int i = 0; i < 4; i++) {
      const double angle = place->phase + (tooth + parts[i]) * turn;
      const double r = i == 1 || i == 2 ? top : root;
      const double x = place->x + r * (cos (angle) * place->u[0] + sin (angle) * place->v[0]);
      const double y = place->y + r * (cos (angle) * place->u[1] + sin (angle) * place->v[1]);

      if (tooth == 0 && i == 0)
        lw_painter_move_to (self->painter, x, y);
      else
        lw_painter_line_to (self->painter, x, y);
    }
  lw_painter_close (self->painter);
}

static void
circle_path (const LwBrush *self, const LwWheelPlace *place, double radius)
{
  for (int i = 0; i < 60; i++) {
    const double angle = 2.0 * G_PI * i / 60.0;
    const double x = place->x + radius * (cos (angle) * place->u[0] + sin (angle) * place->v[0]);
    const double y = place->y + radius * (cos (angle) * place->u[1] + sin (angle) * place->v[1]);

    if (i == 0)
      lw_painter_move_to (self->painter, x, y);
    else
      lw_painter_line_to (self->painter, x, y);
  }
  lw_painter_close (self->painter);
}

void
lw_symbol_wheel (const LwBrush *brush, const LwWheelPlace *place, LwHue hue, LwSymbolState state)
{
  const LwTones *tones = &brush->palette->hue[hue];
  const bool fine = place->teeth > 0 && 2.0 * G_PI * place->radius / place->teeth < 4.0;
  const bool toothed = place->teeth > 0 && !fine && brush->w >= 13.0;

  if (place->inward) {
    // Draw only teeth and rim of a ring, so that the wheels inside remain visible.
    circle_path (brush, place, place->radius + 0.3 * brush->w + 4.0);
    lw_painter_stroke (brush->painter, tones->line, lw_brush_outline (brush));
    if (toothed)
      teeth_path (brush, place, true);
    else
      circle_path (brush, place, place->radius);
    lw_brush_paint_casing (brush, lw_brush_outline (brush), state);
    lw_brush_stroke_line (brush, tones->line, lw_brush_outline (brush), state);
    return;
  }
  if (toothed)
    teeth_path (brush, place, false);
  else
    circle_path (brush, place, place->radius);
  lw_brush_paint_outline (brush, tones->fill, tones->hover, tones->line, lw_brush_outline (brush),
                          state);
}

void
lw_symbol_pitch_circle (const LwBrush *brush, const LwWheelPlace *place, LwSymbolState state)
{
  LwPainter *painter = brush->painter;

  circle_path (brush, place, place->radius);
  if (state == LW_SYMBOL_STATE_SELECTED || state == LW_SYMBOL_STATE_ERROR)
    lw_brush_paint_casing (brush, 1.0, state);
  lw_painter_set_dash (painter, pitch_dash, G_N_ELEMENTS (pitch_dash), 0.0);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke (
    painter, state == LW_SYMBOL_STATE_DISABLED ? brush->palette->axis : brush->palette->ink_2,
    lw_brush_stroke (brush, state == LW_SYMBOL_STATE_HOVER ? 2.0 : 1.2));
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

void
lw_symbol_belt (const LwBrush *brush,
                const double *points,
                size_t n,
                double shift,
                LwSymbolState state)
{
  static const double ticks[] = { 2.0, 12.0 };
  LwPainter *painter = brush->painter;
  const double width = lw_brush_stroke (brush, 3.0);

  lw_painter_polyline (painter, points, n, true);
  lw_brush_paint_casing (brush, width, state);
  lw_brush_stroke_line (brush, brush->palette->ink, width, state);
  if (state == LW_SYMBOL_STATE_DISABLED || brush->w < 13.0 || !isfinite (shift))
    return;
  lw_painter_polyline (painter, points, n, true);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_set_dash (painter, ticks, G_N_ELEMENTS (ticks), shift - 14.0 * floor (shift / 14.0));
  lw_painter_stroke (painter, brush->palette->paper, width + 0.5);
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

void
lw_symbol_rack (const LwBrush *brush, const double *points, size_t n, LwSymbolState state)
{
  lw_painter_polyline (brush->painter, points, n, false);
  lw_brush_paint_casing (brush, lw_brush_outline (brush), state);
  lw_brush_stroke_line (brush, brush->palette->ink, lw_brush_outline (brush), state);
}

void
lw_symbol_thread (const LwBrush *brush,
                  double x,
                  double y,
                  double angle,
                  bool left,
                  LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const double w = brush->w, half = 0.36 * w, slant = left ? -0.14 * w : 0.14 * w;
  const int turns = w < 16.0 ? 5 : 9;
  const double from = -0.15 * w * (turns - 1);

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_round_rect (painter, from - 0.2 * w, -0.28 * w, 2.0 * (0.2 * w - from), 0.56 * w,
                         0.08 * w);
  lw_brush_paint_outline (brush, brush->palette->paper, brush->palette->grid_coarse,
                          state == LW_SYMBOL_STATE_DISABLED ? brush->palette->ink_2
                                                            : brush->palette->ink,
                          lw_brush_outline (brush), state);
  for (int i = 0; i < turns; i++) {
    const double at = from + 0.3 * w * i;

    lw_painter_line (painter, at - slant, half, at + slant, -half);
  }
  lw_brush_stroke_line (brush, brush->palette->ink, lw_brush_stroke (brush, 1.75), state);
  lw_painter_restore (painter);
}

void
lw_symbol_link_line (const LwBrush *brush,
                     double x1,
                     double y1,
                     double x2,
                     double y2,
                     LwSymbolState state)
{
  LwPainter *painter = brush->painter;

  lw_painter_line (painter, x1, y1, x2, y2);
  lw_brush_paint_casing (brush, 1.2, state);
  lw_painter_set_dash (painter, pitch_dash, G_N_ELEMENTS (pitch_dash), 0.0);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke (
    painter, state == LW_SYMBOL_STATE_DISABLED ? brush->palette->axis : brush->palette->ink_2,
    lw_brush_stroke (brush, state == LW_SYMBOL_STATE_HOVER ? 2.2 : 1.2));
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

// ---- angles and contacts ---------------------------------------------------------------------

void
lw_symbol_angle (const LwBrush *brush,
                 const double *points,
                 size_t n,
                 bool right,
                 LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const double *from = &points[2], *to = &points[2 * (n - 1)], *apex = points;
  const LwColour tint = lw_colour_mix (brush->palette->paper, brush->palette->ink, 0.09);

  // points[0] is the apex; the others lie on the arc.
  if (right) {
    const double square[] = { apex[0],
                              apex[1],
                              apex[0] + 0.6 * (from[0] - apex[0]),
                              apex[1] + 0.6 * (from[1] - apex[1]),
                              apex[0] + 0.6 * (from[0] + to[0] - 2.0 * apex[0]),
                              apex[1] + 0.6 * (from[1] + to[1] - 2.0 * apex[1]),
                              apex[0] + 0.6 * (to[0] - apex[0]),
                              apex[1] + 0.6 * (to[1] - apex[1]) };
    lw_painter_polyline (painter, square, 4, true);
  } else {
    lw_painter_polyline (painter, points, n, true);
  }
  lw_brush_paint_casing (brush, 1.5, state);
  if (state != LW_SYMBOL_STATE_DISABLED)
    lw_painter_fill_keep (painter, tint);
  lw_brush_stroke_line (brush, brush->palette->ink, lw_brush_stroke (brush, 1.5), state);
  for (int leg = 0; leg < 2; leg++) {
    const double *end = leg == 0 ? from : to;

    lw_painter_line (painter, apex[0], apex[1], apex[0] + 1.45 * (end[0] - apex[0]),
                     apex[1] + 1.45 * (end[1] - apex[1]));
  }
  lw_brush_stroke_line (brush, brush->palette->ink_2, lw_brush_stroke (brush, 1.25), state);
}

void
lw_symbol_parallel (const LwBrush *brush, double x, double y, double angle, LwSymbolState state)
{
  const double half = 0.42 * brush->w, gap = MAX (2.5, 0.13 * brush->w);

  lw_painter_save (brush->painter);
  lw_painter_translate (brush->painter, x, y);
  lw_painter_rotate (brush->painter, angle);
  for (int side = -1; side <= 1; side += 2)
    lw_painter_line (brush->painter, -half, side * gap, half, side * gap);
  lw_brush_paint_casing (brush, 2.0,
                         state == LW_SYMBOL_STATE_NORMAL ? LW_SYMBOL_STATE_NORMAL : state);
  lw_brush_stroke_line (brush, brush->palette->ink, lw_brush_outline (brush), state);
  lw_painter_restore (brush->painter);
}

void
lw_symbol_point_contact (const LwBrush *brush,
                         double x,
                         double y,
                         const double *normals,
                         size_t n,
                         LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double w = MAX (brush->w, 12.0), angle = atan2 (normals[1], normals[0]);
  const LwColour ink = state == LW_SYMBOL_STATE_DISABLED ? palette->ink_2 : palette->ink;

  // A knife edge under the point, with its tip along the first normal.
  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_move_to (painter, 0.0, 0.0);
  lw_painter_line_to (painter, -0.72 * w, 0.42 * w);
  lw_painter_line_to (painter, -0.72 * w, -0.42 * w);
  lw_painter_close (painter);
  lw_brush_paint_outline (brush, lw_colour_mix (palette->paper, palette->ink, 0.1),
                          lw_colour_mix (palette->paper, palette->ink, 0.22), ink,
                          lw_brush_stroke (brush, 1.75), state);
  lw_painter_restore (painter);
  for (size_t i = 0; i < n; i++) {
    const double dx = normals[2 * i], dy = normals[2 * i + 1], length = hypot (dx, dy);
    const double reach = 1.15 * w;

    if (length < 0.1)
      continue;
    lw_painter_line (painter, x, y, x + reach * dx, y + reach * dy);
    for (int side = -1; side <= 1; side += 2)
      lw_painter_line (painter, x + reach * dx, y + reach * dy,
                       x + (reach - 6.5) * dx - side * 3.6 * dy / length,
                       y + (reach - 6.5) * dy + side * 3.6 * dx / length);
    lw_painter_stroke_keep (painter, palette->paper, lw_brush_stroke (brush, 4.0));
    lw_brush_stroke_line (brush, palette->hue[LW_HUE_GREEN].line, lw_brush_stroke (brush, 1.75),
                          state);
  }
  lw_painter_circle (painter, x, y, 4.0);
  lw_painter_fill (painter, ink);
}

// ---- marks -----------------------------------------------------------------------------------

void
lw_symbol_compliant (const LwBrush *brush, double x, double y)
{
  LwPainter *painter = brush->painter;
  const LwColour colour = brush->palette->hue[LW_HUE_PURPLE].line;
  const double loops = 3.0, pitch = 4.2;

  for (int i = 0; i <= 48; i++) {
    const double angle = 2.0 * G_PI * loops * i / 48.0;
    const double px = x - 0.5 * loops * pitch + loops * pitch * i / 48.0 - 1.6 * cos (angle);
    const double py = y - 4.2 * sin (angle);

    if (i == 0)
      lw_painter_move_to (painter, px, py);
    else
      lw_painter_line_to (painter, px, py);
  }
  lw_painter_stroke_keep (painter, brush->palette->paper, lw_brush_stroke (brush, 4.0));
  lw_painter_stroke (painter, colour, lw_brush_stroke (brush, 1.5));
}

void
lw_symbol_compliant_joint (const LwBrush *brush,
                           double x,
                           double y,
                           double dx,
                           double dy,
                           LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwTones *tones = &brush->palette->hue[LW_HUE_PURPLE];
  const LwColour ink =
    state == LW_SYMBOL_STATE_DISABLED ? brush->palette->ink_2 : brush->palette->ink;
  const double w = brush->w, outer = 0.78 * w, inner = 0.30 * w;
  const double off = hypot (dx, dy), clamp = off > 0.35 * w ? 0.35 * w / off : 1.0;
  const double cx = x + clamp * dx, cy = y + clamp * dy;
  const int spokes = w < 16.0 ? 6 : 12;

  lw_brush_paint_ring (brush, x, y, outer, state);
  lw_painter_circle (painter, x, y, outer);
  if (state != LW_SYMBOL_STATE_DISABLED)
    lw_painter_fill_keep (painter, state == LW_SYMBOL_STATE_HOVER ? tones->hover : tones->fill);
  lw_brush_stroke_line (brush, ink, lw_brush_outline (brush), state);
  for (int i = 0; i < spokes; i++) {
    const double angle = 2.0 * G_PI * i / spokes;

    lw_painter_line (painter, x + outer * cos (angle), y + outer * sin (angle),
                     cx + inner * cos (angle), cy + inner * sin (angle));
  }
  lw_painter_stroke (painter, tones->line, lw_brush_stroke (brush, 1.25));
  lw_brush_end_ring (brush, cx, cy, inner, ink);
  lw_painter_circle (painter, cx, cy, MAX (1.2, 0.06 * w));
  lw_painter_fill (painter, ink);
}

/// Adds a zigzag of `n` strokes from one point to the other.
static void
zigzag_path (LwPainter *painter,
             double x1,
             double y1,
             double x2,
             double y2,
             int n,
             double amplitude)
{
  const double length = hypot (x2 - x1, y2 - y1);
  const double ux = (x2 - x1) / length, uy = (y2 - y1) / length;

  for (int i = 0; i <= n; i++) {
    const double along = length * i / n;
    const double across = i == 0 || i == n ? 0.0 : i % 2 == 1 ? amplitude : -amplitude;
    const double x = x1 + along * ux - across * uy, y = y1 + along * uy + across * ux;

    if (i == 0)
      lw_painter_move_to (painter, x, y);
    else
      lw_painter_line_to (painter, x, y);
  }
}

void
lw_symbol_break (const LwBrush *brush, double x, double y, double angle)
{
  LwPainter *painter = brush->painter;
  const double half = MAX (7.0, 0.5 * brush->w), amplitude = MAX (2.5, 0.17 * brush->w);
  const double c = cos (angle), s = sin (angle);

  zigzag_path (painter, x - half * c, y - half * s, x + half * c, y + half * s, 3, amplitude);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  lw_painter_stroke_keep (painter, brush->palette->hue[LW_HUE_VERMILLION].line,
                          lw_brush_stroke (brush, 5.4));
  lw_painter_stroke (painter, brush->palette->paper, lw_brush_stroke (brush, 2.6));
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

void
lw_symbol_broken_line (const LwBrush *brush,
                       double x,
                       double y,
                       double dx,
                       double dy,
                       double width,
                       LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const double length = hypot (dx, dy);
  const double jag = MAX (4.0, 0.28 * brush->w);
  const double ring = lw_brush_is_tiny (brush) ? 2.5 : 0.24 * brush->w;
  const double ux = length > 0.0 ? dx / length : 1.0, uy = length > 0.0 ? dy / length : 0.0;

  lw_painter_line (painter, x, y, x + dx, y + dy);
  zigzag_path (painter, x + dx + jag * uy, y + dy - jag * ux, x + dx - jag * uy, y + dy + jag * ux,
               4, 0.45 * jag);
  lw_brush_paint_casing (brush, width, state);
  lw_painter_stroke (painter, brush->palette->ink_2, width);
  zigzag_path (painter, x + dx + jag * uy, y + dy - jag * ux, x + dx - jag * uy, y + dy + jag * ux,
               4, 0.45 * jag);
  lw_painter_stroke (painter, brush->palette->hue[LW_HUE_VERMILLION].line,
                     lw_brush_stroke (brush, 2.0));
  lw_brush_end_ring (brush, x, y, ring, brush->palette->ink_2);
}

void
lw_symbol_redundant (const LwBrush *brush, double x, double y)
{
  LwPainter *painter = brush->painter;
  const LwTones *tones = &brush->palette->hue[LW_HUE_AMBER];

  lw_painter_circle (painter, x, y, 9.0);
  lw_painter_fill (painter, brush->palette->paper);
  lw_painter_circle (painter, x, y, 7.0);
  lw_painter_fill_stroke (painter, tones->fill, tones->text, lw_brush_stroke (brush, 1.5));
  for (int side = -1; side <= 1; side += 2)
    lw_painter_line (painter, x - 3.2, y + 1.9 * side, x + 3.2, y + 1.9 * side);
  lw_painter_stroke (painter, brush->palette->text, lw_brush_stroke (brush, 1.5));
}

void
lw_symbol_friction (const LwBrush *brush,
                    double x,
                    double y,
                    double angle,
                    bool slides,
                    LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const double radius = LW_FRICTION_RADIUS * brush->w, half = 0.6; // rad

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_set_cap (painter, LW_CAP_BUTT);
  for (int side = -1; side <= 1; side += 2) {
    if (slides)
      lw_painter_line (painter, -half * radius, side * radius, half * radius, side * radius);
    else
      lw_painter_arc (painter, 0.0, 0.0, radius, side * 0.5 * G_PI - half,
                      side * 0.5 * G_PI + half);
    lw_brush_stroke_line (
      brush, state == LW_SYMBOL_STATE_DISABLED ? brush->palette->ink_2 : brush->palette->ink,
      lw_brush_stroke (brush, 3.5), state);
  }
  lw_painter_restore (painter);
}
