// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The painter on a cairo context: screen, PNG, PDF, print.

#include "lw-painter-private.h"

#include <math.h>

#include "lw-raster.h"

typedef struct
{
  LwPainter parent;
  cairo_t *cairo;   ///< owned
  LwRaster *raster; ///< owned; NULL until first use
} CairoPainter;

static cairo_t *
context (LwPainter *self)
{
  return ((CairoPainter *) self)->cairo;
}

static void
set_source (cairo_t *cairo, const LwColour *colour)
{
  cairo_set_source_rgba (cairo, colour->red, colour->green, colour->blue, colour->alpha);
}

static void
cairo_painter_free (LwPainter *self)
{
  cairo_restore (context (self));
  cairo_destroy (context (self));
  lw_raster_free (((CairoPainter *) self)->raster);
  g_free (self);
}

static void
cairo_painter_save (LwPainter *self)
{
  cairo_save (context (self));
}

static void
cairo_painter_restore (LwPainter *self)
{
  cairo_restore (context (self));
}

static void
cairo_painter_transform (LwPainter *self, const cairo_matrix_t *matrix)
{
  cairo_transform (context (self), matrix);
}

static void
cairo_painter_clip_rect (LwPainter *self, double x, double y, double width, double height)
{
  cairo_rectangle (context (self), x, y, width, height);
  cairo_clip (context (self));
}

static void
cairo_painter_set_dash (LwPainter *self, const double *dashes, int n, double offset)
{
  cairo_set_dash (context (self), dashes, n, offset);
}

static void
cairo_painter_set_cap (LwPainter *self, LwCap cap)
{
  cairo_set_line_cap (context (self),
                      cap == LW_CAP_BUTT ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
}

static void
cairo_painter_set_join (LwPainter *self, LwJoin join)
{
  cairo_set_line_join (context (self),
                       join == LW_JOIN_MITRE ? CAIRO_LINE_JOIN_MITER : CAIRO_LINE_JOIN_ROUND);
}

static void
cairo_painter_begin_group (LwPainter *self)
{
  cairo_push_group (context (self));
}

static void
cairo_painter_end_group (LwPainter *self, double opacity)
{
  cairo_pop_group_to_source (context (self));
  cairo_paint_with_alpha (context (self), opacity);
}

static void
cairo_painter_new_path (LwPainter *self)
{
  cairo_new_path (context (self));
}

static void
cairo_painter_move_to (LwPainter *self, double x, double y)
{
  cairo_move_to (context (self), x, y);
}

static void
cairo_painter_line_to (LwPainter *self, double x, double y)
{
  cairo_line_to (context (self), x, y);
}

static void
cairo_painter_curve_to (LwPainter *self,
                        double x1,
                        double y1,
                        double x2,
                        double y2,
                        double x3,
                        double y3)
{
  cairo_curve_to (context (self), x1, y1, x2, y2, x3, y3);
}

static void
cairo_painter_arc (LwPainter *self, double x, double y, double radius, double from, double to)
{
  if (to >= from)
    cairo_arc (context (self), x, y, radius, from, to);
  else
    cairo_arc_negative (context (self), x, y, radius, from, to);
}

static void
cairo_painter_close (LwPainter *self)
{
  cairo_close_path (context (self));
}

static void
cairo_painter_paint (LwPainter *self, const LwColour *fill, const LwColour *line, double width)
{
  cairo_t *cairo = context (self);

  if (fill != NULL && fill->alpha > 0.0) {
    set_source (cairo, fill);
    cairo_fill_preserve (cairo);
  }
  if (line != NULL && line->alpha > 0.0 && width > 0.0) {
    set_source (cairo, line);
    cairo_set_line_width (cairo, width);
    cairo_stroke_preserve (cairo);
  }
}

/// Largest number of corners of a polygon that is rasterised to pixels; polygons with more corners
/// are drawn as paths.
#define CORNERS_MAX 32

/// Computes the transformation from user space to pixels of the image. Returns false if the target
/// is not an image.
static bool
find_pixels (cairo_t *cairo, cairo_matrix_t *matrix, double scale[2], double offset[2])
{
  cairo_surface_t *target = cairo_get_group_target (cairo);
  cairo_matrix_t to_pixels;

  if (cairo_surface_get_type (target) != CAIRO_SURFACE_TYPE_IMAGE)
    return false;
  cairo_surface_get_device_scale (target, &scale[0], &scale[1]);
  cairo_surface_get_device_offset (target, &offset[0], &offset[1]);
  cairo_get_matrix (cairo, matrix);
  cairo_matrix_init (&to_pixels, scale[0], 0.0, 0.0, scale[1], offset[0], offset[1]);
  cairo_matrix_multiply (matrix, matrix, &to_pixels);
  return true;
}

/// Computes the box of pixels inside the clip. Returns false if it is empty.
static bool
find_clip (cairo_t *cairo, const double scale[2], const double offset[2], int box[4])
{
  double x1, y1, x2, y2;

  cairo_clip_extents (cairo, &x1, &y1, &x2, &y2);
  box[0] = (int) floor (x1 * scale[0] + offset[0]);
  box[1] = (int) floor (y1 * scale[1] + offset[1]);
  box[2] = (int) ceil (x2 * scale[0] + offset[0]) - box[0];
  box[3] = (int) ceil (y2 * scale[1] + offset[1]) - box[1];
  return box[2] > 0 && box[3] > 0;
}

/// Adds shapes to a raster, in pixels of the image.
typedef void (*AddFunc) (LwRaster *raster, const cairo_matrix_t *matrix, const void *shapes);

/// Colours the pixels covered by shapes. Returns false if the target does not support this.
static bool
fill_raster (LwPainter *painter, AddFunc add, const void *shapes, const LwColour *colour)
{
  CairoPainter *self = (CairoPainter *) painter;
  cairo_t *cairo = self->cairo;
  double scale[2], offset[2];
  cairo_matrix_t matrix;
  cairo_surface_t *mask;
  int box[4], x, y, width, height;

  if (!find_pixels (cairo, &matrix, scale, offset))
    return false;
  if (self->raster == NULL)
    self->raster = lw_raster_new ();
  cairo_save (cairo);
  cairo_identity_matrix (cairo);
  if (find_clip (cairo, scale, offset, box)) {
    lw_raster_begin (self->raster, box[0], box[1], box[2], box[3]);
    add (self->raster, &matrix, shapes);
    mask = lw_raster_end (self->raster, &x, &y, &width, &height);
    if (mask != NULL) {
      cairo_surface_set_device_scale (mask, scale[0], scale[1]);
      cairo_rectangle (cairo, (x - offset[0]) / scale[0], (y - offset[1]) / scale[1],
                       width / scale[0], height / scale[1]);
      cairo_clip (cairo);
      set_source (cairo, colour);
      cairo_mask_surface (cairo, mask, (x - offset[0]) / scale[0], (y - offset[1]) / scale[1]);
    }
  }
  cairo_restore (cairo);
  return true;
}

typedef struct
{
  const double *points;
  const guint8 *corners;
  size_t n;
} Polygons;

static void
add_polygons (LwRaster *raster, const cairo_matrix_t *matrix, const void *shapes)
{
  const Polygons *polygons = shapes;
  const double *points = polygons->points;
  double pixels[2 * CORNERS_MAX];

  for (size_t i = 0; i < polygons->n; points += 2 * polygons->corners[i], i++) {
    for (int k = 0; k < 2 * polygons->corners[i]; k += 2) {
      pixels[k] = points[k];
      pixels[k + 1] = points[k + 1];
      cairo_matrix_transform_point (matrix, &pixels[k], &pixels[k + 1]);
    }
    lw_raster_add (raster, pixels, polygons->corners[i]);
  }
}

static bool
cairo_painter_fill_polygons (LwPainter *painter,
                             const double *points,
                             const guint8 *corners,
                             size_t n,
                             const LwColour *colour)
{
  const Polygons polygons = { points, corners, n };

  for (size_t i = 0; i < n; i++)
    if (corners[i] > CORNERS_MAX)
      return false;
  return fill_raster (painter, add_polygons, &polygons, colour);
}

typedef struct
{
  const double *points;
  size_t n;
  double width;
  const double *dashes;
  int n_dashes;
} Line;

/// Longest line that is dashed, px.
#define LONGEST_DASHED 1e4

/// State of drawing along a dashed line.
typedef struct
{
  LwRaster *raster;
  double width;     ///< px, as all lengths here
  double dashes[8]; ///< lengths on and off
  int n, at;        ///< number of dashes; index of the current one
  double left;      ///< remaining length of the current dash
} Pen;

static void
draw_segment (Pen *pen, double x1, double y1, double x2, double y2)
{
  const double length = hypot (x2 - x1, y2 - y1);
  double from = 0.0;

  // The dashes of a very long line, which comes from far outside, are not visible.
  if (pen->n == 0 || !(length < LONGEST_DASHED)) {
    lw_raster_add_line (pen->raster, x1, y1, x2, y2, pen->width);
    return;
  }
  while (from < length) {
    const double to = MIN (length, from + pen->left);

    if (pen->at % 2 == 0)
      lw_raster_add_line (pen->raster, x1 + (x2 - x1) * from / length,
                          y1 + (y2 - y1) * from / length, x1 + (x2 - x1) * to / length,
                          y1 + (y2 - y1) * to / length, pen->width);
    pen->left -= to - from;
    if (!(pen->left > 1e-6)) {
      pen->at = (pen->at + 1) % pen->n;
      pen->left = pen->dashes[pen->at];
    }
    from = to;
  }
}

static void
add_points (LwRaster *raster, const cairo_matrix_t *matrix, const void *shapes)
{
  const Line *line = shapes;
  const double scale = sqrt (fabs (matrix->xx * matrix->yy - matrix->xy * matrix->yx));
  Pen pen = { .raster = raster, .width = scale * line->width, .n = MIN (line->n_dashes, 8) };
  double before[2] = { NAN, NAN };

  // The square caps are part of the dash.
  for (int i = 0; i < pen.n; i += 2) {
    pen.dashes[i] = scale * MAX (line->dashes[i] - line->width, 0.1);
    pen.dashes[(i + 1) % pen.n] =
      scale * (line->dashes[i] + line->dashes[(i + 1) % pen.n]) - pen.dashes[i];
  }
  for (size_t i = 0; i < line->n; i++) {
    double x = line->points[2 * i], y = line->points[2 * i + 1];

    cairo_matrix_transform_point (matrix, &x, &y);
    if (!isnan (before[0]) && !isnan (x) && !isnan (y))
      draw_segment (&pen, before[0], before[1], x, y);
    if (isnan (before[0])) {
      pen.at = 0;
      pen.left = pen.dashes[0];
    }
    before[0] = isnan (y) ? NAN : x;
    before[1] = y;
  }
}

static bool
cairo_painter_stroke_points (LwPainter *painter,
                             const double *points,
                             size_t n,
                             double width,
                             const double *dashes,
                             int n_dashes,
                             const LwColour *colour)
{
  const Line line = { points, n, width, dashes, n_dashes };

  return fill_raster (painter, add_points, &line, colour);
}

/// Draws the background colour behind the letters. Stroking their outlines is right on paper; on
/// the screen, where a canvas has a hundred labels sixty times a second, the letters are drawn
/// again at small offsets instead, which looks the same and is ten times as fast.
static void
draw_outline (LwPainter *self, PangoLayoutLine *line, double x, double y, const LwTextStyle *style)
{
  static const double ring[][2] = {
    { 1.0, 0.0 },  { 0.92, 0.38 },   { 0.71, 0.71 },   { 0.38, 0.92 },
    { 0.0, 1.0 },  { -0.38, 0.92 },  { -0.71, 0.71 },  { -0.92, 0.38 },
    { -1.0, 0.0 }, { -0.92, -0.38 }, { -0.71, -0.71 }, { -0.38, -0.92 },
    { 0.0, -1.0 }, { 0.38, -0.92 },  { 0.71, -0.71 },  { 0.92, -0.38 },
  };
  const double radius = 0.5 * style->outline;
  cairo_t *cairo = context (self);

  set_source (cairo, &style->outline_colour);
  if (!lw_fonts_get_exact (self->fonts)) {
    for (size_t i = 0; i < G_N_ELEMENTS (ring); i++) {
      cairo_move_to (cairo, x + radius * ring[i][0], y + radius * ring[i][1]);
      pango_cairo_show_layout_line (cairo, line);
    }
    return;
  }
  cairo_save (cairo);
  cairo_move_to (cairo, x, y);
  pango_cairo_layout_line_path (cairo, line);
  cairo_set_dash (cairo, NULL, 0, 0.0);
  cairo_set_line_join (cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_width (cairo, style->outline);
  cairo_stroke (cairo);
  cairo_restore (cairo);
}

static void
cairo_painter_text (LwPainter *self, double x, double y, const char *text, const LwTextStyle *style)
{
  cairo_t *cairo = context (self);
  PangoLayout *layout = lw_fonts_layout (self->fonts, text, style);
  PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);

  if (style->anchor != LW_ANCHOR_START) {
    PangoRectangle logical;
    double width;

    pango_layout_get_extents (layout, NULL, &logical);
    width = logical.width / (double) PANGO_SCALE;
    x -= style->anchor == LW_ANCHOR_MIDDLE ? 0.5 * width : width;
  }
  if (style->outline > 0.0)
    draw_outline (self, line, x, y, style);
  cairo_move_to (cairo, x, y);
  set_source (cairo, &style->colour);
  pango_cairo_show_layout_line (cairo, line);
  cairo_new_path (cairo);
}

static const LwPainterClass cairo_painter_class = {
  .free = cairo_painter_free,
  .save = cairo_painter_save,
  .restore = cairo_painter_restore,
  .transform = cairo_painter_transform,
  .clip_rect = cairo_painter_clip_rect,
  .set_dash = cairo_painter_set_dash,
  .set_cap = cairo_painter_set_cap,
  .set_join = cairo_painter_set_join,
  .begin_group = cairo_painter_begin_group,
  .end_group = cairo_painter_end_group,
  .new_path = cairo_painter_new_path,
  .move_to = cairo_painter_move_to,
  .line_to = cairo_painter_line_to,
  .curve_to = cairo_painter_curve_to,
  .arc = cairo_painter_arc,
  .close = cairo_painter_close,
  .paint = cairo_painter_paint,
  .fill_polygons = cairo_painter_fill_polygons,
  .stroke_points = cairo_painter_stroke_points,
  .text = cairo_painter_text,
};

LwPainter *
lw_painter_new_cairo (cairo_t *cairo, LwFonts *fonts)
{
  CairoPainter *self = g_new0 (CairoPainter, 1);

  self->parent.class_ = &cairo_painter_class;
  self->parent.fonts = lw_fonts_ref (fonts);
  self->cairo = cairo_reference (cairo);
  cairo_save (cairo);
  cairo_new_path (cairo);
  cairo_set_line_cap (cairo, CAIRO_LINE_CAP_ROUND);
  cairo_set_line_join (cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (cairo, NULL, 0, 0.0);
  return &self->parent;
}
