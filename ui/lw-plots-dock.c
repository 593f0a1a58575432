// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plots-dock.h"

#include "lw-plot-view.h"

#define PLOTS_MAX 6

struct _LwPlotsDock
{
  GtkBox parent_instance;

  bool stacked;
};

G_DEFINE_FINAL_TYPE (LwPlotsDock, lw_plots_dock, GTK_TYPE_BOX)

static GtkOrientation
separator_orientation (LwPlotsDock *self)
{
  return self->stacked ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

void
lw_plots_dock_set_player (LwPlotsDock *self, LwPlayer *player)
{
  GtkBox *box = GTK_BOX (self);
  GtkWidget *child;
  guint n_plots;

  g_return_if_fail (LW_IS_PLOTS_DOCK (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_box_remove (box, child);
  if (player == NULL)
    return;
  n_plots = MIN (lw_player_get_curves (player)->plots->len, PLOTS_MAX);
  for (guint i = 0; i < n_plots; i++) {
    if (i > 0)
      gtk_box_append (box, gtk_separator_new (separator_orientation (self)));
    gtk_box_append (box, lw_plot_view_new (player, i));
  }
}

void
lw_plots_dock_set_stacked (LwPlotsDock *self, bool stacked)
{
  g_return_if_fail (LW_IS_PLOTS_DOCK (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (self),
                                  stacked ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL);
  self->stacked = stacked;
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_SEPARATOR (child))
      gtk_orientable_set_orientation (GTK_ORIENTABLE (child), separator_orientation (self));
}

static void
lw_plots_dock_class_init (LwPlotsDockClass *klass)
{
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "plots");
}

static void
lw_plots_dock_init (LwPlotsDock *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, LW_PLOTS_DOCK_MINIMUM_HEIGHT);
}
