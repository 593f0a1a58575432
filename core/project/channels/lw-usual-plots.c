// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-usual-plots.h"

#include <glib/gi18n.h>
#include <math.h>

#include "lw-geometry.h"
#include "lw-variation.h"

#define CURVES_MOST 4     ///< number of curves that are chosen by their variation
#define SPAN_LEAST 0.02   ///< part of the largest magnitude; smaller variations are not visible
#define MOTION_LEAST 1e-3 ///< part of the size of the mechanism, or of a turn
#define SHARE_LEAST 0.1   ///< part of the largest variation in the plot

static void
layout_clear (gpointer data)
{
  LwPlotLayout *layout = data;

  g_free (layout->title);
  g_strfreev (layout->channels);
}

/// Adds a plot and returns true, unless it has no channels. Takes ownership of the names.
static bool
add_plot (GArray *plots, const char *title, GStrvBuilder *names, bool logarithmic)
{
  LwPlotLayout layout = { .title = g_strdup (title),
                          .channels = g_strv_builder_end (names),
                          .logarithmic = logarithmic };

  if (layout.channels[0] != NULL) {
    g_array_append_val (plots, layout);
    return true;
  }
  layout_clear (&layout);
  return false;
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

// ---- choice by variation ------------------------------------------------------------------------

/// Returns the channels (guint) of a group with this suffix, except those that are only shown on
/// request.
static GArray *
find_by_suffix (const LwChannels *channels, LwChannelGroup group, const char *suffix)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < lw_channels_get_n (channels); i++)
    if (g_str_has_suffix (lw_channels_get_name (channels, i), suffix)
        && lw_channels_get (channels, i)->group == group && !lw_channels_get (channels, i)->detail)
      g_array_append_val (found, i);
  return found;
}

/// Returns the largest magnitude, or the largest span.
static double
find_largest (const GArray *channels, const LwVariation *variations, bool of_span)
{
  double largest = 0;

  for (guint i = 0; i < channels->len; i++) {
    const LwVariation *variation = &variations[g_array_index (channels, guint, i)];

    largest = fmax (largest, of_span ? variation->span : variation->largest);
  }
  return largest;
}

/// Keeps the CURVES_MOST channels with the largest spans of at least `least`, or the largest
/// magnitudes, in their order.
static void
keep_largest (GArray *channels, const LwVariation *variations, bool of_span, double least)
{
  for (guint i = channels->len; i-- > 0;) {
    const guint channel = g_array_index (channels, guint, i);
    const double size = of_span ? variations[channel].span : variations[channel].largest;
    guint larger = 0;

    for (guint k = 0; k < channels->len; k++) {
      const LwVariation *other = &variations[g_array_index (channels, guint, k)];
      const double other_size = of_span ? other->span : other->largest;

      larger += other_size > size || (other_size == size && k < i);
    }
    if (size < least || larger >= CURVES_MOST)
      g_array_remove_index (channels, i);
  }
}

static void
add_channels (GArray *plots, const LwChannels *channels, const char *title, const GArray *chosen)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < chosen->len; i++)
    g_strv_builder_add (names, lw_channels_get_name (channels, g_array_index (chosen, guint, i)));
  add_plot (plots, title, names, false);
}

/// Keeps the reaction forces that change most; if none does, the largest ones. Returns true if one
/// changes.
static bool
choose_reactions (GArray *reactions, const LwVariation *variations)
{
  const double least = SPAN_LEAST * find_largest (reactions, variations, false);
  const double span = find_largest (reactions, variations, true);
  const bool changes = span > 0 && span >= least;

  keep_largest (reactions, variations, changes, changes ? least : 0);
  return changes;
}

/// Adds the angles or the coordinates of bodies, whichever change more in relation to a turn or to
/// the size of the mechanism. Returns false if neither changes.
static bool
add_motion (GArray *plots,
            const LwMechanism *mechanism,
            const LwChannels *channels,
            const LwVariation *variations)
{
  g_autoptr (GArray) angles = find_by_suffix (channels, LW_GROUP_ANGLE, ".angle");
  g_autoptr (GArray) places = find_by_suffix (channels, LW_GROUP_POSITION, ".x");
  g_autoptr (GArray) more = find_by_suffix (channels, LW_GROUP_POSITION, ".y");
  const double size = lw_geometry_size (mechanism, 0);
  double turn, way;

  g_array_append_vals (places, more->data, more->len);
  turn = find_largest (angles, variations, true) / (2 * G_PI);
  way = find_largest (places, variations, true);
  way = size > 0 ? way / size : way;
  if (fmax (turn, way) < MOTION_LEAST)
    return false;
  keep_largest (angles, variations, true, SHARE_LEAST * find_largest (angles, variations, true));
  keep_largest (places, variations, true, SHARE_LEAST * find_largest (places, variations, true));
  if (turn >= way)
    add_channels (plots, channels, _ ("Angle"), angles);
  else
    add_channels (plots, channels, _ ("Position"), places);
  return true;
}

/// Adds a plot of the efforts of motors; moments and forces have separate axes. Returns false if there
/// are none.
static bool
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
  return add_plot (plots, _ ("Drive"), names, false);
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
  static const char *const suffixes[] = { ".reaction", ".angle", ".x", ".y", NULL };
  GArray *plots = g_array_new (FALSE, TRUE, sizeof (LwPlotLayout));
  const bool errors_first = may_drift (mechanism);
  g_autofree LwVariation *variations = lw_variations_new (mechanism, channels, suffixes);
  g_autoptr (GArray) reactions = find_by_suffix (channels, LW_GROUP_REACTION, ".reaction");
  bool changes, moves = false;

  g_array_set_clear_func (plots, layout_clear);
  if (errors_first)
    add_by_suffix (plots, channels, _ ("Constraint error"), ".position_error", true);
  changes = add_drives (plots, mechanism, channels);
  if (variations != NULL) {
    changes = choose_reactions (reactions, variations) || changes;
    moves = !changes && add_motion (plots, mechanism, channels, variations);
  }
  // Without forces the motion says more.
  if (!moves || find_largest (reactions, variations, false) > 0)
    add_channels (plots, channels, _ ("Reaction force"), reactions);
  if (!errors_first)
    add_by_suffix (plots, channels, _ ("Constraint error"), ".position_error", true);
  if (plots->len == (moves ? 1 : 0)) {
    g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

    g_strv_builder_add_many (names, "energy.kinetic", "energy.potential", "energy.total", NULL);
    add_plot (plots, _ ("Energy"), names, false);
  }
  return plots;
}
