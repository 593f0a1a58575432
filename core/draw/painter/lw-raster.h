// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How much of each pixel small polygons cover. For thousands of lines and arrows this takes a small
// part of the time of a path that holds them all: each polygon is looked at where it lies, once for
// each row of pixels, and its coverage is its exact area. Where polygons overlap, a pixel has the
// larger of their coverages.

#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct _LwRaster LwRaster;

LwRaster *lw_raster_new (void);
void lw_raster_free (LwRaster *self);
/// Forget everything; from now on pixels [x, x + width) × [y, y + height) count.
void lw_raster_begin (LwRaster *self, int x, int y, int width, int height);
/// n corners (x y ...) of a polygon whose sides do not cross, px. Coordinates that are not finite
/// leave it out.
void lw_raster_add (LwRaster *self, const double *points, size_t n);
/// A straight line px wide from one point to another, with square ends that reach half of its width
/// beyond them, so that lines that follow on each other are joined. A pixel has the part of its
/// column (row, of a steep line) that is covered along its middle.
void lw_raster_add_line (LwRaster *self, double x1, double y1, double x2, double y2, double width);
/// The coverages (A8), borrowed until the next call; the box that is not empty, px, with its corner
/// in (*x, *y), and its pixels at the origin of the surface. NULL: nothing is covered.
cairo_surface_t *lw_raster_end (LwRaster *self, int *x, int *y, int *width, int *height);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (LwRaster, lw_raster_free)

G_END_DECLS
