// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The panel under the hood, which replaces the sidebar while it is open, except for a lesson, and the
// laboratories of drift and contact, which have separate windows.

#include <math.h>

#include "lw-contact-window.h"
#include "lw-drift-window.h"
#include "lw-window-private.h"

#define SIDEBAR_WIDTH 320
#define USUAL_DPI 96.0
#define LARGEST_GROWTH 1.3  ///< maximum factor for the width of the sidebar with larger fonts
#define PRESENTED_PART 0.46 ///< width of the panel in a presentation, in parts of the window

/// Returns the width of the sidebar, which grows with the font so that texts beside numbers fit for
/// every selection.
static int
sidebar_width (LwWindow *self)
{
  int dpi = -1; // in 1/1024

  if (lw_window_get_layout (self) == LW_LAYOUT_NARROW)
    return SIDEBAR_WIDTH;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-xft-dpi", &dpi, NULL);
  return dpi > 0 ? (int) (SIDEBAR_WIDTH * CLAMP (dpi / (1024 * USUAL_DPI), 1.0, LARGEST_GROWTH))
                 : SIDEBAR_WIDTH;
}

/// In a presentation the panel takes the place of the plot, nearly half as wide as the window, and everything
/// in it is enlarged.
static double
get_scale (LwWindow *self)
{
  const double presented = PRESENTED_PART * lw_window_get_layout_width (self);

  return lw_window_is_presenting (self) ? fmax (presented / LW_HOOD_PANEL_WIDTH, 1) : 1;
}

static void
player_changed_cb (LwWindow *self)
{
  lw_hood_panel_set_player (self->hood_panel, lw_canvas_get_player (lw_window_get_canvas (self)));
}

void
lw_window_update_hood (LwWindow *self)
{
  // A lesson stays above the equations that it asks about.
  const bool lesson = lw_window_get_layout (self) != LW_LAYOUT_NARROW
                      && lw_window_get_lesson_panel (self) != NULL
                      && lw_lesson_panel_get_lesson (lw_window_get_lesson_panel (self)) != NULL;

  const bool shown = lw_window_get_shown (self, LW_SHOWN_HOOD);
  const bool presenting = lw_window_is_presenting (self);
  const double scale = get_scale (self);
  const int width = (int) ceil (scale * LW_HOOD_PANEL_WIDTH);

  lw_magnifier_set_scale (LW_MAGNIFIER (adw_clamp_get_child (ADW_CLAMP (self->hood))), scale);
  adw_clamp_set_maximum_size (ADW_CLAMP (self->hood), width);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (self->hood), width);
  gtk_widget_set_visible (self->hood, shown);
  gtk_widget_set_visible (lw_window_get_panel (self, LW_PANEL_SIDEBAR),
                          (!shown || lesson) && !presenting);
  gtk_box_set_homogeneous (GTK_BOX (self->sidebar), shown && lesson && !presenting);
  gtk_widget_set_size_request (
    self->sidebar,
    shown && lw_window_get_layout (self) != LW_LAYOUT_NARROW ? width : sidebar_width (self), -1);
}

void
lw_window_add_hood (LwWindow *self)
{
  GtkWidget *panel = lw_hood_panel_new (lw_window_get_selection (self));
  GtkWidget *magnifier = g_object_new (LW_TYPE_MAGNIFIER, NULL);

  // The width does not depend on the content.
  self->hood_panel = LW_HOOD_PANEL (panel);
  self->hood = adw_clamp_new ();
  adw_bin_set_child (ADW_BIN (magnifier), panel);
  adw_clamp_set_child (ADW_CLAMP (self->hood), magnifier);
  gtk_box_append (GTK_BOX (self->sidebar), self->hood);
  g_signal_connect_object (lw_window_get_canvas (self), "notify::player",
                           G_CALLBACK (player_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_widget_get_settings (GTK_WIDGET (self)), "notify::gtk-xft-dpi",
                           G_CALLBACK (lw_window_update_parts), self, G_CONNECT_SWAPPED);
  lw_window_update_hood (self);
}

// ---- drift laboratory -----------------------------------------------------------------------

static void
drift_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  GtkWidget *laboratory;

  if (lw_window_get_player (self) == NULL)
    return;
  lw_player_pause (lw_window_get_shown_player (self));
  laboratory = lw_drift_window_new (
    GTK_WINDOW (self), lw_player_get_mechanism (lw_window_get_shown_player (self)), &error);
  if (laboratory != NULL)
    gtk_window_present (GTK_WINDOW (laboratory));
  else
    lw_window_show_message (self, error->message);
}

static void
contact_laboratory_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_player (self) != NULL)
    gtk_window_present (
      GTK_WINDOW (lw_contact_window_new (GTK_WINDOW (self), lw_window_get_canvas (self))));
}

void
lw_window_install_hood_actions (LwWindowClass *klass)
{
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.drift", NULL, drift_action_cb);
  gtk_widget_class_install_action (GTK_WIDGET_CLASS (klass), "win.contact-laboratory", NULL,
                                   contact_laboratory_action_cb);
}
