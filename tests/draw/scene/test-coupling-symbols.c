// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Symbols of couplings: their places, the state they show, and that every one is visible.

#include <math.h>
#include <string.h>

#include "lw-coupling-paths-private.h"
#include "pictures.h"

#define WIDTH 1100
#define HEIGHT 640

typedef struct
{
  Run *run;
  LwScene *scene;
  LwView view;
  LwSceneFrame frame;
} Drawing;

static void
drawing_init (Drawing *self, const char *name)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "tests", "draw", "data", name, NULL);
  g_autoptr (GError) error = NULL;

  self->run = run_new (path, 0, &error);
  g_assert_no_error (error);
  self->scene = lw_scene_new (self->run->mechanism, self->run->model);
  lw_view_init (&self->view, WIDTH, HEIGHT, lw_scene_is_spatial (self->scene));
  lw_scene_fit (self->scene, self->run->state, &self->view);
  self->frame =
    (LwSceneFrame){ .scene = self->scene, .view = &self->view, .state = self->run->state };
  self->frame.brush.w = lw_scene_link_width_px (self->scene, &self->view);
}

static void
drawing_clear (Drawing *self)
{
  lw_scene_free (self->scene);
  run_free (self->run);
}

static const LwSceneJoint *
find (const Drawing *self, const char *name)
{
  for (guint i = 0; i < self->scene->n_joints; i++)
    if (g_strcmp0 (self->scene->joints[i].coupling->element.name, name) == 0)
      return &self->scene->joints[i];
  g_error ("there is no %s", name);
}

static void
point_of (const Drawing *self, const LwSceneJoint *joint, double *x, double *y)
{
  double a[3], b[3];

  mbd_state_coupling_points (self->run->state, joint->index, a, b);
  lw_view_project (&self->view, b, x, y);
}

/// Paints the drawing into one array of pixels; free with g_free ().
static guint32 *
paint (const Drawing *self, const LwDrawOptions *options, bool dark)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  guint32 *pixels;
  LwPalette palette;

  lw_palette_init (&palette, dark, false);
  lw_draw_paper (painter, &palette, &self->view);
  lw_draw_mechanism (self->scene, painter, &palette, &self->view, self->run->state, options);
  lw_painter_free (painter);
  g_assert_cmpint (cairo_status (cairo), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cairo);
  cairo_surface_flush (surface);
  pixels = g_memdup2 (cairo_image_surface_get_data (surface), sizeof (guint32) * WIDTH * HEIGHT);
  cairo_surface_destroy (surface);
  return pixels;
}

static int
differences (const guint32 *a, const guint32 *b)
{
  int n = 0;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    n += a[i] != b[i];
  return n;
}

/// Arrows about a pin lie on a circle round it and turn in the direction of the motor.
static void
test_drives (void)
{
  static const struct
  {
    const char *name;
    double sense; // on the screen, y down: counter-clockwise is negative
  } arcs[] = { { "Motor", -1 }, { "Speed", 1 }, { "Driver", -1 } };
  double points[2 * LW_PATH_POINTS], x, y;
  Drawing drawing;
  size_t n;

  drawing_init (&drawing, "couplings.json");
  for (size_t k = 0; k < G_N_ELEMENTS (arcs); k++) {
    const LwSceneJoint *joint = find (&drawing, arcs[k].name);

    point_of (&drawing, joint, &x, &y);
    n = lw_scene_frame_drive_path (&drawing.frame, joint, points);
    g_assert_cmpuint (n, >, 10);
    for (size_t i = 0; i < n; i++)
      g_assert_cmpfloat_with_epsilon (hypot (points[2 * i] - x, points[2 * i + 1] - y),
                                      0.92 * drawing.frame.brush.w, 1e-6);
    g_assert_cmpfloat (arcs[k].sense
                         * ((points[0] - x) * (points[3] - y) - (points[1] - y) * (points[2] - x)),
                       >, 0);
  }
  // For a slider it is straight, beside the axis, in the direction of the speed.
  n = lw_scene_frame_drive_path (&drawing.frame, find (&drawing, "Feed"), points);
  g_assert_cmpfloat (points[2 * n - 2], >, points[0]);
  g_assert_cmpfloat_with_epsilon (points[2 * n - 1], points[1], 1e-6);
  point_of (&drawing, find (&drawing, "Feed"), &x, &y);
  g_assert_cmpfloat_with_epsilon (fabs (points[1] - y), 0.95 * drawing.frame.brush.w, 1e-6);
  drawing_clear (&drawing);
}

/// The lower stop touches the drawn side of the arm; the upper one is 1.4 rad farther.
static void
test_stops (void)
{
  double points[2 * LW_PATH_POINTS], x, y, angles[2], aside;
  LwStopPlace stops[2];
  Drawing drawing;
  int n_stops;

  drawing_init (&drawing, "couplings.json");
  lw_scene_frame_stop_track (&drawing.frame, find (&drawing, "Stops"), points, stops, &n_stops);
  g_assert_cmpint (n_stops, ==, 2);
  g_assert_true (stops[0].touching);
  g_assert_false (stops[1].touching);
  point_of (&drawing, find (&drawing, "Stops"), &x, &y);
  for (int i = 0; i < 2; i++)
    angles[i] = atan2 (y - stops[i].y, stops[i].x - x);
  // The arm lies at 0.6 rad; half its width plus a margin lies between it and the position of a
  // stop.
  aside = asin ((0.5 * drawing.frame.brush.w + 3.0) / (1.36 * drawing.frame.brush.w));
  g_assert_cmpfloat_with_epsilon (angles[0], 0.6 - aside, 1e-9);
  g_assert_cmpfloat_with_epsilon (angles[1], 2.0 + aside, 1e-9);
  lw_scene_frame_stop_track (&drawing.frame, find (&drawing, "Ends"), points, stops, &n_stops);
  g_assert_cmpint (n_stops, ==, 2);
  g_assert_false (stops[0].touching || stops[1].touching);
  point_of (&drawing, find (&drawing, "Ends"), &x, &y);
  g_assert_cmpfloat_with_epsilon (
    stops[1].x - x, 0.16 * drawing.view.scale + 0.75 * drawing.frame.brush.w + 2.0, 1e-6);
  drawing_clear (&drawing);
}

/// A slack rope hangs with its true length, below its ends; pulled taut it is straight.
static void
test_rope (void)
{
  double points[2 * LW_PATH_POINTS], length = 0.0, lowest = 0.0;
  Drawing drawing;
  const LwSceneJoint *rope;
  g_autofree double *q = NULL;
  bool slack;
  size_t n;
  int first;

  drawing_init (&drawing, "couplings.json");
  rope = find (&drawing, "Slack");
  n = lw_scene_frame_slack_path (&drawing.frame, rope, points, &slack);
  g_assert_true (slack);
  for (size_t i = 1; i < n; i++) {
    length += hypot (points[2 * i] - points[2 * i - 2], points[2 * i + 1] - points[2 * i - 1]);
    lowest = MAX (lowest, points[2 * i + 1]);
  }
  g_assert_cmpfloat_with_epsilon (length / drawing.view.scale, 0.42, 0.001);
  g_assert_cmpfloat (lowest, >, points[1] + 20.0);
  q = g_memdup2 (mbd_state_positions (drawing.run->state),
                 sizeof (double) * (size_t) mbd_model_position_count (drawing.run->model));
  first = mbd_model_body_first_position (drawing.run->model, rope->bodies[1]);
  // Straight up, almost above itself, and taut.
  q[first] -= 0.3;
  q[first + 1] += 0.1;
  mbd_state_set (drawing.run->state, 0, q, NULL);
  n = lw_scene_frame_slack_path (&drawing.frame, rope, points, &slack);
  g_assert_true (slack);
  g_assert_cmpuint (n, ==, 3);
  q[first + 1] += 0.27;
  mbd_state_set (drawing.run->state, 0, q, NULL);
  n = lw_scene_frame_slack_path (&drawing.frame, rope, points, &slack);
  g_assert_false (slack);
  g_assert_cmpuint (n, ==, 2);
  drawing_clear (&drawing);
}

/// A hanging rope lies completely in the box that a view is fitted to.
static void
test_rope_in_box (void)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples", "rope.json", NULL);
  g_autoptr (Run) run = run_new (path, 0, NULL);
  g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
  double points[2 * LW_PATH_POINTS], minimum[3], maximum[3], lowest = 0.0;
  LwSceneFrame frame = { .scene = scene, .state = run->state };
  LwView view;
  bool slack;
  size_t n;

  lw_view_init (&view, WIDTH, HEIGHT, false);
  frame.view = &view;
  n = lw_scene_frame_slack_path (&frame, &scene->joints[0], points, &slack);
  g_assert_true (slack);
  for (size_t i = 0; i < n; i++)
    lowest = MIN (lowest, (0.5 * HEIGHT - points[2 * i + 1]) / view.scale);
  g_assert_cmpfloat (lowest, <, -0.1);
  g_assert_true (lw_scene_box (scene, run->state, minimum, maximum));
  g_assert_cmpfloat (minimum[1], <=, lowest);
}

/// A rope over pulleys is drawn with its true length, in the box that a view is fitted to.
static void
test_pulleys (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples",
                                            "block-and-tackle.json", NULL);
  g_autoptr (Run) run = run_new (path, 0, NULL);
  g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
  double points[2 * LW_PATH_POINTS], ends[4], minimum[3], maximum[3], length = 0.0;
  LwSceneFrame frame = { .scene = scene, .state = run->state };
  LwView view;
  bool slack;
  size_t n;

  lw_view_init (&view, WIDTH, HEIGHT, false);
  frame.view = &view;
  n = lw_scene_frame_slack_path (&frame, &scene->joints[0], points, &slack);
  g_assert_false (slack);
  g_assert_cmpuint (n, <=, LW_PATH_POINTS);
  for (size_t i = 0; i + 1 < n; i++)
    length += hypot (points[2 * i + 2] - points[2 * i], points[2 * i + 3] - points[2 * i + 1]);
  g_assert_cmpfloat_with_epsilon (length / view.scale, 11.892227442390507, 2e-3);
  lw_scene_frame_strand (&frame, &scene->joints[0], ends);
  // The longest strand leads to the winch.
  g_assert_cmpfloat_with_epsilon ((ends[2] - 0.5 * WIDTH) / view.scale, 1.0, 1e-9);
  g_assert_true (lw_scene_box (scene, run->state, minimum, maximum));
  g_assert_cmpfloat (maximum[1], >=, 0.15);
  g_assert_cmpfloat (maximum[0], >=, 1.0);
}

static const LwSceneWheel *
wheel_of (const Drawing *self, const LwSceneJoint *gear, int which)
{
  g_assert_cmpint (gear->wheels[which], >=, 0);
  return &g_array_index (self->scene->wheels, LwSceneWheel, gear->wheels[which]);
}

/// Returns the distance of a tooth from a point on the screen, in parts of a pitch.
static double
tooth_offset (const Drawing *self, const LwSceneWheel *wheel, double x, double y)
{
  LwWheelPlace place;
  double angle;

  lw_scene_frame_place_wheel (&self->frame, wheel, &place);
  // In the plane u and v are the x and y axes of the body on the screen.
  angle = atan2 ((x - place.x) * place.v[0] + (y - place.y) * place.v[1],
                 (x - place.x) * place.u[0] + (y - place.y) * place.u[1]);
  return remainder ((angle - place.phase) * place.teeth / (2.0 * G_PI), 1.0);
}

/// Radii follow from ratio and distance; at the point of contact a tooth is in a gap, even after
/// the wheels have turned.
static void
test_gears (void)
{
  const struct
  {
    const char *name;
    double radii[2];
  } gears[] = { { "Mesh", { 0.06, 0.12 } }, { "Ring", { 0.06, 0.15 } } };
  Drawing drawing;

  drawing_init (&drawing, "couplings.json");
  for (size_t k = 0; k < G_N_ELEMENTS (gears); k++) {
    const LwSceneJoint *gear = find (&drawing, gears[k].name);
    const LwSceneWheel *w[2] = { wheel_of (&drawing, gear, 0), wheel_of (&drawing, gear, 1) };
    const double ratio = mbd_state_coupling (drawing.run->state, gear->index)->ratio;
    const size_t n_q = (size_t) mbd_model_position_count (drawing.run->model);
    g_autofree double *q =
      g_memdup2 (mbd_state_positions (drawing.run->state), sizeof (double) * n_q);

    g_assert_null (gear->gear->path);
    g_assert_true (gear->gear->has_pitch_circles);
    for (int i = 0; i < 2; i++)
      g_assert_cmpfloat_with_epsilon (w[i]->radius, gears[k].radii[i], 1e-9);
    g_assert_cmpfloat_with_epsilon ((double) w[1]->teeth / w[0]->teeth,
                                    gears[k].radii[1] / gears[k].radii[0], 1e-9);
    for (int turn = 0; turn < 7; turn++) {
      LwWheelPlace a, b;
      double along, x, y, sum;

      lw_scene_frame_place_wheel (&drawing.frame, w[0], &a);
      lw_scene_frame_place_wheel (&drawing.frame, w[1], &b);
      // The point of contact of the pitch circles, on the line of centres.
      along = ratio > 0.0 ? -a.radius : a.radius;
      x = a.x + along * (b.x - a.x) / hypot (b.x - a.x, b.y - a.y);
      y = a.y + along * (b.y - a.y) / hypot (b.x - a.x, b.y - a.y);
      sum = tooth_offset (&drawing, w[0], x, y)
            + (ratio > 0.0 ? -1.0 : 1.0) * tooth_offset (&drawing, w[1], x, y);
      g_assert_cmpfloat_with_epsilon (fabs (remainder (sum, 1.0)), 0.5, 1e-6);
      q[mbd_model_body_first_position (drawing.run->model, w[0]->body) + 2] += 0.11;
      q[mbd_model_body_first_position (drawing.run->model, w[1]->body) + 2] += 0.11 * ratio;
      mbd_state_set (drawing.run->state, 0, q, NULL);
    }
  }
  drawing_clear (&drawing);
}

/// An open belt stays on its side of the line of centres, a crossed one does not; both stay outside
/// their wheels.
static void
test_belts (void)
{
  static const char *const names[] = { "Belt", "Cross" };
  double points[2 * LW_PATH_POINTS];
  Drawing drawing;

  drawing_init (&drawing, "couplings.json");
  for (int k = 0; k < 2; k++) {
    const LwSceneJoint *belt = find (&drawing, names[k]);
    const size_t n = belt->gear->path (&drawing.frame, belt, points);
    LwWheelPlace places[2];
    bool crosses;

    g_assert_cmpuint (n, >, 20);
    for (int i = 0; i < 2; i++)
      lw_scene_frame_place_wheel (&drawing.frame, wheel_of (&drawing, belt, i), &places[i]);
    for (size_t i = 0; i < n; i++)
      for (int wheel = 0; wheel < 2; wheel++)
        g_assert_cmpfloat (
          hypot (points[2 * i] - places[wheel].x, points[2 * i + 1] - places[wheel].y), >,
          places[wheel].radius + 2.4);
    // From the last point on the first wheel to the first on the second.
    crosses = (points[n - 1] - places[0].y) * (points[n + 1] - places[0].y) < 0.0;
    g_assert_true (crosses == (k == 1));
  }
  drawing_clear (&drawing);
}

/// The rack touches the circle of the pinion at the line of its slider.
static void
test_rack (void)
{
  double points[2 * LW_PATH_POINTS], least = INFINITY, most = -INFINITY;
  const LwSceneJoint *rack;
  LwWheelPlace place;
  Drawing drawing;
  size_t n;

  drawing_init (&drawing, "couplings.json");
  rack = find (&drawing, "Rack");
  n = rack->gear->path (&drawing.frame, rack, points);
  lw_scene_frame_place_wheel (&drawing.frame, wheel_of (&drawing, rack, 0), &place);
  g_assert_cmpuint (n, >, 20);
  for (size_t i = 0; i < n; i++) {
    least = MIN (least, points[2 * i + 1] - place.y);
    most = MAX (most, points[2 * i + 1] - place.y);
  }
  g_assert_cmpfloat (least, <, place.radius);
  g_assert_cmpfloat (most, >, place.radius);
  g_assert_cmpfloat_with_epsilon (least + most, 2.0 * place.radius, 1e-6);
  drawing_clear (&drawing);
}

/// Every coupling has a different appearance if it is selected, under the pointer, disabled or
/// broken, in both palettes, in the plane and in space.
static void
test_states (void)
{
  static const char *const names[] = { "couplings.json", "couplings-space.json" };

  for (int k = 0; k < 4; k++) {
    const bool dark = k & 1;
    g_autofree guint32 *plain = NULL;
    LwDrawOptions options = lw_draw_options_default ();
    Drawing drawing;

    drawing_init (&drawing, names[k / 2]);
    options.labels = options.errors = options.reactions = false;
    plain = paint (&drawing, &options, dark);
    for (guint i = 0; i < drawing.scene->n_joints; i++) {
      const LwSceneJoint *joint = &drawing.scene->joints[i];
      const MbdCouplingFlags flags = mbd_state_coupling_flags (drawing.run->state, joint->index);
      const LwElementRef ref = { LW_SELECTION_COUPLING, joint->coupling->element.id };
      g_autofree guint32 *chosen = NULL, *broken = NULL, *off = NULL;

      options.selected = &ref;
      options.n_selected = 1;
      chosen = paint (&drawing, &options, dark);
      options.n_selected = 0;
      g_test_message ("%s", joint->coupling->element.name);
      g_assert_cmpint (differences (plain, chosen), >, 40);
      mbd_state_set_broken (drawing.run->state, joint->index, !flags.broken);
      broken = paint (&drawing, &options, dark);
      mbd_state_set_broken (drawing.run->state, joint->index, flags.broken);
      g_assert_cmpint (differences (plain, broken), >, 30);
      if (drawing.view.spatial && lw_joint_kind_is_joint (joint->kind))
        continue;
      mbd_state_set_enabled (drawing.run->state, joint->index, !flags.enabled);
      off = paint (&drawing, &options, dark);
      mbd_state_set_enabled (drawing.run->state, joint->index, flags.enabled);
      if (!flags.broken)
        g_assert_cmpint (differences (plain, off), >, 10);
    }
    drawing_clear (&drawing);
  }
}

/// Marks of redundant couplings and arrows of a free motion appear on request.
static void
test_overlays (void)
{
  LwDrawOptions options = lw_draw_options_default ();
  g_autofree guint32 *plain = NULL, *marked = NULL, *moving = NULL, *still = NULL;
  g_autofree bool *redundant = NULL;
  g_autofree double *v = NULL;
  Drawing drawing;

  drawing_init (&drawing, "couplings.json");
  options.labels = false;
  redundant = g_new0 (bool, mbd_model_coupling_count (drawing.run->model));
  v = g_new0 (double, mbd_model_velocity_count (drawing.run->model));
  plain = paint (&drawing, &options, false);
  redundant[find (&drawing, "Pa")->index] = true;
  options.redundant = redundant;
  marked = paint (&drawing, &options, false);
  g_assert_cmpint (differences (plain, marked), >, 80);
  options.redundant = NULL;
  options.free_motion = v;
  still = paint (&drawing, &options, false);
  g_assert_cmpint (differences (plain, still), ==, 0);
  v[mbd_model_body_first_velocity (drawing.run->model, 1) + 2] = 1e-3;
  moving = paint (&drawing, &options, false);
  g_assert_cmpint (differences (plain, moving), >, 80);
  drawing_clear (&drawing);
}

/// SVG is written by the same code: letters of drives and names are text there.
static void
test_svg (void)
{
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter = lw_painter_new_svg (WIDTH, HEIGHT, 0.2, "Couplings", NULL, fonts);
  LwDrawOptions options = lw_draw_options_default ();
  LwPalette palette;
  GString *svg;
  Drawing drawing;

  drawing_init (&drawing, "couplings.json");
  lw_palette_init (&palette, false, false);
  lw_draw_mechanism (drawing.scene, painter, &palette, &drawing.view, drawing.run->state, &options);
  svg = lw_painter_svg_finish (painter);
  g_assert_nonnull (strstr (svg->str, ">M<"));
  g_assert_nonnull (strstr (svg->str, ">φ<"));
  g_assert_nonnull (strstr (svg->str, ">s<"));
  g_assert_nonnull (strstr (svg->str, "Motor 6"));
  g_string_free (svg, TRUE);
  lw_painter_free (painter);
  drawing_clear (&drawing);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/couplings/drives", test_drives);
  g_test_add_func ("/couplings/stops", test_stops);
  g_test_add_func ("/couplings/rope", test_rope);
  g_test_add_func ("/couplings/rope-in-box", test_rope_in_box);
  g_test_add_func ("/couplings/pulleys", test_pulleys);
  g_test_add_func ("/couplings/gears", test_gears);
  g_test_add_func ("/couplings/belts", test_belts);
  g_test_add_func ("/couplings/rack", test_rack);
  g_test_add_func ("/couplings/states", test_states);
  g_test_add_func ("/couplings/overlays", test_overlays);
  g_test_add_func ("/couplings/svg", test_svg);
  return g_test_run ();
}
