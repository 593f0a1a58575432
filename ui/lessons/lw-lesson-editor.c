// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-editor.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-element-ref.h"
#include "lw-evaluation.h"
#include "lw-help-mark.h"
#include "lw-lesson-form.h"
#include "lw-lesson-shelf.h"
#include "lw-lesson-task.h"
#include "lw-text.h"

/// Languages that a lesson can be written in, besides those that it has.
static const char *const languages[][2] = {
  { "en", "English" },
  { "de", "Deutsch" },
  { "fr", "Français" },
};

struct _LwLessonEditor
{
  GtkBox parent_instance;

  // Owned
  LwDocument *document;      ///< NULL if there is none
  LwSelection *selection;    ///< selection of the window
  LwMechanism *shown;        ///< whose lesson is shown; NULL if none is
  LwJsonTree *tree;          ///< its lesson; NULL if that is not JSON
  LwLesson *lesson;          ///< NULL if it cannot be read
  GCancellable *cancellable; ///< cancels the check that runs; NULL if none does
  GPtrArray *faults;         ///< faults of each step in the last check; NULL if there are none
  char *sampled;             ///< place of the curve that is computed

  guint step;

  // Children
  GtkDropDown *language_list;
  GtkLabel *step_label;
  GtkWidget *previous_button, *next_button, *up_button, *down_button, *remove_button;
  LwLessonForm *form;
  GtkScrolledWindow *scroll;
  GtkWidget *message_box;
  GtkImage *message_icon;
  GtkLabel *message_label;
  GtkBox *fault_box; ///< buttons that lead to the steps with faults
  GtkWidget *check_button;
  GtkWidget *spinner;
};

enum
{
  SIGNAL_PREVIEW,
  SIGNAL_SHOW_DRAWING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLessonEditor, lw_lesson_editor, GTK_TYPE_BOX)

static char *
dup_json_string (const char *text)
{
  g_autoptr (GString) json = g_string_new (NULL);

  lw_json_append_string (json, text);
  return g_strdup (json->str);
}

/// Returns the JSON of a mechanism, without its own lesson.
static char *
dup_drawing (const LwMechanism *mechanism)
{
  g_autoptr (LwMechanism) bare = lw_mechanism_with_lesson (mechanism, "");

  return lw_text_write (bare);
}

static char *
dup_new_step (const char *start)
{
  return g_strdup_printf ("{\"title\": \"\", \"text\": \"\", \"task\": \"\", \"check\": {}%s%s}",
                          start != NULL ? ", \"start\": " : "", start != NULL ? start : "");
}

/// Returns JSON as it is after a change.
static char *
dup_written (const char *text)
{
  g_autoptr (LwJsonTree) tree = lw_json_parse (text, strlen (text), NULL, NULL);
  g_autoptr (GString) json = g_string_new (NULL);

  lw_json_append (json, lw_json_root (tree), 0);
  g_string_append_c (json, '\n');
  return g_strdup (json->str);
}

char *
lw_lesson_editor_dup_new (const LwMechanism *mechanism)
{
  g_autofree char *drawing = dup_drawing (mechanism);
  g_autofree char *step = dup_new_step (drawing);
  g_autofree char *title = dup_json_string (lw_mechanism_get_title (mechanism));
  g_autofree char *text = g_strdup_printf ("{\"linkwright_lesson\": %d, \"id\": \"my-lesson\", "
                                           "\"title\": %s, \"goal\": \"\", \"steps\": [%s]}",
                                           LW_LESSON_FORMAT, title, step);

  return dup_written (text);
}

char *
lw_lesson_editor_dup_copy (const LwLesson *lesson)
{
  return dup_written (lw_lesson_get_source (lesson));
}

// ---- messages -------------------------------------------------------------------------------

static void
show_message (LwLessonEditor *self, const char *css_class, const char *icon, const char *text)
{
  gtk_widget_remove_css_class (self->message_box, "right");
  gtk_widget_remove_css_class (self->message_box, "wrong");
  gtk_widget_set_visible (self->message_box, text != NULL);
  gtk_label_set_text (self->message_label, text != NULL ? text : "");
  if (css_class != NULL)
    gtk_widget_add_css_class (self->message_box, css_class);
  gtk_image_set_from_icon_name (self->message_icon, icon);
}

static void
fault_cb (GtkButton *button, LwLessonEditor *self)
{
  lw_lesson_editor_set_step (self,
                             GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "step")));
}

static void
clear_faults (LwLessonEditor *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->fault_box))) != NULL)
    gtk_box_remove (self->fault_box, child);
}

/// Lists the steps with faults; a click leads there.
static void
list_faults (LwLessonEditor *self)
{
  clear_faults (self);
  for (guint i = 0; self->faults != NULL && i < self->faults->len; i++) {
    GtkWidget *button;
    GtkWidget *label;
    g_autofree char *text = NULL;

    if (((char **) self->faults->pdata[i])[0] == NULL || i == self->step)
      continue;
    // Translators: number of a step, and what is wrong with it
    text = g_strdup_printf (_ ("Step %u: %s"), i + 1, ((char **) self->faults->pdata[i])[0]);
    button = gtk_button_new ();
    label = gtk_label_new (text);
    gtk_label_set_wrap (GTK_LABEL (label), TRUE);
    gtk_label_set_xalign (GTK_LABEL (label), 0);
    gtk_button_set_child (GTK_BUTTON (button), label);
    gtk_widget_add_css_class (button, "flat");
    g_object_set_data (G_OBJECT (button), "step", GUINT_TO_POINTER (i));
    g_signal_connect (button, "clicked", G_CALLBACK (fault_cb), self);
    gtk_box_append (self->fault_box, button);
  }
}

/// Shows the faults of the step: those of its file, then those that the last check found.
static void
update_message (LwLessonEditor *self)
{
  const LwLessonStep *step =
    self->lesson != NULL && self->step < lw_lesson_get_n_steps (self->lesson)
      ? lw_lesson_get_step (self->lesson, self->step)
      : NULL;
  g_autofree char *found = NULL;
  guint n = 0;

  list_faults (self);
  for (guint i = 0; self->faults != NULL && i < self->faults->len; i++)
    n += ((char **) self->faults->pdata[i])[0] != NULL;
  if (step != NULL && step->fault != NULL) {
    show_message (self, "wrong", "dialog-warning-symbolic", step->fault);
  } else if (self->faults != NULL && self->step < self->faults->len
             && ((char **) self->faults->pdata[self->step])[0] != NULL) {
    found = g_strjoinv ("\n", self->faults->pdata[self->step]);
    show_message (self, "wrong", "dialog-warning-symbolic", found);
  } else if (self->faults != NULL && n == 0) {
    show_message (self, "right", "object-select-symbolic",
                  _ ("Every check fails at its start and passes with its model solution, and every "
                     "wrong answer gets its reply."));
  } else {
    show_message (self, NULL, NULL, NULL);
  }
}

// ---- the lesson -----------------------------------------------------------------------------

static guint
count_steps (const LwLessonEditor *self)
{
  const LwJson *steps =
    self->tree != NULL ? lw_json_member (lw_json_root (self->tree), "steps") : NULL;

  return steps != NULL && steps->type == LW_JSON_LIST ? steps->length : 0;
}

static const char *
get_language (const LwLessonEditor *self)
{
  return languages[gtk_drop_down_get_selected (self->language_list)][0];
}

static void
show (LwLessonEditor *self)
{
  const guint n = count_steps (self);
  g_autofree char *number = NULL;

  self->step = n > 0 ? MIN (self->step, n - 1) : 0;
  // Translators: number of the shown step, and of all steps of a lesson
  number = g_strdup_printf (_ ("Step %u of %u"), self->step + 1, n);
  gtk_label_set_text (self->step_label, number);
  gtk_widget_set_sensitive (self->previous_button, self->step > 0);
  gtk_widget_set_sensitive (self->next_button, self->step + 1 < n);
  gtk_widget_set_sensitive (self->up_button, self->step > 0);
  gtk_widget_set_sensitive (self->down_button, self->step + 1 < n);
  gtk_widget_set_sensitive (self->remove_button, n > 1);
  if (n > 0)
    lw_lesson_form_show (self->form, lw_json_root (self->tree), self->step, get_language (self));
  gtk_widget_set_visible (GTK_WIDGET (self->form), n > 0);
  update_message (self);
}

/// Takes the lesson of the document, if that has changed.
static void
update (LwLessonEditor *self)
{
  LwMechanism *mechanism =
    self->document != NULL ? lw_document_get_mechanism (self->document) : NULL;
  const char *text = mechanism != NULL ? lw_mechanism_get_lesson (mechanism) : "";
  g_autoptr (GError) error = NULL;

  if (self->shown != NULL && mechanism != NULL
      && strcmp (lw_mechanism_get_lesson (self->shown), text) == 0)
    return;
  g_clear_pointer (&self->shown, lw_mechanism_unref);
  g_clear_pointer (&self->tree, lw_json_free);
  g_clear_pointer (&self->lesson, lw_lesson_unref);
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_cancellable_cancel (self->cancellable);
  if (*text == '\0')
    return;
  self->shown = lw_mechanism_ref (mechanism);
  self->tree = lw_json_parse (text, strlen (text), NULL, &error);
  if (self->tree != NULL)
    self->lesson = lw_lesson_parse (text, strlen (text), NULL, NULL, &error);
  show (self);
  if (error != NULL)
    show_message (self, "wrong", "dialog-warning-symbolic", error->message);
}

static void
edit (LwLessonEditor *self,
      const char *name,
      LwJsonChange change,
      const char *place,
      const char *json)
{
  g_autoptr (LwMechanism) next = NULL;
  g_autofree char *text = NULL;

  if (self->tree == NULL || self->document == NULL)
    return;
  text = lw_json_dup_changed (lw_json_root (self->tree), change, place, json);
  if (strlen (text) > LW_MECHANISM_MAX_LESSON) {
    show_message (self, "wrong", "dialog-warning-symbolic",
                  _ ("The lesson would be too large; use simpler drawings."));
    return;
  }
  next = lw_mechanism_with_lesson (lw_document_get_mechanism (self->document), text);
  lw_document_edit (self->document, name, next);
}

static void
edit_cb (LwLessonEditor *self, int change, const char *place, const char *json)
{
  edit (self, _ ("Change Lesson"), (LwJsonChange) change, place, json);
}

// ---- drawings -------------------------------------------------------------------------------

/// Returns the mechanism at a place of the lesson; NULL if it cannot be read. Transfer full.
static LwMechanism *
get_drawing (LwLessonEditor *self, const char *place)
{
  const LwJson *node = lw_json_at (lw_json_root (self->tree), place);
  const LwDeadline deadline = lw_deadline_for_file (LW_MECHANISM_MAX_LESSON, NULL);
  g_autoptr (LwMechanism) drawn = NULL;
  GStrv differences = NULL;
  LwMechanism *found;

  if (node != NULL && node->type == LW_JSON_STRING) {
    const LwJson *all = lw_json_member (lw_json_root (self->tree), "mechanisms");

    node = all != NULL ? lw_json_member (all, node->string) : NULL;
  }
  if (node != NULL) {
    drawn = lw_text_read_node (node, &deadline, NULL);
    found =
      drawn != NULL ? lw_mechanism_evaluate_stored (drawn, &deadline, &differences, NULL) : NULL;
    g_strfreev (differences);
    return found;
  }
  if (self->lesson == NULL)
    return NULL;
  return lw_mechanism_ref (g_str_has_suffix (place, "/start")
                             ? lw_lesson_get_start (self->lesson, self->step)
                             : lw_lesson_get_solution (self->lesson, self->step));
}

static void
show_drawing (LwLessonEditor *self, const char *place)
{
  g_autoptr (LwMechanism) mechanism = get_drawing (self, place);

  if (mechanism != NULL)
    g_signal_emit (self, signals[SIGNAL_SHOW_DRAWING], 0, mechanism);
}

static void
take_drawing (LwLessonEditor *self, const char *place)
{
  g_autofree char *drawing = dup_drawing (lw_document_get_mechanism (self->document));

  edit (self, _ ("Take Drawing Into the Lesson"), LW_JSON_SET, place, drawing);
}

static void
take_selection (LwLessonEditor *self, const char *place)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  g_autoptr (GString) json = g_string_new ("[");
  const LwElementRef *refs;
  guint n;

  refs = lw_selection_get (self->selection, &n);
  for (guint i = 0; i < n; i++) {
    const LwElement *element = lw_element_ref_find (mechanism, refs[i]);

    if (element == NULL || element->name == NULL)
      continue;
    if (json->len > 1)
      g_string_append (json, ", ");
    lw_json_append_string (json, element->name);
  }
  g_string_append_c (json, ']');
  edit (self, _ ("Take Selection Into the Lesson"), LW_JSON_SET, place, json->str);
}

// ---- work in another thread -----------------------------------------------------------------

static void
set_busy (LwLessonEditor *self, bool busy)
{
  gtk_widget_set_sensitive (self->check_button, !busy);
  gtk_widget_set_visible (self->spinner, busy);
  gtk_spinner_set_spinning (GTK_SPINNER (self->spinner), busy);
}

/// Begins work; another one that runs is cancelled.
static GCancellable *
begin (LwLessonEditor *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  set_busy (self, true);
  return self->cancellable;
}

/// Returns false if the work was replaced by other work.
static bool
end (LwLessonEditor *self, GAsyncResult *result)
{
  if (g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return false;
  g_clear_object (&self->cancellable);
  set_busy (self, false);
  return true;
}

static void
sampled_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwLessonEditor *self = LW_LESSON_EDITOR (source);
  g_autoptr (GError) error = NULL;
  g_autofree char *points = lw_lesson_solve_curve_finish (result, &error);

  if (!end (self, result))
    return;
  if (points != NULL)
    edit (self, _ ("Take Curve Into the Lesson"), LW_JSON_SET, self->sampled, points);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    show_message (self, "wrong", "dialog-warning-symbolic", error->message);
}

static void
sample_curve (LwLessonEditor *self, const char *place)
{
  if (self->lesson == NULL)
    return;
  g_free (self->sampled);
  self->sampled = g_strdup (place);
  lw_lesson_solve_curve_async (G_OBJECT (self), self->lesson, self->step, begin (self), sampled_cb,
                               NULL);
}

static void
ask_cb (LwLessonEditor *self, const char *verb, const char *place)
{
  static const struct
  {
    const char *verb;
    void (*act) (LwLessonEditor *self, const char *place);
  } verbs[] = {
    { "take-drawing", take_drawing },
    { "show-drawing", show_drawing },
    { "take-selection", take_selection },
    { "sample-curve", sample_curve },
  };

  lw_lesson_editor_commit (self);
  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (g_str_equal (verbs[i].verb, verb) && self->tree != NULL)
      verbs[i].act (self, place);
}

static void
proved_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwLessonEditor *self = LW_LESSON_EDITOR (source);
  g_autoptr (GPtrArray) faults = lw_lesson_prove_finish (result, NULL);

  if (!end (self, result) || faults == NULL)
    return;
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  self->faults = g_steal_pointer (&faults);
  update_message (self);
}

void
lw_lesson_editor_prove (LwLessonEditor *self)
{
  g_return_if_fail (LW_IS_LESSON_EDITOR (self));

  lw_lesson_editor_commit (self);
  if (self->lesson != NULL)
    lw_lesson_prove_async (G_OBJECT (self), self->lesson, begin (self), proved_cb, NULL);
}

bool
lw_lesson_editor_is_busy (LwLessonEditor *self)
{
  g_return_val_if_fail (LW_IS_LESSON_EDITOR (self), false);

  return self->cancellable != NULL;
}

const char *
lw_lesson_editor_get_message (LwLessonEditor *self)
{
  g_return_val_if_fail (LW_IS_LESSON_EDITOR (self), NULL);

  return gtk_label_get_text (self->message_label);
}

// ---- steps ----------------------------------------------------------------------------------

void
lw_lesson_editor_commit (LwLessonEditor *self)
{
  g_return_if_fail (LW_IS_LESSON_EDITOR (self));

  if (self->tree != NULL)
    lw_lesson_form_commit (self->form);
}

guint
lw_lesson_editor_get_step (LwLessonEditor *self)
{
  g_return_val_if_fail (LW_IS_LESSON_EDITOR (self), 0);

  return self->step;
}

void
lw_lesson_editor_set_step (LwLessonEditor *self, guint step)
{
  g_return_if_fail (LW_IS_LESSON_EDITOR (self));

  lw_lesson_editor_commit (self);
  self->step = step;
  show (self);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroll), 0);
}

GtkWidget *
lw_lesson_editor_find (LwLessonEditor *self, const char *place)
{
  g_return_val_if_fail (LW_IS_LESSON_EDITOR (self), NULL);

  return lw_lesson_form_find (self->form, place);
}

static void
previous_cb (LwLessonEditor *self)
{
  lw_lesson_editor_set_step (self, self->step - 1);
}

static void
next_cb (LwLessonEditor *self)
{
  lw_lesson_editor_set_step (self, self->step + 1);
}

static void
add_cb (LwLessonEditor *self)
{
  g_autofree char *place = g_strdup_printf ("steps/%u", self->step + 1);
  g_autofree char *fresh = dup_new_step (NULL);

  lw_lesson_editor_commit (self);
  edit (self, _ ("Add Step"), LW_JSON_INSERT, place, fresh);
  lw_lesson_editor_set_step (self, self->step + 1);
}

static void
remove_cb (LwLessonEditor *self)
{
  g_autofree char *place = g_strdup_printf ("steps/%u", self->step);

  edit (self, _ ("Remove Step"), LW_JSON_REMOVE, place, NULL);
}

/// Exchanges the step with the one before it, or after it, and stays with it.
static void
move (LwLessonEditor *self, int by)
{
  g_autofree char *place = g_strdup_printf ("steps/%u", by < 0 ? self->step - 1 : self->step);

  lw_lesson_editor_commit (self);
  self->step = (guint) ((int) self->step + by);
  edit (self, _ ("Move Step"), LW_JSON_MOVE, place, NULL);
}

static void
up_cb (LwLessonEditor *self)
{
  move (self, -1);
}

static void
down_cb (LwLessonEditor *self)
{
  move (self, 1);
}

static void
preview_cb (LwLessonEditor *self)
{
  lw_lesson_editor_commit (self);
  g_signal_emit (self, signals[SIGNAL_PREVIEW], 0, self->step);
}

void
lw_lesson_editor_set_document (LwLessonEditor *self, LwDocument *document, LwSelection *selection)
{
  g_return_if_fail (LW_IS_LESSON_EDITOR (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_func (self->document, update, self);
  g_set_object (&self->document, document);
  g_set_object (&self->selection, selection);
  if (document != NULL)
    g_signal_connect_object (document, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_lesson_editor_dispose (GObject *object)
{
  LwLessonEditor *self = LW_LESSON_EDITOR (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->document);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->shown, lw_mechanism_unref);
  g_clear_pointer (&self->tree, lw_json_free);
  g_clear_pointer (&self->lesson, lw_lesson_unref);
  g_clear_pointer (&self->faults, g_ptr_array_unref);
  g_clear_pointer (&self->sampled, g_free);

  G_OBJECT_CLASS (lw_lesson_editor_parent_class)->dispose (object);
}

static void
lw_lesson_editor_class_init (LwLessonEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_lesson_editor_dispose;
  signals[SIGNAL_PREVIEW] = g_signal_new ("preview", LW_TYPE_LESSON_EDITOR, G_SIGNAL_RUN_LAST, 0,
                                          NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
  signals[SIGNAL_SHOW_DRAWING] =
    g_signal_new ("show-drawing", LW_TYPE_LESSON_EDITOR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_POINTER);
  // The look of the panel that learners see.
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "lesson");
}

static GtkWidget *
new_icon_button (LwLessonEditor *self, const char *icon, const char *tooltip, GCallback callback)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect_swapped (button, "clicked", callback, self);
  return button;
}

static void
add_head (LwLessonEditor *self)
{
  GtkWidget *head = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *title = gtk_label_new (_ ("Write the Lesson"));
  const char *names[G_N_ELEMENTS (languages) + 1] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    names[i] = languages[i][1];
  self->language_list = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (names));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->language_list), _ ("Language of the Texts"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->language_list),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, _ ("Language of the Texts"), -1);
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    if (g_str_equal (languages[i][0], lw_lesson_shelf_language ()))
      gtk_drop_down_set_selected (self->language_list, i);
  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_widget_set_hexpand (title, TRUE);
  gtk_widget_add_css_class (title, "name");
  gtk_widget_add_css_class (head, "head");
  gtk_box_append (GTK_BOX (head), title);
  gtk_box_append (GTK_BOX (head), GTK_WIDGET (self->language_list));
  gtk_box_append (GTK_BOX (head), lw_help_mark_new_button ("panel-lesson-editor"));
  gtk_box_append (GTK_BOX (self), head);
}

static void
add_steps (LwLessonEditor *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 0);

  self->step_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_set_hexpand (GTK_WIDGET (self->step_label), TRUE);
  self->previous_button =
    new_icon_button (self, "go-previous-symbolic", _ ("Previous Step"), G_CALLBACK (previous_cb));
  self->next_button =
    new_icon_button (self, "go-next-symbolic", _ ("Next Step"), G_CALLBACK (next_cb));
  self->up_button =
    new_icon_button (self, "go-up-symbolic", _ ("Move the Step Forward"), G_CALLBACK (up_cb));
  self->down_button =
    new_icon_button (self, "go-down-symbolic", _ ("Move the Step Back"), G_CALLBACK (down_cb));
  self->remove_button =
    new_icon_button (self, "list-remove-symbolic", _ ("Remove the Step"), G_CALLBACK (remove_cb));
  gtk_box_append (GTK_BOX (row), self->previous_button);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->step_label));
  gtk_box_append (GTK_BOX (row), self->next_button);
  gtk_box_append (GTK_BOX (row), gtk_separator_new (GTK_ORIENTATION_VERTICAL));
  gtk_box_append (GTK_BOX (row), self->up_button);
  gtk_box_append (GTK_BOX (row), self->down_button);
  gtk_box_append (GTK_BOX (row), self->remove_button);
  gtk_box_append (GTK_BOX (row), new_icon_button (self, "list-add-symbolic", _ ("Add a Step"),
                                                  G_CALLBACK (add_cb)));
  gtk_widget_add_css_class (row, "bar");
  gtk_box_append (GTK_BOX (self), row);
}

static void
add_body (LwLessonEditor *self)
{
  GtkWidget *body = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);

  self->scroll = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->message_box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  self->message_icon = GTK_IMAGE (gtk_image_new ());
  self->message_label = GTK_LABEL (
    g_object_new (GTK_TYPE_LABEL, "accessible-role", GTK_ACCESSIBLE_ROLE_STATUS, "wrap", TRUE,
                  "wrap-mode", PANGO_WRAP_WORD_CHAR, "xalign", 0.0, "hexpand", TRUE, NULL));
  self->fault_box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  self->form = LW_LESSON_FORM (lw_lesson_form_new ());
  gtk_scrolled_window_set_policy (self->scroll, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_widget_set_vexpand (GTK_WIDGET (self->scroll), TRUE);
  gtk_scrolled_window_set_child (self->scroll, body);
  gtk_widget_set_valign (GTK_WIDGET (self->message_icon), GTK_ALIGN_START);
  gtk_widget_add_css_class (self->message_box, "reply");
  gtk_box_append (GTK_BOX (self->message_box), GTK_WIDGET (self->message_icon));
  gtk_box_append (GTK_BOX (self->message_box), GTK_WIDGET (self->message_label));
  gtk_widget_add_css_class (body, "body");
  gtk_box_append (GTK_BOX (body), self->message_box);
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->fault_box));
  gtk_box_append (GTK_BOX (body), GTK_WIDGET (self->form));
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->scroll));
  g_signal_connect_object (self->form, "edit", G_CALLBACK (edit_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->form, "ask", G_CALLBACK (ask_cb), self, G_CONNECT_SWAPPED);
}

static void
add_foot (LwLessonEditor *self)
{
  GtkWidget *foot = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *preview = gtk_button_new_with_mnemonic (_ ("_Preview"));

  self->check_button = gtk_button_new_with_mnemonic (_ ("Check _All"));
  self->spinner = gtk_spinner_new ();
  gtk_widget_set_tooltip_text (
    self->check_button, _ ("Check the starts, model solutions and wrong answers of all steps"));
  gtk_widget_set_tooltip_text (preview, _ ("Show the step as learners see it"));
  gtk_widget_set_hexpand (self->spinner, TRUE);
  gtk_widget_set_halign (self->spinner, GTK_ALIGN_START);
  gtk_widget_add_css_class (preview, "suggested-action");
  g_signal_connect_swapped (self->check_button, "clicked", G_CALLBACK (lw_lesson_editor_prove),
                            self);
  g_signal_connect_swapped (preview, "clicked", G_CALLBACK (preview_cb), self);
  gtk_widget_add_css_class (foot, "foot");
  gtk_box_append (GTK_BOX (foot), self->check_button);
  gtk_box_append (GTK_BOX (foot), self->spinner);
  gtk_box_append (GTK_BOX (foot), preview);
  gtk_box_append (GTK_BOX (self), foot);
}

static void
lw_lesson_editor_init (LwLessonEditor *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  add_head (self);
  add_steps (self);
  add_body (self);
  add_foot (self);
  g_signal_connect_object (self->language_list, "notify::selected", G_CALLBACK (show), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
lw_lesson_editor_new (void)
{
  return g_object_new (LW_TYPE_LESSON_EDITOR, NULL);
}
