// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli import: makes a project from a mechanism in text form, or from another project.

#include "cli.h"

static gboolean
import_file (const CliArguments *arguments, GError **error)
{
  g_autoptr (LwOpened) opened = cli_open_input (arguments, error);

  return opened != NULL && cli_save_project (opened->project, arguments->output, error);
}

gboolean
cli_import (int argc, char **argv, GError **error)
{
  g_auto (CliArguments) arguments = { 0 };

  if (!cli_parse (argc, argv, "Makes a project from a mechanism in text form.", NULL, NULL, NULL, 0,
                  &arguments, error))
    return FALSE;
  return arguments.file == NULL || import_file (&arguments, error);
}
