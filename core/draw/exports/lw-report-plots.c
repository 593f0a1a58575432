// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-report-plots.h"

#include <math.h>
#include <string.h>

#include "lw-channels.h"
#include "lw-plot-paper.h"
#include "lw-usual-plots.h"

#define WIDTH_MM 180
#define HEIGHT_MM 75

static void
draw_cb (LwPainter *painter, double width, double height, void *data)
{
  LwPlotPaper paper;

  lw_plot_paper_init (&paper);
  lw_plot_paper_draw (&paper, data, 1, painter, width, height);
}

/// Sets the horizontal axis of a layout: time, or a recorded channel, whose column it returns; -1 if
/// it has not been recorded.
static int
set_axis (LwPlot *plot,
          const LwSheetSource *source,
          const LwChannels *channels,
          const LwPlotLayout *layout)
{
  const LwRecording *recording = source->run->recording;
  const int index = layout->against != NULL ? lw_channels_find (channels, layout->against) : 0;
  const LwChannel *channel;

  plot->x_minimum = 0;
  plot->x_maximum = lw_recording_value (recording, 0, lw_recording_n_samples (recording) - 1);
  if (index <= 0)
    return index;
  channel = lw_channels_get (channels, (guint) index);
  plot->x_minimum = plot->x_maximum = NAN;
  plot->x_quantity = channel->quantity;
  plot->x_unit = channel->unit;
  plot->equal_scale = layout->equal_scale;
  return lw_project_run_find_channel (source->run, channel->name);
}

/// Adds the curves that an entry of a layout chooses.
static void
add_curves (GArray *curves,
            const LwSheetSource *source,
            const LwChannels *channels,
            const char *entry,
            size_t x_column)
{
  g_autoptr (GArray) matches = lw_channels_match (channels, entry, NULL);

  for (guint i = 0; matches != NULL && i < matches->len; i++) {
    const guint index = g_array_index (matches, guint, i);
    const LwChannel *channel = lw_channels_get (channels, index);
    const int column = lw_project_run_find_channel (source->run, channel->name);
    LwPlotCurve curve = {
      .recording = source->run->recording,
      .label = channel->label,
      .unit = channel->unit,
      .style = curves->len,
      .round_off = lw_channels_get_round_off (channels, index),
    };

    if (column < 0)
      continue;
    curve.x_recording = source->run->recording;
    curve.x_column = x_column;
    curve.y_column = (size_t) column;
    curve.right =
      curves->len > 0 && strcmp (channel->unit, g_array_index (curves, LwPlotCurve, 0).unit) != 0;
    g_array_append_val (curves, curve);
  }
}

/// Returns the quantity of the channel with this label and unit.
static const char *
find_quantity (const LwChannels *channels, const char *label, const char *unit)
{
  for (guint i = 0; i < lw_channels_get_n (channels); i++) {
    const LwChannel *channel = lw_channels_get (channels, i);

    if (channel->label == label && channel->unit == unit)
      return channel->quantity;
  }
  return NULL;
}

/// Draws a plot whose axis is set; empty if none of its curves is recorded.
static GBytes *
draw_layout (LwPlot plot,
             size_t x_column,
             const LwSheetSource *source,
             const LwChannels *channels,
             const LwPlotLayout *layout,
             GError **error)
{
  g_autoptr (GArray) curves = g_array_new (FALSE, FALSE, sizeof (LwPlotCurve));
  LwExport export = lw_export_default (LW_EXPORT_SVG);

  for (char **entry = layout->channels; *entry != NULL; entry++)
    add_curves (curves, source, channels, *entry, x_column);
  // Curves that the plot computes from others are not recorded.
  if (curves->len == 0)
    return g_bytes_new_static ("", 0);
  plot.curves = (const LwPlotCurve *) (const void *) curves->data;
  plot.n_curves = curves->len;
  for (size_t i = plot.n_curves; i-- > 0;)
    if (plot.curves[i].right) {
      plot.right_unit = plot.curves[i].unit;
      plot.right_quantity = find_quantity (channels, plot.curves[i].label, plot.curves[i].unit);
    } else {
      plot.y_unit = plot.curves[i].unit;
      plot.y_quantity = find_quantity (channels, plot.curves[i].label, plot.curves[i].unit);
    }
  plot.exact = true;
  plot.title = layout->title;
  plot.logarithmic = layout->logarithmic;
  export.width_mm = WIDTH_MM;
  export.height_mm = HEIGHT_MM;
  export.title = layout->title;
  return lw_export_to_bytes (&export, draw_cb, &plot, error);
}

GPtrArray *
lw_report_plots_new (const LwSheetSource *source, GError **error)
{
  const LwMechanism *mechanism = source->mechanism;
  g_autoptr (LwChannels) channels = lw_channels_new (source->mechanism, (MbdModel *) source->model);
  g_autoptr (GPtrArray) plots = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (GArray) usual = NULL;
  guint n = lw_mechanism_get_n_plots (mechanism);

  if (n == 0) {
    usual = lw_usual_plots_new (mechanism, channels);
    n = usual->len;
  }
  for (guint i = 0; i < n; i++) {
    const LwPlotLayout *layout = usual != NULL ? &g_array_index (usual, LwPlotLayout, i)
                                               : lw_mechanism_get_plot (mechanism, i);
    LwPlot plot = lw_plot_default ();
    const int x_column = set_axis (&plot, source, channels, layout);
    GBytes *svg;

    // A spectrum, or an axis that is not recorded.
    if (x_column < 0)
      continue;
    svg = draw_layout (plot, (size_t) x_column, source, channels, layout, error);
    if (svg == NULL)
      return NULL;
    if (g_bytes_get_size (svg) > 0)
      g_ptr_array_add (plots, svg);
    else
      g_bytes_unref (svg);
  }
  return g_steal_pointer (&plots);
}
