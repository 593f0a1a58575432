// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-draw-polygon.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-labels-private.h"

#define MARGIN_PX 44.0 ///< for labels
#define HEAD_PX 9.0
#define POINT_PX 3.0
#define SCALE_PX 120.0 ///< largest length of the scale
#define LABEL_PX 12.0
#define LABEL_AWAY_PX 12.0

/// Vectors shorter than this are at the pole, px.
#define NONE_PX 1.0

typedef struct
{
  LwPainter *painter;
  const LwPalette *palette;
  const LwMechanism *mechanism;
  const GArray *points;
  LwPolygonKind kind;
  double pole[2]; ///< px
  double scale;   ///< px per m/s or m/s^2
} Polygon;

double
lw_polygon_largest (const GArray *points, LwPolygonKind kind)
{
  double largest = 0;

  for (guint i = 0; i < points->len; i++) {
    const double *vector = g_array_index (points, LwMotionPoint, i).vector[kind];

    largest = fmax (largest, hypot (vector[0], vector[1]));
  }
  return largest;
}

static void
place (const Polygon *self, guint point, double *x, double *y)
{
  const double *vector = g_array_index (self->points, LwMotionPoint, point).vector[self->kind];

  *x = self->pole[0] + self->scale * vector[0];
  *y = self->pole[1] - self->scale * vector[1];
}

static LwColour
body_colour (const Polygon *self, int id, bool text)
{
  const LwBody *body = lw_mechanism_find_body (self->mechanism, id);
  const LwTones *tones = &self->palette->hue[body != NULL ? body->hue : LW_HUE_ORANGE];

  return text ? tones->text : tones->line;
}

/// Draws the image of a body: the points [first, end) as a closed outline.
static void
draw_image (const Polygon *self, guint first, guint end)
{
  const LwColour colour =
    body_colour (self, g_array_index (self->points, LwMotionPoint, first).body, false);

  for (guint i = first; i < end; i++) {
    double x, y;

    place (self, i, &x, &y);
    if (i == first)
      lw_painter_move_to (self->painter, x, y);
    else
      lw_painter_line_to (self->painter, x, y);
  }
  lw_painter_close (self->painter);
  lw_painter_fill_stroke (self->painter, lw_colour_alpha (colour, 0.14), colour, 2.0);
}

static void
draw_vector (const Polygon *self, guint point)
{
  const LwColour colour = self->palette->ink_2;
  double x, y, dx, dy, length;

  place (self, point, &x, &y);
  dx = x - self->pole[0];
  dy = y - self->pole[1];
  length = hypot (dx, dy);
  if (length < HEAD_PX)
    return;
  dx *= HEAD_PX / length;
  dy *= HEAD_PX / length;
  lw_painter_line (self->painter, self->pole[0], self->pole[1], x - dx, y - dy);
  lw_painter_stroke (self->painter, colour, 1.25);
  lw_painter_move_to (self->painter, x, y);
  lw_painter_line_to (self->painter, x - dx - 0.35 * dy, y - dy + 0.35 * dx);
  lw_painter_line_to (self->painter, x - dx + 0.35 * dy, y - dy - 0.35 * dx);
  lw_painter_close (self->painter);
  lw_painter_fill (self->painter, colour);
}

/// Returns true if an earlier point has the same name and place: a pin has one on either body.
static bool
is_repeated (const Polygon *self, guint point)
{
  const char *name = g_array_index (self->points, LwMotionPoint, point).name;
  double x, y, other_x, other_y;

  place (self, point, &x, &y);
  for (guint i = 0; i < point; i++) {
    place (self, i, &other_x, &other_y);
    if (hypot (x - other_x, y - other_y) < NONE_PX
        && g_strcmp0 (name, g_array_index (self->points, LwMotionPoint, i).name) == 0)
      return true;
  }
  return false;
}

static void
draw_label (const Polygon *self, LwLabels *labels, guint point)
{
  const LwMotionPoint *at = &g_array_index (self->points, LwMotionPoint, point);
  LwTextStyle style = lw_text_style (LABEL_PX, 600, body_colour (self, at->body, true));
  double x, y;

  place (self, point, &x, &y);
  // Points at rest are at the pole, which is labelled.
  if (at->name == NULL || is_repeated (self, point)
      || hypot (x - self->pole[0], y - self->pole[1]) < NONE_PX)
    return;
  {
    const double out = x < self->pole[0] ? -1 : 1;
    const LwAnchor anchor = out < 0 ? LW_ANCHOR_END : LW_ANCHOR_START;
    const LwAnchor opposite = out < 0 ? LW_ANCHOR_START : LW_ANCHOR_END;
    const LwLabelPlace places[] = {
      { x + LABEL_AWAY_PX * out, y, anchor },
      { x + LABEL_AWAY_PX * out, y - LABEL_AWAY_PX, anchor },
      { x + LABEL_AWAY_PX * out, y + LABEL_AWAY_PX, anchor },
      { x - LABEL_AWAY_PX * out, y - LABEL_AWAY_PX, opposite },
      { x - LABEL_AWAY_PX * out, y + LABEL_AWAY_PX, opposite },
    };

    style.outline = 3.5;
    style.outline_colour = self->palette->paper;
    lw_labels_place (labels, at->name, &style, places, G_N_ELEMENTS (places), -1, false);
  }
}

static void
draw_points (const Polygon *self)
{
  LwLabels *labels = lw_labels_new (self->painter, 0, 0);
  LwTextStyle pole = lw_text_style (LABEL_PX, 600, self->palette->text);

  for (guint i = 0; i < self->points->len; i++) {
    double x, y;

    place (self, i, &x, &y);
    lw_painter_circle (self->painter, x, y, POINT_PX);
    lw_painter_fill_stroke (
      self->painter, self->palette->paper,
      body_colour (self, g_array_index (self->points, LwMotionPoint, i).body, false), 1.5);
    lw_labels_avoid_disc (labels, x, y, POINT_PX + 1.0);
    lw_labels_avoid_line (labels, self->pole[0], self->pole[1], x, y);
    if (i > 0
        && g_array_index (self->points, LwMotionPoint, i).body
             == g_array_index (self->points, LwMotionPoint, i - 1).body) {
      double before_x, before_y;

      place (self, i - 1, &before_x, &before_y);
      lw_labels_avoid_line (labels, before_x, before_y, x, y);
    }
  }
  lw_painter_circle (self->painter, self->pole[0], self->pole[1], POINT_PX);
  lw_painter_fill (self->painter, self->palette->text);
  pole.centred = true;
  pole.anchor = LW_ANCHOR_END;
  // Translators: the pole of a velocity polygon
  lw_painter_text (self->painter, self->pole[0] - 8.0, self->pole[1] + 10.0, _ ("o"), &pole);
  lw_labels_avoid_box (labels, self->pole[0] - 20.0, self->pole[1] + 2.0, 16.0, 16.0);
  for (guint i = 0; i < self->points->len; i++)
    draw_label (self, labels, i);
  lw_labels_free (labels);
}

/// Draws a line of a round length with its value in the lower left corner.
static void
draw_scale (const Polygon *self, const LwUnits *units, double height)
{
  const char *unit = self->kind == LW_POLYGON_VELOCITY ? "m/s" : "m/s^2";
  const char *shown = lw_units_shown (units, unit);
  const double factor = lw_units_to_shown (units, unit, 1.0);
  const double value = lw_axis_nice_down (SCALE_PX / self->scale * factor);
  const double length = value / factor * self->scale, x = 16.0, y = height - 16.5;
  LwTextStyle style = lw_text_style (LABEL_PX, 500, self->palette->text);
  char number[LW_NUMBER_SIZE];

  lw_painter_line (self->painter, x, y, x + length, y);
  lw_painter_line (self->painter, x, y - 4.0, x, y + 4.0);
  lw_painter_line (self->painter, x + length, y - 4.0, x + length, y + 4.0);
  lw_painter_stroke (self->painter, self->palette->text, 1.25);
  style.centred = true;
  lw_format_quantity (number, value, 2, lw_unit_shown (shown),
                      lw_fonts_get_decimal_point (lw_painter_get_fonts (self->painter)));
  lw_painter_text (self->painter, x + length + 8.0, y, number, &style);
}

void
lw_draw_polygon (LwPainter *painter,
                 const LwPalette *palette,
                 const LwMechanism *mechanism,
                 const GArray *points,
                 LwPolygonKind kind,
                 double largest,
                 const LwUnits *units,
                 double width,
                 double height)
{
  Polygon self = { painter, palette, mechanism, points, kind, { 0.5 * width, 0.5 * height }, 0 };
  const double radius = 0.5 * fmin (width, height) - MARGIN_PX;

  if (!(largest > 0) || !(radius > 0))
    return;
  self.scale = radius / largest;
  for (guint first = 0, end; first < points->len; first = end) {
    for (end = first; end < points->len
                      && g_array_index (points, LwMotionPoint, end).body
                           == g_array_index (points, LwMotionPoint, first).body;
         end++)
      ;
    if (end - first > 1)
      draw_image (&self, first, end);
  }
  for (guint i = 0; i < points->len; i++)
    draw_vector (&self, i);
  draw_points (&self);
  draw_scale (&self, units, height);
}
