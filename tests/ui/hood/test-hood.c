// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel under the hood: it follows the displayed time, its tables and pictures select elements,
// its equations belong to the selection, and it can be closed while a computation is running.

#include <math.h>

#include "lw-hood-panel-private.h"
#include "lw-window-private.h"
#include "testing-window.h"

static LwHoodPanel *
open_hood (LwWindow *window, const char *page)
{
  g_object_set (window, "show-hood", TRUE, NULL);
  g_object_set (window->hood_panel, "page", page, NULL);
  wait_until (window->hood_panel->hood != NULL);
  return window->hood_panel;
}

static void
show_time (LwWindow *window, LwHoodPanel *panel, double time)
{
  wait_until (lw_player_get_recorded_time (window->player) >= time);
  lw_player_pause (window->player);
  lw_player_seek (window->player, time);
  wait_until (fabs (panel->hood->time - lw_player_get_time (window->player)) < 1e-12
              && !panel->working);
}

/// The panel has its intended width on every page, and leaves room for the canvas.
static void
test_width (void)
{
  static const char *const names[] = { "matrix",     "rows",      "motion",
                                       "null-space", "equations", "solver" };
  LwWindow *window = testing_window_with ("bricard");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++) {
    LwHoodPanel *panel = open_hood (window, names[i]);
    int minimum;

    gtk_widget_measure (GTK_WIDGET (panel), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, NULL, NULL,
                        NULL);
    g_test_message ("%s: %d", names[i], minimum);
    g_assert_cmpint (minimum, <=, LW_HOOD_PANEL_WIDTH);
    wait_until (gtk_widget_get_width (GTK_WIDGET (panel)) == LW_HOOD_PANEL_WIDTH);
  }
  testing_close (window);
}

/// Beside the panel the time bar fits, even in a window of 1024 px.
static void
test_time_bar (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *bar = testing_find (GTK_WIDGET (window->transport), GTK_TYPE_SCALE);
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (window));
  // Without a compositor the frame is part of the requested size, but not of the window.
  const int frame = gdk_surface_get_width (surface) - gtk_widget_get_width (GTK_WIDGET (window));

  gtk_window_set_default_size (GTK_WINDOW (window), 1024 + frame, 700);
  open_hood (window, "matrix");
  wait_until (gtk_widget_get_width (GTK_WIDGET (window)) == 1024
              && gtk_widget_get_width (bar) >= 90);
  g_object_set (window, "show-hood", FALSE, "show-sidebar", FALSE, NULL);
  wait_until (gtk_widget_get_width (bar) >= 250);
  testing_close (window);
}

/// The displayed values equal those of the engine at the displayed time.
static void
test_follows (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwHoodPanel *panel = open_hood (window, "rows");
  MbdState *state;
  double error[8];

  g_assert_cmpuint (lw_hood_table_get_n_rows (panel->rows), ==, 8);
  testing_activate (window, "win.play");
  show_time (window, panel, 0.5);
  state = lw_player_get_state (window->player);
  mbd_state_errors (state, error, NULL, NULL);
  for (guint i = 0; i < 8; i++) {
    const LwHoodRow *row = &g_array_index (panel->hood->rows, LwHoodRow, i);

    g_assert_cmpfloat (row->lambda, ==, mbd_state_multipliers (state)[i]);
    g_assert_cmpfloat (row->position_error, ==, error[i]);
  }
  g_assert_cmpstr (lw_hood_table_get_text (panel->rows, 0, 0), ==, "A, x");
  testing_close (window);
}

static void
test_selects (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwHoodPanel *panel = open_hood (window, "rows");
  LwElementRef last;
  LwMatrixFrame frame;
  GtkEventController *click;

  // Select by a row of the table.
  gtk_single_selection_set_selected (
    GTK_SINGLE_SELECTION (gtk_column_view_get_model (
      GTK_COLUMN_VIEW (testing_find (GTK_WIDGET (panel->rows), GTK_TYPE_COLUMN_VIEW)))),
    4);
  last = lw_selection_get_last (window->selection);
  g_assert_cmpint (last.kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (last.id, ==,
                   g_array_index (panel->hood->couplings, LwHoodBlock,
                                  g_array_index (panel->hood->rows, LwHoodRow, 4).coupling)
                     .element.id);

  // Select by a cell of the picture: the first entry of G, below the velocities.
  open_hood (window, "matrix");
  wait_until ((lw_matrix_view_get_frame (panel->matrix, &frame), frame.rows == 17));
  g_assert_false (frame.blocks);
  click = testing_controller (GTK_WIDGET (panel->matrix), GTK_TYPE_GESTURE_CLICK, 0);
  g_signal_emit_by_name (click, "pressed", 1, frame.x + 0.5 * frame.cell,
                         frame.y + 9.5 * frame.cell);
  last = lw_selection_get_last (window->selection);
  g_assert_cmpint (last.kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (last.id, ==, g_array_index (panel->hood->couplings, LwHoodBlock, 0).element.id);
  g_assert_true (g_str_has_prefix (gtk_label_get_text (panel->cell), "G (A, x; Crank, x) = 1"));
  // The two rows of the coupling have multipliers.
  g_assert_nonnull (gtk_list_box_get_row_at_index (panel->multipliers, 1));
  g_assert_null (gtk_list_box_get_row_at_index (panel->multipliers, 2));

  // The page shows its equations.
  open_hood (window, "equations");
  g_assert_cmpuint (lw_formula_view_get_n (panel->system), >, 2);
  g_assert_cmpuint (lw_formula_view_get_n (panel->card), >, 8);
  testing_close (window);
}

/// Boxes on each other: contacts at the displayed time, none of which pulls or overlaps.
static void
test_contacts (void)
{
  LwWindow *window = testing_window_with ("box-stack");
  LwHoodPanel *panel = open_hood (window, "solver");
  const MbdIntegratorContact *contacts;
  double weight = 0;
  guint n;

  testing_activate (window, "win.play");
  show_time (window, panel, 0.5);
  contacts = lw_player_get_contacts (window->player, &n);
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (lw_hood_table_get_n_rows (panel->pairs), ==, n + panel->hood->pairs->len);
  for (guint i = 0; i < n; i++) {
    g_assert_cmpfloat (contacts[i].normal_force, >=, 0);
    weight += contacts[i].normal_force;
    g_assert_nonnull (
      strstr (lw_hood_table_get_text (panel->pairs, panel->hood->pairs->len + i, 0), " – "));
  }
  g_assert_cmpfloat (weight, >, 0);
  // The equations hold with the contact forces.
  g_assert_cmpfloat (panel->hood->motion_residual, <, 1e-9 * (1 + weight));
  testing_close (window);
}

static GtkWidget *
find_equations (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_EXPANDER (widget) && gtk_widget_has_css_class (widget, "equations"))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_equations (child);
  return found;
}

/// The equations card in the inspector is filled when it is opened.
static void
test_inspector (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *expander = NULL;
  LwFormulaView *view;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  wait_until ((expander = find_equations (GTK_WIDGET (window->sidebar_pages))) != NULL);
  view = LW_FORMULA_VIEW (gtk_expander_get_child (GTK_EXPANDER (expander)));
  g_assert_cmpuint (lw_formula_view_get_n (view), ==, 0);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  g_assert_cmpuint (lw_formula_view_get_n (view), >, 8);
  testing_close (window);
}

/// The panel can be closed, opened again, and destroyed while a thread is working.
static void
test_goes (void)
{
  LwWindow *window = testing_window_with ("andrews");

  open_hood (window, "matrix");
  testing_activate (window, "win.play");
  for (int i = 0; i < 10; i++) {
    g_object_set (window, "show-hood", i % 2 == 0, NULL);
    testing_run (0.05);
  }
  lw_player_seek (window->player, 0);
  testing_close (window);
}

/// With many bodies, 200 in the long version, the picture shows blocks instead of cells, and there
/// is no analysis during playing.
static void
test_large (void)
{
  const bool torture = g_getenv ("LW_TORTURE") != NULL;
  const int n = torture ? 250 : 60;
  LwWindow *window = testing_window ();
  g_autoptr (GString) text = g_string_new ("{\"linkwright\": 1, \"bodies\": [");
  g_autoptr (GFile) file = NULL;
  LwMatrixFrame frame;
  LwHoodPanel *panel;

  for (int i = 0; i < n; i++)
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"mass\": 1, \"inertia\": 0.1, \"position\": [%d, 0]}",
                            i > 0 ? ", " : "", i + 1, i);
  g_string_append (text, "], \"couplings\": [");
  for (int i = 0; i < n; i++)
    g_string_append_printf (text,
                            "%s{\"id\": %d, \"kind\": \"pin\", \"bodies\": [%d, %d], \"points\": "
                            "[[%g, 0], [-0.5, 0]]}",
                            i > 0 ? ", " : "", i + 1, i, i + 1, i > 0 ? 0.5 : -0.5);
  g_string_append (text, "]}");
  file = testing_file_with (text->str);
  testing_open (window, file);
  panel = open_hood (window, "matrix");
  wait_until (!panel->working);
  g_test_message ("%d bodies: %.3f s", n, panel->seconds);
  g_assert_cmpuint (panel->hood->rows->len, ==, (guint) (2 * n));
  g_assert_true (panel->hood->analysed);
  g_assert_cmpint (panel->hood->rank, ==, 2 * n);
  lw_matrix_view_get_frame (panel->matrix, &frame);
  g_assert_true (frame.blocks);
  g_assert_cmpint (frame.rows, ==, 2 * n);
  testing_activate (window, "win.play");
  testing_run (1);
  // Expensive analysis is not requested while playing.
  wait_until (panel->hood->time > 0 && panel->hood->analysed == !torture);
  testing_close (window);
}

/// Checks that no visible label at or below a widget is cut off.
static void
check_whole (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_child_visible (widget))
    return;
  if (GTK_IS_LABEL (widget)
      && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    g_error ("%s is cut off", gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_whole (child);
}

/// Checks that a table with all its numbers is not wider than the panel.
static void
check_fits (LwHoodPanel *panel, const char *page, LwHoodTable *table)
{
  GtkWidget *scrolled = testing_find (GTK_WIDGET (table), GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));

  g_object_set (panel, "page", page, NULL);
  wait_until (gtk_widget_get_mapped (scrolled) && gtk_adjustment_get_page_size (across) > 0);
  wait_until (lw_hood_table_get_n_rows (table) == 9);
  testing_run (0.3);
  g_assert_cmpfloat (gtk_adjustment_get_upper (across), <=, gtk_adjustment_get_page_size (across));
  check_whole (GTK_WIDGET (table));
}

/// With a font of one and a half times the size, no word or figure of the panel or the status line
/// is cut off, the tables fit, and the time bar keeps its length.
static void
test_large_text (void)
{
  GtkSettings *settings = gtk_settings_get_default ();
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *bar = testing_find (GTK_WIDGET (window->transport), GTK_TYPE_SCALE);
  LwHoodPanel *panel;

  g_object_set (settings, "gtk-xft-dpi", 96 * 1024 * 3 / 2, NULL);
  panel = open_hood (window, "matrix");
  wait_until (!panel->working && gtk_widget_get_mapped (GTK_WIDGET (panel)));
  testing_run (0.3);
  check_whole (GTK_WIDGET (panel));
  check_whole (GTK_WIDGET (window->status_line));
  check_fits (panel, "rows", panel->rows);
  check_fits (panel, "motion", panel->motion);
  g_assert_cmpint (gtk_widget_get_width (bar), >, 100);
  g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (panel)), ==, LW_HOOD_PANEL_WIDTH);
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/hood/width", test_width);
  g_test_add_func ("/hood/time-bar", test_time_bar);
  g_test_add_func ("/hood/follows", test_follows);
  g_test_add_func ("/hood/selects", test_selects);
  g_test_add_func ("/hood/contacts", test_contacts);
  g_test_add_func ("/hood/inspector", test_inspector);
  g_test_add_func ("/hood/goes", test_goes);
  g_test_add_func ("/hood/large", test_large);
  g_test_add_func ("/hood/large-text", test_large_text);
}

int
main (int argc, char *argv[])
{
  return testing_main (&argc, &argv, add_tests);
}
