// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The preferences: choices take effect immediately, wherever a number is shown, and are stored.

#include <math.h>
#include <string.h>

#include "lw-field-editor.h"
#include "lw-live-value.h"
#include "lw-plot-view.h"
#include "lw-preferences.h"
#include "lw-settings.h"
#include "lw-window-private.h"
#include "testing-window.h"

// ---- finding --------------------------------------------------------------------------------

static GtkWidget *
find_named (GtkWidget *widget, GType type, const char *name)
{
  GtkWidget *found = NULL;
  const char *text = NULL;

  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type)) {
    if (LW_IS_FIELD_EDITOR (widget))
      text = gtk_widget_get_tooltip_text (lw_field_editor_get_input (LW_FIELD_EDITOR (widget)));
    else if (ADW_IS_PREFERENCES_ROW (widget))
      text = adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget));
    else
      text = gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (widget)));
    if (g_strcmp0 (text, name) == 0)
      return widget;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_named (child, type, name);
  return found;
}

static GtkWindow *
find_preferences (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

    if (LW_IS_PREFERENCES (window))
      return window;
  }
  return NULL;
}

static GtkWindow *
open_preferences (LwWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "app.preferences", NULL);
  wait_until (find_preferences () != NULL);
  return find_preferences ();
}

static void
choose (GtkWindow *preferences, const char *row, guint choice)
{
  adw_combo_row_set_selected (
    ADW_COMBO_ROW (find_named (GTK_WIDGET (preferences), ADW_TYPE_COMBO_ROW, row)), choice);
  testing_run (0.3);
}

/// Returns a text such as "1.234 m" of a row of live values.
static char *
dup_live (LwWindow *window, const char *name)
{
  GtkWidget *row = find_named (GTK_WIDGET (window->sidebar_pages), LW_TYPE_LIVE_VALUE, name);
  GtkWidget *unit = gtk_widget_get_first_child (row);

  while (!gtk_widget_has_css_class (unit, "unit"))
    unit = gtk_widget_get_next_sibling (unit);
  return g_strdup_printf ("%s %s", lw_live_value_get_text (LW_LIVE_VALUE (row)),
                          gtk_label_get_text (GTK_LABEL (unit)));
}

static const char *
pointer_text (LwWindow *window)
{
  // Before the button of the help.
  GtkWidget *last = gtk_widget_get_last_child (GTK_WIDGET (window->status_line));

  return gtk_label_get_text (GTK_LABEL (gtk_widget_get_prev_sibling (last)));
}

static void
expect_unit (LwWindow *window, const char *name, const char *unit)
{
  g_autofree char *text = NULL;

  // The inspector is rebuilt in the next rounds of the main loop.
  testing_run (0.1);
  text = dup_live (window, name);
  if (!g_str_has_suffix (text, unit))
    g_error ("%s is shown as %s, not in%s", name, text, unit);
}

// ---- tests ----------------------------------------------------------------------------------

static void
test_fields (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  g_autoptr (GSettings) settings = lw_settings_new ();
  GtkWindow *preferences;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  g_assert_cmpstr (testing_text (window, "Length"), ==, "0.200 m");
  preferences = open_preferences (window);
  choose (preferences, "_Lengths in", LW_LENGTH_MM);
  g_assert_cmpstr (testing_text (window, "Length"), ==, "200 mm");
  g_assert_cmpstr (testing_text (window, "Mass"), ==, "0.5 kg");
  choose (preferences, "_Lengths in", LW_LENGTH_IN);
  g_assert_cmpstr (testing_text (window, "Length"), ==, "7.87402 in");
  g_assert_cmpstr (testing_text (window, "Mass"), ==, "1.10231 lb");
  g_assert_cmpint (g_settings_get_enum (settings, "length-unit"), ==, LW_LENGTH_IN);
  choose (preferences, "_Angles in", LW_ANGLE_RADIANS);
  g_assert_nonnull (strstr (testing_text (window, "Angle"), " rad"));
  // Displaying it has not changed the mechanism.
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  g_assert_false (lw_document_get_modified (window->document));

  // Changes by another program apply too.
  g_settings_set_enum (settings, "length-unit", LW_LENGTH_MM);
  testing_run (0.1);
  g_assert_cmpstr (testing_text (window, "Length"), ==, "200 mm");
  gtk_window_destroy (preferences);
  testing_type (window, "Length", "300");
  g_assert_cmpstr (testing_text (window, "Length"), ==, "300 mm");
  testing_type (window, "Length", "12 in");
  g_assert_cmpstr (testing_text (window, "Length"), ==, "304.8 mm");
  mechanism = lw_document_get_mechanism (window->document);
  testing_type (window, "Length", "12 kg");
  g_assert_cmpstr (lw_field_editor_get_error (testing_field (window, "Length")), ==,
                   "“kg” is not a unit for this value; use mm, for example.");
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  g_settings_reset (settings, "length-unit");
  g_settings_reset (settings, "angle-unit");
  testing_close (window);
}

static void
test_live_values (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autoptr (GSettings) settings = lw_settings_new ();

  lw_selection_set (window->selection, LW_SELECTION_TRACER, 1);
  expect_unit (window, "Position x", " m");
  lw_status_line_set_pointer (window->status_line, true, 0.5, -0.25, 400);
  g_assert_cmpstr (pointer_text (window), ==, "x 0.500 y −0.250 m");
  g_settings_set_enum (settings, "length-unit", LW_LENGTH_MM);
  g_assert_cmpstr (pointer_text (window), ==, "x 500 y −250 mm");
  expect_unit (window, "Position x", " mm");
  lw_selection_clear (window->selection);
  expect_unit (window, "Total energy", " mJ");
  g_settings_set_enum (settings, "length-unit", LW_LENGTH_IN);
  g_assert_cmpstr (pointer_text (window), ==, "x 19.69 y −9.84 in");
  lw_selection_set (window->selection, LW_SELECTION_BODY, 3);
  expect_unit (window, "Velocity vx", " in/s");
  expect_unit (window, "Angle φ", " °");
  g_settings_set_enum (settings, "angle-unit", LW_ANGLE_RADIANS);
  expect_unit (window, "Angle φ", " rad");
  expect_unit (window, "Angular velocity ω", " rad/s");
  g_settings_reset (settings, "angle-unit");
  g_settings_reset (settings, "length-unit");
  testing_close (window);
}

/// Returns the first lines of a widget as it is drawn.
static GBytes *
picture_of (GtkWidget *widget, int lines)
{
  int width;
  int height;
  guchar *picture = testing_picture (widget, &width, &height);

  return g_bytes_new_take (picture, (gsize) width * (gsize) MIN (height, lines) * 4);
}

/// The ruler and the axes of plots are redrawn.
static void
test_drawings (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autoptr (GSettings) settings = lw_settings_new ();
  GtkWidget *plot = testing_find (GTK_WIDGET (window->plots_dock), LW_TYPE_PLOT_VIEW);
  g_autoptr (GBytes) ruler = NULL;
  g_autoptr (GBytes) axes = NULL;

  // A view chosen by the user is kept when the reach of the mechanism becomes known.
  lw_canvas_pan (window->canvas, 1, 0);
  testing_run (0.3);
  ruler = picture_of (GTK_WIDGET (window->canvas), LW_RULER_SIZE);
  axes = picture_of (plot, G_MAXINT);
  for (int unit = LW_LENGTH_UNITS - 1; unit >= 0; unit--) {
    bool metres = unit == LW_LENGTH_M;

    g_settings_set_enum (settings, "length-unit", unit);
    testing_run (0.3);
    {
      g_autoptr (GBytes) ruler_now = picture_of (GTK_WIDGET (window->canvas), LW_RULER_SIZE);
      g_autoptr (GBytes) axes_now = picture_of (plot, G_MAXINT);

      g_assert_true (g_bytes_equal (ruler, ruler_now) == metres);
      g_assert_true (g_bytes_equal (axes, axes_now) == metres);
    }
  }
  testing_close (window);
}

static void
test_interval (void)
{
  LwWindow *window = testing_window ();
  LwRecovery *recovery = lw_window_host_get_recovery (LW_WINDOW_HOST (testing_application ()));
  g_autoptr (GSettings) settings = lw_settings_new ();
  GtkWindow *preferences = open_preferences (window);
  AdwPreferencesGroup *group;

  group = ADW_PREFERENCES_GROUP (gtk_widget_get_ancestor (
    find_named (GTK_WIDGET (preferences), ADW_TYPE_COMBO_ROW, "_Keep Unsaved Edits"),
    ADW_TYPE_PREFERENCES_GROUP));
  g_assert_cmpint (lw_recovery_get_interval (recovery), ==, 3);
  g_assert_nonnull (strstr (adw_preferences_group_get_description (group), "at most 3 seconds"));
  choose (preferences, "_Keep Unsaved Edits", 0);
  g_assert_cmpint (lw_recovery_get_interval (recovery), ==, 1);
  g_assert_nonnull (strstr (adw_preferences_group_get_description (group), "at most 1 second "));
  choose (preferences, "_Keep Unsaved Edits", 3);
  g_assert_cmpint (lw_recovery_get_interval (recovery), ==, 30);
  g_assert_cmpint (g_settings_get_int (settings, "recovery-interval"), ==, 30);
  // A value that is not among the choices.
  g_settings_set_int (settings, "recovery-interval", 7);
  g_assert_cmpint (lw_recovery_get_interval (recovery), ==, 7);
  g_assert_nonnull (strstr (adw_preferences_group_get_description (group), "at most 7 seconds"));
  g_settings_reset (settings, "recovery-interval");
  gtk_window_destroy (preferences);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/preferences/fields", test_fields);
  g_test_add_func ("/preferences/live-values", test_live_values);
  g_test_add_func ("/preferences/drawings", test_drawings);
  g_test_add_func ("/preferences/interval", test_interval);
}

int
main (int argc, char *argv[])
{
  return testing_main (&argc, &argv, add_tests);
}
