// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the symbols share: widths of strokes and the looks of an outline.

#pragma once

#include "lw-symbols.h"

G_BEGIN_DECLS

/// At the smallest width links become lines and joints dots.
static inline bool
lw_brush_is_tiny (const LwBrush *self)
{
  return self->w <= 10.0 + 1e-9;
}

/// A stroke of so many px at normal emphasis.
static inline double
lw_brush_stroke (const LwBrush *self, double px)
{
  return px * self->emphasis + self->palette->outline_extra;
}

/// The outline of symbols: 2 px, 1.5 px when links are narrow.
static inline double
lw_brush_outline (const LwBrush *self)
{
  return lw_brush_stroke (self, self->w < 14.0 ? 1.5 : 2.0);
}

/// Paint the current path as the outline of a body in its state, and begin a new path.
void lw_brush_paint_outline (const LwBrush *self,
                             LwColour fill,
                             LwColour hover,
                             LwColour line,
                             double stroke,
                             LwSymbolState symbol_state);
/// Ring of a selected or failed line of this width under the current path, which stays.
void lw_brush_paint_casing (const LwBrush *self, double width, LwSymbolState symbol_state);
/// Stroke the current path in its state, dashed and in ink 2 when it is disabled.
void lw_brush_stroke_line (const LwBrush *self,
                           LwColour colour,
                           double width,
                           LwSymbolState symbol_state);
/// Ring of a selected or failed joint of this radius, drawn before the joint.
void lw_brush_paint_ring (const LwBrush *self,
                          double x,
                          double y,
                          double radius,
                          LwSymbolState symbol_state);
/// Corners of the hull of points (x y x y ...), counted; `points` is sorted in place, `hull` has
/// room for 2 n + 1 points.
size_t lw_convex_hull (double *points, size_t n, double *hull);
/// Path of the hull of circles about points.
void lw_brush_hull_path (const LwBrush *self, const double *points, size_t n, double radius);
/// Ring with paper inside, as pins and ends of force elements have it.
void lw_brush_end_ring (const LwBrush *self, double x, double y, double radius, LwColour line);

G_END_DECLS
