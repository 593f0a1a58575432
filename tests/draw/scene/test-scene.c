// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Scenes: cached data, scales of arrows, traces, labels, and that drawing never fails.

#include <glib/gstdio.h>
#include <math.h>

#include "testing-examples.h"
#include "lw-draw-drift.h"
#include "lw-labels-private.h"
#include "lw-largest.h"
#include "lw-scene-private.h"
#include "pictures.h"

static const char *const examples[] = {
  "andrews",
  "bricard",
  "chebyshev",
  "crank-rocker-motor",
  "double-pendulum",
  "four-bar",
  "four-bar-bushing",
  "gears-rack",
  "knee",
  "n-four-bar-10",
  "rope",
  "scotch-yoke",
  "slider-crank",
};

static Run *
example_run (const char *name, double until)
{
  g_autofree char *file = g_strconcat (name, ".json", NULL);
  g_autofree char *path = testing_example_path (file);
  g_autoptr (GError) error = NULL;
  Run *run = run_new (path, until, &error);

  g_assert_no_error (error);
  return run;
}

static Run *
parts_run (double until)
{
  g_autofree char *path =
    g_build_filename (g_getenv ("LW_SOURCE_DIR"), "tests", "draw", "data", "parts.json", NULL);
  g_autoptr (GError) error = NULL;
  Run *run = run_new (path, until, &error);

  g_assert_no_error (error);
  return run;
}

static void
test_link_width (void)
{
  g_autoptr (Run) run = example_run ("four-bar", 0.0);
  g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
  LwView view;

  // Links of 0.2, 0.7 and 0.5 m: the median 0.5 m results in 0.03, rounded up.
  g_assert_cmpfloat_with_epsilon (lw_scene_get_link_width (scene), 0.05, 1e-12);
  lw_view_init (&view, 800.0, 600.0, false);
  view.scale = 430.0;
  g_assert_cmpfloat_with_epsilon (lw_scene_link_width_px (scene, &view), 21.5, 1e-9);
  view.scale = 1.0;
  g_assert_cmpfloat (lw_scene_link_width_px (scene, &view), ==, 10.0);
  view.scale = 1e6;
  g_assert_cmpfloat (lw_scene_link_width_px (scene, &view), ==, 34.0);
  lw_scene_set_link_width (scene, 0.02);
  g_assert_cmpfloat (lw_scene_get_link_width (scene), ==, 0.02);
}

static void
test_box (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (examples); i++) {
    g_autoptr (Run) run = example_run (examples[i], 0.0);
    g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
    double minimum[3], maximum[3];
    LwView view;

    g_assert_cmpint (lw_scene_is_spatial (scene), ==, g_str_equal (examples[i], "bricard"));
    g_assert_true (lw_scene_box (scene, run->state, minimum, maximum));
    for (int d = 0; d < 3; d++)
      g_assert_cmpfloat (minimum[d], <=, maximum[d]);
    for (int c = 0; c < mbd_model_coupling_count (run->model); c++) {
      double a[3], b[3];

      mbd_state_coupling_points (run->state, c, a, b);
      for (int d = 0; d < 3; d++) {
        g_assert_cmpfloat (b[d], >=, minimum[d]);
        g_assert_cmpfloat (b[d], <=, maximum[d]);
      }
    }
    lw_view_init (&view, 900.0, 500.0, lw_scene_is_spatial (scene));
    lw_scene_fit (scene, run->state, &view);
    for (int c = 0; c < mbd_model_coupling_count (run->model); c++) {
      double a[3], b[3], x, y;

      mbd_state_coupling_points (run->state, c, a, b);
      lw_view_project (&view, b, &x, &y);
      g_assert_cmpfloat (x, >, 18.0);
      g_assert_cmpfloat (x, <, 900.0);
      g_assert_cmpfloat (y, >, 18.0);
      g_assert_cmpfloat (y, <, 500.0);
    }
  }
}

/// Couplings that work on a joint are drawn at that joint: nothing is drawn twice.
static void
test_drives (void)
{
  g_autoptr (Run) run = example_run ("gears-rack", 0.0);
  g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);

  for (guint i = 0; i < scene->n_joints; i++) {
    const LwSceneJoint *joint = &scene->joints[i];
    const bool drive = joint->coupling->joint[0] != 0;

    g_assert_cmpint (joint->pin_bodies, ==, drive ? 0 : 2);
    g_assert_true (lw_joint_kind_is_joint (joint->kind) == !drive);
  }
}

static void
draw (LwScene *scene, Run *run, const LwView *view, const LwDrawOptions *options)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  const double low[3] = { -1.0, -1.0, -1.0 }, high[3] = { 1.0, 1.0, 1.0 };
  LwPalette palette;

  lw_palette_init (&palette, true, false);
  lw_draw_paper (painter, &palette, view);
  if (view->spatial) {
    lw_draw_floor (painter, &palette, view, low, high);
    lw_draw_triad (painter, &palette, view);
  } else {
    lw_draw_grid (painter, &palette, view, &options->units);
    lw_draw_rulers (painter, &palette, view, &options->units, LW_RULER_SIZE);
  }
  lw_draw_mechanism (scene, painter, &palette, view, run->state, options);
  lw_painter_free (painter);
  g_assert_cmpint (cairo_status (cairo), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

/// px per N is the largest 1-2-5 that keeps the largest arrow within 96 px; it can only decrease.
static void
test_scales (void)
{
  g_autoptr (Run) run = example_run ("four-bar", 0.3);
  g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
  LwDrawOptions options = lw_draw_options_default ();
  double largest = 0.0, scale;
  LwView view;

  options.solved = true;
  lw_view_init (&view, 300.0, 200.0, false);
  g_assert_cmpfloat (lw_scene_get_scale (scene, LW_ARROW_REACTION), ==, 0.0);
  draw (scene, run, &view, &options);
  for (int c = 0; c < mbd_model_coupling_count (run->model); c++) {
    MbdWrench wrench;

    mbd_state_reaction (run->state, c, 1, MBD_AXES_WORLD, &wrench);
    largest = MAX (largest, hypot (wrench.force[0], wrench.force[1]));
  }
  scale = lw_scene_get_scale (scene, LW_ARROW_REACTION);
  g_assert_cmpfloat (largest, >, 0.0);
  g_assert_cmpfloat (scale * largest, <=, 96.0);
  g_assert_cmpfloat (scale * largest, >, 96.0 / 2.5 - 1e-9);
  // Smaller forces afterwards do not increase it; a reset does, and a known run fixes it.
  mbd_state_reset (run->state);
  mbd_state_solve (run->state, NULL);
  draw (scene, run, &view, &options);
  g_assert_cmpfloat (lw_scene_get_scale (scene, LW_ARROW_REACTION), <=, scale);
  lw_scene_set_largest (scene, LW_ARROW_REACTION, 400.0);
  draw (scene, run, &view, &options);
  g_assert_cmpfloat_with_epsilon (lw_scene_get_scale (scene, LW_ARROW_REACTION), 0.2, 1e-12);
  lw_scene_reset_scales (scene);
  g_assert_cmpfloat (lw_scene_get_scale (scene, LW_ARROW_REACTION), ==, 0.0);
  // A few ε of the weight of the three bodies, as a fall leaves in the joints, count as zero.
  lw_scene_observe (scene, LW_ARROW_REACTION, 1e-14);
  lw_scene_set_largest (scene, LW_ARROW_REACTION, 1e-14);
  g_assert_cmpfloat (lw_scene_get_scale (scene, LW_ARROW_REACTION), ==, 0.0);
  lw_scene_observe (scene, LW_ARROW_VELOCITY, 1e-14);
  g_assert_cmpfloat (lw_scene_get_scale (scene, LW_ARROW_VELOCITY), >, 0.0);
}

typedef double (*Force) (double t);

static double
steady (double t)
{
  return 30.0 + 6.0 * sin (20.0 * t);
}

/// In one of 100 samples as large as near a dead point.
static double
with_spikes (double t)
{
  return fmod (t + 10.0, 1.0) < 0.01 ? 5000.0 : steady (t);
}

static double
growing (double t)
{
  return 20.0 * pow (1.6, t);
}

/// Negligible until it begins.
static double
late (double t)
{
  return t < 3.0 ? 0.005 : 0.4;
}

static LwLargest *
largest_of (Force force, double duration, double delay)
{
  LwLargest *largest = lw_largest_new (duration);

  for (int i = 0; i <= 1000; i++)
    lw_largest_add (largest, duration * i / 1000, force (duration * i / 1000 - delay));
  return largest;
}

/// The value that the scale accommodates is constant for a steady run, despite outliers. For a run
/// with growing forces it grows in a few steps, and decreases again for earlier times.
static void
test_largest (void)
{
  const double delays[] = { 0.0, 0.123 };

  for (size_t d = 0; d < G_N_ELEMENTS (delays); d++) {
    g_autoptr (LwLargest) even = largest_of (steady, 8.0, delays[d]);
    g_autoptr (LwLargest) spiky = largest_of (with_spikes, 8.0, delays[d]);
    g_autoptr (LwLargest) grows = largest_of (growing, 8.0, delays[d]);
    g_autoptr (LwLargest) begins = largest_of (late, 8.0, delays[d]);
    double before = lw_largest_at (grows, 0.0);
    double answers[801];
    int n_steps = 0;

    g_assert_cmpfloat (before, <, 40.0);
    for (int i = 0; i <= 800; i++) {
      const double t = i / 100.0;

      g_assert_cmpfloat (lw_largest_at (even, t), ==, lw_largest_at (even, 0.0));
      g_assert_cmpfloat_with_epsilon (lw_largest_at (spiky, t), 33.0, 3.1);
      answers[i] = lw_largest_at (grows, t);
      // An arrow is not cut: it may exceed the accommodated length by 160 px over 96 px.
      g_assert_cmpfloat (growing (t - delays[d]), <, 160.0 / 96.0 * answers[i] + 1e-9);
      n_steps += answers[i] != before;
      before = answers[i];
    }
    g_assert_cmpint (n_steps, <=, 4);
    for (int i = 800; i >= 0; i--)
      g_assert_cmpfloat (lw_largest_at (grows, i / 100.0), ==, answers[i]);
    g_assert_cmpfloat (lw_largest_at (begins, 0.0), ==, 0.005);
    g_assert_cmpfloat (lw_largest_at (begins, 7.0), ==, 0.4);
    // After 1 s the run continues differently.
    lw_largest_forget_after (grows, 1.0);
    lw_largest_add (grows, 0.5, 1e9);
    for (int i = 1; i <= 700; i++)
      lw_largest_add (grows, 1.0 + i / 100.0, 2000.0);
    g_assert_cmpfloat (lw_largest_at (grows, 0.2), ==, answers[20]);
    g_assert_cmpfloat (lw_largest_at (grows, 8.0), ==, 2000.0);
  }
}

/// Many samples are thinned out, and non-finite values of a run are ignored.
static void
test_largest_many (void)
{
  g_autoptr (LwLargest) many = lw_largest_new (0.0);

  g_assert_cmpfloat (lw_largest_at (many, 3.0), ==, 0.0);
  for (int i = 0; i < 100000; i++)
    lw_largest_add (many, i / 1000.0, i % 7 == 0 ? NAN : steady (i / 1000.0));
  g_assert_cmpfloat_with_epsilon (lw_largest_at (many, 0.0), 35.0, 1.1);
  g_assert_cmpfloat_with_epsilon (lw_largest_at (many, 100.0), 35.0, 1.1);
}

/// Reading samples as they arrive produces the same box as reading them all in one call.
static void
test_traces (void)
{
  g_autoptr (Run) run = example_run ("four-bar-torque", 1.5);
  g_autoptr (LwScene) at_once = lw_scene_new (run->mechanism, run->model);
  g_autoptr (LwScene) in_steps = lw_scene_new (run->mechanism, run->model);
  LwRecording *part = lw_recording_new (lw_recording_n_columns (run->recording));
  g_autofree double *sample = g_new (double, lw_recording_n_columns (run->recording));
  double box[2][6], without[6];

  g_assert_true (lw_scene_box (at_once, run->state, without, without + 3));
  for (size_t i = 0; i < lw_recording_n_samples (run->recording); i++) {
    lw_recording_sample (run->recording, i, sample);
    lw_recording_append (part, sample);
    lw_scene_update_traces (in_steps, part, 1);
  }
  lw_scene_update_traces (at_once, run->recording, 1);
  g_assert_true (lw_scene_box (at_once, run->state, box[0], box[0] + 3));
  g_assert_true (lw_scene_box (in_steps, run->state, box[1], box[1] + 3));
  for (int d = 0; d < 6; d++)
    g_assert_cmpfloat (box[0][d], ==, box[1][d]);
  g_assert_cmpfloat (box[0][0], <, without[0]);
  // Without a recording there are no traces.
  lw_scene_update_traces (at_once, NULL, 0);
  g_assert_true (lw_scene_box (at_once, run->state, box[0], box[0] + 3));
  for (int d = 0; d < 6; d++)
    g_assert_cmpfloat (box[0][d], ==, without[d]);
  lw_recording_unref (part);
}

/// A very long recording is thinned and remains drawable.
static void
test_long_trace (void)
{
  g_autoptr (Run) run = example_run ("double-pendulum", 0.0);
  g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
  const size_t columns = lw_recording_n_columns (run->recording);
  LwRecording *recording = lw_recording_new (columns);
  g_autofree double *sample = g_new (double, columns);
  LwDrawOptions options = lw_draw_options_default ();
  LwView view;

  for (int i = 0; i < 60000; i++) {
    lw_recording_sample (run->recording, 0, sample);
    sample[0] = 1e-3 * i;
    sample[1] += 1e-3 * sin (0.01 * i);
    lw_recording_append (recording, sample);
    if (i == 20000 || i == 40000)
      lw_scene_update_traces (scene, recording, 1);
  }
  lw_scene_update_traces (scene, recording, 1);
  lw_view_init (&view, 300.0, 200.0, false);
  lw_scene_fit (scene, run->state, &view);
  draw (scene, run, &view, &options);
  lw_recording_unref (recording);
}

/// All options, with every element under the pointer and selected, can be drawn at every zoom.
static void
test_everything_draws (void)
{
  for (size_t i = 0; i <= G_N_ELEMENTS (examples); i++) {
    g_autoptr (Run) run =
      i < G_N_ELEMENTS (examples) ? example_run (examples[i], 0.02) : parts_run (0.02);
    g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
    g_autofree bool *failed = g_new0 (bool, mbd_model_coupling_count (run->model) + 1);
    LwDrawOptions options = lw_draw_options_default ();
    LwView view;

    lw_view_init (&view, 300.0, 200.0, lw_scene_is_spatial (scene));
    lw_scene_update_traces (scene, run->recording, 1);
    lw_scene_fit (scene, run->state, &view);
    failed[0] = true;
    for (int pass = 0; pass < 8; pass++) {
      const LwElementRef selected[] = {
        { pass & 4 ? LW_SELECTION_COUPLING : LW_SELECTION_BODY, 1 + pass % 3 },
        { pass & 2 ? LW_SELECTION_FORCE : LW_SELECTION_TRACER, 1 },
      };

      options.solved = pass & 1;
      options.both_bodies = options.velocities = options.masses = pass & 2;
      options.failed = pass & 4 ? failed : NULL;
      options.hovered = (LwElementRef){ LW_SELECTION_BODY, 1 };
      options.selected = selected;
      options.n_selected = G_N_ELEMENTS (selected);
      draw (scene, run, &view, &options);
      options.n_selected = 0;
    }
    for (double scale = LW_VIEW_SCALE_MIN; scale <= LW_VIEW_SCALE_MAX; scale *= 31.0) {
      view.scale = scale;
      draw (scene, run, &view, &options);
    }
  }
}

/// A non-finite pose is drawn without errors.
static void
test_not_finite (void)
{
  for (size_t i = 0; i < G_N_ELEMENTS (examples); i++) {
    g_autoptr (Run) run = example_run (examples[i], 0.0);
    g_autoptr (LwScene) scene = lw_scene_new (run->mechanism, run->model);
    const int n = mbd_model_position_count (run->model);
    g_autofree double *q = g_new (double, n);
    LwDrawOptions options = lw_draw_options_default ();
    double minimum[3], maximum[3];
    LwView view;

    options.solved = true;
    lw_view_init (&view, 300.0, 200.0, lw_scene_is_spatial (scene));
    for (int k = 0; k < n; k++)
      q[k] = k % 3 == 0 ? NAN : k % 3 == 1 ? INFINITY : 1e200;
    mbd_state_set (run->state, 0.0, q, NULL);
    lw_scene_box (scene, run->state, minimum, maximum);
    lw_scene_fit (scene, run->state, &view);
    draw (scene, run, &view, &options);
  }
}

static void
test_labels (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 100, 100);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  g_autoptr (LwLabels) labels = lw_labels_new (painter, 0, 0);
  const LwTextStyle style = lw_text_style (12.0, 400, lw_colour (0));
  const LwLabelPlace places[] = { { 50.0, 20.0, LW_ANCHOR_START },
                                  { 50.0, 50.0, LW_ANCHOR_END },
                                  { 50.0, 80.0, LW_ANCHOR_MIDDLE } };

  g_assert_cmpint (lw_labels_place (labels, "a", &style, places, 3, -1, false), ==, 0);
  g_assert_cmpint (lw_labels_place (labels, "b", &style, places, 3, -1, false), ==, 1);
  // The preferred place is kept while it is free.
  g_assert_cmpint (lw_labels_place (labels, "c", &style, places, 3, 2, false), ==, 2);
  g_assert_cmpint (lw_labels_place (labels, "d", &style, places, 3, -1, false), ==, -1);
  g_assert_cmpint (lw_labels_place (labels, "e", &style, places, 3, -1, true), ==, 0);
  {
    g_autoptr (LwLabels) others = lw_labels_new (painter, 0, 0);

    lw_labels_avoid_line (others, 0.0, 20.0, 100.0, 20.0);
    lw_labels_avoid_disc (others, 45.0, 50.0, 3.0);
    g_assert_cmpint (lw_labels_place (others, "f", &style, places, 3, 0, false), ==, 2);
    lw_labels_avoid_box (others, 0.0, 0.0, 100.0, 100.0);
    g_assert_cmpint (lw_labels_place (others, "g", &style, places, 3, -1, false), ==, -1);
  }
  {
    // A label that must be drawn is moved in from the right edge, above the others.
    g_autoptr (LwLabels) framed = lw_labels_new (painter, 60, 100);

    g_assert_cmpint (lw_labels_place (framed, "h", &style, places, 3, 1, false), ==, 1);
    g_assert_cmpint (lw_labels_place (framed, "i", &style, places, 2, -1, true), ==, 0);
    g_assert_cmpint (lw_labels_place (framed, "Motor", &style, places, 2, -1, true), ==, 0);
  }
  lw_painter_free (painter);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

/// A label that the edge of the picture would cut is moved inside, if no other place is free.
static void
test_labels_at_edge (void)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  g_autoptr (LwLabels) labels = lw_labels_new (painter, 60, 100);
  const LwTextStyle style = lw_text_style (12.0, 400, lw_colour (0));
  const LwLabelPlace places[] = { { 50.0, 2.0, LW_ANCHOR_START },
                                  { 50.0, 50.0, LW_ANCHOR_END },
                                  { 50.0, 80.0, LW_ANCHOR_MIDDLE },
                                  { 150.0, 20.0, LW_ANCHOR_START } };
  double x, y, width, height;

  lw_labels_avoid_box (labels, 0.0, 40.0, 60.0, 20.0);
  g_assert_cmpint (lw_labels_place (labels, "Motor", &style, places, 4, -1, false), ==, 0);
  g_assert_cmpint (lw_labels_place (labels, "Motor", &style, places, 4, 2, false), ==, 2);
  cairo_recording_surface_ink_extents (surface, &x, &y, &width, &height);
  g_assert_cmpfloat (x, >=, 0);
  g_assert_cmpfloat (y, >=, 0);
  g_assert_cmpfloat (x + width, <=, 60);
  g_assert_cmpfloat (width, >, 20);
  g_assert_cmpfloat (height, >, 70);
  // Neither what is outside altogether nor what is wider than the picture.
  g_assert_cmpint (lw_labels_place (labels, "Motor", &style, &places[3], 1, -1, false), ==, -1);
  g_assert_cmpint (lw_labels_place (labels, "Motor of the crank", &style, &places[2], 1, -1, false),
                   ==, -1);
  {
    // Rulers cover a part of the picture.
    cairo_surface_t *beside = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
    cairo_t *other = cairo_create (beside);
    LwPainter *second = lw_painter_new_cairo (other, fonts);
    g_autoptr (LwLabels) framed = lw_labels_new (second, 60, 100);
    const LwLabelPlace corner = { 20.0, 12.0, LW_ANCHOR_END };

    lw_labels_cover (framed, 18, 18);
    g_assert_cmpint (lw_labels_place (framed, "A", &style, &corner, 1, -1, false), ==, 0);
    cairo_recording_surface_ink_extents (beside, &x, &y, &width, &height);
    g_assert_cmpfloat (x, >=, 18);
    g_assert_cmpfloat (y, >=, 18);
    lw_painter_free (second);
    cairo_destroy (other);
    cairo_surface_destroy (beside);
  }
  lw_painter_free (painter);
  cairo_destroy (cairo);
  cairo_surface_destroy (surface);
}

/// Returns the pixels of a movable or a fixed body.
static guchar *
body_picture (const char *shape, const char *mobility, double scale, gsize *size)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 300, 200);
  cairo_t *cairo = cairo_create (surface);
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  LwPainter *painter = lw_painter_new_cairo (cairo, fonts);
  const LwDrawOptions options = lw_draw_options_default ();
  g_autofree char *text =
    g_strdup_printf ("{\"linkwright\":1,\"bodies\":[{\"id\":1,\"mass\":1,\"inertia\":1,"
                     "\"mobility\":\"%s\",\"shape\":%s}]}",
                     mobility, shape);
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "linkwright-fixed-XXXXXX", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (LwScene) scene = NULL;
  g_autoptr (Run) run = NULL;
  LwPalette palette;
  LwView view;
  guchar *pixels;

  g_assert_cmpint (g_close (g_mkstemp (path), NULL), ==, TRUE);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  run = run_new (path, 0.0, &error);
  g_assert_no_error (error);
  g_remove (path);
  scene = lw_scene_new (run->mechanism, run->model);
  lw_palette_init (&palette, false, false);
  lw_view_init (&view, 300.0, 200.0, false);
  view.scale = scale;
  lw_draw_paper (painter, &palette, &view);
  lw_draw_mechanism (scene, painter, &palette, &view, run->state, &options);
  lw_painter_free (painter);
  cairo_destroy (cairo);
  cairo_surface_flush (surface);
  *size = 200 * (gsize) cairo_image_surface_get_stride (surface);
  pixels = g_memdup2 (cairo_image_surface_get_data (surface), *size);
  cairo_surface_destroy (surface);
  return pixels;
}

/// Only fixed bodies are hatched, at any zoom.
static void
test_fixed (void)
{
  static const char *const shapes[] = {
    "{\"kind\":\"box\",\"size\":[1,0.5]}",
    "{\"kind\":\"disc\",\"radius\":0.4}",
    "{\"kind\":\"polygon\",\"points\":[[-0.5,-0.4],[0.5,-0.4],[0,0.4]]}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    for (double scale = 100.0; scale < 1e12; scale *= 1e9) {
      gsize size, n_darker = 0, n_lighter = 0;
      g_autofree guchar *moving = body_picture (shapes[i], "planar", scale, &size);
      g_autofree guchar *fixed = body_picture (shapes[i], "fixed", scale, &size);

      for (gsize k = 0; k < size; k++) {
        n_darker += k % 4 != 3 && fixed[k] < moving[k];
        n_lighter += k % 4 != 3 && fixed[k] > moving[k];
      }
      // A stroke of 1.2 px every 7 px; the smallest of the three has 3200 px².
      g_assert_cmpuint (n_darker, >, 3 * 3200 / 14);
      // Pixels at the ends of strokes on the outline, which is darker than the strokes.
      g_assert_cmpuint (n_lighter, <, n_darker / 4);
    }
}

/// The numbers of the rulers are complete, wherever the view is: the remainder "0." of a cut "0.2"
/// would be a different number.
static void
test_ruler_numbers (void)
{
  const double width = 400, height = 300;
  g_autoptr (LwFonts) fonts = lw_fonts_new ("DejaVu Sans");
  g_autoptr (GRegex) above = g_regex_new ("<text x=\"([0-9.]+)\"[^>]*>([^<m]+)<", 0, 0, NULL);
  g_autoptr (GRegex) beside = g_regex_new (
    "<text transform=\"matrix\\([^ ]+ -1 1 [^ ]+ [0-9.]+ ([0-9.]+)\\)\"[^>]*>([^<]+)<", 0, 0, NULL);
  const LwDrawOptions options = lw_draw_options_default ();
  guint n_above = 0, n_beside = 0;
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  for (int i = 0; i < 100; i++) {
    LwPainter *painter = lw_painter_new_svg (width, height, 0.2, "Rulers", "Rulers", fonts);
    const LwTextStyle style = lw_text_style (11.0, 400, palette.text_2);
    g_autoptr (GString) document = NULL;
    LwTextExtents extents;
    LwView view;

    lw_view_init (&view, width, height, false);
    view.scale = 1000;
    view.centre[0] = view.centre[1] = 0.001 * i;
    lw_draw_rulers (painter, &palette, &view, &options.units, LW_RULER_SIZE);
    document = lw_painter_svg_finish (painter);
    for (int vertical = 0; vertical < 2; vertical++) {
      g_autoptr (GMatchInfo) match = NULL;

      for (g_regex_match (vertical ? beside : above, document->str, 0, &match);
           g_match_info_matches (match); g_match_info_next (match, NULL)) {
        g_autofree char *place = g_match_info_fetch (match, 1);
        g_autofree char *text = g_match_info_fetch (match, 2);
        const double at = g_ascii_strtod (place, NULL);

        lw_painter_measure (painter, text, &style, &extents);
        if (vertical)
          g_assert_cmpfloat (at - extents.width, >=, LW_RULER_SIZE);
        else
          g_assert_cmpfloat (at + extents.width, <=, width);
        *(vertical ? &n_beside : &n_above) += 1;
      }
    }
    lw_painter_free (painter);
  }
  // There is a tick every 100 px: usually three or four above, and two or three at the side.
  g_assert_cmpuint (n_above, >, 250);
  g_assert_cmpuint (n_beside, >, 150);
}

/// The factor of the inset of the drift laboratory is 1, 2 or 5 times a power of ten, and the largest
/// one that keeps the opening within 0.8 of the radius.
static void
test_drift_factor (void)
{
  static const double cases[][2] = {
    // 0.8 * 50 px / (100 px/m) = 0.4 m fits with the factor 1
    { 0.4, 1 },  { 0.41, 1 },   { 2, 1 },        { 0.2, 2 },      { 0.1, 2 },
    { 0.08, 5 }, { 4e-5, 1e4 }, { 3.9e-5, 1e4 }, { 4.1e-5, 5e3 }, { 4e-12, 1e11 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpfloat_with_epsilon (lw_drift_inset_factor (cases[i][0], 100, 50), cases[i][1],
                                    1e-9 * cases[i][1]);
  g_assert_true (isinf (lw_drift_inset_factor (0, 100, 50)));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/scene/link-width", test_link_width);
  g_test_add_func ("/scene/box", test_box);
  g_test_add_func ("/scene/drives", test_drives);
  g_test_add_func ("/scene/scales", test_scales);
  g_test_add_func ("/scene/largest", test_largest);
  g_test_add_func ("/scene/largest/many", test_largest_many);
  g_test_add_func ("/scene/traces", test_traces);
  g_test_add_func ("/scene/long-trace", test_long_trace);
  g_test_add_func ("/scene/everything-draws", test_everything_draws);
  g_test_add_func ("/scene/not-finite", test_not_finite);
  g_test_add_func ("/scene/fixed", test_fixed);
  g_test_add_func ("/scene/labels", test_labels);
  g_test_add_func ("/scene/labels-at-edge", test_labels_at_edge);
  g_test_add_func ("/scene/drift-factor", test_drift_factor);
  g_test_add_func ("/scene/ruler-numbers", test_ruler_numbers);
  return g_test_run ();
}
