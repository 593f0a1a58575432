// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dimensions of discs, boxes and polygons in the inspector; the mass follows them.

#include <math.h>

#include "lw-binding.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define DENSITY 7850
#define THICKNESS 0.005
#define MECHANISM                                                                                  \
  "{\"linkwright\": 1, \"parameters\": [{\"name\": \"a\", \"value\": 0.03, \"unit\": \"m\"}], "    \
  "\"bodies\": [{\"name\": \"Disc\", \"density\": 7850, "                                          \
  "\"shape\": {\"kind\": \"disc\", \"radius\": 0.1}}, {\"name\": \"Box\", \"density\": 7850, "     \
  "\"shape\": {\"kind\": \"box\", \"size\": [0.2, 0.1]}}, {\"name\": \"Plate\", "                  \
  "\"density\": 7850, \"shape\": {\"kind\": \"polygon\", \"points\": [[0, 0], [0.3, 0], [0, 0.1]]}}]}"

static LwWindow *
begin (int body)
{
  LwWindow *window = testing_window_with_text (MECHANISM);

  lw_selection_set (window->selection, LW_SELECTION_BODY, body);
  return window;
}

static const LwBody *
body_of (LwWindow *window, int id)
{
  return lw_mechanism_find_body (lw_document_get_mechanism (window->document), id);
}

static void
check_mass (LwWindow *window, int id, double area)
{
  g_assert_cmpfloat_with_epsilon (body_of (window, id)->def.mass, DENSITY * THICKNESS * area, 1e-9);
}

static void
test_disc (void)
{
  LwWindow *window = begin (1);
  const LwElementRef disc = { LW_SELECTION_BODY, 1 };

  check_mass (window, 1, G_PI * 0.01);
  testing_type (window, "Radius", "50 mm");
  g_assert_cmpfloat_with_epsilon (body_of (window, 1)->shape.size[0], 0.05, 1e-15);
  check_mass (window, 1, G_PI * 0.0025);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Size");
  testing_type (window, "Radius", "0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Radius")));
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  // A formula is kept, and the mass follows it.
  testing_type (window, "Radius", "2*a");
  g_assert_nonnull (
    lw_mechanism_find_binding (lw_document_get_mechanism (window->document), disc, "shape_size"));
  check_mass (window, 1, G_PI * 0.0036);
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  check_mass (window, 1, G_PI * 0.01);
  testing_close (window);
}

static void
test_box (void)
{
  LwWindow *window = begin (2);

  testing_type (window, "Width", "3 cm");
  testing_type (window, "Height", "a/3");
  g_assert_cmpfloat_with_epsilon (body_of (window, 2)->shape.size[0], 0.03, 1e-15);
  g_assert_cmpfloat_with_epsilon (body_of (window, 2)->shape.size[1], 0.01, 1e-15);
  check_mass (window, 2, 0.0003);
  g_assert_false (testing_has_field (window, "Depth"));
  testing_activate (window, "win.undo");
  check_mass (window, 2, 0.003);
  testing_close (window);
}

static void
type_vertices (LwWindow *window, const char *text)
{
  GtkTextView *view = GTK_TEXT_VIEW (testing_editor (window, "Vertices"));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (view), text, -1);
  lw_field_editor_commit (testing_field (window, "Vertices"));
}

static char *
dup_vertices (LwWindow *window)
{
  GtkTextBuffer *buffer =
    gtk_text_view_get_buffer (GTK_TEXT_VIEW (testing_editor (window, "Vertices")));
  g_autofree char *text = NULL;

  g_object_get (buffer, "text", &text, NULL);
  return g_steal_pointer (&text);
}

static void
test_polygon (void)
{
  LwWindow *window = begin (3);

  check_mass (window, 3, 0.015);
  type_vertices (window, "0, 0 m\n200, 0 mm\n\n20, 10 cm\n0, 0.1");
  g_assert_null (lw_field_editor_get_error (testing_field (window, "Vertices")));
  g_assert_cmpuint (body_of (window, 3)->shape.points->len, ==, 4);
  check_mass (window, 3, 0.02);
  type_vertices (window, "0, 0\n0.1, 0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Vertices")));
  type_vertices (window, "0, 0\n0.1, x\n0, 1");
  g_assert_true (
    g_str_has_prefix (lw_field_editor_get_error (testing_field (window, "Vertices")), "Line 2"));
  type_vertices (window, "0, 0\n0.1, 0\n0.2, 0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Vertices")));
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  testing_activate (window, "win.undo");
  check_mass (window, 3, 0.015);
  testing_close (window);
}

/// Vertices are displayed with few digits; those in lines that are not changed keep all of theirs.
static void
test_digits (void)
{
  LwWindow *window = begin (3);
  g_autofree char *shown = NULL;
  const double *second;

  type_vertices (window, "0, 0\n0.193185165257814, 0.0517638090205042\n0, 0.1");
  shown = dup_vertices (window);
  g_assert_cmpstr (shown, ==, "0.000, 0.000 m\n0.193185, 0.0517638 m\n0.000, 0.100 m");
  type_vertices (window, "0, 0\n0.193185, 0.0517638 m\n0.2, 0.1 m\n0.000, 0.100 m");
  g_assert_cmpuint (body_of (window, 3)->shape.points->len, ==, 4);
  second = &g_array_index (body_of (window, 3)->shape.points, double, 3);
  g_assert_cmpfloat (second[0], ==, 0.193185165257814);
  g_assert_cmpfloat (second[1], ==, 0.0517638090205042);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/dimensions/disc", test_disc);
  g_test_add_func ("/dimensions/box", test_box);
  g_test_add_func ("/dimensions/polygon", test_polygon);
  g_test_add_func ("/dimensions/digits", test_digits);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
