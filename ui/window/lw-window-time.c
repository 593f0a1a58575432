// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Commands for the time of a run in the window: ten steps in one call, loops, continuing from the
// displayed time, and a message if the memory limit is reached.

#include <glib/gi18n.h>

#include "lw-window-private.h"

#define STEPS 10

static void
step_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_player_step_by (lw_window_get_player (LW_WINDOW (widget)), STEPS);
}

static void
step_back_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_player_step_by (lw_window_get_player (LW_WINDOW (widget)), -STEPS);
}

static void
loop_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwPlayer *player = lw_window_get_player (LW_WINDOW (widget));
  double start;
  double end;
  const bool looping = lw_player_get_loop (player, &start, &end);

  lw_player_set_loop (player, !looping, start, end);
}

static void
continue_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  LwRunList *runs = lw_window_get_run_list (self);
  const double time = lw_player_get_time (lw_window_get_player (self));
  g_autofree char *before = NULL;
  g_autofree char *text = NULL;

  if (lw_window_get_document (self) == NULL)
    return;
  if (!lw_player_is_made_alike (lw_window_get_shown_player (self))) {
    gtk_widget_activate_action (
      widget, "win.say", "s",
      _ (
        "The shown run was computed with another method: choose that method to continue from here"));
    return;
  }
  if (!lw_player_can_continue (lw_window_get_shown_player (self))) {
    gtk_widget_activate_action (
      widget, "win.say", "s",
      _ ("Stop, and go back to a time before the end: the run can continue from there"));
    return;
  }
  lw_window_show_message (self, NULL);
  before = lw_run_list_dup_name (runs, lw_run_list_get_shown (runs));
  lw_run_list_keep (runs);
  lw_player_continue (lw_window_get_shown_player (self));
  // Translators: the time, and the name of a run
  text = g_strdup_printf (_ ("A new run continues from %.3f s of %s"), time, before);
  gtk_widget_activate_action (widget, "win.say", "s", text);
  lw_player_play (lw_window_get_shown_player (self));
}

static void
thinned_cb (LwWindow *self, guint stride)
{
  g_autofree char *text = g_strdup_printf (
    ngettext (
      "The run continues, but the memory for its recording is full: one of %u step is kept, "
      "also of the earlier steps.",
      "The run continues, but the memory for its recording is full: one of %u steps is kept, "
      "also of the earlier steps.",
      stride),
    stride);

  // All recorded samples are kept.
  if (stride == 0)
    lw_window_show_message (
      self,
      _ ("The run continues, but there is no memory left to record it: close other programs or "
         "windows. The recording so far is kept."));
  else
    lw_window_show_message (self, text);
}

void
lw_window_follow_time (LwWindow *self)
{
  g_signal_connect_swapped (lw_window_get_shown_player (self), "thinned", G_CALLBACK (thinned_cb),
                            self);
}

static void
overlays_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_shown_player (self) != NULL)
    lw_overlays_button_popup (self->overlays_button);
}

void
lw_window_install_time_actions (LwWindowClass *klass)
{
  static const struct
  {
    guint key;
    GdkModifierType modifiers;
    const char *action;
  } bindings[] = {
    { GDK_KEY_Page_Down, 0, "win.step-10" },
    { GDK_KEY_Page_Up, 0, "win.step-back-10" },
    { GDK_KEY_l, GDK_CONTROL_MASK, "win.loop" },
    { GDK_KEY_r, GDK_CONTROL_MASK, "win.continue-here" },
    { GDK_KEY_u, GDK_CONTROL_MASK, "win.overlays" },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.step-10", NULL, step_action_cb);
  gtk_widget_class_install_action (widget_class, "win.step-back-10", NULL, step_back_action_cb);
  gtk_widget_class_install_action (widget_class, "win.loop", NULL, loop_action_cb);
  gtk_widget_class_install_action (widget_class, "win.continue-here", NULL, continue_action_cb);
  gtk_widget_class_install_action (widget_class, "win.overlays", NULL, overlays_action_cb);
  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    gtk_widget_class_add_binding_action (widget_class, bindings[i].key, bindings[i].modifiers,
                                         bindings[i].action, NULL);
}
