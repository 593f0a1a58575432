// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plots-dock.h"

#include <glib/gi18n.h>

#include "lw-let-go.h"
#include "lw-plot-view.h"
#include "lw-plots-window.h"

struct _LwPlotsDock
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwDocument *document;

  GtkWidget *new_plot; ///< where values are dropped for a plot of their own; seen while one is
                       ///< dragged
  GPtrArray *windows;  ///< of LwPlotsWindow; NULL: it is in such a window itself
  char *only;          ///< title of the only plot that is shown; NULL: all are
  bool stacked;
};

G_DEFINE_FINAL_TYPE (LwPlotsDock, lw_plots_dock, GTK_TYPE_BOX)

static GtkOrientation
separator_orientation (LwPlotsDock *self)
{
  return self->stacked ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

/// The views as they were: those of the same title look as before.
static GPtrArray *
take_views (LwPlotsDock *self)
{
  GPtrArray *views = g_ptr_array_new_with_free_func (g_object_unref);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL
         && child != self->new_plot) {
    if (LW_IS_PLOT_VIEW (child))
      g_ptr_array_add (views, g_object_ref (child));
    lw_let_go (child);
    gtk_box_remove (GTK_BOX (self), child);
  }
  return views;
}

static void
fill (LwPlotsDock *self)
{
  g_autoptr (GPtrArray) before = take_views (self);
  GtkBox *box = GTK_BOX (self);
  guint n_plots;

  gtk_widget_set_visible (self->new_plot, FALSE);
  if (self->player == NULL)
    return;
  n_plots = MIN (lw_player_get_curves (self->player)->plots->len, LW_CURVES_PLOTS_MAX);
  for (guint i = 0; i < n_plots; i++) {
    const LwPlotCurves *plot = lw_player_get_curves (self->player)->plots->pdata[i];
    GtkWidget *view;

    if (self->only != NULL && !g_str_equal (plot->title, self->only))
      continue;
    view = lw_plot_view_new (self->player, i, self->document);
    for (guint k = 0; k < before->len; k++)
      if (g_str_equal (lw_plot_view_get_title (before->pdata[k]),
                       lw_plot_view_get_title (LW_PLOT_VIEW (view))))
        lw_plot_view_take_look (LW_PLOT_VIEW (view), before->pdata[k]);
    if (gtk_widget_get_last_child (GTK_WIDGET (self)) != self->new_plot)
      gtk_box_append (box, gtk_separator_new (separator_orientation (self)));
    gtk_box_append (box, view);
  }
  if (gtk_widget_get_last_child (GTK_WIDGET (box)) != self->new_plot)
    gtk_box_reorder_child_after (box, self->new_plot, gtk_widget_get_last_child (GTK_WIDGET (box)));
}

// ---- windows --------------------------------------------------------------------------------

static void
destroy_window (gpointer data)
{
  gtk_window_destroy (data);
}

static gboolean
close_cb (GtkWindow *window, LwPlotsDock *self)
{
  // Its last reference goes with it.
  g_ptr_array_remove (self->windows, window);
  return TRUE;
}

void
lw_plots_dock_set_only (LwPlotsDock *self, const char *title)
{
  g_return_if_fail (LW_IS_PLOTS_DOCK (self));
  g_return_if_fail (self->player == NULL);

  self->only = g_strdup (title);
  g_clear_pointer (&self->windows, g_ptr_array_unref);
}

void
lw_plots_dock_pop_out (LwPlotsDock *self, const char *title)
{
  LwPlotsWindow *window;

  g_return_if_fail (LW_IS_PLOTS_DOCK (self));

  if (self->windows == NULL)
    return;
  window = lw_plots_window_new (self, title);
  g_ptr_array_add (self->windows, window);
  lw_plots_dock_set_document (lw_plots_window_get_dock (window), self->document);
  lw_plots_dock_set_player (lw_plots_window_get_dock (window), self->player);
  g_signal_connect (window, "close-request", G_CALLBACK (close_cb), self);
  gtk_window_present (GTK_WINDOW (window));
}

// ---- a new plot -----------------------------------------------------------------------------

static LwPlotView *
find_view (LwPlotsDock *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (LW_IS_PLOT_VIEW (child))
      return LW_PLOT_VIEW (child);
  return NULL;
}

static gboolean
drop_cb (LwPlotsDock *self, const GValue *value)
{
  LwPlotView *view = find_view (self);

  return view != NULL && lw_plot_view_drop (view, g_value_get_string (value), LW_PLOT_PLACE_NEW);
}

static void
drag_enter_cb (LwPlotsDock *self, double x, double y, GtkDropControllerMotion *motion)
{
  GdkDrop *drop = gtk_drop_controller_motion_get_drop (motion);

  gtk_widget_set_visible (
    self->new_plot,
    self->document != NULL && drop != NULL
      && gdk_content_formats_contain_gtype (gdk_drop_get_formats (drop), G_TYPE_STRING)
      && lw_player_get_curves (self->player)->plots->len < LW_CURVES_PLOTS_MAX);
}

static void
drag_leave_cb (LwPlotsDock *self)
{
  gtk_widget_set_visible (self->new_plot, FALSE);
}

static void
add_new_plot (LwPlotsDock *self)
{
  GtkEventController *motion = gtk_drop_controller_motion_new ();
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_STRING, GDK_ACTION_COPY);

  self->new_plot = gtk_label_new (_ ("New Plot"));
  gtk_widget_add_css_class (self->new_plot, "new-plot");
  gtk_widget_set_visible (self->new_plot, FALSE);
  g_signal_connect_swapped (target, "drop", G_CALLBACK (drop_cb), self);
  gtk_widget_add_controller (self->new_plot, GTK_EVENT_CONTROLLER (target));
  gtk_box_append (GTK_BOX (self), self->new_plot);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (drag_enter_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (drag_leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
}

void
lw_plots_dock_set_document (LwPlotsDock *self, LwDocument *document)
{
  g_return_if_fail (LW_IS_PLOTS_DOCK (self));
  g_return_if_fail (document == NULL || LW_IS_DOCUMENT (document));

  if (g_set_object (&self->document, document))
    fill (self);
  for (guint i = 0; self->windows != NULL && i < self->windows->len; i++)
    lw_plots_dock_set_document (lw_plots_window_get_dock (self->windows->pdata[i]), document);
}

void
lw_plots_dock_set_player (LwPlotsDock *self, LwPlayer *player)
{
  g_return_if_fail (LW_IS_PLOTS_DOCK (self));
  g_return_if_fail (player == NULL || LW_IS_PLAYER (player));

  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_set_object (&self->player, player);
  if (player != NULL)
    g_signal_connect_swapped (player, "curves-changed", G_CALLBACK (fill), self);
  fill (self);
  for (guint i = 0; self->windows != NULL && i < self->windows->len; i++)
    lw_plots_dock_set_player (lw_plots_window_get_dock (self->windows->pdata[i]), player);
}

void
lw_plots_dock_show_first (LwPlotsDock *self, bool only)
{
  bool first = true;

  g_return_if_fail (LW_IS_PLOTS_DOCK (self));

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    // What is there for a drag only stays as it is.
    if (child == self->new_plot)
      continue;
    gtk_widget_set_visible (child, !only || (first && LW_IS_PLOT_VIEW (child)));
    first = first && !LW_IS_PLOT_VIEW (child);
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
lw_plots_dock_dispose (GObject *object)
{
  LwPlotsDock *self = LW_PLOTS_DOCK (object);

  g_clear_pointer (&self->windows, g_ptr_array_unref);
  if (self->player != NULL)
    g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_object (&self->player);
  g_clear_object (&self->document);
  g_clear_pointer (&self->only, g_free);

  G_OBJECT_CLASS (lw_plots_dock_parent_class)->dispose (object);
}

static void
lw_plots_dock_class_init (LwPlotsDockClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = lw_plots_dock_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "plots");
}

static void
lw_plots_dock_init (LwPlotsDock *self)
{
  gtk_widget_set_size_request (GTK_WIDGET (self), -1, LW_PLOTS_DOCK_MINIMUM_HEIGHT);
  self->windows = g_ptr_array_new_with_free_func (destroy_window);
  add_new_plot (self);
}
