// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws bodies and joints in space: prisms, boxes, discs and cylinders as flat shaded faces,
// visible from outside only and painted from the farthest to the nearest. Long prisms are cut into
// pieces, so that sorting by the middle of a face is right almost everywhere.

#include "lw-coupling-paths-private.h"

#include <math.h>

#define FACE_POINTS 16
#define CYLINDER_SIDES 14
#define PRISM_PIECES 8
#define BALL_RINGS 6

/// Sizes in parts of the typical link length.
#define PRISM_SIDE 0.09
#define JOINT_LENGTH 0.19
#define JOINT_RADIUS 0.062

typedef struct
{
  double points[2 * FACE_POINTS]; ///< screen, px
  int n;
  double depth;
  LwColour colour;
} Face;

typedef struct
{
  const LwSceneFrame *frame;
  GArray *faces;
  LwColour base; ///< colour of the solid being added
} Solids;

static const double light[3] = { 0.3492, 0.8481, 0.3991 }; // (0.35, 0.85, 0.4), unit length

static double
dot (const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
cross (const double a[3], const double b[3], double out[3])
{
  const double result[3] = {
    a[1] * b[2] - a[2] * b[1],
    a[2] * b[0] - a[0] * b[2],
    a[0] * b[1] - a[1] * b[0],
  };

  for (int d = 0; d < 3; d++)
    out[d] = result[d];
}

static bool
normalise (double v[3])
{
  const double length = sqrt (dot (v, v));

  if (!(length > 0.0) || !isfinite (length))
    return false;
  for (int d = 0; d < 3; d++)
    v[d] /= length;
  return true;
}

/// Mixes a colour with white on the lit side and with black on the other.
static LwColour
shade (LwColour base, const double normal[3])
{
  const double brightness = dot (normal, light);

  if (brightness >= 0.0)
    return lw_colour_mix (base, (LwColour){ 1.0, 1.0, 1.0, 1.0 }, 0.25 * brightness);
  return lw_colour_mix (base, (LwColour){ 0.0, 0.0, 0.0, 1.0 }, -0.31 * brightness);
}

/// Adds a face with its outward normal; omits faces turned away.
static void
add_face (Solids *self, const double (*corners)[3], int n, const double normal[3])
{
  const LwView *view = self->frame->view;
  Face face = { .n = n };

  if (!(dot (normal, view->towards) > 1e-9))
    return;
  for (int i = 0; i < n; i++) {
    lw_view_project (view, corners[i], &face.points[2 * i], &face.points[2 * i + 1]);
    face.depth += lw_view_depth (view, corners[i]) / n;
  }
  face.colour = shade (self->base, normal);
  g_array_append_val (self->faces, face);
}

/// Adds a box with its middle at `centre` and half sizes along three unit vectors, cut along the
/// first.
static void
add_box (Solids *self,
         const double centre[3],
         const double (*axes)[3],
         const double half[3],
         int pieces)
{
  static const int other[3][2] = { { 1, 2 }, { 2, 0 }, { 0, 1 } };
  static const double corner_signs[4][2] = { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } };

  for (int axis = 0; axis < 3; axis++) {
    const int u = other[axis][0], v = other[axis][1];

    for (int side = -1; side <= 1; side += 2) {
      double normal[3];

      for (int d = 0; d < 3; d++)
        normal[d] = side * axes[axis][d];
      for (int piece = 0; piece < (axis == 0 ? 1 : pieces); piece++) {
        double corners[4][3];

        for (int i = 0; i < 4; i++) {
          double along[3] = { 0.0, 0.0, 0.0 };

          along[axis] = side * half[axis];
          along[u] = corner_signs[i][0] * half[u];
          along[v] = corner_signs[i][1] * half[v];
          if (axis != 0)
            along[0] = half[0] * (2.0 * (piece + (along[0] > 0.0 ? 1.0 : 0.0)) / pieces - 1.0);
          for (int d = 0; d < 3; d++)
            corners[i][d] =
              centre[d] + along[0] * axes[0][d] + along[1] * axes[1][d] + along[2] * axes[2][d];
        }
        add_face (self, (const double (*)[3]) corners, 4, normal);
      }
    }
  }
}

/// Adds a cylinder about `axis` (unit) or, if `rings` > 1, a ball of that radius.
static void
add_round (Solids *self,
           const double centre[3],
           const double axis[3],
           double half_length,
           double radius,
           int rings)
{
  const double helper[3] = { fabs (axis[0]) < 0.7 ? 1.0 : 0.0, fabs (axis[0]) < 0.7 ? 0.0 : 1.0,
                             0.0 };
  double u[3], v[3];

  cross (axis, helper, u);
  if (!normalise (u))
    return;
  cross (axis, u, v);
  for (int ring = 0; ring < rings; ring++) {
    // Latitudes of a ball; a cylinder is one ring from end to end.
    const double low = rings > 1 ? G_PI * ring / rings - 0.5 * G_PI : 0.0;
    const double high = rings > 1 ? G_PI * (ring + 1) / rings - 0.5 * G_PI : 0.0;
    const double z[2] = { rings > 1 ? radius * sin (low) : -half_length,
                          rings > 1 ? radius * sin (high) : half_length };
    const double r[2] = { rings > 1 ? radius * cos (low) : radius,
                          rings > 1 ? radius * cos (high) : radius };
    const double tilt = rings > 1 ? 0.5 * (low + high) : 0.0;

    for (int side = 0; side < CYLINDER_SIDES; side++) {
      const double angles[2] = { 2.0 * G_PI * side / CYLINDER_SIDES,
                                 2.0 * G_PI * (side + 1) / CYLINDER_SIDES };
      const double middle = 0.5 * (angles[0] + angles[1]);
      double corners[4][3], normal[3];

      for (int i = 0; i < 4; i++) {
        const double angle = angles[i == 1 || i == 2];

        for (int d = 0; d < 3; d++)
          corners[i][d] =
            centre[d] + z[i / 2] * axis[d] + r[i / 2] * (cos (angle) * u[d] + sin (angle) * v[d]);
      }
      for (int d = 0; d < 3; d++)
        normal[d] = cos (tilt) * (cos (middle) * u[d] + sin (middle) * v[d]) + sin (tilt) * axis[d];
      add_face (self, (const double (*)[3]) corners, 4, normal);
    }
  }
  for (int end = -1; end <= 1 && rings == 1; end += 2) {
    double corners[CYLINDER_SIDES][3], normal[3];

    for (int i = 0; i < CYLINDER_SIDES; i++) {
      const double angle = 2.0 * G_PI * i / CYLINDER_SIDES;

      for (int d = 0; d < 3; d++)
        corners[i][d] = centre[d] + end * half_length * axis[d]
                        + radius * (cos (angle) * u[d] + sin (angle) * v[d]);
    }
    for (int d = 0; d < 3; d++)
      normal[d] = end * axis[d];
    add_face (self, (const double (*)[3]) corners, CYLINDER_SIDES, normal);
  }
}

/// Computes the axes of a body in the world.
static void
body_axes (const LwSceneFrame *frame, int body, double axes[3][3])
{
  static const double origin[3] = { 0.0, 0.0, 0.0 };
  double root[3];

  mbd_state_body_point (frame->state, body, origin, root, NULL, NULL);
  for (int i = 0; i < 3; i++) {
    const double point[3] = { i == 0, i == 1, i == 2 };

    mbd_state_body_point (frame->state, body, point, axes[i], NULL, NULL);
    for (int d = 0; d < 3; d++)
      axes[i][d] -= root[d];
  }
}

/// Returns half the side of a prism: part of the typical link length, but at least 4 px.
static double
prism_half (const LwSceneFrame *frame)
{
  return MAX (0.5 * PRISM_SIDE * frame->scene->median_length, 2.0 / frame->view->scale);
}

/// Adds a square bar between two points, turned with the axes of its body so that it does not
/// twist.
static void
add_prism (Solids *self, const double a[3], const double b[3], const double (*frame_axes)[3])
{
  const double half_side = prism_half (self->frame);
  double axes[3][3], centre[3], half[3] = { 0.0, half_side, half_side };
  int least = 0;

  for (int d = 0; d < 3; d++) {
    axes[0][d] = b[d] - a[d];
    centre[d] = 0.5 * (a[d] + b[d]);
  }
  half[0] = 0.5 * sqrt (dot (axes[0], axes[0]));
  if (!normalise (axes[0]))
    return;
  for (int i = 1; i < 3; i++)
    if (fabs (dot (frame_axes[i], axes[0])) < fabs (dot (frame_axes[least], axes[0])))
      least = i;
  cross (axes[0], frame_axes[least], axes[1]);
  if (!normalise (axes[1]))
    return;
  cross (axes[0], axes[1], axes[2]);
  add_box (self, centre, (const double (*)[3]) axes, half, PRISM_PIECES);
}

static void
add_link (Solids *self, const LwSceneBody *body, const double (*axes)[3])
{
  MbdState *state = self->frame->state;
  const double half = prism_half (self->frame);
  const double trim = JOINT_RADIUS * self->frame->scene->median_length;
  const guint bars = body->n_points == 2 ? 1 : body->n_points > 2 ? body->n_points : 0;

  if (body->n_points == 1) {
    double point[3];

    mbd_state_body_point (state, body->index, body->points, point, NULL, NULL);
    add_round (self, point, axes[1], 0.0, 1.6 * half, BALL_RINGS);
  }
  for (guint i = 0; i < bars; i++) {
    const guint next = (i + 1) % body->n_points;
    double a[3], b[3], length = 0.0;

    mbd_state_body_point (state, body->index, &body->points[3 * i], a, NULL, NULL);
    mbd_state_body_point (state, body->index, &body->points[3 * next], b, NULL, NULL);
    for (int d = 0; d < 3; d++)
      length += (b[d] - a[d]) * (b[d] - a[d]);
    length = sqrt (length);
    // A bar begins at the surface of the joint.
    for (int d = 0; d < 3 && length > 3.0 * trim; d++) {
      const double along = trim * (b[d] - a[d]) / length;

      a[d] += body->jointed[i] ? along : 0.0;
      b[d] -= body->jointed[next] ? along : 0.0;
    }
    add_prism (self, a, b, axes);
  }
}

/// Adds a flat outline, which is visible from both sides.
static void
add_outline (Solids *self, const LwSceneBody *body, const double normal[3])
{
  const int n = (int) MIN (body->n_points, FACE_POINTS);
  double corners[FACE_POINTS][3], other[3];

  for (int i = 0; i < n; i++)
    mbd_state_body_point (self->frame->state, body->index, &body->points[3 * i], corners[i], NULL,
                          NULL);
  for (int d = 0; d < 3; d++)
    other[d] = -normal[d];
  add_face (self, (const double (*)[3]) corners, n, normal);
  add_face (self, (const double (*)[3]) corners, n, other);
}

static void
add_body (Solids *self, const LwSceneBody *body)
{
  const LwSceneFrame *frame = self->frame;
  const LwShape *shape = &body->body->shape;
  const LwSymbolState symbol_state =
    lw_scene_frame_symbol_state (frame, LW_SELECTION_BODY, body->body->element.id, true);
  const LwColour black = { 0.0, 0.0, 0.0, 1.0 };
  const double half = prism_half (frame);
  double axes[3][3], centre[3];

  self->base = lw_colour_mix (black, frame->palette->hue[body->body->hue].base, 0.86);
  if (symbol_state == LW_SYMBOL_STATE_HOVER)
    self->base = lw_colour_mix (self->base, frame->palette->ink, 0.2);
  if (symbol_state == LW_SYMBOL_STATE_SELECTED)
    self->base = lw_colour_mix (self->base, frame->palette->selection, 0.45);
  body_axes (frame, body->index, axes);
  mbd_state_body_point (frame->state, body->index, shape->centre, centre, NULL, NULL);
  switch (shape->kind) {
  case LW_SHAPE_LINK:
    add_link (self, body, (const double (*)[3]) axes);
    break;
  case LW_SHAPE_DISC:
    add_round (self, centre, axes[2], half, shape->size[0], 1);
    break;
  case LW_SHAPE_BOX: {
    const double halves[3] = { 0.5 * shape->size[0], 0.5 * shape->size[1],
                               shape->size[2] > 0.0 ? 0.5 * shape->size[2] : half };

    add_box (self, centre, (const double (*)[3]) axes, halves, 1);
    break;
  }
  case LW_SHAPE_POLYGON:
    add_outline (self, body, axes[2]);
    break;
  }
}

/// Computes the world axes of the joint's frame on its predecessor.
static void
joint_axes (const LwSceneFrame *frame, const LwSceneJoint *joint, double axes[3][3])
{
  const double *q = joint->coupling->def.frame_a.quaternion;
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  const double columns[3][3] = {
    { 1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y) },
    { 2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x) },
    { 2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y) },
  };
  double body[3][3];

  body_axes (frame, joint->bodies[0], body);
  for (int i = 0; i < 3; i++)
    for (int d = 0; d < 3; d++)
      axes[i][d] =
        columns[i][0] * body[0][d] + columns[i][1] * body[1][d] + columns[i][2] * body[2][d];
}

// Solids of joints at a place, with the axes of their first body; `unit`: m.

static void
add_pin (Solids *self, const double place[3], const double axes[3][3], double unit)
{
  add_round (self, place, axes[2], 0.5 * JOINT_LENGTH * unit, JOINT_RADIUS * unit, 1);
}

static void
add_ball (Solids *self, const double place[3], const double axes[3][3], double unit)
{
  add_round (self, place, axes[2], 0.0, 1.15 * JOINT_RADIUS * unit, BALL_RINGS);
}

static void
add_block (Solids *self, const double place[3], const double axes[3][3], double unit)
{
  const double half[3] = { 0.5 * JOINT_LENGTH * unit, 1.1 * JOINT_RADIUS * unit,
                           1.1 * JOINT_RADIUS * unit };

  add_box (self, place, axes, half, 1);
}

static void
add_rigid (Solids *self, const double place[3], const double axes[3][3], double unit)
{
  const double half[3] = { JOINT_RADIUS * unit, JOINT_RADIUS * unit, JOINT_RADIUS * unit };

  add_box (self, place, axes, half, 1);
}

static void (*const add_of_joint[LW_JOINT_KINDS]) (Solids *self,
                                                   const double place[3],
                                                   const double axes[3][3],
                                                   double unit) = {
  [LW_JOINT_PIN] = add_pin,    [LW_JOINT_BALL] = add_ball,   [LW_JOINT_SLIDER] = add_block,
  [LW_JOINT_SLOT] = add_block, [LW_JOINT_RIGID] = add_rigid, [LW_JOINT_CURVE] = add_ball,
};

static void
add_joint (Solids *self, const LwSceneJoint *joint)
{
  const LwSceneFrame *frame = self->frame;
  const double unit = MAX (frame->scene->median_length, 60.0 / frame->view->scale);
  double a[3], b[3], axes[3][3];

  if (!lw_joint_kind_is_joint (joint->kind) || joint->pin_bodies == 0)
    return;
  mbd_state_coupling_points (frame->state, joint->index, a, b);
  joint_axes (frame, joint, axes);
  // Metal: slightly darker than the ink on a dark background, mid grey on white.
  self->base =
    lw_colour_mix (frame->palette->paper, frame->palette->ink, frame->palette->dark ? 0.9 : 0.36);
  add_of_joint[joint->kind](self, b, (const double (*)[3]) axes, unit);
}

/// Draws the line about which a joint turns, along which it slides, or that it follows.
static void
draw_axis (const LwSceneFrame *frame, const LwSceneJoint *joint)
{
  static const double dash[] = { 8.0, 3.0, 2.0, 3.0 };
  const bool slides = lw_joint_kind_slides (joint->kind);
  const double half =
    0.5 * 2.5 * JOINT_LENGTH * MAX (frame->scene->median_length, 60.0 / frame->view->scale);
  double a[3], b[3], axes[3][3], ends[2][3], x1, y1, x2, y2;

  if (lw_joint_looks[joint->kind].follows_curve) {
    g_autoptr (GArray) line =
      lw_scene_curve_polyline (frame->scene, joint, frame->state, frame->view);

    lw_painter_polyline (frame->brush.painter, (const double *) (const void *) line->data,
                         line->len, false);
    lw_painter_stroke (frame->brush.painter, frame->palette->ink_2, 2.0);
    return;
  }
  if (!lw_joint_looks[joint->kind].is_pin && !slides)
    return;
  mbd_state_coupling_points (frame->state, joint->index, a, b);
  joint_axes (frame, joint, axes);
  for (int d = 0; d < 3; d++) {
    ends[0][d] = b[d] - half * axes[slides ? 0 : 2][d];
    ends[1][d] = b[d] + half * axes[slides ? 0 : 2][d];
  }
  lw_view_project (frame->view, ends[0], &x1, &y1);
  lw_view_project (frame->view, ends[1], &x2, &y2);
  lw_painter_set_dash (frame->brush.painter, dash, G_N_ELEMENTS (dash), 0.0);
  lw_painter_set_cap (frame->brush.painter, LW_CAP_BUTT);
  lw_painter_line (frame->brush.painter, x1, y1, x2, y2);
  lw_painter_stroke (frame->brush.painter, frame->palette->ink_2, 1.0);
  lw_painter_set_dash (frame->brush.painter, NULL, 0, 0.0);
  lw_painter_set_cap (frame->brush.painter, LW_CAP_ROUND);
}

/// Draws a ring round a joint that is selected or has failed.
static void
draw_joint_ring (const LwSceneFrame *frame, const LwSceneJoint *joint)
{
  const LwSymbolState symbol_state = lw_scene_frame_joint_symbol_state (frame, joint);
  const double radius =
    0.5 * JOINT_LENGTH * MAX (frame->scene->median_length * frame->view->scale, 60.0) + 11.0;
  double a[3], b[3], x, y;

  if (!lw_joint_kind_is_joint (joint->kind)
      || (symbol_state != LW_SYMBOL_STATE_SELECTED && symbol_state != LW_SYMBOL_STATE_ERROR))
    return;
  mbd_state_coupling_points (frame->state, joint->index, a, b);
  lw_view_project (frame->view, b, &x, &y);
  if (symbol_state == LW_SYMBOL_STATE_ERROR) {
    lw_brush_paint_ring (&frame->brush, x, y, radius - 4.8, symbol_state);
    lw_symbol_warning (&frame->brush, x + 0.75 * radius, y - 0.75 * radius);
    return;
  }
  lw_painter_circle (frame->brush.painter, x, y, radius);
  lw_painter_stroke (frame->brush.painter, frame->palette->selection, 2.0);
  lw_painter_circle (frame->brush.painter, x, y, radius + 4.0);
  lw_painter_stroke (frame->brush.painter, lw_colour_alpha (frame->palette->selection, 0.25), 6.0);
}

static int
compare_depth (gconstpointer a_data, gconstpointer b_data)
{
  const Face *a = a_data, *b = b_data;

  return a->depth < b->depth ? -1 : a->depth > b->depth;
}

void
lw_scene_frame_draw_solids (const LwSceneFrame *self)
{
  const LwScene *scene = self->scene;
  LwPainter *painter = self->brush.painter;
  Solids solids = { .frame = self, .faces = g_array_new (FALSE, FALSE, sizeof (Face)) };

  lw_scene_frame_draw_wheels (self);
  for (guint i = 0; i < scene->n_joints; i++)
    draw_axis (self, &scene->joints[i]);
  for (guint i = 0; i < scene->n_bodies; i++)
    if (!scene->bodies[i].hidden)
      add_body (&solids, &scene->bodies[i]);
  for (guint i = 0; i < scene->n_joints; i++)
    add_joint (&solids, &scene->joints[i]);
  g_array_sort (solids.faces, compare_depth);
  for (guint i = 0; i < solids.faces->len; i++) {
    const Face *face = &g_array_index (solids.faces, Face, i);

    // The thin outline in the same colour closes the seams between faces.
    lw_painter_polyline (painter, face->points, (size_t) face->n, true);
    lw_painter_fill_stroke (painter, face->colour, face->colour, 0.7);
  }
  for (guint i = 0; i < scene->n_joints; i++)
    draw_joint_ring (self, &scene->joints[i]);
  g_array_unref (solids.faces);
}
