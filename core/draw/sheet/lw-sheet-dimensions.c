// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the dimensions of a drawing and places each where it covers least: on either side of its
// line, at several distances.

#include <math.h>
#include <string.h>

#include "lw-geometry.h"
#include "lw-marks.h"
#include "lw-number.h"
#include "lw-sheet-private.h"

#define TEXT_SIZE 12.0
#define LABEL_PADDING 4.0
#define LABEL_HALF_HEIGHT 9.0
/// Distance of the nearest dimension line from the link, and between lines, px.
#define NEAREST 14.0
#define STEP 19.0
#define N_STEPS 4
#define ANGLE_RADIUS 46.0
/// Weights of what a dimension covers.
#define COST_LABEL 100.0
#define COST_OUTSIDE 1000.0
#define COST_LINK 20.0
#define COST_LINE 6.0
#define COST_STEP 2.0
/// Above this number, dimensions are not compared with each other: they are too dense to
/// be read.
#define COMPARED_MAX 400

/// A straight piece of a link on the sheet, px.
typedef struct
{
  double a[2], b[2];
} Segment;

typedef struct
{
  LwSheet *sheet;
  LwPainter *painter;
  GArray *segments; ///< array of Segment: lines of links
  GArray *wanted;   ///< array of LwSheetDimension that are not placed yet
  GArray *found;    ///< array of LwSheetDimension
  double half_link; ///< px
} Search;

char *
lw_sheet_dup_length (const LwSheet *self, double length, bool with_unit)
{
  const double shown = lw_units_to_shown (&self->units, "m", length);
  char number[LW_NUMBER_SIZE];

  // Six digits hide round-off; trailing zeros are not written.
  g_ascii_formatd (number, sizeof number, "%.6g", shown);
  if (!with_unit)
    return g_strdup (number);
  return g_strdup_printf ("%s %s", number, lw_units_shown (&self->units, "m"));
}

// ---- geometry -------------------------------------------------------------------------------

static double
distance_to_segment (const double point[2], const double a[2], const double b[2])
{
  const double dx = b[0] - a[0], dy = b[1] - a[1];
  const double square = dx * dx + dy * dy;
  double part = square > 0 ? ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / square : 0;

  part = CLAMP (part, 0, 1);
  return hypot (point[0] - a[0] - part * dx, point[1] - a[1] - part * dy);
}

static double
side_of (const double a[2], const double b[2], const double p[2])
{
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

static bool
do_cross (const double a[2], const double b[2], const double c[2], const double d[2])
{
  return side_of (a, b, c) * side_of (a, b, d) < 0 && side_of (c, d, a) * side_of (c, d, b) < 0;
}

static bool
do_labels_overlap (const LwSheetDimension *a, const LwSheetDimension *b)
{
  return fabs (a->label[0] - b->label[0]) < a->extent[0] + b->extent[0]
         && fabs (a->label[1] - b->label[1]) < a->extent[1] + b->extent[1];
}

/// Computes the ends of the dimension line.
static void
find_line (const LwSheetDimension *self, double from[2], double to[2])
{
  const double dx = self->ends[1][0] - self->ends[0][0], dy = self->ends[1][1] - self->ends[0][1];
  const double length = hypot (dx, dy);

  for (int d = 0; d < 2; d++) {
    const double normal = (d == 0 ? -dy : dx) / length;

    from[d] = self->ends[0][d] + self->offset * normal;
    to[d] = self->ends[1][d] + self->offset * normal;
  }
}

/// Places the text of a dimension, as lw_symbol_dimension () does.
static void
place_label (const Search *self, LwSheetDimension *dimension)
{
  const LwTextStyle style = lw_text_style (TEXT_SIZE, 500, (LwColour){ 0 });
  const double *a = dimension->ends[0], *b = dimension->ends[1];
  const double length = hypot (b[0] - a[0], b[1] - a[1]);
  const double c = fabs (b[0] - a[0]) / length, s = fabs (b[1] - a[1]) / length;
  LwTextExtents extents;
  double from[2], to[2], beyond = 0, half;

  lw_painter_measure (self->painter, dimension->text, &style, &extents);
  half = 0.5 * extents.width + LABEL_PADDING;
  find_line (dimension, from, to);
  if (length < extents.width + 38)
    beyond = dimension->offset < 0 ? -12 : 12;
  dimension->label[0] = 0.5 * (from[0] + to[0]) - beyond * (b[1] - a[1]) / length;
  dimension->label[1] = 0.5 * (from[1] + to[1]) + beyond * (b[0] - a[0]) / length;
  dimension->extent[0] = c * half + s * LABEL_HALF_HEIGHT;
  dimension->extent[1] = s * half + c * LABEL_HALF_HEIGHT;
}

// ---- placing --------------------------------------------------------------------------------

static double
find_cost (const Search *self, const LwSheetDimension *dimension, int step)
{
  const LwSheetBox *area = &self->sheet->area;
  const double *label = dimension->label;
  double cost = COST_STEP * step, from[2], to[2];

  if (label[0] < dimension->extent[0] || label[0] > area->width - dimension->extent[0]
      || label[1] < dimension->extent[1] || label[1] > area->height - dimension->extent[1])
    cost += COST_OUTSIDE;
  find_line (dimension, from, to);
  for (guint i = 0; i < self->segments->len; i++) {
    const Segment *segment = &g_array_index (self->segments, Segment, i);

    if (distance_to_segment (label, segment->a, segment->b) < self->half_link + LABEL_HALF_HEIGHT)
      cost += COST_LINK;
    if (do_cross (from, to, segment->a, segment->b))
      cost += COST_LINE;
  }
  for (guint i = 0; i < self->found->len; i++) {
    const LwSheetDimension *other = &g_array_index (self->found, LwSheetDimension, i);
    double other_from[2], other_to[2];

    if (do_labels_overlap (dimension, other))
      cost += COST_LABEL;
    if (other->is_angle)
      continue;
    find_line (other, other_from, other_to);
    if (do_cross (from, to, other_from, other_to))
      cost += COST_LINE;
    if (distance_to_segment (label, other_from, other_to) < LABEL_HALF_HEIGHT)
      cost += COST_LINK;
  }
  return cost;
}

static void
place (const Search *self, LwSheetDimension *dimension)
{
  LwSheetDimension best = { 0 };
  double least = INFINITY;

  for (int step = 0; step < N_STEPS; step++)
    for (int side = -1; side <= 1; side += 2) {
      LwSheetDimension tried = *dimension;
      double cost;

      tried.offset = side * (self->half_link + NEAREST + step * STEP);
      place_label (self, &tried);
      cost = self->found->len < COMPARED_MAX ? find_cost (self, &tried, step) : step;
      if (cost < least) {
        least = cost;
        best = tried;
      }
    }
  *dimension = best;
}

static double
drawn_length (const LwSheetDimension *self)
{
  return hypot (self->ends[1][0] - self->ends[0][0], self->ends[1][1] - self->ends[0][1]);
}

static int
compare_lengths (const void *a_data, const void *b_data)
{
  const double a = drawn_length (a_data), b = drawn_length (b_data);

  return a < b ? -1 : a > b;
}

/// Places shorter dimensions first, so that longer ones lie outside of them.
static void
place_all (Search *self)
{
  g_array_sort (self->wanted, compare_lengths);
  for (guint i = 0; i < self->wanted->len; i++) {
    LwSheetDimension *dimension = &g_array_index (self->wanted, LwSheetDimension, i);

    place (self, dimension);
    g_array_append_val (self->found, *dimension);
  }
}

/// Adds the distance of two points in the world, unless it has been added already or cannot be seen.
static void
add_length (Search *self, const double a[3], const double b[3])
{
  const LwView *view = &self->sheet->view;
  const double length = hypot (hypot (b[0] - a[0], b[1] - a[1]), b[2] - a[2]);
  LwSheetDimension dimension = { 0 };

  lw_view_project (view, a, &dimension.ends[0][0], &dimension.ends[0][1]);
  lw_view_project (view, b, &dimension.ends[1][0], &dimension.ends[1][1]);
  if (!(drawn_length (&dimension) > 2))
    return;
  for (guint i = 0; i < self->wanted->len && self->wanted->len < COMPARED_MAX; i++) {
    const LwSheetDimension *other = &g_array_index (self->wanted, LwSheetDimension, i);
    bool is_same = true;

    for (int end = 0; end < 2 && is_same; end++)
      is_same = fmin (hypot (other->ends[0][0] - dimension.ends[end][0],
                             other->ends[0][1] - dimension.ends[end][1]),
                      hypot (other->ends[1][0] - dimension.ends[end][0],
                             other->ends[1][1] - dimension.ends[end][1]))
                < 0.5;
    if (is_same)
      return;
  }
  dimension.text = lw_sheet_dup_length (self->sheet, length, true);
  g_array_append_val (self->wanted, dimension);
}

// ---- measures -------------------------------------------------------------------------------

static bool
is_seen (const LwSheet *self, LwSelectionKind kind, const LwElement *element)
{
  return lw_marks_is_seen (self->mechanism, (LwElementRef){ kind, element->id });
}

/// Computes the points of a link in the world.
static void
find_points (LwSheet *self, const LwBody *body, const GArray *points, double *world)
{
  const int index = mbd_model_body_by_id (self->model, body->element.id);
  const double *local = (const double *) (void *) points->data;

  for (guint i = 0; i < points->len; i++)
    mbd_state_body_point (self->state, index, local + 3 * i, world + 3 * i, NULL, NULL);
}

static void
add_segment (Search *self, const double a[3], const double b[3])
{
  Segment segment;

  lw_view_project (&self->sheet->view, a, &segment.a[0], &segment.a[1]);
  lw_view_project (&self->sheet->view, b, &segment.b[0], &segment.b[1]);
  g_array_append_val (self->segments, segment);
}

/// Calls `add` for each side of each link: its only line, or the sides of the polygon of its points.
static void
each_side (Search *self, void (*add) (Search *self, const double a[3], const double b[3]))
{
  const LwMechanism *mechanism = self->sheet->mechanism;
  g_autoptr (GPtrArray) all = lw_mechanism_dup_all_link_points (mechanism);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    const GArray *points = all->pdata[i];
    const guint n = points->len == 2 ? 1 : points->len;
    g_autofree double *world = g_new (double, 3 * (gsize) points->len + 3);

    if (body->shape.kind != LW_SHAPE_LINK || points->len < 2
        || !is_seen (self->sheet, LW_SELECTION_BODY, &body->element))
      continue;
    find_points (self->sheet, body, points, world);
    for (guint k = 0; k < n; k++)
      add (self, world + 3 * k, world + 3 * ((k + 1) % points->len));
  }
}

static int
compare_places (const void *a_data, const void *b_data)
{
  const double *a = a_data, *b = b_data;

  return a[0] != b[0] ? (a[0] < b[0] ? -1 : 1) : a[1] < b[1] ? -1 : a[1] > b[1];
}

/// Returns the places of the joints on the ground (double[3]), from left to right.
static GArray *
find_pivots (const LwSheet *self)
{
  GArray *places = g_array_new (FALSE, FALSE, 3 * sizeof (double));

  for (guint i = 0; i < lw_mechanism_get_n_couplings (self->mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (self->mechanism, i);
    const bool first = coupling->def.body_a == MBD_GROUND;
    bool again = false;

    if (!lw_geometry_is_joint (coupling) || (!first && coupling->def.body_b != MBD_GROUND)
        || !is_seen (self, LW_SELECTION_COUPLING, &coupling->element))
      continue;
    for (guint k = 0; k < places->len; k++)
      again = again
              || memcmp (places->data + k * 3 * sizeof (double),
                         first ? coupling->def.frame_a.point : coupling->def.frame_b.point,
                         3 * sizeof (double))
                   == 0;
    if (!again)
      g_array_append_vals (places,
                           first ? coupling->def.frame_a.point : coupling->def.frame_b.point, 1);
  }
  g_array_sort (places, compare_places);
  return places;
}

/// Adds the angle of a link from the x axis, at a pivot.
static void
add_angle (Search *self, const double pivot[3], const double end[3])
{
  const LwTextStyle style = lw_text_style (TEXT_SIZE, 500, (LwColour){ 0 });
  const double angle = atan2 (end[1] - pivot[1], end[0] - pivot[0]);
  LwSheetDimension dimension = { .is_angle = true };
  LwTextExtents extents;
  char number[LW_NUMBER_SIZE];

  lw_view_project (&self->sheet->view, pivot, &dimension.ends[0][0], &dimension.ends[0][1]);
  lw_view_project (&self->sheet->view, end, &dimension.ends[1][0], &dimension.ends[1][1]);
  for (guint i = 0; i < self->found->len; i++) {
    const LwSheetDimension *other = &g_array_index (self->found, LwSheetDimension, i);

    if (other->is_angle && memcmp (other->ends[0], dimension.ends[0], sizeof other->ends[0]) == 0)
      return;
  }
  g_ascii_formatd (number, sizeof number, "%.5g", angle / G_PI * 180);
  dimension.text = g_strdup_printf ("%s°", number);
  lw_painter_measure (self->painter, dimension.text, &style, &extents);
  dimension.offset = ANGLE_RADIUS;
  dimension.extent[0] = 0.5 * extents.width + LABEL_PADDING;
  dimension.extent[1] = LABEL_HALF_HEIGHT;
  dimension.label[0] =
    dimension.ends[0][0] + (ANGLE_RADIUS + 12 + dimension.extent[0]) * cos (0.5 * angle);
  dimension.label[1] = dimension.ends[0][1] - (ANGLE_RADIUS + 14) * sin (0.5 * angle);
  g_array_append_val (self->found, dimension);
}

static void
add_angles (Search *self, const GArray *pivots)
{
  const LwMechanism *mechanism = self->sheet->mechanism;
  g_autoptr (GPtrArray) all = lw_mechanism_dup_all_link_points (mechanism);
  const double near = 1e-6 * mbd_model_size (self->sheet->model);

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);
    const GArray *points = all->pdata[i];
    double world[6];

    if (body->shape.kind != LW_SHAPE_LINK || points->len != 2
        || !is_seen (self->sheet, LW_SELECTION_BODY, &body->element))
      continue;
    find_points (self->sheet, body, points, world);
    for (guint k = 0; k < pivots->len; k++) {
      const double *pivot = (const double *) (void *) pivots->data + 3 * k;

      for (guint end = 0; end < 2; end++)
        if (hypot (world[3 * end] - pivot[0], world[3 * end + 1] - pivot[1]) < near)
          add_angle (self, pivot, world + 3 * (1 - end));
    }
  }
}

static void
clear_dimension (void *data)
{
  LwSheetDimension *dimension = data;

  g_free (dimension->text);
}

GArray *
lw_sheet_find_dimensions (LwSheet *self, LwPainter *painter)
{
  const bool all = self->options.dimensions == LW_SHEET_DIMENSIONS_ALL;
  g_autoptr (GArray) pivots = find_pivots (self);
  g_autoptr (GArray) segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (LwSheetDimension));
  GArray *found = g_array_new (FALSE, FALSE, sizeof (LwSheetDimension));
  Search search = { self,   painter, segments,
                    wanted, found,   0.5 * lw_scene_link_width_px (self->scene, &self->view) };

  g_array_set_clear_func (found, clear_dimension);
  if (self->options.dimensions == LW_SHEET_DIMENSIONS_NONE || self->view.spatial)
    return found;
  each_side (&search, add_segment);
  if (all)
    add_angles (&search, pivots);
  each_side (&search, add_length);
  for (guint i = 0; all && i + 1 < pivots->len; i++)
    add_length (&search, (const double *) (void *) pivots->data + 3 * i,
                (const double *) (void *) pivots->data + 3 * (i + 1));
  place_all (&search);
  return found;
}

// ---- drawing --------------------------------------------------------------------------------

static void
draw_angle (LwPainter *painter, const LwPalette *palette, const LwSheetDimension *dimension)
{
  LwTextStyle style = lw_text_style (TEXT_SIZE, 500, palette->ink);
  const double x = dimension->ends[0][0], y = dimension->ends[0][1];
  const double angle = atan2 (dimension->ends[1][1] - y, dimension->ends[1][0] - x);

  style.anchor = LW_ANCHOR_MIDDLE;
  style.centred = true;
  style.outline = 3.5;
  style.outline_colour = palette->paper;
  lw_painter_line (painter, x, y, x + 1.25 * dimension->offset, y);
  lw_painter_stroke (painter, palette->ink_2, 1);
  lw_painter_new_path (painter);
  lw_painter_move_to (painter, x + dimension->offset, y);
  // Angles on the screen are clockwise; the arc takes the shorter way from the x axis.
  for (int i = 1; i <= 32; i++)
    lw_painter_line_to (painter, x + dimension->offset * cos (angle * i / 32),
                        y + dimension->offset * sin (angle * i / 32));
  lw_painter_stroke (painter, palette->ink_2, 1);
  lw_painter_text (painter, dimension->label[0], dimension->label[1], dimension->text, &style);
}

void
lw_sheet_draw_dimensions (const LwSheet *self,
                          LwPainter *painter,
                          const LwPalette *palette,
                          const GArray *dimensions)
{
  const LwBrush brush = {
    .painter = painter,
    .palette = palette,
    .w = lw_scene_link_width_px (self->scene, &self->view),
    .emphasis = 1,
  };

  for (guint i = 0; i < dimensions->len; i++) {
    const LwSheetDimension *dimension = &g_array_index (dimensions, LwSheetDimension, i);

    if (dimension->is_angle)
      draw_angle (painter, palette, dimension);
    else
      lw_symbol_dimension (&brush, dimension->ends[0][0], dimension->ends[0][1],
                           dimension->ends[1][0], dimension->ends[1][1], dimension->offset,
                           dimension->text);
  }
}
