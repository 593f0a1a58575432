// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Toasts of the main window, below the canvas, with a button for undoing if possible. They are not
// on the canvas, where a toast that appears while the user draws would take the next press.

#include <glib/gi18n.h>

#include "lw-window-private.h"

#define MARGIN_PX 6

/// State of this file.
struct _LwLeftTime
{
  LwPlayer *player; ///< weak; player before the return to the start
  double time;      ///< s, its displayed time
};

// ---- messages -------------------------------------------------------------------------------

static void
say_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_toasts_say (LW_WINDOW (widget)->toasts, g_variant_get_string (parameter, NULL));
}

/// Shows a toast that offers to undo a deletion, whose consequences may be hard to see.
void
lw_window_say_deleted (LwWindow *self, const char *name)
{
  lw_toasts_offer (self->toasts, name, _ ("_Undo"), "win.undo");
}

/// Reports that the time has returned to the start before an edit of the drawing.
static void
say_started_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  self->left->time = g_variant_get_double (parameter);
  g_set_weak_pointer (&self->left->player, lw_window_get_shown_player (self));
  lw_toasts_offer (self->toasts, _ ("Back at the start: this is where the mechanism is drawn"),
                   _ ("_Undo"), "win.undo-start");
}

/// Returns to the previously displayed time. If the drawing has been edited since, that time no
/// longer exists, and the edit is undone instead.
static void
undo_start_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_shown_player (self) != NULL
      && lw_window_get_shown_player (self) == self->left->player)
    lw_player_seek (lw_window_get_shown_player (self), self->left->time);
  else
    gtk_widget_activate_action (widget, "win.undo", NULL);
}

// ---- placement ------------------------------------------------------------------------------

/// Computes the bounds of a widget on the overlay. Returns false if it is not shown.
static bool
find_place (LwWindow *self, GtkWidget *widget, graphene_rect_t *place)
{
  return gtk_widget_get_mapped (widget)
         && gtk_widget_compute_bounds (widget, GTK_WIDGET (self->toasts_overlay), place);
}

/// Places the toasts in the middle below the canvas, above the status line if there is room; in a
/// presentation, in which nothing is drawn, above the time bar.
static gboolean
place_cb (LwWindow *self, GtkWidget *widget, GdkRectangle *at)
{
  GtkWidget *overlay = GTK_WIDGET (self->toasts_overlay);
  graphene_rect_t canvas = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (overlay), 0);
  graphene_rect_t line;
  double bottom = gtk_widget_get_height (overlay) - MARGIN_PX;

  if (widget != GTK_WIDGET (self->toasts))
    return FALSE;
  find_place (self, lw_window_get_panel (self, LW_PANEL_CANVAS), &canvas);
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &at->width, NULL, NULL);
  at->width = MIN (at->width, (int) canvas.size.width);
  gtk_widget_measure (widget, GTK_ORIENTATION_VERTICAL, at->width, NULL, &at->height, NULL, NULL);
  at->x = (int) (canvas.origin.x + 0.5 * (canvas.size.width - at->width));
  if (lw_window_is_presenting (self))
    bottom = canvas.origin.y + canvas.size.height - MARGIN_PX;
  else if (find_place (self, lw_window_get_panel (self, LW_PANEL_STATUS), &line)
           && line.origin.y - at->height >= canvas.origin.y + canvas.size.height)
    bottom = line.origin.y;
  at->y = (int) bottom - at->height;
  return TRUE;
}

static gboolean
escape_cb (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return lw_toasts_dismiss (LW_WINDOW (data)->toasts);
}

void
lw_window_install_toast_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.say", "s", say_action_cb);
  gtk_widget_class_install_action (widget_class, "win.say-started", "d", say_started_action_cb);
  gtk_widget_class_install_action (widget_class, "win.undo-start", NULL, undo_start_action_cb);
}

void
lw_window_add_toasts (LwWindow *self)
{
  GtkEventController *keys = gtk_shortcut_controller_new ();

  self->left = g_new0 (LwLeftTime, 1);
  self->toasts = LW_TOASTS (lw_toasts_new ());
  g_signal_connect_object (self->toasts_overlay, "get-child-position", G_CALLBACK (place_cb), self,
                           G_CONNECT_SWAPPED);
  gtk_overlay_add_overlay (self->toasts_overlay, GTK_WIDGET (self->toasts));
  gtk_shortcut_controller_add_shortcut (
    GTK_SHORTCUT_CONTROLLER (keys),
    gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Escape"),
                      gtk_callback_action_new (escape_cb, self, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self->toasts_overlay), keys);
}

void
lw_window_release_toasts (LwWindow *self)
{
  g_clear_weak_pointer (&self->left->player);
}
