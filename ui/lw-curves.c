// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-curves.h"

#include <glib/gi18n.h>

static void
plot_curves_free (gpointer data)
{
  LwPlotCurves *plot = data;

  g_free (plot->title);
  g_array_unref (plot->curves);
  g_free (plot);
}

static void
record_channel (LwCurves *self, guint channel)
{
  for (guint i = 0; i < self->recorded->len; i++)
    if (g_array_index (self->recorded, guint, i) == channel)
      return;
  g_array_append_val (self->recorded, channel);
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
  plot->curves = g_array_new (FALSE, TRUE, sizeof (guint));
  for (guint i = 0; patterns[i] != NULL; i++) {
    // A pattern without a match is a curve less, not a reason to refuse the mechanism.
    g_autoptr (GArray) matches = lw_channels_match (channels, patterns[i], NULL);

    for (guint k = 0; matches != NULL && k < matches->len; k++) {
      guint channel = g_array_index (matches, guint, k);

      if (plot->curves->len == LW_CURVES_MAX)
        break;
      record_channel (self, channel);
      g_array_append_val (plot->curves, channel);
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

static int
find_in_plot (const LwPlotCurves *plot, guint channel)
{
  for (guint i = 0; i < plot->curves->len; i++)
    if (g_array_index (plot->curves, guint, i) == channel)
      return (int) i;
  return -1;
}

int
lw_curves_find (const LwCurves *self, guint channel)
{
  int style = -1;

  for (guint i = 0; i < self->plots->len && style < 0; i++)
    style = find_in_plot (g_ptr_array_index (self->plots, i), channel);
  return style;
}

// ---- other layouts --------------------------------------------------------------------------

static void
layout_clear (gpointer data)
{
  LwPlotLayout *layout = data;

  g_free (layout->title);
  g_strfreev (layout->channels);
}

/// The plot by the names of its channels, one of them left out (or G_MAXUINT), one added.
static void
append_layout (GArray *layouts,
               const LwPlotCurves *plot,
               LwChannels *channels,
               guint without,
               guint with)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  LwPlotLayout layout = { .title = g_strdup (plot->title), .logarithmic = plot->logarithmic };

  for (guint i = 0; i < plot->curves->len; i++) {
    guint channel = g_array_index (plot->curves, guint, i);

    if (channel != without)
      g_strv_builder_add (names, lw_channels_get (channels, channel)->name);
  }
  if (with != G_MAXUINT)
    g_strv_builder_add (names, lw_channels_get (channels, with)->name);
  layout.channels = g_strv_builder_end (names);
  if (layout.channels[0] != NULL)
    g_array_append_val (layouts, layout);
  else
    layout_clear (&layout);
}

/// A plot with room whose axis is that of the channel; -1 when there is none.
static int
find_room (const LwCurves *self, LwChannels *channels, guint channel)
{
  const LwChannel *wanted = lw_channels_get (channels, channel);

  for (guint i = 0; i < self->plots->len; i++) {
    const LwPlotCurves *plot = g_ptr_array_index (self->plots, i);
    const LwChannel *first;

    if (plot->curves->len == 0 || plot->curves->len >= LW_CURVES_MAX)
      continue;
    first = lw_channels_get (channels, g_array_index (plot->curves, guint, 0));
    if (g_str_equal (first->quantity, wanted->quantity) && g_str_equal (first->unit, wanted->unit))
      return (int) i;
  }
  return -1;
}

LwMechanism *
lw_curves_dup_with (const LwCurves *self,
                    const LwMechanism *mechanism,
                    LwChannels *channels,
                    guint channel,
                    const char *title)
{
  g_autoptr (GArray) layouts = g_array_new (FALSE, FALSE, sizeof (LwPlotLayout));
  const int place = find_room (self, channels, channel);

  g_array_set_clear_func (layouts, layout_clear);
  for (guint i = 0; i < self->plots->len; i++)
    append_layout (layouts, g_ptr_array_index (self->plots, i), channels, G_MAXUINT,
                   (int) i == place ? channel : G_MAXUINT);
  if (place < 0) {
    g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));
    const LwPlotCurves plot = { .title = (char *) title, .curves = none };

    if (layouts->len >= LW_CURVES_PLOTS_MAX)
      return NULL;
    append_layout (layouts, &plot, channels, G_MAXUINT, channel);
  }
  return lw_mechanism_with_plots (mechanism, (const LwPlotLayout *) (void *) layouts->data,
                                  layouts->len);
}

LwMechanism *
lw_curves_dup_without (const LwCurves *self,
                       const LwMechanism *mechanism,
                       LwChannels *channels,
                       guint channel)
{
  g_autoptr (GArray) layouts = g_array_new (FALSE, FALSE, sizeof (LwPlotLayout));

  g_array_set_clear_func (layouts, layout_clear);
  for (guint i = 0; i < self->plots->len; i++)
    append_layout (layouts, g_ptr_array_index (self->plots, i), channels, channel, G_MAXUINT);
  return lw_mechanism_with_plots (mechanism, (const LwPlotLayout *) (void *) layouts->data,
                                  layouts->len);
}
