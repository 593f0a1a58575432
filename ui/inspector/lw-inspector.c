// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inspector refreshes its rows if only values have changed. If another element is selected or the
// set of rows changes, it builds them into the existing ones (lw-inspector-build.c), so that an entry in
// use is not replaced.

#include "lw-inspector-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "lw-element-words.h"

G_DEFINE_FINAL_TYPE (LwInspector, lw_inspector, GTK_TYPE_BOX)

LwMechanism *
lw_inspector_get_mechanism (LwInspector *self)
{
  return lw_player_get_mechanism (self->player);
}

bool
lw_inspector_is_spatial (LwInspector *self, int body)
{
  const LwBody *found = lw_mechanism_find_body (lw_inspector_get_mechanism (self), body);

  return found != NULL && found->def.mobility == MBD_SPATIAL;
}

char *
lw_inspector_dup_body_name (LwInspector *self, int id)
{
  const LwBody *body = lw_mechanism_find_body (lw_inspector_get_mechanism (self), id);

  if (id == MBD_GROUND)
    return g_strdup (_ ("Ground"));
  if (body != NULL && body->element.name != NULL)
    return g_strdup (body->element.name);
  return lw_mechanism_dup_element_name (lw_inspector_get_mechanism (self), MBD_ELEMENT_BODY, id);
}

// ---- building -------------------------------------------------------------------------------

static void
append_element (LwInspector *self, GString *string, LwElementRef target)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const LwBody *body = lw_mechanism_find_body (mechanism, target.id);
  const LwCoupling *coupling = lw_mechanism_find_coupling (mechanism, target.id);
  const LwForce *force = lw_mechanism_find_force (mechanism, target.id);
  int ids[2] = { MBD_GROUND, MBD_GROUND };

  g_string_append_printf (string, " %d %d", target.kind, target.id);
  if (target.kind == LW_SELECTION_BODY)
    g_string_append_printf (string, " %d %d %d %d", body->def.mobility, body->plate.density > 0,
                            body->shape.kind, body->shape.points != NULL);
  if (target.kind == LW_SELECTION_BODY)
    lw_inspector_append_contact (self, string, body);
  if (target.kind == LW_SELECTION_COUPLING) {
    g_autofree char *structure = lw_inspector_dup_coupling_structure (self, coupling);

    g_string_append (string, structure);
    ids[0] = coupling->def.body_a;
    ids[1] = coupling->def.body_b;
  }
  if (target.kind == LW_SELECTION_FORCE) {
    g_autofree char *structure = lw_inspector_dup_force_structure (force);

    g_string_append (string, structure);
    ids[0] = force->def.body_a;
    ids[1] = force->def.body_b;
  }
  if (target.kind == LW_SELECTION_TRACER)
    ids[0] = lw_mechanism_find_tracer (mechanism, target.id)->body;
  if (target.kind == LW_SELECTION_MEASUREMENT)
    lw_inspector_append_measurement (self, string,
                                     lw_mechanism_find_measurement (mechanism, target.id));
  for (int i = 0; i < 2; i++) {
    const LwBody *joined = lw_mechanism_find_body (mechanism, ids[i]);
    g_autofree char *name = lw_inspector_dup_body_name (self, ids[i]);

    g_string_append_printf (string, " %s %d", name, joined != NULL ? (int) joined->hue : -1);
  }
}

/// Returns a description of everything that determines the rows, or that they show without being
/// fields.
static char *
dup_structure (LwInspector *self)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  GString *string = g_string_new (NULL);
  guint n;
  const LwElementRef *selected = lw_selection_get (self->selection, &n);

  g_string_printf (string, "%p", (gpointer) self->document);
  if (n == 0) {
    lw_inspector_append_parameters (self, string);
    lw_inspector_append_contact (self, string, NULL);
    lw_inspector_append_background (self, string);
    lw_inspector_append_fields (self, string, (LwElementRef){ 0 });
  }
  for (guint i = 0; i < n; i++) {
    append_element (self, string, selected[i]);
    lw_inspector_append_fields (self, string, selected[i]);
    if (n > 1) {
      g_autofree char *name = lw_element_words_dup_name (mechanism, selected[i]);

      g_string_append_printf (string, " %s", name);
    }
  }
  return g_string_free (string, FALSE);
}

static void
build (LwInspector *self)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  LwElementRef target = lw_selection_get_last (self->selection);

  if (!lw_inspector_take_targets (self)) {
    lw_inspector_add_header_of_several (self, "lw-link-symbolic");
    return;
  }
  switch (target.kind) {
  case LW_SELECTION_BODY:
    lw_inspector_build_body (self, lw_mechanism_find_body (mechanism, target.id));
    break;
  case LW_SELECTION_COUPLING:
    lw_inspector_build_coupling (self, lw_mechanism_find_coupling (mechanism, target.id));
    break;
  case LW_SELECTION_FORCE:
    lw_inspector_build_force (self, lw_mechanism_find_force (mechanism, target.id));
    break;
  case LW_SELECTION_TRACER:
    lw_inspector_build_tracer (self, lw_mechanism_find_tracer (mechanism, target.id));
    break;
  case LW_SELECTION_MEASUREMENT:
    lw_inspector_build_measurement (self, lw_mechanism_find_measurement (mechanism, target.id));
    break;
  case LW_SELECTION_NONE:
    lw_inspector_build_mechanism (self);
    break;
  }
}

/// Forgets what the rows show. They are taken again, or removed, when rows are built.
static void
forget (LwInspector *self)
{
  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_ptr_array_set_size (self->live, 0);
  lw_inspector_forget_rows (self);
  g_clear_pointer (&self->structure, g_free);
  self->equations = NULL;
}

/// Removes all rows.
static void
clear (LwInspector *self)
{
  forget (self);
  lw_inspector_begin (self);
  lw_inspector_end (self);
}

/// Removes elements from the selection that do not exist any more. Returns false if the selection can
/// only be shown with the player that is being made.
static bool
keep_selection (LwInspector *self)
{
  const LwElementRef *selected;
  guint n;

  lw_selection_keep (self->selection, self->behind ? lw_document_get_mechanism (self->document)
                                                   : lw_inspector_get_mechanism (self));
  selected = lw_selection_get (self->selection, &n);
  for (guint i = 0; i < n; i++)
    if (lw_selection_find (lw_inspector_get_mechanism (self), selected[i]) == NULL) {
      self->waiting = true;
      return false;
    }
  self->waiting = false;
  return true;
}

/// Builds the rows into the existing ones.
static void
rebuild (LwInspector *self)
{
  bool present;

  if (self->player == NULL || self->document == NULL || self->selection == NULL || self->renew)
    clear (self);
  self->renew = false;
  if (self->player == NULL || self->document == NULL || self->selection == NULL)
    return;
  // This builds the rows, too, if the selection changes.
  present = keep_selection (self);
  forget (self);
  if (!present)
    return;
  self->structure = dup_structure (self);
  lw_inspector_begin (self);
  build (self);
  lw_inspector_end (self);
  lw_inspector_update_live (self);
}

static void
selected_cb (LwInspector *self)
{
  // The typed text belongs to the element that was selected.
  lw_field_editor_settle ();
  rebuild (self);
}

/// Returns the field that has the keyboard focus; NULL if there is none here. Free with
/// g_object_unref ().
static LwFieldEditor *
dup_focused_field (LwInspector *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus == NULL || !gtk_widget_is_ancestor (focus, GTK_WIDGET (self->content)))
    return NULL;
  focus = gtk_widget_get_ancestor (focus, LW_TYPE_FIELD_EDITOR);
  return focus != NULL ? LW_FIELD_EDITOR (g_object_ref (focus)) : NULL;
}

static bool
focus_same (GtkWidget *widget, LwFieldEditor *field, const LwTyping *typing)
{
  if (LW_IS_FIELD_EDITOR (widget)) {
    if (!lw_field_editor_is_same (LW_FIELD_EDITOR (widget), field))
      return false;
    lw_field_editor_resume_typing (LW_FIELD_EDITOR (widget), typing);
    return true;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (focus_same (child, field, typing))
      return true;
  return false;
}

/// Returns true if the field has kept its place, and the focus.
static bool
has_focus (LwFieldEditor *field)
{
  return gtk_widget_get_root (GTK_WIDGET (field)) != NULL
         && (gtk_widget_get_state_flags (lw_field_editor_get_input (field))
             & GTK_STATE_FLAG_FOCUS_WITHIN)
              != 0;
}

/// Builds the rows again and keeps the keyboard focus.
static gboolean
rebuild_cb (gpointer data)
{
  LwInspector *self = data;
  g_autoptr (LwFieldEditor) focused = dup_focused_field (self);
  LwTyping typing = { 0 };

  self->rebuild_id = 0;
  if (focused != NULL)
    lw_field_editor_keep_typing (focused, &typing);
  rebuild (self);
  if (focused != NULL && (typing.text != NULL || !has_focus (focused)))
    focus_same (GTK_WIDGET (self->content), focused, &typing);
  g_free (typing.text);
  return G_SOURCE_REMOVE;
}

void
lw_inspector_rebuild_later (LwInspector *self)
{
  // Do not access the rows that will be removed.
  g_ptr_array_set_size (self->live, 0);
  lw_inspector_forget_rows (self);
  // Before the next frame, however busy the window is, because the rows are outdated.
  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_cb, self, NULL);
}

/// The rows have their units since they were created. A field that changes the units must not be removed
/// while it reports its edit.
static void
units_changed_cb (LwInspector *self)
{
  self->renew = true;
  lw_inspector_rebuild_later (self);
}

static void
refresh_fields (GtkWidget *widget)
{
  if (LW_IS_FIELD_EDITOR (widget)) {
    lw_field_editor_follow (LW_FIELD_EDITOR (widget));
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    refresh_fields (child);
}

/// Updates the rows after an edit, and keeps them if possible. They are never removed while one of
/// their entries is reporting its edit.
static void
follow (LwInspector *self)
{
  g_autofree char *structure = NULL;
  bool waited;

  if (self->player == NULL || self->document == NULL || self->selection == NULL
      || self->structure == NULL) {
    rebuild (self);
    return;
  }
  waited = self->waiting;
  if (!keep_selection (self))
    return;
  // Another element is shown, not an edit of this one.
  if (waited) {
    rebuild (self);
    return;
  }
  structure = dup_structure (self);
  if (g_str_equal (structure, self->structure) && lw_inspector_find_live_again (self)) {
    refresh_fields (GTK_WIDGET (self->content));
    lw_inspector_update_marks (self);
    lw_inspector_update_live (self);
    return;
  }
  lw_inspector_rebuild_later (self);
}

// ---- public ---------------------------------------------------------------------------------

void
lw_inspector_set_selection (LwInspector *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_set_object (&self->selection, selection);
  if (selection != NULL)
    g_signal_connect_swapped (selection, "changed", G_CALLBACK (selected_cb), self);
  rebuild (self);
}

void
lw_inspector_set_document (LwInspector *self, LwDocument *document)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  if (!g_set_object (&self->document, document))
    return;
  clear (self);
  // Opening a document creates much else; the main loop can handle input in between. The rows exist
  // before the next frame.
  if (document != NULL)
    self->rebuild_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, rebuild_cb, self, NULL);
}

void
lw_inspector_set_behind (LwInspector *self, bool behind)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  self->behind = behind;
  // The player will not come: its mechanism cannot be played.
  if (!behind && self->waiting)
    selected_cb (self);
}

void
lw_inspector_set_player (LwInspector *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_INSPECTOR (self));

  if (self->player == player)
    return;
  self->behind = false;
  g_clear_handle_id (&self->live_id, g_source_remove);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL) {
    g_signal_connect_swapped (player, "moved", G_CALLBACK (lw_inspector_moved), self);
    g_signal_connect_swapped (player, "grown", G_CALLBACK (lw_inspector_moved), self);
    g_signal_connect_swapped (player, "curves-changed", G_CALLBACK (follow), self);
    g_signal_connect_swapped (player, "notify::playing", G_CALLBACK (lw_inspector_moved), self);
  }
  follow (self);
}

static LwFieldEditor *
find_field (GtkWidget *widget)
{
  if (LW_IS_FIELD_EDITOR (widget))
    return LW_FIELD_EDITOR (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    LwFieldEditor *found = find_field (child);

    if (found != NULL)
      return found;
  }
  return NULL;
}

void
lw_inspector_edit_name (LwInspector *self)
{
  LwFieldEditor *field;

  g_return_if_fail (LW_IS_INSPECTOR (self));

  field = find_field (GTK_WIDGET (self->content));
  if (field != NULL)
    gtk_widget_grab_focus (lw_field_editor_get_input (field));
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_inspector_map (GtkWidget *widget)
{
  LwInspector *self = LW_INSPECTOR (widget);

  GTK_WIDGET_CLASS (lw_inspector_parent_class)->map (widget);
  if (self->player != NULL)
    lw_inspector_update_live (self);
}

static void
lw_inspector_dispose (GObject *object)
{
  LwInspector *self = LW_INSPECTOR (object);

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_clear_handle_id (&self->live_id, g_source_remove);
  g_ptr_array_set_size (self->live, 0);
  lw_inspector_forget_rows (self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selection);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->document);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_inspector_parent_class)->dispose (object);
}

static void
lw_inspector_finalize (GObject *object)
{
  LwInspector *self = LW_INSPECTOR (object);

  g_ptr_array_unref (self->live);
  g_ptr_array_unref (self->role_labels);
  g_array_unref (self->targets);
  for (guint i = 0; i < G_N_ELEMENTS (self->errors); i++)
    g_free (self->errors[i]);
  g_free (self->structure);

  G_OBJECT_CLASS (lw_inspector_parent_class)->finalize (object);
}

static void
lw_inspector_class_init (LwInspectorClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = lw_inspector_dispose;
  object_class->finalize = lw_inspector_finalize;
  GTK_WIDGET_CLASS (klass)->map = lw_inspector_map;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "inspector");
}

static void
lw_inspector_init (LwInspector *self)
{
  self->targets = g_array_new (FALSE, FALSE, sizeof (LwElementRef));
  self->live = g_ptr_array_new_with_free_func (lw_live_row_free);
  self->role_labels = g_ptr_array_new ();
  lw_inspector_init_bodies (self);
  lw_inspector_init_reaction (self);
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "units-changed", G_CALLBACK (units_changed_cb), self,
                           G_CONNECT_SWAPPED);
  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->content = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));
  gtk_widget_add_css_class (GTK_WIDGET (self->content), "content");
  gtk_scrolled_window_set_policy (self->scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scrolled, GTK_WIDGET (self->content));
  gtk_widget_set_vexpand (GTK_WIDGET (self->scrolled), TRUE);
  gtk_widget_set_hexpand (GTK_WIDGET (self->scrolled), TRUE);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->scrolled));
}
