// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-context-field.h"

#include <glib/gi18n.h>

#include "lw-binding.h"
#include "lw-context.h"
#include "lw-marks.h"
#include "lw-appearance.h"
#include "lw-locked.h"
#include "lw-move.h"
#include "lw-part.h"
#include "lw-quantity.h"
#include "lw-templates.h"

#define LEAST_WIDTH_CHARS 14
#define MOST_WIDTH_CHARS 30

struct _LwContextField
{
  GtkBox parent_instance;

  // Owned
  LwSelection *selection;
  LwDocument *document;
  LwAppearance *look;

  // Children
  GtkEntry *entry;
  GtkLabel *label;
  GtkLabel *problem;

  LwContextKind kind;
};

G_DEFINE_FINAL_TYPE (LwContextField, lw_context_field, GTK_TYPE_BOX)

static const struct
{
  guint n;
  const char *unit;
  const char *word; ///< translatable
} kinds[] = {
  [LW_CONTEXT_NONE] = { 1, "rad", N_ ("Scale or turn") },
  [LW_CONTEXT_PLACE] = { 2, "m", N_ ("x, y") },
  [LW_CONTEXT_LENGTH] = { 1, "m", N_ ("Length") },
  [LW_CONTEXT_ANGLE] = { 1, "rad", N_ ("Angle") },
  [LW_CONTEXT_DRIVE_ANGLE] = { 1, "rad", N_ ("Angle") },
  [LW_CONTEXT_DRIVE_SLIDE] = { 1, "m", N_ ("Position") },
  [LW_CONTEXT_DRIVE_ANGLE_RATE] = { 1, "rad/s", N_ ("Speed") },
  [LW_CONTEXT_DRIVE_SLIDE_RATE] = { 1, "m/s", N_ ("Speed") },
};

static void
show_problem (LwContextField *self, const char *sentence)
{
  gtk_label_set_text (self->problem, sentence != NULL ? sentence : "");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), sentence != NULL);
  if (sentence != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
}

/// Returns true if the selection has a number, or a size.
static bool
find_kind (LwContextField *self, double values[2])
{
  const LwMechanism *mechanism;
  const LwElementRef *refs;
  double box[4];
  guint n;

  refs = lw_selection_get (self->selection, &n);
  if (n == 0 || self->document == NULL)
    return false;
  mechanism = lw_document_get_mechanism (self->document);
  self->kind = lw_context_find (mechanism, refs, n, values);
  return self->kind != LW_CONTEXT_NONE || lw_part_get_box (mechanism, refs, n, box);
}

static void
update (LwContextField *self)
{
  g_autofree char *text = NULL;
  double values[2];
  const bool any = find_kind (self, values);

  gtk_widget_set_visible (GTK_WIDGET (self), any);
  if (!any)
    return;
  text = self->kind == LW_CONTEXT_NONE
           ? g_strdup ("100 %")
           : lw_quantity_format (values, kinds[self->kind].n, lw_appearance_get_units (self->look),
                                 kinds[self->kind].unit);
  show_problem (self, NULL);
  gtk_label_set_text (self->label, _ (kinds[self->kind].word));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
  gtk_editable_set_width_chars (
    GTK_EDITABLE (self->entry),
    CLAMP ((int) g_utf8_strlen (text, -1) + 2, LEAST_WIDTH_CHARS, MOST_WIDTH_CHARS));
}

/// Returns the mechanism with the elements turned about the centre of their box.
static LwMechanism *
turn (const LwMechanism *mechanism, const LwElementRef *refs, guint n, double angle, GError **error)
{
  double box[4];
  LwPlaneMap map;

  if (!lw_part_get_box (mechanism, refs, n, box)) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE, _ ("Select what is to be turned."));
    return NULL;
  }
  map = lw_plane_map_turn (0.5 * (box[0] + box[2]), 0.5 * (box[1] + box[3]), angle);
  return lw_locked_move_by_map (mechanism, refs, n, &map, error);
}

/// Returns the mechanism after the edit, and sets *name to the name of the step. Returns NULL and
/// sets the error if the text is invalid.
static LwMechanism *
apply (LwContextField *self, const char *text, const char **name, GError **error)
{
  const LwMechanism *mechanism = lw_document_get_mechanism (self->document);
  const LwElementRef *refs;
  g_autofree char *formula = NULL;
  GError *problem = NULL;
  LwMechanism *next;
  double values[2] = { 0, 0 };
  double factor;
  guint n;

  refs = lw_selection_get (self->selection, &n);
  if (lw_context_parse_factor (text, &factor, &problem)) {
    *name = _ ("Scale Selection");
    if (problem == NULL)
      return lw_context_scale (mechanism, refs, n, factor, error);
    g_propagate_error (error, problem);
    return NULL;
  }
  *name = self->kind == LW_CONTEXT_NONE    ? _ ("Turn")
          : self->kind == LW_CONTEXT_PLACE ? _ ("Move")
                                           : _ (kinds[self->kind].word);
  if (!lw_quantity_evaluate (text, mechanism, lw_appearance_get_units (self->look),
                             kinds[self->kind].unit, kinds[self->kind].n, values, &formula, error))
    return NULL;
  next = self->kind == LW_CONTEXT_NONE ? turn (mechanism, refs, n, values[0], error)
                                       : lw_context_set (mechanism, refs, n, values, error);
  // The length of the link follows the parameters of the formula.
  if (next != NULL && formula != NULL && n == 1 && refs[0].kind == LW_SELECTION_BODY
      && self->kind == LW_CONTEXT_LENGTH) {
    LwMechanism *bound =
      lw_mechanism_with_binding (next, lw_binding_new (refs[0], "bar_length", "m", formula));

    lw_mechanism_unref (next);
    next = bound;
  }
  if (next != NULL && formula != NULL && self->kind >= LW_CONTEXT_DRIVE_ANGLE) {
    LwMechanism *bound = lw_mechanism_with_binding (
      next, lw_binding_new (refs[0], "function.value", kinds[self->kind].unit, formula));

    lw_mechanism_unref (next);
    next = bound;
  }
  return next;
}

static void
activate_cb (LwContextField *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (LwMechanism) next = NULL;
  const char *name;

  if (self->document == NULL)
    return;
  next = apply (self, gtk_editable_get_text (GTK_EDITABLE (self->entry)), &name, &error);
  if (next == NULL || !lw_marks_allow (lw_document_get_mechanism (self->document), next, &error)) {
    show_problem (self, error->message);
    return;
  }
  lw_document_edit (self->document, name, next);
  update (self);
  // The user can type the next number.
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  LwContextField *self = data;
  GtkRoot *root = gtk_widget_get_root (widget);

  update (self);
  // The canvas gets the focus back.
  if (root != NULL)
    gtk_widget_activate_action (widget, "win.focus-canvas", NULL);
  return TRUE;
}

void
lw_context_field_set_document (LwContextField *self, LwDocument *document)
{
  g_return_if_fail (LW_IS_CONTEXT_FIELD (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    g_signal_connect_swapped (document, "changed", G_CALLBACK (update), self);
  update (self);
}

const char *
lw_context_field_get_text (LwContextField *self)
{
  g_return_val_if_fail (LW_IS_CONTEXT_FIELD (self), NULL);

  return gtk_editable_get_text (GTK_EDITABLE (self->entry));
}

const char *
lw_context_field_get_problem (LwContextField *self)
{
  g_return_val_if_fail (LW_IS_CONTEXT_FIELD (self), NULL);

  return gtk_widget_get_visible (GTK_WIDGET (self->problem)) ? gtk_label_get_text (self->problem)
                                                             : NULL;
}

GtkWidget *
lw_context_field_new (LwSelection *selection)
{
  LwContextField *self = g_object_new (LW_TYPE_CONTEXT_FIELD, NULL);

  self->selection = g_object_ref (selection);
  g_signal_connect_object (selection, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->look, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);
  return GTK_WIDGET (self);
}

static void
lw_context_field_dispose (GObject *object)
{
  LwContextField *self = LW_CONTEXT_FIELD (object);

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_data (self->document, self);
  g_clear_object (&self->document);
  g_clear_object (&self->selection);
  g_clear_object (&self->look);

  G_OBJECT_CLASS (lw_context_field_parent_class)->dispose (object);
}

static void
lw_context_field_class_init (LwContextFieldClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_context_field_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "context-field");
}

static void
lw_context_field_init (LwContextField *self)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  self->look = lw_appearance_dup_default ();
  gtk_orientable_set_orientation (GTK_ORIENTABLE (self), GTK_ORIENTATION_VERTICAL);
  gtk_box_set_spacing (GTK_BOX (self), 4);
  self->label = GTK_LABEL (gtk_label_new (NULL));
  self->entry = GTK_ENTRY (gtk_entry_new ());
  self->problem = GTK_LABEL (gtk_label_new (NULL));
  gtk_widget_add_css_class (GTK_WIDGET (self->label), "dim-label");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->entry),
                               // xgettext:no-c-format
                               _ ("Number of the Selection; 120 % and 1:2 Scale It"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->entry), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Number of the Selection"), -1);
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_xalign (self->problem, 0);
  gtk_label_set_max_width_chars (self->problem, 32);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->label));
  gtk_box_append (GTK_BOX (row), GTK_WIDGET (self->entry));
  gtk_box_append (GTK_BOX (self), row);
  gtk_box_append (GTK_BOX (self), GTK_WIDGET (self->problem));
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (activate_cb), self);
  lw_widget_add_key (GTK_WIDGET (self->entry), "Escape", escape_cb, self);
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
}
