// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every control has a name: all windows and dialogs are opened, in all their states, and traversed.
// Controls that take the focus are named for screen readers; controls that are pressed have a label
// or a tooltip.

#include <string.h>

#include "lw-window-private.h"
#include "testing-window.h"

// ---- names ----------------------------------------------------------------------------------

/// Returns true if a text is visible in the widget.
static bool
has_words (GtkWidget *widget)
{
  if (!gtk_widget_get_visible (widget))
    return false;
  if (GTK_IS_LABEL (widget) && gtk_label_get_text (GTK_LABEL (widget))[0] != '\0')
    return true;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (has_words (child))
      return true;
  return false;
}

static bool
has_label (GtkWidget *widget)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (widget);
  g_autofree char *is_something = NULL;

  if (gtk_test_accessible_has_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY))
    return true;
  if (!gtk_test_accessible_has_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL))
    return false;
  is_something = gtk_test_accessible_check_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "");
  return is_something != NULL;
}

/// Returns true for roles that are named by their content.
static bool
is_named_by_content (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_LIST_BOX_ROW (widget) || GTK_IS_CHECK_BUTTON (widget)
         || GTK_IS_LABEL (widget) || GTK_IS_FLOW_BOX_CHILD (widget)
         || GTK_IS_SHORTCUTS_SHORTCUT (widget)
         || gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget))
              == GTK_ACCESSIBLE_ROLE_MENU_ITEM
         || gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (widget))
              == GTK_ACCESSIBLE_ROLE_LIST_ITEM;
}

static bool
is_named (GtkWidget *widget)
{
  GtkWidget *parent = gtk_widget_get_parent (widget);
  GtkWidget *drop_down = gtk_widget_get_ancestor (widget, GTK_TYPE_DROP_DOWN);
  GtkWidget *combo_row = gtk_widget_get_ancestor (widget, ADW_TYPE_COMBO_ROW);

  if (has_label (widget) || (is_named_by_content (widget) && has_words (widget))
      || (drop_down != NULL && drop_down != widget && has_label (drop_down))
      || (combo_row != NULL && combo_row != widget && has_words (combo_row)))
    return true;
  // An entry and a menu button are the visible, named widgets; the focus is inside them.
  return parent != NULL && (GTK_IS_EDITABLE (parent) || GTK_IS_MENU_BUTTON (parent))
         && has_label (parent);
}

static bool
is_pressed (GtkWidget *widget)
{
  return GTK_IS_BUTTON (widget) || GTK_IS_SWITCH (widget) || GTK_IS_CHECK_BUTTON (widget)
         || GTK_IS_DROP_DOWN (widget);
}

/// Returns true if the widget has a label, or it or its control has a tooltip.
static bool
says_what_it_does (GtkWidget *widget)
{
  for (GtkWidget *part = widget; part != NULL; part = gtk_widget_get_parent (part)) {
    if (gtk_widget_get_tooltip_text (part) != NULL && gtk_widget_get_tooltip_text (part)[0] != '\0')
      return true;
    if (part != widget && !GTK_IS_MENU_BUTTON (part) && !GTK_IS_DROP_DOWN (part))
      break;
  }
  return has_words (widget);
}

// ---- traversal ------------------------------------------------------------------------------

static char *
dup_path (GtkWidget *widget)
{
  GString *path = g_string_new (NULL);

  for (; widget != NULL; widget = gtk_widget_get_parent (widget)) {
    g_autofree char *step = g_strdup_printf (" > %s", G_OBJECT_TYPE_NAME (widget));
    g_string_prepend (path, step);
  }
  return g_string_free (path, FALSE);
}

static void
complain (GtkWidget *widget, const char *where, const char *what)
{
  g_autofree char *path = dup_path (widget);

  g_test_message ("%s: %s:%s", where, what, path);
  g_test_fail ();
}

/// Returns the number of controls found.
static guint
walk (GtkWidget *widget, const char *where)
{
  guint n = 0;

  // The window's own buttons belong to the toolkit, which names them.
  if (!gtk_widget_get_mapped (widget) || GTK_IS_WINDOW_CONTROLS (widget))
    return 0;
  // Containers do not take the focus themselves.
  if (gtk_widget_get_focusable (widget) && !GTK_IS_SCROLLED_WINDOW (widget)
      && !GTK_IS_VIEWPORT (widget) && !GTK_IS_POPOVER (widget) && !GTK_IS_LIST_BOX (widget)) {
    n++;
    if (!is_named (widget))
      complain (widget, where, "takes the focus without a name");
  }
  // The list of shortcuts is a window of the toolkit, whose buttons have only names.
  if (is_pressed (widget) && !says_what_it_does (widget)
      && !(gtk_widget_get_ancestor (widget, GTK_TYPE_SHORTCUTS_WINDOW) != NULL
           && is_named (widget)))
    complain (widget, where, "can be pressed, but does not say what it does");
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    n += walk (child, where);
  return n;
}

static void
walk_window (gpointer window, const char *where, guint at_least)
{
  guint n;

  testing_run (0.2);
  n = walk (GTK_WIDGET (window), where);
  g_test_message ("%s: %u controls", where, n);
  g_assert_cmpuint (n, >=, at_least);
}

/// Checks every menu of the window while it is open.
static void
walk_menus (GtkWidget *widget, const char *where)
{
  if (!gtk_widget_get_mapped (widget))
    return;
  // All cards of examples are alike, and most of them are outside the window.
  if (GTK_IS_FLOW_BOX_CHILD (widget)
      && gtk_flow_box_child_get_index (GTK_FLOW_BOX_CHILD (widget)) > 0)
    return;
  if (GTK_IS_MENU_BUTTON (widget)) {
    GtkPopover *popover;

    // Some menus are created when they are opened.
    gtk_menu_button_popup (GTK_MENU_BUTTON (widget));
    testing_run (0.2);
    popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (widget));
    if (popover != NULL)
      walk (GTK_WIDGET (popover), where);
    gtk_menu_button_popdown (GTK_MENU_BUTTON (widget));
    testing_run (0.1);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    walk_menus (child, where);
}

/// Returns the window in front that belongs to this one.
static GtkWindow *
find_dialog (LwWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++) {
    g_autoptr (GtkWindow) found = g_list_model_get_item (windows, i);

    if (gtk_window_get_transient_for (found) == GTK_WINDOW (window)
        && gtk_widget_get_mapped (GTK_WIDGET (found)))
      return found;
  }
  return NULL;
}

static void
walk_dialog (LwWindow *window, const char *action, guint at_least)
{
  GtkWindow *dialog;

  gtk_widget_activate_action (GTK_WIDGET (window), action, NULL);
  wait_until (find_dialog (window) != NULL);
  dialog = find_dialog (window);
  walk_window (dialog, action, at_least);
  gtk_window_close (dialog);
  wait_until (find_dialog (window) == NULL);
}

// ---- tests ----------------------------------------------------------------------------------

static void
test_start_page (void)
{
  LwWindow *window = testing_window ();

  walk_window (window, "start page", 10);
  walk_menus (GTK_WIDGET (window), "menus of the start page");
  testing_close (window);
}

static void
test_elements (void)
{
  static const char *const examples[] = { "four-bar", "slider-crank", "andrews", "bricard" };

  for (guint i = 0; i < G_N_ELEMENTS (examples); i++) {
    LwWindow *window = testing_window_with (examples[i]);
    LwMechanism *mechanism = lw_document_get_mechanism (window->document);
    LwSelectionKind last = LW_SELECTION_NONE;

    walk_window (window, examples[i], 20);
    while (lw_selection_cycle (window->selection, mechanism, 1)) {
      LwElementRef shown = lw_selection_get_last (window->selection);
      g_autofree char *where = g_strdup_printf ("%s, element of kind %d", examples[i], shown.kind);

      if (shown.kind == last)
        continue;
      last = shown.kind;
      walk_window (window, where, 20);
    }
    g_object_set (window->sidebar_pages, "page", "outline", NULL);
    walk_window (window, "outline", 20);
    testing_close (window);
  }
}

static void
test_states (void)
{
  LwWindow *window = testing_window_with ("four-bar");

  walk_menus (GTK_WIDGET (window), "menus");
  testing_activate (window, "win.play");
  walk_window (window, "playing", 20);
  testing_activate (window, "win.play");
  lw_window_show_message (window, "Something went wrong.");
  walk_window (window, "message", 20);
  g_object_set (window, "show-sidebar", FALSE, NULL);
  walk_window (window, "without sidebar", 15);
  lw_window_fit_layout (window, 800, 600);
  walk_window (window, "folded", 10);
  lw_window_fit_layout (window, 360, 720);
  walk_window (window, "narrow", 8);
  walk_menus (GTK_WIDGET (window), "menus of the narrow window");
  testing_close (window);
}

static void
test_dialogs (void)
{
  LwWindow *window = testing_window_with ("four-bar");
  LwRunSettings run = *lw_mechanism_get_run (lw_document_get_mechanism (window->document));
  g_autoptr (LwMechanism) next = NULL;

  walk_dialog (window, "app.preferences", 6);
  walk_dialog (window, "app.about", 3);
  walk_dialog (window, "win.show-help-overlay", 1);
  testing_activate (window, "win.step-10");
  wait_until (lw_player_get_n_samples (window->player) == 11);
  walk_dialog (window, "win.export-animation", 8);
  run.duration = 7;
  next = lw_mechanism_with_run (lw_document_get_mechanism (window->document), &run);
  lw_document_edit (window->document, "Change Duration", next);
  walk_dialog (window, "window.close", 3);
  testing_close (window);
}

static void
add_tests (void)
{
  g_test_add_func ("/names/start-page", test_start_page);
  g_test_add_func ("/names/elements", test_elements);
  g_test_add_func ("/names/states", test_states);
  g_test_add_func ("/names/dialogs", test_dialogs);
}

int
main (int argc, char *argv[])
{
  // GTK keeps the names for tests, without a bus.
  g_setenv ("GTK_A11Y", "test", TRUE);
  return testing_main (&argc, &argv, add_tests);
}
