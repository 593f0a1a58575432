// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-label-guard.h"

/// As in GTK: the focus may return immediately, from a menu of the entry.
#define MOMENT_MS 100

static gboolean
end_editing_cb (gpointer data)
{
  GtkEventController *controller = data;
  GtkWidget *label = gtk_event_controller_get_widget (controller);

  // The controller of a label that has been freed has no widget.
  if (label != NULL
      && !gtk_event_controller_focus_contains_focus (GTK_EVENT_CONTROLLER_FOCUS (controller)))
    gtk_editable_label_stop_editing (GTK_EDITABLE_LABEL (label), TRUE);
  return G_SOURCE_REMOVE;
}

static void
leave_cb (GtkEventController *controller)
{
  g_timeout_add_full (G_PRIORITY_DEFAULT, MOMENT_MS, end_editing_cb, g_object_ref (controller),
                      g_object_unref);
}

void
lw_label_guard (GtkWidget *label)
{
  const guint leave = g_signal_lookup ("leave", GTK_TYPE_EVENT_CONTROLLER_FOCUS);
  g_autoptr (GListModel) controllers = NULL;

  g_return_if_fail (GTK_IS_EDITABLE_LABEL (label));

  controllers = gtk_widget_observe_controllers (label);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
    gulong id;

    if (!GTK_IS_EVENT_CONTROLLER_FOCUS (controller))
      continue;
    while ((id = g_signal_handler_find (controller, G_SIGNAL_MATCH_ID, leave, 0, NULL, NULL, NULL))
           != 0)
      g_signal_handler_disconnect (controller, id);
    g_signal_connect (controller, "leave", G_CALLBACK (leave_cb), NULL);
  }
}
