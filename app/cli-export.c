// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli export: writes a mechanism for other programs, or calls the verb that writes the format.

#include "cli.h"
#include "lw-provenance.h"

static gboolean
export_file (const CliArguments *arguments, GError **error)
{
  g_autoptr (GPtrArray) left_out = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (LwOpened) opened = cli_open_input (arguments, error);
  g_autofree char *provenance = NULL;
  LwModelSource source = { 0 };

  if (opened == NULL)
    return FALSE;
  source.mechanism = opened->project->mechanism;
  source.settings = *lw_mechanism_get_run (source.mechanism);
  source.provenance = provenance = lw_dup_provenance (source.mechanism, LW_VERSION);
  source.progress = cli_progress_of_writing ();
  bytes = cli_choose_entry (arguments)->write_model (&source, left_out, error);
  cli_progress_end ();
  if (bytes == NULL
      || !cli_output_put (arguments->output, g_bytes_get_data (bytes, NULL),
                          g_bytes_get_size (bytes), error))
    return FALSE;
  for (guint i = 0; i < left_out->len; i++)
    cli_note ("%s.", (const char *) left_out->pdata[i]);
  return TRUE;
}

gboolean
cli_export (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  CliRunOptions run = { 0 };
  bool called;

  if (!cli_export_otherwise (argc, argv, &called, error) || called)
    return *error == NULL;
  if (
    !cli_parse (
      argc, argv,
      "Writes a mechanism in text form (JSON), as MJCF (.xml), URDF, Modelica (.mo) or as a script in Python. Another suffix of the name after -o calls the "
      "verb that writes it, with its options: draw, cut, report, run or animate.",
      NULL, NULL, &run, CLI_OPTIONS_PROGRESS, &arguments, error))
    return FALSE;
  if (run.progress)
    cli_progress_want ();
  return arguments.file == NULL || export_file (&arguments, error);
}
