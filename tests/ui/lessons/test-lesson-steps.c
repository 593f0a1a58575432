// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Each lesson of the program in the window, from its first step to its last: the start does not pass,
// wrong answers get their replies, the model solution passes. Answers are typed, chosen, selected
// and drawn in the panel; drawings are edits of the document.

#include <math.h>

#include "lw-lesson-panel.h"
#include "lw-lesson-shelf.h"
#include "lw-lesson-sketch.h"
#include "lw-window-private.h"
#include "testing-window.h"

/// Parts of time and of the axis of values by which the keys move on a sheet.
#define SHEET_TIMES 48
#define SHEET_VALUES 40

/// Calls a function for each widget of a type at or below `widget`, in order.
static void
for_each (GtkWidget *widget, GType type, void (*call) (GtkWidget *widget, void *data), void *data)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE (widget, type))
    call (widget, data);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    for_each (child, type, call, data);
}

static void
type_cb (GtkWidget *widget, void *data)
{
  char ***text = data;

  if (**text != NULL)
    gtk_editable_set_text (GTK_EDITABLE (widget), *(*text)++);
}

typedef struct
{
  const LwLessonStep *step;
  const char *id;
  guint index;
} Choosing;

static void
choose_cb (GtkWidget *widget, void *data)
{
  Choosing *self = data;
  const LwLessonChoice *choice = self->step->choices->pdata[self->index++];

  gtk_check_button_set_active (GTK_CHECK_BUTTON (widget), g_strcmp0 (choice->id, self->id) == 0);
}

static double
value_at (const GArray *drawn, double time)
{
  guint k = 1;

  while (k + 1 < drawn->len && g_array_index (drawn, double, 2 * k) < time)
    k++;
  const double *a = &g_array_index (drawn, double, 2 * (k - 1));
  const double *b = a + 2;
  return a[1] + (time - a[0]) / (b[0] - a[0]) * (b[1] - a[1]);
}

/// Draws a curve with the keys.
static void
draw (LwLessonSketch *sketch, const LwLessonSheet *sheet, const GArray *drawn)
{
  GtkEventController *keys =
    testing_controller (GTK_WIDGET (sketch), GTK_TYPE_EVENT_CONTROLLER_KEY, 0);
  const double part = (sheet->maximum - sheet->minimum) / SHEET_VALUES;
  double value = 0.5 * (sheet->minimum + sheet->maximum);
  gboolean handled;

  for (int i = 0; i < SHEET_TIMES; i++)
    g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Left, 0, 0, &handled);
  lw_lesson_sketch_clear (sketch);
  for (int i = 0; i <= SHEET_TIMES; i++) {
    // A curve that leaves the sheet ends at its edge.
    const double wanted =
      CLAMP (value_at (drawn, sheet->duration * i / SHEET_TIMES), sheet->minimum, sheet->maximum);
    const int n = (int) lround ((wanted - value) / part);

    if (i > 0)
      g_signal_emit_by_name (keys, "key-pressed", GDK_KEY_Right, 0, 0, &handled);
    for (int k = 0; k < abs (n); k++)
      g_signal_emit_by_name (keys, "key-pressed", n > 0 ? GDK_KEY_Up : GDK_KEY_Down, 0, 0,
                             &handled);
    value += n * part;
  }
}

static void
select_elements (LwWindow *window, char *const *names)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (window->document);

  lw_selection_clear (window->selection);
  for (guint i = 0; names != NULL && i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwElement *element = &lw_mechanism_get_coupling (mechanism, i)->element;

    if (g_strv_contains ((const char *const *) names, element->name))
      lw_selection_toggle (window->selection, LW_SELECTION_COUPLING, element->id);
  }
}

/// Draws the mechanism and enters the answers; those that are NULL are unchanged.
static void
answer (LwWindow *window, guint index, LwMechanism *mechanism, const LwLessonAnswers *answers)
{
  const LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  const LwLessonStep *step = lw_lesson_get_step (lesson, index);
  GtkWidget *panel = GTK_WIDGET (lw_window_get_lesson_panel (window));
  Choosing choosing = { step, answers->choice, 0 };
  char **numbers = answers->numbers;
  LwLessonSheet sheet;

  lw_document_edit (window->document, "Draw", mechanism);
  if (numbers != NULL)
    for_each (panel, GTK_TYPE_ENTRY, type_cb, &numbers);
  if (answers->choice != NULL)
    for_each (panel, GTK_TYPE_CHECK_BUTTON, choose_cb, &choosing);
  if (answers->drawn != NULL && lw_lesson_get_sheet (lesson, index, &sheet))
    draw (LW_LESSON_SKETCH (testing_find (GTK_WIDGET (window->plots_dock), LW_TYPE_LESSON_SKETCH)),
          &sheet, answers->drawn);
  select_elements (window, answers->selected);
}

static char *
dup_checked (LwWindow *window)
{
  g_signal_emit_by_name (lw_window_get_lesson_panel (window), "check");
  wait_until (!lw_lesson_panel_is_checking (lw_window_get_lesson_panel (window)));
  return lw_lesson_panel_dup_reply (lw_window_get_lesson_panel (window));
}

static void
do_wrong (LwWindow *window, const char *id, guint index, const LwLessonWrong *wrong)
{
  const LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  g_autofree char *expected = lw_lesson_dup_plain (lw_lesson_text (wrong->reply, "en"));
  const LwLessonStep *step = lw_lesson_get_step (lesson, index);
  LwLessonAnswers answers = wrong->answers;
  g_autofree char *reply = NULL;

  if (answers.numbers == NULL)
    answers.numbers = step->solved.numbers;
  if (answers.choice == NULL)
    answers.choice = step->solved.choice;
  if (answers.selected == NULL)
    answers.selected = step->solved.selected;
  if (answers.drawn == NULL)
    answers.drawn = step->solved.drawn;
  answer (window, index,
          wrong->mechanism != NULL ? wrong->mechanism : lw_lesson_get_solution (lesson, index),
          &answers);
  reply = dup_checked (window);
  if (g_strcmp0 (reply, expected) != 0)
    g_error ("%s, step %u, line %u: “%s” instead of “%s”", id, index + 1, wrong->line, reply,
             expected);
}

/// Does one step; returns the number of its wrong answers.
static guint
do_step (LwWindow *window, const char *id, guint index)
{
  const LwLesson *lesson = lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window));
  const LwLessonStep *step = lw_lesson_get_step (lesson, index);
  g_autofree char *at_start = NULL;
  g_autofree char *right = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.lesson-step", "u", index);
  at_start = dup_checked (window);
  if (lw_lesson_panel_has_passed (lw_window_get_lesson_panel (window)))
    g_error ("%s, step %u passes at its start", id, index + 1);
  for (guint i = 0; i < step->wrong->len; i++)
    do_wrong (window, id, index, step->wrong->pdata[i]);
  answer (window, index, lw_lesson_get_solution (lesson, index), &step->solved);
  right = dup_checked (window);
  if (!lw_lesson_panel_has_passed (lw_window_get_lesson_panel (window)))
    g_error ("%s, step %u: the model solution does not pass: %s", id, index + 1, right);
  return step->wrong->len;
}

static void
test_lesson (gconstpointer data)
{
  const char *path = data;
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autofree char *id = g_path_get_basename (path);
  LwWindow *window = testing_window ();
  guint n_wrong = 0;
  guint n;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.open-lesson", "s", uri);
  n = lw_lesson_get_n_steps (lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (window)));
  for (guint i = 0; i < n; i++)
    n_wrong += do_step (window, id, i);
  g_assert_cmpuint (n_wrong, >=, 3);
  testing_close (window);
}

static void
add_tests (void)
{
  g_autofree char *folder = lw_lesson_shelf_dup_folder ();
  g_autoptr (GPtrArray) shelf = lw_lesson_shelf_read (folder);

  g_assert_cmpuint (shelf->len, ==, 16);
  for (guint i = 0; i < shelf->len; i++) {
    const LwLessonEntry *entry = shelf->pdata[i];
    g_autofree char *name = g_strconcat ("/lesson-steps/", lw_lesson_get_id (entry->lesson), NULL);

    g_test_add_data_func_full (name, g_file_get_path (entry->file), test_lesson, g_free);
  }
}

int
main (int argc, char **argv)
{
  return testing_main (&argc, &argv, add_tests);
}
