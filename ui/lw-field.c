// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-field.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-look.h"
#include "lw-notes-view.h"
#include "lw-quantity.h"

#define MIXED "—" ///< several elements whose values differ

struct _LwField
{
  GtkBox parent_instance;

  // Owned
  LwDocument *document;
  LwLook *look;
  char *shown; ///< what the entry shows of the present value

  // Children
  GtkWidget *editor;
  GtkLabel *error_label;

  const LwFieldSpec *spec;
  LwElementRef target;
  GArray *others; ///< of LwElementRef: edited together with the target; NULL: none
  bool filling;   ///< the editor changes by itself
  guint written_id;
};

G_DEFINE_FINAL_TYPE (LwField, lw_field, GTK_TYPE_BOX)

// ---- values in a mechanism ------------------------------------------------------------------

/// What the offset counts in; NULL when the element is gone.
static const char *
get_place (const LwMechanism *mechanism, LwElementRef target)
{
  switch (target.kind) {
  case LW_SELECTION_BODY:
    return (const char *) lw_mechanism_find_body (mechanism, target.id);
  case LW_SELECTION_COUPLING:
    return (const char *) lw_mechanism_find_coupling (mechanism, target.id);
  case LW_SELECTION_FORCE:
    return (const char *) lw_mechanism_find_force (mechanism, target.id);
  case LW_SELECTION_TRACER:
    return (const char *) lw_mechanism_find_tracer (mechanism, target.id);
  case LW_SELECTION_NONE:
    break;
  }
  return (const char *) lw_mechanism_get_run (mechanism);
}

/// The mechanism with other bytes at that place.
static LwMechanism *
with_bytes (const LwMechanism *mechanism,
            LwElementRef target,
            gsize offset,
            const void *bytes,
            gsize size)
{
  LwRunSettings run = *lw_mechanism_get_run (mechanism);
  LwBody *body;
  LwCoupling *coupling;
  LwForce *force;
  LwTracer *tracer;

  switch (target.kind) {
  case LW_SELECTION_BODY:
    body = lw_body_copy (lw_mechanism_find_body (mechanism, target.id));
    memcpy ((char *) body + offset, bytes, size);
    return lw_mechanism_replace_body (mechanism, body);
  case LW_SELECTION_COUPLING:
    coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, target.id));
    memcpy ((char *) coupling + offset, bytes, size);
    return lw_mechanism_replace_coupling (mechanism, coupling);
  case LW_SELECTION_FORCE:
    force = lw_force_copy (lw_mechanism_find_force (mechanism, target.id));
    memcpy ((char *) force + offset, bytes, size);
    return lw_mechanism_replace_force (mechanism, force);
  case LW_SELECTION_TRACER:
    tracer = lw_tracer_copy (lw_mechanism_find_tracer (mechanism, target.id));
    memcpy ((char *) tracer + offset, bytes, size);
    return lw_mechanism_replace_tracer (mechanism, tracer);
  case LW_SELECTION_NONE:
    break;
  }
  memcpy ((char *) &run + offset, bytes, size);
  return lw_mechanism_with_run (mechanism, &run);
}

static LwMechanism *
with_name (const LwMechanism *mechanism, LwElementRef target, const char *text)
{
  const char *name = text[0] != '\0' ? text : NULL;
  LwBody *body;
  LwCoupling *coupling;
  LwForce *force;
  LwTracer *tracer;

  switch (target.kind) {
  case LW_SELECTION_BODY:
    body = lw_body_copy (lw_mechanism_find_body (mechanism, target.id));
    lw_body_set_name (body, name);
    return lw_mechanism_replace_body (mechanism, body);
  case LW_SELECTION_COUPLING:
    coupling = lw_coupling_copy (lw_mechanism_find_coupling (mechanism, target.id));
    lw_coupling_set_name (coupling, name);
    return lw_mechanism_replace_coupling (mechanism, coupling);
  case LW_SELECTION_FORCE:
    force = lw_force_copy (lw_mechanism_find_force (mechanism, target.id));
    lw_force_set_name (force, name);
    return lw_mechanism_replace_force (mechanism, force);
  case LW_SELECTION_TRACER:
    tracer = lw_tracer_copy (lw_mechanism_find_tracer (mechanism, target.id));
    lw_tracer_set_name (tracer, name);
    return lw_mechanism_replace_tracer (mechanism, tracer);
  case LW_SELECTION_NONE:
    break;
  }
  return lw_mechanism_with_title (mechanism, text);
}

static const char *
get_name (const LwMechanism *mechanism, LwElementRef target)
{
  const char *place = get_place (mechanism, target);

  if (target.kind == LW_SELECTION_NONE)
    return lw_mechanism_get_title (mechanism);
  // Every element begins with what elements share.
  return ((const LwElement *) (const void *) place)->name;
}

static void
get_numbers (LwField *self, LwElementRef target, double *values)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *place = get_place (mechanism, target);

  if (self->spec->get != NULL)
    self->spec->get (mechanism, target.id, values);
  else if (self->spec->type == LW_FIELD_GRAVITY)
    memcpy (values, lw_mechanism_get_gravity (mechanism), 3 * sizeof *values);
  else
    memcpy (values, place + self->spec->offset, self->spec->n * sizeof *values);
}

// ---- several elements -----------------------------------------------------------------------

static guint
n_targets (LwField *self)
{
  return 1 + (self->others != NULL ? self->others->len : 0);
}

/// The target, then the others.
static LwElementRef
get_target (LwField *self, guint index)
{
  return index == 0 ? self->target : g_array_index (self->others, LwElementRef, index - 1);
}

/// Bytes of the value itself.
static gsize
value_size (const LwFieldSpec *spec)
{
  return spec->type == LW_FIELD_CHECK    ? sizeof (bool)
         : spec->type == LW_FIELD_CHOICE ? sizeof (int)
                                         : spec->n * sizeof (double);
}

/// The values of the elements differ.
static bool
is_mixed (LwField *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *place = get_place (mechanism, self->target);
  double first[LW_FIELD_NUMBERS_MAX];
  double values[LW_FIELD_NUMBERS_MAX];
  bool mixed = false;

  for (guint i = 1; i < n_targets (self) && !mixed; i++) {
    const char *other = get_place (mechanism, get_target (self, i));

    if (other == NULL)
      continue;
    if (self->spec->get == NULL) {
      mixed =
        memcmp (place + self->spec->offset, other + self->spec->offset, value_size (self->spec))
        != 0;
      continue;
    }
    get_numbers (self, self->target, first);
    get_numbers (self, get_target (self, i), values);
    mixed = memcmp (first, values, self->spec->n * sizeof *values) != 0;
  }
  return mixed;
}

/// The mechanism with this value in each of the elements.
static LwMechanism *
with_value (LwField *self, const void *value)
{
  const LwFieldSpec *spec = self->spec;
  LwMechanism *next = lw_mechanism_ref (lw_document_get_mechanism (self->document));

  for (guint i = 0; i < n_targets (self); i++) {
    const LwElementRef target = get_target (self, i);
    g_autoptr (LwMechanism) before = next;

    if (get_place (before, target) == NULL) {
      next = lw_mechanism_ref (before);
      continue;
    }
    next = spec->set != NULL ? spec->set (before, target.id, value)
                             : with_bytes (before, target, spec->offset, value, value_size (spec));
  }
  return next;
}

void
lw_field_set_others (LwField *self, const LwElementRef *others, guint n)
{
  g_return_if_fail (LW_IS_FIELD (self));
  g_return_if_fail (self->spec->type != LW_FIELD_NAME);

  g_clear_pointer (&self->others, g_array_unref);
  self->others = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  g_array_append_vals (self->others, others, n);
  lw_field_refresh (self);
}

// ---- committing -----------------------------------------------------------------------------

static void
show_error (LwField *self, const char *message)
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

/// One step of the history, unless the engine refuses the mechanism. Takes it over. The model that
/// tells is what will be played.
static bool
apply (LwField *self, LwMechanism *next, GError **error)
{
  g_autoptr (LwMechanism) owned = next;
  MbdModel *model = lw_mechanism_compile (next, error);

  if (model == NULL)
    return false;
  // The document answers at once, and may bring another row in the place of this one.
  g_object_ref (self);
  lw_document_edit_compiled (self->document, _ (self->spec->step), next, model);
  g_object_unref (self);
  mbd_model_unref (model);
  return true;
}

static LwMechanism *
dup_next_with_numbers (LwField *self, const char *text, GError **error)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const LwFieldSpec *spec = self->spec;
  double values[LW_FIELD_NUMBERS_MAX];

  if (!lw_quantity_parse (text, lw_look_get_units (self->look), spec->unit, spec->n, values, error))
    return NULL;
  for (guint i = 0; i < spec->n && spec->positive; i++)
    if (!(values[i] > 0)) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE, _ ("%s must be greater than zero."),
                   _ (spec->name));
      return NULL;
    }
  if (spec->type == LW_FIELD_GRAVITY)
    return lw_mechanism_with_gravity (mechanism, values);
  return with_value (self, values);
}

static LwMechanism *
dup_next_with_text (LwField *self, const char *text, GError **error)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);

  if (self->spec->type == LW_FIELD_NAME)
    return with_name (mechanism, self->target, text);
  if (self->spec->type == LW_FIELD_NOTES)
    return lw_mechanism_with_notes (mechanism, text);
  return dup_next_with_numbers (self, text, error);
}

static char *
dup_typed (LwField *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;

  if (self->spec->type != LW_FIELD_NOTES)
    return g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->editor)));
  buffer = gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor));
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  return gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
}

/// True when what is typed is now the value.
static bool
commit_text (LwField *self)
{
  g_autofree char *typed = dup_typed (self);
  g_autoptr (GError) error = NULL;
  LwMechanism *next;

  if (self->shown == NULL || g_str_equal (typed, self->shown)
      || get_place (lw_document_get_mechanism (self->document), self->target) == NULL) {
    show_error (self, NULL);
    return true;
  }
  next = dup_next_with_text (self, typed, &error);
  if (next == NULL || !apply (self, next, &error)) {
    show_error (self, error->message);
    return false;
  }
  show_error (self, NULL);
  lw_field_refresh (self);
  return true;
}

void
lw_field_commit (LwField *self)
{
  g_return_if_fail (LW_IS_FIELD (self));

  commit_text (self);
}

static void
commit_bytes (LwField *self, const void *bytes)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const char *place = get_place (mechanism, self->target);
  g_autoptr (GError) error = NULL;
  bool is_done;

  if (self->filling || place == NULL
      || (memcmp (place + self->spec->offset, bytes, value_size (self->spec)) == 0
          && !is_mixed (self)))
    return;
  is_done = apply (self, with_value (self, bytes), &error);
  show_error (self, is_done ? NULL : error->message);
  lw_field_refresh (self);
}

static gboolean
written_cb (gpointer data)
{
  LwField *self = data;

  self->written_id = 0;
  commit_text (self);
  return G_SOURCE_REMOVE;
}

/// A screen reader writes the whole text without the cursor being there; that is all there will be.
static void
text_changed_cb (LwField *self)
{
  if (!self->filling && self->written_id == 0
      && !(gtk_widget_get_state_flags (self->editor) & GTK_STATE_FLAG_FOCUS_WITHIN))
    self->written_id = g_idle_add (written_cb, self);
}

static void
activate_cb (LwField *self)
{
  commit_text (self);
}

static void
leave_cb (LwField *self)
{
  // Nothing half done is left behind; why it was refused stays to be read.
  if (gtk_widget_get_root (GTK_WIDGET (self)) != NULL && !commit_text (self)) {
    g_autofree char *message = g_strdup (gtk_label_get_text (self->error_label));

    lw_field_refresh (self);
    show_error (self, message);
  }
}

/// What is being typed has a history of its own; otherwise the keys are for that of the document.
static gboolean
undo_by_key (LwField *self, guint key, GdkModifierType modifiers)
{
  g_autofree char *typed = dup_typed (self);
  bool redo = key == GDK_KEY_y || (modifiers & GDK_SHIFT_MASK) != 0;

  if (g_strcmp0 (typed, self->shown) != 0)
    return GDK_EVENT_PROPAGATE;
  gtk_widget_activate_action (GTK_WIDGET (self), redo ? "win.redo" : "win.undo", NULL);
  return GDK_EVENT_STOP;
}

static gboolean
key_cb (LwField *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & GDK_CONTROL_MASK) && (key == GDK_KEY_z || key == GDK_KEY_Z || key == GDK_KEY_y))
    return undo_by_key (self, key, modifiers);
  if (key != GDK_KEY_Escape)
    return GDK_EVENT_PROPAGATE;
  show_error (self, NULL);
  lw_field_refresh (self);
  return GDK_EVENT_STOP;
}

static void
chosen_cb (LwField *self)
{
  int choice = (int) gtk_drop_down_get_selected (GTK_DROP_DOWN (self->editor));

  // After the choices there is the sign that the elements differ.
  if (self->spec->choices[choice] != NULL)
    commit_bytes (self, &choice);
}

static void
switched_cb (LwField *self)
{
  bool active = gtk_switch_get_active (GTK_SWITCH (self->editor));

  commit_bytes (self, &active);
}

// ---- showing --------------------------------------------------------------------------------

static char *
dup_value_text (LwField *self)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  double values[LW_FIELD_NUMBERS_MAX];
  const char *name;

  if (self->spec->type == LW_FIELD_NOTES)
    return g_strdup (lw_mechanism_get_notes (mechanism));
  if (self->spec->type == LW_FIELD_NAME) {
    name = get_name (mechanism, self->target);
    return g_strdup (name != NULL ? name : "");
  }
  if (is_mixed (self))
    return g_strdup (MIXED);
  get_numbers (self, self->target, values);
  return lw_quantity_format (values, self->spec->n, lw_look_get_units (self->look),
                             self->spec->unit);
}

static void
show_text (LwField *self)
{
  int length;

  g_free (self->shown);
  self->shown = dup_value_text (self);
  if (self->spec->type == LW_FIELD_NOTES) {
    gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->editor)), self->shown,
                              -1);
    return;
  }
  gtk_editable_set_text (GTK_EDITABLE (self->editor), self->shown);
  if (self->spec->type == LW_FIELD_NAME)
    return;
  length = (int) g_utf8_strlen (self->shown, -1);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->editor), CLAMP (length, 4, 20));
  gtk_editable_set_max_width_chars (GTK_EDITABLE (self->editor), CLAMP (length, 4, 20));
}

/// Where the elements differ there is one more choice, which says so and changes nothing.
static void
show_mixed_choice (LwField *self, int *choice)
{
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (GTK_DROP_DOWN (self->editor)));
  guint n_choices = g_strv_length ((GStrv) self->spec->choices);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (list));
  bool mixed = is_mixed (self);

  if (mixed && n_items == n_choices)
    gtk_string_list_append (list, MIXED);
  else if (!mixed && n_items > n_choices)
    gtk_string_list_remove (list, n_choices);
  if (mixed)
    *choice = (int) n_choices;
}

void
lw_field_refresh (LwField *self)
{
  const char *place;
  int choice;
  bool active;

  g_return_if_fail (LW_IS_FIELD (self));

  place = get_place (lw_document_get_mechanism (self->document), self->target);
  if (place == NULL)
    return;
  self->filling = true;
  switch (self->spec->type) {
  case LW_FIELD_CHOICE:
    memcpy (&choice, place + self->spec->offset, sizeof choice);
    show_mixed_choice (self, &choice);
    gtk_drop_down_set_selected (GTK_DROP_DOWN (self->editor), (guint) choice);
    break;
  case LW_FIELD_CHECK:
    memcpy (&active, place + self->spec->offset, sizeof active);
    gtk_switch_set_active (GTK_SWITCH (self->editor), active && !is_mixed (self));
    break;
  case LW_FIELD_NUMBERS:
  case LW_FIELD_NAME:
  case LW_FIELD_NOTES:
  case LW_FIELD_GRAVITY:
    show_text (self);
    break;
  }
  self->filling = false;
}

GtkWidget *
lw_field_get_editor (LwField *self)
{
  g_return_val_if_fail (LW_IS_FIELD (self), NULL);

  return self->editor;
}

const char *
lw_field_get_error (LwField *self)
{
  g_return_val_if_fail (LW_IS_FIELD (self), NULL);

  if (!gtk_widget_get_visible (GTK_WIDGET (self->error_label)))
    return NULL;
  return gtk_label_get_text (self->error_label);
}

// ---- object ---------------------------------------------------------------------------------

static GtkWidget *
new_choice (LwField *self)
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
watch_typing (LwField *self, GtkWidget *widget)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  g_signal_connect_swapped (focus, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (widget, focus);
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (widget, keys);
}

static GtkWidget *
new_editor (LwField *self)
{
  GtkWidget *widget;

  switch (self->spec->type) {
  case LW_FIELD_CHOICE:
    return new_choice (self);
  case LW_FIELD_CHECK:
    widget = gtk_switch_new ();
    g_signal_connect_swapped (widget, "notify::active", G_CALLBACK (switched_cb), self);
    return widget;
  case LW_FIELD_NOTES:
    widget = lw_notes_view_new ();
    watch_typing (self, widget);
    return widget;
  case LW_FIELD_NUMBERS:
  case LW_FIELD_NAME:
  case LW_FIELD_GRAVITY:
    break;
  }
  widget = gtk_entry_new ();
  if (self->spec->type != LW_FIELD_NAME) {
    gtk_entry_set_alignment (GTK_ENTRY (widget), 1);
    gtk_widget_add_css_class (widget, "value");
  }
  g_signal_connect_swapped (widget, "activate", G_CALLBACK (activate_cb), self);
  g_signal_connect_swapped (widget, "changed", G_CALLBACK (text_changed_cb), self);
  watch_typing (self, widget);
  return widget;
}

static LwField *
new_field (LwDocument *document, LwElementRef target, const LwFieldSpec *spec)
{
  LwField *self = g_object_new (LW_TYPE_FIELD, "orientation", GTK_ORIENTATION_VERTICAL, NULL);
  const char *name = _ (spec->name);

  self->document = g_object_ref (document);
  self->target = target;
  self->spec = spec;
  self->editor = new_editor (self);
  gtk_widget_set_valign (self->editor, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (self->editor, name);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->editor), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name, -1);
  return self;
}

static void
finish_field (LwField *self)
{
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->error_label));
  lw_field_refresh (self);
}

GtkWidget *
lw_field_new (LwDocument *document, LwElementRef target, const LwFieldSpec *spec)
{
  LwField *self = new_field (document, target, spec);
  GtkWidget *row;
  GtkWidget *label;

  if (spec->type == LW_FIELD_NOTES) {
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
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), self->editor);
  gtk_box_append (GTK_BOX (self), row);
  finish_field (self);
  return GTK_WIDGET (self);
}

GtkWidget *
lw_field_new_bare (LwDocument *document, LwElementRef target, const LwFieldSpec *spec)
{
  LwField *self = new_field (document, target, spec);

  gtk_box_append (GTK_BOX (self), self->editor);
  finish_field (self);
  return GTK_WIDGET (self);
}

static void
lw_field_dispose (GObject *object)
{
  LwField *self = LW_FIELD (object);

  g_clear_handle_id (&self->written_id, g_source_remove);
  g_clear_object (&self->document);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_field_parent_class)->dispose (object);
}

static void
lw_field_finalize (GObject *object)
{
  LwField *self = LW_FIELD (object);

  g_free (self->shown);
  g_clear_pointer (&self->others, g_array_unref);

  G_OBJECT_CLASS (lw_field_parent_class)->finalize (object);
}

static void
lw_field_class_init (LwFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_field_dispose;
  G_OBJECT_CLASS (klass)->finalize = lw_field_finalize;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "field");
}

static void
lw_field_init (LwField *self)
{
  self->look = lw_look_dup_default ();
  self->error_label = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->error_label, TRUE);
  gtk_label_set_xalign (self->error_label, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->error_label), "refused");
  gtk_widget_set_visible (GTK_WIDGET (self->error_label), FALSE);
}
