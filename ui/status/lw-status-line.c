// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-status-line.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <math.h>

#include "lw-axis.h"
#include "lw-checklist.h"
#include "lw-appearance.h"
#include "lw-fitting-row.h"
#include "lw-help-mark.h"
#include "lw-mobility-view.h"
#include "lw-tooltip.h"

#define CONTACTS_PER_SECOND 5 ///< updates per second while running

struct _LwStatusLine
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwAppearance *look;

  // Template children
  GtkMenuButton *freedom_chip;
  GtkPopover *popover;
  LwMobilityView *mobility_view;
  GtkButton *assembly_button;
  GtkImage *freedom_image;
  GtkLabel *freedom_label;
  GtkButton *warning_button;
  LwFittingRow *count_row;
  GtkLabel *body_label;
  GtkLabel *coupling_label;
  GtkLabel *redundant_label;
  GtkLabel *hint_label;
  GtkLabel *contact_label; ///< not part of the template
  GtkLabel *pointer_label;

  bool compact;
  bool has_redundant;
  bool has_gap;         ///< true if the drawing is not closed
  bool has_contacts;    ///< true if the mechanism has contact shapes
  gint64 contacts_usec; ///< time of the last update of the contacts
  long counted_steps, counted_iterations;
  bool pointer_inside;
  double pointer_x, pointer_y; ///< m
  double px_per_m;
};

G_DEFINE_FINAL_TYPE (LwStatusLine, lw_status_line, GTK_TYPE_BOX)

// ---- the mechanism ---------------------------------------------------------------------------

/// Sets which parts are visible. Redundant rows are a button that opens the list of them; if there
/// are none, a plain label shows this.
static void
show_parts (LwStatusLine *self)
{
  const bool has_hint = gtk_label_get_text (self->hint_label)[0] != '\0';

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    gtk_widget_set_visible (child, !self->compact || child == GTK_WIDGET (self->freedom_chip));
  gtk_widget_set_visible (GTK_WIDGET (self->assembly_button), self->has_gap);
  gtk_widget_set_visible (GTK_WIDGET (self->warning_button), !self->compact && self->has_redundant);
  gtk_widget_set_visible (GTK_WIDGET (self->redundant_label),
                          !self->compact && !self->has_redundant && !has_hint);
  // Either the numbers of elements or the hint fit.
  gtk_widget_set_visible (GTK_WIDGET (self->count_row), !self->compact && !has_hint);
  gtk_widget_set_visible (GTK_WIDGET (self->body_label), !self->compact && !has_hint);
  gtk_widget_set_visible (GTK_WIDGET (self->coupling_label), !self->compact && !has_hint);
  gtk_widget_set_visible (GTK_WIDGET (self->hint_label), !self->compact && has_hint);
  gtk_widget_set_visible (GTK_WIDGET (self->contact_label),
                          !self->compact && !has_hint && self->has_contacts);
}

static void
show_freedoms (LwStatusLine *self, const char *text, const char *explanation, const char *style)
{
  const char *styles[] = { "chip-button", style, NULL };
  bool warning = g_strcmp0 (style, "warning") == 0;

  gtk_widget_set_css_classes (GTK_WIDGET (self->freedom_chip), styles);
  gtk_widget_set_visible (GTK_WIDGET (self->freedom_image), style != NULL);
  gtk_image_set_from_icon_name (self->freedom_image,
                                warning ? "lw-warn-symbolic" : "object-select-symbolic");
  gtk_label_set_text (self->freedom_label, text);
  lw_tooltip_set (GTK_WIDGET (self->freedom_chip), explanation);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->freedom_chip),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, explanation, -1);
}

static void
show_redundant (LwStatusLine *self, int n_redundant)
{
  g_autofree char *text = g_strdup_printf (
    g_dngettext (NULL, "%d redundant row", "%d redundant rows", (gulong) MAX (n_redundant, 0)),
    n_redundant);

  self->has_redundant = n_redundant > 0;
  gtk_label_set_text (self->redundant_label, n_redundant >= 0 ? text : "");
  gtk_button_set_label (self->warning_button, text);
}

/// Shows a button if the drawing is not closed. It assembles the drawing, or lists what prevents
/// this.
static void
show_assembly (LwStatusLine *self, const LwMobility *mobility)
{
  const bool conflict = mobility != NULL && (!mobility->can_fit || mobility->any_conflict);
  const char *tooltip = conflict ? _ ("Which Joints Cannot Be Met Together")
                                 : _ ("Move the Bodies so That All Joints Are Closed (Ctrl+J)");

  self->has_gap = mobility != NULL && (conflict || !mobility->drawn_fits);
  gtk_button_set_label (self->assembly_button, conflict ? _ ("Conflict") : _ ("Not assembled"));
  lw_tooltip_set (GTK_WIDGET (self->assembly_button), tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->assembly_button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, tooltip, -1);
}

static void
assembly_clicked_cb (LwStatusLine *self)
{
  const LwMobility *mobility = lw_player_get_mobility (self->player);

  if (mobility != NULL && mobility->can_fit && !mobility->any_conflict)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.assemble", NULL);
  else
    gtk_menu_button_popup (self->freedom_chip);
}

static char *
dup_freedoms (const LwMobility *mobility)
{
  const int found = mobility->freedoms, counted = mobility->by_count, driven = mobility->driven;

  // Translators: DOF: degrees of freedom; the actual number, the number found by counting, and how
  // many of them are driven
  if (found != counted && driven > 0)
    return g_strdup_printf (_ ("DOF %d, by count %d, driven %d"), found, counted, driven);
  if (found != counted)
    return g_strdup_printf (_ ("DOF %d, by count %d"), found, counted);
  if (driven > 0)
    return g_strdup_printf (_ ("DOF %d, driven %d"), found, driven);
  return g_strdup_printf (_ ("DOF %d"), found);
}

static void
show_known (LwStatusLine *self, const LwMobility *mobility)
{
  g_autofree char *text = dup_freedoms (mobility);
  g_autofree char *explanation = NULL;
  const bool alike = mobility->by_count == mobility->freedoms;
  const bool good = alike && !mobility->any_indeterminate && !mobility->any_singular;

  if (alike)
    explanation = g_strdup_printf (
      _ ("Degrees of freedom: %d by count and by the rank of the constraints"), mobility->freedoms);
  else
    explanation =
      g_strdup_printf (_ ("Degrees of freedom: %d by the rank of the constraints, %d by count; "
                          "some constraint rows say the same thing twice"),
                       mobility->freedoms, mobility->by_count);
  show_freedoms (self, text, explanation, good ? "success" : "warning");
}

/// Shows the degrees of freedom by count and, once it is known, by rank; both if they differ.
static void
mobility_changed_cb (LwStatusLine *self)
{
  const LwMobility *mobility = lw_player_get_mobility (self->player);

  if (mobility != NULL) {
    show_known (self, mobility);
  } else {
    g_autofree char *text = g_strdup_printf (
      _ ("DOF %d"), mbd_model_freedoms_by_count (lw_player_get_model (self->player)));

    show_freedoms (self, text, _ ("Degrees of freedom by count"), NULL);
  }
  show_redundant (self, mobility != NULL ? mobility->redundant : -1);
  show_assembly (self, mobility);
  show_parts (self);
}

static void
show_counts (LwStatusLine *self)
{
  LwMechanism *mechanism = lw_player_get_mechanism (self->player);
  guint n_bodies = lw_mechanism_get_n_bodies (mechanism);
  guint n_couplings = lw_mechanism_get_n_couplings (mechanism);
  g_autofree char *bodies =
    g_strdup_printf (g_dngettext (NULL, "%u body", "%u bodies", n_bodies), n_bodies);
  const int n_loops = lw_mechanism_count_loops (mechanism);
  g_autofree char *joined =
    g_strdup_printf (g_dngettext (NULL, "%u coupling", "%u couplings", n_couplings), n_couplings);
  g_autofree char *loops = g_strdup_printf (
    g_dngettext (NULL, "%d closed loop", "%d closed loops", (gulong) n_loops), n_loops);
  g_autofree char *couplings =
    n_loops > 0 ? g_strdup_printf ("%s · %s", joined, loops) : g_strdup (joined);

  gtk_label_set_text (self->body_label, bodies);
  gtk_label_set_text (self->coupling_label, couplings);
}

// ---- contacts -------------------------------------------------------------------------------

/// Shows the number of contacts with a normal force at the displayed time, and the solver's
/// iterations since the last update.
static void
show_contacts (LwStatusLine *self)
{
  LwSimulationStatus status;
  guint n, pressing = 0;
  const MbdIntegratorContact *contacts = lw_player_get_contacts (self->player, &n);
  g_autofree char *text = NULL;
  long steps, iterations;

  lw_player_get_status (self->player, &status);
  steps = status.statistics.steps - self->counted_steps;
  iterations = status.statistics.newton_iterations - self->counted_iterations;
  self->counted_steps = status.statistics.steps;
  self->counted_iterations = status.statistics.newton_iterations;
  for (guint i = 0; i < n; i++)
    pressing += contacts[i].normal_force > 0;
  if (steps > 0 && iterations > 0 && status.statistics.method == MBD_METHOD_TIME_STEPPING)
    // Translators: iterations of the contact solver, average of the last steps
    text = g_strdup_printf (g_dngettext (NULL, "%u contact, %.1f iterations a step",
                                         "%u contacts, %.1f iterations a step", pressing),
                            pressing, (double) iterations / (double) steps);
  else
    text = g_strdup_printf (g_dngettext (NULL, "%u contact", "%u contacts", pressing), pressing);
  if (g_strcmp0 (gtk_label_get_text (self->contact_label), text) != 0)
    gtk_label_set_text (self->contact_label, text);
  lw_tooltip_set (GTK_WIDGET (self->contact_label),
                  _ ("Contact points that press at this instant"));
}

/// Updates the contacts, while running only as often as they can be read.
static void
moved_cb (LwStatusLine *self)
{
  const gint64 now = g_get_monotonic_time ();

  if (!self->has_contacts
      || (lw_player_get_playing (self->player)
          && now - self->contacts_usec < G_USEC_PER_SEC / CONTACTS_PER_SECOND))
    return;
  self->contacts_usec = now;
  show_contacts (self);
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
  lw_mobility_view_set_player (self->mobility_view, player);
  if (player == NULL)
    return;
  g_signal_connect_swapped (player, "mobility-changed", G_CALLBACK (mobility_changed_cb), self);
  g_signal_connect_swapped (player, "moved", G_CALLBACK (moved_cb), self);
  self->has_contacts = mbd_model_shape_count (lw_player_get_model (player)) > 0;
  self->contacts_usec = 0;
  moved_cb (self);
  mobility_changed_cb (self);
  show_counts (self);
}

void
lw_status_line_set_selection (LwStatusLine *self, LwSelection *selection)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));

  lw_mobility_view_set_selection (self->mobility_view, selection);
}

void
lw_status_line_set_wiggle (LwStatusLine *self, LwMotionPreview *wiggle)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));

  lw_mobility_view_set_wiggle (self->mobility_view, wiggle);
}

// ---- pointer --------------------------------------------------------------------------------

static void
show_pointer (LwStatusLine *self)
{
  const char *decimal_point = localeconv ()->decimal_point;
  const LwUnits *units = lw_appearance_get_units (self->look);
  double px_per_unit = self->px_per_m / lw_units_to_shown (units, "m", 1);
  // Digits beyond the resolution of a px would only flicker.
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
  // Translators: the position of the pointer; the last %s is the unit
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
lw_status_line_set_hint (LwStatusLine *self, const char *hint)
{
  g_return_if_fail (LW_IS_STATUS_LINE (self));

  if (g_strcmp0 (gtk_label_get_text (self->hint_label), hint != NULL ? hint : "") == 0)
    return;
  gtk_label_set_text (self->hint_label, hint != NULL ? hint : "");
  show_parts (self);
}

const char *
lw_status_line_get_hint (LwStatusLine *self)
{
  g_return_val_if_fail (LW_IS_STATUS_LINE (self), "");

  return gtk_label_get_text (self->hint_label);
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
fill_mobility_cb (GtkMenuButton *button, gpointer data)
{
  lw_mobility_view_fill (LW_STATUS_LINE (data)->mobility_view);
}

static void
lw_status_line_dispose (GObject *object)
{
  LwStatusLine *self = LW_STATUS_LINE (object);

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->look);
  gtk_widget_dispose_template (GTK_WIDGET (self), LW_TYPE_STATUS_LINE);

  G_OBJECT_CLASS (lw_status_line_parent_class)->dispose (object);
}

/// Closes popovers, because an open one would keep the window alive.
static void
lw_status_line_unroot (GtkWidget *widget)
{
  gtk_menu_button_popdown (GTK_MENU_BUTTON (LW_STATUS_LINE (widget)->freedom_chip));

  GTK_WIDGET_CLASS (lw_status_line_parent_class)->unroot (widget);
}

static void
lw_status_line_class_init (LwStatusLineClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = lw_status_line_dispose;
  widget_class->unroot = lw_status_line_unroot;

  g_type_ensure (LW_TYPE_FITTING_ROW);
  g_type_ensure (LW_TYPE_MOBILITY_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/linkwright/Linkwright/lw-status-line.ui");
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, freedom_chip);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, freedom_image);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, freedom_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, popover);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, mobility_view);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, assembly_button);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, warning_button);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, count_row);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, body_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, coupling_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, redundant_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, hint_label);
  gtk_widget_class_bind_template_child (widget_class, LwStatusLine, pointer_label);
  gtk_widget_class_set_css_name (widget_class, "statusline");
}

static void
lw_status_line_init (LwStatusLine *self)
{
  self->look = lw_appearance_dup_default ();
  g_signal_connect_object (self->look, "units-changed", G_CALLBACK (show_pointer), self,
                           G_CONNECT_SWAPPED);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->contact_label = GTK_LABEL (gtk_label_new (NULL));
  lw_help_mark_number (GTK_WIDGET (self->freedom_chip), "count:freedoms");
  lw_help_mark_number (GTK_WIDGET (self->warning_button), "count:redundant");
  lw_help_mark_number (GTK_WIDGET (self->redundant_label), "count:redundant");
  lw_help_mark_number (GTK_WIDGET (self->body_label), "count:elements");
  lw_help_mark_number (GTK_WIDGET (self->coupling_label), "count:elements");
  lw_help_mark_number (GTK_WIDGET (self->contact_label), "count:contacts");
  lw_help_mark_number (GTK_WIDGET (self->pointer_label), "count:pointer");
  gtk_box_append (GTK_BOX (self), lw_help_mark_new_button ("panel-status"));
  lw_fitting_row_append (self->count_row, GTK_WIDGET (self->contact_label));
  g_signal_connect_swapped (self->assembly_button, "clicked", G_CALLBACK (assembly_clicked_cb),
                            self);
  g_signal_connect_swapped (self->warning_button, "clicked", G_CALLBACK (gtk_menu_button_popup),
                            self->freedom_chip);
  gtk_menu_button_set_create_popup_func (self->freedom_chip, fill_mobility_cb, self, NULL);
  g_signal_connect_swapped (self->mobility_view, "selected", G_CALLBACK (gtk_popover_popdown),
                            self->popover);
}
