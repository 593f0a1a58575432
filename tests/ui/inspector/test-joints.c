// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joints and motors in the inspector: the list that exchanges the bodies, and the size of a motor.

#include <math.h>

#include "lw-live-value.h"
#include "lw-window-private.h"
#include "testing-pointer.h"
#include "testing-window.h"

#define MECHANISM                                                                                  \
  "{\"linkwright\": 1, \"gravity\": [0, -9.8], \"bodies\": ["                                      \
  "{\"id\": 1, \"name\": \"Arm\", \"mass\": 2, \"inertia\": 0.1, \"position\": [0.5, 0]},"         \
  "{\"id\": 2, \"name\": \"Plate\", \"mass\": 1, \"inertia\": 0.1, \"position\": [1, 0.2]}],"      \
  "\"couplings\": ["                                                                               \
  "{\"id\": 1, \"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"           \
  "{\"id\": 2, \"name\": \"B\", \"kind\": \"weld\", \"bodies\": [0, 2], \"at\": [1, 0.2]},"        \
  "{\"id\": 3, \"name\": \"Motor\", \"kind\": \"driver\", \"joint\": 1, \"function\": \"4*t\"}],"  \
  "\"run\": {\"duration\": 0.5, \"interval\": 0.01}}"

static const MbdCouplingDef *
find_joint (LwWindow *window, int id)
{
  return &lw_mechanism_find_coupling (lw_document_get_mechanism (window->document), id)->def;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found = testing_find_label (widget, label);

  g_assert_nonnull (found);
  return gtk_widget_get_ancestor (found, GTK_TYPE_BUTTON);
}

static void
test_bodies (void)
{
  LwWindow *window = testing_window_with_text (MECHANISM);
  GtkWidget *row;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 1);
  testing_run (0.1);
  row = testing_find_label (GTK_WIDGET (window->sidebar_pages), "Bodies");
  g_assert_nonnull (row);
  g_assert_true (GTK_IS_MENU_BUTTON (gtk_widget_get_last_child (gtk_widget_get_parent (row))));
  g_assert_true (gtk_widget_activate_action (row, "bodies.replace", "(ii)", 0, 2));
  g_assert_cmpint (find_joint (window, 1)->body_a, ==, 2);
  g_assert_cmpint (find_joint (window, 1)->body_b, ==, 1);
  g_assert_cmpfloat_with_epsilon (find_joint (window, 1)->frame_a.point[0], -1, 1e-15);
  g_assert_cmpfloat_with_epsilon (find_joint (window, 1)->frame_a.point[1], -0.2, 1e-15);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Body");
  // Both sides on one body are refused.
  testing_run (0.1);
  row = testing_find_label (GTK_WIDGET (window->sidebar_pages), "Bodies");
  g_assert_true (gtk_widget_activate_action (row, "bodies.replace", "(ii)", 0, 1));
  g_assert_cmpint (find_joint (window, 1)->body_a, ==, 2);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 1);
  testing_close (window);
}

static void
test_sizing (void)
{
  LwWindow *window = testing_window_with_text (MECHANISM);
  const LwMechanism *mechanism;
  guint n_steps;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  testing_run (0.1);
  g_signal_emit_by_name (find_button (GTK_WIDGET (window->sidebar_pages), "Against the Angle"),
                         "clicked");
  mechanism = lw_document_get_mechanism (window->document);
  g_assert_cmpuint (lw_mechanism_get_n_plots (mechanism), >=, 2);
  g_assert_cmpstr (lw_mechanism_get_plot (mechanism, 0)->channels[0], ==, "Motor.effort");
  g_assert_cmpstr (lw_mechanism_get_plot (mechanism, 0)->against, ==, "Motor.coordinate");
  g_assert_cmpstr (lw_mechanism_get_plot (mechanism, 1)->channels[0], ==, "Motor.power");
  n_steps = lw_document_get_n_steps (window->document);
  // Once is enough.
  testing_run (0.1);
  g_signal_emit_by_name (find_button (GTK_WIDGET (window->sidebar_pages), "Against the Angle"),
                         "clicked");
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, n_steps);
  // The largest torque is that at the start, with the arm level: m g L = 2 · 9.8 · 0.5.
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.1);
  testing_activate (window, "win.play");
  wait_until (testing_find_live (GTK_WIDGET (window->sidebar_pages), "Peak torque") != NULL
              && g_str_has_prefix (lw_live_value_get_text (testing_find_live (
                                     GTK_WIDGET (window->sidebar_pages), "Peak torque")),
                                   "9.800"));
  testing_close (window);
}

/// Returns the expander with the single rows of the shown joint; NULL if there is none.
static GtkWidget *
find_rows (LwWindow *window)
{
  GtkWidget *title = testing_find_label (GTK_WIDGET (window->sidebar_pages), "Single rows");

  return title != NULL ? gtk_widget_get_ancestor (title, GTK_TYPE_EXPANDER) : NULL;
}

/// Returns the editor of a row, by the heading of the row and the name of the field; NULL if there is
/// none.
static GtkWidget *
find_editor (LwWindow *window, const char *heading, const char *name)
{
  GtkWidget *label =
    testing_find_label (gtk_expander_get_child (GTK_EXPANDER (find_rows (window))), heading);

  g_assert_nonnull (label);
  for (GtkWidget *next = gtk_widget_get_next_sibling (gtk_widget_get_parent (label));
       next != NULL && LW_IS_FIELD_EDITOR (next); next = gtk_widget_get_next_sibling (next))
    if (testing_find_field (next, name) != NULL)
      return lw_field_editor_get_input (LW_FIELD_EDITOR (next));
  return NULL;
}

static void
enter (GtkWidget *editor, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (editor), text);
  g_signal_emit_by_name (editor, "activate");
  testing_run (0.1);
}

/// The rows are folded until a key opens them; one of them becomes a spring, and gets its constants.
static void
test_rows (void)
{
  LwWindow *window = testing_window_with_text (MECHANISM);
  const MbdRowDef *row;

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_run (0.1);
  g_assert_false (gtk_expander_get_expanded (GTK_EXPANDER (find_rows (window))));
  // Without a window manager keys go to the window under the pointer.
  testing_point ("mousemove 300 300");
  gtk_widget_grab_focus (find_rows (window));
  testing_point ("key Return");
  wait_until (gtk_expander_get_expanded (GTK_EXPANDER (find_rows (window))));
  testing_run (0.1);
  g_assert_null (find_editor (window, "Row rz", "Stiffness"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_editor (window, "Row rz", "Compliance")), 2);
  testing_run (0.1);
  g_assert_true (find_joint (window, 2)->rows[5].compliant);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Change Compliance");
  gtk_widget_grab_focus (find_editor (window, "Row rz", "Stiffness"));
  testing_point ("key ctrl+a type --delay 0 --args 1 25 key Return");
  wait_until (find_joint (window, 2)->rows[5].stiffness == 25);
  enter (find_editor (window, "Row rz", "Damping"), "0.5");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_editor (window, "Row x", "Level")), 2);
  testing_run (0.1);
  row = find_joint (window, 2)->rows;
  g_assert_cmpfloat (row[5].damping, ==, 0.5);
  g_assert_true (row[0].has_level && row[0].level == MBD_LEVEL_VELOCITY);
  g_assert_false (row[1].has_level || row[1].has_compliance);
  // A negative number is refused where it is typed.
  enter (find_editor (window, "Row rz", "Stiffness"), "-1");
  g_assert_cmpfloat (find_joint (window, 2)->rows[5].stiffness, ==, 25);
  testing_close (window);
}

/// Rows stay as long as the joint has them, and open by themselves if one of them differs.
static void
test_rows_of_kind (void)
{
  LwWindow *window = testing_window_with_text (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1}], \"couplings\": ["
    "{\"id\": 2, \"kind\": \"weld\", \"bodies\": [0, 1], \"at\": [0, 0], \"rows\": ["
    "{\"row\": \"x\", \"level\": \"velocity\"},"
    "{\"row\": \"rz\", \"compliance\": {\"stiffness\": 3}}]},"
    "{\"id\": 3, \"kind\": \"limit\", \"bodies\": [0, 1], \"at\": [0, 0], \"lower\": 0,"
    "\"upper\": 1, \"rows\": [{\"row\": \"lower\", \"compliance\": {\"stiffness\": 3}}]}]}");

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 2);
  testing_run (0.1);
  g_assert_true (gtk_expander_get_expanded (GTK_EXPANDER (find_rows (window))));
  g_assert_nonnull (find_editor (window, "Row rz", "Stiffness"));
  testing_choose (window, "Kind", 0);
  g_assert_cmpuint (find_joint (window, 2)->locked, ==, MBD_LOOP_PIN);
  g_assert_true (find_joint (window, 2)->rows[0].has_level);
  g_assert_false (find_joint (window, 2)->rows[5].has_compliance);
  testing_activate (window, "win.undo");
  testing_run (0.1);
  g_assert_true (find_joint (window, 2)->rows[5].has_compliance);
  // A stop that is removed takes its row along.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 3);
  testing_run (0.1);
  testing_type (window, "Lower stop", "none");
  g_assert_true (isinf (find_joint (window, 3)->lower));
  g_assert_false (find_joint (window, 3)->rows[0].has_compliance);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/joints/bodies", test_bodies);
  g_test_add_func ("/joints/sizing", test_sizing);
  g_test_add_func ("/joints/rows", test_rows);
  g_test_add_func ("/joints/rows-of-kind", test_rows_of_kind);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
