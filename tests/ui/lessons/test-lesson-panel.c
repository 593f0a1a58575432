// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lessons in the window: the list of the start page, opening, answers, replies, hints, steps and
// their starts, progress, and the sheet for a predicted curve.

#include <math.h>

#include <glib/gstdio.h>
#include <string.h>

#include "lw-lesson-answer-box.h"
#include "lw-lesson-panel.h"
#include "lw-lesson-section.h"
#include "lw-lesson-shelf.h"
#include "lw-lesson-sketch.h"
#include "lw-worksheet.h"
#include "lw-tool.h"
#include "lw-window-private.h"
#include "testing-window.h"

static char *
dup_uri (const char *id)
{
  g_autofree char *folder = lw_lesson_shelf_dup_folder ();
  g_autofree char *name = g_strconcat (id, ".json", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_filename_to_uri (path, NULL, NULL);
}

static LwWindow *
open_lesson (const char *id)
{
  LwWindow *window = testing_window ();
  g_autofree char *uri = dup_uri (id);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", uri);
  g_assert_nonnull (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  g_assert_nonnull (window->document);
  return window;
}

/// Returns the n-th widget of this type at or below `widget`, or NULL.
static GtkWidget *
find_nth (GtkWidget *widget, GType type, int *n)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type) && (*n)-- == 0)
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    GtkWidget *found = find_nth (child, type, n);

    if (found != NULL)
      return found;
  }
  return NULL;
}

static void
type_answer (LwWindow *window, int index, const char *text)
{
  GtkWidget *entry =
    find_nth (GTK_WIDGET (lw_window_get_lesson_panel (window)), GTK_TYPE_ENTRY, &index);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
}

static char *
dup_checked (LwWindow *window)
{
  g_signal_emit_by_name (lw_window_get_lesson_panel (window), "check");
  wait_until (!lw_lesson_panel_is_checking (lw_window_get_lesson_panel (window)));
  return lw_lesson_panel_dup_reply (lw_window_get_lesson_panel (window));
}

static void
press (LwWindow *window, const char *label)
{
  for (int i = 0;; i++) {
    int n = i;
    GtkWidget *button =
      find_nth (GTK_WIDGET (lw_window_get_lesson_panel (window)), GTK_TYPE_BUTTON, &n);

    g_assert_nonnull (button);
    if (g_strcmp0 (gtk_button_get_label (GTK_BUTTON (button)), label) == 0) {
      g_signal_emit_by_name (button, "clicked");
      return;
    }
  }
}

static void
test_start_page (void)
{
  LwWindow *window = testing_window ();
  GtkWidget *section = testing_find (GTK_WIDGET (window), LW_TYPE_LESSON_SECTION);
  GtkWidget *list = testing_find (section, GTK_TYPE_LIST_BOX);
  int n = 0;

  g_assert_true (gtk_widget_get_visible (section));
  while (gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), n) != NULL)
    n++;
  g_assert_cmpint (n, ==, 16);
  g_assert_nonnull (testing_find_label (section, "Degrees of freedom"));
  g_signal_emit_by_name (list, "row-activated",
                         gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 0));
  g_assert_cmpstr (
    lw_lesson_get_id (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window))), ==,
    "freedoms");
  testing_close (window);
}

/// Words of tools and panels in the lessons exist.
static void
test_words (void)
{
  static const char *const panels[] = { "hood", "plots", "inspector", "outline", NULL };
  g_autofree char *folder = lw_lesson_shelf_dup_folder ();
  g_autoptr (GPtrArray) shelf = lw_lesson_shelf_read (folder);

  g_assert_cmpuint (shelf->len, ==, 16);
  for (guint i = 0; i < shelf->len; i++) {
    const LwLesson *lesson = ((LwLessonEntry *) shelf->pdata[i])->lesson;

    g_assert_cmpint (lw_lesson_get_order (lesson), ==, (int) i + 1);
    for (guint k = 0; k < lw_lesson_get_n_steps (lesson); k++) {
      const LwLessonStep *step = lw_lesson_get_step (lesson, k);

      for (guint j = 0; step->panels != NULL && step->panels[j] != NULL; j++)
        g_assert_true (g_strv_contains (panels, step->panels[j]));
      for (guint j = 0; step->tools != NULL && step->tools[j] != NULL; j++) {
        bool found = false;

        for (int kind = 0; kind < LW_N_TOOLS; kind++)
          found = found || g_str_equal (lw_tool_get_info ((LwToolKind) kind)->name, step->tools[j]);
        g_assert_true (found);
      }
    }
  }
}

/// Returns whether the button of a tool, with this word, is shown in the palette.
static bool
is_offered (LwWindow *window, const char *word)
{
  GtkWidget *label = testing_find_label (GTK_WIDGET (window->palette), word);

  g_assert_nonnull (label);
  return gtk_widget_get_visible (gtk_widget_get_ancestor (label, GTK_TYPE_TOGGLE_BUTTON));
}

/// The window shows the tools and panels of a step, a tool that is chosen by its key, all tools after the
/// button, and everything when the lesson is closed.
static void
test_needed (void)
{
  LwWindow *window = testing_window ();
  g_autofree char *uri = dup_uri ("freedoms");
  g_autofree char *other = dup_uri ("stiffness");
  GtkWidget *more;

  g_object_set (window, "show-plots", TRUE, NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", uri);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-step", "u", 0);
  g_assert_true (is_offered (window, "Link"));
  g_assert_true (is_offered (window, "Hand"));
  g_assert_false (is_offered (window, "Polygon"));
  g_assert_false (is_offered (window, "Spring"));
  g_assert_false (lw_window_get_shown (window, LW_SHOWN_PLOTS));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tool", "s", "spring");
  g_assert_true (is_offered (window, "Spring"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tool", "s", "select");
  g_assert_false (is_offered (window, "Spring"));
  more = gtk_widget_get_ancestor (testing_find_label (GTK_WIDGET (window->palette), "All Tools"),
                                  GTK_TYPE_BUTTON);
  g_assert_true (gtk_widget_get_visible (more));
  g_signal_emit_by_name (more, "clicked");
  g_assert_true (is_offered (window, "Polygon"));
  g_assert_false (gtk_widget_get_visible (more));
  // The next step names its own.
  press (window, "_Next");
  g_assert_true (is_offered (window, "Pin"));
  g_assert_false (is_offered (window, "Polygon"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", other);
  g_assert_false (is_offered (window, "Link"));
  g_assert_true (lw_window_get_shown (window, LW_SHOWN_PLOTS));
  press (window, "_Next");
  g_assert_false (lw_window_get_shown (window, LW_SHOWN_PLOTS));
  lw_window_close_lesson (window);
  g_assert_true (is_offered (window, "Polygon"));
  g_assert_true (lw_window_get_shown (window, LW_SHOWN_PLOTS));
  testing_close (window);
}

/// Returns the label that begins with these words.
static GtkWidget *
find_said (GtkWidget *widget, const char *words)
{
  for (int i = 0;; i++) {
    int n = i;
    GtkWidget *label = find_nth (widget, GTK_TYPE_LABEL, &n);

    g_assert_nonnull (label);
    if (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (label)), words))
      return label;
  }
}

/// Formulas show the numbers of the displayed instant; pictures have captions, and one that is missing is
/// reported.
static void
test_live (void)
{
  static const char missing[] =
    "{\"linkwright_lesson\": 1, \"id\": \"a\", \"title\": \"T\", \"goal\": \"G\", \"steps\": ["
    "{\"title\": \"T\", \"text\": \"X\", \"task\": \"Y\", \"start\": {\"linkwright\": 1}, "
    "\"pictures\": [{\"mechanism\": \"gone\", \"caption\": \"Far away\"}],"
    "\"formulas\": [\"x = \\\\value{A.x}\"], \"check\": {\"expression\": \"1 > 2\"}}]}";
  LwWindow *window = open_lesson ("impact");
  LwLessonPanel *panel = lw_window_get_lesson_panel (window);
  g_autoptr (GFile) file = testing_file_with (missing);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *nothing = NULL;
  GtkWidget *said;
  LwPlayer *player;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-step", "u", 2);
  player = lw_canvas_get_player (window->canvas);
  before = lw_lesson_panel_dup_formulas (panel);
  g_assert_nonnull (strstr (before, "y = 1.050 m"));
  lw_player_play (player);
  wait_until (lw_player_get_recorded_time (player) > 0.3);
  lw_player_pause (player);
  lw_player_seek (player, 0.2);
  wait_until (lw_player_get_time (player) > 0);
  after = lw_lesson_panel_dup_formulas (panel);
  // It falls freely: 1.05 - 4.905 · 0.2².
  g_assert_nonnull (strstr (after, "y = 0.8538 m, v_y = −1.962 m/s"));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", uri);
  g_assert_nonnull (testing_find_label (GTK_WIDGET (panel), "Far away"));
  said = find_said (GTK_WIDGET (panel), "Step 1 (line 1): there is no mechanism “gone”");
  g_assert_true (gtk_widget_has_css_class (said, "fault"));
  nothing = lw_lesson_panel_dup_formulas (panel);
  g_assert_cmpstr (nothing, ==, "x = …");
  testing_close (window);
}

static void
test_answers (void)
{
  LwWindow *window = open_lesson ("energy");
  g_autofree char *missing = dup_checked (window);
  g_autofree char *wrong = NULL;
  g_autofree char *right = NULL;

  g_assert_cmpstr (missing, ==, "Enter your result first.");
  type_answer (window, 0, "2.06");
  type_answer (window, 1, "6.891525");
  wrong = dup_checked (window);
  g_assert_cmpstr (wrong, ==, "The turning energies ½ J ω² are missing.");
  g_assert_false (lw_lesson_panel_has_passed (lw_window_get_lesson_panel (window)));
  type_answer (window, 0, "2.32 J");
  right = dup_checked (window);
  g_assert_cmpstr (right, ==, "Right.");
  g_assert_true (lw_lesson_panel_has_passed (lw_window_get_lesson_panel (window)));
  testing_close (window);
}

static void
test_hints (void)
{
  LwWindow *window = open_lesson ("energy");

  g_assert_null (testing_find_label (GTK_WIDGET (window), "Do not forget ½ J ω² of all three."));
  press (window, "_Hint 1 of 2");
  g_assert_nonnull (testing_find_label (GTK_WIDGET (window), "Do not forget ½ J ω² of all three."));
  press (window, "_Hint 2 of 2");
  testing_close (window);
}

/// A step with a start of its own replaces the drawing, which undo brings back; "Start Over" brings
/// back the start; another document ends the lesson.
static void
test_steps (void)
{
  LwWindow *window = open_lesson ("freedoms");
  const LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  LwMechanism *empty = lw_document_get_mechanism (window->document);

  g_assert_cmpuint (lw_mechanism_get_n_bodies (empty), ==, 0);
  for (int i = 0; i < 2; i++)
    press (window, "_Next");
  g_assert_cmpuint (lw_lesson_panel_get_step (lw_window_get_lesson_panel (window)), ==, 2);
  g_assert_true (lw_mechanism_equal (lw_document_get_mechanism (window->document),
                                     lw_lesson_get_start (lesson, 2)));
  lw_document_undo (window->document);
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_document_get_mechanism (window->document)), ==,
                    0);
  press (window, "Start _Over");
  g_assert_cmpuint (lw_mechanism_get_n_bodies (lw_document_get_mechanism (window->document)), ==,
                    3);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-step", "u", 4);
  g_assert_cmpuint (lw_lesson_panel_get_step (lw_window_get_lesson_panel (window)), ==, 4);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-step", "u", 2);
  press (window, "_Previous");
  g_assert_cmpuint (lw_lesson_panel_get_step (lw_window_get_lesson_panel (window)), ==, 1);
  lw_window_new_mechanism (window);
  g_assert_null (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  testing_close (window);
}

/// The progress is kept: another window continues where the first one ended.
static void
test_progress (void)
{
  LwWindow *window = open_lesson ("order");
  LwWindow *other;

  for (int i = 0; i < 2; i++)
    press (window, "_Next");
  type_answer (window, 0, "3.99");
  g_free (dup_checked (window));
  testing_close (window);
  other = open_lesson ("order");
  g_assert_cmpuint (lw_lesson_panel_get_step (lw_window_get_lesson_panel (other)), ==, 2);
  g_assert_true (lw_lesson_panel_has_passed (lw_window_get_lesson_panel (other)));
  press (other, "_Next");
  g_assert_false (lw_lesson_panel_has_passed (lw_window_get_lesson_panel (other)));
  testing_close (other);
}

static void
test_selection (void)
{
  LwWindow *window = open_lesson ("redundancy");
  const LwMechanism *mechanism;
  g_autofree char *one = NULL;
  g_autofree char *all = NULL;

  for (int i = 0; i < 2; i++)
    press (window, "_Next");
  mechanism = lw_document_get_mechanism (window->document);
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    lw_selection_toggle (window->selection, LW_SELECTION_COUPLING,
                         lw_mechanism_get_coupling (mechanism, i)->element.id);
    if (i == 0)
      one = dup_checked (window);
  }
  g_assert_cmpstr (one, ==, "No single row is guilty: the whole set is dependent.");
  all = dup_checked (window);
  g_assert_true (lw_lesson_panel_has_passed (lw_window_get_lesson_panel (window)));
  testing_close (window);
}

static GtkWidget *
find_sketch (GtkWidget *widget)
{
  return testing_find (widget, LW_TYPE_LESSON_SKETCH);
}

/// A prediction is drawn among the plots; while they are hidden, in the panel. The curve is kept, and the
/// sheet is removed with its step.
static void
test_sheet_among_plots (void)
{
  LwWindow *window = open_lesson ("four-bar");
  GtkWidget *dock = GTK_WIDGET (window->plots_dock);
  GtkWidget *panel = GTK_WIDGET (lw_window_get_lesson_panel (window));
  GtkWidget *sketch;
  gboolean handled;

  g_assert_null (find_sketch (GTK_WIDGET (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-step", "u", 5);
  sketch = find_sketch (dock);
  g_assert_nonnull (sketch);
  g_assert_null (find_sketch (panel));
  wait_until (gtk_widget_get_mapped (sketch) && gtk_widget_get_height (sketch) >= 90);
  g_assert_nonnull (testing_find_label (dock, "Your prediction"));
  g_signal_emit_by_name (testing_controller (sketch, GTK_TYPE_EVENT_CONTROLLER_KEY, 0),
                         "key-pressed", GDK_KEY_Up, 0, 0, &handled);
  g_object_set (window, "show-plots", FALSE, NULL);
  g_assert_null (find_sketch (dock));
  g_assert_true (find_sketch (panel) == sketch);
  g_object_set (window, "show-plots", TRUE, NULL);
  g_assert_true (find_sketch (dock) == sketch);
  {
    g_autoptr (GArray) points = lw_lesson_sketch_dup_points (LW_LESSON_SKETCH (sketch));

    g_assert_cmpuint (points->len, >, 0);
  }
  lw_window_new_mechanism (window);
  g_assert_null (find_sketch (GTK_WIDGET (window)));
  testing_close (window);
}

/// Draws by keys: Up and Down move the curve, Left and Right go along it.
static void
test_sketch (void)
{
  const LwLessonSheet sheet = { .unit = "N", .duration = 2, .minimum = -10, .maximum = 10 };
  GtkWidget *sketch = g_object_ref_sink (lw_lesson_sketch_new (&sheet));
  g_autoptr (GArray) none = lw_lesson_sketch_dup_points (LW_LESSON_SKETCH (sketch));
  GtkEventController *keys = testing_controller (sketch, GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  gboolean handled;

  g_assert_cmpuint (none->len, ==, 0);
  g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Up, 0, 0, &handled);
  g_assert_true (handled);
  for (int i = 0; i < 60; i++)
    g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Right, 0, 0, &handled);
  g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Down, 0, GDK_SHIFT_MASK, &handled);
  g_autoptr (GArray) points = lw_lesson_sketch_dup_points (LW_LESSON_SKETCH (sketch));
  const double *last = &g_array_index (points, double, 2 * (points->len - 1));
  g_assert_cmpfloat (g_array_index (points, double, 0), ==, 0);
  g_assert_cmpfloat_with_epsilon (g_array_index (points, double, 1), 0.5, 1e-12);
  g_assert_cmpfloat (last[0], ==, 2);
  g_assert_cmpfloat_with_epsilon (last[1], -2, 1e-12);
  g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Delete, 0, 0, &handled);
  g_autoptr (GArray) cleared = lw_lesson_sketch_dup_points (LW_LESSON_SKETCH (sketch));
  g_assert_cmpuint (cleared->len, ==, 0);
  g_object_unref (sketch);
}

static void
test_bad_file (void)
{
  LwWindow *window = testing_window ();
  g_autoptr (GFile) file = testing_file_with ("{\"linkwright_lesson\": 1}");
  g_autofree char *uri = g_file_get_uri (file);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", uri);
  g_assert_null (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  g_assert_nonnull (lw_window_get_message (window));
  testing_close (window);
}

/// A lesson that is opened like any other file, such as from a file manager.
static void
test_own_file (void)
{
  LwWindow *window = testing_window ();
  g_autofree char *uri = dup_uri ("ropes");
  g_autoptr (GFile) file = g_file_new_for_uri (uri);
  g_autoptr (GFile) other = testing_example ("four-bar");

  g_assert_true (lw_lesson_shelf_is_lesson (file));
  g_assert_false (lw_lesson_shelf_is_lesson (other));
  lw_window_open (window, file);
  g_assert_cmpstr (
    lw_lesson_get_id (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window))), ==,
    "ropes");
  testing_open (window, other);
  g_assert_null (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  testing_close (window);
}

/// The worksheet is printed with all its pages.
static void
test_print (void)
{
  LwWindow *window = open_lesson ("energy");
  LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  g_autoptr (GPtrArray) pages = lw_worksheet_new_pages (lesson, lw_lesson_shelf_language (), false);
  g_autofree char *folder = g_dir_make_tmp ("test-lesson-print-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "sheet.pdf", NULL);
  const char *command[] = { "pdfinfo", path, NULL };
  g_autofree char *contents = NULL;
  g_autofree char *facts = NULL;
  gsize size = 0;

  g_assert_cmpuint (pages->len, >, 1);
  lw_window_print_worksheet (window, GTK_PRINT_OPERATION_ACTION_EXPORT, path);
  // The file is complete when it has its end.
  for (;;) {
    g_clear_pointer (&contents, g_free);
    if (g_file_get_contents (path, &contents, &size, NULL) && size > 8
        && g_strstr_len (contents + size - 8, 8, "%%EOF") != NULL)
      break;
    g_main_context_iteration (NULL, TRUE);
  }
  g_assert_true (g_str_has_prefix (contents, "%PDF-"));
  // Newer versions of cairo compress the objects of the file.
  if (!g_spawn_sync (NULL, (char **) command, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &facts, NULL,
                     NULL, NULL))
    g_test_message ("The tool pdfinfo is not installed: pages are not counted.");
  else {
    const char *line = strstr (facts, "\nPages:");
    g_assert_nonnull (line);
    g_assert_cmpuint (g_ascii_strtoull (line + strlen ("\nPages:"), NULL, 10), ==, pages->len);
  }
  g_assert_cmpint (g_unlink (path) + g_rmdir (folder), ==, 0);
  testing_close (window);
}

/// A worksheet gets the suffix that the typed name has not; no other file is replaced.
static void
test_save (void)
{
  LwWindow *window = open_lesson ("energy");
  g_autofree char *folder = g_dir_make_tmp ("test-lesson-save-XXXXXX", NULL);
  g_autofree char *typed = g_build_filename (folder, "sheet", NULL);
  g_autofree char *pdf = g_strconcat (typed, ".pdf", NULL);
  g_autofree char *page = g_strconcat (typed, ".html", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (typed);
  g_autoptr (GFile) html = g_file_new_for_path (page);
  g_autofree char *contents = NULL;

  lw_window_save_worksheet (window, html, false);
  lw_window_save_worksheet (window, file, false);
  g_assert_true (g_file_get_contents (pdf, &contents, NULL, NULL));
  g_assert_true (g_str_has_prefix (contents, "%PDF-"));
  g_assert_true (g_file_set_contents (pdf, "kept", -1, NULL));
  lw_window_save_worksheet (window, file, false);
  g_clear_pointer (&contents, g_free);
  g_assert_true (g_file_get_contents (pdf, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "kept");
  g_assert_false (g_file_test (typed, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_unlink (pdf) + g_unlink (page) + g_rmdir (folder), ==, 0);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/lesson-panel/start-page", test_start_page);
  g_test_add_func ("/lesson-panel/save", test_save);
  g_test_add_func ("/lesson-panel/words", test_words);
  g_test_add_func ("/lesson-panel/live", test_live);
  g_test_add_func ("/lesson-panel/answers", test_answers);
  g_test_add_func ("/lesson-panel/hints", test_hints);
  g_test_add_func ("/lesson-panel/steps", test_steps);
  g_test_add_func ("/lesson-panel/progress", test_progress);
  g_test_add_func ("/lesson-panel/selection", test_selection);
  g_test_add_func ("/lesson-panel/sketch", test_sketch);
  g_test_add_func ("/lesson-panel/sheet-among-plots", test_sheet_among_plots);
  g_test_add_func ("/lesson-panel/bad-file", test_bad_file);
  g_test_add_func ("/lesson-panel/own-file", test_own_file);
  g_test_add_func ("/lesson-panel/print", test_print);
  // The progress of its lessons is kept, so it comes after the others.
  g_test_add_func ("/lesson-panel/needed", test_needed);
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
