// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-curves.h"

#include "lw-usual-plots.h"

static void
plot_curves_free (gpointer data)
{
  LwPlotCurves *plot = data;

  g_free (plot->title);
  g_free (plot->x_entry);
  g_free (plot->problem);
  g_array_unref (plot->curves);
  g_ptr_array_unref (plot->missing);
  g_free (plot);
}

/// Resolves an entry of a plot. A pattern without a match omits a curve and stores a message; it is
/// not a reason to reject the mechanism.
static GArray *
match (const LwCurves *self, LwPlotCurves *plot, const char *entry)
{
  g_autoptr (GError) why = NULL;
  GArray *matches = lw_channels_match (self->channels, entry, &why);

  if (matches == NULL && plot->problem == NULL)
    plot->problem = g_strdup (why->message);
  return matches;
}

static void
take_against (LwCurves *self, LwPlotCurves *plot, const LwPlotLayout *layout)
{
  g_autoptr (GArray) matches = NULL;

  plot->x_channel = -1;
  if (layout->against == NULL)
    return;
  plot->x_entry = g_strdup (layout->against);
  plot->against = LW_AGAINST_FREQUENCY;
  if (g_str_equal (layout->against, LW_PLOT_FREQUENCY))
    return;
  plot->against = LW_AGAINST_CHANNEL;
  matches = match (self, plot, layout->against);
  if (matches == NULL)
    return;
  plot->x_channel = (int) g_array_index (matches, guint, 0);
  lw_channels_collect (self->channels, (guint) plot->x_channel, self->recorded);
}

static int
find_in_plot (const LwPlotCurves *plot, guint channel)
{
  for (guint i = 0; i < plot->curves->len; i++)
    if (g_array_index (plot->curves, guint, i) == channel)
      return (int) i;
  return -1;
}

static void
add_plot (LwCurves *self, const LwPlotLayout *layout)
{
  LwPlotCurves *plot = g_new0 (LwPlotCurves, 1);

  plot->title = g_strdup (layout->title);
  plot->logarithmic = layout->logarithmic;
  plot->equal_scale = layout->equal_scale;
  plot->curves = g_array_new (FALSE, TRUE, sizeof (guint));
  plot->missing = g_ptr_array_new_with_free_func (g_free);
  take_against (self, plot, layout);
  for (guint i = 0; layout->channels[i] != NULL; i++) {
    g_autoptr (GArray) matches = match (self, plot, layout->channels[i]);

    if (matches == NULL)
      g_ptr_array_add (plot->missing, g_strdup (layout->channels[i]));
    for (guint k = 0; matches != NULL && k < matches->len; k++) {
      guint channel = g_array_index (matches, guint, k);

      if (plot->curves->len == LW_CURVES_MAX)
        break;
      // A name and a pattern that matches it are one curve.
      if (find_in_plot (plot, channel) >= 0)
        continue;
      lw_channels_collect (self->channels, channel, self->recorded);
      g_array_append_val (plot->curves, channel);
    }
  }
  g_ptr_array_add (self->plots, plot);
}

LwCurves *
lw_curves_new (LwMechanism *mechanism, LwChannels *channels)
{
  LwCurves *self = g_new0 (LwCurves, 1);
  guint n_plots = lw_mechanism_get_n_plots (mechanism);

  self->plots = g_ptr_array_new_with_free_func (plot_curves_free);
  self->recorded = g_array_new (FALSE, TRUE, sizeof (guint));
  self->channels = lw_channels_with_definitions (channels, mechanism, NULL);
  self->n_recordable = lw_channels_get_n (channels);
  for (guint i = 0; i < n_plots; i++)
    add_plot (self, lw_mechanism_get_plot (mechanism, i));
  if (n_plots == 0) {
    g_autoptr (GArray) usual = lw_usual_plots_new (mechanism, channels);

    for (guint i = 0; i < usual->len; i++)
      add_plot (self, &g_array_index (usual, LwPlotLayout, i));
  }
  return self;
}

void
lw_curves_free (LwCurves *self)
{
  g_ptr_array_unref (self->plots);
  g_array_unref (self->recorded);
  lw_channels_unref (self->channels);
  g_free (self);
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
  g_free (layout->against);
}

GArray *
lw_curves_dup_layouts (const LwCurves *self)
{
  GArray *layouts = g_array_new (FALSE, FALSE, sizeof (LwPlotLayout));

  g_array_set_clear_func (layouts, layout_clear);
  for (guint i = 0; i < self->plots->len; i++) {
    const LwPlotCurves *plot = g_ptr_array_index (self->plots, i);
    g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
    LwPlotLayout layout = { .title = g_strdup (plot->title),
                            .logarithmic = plot->logarithmic,
                            .against = g_strdup (plot->x_entry),
                            .equal_scale = plot->equal_scale };

    for (guint k = 0; k < plot->curves->len; k++) {
      g_autofree char *entry =
        lw_channels_dup_entry (self->channels, g_array_index (plot->curves, guint, k));

      g_strv_builder_add (names, entry);
    }
    for (guint k = 0; k < plot->missing->len; k++)
      g_strv_builder_add (names, plot->missing->pdata[k]);
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

/// Returns a plot with space for another curve and the axis of the channel; -1 if there is none.
static int
find_room (const LwCurves *self, guint channel)
{
  const LwChannel *wanted = lw_channels_get (self->channels, channel);

  for (guint i = 0; i < self->plots->len; i++) {
    const LwPlotCurves *plot = g_ptr_array_index (self->plots, i);
    const LwChannel *first;

    if (plot->curves->len == 0 || plot->curves->len >= LW_CURVES_MAX
        || plot->against != LW_AGAINST_TIME)
      continue;
    first = lw_channels_get (self->channels, g_array_index (plot->curves, guint, 0));
    if (g_str_equal (first->quantity, wanted->quantity) && g_str_equal (first->unit, wanted->unit))
      return (int) i;
  }
  return -1;
}

LwMechanism *
lw_curves_dup_with (const LwCurves *self,
                    const LwMechanism *mechanism,
                    guint channel,
                    const char *title)
{
  g_autoptr (GArray) layouts = lw_curves_dup_layouts (self);
  g_autofree char *entry = NULL;
  int place = find_room (self, channel);

  if (place < 0) {
    LwPlotLayout layout = { .title = g_strdup (title), .channels = g_new0 (char *, 1) };

    if (layouts->len >= LW_CURVES_PLOTS_MAX) {
      layout_clear (&layout);
      return NULL;
    }
    place = (int) layouts->len;
    g_array_append_val (layouts, layout);
  }
  entry = lw_channels_dup_entry (self->channels, channel);
  lw_curves_layout_add (&g_array_index (layouts, LwPlotLayout, place), entry);
  return lw_curves_dup_mechanism (mechanism, layouts);
}

LwMechanism *
lw_curves_dup_without (const LwCurves *self, const LwMechanism *mechanism, guint channel)
{
  g_autoptr (GArray) layouts = lw_curves_dup_layouts (self);
  g_autofree char *entry = lw_channels_dup_entry (self->channels, channel);

  for (guint i = layouts->len; i-- > 0;) {
    LwPlotLayout *layout = &g_array_index (layouts, LwPlotLayout, i);

    lw_curves_layout_remove (layout, entry);
    if (layout->channels[0] == NULL)
      g_array_remove_index (layouts, i);
  }
  return lw_curves_dup_mechanism (mechanism, layouts);
}
