// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plots-window.h"

#include <glib/gi18n.h>

#include "lw-templates.h"

#define WIDTH_ONE 720
#define HEIGHT_ONE 420
#define WIDTH_ALL 900
#define HEIGHT_ALL 840

struct _LwPlotsWindow
{
  LwSubWindow parent_instance;

  LwPlotsDock *home; ///< borrowed: it owns this window
  LwPlotsDock *dock;
};

G_DEFINE_FINAL_TYPE (LwPlotsWindow, lw_plots_window, LW_TYPE_SUB_WINDOW)

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
add_keys (GtkWidget *widget)
{
  lw_widget_add_key_action (widget, "space", "win.play");
  lw_widget_add_key_action (widget, "<Control>z", "win.undo");
  lw_widget_add_key_action (widget, "<Control><Shift>z", "win.redo");
  lw_widget_add_key_action (widget, "<Control>w", "window.close");
}

LwPlotsWindow *
lw_plots_window_new (LwPlotsDock *home, const char *title)
{
  LwPlotsWindow *self = g_object_new (LW_TYPE_PLOTS_WINDOW, NULL);
  const char *shown = title != NULL ? title : _ ("Plots");

  self->home = home;
  self->dock = g_object_new (LW_TYPE_PLOTS_DOCK, NULL);
  lw_plots_dock_set_only (self->dock, title);
  lw_plots_dock_set_stacked (self->dock, title == NULL);
  gtk_widget_set_vexpand (GTK_WIDGET (self->dock), TRUE);
  lw_sub_window_append (LW_SUB_WINDOW (self), GTK_WIDGET (self->dock));
  lw_sub_window_set_up (LW_SUB_WINDOW (self), *shown != '\0' ? shown : _ ("Plot"),
                        title != NULL ? WIDTH_ONE : WIDTH_ALL,
                        title != NULL ? HEIGHT_ONE : HEIGHT_ALL);
  add_keys (GTK_WIDGET (self));
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
