// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli run: simulates and writes the channels as CSV.

#include <math.h>

#include "cli-recording.h"
#include "lw-csv.h"
#include "lw-event-text.h"
#include "lw-spectrum.h"
#include "lw-words.h"

/// Bytes of text that are collected before writing.
#define BLOCK_SIZE 65536

static gboolean
flush (CliOutput *output, GString *csv, GError **error)
{
  gboolean written = cli_output_write (output, csv->str, csv->len, error);

  g_string_truncate (csv, 0);
  return written;
}

/// Contact statistics of a run.
typedef struct
{
  gint64 touches, jams;
  size_t most_points;
  double deepest; ///< m, largest overlap
} Touched;

/// Errors of redundant rows, over the size or in rad, that are worth mentioning: not round-off, and not
/// what integration leaves at its accuracy.
static const double worth_saying = 1e-10, share_of_accuracy = 1e-2;

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

/// Writes the current sample of the run and all following ones. If the run stops early, the rows up
/// to that point are written and *stopped has the reason.
static gboolean
write_samples (Watch *watch, GArray *channels, CliOutput *output, GError **stopped, GError **error)
{
  const CliMechanism *self = watch->mechanism;
  LwRun *run = watch->run;
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autofree double *values = g_new (double, channels->len);
  const guint *indices = (const guint *) (void *) channels->data;
  gboolean more = TRUE;

  lw_csv_append_header (csv, self->channels, indices, channels->len);
  while (more) {
    lw_channels_evaluate_run (self->channels, run, indices, channels->len, values);
    lw_csv_append_row (csv, values, channels->len);
    watch_cb (watch);
    if (csv->len >= BLOCK_SIZE && !flush (output, csv, error))
      return FALSE;
    more = !lw_run_is_finished (run) && cli_next (self, run, stopped);
  }
  return flush (output, csv, error);
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

/// Writes a row for each sample of these columns, which have equal lengths.
static gboolean
write_columns (const GArray *columns, CliOutput *output, GString *csv, GError **error)
{
  const LwColumn *first = &g_array_index (columns, LwColumn, 0);
  const gsize n = lw_recording_n_samples (first->recording);
  g_autofree double *values = g_new (double, columns->len);

  for (gsize sample = 0; sample < n; sample++) {
    for (guint i = 0; i < columns->len; i++) {
      const LwColumn *column = &g_array_index (columns, LwColumn, i);

      values[i] = lw_recording_value (column->recording, column->column, sample);
    }
    lw_csv_append_row (csv, values, columns->len);
    if (csv->len >= BLOCK_SIZE && !flush (output, csv, error))
      return FALSE;
  }
  return flush (output, csv, error);
}

/// Writes the table after recording all samples: rates need the next sample.
static gboolean
write_recorded (CliRecording *recording, GArray *channels, CliOutput *output, GError **error)
{
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (LwColumn));

  for (guint i = 0; i < channels->len; i++) {
    const LwColumn column = cli_recording_column (recording, g_array_index (channels, guint, i));

    g_array_append_val (columns, column);
  }
  lw_csv_append_header (csv, recording->channels, (const guint *) (const void *) channels->data,
                        channels->len);
  return write_columns (columns, output, csv, error);
}

static void
unref_spectrum (void *data)
{
  LwRecording **spectrum = data;

  lw_recording_unref (*spectrum);
}

/// Writes the frequency, and the amplitude of each channel except time.
static gboolean
write_spectra (CliRecording *recording, GArray *channels, CliOutput *output, GError **error)
{
  const gsize n = lw_recording_n_samples (recording->recording);
  g_autoptr (GString) csv = g_string_new (NULL);
  g_autoptr (GArray) spectra = g_array_new (FALSE, FALSE, sizeof (LwRecording *));
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (LwColumn));

  g_array_set_clear_func (spectra, unref_spectrum);
  for (guint i = 1; i < channels->len; i++) {
    const guint channel = g_array_index (channels, guint, i);
    const LwColumn column = cli_recording_column (recording, channel);
    LwRecording *spectrum = lw_spectrum_new (column.recording, column.column, n);
    LwColumn found = { spectrum, 1 };

    if (spectrum == NULL) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” has no spectrum: that needs 8 samples, and values that are all finite.",
                   lw_channels_get (recording->channels, channel)->name);
      return FALSE;
    }
    g_array_append_val (spectra, spectrum);
    if (i == 1)
      g_array_append_vals (columns, &(LwColumn){ spectrum, 0 }, 1);
    g_array_append_val (columns, found);
  }
  lw_csv_append_spectrum_header (csv, recording->channels,
                                 (const guint *) (const void *) channels->data, channels->len);
  return write_columns (columns, output, csv, error);
}

static gboolean
run_recorded (Watch *watch,
              GArray *channels,
              gboolean spectra,
              CliOutput *output,
              GError **stopped,
              GError **error)
{
  CliRecording recording;
  gboolean done;

  cli_recording_init (&recording, watch->mechanism, channels);
  recording.sampled = watch_cb;
  recording.data = watch;
  done = cli_recording_run (&recording, watch->mechanism, watch->run, stopped, error)
         && cli_recording_check (&recording, channels, error)
         && (spectra ? write_spectra (&recording, channels, output, error)
                     : write_recorded (&recording, channels, output, error));
  cli_recording_clear (&recording);
  return done;
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
  cli_json_integer (&json, "touches", touched->touches);
  cli_json_integer (&json, "jams", touched->jams);
  cli_json_integer (&json, "most_contact_points", (gint64) touched->most_points);
  cli_json_number (&json, "deepest_overlap", touched->deepest);
  text = cli_json_finish (&json);
  fputs (text->str, stderr);
}

/// Says what limited the results, if something did.
static void
say_limits (const CliMechanism *self, const LwRun *run)
{
  MbdIntegratorStatistics statistics;

  lw_run_statistics (run, &statistics);
  if (statistics.rounding > 0)
    fprintf (
      stderr,
      "linkwright-cli: rounding limits the accuracy of this run to %.0e of the size; a smaller "
      "value does not make it more accurate.\n",
      statistics.rounding);
  if (statistics.misfit
      > fmax (worth_saying, share_of_accuracy * self->settings.integrator.accuracy)) {
    g_autofree char *name = lw_mechanism_dup_element_name (self->mechanism, MBD_ELEMENT_COUPLING,
                                                           statistics.misfit_coupling);
    fprintf (
      stderr,
      "linkwright-cli: %s is redundant, but off by %.0e of the size in the course of the motion; "
      "enter its axes with more digits.\n",
      name, statistics.misfit);
  }
}

static gboolean
run_file (const CliArguments *arguments,
          const CliRunOptions *options,
          const char *patterns,
          gboolean with_statistics,
          gboolean with_events,
          gboolean spectra,
          GError **error)
{
  CliMechanism mechanism;
  CliOutput output;
  g_autoptr (GArray) channels = NULL;
  g_autoptr (GError) stopped = NULL;
  LwRun *run = NULL;
  gboolean done = FALSE;
  Touched touched = { 0 };

  if (!cli_open (&mechanism, arguments, options, error))
    return FALSE;
  if (cli_define_channels (&mechanism, patterns, error))
    channels = cli_choose_channels (&mechanism, patterns, error);
  if (channels != NULL && spectra && channels->len < 2) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "--spectrum needs --channels with something else than time.");
    g_clear_pointer (&channels, g_array_unref);
  }
  if (channels != NULL)
    run = cli_start (&mechanism, error);
  if (run != NULL && cli_output_open (&output, arguments->output, error)) {
    Watch watch = { &mechanism, run, with_events, &touched };
    const gboolean written = spectra || has_defined (&mechanism, channels)
                               ? run_recorded (&watch, channels, spectra, &output, &stopped, error)
                               : write_samples (&watch, channels, &output, &stopped, error);

    if (written)
      done = cli_output_close (&output, error);
    else
      cli_output_abandon (&output);
  }
  if (done && with_statistics)
    write_statistics (run, &touched);
  if (done)
    say_limits (&mechanism, run);
  if (done && stopped != NULL) {
    g_propagate_error (error, g_steal_pointer (&stopped));
    done = FALSE;
  }
  lw_run_free (run);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_run (int argc, char **argv, GError **error)
{
  g_autofree char *patterns = NULL;
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions options = { 0 };
  gboolean with_statistics = FALSE;
  gboolean with_events = FALSE;
  gboolean spectra = FALSE;
  const GOptionEntry entries[] = {
    { "channels", 0, 0, G_OPTION_ARG_FILENAME, &patterns,
      "Names with * and ?, or NAME = EXPRESSION, after commas; default: all", "NAMES" },
    { "spectrum", 0, 0, G_OPTION_ARG_NONE, &spectra,
      "Write amplitudes over frequencies instead of samples", NULL },
    { "statistics", 0, 0, G_OPTION_ARG_NONE, &with_statistics,
      "Write statistics of the solver to standard error, as JSON", NULL },
    { "events", 0, 0, G_OPTION_ARG_NONE, &with_events,
      "Report on standard error what touched, slid, came taut or broke, and when", NULL },
    { NULL },
  };
  gboolean done = cli_parse (argc, argv,
                             "Simulates a mechanism and writes its channels as CSV: a header row, "
                             "then one row per sample.",
                             description, entries, &options,
                             CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE,
                             &arguments, error);

  if (done && arguments.file != NULL)
    done = run_file (&arguments, &options, patterns, with_statistics, with_events, spectra, error);
  cli_run_options_clear (&options);
  return done;
}
