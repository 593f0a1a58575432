// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-curves.h"

#include <glib/gi18n.h>

/// Curves of one plot that can be told apart (visual language: seven styles).
#define CURVES_MAX 7

static void
plot_curves_free (gpointer data)
{
  LwPlotCurves *plot = data;

  g_free (plot->title);
  g_array_unref (plot->curves);
  g_free (plot);
}

/// The column of a channel; it is added to the recorded ones when it is new.
static gsize
record_channel (LwCurves *self, guint channel)
{
  guint position;

  for (position = 0; position < self->recorded->len; position++)
    if (g_array_index (self->recorded, guint, position) == channel)
      return position;
  g_array_append_val (self->recorded, channel);
  return position;
}

static void
add_plot (LwCurves *self,
          LwChannels *channels,
          const char *title,
          bool logarithmic,
          const char *const *patterns)
{
  LwPlotCurves *plot = g_new0 (LwPlotCurves, 1);

  plot->title = g_strdup (title);
  plot->logarithmic = logarithmic;
  plot->curves = g_array_new (FALSE, TRUE, sizeof (LwCurve));
  for (guint i = 0; patterns[i] != NULL; i++) {
    // A pattern without a match is a curve less, not a reason to refuse the mechanism.
    g_autoptr (GArray) matches = lw_channels_match (channels, patterns[i], NULL);

    for (guint k = 0; matches != NULL && k < matches->len; k++) {
      LwCurve curve = { .channel = g_array_index (matches, guint, k) };

      if (plot->curves->len == CURVES_MAX)
        break;
      curve.column = record_channel (self, curve.channel);
      g_array_append_val (plot->curves, curve);
    }
  }
  g_ptr_array_add (self->plots, plot);
}

LwCurves *
lw_curves_new (LwMechanism *mechanism, LwChannels *channels)
{
  static const char *const errors[] = { "*.position_error", NULL };
  static const char *const reactions[] = { "*.reaction", NULL };
  LwCurves *self = g_new0 (LwCurves, 1);
  guint n_plots = lw_mechanism_get_n_plots (mechanism);

  self->plots = g_ptr_array_new_with_free_func (plot_curves_free);
  self->recorded = g_array_new (FALSE, TRUE, sizeof (guint));
  for (guint i = 0; i < n_plots; i++) {
    const LwPlotLayout *layout = lw_mechanism_get_plot (mechanism, i);

    add_plot (self, channels, layout->title, layout->logarithmic,
              (const char *const *) layout->channels);
  }
  if (n_plots == 0) {
    add_plot (self, channels, _ ("Constraint error"), true, errors);
    add_plot (self, channels, _ ("Reaction force"), false, reactions);
  }
  return self;
}

void
lw_curves_free (LwCurves *self)
{
  g_ptr_array_unref (self->plots);
  g_array_unref (self->recorded);
  g_free (self);
}

void
lw_curves_shift (LwCurves *self, gsize first_column)
{
  for (guint i = 0; i < self->plots->len; i++) {
    LwPlotCurves *plot = g_ptr_array_index (self->plots, i);

    for (guint k = 0; k < plot->curves->len; k++)
      g_array_index (plot->curves, LwCurve, k).column += first_column;
  }
}
