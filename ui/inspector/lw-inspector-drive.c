// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizing of a drive in the inspector: peak and RMS of its torque and power over the recorded run, and
// a button that plots both against its angle.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-curves.h"
#include "lw-drive-sizing.h"
#include "lw-inspector-private.h"

enum
{
  PEAK_EFFORT,
  RMS_EFFORT,
  PEAK_POWER,
  RMS_POWER,
};

/// Returns a size of the selected drive over the run; NAN while its channels are not recorded, that
/// is, until they are plotted.
static double
get_size (LwInspector *self, MbdState *state, const LwLiveRow *row)
{
  const bool power = row->index == PEAK_POWER || row->index == RMS_POWER;
  const int channel = lw_channels_find_of (lw_player_get_channels (self->player), self->live_target,
                                           power ? "power" : "effort");
  LwDriveSize size;

  if (channel < 0
      || !lw_drive_sizing_compute (lw_player_find_series (self->player, (guint) channel), &size))
    return NAN;
  return row->index == PEAK_EFFORT || row->index == PEAK_POWER ? size.peak : size.rms;
}

static void
plot_cb (LwInspector *self)
{
  LwMechanism *mechanism = lw_inspector_get_mechanism (self);
  const LwElementRef target = lw_selection_get_last (self->selection);
  LwChannels *channels = lw_player_get_channels (self->player);
  const int channel = lw_channels_find_of (channels, target, "effort");
  g_autoptr (GArray) layouts = NULL;
  g_autoptr (LwMechanism) next = NULL;
  g_autofree char *drive = NULL;

  if (channel < 0)
    return;
  drive = g_strdup (lw_channels_get (channels, (guint) channel)->name);
  *strrchr (drive, '.') = '\0';
  layouts = lw_curves_dup_layouts (lw_player_get_curves (self->player));
  if (lw_drive_sizing_add_plots (layouts, drive, LW_CURVES_PLOTS_MAX)) {
    next = lw_curves_dup_mechanism (mechanism, layouts);
    lw_document_edit (self->document, _ ("Plot Motor Sizing"), next);
  }
  g_object_set (gtk_widget_get_root (GTK_WIDGET (self)), "show-plots", TRUE, NULL);
}

static void
add_button (LwInspector *self, bool turns)
{
  GtkWidget *row = lw_inspector_new_row (_ ("Plots"));
  GtkWidget *button =
    gtk_button_new_with_label (turns ? _ ("Against the Angle") : _ ("Against the Position"));

  gtk_widget_add_css_class (button, "mend");
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, _ ("Plot What the Motor Must Deliver"));
  g_signal_connect_object (button, "clicked", G_CALLBACK (plot_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (row), button);
  lw_inspector_add (self, row);
}

void
lw_inspector_add_sizing (LwInspector *self, int index, bool turns)
{
  const char *unit = turns ? "N m" : "N";

  lw_inspector_begin_card (self, _ ("Motor sizing"), _ ("over the run"));
  lw_inspector_add_computed (self, turns ? _ ("Peak torque") : _ ("Peak force"), unit, get_size,
                             index, PEAK_EFFORT, 4);
  lw_inspector_add_computed (self, turns ? _ ("RMS torque") : _ ("RMS force"), unit, get_size,
                             index, RMS_EFFORT, 4);
  lw_inspector_add_computed (self, _ ("Peak power"), "W", get_size, index, PEAK_POWER, 4);
  lw_inspector_add_computed (self, _ ("RMS power"), "W", get_size, index, RMS_POWER, 4);
  add_button (self, turns);
}
