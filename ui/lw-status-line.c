// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-status-line.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-look.h"

struct _LwStatusLine
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwSelection *selection;
  LwLook *look;

  // Template children
  GtkBox *freedom_chip;
  GtkImage *freedom_image;
  GtkLabel *freedom_label;
  GtkMenuButton *warning_button;
  GtkBox *redundant_box;
  GtkLabel *body_label;
  GtkLabel *coupling_label;
  GtkLabel *redundant_label;
  GtkLabel *pointer_label;

  bool compact;
  bool has_redundant;
  bool pointer_inside;
  double pointer_x, pointer_y; ///< m
  double px_per_m;
};

G_DEFINE_FINAL_TYPE (LwStatusLine, lw_status_line, GTK_TYPE_BOX)

// ---- what the mechanism is -------------------------------------------------------------------

/// Redundant rows are a button that lists them; there is a plain word when there are none.
static void
show_parts (LwStatusLine *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_visible (child, !self->compact || child == GTK_WIDGET (self->freedom_chip));
  gtk_widget_set_visible (GTK_WIDGET (self->warning_button), !self->compact && self->has_redundant);
  gtk_widget_set_visible (GTK_WIDGET (self->redundant_label),
                          !self->compact && !self->has_redundant);
}

static void
show_freedoms (LwStatusLine *self, const char *text, const char *explanation, const char *style)
{
  const char *styles[] = { "chip", style, NULL };
  bool warning = g_strcmp0 (style, "warning") == 0;

  gtk_widget_set_css_classes (GTK_WIDGET (self->freedom_chip), styles);
  gtk_widget_set_visible (GTK_WIDGET (self->freedom_image), style != NULL);
  gtk_image_set_from_icon_name (self->freedom_image,
                                warning ? "lw-warn-symbolic" : "object-select-symbolic");
  gtk_label_set_text (self->freedom_label, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->freedom_chip), explanation);
}

static void
select_cb (GtkButton *button, gpointer data)
{
  LwStatusLine *self =
    LW_STATUS_LINE (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_STATUS_LINE));

  if (self->selection != NULL)
    lw_selection_set (self->selection, LW_SELECTION_COUPLING, GPOINTER_TO_INT (data));
  gtk_menu_button_popdown (self->warning_button);
}

static void
add_redundant (LwStatusLine *self, int id)
{
  g_autofree char *name = lw_mechanism_dup_element_name (lw_player_get_mechanism (self->player),
                                                         MBD_ELEMENT_COUPLING, id);
  g_autofree char *tooltip = g_strdup_printf (_ ("Select %s"), name);
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *label = gtk_label_new (name);
  GtkWidget *button = gtk_button_new_with_label (_ ("Select"));

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, tooltip,
                                  -1);
  g_signal_connect (button, "clicked", G_CALLBACK (select_cb), GINT_TO_POINTER (id));
  gtk_box_append (GTK_BOX (row), label);
  gtk_box_append (GTK_BOX (row), button);
  gtk_box_append (self->redundant_box, row);
}

/// The couplings whose rows depend on each other, in a list from which they can be selected.
static void
show_redundant (LwStatusLine *self, int n_redundant)
{
  MbdModel *model = lw_player_get_model (self->player);
  g_autofree char *text = NULL;
  GtkWidget *child;
  GtkWidget *heading;

  self->has_redundant = n_redundant > 0;
  show_parts (self);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->redundant_box))) != NULL)
    gtk_box_remove (self->redundant_box, child);
  if (n_redundant <= 0)
    return;
  text = g_strdup_printf (
    g_dngettext (NULL, "%d redundant row", "%d redundant rows", (gulong) n_redundant), n_redundant);
  gtk_menu_button_set_label (self->warning_button, text);
  heading = gtk_label_new (_ ("Rows of these depend on each other:"));
  gtk_label_set_xalign (GTK_LABEL (heading), 0);
  gtk_box_append (self->redundant_box, heading);
  for (int i = 0; i < mbd_model_coupling_count (model); i++)
    if (lw_player_is_redundant (self->player, i))
      add_redundant (self, mbd_model_coupling_id (model, i));
}

/// Degrees of freedom by count and, once it is known, by rank. Where they differ, both are shown.
static void
rank_changed_cb (LwStatusLine *self)
{
  MbdModel *model = lw_player_get_model (self->player);
  int rank = lw_player_get_rank (self->player);
  int by_count = mbd_model_freedoms_by_count (model);
  int by_rank = mbd_model_velocity_count (model) - rank;
  int redundant = mbd_model_velocity_count (model) - by_count - rank;
  g_autofree char *text = NULL;
  g_autofree char *explanation = NULL;
  g_autofree char *rows = NULL;

  if (rank < 0) {
    text = g_strdup_printf (_ ("DOF %d"), by_count);
    show_freedoms (self, text, _ ("Degrees of freedom by count"), NULL);
    gtk_label_set_text (self->redundant_label, "");
    show_redundant (self, 0);
    return;
  }

  if (by_count == by_rank) {
    text = g_strdup_printf (_ ("DOF %d"), by_rank);
    explanation = g_strdup_printf (
      _ ("Degrees of freedom: %d by count and by the rank of the constraints"), by_rank);
    show_freedoms (self, text, explanation, "success");
  } else {
    // Translators: degrees of freedom, the true number and the one that counting gives
    text = g_strdup_printf (_ ("DOF %d, by count %d"), by_rank, by_count);
    explanation =
      g_strdup_printf (_ ("Degrees of freedom: %d by the rank of the constraints, %d by count; "
                          "some constraint rows say the same thing twice"),
                       by_rank, by_count);
    show_freedoms (self, text, explanation, "warning");
  }
  rows = g_strdup_printf (
    g_dngettext (NULL, "%d redundant row", "%d redundant rows", (gulong) redundant), redundant);
  gtk_label_set_text (self->redundant_label, rows);
  show_redundant (self, redundant);
}

static void
show_counts (LwStatusLine *self)
{
  LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  guint n_bodies = lw_mechanism_get_n_bodies (mechanism);
  guint n_couplings = lw_mechanism_get_n_couplings (mechanism);
  g_autofree char *bodies =
    g_strdup_printf (g_dngettext (NULL, "%u body", "%u bodies", n_bodies), n_bodies);
  g_autofree char *couplings =
    g_strdup_printf (g_dngettext (NULL, "%u coupling", "%u couplings", n_couplings), n_couplings);

  gtk_label_set_text (self->body_label, bodies);
  gtk_label_set_text (self->coupling_label, couplings);
}

void
lw_status_line_set_player (LwStatusLine *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (player == self->player)
    return;
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player == NULL)
    return;
  g_signal_connect_swapped (player, "notify::rank", G_CALLBACK (rank_changed_cb), self);
  rank_changed_cb (self);
  show_counts (self);
}

void
lw_status_line_set_selection (LwStatusLine *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));

  g_set_object (&self->selection, selection);
}

// ---- pointer --------------------------------------------------------------------------------

static void
show_pointer (LwStatusLine *self)
{
  const char *decimal_point = localeconv ()->decimal_point;
  const LwUnits *units = lw_look_get_units (self->look);
  double px_per_unit = self->px_per_m / lw_units_to_shown (units, "m", 1);
  // A place more than a px can tell would only flicker.
  int decimals = CLAMP ((int) ceil (log10 (MAX (px_per_unit, 1e-6))), 0, 9);
  char x_text[LW_NUMBER_SIZE];
  char y_text[LW_NUMBER_SIZE];
  g_autofree char *text = NULL;

  if (!self->pointer_inside) {
    gtk_label_set_text (self->pointer_label, "");
    return;
  }
  lw_format_decimals (x_text, lw_units_to_shown (units, "m", self->pointer_x), decimals,
                      decimal_point);
  lw_format_decimals (y_text, lw_units_to_shown (units, "m", self->pointer_y), decimals,
                      decimal_point);
  // Translators: the position of the pointer; the last is the unit
  text = g_strdup_printf (_ ("x %s y %s %s"), x_text, y_text,
                          lw_unit_shown (lw_units_shown (units, "m")));
  gtk_label_set_text (self->pointer_label, text);
}

void
lw_status_line_set_pointer (LwStatusLine *self, bool inside, double x, double y, double px_per_m)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));

  self->pointer_inside = inside;
  self->pointer_x = x;
  self->pointer_y = y;
  self->px_per_m = px_per_m;
  show_pointer (self);
}

void
lw_status_line_set_compact (LwStatusLine *self, bool compact)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));

  self->compact = compact;
  show_parts (self);
}

// ---- object ---------------------------------------------------------------------------------

static void
lw_status_line_dispose (GObject *object)
{
  LwStatusLine *self = LW_STATUS_LINE (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->selection);
  g_clear_object (&self->look);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_STATUS_LINE);

  G_OBJECT_CLASS (lw_status_line_parent_class)->dispose (object);
}

static void
lw_status_line_class_init (LwStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_status_line_dispose;

  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-status-line.ui");
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, freedom_chip);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, freedom_image);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, freedom_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, warning_button);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, redundant_box);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, body_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, coupling_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, redundant_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, pointer_label);
  gtk_widget_class_set_css_name (widget_class, "statusline");
}

static void
lw_status_line_init (LwStatusLine *self)
{
  self->look = lw_look_dup_default ();
  g_signal_connect_object (self->look, "units-changed", G_CALLBACK (show_pointer), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_init_template (GTK_WIDGET (self));
}
