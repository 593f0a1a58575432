// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Further tests of the inspector: several elements edited together, attitudes, and values added to
// plots.

#include <math.h>

#include "lw-field-editor.h"
#include "lw-live-value.h"
#include "lw-plot-view.h"
#include "lw-window-private.h"
#include "testing-window.h"

// ---- finding rows ---------------------------------------------------------------------------

static const LwBody *
get_body (LwWindow *window, int id)
{
  return lw_mechanism_find_body (lw_document_get_mechanism (window->document), id);
}

// ---- several elements -----------------------------------------------------------------------

static void
test_several_bodies (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const double velocity = get_body (window, 2)->def.velocity[0];

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 2);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 3);
  // The masses differ, the mobility does not; live values exist only for one element.
  g_assert_cmpstr (testing_text (window, "Mass"), ==, "—");
  g_assert_cmpuint (
    gtk_drop_down_get_selected (GTK_DROP_DOWN (testing_editor (window, "Mobility"))), ==,
    MBD_PLANAR);
  g_assert_null (testing_find_field (GTK_WIDGET (window->sidebar_pages), "Name"));
  g_assert_null (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Position x"));

  testing_type (window, "Mass", "—");
  g_assert_false (lw_document_can_undo (window->document));
  testing_type (window, "Mass", "2 kg");
  for (int id = 1; id <= 3; id++)
    g_assert_cmpfloat (get_body (window, id)->def.mass, ==, 2);
  g_assert_cmpfloat (get_body (window, 2)->def.velocity[0], ==, velocity);
  g_assert_cmpstr (testing_text (window, "Mass"), ==, "2 kg");
  // The edit of all elements is one step.
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Mass");
  testing_activate (window, "win.undo");
  testing_run (0.05);
  g_assert_cmpfloat (get_body (window, 1)->def.mass, ==, 0.5);
  g_assert_cmpfloat (get_body (window, 2)->def.mass, ==, 1.2);
  g_assert_cmpstr (testing_text (window, "Mass"), ==, "—");
  testing_close (window);
}

static void
test_several_choices (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkDropDown *colour;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 3);
  colour = GTK_DROP_DOWN (testing_editor (window, "Colour"));
  g_assert_cmpuint (gtk_drop_down_get_selected (colour), ==, LW_HUE_COUNT);
  gtk_drop_down_set_selected (colour, LW_HUE_PURPLE);
  testing_run (0.05);
  g_assert_cmpint (get_body (window, 1)->hue, ==, LW_HUE_PURPLE);
  g_assert_cmpint (get_body (window, 3)->hue, ==, LW_HUE_PURPLE);
  g_assert_cmpint (get_body (window, 2)->hue, !=, LW_HUE_PURPLE);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);

  // Joints, and elements of several kinds, which have nothing in common.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  lw_selection_toggle (window->selection, LW_SELECTION_COUPLING, 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, "Stabilisation")),
                              MBD_STABILISATION_BAUMGARTE);
  testing_run (0.05);
  for (int id = 1; id <= 2; id++)
    g_assert_cmpint (lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), id)
                       ->def.stabilisation,
                     ==, MBD_STABILISATION_BAUMGARTE);
  testing_type (window, "Time constant", "70 ms");
  g_assert_cmpfloat (
    lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), 1)->def.time_constant,
    ==, 0.07);
  lw_selection_toggle (window->selection, LW_SELECTION_BODY, 1);
  g_assert_null (testing_find_field (GTK_WIDGET (window->sidebar_pages), "Stabilisation"));
  testing_close (window);
}

// ---- one after another ----------------------------------------------------------------------

/// Appends the texts of all rows, with their tooltips.
static void
append_rows (GtkWidget *widget, GString *rows)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (!gtk_widget_get_visible (widget))
    return;
  if (tooltip != NULL)
    g_string_append_printf (rows, "(%s)", tooltip);
  if (GTK_IS_LABEL (widget))
    g_string_append_printf (rows, "%s\n", gtk_label_get_text (GTK_LABEL (widget)));
  else if (GTK_IS_EDITABLE (widget))
    g_string_append_printf (rows, "%s\n", gtk_editable_get_text (GTK_EDITABLE (widget)));
  else if (GTK_IS_SWITCH (widget))
    g_string_append_printf (rows, "%d\n", gtk_switch_get_active (GTK_SWITCH (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_rows (child, rows);
}

static char *
dup_rows (LwWindow *window, int body)
{
  GString *rows = g_string_new (NULL);

  lw_selection_set (window->selection, LW_SELECTION_BODY, body);
  append_rows (GTK_WIDGET (window->sidebar_pages), rows);
  return g_string_free (rows, FALSE);
}

/// The rows of a body do not depend on the previous selection.
static void
test_other_body (gconstpointer data)
{
  LwWindow *window = testing_window_with (data);
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  guint kept = 0;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const int before = lw_mechanism_get_body (mechanism, i)->element.id;

    for (guint k = 0; k < lw_mechanism_get_n_bodies (mechanism); k++) {
      const int id = lw_mechanism_get_body (mechanism, k)->element.id;
      g_autofree char *alone = NULL;
      g_autofree char *other = NULL;
      g_autofree char *after = NULL;
      LwFieldEditor *name;

      lw_selection_set (window->selection, LW_SELECTION_NONE, 0);
      alone = dup_rows (window, id);
      other = dup_rows (window, before);
      name = testing_find_field (GTK_WIDGET (window->sidebar_pages), "Name");
      after = dup_rows (window, id);
      g_assert_cmpstr (after, ==, alone);
      g_assert_true (i == k || !g_str_equal (other, alone));
      kept += name == testing_find_field (GTK_WIDGET (window->sidebar_pages), "Name");
    }
  }
  g_assert_cmpuint (kept, >, lw_mechanism_get_n_bodies (mechanism));
  testing_close (window);
}

/// A typed text applies to the body that was selected at that time, and the next body is edited
/// separately.
static void
test_other_body_edited (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  gtk_widget_grab_focus (testing_editor (window, "Mass"));
  gtk_editable_set_text (GTK_EDITABLE (testing_editor (window, "Mass")), "7 kg");
  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  lw_selection_set (window->selection, LW_SELECTION_BODY, 3);
  testing_run (0.05);
  g_assert_cmpfloat (get_body (window, 1)->def.mass, ==, 7);
  g_assert_cmpfloat (get_body (window, 3)->def.mass, !=, 7);
  testing_type (window, "Mass", "9 kg");
  g_assert_cmpfloat (get_body (window, 1)->def.mass, ==, 7);
  g_assert_cmpfloat (get_body (window, 3)->def.mass, ==, 9);

  // An error for one body is not shown for another.
  testing_type (window, "Mass", "-1 kg");
  g_assert_nonnull (
    lw_field_editor_get_error (testing_find_field (GTK_WIDGET (window->sidebar_pages), "Mass")));
  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  g_assert_null (
    lw_field_editor_get_error (testing_find_field (GTK_WIDGET (window->sidebar_pages), "Mass")));
  g_assert_cmpstr (testing_text (window, "Mass"), ==, "7 kg");
  testing_close (window);
}

// ---- attitude -------------------------------------------------------------------------------

static void
test_attitude (void)
{
  LwWindow *window = testing_window_with ("bricard");
  const double *q;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  testing_type (window, "Turns z, y′, x″", "90, 0, 0 °");
  q = get_body (window, 1)->def.quaternion;
  g_assert_cmpfloat_with_epsilon (q[0], sqrt (0.5), 1e-12);
  g_assert_cmpfloat_with_epsilon (q[3], sqrt (0.5), 1e-12);
  // A general attitude is shown again as it was typed, and is a unit quaternion.
  testing_type (window, "Turns z, y′, x″", "30, -40, 110 °");
  q = get_body (window, 1)->def.quaternion;
  g_assert_cmpfloat_with_epsilon (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-12);
  // R = Rz Ry Rx: the body's x axis is (cos b cos a, cos b sin a, -sin b).
  g_assert_cmpfloat_with_epsilon (1 - 2 * (q[2] * q[2] + q[3] * q[3]),
                                  cos (40 * G_PI / 180) * cos (30 * G_PI / 180), 1e-12);
  g_assert_cmpfloat_with_epsilon (2 * (q[1] * q[3] - q[0] * q[2]), sin (40 * G_PI / 180), 1e-12);
  g_assert_cmpstr (testing_text (window, "Turns z, y′, x″"), ==, "30, −40, 110 °");
  // At a quarter turn about y the first and the last turn are about the same line.
  testing_type (window, "Turns z, y′, x″", "20, 90, 0 °");
  g_assert_cmpstr (testing_text (window, "Turns z, y′, x″"), ==, "20, 90, 0 °");
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Turn Body");
  testing_close (window);
}

// ---- plots ----------------------------------------------------------------------------------

static guint
n_plots (LwWindow *window)
{
  return lw_player_get_curves (window->player)->plots->len;
}

/// A value added to the plots during the run also has its earlier samples.
static void
test_marks (void)
{
  LwWindow *window = testing_window_with_long ("four-bar");
  LwPlayer *player = window->player;
  LwChannels *channels = lw_player_get_channels (player);
  const guint before = n_plots (window);
  guint kinetic = (guint) lw_channels_find (channels, "energy.kinetic");
  LwLiveValue *row;
  LwSeries series;
  gsize n;
  double time;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.3);
  row = testing_find_live (GTK_WIDGET (window->sidebar_pages), "Kinetic energy");
  g_assert_false (gtk_toggle_button_get_active (lw_live_value_get_mark (row)));
  // Slowly, so that the run does not end soon on a busy machine either.
  g_object_set (window, "speed", 0.01, NULL);
  time = lw_player_get_time (player);
  gtk_toggle_button_set_active (lw_live_value_get_mark (row), TRUE);
  wait_until (n_plots (window) == before + 1 && lw_player_get_time (window->player) > time);
  // The run continues.
  g_assert_true (window->player == player);
  g_assert_true (lw_player_get_playing (player));
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Plot Kinetic energy");
  testing_activate (window, "win.play");

  wait_until (lw_series_n_samples (lw_player_find_series (player, kinetic))
              == lw_player_get_n_samples (player));
  series = lw_player_find_series (player, kinetic);
  n = lw_series_n_samples (series);
  g_assert_cmpuint (n, >, 30);
  for (gsize i = 0; i < n; i += 10) {
    double expected;

    lw_player_seek (player, lw_series_time (series, i));
    lw_channels_evaluate (channels, lw_player_get_state (player), &kinetic, 1, &expected);
    g_assert_cmpfloat (lw_series_value (series, i), ==, expected);
  }
  row = testing_find_live (GTK_WIDGET (window->sidebar_pages), "Kinetic energy");
  g_assert_true (gtk_toggle_button_get_active (lw_live_value_get_mark (row)));

  // Another energy is added to the same plot, and removed again.
  row = testing_find_live (GTK_WIDGET (window->sidebar_pages), "Total energy");
  gtk_toggle_button_set_active (lw_live_value_get_mark (row), TRUE);
  testing_run (0.1);
  g_assert_cmpuint (n_plots (window), ==, before + 1);
  gtk_toggle_button_set_active (lw_live_value_get_mark (row), FALSE);
  testing_run (0.1);
  g_assert_cmpint (lw_curves_find (lw_player_get_curves (player),
                                   (guint) lw_channels_find (channels, "energy.total")),
                   ==, -1);
  for (int i = 0; i < 3; i++)
    testing_activate (window, "win.undo");
  testing_run (0.1);
  g_assert_cmpuint (n_plots (window), ==, before);
  g_assert_true (window->player == player);
  testing_close (window);
}

/// A full dock reports this and is unchanged.
static void
test_marks_full (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  static const char *const names[] = { "Position x", "Angle φ", "Velocity vx", "Angular velocity ω",
                                       "Position y" };
  LwMechanism *mechanism;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  for (guint i = 0; i < 4; i++) {
    LwLiveValue *row = testing_find_live (GTK_WIDGET (window->sidebar_pages), names[i]);

    gtk_toggle_button_set_active (lw_live_value_get_mark (row), TRUE);
    testing_run (0.05);
  }
  g_assert_cmpuint (n_plots (window), ==, LW_CURVES_PLOTS_MAX);
  mechanism = lw_document_get_mechanism (window->document);
  gtk_toggle_button_set_active (
    lw_live_value_get_mark (testing_find_live (GTK_WIDGET (window->sidebar_pages), names[4])),
    TRUE);
  testing_run (0.05);
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  g_assert_false (gtk_toggle_button_get_active (
    lw_live_value_get_mark (testing_find_live (GTK_WIDGET (window->sidebar_pages), names[4]))));
  testing_close (window);
}

// ---- the solver -----------------------------------------------------------------------------

static const char *
get_live (LwWindow *window, const char *name)
{
  LwLiveValue *row = NULL;

  wait_until ((row = testing_find_live (GTK_WIDGET (window->sidebar_pages), name)) != NULL);
  return lw_live_value_get_text (row);
}

static bool
shows (LwWindow *window, const char *name)
{
  return gtk_widget_get_visible (
    GTK_WIDGET (testing_find_live (GTK_WIDGET (window->sidebar_pages), name)));
}

static void
assert_count (LwWindow *window, const char *name, long count)
{
  wait_until (g_ascii_strtoll (get_live (window, name), NULL, 10) == count);
}

/// The solver card shows the figures of the run; rows of implicit methods appear with such a
/// method.
static void
test_solver (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwSimulationStatus status;
  LwPlayer *player = window->player;

  lw_selection_set (window->selection, LW_SELECTION_NONE, 0);
  testing_run (0.1);
  g_assert_cmpstr (get_live (window, "Method in use"), ==, "Verner 6(5)");
  g_assert_cmpstr (get_live (window, "Steps"), ==, "0");
  g_assert_false (shows (window, "Newton iterations"));
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  lw_player_get_status (window->player, &status);
  g_assert_cmpint (status.statistics.steps, >, 10);
  assert_count (window, "Steps", status.statistics.steps);
  assert_count (window, "Rejected steps", status.statistics.rejected);
  assert_count (window, "Evaluations", status.statistics.evaluations);
  g_assert_false (shows (window, "Factorisations"));

  // Another method starts another run.
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, "Method")), MBD_METHOD_RADAU9);
  wait_until (window->player != player);
  wait_until (g_str_equal (get_live (window, "Method in use"), "Radau IIA 9, stiff"));
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  lw_player_get_status (window->player, &status);
  wait_until (shows (window, "Newton iterations"));
  g_assert_cmpint (status.statistics.newton_iterations, >, status.statistics.steps);
  assert_count (window, "Steps", status.statistics.steps);
  assert_count (window, "Newton iterations", status.statistics.newton_iterations);
  assert_count (window, "Factorisations", status.statistics.factorisations);
  testing_close (window);
}

/// A motor drives by a moment: there is no row for a force that is always zero.
static void
test_motor (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 5);
  wait_until (!g_str_equal (get_live (window, "Effort"), "0"));
  g_assert_null (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Reaction Fx"));
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  wait_until (!g_str_equal (get_live (window, "Reaction Fx"), "0"));
  testing_close (window);
}

/// Kinetic energy and position of a body that moves only by round-off are shown as being at rest.
static void
test_round_off_rest (void)
{
  LwWindow *window = testing_window_with_text (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"A\", \"mass\": 2, \"inertia\": 1,"
    " \"position\": [-9.1e-23, 1], \"velocity\": [4e-33, 0]}]}");

  wait_until (g_str_equal (get_live (window, "Kinetic energy"), "0"));
  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  wait_until (g_str_equal (get_live (window, "Position x"), "0"));
  testing_close (window);
}

/// Round-off where energies cancel, here of a yoke at the height of the origin, is shown as 0; slow
/// motion of the same size is not.
static void
test_round_off_energy (void)
{
  LwWindow *window = testing_window_with_text (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"A\", \"mass\": 2, \"inertia\": 1,"
    " \"position\": [0.5, 1e-19], \"velocity\": [1e-13, 0]}]}");
  MbdState *state = lw_player_get_state (window->player);
  MbdEnergy energy;

  mbd_state_energy (state, &energy);
  g_assert_cmpfloat (energy.potential, >, 0);
  g_assert_cmpfloat (energy.potential, <, 1e-17);
  wait_until (g_str_equal (get_live (window, "Potential energy"), "0"));
  wait_until (g_str_equal (get_live (window, "Total energy"), "0"));
  g_assert_cmpstr (get_live (window, "Kinetic energy"), !=, "0");
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_data_func ("/inspector/other-body/four-bar", "four-bar", test_other_body);
  g_test_add_data_func ("/inspector/other-body/n-four-bar", "n-four-bar-10", test_other_body);
  g_test_add_data_func ("/inspector/other-body/bricard", "bricard", test_other_body);
  g_test_add_func ("/inspector/other-body/edited", test_other_body_edited);
  g_test_add_func ("/inspector/round-off-energy", test_round_off_energy);
  g_test_add_func ("/inspector/round-off-rest", test_round_off_rest);
  g_test_add_func ("/inspector/motor", test_motor);
  g_test_add_func ("/inspector/several-bodies", test_several_bodies);
  g_test_add_func ("/inspector/several-choices", test_several_choices);
  g_test_add_func ("/inspector/attitude", test_attitude);
  g_test_add_func ("/inspector/solver", test_solver);
  g_test_add_func ("/inspector/marks", test_marks);
  g_test_add_func ("/inspector/marks-full", test_marks_full);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
