// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-report-blocks.h"

#include <glib/gi18n.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "lw-channels.h"
#include "lw-part-list.h"
#include "lw-plot-paper.h"
#include "lw-report-plots.h"
#include "lw-words.h"

#define PLOT_WIDTH_MM 180
#define PLOT_HEIGHT_MM 75
#define MEMBER(member) offsetof (LwReportOptions, member)

const LwExportOption lw_report_options[] = {
  { "drawing", LW_OPTION_FLAG, MEMBER (drawing), .label = N_ ("Drawing"),
    .sentence = N_ ("Drawing with dimensions") },
  { "parameters", LW_OPTION_FLAG, MEMBER (parameters), .label = N_ ("Parameters"),
    .sentence = N_ ("Parameters with their formulas") },
  { "parts", LW_OPTION_FLAG, MEMBER (parts), .label = N_ ("List of Parts"),
    .sentence = N_ ("List of parts with size and mass") },
  { "freedoms", LW_OPTION_FLAG, MEMBER (freedoms), .label = N_ ("Degrees of Freedom"),
    .sentence = N_ ("Degrees of freedom and redundant couplings") },
  { "plots", LW_OPTION_FLAG, MEMBER (plots), .label = N_ ("Plots"),
    .sentence = N_ ("Plots of the file, or the usual ones") },
  { "extremes", LW_OPTION_FLAG, MEMBER (extremes), .label = N_ ("Extreme Values"),
    .sentence = N_ ("Largest reactions, efforts and tensions, with their times") },
  { "energies", LW_OPTION_FLAG, MEMBER (energies), .label = N_ ("Energies"),
    .sentence = N_ ("Energies at the start and at the end") },
  { "solver", LW_OPTION_FLAG, MEMBER (solver), .label = N_ ("Solver"),
    .sentence = N_ ("Steps of the solver, and the largest errors of the run") },
  { NULL },
};

void
lw_report_options_init (void *values)
{
  *(LwReportOptions *) values = (LwReportOptions){ true, true, true, true, true, true, true, true };
}

// ---- sections -------------------------------------------------------------------------------

static void
draw_sheet_cb (LwPainter *painter, double width, double height, void *data)
{
  lw_sheet_draw (painter, width, height, data);
}

static void
free_sheet_cb (void *data)
{
  lw_sheet_free (data);
}

/// Adds the drawing; on paper it takes a page, in true scale.
static gboolean
append_drawing (GPtrArray *blocks, const LwSheetSource *source, bool on_paper, GError **error)
{
  LwSheetOptions options;
  LwSheet *sheet;
  LwBlock *block;

  lw_sheet_options_init (&options);
  options.orientation = on_paper ? LW_ORIENTATION_PORTRAIT : LW_ORIENTATION_LANDSCAPE;
  sheet = lw_sheet_new (source, &options, error);
  if (sheet == NULL)
    return FALSE;
  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Drawing"));
  block = lw_report_add_picture (blocks, _ ("Drawing of the mechanism"), lw_sheet_get_width (sheet),
                                 lw_sheet_get_height (sheet), draw_sheet_cb, sheet, free_sheet_cb);
  block->full_page = on_paper;
  block->title = g_strdup (lw_mechanism_get_title (source->mechanism));
  block->provenance = g_strdup (source->provenance);
  return TRUE;
}

static void
append_parameters (GPtrArray *blocks, const LwMechanism *mechanism)
{
  const guint n = lw_mechanism_get_n_parameters (mechanism);

  if (n == 0)
    return;
  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Parameters"));
  LwBlock *table = lw_report_add_table (blocks, _ ("Name\tValue\tUnit\tFormula\tNote"));
  for (guint i = 0; i < n; i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);

    lw_report_begin_row (table);
    lw_report_add_cell (table, parameter->name);
    lw_report_add_number (table, parameter->value);
    lw_report_add_cell (table, parameter->unit);
    lw_report_add_cell (table, parameter->expression != NULL ? parameter->expression : "");
    lw_report_add_cell (table, parameter->note);
  }
}

static void
append_parts (GPtrArray *blocks, const LwMechanism *mechanism)
{
  g_autoptr (GArray) parts = lw_part_list_new (mechanism);

  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Parts"));
  LwBlock *table = lw_report_add_table (
    blocks, _ ("Part\tMass, kg\tLength, m\tWidth, m\tThickness, m\tDensity, kg/m³"));
  for (guint i = 0; i < parts->len; i++) {
    const LwPartRow *part = &g_array_index (parts, LwPartRow, i);
    const double numbers[] = { part->mass, part->length, part->width > 0 ? part->width : NAN,
                               part->thickness > 0 ? part->thickness : NAN,
                               part->density > 0 ? part->density : NAN };

    lw_report_begin_row (table);
    lw_report_add_cell (table, part->name);
    for (gsize k = 0; k < G_N_ELEMENTS (numbers); k++)
      lw_report_add_number (table, numbers[k]);
  }
}

/// Returns a state at the start of the run.
static MbdState *
start_state (const LwSheetSource *source)
{
  const LwProjectRun *run = source->run;
  MbdState *state = mbd_state_new (source->model);
  g_autofree double *sample = g_new (double, lw_recording_n_columns (run->recording));

  lw_recording_sample (run->recording, 0, sample);
  mbd_state_set (state, sample[0], &sample[1], &sample[1 + run->n_positions]);
  return state;
}

/// Appends the couplings whose rows depend on each other.
static void
append_redundant (GPtrArray *blocks, const LwSheetSource *source, const bool *redundant)
{
  const LwMechanism *mechanism = source->mechanism;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < lw_mechanism_get_n_couplings (mechanism); i++) {
    const LwCoupling *coupling = lw_mechanism_get_coupling (mechanism, i);
    const int index = mbd_model_coupling_by_id (source->model, coupling->element.id);
    const int first = mbd_model_coupling_first_row (source->model, index);
    bool depends = false;

    for (int row = 0; row < mbd_model_coupling_rows (source->model, index); row++)
      depends = depends || redundant[first + row];
    if (depends) {
      g_autofree char *name =
        lw_mechanism_dup_element_name (mechanism, MBD_ELEMENT_COUPLING, coupling->element.id);

      g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
    }
  }
  if (names->len == 0)
    lw_report_add_text (blocks, LW_BLOCK_TEXT, _ ("No coupling is redundant."));
  else {
    // Translators: a list of couplings
    g_autofree char *sentence = g_strdup_printf (
      _ ("Conditions of these couplings depend on each other, so that their reactions are not "
         "unique: %s."),
      names->str);

    lw_report_add_text (blocks, LW_BLOCK_TEXT, sentence);
  }
}

static void
append_freedoms (GPtrArray *blocks, const LwSheetSource *source)
{
  const int velocities = mbd_model_velocity_count (source->model);
  const int rows = mbd_model_row_count (source->model);
  g_autofree bool *redundant = g_new0 (bool, (gsize) rows + 1);
  MbdState *state = start_state (source);
  g_autofree char *count =
    g_strdup_printf (_ ("Degrees of freedom by count: %d. Velocities: %d, conditions: %d."),
                     velocities - rows, velocities, rows);
  int rank;

  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Degrees of Freedom"));
  lw_report_add_text (blocks, LW_BLOCK_TEXT, count);
  if (mbd_state_rank (state, &rank, redundant) == MBD_STATUS_OK) {
    g_autofree char *by_rank = g_strdup_printf (
      _ ("Degrees of freedom by rank: %d. Conditions that are independent at the start: %d."),
      velocities - rank, rank);

    lw_report_add_text (blocks, LW_BLOCK_TEXT, by_rank);
    append_redundant (blocks, source, redundant);
  }
  mbd_state_free (state);
}

static bool
is_load (const char *name)
{
  return g_str_has_suffix (name, ".reaction") || g_str_has_suffix (name, ".effort")
         || g_str_has_suffix (name, ".tension");
}

static void
append_extremes (GPtrArray *blocks, const LwProjectRun *run)
{
  const gsize n = lw_recording_n_samples (run->recording);

  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Extreme Values"));
  LwBlock *table = lw_report_add_table (blocks, _ ("Channel\tLargest value\tUnit\tTime, s"));
  for (guint i = 0; run->channels[i] != NULL; i++) {
    const LwSeries series = lw_project_run_get (run, i);
    double largest = 0, time = NAN;

    if (!is_load (run->channels[i]))
      continue;
    for (gsize sample = 0; sample < n; sample++) {
      const double value = lw_series_value (series, sample);

      if (fabs (value) > fabs (largest)) {
        largest = value;
        time = lw_series_time (series, sample);
      }
    }
    lw_report_begin_row (table);
    lw_report_add_cell (table, run->channels[i]);
    lw_report_add_number (table, largest);
    lw_report_add_cell (table, run->units[i]);
    lw_report_add_number (table, time);
  }
}

static void
append_energies (GPtrArray *blocks, const LwProjectRun *run)
{
  const gsize last = lw_recording_n_samples (run->recording) - 1;

  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Energies"));
  LwBlock *table = lw_report_add_table (blocks, _ ("Channel\tStart, J\tEnd, J\tChange, J"));
  for (guint i = 0; run->channels[i] != NULL; i++) {
    const LwSeries series = lw_project_run_get (run, i);
    const double start = lw_series_value (series, 0);
    const double end = lw_series_value (series, last);

    if (!g_str_has_prefix (run->channels[i], "energy."))
      continue;
    lw_report_begin_row (table);
    lw_report_add_cell (table, run->channels[i]);
    lw_report_add_number (table, start);
    lw_report_add_number (table, end);
    lw_report_add_number (table, end - start);
  }
}

/// Appends a row with a value of a channel and its time, s.
static void
append_value (LwBlock *table,
              const LwProjectRun *run,
              guint channel,
              const char *what,
              double value,
              double time)
{
  lw_report_begin_row (table);
  lw_report_add_cell (table, what);
  lw_report_add_cell (table, run->channels[channel]);
  lw_report_add_number (table, value);
  lw_report_add_cell (table, run->units[channel]);
  lw_report_add_number (table, time);
}

/// Numbers of a run, each chosen among the samples of all channels whose names end in `suffix`,
/// starting at the sample `first`: the least (`sign` -1) or the largest size (1), or the last sample (0).
static const struct
{
  const char *what, *suffix;
  int sign;
  gsize first;
} solver_rows[] = {
  { N_ ("Number"), "solver.steps", 0, 0 },
  { N_ ("Number"), "solver.rejected", 0, 0 },
  { N_ ("Number"), "solver.evaluations", 0, 0 },
  { N_ ("Number"), "solver.iterations", 0, 0 },
  // At the start no step has been made.
  { N_ ("Least"), "solver.step", -1, 1 },
  { N_ ("Largest"), "solver.step", 1, 1 },
  { N_ ("Largest"), ".position_error", 1, 0 },
  { N_ ("Largest"), ".angle_error", 1, 0 },
  { N_ ("Largest"), ".length_error", 1, 0 },
  { N_ ("Largest"), "energy.error", 1, 0 },
};

/// Appends how much work the run was, and how well it kept its constraints and its energy.
static void
append_solver (GPtrArray *blocks, const LwProjectRun *run)
{
  const gsize n = lw_recording_n_samples (run->recording);

  lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Solver"));
  LwBlock *table = lw_report_add_table (blocks, _ ("Quantity\tChannel\tValue\tUnit\tTime, s"));
  for (gsize row = 0; row < G_N_ELEMENTS (solver_rows); row++) {
    const int sign = solver_rows[row].sign;
    guint channel = G_MAXUINT;
    gsize best = 0;
    double size = 0;

    for (guint i = 0; run->channels[i] != NULL; i++)
      if (g_str_has_suffix (run->channels[i], solver_rows[row].suffix))
        for (gsize sample = sign == 0 ? n - 1 : solver_rows[row].first; sample < n; sample++) {
          const double value = lw_series_value (lw_project_run_get (run, i), sample);

          if (isfinite (value) && (channel == G_MAXUINT || sign * (fabs (value) - size) > 0)) {
            channel = i;
            best = sample;
            size = fabs (value);
          }
        }
    if (channel != G_MAXUINT) {
      const LwSeries series = lw_project_run_get (run, channel);

      append_value (table, run, channel, _ (solver_rows[row].what), lw_series_value (series, best),
                    lw_series_time (series, best));
    }
  }
}

static void
append_source (GPtrArray *blocks, const LwSheetSource *source)
{
  const LwRunSettings *settings = &source->run->settings;
  const char *method = lw_word_of (lw_method_words, (int) settings->integrator.method);
  g_autofree char *words = g_strdup_printf (
    // Translators: duration and interval in s, the method of integration, its tolerance
    _ ("Run of %.6g s, a sample every %.6g s, method %s, accuracy %.3g."), settings->duration,
    settings->interval, method != NULL ? method : "–", settings->integrator.accuracy);

  lw_report_add_text (blocks, LW_BLOCK_FOOT, words);
  lw_report_add_text (blocks, LW_BLOCK_FOOT,
                      source->provenance != NULL ? source->provenance : "Linkwright");
}

/// The plots of a report, which its pictures share.
typedef struct
{
  gatomicrefcount ref_count;
  LwSeriesSet *series;
  LwPlotPanels *panels;
} Plots;

typedef struct
{
  Plots *plots;
  guint index;
} PlotPicture;

static void
plots_unref (Plots *plots)
{
  if (!g_atomic_ref_count_dec (&plots->ref_count))
    return;
  lw_plot_panels_free (plots->panels);
  lw_series_set_free (plots->series);
  g_free (plots);
}

static void
free_plot_cb (void *data)
{
  PlotPicture *picture = data;

  plots_unref (picture->plots);
  g_free (picture);
}

static void
draw_plot_cb (LwPainter *painter, double width, double height, void *data)
{
  const PlotPicture *picture = data;
  LwPlot plot = lw_plot_panels_get_plot (picture->plots->panels, picture->index);
  LwPlotPaper paper;

  lw_plot_paper_init (&paper);
  lw_plot_paper_draw (&paper, &plot, 1, painter, width, height, NULL);
}

static gboolean
append_plots (GPtrArray *blocks, const LwSheetSource *source, GError **error)
{
  LwSeriesSet *series = NULL;
  LwPlotPanels *panels = lw_report_panels_new (source, &series, error);
  Plots *plots;

  if (panels == NULL)
    return FALSE;
  plots = g_new0 (Plots, 1);
  g_atomic_ref_count_init (&plots->ref_count);
  plots->series = series;
  plots->panels = panels;
  if (lw_plot_panels_get_n (panels) > 0)
    lw_report_add_text (blocks, LW_BLOCK_HEADING, _ ("Plots"));
  for (guint i = 0; i < lw_plot_panels_get_n (panels); i++) {
    PlotPicture *picture = g_new0 (PlotPicture, 1);
    LwBlock *block;

    g_atomic_ref_count_inc (&plots->ref_count);
    *picture = (PlotPicture){ plots, i };
    block = lw_report_add_picture (blocks, _ ("Plot of channels over time"), PLOT_WIDTH_MM,
                                   PLOT_HEIGHT_MM, draw_plot_cb, picture, free_plot_cb);
    block->title = g_strdup (lw_plot_panels_get_title (panels, i));
  }
  plots_unref (plots);
  return TRUE;
}

GPtrArray *
lw_report_blocks_new (const LwSheetSource *source,
                      const LwReportOptions *options,
                      bool on_paper,
                      GError **error)
{
  const LwMechanism *mechanism = source->mechanism;
  const char *title = lw_mechanism_get_title (mechanism);
  g_autoptr (GPtrArray) blocks = lw_report_blocks_new_empty ();

  lw_report_add_text (blocks, LW_BLOCK_TITLE, *title != '\0' ? title : _ ("Mechanism"));
  if (*lw_mechanism_get_notes (mechanism) != '\0')
    lw_report_add_text (blocks, LW_BLOCK_TEXT, lw_mechanism_get_notes (mechanism));
  if (options->drawing && !on_paper && !append_drawing (blocks, source, on_paper, error))
    return NULL;
  if (options->parameters)
    append_parameters (blocks, mechanism);
  if (options->parts)
    append_parts (blocks, mechanism);
  if (options->freedoms)
    append_freedoms (blocks, source);
  if (options->plots && !append_plots (blocks, source, error))
    return NULL;
  if (options->extremes)
    append_extremes (blocks, source->run);
  if (options->energies)
    append_energies (blocks, source->run);
  if (options->solver)
    append_solver (blocks, source->run);
  append_source (blocks, source);
  // A drawing that is a page comes last, so that no page remains half empty before it.
  if (options->drawing && on_paper && !append_drawing (blocks, source, on_paper, error))
    return NULL;
  return g_steal_pointer (&blocks);
}
