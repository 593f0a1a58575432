// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-dimensions-private.h"

#include <math.h>

#define OFFSET_LEAST 26.0 ///< px, from the points to a dimension line
#define LABEL_BEYOND 26.0 ///< px, from the arc to the text of an angle
/// in parts of the view size; lines that meet farther away are drawn elsewhere
#define APEX_FARTHEST 1.5
#define LABEL_HALF_WIDTH 24.0 ///< px, about half the width of a number
#define LABEL_HALF_HEIGHT 9.0

// ---- sides ----------------------------------------------------------------------------------

/// Returns the centres of mass of all bodies, m: x and y of each. The caller frees the array.
static double *
find_centres (const LwScene *self, MbdState *state)
{
  double *centres = g_new (double, 2 * (gsize) self->n_bodies + 1);

  for (guint i = 0; i < self->n_bodies; i++) {
    double world[3];

    mbd_state_body_point (state, self->bodies[i].index, self->bodies[i].body->def.centre_of_mass,
                          world, NULL, NULL);
    centres[2 * i] = world[0];
    centres[2 * i + 1] = world[1];
  }
  return centres;
}

/// Returns the side of the line from a to b with less of the drawing: -1 for the left side on the
/// screen.
static int
free_side (const LwScene *self, const double *centres, const double a[3], const double b[3])
{
  double sum = 0;

  for (guint i = 0; i < self->n_bodies; i++)
    sum += (b[0] - a[0]) * (centres[2 * i + 1] - a[1]) - (b[1] - a[1]) * (centres[2 * i] - a[0]);
  // Most of the drawing is on the left in the world (y up), so the right side is free.
  return sum > 0 ? 1 : -1;
}

void
lw_scene_init_measures (LwScene *self, MbdState *state)
{
  g_autofree double *centres = find_centres (self, state);

  self->n_measures = lw_mechanism_get_n_measurements (self->mechanism);
  self->measures = g_new0 (LwSceneMeasure, self->n_measures + 1);
  for (guint i = 0; i < self->n_measures; i++) {
    LwSceneMeasure *measure = &self->measures[i];
    double points[LW_MEASUREMENT_POINTS][3];

    measure->measurement = lw_mechanism_get_measurement (self->mechanism, i);
    measure->side = -1;
    if (measure->measurement->n_points == LW_MEASUREMENT_DISTANCE
        && lw_measurement_get_points (measure->measurement, state, points, NULL))
      measure->side = free_side (self, centres, points[0], points[1]);
  }
  for (guint i = 0; i < self->n_bodies; i++) {
    LwSceneBody *body = &self->bodies[i];
    double ends[2][3];

    body->length_side = -1;
    if (body->body->shape.kind != LW_SHAPE_LINK || body->n_points != 2)
      continue;
    for (int k = 0; k < 2; k++)
      mbd_state_body_point (state, body->index, &body->points[3 * k], ends[k], NULL, NULL);
    body->length_side = free_side (self, centres, ends[0], ends[1]);
  }
}

// ---- places ---------------------------------------------------------------------------------

static void
place_line (const LwSceneFrame *self, int side, LwDimension *dimension)
{
  const double *a = dimension->ends[0], *b = dimension->ends[1];
  const double length = hypot (b[0] - a[0], b[1] - a[1]);
  const double across[2] = { length > 0 ? (a[1] - b[1]) / length : 0,
                             length > 0 ? (b[0] - a[0]) / length : -1 };

  dimension->offset = side * MAX (OFFSET_LEAST, 0.5 * self->brush.w + 16.0);
  for (int end = 0; end < 2; end++)
    for (int d = 0; d < 2; d++)
      dimension->path[2 * end + d] = dimension->ends[end][d] + dimension->offset * across[d];
  dimension->n_path = 2;
  for (int d = 0; d < 2; d++)
    dimension->label[d] = 0.5 * (dimension->path[d] + dimension->path[2 + d]);
}

static double
scale_to (double v[3], double length)
{
  const double size = hypot (v[0], hypot (v[1], v[2]));

  for (int d = 0; d < 3 && size > 0; d++)
    v[d] *= length / size;
  return size;
}

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Computes the intersection of two lines in the plane. Returns false if it is far outside the
/// view.
static bool
find_crossing (const LwSceneFrame *self,
               const double points[LW_MEASUREMENT_POINTS][3],
               const double u[3],
               const double w[3],
               double apex[3])
{
  const double denominator = u[0] * w[1] - u[1] * w[0];
  const double dx = points[2][0] - points[0][0], dy = points[2][1] - points[0][1];
  const double along = (dx * w[1] - dy * w[0]) / denominator;
  double x, y;

  if (self->view->spatial || !isfinite (along))
    return false;
  apex[0] = points[0][0] + along * u[0];
  apex[1] = points[0][1] + along * u[1];
  apex[2] = points[0][2];
  lw_view_project (self->view, apex, &x, &y);
  return hypot (x - 0.5 * self->view->width, y - 0.5 * self->view->height)
         < APEX_FARTHEST * hypot (self->view->width, self->view->height);
}

/// Computes the arc from one direction to the other, about the second point, the intersection of
/// the lines, or the start of the second line.
static void
place_arc (const LwSceneFrame *self,
           const double points[LW_MEASUREMENT_POINTS][3],
           LwDimension *dimension)
{
  const bool lines = dimension->n_points == LW_MEASUREMENT_LINES;
  const double radius = LW_DIMENSION_RADIUS / self->view->scale;
  const double angle = lw_measurement_compute (dimension->n_points, points);
  double u[3], w[3], v[3], apex[3], world[3];
  double part;

  for (int d = 0; d < 3; d++) {
    u[d] = lines ? points[1][d] - points[0][d] : points[0][d] - points[1][d];
    w[d] = lines ? points[3][d] - points[2][d] : points[2][d] - points[1][d];
    apex[d] = points[lines ? 2 : 1][d];
  }
  scale_to (u, 1);
  scale_to (w, 1);
  if (lines && !find_crossing (self, points, u, w, apex))
    memcpy (apex, points[2], sizeof apex);
  // In the plane of the angle, perpendicular to the first direction; for a straight angle, on the
  // screen.
  part = dot (u, w);
  for (int d = 0; d < 3; d++)
    v[d] = w[d] - part * u[d];
  if (!(scale_to (v, 1) > 1e-9)) {
    v[0] = self->view->towards[1] * u[2] - self->view->towards[2] * u[1];
    v[1] = self->view->towards[2] * u[0] - self->view->towards[0] * u[2];
    v[2] = self->view->towards[0] * u[1] - self->view->towards[1] * u[0];
    scale_to (v, 1);
  }
  lw_view_project (self->view, apex, &dimension->path[0], &dimension->path[1]);
  for (int i = 0; i <= LW_DIMENSION_ARC + 1; i++) {
    const bool is_label = i > LW_DIMENSION_ARC;
    const double turn = is_label ? 0.5 * angle : angle * i / LW_DIMENSION_ARC;
    const double far = is_label ? radius * (1 + LABEL_BEYOND / LW_DIMENSION_RADIUS) : radius;
    double *to = is_label ? dimension->label : &dimension->path[2 + 2 * i];

    for (int d = 0; d < 3; d++)
      world[d] = apex[d] + far * (cos (turn) * u[d] + sin (turn) * v[d]);
    lw_view_project (self->view, world, &to[0], &to[1]);
  }
  dimension->n_path = LW_DIMENSION_POINTS;
}

bool
lw_scene_frame_find_measurement (const LwSceneFrame *self,
                                 const LwSceneMeasure *measure,
                                 LwDimension *dimension)
{
  const LwMeasurement *measurement = measure->measurement;
  double points[LW_MEASUREMENT_POINTS][3];

  if (!lw_measurement_get_points (measurement, self->state, points, NULL))
    return false;
  dimension->n_points = measurement->n_points;
  for (guint i = 0; i < measurement->n_points; i++)
    lw_view_project (self->view, points[i], &dimension->ends[i][0], &dimension->ends[i][1]);
  if (measurement->n_points == LW_MEASUREMENT_POSITION) {
    dimension->path[0] = dimension->ends[0][0];
    dimension->path[1] = dimension->ends[0][1];
    dimension->n_path = 1;
    dimension->label[0] = dimension->ends[0][0] + 16.0;
    dimension->label[1] = dimension->ends[0][1] + 18.0;
  } else if (measurement->n_points == LW_MEASUREMENT_DISTANCE) {
    place_line (self, measure->side, dimension);
  } else {
    place_arc (self, points, dimension);
  }
  return true;
}

/// Returns the side below the link, or on its left if it is vertical: handles are above and on the
/// right.
static int
handy_side (const LwDimension *dimension)
{
  const double dx = dimension->ends[1][0] - dimension->ends[0][0];
  const double dy = dimension->ends[1][1] - dimension->ends[0][1];
  const bool upright = fabs (dx) < 0.2 * fabs (dy);

  return (upright ? dy > 0 : dx > 0) ? 1 : -1;
}

bool
lw_scene_frame_find_length (const LwSceneFrame *self,
                            const LwSceneBody *body,
                            LwDimension *dimension)
{
  if (body->body->shape.kind != LW_SHAPE_LINK || body->n_points != 2)
    return false;
  dimension->n_points = LW_MEASUREMENT_DISTANCE;
  for (int i = 0; i < 2; i++)
    lw_scene_frame_body_point (self, body->index, &body->points[3 * i], &dimension->ends[i][0],
                               &dimension->ends[i][1]);
  // If all links show their lengths, the dimension of a moving link stays on its side.
  place_line (self, self->options->lengths ? body->length_side : handy_side (dimension), dimension);
  return true;
}

bool
lw_scene_frame_shows_length (const LwSceneFrame *self, const LwSceneBody *body)
{
  const bool is_link = body->body->shape.kind == LW_SHAPE_LINK && body->n_points == 2;

  if (!is_link || self->crowd != NULL)
    return false;
  return self->options->lengths
         || (self->options->n_selected == 1 && self->options->selected_length
             && lw_scene_frame_is_selected (self, LW_SELECTION_BODY, body->body->element.id));
}

// ---- distances ------------------------------------------------------------------------------

static double
distance_to_segment (double x, double y, const double *a, const double *b)
{
  const double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
  const double along =
    square > 0.0 ? CLAMP (((x - a[0]) * dx + (y - a[1]) * dy) / square, 0.0, 1.0) : 0.0;

  return hypot (x - a[0] - along * dx, y - a[1] - along * dy);
}

double
lw_dimension_distance (const LwDimension *self, double x, double y)
{
  const double beside[2] = { MAX (0.0, fabs (x - self->label[0]) - LABEL_HALF_WIDTH),
                             MAX (0.0, fabs (y - self->label[1]) - LABEL_HALF_HEIGHT) };
  const size_t first = self->n_points > LW_MEASUREMENT_DISTANCE ? 1 : 0;
  double nearest = hypot (beside[0], beside[1]);

  if (self->n_path == 1)
    return MIN (nearest, MAX (0.0, hypot (x - self->path[0], y - self->path[1]) - 5.0));
  for (size_t i = first; i + 1 < self->n_path; i++)
    nearest =
      MIN (nearest, distance_to_segment (x, y, &self->path[2 * i], &self->path[2 * (i + 1)]));
  return nearest;
}
