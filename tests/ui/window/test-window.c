// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window: every template, every example, playing, scrubbing, the view, the styles, bad files,
// and freeing all of its objects.

#include <math.h>
#include <string.h>

#include "lw-canvas-private.h"
#include "lw-plot-view.h"
#include "lw-plots-dock.h"
#include "lw-status-line.h"
#include "lw-transport.h"
#include "lw-window-private.h"
#include "testing-window.h"

#define STRETCH_S 0.4 ///< duration of a speed measurement

// ---- templates ------------------------------------------------------------------------------

static void
test_templates (void)
{
  const GType types[] = { LW_TYPE_TRANSPORT, LW_TYPE_STATUS_LINE, LW_TYPE_PLOTS_DOCK,
                          LW_TYPE_CANVAS };
  LwWindow *window = testing_window ();

  for (guint i = 0; i < G_N_ELEMENTS (types); i++) {
    GObject *widget = g_object_ref_sink (g_object_new (types[i], NULL));

    g_assert_true (GTK_IS_WIDGET (widget));
    g_assert_finalize_object (widget);
    g_assert_nonnull (testing_find (GTK_WIDGET (window), types[i]));
  }
  g_assert_nonnull (gtk_application_window_get_help_overlay (GTK_APPLICATION_WINDOW (window)));
  g_assert_true (lw_window_is_empty (window));
  testing_close (window);
}

static void
check_widget (GtkWidget *widget)
{
  bool icon_only = GTK_IS_BUTTON (widget) && gtk_button_get_icon_name (GTK_BUTTON (widget)) != NULL;

  if ((icon_only || GTK_IS_MENU_BUTTON (widget) || GTK_IS_SCALE (widget))
      && gtk_widget_get_mapped (widget)
      // The window buttons and the inside of a menu button belong to the toolkit.
      && gtk_widget_get_ancestor (widget, GTK_TYPE_WINDOW_CONTROLS) == NULL
      && !GTK_IS_MENU_BUTTON (gtk_widget_get_parent (widget)))
    if (gtk_widget_get_tooltip_text (widget) == NULL)
      g_error ("a %s has no tooltip", G_OBJECT_TYPE_NAME (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_widget (child);
}

static void
test_tooltips (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  check_widget (GTK_WIDGET (window));
  testing_close (window);
}

// ---- opening --------------------------------------------------------------------------------

/// Returns the fraction of pixels that differ from the upper left pixel of the area inside the
/// rulers.
static double
drawn_part (GtkWidget *widget)
{
  int width;
  int height;
  g_autofree guchar *pixels = testing_picture (widget, &width, &height);
  const guchar *paper = pixels + 4 * (24 * width + 24);
  int n = 0;

  for (int i = 0; i < width * height; i++)
    n += memcmp (pixels + 4 * i, paper, 4) != 0;
  return (double) n / (width * height);
}

static void
test_examples (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("LW_SOURCE_DIR"), "data", "examples", NULL);
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  LwWindow *window = testing_window ();
  const char *name;
  guint n = 0;

  g_assert_nonnull (directory);
  while ((name = g_dir_read_name (directory)) != NULL) {
    g_autoptr (GFile) folder = g_file_new_for_path (path);
    g_autoptr (GFile) file = g_file_get_child (folder, name);
    LwPlayer *player;
    double time;

    if (!g_str_has_suffix (name, ".json"))
      continue;
    testing_open (window, file);
    if (lw_window_get_message (window) != NULL)
      g_error ("%s: %s", name, lw_window_get_message (window));
    player = lw_window_get_player (window);
    g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==,
                     lw_mechanism_get_title (lw_player_get_mechanism (player)));
    g_test_message ("%s", name);
    wait_until (lw_player_get_mobility (player) != NULL);
    testing_activate (window, "win.play");
    wait_until (lw_player_get_time (player) > 0);
    time = lw_player_get_time (player);
    // On a slow machine a short run may have ended by now.
    wait_until (lw_player_get_time (player) > time || !lw_player_get_playing (player));
    lw_player_pause (player);
    if (lw_window_get_message (window) != NULL)
      g_error ("%s: %s", name, lw_window_get_message (window));
    // Grid and rulers cover less than one in a hundred pixels.
    g_assert_cmpfloat (drawn_part (testing_find (GTK_WIDGET (window), LW_TYPE_CANVAS)), >, 0.01);
    n++;
  }
  g_assert_cmpuint (n, >=, 7);
  testing_close (window);
}

static void
open_bad (LwWindow *window, GFile *file, const char *expected)
{
  LwPlayer *player = lw_window_get_player (window);

  testing_open (window, file);
  g_assert_nonnull (lw_window_get_message (window));
  if (strstr (lw_window_get_message (window), expected) == NULL)
    g_error ("\"%s\" does not name \"%s\"", lw_window_get_message (window), expected);
  g_assert_true (lw_window_get_player (window) == player);
}

static void
test_bad_files (void)
{
  g_autoptr (GFile) missing = testing_example ("no-such-example");
  g_autoptr (GFile) foreign = testing_file_with ("\x7f"
                                                 "ELF");
  g_autoptr (GFile) empty = testing_file_with ("");
  g_autoptr (GFile) dangling = testing_file_with (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Arm\"}], \"couplings\": "
    "[{\"id\": 1, \"name\": \"Q\", \"kind\": \"pin\", \"bodies\": [0, 7], "
    "\"points\": [[0, 0], [0, 0]]}]}");
  g_autoptr (GFile) good = testing_example ("slider-crank");
  LwWindow *window = testing_window ();

  // With nothing open yet, and with an example that must be kept.
  for (int round = 0; round < 2; round++) {
    open_bad (window, missing, "no-such-example");
    open_bad (window, foreign, "");
    open_bad (window, empty, "");
    open_bad (window, dangling, "Q");
    if (round == 0) {
      testing_open (window, good);
      g_assert_null (lw_window_get_message (window));
      g_assert_nonnull (lw_window_get_player (window));
    }
  }
  testing_activate (window, "win.dismiss");
  g_assert_null (lw_window_get_message (window));

  testing_close (window);
  g_file_delete (foreign, NULL, NULL);
  g_file_delete (empty, NULL, NULL);
  g_file_delete (dangling, NULL, NULL);
}

/// Two pins hold a bar at points that are further apart than the bar is long.
static void
test_not_assembled (void)
{
  g_autoptr (GFile) file = testing_file_with (
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"name\": \"Bar\"}], \"couplings\": ["
    "{\"id\": 1, \"name\": \"Left\", \"kind\": \"pin\", \"bodies\": [0, 1], "
    "\"points\": [[0, 0], [-0.5, 0]]}, "
    "{\"id\": 2, \"name\": \"Right\", \"kind\": \"pin\", \"bodies\": [0, 1], "
    "\"points\": [[3, 0], [0.5, 0]]}]}");
  LwWindow *window = testing_window ();

  testing_open (window, file);
  wait_until (lw_window_get_message (window) != NULL);
  g_assert_true (strstr (lw_window_get_message (window), "Left") != NULL
                 || strstr (lw_window_get_message (window), "Right") != NULL);
  // It is shown as drawn; playing it is refused with the same message.
  g_assert_nonnull (lw_window_get_player (window));
  testing_activate (window, "win.play");
  testing_run (0.2);
  g_assert_false (lw_player_get_playing (lw_window_get_player (window)));
  g_assert_nonnull (lw_window_get_message (window));
  testing_close (window);
  g_file_delete (file, NULL, NULL);
}

// ---- playing --------------------------------------------------------------------------------

static void
test_play (void)
{
  LwWindow *window = testing_window_with_long ("four-bar");
  LwPlayer *player = lw_window_get_player (window);
  double time;
  gsize n_samples;

  g_assert_cmpfloat (lw_player_get_time (player), ==, 0);
  g_assert_cmpuint (lw_player_get_n_samples (player), ==, 1);

  testing_activate (window, "win.play");
  g_assert_true (lw_player_get_playing (player));
  wait_until (lw_player_get_time (player) > 0.2);
  testing_activate (window, "win.play");
  g_assert_false (lw_player_get_playing (player));

  // It is paused.
  testing_wait_for_pause (window);
  time = lw_player_get_time (player);
  n_samples = lw_player_get_n_samples (player);
  testing_run (0.3);
  g_assert_cmpfloat (lw_player_get_time (player), ==, time);
  g_assert_cmpuint (lw_player_get_n_samples (player), ==, n_samples);

  // One sample forward, one back.
  testing_activate (window, "win.step");
  wait_until (lw_player_get_time (player) > time);
  g_assert_cmpfloat (lw_player_get_time (player), <=, time + 0.0101);
  time = lw_player_get_time (player);
  testing_activate (window, "win.step-back");
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), time - 0.01, 1e-9);

  // To the start, keeping everything, then a new run with nothing recorded.
  n_samples = lw_player_get_n_samples (player);
  testing_activate (window, "win.rewind");
  g_assert_cmpfloat (lw_player_get_time (player), ==, 0);
  g_assert_cmpuint (lw_player_get_n_samples (player), ==, n_samples);
  testing_activate (window, "win.reset");
  wait_until (lw_player_get_n_samples (player) == 1);
  g_assert_cmpfloat (lw_player_get_time (player), ==, 0);
  testing_close (window);
}

/// At a time other than the start a click with small movements selects; a drag returns to the
/// start.
static void
test_trembling_click (void)
{
  static const double middle[3] = { 0, 0, 0 };
  LwWindow *window = testing_window_with_long ("four-bar");
  LwPlayer *player = lw_window_get_player (window);
  LwCanvas *canvas = window->canvas;
  double world[3];
  double time;
  double x, y;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.2);
  testing_activate (window, "win.play");
  testing_wait_for_pause (window);
  time = lw_player_get_time (player);
  lw_canvas_take_pose (canvas);
  mbd_state_body_point (canvas->state, 1, middle, world, NULL, NULL);
  lw_view_project (&canvas->view, world, &x, &y);

  lw_canvas_tools_press (canvas, x, y, 0);
  lw_canvas_tools_move (canvas, x + 2, y - 2, 0, true);
  lw_canvas_tools_release (canvas, x + 2, y - 2, 0);
  g_assert_cmpfloat (lw_player_get_time (player), ==, time);
  g_assert_cmpint (lw_selection_get_last (window->selection).kind, ==, LW_SELECTION_BODY);

  lw_canvas_tools_press (canvas, x, y, 0);
  lw_canvas_tools_move (canvas, x + 30, y, 0, true);
  g_assert_cmpfloat (lw_player_get_time (player), ==, 0);
  lw_canvas_tools_release (canvas, x + 30, y, 0);
  testing_close (window);
}

static void
test_to_the_end (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwPlayer *player = lw_window_get_player (window);
  double duration = lw_player_get_duration (player);

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (player));
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), duration, 1e-9);
  g_assert_cmpfloat_with_epsilon (lw_player_get_recorded_time (player), duration, 1e-9);

  // Play at the end replays the recording from the start.
  g_object_set (window, "speed", 1.0, NULL);
  testing_activate (window, "win.play");
  g_assert_true (lw_player_get_playing (player));
  wait_until (lw_player_get_time (player) > 0.05);
  g_assert_cmpfloat (lw_player_get_time (player), <, duration);
  testing_activate (window, "win.play");
  testing_close (window);
}

/// Returns the difference between the displayed time and the clock after a while, s.
static double
measure_lag (LwPlayer *player, double speed)
{
  const gint64 start = g_get_monotonic_time ();
  const double time = lw_player_get_time (player);
  gint64 now;

  // Not testing_run (), which takes longer on a busy machine: a short interval must be undisturbed.
  do {
    testing_iterate ();
    now = g_get_monotonic_time ();
  } while (now - start < STRETCH_S * G_USEC_PER_SEC);
  return fabs (lw_player_get_time (player) - time - speed * (double) (now - start) * 1e-6);
}

/// At the speed of real time, and at a tenth, the displayed time keeps up with the clock. A machine
/// that is busy with other programs may fail some attempts, but not all.
static void
test_speed (void)
{
  static const double speeds[] = { 1, 0.1 };

  for (guint k = 0; k < G_N_ELEMENTS (speeds); k++) {
    LwWindow *window = testing_window_with ("four-bar");
    LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
    g_autoptr (LwMechanism) longer = NULL;
    double lag = INFINITY;

    run.duration = 1000;
    longer = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
    lw_document_edit (window->document, "Duration", longer);
    wait_until (lw_player_get_duration (window->player) > 999);
    g_object_set (window, "speed", speeds[k], NULL);
    testing_activate (window, "win.play");
    wait_until (lw_player_get_time (window->player) > 0);
    for (int attempt = 0; attempt < 400 && !(lag <= 0.2 * speeds[k] * STRETCH_S); attempt++) {
      lag = measure_lag (window->player, speeds[k]);
      g_test_message ("at the speed %g it is off by %.4f s", speeds[k], lag);
    }
    g_assert_cmpfloat (lag, <=, 0.2 * speeds[k] * STRETCH_S);
    testing_close (window);
  }
}

static void
check_shown_sample (LwPlayer *player, double time)
{
  LwRecording *recording = lw_player_get_recording (player);
  gsize index = lw_recording_find (recording, time + 1e-9);
  gsize column = lw_player_get_position_column (player);
  int n = mbd_model_position_count (lw_player_get_model (player));

  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), time, 1e-9);
  for (int i = 0; i < n; i++)
    g_assert_cmpfloat (lw_player_get_positions (player)[i], ==,
                       lw_recording_value (recording, column + (gsize) i, index));
}

static void
test_scrub (void)
{
  LwWindow *window = testing_window_with_long ("four-bar");
  LwPlayer *player = lw_window_get_player (window);
  GtkWidget *transport = testing_find (GTK_WIDGET (window), LW_TYPE_TRANSPORT);
  GtkWidget *scale = testing_find (transport, GTK_TYPE_SCALE);
  gboolean handled;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.5);
  testing_activate (window, "win.play");

  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 0.2504, &handled);
  check_shown_sample (player, 0.25);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (GTK_RANGE (scale)), 0.25, 1e-9);
  // Nothing has been recorded there yet.
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 4.0, &handled);
  g_assert_cmpfloat (lw_player_get_time (player), <=, lw_player_get_recorded_time (player));

  // A held bar does not move while playing, and playing continues when it is released.
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 0.1, &handled);
  lw_player_begin_scrub (player);
  testing_activate (window, "win.play");
  testing_run (0.2);
  check_shown_sample (player, 0.1);
  lw_player_end_scrub (player);
  wait_until (lw_player_get_time (player) > 0.2);

  // The replay continues as the live run, and a seek in that becomes a replay.
  wait_until (lw_player_get_time (player) > 0.8);
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 0.3, &handled);
  g_assert_true (lw_player_get_playing (player));
  g_assert_cmpfloat (lw_player_get_time (player), <, 0.4);
  wait_until (lw_player_get_time (player) > 0.9);
  testing_close (window);
}

// ---- canvas and plots -----------------------------------------------------------------------

static void
test_view (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwCanvas *canvas = LW_CANVAS (testing_find (GTK_WIDGET (window), LW_TYPE_CANVAS));
  GtkEventController *motion =
    testing_controller (GTK_WIDGET (canvas), GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);
  GtkEventController *scroll =
    testing_controller (GTK_WIDGET (canvas), GTK_TYPE_EVENT_CONTROLLER_SCROLL, 0);
  const LwView *view = lw_canvas_get_view (canvas);
  double scale = view->scale;
  double before[3];
  double after[3];
  double x;
  double y;
  gboolean handled;

  // The wheel zooms about the pointer.
  g_signal_emit_by_name (motion, "motion", 300.0, 150.0);
  lw_view_unproject (view, 300, 150, before);
  g_signal_emit_by_name (scroll, "scroll", 0.0, -1.0, &handled);
  lw_view_unproject (view, 300, 150, after);
  g_assert_true (handled);
  g_assert_cmpfloat (view->scale, >, scale * 1.1);
  g_assert_cmpfloat_with_epsilon (before[0], after[0], 1e-9);
  g_assert_cmpfloat_with_epsilon (before[1], after[1], 1e-9);

  // Panning moves the point under the pointer with it.
  lw_canvas_pan (canvas, 50, -20);
  lw_view_project (view, after, &x, &y);
  g_assert_cmpfloat_with_epsilon (x, 350, 1e-6);
  g_assert_cmpfloat_with_epsilon (y, 130, 1e-6);

  testing_activate (window, "win.fit");
  g_assert_cmpfloat_with_epsilon (view->scale, scale, 1e-6 * scale);
  testing_activate (window, "win.zoom-in");
  g_assert_cmpfloat (view->scale, >, scale);
  testing_activate (window, "win.zoom-out");
  g_assert_cmpfloat_with_epsilon (view->scale, scale, 1e-6 * scale);
  testing_close (window);
}

static void
test_plots (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwPlayer *player = lw_window_get_player (window);
  LwPlotView *plot = LW_PLOT_VIEW (testing_find (GTK_WIDGET (window), LW_TYPE_PLOT_VIEW));
  GtkEventController *drag = testing_controller (GTK_WIDGET (plot), GTK_TYPE_GESTURE_DRAG, 0);
  GtkWidget *dock = testing_find (GTK_WIDGET (window), LW_TYPE_PLOTS_DOCK);
  GdkRectangle area;
  double minimum;
  double maximum;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (player));
  testing_run (0.1);
  g_assert_true (lw_plot_view_get_area (plot, &area));

  // Pressing in a plot scrubs.
  g_signal_emit_by_name (drag, "drag-begin", area.x + area.width * 0.5, area.y + 20.0);
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), lw_player_get_duration (player) / 2,
                                  2 * lw_player_get_duration (player) / area.width);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 0.0);

  lw_plot_view_zoom (plot, 1, 2);
  lw_plot_view_get_range (plot, &minimum, &maximum);
  g_assert_cmpfloat_with_epsilon (maximum - minimum, lw_player_get_duration (player) / 2, 1e-9);
  g_assert_cmpfloat_with_epsilon (minimum, 0.5, 1e-9);
  lw_plot_view_fit (plot);
  lw_plot_view_get_range (plot, &minimum, &maximum);
  g_assert_cmpfloat (minimum, ==, 0);
  g_assert_cmpfloat (maximum, ==, lw_player_get_duration (player));

  g_assert_cmpint (gtk_widget_get_height (dock), ==, LW_PLOTS_DOCK_HEIGHT);
  testing_activate (window, "win.plots");
  g_assert_false (gtk_widget_get_visible (dock));
  testing_activate (window, "win.plots");
  g_assert_true (gtk_widget_get_visible (dock));
  testing_close (window);
}

// ---- styles ---------------------------------------------------------------------------------

static int
brightness_of_paper (GtkWidget *widget, int x, int y)
{
  int width;
  int height;
  g_autofree guchar *pixels = testing_picture (widget, &width, &height);
  const guchar *pixel = pixels + 4 * (y * width + x);

  return pixel[0] + pixel[1] + pixel[2];
}

static void
test_styles (void)
{
  static const char *const styles[] = { "dark", "light", "dark", "system" };
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *canvas = testing_find (GTK_WIDGET (window), LW_TYPE_CANVAS);
  GtkWidget *plot = testing_find (GTK_WIDGET (window), LW_TYPE_PLOTS_DOCK);

  for (guint i = 0; i < G_N_ELEMENTS (styles); i++) {
    bool dark = g_str_equal (styles[i], "dark");

    g_action_group_change_action_state (G_ACTION_GROUP (testing_application ()), "style",
                                        g_variant_new_string (styles[i]));
    testing_run (0.5);
    g_assert_true (adw_style_manager_get_dark (adw_style_manager_get_default ()) == dark);
    if (dark) {
      g_assert_cmpint (brightness_of_paper (canvas, 25, 25), <, 3 * 0x50);
      g_assert_cmpint (brightness_of_paper (plot, 2, 100), <, 3 * 0x50);
    } else {
      g_assert_cmpint (brightness_of_paper (canvas, 25, 25), >, 3 * 0xc0);
      g_assert_cmpint (brightness_of_paper (plot, 2, 100), >, 3 * 0xc0);
    }
  }
  testing_close (window);
}

/// The sidebar grows with the font, up to a limit.
static void
test_large_letters (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkSettings *settings = gtk_widget_get_settings (GTK_WIDGET (window));
  const int dpis[] = { 96, 120, 144, 96 };
  const int widths[] = { 320, 400, 416, 320 };

  for (guint i = 0; i < G_N_ELEMENTS (dpis); i++) {
    int width;

    g_object_set (settings, "gtk-xft-dpi", 1024 * dpis[i], NULL);
    gtk_widget_get_size_request (window->sidebar, &width, NULL);
    g_assert_cmpint (width, ==, widths[i]);
  }
  gtk_settings_reset_property (settings, "gtk-xft-dpi");
  testing_close (window);
}

/// Returns the part that has the focus; NULL if none has.
static GtkWidget *
focused_part (LwWindow *window, GtkWidget *const *parts, guint n)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  for (guint i = 0; i < n && focus != NULL; i++)
    if (focus == parts[i] || gtk_widget_is_ancestor (focus, parts[i]))
      return parts[i];
  return NULL;
}

/// F6 moves the focus through all parts of the window, and Shift+F6 back.
static void
test_parts_by_key (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *const parts[] = {
    GTK_WIDGET (window->canvas),      GTK_WIDGET (window->transport),
    GTK_WIDGET (window->plots_dock),  GTK_WIDGET (window->sidebar_pages),
    GTK_WIDGET (window->status_line), GTK_WIDGET (window->header_bar),
    GTK_WIDGET (window->palette),
  };
  const guint n = G_N_ELEMENTS (parts);

  testing_activate (window, "win.focus-canvas");
  for (guint i = 0; i <= n; i++) {
    g_assert_true (focused_part (window, parts, n) == parts[i % n]);
    testing_activate (window, "win.next-part");
  }
  for (guint i = n; i > 0; i--) {
    testing_activate (window, "win.previous-part");
    g_assert_true (focused_part (window, parts, n) == parts[i % n]);
  }
  // Hidden parts are skipped.
  testing_activate (window, "win.focus-canvas");
  testing_activate (window, "win.plots");
  testing_activate (window, "win.next-part");
  testing_activate (window, "win.next-part");
  g_assert_true (focused_part (window, parts, n) == GTK_WIDGET (window->sidebar_pages));
  testing_close (window);
}

// ---- startup and shutdown -------------------------------------------------------------------

/// Without a body nothing runs: the missing items are still listed while playing.
static void
test_empty_played (void)
{
  LwWindow *window =
    testing_window_with_text ("{\"linkwright\": 1, \"run\": {\"duration\": 0.05}}");

  wait_until (gtk_widget_get_visible (GTK_WIDGET (window->checklist)));
  testing_activate (window, "win.play");
  wait_until (lw_player_get_n_samples (window->player) > 1);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->checklist)));
  testing_close (window);
}

/// Closing while playing, while opening, and one window of two.
static void
test_close (void)
{
  g_autoptr (GFile) file = testing_example ("n-four-bar-10");
  LwWindow *window = testing_window_with ("four-bar");
  LwWindow *other = testing_window_with ("double-pendulum");

  testing_activate (window, "win.play");
  testing_activate (other, "win.play");
  wait_until (lw_player_get_time (lw_window_get_player (other)) > 0);
  testing_close (window);
  wait_until (lw_player_get_time (lw_window_get_player (other)) > 0.2);
  testing_close (other);

  window = testing_window ();
  lw_window_open (window, file);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/window/templates", test_templates);
  g_test_add_func ("/window/tooltips", test_tooltips);
  g_test_add_func ("/window/examples", test_examples);
  g_test_add_func ("/window/bad-files", test_bad_files);
  g_test_add_func ("/window/not-assembled", test_not_assembled);
  g_test_add_func ("/window/play", test_play);
  g_test_add_func ("/window/trembling-click", test_trembling_click);
  g_test_add_func ("/window/to-the-end", test_to_the_end);
  g_test_add_func ("/window/speed", test_speed);
  g_test_add_func ("/window/scrub", test_scrub);
  g_test_add_func ("/window/view", test_view);
  g_test_add_func ("/window/plots", test_plots);
  g_test_add_func ("/window/large-letters", test_large_letters);
  g_test_add_func ("/window/parts-by-key", test_parts_by_key);
  g_test_add_func ("/window/empty-played", test_empty_played);
  g_test_add_func ("/window/styles", test_styles);
  g_test_add_func ("/window/close", test_close);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
