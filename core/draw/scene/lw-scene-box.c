// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computes the bounding box of a mechanism with grounds, rails, slack ropes and traces.

#include "lw-coupling-paths-private.h"

#include <math.h>

/// Distance from a pin to the lower end of the hatch of its ground, in link widths.
#define GROUND_DEPTH 1.6
/// Length of a rail beyond the range of its block, in link widths.
#define RAIL_OVERHANG 1.5

static void
include_point (double minimum[3], double maximum[3], const double point[3], double radius)
{
  for (int d = 0; d < 3; d++) {
    if (!isfinite (point[d]))
      return;
  }
  for (int d = 0; d < 3; d++) {
    minimum[d] = MIN (minimum[d], point[d] - radius);
    maximum[d] = MAX (maximum[d], point[d] + radius);
  }
}

static void
include_body (const LwScene *self,
              const LwSceneBody *body,
              MbdState *state,
              double minimum[3],
              double maximum[3])
{
  const LwShape *shape = &body->body->shape;
  double world[3];

  for (guint k = 0; k < body->n_points; k++) {
    mbd_state_body_point (state, body->index, &body->points[3 * k], world, NULL, NULL);
    include_point (minimum, maximum, world, MAX (0.5 * self->link_width, body->contact_radius));
  }
  if (shape->kind == LW_SHAPE_DISC || shape->kind == LW_SHAPE_BOX) {
    const double radius =
      shape->kind == LW_SHAPE_DISC
        ? shape->size[0]
        : 0.5
            * sqrt (shape->size[0] * shape->size[0] + shape->size[1] * shape->size[1]
                    + shape->size[2] * shape->size[2]);

    mbd_state_body_point (state, body->index, shape->centre, world, NULL, NULL);
    include_point (minimum, maximum, world, radius);
  }
}

static void
include_rail (const LwScene *self,
              const LwSceneJoint *joint,
              MbdState *state,
              double minimum[3],
              double maximum[3])
{
  const double *root = joint->coupling->def.frame_a.point;
  const double overhang = RAIL_OVERHANG * self->link_width;
  const double ends[2] = { joint->slide_low - overhang, joint->slide_high + overhang };

  for (int end = 0; end < 2; end++) {
    double point[3], world[3];

    for (int d = 0; d < 3; d++)
      point[d] = root[d] + ends[end] * joint->slide_axis[d];
    mbd_state_body_point (state, joint->bodies[0], point, world, NULL, NULL);
    include_point (minimum, maximum, world, 0.6 * self->link_width);
  }
}

static void
include_curve (const LwScene *self,
               const LwSceneJoint *joint,
               MbdState *state,
               double minimum[3],
               double maximum[3])
{
  g_autoptr (GArray) points = lw_scene_curve_points (self, joint, state);

  for (guint i = 0; i < points->len; i++)
    include_point (minimum, maximum, (const double *) (const void *) points->data + 3 * (gsize) i,
                   0.6 * self->link_width);
}

/// Includes the ground symbol under a pin, or over it.
static void
include_ground (const LwScene *self,
                bool above,
                const double pin[3],
                double minimum[3],
                double maximum[3])
{
  const double down = above ? 1.0 : -1.0;

  if (!mbd_model_is_planar (self->model))
    return;
  for (int side = -1; side <= 1; side += 2) {
    const double foot[3] = {
      pin[0] + side * self->link_width,
      pin[1] + down * GROUND_DEPTH * self->link_width,
      pin[2],
    };

    include_point (minimum, maximum, foot, 0.0);
  }
}

/// Includes the lowest point of a slack rope: folded over a peg it hangs no lower.
static void
include_sag (const LwScene *self,
             const LwSceneJoint *joint,
             MbdState *state,
             double minimum[3],
             double maximum[3])
{
  const double *gravity = lw_mechanism_get_gravity (self->mechanism);
  const double g =
    sqrt (gravity[0] * gravity[0] + gravity[1] * gravity[1] + gravity[2] * gravity[2]);
  double a[3], b[3], low[3], down[3], gap = 0.0, fall = 0.0, square = 0.0, length, depth;
  LwPulleyPath path;

  if (lw_scene_pulley_path (self, joint, state, &path)) {
    const double *radius = mbd_state_coupling (state, joint->index)->pulley_radius;

    for (int i = 0; i < path.n; i++)
      include_point (minimum, maximum, path.points[i],
                     i > 0 && i < path.n - 1 ? fabs (radius[(i - 1) % 2]) : 0.0);
    return;
  }
  mbd_state_coupling_points (state, joint->index, a, b);
  mbd_state_gap (state, joint->index, &gap, NULL);
  for (int d = 0; d < 3; d++) {
    down[d] = g > 0.0 ? gravity[d] / g : (d == 1 ? -1.0 : 0.0);
    fall += (b[d] - a[d]) * down[d];
    square += (b[d] - a[d]) * (b[d] - a[d]);
  }
  length = sqrt (square) + gap;
  if (!(gap > 0.0) || !isfinite (length))
    return;
  depth = 0.5 * (sqrt (MAX (length * length - square + fall * fall, 0.0)) - fabs (fall));
  for (int d = 0; d < 3; d++)
    low[d] = 0.5 * (a[d] + b[d]) + (0.5 * fabs (fall) + depth) * down[d];
  include_point (minimum, maximum, low, 0.0);
}

bool
lw_scene_box (LwScene *self, MbdState *state, double minimum[3], double maximum[3])
{
  double a[3], b[3];

  for (int d = 0; d < 3; d++) {
    minimum[d] = INFINITY;
    maximum[d] = -INFINITY;
  }
  for (guint i = 0; i < self->n_bodies; i++)
    if (!self->bodies[i].hidden)
      include_body (self, &self->bodies[i], state, minimum, maximum);
  for (guint i = 0; i < self->n_joints; i++) {
    mbd_state_coupling_points (state, self->joints[i].index, a, b);
    include_point (minimum, maximum, b, 0.5 * self->link_width);
    if (lw_joint_looks[self->joints[i].kind].follows_curve)
      include_curve (self, &self->joints[i], state, minimum, maximum);
    else if (!lw_joint_kind_slides (self->joints[i].kind))
      include_point (minimum, maximum, a, 0.5 * self->link_width);
    else if (self->joints[i].bodies[0] == 0)
      include_rail (self, &self->joints[i], state, minimum, maximum);
    if (lw_joint_looks[self->joints[i].kind].is_pin && self->joints[i].pin_bodies > 0
        && (self->joints[i].bodies[0] == 0 || self->joints[i].bodies[1] == 0))
      include_ground (self, self->joints[i].ground_angle != 0.0,
                      self->joints[i].bodies[0] == 0 ? a : b, minimum, maximum);
  }
  for (guint i = 0; i < self->n_joints; i++)
    if (lw_coupling_only_pulls (mbd_state_coupling (state, self->joints[i].index)))
      include_sag (self, &self->joints[i], state, minimum, maximum);
  for (guint i = 0; i < self->wheels->len; i++) {
    const LwSceneWheel *wheel = &g_array_index (self->wheels, LwSceneWheel, i);

    mbd_state_body_point (state, wheel->body, wheel->frame.point, a, NULL, NULL);
    include_point (minimum, maximum, a, wheel->radius);
  }
  for (guint i = 0; i < self->n_forces; i++) {
    mbd_state_force_points (state, self->forces[i].index, a, b);
    include_point (minimum, maximum, a, 0.0);
    include_point (minimum, maximum, b, 0.0);
    for (int side = 0; side < 2; side++)
      if (self->forces[i].grounded[side])
        include_ground (self, lw_scene_force_ground_angle (&self->forces[i], side, a, b) != 0.0,
                        side == 0 ? a : b, minimum, maximum);
  }
  for (guint i = 0; i < self->n_traces; i++) {
    const LwSceneTrace *trace = &self->traces[i];

    for (guint k = 0; k < trace->points->len; k++)
      include_point (minimum, maximum, &((double *) (void *) trace->points->data)[3 * k], 0.0);
  }
  return minimum[0] <= maximum[0];
}
