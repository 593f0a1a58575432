// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Couplings in the window: every kind in the inspector, functions of time, live values by row and
// in other axes, assembly, free motions, and changes during the run.

#include <math.h>
#include <string.h>

#include "lw-canvas-private.h"
#include "lw-field-editor.h"
#include "lw-geometry.h"
#include "lw-inspector-private.h"
#include "lw-live-value.h"
#include "lw-mobility-view.h"
#include "lw-window-private.h"
#include "testing-window.h"

// ---- finding widgets ------------------------------------------------------------------------

/// Returns a displayed value, shown with a decimal point and an ASCII minus.
static double
live_value (LwWindow *window, const char *name)
{
  g_autofree char *text = NULL;
  LwLiveValue *row = NULL;
  GString *plain;
  double value;

  wait_until ((row = testing_find_live (GTK_WIDGET (window->sidebar_pages), name)) != NULL);
  plain = g_string_new (lw_live_value_get_text (row));
  g_string_replace (plain, "−", "-", 0);
  text = g_string_free (plain, FALSE);
  value = g_ascii_strtod (text, NULL);
  return value;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *tooltip)
{
  GtkWidget *found = NULL;

  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_widget_get_tooltip_text (widget), tooltip) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, tooltip);
  return found;
}

static const LwCoupling *
get_coupling (LwWindow *window, int id)
{
  return lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), id);
}

#define PENDULUM                                                                                   \
  "{\"linkwright\":1,\"bodies\":[{\"id\":1,\"name\":\"Bar\",\"inertia\":0.1}],\"couplings\":["

// ---- kinds ----------------------------------------------------------------------------------

static void
test_joint (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "rotation about z") != NULL);
  testing_choose (window, "Kind", 3);
  g_assert_cmphex (get_coupling (window, 1)->def.locked, ==, MBD_LOOP_WELD);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Kind");
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "nothing") != NULL);
  // A planar joint cannot have this kind: the field reports this and is unchanged.
  testing_choose (window, "Kind", 5);
  g_assert_cmphex (get_coupling (window, 1)->def.locked, ==, MBD_LOOP_SPHERICAL);
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  testing_run (0.1);
  g_assert_cmphex (get_coupling (window, 1)->def.locked, ==, MBD_LOOP_PIN);

  gtk_switch_set_active (GTK_SWITCH (testing_editor (window, "Compliant")), TRUE);
  g_assert_true (get_coupling (window, 1)->def.compliant);
  testing_type (window, "Stiffness", "1000 N/m");
  g_assert_cmpfloat (get_coupling (window, 1)->def.stiffness, ==, 1000);
  testing_type (window, "Damping", "-1");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Damping")));
  g_assert_cmpfloat (get_coupling (window, 1)->def.damping, ==, 0);
  // The error is no longer shown when the mechanism has changed.
  testing_activate (window, "win.undo");
  wait_until (!get_coupling (window, 1)->def.compliant
              || get_coupling (window, 1)->def.stiffness != 1000);
  wait_until (lw_field_editor_get_error (testing_field (window, "Damping")) == NULL);
  testing_activate (window, "win.redo");
  wait_until (get_coupling (window, 1)->def.stiffness == 1000);
  g_assert_cmpstr (testing_text (window, "Breaking force"), ==, "none");
  testing_type (window, "Breaking force", "50 N");
  g_assert_cmpfloat (get_coupling (window, 1)->def.break_force, ==, 50);
  testing_type (window, "Breaking force", "none");
  g_assert_true (isinf (get_coupling (window, 1)->def.break_force));
  testing_choose (window, "Level", MBD_LEVEL_VELOCITY);
  g_assert_cmpint (get_coupling (window, 1)->def.level, ==, MBD_LEVEL_VELOCITY);
  testing_choose (window, "Stabilisation", MBD_STABILISATION_BAUMGARTE);
  testing_type (window, "Time constant", "0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Time constant")));
  testing_type (window, "First direction", "30 °");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 1)->def.frame_a.quaternion[3],
                                  sin (G_PI / 12), 1e-12);
  testing_close (window);
}

static void
test_gears (void)
{
  LwWindow *window = testing_window_with ("gears-rack");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 4);
  g_assert_cmpstr (testing_text (window, "Ratio"), ==, "−0.5");
  testing_type (window, "Ratio", "0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Ratio")));
  g_assert_cmpfloat (get_coupling (window, 4)->def.ratio, ==, -0.5);
  // The rows of the joints that it uses select them.
  g_signal_emit_by_name (find_button (GTK_WIDGET (window->sidebar_pages), "Select B"), "clicked");
  g_assert_cmpint (lw_selection_get_last (window->selection).id, ==, 2);

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 5);
  testing_type (window, "Radius", "120 mm");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 5)->radius[0], 0.12, 1e-15);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Radius");
  testing_close (window);
}

/// Two wheels on the ground and a gear that has its own frames on both.
#define WHEELS(rest)                                                                               \
  "{\"linkwright\":1,\"bodies\":[{\"id\":1,\"name\":\"First\",\"inertia\":0.1},"                   \
  "{\"id\":2,\"name\":\"Second\",\"inertia\":0.1,\"position\":[0.5,0]}],\"couplings\":["           \
  "{\"id\":1,\"name\":\"A\",\"kind\":\"pin\",\"bodies\":[0,1],\"at\":[0,0]},"                      \
  "{\"id\":2,\"name\":\"B\",\"kind\":\"pin\",\"bodies\":[0,2],\"at\":[0.5,0]}," rest "]}"

static void
test_transmissions (void)
{
  LwWindow *window = testing_window_with_text (
    WHEELS ("{\"id\":3,\"name\":\"G\",\"kind\":\"gear\",\"joints\":[1,2],\"ratio\":-2}"));
  const LwCoupling *gear;

  // Another kind keeps the ratio.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  testing_choose (window, "Kind", LW_GEARING_BELT);
  gear = get_coupling (window, 3);
  g_assert_cmpint (gear->gearing, ==, LW_GEARING_BELT);
  g_assert_true (gear->crossed);
  g_assert_cmpfloat_with_epsilon (gear->radius[0] / gear->radius[1], 2, 1e-15);
  testing_type (window, "First radius", "50 mm");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 3)->radius[0], 0.05, 1e-15);
  testing_type (window, "Second radius", "0");
  g_assert_cmpstr (lw_field_editor_get_error (testing_field (window, "Second radius")), ==,
                   "Second radius must be greater than zero.");
  gtk_switch_set_active (GTK_SWITCH (lw_field_editor_get_input (testing_field (window, "Crossed"))),
                         FALSE);
  testing_run (0.1);
  testing_choose (window, "Kind", LW_GEARING_RATIO);
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 3)->def.ratio, 0.5, 1e-15);
  // A kind that the joints do not allow is refused.
  testing_choose (window, "Kind", LW_GEARING_RACK);
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Kind")));
  g_assert_cmpint (get_coupling (window, 3)->gearing, ==, LW_GEARING_RATIO);
  testing_close (window);

  window = testing_window_with_text (
    WHEELS ("{\"id\":3,\"name\":\"G\",\"kind\":\"gear\",\"bodies\":[0,1,0,2],"
            "\"points\":[[0,0],[0,0],[0.5,0],[0,0]],\"ratio\":1}"));
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  testing_type (window, "Third point", "0.6, 0.1 m");
  testing_type (window, "Fourth direction", "90 °");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 3)->def.frame_c.point[0], 0.6, 1e-15);
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 3)->def.frame_d.quaternion[3], sqrt (0.5),
                                  1e-15);
  testing_close (window);
}

/// Spatial kinds have their own numbers.
static void
test_in_space (void)
{
  LwWindow *window = testing_window_with_text (
    "{\"linkwright\":1,\"bodies\":[{\"id\":1,\"mobility\":\"spatial\",\"inertia\":[1,1,1]},"
    "{\"id\":2,\"mobility\":\"spatial\",\"inertia\":[1,1,1],\"position\":[1,0,0]}],"
    "\"couplings\":[{\"id\":1,\"kind\":\"cylindrical\",\"bodies\":[0,1],\"at\":[0,0,0]},"
    "{\"id\":2,\"kind\":\"screw\",\"joint\":1,\"pitch\":0.002},"
    "{\"id\":3,\"kind\":\"revolute-spherical\",\"bodies\":[0,2],\"from\":[1,-1,0],"
    "\"to\":[1,0,0]},"
    "{\"id\":4,\"kind\":\"angle\",\"bodies\":[1,2],\"frames\":[{\"point\":[0,0,0]},"
    "{\"point\":[0,0,0],\"quaternion\":[0.8660254037844386,0.5,0,0]}],"
    "\"between\":1.0471975511965976},"
    "{\"id\":5,\"kind\":\"point contact\",\"bodies\":[0,2],\"at\":[1,0,0],"
    "\"normals\":[[0,0,1]]}]}");
  const double *normal;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_type (window, "Pitch per turn", "3 mm");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 2)->pitch, 0.003, 1e-15);
  testing_type (window, "Pitch per turn", "0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Pitch per turn")));

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  testing_type (window, "Length", "1.25 m");
  g_assert_cmpfloat (get_coupling (window, 3)->def.length, ==, 1.25);

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 4);
  testing_type (window, "Angle", "45 °");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 4)->def.angle, G_PI / 4, 1e-15);
  testing_type (window, "Angle", "200 °");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Angle")));
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 4)->def.angle, G_PI / 4, 1e-15);

  // Normals have unit length and stay perpendicular.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 5);
  testing_type (window, "First normal", "0, 3, 4");
  normal = get_coupling (window, 5)->def.normals[0];
  g_assert_cmpfloat_with_epsilon (normal[1], 0.6, 1e-15);
  g_assert_cmpfloat_with_epsilon (normal[2], 0.8, 1e-15);
  testing_choose (window, "Normals", 1);
  testing_type (window, "Second normal", "0, 1, 0");
  g_assert_cmpint (get_coupling (window, 5)->def.normal_count, ==, 2);
  normal = get_coupling (window, 5)->def.normals[1];
  g_assert_cmpfloat_with_epsilon (normal[1], 0.8, 1e-15);
  g_assert_cmpfloat_with_epsilon (normal[2], -0.6, 1e-15);
  testing_type (window, "First normal", "0, 0, 0");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "First normal")));
  testing_close (window);
}

static void
test_rope (void)
{
  LwWindow *window = testing_window_with ("rope");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "open") != NULL);
  g_assert_cmpfloat (live_value (window, "Gap"), >, 0);
  testing_type (window, "Length", "0 m");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Length")));
  g_assert_cmpfloat (get_coupling (window, 1)->def.length, ==, 0.6);
  testing_choose (window, "Kind", MBD_ROD_STRUT);
  g_assert_cmpint (get_coupling (window, 1)->def.rod, ==, MBD_ROD_STRUT);
  testing_close (window);
}

static void
test_stops (void)
{
  LwWindow *window =
    testing_window_with_text (PENDULUM "{\"id\":1,\"name\":\"A\",\"kind\":\"pin\",\"bodies\":[0,1],"
                                       "\"points\":[[0,0],[-0.5,0]]},{\"id\":2,\"name\":\"Stops\","
                                       "\"kind\":\"limit\",\"joint\":1,\"lower\":-1}]}");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  g_assert_cmpstr (testing_text (window, "Upper stop"), ==, "none");
  testing_type (window, "Upper stop", "90 °");
  g_assert_cmpfloat_with_epsilon (get_coupling (window, 2)->def.upper, G_PI / 2, 1e-12);
  testing_type (window, "Upper stop", "-90 °");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Upper stop")));
  testing_type (window, "Lower stop", "none");
  g_assert_true (isinf (get_coupling (window, 2)->def.lower));
  testing_close (window);
}

// ---- functions ------------------------------------------------------------------------------

static void
test_function (void)
{
  LwWindow *window = testing_window_with ("crank-rocker-motor");
  GtkWidget *editor;
  const LwFunction *function;
  int start;
  int end;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 5);
  g_assert_cmpstr (testing_text (window, "Value"), ==, "2 rad/s");
  testing_type (window, "Value", "60 rpm");
  g_assert_cmpfloat_with_epsilon (lw_function_get_numbers (get_coupling (window, 5)->function)[0],
                                  2 * G_PI, 1e-12);
  testing_type (window, "Value", "2");
  testing_type (window, "Largest effort", "unlimited");
  g_assert_true (isinf (get_coupling (window, 5)->def.effort_limit));

  // The formula is the same as before.
  testing_choose (window, "Function", LW_FUNCTION_HARMONIC);
  testing_type (window, "Amplitude", "0.5 rad/s");
  testing_choose (window, "Function", LW_FUNCTION_EXPRESSION);
  function = get_coupling (window, 5)->function;
  g_assert_true (g_str_has_prefix (function->expression, "2 + 0.5 * sin("));
  testing_type (window, "Expression", "2 + foo * t");
  g_assert_cmpstr (get_coupling (window, 5)->function->expression, ==, function->expression);
  g_assert_nonnull (
    strstr (lw_field_editor_get_error (testing_field (window, "Expression")), "foo"));
  editor = lw_field_editor_get_input (testing_field (window, "Expression"));
  g_assert_true (gtk_editable_get_selection_bounds (GTK_EDITABLE (editor), &start, &end));
  g_assert_cmpint (start, ==, 4);
  g_assert_cmpint (end, ==, 7);
  testing_type (window, "Expression", "2 + cos(t)");
  g_assert_null (lw_field_editor_get_error (testing_field (window, "Expression")));
  g_assert_cmpstr (get_coupling (window, 5)->function->expression, ==, "2 + cos(t)");

  testing_choose (window, "Function", LW_FUNCTION_POLYNOMIAL);
  g_assert_cmpstr (testing_text (window, "Coefficients"), ==, "3");
  testing_type (window, "Coefficients", "3; 0.5 0.25");
  g_assert_cmpuint (get_coupling (window, 5)->function->numbers->len, ==, 3);
  testing_type (window, "Coefficients", "3 x");
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Coefficients")));
  g_assert_cmpuint (get_coupling (window, 5)->function->numbers->len, ==, 3);
  testing_close (window);
}

static void
write_table (LwWindow *window, const char *text)
{
  LwFieldEditor *field = testing_field (window, "Time and value");

  gtk_text_buffer_set_text (
    gtk_text_view_get_buffer (GTK_TEXT_VIEW (lw_field_editor_get_input (field))), text, -1);
  lw_field_editor_commit (field);
  testing_run (0.05);
}

static void
test_table (void)
{
  LwWindow *window = testing_window_with ("crank-rocker-motor");
  const LwFunction *function;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 5);
  testing_choose (window, "Function", LW_FUNCTION_TABLE);
  write_table (window, "0 2\n1 3\n2,5 2");
  // A decimal comma is not accepted here.
  g_assert_nonnull (lw_field_editor_get_error (testing_field (window, "Time and value")));
  write_table (window, "0 2\n1 3\n2 2");
  function = get_coupling (window, 5)->function;
  g_assert_cmpuint (lw_function_get_n_rows (function), ==, 3);
  // Unsorted rows are refused with their number.
  write_table (window, "0 2\n2 3\n1 2");
  g_assert_nonnull (
    strstr (lw_field_editor_get_error (testing_field (window, "Time and value")), "row 3"));
  g_assert_true (lw_function_equal (get_coupling (window, 5)->function, function));
  testing_choose (window, "Beyond its ends", MBD_SPLINE_CLAMPED);
  wait_until (testing_has_field (window, "End rates"));
  testing_close (window);
}

// ---- live values ----------------------------------------------------------------------------

static void
test_reaction_axes (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwPlayer *player = window->player;
  GtkWidget *inspector;
  MbdWrench wrench;
  int coupling;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  lw_player_step (player);
  wait_until (lw_player_get_time (player) > 0);
  inspector = testing_find (GTK_WIDGET (window->sidebar_pages), LW_TYPE_INSPECTOR);
  coupling = mbd_model_coupling_by_id (lw_player_get_model (player), 2);
  for (int side = 0; side < 2; side++)
    for (int axes = MBD_AXES_WORLD; axes <= MBD_AXES_FRAME; axes++) {
      gtk_widget_activate_action (inspector, "inspector.side", "i", side);
      gtk_widget_activate_action (inspector, "inspector.axes", "i", axes);
      wait_until (LW_INSPECTOR (inspector)->rebuild_id == 0);
      mbd_state_reaction (lw_player_get_state (player), coupling, side, (MbdAxes) axes, &wrench);
      g_assert_cmpfloat_with_epsilon (live_value (window, "Reaction Fx"), wrench.force[0],
                                      1e-3 * fabs (wrench.force[0]) + 1e-9);
      g_assert_cmpfloat_with_epsilon (live_value (window, "Reaction Fy"), wrench.force[1],
                                      1e-3 * fabs (wrench.force[1]) + 1e-9);
    }
  gtk_widget_activate_action (inspector, "inspector.side", "i", 0);
  gtk_widget_activate_action (inspector, "inspector.axes", "i", MBD_AXES_BODY);
  testing_close (window);

  // The choice is remembered; reset it for the following tests.
  window = testing_window_with ("four-bar");
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_run (0.1);
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "on Crank, body axes")
              != NULL);
  inspector = testing_find (GTK_WIDGET (window->sidebar_pages), LW_TYPE_INSPECTOR);
  gtk_widget_activate_action (inspector, "inspector.side", "i", 1);
  gtk_widget_activate_action (inspector, "inspector.axes", "i", MBD_AXES_WORLD);
  testing_close (window);
}

static void
test_rows (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwPlayer *player = window->player;
  GtkWidget *expander;
  int row;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_run (0.1);
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "solved") != NULL);
  expander = testing_find (GTK_WIDGET (window->sidebar_pages), GTK_TYPE_EXPANDER);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), TRUE);
  testing_run (0.1);
  row = mbd_model_coupling_first_row (lw_player_get_model (player), 1);
  g_assert_cmpfloat_with_epsilon (live_value (window, "Multiplier λ"),
                                  mbd_state_multipliers (lw_player_get_state (player))[row],
                                  1e-2 * fabs (live_value (window, "Multiplier λ")) + 1e-9);
  g_assert_cmpfloat (live_value (window, "Inverse effective mass"), >, 0);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), FALSE);
  testing_close (window);
}

// ---- breaking -------------------------------------------------------------------------------

static void
test_mend (void)
{
  LwWindow *window = testing_window_with_text (
    PENDULUM "{\"id\":1,\"name\":\"A\",\"kind\":\"pin\",\"bodies\":[0,1],\"points\":[[0,0],"
             "[-0.5,0]],\"break_force\":15}],\"run\":{\"duration\":20}}");
  LwPlayer *player = window->player;
  GtkWidget *mend;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  testing_run (0.1);
  mend = find_button (GTK_WIDGET (window->sidebar_pages), "Make It Hold Again From Here On");
  g_assert_false (gtk_widget_get_visible (mend));
  testing_activate (window, "win.play");
  wait_until (lw_player_is_broken (player, 1));
  // The run stops where an element breaks.
  wait_until (!lw_player_get_playing (player));
  wait_until (gtk_widget_get_visible (mend));
  wait_until (testing_find_label (GTK_WIDGET (window->sidebar_pages), "broken") != NULL);
  g_assert_true (mbd_state_coupling_flags (lw_player_get_state (player), 0).broken);
  g_signal_emit_by_name (mend, "clicked");
  wait_until (!lw_player_is_broken (player, 1) && !gtk_widget_get_visible (mend));
  testing_close (window);
}

// ---- mobility -------------------------------------------------------------------------------

static void
count_cb (int *n)
{
  ++*n;
}

/// Opens the mobility list; the mobility at the displayed time is computed then.
static GtkWidget *
open_mobility (LwWindow *window)
{
  int n = 0;
  GtkWidget *view = testing_find (GTK_WIDGET (window->status_line), LW_TYPE_MOBILITY_VIEW);
  GtkWidget *popover = gtk_widget_get_ancestor (view, GTK_TYPE_POPOVER);

  // It is empty until then.
  g_assert_null (gtk_widget_get_first_child (view));
  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_signal_connect_swapped (window->player, "mobility-changed", G_CALLBACK (count_cb), &n);
  gtk_menu_button_popup (GTK_MENU_BUTTON (gtk_widget_get_ancestor (popover, GTK_TYPE_MENU_BUTTON)));
  wait_until (n > 0);
  g_signal_handlers_disconnect_by_data (window->player, &n);
  return view;
}

static void
test_status (void)
{
  LwWindow *window = testing_window_with ("bricard");
  GtkWidget *view = open_mobility (window);

  wait_until (find_button (view, "Show This Motion") != NULL);
  g_assert_nonnull (testing_find_label (view, "1 degree of freedom"));
  g_assert_nonnull (testing_find_label (view, "1 by the rank of the constraints, 0 by count"));
  g_assert_nonnull (testing_find_label (view, "Rows of these depend on each other"));
  testing_close (window);

  window = testing_window_with ("crank-rocker-motor");
  view = open_mobility (window);
  wait_until (testing_find_label (view, "Free motions, drives released") != NULL);
  g_assert_nonnull (testing_find_label (view, "1 of them is driven"));
  testing_close (window);
}

/// A redundant joint can be selected from the list.
static void
test_select (void)
{
  LwWindow *window = testing_window_with ("bricard");
  GtkWidget *view = open_mobility (window);
  g_autofree char *name = lw_mechanism_dup_element_name (lw_player_get_mechanism (window->player),
                                                         MBD_ELEMENT_COUPLING, 4);
  g_autofree char *tooltip = g_strdup_printf ("Select %s", name);
  GtkWidget *button = NULL;

  wait_until ((button = find_button (view, tooltip)) != NULL);
  g_signal_emit_by_name (button, "clicked");
  g_assert_cmpint (lw_selection_get_last (window->selection).kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (lw_selection_get_last (window->selection).id, ==, 4);
  testing_close (window);
}

static void
test_assemble (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  double position[3];
  const LwBody *body;
  const char *chip = "Move the Bodies so That All Joints Are Closed (Ctrl+J)";

  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_assert_true (lw_player_get_mobility (window->player)->drawn_fits);
  g_assert_false (gtk_widget_get_visible (find_button (GTK_WIDGET (window->status_line), chip)));
  // Nothing to do.
  testing_activate (window, "win.assemble");
  testing_run (0.3);
  g_assert_false (lw_document_can_undo (window->document));

  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  memcpy (position,
          lw_mechanism_find_body (lw_document_get_mechanism (window->document), 2)->def.position,
          sizeof position);
  testing_type (window, "Position", "0.5, 0.4 m");
  wait_until (lw_player_get_mobility (window->player) != NULL
              && !lw_player_get_mobility (window->player)->drawn_fits);
  g_assert_true (gtk_widget_get_visible (find_button (GTK_WIDGET (window->status_line), chip)));
  g_signal_emit_by_name (find_button (GTK_WIDGET (window->status_line), chip), "clicked");
  wait_until (g_strcmp0 (lw_document_undo_name (window->document), "Assemble") == 0);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 2);
  wait_until (lw_player_get_mobility (window->player) != NULL
              && lw_player_get_mobility (window->player)->drawn_fits);
  testing_activate (window, "win.undo");
  body = lw_mechanism_find_body (lw_document_get_mechanism (window->document), 2);
  g_assert_cmpfloat (body->def.position[0], ==, 0.5);
  testing_close (window);
}

/// Checks that a click finds the displayed elements at the start, because both are the drawing.
static void
assert_shown_as_drawn (LwWindow *window)
{
  static const double points[][3] = { { 0, 0, 0 }, { 0.1, 0.03, 0 } };
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  MbdModel *model = lw_player_get_model (window->player);
  MbdState *state = mbd_state_new (model);

  lw_player_prepare (window->player, state);
  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    const LwBody *body = lw_mechanism_get_body (mechanism, i);

    for (guint k = 0; k < G_N_ELEMENTS (points); k++) {
      double shown[3], drawn[2];

      mbd_state_body_point (state, mbd_model_body_by_id (model, body->element.id), points[k], shown,
                            NULL, NULL);
      lw_geometry_to_world (body, points[k], drawn);
      g_assert_cmpfloat_with_epsilon (shown[0], drawn[0], 1e-9);
      g_assert_cmpfloat_with_epsilon (shown[1], drawn[1], 1e-9);
    }
  }
  mbd_state_free (state);
}

/// Assembles links as the tool draws them: each has its frame at its first end.
static void
test_assemble_links (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (
    "{\"linkwright\": 1, \"bodies\": ["
    "{\"id\": 3, \"density\": 7850, \"position\": [0.35, 0.2], \"angle\": -1.249,"
    "\"shape\": {\"points\": [[0, 0], [0.17, 0]]}},"
    "{\"id\": 1, \"density\": 7850, \"position\": [0.1, 0], \"angle\": 1.3258176636680326,"
    "\"shape\": {\"points\": [[0, 0], [0.20615528128088303, 0]]}},"
    "{\"id\": 2, \"density\": 7850, \"position\": [0.15, 0.2],"
    "\"shape\": {\"points\": [[0, 0], [0.2, 0]]}}], \"couplings\": ["
    "{\"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0.1, 0], [0, 0]]},"
    "{\"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.20615528128088303, 0], [0, 0]]},"
    "{\"kind\": \"pin\", \"bodies\": [2, 3], \"points\": [[0.2, 0], [0, 0]]},"
    "{\"kind\": \"pin\", \"bodies\": [0, 3], \"points\": [[0.42, 0], [0.17, 0]]}]}");
  LwMechanism *mechanism;
  double end[2];

  testing_open (window, file);
  g_file_delete (file, NULL, NULL);
  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_assert_false (lw_player_get_mobility (window->player)->drawn_fits);
  testing_activate (window, "win.assemble");
  wait_until (!lw_window_is_solving (window));
  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_assert_true (lw_player_get_mobility (window->player)->drawn_fits);
  mechanism = lw_document_get_mechanism (window->document);
  lw_geometry_to_world (lw_mechanism_find_body (mechanism, 1), (double[]){ 0, 0, 0 }, end);
  g_assert_cmpfloat_with_epsilon (end[0], 0.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (end[1], 0, 1e-9);
  assert_shown_as_drawn (window);
  // A second time it changes nothing.
  testing_activate (window, "win.assemble");
  wait_until (!lw_window_is_solving (window));
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  testing_activate (window, "win.undo");
  lw_geometry_to_world (lw_mechanism_find_body (lw_document_get_mechanism (window->document), 3),
                        (double[]){ 0, 0, 0 }, end);
  g_assert_true (end[0] == 0.35 && end[1] == 0.2);
  testing_close (window);
}

static void
test_assemble_fails (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (
    PENDULUM "{\"id\":1,\"name\":\"Near\",\"kind\":\"rod\",\"bodies\":[0,1],\"points\":[[0,0],"
             "[0,0]],\"length\":1},{\"id\":2,\"name\":\"Far\",\"kind\":\"rod\",\"bodies\":[0,1],"
             "\"points\":[[9,0],[0,0]],\"length\":1}]}");
  LwMechanism *mechanism;

  testing_open (window, file);
  g_file_delete (file, NULL, NULL);
  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_assert_false (lw_player_get_mobility (window->player)->can_fit);
  mechanism = lw_document_get_mechanism (window->document);
  lw_window_show_message (window, NULL);
  testing_activate (window, "win.assemble");
  wait_until (lw_window_get_message (window) != NULL);
  g_assert_nonnull (strstr (lw_window_get_message (window), "Near"));
  g_assert_nonnull (strstr (lw_window_get_message (window), "Far"));
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  testing_close (window);
}

/// The canvas moves and joints stay closed; Esc restores the displayed time, and nothing has
/// changed.
static void
test_wiggle (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  GtkWidget *view = open_mobility (window);
  const MbdModel *model = lw_player_get_model (window->player);
  const int n = mbd_model_position_count (model);
  g_autofree double *errors = g_new (double, (gsize) mbd_model_row_count (model));
  GtkWidget *button = NULL;
  double farthest = 0;
  MbdState *state;

  wait_until ((button = find_button (view, "Show This Motion")) != NULL);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (button), TRUE);
  g_assert_cmpint (lw_motion_preview_get_motion (lw_window_get_motion_preview (window)), ==, 0);
  g_assert_true (gtk_widget_get_visible (testing_find_class (GTK_WIDGET (window), "wiggle-stop")));
  state = mbd_state_new (model);
  for (int i = 0; i < 40; i++) {
    testing_run (0.03);
    if (window->canvas->pose == NULL)
      continue;
    for (int k = 0; k < n; k++)
      farthest = fmax (
        farthest, fabs (window->canvas->pose[k] - lw_player_get_positions (window->player)[k]));
    mbd_state_set (state, 0, window->canvas->pose, NULL);
    mbd_state_errors (state, errors, NULL, NULL);
    for (int row = 0; row < mbd_model_row_count (model); row++)
      g_assert_cmpfloat (fabs (errors[row]), <, 1e-8);
  }
  mbd_state_free (state);
  g_assert_cmpfloat (farthest, >, 0.01);
  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  testing_activate (window, "win.stop-wiggle");
  g_assert_null (window->canvas->pose);
  g_assert_false (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
  g_assert_true (lw_document_get_mechanism (window->document) == mechanism);
  g_assert_false (lw_document_can_undo (window->document));
  testing_close (window);
}

/// A window can be closed while its mobility is shown.
static void
test_popover_at_the_end (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkMenuButton *chip =
    GTK_MENU_BUTTON (testing_find (GTK_WIDGET (window->status_line), GTK_TYPE_MENU_BUTTON));

  gtk_menu_button_popup (chip);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (gtk_menu_button_get_popover (chip))));
  testing_close (window);
}

// ---- during a run ---------------------------------------------------------------------------

static void
test_while_running (void)
{
  LwWindow *window = testing_window_with_long ("crank-rocker-motor");
  LwPlayer *player = window->player;
  double time;
  guint n;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 5);
  testing_type (window, "Largest effort", "unlimited");
  player = window->player;
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.1);
  testing_type (window, "Value", "3 rad/s");
  // The run continues, at the new speed.
  g_assert_true (window->player == player);
  time = lw_player_get_time (player);
  wait_until (lw_player_get_time (player) > time + 0.1);
  g_assert_cmpfloat_with_epsilon (fabs (lw_player_get_velocities (player)[2]), 3, 1e-3);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Function");

  // Switched off: the driven body is free.
  gtk_switch_set_active (GTK_SWITCH (lw_field_editor_get_input (testing_field (window, "Enabled"))),
                         FALSE);
  wait_until (!get_coupling (window, 5)->def.enabled);
  g_assert_true (window->player == player);
  // The thread applies the change at its next sample.
  n = lw_changes_get_n (lw_player_get_changes (player));
  time = lw_changes_get (lw_player_get_changes (player), n - 1)->time;
  wait_until (lw_player_get_time (player) > time + 0.1);
  testing_activate (window, "win.play");
  testing_run (0.1);
  g_assert_cmpfloat (mbd_state_multipliers (lw_player_get_state (player))[8], ==, 0);
  // The time before the change is shown unchanged.
  lw_player_seek (player, 0.05);
  g_assert_cmpfloat (mbd_state_multipliers (lw_player_get_state (player))[8], !=, 0);
  // A new run uses the current mechanism.
  testing_activate (window, "win.reset");
  wait_until (window->player != player);
  testing_close (window);
}

/// An edit that is impossible during a run is undone and reported; the run continues.
static void
test_refused_while_running (void)
{
  LwWindow *window = testing_window_with_text (
    PENDULUM "{\"id\":1,\"name\":\"A\",\"kind\":\"pin\",\"bodies\":[0,1],\"points\":[[0,0],"
             "[-0.5,0]]},{\"id\":2,\"name\":\"Far\",\"kind\":\"rod\",\"bodies\":[0,1],"
             "\"points\":[[9,0],[0,0]],\"length\":1,\"enabled\":false}],"
             "\"run\":{\"duration\":60}}");
  LwPlayer *player = window->player;
  double time;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.1);
  gtk_switch_set_active (GTK_SWITCH (lw_field_editor_get_input (testing_field (window, "Enabled"))),
                         TRUE);
  wait_until (lw_window_get_message (window) != NULL);
  g_assert_nonnull (strstr (lw_window_get_message (window), "cannot be met"));
  g_assert_false (get_coupling (window, 2)->def.enabled);
  g_assert_true (window->player == player);
  time = lw_player_get_time (player);
  wait_until (lw_player_get_time (player) > time + 0.1);
  testing_activate (window, "win.play");
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/couplings/joint", test_joint);
  g_test_add_func ("/couplings/gears", test_gears);
  g_test_add_func ("/couplings/transmissions", test_transmissions);
  g_test_add_func ("/couplings/in-space", test_in_space);
  g_test_add_func ("/couplings/rope", test_rope);
  g_test_add_func ("/couplings/stops", test_stops);
  g_test_add_func ("/couplings/function", test_function);
  g_test_add_func ("/couplings/table", test_table);
  g_test_add_func ("/couplings/reaction-axes", test_reaction_axes);
  g_test_add_func ("/couplings/rows", test_rows);
  g_test_add_func ("/couplings/mend", test_mend);
  g_test_add_func ("/couplings/status", test_status);
  g_test_add_func ("/couplings/select", test_select);
  g_test_add_func ("/couplings/assemble", test_assemble);
  g_test_add_func ("/couplings/assemble-links", test_assemble_links);
  g_test_add_func ("/couplings/assemble-fails", test_assemble_fails);
  g_test_add_func ("/couplings/wiggle", test_wiggle);
  g_test_add_func ("/couplings/popover-at-the-end", test_popover_at_the_end);
  g_test_add_func ("/couplings/while-running", test_while_running);
  g_test_add_func ("/couplings/refused-while-running", test_refused_while_running);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
