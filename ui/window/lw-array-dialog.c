// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-array-dialog.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-array.h"
#include "lw-part.h"
#include "lw-quantity.h"
#include "lw-spin.h"
#include "lw-sub-window.h"
#include "lw-window-private.h"

#define ROUNDING 1e-12 ///< relative to the size of the selection

typedef struct
{
  LwWindow *window;   ///< borrowed: it owns the dialog
  LwAppearance *look; ///< borrowed
  GtkWindow *dialog;
  GtkDropDown *way;
  GtkSpinButton *number;
  GtkEntry *place;
  GtkEntry *angle;
  GtkLabel *place_label;
  GtkWidget *angle_label;
  GtkLabel *problem;
} Dialog;

static bool
is_circle (const Dialog *self)
{
  return gtk_drop_down_get_selected (self->way) == 1;
}

/// Suggests a step that places the copies side by side, or the lower left corner of the selection
/// as the centre.
static void
propose (Dialog *self)
{
  const LwUnits *units = lw_appearance_get_units (self->look);
  LwMechanism *mechanism = lw_document_get_mechanism (self->window->document);
  const double turn = 2 * G_PI;
  double values[2] = { 0.1, 0 };
  g_autofree char *place = NULL;
  g_autofree char *angle = lw_quantity_format (&turn, 1, units, "rad");
  const LwElementRef *refs;
  double box[4];
  guint n;

  refs = lw_selection_get (self->window->selection, &n);
  if (lw_part_get_box (mechanism, refs, n, box)) {
    values[0] = is_circle (self) ? box[0] : 1.2 * (box[2] - box[0]);
    values[1] = is_circle (self) ? box[1] : 0;
    if (!is_circle (self) && !(values[0] > 0))
      values[0] = 0.1;
    // Round-off is set to 0.
    for (int d = 0; d < 2; d++)
      if (fabs (values[d]) < ROUNDING * fmax (box[2] - box[0], box[3] - box[1]))
        values[d] = 0;
  }
  place = lw_quantity_format (values, 2, units, "m");
  gtk_editable_set_text (GTK_EDITABLE (self->place), place);
  gtk_editable_set_text (GTK_EDITABLE (self->angle), angle);
}

static void
way_changed_cb (Dialog *self)
{
  gtk_label_set_text (self->place_label, is_circle (self) ? _ ("Centre x, y") : _ ("Step x, y"));
  gtk_widget_set_visible (GTK_WIDGET (self->angle), is_circle (self));
  gtk_widget_set_visible (self->angle_label, is_circle (self));
  propose (self);
}

/// Returns the mechanism with the copies, and their references in *made. Returns NULL and sets the
/// error if the entries are invalid.
static LwMechanism *
make (Dialog *self, GArray **made, GError **error)
{
  const LwUnits *units = lw_appearance_get_units (self->look);
  LwMechanism *mechanism = lw_document_get_mechanism (self->window->document);
  const guint number = (guint) gtk_spin_button_get_value_as_int (self->number);
  const LwElementRef *refs;
  double place[2];
  double angle = 0;
  guint n;

  refs = lw_selection_get (self->window->selection, &n);
  if (!lw_quantity_parse (gtk_editable_get_text (GTK_EDITABLE (self->place)), units, "m", 2, place,
                          error)
      || (is_circle (self)
          && !lw_quantity_parse (gtk_editable_get_text (GTK_EDITABLE (self->angle)), units, "rad",
                                 1, &angle, error)))
    return NULL;
  return is_circle (self)
           ? lw_array_circle (mechanism, refs, n, number, place[0], place[1], angle, made, error)
           : lw_array_line (mechanism, refs, n, number, place[0], place[1], made, error);
}

static void
create_cb (Dialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) made = NULL;
  LwMechanism *next;

  gtk_spin_button_update (self->number);
  next = make (self, &made, &error);
  if (next == NULL) {
    gtk_label_set_text (self->problem, error->message);
    gtk_widget_set_visible (GTK_WIDGET (self->problem), TRUE);
    return;
  }
  lw_window_edit (self->window, _ ("Array"), next, made, NULL);
  gtk_window_destroy (self->dialog);
}

// ---- building -------------------------------------------------------------------------------

static GtkWidget *
add_row (GtkGrid *grid, int row, const char *text, GtkWidget *widget)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 1);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_set_hexpand (widget, TRUE);
  gtk_grid_attach (grid, label, 0, row, 1, 1);
  gtk_grid_attach (grid, widget, 1, row, 1, 1);
  gtk_accessible_update_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                  label, NULL, -1);
  return label;
}

static GtkEntry *
new_entry (const char *tooltip)
{
  GtkWidget *entry = gtk_entry_new ();

  gtk_widget_set_tooltip_text (entry, tooltip);
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  return GTK_ENTRY (entry);
}

static void
fill (Dialog *self, GtkGrid *grid)
{
  const char *ways[] = { _ ("Along a line"), _ ("Round a circle"), NULL };

  self->way = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (ways));
  self->number = GTK_SPIN_BUTTON (lw_spin_new (2, LW_ARRAY_MAX, 1, 0));
  self->place = new_entry (_ ("Two lengths with units, such as 10 mm, 0 mm"));
  self->angle = new_entry (_ ("Over which the copies are spread, such as 360°"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->way), _ ("How the copies lie"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->number),
                               _ ("Number of copies, including the original"));
  gtk_spin_button_set_value (self->number, 4);
  gtk_text_set_activates_default (
    GTK_TEXT (gtk_editable_get_delegate (GTK_EDITABLE (self->number))), TRUE);
  add_row (grid, 0, _ ("Copies"), GTK_WIDGET (self->way));
  add_row (grid, 1, _ ("Number"), GTK_WIDGET (self->number));
  self->place_label = GTK_LABEL (add_row (grid, 2, _ ("Step x, y"), GTK_WIDGET (self->place)));
  self->angle_label = add_row (grid, 3, _ ("Angle"), GTK_WIDGET (self->angle));
  self->problem = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->problem, TRUE);
  gtk_label_set_xalign (self->problem, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->problem), "error");
  gtk_widget_set_visible (GTK_WIDGET (self->problem), FALSE);
  gtk_grid_attach (grid, GTK_WIDGET (self->problem), 0, 4, 2, 1);
  g_signal_connect_swapped (self->way, "notify::selected", G_CALLBACK (way_changed_cb), self);
}

void
lw_array_dialog_show (LwWindow *window)
{
  Dialog *self = g_new0 (Dialog, 1);
  GtkWidget *grid = gtk_grid_new ();
  LwSubWindow *dialog = g_object_new (LW_TYPE_SUB_WINDOW, "transient-for", window, NULL);
  GtkWidget *create;

  self->window = window;
  self->look = lw_sub_window_get_look (dialog);
  self->dialog = GTK_WINDOW (dialog);
  g_object_set_data_full (G_OBJECT (self->dialog), "lw-array-dialog", self, g_free);
  lw_sub_window_set_up (dialog, _ ("Array"), 340, -1);
  create = lw_sub_window_add_buttons (dialog, _ ("C_reate"), G_CALLBACK (create_cb), self);
  gtk_widget_set_tooltip_text (create, _ ("Make the copies"));
  gtk_grid_set_row_spacing (GTK_GRID (grid), 10);
  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_widget_set_margin_top (grid, 18);
  gtk_widget_set_margin_bottom (grid, 18);
  gtk_widget_set_margin_start (grid, 18);
  gtk_widget_set_margin_end (grid, 18);
  fill (self, GTK_GRID (grid));
  way_changed_cb (self);
  lw_sub_window_append (dialog, grid);
  // Enter makes the copies.
  gtk_widget_grab_focus (GTK_WIDGET (self->place));
  gtk_window_present (self->dialog);
}
