// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Help in the main window: the page of the selection or of the focus, and explanations of the
// numbers that it shows.

#include <glib/gi18n.h>
#include <string.h>

#include "lw-help-explain.h"
#include "lw-help-link.h"
#include "lw-help-mark.h"
#include "lw-help-window.h"
#include "lw-window-private.h"

#define EXPLANATION_WIDTH 440
#define EXPLANATION_HEIGHT 250

// ---- pages ----------------------------------------------------------------------------------

/// Returns the page of the message above the canvas; NULL if there is none. Free with g_free ().
static char *
dup_message_link (LwWindow *self)
{
  if (!gtk_revealer_get_reveal_child (self->message_revealer))
    return NULL;
  return lw_help_dup_message_link (gtk_label_get_text (self->message_label));
}

/// Returns the page of what the user is working with: a message, a tool in use, the selection, the
/// part of the window with the focus.
static char *
dup_link (LwWindow *self)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  const char *page = focus != NULL ? lw_help_mark_find_page (focus) : NULL;
  const char *number = focus != NULL ? lw_help_mark_find_number (focus) : NULL;
  char *link = dup_message_link (self);
  const LwElementRef *refs;
  guint n;

  if (link != NULL)
    return link;
  if (lw_window_get_document (self) == NULL)
    return g_strdup ("panel-start");
  if (lw_tools_get_tool (lw_window_get_tools (self)) != LW_TOOL_SELECT)
    return lw_help_dup_tool_link (lw_tools_get_tool (lw_window_get_tools (self)));
  if (number != NULL && g_str_has_prefix (number, "channel:"))
    link = lw_help_dup_channel_link (lw_window_get_mechanism (self), number + strlen ("channel:"));
  if (link != NULL)
    return link;
  refs = lw_selection_get (lw_window_get_selection (self), &n);
  if (n > 0
      && (page == NULL || g_str_equal (page, "panel-canvas")
          || g_str_equal (page, "panel-inspector")))
    return lw_help_dup_element_link (lw_window_get_mechanism (self), refs[n - 1]);
  return g_strdup (page != NULL ? page : "panel-canvas");
}

static void
help_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_autofree char *link = dup_link (LW_WINDOW (widget));

  lw_help_window_show (GTK_WINDOW (widget), link != NULL ? link : "first-steps");
}

static void
show_help_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  lw_help_window_show (GTK_WINDOW (widget), g_variant_get_string (parameter, NULL));
}

// ---- explanations ---------------------------------------------------------------------------

/// Returns the explanation of a marked number, and its title.
static char *
dup_explanation (LwWindow *self, const char *number, const char *shown, char **title)
{
  LwMechanism *mechanism = lw_player_get_mechanism (lw_window_get_shown_player (self));
  const char *rest = strchr (number, ':') + 1;
  const LwElementRef *refs;
  LwElementRef element = { 0 };
  guint n;

  if (g_str_has_prefix (number, "channel:")) {
    // With the formulas of plots.
    const LwChannels *channels = lw_player_get_curves (lw_window_get_shown_player (self))->channels;

    *title = g_strdup (rest);
    return lw_help_explain_channel (mechanism, channels,
                                    lw_player_get_state (lw_window_get_shown_player (self)), rest);
  }
  if (g_str_has_prefix (number, "count:")) {
    *title = g_strdup (_ ("Explanation"));
    return lw_help_explain_count (mechanism,
                                  lw_player_get_mobility (lw_window_get_shown_player (self)), rest);
  }
  if (g_str_has_prefix (number, "parameter:")) {
    *title = g_strdup (rest);
    return lw_help_explain_parameter (mechanism, rest);
  }
  if (g_str_has_prefix (number, "hood:")) {
    *title = g_strdup (_ ("Explanation"));
    return lw_help_explain_hood (rest, shown);
  }
  refs = lw_selection_get (lw_window_get_selection (self), &n);
  if (n > 0)
    element = refs[n - 1];
  *title = g_strdup (_ ("Explanation"));
  return lw_help_explain_field (mechanism, element, rest);
}

/// Returns the text of a number that a widget shows; NULL if it is not a label.
static const char *
get_shown (GtkWidget *widget)
{
  return GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : NULL;
}

char *
lw_window_dup_explanation (LwWindow *self, GtkWidget *widget)
{
  const char *number = lw_help_mark_find_number (widget);
  g_autofree char *title = NULL;

  return number != NULL && lw_window_get_shown_player (self) != NULL
           ? dup_explanation (self, number, get_shown (widget), &title)
           : NULL;
}

static void
follow_cb (LwWindow *self, const char *link)
{
  gtk_popover_popdown (self->explanation);
  lw_help_window_show (GTK_WINDOW (self), link);
}

/// Shows the explanation of a number beside a place of the window. `shown`: its text; may be NULL.
static bool
explain (LwWindow *self, const char *number, const char *shown, const GdkRectangle *place)
{
  g_autofree char *title = NULL;
  g_autofree char *text = NULL;
  double x, y;

  if (lw_window_get_shown_player (self) == NULL || number == NULL)
    return false;
  text = dup_explanation (self, number, shown, &title);
  if (text == NULL)
    return false;
  if (self->explanation == NULL) {
    GtkWidget *view = lw_help_view_new ();

    gtk_widget_set_size_request (view, EXPLANATION_WIDTH, EXPLANATION_HEIGHT);
    g_signal_connect_object (view, "follow", G_CALLBACK (follow_cb), self, G_CONNECT_SWAPPED);
    self->explanation = GTK_POPOVER (gtk_popover_new ());
    gtk_popover_set_child (self->explanation, view);
    gtk_widget_add_css_class (GTK_WIDGET (self->explanation), "explanation");
    gtk_widget_set_parent (GTK_WIDGET (self->explanation),
                           lw_window_get_panel (self, LW_PANEL_PAGES));
  }
  lw_help_view_show (LW_HELP_VIEW (gtk_popover_get_child (self->explanation)), title, text, NULL);
  gtk_widget_translate_coordinates (GTK_WIDGET (self), lw_window_get_panel (self, LW_PANEL_PAGES),
                                    place->x, place->y, &x, &y);
  gtk_popover_set_pointing_to (self->explanation,
                               &(GdkRectangle){ (int) x, (int) y, place->width, place->height });
  gtk_popover_popup (self->explanation);
  return true;
}

/// Explains the number that a widget shows. Returns false if it shows none.
static bool
explain_widget (LwWindow *self, GtkWidget *widget, const GdkRectangle *place)
{
  return explain (self, lw_help_mark_find_number (widget), get_shown (widget), place);
}

bool
lw_window_explain_at (LwWindow *self, double x, double y)
{
  GtkWidget *under = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  const GdkRectangle place = { (int) x, (int) y, 1, 1 };

  return under != NULL && explain_widget (self, under, &place);
}

static void
pressed_cb (LwWindow *self, int n_press, double x, double y, GtkGesture *gesture)
{
  if (lw_window_explain_at (self, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

/// Explains the number with the focus, or the one under the pointer.
static void
explain_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  GdkSurface *surface = gtk_native_get_surface (GTK_NATIVE (self));
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (widget));
  double x = 0, y = 0, left, top;

  if (focus != NULL && lw_help_mark_find_number (focus) != NULL) {
    graphene_rect_t box;

    if (gtk_widget_compute_bounds (focus, widget, &box)) {
      const GdkRectangle place = { (int) box.origin.x, (int) box.origin.y, (int) box.size.width,
                                   (int) box.size.height };

      explain_widget (self, focus, &place);
    }
    return;
  }
  gdk_surface_get_device_position (surface, gdk_seat_get_pointer (seat), &x, &y, NULL);
  gtk_native_get_surface_transform (GTK_NATIVE (self), &left, &top);
  lw_window_explain_at (self, x - left, y - top);
}

/// Explains a channel by its name, at the pointer.
static void
explain_channel_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autofree char *number = g_strconcat ("channel:", g_variant_get_string (parameter, NULL), NULL);
  GdkSeat *seat = gdk_display_get_default_seat (gtk_widget_get_display (widget));
  double x = 0, y = 0, left, top;

  gdk_surface_get_device_position (gtk_native_get_surface (GTK_NATIVE (self)),
                                   gdk_seat_get_pointer (seat), &x, &y, NULL);
  gtk_native_get_surface_transform (GTK_NATIVE (self), &left, &top);
  explain (self, number, NULL, &(GdkRectangle){ (int) (x - left), (int) (y - top), 1, 1 });
}

// ---- parts ----------------------------------------------------------------------------------

void
lw_window_release_help (LwWindow *self)
{
  if (self->explanation != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->explanation));
  self->explanation = NULL;
}

void
lw_window_install_help_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.help", NULL, help_action_cb);
  gtk_widget_class_install_action (widget_class, "win.show-help", "s", show_help_action_cb);
  gtk_widget_class_install_action (widget_class, "win.explain", NULL, explain_action_cb);
  gtk_widget_class_install_action (widget_class, "win.explain-channel", "s",
                                   explain_channel_action_cb);
}

void
lw_window_add_help (LwWindow *self)
{
  GtkGesture *click = gtk_gesture_click_new ();

  lw_help_mark_page (GTK_WIDGET (lw_window_get_canvas (self)), "panel-canvas");
  lw_help_mark_page (lw_window_get_panel (self, LW_PANEL_DOCK), "panel-plots");
  lw_help_mark_page (lw_window_get_panel (self, LW_PANEL_TRANSPORT), "panel-time");
  lw_help_mark_page (lw_window_get_panel (self, LW_PANEL_STATUS), "panel-status");
  lw_help_mark_page (lw_window_get_panel (self, LW_PANEL_START), "panel-start");
  lw_help_mark_page (lw_window_get_panel (self, LW_PANEL_CHECKLIST), "analysis-checklist");
  lw_help_mark_page (lw_window_get_panel (self, LW_PANEL_HOOD), "panel-hood");
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
}
