// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scale of the background image from two points and their distance, without a window.

#include <math.h>
#include <string.h>

#include "lw-background.h"
#include "testing-tools.h"

/// Creates a canvas with an image that is 1 m wide, at about 0.1, 0.2, and rotated.
static TestingCanvas *
canvas_with_image (void)
{
  static const char bytes[] = "\x89PNG\r\n\x1a\n";
  g_autoptr (GBytes) image = g_bytes_new_static (bytes, 8);
  const LwBackground background = { .image = image,
                                    .centre = { 0.1, 0.2 },
                                    .width = 1,
                                    .angle = 0.3,
                                    .opacity = 0.5,
                                    .visible = true };
  TestingCanvas *canvas = testing_canvas_new (NULL);
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_background (testing_canvas_mechanism (canvas), &background);

  lw_document_edit (canvas->document, "Add Background Image", next);
  return canvas;
}

static const LwBackground *
background_of (TestingCanvas *canvas)
{
  return lw_mechanism_get_background (testing_canvas_mechanism (canvas));
}

/// By clicks, a drag or keys, the image is scaled by the ratio of the distances about the first
/// point.
static void
test_gestures (void)
{
  static const struct
  {
    const char *gesture;
    double first[2], second[2]; ///< m, world
    double distance;            ///< m, true distance
  } cases[] = {
    { "click 0.013 0.017 click 0.413 0.317 type 250mm key enter",
      { 0.013, 0.017 },
      { 0.413, 0.317 },
      0.25 },
    { "drag -0.2 0 0.3 0 type 2 key enter", { -0.2, 0 }, { 0.3, 0 }, 2 },
    { "click 0 0 click 0.3 0.4 type 2in+3mm key enter", { 0, 0 }, { 0.3, 0.4 }, 0.0538 },
    // The second point again, after a click beside it; the wrong number is corrected.
    { "click 0 0 click 0.3 0.4 type 9 click 0 0.5 type 12 key backspace key enter",
      { 0, 0 },
      { 0, 0.5 },
      1 },
    { "click 0 0 click 0 0.5 type 0 key enter key backspace type 4 key enter",
      { 0, 0 },
      { 0, 0.5 },
      4 },
    // By keys only: the crosshair begins in the middle of the sheet, with steps of 0.05 m.
    { "key right key right key enter key up key up key up key up key enter type 100mm key enter",
      { 0.1, 0 },
      { 0.1, 0.2 },
      0.1 },
    { "type 0.1 key tab type 0.2 key enter type 0.5 key tab type 90 key enter type 1 key enter",
      { 0.1, 0.2 },
      { 0.1, 0.7 },
      1 },
    // Snapping to the grid only with Ctrl.
    { "control click 0.013 0.017 click 0.198 0.003 plain type 1 key enter",
      { 0, 0 },
      { 0.2, 0 },
      1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = canvas_with_image ();
    const guint n_steps = lw_document_get_n_steps (canvas->document);
    const double *first = cases[i].first;
    const double drawn = hypot (cases[i].second[0] - first[0], cases[i].second[1] - first[1]);
    const double factor = cases[i].distance / drawn;
    const LwBackground *background;

    g_test_message ("%s", cases[i].gesture);
    testing_canvas_do (canvas, "tool scale-background");
    testing_canvas_do (canvas, cases[i].gesture);
    background = background_of (canvas);
    // Rounding of a few operations on numbers of about 1.
    g_assert_cmpfloat_with_epsilon (background->width, factor, 1e-12 * factor);
    g_assert_cmpfloat_with_epsilon (background->centre[0] - first[0], factor * (0.1 - first[0]),
                                    1e-12);
    g_assert_cmpfloat_with_epsilon (background->centre[1] - first[1], factor * (0.2 - first[1]),
                                    1e-12);
    g_assert_cmpfloat (background->angle, ==, 0.3);
    g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps + 1);
    g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Scale Background Image");
    g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
    g_assert_false (lw_tools_is_busy (canvas->tools));
    testing_canvas_do (canvas, "undo");
    g_assert_cmpfloat (background_of (canvas)->width, ==, 1);
  }
}

/// Text that is not a distance is refused with a message, and the distance is requested again.
static void
test_refused (void)
{
  static const struct
  {
    const char *typed;
    const char *word; ///< part of the message
  } cases[] = {
    { "key enter", "Type the distance" },
    { "type 0 key enter", "greater than zero" },
    { "type -3 key enter", "greater than zero" },
    { "type 3kg key enter", "kg" },
    { "type 3..4 key enter", "" },
    { "type 1e300*1e300 key enter", "" },
    { "type 1e308 key enter", "" },
    { "type 2nonsense key enter", "nonsense" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = canvas_with_image ();
    const guint n_steps = lw_document_get_n_steps (canvas->document);

    g_test_message ("%s", cases[i].typed);
    testing_canvas_do (canvas, "tool scale-background click 0 0 click 0.001 0.02");
    g_assert_null (canvas->refused);
    testing_canvas_do (canvas, cases[i].typed);
    g_assert_nonnull (canvas->refused);
    g_test_message ("%s", canvas->refused);
    g_assert_nonnull (strstr (canvas->refused, cases[i].word));
    g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps);
    g_assert_cmpfloat (background_of (canvas)->width, ==, 1);
  }
}

static void
test_points_refused (void)
{
  g_autoptr (TestingCanvas) canvas = canvas_with_image ();
  g_autoptr (TestingCanvas) none = testing_canvas_new (NULL);
  g_autoptr (LwBackground) hidden = lw_background_copy (background_of (canvas));
  g_autoptr (LwMechanism) next = NULL;

  testing_canvas_do (canvas, "tool scale-background click 0.2 0.2 click 0.2 0.2");
  g_assert_nonnull (strstr (canvas->refused, "coincide"));
  g_assert_true (lw_tools_is_busy (canvas->tools));
  testing_canvas_do (canvas, "key escape");
  g_clear_pointer (&canvas->refused, g_free);
  hidden->visible = false;
  next = lw_mechanism_with_background (testing_canvas_mechanism (canvas), hidden);
  lw_document_edit (canvas->document, "Change Background Image", next);
  testing_canvas_do (canvas, "tool scale-background click 0.2 0.2");
  g_assert_nonnull (strstr (canvas->refused, "hidden"));
  testing_canvas_do (none, "tool scale-background click 0.2 0.2");
  g_assert_nonnull (strstr (none->refused, "no background image"));
  g_assert_false (lw_tools_is_busy (none->tools));
}

/// The feedback while the distance is requested, and Esc, which cancels the number first, then
/// everything.
static void
test_shown (void)
{
  g_autoptr (TestingCanvas) canvas = canvas_with_image ();
  LwToolFeedback feedback;

  testing_canvas_do (canvas, "tool scale-background click 0 0 click 0.3 0.4 move 0.7 0.7 type 2");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (strstr (lw_tools_get_hint (canvas->tools), "true distance"));
  g_assert_nonnull (strstr (feedback.readout, "True distance 2"));
  g_assert_true (feedback.typing);
  g_assert_cmpfloat (feedback.dimension[2], ==, 0.3);
  g_assert_cmpfloat (feedback.snap->y, ==, 0.4);
  lw_tools_leave (canvas->tools);
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (feedback.readout);
  testing_canvas_do (canvas, "key left key tab type 5 key escape");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (strstr (feedback.readout, "500"));
  testing_canvas_do (canvas, "key escape");
  g_assert_false (lw_tools_is_busy (canvas->tools));
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
  g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, 1);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tools-scale/gestures", test_gestures);
  g_test_add_func ("/tools-scale/refused", test_refused);
  g_test_add_func ("/tools-scale/points-refused", test_points_refused);
  g_test_add_func ("/tools-scale/shown", test_shown);
  return g_test_run ();
}
