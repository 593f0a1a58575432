// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-popover-release.h"

void
lw_popover_release (GtkWidget *widget)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    lw_popover_release (child);
  if (GTK_IS_POPOVER (widget)) {
    gboolean is_sensitive = gtk_widget_get_sensitive (widget);

    gtk_popover_popdown (GTK_POPOVER (widget));
    // Pointers leave a widget whose sensitivity changes.
    gtk_widget_set_sensitive (widget, !is_sensitive);
    gtk_widget_set_sensitive (widget, is_sensitive);
  }
}
