// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Picking: each element has a distance in px from the point to its symbol, 0 or less inside. The
// distances use the sizes of the symbols, not their strokes.

#include "lw-pick.h"

#include <math.h>

#include "lw-coupling-paths-private.h"
#include "lw-dimensions-private.h"

#define RAIL_OVERHANG 1.5 ///< length of a rail beyond the range of its block, in link widths
#define HATCH_AWAY 5.0    ///< px, between a rail and the hatch of the ground
#define TRACER_RADIUS 4.5
#define MOMENT_RADIUS 28.0
#define ARROW_LONGEST 160.0
#define CIRCLE_CORNERS 24
#define HATCH_DEPTH 8.0
/// In parts of the typical link length, as joints are drawn in the spatial view.
#define SPATIAL_JOINT_RADIUS 0.08
#define SPATIAL_BAR_HALF 0.045

/// An element within reach.
typedef struct
{
  LwElementRef ref;
  int layer;
  double distance; ///< px, 0 inside
  double depth;
} Offer;

typedef struct
{
  LwScene *scene;
  MbdState *state;
  const LwView *view;
  double w; ///< px, link width
  double x, y;
  double reach;
  LwSceneFrame frame; ///< frame for computing the places of symbols

  GArray *all; ///< array of Offer, all elements within reach; NULL if only the best is required
  int layer;
  // Best element so far of the current layer.
  LwElementRef found;
  double distance;
  double depth;
} Pick;

static void
project_body_point (const Pick *self, int body, const double point[3], double *x, double *y)
{
  double world[3];

  mbd_state_body_point (self->state, body, point, world, NULL, NULL);
  lw_view_project (self->view, world, x, y);
}

static double
distance_to_segment (const Pick *self, double x1, double y1, double x2, double y2)
{
  const double dx = x2 - x1, dy = y2 - y1, square = dx * dx + dy * dy;
  const double along =
    square > 0.0 ? CLAMP (((self->x - x1) * dx + (self->y - y1) * dy) / square, 0.0, 1.0) : 0.0;

  return hypot (self->x - x1 - along * dx, self->y - y1 - along * dy);
}

/// Returns the distance to a closed outline: negative inside.
static double
distance_to_polygon (const Pick *self, const double *points, size_t n)
{
  double nearest = INFINITY;
  bool inside = false;

  for (size_t i = 0, k = n - 1; i < n; k = i++) {
    const double *a = &points[2 * i], *b = &points[2 * k];

    nearest = MIN (nearest, distance_to_segment (self, a[0], a[1], b[0], b[1]));
    if ((a[1] > self->y) != (b[1] > self->y)
        && self->x < (b[0] - a[0]) * (self->y - a[1]) / (b[1] - a[1]) + a[0])
      inside = !inside;
  }
  return inside ? -nearest : nearest;
}

static double
distance_to_hull (const Pick *self, double *points, size_t n, double radius)
{
  g_autofree double *hull = g_new (double, 4 * n + 2);
  const size_t m = lw_convex_hull (points, n, hull);

  return distance_to_polygon (self, hull, m) - radius;
}

/// Records the element if it is nearer than the one found so far; of two that contain the point,
/// the one in front.
static void
offer (Pick *self, LwSelectionKind kind, int id, double distance, double depth)
{
  const double clipped = MAX (distance, 0.0);
  const double best = MAX (self->distance, 0.0);

  // This comparison also rejects a pose or a pointer that is NaN.
  if (!(distance <= self->reach))
    return;
  if (self->all != NULL) {
    const Offer offer = { { kind, id }, self->layer, clipped, depth };

    g_array_append_val (self->all, offer);
  }
  if (self->found.kind != LW_SELECTION_NONE
      && (clipped > best || (clipped >= best && depth < self->depth)))
    return;
  self->found = (LwElementRef){ kind, id };
  self->distance = distance;
  self->depth = depth;
}

// ---- joints and tracers ----------------------------------------------------------------------

/// Returns the distance to the block of a slider, or to the pin in its slot.
static double
distance_to_slide (const Pick *self, const LwSceneJoint *joint, double x, double y)
{
  const MbdCouplingDef *def = &joint->coupling->def;
  double tip[3], x1, y1, x2, y2, angle, along, across;

  if (lw_joint_looks[joint->kind].is_slot && joint->bodies[0] != 0)
    return hypot (self->x - x, self->y - y) - 0.31 * self->w;
  for (int d = 0; d < 3; d++)
    tip[d] = def->frame_a.point[d] + joint->slide_axis[d];
  project_body_point (self, joint->bodies[0], def->frame_a.point, &x1, &y1);
  project_body_point (self, joint->bodies[0], tip, &x2, &y2);
  angle = atan2 (y2 - y1, x2 - x1);
  along = fabs ((self->x - x) * cos (angle) + (self->y - y) * sin (angle)) - 0.75 * self->w;
  across = fabs ((self->y - y) * cos (angle) - (self->x - x) * sin (angle)) - 0.45 * self->w;
  if (along <= 0.0 || across <= 0.0)
    return MAX (along, across);
  return hypot (along, across);
}

/// Offers a joint by its rail, a line with the hatch of the ground beside it.
static void
pick_rail (Pick *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = &joint->coupling->def;
  const double away = HATCH_AWAY + 0.45 * self->w;
  double tip[3], x, y, x1, y1, low, high, dx, dy, length, distance;

  if (joint->pin_bodies == 0 || !lw_joint_kind_slides (joint->kind)
      || (lw_joint_looks[joint->kind].is_slot && joint->bodies[0] != 0))
    return;
  for (int d = 0; d < 3; d++)
    tip[d] = def->frame_a.point[d] + joint->slide_axis[d];
  project_body_point (self, joint->bodies[0], def->frame_a.point, &x, &y);
  project_body_point (self, joint->bodies[0], tip, &x1, &y1);
  length = hypot (x1 - x, y1 - y);
  if (!(length > 0.0))
    return;
  dx = (x1 - x) / length;
  dy = (y1 - y) / length;
  low = joint->slide_low * self->view->scale - RAIL_OVERHANG * self->w;
  high = joint->slide_high * self->view->scale + RAIL_OVERHANG * self->w;
  distance = distance_to_segment (self, x + low * dx, y + low * dy, x + high * dx, y + high * dy);
  if (joint->bodies[0] == 0) {
    const double side = joint->rail_below ? away : -away;

    x -= side * dy;
    y += side * dx;
    distance = MIN (distance, distance_to_segment (self, x + low * dx, y + low * dy, x + high * dx,
                                                   y + high * dy));
  }
  offer (self, LW_SELECTION_COUPLING, joint->coupling->element.id, distance, 0.0);
}

/// Returns the distance to the slot of a pin.
static double
distance_to_curve (const Pick *self, const LwSceneJoint *joint)
{
  g_autoptr (GArray) line = lw_scene_curve_polyline (self->scene, joint, self->state, self->view);
  const double *at = (const double *) (const void *) line->data;
  double distance = INFINITY;

  for (guint i = 0; i + 1 < line->len; i++, at += 2)
    distance = MIN (distance, distance_to_segment (self, at[0], at[1], at[2], at[3]));
  return distance - 0.31 * self->w;
}

static void
pick_joint (Pick *self, const LwSceneJoint *joint)
{
  double a[3], b[3], x, y, distance;

  // A pin of several bodies is drawn, and selected, by one of its couplings.
  if (!lw_joint_kind_is_joint (joint->kind) || joint->pin_bodies == 0)
    return;
  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &x, &y);
  distance = hypot (self->x - x, self->y - y);
  if (self->view->spatial)
    distance -= SPATIAL_JOINT_RADIUS * MAX (self->scene->median_length * self->view->scale, 60.0);
  else if (lw_joint_kind_slides (joint->kind))
    distance = distance_to_slide (self, joint, x, y);
  else if (lw_scene_frame_shows_compliance (&self->frame, joint))
    distance -= 0.78 * self->w;
  else if (lw_joint_looks[joint->kind].follows_curve)
    distance =
      MIN (distance - lw_joint_looks[joint->kind].reach * self->w, distance_to_curve (self, joint));
  else
    distance -= lw_joint_looks[joint->kind].reach * self->w + 3.0 * MAX (0, joint->pin_bodies - 2);
  offer (self, LW_SELECTION_COUPLING, joint->coupling->element.id, distance,
         lw_view_depth (self->view, b));
}

static double
distance_to_path (const Pick *self, const double *points, size_t n, bool closed)
{
  double nearest = INFINITY;

  for (size_t i = 0; i + (closed ? 0 : 1) < n; i++) {
    const double *a = &points[2 * i], *b = &points[2 * ((i + 1) % n)];

    nearest = MIN (nearest, distance_to_segment (self, a[0], a[1], b[0], b[1]));
  }
  return nearest;
}

/// Return the distance to the symbol of a coupling at (x, y), px: to the arrow of a drive and its
/// letter, the track between end stops and the stops, and the marks of angles and contacts.
static double
distance_to_drive (Pick *self, const LwSceneJoint *joint, double x, double y)
{
  double points[2 * LW_PATH_POINTS];
  const size_t n = lw_scene_frame_drive_path (&self->frame, joint, points);

  if (n == 0)
    return INFINITY;
  return MIN (distance_to_path (self, points, n, false) - 2.0,
              hypot (self->x - points[0], self->y - points[1])
                - (lw_coupling_get_kind (joint->coupling)->is_spring ? 2.0 : 7.0));
}

static double
distance_to_limit (Pick *self, const LwSceneJoint *joint, double x, double y)
{
  double points[2 * LW_PATH_POINTS], distance;
  LwStopPlace stops[2];
  int n_stops = 0;
  const size_t n = lw_scene_frame_stop_track (&self->frame, joint, points, stops, &n_stops);

  distance = distance_to_path (self, points, n, false) - 1.0;
  for (int i = 0; i < n_stops; i++)
    distance = MIN (distance, hypot (self->x - stops[i].x, self->y - stops[i].y) - stops[i].half);
  return distance;
}

static double
distance_to_friction (Pick *self, const LwSceneJoint *joint, double x, double y)
{
  return fabs (hypot (self->x - x, self->y - y) - LW_FRICTION_RADIUS * self->w) - 1.0;
}

static double
distance_to_mark (Pick *self, const LwSceneJoint *joint, double x, double y)
{
  return hypot (self->x - x, self->y - y) - 0.5 * self->w;
}

static double (*const distances[LW_JOINT_KINDS]) (Pick *self,
                                                  const LwSceneJoint *joint,
                                                  double x,
                                                  double y) = {
  [LW_JOINT_DRIVE] = distance_to_drive,       [LW_JOINT_LIMIT] = distance_to_limit,
  [LW_JOINT_FRICTION] = distance_to_friction, [LW_JOINT_ANGLE] = distance_to_mark,
  [LW_JOINT_CONTACT] = distance_to_mark,
};

/// Beside a joint the nearer one is taken; on its ring always the joint.
static void
pick_coupling (Pick *self, const LwSceneJoint *joint)
{
  double a[3], b[3], x, y;

  if (distances[joint->kind] == NULL)
    return;
  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &x, &y);
  offer (self, LW_SELECTION_COUPLING, joint->coupling->element.id,
         distances[joint->kind](self, joint, x, y), -INFINITY);
}

static void
pick_tracer (Pick *self, const LwSceneTrace *trace)
{
  double world[3], x, y;

  mbd_state_body_point (self->state, trace->body, trace->tracer->point, world, NULL, NULL);
  lw_view_project (self->view, world, &x, &y);
  offer (self, LW_SELECTION_TRACER, trace->tracer->element.id,
         hypot (self->x - x, self->y - y) - TRACER_RADIUS, lw_view_depth (self->view, world));
}

static void
pick_measure (Pick *self, const LwSceneMeasure *measure)
{
  LwDimension dimension;

  if (lw_scene_frame_find_measurement (&self->frame, measure, &dimension))
    offer (self, LW_SELECTION_MEASUREMENT, measure->measurement->element.id,
           lw_dimension_distance (&dimension, self->x, self->y), -INFINITY);
}

// ---- rods, springs, loads --------------------------------------------------------------------

static void
pick_line (Pick *self,
           LwSelectionKind kind,
           int id,
           const double a[3],
           const double b[3],
           double half)
{
  double x1, y1, x2, y2;

  lw_view_project (self->view, a, &x1, &y1);
  lw_view_project (self->view, b, &x2, &y2);
  offer (self, kind, id, distance_to_segment (self, x1, y1, x2, y2) - half,
         0.5 * (lw_view_depth (self->view, a) + lw_view_depth (self->view, b)));
}

/// Picks a force along its arrow, a torque on its arc.
static void
pick_load (Pick *self, const LwSceneForce *force)
{
  const double scale = lw_scene_get_scale (self->scene, LW_ARROW_LOAD);
  double a[3], b[3], x, y, dx, dy, length, part;
  MbdWrench wrench;

  mbd_state_force_points (self->state, force->index, a, b);
  mbd_state_force_wrench (self->state, force->index, 1, &wrench);
  lw_view_project (self->view, b, &x, &y);
  lw_view_project_vector (self->view, wrench.force, &dx, &dy);
  length = hypot (dx, dy);
  if (length > 0.0) {
    part = MIN (length / self->view->scale * scale, ARROW_LONGEST) / length;
    offer (self, LW_SELECTION_FORCE, force->force->element.id,
           distance_to_segment (self, x, y, x + part * dx, y + part * dy) - 4.0,
           lw_view_depth (self->view, b));
  } else if (wrench.moment[0] != 0.0 || wrench.moment[1] != 0.0 || wrench.moment[2] != 0.0) {
    offer (self, LW_SELECTION_FORCE, force->force->element.id,
           fabs (hypot (self->x - x, self->y - y) - MOMENT_RADIUS) - 3.0,
           lw_view_depth (self->view, b));
  } else {
    // The load is zero at this time, but the element exists.
    offer (self, LW_SELECTION_FORCE, force->force->element.id,
           hypot (self->x - x, self->y - y) - 4.0, lw_view_depth (self->view, b));
  }
}

/// Picks a force element by its symbol, or by its arrow.
static void
pick_force (Pick *self, const LwSceneForce *force)
{
  const LwForceLook *look = &lw_force_looks[lw_family_of (force->force->def.class_)->id];
  const int id = force->force->element.id;
  double ends[2][3], x, y;

  if (look->draw == NULL) {
    pick_load (self, force);
    return;
  }
  mbd_state_force_points (self->state, force->index, ends[0], ends[1]);
  for (int i = 0; i < 2; i++)
    if (look->ring[i] > 0.0) {
      lw_view_project (self->view, ends[i], &x, &y);
      offer (self, LW_SELECTION_FORCE, id,
             hypot (self->x - x, self->y - y) - look->ring[i] * self->w,
             lw_view_depth (self->view, ends[i]));
    }
  if (look->line > 0.0 || look->line_px > 0.0)
    pick_line (self, LW_SELECTION_FORCE, id, ends[0], ends[1],
               look->line * self->w + look->line_px);
}

/// Picks the pitch circles of a gear and its path.
static void
pick_gear (Pick *self, const LwSceneJoint *joint)
{
  const LwGearSymbol *symbol = joint->gear;
  const GArray *wheels = self->scene->wheels;
  double points[2 * LW_PATH_POINTS], distance = INFINITY;

  for (int i = 0; i < 2 && symbol->has_pitch_circles; i++)
    if (joint->wheels[i] >= 0) {
      LwWheelPlace place;

      lw_scene_frame_place_wheel (&self->frame,
                                  &g_array_index (wheels, LwSceneWheel, joint->wheels[i]), &place);
      for (int k = 0; k < 48; k++) {
        const double turn = 2.0 * G_PI * k / 48.0;

        points[2 * k] =
          place.x + place.radius * (cos (turn) * place.u[0] + sin (turn) * place.v[0]);
        points[2 * k + 1] =
          place.y + place.radius * (cos (turn) * place.u[1] + sin (turn) * place.v[1]);
      }
      distance = MIN (distance, distance_to_path (self, points, 48, true) - 3.0);
    }
  if (symbol->path != NULL) {
    const size_t n = symbol->path (&self->frame, joint, points);
    const double reach = symbol->reach + symbol->reach_in_sizes * self->w;

    distance = MIN (distance, distance_to_path (self, points, n, symbol->is_closed) - reach);
  }
  offer (self, LW_SELECTION_COUPLING, joint->coupling->element.id, distance, -INFINITY);
}

/// Picks a rod; a slack one along its hanging curve.
static void
pick_rod (Pick *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  double a[3], b[3], points[2 * LW_PATH_POINTS];
  bool slack;
  size_t n;

  mbd_state_coupling_points (self->state, joint->index, a, b);
  if (lw_coupling_only_pulls (def) && !lw_scene_frame_is_broken (&self->frame, joint)) {
    n = lw_scene_frame_slack_path (&self->frame, joint, points, &slack);
    offer (self, LW_SELECTION_COUPLING, joint->coupling->element.id,
           distance_to_path (self, points, n, false) - 3.0, lw_view_depth (self->view, b));
    return;
  }
  pick_line (self, LW_SELECTION_COUPLING, joint->coupling->element.id, a, b,
             def->function != NULL ? 0.3 * self->w : 3.0);
}

/// Couplings that are lines, below the joints.
static void (*const pick_of_joint[LW_JOINT_KINDS]) (Pick *self, const LwSceneJoint *joint) = {
  [LW_JOINT_ROD] = pick_rod,
  [LW_JOINT_PIN_BALL] = pick_rod,
  [LW_JOINT_OTHER] = pick_rod,
  [LW_JOINT_GEAR] = pick_gear,
};

static void
pick_forces (Pick *self)
{
  const LwScene *scene = self->scene;

  for (guint i = 0; i < scene->n_joints; i++)
    if (pick_of_joint[scene->joints[i].kind] != NULL)
      pick_of_joint[scene->joints[i].kind](self, &scene->joints[i]);
  for (guint i = 0; i < scene->n_forces; i++)
    pick_force (self, &scene->forces[i]);
}

// ---- bodies ----------------------------------------------------------------------------------

/// Computes a circle or box as a polygon on the screen; returns the number of its corners.
static size_t
flat_shape (const Pick *self, const LwSceneBody *body, double *points)
{
  static const double signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };
  const LwShape *shape = &body->body->shape;
  const bool round = shape->kind == LW_SHAPE_DISC;
  const size_t n = round ? CIRCLE_CORNERS : 4;

  for (size_t i = 0; i < n; i++) {
    const double angle = 2.0 * G_PI * (double) i / (double) n;
    const double point[3] = {
      shape->centre[0]
        + (round ? shape->size[0] * cos (angle) : 0.5 * signs[i % 4][0] * shape->size[0]),
      shape->centre[1]
        + (round ? shape->size[0] * sin (angle) : 0.5 * signs[i % 4][1] * shape->size[1]),
      shape->centre[2],
    };

    project_body_point (self, body->index, point, &points[2 * i], &points[2 * i + 1]);
  }
  return n;
}

/// Returns the distance to a box in space: to the hull of its eight corners.
static double
distance_to_spatial_box (const Pick *self, const LwSceneBody *body)
{
  const LwShape *shape = &body->body->shape;
  double points[16];

  for (int i = 0; i < 8; i++) {
    const double point[3] = {
      shape->centre[0] + (i & 1 ? 0.5 : -0.5) * shape->size[0],
      shape->centre[1] + (i & 2 ? 0.5 : -0.5) * shape->size[1],
      shape->centre[2] + (i & 4 ? 0.5 : -0.5) * shape->size[2],
    };

    project_body_point (self, body->index, point, &points[2 * i], &points[2 * i + 1]);
  }
  return distance_to_hull (self, points, 8, 0.0);
}

/// Returns the distance to a link: to its hull in the plane, to bars from point to point in space.
static double
distance_to_link (const Pick *self, const LwSceneBody *body, double *points)
{
  const double half = MAX (SPATIAL_BAR_HALF * self->scene->median_length * self->view->scale, 2.0);
  double nearest = INFINITY;

  if (!self->view->spatial)
    return distance_to_hull (self, points, body->n_points, 0.5 * self->w);
  for (guint i = 0; i < body->n_points; i++) {
    const double *a = &points[2 * i], *b = &points[2 * ((i + 1) % body->n_points)];

    nearest = MIN (nearest, distance_to_segment (self, a[0], a[1], b[0], b[1]));
  }
  return nearest - (body->n_points == 1 ? 1.6 : 1.0) * half;
}

/// Returns the distance to an infinite line with the strip of its hatch.
static double
distance_to_half_plane (const Pick *self, const double *points)
{
  const double dx = points[2] - points[0], dy = points[3] - points[1];
  const double length = hypot (dx, dy);
  const double behind =
    length > 0.0 ? ((self->y - points[1]) * dx - (self->x - points[0]) * dy) / length : INFINITY;

  return MAX (-behind, behind - HATCH_DEPTH);
}

static void
pick_body (Pick *self, const LwSceneBody *body, guint order)
{
  const LwShape *shape = &body->body->shape;
  double corners[2 * CIRCLE_CORNERS], world[3], distance = INFINITY;
  g_autofree double *points = NULL;

  if (body->hidden)
    return;
  points = g_new (double, 2 * body->n_points + 2);
  for (guint k = 0; k < body->n_points; k++)
    project_body_point (self, body->index, &body->points[3 * k], &points[2 * k],
                        &points[2 * k + 1]);
  switch (shape->kind) {
  case LW_SHAPE_LINK:
    if (body->is_half_plane)
      distance = distance_to_half_plane (self, points);
    else if (body->n_points > 0 && !(body->is_block && !self->view->spatial))
      distance = distance_to_link (self, body, points);
    break;
  case LW_SHAPE_POLYGON:
    if (body->n_points > 0)
      distance = distance_to_polygon (self, points, body->n_points);
    break;
  case LW_SHAPE_BOX:
    distance = self->view->spatial && shape->size[2] > 0.0
                 ? distance_to_spatial_box (self, body)
                 : distance_to_polygon (self, corners, flat_shape (self, body, corners));
    break;
  case LW_SHAPE_DISC:
    distance = distance_to_polygon (self, corners, flat_shape (self, body, corners));
    break;
  }
  mbd_state_body_point (self->state, body->index, body->body->def.centre_of_mass, world, NULL,
                        NULL);
  // In the plane the body drawn last is on top.
  offer (self, LW_SELECTION_BODY, body->body->element.id, distance,
         self->view->spatial ? lw_view_depth (self->view, world) : (double) order);
}

static int
compare_offers (const void *first, const void *second)
{
  const Offer *a = first;
  const Offer *b = second;

  if (a->layer != b->layer)
    return a->layer - b->layer;
  if (a->distance != b->distance)
    return a->distance < b->distance ? -1 : 1;
  return a->depth > b->depth ? -1 : a->depth < b->depth;
}

/// Finds the elements under the point: joints and tracers on top, then forces and measurements,
/// then bodies, then rails. Without a list for all of them, stops at the first layer with an element.
static void
look (Pick *pick, LwScene *scene, MbdState *state, const LwView *view)
{
  pick->scene = scene;
  pick->state = state;
  pick->view = view;
  pick->w = lw_scene_link_width_px (scene, view);
  pick->distance = INFINITY;
  pick->frame = (LwSceneFrame){ .scene = scene, .state = state, .view = view, .brush.w = pick->w };

  for (guint i = 0; i < scene->n_joints; i++)
    if (lw_joint_kind_is_joint (scene->joints[i].kind))
      pick_joint (pick, &scene->joints[i]);
    else
      pick_coupling (pick, &scene->joints[i]);
  for (guint i = 0; i < scene->n_traces; i++)
    pick_tracer (pick, &scene->traces[i]);
  if (pick->all == NULL && pick->found.kind != LW_SELECTION_NONE)
    return;
  pick->layer++;
  pick_forces (pick);
  for (guint i = 0; i < scene->n_measures; i++)
    pick_measure (pick, &scene->measures[i]);
  if (pick->all == NULL && pick->found.kind != LW_SELECTION_NONE)
    return;
  pick->layer++;
  for (guint i = 0; i < scene->n_bodies; i++)
    pick_body (pick, &scene->bodies[i], i);
  if (view->spatial || (pick->all == NULL && pick->found.kind != LW_SELECTION_NONE))
    return;
  pick->layer++;
  for (guint i = 0; i < scene->n_joints; i++)
    pick_rail (pick, &scene->joints[i]);
}

/// Appends an element; a slider is found by its block and by its rail.
static void
append_once (GArray *refs, LwElementRef ref)
{
  for (guint i = 0; i < refs->len; i++) {
    const LwElementRef *other = &g_array_index (refs, LwElementRef, i);

    if (other->kind == ref.kind && other->id == ref.id)
      return;
  }
  g_array_append_val (refs, ref);
}

GArray *
lw_scene_pick_all (LwScene *self,
                   MbdState *state,
                   const LwView *view,
                   double x,
                   double y,
                   double reach)
{
  GArray *refs = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  g_autoptr (GArray) offers = g_array_new (FALSE, FALSE, sizeof (Offer));
  Pick pick = { .x = x, .y = y, .reach = reach, .all = offers };

  look (&pick, self, state, view);
  g_array_sort (offers, compare_offers);
  for (guint i = 0; i < offers->len; i++)
    append_once (refs, g_array_index (offers, Offer, i).ref);
  return refs;
}

bool
lw_scene_pick (LwScene *self,
               MbdState *state,
               const LwView *view,
               double x,
               double y,
               double reach,
               LwElementRef *found)
{
  Pick pick = { .x = x, .y = y, .reach = reach };

  look (&pick, self, state, view);
  *found = pick.found;
  return found->kind != LW_SELECTION_NONE;
}

static bool
locate_measurement (const LwScene *self, MbdState *state, int id, double point[3])
{
  const LwMeasurement *found = lw_mechanism_find_measurement (self->mechanism, id);
  double points[LW_MEASUREMENT_POINTS][3];

  if (found == NULL || !lw_measurement_get_points (found, state, points, NULL))
    return false;
  for (int d = 0; d < 3; d++) {
    point[d] = 0;
    for (guint i = 0; i < found->n_points; i++)
      point[d] += points[i][d] / found->n_points;
  }
  return true;
}

bool
lw_scene_find_length (LwScene *self,
                      MbdState *state,
                      const LwView *view,
                      const LwDrawOptions *options,
                      double x,
                      double y,
                      double reach,
                      int *body)
{
  const LwSceneFrame frame = {
    .scene = self,
    .state = state,
    .view = view,
    .options = options,
    .brush.w = lw_scene_link_width_px (self, view),
  };

  for (guint i = 0; i < self->n_bodies; i++) {
    LwDimension dimension;

    if (lw_scene_frame_shows_length (&frame, &self->bodies[i])
        && lw_scene_frame_find_length (&frame, &self->bodies[i], &dimension)
        && lw_dimension_distance (&dimension, x, y) <= reach) {
      *body = self->bodies[i].body->element.id;
      return true;
    }
  }
  return false;
}

bool
lw_scene_locate (LwScene *self, MbdState *state, const LwElementRef *element, double point[3])
{
  double a[3], b[3];

  switch (element->kind) {
  case LW_SELECTION_BODY:
    for (guint i = 0; i < self->n_bodies; i++)
      if (self->bodies[i].body->element.id == element->id) {
        mbd_state_body_point (state, self->bodies[i].index,
                              self->bodies[i].body->def.centre_of_mass, point, NULL, NULL);
        return true;
      }
    return false;
  case LW_SELECTION_COUPLING:
    for (guint i = 0; i < self->n_joints; i++)
      if (self->joints[i].coupling->element.id == element->id) {
        mbd_state_coupling_points (state, self->joints[i].index, a, b);
        for (int d = 0; d < 3; d++)
          point[d] = lw_joint_kind_is_line (self->joints[i].kind) ? 0.5 * (a[d] + b[d]) : b[d];
        return true;
      }
    return false;
  case LW_SELECTION_FORCE:
    for (guint i = 0; i < self->n_forces; i++)
      if (self->forces[i].force->element.id == element->id) {
        mbd_state_force_points (state, self->forces[i].index, a, b);
        for (int d = 0; d < 3; d++)
          point[d] = 0.5 * (a[d] + b[d]);
        return true;
      }
    return false;
  case LW_SELECTION_TRACER:
    for (guint i = 0; i < self->n_traces; i++)
      if (self->traces[i].tracer->element.id == element->id) {
        mbd_state_body_point (state, self->traces[i].body, self->traces[i].tracer->point, point,
                              NULL, NULL);
        return true;
      }
    return false;
  case LW_SELECTION_MEASUREMENT:
    return locate_measurement (self, state, element->id, point);
  case LW_SELECTION_NONE:
    break;
  }
  return false;
}
