// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A drawing that is larger than a page, on several pages in true scale: marks at the corners of each
// part show where to cut, the drawing continues a little beyond them, and a ruler on each page
// checks the scale of the print.

#pragma once

#include "lw-export.h"
#include "lw-palette.h"

G_BEGIN_DECLS

/// Length of the ruler, mm.
#define LW_RULER_MM 100

/// Lengths are mm.
typedef struct
{
  double width, height;           ///< size of the drawing
  double page_width, page_height; ///< size of the paper
  double part_width, part_height; ///< size of the part on one page
  guint columns, rows;            ///< 1 and 1: the whole drawing, in the middle of a page
} LwPageGrid;

/// Divides a drawing into pages. A drawing that is not larger than a page is not divided.
void lw_page_grid_init (LwPageGrid *self,
                        double width,
                        double height,
                        double page_width,
                        double page_height);
guint lw_page_grid_count (const LwPageGrid *self);
/// Draws page `index`, row by row. `draw` draws the whole drawing; `title` is shown on each page if
/// there are several.
void lw_page_grid_draw (const LwPageGrid *self,
                        guint index,
                        LwPainter *painter,
                        const char *title,
                        LwExportFunc draw,
                        void *data);
/// Draws a ruler whose left end is at (x, y), px.
void lw_draw_ruler (LwPainter *painter, const LwPalette *palette, double x, double y);

/// Returns the factor, at most 1, by which a page that needs no true scale fits on other paper, and
/// where it begins there; all in one unit.
double lw_page_fit (double width,
                    double height,
                    double page_width,
                    double page_height,
                    double *x,
                    double *y);

G_END_DECLS
