// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-plot-panels.h"

#include <math.h>
#include <string.h>

#include "lw-spectrum.h"
#include "lw-usual-plots.h"

/// One plot. Its title belongs to the mechanism.
typedef struct
{
  const char *title;
  bool logarithmic, equal_scale, spectrum;
  int x_channel;      ///< -1 for time or frequency
  GArray *channels;   ///< array of guint
  GArray *curves;     ///< array of LwPlotCurve, filled with the values
  GPtrArray *spectra; ///< array of LwRecording
  char *quantities, *right_quantities, *x_quantity;
} Panel;

struct _LwPlotPanels
{
  LwMechanism *mechanism;
  LwChannels *channels;
  GArray *chosen;    ///< array of guint: all channels of the panels
  GPtrArray *panels; ///< array of Panel
  GArray *events;    ///< array of LwPlotEvent
  GArray *usual;     ///< array of LwPlotLayout if the mechanism has no plots, otherwise NULL
  double duration;   ///< s
  double markers[2]; ///< s, NAN if there is none
  bool statistics;
};

static void
panel_free_cb (void *data)
{
  Panel *panel = data;

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

static Panel *
add_panel (LwPlotPanels *self, const char *title, bool logarithmic)
{
  Panel *panel = g_new0 (Panel, 1);

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
get_channel (const LwPlotPanels *self, guint channel)
{
  return lw_channels_get (self->channels, channel);
}

static gboolean
take_against (LwPlotPanels *self, Panel *panel, const char *against, GError **error)
{
  g_autoptr (GArray) matches = NULL;

  if (against == NULL || strcmp (against, "time") == 0)
    return TRUE;
  panel->spectrum = strcmp (against, LW_PLOT_FREQUENCY) == 0;
  if (panel->spectrum)
    return TRUE;
  matches = lw_channels_match (self->channels, against, error);
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
take_layouts (LwPlotPanels *self, const char *against, GError **error)
{
  const LwMechanism *mechanism = self->mechanism;
  const guint n_own = lw_mechanism_get_n_plots (mechanism);

  if (n_own == 0)
    self->usual = lw_usual_plots_new (mechanism, self->channels);
  for (guint i = 0; i < (n_own > 0 ? n_own : self->usual->len); i++) {
    const LwPlotLayout *layout = n_own > 0 ? lw_mechanism_get_plot (mechanism, i)
                                           : &g_array_index (self->usual, LwPlotLayout, i);
    Panel *panel = add_panel (self, layout->title, layout->logarithmic);

    panel->equal_scale = layout->equal_scale;
    if (!take_against (self, panel, against != NULL ? against : layout->against, error))
      return FALSE;
    for (char **entry = layout->channels; *entry != NULL; entry++) {
      g_autoptr (GArray) channels = lw_channels_match (self->channels, *entry, error);

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
take_patterns (LwPlotPanels *self, const LwPlotChoice *choice, GError **error)
{
  g_autoptr (GArray) channels = lw_channels_match (self->channels, choice->patterns, error);

  if (channels == NULL)
    return FALSE;
  for (guint i = 0; i < channels->len; i++) {
    const guint channel = g_array_index (channels, guint, i);
    Panel *panel = NULL;

    // Time is the first channel; it is not a curve.
    if (channel == 0)
      continue;

    for (guint j = 0; j < self->panels->len && panel == NULL; j++) {
      Panel *other = g_ptr_array_index (self->panels, j);
      const guint first = g_array_index (other->channels, guint, 0);

      if (strcmp (get_channel (self, first)->unit, get_channel (self, channel)->unit) == 0)
        panel = other;
    }
    if (panel == NULL) {
      panel = add_panel (self, NULL, choice->logarithmic);
      if (!take_against (self, panel, choice->against, error))
        return FALSE;
      // Lengths plotted against a length are a path.
      panel->equal_scale = true;
    }
    g_array_append_val (panel->channels, channel);
    g_array_append_val (self->chosen, channel);
  }
  if (self->panels->len > 0)
    return TRUE;
  g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                       "The channels of a plot must name something else than time.");
  return FALSE;
}

LwPlotPanels *
lw_plot_panels_new (LwMechanism *mechanism,
                    LwChannels *channels,
                    const LwPlotChoice *choice,
                    GError **error)
{
  g_autoptr (LwPlotPanels) self = g_new0 (LwPlotPanels, 1);

  self->mechanism = lw_mechanism_ref (mechanism);
  self->channels = lw_channels_ref (channels);
  self->chosen = g_array_new (FALSE, FALSE, sizeof (guint));
  self->panels = g_ptr_array_new_with_free_func (panel_free_cb);
  self->events = g_array_new (FALSE, FALSE, sizeof (LwPlotEvent));
  self->markers[0] = choice->markers[0];
  self->markers[1] = choice->markers[1];
  self->statistics = choice->statistics;
  if (choice->patterns != NULL ? take_patterns (self, choice, error)
                               : take_layouts (self, choice->against, error))
    return g_steal_pointer (&self);
  return NULL;
}

void
lw_plot_panels_free (LwPlotPanels *self)
{
  g_ptr_array_unref (self->panels);
  g_array_unref (self->chosen);
  g_array_unref (self->events);
  g_clear_pointer (&self->usual, g_array_unref);
  lw_channels_unref (self->channels);
  lw_mechanism_unref (self->mechanism);
  g_free (self);
}

const GArray *
lw_plot_panels_get_channels (const LwPlotPanels *self)
{
  return self->chosen;
}

guint
lw_plot_panels_get_n (const LwPlotPanels *self)
{
  return self->panels->len;
}

const char *
lw_plot_panels_get_title (const LwPlotPanels *self, guint index)
{
  const Panel *panel = self->panels->pdata[index];

  return panel->title;
}

/// Returns "x, y": the quantities of the curves on an axis of a panel, each once, in order.
static char *
dup_quantities (const LwPlotPanels *self, const Panel *panel, bool right)
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

static gboolean
refuse_missing (const LwPlotPanels *self, guint channel, GError **error)
{
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
               "“%s” compares with another run, of which there is none here.",
               get_channel (self, channel)->name);
  return FALSE;
}

/// Finds the values of a curve. Sets the error if there are none.
static gboolean
find_values (LwPlotPanels *self,
             Panel *panel,
             guint channel,
             const LwPlotValues *values,
             LwPlotCurve *curve,
             GError **error)
{
  curve->y = lw_series_set_get (values->series, channel);
  if (!lw_series_exists (curve->y))
    return refuse_missing (self, channel, error);
  if (panel->x_channel >= 0) {
    curve->x = lw_series_set_get (values->series, (guint) panel->x_channel);
    if (!lw_series_exists (curve->x))
      return refuse_missing (self, (guint) panel->x_channel, error);
  }
  if (panel->spectrum) {
    LwRecording *spectrum = lw_spectrum_new (curve->y, lw_series_n_samples (curve->y));

    if (spectrum == NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” has no spectrum: that needs 8 samples, and values that are all finite.",
                   get_channel (self, channel)->name);
      return FALSE;
    }
    g_ptr_array_add (panel->spectra, spectrum);
    curve->y = (LwSeries){ spectrum, 1 };
    curve->y.column = 1;
  }
  return TRUE;
}

/// Prepares the curves of a panel: the second unit uses the axis on the right.
static gboolean
prepare_panel (LwPlotPanels *self, Panel *panel, const LwPlotValues *values, GError **error)
{
  g_autoptr (GArray) there = g_array_new (FALSE, FALSE, sizeof (guint));
  const char *unit = NULL;

  g_array_set_size (panel->curves, 0);
  for (guint i = 0; i < panel->channels->len; i++) {
    const guint index = g_array_index (panel->channels, guint, i);
    const LwChannel *channel = get_channel (self, index);
    LwPlotCurve curve = { .label = channel->label,
                          .unit = channel->unit,
                          .style = i,
                          .round_off = lw_channels_get_round_off (self->channels, index) };

    if (!find_values (self, panel, index, values, &curve, values->lenient ? NULL : error)) {
      if (values->lenient)
        continue;
      return FALSE;
    }
    unit = unit != NULL ? unit : channel->unit;
    curve.right = strcmp (channel->unit, unit) != 0;
    g_array_append_val (panel->curves, curve);
    g_array_append_val (there, index);
  }
  g_array_set_size (panel->channels, 0);
  g_array_append_vals (panel->channels, there->data, there->len);
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
lw_plot_panels_fill (LwPlotPanels *self, const LwPlotValues *values, GError **error)
{
  self->duration = values->duration;
  for (guint i = 0; i < self->panels->len; i++) {
    Panel *panel = self->panels->pdata[i];

    if (!prepare_panel (self, panel, values, error))
      return FALSE;
    if (panel->curves->len == 0)
      g_ptr_array_remove_index (self->panels, i--);
  }
  for (guint i = 0; values->events != NULL && i < values->events->len; i++) {
    const MbdEvent *event = &g_array_index (values->events, MbdEvent, i);
    const LwPlotEvent tick = { event->time, event->kind == MBD_EVENT_OPENED };

    g_array_append_val (self->events, tick);
  }
  return TRUE;
}

LwPlot
lw_plot_panels_get_plot (const LwPlotPanels *self, guint index)
{
  const Panel *panel = self->panels->pdata[index];
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
    plot.x_maximum = self->duration;
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
lw_plot_panels_draw (const LwPlotPanels *self,
                     const LwPlotPaper *paper,
                     LwPainter *painter,
                     double width,
                     double height,
                     const LwProgress *progress)
{
  g_autofree LwPlot *plots = g_new (LwPlot, self->panels->len + 1);

  for (guint i = 0; i < self->panels->len; i++)
    plots[i] = lw_plot_panels_get_plot (self, i);
  lw_plot_paper_draw (paper, plots, self->panels->len, painter, width, height, progress);
}

// ---- files ----------------------------------------------------------------------------------

/// Default size, mm; the height is per row of plots.
#define WIDTH_MM 160.0
#define HEIGHT_MM 70.0
#define LEAST_SIDE_MM 20.0

void
lw_plot_panels_choose_size (const LwPlotPanels *self, const LwPlotPaper *paper, LwExport *page)
{
  page->width_mm = paper->width > 0 ? fmax (paper->width, LEAST_SIDE_MM) : WIDTH_MM;
  page->height_mm = paper->height > 0
                      ? fmax (paper->height, LEAST_SIDE_MM)
                      : HEIGHT_MM * ceil (lw_plot_panels_get_n (self) / floor (paper->columns));
  page->dots_per_inch = paper->dpi;
  page->font_family = paper->font;
}

typedef struct
{
  LwPlotPanels *panels;
  const LwPlotPaper *paper;
  const LwProgress *progress;
} Page;

static void
draw_page_cb (LwPainter *painter, double width, double height, void *data)
{
  const Page *page = data;

  lw_plot_panels_draw (page->panels, page->paper, painter, width, height, page->progress);
}

GBytes *
lw_plot_panels_to_bytes (LwPlotPanels *self,
                         const LwPlotPaper *paper,
                         const LwExport *page,
                         GError **error)
{
  return lw_export_to_bytes (page, draw_page_cb, &(Page){ self, paper, &page->progress }, error);
}
