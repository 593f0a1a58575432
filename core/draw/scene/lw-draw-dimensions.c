// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws measurements and the lengths of links as dimensions with their current values.

#include <math.h>

#include "lw-axis.h"
#include "lw-dimensions-private.h"

#define LABEL_SIZE 12.0
#define LABELS_FROM 13.0 ///< px, link width; below it only selected links show their length
#define PATCH 3.0        ///< px, between a text and the edge of its background

/// Formats a measurement, for example "0.35 m" or "x 0.35 m  y 0.2 m".
static void
format_measurement (const LwSceneFrame *self,
                    const LwMeasurement *measurement,
                    char text[3 * LW_NUMBER_SIZE])
{
  const LwUnits *units = &self->options->units;
  const char *unit = lw_measurement_get_unit (measurement);
  const char *point = lw_fonts_get_decimal_point (lw_painter_get_fonts (self->brush.painter));
  const char *shown = lw_units_shown (units, unit);
  double points[LW_MEASUREMENT_POINTS][3] = { { 0 } };
  char x[LW_NUMBER_SIZE], y[LW_NUMBER_SIZE];

  lw_measurement_get_points (measurement, self->state, points, NULL);
  if (measurement->n_points != LW_MEASUREMENT_POSITION) {
    lw_format_quantity (
      x, lw_units_to_shown (units, unit, lw_measurement_compute (measurement->n_points, points)), 4,
      shown, point);
    g_strlcpy (text, x, LW_NUMBER_SIZE);
    return;
  }
  lw_format_number (x, lw_units_to_shown (units, unit, points[0][0]), 4, point);
  lw_format_quantity (y, lw_units_to_shown (units, unit, points[0][1]), 4, shown, point);
  // With a decimal comma, a space would not clearly separate the two numbers.
  g_snprintf (text, 3 * LW_NUMBER_SIZE, "x %s  y %s", x, y);
}

static LwColour
line_colour (const LwSceneFrame *self, LwSymbolState symbol_state)
{
  return symbol_state == LW_SYMBOL_STATE_SELECTED || symbol_state == LW_SYMBOL_STATE_HOVER
           ? self->palette->selection
           : self->palette->ink_2;
}

static void
draw_text (const LwSceneFrame *self,
           const double at[2],
           LwAnchor anchor,
           const char *text,
           LwSymbolState symbol_state)
{
  LwTextStyle style = lw_text_style (
    LABEL_SIZE * self->options->letters, 500,
    symbol_state == LW_SYMBOL_STATE_SELECTED ? self->palette->selection : self->palette->ink);
  LwTextExtents extents;

  style.centred = true;
  style.tabular = true;
  style.anchor = anchor;
  style.outline = 3.5;
  style.outline_colour = self->palette->paper;
  lw_painter_text (self->brush.painter, at[0], at[1], text, &style);
  lw_painter_measure (self->brush.painter, text, &style, &extents);
  lw_labels_avoid_box (self->labels,
                       at[0] - (anchor == LW_ANCHOR_MIDDLE ? 0.5 * extents.width : 0.0) - PATCH,
                       at[1] - 8.0, extents.width + 2.0 * PATCH, 16.0);
}

static void
draw_distance (const LwSceneFrame *self,
               const LwDimension *dimension,
               const char *text,
               LwSymbolState symbol_state)
{
  const double *a = dimension->ends[0], *b = dimension->ends[1];
  const LwColour line = line_colour (self, symbol_state);
  const LwColour ink =
    symbol_state == LW_SYMBOL_STATE_SELECTED ? self->palette->selection : self->palette->ink;

  lw_symbol_dimension_in (&self->brush, a[0], a[1], b[0], b[1], dimension->offset, text, line, ink);
  lw_labels_avoid_line (self->labels, dimension->path[0], dimension->path[1], dimension->path[2],
                        dimension->path[3]);
  lw_labels_avoid_box (self->labels, dimension->label[0] - 24.0, dimension->label[1] - 9.0, 48.0,
                       18.0);
}

/// Draws the legs from the points to the arc, which show the lines of the angle.
static void
draw_angle (const LwSceneFrame *self,
            const LwDimension *dimension,
            const char *text,
            LwSymbolState symbol_state)
{
  LwPainter *painter = self->brush.painter;
  const double *apex = dimension->path;
  const double *from = &dimension->path[2];
  const double *to = &dimension->path[2 * (dimension->n_path - 1)];
  const LwColour line = line_colour (self, symbol_state);

  lw_painter_polyline (painter, dimension->path, dimension->n_path, true);
  lw_painter_fill (painter, lw_colour_alpha (line, 0.09));
  for (int leg = 0; leg < 2; leg++) {
    const double *end = leg == 0 ? from : to;

    lw_painter_line (painter, apex[0], apex[1], apex[0] + 1.15 * (end[0] - apex[0]),
                     apex[1] + 1.15 * (end[1] - apex[1]));
  }
  lw_painter_polyline (painter, from, dimension->n_path - 1, false);
  lw_painter_stroke (painter, line, lw_brush_stroke (&self->brush, 1.0));
  if (*text != '\0')
    draw_text (self, dimension->label, LW_ANCHOR_MIDDLE, text, symbol_state);
}

/// Draws a cross in a ring, with the coordinates beside it.
static void
draw_position (const LwSceneFrame *self,
               const LwDimension *dimension,
               const char *text,
               LwSymbolState symbol_state)
{
  LwPainter *painter = self->brush.painter;
  const double x = dimension->path[0], y = dimension->path[1];

  lw_painter_circle (painter, x, y, 5.0);
  lw_painter_line (painter, x - 9.0, y, x + 9.0, y);
  lw_painter_line (painter, x, y - 9.0, x, y + 9.0);
  lw_painter_stroke_keep (painter, self->palette->paper, 4.0);
  lw_painter_stroke (painter, line_colour (self, symbol_state),
                     lw_brush_stroke (&self->brush, 1.25));
  if (*text != '\0')
    draw_text (self, dimension->label, LW_ANCHOR_START, text, symbol_state);
}

static void
draw_measurement (const LwSceneFrame *self, const LwSceneMeasure *measure)
{
  const LwMeasurement *measurement = measure->measurement;
  const LwSymbolState symbol_state =
    lw_scene_frame_symbol_state (self, LW_SELECTION_MEASUREMENT, measurement->element.id, true);
  char text[3 * LW_NUMBER_SIZE] = "";
  LwDimension dimension;

  if (!lw_scene_frame_find_measurement (self, measure, &dimension))
    return;
  if (self->options->labels
      && (self->brush.w >= LABELS_FROM || symbol_state == LW_SYMBOL_STATE_SELECTED))
    format_measurement (self, measurement, text);
  if (measurement->n_points == LW_MEASUREMENT_POSITION)
    draw_position (self, &dimension, text, symbol_state);
  else if (measurement->n_points == LW_MEASUREMENT_DISTANCE)
    draw_distance (self, &dimension, text, symbol_state);
  else
    draw_angle (self, &dimension, text, symbol_state);
}

static void
draw_length (const LwSceneFrame *self, const LwSceneBody *body)
{
  const LwUnits *units = &self->options->units;
  double length = 0;
  char text[LW_NUMBER_SIZE] = "";
  LwDimension dimension;

  if (!lw_scene_frame_find_length (self, body, &dimension))
    return;
  for (int d = 0; d < 3; d++)
    length = hypot (length, body->points[3 + d] - body->points[d]);
  if (self->brush.w >= LABELS_FROM)
    lw_format_quantity (text, lw_units_to_shown (units, "m", length), 4,
                        lw_units_shown (units, "m"),
                        lw_fonts_get_decimal_point (lw_painter_get_fonts (self->brush.painter)));
  draw_distance (self, &dimension, text, LW_SYMBOL_STATE_NORMAL);
}

/// Draws a padlock in the middle of the link.
static void
draw_lock (const LwSceneFrame *self, const LwSceneBody *body)
{
  LwDimension dimension;
  double x, y;

  if (!body->body->length_locked || self->crowd != NULL || self->brush.w < LABELS_FROM
      || !lw_scene_frame_find_length (self, body, &dimension))
    return;
  x = 0.5 * (dimension.ends[0][0] + dimension.ends[1][0]);
  y = 0.5 * (dimension.ends[0][1] + dimension.ends[1][1]);
  lw_symbol_length_lock (&self->brush, x, y);
  lw_labels_avoid_disc (self->labels, x, y, 9.0);
}

void
lw_scene_frame_draw_dimensions (const LwSceneFrame *self)
{
  for (guint i = 0; i < self->scene->n_bodies; i++)
    if (lw_scene_frame_shows_length (self, &self->scene->bodies[i]))
      draw_length (self, &self->scene->bodies[i]);
  for (guint i = 0; i < self->scene->n_bodies; i++)
    draw_lock (self, &self->scene->bodies[i]);
  for (guint i = 0; i < self->scene->n_measures; i++)
    draw_measurement (self, &self->scene->measures[i]);
}
