// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli report: simulates and writes a report.

#include "cli.h"

static gboolean
report_file (const CliArguments *arguments, void *data, GError **error)
{
  g_autoptr (LwProjectRun) run = NULL;
  g_autoptr (GArray) channels = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *provenance = NULL;
  CliMechanism mechanism;

  if (!cli_open (&mechanism, arguments, data, error))
    return FALSE;
  provenance = cli_dup_provenance (&mechanism);
  channels = cli_choose_channels (&mechanism, NULL, error);
  if (channels != NULL)
    run = cli_record_run (&mechanism, channels, "", NULL, error);
  if (run != NULL) {
    const LwSheetSource source = { .mechanism = mechanism.mechanism,
                                   .model = mechanism.model,
                                   .run = run,
                                   .provenance = provenance,
                                   .progress = cli_progress_of_writing () };

    bytes = cli_choose_entry (arguments)->write_report (&source, arguments->values, error);
    cli_progress_end ();
  }
  cli_close (&mechanism);
  return bytes != NULL
         && cli_output_put (arguments->output, g_bytes_get_data (bytes, NULL),
                            g_bytes_get_size (bytes), error);
}

gboolean
cli_report (int argc, char **argv, GError **error)
{
  return cli_run_each_file (
    argc, argv,
    "Simulates a mechanism and writes a report: drawing, parameters, parts, degrees of "
    "freedom, plots, extreme values, energies and the work of the solver in one HTML or PDF file.",
    report_file, error);
}
