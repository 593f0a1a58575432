// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses by one command: equilibrium as an undo step with what the motor holds, plots of
// transmission and motor, polygons that follow the displayed time, centres.

#include <math.h>
#include <string.h>

#include "lw-contact-window.h"
#include "lw-driven-motion.h"
#include "lw-live-value.h"
#include "lw-plot-view.h"
#include "lw-polygon-window.h"
#include "lw-window-private.h"
#include "testing-window.h"

static LwPolygonWindow *
find_polygons (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (LW_IS_POLYGON_WINDOW (l->data))
      return l->data;
  return NULL;
}

static bool
is_plotted (LwWindow *window, const char *channel, const char *against)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);

  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++) {
    const LwPlotLayout *plot = lw_mechanism_get_plot (mechanism, i);

    if (g_strcmp0 (plot->against, against) == 0
        && g_strv_contains ((const char *const *) plot->channels, channel))
      return true;
  }
  return false;
}

/// The double pendulum hangs straight down afterwards, and undo raises it again.
static void
test_equilibrium (void)
{
  LwWindow *window = testing_window_with ("double-pendulum");
  LwMechanism *before = lw_document_get_mechanism (window->document);
  const LwBody *first, *second;

  testing_activate (window, "win.equilibrium");
  wait_until (lw_document_get_mechanism (window->document) != before);
  first = lw_mechanism_get_body (lw_document_get_mechanism (window->document), 0);
  second = lw_mechanism_get_body (lw_document_get_mechanism (window->document), 1);
  g_assert_cmpfloat_with_epsilon (first->def.position[0], second->def.position[0], 1e-6);
  g_assert_cmpfloat (second->def.position[1], <, first->def.position[1]);
  wait_until (testing_find_label (GTK_WIDGET (window), "It is in equilibrium now.") != NULL);
  testing_activate (window, "win.undo");
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (window->document), before));
  testing_close (window);
}

static void
test_plots (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  guint steps;

  testing_activate (window, "win.transmission");
  g_assert_true (is_plotted (window, "C.transmission_angle", "Motor.coordinate"));
  g_assert_true (is_plotted (window, "D.mechanical_advantage", "Motor.coordinate"));
  steps = lw_document_get_n_steps (window->document);
  // A second time nothing changes.
  testing_run (0.1);
  testing_activate (window, "win.transmission");
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, steps);
  testing_activate (window, "win.motor-sizing");
  g_assert_true (is_plotted (window, "Motor.power", "Motor.coordinate"));
  g_assert_cmpint (lw_selection_get_last (window->selection).kind, ==, LW_SELECTION_COUPLING);
  testing_close (window);
}

/// Returns true if the value with a title in the inspector is a number.
static bool
has_number (LwWindow *window, const char *title)
{
  LwLiveValue *row = testing_find_live (GTK_WIDGET (window->sidebar_pages), title);

  return row != NULL && g_ascii_isdigit (*lw_live_value_get_text (row));
}

/// After a run the sizes of the motor appear without any movement, as soon as they are computed.
static void
test_sizing (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  testing_activate (window, "win.motor-sizing");
  wait_until (has_number (window, "Peak torque"));
  wait_until (has_number (window, "Peak power"));
  testing_close (window);
}

/// The crank of 0.2 m turns at 6 rad/s at every time, and the polygons close with the window.
static void
test_polygons (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwPolygonWindow *polygons;
  double first[2] = { NAN, NAN };

  testing_activate (window, "win.polygons");
  polygons = find_polygons ();
  g_assert_nonnull (polygons);
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  for (int i = 0; i < 3; i++) {
    const GArray *points;
    const LwMotionPoint *b = NULL;

    lw_player_seek (window->player, 0.3 * i);
    points = lw_polygon_window_get_points (polygons);
    g_assert_nonnull (points);
    for (guint k = 0; k < points->len; k++)
      if (g_str_equal (g_array_index (points, LwMotionPoint, k).name, "B"))
        b = &g_array_index (points, LwMotionPoint, k);
    g_assert_nonnull (b);
    // The recording's interpolated poses are accurate to about 1e-5.
    g_assert_cmpfloat_with_epsilon (hypot (b->vector[0][0], b->vector[0][1]), 1.2, 1e-3);
    g_assert_cmpfloat_with_epsilon (hypot (b->vector[1][0], b->vector[1][1]), 7.2, 1e-2);
    g_assert_true (i == 0 || fabs (b->vector[0][0] - first[0]) > 0.1);
    first[0] = b->vector[0][0];
  }
  testing_close (window);
  g_assert_null (find_polygons ());
}

static void
test_centres (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  g_assert_false (lw_canvas_get_overlays (window->canvas) & LW_OVERLAY_CENTRES);
  testing_activate (window, "win.centres");
  g_assert_true (lw_canvas_get_overlays (window->canvas) & LW_OVERLAY_CENTRES);
  // With a selected body the centrodes are drawn.
  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  testing_run (0.2);
  testing_activate (window, "win.centres");
  g_assert_false (lw_canvas_get_overlays (window->canvas) & LW_OVERLAY_CENTRES);
  testing_close (window);
}

/// Returns the place of the first body that is shown, m.
static void
get_shown (LwWindow *window, double place[2])
{
  LwDrivenMotion *motion = lw_driver_bar_get_motion (window->driver_bar);

  memcpy (place, lw_driven_motion_get_positions (motion), 2 * sizeof *place);
}

/// The slider turns the crank of 0.2 m about A; its centre follows, and nothing else changes.
static void
test_slider (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwMechanism *before = lw_document_get_mechanism (window->document);
  GtkWidget *bar = GTK_WIDGET (window->driver_bar), *entry, *scale;
  const guint steps = lw_document_get_n_steps (window->document);
  gboolean handled;
  double place[2];

  g_assert_false (gtk_widget_get_visible (bar));
  testing_activate (window, "win.driver-slider");
  g_assert_true (gtk_widget_get_visible (bar));
  wait_until (lw_driver_bar_get_motion (window->driver_bar) != NULL);
  scale = testing_find (bar, GTK_TYPE_SCALE);
  entry = testing_find (bar, GTK_TYPE_ENTRY);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "0 °");
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, G_PI / 6, &handled);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "30 °");
  get_shown (window, place);
  g_assert_cmpfloat_with_epsilon (place[0], 0.1 * cos (G_PI / 6), 1e-12);
  g_assert_cmpfloat_with_epsilon (place[1], 0.05, 1e-12);
  gtk_editable_set_text (GTK_EDITABLE (entry), "2 rad");
  g_signal_emit_by_name (entry, "activate");
  get_shown (window, place);
  g_assert_cmpfloat_with_epsilon (place[0], 0.1 * cos (2), 1e-12);
  gtk_editable_set_text (GTK_EDITABLE (entry), "2 m");
  g_signal_emit_by_name (entry, "activate");
  get_shown (window, place);
  g_assert_cmpfloat_with_epsilon (place[0], 0.1 * cos (2), 1e-12);
  // Another joint, by selecting it.
  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 4);
  g_assert_cmpint (lw_driver_bar_get_coupling (window->driver_bar), ==, 4);
  wait_until (lw_driver_bar_get_motion (window->driver_bar) != NULL);
  g_assert_true (lw_document_get_mechanism (window->document) == before);
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, steps);
  // Playing shows the run again.
  testing_activate (window, "win.play");
  g_assert_false (gtk_widget_get_visible (bar));
  testing_close (window);
}

static LwContactWindow *
find_contact_laboratory (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    if (LW_IS_CONTACT_WINDOW (l->data))
      return l->data;
  return NULL;
}

/// Sums the normal forces of the first box, which stands on two corners.
static double
sum_normals (LwContactWindow *laboratory)
{
  return g_strtod (lw_contact_window_get_cell (laboratory, 0, 4), NULL)
         + g_strtod (lw_contact_window_get_cell (laboratory, 0, 6), NULL);
}

/// Two boxes of 1 kg on a slope of 1 : 2 press with 9.81 * 2 / sqrt (5) N; the numbers are shown with
/// three figures.
static void
test_contact_laboratory (void)
{
  LwWindow *window = testing_window_with ("incline");
  LwContactWindow *laboratory;
  GtkWidget *kind;

  testing_activate (window, "win.contact-laboratory");
  laboratory = find_contact_laboratory ();
  g_assert_nonnull (laboratory);
  wait_until (lw_contact_window_get_cell (laboratory, 3, 6) != NULL);
  g_assert_cmpstr (lw_contact_window_get_cell (laboratory, 0, 1), ==, "solved");
  g_assert_cmpfloat_with_epsilon (sum_normals (laboratory), 9.81 * 2 / sqrt (5), 0.011);
  // The mean force during a step of 1 ms is the same.
  kind = testing_find (GTK_WIDGET (laboratory), GTK_TYPE_DROP_DOWN);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (kind), 1);
  testing_run (0.1);
  wait_until (lw_contact_window_get_cell (laboratory, 3, 6) != NULL);
  g_assert_true (g_str_has_suffix (lw_contact_window_get_cell (laboratory, 0, 4), "N"));
  g_assert_cmpfloat_with_epsilon (sum_normals (laboratory), 9.81 * 2 / sqrt (5), 0.011);
  // There was no impact.
  gtk_drop_down_set_selected (GTK_DROP_DOWN (kind), 2);
  wait_until (lw_contact_window_get_cell (laboratory, 0, 1) == NULL);
  testing_close (window);
  g_assert_null (find_contact_laboratory ());

  // Where nothing touches, the forces of joints are shown, without columns of contacts.
  window = testing_window_with ("four-bar");
  testing_activate (window, "win.contact-laboratory");
  laboratory = find_contact_laboratory ();
  wait_until (lw_contact_window_get_cell (laboratory, 3, 3) != NULL);
  g_assert_cmpstr (lw_contact_window_get_cell (laboratory, 0, 1), ==, "solved");
  g_assert_null (lw_contact_window_get_cell (laboratory, 0, 4));
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/analyses/equilibrium", test_equilibrium);
  g_test_add_func ("/analyses/plots", test_plots);
  g_test_add_func ("/analyses/sizing", test_sizing);
  g_test_add_func ("/analyses/polygons", test_polygons);
  g_test_add_func ("/analyses/centres", test_centres);
  g_test_add_func ("/analyses/slider", test_slider);
  g_test_add_func ("/analyses/contact-laboratory", test_contact_laboratory);
}

int
main (int argc, char *argv[])
{
  return testing_main (&argc, &argv, add_tests);
}
