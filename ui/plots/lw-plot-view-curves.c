// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The curves of a plot: those of the layout, for the displayed run and for the runs compared with
// it, and where their values are recorded.

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "lw-derivation.h"
#include "lw-plot-view-private.h"
#include "lw-spectrum.h"

/// Interval between updates of a spectrum while the run grows.
#define SPECTRUM_INTERVAL_USEC 400000

/// Spectrum of one curve.
typedef struct
{
  LwSeries source; ///< only compared, not dereferenced
  gsize n;         ///< number of samples of `source`
  LwRecording *spectrum;
  gint64 found_usec;
} Spectrum;

static void
spectrum_clear (gpointer data)
{
  Spectrum *spectrum = data;

  g_clear_pointer (&spectrum->spectrum, lw_recording_unref);
}

void
lw_plot_view_init_curves (LwPlotView *self)
{
  self->curves = g_array_new (FALSE, TRUE, sizeof (LwPlotCurve));
  self->channels = g_array_new (FALSE, TRUE, sizeof (guint));
  self->runs = g_array_new (FALSE, TRUE, sizeof (guint));
  self->labels = g_ptr_array_new_with_free_func (g_free);
  self->spectra = g_array_new (FALSE, TRUE, sizeof (Spectrum));
  g_array_set_clear_func (self->spectra, spectrum_clear);
  self->hidden = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

void
lw_plot_view_clear_curves (LwPlotView *self)
{
  g_clear_pointer (&self->curves, g_array_unref);
  g_clear_pointer (&self->channels, g_array_unref);
  g_clear_pointer (&self->runs, g_array_unref);
  g_clear_pointer (&self->labels, g_ptr_array_unref);
  g_clear_pointer (&self->spectra, g_array_unref);
  g_clear_pointer (&self->hidden, g_hash_table_unref);
  g_clear_pointer (&self->x_quantity, g_free);
  g_clear_pointer (&self->against_state, g_variant_unref);
}

// ---- hidden curves --------------------------------------------------------------------------

/// Returns a name that identifies a curve by its run and its value.
static char *
dup_curve_name (LwPlotView *self, guint curve)
{
  return g_strdup_printf ("%u %s", g_array_index (self->runs, guint, curve),
                          lw_plot_view_get_channel (self, curve)->name);
}

void
lw_plot_view_toggle_entry (LwPlotView *self, guint index)
{
  const LwPlotCurve *curve = &self->plot.curves[index];
  const bool hidden = curve->hidden;

  if (curve->run == NULL) {
    lw_plot_view_toggle_curve (self, index);
    return;
  }
  for (guint i = 0; i < self->plot.n_curves; i++)
    if (self->plot.curves[i].other_run == curve->other_run && self->plot.curves[i].hidden == hidden)
      lw_plot_view_toggle_curve (self, i);
}

void
lw_plot_view_toggle_curve (LwPlotView *self, guint index)
{
  LwPlotCurve *curve = &g_array_index (self->curves, LwPlotCurve, index);
  char *name = dup_curve_name (self, index);

  curve->hidden = !curve->hidden;
  if (curve->hidden) {
    g_hash_table_add (self->hidden, name);
  } else {
    g_hash_table_remove (self->hidden, name);
    g_free (name);
  }
  lw_plot_view_redraw (self);
}

static void
hide_curves (LwPlotView *self)
{
  for (guint i = 0; i < self->curves->len && g_hash_table_size (self->hidden) > 0; i++) {
    g_autofree char *name = dup_curve_name (self, i);

    g_array_index (self->curves, LwPlotCurve, i).hidden =
      g_hash_table_contains (self->hidden, name);
  }
}

// ---- layout ---------------------------------------------------------------------------------

static void
add_curve (LwPlotView *self, guint channel, guint run, const LwPlotCurve *curve)
{
  Spectrum spectrum = { .source = LW_SERIES_NONE };

  g_array_append_val (self->curves, *curve);
  g_array_append_val (self->channels, channel);
  g_array_append_val (self->runs, run);
  g_array_append_val (self->spectra, spectrum);
}

/// Adds the curves of the shown run. Axis and unit are taken from the first curve; the first other
/// unit gets the axis at the right, further units are shown with the value.
static void
add_own_curves (LwPlotView *self, const LwPlotCurves *layout, LwChannels *channels)
{
  for (guint i = 0; i < layout->curves->len; i++) {
    guint index = g_array_index (layout->curves, guint, i);
    const LwChannel *channel = lw_channels_get (channels, index);
    LwPlotCurve curve = { .label = channel->label,
                          .unit = channel->unit,
                          .style = i,
                          .round_off = lw_channels_get_round_off (channels, index) };

    if (i == 0) {
      self->plot.y_quantity = channel->quantity;
      self->plot.y_unit = channel->unit;
    } else if (!g_str_equal (channel->unit, self->plot.y_unit)) {
      curve.right = true;
      if (self->plot.right_unit == NULL) {
        self->plot.right_quantity = channel->quantity;
        self->plot.right_unit = channel->unit;
      }
    }
    add_curve (self, index, 0, &curve);
  }
  self->n_own = self->curves->len;
}

/// Adds the same curves of the compared runs, without those that already are differences to another
/// run.
static void
add_compared_curves (LwPlotView *self, LwChannels *channels)
{
  for (guint run = 0; run < lw_player_get_n_compared (self->player); run++) {
    char *name = g_strdup (lw_player_get_compared (self->player, run)->name);

    g_ptr_array_add (self->labels, name);
    for (guint i = 0; i < self->n_own; i++) {
      LwPlotCurve curve = g_array_index (self->curves, LwPlotCurve, i);
      const guint channel = g_array_index (self->channels, guint, i);
      LwDerivation *derivation = lw_channels_get_derivation (channels, channel);
      char *label;

      if (derivation != NULL && lw_derivation_uses_other (derivation))
        continue;
      label = g_strdup_printf ("%s (%s)", curve.label, name);
      g_ptr_array_add (self->labels, label);
      curve.label = label;
      curve.other_run = run + 1;
      curve.run = name;
      add_curve (self, channel, run + 1, &curve);
    }
  }
}

/// Sets the horizontal axis: "Crank φ", or only the label if it contains the quantity.
static void
take_axis (LwPlotView *self, const LwPlotCurves *layout, LwChannels *channels)
{
  const LwChannel *channel;

  self->against = layout->against;
  self->against_state =
    g_variant_ref_sink (g_variant_new_string (layout->x_entry != NULL ? layout->x_entry : ""));
  self->x_channel = layout->x_channel;
  self->plot.spectrum = layout->against == LW_AGAINST_FREQUENCY;
  if (self->plot.spectrum) {
    // Translators: symbol of a frequency, on an axis
    self->x_quantity = g_strdup (_ ("f"));
    self->plot.x_unit = "Hz";
  } else if (layout->against == LW_AGAINST_CHANNEL && layout->x_channel >= 0) {
    channel = lw_channels_get (channels, (guint) layout->x_channel);
    self->x_quantity = g_str_has_suffix (channel->label, channel->quantity)
                         ? g_strdup (channel->label)
                         : g_strdup_printf ("%s %s", channel->label, channel->quantity);
    self->plot.x_unit = channel->unit;
  }
  if (self->x_quantity != NULL)
    self->plot.x_quantity = self->x_quantity;
  self->can_be_equal = layout->against == LW_AGAINST_CHANNEL && layout->x_channel >= 0
                       && self->plot.y_unit != NULL && g_str_equal (self->plot.x_unit, "m")
                       && g_str_equal (self->plot.y_unit, "m");
  self->plot.equal_scale = layout->equal_scale && self->can_be_equal;
}

/// Clears everything except how the plot is viewed.
static void
clear_layout (LwPlotView *self)
{
  const LwPlot before = self->plot;

  g_array_set_size (self->curves, 0);
  g_array_set_size (self->channels, 0);
  g_array_set_size (self->runs, 0);
  g_array_set_size (self->spectra, 0);
  g_ptr_array_set_size (self->labels, 0);
  g_clear_pointer (&self->x_quantity, g_free);
  g_clear_pointer (&self->against_state, g_variant_unref);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->problem, g_free);
  g_clear_pointer (&self->channel_list, lw_channels_unref);
  self->plot = lw_plot_default ();
  self->plot.statistics = before.statistics;
  self->plot.cursor = before.cursor;
  self->plot.hover = before.hover;
  memcpy (self->plot.markers, before.markers, sizeof self->plot.markers);
}

void
lw_plot_view_take_layout (LwPlotView *self, const LwPlotCurves *layout)
{
  LwChannels *channels = lw_player_get_curves (self->player)->channels;

  clear_layout (self);
  self->channel_list = lw_channels_ref (channels);
  self->title = g_strdup (layout->title);
  self->problem = g_strdup (layout->problem);
  self->plot.title = self->title;
  self->plot.logarithmic = layout->logarithmic;
  self->plot.title_room = LW_PLOT_VIEW_MENU_ROOM;
  add_own_curves (self, layout, channels);
  add_compared_curves (self, channels);
  take_axis (self, layout, channels);
  hide_curves (self);
  self->plot.n_curves = self->curves->len;
  self->plot.curves = (const LwPlotCurve *) (void *) self->curves->data;
}

// ---- values ---------------------------------------------------------------------------------

static LwSeries
find_series (LwPlotView *self, guint run, guint channel)
{
  if (run == 0)
    return lw_player_find_series (self->player, channel);
  return run <= lw_player_get_n_compared (self->player)
           ? lw_player_find_compared_series (self->player, run - 1, channel)
           : LW_SERIES_NONE;
}

static gboolean
look_again_cb (gpointer data)
{
  LwPlotView *self = data;

  self->spectrum_id = 0;
  lw_plot_view_grown (self);
  return G_SOURCE_REMOVE;
}

/// Returns the spectrum of a series. Limits the rate of updates.
static LwSeries
find_spectrum (LwPlotView *self, guint index, LwSeries series)
{
  Spectrum *spectrum = &g_array_index (self->spectra, Spectrum, index);
  const gsize n = lw_series_n_samples (series);
  const gint64 now_usec = g_get_monotonic_time ();
  const bool same = lw_series_equal (spectrum->source, series);

  if (!same || now_usec - spectrum->found_usec > SPECTRUM_INTERVAL_USEC) {
    if (!same || n != spectrum->n) {
      g_clear_pointer (&spectrum->spectrum, lw_recording_unref);
      spectrum->spectrum = lw_spectrum_new (series, n);
      spectrum->source = series;
      spectrum->n = n;
      spectrum->found_usec = g_get_monotonic_time ();
      self->n_spectra++;
    }
  } else if (n != spectrum->n && self->spectrum_id == 0) {
    self->spectrum_id =
      g_timeout_add ((guint) (SPECTRUM_INTERVAL_USEC / 1000), look_again_cb, self);
  }
  return (LwSeries){ spectrum->spectrum, 1 };
}

/// Finds the series of a curve. Returns the time up to which it has values, s; 0 if there are none
/// yet.
static double
find_curve (LwPlotView *self, guint index)
{
  LwPlotCurve *curve = &g_array_index (self->curves, LwPlotCurve, index);
  const guint run = g_array_index (self->runs, guint, index);
  const LwSeries series = find_series (self, run, g_array_index (self->channels, guint, index));
  LwSeries against = LW_SERIES_NONE;
  double end;

  curve->y = LW_SERIES_NONE;
  // The column also tells a plot against a value from a plot over time while the value is not
  // recorded yet.
  curve->x = (LwSeries){ NULL, self->against == LW_AGAINST_CHANNEL ? 1 : 0 };
  if (!lw_series_exists (series))
    return 0;
  end = lw_series_end (series);
  if (self->against == LW_AGAINST_CHANNEL) {
    if (self->x_channel >= 0)
      against = find_series (self, run, (guint) self->x_channel);
    if (!lw_series_exists (against))
      return 0;
    curve->x = against;
    end = fmin (end, lw_series_end (against));
  }
  curve->y = self->against == LW_AGAINST_FREQUENCY ? find_spectrum (self, index, series) : series;
  return end;
}

double
lw_plot_view_find_columns (LwPlotView *self)
{
  double sum = 0;

  for (guint i = 0; i < self->curves->len; i++)
    sum += find_curve (self, i);
  return sum / MAX (self->curves->len, 1);
}

bool
lw_plot_view_has_values (LwPlotView *self)
{
  for (guint i = 0; i < self->curves->len; i++) {
    const LwPlotCurve *curve = &g_array_index (self->curves, LwPlotCurve, i);

    if (lw_series_n_samples (curve->y) > 0)
      return true;
  }
  return false;
}

const LwChannel *
lw_plot_view_get_channel (LwPlotView *self, guint curve)
{
  return lw_channels_get (self->channel_list, g_array_index (self->channels, guint, curve));
}
