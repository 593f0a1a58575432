// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli plot: simulates and plots.

#include "cli-recording.h"
#include "lw-export.h"
#include "lw-plot-panels.h"

/// Parses "WIDTHxHEIGHT" in mm.
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
  CliRunOptions run;
  char *patterns, *against, *size, *markers;
  gboolean logarithmic, statistics;
} PlotOptions;

/// Parses "T" or "T1,T2" in s.
static gboolean
parse_markers (const char *text, double markers[2], GError **error)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  if (g_strv_length (parts) > 2) {
    g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                 "--markers needs one or two times in s, such as 0.5,1.2, not \"%s\".", text);
    return FALSE;
  }
  for (guint i = 0; parts[i] != NULL; i++)
    if (!cli_parse_number ("A time of --markers", parts[i], 0.0, 1e12, &markers[i], error))
      return FALSE;
  return TRUE;
}

/// Runs the mechanism, and gives the values to the panels.
static gboolean
fill_panels (LwPlotPanels *panels,
             const CliMechanism *mechanism,
             CliRecording *recording,
             GError **error)
{
  const GArray *channels = lw_plot_panels_get_channels (panels);
  GError *stopped = NULL;
  LwRun *run = cli_start (mechanism, error);
  gboolean done = run != NULL && cli_recording_run (recording, mechanism, run, &stopped, error);

  lw_run_free (run);
  if (stopped != NULL) {
    g_propagate_error (error, stopped);
    return FALSE;
  }
  return done && cli_recording_check (recording, channels, error)
         && lw_plot_panels_fill (panels,
                                 &(LwPlotValues){ .duration = mechanism->settings.duration,
                                                  .series = recording->series,
                                                  .events = recording->events },
                                 error);
}

static gboolean
plot_mechanism (const CliMechanism *mechanism,
                const PlotOptions *options,
                const LwPlotPaper *paper,
                const double size[2],
                const char *path,
                LwExport *export,
                GError **error)
{
  g_autofree char *provenance = cli_dup_provenance (mechanism);
  LwPlotChoice choice = LW_PLOT_CHOICE_INIT;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LwPlotPanels) panels = NULL;
  CliRecording recording;

  choice.patterns = options->patterns;
  choice.against = options->against;
  choice.logarithmic = options->logarithmic;
  choice.statistics = options->statistics;
  if (options->markers != NULL && !parse_markers (options->markers, choice.markers, error))
    return FALSE;
  panels = lw_plot_panels_new (mechanism->mechanism, mechanism->channels, &choice, error);
  if (panels == NULL)
    return FALSE;
  lw_plot_panels_choose_size (panels, paper, export);
  if (size[0] > 0 && !(paper->width > 0))
    export->width_mm = size[0];
  if (size[1] > 0 && !(paper->height > 0))
    export->height_mm = size[1];
  export->title = lw_mechanism_get_title (mechanism->mechanism);
  export->provenance = provenance;
  export->progress = cli_progress_of_writing ();
  cli_recording_init (&recording, mechanism, lw_plot_panels_get_channels (panels));
  if (fill_panels (panels, mechanism, &recording, error))
    bytes = lw_plot_panels_to_bytes (panels, paper, export, error);
  cli_progress_end ();
  cli_recording_clear (&recording);
  return bytes != NULL
         && cli_output_put (path, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), error);
}

static gboolean
plot_file (const CliArguments *arguments, void *data, GError **error)
{
  const PlotOptions *options = data;
  const LwPlotPaper *paper = arguments->values;
  LwExport export = lw_export_default (cli_choose_entry (arguments)->picture);
  CliMechanism mechanism;
  double size[2] = { 0 }; // 0: not given
  gboolean done;

  if (options->size != NULL && !parse_size (options->size, &size[0], &size[1], error))
    return FALSE;
  if (!cli_open (&mechanism, arguments, &options->run, error))
    return FALSE;
  done = cli_define_channels (&mechanism, options->patterns, error)
         && plot_mechanism (&mechanism, options, paper, size, arguments->output, &export, error);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_plot (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  PlotOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "channels", 0, 0, G_OPTION_ARG_FILENAME, &options.patterns,
      "Names with * and ?, or NAME = EXPRESSION, after commas; default: the plots of the file, "
      "else drivers, reactions and errors",
      "NAMES" },
    { "against", 0, 0, G_OPTION_ARG_FILENAME, &options.against,
      "Name of a channel, or frequency for spectra; default: time", "NAME" },
    { "logarithmic", 0, 0, G_OPTION_ARG_NONE, &options.logarithmic,
      "Logarithmic axis for --channels", NULL },
    { "markers", 0, 0, G_OPTION_ARG_FILENAME, &options.markers,
      "Mark these times, and show the differences between them", "T1,T2" },
    { "statistics", 0, 0, G_OPTION_ARG_NONE, &options.statistics,
      "Show minimum, maximum, mean and RMS value of the curves", NULL },
    { "size", 0, 0, G_OPTION_ARG_FILENAME, &options.size,
      "Size in mm; default: 160 by 70 for each panel", "WIDTHxHEIGHT" },
    { NULL },
  };
  gboolean done = cli_parse (argc, argv, "Simulates a mechanism and plots channels over time.",
                             description, entries, &options.run,
                             CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE
                               | CLI_OPTIONS_SEVERAL,
                             &arguments, error);

  if (done && arguments.file != NULL)
    done = cli_each_file (&arguments, plot_file, &options, error);
  cli_run_options_clear (&options.run);
  g_free (options.patterns);
  g_free (options.against);
  g_free (options.size);
  g_free (options.markers);
  return done;
}
