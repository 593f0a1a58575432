// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ground and joints: hatch, pins, sliders, slots, welds.

#include "lw-symbols-private.h"

#include <math.h>

#define HATCH_PITCH 7.0
#define HATCH_DEPTH 8.0

static const double error_dash[] = { 4.0, 3.0 };
static const double slot_error_dash[] = { 5.0, 4.0 };
static const double disabled_dash[] = { 3.0, 3.0 };

/// Returns the colour of joints: ink, or ink 2 if disabled.
static LwColour
joint_ink (const LwBrush *self, LwSymbolState state)
{
  return state == LW_SYMBOL_STATE_DISABLED ? self->palette->ink_2 : self->palette->ink;
}

void
lw_brush_paint_ring (const LwBrush *self, double x, double y, double radius, LwSymbolState state)
{
  if (state == LW_SYMBOL_STATE_SELECTED) {
    lw_painter_circle (self->painter, x, y, radius + 7.0);
    lw_painter_fill (self->painter, lw_colour_alpha (self->palette->selection, 0.22));
    lw_painter_circle (self->painter, x, y, radius + 4.8);
    lw_painter_stroke (self->painter, self->palette->selection, 2.0);
  } else if (state == LW_SYMBOL_STATE_ERROR) {
    lw_painter_set_dash (self->painter, error_dash, G_N_ELEMENTS (error_dash), 0.0);
    lw_painter_set_cap (self->painter, LW_CAP_BUTT);
    lw_painter_circle (self->painter, x, y, radius + 4.8);
    lw_painter_stroke (self->painter, self->palette->hue[LW_HUE_VERMILLION].line, 2.0);
    lw_painter_set_dash (self->painter, NULL, 0, 0.0);
    lw_painter_set_cap (self->painter, LW_CAP_ROUND);
  }
}

void
lw_brush_end_ring (const LwBrush *self, double x, double y, double radius, LwColour line)
{
  lw_painter_circle (self->painter, x, y, radius);
  lw_painter_fill_stroke (self->painter, self->palette->paper, line, lw_brush_outline (self));
}

/// Draws a line from -half to +half with the hatch under it, in the current coordinates.
static void
ground_line (const LwBrush *self, double half)
{
  LwPainter *painter = self->painter;
  const int strokes = (int) floor ((2.0 * half - 1.0) / HATCH_PITCH);
  const double first = -0.5 * (strokes - 1) * HATCH_PITCH + 0.5 * HATCH_PITCH;

  for (int i = 0; i < strokes; i++) {
    const double x = first + i * HATCH_PITCH;
    lw_painter_line (painter, x, 1.0, x - HATCH_DEPTH + 1.5, HATCH_DEPTH);
  }
  lw_painter_stroke (painter, self->palette->ink_2, lw_brush_stroke (self, 1.2));
  lw_painter_line (painter, -half, 0.0, half, 0.0);
  lw_painter_stroke (painter, self->palette->ink, lw_brush_outline (self));
}

void
lw_symbol_ground (const LwBrush *brush, double x, double y, double angle, double length)
{
  lw_painter_save (brush->painter);
  lw_painter_translate (brush->painter, x, y);
  lw_painter_rotate (brush->painter, angle);
  ground_line (brush, 0.5 * length);
  lw_painter_restore (brush->painter);
}

void
lw_symbol_ground_pin (const LwBrush *brush, double x, double y, double angle)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double w = brush->w;
  const LwColour fill = lw_colour_mix (palette->paper, palette->ink, 0.1);

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  if (lw_brush_is_tiny (brush)) {
    lw_painter_move_to (painter, 0.0, 0.0);
    lw_painter_line_to (painter, 6.0, 10.0);
    lw_painter_line_to (painter, -6.0, 10.0);
    lw_painter_close (painter);
    lw_painter_fill_stroke (painter, fill, palette->ink, lw_brush_stroke (brush, 1.5));
  } else {
    lw_painter_move_to (painter, -0.34 * w, 0.0);
    lw_painter_line_to (painter, -0.62 * w, 1.05 * w);
    lw_painter_line_to (painter, 0.62 * w, 1.05 * w);
    lw_painter_line_to (painter, 0.34 * w, 0.0);
    lw_painter_arc (painter, 0.0, 0.0, 0.34 * w, 0.0, -G_PI);
    lw_painter_close (painter);
    lw_painter_fill_stroke (painter, fill, palette->ink, lw_brush_stroke (brush, 1.75));
    lw_painter_translate (painter, 0.0, 1.05 * w);
    ground_line (brush, 0.97 * w);
  }
  lw_painter_restore (painter);
}

void
lw_symbol_pin (const LwBrush *brush, double x, double y, int bodies, LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwColour ink = joint_ink (brush, state);
  const double stroke = lw_brush_outline (brush) + (state == LW_SYMBOL_STATE_HOVER ? 1.0 : 0.0);
  const double radius = 0.27 * brush->w;

  if (lw_brush_is_tiny (brush)) {
    lw_brush_paint_ring (brush, x, y, 2.5, state);
    lw_painter_circle (painter, x, y, 2.5);
    lw_painter_fill (painter, ink);
    return;
  }
  lw_brush_paint_ring (brush, x, y, radius + 3.0 * MAX (0, bodies - 2), state);
  if (state == LW_SYMBOL_STATE_DISABLED) {
    lw_painter_set_dash (painter, disabled_dash, G_N_ELEMENTS (disabled_dash), 0.0);
    lw_painter_set_cap (painter, LW_CAP_BUTT);
  }
  for (int extra = MIN (bodies, 6) - 2; extra >= 0; extra--) {
    lw_painter_circle (painter, x, y, radius + 3.0 * extra);
    if (extra > 0)
      lw_painter_fill_stroke (painter, brush->palette->paper, ink, lw_brush_stroke (brush, 1.25));
    else
      lw_painter_fill_stroke (painter, brush->palette->paper, ink, stroke);
  }
  if (bodies < 2) {
    lw_painter_circle (painter, x, y, radius);
    lw_painter_fill_stroke (painter, brush->palette->paper, ink, stroke);
  }
  lw_painter_set_dash (painter, NULL, 0, 0.0);
  lw_painter_set_cap (painter, LW_CAP_ROUND);
}

void
lw_symbol_rail (const LwBrush *brush,
                double x,
                double y,
                double angle,
                double before,
                double after,
                bool grounded)
{
  LwPainter *painter = brush->painter;
  const double w = brush->w;

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_painter_line (painter, -before, 0.0, after, 0.0);
  lw_painter_line (painter, -before, -0.3 * w, -before, 0.3 * w);
  lw_painter_line (painter, after, -0.3 * w, after, 0.3 * w);
  lw_painter_stroke (painter, brush->palette->ink, lw_brush_outline (brush));
  if (grounded) {
    lw_painter_translate (painter, 0.5 * (after - before), 0.45 * w + 5.0);
    ground_line (brush, 0.5 * (before + after) - 10.0 * MIN (1.0, w / 26.0));
  }
  lw_painter_restore (painter);
}

void
lw_symbol_slider (const LwBrush *brush,
                  double x,
                  double y,
                  double angle,
                  LwHue hue,
                  bool turns,
                  LwSymbolState state)
{
  const LwTones *tones = &brush->palette->hue[hue];
  const double w = brush->w;

  lw_painter_save (brush->painter);
  lw_painter_translate (brush->painter, x, y);
  lw_painter_rotate (brush->painter, angle);
  lw_painter_round_rect (brush->painter, -0.75 * w, -0.45 * w, 1.5 * w, 0.9 * w, 0.14 * w);
  lw_brush_paint_outline (brush, tones->fill, tones->hover, tones->line, lw_brush_outline (brush),
                          state);
  lw_painter_restore (brush->painter);
  if (turns)
    lw_symbol_pin (brush, x, y, 2, LW_SYMBOL_STATE_NORMAL);
}

void
lw_symbol_slot (const LwBrush *brush,
                double x,
                double y,
                double angle,
                double before,
                double after,
                LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double stroke = lw_brush_stroke (brush, state == LW_SYMBOL_STATE_HOVER ? 2.5 : 1.75);
  const double points[] = { -before, 0.0, after, 0.0 };

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  lw_brush_hull_path (brush, points, 2, 0.31 * brush->w);
  if (state == LW_SYMBOL_STATE_SELECTED || state == LW_SYMBOL_STATE_ERROR) {
    const bool failed = state == LW_SYMBOL_STATE_ERROR;

    if (failed) {
      lw_painter_set_dash (painter, slot_error_dash, G_N_ELEMENTS (slot_error_dash), 0.0);
      lw_painter_set_cap (painter, LW_CAP_BUTT);
    }
    lw_painter_stroke_keep (
      painter, failed ? palette->hue[LW_HUE_VERMILLION].line : palette->selection, 9.0);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
    lw_painter_set_cap (painter, LW_CAP_ROUND);
    lw_painter_stroke_keep (painter, palette->paper, 5.0);
  }
  lw_painter_fill_stroke (painter, palette->paper, joint_ink (brush, state), stroke);
  lw_painter_restore (painter);
}

/// Draws hatches on the right of a polyline, `away` from it, at equal distances along it.
static void
hatch_beside (const LwBrush *brush, const double *points, size_t n, double away)
{
  double left = 0.5 * HATCH_PITCH;

  for (size_t i = 0; i + 1 < n; i++) {
    const double *p = points + 2 * i;
    const double length = hypot (p[2] - p[0], p[3] - p[1]);
    double at = left;

    if (!(length > 0.0))
      continue;
    for (; at < length; at += HATCH_PITCH) {
      const double ux = (p[2] - p[0]) / length, uy = (p[3] - p[1]) / length;
      const double x = p[0] + at * ux - away * uy, y = p[1] + at * uy + away * ux;

      lw_painter_line (brush->painter, x, y, x - 0.7 * HATCH_DEPTH * (ux + uy),
                       y - 0.7 * HATCH_DEPTH * (uy - ux));
    }
    left = at - length;
  }
  lw_painter_stroke (brush->painter, brush->palette->ink_2, lw_brush_stroke (brush, 1.2));
}

void
lw_symbol_curved_slot (const LwBrush *brush,
                       const double *points,
                       size_t n,
                       bool closed,
                       bool grounded,
                       LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double stroke = lw_brush_stroke (brush, state == LW_SYMBOL_STATE_HOVER ? 2.5 : 1.75);
  const double width = lw_brush_is_tiny (brush) ? 2.5 : 0.62 * brush->w;
  const bool failed = state == LW_SYMBOL_STATE_ERROR;

  if (n < 2)
    return;
  if (grounded && !lw_brush_is_tiny (brush))
    hatch_beside (brush, points, n, 0.5 * (width + stroke));
  lw_painter_set_join (painter, LW_JOIN_ROUND);
  lw_painter_polyline (painter, points, closed ? n - 1 : n, closed);
  if (failed || state == LW_SYMBOL_STATE_SELECTED) {
    if (failed) {
      lw_painter_set_dash (painter, slot_error_dash, G_N_ELEMENTS (slot_error_dash), 0.0);
      lw_painter_set_cap (painter, LW_CAP_BUTT);
    }
    lw_painter_stroke_keep (
      painter, failed ? palette->hue[LW_HUE_VERMILLION].line : palette->selection, width + 9.0);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
    lw_painter_set_cap (painter, LW_CAP_ROUND);
    lw_painter_stroke_keep (painter, palette->paper, width + 5.0);
  }
  // A wide line under a narrower one leaves both outlines, with round ends.
  lw_painter_stroke_keep (painter, joint_ink (brush, state), width + stroke);
  lw_painter_stroke_keep (painter, palette->paper, width - stroke);
  lw_painter_new_path (painter);
}

void
lw_symbol_slot_pin (const LwBrush *brush, double x, double y, LwSymbolState state)
{
  lw_painter_circle (brush->painter, x, y, lw_brush_is_tiny (brush) ? 2.5 : 0.23 * brush->w);
  if (lw_brush_is_tiny (brush))
    lw_painter_fill (brush->painter, joint_ink (brush, state));
  else
    lw_painter_fill_stroke (brush->painter, brush->palette->paper, joint_ink (brush, state),
                            lw_brush_outline (brush));
}

void
lw_symbol_rigid (const LwBrush *brush, double x, double y, double angle, LwSymbolState state)
{
  LwPainter *painter = brush->painter;
  const LwPalette *palette = brush->palette;
  const double half = lw_brush_is_tiny (brush) ? 2.5 : 0.34 * brush->w;
  const double arm = 0.17 * brush->w;

  lw_painter_save (painter);
  lw_painter_translate (painter, x, y);
  lw_painter_rotate (painter, angle);
  if (state == LW_SYMBOL_STATE_SELECTED || state == LW_SYMBOL_STATE_ERROR) {
    const double ring = half + 4.5;

    lw_painter_round_rect (painter, -ring, -ring, 2.0 * ring, 2.0 * ring, 4.0);
    if (state == LW_SYMBOL_STATE_ERROR)
      lw_painter_set_dash (painter, error_dash, G_N_ELEMENTS (error_dash), 0.0);
    else
      lw_painter_stroke_keep (painter, lw_colour_alpha (palette->selection, 0.2), 7.0);
    lw_painter_stroke (painter,
                       state == LW_SYMBOL_STATE_ERROR ? palette->hue[LW_HUE_VERMILLION].line
                                                      : palette->selection,
                       2.0);
    lw_painter_set_dash (painter, NULL, 0, 0.0);
  }
  lw_painter_round_rect (painter, -half, -half, 2.0 * half, 2.0 * half, 2.5);
  lw_painter_fill_stroke (painter, joint_ink (brush, state), palette->paper,
                          lw_brush_stroke (brush, 1.5));
  if (brush->w >= 16.0) {
    lw_painter_line (painter, -arm, -arm, arm, arm);
    lw_painter_line (painter, arm, -arm, -arm, arm);
    lw_painter_stroke (painter, palette->paper, lw_brush_stroke (brush, 1.75));
  }
  lw_painter_restore (painter);
}
