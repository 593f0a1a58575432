// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The bodies that a coupling connects: a list beside their names exchanges them.

#include <glib/gi18n.h>

#include "lw-inspector-private.h"
#include "lw-join.h"

static void
replace_cb (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  LwInspector *self = data;
  const LwElementRef target = lw_selection_get_last (self->selection);
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  g_autoptr (LwMechanism) next = NULL;
  g_autoptr (GError) error = NULL;
  int side, body;

  g_variant_get (parameter, "(ii)", &side, &body);
  if (target.kind != LW_SELECTION_COUPLING
      || lw_mechanism_find_coupling (mechanism, target.id) == NULL)
    return;
  next = lw_join_exchange (mechanism, target.id, side, body, &error);
  if (next == NULL)
    gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", error->message);
  else
    lw_document_edit (self->document, _ ("Change Body"), next);
}

void
lw_inspector_init_bodies (LwInspector *self)
{
  const GActionEntry entries[] = { { "replace", replace_cb, "(ii)", NULL, NULL, { 0 } } };
  g_autoptr (GSimpleActionGroup) group = g_simple_action_group_new ();

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "bodies", G_ACTION_GROUP (group));
}

/// Adds a section with the bodies that could take the place of one of the two.
static void
add_section (LwInspector *self, GMenu *menu, int side, const int ids[2])
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  g_autoptr (GMenu) section = g_menu_new ();
  g_autofree char *old = lw_inspector_dup_body_name (self, ids[side]);
  // Translators: a body that a joint connects; a list of other bodies follows
  g_autofree char *title = g_strdup_printf (_ ("Instead of %s"), old);

  for (int i = -1; i < (int) lw_mechanism_get_n_bodies (mechanism); i++) {
    const int id = i < 0 ? MBD_GROUND : lw_mechanism_get_body (mechanism, (guint) i)->element.id;
    g_autofree char *name = NULL;
    g_autofree char *action = NULL;

    if (id == ids[0] || id == ids[1])
      continue;
    name = lw_inspector_dup_body_name (self, id);
    action = g_strdup_printf ("bodies.replace((%d, %d))", side, id);
    g_menu_append (section, name, action);
  }
  if (g_menu_model_get_n_items (G_MENU_MODEL (section)) > 0)
    g_menu_append_section (menu, title, G_MENU_MODEL (section));
}

static void
open_cb (GtkMenuButton *button, gpointer data)
{
  LwInspector *self =
    LW_INSPECTOR (gtk_widget_get_ancestor (GTK_WIDGET (button), LW_TYPE_INSPECTOR));
  const LwElementRef target = lw_selection_get_last (self->selection);
  const LwCoupling *coupling =
    target.kind == LW_SELECTION_COUPLING
      ? lw_mechanism_find_coupling (lw_inspector_get_mechanism (self), target.id)
      : NULL;
  g_autoptr (GMenu) menu = g_menu_new ();

  for (int side = 0; coupling != NULL && side < 2; side++)
    add_section (self, menu, side, (const int[]){ coupling->def.body_a, coupling->def.body_b });
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

void
lw_inspector_add_changeable_bodies (LwInspector *self, const LwCoupling *coupling)
{
  const int ids[] = { coupling->def.body_a, coupling->def.body_b };
  GtkWidget *row, *button;

  row = lw_inspector_add_body_row (self, "changeable bodies ", _ ("Bodies"), ids, 2);
  button = gtk_widget_get_last_child (row);
  if (GTK_IS_MENU_BUTTON (button))
    return;
  button = gtk_menu_button_new ();
  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), "pan-down-symbolic");
  gtk_menu_button_set_create_popup_func (GTK_MENU_BUTTON (button), open_cb, NULL, NULL);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _ ("Connect Other Bodies"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Connect Other Bodies"), -1);
  gtk_box_append (GTK_BOX (row), button);
}
