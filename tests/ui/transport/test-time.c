// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands for the time of a run: steps, loops, the period, continuing from a displayed time, and
// changes of the solver during the run.

#include <math.h>

#include "lw-canvas-private.h"
#include "lw-store.h"
#include "lw-window-private.h"
#include "testing-window.h"

static LwRunList *
runs_of (LwWindow *window)
{
  return lw_transport_get_run_list (window->transport);
}

/// Runs to the end.
static void
finish (LwWindow *window)
{
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_has_finished (window->player) && !lw_player_get_playing (window->player));
  g_object_set (window, "speed", 1.0, NULL);
}

static void
test_steps (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwPlayer *player = window->player;
  const double h = lw_mechanism_get_run (lw_player_get_mechanism (player))->interval;

  // Beyond the recorded part.
  testing_activate (window, "win.step-10");
  wait_until (lw_player_get_n_samples (player) == 11);
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), 10 * h, 1e-12);
  testing_activate (window, "win.step-back");
  testing_activate (window, "win.step-back-10");
  g_assert_cmpfloat (lw_player_get_time (player), ==, 0);
  testing_activate (window, "win.step-10");
  testing_activate (window, "win.step-back");
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), 9 * h, 1e-12);
  // Partly recorded, partly not.
  testing_activate (window, "win.step-10");
  wait_until (lw_player_get_n_samples (player) == 20);
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (player), 19 * h, 1e-12);
  testing_close (window);
}

static void
test_loop (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwPlayer *player = window->player;
  double start;
  double end;
  int turns = 0;
  double last = 0;

  // The default is the whole run.
  g_assert_false (lw_player_get_loop (player, &start, &end));
  g_assert_cmpfloat (start, ==, 0);
  g_assert_cmpfloat (end, ==, lw_player_get_duration (player));
  lw_player_set_loop (player, true, 0.5, 0.5);
  lw_player_set_loop (player, true, NAN, 1);
  lw_player_set_loop (player, true, 0.5, INFINITY);
  g_assert_false (lw_player_get_loop (player, NULL, NULL));

  // Live up to the end of the range, then repeatedly from its start.
  lw_player_set_loop (player, true, 0.1, 0.3);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.2);
  for (int i = 0; i < 3000 && turns < 3; i++) {
    testing_run (0.01);
    g_assert_cmpfloat (lw_player_get_time (player), <, 0.45);
    turns += lw_player_get_time (player) < last;
    last = lw_player_get_time (player);
  }
  g_assert_cmpint (turns, ==, 3);
  g_assert_true (lw_player_get_playing (player));
  testing_activate (window, "win.play");
  // Without the loop the run continues.
  testing_activate (window, "win.loop");
  g_assert_false (lw_player_get_loop (player, &start, &end));
  g_assert_cmpfloat (start, ==, 0.1);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.5);
  testing_close (window);
}

static void
test_period (void)
{
  LwWindow *window = testing_window_with ("crank-rocker-motor");
  LwLoopButton *button = lw_transport_get_loop_button (window->transport);
  GtkWidget *menu = gtk_widget_get_first_child (GTK_WIDGET (button));

  finish (window);
  gtk_menu_button_popup (GTK_MENU_BUTTON (menu));
  wait_until (lw_loop_button_get_period (button) > 0);
  g_test_message ("%s", lw_loop_button_get_text (button));
  gtk_menu_button_popdown (GTK_MENU_BUTTON (menu));
  testing_close (window);
}

static bool
is_of_solver (const LwProjectRun *run, gsize column)
{
  static const char *const names[] = { "solver.step", "solver.steps", "solver.rejected",
                                       "solver.evaluations", "solver.iterations" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (lw_project_run_find (run, names[i]).column == column)
      return true;
  return false;
}

/// Up to the branch the new run equals the old one, bit by bit, then it differs; both are kept.
static void
test_continue (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwPlayer *player = window->player;
  LwRecording *first;
  LwRecording *second;
  gsize n;
  double at;

  finish (window);
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 1);
  first = lw_recording_ref (lw_player_get_recording (player));
  // A run cannot be continued from its end.
  g_assert_false (lw_player_can_continue (player));
  lw_player_seek (player, 2);
  g_assert_true (lw_player_can_continue (player));
  at = lw_player_get_time (player);
  testing_activate (window, "win.continue-here");
  wait_until (lw_player_get_recording (player) != first);
  second = lw_player_get_recording (player);
  n = lw_recording_find (first, at) + 1;
  wait_until (lw_player_get_time (player) > at + 0.1);
  g_assert_true (window->player == player);
  for (gsize i = 0; i < n; i++)
    for (gsize column = 0; column < lw_recording_n_columns (first); column++) {
      const double before = lw_recording_value (first, column, i);
      const double after = lw_recording_value (second, column, i);

      g_assert_true (before == after || (isnan (before) && isnan (after)));
    }
  testing_activate (window, "win.play");
  // An equal mechanism moves in the same way; integrals since the start (work, dissipated energy)
  // continue too. Errors of joints are round-off and differ, and the steps of the solver start
  // again.
  for (gsize column = 0; column < lw_recording_n_columns (first); column++) {
    const double before = lw_recording_value (first, column, n + 5);
    const double after = lw_recording_value (second, column, n + 5);

    if (isfinite (before) && !is_of_solver (lw_document_get_run (window->document, 0), column))
      g_assert_cmpfloat_with_epsilon (before, after, 1e-5 * fmax (fabs (before), 1));
  }
  g_assert_cmpuint (lw_run_list_get_n (runs_of (window)), ==, 2);
  g_assert_cmpuint (lw_run_list_get_shown (runs_of (window)), ==, 1);

  // Continuing from a kept run leaves it unchanged.
  lw_run_list_show (runs_of (window), 0);
  g_assert_true (lw_player_get_recording (player) == first);
  lw_player_seek (player, 1);
  testing_activate (window, "win.continue-here");
  wait_until (lw_player_get_run (player) == NULL && lw_player_get_time (player) > 1.05);
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 2);
  g_assert_cmpuint (lw_recording_n_samples (lw_document_get_run (window->document, 0)->recording),
                    ==, lw_recording_n_samples (first));
  lw_recording_unref (first);
  testing_close (window);
}

/// Method and stabilisation are changed during the run, which stores the times of the changes.
static void
test_solver (void)
{
  LwWindow *window = testing_window_with_long ("four-bar-torque");
  LwPlayer *player = window->player;
  LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
  LwSimulationStatus status;
  const LwChange *change;
  g_autoptr (LwMechanism) other = NULL;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.1);
  run.integrator.method = MBD_METHOD_RADAU9;
  run.integrator.stabilisation.stabilisation = MBD_STABILISATION_BAUMGARTE;
  run.assemble = false;
  other = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
  lw_document_edit (window->document, "Solver", other);
  g_assert_true (window->player == player);
  g_assert_true (lw_player_get_playing (player));
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (player)), ==, 1);
  change = lw_changes_get (lw_player_get_changes (player), 0);
  g_assert_cmpint (change->kind, ==, LW_CHANGE_INTEGRATOR);
  g_assert_cmpfloat (change->time, >, 0);
  wait_until (lw_player_get_time (player) > change->time + 0.1);
  lw_player_get_status (player, &status);
  g_assert_cmpint (status.statistics.method, ==, MBD_METHOD_RADAU9);
  // A change of the speed is an event too, but does not change the mechanism.
  g_object_set (window, "speed", 0.5, NULL);
  g_assert_cmpint (lw_changes_get (lw_player_get_changes (player), 1)->kind, ==, LW_CHANGE_SPEED);
  testing_close (window);
}

static void
edit_body (LwWindow *window, double mass, double centre)
{
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwBody *body = lw_body_copy (lw_mechanism_get_body (mechanism, 1));
  g_autoptr (LwMechanism) other = NULL;

  body->def.mass = mass;
  body->def.centre_of_mass[0] = centre;
  other = lw_mechanism_replace_body (mechanism, body);
  lw_document_edit (window->document, "Mass", other);
}

/// Reads the free end of the lower rod at the displayed time; returns its speed, m/s.
static double
read_end (LwPlayer *player, double end[3])
{
  static const double point[3] = { 0.5, 0, 0 };
  double velocity[3];

  mbd_state_body_point (lw_player_get_state (player), 2, point, end, velocity, NULL);
  return hypot (velocity[0], velocity[1]);
}

/// Mass, centre of mass, gravity and duration are changed during the run: the run continues, its
/// past is unchanged, and all of it is saved with the project.
static void
test_mechanism (void)
{
  LwWindow *window = testing_window_with_long ("double-pendulum");
  LwPlayer *player = window->player;
  LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
  g_autoptr (LwMechanism) other = NULL;
  const LwChange *change;
  double asked, changed, speed, before[3], after[3];
  GError *error = NULL;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.2);
  asked = lw_player_get_time (player);
  edit_body (window, 3, 0.1);
  g_assert_true (window->player == player);
  g_assert_true (lw_player_is_changed (player));
  wait_until (lw_player_get_time (player) > asked + 0.2);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 3);
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (player)), ==, 1);
  change = lw_changes_get (lw_player_get_changes (player), 0);
  g_assert_cmpint (change->kind, ==, LW_CHANGE_MECHANISM);
  changed = change->time;
  g_assert_cmpfloat (changed, >=, asked);
  g_assert_cmpfloat (changed, <, lw_player_get_time (player));
  // The thread continues in the meantime, beyond the displayed time.
  run.duration = lw_player_get_time (player) + 20;
  other = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
  lw_document_edit (window->document, "Duration", other);
  g_object_set (window, "speed", 0.0, NULL);
  wait_until (!lw_player_get_playing (player));
  g_object_set (window, "speed", 1.0, NULL);
  g_assert_true (window->player == player);
  g_assert_cmpfloat (lw_player_get_recorded_time (player), ==, run.duration);

  // Seek to before the change, and across it: the end of the rod moves by its motion within one
  // sample. Its speed depends on the time of the change.
  lw_player_seek (player, 0.05);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 1);
  lw_player_seek (player, changed);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 1);
  speed = read_end (player, before);
  testing_activate (window, "win.step");
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 3);
  speed = fmax (speed, read_end (player, after));
  g_assert_cmpfloat (hypot (after[0] - before[0], after[1] - before[1]), <,
                     1.5 * speed * (lw_player_get_time (player) - changed) + 1e-3);

  // Continuing from its past uses the current mass.
  lw_player_seek (player, 0.1);
  lw_player_continue (player);
  wait_until (lw_player_get_time (player) < 0.15);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.2);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 3);
  lw_player_pause (player);
  lw_player_seek (player, 0.05);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 1);

  // Stored with the run, also in the file.
  lw_run_list_keep (runs_of (window));
  {
    g_autoptr (LwProject) project = lw_document_dup_project (window->document);
    g_autoptr (GBytes) bytes = lw_store_write (project, NULL, &error);
    g_autoptr (LwProject) again =
      lw_store_parse (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL, &error);
    const guint n = again != NULL ? again->runs->len : 0;

    g_assert_no_error (error);
    g_assert_cmpuint (n, >=, 1);
    change = lw_changes_get (((LwProjectRun *) again->runs->pdata[n - 1])->changes, 0);
    g_assert_cmpint (change->kind, ==, LW_CHANGE_MECHANISM);
    g_assert_cmpfloat (lw_mechanism_get_body (change->mechanism, 1)->def.mass, ==, 3);
  }
  testing_close (window);
}

// ---- changes while a run is paused ----------------------------------------------------------

static void
edit_accuracy (LwWindow *window, double accuracy)
{
  LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  g_autoptr (LwMechanism) other = NULL;

  run.integrator.accuracy = accuracy;
  other = lw_mechanism_with_run (mechanism, &run);
  lw_document_edit (window->document, "Accuracy", other);
}

/// Plays for a while, and stops there.
static void
stop_at (LwWindow *window, double time)
{
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > time);
  lw_player_pause (window->player);
  testing_wait_for_pause (window);
}

/// Returns a separate run of the current mechanism, drawn at the displayed pose, up to a later
/// time.
static LwRun *
run_from_here (LwWindow *window, MbdModel **model)
{
  static const double origin[3] = { 0, 0, 0 };
  LwMechanism *mechanism = lw_mechanism_ref (lw_document_get_mechanism (window->document));
  const LwRunSettings *run = lw_mechanism_get_run (mechanism);
  MbdState *state = lw_player_get_state (window->player);
  LwRun *second;

  for (guint i = 0; i < lw_mechanism_get_n_bodies (mechanism); i++) {
    LwBody *body = lw_body_copy (lw_mechanism_get_body (mechanism, i));
    const int index = mbd_model_body_by_id (mbd_state_model (state), body->element.id);
    double position[3], quaternion[4], velocity[3], omega[3];
    LwMechanism *next;

    mbd_state_body_pose (state, index, position, quaternion);
    mbd_state_body_point (state, index, origin, NULL, velocity, NULL);
    mbd_state_body_angular_velocity (state, index, omega);
    memcpy (body->def.position, position, sizeof position);
    memcpy (body->def.velocity, velocity, sizeof velocity);
    body->def.angle = 2 * atan2 (quaternion[3], quaternion[0]);
    body->def.angular_velocity[2] = omega[2];
    next = lw_mechanism_replace_body (mechanism, body);
    lw_mechanism_unref (mechanism);
    mechanism = next;
  }
  *model = lw_mechanism_compile (mechanism, NULL);
  g_assert_nonnull (*model);
  second = lw_run_new (*model, &run->integrator, 10, run->interval, true);
  g_assert_cmpint (lw_run_start (second, NULL), ==, MBD_STATUS_OK);
  lw_mechanism_unref (mechanism);
  return second;
}

/// Checks that from the pause onwards the run equals that of a mechanism drawn there.
static void
check_goes_on_as_other (LwWindow *window)
{
  static const double point[3] = { 0.5, 0, 0 };
  const gsize n = lw_player_get_n_samples (window->player);
  MbdModel *model;
  LwRun *second = run_from_here (window, &model);
  double end[3], expected[3], speed[3], expected_speed[3];

  for (int i = 0; i < 20; i++) {
    MbdDiagnosis why;

    testing_activate (window, "win.step");
    wait_until (lw_player_get_n_samples (window->player) == n + (gsize) i + 1);
    wait_until (lw_player_get_time (window->player)
                == lw_player_get_recorded_time (window->player));
    g_assert_cmpint (lw_run_next (second, &why), ==, MBD_STATUS_OK);
    for (int body = 1; body <= 2; body++) {
      mbd_state_body_point (lw_player_get_state (window->player), body, point, end, speed, NULL);
      mbd_state_body_point (lw_run_state (second), body, point, expected, expected_speed, NULL);
      // Both are solved to 1e-12; their steps end at different times.
      for (int d = 0; d < 2; d++) {
        g_assert_cmpfloat_with_epsilon (end[d], expected[d], 1e-9);
        g_assert_cmpfloat_with_epsilon (speed[d], expected_speed[d], 1e-8);
      }
    }
  }
  lw_run_free (second);
  mbd_model_unref (model);
}

/// A change while a run is paused at its end is an event of it, as during the run; at other times
/// the drawing is edited, which starts a new run.
static void
test_at_rest (void)
{
  LwWindow *window = testing_window_with_long ("double-pendulum");
  LwPlayer *player;
  double time;

  // At the start there is nothing to continue.
  player = window->player;
  edit_accuracy (window, 1e-12);
  g_assert_true (window->player != player);
  player = window->player;
  stop_at (window, 0.2);
  time = lw_player_get_time (player);
  edit_body (window, 3, 0.1);
  g_assert_true (window->player == player);
  g_assert_cmpfloat (lw_player_get_time (player), ==, time);
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (player)), ==, 1);
  g_assert_cmpfloat (lw_changes_get (lw_player_get_changes (player), 0)->time, ==, time);
  g_assert_nonnull (strstr (lw_toasts_get (window->toasts, "win.reset"), "continues from there"));
  check_goes_on_as_other (window);
  // So is undoing.
  testing_activate (window, "win.undo");
  g_assert_true (window->player == player);
  check_goes_on_as_other (window);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_model (player), 2), ==, 1);

  // The end can also be reached by seeking; nothing can be changed at a time before it.
  lw_player_seek (player, time);
  lw_player_seek (player, lw_player_get_recorded_time (player));
  edit_body (window, 2, 0);
  g_assert_true (window->player == player);
  check_goes_on_as_other (window);
  // After a restart the current values apply from the start.
  testing_activate (window, "win.reset");
  g_assert_true (window->player != player);
  g_assert_cmpfloat (mbd_model_body_mass (lw_player_get_first_model (window->player), 2), ==, 2);
  stop_at (window, 0.1);
  player = window->player;
  lw_player_seek (player, 0.05);
  edit_body (window, 4, 0);
  g_assert_true (window->player != player);
  g_assert_cmpfloat (lw_player_get_time (window->player), ==, 0);

  // The drawing shows the start: editing it returns there.
  stop_at (window, 0.1);
  player = window->player;
  {
    LwMechanism *mechanism = lw_document_get_mechanism (window->document);
    LwBody *turned = lw_body_copy (lw_mechanism_get_body (mechanism, 0));
    g_autoptr (LwMechanism) next = NULL;

    turned->def.angle += 0.1;
    next = lw_mechanism_replace_body (mechanism, turned);
    lw_document_edit (window->document, "Turn Body", next);
  }
  g_assert_true (window->player != player);
  g_assert_cmpfloat (lw_player_get_time (window->player), ==, 0);
  testing_close (window);
}

/// Overlays belong to the view of the project: they are restored after saving and opening, and all
/// of them can be drawn together, at any time.
static void
test_overlays (void)
{
  LwWindow *window = testing_window_with_long ("four-bar-torque");
  LwProjectView view;

  g_assert_cmpint (lw_canvas_get_overlays (window->canvas), ==, LW_OVERLAYS_DEFAULT);
  lw_canvas_set_overlays (window->canvas, (LwOverlays) LW_OVERLAYS_ALL);
  lw_canvas_set_arrow_factor (window->canvas, 2);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.5);
  testing_activate (window, "win.play");
  testing_activate (window, "win.overlays");
  testing_run (0.3);
  gtk_menu_button_popdown (
    GTK_MENU_BUTTON (gtk_widget_get_first_child (GTK_WIDGET (window->overlays_button))));
  testing_run (0.1);
  lw_player_seek (window->player, 0.25);
  testing_run (0.1);
  // Dragging the tip of an arrow on the scale card scales all arrows; the value of the arrow is
  // unchanged.
  {
    LwCanvas *canvas = window->canvas;
    double x = 0;
    double y = 0;
    int kind = -1;

    lw_canvas_set_arrow_factor (canvas, 1);
    testing_run (0.2);
    for (double at_y = 2; kind < 0 && at_y < gtk_widget_get_height (GTK_WIDGET (canvas)); at_y += 4)
      for (double at_x = 2; kind < 0 && at_x < gtk_widget_get_width (GTK_WIDGET (canvas));
           at_x += 4) {
        kind = lw_scene_find_scale (canvas->scene, at_x, at_y, NULL, NULL);
        x = at_x;
        y = at_y;
      }
    g_assert_cmpint (kind, >=, 0);
    g_assert_false (lw_canvas_press_scale (canvas, 5, 5));
    g_assert_true (lw_canvas_press_scale (canvas, x, y));
    lw_canvas_drag_scale (canvas, canvas->scale_base + 1.5 * canvas->scale_length);
    g_assert_cmpfloat_with_epsilon (lw_canvas_get_arrow_factor (canvas), 1.5, 1e-12);
    lw_canvas_drag_scale (canvas, canvas->scale_base - 50);
    g_assert_cmpfloat (lw_canvas_get_arrow_factor (canvas), ==, 1 / LW_CANVAS_LONGEST_FACTOR);
    lw_canvas_release_scale (canvas);
    lw_canvas_set_arrow_factor (canvas, 2);
  }
  lw_window_store_view (window);
  view = *lw_document_get_view (window->document);
  g_assert_cmpint (view.overlays, ==, LW_OVERLAYS_ALL);
  g_assert_cmpfloat (view.arrow_factor, ==, 2);
  view.overlays = LW_OVERLAY_MASSES;
  lw_window_apply_view (window, &view);
  g_assert_cmpint (lw_canvas_get_overlays (window->canvas), ==, LW_OVERLAY_MASSES);
  testing_close (window);
}

static GtkWidget *
find_offer (LwWindow *window, const char *label)
{
  GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (window->message_offers));

  for (; child != NULL; child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_BUTTON (child) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (child)), label) == 0)
      return child;
  return NULL;
}

/// A run that fails stops there, shows why, keeps its recording, and a remedy starts a new run.
static void
test_failure (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
  g_autoptr (LwMechanism) other = NULL;
  gsize n;

  // More steps than allowed.
  run.integrator.maximum_steps = 1;
  run.interval = 0.01;
  run.integrator.method = MBD_METHOD_VERNER65;
  run.integrator.step = 1e-4;
  other = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
  lw_document_edit (window->document, "Solver", other);
  testing_activate (window, "win.play");
  wait_until (lw_window_get_message (window) != NULL);
  g_test_message ("%s", lw_window_get_message (window));
  g_assert_true (lw_player_has_finished (window->player));
  g_assert_false (lw_player_get_playing (window->player));
  n = lw_player_get_n_samples (window->player);
  g_assert_cmpuint (n, >=, 1);
  g_assert_nonnull (gtk_widget_get_first_child (GTK_WIDGET (window->message_offers)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.try", "s", "free-steps");
  g_assert_null (lw_window_get_message (window));
  g_assert_cmpfloat (
    lw_mechanism_get_run (lw_document_get_mechanism (window->document))->integrator.step, ==, 0);
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Steps by Accuracy");
  testing_close (window);
}

static const char stretched[] =
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
  "{\"name\": \"Crank\", \"position\": [0.05, 0]}, {\"name\": \"Rod\", \"position\": [0.275, 0]},"
  "{\"name\": \"Piston\", \"position\": [0.45, 0]}], \"couplings\": ["
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"at\": [0, 0]},"
  "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"at\": [0.1, 0]},"
  "{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"at\": [0.45, 0]},"
  "{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 3], \"points\": [[0, 0], [0, 0]]},"
  "{\"id\": 9, \"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 4, "
  "\"function\": \"0.35 + 0.1 * cos (2 * t)\"}], \"run\": {\"duration\": 0.5}}";

static const char too_far[] =
  "{\"linkwright\": 1, \"gravity\": [0, 0], \"bodies\": ["
  "{\"name\": \"Crank\", \"angle\": 0.3}, "
  "{\"name\": \"Rod\", \"position\": [0.0955336, 0.029552], \"angle\": -0.084535},"
  "{\"name\": \"Piston\", \"position\": [0.444284, 0]}], \"couplings\": ["
  "{\"name\": \"A\", \"kind\": \"pin\", \"bodies\": [0, 1], \"points\": [[0, 0], [0, 0]]},"
  "{\"name\": \"B\", \"kind\": \"pin\", \"bodies\": [1, 2], \"points\": [[0.1, 0], [0, 0]]},"
  "{\"name\": \"C\", \"kind\": \"pin\", \"bodies\": [2, 3], \"points\": [[0.35, 0], [0, 0]]},"
  "{\"name\": \"S\", \"kind\": \"slider\", \"bodies\": [0, 3], \"points\": [[0, 0], [0, 0]]},"
  "{\"name\": \"Drive\", \"kind\": \"driver\", \"joint\": 4, "
  "\"function\": \"0.444284 + 0.02 * t\"}], \"run\": {\"duration\": 1}}";

/// A run that fails later, when a slider is driven beyond the reach of the links: the message gives
/// the time, an element is selected, and the recording is kept when a remedy starts another run.
static void
test_failure_in_motion (void)
{
  LwWindow *window = testing_window_with_text (too_far);
  LwRecording *recording;
  gsize n_samples;
  guint n;

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_window_get_message (window) != NULL);
  g_test_message ("%s", lw_window_get_message (window));
  g_assert_nonnull (strstr (lw_window_get_message (window), "stopped at 0.2"));
  g_assert_true (lw_player_has_finished (window->player));
  // The links are stretched at 0.45 m.
  g_assert_cmpfloat_with_epsilon (lw_player_get_recorded_time (window->player),
                                  (0.45 - 0.444284) / 0.02, 0.011);
  lw_selection_get (window->selection, &n);
  g_assert_cmpuint (n, ==, 1);
  recording = lw_player_get_recording (window->player);
  n_samples = lw_recording_n_samples (recording);
  g_assert_cmpuint (n_samples, >, 20);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.try", "s", "accuracy");
  wait_until (lw_document_get_n_runs (window->document) == 1);
  g_assert_cmpuint (lw_recording_n_samples (lw_document_get_run (window->document, 0)->recording),
                    ==, n_samples);
  testing_close (window);
}

/// A drive at its dead point: the message names it, it is selected, and a remedy gives the links a
/// velocity, with which the run starts.
static void
test_dead_point (void)
{
  LwWindow *window = testing_window_with_text (stretched);
  const LwElementRef *selected;
  guint n;

  testing_activate (window, "win.play");
  wait_until (lw_window_get_message (window) != NULL);
  g_test_message ("%s", lw_window_get_message (window));
  g_assert_nonnull (strstr (lw_window_get_message (window), "Drive: it is at a dead point"));
  selected = lw_selection_get (window->selection, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (selected[0].kind, ==, LW_SELECTION_COUPLING);
  g_assert_cmpint (selected[0].id, ==, 9);
  g_assert_nonnull (testing_find (GTK_WIDGET (window->message_offers), GTK_TYPE_MENU_BUTTON));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.push-off", "i", 1);
  g_assert_null (lw_window_get_message (window));
  wait_until (lw_player_get_recorded_time (window->player) == 0.5);
  g_assert_null (lw_window_get_message (window));
  testing_activate (window, "win.undo");
  g_assert_cmpfloat (lw_mechanism_get_body (lw_document_get_mechanism (window->document), 0)
                       ->def.angular_velocity[2],
                     ==, 0);
  testing_close (window);
}

static const char breaking[] =
  "{\"linkwright\":1,\"bodies\":[{\"name\":\"b\",\"position\":[0,-0.5]}],"
  "\"couplings\":[{\"kind\":\"rod\",\"name\":\"R\",\"bodies\":[\"ground\",\"b\"],"
  "\"points\":[[0,0],[0,0]],\"length\":0.5,\"break_force\":5}]}";

/// A rod that breaks stops the run; it can be selected, and the run can continue without it, or
/// with it reconnected.
static void
test_break (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (breaking);
  const LwElementRef *selected;
  guint n;
  double at;

  testing_open (window, file);
  testing_activate (window, "win.play");
  wait_until (lw_window_get_message (window) != NULL);
  g_test_message ("%s", lw_window_get_message (window));
  g_assert_nonnull (strstr (lw_window_get_message (window), "broke"));
  g_assert_false (lw_player_get_playing (window->player));
  g_assert_false (lw_player_has_finished (window->player));
  // It is selected immediately, and again by the button.
  lw_selection_get (window->selection, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_nonnull (find_offer (window, "Select"));
  g_signal_emit_by_name (find_offer (window, "Select"), "clicked");
  selected = lw_selection_get (window->selection, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (selected[0].kind, ==, LW_SELECTION_COUPLING);
  at = lw_player_get_recorded_time (window->player);
  g_signal_emit_by_name (find_offer (window, "Continue"), "clicked");
  wait_until (lw_player_get_time (window->player) > at + 0.1);
  g_assert_null (lw_window_get_message (window));
  testing_close (window);
}

/// A reconnected rod that breaks again in the next sample is reported again; it is reconnected at
/// the end of the run, even if an earlier time is displayed.
static void
test_break_again (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with (breaking);
  double at = -1;

  testing_open (window, file);
  testing_activate (window, "win.play");
  for (int i = 0; i < 3; i++) {
    wait_until (lw_window_get_message (window) != NULL);
    wait_until (!lw_player_get_playing (window->player));
    g_assert_nonnull (strstr (lw_window_get_message (window), "broke"));
    g_assert_cmpfloat (lw_player_get_recorded_time (window->player), >, at);
    at = lw_player_get_recorded_time (window->player);
    if (i == 1)
      lw_player_seek (window->player, 0);
    g_signal_emit_by_name (find_offer (window, "Reconnect and Continue"), "clicked");
    g_assert_null (lw_window_get_message (window));
  }
  wait_until (lw_window_get_message (window) != NULL);
  testing_close (window);
}

/// A window is closed, and another file opened, during a run that occupies a whole core:
/// immediately, without waiting for it.
static void
test_leaving (void)
{
  LwWindow *window = testing_window_with ("n-four-bar-10");
  LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
  g_autoptr (LwMechanism) other = NULL;
  g_autoptr (GFile) example = testing_example ("four-bar");

  run.duration = 1e5;
  other = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
  lw_document_edit (window->document, "Duration", other);
  lw_document_undo (window->document);
  lw_document_redo (window->document);
  testing_run (0.2);
  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 1);
  // After undoing, it closes without a question. Waiting for the end of the run would take hours.
  lw_document_undo (window->document);
  testing_open (window, example);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.1);
  testing_close (window);
}

/// With little memory the run continues to its end, thinned, and a message reports this.
static void
test_memory (void)
{
  LwWindow *window;

  g_setenv ("LW_RECORDING_MEMORY", "1", TRUE);
  window = testing_window_with ("four-bar-torque");
  g_unsetenv ("LW_RECORDING_MEMORY");
  {
    LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
    g_autoptr (LwMechanism) other = NULL;

    run.interval = 1e-3;
    other = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
    g_setenv ("LW_RECORDING_MEMORY", "1", TRUE);
    lw_document_edit (window->document, "Interval", other);
    testing_run (0.2);
    g_unsetenv ("LW_RECORDING_MEMORY");
  }
  finish (window);
  g_assert_cmpuint (lw_player_get_n_samples (window->player), <=, 1024);
  g_assert_cmpfloat_with_epsilon (lw_player_get_recorded_time (window->player),
                                  lw_player_get_duration (window->player), 1e-9);
  g_assert_nonnull (lw_window_get_message (window));
  g_assert_nonnull (strstr (lw_window_get_message (window), "memory"));
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/time/steps", test_steps);
  g_test_add_func ("/time/at-rest", test_at_rest);
  g_test_add_func ("/time/loop", test_loop);
  g_test_add_func ("/time/period", test_period);
  g_test_add_func ("/time/continue", test_continue);
  g_test_add_func ("/time/solver", test_solver);
  g_test_add_func ("/time/mechanism", test_mechanism);
  g_test_add_func ("/time/overlays", test_overlays);
  g_test_add_func ("/time/failure", test_failure);
  g_test_add_func ("/time/failure-in-motion", test_failure_in_motion);
  g_test_add_func ("/time/dead-point", test_dead_point);
  g_test_add_func ("/time/break", test_break);
  g_test_add_func ("/time/break-again", test_break_again);
  g_test_add_func ("/time/leaving", test_leaving);
  g_test_add_func ("/time/memory", test_memory);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
