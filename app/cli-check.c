// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli check: checks whether a file is intact: for a project the structure of the file
// and the digest of its content; every value; results of formulas; and that the engine can compile
// it.

#include "cli.h"

static void
append_counts (GString *text, const LwOpened *opened)
{
  const LwMechanism *mechanism = opened->project->mechanism;

  g_string_append_printf (
    text, "The %s is intact: %u bodies, %u couplings, %u force elements, %u tracers",
    opened->is_text ? "text" : "project", lw_mechanism_get_n_bodies (mechanism),
    lw_mechanism_get_n_couplings (mechanism), lw_mechanism_get_n_forces (mechanism),
    lw_mechanism_get_n_tracers (mechanism));
  if (!opened->is_text)
    g_string_append_printf (text, ", %u runs", opened->project->runs->len);
  g_string_append (text, ".\n");
}

static gboolean
check_file (const CliArguments *arguments, void *data, GError **error)
{
  g_autoptr (LwOpened) opened = cli_read_mechanism (arguments->file, error);
  g_autoptr (GString) text = g_string_new (NULL);
  MbdModel *model;

  if (opened == NULL || !cli_define (opened->project, arguments, error))
    return FALSE;
  model = lw_mechanism_compile (opened->project->mechanism, error);
  if (model == NULL) {
    cli_prefix_file (error, arguments->file);
    return FALSE;
  }
  mbd_model_unref (model);
  if (arguments->files[1] != NULL) {
    g_autofree char *shown = g_filename_display_name (arguments->file);

    g_string_append_printf (text, "%s: ", shown);
  }
  append_counts (text, opened);
  for (char **difference = opened->differences; *difference != NULL; difference++)
    g_string_append_printf (text, "%s\n", *difference);
  return cli_output_put (NULL, text->str, text->len, error);
}

gboolean
cli_check (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };

  if (!cli_parse (argc, argv,
                  "Checks whether a project or a text is intact, and reports every number that "
                  "differs from its formula; changes nothing.",
                  NULL, NULL, NULL, CLI_OPTIONS_SEVERAL, &arguments, error))
    return FALSE;
  return arguments.file == NULL || cli_each_file (&arguments, check_file, NULL, error);
}
