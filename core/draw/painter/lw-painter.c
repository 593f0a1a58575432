// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Functions common to all back ends of the painter: shapes built from the basic path, text
// placement, and protection against coordinates that no back end can draw.

#include "lw-painter-private.h"

#include <math.h>

/// cairo stores coordinates as 24.8 fixed point; beyond this limit they would wrap round.
#define COORDINATE_LIMIT 4e6

#define ANGLE_LIMIT 1e6

/// Height of the middle of the digits above the base line, in parts of the font size.
#define FIGURE_MIDDLE 0.35

static double
safe (double coordinate)
{
  if (!isfinite (coordinate))
    return isnan (coordinate) ? 0.0 : copysign (COORDINATE_LIMIT, coordinate);
  return CLAMP (coordinate, -COORDINATE_LIMIT, COORDINATE_LIMIT);
}

void
lw_painter_free (LwPainter *self)
{
  LwFonts *fonts;

  if (self == NULL)
    return;
  fonts = self->fonts;
  self->class_->free (self);
  lw_fonts_unref (fonts);
}

LwFonts *
lw_painter_get_fonts (LwPainter *self)
{
  return self->fonts;
}

void
lw_painter_save (LwPainter *self)
{
  self->class_->save (self);
}

void
lw_painter_restore (LwPainter *self)
{
  self->class_->restore (self);
}

void
lw_painter_translate (LwPainter *self, double x, double y)
{
  cairo_matrix_t matrix;

  cairo_matrix_init_translate (&matrix, safe (x), safe (y));
  self->class_->transform (self, &matrix);
}

void
lw_painter_rotate (LwPainter *self, double angle)
{
  cairo_matrix_t matrix;

  cairo_matrix_init_rotate (&matrix, isfinite (angle) ? angle : 0.0);
  self->class_->transform (self, &matrix);
}

void
lw_painter_scale (LwPainter *self, double sx, double sy)
{
  cairo_matrix_t matrix;

  cairo_matrix_init_scale (&matrix, sx, sy);
  self->class_->transform (self, &matrix);
}

void
lw_painter_clip_rect (LwPainter *self, double x, double y, double width, double height)
{
  self->class_->clip_rect (self, safe (x), safe (y), safe (width), safe (height));
}

void
lw_painter_set_dash (LwPainter *self, const double *dashes, int n, double offset)
{
  self->class_->set_dash (self, dashes, MIN (n, 8), offset);
}

void
lw_painter_set_cap (LwPainter *self, LwCap cap)
{
  self->class_->set_cap (self, cap);
}

void
lw_painter_set_join (LwPainter *self, LwJoin join)
{
  self->class_->set_join (self, join);
}

void
lw_painter_begin_group (LwPainter *self)
{
  self->class_->begin_group (self);
}

void
lw_painter_end_group (LwPainter *self, double opacity)
{
  self->class_->end_group (self, opacity);
}

void
lw_painter_new_path (LwPainter *self)
{
  self->class_->new_path (self);
}

void
lw_painter_move_to (LwPainter *self, double x, double y)
{
  self->class_->move_to (self, safe (x), safe (y));
}

void
lw_painter_line_to (LwPainter *self, double x, double y)
{
  self->class_->line_to (self, safe (x), safe (y));
}

void
lw_painter_curve_to (LwPainter *self,
                     double x1,
                     double y1,
                     double x2,
                     double y2,
                     double x3,
                     double y3)
{
  self->class_->curve_to (self, safe (x1), safe (y1), safe (x2), safe (y2), safe (x3), safe (y3));
}

void
lw_painter_arc (LwPainter *self, double x, double y, double radius, double from, double to)
{
  // Very large angles would be drawn turn by turn.
  if (!(fabs (from) < ANGLE_LIMIT) || !isfinite (to))
    return;
  to = CLAMP (to, from - 2.0 * G_PI, from + 2.0 * G_PI);
  self->class_->arc (self, safe (x), safe (y), MAX (0.0, safe (radius)), from, to);
}

void
lw_painter_close (LwPainter *self)
{
  self->class_->close (self);
}

void
lw_painter_line (LwPainter *self, double x1, double y1, double x2, double y2)
{
  lw_painter_move_to (self, x1, y1);
  lw_painter_line_to (self, x2, y2);
}

void
lw_painter_circle (LwPainter *self, double x, double y, double radius)
{
  lw_painter_move_to (self, x + radius, y);
  lw_painter_arc (self, x, y, radius, 0.0, 2.0 * G_PI);
  lw_painter_close (self);
}

void
lw_painter_rect (LwPainter *self, double x, double y, double width, double height)
{
  lw_painter_move_to (self, x, y);
  lw_painter_line_to (self, x + width, y);
  lw_painter_line_to (self, x + width, y + height);
  lw_painter_line_to (self, x, y + height);
  lw_painter_close (self);
}

void
lw_painter_round_rect (LwPainter *self,
                       double x,
                       double y,
                       double width,
                       double height,
                       double radius)
{
  const double r = MIN (radius, 0.5 * MIN (width, height));

  lw_painter_move_to (self, x + r, y);
  lw_painter_arc (self, x + width - r, y + r, r, -0.5 * G_PI, 0.0);
  lw_painter_arc (self, x + width - r, y + height - r, r, 0.0, 0.5 * G_PI);
  lw_painter_arc (self, x + r, y + height - r, r, 0.5 * G_PI, G_PI);
  lw_painter_arc (self, x + r, y + r, r, G_PI, 1.5 * G_PI);
  lw_painter_close (self);
}

void
lw_painter_polyline (LwPainter *self, const double *points, size_t n, bool close)
{
  for (size_t i = 0; i < n; i++) {
    if (i == 0)
      lw_painter_move_to (self, points[0], points[1]);
    else
      lw_painter_line_to (self, points[2 * i], points[2 * i + 1]);
  }
  if (close && n > 0)
    lw_painter_close (self);
}

void
lw_painter_fill (LwPainter *self, LwColour colour)
{
  self->class_->paint (self, &colour, NULL, 0.0);
  self->class_->new_path (self);
}

void
lw_painter_stroke (LwPainter *self, LwColour colour, double width)
{
  self->class_->paint (self, NULL, &colour, width);
  self->class_->new_path (self);
}

void
lw_painter_fill_stroke (LwPainter *self, LwColour fill, LwColour line, double width)
{
  self->class_->paint (self, &fill, &line, width);
  self->class_->new_path (self);
}

void
lw_painter_stroke_keep (LwPainter *self, LwColour colour, double width)
{
  self->class_->paint (self, NULL, &colour, width);
}

void
lw_painter_fill_keep (LwPainter *self, LwColour colour)
{
  self->class_->paint (self, &colour, NULL, 0.0);
}

void
lw_painter_fill_boxes (LwPainter *self, const double *boxes, size_t n, LwColour colour)
{
  if (n == 0)
    return;
  for (size_t i = 0; i < n; i++) {
    const double *box = &boxes[4 * i];
    lw_painter_rect (self, box[0], box[1], box[2], box[3]);
  }
  lw_painter_fill (self, colour);
}

/// Returns twice the area, positive if the corners are in clockwise order.
static double
turn_of (const double *points, size_t n)
{
  double area = 0.0;

  for (size_t i = 0; i < n; i++) {
    const double *a = &points[2 * i], *b = &points[2 * ((i + 1) % n)];

    area += a[0] * b[1] - b[0] * a[1];
  }
  return area;
}

void
lw_painter_fill_polygons (LwPainter *self,
                          const double *points,
                          const guint8 *corners,
                          size_t n,
                          LwColour colour)
{
  if (n == 0
      || (self->class_->fill_polygons != NULL
          && self->class_->fill_polygons (self, points, corners, n, &colour)))
    return;
  // Give all polygons the same direction; otherwise overlaps would be holes.
  for (size_t i = 0; i < n; points += 2 * corners[i], i++)
    if (turn_of (points, corners[i]) >= 0.0) {
      lw_painter_polyline (self, points, corners[i], true);
    } else {
      for (size_t k = corners[i]; k-- > 0;)
        if (k + 1u == corners[i])
          lw_painter_move_to (self, points[2 * k], points[2 * k + 1]);
        else
          lw_painter_line_to (self, points[2 * k], points[2 * k + 1]);
      lw_painter_close (self);
    }
  lw_painter_fill (self, colour);
}

bool
lw_painter_stroke_points (LwPainter *self,
                          const double *points,
                          size_t n,
                          double width,
                          const double *dashes,
                          int n_dashes,
                          LwColour colour)
{
  return self->class_->stroke_points != NULL
         && self->class_->stroke_points (self, points, n, width, dashes, n_dashes, &colour);
}

LwTextStyle
lw_text_style (double size, int weight, LwColour colour)
{
  return (LwTextStyle){ .size = size, .weight = weight, .colour = colour };
}

void
lw_painter_measure (LwPainter *self,
                    const char *text,
                    const LwTextStyle *style,
                    LwTextExtents *extents)
{
  lw_fonts_measure (self->fonts, text, style, extents);
}

void
lw_painter_text (LwPainter *self, double x, double y, const char *text, const LwTextStyle *style)
{
  if (text == NULL || *text == '\0' || !isfinite (x) || !isfinite (y))
    return;
  if (style->centred)
    y += FIGURE_MIDDLE * style->size;
  self->class_->text (self, safe (x), safe (y), text, style);
}

LwColour
lw_colour (guint32 rgb)
{
  return (LwColour){
    ((rgb >> 16) & 0xff) / 255.0,
    ((rgb >> 8) & 0xff) / 255.0,
    (rgb & 0xff) / 255.0,
    1.0,
  };
}

LwColour
lw_colour_alpha (LwColour colour, double alpha)
{
  colour.alpha = alpha;
  return colour;
}

LwColour
lw_colour_mix (LwColour a, LwColour b, double part_of_b)
{
  const double t = CLAMP (part_of_b, 0.0, 1.0);

  return (LwColour){
    a.red + t * (b.red - a.red),
    a.green + t * (b.green - a.green),
    a.blue + t * (b.blue - a.blue),
    a.alpha + t * (b.alpha - a.alpha),
  };
}

static double
linear (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

static double
luminance (LwColour colour)
{
  return 0.2126 * linear (colour.red) + 0.7152 * linear (colour.green)
         + 0.0722 * linear (colour.blue);
}

double
lw_colour_contrast (LwColour a, LwColour b)
{
  const double la = luminance (a), lb = luminance (b);

  return (MAX (la, lb) + 0.05) / (MIN (la, lb) + 0.05);
}
