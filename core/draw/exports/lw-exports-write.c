// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "lw-exports-private.h"

#include "lw-export-film.h"
#include "lw-plot-panels.h"
#include "lw-store.h"

/// Returns the view of the file.
static LwView
make_view (const LwExportInput *input)
{
  const LwProjectView *kept = &input->project->view;
  LwView view;

  lw_view_init (&view, 1, 1, kept->spatial);
  if (kept->spatial)
    lw_view_set_angles (&view, kept->azimuth, kept->elevation);
  return view;
}

static LwSheetSource
make_source (const LwExportInput *input, const LwView *view)
{
  return (LwSheetSource){ .mechanism = input->project->mechanism,
                          .model = input->model,
                          .run = input->run,
                          .view = view,
                          .provenance = input->provenance,
                          .progress = input->progress };
}

// ---- tables ---------------------------------------------------------------------------------

/// Returns the chosen channels (guint), time first.
static GArray *
choose_channels (const LwExportInput *input, GError **error)
{
  g_autoptr (GArray) chosen =
    lw_channels_match (input->channels, input->patterns != NULL ? input->patterns : "*", error);
  GArray *all;

  if (chosen == NULL)
    return NULL;
  all = g_array_new (FALSE, FALSE, sizeof (guint));
  g_array_append_vals (all, &(guint){ 0 }, 1);
  for (guint i = 0; i < chosen->len; i++)
    if (g_array_index (chosen, guint, i) != 0)
      g_array_append_vals (all, &g_array_index (chosen, guint, i), 1);
  return all;
}

static gboolean
add_rows (LwTableWriter *writer, const LwExportInput *input, const GArray *channels, GError **error)
{
  g_autofree LwSeries *series = g_new (LwSeries, channels->len);

  for (guint i = 0; i < channels->len; i++) {
    const guint channel = g_array_index (channels, guint, i);

    series[i] = lw_series_set_get (input->series, channel);
    if (!lw_series_exists (series[i])) {
      g_set_error (error, LW_ERROR, LW_ERROR_USAGE,
                   "“%s” compares with another run, of which there is none here.",
                   lw_channels_get_name (input->channels, channel));
      return FALSE;
    }
  }
  return lw_table_writer_add_series (writer, series, channels->len, error)
         && lw_table_writer_finish (writer, error);
}

/// Returns the project with the run added to its runs.
static GBytes *
write_project (const LwExportInput *input, GError **error)
{
  const LwProject *project = input->project;
  g_autoptr (GPtrArray) runs = g_ptr_array_copy (project->runs, NULL, NULL);
  g_autoptr (LwProject) saved = NULL;

  g_ptr_array_set_free_func (runs, NULL);
  g_ptr_array_add (runs, input->run);
  saved = lw_project_new (project->mechanism, &project->view, runs);
  return lw_store_write (saved, NULL, error);
}

GBytes *
lw_export_write_table (const LwExportEntry *entry,
                       const void *values,
                       const LwExportInput *input,
                       GError **error)
{
  const LwTableOptions *options = values;
  const LwTableHead head = { .title = lw_mechanism_get_title (input->project->mechanism),
                             .provenance = input->provenance,
                             .decimal_comma = options->decimal == LW_TABLE_COMMA };
  g_autoptr (GArray) channels = NULL;
  g_autoptr (GString) text = NULL;
  g_autoptr (LwTableWriter) writer = NULL;

  if (entry->table == NULL)
    return write_project (input, error);
  channels = choose_channels (input, error);
  if (channels == NULL)
    return NULL;
  text = g_string_new (NULL);
  writer = lw_table_writer_new_for_channels (entry->table, &head, input->channels,
                                             (const guint *) (const void *) channels->data,
                                             channels->len, NULL, lw_table_sink_string, text);
  if (!add_rows (writer, input, channels, error))
    return NULL;
  return g_string_free_to_bytes (g_steal_pointer (&text));
}

// ---- plots ----------------------------------------------------------------------------------

GBytes *
lw_export_write_plot (const LwExportEntry *entry,
                      const void *values,
                      const LwExportInput *input,
                      GError **error)
{
  const LwPlotPaper *paper = values;
  LwExport export = lw_export_default (entry->picture);
  LwPlotChoice choice = LW_PLOT_CHOICE_INIT;
  g_autoptr (LwPlotPanels) panels = NULL;

  choice.patterns = input->patterns;
  choice.against = input->against;
  panels = lw_plot_panels_new (input->project->mechanism, input->channels, &choice, error);
  if (panels == NULL
      || !lw_plot_panels_fill (panels,
                               &(LwPlotValues){ .duration = input->run->settings.duration,
                                                .series = input->series,
                                                .events = input->events },
                               error))
    return NULL;
  lw_plot_panels_choose_size (panels, paper, &export);
  export.title = lw_mechanism_get_title (input->project->mechanism);
  export.provenance = input->provenance;
  export.progress = input->progress;
  return lw_plot_panels_to_bytes (panels, paper, &export, error);
}

// ---- the mechanism --------------------------------------------------------------------------

GBytes *
lw_export_write_drawing (const LwExportEntry *entry,
                         const void *values,
                         const LwExportInput *input,
                         GError **error)
{
  const LwView view = make_view (input);
  const LwSheetSource source = make_source (input, &view);
  g_autoptr (LwSheet) sheet = lw_sheet_new (&source, values, error);

  return sheet != NULL ? lw_sheet_to_bytes (sheet, entry->picture, error) : NULL;
}

GBytes *
lw_export_write_parts (const LwExportEntry *entry,
                       const void *values,
                       const LwExportInput *input,
                       GError **error)
{
  const LwCutSource source = { input->project->mechanism, input->model,    input->run,
                               input->provenance,         input->progress, entry->printed };
  g_autoptr (LwCutParts) parts = lw_cut_parts_new (&source, values, error);

  return parts != NULL ? entry->write_parts (parts) : NULL;
}

GBytes *
lw_export_write_model (const LwExportEntry *entry,
                       const void *values,
                       const LwExportInput *input,
                       GError **error)
{
  // The file also has these messages.
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  const LwModelSource source = { .mechanism = input->project->mechanism,
                                 .settings = input->run->settings,
                                 .provenance = input->provenance,
                                 .progress = input->progress };

  return entry->write_model (&source, left_out, error);
}

GBytes *
lw_export_write_report (const LwExportEntry *entry,
                        const void *values,
                        const LwExportInput *input,
                        GError **error)
{
  const LwSheetSource source = make_source (input, NULL);

  return entry->write_report (&source, values, error);
}

GBytes *
lw_export_write_animation (const LwExportEntry *entry,
                           const void *values,
                           const LwExportInput *input,
                           GError **error)
{
  g_autofree char *name = g_strconcat ("x.", entry->suffix, NULL);
  g_autoptr (LwExportFilm) film = NULL;
  LwAnimationFormat format;
  LwAnimation animation;

  if (entry->suffix[0] == '/') {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "A folder of pictures is written only by linkwright-cli animate.");
    return NULL;
  }
  if (!lw_animation_format_for_name (name, &format, error)
      || !lw_animation_format_is_there (format, error))
    return NULL;
  film = lw_export_film_new (input->project, input->model, input->run, format, values,
                             input->provenance, &animation, error);
  return film != NULL ? lw_animation_to_bytes (&animation, lw_export_film_get_frames (film), NULL,
                                               NULL, NULL, error)
                      : NULL;
}
