// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dragging the selection by its centre, where the mark of the pivot is, with the pointer of the X
// server.

#include "lw-tool-handle.h"
#include "lw-window-private.h"
#include "testing-pointer.h"
#include "testing-window.h"

#define LINK                                                                                       \
  "{\"linkwright\": 1, \"bodies\": [{\"name\": \"Link\", \"density\": 7850, "                      \
  "\"shape\": {\"points\": [[0, 0], [0.1, 0]]}}]}"

static const LwBody *
body_of (LwWindow *window)
{
  return lw_mechanism_get_body (lw_document_get_mechanism (window->document), 0);
}

/// Drags from a position in the world by a number of pixels, in steps.
static void
drag (LwWindow *window, double x, double y, int by_x, int by_y)
{
  double px, py;
  graphene_point_t at;
  g_autofree char *press = NULL;

  lw_view_project (lw_canvas_get_view (window->canvas), (const double[3]){ x, y, 0 }, &px, &py);
  g_assert_true (gtk_widget_compute_point (GTK_WIDGET (window->canvas), GTK_WIDGET (window),
                                           &GRAPHENE_POINT_INIT ((float) px, (float) py), &at));
  press = g_strdup_printf ("mousemove %.0f %.0f mousedown 1", at.x, at.y);
  testing_point (press);
  testing_run (0.1);
  for (int i = 1; i <= 4; i++) {
    g_autofree char *on =
      g_strdup_printf ("mousemove %.0f %.0f", at.x + i * by_x / 4.0, at.y + i * by_y / 4.0);

    testing_point (on);
    testing_run (0.1);
  }
  testing_point ("mouseup 1");
  testing_run (0.1);
}

/// Returns the y coordinate of the pivot mark, m.
static double
find_pivot (LwWindow *window)
{
  LwToolFeedback feedback;

  lw_tools_get_feedback (window->tools, &feedback);
  for (guint i = 0; feedback.handles != NULL && i < feedback.handles->len; i++) {
    const LwHandle *handle = &g_array_index (feedback.handles, LwHandle, i);

    if (handle->kind == LW_HANDLE_PIVOT)
      return handle->at[1];
  }
  g_error ("there is no pivot");
}

static void
test_middle (void)
{
  LwWindow *window = testing_window_with_text (LINK);

  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  testing_point ("mousemove 300 150");
  testing_run (0.1);
  drag (window, 0.05, 0, 0, 0);
  g_assert_true (lw_selection_contains (window->selection, LW_SELECTION_BODY, 1));
  // The drag moves the link, in one step that can be undone.
  drag (window, 0.05, 0, 0, -60);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  g_assert_cmpfloat (body_of (window)->def.position[1], >, 0.005);
  testing_point ("key ctrl+z");
  wait_until (body_of (window)->def.position[1] == 0);
  g_assert_false (lw_document_can_undo (window->document));
  // With Ctrl the drag moves the mark of the pivot, without an undo step.
  g_assert_cmpfloat_with_epsilon (find_pivot (window), 0, 1e-9);
  testing_point ("keydown Control_L");
  drag (window, 0.05, 0, 0, -60);
  testing_point ("keyup Control_L");
  testing_run (0.1);
  g_assert_cmpfloat (body_of (window)->def.position[1], ==, 0);
  g_assert_false (lw_document_can_undo (window->document));
  g_assert_cmpfloat (find_pivot (window), >, 0.005);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/drag-middle/middle", test_middle);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
