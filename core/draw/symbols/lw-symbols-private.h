// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stroke widths and outline styles shared by the symbols.

#pragma once

#include "lw-symbols.h"

G_BEGIN_DECLS

/// Returns true at the smallest width, at which links become lines and joints become dots.
static inline bool
lw_brush_is_tiny (const LwBrush *self)
{
  return self->w <= 10.0 + 1e-9;
}

/// Returns the width of a stroke of `px` at normal emphasis.
static inline double
lw_brush_stroke (const LwBrush *self, double px)
{
  return px * self->emphasis + self->palette->outline_extra;
}

/// Returns the width of the outline of symbols: 2 px, or 1.5 px if links are narrow.
static inline double
lw_brush_outline (const LwBrush *self)
{
  return lw_brush_stroke (self, self->w < 14.0 ? 1.5 : 2.0);
}

/// Paints the current path as the outline of a body in its state, and begins a new path.
void lw_brush_paint_outline (const LwBrush *self,
                             LwColour fill,
                             LwColour hover,
                             LwColour line,
                             double stroke,
                             LwSymbolState symbol_state);
/// Paints the ring of a selected or failed line of this width under the current path, which is
/// kept.
void lw_brush_paint_casing (const LwBrush *self, double width, LwSymbolState symbol_state);
/// Strokes the current path in its state, dashed and in ink 2 if it is disabled.
void lw_brush_stroke_line (const LwBrush *self,
                           LwColour colour,
                           double width,
                           LwSymbolState symbol_state);
/// Paints the ring of a selected or failed joint of this radius, before the joint.
void lw_brush_paint_ring (const LwBrush *self,
                          double x,
                          double y,
                          double radius,
                          LwSymbolState symbol_state);
/// Computes the convex hull of points (x y x y ...) and returns its number of corners. `points` is
/// sorted in place; `hull` has room for 2 n + 1 points.
size_t lw_convex_hull (double *points, size_t n, double *hull);
/// Adds the path of the hull of circles about points.
void lw_brush_hull_path (const LwBrush *self, const double *points, size_t n, double radius);
/// Draws a ring with the background colour inside, as for pins and ends of force elements.
void lw_brush_end_ring (const LwBrush *self, double x, double y, double radius, LwColour line);

G_END_DECLS
