// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli run: simulates and writes the channels as a table, scalars of them, or the project
// with the run.

#include <math.h>

#include "cli-measure.h"
#include "lw-event-text.h"
#include "lw-run-notes.h"
#include "lw-spectrum.h"
#include "lw-words.h"

/// Contact statistics of a run.
typedef struct
{
  gint64 touches, jams;
  size_t most_points;
  double deepest; ///< m, largest overlap
} Touched;

static void
count_contacts (Touched *touched, const LwRun *run)
{
  size_t n;
  const MbdEvent *events = lw_run_events (run, &n);

  for (size_t i = 0; i < n; i++) {
    touched->touches += events[i].kind == MBD_EVENT_TOUCHED;
    touched->jams += events[i].kind == MBD_EVENT_JAMMED;
  }
  const MbdIntegratorContact *contacts = lw_run_contacts (run, &n);
  for (size_t i = 0; i < n; i++)
    touched->deepest = fmax (touched->deepest, -contacts[i].gap);
  touched->most_points = MAX (touched->most_points, n);
}

/// Writes one line for each event, on standard error.
static void
write_events (const CliMechanism *self, const LwRun *run)
{
  size_t n;
  const MbdEvent *events = lw_run_events (run, &n);

  for (size_t i = 0; i < n; i++) {
    g_autofree char *text = lw_event_dup_text (self->mechanism, self->model, &events[i]);

    fprintf (stderr, "%.9f s: %s.\n", events[i].time, text);
  }
}

/// A run, and the output about it besides the samples.
typedef struct
{
  const CliMechanism *mechanism;
  LwRun *run;
  gboolean with_events;
  Touched *touched;
} Watch;

/// Called after each sample; a CliSampleFunc.
static void
watch_cb (void *data)
{
  const Watch *watch = data;

  count_contacts (watch->touched, watch->run);
  if (watch->with_events)
    write_events (watch->mechanism, watch->run);
}

/// Options of the verb.
typedef struct
{
  CliRunOptions run;
  char *patterns;
  char **measures;
  gboolean with_statistics, with_events, spectra, as_json;
  GString *text; ///< measures of all files
  CliJson json;  ///< measures of all files, if as_json
} RunOptions;

static gboolean
sink_cb (const void *bytes, gsize size, gpointer output, GError **error)
{
  return cli_output_write (output, bytes, size, error);
}

/// Run of one file and its output.
typedef struct
{
  const CliArguments *arguments;
  const RunOptions *options;
  CliMechanism mechanism;
  CliMeasures measures;
  GArray *channels; ///< array of guint
  CliOutput output;
  GError *stopped; ///< why the run stopped early, NULL if it did not
} Job;

/// Makes a writer for channels; `first` replaces name and unit of the first column.
static LwTableWriter *
new_writer (Job *self, const char *const *first)
{
  const LwTableOptions *options = self->arguments->values;
  g_autofree char *provenance = cli_dup_provenance (&self->mechanism);
  const LwTableHead head = {
    .title = lw_mechanism_get_title (self->mechanism.mechanism),
    .provenance = provenance,
    .decimal_comma = options->decimal == LW_TABLE_COMMA,
  };

  return lw_table_writer_new_for_channels (cli_choose_entry (self->arguments)->table, &head,
                                           self->mechanism.channels,
                                           (const guint *) (const void *) self->channels->data,
                                           self->channels->len, first, sink_cb, &self->output);
}

/// Writes the current sample of the run and all following ones. If the run stops early, the rows up
/// to that point are written.
static gboolean
write_samples (Job *self, Watch *watch, GError **error)
{
  LwRun *run = watch->run;
  const LwChannels *channels = self->mechanism.channels;
  const guint n = self->channels->len;
  const guint *indices = (const guint *) (void *) self->channels->data;
  g_autoptr (LwTableWriter) writer = new_writer (self, NULL);
  g_autofree double *values = g_new (double, n);
  gboolean more = TRUE;

  while (more) {
    lw_channels_evaluate_run (channels, run, indices, n, values);
    if (!lw_table_writer_add_row (writer, values, error))
      return FALSE;
    watch_cb (watch);
    more = !lw_run_is_finished (run) && cli_next (&self->mechanism, run, &self->stopped);
  }
  return lw_table_writer_finish (writer, error);
}

/// Returns true if some of the channels are derived from others.
static bool
has_defined (const CliMechanism *self, const GArray *channels)
{
  for (guint i = 0; i < channels->len; i++)
    if (lw_channels_get_derivation (self->channels, g_array_index (channels, guint, i)) != NULL)
      return true;
  return false;
}

/// Writes the rows of these series (LwSeries), and the end of the table.
static gboolean
write_series (LwTableWriter *writer, const GArray *series, GError **error)
{
  return lw_table_writer_add_series (writer, (const LwSeries *) (const void *) series->data,
                                     series->len, error)
         && lw_table_writer_finish (writer, error);
}

/// Writes the table after recording all samples: rates need the next sample.
static gboolean
write_recorded (Job *self, CliRecording *recording, GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LwSeries));
  g_autoptr (LwTableWriter) writer = new_writer (self, NULL);

  for (guint i = 0; i < self->channels->len; i++) {
    const LwSeries series =
      lw_series_set_get (recording->series, g_array_index (self->channels, guint, i));

    g_array_append_val (all, series);
  }
  return write_series (writer, all, error);
}

static void
unref_spectrum (void *data)
{
  LwRecording **spectrum = data;

  lw_recording_unref (*spectrum);
}

/// Writes the frequency, and the amplitude of each channel except time.
static gboolean
write_spectra (Job *self, CliRecording *recording, GError **error)
{
  static const char *const first[] = { "frequency", "Hz" };
  const gsize n = lw_recording_n_samples (recording->recording);
  g_autoptr (LwTableWriter) writer = new_writer (self, first);
  g_autoptr (GArray) spectra = g_array_new (FALSE, FALSE, sizeof (LwRecording *));
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (LwSeries));

  g_array_set_clear_func (spectra, unref_spectrum);
  for (guint i = 1; i < self->channels->len; i++) {
    const guint channel = g_array_index (self->channels, guint, i);
    LwRecording *spectrum = lw_spectrum_new (lw_series_set_get (recording->series, channel), n);
    const LwSeries found = { spectrum, 1 };

    if (spectrum == NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” has no spectrum: that needs 8 samples, and values that are all finite.",
                   lw_channels_get (recording->channels, channel)->name);
      return FALSE;
    }
    g_array_append_val (spectra, spectrum);
    if (i == 1)
      g_array_append_vals (all, &(LwSeries){ spectrum, 0 }, 1);
    g_array_append_val (all, found);
  }
  return write_series (writer, all, error);
}

/// Adds the measures to the text or the JSON of all files.
static void
add_measures (Job *self, CliRecording *recording)
{
  RunOptions *options = (RunOptions *) self->options;
  const bool is_one = self->arguments->files[1] == NULL;
  g_autofree char *shown = g_filename_display_name (self->arguments->file);

  if (!options->as_json) {
    cli_measures_append (&self->measures, recording, is_one ? NULL : shown, options->text);
    return;
  }
  cli_json_begin_object (&options->json, NULL);
  cli_json_string (&options->json, "file", shown);
  cli_measures_put (&self->measures, recording, &options->json);
  cli_json_end_object (&options->json);
}

/// Records all samples, then writes. Scalars of a run that stopped early would be wrong; there are
/// none.
static gboolean
run_recorded (Job *self, Watch *watch, bool writes, GError **error)
{
  g_autoptr (GArray) all = g_array_copy (self->channels);
  CliRecording recording;
  gboolean done;

  g_array_append_vals (all, self->measures.channels->data, self->measures.channels->len);
  cli_recording_init (&recording, &self->mechanism, all);
  recording.sampled = watch_cb;
  recording.data = watch;
  done = cli_recording_run (&recording, &self->mechanism, watch->run, &self->stopped, error)
         && cli_recording_check (&recording, all, error);
  if (done && writes)
    done = self->options->spectra ? write_spectra (self, &recording, error)
                                  : write_recorded (self, &recording, error);
  if (done && self->options->measures != NULL && self->stopped == NULL)
    add_measures (self, &recording);
  cli_recording_clear (&recording);
  return done;
}

/// Returns "Run 3" with the first number that no run of the project has.
static char *
dup_run_name (const LwProject *project)
{
  for (guint number = project->runs->len + 1;; number++) {
    g_autofree char *name = g_strdup_printf ("Run %u", number);
    bool is_free = true;

    for (guint i = 0; i < project->runs->len; i++) {
      const LwProjectRun *run = project->runs->pdata[i];

      is_free = is_free && !g_str_equal (run->name, name);
    }
    if (is_free)
      return g_steal_pointer (&name);
  }
}

/// Saves the project with the run added to its runs.
static gboolean
save_run (Job *self, GError **error)
{
  const LwProject *project = self->mechanism.project;
  g_autofree char *name = dup_run_name (project);
  g_autoptr (LwProjectRun) run =
    cli_record_run (&self->mechanism, self->channels, name, &self->stopped, error);
  g_autoptr (GPtrArray) runs = NULL;
  g_autoptr (LwProject) saved = NULL;

  if (run == NULL)
    return FALSE;
  runs = g_ptr_array_copy (project->runs, NULL, NULL);
  g_ptr_array_set_free_func (runs, NULL);
  g_ptr_array_add (runs, run);
  saved = lw_project_new (project->mechanism, &project->view, runs);
  return cli_save_project (saved, self->arguments->output, error);
}

/// Returns the word of the text form, or NULL if it has none.
static const char *
method_word (MbdMethod method)
{
  for (const LwWord *word = lw_method_words; word->word != NULL; word++)
    if (word->value == (int) method)
      return word->word;
  return NULL;
}

/// Writes statistics of the solver as JSON to standard error, so that the samples are not affected.
static void
write_statistics (const LwRun *run, const Touched *touched)
{
  MbdIntegratorStatistics statistics;
  g_autoptr (GString) text = NULL;
  CliJson json;

  lw_run_statistics (run, &statistics);
  cli_json_init (&json);
  cli_json_string (&json, "method", method_word (statistics.method));
  cli_json_integer (&json, "steps", statistics.steps);
  cli_json_integer (&json, "rejected", statistics.rejected);
  cli_json_integer (&json, "evaluations", statistics.evaluations);
  cli_json_integer (&json, "implicit_steps", statistics.implicit_steps);
  cli_json_integer (&json, "newton_iterations", statistics.newton_iterations);
  cli_json_integer (&json, "factorisations", statistics.factorisations);
  cli_json_integer (&json, "switches", statistics.switches);
  cli_json_integer (&json, "events", statistics.events);
  cli_json_number (&json, "step", statistics.step);
  cli_json_number (&json, "rounding", statistics.rounding);
  cli_json_number (&json, "misfit", statistics.misfit);
  cli_json_integer (&json, "unsolved_steps", statistics.unsolved_steps);
  cli_json_number (&json, "stepped_time", statistics.stepped_time);
  cli_json_integer (&json, "touches", touched->touches);
  cli_json_integer (&json, "jams", touched->jams);
  cli_json_integer (&json, "most_contact_points", (gint64) touched->most_points);
  cli_json_number (&json, "deepest_overlap", touched->deepest);
  text = cli_json_finish (&json);
  fputs (text->str, stderr);
}

/// Writes a note on what limited the results, if something did.
static void
note_limits (const CliMechanism *self, const LwRun *run)
{
  MbdIntegratorStatistics statistics;

  lw_run_statistics (run, &statistics);
  g_auto (GStrv) notes =
    lw_run_dup_notes (self->mechanism, &statistics, self->settings.integrator.accuracy);
  for (guint i = 0; notes[i] != NULL; i++)
    cli_note ("%s.", notes[i]);
}

/// Chooses the channels to be written; those of measures are recorded besides.
static gboolean
choose (Job *self, bool writes, GError **error)
{
  const RunOptions *options = self->options;

  if (!cli_define_channels (&self->mechanism, options->patterns, error)
      || !cli_measures_init (&self->measures, &self->mechanism, options->measures, error))
    return FALSE;
  if (writes)
    self->channels = cli_choose_channels (&self->mechanism, options->patterns, error);
  else
    self->channels = g_array_new (FALSE, FALSE, sizeof (guint));
  if (self->channels != NULL && options->spectra && self->channels->len < 2) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "--spectrum needs --channels with something else than time.");
    return FALSE;
  }
  return self->channels != NULL;
}

/// Writes what was requested, from a run at its start.
static gboolean
write_run (Job *self, Watch *watch, bool writes, GError **error)
{
  const bool is_recorded = self->options->spectra || self->options->measures != NULL
                           || has_defined (&self->mechanism, self->channels);

  if (writes && !cli_output_open (&self->output, self->arguments->output, error))
    return FALSE;
  if (is_recorded ? run_recorded (self, watch, writes, error) : write_samples (self, watch, error))
    return !writes || cli_output_close (&self->output, error);
  if (writes)
    cli_output_abandon (&self->output);
  return FALSE;
}

static gboolean
run_open (Job *self, GError **error)
{
  const RunOptions *options = self->options;
  const bool is_project = cli_choose_entry (self->arguments)->table == NULL;
  const bool writes = options->measures == NULL || self->arguments->output != NULL;
  Touched touched = { 0 };
  LwRun *run;
  gboolean done;

  if (!choose (self, writes, error))
    return FALSE;
  if (is_project && writes) {
    if (options->with_statistics || options->with_events) {
      g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                           "A project is written without --statistics and --events; give them "
                           "without it.");
      return FALSE;
    }
    if (options->measures == NULL && !options->spectra)
      return save_run (self, error);
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "A project holds the samples of a run; give --measure and --spectrum "
                         "without it.");
    return FALSE;
  }
  run = cli_start (&self->mechanism, error);
  if (run == NULL)
    return FALSE;
  done = write_run (self, &(Watch){ &self->mechanism, run, options->with_events, &touched }, writes,
                    error);
  if (done && options->with_statistics)
    write_statistics (run, &touched);
  if (done)
    note_limits (&self->mechanism, run);
  lw_run_free (run);
  return done;
}

static gboolean
run_file (const CliArguments *arguments, void *data, GError **error)
{
  const RunOptions *options = data;
  Job job = { .arguments = arguments, .options = options };
  gboolean done;

  if (!cli_open (&job.mechanism, arguments, &options->run, error))
    return FALSE;
  done = run_open (&job, error);
  if (done && job.stopped != NULL) {
    g_propagate_error (error, g_steal_pointer (&job.stopped));
    done = FALSE;
  }
  g_clear_error (&job.stopped);
  g_clear_pointer (&job.channels, g_array_unref);
  cli_measures_clear (&job.measures);
  cli_close (&job.mechanism);
  return done;
}

/// Runs all files, and writes their measures.
static gboolean
run_files (CliArguments *arguments, RunOptions *options, GError **error)
{
  gboolean done;

  if (options->measures == NULL && arguments->files[1] != NULL && arguments->output == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "Several files need --measure, or -o with a folder for their tables: a "
                         "name that ends with /.");
    return FALSE;
  }
  if (options->measures == NULL)
    return cli_each_file (arguments, run_file, options, error);
  options->text = g_string_new (NULL);
  if (options->as_json) {
    cli_json_init (&options->json);
    cli_json_begin_array (&options->json, "files");
  }
  done = cli_each_file (arguments, run_file, options, error);
  if (options->as_json) {
    g_string_free (options->text, TRUE);
    cli_json_end_array (&options->json);
    options->text = cli_json_finish (&options->json);
  }
  if (done || arguments->files[1] != NULL)
    done =
      cli_output_put (NULL, options->text->str, options->text->len, done ? error : NULL) && done;
  g_string_free (options->text, TRUE);
  return done;
}

/// --json writes the measures as JSON or, if there are none, the table.
static gboolean
take_json (CliArguments *arguments, const RunOptions *options, GError **error)
{
  if (!options->as_json || options->measures != NULL)
    return TRUE;
  if (arguments->format == NULL)
    arguments->format = g_strdup ("json");
  return cli_check_output ("run", arguments, error);
}

gboolean
cli_run (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  RunOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "channels", 0, 0, G_OPTION_ARG_FILENAME, &options.patterns,
      "Names with * and ?, or NAME = EXPRESSION, after commas; default: all", "NAMES" },
    { "measure", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.measures,
      "Write a scalar: max, min, mean, rms, range, first or last of a channel or an expression, "
      "such as 'max(energy.kinetic)'; samples only with -o",
      "FUNCTION(CHANNEL)" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &options.as_json, "Write the scalars, or the table, as JSON",
      NULL },
    { "spectrum", 0, 0, G_OPTION_ARG_NONE, &options.spectra,
      "Write amplitudes over frequencies instead of samples", NULL },
    { "statistics", 0, 0, G_OPTION_ARG_NONE, &options.with_statistics,
      "Write statistics of the solver to standard error, as JSON", NULL },
    { "events", 0, 0, G_OPTION_ARG_NONE, &options.with_events,
      "Report on standard error what touched, slid, came taut or broke, and when", NULL },
    { NULL },
  };
  gboolean done = cli_parse (argc, argv,
                             "Simulates a mechanism and writes its channels as a table: a header "
                             "row, then one row per sample. The suffix chooses the format.",
                             description, entries, &options.run,
                             CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE
                               | CLI_OPTIONS_SEVERAL,
                             &arguments, error);

  if (done && arguments.file != NULL)
    done = take_json (&arguments, &options, error) && run_files (&arguments, &options, error);
  cli_run_options_clear (&options.run);
  g_free (options.patterns);
  g_strfreev (options.measures);
  return done;
}
