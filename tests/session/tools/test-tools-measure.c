// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Measure tool, the points of a measurement, the centre of mass as a handle, and bushings that
// move with bodies; without a window.

#include <math.h>
#include <string.h>

#include "lw-geometry.h"
#include "lw-locked.h"
#include "lw-measurement.h"
#include "lw-text.h"
#include "lw-tool-handle.h"
#include "testing-tools.h"

/// Two links with a joint between them, the first pinned to the ground.
#define TWO_LINKS "tool link drag 0 0 0.2 0 click 0.2 0.3 key escape tool pin click 0 0 "

/// Returns the value at the start of the most recent measurement, which must have `n_points`
/// points.
static double
read_last (TestingCanvas *canvas, guint n_points)
{
  LwMechanism *mechanism = testing_canvas_mechanism (canvas);
  const guint n = lw_mechanism_get_n_measurements (mechanism);
  const LwMeasurement *measurement;
  double points[LW_MEASUREMENT_POINTS][3] = { { 0 } };

  g_assert_cmpuint (n, >, 0);
  measurement = lw_mechanism_get_measurement (mechanism, n - 1);
  g_assert_cmpuint (measurement->n_points, ==, n_points);
  for (guint i = 0; i < n_points; i++)
    lw_geometry_to_world (lw_mechanism_find_body (mechanism, measurement->points[i].body),
                          measurement->points[i].point, points[i]);
  return n_points == 1 ? points[0][0] : lw_measurement_compute (n_points, points);
}

static void
test_gestures (void)
{
  static const struct
  {
    const char *gesture;
    guint n_points;
    double value; ///< for a position its x
  } cases[] = {
    { "tool measure drag 0 0 0.2 0.3", 2, 0.36055512754639896 },
    { "tool measure click 0 0 click 0.2 0.3 key enter", 2, 0.36055512754639896 },
    { "tool measure click 0 0 click 0.2 0.3 click 0.2 0.3", 2, 0.36055512754639896 },
    { "tool measure click 0 0 click 0.2 0 click 0.2 0.3", 3, 0.5 * G_PI },
    { "tool measure click 0.2 0.3 key enter", 1, 0.2 },
    { "tool measure click 0.2 0.3 click 0.2 0.3", 1, 0.2 },
    { "shift tool measure click 0.1 0 click 0.2 0.15 plain", 4, 0.5 * G_PI },
    { "shift tool measure drag 0.1 0 0.2 0.15 plain", 4, 0.5 * G_PI },
    // By keys only: the crosshair begins in the middle of the sheet, with steps of 0.05 m.
    { "tool measure key right key right key right key right key enter key up key up key enter "
      "key enter",
      2, 0.1 },
    { "tool measure type 0 key tab type 0 key enter type 0.2 key tab type 0 key enter type 0.3 "
      "key tab type 90 key enter",
      3, 0.5 * G_PI },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
    guint n_steps;

    testing_canvas_do (canvas, TWO_LINKS);
    n_steps = lw_document_get_n_steps (canvas->document);
    testing_canvas_do (canvas, cases[i].gesture);
    g_test_message ("%s", cases[i].gesture);
    g_assert_cmpfloat_with_epsilon (read_last (canvas, cases[i].n_points), cases[i].value, 1e-12);
    // One step, a single use, and the new measurement is selected.
    g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps + 1);
    g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Add Measurement");
    g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
    g_assert_cmpint (lw_selection_get_last (canvas->selection).kind, ==, LW_SELECTION_MEASUREMENT);
    testing_canvas_do (canvas, "undo");
    g_assert_cmpuint (lw_mechanism_get_n_measurements (testing_canvas_mechanism (canvas)), ==, 0);
  }
}

/// The preview before the button is released equals the result of releasing it.
static void
test_preview (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  LwToolFeedback feedback;

  testing_canvas_do (canvas, TWO_LINKS "tool measure");
  g_assert_nonnull (strstr (lw_tools_get_hint (canvas->tools), "Shift"));
  testing_canvas_do (canvas, "click 0 0 move 0.2 0.3");
  g_assert_nonnull (strstr (lw_tools_get_hint (canvas->tools), "second point"));
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_nonnull (feedback.preview);
  g_assert_cmpuint (lw_mechanism_get_measurement (feedback.preview, 0)->n_points, ==, 2);
  testing_canvas_do (canvas, "click 0.2 0 move 0.2 0.3");
  g_assert_nonnull (strstr (lw_tools_get_hint (canvas->tools), "third point"));
  lw_tools_get_feedback (canvas->tools, &feedback);
  g_assert_cmpuint (lw_mechanism_get_measurement (feedback.preview, 0)->n_points, ==, 3);
  testing_canvas_do (canvas, "key escape");
  g_assert_cmpuint (lw_mechanism_get_n_measurements (testing_canvas_mechanism (canvas)), ==, 0);
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_SELECT);
}

static void
test_kept_and_refused (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, TWO_LINKS "tool measure tool measure drag 0 0 0.2 0 drag 0 0 0.2 0.3");
  g_assert_cmpint (lw_tools_get_tool (canvas->tools), ==, LW_TOOL_MEASURE);
  g_assert_cmpuint (lw_mechanism_get_n_measurements (testing_canvas_mechanism (canvas)), ==, 2);
  g_assert_null (canvas->refused);
  testing_canvas_do (canvas, "shift click 0.5 0.5 plain");
  g_assert_nonnull (canvas->refused);
  g_assert_cmpuint (lw_mechanism_get_n_measurements (testing_canvas_mechanism (canvas)), ==, 2);
}

static void
drag_by (TestingCanvas *canvas, LwHandleKind kind, guint index, double dx, double dy)
{
  const LwHandle *handle = testing_canvas_find_handle (canvas, kind, index);
  g_autofree char *script = NULL;

  g_assert_nonnull (handle);
  script = g_strdup_printf ("drag %.17g %.17g %.17g %.17g", handle->at[0], handle->at[1],
                            handle->at[0] + dx, handle->at[1] + dy);
  testing_canvas_do (canvas, script);
}

/// Its points are handles; it follows a joint that is dragged, and is deleted with its body.
static void
test_life (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);

  testing_canvas_do (canvas, TWO_LINKS "tool measure drag 0 0 0.2 0.3");
  drag_by (canvas, LW_HANDLE_END, 1, 0, -0.1);
  g_assert_cmpfloat_with_epsilon (read_last (canvas, 2), hypot (0.2, 0.2), 1e-12);
  g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Move End");
  testing_canvas_do (canvas, "undo click -0.5 -0.5 drag 0 0 -0.1 -0.1");
  g_assert_cmpfloat_with_epsilon (read_last (canvas, 2), hypot (0.3, 0.4), 1e-12);
  testing_canvas_do (canvas, "click 0.2 0.15 key delete");
  g_assert_cmpuint (lw_mechanism_get_n_measurements (testing_canvas_mechanism (canvas)), ==, 0);
  testing_canvas_do (canvas, "undo");
  g_assert_cmpuint (lw_mechanism_get_n_measurements (testing_canvas_mechanism (canvas)), ==, 1);
}

/// The centre of mass is dragged in one step, and no longer follows the shape.
static void
test_centre (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwBody *body;
  double at[2];
  guint n_steps;

  testing_canvas_do (canvas, TWO_LINKS "click 0.1 0");
  n_steps = lw_document_get_n_steps (canvas->document);
  drag_by (canvas, LW_HANDLE_CENTRE, 0, 0.05, 0.05);
  body = lw_mechanism_find_body (testing_canvas_mechanism (canvas), 1);
  lw_geometry_to_world (body, body->def.centre_of_mass, at);
  g_assert_cmpfloat_with_epsilon (at[0], 0.15, 1e-12);
  g_assert_cmpfloat_with_epsilon (at[1], 0.05, 1e-12);
  g_assert_cmpuint (body->plate.typed, ==, LW_TYPED_CENTRE);
  g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps + 1);
  g_assert_cmpstr (lw_document_undo_name (canvas->document), ==, "Move Centre of Mass");
  // It does not change with the shape.
  testing_canvas_do (canvas, "undo");
  body = lw_mechanism_find_body (testing_canvas_mechanism (canvas), 1);
  g_assert_cmpuint (body->plate.typed, ==, 0);
  g_assert_cmpfloat_with_epsilon (body->def.centre_of_mass[0], 0.1, 1e-12);
  // Esc restores.
  {
    const LwHandle *handle = testing_canvas_find_handle (canvas, LW_HANDLE_CENTRE, 0);
    g_autofree char *script = g_strdup_printf ("press %.17g %.17g move 0.3 0.3 key escape "
                                               "release 0.3 0.3",
                                               handle->at[0], handle->at[1]);

    testing_canvas_do (canvas, script);
  }
  body = lw_mechanism_find_body (testing_canvas_mechanism (canvas), 1);
  g_assert_cmpfloat_with_epsilon (body->def.centre_of_mass[0], 0.1, 1e-12);
}

/// An element that is deleted by a key while its handle is held is removed, and nothing of it
/// moves.
static void
test_deleted_while_held (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwHandle *handle;
  g_autofree char *script = NULL;

  testing_canvas_do (canvas, TWO_LINKS "click 0.1 0");
  handle = testing_canvas_find_handle (canvas, LW_HANDLE_CENTRE, 0);
  script = g_strdup_printf ("press %.17g %.17g key delete move 0.3 0.3 move 0.4 0.3 "
                            "release 0.4 0.3",
                            handle->at[0], handle->at[1]);
  testing_canvas_do (canvas, script);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, 1);
  g_assert_false (lw_tools_is_busy (canvas->tools));
  testing_canvas_do (canvas, "undo");
  g_assert_cmpuint (lw_mechanism_get_n_bodies (testing_canvas_mechanism (canvas)), ==, 2);
}

/// A bushing moves like a joint: with the body that is dragged, and with the end of the link on the
/// other side.
static void
test_bushing (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  const LwForce *bushing;
  const LwBody *other;
  double a[2], b[2], end[2];

  testing_canvas_do (canvas,
                     "control tool link drag 0 0 0.2 0 key escape tool link drag 0.2 0 0.2 0.3 "
                     "key escape plain tool bushing click 0.2 0");
  g_assert_cmpuint (lw_mechanism_get_n_forces (testing_canvas_mechanism (canvas)), ==, 1);
  testing_canvas_do (canvas, "tool select click -0.5 -0.5 drag 0.1 0 0.15 0.1");
  bushing = lw_mechanism_get_force (testing_canvas_mechanism (canvas), 0);
  lw_geometry_to_world (
    lw_mechanism_find_body (testing_canvas_mechanism (canvas), bushing->def.body_a),
    bushing->def.point_a, a);
  lw_geometry_to_world (
    lw_mechanism_find_body (testing_canvas_mechanism (canvas), bushing->def.body_b),
    bushing->def.point_b, b);
  other = lw_mechanism_find_body (testing_canvas_mechanism (canvas), 2);
  lw_geometry_to_world (other, (const double[3]){ 0, 0, 0 }, end);
  for (int d = 0; d < 2; d++) {
    const double expected = d == 0 ? 0.25 : 0.1;

    g_assert_cmpfloat_with_epsilon (a[d], expected, 1e-12);
    g_assert_cmpfloat_with_epsilon (b[d], expected, 1e-12);
    g_assert_cmpfloat_with_epsilon (end[d], expected, 1e-12);
  }
}

/// The end of a link with a locked length turns about its pin without stretching the link; it is
/// one step, and Esc restores.
static void
test_locked (void)
{
  g_autoptr (TestingCanvas) canvas = testing_canvas_new (NULL);
  g_autoptr (LwMechanism) locked = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const LwBody *body;
  double at[2];
  guint n_steps;

  testing_canvas_do (canvas, TWO_LINKS);
  locked = lw_locked_set (testing_canvas_mechanism (canvas), 1, true);
  lw_document_edit (canvas->document, "Lock Length", locked);
  before = lw_text_write (testing_canvas_mechanism (canvas));
  n_steps = lw_document_get_n_steps (canvas->document);
  testing_canvas_do (canvas, "tool select click -0.5 -0.5 press 0.2 0 move 0.3 0.3 move 0.4 0.4 "
                             "key escape release 0.4 0.4");
  after = lw_text_write (testing_canvas_mechanism (canvas));
  g_assert_cmpstr (after, ==, before);
  testing_canvas_do (canvas, "control drag 0.2 0 0.4 0.4 plain");
  body = lw_mechanism_find_body (testing_canvas_mechanism (canvas), 1);
  lw_geometry_to_world (body, (const double *) (void *) body->shape.points->data + 3, at);
  g_assert_cmpfloat_with_epsilon (hypot (at[0], at[1]), 0.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (at[0], 0.2 * sqrt (0.5), 1e-6);
  // The other link is not locked: its end stays.
  body = lw_mechanism_find_body (testing_canvas_mechanism (canvas), 2);
  lw_geometry_to_world (body, (const double *) (void *) body->shape.points->data + 3, at);
  g_assert_cmpfloat_with_epsilon (at[0], 0.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (at[1], 0.3, 1e-9);
  g_assert_cmpuint (lw_document_get_n_steps (canvas->document), ==, n_steps + 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tools-measure/gestures", test_gestures);
  g_test_add_func ("/tools-measure/preview", test_preview);
  g_test_add_func ("/tools-measure/kept-and-refused", test_kept_and_refused);
  g_test_add_func ("/tools-measure/life", test_life);
  g_test_add_func ("/tools-measure/centre", test_centre);
  g_test_add_func ("/tools-measure/deleted-while-held", test_deleted_while_held);
  g_test_add_func ("/tools-measure/bushing", test_bushing);
  g_test_add_func ("/tools-measure/locked", test_locked);
  return g_test_run ();
}
