// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-popover-menu.h"

/// Disconnects the handlers of the popover that belong to a widget in it.
static void
disconnect_widgets (GtkWidget *popover, GtkWidget *widget)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    disconnect_widgets (popover, child);
  // Only the boxes of items: the popover keeps all others.
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkMenuSectionBox"))
    g_signal_handlers_disconnect_by_data (popover, widget);
}

void
lw_popover_menu_set_model (GtkPopoverMenu *popover, GMenuModel *model)
{
  g_return_if_fail (GTK_IS_POPOVER_MENU (popover));

  disconnect_widgets (GTK_WIDGET (popover), GTK_WIDGET (popover));
  gtk_popover_menu_set_menu_model (popover, model);
}
