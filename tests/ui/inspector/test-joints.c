// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Joints and motors in the inspector: the list that exchanges the bodies, and the size of a motor.

#include <math.h>

#include "lw-live-value.h"
#include "lw-window-private.h"
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

static void
add_tests (void)
{
  g_test_add_func ("/joints/bodies", test_bodies);
  g_test_add_func ("/joints/sizing", test_sizing);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
