// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-history-button.h"

#include <glib/gi18n.h>

struct _LwHistoryButton
{
  GtkWidget parent_instance;

  // Owned
  LwDocument *document;
  GtkStringList *steps; ///< begins with the start

  // Children
  GtkMenuButton *button;
  GtkListView *list;
  GtkSingleSelection *model;
};

G_DEFINE_FINAL_TYPE (LwHistoryButton, lw_history_button, GTK_TYPE_WIDGET)

/// Fills the list when the popover is opened, because histories are long.
static void
fill (LwHistoryButton *self)
{
  const guint n = self->document != NULL ? lw_document_get_n_steps (self->document) : 0;
  g_autoptr (GPtrArray) names = g_ptr_array_new ();

  g_ptr_array_add (names, _ ("Start"));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (names, (char *) lw_document_get_step_name (self->document, i));
  g_ptr_array_add (names, NULL);
  gtk_string_list_splice (self->steps, 0, g_list_model_get_n_items (G_LIST_MODEL (self->steps)),
                          (const char *const *) names->pdata);
  if (self->document != NULL) {
    const guint position = lw_document_get_position (self->document);

    gtk_single_selection_set_selected (self->model, position);
    gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", position);
  }
}

static void
go_to (LwHistoryButton *self, guint position)
{
  if (self->document == NULL || position > lw_document_get_n_steps (self->document))
    return;
  lw_document_go_to (self->document, position);
  fill (self);
}

static void
activate_cb (LwHistoryButton *self, guint position)
{
  go_to (self, position);
}

/// Focuses the current step, not the start far above it.
static void
focus_present (LwHistoryButton *self)
{
  for (GtkWidget *row = gtk_widget_get_first_child (GTK_WIDGET (self->list)); row != NULL;
       row = gtk_widget_get_next_sibling (row)) {
    GtkWidget *label = gtk_widget_get_first_child (row);

    if (label != NULL && gtk_widget_has_css_class (label, "heading")) {
      gtk_widget_grab_focus (row);
      return;
    }
  }
}

static void
shown_cb (LwHistoryButton *self)
{
  fill (self);
  focus_present (self);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_list_item_set_child (item, label);
}

/// Marks steps that can be redone by more than their colour.
static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *item, LwHistoryButton *self)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *name = gtk_string_object_get_string (gtk_list_item_get_item (item));
  const guint position = gtk_list_item_get_position (item);
  const bool undone =
    self->document != NULL && position > lw_document_get_position (self->document);
  g_autofree char *spoken = undone ? g_strdup_printf (_ ("%s (undone)"), name) : g_strdup (name);

  gtk_label_set_text (GTK_LABEL (label), spoken);
  if (self->document != NULL && position == lw_document_get_position (self->document))
    gtk_widget_add_css_class (label, "heading");
  else
    gtk_widget_remove_css_class (label, "heading");
  if (undone)
    gtk_widget_add_css_class (label, "dim-label");
  else
    gtk_widget_remove_css_class (label, "dim-label");
  gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (label)),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

void
lw_history_button_set_document (LwHistoryButton *self, LwDocument *document)
{
  g_return_if_fail (LW_IS_HISTORY_BUTTON (self));

  gtk_menu_button_popdown (self->button);
  g_set_object (&self->document, document);
}

void
lw_history_button_popup (LwHistoryButton *self)
{
  g_return_if_fail (LW_IS_HISTORY_BUTTON (self));

  gtk_menu_button_popup (self->button);
}

static void
lw_history_button_dispose (GObject *object)
{
  LwHistoryButton *self = LW_HISTORY_BUTTON (object);

  g_clear_object (&self->document);
  g_clear_object (&self->steps);
  if (self->button != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->button));
  self->button = NULL;

  G_OBJECT_CLASS (lw_history_button_parent_class)->dispose (object);
}

static void
lw_history_button_class_init (LwHistoryButtonClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_history_button_dispose;
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass), GTK_TYPE_BIN_LAYOUT);
}

static void
lw_history_button_init (LwHistoryButton *self)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *popover = gtk_popover_new ();

  self->steps = gtk_string_list_new (NULL);
  self->model = gtk_single_selection_new (G_LIST_MODEL (g_object_ref (self->steps)));
  gtk_single_selection_set_autoselect (self->model, FALSE);
  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), self);
  self->list = GTK_LIST_VIEW (gtk_list_view_new (GTK_SELECTION_MODEL (self->model), factory));
  gtk_list_view_set_single_click_activate (self->list, TRUE);
  g_signal_connect_swapped (self->list, "activate", G_CALLBACK (activate_cb), self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("History of Edits"), -1);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 360);
  gtk_widget_set_size_request (scrolled, 220, -1);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->list));
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  gtk_widget_add_css_class (popover, "menu");
  g_signal_connect_swapped (popover, "show", G_CALLBACK (shown_cb), self);
  self->button = GTK_MENU_BUTTON (gtk_menu_button_new ());
  gtk_menu_button_set_icon_name (self->button, "pan-down-symbolic");
  gtk_menu_button_set_popover (self->button, popover);
  gtk_widget_set_focus_on_click (GTK_WIDGET (self->button), FALSE);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), _ ("History of Edits (Ctrl+Shift+Y)"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("History of Edits"), -1);
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
}
