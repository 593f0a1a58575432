// SPDX-FileCopyrightText: 2026 The Linkwright authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// linkwright-cli import: a project from a mechanism in text form.

#include "cli.h"
#include "lw-store.h"
#include "lw-text.h"

static gboolean
import_file (const char *name, const char *path, GError **error)
{
  g_autoptr (GFile) source = g_file_new_for_path (name);
  g_autoptr (GFile) target = g_file_new_for_path (path);
  g_autoptr (LwMechanism) mechanism = lw_text_load (source, NULL, error);
  g_autoptr (LwProject) project = NULL;

  if (mechanism == NULL) {
    cli_prefix_file (error, name);
    return FALSE;
  }
  project = lw_project_new (mechanism, NULL, NULL);
  return lw_store_save (project, target, NULL, NULL, NULL, error);
}

gboolean
cli_import (int argc, char **argv, GError **error)
{
  g_autofree char *path = NULL;
  g_autofree char *file = NULL;
  const GOptionEntry entries[] = {
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, &path, "The project (needed)", "NAME.linkwright" },
    { NULL },
  };

  if (!cli_parse (argc, argv, "Makes a project from a mechanism in text form.", NULL, entries, NULL,
                  0, &file, error))
    return FALSE;
  return file == NULL
         || (cli_need_output (argv[0], path, error) && import_file (file, path, error));
}
