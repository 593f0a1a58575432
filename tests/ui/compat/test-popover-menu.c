// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A popover menu whose model was replaced, and whose position then changes. GTK 4.8 reports critical
// errors here, since it uses items that are gone.

#include "lw-popover-menu.h"

static void
test_position (void)
{
  GtkWidget *window = gtk_window_new ();
  g_autoptr (GMenu) section = g_menu_new ();
  g_autoptr (GMenu) menu = g_menu_new ();
  GtkWidget *popover;

  g_menu_append (section, "Act", "test.act");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
  g_menu_append_submenu (menu, "More", G_MENU_MODEL (section));
  popover = gtk_popover_menu_new_from_model (G_MENU_MODEL (menu));
  gtk_widget_set_parent (popover, window);
  // Fewer items, so that none of them is allocated where the removed ones were.
  lw_popover_menu_set_model (GTK_POPOVER_MENU (popover), G_MENU_MODEL (section));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_TOP);
  gtk_popover_set_position (GTK_POPOVER (popover), GTK_POS_BOTTOM);
  g_assert_true (gtk_popover_menu_get_menu_model (GTK_POPOVER_MENU (popover))
                 == G_MENU_MODEL (section));
  gtk_widget_unparent (popover);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add_func ("/popover-menu/position", test_position);
  return g_test_run ();
}
