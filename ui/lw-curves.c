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

GArray *
lw_curves_dup_layouts (const LwCurves *self, LwChannels *channels)
{
  GArray *layouts = g_array_new (FALSE, FALSE, sizeof (LwPlotLayout));

  g_array_set_clear_func (layouts, layout_clear);
  for (guint i = 0; i < self->plots->len; i++) {
    const LwPlotCurves *plot = g_ptr_array_index (self->plots, i);
    g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
    LwPlotLayout layout = { .title = g_strdup (plot->title), .logarithmic = plot->logarithmic };

    for (guint k = 0; k < plot->curves->len; k++)
      g_strv_builder_add (names,
                          lw_channels_get (channels, g_array_index (plot->curves, guint, k))->name);
    layout.channels = g_strv_builder_end (names);
    g_array_append_val (layouts, layout);
  }
  return layouts;
}

void
lw_curves_layout_add (LwPlotLayout *layout, const char *channel)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  if (g_strv_contains ((const char *const *) layout->channels, channel))
    return;
  g_strv_builder_addv (names, (const char **) layout->channels);
  g_strv_builder_add (names, channel);
  g_strfreev (layout->channels);
  layout->channels = g_strv_builder_end (names);
}

void
lw_curves_layout_remove (LwPlotLayout *layout, const char *channel)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; layout->channels[i] != NULL; i++)
    if (!g_str_equal (layout->channels[i], channel))
      g_strv_builder_add (names, layout->channels[i]);
  g_strfreev (layout->channels);
  layout->channels = g_strv_builder_end (names);
}

LwMechanism *
lw_curves_dup_mechanism (const LwMechanism *mechanism, const GArray *layouts)
{
  return lw_mechanism_with_plots (mechanism, (const LwPlotLayout *) (const void *) layouts->data,
                                  layouts->len);
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
  g_autoptr (GArray) layouts = lw_curves_dup_layouts (self, channels);
  int place = find_room (self, channels, channel);

  if (place < 0) {
    LwPlotLayout layout = { .title = g_strdup (title), .channels = g_new0 (char *, 1) };

    if (layouts->len >= LW_CURVES_PLOTS_MAX) {
      layout_clear (&layout);
      return NULL;
    }
    place = (int) layouts->len;
    g_array_append_val (layouts, layout);
  }
  lw_curves_layout_add (&g_array_index (layouts, LwPlotLayout, place),
                        lw_channels_get (channels, channel)->name);
  return lw_curves_dup_mechanism (mechanism, layouts);
}

LwMechanism *
lw_curves_dup_without (const LwCurves *self,
                       const LwMechanism *mechanism,
                       LwChannels *channels,
                       guint channel)
{
  g_autoptr (GArray) layouts = lw_curves_dup_layouts (self, channels);

  for (guint i = layouts->len; i-- > 0;) {
    LwPlotLayout *layout = &g_array_index (layouts, LwPlotLayout, i);

    lw_curves_layout_remove (layout, lw_channels_get (channels, channel)->name);
    if (layout->channels[0] == NULL)
      g_array_remove_index (layouts, i);
  }
  return lw_curves_dup_mechanism (mechanism, layouts);
}
