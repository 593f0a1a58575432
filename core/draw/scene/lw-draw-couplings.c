// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws couplings that are not joints (rods and ropes, drives, end stops, angles, contacts) and the
// states of all couplings: compliant, broken, redundant. Plane and space are drawn alike.

#include "lw-coupling-paths-private.h"

#include <math.h>

#define ANGLE_POINTS 24
/// Longest arrow of a free motion, px.
#define FREE_MOTION_LENGTH 52.0
/// Length of a stub of a broken line, in parts of the line's length.
#define STUB 0.3

bool
lw_scene_frame_is_broken (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  return mbd_state_coupling_flags (self->state, joint->index).broken;
}

static bool
is_compliant (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  double stiffness, damping;

  for (int row = 0; row < mbd_model_coupling_rows (self->scene->model, joint->index); row++)
    if (mbd_state_compliance (self->state, joint->index, row, &stiffness, &damping))
      return true;
  return false;
}

bool
lw_scene_frame_shows_compliance (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  return !self->view->spatial && lw_joint_looks[joint->kind].shows_compliance
         && !lw_brush_is_tiny (&self->brush) && is_compliant (self, joint);
}

// ---- along a line ----------------------------------------------------------------------------

/// Draws two stubs with free ends.
static void
draw_broken_line (const LwSceneFrame *self,
                  const LwSceneJoint *joint,
                  const double ends[4],
                  LwSymbolState symbol_state)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const double dx = ends[2] - ends[0], dy = ends[3] - ends[1], length = hypot (dx, dy);
  const double stub = MIN (STUB * def->length * self->view->scale, 0.42 * length);
  const double part = length > 0.0 ? stub / length : 0.0;
  const double width = lw_brush_stroke (&self->brush, lw_coupling_only_pulls (def) ? 2.0 : 3.0);

  lw_symbol_broken_line (&self->brush, ends[0], ends[1], part * dx, part * dy, width, symbol_state);
  lw_symbol_broken_line (&self->brush, ends[2], ends[3], -part * dx, -part * dy, width,
                         symbol_state);
}

static void
draw_rod (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const double largest = self->scene->largest[LW_ARROW_REACTION];
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  double a[3], b[3], ends[4], points[2 * LW_PATH_POINTS], tension = 0.0, gap = 0.0, part;
  bool slack;
  size_t n;

  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, a, &ends[0], &ends[1]);
  lw_view_project (self->view, b, &ends[2], &ends[3]);
  if (lw_family_of (def->class_)->has_pulleys)
    lw_scene_frame_draw_pulleys (self, joint);
  else if (!lw_scene_frame_sees (self, ends[0], ends[1], ends[2], ends[3]))
    return;
  if (lw_scene_frame_is_broken (self, joint)) {
    draw_broken_line (self, joint, ends, symbol_state);
    return;
  }
  if (self->options->solved && self->options->tension)
    tension = mbd_state_tension (self->state, joint->index);
  if (!(fabs (tension) > 1e-6 * largest))
    tension = 0.0;
  part = largest > 0.0 ? fabs (tension) / largest : 0.0;
  if (lw_coupling_only_pulls (def)) {
    n = lw_scene_frame_slack_path (self, joint, points, &slack);
    lw_symbol_rope (&self->brush, points, n, slack, tension, part, symbol_state);
  } else if (lw_coupling_only_pushes (def)) {
    double length = 0.0;

    mbd_state_gap (self->state, joint->index, &gap, NULL);
    for (int d = 0; d < 3; d++)
      length += (b[d] - a[d]) * (b[d] - a[d]);
    length = sqrt (length);
    lw_symbol_strut (&self->brush, ends[0], ends[1], ends[2], ends[3],
                     length > 0.0 ? 1.0 - MAX (gap, 0.0) / length : 1.0, tension, part,
                     symbol_state);
  } else if (def->function != NULL) {
    lw_symbol_actuator (&self->brush, ends[0], ends[1], ends[2], ends[3], tension, part,
                        symbol_state);
  } else {
    lw_symbol_rod (&self->brush, ends[0], ends[1], ends[2], ends[3], tension, part, symbol_state);
  }
}

static void
draw_pin_ball (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  LwScreenFrame p, s;

  lw_scene_frame_place (self, joint->bodies[0], &def->frame_a, &p);
  lw_scene_frame_place (self, joint->bodies[1], &def->frame_b, &s);
  if (!lw_scene_frame_sees (self, p.x, p.y, s.x, s.y))
    return;
  if (lw_scene_frame_is_broken (self, joint))
    draw_broken_line (self, joint, (const double[4]){ p.x, p.y, s.x, s.y }, symbol_state);
  else
    lw_symbol_pin_ball_rod (&self->brush, p.x, p.y, s.x, s.y, p.axis[2][0], p.axis[2][1],
                            symbol_state);
}

// ---- at a place ------------------------------------------------------------------------------

static void
draw_drive (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const bool position = def->level == MBD_LEVEL_POSITION;
  const int row = mbd_model_coupling_first_row (self->scene->model, joint->index);
  LwDriveSign sign = {
    .letter = !position                                    ? "M"
              : def->coordinate[0] == MBD_COORDINATE_ANGLE ? "φ"
                                                           : "s",
    .position = position,
    .rigid = !isfinite (def->effort_limit),
  };
  double points[2 * LW_PATH_POINTS];
  const size_t n = lw_scene_frame_drive_path (self, joint, points);

  if (n == 0
      || !lw_scene_frame_sees (self, points[0], points[1], points[2 * n - 2], points[2 * n - 1]))
    return;
  if (lw_coupling_get_kind (joint->coupling)->is_spring) {
    lw_symbol_spiral (&self->brush, points, n, lw_scene_frame_joint_symbol_state (self, joint));
    return;
  }
  if (self->options->solved && !sign.rigid
      && mbd_model_coupling_rows (self->scene->model, joint->index) > 0) {
    const MbdRowRole role = mbd_state_row_role (self->state, row);

    sign.saturated = role == MBD_ROW_LOWER || role == MBD_ROW_UPPER;
  }
  lw_symbol_drive (&self->brush, points, n, &sign, lw_scene_frame_joint_symbol_state (self, joint));
}

static void
draw_limit (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  double points[2 * LW_PATH_POINTS];
  LwStopPlace stops[2];
  int n_stops;
  const size_t n = lw_scene_frame_stop_track (self, joint, points, stops, &n_stops);

  if (!lw_scene_frame_sees (self, points[0], points[1], points[2 * n - 2], points[2 * n - 1]))
    return;
  lw_symbol_stop_track (&self->brush, points, n, symbol_state);
  for (int i = 0; i < n_stops; i++)
    lw_symbol_stop (&self->brush, stops[i].x, stops[i].y, stops[i].angle, stops[i].half,
                    stops[i].touching, symbol_state);
}

/// Draws the legs of an angle: the x axes of both frames in the plane, the z axes in space.
static void
draw_angle (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const bool is_angle = !lw_family_of (def->class_)->is_joint;
  const bool crossed = !is_angle && (def->locked & (MBD_LOCK_RX | MBD_LOCK_RY)) == 0;
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  const double radius = self->brush.w * 1.05;
  double points[2 * (ANGLE_POINTS + 1)], cosine, angle;
  const double *first, *second;
  LwScreenFrame p, s;

  lw_scene_frame_place (self, joint->bodies[0], &def->frame_a, &p);
  lw_scene_frame_place (self, joint->bodies[1], &def->frame_b, &s);
  if (!lw_scene_frame_sees (self, s.x, s.y, s.x, s.y))
    return;
  first = self->view->spatial && is_angle ? p.axes[2] : p.axes[0];
  second = !self->view->spatial ? s.axes[0] : is_angle ? s.axes[2] : s.axes[1];
  cosine = first[0] * second[0] + first[1] * second[1] + first[2] * second[2];
  angle = acos (CLAMP (cosine, -1.0, 1.0));
  if (!(is_angle || (crossed && self->view->spatial)) || sin (angle) < 1e-3) {
    lw_symbol_parallel (&self->brush, s.x, s.y, atan2 (p.axis[0][1], p.axis[0][0]), symbol_state);
    return;
  }
  points[0] = s.x;
  points[1] = s.y;
  for (int i = 0; i < ANGLE_POINTS; i++) {
    const double t = angle * i / (ANGLE_POINTS - 1);
    double world[3], x, y;

    for (int d = 0; d < 3; d++)
      world[d] = (sin (angle - t) * first[d] + sin (t) * second[d]) / sin (angle);
    lw_view_project_vector (self->view, world, &x, &y);
    points[2 * i + 2] = s.x + radius * x / self->view->scale;
    points[2 * i + 3] = s.y + radius * y / self->view->scale;
  }
  lw_symbol_angle (&self->brush, points, ANGLE_POINTS + 1, fabs (cosine) < 1e-3, symbol_state);
}

static void
draw_contact (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  double a[3], b[3], x, y, normals[6];

  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  for (int i = 0; i < def->normal_count; i++) {
    lw_view_project_vector (self->view, def->normals[i], &normals[2 * i], &normals[2 * i + 1]);
    normals[2 * i] /= self->view->scale;
    normals[2 * i + 1] /= self->view->scale;
  }
  lw_symbol_point_contact (&self->brush, x, y, normals, (size_t) def->normal_count,
                           lw_scene_frame_joint_symbol_state (self, joint));
}

static void
draw_friction (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const bool slides = def->coordinate[0] != MBD_COORDINATE_ANGLE;
  const int axis = def->coordinate[0] == MBD_COORDINATE_SLIDE_Z ? 2 : 0;
  double a[3], b[3], x, y;
  LwScreenFrame place;

  // A slider has its friction at the block, not at the start of the rail.
  lw_scene_frame_place (self, joint->bodies[0], &def->frame_a, &place);
  if (def->coordinate[0] == MBD_COORDINATE_ARC)
    lw_scene_frame_turn_to_curve (self, joint, &place);
  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, &x, &y);
  if (lw_scene_frame_sees (self, x, y, x, y))
    lw_symbol_friction (&self->brush, x, y, atan2 (place.axes[axis][1], place.axes[axis][0]),
                        slides, lw_scene_frame_joint_symbol_state (self, joint));
}

/// Draws a coupling of another kind as a line between its two points.
static void
draw_other (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  double a[3], b[3], x1, y1, x2, y2;

  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, a, &x1, &y1);
  lw_view_project (self->view, b, &x2, &y2);
  if (!lw_scene_frame_sees (self, x1, y1, x2, y2))
    return;
  lw_symbol_link_line (&self->brush, x1, y1, x2, y2,
                       lw_scene_frame_joint_symbol_state (self, joint));
  lw_brush_end_ring (&self->brush, x1, y1, 0.2 * self->brush.w, self->palette->ink);
  lw_brush_end_ring (&self->brush, x2, y2, 0.2 * self->brush.w, self->palette->ink);
}

// ---- states ----------------------------------------------------------------------------------

/// Compute the position of the marks of a coupling, px: beside its joint, its arrow, or the middle of
/// its line. (*x, *y) is its point on the second body at first.
static void
mark_beside (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  *x += 0.62 * self->brush.w + 6.0;
  *y -= 0.62 * self->brush.w + 6.0;
}

static void
mark_line (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  double ends[4];

  lw_scene_frame_strand (self, joint, ends);
  *x = 0.5 * (ends[0] + ends[2]);
  *y = 0.5 * (ends[1] + ends[3]) - 12.0;
}

static void
mark_drive (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  double points[2 * LW_PATH_POINTS];
  const size_t n = lw_scene_frame_drive_path (self, joint, points);

  if (n == 0) {
    mark_beside (self, joint, x, y);
    return;
  }
  *x = points[2 * (n / 2)] + 10.0;
  *y = points[2 * (n / 2) + 1] + 10.0;
}

static void
mark_limit (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  double points[2 * LW_PATH_POINTS];
  LwStopPlace stops[2];
  int n_stops;
  const size_t n = lw_scene_frame_stop_track (self, joint, points, stops, &n_stops);

  *x = points[2 * (n / 2)];
  *y = points[2 * (n / 2) + 1] - 10.0;
}

static void
mark_gear (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  double ends[4];

  lw_scene_frame_gear_ends (self, joint, ends);
  *x = 0.5 * (ends[0] + ends[2]);
  *y = 0.5 * (ends[1] + ends[3]) - 0.6 * self->brush.w;
}

/// Drawing of a coupling that is not a joint.
typedef struct
{
  void (*draw_line) (const LwSceneFrame *self, const LwSceneJoint *joint); ///< below the joints
  /// round a joint, before those inside it
  void (*draw_round) (const LwSceneFrame *self, const LwSceneJoint *joint);
  void (*draw) (const LwSceneFrame *self, const LwSceneJoint *joint); ///< at a place
  /// place of its marks; NULL: beside its point
  void (*mark) (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y);
} Drawing;

static const Drawing drawings[LW_JOINT_KINDS] = {
  [LW_JOINT_ROD] = { .draw_line = draw_rod, .mark = mark_line },
  [LW_JOINT_PIN_BALL] = { .draw_line = draw_pin_ball, .mark = mark_line },
  [LW_JOINT_GEAR] = { .draw_line = lw_scene_frame_draw_gear, .mark = mark_gear },
  [LW_JOINT_LIMIT] = { .draw_round = draw_limit, .mark = mark_limit },
  [LW_JOINT_DRIVE] = { .draw = draw_drive, .mark = mark_drive },
  [LW_JOINT_ANGLE] = { .draw = draw_angle },
  [LW_JOINT_CONTACT] = { .draw = draw_contact },
  [LW_JOINT_FRICTION] = { .draw = draw_friction },
  [LW_JOINT_OTHER] = { .draw = draw_other, .mark = mark_line },
};

static void
mark_place (const LwSceneFrame *self, const LwSceneJoint *joint, double *x, double *y)
{
  double a[3], b[3];

  mbd_state_coupling_points (self->state, joint->index, a, b);
  lw_view_project (self->view, b, x, y);
  if (drawings[joint->kind].mark != NULL)
    drawings[joint->kind].mark (self, joint, x, y);
  else
    mark_beside (self, joint, x, y);
}

static void
draw_marks (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const LwDrawOptions *options = self->options;
  const MbdCouplingFlags flags = mbd_state_coupling_flags (self->state, joint->index);
  const bool redundant =
    flags.redundant || (options->redundant != NULL && options->redundant[joint->index]);
  const bool failed = options->failed != NULL && options->failed[joint->index];
  double x, y;

  if (joint->pin_bodies == 0 && lw_joint_kind_is_joint (joint->kind) && !flags.broken)
    return;
  mark_place (self, joint, &x, &y);
  if (!lw_scene_frame_sees (self, x, y, x, y))
    return;
  if (flags.broken && !lw_joint_kind_is_line (joint->kind)) {
    double a[3], b[3], cx, cy, ax, ay;

    mbd_state_coupling_points (self->state, joint->index, a, b);
    lw_view_project (self->view, b, &cx, &cy);
    lw_view_project (self->view, a, &ax, &ay);
    // The two halves may be apart: each has its own torn ring.
    if (lw_joint_looks[joint->kind].is_pin && hypot (ax - cx, ay - cy) > 2.0) {
      lw_symbol_pin (&self->brush, ax, ay, 2, LW_SYMBOL_STATE_DISABLED);
      lw_symbol_break (&self->brush, ax, ay, -0.6);
    }
    lw_symbol_break (&self->brush, cx, cy, -0.6);
  }
  if (flags.broken || (failed && !lw_joint_kind_is_joint (joint->kind)))
    lw_symbol_warning (&self->brush, x, y);
  else if (redundant)
    lw_symbol_redundant (&self->brush, x, y);
  else if (flags.enabled && is_compliant (self, joint) && self->brush.w >= 13.0
           && !lw_scene_frame_shows_compliance (self, joint)
           && !lw_coupling_get_kind (joint->coupling)->is_spring)
    lw_symbol_compliant (&self->brush, x, y);
}

void
lw_scene_frame_draw_lines (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;

  for (guint i = 0; i < scene->n_joints; i++)
    if (drawings[scene->joints[i].kind].draw_line != NULL)
      drawings[scene->joints[i].kind].draw_line (self, &scene->joints[i]);
}

void
lw_scene_frame_draw_couplings (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;

  // Draw the wider ones first so that they do not cut the ones inside them.
  for (guint i = 0; i < scene->n_joints; i++)
    if (drawings[scene->joints[i].kind].draw_round != NULL)
      drawings[scene->joints[i].kind].draw_round (self, &scene->joints[i]);
  for (guint i = 0; i < scene->n_joints; i++)
    if (drawings[scene->joints[i].kind].draw != NULL)
      drawings[scene->joints[i].kind].draw (self, &scene->joints[i]);
  for (guint i = 0; i < scene->n_joints; i++)
    draw_marks (self, &scene->joints[i]);
}

// ---- free motion -----------------------------------------------------------------------------

/// Walks over the velocities of the points of all bodies and sets `*largest` to the largest of
/// them. Draws them if the scale (px s/m) is not 0.
static void
walk_free_motion (const LwSceneFrame *self, double scale, double *largest)
{
  const LwScene *scene = self->scene;

  for (guint i = 0; i < scene->n_bodies; i++) {
    const LwSceneBody *body = &scene->bodies[i];
    const bool by_centre = body->n_points == 0;

    if (body->hidden)
      continue;
    for (guint k = 0; k < (by_centre ? 1 : body->n_points); k++) {
      const double *point = by_centre ? body->body->def.centre_of_mass : &body->points[3 * k];
      double world[3], velocity[3], x, y, dx, dy, size;

      mbd_state_body_point (scene->trace_state, body->index, point, world, velocity, NULL);
      size =
        sqrt (velocity[0] * velocity[0] + velocity[1] * velocity[1] + velocity[2] * velocity[2]);
      if (!isfinite (size))
        continue;
      *largest = MAX (*largest, size);
      // Points that hardly move are near the centre of rotation and get no arrow.
      if (!(scale > 0.0) || size < 0.02 * *largest)
        continue;
      lw_view_project (self->view, world, &x, &y);
      lw_view_project_vector (self->view, velocity, &dx, &dy);
      lw_symbol_arrow (&self->brush, LW_ARROW_VELOCITY, x, y, scale * dx, scale * dy);
    }
  }
}

void
lw_scene_frame_draw_free_motion (const LwSceneFrame *self)
{
  LwScene *scene = self->scene;
  double largest = 0.0;

  if (self->options->free_motion == NULL)
    return;
  mbd_state_take_model (scene->trace_state, mbd_state_model (self->state));
  mbd_state_set (scene->trace_state, mbd_state_time (self->state),
                 mbd_state_positions (self->state), self->options->free_motion);
  walk_free_motion (self, 0.0, &largest);
  if (largest > 0.0)
    walk_free_motion (self, FREE_MOTION_LENGTH / (largest * self->view->scale), &largest);
}
