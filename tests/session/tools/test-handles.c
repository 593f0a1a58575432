// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The handles of the selection are dragged: sizes, directions, arrows, rotation and scaling.

#include <math.h>
#include <string.h>

#include "lw-geometry.h"
#include "lw-marks.h"
#include "lw-text.h"
#include "lw-tool-handle.h"
#include "testing-tools.h"

#define TWO_LINKS "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0 "

/// Drags a handle to a place.
static void
drag_to (TestingCanvas *canvas, LwHandleKind kind, guint index, double x, double y)
{
  const LwHandle *handle = testing_canvas_find_handle (canvas, kind, index);
  g_autofree char *script = NULL;

  g_assert_nonnull (handle);
  script = g_strdup_printf ("drag %.17g %.17g %.17g %.17g", handle->at[0], handle->at[1], x, y);
  testing_canvas_do (canvas, script);
}

static const LwBody *
body_of (TestingCanvas *canvas, int id)
{
  return lw_mechanism_find_body (testing_canvas_mechanism (canvas), id);
}

static double
open_by (LwMechanism *mechanism)
{
  MbdModel *model = lw_mechanism_compile (mechanism, NULL);
  MbdState *state = mbd_state_new (model);
  g_autofree double *errors = g_new0 (double, (gsize) mbd_model_row_count (model) + 1);
  double largest = 0;

  mbd_state_errors (state, errors, NULL, NULL);
  for (int i = 0; i < mbd_model_row_count (model); i++)
    largest = fmax (largest, fabs (errors[i]));
  mbd_state_free (state);
  mbd_model_unref (model);
  return largest;
}

static void
test_sizes (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, "tool disc drag 0.1 0.1 0.3 0.1 click 0.1 0.1");
  drag_to (canvas, LW_HANDLE_RADIUS, 0, 0.4, 0.1);
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 1)->shape.size[0], 0.3, 1e-12);
  // The mass of the plate follows its size: steel, 5 mm.
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 1)->def.mass, 7850 * 0.005 * G_PI * 0.09, 1e-9);
  testing_canvas_do (canvas, "undo");
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 1)->shape.size[0], 0.2, 1e-12);

  testing_canvas_do (canvas, "tool box drag -0.4 -0.4 -0.2 -0.3 click -0.3 -0.35");
  drag_to (canvas, LW_HANDLE_CORNER, 3, -0.1, -0.1);
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 2)->shape.size[0], 0.3, 1e-12);
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 2)->shape.size[1], 0.3, 1e-12);
  drag_to (canvas, LW_HANDLE_CORNER, 0, -0.1, -0.1);
  g_assert_nonnull (canvas->refused);
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 2)->shape.size[0], 0.3, 1e-12);
}

static void
test_axis (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwHandle *handle;

  testing_canvas_do (canvas, "tool box drag -0.1 -0.05 0.1 0.05 tool slider drag 0 0 0.2 0");
  handle = testing_canvas_find_handle (canvas, LW_HANDLE_AXIS, 0);
  g_assert_nonnull (handle);
  g_assert_cmpfloat_with_epsilon (handle->at[1], 0, 1e-12);
  drag_to (canvas, LW_HANDLE_AXIS, 0, 0.15, 0.15);
  handle = testing_canvas_find_handle (canvas, LW_HANDLE_AXIS, 0);
  g_assert_cmpfloat_with_epsilon (atan2 (handle->at[1], handle->at[0]), G_PI / 4, 1e-12);
  g_assert_cmpfloat (open_by (testing_canvas_mechanism (canvas)), <, 1e-12);
  g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Turn Axis");
}

static void
test_arrows (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (
    "{ \"linkwright\": 1, \"bodies\": [ { \"id\": 1, \"velocity\": [1, 0], \"shape\": "
    "{\"kind\": \"disc\", \"radius\": 0.05} } ] }");
  const LwForce *force;
  const LwHandle *handle;

  // 100 px per m/s, 400 px per m.
  testing_canvas_do (canvas, "click 0 0");
  handle = testing_canvas_find_handle (canvas, LW_HANDLE_VELOCITY, 0);
  g_assert_nonnull (handle);
  g_assert_cmpfloat_with_epsilon (handle->at[0], 0.25, 1e-12);
  drag_to (canvas, LW_HANDLE_VELOCITY, 0, 0, 0.5);
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 1)->def.velocity[0], 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (body_of (canvas, 1)->def.velocity[1], 2, 1e-12);

  testing_canvas_do (canvas, "tool force drag 0 0 0 -0.2");
  drag_to (canvas, LW_HANDLE_FORCE, 0, 0.5, 0);
  force = lw_mechanism_get_force (testing_canvas_mechanism (canvas), 0);
  g_assert_cmpfloat_with_epsilon (force->def.force[0], 20, 1e-12);
  g_assert_cmpfloat_with_epsilon (force->def.force[1], 0, 1e-12);
  drag_to (canvas, LW_HANDLE_FORCE, 0, 0, 0);
  g_assert_nonnull (canvas->refused);
}

static void
test_ends (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwForce *spring;

  testing_canvas_do (canvas, "tool box drag -0.1 -0.1 0.1 0.1 tool spring drag 0 0 0.5 0");
  drag_to (canvas, LW_HANDLE_END, 1, 0.5, 0.5);
  spring = lw_mechanism_get_force (testing_canvas_mechanism (canvas), 0);
  g_assert_cmpfloat_with_epsilon (spring->def.point_b[1], 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon (spring->def.free_length, hypot (0.5, 0.5), 1e-12);
}

/// A bar with a joint at its end is rotated and scaled about a pivot that was moved there.
static void
test_turn (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const LwHandle *handle;
  double end[2];

  testing_canvas_do (canvas, "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0 "
                             "click 0.1 0");
  before = lw_text_write (testing_canvas_mechanism (canvas));
  testing_canvas_do (canvas, "control");
  drag_to (canvas, LW_HANDLE_PIVOT, 0, 0, 0);
  testing_canvas_do (canvas, "plain");
  handle = testing_canvas_find_handle (canvas, LW_HANDLE_PIVOT, 0);
  g_assert_cmpfloat_with_epsilon (handle->at[0], 0, 1e-12);
  after = lw_text_write (testing_canvas_mechanism (canvas));
  g_assert_cmpstr (after, ==, before);

  handle = testing_canvas_find_handle (canvas, LW_HANDLE_TURN, 0);
  drag_to (canvas, LW_HANDLE_TURN, 0, -handle->at[1], handle->at[0]);
  lw_geometry_to_world (body_of (canvas, 1), (const double[3]){ 0.2, 0, 0 }, end);
  g_assert_cmpfloat_with_epsilon (end[0], 0, 1e-12);
  g_assert_cmpfloat_with_epsilon (end[1], 0.2, 1e-12);
  g_assert_cmpfloat (open_by (testing_canvas_mechanism (canvas)), <, 1e-12);
  g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Rotate");
  testing_canvas_do (canvas, "undo");

  handle = testing_canvas_find_handle (canvas, LW_HANDLE_SCALE, 0);
  drag_to (canvas, LW_HANDLE_SCALE, 0, 2 * handle->at[0], 2 * handle->at[1]);
  lw_geometry_to_world (body_of (canvas, 1),
                        (const double *) (void *) body_of (canvas, 1)->shape.points->data + 3, end);
  g_assert_cmpfloat_with_epsilon (hypot (end[0], end[1]), 0.4, 1e-12);
  g_assert_cmpfloat (open_by (testing_canvas_mechanism (canvas)), <, 1e-12);
}

/// Esc cancels a drag; the preview during it is not an edit.
static void
test_escape (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  LwToolFeedback feedback;

  testing_canvas_do (canvas, "tool disc drag 0.1 0.1 0.3 0.1 click 0.1 0.1");
  before = lw_text_write (testing_canvas_mechanism (canvas));
  testing_canvas_do (canvas, "press 0.3 0.1 move 0.4 0.1 move 0.5 0.1");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (feedback.preview);
  testing_canvas_do (canvas, "key escape release 0.5 0.1");
  after = lw_text_write (testing_canvas_mechanism (canvas));
  g_assert_cmpstr (after, ==, before);
}

/// The drawing shows the start; at other times there are no handles, and a press finds none.
static void
test_later (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  LwToolFeedback feedback;
  double radius;

  testing_canvas_do (canvas, "tool disc drag 0.1 0.1 0.3 0.1 click 0.1 0.1");
  radius = body_of (canvas, 1)->shape.size[0];
  canvas->view.is_later = true;
  lw_tools_set_view (canvas->tools, &canvas->view);
  testing_canvas_do (canvas, "drag 0.3 0.1 0.4 0.1");
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_true (feedback.handles == NULL || feedback.handles->len == 0);
  g_assert_null (feedback.unjoined);
  g_assert_cmpfloat (body_of (canvas, 1)->shape.size[0], ==, radius);
  canvas->view.is_later = false;
  lw_tools_set_view (canvas->tools, &canvas->view);
  testing_canvas_do (canvas, "undo click 0.1 0.1");
  g_assert_nonnull (testing_canvas_find_handle (canvas, LW_HANDLE_RADIUS, 0));
}

/// Handles grow with the font size, in their distance from the body and in their press area. The
/// view has 400 px per m: 30 px are 0.075 m.
static void
test_letters (void)
{
  static const double letters[] = { 0, 1, 1.5 };
  static const double growths[] = { 1, 1, 1.5 };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    const LwHandle *turn;
    LwToolFeedback feedback;

    testing_canvas_do (canvas, "tool disc drag 0.1 0.1 0.3 0.1 click 0.1 0.1");
    canvas->view.letters = letters[i];
    lw_tools_set_view (canvas->tools, &canvas->view);
    turn = testing_canvas_find_handle (canvas, LW_HANDLE_TURN, 0);
    g_assert_nonnull (turn);
    g_assert_cmpfloat_with_epsilon (turn->at[1], 0.3 + 0.075 * growths[i], 1e-12);
    lw_tools_get_feedback (canvas->tools, &feedback);
    g_assert_cmpfloat (feedback.letters, ==, growths[i]);
    // 15 px beside the handle: within reach at 1.5 times the size (18 px), but not at normal size
    // (12 px).
    g_assert_true (
      (lw_handles_at (feedback.handles, &canvas->view, turn->at[0] + 15.0 / 400, turn->at[1])
       == turn)
      == (growths[i] > 1));
  }
}

/// A hidden element has no handles even if it is selected, and a press finds none.
static void
test_hidden (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwElementRef disc = { LW_SELECTION_BODY, 1 };
  g_autoptr (LwMechanism) without = NULL;
  LwToolFeedback feedback;
  double radius;

  testing_canvas_do (canvas, "tool disc drag 0.1 0.1 0.3 0.1 click 0.1 0.1");
  g_assert_nonnull (testing_canvas_find_handle (canvas, LW_HANDLE_RADIUS, 0));
  radius = body_of (canvas, 1)->shape.size[0];
  without = lw_marks_change (testing_canvas_mechanism (canvas), &disc, 1, LW_MARK_HIDDEN, 0);
  lw_document_edit (canvas->document, "Hide", without);
  g_assert_true (lw_selection_contains (canvas->selection, disc.kind, disc.id));
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_true (feedback.handles == NULL || feedback.handles->len == 0);
  testing_canvas_do (canvas, "drag 0.3 0.1 0.4 0.1");
  g_assert_cmpfloat (body_of (canvas, 1)->shape.size[0], ==, radius);
}

/// A traced point is dragged on its body, which does not move.
static void
test_tracer (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autoptr (LwMechanism) before = NULL;
  LwMechanism *mechanism;
  const LwTracer *tracer;
  double place[2];

  testing_canvas_do (canvas, TWO_LINKS "tool tracer click 0.2 0.15");
  before = lw_mechanism_ref (testing_canvas_mechanism (canvas));
  testing_canvas_do (canvas, "drag 0.2 0.15 0.35 0.2");
  mechanism = testing_canvas_mechanism (canvas);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++)
    g_assert_true (lw_mechanism_get_body (mechanism, i) == lw_mechanism_get_body (before, i));
  tracer = lw_mechanism_get_tracer (mechanism, 0);
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, tracer->body), tracer->point, place);
  g_assert_cmpfloat_with_epsilon (place[0], 0.35, 1e-12);
  g_assert_cmpfloat_with_epsilon (place[1], 0.2, 1e-12);
}

/// A click selects one element, with Shift it adds or removes one, and a rubber band selects the
/// elements completely within it.
static void
test_select (void)
{
  static const struct
  {
    const char *gesture;
    guint n;
  } steps[] = {
    { "click 0.1 0", 1 },
    { "shift click 0.2 0.2 plain", 2 },
    { "shift click 0.1 0 plain", 1 },
    { "click 0.4 0.4", 0 },
    { "drag 0.1 0.1 0.3 0.4", 0 },
    { "drag 0.1 -0.1 0.3 0.4", 2 }, // with its joint
    { "drag -0.1 -0.1 0.5 0.5", 4 },
  };
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  guint n;

  testing_canvas_do (canvas, TWO_LINKS "key escape");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++) {
    testing_canvas_do (canvas, steps[i].gesture);
    lw_selection_get (canvas->selection, &n);
    g_test_message ("%s: %u", steps[i].gesture, n);
    g_assert_cmpuint (n, ==, steps[i].n);
  }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/handles/select", test_select);
  g_test_add_func ("/handles/tracer", test_tracer);
  g_test_add_func ("/handles/sizes", test_sizes);
  g_test_add_func ("/handles/axis", test_axis);
  g_test_add_func ("/handles/arrows", test_arrows);
  g_test_add_func ("/handles/ends", test_ends);
  g_test_add_func ("/handles/turn", test_turn);
  g_test_add_func ("/handles/escape", test_escape);
  g_test_add_func ("/handles/later", test_later);
  g_test_add_func ("/handles/hidden", test_hidden);
  g_test_add_func ("/handles/letters", test_letters);
  return g_test_run ();
}
