// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws gears, which couple two coordinates: q2 = ratio q1 + offset. Two angles about different
// axes are meshing wheels, whose radii follow from the ratio and the distance, or pulleys with a
// belt. An angle and a displacement are a pinion with its rack, or a thread. Other pairs are joined
// by a line. Wheels turn with their bodies; their teeth are placed once, so that they mesh at the
// start.

#include "lw-coupling-paths-private.h"

#include <math.h>

#include "lw-gearing.h"

/// Teeth of the smaller wheel: the smallest number for which the other wheel has an integer number
/// too.
#define LEAST_TEETH 12
#define MOST_TEETH 26
/// Wheels larger than this, in parts of their distance, are drawn as a belt: they hardly turn
/// against each other.
#define LARGEST_WHEEL 4.0
/// Axes closer than this, in parts of the size of the mechanism, count as the same.
#define SAME_AXIS 1e-6
#define BELT_AWAY 2.5 ///< px outside the wheel
#define WRAP_POINTS 40
#define RACK_HALF 0.5 ///< least half length, in parts of the typical link length
#define RACK_TEETH 44

typedef struct
{
  int body; ///< model index of the wheel
  const MbdFrame *frame;
  double sense; ///< -1 if the wheel is the predecessor
  double centre[3], axis[3];
} Pair;

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross (const double a[3], const double b[3], double out[3])
{
  out[0] = a[1] * b[2] - a[2] * b[1];
  out[1] = a[2] * b[0] - a[0] * b[2];
  out[2] = a[0] * b[1] - a[1] * b[0];
}

static int
body_at (const LwSceneFrame *self, int id)
{
  return id == MBD_GROUND ? 0 : mbd_model_body_by_id (self->scene->model, id);
}

/// Finds the wheel of a pair: the body that the other pair does not contain. A carrier is in both
/// pairs.
static void
find_pair (const LwSceneFrame *frame, const MbdCouplingDef *def, int which, Pair *pair)
{
  const MbdFrame *const frames[4] = { &def->frame_a, &def->frame_b, &def->frame_c, &def->frame_d };
  const int ids[4] = { def->body_a, def->body_b, def->body_c, def->body_d };
  const int *own = &ids[2 * which], *other = &ids[2 * (1 - which)];
  const int wheel = own[1] == MBD_GROUND || own[1] == other[0] || own[1] == other[1] ? 0 : 1;
  const int chosen = own[wheel] == MBD_GROUND ? 1 - wheel : wheel;
  LwScreenFrame place;

  pair->body = body_at (frame, own[chosen]);
  pair->frame = frames[2 * which + chosen];
  pair->sense = chosen == 1 ? 1.0 : -1.0;
  lw_scene_frame_place (frame, pair->body, pair->frame, &place);
  for (int d = 0; d < 3; d++) {
    pair->centre[d] = place.world[d];
    pair->axis[d] = place.axes[2][d];
  }
}

static LwHue
hue_of_body (const LwScene *scene, int body)
{
  const LwSceneBody *drawn = lw_scene_body_at (scene, body);

  return drawn != NULL ? drawn->body->hue : LW_HUE_ORANGE;
}

/// Finds or adds the wheel with this body and radius; several gears may share it. `*is_new` is true
/// if it was added.
static int
find_wheel (LwScene *self, const Pair *pair, double radius, bool toothed, bool inward, bool *is_new)
{
  LwSceneWheel wheel = {
    .body = pair->body,
    .frame = *pair->frame,
    .radius = radius,
    .hue = hue_of_body (self, pair->body),
    .teeth = toothed ? LEAST_TEETH : 0,
    .inward = inward,
  };

  *is_new = false;
  for (guint i = 0; i < self->wheels->len; i++) {
    const LwSceneWheel *other = &g_array_index (self->wheels, LwSceneWheel, i);

    if (other->body == wheel.body && fabs (other->radius - radius) < 1e-6 * radius
        && (other->teeth > 0) == toothed && other->inward == inward
        && fabs (other->frame.point[0] - wheel.frame.point[0]) < 1e-6 * radius
        && fabs (other->frame.point[1] - wheel.frame.point[1]) < 1e-6 * radius)
      return (int) i;
  }
  *is_new = true;
  g_array_append_val (self->wheels, wheel);
  return (int) self->wheels->len - 1;
}

/// Chooses the smallest numbers of teeth with the ratio of the radii.
static void
choose_teeth (double smaller, double larger, int *few, int *many)
{
  double best = INFINITY;

  *few = LEAST_TEETH;
  for (int z = LEAST_TEETH; z <= MOST_TEETH; z++) {
    const double exact = z * larger / smaller, error = fabs (exact - round (exact)) / z;

    if (error < best - 1e-9) {
      best = error;
      *few = z;
    }
  }
  *many = (int) CLAMP (round (*few * larger / smaller), 3.0, 400.0);
}

/// Returns the direction towards a point, in the plane of a wheel, rad.
static double
direction_to (const LwSceneFrame *frame, const LwSceneWheel *wheel, const double point[3])
{
  LwScreenFrame place;
  double away[3];

  lw_scene_frame_place (frame, wheel->body, &wheel->frame, &place);
  for (int d = 0; d < 3; d++)
    away[d] = point[d] - place.world[d];
  return atan2 (dot (away, place.axes[1]), dot (away, place.axes[0]));
}

/// Sets the teeth and phases of two wheels that mesh on the line of their centres. A wheel that
/// already has teeth from another gear keeps them.
static void
mesh (LwScene *self,
      const LwSceneFrame *frame,
      const int wheels[2],
      const bool is_new[2],
      const Pair pairs[2])
{
  LwSceneWheel *w[2] = { &g_array_index (self->wheels, LwSceneWheel, wheels[0]),
                         &g_array_index (self->wheels, LwSceneWheel, wheels[1]) };
  const int small = w[0]->radius <= w[1]->radius ? 0 : 1;
  const bool internal = w[0]->inward || w[1]->inward;
  double towards[2], offset, turn;
  int free = 1;

  if (is_new[0] && is_new[1]) {
    choose_teeth (w[small]->radius, w[1 - small]->radius, &w[small]->teeth, &w[1 - small]->teeth);
  } else if (is_new[0] || is_new[1]) {
    free = is_new[0] ? 0 : 1;
    w[free]->teeth =
      (int) CLAMP (round (w[1 - free]->teeth * w[free]->radius / w[1 - free]->radius), 3.0, 400.0);
  } else {
    return;
  }
  // Directions from each centre to the point of contact; inside a ring both are the same.
  towards[0] = direction_to (frame, w[0], pairs[1].centre);
  towards[1] = direction_to (frame, w[1], pairs[0].centre);
  if (internal)
    towards[small] += G_PI;
  // A tooth of one wheel is in a gap of the other: the arcs are equal, and opposite unless inside a
  // ring.
  turn = 2.0 * G_PI / w[1 - free]->teeth;
  offset = remainder (w[1 - free]->phase - towards[1 - free], turn) / turn;
  w[free]->phase =
    towards[free] + ((internal ? offset : -offset) + 0.5) * 2.0 * G_PI / w[free]->teeth;
}

void
lw_scene_frame_place_wheel (const LwSceneFrame *self,
                            const LwSceneWheel *wheel,
                            LwWheelPlace *place)
{
  LwScreenFrame frame;

  lw_scene_frame_place (self, wheel->body, &wheel->frame, &frame);
  *place = (LwWheelPlace){
    .x = frame.x,
    .y = frame.y,
    .u = { frame.axis[0][0], frame.axis[0][1] },
    .v = { frame.axis[1][0], frame.axis[1][1] },
    .radius = wheel->radius * self->view->scale,
    .phase = wheel->phase,
    .teeth = wheel->teeth,
    .inward = wheel->inward,
  };
}

/// Computes the directions on the screen along and across the line of centres. Returns the distance
/// in px.
static double
line_of_centres (const LwSceneFrame *self, const LwSceneJoint *joint, double e[2], double f[2])
{
  LwScreenFrame one, two;
  const LwSceneWheel *wheels = (const LwSceneWheel *) (const void *) self->scene->wheels->data;
  const LwSceneWheel *w[2] = { &wheels[joint->wheels[0]], &wheels[joint->wheels[1]] };
  double along[3], across[3], distance;

  lw_scene_frame_place (self, w[0]->body, &w[0]->frame, &one);
  lw_scene_frame_place (self, w[1]->body, &w[1]->frame, &two);
  for (int d = 0; d < 3; d++)
    along[d] = two.world[d] - one.world[d];
  distance = sqrt (dot (along, along));
  if (!(distance > 0.0) || !isfinite (distance))
    return 0.0;
  for (int d = 0; d < 3; d++)
    along[d] /= distance;
  cross (one.axes[2], along, across);
  lw_view_project_vector (self->view, along, &e[0], &e[1]);
  lw_view_project_vector (self->view, across, &f[0], &f[1]);
  for (int k = 0; k < 2; k++) {
    e[k] /= self->view->scale;
    f[k] /= self->view->scale;
  }
  return distance * self->view->scale;
}

static size_t
wrap (const LwWheelPlace *place,
      const double e[2],
      const double f[2],
      double radius,
      double from,
      double to,
      double *points)
{
  for (int i = 0; i < WRAP_POINTS; i++) {
    const double angle = from + (to - from) * i / (WRAP_POINTS - 1);

    points[2 * i] = place->x + radius * (cos (angle) * e[0] + sin (angle) * f[0]);
    points[2 * i + 1] = place->y + radius * (cos (angle) * e[1] + sin (angle) * f[1]);
  }
  return WRAP_POINTS;
}

/// Computes the closed path of a belt.
static size_t
belt_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points)
{
  const LwSceneWheel *wheels = (const LwSceneWheel *) (const void *) self->scene->wheels->data;
  const bool crossed = lw_gearings[joint->coupling->gearing].wraps && joint->coupling->crossed;
  double e[2], f[2], radii[2], distance, beta;
  LwWheelPlace places[2];
  size_t n;

  if (joint->wheels[0] < 0)
    return 0;
  distance = line_of_centres (self, joint, e, f);
  for (int i = 0; i < 2; i++) {
    lw_scene_frame_place_wheel (self, &wheels[joint->wheels[i]], &places[i]);
    radii[i] = places[i].radius + BELT_AWAY;
  }
  // Tangents touch at this angle from the line of centres; wheels inside each other have no
  // tangents.
  beta = (crossed ? radii[0] + radii[1] : radii[0] - radii[1]) / distance;
  if (!(distance > 0.0) || !(fabs (beta) < 1.0))
    return 0;
  beta = acos (beta);
  n = wrap (&places[0], e, f, radii[0], beta, 2.0 * G_PI - beta, points);
  if (crossed)
    n += wrap (&places[1], e, f, radii[1], G_PI - beta, beta - G_PI, points + 2 * n);
  else
    n += wrap (&places[1], e, f, radii[1], -beta, beta, points + 2 * n);
  return n;
}

static void
draw_belt (const LwSceneFrame *self,
           const LwSceneJoint *joint,
           const double *points,
           size_t n,
           LwSymbolState state)
{
  double angle = 0.0, shift = 0.0;
  LwWheelPlace place;

  if (n == 0)
    return;
  lw_scene_frame_place_wheel (
    self, &g_array_index (self->scene->wheels, LwSceneWheel, joint->wheels[0]), &place);
  // The distance that it has moved along its path.
  if (mbd_state_coordinate (self->state, joint->index, 0, MBD_COORDINATE_ANGLE, &angle, NULL))
    shift = -angle * place.radius;
  lw_symbol_belt (&self->brush, points, n, shift, state);
}

/// Computes the toothed line of a rack.
static size_t
rack_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points)
{
  const LwSceneWheel *wheels = (const LwSceneWheel *) (const void *) self->scene->wheels->data;
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const bool first = def->coordinate[0] == MBD_COORDINATE_ANGLE;
  const double signed_radius = first ? def->ratio : 1.0 / def->ratio;
  const LwSceneWheel *wheel;
  LwScreenFrame pinion, rail, slider;
  double side[3], reach[2], tooth[3], pitch, module, middle, half, s, E[2], K[2];
  size_t n = 0;

  if (joint->wheels[0] < 0)
    return 0;
  wheel = &wheels[joint->wheels[0]];
  lw_scene_frame_place (self, wheel->body, &wheel->frame, &pinion);
  lw_scene_frame_place (self, body_at (self, first ? def->body_c : def->body_a),
                        first ? &def->frame_c : &def->frame_a, &rail);
  lw_scene_frame_place (self, body_at (self, first ? def->body_d : def->body_b),
                        first ? &def->frame_d : &def->frame_b, &slider);
  // A positive rotation of the pinion moves its point of contact along the rail.
  cross (rail.axes[0], pinion.axes[2], side);
  for (int d = 0; d < 3; d++)
    side[d] *= signed_radius < 0.0 ? -1.0 : 1.0;
  lw_view_project_vector (self->view, rail.axes[0], &E[0], &E[1]);
  lw_view_project_vector (self->view, side, &K[0], &K[1]);
  middle = 0.0;
  for (int d = 0; d < 3; d++)
    middle += (slider.world[d] - pinion.world[d]) * rail.axes[0][d];
  half = MAX (RACK_HALF * self->scene->median_length, 1.5 * wheel->radius);
  pitch = 2.0 * G_PI * wheel->radius / wheel->teeth;
  module = 2.0 * wheel->radius / wheel->teeth;
  // Put a gap of the rack where the pinion has a tooth.
  for (int d = 0; d < 3; d++)
    tooth[d] = cos (wheel->phase) * pinion.axes[0][d] + sin (wheel->phase) * pinion.axes[1][d];
  s = wheel->radius * atan2 (dot (tooth, rail.axes[0]), dot (tooth, side)) + 0.5 * pitch;
  reach[0] = MIN (middle - half, -2.0 * pitch);
  reach[1] = MAX (middle + half, 2.0 * pitch);
  s += pitch * ceil ((reach[0] - s) / pitch);
  for (int i = 0; i < RACK_TEETH && s < reach[1]; i++, s += pitch) {
    static const double parts[4] = { -0.34, -0.14, 0.14, 0.34 };

    for (int k = 0; k < 4; k++) {
      const double along = (s + parts[k] * pitch);
      const double depth = wheel->radius + (k == 1 || k == 2 ? -module : module);

      points[2 * n] = pinion.x + along * E[0] + depth * K[0];
      points[2 * n + 1] = pinion.y + along * E[1] + depth * K[1];
      n++;
    }
  }
  return isfinite (s) ? n : 0;
}

static void
draw_rack (const LwSceneFrame *self,
           const LwSceneJoint *joint,
           const double *points,
           size_t n,
           LwSymbolState state)
{
  if (n > 0)
    lw_symbol_rack (&self->brush, points, n, state);
}

/// Computes the middle of the thread of a screw. Returns the direction of its axis on the screen.
static double
find_thread (const LwSceneFrame *self, const LwSceneJoint *joint, double middle[2])
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  const int slide = def->coordinate[0] == MBD_COORDINATE_ANGLE ? 1 : 0;
  const int along = def->coordinate[slide] == MBD_COORDINATE_SLIDE_Z ? 2 : 0;
  LwScreenFrame p, s;

  lw_scene_frame_place (self, body_at (self, slide == 0 ? def->body_a : def->body_c),
                        slide == 0 ? &def->frame_a : &def->frame_c, &p);
  lw_scene_frame_place (self, body_at (self, slide == 0 ? def->body_b : def->body_d),
                        slide == 0 ? &def->frame_b : &def->frame_d, &s);
  // Beside the joint, on its axis.
  middle[0] = s.x + 2.4 * self->brush.w * p.axis[along][0];
  middle[1] = s.y + 2.4 * self->brush.w * p.axis[along][1];
  return atan2 (p.axis[along][1], p.axis[along][0]);
}

static size_t
thread_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points)
{
  find_thread (self, joint, points);
  return 1;
}

static void
draw_thread (const LwSceneFrame *self,
             const LwSceneJoint *joint,
             const double *points,
             size_t n,
             LwSymbolState state)
{
  double middle[2];
  const double angle = find_thread (self, joint, middle);
  const bool is_left = mbd_state_coupling (self->state, joint->index)->ratio < 0.0;

  lw_symbol_thread (&self->brush, middle[0], middle[1], angle, is_left, state);
}

void
lw_scene_frame_gear_ends (const LwSceneFrame *self, const LwSceneJoint *joint, double ends[4])
{
  const MbdCouplingDef *def = mbd_state_coupling (self->state, joint->index);
  LwScreenFrame place;

  lw_scene_frame_place (self, body_at (self, def->body_b), &def->frame_b, &place);
  ends[0] = place.x;
  ends[1] = place.y;
  lw_scene_frame_place (self, body_at (self, def->body_d), &def->frame_d, &place);
  ends[2] = place.x;
  ends[3] = place.y;
}

static size_t
line_path (const LwSceneFrame *self, const LwSceneJoint *joint, double *points)
{
  lw_scene_frame_gear_ends (self, joint, points);
  return 2;
}

static void
draw_line (const LwSceneFrame *self,
           const LwSceneJoint *joint,
           const double *points,
           size_t n,
           LwSymbolState state)
{
  lw_symbol_link_line (&self->brush, points[0], points[1], points[2], points[3], state);
}

static const LwGearSymbol line = { .has_pitch_circles = true,
                                   .reach = 2.0,
                                   .path = line_path,
                                   .draw = draw_line };
static const LwGearSymbol meshing = { .has_pitch_circles = true };
static const LwGearSymbol belt = { .is_closed = true,
                                   .keeps_labels_off = true,
                                   .reach = 3.0,
                                   .path = belt_path,
                                   .draw = draw_belt };
static const LwGearSymbol rack = { .has_pitch_circles = true,
                                   .keeps_labels_off = true,
                                   .reach = 3.0,
                                   .path = rack_path,
                                   .draw = draw_rack };
static const LwGearSymbol thread = { .has_pitch_circles = true,
                                     .is_closed = true,
                                     .reach_in_sizes = 0.8,
                                     .path = thread_path,
                                     .draw = draw_thread };

// ---- choice of the symbol ---------------------------------------------------------------------

static void
init_wheels (LwScene *self,
             const LwSceneFrame *frame,
             LwSceneJoint *joint,
             const MbdCouplingDef *def,
             const Pair pairs[2])
{
  const double ratio = def->ratio * pairs[0].sense * pairs[1].sense
                       * (dot (pairs[0].axis, pairs[1].axis) < 0.0 ? -1.0 : 1.0);
  const double size = MAX (mbd_model_size (self->model), 1e-12);
  double away[3], distance, radii[2];
  bool is_new[2], inward[2] = { false, false };

  for (int d = 0; d < 3; d++)
    away[d] = pairs[1].centre[d] - pairs[0].centre[d];
  distance = sqrt (dot (away, away));
  if (lw_gearings[joint->coupling->gearing].wraps) {
    joint->gear = &belt;
    radii[0] = fabs (joint->coupling->radius[0]);
    radii[1] = fabs (joint->coupling->radius[1]);
  } else if (distance > SAME_AXIS * size && isfinite (ratio) && ratio != 0.0) {
    joint->gear = &meshing;
    radii[1] = distance / fabs (1.0 - ratio);
    radii[0] = fabs (ratio) * radii[1];
    if (!(MAX (radii[0], radii[1]) < LARGEST_WHEEL * distance)) {
      // Almost the same speed in the same direction: a belt with wheels of this ratio.
      joint->gear = &belt;
      radii[1] = 0.3 * distance / MAX (1.0, fabs (ratio));
      radii[0] = fabs (ratio) * radii[1];
    } else if (ratio > 0.0) {
      inward[radii[0] > radii[1] ? 0 : 1] = true;
    }
  } else {
    return;
  }
  if (!(radii[0] > 0.0) || !(radii[1] > 0.0) || !isfinite (radii[0] + radii[1])) {
    joint->gear = &line;
    return;
  }
  for (int i = 0; i < 2; i++)
    joint->wheels[i] =
      find_wheel (self, &pairs[i], radii[i], joint->gear == &meshing, inward[i], &is_new[i]);
  if (joint->gear == &meshing)
    mesh (self, frame, joint->wheels, is_new, pairs);
}

static void
init_gear (LwScene *self, const LwSceneFrame *frame, LwSceneJoint *joint)
{
  const MbdCouplingDef *def = mbd_state_coupling (frame->state, joint->index);
  const bool turns[2] = { def->coordinate[0] == MBD_COORDINATE_ANGLE,
                          def->coordinate[1] == MBD_COORDINATE_ANGLE };
  Pair pairs[2];

  for (int i = 0; i < 2; i++)
    find_pair (frame, def, i, &pairs[i]);
  if (turns[0] && turns[1]) {
    init_wheels (self, frame, joint, def, pairs);
  } else if (lw_gearings[joint->coupling->gearing].advances
             || (turns[0] != turns[1]
                 && (def->coordinate[0] == MBD_COORDINATE_SLIDE_Z
                     || def->coordinate[1] == MBD_COORDINATE_SLIDE_Z))) {
    joint->gear = &thread;
  } else if (turns[0] != turns[1]) {
    const int pinion = turns[0] ? 0 : 1;
    const double radius = fabs (turns[0] ? def->ratio : 1.0 / def->ratio);
    bool is_new;

    if (!(radius > 0.0) || !isfinite (radius))
      return;
    joint->gear = &rack;
    joint->wheels[0] = find_wheel (self, &pairs[pinion], radius, true, false, &is_new);
    if (is_new)
      g_array_index (self->wheels, LwSceneWheel, joint->wheels[0]).teeth = LEAST_TEETH + 4;
  }
}

void
lw_scene_init_gears (LwScene *self, MbdState *state)
{
  LwView view;
  LwSceneFrame frame = { .scene = self, .view = &view, .state = state };

  // Only world positions are needed; the shared code requires a view.
  lw_view_init (&view, 100.0, 100.0, lw_scene_is_spatial (self));
  for (guint i = 0; i < self->n_joints; i++) {
    LwSceneJoint *joint = &self->joints[i];

    joint->wheels[0] = joint->wheels[1] = -1;
    if (!lw_joint_looks[joint->kind].has_wheels)
      continue;
    joint->gear = &line;
    if (!lw_scene_is_hidden (self, LW_SELECTION_COUPLING, &joint->coupling->element))
      init_gear (self, &frame, joint);
  }
}

// ---- drawing ----------------------------------------------------------------------------------

/// Returns the state of a wheel: the state of the first gear that uses it and is not normal.
static LwSymbolState
wheel_state (const LwSceneFrame *self, int wheel)
{
  LwSymbolState symbol_state = LW_SYMBOL_STATE_DISABLED;
  bool used = false;

  for (guint i = 0; i < self->scene->n_joints; i++) {
    const LwSceneJoint *joint = &self->scene->joints[i];
    LwSymbolState of_joint;

    if (!lw_joint_looks[joint->kind].has_wheels
        || (joint->wheels[0] != wheel && joint->wheels[1] != wheel))
      continue;
    of_joint = lw_scene_frame_joint_symbol_state (self, joint);
    if (of_joint != LW_SYMBOL_STATE_DISABLED && (!used || of_joint != LW_SYMBOL_STATE_NORMAL)) {
      symbol_state = of_joint;
      used = true;
    }
  }
  return symbol_state;
}

void
lw_scene_frame_draw_wheels (const LwSceneFrame *self)
{
  const GArray *wheels = self->scene->wheels;

  for (guint i = 0; i < wheels->len; i++) {
    const LwSceneWheel *wheel = &g_array_index (wheels, LwSceneWheel, i);
    LwWheelPlace place;

    lw_scene_frame_place_wheel (self, wheel, &place);
    if (lw_scene_frame_sees (self, place.x - place.radius, place.y - place.radius,
                             place.x + place.radius, place.y + place.radius))
      lw_symbol_wheel (&self->brush, &place, wheel->hue, wheel_state (self, (int) i));
  }
}

void
lw_scene_frame_draw_gear (const LwSceneFrame *self, const LwSceneJoint *joint)
{
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (self, joint);
  double points[2 * LW_PATH_POINTS];

  for (int i = 0; i < 2 && joint->gear->has_pitch_circles; i++)
    if (joint->wheels[i] >= 0) {
      LwWheelPlace place;

      lw_scene_frame_place_wheel (
        self, &g_array_index (self->scene->wheels, LwSceneWheel, joint->wheels[i]), &place);
      lw_symbol_pitch_circle (&self->brush, &place, symbol_state);
    }
  if (joint->gear->path != NULL)
    joint->gear->draw (self, joint, points, joint->gear->path (self, joint, points), symbol_state);
}
