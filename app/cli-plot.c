// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli plot: simulate and plot. One panel for each plot of the file, or for each unit of
// the chosen channels, one above the other over the same time axis.

#include <math.h>
#include <string.h>

#include "cli.h"
#include "lw-export.h"
#include "lw-plot.h"
#include "lw-recording.h"
#include "lw-text.h"

/// Size of the drawing where none is given, mm: the height is that of a panel.
#define DEFAULT_WIDTH_MM 160.0
#define DEFAULT_HEIGHT_MM 70.0

/// One plot. Strings belong to the mechanism and its channels.
typedef struct
{
  const char *title;
  bool logarithmic;
  GArray *columns; ///< guint: columns of the recording; the channel of column i is chosen[i]
} Panel;

typedef struct
{
  const CliMechanism *mechanism;
  GArray *chosen; ///< guint: channels recorded, time first
  GPtrArray *panels;
  LwRecording *recording;
} Drawing;

static void
panel_free_cb (void *data)
{
  Panel *panel = data;

  g_array_unref (panel->columns);
  g_free (panel);
}

static Panel *
add_panel (Drawing *self, const char *title, bool logarithmic)
{
  Panel *panel = g_new0 (Panel, 1);

  panel->title = title;
  panel->logarithmic = logarithmic;
  panel->columns = g_array_new (FALSE, FALSE, sizeof (guint));
  g_ptr_array_add (self->panels, panel);
  return panel;
}

static const LwChannel *
channel_of_column (const Drawing *self, guint column)
{
  return lw_channels_get (self->mechanism->channels, g_array_index (self->chosen, guint, column));
}

/// The column of a channel, a new one where it is not recorded yet.
static guint
ensure_column (Drawing *self, guint channel)
{
  for (guint i = 0; i < self->chosen->len; i++)
    if (g_array_index (self->chosen, guint, i) == channel)
      return i;
  g_array_append_val (self->chosen, channel);
  return self->chosen->len - 1;
}

/// The panels that the file describes.
static gboolean
take_layouts (Drawing *self, GError **error)
{
  const LwMechanism *mechanism = self->mechanism->mechanism;

  for (guint i = 0; i < lw_mechanism_get_n_plots (mechanism); i++) {
    const LwPlotLayout *layout = lw_mechanism_get_plot (mechanism, i);
    g_autofree char *patterns = g_strjoinv (",", layout->channels);
    g_autoptr (GArray) channels = lw_channels_match (self->mechanism->channels, patterns, error);
    Panel *panel;

    if (channels == NULL)
      return FALSE;
    panel = add_panel (self, layout->title, layout->logarithmic);
    for (guint j = 0; j < channels->len; j++) {
      const guint column = ensure_column (self, g_array_index (channels, guint, j));

      g_array_append_val (panel->columns, column);
    }
  }
  return TRUE;
}

/// A panel for each unit among the chosen channels.
static gboolean
take_patterns (Drawing *self, const char *patterns, bool logarithmic, GError **error)
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
    const guint column = ensure_column (self, g_array_index (channels, guint, i));
    const LwChannel *channel = channel_of_column (self, column);
    Panel *panel = NULL;

    for (guint j = 0; j < self->panels->len && panel == NULL; j++) {
      Panel *other = g_ptr_array_index (self->panels, j);
      const guint first = g_array_index (other->columns, guint, 0);

      if (strcmp (channel_of_column (self, first)->unit, channel->unit) == 0)
        panel = other;
    }
    if (panel == NULL)
      panel = add_panel (self, NULL, logarithmic);
    g_array_append_val (panel->columns, column);
  }
  return TRUE;
}

static gboolean
drawing_init (Drawing *self,
              const CliMechanism *mechanism,
              const char *patterns,
              bool logarithmic,
              GError **error)
{
  const guint time = (guint) lw_channels_find (mechanism->channels, "time");

  *self = (Drawing){
    .mechanism = mechanism,
    .chosen = g_array_new (FALSE, FALSE, sizeof (guint)),
    .panels = g_ptr_array_new_with_free_func (panel_free_cb),
  };
  g_array_append_val (self->chosen, time);
  if (patterns == NULL && lw_mechanism_get_n_plots (mechanism->mechanism) > 0)
    return take_layouts (self, error);
  return take_patterns (self, patterns != NULL ? patterns : "energy.*", logarithmic, error);
}

static void
drawing_clear (Drawing *self)
{
  lw_recording_unref (self->recording);
  g_ptr_array_unref (self->panels);
  g_array_unref (self->chosen);
}

static gboolean
record (Drawing *self, LwRun *run, GError **error)
{
  const guint *indices = (const guint *) (void *) self->chosen->data;
  const guint n = self->chosen->len;
  g_autofree double *values = g_new (double, n);

  self->recording = lw_recording_new (n);
  for (;;) {
    lw_channels_evaluate_run (self->mechanism->channels, run, indices, n, values);
    if (self->recording == NULL || !lw_recording_append (self->recording, values)) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_SIMULATION,
                           "There is not enough memory for all samples.");
      return FALSE;
    }
    if (lw_run_is_finished (run))
      return TRUE;
    if (!cli_next (self->mechanism, run, error))
      return FALSE;
  }
}

/// "x, y": what the curves of a panel show, each once, in order.
static char *
dup_quantities (const Drawing *self, const Panel *panel)
{
  g_autoptr (GPtrArray) quantities = g_ptr_array_new ();

  for (guint i = 0; i < panel->columns->len; i++) {
    const LwChannel *channel = channel_of_column (self, g_array_index (panel->columns, guint, i));

    if (!g_ptr_array_find_with_equal_func (quantities, channel->quantity, g_str_equal, NULL))
      g_ptr_array_add (quantities, channel->quantity);
  }
  g_ptr_array_add (quantities, NULL);
  return g_strjoinv (", ", (char **) quantities->pdata);
}

/// Draws all panels; an LwExportFunc.
static void
draw_cb (LwPainter *painter, double width, double height, void *data)
{
  const Drawing *self = data;
  const double panel_height = height / self->panels->len;
  LwPalette palette;

  lw_palette_init (&palette, false, false);
  lw_painter_rect (painter, 0.0, 0.0, width, height);
  lw_painter_fill (painter, palette.paper);
  for (guint i = 0; i < self->panels->len; i++) {
    const Panel *panel = g_ptr_array_index (self->panels, i);
    const guint n = panel->columns->len;
    g_autofree LwPlotCurve *curves = g_new0 (LwPlotCurve, n);
    g_autofree char *quantities = dup_quantities (self, panel);
    LwPlot plot = lw_plot_default ();

    for (guint j = 0; j < n; j++) {
      const guint column = g_array_index (panel->columns, guint, j);
      const LwChannel *channel = channel_of_column (self, column);

      curves[j] = (LwPlotCurve){
        .recording = self->recording,
        .y_column = column,
        .label = channel->label,
        .unit = channel->unit,
        .style = j,
      };
      if (j == 0)
        plot.y_unit = channel->unit;
    }
    plot.title = panel->title;
    plot.y_quantity = quantities;
    plot.logarithmic = panel->logarithmic;
    plot.curves = curves;
    plot.n_curves = n;
    plot.x_minimum = 0.0;
    plot.x_maximum = self->mechanism->settings.duration;
    lw_plot_draw (&plot, painter, &palette, 0.0, i * panel_height, width, panel_height, NULL);
  }
}

/// Program, version, digest of what the file says, units.
static char *
dup_provenance (const CliMechanism *mechanism)
{
  g_autofree char *text = lw_text_write (mechanism->mechanism);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  return g_strdup_printf ("Linkwright %s, mechanism SHA-256 %s, SI units", LW_VERSION, digest);
}

/// "WIDTHxHEIGHT" in mm.
static gboolean
parse_size (const char *text, double *width, double *height, GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, "x", 2);

  if (g_strv_length (parts) != 2) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "--size needs WIDTHxHEIGHT in mm, such as 160x90, not \"%s\".", text);
    return FALSE;
  }
  return cli_parse_number ("The width of --size", parts[0], 20.0, 5000.0, width, error)
         && cli_parse_number ("The height of --size", parts[1], 20.0, 5000.0, height, error);
}

typedef struct
{
  char *patterns, *size, *path;
  gboolean logarithmic;
} PlotOptions;

static gboolean
plot_mechanism (const CliMechanism *mechanism,
                const PlotOptions *options,
                LwExport *export,
                GError **error)
{
  g_autofree char *provenance = dup_provenance (mechanism);
  g_autoptr (GBytes) bytes = NULL;
  Drawing drawing;
  LwRun *run = NULL;
  gboolean done =
    drawing_init (&drawing, mechanism, options->patterns, options->logarithmic, error);

  if (done) {
    run = cli_start (mechanism, error);
    done = run != NULL && record (&drawing, run, error);
  }
  if (done) {
    if (options->size == NULL)
      export->height_mm = DEFAULT_HEIGHT_MM * drawing.panels->len;
    export->title = lw_mechanism_get_title (mechanism->mechanism);
    export->provenance = provenance;
    bytes = lw_export_to_bytes (export, draw_cb, &drawing, error);
    done = bytes != NULL
           && cli_output_put (options->path, g_bytes_get_data (bytes, NULL),
                              g_bytes_get_size (bytes), error);
  }
  lw_run_free (run);
  drawing_clear (&drawing);
  return done;
}

static gboolean
plot_file (const char *file, const CliRunOptions *run, const PlotOptions *options, GError **error)
{
  LwExportFormat format;
  LwExport export;
  CliMechanism mechanism;
  gboolean done;

  if (options->path == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "plot needs -o FILE that ends with .pdf, .svg or .png.");
    return FALSE;
  }
  if (!lw_export_format_for_name (options->path, &format, error))
    return FALSE;
  export = lw_export_default (format);
  export.width_mm = DEFAULT_WIDTH_MM;
  if (options->size != NULL
      && !parse_size (options->size, &export.width_mm, &export.height_mm, error))
    return FALSE;
  if (!cli_open (&mechanism, file, run, error))
    return FALSE;
  done = plot_mechanism (&mechanism, options, &export, error);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_plot (int argc, char **argv, GError **error)
{
  g_autofree char *file = NULL;
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions run = { 0 };
  PlotOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "channels", 0, 0, G_OPTION_ARG_FILENAME, &options.patterns,
      "Names with * and ?, after commas; default: the plots of the file, else energy.*", "NAMES" },
    { "logarithmic", 0, 0, G_OPTION_ARG_NONE, &options.logarithmic,
      "Logarithmic axis for --channels", NULL },
    { "size", 0, 0, G_OPTION_ARG_FILENAME, &options.size,
      "In mm; default: 160 by 70 for each panel", "WIDTHxHEIGHT" },
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &options.path, "Ends with .pdf, .svg or .png",
      "FILE" },
    { NULL },
  };
  gboolean done = cli_parse (
    argc, argv, "Simulates a mechanism and plots channels over time.", description, entries, &run,
    CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE, &file, error);

  if (done && file != NULL)
    done = plot_file (file, &run, &options, error);
  cli_run_options_clear (&run);
  g_free (options.patterns);
  g_free (options.size);
  g_free (options.path);
  return done;
}
