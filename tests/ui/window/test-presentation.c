// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Presentation mode shows few parts, enlarged, and restores the rest at its end; the drift
// laboratory runs its variants together, shows their errors, and can be closed during a run.

#include <math.h>

#include "lw-drift-window.h"
#include "lw-plot-view.h"
#include "lw-window-private.h"
#include "testing-window.h"

static guint
count_plots (LwWindow *window)
{
  guint n = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (window->plots_dock));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    n += LW_IS_PLOT_VIEW (child) && gtk_widget_get_visible (child);
  return n;
}

/// Returns the label of this class in the words above the mechanism.
static GtkWidget *
presented (LwWindow *window, const char *css_class)
{
  return testing_find_class (testing_find_class (GTK_WIDGET (window), "presented"), css_class);
}

static const char *
presented_text (LwWindow *window, const char *css_class)
{
  return gtk_label_get_text (GTK_LABEL (presented (window, css_class)));
}

/// Activates the shortcut of the presentation that is bound to a key.
static void
press_digit (LwWindow *window, guint keyval)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

    for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller)
                      && k < g_list_model_get_n_items (G_LIST_MODEL (controller));
         k++) {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
      GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

      if (GTK_IS_KEYVAL_TRIGGER (trigger)
          && GTK_IS_CALLBACK_ACTION (gtk_shortcut_get_action (shortcut))
          && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == keyval)
        gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (window),
                                      NULL);
    }
  }
}

static void
test_presentation (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const guint n_plots = count_plots (window);

  g_assert_cmpuint (n_plots, ==, 3);
  testing_activate (window, "win.presentation");
  testing_run (0.5);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->header_bar)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->status_line)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->palette)));
  g_assert_false (adw_flap_get_reveal_flap (window->flap));
  g_assert_cmpuint (count_plots (window), ==, 1);
  // Labels of 12 px are at least 20 px high on the screen, axis numbers of 11 px at least 18.
  g_assert_cmpfloat (12 * lw_magnifier_get_scale (window->canvas_magnifier), >=, 20);
  g_assert_cmpfloat (11 * lw_magnifier_get_scale (window->plots_magnifier), >=, 18);
  // The pictures have the resolution of the screen.
  g_assert_cmpint (lw_magnifier_get_factor (GTK_WIDGET (window->canvas)), ==, 2);
  wait_until (fabs (gtk_widget_get_width (GTK_WIDGET (window->canvas))
                      * lw_magnifier_get_scale (window->canvas_magnifier)
                    - gtk_widget_get_width (GTK_WIDGET (window->canvas_magnifier)))
              <= 2);
  // Two thirds for the mechanism.
  wait_until (fabs ((double) gtk_widget_get_width (GTK_WIDGET (window->canvas_magnifier))
                      / gtk_widget_get_width (GTK_WIDGET (window))
                    - 0.64)
              < 0.03);
  g_assert_cmpstr (presented_text (window, "title"), ==, "Crank-rocker four-bar");
  g_assert_true (g_str_has_prefix (presented_text (window, "subtitle"), "A motor turns"));
  // Digits switch overlays only while presenting.
  {
    const LwOverlays before = lw_canvas_get_overlays (window->canvas);

    press_digit (window, GDK_KEY_3);
    g_assert_cmpint ((int) lw_canvas_get_overlays (window->canvas), ==,
                     (int) (before ^ LW_OVERLAY_VELOCITIES));
    press_digit (window, GDK_KEY_3);
    g_assert_cmpint ((int) lw_canvas_get_overlays (window->canvas), ==, (int) before);
  }
  // It still plays.
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.1);

  testing_activate (window, "win.presentation");
  testing_run (0.3);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->header_bar)));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->status_line)));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->palette)));
  g_assert_cmpuint (count_plots (window), ==, n_plots);
  g_assert_cmpfloat (lw_magnifier_get_scale (window->canvas_magnifier), ==, 1);
  g_assert_cmpint (lw_magnifier_get_factor (GTK_WIDGET (window->canvas)), ==, 1);
  g_assert_cmpint (gtk_orientable_get_orientation (GTK_ORIENTABLE (window->paned)), ==,
                   GTK_ORIENTATION_VERTICAL);
  // Closing the window leaves it too.
  testing_activate (window, "win.presentation");
  testing_run (0.1);
  testing_close (window);
}

/// The panel under the hood replaces the plot, and is enlarged.
static void
test_hood (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *magnifier = adw_clamp_get_child (ADW_CLAMP (window->hood));

  testing_activate (window, "win.presentation");
  testing_activate (window, "win.hood");
  wait_until (gtk_widget_get_mapped (window->hood));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->plots_dock)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->sidebar_pages)));
  g_assert_cmpfloat (lw_magnifier_get_scale (LW_MAGNIFIER (magnifier)), >, 1.1);
  // All of it is on the screen.
  wait_until (gtk_widget_get_width (magnifier)
              >= floor (lw_magnifier_get_scale (LW_MAGNIFIER (magnifier)) * LW_HOOD_PANEL_WIDTH));
  testing_activate (window, "win.hood");
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->plots_dock)));
  g_assert_false (adw_flap_get_reveal_flap (window->flap));
  testing_activate (window, "win.presentation");
  g_assert_cmpfloat (lw_magnifier_get_scale (LW_MAGNIFIER (magnifier)), ==, 1);
  g_assert_true (adw_flap_get_reveal_flap (window->flap));
  testing_close (window);
}

static LwDriftWindow *
find_laboratory (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (LW_IS_DRIFT_WINDOW (l->data))
      return l->data;
  return NULL;
}

static void
test_drift (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwDriftWindow *laboratory;
  LwDriftView *view;
  int least;

  testing_activate (window, "win.drift");
  laboratory = find_laboratory ();
  g_assert_nonnull (laboratory);
  view = lw_drift_window_get_view (laboratory);
  g_assert_true (lw_drift_view_get_playing (view));
  // It fits the window of a phone, with the mechanisms in several lines.
  gtk_widget_measure (adw_window_get_content (ADW_WINDOW (laboratory)), GTK_ORIENTATION_HORIZONTAL,
                      -1, &least, NULL, NULL, NULL);
  g_test_message ("%d px wide", least);
  g_assert_cmpint (least, <=, 360);
  lw_drift_view_set_speed (view, 0);
  wait_until (lw_drift_view_get_time (view) >= 4.9);
  for (guint i = 0; i < LW_DRIFT_VARIANTS; i++)
    g_test_message ("%u: %g m", i, lw_drift_view_get_error (view, i));
  // Without stabilisation it drifts, projection does not, and of Baumgarte's variants the one with
  // the smallest time constant drifts least.
  g_assert_cmpfloat (lw_drift_view_get_error (view, 0), >, 1e-6);
  g_assert_cmpfloat (lw_drift_view_get_error (view, LW_DRIFT_VARIANTS - 1), <,
                     1e-6 * lw_drift_view_get_error (view, 0));
  g_assert_cmpfloat (lw_drift_view_get_error (view, 3), <, lw_drift_view_get_error (view, 1));
  wait_until (!lw_drift_view_get_playing (view));

  // Again from the start, and closed during the run.
  lw_drift_view_set_speed (view, 0.01);
  lw_drift_view_set_playing (view, true);
  wait_until (lw_drift_view_get_time (view) < 4 && lw_drift_view_get_playing (view));
  testing_run (0.2);
  g_assert_true (lw_drift_view_get_playing (view));
  gtk_window_close (GTK_WINDOW (laboratory));
  wait_until (find_laboratory () == NULL);
  // It closes with the window.
  testing_activate (window, "win.drift");
  g_assert_nonnull (find_laboratory ());
  testing_close (window);
  g_assert_null (find_laboratory ());
}

/// With a lesson, a presenter turns its steps; the picture can be frozen, and made black.
static void
test_classroom (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LW_LESSONS_DIR"), "four-bar.json", NULL);
  g_autoptr (GFile) lesson = g_file_new_for_path (path);
  LwWindow *window = testing_window ();

  g_assert_true (lw_window_open_lesson (window, lesson));
  lw_lesson_panel_set_step (lw_window_get_lesson_panel (window), 0);
  // Not while drawing: these are the keys of tools.
  press_digit (window, GDK_KEY_b);
  g_assert_false (gtk_widget_get_visible (testing_find_class (GTK_WIDGET (window), "cover")));
  testing_activate (window, "win.presentation");
  testing_run (0.5);
  g_assert_true (gtk_widget_get_visible (presented (window, "steps")));
  press_digit (window, GDK_KEY_Page_Down);
  g_assert_cmpuint (lw_lesson_panel_get_step (lw_window_get_lesson_panel (window)), ==, 1);
  g_assert_cmpstr (presented_text (window, "subtitle"), ==,
                   "What is the determinant of the matrix?");
  press_digit (window, GDK_KEY_Page_Up);
  press_digit (window, GDK_KEY_Page_Up);
  g_assert_cmpuint (lw_lesson_panel_get_step (lw_window_get_lesson_panel (window)), ==, 0);
  press_digit (window, GDK_KEY_f);
  g_assert_nonnull (
    gtk_picture_get_paintable (GTK_PICTURE (testing_find_class (GTK_WIDGET (window), "cover"))));
  press_digit (window, GDK_KEY_f);
  g_assert_false (gtk_widget_get_visible (testing_find_class (GTK_WIDGET (window), "cover")));
  press_digit (window, GDK_KEY_b);
  g_assert_true (
    gtk_widget_has_css_class (testing_find_class (GTK_WIDGET (window), "cover"), "black"));
  // The end of the presentation ends it, too.
  testing_activate (window, "win.presentation");
  g_assert_false (gtk_widget_get_visible (testing_find_class (GTK_WIDGET (window), "cover")));
  g_assert_cmpstr (presented_text (window, "steps"), !=, "");
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/presentation/mode", test_presentation);
  g_test_add_func ("/presentation/classroom", test_classroom);
  g_test_add_func ("/presentation/hood", test_hood);
  g_test_add_func ("/presentation/drift", test_drift);
}

int
main (int argc, char *argv[])
{
  return testing_main (&argc, &argv, add_tests);
}
