// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Hand on a mechanism at rest: it follows the pull with all joints closed, as one step, and
// drivers continue from the new pose.

#include <math.h>
#include <string.h>
#include <time.h>

#include "lw-centres.h"
#include "lw-drag-solver.h"
#include "lw-text.h"
#include "testing-tools.h"

/// Crank A B, coupler B C, rocker C D; pins on the ground at A and D.
#define FOUR_BAR                                                                                   \
  "tool link drag 0 0 0.1 0 click 0.35 0.25 click 0.4 0 key escape tool pin click 0 0 tool pin "   \
  "click 0.4 0 "

static char *
write_document (TestingCanvas *canvas)
{
  return lw_text_write (testing_canvas_mechanism (canvas));
}

/// Returns the largest error of all couplings at the start, m or rad.
static double
open_by (LwMechanism *mechanism)
{
  g_autoptr (GError) error = NULL;
  MbdModel *model = lw_mechanism_compile (mechanism, &error);
  MbdState *state;
  g_autofree double *errors = NULL;
  double largest = 0;

  g_assert_no_error (error);
  state = mbd_state_new (model);
  errors = g_new0 (double, (gsize) mbd_model_row_count (model) + 1);
  mbd_state_errors (state, errors, NULL, NULL);
  for (int i = 0; i < mbd_model_row_count (model); i++)
    largest = fmax (largest, fabs (errors[i]));
  mbd_state_free (state);
  mbd_model_unref (model);
  return largest;
}

static void
end_of (LwMechanism *mechanism, int id, guint index, double world[2])
{
  const LwBody *body = lw_mechanism_find_body (mechanism, id);

  lw_geometry_to_world (body, (const double *) (void *) body->shape.points->data + 3 * index,
                        world);
}

/// The crank is where it was pulled; the other links keep their lengths and their side.
static void
test_four_bar (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *undone = NULL;
  const double lengths[] = { 0.1, hypot (0.25, 0.25), hypot (0.05, 0.25) };
  guint steps;
  double b[2];

  testing_canvas_do (canvas, FOUR_BAR);
  before = write_document (canvas);
  steps = lw_document_get_n_steps (canvas->document);
  testing_canvas_do (canvas, "tool hand drag 0.1 0 0 0.1");
  g_assert_null (canvas->refused);
  g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, steps + 1);
  end_of (testing_canvas_mechanism (canvas), 1, 1, b);
  g_assert_cmpfloat_with_epsilon (b[0], 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (b[1], 0.1, 1e-9);
  g_assert_cmpfloat (open_by (testing_canvas_mechanism (canvas)), <, 1e-12);
  for (int i = 0; i < 3; i++) {
    double from[2];
    double to[2];

    end_of (testing_canvas_mechanism (canvas), i + 1, 0, from);
    end_of (testing_canvas_mechanism (canvas), i + 1, 1, to);
    g_assert_cmpfloat_with_epsilon (hypot (to[0] - from[0], to[1] - from[1]), lengths[i], 1e-12);
  }
  // Like other tools it is used once, or repeatedly if it is chosen twice.
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
  after = write_document (canvas);
  g_assert_cmpstr (after, !=, before);
  testing_canvas_do (canvas, "undo");
  undone = write_document (canvas);
  g_assert_cmpstr (undone, ==, before);
}

/// A gesture is displayed while it lasts and is cancelled by Esc; a click does nothing.
static void
test_escape (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  LwToolFeedback feedback;
  guint steps;

  testing_canvas_do (canvas, FOUR_BAR);
  before = write_document (canvas);
  steps = lw_document_get_n_steps (canvas->document);
  testing_canvas_do (canvas, "tool hand press 0.1 0 move 0.05 0.05 move 0 0.1");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (feedback.pose);
  g_assert_cmpuint (feedback.n_pose, ==, 9);
  g_assert_cmpfloat_with_epsilon (feedback.pose[2], G_PI / 2, 1e-9);
  g_assert_nonnull (feedback.grip);
  testing_canvas_do (canvas, "key escape");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_null (feedback.pose);
  testing_canvas_do (canvas, "release 0 0.1 click 0.1 0");
  after = write_document (canvas);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, steps);
  testing_canvas_do (canvas, "key escape");
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
}

/// Crosshair and typed positions have the same effect as the pointer.
static void
test_keyboard (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  double b[2];

  testing_canvas_do (canvas, FOUR_BAR "tool hand tool hand type 0.1 key tab type 0 key enter");
  g_assert_true (lw_tools_is_busy (canvas->tools));
  testing_canvas_do (canvas, "key left key up key left key up key enter");
  g_assert_null (canvas->refused);
  g_assert_false (lw_tools_is_busy (canvas->tools));
  end_of (testing_canvas_mechanism (canvas), 1, 1, b);
  g_assert_cmpfloat_with_epsilon (b[0], 0, 1e-9);
  g_assert_cmpfloat_with_epsilon (b[1], 0.1, 1e-9);

  testing_canvas_do (canvas, "type 0 key tab type 0.1 key enter type 0.1 key tab type 0 key enter");
  end_of (testing_canvas_mechanism (canvas), 1, 1, b);
  g_assert_cmpfloat_with_epsilon (b[0], 0.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (b[1], 0, 1e-9);
}

static void
test_refused (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  testing_canvas_do (canvas, FOUR_BAR "tool box drag -0.5 -0.5 -0.3 -0.3 tool ground click -0.4 "
                                      "-0.4 ");
  before = write_document (canvas);
  testing_canvas_do (canvas, "tool hand tool hand drag -0.4 -0.4 0 0");
  g_assert_nonnull (strstr (canvas->refused, "Box 1 is fixed"));
  g_clear_pointer (&canvas->refused, g_free);
  testing_canvas_do (canvas, "drag 1 1 0 0");
  g_assert_nonnull (canvas->refused);
  g_clear_pointer (&canvas->refused, g_free);
  // Pulled to extreme and non-finite positions, the mechanism stays assembled.
  testing_canvas_do (canvas, "press 0.1 0 move 0.1 0.1 move inf nan move 1e300 1e300 key escape");
  after = write_document (canvas);
  g_assert_cmpstr (after, ==, before);
}

/// A driver is released while the mechanism is moved; afterwards its function continues from the
/// new pose.
static void
test_driver (void)
{
  static const char *const functions[] = {
    "0.25",
    "{ \"polynomial\": [0.25, 2] }",
    "{ \"harmonic\": { \"mean\": 0.25, \"frequency\": 3 } }",
    "\"0.25 + sin(t)\"",
    "{ \"table\": [[0, 0.25], [1, 2], [3, 0]] }",
  };

  for (guint i = 0; i < G_N_ELEMENTS (functions); i++) {
    g_autofree char *text = g_strdup_printf (
      "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"angle\": 0.25, \"shape\": {\"points\": "
      "[[0, 0], [0.5, 0]]} } ], \"couplings\": [ {\"id\": 1, \"kind\": \"pin\", \"bodies\": [0, "
      "1], \"at\": [0, 0] }, {\"id\": 2, \"kind\": \"driver\", \"joint\": 1, \"function\": %s } ] "
      "}",
      functions[i]);
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (text);

    g_assert_cmpfloat (open_by (testing_canvas_mechanism (canvas)), <, 1e-9);
    lw_tools_choose (canvas->tools, LW_TOOL_HAND);
    testing_canvas_do (canvas, "drag 0.4844562108553224 0.12370197962726147 0 0.5");
    g_assert_null (canvas->refused);
    g_assert_cmpfloat_with_epsilon (
      lw_geometry_angle (lw_mechanism_get_body (testing_canvas_mechanism (canvas), 0)), G_PI / 2,
      1e-9);
    g_assert_cmpfloat (open_by (testing_canvas_mechanism (canvas)), <, 1e-9);
  }
}

/// Compatible velocities at the start remain compatible.
static void
test_velocities (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"angular_velocity\": 3, \"shape\": "
    "{\"points\": [[0, 0], [0.2, 0]]} }, { \"id\": 2, \"position\": [0.2, 0], \"velocity\": [0, "
    "0.6], \"shape\": {\"points\": [[0, 0], [0.2, 0]]} } ], \"couplings\": [ {\"id\": 1, \"kind\": "
    "\"pin\", \"bodies\": [0, 1], \"at\": [0, 0] }, {\"id\": 2, \"kind\": \"pin\", \"bodies\": [1, "
    "2], "
    "\"points\": [[0.2, 0], [0, 0]] } ] }");
  g_autoptr (GError) error = NULL;
  double errors[4];
  MbdModel *model;
  MbdState *state;

  testing_canvas_do (canvas, "tool hand drag 0.2 0 0 0.2");
  model = lw_mechanism_compile (testing_canvas_mechanism (canvas), &error);
  g_assert_no_error (error);
  state = mbd_state_new (model);
  mbd_state_errors (state, NULL, errors, NULL);
  for (int i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon (errors[i], 0, 1e-12);
  mbd_state_free (state);
  mbd_model_unref (model);
}

static double
thread_ms (void)
{
  struct timespec time;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * (double) time.tv_sec + 1e-6 * (double) time.tv_nsec;
}

/// Processor time of a movement of the pointer with many bodies, including creation of the
/// resulting mechanism. Wall time would depend on other programs.
static void
test_speed (void)
{
  static const guint sizes[] = { 10, 50, 200 };

  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    g_autoptr (GString) chain = g_string_new ("tool link drag 0 0 0.1 0.05");
    double longest = 0;
    double sum = 0;

    for (guint i = 2; i <= sizes[k]; i++)
      g_string_append_printf (chain, " click %g %g", 0.1 * i, i % 2 == 1 ? 0.05 : 0.0);
    g_string_append_printf (chain, " key escape tool pin click 0 0 tool hand press %g %g",
                            0.1 * sizes[k], sizes[k] % 2 == 1 ? 0.05 : 0.0);
    testing_canvas_do (canvas, chain->str);
    g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, sizes[k]);
    for (int i = 1; i <= 60; i++) {
      const double start = thread_ms ();
      double ms;

      lw_tools_move (canvas->tools, 0.1 * sizes[k] - 0.02 * i, 0.02 * i, 0);
      ms = thread_ms () - start;
      sum += ms;
      longest = fmax (longest, ms);
    }
    testing_canvas_do (canvas, "key escape");
    g_test_message ("%u bodies: a movement takes %.2f ms, at most %.2f ms", sizes[k], sum / 60,
                    longest);
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    // Half of a frame at 60 frames/s.
    g_assert_cmpfloat (sum / 60, <, 8);
#endif
  }
}

/// While the mechanism is held, the coupler turns about the intersection of the lines of crank and
/// rocker, and the path of a tracer is kept until the next press.
static void
test_centre_and_path (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  LwToolFeedback feedback;
  MbdState *state;
  MbdModel *model;
  double a[3], b[3], c[3], d[3], other[3], centre[2], expected[2], along;
  const GArray *path;

  testing_canvas_do (canvas, FOUR_BAR "tool tracer click 0.1 0 ");
  testing_canvas_do (canvas, "tool hand press 0.1 0 move 0.09 0.05 move 0.03 0.1");
  lw_tools_get_feedback (canvas->tools, &feedback);
  model = lw_mechanism_compile (testing_canvas_mechanism (canvas), NULL);
  state = mbd_state_new (model);
  g_assert_nonnull (feedback.velocities);
  mbd_state_set (state, 0, feedback.pose, feedback.velocities);
  // The pins on the ground were made last.
  mbd_state_coupling_points (state, 2, a, other);
  mbd_state_coupling_points (state, 3, d, other);
  mbd_state_coupling_points (state, 0, b, other);
  mbd_state_coupling_points (state, 1, c, other);
  // A + s (B - A) on the line through C and D
  along = ((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]))
          / ((b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0]));
  expected[0] = a[0] + along * (b[0] - a[0]);
  expected[1] = a[1] + along * (b[1] - a[1]);
  g_assert_true (lw_instantaneous_centre (state, 2, centre));
  g_assert_cmpfloat_with_epsilon (centre[0], expected[0], 1e-9);
  g_assert_cmpfloat_with_epsilon (centre[1], expected[1], 1e-9);

  g_assert_nonnull (feedback.paths);
  g_assert_cmpuint (feedback.paths->len, ==, 1);
  path = feedback.paths->pdata[0];
  g_assert_cmpuint (path->len, >, 2);
  for (guint i = 0; i < path->len; i++) {
    const double *at = (const double *) (void *) path->data + 2 * i;

    g_assert_cmpfloat_with_epsilon (hypot (at[0], at[1]), 0.1, 1e-9);
  }
  testing_canvas_do (canvas, "release 0.03 0.1");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_null (feedback.pose);
  g_assert_nonnull (feedback.paths);
  testing_canvas_do (canvas, "click 2 2");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_null (feedback.paths);
  mbd_state_free (state);
  mbd_model_unref (model);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/hand/four-bar", test_four_bar);
  g_test_add_func ("/hand/escape", test_escape);
  g_test_add_func ("/hand/keyboard", test_keyboard);
  g_test_add_func ("/hand/refused", test_refused);
  g_test_add_func ("/hand/driver", test_driver);
  g_test_add_func ("/hand/velocities", test_velocities);
  g_test_add_func ("/hand/speed", test_speed);
  g_test_add_func ("/hand/centre-and-path", test_centre_and_path);
  return g_test_run ();
}
