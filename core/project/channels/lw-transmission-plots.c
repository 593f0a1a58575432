// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-transmission-plots.h"

#include <glib/gi18n.h>

#include "lw-transmission.h"

static const LwCoupling *
find_drive (const LwMechanism *mechanism)
{
  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);

    if (lw_coupling_is_input (coupling) && coupling->def.enabled)
      return coupling;
  }
  return NULL;
}

/// Returns false if there is no such channel.
static bool
add_channel (GPtrArray *names, const LwChannels *channels, int coupling, const char *suffix)
{
  const int found =
    lw_channels_find_of (channels, (LwElementRef){ LW_SELECTION_COUPLING, coupling }, suffix);

  if (found >= 0
      && !g_ptr_array_find_with_equal_func (names, lw_channels_get_name (channels, (guint) found),
                                            g_str_equal, NULL))
    g_ptr_array_add (names, g_strdup (lw_channels_get_name (channels, (guint) found)));
  return found >= 0;
}

/// Adds the advantage at the output of a transmission: at a slide, that of sliding, also if the slide
/// turns.
static void
add_output (GPtrArray *names, const LwChannels *channels, const LwTransmission *transmission)
{
  if (transmission->pivot != 0)
    add_channel (names, channels, transmission->pivot, "mechanical_advantage");
  else if (!add_channel (names, channels, transmission->slide, "slide_mechanical_advantage"))
    add_channel (names, channels, transmission->slide, "mechanical_advantage");
}

static bool
has_plot (const GArray *plots, const char *const *names, const char *against)
{
  for (guint i = 0; i < plots->len; i++) {
    const LwPlotLayout *plot = &g_array_index (plots, LwPlotLayout, i);

    if (g_strcmp0 (plot->against, against) == 0
        && g_strv_equal ((const char *const *) plot->channels, names))
      return true;
  }
  return false;
}

/// Returns true if there is such a plot now. Takes ownership of the names.
static bool
insert_plot (GArray *plots, guint *at, const char *title, const char *against, GPtrArray *names)
{
  const bool any = names->len > 0;
  LwPlotLayout plot = { .title = g_strdup (title), .against = g_strdup (against) };

  g_ptr_array_add (names, NULL);
  plot.channels = (char **) g_ptr_array_free (names, FALSE);
  if (any && !has_plot (plots, (const char *const *) plot.channels, against)) {
    g_array_insert_val (plots, *at, plot);
    ++*at;
    return true;
  }
  g_free (plot.title);
  g_free (plot.against);
  g_strfreev (plot.channels);
  return any;
}

bool
lw_transmission_add_plots (GArray *plots,
                           const LwMechanism *mechanism,
                           const LwChannels *channels,
                           guint most,
                           GError **error)
{
  const LwCoupling *drive = find_drive (mechanism);
  g_autoptr (GArray) transmissions = lw_transmissions_find (mechanism);
  GPtrArray *angles = g_ptr_array_new (), *advantages = g_ptr_array_new ();
  g_autofree char *against = NULL;
  guint at = 0;
  bool any;
  int coordinate = -1;

  if (drive != NULL)
    coordinate = lw_channels_find_of (
      channels, (LwElementRef){ LW_SELECTION_COUPLING, drive->element.id }, "coordinate");
  for (guint i = 0; coordinate >= 0 && i < transmissions->len; i++) {
    const LwTransmission *transmission = &g_array_index (transmissions, LwTransmission, i);

    add_channel (angles, channels, transmission->joint, "transmission_angle");
    add_output (advantages, channels, transmission);
  }
  // Other mechanisms have outputs on the ground.
  for (guint i = 0;
       coordinate >= 0 && transmissions->len == 0 && i < lw_mechanism_get_n_couplings (mechanism);
       i++) {
    const LwCoupling *joint = lw_mechanism_get_coupling (mechanism, i);

    if (joint->def.body_a != MBD_GROUND && joint->def.body_b != MBD_GROUND)
      continue;
    add_channel (advantages, channels, joint->element.id, "mechanical_advantage");
    add_channel (advantages, channels, joint->element.id, "slide_mechanical_advantage");
  }
  if (coordinate >= 0)
    against = g_strdup (lw_channels_get_name (channels, (guint) coordinate));
  any = insert_plot (plots, &at, _ ("Transmission Angle"), against, angles);
  any = insert_plot (plots, &at, _ ("Mechanical Advantage"), against, advantages) || any;
  if (plots->len > most)
    g_array_set_size (plots, most);
  if (!any)
    g_set_error_literal (
      error, LW_ERROR, LW_ERROR_USAGE,
      drive == NULL ? _ ("Nothing drives the mechanism: add a motor, which is the input.")
                    : _ ("The motor moves no joint on the ground that could be the output."));
  return any;
}
