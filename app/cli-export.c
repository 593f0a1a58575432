// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli export: writes a mechanism in text form, or calls the verb that writes the format.

#include <string.h>

#include "cli.h"
#include "lw-text.h"

static gboolean
export_file (const CliArguments *arguments, GError **error)
{
  g_autoptr (LwOpened) opened = cli_open_input (arguments, error);
  g_autofree char *text = NULL;

  if (opened == NULL)
    return FALSE;
  text = lw_text_write (opened->project->mechanism);
  return cli_output_put (arguments->output, text, strlen (text), error);
}

gboolean
cli_export (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };

  bool called;

  if (!cli_export_otherwise (argc, argv, &called, error) || called)
    return *error == NULL;
  if (!cli_parse (
        argc, argv,
        "Writes a mechanism in text form (JSON). Another suffix of the name after -o calls the "
        "verb that writes it, with its options: draw, cut, report, run or animate.",
        NULL, NULL, NULL, 0, &arguments, error))
    return FALSE;
  return arguments.file == NULL || export_file (&arguments, error);
}
