// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli cut: writes the flat parts of a mechanism for machines.

#include "cli.h"

/// Reports collisions, a missing base, and bodies without an outline.
static void
tell (const LwCutParts *parts)
{
  g_autofree char *warning = lw_cut_parts_dup_warning (parts);

  if (warning != NULL)
    cli_note ("%s", warning);
  if (lw_cut_parts_get_base_warning (parts) != NULL)
    cli_note ("%s", lw_cut_parts_get_base_warning (parts));
  for (guint i = 0; i < parts->left_out->len; i++)
    cli_note ("%s has no outline and was left out.", (const char *) parts->left_out->pdata[i]);
}

static gboolean
cut_file (const CliArguments *arguments, void *data, GError **error)
{
  g_autoptr (LwProjectRun) run = NULL;
  g_autoptr (LwCutParts) parts = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *provenance = NULL;
  CliMechanism mechanism;

  if (!cli_open (&mechanism, arguments, data, error))
    return FALSE;
  provenance = cli_dup_provenance (&mechanism);
  run = cli_record_run (&mechanism, NULL, "", NULL, error);
  if (run != NULL) {
    const LwCutSource source = { mechanism.mechanism,
                                 mechanism.model,
                                 run,
                                 provenance,
                                 cli_progress_of_writing (),
                                 cli_choose_entry (arguments)->printed };

    parts = lw_cut_parts_new (&source, arguments->values, error);
    cli_progress_end ();
  }
  cli_close (&mechanism);
  if (parts == NULL)
    return FALSE;
  bytes = cli_choose_entry (arguments)->write_parts (parts);
  if (!cli_output_put (arguments->output, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                       error))
    return FALSE;
  tell (parts);
  return TRUE;
}

gboolean
cli_cut (int argc, char **argv, GError **error)
{
  return cli_run_each_file (
    argc, argv,
    "Writes the parts of a mechanism in the plane: one closed outline for each, with its holes, on "
    "sheets, in mm. The motion of a run decides the layers in which the parts are stacked.",
    cut_file, error);
}
