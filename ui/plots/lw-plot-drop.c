// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Dropping values onto a plot: as curves, or under its axis as the horizontal axis. The dropped
// data is text, the names of channels, one per line.

#include <glib/gi18n.h>

#include "lw-plot-view-private.h"

typedef struct
{
  GPtrArray *entries; ///< array of char *, entries of a layout
  LwPlotPlace place;
  const char *title; ///< title of a new plot
} Drop;

static void
add_to_layout (LwPlotLayout *layout, const Drop *drop)
{
  for (guint i = 0; i < drop->entries->len; i++)
    lw_curves_layout_add (layout, drop->entries->pdata[i]);
}

static void
take_drop (LwPlotView *self, GArray *layouts, LwPlotLayout *layout, void *data)
{
  const Drop *drop = data;
  LwPlotLayout other = { NULL };

  switch (drop->place) {
  case LW_PLOT_PLACE_CURVES:
    add_to_layout (layout, drop);
    break;
  case LW_PLOT_PLACE_AXIS:
    g_free (layout->against);
    layout->against = g_strdup (drop->entries->pdata[0]);
    break;
  case LW_PLOT_PLACE_NEW:
    other.title = g_strdup (drop->title);
    other.channels = g_new0 (char *, 1);
    add_to_layout (&other, drop);
    g_array_append_val (layouts, other);
    break;
  }
}

bool
lw_plot_view_drop (LwPlotView *self, const char *names, LwPlotPlace place)
{
  g_auto (GStrv) lines = g_strsplit (names, "\n", 64);
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func (g_free);
  Drop drop = { entries, place, NULL };

  g_return_val_if_fail (LW_IS_PLOT_VIEW (self), false);

  for (guint i = 0; lines[i] != NULL; i++) {
    int channel = lw_channels_find (self->channel_list, lines[i]);

    if (channel < 0)
      channel = lw_channels_find (self->channel_list, g_strstrip (lines[i]));
    if (channel <= 0)
      continue;
    g_ptr_array_add (entries, lw_channels_dup_entry (self->channel_list, (guint) channel));
    if (drop.place == LW_PLOT_PLACE_CURVES && self->document != NULL
        && lw_plot_view_needs_own_plot (
          self, lw_channels_get (self->channel_list, (guint) channel)->unit))
      drop.place = LW_PLOT_PLACE_NEW;
    if (drop.title == NULL)
      drop.title = lw_channels_get (self->channel_list, (guint) channel)->name;
  }
  if (self->document == NULL || entries->len == 0)
    return false;
  if (drop.place == LW_PLOT_PLACE_CURVES && self->n_own + entries->len > LW_CURVES_MAX)
    lw_plot_view_say (self, _ ("A plot can show seven curves: put this one on a separate plot."));
  else if (drop.place == LW_PLOT_PLACE_NEW
           && lw_player_get_curves (self->player)->plots->len >= LW_CURVES_PLOTS_MAX)
    lw_plot_view_say (self, _ ("There is no room for another plot: remove one first."));
  else
    lw_plot_view_edit (self,
                       drop.place == LW_PLOT_PLACE_CURVES ? _ ("Add Curve")
                       : drop.place == LW_PLOT_PLACE_AXIS ? _ ("Change Axis")
                                                          : _ ("Add Plot"),
                       take_drop, &drop);
  return true;
}

LwPlotPlace
lw_plot_view_place_at (LwPlotView *self, double y)
{
  return self->n_own > 0 && self->frame.height > 0 && y > self->frame.y + self->frame.height
           ? LW_PLOT_PLACE_AXIS
           : LW_PLOT_PLACE_CURVES;
}

static gboolean
drop_cb (LwPlotView *self, const GValue *value, double x, double y)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self), "axis");
  return lw_plot_view_drop (self, g_value_get_string (value), lw_plot_view_place_at (self, y));
}

static GdkDragAction
motion_cb (LwPlotView *self, double x, double y)
{
  if (lw_plot_view_place_at (self, y) == LW_PLOT_PLACE_AXIS)
    gtk_widget_add_css_class (GTK_WIDGET (self), "axis");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "axis");
  return GDK_ACTION_COPY;
}

static void
leave_cb (LwPlotView *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self), "axis");
}

void
lw_plot_view_add_drop (LwPlotView *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);

  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  g_signal_connect_swapped (target, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (target, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
