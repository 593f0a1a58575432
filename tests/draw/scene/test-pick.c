// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Picking: the element selected at a point of the screen, in the plane and in space.

#include "lw-pick.h"

#include <math.h>

#include "lw-coupling-paths-private.h"
#include "lw-marks.h"
#include "pictures.h"

typedef struct
{
  Run *run;
  LwScene *scene;
  LwView view;
} Drawing;

static void
drawing_init (Drawing *self, const char *directory, const char *subdirectory, const char *name)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), directory, subdirectory, name, NULL);
  g_autoptr (GError) error = NULL;

  self->run = run_new (path, 0, &error);
  g_assert_no_error (error);
  self->scene = lw_scene_new (self->run->mechanism, self->run->model);
  lw_view_init (&self->view, 800, 600, lw_scene_is_spatial (self->scene));
  lw_scene_fit (self->scene, self->run->state, &self->view);
}

static void
drawing_clear (Drawing *self)
{
  lw_scene_free (self->scene);
  run_free (self->run);
}

static void
expect_at (Drawing *self, const double world[3], double dx, double dy, LwSelectionKind kind, int id)
{
  LwElementRef found = { LW_SELECTION_NONE, -1 };
  double x, y;
  bool is_found;

  lw_view_project (&self->view, world, &x, &y);
  is_found = lw_scene_pick (self->scene, self->run->state, &self->view, x + dx, y + dy, 4, &found);
  g_assert_cmpint (found.kind, ==, kind);
  if (kind != LW_SELECTION_NONE)
    g_assert_cmpint (found.id, ==, id);
  g_assert_true (is_found == (kind != LW_SELECTION_NONE));
}

/// Crank 0.2 m along x from the origin, rocker at 0.6 m; the tracer is off the coupler.
static void
test_four_bar (void)
{
  Drawing drawing;
  const double pin_a[3] = { 0, 0, 0 }, pin_b[3] = { 0.2, 0, 0 }, crank[3] = { 0.1, 0, 0 };
  const double rocker[3] = { 0.65, 0.2449489742783178, 0 }, nowhere[3] = { 0.4, -0.4, 0 };
  double tracer[3];

  drawing_init (&drawing, "tests", "data", "four-bar-torque.json");
  expect_at (&drawing, pin_a, 0, 0, LW_SELECTION_COUPLING, 1);
  // Joints take precedence over the bodies that they join.
  expect_at (&drawing, pin_b, 0, 0, LW_SELECTION_COUPLING, 2);
  expect_at (&drawing, pin_b, 3, 3, LW_SELECTION_COUPLING, 2);
  expect_at (&drawing, crank, 0, 0, LW_SELECTION_BODY, 1);
  expect_at (&drawing, rocker, 0, 0, LW_SELECTION_BODY, 3);
  expect_at (&drawing, nowhere, 0, 0, LW_SELECTION_NONE, 0);
  mbd_state_body_point (drawing.run->state, 2, (const double[3]){ 0, 0.3, 0 }, tracer, NULL, NULL);
  expect_at (&drawing, tracer, 2, 0, LW_SELECTION_TRACER, 1);

  // The edge of a bar: half its width plus the tolerance.
  {
    const double half = 0.5 * lw_scene_link_width_px (drawing.scene, &drawing.view);
    const double edge[3] = { 0.04, 0, 0 };

    expect_at (&drawing, edge, 0, half + 3.5, LW_SELECTION_BODY, 1);
    expect_at (&drawing, edge, 0, half + 4.5, LW_SELECTION_NONE, 0);
    // The arc of the torque about the middle of the crank.
    expect_at (&drawing, crank, 0, 28, LW_SELECTION_FORCE, 1);
  }
  drawing_clear (&drawing);
}

/// Hidden elements are ignored in favour of those under them, and do not affect the size of the
/// picture.
static void
test_hidden (void)
{
  const double pin_b[3] = { 0.2, 0, 0 }, crank[3] = { 0.1, 0, 0 };
  const LwElementRef refs[] = { { LW_SELECTION_COUPLING, 2 },
                                { LW_SELECTION_BODY, 1 },
                                { LW_SELECTION_FORCE, 1 },
                                { LW_SELECTION_TRACER, 1 } };
  g_autoptr (LwMechanism) marked = NULL;
  double least[3], most[3], whole_least[3], whole_most[3];
  Drawing drawing;

  drawing_init (&drawing, "data", "examples", "four-bar.json");
  g_assert_true (lw_scene_box (drawing.scene, drawing.run->state, whole_least, whole_most));
  marked = lw_marks_change (drawing.run->mechanism, refs, G_N_ELEMENTS (refs), LW_MARK_HIDDEN, 0);
  lw_scene_free (drawing.scene);
  drawing.scene = lw_scene_new (marked, drawing.run->model);
  expect_at (&drawing, pin_b, 0, 0, LW_SELECTION_BODY, 2);
  expect_at (&drawing, crank, 0, 0, LW_SELECTION_NONE, 0);
  expect_at (&drawing, crank, 0, 28, LW_SELECTION_NONE, 0);
  g_assert_true (lw_scene_box (drawing.scene, drawing.run->state, least, most));
  for (int d = 0; d < 2; d++)
    g_assert_true (least[d] >= whole_least[d] && most[d] <= whole_most[d]);
  drawing_clear (&drawing);
}

/// A hidden body hides elements that have no other body: its joint with the ground, and the forces
/// on it. A joint with another body remains visible.
static void
test_hidden_body (void)
{
  const double pin_a[3] = { 0, 0, 0 }, crank[3] = { 0.1, 0, 0 };
  const LwElementRef body = { LW_SELECTION_BODY, 1 };
  const LwElementRef pin = { LW_SELECTION_COUPLING, 1 }, joint = { LW_SELECTION_COUPLING, 2 };
  g_autoptr (LwMechanism) marked = NULL;
  Drawing drawing;

  drawing_init (&drawing, "data", "examples", "four-bar.json");
  expect_at (&drawing, pin_a, 0, 0, LW_SELECTION_COUPLING, 1);
  marked = lw_marks_change (drawing.run->mechanism, &body, 1, LW_MARK_HIDDEN, 0);
  g_assert_false (lw_marks_is_seen (marked, pin));
  g_assert_true (lw_marks_is_seen (marked, joint));
  lw_scene_free (drawing.scene);
  drawing.scene = lw_scene_new (marked, drawing.run->model);
  expect_at (&drawing, pin_a, 0, 0, LW_SELECTION_NONE, 0);
  expect_at (&drawing, crank, 0, 28, LW_SELECTION_NONE, 0);
  expect_at (&drawing, (double[]){ 0.2, 0, 0 }, 0, 0, LW_SELECTION_COUPLING, 2);
  drawing_clear (&drawing);
}

/// Every element of the sheet of parts is found at its middle, or covered by another one there.
static void
test_parts (void)
{
  Drawing drawing;
  guint n_found = 0;

  drawing_init (&drawing, "tests/draw", "data", "parts.json");
  for (guint i = 0; i < lw_mechanism_get_n_couplings (drawing.run->mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (drawing.run->mechanism, i);
    const LwElementRef wanted = { LW_SELECTION_COUPLING, coupling->element.id };
    LwElementRef found;
    double point[3], x, y;

    g_assert_true (lw_scene_locate (drawing.scene, drawing.run->state, &wanted, point));
    lw_view_project (&drawing.view, point, &x, &y);
    g_assert_true (
      lw_scene_pick (drawing.scene, drawing.run->state, &drawing.view, x, y, 4, &found));
    g_assert_cmpint (found.kind, !=, LW_SELECTION_BODY);
    n_found += found.kind == wanted.kind && found.id == wanted.id;
  }
  g_assert_cmpuint (n_found, >, 0);
  drawing_clear (&drawing);
}

static const LwSceneJoint *
find_coupling (const Drawing *self, const char *name)
{
  for (guint i = 0; i < self->scene->n_joints; i++)
    if (g_strcmp0 (self->scene->joints[i].coupling->element.name, name) == 0)
      return &self->scene->joints[i];
  g_error ("there is no %s", name);
}

static void
expect_coupling (Drawing *self, double x, double y, const char *name)
{
  LwElementRef found = { LW_SELECTION_NONE, -1 };

  g_assert_true (lw_scene_pick (self->scene, self->run->state, &self->view, x, y, 4, &found));
  g_assert_cmpint (found.kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (found.id, ==, find_coupling (self, name)->coupling->element.id);
}

/// The ring of a pin selects the pin, the arrow round it the motor, the stop the end stops, at
/// every zoom; gears, belts and slack ropes are selected where they are drawn.
static void
test_couplings (void)
{
  double points[2 * LW_PATH_POINTS], ends[4];
  const LwSceneJoint *joint;
  Drawing drawing;
  LwStopPlace stops[2];
  LwWheelPlace place;
  LwSceneFrame frame;
  bool slack;
  int n_stops;
  size_t n;

  drawing_init (&drawing, "tests/draw", "data", "couplings.json");
  frame =
    (LwSceneFrame){ .scene = drawing.scene, .view = &drawing.view, .state = drawing.run->state };
  for (int zoom = 0; zoom < 5; zoom++, drawing.view.scale *= 1.7) {
    frame.brush.w = lw_scene_link_width_px (drawing.scene, &drawing.view);
    n = lw_scene_frame_drive_path (&frame, find_coupling (&drawing, "Motor"), points);
    expect_coupling (&drawing, points[2 * (n / 2)], points[2 * (n / 2) + 1], "Motor");
    expect_coupling (&drawing, points[0], points[1], "Motor");
    lw_scene_frame_stop_track (&frame, find_coupling (&drawing, "Stops"), points, stops, &n_stops);
    expect_coupling (&drawing, stops[1].x, stops[1].y, "Stops");
    joint = find_coupling (&drawing, "Belt");
    n = joint->gear->path (&frame, joint, points);
    expect_coupling (&drawing, 0.5 * (points[0] + points[2 * n - 2]),
                     0.5 * (points[1] + points[2 * n - 1]), "Belt");
    n = lw_scene_frame_slack_path (&frame, find_coupling (&drawing, "Slack"), points, &slack);
    expect_coupling (&drawing, points[2 * (n / 2)], points[2 * (n / 2) + 1], "Slack");
    lw_scene_frame_place_wheel (&frame, &g_array_index (drawing.scene->wheels, LwSceneWheel, 1),
                                &place);
    expect_coupling (&drawing, place.x, place.y - place.radius, "Mesh");
    lw_scene_frame_gear_ends (&frame, find_coupling (&drawing, "Mesh"), ends);
    expect_coupling (&drawing, ends[0], ends[1], "Ph");
    joint = find_coupling (&drawing, "Screw");
    g_assert_cmpuint (joint->gear->path (&frame, joint, points), ==, 1);
    expect_coupling (&drawing, points[0], points[1], "Screw");
  }
  for (guint i = 0; i < drawing.scene->n_joints; i++) {
    const LwSceneJoint *each = &drawing.scene->joints[i];
    double a[3], b[3], x, y;

    if (each->kind != LW_JOINT_PIN)
      continue;
    mbd_state_coupling_points (drawing.run->state, each->index, a, b);
    lw_view_project (&drawing.view, b, &x, &y);
    expect_coupling (&drawing, x, y, each->coupling->element.name);
  }
  drawing_clear (&drawing);
}

/// The rail of a slider selects it, and so does the hatch of the ground beside it; bodies on the rail
/// take precedence.
static void
test_rail (void)
{
  Drawing drawing;
  const LwSceneJoint *slider;
  double w;
  int id;

  drawing_init (&drawing, "data", "examples", "slider-crank.json");
  slider = find_coupling (&drawing, "S");
  id = slider->coupling->element.id;
  w = lw_scene_link_width_px (drawing.scene, &drawing.view);
  expect_at (&drawing, (const double[3]){ 0.59, 0, 0 }, 0, 0, LW_SELECTION_COUPLING, id);
  expect_at (&drawing, (const double[3]){ 0.59, 0, 0 }, 0, 0.45 * w + 5, LW_SELECTION_COUPLING, id);
  expect_at (&drawing, (const double[3]){ 0.59, 0, 0 }, 0, -0.45 * w - 5, LW_SELECTION_NONE, 0);
  expect_at (&drawing, (const double[3]){ 0.9, 0, 0 }, 0, 0, LW_SELECTION_NONE, 0);
  expect_at (&drawing, (const double[3]){ 0.49, 0, 0 }, 0, 0, LW_SELECTION_BODY,
             slider->coupling->def.body_b);
  drawing_clear (&drawing);
}

static void
test_spatial (void)
{
  Drawing drawing;
  LwElementRef missing = { LW_SELECTION_BODY, 99 };
  double point[3];

  drawing_init (&drawing, "data", "examples", "bricard.json");
  g_assert_true (drawing.view.spatial);
  for (int turn = 0; turn < 4; turn++) {
    lw_view_set_angles (&drawing.view, -0.66 + 0.3 * turn, 0.42);
    for (guint i = 0; i < lw_mechanism_get_n_couplings (drawing.run->mechanism); i++) {
      const LwCoupling *coupling = lw_mechanism_get_coupling (drawing.run->mechanism, i);
      const LwElementRef wanted = { LW_SELECTION_COUPLING, coupling->element.id };

      g_assert_true (lw_scene_locate (drawing.scene, drawing.run->state, &wanted, point));
      // Beside the tracer that lies on one of them.
      expect_at (&drawing, point, 0, 9, LW_SELECTION_COUPLING, coupling->element.id);
    }
    expect_at (&drawing, (const double[3]){ 0.5, 0, 0 }, 0, 0, LW_SELECTION_BODY, 1);
    expect_at (&drawing, (const double[3]){ 3, 3, 0 }, 0, 0, LW_SELECTION_NONE, 0);
  }
  g_assert_false (lw_scene_locate (drawing.scene, drawing.run->state, &missing, point));
  drawing_clear (&drawing);
}

/// At a non-finite point no element is found.
static void
test_not_finite (void)
{
  Drawing drawing;
  LwElementRef found;

  drawing_init (&drawing, "data", "examples", "four-bar.json");
  g_assert_false (
    lw_scene_pick (drawing.scene, drawing.run->state, &drawing.view, (double) NAN, 0, 4, &found));
  g_assert_cmpint (found.kind, ==, LW_SELECTION_NONE);
  drawing_clear (&drawing);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/pick/four-bar", test_four_bar);
  g_test_add_func ("/pick/hidden", test_hidden);
  g_test_add_func ("/pick/hidden-body", test_hidden_body);
  g_test_add_func ("/pick/parts", test_parts);
  g_test_add_func ("/pick/couplings", test_couplings);
  g_test_add_func ("/pick/rail", test_rail);
  g_test_add_func ("/pick/spatial", test_spatial);
  g_test_add_func ("/pick/not-finite", test_not_finite);
  return g_test_run ();
}
