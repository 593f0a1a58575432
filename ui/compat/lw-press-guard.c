// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-press-guard.h"

#include <stdbool.h>

/// Keys of object data. GUARD: of a window, the controller. HELD: of the controller, the buttons
/// that are held according to the events that the window has received.
#define GUARD "lw-press-guard"
#define HELD "lw-held-buttons"

static GdkModifierType
to_mask (GdkEvent *event)
{
  const guint button = gdk_button_event_get_button (event);

  return button >= 1 && button <= 5 ? GDK_BUTTON1_MASK << (button - 1) : 0;
}

/// Stops motion events that GTK synthesises while the release of a held button has not arrived yet.
static gboolean
event_cb (GtkEventController *guard, GdkEvent *event)
{
  GdkModifierType held = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (guard), HELD));
  const GdkModifierType state = gdk_event_get_modifier_state (event);
  const bool is_made = gdk_event_get_time (event) == GDK_CURRENT_TIME;

  switch (gdk_event_get_event_type (event)) {
  case GDK_BUTTON_PRESS:
    held |= to_mask (event);
    break;
  case GDK_BUTTON_RELEASE:
    held &= ~to_mask (event);
    break;
  case GDK_MOTION_NOTIFY:
    if (is_made)
      return (held & ~state) != 0 ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
    // The window receives no event for a button that is released elsewhere.
    held &= state;
    break;
  default:
    return GDK_EVENT_PROPAGATE;
  }
  g_object_set_data (G_OBJECT (guard), HELD, GUINT_TO_POINTER (held));
  return GDK_EVENT_PROPAGATE;
}

static gboolean
realize_cb (GSignalInvocationHint *hint, guint n_values, const GValue *values, gpointer data)
{
  GtkWidget *widget = g_value_get_object (values);
  GtkEventController *guard;

  if (!GTK_IS_WINDOW (widget) || g_object_get_data (G_OBJECT (widget), GUARD) != NULL)
    return TRUE;
  guard = gtk_event_controller_legacy_new ();
  gtk_event_controller_set_propagation_phase (guard, GTK_PHASE_CAPTURE);
  g_signal_connect (guard, "event", G_CALLBACK (event_cb), NULL);
  g_object_set_data (G_OBJECT (widget), GUARD, guard);
  gtk_widget_add_controller (widget, guard);
  return TRUE;
}

void
lw_press_guard_install (void)
{
  // The signals of a class exist only after the class has been initialised.
  g_type_class_unref (g_type_class_ref (GTK_TYPE_WINDOW));
  g_signal_add_emission_hook (g_signal_lookup ("realize", GTK_TYPE_WIDGET), 0, realize_cb, NULL,
                              NULL);
}
