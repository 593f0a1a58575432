// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Coverage of pixels by small polygons. For thousands of lines and arrows this takes a small part
// of the time of a path that holds them all: each polygon is processed only where it lies, once for
// each row of pixels, and its coverage is its exact area. Where polygons overlap, a pixel has the
// larger of their coverages.

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct _LwRaster LwRaster;

LwRaster *lw_raster_new (void);
void lw_raster_free (LwRaster *self);
/// Clears the raster; from now on it holds the pixels [x, x + width) × [y, y + height).
void lw_raster_begin (LwRaster *self, int x, int y, int width, int height);
/// Adds a polygon of n corners (x y ...) whose sides do not cross, px. Ignores it if a coordinate
/// is not finite.
void lw_raster_add (LwRaster *self, const double *points, size_t n);
/// Adds a straight line, `width` px wide, with square ends that extend by half its width, so that
/// consecutive lines are joined. A pixel has the part of its column (row, for a steep line) that is
/// covered along its middle.
void lw_raster_add_line (LwRaster *self, double x1, double y1, double x2, double y2, double width);
/// Returns the coverages (A8), borrowed until the next call. The non-empty box has its corner at
/// (*x, *y), px, and its pixels begin at the origin of the surface. Returns NULL if nothing is
/// covered.
cairo_surface_t *lw_raster_end (LwRaster *self, int *x, int *y, int *width, int *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwRaster, lw_raster_free)

G_END_DECLS
