// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli draw: draws a mechanism on paper, in true scale.

#include "cli.h"

static gboolean
draw_file (const CliArguments *arguments, void *data, GError **error)
{
  const LwSheetOptions *options = arguments->values;
  g_autoptr (LwProjectRun) run = NULL;
  g_autoptr (LwSheet) sheet = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *provenance = NULL;
  CliMechanism mechanism;
  LwSheetSource source;
  LwView view;

  if (!cli_open (&mechanism, arguments, data, error))
    return FALSE;
  provenance = cli_dup_provenance (&mechanism);
  lw_view_init (&view, 1, 1, mechanism.project->view.spatial);
  if (view.spatial)
    lw_view_set_angles (&view, mechanism.project->view.azimuth, mechanism.project->view.elevation);
  source = (LwSheetSource){
    .mechanism = mechanism.mechanism,
    .model = mechanism.model,
    .view = &view,
    .provenance = provenance,
    .progress = cli_progress_of_writing (),
  };
  if (lw_sheet_options_need_run (options, mechanism.mechanism))
    source.run = run = cli_record_run (&mechanism, NULL, "", NULL, error);
  if (source.run != NULL || *error == NULL)
    sheet = lw_sheet_new (&source, options, error);
  if (sheet != NULL)
    bytes = lw_sheet_to_bytes (sheet, cli_choose_entry (arguments)->picture, error);
  cli_progress_end ();
  cli_close (&mechanism);
  return bytes != NULL
         && cli_output_put (arguments->output, g_bytes_get_data (bytes, NULL),
                            g_bytes_get_size (bytes), error);
}

gboolean
cli_draw (int argc, char **argv, GError **error)
{
  return cli_run_each_file (
    argc, argv,
    "Draws a mechanism on paper in true scale, with dimensions and a title block. Paths "
    "of tracers and several positions are those of a run.",
    draw_file, error);
}
