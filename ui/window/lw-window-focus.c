// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Moves the keyboard focus between the parts of the window: F6 to the next part, Shift+F6 to the
// previous one.

#include "lw-window-private.h"

#define N_PARTS 8

/// Sets the parts in reading order; parts that are currently hidden are not mapped.
static void
get_parts (LwWindow *self, GtkWidget *parts[N_PARTS])
{
  GtkWidget *const all[N_PARTS] = {
    lw_window_get_panel (self, LW_PANEL_HEADER),    lw_window_get_panel (self, LW_PANEL_PALETTE),
    lw_window_get_panel (self, LW_PANEL_STRIP),     lw_window_get_panel (self, LW_PANEL_CANVAS),
    lw_window_get_panel (self, LW_PANEL_TRANSPORT), lw_window_get_panel (self, LW_PANEL_PLOTS),
    lw_window_get_panel (self, LW_PANEL_SIDEBAR),   lw_window_get_panel (self, LW_PANEL_STATUS),
  };
  GtkWidget *hood = lw_window_get_panel (self, LW_PANEL_HOOD);

  for (int i = 0; i < N_PARTS; i++)
    parts[i] = all[i];
  if (hood != NULL && gtk_widget_get_mapped (hood))
    parts[6] = hood;
  if (gtk_widget_get_mapped (lw_window_get_panel (self, LW_PANEL_START)))
    parts[3] = lw_window_get_panel (self, LW_PANEL_START);
}

static bool
take_keys (LwWindow *self, GtkWidget *part)
{
  if (part == NULL || !gtk_widget_get_mapped (part))
    return false;
  if (part == lw_window_get_panel (self, LW_PANEL_CANVAS))
    return gtk_widget_grab_focus (GTK_WIDGET (lw_window_get_canvas (self)));
  return gtk_widget_child_focus (part, GTK_DIR_TAB_FORWARD);
}

static void
move_keys (LwWindow *self, int by)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GtkWidget *parts[N_PARTS];
  int current = by > 0 ? -1 : 0;

  get_parts (self, parts);
  for (int i = 0; i < N_PARTS; i++)
    if (parts[i] != NULL && focus != NULL
        && (focus == parts[i] || gtk_widget_is_ancestor (focus, parts[i])))
      current = i;
  gtk_window_set_focus_visible (GTK_WINDOW (self), TRUE);
  for (int i = 1; i <= N_PARTS; i++)
    if (take_keys (self, parts[(current + i * by + 2 * N_PARTS) % N_PARTS]))
      return;
}

static void
next_part_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  move_keys (LW_WINDOW (widget), 1);
}

static void
previous_part_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  move_keys (LW_WINDOW (widget), -1);
}

void
lw_window_install_focus_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.next-part", NULL, next_part_action_cb);
  gtk_widget_class_install_action (widget_class, "win.previous-part", NULL,
                                   previous_part_action_cb);
}

void
lw_window_add_focus_keys (LwWindow *self)
{
  static const struct
  {
    GdkModifierType modifiers;
    const char *action;
  } keys[] = { { 0, "win.next-part" }, { GDK_SHIFT_MASK, "win.previous-part" } };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  // Handle the keys before the pane between canvas and plots, which uses F6 itself.
  gtk_event_controller_set_propagation_phase (controller, GTK_PHASE_CAPTURE);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_F6, keys[i].modifiers),
                        gtk_named_action_new (keys[i].action)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}
