// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-view-bar.h"

#include <glib/gi18n.h>

#define N_DIRECTIONS 4

struct _LwViewBar
{
  GtkBox parent_instance;

  LwCanvas *canvas; ///< borrowed
  GtkToggleButton *buttons[N_DIRECTIONS];
  bool showing;
};

G_DEFINE_FINAL_TYPE (LwViewBar, lw_view_bar, GTK_TYPE_BOX)

static void
show_direction (LwViewBar *self)
{
  const LwView *view = lw_canvas_get_view (self->canvas);

  gtk_widget_set_visible (GTK_WIDGET (self), view->spatial);
  if (!view->spatial)
    return;
  self->showing = true;
  for (int i = 0; i < N_DIRECTIONS; i++) {
    LwView standard = *view;

    lw_view_set_direction (&standard, (LwViewDirection) i);
    gtk_toggle_button_set_active (self->buttons[i], standard.azimuth == view->azimuth
                                                      && standard.elevation == view->elevation);
  }
  self->showing = false;
}

static void
clicked_cb (GtkToggleButton *button, LwViewBar *self)
{
  if (self->showing)
    return;
  for (int i = 0; i < N_DIRECTIONS; i++)
    if (button == self->buttons[i])
      lw_canvas_set_direction (self->canvas, (LwViewDirection) i);
  // A second press on the same button leaves it active.
  show_direction (self);
}

GtkWidget *
lw_view_bar_new (LwCanvas *canvas)
{
  LwViewBar *self = g_object_new (LW_TYPE_VIEW_BAR, NULL);

  self->canvas = canvas;
  g_signal_connect_object (canvas, "view-changed", G_CALLBACK (show_direction), self,
                           G_CONNECT_SWAPPED);
  show_direction (self);
  return GTK_WIDGET (self);
}

static void
lw_view_bar_class_init (LwViewBarClass *klass)
{
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "viewbar");
}

static void
lw_view_bar_init (LwViewBar *self)
{
  // Translators: the key is on the numeric keypad
  static const char *const words[][2] = {
    { N_ ("Front"), N_ ("From the Front (1 on the Number Pad)") },
    { N_ ("Top"), N_ ("From Above (2 on the Number Pad)") },
    { N_ ("Right"), N_ ("From the Right (3 on the Number Pad)") },
    { N_ ("Axonometric"), N_ ("Axonometric (0 on the Number Pad)") },
  };

  for (int i = 0; i < N_DIRECTIONS; i++) {
    GtkWidget *button = gtk_toggle_button_new_with_label (_ (words[i][0]));

    gtk_widget_set_tooltip_text (button, _ (words[i][1]));
    gtk_widget_set_focus_on_click (button, FALSE);
    gtk_widget_add_css_class (button, "flat");
    g_signal_connect (button, "clicked", G_CALLBACK (clicked_cb), self);
    gtk_box_append (GTK_BOX (self), button);
    self->buttons[i] = GTK_TOGGLE_BUTTON (button);
  }
  gtk_widget_set_halign (GTK_WIDGET (self), GTK_ALIGN_START);
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_START);
}
