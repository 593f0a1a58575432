// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-field-editor-private.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-channel-names.h"
#include "lw-notes-view.h"
#include "lw-property.h"

G_DEFINE_FINAL_TYPE (LwFieldEditor, lw_field_editor, GTK_TYPE_BOX)

/// Field that has lost the focus and whose text has not been committed yet.
static LwFieldEditor *left_field;
static guint left_id;

// ---- several elements -----------------------------------------------------------------------

/// Returns the size of the value, in bytes.
static gsize
value_size (const LwFieldSpec *spec)
{
  return spec->type == LW_EDITOR_CHECK    ? sizeof (bool)
         : spec->type == LW_EDITOR_CHOICE ? sizeof (int)
                                          : spec->n * sizeof (double);
}

bool
lw_field_editor_is_mixed (LwFieldEditor *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *place = lw_property_get_place (mechanism, self->target);
  double first[LW_EDITOR_NUMBERS_MAX];
  double values[LW_EDITOR_NUMBERS_MAX];
  bool mixed = false;

  for (guint i = 1; i < lw_field_editor_n_targets (self) && !mixed; i++) {
    const char *other = lw_property_get_place (mechanism, lw_field_editor_get_target (self, i));

    if (other == NULL)
      continue;
    if (self->spec->get == NULL && self->spec->property == NULL) {
      mixed =
        memcmp (place + self->spec->offset, other + self->spec->offset, value_size (self->spec))
        != 0;
      continue;
    }
    lw_field_editor_get_numbers (self, self->target, first);
    lw_field_editor_get_numbers (self, lw_field_editor_get_target (self, i), values);
    mixed = memcmp (first, values, MAX (self->spec->n, 1) * sizeof *values) != 0;
  }
  return mixed;
}

/// Returns the mechanism with this value in each of the elements.
static LwMechanism *
with_value (LwFieldEditor *self, const void *value)
{
  const LwFieldSpec *spec = self->spec;
  LwMechanism *next = lw_mechanism_ref (lw_document_get_mechanism (self->document));

  for (guint i = 0; i < lw_field_editor_n_targets (self); i++) {
    const LwElementRef target = lw_field_editor_get_target (self, i);
    g_autoptr (LwMechanism) before = next;

    if (lw_property_get_place (before, target) == NULL) {
      next = lw_mechanism_ref (before);
      continue;
    }
    next = spec->set != NULL
             ? spec->set (before, target.id, value)
             : lw_property_with_bytes (before, target, spec->offset, value, value_size (spec));
  }
  return next;
}

/// Returns true if the field is edited in a text view.
static bool
has_lines (const LwFieldSpec *spec)
{
  return spec->type == LW_EDITOR_NOTES || spec->type == LW_EDITOR_LINES;
}

// ---- committing -----------------------------------------------------------------------------

void
lw_field_editor_show_error (LwFieldEditor *self, const char *message)
{
  gtk_label_set_text (self->error_label, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), message != NULL);
  if (message != NULL)
    gtk_widget_add_css_class (self->editor, "error");
  else
    gtk_widget_remove_css_class (self->editor, "error");
  gtk_accessible_update_state (
    GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_STATE_INVALID,
    message != NULL ? GTK_ACCESSIBLE_INVALID_TRUE : GTK_ACCESSIBLE_INVALID_FALSE, -1);
}

/// Applies a mechanism as one undo step, unless the engine refuses it. Takes ownership of `next`.
/// The model that is compiled for the check is also the one that is played.
static bool
apply (LwFieldEditor *self, LwMechanism *next, GError **error)
{
  g_autoptr (LwMechanism) owned G_GNUC_UNUSED = next;
  MbdModel *model = lw_mechanism_compile (next, error);

  if (model == NULL)
    return false;
  // The document notifies its listeners immediately, which may replace this row.
  g_object_ref (self);
  lw_document_edit_compiled (self->document, _ (self->spec->step), next, model);
  g_object_unref (self);
  mbd_model_unref (model);
  return true;
}

static LwMechanism *
dup_next_with_text (LwFieldEditor *self, const char *text, GError **error)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);

  if (self->spec->type == LW_EDITOR_NAME)
    return lw_channel_names_follow (mechanism,
                                    lw_field_editor_with_name (mechanism, self->target, text));
  if (self->spec->type == LW_EDITOR_NOTES)
    return lw_mechanism_with_notes (mechanism, text);
  if (self->spec->set_text != NULL)
    return self->spec->set_text (mechanism, self->target.id, text, error);
  return lw_field_editor_dup_with_numbers (self, text, error);
}

static char *
dup_typed (LwFieldEditor *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;

  if (!has_lines (self->spec))
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->editor)));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/// Selects the faulty part of the text, so that the user can type over it.
static void
mark_fault (LwFieldEditor *self, const char *typed)
{
  int start;
  int end;

  if (self->spec->find_fault == NULL || has_lines (self->spec)
      || !self->spec->find_fault (lw_document_get_mechanism (self->document), typed, &start, &end))
    return;
  gtk_editable_select_region (GTK_EDITABLE (self->editor), (int) g_utf8_strlen (typed, start),
                              (int) g_utf8_strlen (typed, end));
}

/// Returns true if the text is the value now.
static bool
commit_text (LwFieldEditor *self)
{
  g_autofree char *typed = dup_typed (self);
  g_autoptr (GError) error = NULL;
  LwMechanism *next;

  if (self->shown == NULL || g_str_equal (typed, self->shown)
      || lw_property_get_place (lw_document_get_mechanism (self->document), self->target) == NULL) {
    lw_field_editor_show_error (self, NULL);
    return true;
  }
  next = dup_next_with_text (self, typed, &error);
  if (next == NULL || !apply (self, next, &error)) {
    lw_field_editor_show_error (self, error->message);
    mark_fault (self, typed);
    return false;
  }
  lw_field_editor_show_error (self, NULL);
  lw_field_editor_refresh (self);
  return true;
}

void
lw_field_editor_commit (LwFieldEditor *self)
{
  g_return_if_fail (LW_IS_FIELD_EDITOR (self));

  commit_text (self);
}

static void
commit_bytes (LwFieldEditor *self, const void *bytes)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *place = lw_property_get_place (mechanism, self->target);
  g_autoptr (GError) error = NULL;
  bool is_done;

  if (self->filling || place == NULL
      || (memcmp (place + self->spec->offset, bytes, value_size (self->spec)) == 0
          && !lw_field_editor_is_mixed (self)))
    return;
  is_done = apply (self, with_value (self, bytes), &error);
  lw_field_editor_show_error (self, is_done ? NULL : error->message);
  lw_field_editor_refresh (self);
}

static gboolean
written_cb (gpointer data)
{
  LwFieldEditor *self = data;

  self->written_id = 0;
  commit_text (self);
  return G_SOURCE_REMOVE;
}

/// Commits a text set without the focus: a screen reader sets the whole text, and sends no more.
static void
text_changed_cb (LwFieldEditor *self)
{
  if (!self->filling && self->written_id == 0
      && !(gtk_widget_get_state_flags (self->editor) & GTK_STATE_FLAG_FOCUS_WITHIN))
    self->written_id = g_idle_add (written_cb, self);
}

/// Commits the text and selects it, as after Tab, so that the next input replaces it.
static void
activate_cb (LwFieldEditor *self)
{
  if (commit_text (self))
    gtk_editable_select_region (GTK_EDITABLE (self->editor), 0, -1);
}

/// Shows the text to edit: the formula, or a number with all its digits.
static void
enter_cb (LwFieldEditor *self)
{
  g_autofree char *to_edit = NULL;

  if (self->spec->type != LW_EDITOR_NUMBERS || self->shown == NULL
      || lw_property_get_place (lw_document_get_mechanism (self->document), self->target) == NULL)
    return;
  to_edit = lw_field_editor_dup_numbers_text (self, true);
  if (g_str_equal (to_edit, self->shown))
    return;
  lw_field_editor_refresh (self);
  gtk_editable_select_region (GTK_EDITABLE (self->editor), 0, -1);
}

static void
settle (LwFieldEditor *self)
{
  // Restore the value, so that no invalid text remains; keep the message.
  if (!commit_text (self)) {
    g_autofree char *message = g_strdup (gtk_label_get_text (self->error_label));

    lw_field_editor_refresh (self);
    lw_field_editor_show_error (self, message);
    return;
  }
  if (self->spec->type == LW_EDITOR_NUMBERS)
    lw_field_editor_refresh (self);
}

static gboolean
left_cb (gpointer data)
{
  left_id = 0;
  lw_field_editor_settle ();
  return G_SOURCE_REMOVE;
}

void
lw_field_editor_settle (void)
{
  g_autoptr (LwFieldEditor) self = g_steal_pointer (&left_field);

  if (self == NULL)
    return;
  g_clear_handle_id (&left_id, g_source_remove);
  if (self->document != NULL)
    settle (self);
}

/// Commits in an idle handler before the next event: the edit may remove the widget that is about
/// to get the focus, and GTK 4.8 then searches its ancestors in an endless loop.
static void
leave_cb (LwFieldEditor *self)
{
  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return;
  lw_field_editor_settle ();
  left_field = g_object_ref (self);
  left_id = g_idle_add_full (G_PRIORITY_HIGH, left_cb, NULL, NULL);
}

/// Leaves undo keys to an entry that is being edited; else activates undo and redo of the document.
static gboolean
undo_by_key (LwFieldEditor *self, guint key, GdkModifierType modifiers)
{
  g_autofree char *typed = dup_typed (self);
  bool redo = key == GDK_KEY_y || (modifiers & GDK_SHIFT_MASK) != 0;

  if (g_strcmp0 (typed, self->shown) != 0)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (GTK_WIDGET (self), redo ? "win.redo" : "win.undo", NULL);
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (LwFieldEditor *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & GDK_CONTROL_MASK) && (key == GDK_KEY_z || key == GDK_KEY_Z || key == GDK_KEY_y))
    return undo_by_key (self, key, modifiers);
  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  lw_field_editor_show_error (self, NULL);
  lw_field_editor_refresh (self);
  return GDK_EVENT_STOP;
}

/// Returns the number of the choice, -1 if there is none, from `get` if the value is not stored as an enumeration.
static int
get_choice (LwFieldEditor *self)
{
  double value[LW_EDITOR_NUMBERS_MAX];
  int choice;

  if (self->spec->get == NULL) {
    memcpy (&choice,
            lw_property_get_place (lw_document_get_mechanism (self->document), self->target)
              + self->spec->offset,
            sizeof choice);
    for (int i = 0; self->spec->values != NULL && self->spec->choices[i] != NULL; i++)
      if (self->spec->values[i] == choice)
        return i;
    return self->spec->values != NULL ? -1 : choice;
  }
  lw_field_editor_get_numbers (self, self->target, value);
  return (int) value[0];
}

static void
commit_choice (LwFieldEditor *self, int choice)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const double value = choice;
  g_autoptr (GError) error = NULL;
  bool is_done;

  if (self->filling || lw_property_get_place (mechanism, self->target) == NULL
      || (get_choice (self) == choice && !lw_field_editor_is_mixed (self)))
    return;
  is_done = apply (self, with_value (self, &value), &error);
  lw_field_editor_show_error (self, is_done ? NULL : error->message);
  lw_field_editor_refresh (self);
}

static void
chosen_cb (LwFieldEditor *self)
{
  int choice = (int) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->editor));

  // The item after the choices indicates that the elements differ.
  if (choice < 0 || self->spec->choices[choice] == NULL)
    return;
  if (self->spec->get != NULL) {
    commit_choice (self, choice);
  } else {
    if (self->spec->values != NULL)
      choice = self->spec->values[choice];
    commit_bytes (self, &choice);
  }
}

static void
switched_cb (LwFieldEditor *self)
{
  bool active = gtk_switch_get_active (GTK_SWITCH (self->editor));

  commit_bytes (self, &active);
}

// ---- showing --------------------------------------------------------------------------------

static char *
dup_value_text (LwFieldEditor *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *name;

  if (self->spec->type == LW_EDITOR_NOTES)
    return g_strdup (lw_mechanism_get_notes (mechanism));
  if (self->spec->type == LW_EDITOR_NAME) {
    name = lw_field_editor_get_name (mechanism, self->target);
    return g_strdup (name != NULL ? name : "");
  }
  if (self->spec->get_text != NULL)
    return self->spec->get_text (mechanism, self->target.id);
  return lw_field_editor_dup_numbers_text (
    self, (gtk_widget_get_state_flags (self->editor) & GTK_STATE_FLAG_FOCUS_WITHIN) != 0);
}

/// Sets the text of the entry. If all of the previous text was selected, all of the new text is.
static void
set_entry_text (LwFieldEditor *self, const char *text)
{
  GtkEditable *entry = GTK_EDITABLE (self->editor);
  const char *before = gtk_editable_get_text (entry);
  int start, end;
  bool all_selected;

  if (g_str_equal (text, before))
    return;
  all_selected = gtk_editable_get_selection_bounds (entry, &start, &end) && start == 0
                 && end == (int) g_utf8_strlen (before, -1);
  gtk_editable_set_text (entry, text);
  if (all_selected)
    gtk_editable_select_region (entry, 0, -1);
}

static void
show_text (LwFieldEditor *self)
{
  int length;

  g_free (self->shown);
  self->shown = dup_value_text (self);
  if (has_lines (self->spec)) {
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor)), self->shown,
                              -1);
    return;
  }
  set_entry_text (self, self->shown);
  if (self->spec->type == LW_EDITOR_NAME)
    return;
  lw_field_editor_show_mark (self);
  length = (int) g_utf8_strlen (self->shown, -1);
  // A formula gets the room that its name leaves.
  length = self->spec->type == LW_EDITOR_TEXT ? 4 : CLAMP (length, 4, 20);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->editor), length);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->editor), length);
}

/// Adds an item that indicates different values, and does nothing, as long as the elements differ.
static void
show_mixed_choice (LwFieldEditor *self, int *choice)
{
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->editor)));
  guint n_choices = g_strv_length ((GStrv) self->spec->choices);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (list));
  bool mixed = lw_field_editor_is_mixed (self);

  if (mixed && n_items == n_choices)
    gtk_string_list_append (list, LW_EDITOR_MIXED);
  else if (!mixed && n_items > n_choices)
    gtk_string_list_remove (list, n_choices);
  if (mixed)
    *choice = (int) n_choices;
}

void
lw_field_editor_refresh (LwFieldEditor *self)
{
  const char *place;
  int choice;
  bool active;

  g_return_if_fail (LW_IS_FIELD_EDITOR (self));

  place = lw_property_get_place (lw_document_get_mechanism (self->document), self->target);
  if (place == NULL)
    return;
  self->filling = true;
  switch (self->spec->type) {
  case LW_EDITOR_CHOICE:
    choice = get_choice (self);
    show_mixed_choice (self, &choice);
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->editor), (guint) choice);
    break;
  case LW_EDITOR_CHECK:
    memcpy (&active, place + self->spec->offset, sizeof active);
    gtk_switch_set_active (GTK_SWITCH (self->editor), active && !lw_field_editor_is_mixed (self));
    break;
  case LW_EDITOR_NUMBERS:
  case LW_EDITOR_NAME:
  case LW_EDITOR_TEXT:
  case LW_EDITOR_LINES:
  case LW_EDITOR_NOTES:
    show_text (self);
    break;
  }
  self->filling = false;
}

/// Returns true if the entry has the focus and a text that is neither the value nor refused.
static bool
is_being_typed (LwFieldEditor *self)
{
  g_autofree char *typed = NULL;

  if (self->shown == NULL || lw_field_editor_get_error (self) != NULL
      || !(gtk_widget_get_state_flags (self->editor) & GTK_STATE_FLAG_FOCUS_WITHIN))
    return false;
  typed = dup_typed (self);
  return !g_str_equal (typed, self->shown);
}

void
lw_field_editor_follow (LwFieldEditor *self)
{
  g_return_if_fail (LW_IS_FIELD_EDITOR (self));

  if (is_being_typed (self))
    return;
  lw_field_editor_refresh (self);
  lw_field_editor_show_error (self, NULL);
}

void
lw_field_editor_keep_typing (LwFieldEditor *self, LwTyping *typing)
{
  g_return_if_fail (LW_IS_FIELD_EDITOR (self));

  *typing = (LwTyping){ 0 };
  if (!is_being_typed (self))
    return;
  typing->text = dup_typed (self);
  if (!has_lines (self->spec))
    typing->position = gtk_editable_get_position (GTK_EDITABLE (self->editor));
  // The field is about to lose the focus, and must not commit this as its value.
  g_free (self->shown);
  self->shown = g_strdup (typing->text);
}

void
lw_field_editor_resume_typing (LwFieldEditor *self, const LwTyping *typing)
{
  g_return_if_fail (LW_IS_FIELD_EDITOR (self));

  gtk_widget_grab_focus (self->editor);
  if (typing->text == NULL)
    return;
  self->filling = true;
  if (has_lines (self->spec)) {
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor)), typing->text,
                              -1);
  } else {
    gtk_editable_set_text (GTK_EDITABLE (self->editor), typing->text);
    gtk_editable_set_position (GTK_EDITABLE (self->editor), typing->position);
  }
  self->filling = false;
}

GtkWidget *
lw_field_editor_get_input (LwFieldEditor *self)
{
  g_return_val_if_fail (LW_IS_FIELD_EDITOR (self), NULL);

  return self->editor;
}

bool
lw_field_editor_is_same (LwFieldEditor *self, LwFieldEditor *other)
{
  g_return_val_if_fail (LW_IS_FIELD_EDITOR (self) && LW_IS_FIELD_EDITOR (other), false);

  return self->spec == other->spec && self->target.kind == other->target.kind
         && self->target.id == other->target.id && g_strcmp0 (self->property, other->property) == 0;
}

const char *
lw_field_editor_get_error (LwFieldEditor *self)
{
  g_return_val_if_fail (LW_IS_FIELD_EDITOR (self), NULL);

  if (!gtk_widget_get_visible (GTK_WIDGET (self->error_label)))
    return NULL;
  return gtk_label_get_text (self->error_label);
}

// ---- object ---------------------------------------------------------------------------------

static GtkWidget *
new_choice (LwFieldEditor *self)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  GtkWidget *drop_down;

  for (guint i = 0; self->spec->choices[i] != NULL; i++)
    gtk_string_list_append (list, _ (self->spec->choices[i]));
  drop_down = gtk_drop_down_new (G_LIST_MODEL (list), NULL);
  g_signal_connect_swapped (drop_down, "notify::selected", G_CALLBACK (chosen_cb), self);
  gtk_widget_add_css_class (drop_down, "value");
  return drop_down;
}

static void
watch_typing (LwFieldEditor *self, GtkWidget *widget)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (focus, "enter", G_CALLBACK (enter_cb), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, focus);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, keys);
}

static GtkWidget *
new_editor (LwFieldEditor *self)
{
  GtkWidget *widget;

  switch (self->spec->type) {
  case LW_EDITOR_CHOICE:
    return new_choice (self);
  case LW_EDITOR_CHECK:
    widget = gtk_switch_new ();
    g_signal_connect_swapped (widget, "notify::active", G_CALLBACK (switched_cb), self);
    return widget;
  case LW_EDITOR_NOTES:
  case LW_EDITOR_LINES:
    widget = lw_notes_view_new ();
    watch_typing (self, widget);
    return widget;
  case LW_EDITOR_NUMBERS:
  case LW_EDITOR_NAME:
  case LW_EDITOR_TEXT:
    break;
  }
  widget = gtk_entry_new ();
  if (self->spec->type == LW_EDITOR_NAME)
    gtk_entry_set_placeholder_text (GTK_ENTRY (widget), _ (self->spec->name));
  if (self->spec->type != LW_EDITOR_NAME) {
    gtk_entry_set_alignment (GTK_ENTRY (widget), 1);
    gtk_widget_add_css_class (widget, "value");
  }
  g_signal_connect_swapped (widget, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (widget, "changed", G_CALLBACK (text_changed_cb), self);
  watch_typing (self, widget);
  return widget;
}

static LwFieldEditor *
new_field (LwDocument *document, LwElementRef target, const LwFieldSpec *spec, const char *property)
{
  LwFieldEditor *self =
    g_object_new (LW_TYPE_FIELD_EDITOR, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
  const char *name = _ (spec->name);

  self->document = g_object_ref (document);
  self->target = target;
  self->spec = spec;
  if (property != NULL)
    self->property = g_strdup (property);
  else if (spec->type == LW_EDITOR_NUMBERS && spec->get == NULL)
    self->property = lw_property_dup_name_at (target.kind, spec->offset);
  self->editor = new_editor (self);
  gtk_widget_set_valign (self->editor, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->editor, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  return self;
}

static void
finish_field (LwFieldEditor *self)
{
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->error_label));
  lw_field_editor_refresh (self);
}

GtkWidget *
lw_field_editor_new (LwDocument *document, LwElementRef target, const LwFieldSpec *spec)
{
  return lw_field_editor_new_named (document, target, spec, spec->property);
}

GtkWidget *
lw_field_editor_new_named (LwDocument *document,
                           LwElementRef target,
                           const LwFieldSpec *spec,
                           const char *property)
{
  LwFieldEditor *self = new_field (document, target, spec, property);
  GtkWidget *row;
  GtkWidget *label;

  if (has_lines (spec)) {
    gtk_widget_set_valign (self->editor, GTK_ALIGN_FILL);
    gtk_box_append (GTK_BOX (self), self->editor);
    finish_field (self);
    return GTK_WIDGET (self);
  }
  row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  gtk_widget_add_css_class (row, "row");
  label = gtk_label_new (_ (spec->name));
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand (spec->type == LW_EDITOR_TEXT ? self->editor : label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  if (self->property != NULL) {
    self->mark = gtk_label_new ("ƒ");
    gtk_widget_add_css_class (self->mark, "formula");
    gtk_box_append (GTK_BOX (row), self->mark);
  }
  gtk_box_append (GTK_BOX (row), self->editor);
  gtk_box_append (GTK_BOX (self), row);
  finish_field (self);
  return GTK_WIDGET (self);
}

GtkWidget *
lw_field_editor_new_bare (LwDocument *document, LwElementRef target, const LwFieldSpec *spec)
{
  LwFieldEditor *self = new_field (document, target, spec, spec->property);

  gtk_box_append (GTK_BOX (self), self->editor);
  finish_field (self);
  return GTK_WIDGET (self);
}

static void
lw_field_editor_dispose (GObject *object)
{
  LwFieldEditor *self = LW_FIELD_EDITOR (object);

  g_clear_handle_id (&self->written_id, g_source_remove);
  g_clear_object (&self->document);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_field_editor_parent_class)->dispose (object);
}

static void
lw_field_editor_finalize (GObject *object)
{
  LwFieldEditor *self = LW_FIELD_EDITOR (object);

  g_free (self->shown);
  g_free (self->property);
  g_clear_pointer (&self->others, g_array_unref);

  G_OBJECT_CLASS (lw_field_editor_parent_class)->finalize (object);
}

static void
lw_field_editor_class_init (LwFieldEditorClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_field_editor_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_field_editor_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "field");
}

static void
lw_field_editor_init (LwFieldEditor *self)
{
  self->look = lw_appearance_dup_default ();
  self->error_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_xalign (self->error_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "refused");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), FALSE);
}
