// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions that a back end of the painter implements, and the fonts it draws with.

#pragma once

#include <pango/pangocairo.h>

#include "lw-painter.h"

G_BEGIN_DECLS

typedef struct
{
  void (*free) (LwPainter *self);
  void (*save) (LwPainter *self);
  void (*restore) (LwPainter *self);
  void (*transform) (LwPainter *self, const cairo_matrix_t *matrix);
  void (*clip_rect) (LwPainter *self, double x, double y, double width, double height);
  void (*set_dash) (LwPainter *self, const double *dashes, int n, double offset);
  void (*set_cap) (LwPainter *self, LwCap cap);
  void (*set_join) (LwPainter *self, LwJoin join);
  void (*begin_group) (LwPainter *self);
  void (*end_group) (LwPainter *self, double opacity);
  void (*new_path) (LwPainter *self);
  void (*move_to) (LwPainter *self, double x, double y);
  void (*line_to) (LwPainter *self, double x, double y);
  void (
    *curve_to) (LwPainter *self, double x1, double y1, double x2, double y2, double x3, double y3);
  void (*arc) (LwPainter *self, double x, double y, double radius, double from, double to);
  void (*close) (LwPainter *self);
  /// Fills, then strokes; NULL omits one of them. The path is kept.
  void (*paint) (LwPainter *self, const LwColour *fill, const LwColour *line, double width);
  /// Faster than paths; may be NULL, or return false if the caller must draw paths instead.
  bool (*fill_polygons) (LwPainter *self,
                         const double *points,
                         const guint8 *corners,
                         size_t n,
                         const LwColour *colour);
  /// Faster than paths; may be NULL, or return false if the caller must draw a path.
  bool (*stroke_points) (LwPainter *self,
                         const double *points,
                         size_t n,
                         double width,
                         const double *dashes,
                         int n_dashes,
                         const LwColour *colour);
  /// Draws text; (x, y) is the left end of the base line.
  void (*text) (LwPainter *self, double x, double y, const char *text, const LwTextStyle *style);
} LwPainterClass;

struct _LwPainter
{
  const LwPainterClass *class_;
  LwFonts *fonts; ///< owned
};

/// Returns a shaped string; borrowed, valid until the next call.
PangoLayout *lw_fonts_layout (LwFonts *self, const char *text, const LwTextStyle *style);

G_END_DECLS
