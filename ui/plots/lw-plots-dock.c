// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plots-dock.h"

#include <glib/gi18n.h>

#include "lw-popover-release.h"
#include "lw-plot-view.h"
#include "lw-plots-window.h"

/// Width that drawing by hand needs, px.
#define SHEET_WIDTH 340

struct _LwPlotsDock
{
  GtkBox parent_instance;

  // Owned
  LwPlayer *player;
  LwDocument *document;

  GtkWidget *new_plot; ///< drop target for values that get a separate plot;
                       ///< visible while a value is dragged
  GtkWidget *sheet;    ///< before the plots; NULL: none
  GPtrArray *windows;  ///< array of LwPlotsWindow; NULL if the dock itself is in such a window
  char *only;          ///< title of the only plot that is shown; NULL shows all
  bool stacked;
  bool first_only; ///< shows only the first of several plots
};

G_DEFINE_FINAL_TYPE (LwPlotsDock, lw_plots_dock, GTK_TYPE_BOX)

static GtkOrientation
separator_orientation (LwPlotsDock *self)
{
  return self->stacked ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL;
}

// ---- views ----------------------------------------------------------------------------------

/// Returns the views, which are borrowed children.
static GPtrArray *
get_views (LwPlotsDock *self)
{
  GPtrArray *views = g_ptr_array_new ();

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (LW_IS_PLOT_VIEW (child))
      g_ptr_array_add (views, child);
  return views;
}

static void
remove_view (LwPlotsDock *self, GtkWidget *view)
{
  lw_popover_release (view);
  gtk_box_remove (GTK_BOX (self), view);
}

static void
remove_separators (LwPlotsDock *self)
{
  GtkWidget *next;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = next) {
    next = gtk_widget_get_next_sibling (child);
    if (GTK_IS_SEPARATOR (child))
      gtk_box_remove (GTK_BOX (self), child);
  }
}

/// Sets the visibility of the views: if `first_only`, only the first one is visible, without
/// separators.
static void
show_views (LwPlotsDock *self)
{
  bool first = true;

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_next_sibling (child)) {
    // The drop target has its own visibility.
    if (child == self->new_plot || child == self->sheet)
      continue;
    gtk_widget_set_visible (child, !self->first_only || (first && LW_IS_PLOT_VIEW (child)));
    first = first && !LW_IS_PLOT_VIEW (child);
  }
}

/// Arranges the views in this order, with separators. Views that are kept are not removed in
/// between, because one may have the keyboard focus.
static void
arrange (LwPlotsDock *self, GPtrArray *views)
{
  GtkBox *box = GTK_BOX (self);
  GtkWidget *last = self->sheet;

  remove_separators (self);
  for (guint i = 0; i < views->len; i++) {
    GtkWidget *view = views->pdata[i];

    if (last != NULL) {
      GtkWidget *separator = gtk_separator_new (separator_orientation (self));

      gtk_box_insert_child_after (box, separator, last);
      last = separator;
    }
    if (gtk_widget_get_parent (view) == NULL)
      gtk_box_insert_child_after (box, view, last);
    else
      gtk_box_reorder_child_after (box, view, last);
    last = view;
  }
  gtk_box_reorder_child_after (box, self->new_plot, last);
  show_views (self);
}

static LwPlotView *
take_view (GPtrArray *before, const char *title)
{
  for (guint i = 0; i < before->len; i++)
    if (before->pdata[i] != NULL && g_str_equal (lw_plot_view_get_title (before->pdata[i]), title))
      return g_steal_pointer (&before->pdata[i]);
  return NULL;
}

/// Assigns plots to views. A view keeps its plot: the one with the same title or, if a title has
/// changed, the one at its place.
static void
fill (LwPlotsDock *self)
{
  g_autoptr (GPtrArray) shown = get_views (self);
  g_autoptr (GPtrArray) before = g_ptr_array_copy (shown, NULL, NULL);
  g_autoptr (GPtrArray) views = g_ptr_array_new ();
  g_autoptr (GArray) indices = g_array_new (FALSE, FALSE, sizeof (guint));
  const GPtrArray *plots = self->player != NULL ? lw_player_get_curves (self->player)->plots : NULL;
  const guint n_plots = plots != NULL ? MIN (plots->len, LW_CURVES_PLOTS_MAX) : 0;
  bool same;

  gtk_widget_set_visible (self->new_plot, FALSE);
  for (guint i = 0; i < n_plots; i++) {
    const LwPlotCurves *plot = plots->pdata[i];

    if (self->only != NULL && !g_str_equal (plot->title, self->only))
      continue;
    g_ptr_array_add (views, take_view (before, plot->title));
    g_array_append_val (indices, i);
  }
  for (guint i = 0; i < views->len; i++) {
    const guint index = g_array_index (indices, guint, i);

    if (views->pdata[i] == NULL && views->len == before->len)
      views->pdata[i] = g_steal_pointer (&before->pdata[i]);
    if (views->pdata[i] != NULL)
      lw_plot_view_show (views->pdata[i], self->player, index);
    else
      views->pdata[i] = lw_plot_view_new (self->player, index, self->document);
  }
  same = views->len == shown->len;
  for (guint i = 0; same && i < views->len; i++)
    same = views->pdata[i] == shown->pdata[i];
  for (guint i = 0; i < before->len; i++)
    if (before->pdata[i] != NULL)
      remove_view (self, before->pdata[i]);
  if (!same)
    arrange (self, views);
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
  // The window is freed with its last reference.
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

  if (g_set_object (&self->document, document)) {
    g_autoptr (GPtrArray) views = get_views (self);

    // The views of another document have their own ranges and markers.
    for (guint i = 0; i < views->len; i++)
      remove_view (self, views->pdata[i]);
    fill (self);
  }
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
  g_return_if_fail (LW_IS_PLOTS_DOCK (self));

  self->first_only = only;
  show_views (self);
}

void
lw_plots_dock_set_sheet (LwPlotsDock *self, GtkWidget *sheet)
{
  g_autoptr (GPtrArray) views = NULL;

  g_return_if_fail (LW_IS_PLOTS_DOCK (self));

  if (self->sheet == sheet)
    return;
  if (self->sheet != NULL) {
    gtk_widget_set_size_request (self->sheet, -1, -1);
    gtk_box_remove (GTK_BOX (self), self->sheet);
  }
  self->sheet = sheet;
  if (sheet != NULL) {
    gtk_widget_set_size_request (sheet, SHEET_WIDTH, -1);
    gtk_box_prepend (GTK_BOX (self), sheet);
  }
  views = get_views (self);
  arrange (self, views);
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
