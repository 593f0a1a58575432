// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Context menus: at most 12 entries, each a command of the window or a submenu.

#include "lw-edit-menu.h"

/// Checks the entries of a menu, with those of sections and submenus. Returns the number of entries
/// of the menu itself and its sections.
static guint
check_entries (GMenuModel *menu)
{
  guint n = 0;

  for (int i = 0; i < g_menu_model_get_n_items (menu); i++) {
    g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
    g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
    g_autofree char *action = NULL;

    if (section != NULL) {
      g_assert_cmpint (g_menu_model_get_n_items (section), >, 0);
      n += check_entries (section);
      continue;
    }
    n++;
    if (submenu != NULL) {
      g_assert_cmpuint (check_entries (submenu), >, 0);
      continue;
    }
    g_assert_true (
      g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action));
    g_assert_true (g_str_has_prefix (action, "win."));
  }
  return n;
}

static void
test_entries (void)
{
  for (int context = 0; context < LW_N_EDIT_CONTEXTS; context++) {
    g_autoptr (GMenuModel) menu = lw_edit_menu_new_for ((LwEditContext) context);
    const guint n = check_entries (menu);

    g_assert_cmpuint (n, >=, 4);
    g_assert_cmpuint (n, <=, LW_EDIT_MENU_ENTRIES);
  }
}

static void
test_context (void)
{
  g_autoptr (LwSelection) selection = lw_selection_new ();

  g_assert_cmpint (lw_edit_menu_find_context (selection), ==, LW_EDIT_CONTEXT_SHEET);
  lw_selection_set (selection, LW_SELECTION_BODY, 1);
  g_assert_cmpint (lw_edit_menu_find_context (selection), ==, LW_EDIT_CONTEXT_BODY);
  lw_selection_set (selection, LW_SELECTION_COUPLING, 1);
  g_assert_cmpint (lw_edit_menu_find_context (selection), ==, LW_EDIT_CONTEXT_COUPLING);
  lw_selection_toggle (selection, LW_SELECTION_BODY, 2);
  g_assert_cmpint (lw_edit_menu_find_context (selection), ==, LW_EDIT_CONTEXT_SEVERAL);
  lw_selection_set (selection, LW_SELECTION_TRACER, 1);
  g_assert_cmpint (lw_edit_menu_find_context (selection), ==, LW_EDIT_CONTEXT_OTHER);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/edit-menu/entries", test_entries);
  g_test_add_func ("/edit-menu/context", test_context);
  return g_test_run ();
}
