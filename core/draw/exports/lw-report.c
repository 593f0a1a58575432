// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The file is also well-formed XML. Pictures are SVG in data URIs, so that their identifiers do not
// collide.

#include "lw-report.h"

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
  { NULL },
};

void
lw_report_options_init (void *values)
{
  *(LwReportOptions *) values = (LwReportOptions){ true, true, true, true, true, true, true };
}

static const char style[] =
  "body{font:15px/1.5 Cantarell,Inter,sans-serif;color:#2e3436;max-width:52rem;margin:2rem auto;"
  "padding:0 1rem}h1{font-size:1.7rem;margin:0 0 .5rem}h2{font-size:1.2rem;margin:2rem 0 .5rem;"
  "border-bottom:1px solid #dedede}table{border-collapse:collapse;width:100%}th,td{text-align:left;"
  "padding:.2rem .8rem .2rem 0;border-bottom:1px solid #ebebeb;vertical-align:top}th{font-weight:"
  "600;color:#5c6164}td.n{text-align:right;font-variant-numeric:tabular-nums}img{width:100%;"
  "break-inside:avoid}footer{margin-top:2rem;color:#5c6164;font-size:.85rem;overflow-wrap:anywhere}";

// ---- elements -------------------------------------------------------------------------------

/// Appends text; characters that XML cannot have become spaces.
static void
append_text (GString *html, const char *text)
{
  g_autofree char *plain = g_strdup (text);
  g_autofree char *escaped = NULL;

  for (char *c = plain; *c != '\0'; c++)
    if ((guchar) *c < 0x20 && *c != '\n')
      *c = ' ';
  escaped = g_markup_escape_text (plain, -1);
  g_string_append (html, escaped);
}

static void
append_element (GString *html, const char *name, const char *text)
{
  g_string_append_printf (html, "<%s>", name);
  append_text (html, text);
  g_string_append_printf (html, "</%s>\n", name);
}

static void
append_cell (GString *html, const char *text)
{
  g_string_append (html, "<td>");
  append_text (html, text);
  g_string_append (html, "</td>");
}

static void
append_number_cell (GString *html, double value)
{
  char number[LW_NUMBER_SIZE];

  g_ascii_formatd (number, sizeof number, "%.6g", value);
  g_string_append (html, "<td class=\"n\">");
  append_text (html, isfinite (value) ? number : "–");
  g_string_append (html, "</td>");
}

/// Begins a table with its heads, separated by tabulators.
static void
begin_table (GString *html, const char *heads)
{
  g_auto (GStrv) all = g_strsplit (heads, "\t", -1);

  g_string_append (html, "<table>\n<tr>");
  for (char **head = all; *head != NULL; head++) {
    g_string_append (html, "<th>");
    append_text (html, *head);
    g_string_append (html, "</th>");
  }
  g_string_append (html, "</tr>\n");
}

static void
append_picture (GString *html, GBytes *svg, const char *words)
{
  gsize size;
  const guchar *data = g_bytes_get_data (svg, &size);
  g_autofree char *encoded = g_base64_encode (data, size);

  g_string_append (html, "<p><img alt=\"");
  append_text (html, words);
  g_string_append_printf (html, "\" src=\"data:image/svg+xml;base64,%s\"/></p>\n", encoded);
}

// ---- sections -------------------------------------------------------------------------------

static gboolean
append_drawing (GString *html, const LwSheetSource *source, GError **error)
{
  LwSheetOptions options;
  g_autoptr (LwSheet) sheet = NULL;
  g_autoptr (GBytes) svg = NULL;

  lw_sheet_options_init (&options);
  options.orientation = LW_ORIENTATION_LANDSCAPE;
  sheet = lw_sheet_new (source, &options, error);
  if (sheet != NULL)
    svg = lw_sheet_to_bytes (sheet, LW_EXPORT_SVG, error);
  if (svg == NULL)
    return FALSE;
  append_element (html, "h2", _ ("Drawing"));
  append_picture (html, svg, _ ("Drawing of the mechanism"));
  return TRUE;
}

static void
append_parameters (GString *html, const LwMechanism *mechanism)
{
  const guint n = lw_mechanism_get_n_parameters (mechanism);

  if (n == 0)
    return;
  append_element (html, "h2", _ ("Parameters"));
  begin_table (html, _ ("Name\tValue\tUnit\tFormula\tNote"));
  for (guint i = 0; i < n; i++) {
    const LwParameter *parameter = lw_mechanism_get_parameter (mechanism, i);

    g_string_append (html, "<tr>");
    append_cell (html, parameter->name);
    append_number_cell (html, parameter->value);
    append_cell (html, parameter->unit);
    append_cell (html, parameter->expression != NULL ? parameter->expression : "");
    append_cell (html, parameter->note);
    g_string_append (html, "</tr>\n");
  }
  g_string_append (html, "</table>\n");
}

static void
append_parts (GString *html, const LwMechanism *mechanism)
{
  g_autoptr (GArray) parts = lw_part_list_new (mechanism);

  append_element (html, "h2", _ ("Parts"));
  begin_table (html, _ ("Part\tMass, kg\tLength, m\tWidth, m\tThickness, m\tDensity, kg/m³"));
  for (guint i = 0; i < parts->len; i++) {
    const LwPartRow *part = &g_array_index (parts, LwPartRow, i);
    const double numbers[] = { part->mass, part->length, part->width > 0 ? part->width : NAN,
                               part->thickness > 0 ? part->thickness : NAN,
                               part->density > 0 ? part->density : NAN };

    g_string_append (html, "<tr>");
    append_cell (html, part->name);
    for (gsize k = 0; k < G_N_ELEMENTS (numbers); k++)
      append_number_cell (html, numbers[k]);
    g_string_append (html, "</tr>\n");
  }
  g_string_append (html, "</table>\n");
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
append_redundant (GString *html, const LwSheetSource *source, const bool *redundant)
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
    append_element (html, "p", _ ("No coupling is redundant."));
  else {
    // Translators: a list of couplings
    g_autofree char *sentence = g_strdup_printf (
      _ ("Conditions of these couplings depend on each other, so that their reactions are not "
         "unique: %s."),
      names->str);

    append_element (html, "p", sentence);
  }
}

static void
append_freedoms (GString *html, const LwSheetSource *source)
{
  const int velocities = mbd_model_velocity_count (source->model);
  const int rows = mbd_model_row_count (source->model);
  g_autofree bool *redundant = g_new0 (bool, (gsize) rows + 1);
  MbdState *state = start_state (source);
  g_autofree char *count = g_strdup_printf (
    _ ("By count there are %d degrees of freedom: %d velocities and %d conditions."),
    velocities - rows, velocities, rows);
  int rank;

  append_element (html, "h2", _ ("Degrees of Freedom"));
  append_element (html, "p", count);
  if (mbd_state_rank (state, &rank, redundant) == MBD_STATUS_OK) {
    g_autofree char *by_rank = g_strdup_printf (
      _ ("By rank there are %d degrees of freedom: %d conditions are independent at the start."),
      velocities - rank, rank);

    append_element (html, "p", by_rank);
    append_redundant (html, source, redundant);
  }
  mbd_state_free (state);
}

/// Returns the first column of the channels of a run.
static gsize
first_channel (const LwProjectRun *run)
{
  return 1 + run->n_positions + run->n_velocities;
}

static bool
is_load (const char *name)
{
  return g_str_has_suffix (name, ".reaction") || g_str_has_suffix (name, ".effort")
         || g_str_has_suffix (name, ".tension");
}

static void
append_extremes (GString *html, const LwProjectRun *run)
{
  const gsize n = lw_recording_n_samples (run->recording);

  append_element (html, "h2", _ ("Extreme Values"));
  begin_table (html, _ ("Channel\tLargest value\tUnit\tTime, s"));
  for (guint i = 0; run->channels[i] != NULL; i++) {
    double largest = 0, time = NAN;

    if (!is_load (run->channels[i]))
      continue;
    for (gsize sample = 0; sample < n; sample++) {
      const double value = lw_recording_value (run->recording, first_channel (run) + i, sample);

      if (fabs (value) > fabs (largest)) {
        largest = value;
        time = lw_recording_value (run->recording, 0, sample);
      }
    }
    g_string_append (html, "<tr>");
    append_cell (html, run->channels[i]);
    append_number_cell (html, largest);
    append_cell (html, run->units[i]);
    append_number_cell (html, time);
    g_string_append (html, "</tr>\n");
  }
  g_string_append (html, "</table>\n");
}

static void
append_energies (GString *html, const LwProjectRun *run)
{
  const gsize last = lw_recording_n_samples (run->recording) - 1;

  append_element (html, "h2", _ ("Energies"));
  begin_table (html, _ ("Channel\tStart, J\tEnd, J\tChange, J"));
  for (guint i = 0; run->channels[i] != NULL; i++) {
    const double start = lw_recording_value (run->recording, first_channel (run) + i, 0);
    const double end = lw_recording_value (run->recording, first_channel (run) + i, last);

    if (!g_str_has_prefix (run->channels[i], "energy."))
      continue;
    g_string_append (html, "<tr>");
    append_cell (html, run->channels[i]);
    append_number_cell (html, start);
    append_number_cell (html, end);
    append_number_cell (html, end - start);
    g_string_append (html, "</tr>\n");
  }
  g_string_append (html, "</table>\n");
}

static void
append_source (GString *html, const LwSheetSource *source)
{
  const LwRunSettings *settings = &source->run->settings;
  const char *method = lw_word_of (lw_method_words, (int) settings->integrator.method);
  g_autofree char *words = g_strdup_printf (
    // Translators: duration and interval in s, the method of integration, its tolerance
    _ ("Run of %.6g s, a sample every %.6g s, method %s, accuracy %.3g."), settings->duration,
    settings->interval, method != NULL ? method : "–", settings->integrator.accuracy);

  g_string_append (html, "<footer>\n");
  append_element (html, "p", words);
  append_element (html, "p", source->provenance != NULL ? source->provenance : "Linkwright");
  g_string_append (html, "</footer>\n");
}

static void
draw_plot_cb (LwPainter *painter, double width, double height, void *data)
{
  LwPlotPaper paper;

  lw_plot_paper_init (&paper);
  lw_plot_paper_draw (&paper, data, 1, painter, width, height);
}

static gboolean
append_plots (GString *html, const LwSheetSource *source, GError **error)
{
  g_autoptr (LwRunColumns) columns = NULL;
  g_autoptr (LwPlotPanels) panels = lw_report_panels_new (source, &columns, error);
  const guint n = panels != NULL ? lw_plot_panels_get_n (panels) : 0;

  if (n > 0)
    append_element (html, "h2", _ ("Plots"));
  for (guint i = 0; i < n; i++) {
    LwExport export = lw_export_default (LW_EXPORT_SVG);
    LwPlot plot = lw_plot_panels_get_plot (panels, i);
    g_autoptr (GBytes) svg = NULL;

    export.width_mm = PLOT_WIDTH_MM;
    export.height_mm = PLOT_HEIGHT_MM;
    export.title = lw_plot_panels_get_title (panels, i);
    svg = lw_export_to_bytes (&export, draw_plot_cb, &plot, error);
    if (svg == NULL)
      return FALSE;
    append_picture (html, svg, _ ("Plot of channels over time"));
  }
  return panels != NULL;
}

GBytes *
lw_report_write (const LwSheetSource *source, const LwReportOptions *options, GError **error)
{
  const LwMechanism *mechanism = source->mechanism;
  const char *title = lw_mechanism_get_title (mechanism);
  g_autoptr (GString) html =
    g_string_new ("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n");

  if (*title == '\0')
    title = _ ("Mechanism");
  append_element (html, "title", title);
  g_string_append_printf (html, "<style>%s</style>\n</head>\n<body>\n", style);
  append_element (html, "h1", title);
  if (*lw_mechanism_get_notes (mechanism) != '\0')
    append_element (html, "p", lw_mechanism_get_notes (mechanism));
  if (options->drawing && !append_drawing (html, source, error))
    return NULL;
  if (options->parameters)
    append_parameters (html, mechanism);
  if (options->parts)
    append_parts (html, mechanism);
  if (options->freedoms)
    append_freedoms (html, source);
  if (options->plots && !append_plots (html, source, error))
    return NULL;
  if (options->extremes)
    append_extremes (html, source->run);
  if (options->energies)
    append_energies (html, source->run);
  append_source (html, source);
  g_string_append (html, "</body>\n</html>\n");
  return g_string_free_to_bytes (g_steal_pointer (&html));
}
