// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plots of the window: zooming and panning of axes, the layout by the menu, and exports.

#include <glib/gstdio.h>
#include <math.h>

#include "lw-channel-list.h"
#include "lw-player-events.h"
#include "lw-plot-view-private.h"
#include "lw-plots-window.h"
#include "lw-window-private.h"
#include "testing-plots.h"

/// Returns the four-bar, played to its end.
static LwWindow *
window_with_run (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  testing_run (0.1);
  return window;
}

static guint
n_plots (LwWindow *window)
{
  return lw_player_get_curves (window->player)->plots->len;
}

static void
drag (LwPlotView *plot, double x, double y, double dx, double dy)
{
  GtkEventController *gesture = testing_controller (GTK_WIDGET (plot), GTK_TYPE_GESTURE_DRAG, 0);

  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  // Without an event the gesture has no start point, so the view is moved directly.
  g_assert_true (plot->drag != LW_PLOT_DRAG_NONE || (dx == 0 && dy == 0));
  g_signal_emit_by_name (gesture, "drag-end", dx, dy);
}

// ---- axes -----------------------------------------------------------------------------------

static void
test_axes (void)
{
  LwWindow *window = window_with_run ();
  LwPlotView *forces = testing_plot_at (window, 1);
  GdkRectangle area;
  double whole, minimum, maximum;

  g_assert_true (lw_plot_view_get_area (forces, &area));
  whole = forces->frame.y_scale.maximum - forces->frame.y_scale.minimum;
  lw_plot_view_zoom_values (forces, false, 1000, 4);
  testing_run (0.1);
  g_assert_cmpfloat_with_epsilon (forces->frame.y_scale.maximum - forces->frame.y_scale.minimum,
                                  whole / 4, 1e-9 * whole);
  // The value under the pointer keeps its position.
  minimum = forces->frame.y_scale.minimum;
  maximum = forces->frame.y_scale.maximum;
  g_assert_cmpfloat (minimum, <, 1000);
  g_assert_cmpfloat (maximum, >, 1000);
  // The range always remains valid.
  for (int i = 0; i < 200; i++)
    lw_plot_view_zoom_values (forces, false, 1000, 1e9);
  for (int i = 0; i < 400; i++)
    lw_plot_view_zoom_values (forces, false, 1000, 1e-9);
  testing_run (0.1);
  g_assert_true (isfinite (forces->frame.y_scale.minimum));
  g_assert_cmpfloat (forces->frame.y_scale.maximum, >, forces->frame.y_scale.minimum);
  lw_plot_view_fit (forces);
  testing_run (0.1);
  g_assert_cmpfloat (forces->frame.y_scale.maximum - forces->frame.y_scale.minimum, ==, whole);

  // On an area that is not zoomed a press scrubs; outside the frame it drags an axis; on a zoomed
  // area it pans.
  g_signal_emit_by_name (testing_controller (GTK_WIDGET (forces), GTK_TYPE_GESTURE_DRAG, 0),
                         "drag-begin", area.x + 40.0, area.y + 20.0);
  g_assert_cmpint (forces->drag, ==, LW_PLOT_DRAG_SCRUB);
  drag (forces, area.x - 20.0, area.y + 20.0, 0, -30);
  lw_plot_view_zoom (forces, 1, 4);
  testing_run (0.1);
  g_signal_emit_by_name (testing_controller (GTK_WIDGET (forces), GTK_TYPE_GESTURE_DRAG, 0),
                         "drag-begin", area.x + area.width - 40.0, area.y + 20.0);
  g_assert_cmpint (forces->drag, ==, LW_PLOT_DRAG_PAN);
  testing_close (window);
}

/// After an export a toast reports the file, with a button for its folder.
static void
test_exported (void)
{
  LwWindow *window = window_with_run ();
  LwPlotView *plot = testing_plot_at (window, 0);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (plot), "win.say-exported", "s",
                                             "file:///tmp/Drive%20torque.pdf"));
  wait_until (testing_find_label (GTK_WIDGET (window), "“Drive torque.pdf” is written") != NULL);
  testing_close (window);
}

// ---- the layout -----------------------------------------------------------------------------

static void
test_legend (void)
{
  LwWindow *window = window_with_run ();
  LwPlotView *plot = testing_plot_at (window, 0);
  GtkWidget *check;

  g_assert_cmpuint (plot->plot.n_curves, >, 2);
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.legend", NULL);
  g_assert_nonnull (plot->chooser);
  check = testing_find (plot->chooser, GTK_TYPE_CHECK_BUTTON);
  g_assert_nonnull (check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), FALSE);
  g_assert_true (plot->plot.curves[0].hidden);
  g_assert_false (plot->plot.curves[1].hidden);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  g_assert_false (plot->plot.curves[0].hidden);
  testing_close (window);
}

/// Six plots, the maximum number, require no more room than a small window has.
static void
test_six (void)
{
  LwWindow *window = window_with_run ();
  const char *const channels[] = { "energy.total", NULL };
  LwPlotLayout layouts[LW_CURVES_PLOTS_MAX];
  g_autoptr (LwMechanism) next = NULL;
  int minimum;

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    layouts[i] = (LwPlotLayout){ .title = (char *) "Energy", .channels = (char **) channels };
  next = lw_mechanism_with_plots (lw_document_get_mechanism (window->document), layouts,
                                  G_N_ELEMENTS (layouts));
  lw_document_edit (window->document, "Plots", next);
  wait_until (n_plots (window) == LW_CURVES_PLOTS_MAX);
  gtk_widget_measure (GTK_WIDGET (window->plots_scroll), GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
                      NULL, NULL, NULL);
  g_assert_cmpint (minimum, <, 200);
  testing_close (window);
}

static void
test_layout (void)
{
  LwWindow *window = window_with_run ();
  LwChannels *channels = lw_player_get_channels (window->player);
  LwPlayer *player = window->player;
  guint n_before = testing_plot_at (window, 1)->curves->len;

  // An edit is a step, the run is kept, and the view of the plot is unchanged.
  lw_plot_view_zoom (testing_plot_at (window, 1), 1, 2);
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.marker", "i", 1);
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.remove-curve", "s",
                              "B.reaction");
  testing_run (0.1);
  g_assert_true (window->player == player);
  g_assert_cmpuint (testing_plot_at (window, 1)->curves->len, ==, n_before - 1);
  g_assert_false (isnan (testing_plot_at (window, 1)->plot.markers[0]));
  testing_activate (window, "win.undo");
  testing_run (0.1);
  g_assert_cmpuint (testing_plot_at (window, 1)->curves->len, ==, n_before);

  // A value of another unit gets an axis at the right, and is found by its name.
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.add-curve", NULL);
  g_assert_true (LW_IS_CHANNEL_LIST (testing_plot_at (window, 1)->chooser));
  g_signal_emit_by_name (testing_plot_at (window, 1)->chooser, "chosen",
                         (guint) lw_channels_find (channels, "energy.kinetic"));
  wait_until (testing_plot_at (window, 1)->curves->len == n_before + 1);
  wait_until (testing_plot_at (window, 1)->frame.has_right);
  g_assert_cmpstr (testing_plot_at (window, 1)->plot.right_unit, ==, "J");
  // The whole run is available, although it was not recorded for this curve: the kinetic energy is
  // largest at the end, after the constant torque has done its work.
  lw_plot_view_fit (testing_plot_at (window, 1));
  wait_until (testing_plot_at (window, 1)->frame.right_scale.maximum > 80);

  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.add-plot", NULL);
  g_signal_emit_by_name (testing_plot_at (window, 1)->chooser, "chosen",
                         (guint) lw_channels_find (channels, "energy.total"));
  wait_until (n_plots (window) == 3);
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 2)), "plot.logarithmic", NULL);
  wait_until (testing_plot_at (window, 2)->plot.logarithmic);
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 2)), "plot.remove", NULL);
  wait_until (n_plots (window) == 2);
  testing_close (window);
}

/// Returns true if the value is known up to the last sample.
static bool
is_known (LwWindow *window, const char *name)
{
  int channel = lw_channels_find (lw_player_get_channels (window->player), name);

  return channel >= 0
         && lw_series_n_samples (lw_player_find_series (window->player, (guint) channel))
              == lw_player_get_n_samples (window->player);
}

/// Returns the value of a curve at the last sample.
static double
last_value (LwWindow *window, const char *name)
{
  int channel = lw_channels_find (lw_player_get_channels (window->player), name);
  LwSeries series;

  g_assert_cmpint (channel, >=, 0);
  series = lw_player_find_series (window->player, (guint) channel);
  return lw_series_value (series, lw_series_n_samples (series) - 1);
}

/// The energy balance is one step, and includes the energy dissipated before it was added.
static void
test_energy_balance (void)
{
  static const char *const names[] = { "energy.kinetic",    "energy.gravity", "energy.elastic",
                                       "energy.dissipated", "energy.loads",   "energy.drivers",
                                       "energy.error" };
  LwWindow *window = testing_window_with ("four-bar-bushing");
  LwMechanism *before = lw_document_get_mechanism (window->document);
  LwPlayer *player = window->player;
  guint n_before = n_plots (window);
  LwPlotView *plot;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 0)), "plot.add-energy-balance",
                              NULL);
  wait_until (n_plots (window) == n_before + 1);
  g_assert_true (window->player == player);
  plot = testing_plot_at (window, 1);
  g_assert_cmpstr (plot->title, ==, "Energy Balance");
  g_assert_cmpuint (plot->channels->len, ==, G_N_ELEMENTS (names));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint ((int) g_array_index (plot->channels, guint, i), ==,
                     lw_channels_find (lw_player_get_channels (player), names[i]));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    wait_until (is_known (window, names[i]));
  g_assert_cmpfloat (last_value (window, "energy.dissipated"), >, 0.01);
  g_assert_cmpfloat (fabs (last_value (window, "energy.error")), <,
                     1e-5 * last_value (window, "energy.kinetic"));
  // All energy came from the torque, and part of it is kinetic.
  g_assert_cmpfloat (last_value (window, "energy.loads"), >,
                     last_value (window, "energy.dissipated"));
  testing_activate (window, "win.undo");
  wait_until (n_plots (window) == n_before);
  g_assert_true (lw_document_get_mechanism (window->document) == before
                 || lw_mechanism_equal (lw_document_get_mechanism (window->document), before));

  // A full dock reports this and is unchanged.
  while (n_plots (window) < LW_CURVES_PLOTS_MAX) {
    guint n = n_plots (window);

    gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 0)), "plot.add-energy-balance",
                                NULL);
    wait_until (n_plots (window) == n + 1);
  }
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 0)), "plot.add-energy-balance",
                              NULL);
  testing_run (0.1);
  g_assert_cmpuint (n_plots (window), ==, LW_CURVES_PLOTS_MAX);
  testing_close (window);
}

// ---- one value over another -----------------------------------------------------------------

static void
test_phase (void)
{
  LwWindow *window = window_with_run ();
  LwChannels *channels = lw_player_get_channels (window->player);
  const guint x = (guint) lw_channels_find (channels, "T.x");
  LwPlotView *plot = testing_plot_at (window, 1);
  LwSeries series[2];
  GtkEventController *motion;
  double px, py, time;
  const gsize sample = 200;

  // By the menu: a value, then against another, with equal scales for both, since they are lengths.
  g_assert_true (lw_plot_view_drop (plot, "T.y\n", LW_PLOT_PLACE_NEW));
  wait_until (n_plots (window) == 3);
  plot = testing_plot_at (window, 2);
  g_assert_false (plot->can_be_equal);
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.choose-against", NULL);
  g_assert_true (LW_IS_CHANNEL_LIST (plot->chooser));
  g_signal_emit_by_name (plot->chooser, "chosen", x);
  wait_until (testing_plot_at (window, 2)->against == LW_AGAINST_CHANNEL);
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 2)), "plot.equal-scale", NULL);
  wait_until (testing_plot_at (window, 2)->plot.equal_scale);
  plot = testing_plot_at (window, 2);
  wait_until (lw_plot_view_has_values (plot));
  testing_run (0.2);
  g_assert_cmpstr (plot->plot.x_unit, ==, "m");
  g_assert_cmpfloat_with_epsilon (
    (plot->frame.x_scale.maximum - plot->frame.x_scale.minimum) / plot->frame.width,
    (plot->frame.y_scale.maximum - plot->frame.y_scale.minimum) / plot->frame.height, 1e-12);

  // A click at the position of a sample seeks to a time at which the point was at this position.
  series[0] = lw_player_find_series (window->player, x);
  series[1] = lw_player_find_series (window->player, (guint) lw_channels_find (channels, "T.y"));
  px = lw_scale_map (&plot->frame.x_scale, lw_series_value (series[0], sample));
  py = lw_scale_map (&plot->frame.y_scale, lw_series_value (series[1], sample));
  time = lw_plot_nearest_time (&plot->plot, &plot->frame, px, py, INFINITY);
  g_assert_cmpfloat (time, ==, lw_series_time (series[0], sample));
  g_signal_emit_by_name (testing_controller (GTK_WIDGET (plot), GTK_TYPE_GESTURE_DRAG, 0),
                         "drag-begin", px, py);
  g_signal_emit_by_name (testing_controller (GTK_WIDGET (plot), GTK_TYPE_GESTURE_DRAG, 0),
                         "drag-end", 0.0, 0.0);
  g_assert_cmpfloat (lw_player_get_time (window->player), ==, time);

  // The pointer reads the nearest sample, and nothing away from the curve; markers keep their
  // times.
  motion = testing_controller (GTK_WIDGET (plot), GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);
  g_signal_emit_by_name (motion, "motion", px + 1.0, py);
  g_assert_cmpfloat (fabs (plot->plot.hover - time), <=, 0.02);
  g_signal_emit_by_name (motion, "motion", plot->frame.x + 1.0, plot->frame.y + 1.0);
  g_assert_true (isnan (plot->plot.hover));
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.marker", "i", 1);
  lw_player_seek (window->player, 1.0);
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.marker", "i", 2);
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.statistics", NULL);
  testing_run (0.2);
  g_assert_cmpfloat (plot->plot.markers[0], ==, time);
  g_assert_cmpfloat (plot->plot.markers[1], ==, 1.0);

  // Undo returns to a plot over time, in one step each.
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  wait_until (testing_plot_at (window, 2)->against == LW_AGAINST_TIME);
  testing_close (window);
}

// ---- formulas -------------------------------------------------------------------------------

static GtkWidget *
find_named (GtkWidget *widget, const char *placeholder)
{
  if (GTK_IS_ENTRY (widget)
      && g_strcmp0 (gtk_entry_get_placeholder_text (GTK_ENTRY (widget)), placeholder) == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_named (child, placeholder);

    if (found != NULL)
      return found;
  }
  return NULL;
}

/// Invalid formulas report an error during typing; a valid one adds a curve in one step.
static void
test_formula (void)
{
  LwWindow *window = window_with_run ();
  LwPlotView *plot = testing_plot_at (window, 1);
  const guint n_before = plot->n_own;
  GtkWidget *name, *expression;
  g_autofree char *entry = NULL;

  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.add-formula", NULL);
  name = find_named (plot->chooser, "Power");
  expression = find_named (plot->chooser, "B.reaction_x * der (Coupler.x)");
  gtk_editable_set_text (GTK_EDITABLE (name), "P");
  gtk_editable_set_text (GTK_EDITABLE (expression), "B.reaction + Coupler.x");
  g_assert_true (gtk_widget_has_css_class (expression, "error"));
  g_signal_emit_by_name (expression, "activate");
  testing_run (0.1);
  g_assert_cmpuint (testing_plot_at (window, 1)->n_own, ==, n_before);
  gtk_editable_set_text (GTK_EDITABLE (name), "B.reaction");
  gtk_editable_set_text (GTK_EDITABLE (expression), "B.reaction");
  g_assert_true (gtk_widget_has_css_class (expression, "error"));
  gtk_editable_set_text (GTK_EDITABLE (name), "P");
  gtk_editable_set_text (GTK_EDITABLE (expression), "B.reaction_x * der (Coupler.x)");
  g_assert_false (gtk_widget_has_css_class (expression, "error"));
  g_signal_emit_by_name (expression, "activate");
  wait_until (testing_plot_at (window, 1)->n_own == n_before + 1);
  plot = testing_plot_at (window, 1);
  g_assert_cmpstr (lw_plot_view_get_channel (plot, n_before)->unit, ==, "W");
  wait_until (lw_plot_view_has_values (plot));

  // A different formula replaces it.
  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.edit-formula", "s",
                              "P = B.reaction_x * der (Coupler.x)");
  expression = find_named (plot->chooser, "B.reaction_x * der (Coupler.x)");
  gtk_editable_set_text (GTK_EDITABLE (expression), "2 * B.reaction");
  g_signal_emit_by_name (expression, "activate");
  testing_run (0.1);
  plot = testing_plot_at (window, 1);
  g_assert_cmpuint (plot->n_own, ==, n_before + 1);
  entry =
    lw_channels_dup_entry (plot->channel_list, g_array_index (plot->channels, guint, n_before));
  g_assert_cmpstr (entry, ==, "P = 2 * B.reaction");
  testing_activate (window, "win.undo");
  testing_activate (window, "win.undo");
  testing_run (0.1);
  g_assert_cmpuint (testing_plot_at (window, 1)->n_own, ==, n_before);
  testing_close (window);
}

/// A plot reports missing values in its place, and shows them once they exist.
static void
test_missing (void)
{
  static const char *const wrong[] = { "x = B.foo * 2", NULL };
  static const char *const other[] = { "d = B.reaction - other (B.reaction)", NULL };
  static const char *const good[] = { "B.reaction", NULL };
  const LwPlotLayout layouts[] = {
    { .title = (char *) "Wrong", .channels = (char **) wrong },
    { .title = (char *) "Axis", .channels = (char **) good, .against = (char *) "Crank.foo" },
    { .title = (char *) "Other", .channels = (char **) other },
    { .title = (char *) "Lines", .channels = (char **) good, .against = (char *) "frequency" },
  };
  LwWindow *window = testing_window_with_plots ("four-bar-torque", layouts, G_N_ELEMENTS (layouts));
  g_autoptr (LwMechanism) before = lw_mechanism_ref (lw_document_get_mechanism (window->document));
  LwMechanism *after;

  g_assert_nonnull (
    strstr (gtk_label_get_text (GTK_LABEL (testing_plot_at (window, 0)->status_label)), "“B.foo”"));
  g_assert_nonnull (strstr (
    gtk_label_get_text (GTK_LABEL (testing_plot_at (window, 1)->status_label)), "Crank.foo"));
  g_assert_nonnull (strstr (
    gtk_label_get_text (GTK_LABEL (testing_plot_at (window, 2)->status_label)), "list of runs"));
  wait_until (!gtk_widget_get_visible (testing_plot_at (window, 3)->status));
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 3)), "plot.logarithmic", NULL);
  testing_run (0.1);
  after = lw_document_get_mechanism (window->document);
  for (guint i = 0; i < 3; i++) {
    const LwPlotLayout *a = lw_mechanism_get_plot (before, i);
    const LwPlotLayout *b = lw_mechanism_get_plot (after, i);

    g_assert_cmpstrv (a->channels, b->channels);
    g_assert_cmpstr (a->against, ==, b->against);
  }
  testing_close (window);
}

/// Values of the inspector are dropped as text; other data is refused.
static void
test_drop (void)
{
  LwWindow *window = window_with_run ();
  const guint n_before = testing_plot_at (window, 1)->n_own;

  {
    LwPlotView *plot = testing_plot_at (window, 1);

    wait_until (plot->frame.height > 0);
    g_assert_cmpint (lw_plot_view_place_at (plot, plot->frame.y + plot->frame.height - 5), ==,
                     LW_PLOT_PLACE_CURVES);
    g_assert_cmpint (lw_plot_view_place_at (plot, plot->frame.y + plot->frame.height + 5), ==,
                     LW_PLOT_PLACE_AXIS);
  }
  g_assert_false (
    lw_plot_view_drop (testing_plot_at (window, 1), "no channel", LW_PLOT_PLACE_CURVES));
  g_assert_true (lw_plot_view_drop (testing_plot_at (window, 1), "energy.kinetic\nenergy.gravity\n",
                                    LW_PLOT_PLACE_CURVES));
  wait_until (testing_plot_at (window, 1)->n_own == n_before + 2);
  // More curves than can be distinguished are refused with a message.
  g_assert_true (lw_plot_view_drop (testing_plot_at (window, 1),
                                    "A.reaction\nCrank.x\nCrank.y\nCoupler.x\nCoupler.y",
                                    LW_PLOT_PLACE_CURVES));
  testing_run (0.1);
  g_assert_cmpuint (testing_plot_at (window, 1)->n_own, ==, n_before + 2);
  g_assert_true (
    lw_plot_view_drop (testing_plot_at (window, 1), "Crank.angle", LW_PLOT_PLACE_AXIS));
  wait_until (testing_plot_at (window, 1)->against == LW_AGAINST_CHANNEL);
  g_assert_cmpstr (testing_plot_at (window, 1)->plot.x_quantity, ==, "Crank φ");
  for (guint n = n_plots (window); n < LW_CURVES_PLOTS_MAX; n++) {
    g_assert_true (
      lw_plot_view_drop (testing_plot_at (window, 0), "Crank.angle", LW_PLOT_PLACE_NEW));
    wait_until (n_plots (window) == n + 1);
  }
  g_assert_true (lw_plot_view_drop (testing_plot_at (window, 0), "Crank.angle", LW_PLOT_PLACE_NEW));
  testing_run (0.1);
  g_assert_cmpuint (n_plots (window), ==, LW_CURVES_PLOTS_MAX);
  testing_close (window);
}

// ---- runs -----------------------------------------------------------------------------------

/// Returns true if the first n curves are as long as the run; derived values are computed in
/// another thread.
static bool
is_complete (LwWindow *window, LwPlotView *plot, guint n)
{
  const gsize n_samples = lw_recording_n_samples (lw_player_get_recording (window->player));

  for (guint i = 0; i < n; i++) {
    const LwPlotCurve *curve = &g_array_index (plot->curves, LwPlotCurve, i);

    if (curve->y.recording == NULL || lw_series_n_samples (curve->y) != n_samples)
      return false;
  }
  return true;
}

/// Runs to the end with another gravity; n_kept runs are kept by then.
static void
run_with_gravity (LwWindow *window, double gravity, guint n_kept)
{
  const double downwards[3] = { 0, -gravity, 0 };
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_gravity (lw_document_get_mechanism (window->document), downwards);

  lw_document_edit (window->document, "Gravity", next);
  wait_until (lw_document_get_n_runs (window->document) == n_kept);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player) && lw_player_has_finished (window->player));
}

/// Compares with the kept runs up to this one.
static void
compare_with (LwWindow *window, guint last)
{
  for (guint i = 0; i <= last; i++)
    lw_run_list_set_compared (lw_transport_get_run_list (window->transport), i, true);
  wait_until (lw_player_get_n_compared (window->player) == last + 1);
}

/// Checks that the first n_own curves of `plot` are the own curves of `both` minus its compared
/// curves. Both runs have samples at the same times.
static void
assert_differences (const LwPlotView *plot, const LwPlotView *both, guint n_own)
{
  for (guint i = 0; i < n_own; i++) {
    const LwPlotCurve *curve = &g_array_index (plot->curves, LwPlotCurve, i);
    const LwPlotCurve *own = &g_array_index (both->curves, LwPlotCurve, i);
    const LwPlotCurve *other = &g_array_index (both->curves, LwPlotCurve, n_own + i);
    double largest = 0;

    g_assert_cmpuint (lw_series_n_samples (curve->y), ==, lw_series_n_samples (own->y));
    for (gsize k = 0; k < lw_series_n_samples (curve->y); k++) {
      const double value = lw_series_value (curve->y, k);

      g_assert_cmpfloat (value, ==, lw_series_value (own->y, k) - lw_series_value (other->y, k));
      largest = fmax (largest, fabs (value));
    }
    g_assert_cmpfloat (largest, >, 1);
  }
}

/// A run of another mechanism is drawn beside the shown one, and their difference can be plotted.
static void
test_compare (void)
{
  LwWindow *window = window_with_run ();
  LwPlotView *plot;
  LwProjectRun *kept;
  const char *label;
  guint n_own;

  run_with_gravity (window, 5, 1);
  kept = lw_document_get_run (window->document, 0);
  g_assert_false (lw_player_can_show (window->player, kept));
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.add-difference",
                              NULL);
  testing_run (0.1);
  g_assert_cmpuint (n_plots (window), ==, 2);
  compare_with (window, 0);
  plot = testing_plot_at (window, 1);
  n_own = plot->n_own;
  g_assert_cmpuint (plot->curves->len, ==, 2 * n_own);
  label = g_array_index (plot->curves, LwPlotCurve, n_own).label;
  g_assert_nonnull (strstr (label, "(Run 1)"));
  // Found by the names of its recorded channels.
  g_assert_true (lw_series_equal (
    lw_player_find_compared_series (window->player, 0, g_array_index (plot->channels, guint, 0)),
    lw_project_run_find (kept, "B.reaction")));

  gtk_widget_activate_action (GTK_WIDGET (plot), "plot.add-difference", NULL);
  wait_until (n_plots (window) == 3);
  plot = testing_plot_at (window, 2);
  g_assert_nonnull (strstr (plot->title, "Run 1"));
  g_assert_cmpuint (plot->curves->len, ==, n_own);
  wait_until (is_complete (window, plot, n_own));
  assert_differences (plot, testing_plot_at (window, 1), n_own);

  // Notes are stored with the run; if the run is removed there is nothing to compare with.
  lw_document_note_run (window->document, 0, "On the moon");
  testing_run (0.1);
  g_assert_cmpstr (lw_document_get_run (window->document, 0)->notes, ==, "On the moon");
  g_assert_cmpuint (lw_player_get_n_compared (window->player), ==, 1);
  lw_run_list_remove (lw_transport_get_run_list (window->transport), 0);
  wait_until (lw_player_get_n_compared (window->player) == 0);
  testing_run (0.1);
  g_assert_cmpuint (testing_plot_at (window, 1)->curves->len, ==, n_own);
  testing_close (window);
}

/// The differences to two runs are in one plot while its curves can be distinguished.
static void
test_compare_two (void)
{
  LwWindow *window = window_with_run ();
  LwPlotView *plot;
  guint n_own;

  run_with_gravity (window, 5, 1);
  run_with_gravity (window, 7, 2);
  compare_with (window, 1);
  n_own = testing_plot_at (window, 1)->n_own;
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.add-difference",
                              NULL);
  wait_until (n_plots (window) >= 3 && testing_plot_at (window, 2)->n_own == 2 * n_own);
  plot = testing_plot_at (window, 2);
  wait_until (is_complete (window, plot, 2 * n_own));
  for (guint i = 0; i < 2 * n_own; i++) {
    const LwPlotCurve *curve = &g_array_index (plot->curves, LwPlotCurve, i);
    const gsize n = lw_series_n_samples (curve->y);

    g_assert_cmpfloat (fabs (lw_series_value (curve->y, n - 1)), >, 1e-6);
  }
  lw_run_list_remove (lw_transport_get_run_list (window->transport), 1);
  wait_until (lw_player_get_n_compared (window->player) == 1);
  testing_close (window);
}

/// Returns the number of collisions since the start of the run, and the time of the first.
static guint
count_meetings (LwWindow *window, double *first)
{
  const GArray *events = lw_player_get_events (window->player);
  guint n = 0;

  for (guint i = 0; i < events->len; i++) {
    const MbdEvent *event = &g_array_index (events, MbdEvent, i);

    if (event->kind == MBD_EVENT_TOUCHED && n++ == 0)
      *first = event->time;
  }
  return n;
}

/// The collisions of a kept run are found in its recording, with the resolution of the samples.
static void
test_kept_events (void)
{
  static const double gravity[3] = { 0, -5, 0 };
  LwWindow *window = testing_window_with ("bouncing-ball");
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_gravity (lw_document_get_mechanism (window->document), gravity);
  double first = NAN, kept_first = NAN, other_first = NAN;
  guint n;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player));
  testing_run (0.1);
  n = count_meetings (window, &first);
  g_assert_cmpuint (n, >, 5);
  g_assert_cmpuint (testing_plot_at (window, 0)->events->len, >=, n);
  lw_document_edit (window->document, "Gravity", next);
  wait_until (lw_document_get_n_runs (window->document) == 1);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player) && lw_player_has_finished (window->player));
  g_assert_cmpuint (count_meetings (window, &other_first), >, 2);
  g_assert_cmpfloat (other_first, >, first + 0.1);
  lw_document_undo (window->document);
  testing_run (0.2);
  lw_run_list_show (lw_transport_get_run_list (window->transport), 0);
  wait_until (lw_player_get_run (window->player) != NULL);
  // Bounces within one sample interval are counted as one there.
  g_assert_cmpuint (count_meetings (window, &kept_first), >, 5);
  g_assert_cmpuint (count_meetings (window, &kept_first), <=, n);
  g_assert_cmpfloat_with_epsilon (
    kept_first, first,
    lw_mechanism_get_run (lw_document_get_mechanism (window->document))->interval);
  testing_run (0.2);
  testing_close (window);
}

static LwPlotsWindow *
find_plots_window (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

    if (LW_IS_PLOTS_WINDOW (window))
      return LW_PLOTS_WINDOW (window);
  }
  return NULL;
}

/// A plot in a separate window follows the layout and the player, and closes with them.
static void
test_pop_out (void)
{
  LwWindow *window = window_with_run ();
  LwPlotsWindow *other;
  LwPlotView *view;

  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.pop-out", NULL);
  other = find_plots_window ();
  g_assert_nonnull (other);
  view = LW_PLOT_VIEW (testing_find (GTK_WIDGET (other), LW_TYPE_PLOT_VIEW));
  g_assert_cmpstr (lw_plot_view_get_title (view), ==, testing_plot_at (window, 1)->title);
  // It edits the same layout.
  gtk_widget_activate_action (GTK_WIDGET (view), "plot.logarithmic", NULL);
  wait_until (testing_plot_at (window, 1)->plot.logarithmic);
  view = LW_PLOT_VIEW (testing_find (GTK_WIDGET (other), LW_TYPE_PLOT_VIEW));
  g_assert_true (view->plot.logarithmic);
  gtk_window_close (GTK_WINDOW (other));
  wait_until (find_plots_window () == NULL);
  gtk_widget_activate_action (GTK_WIDGET (testing_plot_at (window, 1)), "plot.pop-out-all", NULL);
  g_assert_nonnull (find_plots_window ());
  testing_run (0.2);
  testing_close (window);
  g_assert_null (find_plots_window ());
}

// ---- files ----------------------------------------------------------------------------------

static void
test_export (void)
{
  static const char *const kinds[][2] = {
    { "plot.pdf", "%PDF" },
    { "plot.svg", "<?xml" },
    { "plot.png", "\x89PNG" },
  };
  LwWindow *window = window_with_run ();
  g_autofree char *folder = g_dir_make_tmp ("linkwright-plots-XXXXXX", NULL);
  g_autoptr (GFile) bad = g_file_new_build_filename (folder, "plot.doc", NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++) {
    g_autoptr (GFile) file = testing_export_plot (testing_plot_at (window, 1), folder, kinds[i][0]);
    g_autofree char *content = testing_content_of (file);

    g_assert_true (g_str_has_prefix (content, kinds[i][1]));
    g_file_delete (file, NULL, NULL);
  }
  g_assert_false (lw_plot_view_export (testing_plot_at (window, 1), bad, &error));
  g_assert_nonnull (strstr (error->message, "plot.doc"));
  g_assert_false (g_file_query_exists (bad, NULL));
  g_rmdir (folder);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/plots/axes", test_axes);
  g_test_add_func ("/plots/exported", test_exported);
  g_test_add_func ("/plots/legend", test_legend);
  g_test_add_func ("/plots/six", test_six);
  g_test_add_func ("/plots/layout", test_layout);
  g_test_add_func ("/plots/energy-balance", test_energy_balance);
  g_test_add_func ("/plots/phase", test_phase);
  g_test_add_func ("/plots/formula", test_formula);
  g_test_add_func ("/plots/missing", test_missing);
  g_test_add_func ("/plots/drop", test_drop);
  g_test_add_func ("/plots/compare", test_compare);
  g_test_add_func ("/plots/compare-two", test_compare_two);
  g_test_add_func ("/plots/kept-events", test_kept_events);
  g_test_add_func ("/plots/pop-out", test_pop_out);
  g_test_add_func ("/plots/export", test_export);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
