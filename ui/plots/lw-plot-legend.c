// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// List of all curves of a plot with samples of their lines, to switch them on and off by the
// keyboard; includes those that have no room in the legend.

#include <glib/gi18n.h>

#include "lw-help-mark.h"
#include "lw-plot-view-private.h"

#define SAMPLE_HEIGHT 16

static guint
get_index (gpointer row)
{
  return GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "curve"));
}

static void
draw_sample_cb (GtkDrawingArea *area, cairo_t *cairo, int width, int height, gpointer data)
{
  LwPlotView *self = data;
  const guint index = get_index (area);
  LwPainter *painter;

  if (index >= self->plot.n_curves)
    return;
  painter = lw_painter_new_cairo (cairo, lw_appearance_get_fonts (self->look));
  lw_plot_draw_legend_sample (&self->plot, painter, lw_appearance_get_palette (self->look), index,
                              0.5 * height);
  lw_painter_free (painter);
}

static void
toggled_cb (LwPlotView *self, GtkCheckButton *check)
{
  const guint index = get_index (check);

  if (index < self->plot.n_curves
      && gtk_check_button_get_active (check) == self->plot.curves[index].hidden)
    lw_plot_view_toggle_curve (self, index);
}

static GtkWidget *
new_row (LwPlotView *self, guint index)
{
  const LwPlotCurve *curve = &self->plot.curves[index];
  const gpointer number = GUINT_TO_POINTER (index);
  GtkWidget *check = gtk_check_button_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *sample = gtk_drawing_area_new ();
  GtkWidget *label = gtk_label_new (curve->label);
  g_autofree char *number_of =
    g_strconcat ("channel:", lw_plot_view_get_channel (self, index)->name, NULL);

  g_object_set_data (G_OBJECT (sample), "curve", number);
  gtk_drawing_area_set_content_width (GTK_DRAWING_AREA (sample), LW_PLOT_LEGEND_SAMPLE);
  gtk_drawing_area_set_content_height (GTK_DRAWING_AREA (sample), SAMPLE_HEIGHT);
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (sample), draw_sample_cb, self, NULL);
  gtk_box_append (GTK_BOX (box), sample);
  gtk_box_append (GTK_BOX (box), label);
  g_object_set_data (G_OBJECT (check), "curve", number);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !curve->hidden);
  gtk_check_button_set_child (GTK_CHECK_BUTTON (check), box);
  lw_help_mark_number (check, number_of);
  gtk_widget_set_tooltip_text (check, lw_plot_view_get_channel (self, index)->description);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  curve->label, -1);
  g_signal_connect_object (check, "toggled", G_CALLBACK (toggled_cb), self, G_CONNECT_SWAPPED);
  return check;
}

GMenuModel *
lw_plot_view_create_explain_menu (LwPlotView *self)
{
  GMenu *menu = g_menu_new ();

  for (guint i = 0; i < self->n_own; i++) {
    const char *name = lw_plot_view_get_channel (self, i)->name;
    g_autoptr (GMenuItem) item = g_menu_item_new (name, NULL);

    g_menu_item_set_action_and_target (item, "win.explain-channel", "s", name);
    g_menu_append_item (menu, item);
  }
  return G_MENU_MODEL (menu);
}

static void
legend_cb (GSimpleAction *action, GVariant *parameter, void *data)
{
  LwPlotView *self = data;
  GtkWidget *popover = gtk_popover_new ();
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  GtkWidget *rows = gtk_box_new (GTK_ORIENTATION_VERTICAL, 4);

  for (guint i = 0; i < self->plot.n_curves; i++)
    gtk_box_append (GTK_BOX (rows), new_row (self, i));
  if (self->plot.n_curves == 0)
    gtk_box_append (GTK_BOX (rows), gtk_label_new (_ ("This plot has no curves.")));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), rows);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scrolled), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scrolled), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scrolled), 320);
  gtk_popover_set_child (GTK_POPOVER (popover), scrolled);
  lw_plot_view_show_popover (self, popover);
}

void
lw_plot_view_add_legend_action (LwPlotView *self)
{
  const GActionEntry entry = { .name = "legend", .activate = legend_cb };

  g_action_map_add_action_entries (self->actions, &entry, 1, self);
}
