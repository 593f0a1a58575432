// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The actions of the main window and the keys that belong only to it.

#include "lw-templates.h"
#include "lw-window-private.h"

#define ZOOM_PER_KEY 1.25

// ---- playing --------------------------------------------------------------------------------

static void
play_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwPlayer *player = lw_window_get_player (LW_WINDOW (widget));

  if (lw_player_get_playing (player))
    lw_player_pause (player);
  else
    lw_player_play (player);
}

static void
rewind_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_player_rewind (lw_window_get_player (LW_WINDOW (widget)));
}

static void
reset_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  lw_window_show_message (self, NULL);
  lw_run_list_keep (lw_window_get_run_list (self));
  // The player's model is that of the mechanism at the start of the run, so a new player is needed
  // if the mechanism has changed since.
  lw_window_complete_player (self);
  if (!lw_player_is_changed (lw_window_get_shown_player (self)) || !lw_window_renew_player (self))
    lw_player_reset (lw_window_get_shown_player (self));
}

static void
step_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_player_step (lw_window_get_player (LW_WINDOW (widget)));
}

static void
step_back_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_player_step_back (lw_window_get_player (LW_WINDOW (widget)));
}

// ---- view -----------------------------------------------------------------------------------

static void
fit_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_canvas_zoom_to_fit (LW_WINDOW (widget)->canvas);
}

static void
zoom_in_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_canvas_zoom (LW_WINDOW (widget)->canvas, ZOOM_PER_KEY);
}

static void
zoom_out_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_canvas_zoom (LW_WINDOW (widget)->canvas, 1 / ZOOM_PER_KEY);
}

static void
dismiss_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_window_show_message (LW_WINDOW (widget), NULL);
}

static void
search_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  gboolean searching;

  if (lw_window_get_document (self) != NULL)
    return;
  g_object_get (self->start_page, "searching", &searching, NULL);
  g_object_set (self->start_page, "searching", !searching, NULL);
}

static void
hide_notes_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  gtk_revealer_set_reveal_child (
    GTK_REVEALER (lw_window_get_panel (LW_WINDOW (widget), LW_PANEL_NOTES)), FALSE);
}

void
lw_window_update_actions (LwWindow *self)
{
  static const char *const names[] = {
    "win.play",         "win.rewind",           "win.reset",          "win.step",
    "win.fit",          "win.step-back",        "win.zoom-in",        "win.zoom-out",
    "win.plots",        "win.sidebar",          "win.loop",           "win.step-10",
    "win.step-back-10", "win.continue-here",    "win.hood",           "win.presentation",
    "win.drift",        "win.export-animation", "win.export-drawing", "win.export-parts",
    "win.print",        "win.export-report",    "win.polygons",       "win.centres",
    "win.export-model"
  };
  static const char *const document_names[] = { "win.save",         "win.save-as",
                                                "win.start-page",   "win.assemble",
                                                "win.equilibrium",  "win.motor-sizing",
                                                "win.transmission", "win.earlier-saves" };
  bool open = lw_window_get_shown_player (self) != NULL;

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), names[i], open);
  for (guint i = 0; i < G_N_ELEMENTS (document_names); i++)
    gtk_widget_action_set_enabled (GTK_WIDGET (self), document_names[i],
                                   lw_window_get_document (self) != NULL);
}

void
lw_window_install_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.play", NULL, play_action_cb);
  gtk_widget_class_install_action (widget_class, "win.rewind", NULL, rewind_action_cb);
  gtk_widget_class_install_action (widget_class, "win.reset", NULL, reset_action_cb);
  gtk_widget_class_install_action (widget_class, "win.step", NULL, step_action_cb);
  gtk_widget_class_install_action (widget_class, "win.step-back", NULL, step_back_action_cb);
  gtk_widget_class_install_action (widget_class, "win.fit", NULL, fit_action_cb);
  gtk_widget_class_install_action (widget_class, "win.zoom-in", NULL, zoom_in_action_cb);
  gtk_widget_class_install_action (widget_class, "win.zoom-out", NULL, zoom_out_action_cb);
  gtk_widget_class_install_action (widget_class, "win.dismiss", NULL, dismiss_action_cb);
  gtk_widget_class_install_action (widget_class, "win.hide-notes", NULL, hide_notes_action_cb);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_action_cb);
  gtk_widget_class_install_property_action (widget_class, "win.fullscreen", "fullscreened");
  gtk_widget_class_install_property_action (widget_class, "win.part", "part");
  gtk_widget_class_install_property_action (widget_class, "win.plots", "show-plots");
  gtk_widget_class_install_property_action (widget_class, "win.sidebar", "show-sidebar");
  gtk_widget_class_install_property_action (widget_class, "win.hood", "show-hood");
  gtk_widget_class_install_property_action (widget_class, "win.presentation", "presenting");
  gtk_widget_class_install_property_action (widget_class, "win.speed", "speed");
}

/// Adds the keys without modifiers. They are handled after the focused widget, so that the space
/// bar can press a button and an entry gets its letters, and before GtkWindow, which has its own
/// use for the space bar.
void
lw_window_add_keys (LwWindow *self)
{
  static const struct
  {
    const char *keys;
    const char *action;
  } bindings[] = {
    { "space|KP_Space", "win.play" },
    { "Home|KP_Home", "win.rewind" },
    { "period|KP_Decimal", "win.step" },
    { "comma|KP_Separator", "win.step-back" },
    { "0|KP_0", "win.fit" },
    { "plus|equal|KP_Add", "win.zoom-in" },
    { "minus|KP_Subtract", "win.zoom-out" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (bindings); i++)
    lw_widget_add_key_action (GTK_WIDGET (self), bindings[i].keys, bindings[i].action);
}
