// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands for the selection, in the window: the clipboard between windows, the number of the
// selection, the history, and the messages for commands that are not possible.

#include <math.h>

#include <glib/gstdio.h>

#include "lw-background.h"
#include "lw-part.h"
#include "lw-text.h"
#include "lw-window-private.h"
#include "testing-window.h"

static LwMechanism *
mechanism_of (LwWindow *window)
{
  return lw_document_get_mechanism (window->document);
}

static guint
n_bodies (LwWindow *window)
{
  return lw_mechanism_get_n_bodies (mechanism_of (window));
}

static void
command (LwWindow *window, const char *action)
{
  g_autofree char *name = NULL;
  GVariant *target = NULL;

  g_assert_true (g_action_parse_detailed_name (action, &name, &target, NULL));
  g_assert_true (gtk_widget_activate_action_variant (GTK_WIDGET (window), name, target));
  g_clear_pointer (&target, g_variant_unref);
}

static void
paste_text (LwWindow *window, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (window)), text);
  command (window, "win.paste");
  testing_run (0.3);
}

// ---- clipboard ------------------------------------------------------------------------------

static void
test_between_windows (void)
{
  LwWindow *from = testing_window_with ("crank-rocker-motor");
  LwWindow *to = testing_window_with ("slider-crank");
  const guint n = n_bodies (to);
  g_autofree char *before = lw_text_write (mechanism_of (to));
  g_autofree char *after = NULL;
  guint n_selected;

  command (from, "win.select-all");
  command (from, "win.copy");
  command (to, "win.paste");
  wait_until (n_bodies (to) == n + n_bodies (from));
  lw_selection_get (to->selection, &n_selected);
  g_assert_cmpuint (n_selected, ==,
                    n_bodies (from) + lw_mechanism_get_n_couplings (mechanism_of (from))
                      + lw_mechanism_get_n_forces (mechanism_of (from))
                      + lw_mechanism_get_n_tracers (mechanism_of (from)));
  g_assert_cmpstr (lw_document_undo_name (to->document), ==, "Paste");
  command (to, "win.undo");
  after = lw_text_write (mechanism_of (to));
  g_assert_cmpstr (after, ==, before);
  testing_close (from);
  testing_close (to);
}

/// Cut removes all elements, paste restores them; text of another program can be pasted too.
static void
test_cut_and_text (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const guint n = n_bodies (window);
  g_autofree char *text = lw_text_write (mechanism_of (window));

  command (window, "win.select-all");
  command (window, "win.cut");
  wait_until (n_bodies (window) == 0);
  command (window, "win.paste");
  wait_until (n_bodies (window) == n);
  paste_text (window, text);
  wait_until (n_bodies (window) == 2 * n);
  testing_close (window);
}

static void
test_foreign_text (void)
{
  static const char *const texts[] = {
    "Lorem ipsum", "{\"linkwright\": 1}", "{", "<svg/>",
    "{\"linkwright\": 1, \"bodies\": [{\"id\": 1, \"mass\": -1}]}"
  };
  LwWindow *window = testing_window_with ("four-bar");
  LwMechanism *before = mechanism_of (window);

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++) {
    paste_text (window, texts[i]);
    g_assert_true (mechanism_of (window) == before);
    g_assert_false (lw_document_can_undo (window->document));
  }
  testing_close (window);
}

// ---- commands -------------------------------------------------------------------------------

/// Each command is one step of the history, with a name, and undone by one undo.
static void
test_commands (void)
{
  static const char *const commands[] = {
    "win.duplicate", "win.mirror('x')", "win.mirror('y')", "win.turn(1)",
    "win.turn(-1)",  "win.merge",       "win.split",       "win.delete",
  };
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *before = lw_text_write (mechanism_of (window));

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++) {
    g_autofree char *after = NULL;

    command (window, "win.select-all");
    command (window, commands[i]);
    testing_run (0.1);
    g_test_message ("%s: %s", commands[i], lw_document_undo_name (window->document));
    g_assert_true (lw_document_can_undo (window->document));
    command (window, "win.undo");
    testing_run (0.1);
    g_assert_false (lw_document_can_undo (window->document));
    after = lw_text_write (mechanism_of (window));
    g_assert_cmpstr (after, ==, before);
  }
  testing_close (window);
}

/// Commands that are not possible change nothing, and report why.
static void
test_refused (void)
{
  static const struct
  {
    const char *command, *why;
  } cases[] = {
    { "win.align('left')", "at least two parts to align" },
    { "win.distribute('y')", "at least three parts" },
    { "win.join", "" },
    { "win.mirror('line')", "" },
    { "win.merge", "" },
  };
  LwWindow *window = testing_window_with ("four-bar");
  guint n_steps;

  lw_selection_set (window->selection, LW_SELECTION_TRACER, 1);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++) {
    lw_toasts_dismiss (window->toasts);
    command (window, cases[i].command);
    g_assert_false (lw_document_can_undo (window->document));
    g_assert_nonnull (lw_toasts_get (window->toasts, NULL));
    g_assert_nonnull (strstr (lw_toasts_get (window->toasts, NULL), cases[i].why));
  }
  lw_toasts_dismiss (window->toasts);
  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  command (window, "win.lock-length");
  n_steps = lw_document_get_n_steps (window->document);
  lw_selection_set (window->selection, LW_SELECTION_BODY, 2);
  command (window, "win.turn(1)");
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, n_steps);
  g_assert_nonnull (strstr (lw_toasts_get (window->toasts, NULL), "locked"));
  testing_close (window);
}

// ---- number ---------------------------------------------------------------------------------

static void
type_number (LwWindow *window, const char *text)
{
  GtkWidget *entry = testing_find (GTK_WIDGET (window->context_field), GTK_TYPE_ENTRY);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
  testing_run (0.1);
}

static void
test_number (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const double x = lw_mechanism_find_body (mechanism_of (window), 1)->def.position[0];

  lw_selection_set (window->selection, LW_SELECTION_COUPLING, 4);
  g_assert_cmpstr (lw_context_field_get_text (window->context_field), ==, "0.600, 0.000 m");
  type_number (window, "650 mm, 0 mm");
  g_assert_cmpstr (lw_context_field_get_text (window->context_field), ==, "0.650, 0.000 m");
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Move");
  // Invalid input gives a message, and nothing changes.
  type_number (window, "3 kg, 1 m");
  g_assert_nonnull (lw_context_field_get_problem (window->context_field));
  type_number (window, "0 %");
  g_assert_nonnull (lw_context_field_get_problem (window->context_field));
  g_assert_cmpuint (lw_document_get_position (window->document), ==, 1);
  command (window, "win.select-all");
  g_assert_null (lw_context_field_get_problem (window->context_field));
  type_number (window, "200 %");
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Scale Selection");
  type_number (window, "1:2");
  type_number (window, "90°");
  g_assert_cmpuint (lw_document_get_position (window->document), ==, 4);
  for (int i = 0; i < 4; i++)
    command (window, "win.undo");
  g_assert_cmpfloat (lw_mechanism_find_body (mechanism_of (window), 1)->def.position[0], ==, x);
  testing_close (window);
}

// ---- text keys ------------------------------------------------------------------------------

/// Presses a key of a command with the current focus. Returns false if the mechanism does not
/// receive it.
static bool
press_command (LwWindow *window, const char *keys)
{
  GtkShortcutTrigger *trigger = gtk_shortcut_trigger_parse_string (keys);
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  bool done = false;

  for (guint i = 0; !done && i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

    if (!GTK_IS_SHORTCUT_CONTROLLER (controller))
      continue;
    for (guint k = 0; !done && k < g_list_model_get_n_items (G_LIST_MODEL (controller)); k++) {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);

      if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), trigger))
        done =
          gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, GTK_WIDGET (window),
                                        gtk_shortcut_get_arguments (shortcut));
    }
  }
  g_object_unref (trigger);
  return done;
}

/// Ctrl+X without selected text and Ctrl+A in an empty entry have no effect in GTK, and must not
/// cut or select bodies instead.
static void
test_keys_of_text (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  const guint n = n_bodies (window);
  guint n_selected;

  lw_selection_set (window->selection, LW_SELECTION_BODY, 1);
  gtk_widget_grab_focus (testing_editor (window, "Mass"));
  for (const char *const *keys = (const char *const[]){ "<Control>x", "<Control>c", "<Control>v",
                                                        "<Control>a", "Delete", NULL };
       *keys != NULL; keys++)
    g_assert_false (press_command (window, *keys));
  testing_run (0.1);
  lw_selection_get (window->selection, &n_selected);
  g_assert_cmpuint (n_selected, ==, 1);
  g_assert_cmpuint (n_bodies (window), ==, n);
  gtk_widget_grab_focus (GTK_WIDGET (window->canvas));
  g_assert_true (press_command (window, "<Control>x"));
  g_assert_cmpuint (n_bodies (window), ==, n - 1);
  g_assert_true (press_command (window, "<Control>a"));
  lw_selection_get (window->selection, &n_selected);
  g_assert_cmpuint (n_selected, >, 1);
  testing_close (window);
}

// ---- array ----------------------------------------------------------------------------------

static GtkWidget *
find_array (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

    if (g_strcmp0 (gtk_window_get_title (window), "Array") == 0)
      return GTK_WIDGET (window);
  }
  return NULL;
}

/// Lengths that are only round-off are not suggested.
static void
test_array_proposes (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *row;
  GtkWidget *entry = NULL;

  command (window, "win.select-all");
  command (window, "win.array");
  wait_until (find_array () != NULL);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (testing_find (find_array (), GTK_TYPE_DROP_DOWN)), 1);
  row = testing_find_label (find_array (), "Centre x, y");
  for (; row != NULL && entry == NULL; row = gtk_widget_get_next_sibling (row))
    entry = GTK_IS_ENTRY (row) ? row : NULL;
  g_assert_nonnull (entry);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "0.000, 0.000 m");
  gtk_window_destroy (GTK_WINDOW (find_array ()));
  testing_close (window);
}

// ---- history --------------------------------------------------------------------------------

/// Returns the row that has the focus; NULL if there is none.
static const char *
focused_row (LwWindow *window)
{
  GtkWidget *focus = gtk_root_get_focus (GTK_ROOT (window));
  GtkWidget *label = focus != NULL ? gtk_widget_get_first_child (focus) : NULL;

  return GTK_IS_LABEL (label) ? gtk_label_get_text (GTK_LABEL (label)) : NULL;
}

static void
test_history (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkWidget *list;

  command (window, "win.select-all");
  command (window, "win.turn(1)");
  command (window, "win.mirror('x')");
  command (window, "win.history");
  testing_run (0.3);
  list = testing_find (GTK_WIDGET (window->history_button), GTK_TYPE_LIST_VIEW);
  g_assert_cmpuint (
    g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))), ==,
    3);
  // The focus is at the current step, not at the start.
  wait_until (g_strcmp0 (focused_row (window), "Mirror") == 0);
  g_signal_emit_by_name (list, "activate", 0);
  g_assert_cmpuint (lw_document_get_position (window->document), ==, 0);
  g_signal_emit_by_name (list, "activate", 2);
  g_assert_cmpuint (lw_document_get_position (window->document), ==, 2);
  g_signal_emit_by_name (list, "activate", 1);
  g_assert_cmpstr (lw_document_redo_name (window->document), ==, "Mirror");
  // A run is not an edit.
  command (window, "win.play");
  testing_run (0.3);
  command (window, "win.play");
  g_assert_cmpuint (lw_document_get_n_steps (window->document), ==, 2);
  testing_close (window);
}

static void
count_frame_cb (GdkFrameClock *clock, guint *n_frames)
{
  (*n_frames)++;
}

/// The element under the pointer is marked in the first frame after the pointer has moved there.
static void
test_hover (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  GtkEventController *motion =
    testing_controller (GTK_WIDGET (window->canvas), GTK_TYPE_EVENT_CONTROLLER_MOTION, 0);
  GdkFrameClock *clock = gtk_widget_get_frame_clock (GTK_WIDGET (window->canvas));
  const double places[][2] = { { 0.1, 0 }, { 0.4, -0.3 } };
  guint n_frames = 0;
  gulong id = g_signal_connect (clock, "after-paint", G_CALLBACK (count_frame_cb), &n_frames);

  for (guint i = 0; i < 20; i++) {
    gint64 start;
    double x, y;

    for (int k = 0; k < 20; k++)
      testing_iterate ();
    start = g_get_monotonic_time ();
    lw_view_project (lw_canvas_get_view (window->canvas),
                     (double[]){ places[i % 2][0], places[i % 2][1], 0 }, &x, &y);
    n_frames = 0;
    g_signal_emit_by_name (motion, "motion", x, y);
    // It is hovered immediately, and drawn in the next frame, which has been requested.
    g_assert_cmpint (lw_selection_get_hovered (window->selection).kind, ==,
                     i % 2 == 0 ? LW_SELECTION_BODY : LW_SELECTION_NONE);
    wait_until (n_frames > 0);
    g_assert_cmpuint (n_frames, ==, 1);
    g_test_message ("a frame %.1f ms after the movement",
                    1e-3 * (double) (g_get_monotonic_time () - start));
  }
  g_signal_handler_disconnect (clock, id);
  testing_close (window);
}

static GtkEventController *
find_file_target (LwWindow *window)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

    if (GTK_IS_DROP_TARGET (controller)) {
      // Only one, so that the result of a file is unambiguous.
      g_assert_null (found);
      found = controller;
    }
  }
  g_assert_nonnull (found);
  return found;
}

static void
drop (LwWindow *window, const char *path)
{
  GSList *files = g_slist_append (NULL, g_file_new_for_path (path));
  GdkFileList *list = gdk_file_list_new_from_list (files);
  GValue value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, list);
  g_signal_emit_by_name (find_file_target (window), "drop", &value, 400.0, 300.0, &taken);
  g_assert_true (taken);
  g_value_unset (&value);
  g_slist_free_full (files, g_object_unref);
}

/// Outlines become bodies at the drop position; projects and texts are opened.
static void
test_drop (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *folder = g_dir_make_tmp ("lw-drop-XXXXXX", NULL);
  g_autofree char *svg = g_build_filename (folder, "Lever.svg", NULL);
  g_autofree char *text =
    g_build_filename (g_getenv ("LW_EXAMPLES_DIR"), "slider-crank.json", NULL);
  const char *drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100mm\" height=\"50mm\" "
                        "viewBox=\"0 0 100 50\"><rect width=\"100\" height=\"50\"/></svg>";
  LwDocument *first = window->document;
  const LwBody *lever;

  g_assert_true (g_file_set_contents (svg, drawing, -1, NULL));
  drop (window, svg);
  wait_until (lw_mechanism_get_n_bodies (lw_document_get_mechanism (first)) >= 4);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_document_get_mechanism (first)), ==, 4);
  lever = lw_mechanism_get_body (lw_document_get_mechanism (first), 3);
  g_assert_cmpstr (lever->element.name, ==, "Lever");
  g_assert_cmpfloat_with_epsilon (lever->def.mass, 7850 * 0.005 * 0.1 * 0.05, 1e-9);
  // Opening asks about unsaved changes first: now there are none.
  lw_document_undo (first);
  drop (window, text);
  wait_until (window->document != first);
  g_assert_cmpstr (lw_mechanism_get_title (lw_document_get_mechanism (window->document)), !=,
                   "Crank-rocker four-bar");
  g_remove (svg);
  g_rmdir (folder);
  testing_close (window);
}

/// Returns the number of pixels of the canvas that are much more red than anything else, in either
/// byte order.
static guint
count_red (LwWindow *window)
{
  int width, height;
  g_autofree guchar *pixels = testing_picture (GTK_WIDGET (window->canvas), &width, &height);
  guint n = 0;

  for (int i = 0; i < width * height; i++)
    n += MAX (pixels[4 * i], pixels[4 * i + 2]) > pixels[4 * i + 1] + 60
         && abs (pixels[4 * i] - pixels[4 * i + 2]) > 60;
  return n;
}

/// A dropped image is behind the mechanism and can be undone; a file that is not an image is
/// refused.
static void
test_background (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  g_autofree char *folder = g_dir_make_tmp ("lw-background-XXXXXX", NULL);
  g_autofree char *good = g_build_filename (folder, "Red.png", NULL);
  g_autofree char *torn = g_build_filename (folder, "Torn.png", NULL);
  g_autofree char *other = g_build_filename (folder, "Other.png", NULL);
  g_autofree char *data = NULL;
  gsize size;
  const char *bad[] = { torn, other };
  cairo_surface_t *red = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 64, 32);
  cairo_t *cairo = cairo_create (red);
  LwDocument *document = window->document;
  const guint before = count_red (window);

  cairo_set_source_rgb (cairo, 1, 0, 0);
  cairo_paint (cairo);
  cairo_destroy (cairo);
  g_assert_cmpint (cairo_surface_write_to_png (red, good), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy (red);
  g_assert_true (g_file_get_contents (good, &data, &size, NULL));
  g_assert_true (g_file_set_contents (torn, data, (gssize) size / 2, NULL));
  g_assert_true (g_file_set_contents (other, "GIF89a", -1, NULL));

  drop (window, good);
  wait_until (lw_mechanism_get_background (lw_document_get_mechanism (document)) != NULL);
  wait_until (count_red (window) > before + 10000);
  wait_until (testing_find_field (GTK_WIDGET (window), "Opacity") != NULL);
  lw_document_undo (document);
  // Arrows are red too, and may appear a little later.
  wait_until (count_red (window) < before + 5000);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++) {
    drop (window, bad[i]);
    testing_run (1);
    g_assert_null (lw_mechanism_get_background (lw_document_get_mechanism (document)));
    g_assert_cmpuint (lw_document_get_n_steps (document), ==, 1);
    g_remove (bad[i]);
  }
  lw_document_redo (document);
  command (window, "win.remove-background");
  g_assert_null (lw_mechanism_get_background (lw_document_get_mechanism (document)));
  g_remove (good);
  g_rmdir (folder);
  testing_close (window);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/// Repeated requests for the mobility are completed, and it can be requested again.
static void
test_mobility_in_turn (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  guint n = 0;

  wait_until (lw_player_get_mobility (window->player) != NULL);
  g_signal_connect_swapped (window->player, "mobility-changed", G_CALLBACK (count_cb), &n);
  for (guint round = 1; round <= 20; round++) {
    const guint before = n;

    for (guint i = 0; i < round; i++)
      lw_player_ask_mobility (window->player);
    wait_until (n > before);
    g_assert_nonnull (lw_player_get_mobility (window->player));
    g_assert_cmpint (lw_player_get_mobility (window->player)->freedoms, ==, 1);
  }
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/parts/mobility-in-turn", test_mobility_in_turn);
  g_test_add_func ("/parts/drop", test_drop);
  g_test_add_func ("/parts/background", test_background);
  g_test_add_func ("/parts/hover", test_hover);
  g_test_add_func ("/parts/between-windows", test_between_windows);
  g_test_add_func ("/parts/cut-and-text", test_cut_and_text);
  g_test_add_func ("/parts/foreign-text", test_foreign_text);
  g_test_add_func ("/parts/commands", test_commands);
  g_test_add_func ("/parts/refused", test_refused);
  g_test_add_func ("/parts/number", test_number);
  g_test_add_func ("/parts/keys-of-text", test_keys_of_text);
  g_test_add_func ("/parts/array-proposes", test_array_proposes);
  g_test_add_func ("/parts/history", test_history);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
