// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers typed in sequence, with keys of the X server.

#include "lw-link-length.h"
#include "lw-context-field.h"
#include "lw-inspector-private.h"
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

/// Focuses a field. Without a window manager keys go to the window under the pointer.
static void
focus (LwWindow *window, const char *name)
{
  GtkWidget *editor = testing_editor (window, name);

  testing_point ("mousemove 300 300");
  testing_run (0.1);
  gtk_widget_grab_focus (editor);
  wait_until (gtk_widget_get_state_flags (editor) & GTK_STATE_FLAG_FOCUS_WITHIN);
}

/// Type, Tab, type: each text replaces the previous one, however fast the keys come.
static void
test_tab (void)
{
  for (int delay = 0; delay <= 60; delay += 20) {
    LwWindow *window = testing_window_with_text (LINK);
    g_autofree char *keys = g_strdup_printf (
      "type --delay %d --args 1 2700 key Tab type --delay %d --args 1 '6 mm' key Tab "
      "type --delay %d --args 1 '20 mm' key Tab type --delay %d --args 1 '4 mm' key Return",
      delay, delay, delay, delay);

    lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
    focus (window, "Density");
    testing_point (keys);
    wait_until (lw_document_get_n_steps (window->document) == 4);
    g_assert_cmpfloat (body_of (window)->plate.density, ==, 2700);
    g_assert_cmpfloat (body_of (window)->plate.thickness, ==, 0.006);
    g_assert_cmpfloat (body_of (window)->plate.width, ==, 0.02);
    g_assert_cmpfloat (body_of (window)->plate.hole_radius, ==, 0.002);
    testing_close (window);
  }
}

/// This works upwards by Shift+Tab, and in one field by Return; units and formulas are kept as
/// typed.
static void
test_back_and_return (void)
{
  LwWindow *window = testing_window_with_text (LINK);

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  focus (window, "Width");
  testing_point ("type --delay 0 --args 1 '20 mm' key shift+Tab type --delay 0 --args 1 '=2*3 mm' "
                 "key shift+Tab type --delay 0 --args 1 7000 key Return "
                 "type --delay 0 --args 1 2700 key Return");
  wait_until (lw_document_get_n_steps (window->document) == 4);
  g_assert_cmpfloat (body_of (window)->plate.density, ==, 2700);
  g_assert_cmpfloat (body_of (window)->plate.thickness, ==, 0.006);
  g_assert_cmpfloat (body_of (window)->plate.width, ==, 0.02);
  testing_close (window);
}

/// Return works in the field above the canvas as in those of the inspector.
static void
test_context_field (void)
{
  LwWindow *window = testing_window_with_text (LINK);
  GtkWidget *entry;
  double length;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  testing_run (0.1);
  entry = testing_find (testing_find (GTK_WIDGET (window), LW_TYPE_CONTEXT_FIELD), GTK_TYPE_ENTRY);
  testing_point ("mousemove 300 300");
  gtk_widget_grab_focus (entry);
  wait_until (gtk_widget_get_state_flags (entry) & GTK_STATE_FLAG_FOCUS_WITHIN);
  testing_point ("type --delay 0 --args 1 '50 mm' key Return type --delay 0 --args 1 '70 mm' "
                 "key Return");
  wait_until (lw_document_get_n_steps (window->document) == 2);
  g_array_unref (
    lw_mechanism_dup_length_points (lw_document_get_mechanism (window->document), 1, &length));
  g_assert_cmpfloat_with_epsilon (length, 0.07, 1e-12);
  testing_close (window);
}

/// A refused text is kept for correction, and is not selected as a whole.
static void
test_refused (void)
{
  LwWindow *window = testing_window_with_text (LINK);

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  focus (window, "Thickness");
  testing_point ("type --delay 0 --args 1 '6 m+' key Return");
  wait_until (lw_field_editor_get_error (testing_field (window, "Thickness")) != NULL);
  testing_point ("key BackSpace type --delay 0 --args 1 'm' key Return");
  wait_until (body_of (window)->plate.thickness == 0.006);
  testing_close (window);
}

/// After an edit the rows are rebuilt, and typing in the next one continues.
static void
test_rows_anew (void)
{
  LwWindow *window = testing_window_with_text (LINK);

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  focus (window, "Density");
  testing_point ("type --delay 0 --args 1 2700 key Tab type --delay 0 --args 1 '6 m'");
  wait_until (g_str_equal (testing_text (window, "Thickness"), "6 m"));
  lw_inspector_rebuild_later (LW_INSPECTOR (testing_find (GTK_WIDGET (window), LW_TYPE_INSPECTOR)));
  testing_run (0.1);
  g_assert_cmpstr (testing_text (window, "Thickness"), ==, "6 m");
  testing_point ("type --delay 0 --args 1 m key Return");
  wait_until (body_of (window)->plate.thickness == 0.006);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 2);
  testing_close (window);
}

/// An edit elsewhere does not remove a text that is being typed.
static void
test_edit_meanwhile (void)
{
  LwWindow *window = testing_window_with_text (LINK);
  g_autoptr (LwMechanism) other = NULL;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  focus (window, "Thickness");
  testing_point ("type --delay 0 --args 1 '6 m'");
  wait_until (g_str_equal (testing_text (window, "Thickness"), "6 m"));
  other = lw_mechanism_with_notes (lw_document_get_mechanism (window->document), "Elsewhere");
  lw_document_edit (window->document, "Edit", other);
  testing_run (0.1);
  g_assert_cmpstr (testing_text (window, "Thickness"), ==, "6 m");
  testing_point ("type --delay 0 --args 1 m key Return");
  wait_until (body_of (window)->plate.thickness == 0.006);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/typing/tab", test_tab);
  g_test_add_func ("/typing/back-and-return", test_back_and_return);
  g_test_add_func ("/typing/context-field", test_context_field);
  g_test_add_func ("/typing/refused", test_refused);
  g_test_add_func ("/typing/rows-anew", test_rows_anew);
  g_test_add_func ("/typing/edit-meanwhile", test_edit_meanwhile);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
