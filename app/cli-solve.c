// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli solve: writes the complete solution at one time, as JSON.

#include "cli-json.h"
#include "cli.h"

static gboolean
solve_file (const CliArguments *arguments,
            const CliRunOptions *options,
            const char *at,
            const char *axes,
            GError **error)
{
  CliMechanism mechanism;
  LwRun *run;
  double time = 0.0;
  gboolean done;

  if (at != NULL && !cli_parse_number ("--at", at, 0.0, 1e12, &time, error))
    return FALSE;
  if (!cli_check_axes (axes, error))
    return FALSE;
  if (!cli_open (&mechanism, arguments, options, error))
    return FALSE;
  run = cli_start_at (&mechanism, time, error);
  done = run != NULL;
  if (done) {
    g_autoptr (GString) text = NULL;
    const CliContacts contacts = cli_contacts_of (run);
    CliJson json;

    cli_json_init (&json);
    cli_json_string (&json, "title", lw_mechanism_get_title (mechanism.mechanism));
    cli_put_state (&json, &mechanism, lw_run_state (run), &contacts, axes);
    text = cli_json_finish (&json);
    done = cli_output_put (arguments->output, text->str, text->len, error);
  }
  lw_run_free (run);
  cli_close (&mechanism);
  return done;
}

gboolean
cli_solve (int argc, char **argv, GError **error)
{
  g_autofree char *at = NULL;
  g_autofree char *axes = NULL;
  g_auto (CliArguments) arguments = { 0 };
  g_autofree char *description = cli_describe_defaults ();
  CliRunOptions options = { 0 };
  const GOptionEntry entries[] = {
    { "at", 0, 0, G_OPTION_ARG_FILENAME, &at, "Time, s; default: 0, the start", "T" },
    { "axes", 0, 0, G_OPTION_ARG_FILENAME, &axes, "Of reactions: world (default), body or frame",
      "NAME" },
    { NULL },
  };
  gboolean done = cli_parse (argc, argv,
                             "Writes positions, velocities, accelerations, multipliers, errors, "
                             "rank and reactions at one time as JSON.",
                             description, entries, &options,
                             CLI_OPTIONS_INTEGRATE | CLI_OPTIONS_ASSEMBLE, &arguments, error);

  if (done && arguments.file != NULL)
    done = solve_file (&arguments, &options, at, axes != NULL ? axes : "world", error);
  cli_run_options_clear (&options);
  return done;
}
