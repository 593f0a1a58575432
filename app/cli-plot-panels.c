// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Panels of linkwright-cli plot: their channels, and their drawing.

#include <math.h>
#include <string.h>

#include "cli-plot.h"
#include "lw-spectrum.h"
#include "lw-usual-plots.h"

static void
panel_free_cb (void *data)
{
  CliPanel *panel = data;

  g_array_unref (panel->channels);
  g_array_unref (panel->curves);
  g_ptr_array_unref (panel->spectra);
  g_free (panel->quantities);
  g_free (panel->right_quantities);
  g_free (panel->x_quantity);
  g_free (panel);
}

static void
unref_recording_cb (void *data)
{
  if (data != NULL)
    lw_recording_unref (data);
}

static CliPanel *
add_panel (CliDrawing *self, const char *title, bool logarithmic)
{
  CliPanel *panel = g_new0 (CliPanel, 1);

  panel->title = title;
  panel->logarithmic = logarithmic;
  panel->x_channel = -1;
  panel->channels = g_array_new (FALSE, FALSE, sizeof (guint));
  panel->curves = g_array_new (FALSE, TRUE, sizeof (LwPlotCurve));
  panel->spectra = g_ptr_array_new_with_free_func (unref_recording_cb);
  g_ptr_array_add (self->panels, panel);
  return panel;
}

static const LwChannel *
get_channel (const CliDrawing *self, guint channel)
{
  return lw_channels_get (self->mechanism->channels, channel);
}

static gboolean
take_against (CliDrawing *self, CliPanel *panel, const char *against, GError **error)
{
  g_autoptr (GArray) matches = NULL;

  if (against == NULL || strcmp (against, "time") == 0)
    return TRUE;
  panel->spectrum = strcmp (against, LW_PLOT_FREQUENCY) == 0;
  if (panel->spectrum)
    return TRUE;
  matches = lw_channels_match (self->mechanism->channels, against, error);
  if (matches == NULL)
    return FALSE;
  panel->x_channel = (int) g_array_index (matches, guint, 0);
  g_array_append_vals (self->chosen, matches->data, 1);
  return TRUE;
}

/// Adds channels once: a name and a pattern that matches it are one curve.
static void
add_channels (GArray *list, const GArray *channels)
{
  for (guint i = 0; i < channels->len; i++) {
    const guint channel = g_array_index (channels, guint, i);
    bool there = false;

    for (guint k = 0; k < list->len && !there; k++)
      there = g_array_index (list, guint, k) == channel;
    if (!there)
      g_array_append_val (list, channel);
  }
}

/// Takes the panels that the file describes, or the default panels if it has none.
static gboolean
take_layouts (CliDrawing *self, const char *against, GError **error)
{
  const LwMechanism *mechanism = self->mechanism->mechanism;
  const guint n_own = lw_mechanism_get_n_plots (mechanism);

  if (n_own == 0)
    self->usual = lw_usual_plots_new (mechanism, self->mechanism->channels);
  for (guint i = 0; i < (n_own > 0 ? n_own : self->usual->len); i++) {
    const LwPlotLayout *layout = n_own > 0 ? lw_mechanism_get_plot (mechanism, i)
                                           : &g_array_index (self->usual, LwPlotLayout, i);
    CliPanel *panel = add_panel (self, layout->title, layout->logarithmic);

    panel->equal_scale = layout->equal_scale;
    if (!take_against (self, panel, against != NULL ? against : layout->against, error))
      return FALSE;
    for (char **entry = layout->channels; *entry != NULL; entry++) {
      g_autoptr (GArray) channels = lw_channels_match (self->mechanism->channels, *entry, error);

      if (channels == NULL)
        return FALSE;
      add_channels (panel->channels, channels);
      g_array_append_vals (self->chosen, channels->data, channels->len);
    }
  }
  return TRUE;
}

/// Makes a panel for each unit among the chosen channels.
static gboolean
take_patterns (CliDrawing *self,
               const char *patterns,
               const char *against,
               bool logarithmic,
               GError **error)
{
  g_autoptr (GArray) channels = cli_choose_channels (self->mechanism, patterns, error);

  if (channels == NULL)
    return FALSE;
  if (channels->len == 1) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "--channels must name something else than time.");
    return FALSE;
  }
  for (guint i = 1; i < channels->len; i++) {
    const guint channel = g_array_index (channels, guint, i);
    CliPanel *panel = NULL;

    for (guint j = 0; j < self->panels->len && panel == NULL; j++) {
      CliPanel *other = g_ptr_array_index (self->panels, j);
      const guint first = g_array_index (other->channels, guint, 0);

      if (strcmp (get_channel (self, first)->unit, get_channel (self, channel)->unit) == 0)
        panel = other;
    }
    if (panel == NULL) {
      panel = add_panel (self, NULL, logarithmic);
      if (!take_against (self, panel, against, error))
        return FALSE;
      // Lengths plotted against a length are a path.
      panel->equal_scale = true;
    }
    g_array_append_val (panel->channels, channel);
    g_array_append_val (self->chosen, channel);
  }
  return TRUE;
}

gboolean
cli_drawing_init (CliDrawing *self,
                  const CliMechanism *mechanism,
                  const char *patterns,
                  const char *against,
                  bool logarithmic,
                  GError **error)
{
  *self = (CliDrawing){
    .mechanism = mechanism,
    .chosen = g_array_new (FALSE, FALSE, sizeof (guint)),
    .panels = g_ptr_array_new_with_free_func (panel_free_cb),
    .events = g_array_new (FALSE, FALSE, sizeof (LwPlotEvent)),
    .markers = { NAN, NAN },
  };
  if (patterns == NULL)
    return take_layouts (self, against, error);
  return take_patterns (self, patterns, against, logarithmic, error);
}

void
cli_drawing_clear (CliDrawing *self)
{
  cli_recording_clear (&self->recording);
  g_ptr_array_unref (self->panels);
  g_array_unref (self->chosen);
  g_array_unref (self->events);
  g_clear_pointer (&self->usual, g_array_unref);
}

/// Returns "x, y": the quantities of the curves on an axis of a panel, each once, in order.
static char *
dup_quantities (const CliDrawing *self, const CliPanel *panel, bool right)
{
  g_autoptr (GPtrArray) quantities = g_ptr_array_new ();

  for (guint i = 0; i < panel->channels->len; i++) {
    const LwChannel *channel = get_channel (self, g_array_index (panel->channels, guint, i));

    if (g_array_index (panel->curves, LwPlotCurve, i).right == right
        && !g_ptr_array_find_with_equal_func (quantities, channel->quantity, g_str_equal, NULL))
      g_ptr_array_add (quantities, channel->quantity);
  }
  g_ptr_array_add (quantities, NULL);
  return g_strjoinv (", ", (char **) quantities->pdata);
}

/// Finds the values of a curve. Sets the error if they have no spectrum.
static gboolean
find_values (CliDrawing *self, CliPanel *panel, guint channel, LwPlotCurve *curve, GError **error)
{
  const LwColumn y = cli_recording_column (&self->recording, channel);

  curve->recording = y.recording;
  curve->y_column = y.column;
  if (panel->x_channel >= 0) {
    const LwColumn x = cli_recording_column (&self->recording, (guint) panel->x_channel);

    curve->x_recording = x.recording;
    curve->x_column = x.column;
  }
  if (panel->spectrum) {
    LwRecording *spectrum =
      lw_spectrum_new (y.recording, y.column, lw_recording_n_samples (y.recording));

    if (spectrum == NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” has no spectrum: that needs 8 samples, and values that are all finite.",
                   get_channel (self, channel)->name);
      return FALSE;
    }
    g_ptr_array_add (panel->spectra, spectrum);
    curve->recording = spectrum;
    curve->y_column = 1;
  }
  return TRUE;
}

/// Prepares the curves of a panel: the second unit uses the axis on the right.
static gboolean
prepare_panel (CliDrawing *self, CliPanel *panel, GError **error)
{
  const char *unit = NULL;

  for (guint i = 0; i < panel->channels->len; i++) {
    const guint index = g_array_index (panel->channels, guint, i);
    const LwChannel *channel = get_channel (self, index);
    LwPlotCurve curve = { .label = channel->label,
                          .unit = channel->unit,
                          .style = i,
                          .round_off =
                            lw_channels_get_round_off (self->mechanism->channels, index) };

    if (!find_values (self, panel, index, &curve, error))
      return FALSE;
    unit = unit != NULL ? unit : channel->unit;
    curve.right = strcmp (channel->unit, unit) != 0;
    g_array_append_val (panel->curves, curve);
  }
  panel->quantities = dup_quantities (self, panel, false);
  panel->right_quantities = dup_quantities (self, panel, true);
  if (panel->x_channel >= 0) {
    const LwChannel *x = get_channel (self, (guint) panel->x_channel);

    panel->x_quantity = g_str_has_suffix (x->label, x->quantity)
                          ? g_strdup (x->label)
                          : g_strdup_printf ("%s %s", x->label, x->quantity);
    panel->equal_scale =
      panel->equal_scale && unit != NULL && strcmp (unit, "m") == 0 && strcmp (x->unit, "m") == 0;
  }
  return TRUE;
}

gboolean
cli_drawing_record (CliDrawing *self, LwRun *run, GError **error)
{
  GError *stopped = NULL;

  cli_recording_init (&self->recording, self->mechanism, self->chosen);
  if (!cli_recording_run (&self->recording, self->mechanism, run, &stopped, error))
    return FALSE;
  if (stopped != NULL) {
    g_propagate_error (error, stopped);
    return FALSE;
  }
  if (!cli_recording_check (&self->recording, self->chosen, error))
    return FALSE;
  for (guint i = 0; i < self->panels->len; i++)
    if (!prepare_panel (self, self->panels->pdata[i], error))
      return FALSE;
  for (guint i = 0; i < self->recording.events->len; i++) {
    const MbdEvent *event = &g_array_index (self->recording.events, MbdEvent, i);
    const LwPlotEvent tick = { event->time, event->kind == MBD_EVENT_OPENED };

    g_array_append_val (self->events, tick);
  }
  return TRUE;
}

static LwPlot
make_plot (const CliDrawing *self, const CliPanel *panel)
{
  LwPlot plot = lw_plot_default ();

  plot.curves = (const LwPlotCurve *) (const void *) panel->curves->data;
  plot.n_curves = panel->curves->len;
  for (size_t i = plot.n_curves; i-- > 0;)
    if (plot.curves[i].right)
      plot.right_unit = plot.curves[i].unit;
    else
      plot.y_unit = plot.curves[i].unit;
  plot.exact = true;
  plot.title = panel->title;
  plot.y_quantity = panel->quantities;
  plot.right_quantity = panel->right_quantities;
  plot.logarithmic = panel->logarithmic;
  plot.equal_scale = panel->equal_scale && panel->x_channel >= 0;
  plot.spectrum = panel->spectrum;
  if (panel->spectrum) {
    plot.x_quantity = "f";
    plot.x_unit = "Hz";
  } else if (panel->x_channel >= 0) {
    plot.x_quantity = panel->x_quantity;
    plot.x_unit = get_channel (self, (guint) panel->x_channel)->unit;
  } else {
    plot.x_minimum = 0.0;
    plot.x_maximum = self->mechanism->settings.duration;
  }
  if (!panel->spectrum) {
    memcpy (plot.markers, self->markers, sizeof plot.markers);
    plot.events = (const LwPlotEvent *) (const void *) self->events->data;
    plot.n_events = self->events->len;
  }
  plot.statistics = self->statistics;
  return plot;
}

void
cli_drawing_draw (LwPainter *painter, double width, double height, void *data)
{
  const CliDrawing *self = data;
  g_autofree LwPlot *plots = g_new (LwPlot, self->panels->len + 1);

  for (guint i = 0; i < self->panels->len; i++)
    plots[i] = make_plot (self, self->panels->pdata[i]);
  lw_plot_paper_draw (self->paper, plots, self->panels->len, painter, width, height);
}
