// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-lesson-field.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-json-edit.h"
#include "lw-notes-view.h"
#include "lw-number.h"

struct _LwLessonField
{
  GtkBox parent_instance;

  // Owned
  char *place;
  char *language;    ///< NULL before a lesson is shown
  char *shown;       ///< text that was shown or emitted last
  GStrv choices;     ///< NULL without choices
  char *english;     ///< text without languages; NULL if there is none
  guint n_languages; ///< texts that the value has

  // Borrowed
  const LwLessonFieldSpec *spec;

  // Children
  GtkWidget *editor;

  bool showing; ///< the value is being set by the program
};

enum
{
  SIGNAL_EDIT,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (LwLessonField, lw_lesson_field, GTK_TYPE_BOX)

static bool
has_languages (const LwLessonField *self)
{
  return self->spec->kind == LW_LESSON_FIELD_LINE || self->spec->kind == LW_LESSON_FIELD_BLOCK;
}

// ---- from JSON ------------------------------------------------------------------------------

static char *
dup_plain (const LwJson *node)
{
  char number[LW_NUMBER_SIZE];

  if (node == NULL)
    return g_strdup ("");
  if (node->type == LW_JSON_STRING)
    return g_strdup (node->string);
  if (node->type == LW_JSON_NUMBER)
    return g_strdup (lw_number_format (node->number, number));
  return g_strdup ("");
}

static char *
dup_list (const LwJson *list, const char *separator)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; list != NULL && list->type == LW_JSON_LIST && i < list->length; i++) {
    g_autofree char *item = dup_plain (lw_json_element (list, i));

    g_string_append_printf (text, "%s%s", i > 0 ? separator : "", item);
  }
  return g_strdup (text->str);
}

/// A text that is not an object is in English, as the reader of lessons takes it.
static char *
dup_in_language (const LwJson *node, const char *language)
{
  if (node != NULL && node->type == LW_JSON_STRING)
    return g_strdup (g_str_equal (language, "en") ? node->string : "");
  return dup_plain (node != NULL ? lw_json_member (node, language) : NULL);
}

static char *
dup_value (const LwLessonField *self, const LwJson *node)
{
  switch (self->spec->kind) {
  case LW_LESSON_FIELD_LINE:
  case LW_LESSON_FIELD_BLOCK:
    return dup_in_language (node, self->language);
  case LW_LESSON_FIELD_LINES:
    return dup_list (node, "\n");
  case LW_LESSON_FIELD_WORDS:
    return dup_list (node, "; ");
  case LW_LESSON_FIELD_STRING:
  case LW_LESSON_FIELD_VALUE:
  case LW_LESSON_FIELD_NUMBER:
  case LW_LESSON_FIELD_CHOICE:
    break;
  }
  return dup_plain (node);
}

// ---- to JSON --------------------------------------------------------------------------------

static char *
dup_string (const char *text)
{
  g_autoptr (GString) json = g_string_new (NULL);

  lw_json_append_string (json, text);
  return g_strdup (json->str);
}

/// Reads a number that has nothing behind it; a decimal comma is accepted.
static bool
read_number (const char *text, double *number)
{
  g_autofree char *point = g_strdelimit (g_strdup (text), ",", '.');
  char *end;

  *number = g_ascii_strtod (point, &end);
  return end != point && *end == '\0' && isfinite (*number);
}

/// A number stays one, so that files do not change when a field is only touched.
static char *
dup_number_or_string (const char *text)
{
  char buffer[LW_NUMBER_SIZE];
  double number;

  return read_number (text, &number) ? g_strdup (lw_number_format (number, buffer))
                                     : dup_string (text);
}

static char *
dup_json_list (const char *text, const char *separator, bool numbers)
{
  g_auto (GStrv) items = g_strsplit (text, separator, -1);
  g_autoptr (GString) json = g_string_new ("[");

  for (guint i = 0; items[i] != NULL; i++) {
    const char *item = g_strstrip (items[i]);
    g_autofree char *value = numbers ? dup_number_or_string (item) : dup_string (item);

    if (*item != '\0')
      g_string_append_printf (json, "%s%s", json->len > 1 ? ", " : "", value);
  }
  g_string_append_c (json, ']');
  return g_strdup (json->str);
}

/// Returns the JSON of the typed text; NULL if it is empty.
static char *
dup_json (const LwLessonField *self, const char *text)
{
  if (*text == '\0')
    return NULL;
  switch (self->spec->kind) {
  case LW_LESSON_FIELD_LINE:
  case LW_LESSON_FIELD_BLOCK:
  case LW_LESSON_FIELD_STRING:
  case LW_LESSON_FIELD_CHOICE:
    return dup_string (text);
  case LW_LESSON_FIELD_VALUE:
  case LW_LESSON_FIELD_NUMBER:
    return dup_number_or_string (text);
  case LW_LESSON_FIELD_LINES:
    return dup_json_list (text, "\n", false);
  case LW_LESSON_FIELD_WORDS:
    break;
  }
  return dup_json_list (text, ";", true);
}

// ---- the widget -----------------------------------------------------------------------------

static char *
dup_typed (LwLessonField *self)
{
  if (GTK_IS_TEXT_VIEW (self->editor)) {
    GtkTextBuffer *buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor));
    GtkTextIter start;
    GtkTextIter end;

    gtk_text_buffer_get_bounds (buffer, &start, &end);
    return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  }
  if (GTK_IS_DROP_DOWN (self->editor)) {
    const guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->editor));

    return g_strdup (
      selected > 0 && selected != GTK_INVALID_LIST_POSITION ? self->choices[selected - 1] : "");
  }
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->editor))));
}

static void
set_typed (LwLessonField *self, const char *text)
{
  self->showing = true;
  if (GTK_IS_TEXT_VIEW (self->editor)) {
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor)), text, -1);
  } else if (GTK_IS_DROP_DOWN (self->editor)) {
    guint selected = 0;

    for (guint i = 0; self->choices[i] != NULL; i++)
      if (g_str_equal (self->choices[i], text))
        selected = i + 1;
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->editor), selected);
  } else {
    gtk_editable_set_text (GTK_EDITABLE (self->editor), text);
  }
  self->showing = false;
}

void
lw_lesson_field_show (LwLessonField *self, const LwJson *root, const char *language)
{
  const LwJson *node;
  g_autofree char *text = NULL;

  g_return_if_fail (LW_IS_LESSON_FIELD (self));

  g_free (self->language);
  self->language = g_strdup (language);
  node = lw_json_at (root, self->place);
  g_clear_pointer (&self->english, g_free);
  self->n_languages = 0;
  if (node != NULL && node->type == LW_JSON_STRING)
    self->english = g_strdup (node->string);
  else if (node != NULL && node->type == LW_JSON_OBJECT)
    self->n_languages = node->length;
  text = dup_value (self, node);
  if (g_strcmp0 (text, self->shown) != 0 || GTK_IS_DROP_DOWN (self->editor))
    set_typed (self, text);
  g_free (self->shown);
  self->shown = g_steal_pointer (&text);
}

static void
tell (LwLessonField *self, const char *place, const char *json)
{
  g_signal_emit (self, signals[SIGNAL_EDIT], 0, place, json);
}

/// Tells a text of one language. A text of English only is a plain string, and becomes an object with
/// its first translation.
static void
tell_translation (LwLessonField *self, const char *json)
{
  const bool is_english = g_str_equal (self->language, "en");
  const char *last = strrchr (self->place, '/');
  const bool is_item = last != NULL && g_ascii_isdigit (last[1]);
  g_autofree char *place = g_strconcat (self->place, "/", self->language, NULL);
  g_autofree char *english = NULL;
  g_autofree char *both = NULL;

  if (self->english != NULL && !is_english && json != NULL) {
    english = dup_string (self->english);
    both = g_strdup_printf ("{\"en\": %s, \"%s\": %s}", english, self->language, json);
    tell (self, self->place, both);
  } else if (self->n_languages > 1 || (json != NULL && (self->n_languages == 1 || !is_english))) {
    tell (self, place, json);
  } else {
    // An item of a list stays, so that the others keep their places.
    tell (self, self->place, json == NULL && is_item ? "\"\"" : json);
  }
}

void
lw_lesson_field_commit (LwLessonField *self)
{
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;

  g_return_if_fail (LW_IS_LESSON_FIELD (self));

  if (self->showing || self->language == NULL)
    return;
  text = dup_typed (self);
  if (g_strcmp0 (text, self->shown) == 0)
    return;
  g_free (self->shown);
  self->shown = g_strdup (text);
  json = dup_json (self, text);
  if (has_languages (self))
    tell_translation (self, json);
  else
    tell (self, self->place, json);
}

const char *
lw_lesson_field_get_place (LwLessonField *self)
{
  g_return_val_if_fail (LW_IS_LESSON_FIELD (self), NULL);

  return self->place;
}

GtkWidget *
lw_lesson_field_get_editor (LwLessonField *self)
{
  g_return_val_if_fail (LW_IS_LESSON_FIELD (self), NULL);

  return self->editor;
}

static void
lw_lesson_field_finalize (GObject *object)
{
  LwLessonField *self = LW_LESSON_FIELD (object);

  g_free (self->place);
  g_free (self->language);
  g_free (self->shown);
  g_free (self->english);
  g_strfreev (self->choices);

  G_OBJECT_CLASS (lw_lesson_field_parent_class)->finalize (object);
}

static void
lw_lesson_field_class_init (LwLessonFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = lw_lesson_field_finalize;
  signals[SIGNAL_EDIT] = g_signal_new ("edit", LW_TYPE_LESSON_FIELD, G_SIGNAL_RUN_LAST, 0, NULL,
                                       NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
lw_lesson_field_init (LwLessonField *self)
{
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 2);
}

static GtkWidget *
new_choice (LwLessonField *self, const char *const *choices)
{
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  GtkWidget *list;

  self->choices = g_strdupv ((char **) choices);
  gtk_string_list_append (model, _ ("None"));
  for (guint i = 0; choices[i] != NULL; i++)
    gtk_string_list_append (model, choices[i]);
  list = gtk_drop_down_new (G_LIST_MODEL (g_steal_pointer (&model)), NULL);
  g_signal_connect_object (list, "notify::selected", G_CALLBACK (lw_lesson_field_commit), self,
                           G_CONNECT_SWAPPED);
  return list;
}

static GtkWidget *
new_editor (LwLessonField *self, const char *const *choices)
{
  const LwLessonFieldKind kind = self->spec->kind;
  GtkEventController *focus;
  GtkWidget *editor;

  if (kind == LW_LESSON_FIELD_CHOICE)
    return new_choice (self, choices);
  if (kind == LW_LESSON_FIELD_BLOCK || kind == LW_LESSON_FIELD_LINES) {
    editor = lw_notes_view_new ();
  } else {
    editor = gtk_entry_new ();
    gtk_editable_set_width_chars (GTK_EDITABLE (editor), 8);
    if (self->spec->placeholder != NULL)
      gtk_entry_set_placeholder_text (GTK_ENTRY (editor), _ (self->spec->placeholder));
    g_signal_connect_swapped (editor, "activate", G_CALLBACK (lw_lesson_field_commit), self);
  }
  focus = gtk_event_controller_focus_new ();
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (lw_lesson_field_commit), self);
  gtk_widget_add_controller (editor, focus);
  return editor;
}

GtkWidget *
lw_lesson_field_new (const LwLessonFieldSpec *spec, const char *item, const char *const *choices)
{
  LwLessonField *self = g_object_new (LW_TYPE_LESSON_FIELD, NULL);
  GtkWidget *label = gtk_label_new (_ (spec->label));

  self->spec = spec;
  self->place =
    g_strconcat (item, *item != '\0' && *spec->place != '\0' ? "/" : "", spec->place, NULL);
  self->editor = new_editor (self, choices);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->editor);
  gtk_widget_add_css_class (label, "caption");
  if (GTK_IS_TEXT_VIEW (self->editor) && spec->placeholder != NULL)
    gtk_widget_set_tooltip_text (self->editor, _ (spec->placeholder));
  gtk_box_append (GTK_BOX (self), label);
  gtk_box_append (GTK_BOX (self), self->editor);
  return GTK_WIDGET (self);
}
