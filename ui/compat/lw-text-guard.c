// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-text-guard.h"

/// Object data of a gesture, set while the pointer may be about to drag text: the pressed text was
/// selected.
#define PRESSED "lw-pressed-selection"

static gboolean
has_selection (GtkGesture *gesture)
{
  GtkWidget *text = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));

  return gtk_editable_get_selection_bounds (GTK_EDITABLE (text), NULL, NULL);
}

/// Called after the press has been handled: a press outside the selection has cleared it; with
/// Shift it has extended the selection, which may become empty during the drag.
static void
begin_cb (GtkGesture *gesture)
{
  GdkModifierType state =
    gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));

  g_object_set_data (G_OBJECT (gesture), PRESSED,
                     GINT_TO_POINTER (has_selection (gesture) && (state & GDK_SHIFT_MASK) == 0));
}

/// Called before the gesture's own handler.
static void
update_cb (GtkGesture *gesture)
{
  if (g_object_get_data (G_OBJECT (gesture), PRESSED) != NULL && !has_selection (gesture))
    g_signal_stop_emission_by_name (gesture, "update");
}

static void
guard (GtkWidget *text)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (text);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++) {
    g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

    if (!GTK_IS_GESTURE_DRAG (controller)
        || g_signal_handler_find (controller, G_SIGNAL_MATCH_FUNC, 0, 0, NULL, update_cb, NULL))
      continue;
    g_signal_connect (controller, "begin", G_CALLBACK (begin_cb), NULL);
    g_signal_connect (controller, "update", G_CALLBACK (update_cb), NULL);
  }
}

static gboolean
realize_cb (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);

  if (GTK_IS_TEXT (widget))
    guard (widget);
  return TRUE;
}

void
lw_text_guard_install (void)
{
  // The signals of a class exist only after the class has been initialised.
  g_type_class_unref (g_type_class_ref (GTK_TYPE_TEXT));
  g_signal_add_emission_hook (g_signal_lookup ("realize", GTK_TYPE_WIDGET), 0, realize_cb, NULL,
                              NULL);
}
