// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Geometry of drives, end stops and ropes on the screen.

#include "lw-coupling-paths-private.h"

#include <math.h>

#include "lw-curve.h"

#define DRIVE_RADIUS 0.92 ///< in link widths
/// A torsion spring: turns at rest, and most turns drawn when it is wound up; radii in link widths.
#define SPIRAL_TURNS 2.6
#define SPIRAL_MOST 7.0
#define SPIRAL_OUTER 1.04
#define SPIRAL_INNER 0.42
#define SPIRAL_POINTS 192
#define STOP_RADIUS 1.36
#define SLIDE_ARROW 2.2       ///< length, in link widths
#define SLIDE_ARROW_AWAY 0.95 ///< from the axis, in link widths
#define ARC_POINTS 40
#define OPEN_TRACK (70.0 * G_PI / 180.0) ///< rad, drawn beside a stop that has no opposite stop
/// A stop touches within this distance, in rad or in parts of the size of the mechanism.
#define TOUCHING 1e-4
/// A rope is slack above this difference, in parts of its length.
#define SLACK 1e-4
/// In space, joints are cylinders with this radius, in parts of the typical link length.
#define SPATIAL_RADIUS 0.062
#define SPATIAL_LEAST 60.0
#define SPATIAL_SIDE 0.09 ///< side of links, in the same unit

void
lw_scene_rotate (const double q[4], const double v[3], double out[3])
{
  const double t[3] = {
    2.0 * (q[2] * v[2] - q[3] * v[1]),
    2.0 * (q[3] * v[0] - q[1] * v[2]),
    2.0 * (q[1] * v[1] - q[2] * v[0]),
  };

  out[0] = v[0] + q[0] * t[0] + q[2] * t[2] - q[3] * t[1];
  out[1] = v[1] + q[0] * t[1] + q[3] * t[0] - q[1] * t[2];
  out[2] = v[2] + q[0] * t[2] + q[1] * t[1] - q[2] * t[0];
}

void
lw_scene_frame_place (const LwSceneFrame *self,
                      int body,
                      const MbdFrame *frame,
                      LwScreenFrame *place)
{
  double position[3], quaternion[4];

  mbd_state_body_pose (self->state, body, position, quaternion);
  lw_scene_rotate (quaternion, frame->point, place->world);
  for (int d = 0; d < 3; d++)
    place->world[d] += position[d];
  lw_view_project (self->view, place->world, &place->x, &place->y);
  for (int i = 0; i < 3; i++) {
    const double unit[3] = { i == 0, i == 1, i == 2 };
    double in_body[3];

    lw_scene_rotate (frame->quaternion, unit, in_body);
    lw_scene_rotate (quaternion, in_body, place->axes[i]);
    lw_view_project_vector (self->view, place->axes[i], &place->axis[i][0], &place->axis[i][1]);
    for (int k = 0; k < 2; k++)
      place->axis[i][k] /= self->view->scale;
  }
}

/// Returns the radius, px, that clears the joint: in space the symbol must clear its cylinder.
static double
clear_radius (const LwSceneFrame *self, double widths)
{
  const double unit = self->scene->median_length * self->view->scale;
  const double joint = SPATIAL_RADIUS * MAX (unit, SPATIAL_LEAST);

  return self->view->spatial ? MAX (widths * self->brush.w, widths * 2.3 * joint)
                             : widths * self->brush.w;
}

double
lw_scene_frame_drive_radius (const LwSceneFrame *self)
{
  return clear_radius (self, DRIVE_RADIUS);
}

double
lw_scene_frame_stop_radius (const LwSceneFrame *self)
{
  return clear_radius (self, STOP_RADIUS);
}

static size_t
arc_path (const LwScreenFrame *place,
          double x,
          double y,
          double radius,
          double from,
          double to,
          double *points)
{
  for (int i = 0; i < ARC_POINTS; i++) {
    const double angle = from + (to - from) * i / (ARC_POINTS - 1);

    for (int k = 0; k < 2; k++)
      points[2 * i + k] =
        (k == 0 ? x : y)
        + radius * (cos (angle) * place->axis[0][k] + sin (angle) * place->axis[1][k]);
  }
  return ARC_POINTS;
}

/// Returns +1 or -1: the direction in which a drive currently turns or moves its successor.
static double
drive_sense (const LwSceneFrame *self, const LwSceneJoint *joint, const MbdCouplingDef *def)
{
  const MbdJet jet = mbd_function_evaluate (def->function, mbd_state_time (self->state));
  const double rate = def->level == MBD_LEVEL_POSITION ? jet.first : jet.value;
  // If the successor is the ground, the predecessor moves in the opposite direction.
  const double side = joint->bodies[1] == 0 ? -1.0 : 1.0;

  return rate < 0.0 ? -side : side;
}

/// Computes a spiral from the outer end, held by the predecessor, to the inner end on the
/// successor, with the number of turns that the spring is wound up.
static size_t
spiral_path (const LwSceneFrame *self,
             const LwSceneJoint *joint,
             const MbdCouplingDef *def,
             const LwScreenFrame *place,
             double *points)
{
  const double unit = clear_radius (self, 1.0);
  const double free_angle =
    mbd_function_evaluate (def->function, mbd_state_time (self->state)).value;
  double angle = 0.0, wound;

  mbd_state_coordinate (self->state, joint->index, 0, MBD_COORDINATE_ANGLE, &angle, NULL);
  wound = CLAMP (SPIRAL_TURNS * 2.0 * G_PI - (angle - free_angle), -SPIRAL_MOST * 2.0 * G_PI,
                 SPIRAL_MOST * 2.0 * G_PI);
  for (int i = 0; i < SPIRAL_POINTS; i++) {
    const double part = i / (SPIRAL_POINTS - 1.0);
    const double turn = angle + wound * (1.0 - part);
    const double radius = unit * (SPIRAL_OUTER + (SPIRAL_INNER - SPIRAL_OUTER) * part);

    for (int k = 0; k < 2; k++)
      points[2 * i + k] =
        (k == 0 ? place->x : place->y)
        + radius * (cos (turn) * place->axis[0][k] + sin (turn) * place->axis[1][k]);
  }
  return SPIRAL_POINTS;
}

size_t
lw_scene_frame_drive_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  LwScreenFrame p, s;
  double sense;

  if (def->function == NULL)
    return 0;
  sense = drive_sense (self, joint, def);
  lw_scene_frame_place (self, joint->bodies[0], &def->frame_a, &p);
  lw_scene_frame_place (self, joint->bodies[1], &def->frame_b, &s);
  if (lw_coupling_get_kind (joint->coupling)->is_spring)
    return spiral_path (self, joint, def, &p, points);
  if (def->coordinate[0] == MBD_COORDINATE_ANGLE) {
    // 235 deg, open towards the ground symbol and the name.
    const double from = (sense > 0.0 ? -160.0 : 340.0) * G_PI / 180.0;

    return arc_path (&p, s.x, s.y, lw_scene_frame_drive_radius (self), from,
                     from + sense * 235.0 * G_PI / 180.0, points);
  }
  {
    const int along = def->coordinate[0] == MBD_COORDINATE_SLIDE_Z ? 2 : 0;
    const int across = along == 0 ? 1 : 0;
    const double length = clear_radius (self, SLIDE_ARROW);
    const double away = clear_radius (self, SLIDE_ARROW_AWAY) * (joint->rail_below ? 1.0 : -1.0);

    if (def->coordinate[0] == MBD_COORDINATE_ARC)
      lw_scene_frame_turn_to_curve (self, joint, &p);
    for (int i = 0; i < ARC_POINTS; i++)
      for (int k = 0; k < 2; k++)
        points[2 * i + k] = (k == 0 ? s.x : s.y) + away * p.axis[across][k]
                            + sense * length * (i / (ARC_POINTS - 1.0) - 0.5) * p.axis[along][k];
    return ARC_POINTS;
  }
}

/// Computes the direction of a body as seen from a frame, rad, in the frame's x-y plane. Returns
/// false if the body has no outline or its middle is at the frame.
static bool
direction_of_body (const LwSceneFrame *self, int body, const MbdFrame *frame, double *direction)
{
  const LwSceneBody *drawn = lw_scene_body_at (self->scene, body);
  double mean[3] = { 0.0, 0.0, 0.0 }, turned[3];
  const double inverse[4] = { frame->quaternion[0], -frame->quaternion[1], -frame->quaternion[2],
                              -frame->quaternion[3] };

  *direction = 0.0;
  if (drawn == NULL || drawn->n_points == 0)
    return false;
  for (guint k = 0; k < drawn->n_points; k++)
    for (int d = 0; d < 3; d++)
      mean[d] += drawn->points[3 * k + d] / drawn->n_points;
  for (int d = 0; d < 3; d++)
    mean[d] -= frame->point[d];
  lw_scene_rotate (inverse, mean, turned);
  if (hypot (turned[0], turned[1]) < 1e-6 * self->scene->median_length)
    return false;
  *direction = atan2 (turned[1], turned[0]);
  return true;
}

/// Returns half the width of a link, px.
static double
half_link (const LwSceneFrame *self)
{
  return self->view->spatial ? 0.5 * SPATIAL_SIDE * self->scene->median_length * self->view->scale
                             : 0.5 * self->brush.w;
}

static size_t
angle_track (const LwSceneFrame *self,
             const LwSceneJoint *joint,
             const MbdCouplingDef *def,
             double *points,
             LwStopPlace stops[2],
             int *n_stops)
{
  // Draw the stops on the body that moves less, in the direction of the body that moves.
  const bool flipped = joint->bodies[1] == 0;
  const MbdFrame *base = flipped ? &def->frame_b : &def->frame_a;
  const MbdFrame *moving = flipped ? &def->frame_a : &def->frame_b;
  const double bounds[2] = { flipped ? -def->upper : def->lower,
                             flipped ? -def->lower : def->upper };
  const double radius = lw_scene_frame_stop_radius (self);
  double ends[2], towards, aside = 0.0, value = 0.0;
  LwScreenFrame place;

  // A stop touches a link at its side.
  if (direction_of_body (self, joint->bodies[flipped ? 0 : 1], moving, &towards))
    aside = asin (MIN (0.9, (half_link (self) + 3.0) / radius));
  lw_scene_frame_place (self, joint->bodies[flipped ? 1 : 0], base, &place);
  mbd_state_coordinate (self->state, joint->index, 0, MBD_COORDINATE_ANGLE, &value, NULL);
  value = flipped ? -value : value;
  ends[0] = (isfinite (bounds[0]) ? bounds[0] : bounds[1] - OPEN_TRACK) - aside;
  ends[1] = (isfinite (bounds[1]) ? bounds[1] : bounds[0] + OPEN_TRACK) + aside;
  *n_stops = 0;
  for (int end = 0; end < 2; end++) {
    const double outward = end == 0 ? -1.0 : 1.0;
    const double angle = bounds[end] + towards + outward * aside;
    LwStopPlace *stop = &stops[*n_stops];
    double radial[2], tangent[2];

    if (!isfinite (bounds[end]))
      continue;
    for (int k = 0; k < 2; k++) {
      radial[k] = cos (angle) * place.axis[0][k] + sin (angle) * place.axis[1][k];
      tangent[k] = outward * (cos (angle) * place.axis[1][k] - sin (angle) * place.axis[0][k]);
    }
    stop->x = place.x + radius * radial[0];
    stop->y = place.y + radius * radial[1];
    // The front is radial; the back faces away from the motion.
    stop->angle = atan2 (radial[1], radial[0]);
    if (radial[0] * tangent[1] - radial[1] * tangent[0] < 0.0)
      stop->angle += G_PI;
    stop->half = 0.3 * self->brush.w;
    stop->touching = (end == 0 ? value - bounds[0] : bounds[1] - value) < TOUCHING;
    (*n_stops)++;
  }
  // Draw a range of more than a turn as almost one turn.
  ends[1] = MIN (ends[1], ends[0] + 2.0 * G_PI - 0.25);
  return arc_path (&place, place.x, place.y, radius, ends[0] + towards, ends[1] + towards, points);
}

static size_t
slide_track (const LwSceneFrame *self,
             const LwSceneJoint *joint,
             const MbdCouplingDef *def,
             double *points,
             LwStopPlace stops[2],
             int *n_stops)
{
  const int along = def->coordinate[0] == MBD_COORDINATE_SLIDE ? 0 : 2;
  const double bounds[2] = { def->lower, def->upper };
  const double size = MAX (mbd_model_size (self->scene->model), 1e-12);
  const double block = self->view->spatial ? 0.0 : 0.75 * self->brush.w + 2.0;
  const double open = 2.0 * self->brush.w;
  double value = 0.0, shown[2];
  LwScreenFrame p;

  lw_scene_frame_place (self, joint->bodies[0], &def->frame_a, &p);
  mbd_state_coordinate (self->state, joint->index, 0, def->coordinate[0], &value, NULL);
  for (int end = 0; end < 2; end++)
    shown[end] = bounds[end] * self->view->scale + (end == 0 ? -block : block);
  if (!isfinite (shown[0]))
    shown[0] = shown[1] - open;
  if (!isfinite (shown[1]))
    shown[1] = shown[0] + open;
  *n_stops = 0;
  for (int end = 0; end < 2; end++) {
    const double outward = end == 0 ? -1.0 : 1.0;
    LwStopPlace *stop = &stops[*n_stops];

    for (int k = 0; k < 2; k++)
      points[2 * end + k] = (k == 0 ? p.x : p.y) + shown[end] * p.axis[along][k];
    if (!isfinite (bounds[end]))
      continue;
    stop->x = points[2 * end];
    stop->y = points[2 * end + 1];
    stop->angle = atan2 (outward * p.axis[along][1], outward * p.axis[along][0]) - 0.5 * G_PI;
    stop->half = 0.55 * self->brush.w;
    stop->touching = (end == 0 ? value - bounds[0] : bounds[1] - value) < TOUCHING * size;
    (*n_stops)++;
  }
  return 2;
}

// ---- curved slots ---------------------------------------------------------------------------

/// Points of each polynomial of a curve.
#define POINTS_OF_PIECE 12

GArray *
lw_scene_curve_points (const LwScene *self, const LwSceneJoint *joint, MbdState *state)
{
  const MbdCouplingDef *def = mbd_state_coupling (state, joint->index);
  GArray *points = g_array_new (FALSE, FALSE, 3 * sizeof (double));
  double local[3] = { 0 };
  guint n;

  if (def->curve == NULL)
    return points;
  n = POINTS_OF_PIECE * (joint->coupling->curve->len - 1);
  for (guint i = 0; i <= n; i++) {
    const double s = mbd_curve_length (def->curve) * i / n;
    const MbdCurvePoint at = mbd_curve_at (def->curve, s);
    double body[3], world[3];

    local[0] = at.point[0];
    local[1] = at.point[1];
    lw_curve_point_to_body (local, &def->frame_a, body);
    mbd_state_body_point (state, joint->bodies[0], body, world, NULL, NULL);
    g_array_append_vals (points, world, 1);
  }
  return points;
}

GArray *
lw_scene_curve_polyline (const LwScene *self,
                         const LwSceneJoint *joint,
                         MbdState *state,
                         const LwView *view)
{
  g_autoptr (GArray) points = lw_scene_curve_points (self, joint, state);
  GArray *polyline = g_array_sized_new (FALSE, FALSE, 2 * sizeof (double), points->len);

  for (guint i = 0; i < points->len; i++) {
    double screen[2];

    lw_view_project (view, (const double *) (const void *) points->data + 3 * (gsize) i, &screen[0],
                     &screen[1]);
    g_array_append_vals (polyline, screen, 1);
  }
  return polyline;
}

void
lw_scene_frame_turn_to_curve (const LwSceneFrame *self,
                              const LwSceneJoint *joint,
                              LwScreenFrame *place)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const LwScreenFrame old = *place;
  const double *tangent;
  MbdCurvePoint at;
  double s;

  if (def->curve == NULL
      || !mbd_state_coordinate (self->state, joint->index, 0, MBD_COORDINATE_ARC, &s, NULL))
    return;
  at = mbd_curve_at (def->curve, s);
  tangent = at.tangent;
  for (int d = 0; d < 3; d++) {
    place->axes[0][d] = tangent[0] * old.axes[0][d] + tangent[1] * old.axes[1][d];
    place->axes[1][d] = tangent[0] * old.axes[1][d] - tangent[1] * old.axes[0][d];
  }
  for (int d = 0; d < 2; d++) {
    place->axis[0][d] = tangent[0] * old.axis[0][d] + tangent[1] * old.axis[1][d];
    place->axis[1][d] = tangent[0] * old.axis[1][d] - tangent[1] * old.axis[0][d];
  }
}

/// Projects the place on a curve at an arc length.
static void
project_place (const LwSceneFrame *self,
               const LwSceneJoint *joint,
               const MbdCouplingDef *def,
               double s,
               double at[2])
{
  const MbdCurvePoint place = mbd_curve_at (def->curve, s);
  double body[3], world[3];

  lw_curve_point_to_body (place.point, &def->frame_a, body);
  mbd_state_body_point (self->state, joint->bodies[0], body, world, NULL, NULL);
  lw_view_project (self->view, world, &at[0], &at[1]);
}

size_t
lw_scene_frame_curve_track (const LwSceneFrame *self,
                            const LwSceneJoint *joint,
                            double *points,
                            LwStopPlace stops[2],
                            int *n_stops)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const double length = mbd_curve_length (def->curve);
  const double bounds[2] = { def->lower, def->upper };
  const double first = isfinite (def->lower) ? def->lower : fmin (0.0, def->upper - length);
  // More than a lap is drawn as one.
  const double last = fmin (isfinite (def->upper) ? def->upper : first + length, first + length);
  const double pin = (0.31 * self->brush.w + 2.0) / self->view->scale;
  const size_t n = LW_PATH_POINTS / 2;
  double value = 0.0;

  mbd_state_coordinate (self->state, joint->index, 0, MBD_COORDINATE_ARC, &value, NULL);
  for (size_t i = 0; i < n; i++)
    project_place (self, joint, def, first + (last - first) * (double) i / (double) (n - 1),
                   points + 2 * i);
  *n_stops = 0;
  for (int end = 0; end < 2; end++) {
    const double outward = end == 0 ? -1.0 : 1.0;
    LwStopPlace *stop = &stops[*n_stops];
    double at[2], beyond[2];

    if (!isfinite (bounds[end]))
      continue;
    // The pin touches a stop with its rim.
    project_place (self, joint, def, bounds[end] + outward * pin, at);
    project_place (self, joint, def, bounds[end] + 1.01 * outward * pin, beyond);
    stop->x = at[0];
    stop->y = at[1];
    stop->angle = atan2 (beyond[1] - at[1], beyond[0] - at[0]) - 0.5 * G_PI;
    stop->half = 0.45 * self->brush.w;
    stop->touching = outward * (bounds[end] - value) < 1e-6 * length;
    (*n_stops)++;
  }
  return n;
}

void
lw_scene_frame_draw_curve (const LwSceneFrame *self,
                           LwSceneJoint *joint,
                           double x,
                           double y,
                           LwSymbolState symbol_state)
{
  g_autoptr (GArray) line = lw_scene_curve_polyline (self->scene, joint, self->state, self->view);

  lw_symbol_curved_slot (&self->brush, (const double *) (const void *) line->data, line->len,
                         lw_curve_is_closed (joint->coupling->curve), joint->bodies[0] == 0,
                         symbol_state);
  lw_symbol_slot_pin (&self->brush, x, y, symbol_state);
}

size_t
lw_scene_frame_stop_track (const LwSceneFrame *self,
                           const LwSceneJoint *joint,
                           double *points,
                           LwStopPlace stops[2],
                           int *n_stops)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);

  if (def->coordinate[0] == MBD_COORDINATE_ANGLE)
    return angle_track (self, joint, def, points, stops, n_stops);
  if (def->coordinate[0] == MBD_COORDINATE_ARC)
    return lw_scene_frame_curve_track (self, joint, points, stops, n_stops);
  return slide_track (self, joint, def, points, stops, n_stops);
}

/// Solves sinh (u) / u = ratio > 1 for u > 0 by Newton's method, starting from above.
static double
catenary_parameter (double ratio)
{
  double u = ratio < 3.0 ? sqrt (6.0 * (ratio - 1.0)) : log (2.0 * ratio) + log (log (2.0 * ratio));

  for (int i = 0; i < 50; i++) {
    const double step = (sinh (u) - ratio * u) / (cosh (u) - ratio);

    u -= step;
    if (!(fabs (step) > 1e-12 * u))
      break;
  }
  return u;
}

/// Computes the shape of a rope of this length between two points, the second at horizontal
/// distance h and height v: heights above the first point at equal distances.
static void
catenary (double length, double h, double v, double *heights, int n)
{
  const double ratio = sqrt (MAX (length * length - v * v, 0.0)) / h;
  const double u = catenary_parameter (MAX (ratio, 1.0 + 1e-9));
  const double a = h / (2.0 * u);
  const double middle = 0.5 * h - a * atanh (CLAMP (v / length, -0.999999, 0.999999));

  for (int i = 0; i < n; i++)
    heights[i] = a * (cosh ((h * i / (n - 1) - middle) / a) - cosh (middle / a));
}

size_t
lw_scene_frame_slack_path (const LwSceneFrame *self,
                           const LwSceneJoint *joint,
                           double *points,
                           bool *slack)
{
  const double *gravity = lw_mechanism_get_gravity (self->scene->mechanism);
  const double g =
    sqrt (gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  double a[3], b[3], up[3] = { 0.0, 1.0, 0.0 }, level[3], gap = 0.0, h = 0.0, v = 0.0, length;
  double heights[ARC_POINTS];
  LwPulleyPath path;

  if (lw_scene_pulley_path (self->scene, joint, self->state, &path)) {
    mbd_state_gap (self->state, joint->index, &gap, NULL);
    *slack = gap > SLACK * mbd_state_coupling (self->state, joint->index)->length;
    return lw_scene_frame_pulley_polyline (self, &path, points);
  }
  mbd_state_coupling_points (self->state, joint->index, a, b);
  mbd_state_gap (self->state, joint->index, &gap, NULL);
  for (int d = 0; d < 3; d++) {
    if (g > 0.0)
      up[d] = -gravity[d] / g;
    v += (b[d] - a[d]) * up[d];
  }
  for (int d = 0; d < 3; d++) {
    level[d] = b[d] - a[d] - v * up[d];
    h += level[d] * level[d];
  }
  h = sqrt (h);
  length = hypot (h, v) + gap;
  *slack = isfinite (length) && gap > SLACK * length;
  lw_view_project (self->view, a, &points[0], &points[1]);
  if (!*slack) {
    lw_view_project (self->view, b, &points[2], &points[3]);
    return 2;
  }
  // If the points are almost one above the other, the rope hangs in a fold with a visible width.
  if (h < 0.04 * length) {
    const double depth = MIN (0.0, v) - 0.5 * (length - fabs (v));
    double low[3];

    for (int d = 0; d < 3; d++)
      low[d] = a[d] + 0.5 * level[d] + depth * up[d];
    lw_view_project (self->view, low, &points[2], &points[3]);
    lw_view_project (self->view, b, &points[4], &points[5]);
    return 3;
  }
  catenary (length, h, v, heights, ARC_POINTS);
  for (int i = 1; i < ARC_POINTS; i++) {
    double world[3];

    for (int d = 0; d < 3; d++)
      world[d] = a[d] + level[d] * i / (ARC_POINTS - 1) + heights[i] * up[d];
    lw_view_project (self->view, world, &points[2 * i], &points[2 * i + 1]);
  }
  return ARC_POINTS;
}
