// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-menu-names.h"

static gboolean
map_cb (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *item = g_value_get_object (values);

  // The class is private to GTK.
  if (g_strcmp0 (G_OBJECT_TYPE_NAME (item), "GtkModelButton") != 0)
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child (item); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_LABEL (child)
        && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (child))
             == GTK_ACCESSIBLE_ROLE_PRESENTATION) {
      gtk_accessible_reset_relation (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
      gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                      gtk_label_get_text (GTK_LABEL (child)), -1);
      break;
    }
  return TRUE;
}

void
lw_menu_names_install (void)
{
  // The signals of a class exist only after the class has been initialised.
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WIDGET));
  g_signal_add_emission_hook (g_signal_lookup ("map", GTK_TYPE_WIDGET), 0, map_cb, NULL, NULL);
}
