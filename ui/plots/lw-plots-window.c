// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plots-window.h"

#include <glib/gi18n.h>

#define WIDTH_ONE 720
#define HEIGHT_ONE 420
#define WIDTH_ALL 900
#define HEIGHT_ALL 840

struct _LwPlotsWindow
{
  AdwWindow parent_instance;

  LwPlotsDock *home; ///< borrowed: it owns this window
  LwPlotsDock *dock;
};

G_DEFINE_FINAL_TYPE (LwPlotsWindow, lw_plots_window, ADW_TYPE_WINDOW)

LwPlotsDock *
lw_plots_window_get_dock (LwPlotsWindow *self)
{
  g_return_val_if_fail (LW_IS_PLOTS_WINDOW (self), NULL);

  return self->dock;
}

/// Forwards an action to the main window, such as playing, undoing and showing a message.
static void
forward (GtkWidget *widget, const char *action, GVariant *parameter)
{
  LwPlotsWindow *self = LW_PLOTS_WINDOW (widget);

  gtk_widget_activate_action_variant (GTK_WIDGET (self->home), action, parameter);
}

static void
add_shortcut (GtkEventController *controller, const char *keys, const char *action)
{
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (controller),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string (keys), gtk_named_action_new (action)));
}

static void
add_shortcuts (LwPlotsWindow *self)
{
  GtkEventController *controller = gtk_shortcut_controller_new ();

  add_shortcut (controller, "space", "win.play");
  add_shortcut (controller, "<Control>z", "win.undo");
  add_shortcut (controller, "<Control><Shift>z", "win.redo");
  add_shortcut (controller, "<Control>w", "window.close");
  add_shortcut (controller, "Escape", "window.close");
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}

LwPlotsWindow *
lw_plots_window_new (LwPlotsDock *home, const char *title)
{
  LwPlotsWindow *self = g_object_new (LW_TYPE_PLOTS_WINDOW, NULL);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();
  const char *shown = title != NULL ? title : _ ("Plots");

  self->home = home;
  self->dock = g_object_new (LW_TYPE_PLOTS_DOCK, NULL);
  lw_plots_dock_set_only (self->dock, title);
  lw_plots_dock_set_stacked (self->dock, title == NULL);
  gtk_widget_set_vexpand (GTK_WIDGET (self->dock), TRUE);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->dock));
  adw_window_set_content (ADW_WINDOW (self), box);
  gtk_window_set_title (GTK_WINDOW (self), *shown != '\0' ? shown : _ ("Plot"));
  gtk_window_set_default_size (GTK_WINDOW (self), title != NULL ? WIDTH_ONE : WIDTH_ALL,
                               title != NULL ? HEIGHT_ONE : HEIGHT_ALL);
  add_shortcuts (self);
  return self;
}

static void
lw_plots_window_class_init (LwPlotsWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.say", "s", forward);
  gtk_widget_class_install_action (widget_class, "win.play", NULL, forward);
  gtk_widget_class_install_action (widget_class, "win.undo", NULL, forward);
  gtk_widget_class_install_action (widget_class, "win.redo", NULL, forward);
}

static void
lw_plots_window_init (LwPlotsWindow *self)
{
}
