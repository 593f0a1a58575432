// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing a lesson in the window: fields, lists, steps, drawings, undo, the check of all checks, the
// preview, saving with the project, and a copy of one of the program's lessons.

#include <string.h>

#include "lw-json-edit.h"
#include "lw-lesson-editor.h"
#include "lw-lesson-form.h"
#include "lw-lesson-panel.h"
#include "lw-store.h"
#include "lw-window-private.h"
#include "testing-window.h"

static const char *
get_text (LwWindow *window)
{
  return lw_mechanism_get_lesson (lw_document_get_mechanism (window->document));
}

/// Returns the string at a place of the lesson; NULL if there is none. Free with g_free ().
static char *
dup_at (LwWindow *window, const char *place)
{
  g_autoptr (LwJsonTree) tree =
    lw_json_parse (get_text (window), strlen (get_text (window)), NULL, NULL);
  const LwJson *node;

  g_assert_nonnull (tree);
  node = lw_json_at (lw_json_root (tree), place);
  return node != NULL && node->type == LW_JSON_STRING ? g_strdup (node->string) : NULL;
}

static void
assert_at (LwWindow *window, const char *place, const char *expected)
{
  g_autofree char *found = dup_at (window, place);

  g_assert_cmpstr (found, ==, expected);
}

/// Types a text and leaves the field, which takes it.
static void
type (LwWindow *window, const char *place, const char *text)
{
  GtkWidget *editor = lw_lesson_editor_find (lw_window_get_lesson_editor (window), place);

  g_assert_nonnull (editor);
  if (GTK_IS_TEXT_VIEW (editor)) {
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor)), text, -1);
    lw_lesson_editor_commit (lw_window_get_lesson_editor (window));
  } else {
    gtk_editable_set_text (GTK_EDITABLE (editor), text);
    g_signal_emit_by_name (editor, "activate");
  }
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  const char *shown = GTK_IS_BUTTON (widget) ? gtk_button_get_label (GTK_BUTTON (widget)) : NULL;
  g_autofree char *tooltip = g_strdup (gtk_widget_get_tooltip_text (widget));

  if (GTK_IS_BUTTON (widget) && (g_strcmp0 (shown, label) == 0 || g_strcmp0 (tooltip, label) == 0))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_button (child, label);

    if (found != NULL)
      return found;
  }
  return NULL;
}

static void
press (LwWindow *window, const char *label)
{
  GtkWidget *button = find_button (GTK_WIDGET (lw_window_get_lesson_editor (window)), label);

  if (button == NULL)
    g_error ("there is no button “%s”", label);
  g_signal_emit_by_name (button, "clicked");
}

static const char *
prove (LwWindow *window)
{
  press (window, "Check _All");
  wait_until (!lw_lesson_editor_is_busy (lw_window_get_lesson_editor (window)));
  return lw_lesson_editor_get_message (lw_window_get_lesson_editor (window));
}

/// Opens a pendulum and begins a lesson about it.
static LwWindow *
begin (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_example ("pendulum90");

  testing_open (window, file);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-lesson", NULL);
  g_assert_true (lw_window_edits_lesson (window));
  return window;
}

/// A teacher writes a step with a number, a wrong answer and a hint, checks it, and tries it.
static void
test_write (void)
{
  LwWindow *window = begin ();
  g_autofree char *reply = NULL;

  // Missing parts are shown at the step.
  g_assert_nonnull (
    strstr (lw_lesson_editor_get_message (lw_window_get_lesson_editor (window)), "is empty"));
  type (window, "title", "Weight");
  type (window, "id", "weight");
  type (window, "steps/0/title", "How heavy?");
  type (window, "steps/0/text", "It *hangs*.");
  type (window, "steps/0/task", "Compute the number of rows.");
  press (window, "Add _Number");
  type (window, "steps/0/check/numbers/0/value", "rank(G) + 0.5");
  type (window, "steps/0/solution/numbers", "2.5");
  press (window, "Add _Wrong Answer");
  type (window, "steps/0/wrong/0/numbers", "2");
  type (window, "steps/0/wrong/0/reply", "Half a row is missing.");
  press (window, "Add _Hint");
  type (window, "steps/0/hints/0", "Add a half.");
  assert_at (window, "steps/0/check/numbers/0/value", "rank(G) + 0.5");
  assert_at (window, "steps/0/hints/0", "Add a half.");
  g_assert_true (g_str_has_prefix (prove (window), "Every check fails at its start"));

  press (window, "_Preview");
  g_assert_false (lw_window_edits_lesson (window));
  g_assert_nonnull (
    testing_find_label (GTK_WIDGET (lw_window_get_lesson_panel (window)), "How heavy?"));
  gtk_editable_set_text (
    GTK_EDITABLE (testing_find (GTK_WIDGET (lw_window_get_lesson_panel (window)), GTK_TYPE_ENTRY)),
    "2");
  g_signal_emit_by_name (lw_window_get_lesson_panel (window), "check");
  wait_until (!lw_lesson_panel_is_checking (lw_window_get_lesson_panel (window)));
  reply = lw_lesson_panel_dup_reply (lw_window_get_lesson_panel (window));
  g_assert_cmpstr (reply, ==, "Half a row is missing.");
  testing_close (window);
}

/// Faults are shown at their steps: of the check, of the model solution, of a wrong answer.
static void
test_faults (void)
{
  LwWindow *window = begin ();

  type (window, "steps/0/check/expression", "rank(G) == 2");
  g_assert_nonnull (strstr (prove (window), "passes before anything has been done"));
  type (window, "steps/0/check/expression", "rank(G) == ");
  g_assert_nonnull (strstr (prove (window), "The model solution does not pass"));
  type (window, "steps/0/check/expression", "rank(G) == 3");
  press (window, "Add a Step");
  g_assert_cmpuint (lw_lesson_editor_get_step (lw_window_get_lesson_editor (window)), ==, 1);
  g_assert_nonnull (
    strstr (lw_lesson_editor_get_message (lw_window_get_lesson_editor (window)), "Step 2"));
  press (window, "Check _All");
  wait_until (!lw_lesson_editor_is_busy (lw_window_get_lesson_editor (window)));
  // The other step is listed, and a click leads to it.
  press (window, "Previous Step");
  g_assert_nonnull (strstr (lw_lesson_editor_get_message (lw_window_get_lesson_editor (window)),
                            "The model solution does not pass"));
  testing_close (window);
}

/// Every change is one step of undo, also those of steps and drawings.
static void
test_undo (void)
{
  LwWindow *window = begin ();
  g_autofree char *first = g_strdup (get_text (window));
  g_autofree char *two = NULL;

  type (window, "steps/0/title", "One");
  press (window, "Add a Step");
  type (window, "steps/1/title", "Two");
  two = g_strdup (get_text (window));
  press (window, "Move the Step Forward");
  assert_at (window, "steps/0/title", "Two");
  assert_at (window, "steps/1/title", "One");
  g_assert_cmpuint (lw_lesson_editor_get_step (lw_window_get_lesson_editor (window)), ==, 0);
  lw_document_undo (window->document);
  g_assert_cmpstr (get_text (window), ==, two);
  press (window, "Remove the Step");
  for (int i = 0; i < 4; i++)
    lw_document_undo (window->document);
  g_assert_cmpstr (get_text (window), ==, first);
  // A lesson that was closed is opened again by its command.
  lw_window_close_lesson (window);
  g_assert_null (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-lesson", NULL);
  g_assert_nonnull (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  // Before the lesson there was none, and its panel goes.
  lw_document_undo (window->document);
  g_assert_cmpstr (get_text (window), ==, "");
  g_assert_null (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  lw_document_redo (window->document);
  g_assert_cmpstr (get_text (window), ==, first);
  g_assert_nonnull (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  testing_close (window);
}

/// The current drawing becomes the model solution, and can be shown again.
static void
test_drawings (void)
{
  LwWindow *window = begin ();
  const guint n = lw_mechanism_get_n_bodies (lw_document_get_mechanism (window->document));
  g_autoptr (LwMechanism) drawn = NULL;
  const LwLesson *lesson;

  type (window, "steps/0/check/expression", "exists(Extra)");
  drawn = lw_mechanism_copy (lw_document_get_mechanism (window->document));
  lw_mechanism_add_body (drawn, lw_body_new (77, "Extra"));
  lw_document_edit (window->document, "Draw", drawn);
  g_signal_emit_by_name (
    testing_find (GTK_WIDGET (lw_window_get_lesson_editor (window)), LW_TYPE_LESSON_FORM), "ask",
    "take-drawing", "steps/0/solution/mechanism");
  lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_lesson_get_start (lesson, 0)), ==, n);
  g_assert_true (g_str_has_prefix (prove (window), "Every check fails at its start"));
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_lesson_get_solution (lesson, 0)), ==, n + 1);
  g_signal_emit_by_name (
    testing_find (GTK_WIDGET (lw_window_get_lesson_editor (window)), LW_TYPE_LESSON_FORM), "ask",
    "show-drawing", "steps/0/start");
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_document_get_mechanism (window->document)), ==,
                    n);
  // Showing a drawing keeps the lesson.
  g_assert_cmpstr (get_text (window), !=, "");
  testing_close (window);
}

/// A picture is taken from the drawing, and has a caption; until then the proof says that it is missing.
static void
test_picture (void)
{
  LwWindow *window = begin ();
  LwLessonEditor *editor = lw_window_get_lesson_editor (window);
  const LwLesson *lesson;
  const LwLessonStep *step;

  type (window, "steps/0/title", "One");
  type (window, "steps/0/text", "Two");
  type (window, "steps/0/task", "Three");
  type (window, "steps/0/check/expression", "1 > 2");
  press (window, "Add _Picture");
  g_assert_nonnull (strstr (prove (window), "a picture needs a “mechanism”"));
  g_signal_emit_by_name (testing_find (GTK_WIDGET (editor), LW_TYPE_LESSON_FORM), "ask",
                         "take-drawing", "steps/0/pictures/0/mechanism");
  type (window, "steps/0/pictures/0/caption", "A pendulum");
  g_assert_null (strstr (prove (window), "picture"));
  lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  step = lw_lesson_get_step (lesson, 0);
  g_assert_cmpuint (step->pictures->len, ==, 1);
  g_assert_true (
    lw_mechanism_get_n_bodies (((LwLessonPicture *) step->pictures->pdata[0])->mechanism)
    == lw_mechanism_get_n_bodies (lw_document_get_mechanism (window->document)));
  press (window, "_Preview");
  g_assert_nonnull (
    testing_find_label (GTK_WIDGET (lw_window_get_lesson_panel (window)), "A pendulum"));
  testing_close (window);
}

/// A text gets a translation and keeps the English one.
static void
test_languages (void)
{
  LwWindow *window = begin ();
  GtkWidget *list =
    testing_find (GTK_WIDGET (lw_window_get_lesson_editor (window)), GTK_TYPE_DROP_DOWN);

  type (window, "steps/0/title", "Weight");
  assert_at (window, "steps/0/title", "Weight");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (list), 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (lw_lesson_editor_find (
                     lw_window_get_lesson_editor (window), "steps/0/title"))),
                   ==, "");
  type (window, "steps/0/title", "Gewicht");
  assert_at (window, "steps/0/title/en", "Weight");
  assert_at (window, "steps/0/title/de", "Gewicht");
  type (window, "steps/0/title", "");
  assert_at (window, "steps/0/title/en", "Weight");
  assert_at (window, "steps/0/title/de", NULL);
  testing_close (window);
}

/// A curve of any channel can be predicted: the solution is taken from the run.
static void
test_curve (void)
{
  LwWindow *window = begin ();
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);
  g_autofree char *channel =
    g_strdup_printf ("%s.angle", lw_mechanism_get_body (mechanism, 0)->element.name);

  type (window, "steps/0/check/drawn", channel);
  press (window, "Take _Curve From Its Run");
  wait_until (!lw_lesson_editor_is_busy (lw_window_get_lesson_editor (window)));
  g_assert_nonnull (strstr (get_text (window), "\"drawn\": [\n"));
  g_assert_true (g_str_has_prefix (prove (window), "Every check fails at its start"));
  // A wrong expression is reported, and changes nothing.
  type (window, "steps/0/check/drawn", "Nothing.angle");
  press (window, "Take _Curve From Its Run");
  wait_until (!lw_lesson_editor_is_busy (lw_window_get_lesson_editor (window)));
  g_assert_nonnull (
    strstr (lw_lesson_editor_get_message (lw_window_get_lesson_editor (window)), "Nothing"));
  testing_close (window);
}

/// The lesson is saved with the project, with what is still being typed, and opens with it.
static void
test_saved (void)
{
  LwWindow *window = begin ();
  LwWindow *other = testing_window ();
  g_autoptr (GFile) file = testing_file_with ("");
  GtkWidget *entry = lw_lesson_editor_find (lw_window_get_lesson_editor (window), "steps/0/title");

  lw_window_write (window, file, true);
  wait_until (lw_document_get_file (window->document) != NULL);
  gtk_editable_set_text (GTK_EDITABLE (entry), "Typed");
  lw_window_save (window);
  assert_at (window, "steps/0/title", "Typed");
  wait_until (!lw_document_get_modified (window->document));
  testing_open (other, file);
  assert_at (other, "steps/0/title", "Typed");
  g_assert_nonnull (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (other)));
  g_assert_false (lw_window_edits_lesson (other));
  testing_close (other);
  testing_close (window);
}

/// Text that is still being typed keeps a saved window from closing without a question.
static void
test_close (void)
{
  LwWindow *window = begin ();
  g_autoptr (GFile) file = testing_file_with ("");
  GtkWidget *entry = lw_lesson_editor_find (lw_window_get_lesson_editor (window), "steps/0/title");

  lw_window_write (window, file, true);
  wait_until (lw_document_get_file (window->document) != NULL);
  g_assert_false (lw_document_get_modified (window->document));
  gtk_editable_set_text (GTK_EDITABLE (entry), "Typed");
  gtk_window_close (GTK_WINDOW (window));
  testing_answer ("cancel");
  assert_at (window, "steps/0/title", "Typed");
  testing_close (window);
}

/// A copy of one of the program's lessons is complete: all of its checks are right in the editor.
static void
test_copy (void)
{
  LwWindow *window = testing_window ();
  g_autofree char *folder = g_strdup (g_getenv ("LW_LESSONS_DIR"));
  g_autofree char *path = g_build_filename (folder, "rows.json", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  guint n;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", uri);
  n = lw_lesson_get_n_steps (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.edit-lesson", NULL);
  g_assert_cmpuint (
    lw_lesson_get_n_steps (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window))), ==,
    n);
  g_assert_true (g_str_has_prefix (prove (window), "Every check fails at its start"));
  for (guint i = 0; i < n; i++)
    lw_lesson_editor_set_step (lw_window_get_lesson_editor (window), i);
  // Going through all steps changes nothing.
  g_assert_cmpstr (lw_document_undo_name (window->document), ==, "Copy Lesson");
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/lesson-editor/write", test_write);
  g_test_add_func ("/lesson-editor/faults", test_faults);
  g_test_add_func ("/lesson-editor/undo", test_undo);
  g_test_add_func ("/lesson-editor/drawings", test_drawings);
  g_test_add_func ("/lesson-editor/picture", test_picture);
  g_test_add_func ("/lesson-editor/languages", test_languages);
  g_test_add_func ("/lesson-editor/curve", test_curve);
  g_test_add_func ("/lesson-editor/saved", test_saved);
  g_test_add_func ("/lesson-editor/close", test_close);
  g_test_add_func ("/lesson-editor/copy", test_copy);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
