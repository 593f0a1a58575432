// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Analyses of the mechanism by one command: equilibrium, the size of a motor, transmission, polygons
// of motion, and centres.

#include <glib/gi18n.h>
#include <math.h>

#include "lw-appearance.h"
#include "lw-drive-sizing.h"
#include "lw-driven-motion.h"
#include "lw-polygon-window.h"
#include "lw-quantity.h"
#include "lw-statics.h"
#include "lw-task.h"
#include "lw-transmission-plots.h"
#include "lw-window-private.h"

#define HOLDINGS_TOLD 3

// ---- equilibrium ----------------------------------------------------------------------------

typedef struct
{
  LwMechanism *before;
  LwStatics *statics; ///< NULL until it is found
} Balancing;

static void
balancing_free (gpointer data)
{
  Balancing *balancing = data;

  lw_mechanism_unref (balancing->before);
  g_clear_pointer (&balancing->statics, lw_statics_free);
  g_free (balancing);
}

static void
balance_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Balancing *balancing = data;
  GError *error = NULL;

  balancing->statics = lw_statics_new (balancing->before, &error);
  if (balancing->statics != NULL)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/// Rounds to four significant figures.
static double
four_figures (double value)
{
  const double unit = value != 0 ? pow (10, floor (log10 (fabs (value))) - 3) : 1;

  return round (value / unit) * unit;
}

/// Returns sentences with the result and the efforts of the first drives.
static char *
dup_result (LwWindow *self, const LwStatics *statics, bool moved)
{
  g_autoptr (LwAppearance) look = lw_appearance_dup_default ();
  GString *text = g_string_new (moved ? _ ("It is in equilibrium now.")
                                      : _ ("It is in equilibrium as it is drawn."));

  for (guint i = 0; i < MIN (statics->holdings->len, HOLDINGS_TOLD); i++) {
    const LwHolding *holding = &g_array_index (statics->holdings, LwHolding, i);
    g_autofree char *name = lw_mechanism_dup_element_name (lw_window_get_mechanism (self),
                                                           MBD_ELEMENT_COUPLING, holding->drive);
    const double value = four_figures (holding->effort);
    g_autofree char *effort =
      lw_quantity_format (&value, 1, lw_appearance_get_units (look), holding->turns ? "N m" : "N");

    g_string_append_c (text, ' ');
    // Translators: the name of a motor, and its torque or force
    g_string_append_printf (text, _ ("%s holds %s."), name, effort);
  }
  if (statics->indeterminate)
    g_string_append_printf (text, " %s", _ ("Other contact forces balance it as well."));
  else if (statics->neutral)
    g_string_append_printf (text, " %s", _ ("It would rest in neighbouring poses, too."));
  return g_string_free (text, FALSE);
}

static void
balanced_cb (GObject *source, GAsyncResult *result, gpointer data)
{
  LwWindow *self = LW_WINDOW (source);
  Balancing *balancing = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  const bool is_done = g_task_propagate_boolean (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  lw_window_end_solving (self);
  // The mechanism has been edited or replaced since.
  if (lw_window_get_document (self) == NULL || lw_window_get_mechanism (self) != balancing->before)
    return;
  if (!is_done) {
    lw_window_show_message (self, error->message);
    return;
  }
  text = dup_result (self, balancing->statics, balancing->statics->mechanism != balancing->before);
  if (balancing->statics->mechanism != balancing->before)
    lw_document_edit (lw_window_get_document (self), _ ("Find Equilibrium"),
                      balancing->statics->mechanism);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.say", "s", text);
}

static void
equilibrium_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  Balancing *balancing;
  g_autoptr (GTask) task = NULL;

  if (lw_window_get_document (self) == NULL || lw_window_is_solving (self))
    return;
  lw_window_show_message (self, NULL);
  balancing = g_new0 (Balancing, 1);
  balancing->before = lw_mechanism_ref (lw_window_get_mechanism (self));
  task = g_task_new (self, lw_window_begin_solving (self), balanced_cb, NULL);
  g_task_set_task_data (task, balancing, balancing_free);
  lw_task_run (task, balance_thread);
}

// ---- plots ----------------------------------------------------------------------------------

static void
show_plots (LwWindow *self, const char *step, GArray *layouts)
{
  g_autoptr (LwMechanism) next = lw_curves_dup_mechanism (lw_window_get_mechanism (self), layouts);

  if (!lw_mechanism_equal (next, lw_window_get_mechanism (self)))
    lw_document_edit (lw_window_get_document (self), step, next);
  g_object_set (self, "show-plots", TRUE, NULL);
}

static void
transmission_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) layouts = NULL;

  if (lw_window_get_document (self) == NULL || lw_window_get_player (self) == NULL)
    return;
  layouts = lw_curves_dup_layouts (lw_player_get_curves (lw_window_get_shown_player (self)));
  if (lw_transmission_add_plots (layouts, lw_window_get_mechanism (self),
                                 lw_player_get_channels (lw_window_get_shown_player (self)),
                                 LW_CURVES_PLOTS_MAX, &error))
    show_plots (self, _ ("Plot Transmission"), layouts);
  else
    gtk_widget_activate_action (widget, "win.say", "s", error->message);
}

/// Returns the selected drive, or the first one; 0 if there is none.
static int
find_drive (LwWindow *self)
{
  const LwMechanism *mechanism = lw_window_get_mechanism (self);
  const LwElementRef selected = lw_selection_get_last (lw_window_get_selection (self));
  int drive = 0;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (!lw_coupling_is_input (coupling) || !coupling->def.enabled)
      continue;
    if (drive == 0
        || (selected.kind == LW_SELECTION_COUPLING && selected.id == coupling->element.id))
      drive = coupling->element.id;
  }
  return drive;
}

/// Returns the selected drive or joint, or a drive; 0 if there is none.
static int
find_driven (LwWindow *self)
{
  const LwElementRef selected = lw_selection_get_last (lw_window_get_selection (self));

  if (selected.kind == LW_SELECTION_COUPLING
      && lw_driven_motion_takes (
        lw_mechanism_find_coupling (lw_window_get_mechanism (self), selected.id)))
    return selected.id;
  return find_drive (self);
}

/// Plots torque and power of the motor, and selects it: the inspector shows its peaks.
static void
motor_sizing_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  g_autoptr (GArray) layouts = NULL;
  g_autofree char *prefix = NULL;
  LwChannels *channels;
  int drive, channel;

  if (lw_window_get_document (self) == NULL || lw_window_get_player (self) == NULL)
    return;
  channels = lw_player_get_channels (lw_window_get_shown_player (self));
  drive = find_drive (self);
  channel =
    lw_channels_find_of (channels, (LwElementRef){ LW_SELECTION_COUPLING, drive }, "effort");
  if (drive == 0 || channel < 0) {
    gtk_widget_activate_action (widget, "win.say", "s",
                                _ ("There is no motor: add one to the joint that is driven."));
    return;
  }
  prefix = g_strdup (lw_channels_get_name (channels, (guint) channel));
  *strrchr (prefix, '.') = '\0';
  layouts = lw_curves_dup_layouts (lw_player_get_curves (lw_window_get_shown_player (self)));
  lw_drive_sizing_add_plots (layouts, prefix, LW_CURVES_PLOTS_MAX);
  show_plots (self, _ ("Plot Motor Sizing"), layouts);
  lw_selection_set (lw_window_get_selection (self), LW_SELECTION_COUPLING, drive);
}

// ---- kinematics by a slider -----------------------------------------------------------------

static void
driver_slider_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  int driven = 0;

  if (lw_window_get_document (self) == NULL || lw_window_get_player (self) == NULL)
    return;
  if (lw_driver_bar_get_coupling (self->driver_bar) == 0) {
    driven = find_driven (self);
    if (driven == 0)
      gtk_widget_activate_action (
        widget, "win.say", "s",
        _ ("Select the pin or slider that is to be moved, or add a motor to it."));
  }
  lw_motion_preview_stop (lw_window_get_motion_preview (self));
  if (driven != 0)
    lw_driver_bar_start (self->driver_bar, driven);
  else
    lw_driver_bar_stop (self->driver_bar);
}

/// While the bar is shown, another drive or joint is moved when it is selected.
static void
selection_changed_cb (LwWindow *self)
{
  const LwElementRef selected = lw_selection_get_last (lw_window_get_selection (self));
  const int current = lw_driver_bar_get_coupling (self->driver_bar);

  if (current != 0 && selected.kind == LW_SELECTION_COUPLING && selected.id != current)
    lw_driver_bar_start (self->driver_bar, selected.id);
}

/// Only one of them moves the canvas.
static void
wiggle_changed_cb (LwWindow *self)
{
  if (lw_motion_preview_get_motion (lw_window_get_motion_preview (self)) >= 0)
    lw_driver_bar_stop (self->driver_bar);
}

void
lw_window_add_driver_bar (LwWindow *self)
{
  GtkWidget *transport = lw_window_get_panel (self, LW_PANEL_TRANSPORT);
  GtkWidget *bar = lw_driver_bar_new (lw_window_get_canvas (self));

  self->driver_bar = LW_DRIVER_BAR (bar);
  gtk_box_insert_child_after (GTK_BOX (gtk_widget_get_parent (transport)), bar,
                              gtk_widget_get_prev_sibling (transport));
  g_signal_connect_object (lw_window_get_selection (self), "changed",
                           G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (lw_window_get_motion_preview (self), "notify::motion",
                           G_CALLBACK (wiggle_changed_cb), self, G_CONNECT_SWAPPED);
}

// ---- on the canvas --------------------------------------------------------------------------

static void
centres_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);
  const unsigned overlays =
    (unsigned) lw_canvas_get_overlays (lw_window_get_canvas (self)) ^ LW_OVERLAY_CENTRES;

  lw_canvas_set_overlays (lw_window_get_canvas (self), (LwOverlays) overlays);
  if (overlays & LW_OVERLAY_CENTRES)
    gtk_widget_activate_action (widget, "win.say", "s",
                                _ ("Select a body to see its centrodes, too."));
}

static void
polygons_action_cb (GtkWidget *widget, const char *name, GVariant *parameter)
{
  LwWindow *self = LW_WINDOW (widget);

  if (lw_window_get_player (self) != NULL)
    gtk_window_present (
      GTK_WINDOW (lw_polygon_window_new (GTK_WINDOW (self), lw_window_get_canvas (self))));
}

void
lw_window_install_analysis_actions (LwWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_install_action (widget_class, "win.equilibrium", NULL, equilibrium_action_cb);
  gtk_widget_class_install_action (widget_class, "win.motor-sizing", NULL, motor_sizing_action_cb);
  gtk_widget_class_install_action (widget_class, "win.driver-slider", NULL,
                                   driver_slider_action_cb);
  gtk_widget_class_install_action (widget_class, "win.transmission", NULL, transmission_action_cb);
  gtk_widget_class_install_action (widget_class, "win.polygons", NULL, polygons_action_cb);
  gtk_widget_class_install_action (widget_class, "win.centres", NULL, centres_action_cb);
}
