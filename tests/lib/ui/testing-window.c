// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "testing-window.h"

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif
#include <stdio.h>
#include <unistd.h>

#include "testing-examples.h"
#include "testing-seed.h"
#include "lw-text.h"
#include "lw-window-private.h"

#define ROUND_MAX_S 0.01 ///< maximum duration of a round of the main loop, s
#define RUN_MAX 20       ///< maximum duration, relative to the requested one
// Below the priority of all idle work of the program.
#define LAST_PRIORITY (2 * G_PRIORITY_LOW)
#define LONG_RUN_S 600
#define REST_ROUNDS_MAX 1000 ///< limit for a loop that never rests, or without drawing

static LwApplication *the_application;

LwApplication *
testing_application (void)
{
  return the_application;
}

int
testing_main (int *argc, char ***argv, void (*add_tests) (void))
{
  g_autoptr (GError) error = NULL;
  int code;

  // Tests use no accessibility bus; it would be started and keep running.
  if (g_strcmp0 (g_getenv ("GTK_A11Y"), "test") != 0)
    g_setenv ("GTK_A11Y", "none", TRUE);
  testing_seed_init (argc, argv);
  the_application = lw_application_new (G_APPLICATION_NON_UNIQUE);
  g_application_register (G_APPLICATION (the_application), NULL, &error);
  g_assert_no_error (error);
  add_tests ();
  code = g_test_run ();
  g_object_unref (the_application);
  // As the program does: threads may still be computing for closed windows.
  fflush (NULL);
#ifdef __SANITIZE_ADDRESS__
  __lsan_do_leak_check ();
#endif
  _exit (code);
}

static gboolean
stop_waiting_cb (gpointer data)
{
  *(bool *) data = true;
  return G_SOURCE_REMOVE;
}

void
testing_iterate (void)
{
  bool stop = false;
  guint id = g_timeout_add ((guint) (1e3 * ROUND_MAX_S), stop_waiting_cb, &stop);

  g_main_context_iteration (NULL, TRUE);
  if (!stop)
    g_source_remove (id);
}

static gboolean
rested_cb (gpointer data)
{
  *(bool *) data = true;
  return G_SOURCE_REMOVE;
}

/// Runs the main loop until all events of the server, due timeouts and idle sources have been
/// handled.
static void
rest (void)
{
  bool rested = false;
  guint id;

  gdk_display_sync (gdk_display_get_default ());
  id = g_idle_add_full (LAST_PRIORITY, rested_cb, &rested, NULL);
  for (int i = 0; i < REST_ROUNDS_MAX && !rested; i++)
    testing_iterate ();
  if (!rested)
    g_source_remove (id);
}

static void
painted_cb (GdkFrameClock *clock, bool *painted)
{
  *painted = true;
}

/// Waits for one frame of this window, unless it is closed.
static void
draw (GtkWidget *window)
{
  g_autoptr (GdkFrameClock) clock = NULL;
  bool painted = false;
  gulong id;

  if (!gtk_widget_get_mapped (window))
    return;
  clock = g_object_ref (gtk_widget_get_frame_clock (window));
  id = g_signal_connect (clock, "after-paint", G_CALLBACK (painted_cb), &painted);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_AFTER_PAINT);
  for (int i = 0; i < REST_ROUNDS_MAX && !painted && gtk_widget_get_mapped (window); i++)
    testing_iterate ();
  if (g_signal_handler_is_connected (clock, id))
    g_signal_handler_disconnect (clock, id);
}

static void
draw_all (void)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++) {
    g_autoptr (GtkWidget) window = g_list_model_get_item (toplevels, i);

    draw (window);
  }
}

void
testing_run (double seconds)
{
  const gint64 start = g_get_monotonic_time ();
  const gint64 end = start + (gint64) (seconds * G_USEC_PER_SEC);
  const gint64 last = start + (gint64) (RUN_MAX * seconds * G_USEC_PER_SEC);
  int n_rounds = (int) (seconds / ROUND_MAX_S);

  // As many rounds on a busy machine as on an idle one, which takes longer.
  for (; g_get_monotonic_time () < end || (n_rounds > 0 && g_get_monotonic_time () < last);
       n_rounds--)
    testing_iterate ();
  // Handle and draw all consequences of the previous actions, and the consequences of those,
  // whatever the order in which the machine has run them.
  rest ();
  draw_all ();
  rest ();
}

GFile *
testing_example (const char *name)
{
  g_autofree char *file_name = g_strconcat (name, ".json", NULL);
  g_autofree char *path = testing_example_path (file_name);

  return g_file_new_for_path (path);
}

GFile *
testing_file_with (const char *text)
{
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  GFile *file = g_file_new_tmp ("linkwright-XXXXXX.json", &stream, &error);

  g_assert_no_error (error);
  g_output_stream_write_all (g_io_stream_get_output_stream (G_IO_STREAM (stream)), text,
                             strlen (text), NULL, NULL, &error);
  g_assert_no_error (error);
  return file;
}

LwWindow *
testing_window (void)
{
  LwWindow *window = lw_window_new (LW_WINDOW_HOST (the_application));

  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (window)));
  return window;
}

void
testing_open (LwWindow *window, GFile *file)
{
  lw_window_open (window, file);
  wait_until (!lw_window_is_opening (window));
}

static LwWindow *
open_and_draw (GFile *file)
{
  LwWindow *window = testing_window ();

  testing_open (window, file);
  g_assert_cmpstr (lw_window_get_message (window), ==, NULL);
  g_assert_nonnull (lw_window_get_player (window));
  wait_until (lw_player_get_n_samples (lw_window_get_player (window)) > 0);
  testing_run (0.3);
  return window;
}

LwWindow *
testing_window_with (const char *example)
{
  g_autoptr (GFile) file = testing_example (example);

  return open_and_draw (file);
}

LwWindow *
testing_window_with_long (const char *example)
{
  g_autoptr (GFile) file = testing_example (example);
  g_autoptr (GFile) copy = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) mechanism = lw_text_load (file, NULL, &error);
  g_autoptr (LwMechanism) longer = NULL;
  g_autofree char *text = NULL;
  LwRunSettings run;
  LwWindow *window;

  g_assert_no_error (error);
  run = *lw_mechanism_get_run (mechanism);
  run.duration = LONG_RUN_S;
  longer = lw_mechanism_with_run (mechanism, &run);
  text = lw_text_write (longer);
  copy = testing_file_with (text);
  window = open_and_draw (copy);
  g_file_delete (copy, NULL, NULL);
  return window;
}

char *
testing_dup_links (int n, int per_row)
{
  GString *text = g_string_new ("{\"linkwright\": 1, \"bodies\": [");

  for (int i = 0; i < n; i++)
    g_string_append_printf (text,
                            "%s{\"name\": \"Link %d\", \"density\": 7850, "
                            "\"position\": [%.2f, %.2f], "
                            "\"shape\": {\"points\": [[0, 0], [0.03, 0.01]]}}",
                            i > 0 ? ", " : "", i + 1, 0.04 * (i % per_row), 0.04 * (i / per_row));
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

LwWindow *
testing_window_with_text (const char *text)
{
  g_autoptr (GFile) file = testing_file_with (text);
  LwWindow *window = testing_window ();

  testing_open (window, file);
  g_assert_cmpstr (lw_window_get_message (window), ==, NULL);
  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_file_delete (file, NULL, NULL);
  return window;
}

void
testing_wait_for_pause (LwWindow *window)
{
  LwSimulationStatus status;

  wait_until ((lw_player_get_status (window->player, &status), status.phase)
              == LW_SIMULATION_PAUSED);
  wait_until (lw_player_get_time (window->player) == status.time);
}

void
testing_close (LwWindow *window)
{
  GtkWidget *watched = GTK_WIDGET (window);
  LwPlayer *player = lw_window_get_player (window);

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &watched);
  if (player != NULL)
    g_object_add_weak_pointer (G_OBJECT (player), (gpointer *) &player);
  gtk_window_destroy (GTK_WINDOW (window));
  wait_until (watched == NULL && player == NULL);
}

GtkWidget *
testing_find (GtkWidget *widget, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = testing_find (child, type);

    if (found != NULL)
      return found;
  }
  return NULL;
}

LwFieldEditor *
testing_field (LwWindow *window, const char *name)
{
  LwFieldEditor *field = NULL;

  wait_until ((field = testing_find_field (GTK_WIDGET (window->sidebar_pages), name)) != NULL);
  return field;
}

GtkWidget *
testing_editor (LwWindow *window, const char *name)
{
  return lw_field_editor_get_input (testing_field (window, name));
}

const char *
testing_text (LwWindow *window, const char *name)
{
  return gtk_editable_get_text (GTK_EDITABLE (testing_editor (window, name)));
}

bool
testing_has_field (LwWindow *window, const char *name)
{
  return testing_find_field (GTK_WIDGET (window->sidebar_pages), name) != NULL;
}

void
testing_type (LwWindow *window, const char *name, const char *text)
{
  GtkWidget *editor = testing_editor (window, name);

  gtk_editable_set_text (GTK_EDITABLE (editor), text);
  g_signal_emit_by_name (editor, "activate");
  testing_run (0.1);
}

void
testing_choose (LwWindow *window, const char *name, guint choice)
{
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_editor (window, name)), choice);
  testing_run (0.1);
}

LwLiveValue *
testing_find_live (GtkWidget *widget, const char *name)
{
  LwLiveValue *found = NULL;

  if (LW_IS_LIVE_VALUE (widget))
    return g_str_equal (gtk_label_get_text (GTK_LABEL (gtk_widget_get_first_child (widget))), name)
             ? LW_LIVE_VALUE (widget)
             : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = testing_find_live (child, name);
  return found;
}

GtkWidget *
testing_find_label (GtkWidget *widget, const char *text)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = testing_find_label (child, text);
  return found;
}

GtkWidget *
testing_find_class (GtkWidget *widget, const char *css_class)
{
  GtkWidget *found = NULL;

  if (gtk_widget_has_css_class (widget, css_class))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = testing_find_class (child, css_class);
  return found;
}

GtkEventController *
testing_controller (GtkWidget *widget, GType type, guint n)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

    if (G_TYPE_CHECK_INSTANCE_TYPE (controller, type) && n-- == 0)
      return controller; // the widget keeps a reference
  }
  g_error ("no controller of type %s", g_type_name (type));
}

void
testing_activate (LwWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

AdwMessageDialog *
testing_find_dialog (void)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

    if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_visible (GTK_WIDGET (window)))
      return ADW_MESSAGE_DIALOG (window);
  }
  return NULL;
}

void
testing_answer (const char *response)
{
  AdwMessageDialog *dialog;

  wait_until ((dialog = testing_find_dialog ()) != NULL);
  g_assert_true (adw_message_dialog_has_response (dialog, response));
  g_object_ref (dialog);
  adw_message_dialog_response (dialog, response);
  // A button would close it as well, unless its window has closed it already.
  gtk_window_destroy (GTK_WINDOW (dialog));
  g_object_unref (dialog);
}

/// Returns NULL while the widget is waiting to be drawn.
static GskRenderNode *
snapshot_widget (GtkWidget *widget)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  return gtk_snapshot_free_to_node (snapshot);
}

guchar *
testing_picture (GtkWidget *widget, int *width, int *height)
{
  g_autoptr (GskRenderNode) node = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  GskRenderer *renderer = gtk_native_get_renderer (gtk_widget_get_native (widget));
  guchar *pixels;

  wait_until ((node = snapshot_widget (widget)) != NULL);
  *width = gtk_widget_get_width (widget);
  *height = gtk_widget_get_height (widget);
  texture = gsk_renderer_render_texture (
    renderer, node, &GRAPHENE_RECT_INIT (0, 0, (float) *width, (float) *height));
  pixels = g_malloc ((gsize) *width * 4 * (gsize) *height);
  gdk_texture_download (texture, pixels, (gsize) *width * 4);
  return pixels;
}

LwFieldEditor *
testing_find_field (GtkWidget *widget, const char *name)
{
  LwFieldEditor *found = NULL;

  // The tooltip of an editor equals its name.
  if (LW_IS_FIELD_EDITOR (widget))
    return g_strcmp0 (
             gtk_widget_get_tooltip_text (lw_field_editor_get_input (LW_FIELD_EDITOR (widget))),
             name)
               == 0
             ? LW_FIELD_EDITOR (widget)
             : NULL;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = testing_find_field (child, name);
  return found;
}
