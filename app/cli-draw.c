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
  };
  if (lw_sheet_options_need_run (options, mechanism.mechanism))
    source.run = run = cli_record_run (&mechanism, NULL, "", NULL, error);
  if (source.run != NULL || *error == NULL)
    sheet = lw_sheet_new (&source, options, error);
  if (sheet != NULL)
    bytes = lw_sheet_to_bytes (sheet, cli_choose_entry (arguments)->picture, error);
  cli_close (&mechanism);
  return bytes != NULL
         && cli_output_put (arguments->output, g_bytes_get_data (bytes, NULL),
                            g_bytes_get_size (bytes), error);
}

gboolean
cli_draw (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions run = { 0 };
  gboolean done = cli_parse (
    argc, argv,
    "Draws a mechanism on paper in true scale, with dimensions and a title block. Paths "
    "of tracers and several positions are those of a run.",
    description, NULL, &run,
    CLI_OPTIONS_SAMPLE | CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE | CLI_OPTIONS_SEVERAL,
    &arguments, error);

  if (done && arguments.file != NULL)
    done = cli_each_file (&arguments, draw_file, &run, error);
  cli_run_options_clear (&run);
  return done;
}
