// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli drift: writes the constraint error of a mechanism under several stabilisations, as
// CSV.

#include <string.h>

#include "cli.h"
#include "lw-drift.h"

static gboolean
drift_file (const CliArguments *arguments, const CliRunOptions *options, GError **error)
{
  g_autoptr (LwMechanism) changed = NULL;
  g_autoptr (LwDrift) drift = NULL;
  g_autofree char *csv = NULL;
  CliMechanism mechanism;

  if (!cli_open (&mechanism, arguments, options, error))
    return FALSE;
  changed = lw_mechanism_with_run (mechanism.mechanism, &mechanism.settings);
  drift = lw_drift_new (changed, mechanism.settings.integrator.step, error);
  if (drift != NULL)
    csv = lw_drift_dup_csv (drift, error);
  cli_close (&mechanism);
  return csv != NULL && cli_output_put (arguments->output, csv, strlen (csv), error);
}

gboolean
cli_drift (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };
  CliRunOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "step", 0, 0, G_OPTION_ARG_FILENAME, &options.step,
      "Fixed step, s; default: a quarter of the interval between samples", "H" },
    { NULL },
  };
  gboolean done;

  done =
    cli_parse (argc, argv,
               "The largest constraint error over time with no stabilisation, with Baumgarte's "
               "(T = 50, 10 and 2.5 steps) and with projection, as CSV.",
               "All runs start from the same assembled pose and take fixed steps by the "
               "classical Runge-Kutta method of order 4.",
               entries, &options, CLI_OPTIONS_SAMPLE, &arguments, error);
  if (done && arguments.file != NULL)
    done = drift_file (&arguments, &options, error);
  cli_run_options_clear (&options);
  return done;
}
