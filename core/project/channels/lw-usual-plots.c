// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-usual-plots.h"

#include <glib/gi18n.h>

static void
layout_clear (gpointer data)
{
  LwPlotLayout *layout = data;

  g_free (layout->title);
  g_strfreev (layout->channels);
}

/// Adds a plot unless it has no channels. Takes ownership of the names.
static void
add_plot (GArray *plots, const char *title, GStrvBuilder *names, bool logarithmic)
{
  LwPlotLayout layout = { .title = g_strdup (title),
                          .channels = g_strv_builder_end (names),
                          .logarithmic = logarithmic };

  if (layout.channels[0] != NULL)
    g_array_append_val (plots, layout);
  else
    layout_clear (&layout);
}

/// Adds a plot of all channels with this suffix, except those that are only shown on request.
static void
add_by_suffix (GArray *plots,
               const LwChannels *channels,
               const char *title,
               const char *suffix,
               bool logarithmic)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < lw_channels_get_n (channels); i++)
    if (g_str_has_suffix (lw_channels_get_name (channels, i), suffix)
        && !lw_channels_get (channels, i)->detail)
      g_strv_builder_add (names, lw_channels_get_name (channels, i));
  add_plot (plots, title, names, logarithmic);
}

/// Adds a plot of the efforts of motors; moments and forces have separate axes.
static void
add_drives (GArray *plots, const LwMechanism *mechanism, const LwChannels *channels)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const int effort = lw_channels_find_of (
      channels, (LwElementRef){ LW_SELECTION_COUPLING, coupling->element.id }, "effort");

    if (lw_coupling_is_input (coupling) && coupling->def.enabled && effort >= 0)
      g_strv_builder_add (names, lw_channels_get_name (channels, (guint) effort));
  }
  add_plot (plots, _ ("Drive"), names, false);
}

/// Returns true if any coupling may drift, that is, is not projected.
static bool
may_drift (const LwMechanism *mechanism)
{
  const MbdStabilisation usual =
    lw_mechanism_get_run (mechanism)->integrator.stabilisation.stabilisation;

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const MbdStabilisation own = lw_mechanism_get_coupling (mechanism, i)->def.stabilisation;

    if ((own == MBD_STABILISATION_INHERIT ? usual : own) != MBD_STABILISATION_PROJECTION)
      return true;
  }
  return false;
}

GArray *
lw_usual_plots_new (const LwMechanism *mechanism, const LwChannels *channels)
{
  GArray *plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));
  const bool errors_first = may_drift (mechanism);

  g_array_set_clear_func (plots, layout_clear);
  if (errors_first)
    add_by_suffix (plots, channels, _ ("Constraint error"), ".position_error", true);
  add_drives (plots, mechanism, channels);
  add_by_suffix (plots, channels, _ ("Reaction force"), ".reaction", false);
  if (!errors_first)
    add_by_suffix (plots, channels, _ ("Constraint error"), ".position_error", true);
  if (plots->len == 0) {
    g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

    g_strv_builder_add_many (names, "energy.kinetic", "energy.potential", "energy.total", NULL);
    add_plot (plots, _ ("Energy"), names, false);
  }
  return plots;
}
