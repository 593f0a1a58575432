// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs of a project: kept when another one begins, shown again, renamed, deleted and restored.

#include "lw-channel-names.h"
#include "lw-window-private.h"
#include "testing-window.h"

static LwRunList *
runs_of (LwWindow *window)
{
  return lw_transport_get_run_list (window->transport);
}

/// Plays for a while, then starts a new run.
static void
make_run (LwWindow *window, double seconds)
{
  LwPlayer *player = window->player;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > seconds);
  testing_activate (window, "win.reset");
  wait_until (lw_player_get_n_samples (player) == 1);
}

static void
expect_name (LwWindow *window, guint index, const char *expected)
{
  g_autofree char *name = lw_run_list_dup_name (runs_of (window), index);

  g_assert_cmpstr (name, ==, expected);
}

static void
test_kept (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  LwPlayer *player = window->player;
  LwRecording *recording;
  double end;

  // A run without motion is not kept.
  testing_activate (window, "win.reset");
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 0);
  expect_name (window, 0, "Run 1");
  make_run (window, 0.2);
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 1);
  g_assert_cmpuint (lw_run_list_get_n (runs_of (window)), ==, 2);
  g_assert_cmpuint (lw_run_list_get_shown (runs_of (window)), ==, 1);
  expect_name (window, 0, "Run 1");
  expect_name (window, 1, "Run 2");
  g_assert_false (lw_document_get_modified (window->document));

  // It can be played again, to its end and no further.
  lw_run_list_show (runs_of (window), 0);
  recording = lw_document_get_run (window->document, 0)->recording;
  g_assert_true (lw_player_get_recording (player) == recording);
  g_assert_cmpuint (lw_run_list_get_shown (runs_of (window)), ==, 0);
  end = lw_player_get_recorded_time (player);
  g_assert_cmpfloat (end, >, 0.2);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (player));
  g_assert_cmpfloat (lw_player_get_time (player), ==, end);
  testing_activate (window, "win.step");
  testing_run (0.1);
  g_assert_cmpfloat (lw_player_get_time (player), ==, end);
  testing_activate (window, "win.step-back");
  g_assert_cmpfloat (lw_player_get_time (player), <, end);

  // The current run is at its previous time.
  lw_run_list_show (runs_of (window), 1);
  g_assert_null (lw_player_get_run (player));
  g_assert_cmpuint (lw_player_get_n_samples (player), ==, 1);
  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.1);
  testing_close (window);
}

static void
test_finished (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (lw_document_get_n_runs (window->document) == 1);
  // It is the current run, and remains so.
  g_assert_cmpuint (lw_run_list_get_n (runs_of (window)), ==, 1);
  g_assert_cmpuint (lw_run_list_get_shown (runs_of (window)), ==, 0);
  testing_activate (window, "win.reset");
  wait_until (lw_player_get_n_samples (window->player) == 1);
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 1);
  g_assert_cmpuint (lw_run_list_get_n (runs_of (window)), ==, 2);
  testing_close (window);
}

static void
test_rename_and_delete (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");

  make_run (window, 0.1);
  make_run (window, 0.1);
  lw_document_rename_run (window->document, 0, "No friction");
  expect_name (window, 0, "No friction");
  expect_name (window, 2, "Run 3");
  lw_run_list_show (runs_of (window), 0);
  lw_document_rename_run (window->document, 0, "Fast");
  g_assert_cmpuint (lw_run_list_get_shown (runs_of (window)), ==, 0);

  // If the shown run is removed, the current one is shown. Undo restores the run at its place.
  lw_run_list_remove (runs_of (window), 0);
  g_assert_null (lw_player_get_run (window->player));
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 1);
  expect_name (window, 0, "Run 2");
  testing_activate (window, "win.restore-run");
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 2);
  expect_name (window, 0, "Fast");
  testing_close (window);
}

/// Returns the n-th visible widget of this type below another one.
static GtkWidget *
find_nth (GtkWidget *widget, GType type, guint *n)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_visible (widget))
    return NULL;
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_nth (child, type, n);
  return found;
}

static GtkWidget *
find_in_row (LwWindow *window, int row, GType type, guint n)
{
  GtkWidget *list = testing_find (GTK_WIDGET (runs_of (window)), GTK_TYPE_LIST_BOX);

  return find_nth (GTK_WIDGET (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), row)), type, &n);
}

/// Notes are edited in the row of the run, although the list is rebuilt when the focus leaves the
/// entry.
static void
test_notes (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  const char *long_text =
    "Without friction, and with a torque that is twice what the second one has";
  GtkWidget *button;
  GtkWidget *entry;
  GtkWidget *other;
  int width, other_width;

  make_run (window, 0.1);
  make_run (window, 0.1);
  button = gtk_widget_get_ancestor (GTK_WIDGET (runs_of (window)), GTK_TYPE_MENU_BUTTON);
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (runs_of (window))));
  gtk_widget_measure (GTK_WIDGET (runs_of (window)), GTK_ORIENTATION_HORIZONTAL, -1, NULL, &width,
                      NULL, NULL);

  // Row 0: compare, notes, rename, delete.
  g_assert_null (find_in_row (window, 0, GTK_TYPE_ENTRY, 0));
  g_signal_emit_by_name (find_in_row (window, 0, GTK_TYPE_BUTTON, 1), "clicked");
  entry = find_in_row (window, 0, GTK_TYPE_ENTRY, 0);
  g_assert_nonnull (entry);
  gtk_editable_set_text (GTK_EDITABLE (entry), long_text);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpstr (lw_document_get_run (window->document, 0)->notes, ==, long_text);
  g_assert_nonnull (testing_find_label (GTK_WIDGET (runs_of (window)), long_text));
  g_assert_null (find_in_row (window, 0, GTK_TYPE_ENTRY, 0));
  testing_iterate ();

  // A long text is wrapped.
  gtk_widget_measure (GTK_WIDGET (runs_of (window)), GTK_ORIENTATION_HORIZONTAL, -1, NULL,
                      &other_width, NULL, NULL);
  g_assert_cmpint (other_width, <, 2 * width);

  // Another entry takes the focus: the text of the first is stored.
  g_signal_emit_by_name (find_in_row (window, 1, GTK_TYPE_BUTTON, 1), "clicked");
  entry = find_in_row (window, 1, GTK_TYPE_ENTRY, 0);
  gtk_editable_set_text (GTK_EDITABLE (entry), "Second");
  other = find_in_row (window, 0, GTK_TYPE_BUTTON, 1);
  g_signal_emit_by_name (other, "clicked");
  g_assert_cmpstr (lw_document_get_run (window->document, 1)->notes, ==, "Second");
  gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (runs_of (window))));
  testing_close (window);
}

/// The window or its document is closed while notes or the name of a run are being edited, with the
/// list open or just hidden.
static void
test_left_while_written (void)
{
  for (int i = 0; i < 8; i++) {
    const bool renames = (i & 1) != 0;
    const bool hides = (i & 2) != 0;
    const bool stays = (i & 4) != 0;
    LwWindow *window = testing_window_with ("four-bar-torque");
    GtkWidget *button;
    GtkWidget *text;

    make_run (window, 0.1);
    button = gtk_widget_get_ancestor (GTK_WIDGET (runs_of (window)), GTK_TYPE_MENU_BUTTON);
    gtk_menu_button_popup (GTK_MENU_BUTTON (button));
    wait_until (gtk_widget_get_mapped (GTK_WIDGET (runs_of (window))));
    // Row 0: compare, notes, rename, delete.
    g_signal_emit_by_name (find_in_row (window, 0, GTK_TYPE_BUTTON, renames ? 2 : 1), "clicked");
    text = find_in_row (window, 0, renames ? GTK_TYPE_EDITABLE_LABEL : GTK_TYPE_ENTRY, 0);
    gtk_editable_set_text (GTK_EDITABLE (text), "Half");
    if (hides)
      gtk_menu_button_popdown (GTK_MENU_BUTTON (button));
    if (stays) {
      lw_window_show_start_page (window);
      testing_run (0.1);
    }
    testing_close (window);
  }
}

/// A run of another mechanism is kept, and can be shown again when the edit is undone.
static void
test_edited (void)
{
  LwWindow *window = testing_window_with_long ("four-bar-torque");
  const LwBody *body;
  LwBody *heavy;
  g_autoptr (LwMechanism) next = NULL;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (window->player) > 0.1);
  // While running or paused, the mass would take effect in the run.
  testing_activate (window, "win.play");
  lw_player_seek (window->player, 0.05);
  body = lw_mechanism_find_body (lw_document_get_mechanism (window->document), 1);
  heavy = lw_body_copy (body);
  heavy->def.mass = 3;
  next = lw_mechanism_replace_body (lw_document_get_mechanism (window->document), heavy);
  lw_document_edit (window->document, "Change Mass", next);
  testing_run (0.2);
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 1);
  g_assert_false (lw_run_list_can_show (runs_of (window), 0));
  lw_run_list_show (runs_of (window), 0);
  g_assert_null (lw_player_get_run (window->player));
  testing_activate (window, "win.undo");
  testing_run (0.2);
  g_assert_true (lw_run_list_can_show (runs_of (window), 0));
  lw_run_list_show (runs_of (window), 0);
  g_assert_nonnull (lw_player_get_run (window->player));
  testing_close (window);
}

/// A run can be shown even if method and duration have changed since: with its own duration and
/// method.
static void
test_other_method (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  const LwRunSettings *before = lw_mechanism_get_run (lw_document_get_mechanism (window->document));
  const double duration = before->duration;
  LwRunSettings settings = *before;
  g_autoptr (LwMechanism) next = NULL;
  GtkWidget *bar = testing_find (GTK_WIDGET (window->transport), GTK_TYPE_SCALE);
  GtkAdjustment *scrub = gtk_range_get_adjustment (GTK_RANGE (bar));

  g_object_set (window, "speed", 0.0, NULL);
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player) && lw_player_has_finished (window->player));
  settings.duration = 0.25 * duration;
  settings.integrator.method = MBD_METHOD_DOPRI54;
  settings.integrator.stabilisation.stabilisation = MBD_STABILISATION_BAUMGARTE;
  next = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &settings);
  lw_document_edit (window->document, "Change Method", next);
  wait_until (lw_document_get_n_runs (window->document) == 1
              && lw_player_get_duration (window->player) == 0.25 * duration);
  g_assert_cmpfloat (gtk_adjustment_get_upper (scrub), ==, 0.25 * duration);

  g_assert_true (lw_run_list_can_show (runs_of (window), 0));
  lw_run_list_show (runs_of (window), 0);
  g_assert_nonnull (lw_player_get_run (window->player));
  g_assert_cmpfloat (lw_player_get_duration (window->player), ==, duration);
  g_assert_cmpfloat (gtk_adjustment_get_upper (scrub), ==, duration);
  lw_player_seek (window->player, 0.5 * duration);
  g_assert_cmpfloat_with_epsilon (lw_player_get_time (window->player), 0.5 * duration, 0.01);
  // Otherwise the run would consist of parts with two methods, without any indication.
  g_assert_false (lw_player_is_made_alike (window->player));
  g_assert_false (lw_player_can_continue (window->player));
  testing_activate (window, "win.continue-here");
  g_assert_nonnull (lw_player_get_run (window->player));

  lw_run_list_show (runs_of (window), 1);
  g_assert_null (lw_player_get_run (window->player));
  g_assert_cmpfloat (gtk_adjustment_get_upper (scrub), ==, 0.25 * duration);
  testing_close (window);
}

// ---- other names ----------------------------------------------------------------------------

/// Renames pin B, as its field in the inspector does.
static void
rename_pin (LwWindow *window, const char *name)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwCoupling *pin = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, 2));
  g_autoptr (LwMechanism) next = NULL;

  lw_coupling_set_name (pin, name);
  next = lw_channel_names_follow (mechanism, lw_mechanism_replace_coupling (mechanism, pin));
  lw_document_edit (window->document, "Rename", next);
}

static void
change_mass (LwWindow *window)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  LwBody *body = lw_body_copy (lw_mechanism_get_body (mechanism, 1));
  g_autoptr (LwMechanism) next = NULL;

  body->def.mass *= 1.5;
  next = lw_mechanism_replace_body (mechanism, body);
  lw_document_edit (window->document, "Mass", next);
}

/// Adds a plot of a reaction minus that of the compared run.
static void
plot_difference (LwWindow *window)
{
  const char *const channels[] = { "d = B.reaction - other (B.reaction)", "B.reaction", NULL };
  const LwPlotLayout plot = { .title = (char *) "", .channels = (char **) channels };
  g_autoptr (LwMechanism) next =
    lw_mechanism_with_plots (lw_document_get_mechanism (window->document), &plot, 1);

  lw_document_edit (window->document, "Plot", next);
}

/// Checks that the channel is found in the recording of the compared run; the difference is 0 at
/// all samples, because both runs are equal.
static void
assert_compared (LwWindow *window, const char *name)
{
  LwPlayer *player = window->player;
  const LwProjectRun *kept = lw_document_get_run (window->document, 0);
  const gsize n = lw_recording_n_samples (kept->recording);
  const int channel = lw_channels_find (lw_player_get_channels (player), name);
  const int difference = lw_channels_find (lw_player_get_curves (player)->channels, "d");
  LwSeries series;

  g_assert_cmpint (channel, >, 0);
  g_assert_cmpint (difference, >, 0);
  wait_until (lw_player_get_n_compared (player) == 1);
  g_assert_true (lw_player_can_show (player, lw_player_get_compared (player, 0)));
  series = lw_project_run_find (kept, name);
  g_assert_true (series.recording == kept->recording);
  g_assert_true (
    lw_series_equal (lw_player_find_compared_series (player, 0, (guint) channel), series));
  wait_until (lw_series_n_samples (lw_player_find_series (player, (guint) difference)) == n);
  series = lw_player_find_series (player, (guint) difference);
  for (gsize k = 0; k < n; k++)
    g_assert_cmpfloat (lw_series_value (series, k), ==, 0);
}

/// Runs to the end.
static void
run_to_end (LwWindow *window)
{
  testing_activate (window, "win.play");
  wait_until (!lw_player_get_playing (window->player) && lw_player_has_finished (window->player));
}

/// A run from before an element was renamed can be compared with one from after.
static void
test_renamed_element (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");

  g_object_set (window, "speed", 0.0, NULL);
  plot_difference (window);
  run_to_end (window);
  wait_until (lw_document_get_n_runs (window->document) == 1);
  rename_pin (window, "a]b");
  testing_activate (window, "win.reset");
  wait_until (!lw_player_has_finished (window->player));
  run_to_end (window);
  lw_run_list_set_compared (runs_of (window), 0, true);
  assert_compared (window, "a]b.reaction");

  testing_activate (window, "win.undo");
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 2);
  assert_compared (window, "B.reaction");
  testing_activate (window, "win.redo");
  assert_compared (window, "a]b.reaction");
  testing_close (window);
}

/// Renaming does not affect the motion: the run continues, before and after a change of a mass, and
/// is kept under the last name.
static void
test_renamed_while_shown (void)
{
  LwWindow *window = testing_window_with_long ("four-bar-torque");
  LwPlayer *player = window->player;
  const LwProjectRun *run;
  double time;

  testing_activate (window, "win.play");
  wait_until (lw_player_get_time (player) > 0.1);
  time = lw_player_get_recorded_time (player);
  rename_pin (window, "Shoulder");
  change_mass (window);
  rename_pin (window, "Elbow");
  g_assert_true (window->player == player && lw_player_get_playing (player));
  g_assert_cmpfloat (lw_player_get_recorded_time (player), >=, time);
  g_assert_cmpint (lw_channels_find (lw_player_get_channels (player), "Elbow.reaction"), >, 0);
  g_assert_cmpint (lw_channels_find (lw_player_get_channels (player), "B.reaction"), ==, -1);
  wait_until (lw_player_get_time (player) > time + 0.1);
  g_assert_cmpuint (lw_document_get_n_runs (window->document), ==, 0);
  g_assert_cmpuint (lw_changes_get_n (lw_player_get_changes (player)), ==, 1);
  testing_activate (window, "win.reset");
  wait_until (lw_document_get_n_runs (window->document) == 1);
  run = lw_document_get_run (window->document, 0);
  g_assert_true (lw_series_exists (lw_project_run_find (run, "Elbow.reaction")));
  g_assert_false (lw_series_exists (lw_project_run_find (run, "B.reaction")));

  // A deleted run is restored under the current name.
  lw_run_list_remove (runs_of (window), 0);
  for (int i = 0; i < 3; i++)
    testing_activate (window, "win.undo");
  testing_activate (window, "win.restore-run");
  run = lw_document_get_run (window->document, 0);
  g_assert_true (lw_series_exists (lw_project_run_find (run, "B.reaction")));
  lw_run_list_show (runs_of (window), 0);
  g_assert_nonnull (lw_player_get_run (window->player));
  testing_close (window);
}

// ---- made ready -----------------------------------------------------------------------------

static void
make_ready_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  LwPlayer *player = lw_window_make_player (data, NULL);

  lw_player_make_ready (player);
  g_task_return_pointer (task, player, g_object_unref);
}

static LwPlayer *
player_made_ready (LwMechanism *mechanism)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, NULL, NULL);

  g_task_set_task_data (task, mechanism, NULL);
  g_task_run_in_thread_sync (task, make_ready_thread);
  return g_task_propagate_pointer (task, NULL);
}

/// The state that another thread prepares is the solved start pose, and is valid until the
/// displayed time changes.
static void
test_ready (void)
{
  LwWindow *window = testing_window_with ("four-bar-torque");
  g_autoptr (LwPlayer) player = player_made_ready (lw_player_get_mechanism (window->player));
  const gsize n_q = (gsize) mbd_model_position_count (lw_player_get_model (player));
  const gsize n_v = (gsize) mbd_model_velocity_count (lw_player_get_model (player));
  MbdState *state = lw_player_get_state (player), *canvas_state, *other_state;
  g_autofree double *start = g_memdup2 (lw_player_get_positions (player), n_q * sizeof (double));
  g_autoptr (LwScene) scene = lw_player_take_scene (player, &canvas_state);
  g_autoptr (LwScene) other = lw_player_take_scene (player, &other_state);
  double acceleration;

  g_assert_nonnull (state);
  g_assert_true (scene != other && canvas_state != other_state);
  lw_player_attach (player);
  wait_until (lw_player_get_n_samples (player) == 1);
  g_assert_cmpmem (lw_player_get_positions (player), n_q * sizeof (double), start,
                   n_q * sizeof (double));
  acceleration = mbd_state_accelerations (lw_player_get_state (player))[0];

  lw_player_step (player);
  wait_until (lw_player_get_n_samples (player) == 2);
  state = lw_player_get_state (player);
  g_assert_nonnull (state);
  g_assert_cmpmem (mbd_state_positions (state), n_q * sizeof (double),
                   lw_player_get_positions (player), n_q * sizeof (double));
  g_assert_cmpmem (mbd_state_velocities (state), n_v * sizeof (double),
                   lw_player_get_velocities (player), n_v * sizeof (double));
  lw_player_rewind (player);
  g_assert_cmpfloat (mbd_state_accelerations (lw_player_get_state (player))[0], ==, acceleration);
  mbd_state_free (canvas_state);
  mbd_state_free (other_state);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/runs/ready", test_ready);
  g_test_add_func ("/runs/kept", test_kept);
  g_test_add_func ("/runs/finished", test_finished);
  g_test_add_func ("/runs/rename-and-delete", test_rename_and_delete);
  g_test_add_func ("/runs/notes", test_notes);
  g_test_add_func ("/runs/left-while-written", test_left_while_written);
  g_test_add_func ("/runs/edited", test_edited);
  g_test_add_func ("/runs/other-method", test_other_method);
  g_test_add_func ("/runs/renamed-element", test_renamed_element);
  g_test_add_func ("/runs/renamed-while-shown", test_renamed_while_shown);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
