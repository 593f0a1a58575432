// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli: mechanisms without a display. Each verb has its own file; this one finds the
// verb, and turns an error into a message and an exit code. The locale is never set: all input and
// output is UTF-8 with decimal points.

#include "cli.h"

#include <string.h>

#include "cli-json.h"
#include "mbd-analysis.h"

static const struct
{
  const char *name;
  const char *summary;
  CliVerbFunc call;
} verbs[] = {
  { "run", "simulate and write the channels as a table, or scalars", cli_run },
  { "solve", "accelerations, multipliers, reactions, errors and rank at one time", cli_solve },
  { "contact", "the contact problem at one time, and its solution by several methods",
    cli_contact },
  { "kinematics", "the motion that the drivers prescribe, with their efforts", cli_kinematics },
  { "inverse", "the efforts of drivers for given accelerations", cli_inverse },
  { "equilibrium", "the pose of rest, and the forces that hold it", cli_equilibrium },
  { "constants", "stiffness and damping from the required behaviour of a spring", cli_constants },
  { "drift", "constraint errors with several stabilisations, over time", cli_drift },
  { "info", "bodies, couplings, degrees of freedom, redundant rows", cli_info },
  { "evaluate", "expressions: counts, rank, events, extremes, entries of G", cli_evaluate },
  { "plot", "simulate and plot channels as PDF, SVG or PNG", cli_plot },
  { "animate", "simulate and write an animation as WebP, PNG, GIF, WebM or MP4", cli_animate },
  { "draw", "draw the mechanism on paper in true scale as PDF, SVG or PNG", cli_draw },
  { "cut", "the parts as DXF or SVG to be cut, as STL, or as a list", cli_cut },
  { "report", "simulate and write a report as HTML or PDF", cli_report },
  { "channels", "list the channels that can be written and plotted", cli_channels },
  { "import", "make a project from a text form, drawing or other program", cli_import },
  { "export", "write a mechanism in text form, or as the suffix says", cli_export },
  { "exports", "list the formats that can be written, and their options", cli_exports },
  { "lesson", "check a lesson against its model solutions", cli_lesson },
  { "grade", "check the files of a class against a lesson", cli_grade },
  { "check", "whether a file is intact; salvage: recover its readable parts", cli_check },
  { "salvage", NULL, cli_salvage }, // described with the verb before it: the help is one screen
};

gboolean
cli_call_verb (int argc, char **argv, GError **error)
{
  g_autofree char *shown = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (strcmp (argv[0], verbs[i].name) == 0)
      return verbs[i].call (argc, argv, error);
  shown = g_filename_display_name (argv[0]);
  g_set_error (error, LW_ERROR, LW_ERROR_USAGE, "\"%s\" is not a verb; see linkwright-cli --help.",
               shown);
  return FALSE;
}

/// Returns the exit code; the codes are documented in --help and in the manual page.
static int
exit_code (const GError *error)
{
  if (error == NULL)
    return 0;
  if (error->domain == LW_ERROR)
    switch ((LwError) error->code) {
    case LW_ERROR_USAGE:
      return 1;
    case LW_ERROR_BAD_FILE:
      return 2;
    case LW_ERROR_SIMULATION:
      return 3;
    case LW_ERROR_IO:
    case LW_ERROR_CHANGED:
      return 4;
    }
  return 4;
}

char *
cli_describe_defaults (void)
{
  const LwRunSettings defaults = lw_run_settings_default ();

  return g_strdup_printf (
    "Defaults are the settings of the file, otherwise: until %g s, every %g s, automatic,\n"
    "accuracy %g, projection (assembled first; not with baumgarte, T = %g s, or none).\n"
    "Tolerance of assembly and projection: 1e-12 of the size and 1e-12 rad; of rank: 1e-9.",
    defaults.duration, defaults.interval, defaults.integrator.accuracy,
    defaults.integrator.stabilisation.time_constant);
}

static gboolean
put_help (GError **error)
{
  g_autoptr (GString) text =
    g_string_new ("Usage: linkwright-cli VERB [options] FILE (project or text, SI; -: standard "
                  "input). Verbs:\n");

  for (gsize i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (verbs[i].summary != NULL)
      g_string_append_printf (text, "  %-12s%s\n", verbs[i].name, verbs[i].summary);
  g_string_append (text,
                   "VERB --help: options. Exit codes: 0 done, 1 usage, 2 bad file, 3 simulation "
                   "failed, 4 I/O.\n");
  return cli_output_put (NULL, text->str, text->len, error);
}

static gboolean
put_version (bool as_json, GError **error)
{
  static const char text[] = "linkwright-cli " LW_VERSION "\n";
  g_autoptr (GString) out = NULL;
  CliJson json;

  if (!as_json)
    return cli_output_put (NULL, text, strlen (text), error);
  cli_json_init (&json);
  cli_json_string (&json, "program", "linkwright-cli");
  cli_json_string (&json, "version", LW_VERSION);
  out = cli_json_finish (&json);
  return cli_output_put (NULL, out->str, out->len, error);
}

/// Returns true if the arguments begin with options, one of which names a file to be written.
static bool
begins_with_output (int argc, char **argv)
{
  if (argv[1][0] != '-')
    return false;
  for (int i = 1; i < argc; i++)
    if (g_str_has_prefix (argv[i], "-o") || strcmp (argv[i], "--output") == 0
        || g_str_has_prefix (argv[i], "--output="))
      return true;
  return false;
}

static gboolean
dispatch (int argc, char **argv, GError **error)
{
  const char *verb = argc > 1 ? argv[1] : NULL;
  const bool alone = argc == 2;

  if (verb == NULL) {
    g_set_error_literal (error, LW_ERROR, LW_ERROR_USAGE,
                         "A verb and a file are missing; see linkwright-cli --help.");
    return FALSE;
  }
  if (alone && (strcmp (verb, "--help") == 0 || strcmp (verb, "-h") == 0))
    return put_help (error);
  if (alone && strcmp (verb, "--version") == 0)
    return put_version (false, error);
  if (argc == 3 && strcmp (verb, "--version") == 0 && strcmp (argv[2], "--json") == 0)
    return put_version (true, error);
  if (begins_with_output (argc, argv)) {
    argv[0] = (char *) "export";
    return cli_call_verb (argc, argv, error);
  }
  return cli_call_verb (argc - 1, argv + 1, error);
}

int
main (int argc, char **argv)
{
  g_autoptr (GError) error = NULL;

  // Reads files only; does not start D-Bus services.
  g_setenv ("GIO_USE_VFS", "local", TRUE);
  mbd_use_one_dense_thread ();
  dispatch (argc, argv, &error);
  if (error != NULL)
    fprintf (stderr, "linkwright-cli: %s\n", error->message);
  return exit_code (error);
}
