// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card with an element's equations and their numbers, folded until the user opens it.

#include <glib/gi18n.h>

#include "lw-formula-view.h"
#include "lw-inspector-private.h"

void
lw_inspector_update_equations (LwInspector *self)
{
  g_autoptr (LwAppearance) look = NULL;

  if (self->equations == NULL || !self->equations_open)
    return;
  look = lw_appearance_dup_default ();
  lw_formula_view_set (
    LW_FORMULA_VIEW (self->equations),
    lw_equations_of (lw_inspector_get_mechanism (self), self->equations_of,
                     lw_player_get_state (self->player),
                     lw_fonts_get_decimal_point (lw_appearance_get_fonts (look))));
}

static void
expanded_cb (LwInspector *self, GParamSpec *pspec, GtkExpander *expander)
{
  self->equations_open = gtk_expander_get_expanded (expander);
  lw_inspector_update_equations (self);
}

void
lw_inspector_add_equations (LwInspector *self, LwElementRef target)
{
  g_autoptr (GArray) equations =
    lw_equations_of (lw_inspector_get_mechanism (self), target, NULL, ".");
  GtkWidget *expander;

  if (equations->len == 0)
    return;
  lw_inspector_begin_card (self, _ ("Equations"), NULL);
  self->equations_of = target;
  expander = lw_inspector_take (self, "equations");
  if (expander != NULL) {
    self->equations = gtk_expander_get_child (GTK_EXPANDER (expander));
    lw_inspector_update_equations (self);
    return;
  }
  expander = gtk_expander_new (_ ("Show the equations"));
  gtk_widget_add_css_class (expander, "equations");
  gtk_accessible_update_property (GTK_ACCESSIBLE (expander), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Show the equations"), -1);
  self->equations = lw_formula_view_new ();
  gtk_expander_set_child (GTK_EXPANDER (expander), self->equations);
  gtk_expander_set_expanded (GTK_EXPANDER (expander), self->equations_open);
  g_signal_connect_swapped (expander, "notify::expanded", G_CALLBACK (expanded_cb), self);
  lw_inspector_put (self, expander, "equations");
  lw_inspector_update_equations (self);
}
