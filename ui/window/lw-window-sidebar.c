// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The sidebar of the main window, the selection that its parts share, and undo and redo.

#include <glib/gi18n.h>

#include "lw-tooltip.h"
#include "lw-view-bar.h"
#include "lw-window-private.h"

static void
undo_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_document_undo (LW_WINDOW (widget)->document);
}

static void
redo_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_document_redo (LW_WINDOW (widget)->document);
}

static void
history_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_document (self) != NULL)
    lw_history_button_popup (self->history_button);
}

static void
focus_canvas_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_grab_focus (GTK_WIDGET (LW_WINDOW (widget)->canvas));
}

static void
focus_number_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_widget_child_focus (GTK_WIDGET (LW_WINDOW (widget)->context_field), GTK_DIR_TAB_FORWARD);
}

static void
show_inspector_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  g_object_set (self->sidebar_pages, "page", "inspector", NULL);
  if (lw_window_get_layout (self) == LW_LAYOUT_NARROW)
    g_object_set (self, "part", "inspector", NULL);
  else
    g_object_set (self, "show-sidebar", TRUE, NULL);
}

static void
show_run_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_run_list_show (lw_transport_get_run_list (LW_WINDOW (widget)->transport),
                    g_variant_get_uint32 (parameter));
}

static void
restore_run_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_run_list_restore (lw_transport_get_run_list (LW_WINDOW (widget)->transport));
}

static void
run_removed_cb (LwWindow *self, const char *name)
{
  g_autofree char *text = g_strdup_printf (_ ("%s deleted"), name);

  lw_toasts_offer (lw_window_get_toasts (self), text, _ ("_Undo"), "win.restore-run");
}

void
lw_window_install_edit_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GdkModifierType control_shift = GDK_CONTROL_MASK | GDK_SHIFT_MASK;

  gtk_widget_class_install_action (widget_class, "win.show-inspector", NULL,
                                   show_inspector_action_cb);
  gtk_widget_class_install_action (widget_class, "win.show-run", "u", show_run_action_cb);
  gtk_widget_class_install_action (widget_class, "win.restore-run", NULL, restore_run_action_cb);
  gtk_widget_class_install_action (widget_class, "win.history", NULL, history_action_cb);
  gtk_widget_class_install_action (widget_class, "win.focus-canvas", NULL, focus_canvas_action_cb);
  gtk_widget_class_install_action (widget_class, "win.focus-number", NULL, focus_number_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_y, control_shift, "win.history", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_e, GDK_CONTROL_MASK,
                                       "win.focus-number", NULL);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, undo_action_cb);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, redo_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, GDK_CONTROL_MASK, "win.undo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_z, control_shift, "win.redo", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_y, GDK_CONTROL_MASK, "win.redo", NULL);
}

/// Updates the tooltips of undo and redo to the names of their steps.
static void
history_changed_cb (LwWindow *self)
{
  LwDocument *document = lw_window_get_document (self);
  bool can_undo = document != NULL && lw_document_can_undo (document);
  bool can_redo = document != NULL && lw_document_can_redo (document);
  // Translators: the name of an edit, and the keys
  g_autofree char *undo =
    can_undo ? g_strdup_printf (_ ("Undo: %s (Ctrl+Z)"), lw_document_undo_name (document))
             : g_strdup (_ ("Undo (Ctrl+Z)"));
  g_autofree char *redo =
    can_redo ? g_strdup_printf (_ ("Redo: %s (Ctrl+Shift+Z)"), lw_document_redo_name (document))
             : g_strdup (_ ("Redo (Ctrl+Shift+Z)"));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.undo", can_undo);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.redo", can_redo);
  lw_tooltip_set (self->undo_button, undo);
  lw_tooltip_set (self->redo_button, redo);
}

static void
document_changed_cb (LwWindow *self)
{
  if (lw_window_get_document (self) != NULL) {
    g_signal_connect_object (lw_window_get_document (self), "notify::undo-name",
                             G_CALLBACK (history_changed_cb), self, G_CONNECT_SWAPPED);
    g_signal_connect_object (lw_window_get_document (self), "notify::redo-name",
                             G_CALLBACK (history_changed_cb), self, G_CONNECT_SWAPPED);
  }
  gtk_widget_set_visible (self->undo_button, lw_window_get_document (self) != NULL);
  gtk_widget_set_visible (self->redo_button, lw_window_get_document (self) != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->history_button), lw_window_get_document (self) != NULL);
  lw_selection_clear (self->selection);
  lw_sidebar_set_document (self->sidebar_pages, lw_window_get_document (self));
  lw_context_field_set_document (self->context_field, lw_window_get_document (self));
  lw_history_button_set_document (self->history_button, lw_window_get_document (self));
  lw_plots_dock_set_document (self->plots_dock, lw_window_get_document (self));
  if (lw_window_get_document (self) == NULL)
    lw_run_list_set (lw_window_get_run_list (self), NULL, NULL);
  history_changed_cb (self);
}

static void
player_changed_cb (LwWindow *self)
{
  LwPlayer *player = lw_canvas_get_player (lw_window_get_canvas (self));

  lw_sidebar_set_player (self->sidebar_pages, player);
  lw_selection_card_set_player (self->selection_card, player);
  lw_run_list_set (lw_window_get_run_list (self), lw_window_get_document (self), player);
}

/// Moves the notes down while the standard views are visible, that is, in space, and the card away from
/// the axes in its corner.
static void
view_bar_changed_cb (LwWindow *self, GParamSpec *pspec, GtkWidget *bar)
{
  GtkWidget *card = gtk_widget_get_parent (GTK_WIDGET (self->selection_card));

  if (gtk_widget_get_visible (bar)) {
    gtk_widget_add_css_class (GTK_WIDGET (self->notes_revealer), "below-views");
    gtk_widget_add_css_class (card, "beside-axes");
  } else {
    gtk_widget_remove_css_class (GTK_WIDGET (self->notes_revealer), "below-views");
    gtk_widget_remove_css_class (card, "beside-axes");
  }
}

void
lw_window_update_card (LwWindow *self)
{
  lw_selection_card_set_wanted (self->selection_card, !adw_flap_get_reveal_flap (self->flap));
  // In a narrow window the card replaces the scales.
  lw_canvas_set_show_scales (lw_window_get_canvas (self),
                             lw_window_get_layout (self) != LW_LAYOUT_NARROW
                               || !gtk_widget_get_visible (GTK_WIDGET (self->selection_card)));
}

static void
add_card (LwWindow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *numbers = adw_bin_new ();

  self->selection_card = LW_SELECTION_CARD (lw_selection_card_new (self->selection));
  self->context_field = LW_CONTEXT_FIELD (lw_context_field_new (self->selection));
  gtk_widget_set_valign (box, GTK_ALIGN_END);
  gtk_widget_set_halign (box, GTK_ALIGN_START);
  gtk_widget_set_halign (GTK_WIDGET (self->selection_card), GTK_ALIGN_FILL);
  adw_bin_set_child (ADW_BIN (numbers), GTK_WIDGET (self->context_field));
  gtk_box_append (GTK_BOX (box), numbers);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->selection_card));
  lw_window_lay_over_canvas (self, box);
  g_signal_connect_object (self->flap, "notify::reveal-flap", G_CALLBACK (lw_window_update_card),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "changed", G_CALLBACK (lw_window_update_card), self,
                           G_CONNECT_SWAPPED);
}

void
lw_window_add_lesson_page (LwWindow *self, GtkWidget *page)
{
  lw_sidebar_add_lesson (self->sidebar_pages, page);
}

void
lw_window_show_lesson_page (LwWindow *self, bool shown)
{
  lw_sidebar_show_lesson (self->sidebar_pages, shown);
}

void
lw_window_add_sidebar (LwWindow *self)
{
  GtkWidget *bar = lw_view_bar_new (lw_window_get_canvas (self));
  GtkWidget *sidebar;

  self->selection = lw_selection_new ();
  sidebar = lw_sidebar_new (self->selection);
  self->sidebar_pages = LW_SIDEBAR (sidebar);
  gtk_box_append (GTK_BOX (self->sidebar), sidebar);
  lw_window_lay_over_canvas (self, bar);
  add_card (self);
  g_signal_connect_object (bar, "notify::visible", G_CALLBACK (view_bar_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (lw_window_get_run_list (self), "removed", G_CALLBACK (run_removed_cb),
                           self, G_CONNECT_SWAPPED);
  self->checklist = LW_CHECKLIST_VIEW (lw_checklist_view_new (self->selection));
  gtk_overlay_add_overlay (self->plots_overlay, GTK_WIDGET (self->checklist));
  lw_canvas_set_selection (lw_window_get_canvas (self), self->selection);
  lw_status_line_set_selection (self->status_line, self->selection);
  g_signal_connect_object (lw_window_get_canvas (self), "notify::player",
                           G_CALLBACK (player_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::document", G_CALLBACK (document_changed_cb), NULL);
  document_changed_cb (self);
}
